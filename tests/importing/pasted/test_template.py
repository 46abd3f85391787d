"""A pasted list without data becomes one of ours to be filled in (IMP-63)."""

from __future__ import annotations

import re
from datetime import date

import pytest

from shoot_cli.armies.loading import load_text
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import Options
from shoot_cli.importing.roster import WithoutValues
from shoot_cli.importing.written_list import yaml_of
from tests.importing.pasted import texts

NEW = Options(template=True, edition="40k-10e")
TEXT = texts.TOURNAMENT.replace("Attached to Warden Captain\n", "").replace("    1 with Heavy", "    2 with Heavy")
GUESSED = "# guessed: Warden: 4 of them, but 5 are armed; its line says 5 models, those below it are 6: taken as below"
VALUES = {"BS": "4+", "Sv": "4+", "Ld": "6+", "AP": 0}


@pytest.mark.rule("IMP-63")
def test_names_and_numbers_of_the_text_stand_there_and_no_values() -> None:
    """Groups are parted by what they carry, and what no key is for is noted."""
    written = yaml_of(take(TEXT.encode(), "rim.txt", NEW, today=date(2026, 1, 2)))
    assert "\nname: rim\nfaction: Rim - Star Clans\narmy:\n  detachment: Lantern Watch\n" in written
    assert "\n  Warden Sergeant: {M: , T: , Sv: , W: , Ld: , OC: }\n" in written
    assert "\n  Storm cannon: {range: , A: , BS: , S: , AP: , D: }\n" in written
    units = written.partition("\nunits:\n")[2].split("  - name: ")[1:]
    assert units[0].splitlines() == [
        "Warden Captain", "    points: 95", "    note: leads Wardens 2; Warlord; Lamp of Dawn (15 points)", "    models:",
        "      - {name: Warden Captain, count: 1, profile: Warden Captain, weapons: [Beam sabre, 2x Storm pistol]}",
    ]  # fmt: skip
    assert units[2].splitlines() == [
        f"Wardens  {GUESSED}", "    points: 90", "    models:",
        "      - {name: Warden, count: 3, profile: Warden, weapons: [Beam rifle, 2x Grenade]}",
        "      - {name: Warden, count: 2, profile: Warden, weapons: [Heavy beamer]}",
        "      - {name: Warden Sergeant, count: 1, profile: Warden Sergeant, weapons: [Beam sabre, Storm pistol]}",
    ]  # fmt: skip
    assert "    note: Handler's whip\n" in units[4]


@pytest.mark.rule("IMP-63")
def test_filled_in_it_is_a_list() -> None:
    written = yaml_of(take(TEXT.encode(), "rim.txt", NEW))
    filled = re.sub(r"(\w+): (?=[,}])", lambda found: f"{found[1]}: {VALUES.get(found[1], 4)}", written)
    units = {unit.name: unit for unit in load_text(filled, "rim").units}
    assert [(len(model.weapons), n) for model, n in units["Rim Hounds"].models] == [(1, 2), (1, 1)]
    assert len(units) == 6


@pytest.mark.rule("IMP-60", "IMP-63")
def test_lines_that_nobody_read_are_told() -> None:
    told = take(TEXT.replace("\n\nChar2", "\n\nA note of the player\n\nChar2").encode(), "rim.txt", NEW).report.guesses
    assert [one.text for one in told if not one.unit] == [
        "line 12 was not read: A note of the player",
        "there are names and numbers in it and no values: fill in what stands empty; "
        "melee weapons and gear may be deleted, there and at the models",
    ]


@pytest.mark.rule("IMP-63")
def test_a_group_with_totals_is_parted() -> None:
    models = take(texts.GW.encode(), "rim.txt", NEW).document["units"][1]["models"]
    assert [(model["name"], model["count"], model.get("weapons")) for model in models] == [
        ("Warden Sergeant", 1, ["Storm pistol"]),
        ("Warden", 3, ["Beam rifle"]),
        ("Warden", 1, ["Heavy beamer", "Standard"]),
    ]


@pytest.mark.rule("IMP-63")
def test_without_data_it_is_refused_with_what_was_read() -> None:
    with pytest.raises(WithoutValues, match=r"Watchers \(New Recruit\): 3 units, 7 models, 495 points") as error:
        take(texts.SIMPLE.encode(), "rim.txt")
    assert [unit["name"] for unit in error.value.document["units"]] == ["Warden Captain", "Wardens", "Crawler"]
