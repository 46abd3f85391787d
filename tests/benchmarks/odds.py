"""The exact odds of six attacks of the 7th edition, against icepool's best for the same. Run by hand; it is no test.

    python tests/benchmarks/odds.py [ROUNDS]

Everything is checked first: each idiom of icepool gives our distribution of models slain, within 1e-12. Then all take
turns, so that a busy moment of the machine strikes all of them; printed is the median of each in microseconds.

- ``dice``: from the shots on the pile to the distribution, as icepool has it; ``whole``: from the two units, with
  everything that a player would be asked, to the distribution.
- ``warm``: what one shot and one wound do is known from an earlier call; ``cold``: nothing is (``odds.forget``).

icepool is told dice, needs and saves, as a player reads them off the charts, and multiplies them out itself. For every
attack several idioms are tried, and the one that is quickest here and now is timed:

- the chances of one shot joined, from dice (``d6 >= 3``) or coins (``coin(4, 6)``), and summed with ``n @ one``;
- one stage after the other, ``((n @ hit) @ wound) @ unsaved``;
- multisets: the sum of ``one.pool(n)``, or an evaluator that counts two kinds of wounds;
- a chain of states, ``map(step, repeat=n)``, where it matters who is hurt. For two kinds of wounds, of which the worse
  go first, the two chains for all pairs of numbers; or Horner's rule, each other shot being another step.

Evaluators are made anew each time: one that is used again looks whole answers up instead of working them out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import icepool
from icepool import Die, MultisetEvaluator, Vector, coin, d6
from icepool.evaluator import SumEvaluator

from shoot_cli.commands import attacking
from shoot_cli.core.drivers import Given, nobody
from shoot_cli.core.odds import forget, odds
from shoot_cli.core.sequence import If, Repeat, Sequence

CLOSE = 1e-12
HEAT = 7  # rounds in which the idioms compete
Idioms = dict[str, Callable[[], Any]]  # dice of models slain


class Attack(NamedTuple):
    name: str
    attacker: str
    target: str
    models: int  # in the target
    icepool: Idioms


# Dice, and coins that come up as often -------------------------------------------------------------------------------


class Dice:
    """A die as a player would say it."""

    @staticmethod
    def up(need: int) -> Any:
        return d6 >= need

    @staticmethod
    def fails(need: int) -> Any:
        return d6 < need


class Coins:
    @staticmethod
    def up(need: int) -> Any:
        return coin(7 - need, 6)

    @staticmethod
    def fails(need: int) -> Any:
        return coin(need - 1, 6)


def all_of(stages: tuple[Any, ...]) -> Any:
    first, *others = stages
    for stage in others:
        first = first & stage
    return first


# Where only the number of wounds counts ------------------------------------------------------------------------------


def number(n: int, stages: Callable[[Any], tuple[Any, ...]], slain: Callable[[int], int]) -> Idioms:
    """``n`` shots, each of which passes all of its stages or not; ``slain`` by that many wounds."""

    def summed(dice: Any) -> Any:
        return (n @ all_of(stages(dice))).map(slain)

    def staged(dice: Any) -> Any:
        found, *others = stages(dice)
        found = n @ found
        for stage in others:
            found = found @ stage
        return found.map(slain)

    def pooled(dice: Any) -> Any:
        return SumEvaluator().evaluate(all_of(stages(dice)).pool(n)).map(slain)

    def chained(dice: Any) -> Any:
        return icepool.map(lambda lost, more: lost + more, 0, all_of(stages(dice)), repeat=n).map(slain)

    return {
        f"{name}, {of.__name__.lower()}": partial(idiom, of)
        for of in (Dice, Coins)
        for name, idiom in {
            "n @ one": summed,
            "((n @ hit) @ wound) @ unsaved": staged,
            "sum of one.pool(n)": pooled,
            "map(repeat=n)": chained,
        }.items()
    }


# Two kinds of wounds, the worse of which go first, at a line of models -----------------------------------------------


class Both(MultisetEvaluator):  # type: ignore[misc]
    """How many wounds of each kind."""

    def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        return 0, 0

    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return state[0] + outcome[0] * counts[0], state[1] + outcome[1] * counts[0]


class Rank(NamedTuple):
    models: int
    wounds: int
    first: Any  # the die that says whether a wound of the first kind is lost
    second: Any


def two_kinds(n: int, shot: Callable[[], Any], ranks: Callable[[], list[Rank]]) -> Idioms:
    """``shot``: a die of (wounds of the first kind, of the second)."""

    def line() -> tuple[dict[int, Any], dict[int, Any], dict[int, int]]:
        """What comes after each number of wounds lost, by either kind of wound; and models slain by that number."""
        first: dict[int, Any] = {}
        second: dict[int, Any] = {}
        slain: dict[int, int] = {0: 0}
        for rank in ranks():
            for _ in range(rank.models):
                for left in range(rank.wounds, 0, -1):
                    at = len(first)
                    first[at], second[at] = at + rank.first, at + rank.second
                    slain[at + 1] = slain[at] + (left == 1)
        first[len(slain) - 1] = second[len(slain) - 1] = len(slain) - 1
        return first, second, slain

    def all_pairs(joint: Any) -> Any:
        first, second, slain = line()
        known = {(0, 0): Die([0])}

        def end(a: int, b: int) -> Any:
            if (a, b) not in known:
                known[a, b] = end(a, b - 1).map(second) if b else end(a - 1, 0).map(first)
            return known[a, b]

        return joint.map(end, star=True).map(slain)

    def horner() -> Any:
        """Of n shots, a make wounds of the first kind; each of the others may make one of the second, or none."""
        first, second, slain = line()
        one = shot()
        numbers = n @ one.map(lambda a, b: a, star=True)
        other = one.reroll(lambda a, b: a > 0, star=True, depth="inf").map(lambda a, b: b > 0, star=True)
        step = {at: other.if_else(then, at) for at, then in second.items()}
        found = after = Die([0])
        weight = numbers.quantity(0)
        for a in range(1, n + 1):
            after = after.map(first)
            found = Die([found.map(step), after], times=[weight, numbers.quantity(a)])
            weight += numbers.quantity(a)
        return found.map(slain)

    return {
        "n @ vector, two chains": lambda: all_pairs(n @ shot().map(lambda a, b: Vector((a, b)), star=True)),
        "evaluator, two chains": lambda: all_pairs(Both().evaluate(shot().pool(n))),
        "Horner's rule": horner,
    }


NOTHING, FIRST, SECOND = (0, 0), (1, 0), (0, 1)


def rending(hit: int, wound: int) -> Any:
    """6s to wound are of the first kind."""
    kinds = {face: FIRST if face == 6 else SECOND if face >= wound else NOTHING for face in range(1, 7)}
    return (d6 >= hit).if_else(d6.map(kinds), NOTHING)


# The attacks ---------------------------------------------------------------------------------------------------------

ATTACKS = (
    Attack(
        "10 boltgun shots, 10 Marines", '10x BS4 S4 AP5 Assault 1 24"', "10x T4 Sv3+", 10,
        number(10, lambda of: (of.up(3), of.up(4), of.fails(3)), lambda n: n),
    ),
    Attack(
        "45 twin-linked shots, 30 Boyz, FNP", '15x BS4 S5 AP4 Heavy 3 36" [twin-linked]', "30x T4 Sv6+ FNP5+", 30,
        number(45, lambda of: (of.up(3) | of.up(3), of.up(3), of.fails(5)), lambda n: min(n, 30)),
    ),
    Attack(
        "20 rending shots, three saves", '5x BS4 S6 AP4 Heavy 4 24" [rending]',
        '2x "A" T4 Sv2+ Inv5+ W2 + 4x "B" T4 Sv3+ + 4x "C" T4 Sv4+ FNP5+', 10,
        two_kinds(
            20, lambda: rending(3, 2),
            lambda: [Rank(2, 2, d6 < 5, d6 < 2), Rank(4, 1, Die([True]), d6 < 3), Rank(4, 1, d6 < 5, d6 < 5)],
        ),
    ),
    Attack(
        "20 krak shots, 10 of 3 wounds, 4++", '20x BS4 S8 AP3 Assault 1 48"', "10x T4 W3 Sv2+ Inv4+", 10,
        number(20, lambda of: (of.up(3), of.up(2), of.fails(2)), lambda n: min(n, 10)),
    ),
    Attack(
        "30 poisoned shred shots, 10 of 3 wounds", '30x BS4 S4 AP- Assault 1 24" [poisoned 4+, shred]',
        "10x T5 W3 Sv4+ FNP5+", 10,
        number(30, lambda of: (of.up(3), of.up(4) | of.up(4), of.fails(4), of.fails(5)), lambda n: min(n // 3, 10)),
    ),
    Attack(
        "24 sniper shots, 3+ and two wounds 4+", '24x BS4 SX AP6 Heavy 1 36" [sniper]',
        '5x "A" T4 Sv3+ + 5x "B" T4 W2 Sv4+', 10,
        two_kinds(
            24, lambda: rending(3, 4),
            lambda: [Rank(5, 1, Die([True]), d6 < 3), Rank(5, 2, Die([True]), d6 < 4)],
        ),
    ),
)  # fmt: skip


# Ours ----------------------------------------------------------------------------------------------------------------


def parted(nodes: Sequence, last: str) -> tuple[Sequence, Sequence] | None:
    """The nodes up to the step of this name, and those after it, for an attack that comes by there once."""
    for place, node in enumerate(nodes):
        if type(node) in (Repeat, If):
            if inner := parted(node.body, last):
                return (*nodes[:place], *inner[0]), (*inner[1], *nodes[place + 1 :])
        elif getattr(node, "__name__", "") == last:
            return nodes[: place + 1], nodes[place + 1 :]
    return None


def ours(attack: Attack) -> tuple[Callable[[], list[float]], Callable[[], list[float]]]:
    """The dice alone, and the whole attack."""
    task = attacking.task(attack.attacker, attack.target, "7e", None, {})
    ruleset, settings = task.ruleset, task.ruleset.defaults()
    slain = ruleset.measures["slain"]
    parts = parted(ruleset.attack, "fire_weapon")
    assert parts
    asked, rolled = parts
    ((fired, _),) = odds(asked, task.start(), Given({}, nobody), settings=settings).records

    def dice() -> list[float]:
        return odds(rolled, fired, Given({}, nobody), settings=settings).distribution(slain)

    def whole() -> list[float]:
        start = ruleset.begin_attack(task.attacker, task.target)
        return odds(ruleset.attack, start, Given({}, nobody), settings=settings).distribution(slain)

    return dice, whole


# The race ------------------------------------------------------------------------------------------------------------


def timed(run: Callable[[], Any]) -> float:
    begun = perf_counter()
    run()
    return perf_counter() - begun


def floats(die: Any, models: int) -> list[float]:
    """icepool's answer as ours is: the chance of 0, 1, 2 ... slain."""
    ways = dict(zip(die.outcomes(), die.quantities(), strict=True))
    whole = die.denominator()
    return [ways.get(k, 0) / whole for k in range(models + 1)]


