"""The traps of section 11 of the specification that are about vehicles and markers, one test for each, named after it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.tokens import Burn
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.one_weapon import chance, need_of, outcome, struck, sure
from tests.rules.seventh.helpers.tabletop import (
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    one_hit,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicle_battles import END, HUNTERS, STUNNED, army_of, rhino, ride, riders, shot
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
TABLE = "damage table:Tank"


def ten(AP: str = "-", rules: str = "") -> Any:  # noqa: N803
    """Strength 10: at armour 10 it penetrates whatever the die says."""
    return gun("gun", "48", "10", AP, f"Heavy 1, {rules}" if rules else "Heavy 1")


@pytest.mark.rule("7E-VEH-8", "7E-SAV-4")
def test_trap_09_a_vehicle_has_cover_only_from_those_it_is_hidden_from() -> None:
    """Of men one obscured firer is enough; a vehicle is saved only from him."""
    las = gun("gun", "48", "9", "-", "Heavy 1")
    played = struck(
        tank(11, 9), las, ("penetrate:gun", [2]), ("penetrate:gun", [2] * 9), ("save:Tank", [6]), hits=(1, 9),
        cover="5+", obscured="1",
    )  # fmt: skip
    assert played.question("save:Tank").dice == 1
    men = struck(squad("T", trooper("T", 20, Sv="-"), rules=("Fearless",)), las, ("wound:gun", [6] * 10), ("save:T", [5] * 10), hits=10, cover="5+")  # fmt: skip
    assert men.question("save:T").dice == 10


@pytest.mark.rule("7E-HIT-5", "7E-HIT-4")
@pytest.mark.parametrize("type", ["Heavy 1, Blast", "Assault 1, Template", "Ordnance 1", "Ordnance 1, Large Blast"])
def test_trap_11_markers_and_ordnance_do_not_hit_on_6(type: str) -> None:
    silent = gun("gun", "T" if "Template" in type else "24", "10", "1", type)
    for unit, state in ((marines(1, silent), "falling back"), (tank(12, 3, silent), "shaken")):
        assert attack(unit, boyz(), ("attacker_state", state)).keys[-1] == "distance"
        assert chances(unit, boyz(), attacker_state=state) == {0: 1}


@pytest.mark.rule("7E-WPN-2", "7E-WPN-13", "7E-WPN-1")
def test_trap_13_frag_and_krak_are_different_names() -> None:
    frag, krak = "missile launcher (frag)", "missile launcher (krak)"
    played = attack(
        marines(2, "missile launcher"), boyz(5, unit_rules=("Fearless",)), *fire(frag, firing="1"), (f"under:{frag}", 2),
        (f"wound:{frag}", [6, 6]), *fire(krak), (f"hit:{krak}", [6]), (f"wound:{krak}", [6]),
    )  # fmt: skip
    assert played.end.fired == (frag, krak)
    assert played.question("order", 1).kinds == (("Boy", 3),)


@pytest.mark.rule("7E-HIT-11", "7E-WPN-13")
def test_trap_14_a_hot_marker_is_lost() -> None:
    bearer = squad("S", trooper("Gunner", 1, "plasma cannon", W=2, Sv="-", rules=("Stealth",)))
    assert attack(bearer, boyz(), *fire("plasma cannon"), ("hot:plasma cannon", [1])).end.toll.burnt == (
        (Burn(0, 2, 1), 1),
    )
    assert chances(bearer, boyz(unit_rules=("Fearless",)), "slain", under=1)[1] == F(5, 6) * F(5, 6)


@pytest.mark.rule("7E-GTG-6", "7E-GTG-1")
def test_trap_15_jink_is_declared_before_to_hit() -> None:
    bike = squad("Bikes", trooper("Biker", 3, "boltgun", T=5), type="Bike")
    played = struck(bike, gun("gun", "48", "8", "3"), ("wound:gun", [6]), ("save:Biker", [4]), before=[("jink", "yes")])
    assert played.keys.index("jink") < played.keys.index("hit:gun")
    assert "go_to_ground" not in played.keys


@pytest.mark.rule("7E-VEH-3", "7E-VEH-4", "7E-VEH-5")
def test_trap_16_glances_do_not_roll_and_6_does_not_explode() -> None:
    assert TABLE not in struck(tank(11), gun("gun", S="9", AP="1"), ("penetrate:gun", [2])).keys
    assert outcome(gun("gun", S="9", AP="1"), tank(11)) == (F(1, 6), F(2, 3))
    for ap in ("3", "4", "-"):
        assert chance(sure(1, "10", ap), tank(10), "explodes") == 0
    assert struck(tank(10), ten("3"), (TABLE, [6])).end.toll.exploded == 0


@pytest.mark.rule("7E-VEH-5")
@pytest.mark.parametrize(("ap", "explodes"), [("1", F(1, 3)), ("2", F(1, 6)), ("3", F(0)), ("-", F(0))])
def test_trap_17_ap1_adds_two_ap2_one_and_none_takes_off_nothing(ap: str, explodes: Fraction) -> None:
    assert chance(sure(1, "10", ap), tank(10), "explodes") == explodes
    assert chance(sure(1, "10", ap), tank(10, type="Vehicle (Open-topped)"), "explodes") == explodes + F(1, 6)
    assert chance(sure(1, "10", "-"), tank(10), "immobilised") == F(1, 6)  # with -1 it would be nothing


@pytest.mark.rule("7E-VEH-5")
def test_trap_18_immobilised_twice_and_weapons_that_are_not_there() -> None:
    assert struck(tank(10, 5), ten(), (TABLE, [6, 6]), hits=2).alive() == {"Tank": [2]}
    disarmed = struck(tank(10, 5), ten(), (TABLE, [5, 5]), hits=2)
    assert disarmed.end.line.ranks[0].kind.hull.immobilised
    assert disarmed.alive() == {"Tank": [3]}
    assert struck(tank(10, 9), ten(), (TABLE, [5, 5, 5]), hits=3).alive() == {"Tank": [5]}


@pytest.mark.rule("7E-VEH-6", "7E-WND-5")
def test_trap_19_rending_is_d3_against_vehicles_and_ap2_against_models() -> None:
    cannon = gun("gun", S="6", AP="4", type="Heavy 1, Rending")
    assert outcome(cannon, tank(13)) == (F(1, 18), F(1, 9))
    assert chance(shooter(cannon), tank(11), "explodes") == 0  # AP4 on the table
    assert need_of(struck(tank(11), cannon, ("penetrate:gun", [6]), (TABLE, [6])), TABLE) is None
    assert one_hit(cannon, squad("T", trooper("T", 3, Sv="2+"), rules=("Fearless",)))[1] == F(1, 6) + F(4, 6) * F(1, 6)


@pytest.mark.rule("7E-WND-3", "7E-WND-7", "7E-VEH-6")
def test_trap_20_poison_and_snipers_against_armour() -> None:
    assert outcome(gun("gun", S="X", type="Heavy 1, Sniper"), tank(11)) == (0, 0)  # Strength 4 and no D3
    assert outcome(gun("gun", S="5", type="Assault 1, Poisoned (2+)"), tank(10)) == (F(1, 6), F(1, 6))


@pytest.mark.rule("7E-WPN-13", "7E-HIT-6")
def test_trap_24_twin_linked_blast() -> None:
    """The die and the 2D6 together, if they like; "Hit!" stays."""
    twin = gun("gun", S="4", AP="5", type="Heavy 1, Blast, Twin-linked")
    guns, orks = army("Guns", shooter(twin)), army("Orks", boyz(unit_rules=("Fearless",)))

    def shelled(*script: Any) -> Any:
        end = [("under:gun", 0), ("unit", "end the phase")]
        return battle(guns, orks, ("unit", "Shooters"), ("target", "Boyz"), *fire("gun"), *script, *end)

    arrow = [("scatter:gun", [3]), ("scatter distance:gun", 12)]
    assert "blast_again" not in shelled(("scatter:gun", [2])).keys
    again = shelled(*arrow, ("blast_again", "yes"), ("scatter:gun", [1])).keys
    assert again.count("scatter:gun") == 2
    assert again.count("scatter distance:gun") == 1
    assert shelled(*arrow, ("blast_again", "no")).keys.count("scatter:gun") == 1
    once = gun("gun", S="4", AP="5", type="Heavy 1, Blast")
    assert chances(shooter(twin), boyz(), under=1) == chances(shooter(once), boyz(), under=1)  # no To Wound re-roll


@pytest.mark.rule("7E-WPN-22", "7E-WPN-18")
def test_trap_26_a_leman_russ_is_stationary_but_for_its_ordnance() -> None:
    russ = tank((14, 13, 10), 3, "heavy bolter", "battle cannon", type="Vehicle (Tank, Heavy)")
    played = attack(
        russ, boyz(), ("ordnance", DEFAULT), *fire("heavy bolter"), ("hit:heavy bolter", [5, 5, 5]), *fire("battle cannon"),
        ("under:battle cannon", 0),
    )  # fmt: skip
    assert "speed" not in played.keys
    assert need_of(played, "hit:heavy bolter") == 6
    silent = attack(russ, boyz(), ("ordnance", "no"), *fire("heavy bolter"), ("hit:heavy bolter", [1, 1, 1]))
    assert need_of(silent, "hit:heavy bolter") == 3


@pytest.mark.rule("7E-WPN-21", "7E-WPN-22", "7E-WPN-10")
def test_trap_27_a_vehicle_is_limited_by_numbers_not_by_heavy() -> None:
    heavy = gun("gun", type="Heavy 1")
    assert hits(tank(12, 3, heavy), speed="combat")[1] == F(2, 3)  # moved, and one weapon at full skill
    assert hits(tank(12, 3, heavy), speed="cruising")[1] == F(1, 6)
    assert hits(tank(12, 3, heavy, type="Vehicle (Walker)"))[1] == F(2, 3)
    assert hits(tank(12, 3, gun("gun", type="Assault 1")), speed="cruising")[1] == F(1, 6)  # nor does Assault help
    assert hits(squad("MC", trooper("MC", 1, heavy, T=6), type="Monstrous Creature"), moved="1")[1] == F(2, 3)


@pytest.mark.rule("7E-END-6", "7E-NOM-3")
@pytest.mark.parametrize(("total", "snaps"), [(8, False), (9, True)])
def test_trap_28_passengers_test_leadership(total: int, snaps: bool) -> None:
    """A stunned transport: no penalty of itself, one test at the end of the phase."""
    convoy = army_of(rhino(), riders(5, Ld=8))
    played = battle(HUNTERS, convoy, ride(), shot(table=STUNNED), END, ("passengers", total), ("unit", "Riders"))
    assert ("passengers shaken" in played.marks("Riders")) == snaps
