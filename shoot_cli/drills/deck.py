"""Which question comes next. Start reading at ``Deck.draw``.

Of a learner: what was answered wrong a moment ago; then what is due; then what is new, and what is remembered worst.
Of a class: what the seed says, whoever is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from shoot_cli.core.quizzes.quiz import LEVELS, Quiz
from shoot_cli.core.quizzes.source import Drill, Source
from shoot_cli.drills.memory import CardKnown, Memory

Card = tuple[str, str]  # rule, kind

BETWEEN = 3  # other questions, before what was answered wrong comes back
COMES_BACK = 3  # times in a session, at the most
A_SPECIAL = 2  # right answers of the latest: for so many a unit may have one special rule more
TRIES = 3  # for a question that was not put in the same words before


class Drawn(NamedTuple):
    """``card``: what the answer counts for."""

    card: Card
    quiz: Quiz


class Makers:
    """The drills by card, and the questions they make. ``cards`` loses those that have nothing to ask here."""

    def __init__(self, drills: Iterable[Drill], source: Source) -> None:
        self.source = source
        self.cards: dict[Card, list[Drill]] = {}
        for drill in drills:
            self.cards.setdefault(drill.card, []).append(drill)
        self.seen: set[tuple[str, str]] = set()

    def common(self, card: Card) -> int:
        return sum(drill.common for drill in self.cards[card])

    def make(self, card: Card) -> Drawn | None:
        """A question of this card, in new words if that is possible; None if there is none: then the card is gone."""
        drills, found = self.cards[card].copy(), None
        for _ in range(TRIES):
            quiz = None
            while drills and quiz is None:
                drill = self.source.weighed((one, one.common) for one in drills) or drills[0]
                quiz = drill.make(self.source)
                if quiz is None:
                    drills.remove(drill)
            if quiz is None:
                break
            found = quiz
            if (quiz.situation, quiz.text) not in self.seen:
                break
        if found is None:
            del self.cards[card]
            return None
        self.seen.add((found.situation, found.text))
        return Drawn(card, found)


class Deck:
    """For one learner, by what ``memory`` knows of them. ``level``: opened by hand up to here. ``basics``: rules that
    are asked before all others of level 1.
    """

    def __init__(
        self, drills: Iterable[Drill], memory: Memory, source: Source, level: int = 1, basics: Collection[str] = ()
    ) -> None:
        self.basics = basics
        self.makers = Makers(drills, source)
        self.memory, self.by_hand = memory, level
        self.level = self.open_level()
        self.asked = self.new = 0
        self.last: Card | None = None
        self.before: dict[Card, CardKnown] = {}  # what was known when the last question was drawn
        self.when: dict[Card, int] = {}  # the question of this session that a card was asked by last
        self.again: dict[Card, int] = {}  # what was wrong: from which question on it comes back
        self.came_back: Counter[Card] = Counter()

    def draw(self) -> Drawn | None:
        """The next question; None if no card can make one here."""
        self.makers.source.most = self.most_specials()
        while (card := self.next_card()) is not None:
            if drawn := self.makers.make(card):
                self.last = card
                return drawn
        return None

    def answered(self, card: Card, right: bool) -> None:
        """Said after the memory knows of it, so that a level may open."""
        back = card in self.again
        self.came_back[card] += back
        self.again.pop(card, None)
        self.asked += 1
        self.new += card not in self.when and card not in self.before
        self.when[card] = self.asked
        if not right and self.came_back[card] < COMES_BACK:
            self.again[card] = self.asked + BETWEEN
        if right:
            self.level = self.open_level()

    def open_level(self) -> int:
        """A level in which an edition, or a choice of its rules, has nothing to ask cannot keep the next one shut."""
        level = max(self.memory.level(), self.by_hand)
        there = {drill.level for drills in self.makers.cards.values() for drill in drills}
        while level < LEVELS and level not in there:
            level += 1
        return level

    def most_specials(self) -> int | None:
        """Level 1 begins with plain squads; special rules come one by one, with right answers."""
        return self.memory.standing().right // A_SPECIAL if self.level == 1 else None

    def next_card(self) -> Card | None:
        """See the module. The same card does not come twice running while there is another."""
        cards = self.makers.cards
        known = {card: one for card, one in self.memory.cards().items() if card in cards}
        self.before = known
        others = [card for card in cards if card != self.last]
        back = [card for card in others if card in self.again and self.again[card] <= self.asked]
        if back:
            return min(back, key=lambda card: self.again[card])
        # What was wrong so often today that it is given up for now would be due at once, again and again.
        free = [card for card in others if card not in self.again and self.came_back[card] < COMES_BACK]
        due = [card for card in free if card in known and known[card].due <= self.memory.now()]
        if due:
            return self.weakest(due, known)
        fresh = [card for card in free if card not in known and self.is_open(card)]
        if self.level == 1:
            fresh = [card for card in fresh if card[0] in self.basics] or fresh
        rest = [card for card in free if card in known and card not in self.when]
        if fresh and (not rest or 2 * (self.new + 1) <= self.asked + 1):
            return self.makers.source.weighed((card, self.makers.common(card)) for card in fresh)
        if rest:
            return self.weakest(rest, known)
        if met := [card for card in others if card in self.when or card in known]:
            return min(met, key=lambda card: (card not in self.again, self.again.get(card, 0), self.when.get(card, 0)))
        return self.last if self.last in cards else None

    def is_open(self, card: Card) -> bool:
        return any(drill.level <= self.level for drill in self.makers.cards[card])

    @staticmethod
    def weakest(cards: Iterable[Card], known: dict[Card, CardKnown]) -> Card:
        """What is most likely forgotten, then what has been due longest."""
        return min(cards, key=lambda card: (known[card].recalled, known[card].due, card))


class ClassDeck:
    """For a class: drawn by the random numbers of ``source`` alone, of all levels up to ``level``, so that everybody is
    asked the same, whatever they know and answer.
    """

    def __init__(self, drills: Iterable[Drill], source: Source, level: int = LEVELS) -> None:
        self.makers = Makers((drill for drill in drills if drill.level <= level), source)
        self.last: Card | None = None

    def draw(self) -> Drawn | None:
        """The next question; None if there is nothing left to ask."""
        cards = self.makers.cards
        while cards:
            others = [card for card in cards if card != self.last] or [*cards]
            card = self.makers.source.weighed((card, self.makers.common(card)) for card in others)
            assert card is not None
            if drawn := self.makers.make(card):
                self.last = card
                return drawn
        return None

    def answered(self, card: Card, right: bool) -> None:
        """It makes no difference."""
