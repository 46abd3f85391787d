"""How long a key takes to the screen, and an answer to the next prompt, in a terminal of 80x24 with two shipped lists.

    python tests/benchmarks/latency.py [LIST LIST]

In milliseconds, the median and the worst: from the key that was pressed to the last byte that came of it before 30 ms
of silence. What the terminal itself takes to draw is not in it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[2])]

from tests.end_to_end.terminal import DOWN, ENTER, READY, Terminal  # noqa: E402

SILENCE = 0.03  # seconds
LISTS = ("ultramarines", "orks")
KEYS = ("s", "q", "u", "\x7f", "\x7f", "\x7f", DOWN, DOWN, " ", " ")
SAID = ("tactical", "shoota", "12", "2", "", "11", "6", "", "", "")


def milliseconds(here: Terminal, keys: str, prompt: bool = False) -> float:
    """``prompt``: the next one has to come."""
    here.press(keys)
    begun = last = time.perf_counter()
    before = len(here.all)
    while True:
        here.read(0.005)
        now = time.perf_counter()
        if len(here.all) > before:
            before, last = len(here.all), now
        came = last > begun and (not prompt or READY in here.heard)
        if (came and now - last > SILENCE) or now - begun > 5:
            return (last - begun) * 1000


def told(what: str, times: list[float]) -> None:
    print(f"{what}: median {median(times):.0f} ms, worst {max(times):.0f} ms, of {len(times)}")


def main() -> None:
    lists = tuple(sys.argv[1:3]) or LISTS
    with tempfile.TemporaryDirectory() as folder:
        here = Terminal(Path(folder), "play", *lists, "--dice", "hand", "--seed", "7", columns=80, rows=24)
        here.wait("Who has the first turn?")
        here.say("", "Which unit shoots?")
        told("key to screen", [milliseconds(here, key) for _ in range(5) for key in KEYS])
        told("answer to next prompt", [milliseconds(here, f"{words}{ENTER}", prompt=True) for words in SAID])
        here.close()


if __name__ == "__main__":
    main()
