"""Standard streams, results, errors."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from shoot_cli.engine.names import visible
from shoot_cli.engine.signals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import ReadableBuffer, WriteableBuffer
    from rich.console import Console


# Where words go: one console for results, one way to say what went wrong and leave.

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


# Standard input, output and error as others hand them to us: closed, full, cut off, or in an encoding of long ago.

IN, OUT, ERR = 0, 1, 2
PLAINER = "shoot.plainer"  # what Python calls our way with signs that an encoding lacks

SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("‘’´′", "'"),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("█▉▊▋▌░", "#"),  # bars keep their width
        **dict.fromkeys("▍▎▏", "-"),
        **dict.fromkeys("■▄▀", "#"),
        **dict.fromkeys("□·", "."),
        **dict.fromkeys("─│", "-"),
        "►": ">",
        "◄": "<",
        "▲": "^",  # the marks of both players stay apart
        "●": "o",
        "×": "x",
        "→": "->",
        "↑": "^",
        "↓": "v",
        "≤": "<=",
        "≥": ">=",
        "∞": "infinite",
        "⁄": "/",  # of ½
    }
)


class CutOff(SystemExit):
    """Standard output takes no more; the text is a sentence. An exit, so that nothing on the way out holds it up."""

    def __init__(self, error: OSError) -> None:
        super().__init__(1)
        self.unread = error.errno == errno.EPIPE  # as in ``shoot ... | head``: nobody reads any more, and nobody minds
        self.why = "it is closed" if error.errno == errno.EBADF else error.strerror

    def __str__(self) -> str:
        return f"Standard output cannot be written: {self.why}."


class _Written(io.FileIO):
    """A file descriptor that is written to. When it takes no more, what is still held goes nowhere.

    :raises CutOff: on standard output. Of standard error nobody could be told.
    """

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            while (written := super().write(data)) is None:  # somebody else made a pipe or terminal non-blocking
                os.set_blocking(self.fileno(), True)
            return written
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            if self.fileno() == OUT:
                raise CutOff(error) from None
            return memoryview(data).nbytes


class _Closed(io.RawIOBase):
    """Standard input that was closed before we came."""

    def readable(self) -> bool:
        return True

    def readinto(self, into: WriteableBuffer, /) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed")


def take_over() -> None:
    """See to it that all three are there, and are read and written as this module says. Once, before all else."""
    codecs.register_error(PLAINER, plainer)
    for number in (IN, OUT, ERR):
        if not is_open(number):
            # Held, so that no file that is opened later becomes a stream; the wrong way round, so that it fails.
            os.open(os.devnull, os.O_WRONLY if number == IN else os.O_RDONLY)
    sys.stdin = _read(sys.stdin)
    sys.stdout, sys.stderr = _written(sys.stdout, OUT), _written(sys.stderr, ERR)


def is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _read(stream: Any) -> TextIO:
    if stream is None:
        return io.TextIOWrapper(io.BufferedReader(_Closed()), encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # of what is typed, no byte can be wrong enough for a traceback
    return stream  # type: ignore[no-any-return]


def _written(stream: Any, number: int) -> TextIO:
    """The stream, or one in its place where it is a file, a pipe, a terminal of Unix, or closed."""
    if isinstance(stream, io.TextIOWrapper):
        raw = getattr(stream.buffer, "raw", stream.buffer)
        if not isinstance(raw, io.FileIO) or raw.fileno() != number:  # a console of Windows
            stream.reconfigure(errors=PLAINER)
            return stream
    elif stream is not None:
        return stream  # type: ignore[no-any-return]
    return io.TextIOWrapper(
        io.BufferedWriter(_Written(number, "wb", closefd=False)),
        encoding=stream.encoding if stream else "utf-8",
        errors=PLAINER,
        line_buffering=bool(stream and (stream.line_buffering or stream.write_through)),
    )


class _TextOnly:
    """A stream without its bytes: prompt_toolkit would encode by itself, with ``?`` for all that is lacking."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.stream, name)


def output_of_prompts(console: Console | None = None) -> dict[str, Any]:
    """What a prompt is told about its output: that it is a terminal of an old encoding, that it has no colours."""
    settings: dict[str, Any] = {}
    if console is not None and (console.no_color or console.color_system is None):
        from prompt_toolkit.output import ColorDepth

        settings["color_depth"] = ColorDepth.DEPTH_1_BIT
    if not sys.stdout.encoding.casefold().startswith("utf"):
        from prompt_toolkit.output import create_output

        settings["output"] = create_output(_TextOnly(sys.stdout))  # type: ignore[arg-type]
    return settings


def plainer(error: UnicodeError) -> tuple[str, int]:
    """What is written for signs that an encoding lacks: their like in ASCII, letters without accents, else ``?``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plainer, error.object[error.start : error.end])), error.end


def _plainer(letter: str) -> str:
    from unicodedata import normalize

    parts = normalize("NFKD", letter.translate(SIGNS)).translate(SIGNS)
    return parts.encode("ascii", "ignore").decode() or "?"
