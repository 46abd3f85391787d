"""A list that comes through a pipe, while the questions are asked at the terminal.

Short: the two ends of one call of `shoot play -`, which nothing else needs.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from shoot_cli.armies.loading import MOST_FOREIGN_BYTES
from shoot_cli.ui.console import USAGE, fail

NO_TERMINAL = (
    "the list came through a pipe, and there is no terminal to ask the players at; save it as a file and name that: "
    "shoot play FILE THEIRS"
)


def piped(asks: bool) -> bytes:
    """Return what comes on standard input. If `asks`, standard input is the terminal from then on.

    Exit with a sentence if there is no terminal.
    """
    if asks and not sys.stdout.isatty():
        fail(NO_TERMINAL, USAGE)
    raw = sys.stdin.buffer.read(MOST_FOREIGN_BYTES + 1)
    if asks:
        use_terminal()
    return raw


def use_terminal() -> None:
    """Make the terminal of standard output the standard input. Exit with a sentence if it cannot be opened."""
    names = []
    with suppress(OSError, AttributeError):  # Windows has no `ttyname`
        names.append(os.ttyname(sys.stdout.fileno()))  # some systems cannot wait for keys of /dev/tty
    for name in (*names, "CONIN$" if os.name == "nt" else "/dev/tty"):
        with suppress(OSError):
            opened = os.open(name, os.O_RDWR | getattr(os, "O_NOCTTY", 0))
            os.dup2(opened, 0)
            os.close(opened)
            sys.stdin = open(0, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115
            return
    fail(NO_TERMINAL, USAGE)
