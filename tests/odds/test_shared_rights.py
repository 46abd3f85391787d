"""Tokens that share rights while they meet a line: the quick odds are those of tokens that go one after the other."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, If, SharedRights
from shoot_cli.engine.table import Table
from shoot_cli.odds import brute_force, forget, odds
from tests.helpers.samples import every_nth, seeds
from tests.helpers.toy_games import Answers
from tests.helpers.work import lines_run

LUCK, SPITE = "luck", "spite"


class Wolf(Record):
    """``above``: what it bites with; ``teeth``: what a bite costs, 0 for a D3; ``rips``: in blows of one each."""

    above: int
    teeth: int
    rips: bool = False


class Pack(Record):
    wolf: Wolf


class Lucky(Record):
    """A wolf that may try again, with the rights it may use."""

    wolf: Wolf
    rights: tuple[str, ...]


class Wound(Record):
    """What a wolf has bitten, before it is known how deep."""

    wolf: Wolf


class Deep(Record):
    """The same, where it may bite deeper."""

    wolf: Wolf
    rights: tuple[str, ...]


class Used(Record):
    what: str


class Hunt(Record):
    line: Line
    pool: Pool
    rights: tuple[str, ...]
    rounds: int = 0


def leap(pack: Pack, n: int, table: Table) -> Pool:
    """Two wolves reach the herd with a 6, one with a 3 and more."""
    roll = table.roll("leap", n, Need(3))
    return pool((pack.wolf, roll.passed + table.roll("two", roll.passed, Need(6)).passed))


def blows(wolf: Wolf, points: int) -> Pool:
    return pool((Blow(1), points) if wolf.rips else (Blow(points), 1))


def bite(wolf: Wolf, n: int, beast: Any, table: Table) -> Pool:
    return pool((Wound(wolf), table.roll("bite", n, Need(max(wolf.above, beast))).passed))


def bite_by_luck(lucky: Lucky, n: int, beast: Any, table: Table) -> Pool:
    """The first bite that fails is tried again. It is luck, or spite if there is no luck."""
    need = Need(max(lucky.wolf.above, beast))
    if table.roll("bite", 1, need).passed:
        return pool((Wound(lucky.wolf), 1))
    return pool((Used(lucky.rights[0]), 1), (Wound(lucky.wolf), table.roll("bite again", 1, need).passed))


def wound(token: Wound, n: int, beast: Any, table: Table) -> Pool:
    return blows(token.wolf, token.wolf.teeth or table.total("teeth", 1, 3))


def wound_by_spite(deep: Deep, n: int, beast: Any, table: Table) -> Pool:
    """What cost one wound is bitten again."""
    depth = deep.wolf.teeth or table.total("teeth", 1, 3)
    if depth > 1:
        return blows(deep.wolf, depth)
    return pool((Used(SPITE), 1), *blows(deep.wolf, table.total("teeth again", 1, 3)))


def bear(rights: tuple[str, ...], token: Any) -> Any:
    if type(token) is Wolf and token.above > 3:
        return Lucky(token, rights)
    return Deep(token.wolf, rights) if type(token) is Wound and SPITE in rights else token


def without(rights: tuple[str, ...], used: Used) -> tuple[str, ...]:
    at = rights.index(used.what)
    return (*rights[:at], *rights[at + 1 :])


def by_teeth(s: Hunt, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(kinds))


def meeting(rights: SharedRights | None = None) -> Allocate:
    return Allocate(
        {Wolf: bite, Lucky: bite_by_luck, Wound: wound, Deep: wound_by_spite},
        by_teeth,
        one_at_a_time=lambda token: True,
        shared=rights,
    )


MEET = meeting(SharedRights("rights", bool, bear, Used, without))


def again(s: Hunt, table: Table) -> Hunt:
    """A second pack comes, if anybody is left; it has the rights that the first left over."""
    return s.but(pool=((Pack(Wolf(4, 2)), 2),), rounds=1)


HUNT = (Convert({Pack: leap}), MEET, If(lambda s: s.line.any_left(), again, Convert({Pack: leap}), MEET))
HERD = Line((Rank(4, 2, 2), Rank(2, 1, 3)))


def lost(s: Hunt) -> int:
    return s.line.lost


def lost_and_left(s: Hunt) -> tuple[int, tuple[str, ...]]:
    return s.line.lost, s.rights


def equal(start: Hunt) -> None:
    exact, plain = (odds(HUNT, start, Answers(), exact=True, brute_force=way) for way in (False, True))
    floats = odds(HUNT, start, Answers())
    for value in (lost, lost_and_left):
        want = {k: p for k, p in plain.measure(value).items() if p}
        assert {k: p for k, p in exact.measure(value).items() if p} == want
        found = floats.measure(value)
        assert all(abs(found.get(k, 0) - float(p)) < 1e-12 for k, p in want.items())
    assert {k: x for k, x in exact.expected.items() if x} == {k: x for k, x in plain.expected.items() if x}
    assert {k: x for k, x in floats.expected.items() if x} == pytest.approx(
        {k: float(x) for k, x in plain.expected.items() if x}, abs=1e-12
    )


PACKS: list[tuple[tuple[Wolf, int], ...]] = [
    ((Wolf(4, 1), 3),),
    ((Wolf(5, 0), 2),),
    ((Wolf(3, 0), 2),),
    ((Wolf(5, 3, rips=True), 2),),
    ((Wolf(3, 0), 1), (Wolf(4, 2), 1), (Wolf(6, 0, rips=True), 1)),
    ((Wolf(4, 2), 1), (Wolf(5, 2), 1)),
]


@pytest.mark.parametrize(
    ("wolves", "rights"),
    every_nth(5, itertools.product(PACKS, [(), (LUCK,), (SPITE,), (LUCK, SPITE), (LUCK, LUCK), (SPITE, LUCK, SPITE)])),
    ids=str,
)
def test_they_are_as_one_after_the_other(wolves: tuple[tuple[Wolf, int], ...], rights: tuple[str, ...]) -> None:
    equal(Hunt(HERD, pool(*((Pack(wolf), n) for wolf, n in wolves)), rights))


@pytest.mark.parametrize("seed", seeds(5, 25))
def test_any_wolves_and_any_herd(seed: int) -> None:
    r = Random(seed)
    wolves = [
        (Wolf(r.randint(2, 6), r.randint(0, 3), r.random() < 0.3), r.randint(1, 2)) for _ in range(r.choice((1, 1, 2)))
    ]
    herd = tuple(Rank(r.randint(2, 5), r.randint(1, 2), r.randint(1, 4)) for _ in range(r.randint(1, 2)))
    rights = tuple(r.choice((LUCK, SPITE)) for _ in range(r.randint(1, 3)))
    equal(Hunt(Line(herd, r.randint(0, 1)), pool(*((Pack(wolf), n) for wolf, n in wolves)), rights))


def test_it_is_not_gone_through_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: Any) -> Any:
        raise AssertionError("whole pools were played")

    forget()
    monkeypatch.setattr(brute_force, "allocate", never)
    start = Hunt(Line((Rank(4, 10, 3),)), ((Pack(Wolf(4, 0)), 30),), (LUCK, SPITE))
    ends = odds((Convert({Pack: leap}), MEET), start, Answers())
    assert sum(ends.measure(lost).values()) == pytest.approx(1, abs=1e-12)
    assert {s.rights for s, _ in ends.records} == {(LUCK, SPITE), (SPITE,), (LUCK,), ()}


def test_ten_times_the_tokens_are_no_ten_times_the_work() -> None:
    def work(n: int) -> int:
        forget()
        start = Hunt(Line((Rank(4, 10, 3),)), ((Pack(Wolf(4, 0)), n),), (LUCK, SPITE))
        return lines_run(lambda: odds((Convert({Pack: leap}), MEET), start, Answers()).measure(lost))

    assert work(200) < 3 * work(20)


def test_where_some_stand_out_of_reach_all_are_played() -> None:
    """Tokens that find nobody wait with the rights that are left."""
    start = Hunt(HERD.but(reach=1), ((Wolf(4, 2), 4),), (LUCK,))
    exact, plain = (odds((MEET,), start, Answers(), exact=True, brute_force=way) for way in (False, True))
    found = exact.measure(lambda s: (s.line.lost, tuple(s.pool), s.rights))
    assert found == plain.measure(lambda s: (s.line.lost, tuple(s.pool), s.rights))
    assert any(waiting for _, waiting, _ in found)
