"""Overwatch: who may answer which move, what it does, and how long it lasts (RH-OW)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.rules.reikhammer.drill.scenes import less
from shoot_cli.rules.reikhammer.drill.shooting import as_if_overwatch_changed_it
from tests.helpers.each import each
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    PASS,
    act,
    army,
    battle,
    formation,
    gun,
    mortar,
    shooters,
    state,
    targets,
    units,
)

GO_ON = ("next turn", "go on")
NEXT = [GO_ON, ("strategy:1", [1]), ("strategy:2", [6])]  # the other side goes first
MINE = army("Mine", shooters(name="A", ammo=3), shooters(name="B", ammo=3))
MISS = ("hit:gun", [6])
WATCHED = army("Theirs", targets(9, "X", armour=5), targets(9, "Y", armour=5))
ON_WATCH = [*FIRST, *act("A", "overwatch")]


def watching(played: Any, name: str) -> bool:
    return any(mark.name == "on overwatch" for mark in played.unit_at(name).marks)


@pytest.mark.rule("RH-OW-1", "RH-OW-2")
@each(("action", "chances"), [("advance", 1), ("double", 2), ("march", 3), ("engage", 1), ("sustained_fire", 0)])
def test_every_single_move_can_be_answered(action: str, chances: int) -> None:
    armed = army("Theirs", shooters(name="X", n=3))
    nothing = [("overwatch", "nobody")] * chances
    played = battle(MINE, armed, *ON_WATCH, act("X", action, *nothing))
    assert played.keys.count("overwatch") == chances
    assert watching(played, "A")
    if chances:
        asked = played.question("overwatch")
        assert (asked.owner, asked.default) == (DEFENDER, "nobody")
        assert [option.value for option in asked.open()] == ["A", "nobody"]


@pytest.mark.rule("RH-OW-2")
def test_moves_of_marshal_and_hold_can_be_answered() -> None:
    for script in (act("X", "marshal", ("does", "move")), act("X", "advance", ("does", "move"), test=6)):
        assert battle(MINE, WATCHED, *ON_WATCH, script, ("overwatch", "nobody")).keys.count("overwatch") == 1
    for script in (act("X", "marshal", ("does", "regroup")), act("X", "march", ("does", "regroup"), test=6)):
        assert "overwatch" not in battle(MINE, WATCHED, *ON_WATCH, script).keys


@pytest.mark.rule("RH-OW-3", "RH-OW-4", "RH-OW-6")
def test_overwatch_fire_at_who_moved() -> None:
    """One shot for three moves; no modifier; before the mover shoots."""
    played = battle(MINE, WATCHED, *ON_WATCH, act("X", "march", ("overwatch", "nobody"), ("overwatch", "A"), MISS))
    assert played.keys.count("overwatch") == 2  # off overwatch: the third move is not answered
    assert "target" not in played.keys
    assert (played.unit_at("X").shock, played.unit_at("Y").shock) == (1, 0)
    assert played.need() == 4
    assert not watching(played, "A")
    assert played.unit_at("A").pieces[0].ammo == 2


@pytest.mark.rule("RH-OW-2", "RH-OW-6")
def test_overwatch_comes_before_the_movers_own_fire() -> None:
    armed = army("Theirs", shooters(name="X", n=4))
    double = act(
        "X", "double", ("overwatch", "nobody"), ("overwatch", "A"), MISS, ("target", "A"), ("hit:gun", [6] * 3)
    )
    played = battle(MINE, armed, *ON_WATCH, double)
    assert [played.need(nth=nth) for nth in (0, 1)] == [4, 3]
    assert played.rolled(nth=1) == 3  # Shock of coming under fire suppresses one of four at once


@pytest.mark.rule("RH-OW-6", "RH-SUP-2", "RH-OW-4")
def test_overwatch_fire_of_those_suppressed_is_none() -> None:
    shocked = state("A", "shock", ("shock", 1))
    fire = [("overwatch", "A"), ("facts", {"distance": "Gunner 2: 99"})]  # Gunner 1 alone could
    two = army("Mine", shooters(name="A", n=2))
    played = battle(two, WATCHED, *FIRST, *act("A", "overwatch"), *shocked, *act("X", "march", *fire * 3))
    assert played.keys.count("overwatch") == 3  # once a move: it fired nothing, and: still on overwatch
    assert watching(played, "A")
    assert played.unit_at("X").shock == 0


@pytest.mark.rule("RH-OW-4", "RH-OW-5")
def test_overwatch_is_kept_over_the_turn_and_eats_the_action() -> None:
    night = [*ON_WATCH, PASS, PASS, *NEXT]
    kept = battle(MINE, WATCHED, *night)
    assert watching(kept, "A")
    assert not kept.unit_at("A").acted
    fired = battle(MINE, WATCHED, *night, act("X", "advance", ("overwatch", "A"), MISS))
    assert closed_by(fired.left, "A") == ["RH-ACT-1"]
    assert closed_by(fired.left, "B") == []
    assert not watching(battle(MINE, WATCHED, *night, act("X", "march"), act("A", "march")), "A")  # it took an action
    failed = battle(MINE, WATCHED, *night, act("X", "march"), act("A", "overwatch", ("does", "regroup"), test=6))
    assert not watching(failed, "A")


@pytest.mark.rule("RH-OW-4", "RH-BRK-2")
def test_who_breaks_or_is_broken_by_report_is_off_overwatch() -> None:
    armed = army("Theirs", shooters(name="X"))
    broken = battle(MINE, armed, *ON_WATCH, act("X", "sustained_fire", ("target", "A"), MISS))
    assert broken.unit_at("A").broken
    assert not watching(broken, "A")
    assert not watching(battle(MINE, WATCHED, *ON_WATCH, state("A", "broken"), state("A", "broken")), "A")


@pytest.mark.rule("RH-OW-2", "RH-BRK-2", "RH-ELIG-4")
@pytest.mark.parametrize("die", [3, 6])
def test_overwatch_fire_can_stop_who_moves(die: int) -> None:
    """Broken or destroyed in the middle of a double: no second move, no shots."""
    armed = army("Theirs", shooters(name="X", n=1, integrity=2), targets(3, "Y"))
    both = army("Mine", shooters(gun("twin", AP=5), gun("twin", AP=5), name="A"), shooters(name="B"))
    dice = [("hit:twin", [1, 1]), ("save:Gunner", [6, die])]
    script = [*ON_WATCH, PASS, *act("B", "overwatch"), *NEXT]
    played = battle(both, armed, *script, act("X", "double", ("overwatch", "A"), *dice))
    assert played.keys.count("overwatch") == 1  # B is not asked, nor is anybody about the second move
    assert "target" not in played.keys
    assert played.said("destroyed" if die == 6 else "X broken: nothing more this action")


@pytest.mark.rule("RH-OW-3", "RH-BAR-1", "RH-BAR-3")
def test_a_barrage_on_overwatch() -> None:
    guns = army("Mine", shooters(mortar(9), gun(), name="A", ammo=3), shooters(name="B"))
    move = act("X", "march", ("overwatch", "A"), ("shooting", "barrage"))
    targets_ = [(f"hit:Target {n}", [6]) for n in range(1, 10)]
    played = battle(guns, WATCHED, *ON_WATCH, move, ("touched", "Y"), *targets_, *targets_)
    assert [played.unit_at(name).shock for name in "XY"] == [2, 2]
    assert not watching(played, "A")
    assert played.unit_at("A").pieces[0].ammo == 2
    assert played.question("touched").names == ("Y", "A", "B")  # the tile holds a unit of who moved
    assert played.question("touched").default == ()
    direct = battle(guns, WATCHED, *ON_WATCH, act("X", "march", ("overwatch", "A"), ("shooting", "direct"), MISS))
    assert direct.question("shooting").owner == DEFENDER


@pytest.mark.rule("RH-OW-2", "RH-ELIG-3")
def test_nobody_is_asked_who_has_no_ammo() -> None:
    empty = army("Mine", shooters(name="A", ammo=0))
    assert "overwatch" not in battle(empty, WATCHED, *ON_WATCH, act("X", "march")).keys


# Unloading troops -----------------------------------------------------------------------------------------------------

CARS = army("Theirs", shooters(name="X", n=9, type="LV"), shooters(name="Y", n=9, type="LV"))


@pytest.mark.rule("RH-OW-2")
def test_unloading_troops_prompts_overwatch() -> None:
    """Who let the move pass may answer the unloading, before the mover shoots."""
    script = act("X", "advance", ("overwatch", "nobody"), ("unloads", "yes"), ("overwatch", "A"), MISS)
    played = battle(MINE, CARS, *ON_WATCH, script)
    assert played.keys[-6:] == ["action test", "overwatch", "unloads", "overwatch", "facts", "hit:gun"]
    assert played.question("overwatch", 0).text == "X has moved: who fires on overwatch?"
    assert played.question("overwatch", 1).text == "X unloads troops: who fires on overwatch?"
    assert not watching(played, "A")
    assert played.unit_at("X").shock == 1
    assert played.left.key == "target"  # it has not shot yet
    asked = played.question("unloads")
    assert (asked.owner, asked.default) == ("attacker", "no")
    assert [option.value for option in asked.options] == ["no", "yes", "never"]


@pytest.mark.rule("RH-OW-2")
@each(
    ("action", "chances"),
    [("advance", 1), ("double", 2), ("march", 3), ("engage", 1), ("sustained_fire", 1), ("overwatch", 1)],
)
def test_troops_can_be_unloaded_after_every_move_or_without_one(action: str, chances: int) -> None:
    moves = {"sustained_fire": 0, "overwatch": 0}.get(action, chances)
    each = [("overwatch", "nobody")] * (moves > 0) + [("unloads", "yes"), ("overwatch", "nobody")]
    played = battle(MINE, CARS, *ON_WATCH, act("X", action, *each * chances))
    assert played.keys.count("unloads") == chances
    assert played.keys.count("overwatch") == chances + moves
    assert watching(played, "A")


@pytest.mark.rule("RH-OW-2")
def test_whether_troops_are_unloaded_is_asked_once_an_action_unless_it_is_left_open() -> None:
    wait = ("overwatch", "nobody")
    not_now = battle(MINE, CARS, *ON_WATCH, act("X", "march", wait, ("unloads", "no"), wait, wait))
    assert (not_now.keys.count("unloads"), not_now.keys.count("overwatch")) == (1, 3)
    later = act("X", "march", wait, ("unloads", "later"), wait, ("unloads", "later"), wait, ("unloads", "yes"), wait)
    left_open = battle(MINE, CARS, *ON_WATCH, later)
    assert (left_open.keys.count("unloads"), left_open.keys.count("overwatch")) == (3, 4)
    values = [[option.value for option in left_open.question("unloads", nth).options] for nth in range(3)]
    assert values == [["no", "yes", "later", "never"]] * 2 + [["no", "yes", "never"]]
    script = [act("X", "march", wait, ("unloads", "no"), wait, wait), act("B", "march"), act("Y", "march", wait)]
    assert battle(MINE, CARS, *ON_WATCH, *script).keys.count("unloads") == 2  # another formation is another action


@pytest.mark.rule("RH-OW-2")
def test_who_carries_nobody_is_not_asked_again() -> None:
    wait = ("overwatch", "nobody")
    script = [*ON_WATCH, act("X", "march", wait, ("unloads", "never"), wait, wait), PASS, act("Y", "march", wait)]
    played = battle(MINE, CARS, *script, ("unloads", "no"), wait, wait, *NEXT, act("X", "march", wait, wait, wait))
    assert played.keys.count("unloads") == 2  # X once, Y once: nothing more of X in the next turn
    assert played.unit_at("Y").carries
    assert not played.unit_at("X").carries


@pytest.mark.rule("RH-OW-2")
def test_infantry_alone_unloads_nobody() -> None:
    assert "unloads" not in battle(MINE, WATCHED, *ON_WATCH, act("X", "march", *[("overwatch", "nobody")] * 3)).keys
    riders = army("Theirs", formation("X", units("Band", 3), units("Car", 1, type="LV")), targets(9, "Y"))
    assert "unloads" in battle(MINE, riders, *ON_WATCH, act("X", "march", ("overwatch", "nobody"))).keys
    gone = state("X", "integrity", ("integrity", "Car 0"))
    dismounted = battle(MINE, riders, *ON_WATCH, gone, act("X", "march", *[("overwatch", "nobody")] * 3))
    assert "unloads" not in dismounted.keys


@pytest.mark.rule("RH-OW-2")
def test_unloading_is_not_asked_where_nobody_could_answer_it() -> None:
    assert "unloads" not in battle(MINE, CARS, *FIRST, *act("A", "march"), act("X", "double")).keys
    assert "unloads" not in battle(MINE, CARS, *ON_WATCH, act("X", "advance", ("overwatch", "A"), MISS)).keys


@pytest.mark.rule("RH-OW-2", "RH-BRK-2")
def test_who_is_broken_on_the_way_unloads_nothing() -> None:
    both = army("Mine", shooters(name="A"), shooters(name="B"))
    alone = army("Theirs", shooters(name="X", n=1, type="LV"), targets(3, "Y"))
    script = [*ON_WATCH, PASS, *act("B", "overwatch"), *NEXT]
    played = battle(both, alone, *script, act("X", "double", ("overwatch", "A"), MISS))
    assert played.unit_at("X").broken
    assert "unloads" not in played.keys
    stopped = battle(both, alone, *script, act("X", "sustained_fire", ("unloads", "yes"), ("overwatch", "A"), MISS))
    assert "target" not in stopped.keys  # it does not shoot any more
    assert stopped.said("X broken: nothing more this action")


@pytest.mark.rule("RH-OW-2", "RH-ELIG-2")
def test_how_far_it_was_is_forgotten_once_a_formation_has_moved_on() -> None:
    """X is measured when the watch fires at it; after its next move it stands elsewhere, and is measured anew."""
    armed = army("Theirs", shooters(name="X", n=4))
    fire, back = (("overwatch", "A"), ("facts", {"distance": 7}), MISS), (("target", "A"), ("facts", {}))
    went_on = battle(MINE, armed, *ON_WATCH, *act("X", "double", *fire, *back))
    stayed = battle(MINE, armed, *ON_WATCH, *act("X", "double", ("overwatch", "nobody"), *fire, *back))
    proposed = [played.question("facts", 1).parts[0].default for played in (went_on, stayed)]
    assert proposed == ["in range", {"Gunner": 7, "Gunner 1": 7, "Gunner 2": 7, "Gunner 3": 7, "Gunner 4": 7}]


@pytest.mark.rule("RH-OW-6")
def test_learners_may_take_overwatch_for_a_worse_value() -> None:
    assert as_if_overwatch_changed_it(4, 3) == [less(1), less(2)]
    assert as_if_overwatch_changed_it(4, 1) == [less(1), less(4)]
