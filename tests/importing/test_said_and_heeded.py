"""What the player or the file says of a list is heeded or refused, never dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.importing.importer import take
from shoot_cli.importing.report import ImportedList, Options
from shoot_cli.importing.roster import Refused
from tests.helpers.each import each
from tests.importing.written_rosters import as_json, gun, model, roster, rule, statline, unit

TEXT = """Trial ({total} points)

Lantern Guard
Strike Force ({total} points)

OTHER DATASHEETS

Long Watch (90 points)
  • 1x Watcher
    ◦ 1x Long lamp

Exported with App Version: {version} (1), Data Version: v700
"""
OLD, NEW = "v1.40.0", "v2.1.0"
WATCH = unit("Long Watch", model("Watcher", statline("Watcher"), gun("Long lamp")), points=90)


@pytest.mark.rule("IMP-2")
@each("version, said, told", ((OLD, "11e", "10th Edition"), (NEW, "10e", "11th Edition"), (OLD, "7e", "10th Edition")))
def test_an_edition_that_the_text_denies_is_refused(version: str, said: str, told: str) -> None:
    raw = TEXT.format(total=90, version=version).encode()
    for options in (Options(edition=said), Options(edition=said, template=True)):
        with pytest.raises(Refused, match=f"list.txt: the text is a list of Warhammer 40,000 {told}") as refused:
            take(raw, "list.txt", options)
        assert f"by its words “App Version: {version[:2]}”: without that line you say of which" in str(refused.value)


@pytest.mark.rule("IMP-2")
def test_an_edition_that_the_text_does_not_tell_is_heeded() -> None:
    raw = TEXT.format(total=90, version="").replace("App Version:", "something").encode()
    for said in ("10e", "11e"):
        assert take(raw, "list.txt", Options(edition=said, template=True)).document["ruleset"] == f"40k-{said}"


def taken(tmp_path: Path, faction: str, total: int = 90) -> ImportedList:
    data = tmp_path / "data.json"
    data.write_bytes(as_json(roster(WATCH, unit("Guard", model("Guard", statline("Guard"))), faction=faction)))
    return take(TEXT.format(total=total, version=OLD).encode(), "list.txt", Options(data=(str(data),)))


@pytest.mark.rule("IMP-62")
def test_a_title_that_costs_less_than_its_units_is_a_title() -> None:
    """The size of the battle stands below it; the faction would be lost with it."""
    from shoot_cli.importing.pasted.formats import read_text

    found = read_text(TEXT.format(total=80, version=OLD), "list.txt")
    assert (found.name, found.faction, [one.name for one in found.entries]) == (
        "Trial",
        "Lantern Guard",
        ["Long Watch"],
    )


@pytest.mark.rule("IMP-62")
def test_a_unit_of_another_faction_than_the_texts_is_told(tmp_path: Path) -> None:
    assert taken(tmp_path, "Chaos - Lantern Guard").report.guesses == ()
    both = roster(WATCH, faction="Chaos - Night Guard")
    other = unit("Guard", model("Guard", statline("Guard")), categories=("Faction: Lantern Guard",))
    both["forces"][0]["selections"].append(other)
    data = tmp_path / "both.json"
    data.write_bytes(as_json(both))
    made = take(TEXT.format(total=90, version=OLD).encode(), "list.txt", Options(data=(str(data),)))
    assert [str(one.text) for one in made.report.guesses] == [
        "the data has it of CHAOS, NIGHT GUARD alone, and the text is of Lantern Guard"
    ]


@pytest.mark.rule("IMP-62")
def test_data_of_another_faction_than_the_texts_is_told_once(tmp_path: Path) -> None:
    made = taken(tmp_path, "Chaos - Night Guard")
    assert [one.text for one in made.report.guesses] == [
        "none of the data is of Lantern Guard: units are taken from whoever has one of their name"
    ]


@pytest.mark.rule("IMP-12")
def test_a_unit_without_models_guns_and_points_is_told() -> None:
    bare = unit("Carts", statline("Carts"), rule("Deep Strike"))
    fine = unit("Lads", statline("Lads"), model("Lad", gun("Spark", number=5), number=5), points=50)
    said = "has no models, no weapons and no points in the file: taken as one model, if it has a statline"
    made = take(as_json(roster(bare, fine)), "list.json")
    assert [(one.unit, one.text) for one in made.report.guesses] == [("Carts", said)]
    assert take(as_json(roster(unit("Carts", statline("Carts"), gun("Ram")), fine)), "list.json").report.guesses == ()
    without_points = unit("Lads", statline("Lads"), model("Lad", gun("Spark", number=5), number=5))
    for units in (
        (unit("Carts", statline("Carts"), points=10), fine),
        (unit("Carts", statline("Carts")), without_points),
    ):
        found = take(as_json(roster(*units)), "list.json").report.guesses
        assert [one.text.partition(":")[0] for one in found] == ["the file has neither models nor weapons of it"]
