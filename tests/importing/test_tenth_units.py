"""10th edition: the units of a roster, their models, and who of them carries what."""

from __future__ import annotations

import pytest

from tests.helpers.each import each
from tests.importing.tenth_rosters import taken
from tests.importing.written_rosters import (
    ability,
    blade,
    configuration,
    fighting,
    force,
    gun,
    model,
    profile,
    rule,
    shooting,
    statline,
    unit,
    upgrade,
)

TROOPER = statline("Trooper")


@pytest.mark.rule("IMP-10")
def test_numbers_are_totals() -> None:
    came = taken(unit("Line Squad", TROOPER, model("Trooper", gun("Rifle", number=10), blade("Knife", 5), number=5)))
    assert came.models() == [("Trooper", 5)]
    assert came.model("Trooper")["weapons"] == ["2x Rifle"]


@pytest.mark.rule("IMP-10")
def test_what_does_not_divide_splits_the_models() -> None:
    came = taken(
        unit("Line Squad", TROOPER, model("Trooper", gun("Rifle", number=7), gun("Cannon", number=2), number=9))
    )
    assert [(one["count"], one["weapons"]) for one in came.unit()["models"]] == [(7, ["Rifle"]), (2, ["Cannon"])]
    assert came.guesses() == ["Trooper: who of them carries what is not in the file"] * 2


@pytest.mark.rule("IMP-10")
def test_what_stands_in_something_goes_with_it() -> None:
    drone = upgrade("Gun Drone", gun("Twin Carbine", number=4), number=2)
    came = taken(unit("Suits", TROOPER, model("Suit", gun("Burst Gun", number=3), drone, number=3)))
    rows = [(one["count"], one["weapons"]) for one in came.unit()["models"]]
    assert rows == [(2, ["Burst Gun", "2x Twin Carbine"]), (1, ["Burst Gun"])]


@pytest.mark.rule("IMP-10")
def test_more_than_nine_of_a_weapon_are_written_in_parts() -> None:
    came = taken(model("Fortress", TROOPER, gun("Bolter", number=11)))
    assert came.model("Fortress")["weapons"] == ["9x Bolter", "2x Bolter"]
    assert came.army.units[0].models[0][0].weapons[10].name == "Bolter"


@pytest.mark.rule("IMP-10")
def test_fewer_than_no_models_leave_their_unit_out() -> None:
    came = taken(
        unit("Beetles", TROOPER, model("Beetle", gun("Claw Gun"), number=3), model("Grub", number=-5)),
        unit("Line Squad", TROOPER, model("Trooper")),
    )
    assert [one["name"] for one in came.document["units"]] == ["Line Squad"]
    assert came.left() == ["Beetles: the file has -5 Grub; nobody can tell what the unit has"]
    assert came.taking.left[0].remedy


@pytest.mark.rule("IMP-10")
def test_fewer_than_none_of_a_thing_are_taken_off_others_of_it() -> None:
    came = taken(
        model("Captain", TROOPER, gun("Drone Gun", number=-1), gun("Drone Gun", number=3), gun("Nothing", number=0))
    )
    assert came.model("Captain")["weapons"] == ["2x Drone Gun"]
    assert came.guesses() == ["the file has -1 Drone Gun: taken off others of it"]


@pytest.mark.rule("IMP-10")
def test_several_units_in_one_selection() -> None:
    came = taken(unit("Squad", TROOPER, model("Trooper", gun("Rifle", number=10), number=10), number=2, points=180))
    assert [(one["name"], one["points"], one["models"][0]["count"]) for one in came.document["units"]] == [
        ("Squad", 90, 5), ("Squad", 90, 5),
    ]  # fmt: skip
    assert "2 times" in came.guesses()[0]


