"""What questions are drawn from: armies that meet, attacks that are played on the spot, what other editions say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, TypeVar

from shoot_cli.core.answers import Reason
from shoot_cli.core.drivers import Given, GivenTable, dice
from shoot_cli.core.quizzes.quiz import Quiz, quiz
from shoot_cli.core.record import Record
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry

T = TypeVar("T")
TRIES = 300  # pairs of units looked at before a question is given up


class Custom(Record):
    """How one edition does something that others do otherwise: one sentence, and the rule that says so."""

    text: str
    rule: str


class Others(NamedTuple):
    """Another edition, as far as learners mix it up with theirs."""

    title: str
    customs: Mapping[str, Custom]
    charts: Mapping[str, Callable[..., str | None]]


class Pair(NamedTuple):
    """Two armies, and the settings they are played with: every key of the ruleset."""

    shooter: Any
    target: Any
    settings: Mapping[str, str]


class Played(NamedTuple):
    """One attack, rolled: ``facts`` are the answers that were drawn for it."""

    shooter: Any
    target: Any
    facts: Mapping[str, Any]
    settings: Mapping[str, str]
    start: Any
    end: Any
    log: list[Entry]


class Source:
    """``pairs``: who can shoot at whom. ``own``: the learner named both lists, so only what they can meet is asked.

    Everything is drawn from ``random``: the same random numbers make the same questions.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        pairs: Iterable[Pair],
        random: Random,
        own: bool = False,
        others: Callable[[], tuple[Others, ...]] = tuple,
    ) -> None:
        self.ruleset, self.pairs, self.random, self.own = ruleset, tuple(pairs), random, own
        self._others = others
        self._known: tuple[Others, ...] | None = None

    # Drawing --------------------------------------------------------------------------------------------------------

    def one(self, things: Iterable[T]) -> T:
        return self.random.choice([*things])

    def weighed(self, things: Iterable[tuple[T, float]]) -> T | None:
        """One of the things by how much each weighs; None if there is none."""
        found = [(thing, weight) for thing, weight in things if weight > 0]
        if not found:
            return None
        return self.random.choices([thing for thing, _ in found], [weight for _, weight in found])[0]

    def units(self) -> Iterator[tuple[Any, Any, Mapping[str, str]]]:
        """Unit, the unit it shoots at, settings: drawn by chance, without end worth speaking of."""
        for _ in range(TRIES if self.pairs else 0):
            pair = self.random.choice(self.pairs)
            shooter, target = self.random.choice(pair.shooter.units), self.random.choice(pair.target.units)
            if not self.ruleset.closed(shooter, target):
                yield shooter, target, pair.settings

    def meeting(
        self, of: Callable[[Any, Any], Iterable[tuple[T, float]]], fits: Callable[[T], bool] = lambda thing: True
    ) -> T | None:
        """Something that meets something else, such as a weapon and a model, weighed by how often it will.

        :param of: attacker's unit, target's unit -> what meets, with its weight: shots, say
        :return: None if nothing that ``fits`` can meet in any pair of these armies
        """
        for shooter, target, _ in self.units():
            found = self.weighed((thing, weight) for thing, weight in of(shooter, target) if fits(thing))
            if found is not None:
                return found
        for pair in self.pairs:  # what is too rare to be found by chance
            every = ((a, b) for a in pair.shooter.units for b in pair.target.units if not self.ruleset.closed(a, b))
            found = self.weighed((thing, w) for a, b in every for thing, w in of(a, b) if fits(thing))
            if found is not None:
                return found
        return None

    def around(self, right: int, errors: Iterable[int], lowest: int = 0) -> list[int]:
        """Three wrong numbers, the errors first; how many are less than ``right`` is drawn, so place tells nothing."""
        known = [*errors]
        less = [n for n in dict.fromkeys((*known, right - 1, right - 2, right - 3)) if lowest <= n < right]
        more = [n for n in dict.fromkeys((*known, right + 1, right + 2, right + 3)) if n > right]
        kept = less[: self.random.randrange(4)]
        return [*kept, *more[: 3 - len(kept)]]

    # Attacks --------------------------------------------------------------------------------------------------------

    def attacks(
        self, fits: Callable[[Any, Any], bool] = lambda shooter, target: True, **facts: Any
    ) -> Iterator[Played]:
        """Attacks of units that fit, one after the other, with facts drawn as the edition wants to see them drilled.

        ``facts``: answers that are not drawn.
        """
        for shooter, target, settings in self.units():
            if not fits(shooter, target):
                continue
            drawn = {key: self.random.choice(values) for key, values in self.ruleset.practice.items()} | facts
            seed = str(self.random.random())
            table = GivenTable(Given(drawn, dice(seed)), seed)
            table.settings = settings
            start = self.ruleset.begin_attack(shooter, target)
            try:
                end = play(self.ruleset.attack, start, table)
            except ValueError:  # facts drawn by chance that do not go together
                continue
            yield Played(shooter, target, drawn, settings, start, end, table.log)

    # Questions ------------------------------------------------------------------------------------------------------

    def quiz(
        self, kind: str, text: str, right: str, wrong: Iterable[str], because: Iterable[Reason], **more: Any
    ) -> Quiz:
        """A question; see `quizzes.quiz.quiz` for what else can be said. :raises ValueError: nothing is wrong."""
        return quiz(self.random, kind, text, right, wrong, because, **more)

    # Other editions -------------------------------------------------------------------------------------------------

    @property
    def others(self) -> tuple[Others, ...]:
        if self._known is None:
            self._known = self._others()
        return self._known

    def elsewhere(self, chart: str, *inputs: Any) -> list[str]:
        """What the charts of this name in other editions say; charts that have no answer are left out."""
        found = (other.charts[chart](*inputs) for other in self.others if chart in other.charts)
        return [answer for answer in found if answer is not None]
