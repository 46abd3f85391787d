"""What the summary of an amendment says, and which attacks keep their answers when the order of a turn is another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.engine.questions import Choose, Decided, Facts, Need, Number, Option, Question, Roll, Total, Watch
from shoot_cli.engine.reasons import Reason, Undo
from shoot_cli.engine.ruleset import KindRow, UnitRow, in_force_once
from shoot_cli.replay.change_summary import (
    asked_again,
    dropped_rerolls,
    points_words,
    standing_words,
    summary,
    turn_words,
    waiting_words,
)
from shoot_cli.replay.history import Response
from shoot_cli.replay.journal import ChangedAnswer, Journal
from shoot_cli.replay.rebase import OldQuestion, questions_of
from tests.helpers.each import each

ROLL = Roll("wound:gun", 4, Need(4), text="gun: to wound")
FACES = {"first": [6, 4, 3, 1]}


# Words ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "answer", "thrown", "words"),
    [
        (ROLL, FACES, 0, ""),
        (ROLL.but(need=Need(3)), FACES, 0, "gun: to wound: 3+ instead of 4+, 1 more passes"),
        (ROLL.but(need=Need(6)), FACES, 0, "gun: to wound: 6+ instead of 4+, 1 fewer passes"),
        (ROLL.but(need=Need(2)), {"first": [6, 4, 3, 2]}, 0, "gun: to wound: 2+ instead of 4+, 2 more pass"),
        (ROLL.but(need=Need(None)), FACES, 0, "gun: to wound: - instead of 4+, 2 fewer pass"),
        (ROLL.but(need=Need(4, label="cover save")), FACES, 0,
         "gun: to wound: 4+ cover save instead of 4+, still 2 pass"),
        (ROLL.but(dice=2), {"first": [6, 4]}, 0, "gun: to wound: 2 dice instead of 4, still 2 pass"),
        (ROLL.but(dice=5), {"first": [6, 4, 3, 1, 5]}, 1,
         "gun: to wound: 5 dice instead of 4, 1 new die, 1 more passes"),
        (ROLL, {"passed": 4}, 0, "gun: to wound: 2 more pass"),
    ],
)  # fmt: skip
def test_what_became_of_dice(new, answer, thrown, words):
    assert turn_words(ChangedAnswer(new, ROLL, FACES, answer, thrown)) == words


def test_watched_faces_that_are_others_now():
    old = ROLL.but(watch=(Watch((6,)),))
    assert turn_words(ChangedAnswer(old, old, FACES, {"first": [6, 6, 3, 1]})) == "gun: to wound: 2 show 6, not 1"


def test_sums():
    total = Total("lead", 2, need=Need(7, or_less=True), text="Morale check")
    words = turn_words(ChangedAnswer(total.but(need=Need(9, or_less=True)), total, {"sum": 8}, {"sum": 8}))
    assert words == "Morale check: 9- instead of 7-"
    assert turn_words(ChangedAnswer(total, total, {"sum": 8}, {"sum": 6})) == "Morale check: 6 in all, not 8, passed"


def test_what_becomes_of_the_answers_after_the_one_that_was_changed():
    assert waiting_words(0) == []
    assert waiting_words(1) == ["1 later answer of this attack is kept if it still fits, or else asked again."]
    assert waiting_words(3)[0].startswith("3 later answers of this attack: those that still fit are kept")


def test_what_is_asked_again_says_why():
    turn = ChangedAnswer(
        ROLL, ROLL, {"passed": 2}, None, 0, "only the number that passed was typed, and they need 3+ now"
    )
    assert turn_words(turn) == f"gun: to wound: asked again, {turn.why}"
    assert asked_again([turn], ROLL) == [f"Asked again: {turn.why}."]
    assert asked_again([turn], ROLL.but(key="other")) == asked_again([], ROLL) == []


def row(left: int, note: str = "", *marks: str) -> Any:
    return (("Mob", (UnitRow("Boyz", left, 17, note, marks),)),)


@each(
    ("before", "after", "lines"),
    [
        (row(12), row(12), []),
        (row(12), row(14), ["Boyz: 2 stand up again, 14 of 17 models left"]),
        (row(12), row(13), ["Boyz: 1 stands up again, 13 of 17 models left"]),
        (row(12), row(11), ["Boyz: 1 falls as well, 11 of 17 models left"]),
        (row(12), row(0), ["Boyz: 12 fall as well, 0 of 17 models left"]),
        (row(12, "Nob 1 of 2"), row(12), ["Boyz: nobody is hurt"]),
        (row(12), row(12, "Nob 1 of 2"), ["Boyz: Nob 1 of 2"]),
        (row(12, "", "pinned"), row(12, "", "blind"), ["Boyz: no longer pinned", "Boyz: now blind"]),
    ],
)
def test_who_stands_up_and_who_falls(before, after, lines):
    assert standing_words(before, after) == lines


def mob(boys: int, nobs: int) -> Any:
    kinds = (KindRow("Boy", boys, 15, plural="Boyz"), KindRow("Boss Nob", nobs, 2))
    return (("Mob", (UnitRow("Shoota Boyz", boys + nobs, 17, kinds=kinds),)),)


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (mob(10, 2), mob(12, 2), ["Shoota Boyz: 2 Boyz stand up again, 14 of 17 models left"]),
        (mob(10, 1), mob(12, 2), ["Shoota Boyz: 2 Boyz, 1 Boss Nob stand up again, 14 of 17 models left"]),
        (mob(10, 2), mob(10, 1), ["Shoota Boyz: 1 Boss Nob falls as well, 11 of 17 models left"]),
        (mob(10, 1), mob(9, 2), ["Shoota Boyz: 1 Boss Nob stands up again, 1 Boy falls as well, 11 of 17 models left"]),
    ],
)  # fmt: skip
def test_each_kind_that_stands_up_or_falls_is_named(before, after, lines):
    assert standing_words(before, after) == lines


def test_a_reroll_that_is_dropped_is_told():
    again = {**FACES, "more": [{"by": "Command Re-roll", "first": [4]}]}
    assert turn_words(ChangedAnswer(ROLL.but(once=("wound",)), ROLL, again, FACES)).startswith(
        "gun: to wound: Command Re-roll dropped"
    )
    assert turn_words(ChangedAnswer(ROLL, ROLL, again, None)) == "gun: to wound: asked again, Command Re-roll dropped"
    given_up = [(Response("wound:gun", again, "me"), OldQuestion(ROLL))]
    assert summary([], given_up, row(12), row(12)) == ["Not asked any more: gun: to wound, Command Re-roll dropped"]


def test_what_was_never_asked_before_is_named_once_for_each_thing():
    new = [ChangedAnswer(ROLL.but(dice=n), None, None, {"passed": 1}, anew=True, place=n) for n in (2, 3)]
    new.append(ChangedAnswer(FIRST.but(text="Who is first?"), None, None, 1, anew=True, place=4))
    assert summary(new, [], row(12), row(12)) == ["gun: to wound: 5 new dice", "Asked anew: Who is first"]


def test_a_declaration_is_named_by_what_fires_without_its_facts():
    agreed = Decided(("in the open", "moved"), fires="5 boltguns", about="5 boltguns at Boyz")
    facts = Facts("facts:Boyz", (), text=agreed.sentence(), words=lambda values: agreed)
    assert summary([ChangedAnswer(facts, None, None, {}, anew=True)], [], row(12), row(12)) == [
        "Asked anew: 5 boltguns at Boyz"
    ]
    given_up = [(Response("facts:Boyz", {}, "me"), OldQuestion(facts))]
    assert summary([], given_up, row(12), row(12)) == ["Not asked any more: 5 boltguns at Boyz"]


def test_a_summary_calls_models_what_the_edition_calls_them():
    assert summary([], [], row(12), row(11), "stands") == ["Boyz: 1 falls as well, 11 of 17 stands left"]


def test_points_that_are_others_now_are_named():
    more = points_words(["River Watch", "Greens"], (3, 1), (3, 0))
    assert summary([], [], row(12), row(12), more=more) == ["Greens: 0 CP instead of 1"]
    assert points_words(["River Watch", "Greens"], None, (3, 0)) == []


def test_a_summary_is_never_empty():
    assert summary([], [], row(12), row(12)) == ["No roll and no unit comes out otherwise."]
    given_up = [(Response("hit:gun", FACES, "me"), OldQuestion(ROLL)), (Response("hit:gun", FACES, "me"), OldQuestion(ROLL)),
                (Response("x", 1, "me"), None), (Response("unit", "Grots", "me"), OldQuestion(unit(), attack=True))]  # fmt: skip
    assert summary([], given_up, row(12), row(12)) == [
        "Not asked any more: gun: to wound (2 times); x",
        "Not shot again as it was: Grots",
    ]


def test_what_was_offered_and_taken_is_named_by_its_question():
    """`yes` tells nobody what is dropped; and what was refused is not asked any more."""
    offer = Choose("after:Fury:Ants", (Option("no"), Option("yes")), "no", text="Ants: Fury?")
    for said, line in (("yes", "Dropped, with what came of it: Ants: Fury"), ("no", "Not asked any more: Ants: Fury")):
        given_up = [(Response(offer.key, said, "me"), OldQuestion(offer, attack=True))]
        assert summary([], given_up, row(12), row(12)) == [line]


# Attacks -------------------------------------------------------------------------------------------------------------


def unit(*closed: str) -> Question:
    names = ("Ants", "Bees", "Cats", "Dogs")
    return Choose("unit", tuple(Option(n, "", (Reason("dead", "X-1"),) if n in closed else ()) for n in names))


HIT = Roll("hit", 2, Need(4), text="hit")
FIRST = Number("first", 0, 9)


class At:
    """A table where the questions come as the test has them. ``asked``: those that somebody had to answer."""

    def __init__(self, *script: tuple[Question, Any, str, int]) -> None:
        self.kept: list[tuple[str, Any]] = []
        self.journal = Journal(self)
        self.by, self.new = "", None
        self.seat()
        for question, new, by, turn in script:
            self.ask(question, new, by, turn)
        self.log = questions_of(self.table.log)
        self.asked: list[str] = []

    def append(self, kind: str, payload: Any) -> None:
        self.kept.append((kind, dict(payload)))

    def seat(self) -> None:
        self.table = self.journal.seat(self.live, lambda q: self.by, lambda q: None)

    def live(self, question: Question, place: int) -> Any:
        if hasattr(self, "asked"):
            self.asked.append(question.key)
        if self.new is Undo:
            raise Undo
        return self.new

    def amend(self, at: int, answer: Any) -> None:
        self.journal.amend(at, self.journal.answers[at].but(answer=answer), self.log, "them")
        self.seat()
        self.asked = []

    def ask(self, question: Question, new: Any = None, by: str = "us", turn: int | None = 1) -> Any:
        self.by, self.new = by, new
        self.table.record, self.table.nominating = SimpleNamespace(turn=turn), question.key == "unit"
        self.table.ask(question)
        return self.table.log[-1].answer


def dice(*faces: int) -> dict[str, Any]:
    return {"first": [*faces]}


TURN = [
    (FIRST, 0, "us", 1),
    (unit(), "Ants", "us", 1), (HIT, dice(1, 1), "us", 1),
    (unit("Ants"), "Bees", "us", 1), (HIT, dice(2, 2), "us", 1),
    (unit(), "Ants", "them", 1), (HIT, dice(3, 3), "them", 1),
    (unit(), "Ants", "us", 2), (HIT, dice(4, 4), "us", 2),
]  # fmt: skip


def test_a_unit_that_is_dead_now_drops_its_attack_and_the_next_keeps_its_dice():
    at = At(*TURN)
    at.amend(0, 1)
    assert at.ask(FIRST) == 1
    assert at.ask(unit("Ants")) == "Bees"
    assert at.ask(HIT) == dice(2, 2)
    assert at.ask(unit(), by="them") == "Ants"
    assert at.ask(HIT, by="them") == dice(3, 3)
    assert at.asked == []
    assert [said.answer for said, _ in at.journal.given_up] == ["Ants"]
    assert at.journal.turns[-1].why == "“Ants” is closed: dead (X-1)"


def test_an_attack_more_leaves_the_others_their_dice():
    at = At(*TURN)
    at.amend(0, 1)
    at.ask(FIRST)
    for name, faces in (("Ants", (1, 1)), ("Bees", (2, 2))):
        assert at.ask(unit()) == name
        assert at.ask(HIT) == dice(*faces)
    assert at.ask(unit("Ants", "Bees"), "Cats") == "Cats"  # stood up again: nobody has said anything of it
    assert at.ask(HIT, dice(6, 6)) == dice(6, 6)
    assert at.asked == ["unit", "hit"]
    assert at.ask(unit(), by="them") == "Ants"
    assert at.ask(HIT, by="them") == dice(3, 3)
    assert at.ask(unit(), turn=2) == "Ants"
    assert at.ask(HIT, turn=2) == dice(4, 4)
    assert at.asked == ["unit", "hit"]
    assert [turn.question.key for turn in at.journal.turns if turn.anew] == ["unit", "hit"]
    assert not at.journal.history.waits()


def test_where_nobody_knows_the_turn_attacks_are_matched_in_order():
    at = At(*TURN)
    at.amend(0, 1)
    at.ask(FIRST)
    for name, faces, by in (("Ants", (1, 1), "us"), ("Bees", (2, 2), "us"), ("Ants", (3, 3), "them")):
        assert at.ask(unit(), by=by, turn=None) == name
        assert at.ask(HIT, by=by, turn=None) == dice(*faces)


def test_attacks_of_turns_that_are_over_wait_no_longer():
    at = At(*TURN)
    at.amend(0, 1)
    at.ask(FIRST)
    assert at.ask(unit(), turn=2) == "Ants"
    assert at.ask(HIT, turn=2) == dice(4, 4)
    assert not at.journal.history.carry
    assert len(at.journal.given_up) == 3


def test_dice_stay_with_their_roll_where_its_weapon_fires_in_another_mode():
    """As many dice, and of counts the same target number. Another gun, or a gun beside it, keeps its own."""
    hit = Roll("hit:gun (hot)", 2, Need(4), text="gun (hot): to hit")
    cold, wound, other = (hit.but(key=key) for key in ("hit:gun (cold)", "wound:gun (cold)", "hit:other (cold)"))
    at = At((unit(), "Ants", "us", 1), (FIRST, 0, "us", 1), (hit, {"passed": 1}, "us", 1),
            (wound.but(key="wound:gun (hot)"), {"passed": 1}, "us", 1), (other, {"passed": 0}, "us", 1))  # fmt: skip
    at.amend(1, 1)
    at.ask(unit())
    at.ask(FIRST)
    assert at.ask(other.but(key="hit:another (cold)"), {"passed": 2}) == {"passed": 2}
    assert at.ask(cold) == {"passed": 1}
    assert at.ask(wound.but(need=Need(3)), {"passed": 0}) == {"passed": 0}  # thrown anew: only the number was typed
    assert at.ask(wound.but(key="wound:gun (mild)")) == {"passed": 1}  # and it waits for a roll that it fits
    assert at.ask(other) == {"passed": 0}
    assert at.asked == ["hit:another (cold)", "wound:gun (cold)"]
    at.seat()  # as after a break: the answer has the key of today's question
    assert [at.ask(one) for one in (unit(), FIRST, other.but(key="hit:another (cold)"), cold)][3] == {"passed": 1}
    at = At((unit(), "Ants", "us", 1), (FIRST, 0, "us", 1), (hit, dice(1, 6), "us", 1), (cold, dice(4, 5), "us", 1))
    at.amend(1, 1)
    assert [at.ask(one) for one in (unit(), FIRST, cold)][2] == dice(4, 5)
    assert at.ask(cold.but(key="hit:gun (warm)", dice=1), dice(2)) == dice(2)  # fewer dice are another throw
    assert at.ask(cold.but(key="hit:gun (mild)", need=Need(2))) == dice(1, 6)


def test_one_side_does_not_shoot_with_the_dice_of_the_other():
    at = At(*TURN)
    at.amend(0, 1)
    at.ask(FIRST)
    assert at.ask(unit(), by="them") == "Ants"
    assert at.ask(HIT, by="them") == dice(3, 3)
    assert at.ask(unit()) == "Ants"
    assert at.ask(HIT) == dice(1, 1)
    assert at.asked == []


def test_what_an_attack_left_over_is_not_for_the_next():
    at = At((FIRST, 0, "us", 1), (unit(), "Ants", "us", 1), (HIT, dice(1, 1), "us", 1))
    at.amend(0, 1)
    at.ask(FIRST)
    at.ask(unit())
    assert at.journal.history.waits()
    assert at.ask(unit(), "Bees") == "Bees"  # nothing was hit with this time
    assert at.ask(HIT, dice(6, 6)) == dice(6, 6)
    assert [said.key for said, _ in at.journal.given_up] == ["hit"]


def test_undo_of_an_answer_in_the_middle_leaves_what_waits():
    more = Number("more", 0, 9)
    at = At(*TURN)
    at.amend(0, 1)
    at.ask(FIRST)
    at.ask(more, 5)
    assert [said.answer for said in at.journal.undo()] == [5]
    at.seat()
    at.table.asked = 1
    assert at.ask(more, 6) == 6
    assert [(turn.question.key, turn.answer) for turn in at.journal.turns] == [("first", 1), ("more", 6)]
    assert at.ask(unit()) == "Ants"
    assert at.ask(HIT) == dice(1, 1)
    assert at.kept[-1][0] == "answer"  # what was kept is told with the next thing that is said
    assert [said.answer for said in at.journal.undo()] == [1, 0]  # by now it is part of the change
    assert at.journal.answers[0].answer == 0
    assert len(at.journal.answers) == len(TURN)


def test_counts_where_a_single_die_matters_are_asked_for_once_more():
    twice = HIT.but(again=(1, 2, 3), watch=(Watch((1,), both=True),))
    at = At((FIRST, 0, "us", 1), (HIT, dice(1, 5), "us", 1))
    at.amend(0, 1)
    at.ask(FIRST)
    answers = [{"passed": 1, "watched": []}, dice(6)]
    texts = []

    def live(question: Question, place: int) -> Any:
        texts.append(question.text)
        return answers[len(texts) - 1] if len(texts) > 1 else {"passed": 1, "watched": [0]}

    at.live = live  # type: ignore[method-assign]
    at.seat()
    at.table.asked = 1
    assert at.ask(twice) == {"first": [1, 5], "again": [6]}
    assert texts == ["hit, rolled again", "hit, rolled again (type the faces)"]


def test_the_app_throws_other_dice_for_those_that_are_missing():
    from shoot_cli.input.answerers import dice as thrown
    from shoot_cli.replay.rebase import rebased

    old = HIT.but(dice=6)
    first = thrown(7)(old, 3)
    more = rebased(old.but(dice=12), old, first).missing
    assert thrown(7)(more, 3) != {"first": first["first"][: more.dice]}


def test_what_does_not_fit_is_asked_and_not_taken_from_a_later_question():
    at = At((FIRST, 0, "us", 1), (FIRST.but(key="far"), 9, "us", 1), (FIRST.but(key="far"), 2, "us", 1))
    at.amend(0, 1)
    at.ask(FIRST)
    near = FIRST.but(key="far", high=5)
    assert at.ask(near, 4) == 4
    assert at.ask(near) == 2
    assert at.asked == ["far"]


@pytest.mark.rule("EVE-10", "EVE-33")
def test_effects_that_begin_and_end_are_told_of_whom_they_are():
    """Otherwise nothing seems to change where an order was told in the midst of an attack."""

    def armies(*told: str, all_of_it: tuple[str, ...] = ()) -> Any:
        return (("Mob", (UnitRow("Boyz", 9, 9, in_force=told, of_army=all_of_it), UnitRow("Grots", 9, 9))),)

    assert summary([], [], armies("Stealth, this phase"), armies("+1 to hit, this turn")) == [
        "Boyz: no longer Stealth, this phase", "Boyz: now +1 to hit, this turn",
    ]  # fmt: skip
    assert summary([], [], armies(), armies(all_of_it=("all INFANTRY: Stealth, this phase",))) == [
        "Mob: now all INFANTRY: Stealth, this phase"
    ]


def test_an_effect_of_several_units_is_told_once():
    rows = [UnitRow(name, 9, 9, in_force=told) for name, told in
            (("Boyz", ("Stealth", "+1 to hit")), ("Grots", ("+1 to hit",)), ("Nobz", ()))]  # fmt: skip
    left, once = in_force_once(rows)
    assert [row.in_force for row in left] == [("Stealth",), (), ()]
    assert once == ("Boyz, Grots: +1 to hit",)


def test_only_a_reroll_that_the_new_answer_lacks_is_dropped() -> None:
    def answer(*who: str) -> dict[str, Any]:
        return {"faces": [1, 2], "more": [{"by": name, "face": 4} for name in who]}

    assert dropped_rerolls(answer("Command Re-roll"), answer()) == ["Command Re-roll dropped"]
    assert dropped_rerolls(answer("Command Re-roll", "Oath"), answer("Oath")) == ["Command Re-roll dropped"]
    assert dropped_rerolls(answer("Oath"), answer("Oath")) == dropped_rerolls(answer(), answer("Oath")) == []
