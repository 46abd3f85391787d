"""Loops that take token after token: what one does is worked out once for any number of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.sequence import Convert, If, Sequence, TakeOut, While
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.odds.lazy_pools import LazyPool
from shoot_cli.odds.loops import LEAST, Count, Counted, EndlessLoop, check_changed, same_value
from tests.helpers.each import each
from tests.helpers.work import lines_run

# A squadron: the one in front takes the next hit, the last all that are left --------------------------------------------


class Shot(Record):
    need: int


class Impact(Record):
    gun: str = "gun"


class Strike(Record):
    gun: str
    armour: int


class Dent(Record):
    pass


class Squadron(Record):
    hulls: tuple[tuple[int, int], ...]  # armour and hull points of each, nearest first
    pool: Pool = ()
    shaken: int = 0  # of those in front
    lost: int = 0
    looked: int = 0
    behind: Any = None


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    return pool((Impact(), table.roll("hit", n, Need(shot.need)).passed))


def hits_wait(s: Squadron) -> bool:
    return any(type(token) is Impact for token, _ in s.pool) and bool(s.hulls)


def take_hit(s: Squadron, table: Table) -> Squadron:
    (armour, _), *others = s.hulls
    (hit, n), *rest = ((token, n) for token, n in s.pool if type(token) is Impact)
    if not others:
        return s.but(pool=tuple((Strike(token.gun, armour), n) for token, n in s.pool))
    return s.but(pool=pool((Strike(hit.gun, armour), 1), (hit, n - 1), *rest))


def penetrate(strike: Strike, n: int, table: Table) -> Pool:
    return pool((Dent(), table.roll("penetrate", n, Need(strike.armour)).passed))


def dents_wait(s: Squadron) -> bool:
    return any(type(token) is Dent for token, _ in s.pool)


def suffer(s: Squadron, table: Table) -> Squadron:
    """Hull points first, all at once; then each dent may shake it."""
    dents = sum(n for token, n in s.pool if type(token) is Dent)
    rest = tuple((token, n) for token, n in s.pool if type(token) is not Dent)
    (armour, left), *others = s.hulls
    gone = min(dents, left)
    if gone == left:
        return s.but(pool=rest if others else (), hulls=tuple(others), shaken=0, lost=s.lost + gone)
    shaken = s.shaken or table.roll("shaken", 1, Need(4)).passed
    return s.but(pool=rest, hulls=((armour, left - gone), *others), shaken=shaken, lost=s.lost + gone)


SUFFER = While(dents_wait, suffer)
STRIKE = Convert({Strike: penetrate})
TAKE = (STRIKE, SUFFER)


def squadron(n: int, *hulls: tuple[int, int], hits: Callable[..., Any] = take_hit) -> tuple[Sequence, Squadron]:
    sequence = (Convert({Shot: roll_to_hit}), While(hits_wait, hits, *TAKE))
    return sequence, Squadron(hulls, ((Shot(4), n),))


def found(sequence: Sequence, start: Any, **given: Any) -> dict[Any, Any]:
    return odds(sequence, start, Preset({}, raise_missing), **given).measure(
        lambda s: (s.lost, s.hulls, s.shaken, s.looked, sum(n for _, n in s.pool))
    )


def alike(sequence: Sequence, start: Any) -> None:
    right = found(sequence, start, exact=True, brute_force=True)
    assert found(sequence, start, exact=True) == right
    assert sum(right.values()) == 1
    near = found(sequence, start)
    assert set(near) == set(right)
    assert all(abs(near[end] - float(right[end])) < 1e-13 for end in right)


@pytest.mark.parametrize("shots", [1, 2, 3, 6])
@pytest.mark.parametrize(
    "hulls", [((5, 2),), ((4, 1), (5, 2)), ((4, 2), (4, 2), (6, 3)), ()], ids=["one", "two", "three", "nobody"]
)
def test_a_squadron(shots: int, hulls: tuple[tuple[int, int], ...]) -> None:
    alike(*squadron(shots, *hulls))


def test_hits_of_several_kinds() -> None:
    sequence, start = squadron(3, (4, 2), (5, 1), (4, 1))
    lay = ((Impact("a"), 3), (Impact("b"), 1), (Impact("c"), 2))
    alike(sequence, start.but(pool=lay))


def test_what_is_expected_is_counted_once_for_each_turn() -> None:
    sequence, start = squadron(5, (4, 1), (5, 1))
    given = odds(sequence, start, Preset({}, raise_missing), exact=True).expected
    assert given == odds(sequence, start, Preset({}, raise_missing), exact=True, brute_force=True).expected
    assert given[Shot] == 5
    assert given[Impact] == Fraction(5, 2)
    assert given[Strike] == Fraction(5, 2)


def test_more_hits_are_hardly_more_work() -> None:
    """Forty times what a turn does, and not forty times the turns."""

    def work(shots: int) -> int:
        return lines_run(lambda: found(*squadron(shots, (4, 2), (5, 2), (4, 3))))

    work(5)
    assert work(40) < 4 * work(10)


# Steps that want to know -------------------------------------------------------------------------------------------------


def looks(s: Squadron, table: Table) -> Squadron:
    """As `take_hit`, and it notes how many hits there are beyond three."""
    n = sum(n for token, n in s.pool if type(token) is Impact)
    return take_hit(s, table).but(looked=s.looked + max(0, n - 3))


def hides(s: Squadron, table: Table) -> Squadron:
    """As `take_hit`, and it keeps how many there are where nobody would put a number in its place."""
    n = sum(n for token, n in s.pool if type(token) is Impact)
    return take_hit(s, table).but(behind=Hashed((n,)))


def reads(s: Squadron, table: Table) -> Squadron:
    return s.but(looked=10 * s.looked + s.behind.value[0] if s.behind else 0)


def hides_in_a_token(s: Squadron, table: Table) -> Squadron:
    s = take_hit(s, table)
    return s.but(pool=tuple((token.but(gun=n) if type(token) is Impact else token, n) for token, n in s.pool))


@pytest.mark.parametrize("hits", [looks, hides, hides_in_a_token])
def test_a_turn_that_looks_how_many_there_are(hits: Callable[..., Any]) -> None:
    alike(*squadron(5, (4, 1), (5, 1), (4, 2), hits=hits))


def test_a_number_that_is_kept_for_later() -> None:
    sequence = (Convert({Shot: roll_to_hit}), While(hits_wait, hides, *TAKE, reads))
    alike(sequence, Squadron(((4, 1), (5, 1), (4, 2)), ((Shot(4), 4),)))


def test_a_rule_that_wants_those_that_wait() -> None:
    """All impacts are struck in the middle of a turn, so their numbers are wanted."""

    def weaken(hit: Impact, n: int, table: Table) -> Pool:
        return pool((Impact("weak"), table.roll("weaken", n, Need(3)).passed))

    sequence = (Convert({Shot: roll_to_hit}), While(hits_wait, take_hit, Convert({Impact: weaken}), *TAKE))
    alike(sequence, Squadron(((4, 1), (5, 1), (4, 2)), ((Shot(3), 4),)))


def test_a_turn_that_makes_more_of_them() -> None:
    """A dent throws up another impact now and then: it lies with those that wait."""

    def penetrate_and_burst(strike: Strike, n: int, table: Table) -> Pool:
        through = table.roll("penetrate", n, Need(strike.armour)).passed
        return pool((Dent(), through), (Impact(strike.gun), table.roll("burst", through, Need(6)).passed))

    hulls = ((3, 1), (5, 1), (4, 1))
    sequence = (
        While(lambda s: hits_wait(s), take_hit, Convert({Strike: penetrate_and_burst}), SUFFER),
        TakeOut(Impact, lambda s, token, n, table: s.but(looked=s.looked + n)),
    )
    alike(sequence, Squadron(hulls, ((Impact(), 4),)))


def test_pools_that_are_known_not_to_be_empty() -> None:
    """Their chances have no place for nothing."""
    sequence = (
        Convert({Shot: roll_to_hit}),
        If(lambda s: bool(s.pool), lambda s, table: s.but(looked=1), While(hits_wait, take_hit, *TAKE)),
    )
    alike(sequence, Squadron(((4, 1), (5, 1), (4, 2)), ((Shot(3), 4),)))


def test_a_loop_that_looks_again_after_others() -> None:
    """Loops within loops: each has numbers of its own."""
    sequence = (
        Convert({Shot: roll_to_hit}),
        While(hits_wait, take_hit, STRIKE, While(lambda s: dents_wait(s) and bool(s.hulls), SUFFER)),
    )
    alike(sequence, Squadron(((4, 2), (5, 1), (4, 3)), ((Shot(3), 5),)))


# Counts ------------------------------------------------------------------------------------------------------------------


def test_what_is_known_of_a_count() -> None:
    """At least two, and nothing else: one less is somebody, two less may be nobody."""
    some, others = Count((object(),)), Count((object(),))
    assert some
    assert some - 1
    assert some > 1
    assert some >= LEAST
    assert not some < LEAST
    assert not some <= 1
    assert some != 0
    assert some + 1 == 1 + some
    assert some + 1 != some
    assert hash(some + 1) == hash(1 + some)
    assert some + others == others + some
    assert min(some + others, 3) == 3
    assert sum([some, 1]) - True == some


@each(
    "look",
    [
        lambda n, m: bool(n - 2), lambda n, m: n > 2, lambda n, m: n < 3, lambda n, m: n == 2, lambda n, m: n == m,
        lambda n, m: n - m, lambda n, m: range(n), lambda n, m: [0] * n, lambda n, m: n * 2, lambda n, m: f"{n}",
        lambda n, m: str(n), lambda n, m: n // 2, lambda n, m: 5 - n, lambda n, m: "abc"[n], lambda n, m: n + 0.5,
        lambda n, m: divmod(n, 2), lambda n, m: n % 2, lambda n, m: -n, lambda n, m: int(n), lambda n, m: max(n, 3),
    ],
)  # fmt: skip
def test_what_nobody_knows_of_a_count(look: Callable[[Count, Count], object]) -> None:
    with pytest.raises(Counted):
        look(Count((object(),)), Count((object(),)))


def test_what_is_known_is_true_of_every_number() -> None:
    """Whatever a count answers, each number that it may stand for would answer as well."""
    tests: list[Callable[[Any, int], bool]] = [
        lambda n, k: n > k, lambda n, k: n >= k, lambda n, k: n < k, lambda n, k: n <= k, lambda n, k: n == k,
        lambda n, k: bool(n + k), lambda n, k: bool(n - k),
    ]  # fmt: skip
    known = 0
    for test, k, more in product(tests, range(-3, 6), range(-3, 4)):
        try:
            said = test(Count((object(),), more), k)
        except Counted:
            continue
        known += 1
        assert all(test(n + more, k) == said for n in range(LEAST, 12)), (k, more)
    assert known > 100


# Loops without an end ----------------------------------------------------------------------------------------------------


class Round(Record):
    pool: Pool = ()
    left: int = 3


def stays(s: Any, table: Table) -> Any:
    return s.but(left=s.left)


def may_stay(s: Any, table: Table) -> Any:
    return s.but(left=s.left - table.roll("on", 1, Need(4)).passed)


def some_left(s: Any) -> bool:
    return bool(s.left)


@pytest.mark.parametrize("brute_force", [False, True])
@pytest.mark.parametrize("turn", [stays, may_stay])
def test_a_turn_that_may_leave_its_record_is_refused(turn: Callable[..., Any], brute_force: bool) -> None:
    """Though it is likely to end some time: the odds would go on for ever."""
    with pytest.raises(EndlessLoop, match="may leave Round as it was"):
        found_of(While(some_left, turn), Round(), brute_force=brute_force)


def found_of(node: While, start: Any, **how: Any) -> dict[Any, Any]:
    return odds((node,), start, Preset({}, raise_missing), **how).measure(lambda s: s.left)


@pytest.mark.parametrize("n", [1, 2, 40])
def test_a_turn_for_any_number_that_leaves_its_record_is_refused(n: int) -> None:
    """Nobody needs to know how many there are: the shape of the record is the same."""
    sequence, start = squadron(1, (4, 1), (5, 1), hits=lambda s, table: s.but(hulls=(*s.hulls,)))
    with pytest.raises(EndlessLoop, match="may leave Squadron as it was"):
        found(sequence[1:], start.but(pool=((Impact(), n),)))


def test_a_plain_turn_of_several_is_refused_when_one_of_them_stays() -> None:
    """Those that go on are played to their end before."""

    def only_odd_ones_go_on(s: Round, table: Table) -> Round:
        return s if s.left == 2 else s.but(left=max(0, s.left - 3))

    def spread(s: Round, table: Table) -> Round:
        return s.but(left=2 + table.total("left", 1))

    sequence = (spread, While(some_left, only_odd_ones_go_on))
    with pytest.raises(EndlessLoop, match="may leave Round as it was"):
        odds(sequence, Round(), Preset({}, raise_missing))


def test_a_turn_that_changes_its_record_once_each_round_is_not_refused() -> None:
    node = While(
        some_left, lambda s, table: s.but(left=s.left - 1 - table.roll("on", 1, Need(4)).passed * (s.left > 1))
    )
    assert found_of(node, Round(), exact=True) == {0: 1}


def test_a_lazy_pool_is_not_forced_to_see_if_a_turn_changed_anything() -> None:
    """Equal to itself alone, and what lies in it stays unknown."""
    pools = [LazyPool.__new__(LazyPool) for _ in range(2)]
    assert same_value(pools[0], pools[0])
    assert not same_value(*pools)
    assert not same_value(pools[0], ())
    with pytest.raises(EndlessLoop):
        check_changed(Round(pools[0]), [(Round(pools[0]), 1)])
    check_changed(Round(pools[0]), [(Round(pools[1]), 1), (Round(pools[0], 2), 1)])


@pytest.mark.parametrize("turn", [stays, may_stay])
def test_a_plain_turn_of_several_that_all_may_stay_is_refused(turn: Callable[..., Any]) -> None:
    def spread(s: Round, table: Table) -> Round:
        return s.but(left=1 + table.total("left", 1))

    with pytest.raises(EndlessLoop):
        odds((spread, While(some_left, turn)), Round(), Preset({}, raise_missing))
