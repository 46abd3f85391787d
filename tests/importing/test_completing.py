"""What a roster names and does not describe is taken from data (IMP-20, 32)."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.armies.loading import samples
from shoot_cli.importing.data.datasheets import RosterSource
from shoot_cli.importing.data.sources import Sources, completed
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import USUAL, ImportContext, Options
from shoot_cli.importing.roster import Refused, Roster, Selection
from tests.importing.written_rosters import Node, as_json, as_xml, blade, gun, model, roster, statline, unit, upgrade

DATA = (
    unit(
        "Line Squad", model("Trooper", statline("Trooper", t=4), gun("Rifle", s=5), number=5),
        model("Sergeant", statline("Sergeant", t=5), gun("Rifle", s=9), gun("Pistol")),
    ),
    model("Old Walker", statline("Old Walker", t=9), gun("Heavy gun")),
)  # fmt: skip


def of(*units: Node) -> Roster:
    found = read(as_json(roster(*units)), "list.json")
    assert isinstance(found, Roster)
    return found


def from_data(*units: Node) -> list[Selection]:
    sources = Sources([RosterSource(of(*DATA), "data.json")])
    return [one for _, one in completed(of(*units), sources, ImportContext(USUAL)).tops()]


def by_name(unit: Selection, name: str) -> Selection:
    return next(one for one in unit.every() if one.name == name)


@pytest.mark.rule("IMP-20")
def test_a_statline_that_the_file_lacks_is_that_of_the_data() -> None:
    walker, squad = from_data(
        model("Old Walker", gun("Heavy gun", s=3)),
        unit("Line Squad", model("Sergeant", gun("Rifle")), model("Trooper", statline("Trooper", t=3), number=4)),
    )
    assert [profile.get("T") for profile in walker.profiles] == ["9"]
    assert walker.guessed == ("the statline of Old Walker: not in the file, from data.json",)
    assert by_name(walker, "Heavy gun").profiles[0].get("S") == "3"
    assert [by_name(squad, name).profiles[0].get("T") for name in ("Sergeant", "Trooper")] == ["5", "3"]
    assert squad.guessed == ("the statline of Sergeant: not in the file, from data.json",)


@pytest.mark.rule("IMP-32")
def test_a_weapon_that_the_file_does_not_describe_is_that_of_the_data_for_the_same_model() -> None:
    (squad,) = from_data(unit(
        "Line Squad", model("Trooper", statline("Trooper"), upgrade("Rifle", number=4), number=4),
        model("Sergeant", statline("Sergeant"), upgrade("Pistol"), upgrade("Rifle")),
    ))  # fmt: skip
    rifles = [one for one in squad.below() if one.name == "Rifle"]
    assert [(rifle.number, rifle.profiles[0].get("S")) for rifle in rifles] == [(4, "5"), (1, "9")]
    assert by_name(squad, "Pistol").profiles[0].get("Range") == '24"'
    assert squad.guessed == ("Rifle, Pistol: not in the file, from data.json",)


@pytest.mark.rule("IMP-32")
def test_what_the_file_describes_elsewhere_is_not_taken_from_data() -> None:
    bare, other = from_data(
        unit("Line Squad", model("Trooper", statline("Trooper"), upgrade("Rifle"), upgrade("Pistol"))),
        unit("Line Squad", model("Trooper", statline("Trooper"), gun("Rifle", s=7))),
    )
    assert by_name(bare, "Rifle").profiles == ()
    assert by_name(bare, "Pistol").profiles != ()
    assert by_name(other, "Rifle").profiles[0].get("S") == "7"


@pytest.mark.rule("IMP-32")
def test_a_weapon_of_another_datasheet_is_not_taken() -> None:
    (squad,) = from_data(unit("Line Squad", model("Trooper", statline("Trooper"), upgrade("Heavy gun"))))
    assert by_name(squad, "Heavy gun").profiles == ()
    assert squad.guessed == ()


@pytest.mark.rule("IMP-20")
def test_a_unit_without_statline_is_left_out_unless_data_is_given(tmp_path: Path) -> None:
    data = tmp_path / "data.ros"
    data.write_bytes(as_xml(roster(*DATA)))
    lacking = as_json(roster(model("Old Walker", gun("Heavy gun")), model("Rider", statline("Rider"), blade("Sword"))))
    without = take(lacking, "list.json")
    assert [one["name"] for one in without.document["units"]] == ["Rider"]
    assert [one.unit for one in without.report.left_out] == ["Old Walker"]
    found = take(lacking, "list.json", Options(data=(str(data),)))
    assert [one["name"] for one in found.document["units"]] == ["Old Walker", "Rider"]
    assert found.report.left_out == ()
    assert ("Old Walker", "the statline of Old Walker: not in the file, from data.ros") in [
        (one.unit, one.text) for one in found.report.guesses
    ]


@pytest.mark.rule("IMP-61")
def test_a_list_of_ours_lends_its_values_to_a_text(tmp_path: Path) -> None:
    data = tmp_path / "ours.yaml"
    data.write_text(OURS, encoding="utf-8")
    text = "A list (100 points)\n\nStrike Force (2000 points)\n\nBATTLELINE\n\nLine Squad (90 points)\n"
    text += "  • 4x Trooper\n     ◦ 4x Rifle\n  • 1x Sergeant\n     ◦ 1x Pistol\n"
    found = take(text.encode(), "list.txt", Options(data=(str(data),), edition="10e"))
    (squad,) = found.document["units"]
    assert [(one["name"], one.get("count", 1), one["weapons"]) for one in squad["models"]] == [
        ("Trooper", 4, ["Rifle"]), ("Sergeant", 1, ["Pistol"]),
    ]  # fmt: skip
    assert squad["points"] == 90
    assert str(found.document["weapons"]["Rifle"]["range"]) == "24"
    assert found.report.left_out == ()
    said = {words for row in (squad, *squad["models"]) for words in row.get("abilities", ())}
    assert found.report.played == len(said) > 0  # as many as the list that is written from it plays


@pytest.mark.rule("IMP-61")
def test_a_list_of_ours_of_another_edition_lends_nothing() -> None:
    data = next(sample.path for sample in samples() if sample.ruleset == "40k-7e")
    lacking = as_json(roster(model("Old Walker", gun("Heavy gun")), model("Rider", statline("Rider"))))
    with pytest.raises(Refused, match="is a list of 40k-7e"):
        take(lacking, "list.json", Options(data=(str(data),)))


@pytest.mark.rule("IMP-61")
def test_a_list_of_ours_that_is_wrong_is_refused_with_its_place(tmp_path: Path) -> None:
    data = tmp_path / "ours.yaml"
    data.write_text(OURS.replace("T: 4", "T: four"), encoding="utf-8")
    lacking = as_json(roster(model("Rider", statline("Rider"))))
    with pytest.raises(Refused, match=r"^(?:list\.json: )?ours\.yaml:5:"):
        take(lacking, "list.json", Options(data=(str(data),)))


OURS = """
ruleset: 40k-10e
name: Ours
profiles:
  Trooper: {M: 6, T: 4, Sv: 3+, W: 2, Ld: 6+, OC: 2}
weapons:
  Rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1}
  Pistol: {range: 12, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Pistol]}
units:
  - name: Line Squad
    abilities: [Stealth, +1 to hit]
    models:
      - {name: Trooper, count: 9, profile: Trooper, weapons: [Rifle]}
      - {name: Sergeant, profile: Trooper, weapons: [Rifle, Pistol]}
"""
