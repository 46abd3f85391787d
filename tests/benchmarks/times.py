"""Attacks rolled many times, as ``resolve --times`` does, against a literal loop that throws each of their dice.

    python tests/benchmarks/times.py [TIMES ...]

Run by hand; it is no test. The loops are what somebody would write who needs this attack alone: every die is thrown by
``random`` in the order of the rules, and nothing else is done. Both ways of asking it for a face are tried:
``int(random() * 6) + 1``, the quickest there is, and ``randint(1, 6)``, the usual one. First all of them are checked: on
average they slay as many as the odds say. Then they take turns; printed is the best processor time of each, in
microseconds for one roll of the attack, from the two units on, and how often ours goes into that of the loops.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from math import sqrt
from random import randint, random
from time import process_time
from types import MappingProxyType
from typing import Any, NamedTuple

from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.cli import units
from shoot_cli.commands.resolve import rolled
from shoot_cli.input.answers import Task

ROUNDS = 3
Die = Callable[[], int]


def quick() -> int:
    return int(random() * 6) + 1


def usual() -> int:
    return randint(1, 6)


class Rolled(NamedTuple):
    ruleset: str
    name: str
    attacker: str
    target: str
    loop: Callable[[Die], int]  # models slain, or what ``measure`` says
    options: Mapping[str, str | None] = MappingProxyType({})
    measure: str = "slain"


# The loops -----------------------------------------------------------------------------------------------------------


def boltguns(die: Die) -> int:
    slain = 0
    for _ in range(20):
        if die() >= 3 and die() >= 4 and slain < 10:
            slain += 1  # AP 5 goes through 6+
    return slain


def squad(die: Die) -> int:
    """Boltguns, a heavy bolter, a missile launcher, one after the other."""
    slain = 0
    for shots, wound in ((16, 3), (3, 2)):
        for _ in range(shots):
            if die() >= 3 and die() >= wound and die() < 5:
                slain += 1
    if die() >= 3 and die() >= 2:  # Strength 8: there is nothing to feel
        slain += 1
    return min(slain, 20)


def rending(die: Die) -> int:
    """Those that rend at AP 2 are saved first, by what cover and luck there is; then the others."""
    first = second = 0
    for _ in range(20):
        if die() >= 3:
            face = die()
            if face == 6:
                first += 1
            elif face >= 2:
                second += 1
    models = [2, 2, *[1] * 8]
    saves = [(5, 2)] * 2 + [(7, 3)] * 4 + [(7, 7)] * 4  # 7: none
    front = 0
    for kind, wounds in enumerate((first, second)):
        for _ in range(wounds):
            if front == 10:
                break
            if die() < saves[front][kind] and (front < 6 or die() < 5):
                models[front] -= 1
                front += models[front] == 0
    return front


def bolt_rifles(die: Die) -> int:
    front, left = 0, 2
    for _ in range(20):
        if die() >= 3 and die() >= 4 and front < 10 and die() < 4:
            left -= 1
            if not left:
                front, left = front + 1, 2
    return front


def three_groups(die: Die) -> int:
    """Sustained Hits, Lethal Hits and random numbers of attacks, at models of 8 wounds that ignore some."""
    left = [8] * 9
    front = 0

    def strike(wounds: int, save: int, damage: Callable[[], int]) -> None:
        nonlocal front
        for _ in range(wounds):
            if front == 9:
                return
            if die() >= save:
                continue
            lost = sum(die() < 4 for _ in range(damage()))
            left[front] -= lost
            if left[front] <= 0:
                front += 1

    hits = 0
    for _ in range(46):
        face = die()
        hits += (face >= 5) + 2 * (face == 6)
    strike(sum(die() >= 5 for _ in range(hits)), 3, lambda: 2)
    for guns, attacks, need, wound, save, damage in (
        (24, lambda: (die() + 1) // 2 + 3, 3, 3, 7, lambda: 1),
        (1, die, 5, 4, 4, die),
    ):
        wounds = 0
        for _ in range(sum(attacks() for _ in range(guns))):
            face = die()
            if face == 6:
                wounds += 1
            elif face >= need:
                wounds += die() >= wound
        strike(wounds, save, damage)
    return front


def meltas(die: Die) -> int:
    """What misses or does not wound is rolled again; one less of damage."""
    lost = 0
    for _ in range(6):
        if (die() >= 3 or die() >= 3) and (die() >= 5 or die() >= 5):
            lost += die() + 1
    return min(lost, 12)


def bolters(die: Die) -> int:
    slain = 0
    for _ in range(10):
        if die() >= 2 and die() >= 4 and die() < 4:
            slain += 1
    return slain


def detachment(die: Die) -> int:
    """The hits are shared out evenly; who is left over is hit by lot."""
    hits = sum(die() <= 3 for _ in range(10))
    slain = 0
    for unit in range(4):
        lost = 0
        for _ in range(hits // 4 + (unit < hits % 4)):
            lost += die() > 3
        slain += lost >= 2
    return slain


ATTACKS = (
    Rolled("7e", "20 boltgun shots", '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+", boltguns, {"distance": "12"}),
    Rolled(
        "7e", "three weapons, FNP",
        '8x "Marine" BS4 S4 AP5 Rapid Fire 24" + 1x "Heavy" BS4 S5 AP4 Heavy 3 36" + 1x "Krak" BS4 S8 AP3 Heavy 1 48"',
        "20x T3 Sv6+ FNP5+", squad, {"distance": "12"},
    ),
    Rolled(
        "7e", "20 rending shots, three saves", '5x BS4 S6 AP4 Heavy 4 24" [rending]',
        '2x "A" T4 Sv2+ Inv5+ W2 + 4x "B" T4 Sv3+ + 4x "C" T4 Sv4+ FNP5+', rending,
    ),
    Rolled("10e", "20 bolt rifle shots", "10x A2 BS3+ S4 AP-1 D1", "10x T4 W2 Sv3+", bolt_rifles),
    Rolled(
        "10e", "three groups, 200 shots, W8 FNP",
        "23x A2 BS5+ S6 AP0 D2 [sustained hits 2] + 24x A D3+3 BS3+ S9 AP-4 D1 [lethal hits] + "
        "1x A D6 BS5+ S7 AP-1 D D6 [lethal hits]", "9x T7 W8 Sv3+ FNP4+", three_groups,
    ),
    Rolled(
        "10e", "6 meltas, all re-rolled, W12", "6x A1 BS3+ S9 AP-4 D D6+2 [re-roll hit rolls, re-roll wound rolls]",
        "1x T10 Sv3+ W12 [incoming: -1 damage] (VEHICLE)", meltas, measure="damage",
    ),
    Rolled("2e", "10 bolters", "10x BS4 bolter", "10x T4 Sv3+ W1", bolters, {"distance": "12"}),
    Rolled("rh", "10 units at four of integrity 2", "10x AP3 range 20", "4x INF A3 I2", detachment, {"distance": "12"}),
)  # fmt: skip


def task_of(attack: Rolled) -> Task:
    return units.pairing(
        attack.attacker, attack.target, attack.ruleset, units.shared_answers(None, attack.options)
    ).task()


def literally(attack: Rolled, die: Die, times: int) -> int:
    loop = attack.loop
    return sum(loop(die) for _ in range(times))


def check(attack: Rolled, times: int = 20_000) -> None:
    """All of them say the same. :raises SystemExit: they do not."""
    task = task_of(attack)
    row = worked_out(task).document()[attack.measure]
    mean = sum(k * p for k, p in enumerate(row))
    apart = 5 * sqrt(sum((k - mean) ** 2 * p for k, p in enumerate(row)) / times)
    counts = rolled(task, 7, times).counts(attack.measure)
    for name, found in (
        ("ours", sum(k * n for k, n in counts.items()) / times),
        ("quick", literally(attack, quick, times) / times),
        ("usual", literally(attack, usual, times) / times),
    ):
        if abs(found - mean) > apart:
            raise SystemExit(f"{attack.name}: {name} has {found}, the odds have {mean}")


def timed(run: Callable[[], Any]) -> float:
    begun = process_time()
    run()
    return process_time() - begun


def row(attack: Rolled, times: int) -> str:
    task, few = task_of(attack), min(times, 2_000)  # a loop takes as long for each
    runs: tuple[tuple[Callable[[], Any], int], ...] = (
        (lambda: rolled(task, 7, times), times),
        (lambda: literally(attack, quick, few), few),
        (lambda: literally(attack, usual, few), few),
    )
    ours, *loops = (min(timed(run) for _ in range(ROUNDS)) / n * 1e6 for run, n in runs)
    columns = "".join(f"{micro:9.2f}" for micro in (ours, *loops)) + "".join(f"{loop / ours:8.1f}x" for loop in loops)
    return f"{attack.ruleset:4}{attack.name:33}{times:>8}{columns}"


def main(numbers: list[int]) -> None:
    print(f"{'':37}{'times':>8}{'ours':>9}{'quick':>9}{'usual':>9}{'ratios':>12}")
    for attack in ATTACKS:
        check(attack)
        for times in numbers:
            print(row(attack, times))


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [1_000, 10_000, 100_000])
