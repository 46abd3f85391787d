"""The target of a unit: who is nearer, which target is named, its arc and distance (2E-TGT, 2E-ARC)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from shoot_cli.battle.turns import GunReach, deciding, place_named, proposed
from shoot_cli.engine.names import Plurals, counted, own_plurals
from shoot_cli.engine.pools import pool
from shoot_cli.engine.questions import Choose, HowMany, Number, Numbers, Option, Subset
from shoot_cli.engine.reasons import Reason, listed
from shoot_cli.engine.ruleset import Reach
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import HEAVY_OR_SPECIAL, HERO, SQUAD, UNDERFOOT, Seen, group_of, legal_targets
from shoot_cli.rules.second.profiles import SMALLER, Unit, Weapon
from shoot_cli.rules.second.records import Attack, Battle, BattleUnit, Declared, SplitFire
from shoot_cli.rules.second.steps.eligibility import (
    BROKEN,
    CANNOT_BE_SHOT,
    ENGAGED,
    OBJECTIVE,
    Firers,
    bearers_of,
    finished,
    heroes,
    label,
    special_weapons,
    usable,
    waiting,
    without,
)
from shoot_cli.rules.second.steps.facts import LONGEST_TEMPLATE, ON_EDGE, USUAL_THROW

FARTHEST = 200  # inches, more than the diagonal of any table
SECOND_RANK = " The front rank of their own unit hides nobody."
NOT_SEEN = "not seen"


def past_the_front(table: Table) -> str:
    """Return a note for questions about sight, if the setting hides nobody behind the front rank (2E-LOS-1)."""
    return SECOND_RANK if table.setting("second_rank_los") == "true" else ""


def measured(battle: Battle, table: Table) -> Battle:
    """Ask once per unit for the distances to all enemies before it names a target, if agreed (2E-TGT-2)."""
    if battle.inches or table.setting("measure_before_declare") != "true":
        return battle
    units: tuple[BattleUnit, ...] = battle.enemies.units
    indexes = [i for i, enemy in enumerate(units) if enemy.ranks and not any(map(enemy.marked, CANNOT_BE_SHOT))]
    if not indexes:
        return battle
    names = tuple(units[i].unit.value.name for i in indexes)
    answers = table.numbers(
        Numbers(
            "distances", names, 0, FARTHEST, None, "inches", False, rules=("2E-TGT-2", "2E-RNG-1"),
            text=f"Distance to each of them that is in arc and sight?{past_the_front(table)}",
            otherwise=NOT_SEEN,
        )
    )  # fmt: skip
    distances = dict(zip(indexes, answers, strict=True))
    return battle.but(inches=tuple(distances.get(i) for i in range(len(units))))


def forbidding(battle: Battle, apart: SplitFire, index: int, kind: str, table: Table) -> list[int]:
    """Return the indexes of the enemies that could protect this one when nearer; [] if it may be shot at anyway."""
    units: tuple[BattleUnit, ...] = battle.enemies.units
    target = units[index]
    if target.marked(OBJECTIVE):
        return []  # an objective overrides all other rules
    unseen_ones = () if apart.firers else (apart.squad_target, *apart.outside)  # these protect nobody
    rivals = [i for i in range(len(units)) if i != index and i not in unseen_ones and not why_not_shot(battle, i)]
    closest = only_closest(target, table)
    category = kind not in (SQUAD, HERO) and table.setting("heavy_special_target") == "other_category"
    return [i for i in rivals if can_forbid(units[i], target, kind, closest, category)]


def only_closest(target: BattleUnit, table: Table) -> bool:
    """Return True for a character whom any nearer enemy protects (2E-TGT-4)."""
    return is_character(target) and table.setting("character_targeting") == "closest_only"


def why_refused(battle: Battle, others: list[int], index: int, kind: str, table: Table) -> tuple[Reason, ...]:
    """Return why this enemy may not be shot at; () if it may. `others` are the indexes of `forbidding`."""
    seen = as_seen(battle, others, index, kind, only_closest(battle.enemies.units[index], table), table)
    settings = {key: table.setting(key) for key in ("character_targeting", "heavy_special_target")}
    return legal_targets(tuple(seen), shooter=kind, **settings)[-1]


def as_seen(battle: Battle, others: list[int], index: int, kind: str, closest: bool, table: Table) -> list[Seen]:
    """Ask who is nearer, in cover and within 6", as far as it matters. The target is last in the result."""
    units: tuple[BattleUnit, ...] = battle.enemies.units
    rivals, target = [units[i] for i in others], units[index]
    name, names = target.unit.value.name, tuple(unit.unit.value.name for unit in rivals)

    def which(key: str, indexes: Sequence[int], text: str) -> list[int]:
        question = Subset(key, tuple(names[i] for i in indexes), (), rules=("2E-TGT-2",), text=text)
        return [indexes[k] for k in table.several(question)]

    far = [battle.inches[i] for i in others] if battle.inches else []
    away = battle.inches[index] if battle.inches else None
    if away is not None:
        nearer = [i for i, inches in enumerate(far) if inches is not None and inches < away]
    else:
        text = f"Who is nearer than {name}? Count only those in arc and in sight.{past_the_front(table)}"
        nearer = which("nearer", range(len(names)), text)
    small = [
        i
        for i, unit in enumerate(rivals)
        if unit.unit.value.category == SMALLER and kind != HERO and not ignored(unit)
        and (i in nearer or target.unit.value.category != SMALLER)
    ]  # fmt: skip
    close: list[int] = []
    if away is not None:
        close = [i for i in small if (inches := far[i]) is not None and inches <= UNDERFOOT]
    elif small and not (closest and nearer and table.needless("within_6")):  # a character is protected anyway
        close = which("within_6", small, 'Who of them is within 6" of the shooters?')
    hiding: list[int] = []
    covered = False
    ask = [] if closest else [i for i in nearer if rivals[i].unit.value.category != SMALLER and not ignored(rivals[i])]
    if ask and not close:
        hiding = which("nearer_in_cover", ask, "Who of them is in cover?")
        if len(hiding) == len(ask):  # otherwise one of them protects the target anyway
            covered = yes("target_in_cover", f"{name}: in cover?", table)
    seen = [
        seen_of(unit, far[i] if far else 5.0 if i in close else 7.0, i in hiding, bool(far))
        for i, unit in enumerate(rivals)
        if i in nearer or i in close
    ]
    underfoot = False
    if target.unit.value.category == SMALLER and seen and not close and away is None:  # nothing nearer protects it
        underfoot = yes("target_within_6", f'{name}: within 6"?', table)
    return [*seen, seen_of(target, away if away is not None else 5.5 if underfoot else 20.0, covered, away is not None)]


