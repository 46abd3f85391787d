"""Questions about when something is said and by whom, about the order of the steps, and about whole attacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shoot_cli.core.answerers import Preset, PresetTable, dice
from shoot_cli.core.answers import ATTACKER, DEFENDER
from shoot_cli.core.questions import Roll
from shoot_cli.core.quizzes import Drill, Maker, PlayedAttack, Quiz, Source
from shoot_cli.core.quizzes.makers import estimate, in_order, mistaken, told
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry
from shoot_cli.rules.seventh import ATTACK, PHASE, charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    USUAL,
    Meet,
    a_unit,
    arm,
    at_models,
    counted,
    meetings,
    numbers_near,
)
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps import facts
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.end import pinning_test
from shoot_cli.rules.seventh.steps.turns import end_phase
from shoot_cli.rules.seventh.vehicle_charts import area_of, jinks

# When, of one weapon's dice -------------------------------------------------------------------------------------------

WHEN = (  # by how many of the rolls to hit, to wound and to save lie before it
    "before any die to hit is rolled",
    "after the dice to hit, before those to wound",
    "after the dice to wound, before any save",
    "after the saves",
)
WHO = {ATTACKER: "the player who shoots", DEFENDER: "the player whose unit is shot at"}
NO_CHOICE = ("nobody: the rule leaves no choice", "the winner of a roll-off")
GUNS = a_unit(arm("boltgun"), 10)
GUARD = a_unit(arm("lasgun"), 10, armour=5, toughness=3)
BIKES = a_unit(arm("boltgun"), 5, "Bike", armour=6, toughness=5)
MIXED = Unit("Mixed", "Infantry", ((Model("Veteran", 4, 4, armour=2), 4), (Model("Recruit", 4, 4, armour=4), 4)))
CANNONS = a_unit(arm("assault cannon"), 8)
TRIES = 40


def asked(source: Source, shooter: Unit, target: Unit, key: str) -> tuple[int, Entry]:
    """In which of the moments of ``WHEN`` a question is asked in an attack, and the question."""
    for seed in range(TRIES):
        table = PresetTable(Preset({"distance": 6, "cover": "ruin"}, dice(str(seed))))
        table.settings = USUAL
        play(source.ruleset.attack, attack_of(shooter, target), table)
        rolls = [
            entry.question.key.partition(":")[0] if isinstance(entry.question, Roll) else "" for entry in table.log
        ]
        found = [i for i, entry in enumerate(table.log) if entry.question and entry.question.key.startswith(key)]
        if found and {"hit", "wound", "save"} <= {*rolls}:
            before = {*rolls[: found[0]]}
            return sum(roll in before for roll in ("hit", "wound", "save")), table.log[found[0]]
    raise AssertionError(f"{key} is never asked")


class Said(NamedTuple):
    """Something that a player says: ``moment``: of ``WHEN``, -1 where it is another; ``owner``: who says it."""

    what: str
    moment: int
    owner: str


DOWN, JINK, FIRST = "whether the target goes to ground", "whether the target jinks", "which pool of Wounds comes first"
OPT_OUT, WEAPON = "which models do not fire the weapon that was picked", "which weapon is fired next"
EQUALLY, PRECISE, SAVES, LOOK_OUT = (
    "which of two equally close models takes the Wound",
    "which model takes the Wound of a Precision Shot",
    "which of the allowed saves a model takes",
    "whether Look Out, Sir is tried",
)
ALL_SAID = (
    Said(DOWN, 2, DEFENDER), Said(JINK, 0, DEFENDER), Said(FIRST, 2, ATTACKER), Said(OPT_OUT, 0, ATTACKER),
    Said(WEAPON, 0, ATTACKER), Said(EQUALLY, -1, DEFENDER), Said(PRECISE, -1, ATTACKER), Said(SAVES, 2, DEFENDER),
    Said(LOOK_OUT, -1, DEFENDER),
)  # fmt: skip


def turned_round(source: Source, what: str, owner: str) -> Quiz:
    """Which decision is a player's, or which alone is not."""
    theirs = [one.what for one in ALL_SAID if one.owner != owner]
    if source.one((True, False, False)):
        because = f"{what}: {WHO[owner]}"
        text, facts = f"Which of these does {WHO[owner]} decide?", {"ask": "whose", "what": what}
        return source.quiz(text, what, source.random.sample(theirs, 3), because, facts)
    (other,) = {*WHO} - {owner}
    right = source.one(theirs)
    ours = source.random.sample([one.what for one in ALL_SAID if one.owner == owner and one.what != what], 2)
    because = f"{right}: {WHO[other]}; {what}: {WHO[owner]}"
    text = f"Which of these does {WHO[owner]} not decide?"
    return source.quiz(text, right, [what, *ours], because, {"ask": "not whose"})


