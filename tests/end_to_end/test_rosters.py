"""Two rosters of another program played against each other at a terminal: who leads whom is asked once, then a turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.terminal import ENTER, READY, UP, Terminal
from tests.helpers.samples import first
from tests.importing import sample_rosters
from tests.importing.written_rosters import as_json

OVER, NEXT = "The battle is over.", "which unit shoots?"
FAR = "18"  # inches: said at every question that proposes nothing
PLAY = ("--dice", "app", "--turns", "1", "--seed", "3", "--battle", "Ford")


@pytest.mark.rule("IMP-3", "IMP-50")
@pytest.mark.parametrize("columns", first(0, [80, 40]))
def test_two_rosters_to_the_end_of_a_turn(tmp_path: Path, columns: int) -> None:
    mine, theirs = map(str, sample_rosters.written(tmp_path))
    table = Terminal(tmp_path / "home", "play", mine, theirs, *PLAY, columns=columns, rows=40)
    try:
        table.wait("whom does River Captain lead?")
        assert "river-watch.json" in table.all  # the line of the report, before anything is asked
        table.say("Guard 1", "Ready?")
        table.wish("u", "whom does River Captain lead?")  # the first question of the battle would be too late
        table.say("Guard 2", "Ready?")
        table.say("", "Who has the first turn?")
        widest, nominated = [], 0
        for _ in range(300):
            asked = NEXT in " ".join(table.aloud().split()).casefold()
            nominated += asked
            one_more = asked and nominated % 2 == 0  # a side has shot with one unit, and ends its phase: twice Enter
            table.press((UP + ENTER if one_more else FAR if "HOW FAR" in table.heard else "") + ENTER)
            while READY not in table.heard and table.read():
                pass
            table.settle()
            widest.append(max(map(len, table.shown().splitlines())))
            if OVER in " ".join(table.shown().split()):
                break
        else:
            raise AssertionError(f"there is no end:\n{table.shown()}")
        assert nominated == 4
        assert max(widest) <= columns
        table.press("q")
        table.end()
    finally:
        table.close()
    assert "River Guard 2 with River Captain" in re.sub(r"\s+", " ", table.all)
    table = Terminal(tmp_path / "home", "play", "--resume", "--battle", "Ford", columns=columns)
    try:
        assert "lead?" not in table.end()
    finally:
        table.close()


@pytest.mark.slow
def test_the_demo_asks_once_for_an_untold_edition_and_takes_a_shipped_list_of_it(tmp_path: Path) -> None:
    (data := tmp_path / "guards.json").write_bytes(
        as_json(sample_rosters.roster(sample_rosters.river_captain(), sample_rosters.river_guard()))
    )
    (tmp_path / "ford.txt").write_text("Ford\n\nRiver Guard 75\nRiver Captain 50\n= 125\n")
    mine = str(tmp_path / "ford.txt")
    table = Terminal(tmp_path / "home", "play", "--demo", mine, rows=60)
    table.wait("Of which edition is it?")
    table.press(f"10{ENTER}")
    assert "this one needs those of 10th edition" in table.end(1)
    given = ["odds", f"{mine}::River Guard", "waaagh::Shoota Boyz", "--data", str(data)]
    for arguments in (given, ["play", "--demo", mine]):
        said = Terminal(tmp_path / "home", *arguments, rows=60).end()
    assert "That was the demo, of Warhammer 40,000, 10th edition" in said


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_the_demo_of_two_rosters(tmp_path: Path, columns: int) -> None:
    mine, theirs = map(str, sample_rosters.written(tmp_path))
    table = Terminal(tmp_path / "home", "play", "--demo", mine, theirs, columns=columns, rows=60)
    said = table.end()
    assert "That was the demo" in said
    assert "River Engine" in said
    assert max(len(line.rstrip()) for line in table.screen.display) <= columns