def yes(key: str, text: str, table: Table) -> bool:
    """Ask a question about what players see; most often the answer is no."""
    options = (Option("no"), Option("yes"))
    return bool(table.ask(Choose(key, options, "no", rules=("2E-TGT-2",), text=text)) == "yes")


def is_character(unit: BattleUnit) -> bool:
    """Return True for a character alone; a leader of a squad counts as one of its models (2E-TGT-4)."""
    return all(model.character for model, _ in unit.unit.value.models)


def ignored(unit: BattleUnit) -> bool:
    return unit.marked(ENGAGED) or unit.marked(BROKEN)


def can_forbid(unit: BattleUnit, target: BattleUnit, kind: str, closest: bool, category: bool) -> bool:
    """Return True if this unit, when nearer, could protect the target. `closest` is True if any nearer unit protects
    it, `category` if only units of its own category do.
    """
    if closest:
        return True  # any nearer enemy protects a character (2E-TGT-4)
    if kind == HERO or ignored(unit):
        return False
    targeted, nearer = target.unit.value.category, unit.unit.value.category
    if nearer == SMALLER and kind == SQUAD:
        return True  # it is ignored beyond 6", but within 6" squads must shoot at it
    return bool(targeted == nearer) if category else group_of(targeted) == group_of(nearer)


def seen_of(battle_unit: BattleUnit, distance: float | None, in_cover: bool, judged: bool) -> Seen:
    """Return an enemy unit as the rules of targets see it; `distance` is in inches."""
    unit = battle_unit.unit.value
    return Seen(
        unit.name, distance or 0.0, unit.category, in_cover=in_cover, engaged=battle_unit.marked(ENGAGED),
        broken=battle_unit.marked(BROKEN), character=is_character(battle_unit), judged=judged,
    )  # fmt: skip


# Naming the target of a unit, or of models with their own target; its arc and distance (2E-TGT, 2E-ARC).

HOLD, DISTANCE = "hold fire", "distance"
APART = "a heavy or special weapon at another target"
HEROIC = "a hero at another target"
NEARER = "is a nearer enemy in the way?"
IN_VAIN = ", nothing here can penetrate it"


