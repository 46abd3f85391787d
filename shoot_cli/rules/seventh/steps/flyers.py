"""Flight, Skyfire, and Grounding tests."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, BystanderHits, Firer, Firing
from shoot_cli.rules.seventh.steps.states import FALLEN, HURT_ALOFT, PULLED, mode_of
from shoot_cli.rules.seventh.tokens import GroundingHit

# Flight of both units, Skyfire, and their effects on shots (7E-FLY-1 to 7, 11; 7E-FMC-1 to 3).

YES_NO, NO_YES = (Option("yes"), Option("no")), (Option("no"), Option("yes"))
ATTACKER_FLIGHT = Choose("attacker_flight", tuple(map(Option, charts.MODES)), rules=("7E-FLY-1", "7E-FMC-1"))
TARGET_FLIGHT = ATTACKER_FLIGHT.but(key="target_flight", owner=DEFENDER)
ZOOMS = Choose("zooming", YES_NO, "yes", DEFENDER, ("7E-FLY-1", "7E-FMC-1"), "Does it zoom or swoop?")
SKYFIRE = Choose("skyfire", YES_NO, "no", rules=("7E-FLY-3", "7E-FLY-4"))
VECTOR_STRIKE = Choose("vector_strike", NO_YES, "no", rules=("7E-FLY-11",))
KNOWN: tuple[Choose, ...] = (ATTACKER_FLIGHT, TARGET_FLIGHT, ZOOMS, SKYFIRE, VECTOR_STRIKE)

NO_FLYER = Reason("only Flyers and Flying Monstrous Creatures do", "7E-FLY-1")


def set_flight(state: Attack, table: Table) -> Attack:
    """Set how both units fly and what the shooter chose for this phase, before any die and any jink."""
    markers = table.setting("skyfire_markers") == "yes"
    fighters = table.setting("flyer_rules") == "death_from_the_skies"
    if markers or fighters:
        state = state.but(flight=state.flight.but(markers=markers, fighters=fighters))
    if charts.flies(state.target.value):
        state = state.but(zooming=target_mode(state, table) in charts.HARD_TO_HIT)
    if not charts.flies(state.shooter.value):
        return state
    state = state.but(flight=state.flight.but(mode=attacker_mode(state, table)))
    split = state.battle_around().split
    if split and split.fired and split.flight:
        state = state.but(
            flight=state.flight.but(skyfire=split.flight.skyfire, vector_strike=split.flight.vector_strike)
        )
    return strike(choose_skyfire(state, table), table)


def target_mode(state: Attack, table: Table) -> str:
    """Return how the target flies: by its marks in a battle, otherwise as the players say."""
    unit = state.target.value
    if state.manner.seen:
        return mode_of(state.battle_around().unit_at(*state.target_at()))
    if answer := table.default_unless_given(ZOOMS, ""):  # the short form of the answer
        return charts.flight_modes(unit)[0] if answer == "yes" else charts.low(unit)
    return ask_mode(TARGET_FLIGHT, unit, table)


def attacker_mode(state: Attack, table: Table) -> str:
    if state.manner.seen:
        return mode_of(state.battle_around().unit_at(*state.battle_around().shooting()))
    return ask_mode(ATTACKER_FLIGHT, state.shooter.value, table)


def ask_mode(question: Choose, unit: Unit, table: Table) -> str:
    """Ask how a unit flies. A Flyer without Hover always zooms."""
    modes = charts.flight_modes(unit)
    both = (modes[0], charts.low(unit))
    options = tuple(Option(mode, charts.MODES[mode], () if mode in modes else (charts.NO_HOVER,)) for mode in both)
    return table.choose(
        question.key, options, default=modes[0], owner=question.owner, rules=question.rules,
        text=f"{unit.name}: how does it fly?",
    )  # fmt: skip


def choose_skyfire(state: Attack, table: Table) -> Attack:
    """Ask a zooming or swooping unit if all its weapons have Skyfire this phase (7E-FLY-3, 7E-FMC-2)."""
    unit = state.shooter.value
    if state.flight.mode not in charts.HARD_TO_HIT or state.flight.skyfire is not None:
        return state
    if state.flight.fighters and charts.is_flyer(unit) and not unit.of_type("Fighter"):
        return state
    air = air_target(state)
    question = SKYFIRE.but(default="yes" if air else "no", text=f"{unit.name}: Skyfire for all its weapons this phase?")
    printed = all(weapon.has("Skyfire") for weapon in unit.weapons())
    if printed or (not state.manner.attacks_follow and (state.snap_only or (air and not state.zooming))):
        table.check_only_answer(question, None)
        return state
    return state.but(flight=state.flight.but(skyfire=table.ask(question) == "yes"))


def strike(state: Attack, table: Table) -> Attack:
    """Ask for a Vector Strike this turn, which costs one weapon (7E-FLY-11)."""
    unit = state.shooter.value
    if state.flight.vector_strike is None:
        question = VECTOR_STRIKE.but(text=f"{unit.name}: did it make a Vector Strike this turn?")
        answer = table.ask(question) if can_strike(state) else table.default_unless_given(question, "no")
        state = state.but(flight=state.flight.but(vector_strike=answer == "yes"))
    if not state.flight.vector_strike or unit.vehicle:  # vehicles lose a full-skill weapon instead, see `full_skill`
        return state
    return state.but(firers=tuple(firer.but(weapons=max(0, firer.weapons - 1)) for firer in state.firers))


def can_strike(state: Attack) -> bool:
    """Return True if the unit can have made a Vector Strike and has enough weapons for it to matter."""
    unit = state.shooter.value
    most = len(max((model.working() for model, _ in unit.models), key=len))
    if charts.is_monster(unit):
        return state.flight.mode == charts.SWOOPING and most > 1
    full = full_skill(state)
    return unit.has("Vector Strike") and state.flight.mode == charts.ZOOMING and full is not None and most >= full


def full_skill(state: Attack) -> int | None:
    """Return how many weapons of each vehicle fire at full Ballistic Skill; None: no limit (7E-WPN-22, 7E-FLY-2)."""
    unit, struck = state.shooter.value, bool(state.flight.vector_strike)
    if state.flight.mode == charts.ZOOMING and state.speed not in charts.SILENT:
        return charts.AT_FULL_SKILL + unit.has("Power of the Machine Spirit") - struck
    hovers = state.flight.mode == charts.HOVERING
    speed = charts.STATIONARY if not state.speed or unit.has("stationary") else state.speed  # 7E-EFF-1
    full = charts.full_skill(unit, speed, hovers)
    return full if full is None else max(0, full - struck)


# Effects on shots.


def air_target(state: Attack) -> bool:
    return charts.is_air_target(state.target.value, state.flight.fighters)


def has_skyfire(state: Attack, weapon: Weapon) -> bool:
    return bool(state.flight.skyfire) or weapon.has("Skyfire")


def snaps(state: Attack, weapon: Weapon) -> bool:
    """Return True if flight or Skyfire makes the weapon's shots Snap Shots (7E-FLY-4, 7E-FLY-5)."""
    skyfire = has_skyfire(state, weapon)
    return (state.zooming and not skyfire) or (skyfire and not air_target(state))


