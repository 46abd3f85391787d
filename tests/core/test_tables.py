"""Markdown tables as data, and those that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.core.tables import also_called, tables
from shoot_cli.rules import RULESETS
from tests.each import each

HOUSE = Path(__file__).parent.parent.parent / "shoot_cli"
TABLES = {
    f"{file.parent.name}/{file.stem}": file
    for name in ("armoury", "special_rules", "effects_known", "settings")
    for file in HOUSE.rglob(f"{name}.md")
}


def test_rows_stand_under_their_headings_and_heads(tmp_path: Path) -> None:
    text = "# Weapons\n\nWords | that | are none.\n\n## One\n\n| name | also called |\n|---|---|\n| a b | x; y |\n| c | |\n\nMore.\n\n| other |\n|---|\n| d |\n"
    (tmp_path / "some.md").write_text(text, encoding="utf-8")
    found = tables(str(tmp_path / "code.py"), "some.md")
    assert found == {"One": ({"name": "a b", "also called": "x; y"}, {"name": "c", "also called": ""}, {"other": "d"})}
    assert [also_called(row) for row in found["One"]] == [["x", "y"], [], []]


def test_a_row_that_lacks_a_cell_is_no_row(tmp_path: Path) -> None:
    (tmp_path / "short.md").write_text("| a | b |\n|---|---|\n| 1 |\n", encoding="utf-8")
    with pytest.raises(ValueError, match="argument 2"):
        tables(str(tmp_path / "code.py"), "short.md")


def test_the_tables_were_found() -> None:
    assert len(TABLES) >= len(RULESETS) + 5


@each("file", TABLES.values(), ids=list(TABLES))
def test_a_shipped_table_is_in_form_and_says_nothing_twice(file: Path) -> None:
    for heading, rows in tables(str(file), file.name).items():
        names = [next(iter(row.values())) for row in rows]
        assert len(set(names)) == len(names), heading
        assert all(names), heading


@each("file", TABLES.values(), ids=list(TABLES))
def test_a_shipped_table_is_words_and_numbers_not_code(file: Path) -> None:
    for rows in tables(str(file), file.name).values():
        for row in rows:
            assert not any(sign in cell for cell in row.values() for sign in ("lambda", "==", "()", "{", "}"))
