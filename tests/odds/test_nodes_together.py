"""A rule that wants all its dice: what hangs together goes through it by itself, and comes to the same."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.distributions import Draw
from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need, Option
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Convert, While
from shoot_cli.engine.table import Table
from shoot_cli.odds import Ends, forget, odds
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.helpers.toy_games import Answers
from tests.helpers.work import lines_run


class Gun(Record):
    """``at`` and ``past``: whom its shots hit when they roll high, and when they do not."""

    at: int
    past: int | None = None
    smokes: bool = False


class Shot(Record):
    gun: Gun


class Hit(Record):
    """On somebody with a shield that holds only so many."""

    on: int
    holds: int


class Broken(Record):
    """A shield, whosever it is."""


class Through(Record):
    """A hit that came through it."""


class Smoke(Record):
    pass


class Fight(Record):
    guns: tuple[tuple[Gun, int], ...]
    pool: Pool = ()
    windy: bool = False


def fire(s: Fight, table: Table) -> Fight:
    (gun, n), *rest = s.guns
    return s.but(guns=tuple(rest), pool=pool(*s.pool, (Shot(gun), n * table.total("more", 1, 2))))


def load(s: Fight, table: Table) -> Fight:
    """Smoke lies there before, and is nobody's."""
    return s.but(pool=pool((Smoke(), 1), *((Shot(gun), n) for gun, n in s.guns)), guns=())


HOLDS = (1, 2, 3, 0)


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    gun = shot.gun
    roll = table.roll("hit", n, Need(3))
    missed = [(Hit(gun.past, HOLDS[gun.past]), roll.failed)] if gun.past is not None else []
    smoke = roll.passed if gun.smokes else 0
    return pool((Hit(gun.at, HOLDS[gun.at]), roll.passed), *missed, (Smoke(), smoke))


def hold(hit: Hit, n: int, table: Table) -> Pool:
    """The shield takes as many as it holds, and may break then; all others come through."""
    table.needs_all_dice("a shield holds only so many")
    broken = table.roll("break", 1, Need(5)).passed if n >= hit.holds else 0
    return pool((Broken(), broken), (Through(), max(0, n - hit.holds)))


def roll_to_hurt(through: Through, n: int, table: Table) -> Pool:
    return pool((through, table.roll("hurt", n, Need(4)).passed))


ALL = Convert({Shot: roll_to_hit, Hit: hold, Through: roll_to_hurt})


def all_that_lies(s: Fight) -> Any:
    return frozenset(s.pool)


def as_plainly(sequence: Any, start: Fight, answers: Any = None) -> Ends:
    """The odds, after they and all that is counted were found equal to the plain ones as fractions."""
    exact, plain = (odds(sequence, start, answers or Answers(), exact=True, brute_force=way) for way in (False, True))
    assert {k: p for k, p in exact.measure(all_that_lies).items() if p} == plain.measure(all_that_lies)
    assert {k: x for k, x in exact.expected.items() if x} == plain.expected
    floats = odds(sequence, start, answers or Answers()).measure(all_that_lies)
    assert all(abs(float(p) - floats[end]) < 1e-12 for end, p in plain.measure(all_that_lies).items())
    return exact


def test_each_hangs_together_with_itself_alone() -> None:
    """Two shots a shield: one holds one of them, the other both."""
    start = Fight(((Gun(0), 2), (Gun(1), 2)))
    ends = as_plainly((load, Convert({Shot: roll_to_hit, Hit: hold})), start)
    third = Fraction(1, 3)
    assert ends.measure(lambda s: dict(s.pool).get(Through(), 0))[1] == (2 * third) ** 2
    assert ends.measure(lambda s: dict(s.pool).get(Broken(), 0))[2] == third**2 * (1 - third**2) * (2 * third) ** 2


