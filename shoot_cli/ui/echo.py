"""Whether keys show on the terminal as they are typed: not while nobody asks. Nothing is done where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def unechoed() -> Iterator[None]:
    """Keys typed while nobody asks do not show. However it ends, or is suspended, the terminal is as before."""
    before = _settings()
    if before is None:
        yield
        return
    from signal import SIGSTOP, SIGTSTP, signal

    def suspend(number: int, frame: Any) -> None:
        now = _settings()
        _set(before)
        os.kill(os.getpid(), SIGSTOP)
        _set(now)  # here it goes on

    default = None
    with suppress(ValueError):  # not the main thread: nobody can be told
        default = signal(SIGTSTP, suspend)
    try:
        _echo(False)
        yield
    finally:
        _set(before)
        if default is not None:
            signal(SIGTSTP, default)


@contextmanager
def echoed() -> Iterator[None]:
    """While a plain line is read."""
    before = _settings()
    _echo(True)
    try:
        yield
    finally:
        _set(before)


def _settings() -> list[Any] | None:
    """Of the terminal that keys come from; None: there is none."""
    with suppress(ImportError, OSError, ValueError):  # Windows; a file, or nothing
        import termios

        with suppress(termios.error):
            return termios.tcgetattr(sys.stdin.fileno())
    return None


def _set(settings: list[Any] | None) -> None:
    if settings is None:
        return
    import termios

    with suppress(termios.error, ValueError):  # the window was closed
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, settings)


def _echo(on: bool) -> None:
    settings = _settings()
    if settings is None:
        return
    import termios

    settings[3] = settings[3] | termios.ECHO if on else settings[3] & ~termios.ECHO
    _set(settings)


def flush_lines() -> None:
    """What was typed and not read yet, half a line as well."""
    with suppress(ImportError, OSError, ValueError):  # Windows; or no terminal
        from termios import TCIFLUSH, error, tcflush

        with suppress(error):
            tcflush(sys.stdin.fileno(), TCIFLUSH)
