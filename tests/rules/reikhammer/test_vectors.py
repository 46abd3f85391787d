"""Every published vector of Reikhammer, through the scenario that a user would write."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from shoot_cli.engine.questions import Need, Roll
from shoot_cli.input.answerers import Preset, raise_missing, resolve
from shoot_cli.input.answers import Task
from shoot_cli.odds import odds
from tests.rules.reikhammer.helpers.attacks import units_of
from tests.rules.reikhammer.vectors import Vector, vectors

VECTORS = vectors()
End = dict[str, int]  # measures by name
Ends = list[tuple[End, Fraction]]


def only(*kinds: str, of: Callable[[Vector], bool] = lambda vector: True) -> Any:
    """A test of these kinds of vectors, each with its rules."""
    return pytest.mark.parametrize(
        "vector",
        [
            pytest.param(vector, id=vector.id, marks=[pytest.mark.rule(rule) for rule in vector.rules])
            for vector in VECTORS
            if vector.kind in kinds and of(vector)
        ],
    )


def test_all_of_them_are_here() -> None:
    ids = [f"RH-V{n:02}" for n in range(1, 30)] + [f"RH-S{n:02}" for n in range(1, 14)]
    assert [vector.id for vector in VECTORS] == ids


# What is asked, of the ends of an attack -----------------------------------------------------------------------------


def chance(ends: Ends, wanted: Callable[[End], bool]) -> Fraction:
    return sum((p for end, p in ends if wanted(end)), Fraction(0))


def mean(ends: Ends, name: str) -> Fraction:
    return sum((p * end[name] for end, p in ends), Fraction(0))


def asked(vector: Vector, ends: Ends, hits: Fraction) -> Fraction:
    """The answer to the question of a vector. ``hits``: the mean; each shot or die hits as well as any other."""
    question, dice = vector.play["ask"], len(vector.play["fire"])
    if question == "hits":
        return hits
    if question == "saved":
        return 1 - mean(ends, "damage") / hits
    if question == "a hit":  # of a barrage: a die for each point of integrity
        (unit,) = vector.play["at"]
        return Fraction(1 - (1 - hits / unit["integrity"]) ** int(unit["integrity"]))
    if question == "damage":
        return mean(ends, "damage")
    if question == "damage of 3 or more":
        return chance(ends, lambda end: end["damage"] >= 3)
    destroyed = chance(ends, lambda end: end["destroyed"] == 1)
    all_hit = Fraction((hits / dice) ** dice)
    return destroyed if question == "destroyed" else destroyed / all_hit  # ... "if all hit"


def check_state(vector: Vector, ends: Ends) -> None:
    """Whenever it comes to what is given (it can), the rest is as told."""
    given, told = vector.play.get("given", {}), vector.play["then"]
    found = [end for end, p in ends if p and given.items() <= end.items()]
    assert found
    for end in found:
        assert told.items() <= end.items(), vector.words


# By the program ------------------------------------------------------------------------------------------------------


def task_of(vector: Vector) -> Task:
    return pairing_of_scenario(
        armies.scenario_from(vector.document()) if vector.printable() else vector.scenario(), {}
    ).task()


def by_odds(task: Task) -> tuple[Ends, dict[str, Fraction]]:
    """The ends with their exact chances, and the mean of whatever is counted."""
    ruleset, settings = task.ruleset, task.ruleset.defaults() | task.settings
    found = odds(ruleset.attack, task.start(), Preset(task.answers, raise_missing), settings=settings, exact=True)
    names = list(ruleset.measures)
    law = found.measure(lambda state: tuple(int(ruleset.measures[name](state)) for name in names))
    counted = dict.fromkeys(ruleset.counted_tokens.values(), Fraction(0))
    for kind, name in ruleset.counted_tokens.items():
        counted[name] += found.expected.get(kind, 0)
    return [(dict(zip(names, end, strict=True)), p) for end, p in law.items()], counted


@only("odds")
def test_chances(vector: Vector) -> None:
    ends, counted = by_odds(task_of(vector))
    assert asked(vector, ends, counted["hits"]) == vector.exact, vector.words


@only("odds")
def test_what_users_are_told_of_them(vector: Vector) -> None:
    """``shoot odds --json --fractions``: the same as fractions and as numbers; every answer counted."""
    result = worked_out(task_of(vector), True).document()
    idle = result.get("unused", {})
    ends, counted = by_odds(task_of(vector))
    assert not idle
    for name in ("slain", "damage"):
        exact = [Fraction(p) for p in result["exact"][name]]
        assert exact == [chance(ends, lambda end, k=k, name=name: end[name] == k) for k in range(len(exact))]  # type: ignore[misc]
        assert result[name] == pytest.approx(list(map(float, exact)), abs=1e-12)
        assert result["expected"][name] == pytest.approx(float(mean(ends, name)), abs=1e-12)
    for name in ("shots", "hits"):
        assert result["expected"][name] == pytest.approx(float(counted[name]), abs=1e-12)
    assert result["expected"]["unsaved"] == pytest.approx(result["expected"]["damage"], abs=1e-12)
    assert result["destroyed"] == pytest.approx(float(chance(ends, lambda end: end["destroyed"] == 1)), abs=1e-12)


@only("state", of=lambda vector: "then" in vector.play)
def test_what_becomes_of_the_target(vector: Vector) -> None:
    ends, _ = by_odds(task_of(vector))
    check_state(vector, ends)


@pytest.mark.rule("RH-SHOCK-2")
def test_failed_saves_give_no_shock_unless_a_group_reads_it_so() -> None:
    vector = next(vector for vector in VECTORS if vector.id == "RH-S12")
    vector = vector._replace(play=vector.play | {"settings": {}, "then": {"shock": 2}})
    ends, _ = by_odds(task_of(vector))
    check_state(vector, ends)


def rolls_of(task: Task, **dice: str) -> dict[str, int]:
    """Which dice are rolled, by the key of the question; the others are seeded."""
    _, table = resolve(task.ruleset, task.start(), task.answers | dice, 1, task.settings)
    found: dict[str, int] = {}
    for entry in table.log:
        if isinstance(entry.question, Roll):
            head = entry.question.key.partition(":")[0]
            found |= {f"{head}:{name}": found.get(f"{head}:{name}", 0) + n for name, n in units_of(entry.question)}
    return found


@only("state", of=lambda vector: "fires" in vector.play)
def test_who_fires(vector: Vector) -> None:
    task = task_of(vector)
    rolled = [key for key in rolls_of(task) if key.startswith("hit:")]
    assert sorted(rolled) == [f"hit:{name}" for name in vector.play["fires"]], vector.words
    assert by_odds(task)[1]["shots"] == len(vector.play["fires"])


@only("state", of=lambda vector: "saves" in vector.play)
def test_who_is_hit(vector: Vector) -> None:
    n = len(vector.play["fire"])
    rolled = rolls_of(task_of(vector), **{"hit:gun": " ".join("1" * n)})
    assert rolled.pop("hit:gun") == n
    assert rolled == {f"save:{name}": n for name, n in vector.play["saves"].items() if n}, vector.words


# Numbers of their own ------------------------------------------------------------------------------------------------


def met(need: Need) -> Fraction:
    return Fraction(sum(need.met_by(face) for face in range(1, 7)), 6)


def by_chart(play: dict[str, Any]) -> Fraction:
    charts = import_module("shoot_cli.rules.reikhammer.charts")
    if play["test"] == "to_act":
        return met(charts.to_act(play["rating"], play["shock"], play["retaining"], True))
    if play["test"] == "to_rally":
        return met(charts.to_rally(play["rating"], play["broken"], play["near"], True))
    if play["test"] == "dangerous":
        assert [face for face in range(1, 7) if charts.dangerous.met_by(face)] == [1, 2, 3, 4, 5]
        return 1 - met(charts.dangerous) ** int(play["integrity"])
    assert len(charts.character_fate) == 6
    return Fraction(charts.character_fate.count(play["fate"]), 6)


@only("chart", of=lambda vector: vector.exact is not None)
def test_tests_and_fates(vector: Vector) -> None:
    assert by_chart(vector.play) == vector.exact, vector.words


@only("chart", of=lambda vector: "rows" in vector.play)
def test_the_table_of_barrages(vector: Vector) -> None:
    charts = import_module("shoot_cli.rules.reikhammer.charts")
    for points, row in vector.play["rows"]:
        found = charts.barrage_row(points, "none")
        assert [found.radius, found.extra_shock, found.ap, found.at] == row, points
    assert charts.barrage_row(1, "1").at == 1
