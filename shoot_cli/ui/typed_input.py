"""Typed keys before they become answers: echo, type-ahead, paste, time limit."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from shoot_cli.engine.questions import Choose, Facts, Number, Question, Roll, Total

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.input import Input
    from prompt_toolkit.input.vt100_parser import Vt100Parser

    from shoot_cli.asked.rows import MenuRow
    from shoot_cli.ui.screen import Key, PromptFrame, Screen, View


# The echo of typed keys: it is off while nobody is asked. Without a terminal nothing is done.


@contextmanager
def unechoed() -> Iterator[None]:
    """Hide typed keys while nobody is asked. The terminal is restored at the end and while suspended."""
    before = _settings()
    if before is None:
        yield
        return
    from signal import SIGSTOP, SIGTSTP, signal

    def suspend(number: int, frame: Any) -> None:
        settings = _settings()
        _set(before)
        os.kill(os.getpid(), SIGSTOP)
        _set(settings)  # continues here after the suspension

    default = None
    with suppress(ValueError):  # only the main thread may set signals
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
    """Show typed keys while a plain line is read."""
    before = _settings()
    _echo(True)
    try:
        yield
    finally:
        _set(before)


def _settings() -> list[Any] | None:
    """Return the settings of the input terminal, or None without one."""
    with suppress(ImportError, OSError, ValueError):  # Windows; a file or nothing as input
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
    """Drop typed text that was not read yet, half lines too."""
    with suppress(ImportError, OSError, ValueError):  # Windows; or no terminal
        from termios import TCIFLUSH, error, tcflush

        with suppress(error):
            tcflush(sys.stdin.fileno(), TCIFLUSH)


def forget_all() -> None:
    """Drop all keys that were typed until now, also those that the last prompt with a cursor has read."""
    from prompt_toolkit.input import typeahead

    typeahead._buffer.clear()
    flush_lines()


# Type-ahead: it is kept only if the next question is of the same kind.

DOUBLED = 0.2  # seconds; nobody reads and answers a question faster
HABIT = 1.0  # seconds of a prompt in which an Enter belongs to the key before it, which needs none

_answered: WeakKeyDictionary[object, str] = WeakKeyDictionary()  # input -> kind of the last question
_entered: WeakKeyDictionary[object, float] = WeakKeyDictionary()  # input -> time of the last Enter


def kind_of(question: Question) -> str:
    """Return the kind of answer: dice, choice, number, or names with numbers."""
    if isinstance(question, (Roll, Total)):
        return "dice"
    if isinstance(question, (Choose, Facts)):
        return "choice"
    return "number" if isinstance(question, Number) else "names"


def answered(source: object, kind: str | None) -> None:
    """Remember the kind of the answered question. `kind` is None after a command."""
    if kind is None:
        _answered.pop(source, None)
    else:
        _answered[source] = kind


def is_doubled(keys: Input, begun: float) -> bool:
    """Return True for an Enter too soon after the last one, for example from a held key.

    :param begun: `monotonic` time at which the prompt began: a slow machine needs a while between two prompts
    """
    last, now = _entered.get(keys), time.monotonic()
    _entered[keys] = now
    return last is not None and now - max(last, begun) < DOUBLED and pressed_by_fingers(keys)


def soon_after(begun: float) -> bool:
    """Return True while a prompt that began at this `monotonic` time is hardly read."""
    return time.monotonic() - begun < HABIT


def pressed_by_fingers(keys: Input) -> bool:
    """Return False if the keys come from a pipe."""
    try:
        return os.isatty(keys.fileno())
    except (NotImplementedError, OSError):  # Windows
        return True


def unwanted(source: object, frame: PromptFrame) -> bool | None:
    """Return True if the type-ahead must be dropped, or None if nothing was answered before."""
    last = _answered.get(source)
    return None if last is None else frame.anew or last != frame.kind


def forget_unwanted(keys: Input, frame: PromptFrame) -> str:
    """Drop unwanted type-ahead before a prompt with a cursor, but keep Ctrl-C. Return the text in it."""
    from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
    from prompt_toolkit.keys import Keys

    forget, text = unwanted(keys, frame), ""
    if forget is None:
        return text
    with keys.raw_mode():  # outside of raw mode, typed keys wait for a whole line
        typed = [*get_typeahead(keys), *keys.read_keys()]
    if forget:
        text = "".join(press.data for press in typed if press.data.isprintable()).strip()
        typed = [press for press in typed if press.key is Keys.ControlC]
    while typed and typed[0].key in (Keys.ControlM, Keys.ControlJ):
        typed.pop(0)
    store_typeahead(keys, typed)
    return text


def type_ahead(keys: Input, text: str) -> None:
    """Put this text before all that is typed already."""
    from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
    from prompt_toolkit.key_binding import KeyPress

    store_typeahead(keys, [*(KeyPress(letter, letter) for letter in text), *get_typeahead(keys)])


def forget_unwanted_lines(frame: PromptFrame) -> None:
    """Drop unwanted type-ahead before a plain line."""
    if unwanted(sys.stdin, frame):
        flush_lines()


# Input that nobody typed: escape sequences in pasted text, reports of the terminal, pasted lists.

BEGIN, END = "\x1b[200~", "\x1b[201~"  # around pasted text, on terminals that mark it
SEQUENCE = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-Z\\-~]|\x1b[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"
BEGUN = r"(?:\x1b(?:\[[0-?]*[ -/]*|[]PX^_][^\x07\x1b]*\x1b?)?|\x9b[0-?]*[ -/]*)\Z"
CURSOR = r"\x1b\[[0-9]+;[0-9]+R"  # a cursor position that prompt_toolkit requested
MANY = 3  # lines
MOST = 1_000  # keys without a pause; more are pasted, and drawing each is slow
FEW_KEYS = 64  # typed or held keys come in such small numbers
STOP = "\x03"  # Ctrl-C, which always passes
TOO_MUCH = f"! More than {MOST:,} keys came at once, as of a text that is pasted: the rest is dropped."
# pasted text so far; a sequence; a letter
KEYS = rf"{re.escape(BEGIN)}(?s:.)*?(?:{re.escape(END)}|\Z)|{SEQUENCE}|(?s:.)"
NUMBERS = r"[0-9][0-9x,; \t]*(?:[\r\n]+[0-9][0-9x,; \t]*)+[\r\n]*"


class Sieve:
    """A filter before the key parser of a terminal. It passes only text and known keys.

    Without it, the parser would take some sequences for mouse clicks, or type them letter by letter.
    """

    def __init__(self, parser: Vt100Parser) -> None:
        self.parser = parser
        self.throw: tuple[int, int] | None = None  # number and sides of the dice
        self.held = ""  # the beginning of an unfinished sequence
        self.pasting = False
        self.keys = 0  # keys since the last pause
        self.whole = False  # True if a pasted text is one answer
        self.gathered: list[str] | None = None  # a text that is pasted without marks; None: there is none
        self.length = 0  # characters of the text that is pasted
        self.tell: Callable[[], None] | None = None  # called when keys are dropped

    def feed(self, data: str) -> None:
        within = self.pasting  # before these keys
        data = re.sub(SEQUENCE, self._key_or_nothing, self.held + data)
        begun = re.search(BEGUN, data)
        data, self.held = (data[: begun.start()], begun[0]) if begun else (data, "")
        if self.whole:
            data = self._hold_paste(data)
        if self.throw and not self.pasting and is_dice_list(data, *self.throw):
            entered = data[-1] if data[-1] in "\r\n" else ""
            data = BEGIN + on_one_line(data) + END + entered
        text, mark, rest = data.partition(END) if within else ("", "", data)
        self.parser.feed(text + mark + self._let_through(rest))

    def _let_through(self, data: str) -> str:
        """Return the keys that are let through until a pause. Marked pasted text counts as one key."""
        if len(data) <= FEW_KEYS:
            self.keys = 0
        if self.keys + len(data) <= MOST:
            self.keys += len(data)
            return data
        parts = [match[0] for match in re.finditer(KEYS, data)]
        room = max(0, MOST - self.keys)
        self.keys += len(parts)
        if len(parts) <= room:
            return data
        if self.tell:
            self.tell()
        return "".join((*parts[:room], *(part for part in parts[room:] if part == STOP or part.startswith(BEGIN))))

    def _hold_paste(self, data: str) -> str:
        """Hold back a text that is pasted without marks, and cut one that has no end. Return what is let through."""
        if self.gathered is None:
            self.length = self.length + len(data) if self.pasting else 0
            if self.pasting and self.length > MOST_PASTED:
                if self.tell:
                    self.tell()
                return BEGIN if BEGIN in data else ""
            if self.pasting or BEGIN in data or END in data or not is_text(data):
                return data
            self.gathered, self.length = [], 0
        self.length += len(data)
        if STOP in data:
            self.gathered = None
            return STOP
        if self.length <= MOST_PASTED:
            self.gathered.append(data)
        elif self.tell:
            self.tell()
        return ""

    def flush(self) -> None:
        """Pass the held keys after a pause: they were Escape and not a sequence. A text has come whole."""
        if self.gathered is not None:
            text, self.gathered = "".join(self.gathered).replace("\r\n", "\n").replace("\r", "\n"), None
            taken = "\r" if re.search(ENDED, text) else ""
            self.parser.feed(f"{BEGIN}{text.replace(CTRL_D, '')}{END}{taken}")
        self.keys = 0
        held, self.held = self.held, ""
        self.parser.feed(held)
        self.parser.flush()

    def _key_or_nothing(self, match: re.Match[str]) -> str:
        from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES

        sequence = match[0]
        if sequence in (BEGIN, END):
            if self.pasting == (sequence == BEGIN):
                return ""
            self.pasting = not self.pasting
            return sequence
        is_key = not self.pasting and (sequence in ANSI_SEQUENCES or re.fullmatch(CURSOR, sequence))
        return sequence if is_key else ""


MOST_PASTED = 1024 * 1024  # characters of a text that is pasted; more have no end
LONG = 300  # characters that nobody types at once
CTRL_D = "\x04"
ENDED = r"\n[ \t]*\n[ \t\n]*\Z|\x04"  # Enter was pressed twice behind it, or Ctrl-D


def is_text(data: str) -> bool:
    """Return True for keys that come at once and are a pasted text: of several lines, or a long line."""
    text = data.strip()
    return len(text) > FEW_KEYS and ("\r" in text or "\n" in text or len(text) > LONG)


def has_lines(text: str) -> bool:
    """Return True for a text that nobody types in one line: it has several, or is a very long one."""
    return "\n" in text.strip() or len(text.strip()) > LONG


def is_pasted(text: str) -> bool:
    """Return True for the words that stand in the line for a pasted text."""
    return bool(re.fullmatch(r"\[[0-9,]+ lines? pasted\]", text.strip()))


def pasted_words(text: str) -> str:
    """Return the words that stand in the line for a pasted text."""
    lines = len(text.strip().split("\n"))
    return f"[{lines:,} line{'s' * (lines != 1)} pasted]"


def is_dice_list(data: str, dice: int, sides: int) -> bool:
    """Return True for a pasted list of dice over several lines, as opposed to answers typed ahead.

    It has exactly as many faces as asked for, or at least `MANY` lines.
    """
    if not re.fullmatch(NUMBERS, data):
        return False
    numbers = re.findall("[0-9]+", data)
    faces = all(len(number) < 4 and int(number) <= sides for number in numbers)
    return len(data.splitlines()) >= MANY or (len(numbers) == dice and faces)


def sift(
    keys: Input, throw: tuple[int, int] | None, tell: Callable[[], None] | None = None, whole: bool = False
) -> None:
    """Put a sieve before the parser of these keys, once. Inputs without such a parser (Windows) need none.

    `throw`, `tell` and `whole` are as in `Sieve`.
    """
    parser = getattr(keys, "vt100_parser", None)
    if parser is not None and not isinstance(parser, Sieve):
        parser = Sieve(parser)
        keys.vt100_parser = parser  # type: ignore[attr-defined]
    if parser is not None:
        parser.throw, parser.tell, parser.whole = throw, tell, whole


def on_one_line(text: str) -> str:
    return " ".join(text.split())


# A prompt with a time limit. Text that is typed too late is dropped.

GRACE = 1.5  # seconds in which a late answer is dropped, or until its Enter
BETWEEN = 0.02  # seconds between two checks of the keys


class TimeUp(Exception):
    """Raised when nobody answered in time."""


class Capped:
    """A screen that wraps another one, waits until a moment and counts down. `until` is a `monotonic` time.

    :raises TimeUp: from all methods after that moment
    """

    def __init__(self, screen: Screen, until: float) -> None:
        self.screen, self.until, self.leaves = screen, until, screen.leaves

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        return self.screen.menu(rows, start, self.around(frame))

    def line(self, text: str, frame: PromptFrame, at_once: Collection[Key]) -> str | Key:
        return self.screen.line(text, self.around(frame), at_once)

    def view(self, view: View, until: float | None = None) -> int | None:
        return self.screen.view(view, self.until)

    def around(self, frame: PromptFrame) -> PromptFrame:
        return frame._replace(until=self.until, clock=lambda: f"{ceil(seconds_left(self.until))} s left")


def seconds_left(until: float) -> float:
    """Return the seconds until that moment, at least 0."""
    return max(0.0, until - monotonic())


def run_until(application: Application[Any], until: float) -> Any:
    """Return the application's result. :raises TimeUp: if there is none in time"""

    def up() -> None:
        if application.future is not None and not application.future.done():
            application.exit(exception=TimeUp())

    def begun() -> None:
        assert application.loop  # it runs
        application.loop.call_later(seconds_left(until), up)

    application.pre_run_callables.append(begun)
    try:
        return application.run()
    except TimeUp:
        forget_keys(application.input)
        raise


