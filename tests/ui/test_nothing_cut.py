"""Results of attacks with the names of all shipped lists, and with longer ones: nothing of them is cut.

Short: it holds what is drawn against one law, and what menus draw is held against it in `test_menu.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from rich.text import Text

from shoot_cli import armies
from shoot_cli.asked.scene import AttackOver, ModelBar, Scene, ShotAt
from shoot_cli.importing import list_files
from shoot_cli.ui.block import context_of, past_line
from shoot_cli.ui.news import attack_lines
from shoot_cli.ui.styles import kind_lines
from tests.helpers.samples import first
from tests.ui.test_menu import LONG

WIDTHS = (40, 80, 100)


def names() -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Yield each list, its units, and the kinds of models of each; then the same with long names before them."""
    for sample in armies.samples():
        units = list_files.load(sample.path).army.units
        plain = [unit.name for unit in units]
        kinds = [list(dict.fromkeys(model.name for model, _ in unit.models)) for unit in units]
        yield sample.name, plain, kinds
        yield (
            f"{sample.name}, long",
            [f"{LONG} {name}" for name in plain],
            [[f"{LONG} {k}" for k in one] for one in kinds],
        )


def are_whole(lines: list[Text], width: int, *wanted: str) -> bool:
    """Return True if all these words stand there in this order, wrapped at blanks or hyphens, and no line is too wide."""
    shown, place = "".join("".join(line.plain.split()) for line in lines), 0
    for words in wanted:
        place = shown.find("".join(words.split()), place)
        if place < 0:
            return False
    return "…" not in shown and max(line.cell_len for line in lines) <= width


@pytest.mark.parametrize("width", first(1, WIDTHS))
def test_a_finished_attack_is_told_whole(width: int) -> None:
    for name, units, _ in names():
        for mine, theirs in pairwise(units):
            title, came = f'{mine} → {theirs}, 12"', "17 slain, 3 of 20 left"
            assert are_whole(past_line(title, came, width), width, title, came), (name, title)
            scene = Scene(who=mine, whom=theirs, facts=("10 boltguns", '12"', "in the open, all at half range"))
            assert are_whole(context_of(scene, width), width, mine, theirs, *scene.facts), (name, title)


@pytest.mark.parametrize("width", first(1, WIDTHS))
def test_rows_of_models_have_their_names_and_numbers_whole(width: int) -> None:
    for name, units, kinds in names():
        for unit, own in zip(units, kinds, strict=True):
            rows = [ModelBar(kind, 4, 1, 0, "2 of 3 wounds left") for kind in own]
            told = [words for kind in own for words in (kind, "4 of 5", "■■■■×", "2 of 3 wounds left")]
            assert are_whole(kind_lines(rows, width), width, *told), (name, unit)


@pytest.mark.parametrize("width", WIDTHS)
def test_of_split_fire_each_target_stands_with_its_own_result(width: int) -> None:
    """Names, words and rows of the second target as of the first one."""
    for name, units, kinds in names():
        if len(units) < 3:
            continue
        mine, *both = units[:3]
        targets = tuple(
            ShotAt(Scene(who=mine, whom=whom), (f"{n} slain: {whom} {5 - n} of 5 left",), (ModelBar(own[0], 5 - n, n),))
            for n, (whom, own) in enumerate(zip(both, kinds[1:3], strict=True), 1)
        )
        told = [
            words
            for n, (whom, own) in enumerate(zip(both, kinds[1:3], strict=True), 1)
            for words in (mine, whom, f"{n} slain: {whom} {5 - n} of 5 left", own[0], f"{5 - n} of 5")
        ]
        lines = attack_lines(AttackOver("", "", targets), width)
        assert are_whole(lines, width, *told), (name, [line.plain for line in lines])
