"""Where words go: one console for results, one way to say what went wrong and leave."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from shoot_cli.core.signals import Refusal
from shoot_cli.core.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

DONE, WRONG, USAGE, UNREADABLE, INTERRUPTED = 0, 1, 2, 3, 130


def is_plain(plain: bool = False) -> bool:
    """True if nothing but text should be shown: asked for, a dumb terminal, or NO_COLOR with no terminal at all."""
    return plain or os.environ.get("TERM") == "dumb"


def console(plain: bool = False, *, width: int | None = None, stderr: bool = False) -> Console:
    """A console on standard output. Plain: no colour; tables keep to ASCII (see ``tables.py``)."""
    from rich.console import Console

    bare = is_plain(plain)
    if bare and width is None and sys.stdout.isatty():
        from shutil import get_terminal_size

        width = get_terminal_size().columns  # rich takes every dumb terminal for 80 columns wide
    return Console(
        width=width,
        stderr=stderr,
        color_system=None if bare else "auto",
        no_color=True if bare or "NO_COLOR" in os.environ else None,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
        safe_box=True,
    )


def as_json(value: Any, indent: int | None = None) -> str:
    """JSON in ASCII: every stream and file takes it, and no name in it reaches a terminal as a control character."""
    from json import dumps

    return dumps(value, ensure_ascii=True, indent=indent)


def print_json(value: Any, indent: int | None = None) -> None:
    """The one document of ``--json`` on standard output, or one line of many."""
    print(as_json(value, indent), flush=True)


def fail(text: str, code: int = WRONG, json: bool = False, **more: Any) -> NoReturn:
    """Say what is wrong on standard error (as JSON if results are JSON) and exit with ``code``."""
    if json:
        print(as_json({"error": text, **more}), file=sys.stderr)
    else:
        for line in text.splitlines():
            print(between_words(visible(line)), file=sys.stderr)
    raise SystemExit(code)


def between_words(line: str) -> str:
    """Broken where a terminal would break it in the middle of a word; whole for whoever reads it otherwise."""
    if not sys.stderr.isatty():
        return line
    from shutil import get_terminal_size
    from textwrap import fill

    return fill(line, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)


def in_lines(text: str, width: int, first: str = "", rest: str = "", *, at_hyphens: bool = True) -> list[str]:
    """The text in lines of so many columns, which begin with ``first``, the others with ``rest``; [] if it is empty.

    Where there is hardly room beside these beginnings they are left out: `textwrap` would go on without end.
    """
    from textwrap import wrap

    if width < max(len(first), len(rest)) + 4:
        first = rest = ""
    return wrap(
        text, max(1, width), initial_indent=first, subsequent_indent=rest, break_on_hyphens=at_hyphens and width > 4
    )


def first_line(text: str, plain: bool = False) -> None:
    """Something to look at before anything slow is imported."""
    bold = sys.stdout.isatty() and not is_plain(plain) and "NO_COLOR" not in os.environ
    print(f"\x1b[1m{text}\x1b[0m" if bold else text, flush=True)


@contextmanager
def exit_on_refusal(json: bool) -> Iterator[None]:
    """What is refused inside comes to a sentence and an exit code, as JSON if results are JSON."""
    try:
        yield
    except Refusal as error:
        fail(str(error), error.exit_code, json)
