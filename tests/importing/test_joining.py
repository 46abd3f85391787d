"""Units of a pasted list, made with the values of data (IMP-61, 62)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from shoot_cli.importing.data.datasheets import RosterSource, Sheet
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.pasted.text_list import BODYGUARD, LEADER, Enhancement, Group, Item, TextList, TextUnit
from shoot_cli.importing.pasted.unit_block import CarriedItems, shared_out
from shoot_cli.importing.report import MOST_PROPOSED, USUAL, ImportContext, Options
from shoot_cli.importing.roster import Roster, Selection
from tests.helpers.each import each
from tests.importing.written_rosters import (
    Node,
    ability,
    as_json,
    blade,
    force,
    gun,
    model,
    roster,
    statline,
    unit,
    upgrade,
)

FACTION = "Chaos - Test Legion"
SQUAD = unit(
    "Line Squad", ability("Steady", "Something."),
    model(
        "Trooper", statline("Trooper"), gun("Rifle", 4), gun("Long gun", d=3), gun("Pistol", 5), blade("Knife", 5),
        number=5,
    ),
    model("Sergeant", statline("Sergeant", w=3), gun("Pistol"), blade("Sword")),
    points=90, categories=("Infantry", "Faction: Test Legion"),
)  # fmt: skip
TANK = model(
    "Test Legion Tank", statline("Tank", t=10, w=12),
    upgrade("2 side guns", gun("Side gun", 2)), gun("Main gun", a="D6"),
    upgrade("Shield drone", ability("Shield drone", "Something else.")),
    points=150, categories=("Vehicle", "Faction: Test Legion"),
)  # fmt: skip


def source(*units: Node, file: str = "data.json", faction: str = FACTION) -> RosterSource:
    found = read(as_json(roster(*units, faction=faction)), file)
    assert isinstance(found, Roster)
    return RosterSource(found, file)


def joined(
    *entries: TextUnit, data: Iterable[RosterSource] = (), faction: str = "Test Legion"
) -> tuple[Roster, ImportContext]:
    taking = ImportContext(USUAL)
    text = TextList("A list", "some program", faction=faction, detachment="First Wave", points=500, entries=entries)
    return roster_of(text, Sources(data or [source(SQUAD, TANK)]), taking), taking


def only(*entries: TextUnit, data: Iterable[RosterSource] = ()) -> Selection:
    """The unit that came of them; nothing was left out."""
    found, taking = joined(*entries, data=data)
    assert taking.left == []
    ((_, one),) = found.tops()
    return one


def shown(one: Selection) -> str:
    """``5 Trooper [4 Rifle]``: what stands in it, by name and number."""
    inside = ", ".join(shown(each) for each in one.selections)
    return f"{one.number} {one.name}" + (f" [{inside}]" if inside else "")


def left(taking: ImportContext) -> list[tuple[str, str, str]]:
    return [(one.unit, one.text, one.remedy) for one in taking.left]


def squad(*items: Item, n: int = 5, name: str = "Trooper") -> TextUnit:
    return TextUnit("Line Squad", 90, (Group(name, n, items),))


@pytest.mark.rule("IMP-61")
def test_a_unit_of_a_text_has_the_values_of_the_data_and_the_numbers_of_the_text() -> None:
    made = only(TextUnit("Line Squad", 100, (
        Group("Sergeant", 1, (Item("Pistol"),)), Group("Trooper", 9, (Item("Rifle", 9), Item("Knife", 9))),
    )))  # fmt: skip
    assert shown(made) == "1 Line Squad [1 Sergeant [1 Pistol], 9 Trooper [9 Rifle, 9 Knife]]"
    assert (made.points, made.categories) == (100, ("Infantry", "Faction: Test Legion"))
    assert [each.name for each in made.profiles] == ["Steady"]
    sergeant, troopers = made.selections
    assert [each.get("W") for one in (sergeant, troopers) for each in one.profiles] == ["3", "2"]
    assert troopers.selections[0].profiles[0].get("Range") == '24"'
    assert made.guessed == ()


@pytest.mark.rule("IMP-61")
def test_the_data_itself_stays_as_it_was() -> None:
    data = source(SQUAD, TANK)
    before = [shown(one) for one in data.units]
    joined(squad(Item("Rifle", 5)), TextUnit("Tank", 150, items=(Item("2 side guns"),)), data=[data])
    assert [shown(one) for one in data.units] == before


@pytest.mark.rule("IMP-61")
def test_the_first_data_that_has_a_unit_is_believed_and_the_next_asked_for_what_it_lacks() -> None:
    first = source(unit("Line Squad", model("Trooper", statline("Trooper", t=5), gun("Rifle", s=5))), file="first.json")
    made = only(squad(Item("Rifle", 5), Item("Pistol", 5)), data=[first, source(SQUAD)])
    assert shown(made) == "1 Line Squad [5 Trooper [5 Rifle, 5 Pistol]]"
    trooper = made.selections[0]
    assert (trooper.profiles[0].get("T"), trooper.selections[0].profiles[0].get("S")) == ("5", "5")


@pytest.mark.rule("IMP-62")
@each(
    "said, guessed",
    [
        ("line squad", False),
        ("Line Squad [Legends]", False),
        ("Líne-Squad", False),
        ("Line Squads", False),
        ("Test Legion Line Squad", True),
        ("Chaos Line Squad", True),
    ],
)
def test_a_unit_is_found_without_its_faction_legends_and_plural(said: str, guessed: bool) -> None:
    made = only(TextUnit(said, 90, (Group("Trooper", 5),)))
    assert made.name == said
    assert any("“Line Squad” in data.json" in words for words in made.guessed) == guessed


@pytest.mark.rule("IMP-62")
def test_a_unit_of_the_data_is_found_without_its_faction_too() -> None:
    assert shown(only(TextUnit("Tank", 150, items=(Item("Main gun"),)))) == "1 Tank [1 Main gun]"


@pytest.mark.rule("IMP-62")
def test_no_unit_loses_the_name_of_another_faction() -> None:
    _, taking = joined(TextUnit("Old Guard Line Squad", 90, (Group("Trooper", 5),)))
    assert [unit for unit, _, _ in left(taking)] == ["Old Guard Line Squad"]


@pytest.mark.rule("IMP-62")
def test_a_unit_that_only_looks_alike_is_proposed_and_not_taken() -> None:
    made, taking = joined(TextUnit("Liine Squaad", 90, (Group("Trooper", 5),)))
    assert [*made.tops()] == []
    assert left(taking) == [
        (
            "Liine Squaad",
            "none of the data has it; left out with it: Trooper",
            "is it Line Squad? Then write that in the text",
        )
    ]


@pytest.mark.rule("IMP-62")
def test_two_units_that_could_be_meant_are_proposed() -> None:
    data = source(*(unit(f"{name} Guard", model("Guard", statline("Guard"))) for name in ("Chaos", "Test Legion")))
    _, taking = joined(TextUnit("Guards", 50, (Group("Guard", 5),)), data=[data], faction="")
    ((_, _, remedy),) = left(taking)
    assert remedy == "is it Chaos Guard or Test Legion Guard? Then write that in the text"


@pytest.mark.rule("IMP-62")
def test_of_two_units_of_one_name_that_of_the_faction_of_the_list_is_taken() -> None:
    guards = ((3, "Old Guard"), (6, FACTION))
    forces = (force(unit("Guard", model("Guard", statline("Guard", t=t))), faction=faction) for t, faction in guards)
    made = only(TextUnit("Guard", 50, (Group("Guard", 5),)), data=[source(*forces)])
    assert made.selections[0].profiles[0].get("T") == "6"


@pytest.mark.rule("IMP-62")
@each("said", ["Troopers", "Trooper w/ long gun", "trooper with rifle and knife", "Trooper"])
def test_a_model_is_found_in_the_plural_and_without_its_arms(said: str) -> None:
    assert shown(only(squad(Item("Rifle", 5), name=said))) == f"1 Line Squad [5 {said} [5 Rifle]]"


@pytest.mark.rule("IMP-62")
def test_a_model_is_found_with_its_words_in_another_order() -> None:
    data = source(unit("Veterans", model("Veterans with Jump Packs", statline("Veterans with Jump Packs"))))
    made = only(TextUnit("Veterans", 90, (Group("Jump Pack Veteran with", 5),)), data=[data])
    assert shown(made) == "1 Veterans [5 Jump Pack Veteran with]"
    assert made.guessed == ()


@pytest.mark.rule("IMP-62")
def test_a_model_that_the_datasheet_does_not_have_is_left_out_unless_all_its_models_are_alike() -> None:
    _, taking = joined(squad(Item("Rifle", 5), name="Gunner"))
    assert left(taking)[0][1] == "Gunner: data.json does not have such a model for this unit"
    alike = source(
        unit("Line Squad", model("Trooper", statline("Any"), gun("Rifle")), model("Sergeant", statline("Any")))
    )
    made = only(squad(Item("Rifle", 5), name="Gunner"), data=[alike])
    assert shown(made) == "1 Line Squad [5 Gunner [5 Rifle]]"
    assert made.guessed == ("Gunner has the statline that all models of the datasheet have",)


@pytest.mark.rule("IMP-62")
def test_a_model_with_half_its_name_is_guessed_if_only_one_can_be_meant() -> None:
    kinds = [
        model(f"Line {name}", statline(name, w=w)) for name, w in (("Trooper", 2), ("Sergeant", 3), ("Champion", 4))
    ]
    data = source(unit("Line Squad", *kinds))
    made = only(TextUnit("Line Squad", 9, (Group("Sergeant", 1), Group("Line Trooper", 4))), data=[data])
    assert [one.profiles[0].get("W") for one in made.selections] == ["3", "2"]
    assert made.guessed == ("Sergeant is taken to be Line Sergeant",)
    made = only(
        TextUnit("Line Squad", 9, (Group("Line Sergeant", 1), Group("Line Trooper", 4), Group("Line", 1))), data=[data]
    )
    assert made.guessed == ("Line is taken to be Line Champion",)
    _, taking = joined(TextUnit("Line Squad", 9, (Group("Line", 1),)), data=[data])
    assert len(taking.left) == 2


@pytest.mark.rule("IMP-62")
def test_wargear_is_looked_for_on_its_own_datasheet_and_nowhere_else() -> None:
    made, taking = joined(squad(Item("Rifle", 5), Item("Main gun", 2)))
    assert [shown(one) for _, one in made.tops()] == ["1 Line Squad [5 Trooper [5 Rifle]]"]
    ((name, text, remedy),) = left(taking)
    assert (name, text) == ("Line Squad", "2x Main gun: data.json does not have it for this unit")
    assert remedy == "is it Main gun (of Test Legion Tank)? Then write that in the text"  # which is no guess
    _, taking = joined(squad(Item("Loong guun", 5)))
    assert left(taking)[0][2] == "is it Long gun? Then write that in the text"


@pytest.mark.rule("IMP-62")
def test_a_weapon_of_another_unit_of_ones_own_faction_is_proposed_before_those_of_others() -> None:
    theirs = model("Cart", statline("Cart"), gun("Main gun", a="D3"), categories=("Vehicle", "Faction: Other Host"))
    data = [source(theirs, file="theirs.json", faction="Other Host"), source(SQUAD, TANK)]
    _, taking = joined(squad(Item("Rifle", 5), Item("Main gun")), data=data)
    assert [remedy for *_, remedy in left(taking)] == [
        "is it Main gun (of Test Legion Tank)? Then write that in the text"
    ]


@pytest.mark.rule("IMP-62")
def test_a_shield_that_no_data_describes_is_left_to_players_by_its_name() -> None:
    _, taking = joined(squad(Item("Rifle", 5), Item("Storm shield", 5)))
    assert taking.left == []
    assert "Storm shield: no data says what it does for this unit" in [remark.text for remark in taking.yours]


@pytest.mark.rule("IMP-62", "IMP-2")
@each(
    "name",
    [
        "Mark of Reeds: Green",
        "Reedherd tools",
        "Icon of Reeds",
        "Reed banner",
        "Raid Keywords: Gunner",
        "Allegiance: River",
        "Reed axe",
        "Force weapon",
        "Cloak of vigilance",
        "Standard of the gun",
    ],
)
def test_what_is_no_ranged_weapon_by_its_name_is_not_left_out(name: str) -> None:
    """A choice, a sign, gear and melee weapons."""
    _, taking = joined(squad(Item("Rifle", 5), Item(name, 5)))
    assert left(taking) == []
    ((told),) = taking.quiet
    assert told.text.startswith(f"5x {name}: data.json does not have it for this unit")


@pytest.mark.rule("IMP-62", "IMP-2")
@each(
    "name",
    [
        "Storm bolter",
        "Melta gun",
        "Big shootas",
        "Reed lance",
        "Combi-weapon",
        "Loong guun",
        "Lamp",
        "plasma pistol: supercharge",
        "Lord in Armour (140 points)",
    ],
)
def test_what_may_be_a_ranged_weapon_or_a_unit_is_left_out(name: str) -> None:
    _, taking = joined(squad(Item("Rifle", 5), Item(name)))
    assert [text for _, text, _ in left(taking)] == [f"{name}: data.json does not have it for this unit"]


@pytest.mark.rule("IMP-62")
def test_what_is_a_melee_weapon_wherever_it_stands_is_not_missed() -> None:
    assert shown(only(TextUnit("Tank", 150, items=(Item("Sword"), Item("Main gun"))))) == "1 Tank [1 Main gun]"


@pytest.mark.rule("IMP-62")
def test_wargear_of_the_model_itself_comes_before_that_of_others() -> None:
    data = source(unit(
        "Line Squad", model("Trooper", statline("Any"), gun("Pistol", s=3)),
        model("Sergeant", statline("Any"), gun("Pistol", s=8)),
    ))  # fmt: skip
    made = only(TextUnit("Line Squad", 9, (Group("Sergeant", 1, (Item("Pistol"),)),)), data=[data])
    assert made.selections[0].selections[0].profiles[0].get("S") == "8"


@pytest.mark.rule("IMP-10")
def test_what_there_is_none_of_is_carried_by_nobody() -> None:
    assert shown(only(squad(Item("Rifle", 5), Item("Pistol", 0)))) == "1 Line Squad [5 Trooper [5 Rifle]]"
    assert (
        shown(only(TextUnit("Line Squad", 90, (Group("Trooper", 5),), (Item("Pistol", 0),))))
        == "1 Line Squad [5 Trooper]"
    )


@pytest.mark.rule("IMP-62")
def test_of_two_things_of_a_name_that_with_values_is_taken() -> None:
    bare = unit("Line Squad", model("Trooper", statline("Trooper"), upgrade("Rifle")))
    made = only(squad(Item("Rifle", 5)), data=[source(bare, SQUAD)])
    assert made.selections[0].selections[0].profiles[0].get("S") == "4"


@pytest.mark.rule("IMP-62")
def test_things_that_are_no_weapons_bring_their_abilities() -> None:
    made = only(TextUnit("Tank", 150, items=(Item("Shield drone", 2), Item("Main gun"))))
    assert shown(made) == "1 Tank [2 Shield drone, 1 Main gun]"
    assert made.selections[0].profiles[0].name == "Shield drone"


@pytest.mark.rule("IMP-62")
@each(
    "items",
    [
        (Item("2 side guns"),),
        (Item("2x side guns"),),
        (Item("Side guns", 2),),
        (Item("2 side guns"), Item("Side gun", 2)),
        (Item("Side gun"), Item("Side gun")),
    ],
)
def test_a_bundle_and_what_is_in_it_are_counted_once(items: tuple[Item, ...]) -> None:
    made = only(TextUnit("Tank", 150, items=items))
    assert sum(one.number for one in made.below() if one.name == "Side gun") == 2


@pytest.mark.rule("IMP-62")
def test_a_bundle_that_looks_like_a_model_is_none() -> None:
    made = only(
        TextUnit("Test Legion Tank", 150, (Group("2 side guns", 1, (Item("Side gun", 2),)),), (Item("Main gun"),))
    )
    assert (made.kind, made.guessed) == ("model", ())
    assert sum(one.number for one in made.below() if one.name == "Side gun") == 2


@pytest.mark.rule("IMP-62")
def test_a_number_in_a_name_is_a_number() -> None:
    assert shown(only(TextUnit("Tank", 150, items=(Item("2 main guns"),)))) == "1 Tank [2 Main gun]"


@pytest.mark.rule("IMP-62")
def test_a_weapon_is_found_by_the_name_of_its_profile() -> None:
    gear = upgrade("Left arm", *gun("➤ Arm gun - focused")["profiles"], *gun("➤ Arm gun - wide")["profiles"])
    made = only(
        TextUnit("Walker", 50, items=(Item("Arm gun"),)), data=[source(model("Walker", statline("Walker"), gear))]
    )
    assert shown(made) == "1 Walker [1 Left arm]"


@pytest.mark.rule("IMP-62")
def test_of_two_statlines_that_without_anything_applied_is_taken() -> None:
    walkers = [model("Walker", statline(name, w=w)) for name, w in (("Walker (Drone)", 7), ("Walker", 6))]
    made = only(TextUnit("Pack", 50, (Group("Walker", 1),)), data=[source(*(unit("Pack", one) for one in walkers))])
    assert made.selections[0].profiles[0].get("W") == "6"
    assert made.guessed == ()


@pytest.mark.rule("IMP-62")
def test_names_of_units_and_models_among_wargear_are_no_wargear() -> None:
    assert shown(only(squad(Item("Rifle", 5), Item("Line Squad", 5), Item("Trooper", 5)))) == (
        "1 Line Squad [5 Trooper [5 Rifle]]"
    )


@pytest.mark.rule("IMP-62")
def test_who_of_a_group_carries_what_is_guessed_and_said() -> None:
    made = only(squad(Item("Rifle", 7), Item("Long gun", 2), Item("Pistol", 9), n=9))
    assert shown(made) == "1 Line Squad [7 Trooper [7 Rifle, 7 Pistol], 2 Trooper [2 Long gun, 2 Pistol]]"
    said = "the text does not say who of the 9 Troopers carries what: 7 with Rifle, 2 with Long gun"
    assert made.guessed == (said,)


@pytest.mark.rule("IMP-62")
def test_nothing_is_guessed_where_only_one_thing_is_not_everybodys() -> None:
    made = only(squad(Item("Long gun"), Item("Pistol", 5), Item("Knife", 4)))
    assert made.guessed == ()
    assert shown(made) == "1 Line Squad [1 Trooper [1 Long gun, 1 Pistol], 4 Trooper [4 Pistol, 4 Knife]]"


@pytest.mark.rule("IMP-62")
@each(
    "models, totals, shares",
    [
        (9, [7, 2], "7: 1 0; 2: 0 1"),
        (9, [2, 7, 9], "7: 0 1 1; 2: 1 0 1"),
        (9, [7, 7, 2, 2], "7: 1 1 0 0; 2: 0 0 1 1"),
        (10, [10, 1, 1], "1: 1 1 0; 1: 1 0 1; 8: 1 0 0"),
        (9, [4, 4, 1], "4: 1 0 0; 4: 0 1 0; 1: 0 0 1"),
        (2, [3], "1: 2; 1: 1"),
        (1, [2, 1], "1: 2 1"),
        (4, [], "4: "),
    ],
)
def test_how_totals_are_shared_out(models: int, totals: list[int], shares: str) -> None:
    def written(share: CarriedItems) -> str:
        had = dict(share.carried)
        return f"{share.models}: " + " ".join(str(had.get(thing, 0)) for thing in range(len(totals)))

    assert "; ".join(map(written, shared_out(models, totals))) == shares


@pytest.mark.rule("IMP-62")
def test_no_sharing_out_loses_anything() -> None:
    for models in (1, 3, 9):
        for totals in ((1, 2, 3), (9, 4, 4), (5, 5, 5), (8, 7, 6, 1), (30, 1)):
            found = shared_out(models, totals, {0})
            assert sum(share.models for share in found) == models
            had = [
                sum(share.models * dict(share.carried).get(thing, 0) for share in found) for thing in range(len(totals))
            ]
            assert had == [*totals]


@pytest.mark.rule("IMP-62")
def test_a_unit_whose_models_the_text_does_not_name_has_those_that_can_carry_its_wargear() -> None:
    made = only(TextUnit("Line Squad", 90, items=(Item("Rifle", 6), Item("Knife", 6)), number=6))
    assert shown(made) == "1 Line Squad [6 Trooper [6 Rifle, 6 Knife]]"
    assert made.guessed == ("the text names no models: they are taken to be Trooper",)


@pytest.mark.rule("IMP-62")
def test_models_and_wargear_in_one_row_are_told_apart_by_the_datasheet() -> None:
    items = (Item("Sergeant"), Item("Pistol"), Item("Trooper", 4), Item("Rifle", 4))
    made = only(TextUnit("Line Squad", 90, items=items, flat=True))
    assert shown(made) == "1 Line Squad [1 Sergeant [1 Pistol], 4 Trooper [4 Rifle]]"


@pytest.mark.rule("IMP-62")
def test_an_enhancement_is_kept_with_its_points_and_what_it_does() -> None:
    lord = model("Lord", statline("Lord"), gun("Pistol"), upgrade("Bright Eye", ability("Bright Eye", "Sees."), group="Enhancements"))  # fmt: skip
    made, taking = joined(
        TextUnit("Tank", 165, items=(Item("Main gun"),), enhancements=(Enhancement("Bright Eye", 15),)),
        TextUnit("Lord", 80, items=(Item("Pistol"),), enhancements=(Enhancement("Unheard Of", 5),)),
        data=[source(TANK, lord)],
    )
    bought = [one.selections[-1] for _, one in made.tops()]
    assert [(one.name, one.group, one.points, len(one.profiles)) for one in bought] == [
        ("Bright Eye", "Enhancements", 15, 1), ("Unheard Of", "Enhancements", 5, 0),
    ]  # fmt: skip
    assert [one.all_points for _, one in made.tops()] == [165, 80]
    assert [(one.unit, one.text) for one in taking.yours] == [
        ("Lord", "Unheard Of: no data says what it does"),
        ("", "First Wave: read the rule of this detachment: no data has it"),
    ]


@pytest.mark.rule("IMP-62")
def test_an_enhancement_is_noted_in_the_list_whatever_is_known_of_it() -> None:
    """In data without groups it is known by its points."""
    bought = upgrade("Bright Eye", ability("Bright Eye", "Sees."), points=20)
    lord = model("Lord", statline("Lord"), gun("Pistol"), bought)
    chosen = (Enhancement("Bright Eye", 15), Enhancement("Unheard Of", 5))
    made, taking = joined(TextUnit("Lord", 80, items=(Item("Pistol"),), enhancements=chosen), data=[source(lord)])
    assert [(one.unit, one.text) for one in taking.yours] == [
        ("Lord", "Unheard Of: no data says what it does"),
        ("", "First Wave: read the rule of this detachment: no data has it"),
    ]
    (page,) = IMPORTERS["40k-10e"].take(made, taking)["units"]
    assert "Enhancement: Bright Eye (15 pts); " in page["note"]
    assert "Enhancement: Unheard Of (5 pts)" in page["note"]
    assert page["points"] == 80


@pytest.mark.rule("IMP-62")
def test_values_that_something_was_applied_to_are_said() -> None:
    data = source(model(
        "Walker", statline("Walker (Hover Drone, 2x Shield Drones)", w=6),
        upgrade("Gun", *gun("Gun (Better Barrels)")["profiles"]),
    ))  # fmt: skip
    data.units[0].selections[0].name = "Gun"
    made = only(TextUnit("Walker", 50, items=(Item("Gun"),)), data=[data])
    assert made.guessed == (
        "in data.json it has Better Barrels, which the text does not have; the values of Gun are with that",
        "in data.json it has Hover Drone and 2x Shield Drones, which the text does not have; the values of its statline are with that",
    )


@pytest.mark.rule("IMP-51")
@each(
    "entries, said",
    [
        ([("Tank", "", 0, LEADER, 1), ("Line Squad", "", 0, BODYGUARD, 1)], [("Tank", "Line Squad")]),
        ([("Line Squad", "", 0, BODYGUARD, 1), ("Tank", "", 0, LEADER, 2)], []),
        ([("Tank", "Line Squad", 2, "", 0), ("Line Squad", "", 0, "", 0)], []),
        (
            [("Line Squad", "", 0, "", 0), ("Tank", "line squads", 2, "", 0), ("Line Squad", "", 0, "", 0)],
            [("Tank", "Line Squad 2")],
        ),
        ([("Tank", "Nobody", 0, "", 0), ("Nobody", "", 0, "", 0)], []),
    ],
)
def test_who_leads_whom_is_kept_by_the_names_of_the_list(
    entries: list[tuple[str, str, int, str, int]], said: list[tuple[str, str]]
) -> None:
    made, _ = joined(*(
        TextUnit(name, 50, leads=leads, leads_place=place, role=role, block=block)
        for name, leads, place, role, block in entries
    ))  # fmt: skip
    assert [*made.attached] == said


@pytest.mark.rule("IMP-62")
def test_what_the_text_says_of_the_list_is_kept() -> None:
    made, _ = joined(squad(Item("Rifle", 5)))
    assert (made.name, made.writer, made.points, made.detachments) == ("A list", "some program", 500, ("First Wave",))
    assert made.forces[0].faction == "Test Legion"


@pytest.mark.rule("IMP-62")
def test_more_models_than_any_unit_has_are_left_out() -> None:
    _, taking = joined(squad(Item("Rifle", 5), n=501))
    assert left(taking)[0][1] == "501 models; a unit has at most 500"


@pytest.mark.rule("IMP-60", "IMP-62")
def test_a_text_without_indents_is_told_apart_by_the_datasheet() -> None:
    """Whatever was taken for models by their names alone, and then nothing is guessed any more."""
    rows = (Item("Sergeant"), Item("Pistol"), Item("Trooper", 4), Item("Rifle", 4))
    guess = "the text has lost its indents; taken as models: 4x Rifle"
    for entry in (
        TextUnit("Line Squad", 90, items=rows, flat=True),
        TextUnit("Line Squad", 90, (Group("Rifle", 4),), rows[:3], doubts=(guess, "another"), flat=True),
    ):
        made = only(entry)
        assert shown(made) == "1 Line Squad [1 Sergeant [1 Pistol], 4 Trooper [4 Rifle]]"
        assert guess not in made.guessed


@pytest.mark.rule("IMP-62")
def test_a_name_of_several_things_is_taken_apart_where_the_datasheet_has_them() -> None:
    """With what nobody knows told alone; a weapon with such a name is not taken apart."""
    made = only(squad(Item("Rifle and pistol", 5), Item("KnifeLong gun")))
    assert shown(made) == (
        "1 Line Squad [1 Trooper [1 Rifle, 1 Pistol, 1 Long gun], 1 Trooper [1 Rifle, 1 Pistol, 1 Knife], "
        "3 Trooper [3 Rifle, 3 Pistol]]"
    )
    found, taking = joined(squad(Item("Rifle, lamp and pistol", 5)))
    assert [shown(one) for _, one in found.tops()] == ["1 Line Squad [5 Trooper [5 Rifle, 5 Pistol]]"]
    assert [text for _, text, _ in left(taking)] == ["5x lamp: data.json does not have it for this unit"]
    claw = source(unit("Line Squad", model("Trooper", statline("Trooper"), gun("Rifle and pistol"), gun("Rifle"))))
    assert shown(only(squad(Item("Rifle and pistol", 5)), data=[claw])) == (
        "1 Line Squad [5 Trooper [5 Rifle and pistol]]"
    )


@pytest.mark.rule("IMP-51")
def test_of_two_units_of_one_name_the_first_is_led_as_well(tmp_path: Path) -> None:
    """A list calls it “Line Squad 1” then, and so does whoever leads it."""
    captain = model(
        "Captain", statline("Captain", w=5), gun("Pistol"), categories=("Character", "Faction: Test Legion")
    )
    data = tmp_path / "data.json"
    data.write_bytes(as_json(roster(SQUAD, captain, faction=FACTION)))
    lines = [f"1x Captain (70 pts): Pistol\nLeading Line Squad[{which}]" for which in (1, 2)]
    squads = ["5x Line Squad (90 pts)\n• 5x Trooper: Rifle"] * 2
    text = "\n".join(["+ FACTION KEYWORD: Test Legion", "+ TOTAL ARMY POINTS: 320pts", *lines, *squads])
    taken = take(text.encode(), "text.txt", Options(data=(str(data),)))
    assert taken.report.attached == (("Captain 1", "Line Squad 1"), ("Captain 2", "Line Squad 2"))
    assert [unit.get("leader") for unit in taken.document["units"]] == ["Line Squad 1", "Line Squad 2", None, None]


@pytest.mark.rule("IMP-62")
@pytest.mark.parametrize("of_units", [True, False])
def test_near_names_are_looked_for_of_the_first_unknown_names_alone(
    of_units: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As looking takes long, a text of thousands of wrong names is read with few proposals, and this is told."""
    for where in (Sources, Sheet):
        monkeypatch.setattr(where, "near", lambda _, name: (f"{name}!",))
    said = f"near names are proposed for the first {MOST_PROPOSED} unknown names alone"
    for n, told in ((MOST_PROPOSED, False), (MOST_PROPOSED + 30, True)):
        units = [TextUnit(f"Foe {place}", 90) for place in range(n)]
        squads = [squad(Item(f"Odd gun {place}", 5)) for place in range(n)]
        _, taking = joined(*(units if of_units else squads))
        assert len(taking.left) == n
        assert sum(bool(one.near) for one in taking.left) == MOST_PROPOSED
        assert (said in [one.text for one in taking.guesses]) == told


