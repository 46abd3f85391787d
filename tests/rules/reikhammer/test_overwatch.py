"""Overwatch: who may answer which move, what it does, and how long it lasts (RH-OW)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.core.questions import DEFENDER
from tests.rules.reikhammer.attacks import (
    FIRST,
    PASS,
    act,
    army,
    battle,
    closed,
    company,
    gun,
    mortar,
    shooters,
    state,
    targets,
)

GO_ON = ("next turn", "go on")
NEXT = [GO_ON, ("strategy:1", [1]), ("strategy:2", [6])]  # the other side goes first
MINE = army("Mine", shooters(name="A", ammo=3), shooters(name="B", ammo=3))
MISS = ("hit:gun", [6])
WATCHED = army("Theirs", targets(9, "X", armour=5), targets(9, "Y", armour=5))
ON_WATCH = [*FIRST, *act("A", "overwatch")]


def watching(played: Any, name: str) -> bool:
    return any(mark.name == "on overwatch" for mark in company(played, name).marks)


@pytest.mark.rule("RH-OW-1", "RH-OW-2")
@pytest.mark.parametrize(
    ("action", "chances"), [("advance", 1), ("double", 2), ("march", 3), ("engage", 1), ("sustained_fire", 0)]
)
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
    for script in (act("X", "marshal", ("does", "shoot")), act("X", "march", ("does", "regroup"), test=6)):
        assert "overwatch" not in battle(MINE, WATCHED, *ON_WATCH, script).keys


@pytest.mark.rule("RH-OW-3", "RH-OW-4", "RH-OW-6")
def test_overwatch_fire_at_who_moved() -> None:
    """One shot for three moves; no modifier; before the mover shoots."""
    played = battle(MINE, WATCHED, *ON_WATCH, act("X", "march", ("overwatch", "nobody"), ("overwatch", "A"), MISS))
    assert played.keys.count("overwatch") == 2  # off overwatch: the third move is not answered
    assert "target" not in played.keys
    assert (company(played, "X").shock, company(played, "Y").shock) == (1, 0)
    assert played.need() == 4
    assert not watching(played, "A")
    assert company(played, "A").pieces[0].ammo == 2


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
    script = [*FIRST, *act("A", "overwatch"), *shocked, *act("X", "march", ("overwatch", "A"), ("overwatch", "A"))]
    played = battle(MINE, WATCHED, *script, ("overwatch", "A"))
    assert played.keys.count("overwatch") == 3  # once a move: it fired nothing, and stays on overwatch
    assert watching(played, "A")
    assert company(played, "X").shock == 0


@pytest.mark.rule("RH-OW-4", "RH-OW-5")
def test_overwatch_is_kept_over_the_turn_and_eats_the_action() -> None:
    night = [*ON_WATCH, PASS, PASS, *NEXT]
    kept = battle(MINE, WATCHED, *night)
    assert watching(kept, "A")
    assert not company(kept, "A").acted
    fired = battle(MINE, WATCHED, *night, act("X", "advance", ("overwatch", "A"), MISS))
    assert closed(fired.left, "A") == ["RH-ACT-1"]
    assert closed(fired.left, "B") == []
    acted = battle(MINE, WATCHED, *night, act("X", "march"), act("A", "march"))
    assert not watching(acted, "A")  # it took an action
    failed = battle(MINE, WATCHED, *night, act("X", "march"), act("A", "overwatch", ("does", "regroup"), test=6))
    assert not watching(failed, "A")


@pytest.mark.rule("RH-OW-4", "RH-BRK-2")
def test_who_breaks_or_is_broken_by_report_is_off_overwatch() -> None:
    armed = army("Theirs", shooters(name="X"))
    broken = battle(MINE, armed, *ON_WATCH, act("X", "sustained_fire", ("target", "A"), MISS))
    assert company(broken, "A").broken
    assert not watching(broken, "A")
    reported = battle(MINE, WATCHED, *ON_WATCH, state("A", "broken"), state("A", "broken"))
    assert not watching(reported, "A")


@pytest.mark.rule("RH-OW-2", "RH-BRK-2", "RH-ELIG-4")
@pytest.mark.parametrize("die", [3, 6])
def test_overwatch_fire_can_stop_who_moves(die: int) -> None:
    """Broken or destroyed in the middle of a double: no second move, no shots."""
    armed = army("Theirs", shooters(name="X", n=1, integrity=2), targets(3, "Y"))
    hard = shooters(gun("twin", AP=5), gun("twin", AP=5), name="A")
    both = army("Mine", hard, shooters(name="B"))
    dice = [("hit:twin", [1, 1]), ("save:Gunner", [6, die])]
    script = [*ON_WATCH, PASS, *act("B", "overwatch"), *NEXT]
    played = battle(both, armed, *script, act("X", "double", ("overwatch", "A"), *dice))
    assert played.keys.count("overwatch") == 1  # B is not asked, nor is anybody about the second move
    assert "target" not in played.keys
    assert played.said("is gone" if die == 6 else "X is broken and does nothing more")


@pytest.mark.rule("RH-OW-3", "RH-BAR-1", "RH-BAR-3")
def test_a_barrage_on_overwatch() -> None:
    guns = army("Mine", shooters(mortar(9), gun(), name="A", ammo=3), shooters(name="B"))
    move = act("X", "march", ("overwatch", "A"), ("shooting", "barrage"))
    targets_ = [(f"hit:Target {n}", [6]) for n in range(1, 10)]
    played = battle(guns, WATCHED, *ON_WATCH, move, ("touched", "X, Y"), *targets_, *targets_)
    assert [company(played, name).shock for name in "XY"] == [2, 2]
    assert not watching(played, "A")
    assert company(played, "A").pieces[0].ammo == 2
    assert played.question("touched").default == ("X",)
    other = battle(guns, WATCHED, *ON_WATCH, move, ("touched", "Y"), *targets_, *targets_)
    assert [company(other, name).shock for name in "XY"] == [2, 2]  # the tile holds a unit of who moved
    direct = battle(guns, WATCHED, *ON_WATCH, act("X", "march", ("overwatch", "A"), ("shooting", "direct"), MISS))
    assert direct.question("shooting").owner == DEFENDER


@pytest.mark.rule("RH-OW-2", "RH-ELIG-3")
def test_nobody_is_asked_who_has_no_ammo() -> None:
    empty = army("Mine", shooters(name="A", ammo=0))
    assert "overwatch" not in battle(empty, WATCHED, *ON_WATCH, act("X", "march")).keys
