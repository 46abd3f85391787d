"""How long a command takes to say something, against a Python that does nothing. Run by hand; it is no test.

    python tests/benchmarks/startup.py [ROUNDS]

The commands take turns, so that a busy moment of the machine strikes all of them; what is printed is the median of
each, and how many times ``python -c pass`` it is. Compiled files are kept in a folder of their own and warm, as they
are for somebody who has run ``shoot`` before. Play is run in a terminal: until its first line, and until its first
prompt can be answered.
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
from statistics import median
from time import perf_counter

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
    "shoot resolve, units of lists": ("resolve", *UNITS, "--seed", "7"),
    "shoot odds, profile lines": ("odds", *LINES),
    "shoot odds, units of lists": ("odds", *UNITS),
    "shoot odds --json, units of lists": ("odds", *UNITS, "--json"),
}
PLAY = ("play", "ultramarines", "orks", "--dice", "app")
FIRST_LINE, FIRST_PROMPT = b"shoot: ", b"q leave"


def shoot(*arguments: str) -> list[str]:
    """The command line that the installed script runs."""
    return [sys.executable, "-c", "from shoot_cli.app import main; main()", *arguments]


def until_the_end(command: list[str], env: Mapping[str, str]) -> float:
    begun = perf_counter()
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True)
    return perf_counter() - begun


def until_shown(command: list[str], awaited: bytes, env: Mapping[str, str]) -> float:
    """Seconds until these letters came to a terminal. :raises TimeoutError: they did not within a minute."""
    ours, theirs = pty.openpty()
    begun = perf_counter()
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
        return perf_counter() - begun
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def measured(rounds: int, folder: str) -> dict[str, float]:
    """Median seconds of each. The first round only warms up."""
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
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            taken = run()
            if number:
                seconds[name].append(taken)
    return {name: median(values) for name, values in seconds.items()}


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
