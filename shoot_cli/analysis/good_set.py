"""A set of attackers that is enough, found quickly and not proven to be the smallest.

It is begun greedily. Units are then dropped and exchanged as long as that makes it smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from shoot_cli.analysis.attack_order import UNTOUCHED, Bounds, Counts, OrderSearch, OrderValue
from shoot_cli.engine.budget import TooMany

CLEAR = 0.02  # below this chance to destroy, damage says more of a set than the chance


class SetSearch(Protocol):
    """What is known of a search over sets: the wanted chance, the number of attackers of each kind, and costs."""

    wanted: float
    all: Counts
    best: OrderSearch
    bounds: Bounds

    def cost(self, counts: Counts) -> tuple[int, int]: ...


class GoodSet:
    """The smallest set that was found so far: `counts` of each kind, or None. Costs are those of the search."""

    def __init__(self, search: SetSearch) -> None:
        self.search = search
        self.counts: Counts | None = None
        self.cost: tuple[int, int] | None = None
        self.known: dict[Counts, OrderValue] = {}

    def seek(self) -> None:
        """Look for sets until none is better, or the time is up."""
        try:
            for counts in self.begun():
                self.improve(self.pruned(counts))
        except (TooMany, MemoryError):
            pass  # what was found is enough

    def worth(self, counts: Counts) -> OrderValue:
        """Return the value of a good order: the attackers that do the least go first."""
        found = self.known.get(counts)
        if found is None:
            best = self.search.best
            places = [place for place, n in enumerate(counts) for _ in range(n)]
            order = sorted(places, key=lambda place: best.move(place, UNTOUCHED).damage)
            found = self.known[counts] = best.through(order).worth
        return found

    def enough(self, counts: Counts) -> bool:
        """Return True if the set destroys the target often enough, and remember it if it is the smallest."""
        if self.worth(counts).destroyed < self.search.wanted:
            return False
        cost = self.search.cost(counts)
        if self.cost is None or cost < self.cost:
            self.counts, self.cost = counts, cost
        return True

    # Where to begin --------------------------------------------------------------------------------------------------

    def begun(self) -> Iterator[Counts]:
        """Yield sets that are enough: of those that do most for their cost, that do most, and that add most."""
        search = self.search
        does = search.bounds.does
        prices = [search.cost(one_of(place, len(does)))[0] or 1 for place in range(len(does))]
        for weight in (lambda place: -does[place] / prices[place], lambda place: -does[place]):
            yield from self.filled(sorted(range(len(does)), key=weight))
        counts = (0,) * len(does)
        while not self.enough(counts):
            now = self.worth(counts)
            more = [place for place, n in enumerate(counts) if n < search.all[place]]
            if not more:
                return
            gains = {place: self.gain(now, self.worth(changed(counts, place, 1))) / prices[place] for place in more}
            counts = changed(counts, max(more, key=gains.__getitem__), 1)
        yield counts

    def gain(self, now: OrderValue, then: OrderValue) -> float:
        clear = then.destroyed >= CLEAR
        return 1 + then.destroyed - now.destroyed if clear else (then.damage - now.damage) / (1 + then.damage)

    def filled(self, places: Iterable[int]) -> Iterator[Counts]:
        """Yield the set with attackers of these kinds, in this order, as soon as it is enough."""
        counts = (0,) * len(self.search.all)
        for place in places:
            for _ in range(self.search.all[place]):
                counts = changed(counts, place, 1)
                if self.enough(counts):
                    yield counts
                    return

    # How to make it smaller ------------------------------------------------------------------------------------------

    def pruned(self, counts: Counts) -> Counts:
        """Return the set without attackers that it does not need, the dearest first."""
        while True:
            for less in sorted(self.without_one(counts), key=self.search.cost):
                if self.enough(less):
                    counts = less
                    break
            else:
                return counts

    def improve(self, counts: Counts) -> None:
        """Exchange one or two attackers for one or two others, as long as that makes the set smaller."""
        better: Counts | None = counts
        while better is not None:
            counts, better = better, None
            cost = self.search.cost(counts)
            for other in self.exchanged(counts):
                if self.search.cost(other) < cost and self.enough(other):
                    better = self.pruned(other)
                    break

    def without_one(self, counts: Counts) -> list[Counts]:
        return [changed(counts, place, -1) for place, n in enumerate(counts) if n]

    def with_one(self, counts: Counts) -> list[Counts]:
        return [changed(counts, place, 1) for place, n in enumerate(counts) if n < self.search.all[place]]

    def exchanged(self, counts: Counts) -> Iterator[Counts]:
        less = self.without_one(counts)
        fewer = list(dict.fromkeys(two for one in less for two in self.without_one(one)))
        for one in (*less, *fewer):
            yield from self.with_one(one)
        for one in (*less, *fewer):
            for more in self.with_one(one):
                yield from self.with_one(more)


def one_of(place: int, kinds: int) -> Counts:
    return changed((0,) * kinds, place, 1)


def changed(counts: Counts, place: int, by: int) -> Counts:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
