"""Results handed over: screen, JSON, CSV, a file; the progress bar."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from stat import S_ISREG
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.report import ENDINGS
from shoot_cli.cli.units import Usage
from shoot_cli.engine.names import visible
from shoot_cli.ui.console import WRONG, console, fail, is_plain, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from shoot_cli.analysis.report import Report


# How commands that compare hand over what they found: shown, as JSON or CSV, or as a file. And how far they are.

PATIENCE = 1.0  # seconds before anybody is told how far it is
REFRESHED = 0.1  # seconds between two looks at the bar


def check_output(
    *,
    inputs: Iterable[str | Path],
    json: bool = False,
    csv: bool = False,
    out: Path | None = None,
    force: bool = False,
) -> None:
    """Before the work: whether what comes of it can be handed over as it is wanted.

    An exit in words where the file cannot be written, or is there and not ``force``.

    :param inputs: the words that name what the command reads: no such file is written over
    :raises Usage: options that contradict each other; a file of a kind that we do not write
    """
    if json and csv:
        raise Usage("--json and --csv contradict each other: standard output takes one of them")
    if force and out is None:
        raise Usage("--force is for --output: it overwrites that file")
    if out is None:
        return
    if out.suffix.lower() not in ENDINGS:
        *kinds, last = ENDINGS
        raise Usage(f"{out}: the name of the file says what is written; it ends in {', '.join(kinds)} or {last}")

    check_place(out, force=force, json=json, inputs=inputs)


def finish(
    report: Report,
    document: Any,
    *,
    inputs: Iterable[str | Path],
    json: bool = False,
    csv: bool = False,
    out: Path | None = None,
    force: bool = False,
    plain: bool = False,
) -> None:
    """Hand it over. Standard output has ``document`` as JSON, or the report as CSV; without both, and without a file,
    the report to be read. A file has the report, whole or not at all.

    :param inputs: as for `check_output`
    :param out: its ending says what is written
    :param force: over a file that is there
    :raises Usage: as `check_output`, which is to be asked before the work begins
    """
    inputs = [*inputs]
    check_output(inputs=inputs, json=json, csv=csv, out=out, force=force)
    if out is not None:
        from shoot_cli.ui.report_files import written

        text = written(report, out.suffix.lower())
        write_file(out, text, force=force, json=json, inputs=inputs)
        print(f"Written: {visible(str(out))}", file=sys.stderr)
    if json:
        print_json(document)
    elif csv:
        from shoot_cli.ui.report_files import written

        print(written(report, ".csv").replace("\r\n", "\n"), end="", flush=True)  # the stream has line ends of its own
    elif out is None:
        from shoot_cli.ui.report_screen import show_report

        show_report(report, plain)


@contextmanager
def progress(total: int, plain: bool = False, doing: str = "Working out") -> Iterator[Callable[[int], None]]:
    """Call what it gives with how many more are done; a bar on standard error tells of it, where somebody waits at a
    terminal for more than a second. It is drawn in these calls, not beside them: processes may be forked meanwhile.
    """
    bar = Bar(total, plain, doing)
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """Not there before it is needed, nor is what draws it."""

    def __init__(self, total: int, plain: bool, doing: str) -> None:
        self.total, self.plain, self.doing, self.done = total, plain, doing, 0
        self.begun = self.drawn = monotonic()
        self.watched = sys.stderr.isatty() and not is_plain()  # a dumb terminal cannot take a line back
        self.shown: Progress | None = None

    def __call__(self, more: int) -> None:
        self.done += more
        now = monotonic()
        if not self.watched or now - self.begun < PATIENCE or now - self.drawn < REFRESHED:
            return
        self.drawn = now
        if self.shown is None:
            self.shown = drawn(self.plain)
            self.shown.add_task(self.doing, total=self.total)
            self.shown.start()
        self.shown.update(self.shown.task_ids[0], completed=self.done, refresh=True)

    def close(self) -> None:
        if self.shown is not None:
            self.shown.stop()


def drawn(plain: bool) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    if plain:
        parts.pop(1)
    return Progress(*parts, console=console(plain, stderr=True), transient=True, auto_refresh=False)


# The one way in which commands write files for their caller: whole or not at all, and never over what is needed.

BESIDE_A_DATABASE = ("-journal", "-wal", "-shm")  # what SQLite writes next to one
OURS = ("shoot.db", *(f"shoot.db{end}" for end in BESIDE_A_DATABASE), "secret")  # in the folder of the user
NO_FOLDER = "there is no folder {}"


def write_file(path: Path, text: str, *, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """Write the text under this name, as UTF-8, or leave in words with nothing changed.

    :param inputs: what the command read, as its words name it: none of these files is written over
    """
    with writing(path, json):
        refuse_inputs(path, inputs, json)
        write_whole(path, text, force)


def check_place(path: Path, *, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """The same before the work, as far as it can be known: an exit in words where the file cannot be written."""
    with writing(path, json):
        refuse_inputs(path, inputs, json)
        target, _ = place_of(path, force)
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, NO_FOLDER.format(path.parent))


@contextmanager
def writing(path: Path, json: bool) -> Iterator[None]:
    """Why a file that was named cannot be written, as a sentence and an exit code."""
    from sqlite3 import Error

    try:
        refuse_ours(path, json)
        yield
    except FileExistsError:
        fail(f"{path} is there already; --force overwrites it.", WRONG, json)
    except (OSError, Error) as error:
        fail(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.", WRONG, json)


def refuse_ours(path: Path, json: bool) -> None:
    """No file of a command takes the place of what battles are kept in, nor of a database with a log beside it."""
    from shoot_cli.storage.home import home

    if "\0" in str(path):
        fail(f"{path} cannot be written: no file has such a name.", WRONG, json)
    there, folder = Path(os.path.realpath(path)), Path(os.path.realpath(home()))
    if is_file_of(there, Path(os.path.realpath(folder / "shoot.db"))):
        fail(f"{path} is the database itself. Name another file.", WRONG, json)
    for name in OURS:
        if is_file_of(there, folder / name) or (there.parent == folder and there.name.casefold() == name):
            fail(f"{path} is for shoot itself. Name another file.", WRONG, json)
    log, written = Path(f"{there}-wal"), 0
    with suppress(OSError):  # there is none
        written = log.stat().st_size
    if written:
        fail(f"{path} is a database that somebody is writing, or that a crash left: {log.name} lies beside it. "
             "Name another file.", WRONG, json)  # fmt: skip


def refuse_inputs(path: Path, inputs: Iterable[str | Path], json: bool) -> None:
    """No file takes the place of one that the same command reads. ``inputs``: as `files_named` takes them."""
    there = Path(os.path.realpath(path))
    if there.is_file() and any(is_file_of(there, file) for word in inputs for file in files_named(word)):
        fail(f"{path} is read by this command, and would be lost. Name another file.", WRONG, json)


def files_named(word: str | Path) -> Iterator[Path]:
    """The files that a word of the command line may mean: by itself, by what stands before ``::``, as a shipped list.

    A path of a folder means the data files in it.
    """
    from shoot_cli.armies.list_search import find_list
    from shoot_cli.armies.tree import NotFound
    from shoot_cli.importing.data.sources import DATA

    with suppress(OSError, ValueError, RuntimeError):  # no name of a file, or of no user
        if isinstance(word, Path):
            path = word.expanduser()
            yield from [path] if not path.is_dir() else [one for one in path.iterdir() if one.suffix.casefold() in DATA]
            return
    for text in {str(word), str(word).partition("::")[0]} - {""}:
        with suppress(ValueError, RuntimeError):
            yield Path(text).expanduser()
        with suppress(NotFound):
            yield find_list(text)


def is_file_of(one: Path, other: Path) -> bool:
    """True if both are there and the same, by whichever links."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def write_whole(path: Path, text: str, force: bool) -> None:
    """Write the text under this name, as UTF-8. :raises OSError: as `put_in_place`"""
    with (
        put_in_place(path, force) as beside,
        open(beside, "w", encoding="utf-8", errors="replace", newline="\n") as file,
    ):
        file.write(text)


