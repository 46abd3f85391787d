"""Overwatch and grenades (10E-OOP)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.asked.scene import current_facts
from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.scripted_table import closed_by
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    chances,
    gun,
    hits,
    models,
    no_attack,
    shooters,
    shots,
    squad,
    state,
    targets,
)

F = Fraction
WATCH = {"overwatch": "yes"}


@pytest.mark.rule("10E-OOP-1")
@pytest.mark.parametrize("skill", [2, 6])
def test_only_unmodified_6s_hit(skill: int) -> None:
    assert hits(shooters(gun("+1 to hit", BS=skill)), **WATCH) == F(1, 6)
    assert hits(shooters(gun(BS=skill)), targets(abilities=("Stealth",)), **WATCH) == F(1, 6)


@pytest.mark.rule("10E-OOP-1")
def test_only_6s_are_critical() -> None:
    assert hits(shooters(gun("critical hits on 5+", "Sustained Hits 1")), **WATCH) == F(2, 6)
    assert hits(shooters(gun("re-roll hit rolls")), **WATCH) == F(11, 36)


@pytest.mark.rule("10E-OOP-1")
def test_who_may_be_shot_at() -> None:
    long = shooters(gun(range=48))
    assert shots(long, distance=24, **WATCH) == 1
    assert "10E-OOP-1" in no_attack(long, targets(), distance=24.1, **WATCH)
    assert "10E-OOP-1" in no_attack(shooters(gun("Indirect Fire")), targets(), visible="no", **WATCH)
    assert "10E-OOP-1" in no_attack(shooters(keywords=("VEHICLE", "TITANIC")), targets(), **WATCH)


def watched(*script: Any, theirs: Any = None, mine: Any = None) -> Any:
    """In my turn they fire Overwatch."""
    return battle(
        mine or shooters(name="Runners"), theirs or army("Theirs", shooters(name="A"), shooters(name="B")), *script
    )


FIRES = [("unit", "overwatch"), ("overwatch", "A"), ("target", "Runners"), ("hit:gun", [5])]


@pytest.mark.rule("10E-OOP-1")
def test_once_a_turn() -> None:
    played = watched(*FIRES)
    assert played.need() == 6
    assert closed_by(played.left, "overwatch") == ["10E-OOP-1"]
    assert closed_by(played.left, "Runners") == []  # it is still their turn
    assert watched(*FIRES, ("unit", "end the phase"), ("unit", "overwatch")).question("overwatch").owner == "defender"


@pytest.mark.rule("10E-OOP-1")
def test_nobody_is_asked_whether_they_are_seen_at_whom_overwatch_is_fired() -> None:
    theirs = army("Theirs", shooters(gun("Indirect Fire"), name="A"), shooters(name="B"))
    asked = watched(*FIRES, theirs=theirs).question("facts:Runners")
    assert not {"visible"} & {part.key for part in asked.parts}
    mine = battle(
        theirs, army("Mine", shooters(name="Runners")), ("unit", "A"), ("target", "Runners"), ("hit:gun", [1])
    )
    assert "visible" in {part.key for part in mine.question("facts:Runners").parts}


@pytest.mark.rule("10E-OOP-1", "10E-OOP-2")
def test_who_may_fire_it() -> None:
    theirs = army(
        "Theirs", shooters(name="A"), shooters(name="Knight", keywords=("VEHICLE",)),
        shooters(name="Titan", keywords=("TITANIC",)), squad("Bare", models("Fighter", 1)),
    )  # fmt: skip
    played = watched(state("Knight", "locked in combat"), ("unit", "overwatch"), ("overwatch", "A"), theirs=theirs)
    asked = played.question("overwatch")
    assert closed_by(asked, "Knight") == ["10E-OOP-2"]
    assert closed_by(asked, "Titan") == ["10E-OOP-1"]
    assert closed_by(asked, "Bare") == ["10E-ELIG-6"]
    assert closed_by(asked, "A") == []


@pytest.mark.rule("10E-OOP-1", "10E-TGT-3")
def test_overwatch_is_fired_at_one_unit() -> None:
    """What is left, or was held back, gets no other target: at 30 inches the next one is closed for its reach."""
    theirs = army("Theirs", shooters(gun(name="rifle", range=48), gun(name="laser"), n=2, name="A"))
    mine = army("Mine", shooters(name="Runners"), shooters(name="Others"))
    watch = [("unit", "overwatch"), ("overwatch", "A")]
    one = ("facts:Runners", {"firing": "1 rifle"})
    played = battle(mine, theirs, *watch, ("target", "Runners"), one, ("hit:rifle", [1]))
    assert "split" not in played.parts("facts:Runners")
    assert played.keys.count("target") == 1
    own = battle(theirs, mine, ("unit", "A"), ("target", "Runners"), one, ("target", "no more targets"))
    assert own.keys.count("target") == 2
    far = battle(mine, theirs, *watch, ("target", "Runners"), ("distance", 30)).left
    assert closed_by(far, "Runners") == ["10E-OOP-1"]
    assert 'Overwatch reaches 24"' in next(one.closed[0].text for one in far.options if one.value == "Runners")


@pytest.mark.rule("10E-OOP-2")
@pytest.mark.parametrize("unit", [shooters(keywords=("MONSTER",)), shooters(gun("Pistol"))])
def test_no_big_guns_and_no_pistols_in_combat(unit: Unit) -> None:
    assert "10E-OOP-2" in no_attack(unit, targets(), engaged="yes", distance=1, **WATCH)


@pytest.mark.rule("10E-OOP-2", "10E-ELIG-8")
def test_no_firing_deck() -> None:
    boat = squad("Boat", models("Boat", 1, gun(), abilities=("Firing Deck 2",)), keywords=("TRANSPORT", "VEHICLE"))
    theirs = army("Theirs", boat, shooters(gun(name="rifle"), name="Crew"))
    played = watched(
        state("Crew", "embarked"), ("unit", "overwatch"), ("overwatch", "Boat"), ("target", "Runners"), ("hit:gun", [1]),
        theirs=theirs,
    )  # fmt: skip
    assert "deck" not in played.keys


@pytest.mark.rule("10E-OOP-2")
def test_no_smoke_against_overwatch() -> None:
    assert "reaction:Runners" not in watched(*FIRES, mine=shooters(name="Runners", keywords=("INFANTRY", "SMOKE"))).keys


# Grenades ------------------------------------------------------------------------------------------------------------

BOMBERS = shooters(name="Bombers", keywords=("INFANTRY", "GRENADES"))


def thrown(*dice: int, before: Any = (), mine: Any = BOMBERS, theirs: Any = None, inches: float = 8) -> Any:
    return battle(
        mine, theirs or targets(), *before, ("unit", "grenade"), ("target", "Targets"),
        *([("mortal:grenade", list(dice))] if dice else []), distance=inches,
    )  # fmt: skip


@pytest.mark.rule("10E-OOP-3", "10E-MW-2")
def test_a_grenade_is_6_dice() -> None:
    played = thrown(4, 5, 6, 3, 2, 1)
    assert (played.question("mortal:grenade").dice, played.need("mortal:grenade")) == (6, 4)
    assert played.standing("Targets") == {"Target": [1, 2, 2, 2]}
    assert "reaction:Targets" not in played.keys


@pytest.mark.rule("10E-OOP-3", "10E-TGT-1")
def test_the_declaration_says_what_is_thrown() -> None:
    question = thrown(*[1] * 6).question("facts:Targets")
    now = current_facts(question, {})
    assert (now.fires, now.so, now.facts) == ("6 dice", "6 dice", ("grenades: each 4+ is a mortal wound",))
    assert question.text == "6 dice at Targets, grenades: each 4+ is a mortal wound"


@pytest.mark.rule("10E-OOP-3")
def test_the_odds_of_a_grenade() -> None:
    weapon = gun("Mortal Wounds 1 on 4+", A=6, range=8).but(skill=None, strength=0)
    assert chances(shooters(weapon), targets(6, W=1))[3] == F(20, 64)


@pytest.mark.rule("10E-OOP-3")
def test_it_is_no_shooting() -> None:
    """Who threw may shoot afterwards; who shot may not throw; and one a phase is thrown."""
    played = thrown(*[1] * 6)
    assert closed_by(played.left, "Bombers") == []
    assert closed_by(played.left, "grenade") == ["10E-OOP-3"]
    mine = army("Mine", BOMBERS, shooters(name="B"))
    shot = battle(mine, targets(), ("unit", "Bombers"), ("target", "Targets"), ("hit:gun", [1]))
    assert closed_by(shot.left, "grenade") == ["10E-OOP-3"]
    assert played.unit_at("Bombers").marks == ()


@pytest.mark.rule("10E-OOP-3")
@pytest.mark.parametrize("mark", ["advanced", "fell back", "locked in combat", "off the table"])
def test_who_may_not_throw(mark: str) -> None:
    played = battle(army("Mine", BOMBERS, shooters(name="B")), targets(), state("Bombers", mark), ("unit", "B"))
    assert closed_by(played.question("unit", 1), "grenade") == ["10E-OOP-3"]
    assert closed_by(battle(shooters(name="B"), targets(), ("unit", "B")).question("unit"), "grenade") == ["10E-OOP-3"]


@pytest.mark.rule("10E-OOP-3")
def test_at_whom_it_may_be_thrown() -> None:
    assert thrown(inches=8.1).said("grenade cannot fire", "10E-TGT-2")
    others = army("Theirs", targets(), targets(name="Free"))
    locked = battle(BOMBERS, others, state("Targets", "locked in combat"), ("unit", "grenade"))
    assert closed_by(locked.left, "Targets") == ["10E-TGT-7"]
    big = army("Theirs", targets(1, keywords=("MONSTER",)), targets(name="Free"))
    monster = battle(
        BOMBERS, big, state("Targets", "locked in combat"), ("unit", "grenade"), ("target", "Targets"), distance=6
    )
    assert monster.said("grenade cannot fire", "10E-OOP-3")


@pytest.mark.rule("10E-OOP-3")
def test_one_model_throws_whoever_else_is_there() -> None:
    unit = squad("Bombers", models("Guard", 4, gun()), models("Bomber", 3, gun(), keywords=("GRENADES",)))
    assert thrown(*[1] * 6, mine=unit).question("mortal:grenade").dice == 6
    assert attack(unit, targets(), ("hit:gun", [1] * 7)).question("hit:gun").dice == 7
