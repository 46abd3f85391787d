"""Who may be shot at: boards with exact words for everything that may not be, and the examples of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.second.charts import (
    FORBIDDING,
    OUTSIDE,
    Seen,
    arc_of,
    can_be_ignored,
    cannot_fire,
    group_of,
    legal_targets,
    marker_legal,
    silent,
    spotted,
)
from shoot_cli.rules.second.profiles import CATEGORIES, HUMAN_SIZED, Weapon
from tests.helpers.each import each
from tests.rules.second.helpers.target_boards import BOARDS, OPEN, nearer, of, small


def words(reasons: tuple[Reason, ...]) -> str:
    return "; ".join(f"{reason.text} [{reason.rule}]" for reason in reasons)


@pytest.mark.rule("2E-TGT-1", "2E-TGT-2", "2E-TGT-3", "2E-TGT-4", "2E-TGT-6", "2E-ARC-1", "2E-ARC-2", "2E-LOS-1")
@each("how, board", [board[1:] for board in BOARDS], ids=[board[0] for board in BOARDS])
def test_boards(how: dict[str, Any], board: list[tuple[Seen, str]]) -> None:
    found = legal_targets(tuple(seen for seen, _ in board), **how)
    assert [words(reasons) for reasons in found] == [said for _, said in board]


@each("how, board", [board[1:] for board in BOARDS], ids=[board[0] for board in BOARDS])
def test_boards_in_any_order(how: dict[str, Any], board: list[tuple[Seen, str]]) -> None:
    """Where a unit stands in the list changes nothing."""
    turned = board[::-1]
    found = legal_targets(tuple(seen for seen, _ in turned), **how)
    assert [words(reasons) for reasons in found] == [said for _, said in turned]


def test_there_are_boards_enough_and_somebody_is_always_open() -> None:
    assert len(BOARDS) >= 45
    assert len({name for name, _, _ in BOARDS}) == len(BOARDS)
    for name, _, board in BOARDS:
        seen = [one for one, _ in board if one.sight and not one.hidden and one.arc != OUTSIDE]
        assert not seen or OPEN in [said for _, said in board], name


@pytest.mark.rule("2E-TGT-2")
def test_where_only_the_order_was_said_no_distance_is_told() -> None:
    seen = (of("Orks", 7, judged=False), of("Gretchin", 20, judged=False))
    assert [words(reasons) for reasons in legal_targets(seen)] == [OPEN, nearer("Orks")]


@pytest.mark.rule("2E-TGT-1")
def test_groups() -> None:
    assert [group_of(category) for category in CATEGORIES] == ["troops", "troops", "big", "big"]


@pytest.mark.rule("2E-TGT-2")
def test_what_may_be_ignored_one_by_one() -> None:
    target, covered = of("target", 20), of("target", 20, in_cover=True)
    assert not can_be_ignored(of("x", 8), target)
    assert can_be_ignored(of("x", 8, broken=True), covered)
    assert can_be_ignored(of("x", 8, engaged=True), covered)
    assert can_be_ignored(of("x", 8, in_cover=True), target)
    assert not can_be_ignored(of("x", 8, in_cover=True), covered)
    assert can_be_ignored(small("x", 6.1), target)
    assert not can_be_ignored(small("x", 6), target)


@pytest.mark.rule("2E-TGT-5")
@each(
    ("target", "others", "said"),
    [
        (3, 2, ""),
        (1, 0, ""),
        (2, 2, "2 of the 4 models under it are the target's: not more than half [2E-TGT-5]"),
        (2, 3, "2 of the 5 models under it are the target's: not more than half [2E-TGT-5]"),
        (0, 0, "0 of the 0 models under it are the target's: not more than half [2E-TGT-5]"),
    ],
)
def test_where_a_marker_may_lie(target: int, others: int, said: str) -> None:
    found = marker_legal(target, others)
    assert words((found,) if found else ()) == said


@pytest.mark.rule("2E-TGT-5")
def test_markers_against_the_fraction() -> None:
    for target in range(8):
        for others in range(8):
            if target + others:
                more = Fraction(target, target + others) > Fraction(1, 2)
                assert (marker_legal(target, others) is None) == more


@pytest.mark.rule("2E-ARC-1", "2E-ARC-2")
def test_the_arc() -> None:
    assert [arc_of(degrees) for degrees in (0, 44, -44, 45, -45, 46, 180)] == [
        "inside", "inside", "inside", "edge", "edge", "outside", "outside",
    ]  # fmt: skip


@pytest.mark.rule("2E-TGT-6")
def test_who_is_spotted() -> None:
    near, far = spotted(4, initiative=4), spotted(4.5, initiative=4)
    assert near
    assert far is None
    assert words((near,)) == 'spotted within 4", the Initiative of who moves there [2E-TGT-6]'
    scanned = spotted(24, initiative=4, scanner=True)
    assert scanned
    assert words((scanned,)) == 'detected by a scanner within 24" [2E-TGT-6]'
    assert spotted(24.1, initiative=4, scanner=True) is None


# ---- who may fire


@pytest.mark.rule("2E-ELIG-1")
@pytest.mark.parametrize("mark", FORBIDDING)
def test_marks_that_keep_a_unit_from_firing(mark: str) -> None:
    assert words(cannot_fire((mark,))) == f"{FORBIDDING[mark]} [2E-ELIG-1]"


@pytest.mark.rule("2E-ELIG-1", "2E-BRK-3", "2E-OW-1", "2E-OW-2")
def test_who_may_fire() -> None:
    assert cannot_fire(()) == ()
    assert cannot_fire(("shaken", "moved")) == ()
    assert words(cannot_fire(("ran", "charged"))) == (
        "it charged, or tried to, this turn [2E-ELIG-1]; it ran [2E-ELIG-1]"
    )
    assert words(cannot_fire((), overwatch=True)) == "it is on overwatch: it fires in the enemy's turn [2E-OW-1]"
    assert cannot_fire((), overwatch=True, own_turn=False) == ()
    assert words(cannot_fire((), own_turn=False)) == "it is not on overwatch [2E-OW-2]"


@pytest.mark.rule("2E-ELIG-1", "2E-SF-3", "2E-SPC-4", "2E-SPC-5")
def test_weapons_that_are_silent() -> None:
    heavy = Weapon("heavy bolter", 20, 40, move_or_fire=True)

    def said(weapon: Weapon = heavy, **facts: Any) -> str:
        found = silent(weapon, **facts)
        return words((found,) if found else ())

    assert said() == ""
    assert said(moved=True) == "heavy bolter: its bearer moved, and it is move-or-fire [2E-SPC-5]"
    assert said(moved=True, on_vehicle=True) == ""
    assert said(heavy.but(move_or_fire=False), moved=True) == ""
    assert said(jammed=1) == "heavy bolter: jammed this turn [2E-SF-3]"
    assert said(jammed=2) == "heavy bolter: jammed for 2 turns [2E-SF-3]"
    assert said(recharging=1) == "heavy bolter: recharging this turn [2E-SPC-4]"
    assert said(spent=True, jammed=1) == "heavy bolter: already used [2E-ELIG-1]"


def test_the_default_category_is_human_sized() -> None:
    assert Seen("Orks", 8).category == HUMAN_SIZED
