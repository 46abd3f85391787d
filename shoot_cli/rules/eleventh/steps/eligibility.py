"""Shooting types, who may shoot at which target with what, and Hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shoot_cli.battle import command_points as battle_points
from shoot_cli.battle.turns import Mark, place_named, replaced
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.effects import all_have, at_model, held
from shoot_cli.rules.datasheets.profiles import Ability, Model, Weapon
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, DeclaredTarget, Shooting, UnitMovement
from shoot_cli.rules.datasheets.steps import command_points, permissions, states
from shoot_cli.rules.datasheets.steps.attack import end_attack
from shoot_cli.rules.datasheets.steps.states import inches, situation_before, situation_of
from shoot_cli.rules.datasheets.steps.target import why_not_a_target
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.eleventh import edition

# Shooting types of a unit (11E-SEQ-1, SEQ-2, CQ-1, IND-1, SNAP-1)

OWN = (edition.NORMAL, edition.ASSAULT, edition.CLOSE, edition.INDIRECT)  # types of a unit's own Shooting phase
WEAPONS = {
    edition.ASSAULT: "Assault",
    edition.CLOSE: "Pistol",
    edition.INDIRECT: "Indirect Fire",
}  # the ability that weapons of a type need
LABELS = {
    edition.NORMAL: "normal: at visible units, unengaged, without having Advanced",
    edition.ASSAULT: "assault: after an Advance: Assault weapons alone",
    edition.CLOSE: "close-quarters: while engaged",
    edition.INDIRECT: "indirect: Indirect Fire weapons at what they see or not",
    edition.SNAP: "snap: Overwatch, unmodified 6s alone",
}
AFTER = (permissions.AFTER_ADVANCING, permissions.ELIGIBLE)  # abilities that allow shooting after an Advance
IN_PHASE_ALONE = "engaged: close-quarters shooting is for one's own Shooting phase"


def why_type_closed(kind: str, situation: Situation, moved: UnitMovement) -> Reason | None:
    """Return why a unit cannot use this type in its own phase; None if it can."""
    if kind == edition.SNAP:
        return Reason("snap shooting is for Overwatch", "11E-SNAP-1")
    if kind == edition.CLOSE:
        return why_not_close(situation, moved)
    if moved.engaged:
        return Reason("engaged: close-quarters shooting alone", "11E-CQ-1")
    after = not moved.advanced or permissions.all_may(situation, *AFTER)
    if kind == edition.ASSAULT and not moved.advanced:
        return Reason("it did not Advance", "11E-SEQ-2")
    if kind != edition.ASSAULT and not after:
        return Reason("it Advanced: assault shooting alone", "11E-SEQ-2")
    if kind in WEAPONS and not somebody_has(situation, WEAPONS[kind]):
        return Reason(f"it has no {WEAPONS[kind]} weapon", "11E-SEQ-2" if kind == edition.ASSAULT else "11E-IND-1")
    return None


def why_not_close(situation: Situation, moved: UnitMovement) -> Reason | None:
    if not moved.engaged:
        return Reason("it is not engaged", "11E-CQ-1")
    if moved.advanced and not permissions.all_may(situation, *AFTER):
        return Reason("it Advanced this turn", "11E-CQ-1")
    may_fire_others = is_big(situation.shooter.unit.value) or free(situation)
    if not may_fire_others and not somebody_has(situation, WEAPONS[edition.CLOSE]):
        return Reason("it is engaged, has no Close-Quarters weapon and is no MONSTER or VEHICLE", "11E-CQ-1")
    return None


def free(situation: Situation) -> bool:
    return any(permissions.may(situation, kind, permissions.FREELY) for kind in situation.shooter.kinds)


def somebody_has(situation: Situation, name: str) -> bool:
    """Return True if a weapon of the unit has this ability, or is fired as if it had."""
    unit = situation.shooter.unit.value
    return any(
        weapon.has(name) or permissions.fires_as(situation, kind, weapon, name)
        for kind in situation.shooter.kinds
        for weapon in unit.models[kind][0].weapons
    )


def own_type(moved: UnitMovement, open_ones: Iterable[str]) -> str:
    """Return the default type of a unit: the first open one, or the one that it would need."""
    return next(
        iter(open_ones), edition.CLOSE if moved.engaged else edition.ASSAULT if moved.advanced else edition.NORMAL
    )


def open_types(situation: Situation, moved: UnitMovement) -> list[str]:
    return [kind for kind in OWN if why_type_closed(kind, situation, moved) is None]


def why_not_selected(situation: Situation, moved: UnitMovement) -> Reason | None:
    """Return why the unit may not shoot in its own phase; None if it may (11E-SEQ-1, 10E-EFF-49)."""
    if moved.acting and not permissions.all_may(situation, permissions.ELIGIBLE):
        return Reason("it performs an action", "10E-EFF-49")
    if moved.fell_back and not permissions.all_may(situation, permissions.AFTER_FALLING_BACK, permissions.ELIGIBLE):
        return Reason("it Fell Back this turn", "11E-SEQ-2")
    if open_types(situation, moved):
        return None
    if moved.engaged:
        return why_type_closed(edition.CLOSE, situation, moved)
    return Reason("it Advanced this turn and has no Assault weapon", "11E-SEQ-2")


def needs_sight(state: Attack, weapon: Weapon) -> bool:
    """Return False if the bearer need not see the target (11E-IND-1)."""
    return not (state.shooting == edition.INDIRECT and weapon.skill is not None and weapon.has("Indirect Fire"))


def fights_at(state: Attack) -> bool:
    """Return True if the unit shoots in close quarters."""
    return state.shooting == edition.CLOSE


# In a battle ---------------------------------------------------------------------------------------------------------


def type_open(state: Attack) -> bool:
    """Return True if the unit has no shooting type yet."""
    undecided = not state.shooting and not state.declared
    return state.manner.seen and undecided and state.doing != state.game.thrown_stratagem.name


def choose_type(state: Attack, table: Table) -> Attack:
    """Return the attack with its shooting type, which is asked if several are open (11E-SEQ-1)."""
    if state.overwatch:
        return state.but(shooting=edition.SNAP)
    if state.doing in permissions.OUT_OF_PHASE:
        return state.but(shooting=edition.NORMAL)
    situation, moved = situation_before(state), permissions.moved_of(state)
    options = tuple(
        Option(kind, LABELS[kind], (why,) if (why := why_type_closed(kind, situation, moved)) else ()) for kind in OWN
    )
    can = [option.value for option in options if not option.closed]
    if len(can) < 2:
        return state.but(shooting=own_type(moved, can))
    chosen = table.choose(
        "shooting", options, default=can[0], rules=("11E-SEQ-1",), nth=len(state.battle.value.done),
        text=f"How does {state.shooter.value.name} shoot?",
    )  # fmt: skip
    return state.but(shooting=chosen)


# Outside a battle ----------------------------------------------------------------------------------------------------

AS_USUAL = "as usual"


def told_type(state: Attack, facts: Mapping[str, str], visible: bool) -> str:
    """Return the answered type, or the one that follows from the other facts (section 29)."""
    answer = facts.get("shooting", AS_USUAL)
    if answer in edition.TYPES:
        return answer
    if state.overwatch:
        return edition.SNAP
    situation, moved = situation_before(state), permissions.moved_of(state)
    can = open_types(situation, moved)
    return edition.INDIRECT if not visible and edition.INDIRECT in can else own_type(moved, can)


# Reasons why a unit, target or weapon is not possible

ENGAGED_TARGET = "is engaged with your army"


# The unit ------------------------------------------------------------------------------------------------------------


def why_not_eligible(state: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
    """Return why the unit may not shoot in its shooting type; None if it may (11E-SEQ-1, 11E-SNAP-1)."""
    if state.doing == edition.EXPLOSIVES.name:
        return None
    if state.overwatch or state.doing in permissions.OUT_OF_PHASE:
        if state.overwatch and state.shooter.value.is_a("TITANIC"):
            return Reason("TITANIC units do not fire Overwatch", "11E-SNAP-1")
        return Reason(IN_PHASE_ALONE, "11E-SNAP-1") if state.engaged else None
    situation, moved = situation_of(state, aim) if aim else situation_before(state), permissions.moved_of(state)
    if why := why_not_selected(situation, moved):
        return why
    return why_type_closed(state.shooting, situation, moved) if state.shooting else None


def why_no_watch(battle: Battle) -> Reason | None:
    """Return why Overwatch is too late: it is fired before the Shooting phase (11E-SNAP-1); None if it is not."""
    if battle.done:
        return Reason("it is fired at the end of the Movement phase, before anybody shoots", "11E-SNAP-1")
    return None


# The target ----------------------------------------------------------------------------------------------------------


def why_not_shot(state: Attack, enemy: BattleUnit, at: int, table: Table) -> tuple[Reason, ...]:
    """Return why the unit is no target, before anything is measured (11E-TGT-1, 11E-CQ-1)."""
    if why := why_not_a_target(state, enemy, at):
        return (why,)
    engaged, big = enemy.marked(states.LOCKED), is_big(states.living_unit(enemy).value)
    if state.shooting == edition.CLOSE:
        if not engaged and not is_big(state.shooter.value):
            return (Reason("in close quarters it shoots at units that it is engaged with", "11E-CQ-1"),)
        return ()  # a question asks whether it is engaged with this unit
    return (Reason(ENGAGED_TARGET, "11E-TGT-1"),) if engaged and not big else ()


def why_no_target(state: Attack, aim: DeclaredTarget) -> Reason | None:
    """Return why the unit cannot select this target; None if it may be able to (11E-TGT-1, 11E-CQ-1)."""
    target = aim.unit.value
    if state.shooting == edition.CLOSE and not is_big(state.shooter.value) and not aim.engages_shooter:
        return Reason("in close quarters it shoots at units that it is engaged with", "11E-CQ-1")
    if aim.engaged and not aim.engages_shooter and not is_big(target):
        return Reason(f"{target.name} {ENGAGED_TARGET}", "11E-TGT-1")
    if state.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "11E-SNAP-1")
    return None


# The weapon ----------------------------------------------------------------------------------------------------------


def why_not_fired_at(state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Return why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == edition.EXPLOSIVES.source and (reason := permissions.why_not_thrown(state, aim)):
        return reason
    situation = None if permissions.is_plain(state, aim) else situation_of(state, aim)
    if reason := why_not_fired(state, model, weapon, aim) or (
        permissions.why_forbidden(state, aim, model, situation) if situation else None
    ):
        return reason
    hunted = edition.prey(weapon, model)
    if hunted and not aim.unit.value.is_a(*hunted):
        return Reason(f"Hunter: it is fired at {' or '.join(hunted)} alone", "11E-TGT-3")
    if aim.distance is not None and aim.distance > weapon.range:
        return Reason(f"out of range ({inches(weapon.range)})", "11E-TGT-2")
    if state.overwatch and aim.distance is not None and aim.distance > edition.NUMBERS.overwatch_reach:
        return Reason(f'Overwatch reaches {edition.NUMBERS.overwatch_reach}"', "11E-SNAP-1")
    engaged = aim.engaged or aim.engages_shooter
    close_situation = situation if aim.engages_shooter else None
    freely = close_situation and permissions.may(close_situation, permissions.kind_of(state, model), permissions.FREELY)
    if engaged and not freely and permissions.has_here(state, aim, model, weapon, "Blast", sure=True):
        return Reason("Blast is never fired at an engaged unit", "11E-TGT-1")
    if reason := why_unseen(state, aim, model, weapon):
        return reason
    return permissions.why_alone(state, aim, model, weapon, situation) if situation else None


def why_unseen(state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Return why the weapon would need sight of the target; None if it does not (11E-TGT-1, 11E-HID-1, 11E-IND-1)."""
    near, why = detection_range(state.game.abilities, situation_of(state, aim)) if aim.hidden else (0, "")
    beyond = aim.hidden and aim.distance is not None and aim.distance > near
    if aim.visible and not beyond:
        return None
    if fires_blindly(state, aim, model, weapon):
        return None
    if aim.visible:
        return Reason(f'{aim.unit.value.name} is Hidden: not seen beyond {near}"{why}', "11E-HID-1")
    if weapon.has("Torrent") and weapon.has("Indirect Fire"):
        return Reason("a Torrent weapon has no Indirect Fire", "11E-WPN-TORRENT-1")
    if state.shooting != edition.INDIRECT and weapon.has("Indirect Fire"):
        return Reason("nobody of the unit sees the target, and this is no indirect shooting", "11E-IND-1")
    return Reason("nobody of the unit sees the target", "11E-TGT-1")


