"""The lines of a batch, as bytes and each of bounded size, whatever is handed over for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import IO

from shoot_cli.core.task import Wrong

LONGEST = 1 << 20  # bytes of one line, its end not counted
ENDLESS = 1 << 30  # bytes without a line end: what goes on for so long is no list of lines
BOM = b"\xef\xbb\xbf"  # editors of Windows begin a file with it


def lines_of(name: str) -> Iterator[bytes | None]:
    """Each line of a file, or of standard input for ``-``, without its end; None in the place of one too long.

    :raises Wrong: the file cannot be read, or a line (None stands for it) has no end.
    """
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            yield from bounded(file)
    except OSError as error:
        raise Wrong(f"{name}: cannot be read ({error.strerror})") from None
    except ValueError:  # a file name with a zero byte
        raise Wrong(f"{name}: there is no such file") from None


def bounded(file: IO[bytes]) -> Iterator[bytes | None]:
    """Never more of it in memory than the longest line that is read."""
    number = 0
    while piece := file.readline(LONGEST + len(b"\r\n")):
        number += 1
        line = piece.removesuffix(b"\n").removesuffix(b"\r").removeprefix(BOM)
        if len(line) <= LONGEST:
            yield line
            continue
        seen = len(piece)
        while piece and not piece.endswith(b"\n") and seen < ENDLESS:
            piece = file.readline(LONGEST)
            seen += len(piece)
        yield None
        if seen >= ENDLESS:
            raise Wrong(f"line {number} does not end within {ENDLESS >> 30} GiB; nothing after it was read")
