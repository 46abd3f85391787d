"""Men that stand as upgrades in a file are models of their squad (IMP-12)."""

from __future__ import annotations

import pytest

from shoot_cli.importing.models import upgrades_as_models
from shoot_cli.importing.roster import MODEL, UNIT, Profile, Selection
from tests.helpers.each import each
from tests.importing.tenth_rosters import Came, taken
from tests.importing.written_rosters import Node, ability, blade, gun, model, statline, unit, upgrade

LINE = statline("Sky Guards")
SERGEANT = upgrade("Sky Sergeant", gun("Sky pistol"))
AS_A_MODEL = "an upgrade in the file, with what a model carries: taken as a model"


def squad(*below: Node, name: str = "Sky Guards", categories: tuple[str, ...] = ()) -> Came:
    return taken(unit(name, LINE, *below, categories=categories))


@pytest.mark.rule("IMP-12")
@each(
    "below, models",
    [
        # the name of the unit, and of one who leads
        ((SERGEANT, upgrade("Sky Guard", gun("Sky rifle", 4), number=4)), [("Sky Guard", 4), ("Sky Sergeant", 1)]),
        # as many guns as there are of it
        ((SERGEANT, upgrade("Old Hand", gun("Sky rifle", 9), number=9)), [("Old Hand", 9), ("Sky Sergeant", 1)]),
        # beside models: their name with other arms
        (
            (model("Hunter", gun("Bow", 4), number=4), upgrade("Hunter w/ knife", blade("Knife", 3), number=3)),
            [("Hunter", 4), ("Hunter with knife", 3)],
        ),
        # one with another gun is called as the others are
        (
            (upgrade("Hand", gun("Bow", 4), number=4), upgrade("Hand with a net", gun("Net"))),
            [("Hand", 4), ("Hand with a net", 1)],
        ),
        # what holds them together is none
        (
            (upgrade("Sky Guards", upgrade("Sky Guard", gun("Bow", 4), number=4), SERGEANT),),
            [("Sky Guard", 4), ("Sky Sergeant", 1)],
        ),
        (
            (upgrade("Sky Guards", upgrade("Old Hand", gun("Bow", 4), number=4), SERGEANT),),
            [("Old Hand", 4), ("Sky Sergeant", 1)],
        ),
        # a bundle in a man is his
        (
            (SERGEANT, upgrade("Sky Guard", upgrade("Both", gun("Bow", 4), gun("Net", 4), number=4), number=4)),
            [("Sky Guard", 4), ("Sky Sergeant", 1)],
        ),
    ],
)  # fmt: skip
def test_men_are_told_by_name_and_by_number(below: tuple[Node, ...], models: list[tuple[str, int]]) -> None:
    came = squad(*below)
    assert came.models() == models
    assert any(AS_A_MODEL in guess for guess in came.guesses())
    assert all("9x" not in str(page.get("weapons")) for page in came.unit()["models"])


@pytest.mark.rule("IMP-12")
@each(
    "below, models",
    [
        # weapons, whatever they stand in
        ((model("Guard", number=5), upgrade("Bow and net", gun("Bow", 5), gun("Net", 5), number=5)), [("Guard", 5)]),
        ((model("Guard", number=5), upgrade("Great bow", upgrade("Arrows", gun("Bow", 5), number=5), number=5)), [("Guard", 5)]),
        (
            (model("Guard", gun("Bow", 5), number=5), upgrade("Pipe and drum", gun("Pipe", 5), gun("Drum", 5), number=5)),
            [("Guard", 5)],
        ),
        # the kit of models that have nothing else
        ((model("Guard", number=5), upgrade("Sky set", gun("Bow", 5), number=5)), [("Guard", 5)]),
        # what says something itself
        ((model("Guard", number=5), upgrade("Sky Guard", ability("Charm", "Of luck."), gun("Bow", 5), number=5)), [("Guard", 5)]),
        # one alone is as good as the unit
        ((upgrade("Sky Guard", gun("Bow")),), [("Sky Guards", 1)]),
    ],
)  # fmt: skip
def test_wargear_is_no_man(below: tuple[Node, ...], models: list[tuple[str, int]]) -> None:
    came = squad(*below)
    assert sorted({name for name, _ in came.models()}) == sorted({name for name, _ in models})
    assert sum(n for _, n in came.models()) == sum(n for _, n in models)
    assert not any(AS_A_MODEL in guess for guess in came.guesses())


@pytest.mark.rule("IMP-12")
def test_what_might_be_a_man_and_is_not_taken_so_is_said() -> None:
    came = squad(model("Guard", gun("Bow", 4), number=4), upgrade("Spotter", gun("Net")))
    assert "1x Spotter: no model in the file, read as wargear" in came.guesses()
    bow = Selection("Bow", profiles=(Profile("Bow", "Ranged Weapons", (("Range", '24"'), ("A", "1"), ("S", "4"))),))
    men = (Selection("Guard", MODEL, 4, selections=(bow,)), Selection("Spotter", selections=(bow,)))
    earlier = upgrades_as_models(
        Selection("Sky Guards", UNIT, selections=men, guessed=("its statline: from data.json",))
    ).guessed
    assert earlier[1:] == ("1x Spotter: no model in the file, read as wargear",)
    assert earlier[:1] == ("its statline: from data.json",)


@pytest.mark.rule("IMP-12")
@each(
    "below, categories, guess",
    [
        ((gun("Bow", 5),), (), "one model has 5x Bow: look whether it has more models"),
        ((model("Guard", gun("Bow", 9)),), (), "one model has 9x Bow: look whether it has more models"),
        ((gun("Bow"),), ("Battleline",), "a Battleline unit of one model: look whether it has more"),
        ((gun("Bow"),), (), ""),
        ((model("Guard", gun("Bow", 2)),), (), ""),
        ((model("Guard", gun("Bow", 9), number=9),), ("Battleline",), ""),
    ],
)  # fmt: skip
def test_a_squad_that_seems_to_lack_its_men_is_to_be_looked_at(
    below: tuple[Node, ...], categories: tuple[str, ...], guess: str
) -> None:
    found = [one for one in squad(*below, categories=categories).guesses() if "look whether" in one]
    assert found == ([guess] if guess else [])


@pytest.mark.rule("IMP-20")
def test_a_model_without_a_statline_has_that_of_its_squad_which_is_called_so() -> None:
    kin = unit(
        "Reed Kin", model("Reed Kin Elder", statline("Reed Kin", w=2), gun("Pike")),
        model("Reed Kin w/ bow", gun("Bow", 9), number=9), model("Stranger", gun("Pike")),
    )  # fmt: skip
    came = taken(kin)
    assert came.models() == [("Reed Kin", 9), ("Reed Kin Elder", 1)]
    assert "Reed Kin: no statline of its own in the file: that of Reed Kin Elder" in came.guesses()
    assert came.left() == ["Reed Kin: Stranger has no statline in the file"]
