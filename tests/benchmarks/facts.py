"""What it costs to try facts: `odds --what-if`, and the facts that `compare` names. Run by hand; it is no test.

    python tests/benchmarks/facts.py [ROUNDS [SHOOT ...]]

Whole processes, each with an empty cache: the median of user CPU seconds. With several programs SHOOT, such as the
`.venv/bin/shoot` of two clones, each round runs all of them, one after the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory

from shoot_cli.importing.list_files import units_from

SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"
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


def some(word: str) -> str:
    """The first units of a shipped list, by their names; other words as they are."""
    many, _, name = word.partition(" ")
    if many not in FIRST:
        return word
    units = units_from([name], None, "attacker")[: FIRST[many]]
    return f"{name}::{','.join(side.unit.name for side in units)}"


def cpu_seconds(program: Sequence[str], words: Sequence[str]) -> float:
    """Return the user CPU seconds of one command."""
    with TemporaryDirectory() as home:
        process = subprocess.Popen(
            [*program, *words], env={**os.environ, "SHOOT_HOME": home}, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"shoot {' '.join(words)} ended with status {os.waitstatus_to_exitcode(status)}")
        return usage.ru_utime


def main(rounds: int, programs: Sequence[str]) -> None:
    each = [[program] for program in programs] or [[sys.executable, "-c", SCRIPT]]
    for words in ROWS:
        print(f"shoot {' '.join(words)}", end=": ", flush=True)  # said at once: a row may take a minute
        whole = [some(word) for word in words]
        took = [[cpu_seconds(program, whole) for program in each] for _ in range(rounds)]
        print(", ".join(f"{median(column):.2f} s" for column in zip(*took, strict=True)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 3, sys.argv[2:])
