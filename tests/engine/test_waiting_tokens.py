"""Tokens that wait while others of the same pool go down the line: `SetAside` and `PutBack`, and their odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, If, PutBack, Sequence, SetAside, While, play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Ends, forget, odds
from tests.helpers.samples import first
from tests.helpers.work import lines_run

SIXES = Watch((6,))


class Gun(Record):
    """``slug``: wounds that a six costs when all guns have fired, None if it is another hit; ``burst``: it is both."""

    name: str
    damage: int = 1
    slug: int | None = 1
    easier: int = 0  # to save
    burst: bool = False


class Bullet(Record):
    gun: Gun


class Scratch(Record):
    gun: Gun


class Slug(Record):
    gun: Gun


class Salvo(Record):
    guns: tuple[tuple[Gun, int], ...]
    line: Line
    pool: Pool = ()
    late: Pool = ()
    seen: int = 0


def fire_next(s: Salvo, table: Table) -> Salvo:
    (gun, n), *rest = s.guns
    n = n or table.total("bullets", 1, 3)
    return s.but(guns=tuple(rest), pool=((Bullet(gun), n),))


def hit(bullet: Bullet, n: int, table: Table) -> Pool:
    gun = bullet.gun
    roll = table.roll(f"hit:{gun.name}", n, Need(4), watch=(SIXES,))
    slugs = roll.watched[0] if gun.slug is not None else 0
    return pool((Scratch(gun), roll.passed - (0 if gun.burst else slugs)), (Slug(gun), slugs))


def save(scratch: Scratch, n: int, need: int, table: Table) -> Pool:
    return pool((Blow(scratch.gun.damage), table.roll("save", n, Need(need - scratch.gun.easier)).failed))


def strike(slug: Slug, n: int, need: int, table: Table) -> Pool:
    """Some duck."""
    hurt = table.roll("duck", n, Need(5)).failed if need == 2 else n
    return pool((Blow(slug.gun.slug or 0), hurt))


def in_order(s: Salvo, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(tokens, key=lambda token: (type(token) is Slug, token.gun.name)))


def guns_left(s: Salvo) -> bool:
    return bool(s.guns)


def last(s: Salvo) -> bool:
    return not s.guns


def count_late(s: Salvo, table: Table) -> Salvo:
    return s.but(seen=s.seen + sum(n for _, n in s.late))


def count_lost(s: Salvo, table: Table) -> Salvo:
    return s.but(seen=10 * s.seen + s.line.lost)


def look_on(s: Salvo, table: Table) -> Salvo:
    return s.but(seen=s.seen + len(s.line.ranks) + s.line.wounds)


DOWN_THE_LINE = Allocate({Scratch: save, Slug: strike}, in_order)


def salvo(*between: Callable[[Salvo, Table], Salvo]) -> Sequence:
    """All guns, one after the other; what is done between setting aside and the line, and after it."""
    return (
        While(
            guns_left,
            fire_next,
            Convert({Bullet: hit}),
            If(guns_left, SetAside("late", Slug)),
            If(last, PutBack("late")),
            *between,
            DOWN_THE_LINE,
            *between,
        ),
    )


def lost(s: Salvo) -> tuple[int, int, int]:
    return s.line.lost, s.seen, sum(n for _, n in s.late)


def alike(nodes: Sequence, start: Salvo) -> Ends:
    """The odds, after fractions were found equal to those of whole pools, and floats to fractions."""
    exact = odds(nodes, start, Preset({}, raise_missing), exact=True)
    plain = odds(nodes, start, Preset({}, raise_missing), exact=True, brute_force=True)
    floats = odds(nodes, start, Preset({}, raise_missing))
    want = {k: p for k, p in plain.measure(lost).items() if p}
    assert {k: p for k, p in exact.measure(lost).items() if p} == want
    assert floats.measure(lost) == pytest.approx({k: float(p) for k, p in want.items()}, abs=1e-12)
    assert {kind: n for kind, n in exact.expected.items() if n} == {kind: n for kind, n in plain.expected.items() if n}
    assert floats.expected == pytest.approx({k: float(n) for k, n in exact.expected.items()}, abs=1e-12)
    return exact


ALIKE = Line((Rank(4, 4, 2),))
MIXED = Line((Rank(4, 2, 3), Rank(2, 3, 2), Rank(6, 1, 1)))
LONE = Line((Rank(3, 1, 9),))


def guns(*rows: tuple[int, int | None, int, bool, int]) -> tuple[tuple[Gun, int], ...]:
    return tuple((Gun(f"gun {i}", *row[:4]), row[4]) for i, row in enumerate(rows))


FIRES = {
    "one": guns((1, 2, 0, False, 3)),
    "same slugs": guns((1, 2, 0, False, 2), (1, 2, 1, False, 2), (2, 2, 0, False, 1)),
    "other slugs": guns((1, 1, 0, False, 2), (2, 2, 1, False, 2), (1, 3, 0, False, 1)),
    "bursts": guns((1, 1, 0, True, 2), (2, 2, 1, True, 2), (1, 2, 0, False, 1)),
    "slugs alone hurt": guns((0, 2, 0, False, 2), (0, 1, 0, False, 2)),
    "nothing hurts": guns((0, 0, 0, False, 2), (0, 0, 0, True, 2)),
    "no slugs": guns((1, 2, 0, False, 2), (2, None, 1, False, 2), (1, 2, 0, False, 1)),
    "the same gun again": guns((1, 2, 0, False, 2), (2, 1, 0, False, 1)) + guns((1, 2, 0, False, 1)),
    "so many bullets": guns((1, 2, 0, False, 2), (2, 1, 0, False, 0), (1, 1, 0, True, 0)),
    "as the hits": guns((2, 2, 9, False, 2), (2, 2, 1, False, 2), (2, 2, -9, True, 2)),
}


@pytest.mark.parametrize("name", first(9, sorted(FIRES, key="so many bullets".__eq__)))
def test_what_waits_meets_the_line_after_all_others(name: str) -> None:
    for line in (ALIKE, MIXED, LONE, Line((Rank(4, 0, 2),))):
        alike(salvo(), Salvo(FIRES[name], line))


@pytest.mark.parametrize(
    "between", first(1, map(pytest.param, [(count_lost, count_late), (count_late,), (count_lost,), (look_on,)]))
)
def test_who_looks_deals_out_what_waits_and_where_the_line_is_together(between: Any) -> None:
    for name in ("same slugs", "bursts", "slugs alone hurt"):
        alike(salvo(*between), Salvo(FIRES[name], MIXED))


@pytest.mark.slow
def test_what_waited_before_comes_too() -> None:
    before = ((Slug(Gun("old", slug=2)), 2),)
    for fire in FIRES.values():
        alike(salvo(), Salvo(fire, MIXED, late=before))


def test_what_nobody_brings_back_is_left_at_the_end() -> None:
    aside = (While(guns_left, fire_next, Convert({Bullet: hit}), SetAside("late", Slug), DOWN_THE_LINE),)
    found = alike(aside, Salvo(FIRES["other slugs"], MIXED)).measure(lambda s: sum(n for _, n in s.late))
    assert found == {k: Fraction(c) / 6**5 for k, c in enumerate((5**5, 5 * 5**4, 10 * 5**3, 10 * 5**2, 5 * 5, 1))}


def test_the_kinds_that_wait_may_all_be_there_is() -> None:
    aside = (fire_next, Convert({Bullet: hit}), SetAside("late", Slug, Scratch), DOWN_THE_LINE, PutBack("late"))
    alike((*aside, DOWN_THE_LINE), Salvo(FIRES["bursts"], MIXED))


def graze(scratch: Scratch, n: int, table: Table) -> Pool:
    return pool((Scratch(scratch.gun.but(easier=9)), table.roll("graze", n, Need(4)).passed), (scratch, n // 2))


def test_what_is_left_may_become_something_else_meanwhile() -> None:
    """Half of the hits is rounded down: so it sees whole pools, and what waits must go with them."""

    def halved(scratch: Scratch, n: int, table: Table) -> Pool:
        table.needs_all_dice("half of them")
        return graze(scratch, n, table)

    for rule in (halved, lambda scratch, n, table: ((Scratch(scratch.gun.but(easier=1)), n),)):
        nodes = (fire_next, Convert({Bullet: hit}), SetAside("late", Slug), Convert({Scratch: rule}), DOWN_THE_LINE)
        alike((*nodes, PutBack("late"), DOWN_THE_LINE), Salvo(FIRES["bursts"], MIXED))


def worse(scratch: Scratch, n: int, table: Table) -> Pool:
    easy, hard = (Scratch(scratch.gun.but(easier=easier)) for easier in (1, -9))
    roll = table.roll("worse", n, Need(3), watch=(SIXES,))
    return pool((hard, roll.watched[0]), (easy, roll.passed - roll.watched[0]), (scratch, roll.failed))


def stays(scratch: Scratch, n: int, table: Table) -> Pool:
    return pool((scratch, table.roll("stays", n, Need(5)).passed))


def never(scratch: Scratch, n: int, table: Table) -> Pool:
    return ()


def becomes_a_slug(scratch: Scratch, n: int, table: Table) -> Pool:
    """One of the kind that waits, which is not to join those."""
    roll = table.roll("slug", n, Need(4))
    return pool((Slug(scratch.gun), roll.passed), (scratch, roll.failed))


@pytest.mark.parametrize("rule", [worse, stays, never, becomes_a_slug])
@pytest.mark.parametrize("fire", ["bursts", "other slugs"])
def test_each_may_become_something_else_while_others_wait(rule: Any, fire: str) -> None:
    nodes = (fire_next, Convert({Bullet: hit}), SetAside("late", Slug), Convert({Scratch: rule}), DOWN_THE_LINE)
    for line in (MIXED, Line((Rank(4, 1, 1),))):  # the second one is used up before all tokens have met it
        alike((*nodes, PutBack("late"), DOWN_THE_LINE), Salvo(FIRES[fire], line))
    alike((*nodes, count_late, PutBack("late"), DOWN_THE_LINE), Salvo(FIRES[fire], MIXED))


def test_so_many_bullets_as_a_die_says_are_told_apart_where_all_strike_alike() -> None:
    """What waits comes in as many ways as there are numbers of bullets, and all of it strikes alike."""
    for fire in (guns((0, 2, 0, False, 0), (0, 2, 0, False, 1)), guns((0, 1, 0, False, 0), (0, 1, 0, False, 0))):
        alike(salvo(), Salvo(fire, ALIKE))


def test_two_that_wait_in_one_record_are_told_apart_by_what_they_come_with() -> None:
    """Slugs lie here, hits there; looked at, both are as many as fell together."""

    class Two(Salvo):
        hits: Pool = ()

    def both(s: Two, table: Table) -> Two:
        return s.but(seen=100 * sum(n for _, n in s.late) + sum(n for _, n in s.hits))

    gun = Gun("gun", burst=True)
    nodes = (Convert({Bullet: hit}), SetAside("late", Slug), SetAside("hits", Scratch), both)
    start = Two((), ALIKE, ((Bullet(gun), 2),))
    found = odds(nodes, start, Preset({}, raise_missing), exact=True).measure(lambda s: s.seen)
    want: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=2):
        seen = sum(100 * (face == 6) + (face >= 4) for face in faces)
        want[seen] = want.get(seen, Fraction(0)) + Fraction(1, 36)
    assert found == want


def test_random_salvos_equal_those_of_whole_pools() -> None:
    random = Random(17)
    for _ in range(12):
        rows = [
            (random.randint(0, 2), random.randint(0, 3), random.choice((0, 0, 1, -9)), random.random() < 0.3, 2)
            for _ in range(random.randint(2, 3))
        ]
        alike(salvo(*random.choice([(), (), (count_late,)])), Salvo(guns(*rows), random.choice((ALIKE, MIXED, LONE))))


def test_at_the_table_it_waits_too() -> None:
    """Two guns of one die: a six of the first, a five of the second; its save is rolled before the slug strikes."""
    fire = guns((1, 2, 0, False, 1), (1, 2, 0, False, 1))
    dice = iter((6, 5, 1))
    table = Table(lambda question, place: {"first": [next(dice)]})
    end = play(salvo(), Salvo(fire, ALIKE), table)
    assert (end.line.lost, end.late, end.pool) == (2, (), ())


def work_of(fire: tuple[tuple[Gun, int], ...], line: Line) -> int:
    forget()
    return lines_run(lambda: odds(salvo(), Salvo(fire, line), Preset({}, raise_missing)).measure(lost))


def test_alike_slugs_of_more_guns_are_a_sum_of_work_not_a_product() -> None:
    """Twice the guns: twice the steps, each for twice as many slugs that may wait."""
    rows = [(1, 2, easier, False, 4) for easier in (0, 1, 0, 1, 0, 1, 0, 1)]
    few, many = work_of(guns(*rows[:4]), MIXED), work_of(guns(*rows), MIXED)
    assert many < 5 * few
