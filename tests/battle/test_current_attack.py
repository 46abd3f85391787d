"""What is left of a sequence where a walk was stopped, against the whole of it worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.battle.current_attack import AlreadyAnswered, NoMore, current_attack, remaining_nodes, table_with_answers
from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Attack, Convert, Stage, Walk, While
from shoot_cli.engine.table import Table
from shoot_cli.odds import odds
from tests.helpers.each import each


class Shot(Record):
    name: str


class Hit(Record):
    name: str


class Spark(Record):
    pass


class Fight(Record):
    line: Line = Line((Rank("boy", 20, 1),))
    pool: Pool = ((Shot("a"), 2), (Shot("b"), 1))
    rounds: int = 0


def to_hit(shot: Shot, n: int, table: Table) -> Pool:
    return pool((Hit(shot.name), table.roll("hit", n, Need(4)).passed))


def to_sparks(hit: Hit, n: int, kind: Any, table: Table) -> Pool:
    """A spark for each, and behind it the blow that it was."""
    passed = table.roll("wound", n, Need(4)).passed
    return pool((Spark(), passed), (Blow(1), passed))


def to_blows(spark: Spark, n: int, kind: Any, table: Table) -> Pool:
    return pool((Blow(1), table.roll("spark", n, Need(4)).passed))


def by_name(s: Fight, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(kinds, key=repr))


def again(s: Fight, table: Table) -> Fight:
    return s.but(rounds=s.rounds + 1, pool=((Shot("c"), 1),) if s.rounds == 0 else ())


ONE_ROUND = Stage("Hit", Convert({Shot: to_hit})), Allocate({Hit: to_sparks, Spark: to_blows}, by_name), again
ATTACK = (While(lambda s: s.rounds < 2, *ONE_ROUND),)
BATTLE = (Attack(lambda s, table: s, *ATTACK, lambda s, table: s),)


def law(sequence: Any, start: Fight) -> dict[int, Fraction]:
    return odds(sequence, start, AlreadyAnswered(()), exact=True).measure(lambda s: s.line.lost)


def sparks(n: int) -> dict[int, Fraction]:
    """What so many hits come to: each wounds on 4+, and then its spark on 4+ once more."""
    found = {0: Fraction(1)}
    for _ in range(n):
        parts = ((0, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4)))
        found = {total: sum(found.get(total - k, Fraction(0)) * p for k, p in parts) for total in range(max(found) + 3)}
    return found


def mixed(*laws: tuple[Fraction, int, dict[int, Fraction]]) -> dict[int, Fraction]:
    """Laws by their chances, each with so many on top."""
    mix: dict[int, Fraction] = {}
    for chance, more, one in laws:
        for total, p in one.items():
            mix[total + more] = mix.get(total + more, Fraction(0)) + chance * p
    return mix


HALF = Fraction(1, 2)
LAST = mixed((HALF, 0, sparks(0)), (HALF, 0, sparks(1)))  # the one shot of the second round


def two(one: dict[int, Fraction], other: dict[int, Fraction]) -> dict[int, Fraction]:
    return mixed(*((p, k, other) for k, p in one.items()))


@each(
    ("answers", "want"),
    [
        ([2], two(two(sparks(2), LAST), mixed((HALF, 0, sparks(0)), (HALF, 0, sparks(1))))),  # b is not shot yet
        ([2, 1], two(sparks(3), LAST)),  # nothing of the line was met
        ([2, 1, 2], two(mixed((1, 2, {0: HALF**2, 1: HALF, 2: HALF**2})), two(sparks(1), LAST))),  # two blows behind
        ([2, 1, 2, 1], two({3: Fraction(1)}, two(sparks(1), LAST))),
        ([0, 0], LAST),  # the second round
    ],
)
def test_what_is_left_is_the_rest_of_the_attack(answers: list[int], want: dict[int, Fraction]) -> None:
    in_progress = current_attack(BATTLE, Fight(), [{"passed": n} for n in answers], {})
    assert in_progress is not None
    assert [answer["passed"] for _, answer in in_progress.answers] == answers
    assert in_progress.start == Fight()
    for rest in (in_progress.rest, of_all([{"passed": n} for n in answers])):
        assert {k: p for k, p in law(rest, in_progress.record).items() if p} == {k: p for k, p in want.items() if p}


def of_all(answers: list[Any]) -> Any:
    """The same without an attack around it."""
    walk, table = Walk(ATTACK, Fight()), table_with_answers(answers, {})
    with pytest.raises(NoMore):
        walk.play(walk.beginning, table)
    return remaining_nodes(walk.stopped, table.log)


def test_an_order_that_somebody_must_say_is_asked_for_again() -> None:
    """A second kind of things, so that there is something to order; the order is a question, then a die."""

    def asks(s: Fight, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
        first = table.number("first", 0, 1, default=0)
        return tuple(sorted(kinds, key=repr, reverse=bool(table.roll("order", 1, Need(4)).passed) != bool(first)))

    fight = Fight(pool=((Hit("a"), 1), (Hit("b"), 1)))
    battle = (Attack(lambda s, table: s, Allocate({Hit: to_sparks, Spark: to_blows}, asks), lambda s, table: s),)
    for answers in ([], [1], [1, {"passed": 1}]):
        in_progress = current_attack(battle, fight, answers, {})
        assert in_progress is not None
        assert law(in_progress.rest, in_progress.record) == sparks(2)


def test_no_attack_is_going_on_before_the_first_and_after_the_last() -> None:
    assert current_attack(BATTLE, Fight(), [{"passed": 0}] * 3, {}) is None
    asks = (lambda s, table: table.roll("first", 1, Need(4)) and s, *BATTLE)
    assert current_attack(asks, Fight(), [], {}) is None
