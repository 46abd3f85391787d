"""What makes no difference was tried with other values; what was just not asked is told as that."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.analysis import single_attack, unused_answers
from shoot_cli.analysis.attack_result import AnswerUse, NotAsked
from shoot_cli.analysis.single_attack import of_sides, questions_of, worked_out
from shoot_cli.engine.questions import Choose, Number
from shoot_cli.engine.reasons import BadAnswer, Refusal
from shoot_cli.importing.list_files import units_from
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.input.answers import Task
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.command_line import shoot as shoot
from tests.helpers.each import each
from tests.helpers.samples import TIMES, first, quick_ones


@pytest.mark.parametrize(
    ("tokens", "law", "same"),
    [
        (2, [0, 1], True),
        (2, [1, 0], False),
        (3, [0, 1], False),
        (2, [0, 1, 1e-16], True),  # rounding
        (2, [0, 1, 6e-10], False),  # one model more may be slain, which is most improbable
    ],
)
def test_two_attempts_are_the_same_only_with_the_same_tokens_and_laws(
    tokens: int, law: list[float], same: bool
) -> None:
    def attempt(n: int, row: list[float]) -> unused_answers.Attempt:
        ends: Any = SimpleNamespace(expected={int: n}, distributions=lambda measures: {"slain": row})
        ruleset: Any = SimpleNamespace(measures={})
        return unused_answers.Attempt(ruleset, Preset({}, raise_missing), ends)

    assert attempt(2, [0, 1]).same(attempt(tokens, law)) is same


def numbers_of(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name not in ("assumed", "unused", "not_asked", "closed")}


def rows_of(result: dict[str, Any]) -> dict[str, list[float]]:
    """All that an attack comes to, as rows of numbers by name."""
    found = {**numbers_of(result), **result["expected"]}
    rows = {name: value if isinstance(value, list) else [value] for name, value in found.items()}
    return {name: row for name, row in rows.items() if all(isinstance(one, (int, float)) for one in row)}


def options(question: Any) -> list[str]:
    if isinstance(question, Choose):
        return [option.value for option in question.options if not option.closed][:4]
    return [str(int(question.low)), str(int(question.low) + 1)] if isinstance(question, Number) else []


def outcome(task: Task) -> dict[str, Any] | None:
    """None: it is refused."""
    try:
        return worked_out(task).document()
    except (Refusal, BadAnswer, Missing):
        return None


def said_of_random_attacks(edition: Edition, seed: int, most: int) -> Iterator[tuple[Task, str, list[str]]]:
    """A random attack with each of some answers said; the answer's key, and its values."""
    ruleset, random = edition.ruleset(), Random(seed)
    attack = import_module(f"tests.rules.{edition.package.rpartition('.')[2]}.helpers.random_attacks").random_attack
    attacker, target, answers, settings = attack(random)
    task = Task(ruleset, attacker, target, answers, settings)
    questions = {q.key: q for q in task.known() if options(q) and "KIND" not in q.key}
    for key in random.sample(sorted(questions), min(most, len(questions))):
        left = {one: value for one, value in answers.items() if one.partition(":")[0] != key.partition(":")[0]}
        yield task._replace(answers=left), key, options(questions[key])


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
@pytest.mark.parametrize(
    ("seeds", "most"), first(1, [(range(2), 12), *((range(n, n + 3), 6) for n in (2, *range(8, 3 * TIMES + 5, 3)))])
)
def test_what_makes_no_difference_does_so_with_every_value(edition, seeds, most):
    told = 0
    for seed in seeds:
        for task, key, values in said_of_random_attacks(edition, seed, most):
            found = {value: outcome(task._replace(answers=task.answers | {key: value})) for value in values}
            for value, result in found.items():
                if result is None or key not in result.get("unused", {}) or key in result.get("not_asked", {}):
                    continue
                told += 1
                others = [numbers_of(other) for other in found.values() if other is not None]
                assert all(same(one, numbers_of(result)) for one in others), (seed, key, value)
    assert told


def same(one: Any, other: Any) -> bool:
    """True of equal numbers, whatever holds them."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(abs(one - other) < 1e-9) if isinstance(one, float) else bool(one == other)


def told(ruleset: str, attacker: str, target: str, **said: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is told of answers that nobody used: their values, and why they were not asked."""
    (shooter,), (victim,) = (
        units_from([line], ruleset, role) for line, role in ((attacker, "attacker"), (target, "target"))
    )
    result = worked_out(of_sides(shooter, victim, said)).document()
    return result.get("unused", {}), result.get("not_asked", {})


LETHAL, CROWD = ("11e", "10x A2 BS3+ S8 AP0 D1 [lethal hits]"), "10x T4 Sv4+ W1"


