"""10th edition: statlines of a roster, saves and Feel No Pain."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.each import each
from tests.importing.tenth_rosters import taken
from tests.importing.written_rosters import ability, gun, model, profile, rule, statline, unit, upgrade


@pytest.mark.rule("IMP-20")
def test_a_model_has_its_own_statline_or_one_below_it_or_its_units() -> None:
    came = taken(
        unit(
            "Squad", statline("Trooper", t=3), gun("Turret"),
            model("Sergeant", statline("Sergeant", t=4)),
            model("Rider", upgrade("Steed", statline("Rider", t=5)), number=2),
            model("Trooper", number=5),
        )
    )  # fmt: skip
    assert [came.model(name)["T"] for name in ("Sergeant", "Rider", "Trooper")] == [4, 5, 3]


@pytest.mark.rule("IMP-20")
def test_the_statline_around_a_model_is_nearer_than_its_units() -> None:
    riders = unit("Riders", statline("Riders", t=7), model("Rider", gun("Lance"), number=2))
    came = taken(unit("Squad", statline("Squad", t=3), riders, model("Trooper")))
    assert [came.model(name)["T"] for name in ("Rider", "Trooper")] == [7, 3]


@pytest.mark.rule("IMP-20")
def test_of_several_statlines_the_nearest_by_name() -> None:
    lines = (statline("Alpha of the Guard", t=5), statline("Guards", t=3), statline("Guards", t=3))
    came = taken(unit("Guard", *lines, model("Guard w/ mortar"), model("Guard Alpha"), model("Guard", number=3)))
    assert [came.model(name)["T"] for name in ("Guard with mortar", "Guard Alpha", "Guard")] == [3, 5, 3]


@pytest.mark.rule("IMP-20")
def test_statlines_are_told_by_their_columns_and_hidden_ones_are_none() -> None:
    odd = profile("Trooper", "Model Characteristics", M="-", t="4", sv="4+", w="1")
    hidden = statline("Trooper", t=9) | {"hidden": True}
    came = taken(model("Trooper", hidden, odd))
    assert (came.model("Trooper")["T"], came.model("Trooper")["Sv"]) == (4, "4+")


@pytest.mark.rule("IMP-20")
def test_what_has_no_statline_is_left_out_and_named() -> None:
    came = taken(model("Great One", gun("Flail Gun")), model("Captain", statline("Captain")))
    assert [one["name"] for one in came.document["units"]] == ["Captain"]
    assert came.left() == ["Great One: has no statline in the file"]
    assert "--data" in came.taking.left[0].remedy
    assert list(came.document.get("weapons", {})) == []


@pytest.mark.rule("IMP-20")
def test_a_model_without_a_statline_is_left_out_of_its_unit() -> None:
    came = taken(unit("Pack", model("Hound", statline("Hound"), number=5), model("Master")))
    assert came.models() == [("Hound", 5)]
    assert came.left() == ["Pack: Master has no statline in the file"]


@pytest.mark.rule("IMP-21")
def test_values_as_files_print_them() -> None:
    came = taken(model("Flyer", statline("Flyer", m='20+"', t="10", sv="2", w="14", LD="6", OC="-")))
    page = came.model("Flyer")
    assert [page.get(key) for key in ("M", "T", "Sv", "W", "Ld", "OC")] == [20, 10, "2+", 14, "6+", None]
    assert came.guesses() == ["Flyer: Sv 2 is taken as 2+"]
    came = taken(model("Spawn", statline("Spawn", m="10", sv="7+", t="4*")), model("Star", statline("Star", sv="3+*")))
    assert [came.model("Spawn")[key] for key in ("M", "Sv", "T")] == [10, "7+", 4]
    assert came.model("Star", 1)["Sv"] == "3+"


@pytest.mark.rule("IMP-21")
@each("said", ("*", "N/A", '3D6"'))
def test_a_movement_that_is_none_costs_no_unit(said: str) -> None:
    came = taken(model("Flyer", statline("Flyer", m=said)))
    assert "M" not in came.model("Flyer")
    assert came.guesses() == [f"Flyer: M {said} is no Movement: left out"]


@pytest.mark.rule("IMP-21")
def test_a_statline_that_cannot_be_leaves_its_unit_out() -> None:
    came = taken(
        model("Odd", statline("Odd", t="*")), model("None", statline("None", w="-")), model("Fine", statline("Fine"))
    )
    assert came.left()[0].startswith("Odd: has a statline that cannot be: T: “*”")
    assert came.left()[1].startswith("None: has a statline that cannot be: W is “-”")


# Wargear -------------------------------------------------------------------------------------------------------------

SHIELD = ability("Shield Drone", "Add 1 to the bearer's Wounds characteristic.")


@pytest.mark.rule("IMP-22")
def test_wargear_that_changes_a_statline() -> None:
    came = taken(model("Blade", statline("Blade", w=3), upgrade("Shield Drone", SHIELD, number=2)))
    assert came.model("Blade")["W"] == 5
    assert came.guesses() == ["Blade: Shield Drone: W 3 → 5, its statline does not have it yet"]


@pytest.mark.rule("IMP-22")
@pytest.mark.parametrize("name", ["Blade (Shield Drone)", "Blade (2x Shield Drones)"])
def test_what_a_statline_has_already_is_not_added(name: str) -> None:
    came = taken(model("Blade", statline(name, w=5), upgrade("Shield Drone", SHIELD, number=2)))
    assert came.model("Blade")["W"] == 5
    assert came.guesses() == []


@pytest.mark.rule("IMP-22")
def test_of_a_set_value_the_better_holds() -> None:
    plate = upgrade("Plate", ability("Plate", "The bearer has a Save characteristic of 3+."))
    horse = upgrade(
        "Horse", ability("Horse", 'The bearer has a Move characteristic of 12" and a Wounds characteristic of 4.')
    )
    came = taken(
        model("Poor", statline("Poor", sv="5+", w=6, m='6"'), plate, horse),
        model("Rich", statline("Rich", sv="2+"), plate),
    )
    assert [came.model("Poor")[key] for key in ("M", "Sv", "W")] == [12, "3+", 6]
    assert came.model("Rich", 1)["Sv"] == "2+"


@pytest.mark.rule("IMP-22")
def test_some_of_a_group_have_it() -> None:
    came = taken(unit("Suits", statline("Suit", w=4), model("Suit", upgrade("Shield Drone", SHIELD), number=3)))
    rows = [(one["count"], came.document["profiles"][one["profile"]]["W"]) for one in came.unit()["models"]]
    assert rows == [(2, 4), (1, 5)]


# Saves ---------------------------------------------------------------------------------------------------------------

SPELLINGS = (  # name, text, save
    ("Invulnerable Save", "This model has a 4+ invulnerable save.", "4+"),
    ("Invulnerable Save", "4+", "4+"),
    ("Invulnerable Save (4+)", "This unit has a 4+ Invulnerable Save", "4+"),
    ("Invulnerable Save (5+*)", "This model has a 5+ invulnerable save against ranged attacks.", "5+"),
    ("Invulnerable Save*", "* This model has a 5+ invulnerable save against ranged attacks.", "5+"),
    ("Invulnerable Save", "Models in this units have an Invulnerable save of 5+.", "5+"),
    ("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.", "5+"),
    ("Invulnerable Save: Walker", "This model has a 4+ Invulnerable Save.", "4+"),
    ("Invulnerable Save (6+) [Walker]", "-", "6+"),
    ("Invulnerable Save 4++", "", "4+"),
    ("INVULNERABLE SAVE", "5+ invulnerable save", "5+"),
    ("Invulnerable Saves", "All models in this unit have a 6+ invulnerable save", "6+"),
    (
        "Invulnerable Save (4+*)",
        "This model has a 5+ invulnerable save, and a 4+ invulnerable save against ranged attacks.",
        "4+",
    ),
    ("Ion Wall", "This model has a 5+ invulnerable save against ranged attacks.", "5+"),
    ("Iron Halo", "The bearer has a 4+ invulnerable save.", "4+"),
    ("Storm Shield", "The bearer has a 4+ invulnerable save", "4+"),
    ("Old Armour", "Captain model only. The bearer has an invulnerable save of 4+.", "4+"),
    ("Invulnerable Save", "This model has a 4+ invulnerable save against melee attacks.", None),
    ("Halo", "While this model is leading a unit, models in that unit have a 4+ invulnerable save.", None),
    ("Ward", "Once per battle, until the end of the phase, this model has a 4+ invulnerable save.", None),
    ("Invulnerable Save", "While it is leading a unit, this model has a 4+ invulnerable save.", None),
    (
        "Gift",
        "Select one of the following. The bearer has a 4+ invulnerable save. The bearer has the Stealth ability.",
        None,
    ),
    ("Gift", "Select one of the following:\n■ The bearer has a 4+ invulnerable save.\n■ Nothing.", None),
)


@pytest.mark.rule("IMP-22")
def test_of_leadership_the_lower_holds() -> None:
    icon = "Models in the bearer's unit have a Leadership characteristic of {}+."
    for need, now in ((6, "6+"), (5, "5+"), (7, "6+")):
        came = taken(model("Trooper", statline("Trooper"), upgrade("Icon", ability("Icon", icon.format(need)))))
        assert came.model("Trooper")["Ld"] == now
        assert len(came.guesses()) == (need == 5)


@pytest.mark.rule("IMP-23")
@each("name, text, save", SPELLINGS)
def test_invulnerable_saves_in_every_spelling(name: str, text: str, save: str | None) -> None:
    came = taken(model("Walker", statline("Walker"), ability(name, text)))
    assert came.model("Walker").get("Inv") == save
    assert came.taking.counts["invulnerable"] == (save is not None)


@pytest.mark.rule("IMP-23")
def test_whose_invulnerable_save_it_is() -> None:
    crest = upgrade("Crest", ability("Crest", "The bearer has a 4+ invulnerable save."), number=2)
    own = ability("Invulnerable Save", "This model has a 5+ invulnerable save.")
    came = taken(unit("Squad", statline("Trooper"), model("Chief", own), model("Trooper", crest, number=5)))
    rows = [(one["name"], one["count"], came.model_of(one).get("Inv")) for one in came.unit()["models"]]
    assert rows == [("Trooper", 3, None), ("Chief", 1, "5+"), ("Trooper", 2, "4+")]
    of_all = ability("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.")
    came = taken(unit("Squad", statline("Trooper"), of_all, model("Chief", upgrade("C", crest)), model("Trooper")))
    assert {name: came.model(name)["Inv"] for name in ("Chief", "Trooper")} == {"Chief": "4+", "Trooper": "5+"}
    in_all = ability("Invulnerable Save", "Models in this units have a 5+ invulnerable save.")
    for save in (of_all, in_all):
        came = taken(unit("Squad", statline("Trooper"), model("Chief", save), model("Trooper")))
        assert {name: came.model(name)["Inv"] for name in ("Chief", "Trooper")} == {"Chief": "5+", "Trooper": "5+"}


@pytest.mark.rule("IMP-23")
def test_a_save_whose_text_names_its_model() -> None:
    save = ability("Invulnerable Save", "The Boss model has a 4+ invulnerable save.")
    came = taken(unit("Mob", statline("Mob"), save, model("Boss"), model("Lad", number=9)))
    assert [came.model(name).get("Inv") for name in ("Boss", "Lad")] == ["4+", None]


@pytest.mark.rule("IMP-23")
def test_a_save_that_names_its_model() -> None:
    named = ability("Invulnerable Save: Fluxmaster", "This model has a 4+ invulnerable save.")
    came = taken(unit("Riders", statline("Rider"), named, model("Fluxmaster"), model("Rider", number=2)))
    assert came.model("Fluxmaster")["Inv"] == "4+"
    assert "Inv" not in came.model("Rider")


@pytest.mark.rule("IMP-23")
def test_a_save_that_is_a_rule() -> None:
    came = taken(model("Wall", statline("Wall"), rule("Invulnerable Save (5+)"), rule("Feel No Pain (6+)")))
    assert (came.model("Wall")["Inv"], came.model("Wall")["FNP"]) == ("5+", "6+")
    assert came.yours() == []


@pytest.mark.rule("IMP-23")
def test_a_column_of_later_data() -> None:
    came = taken(model("Azure", statline("Azure", InSv="4+")), model("Plain", statline("Plain", InSv="-")))
    assert came.model("Azure")["Inv"] == "4+"
    assert "Inv" not in came.model("Plain", 1)


# Feel No Pain --------------------------------------------------------------------------------------------------------


def pain_of(*below: Any) -> tuple[Any, list[str]]:
    """The characteristic, and the abilities."""
    came = taken(model("Walker", statline("Walker"), *below))
    return came.model("Walker").get("FNP"), came.unit().get("abilities", [])


@pytest.mark.rule("IMP-24")
def test_feel_no_pain_of_a_rule() -> None:
    assert pain_of(rule("Feel No Pain 5+")) == ("5+", [])
    assert pain_of(rule("Feel No Pain")) == (None, [])
    assert pain_of(rule("Feel No Pain 5+"), ability("Tough", "This model regains 1 lost wound.")) == ("5+", [])


@pytest.mark.rule("IMP-24")
def test_a_save_with_the_same_number_decides_nothing() -> None:
    save = ability("Invulnerable Save (5+*)", "This model has a 5+ invulnerable save against ranged attacks.")
    came = taken(model("Walker", statline("Walker"), rule("Feel No Pain 5+"), save))
    assert [came.model("Walker").get(key) for key in ("Inv", "FNP")] == ["5+", "5+"]


@pytest.mark.rule("IMP-24")
def test_the_text_of_the_same_selection_decides() -> None:
    psychic = ability("Collars", "Models in this unit have the Feel No Pain 3+ ability against Psychic Attacks.")
    assert pain_of(rule("Feel No Pain 3+"), psychic) == (None, ["Feel No Pain 3+ against Psychic Attacks"])
    led = ability("Saint", "While this model is leading a unit, models in that unit have the Feel No Pain 5+ ability.")
    assert pain_of(rule("Feel No Pain 5+"), led) == (None, ["led: Feel No Pain 5+"])
    assert pain_of(rule("Feel No Pain 5+"), upgrade("Saint", psychic))[0] == "5+"


PAINS: tuple[tuple[str, str | None, list[str]], ...] = (  # text, characteristic, abilities
    ("The bearer has the Feel No Pain 5+ ability.", "5+", []),
    ("Models in the bearer's unit have the Feel No Pain 6+ ability.", "6+", []),
    ("Infantry model only. The bearer has the Feel No Pain 5+ ability.", "5+", []),
    ('The bearer has the Infiltrators, Stealth and Scouts 6" abilities.', None, ["Stealth"]),
    ("The bearer has the Feel No Pain 5+ ability and the Flying Start ability.", None, []),
    ("It has the Stealth ability and the Feel No Pain 5+ ability.", "5+", ["Stealth"]),
    (
        "This model has the Feel No Pain 4+ ability against mortal wounds.",
        None,
        ["Feel No Pain 4+ against mortal wounds"],
    ),
    (
        "This model has the Feel No Pain 4+ ability against Psychic Attacks and mortal wounds.",
        None,
        ["Feel No Pain 4+ against Psychic Attacks", "Feel No Pain 4+ against mortal wounds"],
    ),
)


@pytest.mark.rule("IMP-24")
@each("text, need, abilities", PAINS)
def test_feel_no_pain_in_words(text: str, need: str | None, abilities: list[str]) -> None:
    assert pain_of(upgrade("Thing", ability("Thing", text))) == (need, abilities)


@pytest.mark.rule("IMP-24")
def test_feel_no_pain_of_the_whole_unit_through_what_one_carries() -> None:
    pack = upgrade(
        "Medipack",
        rule("Feel No Pain 6+"),
        ability("Medipack", "Models in the bearer's unit have the Feel No Pain 6+ ability."),
    )
    came = taken(unit("Squad", statline("Trooper"), pack, model("Chief"), model("Trooper", number=5)))
    assert [came.model(name)["FNP"] for name in ("Chief", "Trooper")] == ["6+", "6+"]
    assert came.taking.counts["pain"] == 6
    assert came.guesses() == [
        "the list does not say who carries Medipack: given to Chief",
        "Medipack: Feel No Pain 6+ stands with every model, and ends with its bearer",
    ]
    came = taken(unit("Squad", statline("Trooper"), model("Chief", pack), model("Trooper", number=5)))
    assert [came.model(name)["FNP"] for name in ("Chief", "Trooper")] == ["6+", "6+"]
