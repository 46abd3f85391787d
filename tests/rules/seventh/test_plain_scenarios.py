"""Scenario documents of random attacks, where nobody joined and nothing is in force: the oracles and the odds agree.

``plain`` takes out of an attack what is told or joined; what is left is read, and worked out, as any document is.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import yaml

from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.armies.loading import scenario_from
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.samples import first, seeds
from tests.rules.seventh.helpers import random_flying, random_joined, random_words
from tests.rules.seventh.helpers.attack_words import Attack
from tests.rules.seventh.helpers.random_flying import law, random_flight
from tests.rules.seventh.helpers.random_joined import random_attack
from tests.rules.seventh.helpers.scenarios import Document, document, scenario

NEW = frozenset({"skyfire_markers", "grounding", "grounded_saves"})  # settings
TOLD_OF_ENDS = (
    "slain", "damage", "own_slain", "explodes", "wrecked", "immobilised", "stunned", "shaken", "weapon_destroyed", "pinned",
)  # fmt: skip


def plain(attack: Attack) -> Attack | None:
    """Only the squads; None if that is no attack any more, or is one of the new rules all the same."""
    mine, theirs = (
        side._replace(groups=side.groups[:1], effects=(), markerlights=()) for side in (attack.attacker, attack.target)
    )
    kinds = {kind.name: kind.n for _, kind in theirs.kinds}
    line = tuple(run for run in attack.order if run.name in kinds)
    many = len({gun.name for _, kind in mine.kinds for gun in kind.guns}) > 1
    attack = attack._replace(
        attacker=mine,
        target=theirs,
        order=line,
        aim=attack.aim if attack.aim in kinds else "",
        under=1 if many else min(attack.under, sum(kinds.values())),
        settings=tuple((key, value) for key, value in attack.settings if key not in NEW),
    )
    if any({"Rending", "Shred"} & kind.rules for _, kind in mine.kinds):
        return None  # 7E-IC-3: of a model, not of its weapon
    rules = [rule for group, kind in theirs.kinds for rule in (*group.rules, *kind.rules)]
    if mine.flight or theirs.flight in ("zooming", "swooping") or {"Agile", "Camo Cloak"} & set(rules):
        return None
    if line and all(run.hidden for run in line):
        return None
    part = random_flying if random_flying.dice(attack) and theirs.squad.vehicle else random_joined
    return attack if part.sensible(attack) else None  # type: ignore[attr-defined]


def by_odds(attack: Document) -> dict[tuple[int, ...], Fraction]:
    task = pairing_of_scenario(scenario_from(attack), {}).task()
    ends = odds(
        task.ruleset.attack,
        task.ruleset.begin_attack(task.attacker, task.target),
        Preset(task.answers, raise_missing),
        settings=task.ruleset.defaults() | dict(task.settings),
        exact=True,
    )
    measures = [task.ruleset.measures[name] for name in TOLD_OF_ENDS]
    found = ends.measure(lambda end: tuple(int(measure(end)) for measure in measures))
    return {end: p for end, p in found.items() if p}


def by_enumeration(attack: Attack) -> dict[tuple[int, ...], Fraction]:
    out: Counter[tuple[int, ...]] = Counter()
    for end, p in law(attack).items():
        out[tuple(int(getattr(end, name, 0)) for name in TOLD_OF_ENDS)] += p  # type: ignore[assignment]
    return dict(out)  # type: ignore[arg-type]


def as_today(attack: Attack) -> Document:
    """Without keys that are not read yet."""
    found = document(attack)
    flight = found["answers"].pop("target_flight", "")
    if flight:
        found["answers"]["zooming"] = "yes" if flight in ("zooming", "swooping") else "no"
    return found


def equal(attack: Attack | None) -> int:
    if attack is None:
        return 0
    assert by_odds(as_today(attack)) == by_enumeration(attack), scenario(attack)
    return 1


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 3))
def test_units_of_models(part: int) -> None:
    seeds = range(30 * part, 30 * part + 30)
    assert sum(equal(plain(random_attack(Random(seed)))) for seed in seeds) > 5


@pytest.mark.parametrize("part", seeds(1, 3))
def test_vehicles_and_monsters(part: int) -> None:
    seeds = range(60 * part, 60 * part + 60)
    assert sum(equal(plain(random_flight(Random(seed)))) for seed in seeds) > 5


@pytest.mark.parametrize("draws", first(1, [random_flight, random_attack]))
def test_a_seed_gives_one_attack_and_one_document(draws: Any) -> None:
    for seed in range(40):
        attack = draws(Random(seed))
        assert draws(Random(seed)) == attack
        assert yaml.safe_load(scenario(attack)) == document(attack)


# That they are wide ----------------------------------------------------------------------------------------------------


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
