"""The sheet on paper: what is drawn, and what a Markdown reader makes of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from shoot_cli.practice.session import source
from shoot_cli.practice.teaching import as_json, drawn, markdown, safe
from shoot_cli.quiz.quiz import Drill, Source
from shoot_cli.rules import RULESETS
from tests.helpers.each import each
from tests.helpers.samples import quick_ones
from tests.helpers.toy_drills import dumb

TOY = RULESETS[0].ruleset()


def asks(kind: str, rule: str, numbers: int = 50, common: int = 1) -> Drill:
    def make(source: Source):
        n = source.random.randrange(numbers)
        wrong = [n + 1, n + 2, n + 3]
        return source.quiz(f"{rule}: after {n - 1}?", n, wrong, f"{n - 1} and 1")

    return Drill(kind, rule, make, common)


def toys(seed: int = 1) -> Source:
    return Source(TOY, (), Random(seed))


def test_easy_questions_come_first_and_kinds_take_turns():
    found = drawn([asks("estimate", "A"), asks("hit", "B"), asks("hit", "C"), asks("six", "D")], toys(), 6, 4)
    assert [quiz.kind for quiz in found] == ["hit", "hit", "six", "six", "estimate", "estimate"]


def test_levels_above_are_left_out():
    found = drawn([asks("estimate", "A"), asks("hit", "B")], toys(), 5, 3)
    assert {quiz.kind for quiz in found} == {"hit"}


def test_no_question_comes_twice():
    found = drawn([asks("hit", "A", numbers=3)], toys(), 10, 1)
    assert sorted(quiz.right for quiz in found) == ["0", "1", "2"]


def test_what_is_common_comes_oftener():
    found = drawn([asks("hit", "A", 500, common=3), asks("hit", "B", 500)], toys(), 80, 1)
    rules = [quiz.rule for quiz in found]
    assert rules.count("A") > 1.7 * rules.count("B")


def test_lists_that_have_nothing_for_it():
    assert drawn([dumb("A")], toys(), 5, 4) == []


def test_the_answers_stand_at_the_end_with_their_letters():
    quizzes = drawn([asks("hit", "TOY-1")], toys(), 3, 1)
    text = markdown("Toys", quizzes, "Mine against theirs", "shoot drill sheet --seed 1")
    questions, answers = text.split("## Answers")
    for number, quiz in enumerate(quizzes, 1):
        letter = "abcd"[quiz.options.index(quiz.right)]
        assert f"- [ ] {letter}) {quiz.right}\n" in questions
        assert f"\n{number}. {letter}) {quiz.right} – {int(quiz.right) - 1} and 1 (TOY-1)" in answers
        assert quiz.because[0].text not in questions
    assert "`shoot drill sheet --seed 1`" in answers


@each(
    ("text", "shown"),
    [
        ("*Boss* [Nob] <b>", r"\*Boss\* \[Nob\] \<b\>"),
        ("# Guard", r"\# Guard"),
        ("1. Guard", r"\1. Guard"),
        ("- Guard", r"\- Guard"),
        ("a\x1b[2Jb", r"a\\x1b\[2Jb"),
        ("two\nlines", "two lines"),
        ("`$(rm)`", r"\`\$(rm)\`"),
    ],
)
def test_names_are_text(text, shown):
    assert safe(text) == shown


def test_programs_get_everything():
    quizzes = drawn([asks("hit", "TOY-1")], toys(), 2, 1)
    found = json.loads(json.dumps(as_json("toy", "Toys", 7, quizzes)))
    assert found["seed"] == 7
    for number, (line, quiz) in enumerate(zip(found["questions"], quizzes, strict=True), 1):
        assert line["number"] == number
        assert line["options"][line["right"]] == quiz.right
        assert line["because"] == [{"text": quiz.because[0].text, "rule": "TOY-1"}]


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_the_same_seed_makes_the_same_questions(edition):
    def questions(seed: int) -> str:
        quizzes = drawn(edition.drill().DRILLS, source(edition.name, Random(seed)), 15, 4)
        return json.dumps(as_json(edition.name, edition.title, 0, quizzes))

    assert questions(3) == questions(3) != questions(4)


def sheet(home: Path, *arguments: str, hashes: str = "0") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "SHOOT_HOME": str(home), "PYTHONHASHSEED": hashes}
    line = [sys.executable, "-m", "shoot_cli", "drill", "sheet", *arguments]
    return subprocess.run(line, env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.slow
def test_a_class_gets_the_same_sheet_on_every_machine(tmp_path):
    arguments = ("--mine", "ultramarines", "--theirs", "orks", "--questions", "12", "--seed", "5")
    one, two = (sheet(tmp_path, *arguments, hashes=hashes) for hashes in ("1", "2"))
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert one.stdout.count("\n- [ ] a) ") == 12
    again = re.search("The same sheet again: `shoot drill sheet (.*?)`", one.stdout)[1]
    assert again == "--mine ultramarines --theirs orks --questions 12 --seed 5"


@pytest.mark.slow
def test_a_sheet_without_a_seed_says_which_it_drew(tmp_path):
    first = sheet(tmp_path, "--ruleset", "rh", "--questions", "3")
    again = re.search("The same sheet again: `shoot drill sheet (.*?)`", first.stdout)[1]
    assert sheet(tmp_path, *again.split()).stdout == first.stdout


@pytest.mark.slow
def test_nothing_is_kept_of_a_sheet(tmp_path):
    assert sheet(tmp_path, "--ruleset", "7e", "--questions", "1", "--json").returncode == 0
    assert not (tmp_path / "shoot.db").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--ruleset", "9e"], 2, "no ruleset '9e'"),
        (["--mine", "nowhere"], 1, "no shipped list “nowhere”"),
        (["--ruleset", "10e", "--mine", "ultramarines"], 1, "must be of one ruleset"),
    ],
)
def test_what_no_sheet_can_be_made_of(tmp_path, arguments, code, words):
    refused = sheet(tmp_path, *arguments)
    assert refused.returncode == code
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr
    assert json.loads(sheet(tmp_path, *arguments, "--json").stderr)["error"]
