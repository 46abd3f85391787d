"""Units inside transports: getting in and out, fire points, a damaged vehicle (7E-WPN-23, 7E-NOM-3 e, m, n, o, 7E-END-6)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.quiz.quiz import ArmyPair, Source
from shoot_cli.rules.seventh import RULESET, unit_text
from shoot_cli.rules.seventh.drill.shooting import battle_drawn
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.steps.weapon import ALL
from tests.helpers.scripted_table import DEFAULT, closed, refused
from tests.rules.seventh.helpers.tabletop import Played, army, battle, boyz, fire, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import (
    DISARMED,
    END,
    GO_ON,
    HOLD,
    HUNTERS,
    IMMOBILISED,
    SHAKEN,
    STUNNED,
    army_of,
    rhino,
    ride,
    riders,
    shot,
    state,
    until,
)
from tests.rules.seventh.helpers.vehicles import tank

ORKS = army("Orks", boyz(10))
MINE = army_of(rhino(), riders(5))


def through(unit: str = "Riders", speed: str = "stationary", weapon: str = "boltgun", **facts: Any) -> list[Any]:
    said = [("transport_speed", speed)] if speed else []
    return [("unit", unit), ("target", "Boyz"), *said, *fire(weapon, **facts)]


# Getting in and out --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-23", "7E-TGT-7")
def test_who_is_inside_is_no_target() -> None:
    played = battle(HUNTERS, MINE, ride(), ("unit", "Hunters"))
    assert closed(played.left, "Riders") == [("inside a vehicle", "7E-TGT-7")]  # type: ignore[arg-type]
    assert played.unit_at("Riders").inside == 0


@pytest.mark.rule("7E-WPN-23")
def test_out_again() -> None:
    played = battle(HUNTERS, MINE, ride(), state("Riders", "embarked"), ("unit", "Hunters"))
    assert closed(played.left, "Riders") == []  # type: ignore[arg-type]
    assert played.unit_at("Riders").inside is None
    assert played.said("Riders: no longer embarked")


@pytest.mark.rule("7E-WPN-23")
def test_only_own_transports_with_room_are_offered() -> None:
    mine = army_of(rhino(), rhino(name="Other"), tank(name="Tank"), riders(6), riders(5, name="Others"))
    question = battle(mine, army("Orks", rhino(name="Theirs"), boyz()), ride(), state("Others", "embarked")).left
    assert question is not None
    assert [option.value for option in question.options] == ["Rhino", "Other", "back"]
    assert closed(question, "Rhino") == [("it has room for 4", "7E-WPN-23")]
    assert closed(question, "Other") == []
    assert question.default == "Other"
    assert "room for 4" in refused(question, "Rhino")


@pytest.mark.rule("7E-WPN-23")
def test_a_destroyed_transport_takes_nobody_in() -> None:
    played = battle(
        HUNTERS, army_of(rhino(1), riders(5)), shot(), state("Riders", "embarked"), ("unit", "More Hunters")
    )
    assert "inside" not in played.keys
    assert played.unit_at("Riders").inside is None


@pytest.mark.rule("7E-WPN-23", "7E-NOM-3")
def test_inside_nobody_knows_what_it_cannot_shoot() -> None:
    mine = army_of(rhino(), riders(5), marines(1, name="B"))
    played = battle(mine, ORKS, ride(transport="back"), ("unit", "B"), HOLD)
    assert closed(played.question("unit", 1), "Riders")[0][1] == "7E-WPN-23"


@pytest.mark.rule("7E-NOM-3")
def test_vehicles_neither_embark_nor_fall_back() -> None:
    question = battle(MINE, ORKS, ("unit", "a unit's state"), ("state of", "Rhino")).left
    assert question is not None
    assert [rule for mark in ("embarked", "falling back", "regrouped", "locked in combat") for _, rule in closed(question, mark)] == [
        "7E-WPN-23", "7E-VEH-12", "7E-VEH-12", "7E-TGT-3",
    ]  # fmt: skip
    assert "behind smoke" not in [option.value for option in question.options]  # it has no launchers


@pytest.mark.rule("7E-TGT-3")
def test_walkers_can_be_locked() -> None:
    walker = tank(12, 3, name="Walker", type="Vehicle (Walker)")
    played = battle(army_of(walker), ORKS, ("unit", "a unit's state"), ("state of", "Walker"))
    assert closed(played.left, "locked in combat") == []  # type: ignore[arg-type]


# Fire points ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-23", "7E-NOM-3")
def test_one_passenger_shoots_from_each_fire_point() -> None:
    played = battle(MINE, ORKS, ride(), through(), ("hit:boltgun", [1] * 4), END, ("unit", "Boyz"))
    assert played.question("hit:boltgun").dice == 4  # two of five, at half range
    assert played.question("firing").default == (2,)


@pytest.mark.rule("7E-WPN-23")
def test_no_more_than_the_fire_points_can_be_said_to_fire() -> None:
    played = battle(MINE, ORKS, ride(), *through()[:-2], ("weapon", "boltgun"))
    assert "2 of the passengers" in refused(played.left, {"firing": [3]})  # type: ignore[arg-type]


@pytest.mark.rule("7E-WPN-23")
def test_fire_points_are_shared_by_the_weapons_of_a_unit() -> None:
    mixed = squad("Riders", trooper("Gunner", 1, "plasma pistol"), trooper("Rider", 4, "boltgun"))
    played = battle(
        army_of(rhino(), mixed), ORKS, ride(), through(weapon="plasma pistol"), ("hit:plasma pistol", [2]), *fire("boltgun"),
        ("hit:boltgun", [1, 1]), END, ("unit", "Boyz"),
    )  # fmt: skip
    assert played.question("hit:boltgun").dice == 2  # the one fire point left


@pytest.mark.rule("7E-WPN-23")
def test_each_vehicle_of_a_unit_carries_as_many() -> None:
    """Two Rhinos in one unit have room for 20 models and four fire points, in a list as at the table."""
    one = rhino()
    pair, large = one.but(models=((one.models[0][0], 2),)), riders(12)
    played = battle(army_of(pair, large), ORKS, ride(), *through()[:-2], ("weapon", "boltgun"))
    assert "4 of the passengers" in refused(played.left, {"firing": [5]})  # type: ignore[arg-type]
    two = RIDERS_LIST.replace("RIDES", "Rhino").replace("{name: Rhino, BS", "{name: Rhino, count: 2, BS")
    assert load_text(two.replace("CAPACITY", "5"), "list.yaml").units[2].room(2) == 10
    with pytest.raises(ArmyErrors, match="10 models are in Rhino; it has room for 8"):
        load_text(two.replace("CAPACITY", "4"), "list.yaml")


@pytest.mark.rule("7E-WPN-23")
def test_all_fire_points_used() -> None:
    mixed = squad("Riders", trooper("Gunner", 2, "plasma pistol"), trooper("Rider", 4, "boltgun"))
    played = battle(
        army_of(rhino(), mixed), ORKS, ride(), through(weapon="plasma pistol"), ("hit:plasma pistol", [2]),
        ("hit:plasma pistol", [2]), END, ("unit", "Boyz"),
    )  # fmt: skip
    assert "hit:boltgun" not in played.keys
    assert played.said("boltgun cannot fire: no fire point is free", "7E-WPN-23")


@pytest.mark.rule("7E-WPN-23")
def test_what_the_fire_points_leave_no_room_for_is_not_promised() -> None:
    """It is said why the other weapon does not fire."""
    mixed = squad("Riders", trooper("Rider", 4, "boltgun"), trooper("Gunner", 1, "lascannon"))
    for points, named in ((2, ["boltgun", "lascannon", "no more"]), (5, [ALL, "boltgun", "lascannon", "no more"])):
        start = army_of(rhino(fire_points=points), mixed), ORKS, ride(), *through()[:-2]
        assert [option.value for option in battle(*start).left.options] == named  # type: ignore[union-attr]
    played = battle(
        army_of(rhino(), mixed), ORKS, ride(), *through()[:-2], ("weapon", DEFAULT), ("facts:boltgun", {}),
        ("hit:boltgun", [1] * 4), END, ("unit", "Boyz"),
    )  # fmt: skip
    assert played.question("facts:boltgun").decided({}).so == "4 shots"
    assert played.said("lascannon cannot fire: no fire point is free", "7E-WPN-23")


@pytest.mark.rule("7E-WPN-23", "7E-VEH-9")
def test_everybody_shoots_out_of_an_open_topped_vehicle() -> None:
    trukk = tank(10, 3, name="Rhino", type="Vehicle (Open-topped)").but(capacity=10)
    played = battle(
        army_of(trukk, riders(5)), ORKS, ride(), through(), ("hit:boltgun", [1] * 10), END, ("unit", "Boyz")
    )
    assert played.question("hit:boltgun").dice == 10


@pytest.mark.rule("7E-WPN-23")
def test_no_fire_points_no_shots() -> None:
    played = battle(army_of(rhino(fire_points=0), riders(5)), ORKS, ride(), ("unit", "Rhino"), HOLD)
    assert closed(played.question("unit", 1), "Riders") == [("Rhino has no fire point", "7E-WPN-23")]


@pytest.mark.rule("7E-WPN-23", "7E-WPN-10")
@pytest.mark.parametrize(("speed", "need"), [("stationary", 3), ("combat", 6)])
def test_passengers_moved_if_their_vehicle_did(speed: str, need: int) -> None:
    heavy = riders(2, "lascannon")
    played = battle(
        army_of(rhino(), heavy),
        ORKS,
        ride(),
        through(speed=speed, weapon="lascannon"),
        ("hit:lascannon", [1, 1]),
        END,
        ("unit", "Boyz"),
    )
    assert played.question("hit:lascannon").need.target == need
    assert ("moved" in played.parts("facts:lascannon")) == (speed == "stationary")  # else it is known


@pytest.mark.rule("7E-WPN-23", "7E-NOM-3")
def test_at_combat_speed_other_weapons_fire_as_usual_and_at_cruising_speed_none() -> None:
    slow = battle(MINE, ORKS, ride(), through(speed="combat"), ("hit:boltgun", [1] * 4), END, ("unit", "Boyz"))
    assert slow.question("hit:boltgun").need.target == 3
    fast = battle(MINE, ORKS, ride(), through(speed="cruising"), ("hit:boltgun", [1] * 4), END, ("unit", "Boyz"))
    assert fast.question("hit:boltgun").need.target == 6
    assert [reason.rule for reason in fast.question("hit:boltgun").need.because] == ["7E-HIT-4"]


@pytest.mark.rule("7E-WPN-23", "7E-WPN-22")
def test_the_speed_is_asked_once_of_vehicle_and_passengers() -> None:
    inside_first = battle(
        MINE, ORKS, ride(), through(speed="cruising"), ("hit:boltgun", [1] * 4), ("unit", "Rhino"), ("target", "Boyz"),
        *fire("storm bolter"), ("hit:storm bolter", [1, 1]), ("unit", "Boyz"),
    )  # fmt: skip
    assert inside_first.question("hit:storm bolter").need.target == 6
    assert "speed" not in inside_first.keys
    vehicle_first = battle(
        MINE, ORKS, ride(), ("unit", "Rhino"), ("target", "Boyz"), ("speed", "cruising"), *fire("storm bolter"),
        ("hit:storm bolter", [1, 1]), through(speed=""), ("hit:boltgun", [1] * 4), ("unit", "Boyz"),
    )  # fmt: skip
    assert vehicle_first.question("hit:boltgun").need.target == 6


@pytest.mark.rule("7E-WPN-22", "7E-WPN-5")
@pytest.mark.parametrize(("inches", "asked"), [(24, True), (24.5, False)])
def test_the_speed_is_not_asked_where_nothing_reaches(inches: float, asked: bool) -> None:
    script = [
        ("distance", inches),
        *([("speed", "stationary"), *fire("storm bolter"), ("hit:storm bolter", [1, 1])] * asked),
    ]
    assert ("speed" in battle(MINE, ORKS, ride(), ("unit", "Rhino"), ("target", "Boyz"), *script).keys) == asked


@pytest.mark.rule("7E-WPN-22")
def test_the_speed_of_one_turn_is_forgotten_in_the_next() -> None:
    steps = [
        ("unit", "Rhino"),
        ("target", "Boyz"),
        ("speed", "cruising"),
        *fire("storm bolter"),
        ("hit:storm bolter", [1, 1]),
    ]
    played = battle(army_of(rhino()), ORKS, steps, END, GO_ON, ("unit", "Rhino"), ("target", "Boyz"))
    assert played.left is not None
    assert played.left.key == "speed"


@pytest.mark.rule("7E-NOM-3")
@pytest.mark.parametrize(("what", "words"), [("flat out", "Flat Out"), ("smoke", "smoke launchers")])
def test_nobody_shoots_out_of_a_vehicle_that_went_flat_out_or_smokes(what: str, words: str) -> None:
    mine = army_of(rhino(rules=("Smoke Launchers",)), riders(5), marines(1, name="B"))
    played = battle(mine, ORKS, ride(), ("unit", "Rhino"), ("target", what), ("unit", "B"), HOLD)
    (why,) = closed(played.question("unit", 2), "Riders")
    assert words in why[0]
    assert why[1] == "7E-NOM-3"
    (own,) = closed(played.question("unit", 2), "Rhino")
    assert own[1] in ("7E-NOM-1", "7E-NOM-3")


@pytest.mark.rule("7E-NOM-3")
def test_once_they_have_shot_it_does_neither() -> None:
    mine = army_of(rhino(rules=("Smoke Launchers",)), riders(5))
    played = battle(mine, ORKS, ride(), through(), ("hit:boltgun", [1] * 4), ("unit", "Rhino"))
    for what in ("flat out", "smoke"):
        assert closed(played.left, what) == [("its passengers have shot", "7E-NOM-3")]  # type: ignore[arg-type]
    silent = battle(mine, ORKS, ride(), ("unit", "Riders"), HOLD, ("unit", "Rhino"))
    assert closed(silent.left, "flat out") == closed(silent.left, "smoke") == []  # type: ignore[arg-type]


@pytest.mark.rule("7E-WPN-23", "7E-TGT-1")
def test_passengers_pick_a_target_of_their_own() -> None:
    played = battle(
        MINE, army("Orks", boyz(10), boyz(10, name="Others")), ride(),
        ("unit", "Rhino"), ("target", "Others"), ("speed", "stationary"), *fire("storm bolter"), ("hit:storm bolter", [1, 1]),
        through(speed=""), ("hit:boltgun", [1] * 4), ("unit", "Boyz"),
    )  # fmt: skip
    assert played.said("No losses: Others 10 of 10")
    assert played.said("No losses: Boyz 10 of 10")


@pytest.mark.rule("7E-NOM-4")
def test_passengers_do_not_run() -> None:
    played = battle(MINE, ORKS, ride(), ("unit", "Riders"))
    assert closed(played.left, "run") == [("nobody does so inside a transport", "7E-WPN-23")]  # type: ignore[arg-type]


@pytest.mark.rule("7E-NOM-3", "7E-WPN-23")
def test_an_immobilised_transport_did_not_move() -> None:
    """Nobody is asked: it cannot."""
    played = battle(
        HUNTERS, MINE, ride(), shot(table=IMMOBILISED), END, ("passengers", 2), *through(speed="")[:1], ("target", "Hunters"),
        *fire("boltgun"), ("hit:boltgun", [1] * 4), ("unit", "Rhino"),
    )  # fmt: skip
    assert played.question("hit:boltgun").need.target == 3


SIXTH = {"passengers_shaken": "sixth_edition"}


def asked(played: Played, key: str) -> list[Any]:
    """Every question of this key, the one that is waiting last."""
    found = [entry.question for entry in played.asked if entry.question and entry.question.key == key]
    return found + [played.left] * (played.left is not None and played.left.key == key)


def names(question: Any) -> list[str]:
    return [option.value for option in question.options]


# A damaged transport -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-END-6", "7E-NOM-3")
@pytest.mark.parametrize(
    "table", [[SHAKEN], [STUNNED], [DISARMED, 1], [IMMOBILISED]], ids=("shaken", "stunned", "disarmed", "immobilised")
)
def test_passengers_of_a_damaged_transport_test_at_the_end_of_the_phase(table: list[int]) -> None:
    mine = army_of(rhino(3, "storm bolter", "lascannon"), riders(5, Ld=8))
    damage = shot(table=table[0]) + [("weapon destroyed:Rhino", face) for face in table[1:]]
    played = battle(HUNTERS, mine, ride(), damage, END)
    assert played.left is not None
    assert (played.left.key, played.left.owner, played.left.need.target) == ("passengers", "defender", 8)
    kept = battle(HUNTERS, mine, ride(), damage, END, ("passengers", 8), ("unit", "Riders"))
    assert kept.marks("Riders") == ["embarked"]
    failed = battle(HUNTERS, mine, ride(), damage, END, ("passengers", 9), ("unit", "Riders"))
    assert until(failed, "Riders", "passengers shaken") == (1, 1)


@pytest.mark.rule("7E-END-6", "7E-NOM-3")
def test_who_failed_snaps_in_the_next_phase_even_outside_and_no_longer() -> None:
    failed = [*ride(), *shot(table=SHAKEN), END, ("passengers", 12), *state("Riders", "embarked")]
    fires = [("unit", "Riders"), ("target", "Hunters"), *fire("boltgun"), ("hit:boltgun", [1] * 10)]
    assert battle(HUNTERS, MINE, failed, fires, ("unit", "Rhino")).question("hit:boltgun").need.target == 6
    later = battle(HUNTERS, MINE, failed, fires, END, GO_ON, END, fires, ("unit", "Rhino"))
    assert later.question("hit:boltgun", 1).need.target == 3


@pytest.mark.rule("7E-END-6")
def test_one_test_however_many_results_and_none_without() -> None:
    twice = battle(
        HUNTERS,
        MINE,
        ride(),
        shot(table=SHAKEN),
        shot(table=IMMOBILISED, unit="More Hunters"),
        ("passengers", 2),
        ("unit", "Rhino"),
    )
    assert twice.keys.count("passengers") == 1
    assert "passengers" not in battle(HUNTERS, MINE, ride(), shot(), END, ("unit", "Rhino")).keys
    assert "passengers" not in battle(HUNTERS, MINE, shot(table=SHAKEN), END, ("unit", "Rhino")).keys


@pytest.mark.rule("7E-END-6")
def test_each_unit_inside_tests_on_its_highest_leadership() -> None:
    mixed = squad("Riders", trooper("Rider", 3, "boltgun", Ld=6), trooper("Boss", 1, "boltgun", Ld=9))
    mine = army_of(rhino(), mixed, riders(2, name="Others", Ld=7))
    played = battle(
        HUNTERS,
        mine,
        ride(),
        ride("Others"),
        shot(table=SHAKEN),
        END,
        ("passengers", 9),
        ("passengers", 8),
        ("unit", "Rhino"),
    )
    assert [played.question("passengers", nth).need.target for nth in (0, 1)] == [9, 7]
    assert played.marks("Riders") == ["embarked"]
    assert played.marks("Others") == ["embarked", "passengers shaken"]


@pytest.mark.rule("7E-END-6")
def test_no_test_once_it_is_destroyed_and_none_in_the_next_phase() -> None:
    mine = army_of(rhino(2), riders(5), boyz())
    gone = battle(
        HUNTERS, mine, ride(), shot(table=SHAKEN), shot(unit="More Hunters"), ("pinning", 2), ("unit", "Boyz")
    )
    assert "passengers" not in gone.keys
    later = battle(
        HUNTERS, MINE, ride(), shot(table=SHAKEN), END, ("passengers", 2), END, GO_ON, END, ("unit", "Rhino")
    )
    assert later.keys.count("passengers") == 1


@pytest.mark.rule("7E-END-6", "7E-NOM-3")
@pytest.mark.parametrize("table", [SHAKEN, STUNNED, IMMOBILISED])
def test_the_sixth_edition_had_no_test(table: int) -> None:
    mine = army_of(rhino(), riders(5), marines(1, name="B"))
    played = battle(HUNTERS, mine, [*ride(), *shot(table=table), END], ("unit", "B"), HOLD, settings=SIXTH)
    assert "passengers" not in played.keys
    own = {SHAKEN: ["passengers shaken"], STUNNED: ["passengers stunned"]}.get(table, [])
    assert played.marks("Riders") == ["embarked", *own]
    question = next(
        question for question in asked(played, "unit") if question.owner == "attacker" and names(question)[0] == "Rhino"
    )
    assert closed(question, "Riders") == ([("its transport was stunned", "7E-NOM-3")] if table == STUNNED else [])


@pytest.mark.rule("7E-NOM-3")
def test_in_the_sixth_edition_the_stunned_do_not_shoot_outside_either() -> None:
    mine = army_of(rhino(), riders(5), marines(1, name="B"))
    steps = [*ride(), *shot(table=STUNNED), END, *state("Riders", "embarked")]
    played = battle(HUNTERS, mine, steps, ("unit", "B"), HOLD, settings=SIXTH)
    assert until(played, "Riders", "passengers stunned") == (1, 1)
    assert closed(asked(played, "unit")[-1], "Riders") == [("its transport was stunned", "7E-NOM-3")]
    later = battle(HUNTERS, mine, steps, END, GO_ON, END, ("unit", "Riders"), settings=SIXTH)
    assert later.left is not None
    assert later.left.key == "target"


# Inside from the start ------------------------------------------------------------------------------------------------

RIDERS_LIST = """\
ruleset: 40k-7e
name: Column
units:
  - name: Riders
    rides_in: RIDES
    models: [{name: Marine, count: 9, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [boltgun]}]
  - name: Captain
    joined_to: Riders
    models: [{name: Captain, BS: 5, T: 4, W: 3, Ld: 10, Sv: 3+, independent: yes, weapons: [bolt pistol]}]
  - name: Rhino
    type: Vehicle (Transport)
    transport: {capacity: CAPACITY}
    models: [{name: Rhino, BS: 4, front: 11, side: 11, rear: 10, HP: 3, weapons: [storm bolter]}]
