"""Slips of a list of 10th edition: what could be read in two ways, or says nothing, is refused in words that help."""

from __future__ import annotations

import re

import pytest

from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.tenth import lists
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.unit_text import explained, notes
from tests.helpers.each import each


def army(abilities: str, weapon: str = "[]"):
    text = f"""
ruleset: 40k-10e
name: Mine
weapons:
  gun: {{range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1, abilities: {weapon}}}
units:
  - name: Squad
    keywords: [Infantry]
    abilities: {abilities}
    models:
      - {{name: Man, count: 5, T: 4, Sv: 3+, W: 2, weapons: [gun]}}
"""
    return lists.read(read_text(text, "list.yaml"), "list.yaml")


@pytest.mark.rule("10E-EFF-8")
@each(
    ("said", "told"),
    [
        ("incoming: hit rolls of 1-7 fail", "a 1 fails as it is and a 6 never does; write 1-2 to 1-5"),
        ("incoming: hit rolls of 1-6 fail", "write 1-2 to 1-5"),
        ("incoming: wound rolls of 1-1 fail", "write 1-2 to 1-5"),
        ("+1 to hit against damage 0", "no attack is of S or damage 0; write 1 or more"),
        ("+1 to hit against S 0 or less", "no attack is of S or damage 0; write 1 or more"),
        ('+1 to hit within 0"', 'within 0" says nothing here; write 1" or more'),
        ('+1 to hit beyond 0"', 'beyond 0" says nothing here; write 1" or more'),
        ("+1 to hit against INFANTRY or", "something is missing beside “or”; leave it out"),
        ("+1 to hit against INFANTRY or if lit", "something is missing beside “or”; leave it out"),
        ("+1 to hit not against or INFANTRY", "something is missing beside “or”; leave it out"),
        ("incoming: incoming: -1 to hit", "incoming: stands twice; leave out one"),
        ("+1 to hit as Foo as Bar", "one name; put a name with “as” in it in quotes"),
        ("may target only Tanks", "“Tanks” is no keyword; keywords are written in capitals"),
        ("may not target INFANTRY or Big Things", "“Big Things” is no keyword"),
        ("may not be targeted by Big-Things if lit", "no keyword; keywords are written in capitals"),
        ("re-roll one hit roll and wound roll", "write or for one die of either, and a line for each where it is both"),
        ("set one hit roll and wound roll to 6", "write or for one die of either"),
        ("+1 to hit against INFANTRY and MONSTER", "against INFANTRY or MONSTER, and against twice for both"),
        ("+1 to hit not against INFANTRY and MONSTER", "write or for one of them"),
        ("+1 to hit against damage 1 and AP 0", "write or for one of them"),
    ],
)
def test_what_says_nothing_or_two_things_is_refused(said: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        ABILITIES.of_unit(said)


@each(
    "said",
    [
        "incoming: hit rolls of 1-2 fail",
        "incoming: wound rolls of 1-5 fail",
        '+1 to hit within 1"',
        "+1 to hit against INFANTRY against MONSTER",
        "may target only marked",
        "may target only infantry or ORKS",
        "may not be targeted by JUMP-PACK if lit",
        "kept dice: hit and wound",
        'friendly INFANTRY and IMPERIUM within 6": +1 to hit',
    ],
)
def test_what_is_near_it_is_read(said: str) -> None:
    assert ABILITIES.of_unit(said) is not None


def test_a_name_with_as_in_it_stands_in_quotes() -> None:
    found = ABILITIES.of_unit("+1 to hit as “Good as New”")
    assert found
    assert found.called == "Good as New"


@pytest.mark.rule("10E-EFF-54")
@pytest.mark.parametrize("kind", ["against", "not against"])
def test_no_overwatch_against_a_keyword(kind: str) -> None:
    plain = ABILITIES.of_unit(f"no Overwatch against {kind} INFANTRY")
    assert plain
    assert [(one.kind, one.words) for one in plain.conditions] == [(kind, ("INFANTRY",))]
    if kind == "against":
        assert ABILITIES.of_unit("no Overwatch against INFANTRY") == plain.but(text="No Overwatch against INFANTRY")
    said = ABILITIES.of_unit("no Overwatch against if lit")
    assert said
    assert [one.kind for one in said.conditions] == ["if"]


@pytest.mark.rule("10E-EFF-1", "10E-EFF-2", "10E-EFF-7")
@pytest.mark.parametrize(
    ("said", "reach"),
    [
        ("led: Lethal Hits", "led:"),
        ("unit: +1 to hit", "unit:"),
        ("incoming: -1 to hit", "incoming:"),
        ('friendly ORKS within 6": +1 to hit', 'friendly ORKS within 6":'),
    ],
)
def test_a_weapon_refuses_whom_it_cannot_reach(said: str, reach: str) -> None:
    told = f"“{said}”: “{reach}” reaches beyond this weapon; write it under the abilities: of a model or unit"
    with pytest.raises(ValueError, match=re.escape(told)):
        ABILITIES.of_weapon(said)


@pytest.mark.parametrize("said", ["-1 toughness", "re-roll one save", "Stealth"])
def test_a_weapon_refuses_what_is_of_models_in_the_words_of_the_list(said: str) -> None:
    with pytest.raises(ValueError, match=f"^“{said}” belongs to models and units"):
        ABILITIES.of_weapon(said)


@pytest.mark.rule("10E-EFF-7")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("-1 damage", "D -1 of its own attacks"),
        ("half damage against MONSTER", "D halved of its own attacks against MONSTER"),
        ("no re-rolls", "no re-rolls of its own attacks"),
        ("unit: no re-rolls", "no re-rolls of their own attacks, for every model of its unit"),
    ],
)
def test_what_harms_its_own_attacks_is_told_and_asked_about(said: str, told: str) -> None:
    found = army(f'["{said}"]')
    assert [one.does for one in explained(found)] == [told]
    (note,) = notes(found)
    assert note.endswith("makes its own attacks worse; is incoming: meant?")
    assert f"“{said[0].upper()}{said[1:]}”" in note


@each(
    "said",
    [
        "incoming: -1 damage",
        '"enemies within 6\\": -1 to hit"',
        '"mark: -1 to hit"',
        '"marked: -1 to hit"',
        "+1 damage",
    ],
)
def test_what_harms_others_or_helps_is_not_asked_about(said: str) -> None:
    found = army(f"[{said}]")
    assert not notes(found)
    assert not any("own attacks" in one.does for one in explained(found))


def test_a_weapon_may_be_worse_without_a_word() -> None:
    found = army("[]", "[-1 to hit]")
    assert not notes(found)
    assert [one.does for one in explained(found)] == ["to hit -1"]


@pytest.mark.rule("10E-EFF-22")
def test_a_comma_ends_what_one_of_holds() -> None:
    (unit,) = army("[Stealth, one of: Lethal Hits; Sustained Hits 1, +1 to hit]").units
    abilities = {one.text for one in unit.models[0][0].abilities}
    assert abilities == {"Stealth", "One of: Lethal Hits; Sustained Hits 1", "+1 to hit"}


@pytest.mark.rule("10E-EFF-6")
@pytest.mark.parametrize("whom", ["VEHICLE", "one VEHICLE", "one friendly VEHICLE", "friendly VEHICLE"])
def test_one_friend_is_lent_to_however_it_is_said(whom: str) -> None:
    ability = ABILITIES.named(f'lend {whom} within 3": +1 to hit')
    assert ability is not None
    assert ability.reach.keywords == ("VEHICLE",)