def place_of(path: Path, force: bool) -> tuple[Path, int | None]:
    """The file that a name leads to, and its mode, None if there is none yet.

    :raises FileExistsError: there is one already, and not ``force``. :raises OSError: it is no file, or cannot be one.
    """
    target = Path(os.path.realpath(path))
    try:
        before = target.stat().st_mode
    except FileNotFoundError:
        return target, None
    if not S_ISREG(before):
        raise OSError(errno.EINVAL, "it is not a file")
    if not force:
        raise FileExistsError(errno.EEXIST, "it is there already")
    return target, before


@contextmanager
def put_in_place(path: Path, force: bool, mode: int = 0o666) -> Iterator[Path]:
    """An empty file to be filled; it is synced and moved to this name, so that no crash leaves half of it.

    A link stays one and its target is written; permissions of a file that is there are kept.

    :param mode: permissions of a new file, before the umask.
    :raises FileExistsError: there is a file already, and not ``force``.
    :raises OSError: it cannot be written, or is no file; what was there is there still.
    """
    target, before = place_of(path, force)
    beside = target.with_name(f".shoot-{token_hex(8)}.tmp")  # short: the name itself may be as long as names can be
    claimed = False
    try:
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        if before is not None:
            copymode(target, beside)  # before there is anything in it to be read
        yield beside
        _sync(beside)
        if before is None and not force:  # somebody may have made one meanwhile; there need not be hard links to tell
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
            claimed = True
        os.replace(beside, target)
    except BaseException:
        if claimed:
            with suppress(OSError):
                target.unlink()
        for rest in ("", *BESIDE_A_DATABASE):
            with suppress(OSError):
                beside.with_name(beside.name + rest).unlink()
        raise
    with suppress(OSError):  # of a folder: Windows, and some network drives; the file is in its place anyway
        _sync(target.parent)


def _sync(path: Path) -> None:
    """A file, or the names in a folder, are on the disk when this returns. :raises OSError:"""
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