@pytest.mark.rule("IMP-11")
def test_what_stands_beside_units_is_none() -> None:
    came = taken(
        configuration("Battle Size", "Strike Force (2000 Point limit)"),
        configuration("Detachment", "First Wave"),
        model("Captain", TROOPER),
        force(model("Guest", TROOPER, categories=("Faction: Guests",)), faction="Xenos - Guests"),
    )
    assert [one["name"] for one in came.document["units"]] == ["Guest", "Captain"]
    assert (came.document["army"], "note" in came.document) == ({"detachment": "First Wave"}, False)


@pytest.mark.rule("IMP-11")
def test_a_statline_of_what_is_no_unit_is_named() -> None:
    came = taken(upgrade("Allies", upgrade("Ogre", statline("Ogre"))), model("Captain", TROOPER))
    assert [one["name"] for one in came.document["units"]] == ["Captain"]
    assert came.left() == ["Allies: has a statline, but is neither a unit nor a model in the file"]


@pytest.mark.rule("IMP-11")
def test_units_that_stand_in_an_upgrade_are_units() -> None:
    seen = unit("Squad", model("Trooper", TROOPER, gun("Rifle")), ability("Seer", "Add 1 to the Hit roll."), points=50)
    came = taken(upgrade("Allies", upgrade("First", seen)), upgrade("None", seen, number=0), points=50)
    assert [(one["name"], one["points"]) for one in came.document["units"]] == [("Squad", 50)]
    assert came.left() == []
    assert "note" not in came.document


@pytest.mark.rule("IMP-11")
def test_the_faction_of_a_guest_stands_with_it() -> None:
    own, guest = ("Infantry", "Faction: Legion"), ("Infantry", "Faction: Guests")
    came = taken(
        force(
            model("Captain", TROOPER, categories=own), model("Sergeant", TROOPER, categories=own),
            model("Guest", TROOPER, categories=guest), faction="Imperium - Legion",
        ),
        force(model("Knight", TROOPER, categories=own), faction="Imperium - Knights"),
    )  # fmt: skip
    assert came.document["faction"] == "Legion"
    assert [one.get("faction") for one in came.document["units"]] == [None, None, "Guests", "Knights"]


@pytest.mark.rule("IMP-12")
def test_models_that_are_alike_are_one_group() -> None:
    six = [model("Warrior", gun("Spitter"), blade("Claws")) for _ in range(6)]
    came = taken(unit("Warriors", TROOPER, *six, model("Warrior", gun("Cannon"))))
    assert [(one["count"], one["weapons"]) for one in came.unit()["models"]] == [(6, ["Spitter"]), (1, ["Cannon"])]
    assert came.guesses() == []


@pytest.mark.rule("IMP-12")
def test_models_stand_anywhere_below_the_unit_and_crew_is_none() -> None:
    came = taken(
        unit("Squad", upgrade("Rank and file", model("Trooper", TROOPER, gun("Rifle"), model("Pet", TROOPER)))),
        unit(
            "Walker",
            TROOPER,
            upgrade("Pilot", TROOPER, gun("Pistol"), model("Mate", TROOPER), kind="crew"),
            gun("Lance Gun"),
        ),
    )
    assert came.models(0) == [("Trooper", 1)]
    assert came.models(1) == [("Walker", 1)]
    assert came.model("Walker", 1)["weapons"] == ["Lance Gun"]
    assert came.left() == ["Walker: Pilot is its crew and no model of it yet"]


@pytest.mark.rule("IMP-12")
def test_upgrades_that_are_all_there_is_with_a_statline_are_models() -> None:
    swarm = upgrade("Swarm", statline("Swarm"), gun("Spit", 3), number=3)
    came = taken(unit("Swarms", swarm, gun("Flag gun")), unit("Walker", upgrade("Body", statline("Body")), gun("Arm")))
    assert came.models(0) == [("Swarm", 2), ("Swarm", 1)]
    assert [one["weapons"] for one in came.unit(0)["models"]] == [["Spit"], ["Spit", "Flag gun"]]
    assert "Swarm: Swarm is an upgrade in the file, with a statline: taken as a model" in came.guesses()
    assert came.models(1) == [("Walker", 1)]
    assert came.model("Walker", 1)["weapons"] == ["Arm"]


