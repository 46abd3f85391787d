"""What may be shot at, and what is fixed when targets are selected (10E-TGT)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.tenth import RULESET
from tests.helpers.scripted_table import closed_by, refused
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    gun,
    led,
    models,
    no_attack,
    shooters,
    shots,
    squad,
    state,
    targets,
)

PISTOL = gun("Pistol", name="pistol")
RIFLE = gun(name="rifle")
BLIND_FIRE = gun("Indirect Fire", name="mortar")


@pytest.mark.rule("10E-TGT-1", "10E-TGT-3")
def test_everything_is_declared_before_any_die() -> None:
    unit = squad("Tank", models("Tank", 1, gun(name="cannon"), gun(name="hull gun")), keywords=("VEHICLE",))
    played = battle(
        unit, army("Theirs", targets(name="A"), targets(name="B")), ("unit", "Tank"),
        ("target", "A"), ("facts:A", {"firing": "1 cannon"}), ("target", "B"),
        ("hit:cannon", [1]), ("hit:hull gun", [1]),
    )  # fmt: skip
    first = played.keys.index("hit:cannon")
    assert [key for key in played.keys if key == "target"] == ["target"] * 2
    assert "target" not in played.keys[first:]
    again = next(e.question for e in played.asked if e.question.key == "target" and "Another" in e.question.text)
    assert closed_by(again, "A") == ["10E-TGT-1"]  # what is declared stays declared
    assert "10E-TGT-1" in refused(again, "A")


@pytest.mark.rule("10E-TGT-2")
@pytest.mark.parametrize(("inches", "legal"), [(24, True), (24.1, False)])
def test_the_range_itself_is_in_range(inches: float, legal: bool) -> None:
    if legal:
        assert shots(shooters(), distance=inches) == 1
    else:
        assert "10E-TGT-2" in no_attack(shooters(), targets(), distance=inches)


@pytest.mark.rule("10E-TGT-2")
def test_a_weapon_out_of_range_stays_silent() -> None:
    unit = squad("Unit", models("Marine", 1, gun(name="long", range=30), gun(name="short", range=12)))
    played = attack(unit, targets(), ("hit:long", [1]), distance=20)
    assert closed_by(played.question("weapon"), "short") == ["10E-TGT-2"]


@pytest.mark.rule("10E-TGT-2")
def test_who_does_not_see_the_target_does_not_fire() -> None:
    unit = squad("Unit", models("Marine", 3, RIFLE), models("Gunner", 1, BLIND_FIRE))
    played = attack(unit, targets(), ("hit:rifle", [1]), ("hit:mortar", [1]), blind=[2, 1])
    assert played.question("hit:rifle").dice == 1
    with pytest.raises(ValueError, match="10E-TGT-2"):
        attack(unit, targets(), ("firing", [2, 0]), blind=[2, 0])
    assert "10E-TGT-2" in no_attack(shooters(), targets(), blind=[1])  # a single model, too


@pytest.mark.rule("10E-TGT-2")
def test_setting_sight_and_range() -> None:
    """One enemy model must be in sight and in range at once, or the nearest may be one that nobody sees."""
    words = {
        value: battle(
            shooters(), targets(), ("unit", "Shooters"), ("target", "Targets"), ("hit:gun", [1]),
            settings={"sight_and_range": value},
        ).question("distance").text
        for value in ("one_model", "any_models")
    }  # fmt: skip
    assert words == {
        "one_model": "How far is their nearest model in sight?",
        "any_models": "How far is their nearest model?",
    }


@pytest.mark.rule("10E-TGT-3")
def test_no_weapon_fires_more_often_than_it_is_there() -> None:
    played = attack(shooters(n=2), targets(), ("hit:gun", [1, 1]))
    assert "not 3" in refused(played.question("firing"), [3])
    assert played.question("hit:gun").dice == 2


PLASMA = (
    gun(name="plasma: standard", of="plasma", S=7),
    gun("Hazardous", name="plasma: supercharge", of="plasma", S=8, AP=-3),
)


@pytest.mark.rule("10E-TGT-4", "10E-ORD-2", "10E-WPN-HAZ-3")
def test_two_models_may_choose_different_profiles() -> None:
    unit = shooters(*PLASMA, n=2)
    played = attack(
        unit, targets(), ("weapon", "plasma: standard"), ("weapon", "plasma: supercharge"), ("firing", [1, 1]),
        ("hit:plasma: standard", [1]), ("hit:plasma: supercharge", [1]), ("hazardous", [2]),
    )  # fmt: skip
    assert played.question("hazardous").dice == 1


@pytest.mark.rule("10E-TGT-4")
def test_one_weapon_fires_with_one_profile() -> None:
    said = {"weapon": ["plasma: standard", "plasma: supercharge"]}
    with pytest.raises(ValueError, match="10E-TGT-4"):
        attack(shooters(*PLASMA), targets(), *[("weapon", name) for name in said["weapon"]], ("firing", [1, 1]))


@pytest.mark.rule("10E-TGT-5", "10E-TGT-2")
def test_the_players_say_what_is_seen() -> None:
    asked = attack(shooters(), targets(), ("hit:gun", [1])).question("visible")
    assert (asked.default, asked.owner) == ("yes", "attacker")
    assert "10E-TGT-5" in asked.rules
    assert "10E-TGT-2" in no_attack(shooters(), targets(), visible="no")


LONE = targets(1, abilities=("Lone Operative",))


@pytest.mark.rule("10E-TGT-6", "10E-WPN-INDIRECT-1")
@pytest.mark.parametrize("weapon", [gun(), gun("Indirect Fire")])
def test_lone_operatives_are_shot_at_from_12_inches(weapon: Any) -> None:
    assert shots(shooters(weapon), LONE, distance=12) == 1
    assert "10E-TGT-6" in no_attack(shooters(weapon), LONE, distance=12.1)


@pytest.mark.rule("10E-TGT-6")
def test_some_snipers_do_not_care() -> None:
    unit = squad(
        "Unit",
        models("Assassin", 1, gun(name="exitus"), abilities=("Ignores Lone Operative",)),
        models("Marine", 1, RIFLE),
    )
    assert closed_by(attack(unit, LONE, ("hit:exitus", [1]), distance=20).question("weapon"), "rifle") == ["10E-TGT-6"]


@pytest.mark.rule("10E-TGT-6", "10E-ORD-6")
def test_an_attached_lone_operative_is_not_alone_until_his_bodyguards_are_gone() -> None:
    unit = led(models("Hero", W=4, abilities=("Lone Operative",)), guards=models("Guard", 1, W=1))
    assert shots(shooters(), unit, distance=20) == 1
    mine = army("Mine", shooters(name="A"), shooters(name="B"))
    played = battle(
        mine, unit, ("unit", "A"), ("target", unit.name), ("hit:gun", [6]), ("wound:gun", [6]), ("unit", "B"),
        ("target", "Hero"), distance=20,
    )  # fmt: skip
    assert played.said("gun cannot fire", "10E-TGT-6")


@pytest.mark.rule("10E-TGT-7")
def test_enemies_locked_with_friends() -> None:
    assert "10E-TGT-7" in no_attack(shooters(), targets(), target_engaged="yes")
    both = squad("Unit", models("Marine", 1, RIFLE, PISTOL), keywords=("MONSTER",))
    played = attack(
        both, targets(1, keywords=("MONSTER",), W=10), ("hit:rifle", [1]), ("hit:pistol", [1]), target_engaged="yes"
    )
    assert (played.need("hit:rifle"), played.need("hit:pistol")) == (4, 3)
    assert "10E-TGT-7" in played.why("hit:rifle")
    asked = battle(
        shooters(),
        army("T", targets(), targets(name="Free")),
        state("Targets", "locked in combat"),
        ("unit", "Shooters"),
    )
    assert closed_by(asked.left, "Targets") == ["10E-TGT-7"]
    assert closed_by(asked.left, "Free") == []


@pytest.mark.rule("10E-TGT-8", "10E-HIT-4")
def test_two_penalties_of_big_guns_are_one() -> None:
    tank = shooters(keywords=("VEHICLE",))
    played = attack(tank, targets(1, keywords=("VEHICLE",)), ("hit:gun", [1]), engaged="yes", target_engaged="yes")
    assert played.need() == 4
    assert {"10E-ELIG-5", "10E-TGT-7"} <= set(played.why())


@pytest.mark.rule("10E-TGT-9", "10E-WPN-PISTOL-1")
def test_pistols_or_the_rest() -> None:
    unit = shooters(PISTOL, RIFLE, n=2)
    assert attack(unit, targets(), ("hit:rifle", [1, 1])).dice == ["hit:rifle"]  # the rest where nobody says
    picked = [("weapon", "pistol"), ("weapon", "rifle")]
    with pytest.raises(ValueError, match="10E-TGT-9"):
        attack(unit, targets(), *picked, ("firing", [2, 2]))
    each = attack(unit, targets(), *picked, ("firing", [1, 1]), ("hit:pistol", [1]), ("hit:rifle", [1]))
    assert each.dice == ["hit:pistol", "hit:rifle"]
    big = shooters(PISTOL, RIFLE, keywords=("VEHICLE",))
    assert attack(big, targets(), ("hit:pistol", [1]), ("hit:rifle", [1])).dice == ["hit:pistol", "hit:rifle"]


def two_groups(first: Any, second: Any) -> Any:
    return squad("Unit", models("A", 1, first), models("B", 1, second))


@pytest.mark.rule("10E-TGT-10", "10E-TGT-11")
def test_attacks_stay_valid_whatever_the_first_ones_did() -> None:
    """The first gun kills seven of ten: the second still adds two for ten, and nobody measures again."""
    first, second = gun(name="first", A=7), gun("Blast", name="second")
    played = battle(
        two_groups(first, second), targets(10, W=1), ("unit", "Unit"), ("target", "Targets"),
        ("hit:first", [6] * 7), ("wound:first", [6] * 7), ("hit:second", [6] * 3), ("wound:second", [6, 6, 1]),
    )  # fmt: skip
    assert played.said("7 Targets slain: Targets 3 of 10 left")
    assert played.said("2 Targets slain: Targets 1 of 10 left")
    assert played.keys.count("distance") == 1
    assert not any(key.startswith("facts") for key in played.keys[played.keys.index("hit:first") :])


@pytest.mark.rule("10E-TGT-11", "10E-WND-4")
def test_half_range_and_toughness_are_those_of_the_selection() -> None:
    mixed = squad("Mixed", models("Big", 1, T=8, W=1), models("Small", 3, T=4, W=1))
    played = attack(
        two_groups(gun(name="first"), gun("Rapid Fire 1", name="second")), mixed, ("hit:first", [6]),
        ("wound:first", [6]), ("hit:second", [6, 6]), ("wound:second", [1, 1]), distance=12,
    )  # fmt: skip
    assert played.alive() == {"Small": [1] * 3}
    assert played.need("wound:second") == 6  # against the Toughness of one who is gone


@pytest.mark.rule("10E-TGT-13")
def test_nobody_must_fire_and_what_does_not_triggers_nothing() -> None:
    unit = two_groups(RIFLE, gun("Hazardous", name="plasma"))
    assert attack(unit, targets(), ("weapon", "rifle"), ("hit:rifle", [1])).dice == ["hit:rifle"]  # no Hazardous test
    assert attack(unit, targets(), ("hit:rifle", [1]), ("hit:plasma", [1]), ("hazardous", [6])).dice[-1] == "hazardous"


@pytest.mark.rule("10E-TGT-13")
def test_some_of_the_weapons() -> None:
    assert attack(shooters(n=5), targets(), ("firing", "2 gun"), ("hit:gun", [1, 1])).question("hit:gun").dice == 2


@pytest.mark.rule("10E-TGT-2")
def test_a_target_is_shown_as_it_stands_while_it_is_measured() -> None:
    """It was shown as gone until its distance was said."""
    played = battle(shooters(), targets(n=3), ("unit", "Shooters"), ("target", "Targets"))
    record = next(entry.record for entry in played.asked if entry.question and entry.question.key == "distance")
    assert [row.models_left for _, rows in RULESET.status(record) for row in rows] == [1, 3]


@pytest.mark.rule("10E-WPN-HAZ-2")
def test_a_hazardous_test_is_still_told_of_the_target() -> None:
    """The shooter's own models were taken for those of the target."""
    played = attack(shooters(gun("Hazardous"), W=3), targets(), ("hit:gun", [1]), ("hazardous", [6]))
    record = next(entry.record for entry in played.asked if entry.question and entry.question.key == "hazardous")
    assert "Target T4 W2" in RULESET.situation(record)