def forget_keys(keys: Input) -> None:
    """Drop typed keys that were not read, and those that come within `GRACE`."""
    from prompt_toolkit.input.typeahead import clear_typeahead
    from prompt_toolkit.keys import Keys

    clear_typeahead(keys)
    end, entered = monotonic() + GRACE, False
    with keys.raw_mode():  # a terminal outside of raw mode would show the keys
        while seconds_left(end) and not entered:
            sleep(BETWEEN)
            for press in keys.read_keys():
                if press.key is Keys.ControlC:
                    raise KeyboardInterrupt
                entered = entered or press.key in (Keys.ControlM, Keys.ControlJ)
        keys.flush_keys()


def read_line_until(prompt: str, until: float) -> str:
    """Return a line of standard input. On Windows the prompt waits for the line, and drops it if it is late.

    :raises TimeUp: if there is no whole line in time. :raises EOFError: at the end of input.
    """
    # `input` would take over a half typed line and show it twice.
    print(prompt, end="", flush=True)
    with echoed():
        line = sys.stdin.readline() if comes_until(until) else None
    if line is None or not seconds_left(until):
        print()
        forget_lines()
        raise TimeUp
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def comes_until(until: float) -> bool:
    """Return True if a line can be read, or if the platform cannot tell."""
    from select import select

    with suppress(OSError, ValueError):  # on Windows only sockets can be waited for
        return bool(select([sys.stdin], [], [], seconds_left(until))[0])
    return True


def forget_lines() -> None:
    """Drop typed text that was not read, and text that comes within `GRACE`."""
    if sys.stdin.isatty():
        comes_until(monotonic() + GRACE)
    flush_lines()
