"""Vehicles that shoot: speed, Ordnance, weapons that get hot, what is destroyed (7E-WPN-18, 19, 21, 22, 7E-HIT-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh import ATTACK
from shoot_cli.rules.seventh.charts import FLAT_OUT, SMOKE, full_skill
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.attack import firers_of, new_attack
from shoot_cli.rules.seventh.steps.states import line_of
from shoot_cli.rules.seventh.steps.turns import new_battle_unit
from shoot_cli.rules.seventh.tokens import Burn, Hull, VehicleState
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN, DEFAULT, closed, refused
from tests.rules.seventh.helpers.one_weapon import chance, need_of, struck
from tests.rules.seventh.helpers.tabletop import (
    Seventh,
    attack,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicles import hull, tank, vehicles

F = Fraction
GUN, PIECE, THIRD = gun("gun"), gun("piece"), gun("third")
CANNON = gun("cannon", "72", "8", "3", "Ordnance 1, Large Blast")
TYPES = {"ordinary": "Vehicle (Tank)", "Fast": "Vehicle (Fast)", "Heavy": "Vehicle (Tank, Heavy)", "Walker": "Vehicle (Walker)"}  # fmt: skip
READY = {"attacker_state": "ready", "target_state": "ready", "distance": 12}
SPIRIT = ("Power of the Machine Spirit",)


def engine(*guns: Any, type: str = "ordinary", rules: tuple[str, ...] = (), **more: Any) -> Unit:
    return tank(12, 3, *(guns or (GUN, PIECE, THIRD)), type=TYPES[type], rules=rules, **more)


def needs(unit: Unit, speed: str | None, **facts: Any) -> list[int | None]:
    """What each of the three weapons needs to hit, fired in the order of the list."""
    script = [step for name in ("gun", "piece", "third") for step in (*fire(name, **facts), (f"hit:{name}", [1]))]
    played = attack(unit, boyz(), *([("speed", speed)] if speed else []), *script)
    return [need_of(played, f"hit:{name}") for name in ("gun", "piece", "third")]


@pytest.mark.rule("7E-WPN-1", "7E-WPN-3", "7E-WPN-4")
@pytest.mark.parametrize("kind", ["Vehicle", "Monstrous Creature"])
def test_who_has_a_better_weapon_besides_fires_this_one_too(kind: str) -> None:
    """Nobody opts out unless said: a model with other weapons first in its list fires what it shares, as well."""
    first, second = (hull(name, 12, 3, one, PIECE) for name, one in (("A", GUN), ("B", THIRD)))
    pair = vehicles((first, 1), (second, 1), type=kind)
    if kind != "Vehicle":
        pair = squad("Pair", trooper("A", 1, GUN, PIECE, W=4), trooper("B", 1, THIRD, PIECE, W=4), type=kind)
    speed = [("speed", DEFAULT)] if kind == "Vehicle" else []
    script = [
        step for name, n in (("gun", 1), ("piece", 2), ("third", 1)) for step in (*fire(name), (f"hit:{name}", [1] * n))
    ]
    assert attack(pair, boyz(20), *speed, *script).question("firing", 1).default == (1, 1)


# The table of speeds -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-22")
@each(
    ("type", "rules", "speed", "expected"),
    [
        ("ordinary", (), "stationary", [3, 3, 3]),
        ("ordinary", (), "combat", [3, 6, 6]),
        ("ordinary", (), "cruising", [6, 6, 6]),
        ("Fast", (), "stationary", [3, 3, 3]),
        ("Fast", (), "combat", [3, 3, 3]),
        ("Fast", (), "cruising", [3, 3, 6]),
        ("ordinary", SPIRIT, "stationary", [3, 3, 3]),
        ("ordinary", SPIRIT, "combat", [3, 3, 6]),
        ("ordinary", SPIRIT, "cruising", [3, 6, 6]),
        ("Fast", SPIRIT, "cruising", [3, 3, 3]),
        ("Heavy", (), None, [3, 3, 3]),
        ("Walker", (), None, [3, 3, 3]),
    ],
)
def test_how_many_weapons_fire_at_full_skill(
    type: str, rules: tuple[str, ...], speed: str | None, expected: list[int]
) -> None:
    assert needs(engine(type=type, rules=rules), speed) == expected


@pytest.mark.rule("7E-WPN-22", "7E-NOM-3")
@pytest.mark.parametrize("speed", [FLAT_OUT, SMOKE])
@pytest.mark.parametrize("type", TYPES)
def test_flat_out_and_smoke_silence_every_vehicle(type: str, speed: str) -> None:
    assert full_skill(engine(type=type, rules=SPIRIT), speed) == 0


@pytest.mark.rule("7E-WPN-22")
@each(
    ("type", "rules", "allowed"),
    [
        ("ordinary", (), (None, 1, 0)),
        ("Fast", (), (None, None, 2)),
        ("Heavy", (), (None, None, None)),
        ("Walker", (), (None, None, None)),
        ("ordinary", SPIRIT, (None, 2, 1)),
        ("Fast", SPIRIT, (None, None, 3)),
    ],
)
def test_the_table_itself(type: str, rules: tuple[str, ...], allowed: tuple[int | None, ...]) -> None:
    """Stationary, Combat Speed, Cruising Speed; None: all of them."""
    unit = engine(type=type, rules=rules)
    assert tuple(full_skill(unit, speed) for speed in ("stationary", "combat", "cruising")) == allowed


@pytest.mark.rule("7E-WPN-22")
@pytest.mark.parametrize("type", ["Heavy", "Walker"])
def test_who_is_not_slowed_is_not_asked(type: str) -> None:
    """A Dreadnought after moving, a Leman Russ at Combat Speed: everything at full skill."""
    played = attack(engine(GUN, type=type), boyz(), *fire("gun"), ("hit:gun", [1]))
    assert "speed" not in played.keys
    assert "full_bs" not in played.parts("facts:gun")


@pytest.mark.rule("7E-WPN-22")
@pytest.mark.parametrize("type", ["Heavy", "Walker"])
def test_cruising_speed_of_a_heavy_vehicle_is_refused_in_words(type: str) -> None:
    """Combat Speed is possible, and changes nothing."""
    unit = engine(GUN, type=type)
    with pytest.raises(BadAnswer, match=rf"{type} vehicles are never faster than Combat Speed \(7E-WPN-22\)"):
        chances(unit, boyz(), speed="cruising")
    assert chances(unit, boyz(), speed="combat") == chances(unit, boyz())
    result = worked_out(of_units("40k-7e", unit, boyz(), {"speed": "combat"})).document()
    assert result.get("unused", {}) == {"speed": "combat"}
    assert result["expected"]["hits"] > 0


@pytest.mark.rule("7E-WPN-1", "7E-WPN-4")
@each(
    ("picked", "shots"),
    [
        (None, 2 + 2 * 2 + 2 + 1),
        ("piece", 2 * 2 + 2),
        ("piece, third", 2 * 2 + 2 + 1),
        ("third, piece", 2 * 2 + 2 + 1),
        ("third, piece, gun", 2 + 2 * 2 + 2 + 1),
    ],
)
def test_every_vehicle_of_a_mixed_squadron_fires_all_its_weapons(picked: str | None, shots: int) -> None:
    """The second kind lists first a weapon that comes later: it fires with the others what they share."""
    others = hull("Other", 12, 3, THIRD, PIECE, PIECE)
    unit = vehicles((hull("Tank", 12, 3, GUN, PIECE, PIECE), 2), (others, 1))
    given = {"weapon": picked} if picked else {}
    result = worked_out(of_units("40k-7e", unit, boyz(), {"distance": 12, **given})).document()
    assert result["expected"]["shots"] == pytest.approx(shots)


@pytest.mark.rule("7E-WPN-1", "7E-WPN-4")
def test_two_of_a_gun_leave_no_room_for_another_that_comes_before() -> None:
    """The monster fires its two best guns, which are one name, and not what it shares with the other."""
    strong = gun("strong", "24", "10", "1", "Assault 3")
    monster = trooper("B", 1, strong, strong, GUN, W=4)
    pair = squad("Pair", trooper("A", 1, GUN, W=4), monster, type="Monstrous Creature")
    result = worked_out(of_units("40k-7e", pair, boyz(), {"distance": 12})).document()
    assert (result["assumed"]["weapon"], result["expected"]["shots"]) == ("gun, strong", pytest.approx(1 + 2 * 3))


@pytest.mark.rule("7E-WPN-1", "7E-WPN-4")
def test_a_model_with_two_weapons_fires_both_whatever_its_list_has_first() -> None:
    unit = squad("Squad", trooper("Man", 4, PIECE), trooper("Gunner", 1, THIRD, PIECE, rules=("Multi-tracker",)))
    result = worked_out(of_units("40k-7e", unit, boyz(), {"distance": 12})).document()
    assert result["expected"]["shots"] == pytest.approx(4 + 2)


@pytest.mark.rule("7E-WPN-22")
def test_the_speed_is_said_before_the_first_weapon_and_stands_are_usual() -> None:
    played = attack(engine(GUN), boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [1]))
    question = played.question("speed")
    assert [option.value for option in question.options] == ["stationary", "combat", "cruising"]
    assert question.default == "stationary"
    assert played.keys.index("speed") < played.keys.index("weapon")
    assert "full_bs" not in played.parts("facts:gun")  # all of them may
    assert "speed" not in attack(marines(1), boyz(), *fire("boltgun"), ("hit:boltgun", [1, 1])).keys


@pytest.mark.rule("7E-WPN-22")
def test_the_owner_picks_which_weapon_has_the_skill() -> None:
    """Predator: the autocannon is spared for later, or two guns of one name share what is allowed."""
    played = attack(
        engine(GUN, PIECE), boyz(), ("speed", "combat"), *fire("gun", full_bs="0"), ("hit:gun", [1]),
        *fire("piece"), ("hit:piece", [1]),
    )  # fmt: skip
    assert [need_of(played, key) for key in ("hit:gun", "hit:piece")] == [6, 3]
    question = attack(
        engine(GUN, PIECE), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [1]), *fire("piece"), ("hit:piece", [1])
    )  # fmt: skip
    assert "full_bs" not in question.parts("facts:piece")  # nothing is left of it
    assert refused(question.question("full_bs"), [2])


@pytest.mark.rule("7E-WPN-22")
def test_two_of_one_name_share_what_is_allowed_in_one_step() -> None:
    played = attack(engine(GUN, GUN), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [3]), ("hit:gun", [5]), ("wound:gun", [1]))  # fmt: skip
    assert [need_of(played, "hit:gun", nth) for nth in (0, 1)] == [3, 6]
    assert hits(engine(GUN, GUN), speed="combat") == {0: F(1, 3) * F(5, 6), 1: F(2, 3) * F(5, 6) + F(1, 3) * F(1, 6), 2: F(1, 9)}  # fmt: skip


@pytest.mark.rule("7E-WPN-22", "7E-WPN-21", "7E-WPN-10", "7E-WPN-11")
def test_vehicles_are_relentless() -> None:
    """What is Heavy or Salvo asks a vehicle for its speed only."""
    salvo = attack(
        engine(gun("gun", "18", type="Salvo 2/3")), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [1] * 3)
    )
    heavy = attack(engine(gun("gun", type="Heavy 3")), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [1] * 3))
    for played in (salvo, heavy):
        assert "moved" not in played.parts("facts:gun")
        assert need_of(played, "hit:gun") == 3


@pytest.mark.rule("7E-NOM-3", "7E-WPN-22", "7E-HIT-5")
@pytest.mark.parametrize("state", ["shaken", "jinked"])
def test_a_shaken_crew_fires_snap_shots(state: str) -> None:
    """A shaken Leman Russ: no battle cannon, three dice of the heavy bolter at 6."""
    russ = engine("heavy bolter", CANNON, type="Heavy", rules=("Jink",))
    played = attack(russ, boyz(), ("attacker_state", state), *fire("heavy bolter"), ("hit:heavy bolter", [5, 5, 5]))
    assert need_of(played, "hit:heavy bolter") == 6
    assert "ordnance" not in played.keys
    assert closed(played.question("weapon"), "cannon")[0][1] in ("7E-HIT-5", "7E-WPN-18")
    hasty = attack(engine(GUN, rules=("Jink",)), boyz(), ("attacker_state", state), *fire("gun"), ("hit:gun", [1]))
    assert "speed" not in hasty.keys  # they are Snap Shots anyway


# Never Snap Shots ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-22", "7E-HIT-5")
@pytest.mark.parametrize("type", ["Heavy 1, Blast", "Heavy 1, Template"])
def test_what_cannot_snap_is_silent_beyond_the_allowance(type: str) -> None:
    area = gun("area", "T" if "Template" in type else "24", type=type)
    played = attack(engine(GUN, area), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [1]))
    assert played.said("no weapon more can be fired at full Ballistic Skill", "7E-HIT-5")
    first = attack(
        engine(area, GUN), boyz(), ("speed", "combat"), *fire("area"), ("under:area", 0), *fire("gun"), ("hit:gun", [1])
    )
    assert need_of(first, "hit:gun") == 6
    assert attack(engine(area), boyz(), ("speed", "cruising")).said("no weapon more", "7E-HIT-5")


# Ordnance ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-18", "7E-WPN-22")
@pytest.mark.parametrize("type", ["ordinary", "Heavy", "Walker"])
def test_ordnance_makes_snap_shots_of_the_rest(type: str) -> None:
    """Whatever the speed: the Leman Russ counts as stationary for everything but this."""
    script = [*fire("heavy bolter"), ("hit:heavy bolter", [1, 1, 1]), *fire("cannon"), ("under:cannon", 0)]
    speed = [("speed", DEFAULT)] if type == "ordinary" else []
    played = attack(engine("heavy bolter", CANNON, type=type), boyz(), *speed, ("ordnance", DEFAULT), *script)
    assert need_of(played, "hit:heavy bolter") == 6
    assert played.question("ordnance").default == "yes"


@pytest.mark.rule("7E-WPN-18")
def test_no_ordnance_closes_it() -> None:
    played = attack(
        engine("heavy bolter", CANNON), boyz(), ("speed", DEFAULT), ("ordnance", "no"),
        *fire("heavy bolter"), ("hit:heavy bolter", [1, 1, 1]),
    )  # fmt: skip
    assert need_of(played, "hit:heavy bolter") == 3
    assert closed(played.question("weapon"), "cannon") == [("no Ordnance this phase, as was said", "7E-WPN-18")]


@pytest.mark.rule("7E-WPN-18")
def test_nobody_is_asked_about_ordnance_without_a_choice() -> None:
    only = attack(engine(CANNON), boyz(), ("speed", "combat"), *fire("cannon"), ("under:cannon", 0))
    assert "ordnance" not in only.keys
    assert "moved" not in only.parts("facts:cannon")  # vehicles fire it on the move
    assert "ordnance" not in attack(engine(GUN), boyz(), ("speed", "combat"), *fire("gun"), ("hit:gun", [1])).keys
    with pytest.raises(BadAnswer, match=r"ordnance: “no” is closed: it has no other weapon, so it would fire nothing"):
        worked_out(of_units("40k-7e", engine(CANNON), boyz(), {"distance": 12, "ordnance": "no"}))


@pytest.mark.rule("7E-WPN-18", "7E-HIT-5")
def test_no_ordnance_at_cruising_speed() -> None:
    played = attack(engine(GUN, CANNON), boyz(), ("speed", "cruising"), *fire("gun"), ("hit:gun", [1]))
    assert "ordnance" not in played.keys
    assert closed(played.question("weapon"), "cannon")
    fast = attack(
        engine(GUN, CANNON, type="Fast"), boyz(), ("speed", "cruising"), ("ordnance", "yes"), *fire("cannon"),
        ("under:cannon", 0), *fire("gun"), ("hit:gun", [1]),
    )  # fmt: skip
    assert need_of(fast, "hit:gun") == 6


@pytest.mark.rule("7E-WPN-18")
def test_setting_ordnance_declared_first() -> None:
    later = {"ordnance_declared_first": "no"}
    full = attack(engine(GUN, CANNON), boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [1]), settings=later)
    assert "ordnance" not in full.keys
    assert full.said("another weapon has fired at full Ballistic Skill", "7E-WPN-18")
    first = attack(
        engine(CANNON, GUN), boyz(), ("speed", DEFAULT), *fire("cannon"), ("under:cannon", 0), *fire("gun"), ("hit:gun", [1]),
        settings=later,
    )  # fmt: skip
    assert need_of(first, "hit:gun") == 6


@pytest.mark.rule("7E-WPN-18", "7E-HIT-5")
@pytest.mark.parametrize("other", [CANNON, gun("howitzer", "72", "8", "3", "Ordnance 1")])
def test_a_vehicle_fires_one_ordnance_weapon(other: Any) -> None:
    """It makes Snap Shots of all the others, and Ordnance is never a Snap Shot; each tank of a squadron has its own."""
    script = [("speed", DEFAULT), ("ordnance", DEFAULT), *fire("cannon"), ("under:cannon", 0)]
    later = [*fire("gun"), ("hit:gun", [5])]
    played = attack(engine(CANNON, other, GUN), boyz(), *script, *later)
    assert played.keys.count("under:cannon") == 1
    assert need_of(played, "hit:gun") == 6
    if other != CANNON:
        assert closed(played.question("weapon", 1), "howitzer")[0][1] == "7E-HIT-5"
    two = tank(12, 3, CANNON, other, GUN, n=2)
    assert attack(two, boyz(), *script, ("under:cannon", 0), *fire("gun"), ("hit:gun", [5, 5])).end.fired == ("cannon", "gun")  # fmt: skip


@pytest.mark.rule("7E-WPN-18", "7E-WPN-21")
def test_ordnance_of_those_who_are_no_vehicles() -> None:
    """Silent after moving; alone in its phase."""
    gunner = marines(1, gun("cannon", S="8", AP="3", type="Ordnance 1"), "boltgun")
    assert hits(gunner, moved="1") == {0: 1}
    assert hits(gunner)[1] == F(2, 3)
    assert attack(gunner, boyz(), *fire("cannon"), ("hit:cannon", [1])).end.fired == ("cannon",)
    used = attack(marines(1, "boltgun", gun("cannon", type="Ordnance 1")), boyz(), *fire("boltgun"), ("hit:boltgun", [1, 1]))  # fmt: skip
    assert used.end.fired == ("boltgun",)


@pytest.mark.rule("7E-WPN-19")
def test_a_primary_weapon_is_not_held_up_by_moving() -> None:
    gunner = marines(1, gun("gun", S="8", type="Primary Weapon 1"))
    played = attack(gunner, tank(13), *fire("gun"), ("hit:gun", [5]), ("penetrate:gun", [5, 1]))
    assert "moved" not in played.parts("facts:gun")


# What gets hot -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-11")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (3, 1), (4, 0)])
def test_a_vehicle_glances_itself_on_1_to_3(die: int, left: int) -> None:
    """One hull point, no cover; only an invulnerable save helps."""
    hot = engine(gun("gun", type="Heavy 1, Gets Hot"), rules=("Stealth", "Shrouded"))
    played = attack(hot, boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [1]), ("gets hot, vehicle:gun", [die]))
    assert len(played.end.toll.burnt) == left
    assert need_of(played, "gets hot, vehicle:gun") == 4


@pytest.mark.rule("7E-HIT-11", "7E-SAV-3")
def test_an_invulnerable_save_helps_the_vehicle() -> None:
    hot = tank(12, 1, gun("gun", type="Heavy 1, Gets Hot"), invulnerable=5)
    played = attack(
        hot, boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [1]), ("gets hot, vehicle:gun", [2]), ("gets hot:gun", [5])
    )  # fmt: skip
    assert played.end.toll.burnt == ()
    assert chance(hot, boyz(), "own_slain") == F(1, 6) * F(1, 2) * F(2, 3)


@pytest.mark.rule("7E-HIT-11")
def test_each_1_of_a_vehicle_is_one_die() -> None:
    hot = engine(gun("gun", type="Heavy 3, Gets Hot"))
    played = attack(
        hot, boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [1, 1, 2]), ("gets hot, vehicle:gun", [1, 4])
    )
    assert played.end.toll.burnt == ((Burn(0, 3, 1), 1),)
    twin = engine(gun("gun", type="Heavy 1, Gets Hot, Twin-linked"))
    assert attack(twin, boyz(), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [2, AGAIN, 1])).end.toll.burnt == ()


@pytest.mark.rule("7E-HIT-11", "7E-WPN-22")
def test_a_vehicle_fires_its_hot_weapons_at_once_whatever_their_skill() -> None:
    """At Combat Speed one of two fires at full skill and one as a Snap Shot: it takes what both cost it."""
    hot = gun("gun", type="Heavy 1, Gets Hot")
    burns = [("hit:gun", [1]), ("gets hot, vehicle:gun", [1])]
    played = attack(tank(12, 3, hot, hot), boyz(), ("speed", "combat"), *fire("gun"), *burns, *burns)
    assert played.end.toll.burnt == ((Burn(0, 3, 2), 1),)
    assert chance(tank(12, 2, hot, hot), boyz(), "own_slain", speed="combat") == F(1, 144)
    two = tank(12, 2, hot, hot, n=2)
    assert chances(two, boyz(), "own_slain", speed="combat")[2] == F(1, 144) ** 2


@pytest.mark.rule("7E-HIT-11", "7E-WPN-13")
def test_a_hot_blast_of_a_vehicle() -> None:
    hot = tank(12, 1, gun("gun", type="Heavy 1, Blast, Gets Hot"))
    played = attack(hot, boyz(), ("speed", DEFAULT), *fire("gun"), ("hot:gun", [1]), ("gets hot, vehicle:gun", [3]))
    assert "under:gun" not in played.keys
    assert chance(hot, boyz(), "own_slain") == F(1, 12)


# What is destroyed ---------------------------------------------------------------------------------------------------


def worn(unit: Unit, **wear: Any) -> Any:
    return firers_of(new_battle_unit(unit).but(wear=(VehicleState(**wear),)))


@pytest.mark.rule("7E-VEH-5", "7E-WPN-4")
def test_weapons_destroyed_are_not_fired() -> None:
    """As the vehicle comes out of an enemy's attack: fewer of the name, or none."""
    bolters = engine("heavy bolter", "heavy bolter", "lascannon")
    (firer,) = worn(bolters, lost=("heavy bolter",))
    assert (firer.weapons, firer.lost) == (2, ("heavy bolter",))
    (fresh,) = firers_of(new_battle_unit(bolters))
    assert (fresh.weapons, fresh.lost, fresh.why_snap) == (3, (), "")


