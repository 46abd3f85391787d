"""Who may be selected to shoot (10E-ELIG)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.scripted_table import closed_by, refused
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    gun,
    mean,
    models,
    no_attack,
    shooters,
    squad,
    state,
    targets,
)

PISTOL = gun("Pistol", name="pistol", range=12)
RIFLE, RUNNER = gun(name="rifle"), gun("Assault", name="runner")


def squads(*units: Unit) -> Any:
    return army("Mine", *units)


def shoots(unit: str, weapon: str = "gun", target: str = "Targets") -> list[tuple[str, Any]]:
    """It shoots and misses."""
    return [("unit", unit), ("target", target), (f"hit:{weapon}", [1])]


@pytest.mark.rule("10E-ELIG-1")
@pytest.mark.parametrize("mark", ["advanced", "fell back"])
def test_who_advanced_or_fell_back_may_not_shoot(mark: str) -> None:
    played = battle(squads(shooters(name="A"), shooters(name="B")), targets(), state("A", mark), shoots("B"))
    assert closed_by(played.question("unit", 1), "A") == ["10E-ELIG-1"]
    assert closed_by(played.question("unit"), "A") == []
    assert "10E-ELIG-1" in no_attack(shooters(), targets(), **{mark.replace(" ", "_"): "yes"})


@pytest.mark.rule("10E-ELIG-1")
def test_datasheets_may_lift_the_bar() -> None:
    back = shooters(abilities=("Shoots after Falling Back",))
    assert mean(back, targets(), fell_back="yes") > 0
    assert "10E-ELIG-1" in no_attack(back, targets(), advanced="yes")
    assert mean(shooters(abilities=("Shoots after Advancing",)), targets(), advanced="yes") > 0


@pytest.mark.rule("10E-ELIG-1")
def test_holding_fire_is_allowed_and_the_bar_ends_with_the_turn() -> None:
    mine, theirs = squads(shooters(name="A"), shooters(name="B")), shooters(name="Foes")
    stop = ("unit", "end the phase")
    played = battle(mine, theirs, state("A", "advanced"), ("unit", "B"), ("target", "hold fire"), stop, stop)
    assert played.said("B: no shots")
    assert played.unit_at("A").marks == ()


@pytest.mark.rule("10E-ELIG-2", "10E-WPN-ASSAULT-1")
def test_who_advanced_fires_assault_weapons_alone() -> None:
    unit = squad("Runners", models("Runner", 2, RUNNER), models("Walker", 3, RIFLE))
    played = attack(unit, targets(), ("hit:runner", [1, 1]), advanced="yes")
    assert played.dice == ["hit:runner"]
    assert closed_by(played.question("weapon"), "rifle") == ["10E-ELIG-2"]
    assert attack(unit, targets(), ("hit:runner", [1, 1]), ("hit:rifle", [1] * 3)).dice == ["hit:runner", "hit:rifle"]
    assert "10E-ELIG-3" in no_attack(unit, targets(), advanced="yes", engaged="yes")  # locked all the same


@pytest.mark.rule("10E-WPN-ASSAULT-1")
def test_assault_changes_no_dice() -> None:
    assert mean(shooters(RUNNER), targets()) == mean(shooters(RIFLE), targets())


@pytest.mark.rule("10E-ELIG-3")
def test_locked_infantry_may_not_shoot_not_even_at_a_tank() -> None:
    tank = targets(1, keywords=("VEHICLE",))
    assert "10E-ELIG-3" in no_attack(shooters(), tank, engaged="yes", target_engaged="yes")
    played = battle(
        squads(shooters(name="A"), shooters(name="B")), targets(), state("A", "locked in combat"), shoots("B")
    )
    assert closed_by(played.question("unit", 1), "A") == ["10E-ELIG-3"]


@pytest.mark.rule("10E-ELIG-4", "10E-WPN-PISTOL-1")
def test_locked_with_pistols() -> None:
    unit = squad("Fighters", models("Fighter", 2, RIFLE, PISTOL))
    said = {"distance": 1, "engaged": "yes", "target_engaged": "yes"}
    played = attack(unit, targets(), ("hit:pistol", [1, 1]), **said)
    assert closed_by(played.question("weapon"), "rifle") == ["10E-ELIG-4"]
    assert played.need("hit:pistol") == 3  # no penalty
    assert "10E-ELIG-4" in no_attack(unit, targets(), engaged="yes", together="no")


def fighters_in_combat(**settings: str) -> Any:
    """Two locked enemies and a free one; the first is shot at with one of two pistols."""
    unit = squad("Fighters", models("Fighter", 2, PISTOL))
    theirs = army("Theirs", *(targets(name=name, keywords=("INFANTRY",)) for name in ("Near", "Also near", "Far")))
    return battle(
        squads(unit), theirs, *(state(name, "locked in combat") for name in ("Fighters", "Near", "Also near")),
        ("unit", "Fighters"), ("target", "Near"), ("facts:Near", {"firing": "1 pistol"}), distance=1, settings=settings,
    )  # fmt: skip


@pytest.mark.rule("10E-ELIG-4")
def test_all_pistols_of_a_locked_unit_go_to_one_enemy() -> None:
    played = fighters_in_combat()
    assert played.left.key == "hit:pistol"  # nobody else may be chosen, so nobody is asked
    assert played.keys.count("target") == 1


@pytest.mark.rule("10E-ELIG-4")
def test_setting_pistol_targets() -> None:
    asked = fighters_in_combat(pistol_targets="per_weapon").left
    assert closed_by(asked, "Also near") == []
    assert closed_by(asked, "Far") == ["10E-ELIG-4"]


@pytest.mark.rule("10E-ELIG-5", "10E-WPN-PISTOL-1")
@pytest.mark.parametrize("keyword", ["MONSTER", "VEHICLE"])
def test_big_guns_never_tire(keyword: str) -> None:
    tank = squad("Tank", models("Tank", 1, RIFLE, PISTOL, W=10), keywords=(keyword,))
    for locked in ("yes", "no"):  # with the target, or with somebody else
        played = attack(
            tank, targets(), ("hit:rifle", [1]), ("hit:pistol", [1]), distance=1, engaged="yes", target_engaged=locked
        )
        assert (played.need("hit:rifle"), played.need("hit:pistol")) == (4, 3)
        assert "10E-ELIG-5" in played.why("hit:rifle")
        assert "10E-ELIG-5" not in played.why("hit:pistol")


@pytest.mark.rule("10E-ELIG-5")
def test_the_penalty_is_a_modifier_of_the_roll() -> None:
    """Capped with the others, and never a change of Ballistic Skill: a 6 hits whatever comes together."""
    tank = shooters(gun("-1 to hit", BS=5), keywords=("VEHICLE",))
    assert attack(tank, targets(), ("hit:gun", [1]), engaged="yes").need() == 6
    heavy = shooters(gun("Heavy"), keywords=("VEHICLE",))
    assert attack(heavy, targets(), ("hit:gun", [1]), engaged="yes", stationary="yes").need() == 3


@pytest.mark.rule("10E-ELIG-5", "10E-TGT-7")
def test_a_locked_tank_may_choose_any_enemy() -> None:
    tank, theirs = shooters(keywords=("VEHICLE",)), army("Theirs", targets(name="Near"), targets(name="Far"))
    played = battle(
        squads(tank), theirs, state("Shooters", "locked in combat"), state("Near", "locked in combat"),
        ("unit", "Shooters"),
    )  # fmt: skip
    assert closed_by(played.left, "Near") == closed_by(played.left, "Far") == []


@pytest.mark.rule("10E-ELIG-6")
def test_nobody_is_selected_with_nothing_to_shoot_with_or_at() -> None:
    played = battle(squads(squad("Bare", models("Fighter", 3)), shooters(name="B")), targets(), ("unit", "B"))
    assert closed_by(played.question("unit"), "Bare") == ["10E-ELIG-6"]
    far = battle(
        squads(shooters(name="B")), army("Theirs", targets(name="Far"), targets(name="Near")),
        ("unit", "B"), ("target", "Far"), ("distance", 30), ("target", "Near"), ("distance", 10), ("hit:gun", [1]),
    )  # fmt: skip
    assert far.said('gun cannot fire: out of range (24")', "10E-TGT-2")
    assert "10E-TGT-2" in no_attack(shooters(), targets(), distance=30)


@pytest.mark.rule("10E-ELIG-8")
def test_embarked_and_absent_units_do_nothing() -> None:
    mine = squads(shooters(name="Boat", keywords=("VEHICLE", "TRANSPORT")), shooters(name="A"), shooters(name="B"))
    played = battle(
        mine, targets(), state("A", "embarked"), state("B", "off the table"), ("unit", "Boat")
    )  # fmt: skip
    last = played.question("unit", 2)
    assert (closed_by(last, "A"), closed_by(last, "B")) == (["10E-ELIG-8"], ["10E-ELIG-1"])


def deck(*before: Any, mark: str = "") -> Any:
    """A transport with room for two guns, and passengers with rifles, missiles and shotguns."""
    boat = squad(
        "Boat", models("Boat", 1, gun(name="cannon"), abilities=("Firing Deck 2", "+1 to hit")),
        keywords=("VEHICLE", "TRANSPORT"),
    )  # fmt: skip
    rifle, missile = gun(name="rifle", BS=4), gun("One Shot", name="missile")
    inside = squad(
        "Crew", models("Crewman", 3, rifle, missile, abilities=("-1 to hit",)), models("Gunner", 1, gun(name="shotgun"))
    )
    marked = state("Crew", mark) if mark else []
    return battle(
        squads(boat, inside, shooters(name="B")), targets(), marked, state("Crew", "embarked"), ("unit", "Boat"),
        *before, ("target", "Targets"), ("hit:cannon", [1]), ("hit:rifle", [1] * 2), state("Crew", "embarked"),
    )  # fmt: skip


@pytest.mark.rule("10E-ELIG-8")
@pytest.mark.parametrize("mark", ["", "advanced", "fell back"])
def test_firing_deck(mark: str) -> None:
    played = deck(mark=mark)
    assert played.dice == ["hit:cannon", "hit:rifle"]
    offered = played.question("firing_deck")
    assert dict(offered.groups) == {"rifle of Crew": 2, "shotgun of Crew": 1}  # never One Shot weapons
    assert offered.default == (2, 0)
    assert played.need("hit:rifle") == 3  # BS4+, with the +1 of the transport and not the -1 of the crew


@pytest.mark.rule("10E-ELIG-8")
def test_no_more_from_the_deck_than_it_has_room_for() -> None:
    asked = next(entry.question for entry in deck().asked if entry.question.key == "deck")
    assert "10E-ELIG-8" in refused(asked, {"firing_deck": [2, 1]})


@pytest.mark.rule("10E-ELIG-8")
def test_each_passenger_lends_one_weapon() -> None:
    """Without the Lethal Hits of the men; and the transport's own gun of that name, with another BS, stays apart."""
    boat = squad(
        "Boat", models("Boat", 1, gun(name="bolter", BS=2), abilities=("Firing Deck 6",)), keywords=("TRANSPORT",)
    )
    rifle, knife = gun(name="bolter"), gun(name="knife gun")
    men = squad("Crew", models("Man", 2, rifle, knife, abilities=("Lethal Hits",)), models("Sergeant", 1, rifle, knife))
    played = battle(
        squads(boat, men), targets(), state("Crew", "embarked"), ("unit", "Boat"), ("target", "Targets"),
        ("hit:bolter", [1]), ("hit:bolter of Crew", [6, 1, 1]), ("wound:bolter of Crew", [1]),
    )  # fmt: skip
    asked = next(entry.question for entry in played.asked if entry.question.key == "deck")
    kinds = (("Man", 2), ("Sergeant", 1))
    assert asked.parts[0].groups == tuple(
        (f"{what} of Crew, {name}", n) for name, n in kinds for what in ("bolter", "knife gun")
    )
    assert asked.parts[0].default == (2, 0, 1, 0)
    assert "each model lends one weapon" in refused(asked, {"firing_deck": [2, 1, 1, 0]})


