"""Markdown tables as data, and those that are shipped."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.markdown import Misprint, TableRow, also_called, tables
from shoot_cli.rules import RULESETS
from tests.helpers.each import each

HOUSE = Path(__file__).parent.parent.parent / "shoot_cli"
TABLES = {f"{file.parent.name}/{file.stem}": file for file in HOUSE.rglob("*.md") if "rulebook" not in file.parts}
# The columns that the code asks for: one that is spelt in another way would be read by nobody.
COLUMNS = {
    "abilities": "ability, written, also written, opposite, of a target, changes, by, twice, helps, rule, example, left out, rolled, condition, "
    "for the unit; ability; keyword; reach, written, rule, whom it works for; condition, written, known, rule; "
    "state, fact, rule",
    "armoury": "weapon, short, long, hit, S, damage, save, penetration, rules, source; "
    "weapon, range, S, AP, type, source; called, weapon",
    "effects": "effect, also called, whose, does, on, lasts, by number, number, once, against, note",
    "fields": "key, value, left out, like, example, becomes, shown with; form, with all of, what it is",
    "sentences": "name, written; written, means, word; who, written; written, word, of; keyword",
    "settings": "setting, values, rule, what it decides",
    "special_rules": "rule, also called, of, rulebook, for, value, left out, only on, note",
    "units": "type, also called, category, hit by; category, also called, whose name ends so; armour, saves; field, saves",
}


def test_rows_stand_under_their_headings_and_heads(tmp_path: Path) -> None:
    text = "# Weapons\n\nWords | that | are none.\n\n## One\n\n| name | also called |\n|---|---|\n| a b | x; y |\n| c | |\n\nMore.\n\n| other |\n|---|\n| d |\n"
    (tmp_path / "some.md").write_text(text, encoding="utf-8")
    found = tables(str(tmp_path / "code.py"), "some.md")
    assert found == {"One": ({"name": "a b", "also called": "x; y"}, {"name": "c", "also called": ""}, {"other": "d"})}
    assert [also_called(row) for row in found["One"]] == [["x", "y"], [], []]


@each(
    "text, wrong",
    [
        ("| a | b |\n|---|---|\n| 1 |\n", "3: 1 cells, where the table has 2"),
        ("words\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 2 | 3 |\n", "6: 3 cells, where the table has 2"),
        ("| a | b |\n|---|---|\n| 1 | 2\n", "3: the row does not end with |"),
        ("| a | b |\n| 1 | 2 |\n", "2: below the heads of a table stands a line as |---|---|"),
    ],
)
def test_a_table_that_is_not_in_form_is_told_by_its_line(text: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / f"{len(text)}.md").write_text(text, encoding="utf-8")
    with pytest.raises(Misprint) as told:
        tables(str(tmp_path / "code.py"), f"{len(text)}.md")
    assert str(told.value) == f"{tmp_path.name}/{len(text)}.md:{wrong}"


def test_a_word_or_column_that_is_not_known_is_told_with_what_is_near() -> None:
    row = TableRow("an/edition.md", 7, ["rule", "of"], ["Tesla", "wepon"])
    with pytest.raises(Misprint, match=r"^an/edition\.md:7: “wepon” is not known under “of”; did you mean “weapon”\?$"):
        row.among("of", ("weapon", "unit"))
    with pytest.raises(Misprint, match=r"^an/edition\.md:7: no column “rules” here; did you mean “rule”\?$"):
        row["rules"]
    assert row.among("of", ("wepon",)) == "wepon"


def test_the_tables_were_found() -> None:
    assert len(TABLES) >= len(RULESETS) + 5
    assert {file.stem for file in TABLES.values()} == {*COLUMNS}


@each("file", TABLES.values(), ids=list(TABLES))
def test_a_shipped_table_has_no_column_that_nobody_reads(file: Path) -> None:
    known = {*chain.from_iterable(heads.split(", ") for heads in COLUMNS[file.stem].split("; "))}
    for row in chain.from_iterable(tables(str(file), file.name).values()):
        assert row.keys() <= known, row.wrong("a column that nobody reads")


@each("file", TABLES.values(), ids=list(TABLES))
def test_no_other_name_is_that_of_another_row(file: Path) -> None:
    """``tl`` of two rules would mean the last of them, and nobody would know."""
    found = tables(str(file), file.name)
    apart = [*found.values()]
    if file.stem == "special_rules":
        rows = [*chain.from_iterable(found.values())]
        # Those of weapons and of units may share a name only where the code asks which of them carries it.
        carriers = ("weapon", "unit") if file.parent.name == "second" else ("",)
        apart = [tuple(row for row in rows if not one or row["of"] in (one, "both")) for one in carriers]
    for rows in apart:
        assert not stolen(rows)


def stolen(rows: Iterable[TableRow]) -> list[str]:
    """Names that two rows have."""
    meant: dict[str, TableRow] = {}
    wrong = []
    for row in rows:
        for said in (next(iter(row.values())), *also_called(row)):
            other = meant.setdefault(plain_name(said), row)
            if other is not row:
                wrong.append(str(row.wrong(f"“{said}” is that of line {other.line}, too")))
    return wrong


def test_a_stolen_name_is_seen() -> None:
    rows = [
        TableRow("x.md", n, ["rule", "also called"], cells)
        for n, cells in enumerate((["Tesla", "tl"], ["Twin", "TL; tesla"]))
    ]
    assert stolen(rows) == ["x.md:1: “TL” is that of line 0, too", "x.md:1: “tesla” is that of line 0, too"]


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
            cells = [cell for head, cell in row.items() if head != "example"]  # of a list, with its braces
            slots = file.stem == "sentences" or "also written" in row  # {n} is a number there, {K} a keyword
            signs = ("lambda", "==", "()", *(() if slots else ("{", "}")))
            assert not any(sign in cell for cell in cells for sign in signs)