@pytest.mark.rule("IMP-12")
def test_what_stands_in_a_model_is_a_part_of_it_and_said() -> None:
    came = taken(model("Hero", statline("Hero", w=5), gun("Pistol"), model("Imp", statline("Imp", w=1), gun("Dart"))))
    assert came.models() == [("Hero", 1)]
    assert (came.model("Hero")["W"], came.model("Hero")["weapons"]) == (5, ["Pistol", "Dart"])
    assert came.guesses() == ["Hero: Imp stands in it: taken for a part of it"]
    came = taken(model("Pair", model("One", statline("One"), gun("Dart")), model("Two", statline("Two"))))
    assert came.models() == [("One", 1), ("Two", 1)]


@pytest.mark.rule("IMP-13")
def test_points_are_all_that_stands_in_a_unit() -> None:
    came = taken(unit("Squad", model("Trooper", TROOPER, upgrade("Relic", points=25)), points=90))
    assert came.unit()["points"] == 115


@pytest.mark.rule("IMP-14")
def test_the_largest_group_stands_first_and_characters_last() -> None:
    came = taken(
        unit(
            "Heroes", TROOPER, model("Captain", categories=("Character",)), model("Sergeant"), model("Gunner"),
            model("Trooper", number=4),
        )
    )  # fmt: skip
    assert [name for name, _ in came.models()] == ["Trooper", "Sergeant", "Gunner", "Captain"]
    assert [model.character for model, _ in came.army.units[0].models] == [False, False, False, True]


@pytest.mark.rule("IMP-15")
def test_names_of_players_and_long_ones() -> None:
    long = "The Very Long Name of a Unit that Somebody Thought of on a Sunday Afternoon"
    came = taken(model(long, TROOPER), model("Captain", TROOPER, custom="Old Ben"), unit("Captain", TROOPER))
    assert came.unit(0)["name"] == long[:58] + "…"
    assert came.guesses()[0] == f"its name has {len(long)} characters: cut to 59"
    assert [one["name"] for one in came.document["units"][1:]] == ["Captain (Old Ben)", "Captain"]


@each(
    ("name", "called"),
    [
        ("New Roster", "Legion"),
        ("new roster (3)", "Legion"),
        ("", "Legion"),
        ("My List", "Legion"),
        ("List 7", "List 7"),
        ("New Rosters", "New Rosters"),
    ],
)
def test_a_list_without_a_name_of_its_player_has_that_of_its_faction(name: str, called: str) -> None:
    assert taken(unit("Line Squad", TROOPER, model("Trooper")), name=name).document["name"] == called


def test_what_has_no_name() -> None:
    came = taken(unit("", TROOPER, model("", upgrade("", shooting("")))))
    assert (came.unit()["name"], came.models()) == ("Unnamed", [("Unnamed", 1)])
    assert came.model("Unnamed")["weapons"] == ["Unnamed"]


def test_nothing_is_guessed_of_what_is_left_out() -> None:
    came = taken(
        model("A unit of a name that is much longer than it should ever be in a list", gun("Drone Gun", number=-1)),
        unit("Squad", TROOPER, model("Sergeant"), model("Trooper", number=4), gun("Turret Gun")),
    )
    assert [(one.unit, one.path) for one in came.taking.guesses] == [("Squad", ("units", 0))]


@pytest.mark.rule("IMP-30")
def test_what_stands_under_the_unit_is_everybodys_if_there_are_as_many() -> None:
    came = taken(unit("Squad", TROOPER, model("Sergeant"), model("Trooper", number=4), gun("Pistol", number=5)))
    assert [one["weapons"] for one in came.unit()["models"]] == [["Pistol"], ["Pistol"]]
    assert came.guesses() == []


@pytest.mark.rule("IMP-30")
def test_one_under_the_unit_is_given_to_the_leader_and_said() -> None:
    came = taken(
        unit("Squad", TROOPER, model("Sergeant"), model("Drone"), model("Trooper", number=4), gun("Turret Gun"))
    )
    assert came.model("Sergeant")["weapons"] == ["Turret Gun"]
    assert came.guesses() == ["the list does not say who carries Turret Gun: given to Sergeant"]


