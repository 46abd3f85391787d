"""The order of attackers that destroys a target most often, found exactly by branch and bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.analysis.succession import WHOLE
from shoot_cli.engine.budget import in_force

if TYPE_CHECKING:
    from shoot_cli.analysis.succession import Attacks, Left


ALIKE = 1e-12  # chances that differ by less are equal
UNTOUCHED, GONE = 0, 1  # numbers of two states of the target: complete, and destroyed
Counts = tuple[int, ...]  # for each kind of attacker, how many still attack
Chances = dict[int, float]  # chances of the states of the target, by their number


class OrderValue(NamedTuple):
    """The value of an order: the chance to destroy; expected damage decides between equal chances."""

    destroyed: float
    damage: float

    def beats(self, other: OrderValue) -> bool:
        if abs(self.destroyed - other.destroyed) > ALIKE:
            return self.destroyed > other.destroyed
        return self.damage > other.damage + ALIKE * max(1.0, abs(other.damage))


class AttackerOrder(NamedTuple):
    """An order (attackers by index), and its value."""

    order: list[int]
    worth: OrderValue


class Transition(NamedTuple):
    """The effect of an attack on a state: the numbers of the next states, their chances, and the expected damage."""

    ends: tuple[int, ...]
    chances: tuple[float, ...]
    damage: float


def best_order(attacks: Attacks) -> list[int]:
    """Return the best order; the given one, if no order is better."""
    return OrderSearch(attacks).order_of([*range(len(attacks.tasks))]).order


class OrderSearch:
    """A search for orders of subsets of these attackers, which share their partial results. Attackers are known by the
    index of their kind, states of the target by a number.
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
        """Return the effect of one attack by this kind on a state; it is computed once."""
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
        """Return a chance to destroy that no order of these attackers can exceed from here."""
        return self.reached(self.destroying, self.destroyed, lambda move: 0.0, counts, left)

    def damage(self, counts: Counts, left: int) -> float:
        """Return expected damage that no order of these attackers can exceed from here."""
        return self.reached(self.damaging, self.damage, lambda move: move.damage, counts, left)

    def reached(
        self,
        known: dict[Counts, Chances],
        further: Callable[[Counts, int], float],
        more: Callable[[Transition], float],
        counts: Counts,
        left: int,
    ) -> float:
        """Return the best result if the next attacker could be chosen after each attack."""
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
        """Return a value that no order of these attackers can exceed from here."""
        destroyed = sum(p * self.destroyed(counts, left) for left, p in chances.items())
        return OrderValue(destroyed, so_far + sum(p * self.damage(counts, left) for left, p in chances.items()))

    # Orders ----------------------------------------------------------------------------------------------------------

    def order_of(self, who: Sequence[int]) -> AttackerOrder:
        """Return the best order of these attackers; their own order, if no order is better."""
        found = self.through([self.place[self.attacks.kinds[one]] for one in who])
        found = self.better(self.counts_of(who), [], {UNTOUCHED: 1.0}, 0.0, found)
        return AttackerOrder(self.named(found.order, who), found.worth)

    def good_order_of(self, who: Sequence[int], enough: float = 2.0) -> AttackerOrder:
        """Return an order that moving a single attacker cannot improve: quick, and usually the best.

        :param enough: the chance to destroy with which the first order that reaches it is returned; 2.0 means none
        """
        places = [self.place[self.attacks.kinds[one]] for one in who]
        best = self.through(sorted(places, key=lambda place: self.move(place, UNTOUCHED).damage))
        while best.worth.destroyed < enough:
            before = best
            for at in range(len(places)):
                for to in range(len(places)):
                    order = [*best.order]
                    order.insert(to, order.pop(at))
                    if order != best.order and (found := self.through(order)).worth.beats(best.worth):
                        best = found
            if best is before:
                break
        return AttackerOrder(self.named(best.order, who), best.worth)

    def named(self, places: Sequence[int], who: Sequence[int]) -> list[int]:
        """Return the attackers of these kinds; equal ones keep their order."""
        waiting, order = [*who], list[int]()
        for place in places:
            kind = self.kinds[place]
            order.append(waiting.pop(next(at for at, one in enumerate(waiting) if self.attacks.kinds[one] == kind)))
        return order

    def through(self, places: Sequence[int]) -> AttackerOrder:
        """Return an order of kinds with its value."""
        chances, damage = {UNTOUCHED: 1.0}, 0.0
        for place in places:
            chances, more = self.next_of(place, chances)
            damage += more
        return AttackerOrder([*places], OrderValue(chances.get(GONE, 0.0), damage))

    def next_of(self, place: int, chances: Chances) -> tuple[Chances, float]:
        """Return the chances of states after one more attack of this kind, and its expected damage."""
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
        """Return the best order that begins with `begun`, if it is better than `best`; else `best`."""
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
    """Chances for no attackers: every unknown state has 0."""

    def __missing__(self, left: int) -> float:
        return 0.0

    def __contains__(self, left: object) -> bool:
        return True


@lru_cache(10_000)
def choices(counts: Counts) -> tuple[tuple[int, Counts], ...]:
    """Return each kind that may be next, by index, with the counts that are left."""
    return tuple((place, (*counts[:place], n - 1, *counts[place + 1 :])) for place, n in enumerate(counts) if n)


# An upper bound for the chance of a set of attackers, cheap enough to skip most sets.

STEEP = tuple(2 ** (n / 2) for n in range(-1, 14))  # prices of the share that all attackers have together


class Bounds:
    """Bounds for sets of the attackers of `best`. `every` has the number of all attackers of each kind."""

    def __init__(self, best: OrderSearch, every: Counts) -> None:
        self.best, self.every = best, every
        self.known: list[dict[tuple[int, int], float]] = [{} for _ in (0.0, *STEEP)]  # for each price

    @cached_property
    def does(self) -> tuple[float, ...]:
        """Return the effect of each kind on the whole target, as a share of the effect of all."""
        moves = [self.best.move(place, UNTOUCHED) for place in range(len(self.every))]
        kills = [dict(zip(move.ends, move.chances, strict=True)).get(GONE, 0.0) for move in moves]
        most = max(move.damage for move in moves) or 1.0
        raw = [move.damage / most + kill for move, kill in zip(moves, kills, strict=True)]
        whole = sum(map(mul, raw, self.every)) or 1.0
        return tuple(x / whole for x in raw)

    def fewest(self, wanted: float) -> int:
        """Return the lowest number of attackers that could reach this chance; one more than all if none can."""
        for n in range(1, sum(self.every) + 1):
            if self.reach(0, n, UNTOUCHED) >= wanted:
                return n
        return sum(self.every) + 1

    def at_most(self, counts: Counts, wanted: float = 0.0) -> float:
        """Return a chance that the set cannot exceed. The search stops below `wanted`."""
        n, share = sum(counts), sum(map(mul, self.does, counts))
        lowest = self.reach(0, n, UNTOUCHED)
        for nth, steep in enumerate(STEEP, 1):
            if lowest < wanted:
                break
            lowest = min(lowest, self.reach(nth, n, UNTOUCHED) + steep * share)
        return lowest

    def reach(self, nth: int, n: int, left: int) -> float:
        """Return the most that `n` attackers of any kind can reach at this price; price 0 means free."""
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
