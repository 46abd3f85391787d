"""Who shoots in which way, at whom, with what: steps 1 to 6 and 19 of the walk-through."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.asked.rows import matching_rows, row_of
from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.scripted_table import closed
from tests.rules.eleventh.helpers.tabletop import (
    army,
    attack,
    battle,
    gun,
    hits,
    kind,
    led,
    refusal,
    shooters,
    squad,
    state,
    tank,
    targets,
    worked,
)

RIFLE, RUNNER = gun("rifle"), gun("runner", "Assault")
PISTOL, MORTAR = gun("pistol", "Close-Quarters"), gun("mortar", "Indirect Fire")


def one(*weapons: Any, **stats: Any) -> Unit:
    return shooters(1, *weapons, **stats)


# Shooting types ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-SEQ-1")
def test_the_type_is_asked_only_where_several_are_open_and_closed_ones_say_why() -> None:
    mine = army("Mine", one(RIFLE, name="A"), one(RIFLE, MORTAR, name="B"))
    played = battle(mine, army("Theirs", targets(3)), ("unit", "A"), ("target", "hold fire"), ("unit", "B"))
    asked = [question for question in played.questions if question.key == "shooting"]
    assert [question.text for question in asked] == ["How does B shoot?"]
    assert asked[0].default == "normal"
    assert [rule for _, rule in closed(asked[0], "assault")] == ["11E-SEQ-2"]
    assert [rule for _, rule in closed(asked[0], "close-quarters")] == ["11E-CQ-1"]
    assert not closed(asked[0], "indirect")


@pytest.mark.rule("11E-SEQ-2")
def test_assault_shooting_is_for_units_that_advanced() -> None:
    mine = army("Mine", one(RUNNER, MORTAR, name="A"))
    played = battle(mine, army("Theirs", targets()), ("unit", "A"))
    assert closed(played.question("shooting"), "assault") == [("it did not Advance", "11E-SEQ-2")]
    played = battle(mine, army("Theirs", targets()), *state("A", "advanced"), ("unit", "A"))
    assert "shooting" not in played.every_key


@pytest.mark.rule("11E-SEQ-1")
def test_a_unit_without_a_target_has_been_selected() -> None:
    mine, theirs = army("Mine", one(RIFLE, name="A"), one(RIFLE, name="B")), army("Theirs", targets())
    played = battle(mine, theirs, *state("Targets", "off the table"), ("unit", "A"))
    assert [rule for _, rule in closed(played.left, "A")] == ["10E-ELIG-9"]


@pytest.mark.rule("11E-SEQ-2")
def test_who_advanced_shoots_assault_weapons_alone_and_who_fell_back_nothing() -> None:
    both = one(RIFLE, RUNNER)
    assert hits(both, targets(), advanced="yes") == Fraction(2, 3)
    assert hits(both, targets(), shooting="assault") == Fraction(2, 3)
    assert hits(both, targets()) == Fraction(4, 3)
    assert "11E-SEQ-2" in refusal(one(RIFLE), targets(), advanced="yes")
    assert "11E-SEQ-2" in refusal(both, targets(), fell_back="yes")
    assert "11E-SEQ-2" in refusal(both, targets(), advanced="yes", shooting="indirect")


@pytest.mark.rule("11E-SEQ-1", "11E-CQ-1", "11E-SEQ-2", "11E-SNAP-1")
@pytest.mark.parametrize(
    "said",
    [
        {"shooting": "normal", "engaged": "yes"},
        {"shooting": "assault", "engaged": "yes"},
        {"shooting": "indirect", "engaged": "yes"},
        {"shooting": "normal", "advanced": "yes"},
        {"shooting": "normal", "overwatch": "yes"},
        {"shooting": "snap", "overwatch": "no"},
        {"shooting": "snap", "engaged": "yes"},
        {"shooting": "close-quarters", "engaged": "no"},
        {"shooting": "close-quarters", "together": "no"},
        {"shooting": "assault", "advanced": "no"},
        {"shooting": "normal", "together": "yes"},
        {"advanced": "yes", "stationary": "within_3"},
        {"together": "yes", "target_engaged": "no"},
    ],
    ids=str,
)
def test_facts_that_contradict_the_type_are_errors(said: dict[str, Any]) -> None:
    said = {"target_engaged": "yes", **said} if "together" in said else said
    assert "11E-" in refusal(one(RIFLE, RUNNER, PISTOL, MORTAR, gun("big", "Heavy")), targets(), **said)


@pytest.mark.rule("11E-ENG-1")
def test_engagement_range_is_2_inches() -> None:
    mine = army("Mine", one(PISTOL, name="A"))
    played = battle(mine, army("Theirs", targets()), ("unit", "a unit's state"), ("state of", "A"))
    assert played.left is not None
    label = next(option.label for option in played.question("state").options if option.value == "locked in combat")
    assert '2"' in label


# Close quarters ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-CQ-1")
def test_infantry_in_close_quarters_shoots_whom_it_is_engaged_with() -> None:
    mine = army("Mine", one(RIFLE, PISTOL, name="A"))
    theirs = army("Theirs", targets(3, "Near"), targets(3, "Also near"), targets(3, "Far"))
    engaged = (*state("A", "locked in combat"), ("locked with", "Near"))
    also = (*state("Also near", "locked in combat"), ("locked with", "back"))
    played = battle(mine, theirs, *engaged, *also, ("unit", "A"), distance=1)
    assert played.left is not None
    assert [rule for _, rule in closed(played.left, "Far")] == ["11E-CQ-1"]
    played = battle(mine, theirs, *engaged, *also, ("unit", "A"), ("target", "Near"), distance=1)
    assert played.question("firing").groups == (("rifle", 1), ("pistol", 1))
    assert played.question("firing").default == (0, 1)
    assert [rule for _, rule in closed(played.left, "Near")] == ["11E-TGT-1"] if played.left.key == "target" else True


@pytest.mark.rule("11E-CQ-1", "11E-TGT-1")
def test_a_vehicle_in_close_quarters_may_shoot_at_others_too() -> None:
    mine = army("Mine", tank(RIFLE, name="A"))
    theirs = army("Theirs", targets(3, "Near"), targets(3, "Far"))
    engaged = (*state("A", "locked in combat"), ("locked with", "Near"))
    played = battle(mine, theirs, *engaged, ("unit", "A"))
    assert played.left is not None
    assert not closed(played.left, "Near")
    assert not closed(played.left, "Far")
    assert hits(tank(RIFLE), targets(), engaged="yes") == Fraction(1, 2)
    assert hits(tank(PISTOL), targets(), engaged="yes") == Fraction(2, 3)
    assert hits(tank(PISTOL), targets(), engaged="yes", together="no") == Fraction(1, 2)


@pytest.mark.rule("11E-CQ-2")
def test_a_model_uses_its_close_quarters_weapons_or_its_others() -> None:
    assert hits(one(RIFLE, PISTOL), targets()) == Fraction(2, 3)
    assert hits(one(gun("runner", "Assault"), gun("pistol", "Close-Quarters", "Assault")), targets(),
                shooting="assault") == Fraction(2, 3)  # fmt: skip
    assert hits(tank(RIFLE, PISTOL), targets()) == Fraction(4, 3)


# Targets -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-TGT-1")
def test_engaged_targets_are_barred_unless_they_are_big() -> None:
    assert "11E-TGT-1" in refusal(one(RIFLE), targets(), target_engaged="yes")
    assert hits(one(RIFLE), tank(), target_engaged="yes") == Fraction(1, 2)
    assert "11E-TGT-1" in refusal(one(gun("blast", "Blast")), tank(), target_engaged="yes")


@pytest.mark.rule("11E-TGT-3")
def test_hunter_profiles_have_their_prey() -> None:
    hunter = gun("hunter", "Hunter: MONSTER/VEHICLE")
    assert "11E-TGT-3" in refusal(one(hunter), targets())
    assert hits(one(hunter), tank()) == Fraction(2, 3)
    rocket = one(gun("rocket (a)", "Hunter: VEHICLE", of="rocket"), gun("rocket (b)", of="rocket", BS=4))
    assert hits(rocket, targets()) == Fraction(1, 2)


@pytest.mark.rule("11E-TGT-2")
def test_who_is_seen_and_who_is_in_range_may_be_two_models() -> None:
    mine, theirs = army("Mine", one(RIFLE, name="A")), army("Theirs", targets())
    played = battle(mine, theirs, ("unit", "A"), ("target", "Targets"))
    assert "sight" not in played.question("distance").text
    played = battle(mine, theirs, ("unit", "A"), ("target", "Targets"), settings={"sight_and_range": "one_model"})
    assert "in sight" in played.question("distance").text


@pytest.mark.rule("11E-LONE-1")
def test_a_lone_operative_is_seen_from_so_far_and_no_farther() -> None:
    def lone(words: str) -> Unit:
        return targets(has=(words,))

    assert "11E-LONE-1" in refusal(one(RIFLE), lone("Lone Operative"), distance=12.5)
    assert hits(one(RIFLE), lone("Lone Operative"), distance=12) == Fraction(2, 3)
    assert hits(one(RIFLE), lone('Lone Operative 18"'), distance=18) == Fraction(2, 3)
    assert "11E-LONE-1" in refusal(one(RIFLE), lone('Lone Operative 18"'), distance=18.5)
    assert hits(one(RIFLE), lone('Lone Operative 6"'), distance=9) == Fraction(2, 3)
    assert "11E-LONE-1" in refusal(one(MORTAR), lone("Lone Operative"), distance=13, shooting="indirect")


@pytest.mark.rule("11E-LONE-1")
def test_in_an_attached_unit_every_model_must_be_a_lone_operative() -> None:
    hero = squad("Hero", kind("Hero", 1, has=("Lone Operative",), character=True, leader=True))
    assert hits(one(RIFLE), led(targets(3), hero), distance=20) == Fraction(2, 3)
    guards = targets(3, has=('Lone Operative 15"',))
    assert "11E-LONE-1" in refusal(one(RIFLE), led(guards, hero), distance=16)
    assert hits(one(RIFLE), led(guards, hero), distance=15) == Fraction(2, 3)


@pytest.mark.rule("11E-HID-1")
def test_hidden_units_are_seen_within_15_inches() -> None:
    assert "11E-HID-1" in refusal(one(RIFLE), targets(), hidden="yes", distance=16)
    assert hits(one(RIFLE), targets(), hidden="yes", distance=15) == Fraction(2, 3)
    assert hits(one(MORTAR), targets(), hidden="yes", distance=16, shooting="indirect") == Fraction(1, 6)
    assert "hidden" not in attack(one(RIFLE), tank(), ("hit:rifle", [1])).every_key


@pytest.mark.rule("11E-HID-1")
@pytest.mark.parametrize(("setting", "asked"), [("two_turns", False), ("one_turn", True)])
def test_who_shot_in_the_turn_before_is_not_hidden(setting: str, asked: bool) -> None:
    mine, theirs = army("Mine", one(RIFLE, name="A")), army("Theirs", one(RIFLE, name="B"))
    script = [("unit", "A"), ("target", "B"), ("hit:rifle", [1]), ("unit", "B"), ("target", "A")]
    played = battle(mine, theirs, *script, distance=20, settings={"hidden_after": setting})
    before, after = [question for question in played.questions if question.key.startswith("facts")]
    assert "hidden" in [part.key for part in before.parts]
    assert ("hidden" in [part.key for part in after.parts]) is asked


@pytest.mark.rule("11E-VIS-1", "11E-TGT-1")
def test_what_nobody_sees_is_shot_at_indirectly() -> None:
    assert "11E-TGT-1" in refusal(one(RIFLE), targets(), visible="no")
    assert "11E-IND-1" in refusal(one(MORTAR), targets(), visible="no", shooting="normal")
    assert hits(one(MORTAR), targets(), visible="no") == Fraction(1, 6)
    assert hits(one(MORTAR), targets(), visible="no", spotted="yes", stationary="yes") == Fraction(1, 2)
    torrent = gun("burner", "Torrent", "Indirect Fire", BS=None)
    assert "11E-WPN-TORRENT-1" in refusal(one(torrent), targets(), visible="no", shooting="indirect")


# What is asked and what it comes to ----------------------------------------------------------------------------------


@pytest.mark.rule("11E-COV-4")
def test_cover_is_said_of_each_kind_of_firing_model() -> None:
    unit = squad("Shooters", kind("Low", 1, RIFLE), kind("High", 1, RIFLE))
    assert hits(unit, targets()) == Fraction(4, 3)
    assert hits(unit, targets(), cover="yes") == Fraction(1)
    assert hits(unit, targets(), cover="yes", cover__High="no") == Fraction(7, 6)
    assert hits(unit, targets(), cover__Low="yes") == Fraction(7, 6)


@pytest.mark.rule("11E-PLUNGE-1", "11E-COV-2", "11E-HEAVY-1")
def test_plunging_cover_and_heavy() -> None:
    assert hits(one(RIFLE), targets(), plunging="yes") == Fraction(5, 6)
    assert hits(one(RIFLE), targets(), plunging="yes", cover="yes") == Fraction(2, 3)
    heavy = one(gun("heavy", "Heavy"))
    assert hits(heavy, targets(), stationary="within_3") == hits(heavy, targets(), stationary="yes") == Fraction(5, 6)
    assert hits(heavy, targets()) == Fraction(2, 3)
    assert "plunging" not in attack(one(RIFLE), tank(keywords=("VEHICLE", "AIRCRAFT")), ("hit:rifle", [1])).every_key
    played = battle(army("Mine", heavy), army("Theirs", targets()), *state("Shooters", "set up this turn"),
                    ("unit", "Shooters"), ("target", "Targets"))  # fmt: skip
    assert "stationary" not in {part.key for part in played.question("facts:Targets").parts}


@pytest.mark.rule("11E-IND-1")
def test_other_weapons_fire_as_usual_in_indirect_shooting() -> None:
    mine = army("Mine", one(RIFLE, MORTAR, name="A"))
    played = battle(mine, army("Theirs", targets()), ("unit", "A"), ("shooting", "indirect"), ("target", "Targets"))
    assert {"visible", "spotted", "cover"} <= {*played.every_key}
    assert hits(one(RIFLE, MORTAR), targets(), shooting="indirect") == Fraction(5, 6)
    played = battle(mine, army("Theirs", targets()), ("unit", "A"), ("shooting", "normal"), ("target", "Targets"))
    assert not {"visible", "spotted"} & {*played.every_key}


# Out of turn, stratagems ---------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-SNAP-1")
def test_overwatch_is_snap_shooting_before_anybody_shoots() -> None:
    mine = army("Mine", one(RIFLE, name="A"), one(RIFLE, name="B"))
    theirs = army(
        "Theirs", one(gun("heavy", "Heavy"), name="C"), tank(RIFLE, name="D", keywords=("TITANIC", "VEHICLE"))
    )
    played = battle(mine, theirs, ("unit", "overwatch"), ("overwatch", "C"), ("target", "A"))
    assert closed(played.question("overwatch"), "D")[0][1] == "11E-SNAP-1"
    assert played.left is not None
    assert [reason.rule for reason in played.left.need.because] == ["11E-SNAP-1"]
    assert played.left.need.target == 6
    played = battle(mine, theirs, ("unit", "A"), ("target", "C"), ("hit:rifle", [1]))
    assert [rule for _, rule in closed(played.left, "overwatch")] == ["11E-SNAP-1"]
    assert "11E-SNAP-1" in refusal(one(gun("long", range=48)), targets(), overwatch="yes", distance=25)
    two = battle(army("Mine", one(RIFLE, name="A"), one(RIFLE, name="B")), army("Theirs", one(gun("heavy"), RIFLE, name="C")),
                 ("unit", "overwatch"), ("overwatch", "C"), ("target", "A"), ("facts:A", {"firing": "1 rifle"}))  # fmt: skip
    assert two.left.key.startswith("hit:")  # no other target for what is left
    assert "plunging" not in {part.key for part in two.question("facts:A").parts}  # only a 6 hits
    assert "plunging" in {part.key for part in played.question("facts:C").parts}
    assert (
        worked(one(RIFLE), targets(), overwatch="yes")["slain"]
        == worked(one(RIFLE), targets(), shooting="snap")["slain"]
    )


@pytest.mark.rule("11E-COV-5")
def test_smokescreen_is_of_the_start_of_the_phase() -> None:
    mine = army("Mine", one(RIFLE, name="A"))
    theirs = army("Theirs", targets(3, "Smokers", keywords=("INFANTRY", "SMOKE")), targets(3, "Behind"))
    smoke = [("smokescreen", "Smokers"), ("unit", "A")]
    played = battle(mine, theirs, *smoke, ("target", "Smokers"))
    assert played.left is not None
    assert played.left.need.target == 4
    assert "11E-COV-5" in [reason.rule for reason in played.left.need.because]
    assert "cover" not in played.every_key
    played = battle(mine, theirs, *smoke, ("target", "Behind"))
    assert "Smokers" in played.question("cover").text
    assert "reaction:Behind" not in played.every_key
    assert "smokescreen" not in battle(mine, army("Theirs", targets()), ("unit", "A")).every_key


@pytest.mark.rule("11E-DECK-1")
def test_all_passengers_are_barred_once_the_deck_has_fired() -> None:
    boat = squad("Boat", kind("Boat", 1, gun("cannon"), has=("Firing Deck 1",), keywords=("VEHICLE", "TRANSPORT")))
    mine = army("Mine", boat, *[one(RIFLE, name=name) for name in ("A", "B", "C")])
    aboard = [step for name in ("A", "B") for step in state(name, "embarked")]
    out = [*state("B", "embarked")]
    fired = [("unit", "Boat"), ("target", "hold fire")]
    played = battle(mine, army("Theirs", targets()), *aboard, *fired, *out)
    assert [rule for _, rule in closed(played.left, "B")] == ["10E-ELIG-9"]


@pytest.mark.rule("10E-OOP-3")
def test_explosives() -> None:
    thrower = shooters(3, RIFLE, keywords=("INFANTRY", "EXPLOSIVES"))
    law = worked(thrower, targets(6), weapon="explosives", distance=8)["slain"]
    assert [Fraction(p) for p in law][6] == Fraction(1, 64)
    launcher = shooters(3, gun("grenade launcher"), keywords=("INFANTRY", "GRENADES"))
    assert all(
        worked(launcher, targets(6), weapon=said, distance=8)["slain"] == law for said in ("grenade", "Grenades")
    )
    runner = shooters(3, RUNNER, keywords=("INFANTRY", "EXPLOSIVES"))
    assert "10E-OOP-3" in refusal(runner, targets(6), weapon="explosives", distance=8, advanced="yes")
    assert "11E-TGT-2" in refusal(thrower, targets(6), weapon="explosives", distance=9)
    thrown = battle(
        army("Mine", thrower), army("Theirs", targets()), ("unit", "explosives"), ("target", "Targets"), distance=8
    )
    assert thrown.question("facts:Targets").text == "6 dice at Targets, explosives: each 4+ is a mortal wound"
    rows = [row_of(option) for option in thrown.question("unit").options]
    assert [rows[index].label for index in matching_rows("Grenade", rows)] == ["throw explosives (1CP)"]


# Half range of weapons with several modes ----------------------------------------------------------------------------


@pytest.mark.rule("11E-WPN-MELTA-1", "11E-TGT-4")
def test_half_range_counts_weapons_in_whichever_mode_they_fire() -> None:
    """Two melta rifles and a multi-melta, each with two modes: they are three, and the fired mode is as near."""
    pair = "vanguard::Eradicator Squad", "deffskulls::Deff Dread"

    def damage(near: str, **said: str) -> float:
        return float(api.odds(*pair, distance=9, half_range=near, **said).expected["damage"])

    for mode in ({}, {"mode": "hunter"}):
        one_rifle, rifles, heavy = (damage(near, **mode) for near in ("1", "2", "1 multi-melta"))
        assert damage("none") < one_rifle < rifles < damage("3", **mode) == damage("all", **mode)
        assert one_rifle == damage("1 melta rifle", **mode) == damage("1 Eradicator", **mode) != heavy
    with pytest.raises(api.ShootError, match="there are 3 "):
        damage("4")


MIXED = """\
ruleset: 40k-11e
name: Mixed
weapons:
  lance:
    modes:
      wide: {range: 12, A: 1, BS: 3+, S: 9, AP: -4, D: 1, abilities: [Melta 2]}
      narrow: {range: 24, A: 1, BS: 3+, S: 9, AP: -4, D: 1, abilities: [Melta 2]}
units:
  - name: Lancers
    keywords: [Infantry]
    models: [{name: Lancer, count: 2, M: 6, T: 4, Sv: 3+, W: 2, Ld: 6+, OC: 1, weapons: [lance]}]
"""


@pytest.mark.rule("11E-WPN-MELTA-1")
def test_modes_of_different_ranges_have_each_its_half_range(tmp_path: Path) -> None:
    (tmp_path / "mixed.yaml").write_text(MIXED)

    def damage(**said: str) -> float:
        units = f"{tmp_path / 'mixed.yaml'}::Lancers", "deffskulls::Deff Dread"
        return float(api.odds(*units, distance=9, **said).expected["damage"])

    assert damage(mode="wide") < damage(mode="narrow")
    with pytest.raises(api.ShootError, match="half is 6"):
        damage(half_range="1 lance (wide)")
