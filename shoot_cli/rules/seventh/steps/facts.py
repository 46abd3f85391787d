"""Facts that only players see: active effects, range, movement, cover, order of the models, markerlights.

Effects are also told in the line of what happened: `boyz: Prescience`, `boyz: bs +1 this phase` (7E-EFF-2). They are
marks of the unit, as those told under “a unit's state”; `states.py` has how long those last.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from shoot_cli.battle.happened import NO_LONGER, Happened
from shoot_cli.battle.turns import ROUND, TURN, Mark, Place, end_of, replaced
from shoot_cli.battle.what_happened import Told, destroyed_before
from shoot_cli.engine import questions
from shoot_cli.engine.names import counted, one_of, only_fire, plural
from shoot_cli.engine.pools import Rank, models
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import in_the_plural
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, effects
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, forces_of_mark
from shoot_cli.rules.seventh.steps import owner_decisions, states, vehicles
from shoot_cli.rules.seventh.steps.vehicles import YES_NO, Group, carried
from shoot_cli.rules.seventh.tokens import TargetModel

RULES = ("7E-EFF-2",)
SPANS = {  # EVE-24, in the words of this edition
    r"this (?:attack|shot)": effects.SHOT,
    r"this phase": effects.PHASE,
    r"this turn": TURN,
    r"this round": ROUND,
    r"until (?:my|our|its|their|its owner's|its owner’s|the) next turn": effects.NEXT_TURN,
    r"this (?:battle|game)|until said|until i say(?: so)?": effects.UNTIL_SAID,
}
NAMED = re.compile(r"(?i)(.*\S)\s+as\s+\S.*")


def parted(text: str) -> tuple[str, str]:
    """Return a text without its span, and the span; "" if there is none."""
    for pattern, span in SPANS.items():
        if match := re.fullmatch(rf"(?i)(.*\S)\s+(?:{pattern})", text.strip()):
            return match[1].strip(" ,"), span
    return text.strip(), ""


def no_names(text: str, bare: str) -> str:
    """Return why a name of the players' own is refused. `bare` is the effect without it."""
    return f"{shown(text)}: effects have no names of your own here; tell it as {bare}"


def read(battle: Battle, text: str) -> tuple[str, str, str]:
    """Return the effect in its standard spelling, what it is limited to, and its span; "" for what is not said.

    :raises BadAnswer: it is no effect
    """
    bare, span = parted(text)
    words, _, about = bare.partition(":")
    if re.search("[:,;]", about):
        raise BadAnswer(f"{shown(text)}: one effect each, limited to one weapon or model, as in bs +1:boltgun")
    if named := NAMED.fullmatch(bare):
        effects.canonical(named[1].partition(":")[0].strip())
        raise BadAnswer(no_names(text, named[1]))
    return effects.canonical(words.strip()), about.strip(), span


