"""How much of what datasheets print about shooting lists can say, and see done.

    python tests/rules/tenth/helpers/coverage_of_effects.py [--rest]

Goes through ``effect_patterns.json``. The words of each pattern are filled in (``effect_words.py``), put into lists, and
counted if every line is read and seen to change an attack, or what a battle asks and allows (``effect_probes.py``,
``effect_battles.py``). Weighted with how many datasheets carry them; plain invulnerable saves and Damaged, which stand
beside the characteristics, are left out. ``--rest`` lists all that is not covered, else the heaviest.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[4]))

from tests.rules.tenth.helpers import effect_battles, effect_probes
from tests.rules.tenth.helpers.effect_probes import Refused
from tests.rules.tenth.helpers.effect_words import lines_of

PLAIN = (("invulnerable save N1+",), ("Damaged: N1-N2",))
COVERED, UNSEEN, REFUSED = "covered", "read, and no change seen", "refused"
AT_THE_TABLE = ("mark:", "mark after", "lend ")  # what somebody must be offered, besides what odds are told of it
FEW = 60  # of the rest that is listed without --rest


class Pattern(NamedTuple):
    n: int  # datasheets that carry it
    words: tuple[str, ...]


class Found(NamedTuple):
    """What became of a pattern, or of one line: how it went, and what was seen or said."""

    how: str
    why: str


def patterns() -> list[Pattern]:
    """Those that count, the heaviest first."""
    text = Path(__file__).parents[1].joinpath("effect_patterns.json").read_text(encoding="utf-8")
    every = [Pattern(row["n"], tuple(row["words"])) for row in json.loads(text)["patterns"]]
    return [pattern for pattern in every if pattern.words not in PLAIN]


@cache
def of_line(line: str) -> Found:
    try:
        found = effect_probes.seen(line) or effect_battles.seen(line)
        if line.startswith(AT_THE_TABLE) and found and not effect_battles.seen(line):
            return Found(UNSEEN, f"{line}: no battle offers it")
    except Refused as error:
        return Found(REFUSED, f"{line}: {error}")
    return Found(COVERED, f"{line}: {found}") if found else Found(UNSEEN, line)


@cache
def of_words(words: str) -> Found:
    lines = lines_of(words)
    if lines is None:
        return Found(REFUSED, f"{words}: no line says this")
    return worst(map(of_line, lines))


def of_pattern(pattern: Pattern) -> Found:
    return worst(map(of_words, pattern.words))


def worst(every: Iterable[Found]) -> Found:
    return max(every, key=lambda found: (COVERED, UNSEEN, REFUSED).index(found.how))


def weights(results: Iterable[tuple[Pattern, Found]]) -> dict[str, int]:
    found = dict.fromkeys((COVERED, UNSEEN, REFUSED), 0)
    for pattern, result in results:
        found[result.how] += pattern.n
    return found


def main(rest: bool) -> None:
    results = [(pattern, of_pattern(pattern)) for pattern in patterns()]
    by_how = weights(results)
    whole = sum(by_how.values())
    for how, n in by_how.items():
        print(f"{how:<26} {n:>5} of {whole} {n / whole:7.1%}")
    left = [(pattern, found) for pattern, found in results if found.how != COVERED]
    print(f"\nLines that are not covered, and the weight that hangs on each{'' if rest else ' (--rest: all)'}:")
    hangs = lines_left(left)
    for (how, why), n in hangs if rest else hangs[:FEW]:
        print(f"{n:>4}  {how}: {why}")
    if rest:
        print("\nPatterns that are not covered:")
        for pattern, found in left:
            print(f"{pattern.n:>4}  {found.how}: {'; '.join(pattern.words)}")


def lines_left(left: Iterable[tuple[Pattern, Found]]) -> list[tuple[Found, int]]:
    """Every line that is not covered, with how many datasheets have it among theirs; the heaviest first."""
    found: dict[Found, int] = {}
    for pattern, _ in left:
        lines = {
            one for words in pattern.words for line in lines_of(words) or () if (one := of_line(line)).how != COVERED
        }
        lines |= {of_words(words) for words in pattern.words if lines_of(words) is None}
        for one in lines:
            found[one] = found.get(one, 0) + pattern.n
    return sorted(found.items(), key=lambda item: -item[1])


if __name__ == "__main__":
    main("--rest" in sys.argv[1:])