def why_snap(state: Attack, weapon: Weapon) -> str:
    """Return why flight or Skyfire makes all shots Snap Shots; "" if it does not."""
    if not snaps(state, weapon):
        return ""
    return "Skyfire at a target on the ground" if has_skyfire(state, weapon) else "the target zooms or swoops"


def cannot_hit(state: Attack, weapon: Weapon) -> bool:
    """Return True for weapons without a roll To Hit at a zooming or swooping target (7E-FLY-5)."""
    area = charts.area_of(weapon)
    if not state.zooming or not area:
        return False
    return area == "Template" or not (state.flight.markers and has_skyfire(state, weapon))


def skill_bonus(state: Attack, weapon: Weapon) -> int:
    """Return the Ballistic Skill bonus of a Strafing Run and the Fighters' penalty (7E-FLY-7, setting flyer_rules)."""
    unit = state.shooter.value
    bonus = charts.strafes(unit, weapon) and charts.strafed(state.target.value, state.zooming)
    fighter = state.flight.fighters and state.flight.mode == charts.ZOOMING and unit.of_type("Fighter")
    loss = fighter and not air_target(state)
    return int(bonus) - int(loss)


def causes_grounding(state: Attack, table: Table) -> bool:
    """Return True if hits alone make this Swooping target test (setting grounding; 7E-FMC-4)."""
    monster = state.manner.attacks_follow and state.zooming and not state.target.value.vehicle
    return monster and table.setting("grounding") == "each_unit_that_hit"


def strafing_pins(state: Attack, weapon: Weapon) -> bool:
    """Return True if the weapon pins because of an Elysian Strafing Run (7E-FLY-7)."""
    return charts.strafes(state.shooter.value, weapon) and charts.elysian(state.shooter.value)


