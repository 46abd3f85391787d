"""Cards of 11th edition: what a list comes to, and which of its words are those of 10th edition."""

from __future__ import annotations

import pytest

from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.eleventh.lists import read
from shoot_cli.rules.eleventh.unit_text import card, explained, notes

LIST = """
ruleset: 40k-11e
name: Toys
weapons:
  sidearm: {range: 12, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Pistol]}
  mortar: {range: 48, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Indirect Fire]}
  flamer: {range: 12, A: D6, BS: N/A, S: 4, AP: 0, D: 1, abilities: [Torrent, Indirect Fire, Precision]}
  lance: {range: 24, A: 1, BS: 3+, S: 9, AP: -2, D: D6, abilities: ["Hunter: MONSTER/VEHICLE"]}
units:
  - name: Soldiers
    keywords: [Infantry, Grenades]
    models:
      - {name: Soldier, count: 4, T: 4, Sv: 3+, W: 2, weapons: [sidearm, flamer]}
      - {name: Gunner, T: 4, Sv: 3+, Inv: 5+, W: 2, weapons: [lance, mortar], abilities: ["Damaged: 1-1"]}
  - name: Spy
    keywords: [Infantry, Character]
    leader: Soldiers
    models: [{name: Spy, T: 4, Sv: 3+, W: 4, weapons: [sidearm], abilities: [Lone Operative 6]}]
  - name: Medic
    keywords: [Infantry, Character]
    support: Soldiers
    models: [{name: Medic, T: 4, Sv: 3+, W: 4}]
"""
NEW = (
    LIST.replace("Pistol", "Close-Quarters").replace(", Indirect Fire, Precision", "").replace("Grenades", "Explosives")
)
NEW = NEW.replace("Damaged: 1-1", "Damaged 1").replace("Operative 6", "Operative")


def army(text: str) -> Army:
    found: Army = read(read_text(text, "toys.yaml"), "toys.yaml")
    return found


@pytest.mark.rule("11E-CQ-1", "11E-WPN-TORRENT-1", "11E-DMGD-1", "11E-LONE-1")
def test_old_words_and_what_counts_otherwise_are_told() -> None:
    assert notes(army(LIST)) == (
        "Soldiers with Spy and Medic: the keyword Grenades is called Explosives now, and read so (10E-OOP-3)",
        "sidearm: Pistol is called Close-Quarters now, and read so (11E-CQ-1)",
        "flamer: a Torrent weapon has no Indirect Fire (11E-WPN-TORRENT-1); it does nothing here",
        "flamer: a Torrent weapon has no Precision (11E-WPN-TORRENT-1); it does nothing here",
        "Gunner: Damaged: 1-1 is called Damaged 1 now, and read so (11E-DMGD-1)",
        'Spy: Lone Operative 6 counts as 9", for it is 9" to 30" (11E-LONE-1)',
    )


def test_a_list_in_the_words_of_this_edition_is_told_nothing() -> None:
    assert notes(army(NEW)) == ()


@pytest.mark.rule("11E-SAV-3", "11E-ALL-1")
def test_a_card_shows_who_is_attached_and_as_what() -> None:
    (shown,) = card(army(NEW))
    models = shown.tables[0]
    assert "Inv" in models.heads
    assert [row[-1] for row in models.rows][2:] == ["sidearm, leader, Lone Operative", "support"]
    assert "Keywords: CHARACTER, EXPLOSIVES, INFANTRY" in shown.words


@pytest.mark.rule("11E-TGT-3", "11E-LONE-1")
def test_what_abilities_do_is_said() -> None:
    said = {one.text: one.does for one in explained(army(NEW))}
    assert said["Hunter: MONSTER/VEHICLE"] == "is fired only against MONSTER or VEHICLE"
    assert "unless every model of the unit has it" in said["Lone Operative"]
