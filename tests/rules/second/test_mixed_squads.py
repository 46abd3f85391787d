"""What is true of one model is not true of its squad: rules, weapons that fall silent, bikes that are destroyed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.second.profiles import HUMAN_SIZED, Model, Unit, Weapon
from tests.rules.second.helpers.guns_and_men import bikes, both, car, engine, gun, hull, men, sure
from tests.rules.second.helpers.scripted_battles import Played, battle, squad
from tests.rules.second.helpers.tabletop import attack, chances, fire, mean, printed

F = Fraction
PAPER = men(9, toughness=1)
END = ("unit", "end the phase")


def mixed(weapon: Weapon, *rules: tuple[str, ...]) -> Unit:
    """One model for each of these, with the rules that it alone has."""
    models = tuple((Model(f"Man {n}", 4, 4, weapons=(weapon,), rules=own), 1) for n, own in enumerate(rules))
    return Unit("Squad", "Infantry", HUMAN_SIZED, models)


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize("rule", ["Bionic Eye", "Targeter"])
def test_the_eye_of_one_helps_nobody_else(rule: str) -> None:
    assert mean(chances(mixed(gun(), (rule,), ()), PAPER)) == (F(5, 6) + F(4, 6)) * F(5, 6)


@pytest.mark.rule("2E-SPC-1")
@pytest.mark.parametrize(
    ("rules", "shots"), [((("Rapid Fire",), ()), 3), ((("Rapid Fire",), ("Rapid Fire", "Scout")), 3)]
)
def test_rapid_fire_is_each_models_own_affair(rules: tuple[tuple[str, ...], ...], shots: int) -> None:
    assert mean(chances(mixed(sure(name="boltgun"), *rules), PAPER)) == shots * F(5, 6)


@pytest.mark.rule("2E-SF-3")
def test_the_first_jam_is_ignored_by_those_who_may() -> None:
    assert chances(mixed(sure(sustained=1), ("Ignores First Jam",), ()), PAPER, "jammed")[1] == F(1, 6)


@pytest.mark.rule("2E-SPC-6")
def test_a_daemon_among_men_protects_nobody_from_needles() -> None:
    cult = mixed(gun(), ("Daemon",), ())
    played = attack(mixed(sure(rules=("Needle",)), ()), cult, fire("gun", order=[(1, "Man 1", ""), (1, "Man 0", "")]))
    assert played.alive() == {"Man 0": [1]}


# Weapons that fall silent ---------------------------------------------------------------------------------------------


def tank(*weapons: Weapon) -> Unit:
    return engine(*weapons, rules=()).but(name="Tank")


def second_turn(unit: Unit, name: str, *dice: tuple[str, Any], others: bool = False) -> Played:
    """A unit that fired so in turn 1 picks its weapon in turn 2. ``others``: it has more, which it does not fire."""
    more = [("weapon", "no more")] * others
    foes = squad("Orks", 10, gun()), squad("Grots", 10, gun())
    first = [("unit", unit.name), ("target", "Orks"), ("weapon", name), *more, (f"facts:{name}", {}), *dice]
    script = [*first, END, END, ("overwatch", ()), ("unit", unit.name), ("target", "Orks")]
    return battle([unit, squad("B", 1, gun())], [*foes], *script)


BOLTER = sure(name="heavy bolter", sustained=1)
FIRED = "facts:heavy bolter", {}
JAMMED = ("sustained dice:heavy bolter", [1, 6]), ("wound:heavy bolter", [1])


@pytest.mark.rule("2E-SF-3")
def test_one_of_two_guns_jams() -> None:
    played = second_turn(tank(BOLTER, BOLTER), "heavy bolter", *JAMMED)
    assert [option.label[:14] for option in played.last("weapon").options][1:2] == ["1 heavy bolter"]
    both_jam = (("sustained dice:heavy bolter", [6, 6]),)
    assert (
        second_turn(tank(BOLTER, BOLTER, gun()), "heavy bolter", *both_jam, others=True).last("weapon").default == "gun"
    )


@pytest.mark.rule("2E-VEH-3")
def test_one_of_two_guns_is_destroyed() -> None:
    lance = sure(name="lance", rules=("Automatic Penetration",))
    hurt: list[tuple[str, Any]] = [("facts:lance", {}), ("damage row:hull", 3), ("damage", "weapon")]
    script = [("unit", "Orks"), ("target", "Car"), *hurt, END, ("overwatch", ()), ("unit", "Car"), ("target", "Orks")]
    foes = [squad("Orks", 1, lance), squad("Grots", 9, gun())]
    played = battle(foes, [car(hull(10), weapons=(BOLTER, BOLTER)), squad("B", 1, gun())], *script, FIRED)
    assert played.last("sustained dice:heavy bolter").dice == 1


@pytest.mark.rule("2E-ELIG-1", "2E-SPC-4")
@pytest.mark.parametrize("more", [{"recharge": 1}, {"rules": ("One Use Only",)}])
@pytest.mark.parametrize("inches", [12, 30])
def test_two_that_fire_together_are_both_used(more: dict[str, Any], inches: int) -> None:
    missile, foe = gun(name="missile", **more), squad("Orks", 10, gun())
    dice = [("facts:missile", {}), ("hit:missile", [1, 1])] if inches == 12 else []
    script = [("unit", "Tank"), ("target", "Orks"), *dice, END, END, ("overwatch", ())]
    played = battle([tank(missile, missile), squad("B", 1, gun())], [foe], *script, distance=inches)
    assert played.closed("unit", "Tank") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]


@pytest.mark.rule("2E-SPC-4")
def test_each_man_has_a_second_pistol() -> None:
    pistol = gun(name="plasma pistol", recharge=1)
    played = second_turn(squad("A", 3, pistol, pistol), "plasma pistol", ("hit:plasma pistol", [1, 1, 1]))
    assert played.last("weapon").options[1].label.startswith("3 plasma pistols")


@pytest.mark.rule("2E-SPC-4")
def test_what_recharges_is_silent_in_all_its_modes() -> None:
    low, full = printed("heavy plasma gun (low)"), printed("heavy plasma gun (maximum)")
    dud = (f"hit:{full.name}", [1]), (f"artillery:{full.name}", [6])
    menu = second_turn(squad("A", 1, low, full, gun()), full.name, *dud).last("weapon").options
    assert [option.value for option in menu] == ["gun", "edge of the arc", "no more"]


# Bikes ----------------------------------------------------------------------------------------------------------------


def at_bikes(n: int, *dice: tuple[str, Any], weapon: Weapon) -> Played:
    foes = squad("A", 1, weapon), squad("B", 1, gun())
    unit = bikes(n).but(type="Bike")
    unit = unit.but(models=tuple((model.but(weapons=(gun(),), leadership=8), n) for model, n in unit.models))
    facts: list[tuple[str, Any]] = [(f"facts:{weapon.name}", {})]
    return battle([*foes], [unit, squad("Orks", 9, gun())], ("unit", "A"), ("target", "Bikes"), *facts, *dice)


@pytest.mark.rule("2E-VEH-3")
def test_one_bike_of_several_is_destroyed() -> None:
    lance = sure(rules=("Automatic Penetration",))
    played = at_bikes(5, ("location:gun", [6]), ("damage row:bike", 6), ("damage", "destroyed"), weapon=lance)
    assert played.alive("Bikes") == 4


@pytest.mark.rule("2E-BRK-1")
def test_riders_of_bikes_break_like_any_squad() -> None:
    hit = ("location:gun", [1]), ("wound:gun", [6])
    assert at_bikes(4, *hit, END, ("break test", 9), weapon=sure()).marks("Bikes") == ["broken"]


@pytest.mark.rule("2E-SPC-9")
def test_who_stands_beside_a_bike_is_splashed_at_the_table() -> None:
    worm = sure(name="worm", rules=("Deathspitter",))
    assert at_bikes(4, ("location:worm", [1]), ("wound:worm", [1]), weapon=worm).said("are splashed, on 4+")


@pytest.mark.rule("2E-SPC-8")
def test_riders_hit_by_what_frightens_test() -> None:
    worm = sure(name="worm", rules=("Fear",))
    played = at_bikes(4, ("location:worm", [1]), ("wound:worm", [1]), END, ("break test", 8), weapon=worm)
    assert played.said("weapon that causes fear")


@pytest.mark.rule("2E-BRK-4")
def test_the_fearless_one_takes_it_with_him() -> None:
    """While he stands they never test; once he fell they do."""
    hero = both(squad("Squad", 3, gun(), leadership=8), mixed(gun(), ("Never Breaks",))).but(rules=())
    foes = [squad("Orks", 1, sure(10, -9)), squad("Grots", 1, gun())]
    script: list[tuple[str, Any]] = [("unit", "Orks"), ("target", "Squad")]
    for order, tests in (("3 Man, 1 Man 0", False), ("1 Man 0, 3 Man", True)):
        dice: list[tuple[str, Any]] = [("facts:gun", {"order": order}), ("wound:gun", [6]), END]
        played = battle(foes, [hero, squad("B", 1, gun())], *script, *dice, *[("break test", 8)] * tests)
        assert played.said("Squad never tests") != tests
