"""The best order of attackers; bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.analysis.succession import WHOLE
from shoot_cli.engine.budget import in_force

if TYPE_CHECKING:
    from shoot_cli.analysis.succession import Attacks, Left


# The order of attackers in which a target is destroyed most often: exactly, by branch and bound.

ALIKE = 1e-12  # chances that differ by less are the same
UNTOUCHED, GONE = 0, 1  # what remains, by its number: all of it, nothing
Counts = tuple[int, ...]  # how many of each kind of attacker are still to attack
Chances = dict[int, float]  # what can remain, by its number


class OrderValue(NamedTuple):
    """What is wanted, the first of it first: chances to destroy, and expected damage where these are alike."""

    destroyed: float
    damage: float

    def beats(self, other: OrderValue) -> bool:
        if abs(self.destroyed - other.destroyed) > ALIKE:
            return self.destroyed > other.destroyed
        return self.damage > other.damage + ALIKE * max(1.0, abs(other.damage))


class AttackerOrder(NamedTuple):
    """An order, as attackers by their places, and what it is worth."""

    order: list[int]
    worth: OrderValue


class Transition(NamedTuple):
    """What an attack makes of what remains: what can remain then, by its number, and how likely it is."""

    ends: tuple[int, ...]
    chances: tuple[float, ...]
    damage: float


def best_order(attacks: Attacks) -> list[int]:
    """The order that is worth most; the given one, if none is worth more."""
    return OrderSearch(attacks).order_of([*range(len(attacks.tasks))]).order


class OrderSearch:
    """Orders of some of these attackers. What was worked out for some of them is remembered for others.

    Attackers are known by the place of their kind among all kinds, what remains by a number.
    """

    def __init__(self, attacks: Attacks) -> None:
        self.attacks = attacks
        self.kinds = sorted({*attacks.kinds})
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.lefts: list[Left] = [WHOLE, None]
        self.numbers: dict[Left, int] = {WHOLE: UNTOUCHED, None: GONE}
        self.moves: dict[tuple[int, int], Transition] = {}
        nobody = (0,) * len(self.kinds)
        self.destroying: dict[Counts, Chances] = {nobody: NoAttack({GONE: 1.0})}
        self.damaging: dict[Counts, Chances] = {nobody: NoAttack()}

    def counts_of(self, who: Sequence[int]) -> Counts:
        counts = [0] * len(self.kinds)
        for one in who:
            counts[self.place[self.attacks.kinds[one]]] += 1
        return tuple(counts)

    def move(self, place: int, left: int) -> Transition:
        found = self.moves.get((place, left))
        if found is None:
            step = self.attacks.step(self.kinds[place], self.lefts[left])
            found = self.moves[place, left] = Transition(
                tuple(map(self.number, step.moves)), tuple(map(float, step.moves.values())), float(step.damage)
            )
        return found

    def number(self, left: Left) -> int:
        found = self.numbers.setdefault(left, len(self.lefts))
        if found == len(self.lefts):
            self.lefts.append(left)
        return found

    # Bounds ----------------------------------------------------------------------------------------------------------

    def destroyed(self, counts: Counts, left: int) -> float:
        """No order of these attackers destroys it more often from here."""
        return self.reached(self.destroying, self.destroyed, lambda move: 0.0, counts, left)

    def damage(self, counts: Counts, left: int) -> float:
        """No order of these attackers can be expected to do more damage from here."""
        return self.reached(self.damaging, self.damage, lambda move: move.damage, counts, left)

    def reached(
        self,
        known: dict[Counts, Chances],
        further: Callable[[Counts, int], float],
        more: Callable[[Transition], float],
        counts: Counts,
        left: int,
    ) -> float:
        """The most that choosing on the way can reach."""
        row = known.setdefault(counts, {})
        found = row.get(left)
        if found is None:
            if left == GONE:
                found = 1.0 if known is self.destroying else 0.0
            elif not any(counts):
                found = 0.0
            else:
                found = 0.0
                for place, rest in choices(counts):
                    move = self.move(place, left)
                    then = known.setdefault(rest, {})
                    for end in move.ends:
                        if end not in then:
                            further(rest, end)
                    found = max(found, more(move) + sum(map(mul, move.chances, map(then.__getitem__, move.ends))))
                in_force().spend(20 * len(counts))
            row[left] = found
        return found

    def bound(self, counts: Counts, chances: Chances, so_far: float) -> OrderValue:
        """No order that goes on from here with these attackers is worth more."""
        destroyed = sum(p * self.destroyed(counts, left) for left, p in chances.items())
        return OrderValue(destroyed, so_far + sum(p * self.damage(counts, left) for left, p in chances.items()))

    # Orders ----------------------------------------------------------------------------------------------------------

    def order_of(self, who: Sequence[int]) -> AttackerOrder:
        """The best order of these attackers; the one that they stand in, if none is worth more."""
        found = self.through([self.place[self.attacks.kinds[one]] for one in who])
        found = self.better(self.counts_of(who), [], {UNTOUCHED: 1.0}, 0.0, found)
        return AttackerOrder(self.named(found.order, who), found.worth)

    def good_order_of(self, who: Sequence[int]) -> AttackerOrder:
        """An order that is worth more than those with one attacker elsewhere: quick, and seldom not the best one."""
        places = [self.place[self.attacks.kinds[one]] for one in who]
        best = self.through(sorted(places, key=lambda place: self.move(place, UNTOUCHED).damage))
        while True:
            before = best
            for at in range(len(places)):
                for to in range(len(places)):
                    order = [*best.order]
                    order.insert(to, order.pop(at))
                    if order != best.order and (found := self.through(order)).worth.beats(best.worth):
                        best = found
            if best is before:
                return AttackerOrder(self.named(best.order, who), best.worth)

    def named(self, places: Sequence[int], who: Sequence[int]) -> list[int]:
        """The attackers of these kinds, alike ones in the order in which they stand."""
        waiting, order = [*who], list[int]()
        for place in places:
            kind = self.kinds[place]
            order.append(waiting.pop(next(at for at, one in enumerate(waiting) if self.attacks.kinds[one] == kind)))
        return order

    def through(self, places: Sequence[int]) -> AttackerOrder:
        """An order of kinds, and what it is worth."""
        chances, damage = {UNTOUCHED: 1.0}, 0.0
        for place in places:
            chances, more = self.next_of(place, chances)
            damage += more
        return AttackerOrder([*places], OrderValue(chances.get(GONE, 0.0), damage))

    def next_of(self, place: int, chances: Chances) -> tuple[Chances, float]:
        """What can remain when one of this kind has attacked as well, and the damage that it can be expected to do."""
        found, damage = dict[int, float](), 0.0
        for left, p in chances.items():
            if left == GONE:
                found[GONE] = found.get(GONE, 0.0) + p
                continue
            move = self.move(place, left)
            damage += p * move.damage
            for end, q in zip(move.ends, move.chances, strict=True):
                found[end] = found.get(end, 0.0) + p * q
        in_force().spend(20 * len(found))
        return found, damage

    def better(
        self, counts: Counts, begun: list[int], chances: Chances, damage: float, best: AttackerOrder
    ) -> AttackerOrder:
        """The best order that begins so, if it is worth more than ``best``."""
        if not any(counts):
            worth = OrderValue(chances.get(GONE, 0.0), damage)
            return AttackerOrder(begun, worth) if worth.beats(best.worth) else best
        ways = []
        for place, rest in choices(counts):
            then, more = self.next_of(place, chances)
            ways.append((self.bound(rest, then, damage + more), place, rest, then, damage + more))
        ways.sort(key=lambda way: (-way[0].destroyed, -way[0].damage, way[1]))
        for bound, place, rest, then, so_far in ways:
            if bound.beats(best.worth):
                best = self.better(rest, [*begun, place], then, so_far, best)
        return best


class NoAttack(Chances):
    """Nothing comes of what is not there: nobody attacks any more."""

    def __missing__(self, left: int) -> float:
        return 0.0

    def __contains__(self, left: object) -> bool:
        return True


@lru_cache(10_000)
def choices(counts: Counts) -> tuple[tuple[int, Counts], ...]:
    """Each kind that may be next, by its place, and who is left then."""
    return tuple((place, (*counts[:place], n - 1, *counts[place + 1 :])) for place, n in enumerate(counts) if n)


# How often a set of attackers destroys a target at most, told quickly: what would take long to work out need not be.

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
