"""Every unit, weapon and option of the shipped lists is typed in full at the menu it stands in, and does nothing else.

Real menus, as the questions of a turn bring them, through the real prompt; and a sample of them at a real terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.asked.rows import MenuRow, noun_of, row_of
from shoot_cli.engine.names import AND
from shoot_cli.engine.questions import Choose, Question, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.rules import RULESETS
from tests.end_to_end.terminal import BACK, ENTER, Terminal, words
from tests.helpers.samples import every_nth
from tests.ui.test_prompts import Table as Asked
from tests.ui.test_prompts import table

__all__ = ["table"]

LISTS = sorted(armies.samples(), key=lambda sample: str(sample.path))
ENOUGH = 1200  # questions of a battle that are listened to


def questions(path: Path) -> list[Choose]:
    """What is asked in a turn of this list against the next one of its edition."""
    loaded = load(path)
    others = [one for one in LISTS if one.path.parent == path.parent]
    against = load(others[(next(at for at, one in enumerate(others) if one.path == path) + 1) % len(others)].path)
    ruleset = next(one.ruleset() for one in RULESETS if one.name == path.parent.name)
    asked: dict[Any, Choose] = {}
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(7)

    class Over(Exception):
        pass

    def answer(question: Question, at: int) -> Any:
        if isinstance(question, Choose) and question.open():
            asked.setdefault(tuple((row.name, row.closed) for row in rows_of(question)), question)
        if at > ENOUGH:
            raise Over
        return (throw if isinstance(question, (Roll, Total)) else given)(question, at)

    table = Table(answer)
    table.settings = ruleset.defaults()
    with suppress(Over):
        play(ruleset.battle, ruleset.begin_battle(loaded.army, against.army, turns=1), table)
    return [*asked.values()]


def rows_of(question: Choose) -> list[MenuRow]:
    return [row_of(option) for option in question.options]


@pytest.mark.slow
@pytest.mark.parametrize(
    "sample", every_nth(40, LISTS[::-7]), ids=lambda sample: f"{sample.path.parent.name}-{sample.path.stem}"
)
def test_each_name_is_typed_at_its_menu_and_taken(table: Callable[..., Asked], sample: Any) -> None:
    units = load(sample.path).army.units
    weapons = {gun.name for unit in units for model, _ in unit.models for gun in getattr(model, "weapons", ())}
    tried: set[tuple[str, str]] = set()
    for question in questions(sample.path):
        rows = rows_of(question)
        for option, row in zip(question.options, rows, strict=True):
            for name in {row.name, option.value} if option.value in weapons else {row.name}:
                what = noun_of(question), name
                if row.closed or what in tried or not any(sign.isalpha() for sign in name):
                    continue
                tried.add(what)
                here = table()
                taken = here.press(question, name, ENTER)
                meant = [
                    other.value
                    for other, one in zip(question.options, rows, strict=True)
                    if name in (one.name, other.value)
                ]
                assert taken in meant, (what, taken, meant)
                assert here.called == [], (what, here.called)
    typed = {name for _, name in tried}
    assert not {unit.name for unit in units} - {part for name in typed for part in name.split(AND)}
    assert len(typed) > len(units) + 10  # weapons, targets, whatever may be done


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    "lists",
    [
        ("adeptus-astartes", "waaagh"),
        ("macragge_column", "goff_mob"),
    ],
)
def test_letter_by_letter_at_a_terminal(tmp_path: Path, lists: tuple[str, str]) -> None:
    """Nothing is undone, shown, paused or asked, whatever letters the names begin with; and the last one is taken."""
    here = Terminal(tmp_path, "play", *lists, "--dice", "hand", "--seed", "7", "--clock", "1h", columns=100, rows=40)
    try:
        units = load(next(one.path for one in LISTS if one.path.stem == lists[0])).army.units
        typed: list[str] = []
        here.wait("turn 1")
        while len(typed) < 4:  # to the menu of units
            here.say("", "")
            alone = [unit.name for unit in units if not getattr(unit, "joined_to", "")]
            typed = [name for name in alone if f" {name} " in f" {words(here.shown())} "]
        heard = len(here.all)
        for name in typed:
            for letter in name:
                here.press(letter)
                here.settle()
            here.wait_to_see(f"Enter {name}")
            pointed = [line for line in here.shown().splitlines() if line.startswith(" ► ") and name in line]
            assert pointed, here.shown()
            assert here.screen.below is None  # no view was opened
            here.press(BACK)  # Escape: all rows again
            here.wait_to_see("Enter take")
        said = words(here.all[heard:])
        for wrong in ("Taken back", "There is nothing", "Paused", "Nothing stands", "No odds yet", "Left “"):
            assert wrong not in said
        here.say(typed[-1], typed[-1])
    finally:
        here.close()