def after_effect(battle: Battle, place: Place | None, event: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle with an effect on a unit, or without it. :raises BadAnswer: it cannot be told of it"""
    if place is None:
        return after_effect_of_many(battle, event)
    unit = battle.unit_at(*place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise destroyed_before(name)
    if event.what == NO_LONGER:
        changed, effect = without(unit, event.words)
        return replaced(battle, *place, changed), [Told(f"{name}: no longer {effect}", rules=RULES)]
    changed, words = with_told_effect(battle, place[0], unit, event)
    return replaced(battle, *place, changed), [Told(f"{name}: {words}", rules=RULES)]


def after_effect_of_many(battle: Battle, event: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle with an effect on all units of a side of some types, or without it (EVE-23).

    :raises BadAnswer: no unit is of these types, or it cannot be told of one of them
    """
    side, types = 1 - battle.active if event.theirs else battle.active, (event.many or "").split()
    living = [(i, unit.unit.value) for i, unit in enumerate(battle.sides[side].units) if unit.ranks]
    meant = [
        i for i, unit in living if all(unit.model_of_type(model, word) for word in types for model, _ in unit.models)
    ]
    if not meant:
        raise BadAnswer(f"no unit of {battle.sides[side].name} is {shown(' '.join(types))}")
    if event.what == NO_LONGER:
        bearers = [i for i in meant if battle.sides[side].units[i].marked(event.words)]
        meant = bearers or meant  # whoever has nothing of it says so
    sentences: list[Told] = []
    for i in meant:
        battle, words = after_effect(battle, (side, i), event.but(theirs=False, many=None))
        sentences += words
    return battle, sentences


def likely(battle: Battle, place: Place) -> Iterator[str]:
    """Yield effects that may be told of a unit, the likeliest first: the end of what is in force, what was told of
    others, what rules of either list do, and words (EVE-30)."""
    battle_unit = battle.unit_at(*place)
    in_force = [mark.name for mark in battle_unit.marks if forces_of_mark(mark, battle_unit.parts)]
    yield from (f"no longer {name}" for name in in_force)
    units = [(side, unit) for side, army in enumerate(battle.sides) for unit in army.units]
    names = (mark.name for _, unit in units for mark in unit.marks if forces_of_mark(mark, unit.parts))
    yield from (name for name in names if name not in in_force)
    for side, unit in units:
        for known in filter(None, map(effects.told_as, sorted(unit.unit.value.every_rule))):
            if known.hostile == (side != place[0]) and known.name not in in_force:
                yield known.name
    yield from (word for word in ("bs +1", *effects.PLAIN) if word not in in_force)


def without(unit: BattleUnit, text: str) -> tuple[BattleUnit, str]:
    """Return the unit without the effect that is meant, and its name. :raises BadAnswer: none is, or several are"""
    names = [mark.name for mark in unit.marks if forces_of_mark(mark, unit.parts)]
    if not names:
        raise BadAnswer(f"{shown(text)} is not in force: nothing was told of {unit.unit.value.name}")
    name = names[one_of(text, names)]
    return unit.but(marks=tuple(mark for mark in unit.marks if mark.name != name)), name


def with_told_effect(battle: Battle, side: int, unit: BattleUnit, event: Happened) -> tuple[BattleUnit, str]:
    """Return the unit with the effect that was told of it, and the words for it. :raises BadAnswer: it is none"""
    words, about, span = read(battle, event.words)
    if words == states.BACK_IN_THE_FIGHT:
        return unit.without(states.GROUNDED, states.FALLING_BACK, states.REGROUPED), "back in the fight"
    known, _ = effects.known_as(words)
    hostile = event.theirs or (known is not None and known.hostile)
    caster = 1 - side if hostile else side
    if about:
        limits = limits_of(unit)
        words = f"{words}:{limits[one_of(about, limits)]}"
    if span in (TURN, ROUND):
        until = end_of(span, caster, battle.turn, battle.active, battle.first)
        return unit.with_mark(Mark(words, until)), f"{words}, {span}"
    lasts = span or (known.lasts if known is not None else effects.PHASE)
    mark = Mark(words, states.end_of(battle, side, lasts, hostile), once=lasts == effects.SHOT)
    return unit.with_mark(mark), f"{words}, {states.how_long(battle, caster, lasts)}"


def limits_of(battle_unit: BattleUnit) -> list[str]:
    """Return what an effect on this unit can be limited to: its weapons, kinds of models, and parts."""
    unit = battle_unit.unit.value
    names = [weapon.name for weapon in unit.weapons()] + [model.name for model, _ in unit.models]
    return [*dict.fromkeys((*names, *(part.unit.value.name for part in battle_unit.parts)))]


# Active effects on both units, as reported for an attack on its own (7E-EFF-1 to 5).


def of_firers(text: str) -> str:
    """Return the standard spelling of an effect on the firing unit.

    :raises BadAnswer: for an unknown effect, or one that belongs on the target
    """
    effect = spanless(text)
    known, _ = effects.known_as(effect)
    if known is not None and known.on == effects.AT_IT:
        raise BadAnswer(f"{known.name} is on a unit that is shot at; say it as target_effects")
    return effect


def of_target(text: str) -> str:
    """Return the standard spelling of an effect on the target.

    :raises BadAnswer: for an unknown effect, or one that does nothing but to the shots of the unit that has it
    """
    effect = spanless(text)
    known, _ = effects.known_as(effect)
    if known is not None and effects.only_for_firers(known):
        raise BadAnswer(f"{known.name} is on the unit that shoots; say it as effects")
    return effect


def spanless(text: str) -> str:
    """Return the standard spelling of an effect; how long it lasts means nothing in a single attack (EVE-31).

    :raises BadAnswer: for an unknown effect, or one with a name of the players' own
    """
    bare = parted(text)[0]
    if named := NAMED.fullmatch(bare):
        raise BadAnswer(no_names(text, effects.canonical(named[1].strip())))
    return effects.canonical(bare)


EFFECTS = questions.Phrases(
    "effects", of_firers, effects.NAMES, rules=("7E-EFF-1", "7E-EFF-4"), text="Effects in force on those who fire",
    example=effects.EXAMPLE,
)  # fmt: skip
TARGET_EFFECTS = questions.Phrases(
    "target_effects", of_target, effects.NAMES, owner=DEFENDER, rules=("7E-EFF-1", "7E-EFF-4"),
    text="Effects in force on the target", example="Doom, cover -1",
)  # fmt: skip
MARKERLIGHTS = questions.Phrases(
    "markerlights", effects.counters, ("pinpoint", "scour", "seeker"), rules=("7E-EFF-5",),
    text="Markerlight counters spent before it shoots", example=effects.SPENT,
)  # fmt: skip
KNOWN_EFFECTS = (EFFECTS, TARGET_EFFECTS, MARKERLIGHTS)


def tell_effects(state: Attack, table: Table) -> Attack:
    """Add the reported effects on both units and the spent counters to the attack."""
    shooter, target = state.shooter.value, state.target.value
    weapons = tuple(weapon.name for weapon in shooter.weapons())
    on_firers = reported_effects(EFFECTS.but(about=each_once(*weapons, *kinds_of_unit(shooter))), shooter, table)
    on_target = reported_effects(TARGET_EFFECTS.but(about=each_once(*kinds_of_unit(target), *weapons)), target, table)
    state, spent = counters_spent(state, table)
    return changed(state, effects.forces_of(on_firers), effects.forces_of(on_target, on_target=True), spent)


def counters_spent(state: Attack, table: Table) -> tuple[Attack, tuple[str, ...]]:
    """Return what markerlight counters are spent on, limited to those that earlier attackers have left."""
    if state.earlier_lights is None:
        return state, table.default_unless_given(MARKERLIGHTS, ())
    spent = effects.within(table.ask(MARKERLIGHTS) if may_spend(state.shooter.value) else (), state.earlier_lights)
    return state.but(lights_added=state.lights_added - effects.cost(spent)), spent


def may_spend(unit: Unit, faction: str = "") -> bool:
    """Return True for Tau units, and for units without a known faction (7E-EFF-5)."""
    faction = (unit.faction or faction).casefold()
    return not faction or "tau" in faction.split() or "t'au" in faction


def each_once(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def kinds_of_unit(unit: Unit) -> tuple[str, ...]:
    return tuple(model.name for model, _ in unit.models)


def reported_effects(question: questions.Phrases, unit: Unit, table: Table) -> tuple[str, ...]:
    """Return the reported effects. Players are asked only if a rule of the unit can be reported as an effect."""
    bears = any(map(effects.told_as, unit.every_rule))
    return table.ask(question) if bears else table.default_unless_given(question, ())  # type: ignore[no-any-return]


def changed(
    state: Attack,
    on_firers: Iterable[effects.ActiveEffect],
    on_target: Iterable[effects.ActiveEffect],
    spent: Iterable[str] = (),
) -> Attack:
    """Return the attack with the effects on the firing unit and on its target.

    `spent` names what markerlight counters are spent on, as `counters` spells it.
    :raises BadAnswer: for seeker missiles that no model has
    """
    lit, missiles = effects.lights(spent)
    on_firers, on_target = (*on_firers, *lit), tuple(on_target)
    if not on_firers and not on_target and not missiles:
        return state
    shooter = effects.attacked(effects.in_force(state.shooter.value, on_firers), on_target)
    if missiles:
        shooter = effects.guided_by_counters(shooter, missiles)
    target = effects.in_force(state.target.value, on_target)
    state = state.but(shooter=Hashed(shooter), target=Hashed(target), firers=tuple(
        firer.but(why_snap=firer.why_snap or (SNAP_ONLY if shooter.models[firer.model][0].has("snap only") else ""))
        for firer in state.firers
    ))  # fmt: skip
    alive = {rank.kind.model for rank in state.ranks()}
    return state.changed(lambda kind: states.renewed(kind, target, alive, state.night))


def unit_with_effects(unit: BattleUnit) -> Unit:
    """Return a unit of a battle with its effects, without rules that only fallen models shared."""
    return effects.in_force(unit.unit_now().value, unit.forces())


SNAP_ONLY = "an effect lets them fire Snap Shots only"


# The facts: who fires and who moved, the target's order and cover (7E-WPN-3 to 7, 7E-SAV-4).

NEAREST_MARKER = "Their models, nearest the marker's centre first"
COVERS = tuple(questions.Option(value, words) for value, (_, _, words) in charts.COVER.items())
COVER_NAMES = {
    (cover, bonus): value for value, (cover, bonus, _) in reversed(charts.COVER.items())
}  # the first name for each value
AS_UNIT = "as the unit"
MARKS = (
    (states.HIDDEN, "out of range, or out of sight of all who fire"),
    *((value, words) for value, (_, _, words) in charts.COVER.items()),
)
MARKS_SAME_FIRER = ((states.HIDDEN, "the same firer never both sees and reaches it"), *MARKS[1:])
MARKS_HOMING = ((states.HIDDEN, "out of range of all who fire"), *MARKS[1:])  # 7E-TGT-6
MARKS_TEMPLATE = ((states.HIDDEN, "out of sight of all who fire"), *MARKS[1:])  # 7E-ALC-9
MARKS_UNDER = ((states.HIDDEN, "not under a template"), *MARKS[1:])  # setting template_allocation
QUARTER = "behind models of another unit that hide at least 25% of it"  # for Monstrous Creatures (7E-SAV-6)
COVERS_OF_BIG = tuple(option.but(label=QUARTER) if option.value == "models" else option for option in COVERS)

# The questions, each with its most likely answer. Counts get their groups and default during the attack.
DISTANCE = questions.Number("distance", 0, 200, 0, "inches", False, rules=("7E-WPN-6",), text="Distance now")
COVER = questions.Choose(
    "cover", COVERS, "none", DEFENDER, ("7E-SAV-4", "7E-SAV-5", "7E-SAV-6"), "Cover of the target"
)  # fmt: skip
COVER_OF_KIND = questions.Choose("cover:KIND", (questions.Option(AS_UNIT), *COVERS), AS_UNIT, DEFENDER, ("7E-SAV-4",))
FIRING = questions.HowMany("firing", (), rules=("7E-WPN-3", "7E-WPN-5"), text="In range and sight")
MOVED = questions.HowMany("moved", (), rules=("7E-WPN-7", "7E-WPN-10"), text="Who moved")
HALF_RANGE = questions.HowMany("half_range", (), rules=("7E-WPN-9", "7E-WPN-11"), text="Within half range")
ORDER = questions.Arrange(
    "order", (), MARKS, (), DEFENDER, ("7E-ALC-1", "7E-ALC-2", "7E-ALC-3"), "Their models, nearest first"
)  # fmt: skip
ALLOCATION = questions.Choose(
    "allocation",
    (questions.Option("closest"), questions.Option("random", "a random model: the direction cannot be told")),
    "closest",
    DEFENDER,
    ("7E-ALC-10",),
    "Wounds go to",
)
BS_MODIFIER = questions.Number("bs_modifier", -9, 9, 0, rules=("7E-HIT-12",), text="Change of Ballistic Skill")
PREFERRED_ENEMY = questions.Choose(
    "preferred_enemy", YES_NO, "no", DEFENDER, ("7E-HIT-8",), "Preferred Enemy counts against them"
)  # fmt: skip

OWN_WAYS = (MOVED.key, HALF_RANGE.key)  # facts that each weapon of a unit has separately
OF_FIRERS = (DISTANCE.key, FIRING.key, *OWN_WAYS, vehicles.FULL_BS.key, BS_MODIFIER.key, PREFERRED_ENEMY.key)
SEEN_BY_FIRERS = (vehicles.FACING_HIDDEN.key, vehicles.OBSCURED.key)

# All keys that an attack may ask about, to recognise answers that this attack does not use.
KNOWN: tuple[questions.Question, ...] = (
    DISTANCE,
    COVER.but(options=(questions.Option(AS_UNIT), *COVERS)),
    FIRING,
    MOVED,
    HALF_RANGE,
    ORDER,
    owner_decisions.WITHIN_6,
    owner_decisions.LOOK_OUT_SIR,
    COVER_OF_KIND,
    ALLOCATION,
    owner_decisions.SAVE,
    owner_decisions.SAVE_AGAIN,
    BS_MODIFIER,
    PREFERRED_ENEMY,
    questions.Choose("weapon", ()),
    questions.Choose("look_out_sir_to", ()),
    questions.Choose("go_to_ground", YES_NO),
    questions.Choose("precision", ()),
    questions.Choose("precision_next", ()),
    questions.Arrange("pools", ()),
    questions.Choose("look_out_sir_now", YES_NO),
    *vehicles.KNOWN,
    *KNOWN_EFFECTS,
)


def meaning_of(key: str, answer: str) -> Hashable:
    """Return the save and the bonus on the ground for a cover, as `covered` reads it; else the answer."""
    cover = charts.COVER.get(answer) if key.partition(":")[0] == COVER.key else None
    return answer if cover is None else cover[:2]


def questions_about(
    state: Attack, weapon: Weapon, group: Group, usual: tuple[int, ...], table: Table
) -> tuple[questions.Question, ...]:
    """Return the facts that can change this weapon's result, the most variable first."""
    unit, target = state.shooter.value, state.target.value
    queue = states.queue_of(state)
    guns = [gun for _, _, gun in group] or [weapon]  # effects can make the bearers' weapons differ
    covers = any(
        not charts.ignores_cover(gun) and (_cover_can_matter(state, gun) or owner_decisions.wants_cover(weapon, table))
        for gun in guns
    )
    about_cover = questions_about_cover(state, states.kinds_of(queue), table) if covers else []
    parts: list[questions.Question] = []
    if state.fired and weapon.range is not None:  # for a template, only the covered models count (7E-WPN-24)
        parts.append(DISTANCE.but(default=state.distance))
    parts += about_cover[:1]
    parts += questions_about_firers(state, weapon, group, usual)
    if target.vehicle or unit.vehicle:
        parts += vehicles.questions_about(state, weapon, group, bearers_by_name(group), covers, table)
    parts += questions_about_line(state, weapon, queue, table)
    if not state.manner.seen and not state.night and not unit.has("Night Vision"):
        parts.append(vehicles.NIGHT)
    parts += owner_decisions.which_save(queue, guns, others=unit.weapons())
    again = owner_decisions.SAVE_AGAIN.but(default=queue[0].kind.again)
    if target.vehicle:
        parts += [] if state.manner.seen else [again.but(seldom=True)]
    else:
        parts += owner_decisions.about_characters(state, queue)
        if models(queue) > 1:
            parts.append(ALLOCATION.but(default="random") if state.at_random else ALLOCATION)
        parts.append(again)
    parts += questions_about_skill(state, weapon, group)
    parts += about_cover[1:]
    return in_the_plural(sorted(parts, key=is_seldom), unit, target)


def bearers_by_name(group: Group) -> tuple[tuple[str, int], ...]:
    return tuple((model.name, firer.n) for firer, model, _ in group)


def questions_about_cover(state: Attack, kinds: tuple[tuple[str, int], ...], table: Table) -> list[questions.Question]:
    """Return the question for the unit's cover, then one for each kind of model if there are several."""
    big = "Monstrous" in state.target.value.type and table.setting("intervening_mc_25") == "yes"
    options = COVERS_OF_BIG if big else COVERS
    cover = COVER.but(options=options, default=cover_now(state) if state.fired else COVER.default)
    if len(kinds) == 1:  # the others may be slain by now
        return [cover.but(also=f"cover:{kinds[0][0]}", expired_values=(AS_UNIT,))]
    of_kind = COVER_OF_KIND.but(options=(questions.Option(AS_UNIT), *options))
    return [cover, *(of_kind.but(key=f"cover:{name}", text=f"Cover of {name}") for name, _ in kinds)]


def questions_about_firers(
    state: Attack, weapon: Weapon, group: Group, usual: tuple[int, ...]
) -> list[questions.Question]:
    """Return who fires (`usual` by default), who of them moved, is close, and sees."""
    bearers = bearers_by_name(group)
    nobody, everybody = (0,) * len(bearers), tuple(n for _, n in bearers)
    firing = (1, *nobody[1:]) if weapon.grenade else usual
    if state.fire_points is not None:
        firing = vehicles.within(firing, state.fire_points)
    parts: list[questions.Question] = [FIRING.but(groups=bearers, default=vehicles.guided(firing, group))]
    moving = any(not charts.stands(state.shooter.value, firer.model, gun) for firer, _, gun in group)
    hindered = weapon.type == SALVO or (weapon.type in (HEAVY, ORDNANCE) and not vehicles.all_snap(state, group))
    if moving and hindered and not vehicles.everybody_moved(state):
        parts.append(MOVED.but(groups=bearers, default=nobody))
    closer = counts_half_range(state, weapon, group)
    if closer and vehicles.half_range_can_be(state, weapon):
        near = HALF_RANGE if weapon.range is None else HALF_RANGE.but(text=f'{HALF_RANGE.text}, {weapon.range / 2:g}"')
        parts.append(near.but(groups=bearers, default=everybody))
    elif closer and weapon.range is not None and not state.manner.seen:  # whoever is said to be there is refused
        parts.append(HALF_RANGE.but(groups=bearers, default=nobody, seldom=True))
    if weapon.has("Barrage"):
        parts.append(vehicles.LINE_OF_SIGHT)
    return parts


def questions_about_line(
    state: Attack, weapon: Weapon, queue: tuple[Rank, ...], table: Table
) -> list[questions.Question]:
    """Return the question for the order of the models. One model needs no order, but it may be out of reach."""
    if models(queue) < 2 and (state.manner.asks_less or state.target.value.vehicle):
        return []
    order = ORDER if not weapon.has("Barrage") else ORDER.but(text=NEAREST_MARKER)
    kinds, marks = states.kinds_of(queue), marks_of(state, weapon, table)
    return [order.but(kinds=kinds, marks=marks, default=states.runs_of(queue), nth=len(state.fired))]


def is_seldom(part: questions.Question) -> bool:
    """Return True for a fact that is out of sight at first: it stands last, so that the numbers of rows have no gap."""
    return bool(getattr(part, "seldom", False) or getattr(part, "computed", False))


def where_they_stand(part: questions.Question) -> bool:
    """Return True for facts that are judged from the centre of a Barrage's marker (7E-ALC-13).

    The preferred save is included, because it depends on the cover there (7E-SAV-8).
    """
    return part.key.partition(":")[0] in (ORDER.key, COVER.key, owner_decisions.SAVE.key)


def before_the_shot(
    state: Attack, weapon: Weapon, parts: tuple[questions.Question, ...]
) -> tuple[questions.Question, ...]:
    """Return the facts to ask before the weapon fires. Some facts of a Barrage wait for a marker that is placed."""
    if weapon.has("Markerlight"):  # a markerlight harms nobody, so order and saves do not matter (7E-EFF-5)
        return tuple(part for part in parts if part.key in OF_FIRERS)
    if not (state.manner.placed and weapon.has("Barrage")):
        return parts
    return tuple(part for part in parts if not where_they_stand(part) and part.key not in SEEN_BY_FIRERS)


def questions_about_skill(state: Attack, weapon: Weapon, group: Group) -> list[questions.Question]:
    """Return the facts that change the roll to hit. Templates have no such roll, and Snap Shots never change."""
    unit, target, area = state.shooter.value, state.target.value, charts.area_of(weapon)
    snap = all(
        vehicles.always_snaps(state, gun, firer, model)
        or (unit.vehicle and not vehicles.full_skill_left(state, firer, model, gun))
        or (gun.type == HEAVY and vehicles.everybody_moved(state) and not charts.stands(unit, firer.model, gun))
        for firer, model, gun in group
    )
    parts: list[questions.Question] = []
    # for markers it changes the scatter distance
    if not snap and (not area or (state.manner.placed and charts.blast(area))):
        parts.append(BS_MODIFIER)
    if charts.has_preferred_enemy(unit):
        parts.append(PREFERRED_ENEMY if charts.preferred(unit, target) is None else PREFERRED_ENEMY.but(default="yes"))
    return parts


def marks_of(state: Attack, weapon: Weapon, table: Table) -> tuple[tuple[str, str], ...]:
    """Return the marks that models in the line can get: hidden, or their cover."""
    area = charts.area_of(weapon)
    if charts.blast(area):  # hidden models are hurt as well, so this can only be about other weapons
        return MARKS if not state.manner.seen or any(rank.kind.hidden for rank in state.ranks()) else MARKS[1:]
    if area:
        return MARKS_TEMPLATE if table.setting("template_allocation") == "seen_models" else MARKS_UNDER
    if weapon.has("Homing") or weapon.has("no sight"):
        return MARKS_HOMING
    return MARKS if table.setting("alc2_same_firer") == "no" else MARKS_SAME_FIRER


def cannot_be(state: Attack, weapon: Weapon, group: Group, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if the facts contradict each other, otherwise None."""
    firing = values["firing"]
    if state.fire_points is not None and sum(firing) > state.fire_points:
        return f"{state.fire_points} of the passengers may still shoot through fire points, not {sum(firing)}"
    if weapon.guided is not None and (fewer := vehicles.guided(firing, group)) != firing:
        return f"the markerlight counters are for {counted(sum(fewer), weapon.name)}"
    if (complaint := vehicles.arcs_too_many(group, values)) is not None:
        return complaint
    if (complaint := vehicles.too_near(state, weapon, values)) is not None:
        return complaint
    if weapon.grenade and sum(firing) > 1:
        return "one model of a unit throws a grenade in a phase"
    if (complaint := wants_what_nobody_has(state, values)) is not None:
        return complaint
    if (complaint := not_so_near(state, weapon, values)) is not None:
        return complaint
    for key, deed in (("moved", "moved"), ("half_range", "within half range"), ("obscured", "see it obscured")):
        for n, most, (_, model, _) in zip(values.get(key, ()), firing, group, strict=False):
            if n > most and not _is_default(key, n, group, model):
                deed = deed.replace("see ", "sees ") if n == 1 else deed
                return f"{counted(n, model.name, model.plural)} {deed}, but {only_fire(most)}"
    return None


def counts_half_range(state: Attack, weapon: Weapon, group: Group) -> bool:
    """Return True if half range changes what this weapon does (7E-WPN-9, 7E-WPN-11, 7E-VEH-6)."""
    melta = state.target.value.vehicle and weapon.has("Melta")
    if weapon.type == RAPID_FIRE or melta or any(gun.near_shots for gun in [gun for *_, gun in group] or [weapon]):
        return True
    return weapon.type == SALVO and any(not charts.stands(state.shooter.value, f.model, gun) for f, _, gun in group)


def known_here(state: Attack, weapon: Weapon, group: Group, parts: tuple[questions.Question, ...]) -> dict[str, str]:
    """Return the facts that players name and are not asked about this weapon at the table, and why, by their text."""
    known, asked, nothing = {}, {part.key for part in parts}, f"decides nothing for {plural(weapon.name)}"
    if HALF_RANGE.key not in asked:
        far = weapon.range if counts_half_range(state, weapon, group) else None
        known[HALF_RANGE.text] = f'nobody, as half of {far:g}" is {far / 2:g}"' if far else nothing
    if MOVED.key not in asked:
        known[MOVED.text] = "everybody, as was said" if vehicles.everybody_moved(state) else nothing
    if COVER.key not in asked:
        known[COVER.text] = nothing
    return known


def not_so_near(state: Attack, weapon: Weapon, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if somebody is said to be at half range of a target that is farther away (7E-WPN-9)."""
    now = state.but(distance=values.get(DISTANCE.key, state.distance))
    n = sum(values.get(HALF_RANGE.key, ()))
    if state.manner.seen or not n or weapon.range is None or vehicles.half_range_can_be(now, weapon):
        return None
    far = f'the target is {now.distance:g}" away'
    return f'{counted(n, weapon.name)} at half range, but {far}: half is {weapon.range / 2:g}" (7E-WPN-9)'


def dependent(state: Attack, weapon: Weapon, group: Group, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return who is at half range by default, if the weapon fires from another distance than those before."""
    if state.manner.seen or DISTANCE.key not in values or HALF_RANGE.key not in values:
        return {}
    close = vehicles.half_range_can_be(state.but(distance=values[DISTANCE.key]), weapon)
    return {HALF_RANGE.key: tuple(firer.n if close else 0 for firer, *_ in group)}


def wants_what_nobody_has(state: Attack, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if cover saves are wanted but impossible, even by going to ground (7E-SAV-8)."""
    if (
        values.get(owner_decisions.SAVE.key) != "cover"
        or COVER.key not in values
        or owner_decisions.may_go_to_ground(state)
        or anybody_covered(state, values)
    ):
        return None
    return f"save: {owner_decisions.NO_COVER.text} ({owner_decisions.NO_COVER.rule})"


def anybody_covered(state: Attack, values: Mapping[str, Any]) -> bool:
    """Return True if these facts give any model a cover save. Called before the facts change the line."""
    if "yes" in (values.get(key) for key in (vehicles.NIGHT.key, vehicles.FACING_HIDDEN.key)):
        return True  # Stealth, or cover for another facing than the firer's own
    if any(mark and charts.COVER[mark][0] for _, _, mark in values.get(ORDER.key, ()) if mark in charts.COVER):
        return True
    for rank in state.ranks():
        for_kind = values.get(f"cover:{rank.kind.name}", AS_UNIT)
        cover = values.get(COVER.key) if for_kind == AS_UNIT else for_kind
        stays = for_kind == AS_UNIT and rank.kind.own_cover
        kind = rank.kind if cover is None or stays else states.covered(rank.kind, cover)
        if charts.cover_save(kind).target is not None:
            return True
    return False


def refuse_saves_of_nobody(state: Attack, weapon: Weapon, group: Group, facts: Mapping[str, Any], table: Table) -> None:
    """Refuse a given save that no model has, even if nobody is asked for it, in attacks on their own.

    A save wanted against an earlier weapon stays valid, because its owner may be slain by now.
    """
    queue = states.queue_of(state)
    if state.manner.tolerates or any(rank.kind.prefers != "best" for rank in queue):
        return
    weapons = [gun for _, _, gun in group] or [weapon]
    no_cover = owner_decisions.why_no_cover(queue, [*weapons, *state.shooter.value.weapons()], True)
    if not (no_cover or anybody_covered(state, facts)):
        drops = "yes" in table.given_names(owner_decisions.GROUND.key, ("yes",)) and owner_decisions.may_go_to_ground(
            state
        )  # `may_drop` reads which models are left, so it comes last
        no_cover = () if drops else (owner_decisions.NO_COVER,)
    wanted = owner_decisions.SAVE.but(options=owner_decisions.saves_of(queue, no_cover), nth=len(state.fired))
    for key in (owner_decisions.SAVE.key, f"{owner_decisions.SAVE.key}:{weapon.name}"):
        table.check_only_answer(wanted.but(key=key), None)


def _is_default(key: str, n: int, group: Group, model: Any) -> bool:
    return key in ("half_range", "obscured") and any(n == firer.n for firer, other, _ in group if other is model)


def with_facts(
    state: Attack, weapon: Weapon, parts: tuple[questions.Question, ...], facts: Mapping[str, Any]
) -> Attack:
    """Return the attack with the facts in its target: order, cover, and hidden models."""
    state = state.but(facing=facts.get("facing", state.facing))
    area = charts.area_of(weapon)
    state = states.lined_up(state, charts.blast(area))
    if all(facts[part.key] is part.default for part in parts):
        return state.but(line=state.line.but(reach=states.undecided_ranks(state, state)))  # nothing changes
    state = state.but(
        distance=facts.get("distance", state.distance),
        within_6=facts["within_6"] == "yes" if "within_6" in facts else state.within_6,
        look_out=owner_decisions.look_out_answer(state, facts),
        at_random=facts["allocation"] == "random" if "allocation" in facts else state.at_random,
    )
    if facts.get("night") == "yes":
        state = states.darkened(state)
    unit_cover = facts.get("cover")
    if state.fired and unit_cover is not None and charts.COVER[unit_cover][:2] == charts.COVER[cover_now(state)][:2]:
        unit_cover = None  # all models keep their cover
    if "order" in facts and facts["order"] != states.runs_of(states.queue_of(state)):
        state = states.reorder_line(state, facts["order"], charts.blast(area))
    prefers, rerolls = facts.get("save"), facts.get("save_again")

    def with_answers(kind: TargetModel) -> TargetModel:
        """Return the model with its reported cover, and with the save that its owner wants."""
        for_kind = facts.get(f"cover:{kind.name}", AS_UNIT)
        if for_kind != AS_UNIT:
            kind = states.covered(kind, for_kind).but(own_cover=True)
        elif unit_cover is not None and not kind.own_cover:
            kind = states.covered(kind, unit_cover)
        return kind.but(prefers=prefers or kind.prefers, again=rerolls or kind.again)

    kinds = {rank.kind: with_answers(rank.kind) for rank in state.ranks()}
    if any(old != new for old, new in kinds.items()):
        state = state.changed(kinds.__getitem__)
    return state.but(line=state.line.but(reach=states.undecided_ranks(state, state)))


def all_hidden(state: Attack, weapon: Weapon, facts: Mapping[str, Any]) -> bool:
    """Return True if the facts leave no model to shoot at. Called before the facts change the line."""
    if weapon.has("Barrage"):  # it needs no sight (7E-WPN-15)
        return False
    order = facts.get("order")
    if order is None or order == states.runs_of(states.queue_of(state)):
        return not states.lined_up(state, False).line.any_left()
    return all(mark == states.HIDDEN for _, _, mark in order)


def _cover_can_matter(state: Attack, weapon: Weapon) -> bool:
    """Return False if every model has a save of 2+ against all wounds of this weapon (7E-SAV-9)."""
    if state.target.value.vehicle:
        return True
    worst = 2 if any(map(weapon.has, charts.SIXES_ARE_AP2)) else charts.NO_AP
    ap = min(worst, weapon.ap or charts.NO_AP)
    for rank in state.ranks():
        armour = rank.kind.armour if rank.kind.armour is not None and rank.kind.armour < ap else None
        if 2 not in (armour, rank.kind.invulnerable):
            return True
    return False


def cover_now(state: Attack) -> str:
    """Return the cover of a model that has the cover of the whole unit."""
    kinds = [rank.kind for rank in state.ranks()]
    kind = next((kind for kind in kinds if not kind.own_cover), kinds[0])
    return COVER_NAMES.get((kind.cover, kind.ground_bonus), "none")


def declaration(
    state: Attack,
    weapon: Weapon,
    group: Group,
    parts: tuple[questions.Question, ...],
    facts: Mapping[str, Any],
    shots: str,
) -> questions.Decided:
    """Return the declaration: what fires, the decisive facts, then unusual facts. `shots` says how many."""
    n = sum(facts[FIRING.key])
    per_model = [vehicles.carried(firer, model, gun) for firer, model, gun in group]
    guns = sum(firing * k for firing, k in zip(facts[FIRING.key], per_model, strict=True))
    most = sum(firer.n * k for (firer, _, _), k in zip(group, per_model, strict=True))
    fires = (
        f"{guns} of {counted(most, weapon.name)}" if guns != most and not weapon.grenade else counted(guns, weapon.name)
    )
    words = []
    asked = {part.key: part for part in parts}
    if COVER.key in asked:
        label = next((option.label for option in COVERS if option.value == facts[COVER.key]), "")
        words.append(label if label[:3] in ("in ", "beh") else f"in cover {facts[COVER.key]}")
        worst = max((rank.kind.dodge or charts.NO_AP for rank in state.ranks()), default=charts.NO_AP)
        if facts[COVER.key] == "none" and worst <= charts.SMOKE_SAVE:  # all of them have a save in the open
            words[-1] = charts.dodging(worst)
    if "facing" in asked:
        words.append(f"at its {facts['facing']}")
    if (sight := vehicles.LINE_OF_SIGHT.key) in asked:  # sight decides how far a marker scatters
        words.append("a firer sees it" if facts[sight] == "yes" else "no firer sees it")
    ways = [part for part in parts if isinstance(part, questions.HowMany) and part.key.partition(":")[0] in OWN_WAYS]
    words += [way_in_words(part, facts[part.key], n) for part in ways]
    seldom = (part for part in parts if part not in ways and part.key not in (COVER.key, FIRING.key, "facing", sight))
    words += [
        questions.seldom_words(part, facts[part.key]) for part in seldom if facts[part.key] != questions.usual(part)
    ]
    return questions.Decided(tuple(words), fires, shots)


def way_in_words(part: questions.HowMany, counts: tuple[int, ...], firing: int) -> str:
    """Return such words as `nobody moved` or `all at half range`, with the weapon's name after the first weapon."""
    fact, _, name = part.key.partition(":")
    n, total = sum(counts), sum(most for _, most in part.groups) if name else firing
    if fact == MOVED.key:
        words = "nobody moved" if not n else "all moved" if n >= total else f"{n} moved"
    else:
        words = "nobody at half range" if not n else "at half range" if n == total == 1 else (
            "all at half range" if n >= total else f"{n} at half range")  # fmt: skip
    return f"{name}: {words}" if name else words


def unusual_facts(about: str, parts: Iterable[questions.Question], facts: Mapping[str, Any]) -> questions.Decided:
    """Return the facts about one thing that differ from their default, as a declaration."""
    words = tuple(
        questions.seldom_words(part, facts[part.key]) for part in parts if facts[part.key] != questions.usual(part)
    )
    return questions.Decided(words or ("as usual",), about=about)


# Markerlight counters on a unit, until its attacker spends them or the phase ends (7E-EFF-5).

COUNTERS = re.compile(r"(\d+) markerlight counters?")
SCOUR = 2  # number of counters that "scour" costs
KEEP = "none"


def counter_count(unit: BattleUnit) -> int:
    return next((int(match[1]) for mark in unit.marks if (match := COUNTERS.fullmatch(mark.name))), 0)


def with_lights(unit: BattleUnit, added: int, until: tuple[int, int]) -> BattleUnit:
    """Return the unit with so many counters more, or fewer if negative."""
    n, unit = counter_count(unit) + added, without_counters(unit)
    return unit.with_mark(Mark(counted(n, "markerlight counter"), until)) if n else unit


def without_counters(unit: BattleUnit) -> BattleUnit:
    return unit.without(*(mark.name for mark in unit.marks if COUNTERS.fullmatch(mark.name)))


def spend_markerlights(state: Attack, table: Table) -> Attack:
    """Ask what a Tau unit spends the counters on its target on, before it shoots."""
    battle = state.battle_around()
    n = counter_count(battle.unit_at(*battle.shot_at()))
    if not n or not may_spend(state.shooter.value, battle.factions[battle.active]):
        return state
    missiles = missiles_of(state)
    ways = {way: spent for spent in range(1, n + 1) for way in ways_to_spend(spent, missiles)}
    answer = table.choose(
        "markerlights",
        (questions.Option(KEEP, "keep them for others"), *(questions.Option(way, words_of(way)) for way in ways)),
        default=KEEP,
        rules=("7E-EFF-5",),
        text=f"{counted(n, 'markerlight counter')} on {state.target.value.name}: spend how many?",
    )
    if answer == KEEP:
        return state
    return changed(state.but(lights_added=state.lights_added - ways[answer]), (), (), answer.split(", "))


def missiles_of(state: Attack) -> int:
    """Return the number of seeker missiles that the firing unit has left."""
    kinds = state.shooter.value.models
    return sum(
        firer.n * carried(firer, kinds[firer.model][0], weapon)
        for firer in state.firers
        for weapon in {gun.name: gun for gun in kinds[firer.model][0].weapons}.values()
        if effects.is_seeker(weapon) and weapon.name not in firer.used
    )


def ways_to_spend(n: int, missiles: int = 0) -> list[str]:
    """Return all ways to spend exactly `n` counters. `missiles` limits the guided seeker missiles."""
    ways = [f"pinpoint {n}"]
    if n == SCOUR:
        ways.append("scour")
    if n > SCOUR:
        ways.append(f"pinpoint {n - SCOUR}, scour")
    for guided in range(1, min(n, missiles) + 1):
        rest = ways_to_spend(n - guided) if n > guided else [""]
        ways += [", ".join(filter(None, (way, f"seeker {guided}"))) for way in rest]
    return ways


def words_of(way: str) -> str:
    """Return the label of a way to spend markerlight counters."""
    labels = {
        "scour": "no cover saves",
        "pinpoint": "Ballistic Skill +{}, Snap Shots too",
        "seeker": "seeker missiles: {}",
    }
    parts = (labels[name].format(n) for name, _, n in (part.partition(" ") for part in way.split(", ")))
    return f"{way}: {'; '.join(parts)}"