def choose_target(battle: Battle, table: Table) -> Battle:
    """Ask for the target before anything is measured (2E-SEQ-1); a row asks whether nearer units forbid it."""
    assert battle.unit is not None
    index: int = battle.unit
    shooter: BattleUnit = battle.shooters.units[index]
    unit = shooter.unit.value
    apart = battle.split_fire or SplitFire(index)
    battle = measured(battle, table)
    firers = waiting(shooter)
    units: tuple[BattleUnit, ...] = battle.enemies.units
    vain = [is_harmless(unit, firers, enemy.unit.value, table) for enemy in units]
    options = [
        Option(
            enemy.unit.value.name,
            label(enemy) + IN_VAIN * vain[i],
            why_not_shot(battle, i) or why_not_by_the_rest(battle, apart, i, table),
        )
        for i, enemy in enumerate(units)
    ]
    hero_firers = heroes(unit, firers)
    rows, missed, special = [], apart.squad_target, list[Option]()
    if missed is None and count(firers) > 1:
        if special_weapons(unit, firers):
            special = [
                option.but(closed=why_not_shot(battle, i) or why_not_apart(battle, apart, i, table))
                for i, option in enumerate(options)
            ]
        if any(not option.closed for option in special):
            rows.append(Option(APART))
        if hero_firers and count(hero_firers) < count(firers) and sum(not option.closed for option in options) > 1:
            rows.append(Option(HEROIC))
    kind = HERO if count(hero_firers) == count(firers) else SQUAD
    text = f"Which target for {unit.name}?" if missed is None else unseen(battle, apart, missed, table)
    default = usual_target(battle, apart, options, vain) if missed is None else HOLD

    def ask(extra: Sequence[Option], note: str) -> str:
        return table.choose(
            "target", (*options, *extra), default=default, rules=("2E-TGT-1", "2E-TGT-2", "2E-TGT-3"), text=text + note,
            spent=HOLD, nth=len(battle.done) + apart.attacks,
        )  # fmt: skip

    rows.append(Option(HOLD, "do not shoot"))
    name, checks = named_target(battle, apart, kind, options, rows, ask, table)
    if name == HOLD:
        table.tell("{unit}: no shots", ("2E-SEQ-1",), unit=unit.name)
        return finished(battle, index)
    if name == APART:
        return fire_apart(battle, apart, special, table)
    if name == HEROIC:
        return heroes_apart(battle, apart, hero_firers, options, table)
    return legal(battle, apart, place_named(units, name), kind, checks, table)


def named_target(
    battle: Battle,
    apart: SplitFire,
    kind: str,
    options: Sequence[Option],
    rows: Sequence[Option],
    ask: Callable[[Sequence[Option], str], str],
    table: Table,
) -> tuple[str, bool]:
    """Ask for a target or one of `rows`. Return it, and True if nearer enemies are asked about, too (2E-TGT-2).

    Most targets may be shot at, so a row of its own leads there. It comes before the last one, which holds fire.
    """
    allowed = [i for i, option in enumerate(options) if not option.closed]
    guarded = not battle.inches and any(forbidding(battle, apart, i, kind, table) for i in allowed)
    if not guarded or len(allowed) + len(rows) == 1:  # a single target is not asked for, so its row is not seen
        return ask(rows, ""), guarded
    name = ask((*rows[:-1], Option(NEARER), *rows[-1:]), "")
    return (ask(rows[-1:], " Who is nearer is asked if it matters."), True) if name == NEARER else (name, False)


def is_harmless(unit: Unit, firers: Firers, target: Unit, table: Table) -> bool:
    """Return True if nothing that these models carry can penetrate a vehicle anywhere (2E-AP-2)."""
    locations = [part for model, _ in target.models for part in model.locations]
    if not locations or any(part.crew for part in locations):
        return False
    weapons = dict.fromkeys(weapon for firer in firers for weapon in usable(unit, firer))
    if any(weapon.has(rule) for weapon in weapons for rule in ("Armour-piercing", "Metal Flayer")):  # these add a die
        return False
    ties, weakest = table.setting("penetrate_on"), min(min(part.front, part.side) for part in locations)
    needs = (
        charts.penetrates(gun.penetration, weakest, setting=ties, rules=gun.rules, ceramite=target.has("Ceramite"))
        for gun in weapons
    )
    return not any(need.certain or need.total is not None for need in needs)


