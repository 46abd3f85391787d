"""``vehicle_oracle.py`` and ``marker_oracle.py`` against sums by hand: the vectors, and what no vector has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.each import each
from tests.rules.seventh.helpers.tabletop import armed, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import hull, shooter, sure, tank, vehicles
from tests.rules.seventh.oracles.damage import Hull, Penetration, penetration
from tests.rules.seventh.oracles.markers import attack_infantry
from tests.rules.seventh.oracles.vehicles import attack_vehicles, weapons_of

F = Fraction
HIT = F(2, 3)
SETTINGS = {
    "random_shots": "per_weapon", "snap_rerolls": "yes", "mastercrafted_bs6": "replaces", "graviton_mixed": "majority",
    "ordnance_declared_first": "yes", "explode_after_wreck": "yes", "melta_armourbane": "3d6",
    "squadron_order": "allocate_then_penetrate", "vehicle_cover": "per_firer_group",
}  # fmt: skip


def at_vehicles(
    attacker: Unit,
    target: Unit,
    value: str,
    start: tuple[Hull, ...] | None = None,
    settings: dict[str, str] | None = None,
    **answers: Any,
) -> dict[int, Fraction]:
    keys = {"distance": 12, "distance:sure": 6, "distance:flamer": 6} | {
        key.replace("__", ":"): said for key, said in answers.items()
    }
    ends = attack_vehicles(attacker, target, keys, SETTINGS | (settings or {}), start)
    assert sum(ends.values()) == 1
    out: dict[int, Fraction] = {}
    for end, p in ends.items():
        number = int(getattr(end, value))
        out[number] = out.get(number, F(0)) + p
    return out


def chance(*args: Any, **answers: Any) -> Fraction:
    return at_vehicles(*args, **answers).get(1, F(0))


def at_infantry(attacker: Unit, target: Unit, value: str = "slain", **answers: Any) -> dict[int, Fraction]:
    keys = {"distance": 12, "distance:sure": 6, "distance:flamer": 6} | {
        key.replace("__", ":"): said for key, said in answers.items()
    }
    ends = attack_infantry(attacker, target, keys, SETTINGS)
    assert sum(ends.values()) == 1
    out: dict[int, Fraction] = {}
    for end, p in ends.items():
        number = int(getattr(end, value))
        out[number] = out.get(number, F(0)) + p
    return out


def bare(n: int = 5, **stats: Any) -> Unit:
    return squad("T", trooper("T", n, "lasgun", **({"Sv": "-"} | stats)))


# Penetration ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "armour", "dice", "pick", "rules", "again", "glance", "penetrates"),
    [
        pytest.param(9, 11, 1, 1, (), "", F(1, 6), F(2, 3), id="TV-48"),
        pytest.param(8, 14, 2, 1, (), "", F(5, 36), F(7, 12), id="TV-50"),
        pytest.param(8, 14, 1, 1, (), "", F(1, 6), F(0), id="TV-51"),
        pytest.param(8, 12, 1, 1, ("Lance",), "", F(1, 6), F(1, 3), id="TV-53"),
        pytest.param(8, 13, 2, 1, (), "", F(1, 9), F(13, 18), id="TV-54"),
        pytest.param(8, 13, 1, 2, (), "", F(1, 4), F(11, 36), id="TV-55"),
        pytest.param(6, 13, 1, 1, ("Rending",), "", F(1, 18), F(1, 9), id="TV-56"),
        pytest.param(6, 12, 1, 1, ("Rending",), "", F(0), F(1, 6), id="TV-57"),
        pytest.param(1, 14, 1, 1, ("Haywire",), "", F(2, 3), F(1, 6), id="TV-58"),
        pytest.param(4, 10, 1, 1, ("Sniper",), "", F(1, 6), F(0), id="TV-59"),
        pytest.param(9, 13, 1, 1, (), "failed", F(1, 4), F(1, 2), id="TV-60"),
        pytest.param(9, 13, 1, 1, (), "glances", F(1, 9), F(5, 9), id="TV-61"),
        pytest.param(4, 14, 1, 1, ("Gauss",), "", F(1, 6), F(0), id="Gauss"),
        pytest.param(4, 14, 2, 1, ("Gauss",), "", F(3, 36), F(3, 36), id="Gauss with two dice"),
        pytest.param(8, 25, 3, 1, (), "", F(3, 216), F(1, 216), id="three dice"),
        pytest.param(7, 14, 1, 2, ("Rending",), "", F(11, 108), F(11, 54), id="Rending Ordnance"),
        pytest.param(6, 14, 2, 1, ("Rending",), "", F(11, 108), F(10, 27), id="TV-109"),
        pytest.param(4, 12, 1, 1, ("Rending",), "failed", F(17, 162), F(17, 162), id="TV-110"),
    ],
)
def test_penetration(
    strength: int, armour: int, dice: int, pick: int, rules: tuple[str, ...], again: str, glance: Fraction, penetrates: Fraction
) -> None:  # fmt: skip
    law = penetration(Penetration(strength, armour, dice, pick, rules, again))
    assert (law.get("glance", 0), law.get("penetrate", 0)) == (glance, penetrates)


def test_rules_that_change_the_roll() -> None:
    """What the weapon says becomes the roll: the damage of one hit at four hull points."""

    def hurts(type_: str, armour: int, strength: str = "8", rules: tuple[str, ...] = (), **answers: Any) -> Fraction:
        weapon = gun("gun", "24", strength, "4", type_)
        return 1 - at_vehicles(shooter(weapon, rules=rules), tank(armour, 4), "damage", **answers)[0]

    assert hurts("Assault 1, Melta", 14) == HIT * F(26, 36)
    assert (
        hurts("Assault 1, Melta", 14, half_range="none") == hurts("Assault 1, Melta", 14, distance=13) == HIT * F(1, 6)
    )
    assert hurts("Assault 1, Lance", 14) == hurts("Assault 1, Lance", 12) == HIT * F(1, 2)
    assert hurts("Assault 1, Lance", 11) == HIT * F(2, 3)
    assert hurts("Ordnance 1", 13) == HIT * F(20, 36)
    assert hurts("Ordnance 1", 13, moved="all") == 0
    assert hurts("Ordnance 1, Melta", 14) == HIT * F(31, 36)  # the best of two dice and one more
    ordnance = {"ordnance_armourbane": "best_two_of_three"}
    assert hurts("Ordnance 1, Melta", 14, settings=ordnance) == HIT * F(193, 216)
    assert hurts("Assault 1, Armourbane, Melta", 25) == HIT * F(4, 216)
    assert hurts("Assault 1, Armourbane, Melta", 25, settings={"melta_armourbane": "2d6"}) == 0
    assert hurts("Assault 1, Poisoned (2+)", 10, "X") == 0
    assert hurts("Assault 1, Fleshbane", 10, "6") == HIT * F(1, 2)
    assert hurts("Assault 1", 13, "9", ("Tank Hunters",)) == HIT * F(3, 4)
    assert hurts("Assault 1", 13, "9", ("Tank Hunters",), tank_hunters="again") == HIT * F(2, 3)
    assert hurts("Assault 1, Haywire", 13, "9", ("Tank Hunters",)) == HIT * F(5, 6)


def test_a_twin_linked_template_rolls_penetration_again() -> None:
    assert 1 - at_vehicles(sure(1, "6", "4", "Assault 1, Twin-linked"), tank(10, 4), "damage")[0] == 1 - F(1, 4)


# Hull points, the table ----------------------------------------------------------------------------------------------


def test_tv_49_and_52() -> None:
    assert chance(shooter(armed("lascannon")[0]), tank(11), "explodes") == F(2, 27)
    assert chance(shooter(armed("meltagun")[0]), tank(14), "explodes", distance=6) == F(7, 54)


def test_tv_62_and_63() -> None:
    opened = tank(10, type="Vehicle (Open-topped)")
    assert chance(sure(1, "10", "1"), opened, "explodes") == F(1, 2)
    assert chance(sure(1, "10", "4"), opened, "explodes") == F(1, 6)
    assert chance(sure(1, "10", "4"), tank(10), "explodes") == 0


def test_tv_64() -> None:
    assert 1 - at_vehicles(shooter(armed("lascannon")[0]), tank(11), "damage", cover="5+")[0] == HIT * F(5, 9)


def test_tv_65() -> None:
    assert chance(sure(3), tank(11), "slain") == F(49, 72)


def test_one_hit_for_sure() -> None:
    """S10 AP4 at AV10: 1-3 shaken, 4 stunned, 5 the weapon, 6 immobilised."""
    for value, ways in (("shaken", 3), ("stunned", 1), ("weapon_destroyed", 1), ("immobilised", 1)):
        assert chance(sure(1, "10", "4"), tank(10), value) == F(ways, 6)
    unarmed = vehicles((hull("Bare", 10, 3), 1))
    assert weapons_of(unarmed.models[0][0]) == 0
    assert chance(sure(1, "10", "4"), unarmed, "weapon_destroyed") == 0
    assert chance(sure(1, "10", "4"), unarmed, "immobilised") == F(2, 6)


def test_the_second_immobilised_costs_a_hull_point() -> None:
    stuck = (Hull(0, 3, 1, stuck=True),)
    once = at_vehicles(sure(1, "10", "4"), tank(10), "damage", stuck)
    assert once == {1: F(5, 6), 2: F(1, 6)}
    assert chance(sure(1, "10", "4"), tank(10), "immobilised", stuck) == 0
    twice = at_vehicles(sure(2, "10", "4"), tank(10, 4), "damage")  # two 6s; a 5, a 5: the weapon, then immobilised
    assert twice == {2: F(35, 36), 3: F(1, 36)}
    unarmed = vehicles((hull("Bare", 10, 4), 1))
    assert at_vehicles(sure(2, "10", "4"), unarmed, "damage") == {2: F(8, 9), 3: F(1, 9)}


def test_a_wreck_may_still_explode() -> None:
    """S10 AP2 at AV10: each hit costs a point and explodes on a 6."""
    thin = tank(10, 1)
    assert chance(sure(1, "10", "2"), thin, "explodes") == F(1, 6)
    assert chance(sure(1, "10", "2"), thin, "wrecked") == F(5, 6)
    assert chance(sure(1, "10", "2"), thin, "wrecked", settings={"explode_after_wreck": "no"}) == 1
    assert chance(sure(3, "10", "2"), thin, "explodes") == 1 - F(125, 216)
    assert at_vehicles(sure(1, "10", "2"), tank(10, 3), "damage") == {1: F(1)}  # exploded: has not lost the others


def test_extra_armour_and_venerable() -> None:
    assert chance(sure(1, "10", "4"), tank(10, rules=("Extra Armour",)), "shaken") == F(4, 6)
    assert chance(sure(1, "10", "4"), tank(10, rules=("Extra Armour",)), "stunned") == 0
    old = tank(10, rules=("Venerable",))
    for said, explodes in (("no", F(1, 3)), ("proposed", F(1, 9)), ("yes", F(1, 3))):
        assert chance(sure(1, "10", "1"), old, "explodes", venerable=said) == explodes
    stuck = (Hull(0, 3, 1, stuck=True),)
    assert at_vehicles(sure(1, "10", "4"), old, "damage", stuck)[2] == F(1, 36)
    assert at_vehicles(sure(2, "10", "4"), tank(10, 4, rules=("Venerable",)), "damage")[3] == F(1, 216)  # 6, 6, 6


def test_graviton_at_a_vehicle() -> None:
    grav = sure(1, "*", "2", "Assault 1, Graviton")
    assert at_vehicles(grav, tank(14), "damage") == {0: F(5, 6), 1: F(1, 6)}
    assert chance(grav, tank(14), "immobilised") == F(1, 6)
    assert at_vehicles(grav, tank(14), "damage", (Hull(0, 3, 1, stuck=True),)) == {0: F(5, 6), 2: F(1, 6)}
    assert at_vehicles(sure(2, "*", "2", "Assault 1, Graviton"), tank(14), "damage")[3] == F(1, 36)


# Saves and facings ---------------------------------------------------------------------------------------------------


def test_saves_of_vehicles() -> None:
    def through(target: Unit, type_: str = "Assault 1", **answers: Any) -> Fraction:
        """S10 at AV10: every hit would cost a point."""
        found = at_vehicles(shooter(gun("gun", "24", "10", "4", type_)), target, "damage", **answers)
        return (1 - found[0]) / HIT

    plain, skimmer = tank(10), tank(10, type="Vehicle (Skimmer)", rules=("Jink",))
    assert through(plain) == 1
    assert through(plain, cover="4+") == F(1, 2)
    assert through(plain, "Assault 1, Ignores Cover", cover="4+") == 1
    assert through(plain, cover="4+", obscured="none") == 1
    assert through(plain, cover="4+", obscured="none", settings={"vehicle_cover": "any_firer"}) == F(1, 2)
    assert through(plain, cover="4+", facing_hidden="yes") == F(1, 3)
    assert through(plain, facing_hidden="yes") == F(5, 6)
    assert through(plain, night="yes") == F(5, 6)
    assert through(skimmer, jink="yes") == F(1, 2)
    assert through(skimmer, jink="yes", cover="3+", night="yes") == F(1, 6)
    assert through(tank(10, rules=("Camo Netting",)), cover="5+") == F(1, 2)
    assert through(tank(10, invulnerable=5), cover="6+") == F(2, 3)
    assert through(tank(10, rules=("Shrouded", "Stealth")), cover="4+") == F(1, 6)


def test_facings() -> None:
    """S5 needs a 5 to glance AV10, a 6 to glance AV11, and cannot hurt AV13."""
    predator = tank((13, 11, 10), 3)
    weapon = gun("gun", "24", "5", "4", "Assault 1")
    hurts = {
        facing: 1 - at_vehicles(shooter(weapon), predator, "damage", facing=facing)[0]
        for facing in ("front", "side", "rear")
    }
    assert hurts == {"front": 0, "side": HIT * F(1, 6), "rear": HIT * F(1, 3)}
    barrage = gun("gun", "24", "5", "4", "Assault 1, Blast, Barrage")
    assert 1 - at_vehicles(shooter(barrage), predator, "damage")[0] == F(1, 6)
    three = at_vehicles(shooter(weapon, 3), predator, "damage", in_side=1, in_rear=1)
    assert three[0] == (1 - F(1, 9)) * (1 - F(2, 9))


# Squadrons -----------------------------------------------------------------------------------------------------------


def test_hits_go_on_to_the_next_vehicle() -> None:
    pair = vehicles((hull("Buggy", 10, 1), 2))
    assert at_vehicles(sure(2, "10", "4"), pair, "slain") == {2: F(1)}
    assert at_vehicles(sure(1, "10", "4"), pair, "slain") == {1: F(1)}
    assert at_vehicles(sure(3, "10", "4"), vehicles((hull("Buggy", 10, 2), 2)), "damage") == {3: F(1)}
    stuck, not_stuck = F(1, 36), F(35, 36)  # both hits that leave the vehicle standing immobilise it: it loses one more
    armed_pair = vehicles((hull("Buggy", 10, 3, "boltgun"), 2))
    law = at_vehicles(sure(4, "10", "4"), armed_pair, "damage")
    assert law == {4: not_stuck, 5: stuck * not_stuck, 6: stuck * stuck}


def test_orders_of_a_squadron() -> None:
    """A thin vehicle in front of a thick one: rolled first, both hits meet the thin one's armour."""
    unlike = vehicles((hull("Thin", 10, 1), 1), (hull("Thick", 14, 1), 1))
    assert at_vehicles(sure(2, "9", "4"), unlike, "slain") == {1: 1 - F(1, 3), 2: F(1, 3)}
    rolled = at_vehicles(sure(2, "9", "4"), unlike, "slain", settings={"squadron_order": "penetrate_then_allocate"})
    assert rolled == {2: F(1)}


