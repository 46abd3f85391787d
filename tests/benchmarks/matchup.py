"""How long a matchup of 15 x 15 units takes, cold and warm, with one process and with two, and how much memory.

    python tests/benchmarks/matchup.py [ROUNDS [SHOOT ...]]

Whole processes: user CPU seconds with an empty cache, and again with what the first one remembered; beside them a Python
that does nothing. With several programs SHOOT, such as the `.venv/bin/shoot` of two clones, all of them run in turn.
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
UNITS = 15
PAIRS = (
    ("adeptus-astartes", "adeptus-astartes"),
    ("ultramarines", "orks"),
    ("macragge_column", "macragge_column"),
    ("vanguard", "deffskulls"),
    ("blue_column", "red_host"),
)


def some(name: str, most: int = UNITS) -> str:
    """The first units of a shipped list, by their names."""
    units = units_from([name], None, "attacker")[:most]
    return f"{name}::{','.join(side.unit.name for side in units)}"


def run(home: str, *arguments: str) -> tuple[float, int]:
    """User CPU seconds of a whole process and of those that it started, and the most memory that it had, in MiB."""
    process = subprocess.Popen(arguments, env={**os.environ, "SHOOT_HOME": home}, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, arguments
    return usage.ru_utime, usage.ru_maxrss // (1 if sys.platform == "darwin" else 1024)


def cold_seconds(*arguments: str) -> float:
    with TemporaryDirectory() as home:
        return run(home, *arguments)[0]


def cold_and_warm(*arguments: str) -> tuple[float, float, int]:
    with TemporaryDirectory() as home:
        (cold, _), (warm, memory) = run(home, *arguments), run(home, *arguments)
        return cold, warm, memory


def main(rounds: int, programs: Sequence[str]) -> None:
    each = [[program] for program in programs] or [[sys.executable, "-c", SCRIPT]]
    nothing = median(cold_seconds(sys.executable, "-c", "pass") for _ in range(rounds))
    print(f"python -c pass: {nothing:.3f} s")
    for mine, theirs in PAIRS:
        words = some(mine), some(theirs)
        pairs = 2 * (words[0].count(",") + 1) * (words[1].count(",") + 1)
        for jobs in ("1", "2"):
            command = ("matchup", *words, "--json", "--jobs", jobs)
            took = [[cold_and_warm(*program, *command) for program in each] for _ in range(rounds)]
            print(f"{mine} v {theirs}, {pairs} attacks, --jobs {jobs}", end="", flush=True)
            for column in zip(*took, strict=True):
                cold, warm, memory = (median(one[part] for one in column) for part in range(3))
                print(f": cold {cold:.2f} s, warm {warm:.2f} s, {memory:.0f} MiB", end="")
            print(flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, sys.argv[2:])
