"""How the nodes of a sequence are played at the table."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Number, Question, Roll
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import (
    Allocate,
    Attack,
    Convert,
    If,
    Nominate,
    SharedRights,
    Stage,
    TakeOut,
    Walk,
    While,
    has_hidden_models,
    play,
)
from shoot_cli.engine.table import Table


class Shot(Record):
    name: str = "a"


class Hit(Record):
    name: str = "a"


class Spark(Record):
    pass


class Fight(Record):
    line: Line = Line((Rank("boy", 3, 1), Rank("nob", 1, 2)))
    pool: Pool = ()
    rounds: int = 0
    sparks: int = 0


class Scripted(Table):
    """Dice from a script; it must be used up. Notes which dice were rolled together."""

    def __init__(self, *throws: int) -> None:
        self.throws, self.rolled = list(throws), list[int]()
        super().__init__(self.throw)

    def throw(self, question: Question, place: int) -> Any:
        assert isinstance(question, Roll)
        self.rolled.append(question.dice)
        return {"passed": self.throws.pop(0)}


def to_hit(shot: Shot, n: int, table: Table) -> Pool:
    passed = table.roll("hit", n, Need(4)).passed
    return pool((Hit(shot.name), passed), (Spark(), n - passed))


def to_save(hit: Hit, n: int, kind: str, table: Table) -> Pool:
    return pool((Blow(1 if hit.name == "a" else 2), table.roll("save " + kind, n, Need(4)).failed))


def by_name(s: Fight, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(kinds))


def played(node: Any, start: Fight, *throws: int) -> tuple[Fight, list[int]]:
    table = Scripted(*throws)
    end = play((node,), start, table)
    assert not table.throws
    return end, table.rolled


def test_alike_things_are_rolled_together() -> None:
    end, rolled = played(Convert({Shot: to_hit}), Fight(pool=((Shot("a"), 5), (Shot("b"), 2))), 3, 1)
    assert end.pool == ((Hit("a"), 3), (Spark(), 3), (Hit("b"), 1))
    assert rolled == [5, 2]


def test_some_things_are_rolled_one_by_one() -> None:
    node = Convert({Shot: to_hit}, one_at_a_time=lambda shot: shot.name == "b")
    end, rolled = played(node, Fight(pool=((Shot("a"), 2), (Shot("b"), 2))), 2, 1, 0)
    assert rolled == [2, 1, 1]
    assert end.pool == ((Hit("a"), 2), (Hit("b"), 1), (Spark(), 1))


def test_rules_follow_each_other_in_one_node() -> None:
    node = Convert({Shot: to_hit, Hit: lambda hit, n, table: pool((Spark(), n))})
    assert played(node, Fight(pool=((Shot(), 4),)), 1)[0].pool == ((Spark(), 4),)


def test_things_set_aside_leave_the_pile() -> None:
    def spark(s: Fight, token: Spark, n: int, table: Table) -> Fight:
        return s.but(sparks=s.sparks + n)

    end, _ = played(TakeOut(Spark, spark), Fight(pool=((Hit(), 1), (Spark(), 4))))
    assert (end.pool, end.sparks) == (((Hit(), 1),), 4)
    assert played(TakeOut(Spark, spark), Fight(pool=((Hit(), 1),)))[0] == Fight(pool=((Hit(), 1),))


class Sure(Record):
    """A hit that a spark makes sure, if its first save fails to let it through."""

    hit: Hit


def let_through(sure: Sure, n: int, kind: str, table: Table) -> Pool:
    if table.roll("sure " + kind, n, Need(4)).failed:
        return ((Blow(1), n),)
    return pool((Spark(), 1), (Blow(1), n))


def test_a_right_that_one_has_used_is_gone_for_all_others() -> None:
    """Who may use it is rolled by itself, in the order of the pool; without it all are rolled together."""
    rights = SharedRights(
        "sparks", bool, lambda n, token: Sure(token) if token == Hit("a") else token, Spark, lambda n, spark: n - 1
    )
    node = Allocate({Hit: to_save, Sure: let_through}, by_name, shared=rights)
    boys = Line((Rank("boy", 9, 1),))
    end, rolled = played(node, Fight(boys, ((Hit("a"), 5), (Hit("b"), 2)), sparks=1), 0, 1, 2, 1)
    assert rolled == [1, 1, 3, 2]  # the second uses it
    assert (end.sparks, end.line.lost, end.pool) == (0, 1 + 1 + 1 + 1, ())
    end, rolled = played(node, Fight(boys, ((Hit("a"), 2),), sparks=3), 1, 0)
    assert (rolled, end.sparks, end.line.lost) == ([1, 1], 2, 2)
    assert played(node, Fight(boys, ((Hit("a"), 2),)), 1)[1] == [2]


def test_no_more_meet_the_line_at_once_than_stand_alike() -> None:
    end, rolled = played(Allocate({Hit: to_save}, by_name), Fight(pool=((Hit(), 6),)), 1, 0, 1, 1)
    assert rolled == [3, 1, 1, 1]  # three boys, then the last of them, then the nob
    assert end.line.lost == 3
    assert end.pool == ()


def test_more_may_meet_it_if_they_are_alike_to_them() -> None:
    node = Allocate({Hit: to_save}, by_name, same_outcome=lambda hit, kind: ("all the same", hit.name == "b"))
    assert played(node, Fight(pool=((Hit(), 9),)), 4) == (Fight(line=Fight().line.but(lost=5)), [9])
    end, rolled = played(node, Fight(line=Fight().line.but(reach=1), pool=((Hit(), 9),)), 1, 0)
    assert rolled == [3, 1]
    assert end.pool == ((Hit(), 5),)


def test_of_models_that_lost_wounds_only_those_who_stand_meet_it_at_once() -> None:
    """Two of three boys stand; a blow may cost several wounds, and the nob behind them saves otherwise."""
    line = Line((Rank("boy", 3, 2), Rank("nob", 1, 2)), lost=2)
    node = Allocate({Hit: to_save}, by_name, same_outcome=lambda hit, kind: (kind, True))
    end, rolled = played(node, Fight(line=line, pool=((Hit("b"), 4),)), 0, 0)
    assert rolled == [2, 2]  # the boys who stand, then all that is left at the nob
    assert end.line.remaining() == (0, 0)


class Through(Record):
    """What no save stopped; somebody is still to be found who takes it."""


def test_they_may_all_roll_before_it_is_known_who_takes_what_comes_of_them() -> None:
    """Only the boys can be met; two things did not come through, and the third that did waits for who is behind them."""

    def save(hit: Hit, n: int, kind: str, table: Table) -> Pool:
        return pool((Through(), table.roll("save " + kind, n, Need(4)).failed))

    def fell(token: Through, n: int, kind: str, table: Table) -> Pool:
        return pool((Blow(1), n))

    def anybody(s: Fight, token: Any) -> bool:
        return type(token) is Hit

    boys = Line((Rank("boy", 2, 1), Rank("nob", 1, 2)), reach=1)
    rules: dict[type, Any] = {Hit: save, Through: fell}
    end, rolled = played(Allocate(rules, by_name, anybody=anybody), Fight(boys, ((Hit(), 5),)), 2)
    assert (rolled, end.line.lost, end.pool) == ([5], 2, ((Through(), 1),))
    nobody_in_reach = boys.but(reach=0)
    end, rolled = played(Allocate(rules, by_name, anybody=anybody), Fight(nobody_in_reach, ((Hit(), 5),)), 2)
    assert (rolled, end.line.lost, end.pool) == ([5], 0, ((Through(), 3),))
    end, rolled = played(Allocate(rules, by_name, anybody=anybody), Fight(nobody_in_reach, ((Hit(), 1),)))
    assert (rolled, end.pool) == ([], ((Hit(), 1),))  # of one, it is decided first who takes it


def test_things_that_meet_it_one_by_one() -> None:
    node = Allocate({Hit: to_save}, by_name, one_at_a_time=lambda hit: True)
    assert played(node, Fight(pool=((Hit("b"), 4),)), 0, 0, 0, 0)[1] == [1, 1, 1, 1]


def test_things_go_in_order_and_others_are_dropped() -> None:
    node = Allocate({Hit: to_save}, by_name)
    start = Fight(pool=((Hit("b"), 1), (Spark(), 2), (Hit("a"), 1)))
    assert node.line_up(start, Scripted()).pool == ((Hit("a"), 1), (Hit("b"), 1))


def test_what_nobody_is_left_for_is_lost_or_waits() -> None:
    line = Line((Rank("boy", 1, 1), Rank("nob", 1, 2)), 1, 1)
    assert has_hidden_models(line)
    waits, _ = played(Allocate({Hit: to_save}, by_name), Fight(line=line, pool=((Hit(), 2),)))
    assert waits.pool == ((Hit(), 2),)
    lost, _ = played(Allocate({Hit: to_save}, by_name), Fight(line=line.but(lost=3, reach=None), pool=((Hit(), 2),)))
    assert lost.pool == ()


def test_a_blow_goes_to_the_next_model_but_never_over() -> None:
    end, _ = played(Allocate({Hit: to_save}, by_name), Fight(line=Line((Rank("nob", 2, 3),)), pool=((Hit("b"), 2),)), 0)
    assert end.line.lost == 3  # two points, then what the first one had left


def test_saves_that_are_made_may_be_told_to_the_line() -> None:
    def to_save_each(hit: Hit, n: int, kind: str, table: Table) -> Pool:
        roll = table.roll("save", n, Need(4))
        return pool((Blow(1), roll.failed), (Blow(0), roll.passed))

    told: list[int] = []
    node = Allocate({Hit: to_save_each}, by_name, on_casualty=lambda s, after, table: told.append(after.lost))
    met, _ = played(node, Fight(pool=((Hit(), 1),)), 1)
    assert met.line == Fight().line.but(met=True)
    assert not told  # nobody fell and nobody was hurt
    felled, _ = played(node, Fight(line=met.line, pool=((Hit(), 1),)), 0)
    assert felled.line == Fight().line.but(lost=1)
    both, _ = played(node, Fight(pool=((Hit(), 3),)), 2)
    assert both.line == Fight().line.but(lost=1, met=True)
    assert told == [1, 1]


def test_repeat_and_if() -> None:
    def count(s: Fight, table: Table) -> Fight:
        return s.but(rounds=s.rounds + 1)

    assert played(While(lambda s: s.rounds < 3, count), Fight())[0].rounds == 3
    assert played(If(lambda s: s.rounds, count), Fight())[0].rounds == 0
    assert played(If(lambda s: not s.rounds, count, If(lambda s: s.rounds == 1, count)), Fight())[0].rounds == 2


def test_what_fell_is_told_to_those_who_listen() -> None:
    told: list[tuple[int, int]] = []
    node = Allocate({Hit: to_save}, by_name, on_casualty=lambda s, after, table: told.append((s.line.lost, after.lost)))
    played(node, Fight(pool=((Hit(), 3),)), 1)
    assert told == [(0, 2)]


# Attacks and stages --------------------------------------------------------------------------------------------------


def step(key: str, change: int = 0) -> Any:
    """Asks one question; the record is a number."""

    def asks(n: int, table: Table) -> int:
        table.ask(Number(key, 0, 9))
        return n + change

    asks.__name__ = key
    return asks


class Heard(Table):
    """Stops at a question, and notes in which stage each was asked."""

    def __init__(self, most: int = 99) -> None:
        super().__init__(self.say)
        self.most, self.stages, self.over = most, list[str](), list[int]()

    def say(self, question: Question, place: int) -> int:
        if place == self.most:
            raise EOFError
        self.stages.append(self.stage)
        return 1

    def attack_is_over(self, record: int) -> None:
        self.over.append(record)


BATTLE = (
    step("first"),
    While(
        lambda n: n < 10,
        Stage("Who", Nominate(step("unit"))),
        If(lambda n: n < 10, Attack(step("begin", 1), Stage("Hit", step("hit", 1)), step("more", 1), step("end", 2))),
        step("after"),
    ),
)


def test_a_table_knows_its_attacks() -> None:
    table = Heard()
    assert play(BATTLE, 0, table) == 10
    assert [(one.start, one.end) for one in table.attacks] == [(1, 3), (6, 8)]
    assert [question.key for question, _ in table.attacks[1].asked] == ["hit", "more"]
    assert table.over == [5, 10]
    assert table.going is None
    assert [entry.attack for entry in table.log] == [
        None,
        *[1] * 6,
        *[7] * 6,
    ]  # from one unit that is named to the next
    assert table.stages == ["", *["Who", "", "Hit", "", "", ""] * 2]


def test_a_walk_that_was_stopped_says_where_it_stands() -> None:
    walk, table = Walk(BATTLE, 0), Heard(4)
    with pytest.raises(EOFError):
        walk.play(walk.beginning, table)
    assert (walk.stopped.record, walk.stopped.asked, table.going) == (2, 4, (1, 3))
    assert [type(owner) for _, _, owner, *_ in walk.stopped.frames] == [type(None), While, If, Attack]
    assert walk.stopped.frames[-1][0][walk.stopped.frames[-1][1] - 1].__name__ == "more"


def test_a_table_that_goes_on_knows_what_the_other_one_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "EVERY", 1)
    whole, walk, table = Heard(), Walk(BATTLE, 0), Heard()
    play(BATTLE, 0, whole)
    walk.play(walk.beginning, table)
    for asked in range(1, whole.asked):
        place = next(place for place in walk.places if place.asked == asked)
        again = Heard().restore(table, place.mark)
        assert Walk(BATTLE, 0).play(place, again) == 10
        assert (again.log, again.attacks) == (whole.log, whole.attacks)
        assert again.stages == whole.stages[asked:]