def usual_target(battle: Battle, apart: SplitFire, options: list[Option], vain: Sequence[bool]) -> str:
    """Return the proposed target: the first possible enemy, or the nearest if distances were measured. Targets that
    part of the squad took come last, and before them those at which all shots are in `vain`.
    """
    taken = {target for _, target in apart.taken}
    order = [i for i, option in enumerate(options) if not option.closed]
    order.sort(key=lambda i: (i in taken, vain[i], battle.inches[i] or 0 if battle.inches else 0))
    return options[order[0]].value if order else HOLD


def target_chosen(battle: Battle) -> bool:
    return battle.target is not None


def unseen(battle: Battle, apart: SplitFire, missed: int, table: Table) -> str:
    """Return the question to models of a squad that did not fire at its target `missed`."""
    n, name = count(waiting(battle.shooters.units[apart.unit])), battle.enemies.units[missed].unit.value.name
    return f"{n} of them did not fire. What do those who cannot see {name} shoot at?{past_the_front(table)}"


def why_not_shot(battle: Battle, index: int) -> tuple[Reason, ...]:
    """Return why none of them can shoot at this enemy now; () if some may be able to."""
    enemy: BattleUnit = battle.enemies.units[index]
    if not enemy.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if battle.inches and battle.inches[index] is None:
        return (Reason("out of arc or sight", "2E-LOS-1"),)
    return next(((reason,) for mark, reason in CANNOT_BE_SHOT.items() if enemy.marked(mark)), ())


# Models with their own target ----------------------------------------------------------------------------------------


def kind_of(battle: Battle, index: int, table: Table) -> str:
    """Return the group or the category of an enemy, depending on the setting for heavy and special weapons."""
    category: str = battle.enemies.units[index].unit.value.category
    return group_of(category) if table.setting("heavy_special_target") == "other_group" else category


def why_not_by_the_rest(battle: Battle, apart: SplitFire, index: int, table: Table) -> tuple[Reason, ...]:
    """Return why the rest of a squad cannot shoot at this enemy; () if it can. Weapons that shot apart took their
    group. The rest leaves that group alone, but may join the same target (2E-TGT-3).
    """
    if index in apart.outside:
        return (Reason("outside their arc", "2E-ARC-2"),)
    if index == apart.squad_target:
        return (Reason("its squad shot at it", "2E-TGT-3"),)
    if battle.enemies.units[index].marked(OBJECTIVE):
        return ()
    kind = kind_of(battle, index, table)
    weapon = next(
        (weapon for weapon, taken in apart.taken if taken != index and kind_of(battle, taken, table) == kind), None
    )
    return () if weapon is None else (Reason(f"its {weapon.replace(', ', ' and ')} shot at that group", "2E-TGT-3"),)


def why_not_apart(battle: Battle, apart: SplitFire, index: int, table: Table) -> tuple[Reason, ...]:
    """Return a reason if a weapon at this enemy would leave its squad no enemy of another group (2E-TGT-3)."""
    if battle.enemies.units[index].marked(OBJECTIVE):
        return ()
    taken = {kind_of(battle, target, table) for _, target in apart.taken} | {kind_of(battle, index, table)}
    others = range(len(battle.enemies.units))
    if any(not why_not_shot(battle, other) and kind_of(battle, other, table) not in taken for other in others):
        return ()
    return (Reason("that leaves its squad nobody of another group", "2E-TGT-3"),)


def fire_apart(battle: Battle, apart: SplitFire, options: list[Option], table: Table) -> Battle:
    """Ask which heavy and special weapons shoot at another target before the rest of their squad (2E-TGT-3)."""
    battle_unit: BattleUnit = battle.shooters.units[apart.unit]
    unit, firers = battle_unit.unit.value, waiting(battle_unit)
    named: Firers = ()
    chosen = who_shoot_apart(special_weapons(unit, firers), "Which weapons shoot apart?", table)
    for name, n in chosen.items():
        bearers = bearers_of(unit, without(firers, named), name, n)
        if count(bearers) < n:
            why = "{n} {name} cannot fire as well: its bearer was named with another weapon"
            table.tell(why, ("2E-ELIG-2",), n=n - count(bearers), name=name)
        named += bearers
    split = apart.but(who=HEAVY_OR_SPECIAL, firers=named, weapons=tuple(chosen))
    allowed = [i for i, option in enumerate(options) if not option.closed]
    squad = next(i for i in range(len(options)) if not why_not_shot(battle, i))  # the proposal for the rest
    usual = [i for i in allowed if kind_of(battle, i, table) != kind_of(battle, squad, table)] or allowed
    text = f"Which target for the {listed([*chosen])}?"
    return choose_own_target(battle, split, text, options, options[usual[0]].value, table)