def test_a_glance_is_allocated_last() -> None:
    """Two points and one: a penetrating hit explodes the first on 6 of AP2, whichever was rolled first."""
    pair = vehicles((hull("Buggy", 10, 1), 2))
    early = {"squadron_order": "penetrate_then_allocate"}
    law = at_vehicles(sure(2, "9", "2"), pair, "explodes", settings=early)
    glance, both = F(1, 6), F(5, 6)  # S9 at AV10: 1 glances, the rest penetrates
    assert law[0] == glance**2 + 2 * glance * both * F(5, 6) + both**2 * F(25, 36)


# Those who fire ------------------------------------------------------------------------------------------------------


def test_tv_16() -> None:
    hot = tank(10, 1, gun("gun", type="Assault 1, Gets Hot"))
    assert chance(hot, tank(14), "own_slain") == F(1, 12)
    blast = tank(10, 1, gun("gun", type="Assault 1, Gets Hot, Blast, Twin-linked"), invulnerable=4)
    assert chance(blast, tank(14), "own_slain") == F(1, 144)


def test_tv_69_and_70() -> None:
    wraithlord = squad("Wraithlord", trooper("Wraithlord", 1, "bright lance", T=8, W=3), type="Monstrous Creature")
    assert 1 - at_vehicles(wraithlord, tank(10), "damage", moved="all")[0] == HIT * F(5, 6)
    guns = (gun("autocannon", "48", "10", "4", "Heavy 1"), gun("heavy bolter", "36", "10", "4", "Heavy 1"))
    predator, wreck = tank((13, 11, 10), 3, *guns), tank(10, 1)
    assert chance(predator, wreck, "slain", speed="combat") == 1 - F(1, 3) * F(5, 6)
    assert chance(predator, wreck, "slain", speed="cruising") == 1 - F(5, 6) ** 2
    assert chance(predator, wreck, "slain") == 1 - F(1, 3) ** 2
    second: dict[str, Any] = {"full_bs__autocannon": 0}
    assert chance(predator, wreck, "slain", speed="combat", weapon="autocannon", **second) == F(1, 6)