@each(
    "guns",
    [
        ((Gun(1), 2), (Gun(1, smokes=True), 2), (Gun(2), 3)),  # two at one
        ((Gun(0, 1), 2), (Gun(1, 2), 2), (Gun(3), 1)),  # in a chain
        ((Gun(0, smokes=True), 2), (Gun(1, smokes=True), 1)),  # something else comes with it
        ((Gun(0), 1), (Gun(3, 3), 2), (Gun(2), 2)),
        ((Gun(2, 1, True), 3), (Gun(0), 2), (Gun(1, 0), 2)),
    ],
)
def test_what_shares_something_goes_together(guns: Any) -> None:
    as_plainly((load, ALL), Fight(guns))


@pytest.mark.parametrize("seed", seeds(8, 15))
def test_any_pools_at_all(seed: int) -> None:
    """Pools that are mixtures, of guns that fire one after the other."""
    r = Random(seed)
    guns = [(Gun(r.randrange(4), r.choice([None, None, *range(4)]), r.random() < 0.3), r.randint(1, 2)) for _ in "ab"]
    sequence = r.choice([(load, ALL), (While(lambda s: s.guns, fire), ALL), (While(lambda s: s.guns, fire, ALL),)])
    as_plainly(sequence, Fight(tuple(guns)))


def test_records_that_differ_have_their_shares() -> None:
    def gust(s: Fight, table: Table) -> Fight:
        windy = table.roll("gust", 1, Need(5)).passed > 0
        return s.but(windy=windy, pool=pool(*((Shot(gun), n - windy) for gun, n in s.guns)))

    assert as_plainly((gust, ALL), Fight(((Gun(0), 2), (Gun(1), 3)))).expected[Shot] == 5 - 2 * Fraction(1, 3)


def test_the_same_pool_in_another_order_is_the_same() -> None:
    def either(hit: Hit, n: int, table: Table) -> Pool:
        table.needs_all_dice("one die for the lot")
        found = (Broken(), n), (Through(), n)
        return pool(*(found if table.roll("first", 1, Need(3)).passed else found[::-1]))

    as_plainly((load, Convert({Shot: roll_to_hit, Hit: either})), Fight(((Gun(0), 2), (Gun(1), 2))))


def test_some_of_them_go_one_at_a_time() -> None:
    """Each of these finds the shield whole."""
    node = Convert({Shot: roll_to_hit, Hit: hold}, one_at_a_time=lambda token: token == Hit(0, 1))
    as_plainly((load, node), Fight(((Gun(0), 2), (Gun(1, 0), 2), (Gun(2), 2))))


def test_a_rule_that_asks_is_asked_anew() -> None:
    """What it was told in one call is not remembered for the next."""

    def hold_if(hit: Hit, n: int, table: Table) -> Pool:
        table.needs_all_dice("a shield holds only so many")
        up = table.choose("up", (Option("yes"), Option("no")), default="yes") == "yes"
        return pool((Through(), max(0, n - hit.holds * up)))

    sequence = load, Convert({Shot: roll_to_hit, Hit: hold_if})
    start = Fight(((Gun(0), 2), (Gun(1), 2)))
    held, through = (as_plainly(sequence, start, Answers(up=up)).expected[Through] for up in ("yes", "no"))
    assert held < through == 4 * Fraction(2, 3)


def test_what_is_drawn_is_drawn_by_each_of_them() -> None:
    def under(hit: Hit, n: int, table: Table) -> Pool:
        return pool((Through(), min(n, table.drawn_number("under", 0, 5, default=1))))

    sequence = load, Convert({Shot: roll_to_hit, Hit: under})
    answers = Answers(under=Draw(((0, 1), (2, 1)), 2))
    as_plainly(sequence, Fight(((Gun(0), 2), (Gun(1), 2))), answers)


def test_the_work_is_a_sum() -> None:
    """Twice as many shields are twice the work, where whole pools would be the square of it."""

    def shoot(s: Fight, table: Table) -> Fight:
        return s.but(pool=tuple((Hit(gun.at, 2), n) for gun, n in s.guns), guns=())

    def work(shields: int) -> int:
        forget()
        start = Fight(tuple((Gun(place), 3) for place in range(shields)))
        return lines_run(lambda: odds((shoot, Convert({Hit: hold})), start, Answers()))

    assert work(16) < 2.5 * work(8)
