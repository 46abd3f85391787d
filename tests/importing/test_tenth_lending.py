"""10th edition: units of a list as a roster has them, so that a list may lend its values to a pasted text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import shoot_cli
from shoot_cli.armies.loading import load_text
from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import Force, Roster
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit
from tests.helpers.samples import first

take, selection_of = IMPORTERS["40k-10e"].take, IMPORTERS["40k-10e"].selection_of

SHIPPED = sorted(Path(shoot_cli.__file__).parent.parent.glob("armies/40k-10e/*.yaml"))


def document_of(text: str) -> dict[str, Any]:
    found: dict[str, Any] = plain(read_text(text, "list.yaml"))
    for unit in found["units"]:
        unit.pop("leader", None)  # whom it leads is nothing that its datasheet says
    return found


def lent(document: dict[str, Any]) -> tuple[dict[str, Any], ImportContext]:
    units = tuple(selection_of(unit, document) for unit in document["units"])
    taking = ImportContext(USUAL)
    return take(Roster("lent", "", "", "", (Force("", "", units),)), taking), taking


def army_of(document: dict[str, Any]) -> Army:
    found: Army = load_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), "list.yaml")
    return found


def told(unit: Unit) -> tuple[Any, ...]:
    """All that an attack may ask, in no order of models; names of weapons may have brackets more."""
    return unit.name, unit.keywords, unit.points, unit.note, unit.faction, sorted(map(models_of, unit.models), key=str)


def models_of(row: tuple[Model, int]) -> tuple[Any, ...]:
    model, count = row
    weapons = sorted((weapon.but(name="", mode_of="", source="") for weapon in model.weapons), key=str)
    return model.but(name="", plural="", weapons=tuple(weapons)), count


@pytest.mark.rule("IMP-61")
@pytest.mark.parametrize("file", first(1, SHIPPED), ids=lambda file: file.stem)
def test_shipped_lists_lend_what_they_have(file: Path) -> None:
    document = document_of(file.read_text(encoding="utf-8"))
    again, taking = lent(document)
    assert [told(unit) for unit in army_of(again).units] == [told(unit) for unit in army_of(document).units]
    assert (taking.guesses, taking.left, taking.yours) == ([], [], [])


SMALL = """
ruleset: 40k-10e
name: Small
profiles:
  old: {M: 6, T: 4, Sv: 3+, W: 2, Inv: 5+, FNP: 6+}
weapons:
  plasma:
    range: 24
    abilities: [Heavy]
    modes:
      standard: {A: 1, BS: 3+, S: 7, AP: -2, D: 1}
      over-charge: {A: 1, BS: 3+, S: 8, AP: -3, D: 2, abilities: [Hazardous, +1 to hit if it is your turn]}
  flamer: {range: 12, A: D6, BS: N/A, S: 4, AP: 0, D: 1, abilities: "Torrent, Ignores Cover"}
units:
  - name: Veterans
    points: 90
    faction: Old Guard
    keywords: Infantry, Grenades
    abilities:
      - led: incoming: -1 to hit
      - Stealth
    note: Nobody knows how old they are; nor do they.
    models:
      - {name: Chief, profile: old, W: 3, weapons: [2x plasma], keywords: [Psyker], character: yes}
      - {name: Veteran, count: 4, profile: old, weapons: [flamer, plasma], effects: [Lone Operative]}
"""


@pytest.mark.rule("IMP-61")
def test_a_list_in_any_spelling_lends_the_same() -> None:
    document = document_of(SMALL)
    again, _ = lent(document)
    assert told(army_of(again).units[0]) == told(army_of(document).units[0])
    assert list(again["weapons"]["plasma"]["modes"]) == ["standard", "over-charge"]
    assert [one["count"] for one in again["units"][0]["models"]] == [4, 1]
