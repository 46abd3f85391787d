"""A rule in which something happens to the first few dice of a roll: each other die is still on its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Convert, TakeOut
from shoot_cli.engine.table import Table
from shoot_cli.odds import forget, odds
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.helpers.toy_games import Answers
from tests.helpers.work import lines_run
from tests.odds.test_nodes_together import Fight, Gun, Hit, Smoke, as_plainly, load, roll_to_hit
from tests.odds.test_nodes_together import Shot as Fired


class Arrow(Record):
    """``loads``: how many the archer may loose again; ``above``: what hits."""

    loads: int
    above: int


class Strike(Record):
    """``fresh``: how many may still be tried again, since none was so far."""

    loads: int
    fresh: int


class Wound(Record):
    loads: int


class Used(Record):
    step: str


class Broken(Record):
    """What a 1 leaves behind, which nothing is done about."""


class Scene(Record):
    """``arrows`` are random in number before any is loosed. ``used`` says what was tried again."""

    arrows: tuple[tuple[Arrow, int], ...]
    pool: Pool = ()
    used: tuple[tuple[str, int], ...] = ()


def draw_bows(s: Scene, table: Table) -> Scene:
    return s.but(pool=pool(*((Bow(arrow), n) for arrow, n in s.arrows)), arrows=())


class Bow(Record):
    arrow: Arrow


def bows(bow: Bow, n: int, table: Table) -> Pool:
    """One or two arrows of each bow, and a strike for nothing with the second."""
    two = table.roll("two", n, Need(5)).passed
    return pool((bow.arrow, n + two), (Strike(bow.arrow.loads, 0), two))


def loose(arrow: Arrow, n: int, table: Table) -> Pool:
    """What misses may be tried again, but a 1 breaks. The strikes know how many were tried."""
    roll = table.roll("loose", n, Need(arrow.above), watch=(Watch((1,)),))
    missed = roll.failed - roll.watched[0]
    of_all, here = table.first_few(missed, arrow.loads, "some may be tried again") if arrow.loads else (0, 0)
    again = table.roll("loose again", here, Need(arrow.above))
    strike = Strike(arrow.loads, arrow.loads - of_all)
    return pool((strike, roll.passed + again.passed), (Broken(), roll.watched[0]), (Used("loose"), here))


def strike(one: Strike, n: int, table: Table) -> Pool:
    """What was not tried again before may be now."""
    roll = table.roll("strike", n, Need(4))
    here = table.first_few(roll.failed, one.fresh, "some may be tried again")[1] if one.fresh else 0
    again = table.roll("strike again", here, Need(4))
    return pool((Wound(one.loads), roll.passed + again.passed), (Used("strike"), here))


SHOOT = Convert({Bow: bows, Arrow: loose, Strike: strike})


def note(s: Scene, token: Used, n: int, table: Table) -> Scene:
    return s.but(used=tuple(sorted((*s.used, (token.step, n)))))


@pytest.mark.parametrize(
    "arrows",
    [
        ((Arrow(1, 4), 1),),
        ((Arrow(1, 4), 3),),
        ((Arrow(1, 2), 2),),  # a 1 alone misses, which is not tried again
        ((Arrow(2, 4), 2),),
        ((Arrow(3, 5), 2),),
        ((Arrow(0, 4), 1), (Arrow(1, 3), 1)),
        ((Arrow(1, 4), 1), (Arrow(2, 4), 1)),
    ],
)
@pytest.mark.parametrize("take", [False, True], ids=("in the pool", "taken out"))
def test_the_first_few_are_as_in_a_whole_roll(arrows: tuple[tuple[Arrow, int], ...], take: bool) -> None:
    sequence = (draw_bows, SHOOT, *([TakeOut(Used, note)] if take else []))
    start = Scene(arrows)
    exact, plain = (odds(sequence, start, Answers(), exact=True, brute_force=way) for way in (False, True))
    want = plain.measure(lambda s: (frozenset(s.pool), s.used))
    assert {k: p for k, p in exact.measure(lambda s: (frozenset(s.pool), s.used)).items() if p} == want
    assert {k: x for k, x in exact.expected.items() if x} == plain.expected
    floats = odds(sequence, start, Answers()).measure(lambda s: (frozenset(s.pool), s.used))
    assert all(abs(float(p) - floats.get(end, 0)) < 1e-12 for end, p in want.items())
    assert sum(floats.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("seed", seeds(3, 30))
def test_any_few_of_any_arrows(seed: int) -> None:
    r = Random(seed)
    kinds = r.sample([Arrow(loads, above) for loads in range(4) for above in range(2, 7)], r.choice((1, 1, 2)))
    start = Scene(tuple((kind, r.randint(1, 3 // len(kinds))) for kind in kinds))
    sequence = (draw_bows, SHOOT, TakeOut(Used, note))
    exact, plain = (odds(sequence, start, Answers(), exact=True, brute_force=way) for way in (False, True))
    want = plain.measure(lambda s: (frozenset(s.pool), s.used))
    assert {k: p for k, p in exact.measure(lambda s: (frozenset(s.pool), s.used)).items() if p} == want
    assert {k: x for k, x in exact.expected.items() if x} == plain.expected


class Shield(Record):
    """``loads``: how many broken ones may be tried again."""

    loads: int


class Held(Record):
    pass


def hold(shield: Shield, n: int, table: Table) -> Pool:
    """A shield breaks, is lost without a trace, or holds; the first broken ones are tried again instead."""
    roll = table.roll("hold", n, Need(5), watch=(Watch((1,)),))
    broken = roll.failed - roll.watched[0]
    here = table.first_few(broken, shield.loads, "some may be tried again")[1] if shield.loads else 0
    again = table.roll("hold again", here, Need(4), watch=(Watch((6,)),))
    broken += again.failed - here
    return pool((Broken(), broken), (Held(), roll.passed + again.passed + again.watched[0]), (Used("hold"), here))


def cover(arrow: Arrow, n: int, table: Table) -> Pool:
    """One shield for each arrow, or two, or none."""
    roll = table.roll("cover", n, Need(arrow.above), watch=(Watch((6,)),))
    return pool((Shield(arrow.loads), roll.passed + roll.watched[0]))


Lost = Callable[[int, int, int], tuple[tuple[Record, int], ...]]  # of ones, other failures, and those tried again
ODD_LOSSES: dict[str, Lost] = {
    "nobody leaves it": lambda ones, others, here: ((Broken(), ones + others - here), (Smoke(), -here)),
    "nobody leaves it, and no more is lost": lambda ones, others, here: ((Broken(), ones + others), (Smoke(), -here)),
    "not every one leaves it": lambda ones, others, here: ((Broken(), others), (Smoke(), ones - here)),
    "each leaves two": lambda ones, others, here: ((Broken(), 2 * (ones + others - here)),),
    "of two kinds": lambda ones, others, here: ((Broken(), ones + others - here), (Smoke(), ones + others - here)),
}


@each("losses", ODD_LOSSES)
def test_where_more_than_one_of_a_kind_is_lost_whole_rolls_are_played(losses: str) -> None:
    def hold_oddly(one: Shield, n: int, table: Table) -> Pool:
        roll = table.roll("hold", n, Need(5), watch=(Watch((1,)),))
        here = table.first_few(roll.failed, 1, "one may be tried again")[1]
        return pool(*ODD_LOSSES[losses](roll.watched[0], roll.failed - roll.watched[0], here), (Held(), roll.passed))

    sequence = (shields, Convert({Shield: hold_oddly}))
    whole, plain = (odds(sequence, Scene(()), Answers(), exact=True, brute_force=way) for way in (False, True))
    assert whole.measure(lambda s: frozenset(s.pool)) == plain.measure(lambda s: frozenset(s.pool))


def shields(s: Scene, table: Table) -> Scene:
    return s.but(pool=((Shield(1), 2),))


@pytest.mark.parametrize("seed", seeds(4, 25))
@pytest.mark.parametrize("bowed", [False, True], ids=("so many", "however many"))
def test_what_the_first_few_left_is_taken_back(seed: int, bowed: bool) -> None:
    r = Random(seed)
    kinds = r.sample([Arrow(loads, above) for loads in range(4) for above in (3, 4)], r.choice((1, 1, 2)))
    kinds[1:] = r.choice(([Arrow(kinds[0].loads, 5)], kinds[1:]))  # of one kind as many as of two
    start = Scene(tuple((kind, r.randint(1, 4 // (len(kinds) + bowed))) for kind in kinds))
    convert = Convert(
        {Bow: lambda bow, n, table: bows(bow, n, table)[:1] if bowed else ((bow.arrow, n),), Arrow: cover}
    )
    sequence = (draw_bows, convert, Convert({Shield: hold}), TakeOut(Used, note))
    exact, plain = (odds(sequence, start, Answers(), exact=True, brute_force=way) for way in (False, True))
    want = plain.measure(lambda s: (frozenset(s.pool), s.used))
    assert {k: p for k, p in exact.measure(lambda s: (frozenset(s.pool), s.used)).items() if p} == want
    assert {k: x for k, x in exact.expected.items() if x} == plain.expected
    floats = odds(sequence, start, Answers()).measure(lambda s: (frozenset(s.pool), s.used))
    assert all(abs(float(p) - floats.get(end, 0)) < 1e-12 for end, p in want.items())


def test_more_dice_whose_first_is_tried_again_are_little_more_work() -> None:
    def work(n: int) -> int:
        forget()
        sequence = (lambda s, table: s.but(pool=((Shield(1), n),)), Convert({Shield: hold}))
        return lines_run(lambda: odds(sequence, Scene(()), Answers()).records)

    assert work(80) < 5 * work(20)


def hold_one(hit: Record, n: int, table: Table) -> Pool:
    """The first that comes breaks, and is as nothing; whatever is rolled the others stand."""
    here = table.first_few(n, 1, "the first breaks")[1]
    return pool((Smoke(), here), (Broken(), n))


def test_pools_that_were_split_before() -> None:
    """What one roll makes of several kinds goes on together."""
    sequence = (load, Convert({Fired: roll_to_hit, Hit: hold_one}))
    as_plainly(sequence, Fight(((Gun(0, 1, True), 3), (Gun(1), 2))))
    as_plainly(sequence, Fight(((Gun(0, 0), 2),)))


def test_no_dice_at_all_are_nothing() -> None:
    """Of one that nobody hits nothing is tried again, to the last fraction."""
    ends = odds((draw_bows, SHOOT, TakeOut(Used, note)), Scene(((Arrow(1, 2), 1),)), Answers(), exact=True)
    assert ends.measure(lambda s: sum(n for step, n in s.used if step == "loose")) == {0: Fraction(1)}


def test_more_dice_are_hardly_more_work() -> None:
    def work(n: int) -> int:
        forget()
        sequence = (draw_bows, SHOOT, TakeOut(Used, note))
        return lines_run(lambda: odds(sequence, Scene(((Arrow(1, 4), n),)), Answers()).records)

    assert work(400) < 1.2 * work(20)
