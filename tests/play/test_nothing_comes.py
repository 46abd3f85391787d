"""“Nothing can come of it” is said of an attack only if every number that programs get of it is nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

import pytest

from shoot_cli.analysis.attack_result import AttackResult, averages, result_of
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.ui.results import show_odds
from tests.helpers.samples import first

SENTENCE = "Nothing can"
REFUSED = ("10e", "11e")  # they refuse an attack in which nothing can be fired
FAR = {"distance": 95}  # beyond most ranges


def in_vain(value: Any) -> bool:
    """True if it is nothing, or a distribution in which nothing is sure."""
    if isinstance(value, Mapping):
        return all(map(in_vain, value.values()))
    return sum(value[1:]) == 0 if isinstance(value, list) else value == 0


def measured(result: AttackResult) -> list[Any]:
    return [*result.numbers().values()]


def results(edition: Edition, seeds: range) -> Iterator[AttackResult]:
    """What random attacks come to: as they are drawn, and from far away, from where most do nothing."""
    ruleset = edition.ruleset()
    attack = import_module(f"tests.rules.{edition.package.rpartition('.')[2]}.helpers.random_attacks").random_attack
    for seed in seeds:
        attacker, target, answers, own = attack(Random(seed))
        start = ruleset.begin_attack(attacker, target)
        for said in (answers, answers | FAR, FAR):
            try:
                ends = odds(ruleset.attack, start, Preset(said, raise_missing), settings=ruleset.defaults() | own)
            except (BadAnswer, Missing):  # it is not asked how far, or is too far for something else that is said
                continue
            yield result_of(ruleset, ends)


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
@pytest.mark.parametrize("seeds", first(1, [range(7), *(range(at, at + 50) for at in range(7, 157, 50))]), ids=str)
def test_it_is_said_of_what_is_nothing_by_every_number(edition, seeds, capsys):
    told = set()
    for result in results(edition, seeds):
        show_odds(result, plain=True)
        said = SENTENCE in capsys.readouterr().out
        assert said == all(map(in_vain, measured(result))), result
        told.add(said)
    assert told >= {False}
    assert told == {True, False} or edition.short in REFUSED


@pytest.mark.parametrize(
    "measure", dict.fromkeys(measure for edition in RULESETS for measure in edition.ruleset().measures)
)
def test_one_measure_is_enough(measure, capsys):
    """Each measure of each edition alone: a chance, or one of two."""
    nothing = averages(0.0, 0.0, 0.0).but(slain=(1.0,), damage=(1.0,))
    show_odds(nothing, plain=True)
    assert SENTENCE in capsys.readouterr().out
    for value in (0.25, 1.0):
        law = (1 - value, value)
        if measure in ("slain", "damage"):
            something = nothing.but(**{measure: law})
        elif measure == "destroyed":
            something = nothing.but(destroyed=value)
        else:
            something = nothing.but(further={measure: law if value == 1.0 else value})
        show_odds(something, plain=True)
        assert SENTENCE not in capsys.readouterr().out


@pytest.mark.rule("RH-SHOCK-1")
def test_a_formation_that_is_sure_to_break(shoot):
    said = ("odds", "-r", "rh", "1x BP1 range 12", "2x AV armour 3 integrity 1", "--set", "target_shock=1")
    assert shoot(*said, "--json").json["broken"] == 1.0
    out = shoot(*said, "--plain").out
    assert SENTENCE not in out
    assert "Broken: 100.0%" in out
