"""10th edition: whom of a unit a sentence means, and what a statline has in it already."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.each import each
from tests.importing.tenth_rosters import Came, taken
from tests.importing.written_rosters import ability, model, rule, statline, unit, upgrade

MODELS = ("Keeper", "Lash Keeper", "Hound")
# text, and who of a Keeper, Lash Keeper and Hound has the save
TEXTS = (
    ("This unit's HOUND model has a 5+ invulnerable save", "Hound"),
    ("This unit’s Hound has a 5+ invulnerable save.", "Hound"),
    ("The Hound model in this unit has a 5+ invulnerable save.", "Hound"),
    ("Hound models in this unit have a 5+ invulnerable save.", "Hound"),
    ("The Hound has a 5+ invulnerable save.", "Hound"),
    ("This unit's Keeper and Hound models have a 5+ invulnerable save.", "Keeper, Hound"),
    ("This unit's Lash Keeper model has a 5+ invulnerable save.", "Lash Keeper"),
    ("BEAST models in this unit have a 5+ invulnerable save.", "Hound"),
    ("Models in this unit have a 5+ invulnerable save.", "Keeper, Lash Keeper, Hound"),
    ("Models in this unit (excluding the Hound) have a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("Models in this unit (excluding **^^HOUNDS^^**) have a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("Models in this unit, excluding the Hound, have a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("All models in this unit except for the Hound have a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("Models in this unit other than Hounds have a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("Models in this unit have a 5+ invulnerable save (excluding the Hound).", "Keeper, Lash Keeper"),
    ("This unit (excluding the Hound and the Lash Keeper) has a 5+ invulnerable save.", "Keeper"),
    ("Each model in this unit, except the Hound, has a 5+ invulnerable save.", "Keeper, Lash Keeper"),
    ("This model has a 5+ invulnerable save (Hound only).", "Hound"),
)


def squad(*below: Any, **more: Any) -> Came:
    beast = {"categories": ("Beast",)}
    own = (model("Keeper", number=3), model("Lash Keeper"), model("Hound", number=2, **beast))
    return taken(unit("Keepers", statline("Keeper"), *below, *own, **more))


def having(came: Came, stat: str, value: str = "5+") -> str:
    return ", ".join(name for name in MODELS if came.model(name).get(stat) == value)


@pytest.mark.rule("IMP-23")
@each("text, names", TEXTS)
def test_a_save_goes_to_whom_its_text_names(text: str, names: str) -> None:
    for name in ("Invulnerable Save", "Old Wards"):
        came = squad(ability(name, text))
        assert having(came, "Inv") == names
        assert came.yours() == []


@pytest.mark.rule("IMP-24")
@each("text, names", TEXTS)
def test_feel_no_pain_goes_to_whom_its_text_names(text: str, names: str) -> None:
    said = text.replace("a 5+ invulnerable save", "the Feel No Pain 5+ ability")
    for name in ("Feel No Pain 5+", "Thick Hides"):
        assert having(squad(ability(name, said), rule("Feel No Pain 5+")), "FNP") == names


@pytest.mark.rule("IMP-22")
def test_a_characteristic_goes_to_whom_its_text_names() -> None:
    more = ability("Fed Well", "Add 1 to the Wounds characteristic of this unit's Hound model.")
    assert having(squad(more), "W", 3) == "Hound"  # type: ignore[arg-type]
    more = ability("Fed Well", "Add 1 to this unit's Lash Keeper model's Toughness characteristic.")
    assert having(squad(more), "T", 5) == "Lash Keeper"  # type: ignore[arg-type]


@pytest.mark.rule("IMP-42")
def test_a_core_ability_goes_to_whom_its_text_names() -> None:
    came = squad(ability("Grey Fur", "Models in this unit (excluding Lash Keepers) have the Stealth ability."))
    assert [came.model(name).get("abilities") for name in MODELS] == [["Stealth"], None, ["Stealth"]]


@pytest.mark.rule("IMP-23")
def test_two_sentences_name_two_models() -> None:
    text = "The Hound has a 4+ invulnerable save. This unit's Lash Keeper model has a 5+ invulnerable save."
    came = squad(ability("Invulnerable Save", text))
    assert [came.model(name).get("Inv") for name in MODELS] == [None, "5+", "4+"]


@pytest.mark.rule("IMP-42")
def test_a_save_of_somebody_who_is_not_in_the_unit_is_the_players() -> None:
    came = squad(ability("Invulnerable Save", "This unit's Falconer model has a 5+ invulnerable save."))
    assert having(came, "Inv") == ""
    assert came.yours() == ["Keepers: Invulnerable Save: a switch at the table"]


@pytest.mark.rule("IMP-23")
def test_a_model_is_meant_whose_name_begins_that_of_its_unit() -> None:
    save = ability("Invulnerable Save", "This unit's KEEPER model has a 5+ invulnerable save")
    came = taken(unit("Keeper Pair", save, model("Keeper", statline("Keeper")), model("Brute", statline("Brute"))))
    assert [came.model(name).get("Inv") for name in ("Keeper", "Brute")] == ["5+", None]


@pytest.mark.rule("IMP-50")
def test_who_joins_is_told_that_the_save_is_not_only_theirs() -> None:
    save = ability("Wards", "Models in this unit (excluding the Hound) have a 5+ invulnerable save.")
    lead = ability("Leader", "This model can be attached to the following unit:\n■ Keepers")
    came = taken(
        unit("Keepers", statline("Keeper"), save, model("Keeper", number=3), model("Hound")),
        model("Master", statline("Master"), lead),
    )
    assert came.unit().get("abilities") is None
    assert "Keepers: Wards: all but the hound have it; who joins the unit is to have it, too" in [
        f"{one.unit}: {one.text}" for one in came.taking.guesses
    ]


# What a statline has already -----------------------------------------------------------------------------------------

BULWARK = ability("Gate Bulwark", "Add 1 to the bearer's Wounds characteristic.")


def wounds(*lines: Any, own: str, w: int, other: Any = None) -> tuple[int, list[str]]:
    """Of a guard with a Gate Bulwark, whose statline is called ``own``; ``lines``: of others in his unit."""
    rest = [model(f"Other {place}", line) for place, line in enumerate(lines)]
    guard = model(
        "Guard with bulwark", statline(own, w=w), upgrade("Gate Bulwark", BULWARK), *([other] if other else [])
    )
    came = taken(unit("Guards", guard, *rest))
    return came.model("Guard with bulwark")["W"], came.guesses()


@pytest.mark.rule("IMP-22")
@each(
    "own",
    ("Guard (Bulwark)", "Guard (Blade & Bulwark)", "Guard [Bulwarks]", "Guard w/ bulwark", "Guard (Gate Bulwark)"),
)
def test_a_statline_says_in_part_what_it_has(own: str) -> None:
    assert wounds(own=own, w=4) == (4, [])
    assert wounds(statline("Guard", w=3), own=own, w=4) == (4, [])


@pytest.mark.rule("IMP-22")
def test_a_statline_of_the_same_models_tells_what_is_added() -> None:
    assert wounds(statline("Guard", w=3), own="Guard (Walled)", w=4) == (4, [])
    assert wounds(statline("Guard (Spear)", w=3), own="Guard (Walled)", w=4) == (4, [])
    assert wounds(statline("Guard", w=4), own="Guard (Bulwark)", w=4)[0] == 5
    assert wounds(statline("Guard", w=4), own="Guard (Walled)", w=4)[0] == 5
    assert wounds(own="Guard", w=4)[0] == 5


@pytest.mark.rule("IMP-22")
def test_what_is_said_of_other_wargear_is_not_this_ones() -> None:
    cart = upgrade("Gate Cart", ability("Gate Cart", "Add 1 to the bearer's Toughness characteristic."))
    assert wounds(own="Guard (Gate Cart)", w=4, other=cart)[0] == 5


@pytest.mark.rule("IMP-22")
def test_a_save_that_is_improved_already_is_not_improved_again() -> None:
    more = upgrade("Old Vexil", ability("Old Vexil", "Improve the bearer's Save characteristic by 1."))
    came = taken(model("Guard", statline("Guard (Vexil)", sv="3+"), more), model("Lad", statline("Lad", sv="3+"), more))
    assert [came.model("Guard")["Sv"], came.model("Lad", 1)["Sv"]] == ["3+", "2+"]
