"""The table of fields: a row of ``fields.md`` is a key of the page, of its schema, of lines and of what is shown."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies import ArmyErrors, find_list
from shoot_cli.armies.checking import Problems, page_of
from shoot_cli.armies.fields import Form, Kind, forms, shown, whole
from shoot_cli.armies.profile_lines import Statistics, parts_of
from shoot_cli.armies.reading import read_text, tree_of
from shoot_cli.armies.tree import plain
from shoot_cli.core.record import Record
from shoot_cli.rules import RULESETS

TABLE = """\
# Fields

## Forms

| form | with all of | what it is |
|---|---|---|
| StatsPage | | What is printed. |
| ModelPage | StatsPage | A model. |
| UnitPage | | A unit. |

## StatsPage

| key | value | like | becomes | shown with |
|---|---|---|---|---|
| T | 1 to 10 | 4 | toughness | |
| Inv | whim | | luck | + |

## ModelPage

| key | value | left out | example |
|---|---|---|---|
| name | name | never | Ork |
| count | 1 to 20 | 1 | |
| brave | yes or no | | |
| first rank | yes or no | nothing | |

## UnitPage

| key | value | left out |
|---|---|---|
| models | 1 to 2 of ModelPage | never |
"""


class Thing(Record):
    toughness: int
    luck: int | None = None


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Form]:
    (tmp_path / "fields.md").write_text(TABLE, encoding="utf-8")
    return forms(str(tmp_path / "fields.py"), {"whim": whole(1, 6)}, {}, {})


def test_a_row_is_a_key_of_the_page_with_what_is_meant_where_it_is_left_out(found: dict[str, Form]) -> None:
    page = page_of(found["ModelPage"]).model_validate({"T": "5", "name": "Ork", "first rank": "yes"})
    assert (page.T, page.Inv, page.name, page.count, page.brave, page.first_rank) == (5, None, "Ork", 1, False, True)


def test_all_that_is_wrong_is_said_with_its_place(found: dict[str, Form]) -> None:
    tree = read_text("models:\n  - {T: 11, nmae: Ork}\n  - []", "list.yaml")
    problems = Problems(tree, "list.yaml")
    assert problems.check(found["UnitPage"], tree, ()) is None
    assert [(problem.line, problem.column, problem.text) for problem in problems.found] == [
        (2, 9, "“11” is no whole number from 1 to 10"),
        (2, 5, "“name” is missing; write name: Ork"),
        (2, 13, "“nmae” is not known here; did you mean name?"),
        (3, 5, "a list stands where “key: value” entries are expected"),
    ]
    assert problems.check(found["UnitPage"], tree_of({"models": [{"name": str(n)} for n in range(3)]}), ()) is None
    assert problems.found[-1].text == "3 entries stand here; at most 2"


def test_a_row_is_in_the_schema_in_lines_and_in_what_is_shown(found: dict[str, Form]) -> None:
    schema = page_of(found["StatsPage"]).model_json_schema()["properties"]["T"]
    assert (schema["minimum"], schema["maximum"]) == (1, 10)
    statistics = Statistics(found["StatsPage"].fields, r"\d+\+?")
    (words,) = parts_of("T 7")
    assert statistics.at(words, 0) == ("T", "7", 2)
    assert statistics.read("T", "7", 1) == 7
    table = shown("Things", ("n", "thing"), found["StatsPage"].fields, "more", [(("1", "Ork"), Thing(7, 5), "")])
    assert (table.heads, table.rows) == (("n", "thing", "T", "Inv"), (("1", "Ork", "7", "5+"),))


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)
def test_what_a_field_becomes_is_an_attribute_of_a_profile(edition: Any) -> None:
    lists, profiles = edition.lists().Lists, import_module(f"{edition.room or edition.package}.profiles")
    model, weapon = profiles.Model.fields, profiles.Weapon.fields
    assert {field.becomes for field in lists.STATS.fields} <= {"", *model}
    assert {field.becomes for field in lists.WEAPON.fields} <= {"", *weapon}
    assert all(field.kind.expected.startswith("write ") for field in lists.STATS.fields if isinstance(field.kind, Kind))


@pytest.mark.parametrize("name", ["ultramarines", "necrons", "goff_mob", "red_host"])
def test_an_importer_fills_the_same_table_from_data(name: str) -> None:
    """Data that never was a text makes the same army, and its mistakes are told by their paths."""
    path = find_list(name)
    text = path.read_text(encoding="utf-8")
    army = armies.load_text(text, name)
    data = plain(read_text(text, name))
    (edition,) = (one for one in RULESETS if one.name == army.ruleset)
    assert edition.lists().read(tree_of(data), "") == army
    with pytest.raises(ArmyErrors, match=r"is not known here"):
        edition.lists().read(tree_of({**data, "nmae": "x"}), "")
