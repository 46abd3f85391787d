"""How long a command takes to say something, against a Python that does nothing. Run by hand; it is no test.

    python tests/benchmarks/startup.py [ROUNDS]

The commands take turns, so that a busy moment of the machine strikes all of them. What is printed is processor time,
of the program and of the system for it, the least of all rounds, and how many times ``python -c pass`` it is. Compiled
files are kept in a folder of their own and warm, and lists were read before, as for somebody who has run ``shoot``
already. Play is run in a terminal: until its first line, and until its first prompt can be answered; going on with a
battle of so many answers is until its prompt, too.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

PASS = "python -c pass"
UNITS = ("ultramarines::Tactical", "orks::Shoota", "--distance", "12")
LINES = ("--ruleset", "7e", '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+", "--distance", "12")
COMMANDS = {
    "shoot --version": ("--version",),
    "shoot --help": ("--help",),
    "shoot play --help": ("play", "--help"),
    "shoot odds --nope (usage error)": ("odds", "--nope"),
    "shoot rules 7E-HIT-3": ("rules", "7E-HIT-3"),
    "shoot resolve, profile lines": ("resolve", *LINES, "--seed", "7"),
    "shoot resolve --json, profile lines": ("resolve", *LINES, "--seed", "7", "--json"),
    "shoot resolve, units of lists": ("resolve", *UNITS, "--seed", "7"),
    "shoot resolve --json, units of lists": ("resolve", *UNITS, "--seed", "7", "--json"),
    "shoot resolve --seed=7, units of lists": ("resolve", *UNITS, "--seed=7"),
    "shoot resolve --data none, read by Typer": ("resolve", *UNITS, "--data", "none"),
    "shoot odds, profile lines": ("odds", *LINES),
    "shoot odds --json, profile lines": ("odds", *LINES, "--json"),
    "shoot odds, units of lists": ("odds", *UNITS),
    "shoot odds --json, units of lists": ("odds", *UNITS, "--json"),
    "shoot drill sheet": ("drill", "sheet", "-r", "7e", "--seed", "7"),
}
PLAY = ("play", "ultramarines", "orks", "--dice", "app")
FIRST_LINE, FIRST_PROMPT = b"shoot, at the table", b"\x1b[?2004h"
ANSWERS = 1500  # of the battles that are gone on with


def shoot(*arguments: str) -> list[str]:
    """The command line that the installed script runs."""
    return [sys.executable, "-c", "from shoot_cli.cli.main import main; main()", *arguments]


def until_the_end(command: list[str], env: Mapping[str, str]) -> float:
    """Seconds of processor time."""
    nowhere = subprocess.DEVNULL
    return spent(subprocess.Popen(command, env=env, stdin=nowhere, stdout=nowhere, stderr=nowhere))


def spent(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that it took, once it has ended."""
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # nobody is to wait for it again
    return used.ru_utime + used.ru_stime


def until_shown(command: list[str], awaited: bytes, env: Mapping[str, str]) -> float:
    """Seconds of processor time until these letters came to a terminal.

    :raises TimeoutError: they did not within a minute.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    seen = b""
    try:
        while awaited not in seen:
            if not select.select([ours], [], [], 60)[0]:
                raise TimeoutError(f"{awaited!r} was not shown: {seen!r}")
            now = os.read(ours, 1 << 16)
            seen += now
            if b"\x1b[6n" in now:  # where is the cursor? A terminal answers
                os.write(ours, b"\x1b[1;1R")
    finally:
        process.kill()
        taken = spent(process)
        os.close(ours)
    return taken


def going_on(folder: str, env: Mapping[str, str]) -> dict[str, Callable[[], float]]:
    """A battle of each edition, in a home of its own: what goes on with it until its prompt."""
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent.parent)]
    from battle import begun

    from shoot_cli.rules import RULESETS
    from shoot_cli.storage.store import Store

    found: dict[str, Callable[[], float]] = {}
    for edition in RULESETS:
        home = os.path.join(folder, edition.name)
        with Store.open(Path(home) / "shoot.db") as store:
            call = shoot("play", "--resume", "--battle", begun(store, edition.ruleset(), ANSWERS))
        title = f"shoot play --resume, {edition.name}, {ANSWERS:,} answers"
        found[title] = partial(until_shown, call, FIRST_PROMPT, {**env, "SHOOT_HOME": home})
    return found


def measured(rounds: int, folder: str) -> dict[str, float]:
    """The fewest seconds of each. The first round only warms up."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env = kept | {
        "SHOOT_HOME": os.path.join(folder, "home"),
        "PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled"),
        "TERM": "xterm-256color",
    }
    runs: dict[str, Callable[[], float]] = {
        PASS: partial(until_the_end, [sys.executable, "-c", "pass"], env),
        "python -c 'import typer'": partial(until_the_end, [sys.executable, "-c", "import typer"], env),
        **{name: partial(until_the_end, shoot(*words), env) for name, words in COMMANDS.items()},
        "shoot play, first line": partial(until_shown, shoot(*PLAY), FIRST_LINE, env),
        "shoot play, first prompt": partial(until_shown, shoot(*PLAY), FIRST_PROMPT, env),
        **going_on(folder, env),
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            taken = run()
            if number:
                seconds[name].append(taken)
    return {name: min(values) for name, values in seconds.items()}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        found = measured(rounds, folder)
    width = max(map(len, found))
    print(f"{'':{width}}      ms   times")
    for name, seconds in found.items():
        print(f"{name:{width}}  {seconds * 1000:6.0f}  {seconds / found[PASS]:6.1f}")


if __name__ == "__main__":
    main()
