"""Odds of plain fights, joined characters, effects in force and what flies, against the oracles: equal as fractions.

The oracles know the rules in words alone. Where the specification leaves two ways open (``Readings``) both take the same.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import yaml

from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.armies.loading import scenario_from
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from tests.helpers.samples import first
from tests.rules.seventh.helpers import random_flying, random_words
from tests.rules.seventh.helpers.attack_words import DEFAULT, Attack, Group, Gun, Kind, Readings, Run, Side
from tests.rules.seventh.helpers.program_odds import ends_of
from tests.rules.seventh.helpers.random_fights import random_fight
from tests.rules.seventh.helpers.random_flying import law, random_flight
from tests.rules.seventh.helpers.random_joined import random_attack
from tests.rules.seventh.helpers.scenarios import document, scenario

NAMES = {"falls": "grounded"}  # of our ends, as the program calls them; else by the same name


def measured(end: Any) -> list[str]:
    """Fields of an end that the program measures too."""
    return [field for field in end._fields if NAMES.get(field, field) in RULESET.measures]


def by_enumeration(attack: Attack, readings: Readings = DEFAULT) -> dict[tuple[int, ...], Fraction]:
    out: dict[tuple[int, ...], Fraction] = {}
    for end, p in law(attack, readings).items():
        found = tuple(int(getattr(end, name)) for name in measured(end))
        out[found] = out.get(found, Fraction(0)) + p
    return out


def by_odds(attack: Attack, **how: bool) -> dict[tuple[int, ...], Fraction]:
    task = pairing_of_scenario(scenario_from(document(attack)), {}).task()
    ends = odds(
        task.ruleset.attack,
        task.ruleset.begin_attack(task.attacker, task.target),
        Preset(task.answers, raise_missing),
        settings=task.ruleset.defaults() | dict(task.settings),
        exact=True,
        **how,
    )
    names = measured(next(iter(law(attack))))
    measures = [RULESET.measures[NAMES.get(name, name)] for name in names]
    found = ends.measure(lambda end: tuple(int(measure(end)) for measure in measures))
    return {end: p for end, p in found.items() if p}


def equal(attack: Attack) -> None:
    assert by_odds(attack) == by_enumeration(attack), scenario(attack)


Draws = Callable[[Random], Attack]


@pytest.mark.parametrize("draws", [random_fight, random_attack, random_flight])
@pytest.mark.parametrize("part", first(1, [0, 2, 3, 1, *range(4, 7)]))
def test_random_attacks(part: int, draws: Draws) -> None:
    for seed in range(15 * part, 15 * part + 15):
        equal(draws(Random(seed)))


@pytest.mark.parametrize("draws", first(1, [random_flight, random_attack, random_fight]))
def test_a_seed_gives_one_attack_and_one_document(draws: Any) -> None:
    for seed in range(40):
        attack = draws(Random(seed))
        assert draws(Random(seed)) == attack
        assert yaml.safe_load(scenario(attack)) == document(attack)


# Fights that once came out wrong -------------------------------------------------------------------------------------

BOY, NOB = Kind("Boy", armour=6), Kind("Nob", toughness=5, wounds=2, armour=4)
CHIEF = Kind("Chief", toughness=3, invulnerable=5, character=True)


def pistol(name: str, *rules: str, strength: int = 4) -> Gun:
    return Gun(name, "Pistol", strength=strength, ap=5, rules=frozenset(rules))


def rifle(shots: int, *rules: str, strength: int | None = 4, ap: int = 5) -> Gun:
    return Gun("a", shots=shots, strength=strength, ap=ap, rules=frozenset(rules))


def fight(guns: tuple[Gun, ...], *runs: tuple[int, Kind], skill: int = 4, prefers: bool = False) -> Attack:
    """One model fires; so many of each kind stand there, nearest first."""
    rules = frozenset(("Preferred Enemy",) if prefers else ())
    mob = Group("Mob", tuple(kind._replace(n=n) for n, kind in runs))
    one = Kind("Soldier", skill=skill, armour=4, guns=guns)
    return Attack(Side((Group("Soldiers", (one,), rules=rules),)), Side((mob,)), tuple(Run(n, k.name) for n, k in runs))


UNSEEN = fight((rifle(1, strength=6, ap=1),), (1, Kind("Boy", toughness=8, armour=3)), (2, CHIEF))
FOUND = {
    "mixed Toughness, two weapons": fight((pistol("a"), pistol("b")), (1, BOY), (1, NOB)),
    "master-crafted, not hot: its bearer is safe": fight((rifle(2, "Master-crafted"),), (1, BOY)),
    "master-crafted, hot, Preferred Enemy: a miss rolled into a 1 takes no 1 away": fight(
        (rifle(3, "Master-crafted", "Gets Hot"),), (1, BOY), skill=2, prefers=True
    ),
    "four kinds of wounds at characters": fight((rifle(2, "Sniper", strength=None),), (2, CHIEF)),
    "going to ground helps the hidden friend who steps in": UNSEEN._replace(
        target=Side((UNSEEN.target.squad._replace(rules=frozenset(("Stealth",))),)),
        order=(Run(1, "Boy", hidden=True), Run(2, "Chief")),
        lies_down=True,
    ),
}


@pytest.mark.parametrize("attack", FOUND.values(), ids=FOUND)
def test_fights_that_once_came_out_wrong(attack: Attack) -> None:
    equal(attack)


def test_two_pinning_weapons_have_odds() -> None:
    attack = fight((pistol("a", "Pinning"), pistol("b", "Pinning")), (2, BOY), (1, NOB))
    assert by_odds(attack) == by_odds(attack, brute_force=True) == by_enumeration(attack)


@pytest.mark.parametrize("again", [[], ["1 Nob, 2 Boy"]], ids=("as they stood", "said again"))
def test_a_model_chosen_at_random_stays_the_closest(again: list[str]) -> None:
    """7E-ALC-10: until it dies, or the players say anew who stands where."""
    told = document(fight((pistol("a"), pistol("b")), (2, Kind("Boy", wounds=3)), (1, Kind("Nob", wounds=3))))
    told["answers"] |= {"allocation:a": "random", "allocation:b": "closest", "order": ["2 Boy, 1 Nob", *again]}
    wounds = ends_of(told).measure(
        lambda state: tuple(sorted(rank.left for rank in state.line.standing() for _ in range(rank.n)))
    )
    both = Fraction(1, 3) ** 2  # each weapon hits and wounds with 1/3
    assert wounds.get((2, 2, 3), 0) == (both * Fraction(2, 3) if again else 0)


# What is drawn -----------------------------------------------------------------------------------------------------


def drawn(draws: Any, n: int) -> list[Attack]:
    return [draws(Random(seed)) for seed in range(n)]


def rules_of(attacks: list[Attack], side: str) -> set[str]:
    sides = [getattr(attack, side) for attack in attacks]
    return {rule for of in sides for group, kind in of.kinds for rule in (*group.rules, *kind.rules)}


def effects_of(attacks: list[Attack], side: str) -> set[str]:
    return {word for attack in attacks for word, _ in getattr(attack, side).effects}


@pytest.mark.slow
def test_every_rule_of_characters_that_join_is_drawn() -> None:
    """7E-IC-1 to 6, 7E-EFF-1 to 4."""
    attacks = drawn(random_attack, 1200)
    assert {*random_words.SHARED_OF_FIRERS, *random_words.OWN_OF_FIRERS} <= rules_of(attacks, "attacker")
    assert {*random_words.SHARED_OF_TARGETS, *random_words.OWN_OF_TARGETS, "Skilled Rider"} <= rules_of(
        attacks, "target"
    )
    assert {*random_words.ON_FIRERS, *random_words.OF_ONE_WEAPON} <= effects_of(attacks, "attacker")
    assert {*random_words.ON_TARGETS, *random_words.OF_ONE_MODEL} <= effects_of(attacks, "target")
    assert {"pinpoint 1", "pinpoint 2", "scour"} <= {
        spent for attack in attacks for spent in attack.attacker.markerlights
    }
    assert {len(attack.target.groups) for attack in attacks} == {1, 2, 3}
    assert {len(attack.attacker.groups) for attack in attacks} == {1, 2}
    first_of_all = [attack.runs[0].name for attack in attacks]
    assert {"Boy", "Nob", "Boss", "Doc"} <= set(first_of_all)  # whoever may stand nearest


def test_every_way_to_fly_is_drawn() -> None:
    """7E-FLY-1 to 11, 7E-FMC-1 to 5."""
    attacks = drawn(random_flight, 800)
    for side in ("attacker", "target"):
        assert {"", "zooming", "hovering", "swooping", "gliding"} == {
            getattr(attack, side).flight for attack in attacks
        }
    assert set(random_flying.ON_FIRERS) <= effects_of(attacks, "attacker")
    assert {*random_flying.ON_VEHICLES, *random_flying.ON_CREATURES} <= effects_of(attacks, "target")
    assert {"Strafing Run", "Power of the Machine Spirit", "Tank Hunters"} <= rules_of(attacks, "attacker")
    assert "Agile" in rules_of(attacks, "target")
    facts = {(attack.skyfire, attack.vector_strike, attack.speed, attack.jink, bool(attack.full)) for attack in attacks}
    assert [len({fact[place] for fact in facts}) for place in range(5)] == [3, 2, 3, 2, 2]
    assert {attack.attacker.state for attack in attacks} >= {"ready", "jinked", "shaken"}
