"""What the hostile calls cost: kept for each test, said at the end of the run, asserted nowhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

KEY = "figures"  # among the properties of a test's report, which come from every process to the one that speaks
SHOWN = 160  # letters of the case that took most


class Figures:
    """Of one test. ``keep`` is told what goes into its report."""

    def __init__(self, keep: Callable[[str, Any], None]) -> None:
        self.keep = keep
        self.seconds, self.longest, self.largest = 0.0, (0.0, ""), (0.0, "")
        self.codes: Counter[int] = Counter()

    @contextmanager
    def of(self, case: object) -> Iterator[None]:
        """Around a case in this process."""
        forget_peak()
        time_before, memory_before = time.process_time(), memory("VmRSS")
        yield
        self.took(case, time.process_time() - time_before, max(0.0, memory("VmHWM") - memory_before))

    def took(self, case: object, seconds: float, mebibytes: float) -> None:
        self.seconds += seconds
        if seconds > self.longest[0]:
            self.longest = seconds, repr(case)[:SHOWN]
        if mebibytes > self.largest[0]:
            self.largest = mebibytes, repr(case)[:SHOWN]

    def ended(self, code: int) -> None:
        self.codes[code] += 1

    def went(self, kind: str, cases: int) -> None:
        """So many cases of a kind have gone through."""
        self.keep(KEY, [kind, cases, self.seconds, self.longest, self.largest, dict(self.codes)])


def forget_peak() -> None:
    """From here on the system looks anew for the most memory that this process holds. Linux only."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def memory(name: str) -> float:
    """MiB, by its name in ``/proc/self/status``; 0 where there is no such file."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    return 0.0


def lines(properties: Iterable[tuple[str, Any]]) -> list[str]:
    """Some lines for each kind of case; none where there were none."""
    kinds: dict[str, list[list[Any]]] = {}
    for key, kept in properties:
        if key == KEY:
            kinds.setdefault(kept[0], []).append(kept[1:])
    said = []
    for kind, kept in sorted(kinds.items()):
        cases, seconds, longest, largest, codes = zip(*kept, strict=True)
        ended: Counter[int] = sum((Counter({int(code): n for code, n in one.items()}) for one in codes), Counter())
        how = ", ".join(f"{n:,} with {code}" for code, n in sorted(ended.items()))
        said += [
            f"{kind}: {sum(cases):,} cases, {sum(seconds):.1f} s of processor time, exits: {how}",
            "  longest {:.2f} s: {}".format(*max(longest)),
            "  largest {:.0f} MiB: {}".format(*max(largest)),
        ]
    total = sum(one[0] for kept in kinds.values() for one in kept)
    return [*said, f"hostile cases: {total:,}"] if said else []
