"""The odds of every unit of every shipped list at every other of its edition, as ``shoot odds`` works them out.

    python tests/benchmarks/pairs.py [EDITION ...] [--seconds 20] [--exact 0]

Run by hand; it is no test. Each pair is worked out with nothing known from the one before (``odds.forget``), with the
defaults; a distance that nobody can assume is 12 inches, any other choice the first that is open. Printed for each
edition: pairs, the median, the 99th of a hundred and the worst in milliseconds of CPU, the ten slowest, and those that
were given up. ``--exact N``: every N-th pair also in fractions, which the floats must equal within 1e-12.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.analysis.attack_result import result_of
from shoot_cli.engine.questions import Choose, Number, Question
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.odds import Budget, Ends, TooMany, forget, odds
from shoot_cli.rules import RULESETS

CLOSE = 1e-12
MOST, USUAL = 0.5, 0.005  # seconds that a pair may take; that half of them may take
DISTANCE = {"distance": "12"}


class Pair(NamedTuple):
    attacker: str
    target: str
    attack: Any  # a function that gives the record an attack begins with


class Found(NamedTuple):
    """:ivar given_up: in words; "" if it was worked out"""

    seconds: float
    pair: Pair
    given_up: str


def assumed() -> Any:
    """What nobody said: the default, twelve inches, the first choice that is open, the largest number."""
    given = Preset(DISTANCE, raise_missing)

    def answer(question: Question, place: int) -> Answer:
        try:
            return given(question, place)
        except Missing:
            if isinstance(question, Choose):
                return question.open()[0].value
            if isinstance(question, Number):
                return question.high
            raise

    return answer


def pairs(short: str) -> tuple[Ruleset, Iterator[Pair]]:
    """The rules of an edition, and every attack of one shipped unit on another that can be made."""
    edition = next(edition for edition in RULESETS if edition.short == short)
    ruleset = edition.ruleset()
    units = [
        (f"{sample.path.stem}::{unit.name}", unit)
        for sample in armies.samples()
        if sample.ruleset == edition.name
        for unit in load(sample.path).army.units
    ]

    def every() -> Iterator[Pair]:
        for name, unit in units:
            for other, target in units:
                if not ruleset.why_cannot_meet(unit, target):
                    yield Pair(name, other, lambda unit=unit, target=target: ruleset.begin_attack(unit, target))

    return ruleset, every()


def ends_of(ruleset: Ruleset, pair: Pair, seconds: float, exact: bool = False) -> Ends:
    settings, budget = ruleset.defaults(), Budget(seconds)
    return odds(ruleset.attack, pair.attack(), assumed(), settings=settings, exact=exact, budget=budget)


def worked_out(ruleset: Ruleset, pair: Pair, seconds: float) -> Found:
    forget()
    begun, given_up = process_time(), ""
    try:
        result_of(ruleset, ends_of(ruleset, pair, seconds)).numbers()
    except TooMany as error:
        given_up = str(error)
    except (BadAnswer, Missing) as error:
        given_up = f"not an attack: {error}"
    return Found(process_time() - begun, pair, given_up)


def apart(ruleset: Ruleset, pair: Pair, seconds: float) -> float:
    """How far the floats are from the fractions, over all that is measured."""
    floats, fractions = (ends_of(ruleset, pair, seconds, exact) for exact in (False, True))
    found = 0.0
    for measure in ruleset.measures.values():
        near, right = floats.distribution(measure), fractions.distribution(measure)
        size = max(len(near), len(right))
        rows = ([*row, *[0] * (size - len(row))] for row in (near, right))
        found = max(found, *(abs(float(a - b)) for a, b in zip(*rows, strict=True)))
    return found


def survey(short: str, seconds: float, exact: int) -> bool:
    """True if all of them are as quick, and as right, as they shall be."""
    ruleset, every = pairs(short)
    found: list[Found] = []
    worst = 0.0
    for number, pair in enumerate(every):
        found.append(worked_out(ruleset, pair, seconds))
        if exact and number % exact == 0 and not found[-1].given_up:
            worst = max(worst, apart(ruleset, pair, seconds * 10))
    took = [row.seconds for row in found]
    cuts = quantiles(took, n=100)
    print(
        f"{short}: {len(found):,} pairs; median {median(took) * 1e3:.2f} ms, 99 of 100 within {cuts[98] * 1e3:.1f} ms, "
        f"the worst {max(took) * 1e3:.0f} ms; {sum(seconds > MOST for seconds in took)} over {MOST:g} s"
    )
    if exact:
        print(f"  floats are within {worst:.1e} of the fractions, every {exact}th pair")
    for row in sorted(found, reverse=True)[:10]:
        print(f"  {row.seconds * 1e3:8.1f} ms  {row.pair.attacker} at {row.pair.target} {row.given_up}".rstrip())
    refused = [row for row in found if row.given_up]
    for row in refused[:10]:
        print(f"  given up: {row.pair.attacker} at {row.pair.target}: {row.given_up}")
    return max(took) <= MOST and median(took) <= USUAL and not refused and worst <= CLOSE


def main() -> None:
    shorts = [edition.short for edition in RULESETS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", metavar="EDITION", help=f"{', '.join(shorts)}; all of them")
    parser.add_argument("--seconds", type=float, default=20.0, help="of CPU, before a pair is given up")
    parser.add_argument("--exact", type=int, default=0, metavar="N", help="every N-th pair in fractions too")
    given = parser.parse_args()
    good = [survey(short, given.seconds, given.exact) for short in given.editions or shorts]
    print("all of them as quick as they shall be" if all(good) else "NOT all as they shall be")


if __name__ == "__main__":
    main()