@pytest.mark.rule("7E-VEH-5", "7E-WPN-4", "7E-WPN-5")
def test_those_that_still_work_are() -> None:
    """Two bolters, one destroyed: the dice of one; the lascannon too, and nothing is asked about."""
    bolters = engine("heavy bolter", "heavy bolter", "lascannon")
    start = new_attack(bolters, boyz()).but(firers=worn(bolters, lost=("heavy bolter", "lascannon")))
    script = (("speed", DEFAULT), *fire("heavy bolter"), ("hit:heavy bolter", [1, 1, 1]))
    played = Seventh(script, assumed=READY).play(ATTACK, start, None)
    assert [option.value for option in played.question("weapon").options] == ["heavy bolter", "no more"]


@pytest.mark.rule("7E-NOM-3", "7E-VEH-5")
@pytest.mark.parametrize(
    ("crew", "words"), [("Crew Shaken", "its crew is shaken"), ("Crew Stunned", "its crew is stunned")]
)
def test_a_crew_that_was_hit_snaps(crew: str, words: str) -> None:
    assert [firer.why_snap for firer in worn(engine(), crew=crew)] == [words]
    start = new_attack(engine(GUN, CANNON), boyz()).but(firers=worn(engine(GUN, CANNON), crew=crew))
    played = Seventh((*fire("gun"), ("hit:gun", [1])), assumed=READY | {"speed": "stationary"}).play(
        ATTACK, start, None
    )
    assert need_of(played, "hit:gun") == 6
    assert "ordnance" not in played.keys