def moment_of(source: Source, what: str, moment: int) -> Quiz:
    """When it is said, or which of a few is said then."""
    because = f"{what}: {WHEN[moment]}"
    if source.one((True, False)):
        return source.quiz(f"When is it said {what}?", WHEN[moment], WHEN, because, {"ask": "when", "what": what})
    others = [one.what for one in ALL_SAID if one.moment not in (moment, -1)]
    text, facts = f"Which of these is said {WHEN[moment]}?", {"ask": "which", "what": what}
    return source.quiz(text, what, source.random.sample(others, 3), because, facts)


def who_of(source: Source, what: str, owner: str) -> Quiz:
    if source.one((True, True, False)):
        return turned_round(source, what, owner)
    right = WHO[owner]
    others = [*WHO.values(), *NO_CHOICE]
    return source.quiz(f"Who decides {what}?", right, others, f"{what}: {right}", {"ask": "who", "what": what})


def when(
    rule: str, what: str, shooter: Unit, target: Unit, key: str, fits: Callable[[Meet], bool], common: int = 1
) -> Drill:
    """When it is said ``what``, or by whom; played on the spot. ``key``: of the question about it."""

    def make(source: Source) -> Quiz:
        source.must_meet(meetings, fits)
        moment, entry = asked(source, shooter, target, key)
        assert entry.question is not None
        if source.one((True, False)):
            return moment_of(source, what, moment)
        return who_of(source, what, entry.question.owner)

    return Drill("decision", rule, make, common)


def by_whom(rule: str, what: str, owner: str, fits: Callable[[Meet], bool] = at_models, common: int = 1) -> Drill:
    """Who decides; ``owner``: of the question that the game asks about it."""

    def make(source: Source) -> Quiz:
        source.must_meet(meetings, fits)
        return who_of(source, what, owner)

    return Drill("decision", rule, make, common)


# When, of a whole attack and phase ------------------------------------------------------------------------------------

TESTS = (
    "right after the weapon that caused it has been resolved",
    "when the firing unit has fired all its weapons",
    "at the end of the Shooting phase",
    "at the end of the turn",
)
assert pinning_test is ATTACK[-1]
assert end_phase is PHASE[-1]
STEPS = {pinning_test: TESTS[1], end_phase: TESTS[2]}


def a_test(
    rule: str,
    what: str,
    step: Callable[..., Any],
    fits: Callable[[Meet], bool],
    how_often: Callable[[Source], Quiz],
    common: int = 1,
) -> Drill:
    """When a test is taken; ``step``: in which it is. ``how_often``: the same, as a case to be counted."""

    def make(source: Source) -> Quiz:
        source.must_meet(meetings, fits)
        if source.one((True, True, False)):
            return how_often(source)
        right = STEPS[step]
        because = f"{what}: {right}"
        return source.quiz(f"When is {what} taken?", right, TESTS, because, {"ask": "test"})

    return Drill("decision", rule, make, common)


def pinning_tests(source: Source) -> Quiz:
    """One for each unit that fires, however many of its weapons hurt."""
    units, weapons = source.random.randint(1, 3), source.random.randint(2, 3)
    harmless = source.random.randint(0, 2)
    also = f" {counted(harmless, 'other unit')} with Pinning weapons hit it and hurt nobody." if harmless else ""
    fire = "One unit fires at a squad, and" if units == 1 else f"{units} units fire at a squad in turn, and each"
    text = (
        f"{fire} costs it Wounds with {weapons} different Pinning weapons.{also} "
        "How many Pinning tests does the squad take, if it passes them all?"
    )
    facts = {"ask": "pinning", "units": units}
    why = "one for each unit that hurt it, after all its weapons"
    return source.quiz(
        text, units, numbers_near(source, units, units * weapons, units + harmless, 1), f"{why}: {units}", facts
    )


