"""Rosters of 11th edition made into lists: its own words, the old ones, and who leads or supports whom."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies.loading import load_text
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import ImportedList, Options
from shoot_cli.importing.written_list import yaml_of
from tests.helpers.each import each
from tests.importing.written_rosters import (
    ELEVENTH,
    ELEVENTH_NAME,
    Node,
    ability,
    as_json,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
)

DAMAGED = (
    "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll."
)
LEADS = "This model can be attached to the following units:\n■ Line Squad"


def squad(*more: Node) -> Node:
    return unit(
        "Line Squad", statline("Trooper", InSv="-"),
        model("Trooper", gun("Rifle", 4, keywords="Rapid Fire 1, Heavy"), number=4),
        model("Sergeant", statline("Sergeant", w=3, InSv="5+"), gun("Pistol", keywords="Close-Quarters")),
        *more, points=90, categories=("Infantry", "Explosives", "Faction: Test Legion"),
    )  # fmt: skip


def hero(name: str, role: str) -> Node:
    return unit(
        name, statline(name, w=5, InSv="4+"), ability(role, LEADS), gun("Pistol", keywords="Pistol"), kind="model",
        points=60, categories=("Infantry", "Character", "Grenades"),
    )  # fmt: skip


def taken(*below: Node, attach: tuple[tuple[str, str], ...] = ()) -> ImportedList:
    found = take(as_json(roster(*below, system=ELEVENTH, game=ELEVENTH_NAME)), "roster.json", Options(attach=attach))
    assert load_text(yaml_of(found), "it").ruleset == "40k-11e"
    return found


@pytest.mark.rule("IMP-23")
def test_a_roster_of_this_edition_is_a_list_of_it_with_its_saves() -> None:
    document = taken(squad()).document
    assert document["ruleset"] == "40k-11e"
    assert "Inv" not in document["profiles"]["Trooper"]
    assert document["profiles"]["Sergeant"]["Inv"] == "5+"


@pytest.mark.rule("IMP-34", "11E-CQ-1", "11E-BLAST-1", "11E-DUP-1", "11E-TGT-3")
@each(
    ("column", "words"),
    [
        ("Close-Quarters, Assault", ["Close-Quarters", "Assault"]),
        ("close-quarters", ["Close-Quarters"]),
        ("Pistol", ["Pistol"]),
        ("Blast 2, Rapid Fire 2", ["Blast 2", "Rapid Fire 2"]),
        ("blast", ["Blast"]),
        ("Lethal Hits: VEHICLE", ["Lethal Hits: VEHICLE"]),
        ("Hunter: MONSTER/VEHICLE, melta 3", ["Hunter: MONSTER/VEHICLE", "Melta 3"]),
        ("anti-infantry 4+", ["Anti-INFANTRY 4+"]),
    ],
)
def test_words_of_weapons_come_through(column: str, words: list[str]) -> None:
    found = taken(squad(gun("Long gun", keywords=column)))
    assert found.document["weapons"]["Long gun"]["abilities"] == words
    assert found.report.yours_to_play == ()


@pytest.mark.rule("IMP-24", "11E-LONE-1", "11E-DMGD-1")
@each(
    ("said", "words"),
    [
        (rule('Lone Operative 18"'), ['Lone Operative 18"']),
        (rule("Lone Operative"), ["Lone Operative"]),
        (rule("Stealth"), ["Stealth"]),
        (rule("Firing Deck 6"), ["Firing Deck 6"]),
        (rule("Damaged 5"), ["Damaged 5"]),
        (ability("Damaged: 1-5 Wounds Remaining", DAMAGED), ["Damaged: 1-5"]),
    ],
)
def test_core_abilities_come_through(said: Node, words: list[str]) -> None:
    found = taken(squad(said))
    assert found.document["units"][0]["abilities"] == words
    assert found.report.yours_to_play == ()


@pytest.mark.rule("IMP-50", "11E-ALL-1")
def test_a_leader_and_a_support_are_both_attached_each_by_its_key() -> None:
    found = taken(
        hero("Captain", "Leader"), hero("Healer", "Support"), squad(),
        attach=(("Captain", "Line Squad"), ("Healer", "Line Squad")),
    )  # fmt: skip
    keys: list[dict[str, Any]] = [
        {key: one[key] for key in ("leader", "support") if key in one} for one in found.document["units"]
    ]
    assert keys == [{"leader": "Line Squad"}, {"support": "Line Squad"}, {}]
    assert found.report.attached == (("Captain", "Line Squad"), ("Healer", "Line Squad"))
    assert found.report.leads == ()
    (together,) = load_text(yaml_of(found), "it").units
    assert together.name == "Line Squad with Captain and Healer"


@pytest.mark.rule("IMP-50", "11E-ALL-1")
def test_whoever_may_support_is_asked_for_like_a_leader() -> None:
    found = taken(hero("Healer", "Support"), squad())
    assert [(one.leader, one.units) for one in found.report.leads] == [("Healer", ("Line Squad",))]
