"""Which question comes next."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from shoot_cli.practice import session
from shoot_cli.practice.memory import Memory
from shoot_cli.practice.session import COMES_BACK, ClassDeck, Deck
from shoot_cli.quiz.quiz import NothingToAsk
from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.benchmarks.learners import course
from tests.helpers.samples import quick_ones
from tests.helpers.toy_drills import Clock, dumb, source, toy

WRONG, RIGHT = False, True


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock):
    with Store.open(tmp_path / "shoot.db") as store:
        yield Memory(store, "40k-7e", clock)


def drawn(deck, memory, number: int, right=lambda rule: RIGHT, seconds: float = 8) -> list[str]:
    """The rules of so many questions."""
    found = []
    for _ in range(number):
        card = deck.draw().card
        mark = right(card[0])
        memory.answered(*card, mark, seconds)
        memory.now.wait(seconds=10)
        deck.answered(card, mark)
        found.append(card[0])
    return found


def known(memory, *rules: str) -> None:
    """Learned, one after the other, a minute apart: due in weeks."""
    for rule in rules:
        for _ in range(3):
            memory.answered(rule, "hit", RIGHT, 1)
        memory.now.wait(minutes=1)


def toys(names: str):
    return [toy(name) for name in names]


def test_what_was_wrong_comes_back_after_three_others(memory):
    asked = drawn(Deck(toys("ABCDEFGHIJ"), memory, source()), memory, 9, mistakes := OnlyFirst())
    missed = mistakes.rule
    assert asked[0] == asked[4] == missed
    assert asked.count(missed) == 2


class OnlyFirst:
    """Wrong about the first rule that is asked, the first time."""

    rule = ""

    def __call__(self, rule: str) -> bool:
        before, self.rule = self.rule, self.rule or rule
        return bool(before)


def test_what_is_always_wrong_comes_back_three_times(memory):
    deck = Deck(toys("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), memory, source())
    first: list[str] = []

    def right(rule: str) -> bool:
        first.append(rule)
        return rule != first[0]

    asked = drawn(deck, memory, 24, right)
    places = [place for place, rule in enumerate(asked) if rule == first[0]]
    assert places == [0, 4, 8, 12]
    assert len(places) == 1 + COMES_BACK


def test_due_cards_come_before_new_ones_and_the_weakest_first(memory, clock):
    known(memory, "A", "B")
    clock.wait(days=200)
    known(memory, "C")
    clock.wait(days=100)
    due = {card[0]: one.recalled for card, one in memory.cards().items() if one.due <= clock()}
    assert due.keys() == {"A", "B", "C"}
    asked = drawn(Deck(toys("XYZCBA"), memory, source()), memory, 4)
    assert asked[:3] == sorted(due, key=lambda rule: (due[rule], rule))
    assert asked[2] == "C"
    assert asked[3] in "XYZ"


def test_new_cards_are_at_most_half_while_others_are_there(memory):
    known(memory, *"ABCDEFGH")
    asked = drawn(Deck(toys("ABCDEFGHXYZUVW"), memory, source()), memory, 10)
    for number in range(1, 11):
        assert sum(rule in "XYZUVW" for rule in asked[:number]) <= number / 2
    assert sum(rule in "XYZUVW" for rule in asked) == 5
    assert len({*asked}) == 10


def test_all_is_new_to_who_knows_nothing(memory):
    assert sorted(drawn(Deck(toys("ABCDEF"), memory, source()), memory, 6)) == [*"ABCDEF"]


def test_with_nothing_due_or_new_the_weakest_is_asked(memory, clock):
    known(memory, *"AB")
    clock.wait(days=3)
    known(memory, "C")
    clock.wait(days=1)
    assert drawn(Deck(toys("CBA"), memory, source()), memory, 3) == ["A", "B", "C"]


def test_common_rules_come_first(memory):
    first = [Deck([toy("A", common=9), toy("B")], memory, source(seed)).draw().card[0] for seed in range(200)]
    assert 160 < first.count("A") < 200


@pytest.mark.parametrize("right", [lambda rule: RIGHT, lambda rule: WRONG, lambda rule: rule == "A"])
def test_no_card_comes_twice_running(memory, right):
    asked = drawn(Deck(toys("ABC"), memory, source()), memory, 40, right)
    assert all(one != other for one, other in pairwise(asked))


def test_who_takes_long_is_not_asked_at_once_what_has_become_due(memory, clock):
    deck = Deck(toys("AB"), memory, source())
    first = drawn(deck, memory, 1)
    clock.wait(hours=1)
    assert memory.cards()[first[0], "hit"].due < clock()
    assert drawn(deck, memory, 1) != first


def test_a_single_card_is_asked_again_and_again(memory):
    assert drawn(Deck(toys("A"), memory, source()), memory, 6, lambda rule: WRONG) == ["A"] * 6


def test_a_rule_with_nothing_to_ask_is_skipped(memory):
    asked = []

    def nothing(source):
        asked.append(1)
        raise NothingToAsk

    assert {*drawn(Deck([dumb("A").but(maker=nothing), toy("B"), toy("C")], memory, source()), memory, 12)} == {*"BC"}
    assert len(asked) == 2  # of simple units, then of any; never again


def test_nothing_at_all_to_ask(memory):
    assert Deck([dumb("A")], memory, source()).draw() is None
    assert ClassDeck([dumb("A")], source()).draw() is None


def test_the_same_words_are_not_used_twice_if_there_are_others(memory):
    def make(source):
        number = source.random.randrange(3)
        return toy("A").make(source).but(text=f"Question {number}?")

    alike = 0
    for seed in range(60):
        deck = Deck([toy("A").but(maker=make)], memory, source(seed))
        alike += deck.draw().quiz.text == deck.draw().quiz.text
    assert alike < 10  # of 60, where chance alone makes it 20


# Levels ---------------------------------------------------------------------------------------------------------------


def test_closed_levels_are_not_asked(memory):
    deck = Deck([*toys("ABEFGHIJKL"), toy("C", "six"), toy("D", "order")], memory, source())
    assert not {*"CD"} & {*drawn(deck, memory, 8)}


def test_a_level_opens_in_the_middle_of_a_session(memory):
    deck = Deck([*toys("ABEFGHIJKL"), *(toy(rule, "six", 99) for rule in "CD")], memory, source())
    assert not {*"CD"} & {*drawn(deck, memory, 8)}
    assert {*"CD"} & {*drawn(deck, memory, 4)}


def test_a_level_of_few_cards_opens_the_next_when_all_were_right(memory):
    """As those of two lists, or of one step."""
    deck = Deck([toy("A"), toy("B"), toy("C", "six")], memory, source())
    assert {*drawn(deck, memory, 2, lambda rule: rule != "A")} == {*"AB"}
    assert deck.level == 1
    assert "C" in drawn(deck, memory, 6)


def test_a_level_opened_by_hand(memory):
    drills = [toy("A"), toy("C", "six"), toy("D", "order"), toy("E", "estimate")]
    assert {*drawn(Deck(drills, memory, source(), level=3), memory, 3)} == {*"ACD"}


def test_a_level_with_no_drills_keeps_nothing_shut(memory):
    assert drawn(Deck([toy("D", "order")], memory, source()), memory, 1) == ["D"]


# A class --------------------------------------------------------------------------------------------------------------


def test_a_seed_asks_the_same_of_everybody(memory):
    drills = [toy("A"), toy("B", "six"), toy("C", "order", 3)]

    def dealt(seed: int, right) -> list:
        deck, found = ClassDeck(drills, source(seed)), []
        for _ in range(20):
            one = deck.draw()
            deck.answered(one.card, right(one.card[0]))
            found.append(one.quiz)
        return found

    assert dealt(3, lambda rule: RIGHT) == dealt(3, lambda rule: WRONG) != dealt(4, lambda rule: RIGHT)


def test_a_seed_keeps_to_the_levels(memory):
    deck = ClassDeck([toy("A"), toy("B", "six"), toy("C", "order")], source(), level=2)
    assert {deck.draw().card[0] for _ in range(30)} == {*"AB"}


def test_level_1_begins_with_plain_squads_and_special_rules_come_with_right_answers(memory):
    """Units that do nothing but have so many special rules."""

    class Unit:
        def __init__(self, rules: int) -> None:
            self.rules = rules

    class Army:
        units = (Unit(5), Unit(1), Unit(3), Unit(0))

    seen = []

    def looking(source):
        seen.append({unit.rules for unit in source.simple(Army)})
        return toy("A").maker(source)

    drawn_from = source()
    drawn_from.specials = lambda unit: unit.rules
    deck = Deck([*[toy(rule).but(maker=looking) for rule in "ABCDEFGHIJ"], toy("Z", "six")], memory, drawn_from)
    drawn(deck, memory, 8)
    assert seen[0] == {0}
    assert {0, 1} in seen
    assert {0, 1, 3} in seen
    assert deck.level == 2
    deck.draw()
    assert drawn_from.most is None


def test_what_no_simple_unit_has_is_asked_of_others(memory):
    asked = []

    def only_of_others(source):
        asked.append(source.most)
        if source.most is not None:
            raise NothingToAsk
        return toy("A").maker(source)

    assert Deck([toy("A").but(maker=only_of_others)], memory, source()).draw()
    assert asked == [0, None]


def test_somebody_who_knows_nothing_is_asked_the_basics_first(memory):
    memory.basics = (("J", "hit"), ("X", "order"), ("F", "hit"))
    drills = [*toys("ABCDEFGHIJ"), toy("X", "order"), toy("Y", "order")]
    assert drawn(Deck(drills, memory, source()), memory, 3) == ["J", "X", "F"]


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_every_edition_begins_with_one_or_two_plain_cards_of_every_step(edition):
    drills = edition.drill()
    cards = {drill.card: drill for drill in drills.DRILLS}
    basics = drills.LESSON.basics
    assert len({*basics}) == len(basics)
    assert {*basics} <= cards.keys()
    kinds = [kind for _, kind in basics]
    assert {"eligible", "targets", "hit", "wound", "allocate", "save", "bookkeeping", "order"} <= {*kinds}
    assert all(kinds.count(kind) <= 3 for kind in kinds)
    assert all(cards[card].common > 1 for card in basics)  # an exception comes later
    assert any("cover" in rule.title.lower() for rule in edition.rulebook() if rule.id in {rule for rule, _ in basics})
    words = source_of(edition)
    assert all(cards[card].make(words) for card in basics)


def source_of(edition):
    return session.source(edition.name, Random("basics"))


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_every_step_is_met_within_three_days(edition, tmp_path):
    """Ten questions a day, four of five right."""
    for seed in range(3):
        days, _ = course(edition, 3, folder(tmp_path, seed), seed)
        assert days[1] in (1, 2, 3), seed


def folder(above, seed):
    (found := above / str(seed)).mkdir()
    return found
