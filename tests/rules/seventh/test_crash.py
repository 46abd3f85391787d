"""What damage does to Zooming Flyers, and Crash and Burn (7E-FLY-9, 7E-FLY-10, 7E-VEH-4, 5, 10, 14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import CRASH, CRASH_INSIDE
from shoot_cli.rules.seventh.profiles import Unit
from tests.rules.seventh.helpers.flying_battles import ASIDE, SWOOPS, chances_of, flyer, hurt_by, said, two, tyrant
from tests.rules.seventh.helpers.one_weapon import chance, need_of
from tests.rules.seventh.helpers.tabletop import (
    armed,
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    marines,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicle_battles import (
    EXPLODES,
    IMMOBILISED,
    LANCE,
    NO,
    STUNNED,
    hull_points,
    hunters,
    ride,
    riders,
    standing,
    state,
)
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
STAY = ("jink", "no")
ZOOMS = ("target_flight", "zooming")


def sure(ap: str = "-", n: int = 1) -> Unit:
    return shooter(gun("gun", S="10", AP=ap, type="Heavy 1, Skyfire, Armourbane"), n)


def rolled(target: Unit, *dice: Any, ap: str = "2", before: Any = ()) -> Any:
    """One penetrating hit on a Zooming Flyer."""
    weapon = gun("gun", S="10", AP=ap)
    script = [ZOOMS, STAY, *before, *fire("gun"), ("hit:gun", [6]), *dice]
    return attack(shooter(weapon), target, *script)


# The damage table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-9", "7E-VEH-5")
@pytest.mark.parametrize(("ap", "p"), [("2", F(2, 9)), ("4", F(1, 18)), ("1", F(7, 18))])
def test_tv_77(ap: str, p: Fraction) -> None:
    assert chance(sure(ap), flyer(), "crashes") == F(2, 3) * p
    assert chance(sure(ap), flyer(), "crashes", zooming="no") == 0
    assert chance(sure("2"), flyer(), "explodes") == 0 < chance(sure("2"), flyer(), "explodes", zooming="no")


@pytest.mark.rule("7E-FLY-9")
@pytest.mark.parametrize(("die", "crashes"), [(1, True), (2, True), (3, False), (6, False)])
def test_immobilised_it_crashes_or_is_stunned(die: int, crashes: bool) -> None:
    target = flyer("lascannon", type="Vehicle (Flyer, Hover)")
    played = rolled(target, ("damage table:Raven", [IMMOBILISED]), ("crash:Raven", [die]))
    roll = played.question("crash:Raven")
    assert (roll.need.target, roll.owner, roll.rules) == (3, "defender", ("7E-FLY-9",))
    assert (played.end.toll.crashed, played.end.toll.hull_lost) == (crashes, 1)
    assert played.said("Raven crashes!", "7E-FLY-10") == crashes
    if not crashes:
        (rank,) = played.end.line.standing()
        assert (rank.kind.hull.crew, rank.kind.hull.immobilised, rank.left) == ("Crew Stunned", False, 2)


@pytest.mark.rule("7E-FLY-9", "7E-WND-8")
def test_each_graviton_result_may_bring_it_down() -> None:
    """One of two misses of the die is enough; exactly, in the odds too."""
    grav = shooter(gun("grav", type="Heavy 2, Graviton, Skyfire"))
    hit = F(2, 3) * F(1, 6)
    once, twice = 2 * hit * (1 - hit), hit * hit
    assert chance(grav, flyer(), "crashes") == once * F(1, 3) + twice * F(5, 9)


@pytest.mark.rule("7E-FLY-9", "7E-VEH-4")
def test_immobilised_again_and_again_costs_no_hull_point() -> None:
    played = attack(
        shooter(gun("gun", S="10", AP="4", type="Heavy 2"), 1), flyer(points=4), ZOOMS, STAY, *fire("gun"), ("hit:gun", [6, 6]),
        ("damage table:Raven", [6, 6]), ("crash:Raven", [3, 4]),
    )  # fmt: skip
    assert played.end.toll.hull_lost == 2


@pytest.mark.rule("7E-FLY-9", "7E-FLY-10", "7E-VEH-4")
def test_without_hull_points_or_exploding_it_crashes_and_nothing_else() -> None:
    """No roll on the table changes what comes of a Flyer without hull points."""
    gone = rolled(flyer(points=1))
    assert (gone.end.toll.crashed, gone.end.toll.wrecked, gone.end.toll.hull_lost) == (1, 0, 1)
    boom = rolled(flyer(points=3), ("damage table:Raven", [EXPLODES]))
    assert (boom.end.toll.crashed, boom.end.toll.exploded, boom.end.toll.hull_lost) == (1, 0, 1)
    low = attack(shooter(gun("gun", S="10", AP="2")), flyer(points=1), ("target_flight", "hovering"), STAY,
                 *fire("gun"), ("hit:gun", [6]), ("damage table:Raven", [1]))  # fmt: skip
    assert (low.end.toll.crashed, low.end.toll.wrecked) == (0, 1)


@pytest.mark.rule("7E-FLY-9")
def test_stunned_it_must_fly_straight_on() -> None:
    played = rolled(flyer(), ("damage table:Raven", [STUNNED]))
    assert played.said('Raven: Crew Stunned, it must fly 18" straight on', "7E-VEH-5")
    assert not rolled(flyer(), ("damage table:Raven", [STUNNED]), before=()).said("Immobilised")


@pytest.mark.rule("7E-FLY-9")
def test_what_the_odds_say_of_it() -> None:
    result = said(sure("2"), flyer(), target_flight="zooming")
    assert result["crashes"] == pytest.approx(4 / 27)
    assert "explodes" not in result
    assert "crashes" not in said(sure("2"), flyer(), target_flight="hovering")
    assert "crashes" not in said(sure("2"), tank(10))


# Crash and Burn ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-FLY-10")
def test_tv_78() -> None:
    guardsman = squad("Guard", trooper("Guardsman", 1, "lasgun", T=3, Sv="5+"))
    assert hurt_by(CRASH, marines(1, name="Marine"))[0] == F(5, 18)
    assert hurt_by(CRASH, guardsman)[0] == F(5, 9)


@pytest.mark.rule("7E-FLY-10")
def test_tv_79() -> None:
    terminator = marines(1, name="Terminators", Sv="2+/5++")
    inside = {"tests": True, "forbidden": ("armour",)}
    assert hurt_by(CRASH_INSIDE, marines(1, name="Marine"), **inside)[0] == F(5, 6)
    assert hurt_by(CRASH_INSIDE, terminator, **inside)[0] == F(5, 9)


@pytest.mark.rule("7E-FLY-10")
def test_tv_80() -> None:
    assert F(*charts.stays_put(0, False)) == F(1, 3)


MINE = army("Hunt", hunters(), hunters(name="More Hunters"))
DOWN = [("unit", "Hunters"), ("target", "Raven"), STAY, *fire("lance"), ("hit:lance", [6]), ("penetrate:lance", [6])]
STAYS = ("scatter:Raven", [1])


def skies(*script: Any, theirs: Any = None, mine: Any = MINE, settings: Any = None) -> Any:
    """A Flyer with one hull point is shot down."""
    return battle(mine, theirs or army("Wing", flyer(points=1), boyz(5)), DOWN, *script, settings=settings)


def under(name: str, n: int = 1) -> list[Any]:
    return [("under:Raven", {name: n})]


@pytest.mark.rule("7E-FLY-10", "7E-VEH-3")
@pytest.mark.parametrize(("armour", "hurt"), [(12, True), (13, False)])
def test_where_it_comes_down_is_rolled_only_if_it_can_hurt_somebody(armour: int, hurt: bool) -> None:
    """The marker is S6: it glances armour 12."""
    mine = army("Hunt", squad("Hunters", trooper("Golem", 1, LANCE, T=10, W=3)))
    played = skies(mine=mine, theirs=army("Wing", flyer(points=1), tank(armour, 3, name="Bait")))
    assert played.said("Raven crashes: no need to roll, it can hurt nobody", "7E-FLY-10") is not hurt
    assert (played.left.key == "scatter:Raven") is hurt


@pytest.mark.rule("7E-FLY-10", "7E-VEH-14")
def test_the_marker_scatters_the_full_distance() -> None:
    played = skies(("scatter:Raven", [4]), ("scatter distance:Raven", [6, 5]))
    assert played.said("MOVE 11 inches along the arrow", "7E-FLY-10")
    assert played.left.key == "under:Raven"
    roll = played.question("scatter:Raven")
    assert (roll.dice, roll.owner, roll.rules) == (1, "defender", ("7E-FLY-10",))
    assert skies(STAYS).said("HIT: the Large Blast marker stays over Raven", "7E-FLY-10")
    assert "explosion:Raven" not in played.keys


@pytest.mark.rule("7E-FLY-10")
def test_each_model_under_it_of_either_side_is_hit() -> None:
    played = skies(
        STAYS, ("under:Raven", {"Boyz (Wing)": 3, "More Hunters (Hunt)": 1}),
        ("harm:More Hunters", {}), ("wound:crash", [2]), ("save:Marine", [3]),
        ("harm:Boyz", {"cover": "5+"}), ("wound:crash", [2, 2, 1]), NO, ("save:Boy", [5, 4]), ("unit", "More Hunters"),
    )  # fmt: skip
    assert (standing(played, "Boyz"), standing(played, "More Hunters")) == (4, 1)
    assert played.said("Boyz, under the crash of Raven: 3 hits", "7E-FLY-10")
    assert need_of(played, "wound:crash") == 2  # S6 at T4
    assert played.question("under:Raven").names == ("Hunters (Hunt)", "More Hunters (Hunt)", "Boyz (Wing)")
    facts = played.question("harm:Boyz")
    assert facts.text == "Boyz, under the crash of Raven, as usual"
    assert facts.sentence({"cover": "5+"}) == "Boyz, under the crash of Raven, cover of the target: 5+"


@pytest.mark.rule("7E-FLY-10", "7E-FLY-5")
def test_nobody_in_the_air_is_under_it() -> None:
    theirs = army("Wing", flyer(points=1), flyer(name="Other"), tyrant(), boyz(2))
    played = skies(STAYS, theirs=theirs)
    assert set(played.left.names) == {"Hunters (Hunt)", "More Hunters (Hunt)", "Tyrant (Wing)", "Boyz (Wing)"}
    aloft = battle(MINE, theirs, SWOOPS, state("Other", "hovering"), DOWN, STAYS)
    assert set(aloft.left.names) == {"Hunters (Hunt)", "More Hunters (Hunt)", "Other (Wing)", "Boyz (Wing)"}  # type: ignore[union-attr]


@pytest.mark.rule("7E-FLY-5", "7E-VEH-10", "7E-WPN-13")
def test_nobody_in_the_air_is_hit_by_explosions_or_scattered_markers() -> None:
    theirs = army("Wing", tank(11, name="Rhino"), flyer(name="Other"), boyz(2))
    boom = [("unit", "Hunters"), ("target", "Rhino"), *fire("lance"), ("hit:lance", [6]), ("penetrate:lance", [6])]
    played = battle(MINE, theirs, boom, ("damage table:Rhino", [EXPLODES]), ("explosion:Rhino", 6))
    assert set(played.left.names) == {"Hunters (Hunt)", "More Hunters (Hunt)", "Boyz (Wing)"}  # type: ignore[union-attr]
    frag = army("Hunt", marines(1, gun("frag", type="Heavy 1, Blast"), name="Hunters"), boyz(3, name="Friends"))
    blast = [
        ("unit", "Hunters"),
        ("target", "Boyz"),
        *fire("frag"),
        ("scatter:frag", [6]),
        ("scatter distance:frag", 9),
        ("under:frag", "1+"),
    ]
    assert set(battle(frag, theirs, blast).left.names) == {"Friends (Hunt)", "Hunters (Hunt)", "Rhino (Wing)"}  # type: ignore[union-attr]


@pytest.mark.rule("7E-FLY-10")
def test_a_vehicle_under_it_is_asked_for_its_facing() -> None:
    theirs = army("Wing", flyer(points=1), tank((13, 11, 10), 3, name="Tank"), boyz(2))
    played = skies(
        STAYS, *under("Tank (Wing)"), ("harm:Tank", {"facing": "rear"}), ("penetrate:crash", [4]), ("unit", "More Hunters"),
        theirs=theirs,
    )  # fmt: skip
    assert hull_points(played, "Tank") == [2]  # S6 and 4 at AV10 glances
    assert played.question("facing", 1 if "facing" in played.parts("facts:lance") else 0).default == "front"


@pytest.mark.rule("7E-FLY-10", "7E-VEH-14")
def test_it_happens_before_the_next_weapon_fires() -> None:
    """Whoever is under it in the firing unit fires no more."""
    pair = squad("Hunters", trooper("Hunter", 1, gun("lance", "48", "9", "2")), trooper("Gunner", 1, "boltgun", Sv="-"))
    pair = pair.but(models=((pair.models[0][0].but(plural="Hunterz"), 1), *pair.models[1:]))
    theirs = army("Wing", flyer(points=1, n=2), boyz(2))
    played = battle(
        army("Hunt", pair, marines(1, name="B")), theirs, ("unit", "Hunters"), ("target", "Raven"), STAY, *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [6]), STAYS, *under("Hunters (Hunt)"), ("harm:Hunters", {"order": "1 Gunner, 1 Hunter"}),
        ("wound:crash", [6]), NO,
    )  # fmt: skip
    order = next(part for part in played.question("harm:Hunters").parts if part.key == "order")
    assert "nearest the marker" in order.text
    assert dict(order.plurals) == {"Hunter": "Hunterz"}
    assert played.said("Gunner slain")
    assert "weapon" not in played.keys[played.keys.index("wound:crash") :]


# Those inside --------------------------------------------------------------------------------------------------------


def carrier(**how: Any) -> Unit:
    return flyer(points=1, **how).but(capacity=12)


def loaded(*script: Any, transport: Unit | None = None, settings: Any = None, n: int = 3) -> Any:
    theirs = army("Wing", transport or carrier(), riders(n, Sv="3+"), boyz(5))
    return battle(MINE, theirs, ride(transport="Raven"), DOWN, *script, settings=settings)


@pytest.mark.rule("7E-FLY-10")
def test_those_inside_take_a_hit_each_without_armour_and_test() -> None:
    played = loaded(
        STAYS, ASIDE, ("harm:Riders", {}), ("wound:crash", [2, 1, 6]), ("pinning", [6, 6]), ("unit", "More Hunters")
    )
    assert standing(played, "Riders") == 1
    assert need_of(played, "wound:crash") == 2
    assert played.said("Riders inside the crash: 3 hits", "7E-FLY-10")
    assert "cover" not in played.parts("harm:Riders")
    assert "save:Rider" not in played.keys
    assert "gone to ground" in played.marks("Riders")
    assert "embarked" not in played.marks("Riders")


@pytest.mark.rule("7E-FLY-10")
def test_setting_crash_passengers() -> None:
    any_save = loaded(
        STAYS, ASIDE, ("harm:Riders", {}), ("wound:crash", [2, 1, 6]), ("save:Rider", [3, 2]), ("pinning", [1, 1]),
        settings={"crash_passengers": "s10_any_save"},
    )  # fmt: skip
    assert standing(any_save, "Riders") == 2
    unhurt = loaded(
        STAYS, ASIDE, ("pinning", [1, 1]), ("unit", "More Hunters"), settings={"crash_passengers": "unhurt"}
    )
    assert standing(unhurt, "Riders") == 3
    assert "embarked" not in unhurt.marks("Riders")


@pytest.mark.rule("7E-FLY-10", "7E-FLY-1")
def test_hovering_it_explodes_as_any_vehicle() -> None:
    theirs = army("Wing", carrier(), riders(2), boyz(5))
    script = [
        ("unit", "Hunters"),
        ("target", "Raven"),
        STAY,
        *fire("lance"),
        ("hit:lance", [3]),
        ("penetrate:lance", [6]),
    ]
    played = battle(
        MINE, theirs, ride(transport="Raven"), state("Raven", "hovering"), script, ("damage table:Raven", [EXPLODES]),
        ("explosion:Raven", 1), ("near:Raven", 0), ("harm:Riders", {}), ("wound:explosion", [1, 1]),
    )  # fmt: skip
    assert need_of(played, "wound:explosion") == 4


@pytest.mark.rule("7E-FLY-10")
@pytest.mark.parametrize("how", [{"rules": ("Invasion Beams",)}, {"name": "Night Scythe"}])
def test_passengers_of_a_night_scythe_are_elsewhere(how: Any) -> None:
    scythe = carrier(**how)
    name = scythe.name
    shots = [tuple(name if part == "Raven" else part for part in step) for step in DOWN]
    theirs = army("Wing", scythe, riders(2), boyz(5))
    played = battle(
        MINE,
        theirs,
        ride(transport=name),
        shots,
        (f"scatter:{name}", [1]),
        (f"under:{name}", 0),
        ("unit", "More Hunters"),
    )
    assert standing(played, "Riders") == 2
    assert played.marks("Riders") == ["off the table"]
    assert played.said("Riders: unhurt, in Ongoing Reserve", "7E-FLY-10")


@pytest.mark.rule("7E-FLY-10", "7E-HIT-11")
def test_who_wrecks_itself_while_zooming_crashes() -> None:
    hot = flyer(gun("gun", type="Heavy 1, Gets Hot"), points=1)
    played = battle(
        army("Wing", hot, boyz(2, name="Friends")), army("Mob", boyz()), ("unit", "Raven"), ("target", "Boyz"), ("skyfire", "no"),
        *fire("gun"), ("hit:gun", [1]), ("gets hot, vehicle:gun", [1]), ("scatter:Raven", [2]),
    )  # fmt: skip
    assert played.said("Gets hot: Raven crashes")
    assert played.left.key == "under:Raven"  # type: ignore[union-attr]
    assert played.question("scatter:Raven").owner == "attacker"


@pytest.mark.rule("7E-FLY-10")
def test_a_squadron_crashes_one_by_one() -> None:
    pair = flyer(points=1, n=2)
    mine = army("Hunt", marines(2, gun("lance", "48", "9", "2"), name="Hunters"), hunters(name="More Hunters"))
    played = battle(
        mine, army("Wing", pair, boyz(2)), ("unit", "Hunters"), ("target", "Raven"), STAY, *fire("lance"), ("hit:lance", [6, 6]),
        ("penetrate:lance", [6]), ("penetrate:lance", [6]), STAYS, ASIDE, STAYS, ASIDE, ("unit", "More Hunters"),
    )  # fmt: skip
    assert played.said("Raven crashes!")
    assert standing(played, "Raven") == 0


@pytest.mark.rule("7E-FLY-6", "7E-VEH-3")
def test_tv_74() -> None:
    twin = armed("lascannon")[0].but(rules=("Twin-linked",))
    assert 1 - chances(shooter(twin), flyer(armour=12), "damage", jink="yes")[0] == F(11, 108)


@pytest.mark.rule("7E-FLY-10")
def test_by_odds_a_crash_is_a_vehicle_destroyed() -> None:
    assert chance(sure(), flyer(points=1), "destroyed") == chance(sure(), flyer(points=1), "crashes") == F(2, 3)
    assert chances_of(two(sure(), flyer(points=1)), (), lambda battle: battle.unit)[0] == 1
