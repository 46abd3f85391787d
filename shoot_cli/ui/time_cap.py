"""A prompt that waits only so long. When its time is up, what was typed by then is thrown away."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from math import ceil
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from shoot_cli.ui.echo import echoed, flush_lines
from shoot_cli.ui.screen import Key

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.input import Input

    from shoot_cli.ui.screen import MenuRow, PromptFrame, Screen
    from shoot_cli.ui.view import View

GRACE = 1.5  # seconds in which an answer that comes too late is for nobody, or until its Enter
BETWEEN = 0.02  # seconds from one look at the keys to the next


class TimeUp(Exception):
    """Nobody answered in time."""


class Capped:
    """Another screen, which waits until a moment and no longer, and counts down. ``until``: as ``monotonic`` has it.

    :raises TimeUp: of all methods, from that moment on
    """

    def __init__(self, screen: Screen, until: float) -> None:
        self.screen, self.until, self.leaves = screen, until, screen.leaves

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        return self.screen.menu(rows, start, self.around(around))

    def line(self, text: str, around: PromptFrame, at_once: Collection[Key]) -> str | Key:
        return self.screen.line(text, self.around(around), at_once)

    def view(self, view: View, until: float | None = None) -> int | None:
        return self.screen.view(view, self.until)

    def around(self, around: PromptFrame) -> PromptFrame:
        return around._replace(until=self.until, clock=lambda: f"{ceil(left(self.until))} s left")


def left(until: float) -> float:
    """Seconds to that moment; 0 once it has passed."""
    return max(0.0, until - monotonic())


# With a cursor -------------------------------------------------------------------------------------------------------


def run_until(application: Application[Any], until: float) -> Any:
    """Its result. :raises TimeUp: there is none by then."""

    def up() -> None:
        if application.future is not None and not application.future.done():
            application.exit(exception=TimeUp())

    def begun() -> None:
        assert application.loop  # it runs
        application.loop.call_later(left(until), up)

    application.pre_run_callables.append(begun)
    try:
        return application.run()
    except TimeUp:
        forget_keys(application.input)
        raise


def forget_keys(keys: Input) -> None:
    """What was typed and not read yet, and what comes within the grace."""
    from prompt_toolkit.input.typeahead import clear_typeahead
    from prompt_toolkit.keys import Keys

    clear_typeahead(keys)
    end, entered = monotonic() + GRACE, False
    with keys.raw_mode():  # a terminal that is not raw would show what is typed
        while left(end) and not entered:
            sleep(BETWEEN)
            for one in keys.read_keys():
                if one.key is Keys.ControlC:
                    raise KeyboardInterrupt
                entered = entered or one.key in (Keys.ControlM, Keys.ControlJ)
        keys.flush_keys()


# Plain lines ---------------------------------------------------------------------------------------------------------


def read_line_until(prompt: str, until: float) -> str:
    """A line of standard input. Where it cannot be waited for so long and no longer, the prompt waits for the line.

    That is so on Windows: a line that comes too late there is thrown away as well.

    :raises TimeUp: there is no whole line by then. :raises EOFError: nor will there be one.
    """
    # Not ``input``: its line editor would take the line over when it is half typed, and show it twice.
    print(prompt, end="", flush=True)
    with echoed():
        line = sys.stdin.readline() if comes_until(until) else None
    if line is None or not left(until):
        print()
        forget_lines()
        raise TimeUp
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def comes_until(until: float) -> bool:
    """True once a line can be read; also if nobody can tell."""
    from select import select

    with suppress(OSError, ValueError):  # Windows waits for sockets only
        return bool(select([sys.stdin], [], [], left(until))[0])
    return True


def forget_lines() -> None:
    """What was typed and not read yet, half a line as well, and what comes within the grace."""
    if sys.stdin.isatty():
        comes_until(monotonic() + GRACE)
    flush_lines()
