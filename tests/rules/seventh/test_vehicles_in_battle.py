"""What vehicles keep from phase to phase: hull points, weapons, shaken crews, jink, smoke, speed (7E-VEH, 7E-NOM-3)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET
from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import Played, army, battle, boyz, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import (
    DISARMED,
    END,
    EXPLODES,
    GO_ON,
    HOLD,
    HUNTERS,
    IMMOBILISED,
    SHAKEN,
    STUNNED,
    army_of,
    hull_points,
    rhino,
    shot,
    standing,
    state,
)
from tests.rules.seventh.helpers.vehicles import tank

ORKS = army("Orks", boyz(10))
TANK = tank(11, 3, "lascannon", "storm bolter", name="Tank")
RUSS = tank(11, 3, "battle cannon", "heavy bolter", name="Tank", type="Vehicle (Tank, Heavy)")


def row(played: Played, name: str) -> Any:
    return next(row for _, units in RULESET.status(played.end) for row in units if row.name == name)


def question(played: Played, key: str) -> Any:
    assert played.left is not None
    assert played.left.key == key
    return played.left


# Damage ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-4")
def test_hull_points_are_kept_from_unit_to_unit_and_turn_to_turn() -> None:
    mine = army_of(TANK, boyz())
    played = battle(HUNTERS, mine, shot("Tank"), END, END, GO_ON, shot("Tank"), ("unit", "More Hunters"))
    assert hull_points(played, "Tank") == [1]
    assert row(played, "Tank").wounds_note == "Tank 1 of 3 Hull Points"
    gone = battle(
        HUNTERS, mine, shot("Tank"), END, END, GO_ON, shot("Tank"), shot("Tank", unit="More Hunters"), ("unit", "Boyz")
    )
    assert standing(gone, "Tank") == 0
    assert gone.said("Tank is wrecked")


@pytest.mark.rule("7E-VEH-7")
def test_each_vehicle_of_a_squadron_keeps_its_own_damage() -> None:
    squadron = tank(11, 3, "autocannon", n=3, name="Walkers", type="Vehicle (Walker)")
    played = battle(
        HUNTERS, army_of(squadron), shot("Walkers", SHAKEN), shot("Walkers", unit="More Hunters", order="2 Walkers, Walkers"),
        ("unit", "Walkers"),
    )  # fmt: skip
    assert sorted(hull_points(played, "Walkers")) == [1, 3, 3]
    assert sorted([wear.crew for wear in played.unit_at("Walkers").wear]) == ["", "", "Crew Shaken"]
    shaken = played.unit_at("Walkers").wear.index(next(wear for wear in played.unit_at("Walkers").wear if wear.crew))
    assert hull_points(played, "Walkers")[shaken] == 1  # the one that was hurt is the one that is shaken


@pytest.mark.rule("7E-VEH-7", "7E-END-4")
def test_what_a_squadron_lost_in_all_is_what_it_has_no_more() -> None:
    """The one that explodes had two hull points: both are gone, though one was lost to the hit."""
    squadron = tank(11, 2, "autocannon", n=3, name="Walkers", type="Vehicle (Walker)")
    played = battle(
        HUNTERS,
        army_of(squadron),
        shot("Walkers", EXPLODES),
        ("explosion:Walkers", [1]),
        ("near:Walkers", 0),
        ("unit", "More Hunters"),
    )
    assert hull_points(played, "Walkers") == [2, 2]
    assert played.said("2 hull points lost in all: Walkers 4 of 6 hull points left")


@pytest.mark.rule("7E-WPN-15", "7E-VEH-2")
def test_a_barrage_is_at_side_armour_though_all_sides_are_alike() -> None:
    mortar, cannon = gun("mortar", "48", "4", "6", "Heavy 1, Blast, Barrage"), gun("cannon", "48", "9", "2", "Heavy 1")
    guns = army("Guns", squad("Hunters", trooper("Spotter", 1, mortar), trooper("Gunner", 1, cannon)))
    played = battle(
        guns, army_of(tank(10, 3, name="Tank")), ("unit", "Hunters"), ("target", "Tank"), *fire("mortar"),
        ("scatter:mortar", [1]), ("under:mortar", 1), ("marker:mortar", {}),
        ("penetrate:mortar", [1]),
    )  # fmt: skip
    assert played.left is not None
    assert played.left.key == "weapon"
    assert [kind.about for kind in row(played, "Tank").kinds] == ["side armour 10 of 10/10/10"]


@pytest.mark.rule("7E-WPN-15")
def test_a_barrage_meets_the_side_of_a_vehicle_that_it_could_not_harm_from_the_front() -> None:
    mortar = gun("mortar", "48", "4", "6", "Heavy 1, Blast, Barrage")
    guns = army("Guns", squad("Hunters", trooper("Spotter", 1, mortar)))
    played = battle(
        guns, army_of(tank((13, 10, 10), 3, name="Tank")), ("unit", "Hunters"), ("target", "Tank"), *fire("mortar"),
        ("scatter:mortar", [1]), ("under:mortar", 1), ("marker:mortar", {}), ("penetrate:mortar", [6]),
    )  # fmt: skip
    assert hull_points(played, "Tank") == [2]


@pytest.mark.rule("7E-VEH-7", "7E-NOM-3")
def test_in_a_squadron_only_the_shaken_snap() -> None:
    squadron = tank(11, 3, "autocannon", n=3, name="Walkers", type="Vehicle (Walker)")
    played = battle(
        HUNTERS, army_of(squadron), shot("Walkers", SHAKEN), END, ("unit", "Walkers"), ("target", "Hunters"),
        *fire("autocannon"), ("hit:autocannon", [1, 1]), ("hit:autocannon", [1] * 4), GO_ON, ("unit", "Hunters"),
    )  # fmt: skip
    needs = [(roll.dice, roll.need.target) for roll in (played.question("hit:autocannon", nth) for nth in (0, 1))]
    assert sorted(needs) == [(2, 6), (4, 3)]


@pytest.mark.rule("7E-VEH-5", "7E-NOM-3")
@pytest.mark.parametrize("table", [SHAKEN, STUNNED])
def test_a_shaken_crew_snaps_through_its_next_turn(table: int) -> None:
    fires = [
        ("unit", "Tank"),
        ("target", "Hunters"),
        *fire("lascannon"),
        ("hit:lascannon", [1]),
        *fire("storm bolter"),
        ("hit:storm bolter", [1, 1]),
    ]
    played = battle(
        HUNTERS, army_of(TANK), shot("Tank", table), END, fires, GO_ON, END, ("unit", "Tank"), ("target", "Hunters")
    )
    assert played.question("hit:lascannon").need.target == 6
    assert "speed" not in played.keys[:-1]  # however fast it was, it snaps
    assert question(played, "speed")  # and later it does not
    assert played.said("Tank: crew recovered", "7E-VEH-5")


@pytest.mark.rule("7E-VEH-5")
def test_the_crew_on_the_status_screen() -> None:
    played = battle(HUNTERS, army_of(TANK), shot("Tank", STUNNED), END, ("unit", "Tank"))
    assert "Crew Stunned (to the end of turn 1, Convoy)" in row(played, "Tank").marks


@pytest.mark.rule("7E-HIT-5", "7E-NOM-3")
def test_a_shaken_crew_fires_no_blast() -> None:
    played = battle(HUNTERS, army_of(RUSS), shot("Tank", SHAKEN), END, ("unit", "Tank"), ("target", "Hunters"))
    reasons = closed(question(played, "weapon"), "battle cannon")
    assert [rule for _, rule in reasons] in (["7E-HIT-5"], ["7E-WPN-18"])
    assert closed(question(played, "weapon"), "heavy bolter") == []


@pytest.mark.rule("7E-VEH-5", "7E-NOM-4")
@pytest.mark.parametrize(("table", "words"), [(STUNNED, "its crew is stunned"), (IMMOBILISED, "it is immobilised")])
def test_who_cannot_move_goes_not_flat_out(table: int, words: str) -> None:
    for kind, what in (("Vehicle (Tank)", "flat out"), ("Vehicle (Walker)", "run")):
        mine = army_of(tank(11, 3, "lascannon", name="Tank", type=kind))
        played = battle(HUNTERS, mine, shot("Tank", table), END, ("unit", "Tank"))
        assert closed(question(played, "target"), what) == [(words, "7E-VEH-5")]
        shaken = battle(HUNTERS, mine, shot("Tank", SHAKEN), END, ("unit", "Tank"))
        assert closed(question(shaken, "target"), what) == []


@pytest.mark.rule("7E-VEH-5", "7E-WPN-22")
def test_an_immobilised_vehicle_fires_all_its_weapons_and_nobody_asks_how_fast_it_was() -> None:
    played = battle(HUNTERS, army_of(TANK), shot("Tank", IMMOBILISED), END, ("unit", "Tank"), ("target", "Hunters"))
    assert question(played, "weapon")
    assert "immobilised" in row(played, "Tank").marks


@pytest.mark.rule("7E-VEH-5")
def test_immobilised_twice_in_two_phases_costs_a_hull_point_more() -> None:
    steps = [*shot("Tank", IMMOBILISED), END, END, GO_ON, *shot("Tank", IMMOBILISED)]
    played = battle(HUNTERS, army_of(TANK, boyz()), steps, ("unit", "More Hunters"))
    assert standing(played, "Tank") == 0
    assert played.said("Immobilised again", "7E-VEH-5")


@pytest.mark.rule("7E-VEH-5", "7E-NOM-2")
def test_a_destroyed_weapon_is_silent_for_the_rest_of_the_battle() -> None:
    lost = [*shot("Tank", DISARMED), ("weapon destroyed:Tank", 1), END]
    for later in ([], [END, GO_ON, END]):
        played = battle(
            HUNTERS,
            army_of(TANK, boyz()),
            lost,
            *later,
            ("unit", "Tank"),
            ("target", "Hunters"),
            ("speed", "stationary"),
        )
        assert [option.value for option in question(played, "weapon").options] == ["storm bolter", "no more"]
        assert "lascannon destroyed" in row(played, "Tank").marks


@pytest.mark.rule("7E-VEH-5", "7E-NOM-2")
def test_one_of_two_alike_weapons_lost() -> None:
    twins = tank(11, 3, "heavy bolter", "heavy bolter", name="Tank")
    played = battle(
        HUNTERS, army_of(twins), shot("Tank", DISARMED), END, ("unit", "Tank"), ("target", "Hunters"), ("speed", "stationary"),
        *fire("heavy bolter"), ("hit:heavy bolter", [1] * 3), GO_ON, ("unit", "Hunters"),
    )  # fmt: skip
    assert played.question("hit:heavy bolter").dice == 3


@pytest.mark.rule("7E-NOM-2", "7E-VEH-5")
def test_without_a_weapon_it_is_not_named() -> None:
    bare = army_of(tank(11, 3, "lascannon", name="Tank"), boyz())
    played = battle(HUNTERS, bare, shot("Tank", DISARMED), END, ("unit", "Boyz"))
    assert closed(played.question("unit", 2), "Tank") == [("no ranged weapon left", "7E-NOM-2")]
    assert played.said("Tank cannot shoot: no ranged weapon left")


@pytest.mark.rule("7E-VEH-5")
def test_the_next_destroyed_weapon_is_one_of_those_left_and_then_it_is_immobilised() -> None:
    big = army_of(tank(11, 9, "lascannon", "storm bolter", name="Tank"), boyz())
    lost = [*shot("Tank", DISARMED), ("weapon destroyed:Tank", 2), *shot("Tank", DISARMED, unit="More Hunters")]
    played = battle(HUNTERS, big, lost, [END, GO_ON, *shot("Tank", DISARMED)], ("unit", "More Hunters"))
    assert played.keys.count("weapon destroyed:Tank") == 1  # one of one needs no die
    assert sorted(played.unit_at("Tank").wear[0].lost) == ["lascannon", "storm bolter"]
    assert played.unit_at("Tank").wear[0].immobilised
    assert played.said("no weapon left")


@pytest.mark.rule("7E-VEH-12")
def test_vehicles_take_neither_morale_nor_pinning_tests() -> None:
    carbine = gun("carbine", "24", "9", "2", "Assault 1, Pinning")
    mine = army("Hunt", marines(1, carbine, name="Pinners"), marines(1, name="B"))
    squadron = tank(11, 1, n=2, name="Tank")
    played = battle(
        mine, army_of(squadron), ("unit", "Pinners"), ("target", "Tank"), *fire("carbine"), ("hit:carbine", [6]),
        ("penetrate:carbine", [2]), END, ("unit", "Tank"),
    )  # fmt: skip
    assert standing(played, "Tank") == 1
    assert not {"pinning", "morale"} & {*played.keys}


@pytest.mark.rule("7E-VEH-10")
def test_tanks_are_not_told_whom_they_may_charge_and_walkers_are() -> None:
    for kind, mark in (("Vehicle (Tank, Heavy)", []), ("Vehicle (Walker)", ["may only charge Boyz"])):
        mine = army_of(tank(11, 3, "storm bolter", name="Tank", type=kind), marines(1, name="B"))
        played = battle(
            mine,
            ORKS,
            ("unit", "Tank"),
            ("target", "Boyz"),
            *fire("storm bolter"),
            ("hit:storm bolter", [1, 1]),
            ("unit", "B"),
        )
        assert played.marks("Tank") == mark


# Jink, smoke, Flat Out ---------------------------------------------------------------------------------------------------

SKIMMER = tank(11, 3, "heavy bolter", name="Rhino", type="Vehicle (Skimmer)")
JINKS = [
    ("unit", "Hunters"),
    ("target", "Rhino"),
    ("jink", "yes"),
    *fire("lance"),
    ("hit:lance", [6]),
    ("penetrate:lance", [6]),
    ("save:Rhino", [4]),
]


@pytest.mark.rule("7E-GTG-6", "7E-NOM-3")
def test_jink_saves_until_its_next_movement_phase() -> None:
    again = [
        ("unit", "More Hunters"),
        ("target", "Rhino"),
        *fire("lance"),
        ("hit:lance", [6]),
        ("penetrate:lance", [6]),
        ("save:Rhino", [4]),
    ]
    played = battle(HUNTERS, army_of(SKIMMER), JINKS, again, ("unit", "Rhino"))
    assert played.keys.count("jink") == 1  # it jinks already
    assert played.question("save:Rhino", 1).need.target == 4
    assert hull_points(played, "Rhino") == [3]
    assert played.marks("Rhino") == ["jinked"]
    next_turn = battle(HUNTERS, army_of(SKIMMER), JINKS, END, END, GO_ON, ("unit", "Hunters"), ("target", "Rhino"))
    assert question(next_turn, "jink")


@pytest.mark.rule("7E-GTG-6", "7E-NOM-3")
def test_who_jinked_snaps_until_its_next_turn_is_over() -> None:
    fires = [("unit", "Rhino"), ("target", "Hunters"), *fire("heavy bolter"), ("hit:heavy bolter", [1] * 3)]
    played = battle(HUNTERS, army_of(SKIMMER), JINKS, END, fires, GO_ON, END, ("unit", "Rhino"), ("target", "Hunters"))
    assert played.question("hit:heavy bolter").need.target == 6
    assert question(played, "speed")  # it may fire as usual again
    assert played.marks("Rhino") == []


SMOKER = tank(11, 3, "heavy bolter", name="Rhino", rules=("Smoke Launchers",))


@pytest.mark.rule("7E-NOM-3", "7E-SAV-5")
def test_smoke_hides_until_its_next_turn_and_is_used_once() -> None:
    mine = army_of(SMOKER, marines(1, name="B"))
    first = [("first turn", "Convoy"), ("unit", "Rhino"), ("target", "smoke"), END]
    saved = [
        ("unit", "Hunters"),
        ("target", "Rhino"),
        *fire("lance"),
        ("hit:lance", [6]),
        ("penetrate:lance", [6]),
        ("save:Rhino", [5]),
    ]
    played = battle(HUNTERS, mine, first, saved, END, GO_ON, ("unit", "Rhino"))
    assert played.question("save:Rhino").need.target == 5
    assert closed(question(played, "target"), "smoke") == [("its smoke launchers are used up", "7E-WPN-17")]
    assert played.marks("Rhino") == []
    gone = [("penetrate:lance", [6]), ("damage table:Rhino", [2])]
    later = battle(
        HUNTERS, mine, first, END, GO_ON, END, ("unit", "Hunters"), ("target", "Rhino"), *fire("lance"), ("hit:lance", [6]), *gone,
        ("unit", "More Hunters"),
    )  # fmt: skip
    assert hull_points(later, "Rhino") == [2]


@pytest.mark.rule("7E-NOM-3")
def test_who_smokes_does_not_shoot() -> None:
    played = battle(army_of(SMOKER, marines(1, name="B")), ORKS, ("unit", "Rhino"), ("target", "smoke"), ("unit", "B"))
    assert played.said("Rhino: used its smoke launchers: no shooting", "7E-NOM-3")
    assert closed(played.question("unit", 1), "Rhino")
    assert "smoke spent" in row(played, "Rhino").marks


@pytest.mark.rule("7E-NOM-3")
def test_smoke_that_was_launched_in_the_movement_phase_is_reported() -> None:
    played = battle(army_of(SMOKER, marines(1, name="B")), ORKS, state("Rhino", "behind smoke"), ("unit", "B"), HOLD)
    assert closed(played.question("unit", 1), "Rhino") == [("it used its smoke launchers this turn", "7E-NOM-3")]
    assert (-1, "smoke") in played.unit_at("Rhino").spent


@pytest.mark.rule("7E-NOM-3")
def test_a_slip_about_smoke_is_taken_back() -> None:
    mine = army_of(SMOKER, marines(1, name="B"))
    played = battle(mine, ORKS, state("Rhino", "behind smoke"), state("Rhino", "behind smoke"), ("unit", "Rhino"))
    assert closed(question(played, "target"), "smoke") == []
    assert played.marks("Rhino") == []


@pytest.mark.rule("7E-NOM-3")
def test_flat_out_instead_of_shooting() -> None:
    mine = army_of(rhino(), marines(1, name="B"))
    played = battle(
        mine, ORKS, ("unit", "Rhino"), ("target", "flat out"), ("unit", "B"), HOLD, END, GO_ON, ("unit", "Rhino")
    )
    assert played.said("Rhino: moved Flat Out: no shooting", "7E-NOM-3")
    assert closed(question(played, "target"), "flat out") == []  # next turn again
    assert not played.said("no longer flat out")
    assert closed(question(battle(army_of(RUSS), ORKS, ("unit", "Tank")), "target"), "flat out")[0][1] == "7E-WPN-22"


@pytest.mark.rule("7E-NOM-3", "7E-NOM-4")
@pytest.mark.parametrize("kind", ["Bike", "Jetbike"])
def test_bikes_turbo_boost_where_others_run(kind: str) -> None:
    mine = army_of(marines(3, name="Bikes", type=kind, unit_rules=("Battle Focus",)), marines(1, name="B"))
    played = battle(
        mine, ORKS, ("unit", "Bikes"), ("target", "run"), ("unit", "B"), HOLD, END, GO_ON, ("unit", "Bikes")
    )
    assert "run" not in played.keys  # no die
    assert played.said("Bikes: turbo-boost, no shooting", "7E-NOM-3")
    reasons = closed(played.question("unit", 1), "Bikes")
    assert [rule for _, rule in reasons] in (["7E-NOM-1"], ["7E-NOM-3"])
    assert question(played, "target")
