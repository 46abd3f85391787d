"""What it costs to try facts: `odds --what-if`, and the facts that `compare` names. Run by hand; it is no test.

    python tests/benchmarks/facts.py [ROUNDS]

Whole processes, each with an empty cache: the median of CPU seconds, of the process and of those that it started.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"
ROWS = (
    ("odds", "ultramarines::Devastator", "astra_militarum::Chimera", "--what-if"),
    ("odds", "ultramarines::Tactical", "orks::Shoota", "--distance", "12", "--what-if"),
    ("odds", "adeptus-astartes::Combat Squad", "waaagh::Small Mob", "--what-if"),
    ("compare", "adeptus-astartes", "--against", "targets::Rhino"),
    ("compare", "adeptus-astartes", "--against", "targets::Rhino", "--no-facts"),
    ("compare", "macragge_column", "--against", "goff_mob"),
)


def cpu_seconds(*words: str) -> float:
    """Return the CPU seconds of one command."""
    with TemporaryDirectory() as home:
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, *words], env={**os.environ, "SHOOT_HOME": home}, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, words
        return usage.ru_utime + usage.ru_stime


def main(rounds: int) -> None:
    for words in ROWS:
        print(f"{median(cpu_seconds(*words) for _ in range(rounds)):7.2f} s  shoot {' '.join(words)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 3)
