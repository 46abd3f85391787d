"""The exact odds of six attacks of the 7th edition and eight of the 10th, against icepool's best for the same.

    python tests/benchmarks/odds.py [ROUNDS]

Run by hand; it is no test. Everything is checked first: each idiom of icepool gives our distribution of models slain
(or wounds lost), within 1e-12. Then all take turns, so that a busy moment of the machine strikes all of them; printed
is the median of each in microseconds. The last column is the slowest of ours, in milliseconds.

- ``dice``: from the shots in the pool to the distribution, as icepool has it; ``whole``: from the two units, with
  everything that a player would be asked, to the distribution.
- ``warm``: what one shot and one wound do is known from an earlier call; ``cold``: nothing is (``odds.forget``).

icepool is told dice, needs and saves, as a player reads them off the charts, and multiplies them out itself. For every
attack several idioms are tried, and the one that is quickest here and now is timed:

- the chances of one shot joined, from dice (``d6 >= 3``) or coins (``coin(4, 6)``), and summed with ``n @ one``,
  or doubled again and again and clipped where so many are sure to slay everybody;
- one stage after the other, ``((n @ hit) @ wound) @ unsaved``, or with vectors of two kinds of hits or wounds;
- multisets: the sum of ``one.pool(n)``, or an evaluator that counts two kinds of wounds;
- a chain of states, ``map(step, repeat=n)`` or with steps doubled, where it matters who is hurt; a chain for each
  number of wounds; or Horner's rule, each number joining those that have a step more to go;
- ``time_to_sum``: how many wounds it takes to slay so many models, held against how many there are;
- for two kinds of wounds, of which the worse go first, two chains for all pairs of numbers, or Horner's rule.

Evaluators are made anew each time: one that is used again looks whole answers up instead of working them out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from shoot_cli.commands import attacking
from shoot_cli.core.answerers import Preset, nobody
from shoot_cli.core.odds import forget, odds
from shoot_cli.core.sequence import If, Sequence, Stage, While
from tests.benchmarks import attacks_7e, attacks_10e
from tests.benchmarks.idioms import Attack

ATTACKS = (*attacks_7e.ATTACKS, *attacks_10e.ATTACKS)
DECLARED = {"7e": "fire_weapon", "10e": "form_groups"}  # the last step before any dice
CLOSE = 1e-12
HEAT = 7  # rounds in which the idioms compete
SLOW = 3  # times slower than the best at first: out of the race
MOST = 0.05  # seconds that any of ours may take

# Ours ----------------------------------------------------------------------------------------------------------------


def parted(nodes: Sequence, last: str) -> tuple[Sequence, Sequence] | None:
    """The nodes up to the step of this name, and those after it, for an attack that comes by there once."""
    for place, node in enumerate(nodes):
        if type(node) in (While, If, Stage):
            if inner := parted(node.body, last):
                return (*nodes[:place], *inner[0]), (*inner[1], *nodes[place + 1 :])
        elif getattr(node, "__name__", "") == last:
            return nodes[: place + 1], nodes[place + 1 :]
    return None


def ours(attack: Attack) -> tuple[Callable[[], list[float]], Callable[[], list[float]]]:
    """The dice alone, and the whole attack."""
    task = attacking.task(attack.attacker, attack.target, attack.ruleset, None, {})
    ruleset, settings = task.ruleset, task.ruleset.defaults()
    measure = ruleset.measures[attack.measure]
    parts = parted(ruleset.attack, DECLARED[attack.ruleset])
    assert parts
    asked, rolled = parts
    ((fired, _),) = odds(asked, task.start(), Preset({}, nobody), settings=settings).records

    def dice() -> list[float]:
        return odds(rolled, fired, Preset({}, nobody), settings=settings).distribution(measure)

    def whole() -> list[float]:
        start = ruleset.begin_attack(task.attacker, task.target)
        return odds(ruleset.attack, start, Preset({}, nobody), settings=settings).distribution(measure)

    return dice, whole


# The race ------------------------------------------------------------------------------------------------------------


def timed(run: Callable[[], Any]) -> float:
    begun = perf_counter()
    run()
    return perf_counter() - begun


def floats(found: Any, most: int) -> list[float]:
    """icepool's answer as ours is: the chance of 0, 1, 2 ... slain."""
    if isinstance(found, list):
        return found
    ways = dict(zip(found.outcomes(), found.quantities(), strict=True))
    whole = found.denominator()
    return [ways.get(k, 0) / whole for k in range(most + 1)]


def check(attack: Attack) -> None:
    """All of them say the same. :raises SystemExit: they do not."""
    dice, whole = ours(attack)
    answers = {name: floats(idiom(), attack.most) for name, idiom in attack.icepool.items()} | {"dice": dice()}
    right = whole()
    for name, row in answers.items():
        apart = max(abs(a - b) for a, b in zip(row, right + [0.0] * (len(row) - len(right)), strict=True))
        if apart > CLOSE:
            raise SystemExit(f"{attack.name}: {name} differs from us by {apart}")


def quickest(idioms: dict[str, Callable[[], Any]]) -> tuple[str, float]:
    """The idiom that wins the heats, and its seconds."""
    found = {name: timed(run) for name, run in idioms.items()}
    best = min(found.values())
    for name in [name for name, first in found.items() if first < SLOW * best]:
        found[name] = min(found[name], *(timed(idioms[name]) for _ in range(HEAT)))
    return min(found.items(), key=lambda row: row[1])


def measured(attack: Attack, rounds: int) -> tuple[str, dict[str, float]]:
    """icepool's best idiom, and median seconds of everything."""
    dice, whole = ours(attack)
    theirs = {name: partial(lambda idiom: floats(idiom(), attack.most), run) for name, run in attack.icepool.items()}
    best, heat = quickest(theirs)
    rounds = max(15, min(rounds, int(rounds * 0.01 / heat)))  # fewer of what takes long
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
    header = "".join(f"{name:>16}" for name in columns)
    print(f"{'microseconds; times quicker than icepool':46}  icepool{header}      ms")
    slowest: list[tuple[float, str]] = []
    for attack in ATTACKS:
        check(attack)
        best, found = measured(attack, rounds)
        theirs, most = found["icepool"], max(found[name] for name in columns)
        cells = "".join(f"{found[name] * 1e6:9.0f} {theirs / found[name]:6.1f}" for name in columns)
        name = f"{attack.ruleset:>3} {attack.name}"
        print(f"{name:46} {theirs * 1e6:8.0f}{cells} {most * 1e3:7.2f}   icepool: {best}", flush=True)
        slowest.append((most, name))
    most, name = max(slowest)
    verdict = "none over" if most <= MOST else "NOT all within"
    print(f"{verdict} {MOST * 1e3:.0f} ms; the slowest is {name.strip()} with {most * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
