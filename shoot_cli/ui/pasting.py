"""What a terminal sends that nobody typed: escape sequences in pasted text, reports, lists of many lines at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.input.vt100_parser import Vt100Parser

BEGIN, END = "\x1b[200~", "\x1b[201~"  # around what is pasted, where the terminal says so
SEQUENCE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-Z\\-~]|\x1b[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)")
BEGUN = re.compile(r"(?:\x1b(?:\[[0-?]*[ -/]*|[]PX^_][^\x07\x1b]*\x1b?)?|\x9b[0-?]*[ -/]*)\Z")
CURSOR = re.compile(r"\x1b\[[0-9]+;[0-9]+R")  # where it is; prompt_toolkit has asked
MANY = 3  # lines
MOST = 1_000  # keys without a pause: more is a text that was pasted, and each key is drawn
FEW = 64  # that come together: somebody types, or holds a key down
STOP = "\x03"  # Ctrl-C, which always gets through
TOO_MUCH = f"! More than {MOST:,} keys came at once, as of a text that is pasted: the rest is dropped."
# What is pasted, as far as it is there; a sequence; a letter.
KEYS = re.compile(rf"{re.escape(BEGIN)}(?s:.)*?(?:{re.escape(END)}|\Z)|{SEQUENCE.pattern}|(?s:.)")
NUMBERS = re.compile(r"[0-9][0-9x,; \t]*(?:[\r\n]+[0-9][0-9x,; \t]*)+[\r\n]*")


class Sieve:
    """Stands before the parser of a terminal's keys and lets through what is text or a key.

    The parser would take many a sequence for a click of the mouse, or type it letter by letter.
    """

    def __init__(self, parser: Vt100Parser) -> None:
        self.parser = parser
        self.throw: tuple[int, int] | None = None  # the dice that are asked for, and their sides
        self.held = ""  # the beginning of a sequence whose end has not come
        self.pasting = False
        self.keys = 0  # since the last pause
        self.tell: Callable[[], None] | None = None  # that some are dropped

    def feed(self, data: str) -> None:
        data = SEQUENCE.sub(self._passed, self.held + data)
        begun = BEGUN.search(data)
        data, self.held = (data[: begun.start()], begun[0]) if begun else (data, "")
        if self.throw and not self.pasting and is_list(data, *self.throw):
            entered = data[-1] if data[-1] in "\r\n" else ""
            data = BEGIN + on_one_line(data) + END + entered
        self.parser.feed(self._first(data))

    def _first(self, data: str) -> str:
        """As many keys as are let through until there is a pause, or few come; what is marked as pasted is one."""
        if self.pasting and BEGIN not in data:  # the middle of a text that is marked as pasted
            return data
        if len(data) <= FEW:
            self.keys = 0
        if self.keys + len(data) <= MOST:
            self.keys += len(data)
            return data
        parts = [found[0] for found in KEYS.finditer(data)]
        room = max(0, MOST - self.keys)
        self.keys += len(parts)
        if len(parts) <= room:
            return data
        if self.tell:
            self.tell()
        return "".join((*parts[:room], *(part for part in parts[room:] if part == STOP or part.startswith(BEGIN))))

    def flush(self) -> None:
        """Nothing more came: what was held is no sequence, but the key Escape, alone or before others."""
        self.keys = 0
        held, self.held = self.held, ""
        self.parser.feed(held)
        self.parser.flush()

    def _passed(self, found: re.Match[str]) -> str:
        from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES

        sequence = found[0]
        if sequence in (BEGIN, END):
            if self.pasting == (sequence == BEGIN):
                return ""
            self.pasting = not self.pasting
            return sequence
        key = not self.pasting and (sequence in ANSI_SEQUENCES or CURSOR.fullmatch(sequence))
        return sequence if key else ""


def is_list(data: str, dice: int, sides: int) -> bool:
    """True for a list of dice with line ends in it that comes at once, and not answers typed before they are asked for.

    It is as many dice as are asked for, or more lines than anybody types so fast.
    """
    if not NUMBERS.fullmatch(data):
        return False
    numbers = re.findall("[0-9]+", data)
    faces = all(len(number) < 4 and int(number) <= sides for number in numbers)
    return len(data.splitlines()) >= MANY or (len(numbers) == dice and faces)


def sift(keys: Input, throw: tuple[int, int] | None, tell: Callable[[], None] | None = None) -> None:
    """Put a sieve before the parser of these keys, once. Where there is no such parser (Windows), nothing is needed.

    ``throw``, ``tell``: as in ``Sieve``, until told otherwise.
    """
    parser = getattr(keys, "vt100_parser", None)
    if parser is not None and not isinstance(parser, Sieve):
        parser = Sieve(parser)
        keys.vt100_parser = parser  # type: ignore[attr-defined]
    if parser is not None:
        parser.throw, parser.tell = throw, tell


def on_one_line(text: str) -> str:
    return " ".join(text.split())
