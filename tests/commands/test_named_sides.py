"""Dice whose sides have names, and sums beside them, from the prompt to the last page of a battle that was played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.asked.sentences import reasons
from shoot_cli.engine.questions import Need, Roll
from shoot_cli.engine.reasons import Reason
from shoot_cli.replay.history import Response
from shoot_cli.ui.summaries import LogPrinter
from tests.golden.playing import Lines, Screen, call
from tests.toy_markers import SCATTER, toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")

LIST = "ruleset: toy-markers\nname: {}\nunits: [{{name: {}, models: 6, save: 5, markers: {{frag: 2}}}}]\n"
ANSWERS = """\
as usual
o
why
wrong: 3 hit
wrong: miss
arrow
7
wrong: 3: 0.5, 1: 0.5
wrong: 3 (50%) or 1 (50%)
3
as usual
wrong: 13
o
undo
undo
2
h
change
2
h
as usual
2
l
o
why
wrong: 5
wrong: 3
wrong: 1/3
2 skull blood dud
as usual
""".splitlines()
NAME = "Mortar day"


def played(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int) -> str:
    monkeypatch.setattr("tests.golden.playing.COLUMNS", str(columns))
    lists = []
    for army, unit in (("Blues", "Mortars"), ("Reds", "Boyz")):
        path = tmp_path / f"{army}.yaml"
        path.write_text(LIST.format(army, unit), encoding="utf-8")
        lists.append(str(path))
    lines = Lines(ANSWERS, Screen())
    call(["play", *lists, *["--plain", "--seed", "5", "--dice", "hand", "--battle", NAME]], lines, home)
    assert lines.said == len(ANSWERS)
    return lines.screen.getvalue()


@pytest.fixture(params=[80, 40])
def screen(request, home, tmp_path, monkeypatch) -> str:
    """What the players saw, at this width; lines put together again."""
    shown = played(home, tmp_path, monkeypatch, request.param)
    assert max(map(len, shown.splitlines())) <= request.param
    return " ".join(shown.split())


def test_the_prompts_say_the_sides_by_their_names(screen):
    for words in (
        "ROLL 1 DIE, where does it land. Blues, frag. two sides are hits",
        "This roll, 1 die, hit: 33.3% to pass",
        "hit: two sides are hits (TM-SCA-1)",
        "! 1 die was rolled, you typed 3.",
        "! “miss” is no face of this die: hit, arrow.",
        "> arrow",
        "ROLL 2 DICE, how far. Blues, frag.",
        "It goes 7 inches along the arrow",
        "! Say one number; only resolve and odds take chances by number.",
        "The app rolls. > arrow",
        "! 2D6 give 2 to 12, not 13; single dice are typed with spaces, as in 3 3.",
        "2. frag: where does it land: arrow",
        "3. frag: how far, 2 dice: 7",
        "Changed at the wish of Blues: answer 2, frag: where does it land: now hit, before arrow",
        "ROLL 4 DICE, skull or blood Do they hurt. Blues. count how many show blood",
        "This roll, 4 dice, skull or blood: 2.00 pass on average",
        "Counted on its own, each blood: 0.67 on average",
        "skull or blood: skull or better (TM-WND-1)",
        "! Say also how many showed blood, as in 3/1, or type the dice.",
        "! Of 4 dice with 1 passed, 0 to 1 can show blood, not 3.",
        "> skull skull blood dud: 3 of 4 passed, 1 showed blood",
    ):
        assert words in screen
    assert not re.search(r"\b[0-9]\+ ?: (two sides|skull)", screen)


def test_the_log_at_a_prompt_names_what_was_thrown(screen):
    log = screen.partition("[log]")[2].partition("ROLL 4 DICE")[0]
    assert re.search(
        r"2 Place marker: frag (\(Blues\) hit|Blues hit) \(changed at the wish of Blues, before: arrow\) 3 Place", log
    )


@pytest.fixture
def battle(home, tmp_path, monkeypatch) -> str:
    return played(home, tmp_path, monkeypatch, 80)


def test_it_is_told_again_from_its_record(battle, shoot):
    shown = shoot("battle", "show", NAME, "--plain")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    for line in (
        "2. Blues: frag: where does it land: roll 1 die (hit or arrow) > hit (by hand)",
        "    - changed at the wish of Blues, before: arrow",
        "    - hit: two sides are hits (TM-SCA-1)",
        "6. Blues: Do they hurt: roll 4 dice, skull or blood; count how many show blood > skull skull blood dud (by hand): "
        "3 of 4 passed, 1 showed blood",
        "    - skull or blood: skull or better (TM-WND-1)",
    ):
        assert line in lines
    markdown = shoot("battle", "export", NAME).out.replace("\\", "")
    assert "2. Blues: frag: where does it land: roll 1 die (hit or arrow) > hit (by hand)" in markdown
    assert "Blues asked for a change: 2. frag: where does it land: hit, not arrow" in markdown
    assert "All 7 answers fit the rules" in shoot("battle", "verify", NAME).out


def test_it_can_be_watched(battle, shoot):
    shown = shoot("battle", "watch", NAME, "--once", "--plain").out
    assert "frag: where does it land: hit\n" in shown
    assert "skull or blood: skull or better (TM-WND-1)" in shown


def test_only_rolls_of_the_ruleset_count_as_luck(battle, shoot):
    """Neither the scatter die nor how far it goes; the roll to wound does."""
    told = shoot("battle", "luck", NAME, "--plain").out
    assert re.findall(r"^  (\w+): (\d+ of \d+),", told, re.MULTILINE) == [("Wounds", "3 of 4"), ("Saves", "1 of 4")]


def test_what_is_taken_back_and_why_a_second_throw_is_due():
    roll = Roll("scatter", 1, Need(2, or_less=True), (), (3, 4, 5, 6), Need(1, (Reason("once", "T-1"),), or_less=True))
    scatter = roll.but(faces=SCATTER, text="Where does it land?")
    assert LogPrinter.response_text(Response("scatter", {"first": [3], "again": [1]}, "Blues"), scatter) == (
        "Where does it land: arrow > hit (answered by Blues)"
    )
    assert (
        LogPrinter.response_text(Response("hit", {"passed": 3}, "Blues"), Roll("hit", 4, Need(3)))
        == "Hit: 3 passed (answered by Blues)"
    )
    assert "rolled again, hit: once (T-1)" in reasons(scatter)


def scenario(tmp_path: Path) -> str:
    path = tmp_path / "toy.yaml"
    path.write_text(
        "ruleset: toy-markers\nattacker: {name: Mortars, markers: {frag: 6}}\n"
        "target: {name: Boyz, models: 9, save: 7}\nanswers: {under: 3}\n",
        encoding="utf-8",
    )
    return str(path)


def test_sides_of_one_name_are_told_together(shoot, tmp_path):
    shown = shoot("resolve", scenario(tmp_path), "--seed", "1", "--plain").out
    pool = shown.partition("Do they hurt")[2].partition("(TM-WND-1)")[0]
    assert re.search(r"^  \+ passed  \d+xblood \d+xskull$", pool, re.MULTILINE)
    assert re.search(r"^  - failed  \d+xdud$", pool, re.MULTILINE)


def test_programs_are_told_the_names(shoot, tmp_path):
    log = shoot("resolve", scenario(tmp_path), "--seed", "1", "--json").json["log"]
    (wound,) = [line for line in log if line.get("key") == "wound"]
    assert (wound["need"], wound["faces"]) == ("skull or blood", ["dud", "dud", "dud", "skull", "skull", "blood"])
    assert len(wound["dice"]) == 18
    assert all("faces" not in line for line in log if line.get("key") in ("save", "far:frag"))


def test_of_units_of_one_name_the_first_is_taken_and_that_is_said(shoot, tmp_path):
    model = "{name: M, count: 3, WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 3+, weapons: [%s]}"
    units = "".join(f"  - {{name: Squad, models: [{model % gun}]}}\n" for gun in ("boltgun", "lascannon", "lascannon"))
    file = tmp_path / "two.yaml"
    file.write_text(f"ruleset: 40k-7e\nname: Two\nunits:\n{units}", encoding="utf-8")
    told = shoot("odds", f"{file}::Squad", "5x T4 Sv3+")
    assert "Squad is the first of 3; name Squad 2 or Squad 3 for another" in told.err
    assert "the first of" not in shoot("odds", f"{file}::Squad 3", "5x T4 Sv3+").err
    file.write_text(file.read_text(encoding="utf-8").replace("boltgun", "lascannon"), encoding="utf-8")
    assert "the first of" not in shoot("odds", f"{file}::Squad", "5x T4 Sv3+").err  # they are alike
