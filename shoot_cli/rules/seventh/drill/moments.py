"""Questions about when something is said and by whom, about the order of the steps, and about whole attacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.answers import ATTACKER, DEFENDER, Reason
from shoot_cli.core.drivers import Given, GivenTable, dice
from shoot_cli.core.questions import Roll
from shoot_cli.core.quizzes.drill import Drill, Maker
from shoot_cli.core.quizzes.guesses import estimate, mistaken, told
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Played, Source
from shoot_cli.core.quizzes.tables import in_order
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry
from shoot_cli.rules.seventh import ATTACK, PHASE
from shoot_cli.rules.seventh.drill.pieces import USUAL, Meet, a_unit, arm, at_models, counted, met
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps import facts
from shoot_cli.rules.seventh.steps.end import pinning_test
from shoot_cli.rules.seventh.steps.target import attack_of
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
        table = GivenTable(Given({"distance": 6, "cover": "ruin"}, dice(str(seed))))
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


def when(
    rule: str,
    what: str,
    shooter: Unit,
    target: Unit,
    key: str,
    fits: Callable[[Meet], bool],
    who: str = "",
    common: int = 1,
) -> Drill:
    """When it is said ``what``, or who decides ``who``; played on the spot. ``key``: of the question about it."""

    def make(source: Source) -> Quiz | None:
        if source.own and met(source, fits) is None:
            return None
        moment, entry = asked(source, shooter, target, key)
        question = entry.question
        assert question is not None
        if not who or source.one((True, False)):
            right = WHEN[moment]
            because = Reason(f"{what}: {right}", rule)
            return source.quiz("decision", f"When is it said {what}?", right, WHEN, (because,), facts={"ask": "when"})
        right = WHO[question.owner]
        because = Reason(f"{who}: {right}", rule)
        others = [*WHO.values(), *NO_CHOICE]
        return source.quiz("decision", f"Who decides {who}?", right, others, (because,), facts={"ask": "who"})

    return Drill("decision", rule, make, common)


def by_whom(rule: str, who: str, owner: str, fits: Callable[[Meet], bool] = at_models, common: int = 1) -> Drill:
    """Who decides; ``owner``: of the question that the game asks about it."""

    def make(source: Source) -> Quiz | None:
        if source.own and met(source, fits) is None:
            return None
        right = WHO[owner]
        others = [*WHO.values(), *NO_CHOICE]
        return source.quiz(
            "decision", f"Who decides {who}?", right, others, (Reason(f"{who}: {right}", rule),), facts={"ask": "who"}
        )

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


def a_test(rule: str, what: str, step: Callable[..., Any], fits: Callable[[Meet], bool], common: int = 1) -> Drill:
    """When a test is taken; ``step``: in which it is."""

    def make(source: Source) -> Quiz | None:
        if source.own and met(source, fits) is None:
            return None
        right = STEPS[step]
        because = (Reason(f"{what}: {right}", rule),)
        return source.quiz(
            "decision", f"When is this test taken: {what}?", right, TESTS, because, facts={"ask": "test"}
        )

    return Drill("decision", rule, make, common)


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


def a_character(meet: Meet) -> bool:
    return at_models(meet) and meet.model.character


def a_transport(meet: Meet) -> bool:
    return meet.target.capacity is not None


def pinning(meet: Meet) -> bool:
    return at_models(meet) and meet.weapon.has("Pinning")


DOWN, JINK, FIRST = "the target goes to ground", "the target jinks", "which pool of Wounds comes first"
EQUALLY, PRECISE, SAVES = (
    "which of two equally close models takes the Wound",
    "which model takes the Wound of a Precision Shot",
    "which of the allowed saves a model takes",
)
DECISIONS = (
    when("7E-GTG-1", f"that {DOWN}", GUNS, GUARD, "go_to_ground", on_foot, f"whether {DOWN}", 3),
    when("7E-GTG-6", f"that {JINK}", GUNS, BIKES, "jink", jinking, f"whether {JINK}", 2),
    when("7E-WPN-3", "which models do not fire the weapon that was picked", GUNS, GUARD, "facts:", at_models, common=2),
    when("7E-WND-11", FIRST, CANNONS, MIXED, "pools:", several_pools, FIRST),
    by_whom("7E-SAV-8", SAVES, facts.SAVE.owner, common=2),
    by_whom("7E-ALC-3", EQUALLY, facts.ORDER.owner),
    by_whom("7E-ALC-5", PRECISE, owner_of("precision"), precise),
    by_whom("7E-ALC-6", "whether Look Out, Sir is tried", facts.LOOK_OUT_SIR.owner, a_character),
    a_test("7E-END-1", "Pinning", pinning_test, pinning),
    a_test("7E-END-2", "Morale, as a quarter of the models is lost", end_phase, at_models, 2),
    a_test("7E-END-6", "Leadership, of passengers whose transport was damaged", end_phase, a_transport),
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

ORDERS = (
    Drill("order", "7E-WPN-1", in_order("7E-WPN-1", OF_AN_ATTACK, "a shooting attack"), 3),
    Drill("order", "7E-SAV-17", in_order("7E-SAV-17", OF_A_WOUND, "one Wound"), 2),
    Drill("order", "7E-WPN-13", in_order("7E-WPN-13", OF_A_BLAST, "a shot with a Blast weapon")),
    Drill("order", "7E-VEH-4", in_order("7E-VEH-4", OF_A_VEHICLE, "shots at a vehicle"), 2),
)


def one_weapon(played: Played) -> bool:
    """True if the situation, which has one weapon with its profile, tells all that counts; and of a log long enough."""
    fired: tuple[str, ...] = played.end.fired
    return len(fired) == 1 and len(told(played)) >= 3


def with_a_mistake(rule: str, at_vehicles: bool = False) -> Maker:
    return mistaken(rule, one_weapon, lambda shooter, target: target.vehicle == at_vehicles, go_to_ground="no")


def can_be_guessed(played: Played) -> bool:
    """True if one weapon was fired, and on dice to hit: nobody can guess what lies under a marker."""
    return len(played.end.fired) == 1 and not area_of(weapon_of(played))


def weapon_of(played: Played) -> Weapon:
    fired: str = played.end.fired[0]
    return weapon_named(played.shooter, fired)


def weapon_named(unit: Unit, name: str) -> Weapon:
    return next(weapon for weapon in unit.weapons() if weapon.name == name)


def how_many(played: Played) -> str:
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
    Drill("mistake", "7E-HIT-1", with_a_mistake("7E-HIT-1"), 3),
    Drill("mistake", "7E-WND-1", with_a_mistake("7E-WND-1"), 3),
    Drill("mistake", "7E-SAV-2", with_a_mistake("7E-SAV-2"), 2),
    Drill("mistake", "7E-VEH-3", with_a_mistake("7E-VEH-3", at_vehicles=True)),
    Drill("estimate", "7E-WPN-1", estimate("7E-WPN-1", fits=can_be_guessed, more=how_many), 3),
)

DRILLS = (*DECISIONS, *ORDERS, *WHOLE_ATTACKS)
