"""How long a roster of half a megabyte takes to be imported, against a Python that does nothing, and how much memory.

    python tests/benchmarks/imports.py [ROUNDS]

Run by hand; it is no test. The roster is made by ``tests/imports/sample_rosters.py``, as New Recruit writes such files: a unit
of every kind, with all that its selections say. What is printed is processor time, of the program and of the system for
it, the least of all rounds: how many times ``python -c pass`` it is, and how many more than ``shoot army show`` of a small
list. The first import of each round finds an empty cache; compiled files are warm. Wanted: at most 4 times
``python -c pass`` above ``army show``, and 150 MiB.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from tests.importing import sample_rosters  # noqa: E402
from tests.importing.written_rosters import as_json  # noqa: E402

BYTES = 500_000
PASS, SHOW, IMPORT = "python -c pass", "shoot army show LIST", "shoot army import, {} kB"
IMPORT_AGAIN = "the same file, once more"
FIRST, AGAIN, ODDS = "shoot army show ROSTER", "the same, once more", "shoot odds of its units, once more"


def shoot(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from shoot_cli.cli.main import main; main()", *arguments]


def spent(command: list[str], env: Mapping[str, str]) -> tuple[float, float]:
    """Seconds of processor time, and the most memory in MiB. :raises RuntimeError: it failed"""
    process = subprocess.Popen(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command}: {said.decode()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measured(rounds: int, folder: Path) -> dict[str, tuple[float, float]]:
    """The fewest seconds of each, and the most memory. The first round only warms up."""
    home, big = folder / "home", folder / "big.json"
    big.write_bytes(as_json(sample_rosters.large(BYTES)))
    env = os.environ | {"SHOOT_HOME": str(home), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    runs = {
        PASS: [sys.executable, "-c", "pass"],
        SHOW: shoot("army", "show", "tau-empire"),
        IMPORT.format(big.stat().st_size // 1000): shoot("army", "import", str(big)),
        IMPORT_AGAIN: shoot("army", "import", str(big)),
        FIRST: shoot("army", "show", str(big)),
        AGAIN: shoot("army", "show", str(big)),
        ODDS: shoot(
            "odds",
            f"{big}::{sample_rosters.squad_name(0)}",
            f"{big}::{sample_rosters.squad_name(1)}",
            "--distance",
            "12",
        ),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            if name not in (IMPORT_AGAIN, AGAIN, ODDS):
                rmtree(home, ignore_errors=True)
            taken = spent(run, env)
            if number:
                found[name].append(taken)
    return {name: (min(seconds for seconds, _ in rows), max(most for _, most in rows)) for name, rows in found.items()}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as folder:
        found = measured(rounds, Path(folder))
    width, one, show = max(map(len, found)), found[PASS][0], found[SHOW][0]
    print(f"{'':{width}}      ms   times   above army show   MiB")
    for name, (seconds, most) in found.items():
        print(
            f"{name:{width}}  {seconds * 1000:6.0f}  {seconds / one:6.1f}  {(seconds - show) / one:16.1f}  {most:4.0f}"
        )


if __name__ == "__main__":
    main()
