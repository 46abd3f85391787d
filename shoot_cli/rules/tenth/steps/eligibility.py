"""Reasons why a unit, target or weapon is not possible, reactions, and the facts that this edition asks for.

Rules: 10E-ELIG-1 to 9, 10E-TGT-1 to 13; facts are movement, combat, sight and cover (28).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.battle import command_points as battle_points
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import NOTHING, Choose, Option, Question
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import in_the_plural
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.effects import AS_UNIT, COVER, STILL, YES_NO, Rows, yes_or_no
from shoot_cli.rules.datasheets.profiles import Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, BattleUnit, DeclaredTarget, UnitMovement
from shoot_cli.rules.datasheets.steps import command_points, entries, facts, permissions, reactions, states
from shoot_cli.rules.datasheets.steps.happened import rows as told_rows
from shoot_cli.rules.datasheets.steps.permissions import has_here
from shoot_cli.rules.datasheets.steps.states import inches, situation_before, situation_of
from shoot_cli.rules.datasheets.steps.target import to_react, why_not_a_target
from shoot_cli.rules.datasheets.tokens import TargetModel
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.tenth.edition import ABILITIES, GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps.allocation import kinds_of

ROWS = Rows(NUMBERS)
STATIONARY = yes_or_no(STILL, "Remained Stationary", ("10E-WPN-HEAVY-1",))
COVER_OF_KIND = Choose("cover:", (Option(AS_UNIT), *YES_NO), AS_UNIT, DEFENDER, ("10E-COV-1",))
TOGETHER = Choose(
    "together", (Option("as usual", "as the other facts say"), *YES_NO), "as usual", rules=("10E-ELIG-4", "10E-ELIG-5"),
    text="Locked with each other",
)  # fmt: skip
PLUNGING = yes_or_no("plunging", 'From a ruin, 6" or more above', ("10E-COV-5",))

# Every key that an attack may ask about; answers to unasked keys are allowed.
KNOWN: tuple[Question, ...] = (
    ROWS.distance, STATIONARY, ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.engaged, ROWS.overwatch, ROWS.cover,
    ROWS.visible, ROWS.target_engaged, TOGETHER, ROWS.hit_modifier, ROWS.wound_modifier, ROWS.command, PLUNGING,
    ROWS.blind, ROWS.firing, ROWS.half, Choose("weapon", ()), Choose("group_order", ()), Choose("allocate", ()),
    Choose("precision", ()), Choose("no_damage", YES_NO), Choose("reaction", ()), *ROWS.kept.values(),
    *told_rows(ABILITIES),
)  # fmt: skip
OF_UNITS = frozenset(question.key for question in KNOWN)  # asked for any abilities


def questions(state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
    """Return what may change this attack, frequent changes first. Movement is asked once for the whole unit."""
    parts: list[Question] = []
    seen = state.manner.seen
    if state.doing == GRENADE.name:
        return [facts.usually(ROWS.target_engaged, aim.engaged)]
    if not seen:
        parts.append(ROWS.distance)
    kinds = kinds_of(aim.line.known_ranks())
    covers = cover_can_matter(state, aim)
    if covers:
        of_all = f"cover:{kinds[0]}" if len(kinds) == 1 else ""
        parts.append(ROWS.cover.but(also=of_all))
    if (seen or not state.mustered) and not facts.still_known(state) and by_movement(state):
        parts.append(facts.usually(STATIONARY, state.stationary))
    if not seen:
        parts += [ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.overwatch]
    together = seen and facts.near(state, aim.distance)  # the distance decides (10E-ELIG-3)
    if not state.mustered and (state.engaged or not seen) and not together:
        parts.append(facts.usually(ROWS.engaged, state.engaged))
    if not together:
        parts.append(facts.usually(ROWS.target_engaged, aim.engaged))
    if not seen or (state.engaged and aim.distance is None):
        parts.append(TOGETHER)
    unseen = seen and not state.overwatch  # Overwatch wants a visible unit (10E-OOP-1)
    if not seen or (unseen and any(weapon.has("Indirect Fire") for _, weapon in permissions.armed(state))):
        parts.append(ROWS.visible)
    parts += [
        *facts.conditions(state, aim, not seen and table.setting("abilities_used") == "always"),
        *facts.blind_part(state),
    ]
    if covers and len(kinds) > 1:
        parts += [COVER_OF_KIND.but(key=f"cover:{name}", text=f"Cover of {name}") for name in kinds]
    if not aim.unit.value.is_a("AIRCRAFT") and facts.anybody_saves(aim) and facts.wounds_are_rolled(state):
        parts.append(PLUNGING)
    parts += [*facts.modifier_parts(state, aim), *facts.dice_parts(state, aim)]
    return [*in_the_plural(parts, state.shooter.value)]


def by_movement(state: Attack) -> bool:
    """Return True if a weapon is Heavy, or an ability depends on movement."""
    return any(a.name == "Heavy" or permissions.depends_on(a, STILL) for a in facts.abilities(state))


def cover_can_matter(state: Attack, aim: DeclaredTarget) -> bool:
    """Return False if cover is certain or cannot help: nobody has a save, or every weapon certainly ignores cover.
    It helps an effect that depends on it, too (10E-EFF-21).
    """
    if aim.smoke or aim.ground:
        return False
    return facts.hangs_on_cover(state, aim) or (
        facts.anybody_saves(aim)
        and any(
            weapon.strength and not has_here(state, aim, model, weapon, "Ignores Cover", sure=True)
            for model, weapon in permissions.armed(state)
        )
    )


def with_facts(state: Attack, fact_values: Mapping[str, Any]) -> Attack:
    """Return the attack with the answers that only this edition asks for."""
    aim = state.aims[-1]
    together = fact_values.get("together", "as usual")
    usual_lock = state.engaged and (aim.engaged or not is_big(state.shooter.value))
    if state.manner.seen and aim.distance is not None:  # beyond this distance the unit fights another unit
        usual_lock = facts.near(state, aim.distance)
    locked = usual_lock or facts.near(state, aim.distance) if together == "as usual" else together == "yes"
    plunging = facts.told_yes(fact_values, "plunging", aim.plunging)
    return state.but(
        aims=(*state.aims[:-1], aim.but(engages_shooter=locked, plunging=plunging, line=covered(aim, fact_values)))
    )


def covered(aim: DeclaredTarget, fact_values: Mapping[str, Any]) -> Line:
    """Return the line with cover (10E-COV-1)."""
    in_cover = fact_values.get("cover") == "yes"
    cover_keys = [key for key in fact_values if key.partition(":")[0] == COVER]
    of_kinds = {key.partition(":")[2]: fact_values[key] for key in cover_keys if key != COVER}
    by_kind = {name: value for name, value in of_kinds.items() if value != AS_UNIT}
    if not cover_keys or (not in_cover and not by_kind and not any(rank.kind.cover for rank in aim.line.ranks)):
        return aim.line
    return aim.line.changed(lambda kind: kind.but(cover=by_kind.get(kind.name, "yes" if in_cover else "no") == "yes"))


def has_cover(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True if every model of the target has cover, so that the unit is in cover for effects."""
    return bool(aim.line.ranks) and all(rank.kind.cover for rank in aim.line.ranks)


