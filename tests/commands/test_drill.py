"""``shoot drill``: what is asked, how it is marked, and what is kept of it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.golden.playing import Lines, Screen, Stuck, call
from tests.helpers.scripted_learner import drilled, first_option


@pytest.fixture
def drill(home: Path):
    return partial(drilled, home)


def scores(home: Path) -> list[tuple]:
    with closing(sqlite3.connect(home / "shoot.db")) as database, database:
        return list(database.execute("select * from drills"))


def test_questions_are_marked_explained_and_kept(drill, home):
    shown, asked = drill(first_option, "--questions", "24", "--seed", "1")
    assert asked == 24
    marks = re.findall(r"^(Right\.$|Not quite: )", shown, re.MULTILINE)
    assert len(marks) == 24
    right = marks.count("Right.")
    assert 0 < right < 24  # the first option is not always right, nor always wrong: one in four
    assert re.search(rf"^{right} of 24 right, in \d+ s\.$", shown, re.MULTILINE)
    assert len(re.findall(r"\(7E-[A-Z]+-\d+\)$", shown, re.MULTILINE)) >= 24
    assert len(scores(home)) == 24
    assert re.match(r"shoot rules 7E-[A-Z]+-\d+", re.search(r"Read again: (.*)", shown.replace("\n", " "))[1])


def said(home: Path, *arguments: str) -> str:
    lines = Lines([], Screen())
    call(["drill", *arguments], lines, home)
    return lines.screen.getvalue()


def test_a_card_laid_aside_is_told_in_stats_and_taken_up_by_its_rule(drill, home):
    shown, _ = drill(lambda number: "z" if number == 2 else "a", "--questions", "3")
    assert "is laid aside. It is asked again after shoot drill --rule" in " ".join(shown.split())
    card = re.search(r"--rule\s+(\S+)", shown)[1]
    assert len(scores(home)) == 3
    assert f"Laid aside: {card}. Asked again after: shoot drill --rule {card}" in " ".join(
        said(home, "stats", "--plain").split()
    )
    drill(first_option, "--questions", "1", "--rule", card)
    assert scores(home)[-1][2:4] == tuple(card.split("/"))
    assert "Laid aside" not in said(home, "stats", "--plain")


def test_a_slip_is_taken_back_and_asked_again(drill, home):
    shown, asked = drill(lambda number: "x" if number < 4 else "a", "--questions", "3", after=["u"])
    assert asked == 4
    assert len(scores(home)) == 3
    questions = re.findall(r"^\d of 3\.[^>]*>", shown, re.MULTILINE)
    assert questions[0] == questions[1]


def test_a_question_is_shown_again_by_its_number(drill, home):
    shown, _ = drill(first_option, "--questions", "4", "--ruleset", "10e")
    numbers = [" ".join(number.split()) for number in re.findall(r"10E-\S+/\w+\s#\d+:\d+", shown)]
    assert len(numbers) == 4
    asked = [" ".join(one.split()) for one in re.split(r"^\d of 4\.", shown, flags=re.MULTILINE)[1:]]
    for number, question in zip(numbers, asked, strict=True):
        again = said(home, "show", number)
        assert again.startswith(number)
        right = re.search(r"^\* (.*(?:\n(?!- |\* |\n).*)*)", again, re.MULTILINE)[1]
        assert " ".join(right.split()).removesuffix(".") in question


def test_whoever_knows_is_right(drill):
    """Played twice with one seed: the second time with what the first time said."""
    shown, _ = drill(first_option, "--questions", "8", "--seed", "4")
    marks = re.findall(r"^> (.*)\n(Right\.|Not quite: (.*)\.)$", shown, re.MULTILINE)
    right = [said if mark == "Right." else wanted for said, mark, wanted in marks]
    assert len(right) == 8
    shown, _ = drill(lambda number: right[number - 1], "--questions", "8", "--seed", "4")
    assert "8 of 8 right, " in shown
    assert "Read again" not in shown


def test_the_same_seed_asks_the_same(drill):
    def questions(seed: str, choose=first_option) -> list[str]:
        shown, _ = drill(choose, "--questions", "6", "--seed", seed)
        return re.findall(r"^\d of 6\.[^>]*>", shown, re.MULTILINE)

    one = questions("9")
    assert len(one) == 6
    assert one == questions("9", lambda number: "b")  # whatever is answered, and known by now
    assert one != questions("10")


def test_only_what_two_lists_can_meet_is_asked(drill):
    shown, asked = drill(first_option, "--mine", "tau", "--theirs", "orks", "--questions", "9", "--seed", "3")
    assert asked == 9
    assert re.search("Shas|Fire Warrior|Pathfinder|Crisis|Ork|Boy|Nob|Loota", shown)
    assert not re.search("Tactical Squad|Guardsman|Space Marine", shown)


def test_one_list_meets_all_others(drill):
    _shown, asked = drill(first_option, "--mine", "tau", "--questions", "5", "--seed", "2")
    assert asked == 5


def test_leaving_in_the_middle_keeps_the_score(drill, home):
    shown, _ = drill(lambda number: "q" if number == 4 else "a", "--questions", "10", "--seed", "5")
    assert re.search(r"[0-3] of 3 right, ", shown)
    assert len(scores(home)) == 3


def test_leaving_after_a_mistake_keeps_it(drill, home):
    shown, asked = drill(first_option, "--questions", "10", "--seed", "5", after=["q"])
    assert shown.count("Not quite: ") == 1
    assert f"{asked - 1} of {asked} right, " in shown
    assert len(scores(home)) == asked


def test_nonsense_is_asked_again(drill):
    shown, asked = drill(lambda number: "banana" if number == 1 else "a", "--questions", "2", "--seed", "5")
    assert asked == 3
    assert "! “banana” is none of them: " in shown


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["--ruleset", "9e"], "no ruleset '9e'", 2),
        (["--mine", "nowhere"], "no shipped list “nowhere”", 1),
    ],
)
def test_what_cannot_be_drilled(drill, capsys, arguments, words, code):
    with pytest.raises(Stuck, match=f"ended with {code}"):
        drill(first_option, *arguments)
    assert words in capsys.readouterr().err


def test_why_tells_the_rule_and_not_the_answer(drill):
    shown, asked = drill(lambda number: "?" if number % 2 else "a", "--questions", "6", "--seed", "7")
    assert asked == 12  # and every second time a key
    parts = re.split(r"^\d of 6\.\s", shown, flags=re.MULTILINE)[1:]
    assert len(parts) == 6
    for part in parts:
        before, _, after = part.partition("[why]\n")
        why, _, marked = after.partition("\n> ")
        wanted = re.findall(r"\((7E-[A-Z]+-\d+)\)$", marked, re.MULTILINE)
        assert wanted
        if "Which edition is this?" in before or "cannot be right?" in before:  # the rule would be the answer
            assert why == "! Answer first: then ? shows why."
            continue
        for rule in wanted:
            assert re.search(rf"^{rule} \S.*: \S", why, re.MULTILINE), (rule, why)
        assert before.splitlines()[-1] in why  # the question stands again
        reasons = re.findall(r"^  (.*) \(7E-[A-Z]+-\d+\)$", marked, re.MULTILINE)
        assert not any(reason in why for reason in reasons)
    assert len(re.findall(r"^(Right\.|Not quite: .*)$", shown, re.MULTILINE)) == 6
