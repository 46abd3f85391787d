"""Order of resolution and number of attacks (10E-ORD, 10E-ATK)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import forget, odds
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.steps.attack_order import gun_of
from tests.helpers.each import each
from tests.helpers.work import lines_run
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    chances,
    gun,
    led,
    models,
    shooters,
    shots,
    squad,
    targets,
)

F = Fraction
ONE, THREE = gun(name="one", D=1), gun(name="three", D=3)
BOTH = squad("Unit", models("A", 1, ONE), models("B", 1, THREE))
SMALL_AND_BIG = squad("Mixed", models("Small", 1, W=1), models("Big", 1, W=3))


def hit_and_wound(name: str, n: int = 1) -> list[tuple[str, Any]]:
    return [(f"hit:{name}", [5] * n), (f"wound:{name}", [5] * n)]


@pytest.mark.rule("10E-ORD-1")
def test_all_attacks_at_one_target_before_the_next() -> None:
    unit = squad("Unit", models("Marine", 2, gun(name="rifle"), gun(name="launcher")))
    played = battle(
        unit, army("Theirs", targets(name="A"), targets(name="B")),
        ("unit", "Unit"), ("target", "A"), ("facts:A", {"firing": "1 rifle, 1 launcher"}), ("target", "B"),
        *[(f"hit:{name}", [1]) for name in ("rifle", "launcher") * 2],
    )  # fmt: skip
    assert played.dice == ["hit:rifle", "hit:launcher"] * 2
    told = [entry.text for entry in played.table.log if " at " in entry.text]
    assert [text[-1] for text in told] == ["A", "A", "B", "B"]


@pytest.mark.rule("10E-ORD-1", "10E-ORD-2")
def test_the_attacker_picks_the_order_of_targets() -> None:
    unit = squad("Unit", models("A", 2, ONE), models("B", 1, THREE))
    played = battle(
        unit, army("Theirs", targets(name="A"), targets(name="B")),
        ("unit", "Unit"), ("target", "A"), ("facts:A", {"firing": "1 one, 1 three"}), ("target", "B"),
        ("facts:B", {"group_order": "ask"}), ("group_order", "one at B"), hit_and_wound("one"), ("hit:one", [1]), ("hit:three", [1]),
    )  # fmt: skip
    assert played.standing("B") == {"Target": [1, 2, 2, 2, 2]}
    assert played.standing("A") == {"Target": [2] * 5}


@pytest.mark.rule("10E-ORD-2")
def test_weapons_of_one_profile_are_rolled_together() -> None:
    unit = squad("Unit", models("A", 2, gun(name="rifle")), models("B", 1, ONE), models("C", 3, gun(name="rifle")))
    assert attack(unit, targets(), ("hit:rifle", [1] * 5), ("hit:one", [1])).question("hit:rifle").dice == 5


@pytest.mark.rule("10E-ORD-2")
def test_the_same_name_with_another_skill_is_another_group() -> None:
    unit = squad(
        "Unit", models("A", 2, gun(name="rifle")), models("Sergeant", 1, gun(name="rifle"), abilities=("+1 to hit",))
    )
    played = attack(unit, targets(), ("hit:rifle", [1, 1]), ("hit:rifle", [1]))
    assert [played.need("hit:rifle", n) for n in (0, 1)] == [3, 2]


@pytest.mark.rule("10E-ORD-2")
def test_the_order_of_groups_changes_the_result() -> None:
    assert attack(BOTH, SMALL_AND_BIG, hit_and_wound("one"), hit_and_wound("three")).alive() == {}
    other = attack(BOTH, SMALL_AND_BIG, ("group_order", "three"), hit_and_wound("three"), hit_and_wound("one"))
    assert other.alive() == {"Big": [2]}
    assert chances(BOTH, SMALL_AND_BIG, "slain", group_order="three") != chances(BOTH, SMALL_AND_BIG, "slain")


@pytest.mark.rule("10E-ORD-3")
def test_the_steps_of_an_attack() -> None:
    one = shooters(gun(A=4))
    played = attack(one, targets(Sv="4+"), ("hit:gun", [1, 3, 4, 5]), ("wound:gun", [1, 4, 4]), ("save:Target", [2, 5]))
    assert played.alive() == {"Target": [1, 2, 2, 2, 2]}
    assert attack(one, targets(Sv="4+"), ("hit:gun", [1] * 4)).dice == ["hit:gun"]  # a failed step ends the attack
    assert chances(shooters(gun()), targets(1, Sv="4+"))[1] == F(2, 3) * F(1, 2) * F(1, 2)


DEVASTATING = gun("Devastating Wounds", name="devastating", D=3)


@pytest.mark.rule("10E-ORD-4", "10E-INT-11")
def test_devastating_wounds_wait_for_all_other_attacks() -> None:
    """Packet of the first weapon, then normal damage of the second: the small one falls to the second."""
    unit = squad("Unit", models("A", 1, DEVASTATING), models("B", 1, ONE))
    played = attack(unit, SMALL_AND_BIG, ("hit:devastating", [5]), ("wound:devastating", [6]), hit_and_wound("one"))
    assert played.alive() == {}  # the other way round the packet is wasted on the small one and two wounds are left
    assert chances(unit, SMALL_AND_BIG, "destroyed")[1] > 0


def two_targets(**settings: str) -> list[str]:
    """Devastating wounds on A, then attacks at B: what is told and rolled, in order."""
    unit = squad("Unit", models("Marine", 2, gun("Devastating Wounds", name="d")))
    played = battle(
        unit, army("Theirs", targets(name="A"), targets(name="B")),
        ("unit", "Unit"), ("target", "A"), ("facts:A", {"firing": "1 d"}), ("target", "B"),
        ("hit:d", [6]), ("wound:d", [6]), ("hit:d", [1]), settings=settings,
    )  # fmt: skip
    return [entry.question.key if entry.question else entry.text for entry in played.table.log]


@pytest.mark.rule("10E-ORD-4")
def test_setting_late_packets() -> None:
    for value, last in (("after_all_targets", True), ("after_each_target", False)):
        log = two_targets(late_packets=value)
        second = max(place for place, text in enumerate(log) if text == "hit:d")
        assert (log.index("What waited is allocated now") > second) is last


@pytest.mark.rule("10E-ORD-5")
def test_mortal_wounds_in_addition_come_last_and_saves_do_not_matter() -> None:
    """The last one-wound model falls to the second gun before the mortal wound of the first can strike it."""
    cursed = gun("1 mortal wounds in addition on critical wounds", name="cursed")
    unit = squad("Unit", models("A", 1, cursed), models("B", 1, ONE))
    target = squad("Two", models("Small", 1, W=1, Sv="2+"), models("Big", 1, W=3, Sv="2+"))
    played = attack(
        unit, target, ("hit:cursed", [5]), ("wound:cursed", [6]), ("save:Small", [6]), hit_and_wound("one"),
        ("save:Small", [1]),
    )  # fmt: skip
    assert played.alive() == {"Big": [2]}


@pytest.mark.rule("10E-ORD-6")
def test_hazardous_tests_come_after_the_last_attack() -> None:
    unit = squad("Unit", models("A", 1, gun("Hazardous", name="plasma")), models("B", 1, ONE))
    played = attack(
        unit,
        targets(Sv="3+"),
        hit_and_wound("plasma"),
        ("save:Target", [1]),
        hit_and_wound("one"),
        ("save:Target", [1]),
        ("hazardous", [6]),
    )
    assert played.dice[-1] == "hazardous"


@pytest.mark.rule("10E-ORD-6", "10E-WND-4")
def test_a_leader_without_bodyguards_is_a_unit_of_his_own_from_then_on() -> None:
    unit = led(models("Boss", W=6, T=6, keywords=("PSYKER",)), guards=models("Guard", 1, W=1))
    mine = army("Mine", shooters(gun(A=2), name="A"), shooters(gun("Anti-INFANTRY 2+", A=2), name="B"))
    boss = led(models("Boss", W=6, T=6, keywords=("MOUNTED",)), guards=models("Guard", 1, W=1))
    boss = boss.but(models=(boss.models[0], (boss.models[1][0].but(keywords=("MOUNTED",)), 1)))
    for target, need in ((unit, 2), (boss, 5)):  # INFANTRY himself, or only his bodyguards were
        played = battle(
            mine, target, ("unit", "A"), ("target", target.name), ("hit:gun", [5, 5]), ("wound:gun", [5, 5]),
            ("unit", "B"), ("target", "Boss"), ("hit:gun", [5, 5]), ("wound:gun", [1, 1]),
        )  # fmt: skip
        assert [played.need("wound:gun", n) for n in (0, 1)] == [4, need]


@pytest.mark.rule("10E-ORD-7", "10E-WPN-ONESHOT-1")
def test_a_target_destroyed_early() -> None:
    missile = gun("One Shot", "Hazardous", name="missile")
    unit = squad("Unit", models("A", 1, gun(name="rifle")), models("B", 1, missile))
    played = battle(
        unit, army("Theirs", targets(1, W=1), targets(name="Others")), ("unit", "Unit"), ("target", "Targets"),
        ("hit:rifle", [5]), ("wound:rifle", [5]), ("hazardous", [6]),
    )  # fmt: skip
    assert played.said("missile: nobody is left", "10E-ORD-7")
    assert [name for _, name in played.unit_at("Unit").used] == ["missile"]


# Number of attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-ATK-1")
def test_each_weapon_makes_its_attacks() -> None:
    assert shots(shooters(gun(A=2), n=10)) == 20
    assert attack(shooters(gun(A=2), n=10), targets(), ("hit:gun", [1] * 20)).question("hit:gun").dice == 20


@pytest.mark.rule("10E-ATK-2", "10E-FX-RAND-1")
def test_random_attacks_are_rolled_for_each_weapon() -> None:
    played = attack(
        shooters(gun("Torrent", A="D6"), n=3), targets(), ("attacks:gun", [1, 1, 2]), ("wound:gun", [1] * 4)
    )
    assert (played.question("attacks:gun").dice, played.question("attacks:gun").sides) == (3, 6)
    flamers = shooters(gun("Torrent", A="D6", S=8), n=3)
    nothing = sum((F(1, 6) * F(1, 6) ** k for k in range(1, 7)), F(0))  # one flamer: k attacks that all fail to wound
    assert chances(flamers, targets(20, W=1))[0] == nothing**3  # one D6 tripled would be another number


@pytest.mark.rule("10E-ATK-2")
def test_random_attacks_are_rolled_each_time() -> None:
    mine = army("Mine", *(shooters(gun(A="D3"), name=name) for name in "AB"))
    script = [[("unit", name), ("target", "Targets"), ("attacks:gun", [1]), ("hit:gun", [1])] for name in "AB"]
    assert battle(mine, targets(), *script).dice == ["attacks:gun", "hit:gun"] * 2


@pytest.mark.rule("10E-ATK-3", "10E-MOD-1", "10E-MOD-2", "10E-FX-ATK-1")
@each(
    ("a", "abilities", "models_", "n"),
    [
        (1, ("-1 attacks", "Rapid Fire 1"), 5, 1),  # 1 + 1 - 1
        (1, ("-1 attacks", "Blast"), 10, 3),  # at least 1, then 2
        (1, ("-1 attacks", "Rapid Fire 1", "Blast"), 5, 2),
        (3, ("double attacks", "+1 attacks"), 5, 7),  # doubled before anything is added
        (3, ("attacks become 4",), 5, 4),
        (3, ("attacks become 2", "double attacks", "+1 attacks"), 5, 5),
        (2, ("-1 attacks",), 5, 1),
        (1, ("-1 attacks",), 5, 1),
    ],
)  # fmt: skip
def test_changes_to_the_number_of_attacks(a: int, abilities: tuple[str, ...], models_: int, n: int) -> None:
    assert shots(shooters(gun(*abilities, A=a)), targets(models_), distance=12) == n
    assert shots(shooters(gun(*abilities, A=a), n=3), targets(models_), distance=12) == 3 * n


@pytest.mark.rule("10E-ATK-3")
def test_the_minimum_is_that_of_each_weapon() -> None:
    """D3 - 1 of two weapons: 1, 1 or 2 attacks each."""
    unit = shooters(gun("-1 attacks", A="D3"), n=2)
    assert shots(unit) == 2 * F(4, 3)
    played = attack(unit, targets(), ("attacks:gun", [1]), ("attacks:gun", [3]), ("hit:gun", [1] * 3))
    assert played.question("hit:gun").dice == 3


def devastating(*damages: int, n: int = 1) -> Any:
    """Weapons that differ, all with Devastating Wounds."""
    guns = [gun("Devastating Wounds", name=f"d{i}", S=4 + i, AP=-(i % 2), D=D) for i, D in enumerate(damages)]
    return squad("Unit", *[models(f"M{i}", n, one) for i, one in enumerate(guns)])


def damage_of(unit: Any, target: Any, **how: Any) -> dict[int, Any]:
    start = RULESET.begin_attack(unit, target)
    ends = odds(RULESET.attack, start, Preset({}, raise_missing), settings=RULESET.defaults(), **how)
    return {lost: p for lost, p in ends.measure(RULESET.measures["damage"]).items() if p}


@pytest.mark.rule("10E-ORD-4")
@pytest.mark.parametrize("damages", [(2, 2, 2), (1, 2, 3), (3, 1, 3)])
def test_packets_of_several_weapons_wait_for_all_other_attacks_in_the_odds_too(damages: tuple[int, ...]) -> None:
    mixed = squad("Mixed", models("A", 1, W=3, Sv="3+"), models("B", 2, W=2, Sv="5+"))
    unit = devastating(*damages)
    assert damage_of(unit, mixed, exact=True) == damage_of(unit, mixed, exact=True, brute_force=True)


@pytest.mark.rule("10E-ORD-4")
def test_more_weapons_with_devastating_wounds_are_a_sum_of_work_not_a_product() -> None:
    """Twice the weapons: twice the steps, each for twice as many packets that may wait."""
    mixed = squad("Mixed", models("A", 3, W=3, Sv="3+"), models("B", 4, W=2, Sv="5+"))

    def work(weapons: int) -> int:
        unit = devastating(*[2] * weapons, n=3)
        forget()
        return lines_run(lambda: damage_of(unit, mixed))

    assert work(8) < 5 * work(4)


def test_the_guns_whose_order_is_looked_at_are_those_that_fire() -> None:
    """What holds when all is declared holds there too, and each gun is made once."""
    gun_of.cache_clear()
    chances(BOTH, targets(5))
    assert (gun_of.cache_info().misses, gun_of.cache_info().hits) == (2, 2)
