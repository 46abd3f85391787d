"""How long a matchup of 15 x 15 units takes, cold, with one process and with two, and how much memory.

    python tests/benchmarks/matchup.py [ROUNDS]

Whole processes, each with an empty cache; beside them a Python that does nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
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


def some(name: str) -> str:
    """The first units of a shipped list, by their names."""
    units = units_from([name], None, "attacker")[:UNITS]
    return f"{name}::{','.join(side.unit.name for side in units)}"


def run(*arguments: str) -> tuple[float, int]:
    """Seconds of a whole process, and the most memory that it had, in MiB."""
    with TemporaryDirectory() as home:
        env = {**os.environ, "SHOOT_HOME": home}
        started = time.perf_counter()
        process = subprocess.Popen([sys.executable, *arguments], env=env, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, arguments
        return time.perf_counter() - started, usage.ru_maxrss // (1 if sys.platform == "darwin" else 1024)


def main(rounds: int) -> None:
    nothing = median(run("-c", "pass")[0] for _ in range(rounds))
    print(f"python -c pass: {nothing:.3f} s")
    for mine, theirs in PAIRS:
        words = some(mine), some(theirs)
        pairs = 2 * (words[0].count(",") + 1) * (words[1].count(",") + 1)
        for jobs in ("1", "2"):
            took = [run("-c", SCRIPT, "matchup", *words, "--json", "--jobs", jobs) for _ in range(rounds)]
            seconds, memory = median(one for one, _ in took), max(most for _, most in took)
            print(
                f"{mine} v {theirs}, {pairs} attacks, --jobs {jobs}: {seconds:.2f} s"
                f" = {seconds / nothing:.0f} times nothing, {memory} MiB"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
