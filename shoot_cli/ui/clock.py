"""A screen with a clock: the clock runs exactly while a prompt waits, and its line above the prompt ticks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from shoot_cli.ui.screen import Key

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.ui.screen import MenuRow, PromptFrame, Screen
    from shoot_cli.ui.view import View


class Stopwatch(Protocol):
    """What a screen needs of a clock."""

    def line(self, width: int, plain: bool) -> str: ...
    def running(self) -> AbstractContextManager[None]: ...
    def paused(self) -> AbstractContextManager[None]: ...


class Timed:
    """Another screen, on the clock."""

    def __init__(self, screen: Screen, clock: Stopwatch, console: Console, plain: bool) -> None:
        self.screen, self.clock, self.console, self.plain = screen, clock, console, plain
        self.leaves = screen.leaves

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        around = self.around(around)
        with self.clock.running():
            return self.screen.menu(rows, start, around)

    def line(self, text: str, around: PromptFrame, at_once: Collection[Key]) -> str | Key:
        around = self.around(around)
        with self.clock.running():
            return self.screen.line(text, around, at_once)

    def view(self, view: View, until: float | None = None) -> int | None:
        with self.clock.running():
            return self.screen.view(view._replace(clock=lambda room: self.clock.line(room, self.plain)), until)

    def around(self, around: PromptFrame) -> PromptFrame:
        if not self.plain:
            import questionary  # noqa: F401  # what the first prompt loads is nobody's time
        return around._replace(clock=lambda: self.clock.line(self.console.width - 4, self.plain))


def to_the_minute(line: str) -> str:
    """What must have changed before a line is read out again: whose time runs, or a minute."""
    return re.sub(r":[0-9]{2}(?![0-9:])", "", line)