def fires_blindly(state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> bool:
    """Return True for Indirect Fire without Torrent in indirect shooting (11E-IND-1, 11E-WPN-TORRENT-1)."""
    if (
        state.shooting != edition.INDIRECT
        or weapon.skill is None
        or permissions.has_here(state, aim, model, weapon, "Torrent", sure=True)
    ):
        return False
    return permissions.fires_as(situation_of(state, aim), permissions.kind_of(state, model), weapon, "Indirect Fire")


def why_not_fired(state: Attack, model: Model, weapon: Weapon, aim: DeclaredTarget | None = None) -> Reason | None:
    """Return why this model cannot fire this weapon at any target in this type; None if it can (11E-SEQ-2, CQ-1)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if state.shooting in (
        edition.ASSAULT,
        edition.CLOSE,
    ):  # a permission may depend on the target, so it may hold before there is one
        aims = [aim] if aim is not None else [*state.aims, None]
        scenes = [situation_of(state, one) if one else situation_before(state) for one in aims]
        reasons = [_why_silent(situation, state, permissions.kind_of(state, model), weapon) for situation in scenes]
        return reasons[0] if all(reasons) else None
    return None


def _why_silent(situation: Situation, state: Attack, kind: int, weapon: Weapon) -> Reason | None:
    if state.shooting == edition.ASSAULT:
        if permissions.may(situation, kind, *AFTER) or permissions.fires_as(situation, kind, weapon, "Assault"):
            return None
        return Reason("in assault shooting Assault weapons fire alone", "11E-SEQ-2")
    free = is_big(state.shooter.value) or permissions.may(situation, kind, permissions.FREELY)
    if free or permissions.fires_as(situation, kind, weapon, "Pistol"):
        return None
    return Reason("in close-quarters shooting Close-Quarters weapons fire alone", "11E-CQ-1")


# Lone Operative ------------------------------------------------------------------------------------------------------


def lone(situation: Situation) -> int | None:
    """Return the distance in inches within which the target is seen; None without a limit (11E-LONE-1). In an Attached
    unit every model must have the ability, and the highest X counts.
    """
    abilities, reach = held(situation, False), 0
    for kind in situation.target.kinds:
        reaches = [
            edition.lone_reach(ability) for ability in abilities.of_kind(kind) if ability.name == "Lone Operative"
        ]
        if not reaches and situation.target.unit.value.attached:
            return None
        reach = max(reach, *reaches, 0)
    return reach or None


# Hidden, which ends for units that have shot (11E-HID-1), and Smokescreen (11E-COV-5)

HAS_SHOT = "has shot, so not Hidden"
SMOKESCREEN, NOBODY = "smokescreen", "nobody"


def detection_range(known: Abilities, situation: Situation) -> tuple[int, str]:
    """Return the distance within which the target is seen if it is Hidden, and what changed it, in words.

    The model that is seen from farthest counts. Limits hold after all changes.
    """
    by_kind: list[tuple[int, list[Ability]]] = []
    for kind in situation.target.kinds:
        more, less = changes_of_detection(known, kind, situation)
        reach = edition.detection_range(sum(one.number for one in more) - sum(one.number for one in less))
        by_kind.append((reach, [*more, *less]))
    reach, changes = max(by_kind, key=lambda reached: reached[0], default=(edition.NUMBERS.hidden_reach, []))
    return reach, f" ({', '.join(ability.text for ability in changes)})" if changes else ""


def least_detection_range(known: Abilities, sure: Situation, hopeful: Situation) -> int:
    """Return the smallest detection range of the target that open questions may leave.

    :param sure: the situation in which only what is known holds; ``hopeful``: all that may hold does
    """
    ranges = []
    for kind in sure.target.kinds:
        more, less = changes_of_detection(known, kind, sure)[0], changes_of_detection(known, kind, hopeful)[1]
        ranges.append(edition.detection_range(sum(one.number for one in more) - sum(one.number for one in less)))
    return max(ranges, default=edition.NUMBERS.hidden_reach)


def changes_of_detection(known: Abilities, kind: int, situation: Situation) -> tuple[list[Ability], list[Ability]]:
    """Return what makes a kind of model of the target be seen from farther, and from less far."""
    here = at_model(known, kind, situation)
    return here.all(edition.MORE_DETECTION), here.all(edition.LESS_DETECTION)


def stays_hidden(attack: Attack) -> bool:
    """Return True if every standing model of the shooting unit stays Hidden although it shoots (11E-HID-1)."""
    return all_have(situation_before(attack), True, lambda ability: ability.name == edition.STAYS_HIDDEN)


def end_shooting(state: Shooting, table: Table) -> Battle:
    """Return the battle after the attacks. A unit that attacked is not Hidden for some time (setting hidden_after)."""
    attack = state.attack.value
    battle = end_attack(state, table)
    unit = battle.sides[attack.side].units[attack.unit]
    able = any({*edition.IN_COVER} & {*model.keywords} for model, _ in unit.unit.value.models)
    if not attack.orders or not unit.ranks or not able or attack.doing == attack.game.thrown_stratagem.name:
        return battle
    if stays_hidden(attack):
        table.tell("{unit}: still Hidden after shooting", ("11E-HID-1",), unit=unit.unit.value.name)
        return battle
    until = (battle.turn, battle.active)
    if table.setting("hidden_after") == "two_turns":  # this turn and the other player's next turn
        until = (battle.turn + (battle.active != battle.first), 1 - battle.active)
    return replaced(battle, attack.side, attack.unit, unit.with_mark(Mark(HAS_SHOT, until)))


def offer_smoke(battle: Battle, table: Table) -> Battle:
    """Ask for a Smokescreen at the start of the opponent's phase: cover for a SMOKE unit and those seen through it."""
    side = 1 - battle.active
    units = battle.sides[side].units
    able = [
        c for c in units
        if c.ranks and states.living_unit(c).value.is_a("SMOKE") and not c.marked(states.OFF) and not states.embarked(c)
    ]  # fmt: skip
    if not able:
        return battle
    rows: list[Option] = []
    for unit in reversed(able):
        why = command_points.why_not_counted_on(battle, (side, units.index(unit)), table)
        row = Option(unit.unit.value.name, f"{states.left(unit)} (1CP)", why)
        rows = [*command_points.priced_rows(battle, side, row), *rows]
    if not command_points.one_is_open(rows):
        return battle
    rows.append(Option(NOBODY, "no Smokescreen"))
    name = table.choose(
        SMOKESCREEN,
        command_points.cheaper_last(rows),
        default=NOBODY,
        owner=DEFENDER,
        rules=battle.game.rules("DEF-SMOKE-1"),
        text="Smokescreen for which unit?",
    )
    if name == NOBODY:
        return battle
    name, cost = command_points.paid_for(name, rows)
    at = place_named(units, name)
    battle = command_points.spend(battle, side, battle_points.SMOKESCREEN, cost, table)
    table.tell("{unit}: cover, and for whoever is seen through it", battle.game.rules("DEF-SMOKE-1"), unit=name)
    battle = replaced(battle, side, at, units[at].with_mark(Mark(states.SMOKE, (battle.turn, battle.active))))
    battle = command_points.noted_on(battle, (side, at), battle_points.SMOKESCREEN)
    return battle.but(stratagems=(*battle.stratagems, SMOKESCREEN))


def one_stratagem(table: Table) -> bool:
    """Return True if a unit has only one stratagem of its side in a phase (11E-STRAT-2, setting one_stratagem)."""
    return table.setting("one_stratagem") == "yes"
