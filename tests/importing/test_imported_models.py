"""Names of imported models and weapons as people say them aloud at the table."""

from __future__ import annotations

import pytest

from shoot_cli.engine.names import counted
from shoot_cli.importing.models import own_plural, spoken_names
from tests.helpers.each import each
from tests.importing.tenth_rosters import taken
from tests.importing.written_rosters import blade, gun, model, statline, unit

LINE = statline("Hand")


@each(
    ("models", "names"),
    [
        # arms behind a name are cut, and several have the name of one
        ([("Hand w/ bow", 9), ("Chief", 1)], ["Hand", "Chief"]),
        ([("Hands w/ bow", 9), ("Chief", 1)], ["Hand", "Chief"]),
        ([("Hand W/bow", 1)], ["Hand"]),
        # two kinds of one unit stay distinct, also if one has no arms in its name
        ([("Hands w/ bow", 6), ("Hands w/ net", 1)], ["Hand with bow", "Hand with net"]),
        ([("Hand", 8), ("Hand w/ net", 1)], ["Hand", "Hand with net"]),
        ([("Hands", 8), ("Hand w/ net", 1)], ["Hand", "Hand with net"]),
        ([("Hand w/ bow", 8), ("Hand w/o bow", 1)], ["Hand with bow", "Hand without bow"]),
        ([("Hand", 2), ("Hands", 2)], ["Hand", "Hands"]),
        # names of one, although they end as plurals do
        ([("Old Szeras", 1)], ["Old Szeras"]),
        ([("Leontus", 2)], ["Leontus"]),
        ([("Boyz", 9)], ["Boyz"]),
        # what is no name with arms
        ([("w/ bow", 2), ("Hand w/", 2)], ["w/ bow", "Hand w/"]),
    ],
)
def test_names_are_said_without_arms(models: list[tuple[str, int]], names: list[str]) -> None:
    found = spoken_names(models)
    assert [found[name] for name, _ in models] == names


def test_no_two_kinds_of_a_unit_get_one_name() -> None:
    arms = ("", " w/ bow", " w/ net", " W/bow", " w/o bow", " with bow")
    names = [f"{name}{behind}" for name in ("Hand", "Hands", "hand") for behind in arms]
    found = spoken_names([(name, 2) for name in names])
    assert len({said.casefold() for said in found.values()}) == len({name.casefold() for name in names})


@each(
    ("name", "unit", "many"),
    [("Boy", "Boyz", "2 Boyz"), ("Boss Nob", "Nobz", "2 Boss Nobz"), ("Hand", "Hands", "2 Hands"),
     ("Boy (rokkit)", "Boyz", "2 Boyz (rokkit)"), ("Boy", "Mob", "2 Boys")],
)  # fmt: skip
def test_the_name_of_a_unit_tells_an_irregular_plural(name: str, unit: str, many: str) -> None:
    assert counted(2, name, own_plural(name, unit)) == many


@pytest.mark.rule("IMP-15")
def test_a_roster_gives_models_that_read_well() -> None:
    came = taken(
        unit("Reed Boyz", LINE, model("Reed Boys w/ bow", gun("Bow", 8), number=8),
             model("Reed Boys w/ net", gun("Net")), model("Chief w/ flag", gun("Bow"))),
        unit("Reed Boyz", LINE, *(model("Reed Boy w/ bow", gun("Bow")) for _ in range(3))),
    )  # fmt: skip
    assert came.models(0) == [("Reed Boy with bow", 8), ("Reed Boy with net", 1), ("Chief", 1)]
    assert came.model("Reed Boy with net")["weapons"] == ["Net"]
    assert [one.get("plural") for one in came.unit(0)["models"]] == ["Reed Boyz with bow", None, None]
    assert [(one["name"], one["plural"], one["count"]) for one in came.unit(1)["models"]] == [
        ("Reed Boy", "Reed Boyz", 3)
    ]
    assert [model.plural for model, _ in came.army.units[1].models] == ["Reed Boyz"]


@pytest.mark.rule("IMP-15")
def test_a_model_that_is_called_by_its_weapons_alone_has_the_name_of_its_statline() -> None:
    came = taken(
        unit("Reed Squad", LINE, model("Spear and bow", blade("Spear", 4), gun("Bow", 4), number=4),
             model("Spear and net", blade("Spear"), gun("Net")), model("Chief", gun("Bow"))),
        unit("Others", LINE, model("Spear and bow", blade("Spear", 4), gun("Bow", 4), number=4)),
    )  # fmt: skip
    assert came.models(0) == [("Hand with Spear and bow", 4), ("Hand with Spear and net", 1), ("Chief", 1)]
    assert came.models(1) == [("Hand", 4)]


@pytest.mark.rule("IMP-35")
def test_the_weapon_that_several_units_have_is_called_by_its_name_alone() -> None:
    came = taken(
        unit("Lord", LINE, gun("Bow", bs="2+"), kind="model"),
        unit("Hands", LINE, model("Hand", gun("Bow", 9), number=9), model("Chief", gun("Bow"))),
        unit("Others", LINE, model("Other", gun("Bow", 5, bs="4+"), number=5), model("Boss", gun("Bow", bs="4+"))),
        unit("More", LINE, model("Hand", gun("Bow", 9), number=9)),
    )
    assert {name: page["BS"] for name, page in came.document["weapons"].items()} == {
        "Bow (Lord)": "2+", "Bow": "3+", "Bow (Others)": "4+",
    }  # fmt: skip
    several = taken(
        *(unit(name, LINE, gun("Bow", bs="2+"), kind="model") for name in ("Lord", "Lady")),
        *(unit(name, LINE, gun("Bow"), kind="model") for name in ("Hand", "Chief", "Boss")),
    )
    assert [*several.document["weapons"]] == ["Bow (BS 2+)", "Bow"]


@pytest.mark.rule("IMP-35")
def test_the_same_values_in_another_order_are_one_weapon() -> None:
    came = taken(
        unit("Lord", LINE, gun("Bow", keywords="Heavy, Blast"), kind="model"),
        unit("Hand", LINE, gun("Bow", keywords="blast, heavy"), kind="model"),
    )
    assert [*came.document["weapons"]] == ["Bow"]
