"""One die thrown again after all were seen: which it is, what the roll comes to, who may, and what changes leave of it."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.battle.luck import throws
from shoot_cli.engine.questions import Need, Question, Roll, Total, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Amend, BadAnswer, Reason, Undo
from shoot_cli.engine.single_reroll import RerollRights, SingleReroll, more_of, next_die, with_more
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answers import say
from shoot_cli.play.amendment import BACK, chosen, lying
from shoot_cli.replay.journal import Journal, dice_json, run
from shoot_cli.replay.rebase import rebased, with_missing

FOUR = Need(4, (Reason("skill 3", "X-HIT-1"),))
HIT = Roll("hit:gun", 3, FOUR, (Watch((6,)),), text="gun: to hit", once=("hit", "one hit"))
ONES = HIT.but(again=(1,))
BY = "Fortune"
MINE = SingleReroll(BY, ATTACKER, ("hit", "damage"), "X-1")
THEIRS = SingleReroll(BY, DEFENDER, ("save",), "X-1")
WORD = SingleReroll("one hit", ATTACKER, ("hit",), "X-2", True)


def again(*faces: int, by: str = BY) -> list[dict[str, Any]]:
    return [{"by": by, "first": [face]} for face in faces]


def test_the_roll_is_that_of_the_dice_as_they_lie_in_the_end() -> None:
    for *first, new in product(range(1, 7), repeat=4):
        answer = {"first": first, "more": again(new)}
        failed = next((face for face in first if face < 4), None)
        if failed is None:
            with pytest.raises(BadAnswer):
                HIT.read(answer)
            continue
        at = first.index(failed)
        assert HIT.read(answer) == HIT.read({"first": [*first[:at], new, *first[at + 1 :]]})


def test_no_die_is_rolled_a_third_time() -> None:
    for first, second, new in product(range(1, 7), repeat=3):
        answer = {"first": [6, first, 1], "again": [second] * ((first == 1) + 1)}
        if first in (2, 3):
            assert ONES.read(with_more(answer, BY, {"first": [new]})).passed == ONES.read(answer).passed + (new >= 4)
        else:
            with pytest.raises(BadAnswer, match="not rolled again already"):
                next_die(ONES, answer)
    two = with_more({"first": [1, 2, 6]}, BY, {"first": [1]})
    assert HIT.read(with_more(two, "one hit", {"first": [5]})).passed == 2  # the other one
    with pytest.raises(BadAnswer):
        next_die(HIT, with_more(two, "one hit", {"first": [5]}))


def test_counts_will_do_where_no_die_can_be_meant_but_a_failed_one() -> None:
    assert HIT.read({"passed": 1, "watched": [1], "more": [{"by": BY, "passed": 1, "watched": [1]}]}) == (
        HIT.read({"passed": 2, "watched": [2]})
    )
    assert next_die(HIT, {"passed": 2, "watched": [0]}).need == FOUR
    for roll, answer in (
        (HIT, {"passed": 3, "watched": [0]}),
        (ONES, {"passed": 1, "watched": [0]}),  # who knows whether it is the 1
        (HIT.but(watch=(Watch((3,)),)), {"passed": 1, "watched": [1]}),  # or the 3 that is counted
    ):
        with pytest.raises(BadAnswer):
            next_die(roll, answer)
    with pytest.raises(BadAnswer, match="by anybody's choice"):
        HIT.but(once=()).read({"first": [1, 1, 1], "more": again(6)})


@pytest.mark.parametrize("more", ["4", [4], [{"first": [4]}], 7])
def test_what_is_no_such_die_is_refused(more: Any) -> None:
    with pytest.raises(BadAnswer):
        HIT.read({"first": [1, 1, 1], "more": more})


def test_of_several_sums_it_is_the_lowest_and_one_alone_is_thrown_whole() -> None:
    damage = Total("damage", 2, text="damage", once=("damage",))
    assert damage.read({"first": [1, 2], "more": [{"by": BY, "first": [6, 5]}]}) == 11
    assert damage.read({"sum": 3, "more": [{"by": BY, "sum": 9}]}) == 9
    three = Total("attacks", 6, 3, once=("attacks",), each=2)
    assert next_die(three, {"first": [3, 3, 2, 1, 1, 1]}).dice == 2
    assert three.read({"first": [3, 3, 2, 1, 1, 1], "more": [{"by": BY, "first": [2, 3]}]}) == 6 + 5 + 3
    for total, answer in ((damage, {"first": [6, 6]}), (three, {"sum": 9}), (damage.but(again=(2, 3)), {"sum": 4})):
        with pytest.raises(BadAnswer):
            next_die(total, answer)
    low = damage.but(again=(2, 3))
    assert next_die(low, {"first": [2, 2]})
    with pytest.raises(BadAnswer):
        next_die(low, {"first": [1, 2], "again": [1, 1]})


def test_each_may_once_and_only_what_is_theirs() -> None:
    table = Table(lambda question, place: answers.pop(0))
    table.grant_rerolls(MINE, THEIRS, WORD)
    answers: list[Any] = [{"first": [1, 2, 3], "more": [*again(6), *again(5, by="one hit")]}]
    assert table.roll("hit:gun", 3, FOUR, once=("hit", "one hit")).passed == 2
    assert table.rights == RerollRights((THEIRS,), (MINE, WORD), True)
    answers = [{"first": [1, 2, 3], "more": again(6)}]
    assert table.roll("hit:other", 3, FOUR, once=("hit",)).passed == 0  # changed since: the right is used up
    assert table.log[-2].text.startswith("Fortune: not for this die any more")
    assert not table.rights.last
    assert WORD.fits(HIT)
    assert not WORD.fits(HIT.but(once=("hit",)))
    assert not MINE.fits(HIT.but(owner=DEFENDER))
    assert not MINE.fits(HIT.but(once=()))


def test_a_change_of_the_dice_before_leaves_what_still_fits() -> None:
    answer = {"first": [6, 2, 3], "more": again(5)}
    assert rebased(HIT, HIT, answer).answer == answer
    assert rebased(HIT.but(need=Need(2)), HIT, answer).answer == {"first": [6, 2, 3]}  # nothing has failed
    fitted = rebased(HIT.but(dice=4), HIT, answer)
    assert fitted.missing is not None
    assert with_missing(HIT.but(dice=4), fitted, {"first": [1]}) == {"first": [6, 2, 3, 1], "more": again(5)}
    counts = {"passed": 1, "watched": [0], "more": [{"by": BY, "passed": 1, "watched": [0]}]}
    assert rebased(HIT, HIT, counts).answer == counts


def test_it_is_said_counted_and_exported() -> None:
    answer = {"first": [6, 2, 3], "more": again(5)}
    assert say(HIT, answer) == "6 2 3, Fortune: 2 becomes 5"
    assert say(HIT, {"passed": 1, "watched": [0], "more": [{"by": BY, "passed": 0, "watched": [0]}]}).endswith("failed")
    entry = Entry("Roll to hit", HIT.but(luck="hits"), answer, HIT.read(answer))
    assert dice_json(HIT, entry)["more"] == again(5)

    class Sides:
        @staticmethod
        def sides(record: Any) -> tuple[str, str]:
            return "A", "B"

    found = throws([entry], [True], Sides)  # type: ignore[arg-type]
    assert sorted((one.dice, one.passed) for one in found) == [(1, 1), (3, 1)]


def test_luck_expects_no_second_throw_of_a_die_that_was_rolled_again() -> None:
    """18 dice at 3+ that re-roll 1s expect 14, one failed die more expects two thirds and not seven ninths."""
    roll = HIT.but(dice=18, need=Need(3), again=(1,), watch=(), luck="hits")
    answer = {"first": [6] * 13 + [2] * 5, "more": [{"by": BY, "first": [4]}]}

    class Sides:
        @staticmethod
        def sides(record: Any) -> tuple[str, str]:
            return "A", "B"

    found = throws([Entry("Roll to hit", roll, answer, roll.read(answer))], [True], Sides)  # type: ignore[arg-type]
    assert sum(one.dice * one.chance for one in found) == pytest.approx(14 + 2 / 3)
    assert sum(one.passed for one in found) == 14


def thrown(*answers: dict[str, Any]) -> Any:
    """A table on which these rolls to hit lie, in this order."""
    log = tuple(Entry("Roll to hit", HIT, one, HIT.read(one), attack=0) for one in answers)
    return SimpleNamespace(rights=RerollRights((MINE,)), log=log, asked=len(log), begun=(None, False, 0))


def test_a_die_is_named_by_what_it_shows_and_each_row_by_its_own() -> None:
    assert next_die(HIT, {"first": [6, 2, 1]}).text == "gun: to hit, the 2 again"
    assert next_die(HIT, {"passed": 1, "watched": [0]}).text == "gun: to hit, a failed die again"
    assert next_die(HIT.but(dice=1), {"passed": 0, "watched": [0]}).text == "gun: to hit, the failed die again"
    table, rows = thrown(first(6, 2, 1), first(2, 6, 1), first(5, 5, 3), first(2, 6, 3)), list[str]()

    def elsewhere(*about: Any, **how: Any) -> Any:
        return about

    class Player:
        def __init__(self, players: Any) -> None:
            pass

        def ask(self, question: Any, place: int) -> str:
            rows.extend(option.label or option.value for option in question.options)
            return BACK

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shoot_cli.play.amendment.Prompter", Player)
        found = lying(table, SimpleNamespace(last=lambda: 0))  # type: ignore[arg-type]
        assert chosen(found, elsewhere, lambda record: ("Reds", "Greens")) is None
    of = "1 of 3 passed, 1 showed 6): Fortune of Reds"
    assert rows == [
        f"gun: to hit, the 2 again ({of}, the last roll", f"gun: to hit, the 3 again ({of.replace('1', '2', 1).replace('1 showed', 'none showed')}",
        f"gun: to hit, the 2 again ({of}, 3 rolls ago", f"gun: to hit, the 2 again ({of}, 4 rolls ago", "all lie as they fell",
    ]  # fmt: skip


def test_no_die_is_rolled_again_after_its_phase() -> None:
    table, why = thrown(first(6, 2, 1)), list[str]()
    assert len(lying(table, SimpleNamespace(last=lambda: 0))) == 1  # type: ignore[arg-type]
    table.begun = None
    assert lying(table, SimpleNamespace(last=lambda: 0), why.append) == []  # type: ignore[arg-type]
    table.begun = (None, False, 1)  # another phase, in which nothing lies yet
    assert lying(table, SimpleNamespace(last=lambda: 0), why.append) == []  # type: ignore[arg-type]
    assert why == ["the phase is over"]


# In a game that is played ---------------------------------------------------------------------------------------------


def begin(record: Any, table: Table) -> Any:
    table.grant_rerolls(MINE)
    return record


def shoot(record: Any, table: Table) -> Any:
    hits = table.roll("hit", 3, FOUR, once=("hit",)).passed
    return (*record, table.roll("wound", hits, FOUR, once=("wound",)).passed, table.rights.used)


def played(*said: Any, shots: int = 2) -> tuple[Any, Journal]:
    """To the end; what is raised is wished at the prompt where it stands. Answers are in the order they are given."""
    journal, left = Journal(), [*said]

    def live(question: Question, place: int) -> Any:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def seat() -> Table:
        return journal.seat(live, lambda question: question.owner, lambda question: True)

    end = run((begin, *[shoot] * shots), (), journal, seat, lambda wish, answers: None)
    assert not left
    return end, journal


def first(*faces: int) -> dict[str, Any]:
    return {"first": [*faces]}


def test_at_the_next_prompt_and_only_once() -> None:
    wish = Amend(0, with_more(first(4, 1, 2), BY, first(6)), "A", True)
    end, journal = played(first(4, 1, 2), wish, first(4, 4), first(4, 1, 1), first(4))
    assert end == (2, (MINE,), 1, (MINE,))
    assert more_of(journal.answers[0].answer) == again(6)


def test_undo_takes_it_back_whole() -> None:
    wish = Amend(0, with_more(first(4, 1, 2), BY, first(6)), "A", True)
    end, journal = played(first(4, 1, 2), wish, Undo(), first(1), first(1, 1, 1))
    assert end == (0, (), 0, ())
    assert not more_of(journal.answers[0].answer)


def test_a_later_one_lapses_where_an_earlier_one_has_used_up_the_right() -> None:
    later = Amend(2, with_more(first(4, 1, 1), BY, first(4)), "A", True)
    earlier = Amend(0, with_more(first(4, 1, 2), BY, first(6)), "A", True)
    said = (first(4, 1, 2), first(4), first(4, 1, 1), later, first(4, 4), earlier, first(5), first(1, 1, 1))
    end, _ = played(*said, shots=3)
    assert end == (2, (MINE,), 1, (MINE,), 0, (MINE,))


def test_who_has_used_it_is_known_when_a_long_game_goes_on_from_its_middle() -> None:
    wish = Amend(0, with_more(first(1, 4, 2), BY, first(6)), "A", True)
    shots = [answer for _ in range(12) for answer in (first(4, 1, 1), first(4))]
    end, journal = played(first(1, 4, 2), wish, first(4, 4), *shots, Undo(), first(1), first(1, 1, 1), shots=14)
    assert end[1::2] == ((MINE,),) * 14
    assert journal.answers[-2].answer == first(1)
