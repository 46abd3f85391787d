"""Lists of 11th edition: InSv, Leader and Support, abilities limited to keywords, Hunter, and the words of before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shoot_cli.armies.tree import ArmyErrors
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.datasheets.profiles import Ability, Army, Unit
from shoot_cli.rules.eleventh.edition import ABILITIES, lone_reach, prey
from shoot_cli.rules.eleventh.lists import Lists, json_schema, read_scenario
from shoot_cli.rules.eleventh.unit_text import read_line
from tests.helpers.each import each

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["vectors"]
LIST = """
ruleset: 40k-11e
name: Toys
weapons:
  rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1, abilities: [Heavy, Sustained Hits 1: INFANTRY/BEASTS]}
  launcher:
    range: 24
    modes:
      frag: {A: D6, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Blast 2]}
      seeker: {A: 1, BS: 3+, S: 9, AP: -2, D: D6, abilities: ["Hunter: MONSTER/VEHICLE"]}
units:
  - name: Soldiers
    keywords: [Infantry]
    models:
      - {name: Soldier, count: 4, T: 4, Sv: 3+, InSv: 5+, W: 2, weapons: [rifle]}
      - {name: Gunner, T: 4, Sv: 3+, Inv: "-", W: 2, weapons: [launcher]}
  - name: Captain
    keywords: [Infantry, Character]
    models: [{name: Captain, T: 4, Sv: 3+, Inv: 4+, W: 5, weapons: [rifle]}]
  - name: Apothecary
    keywords: [Infantry]
    models: [{name: Apothecary, keywords: [Character], T: 4, Sv: 3+, W: 4}]
