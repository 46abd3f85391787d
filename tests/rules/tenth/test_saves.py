"""Saving throws and cover (10E-SAV, 10E-COV)."""

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
    led,
    mean,
    models,
    shooters,
    squad,
    targets,
)

F = Fraction
THROUGH = [("hit:gun", [5]), ("wound:gun", [5])]


def saving(weapon: Any, save: str, *abilities: str, wounds: int = 2, **facts: Any) -> Any:
    """One wound that is saved if it can be."""
    target = targets(1, Sv=save, abilities=abilities, W=wounds)
    return attack(shooters(weapon), target, THROUGH, ("save:Target", [6]), **facts)


def need(weapon: Any, save: str, *abilities: str, **facts: Any) -> Any:
    return saving(weapon, save, *abilities, **facts).need("save:Target")


def no_save(weapon: Any, save: str, **facts: Any) -> bool:
    """True if nobody rolls."""
    target = targets(1, Sv=save)
    played = attack(shooters(weapon), target, THROUGH, **facts)
    return "save:Target" not in played.dice and played.alive() == {"Target": [1]}


@pytest.mark.rule("10E-SAV-1", "10E-COV-2")
def test_a_save_of_7_is_one_that_cover_improves() -> None:
    """No die shows it by itself; against AP -1 cover does not help enough; of no save at all it makes none."""
    assert no_save(gun(), "7+")
    assert need(gun(), "7+", cover="yes") == 6
    assert no_save(gun(AP=-1), "7+", cover="yes")
    assert no_save(gun(), "-")  # and nobody is asked about cover
    assert need(gun(), "7+", "+1 to saves") == 6
    assert need(gun(AP=-1), "7+/5++", cover="yes") == 5
    twenty, many = shooters(gun(), n=20), targets(20, Sv="7+", W=1)
    assert mean(twenty, many) == F(20, 3)
    assert mean(twenty, many, cover="yes") == F(50, 9)


@pytest.mark.rule("10E-SAV-1")
@pytest.mark.parametrize(("save", "ap", "wanted"), [("3+", -1, 4), ("3+", 0, 3), ("2+", -3, 5), ("6+", 0, 6)])
def test_armour(save: str, ap: int, wanted: int) -> None:
    played = saving(gun(AP=ap), save)
    assert played.need("save:Target") == wanted
    assert played.question("save:Target").owner == "defender"
    assert chances(shooters(gun("Torrent", AP=ap)), targets(Sv=save))[1] == F(1, 2) * F(wanted - 1, 6)


@pytest.mark.rule("10E-SAV-1")
def test_one_save_for_each_attack_not_for_each_point() -> None:
    played = attack(shooters(gun(D=3)), targets(1, Sv="3+", W=5), THROUGH, ("save:Target", [1]))
    assert played.question("save:Target").dice == 1
    assert played.alive() == {"Target": [2]}


@pytest.mark.rule("10E-SAV-2")
def test_a_1_fails_and_a_6_is_no_certain_save() -> None:
    assert need(gun(AP=-1), "2+", cover="yes") == 2
    assert "10E-SAV-2" in saving(gun(), "2+", "+1 to saves").why("save:Target")
    assert chances(shooters(gun("Torrent")), targets(Sv="2+", abilities=("+1 to saves",)))[1] == F(1, 2) * F(1, 6)
    assert need(gun(), "6+/2++") == 2
    assert no_save(gun(AP=-5), "3+")
    assert no_save(gun(AP=-1), "6+")


@pytest.mark.rule("10E-SAV-3", "10E-COV-2", "10E-FX-SAVE-1")
@pytest.mark.parametrize(
    ("ap", "save", "net", "bonuses_only"),
    [(0, "5+", 4, 4), (-2, "5+", 5, 6), (-1, "5+", 4, 5)],
)
def test_setting_save_cap(ap: int, save: str, net: int, bonuses_only: int) -> None:
    for value, wanted in (("net", net), ("bonuses_only", bonuses_only)):
        assert need(gun(AP=ap), save, "+1 to saves", cover="yes", settings={"save_cap": value}) == wanted
    assert "10E-SAV-3" in saving(gun(), "5+", "+1 to saves", cover="yes").why("save:Target")


@pytest.mark.rule("10E-SAV-4")
@pytest.mark.parametrize(("ap", "wanted", "label"), [(-3, 4, "invulnerable save"), (-1, 3, "armour save")])
def test_the_better_of_armour_and_invulnerable(ap: int, wanted: int, label: str) -> None:
    roll = saving(gun(AP=ap), "2+/4++").question("save:Target")
    assert (roll.need.target, roll.need.label) == (wanted, label)


