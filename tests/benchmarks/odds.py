"""The exact odds of typical attacks of every edition, against icepool's best for the same.

    python tests/benchmarks/odds.py [ROUNDS [RULESET ...]]

Run by hand; it is no test. Everything is checked first: each idiom of icepool gives our distribution of models slain
(or wounds lost), within 1e-12. Then all take turns, so that a busy moment of the machine strikes all of them; printed
is the median of each in microseconds of CPU, and how many times quicker that is than the best idiom of icepool. Their
least and their mean stand below, and what they should be.

- ``dice``: from the shots in the pool to the distribution, as icepool has it; ``whole``: from the two units, with
  everything that a player would be asked, to the distribution.
- ``warm``: what one shot and one wound do is known from an earlier call; ``cold``: nothing is (``odds.forget``).

icepool is told dice, needs and saves, as a player reads them off the charts, and multiplies them out itself. For every
attack several idioms are tried (``idioms.py``), and the one that is quickest here and now is timed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import mean, median
from typing import Any

from shoot_cli.cli import units
from shoot_cli.engine.sequence import If, Sequence, Stage, While
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import forget, odds
from tests.benchmarks import attacks_2e, attacks_7e, attacks_10e, attacks_rh
from tests.benchmarks.idioms import Attack
from tests.benchmarks.times import timed

ATTACKS = (*attacks_2e.ATTACKS, *attacks_7e.ATTACKS, *attacks_10e.ATTACKS, *attacks_rh.ATTACKS)
DECLARED = {"2e": "fire_weapon", "7e": "fire_weapon", "10e": "form_groups", "rh": "choose_value"}  # last before dice
WANTED = {"dice": (12, 20), "whole": (5, 10)}  # times quicker: the least, the mean
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
    task = units.pairing(attack.attacker, attack.target, attack.ruleset, units.shared_answers(None, {})).task()
    ruleset, settings = task.ruleset, task.ruleset.defaults()
    measure = ruleset.measures[attack.measure]
    parts = parted(ruleset.attack, DECLARED[attack.ruleset])
    assert parts
    asked, rolled = parts
    ((fired, _),) = odds(asked, task.start(), Preset({}, raise_missing), settings=settings).records

    def dice() -> list[float]:
        return odds(rolled, fired, Preset({}, raise_missing), settings=settings).distribution(measure)

    def whole() -> list[float]:
        start = ruleset.begin_attack(task.attacker, task.target)
        return odds(ruleset.attack, start, Preset({}, raise_missing), settings=settings).distribution(measure)

    return dice, whole


# The race ------------------------------------------------------------------------------------------------------------


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


def quickest(idioms: dict[str, Callable[[], Any]]) -> str:
    """The idiom that wins the heats."""
    found = {name: timed(run) for name, run in idioms.items()}
    best = min(found.values())
    for name in [name for name, first in found.items() if first < SLOW * best]:
        found[name] = min(found[name], *(timed(idioms[name]) for _ in range(HEAT)))
    return min(found, key=found.__getitem__)


def measured(attack: Attack, rounds: int) -> tuple[str, dict[str, float]]:
    """icepool's best idiom, and median seconds of everything."""
    dice, whole = ours(attack)
    theirs = {name: partial(lambda idiom: floats(idiom(), attack.most), run) for name, run in attack.icepool.items()}
    best = quickest(theirs)
    warm = {"dice": dice, "whole": whole, "icepool": theirs[best]}
    rounds = max(15, min(rounds, int(rounds * 0.01 / timed(theirs[best]))))  # fewer of what takes long
    seconds: dict[str, list[float]] = {name: [] for name in (*COLUMNS, "icepool")}
    for _ in range(rounds):
        for name, run in (("dice", dice), ("whole", whole)):
            forget()
            seconds[f"{name} cold"].append(timed(run))
        for name, run in warm.items():
            seconds[name].append(timed(run))
    return best, {name: median(values) for name, values in seconds.items()}


COLUMNS = ("dice", "whole", "dice cold", "whole cold")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    wanted_rulesets = sys.argv[2:]
    print(f"{'microseconds; times quicker than icepool':46} icepool", end="")
    print("".join(f"{name:>10}{'times':>7}" for name in COLUMNS))
    times: dict[str, list[float]] = {name: [] for name in COLUMNS}
    slowest: list[tuple[float, str]] = []
    for attack in ATTACKS:
        if wanted_rulesets and attack.ruleset not in wanted_rulesets:
            continue
        check(attack)
        best, found = measured(attack, rounds)
        for name in COLUMNS:
            times[name].append(found["icepool"] / found[name])
        cells = "".join(f"{found[name] * 1e6:10.0f}{times[name][-1]:7.1f}" for name in COLUMNS)
        name = f"{attack.ruleset:>3} {attack.name}"
        print(f"{name:46}{found['icepool'] * 1e6:8.0f}{cells}   {best}", flush=True)
        slowest.append((max(found[name] for name in COLUMNS), name))
    for words, of_all in (("least", min), ("mean", mean)):
        print(f"{words:54}" + "".join(f"{'':10}{of_all(times[name]):7.1f}" for name in COLUMNS))
    for name, (least, average) in WANTED.items():
        print(f"{name}: wanted are {least} times at least, {average} on the average")
    most, name = max(slowest)
    verdict = "none over" if most <= MOST else "NOT all within"
    print(f"{verdict} {MOST * 1e3:.0f} ms; the slowest is {name.strip()} with {most * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
