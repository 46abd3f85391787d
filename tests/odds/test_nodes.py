"""What each node of a sequence means for the odds, one thing at a time, and what comes out of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Number, Option, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, If, TakeOut, While
from shoot_cli.engine.table import Table
from shoot_cli.odds import Ends, TooMany, forget, odds
from tests.helpers.toy_games import (
    ODD,
    ONTO,
    TEN,
    Amount,
    Answers,
    Attack,
    Body,
    Burn,
    Gun,
    Hit,
    Model,
    Shot,
    Volley,
    Weapon,
    Wound,
    anybody,
    anything,
    burn,
    by_ap,
    duck,
    lost,
    pick_weapon,
    save_from,
    shoot_to_hit,
    shoot_to_wound,
)

TROOPERS = Line((Rank(Model("trooper", 4, 4), 5, 1),))


def plainly(sequence: Any, start: Any, answers: Any, value: Any = lost) -> Ends:
    """The odds, after they were found equal to the plain ones as fractions."""
    exact, reference = (
        odds(sequence, start, answers, exact=True),
        odds(sequence, start, answers, exact=True, brute_force=True),
    )
    want = reference.measure(value)
    got = exact.measure(value)
    assert {k: p for k, p in got.items() if p} == {k: p for k, p in want.items() if p}
    assert sum(got.values()) == 1
    return exact


def test_a_rule_for_all_dice_is_played_whole() -> None:
    weapon = Weapon("a", 4, 5, master="whole", rending=True)
    mixed = Line((Rank(Model("a", 4, 2), 2, 1), Rank(Model("b", 4, 4), 3, 1)))
    ends = plainly(ODD, Attack(((weapon, 5),), mixed), Answers())
    assert ends.expected[Shot] == 5
    assert ends.expected[Hit] == 5 * Fraction(2, 3) + (1 - Fraction(2, 3) ** 5) * Fraction(2, 3)


def test_things_set_aside() -> None:
    """Their number and what is lost hang together: a shot that burns has missed."""
    ends = plainly(ODD, Attack(((Weapon("plasma", 7, 2, hot=True), 4),), TROOPERS), Answers())
    joint = ends.measure(lambda s: (s.burnt, s.line.lost))
    assert joint[4, 0] == Fraction(1, 12) ** 4
    assert (4, 1) not in joint or not joint[4, 1]
    assert ends.measure(lambda s: s.burnt)[0] == Fraction(11, 12) ** 4


def test_things_set_aside_leave_the_pile_alone_where_there_are_none() -> None:
    steps: list[int] = []

    def seen(s: Attack, table: Table) -> Attack:
        steps.append(1)
        return s

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit}), TakeOut(Burn, burn), seen)
    odds(sequence, Attack(((Weapon("a"), 9),), TROOPERS), Answers())
    assert len(steps) == 1


def sparks(shot: Shot, n: int, table: Table) -> Pool:
    """Of each die two wounds, one wound, or one of two kinds of things to set aside."""
    roll = table.roll("spark", n, Need(4), watch=(Watch((1,)), Watch((2,)), Watch((6,))))
    ones, twos, sixes = roll.watched
    return pool((Wound(4, None), roll.passed + sixes), (Burn(1), ones), (Burn(2), twos))


def once(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
    """Whether any burns."""
    return s.but(burnt=1)


def twice(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
    """None, one or more of the one kind, and a die for the other."""
    more = n if burn.on == 1 else table.roll("burns", 1, Need(3)).passed
    return s.but(burnt=min(2, s.burnt + more))


def looking(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
    return s.but(burnt=s.burnt + n * len(s.pool))


def for_nothing(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
    return s.but(pool=()) if burn.on == 2 else s


@pytest.mark.parametrize("step", [once, twice, looking, for_nothing])
@pytest.mark.parametrize("guns", [1, 2, 5])
def test_things_set_aside_of_which_the_step_makes_the_same(step: Any, guns: int) -> None:
    sequence = (pick_weapon, Convert({Shot: sparks}), TakeOut(Burn, step), ONTO)
    start = Attack(((Weapon("a"), guns),), TROOPERS)
    plainly(sequence, start, Answers(), lambda s: (s.burnt, s.line.lost))
    again = (*sequence, pick_weapon, *sequence[1:])
    plainly(again, start.but(guns=((Weapon("a"), 2), (Weapon("b"), 2))), Answers(), lambda s: (s.burnt, s.line.lost))


@pytest.mark.parametrize("guns", [1, 3])
def test_of_a_pile_that_is_not_empty_nothing_may_be_left(guns: int) -> None:
    def left(s: Attack, table: Table) -> Attack:
        return s.but(burnt=s.burnt + 10)

    some = If(lambda s: s.pool, TakeOut(Burn, once), If(lambda s: s.pool, left))
    ends = plainly(
        (pick_weapon, Convert({Shot: sparks}), some, ONTO),
        Attack(((Weapon("a"), guns),), TROOPERS), Answers(), lambda s: (s.burnt, s.line.lost),
    )  # fmt: skip
    assert ends.measure(lambda s: s.burnt)[1] == Fraction(1, 2) ** guns - Fraction(1, 6) ** guns  # they burn, no more


def test_records_that_are_alike_when_things_were_set_aside_are_one() -> None:
    """What burnt before is forgotten where something burns now; how many shots there were is a matter of the pool."""

    def before(s: Attack, table: Table) -> Attack:
        more = table.roll("before", 1, Need(4)).passed
        return s.but(burnt=7 * more, pool=tuple((shot, n + more) for shot, n in s.pool))

    sequence = (pick_weapon, before, Convert({Shot: sparks}), TakeOut(Burn, once))
    start = Attack(((Weapon("a"), 5),), TROOPERS)
    ends = odds(sequence, start, Answers(), exact=True)
    assert sorted(s.burnt for s, _ in ends.records) == [0, 1, 7]
    plainly((*sequence, ONTO), start, Answers(), lambda s: (s.burnt, s.line.lost))


@pytest.mark.parametrize("exact", [True, False])
def test_things_set_aside_are_told_apart_by_what_comes_of_them(exact: bool) -> None:
    """Whether any burns is two records, however many guns there are; the step runs once for each number."""
    runs: dict[int, list[Any]] = {}

    def ends(guns: int) -> int:
        calls = runs.setdefault(guns, [])

        def counted(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
            calls.append(n)
            return once(s, burn, n, table)

        sequence = (pick_weapon, Convert({Shot: sparks}), TakeOut(Burn, counted))
        return len(odds(sequence, Attack(((Weapon("a"), guns),), TROOPERS), Answers(), exact=exact).records)

    assert ends(20) == ends(40) == 2
    assert len(runs[40]) == 2 * len(runs[20]) == 120


@pytest.mark.parametrize(("answer", "cover"), [("no", 0), ("yes", 1)])
def test_a_decision_that_changes_nothing_is_free(answer: str, cover: int) -> None:
    """The pool is not dealt out for it, whether the wounds are there or not; the other answer tells two records apart."""
    runs: list[int] = []

    def decide(s: Attack, table: Table) -> Attack:
        runs.append(1)
        return duck(s, table)

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pool, decide), ONTO)
    start = Attack(((Weapon("a", 4, 3), 6),), TROOPERS)
    ends = odds(sequence, start, Answers(duck=answer))
    assert len(runs) == 1 + cover
    assert list(ends.asked) == ["duck"]
    assert ends.asked["duck"][1] == answer
    plainly(sequence, start, Answers(duck=answer))


def test_a_decision_that_nobody_reaches_is_not_asked() -> None:
    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pool, duck), ONTO)
    harmless = Attack(((Weapon("a", 1), 6),), TROOPERS.but(ranks=(Rank(Model("t", 9), 1, 1),)))
    assert not odds(sequence, harmless, Answers()).asked


def test_a_step_that_looks_at_the_pile_has_it_dealt_out() -> None:
    def count(s: Attack, table: Table) -> Attack:
        return s.but(burnt=sum(n for _, n in s.pool))

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), count, ONTO)
    ends = plainly(sequence, Attack(((Weapon("a", 4, None, rending=True), 4),), TROOPERS), Answers())
    assert ends.distribution(lambda s: s.burnt)[4] == Fraction(1, 3) ** 4
    assert all(b >= n for b, n in ends.measure(lambda s: (s.burnt, s.line.lost)))


def test_a_pile_that_is_kept_besides_stays_the_same_pile() -> None:
    class Kept(Attack):
        hits: Pool = ()
        before: Line | None = None

    def keep(s: Kept, table: Table) -> Kept:
        return s.but(hits=s.pool, before=s.line)

    guns = ((Weapon("a", 4, 3), 2), (Weapon("b", 4, 3), 2))
    sequence = (While(anybody, pick_weapon, Convert({Shot: shoot_to_hit}), keep, Convert({Hit: shoot_to_wound}), ONTO),)
    both = lambda s: (s.hits, s.before.lost, s.line.lost)  # noqa: E731
    ends = plainly(sequence, Kept(guns, TROOPERS), Answers(), both)
    assert all(now - before <= sum(n for _, n in hits) for hits, before, now in ends.measure(both))


def test_a_pile_hidden_inside_another_record_is_an_error() -> None:
    def hide(s: Attack, table: Table) -> Attack:
        return s.but(guns=(Attack((), s.line, s.pool),), pool=())

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit}), hide, lambda s, table: s.but(burnt=len(s.guns[0].pool)))
    with pytest.raises(TypeError, match="cannot deal it out"):
        odds(sequence, Attack(((Weapon("a"), 2),), TROOPERS), Answers())


def test_lines_show_what_does_not_change() -> None:
    seen: list[Any] = []

    def look(s: Attack, table: Table) -> Attack:
        line = s.line.changed(lambda model: model.but(save=2))
        seen.append(
            (
                line.wounds,
                line.reach,
                line.ranks[0].kind.save,
                line.known_ranks()[0].n,
                line.reachable()[0].left,
                s.line.any_left(),
            )
        )
        return s.but(line=line.but(reach=1))

    body = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO)
    start = Attack(((Weapon("a", 4, 3), 2), (Weapon("b", 4, 3), 2)), TROOPERS)
    odds((*body, look, *body), start.but(line=TROOPERS), Answers())
    assert seen == [(5, None, 2, 5, 1, True)]
    plainly((*body, look, *body), start, Answers())


def test_wounds_beyond_reach_stay_on_the_pile() -> None:
    line = Line((Rank(Model("near", 4, 5), 2, 1), Rank(Model("far", 4, 5), 2, 1)), 0, 1)
    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO)
    for weapon in (Weapon("a", 4, 4), Weapon("b", 4, 6, rending=True)):
        ends = plainly(sequence, Attack(((weapon, 5),), line), Answers(), lambda s: (s.line.lost, frozenset(s.pool)))
        assert all(n == 2 or not rest for n, rest in ends.measure(lambda s: (s.line.lost, s.pool)))


def test_nobody_within_reach_leaves_the_pile_alone() -> None:
    runs: list[int] = []

    def seen(s: Attack, table: Table) -> Attack:
        runs.append(1)
        return s

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO, seen)
    ends = odds(sequence, Attack(((Weapon("a"), 5),), TROOPERS.but(reach=0)), Answers())
    assert len(runs) == 1
    assert ends.measure(lambda s: sum(n for _, n in s.pool))[5] == pytest.approx(3**-5, abs=1e-15)


def test_a_question_inside_a_rule() -> None:
    """It gets its one answer, and what came of it is not remembered for another answer."""

    def to_hit(shot: Shot, n: int, table: Table) -> Pool:
        skill = table.number("skill", 2, 6, default=4)
        return pool((Hit(shot.weapon, shot.toughness), table.roll("hit", n, Need(skill)).passed))

    sequence = (pick_weapon, Convert({Shot: to_hit}))
    start = Attack(((Weapon("a"), 2),), TROOPERS)
    for skill, all_hit in ((None, Fraction(1, 4)), (3, Fraction(4, 9)), (6, Fraction(1, 36))):
        answers = Answers(skill=skill) if skill else Answers()
        ends = odds(sequence, start, answers, exact=True)
        assert ends.measure(lambda s: sum(n for _, n in s.pool))[2] == all_hit
        (question, answer) = ends.asked["skill"]
        assert isinstance(question, Number)
        assert answer == (skill or 4)


def test_settings_reach_the_steps() -> None:
    def by_setting(shot: Shot, n: int, table: Table) -> Pool:
        return pool((Hit(shot.weapon, 4), table.roll("hit", n, Need(int(table.setting("hits")))).passed))

    sequence = (pick_weapon, Convert({Shot: by_setting}))
    for hits, chance in (("2", 5 / 6), ("6", 1 / 6)):
        ends = odds(sequence, Attack(((Weapon("a"), 1),), TROOPERS), Answers(), settings={"hits": hits})
        assert ends.distribution(lambda s: len(s.pool))[1] == pytest.approx(chance)


def test_an_answer_that_is_missing_is_the_callers_error() -> None:
    def refuse(question: Any, place: int) -> Any:
        raise LookupError(question.key)

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pool, duck), ONTO)
    with pytest.raises(LookupError, match="duck"):
        odds(sequence, Attack(((Weapon("a"), 3),), TROOPERS), refuse)


def test_another_need_for_the_second_throw() -> None:
    def to_hit(shot: Shot, n: int, table: Table) -> Pool:
        roll = table.roll("hit", n, Need(2), again=(1,), again_need=Need(6))
        return pool((Hit(shot.weapon, 4), roll.passed))

    ends = plainly(
        (pick_weapon, Convert({Shot: to_hit})), Attack(((Weapon("a"), 2),), TROOPERS), Answers(), lambda s: s.pool
    )
    assert ends.measure(lambda s: sum(n for _, n in s.pool))[2] == Fraction(31, 36) ** 2


# What comes out ------------------------------------------------------------------------------------------------------


def test_the_ends() -> None:
    ends = odds(ODD, Attack(((Weapon("a", 4, 4, 4), 3),), TROOPERS), Answers(), exact=True)
    kill = Fraction(1, 4)
    assert ends.distribution(lambda s: s.line.lost) == [
        (1 - kill) ** 3,
        3 * kill * (1 - kill) ** 2,
        3 * kill**2 * (1 - kill),
        kill**3,
    ]
    assert ends.expected == {Shot: 3, Hit: Fraction(3, 2), Wound: Fraction(3, 4), Blow: Fraction(3, 4)}
    assert ends.unsaved == Fraction(3, 4)
    assert ends.states >= 4
    assert set(ends.measure(lambda s: (s.line.lost, s.line.any_left()))) >= {(0, True), (3, True)}


def test_far_tails_keep_their_digits() -> None:
    gun = Gun("g", Amount(plus=2), 4, "", 5, 6, 0, Amount(plus=1), 1, True)
    start = Volley(((gun, 20),), Line((Rank(Body("b", 4), 20, 2),)))
    exact = odds(TEN, start, Answers(), exact=True).distribution(lambda s: s.line.lost)
    quick = odds(TEN, start, Answers()).distribution(lambda s: s.line.lost)
    assert float(exact[-1]) < 1e-17
    assert quick == pytest.approx([float(p) for p in exact], rel=1e-12)
    assert sum(exact) == 1


@pytest.mark.parametrize("rending", [False, True])
def test_two_hundred_models(rending: bool) -> None:
    start = Attack(
        ((Weapon("lasgun", 3, None, 4, rending=rending), 800),),
        Line((Rank(Model("s", 3, 4), 20, 1), Rank(Model("g", 3, 5), 180, 1))),
    )
    ends = odds(ODD, start, Answers())
    slain = ends.distribution(lambda s: s.line.lost)
    assert sum(slain) == pytest.approx(1, abs=1e-12)
    assert len(slain) == 201
    assert ends.expected[Hit] == pytest.approx(400)


def test_too_many() -> None:
    with pytest.raises(TooMany, match="tokens"):
        odds(ODD, Attack(((Weapon("a"), 1 << 20),), TROOPERS), Answers())


def test_forget_changes_nothing_but_the_time() -> None:
    case = anything(Random(3))
    before = odds(*case).measure(lost)
    forget()
    assert odds(*case).measure(lost) == before


def test_equal_records_are_counted_together() -> None:
    """Nothing that is measured twice has two rows: the chances of equal values are added up."""
    ends = odds(*anything(Random(8)))
    assert Counter(map(type, ends.measure(lost).values())) == {float: len(ends.measure(lost))}


# Where the short way does not fit, an Allocate is dealt out ---------------------------------------------------------------

THREE = Line((Rank(Model("a", 4, 3), 1, 2), Rank(Model("b", 4, 4, None, 5), 1, 1), Rank(Model("c", 4, 5), 1, 3)))
BEFORE = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}))
GUNS = ((Weapon("a", 5, 4, rending=True), 3),)


def test_a_save_rule_that_looks_at_all_dice() -> None:
    def to_save(wound: Wound, n: int, model: Model, table: Table) -> Pool:
        table.needs_all_dice("one failed save may be rolled again")
        failed = table.roll("save", n, Need(model.save)).failed
        return pool((Blow(1), failed - (table.roll("again", 1, Need(model.save)).passed if failed else 0)))

    plainly((*BEFORE, Allocate({Wound: to_save}, by_ap)), Attack(GUNS, THREE), Answers())


def test_two_things_of_one_wound_may_meet_two_models() -> None:
    class Part(Record):
        ap: int | None

    def parts(wound: Wound, n: int, model: Model, table: Table) -> Pool:
        return pool((Part(wound.ap), 2 * n))

    def to_save(part: Part, n: int, model: Model, table: Table) -> Pool:
        return pool((Blow(1), table.roll("save", n, Need(model.save)).failed))

    node = Allocate({Wound: parts, Part: to_save}, by_ap, one_at_a_time=lambda token: True)
    assert plainly((*BEFORE, node), Attack(((Weapon("a", 5, 4), 2),), THREE), Answers()).unsaved


def test_blows_of_one_wound_go_on_to_the_next_model() -> None:
    """No dice fall between them: they are part of the walk, and may differ."""

    def to_save(wound: Wound, n: int, model: Model, table: Table) -> Pool:
        failed = table.roll("save", n, Need(model.save)).failed
        return pool((Blow(2), failed), (Blow(1), 2 * failed))

    for reach in (None, 2):
        line = THREE.but(reach=reach)
        ends = plainly(
            (*BEFORE, Allocate({Wound: to_save}, by_ap, one_at_a_time=lambda wound: True)),
            Attack(GUNS, line),
            Answers(),
        )
        assert sum(ends.distribution(lambda s: s.line.lost)) == 1


def test_an_order_that_hangs_on_the_losses_so_far() -> None:
    def order(s: Attack, kinds: tuple[Wound, ...], table: Table) -> tuple[Wound, ...]:
        kinds = by_ap(s, kinds, table)
        return kinds if s.line.lost % 2 else kinds[::-1]

    node = Allocate({Wound: save_from}, order)
    plainly((*BEFORE, node, *BEFORE, node), Attack(GUNS * 2, THREE), Answers())


def test_an_order_that_hangs_on_dice() -> None:
    def order(s: Attack, kinds: tuple[Wound, ...], table: Table) -> tuple[Wound, ...]:
        kinds = by_ap(s, kinds, table)
        return kinds if table.roll("order", 1, Need(3)).passed else kinds[::-1]

    plainly((*BEFORE, Allocate({Wound: save_from}, order)), Attack(GUNS, THREE), Answers())


def test_an_order_that_the_players_choose() -> None:
    def order(s: Attack, kinds: tuple[Wound, ...], table: Table) -> tuple[Wound, ...]:
        first = table.choose("first", tuple(Option(str(kind.ap)) for kind in by_ap(s, kinds, table)), default="2")
        return tuple(sorted(kinds, key=lambda kind: str(kind.ap) != first))

    node = Allocate({Wound: save_from}, order)
    results = [plainly((*BEFORE, node), Attack(GUNS, THREE), Answers(first=first)).measure(lost) for first in "24"]
    assert results[0] != results[1]


def test_wounds_that_come_in_pairs() -> None:
    """Nothing comes alone: found by a doctest, the power of such a law was lost."""

    def pairs(hit: Hit, n: int, table: Table) -> Pool:
        passed = table.roll("wound", n, Need(4)).passed
        return pool((Wound(4, 2), passed), (Wound(4, None), passed))

    sequence = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: pairs}), ONTO)
    assert plainly(sequence, Attack(((Weapon("a"), 3),), THREE), Answers()).unsaved > 1
