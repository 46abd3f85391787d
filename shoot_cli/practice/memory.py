"""What a learner remembers: every answer is kept, and each card knows when it should be asked again.

When that is, FSRS says (the library ``fsrs``): it takes a card to be remembered less and less, and due when the chance
of a right answer has fallen to 0.9.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.quiz.quiz import BY_KEY, LEVELS

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

    from shoot_cli.storage.records import DrillAnswer
    from shoot_cli.storage.store import Store

LATEST, ENOUGH = 10, 8  # so many right of the latest answers open the next level
AT_ONCE = 1 / 3  # of the seconds of a kind: a right answer as quick as that was easy

MINUTE = timedelta(minutes=1)  # by so much clocks are set right every day


class CardKnown(NamedTuple):
    """A card that has been asked. ``due``: when it should be asked again, in UTC. ``recalled``: the chance, 0 to 1,
    that it would be answered right now. ``state``: as it is kept, JSON.
    """

    due: datetime
    recalled: float
    state: str


class Level(NamedTuple):
    """The highest level that is open, and how many of the latest answers to its kinds were right, of so many."""

    level: int
    right: int
    latest: int

    @property
    def opens(self) -> int | None:
        """The level that opens next; None: all are open."""
        return self.level + 1 if self.level < LEVELS else None


class Memory:
    """Of one ruleset, in ``store``. ``now``: the time in UTC.

    ``damaged`` are cards that could not be read, by rule and kind: they count as never asked, and begin anew.
    """

    def __init__(
        self, store: Store, ruleset_name: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.store, self.ruleset, self.now = store, ruleset_name, now
        self.damaged: set[tuple[str, str]] = set()

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> None:
        """Keep one answer, and when its card is due again: both are on disk when this returns, or neither is.

        :param seconds: how long it took; None if that was not measured
        :raises KeyError: there is no such kind. :raises StorageError: it cannot be written.
        """
        from shoot_cli.storage.records import as_kept

        rated, at = rating(kind, right, seconds), self.now()

        def then(state: str | None) -> tuple[str, str]:
            card = (card_of(state, at) if state else None) or new_card(at)
            if not (right and learnt_today(card, at)):
                card, _ = self.scheduler.review_card(card, rated, at)
            return card.to_json(), as_kept(card.due)

        self.store.answered(self.ruleset, rule, kind, right, seconds, as_kept(at), then)

    def cards(self) -> dict[tuple[str, str], CardKnown]:
        """Every card that has been asked, by rule and kind; those that cannot be read go to ``damaged``."""
        found, at = {}, self.now()
        for kept in self.store.cards(self.ruleset):
            card = card_of(kept.state, at)
            if card is None:
                self.damaged.add((kept.rule, kept.kind))
            else:
                recalled = self.scheduler.get_card_retrievability(card, at)
                found[kept.rule, kept.kind] = CardKnown(card.due, recalled, kept.state)
        return found

    def answers(self) -> list[DrillAnswer]:
        """All of them, oldest first. :raises StorageError: they are damaged."""
        return self.store.answers(self.ruleset)

    def streak(self, rule: str, kind: str = "") -> int:
        """How many of the latest answers about ``rule`` in a row were right; ``kind`` "": asked in whatever way."""
        return self.store.streak(self.ruleset, rule, kind)

    def level(self) -> int:
        """The highest level that is open."""
        return self.standing().level

    def standing(self) -> Level:
        """Level 1 is open at first; the next opens with 8 right of the latest 10 answers to kinds of the one before,
        and stays open whatever is answered later.
        """
        latest: dict[int, deque[bool]] = {level: deque(maxlen=LATEST) for level in range(1, LEVELS + 1)}
        passed = set()
        for answer in self.answers():
            if answer.kind not in BY_KEY:  # of an earlier version, which asked in other ways
                continue
            level = BY_KEY[answer.kind].level
            latest[level].append(answer.right)
            if sum(latest[level]) >= ENOUGH:
                passed.add(level)
        level = next((level for level in range(1, LEVELS) if level not in passed), LEVELS)
        return Level(level, sum(latest[level]), len(latest[level]))

    @cached_property
    def scheduler(self) -> Scheduler:
        from fsrs import Scheduler

        return Scheduler(desired_retention=0.9, enable_fuzzing=False)  # the same answers give the same days


def rating(kind: str, right: bool, seconds: float | None) -> Rating:
    """What an answer tells the scheduler. :raises KeyError: there is no such kind."""
    from fsrs import Rating

    usual = BY_KEY[kind].seconds
    if not right:
        return Rating.Again
    if seconds is None:
        return Rating.Good
    return Rating.Hard if seconds > usual else Rating.Easy if seconds < usual * AT_ONCE else Rating.Good


def new_card(at: datetime) -> Card:
    from fsrs import Card

    return Card(card_id=0, due=at)  # the rule and the kind are its name; without a number it would wait for the clock


def learnt_today(card: Card, at: datetime) -> bool:
    """True if a right answer says nothing new: it would only put off the day on which the wait could grow, and to
    those who practise every day that day would never come.
    """
    from fsrs import State

    fresh = card.last_review is not None and at - card.last_review < timedelta(days=1)
    return card.state == State.Review and fresh and at < card.due


def card_of(state: str, at: datetime) -> Card | None:
    """The card that was kept as ``state``; None if it cannot be read, or cannot be one.

    One that was answered later than ``at`` was so by a clock that was wrong: it is due, or nobody would be asked before
    that day.
    """
    from fsrs import Card, State

    try:
        card = Card.from_json(state)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    if card.last_review is None or card.stability is None or card.difficulty is None:
        return None  # nothing is kept that was never answered
    step = card.step
    stepped = step is None if card.state == State.Review else type(step) is int and step >= 0
    numbers = isfinite(card.stability) and card.stability > 0 and 1 <= card.difficulty <= 10
    times = card.due.tzinfo == UTC and card.last_review.tzinfo == UTC
    if not (stepped and numbers and times):
        return None
    if card.last_review > at + MINUTE:
        card.last_review = card.due = at
    return card
