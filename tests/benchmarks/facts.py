"""What it costs to try facts: `odds --what-if`, and the facts that `compare` names. Run by hand; it is no test.

    python tests/benchmarks/facts.py [ROUNDS [SHOOT ...]]

Whole processes, each with an empty cache: the median of user CPU seconds. With several programs SHOOT, such as the
`.venv/bin/shoot` of two clones, each round runs all of them, one after the other.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median

from tests.benchmarks.matchup import SCRIPT, cold_seconds, some

ROWS = (
    ("odds", "ultramarines::Devastator", "astra_militarum::Chimera", "--what-if"),
    ("odds", "ultramarines::Tactical", "orks::Shoota", "--distance", "12", "--what-if"),
    ("odds", "adeptus-astartes::Combat Squad", "waaagh::Small Mob", "--what-if"),
    ("odds", "adeptus-astartes::Gatling Redemptor", "targets::Rhino", "--what-if"),
    ("compare", "adeptus-astartes", "--against", "targets::Rhino"),
    ("compare", "adeptus-astartes", "--against", "targets::Rhino", "--no-facts"),
    ("compare", "macragge_column", "--against", "goff_mob"),
    ("compare", "TEN ultramarines", "--against", "EIGHT orks"),
    ("compare", "TEN adeptus-astartes", "--against", "EIGHT waaagh"),
)
FIRST = {"TEN": 10, "EIGHT": 8}  # units of a shipped list


def first_units(word: str) -> str:
    """The first units of a shipped list, by their names; other words as they are."""
    many, _, name = word.partition(" ")
    return some(name, FIRST[many]) if many in FIRST else word


def main(rounds: int, programs: Sequence[str]) -> None:
    each = [[program] for program in programs] or [[sys.executable, "-c", SCRIPT]]
    for words in ROWS:
        print(f"shoot {' '.join(words)}", end=": ", flush=True)  # said at once: a row may take a minute
        whole = [first_units(word) for word in words]
        took = [[cold_seconds(*program, *whole) for program in each] for _ in range(rounds)]
        print(", ".join(f"{median(column):.2f} s" for column in zip(*took, strict=True)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 3, sys.argv[2:])
