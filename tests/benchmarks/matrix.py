"""Every one of thousands of units at every one of thousands: plain datasheets of 10th edition, worked out side by side.

    python tests/benchmarks/matrix.py [ATTACKERS [TARGETS]]

Run by hand; it is no test. By default 3,000 attackers at 1,500 targets, drawn by ``datasheets.py``, on one core: seconds
of CPU for all of it, what each pair cost, how many pairs were taken, the most memory there was. Beside it a sample of
the pairs one by one: as the engine works each out, with nothing known from another pair and as it is in a long run; and,
of those that icepool can be told in one line, icepool's best idiom for them (``idioms.py``). Wanted for the whole matrix
are 3 seconds. Figures of the sample are compared: they may be 1e-12 apart.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from icepool import Die, d3, d6

from shoot_cli.analysis.batch import Figures, figures
from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.input.answers import Task
from shoot_cli.odds import forget
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.profiles import Amount, Unit
from shoot_cli.rules.tenth import RULESET
from tests.benchmarks.datasheets import attackers, targets
from tests.benchmarks.idioms import Idioms, alike, all_of

ATTACKERS, TARGETS, WANTED = 3_000, 1_500, 3.0
SAMPLE, TOLD = 400, 40  # pairs for the engine; pairs for icepool
CLOSE = 1e-12
IDLE = {
    "Assault",
    "Heavy",
    "Pistol",
    "Rapid Fire",
    "Melta",
    "Hazardous",
    "Indirect Fire",
    "Precision",
}  # if nobody says


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begun = process_time()
    found = work()
    return found, process_time() - begun


def by_engine(shooter: Unit, target: Unit) -> tuple[float, float, float]:
    result = worked_out(Task(RULESET, shooter, target, {}, {})).document()
    return result["destroyed"], result["expected"]["slain"], result["expected"]["damage"]


def sample(found: Figures, n: int) -> list[tuple[int, int]]:
    """Pairs that were taken."""
    random, (rows, columns) = Random(1), found.taken.shape
    places = ((random.randrange(rows), random.randrange(columns)) for _ in range(2 * n))
    return [place for place in places if found.taken[place]][:n]


# icepool -------------------------------------------------------------------------------------------------------------


def die_of(amount: Amount) -> Any:
    one = d3 if amount.sides == 3 else d6
    return (amount.dice @ one if amount.dice else Die([0])) + amount.plus


def told(shooter: Unit, target: Unit) -> Idioms | None:
    """The attack as icepool may be told it; None if that takes more than a line."""
    fired = {(weapon.name, weapon) for model, _ in shooter.models for weapon in model.weapons}
    (_, gun), *others = fired
    model, models = target.models[0][0], sum(n for _, n in target.models)
    fixed = not gun.attacks.dice and gun.skill is not None and {one.name for one in gun.abilities} <= IDLE
    if others or not fixed or model.feel_no_pain or model.save is None:
        return None
    shots = gun.attacks.plus * sum(n for _, n in shooter.models)
    save = min(model.save - gun.ap, model.invulnerable or 7)
    needs = gun.skill, charts.table(gun.strength, model.toughness)

    def one(of: Any) -> Any:
        return all_of((*map(of.up, needs), *([of.fails(save)] if save < 7 else [])))

    return alike(shots, one, models, model.wounds, lambda: die_of(gun.damage))


def plain_pairs(units: Sequence[Unit], others: Sequence[Unit]) -> Iterator[tuple[int, int, Idioms]]:
    random = Random(2)
    while True:
        i, j = random.randrange(len(units)), random.randrange(len(others))
        if idioms := told(units[i], others[j]):
            yield i, j, idioms


def slain_by(answer: Any) -> float:
    if isinstance(answer, list):
        return sum(k * p for k, p in enumerate(answer))
    return float(answer.mean())


def by_icepool(units: Sequence[Unit], others: Sequence[Unit], found: Figures) -> tuple[float, str]:
    """Seconds a pair, by the idiom that is quickest on the whole."""
    pairs = plain_pairs(units, others)
    seconds: dict[str, list[float]] = {}
    for place in range(TOLD):
        i, j, idioms = next(pairs)
        for name, work in idioms.items():
            if place and name not in seconds:
                continue  # out of the race
            answer, took = timed(work)
            assert abs(slain_by(answer) - found.slain[i, j]) < 1e-9, (name, units[i], others[j])
            seconds.setdefault(name, []).append(took)
        if place == 4:
            best = sorted(seconds, key=lambda name: sum(seconds[name]))[:4]
            seconds = {name: seconds[name] for name in best}
    name = min(seconds, key=lambda name: sum(seconds[name]))
    return mean(seconds[name]), name


def main() -> None:
    rows, columns = (
        [*map(int, sys.argv[1:]), ATTACKERS, TARGETS][:2] if len(sys.argv) != 2 else (int(sys.argv[1]), TARGETS)
    )
    units, others = attackers(rows), targets(columns)
    figures(RULESET, attackers(5, 7), targets(5, 7))  # modules are opened, tables of the rules are read
    before = megabytes()
    found, seconds = timed(lambda: figures(RULESET, units, others))
    pairs, each = rows * columns, seconds / (rows * columns)
    print(f"{rows:,} x {columns:,} = {pairs:,} pairs: {seconds:.2f} s of CPU, {each * 1e9:.0f} ns a pair")
    print(f"taken: {found.taken.mean():.2%}; memory: {megabytes():.0f} MB at most, {before:.0f} MB before")
    print("quick enough" if seconds <= WANTED else f"NOT within {WANTED:g} s")
    places, far, cold = sample(found, SAMPLE), 0.0, 0.0
    for i, j in places:
        forget()
        wanted, took = timed(lambda i=i, j=j: by_engine(units[i], others[j]))
        far, cold = max(far, *(abs(a - b[i, j]) for a, b in zip(wanted, found[:3], strict=True))), cold + took
    print(f"{len(places)} pairs are within {far:.1e} of the engine{'' if far <= CLOSE else ': NOT close enough'}")
    _, warm = timed(lambda: [by_engine(units[i], others[j]) for i, j in places])
    icepool, name = by_icepool(units, others, found)
    rest = (
        ("the engine, nothing known", cold / len(places)),
        ("the engine", warm / len(places)),
        (f"icepool ({name})", icepool),
    )
    for who, took in rest:
        print(f"{who}: {took * 1e6:,.0f} µs a pair, {took / each:,.0f} times as long")


if __name__ == "__main__":
    main()
