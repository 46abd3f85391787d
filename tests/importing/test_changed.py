"""What is said of a file that is imported again: what is new, gone, more, fewer, and of other values."""

from __future__ import annotations

from json import dumps, loads
from typing import Any

from shoot_cli.importing.report import ImportedList, Report
from shoot_cli.importing.written_list import changes_since, day_of, yaml_of
from tests.helpers.each import each

GUARD: dict[str, Any] = {
    "name": "River Guard", "points": 65, "keywords": ["Infantry"],
    "models": [
        {"name": "River Guard", "count": 9, "profile": "guard", "weapons": ["Tide rifle"]},
        {"name": "Sergeant", "profile": "guard", "W": 2, "weapons": ["2x Tide pistol"]},
    ],
}  # fmt: skip
ENGINE: dict[str, Any] = {
    "name": "River Engine",
    "models": [{"name": "River Engine", "profile": "guard", "weapons": []}],
}
LIST: dict[str, Any] = {
    "ruleset": "40k-10e", "name": "River Watch", "profiles": {"guard": {"M": 6, "T": 3, "Sv": "4+", "W": 1}},
    "weapons": {
        "Tide rifle": {"range": 24, "A": 2, "BS": "3+", "S": 4, "AP": 0, "D": 1, "abilities": ["Heavy"]},
        "Tide pistol": {"range": 12, "A": 1, "BS": "3+", "S": 4, "AP": -1, "D": 1},
    },
    "units": [GUARD, GUARD, ENGINE],
}  # fmt: skip
DIGEST = "0123456789abcdef" * 4


def taken(document: dict[str, Any]) -> ImportedList:
    header = f"imported from river.json (New Recruit, 10th edition) on 2026-05-01; sha256 {DIGEST}"
    return ImportedList(
        document, Report("river.json", DIGEST, "New Recruit", "", "10th edition", "40k-10e", "River Watch"), (header,)
    )


BEFORE = yaml_of(taken(LIST))


def changes(change: str) -> tuple[str, ...]:
    """What is said when this was done to the list."""
    now = loads(dumps(LIST))  # no two units are one
    exec(change, {}, {"now": now, "units": now["units"], "guard": now["units"][1]})
    return changes_since(BEFORE, taken(now))


def test_a_list_says_when_it_was_imported_of_which_file() -> None:
    assert day_of(BEFORE) == ("2026-05-01", DIGEST)
    assert day_of("# my own\nruleset: 40k-10e\n") is None


@each(
    ("change", "told"),
    [
        ("pass", ()),
        ("units.reverse()", ()),
        ("units.append({**guard, 'name': 'Reed Scouts', 'points': 80})", ("Reed Scouts: new, 80 points",)),
        ("del units[2]", ("River Engine: gone",)),
        ("del units[0]", ("River Guard: gone",)),  # one of two
        ("guard['points'] = 75", ("River Guard: 65 → 75 points",)),
        ("guard['models'][0]['count'] = 8", ("River Guard: River Guard 9 → 8", "River Guard: Tide rifle 9 → 8")),
        ("guard['models'][1]['weapons'] = ['Tide pistol']", ("River Guard: Tide pistol 2 → 1",)),
        ("guard['models'][1]['weapons'] += ['Flare']", ("River Guard: Flare 0 → 1",)),
        ("guard['models'][1]['W'] = 3", ("River Guard: Sergeant: W 2 → 3",)),
        ("guard['leader'] = 'River Engine'", ("River Guard: other leader",)),
        ("now['weapons']['Tide rifle']['S'] = 5", ("Tide rifle: S 4 → 5",)),
        ("now['weapons']['Tide rifle']['abilities'] = []", ("Tide rifle: other abilities",)),
    ],
)
def test_what_has_changed_is_said_unit_by_unit(change: str, told: tuple[str, ...]) -> None:
    assert changes(change) == told


def test_another_statline_is_said_of_each_who_has_it() -> None:
    told = changes("now['profiles']['guard']['T'] = 4")
    assert told == (
        "River Guard: River Guard: T 3 → 4", "River Guard: Sergeant: T 3 → 4",
        "River Guard: River Guard: T 3 → 4", "River Guard: Sergeant: T 3 → 4", "River Engine: River Engine: T 3 → 4",
    )  # fmt: skip


@each("text", ["", "{", "units: 3", "- a", "units: [3, {models: [3]}]\n"])
def test_a_list_that_nobody_can_read_is_said_to_be_one(text: str) -> None:
    assert changes_since(text, taken(LIST))


def test_of_two_units_with_one_name_the_one_that_is_as_it_was_is_no_other() -> None:
    dearer = {**GUARD, "points": 75}
    before = yaml_of(taken({**LIST, "units": [GUARD, dearer]}))
    assert changes_since(before, taken({**LIST, "units": [dearer]})) == ("River Guard: gone",)
