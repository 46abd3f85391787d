"""``shoot drill``: what is asked, how it is marked, and what is kept of it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from tests.golden.playing import Lines, Screen, Stuck, call


class Learner(Lines):
    """Answers every question by looking at the options; ``right`` looks into the book as well."""

    def __init__(self, choose, screen: Screen) -> None:
        super().__init__(["q"], screen)
        self.choose = choose
        self.asked: list[str] = []

    def next(self) -> str:
        self.asked.append(self.screen.getvalue())
        return self.choose(len(self.asked))


@pytest.fixture
def drill(home: Path):
    def run(choose, *arguments: str) -> tuple[str, int]:
        learner = Learner(choose, Screen())
        call(["drill", *arguments, "--plain"], learner, home)
        return learner.screen.getvalue(), len(learner.asked)

    return run


def scores(home: Path) -> list[tuple]:
    with sqlite3.connect(home / "shoot.db") as database:
        names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        table = next(name for name in names if "score" in name or "drill" in name)
        return list(database.execute(f"select * from {table}"))


def first_option(number: int) -> str:
    return "#1"


def test_questions_are_marked_explained_and_kept(drill, home):
    shown, asked = drill(first_option, "--questions", "12", "--seed", "5")
    assert asked == 12
    marks = re.findall(r"^(Right\.|No: .*\.)$", shown, re.MULTILINE)
    assert len(marks) == 12
    right = marks.count("Right.")
    assert 0 < right < 12  # the first option is not always right, nor always wrong
    assert f"{right} of 12 right." in shown
    assert len(re.findall(r"^  .*\(7E-[A-Z]{3}-\d+\)$", shown, re.MULTILINE)) >= 12
    assert len(scores(home)) == 12
    missed = re.search(r"Read again: (.*)", shown.replace("\n", " "))[1]
    assert re.match(r"shoot rules 7E-[A-Z]{3}-\d+", missed)


def test_whoever_knows_is_right(drill):
    """Played twice with one seed: the second time with what the first time said."""
    shown, _ = drill(first_option, "--questions", "8", "--seed", "3")
    marks = re.findall(r"^> (.*)\n(Right\.|No: (.*)\.)$", shown, re.MULTILINE)
    right = [said if mark == "Right." else wanted for said, mark, wanted in marks]
    assert len(right) == 8
    shown, _ = drill(lambda number: right[number - 1], "--questions", "8", "--seed", "3")
    assert "8 of 8 right." in shown
    assert "Read again" not in shown


def test_the_same_seed_asks_the_same(drill):
    one, _ = drill(first_option, "--questions", "6", "--seed", "9")
    two, _ = drill(first_option, "--questions", "6", "--seed", "9")
    other, _ = drill(first_option, "--questions", "6", "--seed", "10")
    assert one == two != other


def test_only_what_two_lists_can_meet_is_asked(drill):
    shown, _ = drill(first_option, "--mine", "tau", "--theirs", "orks", "--questions", "9", "--seed", "2")
    situations = re.findall(r"^\d+ of 9\. (.*?) at ", shown, re.MULTILINE)
    assert len(situations) == 9
    assert not re.search("Tactical Squad|Guardsman|Space Marine", shown)


def test_one_list_meets_all_others(drill):
    _shown, asked = drill(first_option, "--mine", "tau", "--questions", "5", "--seed", "2")
    assert asked == 5


def test_leaving_in_the_middle_keeps_the_score(drill, home):
    shown, _ = drill(lambda number: "q" if number == 4 else "#1", "--questions", "10", "--seed", "5")
    assert re.search(r"[0-3] of 3 right\.", shown)
    assert len(scores(home)) == 3


def test_nonsense_is_asked_again(drill):
    shown, asked = drill(lambda number: "banana" if number == 1 else "#1", "--questions", "2", "--seed", "5")
    assert asked == 3
    assert "! “banana” is not one of: " in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ruleset", "9e"], "no ruleset '9e'"),
        (["--mine", "nowhere"], "no shipped list “nowhere”"),
    ],
)
def test_what_cannot_be_drilled(drill, capsys, arguments, words):
    with pytest.raises(Stuck, match="ended with 1"):
        drill(first_option, *arguments)
    assert words in capsys.readouterr().err


def test_why_tells_the_rule_and_not_the_answer(drill):
    shown, asked = drill(lambda number: "?" if number % 2 else "#1", "--questions", "6", "--seed", "5")
    assert asked == 12
    parts = re.split(r"^\d+ of 6\. ", shown, flags=re.MULTILINE)[1:]
    assert len(parts) == 6
    for part in parts:
        before, _, after = part.partition("[why]\n")
        why, _, marked = after.partition("\n> ")
        wanted = re.findall(r"\((7E-[A-Z]+-\d+)\)$", marked, re.MULTILINE)
        assert wanted
        for rule in wanted:
            assert re.search(rf"^{rule} \S.*: \S", why, re.MULTILINE), (rule, why)
        assert before.splitlines()[-1] in why  # the question stands again
        reasons = re.findall(r"^  (.*) \(7E-[A-Z]+-\d+\)$", marked, re.MULTILINE)
        assert not any(reason in why for reason in reasons)
    assert len(re.findall(r"^(Right\.|No: .*)$", shown, re.MULTILINE)) == 6
