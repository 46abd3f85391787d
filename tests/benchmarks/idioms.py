"""How icepool may be told an attack: many idioms for one thing, of which ``odds.py`` takes the quickest.

Those with a star in their name were found later, by looking at what icepool spends its time on: they are kept apart so
that figures of today can be held against those of before. Those for two kinds of wounds are in ``attacks_7e.py``,
which alone has them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import gcd
from typing import Any, NamedTuple

import icepool
from icepool import Die, coin, d6
from icepool.evaluator import SumEvaluator

# Each works out the whole answer: a die of models slain, or its chances in a list.
Idioms = dict[str, Callable[[], Any]]
Number = Callable[[Any], Any]  # from `Dice` or `Coins` to a die of how many
ALL = 1 << 20  # more than there are of anything
LATER = "* "  # how the names of stronger idioms begin


class Attack(NamedTuple):
    ruleset: str
    name: str
    attacker: str
    target: str
    most: int  # of what is measured
    icepool: Idioms
    measure: str = "slain"


# Dice, and coins that come up as often -------------------------------------------------------------------------------


class Dice:
    """A die as a player would say it."""

    @staticmethod
    def up(need: int) -> Any:
        return d6 >= need

    @staticmethod
    def fails(need: int) -> Any:
        return d6 < need

    @staticmethod
    def again(need: int) -> Any:
        """Failures are rolled again."""
        return (d6 >= need) | (d6 >= need)


class Coins:
    @staticmethod
    def up(need: int) -> Any:
        return coin(7 - need, 6)

    @staticmethod
    def fails(need: int) -> Any:
        return coin(need - 1, 6)

    @staticmethod
    def again(need: int) -> Any:
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


def both(idioms: dict[str, Callable[[Any], Any]]) -> Idioms:
    """Each with dice and with coins."""
    return {f"{name}, {of.__name__.lower()}": partial(how, of) for of in (Dice, Coins) for name, how in idioms.items()}


def shared(idioms: dict[str, Callable[[Any], Any]]) -> Idioms:
    """Each with the chances of one shot multiplied before there is any die."""
    return {f"{LATER}{name.removeprefix(LATER)}, shares": partial(how, Shares) for name, how in idioms.items()}


def mapped(numbers: Any, slain: Callable[[int], int]) -> Any:
    """``numbers.map(slain)``, unless that is the same."""
    return numbers if all(slain(n) == n for n in numbers.outcomes()) else numbers.map(slain)


def added(n: int, one: Number, cap: int) -> dict[str, Number]:
    """``n`` of them in all; of more than ``cap`` nobody needs to know how many they are.

    Small numbers are multiplied quicker than large ones, so ``one`` is simplified first.
    """

    def doubled(of: Any) -> Any:
        each = one(of).simplify()
        found = each
        for bit in bin(n)[3:]:
            found = (found + found).clip(max_outcome=cap)
            found = (found + each).clip(max_outcome=cap) if bit == "1" else found
        return found

    def clipped_late(of: Any) -> Any:
        """Clipped where there is something to clip: that costs as much as a sum of few."""
        found = each = one(of).simplify()
        for bit in bin(n)[3:]:
            found = found + found
            found = found + each if bit == "1" else found
            found = found.clip(max_outcome=cap) if found.max_outcome() > cap else found
        return found

    ways: dict[str, Number] = {
        f"{LATER}doubled, clipped late": clipped_late,
        "n @ one": lambda of: n @ one(of).simplify(),
        "sum of one.pool(n)": lambda of: SumEvaluator().evaluate(one(of).simplify().pool(n)),
        "map(repeat=n)": lambda of: icepool.map(lambda a, b: min(a + b, cap), 0, one(of).simplify(), repeat=n),
    }
    return ways | ({"doubled and clipped": doubled} if cap < ALL else {})


def sums(n: int, one: Number, slain: Callable[[int], int], cap: int = ALL, **others: Number) -> Idioms:
    """``n`` attacks, each of which comes to ``one``; ``slain`` by so many. ``others``: more ways to say how many."""
    return both(fallen(added(n, one, cap) | others, slain))


def fallen(ways: dict[str, Number], slain: Callable[[int], int]) -> dict[str, Number]:
    plain: dict[str, Number] = {name: lambda of, add=add: add(of).map(slain) for name, add in ways.items()}
    later = {f"{LATER}{name.removeprefix(LATER)}, mapped late": add for name, add in ways.items()}
    return plain | {name: lambda of, add=add: mapped(add(of), slain) for name, add in later.items()}


def number(n: int, stages: Callable[[Any], tuple[Any, ...]], slain: Callable[[int], int], cap: int = ALL) -> Idioms:
    """``n`` shots, each of which passes all of its stages or not; ``slain`` by that many wounds."""

    def staged(dice: Any) -> Any:
        found, *others = stages(dice)
        found = n @ found
        for stage in others:
            found = found @ stage
        return found

    def one(of: Any) -> Any:
        return all_of(stages(of))

    ways = sums(n, one, slain, cap, **{"((n @ hit) @ wound) @ unsaved": staged})
    return ways | (shared(fallen(added(n, one, cap), slain)) if type(one(Shares)) is Share else {})


# Where hits go round the models --------------------------------------------------------------------------------------


def evenly(n: int, one: Number, models: int, falls: Callable[[Any, int], Any]) -> Idioms:
    """``n`` attacks, each of which comes to ``one`` hits (a die); they go round, one to each model before any has two.

    :param falls: whether a model falls that takes so many hits: a die or coin
    """

    def each_number(hits: Any, of: Any) -> Any:
        def slain(k: int) -> Any:
            whole, more = divmod(k, models)
            return more @ falls(of, whole + 1) + (models - more) @ falls(of, whole)

        return hits.map(slain)

    def known_powers(hits: Any, of: Any) -> Any:
        """The same, ``k @ falls`` being known for all ``k`` after the largest."""
        one_model = [falls(of, whole).simplify() for whole in range(hits.max_outcome() // models + 2)]
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

    def horner(hits: Any, of: Any) -> Any:
        """Round after round: those hit once more, and those not, by Horner's rule over how many are hit once more."""
        most, rounds, weights = hits.max_outcome(), [], []
        for whole in range(most // models + 1):
            here, there = falls(of, whole).simplify(), falls(of, whole + 1).simplify()
            numbers = [hits.quantity(whole * models + more) for more in range(min(models, most + 1 - whole * models))]
            if not any(numbers):
                continue
            found, weight, others = None, 0, Die([0])
            spare = [others := others + here for _ in range(models)] if whole else [others] * models
            for more in range(len(numbers) - 1, -1, -1):
                rest = spare[models - more - 1]
                if found is None:
                    found = rest
                else:
                    found = (
                        Die([found + there, rest], times=[weight, numbers[more]]) if numbers[more] else found + there
                    )
                weight += numbers[more]
            rounds.append(found)
            weights.append(weight)
        return Die(rounds, times=weights)

    ways: dict[str, Number] = {
        f"{name}, {how.__name__.replace('_', ' ')}": lambda of, add=add, how=how: how(add(of), of)
        for name, add in added(n, one, ALL).items()
        for how in (each_number, known_powers, horner)
    }
    return both(ways)


# Where it matters who is hurt, and how badly -------------------------------------------------------------------------


class Rank(NamedTuple):
    models: int
    wounds: int
    hurt: Any  # the die of wounds that one attack on such a model costs it


def down_a_line(n: int, one: Number, ranks: Callable[[], list[Rank]], cap: int = ALL) -> Idioms:
    """``n`` weapons or attacks, of each of which ``one`` (a die) get to the models, and hurt them one after another.

    :param cap: so many are sure to slay everybody
    """

    def line() -> tuple[dict[int, Any], dict[int, int]]:
        """What comes after each number of wounds lost; and models slain by that number."""
        step: dict[int, Any] = {}
        slain: dict[int, int] = {0: 0}
        for rank in ranks():
            for _ in range(rank.models):
                for left in range(rank.wounds, 0, -1):
                    at = len(step)
                    step[at] = rank.hurt.map(lambda points, at=at, left=left: at + min(points, left))
                    slain[at + 1] = slain[at] + (left == 1)
        step[len(step)] = len(step)
        return step, slain

    def horner(numbers: Any) -> Any:
        """The chances of the largest number take a step, those of the next smaller one join them, and so on."""
        step, slain = line()
        top = numbers.max_outcome()
        found, weight = Die([0]), numbers.quantity(top)
        for k in range(top - 1, -1, -1):
            found = Die([found.map(step), 0], times=[weight, numbers.quantity(k)])
            weight += numbers.quantity(k)
        return found.map(slain)

    def chains(numbers: Any) -> Any:
        """A chain for each number."""
        step, slain = line()
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

    def whole_step(of: Any) -> tuple[dict[int, Any], dict[int, int]]:
        """As ``line``, for a step of all that one weapon or attack does."""
        step, slain = line()
        few = one(of)
        after = [{at: Die([at]) for at in step}]
        for _ in range(few.max_outcome()):
            after.append({at: die.map(step) for at, die in after[-1].items()})
        return {at: few.map(lambda k, at=at: after[k][at]).simplify() for at in step}, slain

    def repeated(of: Any) -> Any:
        step, slain = whole_step(of)
        return icepool.map(step, 0, repeat=n).map(slain)

    def doubled(of: Any) -> Any:
        step, slain = whole_step(of)
        found = Die([0])
        for place in range(n.bit_length()):
            step = {at: then.map(step) for at, then in step.items()} if place else step
            found = found.map(step) if n >> place & 1 else found
        return found.map(slain)

    ways: dict[str, Number] = {
        f"{name}, {how.__name__.replace('_', ' ')}": lambda of, add=add, how=how: how(add(of))
        for name, add in added(n, one, cap).items()
        for how in (horner, chains, time_to_slay)
    }
    return both(ways | {"map(repeat=n) along the line": repeated, "steps doubled": doubled})


def alike(n: int, one: Number, models: int, wounds: int, hurt: Callable[[], Any]) -> Idioms:
    """``down_a_line`` of models of one kind. What hurts nobody is told apart at once: fewer steps."""
    return down_a_line(
        n,
        lambda of: one(of) @ (hurt() > 0),
        lambda: [Rank(models, wounds, hurt().reroll([0], depth="inf").simplify())],
        models * wounds,
    )
