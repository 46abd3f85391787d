"""Choosing a target (7E-TGT)."""

from __future__ import annotations

import pytest

from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh.steps.target import why_they_cannot_meet
from tests.helpers.scripted_table import closed, refused
from tests.rules.seventh.helpers.tabletop import (
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    marines,
    no_more,
    squad,
    trooper,
)

MISS = [1, 1]
MARINES = army(
    "Ultramarines", squad("A", trooper("Marine", 1, "boltgun"), trooper("Gunner", 1, "meltagun")), marines(1, name="B")
)
ORKS = army("Orks", boyz(10), boyz(1, name="Lone Boy", Sv="-"))


@pytest.mark.rule("7E-TGT-1")
def test_one_target_for_the_whole_unit() -> None:
    played = battle(
        MARINES,
        ORKS,
        ("unit", "A"),
        ("target", "Boyz"),
        *fire("boltgun"),
        ("hit:boltgun", MISS),
        *fire("meltagun"),
        ("hit:meltagun", [1]),
        ("unit", "B"),
    )
    assert played.keys.count("target") == 1
    assert played.end.sides[0].units[0].marks[0].name in ("no charge this turn", "may only charge Boyz")


@pytest.mark.rule("7E-TGT-1", "7E-WPN-5")
def test_models_that_cannot_shoot_at_it_are_idle() -> None:
    played = attack(marines(5), boyz(), *fire("boltgun", firing="2"), ("hit:boltgun", [1, 1, 1, 1]))
    assert played.question("hit:boltgun").dice == 4
    assert "weapon" not in played.keys[4:]  # the other three do not fire at something else afterwards


@pytest.mark.rule("7E-TGT-2", "7E-TGT-4", "7E-TGT-5")
def test_the_app_asks_and_never_measures() -> None:
    played = battle(MARINES, ORKS, ("unit", "A"), ("target", "Boyz"), ("distance", 13.5), ("weapon", "boltgun"))
    question = played.question("distance")
    assert question.default is None
    assert {"7E-TGT-2", "7E-TGT-4", "7E-TGT-5"} == set(question.rules)
    assert "nearest model in sight" in question.text
    assert "0 to 200" in refused(question, -1)


@pytest.mark.rule("7E-TGT-2")
def test_measured_before_anything_is_fired() -> None:
    """Too far for everything: nothing was wasted, the players know, and say no more."""
    played = attack(marines(1), boyz(), distance=25)
    assert played.keys == ["attacker_state", "target_state", "distance"]
    assert played.said('out of range (24")', "7E-WPN-5")


@pytest.mark.rule("7E-TGT-3")
def test_locked_units_cannot_be_shot_at() -> None:
    locked = [("unit", "a unit's state"), ("state of", "Boyz"), ("state", "locked in combat"), ("unit", "A")]
    played = battle(MARINES, ORKS, locked)
    assert closed(played.left, "Boyz") == [("locked in close combat", "7E-TGT-3")]
    assert closed(played.left, "Lone Boy") == []
    alone = attack(marines(1), boyz(), *fire("boltgun"), ("hit:boltgun", MISS)).question("target_state")
    assert closed(alone, "locked")[0][1] == "7E-TGT-3"


@pytest.mark.rule("7E-TGT-4")
def test_where_nobody_can_be_hit_nobody_fires() -> None:
    """No shot is rolled and lost: the weapon is closed, and those who carry it may fire another one."""
    pair = squad("Pair", trooper("Marine", 1, "boltgun", "bolt pistol"))
    played = attack(
        pair,
        boyz(3),
        *fire("boltgun", order="3 Boy hidden"),
        *fire("bolt pistol", order="3 Boy"),
        ("hit:bolt pistol", [1]),
    )
    assert "hit:boltgun" not in played.keys
    assert closed(played.question("weapon", 1), "boltgun") == [("out of range or sight", "7E-WPN-5")]
    assert chances(pair, boyz(3), order="3 Boy hidden") == {0: 1}
    with pytest.raises(BadAnswer, match="7E-WPN-5"):
        chances(pair, boyz(3), order="3 Boy hidden", weapon="boltgun")


