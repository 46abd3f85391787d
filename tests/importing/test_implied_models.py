"""Units of which a text names no models, or too few: how many there are is guessed and told, never in silence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shoot_cli.importing.data.catalogues import least_models
from shoot_cli.importing.data.datasheets import Chosen, Datasheet, RosterSource
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.pasted.matching import roster_of, without_place
from shoot_cli.importing.pasted.text_list import Enhancement, Group, Item, TextList, TextUnit
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import MODEL, UPGRADE, Selection
from tests.helpers.each import each
from tests.importing.test_flat_texts import source
from tests.importing.test_joining import shown
from tests.importing.written_rosters import blade, gun, model, statline, unit

GUARDS = unit(
    "Guards", model("Guard", statline("Guard"), gun("Rifle"), blade("Knife"), number=4),
    model("Reeve", statline("Reeve"), gun("Pistol")), points=100,
)  # fmt: skip
RIDERS = unit("Riders", model("Rider", statline("Rider"), gun("Twin gun")), points=60)
KNIGHT = unit(
    "Old Knight", model("Old Knight", statline("Old Knight"), gun("Big gun")), model("Pilot", statline("Pilot")),
    points=400,
)  # fmt: skip
CAPTAIN = model("Captain", statline("Captain"), gun("Pistol"), blade("Sabre"), points=80)


class Sized(RosterSource):
    """A source that knows how many models there are at least, and for which points."""

    sizes: dict[str, tuple[tuple[int, float], ...]]

    def sheet(self, places: Sequence[int], chosen: Chosen | None = None) -> Datasheet:
        found = super().sheet(places)
        return found._replace(sizes=self.sizes[found.name])


def data() -> Sized:
    """The datasheets of all four, with the numbers that they may have."""
    found = source(GUARDS, RIDERS, KNIGHT, CAPTAIN)
    found.__class__ = Sized
    assert isinstance(found, Sized)
    found.sizes = {
        "Guards": ((5, 100.0),), "Riders": ((1, 60.0), (2, 110.0), (3, 170.0)), "Old Knight": ((2, 400.0),),
        "Captain": ((1, 80.0),),
    }  # fmt: skip
    return found


def joined(entry: TextUnit, **sizes: tuple[tuple[int, float], ...]) -> tuple[Selection, list[str], list[str]]:
    """The unit, its guesses, and what was left out."""
    taking = ImportContext(USUAL)
    ((_, made),) = roster_of(TextList("A list", "some program", entries=(entry,)), Sources((data(),)), taking).tops()
    return made, [*made.guessed], [one.text for one in taking.left]


@pytest.mark.rule("IMP-12", "IMP-62")
@pytest.mark.parametrize(
    ("items", "points", "wanted"),
    [
        ((Item("Rifle", 5), Item("Knife", 5)), 100, 5), ((Item("Rifle", 9), Item("Pistol", 1), Item("Knife", 10)), 200, 10),
        ((Item("Rifle", 6), Item("Knife", 6)), 130, 6), ((Item("Pistol"), Item("Knife", 3)), 100, 5),
    ],
)  # fmt: skip
def test_items_tell_how_many_there_are(items: tuple[Item, ...], points: int, wanted: int) -> None:
    made, guesses, left = joined(TextUnit("Guards", points, items=items))
    assert sum(one.number for one in made.below() if one.kind == MODEL) == wanted
    assert any(words.startswith(f"the text names no models: {wanted}, ") for words in guesses)
    assert left == []


@pytest.mark.rule("IMP-12", "IMP-62")
def test_points_tell_it_where_the_data_has_them() -> None:
    made, guesses, _ = joined(
        TextUnit("Riders", 125, items=(Item("Twin gun", 2),), enhancements=(Enhancement("Oil", 15),))
    )
    assert shown(made) == "1 Riders [2 Rider [2 Twin gun], 1 Oil]"
    assert "the text names no models: 2, by 2 of its items" in guesses
    made, guesses, _ = joined(TextUnit("Riders", 170, items=(Item("Twin gun"),)))
    assert sum(one.number for one in made.below() if one.kind == MODEL) == 3
    assert "the text names no models: 3, as many as data.json says at least" in guesses
    made, _, _ = joined(TextUnit("Riders", 60, items=(Item("Twin gun", 2),)))
    assert shown(made) == "1 Riders [1 Rider [2 Twin gun]]"


@pytest.mark.rule("IMP-12", "IMP-62")
def test_a_unit_with_nothing_but_its_name_begins_as_its_datasheet_does() -> None:
    made, guesses, left = joined(TextUnit("Guards", 100))
    assert shown(made) == "1 Guards [4 Guard [4 Rifle, 4 Knife], 1 Reeve [1 Pistol]]"
    assert guesses == ["the text names neither models nor wargear: what data.json begins with"]
    made, _, _ = joined(TextUnit("Guards", None, number=8))
    assert shown(made) == "1 Guards [7 Guard [7 Rifle, 7 Knife], 1 Reeve [1 Pistol]]"
    made, guesses, left = joined(TextUnit("Guards", None, number=3))
    assert (sum(one.number for one in made.below() if one.kind == MODEL), left) == (
        3, ["2 of the 5 models that data.json has for it at least"],
    )  # fmt: skip
    made, guesses, left = joined(TextUnit("Captain", 80))
    assert [one.name for one in made.selections] == ["Pistol", "Sabre"]
    assert guesses == ["the text names neither models nor wargear: what data.json begins with"]
    made, guesses, _ = joined(TextUnit("Guards", 100, (Group("Guard", 4), Group("Reeve", 1))))
    assert shown(made) == "1 Guards [4 Guard [4 Rifle, 4 Knife], 1 Reeve [1 Pistol]]"
    assert guesses == ["the text names no wargear: what data.json begins with"]


@pytest.mark.rule("IMP-12", "IMP-62")
def test_too_few_models_are_told_with_numbers() -> None:
    few = (Group("Guard", 3, (Item("Rifle", 3),)),)
    assert joined(TextUnit("Guards", 100, few))[2] == ["2 of the 5 models that data.json has for it at least"]
    whole = (Group("Guard", 4, (Item("Rifle", 4),)), Group("Reeve", 1, (Item("Pistol"),)))
    assert joined(TextUnit("Guards", 100, whole))[1:] == ([], [])
    words = "its 200 points are those of 6 models or more, and the text has 5: look whether some are missing"
    assert joined(TextUnit("Guards", 200, whole))[1:] == ([words], [])
    assert joined(TextUnit("Guards", 125, whole))[1:] == ([], [])
    words = "its 170 points are those of 3 models or more, and the text has 2: look whether some are missing"
    assert joined(TextUnit("Riders", 170, (Group("Rider", 2, (Item("Twin gun", 2),)),)))[1:] == ([words], [])


@pytest.mark.rule("IMP-12")
def test_a_crew_that_comes_later_is_to_be_looked_at_and_not_left_out() -> None:
    _, guesses, left = joined(TextUnit("Old Knight", 400, items=(Item("Big gun"),)))
    assert left == []
    assert (
        "the text does not have 1 of the 2 models that data.json has for it at least: look whether it is missing"
        in guesses
    )


@pytest.mark.rule("IMP-12", "IMP-64")
def test_choices_that_a_unit_begins_without_are_no_models_of_it() -> None:
    men = Selection("Men", UPGRADE, 1, selections=(Selection("Man", MODEL, 7),))
    others = Selection("More", UPGRADE, 0, selections=(Selection("Man", MODEL, 17),))
    chief = Selection("Chief", MODEL, 1, selections=(Selection("Pet", MODEL, 3),))
    assert least_models(Selection("Squad", selections=(chief, men, others, Selection("Other", MODEL, 0)))) == 8


@pytest.mark.rule("IMP-62")
@each(
    "names, number, models",
    [
        ("Guards, Guards", 2, None), ("Guards, guards", 2, None), ("Guards, Guards", 3, 3), ("Guards", 1, 1),
        ("Guards, Riders, Guards", 2, None), ("Guards, Guards, Guards, Guards", 4, None), ("Riders, Riders", 2, 2),
        ("Guards, Guards, Guards, Guards, Guards", 5, 5), ("Guards, Guards", None, None), ("Nobody, Nobody", 2, 2),
    ],
)  # fmt: skip
def test_the_number_of_the_second_of_a_name_is_none_of_models_if_these_are_too_few(
    names: str, number: int | None, models: int | None
) -> None:
    entries = [TextUnit(name) for name in names.split(", ")]
    sources, last = Sources((data(),)), len(entries) - 1
    entries[last] = entries[last].but(number=number)
    assert without_place(last, entries, "", sources).number == models
    entries[last] = entries[last].but(groups=(Group("Guard", 2),))
    assert without_place(last, entries, "", sources).number == number
