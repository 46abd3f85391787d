"""The table of fields: a row of ``fields.md`` is a key of the page, of its schema, of lines and of what is shown."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies import ArmyErrors, find_list
from shoot_cli.armies.fields import Field, FieldType, Form, forms, profile_table, whole
from shoot_cli.armies.list_reader import Problems, page_of
from shoot_cli.armies.profile_lines import Statistics, parts_of
from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.engine.markdown import Misprint
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS
from tests.helpers.each import each

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


def test_an_empty_key_says_nothing_if_it_is_known_and_is_wrong_if_not(found: dict[str, Form]) -> None:
    for wrong in ("nmae: ", "nmae: ~", "nmae: 1"):
        tree = read_text(f"models:\n  - {{T: 1, Inv: , name: Ork, {wrong}}}", "list.yaml")
        problems = Problems(tree, "list.yaml")
        assert problems.check(found["UnitPage"], tree, ()) is None
        assert [problem.text for problem in problems.found] == ["“nmae” is not known here; did you mean name?"]
    tree = read_text("models:\n  - {T: 1, Inv: , name: Ork}", "list.yaml")
    assert Problems(tree, "list.yaml").check(found["UnitPage"], tree, ()).models[0].Inv is None


def test_a_row_is_in_the_schema_in_lines_and_in_what_is_shown(found: dict[str, Form]) -> None:
    schema = page_of(found["StatsPage"]).model_json_schema()["properties"]["T"]
    assert (schema["minimum"], schema["maximum"]) == (1, 10)
    statistics = Statistics(found["StatsPage"].fields, r"\d+\+?")
    (words,) = parts_of("T 7")
    assert statistics.at(words, 0) == ("T", "7", 2)
    assert statistics.read("T", "7", 1) == 7
    table = profile_table(
        "Things", ("n", "thing"), found["StatsPage"].fields, "more", [(("1", "Ork"), Thing(7, 5), "")]
    )
    assert (table.heads, table.rows) == (("n", "thing", "T", "Inv"), (("1", "Ork", "7", "5+"),))


@each(
    "right, slip, wrong",
    [
        ("| whim |", "| wihm |", "16: “wihm” is not known under “value”; did you mean “whim”?"),
        (
            "| 1 to 10 | 4",
            "| 1 to | 4",
            "15: “1 to” is not known under “value”; known are name, unit names, note, yes or no",
        ),
        (
            "| never | Ork",
            "| nevver | Ork",
            "22: “nevver” is not known under “left out”; write nothing, no, never or a number",
        ),
        ("like | becomes", "like | becoms", "15: “becoms” is no column of fields; did you mean becomes?"),
        ("## ModelPage", "## ModlePage", "22: “ModlePage” is no form; did you mean ModelPage?"),
        ("2 of ModelPage", "2 of ModlePage", "31: “ModlePage” is no form above it; did you mean ModelPage?"),
        ("1 to 2 of ModelPage", "many of ModelPage", "31: “many of ModelPage” is not known under “value”"),
        ("| brave", "| count", "8: ModelPage has the key “count” twice"),
        ("| brave", "| Inv", "8: ModelPage has the key “Inv” twice"),
        (
            "| StatsPage | A model",
            "| StatPage | A model",
            "8: “StatPage” is not known under “with all of”; did you mean “StatsPage”?",
        ),
    ],
)
def test_a_slip_in_the_table_is_told_by_its_line(right: str, slip: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / slip.strip("|# ")).mkdir()
    file = tmp_path / slip.strip("|# ") / "fields.md"
    file.write_text(TABLE.replace(right, slip, 1), encoding="utf-8")
    with pytest.raises(Misprint) as told:
        forms(str(file), {"whim": whole(1, 6)}, {}, {})
    assert f"/fields.md:{wrong}" in str(told.value)


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)
def test_what_a_field_becomes_is_an_attribute_of_a_profile(edition: Any) -> None:
    lists, profiles = edition.lists().Lists, import_module(f"{edition.room or edition.package}.profiles")
    model, weapon = profiles.Model.fields, profiles.Weapon.fields
    assert {field.becomes for field in lists.STATS.fields} <= {"", *model}
    assert {field.becomes for field in lists.WEAPON.fields} <= {"", *weapon}
    assert all(
        field.kind.expected.startswith("write ") for field in lists.STATS.fields if isinstance(field.kind, FieldType)
    )


# A model and a weapon of each edition that lack nothing; and what is written under a key in their place.
FOOT = {"BS": 4, "T": 4, "Ld": 8, "Sv": "3+"}
ON_WHEELS = {"BS": 4, "front": 12, "side": 11, "rear": 10, "HP": 3}
MODELS: dict[str, dict[str, Any]] = {
    "40k-10e": {"T": 4, "Sv": "3+", "W": 2},
    "40k-11e": {"T": 4, "Sv": "3+", "W": 2},
    "40k-7e": FOOT,
    "40k-2e": FOOT,
    "reikhammer": {"type": "INF", "armour": 3, "integrity": 2},
}
GUNS: dict[str, dict[str, Any]] = {
    "40k-10e": {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1},
    "40k-11e": {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1},
    "40k-7e": {"range": 24, "S": 4, "AP": 5, "type": "Assault 1"},
    "40k-2e": {"short": 12, "long": 24, "hit": "+1/0", "S": 4, "save": -1},
    "reikhammer": {"range": 12, "AP": 4},
}
WRITTEN = {"rules": (["Small Arms"], ["Assault weapon"]), "type": ("INF", "AV"), "long": (24, 48)}


def written(field: Field) -> tuple[Any, Any]:
    """Two values that may stand under it and do not mean the same."""
    if field.name in WRITTEN:
        return WRITTEN[field.name]
    if not isinstance(field.kind, FieldType):
        raise AssertionError(f"say in WRITTEN what may stand under {field.name}")
    if field.kind.bounds:
        return field.kind.bounds
    meant: dict[Any, str] = {}
    for text in ("4", "5", "4+", "5+"):
        with suppress(ValueError):
            meant[field.kind.read(text)] = text
    one, other, *_ = meant.values()
    return one, other


def made(edition: Any, model: dict[str, Any], gun: dict[str, Any]) -> Any:
    """The model of a list that has these."""
    unit, among = ("formations", "units") if "formations" in edition.lists().Lists.LIST.names else ("units", "models")
    page = {"name": "U", among: [{"name": "M", **model, "weapons": ["gun"]}]} | ({"CR": 4} if among == "units" else {})
    found = edition.lists().read(
        tree_of({"ruleset": edition.name, "name": "A", "weapons": {"gun": gun}, unit: [page]}), ""
    )
    return found.units[0].models[0][0]


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)
def test_a_profile_has_what_its_list_says_under_each_field(edition: Any) -> None:
    """A row and an attribute are enough: nothing that a list says is read and forgotten."""
    lists, model, gun = edition.lists().Lists, MODELS[edition.name], GUNS[edition.name]
    forgotten = []
    for field in (one for one in lists.STATS.fields if one.becomes):
        base = ON_WHEELS if field.name in ON_WHEELS and field.name not in model else model
        models = [made(edition, base | {field.name: value}, gun) for value in written(field)]
        forgotten += [field.name] if len({getattr(one, field.becomes) for one in models}) < 2 else []
    for field in (one for one in lists.WEAPON.fields if one.becomes):
        armed = [made(edition, model, gun | {field.name: value}).weapons for value in written(field)]
        forgotten += [field.name] if len({getattr(one[0], field.becomes) for one in armed}) < 2 else []
    assert not forgotten


@pytest.mark.parametrize("name", ["ultramarines", "necrons", "goff_mob", "red_host"])
def test_an_importer_fills_the_same_table_from_data(name: str) -> None:
    """Data that never was a text makes the same army, and its mistakes are told by their paths."""
    text = find_list(name).read_text(encoding="utf-8")
    army = armies.load_text(text, name)
    data = plain(read_text(text, name))
    (edition,) = (one for one in RULESETS if one.name == army.ruleset)
    assert edition.lists().read(tree_of(data), "") == army
    with pytest.raises(ArmyErrors, match=r"is not known here"):
        edition.lists().read(tree_of({**data, "nmae": "x"}), "")
