"""The order of attackers in which a target is destroyed most often: exactly, by branch and bound.

Whoever may choose the next attacker after each attack, knowing what it left, does at least as well as any order that is
fixed beforehand. What he can reach is worked out by going back from the last attacker (`Best.reach`), and bounds what
an order that begins with these attackers can come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from shoot_cli.attacks.succession import Attacks, Left

ALIKE = 1e-12  # chances that differ by less are the same
Counts = tuple[int, ...]  # how many of each kind of attacker are still to attack


class Worth(NamedTuple):
    """What is wanted, the first of it first: chances to destroy, and expected damage where these are alike."""

    destroyed: float
    damage: float

    def beats(self, other: Worth) -> bool:
        if abs(self.destroyed - other.destroyed) > ALIKE:
            return self.destroyed > other.destroyed
        return self.damage > other.damage + ALIKE * max(1.0, abs(other.damage))


class Found(NamedTuple):
    """An order, as attackers by their places, and what it is worth."""

    order: list[int]
    worth: Worth


def best_order(attacks: Attacks) -> list[int]:
    """The order that is worth most; the given one, if none is worth more."""
    every = [*range(len(attacks.tasks))]
    return Best(attacks).order_of(every).order


class Best:
    """Orders of some of these attackers. What was worked out for some of them is remembered for others."""

    def __init__(self, attacks: Attacks) -> None:
        self.attacks = attacks
        self.kinds = sorted({*attacks.kinds})
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.reached: dict[tuple[Counts, Left], Worth] = {}

    def counts_of(self, who: Sequence[int]) -> Counts:
        counts = [0] * len(self.kinds)
        for one in who:
            counts[self.place[self.attacks.kinds[one]]] += 1
        return tuple(counts)

    def reach(self, counts: Counts, left: Left) -> Worth:
        """No order of these attackers does better from here: the most of either that choosing on the way can reach."""
        from shoot_cli.core.budget import in_force

        if left is None:
            return Worth(1.0, 0.0)
        if not any(counts):
            return Worth(0.0, 0.0)
        found = self.reached.get((counts, left))
        if found is None:
            destroyed = damage = 0.0
            for place, rest in choices(counts):
                step = self.attacks.step(self.kinds[place], left)
                in_force().spend(20 * len(step.moves))
                ends = [(p, self.reach(rest, then)) for then, p in step.moves.items()]
                destroyed = max(destroyed, sum(p * end.destroyed for p, end in ends))
                damage = max(damage, step.damage + sum(p * end.damage for p, end in ends))
            found = self.reached[counts, left] = Worth(min(1.0, destroyed), damage)
        return found

    def bound(self, counts: Counts, chances: dict[Left, Any], so_far: float = 0.0) -> Worth:
        """No order that goes on from here with these attackers is worth more."""
        ends = [(p, self.reach(counts, left)) for left, p in chances.items()]
        return Worth(sum(p * end.destroyed for p, end in ends), so_far + sum(p * end.damage for p, end in ends))

    def order_of(self, who: Sequence[int]) -> Found:
        """The best order of these attackers; the one that they stand in, if none is worth more."""
        found = self.through([self.attacks.kinds[one] for one in who])
        found = self.better(self.counts_of(who), [], {self.whole: 1.0}, 0.0, found)
        return Found(self.named(found.order, who), found.worth)

    @property
    def whole(self) -> Left:
        from shoot_cli.attacks.succession import WHOLE

        return WHOLE

    def named(self, kinds: Sequence[int], who: Sequence[int]) -> list[int]:
        """The attackers of these kinds, alike ones in the order in which they stand."""
        waiting = [*who]
        order = []
        for kind in kinds:
            at = next(place for place, one in enumerate(waiting) if self.attacks.kinds[one] == kind)
            order.append(waiting.pop(at))
        return order

    def through(self, order: Sequence[int]) -> Found:
        """An order of kinds, and what it is worth."""
        chances: dict[Left, Any] = {self.whole: 1.0}
        damage = 0.0
        for kind in order:
            chances, more = self.next_of(kind, chances)
            damage += more
        return Found([*order], Worth(chances.get(None, 0.0), damage))

    def next_of(self, kind: int, chances: dict[Left, Any]) -> tuple[dict[Left, Any], float]:
        """What can remain when this one has attacked as well, and the damage that it can be expected to do."""
        from shoot_cli.attacks.succession import moved

        steps = {left: self.attacks.step(kind, left) for left in chances if left is not None}
        return moved(chances, steps), sum(p * steps[left].damage for left, p in chances.items() if left is not None)

    def better(self, counts: Counts, begun: list[int], chances: dict[Left, Any], damage: float, best: Found) -> Found:
        """The best order that begins so, if it is worth more than ``best``."""
        if not any(counts):
            worth = Worth(chances.get(None, 0.0), damage)
            return Found(begun, worth) if worth.beats(best.worth) else best
        ways = []
        for place, rest in choices(counts):
            then, more = self.next_of(self.kinds[place], chances)
            ways.append((self.bound(rest, then, damage + more), place, rest, then, damage + more))
        ways.sort(key=lambda way: (-way[0].destroyed, -way[0].damage, way[1]))
        for bound, place, rest, then, so_far in ways:
            if bound.beats(best.worth):
                best = self.better(rest, [*begun, self.kinds[place]], then, so_far, best)
        return best


def choices(counts: Counts) -> list[tuple[int, Counts]]:
    """Each kind that may be next, by its place, and who is left then."""
    return [(place, (*counts[:place], n - 1, *counts[place + 1 :])) for place, n in enumerate(counts) if n]
