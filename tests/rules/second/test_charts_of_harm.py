"""The charts of vehicles, areas, fights and morale, and the worked numbers that need one of them alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import Penetration, fight_need, penetrates
from shoot_cli.rules.second.profiles import Dice, Location, Model, Save, Unit
from shoot_cli.rules.second.steps import morale
from shoot_cli.rules.second.steps.morale import break_test_due, break_test_need

MARINE = Model("Marine", 4, 4, leadership=8, save=Save(3))
MARINES = Unit("Marines", "Infantry", "human-sized", ((MARINE, 5),))
LASCANNON = Dice(((3, 6),), 9)
RHINO = (
    Location("track", (1,), 15, 15),
    Location("hull", (2, 3, 4, 5), 20, 18, rows=("one", "two", "three", "four", "five", "six")),
    Location("weapons", (6,), 12, 12),
)


def why(because: tuple[Reason, ...]) -> list[str]:
    return [f"{reason.text} [{reason.rule}]" for reason in because]


def of_sum(need: Need, *sides: int, plus: int = 0) -> Fraction:
    rolled = list(product(*(range(1, side + 1) for side in sides)))
    return Fraction(sum(need.met_by(sum(dice) + plus) for dice in rolled), len(rolled))


def through(found: Penetration, penetration: Dice) -> Fraction:
    """By trying every roll, with the total and with the dice alone."""
    sides = [sides for n, sides in penetration.dice for _ in range(n)]
    total = of_sum(found.need, *sides, plus=penetration.plus)
    assert of_sum(Need(found.dice), *sides) == total
    return total


# ---- vehicles


@pytest.mark.rule("2E-AP-1", "2E-AP-2")
@pytest.mark.parametrize(
    ("penetration", "armour", "setting", "expected"),
    [
        pytest.param(LASCANNON, 20, ">", Fraction(3, 8), id="2E-V34"),
        pytest.param(LASCANNON, 20, ">=", Fraction(1, 2), id="2E-V35"),
        pytest.param(Dice(((1, 6), (1, 10)), 8), 22, ">", Fraction(1, 20), id="2E-V36"),
        pytest.param(Dice(((1, 6), (2, 12)), 8), 22, ">", Fraction(139, 216), id="2E-V37"),
        pytest.param(Dice(((1, 6),), 4), 12, ">", Fraction(0), id="2E-V38"),
        pytest.param(Dice(((1, 6),), 4), 10, ">", Fraction(0), id="boltgun at a support weapon"),
        pytest.param(Dice(((1, 6),), 4), 10, ">=", Fraction(1, 6), id="the same, loosely"),
    ],
)
def test_vectors_of_penetration(penetration: Dice, armour: int, setting: str, expected: Fraction) -> None:
    found = penetrates(penetration, armour, setting=setting)
    assert through(found, penetration) == expected
    assert (found.total is None) == (expected == 0)


@pytest.mark.rule("2E-AP-1", "2E-AP-2")
def test_penetration_says_why() -> None:
    assert why(penetrates(LASCANNON, 20).because) == [
        "penetration 3D6+9 [2E-AP-1]",
        "more than armour 20 [2E-AP-2]",
    ]
    assert why(penetrates(Dice(((1, 6),), 4), 10).because)[-1] == "its most is 10 [2E-AP-2]"
    assert penetrates(LASCANNON, 20)[1:3] == (21, 12)
    assert penetrates(LASCANNON, 20, setting=">=")[1:3] == (20, 11)


@pytest.mark.rule("2E-AP-3")
def test_penetration_without_a_roll() -> None:
    found = penetrates(Dice(), 25, rules=("Automatic Penetration",))
    assert found.certain
    assert why(found.because) == ["it penetrates without a roll [2E-AP-3]"]
    assert not penetrates(LASCANNON, 20).certain


@pytest.mark.rule("2E-AP-3")
def test_ceramite_halves_melta_and_nothing_else() -> None:
    multi_melta = Dice(((1, 6), (2, 12)), 8)
    rolled = [sum(dice) + 8 for dice in product(range(1, 7), range(1, 13), range(1, 13))]
    for setting, expected in ((">", [(n + 1) // 2 > 15 for n in rolled]), (">=", [(n + 1) // 2 >= 15 for n in rolled])):
        found = penetrates(multi_melta, 15, setting=setting, rules=("Melta",), ceramite=True)
        assert through(found, multi_melta) == Fraction(sum(expected), len(rolled))
    assert penetrates(multi_melta, 15, rules=(), ceramite=True) == penetrates(multi_melta, 15)
    assert why(penetrates(multi_melta, 15, rules=("Melta",), ceramite=True).because)[-1] == (
        "ceramite halves the total of melta weapons [2E-AP-3]"
    )


@pytest.mark.rule("2E-AP-3")
def test_a_flayer_can_reach_sixteen() -> None:
    """1/36 against armour 15: a 6, and then a 6."""
    flayer = Dice(((1, 6),), 4)
    totals = [4 + die + (second if die == 6 else 0) for die in range(1, 7) for second in range(1, 7)]
    found = penetrates(flayer, 15, rules=("Metal Flayer",))
    assert Fraction(sum(found.need.met_by(total) for total in totals), 36) == Fraction(1, 36)
    assert penetrates(flayer, 16, rules=("Metal Flayer",)).total is None
    assert penetrates(flayer, 15).total is None


@pytest.mark.rule("2E-AP-3")
def test_the_die_of_armour_piercing_ammunition() -> None:
    assert [charts.ammunition_die(strength) for strength in range(1, 11)] == [3, 3, 3, 6, 6, 12, 12, 20, 20, 20]
    assert charts.ammunition_die(12) == 20


@pytest.mark.rule("2E-AP-1", "2E-AP-3")
def test_penetration_worked_out_from_a_profile() -> None:
    assert charts.printed_penetration(4, Dice((), 1)).text == "D6+4"
    assert charts.printed_penetration(9, Dice(((2, 6),))).text == "D6+2D6+9"
    assert charts.printed_penetration(8, Dice(((1, 10),))).text == "D6+D10+8"


@pytest.mark.rule("2E-VEH-1")
def test_locations_of_a_rhino() -> None:
    assert [RHINO[charts.location_by(RHINO, die)].name for die in range(1, 7)] == [
        "track", "hull", "hull", "hull", "hull", "weapons",
    ]  # fmt: skip
    assert [charts.armour_at(RHINO[1], facing)[0] for facing in charts.FACINGS] == [20, 18]
    assert why((charts.armour_at(RHINO[1], "side")[1],)) == ["hull, side or rear: armour 18 [2E-VEH-1]"]
    with pytest.raises(ValueError, match="no location on a 2"):
        charts.location_by(RHINO[:1], 2)


@pytest.mark.rule("2E-VEH-3")
def test_rows_of_a_damage_table() -> None:
    assert [charts.damage_row(RHINO[1], die) for die in (1, 6)] == ["one", "six"]
    assert charts.damage_row(RHINO[0], 4) == ""


# ---- dice with a need of their own


@pytest.mark.rule("2E-ARC-2", "2E-TMP-2")
def test_vectors_of_the_edge() -> None:
    assert of_sum(charts.ON_THE_EDGE, 6) == Fraction(1, 2)  # 2E-V44
    assert of_sum(charts.partly_under(blast=False), 6) == Fraction(1, 2)  # 2E-V45
    assert of_sum(charts.partly_under(blast=True), 6) == Fraction(1, 2)
    assert of_sum(charts.partly_under(blast=True, setting="always"), 6) == 1
    assert of_sum(charts.partly_under(blast=False, setting="always"), 6) == Fraction(1, 2)


@pytest.mark.rule("2E-BLA-2")
def test_named_dice() -> None:
    assert charts.SCATTER_FACES.count("arrow") == 4
    assert charts.SCATTER_FACES.count("HIT") == 2
    assert charts.ARTILLERY_FACES[charts.MISFIRE - 1] == "MISFIRE"
    assert [str(inches) for inches in charts.ARTILLERY_INCHES] == list(charts.ARTILLERY_FACES[:5])


# ---- fights

FIGHTS = [
    pytest.param(6, 3, "exact", 6, "4-", Fraction(2, 3), id="2E-V42"),
    pytest.param(5, 3, "exact", 8, "5-", Fraction(5, 8), id="2E-V43"),
    pytest.param(5, 3, "d6_rounded", 6, "4-", Fraction(2, 3), id="3.75 rounds to 4"),
    pytest.param(1, 3, "exact", 4, "1-", Fraction(1, 4), id="1 v 3"),
    pytest.param(1, 3, "d6_rounded", 6, "2-", Fraction(1, 3), id="a half rounds up"),
    pytest.param(3, 1, "d6_rounded", 6, "5-", Fraction(5, 6), id="4.5 rounds up to 5"),
    pytest.param(19, 1, "d6_rounded", 6, "5-", Fraction(5, 6), id="at most 5"),
    pytest.param(1, 19, "d6_rounded", 6, "1-", Fraction(1, 6), id="at least 1"),
    pytest.param(1, 1, "exact", 6, "3-", Fraction(1, 2), id="even"),
    pytest.param(5, 1, "exact", 6, "5-", Fraction(5, 6), id="5 v 1"),
    pytest.param(4, 0, "exact", 6, "6-", Fraction(1), id="no friends"),
    pytest.param(4, 0, "d6_rounded", 6, "6-", Fraction(1), id="no friends, rounded"),
]


@pytest.mark.rule("2E-HTH-1", "2E-HTH-2")
@pytest.mark.parametrize(("enemies", "friends", "setting", "sides", "text", "expected"), FIGHTS)
def test_fights(enemies: int, friends: int, setting: str, sides: int, text: str, expected: Fraction) -> None:
    found = fight_need(enemies, friends, setting)
    assert (found.sides, found.need.text, of_sum(found.need, found.sides)) == (sides, text, expected)


@pytest.mark.rule("2E-HTH-1", "2E-HTH-2")
def test_every_fight_is_fair_or_within_a_twelfth() -> None:
    for enemies, friends in product(range(1, 21), range(1, 21)):
        fair = Fraction(enemies, enemies + friends)
        exact = fight_need(enemies, friends)
        assert of_sum(exact.need, exact.sides) == fair
        rounded = fight_need(enemies, friends, "d6_rounded")
        wanted = min(max(fair, Fraction(1, 6)), Fraction(5, 6))
        assert abs(of_sum(rounded.need, 6) - wanted) <= Fraction(1, 12)


@pytest.mark.rule("2E-HTH-1", "2E-HTH-2")
def test_fights_say_why() -> None:
    assert why(fight_need(4, 0).need.because) == ["no friends in the fight [2E-HTH-1]"]
    assert why(fight_need(6, 3).need.because) == ["6 enemies and 3 friends in the fight [2E-HTH-1]"]
    assert why(fight_need(5, 3).need.because) == [
        "5 enemies and 3 friends in the fight [2E-HTH-1]",
        "no D6 splits them: one of 8 models is drawn [2E-HTH-2]",
    ]


# ---- morale


@pytest.mark.rule("2E-BRK-1")
@pytest.mark.parametrize(
    ("start", "casualties", "due"),
    [
        pytest.param(10, 3, True, id="2E-S01"),
        pytest.param(10, 2, False, id="2E-S02"),
        pytest.param(4, 1, True, id="2E-S03"),
        pytest.param(5, 1, False, id="2E-S04"),
        (1, 0, False),
        (1, 1, True),
        (0, 0, False),
        (8, 2, True),
        (9, 2, False),
    ],
)
def test_who_must_test(start: int, casualties: int, due: bool) -> None:
    assert (break_test_due(start, casualties) is not None) == due


@pytest.mark.rule("2E-BRK-1")
def test_vectors_of_break_tests() -> None:
    assert of_sum(break_test_need(8), 6, 6) == Fraction(13, 18)  # 2E-V40
    assert of_sum(break_test_need(7), 6, 6) == Fraction(7, 12)  # 2E-V41
    reason = break_test_due(10, 3)
    assert reason
    assert why((reason,)) == ["lost 3 of the 10 models it had at the start of the turn, a quarter or more [2E-BRK-1]"]
    assert morale.best_leadership((MARINE, MARINE.but(leadership=9))) == 9


@pytest.mark.rule("2E-BRK-1")
def test_a_standard_lets_them_test_again() -> None:
    assert 1 - (1 - of_sum(break_test_need(8), 6, 6)) ** 2 == Fraction(299, 324)


@pytest.mark.rule("2E-BRK-2", "2E-BRK-3", "2E-BRK-4", "2E-OW-6")
def test_who_breaks_and_how() -> None:
    assert morale.when_it_fails(MARINES)[0] == "broken"
    assert morale.when_it_fails(MARINES.but(rules=("Shaken Not Broken",)))[0] == "shaken"
    assert morale.needs_no_test(MARINES) is None
    for rule, words in (
        ("Never Breaks", "Marines never tests [2E-BRK-4]"),
        ("Passes All Leadership Tests", "Marines passes every test of Leadership [2E-BRK-4]"),
    ):
        reason = morale.needs_no_test(MARINES.but(rules=(rule,)))
        assert reason
        assert why((reason,)) == [words]
    assert of_sum(morale.overwatch_test(7), 6, 6) == Fraction(7, 12)
    assert why(morale.overwatch_test(7).because) == ["shot at on overwatch: Leadership 7, on 2D6 [2E-OW-6]"]