@pytest.mark.rule("IMP-2")
def test_a_line_with_a_number_that_nobody_read_is_left_out_in_words(tmp_path: Path) -> None:
    data = tmp_path / "data.json"
    data.write_bytes(as_json(roster(SQUAD, faction=FACTION)))
    text = "Rim (500 points)\n\nTest Legion\n\nOld ones, many\n• 9x Old one\n• A remark\n\nLine Squad (90 points)\n• 5x Trooper: Rifle\n"
    report = take(text.encode(), "text.txt", Options(data=(str(data),), edition="40k-10e")).report
    assert "line 6 was not read: 9x Old one" in [one.text for one in report.left_out]
    assert "line 7 was not read: A remark" in [one.text for one in report.guesses]


OTHERS = unit("Line Squad", model("Trooper", statline("Trooper"), gun("Rifle", 10), number=10), points=180)


@pytest.mark.rule("IMP-12", "IMP-62")
@each(
    "entry, more, made",
    [
        (TextUnit("Line Squad", 90), (), "4 Rifle, 1 Long gun, 1 Sergeant"),
        (TextUnit("Line Squad"), (), "4 Rifle, 1 Long gun, 1 Sergeant"),
        (TextUnit("Line Squad", 180), (), "9 Rifle, 2 Long gun, 1 Sergeant"),
        (TextUnit("Line Squad", 47), (), "2 Rifle, 1 Sergeant"),
        (TextUnit("Line Squad", 90, number=9), (), "6 Rifle, 2 Long gun, 1 Sergeant"),
        (TextUnit("Line Squad", 175), (OTHERS,), "10 Rifle"),
        (TextUnit("Line Squad", number=11), (OTHERS,), "11 Rifle"),
        (TextUnit("Tank", 140), (), "1 2 side guns"),
        (TextUnit("Line Squad", 90, (Group("Trooper", 4),)), (), "3 Rifle, 1 Long gun"),
        (TextUnit("Line Squad", 90, items=(Item("Long gun", 2),)), (), "3 Rifle, 1 Sergeant, 2 Long gun"),
    ],
)
def test_what_a_text_does_not_name_is_as_somebody_has_it_in_the_data(
    entry: TextUnit, more: tuple[Node, ...], made: str
) -> None:
    """By the number of models, else by its points: the whole, half or double of the nearest unit. It is a guess."""
    unit_of_text = only(entry, data=[source(SQUAD, TANK, *more)])
    kinds = [row for row in unit_of_text.selections if row.kind == "model"] or [unit_of_text]
    first = (row.selections[0] if row.name != "Sergeant" else row for row in kinds)
    assert ", ".join(f"{one.number} {one.name}" for one in first) == made
    told = " ".join(unit_of_text.guessed)
    assert "data.json has" in told or "has the usual guns" in told


@pytest.mark.rule("IMP-3", "IMP-62")
@each(
    "group, words",
    [
        ((Item("Knife", 5),), "nobody has a ranged weapon in the text, and its datasheet has some"),
        ((Item("Rifle", 5),), ""),
        ((), "the text does not say what Sergeant carries: nothing"),
    ],
)
def test_who_carries_nothing_is_told(group: tuple[Item, ...], words: str) -> None:
    sergeant = (Group("Sergeant", 1),) if not group else ()
    made = only(TextUnit("Line Squad", 90, (Group("Trooper", 5, group or (Item("Rifle", 5),)), *sergeant)))
    assert made.guessed == ((words,) if words else ())


@pytest.mark.rule("IMP-62")
@each(
    "name, near",
    [
        ("Lines", ("Line Squad",)),
        ("Line Squaad", ("Line Squad",)),
        ("Line Squad Prime", ("Line Squad",)),
        ("Squad", ()),
    ],
)
def test_near_names_of_units_have_a_word_more_or_less_at_the_end(name: str, near: tuple[str, ...]) -> None:
    assert Sources([source(SQUAD, TANK)]).near(name) == near
