"""How icepool may be told an attack: the idioms that are quickest for one attack or another, of which ``odds.py`` takes
the best. Others were tried and were slower everywhere: dice instead of coins, one stage after the other, multisets,
``map(repeat=n)``, and Horner's rule over the number of hits. That for two kinds of wounds is in ``attacks_7e.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import gcd
from typing import Any, NamedTuple

from icepool import Die, coin

# Each works out the whole answer: a die of models slain, or its chances in a list.
Idioms = dict[str, Callable[[], Any]]
Number = Callable[[Any], Any]  # from `Coins` or `Shares` to a die of how many
ALL = 1 << 20  # more than there are of anything


class Attack(NamedTuple):
    ruleset: str
    name: str
    attacker: str
    target: str
    most: int  # of what is measured
    icepool: Idioms
    measure: str = "slain"


class Coins:
    @staticmethod
    def up(need: int) -> Any:
        return coin(7 - need, 6)

    @staticmethod
    def fails(need: int) -> Any:
        return coin(need - 1, 6)

    @staticmethod
    def again(need: int) -> Any:
        """Failures are rolled again."""
        return coin(36 - (need - 1) ** 2, 36)


class Share(NamedTuple):
    """A chance as two whole numbers, which multiply quicker than dice do."""

    ways: int
    whole: int

    def __and__(self, other: Any) -> Any:
        if type(other) is not Share:
            return self.simplify() & other
        return Share(self.ways * other.ways, self.whole * other.whole)

    def __or__(self, other: Share) -> Share:
        return Share(self.whole * other.whole - (self.whole - self.ways) * (other.whole - other.ways), self.whole**2)

    def simplify(self) -> Any:
        common = gcd(self.ways, self.whole)
        return Die({0: (self.whole - self.ways) // common, 1: self.ways // common})


class Shares:
    @staticmethod
    def up(need: int) -> Share:
        return Share(7 - need, 6)

    @staticmethod
    def fails(need: int) -> Share:
        return Share(need - 1, 6)

    @staticmethod
    def again(need: int) -> Share:
        return Share(36 - (need - 1) ** 2, 36)


def all_of(stages: tuple[Any, ...]) -> Any:
    first, *others = stages
    for stage in others:
        first = first & stage
    return first


# Where only a number counts ------------------------------------------------------------------------------------------


def mapped(numbers: Any, slain: Callable[[int], int]) -> Any:
    """``numbers.map(slain)``, unless that is the same."""
    return numbers if all(slain(n) == n for n in numbers.outcomes()) else numbers.map(slain)


def doubled(n: int, one: Any, cap: int) -> Any:
    """``n`` of them in all; of more than ``cap`` nobody needs to know how many they are.

    Small numbers are multiplied quicker than large ones, so ``one`` is simplified first.
    """
    found = each = one.simplify()
    for bit in bin(n)[3:]:
        found = found + found
        found = found + each if bit == "1" else found
        found = found.clip(max_outcome=cap) if found.max_outcome() > cap else found
    return found


def summed(n: int, one: Any, cap: int) -> Any:
    return n @ one.simplify()


ADDED = {"doubled and clipped": doubled, "n @ one": summed}


def sums(n: int, one: Number, slain: Callable[[int], int], cap: int = ALL, ofs: tuple[type, ...] = (Coins,)) -> Idioms:
    """``n`` attacks, each of which comes to ``one``; ``slain`` by so many."""

    def idiom(add: Callable[[int, Any, int], Any], of: type) -> Any:
        return mapped(add(n, one(of), cap), slain)

    return {f"{name}, {of.__name__.lower()}": partial(idiom, add, of) for name, add in ADDED.items() for of in ofs}


def number(n: int, stages: Callable[[Any], tuple[Any, ...]], slain: Callable[[int], int], cap: int = ALL) -> Idioms:
    """``n`` shots, each of which passes all of its stages or not; ``slain`` by that many wounds."""
    return sums(n, lambda of: all_of(stages(of)), slain, cap, (Coins, Shares))


# Where hits go round the models --------------------------------------------------------------------------------------


def evenly(n: int, one: Number, models: int, falls: Callable[[Any, int], Any]) -> Idioms:
    """``n`` attacks, each of which comes to ``one`` hits (a die); they go round, one to each model before any has two.

    :param falls: whether a model falls that takes so many hits: a die or coin
    """

    def idiom(add: Callable[[int, Any, int], Any]) -> Any:
        hits = add(n, one(Coins), ALL)
        one_model = [falls(Coins, whole).simplify() for whole in range(hits.max_outcome() // models + 2)]
        some = {(0, whole): Die([0]) for whole in range(len(one_model))}

        def of_some(k: int, whole: int) -> Any:
            if (k, whole) not in some:
                some[k, whole] = of_some(k - 1, whole) + one_model[whole]
            return some[k, whole]

        def slain(k: int) -> Any:
            whole, more = divmod(k, models)
            if not whole:
                return of_some(more, 1)
            return of_some(more, whole + 1) + of_some(models - more, whole)

        return hits.map(slain)

    return {name: partial(idiom, add) for name, add in ADDED.items()}


# Where it matters who is hurt, and how badly -------------------------------------------------------------------------


class Rank(NamedTuple):
    models: int
    wounds: int
    hurt: Any  # the die of wounds that one attack on such a model costs it


def down_a_line(n: int, one: Number, ranks: Callable[[], list[Rank]], cap: int = ALL) -> Idioms:
    """``n`` weapons or attacks, of each of which ``one`` (a die) get to the models, and hurt them one after another.

    :param cap: so many are sure to slay everybody
    """

    def chains(numbers: Any) -> Any:
        """What comes after each number of wounds lost; and models slain by that number. A chain for each number."""
        step: dict[int, Any] = {}
        slain: dict[int, int] = {0: 0}
        for rank in ranks():
            for _ in range(rank.models):
                for left in range(rank.wounds, 0, -1):
                    at = len(step)
                    step[at] = rank.hurt.map(lambda points, at=at, left=left: at + min(points, left))
                    slain[at + 1] = slain[at] + (left == 1)
        step[len(step)] = len(step)
        after = [Die([0])]
        for _ in range(numbers.max_outcome()):
            after.append(after[-1].map(step))
        return numbers.map(dict(enumerate(after))).map(slain)

    def time_to_slay(numbers: Any) -> list[float]:
        """So many are slain as there were enough attacks for: how many it takes for the first, the first two, ..."""
        never = numbers.max_outcome() + 1
        enough = dict(zip(numbers.outcomes(), numbers.quantities(">="), strict=True))
        for k in range(never - 1, -1, -1):
            enough.setdefault(k, enough.get(k + 1, 0))
        takes, slain = Die([0]), [1.0]
        for rank in ranks():
            most = never if rank.hurt.min_outcome() < 1 else min(never, rank.wounds)
            each = rank.hurt.time_to_sum(rank.wounds, max_time=most, dnf=never)
            for _ in range(rank.models):
                takes = (takes + each).clip(max_outcome=never)
                ways = sum(q * enough[k] for k, q in takes.items() if k < never)
                slain.append(ways / (takes.denominator() * numbers.denominator()))
        return [now - more for now, more in zip(slain, [*slain[1:], 0.0], strict=True)]

    def idiom(how: Callable[[Any], Any], add: Callable[[int, Any, int], Any]) -> Any:
        return how(add(n, one(Coins), cap))

    return {
        f"{name}, {how.__name__.replace('_', ' ')}": partial(idiom, how, add)
        for name, add in ADDED.items()
        for how in (chains, time_to_slay)
    }


def alike(n: int, one: Number, models: int, wounds: int, hurt: Callable[[], Any]) -> Idioms:
    """``down_a_line`` of models of one kind. What hurts nobody is told apart at once: fewer steps."""
    return down_a_line(
        n,
        lambda of: one(of) @ (hurt() > 0),
        lambda: [Rank(models, wounds, hurt().reroll([0], depth="inf").simplify())],
        models * wounds,
    )