@each(
    ("type_", "rules", "speed", "full"),
    [
        ("Vehicle", (), "stationary", 3),
        ("Vehicle", (), "combat", 1),
        ("Vehicle", (), "cruising", 0),
        ("Vehicle (Fast)", (), "combat", 3),
        ("Vehicle (Fast)", (), "cruising", 2),
        ("Vehicle (Tank, Heavy)", (), "combat", 3),
        ("Vehicle (Walker)", (), "combat", 3),
        ("Vehicle", ("Power of the Machine Spirit",), "combat", 2),
        ("Vehicle", ("Power of the Machine Spirit",), "cruising", 1),
    ],
)
def test_weapons_at_full_skill(type_: str, rules: tuple[str, ...], speed: str, full: int) -> None:
    weapon = gun("gun", "48", "10", "4", "Heavy 1")
    three = tank(10, 3, weapon, weapon, weapon, type=type_, rules=rules)
    misses = at_vehicles(three, tank(10, 1), "slain", speed=speed)[0]
    assert misses == F(1, 3) ** full * F(5, 6) ** (3 - full)


def test_ordnance_of_a_vehicle() -> None:
    """The cannon, which penetrates with the higher of two dice, and a gun; every hit wrecks."""
    guns = (gun("gun", "48", "10", "4", "Heavy 1"), gun("cannon", "48", "10", "4", "Ordnance 1"))
    russ, wreck = tank(10, 3, *guns, type="Vehicle (Tank, Heavy)"), tank(10, 1)
    assert chance(russ, wreck, "slain") == 1 - F(5, 6) * F(1, 3)
    assert chance(russ, wreck, "slain", ordnance="no") == HIT
    late = {"ordnance_declared_first": "no"}
    assert chance(russ, wreck, "slain", settings=late) == HIT  # closed: the gun has fired at full skill
    assert chance(russ, wreck, "slain", settings=late, weapon="cannon, gun") == 1 - F(1, 3) * F(5, 6)


