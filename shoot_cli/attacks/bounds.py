"""How often a set of attackers destroys a target at most, told quickly: what would take long to work out need not be.

Suppose that each attacker could be had as often as one likes, the next one chosen after each attack, for a price that
is taken off the chance to destroy. The most that n attackers can reach that way is worked out once for all sets
(`Bounds.reach`). No order of n given attackers reaches more than that and the sum of their prices, since each of them
attacks once at most. Prices that rise with what an attacker does to the whole target, steeply or not, make bounds of
which the lowest holds; at the price of nothing it says how many attackers it takes at least.
"""

from __future__ import annotations

from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING

from shoot_cli.attacks.orders import GONE, UNTOUCHED, Counts
from shoot_cli.core.budget import in_force

if TYPE_CHECKING:
    from shoot_cli.attacks.orders import OrderSearch

STEEP = tuple(2 ** (n / 2) for n in range(-1, 14))  # the price of all together


class Bounds:
    """Of sets of the attackers of ``best``. ``every``: all there are, kind by kind."""

    def __init__(self, best: OrderSearch, every: Counts) -> None:
        self.best, self.every = best, every
        self.known: list[dict[tuple[int, int], float]] = [{} for _ in (0.0, *STEEP)]  # for each price

    @cached_property
    def does(self) -> tuple[float, ...]:
        """What each kind does to the whole target, as a share of what all of them do."""
        moves = [self.best.move(place, UNTOUCHED) for place in range(len(self.every))]
        kills = [dict(zip(move.ends, move.chances, strict=True)).get(GONE, 0.0) for move in moves]
        most = max(move.damage for move in moves) or 1.0
        raw = [move.damage / most + kill for move, kill in zip(moves, kills, strict=True)]
        whole = sum(map(mul, raw, self.every)) or 1.0
        return tuple(x / whole for x in raw)

    def fewest(self, wanted: float) -> int:
        """No fewer attackers than so many reach such a chance; one more than there are, where all of them do not."""
        for n in range(1, sum(self.every) + 1):
            if self.reach(0, n, UNTOUCHED) >= wanted:
                return n
        return sum(self.every) + 1

    def at_most(self, counts: Counts, wanted: float = 0.0) -> float:
        """The set does not destroy it more often. It is not looked for further, once it is less than ``wanted``."""
        n, share = sum(counts), sum(map(mul, self.does, counts))
        lowest = self.reach(0, n, UNTOUCHED)
        for nth, steep in enumerate(STEEP, 1):
            if lowest < wanted:
                break
            lowest = min(lowest, self.reach(nth, n, UNTOUCHED) + steep * share)
        return lowest

    def reach(self, nth: int, n: int, left: int) -> float:
        """The most that so many attackers of any kinds can reach, at the nth price; 0: for nothing."""
        if left == GONE:
            return 1.0
        if not n:
            return 0.0
        known = self.known[nth]
        if (found := known.get((n, left))) is None:
            steep, ways = STEEP[nth - 1] if nth else 0.0, []
            for place, does in enumerate(self.does):
                move = self.best.move(place, left)
                ways.append(sum(p * self.reach(nth, n - 1, end) for end, p in zip(move.ends, move.chances, strict=True))
                            - steep * does)  # fmt: skip
            in_force().spend(20 * len(ways))
            found = known[n, left] = max(ways)
        return found
