"""What a unit counts as when targets are chosen, where its list does not say it (2E-TGT-1)."""

from __future__ import annotations

import pytest

from shoot_cli.rules.second import unit_text
from shoot_cli.rules.second.profiles import Army
from tests.helpers.each import each
from tests.rules.second.helpers.reader import HULL, LIST, army_of


def army(name: str, *models: str, more: str = "") -> Army:
    """The usual list and this unit. ``more``: further keys of it, each with its comma."""
    rows = ", ".join(
        f"{{name: {model}, BS: 2, T: 2, Ld: 5, Sv: -, weapons: [autogun]}}" for model in models or ("One",)
    )
    return army_of(f"{LIST}  - {{name: {name}, {more} models: [{rows}]}}\n")


def category(name: str, *models: str, more: str = "") -> str:
    return army(name, *models, more=more).units[-1].category


@pytest.mark.rule("2E-TGT-1")
@each(
    "name",
    ["Nurglings", "Rippers", "Spore Mines", "Snotlings", "Nurgling", "Ripper Swarm", "spore-mines", "Da Snotling Mob"],
)
def test_smaller_creatures_are_smaller_without_a_category(name: str) -> None:
    assert category(name) == category(name, more="type: Infantry,") == "smaller"
    assert category("Vermin", name, name) == "smaller"


@pytest.mark.rule("2E-TGT-1")
@each(
    "name",
    [
        "Greater Daemons", "Bloodthirster", "Great Unclean One", "Keepers of Secrets", "Lord of Change",
        "Beasts of Nurgle", "Juggernauts", "Steeds of Slaanesh", "Carnifex", "Hive Tyrant", "Lictors",
        "Tyranid Warrior Brood", "Zoanthropes", "Space Marine Dreadnought",
    ],
)  # fmt: skip
def test_so_are_those_that_count_as_monstrous(name: str) -> None:
    assert category(name) == "monstrous"


@pytest.mark.rule("2E-TGT-1")
def test_a_dreadnought_is_monstrous_whatever_is_made_of_it() -> None:
    model = f"{{name: Dreadnought, BS: 4, weapons: [autogun], locations: [{HULL}]}}"
    unit = army_of(f"{LIST}  - {{name: Chaos Dreadnought, models: [{model}]}}\n").units[-1]
    assert (unit.type, unit.category) == ("Vehicle", "monstrous")


@pytest.mark.rule("2E-TGT-1")
def test_what_a_list_says_stands() -> None:
    assert category("Snotlings", more="category: human-sized,") == "human-sized"
    assert category("Boyz", more="category: smaller,") == "smaller"


@pytest.mark.rule("2E-TGT-1")
@pytest.mark.parametrize("name", ["Ripper Gun Ogryns", "Boyz", "Warriors", "Rippers' Bane Guard"])
def test_other_names_are_none_of_them(name: str) -> None:
    assert category(name) == "human-sized"


@pytest.mark.rule("2E-TGT-1")
def test_check_says_what_a_mixed_unit_is_taken_as() -> None:
    mixed = army("Herd", "Runtherd", "Snotling")
    note = "Herd: a human-sized target, though Snotling is the name of a smaller one; category: can say so (2E-TGT-1)"
    assert mixed.units[-1].category == "human-sized"
    assert note in unit_text.notes(mixed)
    assert not [
        note
        for note in unit_text.notes(army("Herd", "Runtherd", "Snotling", more="category: smaller,"))
        if "Herd" in note
    ]
    assert not [note for note in unit_text.notes(army("Ripper Gun Ogryns")) if "Ogryns" in note]


def test_show_has_the_category() -> None:
    assert unit_text.card(army("Snotlings"))[-1].about == "Infantry, 1 model, a smaller target"


@pytest.mark.rule("2E-TGT-1")
def test_profile_lines_go_by_the_name_too() -> None:
    assert unit_text.read_line('5x "Snotling" T2', "target").category == "smaller"
