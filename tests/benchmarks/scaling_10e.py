"""Attacks of the 10th edition that grow: how many weapons there are whose Devastating Wounds wait, and who takes what.

    python tests/benchmarks/scaling_10e.py

Of each series its name, ``make(size)``, which gives the attack to be worked out, the sizes, and the seconds that the
largest may take.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from shoot_cli.commands import attacking
from shoot_cli.core.answerers import Preset, nobody
from shoot_cli.core.odds import forget, odds

Worked = Callable[[], Any]
FOUR, EIGHT = (1, 2, 3, 4), (2,) * 8
TWO_KINDS = '4x "A" T4 Sv3+ W2 + 4x "B" T4 Sv2+ W3'
THREE_KINDS = '3x "A" T4 Sv5+ W1 + 4x "B" T4 Sv4+ W2 + 4x "C" T4 Sv2+ W3'


def attack(attacker: str, target: str, **given: Any) -> Worked:
    task = attacking.task(attacker, target, "10e", None, given)
    settings = task.ruleset.defaults() | task.settings

    def worked() -> list[float]:
        ends = odds(task.ruleset.attack, task.start(), Preset(task.answers, nobody), settings=settings)
        return ends.distribution(task.ruleset.measures["damage"])

    return worked


def devastating(damages: tuple[int, ...], shots: int, target: str, weapons: int) -> Worked:
    """Weapons that differ, of so many shots each."""
    profiles = [
        f"{shots}x A1 BS{3 + i % 2}+ S{4 + i} AP-{i % 3} D{damages[i]} [devastating wounds]" for i in range(weapons)
    ]
    return attack(" + ".join(profiles), target)


def of_shots(damages: tuple[int, ...], target: str, shots: int) -> Worked:
    return devastating(damages, shots, target, len(damages))


def best_save(target: str, n: int) -> Worked:
    weapon = f"{n}x A2 BS3+ S5 AP-1 D2 [devastating wounds, sustained hits 1]"
    return attack(weapon, target, allocation="best_save")


WEAPONS, SHOTS = (1, 2, 3, 4, 5, 8), (3, 5, 7)
SERIES: tuple[tuple[str, Callable[[int], Worked], tuple[int, ...], float], ...] = (
    ("10e weapons with Devastating Wounds, one damage", partial(devastating, EIGHT, 7, "5x T4 Sv3+ W2"), WEAPONS, 0.1),
    ("10e the same, two saves", partial(devastating, EIGHT, 7, TWO_KINDS), WEAPONS, 0.1),
    ("10e shots of four damages each, W2", partial(of_shots, FOUR, "5x T4 Sv3+ W2"), SHOTS, 0.1),
    ("10e shots of four damages each, W4", partial(of_shots, FOUR, "5x T4 Sv3+ W4"), SHOTS, 0.1),
    ("10e shots of four damages each, 10 of W4", partial(of_shots, FOUR, "10x T5 Sv3+ W4"), SHOTS, 0.1),
    ("10e best_save, two kinds", partial(best_save, TWO_KINDS), (5, 10, 20), 0.5),
    ("10e best_save, three kinds", partial(best_save, THREE_KINDS), (5, 10, 20), 0.5),
)


def seconds(run: Worked) -> float:
    forget()
    begun = process_time()
    run()
    return process_time() - begun


def main() -> None:
    for name, make, sizes, most in SERIES:
        times = [min(seconds(run) for run in [make(size)] * 3) for size in sizes]
        row = "".join(f"{size:>6}:{taken * 1e3:8.1f}" for size, taken in zip(sizes, times, strict=True))
        print(f"{name:50}{row}   {'as wanted' if times[-1] <= most else 'TOO SLOW'}: {most * 1e3:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
