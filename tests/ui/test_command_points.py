"""Command points on the screen: above the prompt, in the bar, in the status, in words (EVE-57), and rows for less."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from shoot_cli.asked.rows import matching_rows, row_of, row_typed
from shoot_cli.asked.scene import FIRST, SECOND, Act, Scene
from shoot_cli.battle.command_points import BothHave
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.ruleset import UnitRow
from shoot_cli.engine.table import Entry
from shoot_cli.input.answers import parse
from shoot_cli.ui.block import banner, bar_of, title
from shoot_cli.ui.tables import StatusTable, told_line
from shoot_cli.ui.views import armies
from tests.helpers.each import each

SIDES = (("Gladius of the Fifth", (UnitRow("Squad", 9, 10),)), ("Mob", (UnitRow("Boyz", 20, 20),)))
SCENE = Scene(place="Gladius of the Fifth · turn 2", shot="0 of 16 have shot", points=(2, 13))


def drawn(what: Any, width: int) -> str:
    screen = StringIO()
    Console(width=width, color_system=None, file=screen).print(what)
    return screen.getvalue()


@pytest.mark.rule("EVE-57")
def test_the_line_above_has_both_counts_at_every_width() -> None:
    for width in (40, 44, 60, 80, 100):
        line = title(SCENE, width)
        assert cell_len(line.plain) == width
        assert "▲ 2 ● 13" in line.plain
        assert "turn 2" in line.plain
    assert "0 of 16 have shot · command points ▲ 2 ● 13" in title(SCENE, 100).plain
    assert "0 of 16 have shot · CP ▲ 2 ● 13" in title(SCENE, 80).plain
    assert title(SCENE.but(points=None), 80).plain.endswith(" 0 of 16 have shot ─")


@pytest.mark.rule("EVE-57")
def test_the_bar_has_the_points_of_who_is_asked() -> None:
    act = Act(("Boyz: a reaction?",), army="Gladius of the Fifth")
    for side, n in ((FIRST, 2), (SECOND, 13)):
        wide, narrow = (bar_of(SCENE.but(asked=side), act, width, False)[-1].plain.rstrip() for width in (80, 30))
        assert wide.endswith(f"Gladius of the Fifth  CP {n}")
        assert narrow.endswith(f"{'▲' if side == FIRST else '●'} CP {n}")
    assert "CP" not in bar_of(SCENE.but(points=None), act, 80, False)[-1].plain
    assert "CP" not in bar_of(SCENE.but(asked=""), act, 80, False)[-1].plain
    rolls = banner(FIRST, ("ROLL", "11", "DICE"), ("▲ Gladius", "CP 2", "bolter"), 60)
    assert [row.plain.split()[-1] for row in rolls[1:]] == ["Gladius", "2", "bolter"]
    cut = banner(FIRST, ("ROLL", "11", "DICE", "3+", "to wound"), ("▲ Gladius", "CP 2", "bolter"), 37)
    assert not any(row.plain.rstrip().endswith(" C") for row in cut), "a part of it says nothing"


@pytest.mark.rule("EVE-57")
def test_each_army_has_its_points_in_the_status() -> None:
    for width in (40, 80):
        text = "\n".join(line.plain for line in armies(SIDES, width, 22, False, (2, 13)))
        assert "CP 2   9 of 10" in text
        assert "CP 13   20 of 20" in text
        assert max(cell_len(line.plain) for line in armies(SIDES, width, 22, False, (2, 13))) <= width
    assert "CP" not in "\n".join(line.plain for line in armies(SIDES, 80, 22, False))
    assert "Gladius of the Fifth, CP 2" in drawn(StatusTable(SIDES, plain=True, points=(2, 13)), 80)
    assert "CP" not in drawn(StatusTable(SIDES, plain=True), 80)


@pytest.mark.rule("EVE-40")
def test_each_army_has_its_detachment_in_the_status() -> None:
    named = ("Iron Column", "")
    for width, points in ((40, (2, 13)), (80, None), (130, (2, 13))):
        lines = [line.plain for line in armies(SIDES, width, 22, False, points, named)]
        assert sum("Iron Column" in line for line in lines) == 1
        assert max(map(cell_len, lines)) <= width
    assert max(map(cell_len, [line.plain for line in armies(SIDES, 40, 22, False, None, ("Column " * 20, ""))])) <= 40
    assert "Gladius of the Fifth, CP 2, Iron Column" in drawn(
        StatusTable(SIDES, True, points=(2, 3), detachments=named), 80
    )


@pytest.mark.rule("EVE-51")
def test_without_marks_the_line_is_told_by_the_names_of_the_armies() -> None:
    entry = Entry("Begin phase", None, value=BothHave(("Gladius", "Mob"), (2, 3)), text="command points ▲ 2 ● 3")
    assert drawn(told_line(entry), 80).strip() == "command points ▲ 2 ● 3"
    assert drawn(told_line(entry, plain=True), 80).strip() == "command points: Gladius 2, Mob 3"


SHORT = (Reason("needs 1 CP, 0 left", "X-CP-2"),)
ROWS = Choose(
    "unit",
    (
        Option("Boyz", "Boyz, 20 models"),
        Option("Boyz 2", "Boyz 2, 10 models"),
        Option("overwatch", "Mob fires Overwatch (1CP of 0)", SHORT),
        Option("none"),
        Option("Boyz 0", "Boyz, 20 models (0CP)", (), True, True),
        Option("Boyz 2 0", "Boyz 2, 10 models (0CP)", (), True, True),
        Option("overwatch 0", "Mob fires Overwatch (0CP)", (), True, True),
    ),
)


@pytest.mark.rule("EVE-52")
@each(
    ("typed", "row"),
    [
        ("boyz", 0), ("boyz 2", 1), ("boyz 0", 4), ("boyz 2 0", 5), ("over 0", 6), ("fires overwatch 0", 6), ("#5", 4), ("none", 3),
    ],
)  # fmt: skip
def test_a_row_for_less_is_meant_with_a_0_behind_its_name(typed: str, row: int) -> None:
    rows = [row_of(option) for option in ROWS.options]
    assert row_typed(typed, ROWS, rows) == row
    assert parse(ROWS, typed) == ROWS.options[row].value
    if not typed.startswith("#"):
        assert matching_rows(typed, rows)[0] == row, "as it is narrowed while somebody types"


@pytest.mark.rule("EVE-52", "EVE-53")
def test_a_closed_row_is_named_though_the_one_for_less_is_open() -> None:
    rows = [row_of(option) for option in ROWS.options]
    with pytest.raises(BadAnswer, match="needs 1 CP, 0 left"):
        row_typed("over", ROWS, rows)
    zero = Choose("x", (Option("Area 5"), Option("Area 5 0")))
    assert parse(zero, "area 5 0") == "Area 5 0", "a 0 is part of a name where nothing is for less"


@pytest.mark.rule("PH-29")
@pytest.mark.parametrize("points", [None, (2, 13)])
def test_whose_phone_is_there_stands_whatever_the_name_of_the_army(points: tuple[int, int] | None) -> None:
    scene = SCENE.but(points=points, phones="◘▲ ◘● lost")
    for width in (40, 56, 80):
        for army in ("Gladius", "A very long name " * 4):
            line = title(scene.but(place=f"{army} · turn 1"), width)
            assert ("◘▲ ◘● lost" in line.plain) == (width > 40 or points is None), "points come first"
            assert "turn 1" in line.plain
            assert cell_len(line.plain) == width
            assert points is None or "▲ 2 ● 13" in line.plain
    alone = title(SCENE.but(points=None, place="Ultramarines Strike Force · turn 1"), 40).plain
    assert alone == "─ ▲  Ultramarines Strike For… · turn 1 ─", "with nothing behind it, it has all the room"
