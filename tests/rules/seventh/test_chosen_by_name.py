"""Who fires a weapon that is chosen by its name, and what those fire who carry several: 7E-WPN-1, 7E-WPN-4."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.weapon import NO_MORE
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.tabletop import attack, boyz, fire, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank


def men(*sergeant: str) -> Unit:
    """Seven with boltguns, and one who carries these."""
    return squad("Squad", trooper("Marine", 7, "boltgun"), trooper("Sergeant", 1, *sergeant))


def shots(shooter: Unit, target: Any = None, **said: Any) -> Fraction:
    found = worked_out(of_units("40k-7e", shooter, target or boyz(20), {"distance": "11"} | said)).document()
    return Fraction(found["expected"]["shots"])


EITHER = [("bolt pistol", "boltgun"), ("boltgun", "bolt pistol")]


@pytest.mark.rule("7E-WPN-1")
@pytest.mark.parametrize("his", EITHER)
def test_whoever_carries_the_chosen_weapon_fires_it(his: tuple[str, str]) -> None:
    assert shots(men(*his), weapon="boltgun") == shots(men(*his), weapon="boltgun", firing="all") == 16
    assert shots(men(*his), weapon="bolt pistol") == 1
    assert shots(men("boltgun", "plasma gun"), weapon="boltgun") == 16


@pytest.mark.rule("7E-WPN-1", "7E-WPN-4")
@pytest.mark.parametrize("his", EITHER)
def test_as_usual_each_fires_the_better_of_his_weapons(his: tuple[str, str]) -> None:
    assert shots(men(*his)) == 16
    assert shots(men(*his), distance="13") == 8  # the pistol does not reach


@pytest.mark.rule("7E-WPN-1", "7E-WPN-3")
def test_of_several_that_are_chosen_each_fires_the_best() -> None:
    """What is assumed, said aloud, comes to the same."""
    assert (
        worked_out(of_units("40k-7e", men("boltgun", "plasma gun"), boyz(20), {"distance": "11"})).document()[
            "assumed"
        ]["weapon"]
        == "boltgun, plasma gun"
    )
    usual, said = (
        worked_out(of_units("40k-7e", men("boltgun", "plasma gun"), boyz(20), {"distance": "11"} | more)).document()[
            "expected"
        ]
        for more in ({}, {"weapon": "boltgun, plasma gun"})
    )
    assert usual == said


@pytest.mark.rule("7E-WPN-4")
@each(
    ("target", "inches", "weapons", "best"),
    [
        (boyz(20), "11", ("bolt pistol", "boltgun"), "boltgun"),
        (boyz(20), "20", ("boltgun", "heavy bolter"), "heavy bolter"),
        (tank(12), "10", ("boltgun", "meltagun"), "meltagun"),
        (tank(13), "20", ("heavy bolter", "lascannon"), "lascannon"),
        (boyz(20), "20", ("lascannon", "heavy bolter"), "heavy bolter"),
        (boyz(20), "11", ("bolt pistol", "frag grenade"), "bolt pistol"),  # one of a unit alone may throw one
        (boyz(20), "6", ("storm bolter", "boltgun"), "storm bolter"),  # of equals the first
        (boyz(20), "6", ("boltgun", "storm bolter"), "boltgun"),
    ],
)
def test_the_better_one(target: Any, inches: str, weapons: tuple[str, ...], best: str) -> None:
    for order in {weapons, *(permutations(weapons) if "storm bolter" not in weapons else ())}:
        found = worked_out(
            of_units("40k-7e", squad("Man", trooper("Man", 1, *order)), target, {"distance": inches})
        ).document()
        assert found["assumed"]["weapon"] == best, order


@pytest.mark.rule("7E-WPN-3", "7E-WPN-4")
def test_no_grenade_is_proposed_beside_a_gun() -> None:
    """Who may fire two weapons and has fired a gun throws a grenade only if it is named; who did not fire, may."""
    trackers = squad("Squad", trooper("Man", 3, "boltgun", "krak grenade", rules=("Multi-tracker",)))
    assert shots(trackers, distance="6") == shots(trackers, distance="6", weapon="boltgun") == 6
    assert shots(trackers, distance="6", weapon="boltgun, krak grenade") == 7
    volley = (*fire("boltgun"), ("hit:boltgun", [1] * 6), ("weapon", DEFAULT))
    assert attack(trackers, boyz(20), *volley, distance=6).question("weapon", 1).default == NO_MORE
    some = (*fire("boltgun", firing="3"), ("hit:boltgun", [1] * 6), *fire("krak grenade"), ("hit:krak grenade", [1]))
    declined = attack(marines(4, "boltgun", "krak grenade"), boyz(20), *some, distance=6)
    assert declined.question("weapon", 1).default == "krak grenade"
