"""Prompts without a cursor: numbered lists and typed lines.

The screen does not know the question. It returns a row's index, a text, or a `Key`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING

from shoot_cli.asked.rows import MenuRow, numbered
from shoot_cli.engine.names import visible
from shoot_cli.ui.menu import keys_text
from shoot_cli.ui.screen import Key, PromptFrame, printed, repeated_keys, typed
from shoot_cli.ui.typed_input import MOST_PASTED, answered, comes_until, echoed, forget_unwanted_lines

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.ui.screen import Others, View

ROWS_AGAIN = "? shows the rows"
MORE = "Enter for more, anything else stops: "
AT_ONCE = 0.1  # seconds in which a line follows that was pasted with the one before


def the_rest() -> Iterator[str]:
    """Yield the other lines of a pasted text, until two are empty or the input ends."""
    length, empty = 0, 0
    while empty < 2:
        try:
            line = input()
        except EOFError:
            return
        empty = 0 if line.strip() else empty + 1
        length += len(line)
        if length <= MOST_PASTED:
            yield line


class PlainScreen:
    """Lines only, nothing redrawn: for screen readers, dumb terminals and `--plain`.

    Lines around the prompt are repeated only after they changed.

    :ivar others: who may answer elsewhere; None for nobody
    """

    others: Others | None = None

    def __init__(self, console: Console) -> None:
        self.console = console
        self.leaves = True
        self.printed: dict[str, str] = {}
        self.typed_at: Sequence[MenuRow] | None = None  # the rows of the last typed answer; they are not printed again
        self.told_rows: Sequence[MenuRow] | None = None  # the rows beside which a line was told a moment ago

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        count = numbered(rows)
        folded = sum(row.rarely_chosen for row in rows)

        def listed(rarely_chosen: bool) -> None:
            for index, row in enumerate(rows):
                sign = "--" if row.closed else f"{index + 1}." if count else "*"
                end = f" (closed: {row.closed})" if row.closed else " (changed)" if row.changed else ""
                if row.rarely_chosen == rarely_chosen:
                    self._print(f"{sign:>3} {row.label}{end}")

        told_rows = self.told_rows if frame.reads and self.typed_at is not rows else None
        if told_rows is not None:
            self._changed(rows, told_rows)
        elif self.typed_at is not rows:
            listed(rarely_chosen=False)
        if folded and told_rows is None:
            self._print(f"{folded} that seldom matter{'s: - shows it' if folded == 1 else ': - shows them'}")
        enter = "" if start is None else f", Enter for {start + 1 if count else visible(rows[start].label)}"
        if self.typed_at is not rows:
            self.printed.pop("keys", None)  # the rows moved them out of sight
        self._around(frame)
        line = " or a line" if frame.reads else ""
        prompt = f"{'Number' if count else 'Which'}{line}{enter}: "
        while (text := self._read(prompt, frame)).strip() == "-" and folded:
            listed(rarely_chosen=True)
        self.typed_at = self.told_rows = None
        if not text.strip() and start is not None:
            return start
        if count and re.fullmatch(r"[0-9]{1,4}", text.strip()):
            index = int(text) - 1
            self.typed_at = rows if not 0 <= index < len(rows) or rows[index].closed else None
            return index if 0 <= index < len(rows) else f"#{text.strip()}"
        key = typed(text, frame.keys)
        self.typed_at = None if key else rows
        self.told_rows = None if key or not (frame.reads and frame.reads(text)) else rows
        return key or text

    def _changed(self, rows: Sequence[MenuRow], before: Sequence[MenuRow]) -> None:
        """Print the rows that are not as they were, and how to see all of them."""
        for index, row in enumerate(rows):
            if not row.rarely_chosen and (index >= len(before) or row.label != before[index].label):
                self._print(f"{f'{index + 1}.':>3} {row.label}")
        self._print(ROWS_AGAIN)

    def line(self, text: str, frame: PromptFrame, at_once: Collection[Key]) -> str | Key:
        self.told_rows = None
        self._around(frame._replace(hint="") if text else frame)  # it was shown before the text was refused
        reply = self._read("> ", frame)
        return typed(reply, frame.keys) or reply

    def view(self, view: View, until: float | None = None) -> int | None:
        """Print a view, one screen at a time on a terminal."""

        with self.console.capture() as held:
            printed(view, self.console)
        lines = held.get().splitlines(keepends=True)
        page = get_terminal_size().lines - 1 if sys.stdin.isatty() and sys.stdout.isatty() else len(lines)
        if len(lines) <= page:
            page = len(lines)
        for first in range(0, len(lines), max(1, page)):
            if first and self._read(MORE, PromptFrame(until=until)).strip():
                break
            self.console.file.write("".join(lines[first : first + page]))
            self.console.file.flush()
        return None

    def _around(self, frame: PromptFrame) -> None:
        if frame.hint:
            self._print(frame.hint)
        for name, text in (("progress", frame.progress), ("keys", keys_text(frame.shown, self.console.width))):
            if text and self.printed.get(name) != text:
                self.printed[name] = text
                for line in text.split("\n"):
                    self._print(line)
        if frame.clock:
            from shoot_cli.ui.screen import to_the_minute

            line = frame.clock()
            if self.printed.get("clock") != to_the_minute(line):
                self.printed["clock"] = to_the_minute(line)
                self._print(line)

    def _print(self, text: str) -> None:
        from rich.text import Text

        self.console.print(Text(visible(text)))

    def _read_closable(self, prompt: str, others: Others) -> str:
        from shoot_cli.ui.elsewhere import read_closable

        return read_closable(prompt, others)

    def _read(self, prompt: str, frame: PromptFrame) -> str:
        """Read one line. The Up key recalls it later, if the platform has `readline`."""
        forget_unwanted_lines(frame)
        if frame.until is not None:
            from shoot_cli.ui.typed_input import read_line_until

            text = read_line_until(prompt, frame.until)
        else:
            with suppress(ImportError):  # Windows
                import readline  # noqa: F401
            with echoed():
                text = input(prompt) if self.others is None else self._read_closable(prompt, self.others)
                if frame.whole and "\n" not in text and text.strip() and comes_until(monotonic() + AT_ONCE):
                    text = "\n".join((text, *the_rest()))
        answered(sys.stdin, None if typed(text, frame.keys) or repeated_keys(text) else frame.kind)
        return text
