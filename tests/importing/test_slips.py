"""Names of a text that differ from the data by one letter: taken if only one is so near, and told (IMP-62)."""

from __future__ import annotations

import pytest

from shoot_cli.importing.data.names import a_letter_apart, a_word_apart, misspelt
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.pasted.text_list import Group, Item, TextList, TextUnit
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import Roster
from tests.helpers.each import each
from tests.importing.test_joining import SQUAD, TANK, left, shown, source
from tests.importing.written_rosters import Node, gun, model, statline, unit

OTHERS = unit("Lime Squad", model("Limer", statline("Limer"), gun("Squirt")), categories=("Faction: Orchard",))
TWINS = unit(
    "Twin Squad", model("Twin", statline("Twin"), gun("Beamer"), gun("Beaver"), gun("Type 1 gun")),
    categories=("Faction: Test Legion",),
)  # fmt: skip


def joined(
    *entries: TextUnit, faction: str = "Test Legion", units: tuple[Node, ...] = (SQUAD, TANK, TWINS)
) -> tuple[Roster, ImportContext]:
    taking = ImportContext(USUAL)
    text = TextList("A list", "some program", faction=faction, entries=entries)
    return roster_of(text, Sources([source(*units), source(OTHERS, faction="Orchard")]), taking), taking


def squad(unit: str = "Line Squad", trooper: str = "Trooper", rifle: str = "Rifle") -> TextUnit:
    return TextUnit(unit, 90, (Group(trooper, 5, (Item(rifle, 5),)),))


def names(found: Roster) -> list[str]:
    return [shown(one) for _, one in found.tops()]


@pytest.mark.rule("IMP-62")
@each(
    ("entry", "made", "told"),
    [
        (squad("Lone Squad"), "1 Lone Squad [5 Trooper [5 Rifle]]", "it is taken to be “Line Squad” in data.json: one letter differs"),
        (squad(trooper="Troper"), "1 Line Squad [5 Troper [5 Rifle]]", "Troper is taken to be Trooper: one letter differs"),
        (squad(trooper="Trouper"), "1 Line Squad [5 Trouper [5 Rifle]]", "Trouper is taken to be Trooper: one letter differs"),
        (squad(rifle="Riffle"), "1 Line Squad [5 Trooper [5 Rifle]]", "Riffle is taken to be Rifle: one letter differs"),
        (squad(rifle="RIFLA"), "1 Line Squad [5 Trooper [5 Rifle]]", "RIFLA is taken to be Rifle: one letter differs"),
    ],
)  # fmt: skip
def test_one_letter_is_a_guess_that_is_told(entry: TextUnit, made: str, told: str) -> None:
    found, taking = joined(entry)
    assert names(found) == [made]
    assert taking.left == []
    assert told in next(found.tops().__iter__())[1].guessed


@pytest.mark.rule("IMP-62")
def test_what_differs_more_or_is_not_the_only_one_is_proposed_alone() -> None:
    found, taking = joined(
        squad("Loni Squad"), TextUnit("Twin Squad", 50, (Group("Twin", 1, (Item("Beamer"), Item("Beaker"))),))
    )
    assert names(found) == ["1 Twin Squad [1 Twin [1 Beamer]]"]
    assert left(taking) == [
        ("Loni Squad", "none of the data has it; left out with it: Trooper, Rifle", "say with --data where it is: a roster, a list of ours, a catalogue"),
        ("Twin Squad", "Beaker: data.json does not have it for this unit", "say with --data where it is: a roster, a list of ours, a catalogue"),
    ]  # fmt: skip


@pytest.mark.rule("IMP-62")
def test_a_gun_with_one_word_more_or_less_is_proposed() -> None:
    glare = unit(
        "Glare Squad", model("Glarer", statline("Glarer"), gun("Glare"), gun("Long stare"), gun("Heavy glare")),
        categories=("Faction: Test Legion",),
    )  # fmt: skip
    items = Item("Glare pistol"), Item("Heavy long stare"), Item("Long")
    _, taking = joined(TextUnit("Glare Squad", 50, (Group("Glarer", 1, items),)), units=(glare,))
    near = {one.named: one.near for one in taking.left}
    assert near == {"Glare pistol": ("Glare",), "Heavy long stare": (), "Long": ("Long stare",)}


@pytest.mark.rule("IMP-62")
@each(
    ("one", "other", "apart"),
    [
        ("Glare", "Glare pistol", True), ("glares", "Glare Pistol", True), ("Bow", "Heavy bow", False), ("Bow", "Bow", False),
        ("Gun type", "Gun type 2", False), ("", "Bow", False), ("Bow", "Bow of fire", False),
    ],
)  # fmt: skip
def test_a_word(one: str, other: str, apart: bool) -> None:
    assert a_word_apart(one, other) is a_word_apart(other, one) is apart


@pytest.mark.rule("IMP-62")
def test_only_a_unit_of_the_stated_faction_is_taken() -> None:
    entry = TextUnit("Lome Squad", 90, (Group("Limer", 1, (Item("Squirt"),)),))
    assert names(joined(entry, faction="Orchard")[0]) == ["1 Lome Squad [1 Limer [1 Squirt]]"]
    for faction in ("Test Legion", "", "Unknown"):
        found, taking = joined(entry, faction=faction)
        assert names(found) == []
        assert "Lome Squad" in [one.unit for one in taking.left]
    two = unit("Tine Squad", model("Trooper", statline("Trooper")), categories=("Faction: Test Legion",))
    found, taking = joined(squad("Pine Squad"), units=(SQUAD, two))
    assert names(found) == []


@pytest.mark.rule("IMP-62")
@each(
    ("one", "other", "apart"),
    [
        ("Absolvor pistol", "Absolver Pistol", True), ("Nuncio-acquila", "Nuncio-aquila", True), ("Rods of Osk", "Rod of Osk", False),
        ("Type 1 gun", "Type 2 gun", False), ("Axes", "Axe", False), ("Mace", "Lace", False), ("Rifel", "Rifle", False),
        ("Knives", "Knifes", True), ("Riffle", "Rifle", True), ("Rifle", "Rifle", False), ("Steel gun 12", "Steel gun 1", False),
        ("Long gun", "Longgun", False), ("Spears", "Spear", False), ("Xpears", "Spears", True), ("Spearx", "Spears", True),
    ],
)  # fmt: skip
def test_a_letter(one: str, other: str, apart: bool) -> None:
    assert a_letter_apart(one, other) is apart
    assert a_letter_apart(other, one) is apart


@pytest.mark.rule("IMP-62")
def test_the_only_one_counts_and_twice_the_same_is_one() -> None:
    assert misspelt("Riffle", ["Rifle", "RIFLE", "Pistol"]) in ("Rifle", "RIFLE")
    assert misspelt("Beaker", ["Beamer", "Beaver"]) == ""
