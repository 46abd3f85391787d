"""Odds of the 10th edition against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import Task
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.ability_forms import ATTACK, TARGET, WEAPON, condition_forms, reaches, states
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.samples import first, many
from tests.rules.tenth.helpers.random_attacks import Sheets, small_fight
from tests.rules.tenth.oracles.attack import fight
from tests.rules.tenth.oracles.effects import STATES
from tests.rules.tenth.oracles.firing import own_losses

Law = dict[tuple[int, int], Fraction]
MORE = range(1000, 2400)  # of the slow tests
AGAINST_THE_COUNT = 3506  # a hurt lone model is said to be at full strength: what is said is taken


def by_odds(drawn: Sheets) -> tuple[Law, Law]:
    """(models slain, wounds lost) of the target, and of the shooter's own models."""
    shooter, target, facts, settings = drawn.fight()
    if shooter.changes_one_die and facts.get("group_order", "listed") == "listed":  # the oracle has the list's order
        facts = {**facts, "group_order": [*dict.fromkeys(weapon.name for weapon in shooter.weapons())]}
    answers = Task(RULESET, shooter, target, facts, settings).spelled().answers  # one key for a fact in other words
    ends = odds(
        RULESET.attack,
        RULESET.begin_attack(shooter, target),
        Preset(answers, raise_missing),
        settings=RULESET.defaults() | settings,
        exact=True,
    )
    measures = RULESET.measures
    theirs = ends.measure(lambda state: (measures["slain"](state), measures["damage"](state)))
    own = ends.measure(lambda state: (measures["own_slain"](state), measures["own_damage"](state)))
    return possible(theirs), possible(own)


def possible(law: Mapping[Any, Fraction]) -> Law:
    return {end: chance for end, chance in law.items() if chance}


def equal(seed: int) -> None:
    drawn = small_fight(Random(seed))
    theirs, own = by_odds(drawn)
    assert sum(theirs.values()) == 1
    assert theirs == possible(fight(*drawn)), seed
    assert own == possible(own_losses(*drawn)), seed


@pytest.mark.parametrize("part", first(1, [1, 0, *range(2, 6)]))
def test_random_fights(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        equal(seed)


def test_what_is_said_against_the_count_is_taken() -> None:
    equal(AGAINST_THE_COUNT)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(many(2)))
def test_many_more_random_fights(part: int) -> None:
    for seed in MORE[100 * part : 100 * part + 100]:
        equal(seed)


# What is drawn -------------------------------------------------------------------------------------------------------

LEFT_OUT = {  # rows of the table that change one attack, and are looked at elsewhere
    "Extra Attacks": "in melee alone",
    "Kept dice": "a face that was rolled before: test_single_dice.py",
    "Lone Operative": "whether there is an attack",
    "Ignores Lone Operative": "whether there is an attack",
    "Targeted only within": "whether there is an attack",
    "May not be targeted by": "whether there is an attack",
    "No Overwatch": "whether there is an attack",
}
STATES_LEFT_OUT = (
    "alone",  # of the last model
    "is closest",  # said of targets
    "performing an action",  # whether it may shoot
)
OF_UNITS = (
    "Damaged",
    "Overwatch hits",
    "No penalty in combat",
    "Indirect Fire without penalty",
    "One of",
    "Mark",
    "Lend",
)


def drawn(seeds: Iterable[int]) -> Counter[str]:
    """How often effects, reaches, conditions and states occur in what is drawn, as the program reads it."""
    found: Counter[str] = Counter()
    for seed in seeds:
        lines = small_fight(Random(seed))
        for line in (*lines.shooter.lines(), *lines.target.lines()):
            if ability := ABILITIES.named(line):
                found[ability.name] += 1
                found[f"reach {ability.reach.kind}"] += 1
                found["incoming"] += ability.incoming
                found["as NAME"] += bool(ability.called)
                found.update(f"when {one.kind}" for one in ability.conditions)
                found.update(f"{one.kind} {word}" for one in ability.conditions for word in one.words)
                found["several conditions"] += len(ability.conditions) > 1
    return found


def asked_of_it() -> list[str]:
    """Every row of the tables of effects, reaches, conditions and states."""
    effects = [name for name, form in ABILITIES.forms.items() if form.owner in (WEAPON, ATTACK, TARGET)]
    found = [name for name in (*effects, *OF_UNITS) if name not in LEFT_OUT]
    found += [f"reach {name}" for name in ("", *reaches())]
    conditions = [name for name in condition_forms() if not name.startswith("not ") or name == "not against"]
    # `with WEAPON` is held to the same attack with the effect on these weapons alone: datasheets/test_with_weapon.py
    found += [f"when {name}" for name in conditions if name != "with"]
    # What is worked out of lists and battles, and what is denied: datasheets/test_known_facts.py
    found += [f"state {name}" for name in states() if name.casefold() in STATES and name not in STATES_LEFT_OUT]
    found += ["state target is closest", "state target below half strength"]
    found += ["once battle", "once turn", "once phase", "incoming", "as NAME"]
    kinds = ("ranged", "psychic", "mortal", "damage 1", "S 4 or less", "S 8 or more", "AP 0", "AP -1")
    return [*found, *(f"attack {kind}" for kind in kinds), "several conditions"]


@pytest.mark.slow
def test_the_plain_ones_are_of_nearly_every_kind() -> None:
    found = drawn(range(200))
    missing = [name for name in asked_of_it() if not found[name]]
    assert len(missing) < 20, missing


@pytest.mark.slow
def test_every_effect_reach_and_condition_is_drawn() -> None:
    """Not only once: often enough that it also meets others, and counts."""
    found = drawn((*range(200), *MORE))
    assert {name: found[name] for name in asked_of_it() if found[name] < 10} == {}
    assert {*LEFT_OUT} <= {*ABILITIES.forms}


@pytest.mark.slow
def test_they_are_of_every_kind() -> None:
    """Whoever meets: groups in turn, characters, attached units on both sides, own losses."""
    seen: set[str] = set()
    for seed in range(200):
        shooter, target, facts, settings = small_fight(Random(seed))
        seen |= {*facts, *map(str, settings.values())}
        seen |= {f"{who} attached" for who, troop in (("shooter", shooter), ("target", target)) if troop.attached}
    for name in (
        "shooter attached", "target attached", "overwatch", "engaged", "cover", "launch", "fishing", "best_save", "marked",
        "lent", "per_attack", "visible", "stationary",
    ):  # fmt: skip
        assert name in seen, name
