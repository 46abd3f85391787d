"""``shoot`` in this process: `main` itself, with streams of bytes, under the limits of a process of its own."""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from tests.reliability.conftest import CPU, MEMORY, Done

PATIENCE = 120  # seconds that may pass; what waits for ever uses no processor


class Hangs(Exception):
    """It took more than a process may."""


def stop(number: int, frame: FrameType | None) -> None:
    raise Hangs(f"more than {CPU} s of processor time" if number == signal.SIGPROF else f"more than {PATIENCE} s")


@contextmanager
def limits() -> Iterator[None]:
    """Within, a call may use as much time and memory as a process of its own. :raises Hangs, MemoryError:"""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = {number: signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)}
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, CPU, 1)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        for number, handler in before.items():
            signal.signal(number, handler)


class Stream(TextIOWrapper):
    """Text over bytes, as the interpreter opens its own; ``terminal``: it says that it is one."""

    def __init__(
        self, raw: bytes = b"", errors: str = "strict", terminal: bool = False, encoding: str = "utf-8"
    ) -> None:
        self.kept = BytesIO(raw)
        super().__init__(self.kept, encoding=encoding, errors=errors, write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def close(self) -> None:
        """What was written is still wanted."""


def call(*arguments: str, typed: bytes = b"", terminal: bool = False, encoding: str = "utf-8") -> Done:
    """What ``shoot`` does with these arguments. An exception that the interpreter would show flies on.

    ``encoding``: that of what it prints, as ``PYTHONIOENCODING`` has it
    """
    from shoot_cli.cli.main import main

    stdin, stdout = Stream(typed, terminal=terminal), Stream(terminal=terminal, encoding=encoding)
    stderr = Stream(errors="backslashreplace", terminal=terminal, encoding=encoding)
    code: object = 0
    with ExitStack() as stack:
        for name, value in (("argv", ["shoot", *arguments]), ("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
            stack.enter_context(patch.object(sys, name, value))
        stack.enter_context(limits())
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Done(
        code if isinstance(code, int) else int(code is not None), stdout.kept.getvalue(), stderr.kept.getvalue()
    )
