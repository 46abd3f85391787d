"""The sentence that a learner works out a roll from."""

from __future__ import annotations

from shoot_cli.engine.questions import Roll
from shoot_cli.input.answerers import resolve
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.profiles import Model, Unit
from tests.rules.reikhammer.helpers.attacks import gun

SHOOTER = Unit("Blue", ((Model("Squad", "INF", 2, weapons=(gun("rifle", 8), gun("cannon", 20, AP=3, AT=3))), 3),))
TARGET = Unit("Red", ((Model("Tank", "AV", 4, 2, reinforced=True, invulnerable=1), 2), (Model("Car", "LV", 2), 1)))


def at_first_roll(**facts: object) -> str:
    _, table = resolve(RULESET, RULESET.begin_attack(SHOOTER, TARGET), facts, "1")
    return RULESET.situation(next(entry.record for entry in table.log if isinstance(entry.question, Roll)))


def test_units_of_a_kind_are_counted_with_all_that_decides_their_saves() -> None:
    assert at_first_roll(distance=5, crossfire="yes").endswith(
        "target: 2 Tanks (armoured vehicle, reinforced armour 4, invulnerable save 1, integrity 2, in crossfire), "
        "1 Car (light vehicle, armour 2, integrity 1, in crossfire); weapons: 3 rifle AP4, 3 cannon AP3 AT3"
    )


def test_only_weapons_that_fire_are_counted() -> None:
    assert at_first_roll(distance=9, shock=1).endswith("weapons: 2 cannon AP3 AT3")