@pytest.mark.rule("10E-SAV-4", "10E-COV-2")
def test_neither_ap_nor_cover_changes_an_invulnerable_save() -> None:
    for ap in (-3, -6, -10):
        assert need(gun(AP=ap), "6+/4++") == need(gun(AP=ap), "6+/4++", cover="yes") == 4
    assert need(gun(AP=-10), "6+/4++", "+1 to saves") == 4


@pytest.mark.rule("10E-SAV-5", "10E-INT-9")
def test_no_save_of_any_kind_against_devastating_wounds() -> None:
    weapon = gun("Devastating Wounds", D=2)
    played = attack(shooters(weapon), targets(1, Sv="2+/2++", W=5), ("hit:gun", [6]), ("wound:gun", [6]), cover="yes")
    assert played.alive() == {"Target": [3]}
    found = chances(shooters(gun("Torrent", "Devastating Wounds", AP=-5)), targets(Sv="2+"))
    assert found[1] == F(1, 6) + F(1, 3)  # criticals, and others whose AP leaves no save


@pytest.mark.rule("10E-SAV-6", "10E-MOD-2")
def test_no_save_is_better_than_2() -> None:
    assert need(gun(), "2+", "+1 to saves") == 2
    with pytest.raises(ValueError, match="is no save"):
        targets(Sv="1+")


# Cover ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-COV-1", "10E-COV-2")
def test_cover_helps_armour() -> None:
    assert need(gun(), "4+") == 4
    assert need(gun(), "4+", cover="yes") == 3
    assert saving(gun(), "4+", cover="yes").why("save:Target")["10E-COV-2"] == "cover +1"


@pytest.mark.rule("10E-COV-1")
def test_cover_is_each_models_own() -> None:
    """The boss stands behind a barrel, the others do not."""
    mixed = squad("Mixed", models("Boy", 2, Sv="4+"), models("Boss", 1, Sv="4+"))
    for name, wanted in (("Boy", 4), ("Boss", 3)):
        script = (*THROUGH, ("allocate", name), (f"save:{name}", [6]))
        assert attack(shooters(), mixed, *script, cover__Boss="yes").need(f"save:{name}") == wanted


@pytest.mark.rule("10E-COV-3")
@each(
    ("save", "ap", "abilities", "incoming", "wanted"),
    [
        ("3+", 0, (), (), 3),
        ("2+", 0, (), (), 2),
        ("3+", -1, (), (), 3),
        ("3+", 0, ("improve AP by 1",), (), 3),  # cover works now and takes the improvement back
        ("3+", -1, (), ("incoming: worsen AP by 1",), 3),  # worsened to 0: no cover
        ("3+", -2, (), ("incoming: worsen AP by 1",), 3),
        ("4+", 0, (), (), 3),
    ],
)
def test_good_saves_have_no_cover_against_ap_0(
    save: str, ap: int, abilities: tuple[str, ...], incoming: tuple[str, ...], wanted: int
) -> None:
    played = saving(gun(*abilities, AP=ap), save, *incoming, cover="yes")
    assert played.need("save:Target") == wanted
    nothing = wanted == int(save[0]) and ap + len(incoming) == 0 and not abilities
    assert ("10E-COV-3" in played.why("save:Target")) is nothing


@pytest.mark.rule("10E-COV-4", "10E-DEF-SMOKE-1")
def test_cover_twice_is_cover_once() -> None:
    """From terrain, from smoke and because nobody sees it."""
    target = targets(1, Sv="5+", keywords=("INFANTRY", "SMOKE"))
    played = attack(
        shooters(gun("Indirect Fire")), target, ("reaction:Targets", "smokescreen"), ("hit:gun", [6]),
        ("wound:gun", [6]), ("save:Target", [6]), cover="yes", visible="no",
    )  # fmt: skip
    assert played.need("save:Target") == 4


@pytest.mark.rule("10E-COV-5")
def test_plunging_fire() -> None:
    assert need(gun(), "4+", plunging="yes") == 5
    assert saving(gun(), "4+", plunging="yes").why("save:Target")["10E-COV-5"] == "plunging fire: AP improved by 1"
    assert need(gun(AP=-1), "4+") == 5


@pytest.mark.rule("10E-WPN-IGNCOVER-1")
def test_ignores_cover() -> None:
    assert need(gun("Ignores Cover", AP=-1), "4+") == 5
    mixed = squad("Unit", models("A", 1, gun("Ignores Cover")), models("B", 1, gun(name="other")))
    played = attack(
        mixed, targets(2, Sv="4+"), THROUGH, ("save:Target", [6]), ("hit:other", [5]), ("wound:other", [5]),
        ("save:Target", [6]), cover="yes",
    )  # fmt: skip
    assert [played.need("save:Target", n) for n in (0, 1)] == [4, 3]
    stealthy = targets(abilities=("Stealth",))
    assert attack(shooters(gun("Ignores Cover")), stealthy, ("hit:gun", [1])).need() == 4  # Stealth stays