@pytest.mark.rule("11E-LETHAL-1")
def test_what_is_so_anyhow_is_not_without_difference_where_the_other_would_be_worse():
    assert told(*LETHAL, CROWD, distance=12, lethal="yes") == ({}, {})
    assert told(*LETHAL, CROWD, distance=12, lethal="no") == ({}, {})


@pytest.mark.rule("10E-DEF-SMOKE-1")
def test_what_is_not_asked_for_another_answer_is_told_with_that():
    tank = "1x T8 Sv3+ W10 (VEHICLE, SMOKE)"
    key, gun = {"reaction": "smokescreen"}, ("10e", "6x A1 BS3+ S4 AP0 D1")
    assert told(*gun, tank, **key, overwatch="yes") == (key, {"reaction": "overwatch is yes"})
    assert told(*gun, tank, **key, overwatch="no") == ({}, {})
    assert told(*gun, tank, reaction="nothing", overwatch="yes")[1] == {"reaction": "overwatch is yes"}


def test_what_nothing_here_could_ask_makes_no_difference():
    assert told("2e", "5x BS4 boltgun", "10x T4 Sv3+", distance=10, rapid_fire="no") == ({"rapid_fire": "no"}, {})


LINES = {
    "2e": ("5x BS4 boltgun", "10x T4 Sv3+"),
    "7e": ("5x BS4 boltgun", "10x T4 Sv3+"),
    "10e": ("5x A1 BS3+ S4 AP0 D1", "10x T4 Sv3+ W1"),
    "11e": ("5x A1 BS3+ S4 AP0 D1", "10x T4 Sv3+ W1"),
    "rh": ("1x AP5 range 12", "1x INF A0 I1"),
}


@each("edition", LINES)
def test_what_is_asked_once_is_not_said_in_two_ways(edition):
    with pytest.raises(NotAsked, match="distance is asked once in this attack, and was said 2 times: 8, 11; say one"):
        told(edition, *LINES[edition], distance=["8", "11"])
    assert told(edition, *LINES[edition], distance=["8", "8"]) == ({"distance": ["8"]}, {})


@pytest.mark.parametrize("times", [[], ["--times", "50"]])
def test_a_rolled_attack_refuses_it_too(times, shoot):
    said = ["--set", "advanced=no", "--set", "advanced=yes", "--seed", "3", *times]
    found = shoot("resolve", "--ruleset", "10e", *LINES["10e"], *said)
    assert "advanced is asked once in this attack, and was said 2 times: no, yes; say one" in found.refused()


def test_where_there_is_no_room_to_try_nobody_says_that_it_makes_no_difference(monkeypatch):
    monkeypatch.setattr(unused_answers, "RECORDS", 1)
    said = {"distance": 10, "rapid_fire": "no"}
    assert told("2e", "5x BS4 boltgun", "10x T4 Sv3+", **said) == ({"rapid_fire": "no"}, {"rapid_fire": ""})


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
@pytest.mark.parametrize("seeds", first(1, [range(n, n + 4) for n in (0, 12, *range(20, 4 * TIMES + 16, 4))]))
def test_a_said_fact_changes_a_figure_or_is_the_default_or_is_told(edition, seeds):
    """Of random attacks each fact is said, one at a time, beside the facts that were drawn."""
    for seed in seeds:
        for task, key, values in said_of_random_attacks(edition, seed, 8):
            plain = outcome(task)
            asked = {q.key: q for q in questions_of(task)} if plain is not None else {}
            if not isinstance(asked.get(key), Choose) or asked[key].spent is not None or asked[key].default is None:
                continue
            for value in values:
                said = task._replace(answers={**task.answers, key: value})
                found = outcome(said)
                if found is None or value == asked[key].default:
                    continue
                use = unused_answers.with_idle_facts(said, AnswerUse(unused=found.get("unused", {})))
                same = unused_answers.have_same_numbers(rows_of(found), rows_of(plain))
                assert (key in use.unused) == same, (seed, key, value, said.answers)


@pytest.mark.rule("10E-COV-1", "10E-ELIG-1", "11E-IND-1")
@pytest.mark.parametrize(
    ("ruleset", "gun", "said", "idle"),
    [
        ("10e", "AP0 [assault]", ["advanced=yes"], {"advanced": "yes"}),
        ("10e", "AP0", ["cover=yes"], {"cover": "yes"}),
        ("10e", "AP-1", ["cover=yes"], {}),
        ("10e", "AP-1 [re-roll hit rolls]", ["cover=yes", "command_reroll=hit"], {"command_reroll": "hit"}),
        ("10e", "AP-2", ["cover=yes", "reaction=go to ground"], {"reaction": "go to ground"}),  # one of the two stays
        ("11e", "AP0 [indirect fire]", ["shooting=indirect", "spotted=yes"], {"spotted": "yes"}),
        ("11e", "AP0 [indirect fire]", ["shooting=indirect", "spotted=yes", "stationary=yes"], {}),
    ],
)
def test_a_fact_that_comes_to_the_same_as_its_default_is_told(shoot, ruleset, gun, said, idle):
    options = [word for one in said for word in ("--set", one)]
    done = shoot("odds", "-r", ruleset, f'5x A2 BS3+ S4 D1 24" {gun}', "5x T4 Sv3+ (INFANTRY)", *options, "--json")
    assert done.json.get("unused", {}) == idle
    assert all(f"{key} makes no difference to this attack." in done.err for key in idle)