def morale_checks(source: Source) -> Quiz:
    """The losses of the whole phase, and one check at its end."""
    there, lost = source.one((5, 8, 10, 12, 20)), (source.random.randint(1, 3), source.random.randint(1, 3))
    right = int(sum(lost) >= charts.casualties_for_morale(there))
    text = (
        f"A squad that began the phase with {there} models loses {lost[0]} to one unit and {lost[1]} to another. "
        "How many Morale checks does it take for that?"
    )
    much = f"4 x {sum(lost)} is {'not ' * right}less than {there}"
    why = f"{much}, and it is checked once, at the end of the phase" if right else f"{much}, no quarter is lost"
    facts = {"ask": "morale", "there": there, "lost": lost}
    wrong = numbers_near(source, right, 1 - right, 2)
    return source.quiz(text, right, wrong, f"{why}: {right}", facts)


DAMAGES = ("Crew Shaken", "Crew Stunned", "Weapon Destroyed", "Immobilised")


def passengers_tests(source: Source) -> Quiz:
    """One for each unit inside, whatever the damage results were."""
    units, results = source.random.randint(1, 2), source.random.sample(DAMAGES, source.random.randint(0, 3))
    damage = f"suffers {', '.join(results)}" if results else "suffers two glancing hits and no damage result"
    inside = "One squad sits" if units == 1 else "Two squads sit"
    text = f"{inside} in a transport that {damage}; it is not wrecked. How many Leadership tests do passengers take?"
    right = units if results else 0
    why = "one for each squad inside, however many results" if results else "no result, no test"
    facts = {"ask": "passengers", "units": units, "results": len(results)}
    return source.quiz(
        text, right, numbers_near(source, right, units * len(results), len(results), 0), f"{why}: {right}", facts
    )


def precise(meet: Meet) -> bool:
    return meet.weapon.has("Sniper") or meet.bearer.has("Precision Shots")


def owner_of(key: str) -> str:
    """Whose question this is in an attack."""
    return next(question.owner for question in facts.KNOWN if question.key == key)


def several_pools(meet: Meet) -> bool:
    return any(meet.weapon.has(rule) for rule in ("Rending", "Bladestorm", "Sniper")) and at_models(meet)


def on_foot(meet: Meet) -> bool:
    return at_models(meet) and meet.target.type.startswith("Infantry")


def jinking(meet: Meet) -> bool:
    return jinks(meet.target, meet.model)


def a_transport(meet: Meet) -> bool:
    return meet.target.capacity is not None


def pinning(meet: Meet) -> bool:
    return at_models(meet) and meet.weapon.has("Pinning")


DECISIONS = (
    when("7E-GTG-1", DOWN, GUNS, GUARD, "go_to_ground", on_foot, 3),
    when("7E-GTG-6", JINK, GUNS, BIKES, "jink", jinking, 2),
    when("7E-WPN-3", OPT_OUT, GUNS, GUARD, "facts:", at_models, 2),
    when("7E-WND-11", FIRST, CANNONS, MIXED, "pools:", several_pools),
    by_whom("7E-SAV-8", SAVES, facts.SAVE.owner, common=2),
    by_whom("7E-ALC-3", EQUALLY, facts.ORDER.owner),
    by_whom("7E-ALC-5", PRECISE, owner_of("precision"), precise),
    by_whom("7E-ALC-6", LOOK_OUT, facts.LOOK_OUT_SIR.owner, lambda meet: at_models(meet) and meet.model.character),
    a_test("7E-END-1", "a Pinning test", pinning_test, pinning, pinning_tests),
    a_test("7E-END-2", "the Morale check for a quarter of the models", end_phase, at_models, morale_checks, 2),
    a_test(
        "7E-END-6", "the Leadership test of a damaged transport's passengers", end_phase, a_transport, passengers_tests
    ),
)

# Orders ---------------------------------------------------------------------------------------------------------------