@pytest.mark.rule("10E-ELIG-8")
def test_whose_weapons_were_lent_shoot_no_more_this_phase() -> None:
    left = deck().left
    assert closed_by(left, "Crew") == ["10E-ELIG-9"]
    assert closed_by(left, "B") == []


@pytest.mark.rule("10E-ELIG-8", "10E-WPN-HEAVY-1")
def test_who_was_set_up_this_turn_did_not_stand_still() -> None:
    script = (state("Shooters", "set up this turn"), ("unit", "Shooters"), ("target", "Targets"))
    played = battle(shooters(gun("Heavy")), targets(), *script, ("hit:gun", [1]))
    assert played.need() == 3
    asked = next(entry.question for entry in played.asked if entry.question.key == "facts:Targets")
    assert "stationary" not in {part.key for part in asked.parts}


@pytest.mark.rule("10E-ELIG-9")
def test_one_unit_after_the_other_each_once() -> None:
    played = battle(squads(*(shooters(name=name) for name in "ABC")), targets(), shoots("C"), shoots("A"))
    assert closed_by(played.left, "C") == closed_by(played.left, "A") == ["10E-ELIG-9"]
    assert closed_by(played.left, "B") == []
    assert "10E-ELIG-9" in refused(played.left, "C")


@pytest.mark.rule("10E-ELIG-9")
def test_the_phase_may_end_before_all_have_shot() -> None:
    mine = squads(shooters(name="A"), shooters(name="B"))
    played = battle(mine, shooters(name="Foes"), shoots("A", target="Foes"), ("unit", "end the phase"))
    assert played.said("Turn 1: Theirs")
    assert played.left.options[0].value == "Foes"