@pytest.mark.rule("IMP-30")
def test_what_stands_in_something_of_the_unit_is_as_many_as_it_says() -> None:
    kit = upgrade("Kit", gun("Rifle", number=3), gun("Cannon", number=0), number=5)
    box = upgrade("Box", gun("Pistol", number=5), number=2)
    came = taken(unit("Squad", TROOPER, model("Trooper", number=5), kit, box))
    carried = [(one["count"], one["weapons"]) for one in came.unit()["models"]]
    assert sum(count * said.count("Rifle") for count, said in carried) == 3
    assert sum(count * said.count("Pistol") for count, said in carried) == 5
    assert {*came.document["weapons"]} == {"Rifle", "Pistol"}


@pytest.mark.rule("IMP-30")
def test_some_under_the_unit_are_given_to_a_group_of_so_many() -> None:
    came = taken(
        unit(
            "Squad", TROOPER, model("Sergeant"), model("Trooper", number=6), model("Gunner", number=3), gun("Mortar", 3)
        )
    )
    assert came.model("Gunner")["weapons"] == ["Mortar"]
    came = taken(unit("Squad", TROOPER, model("Trooper", number=6), gun("Mortar", 8)))
    assert [(one["count"], one["weapons"]) for one in came.unit()["models"]] == [(4, ["Mortar"]), (2, ["2x Mortar"])]


@pytest.mark.rule("IMP-30")
def test_what_the_unit_itself_has_is_carried_by_nobody() -> None:
    came = taken(
        unit("Horrors", TROOPER, shooting("Yellow Flames"), model("Horror", gun("Flames", number=9), number=9))
    )
    assert came.model("Horror")["weapons"] == ["Flames"]
    assert came.unit()["note"] == "Yellow Flames is carried by nobody in the file"
    assert came.yours() == ["Horrors: Yellow Flames is carried by nobody in the file"]


@pytest.mark.rule("IMP-30")
def test_what_is_a_weapon_is_told_by_its_columns() -> None:
    odd = upgrade("Breath", shooting("Breath") | {"typeName": "Ritual Powers"}, fighting("Bite"))
    tail = profile("Tail", "Ritual Powers", Range="-", A="3", WS="3+", S="4", AP="0", D="1")
    came = taken(model("Beast", TROOPER, odd, blade("Claws"), upgrade("Tail", tail)))
    assert list(came.document["weapons"]) == ["Breath"]
    assert came.taking.counts["melee"] == 3
    assert came.taking.counts["weapons"] == 1


def test_abilities_of_all_models_stand_with_the_unit() -> None:
    came = taken(
        unit(
            "Squad", TROOPER, rule("Stealth"), rule("Deep Strike"),
            model("Trooper", rule("Lone Operative"), number=3), model("Sergeant", ability("Veteran", "Not much of it.")),
        )
    )  # fmt: skip
    assert came.unit()["abilities"] == ["Stealth"]
    assert came.model("Trooper")["abilities"] == ["Lone Operative"]


@pytest.mark.rule("IMP-22")
def test_a_unit_loses_a_keyword_only_if_all_of_it_have_the_ability() -> None:
    hat = ability(
        "Old Hat", "The bearer is eligible to shoot in a turn in which it Fell Back but it loses the SMOKE keyword."
    )
    whole = taken(unit("Line Squad", TROOPER, model("Trooper", gun("Rifle"), hat), categories=("Infantry", "Smoke")))
    assert whole.unit()["keywords"] == ["Infantry"]
    two = model("Trooper", gun("Rifle"), hat), model("Gunner", gun("Cannon"))
    part = taken(unit("Line Squad", TROOPER, *two, categories=("Infantry", "Smoke")))
    assert part.unit()["keywords"] == ["Infantry", "Smoke"]