# Markers at infantry -------------------------------------------------------------------------------------------------


def test_tv_29() -> None:
    grav = gun("gun", S="*", AP="2", type="Assault 1, Graviton")
    assert at_infantry(shooter(grav), bare(Sv="3+"))[1] == HIT * F(2, 3)
    assert at_infantry(shooter(grav), bare())[1] == HIT * F(1, 6)


def test_markers() -> None:
    frag = shooter(gun("gun", S="4", AP="6", type="Heavy 1, Blast"))
    assert at_infantry(frag, bare(3), under=2) == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert at_infantry(frag, bare(3)) == at_infantry(frag, bare(3), under=3)
    assert at_infantry(frag, bare(3), under={1: F(1, 2), 0: F(1, 2)}) == {0: F(3, 4), 1: F(1, 4)}
    assert at_infantry(frag, bare(3), moved="all") == {0: F(1)}
    two = shooter(gun("gun", S="4", AP="6", type="Heavy 1, Blast"), 2)
    assert at_infantry(two, bare(3), under=[2, 0]) == at_infantry(frag, bare(3), under=2)
    hot = shooter(gun("gun", S="4", AP="6", type="Heavy 1, Blast, Gets Hot"))
    assert at_infantry(hot, bare(3), under=1)[1] == F(5, 12)
    assert at_infantry(hot, bare(3), "own_slain", under=1)[1] == F(1, 18)


def test_templates() -> None:
    flamer = gun("flamer", "T", "4", "5", "Assault 1, Twin-linked")
    assert at_infantry(shooter(flamer), bare(1), cover="2+")[1] == F(3, 4)
    assert at_infantry(shooter(flamer), bare(9), "damage")[4] == F(3, 4) ** 4


def test_swarms() -> None:
    swarm = squad("S", trooper("Swarm", 2, "lasgun", Sv="-", T=2, W=4), rules=("Swarms",))
    frag = gun("gun", S="3", AP="6", type="Heavy 1, Blast")
    assert at_infantry(shooter(frag), swarm, "damage", under=2) == {0: F(1, 9), 2: F(4, 9), 4: F(4, 9)}
    assert at_infantry(shooter(gun("gun", S="3", type="Heavy 2")), swarm, "damage")[2] == (HIT * F(2, 3)) ** 2
