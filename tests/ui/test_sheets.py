"""Reports on a screen, and as files: as they stand in ``tests/ui/sheets``.

    python tests/ui/test_sheets.py

writes them anew; read the difference as a player would.
"""

from __future__ import annotations

import sys
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

HOUSE = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(HOUSE))

from shoot_cli.analysis.report import ENDINGS, Column, Report, Sheet, number_cell, words_cell  # noqa: E402
from shoot_cli.ui.report_files import written  # noqa: E402
from shoot_cli.ui.report_screen import ReportView, needed, show_report  # noqa: E402
from tests.ui.reports import COMPARE, GUNS, HOSTILE, MATCHUP, MINE, ODD, REPORTS, SMALL, TARGETS, THEIRS  # noqa: E402

FOLDER = Path(__file__).parent / "sheets"
WIDTHS = (80, 40)
FILES = {
    **{f"{name}-{width}.txt": (name, width, True) for name in REPORTS for width in WIDTHS},
    "compare-80-colour.txt": ("compare", 80, False),
    "compare-40-colour.txt": ("compare", 40, False),
}


def drawn(report: Report, width: int, plain: bool = True) -> str:
    out = StringIO()
    console = Console(
        file=out, width=width, force_terminal=not plain, color_system=None if plain else "standard", legacy_windows=False
    )  # fmt: skip
    console.print(ReportView(report, plain))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


WRITTEN = {f"{name}{end}": (name, end) for name in ("compare", "odd") for end in ENDINGS}


@cache
def made() -> dict[str, str]:
    """Every file as it would be now."""
    screens = {file: drawn(REPORTS[name], width, plain) for file, (name, width, plain) in FILES.items()}
    return screens | {file: written(REPORTS[name], end) for file, (name, end) in WRITTEN.items()}


@pytest.mark.parametrize("name", [*FILES, *WRITTEN])
def test_a_report_is_as_it_stands_in_its_file(name: str) -> None:
    assert made()[name] == (FOLDER / name).read_bytes().decode()


def test_no_file_is_of_a_report_that_is_no_more() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {*made()}


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("name", REPORTS)
def test_no_line_is_wider_than_the_screen_and_everything_is_there(name: str, plain: bool) -> None:
    for width in (24, 40, 59, 60, 80, 100, 200, 400):
        text = drawn(REPORTS[name], width, True)
        assert [line for line in text.splitlines() if cell_len(line) > width] == []
        for sheet in REPORTS[name].sheets:
            for row in sheet.rows:
                for cell in row:
                    if len(cell.text) < 10 and cell.text.isascii():
                        assert cell.text in text


@pytest.mark.parametrize("name", REPORTS)
def test_plain_is_ascii_but_for_names_and_no_control_character_gets_through(name: str) -> None:
    for width in WIDTHS:
        text = drawn(REPORTS[name], width)
        assert "\x1b" not in text
        assert {c for c in text if not c.isascii()} <= {*"\ufffd戦士"}
        assert [
            c for c in drawn(REPORTS[name], width, False).replace("\x1b[", "") if not c.isprintable() and c != "\n"
        ] == []


def test_the_screen_chooses_a_table_several_or_blocks() -> None:
    grid = MATCHUP.but(sheets=MATCHUP.sheets[:1])
    wide = needed(grid.sheets[0])
    assert len(heads(drawn(grid, wide))) == 1
    assert len(heads(drawn(grid, wide - 1))) == 2
    assert len(heads(drawn(grid, 60))) > 2
    assert heads(drawn(grid, 59)) == []  # blocks, in which a row can be read whole
    assert len(heads(drawn(SMALL, 40))) == 1
    assert heads(drawn(SMALL, 24)) == []


def heads(text: str) -> list[str]:
    """The lines under headings."""
    return [line for line in text.splitlines() if line and not line.strip("-")]


def test_a_grid_of_15_is_split_and_each_part_begins_with_the_names() -> None:
    lines = drawn(MATCHUP.but(sheets=MATCHUP.sheets[:1], notes=()), 80).splitlines()
    parts = len(heads("\n".join(lines)))
    assert 2 <= parts <= 4
    for name in MINE:
        assert sum(line.startswith(name[:14]) for line in lines) == parts, name
    said = " ".join(lines)
    assert [name for name in THEIRS for word in name.split() if word not in said] == []
    assert said.count("* best of its column") == 1


def test_the_best_has_a_sign_that_is_explained_only_if_there_is_one() -> None:
    text = drawn(COMPARE, 80)
    assert text.count("%*") == len(TARGETS)
    assert text.count("* best of its column") == 1
    assert "*" not in drawn(SMALL, 80)
    rows = [line for line in text.splitlines() if line.startswith(GUNS)]
    assert len({tuple(at for at, c in enumerate(line) if c == "%") for line in rows}) == 1  # below each other


def test_a_block_puts_short_numbers_side_by_side() -> None:
    columns = (Column("unit", "Unit"), *(Column(f"n{at}", f"T{at}", True) for at in range(6)), Column("why", "Why"))
    row = (
        words_cell("Squad"),
        *(number_cell(at) for at in range(6)),
        words_cell("a reason that takes more than one line to be told"),
    )
    lines = drawn(Report("One", (Sheet("", columns, (row,)),)), 40).splitlines()
    assert lines[2:] == [
        "Squad",
        "  T0  0.00   T1  1.00   T2  2.00",
        "  T3  3.00   T4  4.00   T5  5.00",
        "  Why: a reason that takes more than",
        "    one line to be told",
    ]


def test_a_title_that_is_said_already_is_not_said_again() -> None:
    assert drawn(COMPARE, 80).count(COMPARE.title) == 1
    assert written(COMPARE, ".md").count(COMPARE.title) == 1


def test_a_report_is_printed_as_wide_as_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for width in (40, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        show_report(COMPARE, plain=True)
        shown = capsys.readouterr().out
        assert "".join(f"{line.rstrip()}\n" for line in shown.splitlines()) == drawn(COMPARE, width)


def test_hostile_names_are_shown() -> None:
    text = drawn(ODD, 200)
    assert HOSTILE[0] in text
    assert "[bold]rich[/]" in text
    assert "red \\x1b[31m and \\x9b1m" in text


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for file_name, content in made().items():
        (FOLDER / file_name).write_bytes(content.encode())
