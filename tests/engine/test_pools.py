"""Piles of things, and the line of models that takes the blows."""

from __future__ import annotations

from itertools import product
from random import Random

from shoot_cli.engine.pools import Blow, Line, Rank, models, pool, wounds
from tests.helpers.each import each

LINE = Line((Rank("boy", 2, 1), Rank("nob", 2, 2), Rank("boss", 1, 3)))


def test_a_pile_holds_each_thing_once() -> None:
    assert pool(("hit", 2), ("miss", 0), ("hit", 1), ("rend", 1)) == (("hit", 3), ("rend", 1))
    assert pool(("hit", 0)) == pool() == ()
    assert pool(("hit", 1)) == (("hit", 1),)


@each(
    ("lost", "front"),
    [
        (0, ("boy", 2, 1)),
        (1, ("boy", 1, 1)),
        (2, ("nob", 2, 2)),
        (3, ("nob", 2, 1)),
        (4, ("nob", 1, 2)),
        (6, ("boss", 1, 3)),
        (8, ("boss", 1, 1)),
        (9, None),
    ],
)
def test_who_is_hurt_next(lost: int, front: tuple[str, int, int] | None) -> None:
    assert LINE.but(lost=lost).front() == front
    assert LINE.but(lost=lost).any_left() == (front is not None)


def test_the_wounded_model_stands_alone_before_its_fellows() -> None:
    assert LINE.but(lost=3).standing() == (Rank("nob", 1, 1), Rank("nob", 1, 2), Rank("boss", 1, 3))
    assert LINE.but(lost=9).standing() == ()


@each("lost", range(10))
def test_what_is_left(lost: int) -> None:
    line = LINE.but(lost=lost)
    assert line.remaining() == (models(line.standing()), wounds(line.standing()))
    assert line.remaining()[1] == 9 - lost
    assert Line(line.standing()).front() == (line.front() and (line.front()[0], line.standing()[0].n, line.front()[2]))


def test_only_the_ranks_within_reach_are_met() -> None:
    line = LINE.but(reach=1)
    assert line.reachable() == (Rank("boy", 2, 1),)
    assert line.but(lost=2).front() is None
    assert line.but(lost=2).any_left()
    assert LINE.but(reach=0).front() is None
    assert LINE.reachable() == LINE.ranks


def test_a_blow_wastes_what_a_model_does_not_have() -> None:
    for points, lost in product((1, 2, 9), range(9)):
        line = LINE.but(lost=lost)
        _, _, left = line.front() or ("", 0, 0)
        assert line.after_blow(Blow(points), left).lost == lost + min(points, left)


def test_the_front_model_was_met_until_it_falls() -> None:
    line = Line((Rank("nob", 2, 3),))
    assert not line.met
    saved = line.after_blow(Blow(0), 3)
    assert saved == line.but(met=True)
    hurt = saved.after_blow(Blow(2), 3)
    assert (hurt.lost, hurt.met) == (2, True)
    assert (hurt.after_blow(Blow(0), 1).lost, hurt.after_blow(Blow(0), 1).met) == (2, True)
    felled = hurt.after_blow(Blow(9), 1)
    assert (felled.lost, felled.met) == (3, False)
    assert not saved.after_blow(Blow(3), 3).met
    assert saved.but(reach=1).met
    assert saved.changed(str.upper).met
    assert not Line(saved.standing()).met


def test_many_blows_are_as_many_one_after_the_other() -> None:
    random = Random(3)
    number = random.randint
    for _ in range(5_000):
        ranks = tuple(Rank(str(place), number(0, 4), number(1, 5)) for place in range(number(0, 4)))
        line = Line(ranks, number(0, wounds(ranks)), random.choice([None, 0, 1, 2, 3]), random.random() < 0.5)
        blow, n, after = Blow(number(0, 7)), number(0, 12), line
        for _ in range(n):
            if front := after.front():
                after = after.after_blow(blow, front[2])
        assert line.after_blows(blow, n) == after, (line, blow, n)


def test_every_kind_changed() -> None:
    line = LINE.but(lost=3).changed(str.upper)
    assert [rank.kind for rank in line.ranks] == ["BOY", "NOB", "BOSS"]
    assert line.lost == 3
    assert LINE.wounds == line.wounds == 9
    assert LINE.known_ranks() == LINE.ranks
