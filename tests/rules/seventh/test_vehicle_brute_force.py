"""Odds of attacks at vehicles and with markers against the oracles, which know the rules in words alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.samples import seeds
from tests.rules.seventh.helpers.random_vehicles import Case, random_case
from tests.rules.seventh.helpers.tabletop import gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import hull, shooter, sure, tank, vehicles
from tests.rules.seventh.oracles.markers import attack_infantry
from tests.rules.seventh.oracles.vehicles import attack_vehicles

AT_INFANTRY = ("slain", "damage", "own_slain")
AT_VEHICLES = (*AT_INFANTRY, "explodes", "wrecked", "immobilised", "stunned", "shaken", "weapon_destroyed")


def as_given(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Distributions as a person would type them."""
    return {
        key: ", ".join(f"{n}:{p}" for n, p in said.items()) if isinstance(said, Mapping) else said
        for key, said in answers.items()
    }


def by_odds(
    attacker: Unit, target: Unit, answers: Mapping[str, Any], settings: Mapping[str, str]
) -> dict[Any, Fraction]:
    names = AT_VEHICLES if target.vehicle else AT_INFANTRY
    ends = odds(
        RULESET.attack,
        RULESET.begin_attack(attacker, target),
        Preset(as_given(answers), raise_missing),
        settings=RULESET.defaults() | dict(settings),
        exact=True,
    )
    found = ends.measure(lambda end: tuple(int(RULESET.measures[name](end)) for name in names))
    return {end: p for end, p in found.items() if p}


def by_brute_force(attack: Case) -> dict[Any, Fraction]:
    attacker, target, answers, settings = attack
    oracle = attack_vehicles if target.vehicle else attack_infantry
    return {tuple(map(int, end)): p for end, p in oracle(attacker, target, answers, settings).items()}


def equal(attack: Case) -> None:
    want = by_brute_force(attack)
    assert sum(want.values()) == 1
    assert by_odds(*attack) == want, attack


# Attacks that once came out wrong -------------------------------------------------------------------------------------


def case(attacker: Unit, target: Unit, answers: Mapping[str, Any] | None = None, **settings: str) -> Case:
    return attacker, target, {"distance": 6} | dict(answers or {}), RULESET.defaults() | settings


def swarm(wounds: int, n: int, *rules: str) -> Unit:
    return squad("Swarm", trooper("Swarm", n, "lasgun", Sv="-", T=3, W=wounds), rules=("Swarms", *rules))


LAST = "penetrate_then_allocate"
FRAG, HEAVY = gun("frag", "24", "3", "-", "Assault 1, Blast"), gun("gun", "24", "8", "2", "Heavy 1")
HOT, HOT_FRAG = gun("hot", "24", "8", "2", "Heavy 1, Gets Hot"), gun("hot", "24", "8", "2", "Heavy 1, Blast, Gets Hot")
MANY, CANNON = gun("many", "24", "8", "3", "Heavy D3"), gun("cannon", "24", "8", "3", "Ordnance 1")
BUGGIES, PAIR = (
    vehicles((hull("Buggy", 10, 1), 1), (hull("Car", 10, 2), 1)),
    vehicles((hull("Car", (12, 10, 10), 2), 2)),
)
FOUND = {
    "a wound that counts twice kills one model": case(shooter(FRAG, 2), swarm(3, 2), {"under": 2}),
    "Instant Death counts once, Eternal Warrior or not": case(
        shooter(FRAG.but(strength=8)), swarm(3, 1, "Eternal Warrior")
    ),
    "Preferred Enemy at a vehicle": case(shooter(HOT, rules=("Preferred Enemy",)), tank(11)),
    "Ordnance at Cruising Speed, where a weapon may fire": case(
        tank(10, 1, CANNON, type="Vehicle (Fast)"), tank(14), {"speed": "cruising"}
    ),
    "after Ordnance that nobody declared": case(tank(10, 1, CANNON, HEAVY), tank(14), ordnance_declared_first="no"),
    "a Blast closes Ordnance": case(tank(10, 1, FRAG, CANNON), tank(14), ordnance_declared_first="no"),
    "a weapon that may get hot closes Ordnance": case(tank(10, 1, HOT, CANNON), tank(14), ordnance_declared_first="no"),
    "so does one with a number to roll": case(tank(10, 1, MANY, CANNON), tank(14), ordnance_declared_first="no"),
    "two Blasts of one vehicle get hot": case(tank(10, 2, HOT_FRAG, HOT_FRAG), tank(11)),
    "the last vehicle loses all its points before it explodes": case(sure(3, "9", "2"), BUGGIES, squadron_order=LAST),
    "and before a table roll that is not made": case(sure(3, "9", "2"), BUGGIES, squadron_order=LAST, explode_after_wreck="no"),
    "two and two hits at two facings of a squadron": case(shooter(HEAVY, 4), PAIR, {"in_side": "2"}),
    "one number of shots for all kinds": case(
        squad("S", trooper("alpha", 1, MANY), trooper("beta", 1, MANY, BS=3)), tank(11), random_shots="per_name"
    ),
    "graviton after another weapon": case(
        squad("S", trooper("alpha", 1, FRAG), trooper("beta", 1, gun("grav", "24", "*", "2", "Assault 1, Graviton"))),
        squad("T", trooper("Boy", 1, "lasgun", Sv="6+"), trooper("Nob", 1, "lasgun", Sv="2+")),
    ),
    "Tank Hunters roll a glance of Gauss again": case(
        shooter(gun("gun", "24", "4", "4", "Assault 1, Gauss"), rules=("Tank Hunters",)), tank(12), {"tank_hunters": "again"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", FOUND.values(), ids=FOUND)
def test_attacks_that_once_came_out_wrong(attack: Case) -> None:
    equal(attack)


# Random attacks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", seeds(3, 10))
def test_random_attacks(part: int) -> None:
    for seed in range(15 * part, 15 * part + 15):
        equal(random_case(Random(seed)))