def check(attack: Attack) -> None:
    """All of them say the same. :raises SystemExit: they do not."""
    dice, whole = ours(attack)
    answers = {name: floats(idiom(), attack.models) for name, idiom in attack.icepool.items()} | {"dice": dice()}
    right = whole()
    for name, row in answers.items():
        apart = max(abs(a - b) for a, b in zip(row, right + [0.0] * (len(row) - len(right)), strict=True))
        if apart > CLOSE:
            raise SystemExit(f"{attack.name}: {name} differs from us by {apart}")


def measured(attack: Attack, rounds: int) -> tuple[str, dict[str, float]]:
    """icepool's best idiom, and median seconds of everything."""
    dice, whole = ours(attack)
    theirs = {name: partial(lambda idiom: floats(idiom(), attack.models), run) for name, run in attack.icepool.items()}
    heats = {name: min(timed(run) for _ in range(HEAT)) for name, run in theirs.items()}
    best = min(heats, key=heats.__getitem__)
    rounds = max(15, min(rounds, int(rounds * 0.01 / heats[best])))  # fewer of what takes long
    seconds: dict[str, list[float]] = {name: [] for name in ("dice cold", "whole cold", "dice", "whole", "icepool")}
    for _ in range(rounds):
        for name, run in (("dice", dice), ("whole", whole)):
            forget()
            seconds[f"{name} cold"].append(timed(run))
        for name, run in (("dice", dice), ("whole", whole), ("icepool", theirs[best])):
            seconds[name].append(timed(run))
    return best, {name: median(values) for name, values in seconds.items()}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    columns = ("dice", "whole", "dice cold", "whole cold")
    print(f"{'microseconds; times quicker than icepool':40}  icepool" + "".join(f"{name:>16}" for name in columns))
    for attack in ATTACKS:
        check(attack)
        best, found = measured(attack, rounds)
        theirs = found["icepool"]
        cells = "".join(f"{found[name] * 1e6:9.0f} {theirs / found[name]:6.1f}" for name in columns)
        print(f"{attack.name:40} {theirs * 1e6:8.0f}{cells}   icepool: {best}")


if __name__ == "__main__":
    main()
