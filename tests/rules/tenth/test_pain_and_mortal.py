"""Feel No Pain, mortal wounds and Deadly Demise (10E-FNP, 10E-MW, 10E-DEMISE)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    chances,
    gun,
    mean,
    models,
    shooters,
    squad,
    state,
    targets,
)

F = Fraction
THROUGH = [("hit:gun", [6]), ("wound:gun", [5])]
MORTAL = "Feel No Pain 4+ against mortal wounds"
PSYCHIC = "Feel No Pain 4+ against Psychic Attacks"


@pytest.mark.rule("10E-FNP-1", "10E-FX-FNP-1")
def test_one_die_for_each_wound_about_to_be_lost() -> None:
    played = attack(shooters(gun(D=3)), targets(1, W=9, FNP=5), THROUGH, ("feel no pain:Target", [4, 5, 1]))
    roll = played.question("feel no pain:Target")
    assert (roll.dice, roll.need.target, roll.owner) == (3, 5, "defender")
    assert played.alive() == {"Target": [7]}
    assert chances(shooters(gun("Torrent")), targets(1, FNP=5))[1] == F(1, 2) * F(2, 3)


@pytest.mark.rule("10E-FNP-1")
def test_it_comes_after_a_failed_save() -> None:
    script = (*THROUGH, ("save:Target", [1]), ("feel no pain:Target", [6]))
    assert attack(shooters(), targets(1, Sv="3+", FNP=6), *script).alive() == {"Target": [2]}


@pytest.mark.rule("10E-FNP-2")
def test_wounds_beyond_death_are_lost_after_it() -> None:
    """Damage 3 on two wounds: dead if two of three dice fail, and the next model feels nothing."""
    assert chances(shooters(gun("Torrent", D=3)), targets(2, W=2, FNP=5), "slain")[1] == F(1, 2) * F(20, 27)
    played = attack(shooters(gun(D=3)), targets(2, W=2, FNP=5), THROUGH, ("feel no pain:Target", [1, 1, 1]))
    assert played.alive() == {"Target": [2]}


@pytest.mark.rule("10E-FNP-3", "10E-FX-FNP-1", "10E-WPN-PSYCHIC-1")
@each(
    ("ability", "weapon", "chance"),
    [
        (MORTAL, gun("Torrent"), F(1, 2)),  # nothing against normal damage
        (MORTAL, gun("Torrent", "Devastating Wounds", AP=-5), F(1, 3) + F(1, 6) * F(1, 2)),
        (PSYCHIC, gun("Torrent"), F(1, 2)),
        (PSYCHIC, gun("Torrent", "Psychic"), F(1, 4)),
        (PSYCHIC, gun("Torrent", "Psychic", "Devastating Wounds", AP=-5), F(1, 4)),
    ],
)
def test_restricted_versions(ability: str, weapon: Any, chance: Fraction) -> None:
    assert mean(shooters(weapon), targets(1, abilities=(ability,))) == chance


@pytest.mark.rule("10E-FNP-4")
@pytest.mark.parametrize(
    ("fnp", "abilities", "weapon", "wanted"),
    [
        (5, (MORTAL,), gun("Devastating Wounds"), 4),
        (3, (MORTAL,), gun("Devastating Wounds"), 3),
        (5, ("Feel No Pain 6+", "Feel No Pain 4+"), gun(), 4),
        (5, (MORTAL, "Feel No Pain 3+ against Psychic Attacks"), gun("Devastating Wounds", "Psychic"), 3),
    ],
)
def test_the_best_of_several(fnp: int, abilities: tuple[str, ...], weapon: Any, wanted: int) -> None:
    played = attack(
        shooters(weapon), targets(1, FNP=fnp, abilities=abilities), ("hit:gun", [6]), ("wound:gun", [6]),
        ("feel no pain:Target", [1]),
    )  # fmt: skip
    assert played.need("feel no pain:Target") == wanted
    assert played.dice.count("feel no pain:Target") == 1


@pytest.mark.rule("10E-WPN-PSYCHIC-1")
def test_psychic_changes_no_dice() -> None:
    assert chances(shooters(gun("Psychic")), targets(Sv="4+")) == chances(shooters(gun()), targets(Sv="4+"))


# Mortal wounds -------------------------------------------------------------------------------------------------------

CURSE = gun("Mortal Wounds D3 on 4+", A=2, BS="N/A", S="-", D="-").but(skill=None, strength=0)


@pytest.mark.rule("10E-MW-1", "10E-SAV-5")
def test_no_wound_roll_and_no_save() -> None:
    played = attack(
        shooters(CURSE), targets(3, Sv="2+/2++", W=2, FNP=5), ("mortal:gun", [3, 4]), ("mortal wounds:gun", [2]),
        ("feel no pain:Target", [1, 5]),
    )  # fmt: skip
    assert played.alive() == {"Target": [1, 2, 2]}


@pytest.mark.rule("10E-MW-2")
def test_mortal_wounds_go_on_to_the_next_model() -> None:
    played = attack(shooters(CURSE), targets(5, W=2), ("mortal:gun", [4, 4]), ("mortal wounds:gun", [3, 2]))
    assert played.alive() == {"Target": [1, 2, 2]}
    assert attack(shooters(CURSE), targets(1), ("mortal:gun", [4, 4]), ("mortal wounds:gun", [3, 3])).alive() == {}


@pytest.mark.rule("10E-MW-3", "10E-WPN-DEV-3")
def test_those_of_devastating_wounds_and_hazardous_do_not() -> None:
    packet = attack(shooters(gun("Devastating Wounds", D=6)), targets(3), ("hit:gun", [6]), ("wound:gun", [6]))
    assert packet.alive() == {"Target": [2, 2]}
    found = chances(shooters(gun("Hazardous"), n=2, W=1), targets(), "own_slain")
    assert found == {0: F(25, 36), 1: F(10, 36), 2: F(1, 36)}  # one model for each test that fails


@pytest.mark.rule("10E-MW-4", "10E-ORD-5")
def test_damage_modifiers_do_not_change_mortal_wounds_in_addition() -> None:
    weapon = gun("2 mortal wounds in addition on critical wounds", "+1 damage", AP=-5)
    target = targets(1, W=20, Sv="3+", abilities=("incoming: half damage",))
    played = attack(shooters(weapon), target, ("hit:gun", [6]), ("wound:gun", [6]))
    assert played.alive() == {"Target": [20 - 2 - 2]}  # half of 1 and 1 more, rounded up, and the two
    saved = attack(shooters(weapon.but(ap=0)), target, ("hit:gun", [6]), ("wound:gun", [6]), ("save:Target", [6]))
    assert saved.alive() == {"Target": [18]}


# Deadly Demise -------------------------------------------------------------------------------------------------------

BOMB = squad("Bomb", models("Bomb", 1, W=1, abilities=("Deadly Demise D3",)), keywords=("VEHICLE",))


def blown_up(roll: int, *script: Any, near: dict[str, str] | None = None, **settings: str) -> Any:
    """The bomb is shot: what follows. Two other units are about."""
    mine = army("Mine", shooters(name="A", W=3), shooters(name="B"))
    theirs = army("Theirs", BOMB, targets(name="Friends", W=2))
    places = [("within reach of Bomb", near)] if near is not None else []
    return battle(
        mine, theirs, ("unit", "A"), ("target", "Bomb"), THROUGH, ("demise:Bomb", [roll]), *places, *script,
        settings=settings,
    )  # fmt: skip


@pytest.mark.rule("10E-DEMISE-1")
def test_only_a_6_harms_anybody() -> None:
    played = blown_up(5)
    assert played.need("demise:Bomb") == 6
    assert not any(key.startswith("within") for key in played.keys)


@pytest.mark.rule("10E-DEMISE-1", "10E-MW-2")
def test_every_unit_near_suffers_friend_or_foe() -> None:
    """D3 is rolled for each of them."""
    played = blown_up(
        6, ("mortal wounds:A", [1]), ("mortal wounds:Friends", [3]), near={"Mine: A": "yes", "Theirs: Friends": "yes"}
    )
    assert played.standing("A") == {"Shooter": [2]}
    assert played.standing("Friends") == {"Target": [1, 2, 2, 2]}
    assert played.standing("B") == {"Shooter": [2]}
    asked = next(entry.question for entry in played.asked if entry.question.key == "within reach of Bomb")
    assert {part.key for part in asked.parts} == {"Mine: A", "Mine: B", "Theirs: Friends"}
    dice = ("demise:Bomb", "mortal wounds:A", "mortal wounds:Friends")
    assert {played.question(key).owner for key in dice} == {"defender"}  # whose Bomb it was rolls all of it


@pytest.mark.rule("10E-DEMISE-1")
def test_who_is_off_the_table_is_out_of_reach() -> None:
    played = battle(
        army("Mine", shooters(name="A"), shooters(name="B")), army("Theirs", BOMB, targets(name="Friends")),
        state("Friends", "off the table"), ("unit", "A"), ("target", "Bomb"), THROUGH, ("demise:Bomb", [6]),
        ("within reach of Bomb", {}),
    )  # fmt: skip
    asked = next(entry.question for entry in played.asked if entry.question.key == "within reach of Bomb")
    assert {part.key for part in asked.parts} == {"Mine: A", "Mine: B"}


@pytest.mark.rule("10E-DEMISE-2")
def test_demise_is_rolled_when_the_model_is_removed() -> None:
    """Only after the attacks of the unit that destroyed it."""
    unit = squad("Unit", models("A", 1, gun(name="gun")), models("B", 1, gun(name="other")))
    theirs = army("Theirs", BOMB, targets(name="Friends"))
    played = battle(
        unit, theirs, ("unit", "Unit"), ("target", "Bomb"), ("facts:Bomb", {"firing": "1 gun, 0 other"}),
        ("target", "Friends"), THROUGH, ("hit:other", [1]), ("demise:Bomb", [1]),
    )  # fmt: skip
    assert played.dice == ["hit:gun", "wound:gun", "hit:other", "demise:Bomb"]


@pytest.mark.rule("10E-DEMISE-2")
def test_setting_demise_timing() -> None:
    unit = squad("Unit", models("A", 1, gun(name="gun")), models("B", 1, gun(name="other")))
    theirs = army("Theirs", BOMB, targets(name="Friends"))
    for value, order in (
        ("on_removal", ["hit:gun", "wound:gun", "hit:other", "demise:Bomb"]),
        ("at_once", ["hit:gun", "wound:gun", "demise:Bomb", "hit:other"]),
    ):
        dice = {"hit:other": [1], "demise:Bomb": [1], "hit:gun": [6], "wound:gun": [5]}
        played = battle(
            unit, theirs, ("unit", "Unit"), ("target", "Bomb"), ("facts:Bomb", {"firing": "1 gun, 0 other"}),
            ("target", "Friends"), [(key, dice[key]) for key in order], settings={"demise_timing": value},
        )  # fmt: skip
        assert played.dice == order


@pytest.mark.rule("10E-ORD-6", "10E-DEMISE-2")
def test_setting_after_shooting() -> None:
    """What follows the last attack: Hazardous tests, or the end of what was destroyed."""
    theirs = army("Theirs", BOMB, targets(name="Friends"))
    for value, order in (
        ("hazardous_first", ["hazardous", "demise:Bomb"]),
        ("other_rules_first", ["demise:Bomb", "hazardous"]),
    ):
        dice = {"demise:Bomb": [1], "hazardous": [6]}
        played = battle(
            shooters(gun("Hazardous")), theirs, ("unit", "Shooters"), ("target", "Bomb"), THROUGH,
            [(key, dice[key]) for key in order], settings={"after_shooting": value},
        )  # fmt: skip
        assert played.dice[-2:] == order


@pytest.mark.rule("10E-DEMISE-2")
def test_one_demise_may_set_off_another() -> None:
    twins = army("Theirs", BOMB, BOMB.but(name="Second"))
    played = battle(
        shooters(W=5), twins, ("unit", "Shooters"), ("target", "Bomb"), THROUGH, ("demise:Bomb", [6]),
        ("within reach of Bomb", {"Theirs: Second": "yes"}), ("mortal wounds:Second", [1]), ("demise:Bomb", [1]),
    )  # fmt: skip
    assert played.dice.count("demise:Bomb") == 2
    assert played.standing("Second") == {}