"""


def listed(rides: str = "rhino", capacity: int = 10) -> Any:
    return load_text(RIDERS_LIST.replace("RIDES", rides).replace("CAPACITY", str(capacity)), "list.yaml")


@pytest.mark.rule("7E-TGT-7")
def test_in_the_battle_of_a_card_nobody_rides_unless_it_says_so() -> None:
    pair = ArmyPair(listed(), HUNTERS, {})
    drawn = battle_drawn(Source(RULESET, [pair], Random(1)))
    assert not any(unit.marked("embarked") for side in drawn.sides for unit in side.units)
    assert new_battle(pair.shooter, pair.target).sides[0].units[0].marked("embarked")


@pytest.mark.rule("7E-WPN-23", "7E-TGT-7", "7E-IC-6")
def test_a_list_says_who_begins_inside() -> None:
    mine = listed()
    assert mine.units[0].rides_in == "Rhino"
    played = battle(HUNTERS, mine, ("unit", "Hunters"))
    assert played.said("Riders + Captain: inside Rhino", "7E-WPN-23")
    assert closed(played.left, "Riders + Captain") == [("inside a vehicle", "7E-TGT-7")]  # type: ignore[arg-type]
    assert played.unit_at("Riders + Captain").inside == 2
    assert (
        closed(
            battle(HUNTERS, mine, state("Riders + Captain", "embarked"), ("unit", "Hunters")).left, "Riders + Captain"
        )
        == []
    )  # type: ignore[arg-type]
    assert unit_text.card(mine)[0].words == ("Begins a battle inside Rhino.",)


@pytest.mark.rule("7E-WPN-23")
def test_a_list_cannot_say_that_of_everybody() -> None:
    for rides, capacity, words in (
        ("Rino", 10, "list.yaml:5:15: “Rino” is no transport of this list; did you mean Rhino?"),
        ("Rhino", 9, "list.yaml:5:15: 10 models are in Rhino; it has room for 9"),
    ):
        with pytest.raises(ArmyErrors) as error:
            listed(rides, capacity)
        assert str(error.value).startswith(words)
    for key, words in (
        ("joined_to: Riders", "Captain rides where Riders does; leave rides_in out"),
        ("type: Vehicle (Transport)", "vehicles ride in no transport; leave rides_in out"),
    ):
        text = RIDERS_LIST.replace("    rides_in: RIDES\n", "").replace(key, f"{key}\n    rides_in: Rhino")
        with pytest.raises(ArmyErrors, match=words):
            load_text(text.replace("CAPACITY", "10"), "list.yaml")
    text = RIDERS_LIST.replace("joined_to: Riders", "rides_in: Rhino").replace("RIDES", "Rhino")
    with pytest.raises(ArmyErrors, match="10 models are in Rhino; it has room for 9"):
        load_text(text.replace("CAPACITY", "9"), "list.yaml")