# AP and effects ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-MOD-AP-1", "10E-FX-AP-1", "10E-MOD-2")
@each(
    ("ap", "abilities", "incoming", "wanted"),
    [
        (0, ("worsen AP by 1",), (), 4),  # never above 0
        (-1, (), ("incoming: worsen AP by 1",), 4),
        (0, (), ("incoming: worsen AP by 1",), 4),
        (0, ("improve AP by 1", "improve AP by 2"), (), 7),  # no cap of 1
        (-1, ("improve AP by 1",), ("incoming: worsen AP by 1",), 5),
    ],
)
def test_changes_of_ap(ap: int, abilities: tuple[str, ...], incoming: tuple[str, ...], wanted: int) -> None:
    weapon = gun(*abilities, AP=ap)
    if wanted > 6:
        assert no_save(weapon, "4+")
    else:
        assert need(weapon, "4+", *incoming) == wanted


@pytest.mark.rule("10E-FX-SAVE-1")
def test_better_saves_against_damage_1() -> None:
    for damage, wanted in ((1, 4), (2, 5), ("D3", 5)):
        assert need(gun(AP=0, D=damage), "5+", "+1 to saves against damage 1", wounds=9) == wanted
    assert need(gun("+1 damage"), "5+", "+1 to saves against damage 1", wounds=9) == 5


@pytest.mark.rule("10E-DEF-SMOKE-1")
def test_smokescreen() -> None:
    target = targets(1, Sv="4+", keywords=("VEHICLE", "SMOKE"))
    script = (("reaction:Targets", "smokescreen"), ("hit:gun", [6]), ("wound:gun", [6]), ("save:Target", [6]))
    played = attack(shooters(), target, *script)
    assert (played.need(), played.need("save:Target")) == (4, 3)
    assert played.question("reaction:Targets").owner == "defender"
    assert "reaction:Targets" not in attack(shooters(), targets(1, keywords=("VEHICLE",)), ("hit:gun", [1])).keys
    led_by = led(models("Boss"), guards=models("Guard", 2))
    options = attack(shooters(), led_by, ("hit:gun", [1])).question(f"reaction:{led_by.name}").options
    assert {option.value: bool(option.closed) for option in options}["smokescreen"]


@pytest.mark.rule("10E-DEF-GTG-1")
def test_go_to_ground() -> None:
    for save, ap, wanted in (("5+", 0, 4), ("5+", -3, 6), ("5+/4++", -3, 4), ("-", 0, 6)):
        script = (("reaction:Targets", "go to ground"), *THROUGH, ("save:Target", [6]))
        assert attack(shooters(gun(AP=ap)), targets(1, Sv=save), *script).need("save:Target") == wanted
    assert battle_options(targets(keywords=("VEHICLE", "SMOKE")))["go to ground"]


def battle_options(target: Any) -> dict[str, bool]:
    """What is closed to the owner of the target."""
    played = battle(shooters(), target, ("unit", "Shooters"), ("target", "Targets"), ("hit:gun", [1]))
    return {option.value: bool(option.closed) for option in played.question("reaction:Targets").options}


@pytest.mark.rule("10E-DEF-SMOKE-1", "10E-DEF-GTG-1")
@pytest.mark.parametrize(("said", "wanted"), [("smokescreen", (4, 4)), ("go to ground", (3, 4))])
def test_they_last_to_the_end_of_the_phase(said: str, wanted: tuple[int, int]) -> None:
    mine = army("Mine", shooters(name="A"), shooters(name="B"))
    target = targets(3, Sv="5+", keywords=("INFANTRY", "SMOKE"))
    shot = (("hit:gun", [6]), ("wound:gun", [6]), ("save:Target", [6]))
    played = battle(
        mine, target, ("unit", "A"), ("target", "Targets"), ("reaction:Targets", said), *shot,
        ("unit", "B"), ("target", "Targets"), *shot, ("next turn", "go on"),
        ("unit", "A"), ("target", "Targets"), *shot,
    )  # fmt: skip
    assert [(played.need("hit:gun", n), played.need("save:Target", n)) for n in range(3)] == [wanted, wanted, (3, 5)]
    options = {option.value: bool(option.closed) for option in played.question("reaction:Targets", 1).options}
    assert options[said]  # once a phase
