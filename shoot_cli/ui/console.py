"""The console, results, errors, and the standard streams."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from shoot_cli.engine.names import visible
from shoot_cli.engine.reasons import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import ReadableBuffer, WriteableBuffer
    from rich.console import Console


DONE, WRONG, USAGE, UNREADABLE, INTERRUPTED = 0, 1, 2, 3, 130


def is_plain(plain: bool = False) -> bool:
    """Return True if only plain text may be shown: on request, on a dumb terminal, or with `ACCESSIBLE=1`."""
    return plain or os.environ.get("TERM") == "dumb" or os.environ.get("ACCESSIBLE", "") not in ("", "0")


def console(plain: bool = False, *, width: int | None = None, stderr: bool = False) -> Console:
    """Return a console on standard output. A plain one has no colour; its tables are ASCII (see `tables.py`)."""
    from rich.console import Console

    bare = is_plain(plain)
    if bare and width is None and sys.stdout.isatty():
        from shutil import get_terminal_size

        width = get_terminal_size().columns  # rich assumes 80 columns on dumb terminals
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
    """Return JSON in ASCII, which suits every encoding and keeps control characters in names away from the terminal."""
    from json import dumps

    return dumps(value, ensure_ascii=True, indent=indent)


def print_json(value: Any, indent: int | None = None) -> None:
    """Print the document of `--json`, or one line of several."""
    print(as_json(value, indent), flush=True)


def fail(text: str, code: int = WRONG, json: bool = False, **more: Any) -> NoReturn:
    """Print an error (as JSON if the results are JSON) on standard error and exit with `code`."""
    if json:
        print(as_json({"error": text, **more}), file=sys.stderr)
    else:
        for line in text.splitlines():
            print(between_words(visible(line)), file=sys.stderr)
    raise SystemExit(code)


def between_words(line: str) -> str:
    """Wrap a line between words on a terminal. Elsewhere return it unchanged."""
    if not sys.stderr.isatty():
        return line
    from shutil import get_terminal_size
    from textwrap import fill

    return fill(line, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)


def in_lines(text: str, width: int, first: str = "", rest: str = "", *, at_hyphens: bool = True) -> list[str]:
    """Wrap text to `width`. Lines start with `first`, later ones with `rest`. Return [] for empty text.

    If `width` is very small, `first` and `rest` are left out, because `textwrap` would not terminate.
    """
    from textwrap import wrap

    if width < max(len(first), len(rest)) + 4:
        first = rest = ""
    return wrap(
        text, max(1, width), initial_indent=first, subsequent_indent=rest, break_on_hyphens=at_hyphens and width > 4
    )


def first_line(text: str, plain: bool) -> None:
    """Print the first line before slow imports."""
    bold = sys.stdout.isatty() and not is_plain(plain) and "NO_COLOR" not in os.environ
    print(f"\x1b[1m{text}\x1b[0m" if bold else text, flush=True)


@contextmanager
def exit_on_refusal(json: bool) -> Iterator[None]:
    """Print a refusal as a sentence (or JSON) and exit with its code."""
    try:
        yield
    except Refusal as error:
        fail(str(error), error.exit_code, json)


# The standard streams may be closed, full, cut off, or in an old encoding.

IN, OUT, ERR = 0, 1, 2
PLAINER = "shoot.plainer"  # the name of our handler for encoding errors

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
        "▲": "^",  # the marks of both players stay different
        "●": "o",
        "×": "x",
        "→": "->",
        "↑": "^",
        "↓": "v",
        "≤": "<=",
        "≥": ">=",
        "∞": "infinite",
        "⁄": "/",  # from ½
    }
)


class CutOff(SystemExit):
    """Raised when standard output accepts no more text. It is a `SystemExit`, so nothing delays the exit."""

    def __init__(self, error: OSError) -> None:
        super().__init__(1)
        self.unread = error.errno == errno.EPIPE  # the reader closed the pipe, as in `shoot ... | head`: no error
        self.why = "it is closed" if error.errno == errno.EBADF else error.strerror

    def __str__(self) -> str:
        return f"Standard output cannot be written: {self.why}."


class _Written(io.FileIO):
    """A file descriptor for output. After an error, later output is discarded.

    :raises CutOff: on standard output only; for standard error nobody could read it
    """

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            while (written := super().write(data)) is None:  # another process made the stream non-blocking
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
    """Standard input that was already closed at the start."""

    def readable(self) -> bool:
        return True

    def readinto(self, into: WriteableBuffer, /) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed")


def take_over() -> None:
    """Replace the three standard streams by safe ones. Call it once, before everything else."""
    codecs.register_error(PLAINER, plainer)
    for number in (IN, OUT, ERR):
        if not is_open(number):
            # Occupy the number, so that no later file becomes a stream. The wrong direction makes every use fail.
            os.open(os.devnull, os.O_WRONLY if number == IN else os.O_RDONLY)
    sys.stdin = _read(sys.stdin)
    sys.stdout, sys.stderr = _safe_stream(sys.stdout, OUT), _safe_stream(sys.stderr, ERR)


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
        stream.reconfigure(errors="replace")  # wrong bytes in the input must not cause a traceback
    return stream  # type: ignore[no-any-return]


def _safe_stream(stream: Any, number: int) -> TextIO:
    """Return the stream. A file, pipe, closed stream or Unix terminal is replaced by a safe stream."""
    if isinstance(stream, io.TextIOWrapper):
        raw = getattr(stream.buffer, "raw", stream.buffer)
        if not isinstance(raw, io.FileIO) or raw.fileno() != number:  # a Windows console
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
    """A stream without `buffer`. Otherwise prompt_toolkit would encode text itself, with `?` for missing signs."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.stream, name)


def output_of_prompts(console: Console | None) -> dict[str, Any]:
    """Return the prompt_toolkit settings for old encodings and for terminals without colours."""
    settings: dict[str, Any] = {}
    if console is not None and (console.no_color or console.color_system is None):
        from prompt_toolkit.output import ColorDepth

        settings["color_depth"] = ColorDepth.DEPTH_1_BIT
    if not sys.stdout.encoding.casefold().startswith("utf"):
        from prompt_toolkit.output import create_output

        settings["output"] = create_output(_TextOnly(sys.stdout))  # type: ignore[arg-type]
    return settings


def plainer(error: UnicodeError) -> tuple[str, int]:
    """Encoding error handler: replace signs by similar ASCII, letters by letters without accents, others by `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_ascii_letter, error.object[error.start : error.end])), error.end


def _ascii_letter(letter: str) -> str:
    from unicodedata import normalize

    parts = normalize("NFKD", letter.translate(SIGNS)).translate(SIGNS)
    return parts.encode("ascii", "ignore").decode() or "?"