@pytest.mark.rule("7E-VEH-5", "7E-WPN-22")
def test_immobilised_it_fires_as_if_it_stood() -> None:
    start = new_attack(engine(), boyz()).but(speed="stationary")
    script = [step for name in ("gun", "piece", "third") for step in (*fire(name), (f"hit:{name}", [1]))]
    played = Seventh(tuple(script), assumed=READY).play(ATTACK, start, None)
    assert "speed" not in played.keys
    assert {need_of(played, f"hit:{name}") for name in ("gun", "piece", "third")} == {3}


@pytest.mark.rule("7E-VEH-5", "7E-WPN-17")
def test_spent_weapons_cannot_be_destroyed() -> None:
    rhino = tank(10, 3, "storm bolter", "hunter-killer missile")
    fresh = struck(rhino, gun("gun", S="10", AP="-"), ("damage table:Tank", [5]), ("weapon destroyed:Tank", 2))
    hull: Hull = fresh.end.line.ranks[0].kind.hull
    assert hull.lost == ("hunter-killer missile",)
    spent = new_battle_unit(rhino).but(spent=((0, "hunter-killer missile"),))
    assert [rank.kind.hull.weapons for rank in line_of(spent, night=False)] == [("storm bolter",)]


@pytest.mark.rule("7E-VEH-5")
def test_what_it_suffered_before_is_still_there() -> None:
    wear = VehicleState(lost=("gun",), immobilised=True, crew="Crew Stunned")
    (rank,) = line_of(new_battle_unit(engine()).but(wear=(wear,)), night=False)
    hull: Hull = rank.kind.hull
    assert (hull.weapons, hull.immobilised, hull.crew) == (("piece", "third"), True, "Crew Stunned")


@pytest.mark.rule("7E-WPN-22", "7E-TGT-5")
def test_a_vehicle_fires_all_of_its_weapons_in_turn() -> None:
    """Without a word the odds fire everything it has."""
    found = chances(tank(12, 3, gun("a", S="10", AP="1"), gun("b", S="10", AP="1")), boyz(5), "slain")
    assert found[2] == (F(2, 3) * F(5, 6)) ** 2
