"""``shoot battle luck``, and what stands at the end of a battle: of battles that were really played."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.golden.playing import AS_USUAL, FOLDER, Lines, Screen, call, parts, script_of
from tests.golden.playing import played as play_story

# Ultramarines bolters at Gretchin. Hits are typed, wounds are left to the app.
ANSWERS = [
    AS_USUAL,
    "Flamer Squad",
    "Gretchin with Runtherd",
    "10",
    "boltgun",
    AS_USUAL,
    "luck",  # nothing yet
    "2",
    "undo",
    "4",
    AS_USUAL,
    "no",
    "luck",
    "no more",
    "end the phase",
    AS_USUAL,  # Morale
    AS_USUAL,  # nothing happened meanwhile
    "end the phase",
]


@pytest.fixture
def played(home: Path) -> Callable[..., str]:
    def run(answers: list[str] = ANSWERS, *more: str) -> str:
        lines = Lines(answers, Screen())
        options = ["--seed", "27", "--turns", "1", "--dice", "hand", "--battle", "Grot day", *(more or ("--plain",))]
        call(["play", "ultramarines", "orks", *options], lines, home)
        return lines.screen.getvalue()

    return run


def rows(found: Any) -> dict[tuple[str, str, str], Any]:
    return {(row["side"], row["what"], row["by"]): row for row in found["luck"]}


def at_least(got: int, n: int, p: float) -> float:
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(got, n + 1))


def test_json_has_the_exact_chances(played, shoot):
    played()
    found = shoot("battle", "luck", "grot", "--json").json
    assert list(found) == ["battle", "ruleset", "luck", "left_out"]
    assert (found["battle"], found["ruleset"], found["left_out"]) == ("Grot day", "40k-7e", [])
    by = rows(found)
    hits = by["Ultramarines Strike Force", "hits", "all"]
    assert (hits["dice"], hits["got"]) == (8, 4)  # what was taken back does not count
    assert hits["expected"] == pytest.approx(8 * 4 / 6)
    assert (hits["direction"], hits["small"]) == ("fewer", True)
    assert hits["chance"] == pytest.approx(1 - at_least(5, 8, 4 / 6))
    wounds = by["Ultramarines Strike Force", "wounds", "all"]
    assert (wounds["dice"], wounds["got"], wounds["direction"]) == (4, 4, "more")
    assert wounds["expected"] == pytest.approx(4 * 5 / 6)
    assert wounds["chance"] == pytest.approx((5 / 6) ** 4)
    slain = by["Ultramarines Strike Force", "slain", "all"]
    assert (slain["attacks"], slain["got"]) == (1, 4)
    assert slain["expected"] == pytest.approx(8 * 4 / 6 * 5 / 6)  # no save in the open
    assert slain["chance"] == pytest.approx(
        at_least(4, 8, 5 / 9) if slain["direction"] == "more" else 1 - at_least(5, 8, 5 / 9)
    )
    for row in found["luck"]:
        keys = ["side", "what", "by", "attacks" if row["what"] == "slain" else "dice"]
        assert list(row) == [*keys, "got", "expected", "direction", "chance", "small"]


@pytest.mark.slow
def test_hand_and_app_dice_stand_apart(home, shoot):
    head, _ = parts((FOLDER / "40k-7e" / "second_thoughts.txt").read_text(encoding="utf-8"))
    play_story(script_of(head), home)
    by = rows(shoot("battle", "luck", "golden", "--json").json)
    saves = [by["Cadian 91st", "saves", whose] for whose in ("all", "hand", "app")]
    assert [(row["got"], row["dice"]) for row in saves] == [(5, 10), (5, 9), (0, 1)]
    assert [row["expected"] for row in saves] == pytest.approx([10 / 3, 3, 1 / 3])
    assert [row["chance"] for row in saves] == pytest.approx([at_least(5, 10, 1 / 3), at_least(5, 9, 1 / 3), 2 / 3])
    assert ("Cadian 91st", "hits", "hand") not in by  # all of one kind: nothing to tell apart
    said = " ".join(shoot("battle", "luck", "golden", "--plain").out.split())
    assert "Saves: 5 of 10, 3.3 expected; so many or more in 21.3% of games; few dice by hand: 5 of 9, 3.0" in said


def test_words_are_plain_and_say_that_there_is_little_to_say(played, shoot):
    said = played()
    first, second, end = said.split("\nLuck\n")
    assert "\nNo dice that count have been thrown yet.\n" in first
    line = "Ultramarines Strike Force\n  Hits: 4 of 8, 5.3 expected; so few or fewer in 25.9% of games; few dice\n"
    assert second.startswith(line)
    assert "Few: under 30 dice or 10 attacks. They say little about luck.\n" in second
    assert "Answers taken back or changed do not count: only what is in force does.\n" in second
    short = " ".join(end.split())
    assert short.startswith("Ultramarines Strike Force, too few to say: hits 4 of 8 (5.3 expected), wounds ")
    assert short.endswith("All about it: shoot battle luck 'Grot day'")
    assert said.index("The battle is over.") < said.rindex("\nLuck\n")
    kept = shoot("battle", "luck", "grot", "--plain")
    assert (kept.code, kept.err) == (0, "")
    assert kept.out.startswith(f"Grot day\nLuck\n{line}")
    assert re.search(r"so (many or more|few or fewer) in [\d.]+% of games; few", " ".join(kept.out.split()))


def test_a_table_where_there_is_room_and_lines_where_there_is_not(played, shoot, monkeypatch):
    played()
    wide = shoot("battle", "luck", "grot").out
    assert re.search(r"^Hits +4 of 8 +5\.3 {2}so few or fewer in 25\.9% of games; few *$", wide, re.MULTILINE)
    monkeypatch.setenv("COLUMNS", "40")
    for options in ((), ("--plain",)):
        narrow = shoot("battle", "luck", "grot", *options).out
        assert max(map(len, narrow.splitlines())) <= 40
        assert "  Hits: 4 of 8, 5.3 expected; so few or" in narrow
        assert narrow.isascii()


def test_at_80_columns_each_line_of_the_table_is_one_line():
    """The name of a side stands above its table, so that it takes no room of a column."""
    from shoot_cli.battle.luck import LuckReport, Throw, dice_rows
    from shoot_cli.ui.console import console
    from shoot_cli.ui.results import Luck

    sides = ("The Ultramarines Strike Force of Calth", "Orks")
    thrown = [Throw(side, "hits", hand, 60, 2 / 3, 34) for side in sides for hand in (True, False)]
    out = console(False, width=80)
    with out.capture() as held:
        out.print(Luck(LuckReport(tuple(dice_rows(thrown))), {}))
    lines = [line.rstrip() for line in held.get().splitlines()]
    assert sides[0] in lines
    assert [line.index("expected") for line in lines if "expected" in line] == [25, 25]
    rows = [line for line in lines if re.search(r" of \d+ ", line)]
    assert len(rows) == 6
    assert all(line.endswith(" of games") for line in rows)


def test_many_dice_are_told_in_full_at_the_end():
    from shoot_cli.battle.luck import LuckReport, Throw, dice_rows
    from shoot_cli.ui.console import console
    from shoot_cli.ui.results import Luck

    thrown = [Throw("Ultramarines", "hits", True, 60, 2 / 3, 34), Throw("Ultramarines", "hits", False, 20, 2 / 3, 15)]
    for width in (40, 80):
        out = console(True, width=width)
        with out.capture() as held:
            out.print(Luck(LuckReport(tuple(dice_rows(thrown))), {}, plain=True, more="shoot battle luck x"))
        said = " ".join(held.get().split())
        assert said == (
            "Luck Ultramarines Hits: 49 of 80, 53.3 expected; so few or fewer in 18.1% of games "
            "by hand: 34 of 60, 40.0 expected; so few or fewer in 6.8% of games "
            "by the app: 15 of 20, 13.3 expected; so many or more in 29.7% of games; few dice "
            "All about it: shoot battle luck x"
        )
        assert max(map(len, held.get().splitlines())) <= width


def test_what_there_is_not_is_said(shoot):
    assert "nothing" in shoot("battle", "luck", "nothing").refused()
    assert "nothing" in shoot("battle", "luck", "nothing", "--json").error


def test_a_battle_of_other_rules_is_refused_in_words(shoot, played, monkeypatch):
    played()
    monkeypatch.setattr("shoot_cli.rules.edition", lambda name: None)
    monkeypatch.setattr("shoot_cli.storage.remembered_place.edition", lambda name: None)
    assert "does not know" in shoot("battle", "luck", "grot").refused(3)


AT_ANOTHER = [  # the first target that was named is too far: nothing can fire at it
    AS_USUAL,
    AS_USUAL,
    "Intercessor Squad",
    "Shoota Boyz",
    "wrong: 100",
    "100",  # said twice: it is far beyond every weapon
    "Small Mob",
    "20",
    AS_USUAL,
    AS_USUAL,
    AS_USUAL,
    "luck",
    "end the phase",
    AS_USUAL,  # nothing happened meanwhile
    "end the phase",
]


def test_a_target_out_of_reach_and_then_another_one(home: Path, shoot) -> None:
    lines = Lines(AT_ANOTHER, Screen())
    options = ["--seed", "3", "--turns", "1", "--dice", "app", "--battle", "Far", "--plain"]
    call(["play", "adeptus-astartes", "waaagh", *options], lines, home)
    assert "nothing can fire at Shoota Boyz" in lines.screen.getvalue()
    found = rows(shoot("battle", "luck", "far", "--json").json)
    assert next(row for (_, what, _), row in found.items() if "slain" in what)["expected"] > 0
