"""What is pointed at in a menu while names and numbers are typed, letter by letter."""

from __future__ import annotations

import pytest

from shoot_cli import armies
from shoot_cli.asked.rows import MenuRow, matching_rows
from shoot_cli.importing.list_files import load
from shoot_cli.ui.menu import Choices
from tests.helpers.each import each

MENU = (
    MenuRow("Boss Nob"),
    MenuRow("Shoota Boyz, 18 models", "has shot"),
    MenuRow("Boyz"),
    MenuRow("Nobz"),
    MenuRow("Lootas"),
)
DICE = (MenuRow("4+"), MenuRow("5+"), MenuRow("6+"), MenuRow("no face will do"))
SIGNS = (MenuRow("+1"), MenuRow("−1"), MenuRow("-2"), MenuRow("0"))


def typed(rows: tuple[MenuRow, ...], text: str, start: int | None = None, pick: bool = False) -> Choices:
    choices = Choices(rows, start, pick)
    for end in range(1, len(text) + 1):
        choices.type(text[:end])
    return choices


@each(
    ("text", "taken"),
    [
        ("boy", 2), ("BOYZ", 2), ("boss", 0), ("nob", 3), ("nobz", 3), ("s nob", 0), ("loot", 4), ("loota", 4),
        ("shoota", 1), ("1", 0), ("5", 4), ("2", 1), ("6", "#6"), ("99", "#99"), ("rhino", "rhino"), ("", 0),
        ("  boyz ", 2), ("b nob", 0), ("#5", 4), ("oota", 4), ("lootassen", "lootassen"),
    ],
)  # fmt: skip
def test_what_enter_takes(text: str, taken: int | str) -> None:
    """The same name, a beginning, a word's beginning, any part; an open row before a closed one; the row of a number."""
    assert typed(MENU, text).taken() == taken


@each(
    ("rows", "text", "taken"),
    [
        (DICE, "4", 0), (DICE, "5+", 1), (DICE, "1", "1"), (DICE, "no", 3), (DICE, "40", "40"), (DICE, "#1", 0), (DICE, "#4", 3), (SIGNS, "-1", 1),
        (SIGNS, "−1", 1), (SIGNS, "+1", 0), (SIGNS, "1", "1"), (SIGNS, "0", 3),
    ],
)  # fmt: skip
def test_rows_that_are_numbers(rows: tuple[MenuRow, ...], text: str, taken: int | str) -> None:
    """A number is that number there, never a place, and never the beginning of another one."""
    assert typed(rows, text).taken() == taken


def test_one_letter_is_the_beginning_of_a_word_if_it_is_any() -> None:
    assert [MENU[place].label for place in matching_rows("l", MENU)] == ["Lootas"]
    armies = [
        MenuRow(f"{name} ({ruleset})", also=(f"{ruleset}/{name}",))
        for name, ruleset in (("adeptus-astartes", "40k-10e"), ("orks", "40k-7e"))
    ]
    assert [matching_rows(typed, armies) for typed in ("-1", "10", "40", "10e", "-astartes")] == [[], [], [], [0], [0]]
    assert [MENU[place].label for place in matching_rows("z", MENU)] == ["Shoota Boyz, 18 models", "Boyz", "Nobz"]
    assert [row.label for row in (MenuRow("heavy bolter"), MenuRow("boltgun")) if matching_rows("bolters", (row,))] == [
        "heavy bolter"
    ]


def test_ways_to_point() -> None:
    choices = typed(MENU, "", start=2)
    assert choices.at == 2
    choices.move(1)
    assert choices.at == 3
    choices.move(1)
    choices.move(1)
    assert choices.at == 0  # round it goes
    choices.move(-1)
    assert choices.at == 4
    choices.move(-10)
    assert choices.at == 0
    assert Choices(MENU, None, pick=True).taken() is None


def test_closed_rows_are_folded() -> None:
    choices = Choices(MENU, None, pick=False)
    assert choices.shown == [0, 2, 3, 4]
    choices.fold()
    assert choices.shown == [0, 2, 3, 4, 1]
    choices.move(-1)
    assert choices.at == 4  # and stepped over
    assert Choices(MENU[1:2], None, pick=False).shown == [1 - 1]  # nothing else is there


@pytest.mark.slow
def test_every_name_of_a_list_is_found_by_typing_it() -> None:
    """Units, models and weapons, letter by letter: in the end each is what Enter takes, or one of the same name."""
    tried = 0
    for sample in armies.samples()[::3]:  # slow tests type all of them at their menus
        units = load(sample.path).army.units
        weapons = {w.name: None for unit in units for model, _ in unit.models for w in getattr(model, "weapons", ())}
        for names in ([unit.name for unit in units], [*weapons]):
            rows = tuple(MenuRow(name) for name in names)
            for name in names:
                taken = typed(rows, name).taken()
                assert isinstance(taken, int), (sample.path, name)
                assert names[taken] == name
                assert typed(rows, name.upper()).taken() == taken
                assert matching_rows(name[: max(2, len(name) // 2)], rows), name
                tried += 1
    assert tried > 150
