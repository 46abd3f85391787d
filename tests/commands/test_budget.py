"""``--budget``: odds that would take too long are given up with a sentence, on the command line, in a batch, at a prompt."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from shoot_cli.odds import Budget, odds
from tests.golden.playing import Lines, Screen, call

SLOW = ("40x BS4 assault cannon + 2x BS4 storm bolter", "40x T5 W3 Sv6+", "-r", "2e", "--distance", "12")  # minutes
QUICK = {"ruleset": "7e", "attacker": "10x BS4 boltgun", "target": "10x T4 Sv6+", "answers": {"distance": 12}}
MANY = {
    "ruleset": "7e",
    "attacker": '60x "A" BS4 S8 AP2 Heavy 4 48" [rending, gets hot] + 60x "B" BS3 S6 AP3 Heavy 4 48" [gets hot]',
    "target": "20x AV10/10/10 HP10",
    "answers": {"distance": 20},
}


@pytest.fixture
def slow(shoot: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *more: shoot("odds", *SLOW, "--budget", "0.05", *more)


def test_what_takes_too_long_is_given_up_in_a_sentence(slow: Callable[..., Any]) -> None:
    words = slow().refused(1)
    assert words.startswith("the odds would take more than 0.05 s of CPU: at “")  # a step of the ruleset, with
    assert "Attacker at Target, 12" in words
    assert "assault cannon" in words
    assert "fewer weapons at once (weapon=...) or fewer who fire (firing=...)" in words
    assert "--budget gives it more time" in words
    assert words.rstrip().endswith("shoot resolve with --times 1000 rolls the attack so often instead.")


def test_as_json_it_is_an_error_like_any(slow: Callable[..., Any]) -> None:
    assert slow("--json").error.startswith("the odds would take more than 0.05 s")


@pytest.mark.slow
def test_what_it_says_would_help_does(shoot: Callable[..., Any]) -> None:
    assert shoot("odds", *SLOW, "--weapon", "storm bolter", "--json").json["expected"]["shots"] > 0
    assert shoot("resolve", *SLOW, "--times", "3", "--json").json["times"] == 3


@pytest.mark.slow
def test_in_a_batch_it_is_an_error_in_its_place(shoot: Callable[..., Any], tmp_path: Any) -> None:
    file = tmp_path / "attacks.jsonl"
    file.write_text("\n".join(map(json.dumps, (QUICK, MANY, QUICK))))
    done = shoot("odds", "--batch", str(file), "--budget", "0.2")
    first, second, third = map(json.loads, done.out.splitlines())
    assert done.code == 0
    assert first == third
    assert first["slain"]
    assert list(second) == ["error"]
    assert second["error"].startswith("the odds would take more than 0.2 s of CPU")
    assert "A, B at Target" in second["error"]


def test_exact_fractions_are_part_of_it(shoot: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Budget] = []

    def seen(*given: Any, **more: Any) -> Any:
        found.append(more["budget"])
        return odds(*given, **more)

    monkeypatch.setattr("shoot_cli.odds.odds", seen)
    assert shoot("odds", "10x BS4 boltgun", "10x T4 Sv6+", "-r", "7e", "--fractions", "--json").json["exact"]
    numbers, fractions = found
    assert numbers is fractions


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e9", "long"])
def test_a_budget_is_some_seconds(shoot: Callable[..., Any], seconds: str) -> None:
    assert "--budget" in shoot("odds", *SLOW, "--budget", seconds).refused(2)


def test_questions_are_found_within_it(shoot: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "more than 0.05 s" in shoot("odds", *SLOW, "--questions", "--budget", "0.05").refused(1)
    monkeypatch.setattr("shoot_cli.odds.Budget", lambda seconds: Budget(seconds / 400))
    words = shoot("resolve", *SLOW, "--questions").refused(1)
    assert "more than 0.05 s" in words
    assert "--budget" not in words  # resolve has none


def test_memory_that_runs_out_is_said_in_words(shoot: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any, **more: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("shoot_cli.odds.odds", full)
    words = shoot("odds", "10x BS4 boltgun", "10x T4 Sv6+", "-r", "7e").refused(1)
    assert words.startswith("the odds take more memory than there is. Attacker at Target.")
    assert "--budget" not in words


# At the table --------------------------------------------------------------------------------------------------------


def test_the_prompt_stands_after_the_sentence(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.play.views.AT_PROMPT", 1e-9)
    monkeypatch.setattr("shoot_cli.engine.budget.LOOK", 1)
    lines = Lines([*["as usual"] * 3, "12", "o", "as usual", "o", "q"], Screen())
    call(["play", "ultramarines", "orks", "--plain", "--dice", "app", "--turns", "1", "--battle", "Slow"], lines, home)
    shown = " ".join(lines.screen.getvalue().split())
    words = "The odds of the whole attack: that is too much to work out while you wait (the odds would take more than"
    assert shown.count(words) == 2
    assert "exact odds" not in shown
    assert "Left “Slow”" in shown