def heroes_apart(battle: Battle, apart: SplitFire, hero_firers: Firers, options: list[Option], table: Table) -> Battle:
    """Ask which heroes shoot at any visible enemy before the rest of their squad (2E-TGT-3)."""
    unit = battle.shooters.units[apart.unit].unit.value
    names = [unit.models[firer.model][0].name for firer in hero_firers]
    groups = dict(pool(*((name, firer.n) for name, firer in zip(names, hero_firers, strict=True))))
    chosen = Counter(who_shoot_apart(groups, "Which heroes shoot apart?", table, own_plurals(unit)))
    named = []
    for name, firer in zip(names, hero_firers, strict=True):
        n = min(firer.n, chosen[name])
        named += [firer.but(n=n)] * (n > 0)
        chosen[name] -= n
    text = f"Which target for {listed([*groups])}?"
    usual = next(option.value for option in options if not option.closed)
    return choose_own_target(battle, apart.but(who=HERO, firers=tuple(named), weapons=()), text, options, usual, table)


def who_shoot_apart(by_name: dict[str, int], text: str, table: Table, plurals: Plurals = ()) -> dict[str, int]:
    """Ask how many of each name shoot apart; a single one is not asked."""
    groups = tuple(by_name.items())
    if sum(by_name.values()) == 1:
        return by_name
    question = HowMany("apart", groups, tuple(by_name.values()), rules=("2E-TGT-3",), text=text, plurals=plurals)
    counts = table.how_many(question)
    return {name: n for (name, _), n in zip(groups, counts, strict=True) if n}


def choose_own_target(
    battle: Battle, apart: SplitFire, text: str, options: list[Option], usual: str, table: Table
) -> Battle:
    """Ask for their target, and check it. Nothing happens if no model was named."""
    if not apart.firers:
        return battle.but(target=None)

    def ask(extra: Sequence[Option], note: str) -> str:
        return table.choose(
            "apart target", (*options, *extra), default=usual, rules=("2E-TGT-3",), text=text + note, nth=apart.attacks
        )

    name, checks = named_target(battle, apart, apart.who, options, (), ask, table)
    return legal(battle, apart, place_named(battle.enemies.units, name), apart.who, checks, table)


def legal(battle: Battle, apart: SplitFire, index: int, kind: str, checks: bool, table: Table) -> Battle:
    """Apply the rules of nearer enemies; an illegal target is refused (2E-TGT-1, 2E-TGT-2). Without inches players
    are asked who is nearer: if `checks` is True, or if the log of an older version has an answer to it.
    """
    others = forbidding(battle, apart, index, kind, table)
    asks = others and (checks or battle.inches or not table.needless("nearer"))
    why = why_refused(battle, others, index, kind, table) if asks else ()
    if not why:
        return battle.but(target=index, split_fire=apart)
    name = battle.enemies.units[index].unit.value.name
    table.tell("{name} may not be shot at because {why}", tuple(reason.rule for reason in why), name=name,
               why="; ".join(reason.text for reason in why))  # fmt: skip
    return battle.but(target=None)  # the unit is still selected and looks for another target


def count(firers: Firers) -> int:
    return sum(firer.n for firer in firers)


# Arc and distance ----------------------------------------------------------------------------------------------------


def see_arc(state: Attack, table: Table) -> Attack:
    """Ask for state and arc of a single attack beforehand. In a battle the step that names weapons asks."""
    if state.manner.seen:
        return state
    unit_state = table.choose(
        "attacker_state", (Option("ready"), Option("overwatch", "it fires on overwatch")), default="ready",
        rules=("2E-OW-2",), text="How is the firing unit?",
    )  # fmt: skip
    state = state.but(overwatch=unit_state == "overwatch")
    arc = table.choose(
        "in_arc",
        (Option("inside"), Option("edge", "just at the edge of the arc of 90 degrees of some, or of all")),
        default="inside",
        rules=("2E-ARC-1", "2E-ARC-2"),
        text="Is the target inside their arc?",
    )
    return state if arc == "inside" else on_the_edge(state, table)