@pytest.mark.parametrize(
    ("ruleset", "lines", "said", "idle"),
    [
        ("7e", ('10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv3+"), ["cover=5+"], {"cover": "5+"}),
        ("7e", ('10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv3+"), ["obscured=all"], {"obscured": "all"}),
        (
            "10e",
            ('5x A2 BS3+ S4 AP0 D1 24" + 3x A1 BS4+ S9 AP-3 D3 24"', "10x T4 Sv3+"),
            ["group_order=A1 S9 AP-3 D3"],
            {"group_order": "A1 S9 AP-3 D3"},
        ),
        (
            "10e",
            ('5x A2 BS3+ S4 AP0 D1 24" + 3x A1 BS4+ S9 AP-3 D3 24"', "5x T4 Sv3+ W2 + 1x T4 Sv2+ W4"),
            ["group_order=A1 S9 AP-3 D3"],
            {},
        ),
    ],
)
def test_rolls_tables_of_facts_and_programs_tell_it_too(shoot, ruleset, lines, said, idle):
    options = [word for one in said for word in ("--set", one)]
    for command in (["resolve", "--seed", "1"], ["resolve", "--seed", "1", "--times", "20"], ["odds"]):
        done = shoot(command[0], "-r", ruleset, *lines, *options, *command[1:], "--json")
        assert done.json.get("unused", {}) == idle, command
    done = shoot("odds", "-r", ruleset, *lines, *options, "--what-if")
    assert all(f"{key} makes no difference to this attack." in done.err for key in idle)
    assert api.odds(*lines, ruleset=ruleset, answers=dict(one.split("=") for one in said)).unused == idle


@pytest.mark.rule("2E-CAS-1")
@pytest.mark.parametrize(
    ("lost", "order", "words"),
    [
        ("1 Ab", "1 Ab", ""),
        ("1 Ab", "1 Ab soft", ""),
        ("1 Ab", "3 Ab", "order: there are 2 Abs, that is 3"),
        ("1 Ab", "1 Cd", "order: no “Cd” here, only Ab"),
        ("none", "1 Ab", "order: there are 2 Abs, that is 1"),
    ],
)
def test_an_order_of_the_one_who_is_left_is_needless_and_not_wrong(lost, order, words):
    """2nd edition: one of two has fallen before, so no order is asked."""
    sides, said = ("3x BS4 lasgun", '2x "Ab" T4 W1 Sv6+'), {"target_lost": lost, "order": order}
    if words:
        with pytest.raises(api.ShootError, match=words):
            api.odds(*sides, answers=said, ruleset="2e")
    else:
        assert api.odds(*sides, answers=said, ruleset="2e").unused == {"order": order}


def test_each_loss_that_changes_nothing_is_told(shoot):
    """Of losses each phrase is a fact: ammo that the target has lost changes nothing, men who fell do."""
    pair = ("blue_column::River Column", "red_host::Red Company", "--distance", "6")
    both = shoot("odds", *pair, "--set", "target_lost=rifle platoon -2, ammo -1", "--json")
    assert both.json["unused"] == {"target_lost": ["ammo -1"]}
    assert "target_lost (ammo -1) makes no difference to this attack." in both.err
    assert "unused" not in shoot("odds", *pair, "--set", "target_lost=rifle platoon -2", "--json").json


@pytest.mark.parametrize("short", first(2, ["7e", "10e", "2e"]))
def test_questions_of_an_attack_that_was_worked_out_are_known(short: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same questions, with the same defaults, as if nothing was known; with another answer they are not known."""
    roles = ("attacker", "target")
    (shooter,), (victim,) = (units_from([line], short, role) for line, role in zip(LINES[short], roles, strict=True))
    task = of_sides(shooter, victim, {"distance": "6"})
    single_attack.ASKED.clear()
    wanted = questions_of(task)
    worked_out(task)
    with monkeypatch.context() as patched:
        patched.setattr("shoot_cli.odds.odds", None)
        assert questions_of(task) == wanted
        with pytest.raises(TypeError):
            questions_of(task._replace(answers={"distance": "7"}))
    single_attack.ASKED.clear()
    monkeypatch.setattr(single_attack, "MOST_ASKED", 1)
    worked_out(task)
    worked_out(task._replace(answers={"distance": "7"}))
    assert len(single_attack.ASKED) == 1
