"""The test vectors of the specification (its section 14) about vehicles and markers, through the public odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET, charts
from shoot_cli.rules.seventh.profiles import Unit
from tests.rules.seventh.helpers.tabletop import armed, boyz, chances, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, sure, tank

F = Fraction
HIT = F(2, 3)  # of BS4
RESULTS = ("explodes", "immobilised", "stunned", "shaken", "weapon_destroyed")


def glances_and_penetrates(attacker: Unit, target: Unit, **facts: Any) -> tuple[Fraction, Fraction]:
    """The chances of one hit that costs a hull point: without, and with a roll on the damage table. BS4, one shot."""

    def seen(end: Any) -> tuple[bool, bool]:
        return RULESET.measures["damage"](end) > 0, any(RULESET.measures[name](end) for name in RESULTS)

    found = chances(attacker, target, seen, **facts)
    assert sum(found.values()) == 1
    glances = found.get((True, False), F(0))
    penetrates = found.get((True, True), F(0)) + found.get((False, True), F(0))
    return glances / HIT, penetrates / HIT


def chance(attacker: Unit, target: Unit, measure: str, **facts: Any) -> Fraction:
    return chances(attacker, target, measure, **facts).get(1, F(0))


# Gets Hot, markers, graviton -----------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-11")
def test_tv_16() -> None:
    assert chance(tank(10, 1, gun("gun", type="Assault 1, Gets Hot")), boyz(), "own_slain") == F(1, 12)


@pytest.mark.rule("7E-WPN-13")
def test_tv_17() -> None:
    assert F(*charts.stays_put(4, True)) == F(4, 9)


@pytest.mark.rule("7E-WPN-15")
@pytest.mark.parametrize("skill", [1, 4, 10])
def test_tv_18(skill: int) -> None:
    assert F(*charts.stays_put(skill, False)) == F(1, 3)


@pytest.mark.rule("7E-WND-8")
@pytest.mark.parametrize(("armour", "wounds"), [("3+", F(2, 3)), ("-", F(1, 6))])
def test_tv_29(armour: str, wounds: Fraction) -> None:
    target = squad("T", trooper("T", 5, "lasgun", Sv=armour))
    assert chance(shooter(gun("gun", S="*", AP="2", type="Assault 1, Graviton")), target, "damage") == HIT * wounds


# Penetration ---------------------------------------------------------------------------------------------------------

PENETRATION = [
    pytest.param("TV-48", ("48", "9", "2", "Heavy 1"), 11, F(1, 6), F(2, 3), id="TV-48"),
    pytest.param("TV-50", ("24", "8", "1", "Assault 1, Melta"), 14, F(5, 36), F(7, 12), id="TV-50"),
    pytest.param("TV-51", ("23", "8", "1", "Assault 1, Melta"), 14, F(1, 6), F(0), id="TV-51"),
    pytest.param("TV-53", ("36", "8", "2", "Heavy 1, Lance"), 14, F(1, 6), F(1, 3), id="TV-53"),
    pytest.param("TV-54", ("36", "8", "2", "Heavy 1, Armourbane"), 13, F(1, 9), F(13, 18), id="TV-54"),
    pytest.param("TV-55", ("36", "8", "3", "Ordnance 1"), 13, F(1, 4), F(11, 36), id="TV-55"),
    pytest.param("TV-56", ("24", "6", "4", "Heavy 1, Rending"), 13, F(1, 18), F(1, 9), id="TV-56"),
    pytest.param("TV-57", ("24", "6", "4", "Heavy 1, Rending"), 12, F(0), F(1, 6), id="TV-57"),
    pytest.param("TV-58", ("24", "4", "4", "Assault 1, Haywire"), 14, F(2, 3), F(1, 6), id="TV-58"),
    pytest.param("TV-59", ("36", "X", "6", "Heavy 1, Sniper"), 10, F(1, 6), F(0), id="TV-59"),
]


@pytest.mark.rule("7E-VEH-3", "7E-VEH-6")
@pytest.mark.parametrize(("vector", "values", "armour", "glance", "penetrates"), PENETRATION)
def test_tv_48_to_59(
    vector: str, values: tuple[str, str, str, str], armour: int, glance: Fraction, penetrates: Fraction
) -> None:
    """Twelve inches away: half the range of 24, more than half of 23."""
    assert glances_and_penetrates(shooter(gun("gun", *values)), tank(armour), distance=12) == (glance, penetrates)


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize(
    ("answer", "glance", "penetrates"),
    [pytest.param("keep", F(1, 4), F(1, 2), id="TV-60"), pytest.param("again", F(1, 9), F(5, 9), id="TV-61")],
)
def test_tv_60_and_61(answer: str, glance: Fraction, penetrates: Fraction) -> None:
    hunters = shooter(gun("gun", "48", "9", "2", "Heavy 1"), rules=("Tank Hunters",))
    assert glances_and_penetrates(hunters, tank(13), tank_hunters=answer) == (glance, penetrates)


# The damage table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-3", "7E-VEH-5")
def test_tv_49() -> None:
    assert chance(shooter(armed("lascannon")[0]), tank((11, 11, 10)), "explodes") == F(2, 27)


@pytest.mark.rule("7E-VEH-5", "7E-VEH-6")
def test_tv_52() -> None:
    assert chance(shooter(armed("meltagun")[0]), tank(14), "explodes", distance=6) == F(7, 54)


@pytest.mark.rule("7E-VEH-5", "7E-VEH-9")
def test_tv_62() -> None:
    """S10 penetrates AV10 on every die."""
    opened = tank(10, type="Vehicle (Open-topped)")
    assert chance(sure(1, "10", "1"), opened, "explodes") == F(1, 2)


@pytest.mark.rule("7E-VEH-5")
def test_tv_63() -> None:
    assert chance(sure(1, "10", "4"), tank(10), "explodes") == 0


@pytest.mark.rule("7E-VEH-8", "7E-VEH-3")
def test_tv_64() -> None:
    """Templates, which would be sure to hit, ignore cover: this one rolls."""
    assert 1 - chances(shooter(armed("lascannon")[0]), tank(11), "damage", cover="5+")[0] == HIT * F(5, 9)


@pytest.mark.rule("7E-VEH-4", "7E-VEH-5")
def test_tv_65() -> None:
    assert chance(sure(3), tank((11, 11, 10), 3, "storm bolter"), "slain") == F(49, 72)
    assert chance(sure(3), tank((11, 11, 10), 3, "storm bolter"), "destroyed") == F(49, 72)


# Who fires how -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-10", "7E-WPN-21")
def test_tv_69() -> None:
    """S8 does nothing to AV10 on a 1."""
    wraithlord = squad("Wraithlord", trooper("Wraithlord", 1, "bright lance", T=8, W=3), type="Monstrous Creature")
    assert chance(wraithlord, tank(10), "damage") == HIT * F(5, 6)


@pytest.mark.rule("7E-WPN-21", "7E-WPN-22")
def test_tv_70() -> None:
    """Every hit wrecks: S10 at AV10 with one hull point."""
    guns = (gun("autocannon", "48", "10", "4", "Heavy 1"), gun("heavy bolter", "36", "10", "4", "Heavy 1"))
    predator, wreck = tank((13, 11, 10), 3, *guns), tank(10, 1)

    def wrecks(**facts: Any) -> Fraction:
        return chance(predator, wreck, "slain", **facts)

    assert wrecks(speed="combat", weapon="autocannon") == F(2, 3)
    assert wrecks(speed="combat", weapon="heavy bolter", full_bs=0) == F(1, 6)
    assert wrecks(speed="combat") == 1 - F(1, 3) * F(5, 6)
    bolter_first: dict[str, Any] = {"weapon": "heavy bolter, autocannon", "full_bs__heavy bolter": 0}
    assert wrecks(speed="combat", **bolter_first) == 1 - F(1, 3) * F(5, 6)
    assert wrecks(speed="cruising", weapon="autocannon") == wrecks(speed="cruising", weapon="heavy bolter") == F(1, 6)