def proposed_at_full(state: Attack, firer: Firer, model: Model, weapon: Weapon, most: int) -> int:
    """Return how many weapons of this name are proposed at full skill, at most `most` (7E-FLY-2).

    For a zooming unit, weapons that cannot fire Snap Shots come first, then the strongest.
    """
    if state.flight.mode != charts.ZOOMING or firer.full_skill_left is None:
        return most
    first: dict[str, Weapon] = {}  # for weapons with modes: the proposed mode
    for other in model.weapons:
        if may_fire_full(state, firer, other):
            first.setdefault(other.physical, other)
    names = [other.name for other in model.weapons]
    before = sum(
        sum(gun.name == other.name for gun in model.weapons) - firer.lost.count(other.physical)
        for other in first.values()
        if other.physical != weapon.physical and full_skill_order(other, names) < full_skill_order(weapon, names)
    )
    return min(most, max(0, firer.full_skill_left - before))


def full_skill_order(weapon: Weapon, names: list[str]) -> tuple[bool, int, int]:
    """Return the sort key for weapons at full skill: those that never snap first, then the strongest, then by name."""
    return not charts.never_snaps(weapon), -(weapon.strength or 0), names.index(weapon.name)


def may_fire_full(state: Attack, firer: Firer, weapon: Weapon) -> bool:
    """Return True if the weapon may still be fired at full skill in this attack."""
    used = weapon.name in firer.used or bool(weapon.mode_of and weapon.mode_of in firer.used)
    in_reach = weapon.range is None or state.distance <= weapon.range
    closed = weapon.type == "Ordnance" and state.ordnance is False
    beyond = any(name == weapon.name for name, _ in state.out_of_reach)
    return in_reach and not (used or closed or beyond or snaps(state, weapon) or cannot_hit(state, weapon))


def flight_questions(shooter: Unit, target: Unit) -> tuple[Question, ...]:
    """Return the questions about the flight of these two units, closed if they do not fly."""
    questions: list[Question] = []
    for question in KNOWN:
        unit = target if question.owner == DEFENDER else shooter
        options = question.options
        if not charts.flies(unit):
            options = tuple(option.but(closed=(NO_FLYER,)) for option in options)
        elif question in (ATTACKER_FLIGHT, TARGET_FLIGHT):
            both = (charts.flight_modes(unit)[0], charts.low(unit))
            options = tuple(option for option in options if option.value in both)
        questions.append(question.but(options=options))
    return tuple(questions)


# Grounding tests of Swooping creatures, before Morale (7E-FMC-4, 7E-FMC-5, 7E-END-7).


def note_touch(state: Firing, touch: GroundingHit, n: int, table: Table) -> Firing:
    """Note that the Swooping target was hit (setting grounding)."""
    return state.with_attack(touched=True)


def ground_at_once(battle: Battle, table: Table) -> Battle:
    """Make the Grounding tests after each unit, as in the 6th edition, if the setting grounding says so."""
    return grounding_tests(battle, table) if table.setting("grounding") == "each_unit_that_hit" else battle


def grounding_tests(battle: Battle, table: Table) -> Battle:
    """Make one test for each Swooping creature that lost a Wound this phase."""
    for side, army in enumerate(battle.sides):
        for i, unit in enumerate(army.units):
            if unit.ranks and unit.marked(HURT_ALOFT):
                battle = grounding_test(battle, side, i, unit, table)
    return battle


def grounding_test(battle: Battle, side: int, index: int, battle_unit: BattleUnit, table: Table) -> Battle:
    """Roll one Grounding test. A creature that fails glides and takes a hit without armour and cover saves."""
    name = battle_unit.unit.value.name
    need = charts.grounding(battle_unit.marked(PULLED))
    battle_unit = battle_unit.without(HURT_ALOFT, PULLED)
    owner = DEFENDER if side != battle.active else ATTACKER
    if table.roll(f"grounding:{name}", 1, need, owner=owner, text=f"{name}: Grounding test").passed:
        table.tell("{unit} stays in the air", ("7E-FMC-4",), unit=name)
        return replaced(battle, side, index, battle_unit)
    table.tell("{unit}: on the ground, gliding until its owner's next turn", ("7E-FMC-4", "7E-FMC-5"), unit=name)
    battle_unit = battle_unit.without(charts.SWOOPING).with_mark(Mark(FALLEN, battle.end_of(1 - side)))
    forbidden = ("armour",) if table.setting("grounded_saves") == "invulnerable" else ("armour", "invulnerable")
    fall = BystanderHits(side, index, 1, charts.FALL, "falling", forbidden=forbidden)
    return replaced(battle, side, index, battle_unit).but(harms=(*battle.harms, fall), shooter=None)