def on_the_edge(state: Attack, table: Table) -> Attack:
    """Roll for each model with the target on the edge of its arc: 4+ to shoot (2E-ARC-1, 2E-ARC-2). This comes before
    weapons are named and before anything is measured (2E-SEQ-1).
    """
    groups = tuple((state.model_of(firer).name, firer.n) for firer in state.firers)
    everybody = tuple(n for _, n in groups)
    on_edge = everybody
    if not state.manner.seen or sum(everybody) > 1:
        on_edge = table.how_many(ON_EDGE.but(groups=groups, default=everybody, plurals=own_plurals(state.shooter)))
    firers = tuple(
        firer.but(outside=table.roll(f"arc:{name}", n, charts.ON_THE_EDGE, text=f"{name}: on the edge").failed)
        for firer, (name, _), n in zip(state.firers, groups, on_edge, strict=True)
    )
    plurals = own_plurals(state.shooter)
    for firer, (name, _) in zip(firers, groups, strict=True):  # they might fire at another target
        if firer.outside:
            table.tell(
                "{who}: the target is outside their arc",
                ("2E-ARC-2",),
                who=counted(firer.outside, name, dict(plurals).get(name, "")),
            )
    state = state.but(firers=firers, arc_seen=True)
    return state.but(done=nowhere(state))


def nowhere(state: Attack) -> bool:
    """Return True if the target is outside every model's arc."""
    return all(firer.outside == firer.n for firer in state.firers)


def known_beforehand(state: Attack) -> bool:
    """Return True if the distance is known before weapons are named. That is so in a single attack, and in a battle
    whose players measure first. Weapons out of range are then not proposed.
    """
    return not state.manner.declared_first or measured_before(state) is not None


def unmeasured(state: Attack) -> bool:
    """Return True if declared shots wait and the distance is unknown (2E-SEQ-1)."""
    return state.distance is None and bool(state.declared)


def measure(state: Attack, table: Table) -> Attack:
    """Ask for the distance in inches."""
    inches = measured_before(state)
    if inches is None:
        ranges = (
            float(gun.short) for firer in state.firers for gun in state.model_of(firer).weapons if gun.short is not None
        )
        usual = None if state.manner.seen else next(ranges, 6.0)
        question = Number(
            DISTANCE, 0, FARTHEST, usual, "inches", False, rules=("2E-RNG-1", "2E-SEQ-1"),
            text="How far is their nearest model in sight?",
        )  # fmt: skip
        begun = state.begun.value
        if state.manner.seen:
            question = deciding(question, filter(None, map(reach_at_the_table, state.declared)))
            if any(unknown_reach(declared.weapon.value) for declared in state.declared):
                question = question.but(reach=None)
        inches = table.ask(
            proposed(question, state.battle.remembered, begun.at, (1 - begun.at[0], begun.split_fire.unit))
        )
    return state.but(distance=inches)


def unknown_reach(weapon: Weapon) -> bool:
    """Return True if the players say how far it reaches: a template, or what is thrown (2E-GRN-1)."""
    return weapon.template or weapon.thrown or weapon.short is None


def reach_at_the_table(declared: Declared) -> GunReach | None:
    """Return how far a declared weapon reaches, and its short range (2E-RNG-1); None if the players say how far."""
    weapon: Weapon = declared.weapon.value
    if unknown_reach(weapon) or weapon.short is None:
        return None
    near = f'short {weapon.short:g}"' if weapon.long is not None else ""
    return GunReach(
        weapon.name,
        sum(bearer.n for bearer in declared.who),
        float(weapon.short if weapon.long is None else weapon.long),
        near,
    )


def reaches_of(unit: Unit, target: Unit, settings: Mapping[str, str]) -> tuple[Reach, ...]:
    """Return how far each weapon reaches (2E-RNG-1). A model fires one of its weapons: its first one is its main gun.

    A machine fires every one (2E-SEQ-1). How far templates and grenades reach is as it is usually proposed.
    """
    reaches = []
    for model, _ in unit.models:
        families = dict.fromkeys(weapon.mode_of or weapon.name for weapon in model.weapons if not weapon.thrown)
        for weapon in model.weapons:
            family = weapon.mode_of or weapon.name
            usual = USUAL_THROW if weapon.thrown else LONGEST_TEMPLATE
            far = weapon.long if weapon.long is not None else weapon.short
            aside = weapon.thrown or (not unit.machine and family != next(iter(families)))
            reaches.append(Reach(weapon.name, family, float(usual if far is None or weapon.thrown else far), aside))
    return tuple(dict.fromkeys(reaches))


def measured_before(state: Attack) -> float | None:
    """Return the distance that was measured before the target was named; None if it was not (2E-TGT-2)."""
    return state.battle.inches[state.begun.value.at[1]] if state.battle.inches else None
