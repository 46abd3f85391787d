"""Rolling to wound, and the pools (7E-WND)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN
from tests.rules.seventh.helpers.tabletop import attack, boyz, chances, fire, gun, marines, one_hit, squad, trooper

F = Fraction


def soft(toughness: int = 4, n: int = 10, **stats: object) -> object:
    """Models without a save, so that a wound is a wound lost."""
    return squad("Soft", trooper("Soft", n, "lasgun", T=toughness, **({"Sv": "-"} | stats)))


@pytest.mark.rule("7E-WND-1")
@each(
    ("strength", "toughness", "chance"),
    [("4", 4, F(1, 2)), ("3", 6, F(1, 6)), ("3", 7, F(0)), ("10", 4, F(5, 6)), ("4", 7, F(1, 6))],
)
def test_chance_to_wound(strength: str, toughness: int, chance: Fraction) -> None:
    assert one_hit(gun("gun", S=strength), soft(toughness)).get(1, 0) == chance


@pytest.mark.rule("7E-WND-1")
def test_what_cannot_wound_is_not_rolled() -> None:
    played = attack(marines(1, gun("gun", S="3")), soft(7), *fire("gun"))
    assert "hit:gun" not in played.keys
    assert played.said("cannot wound", "7E-WND-1")


def mob(gretchin: int, runtherds: int) -> object:
    return squad(
        "Mob",
        trooper("Gretchin", gretchin, "grot blasta", T=2, Sv="-"),
        trooper("Runtherd", runtherds, "slugga", T=4, Sv="6+"),
    )


@pytest.mark.rule("7E-WND-2")
@pytest.mark.parametrize(("gretchin", "runtherds", "needed"), [(9, 1, 2), (1, 1, 4), (1, 2, 4), (2, 1, 2)])
def test_toughness_of_most(gretchin: int, runtherds: int, needed: int) -> None:
    played = attack(
        marines(1, gun("gun")), mob(gretchin, runtherds), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [1])
    )
    assert played.question("wound:gun").need.target == needed


@pytest.mark.rule("7E-WND-2")
def test_toughness_of_most_when_the_dice_fall() -> None:
    """Casualties of the first weapon change it for the second."""
    shooters = squad(
        "Squad", trooper("A", 1, gun("first", S="10", AP="1", type="Assault 2")), trooper("B", 1, gun("second"))
    )
    played = attack(
        shooters, mob(3, 2), *fire("first"), ("hit:first", [6, 6]), ("wound:first", [6, 6]), ("go_to_ground", "no"),
        *fire("second"), ("hit:second", [6]), ("wound:second", [1]),
    )  # fmt: skip
    assert played.question("wound:first").need.target == 2
    assert played.question("wound:second").need.target == 4  # 1 Gretchin, 2 Runtherds


@pytest.mark.rule("7E-WND-2")
def test_models_nobody_sees_count() -> None:
    played = attack(
        marines(1, gun("gun")),
        mob(3, 1),
        *fire("gun", order="1 Runtherd, 3 Gretchin hidden"),
        ("hit:gun", [6]),
        ("wound:gun", [1]),
    )
    assert played.question("wound:gun").need.target == 2


@pytest.mark.rule("7E-WND-3")
@pytest.mark.parametrize(
    ("strength", "toughness", "chance"), [("-", 8, F(1, 2)), ("6", 3, F(5, 6)), ("4", 4, F(1, 2)), ("1", 2, F(1, 2))]
)
def test_poisoned(strength: str, toughness: int, chance: Fraction) -> None:
    assert one_hit(gun("gun", S=strength, type="Assault 1, Poisoned (4+)"), soft(toughness))[1] == chance


@pytest.mark.rule("7E-WND-3")
def test_poisoned_is_4_unless_said() -> None:
    assert one_hit(gun("gun", S="1", type="Assault 1, Poisoned"), soft(9))[1] == F(1, 2)
    assert one_hit(gun("gun", S="1", type="Assault 1, Poisoned (2+)"), soft(9))[1] == F(5, 6)


@pytest.mark.rule("7E-WND-4")
def test_fleshbane() -> None:
    assert one_hit(gun("gun", S="1", type="Assault 1, Fleshbane"), soft(10))[1] == F(5, 6)


@pytest.mark.rule("7E-WND-5", "7E-WND-10")
def test_rending_parts_the_pools() -> None:
    cannon = gun("gun", S="6", AP="4", type="Assault 4, Rending")
    guards = squad("Guards", trooper("Guard", 10, "lasgun", Sv="3+"))
    played = attack(
        marines(1, cannon),
        guards,
        *fire("gun"),
        ("hit:gun", [6] * 4),
        ("wound:gun", [2, 4, 6, 6]),
        ("go_to_ground", "no"),
        ("save:Guard", [3, 3]),
    )
    assert played.question("save:Guard").dice == 2  # the two AP2 wounds slew two without a save
    assert played.alive() == {"Guard": [1] * 8}


@pytest.mark.rule("7E-WND-5")
@pytest.mark.parametrize(("rule", "ap2"), [("Rending", True), ("Bladestorm", True), ("Gauss", False)])
def test_sixes_wound_whatever_the_toughness(rule: str, ap2: bool) -> None:
    weapon = gun("gun", S="3", AP="5", type=f"Assault 1, {rule}")
    assert one_hit(weapon, soft(8))[1] == F(1, 6)
    assert one_hit(weapon, soft(8, Sv="2+")).get(1, 0) == (F(1, 6) if ap2 else F(1, 36))


@pytest.mark.rule("7E-WND-5")
@pytest.mark.parametrize("ap", ["1", "2"])
def test_a_six_never_makes_the_ap_worse(ap: str) -> None:
    weapon = gun("gun", S="4", AP=ap, type="Assault 1, Rending")
    played = attack(
        marines(1, weapon),
        soft(4, 2, Sv="2+"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        ("go_to_ground", "no"),
    )
    assert played.question("wound:gun").watch == ()


@pytest.mark.rule("7E-WND-6")
def test_shred() -> None:
    assert one_hit(gun("gun", type="Assault 1, Shred"), soft())[1] == F(3, 4)


@pytest.mark.rule("7E-WND-6")
def test_monster_hunter() -> None:
    hunters = marines(1, gun("gun"), rules=("Monster Hunter",), BS=5)
    monster = squad("Monster", trooper("Monster", 1, "lasgun", Sv="-", W=4), type="Monstrous Creature")
    assert chances(hunters, monster, "damage")[1] == F(5, 6) * F(3, 4)
    assert chances(hunters, soft(), "damage")[1] == F(5, 6) * F(1, 2)


@pytest.mark.rule("7E-WND-7")
def test_snipers() -> None:
    rifle = gun("gun", S="X", AP="6", type="Assault 1, Sniper")
    assert one_hit(rifle, soft(8, Sv="3+"))[1] == F(5, 18)
    assert one_hit(rifle, soft(1, W=3)) == {0: F(1, 2), 1: F(1, 2)}  # no Strength, no Instant Death


@pytest.mark.rule("7E-WND-7", "7E-END-1")
def test_snipers_do_not_pin() -> None:
    played = attack(
        marines(1, "sniper rifle"),
        soft(),
        *fire("sniper rifle"),
        ("hit:sniper rifle", [5]),
        ("wound:sniper rifle", [4]),
        ("go_to_ground", "no"),
    )
    assert "pinning" not in played.keys


@pytest.mark.rule("7E-WND-9")
def test_what_a_6_does_is_read_from_the_last_face() -> None:
    weapon = gun("gun", AP="5", type="Assault 2, Shred, Rending")
    played = attack(
        marines(1, weapon),
        soft(4, 5, Sv="3+"),
        *fire("gun"),
        ("hit:gun", [6, 6]),
        ("wound:gun", [2, 1, AGAIN, 6, 4]),
        ("go_to_ground", "no"),
        ("save:Soft", [3]),
    )
    assert played.alive() == {"Soft": [1] * 4}  # the 6 was AP2


@pytest.mark.rule("7E-WND-9", "7E-HIT-10")
def test_one_reroll_to_wound() -> None:
    both = marines(1, gun("gun", type="Assault 1, Shred"), rules=("Preferred Enemy",), BS=5)
    to_hit = F(35, 36)
    assert chances(both, soft(), "damage")[1] == to_hit * F(3, 4)


# The order of the pools ----------------------------------------------------------------------------------------------

CANNON = gun("gun", S="4", AP="5", type="Assault 4, Rending")
RANKS = squad("Ranks", trooper("Nob", 2, "slugga", Sv="3+"), trooper("Boy", 4, "shoota", Sv="6+"))


@pytest.mark.rule("7E-WND-11")
@pytest.mark.parametrize(
    ("order", "saves", "alive"),
    [
        # AP2 strips the armoured front rank, then AP5 meets the Boyz who have no save against it.
        ("1 S4 AP2, 1 S4 AP5", [], {"Boy": [1] * 2}),
        # AP5 first: the Nobz save against it, and then die by AP2.
        ("1 S4 AP5, 1 S4 AP2", [("save:Nob", [3, 3])], {"Boy": [1] * 4}),
    ],
)
def test_the_attacker_orders_the_pools(
    order: str, saves: list[tuple[str, object]], alive: dict[str, list[int]]
) -> None:
    played = attack(
        marines(1, CANNON),
        RANKS,
        *fire("gun"),
        ("hit:gun", [6] * 4),
        ("wound:gun", [6, 6, 4, 5]),
        ("go_to_ground", "no"),
        ("pools", order),
        *saves,
    )
    assert played.alive() == alive
    assert played.question("pools").owner == "attacker"
    assert [name for _, name, _ in played.question("pools").default] == ["S4 AP2", "S4 AP5"]


@pytest.mark.rule("7E-WND-11", "7E-ALC-6")
def test_the_attackers_order_holds_where_a_character_stands_in_front() -> None:
    led = squad("Led", trooper("Sergeant", 1, "boltgun", character=True), trooper("Marine", 4, "boltgun"))
    played = attack(
        marines(1, CANNON), led, *fire("gun", look_out_sir="ask"), ("hit:gun", [6, 6, 1, 1]), ("wound:gun", [6, 4]), ("go_to_ground", "no"),
        ("pools", "1 S4 AP5, 1 S4 AP2"), ("look_out_sir_now", "no"), ("save:Sergeant", [2]),
    )  # fmt: skip
    assert played.alive() == {"Marine": [1] * 3}  # the Sergeant fell to AP5, a Marine to AP2


@pytest.mark.rule("7E-WND-11", "7E-ALC-6")
@pytest.mark.parametrize(("sergeants", "asked"), [(1, False), (2, True)])
def test_a_character_behind_all_others_makes_no_order_matter(sergeants: int, asked: bool) -> None:
    """He is hit only when nobody is left to step in for him."""
    led = squad("Led", trooper("Marine", 4, "boltgun"), trooper("Sergeant", sergeants, "boltgun", character=True))
    order = [("pools", "1 S4 AP5, 1 S4 AP2")] if asked else []
    played = attack(
        marines(1, CANNON), led, *fire("gun"), ("hit:gun", [6, 6, 1, 1]), ("wound:gun", [6, 4]), ("go_to_ground", "no"),
        *order, ("save:Marine", [3]),
    )  # fmt: skip
    assert ("pools" in played.keys) is asked
    assert played.alive()["Marine"] == [1] * 3


@pytest.mark.rule("7E-WND-10", "7E-WND-11")
def test_an_order_that_cannot_matter_is_not_asked() -> None:
    played = attack(
        marines(1, CANNON),
        soft(),
        *fire("gun"),
        ("hit:gun", [6] * 4),
        ("wound:gun", [6, 6, 4, 5]),
        ("go_to_ground", "no"),
    )
    assert "pools" not in played.keys
    assert played.alive() == {"Soft": [1] * 6}


@pytest.mark.rule("7E-WND-11")
def test_the_order_matters_in_the_odds() -> None:
    one = squad("S", trooper("Marine", 1, CANNON))
    first = chances(one, RANKS, "slain", pools="1 S4 AP2, 1 S4 AP5")
    last = chances(one, RANKS, "slain", pools="1 S4 AP5, 1 S4 AP2")
    assert first == chances(one, RANKS, "slain")
    assert first != last


def test_boyz_are_boyz() -> None:
    assert chances(marines(1, gun("gun")), boyz())[1] == F(1, 3)
