"""What a learner remembers: all answers are stored, and each card has a date when it is due.

The library `fsrs` computes the date. A card is due when the chance of a right answer has fallen to 0.9.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.quiz.quiz import BY_KEY, LEVELS
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from fsrs import Card as Remembered
    from fsrs import Rating, Scheduler

    from shoot_cli.storage.records import DrillAnswer
    from shoot_cli.storage.store import Store

ENOUGH = 8  # different cards of a level that were right, of whom the next one opens
AT_ONCE = 1 / 3  # share of a kind's usual seconds; a right answer as quick as this was easy

Card = tuple[str, str]  # rule, kind

MINUTE = timedelta(minutes=1)  # usual error of a clock


class CardKnown(NamedTuple):
    """A card that was asked. `due` is in UTC.

    `recalled` is the chance (0 to 1) of a right answer now. `state` is the stored JSON.
    """

    due: datetime
    recalled: float
    state: str


class Level(NamedTuple):
    """What is known of a level. It has so many `cards`, of which `met` were asked. `right` were right the last time.

    `passed` is True if the next level is open.
    """

    level: int
    right: int
    met: int
    cards: int
    passed: bool = False

    @property
    def opens(self) -> int | None:
        """Return the level that it opens; None if that is open, or there is none."""
        return None if self.passed or self.level >= LEVELS else self.level + 1


class Memory:
    """The stored answers of one ruleset. `now` returns the time in UTC.

    `damaged` holds cards (rule, kind) that cannot be read. They count as never asked. `take_back` undoes the latest
    answer, as if it had never been given; None if there is none, or it was undone.
    """

    take_back: Callable[[], None] | None = None

    def __init__(
        self, store: Store, ruleset_name: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.store, self.ruleset, self.now = store, ruleset_name, now
        self.basics = basics_of(ruleset_name)
        self.damaged: set[Card] = set()

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> None:
        """Store one answer and the new due date of its card, both or neither.

        :param seconds: time of the answer; None if not measured
        :raises KeyError: if the kind does not exist
        :raises StorageError: if it cannot be written
        """
        from fsrs import Rating

        from shoot_cli.storage.records import as_kept

        rated, when = rating(kind, right, seconds), self.now()

        def then(state: str | None) -> tuple[str, str]:
            known = card_of(state, when) if state else None
            card = known or new_card(when)
            if not (right and learnt_today(card, when)):
                # a first answer is never easy, because it may be a lucky guess
                card, _ = self.scheduler.review_card(card, rated if known else min(rated, Rating.Good), when)
            return card.to_json(), as_kept(card.due)

        self.take_back = self.store.answered(self.ruleset, rule, kind, right, seconds, as_kept(when), then)

    def cards(self) -> dict[Card, CardKnown]:
        """Return every asked card by (rule, kind); unreadable cards go to `damaged`."""
        known, when = {}, self.now()
        for kept in self.store.cards(self.ruleset):
            card = card_of(kept.state, when)
            if kept.aside and not kept.state:  # laid aside before its first answer
                continue
            if card is None:
                self.damaged.add((kept.rule, kept.kind))
            else:
                recalled = self.scheduler.get_card_retrievability(card, when)
                known[kept.rule, kept.kind] = CardKnown(card.due, recalled, kept.state)
        return known

    def laid_aside(self) -> list[Card]:
        """Return the cards that the learner laid aside."""
        return [(kept.rule, kept.kind) for kept in self.store.cards(self.ruleset) if kept.aside]

    def lay_aside(self, card: Card) -> None:
        """Lay a card aside, until it is answered again."""
        self.store.lay_aside(self.ruleset, *card)

    def answers(self) -> list[DrillAnswer]:
        """Return all answers, oldest first. :raises StorageError: if they are damaged"""
        return self.store.answers(self.ruleset)

    def streak(self, rule: str, kind: str = "") -> int:
        """Return how many of the latest answers about `rule` were right in a row; kind "" means all kinds."""
        return self.store.streak(self.ruleset, rule, kind)

    def level(self) -> int:
        """Return the highest open level."""
        return self.standing().level

    def standing(self, card: Card | None = None) -> Level:
        """Return what is known of the level of this card; None for the highest open level.

        A level opens when 8 different cards of the level before were right, each the last time. Then it stays open.
        """
        met: dict[int, dict[Card, bool]] = {level: {} for level in range(1, LEVELS + 1)}
        passed = set()
        for answer in self.answers():
            if answer.kind not in BY_KEY:  # a kind of an earlier version
                continue
            asked = answer.rule, answer.kind
            level = level_of(asked, self.basics)
            met[level][asked] = answer.right
            if sum(met[level].values()) >= ENOUGH:
                passed.add(level)
        level = next((level for level in range(1, LEVELS) if level not in passed), LEVELS)
        level = level_of(card, self.basics) if card else level
        cards = max(self.cards_of[level], len(met[level]))
        return Level(level, sum(met[level].values()), len(met[level]), cards, level in passed)

    @cached_property
    def cards_of(self) -> Counter[int]:
        """The number of cards of each level."""
        game = edition(self.ruleset)
        cards = {drill.card for drill in game.drill().DRILLS} if game else set()
        return Counter(level_of(card, self.basics) for card in cards)

    @cached_property
    def scheduler(self) -> Scheduler:
        from fsrs import Scheduler

        return Scheduler(desired_retention=0.9, enable_fuzzing=False)  # the same answers give the same dates


def basics_of(ruleset_name: str) -> Collection[Card]:
    """Return the plain cards of all steps, in the order of the phase; none for an unknown ruleset."""
    game = edition(ruleset_name)
    return () if game is None else game.drill().LESSON.basics


def level_of(card: Card, basics: Collection[Card]) -> int:
    """Return the level that asks this card: 1 for `basics`, else that of its kind."""
    return 1 if card in basics else BY_KEY[card[1]].level


def rating(kind: str, right: bool, seconds: float | None) -> Rating:
    """Return what an answer tells the scheduler. :raises KeyError: if the kind does not exist"""
    from fsrs import Rating

    usual = BY_KEY[kind].seconds
    if not right:
        return Rating.Again
    if seconds is None:
        return Rating.Good
    return Rating.Hard if seconds > usual else Rating.Easy if seconds < usual * AT_ONCE else Rating.Good


def new_card(when: datetime) -> Remembered:
    from fsrs import Card

    # cards are named by rule and kind; without an id, the library would wait for the clock
    return Card(card_id=0, due=when)


def learnt_today(card: Remembered, when: datetime) -> bool:
    """Return True if the card is not due and was reviewed in the last 24 hours: a right answer adds nothing.

    Another review would only delay its due date. For daily learners, its interval would never grow.
    """
    from fsrs import State

    fresh = card.last_review is not None and when - card.last_review < timedelta(days=1)
    return card.state == State.Review and fresh and when < card.due


def card_of(state: str, when: datetime) -> Remembered | None:
    """Return the card stored as `state`; None if it is unreadable or impossible.

    A card answered later than `when` had a wrong clock. It is due now, otherwise it would wait for that date.
    """
    from fsrs import Card, State

    try:
        card = Card.from_json(state)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    if card.last_review is None or card.stability is None or card.difficulty is None:
        return None  # only answered cards are stored
    step = card.step
    stepped = step is None if card.state == State.Review else type(step) is int and step >= 0
    numbers = isfinite(card.stability) and card.stability > 0 and 1 <= card.difficulty <= 10
    times = card.due.tzinfo == UTC and card.last_review.tzinfo == UTC
    if not (stepped and numbers and times):
        return None
    if card.last_review > when + MINUTE:
        card.last_review = card.due = when
    return card