def movement_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    if STILL in fact_values or (state.stationary and state.manner.seen and not state.overwatch and by_movement(state)):
        return ["Remained Stationary" if state.stationary else "moved"]
    return []


def cover_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    """Return what a declaration says of cover, if that was asked."""
    if COVER not in fact_values:
        return []
    by_kind = {key.partition(":")[2]: value for key, value in fact_values.items() if key.startswith("cover:")}
    words = ["in cover" if fact_values[COVER] == "yes" else "in the open"]
    return words + [
        f"{name} {'in cover' if value == 'yes' else 'in the open'}"
        for name, value in by_kind.items()
        if value not in (AS_UNIT, fact_values[COVER])
    ]


def why_not_eligible(state: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
    """Return why the unit may not shoot; None if it may (10E-ELIG-1 to 5, 10E-OOP-1, 2)."""
    if state.overwatch or state.doing in permissions.OUT_OF_PHASE:
        if state.overwatch and state.shooter.value.is_a("TITANIC"):
            return Reason("TITANIC units cannot fire Overwatch", "10E-OOP-1")
        if state.engaged:
            return Reason("locked in combat: Big Guns Never Tire and Pistols in combat work in your own Shooting phase "
                          "alone", "10E-OOP-2")  # fmt: skip
        return None
    if not (state.acting or state.fell_back or state.advanced or state.engaged):
        return None
    return why_not_selected(situation_of(state, aim) if aim else situation_before(state), permissions.moved_of(state))


def why_not_selected(situation: Situation, moved: UnitMovement) -> Reason | None:
    """Return why the unit may not shoot in its own phase; None if it may (10E-ELIG-1 to 5, 10E-EFF-49)."""
    unit, kinds = situation.shooter.unit.value, situation.shooter.kinds
    armed = [(kind, weapon) for kind in kinds for weapon in unit.models[kind][0].weapons]
    if moved.acting and not permissions.all_may(situation, permissions.ELIGIBLE):
        return Reason("it performs an action", "10E-EFF-49")
    if moved.fell_back and not permissions.all_may(situation, permissions.AFTER_FALLING_BACK, permissions.ELIGIBLE):
        return Reason("it Fell Back this turn", "10E-ELIG-1")
    after = not moved.advanced or permissions.all_may(situation, permissions.AFTER_ADVANCING, permissions.ELIGIBLE)
    if not after and not any(permissions.fires_as(situation, kind, weapon, "Assault") for kind, weapon in armed):
        return Reason("it Advanced this turn and has no Assault weapon", "10E-ELIG-1")
    free = (
        not moved.engaged or is_big(unit) or any(permissions.may(situation, kind, permissions.FREELY) for kind in kinds)
    )
    if not free and not any(permissions.fires_as(situation, kind, weapon, "Pistol") for kind, weapon in armed):
        return Reason("it is locked in combat, has no Pistols and is no MONSTER or VEHICLE", "10E-ELIG-3")
    return None


def why_no_target(state: Attack, aim: DeclaredTarget) -> Reason | None:
    """Return why the unit cannot select this target; None if it may be able to (10E-TGT-2, 6, 7, 10E-ELIG-4)."""
    unit, target = state.shooter.value, aim.unit.value
    if aim.engaged and not aim.engages_shooter and not is_big(target):
        return Reason(f"{target.name} is locked in combat with your army", "10E-TGT-7")
    if state.engaged and not is_big(unit) and not aim.engages_shooter:
        return Reason("in combat, Pistols may only be fired at a unit it is within Engagement Range of", "10E-ELIG-4")
    if state.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "10E-OOP-1")
    return None


