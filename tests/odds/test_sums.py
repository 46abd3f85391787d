"""Odds of sums: powers of laws in whole numbers, one model that loses what all things cost it together."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert
from shoot_cli.engine.table import Table
from shoot_cli.odds import laws, odds
from shoot_cli.odds.laws import chances, raised
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.helpers.toy_games import ODD, ONTO, TEN, Amount, Answers, Attack, Body, Gun, Model, Volley, Weapon, Wound
from tests.odds.test_odds import equal

CANNON = Gun("cannon", Amount(1, 3), 3, "ones", 3, 6, 1, Amount(1, 6, 1))
STORM = Gun("storm", Amount(plus=2), 4, "misses", 4, 5, 0, Amount(1, 3), sustained=1, lethal=True, devastating=True)


@each("seed", range(60))
def test_powers_in_whole_numbers(seed: int) -> None:
    r = Random(seed)
    one = [r.choice([0, r.randint(1, 40)]) for _ in range(r.randint(1, 9))] + [r.randint(1, 40)]
    n, cap, whole = r.randint(1, 30), r.randint(0, 40), sum(one)
    want = [Fraction(x, whole**n) for x in raised(one, n, cap)]
    got = chances(one, whole, n, cap)
    assert len(got) == len(want)
    assert all(abs(x - float(y)) <= 1e-13 * float(y) + 1e-300 for x, y in zip(got, want, strict=True))


def test_powers_too_long_for_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = chances([5, 3, 1], 9, 20, 15)
    monkeypatch.setattr(laws, "LONG", 0)
    assert chances([5, 3, 1], 9, 20, 15) == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("guns", [((CANNON, 2),), ((STORM, 2),), ((CANNON, 1), (STORM, 1))])
@pytest.mark.parametrize("body", [Body("walker", 3), Body("beast", 5, 5)])
@pytest.mark.parametrize(("left", "hurt"), first(1, [(2, 0), (7, 3), (12, 0)]))
def test_one_model_alone(guns: tuple[tuple[Gun, int], ...], body: Body, left: int, hurt: int) -> None:
    """What is lost, and how many blows strike before it falls: as one thing after the other."""
    equal((TEN, Volley(guns, Line((Rank(body, 1, left),), hurt)), Answers()))


def test_one_model_of_the_older_game() -> None:
    weapons = (Weapon("a", 4, 3, rending=True), 2), (Weapon("b", 6, 5, twin_linked=True, twice=2), 2)
    for reach in (None, 1):
        equal((ODD, Attack(weapons, Line((Rank(Model("m", 5, 3, 5, 5), 1, 6),), 1, reach)), Answers()))


class Jump(Record):
    """A beast that may reach somebody."""


class Bite(Record):
    """It costs whom it reaches one to three wounds in one blow, or in ``several`` of one wound each."""

    several: bool


def leap(jump: Jump, n: int, table: Table) -> Pool:
    roll = table.roll("leap", n, Need(3), watch=(Watch((6,)),))
    return pool((Bite(True), roll.watched[0]), (Bite(False), roll.passed - roll.watched[0]))


def bite(token: Bite, n: int, body: Body, table: Table) -> Pool:
    ends: list[tuple[Blow, int]] = []
    for _ in range(n):
        deep = 1 + table.roll("deep", 1, Need(body.save)).passed + table.roll("deeper", 1, Need(5)).passed
        ends.append((Blow(1), deep) if token.several else (Blow(deep), 1))
    return pool(*ends)


def ravenous(s: Any, kinds: tuple[Bite, ...], table: Table) -> tuple[Bite, ...]:
    return tuple(sorted(kinds, key=lambda token: token.several))


BITTEN = Allocate({Bite: bite}, ravenous, one_at_a_time=lambda token: True)


@pytest.mark.parametrize("hurt", [0, 1, 3])
@pytest.mark.parametrize("token", [Jump(), Bite(True), Bite(False)])
def test_models_fall_one_after_the_other(token: Any, hurt: int) -> None:
    """Each thing that reaches them costs them something, by chance this or that, and so many that all may fall."""
    sheep, cow = Body("sheep", 4), Body("cow", 2)
    for ranks in ((Rank(sheep, 3, 2),), (Rank(cow, 2, 3), Rank(sheep, 2, 2)), (Rank(sheep, 1, 1), Rank(cow, 1, 4))):
        for n in (1, 3, 4):
            equal(((Convert({Jump: leap}), BITTEN), Attack((), Line(ranks, hurt), ((token, n),)), Answers()))


@pytest.mark.parametrize("hurt", [0, 1])
@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_single_bite_where_others_are_out_of_reach(several: bool, hurt: int, left: int) -> None:
    line = Line((Rank(Body("cow", 2), 2, left), Rank(Body("sheep", 4), 2, 2)), hurt, 1)
    equal(((BITTEN,), Attack((), line, ((Bite(several), 1),)), Answers()))


def test_a_single_wound_that_may_be_saved_where_others_are_out_of_reach() -> None:
    line = Line((Rank(Model("near", 4, 5), 1, 1), Rank(Model("far", 4, 5), 2, 1)), 0, 1)
    assert 0 < equal(((ONTO,), Attack((), line, ((Wound(4, None), 1),)), Answers())).unsaved < 1


def test_many_models_fall_one_after_the_other() -> None:
    """More than plain fork and merge could go through: in floats as in fractions."""
    start = Attack((), Line((Rank(Body("cow", 3), 8, 3), Rank(Body("sheep", 4), 12, 2))), ((Jump(), 30),))
    rabid = Convert({Jump: lambda jump, n, table: pool((Bite(False), table.roll("leap", n, Need(3)).passed))})
    exact, quick = (odds((rabid, BITTEN), start, Answers(), exact=exact) for exact in (True, False))
    want, got = (ends.distribution(lambda s: s.line.lost) for ends in (exact, quick))
    assert got == pytest.approx([float(x) for x in want], abs=1e-15, rel=1e-12)
    assert quick.unsaved == pytest.approx(float(exact.unsaved), rel=1e-12)


@pytest.mark.parametrize(("passed", "failed"), [(5, 1), (1, 5)])
def test_lines_in_any_order(passed: int, failed: int) -> None:
    """Wounds that are sure to slay all who are left are told from those that slay all who are left of another line."""

    def hurt(s: Attack, table: Table) -> Attack:
        return s.but(line=s.line.but(lost=passed if table.roll("hurt", 1, Need(4)).passed else failed))

    for line in (Line((Rank(Model("m", 4, 4), 6, 1),)), Line((Rank(Model("m", 4, 4, None, 4), 1, 6),))):
        equal(((hurt, ONTO), Attack((), line, ((Wound(4, None), 4),)), Answers()))


def test_a_vehicle_under_much_fire() -> None:
    """More than plain fork and merge could go through: in floats as in fractions."""
    start = Volley(((STORM, 40), (CANNON, 12)), Line((Rank(Body("titan", 4, 6), 1, 40),)))
    exact, quick = odds(TEN, start, Answers(), exact=True), odds(TEN, start, Answers())
    want, got = (ends.distribution(lambda s: s.line.lost) for ends in (exact, quick))
    assert sum(want) == 1
    assert got == pytest.approx([float(x) for x in want], abs=1e-13)
    for kind, mean in quick.expected.items():
        assert mean == pytest.approx(float(exact.expected[kind]), abs=1e-10)
