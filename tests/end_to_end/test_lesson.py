"""The first lesson at a terminal, to its end: a learner who takes the first option and mends it when it was wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.end_to_end.terminal import CTRL_C, DOWN, ENTER, READY, Terminal, words
from tests.end_to_end.test_table import folder, outside  # fixtures are found by their names
from tests.helpers.kept_answers import counted
from tests.helpers.samples import first

__all__ = ["folder"]

LEFT = "Left the lesson."
MOST = 60  # prompts


def follow(lesson: Terminal, until: str = "And now:") -> int:
    """To the end, Enter at every prompt, but for what was wrong: that is mended. How often it was."""
    wrong = 0
    for _ in range(MOST):
        heard_prompt(lesson)
        if until in words(lesson.heard):
            return wrong
        again = re.search(r"NOT QUITE\. (?:It needs )?(.+?)\. .*Once more:", words(lesson.heard))
        wrong += bool(again)
        lesson.press(again[1] + ENTER if again else DOWN + ENTER if is_quiz(lesson) else ENTER)
    raise AssertionError(f"the lesson does not end: {lesson.shown()}")


def heard_prompt(lesson: Terminal) -> None:
    """Until the next prompt listens, or the process has ended."""
    for _ in range(200):
        alive = lesson.read()
        if READY in lesson.heard or not alive:
            lesson.settle(0.03)
            return
    raise AssertionError(f"no prompt: {lesson.shown()}")


def is_quiz(lesson: Terminal) -> bool:
    """True if nothing is proposed."""
    return bool(re.search(r" pick\b", lesson.shown()))


def learned(folder: Path) -> list[tuple[int, int]]:
    with Store.open(folder / "home" / "shoot.db") as store:
        return [(asked, right) for one in RULESETS for _, _, asked, right in counted(store, one.name)]


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("7e", 80),
        pytest.param("7e", 40, marks=pytest.mark.slow),
        pytest.param("reikhammer", 80, marks=pytest.mark.slow),
        pytest.param("reikhammer", 40, marks=pytest.mark.slow),
        pytest.param("10e", 40, marks=pytest.mark.slow),
        pytest.param("2e", 40, marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_lesson_goes_through_to_its_end(
    open_: Callable[..., Terminal], folder: Path, name: str, columns: int
) -> None:
    lesson = open_("drill", "--lesson", "--ruleset", name, columns=columns, rows=40)
    wrong = follow(lesson)
    assert wrong
    said = words(lesson.all)
    lesson.end()
    asked, right = (sum(numbers) for numbers in zip(*learned(folder), strict=True))
    assert wrong == asked - right == said.count("Once more:")
    assert f"{right} of {asked} answers were right." in said
    assert "shoot play --demo" in said
    assert "What happened" in said


@pytest.mark.slow
def test_why_shows_the_rule_before_the_answer(open_: Callable[..., Terminal]) -> None:
    lesson = open_("drill", "--lesson", "--ruleset", "7e")
    follow(lesson, "What does each need?")
    lesson.look("?", "THE RULE", "To Hit chart")
    assert "RIGHT." not in lesson.all


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), first(1, [(" q", 0), (CTRL_C, 130)]))
def test_leaving_in_the_middle_keeps_the_scores(
    open_: Callable[..., Terminal], folder: Path, key: str, code: int
) -> None:
    lesson = open_("drill", "--lesson", "--ruleset", "7e")
    follow(lesson, "Once more:")
    lesson.press(key)
    said = lesson.end(code)
    assert LEFT in said
    assert "0 of 1 answers were right." in said
    assert "shoot drill --lesson --ruleset 7e" in said
    assert learned(folder) == [(1, 0)]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), first(1, [(" q", 0), (CTRL_C, 130)]))
def test_leaving_at_a_pause(open_: Callable[..., Terminal], key: str, code: int) -> None:
    lesson = open_("drill", "--lesson", "--ruleset", "7e")
    lesson.wait("Space q ends the lesson.")
    lesson.press("more" + ENTER)
    lesson.wait("“more” means nothing here.")
    lesson.press(key)
    assert f"{LEFT} Nothing was asked." in lesson.end(code)


@pytest.mark.slow
def test_plain_lines(open_: Callable[..., Terminal]) -> None:
    lesson = open_("drill", "--lesson", "--ruleset", "7e", "--plain", columns=40)
    lesson.wait("Enter goes on.", prompt=False)
    for _ in range(MOST):
        lesson.settle(0.2)
        if "And now:" in words(lesson.heard):
            break
        quiz = re.search(r"(\w+)(?:, \w+)* or \w+: $", lesson.heard)  # keys of the options
        numbered = re.search(r"Number: $", lesson.heard)
        lesson.press((quiz[1] if quiz else "1" if numbered else "") + "\n")
    assert "What happened" in lesson.end()
    assert not re.search(r"\x1b\[[0-9;]*m|[\u2500-\u257f]", lesson.all)


@pytest.mark.slow
def test_a_lesson_needs_a_terminal(folder: Path) -> None:
    done = outside(folder, "drill", "--lesson")
    assert (done.returncode, done.stderr) == (2, "The lesson asks a learner, and there is no terminal here.\n")
