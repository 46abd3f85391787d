"""Keys before they are answers: echo, type-ahead, paste, time limit."""

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

    from shoot_cli.ui.screen import Key, MenuRow, PromptFrame, Screen, View


# Whether keys show on the terminal as they are typed: not while nobody asks. Nothing is done where there is none.


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


# What is typed before it is asked for: an answer in full to a question of the same kind is one, all else is nothing.

DOUBLED = 0.2  # seconds in which nobody reads a question and answers it

_answered: WeakKeyDictionary[object, str] = WeakKeyDictionary()  # by where keys come from: what was asked last
_entered: WeakKeyDictionary[object, float] = WeakKeyDictionary()  # and when Enter was pressed last


def kind_of(question: Question) -> str:
    """What is typed to it: dice, a choice, a number, or names with numbers."""
    if isinstance(question, (Roll, Total)):
        return "dice"
    if isinstance(question, (Choose, Facts)):
        return "choice"
    return "number" if isinstance(question, Number) else "names"


def answered(source: object, kind: str | None) -> None:
    """What was asked has been answered; None: by a command, which is no answer."""
    if kind is None:
        _answered.pop(source, None)
    else:
        _answered[source] = kind


def is_doubled(keys: Input) -> bool:
    """True of an Enter that comes too soon after the last one; so are those of a key that is held down."""
    last, now = _entered.get(keys), time.monotonic()
    _entered[keys] = now
    return last is not None and now - last < DOUBLED and pressed_by_fingers(keys)


def pressed_by_fingers(keys: Input) -> bool:
    """False if they come out of a pipe."""
    try:
        return os.isatty(keys.fileno())
    except (NotImplementedError, OSError):  # Windows
        return True


def unwanted(source: object, around: PromptFrame) -> bool | None:
    """Whether what was typed ahead of this prompt is to be forgotten; None: nothing was answered before."""
    last = _answered.get(source)
    return None if last is None else around.anew or last != around.kind


def forget_unwanted(keys: Input, around: PromptFrame) -> None:
    """Before a prompt with a cursor, of what was typed ahead. Ctrl-C is never forgotten."""
    from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
    from prompt_toolkit.keys import Keys

    forget = unwanted(keys, around)
    if forget is None:
        return
    with keys.raw_mode():  # what came while the app was busy waits for a whole line else
        typed = [*get_typeahead(keys), *keys.read_keys()]
    if forget:
        typed = [one for one in typed if one.key is Keys.ControlC]
    while typed and typed[0].key in (Keys.ControlM, Keys.ControlJ):
        typed.pop(0)
    store_typeahead(keys, typed)


def forget_unwanted_lines(around: PromptFrame) -> None:
    """Before a plain line: all that was typed ahead, or nothing."""
    if unwanted(sys.stdin, around):
        flush_lines()


# What a terminal sends that nobody typed: escape sequences in pasted text, reports, lists of many lines at once.

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


# A prompt that waits only so long. When its time is up, what was typed by then is thrown away.

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
