"""What Zooming Flyers and Swooping creatures fire themselves (7E-FLY-2, 6 to 8, 11; 7E-FMC-2; 7E-WPN-22)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import InputError
from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.each import each
from tests.rules.seventh.helpers.flying_battles import SWOOPS, flyer, said, tyrant
from tests.rules.seventh.helpers.one_weapon import chance, need_of
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
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicle_battles import state
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
STAY = ("jink", "no")
ROCK = squad("Rock", trooper("Rock", 9, T=10, Sv="-"))  # S6 does nothing to it


def guns(*strengths: int, type: str = "Heavy 1") -> tuple[Any, ...]:
    return tuple(gun(f"gun {n}", "48", str(s), "4", type) for n, s in enumerate(strengths))


def five(**more: Any) -> Unit:
    return flyer(*guns(4, 8, 5, 6, 7), **more)


def needs(mine: Unit, theirs: Unit, *before: Any) -> list[int | None]:
    """The need of each of its shots at a target that none of them hits."""
    names = [weapon.name for weapon in mine.weapons()]
    played = attack(mine, theirs, *before, *[step for name in names for step in (*fire(name), (f"hit:{name}", [1]))])
    return [need_of(played, f"hit:{name}") for name in names]


ZOOMS = [("attacker_flight", "zooming"), ("skyfire", "no")]


# Four weapons --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-2", "7E-WPN-22")
@pytest.mark.parametrize("speed", ["combat", "cruising"])
def test_tv_72(speed: str) -> None:
    """The weakest is left over, wherever it stands in the list."""
    assert needs(five(), boyz(9), *ZOOMS) == [6, 3, 3, 3, 3]
    hit = {n: p for n, p in hits(flyer(*guns(6, 6, 6, 6)), ROCK, speed=speed).items() if p}
    assert said(five(), boyz(9), speed=speed)["expected"]["hits"] == said(five(), boyz(9))["expected"]["hits"]
    assert hit[1] == F(2, 3)


@pytest.mark.rule("7E-FLY-2")
def test_it_never_stands_still() -> None:
    with pytest.raises(InputError, match=r"stationary.*stand still \(7E-FLY-2\)"):
        said(five(), boyz(), speed="stationary")
    assert "speed" not in said(five(), boyz())["assumed"]  # nothing hangs on it
    hovering = said(five(), boyz(), attacker_flight="hovering", speed="stationary")
    assert hovering["expected"]["hits"] > said(five(), boyz())["expected"]["hits"]


@pytest.mark.rule("7E-FLY-2", "7E-WPN-22")
def test_power_of_the_machine_spirit_is_a_fifth() -> None:
    assert needs(five(rules=("Power of the Machine Spirit",)), boyz(9), *ZOOMS) == [3, 3, 3, 3, 3]
    six = flyer(*guns(4, 8, 5, 6, 7, 9), rules=("Power of the Machine Spirit",))
    assert needs(six, boyz(9), *ZOOMS) == [6, 3, 3, 3, 3, 3]


@pytest.mark.rule("7E-FLY-2")
def test_blast_comes_first_then_the_strongest() -> None:
    blast = gun("frag", "48", "3", "6", "Heavy 1, Blast")
    mine = flyer(*guns(4, 8, 5, 6), blast)
    played = attack(
        mine, boyz(9), *ZOOMS, *fire("gun 0"), ("hit:gun 0", [1]), *fire("gun 1"), ("hit:gun 1", [1]), *fire("gun 2"),
        ("hit:gun 2", [1]), *fire("gun 3"), ("hit:gun 3", [1]), *fire("frag"), ("under:frag", 0),
    )  # fmt: skip
    assert [need_of(played, f"hit:gun {n}") for n in range(4)] == [6, 3, 3, 3]


@pytest.mark.rule("7E-FLY-2", "7E-WPN-22")
def test_its_owner_may_choose_otherwise() -> None:
    mine, answers = five(), {"full_bs__gun 0": 1, "full_bs__gun 2": 0}
    assert said(mine, boyz(9), **answers)["expected"]["hits"] == said(mine, boyz(9))["expected"]["hits"]
    assert said(mine, boyz(9), **answers)["expected"]["wounds"] != said(mine, boyz(9))["expected"]["wounds"]
    played = attack(mine, boyz(9), *ZOOMS, *fire("gun 1", full_bs=[0]), ("hit:gun 1", [1]), *fire("gun 0"),
                    ("hit:gun 0", [1]), ("weapon", "no more"))  # fmt: skip
    assert (need_of(played, "hit:gun 1"), need_of(played, "hit:gun 0")) == (6, 3)


@pytest.mark.rule("7E-FLY-2")
def test_what_does_not_reach_or_snaps_anyway_needs_none_of_the_four() -> None:
    mine = flyer(gun("short", "12", "9", "4", "Heavy 1"), *guns(4, 5, 6, 7))
    assert said(mine, boyz(9), distance=24)["expected"]["hits"] == pytest.approx(4 * 2 / 3)
    flak = gun("flak", "48", "9", "4", "Heavy 1, Skyfire")
    assert said(flyer(flak, *guns(4, 5, 6, 7)), boyz(9))["expected"]["hits"] == pytest.approx(4 * 2 / 3 + 1 / 6)


@pytest.mark.rule("7E-FLY-2", "7E-WPN-18")
def test_ordnance_makes_snap_shots_of_all_others() -> None:
    mine = flyer(gun("bomb", "48", "8", "3", "Ordnance 1"), *guns(4, 5))
    assert said(mine, boyz(9))["expected"]["hits"] == pytest.approx(2 / 3 + 2 / 6)
    assert said(mine, boyz(9), ordnance="no")["expected"]["hits"] == pytest.approx(4 / 3)


@pytest.mark.rule("7E-WPN-18", "7E-FLY-5")
def test_no_ordnance_is_declared_that_would_be_a_snap_shot() -> None:
    """Its other weapons fire as they can."""
    flak = gun("flak", "48", "8", "3", "Heavy 1, Skyfire")
    mine = tank(12, 3, gun("cannon", "48", "8", "3", "Ordnance 1"), flak)
    assert "ordnance" not in said(mine, flyer(), target_flight="zooming")["assumed"]
    assert said(mine, flyer(), target_flight="zooming")["expected"]["hits"] == pytest.approx(2 / 3)
    assert said(mine, flyer(), target_flight="hovering")["assumed"]["ordnance"] == "yes"


@pytest.mark.rule("7E-FLY-2", "7E-FLY-6")
@pytest.mark.parametrize("state", ["shaken", "jinked"])
def test_shaken_or_jinked_it_fires_snap_shots(state: str) -> None:
    mine = flyer(*guns(6), gun("frag", type="Heavy 1, Blast"))
    assert said(mine, ROCK, attacker_state=state)["expected"]["hits"] == pytest.approx(1 / 6)


@pytest.mark.rule("7E-WPN-22", "7E-FLY-1")
@pytest.mark.parametrize(("speed", "at_full"), [("stationary", 5), ("combat", 5), ("cruising", 2)])
def test_hovering_it_fires_as_a_fast_vehicle(speed: str, at_full: int) -> None:
    found = said(flyer(*guns(6, 6, 6, 6, 6)), ROCK, attacker_flight="hovering", speed=speed)["expected"]["hits"]
    assert found == pytest.approx(at_full * 2 / 3 + (5 - at_full) / 6)


# Vector Strike, Strafing Run, Agile ----------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-11")
def test_a_vector_strike_is_one_weapon_less() -> None:
    mine = flyer(*guns(4, 8, 5, 6), rules=("Vector Strike",))
    assert said(mine, boyz(9))["assumed"]["vector_strike"] == "no"
    assert said(mine, boyz(9), vector_strike="yes")["expected"]["hits"] == pytest.approx(3 * 2 / 3 + 1 / 6)
    spirit = flyer(*guns(4, 8, 5, 6), rules=("Power of the Machine Spirit", "Vector Strike"))
    assert "vector_strike" not in said(spirit, boyz(9))["assumed"]  # four are left all the same


@pytest.mark.rule("7E-FLY-11", "7E-FMC-2")
def test_a_creature_fires_two_weapons_or_one_after_a_vector_strike() -> None:
    mine = tyrant(*guns(6, 6, 6))
    assert said(mine, ROCK)["expected"]["hits"] == pytest.approx(4 / 3)
    assert said(mine, ROCK, vector_strike="yes")["expected"]["hits"] == pytest.approx(2 / 3)
    assert said(mine, ROCK, attacker_flight="gliding")["expected"]["hits"] == pytest.approx(4 / 3)
    one = tyrant(*guns(6))
    assert "vector_strike" not in said(one, ROCK)["assumed"]
    assert said(one, ROCK, vector_strike="yes")["expected"]["hits"] == pytest.approx(2 / 3)


@pytest.mark.rule("7E-FLY-11")
def test_a_vector_strike_is_asked_at_the_table_where_it_matters() -> None:
    mine = army("Swarm", tyrant(*guns(6, 6)), tyrant(*guns(6)).but(name="Lone"))
    low = battle(mine, army("Mob", boyz()), ("unit", "Tyrant"), ("target", "Boyz"))
    assert low.left.key == "weapon"  # type: ignore[union-attr]
    high = battle(mine, army("Mob", boyz()), *SWOOPS, ("unit", "Tyrant"), ("target", "Boyz"), ("skyfire", "no"))
    assert high.left.key == "vector_strike"  # type: ignore[union-attr]
    lone = battle(
        mine, army("Mob", boyz()), *state("Lone", "swooping"), ("unit", "Lone"), ("target", "Boyz"), ("skyfire", "no")
    )
    assert lone.left.key == "weapon"  # type: ignore[union-attr]


BOLTER = gun("heavy bolter", "36", "5", "4", "Heavy 1")
STRAFER = flyer(BOLTER, rules=("Strafing Run",))


@pytest.mark.rule("7E-FLY-7", "7E-HIT-12")
def test_tv_75() -> None:
    assert hits(STRAFER, boyz(9))[1] == F(5, 6)
    assert chance(
        flyer(gun("gun", S="10"), rules=("Strafing Run",)), tank(10, type="Vehicle (Skimmer)"), "damage"
    ) == F(2, 3)
    assert hits(STRAFER, boyz(9), attacker_state="jinked")[1] == F(1, 6)


@pytest.mark.rule("7E-FLY-7")
@each(
    ("type", "strafed"),
    [
        ("Infantry", True), ("Jump Infantry", True), ("Beasts", True), ("Bike", True), ("Jetbike", True), ("Cavalry", True),
        ("Monstrous Creature", True), ("Swarm", False), ("Vehicle (Tank)", True), ("Vehicle (Walker)", True),
        ("Vehicle (Skimmer)", False), ("Vehicle (Flyer, Hover)", False),
    ],
)  # fmt: skip
def test_at_whom(type: str, strafed: bool) -> None:
    target = tank(10, type=type) if type.startswith("Vehicle") else squad("T", trooper("T", 5), type=type)
    gun_ = gun("gun", S="10", type="Heavy 1, Haywire")
    own = [("attacker_flight", "zooming")]
    flies = [("target_flight", "hovering")] if "Flyer" in type else []
    sky = [("skyfire", "no")] if "Skimmer" not in type and not flies else []
    jinks = [STAY] if any(word in type for word in ("Bike", "Jetbike", "Skimmer", "Flyer")) or type == "Jetbike" else []
    played = attack(
        flyer(gun_, rules=("Strafing Run",)), target, *flies, *own, *sky, *jinks, *fire("gun"), ("hit:gun", [1])
    )
    assert need_of(played, "hit:gun") == (2 if strafed else 3)


@pytest.mark.rule("7E-FLY-7", "7E-FMC-3")
def test_a_gliding_creature_is_on_the_ground_for_it() -> None:
    for flight, p in (("gliding", F(5, 6)), ("swooping", F(2, 3))):
        assert hits(STRAFER, tyrant(), target_flight=flight, skyfire="yes")[1] == p


@pytest.mark.rule("7E-FLY-7")
@each(("type", "need"), [("Assault 1", 2), ("Rapid Fire", 2), ("Salvo 1/1", 2), ("Pistol", 3), ("Ordnance 1", 3)])
def test_with_which_weapons(type: str, need: int) -> None:
    mine = flyer(gun("gun", type=type), rules=("Strafing Run",))
    played = attack(mine, boyz(9), *ZOOMS, *fire("gun"), ("hit:gun", [1] * (2 if type == "Rapid Fire" else 1)))
    assert need_of(played, "hit:gun") == need


@pytest.mark.rule("7E-FLY-7", "7E-HIT-12")
def test_it_adds_to_what_else_changes_the_skill() -> None:
    assert hits(STRAFER, boyz(9), bs_modifier=-1)[1] == F(2, 3)
    assert said(STRAFER, boyz(9))["assumed"]["bs_modifier"] == "0"


@pytest.mark.rule("7E-FLY-7", "7E-END-1")
def test_elysian_aircraft_pin() -> None:
    vulture = STRAFER.but(faction="Elysian Drop Troops")
    assert chances(vulture, boyz(9), "pinned")[1] > 0 == chances(STRAFER, boyz(9), "pinned").get(1, 0)
    pistol = flyer(gun("gun", type="Pistol"), rules=("Strafing Run",)).but(faction="Elysian Drop Troops")
    assert chances(pistol, boyz(9), "pinned").get(1, 0) == 0


@pytest.mark.rule("7E-FLY-6", "7E-GTG-6")
def test_tv_76() -> None:
    strong = shooter(gun("gun", S="10", type="Heavy 1, Skyfire"))
    plain, agile = (chance(strong, flyer(rules=rules), "damage", jink="yes") for rules in ((), ("Agile",)))
    assert (plain, agile) == (F(2, 3) * F(1, 2), F(2, 3) * F(1, 3))


@pytest.mark.rule("7E-FLY-8")
def test_vector_dancer_and_supersonic_change_nothing_here() -> None:
    assert said(five(rules=("Supersonic", "Vector Dancer")), boyz(9)) == said(five(), boyz(9))


# At the table --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-1", "7E-FLY-3", "7E-TGT-1")
def test_skyfire_is_said_once_for_the_phase() -> None:
    """One weapon of a Machine Spirit shoots elsewhere first: what was said of Skyfire holds for the rest."""
    mine = army("Wing", flyer(*guns(6, 7), rules=("Power of the Machine Spirit",)))
    theirs = army("Mob", boyz(), tyrant())
    split = [
        ("unit", "Raven"),
        ("target", "split fire"),
        ("split", "gun 0"),
        ("split_target", "Boyz"),
        ("skyfire", "yes"),
    ]
    played = battle(
        mine, theirs, split, *fire("gun 0"), ("hit:gun 0", [1]), ("target", "Tyrant"), STAY, *fire("gun 1"), ("hit:gun 1", [1]),
    )  # fmt: skip
    assert played.keys.count("skyfire") == 1
    assert (need_of(played, "hit:gun 0"), need_of(played, "hit:gun 1")) == (6, 3)


@pytest.mark.rule("7E-FLY-1")
def test_hovering_is_told_and_stays_until_it_is_told_otherwise() -> None:
    theirs = army("Wing", flyer(), boyz())
    mine = army("Mine", marines(2), marines(2, name="B"))
    plain = battle(mine, theirs, ("unit", "Marines"))
    assert "Raven, 1 model, zooming" in [option.label for option in plain.left.options]  # type: ignore[union-attr]
    told = battle(mine, theirs, *state("Raven", "hovering"), ("unit", "Marines"))
    assert "Raven, 1 model, hovering" in [option.label for option in told.left.options]  # type: ignore[union-attr]
    assert told.marks("Raven") == ["hovering"]
    menu = battle(mine, theirs, *state("Raven", "hovering"), ("unit", "a unit's state"), ("state of", "Raven")).left
    assert next(o.label for o in menu.options if o.value == "hovering") == "zooming: hard to hit"  # type: ignore[union-attr]
    without = battle(
        mine, army("Wing", flyer(type="Vehicle (Flyer)"), boyz()), ("unit", "a unit's state"), ("state of", "Raven")
    )
    assert "hovering" not in [option.value for option in without.left.options]  # type: ignore[union-attr]


@pytest.mark.rule("7E-FLY-1", "7E-FLY-3")
def test_nothing_of_it_is_asked_where_nothing_flies() -> None:
    played = battle(army("Mine", marines(2)), army("Mob", boyz()), ("unit", "Marines"), ("target", "Boyz"))
    assert played.left.key == "facts:boltgun" or played.left.key == "weapon"  # type: ignore[union-attr]
    menu = battle(army("Mine", marines(2)), army("Mob", boyz()), ("unit", "a unit's state"), ("state of", "Boyz")).left
    assert not {"hovering", "swooping"} & {option.value for option in menu.options}  # type: ignore[union-attr]