"""
CAPTAIN, APOTHECARY = "  - name: Captain\n", "  - name: Apothecary\n"


def read(text: str) -> Army:
    army: Army = Lists.read(read_text(text, "toys.yaml"), "toys.yaml")
    return army


def joined(captain: str = "leader", apothecary: str = "support") -> str:
    text = LIST.replace(CAPTAIN, f"{CAPTAIN}    {captain}: Soldiers\n")
    return text.replace(APOTHECARY, f"{APOTHECARY}    {apothecary}: Soldiers\n")


def complaint(text: str) -> str:
    with pytest.raises(ArmyErrors) as found:
        read(text)
    return " | ".join(problem.text for problem in found.value.problems)


def ability(text: str) -> Ability:
    found = ABILITIES.of_unit(text)
    assert found is not None
    return found


def unit(models: str, keywords: str = "Infantry") -> Unit:
    return read(f"ruleset: 40k-11e\nname: T\nunits: [{{name: U, keywords: [{keywords}], models: [{models}]}}]\n").units[
        0
    ]


@pytest.mark.rule("11E-SAV-3")
def test_insv_is_inv_and_a_dash_is_none() -> None:
    assert [model.invulnerable for model, _ in read(LIST).units[0].models] == [5, None]
    assert "InSv" in complaint(LIST.replace('Inv: "-"', "Inv: 4+, InSv: 5+"))


@pytest.mark.rule("11E-SAV-1")
def test_every_scenario_that_was_published_is_read() -> None:
    assert len(VECTORS) > 100
    for vector in VECTORS:
        assert read_scenario(read_text(json.dumps(vector["scenario"]), vector["id"]), vector["id"]).ruleset == "40k-11e"


@pytest.mark.rule("11E-SAV-1")
def test_a_character_by_its_own_keywords_or_those_of_its_unit() -> None:
    row = "{{name: {}, T: 4, Sv: 3+, W: 2{}}}"
    one, other = row.format("A", ", keywords: [Character]"), row.format("B", "")
    assert [model.character for model, _ in unit(f"{one}, {other}").models] == [True, False]
    assert [model.character for model, _ in unit(f"{one}, {other}", "Character").models] == [True, True]


# Leader and Support --------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-ALL-1")
def test_a_leader_and_a_support_are_attached_to_one_unit() -> None:
    (whole,) = read(joined()).units
    assert whole.name == "Soldiers with Captain and Apothecary"
    found = [(model.name, model.leader, model.support, model.from_unit) for model, _ in whole.models]
    assert found == [
        ("Soldier", False, False, "Soldiers"),
        ("Gunner", False, False, "Soldiers"),
        ("Captain", True, False, "Captain"),
        ("Apothecary", True, True, "Apothecary"),
    ]


@pytest.mark.rule("11E-ALL-1")
def test_there_is_one_of_each() -> None:
    assert "Soldiers has 1 leader already; at most 1" in complaint(joined("leader", "leader"))
    assert "Soldiers has 1 support already; at most 1" in complaint(joined("support", "support"))
    assert "leader: and support: are one too many" in complaint(
        LIST.replace(CAPTAIN, f"{CAPTAIN}    leader: Soldiers\n    support: Soldiers\n")
    )
    assert "no unit “Soldaten” in this list" in complaint(
        joined("support").replace("support: Sol", "support: Soldaten #")
    )


@pytest.mark.rule("11E-ALL-1")
def test_models_of_one_unit_that_are_attached() -> None:
    rows = "{{name: Guard, count: 2, T: 4, Sv: 4+, W: 1}}, {{name: A, T: 4, Sv: 4+, W: 3, {}: yes}}, {{name: B, T: 4, Sv: 4+, W: 3, {}: yes}}"
    found = unit(rows.format("leader", "support"))
    assert found.attached
    assert [(m.leader, m.support, m.character) for m, _ in found.models] == [
        (False, False, False), (True, False, True), (True, True, True)
    ]  # fmt: skip
    with pytest.raises(ArmyErrors, match="2 models with support: yes are too many; at most 1"):
        unit(rows.format("support", "support"))


@pytest.mark.rule("11E-SAV-1")
def test_leaders_may_be_all_that_is_left() -> None:
    row = "{{name: {}, T: 4, Sv: 4+, W: 3, keywords: [Character], leader: yes}}"
    assert len(unit(f"{row.format('A')}, {row.format('B')}").models) == 2
    with pytest.raises(ArmyErrors, match="3 models with leader: yes are too many"):
        unit(", ".join(map(row.format, "ABC")))


def test_a_side_of_a_scenario_names_its_leaders_on_its_models() -> None:
    text = "ruleset: 40k-11e\nattacker: {models: [{name: M}], support: X}\ntarget: T4 Sv3+\n"
    with pytest.raises(ArmyErrors, match="a support is one of the models here; write support: yes on that model"):
        read_scenario(read_text(text, "s.yaml"), "s.yaml")


# Abilities -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-DUP-1")
@each(
    ("written", "name", "keywords"),
    [
        ("Lethal Hits: VEHICLE", "Lethal Hits", ("VEHICLE",)),
        ("Sustained Hits D3: INFANTRY/BEASTS", "Sustained Hits", ("BEASTS", "INFANTRY")),
        ("lethal hits: Monster or Vehicle", "Lethal Hits", ("MONSTER", "VEHICLE")),
        ("led: Lethal Hits: VEHICLE", "Lethal Hits", ("VEHICLE",)),
        ("Anti-VEHICLE 4+: FLY", "Anti", ("FLY",)),
    ],
)
def test_an_ability_limited_to_keywords(written: str, name: str, keywords: tuple[str, ...]) -> None:
    found = ability(written)
    assert (found.name, found.conditions[0].kind, found.conditions[0].words) == (name, "against", keywords)
    assert found.text.casefold() == written.casefold()


@pytest.mark.rule("11E-DUP-1")
def test_several_that_are_limited_each_by_itself() -> None:
    found = ability("one of: Lethal Hits: VEHICLE; Sustained Hits 1: MONSTER")
    assert [(one.name, one.conditions[0].words) for one in found.gives] == [
        ("Lethal Hits", ("VEHICLE",)), ("Sustained Hits", ("MONSTER",))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Lethal Hits: soft things", "“soft things” is no keyword"),
        ("Close-Quarters: VEHICLE", "no condition is played for this ability"),
        ("Hunter", "whom it hunts is not said"),
        ("Hunter: VEHICLE if Waaagh!", "whom it hunts is not said, or more than that"),
    ],
)
def test_limits_that_cannot_be(written: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ABILITIES.of_weapon(written)


@pytest.mark.rule("11E-TGT-3")
def test_a_hunter_profile_knows_its_prey() -> None:
    gunner = read(LIST).units[0].models[1][0]
    frag, seeker = gunner.weapons
    assert (prey(frag, gunner), prey(seeker, gunner)) == ((), ("MONSTER", "VEHICLE"))


@pytest.mark.rule("11E-CQ-1", "11E-BLAST-1", "11E-LONE-1", "11E-DMGD-1", "11E-DECK-1")
@each(
    ("old", "new"),
    [
        ("Pistol", "Close-Quarters"),
        ("Blast", "Blast 1"),
        ("Lone Operative", 'Lone Operative 12"'),
        ("Damaged: 1-4", "Damaged 4"),
        ("Damaged: 1-4 wounds remaining", "Damaged 4"),
    ],
)
def test_words_of_before_mean_the_same(old: str, new: str) -> None:
    assert ability(old).but(text="") == ability(new).but(text="")


@pytest.mark.rule("11E-LONE-1")
@pytest.mark.parametrize(("written", "inches"), [("", 12), (' 18"', 18), (' 6"', 9), (' 48"', 30)])
def test_lone_operative_between_nine_and_thirty_inches(written: str, inches: int) -> None:
    assert lone_reach(ability(f"Lone Operative{written}")) == inches


@pytest.mark.rule("10E-OOP-3")
def test_grenades_are_explosives() -> None:
    row = "{name: A, T: 4, Sv: 4+, W: 3}"
    assert unit(row, "Grenades").is_a("EXPLOSIVES")
    assert not unit(row, "Smoke").is_a("EXPLOSIVES")
    assert ability("+1 to hit against GRENADES").conditions[0].words == ("EXPLOSIVES",)


def test_the_schema_offers_what_this_edition_has() -> None:
    found = json_schema()["$defs"]
    assert {"support", "leader"} <= set(found["ModelPage"]["properties"]) & set(found["UnitPage"]["properties"])
    offered = found["WeaponPage"]["properties"]["abilities"]["items"]["examples"]
    assert {"Blast 2", "Close-Quarters", "Hunter: MONSTER/VEHICLE"} <= {*offered}


@pytest.mark.rule("11E-SAV-1", "11E-MW-1")
def test_models_of_a_unit_stand_as_they_are_written() -> None:
    row = "{{name: {}, T: 4, Sv: 4+, W: 3{}}}"
    rows = [
        row.format("Nob", ", leader: yes"),
        row.format("Boy", ", count: 3"),
        row.format("Medic", ", character: yes"),
    ]
    found = unit(", ".join(rows))
    assert [model.name for model, _ in found.models] == ["Nob", "Boy", "Medic"]
    assert [model.from_unit for model, _ in found.models] == ["Nob", "U", "U"]
    line = '1x "Nob" T4 Sv4+ W3 [leader] + 3x "Boy" T4 Sv4+ W1'
    assert [model.name for model, _ in read_line(line, "target").models] == ["Nob", "Boy"]