@pytest.mark.rule("7E-WPN-5", "7E-ALC-2")
def test_those_out_of_sight_are_not_shot_at_by_the_next_weapon_either() -> None:
    """The one in sight falls to the first weapon: the second is not fired at the others, unless somebody sees them."""
    two = squad("Two", trooper("Marine", 1, "boltgun"), trooper("Gunner", 1, "plasma gun"))
    seen = fire("boltgun", order="1 Boy, 2 Boy hidden")
    fallen = [("hit:boltgun", [6, 6]), ("wound:boltgun", [6, 6]), ("go_to_ground", "no")]
    assert attack(two, boyz(3), *seen, *fallen, *fire("plasma gun")).said("plasma gun cannot fire", "7E-WPN-5")
    again = attack(
        two,
        boyz(3),
        *seen,
        *fallen,
        *fire("plasma gun", order="2 Boy"),
        ("hit:plasma gun", [1, 1]),
        ("gets hot:plasma gun", [6, 6]),
    )
    assert again.alive() == {"Boy": [1, 1]}
    assert set(chances(two, boyz(3), order="1 Boy, 2 Boy hidden")) == {0, 1}


@pytest.mark.rule("7E-TGT-5")
@pytest.mark.parametrize(("distance", "in_range"), [(11, True), (12, True), (12.1, False), (13, False)])
def test_maximum_range_is_in_range(distance: float, in_range: bool) -> None:
    pair = squad("Pair", trooper("Marine", 1, "bolt pistol", "boltgun"))
    script = [*fire("boltgun"), ("hit:boltgun", [1] * (2 if distance <= 12 else 1))]
    why = closed(attack(pair, boyz(), *script, distance=distance).question("weapon"), "bolt pistol")
    assert why == ([] if in_range else [('out of range (12")', "7E-WPN-5")])


@pytest.mark.rule("7E-TGT-7")
def test_units_inside_a_transport_cannot_be_the_target() -> None:
    inside = [("unit", "a unit's state"), ("state of", "Boyz"), ("state", "embarked"), ("unit", "A")]
    assert closed(battle(MARINES, ORKS, inside).left, "Boyz") == [("inside a vehicle", "7E-TGT-7")]


@pytest.mark.rule("7E-TGT-7", "7E-END-3")
def test_later_weapons_do_not_get_another_target() -> None:
    played = battle(
        MARINES, ORKS, ("unit", "A"), ("target", "Lone Boy"), *fire("boltgun"), ("hit:boltgun", [6, 6]), ("wound:boltgun", [6, 6]),
        ("go_to_ground", "no"),
    )  # fmt: skip
    assert played.left is not None
    assert played.left.key == "unit"


@pytest.mark.rule("7E-TGT-3", "7E-NOM-3")
def test_destroyed_and_absent_units_are_no_targets() -> None:
    played = battle(
        MARINES, ORKS, ("unit", "a unit's state"), ("state of", "Boyz"), ("state", "off the table"),
        ("unit", "A"), ("target", "Lone Boy"), *fire("boltgun"), ("hit:boltgun", [6, 6]), ("wound:boltgun", [6, 6]), ("go_to_ground", "no"),
        ("unit", "B"),
    )  # fmt: skip
    target = played.left
    assert closed(target, "Lone Boy") == [("destroyed", "7E-ALC-11")]
    assert [rule for _, rule in closed(target, "Boyz")] == ["7E-NOM-3"]
    assert target.default == "hold fire"


def test_what_is_not_played_says_so() -> None:
    for type_ in ("Artillery", "Gargantuan Creature", "Building"):
        crew = squad("Crew", trooper("Crew", 3, "boltgun"), type=type_)
        assert [reason.rule for reason in why_they_cannot_meet(marines(1), crew)] == ["7E-TGT-5"]
    for type_ in ("Jetbike", "Infantry (Swarm)", "Flying Monstrous Creature"):
        assert why_they_cannot_meet(marines(1), squad("T", trooper("T", 3, "boltgun"), type=type_)) == ()
    nobody = squad("Unarmed", trooper("Servitor", 1))
    assert [reason.rule for reason in why_they_cannot_meet(nobody, boyz())] == ["7E-NOM-2"]


def test_firing_may_be_stopped_at_any_weapon() -> None:
    played = attack(MARINES.units[0], boyz(), *fire("boltgun"), ("hit:boltgun", MISS), *no_more())
    assert played.end.fired == ("boltgun",)
