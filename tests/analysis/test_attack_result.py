"""What an attack comes to is one record: every command and every program gets its fields, with equal values."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.analysis.attack_result import (
    AnswerUse,
    AttackResult,
    Overruled,
    averages,
    further_measures,
    numbers_of,
    rolled_result,
)
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.command_line import Done, home, shoot
from tests.helpers.samples import every_nth

__all__ = ["home", "shoot"]
Shoot = Callable[..., Done]
SEEDS = [(edition, seed) for seed in range(8) for edition in RULESETS]


def random_lines(edition: str, random: Random) -> tuple[str, str, dict[str, str]]:
    """Attacker and target as profile lines, and answers, one of which an attack may not use."""

    def pick(*values: Any) -> Any:
        return random.choice(values)

    n, m = random.randint(1, 9), random.randint(1, 9)
    if edition == "rh":
        shooter, target = f"{n}x BP{pick(1, 2)} range 12", f"{m}x AV armour {pick(2, 3)} integrity {pick(1, 2)}"
        return shooter, target, {"distance": f"{pick(4, 9)}", "target_shock": pick("0", "1")}
    said = {"distance": f"{pick(5, 11, 20)}"}
    if edition == "2e":
        return f"{n}x BS{pick(3, 4)} boltgun", f"{m}x T{pick(3, 4)} W{pick(1, 2)}", said
    if edition == "7e":
        shooter = f'{n}x BS{pick(3, 4)} S{pick(4, 5)} AP{pick(4, 5)} Rapid Fire 24"'
        return shooter, f"{m}x T{pick(4, 5)} Sv{pick(4, 6)}+ W{pick(1, 2)}", said | {pick("jink", "night"): "no"}
    shooter = f"{n}x A{pick(1, 2)} BS{pick(3, 4)}+ S{pick(4, 8)} AP-{pick(0, 1)} D{pick(1, 2)}"
    return shooter, f"{m}x T4 Sv{pick(3, 5)}+ W{pick(1, 2)}", said | {"cover": pick("yes", "no")}


@pytest.mark.parametrize(("edition", "seed"), every_nth(16, SEEDS), ids=str)
def test_every_way_to_an_attack_has_the_same_fields_and_values(
    edition: Edition, seed: int, shoot: Shoot, tmp_path: Path
) -> None:
    shooter, target, said = random_lines(edition.short, Random(seed))
    words = shooter, target, "-r", edition.short, *(f"--set={key}={value}" for key, value in said.items())
    done: Done = shoot("odds", *words, "--json", "--fractions")
    printed = done.json
    assert printed.keys().isdisjoint({"own_slain", "own_damage", "friends_hit"})  # no such attack can hurt its own
    assert api.odds(shooter, target, ruleset=edition.short, answers=said, fractions=True).as_dict() == printed
    scenario = {"ruleset": edition.short, "attacker": shooter, "target": target, "answers": said}
    (tmp_path / "one.jsonl").write_text(json.dumps(scenario) + "\n")
    assert json.loads(shoot("odds", "--batch", str(tmp_path / "one.jsonl"), "--fractions").out) == printed
    for name, law in printed["exact"].items():
        assert [float(Fraction(text)) for text in law] == pytest.approx(printed[name], abs=1e-12)
    (row,) = json.loads(shoot("compare", shooter, "--against", target, *words[2:], "--no-facts", "--json").out)["rows"]
    (cell,) = row["cells"]
    averages_ = {"destroyed": printed["destroyed"], **{name: printed["expected"][name] for name in ("slain", "damage")}}
    assert {name: cell[name] for name in averages_} == averages_
    base = shoot("odds", *words, "--what-if", "--json").json["base"]
    assert {name: base[name] for name in averages_} == averages_
    noted = ("ruleset", "attacker", "target", "overruled")
    for times in ("1", "30"):
        rolled = json.loads(shoot("resolve", *words, "--seed", "3", "--times", times, "--json").out)
        assert {name: rolled.get(name) for name in noted} == {name: printed.get(name) for name in noted}
        if times == "1":
            assert rolled["assumed"].keys() <= printed["assumed"].keys()
            continue
        assert rolled["mean"].keys() == edition.ruleset().measures.keys()
        for name in ("slain", "damage"):
            assert sum(rolled[name]) == pytest.approx(1)
            assert len(rolled[name]) <= len(printed[name])
            assert rolled["mean"][name] == pytest.approx(sum(k * p for k, p in enumerate(rolled[name])))
        assert rolled["destroyed"] == rolled["mean"]["destroyed"]


# The parts of the record ----------------------------------------------------------------------------------------------


def test_only_what_there_is_to_say_of_answers_is_in_the_document() -> None:
    assert AnswerUse(assumed={"cover": "none"}).document() == {}
    told = AnswerUse(
        unused={"jink": "no"}, not_asked={"jink": ""}, closed={"pistol": "too far"},
        overruled=(Overruled("hidden", "no", "yes"),), unknown={"x": "is not asked"},
    )  # fmt: skip
    assert [*told.document().items()] == [
        ("unused", {"jink": "no"}), ("not_asked", {"jink": ""}),
        ("overruled", {"hidden": {"computed": "no", "said": "yes"}}), ("closed", {"pistol": "too far"}),
    ]  # fmt: skip
    assert told.overruled[0].words.startswith("hidden is no by what is known of these units; yes is taken")


def test_a_result_is_one_value_for_other_processes() -> None:
    found = AttackResult("7e", "A", "B", AnswerUse({"cover": "none"}), {"slain": 0.5}, (0.5, 0.5), (0.5, 0.5), 0.5)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.laws == {"slain": (0.5, 0.5), "damage": (0.5, 0.5)}
    assert found.figures["slain"].span == "0-1"
    assert averages(0.5, 1.0, 1.0).figures == {}
    assert found.average("hits") == 0


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_measures_that_are_told_only_if_possible_come_in_groups(edition: Edition) -> None:
    """A group is told whole, or not at all; what it has are laws, and never the losses of the target."""
    ruleset = edition.ruleset()
    grouped = [name for group in ruleset.told_if_possible for name in group]
    assert len(grouped) == len({*grouped})
    assert {*grouped} <= ruleset.measures.keys() - {"slain", "damage", "destroyed"}
    assert {*grouped}.isdisjoint({*ruleset.chances, *ruleset.rare_measures})
    nothing: dict[str, list[float]] = {name: [1.0] for name in ruleset.measures}
    always = {*ruleset.measures} - {"slain", "damage", "destroyed"} - {*grouped} - {*ruleset.rare_measures}
    assert further_measures(ruleset, nothing).keys() == always
    for group in ruleset.told_if_possible:
        for name in group:
            assert further_measures(ruleset, nothing | {name: [0.5, 0.5]}).keys() == always | {*group}
    for name in ruleset.rare_measures:
        assert further_measures(ruleset, nothing | {name: [0.75, 0.25]})[name] == 0.25


def test_own_losses_are_told_by_the_edition_and_not_by_how_they_are_called() -> None:
    """A measure whose name ends like a loss is one of the edition's own, and told."""
    ruleset = RULESETS[0].ruleset()
    ruleset = ruleset.but(measures={**ruleset.measures, "most_slain": lambda record: 0}, unsaved_measure="")
    laws: dict[str, list[float]] = {name: [1.0] for name in ruleset.measures}
    assert numbers_of(ruleset, laws, {}).further["most_slain"] == (1.0,)


def test_rolls_are_counted_and_shared_out() -> None:
    ruleset = RULESETS[0].ruleset()
    counts = {name: {0: 3} for name in ruleset.measures} | {"slain": {0: 1, 4: 2}, "destroyed": {1: 1, 0: 2}}
    found = rolled_result(ruleset, counts, 5, 3)
    assert found.counts("slain") == {0: 1, 4: 2}
    assert (found.seed, found.times, found.destroyed) == (5, 3, 1 / 3)
    assert found.expected["slain"] == pytest.approx(8 / 3)
