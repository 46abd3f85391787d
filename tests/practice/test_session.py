"""One sitting: what is kept of it, and what is said at its end."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from shoot_cli.engine.reasons import InputError, LayAside, Leave, Undo
from shoot_cli.practice.memory import Memory
from shoot_cli.practice.session import SPECIALS, Deck, DrillSession, Makers, due_words, quoted, time_words
from shoot_cli.practice.session import source as source_of
from shoot_cli.quiz.quiz import Drill
from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.helpers.each import each
from tests.helpers.samples import quick_ones
from tests.helpers.toy_drills import Clock, Pupil, source, toy

TODAY = date(2026, 3, 2)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock):
    with Store.open(tmp_path / "shoot.db") as store:
        yield Memory(store, "40k-7e", clock)


def sitting(memory, pupil, number: int = 8, names: str = "ABCDEFGHIJ") -> DrillSession:
    deck = Deck([toy(name) for name in names], memory, source())
    return DrillSession(deck, memory, pupil, lambda asked: asked < number, memory.now.seconds)


def test_the_score_the_time_and_what_to_read_again(memory, clock):
    found = sitting(memory, Pupil(clock, lambda rule: rule != "C"), 12)
    found.run()
    wrong = sum(not one.right for one in found.asked)
    assert {one.rule for one in found.asked if not one.right} == {"C"}
    score, again, *_ = found.summary()
    assert score == f"{12 - wrong} of 12 right, in 1:36 min."
    assert again == "Read again: shoot rules C"


def test_a_level_that_opened_is_said(memory, clock):
    first = sitting(memory, Pupil(clock, lambda rule: 1))
    first.run()
    assert (
        "Level 2 is open: which value counts, which targets are legal, who takes the next wound, what a 6 or a 1 does."
        in first.summary()
    )
    second = sitting(memory, Pupil(clock, lambda rule: 1))
    second.run()
    assert not any(line.startswith("Level") for line in second.summary())


def test_where_nothing_can_be_asked_nothing_was(memory, clock):
    found = sitting(memory, Pupil(clock, lambda rule: 1), names="")
    found.run()
    assert found.summary() == ["Nothing was asked."]


def test_whoever_leaves_keeps_what_was_answered(memory, clock):
    class Tired(Pupil):
        def ask(self, quiz, place):
            if place == 3:
                raise Leave
            return super().ask(quiz, place)

    found = sitting(memory, Tired(clock, lambda rule: 1))
    with pytest.raises(Leave):
        found.run()
    assert found.summary()[0] == "3 of 3 right, in 24 s."
    assert len(memory.answers()) == 3


def test_an_answer_is_on_disk_before_it_is_marked(memory, clock):
    kept = []

    class Looking(Pupil):
        def marked(self, quiz, right):
            kept.append(len(memory.answers()))

    sitting(memory, Looking(clock, lambda rule: 0.5), 4).run()
    assert kept == [1, 2, 3, 4]


class Slips(Pupil):
    """Answers wrong and takes that back: at the pause of the first question, at the question after the third."""

    asked_of: tuple[str, ...] = ()
    slips = 0

    def ask(self, quiz, place):
        self.asked_of += (quiz.rule,)
        if place == 3 and self.slips == 1:
            self.slips = 2
            raise Undo
        return super().ask(quiz, place)

    def marked(self, quiz, right):
        if not self.slips:
            self.slips = 1
            raise Undo


def kept(memory: Memory) -> tuple[object, object, object]:
    return memory.answers(), memory.store.cards("40k-7e"), memory.standing()


def test_a_slip_leaves_no_trace_and_is_asked_again(memory, clock):
    slipping = Slips(clock, lambda rule: 1)
    found = sitting(memory, slipping, 4)
    found.run()
    first, again, second, third, fourth, third_again, fourth_again = slipping.asked_of
    assert (first, third, fourth) == (again, third_again, fourth_again)
    assert len({first, second, third, fourth}) == 4
    assert (
        [one.rule for one in found.asked]
        == [answer.rule for answer in memory.answers()]
        == [first, second, third, fourth]
    )
    assert found.questions.asked == 4
    assert found.questions.new == 4


def test_what_is_known_is_as_before_the_slip(memory, clock):
    memory.answered("A", "hit", True, 3)
    before = kept(memory)
    memory.answered("A", "hit", False, 3)
    assert kept(memory) != before
    memory.take_back()
    assert kept(memory) == before


def test_a_card_laid_aside_is_asked_again_only_by_its_name(memory, clock):
    class Choosy(Pupil):
        put_away: tuple[object, ...] = ()
        asked_of: tuple[str, ...] = ()

        def ask(self, quiz, place):
            self.asked_of += (quiz.rule,)
            if place == 2 and not self.put_away:
                raise LayAside
            return super().ask(quiz, place)

        def laid_aside(self, card):
            self.put_away += (card,)

    choosy = Choosy(clock, lambda rule: 1)
    sitting(memory, choosy, 12).run()
    (card,) = choosy.put_away
    assert choosy.asked_of.count(card[0]) == 1
    assert memory.laid_aside() == [card]
    assert card not in memory.cards()
    assert not memory.damaged
    memory.answered(*card, True, 3)
    assert memory.laid_aside() == []
    assert card in memory.cards()
    known = memory.cards()
    memory.lay_aside(card)  # what is known of it stays
    assert memory.cards() == known
    assert memory.laid_aside() == [card]


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda one: one.short)
def test_a_number_shows_the_same_question_again(edition):
    drills = {drill.card: drill for drill in edition.drill().DRILLS}
    random = Random(4)
    for card in random.sample(sorted(drills), 12):
        drawing = source_of(edition.name, random)
        drawing.most = random.choice((None, 0, 3, 2 * SPECIALS))
        drawn = Makers([one for one in edition.drill().DRILLS if one.card == card], drawing).make(card)
        found, again = quoted(drawn.number.lower().replace(f"/{card[1]} ", f"/{card[1]}"), edition.name)
        assert (found.name, again) == (edition.name, drawn)


@pytest.mark.parametrize(("most", "told"), [(None, "None?"), (0, "0?"), (5, "5?"), (99, f"{SPECIALS - 2}?")])
def test_a_number_knows_how_simple_the_units_are(most, told):
    def make(source):
        return source.quiz(f"{source.most}?", "yes", ["no"], "it is so")

    drawing = source()
    drawing.most = most
    assert Makers([Drill("hit", "A", make)], drawing).make(("A", "hit")).quiz.text == told


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("7E-SAV-1/save", "is no number of a question; say all of it in quotes"),
        ("7E-SAV-999/save #11:197", "there is no card 7E-SAV-999/save"),
        ("7E-SAV-2/save #9:197", "was asked with other lists"),
        ("7E-SAV-2/save #10:197", "was asked with other lists"),
    ],
)
def test_what_is_no_number_is_said(number, said):
    with pytest.raises(InputError, match=said):
        quoted(number)


@pytest.mark.parametrize(("questions", "said"), [(9, "in this drill or the next"), (1, "when you drill next")])
def test_what_is_due_today_comes_back_when_somebody_is_asked(memory, clock, questions, said):
    deck = Deck([toy("A"), toy("B")], memory, source(1))
    sitting = DrillSession(deck, memory, Pupil(clock, lambda rule: 1), lambda asked: asked < questions, clock.seconds)
    sitting.put(deck.draw())
    assert sitting.comes_back() == f"It comes back {said}."


@each(
    ("days", "said"),
    [
        ([], ""),
        ([0], "1 question comes back when you drill next."),
        ([-3, 0], "2 questions come back when you drill next."),
        ([1, 1, 1], "3 questions come back tomorrow."),
        ([2, 7], "2 questions come back within a week."),
        ([0, 1, 1, 7, 8, 90], "1 question comes back when you drill next, 2 tomorrow, 1 within a week, 2 later."),
    ],
)
def test_what_comes_when(days, said):
    assert due_words([TODAY + timedelta(days=day) for day in days], TODAY) == said


def test_time_in_words():
    assert [time_words(seconds) for seconds in (0, 59.4, 59.6, 100, 3600)] == [
        "0 s",
        "59 s",
        "1:00 min",
        "1:40 min",
        "60:00 min",
    ]


def test_after_the_day_of_a_game_is_after_the_game(memory, clock):
    for _ in range(3):
        memory.answered("A", "hit", True, 5)
        clock.wait(days=20)
    sitting = DrillSession(
        Deck([toy("A")], memory, source(1)), memory, Pupil(clock, lambda rule: 0), lambda asked: False
    )
    sitting.card, today = ("A", "hit"), memory.now().date()
    memory.answered("A", "hit", True, 5)
    assert "days" in sitting.comes_back()
    assert sitting.comes_back(today + timedelta(days=3)) == "It comes back after your game."
    assert sitting.comes_back(today + timedelta(days=1000)) == sitting.comes_back()