def why_not_fired_at(state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Return why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == GRENADE.source and (reason := permissions.why_not_thrown(state, aim)):
        return reason
    situation = None if permissions.is_plain(state, aim) else situation_of(state, aim)
    if reason := why_not_fired(state, model, weapon, aim) or (
        permissions.why_forbidden(state, aim, model, situation) if situation else None
    ):
        return reason
    if aim.distance is not None and aim.distance > weapon.range:
        return Reason(f"out of range ({inches(weapon.range)})", "10E-TGT-2")
    if state.overwatch and aim.distance is not None and aim.distance > NUMBERS.overwatch_reach:
        return Reason(f'Overwatch reaches {NUMBERS.overwatch_reach}"', "10E-OOP-1")
    locked = aim.engaged or aim.engages_shooter
    close_situation = situation if aim.engages_shooter else None
    freely = close_situation and permissions.may(close_situation, permissions.kind_of(state, model), permissions.FREELY)
    if locked and not freely and permissions.has_here(state, aim, model, weapon, "Blast", sure=True):
        return Reason("Blast is never fired at a unit locked in combat with your army", "10E-WPN-BLAST-3")
    if not aim.visible:
        if not permissions.fires_as(
            situation_of(state, aim), permissions.kind_of(state, model), weapon, "Indirect Fire"
        ):
            return Reason("nobody of the unit sees the target", "10E-TGT-2")
        if weapon.skill is None or permissions.has_here(state, aim, model, weapon, "Torrent", sure=True):
            return Reason("Torrent weapons cannot be fired at what nobody sees", "10E-WPN-TORRENT-3")
    return permissions.why_alone(state, aim, model, weapon, situation) if situation else None


def why_not_fired(state: Attack, model: Model, weapon: Weapon, aim: DeclaredTarget | None = None) -> Reason | None:
    """Return why this model cannot fire this weapon at any target now; None if it may (10E-ELIG-2, 10E-ELIG-4)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if state.advanced or state.engaged:  # a permission may depend on the target, so it may hold before there is one
        aims = [aim] if aim is not None else [*state.aims, None]
        scenes = [situation_of(state, target) if target else situation_before(state) for target in aims]
        reasons = [_why_silent(situation, state, permissions.kind_of(state, model), weapon) for situation in scenes]
        return reasons[0] if all(reasons) else None
    return None


def _why_silent(situation: Situation, state: Attack, kind: int, weapon: Weapon) -> Reason | None:
    after = permissions.may(situation, kind, permissions.AFTER_ADVANCING, permissions.ELIGIBLE)
    if (
        state.advanced
        and not state.overwatch
        and not after
        and not permissions.fires_as(situation, kind, weapon, "Assault")
    ):
        return Reason("the unit Advanced, and it is no Assault weapon", "10E-ELIG-2")
    free = is_big(state.shooter.value) or permissions.may(situation, kind, permissions.FREELY)
    if state.engaged and not free and not permissions.fires_as(situation, kind, weapon, "Pistol"):
        return Reason("in combat the unit fires Pistols alone", "10E-ELIG-4")
    return None


# Targets, and reactions of the opponent (10E-TGT-7, 10E-ELIG-4, 10E-DEF)

NO_MORE_REACTIONS = reactions.NO_MORE
SMOKESCREEN, GO_TO_GROUND = "smokescreen", "go to ground"


def why_not_shot(state: Attack, enemy: BattleUnit, index: int, table: Table) -> tuple[Reason, ...]:
    """Return why the unit is no target, before anything is measured (10E-TGT-7, 10E-ELIG-4)."""
    if why := why_not_a_target(state, enemy, index):
        return (why,)
    if enemy.marked(states.LOCKED) and not is_big(states.living_unit(enemy).value) and not state.engaged:
        return (Reason("locked in combat with your army", "10E-TGT-7"),)
    if state.engaged and not is_big(state.shooter.value):
        if not enemy.marked(states.LOCKED):
            return (Reason("in combat, Pistols are fired at a unit it is engaged with", "10E-ELIG-4"),)
        if state.aims and table.setting("pistol_targets") != "per_weapon":
            return (Reason("in combat, all Pistols of a unit are fired at one enemy unit", "10E-ELIG-4"),)
    return ()


def on_ground(kind: TargetModel) -> TargetModel:
    """Return the kind with a 6+ invulnerable save, unless it has a better one (10E-DEF-GTG-1)."""
    best = min(6, kind.invulnerable) if kind.invulnerable is not None else 6
    return kind.but(invulnerable=best)


# Reactions -----------------------------------------------------------------------------------------------------------


def react(state: Attack, table: Table) -> Attack:
    """Ask for Smokescreen or Go to Ground just after targets are selected, each once a phase."""
    index, *_ = to_react(state)
    aim, battle = state.aims[index].but(reacted=True), state.battle.value

    def done(aim: DeclaredTarget) -> Attack:
        return state.but(aims=(*state.aims[:index], aim, *state.aims[index + 1 :]))

    if state.overwatch or state.doing:
        return done(aim)
    unit, used, place = aim.unit.value, battle.stratagems, (1 - state.side, aim.place)
    no_smoke, no_ground = why_no_smoke(unit, aim, used), why_no_ground(unit, aim, used)
    if state.manner.others and (why := command_points.why_not_counted_on(battle, place, table)):
        no_smoke, no_ground = no_smoke or why, no_ground or why
    army = reactions.rows(state, index)
    smokescreen = Option(SMOKESCREEN, "Smokescreen: cover and Stealth (1CP)", no_smoke)
    go_to_ground = Option(GO_TO_GROUND, "Go to Ground: cover and a 6+ invulnerable save (1CP)", no_ground)
    options = smokescreen, go_to_ground
    core = [row for option in options for row in command_points.priced_rows(battle, place[0], option)]
    if state.manner.others and (reactions.is_over(battle, unit.name) or not command_points.one_is_open((*core, *army))):
        return done(aim)
    rows = command_points.cheaper_last(core)
    longer: list[Option] = []
    if state.manner.others:
        longer = [*rows, Option(NO_MORE_REACTIONS, "none, and do not ask again this phase")]
        if entries.has_block(battle, place[0]):
            longer = reactions.in_order(state, index, (*core, *army))
    answer = table.choose(
        f"reaction:{unit.name}",
        (Option(NOTHING, "no reaction"), *(longer or rows)),
        default=NOTHING,
        owner=DEFENDER,
        rules=("10E-DEF-SMOKE-1", "10E-DEF-GTG-1"),
        text=f"{unit.name}: a reaction?",
    )
    if (after := reactions.answered(state, index, answer, table)) is not None:
        return reactions.reacted(after, index)
    before = state
    answer, cost = command_points.paid_for(answer, rows)
    if state.manner.others:
        name = battle_points.SMOKESCREEN if answer == SMOKESCREEN else battle_points.GO_TO_GROUND
        battle = command_points.spend(battle.but(stratagems=(*used, answer)), place[0], name, cost, table)
        state = state.but(battle=Hashed(command_points.noted_on(battle, place, name)))
    smoke, ground = aim.smoke or answer == SMOKESCREEN, aim.ground or answer == GO_TO_GROUND
    line = aim.line.changed(lambda kind: (on_ground(kind) if ground else kind).but(cover=True))
    state = done(aim.but(smoke=smoke, ground=ground, line=line))
    return reactions.with_new_answers(before, state, index, table) if state.manner.seen else state


def why_no_smoke(unit: Unit, aim: DeclaredTarget, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("SMOKE"):
        return (Reason("it has no SMOKE", "10E-DEF-SMOKE-1"),)
    if aim.smoke:
        return (Reason("it is in smoke already", "10E-DEF-SMOKE-1"),)
    return (Reason("used this phase", "10E-DEF-SMOKE-1"),) if SMOKESCREEN in used else ()


def why_no_ground(unit: Unit, aim: DeclaredTarget, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("INFANTRY"):
        return (Reason("only INFANTRY goes to ground", "10E-DEF-GTG-1"),)
    if aim.ground:
        return (Reason("it has gone to ground already", "10E-DEF-GTG-1"),)
    return (Reason("used this phase", "10E-DEF-GTG-1"),) if GO_TO_GROUND in used else ()