OF_AN_ATTACK = (
    "choose the target", "say whether the target jinks", "pick a weapon name", "roll to hit", "roll to wound",
    "say whether the target goes to ground", "allocate Wounds and save", "pick the next weapon name",
    "take the Pinning test",
)  # fmt: skip
OF_A_WOUND = ("allocate the Wound", "try Look Out, Sir", "roll the save", "roll Feel No Pain", "take off the Wound")
OF_A_BLAST = (
    "roll for Gets Hot", "place the marker", "roll the scatter die and 2D6", "move the marker",
    "count the models under it", "roll to wound",
)  # fmt: skip
OF_A_VEHICLE = (
    "roll to hit", "roll to penetrate", "roll the cover save", "take off Hull Points", "roll on the damage table",
)  # fmt: skip
OF_AN_EXPLOSION = (
    "roll to hit", "roll to penetrate", "roll on the damage table", "roll how far the explosion reaches",
    "resolve the hits on units near it", "pick the next weapon name",
)  # fmt: skip
OF_A_BARRAGE = (
    "place the marker", "roll the scatter die and 2D6", "move the marker",
    "say who is nearest to it and what covers whom", "roll to wound", "allocate Wounds and save",
)  # fmt: skip

ORDERS = (
    Drill("order", "7E-WPN-1", in_order(OF_AN_ATTACK, "a shooting attack"), 3),
    Drill("order", "7E-SAV-17", in_order(OF_A_WOUND, "one Wound"), 2),
    Drill("order", "7E-WPN-13", in_order(OF_A_BLAST, "a shot with a Blast weapon")),
    Drill("order", "7E-VEH-4", in_order(OF_A_VEHICLE, "shots at a vehicle"), 2),
    Drill("order", "7E-VEH-14", in_order(OF_AN_EXPLOSION, "shots that make a vehicle explode")),
    Drill("order", "7E-ALC-13", in_order(OF_A_BARRAGE, "a shot with a Barrage weapon")),
)


def one_weapon(played: PlayedAttack) -> bool:
    """True if the situation, which has one weapon with its profile, tells all that counts; and of a log long enough."""
    fired: tuple[str, ...] = played.end.fired
    return len(fired) == 1 and len(told(played)) >= 3 and can_be_so(played)


def can_be_so(played: PlayedAttack) -> bool:
    """True unless it is drawn for the firing unit that it has gone to ground, and it never can."""
    down = played.facts.get("attacker_state") == "gone to ground"
    never = charts.never_to_ground(played.shooter) is not None or played.shooter.has("Fearless")
    return not (down and (never or played.shooter.vehicle))


def with_a_mistake(at_vehicles: bool = False) -> Maker:
    def told_apart(shooter: Unit, target: Unit) -> bool:
        return target.vehicle == at_vehicles and shooter.name != target.name

    return mistaken(one_weapon, told_apart, go_to_ground="no")


def can_be_guessed(played: PlayedAttack) -> bool:
    """True if one weapon was fired, and on dice to hit: nobody can guess what lies under a marker."""
    told_apart = played.shooter.name != played.target.name
    return len(played.end.fired) == 1 and told_apart and not area_of(weapon_of(played)) and can_be_so(played)


def weapon_of(played: PlayedAttack) -> Weapon:
    fired: str = played.end.fired[0]
    return weapon_named(played.shooter, fired)


def weapon_named(unit: Unit, name: str) -> Weapon:
    return next(weapon for weapon in unit.weapons() if weapon.name == name)


def how_many(played: PlayedAttack) -> str:
    """How often they shoot, or what their dice for it are, and at how many."""
    weapon = weapon_of(played)
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    shots = counted(sum(roll.dice for roll in rolls if roll.key.startswith("hit:")), "shot")
    if weapon.shots.dice:
        said = next(entry.value for entry in played.log if entry.question and entry.question.key.startswith("facts:"))
        shots = f"{counted(sum(said['firing']), 'model')} with {weapon.shots.text} shots each"
    there = sum(n for _, n in played.target.models)
    return f"{shots} at {counted(there, 'model')}"


WHOLE_ATTACKS = (
    Drill("mistake", "7E-HIT-1", with_a_mistake(), 3),
    Drill("mistake", "7E-WND-1", with_a_mistake(), 3),
    Drill("mistake", "7E-SAV-2", with_a_mistake(), 2),
    Drill("mistake", "7E-VEH-3", with_a_mistake(at_vehicles=True)),
    Drill("estimate", "7E-WPN-1", estimate(fits=can_be_guessed, more=how_many), 3),
)

DRILLS = (*DECISIONS, *ORDERS, *WHOLE_ATTACKS)
