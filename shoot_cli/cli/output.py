"""The output of results: on screen, as JSON or CSV, or in a file; and the progress bar."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shlex import join
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


# Output and progress of the commands that compare ---------------------------------------------------------------------

PATIENCE = 1.0  # seconds before the bar is shown
REFRESHED = 0.1  # seconds between two updates of the bar


def check_output(
    *, inputs: Iterable[str | Path], json: bool = False, csv: bool = False, out: Path | None = None, force: bool = False
) -> None:
    """Check before the work that its results can be written as wanted.

    Exit with a sentence if the file cannot be written, or exists and `force` is False.

    :param inputs: words that name the files the command reads; none of them is overwritten
    :raises Usage: options contradict each other, or the file has an ending that we do not write
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
    """Output the results: `document` as JSON, the report as CSV, in a file, or else on the screen.

    :param inputs: as for `check_output`
    :param out: the file; its ending decides the format
    :param force: True if an existing file may be overwritten
    :raises Usage: as `check_output`, which should be called before the work
    """
    inputs = [*inputs]
    check_output(inputs=inputs, json=json, csv=csv, out=out, force=force)
    if out is not None:
        from shoot_cli.ui.report_files import written

        text = written(report.but(command=command_of(sys.argv)), out.suffix.lower())
        write_file(out, text, force=force, json=json, inputs=inputs)
        print(f"Written: {visible(str(out))}", file=sys.stderr)
    if json:
        print_json(document)
    elif csv:
        from shoot_cli.ui.report_files import written

        print(written(report, ".csv").replace("\r\n", "\n"), end="", flush=True)  # the stream adds its own line ends
    elif out is None:
        from shoot_cli.ui.report_screen import show_report

        show_report(report, plain)


WHERE_TO = ("-o", "--output", "--jobs", "-j")  # options that say where and how, with a value
HOW_TO = ("--force", "--json", "--csv", "--plain")


def command_of(words: Sequence[str]) -> str:
    """Return the command in these words as somebody else would type it: of paths the last part, nothing of output.

    It is "" if another program called us.

    >>> command_of(["/bin/shoot", "compare", "/home/me/my list.yaml::Squad", "-o", "a.html", "--distance", "12"])
    "shoot compare 'my list.yaml::Squad' --distance 12"
    """
    if not words or last_part(words[0]).partition(".")[0] not in ("shoot", "__main__"):
        return ""
    kept: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word in WHERE_TO:
            next(rest, None)
        elif word not in HOW_TO and not word.startswith(tuple(f"{option}=" for option in WHERE_TO)):
            path, part, unit = word.partition("::")
            kept.append(last_part(path) + part + unit if is_path(path) else word)
    return visible(join(["shoot", *kept]))


def last_part(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def is_path(word: str) -> bool:
    """Return True for a path; the lines of a profile have slashes, too, but also spaces and equal signs."""
    return bool(re.search(r"[/\\]", word)) and ("." in word or word.startswith(("/", "~"))) and "=" not in word


@contextmanager
def progress(total: int | None, plain: bool = False, doing: str = "Working out") -> Iterator[Callable[[int], None]]:
    """Give a function to call with how many more jobs are done. After a second it draws a bar at a terminal.

    Where `total` is None, as a search ends anywhere, it only tells how many are done. The bar is drawn only in these
    calls, because processes may be forked in between.
    """
    bar = Bar(total, plain, doing)
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """A progress bar. It and the module that draws it are made only when needed."""

    def __init__(self, total: int | None, plain: bool, doing: str) -> None:
        self.total, self.plain, self.doing, self.done = total, plain, doing, 0
        self.begun = self.drawn = monotonic()
        self.watched = sys.stderr.isatty() and not is_plain()  # a dumb terminal cannot erase a line
        self.shown: Progress | None = None

    def __call__(self, more: int) -> None:
        self.done += more
        now = monotonic()
        if not self.watched or now - self.begun < PATIENCE or now - self.drawn < REFRESHED:
            return
        self.drawn = now
        if self.shown is None:
            self.shown = drawn(self.plain, self.total is not None)
            self.shown.add_task(self.doing, total=self.total)
            self.shown.start()
        self.shown.update(self.shown.task_ids[0], completed=self.done, refresh=True)

    def close(self) -> None:
        if self.shown is not None:
            self.shown.stop()


class Bars:
    """Progress bars of what-if: one for the single facts, then one for pairs."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.bar = Bar(0, plain, "")

    def __call__(self, done: int, total: int) -> None:
        if self.bar.total != total:
            self.close()
            self.bar = Bar(total, self.plain, "Trying facts")
        self.bar(done - self.bar.done)

    def close(self) -> None:
        self.bar.close()


def drawn(plain: bool, counts: bool = True) -> Progress:
    """Return a bar; if `plain`, its words alone. Without `counts` nobody knows how many jobs there are."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    done = [MofNCompleteColumn(), TimeRemainingColumn()] if counts else [TextColumn("{task.completed}")]
    parts = [TextColumn("{task.description}"), *([] if plain or not counts else [BarColumn()]), *done]
    return Progress(*parts, console=console(plain, stderr=True), transient=True, auto_refresh=False)


# Files that commands write: whole or not at all, and never over a file that is needed ---------------------------------

BESIDE_A_DATABASE = ("-journal", "-wal", "-shm")  # files that SQLite writes beside a database
OURS = ("shoot.db", *(f"shoot.db{end}" for end in BESIDE_A_DATABASE), "secret")  # files in the data folder
NO_FOLDER = "there is no folder {}"


def write_file(path: Path, text: str, *, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """Write the text in UTF-8, or exit with a sentence and change nothing.

    :param inputs: words that name the files the command reads; none of them is overwritten
    """
    with writing(path, json):
        refuse_inputs(path, inputs, json)
        write_whole(path, text, force)


def check_place(path: Path, *, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """Check the same as `write_file` before the work, as far as possible; exit with a sentence if it would fail."""
    with writing(path, json):
        refuse_inputs(path, inputs, json)
        target, _ = place_of(path, force)
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, NO_FOLDER.format(path.parent))


@contextmanager
def writing(path: Path, json: bool) -> Iterator[None]:
    """Exit with a sentence if the named file cannot be written."""
    from sqlite3 import Error

    try:
        refuse_ours(path, json)
        yield
    except FileExistsError:
        fail(f"{path} is there already; --force overwrites it.", WRONG, json)
    except (OSError, Error) as error:
        fail(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.", WRONG, json)


def refuse_ours(path: Path, json: bool) -> None:
    """Exit if the file is one of the storage, or a database with a write-ahead log beside it."""
    from shoot_cli.storage.home import home

    if "\0" in str(path):
        fail(f"{path} cannot be written: no file has such a name.", WRONG, json)
    target, folder = Path(os.path.realpath(path)), Path(os.path.realpath(home()))
    if is_file_of(target, Path(os.path.realpath(folder / "shoot.db"))):
        fail(f"{path} is the database itself. Name another file.", WRONG, json)
    for name in OURS:
        if is_file_of(target, folder / name) or (target.parent == folder and target.name.casefold() == name):
            fail(f"{path} is for shoot itself. Name another file.", WRONG, json)
    log, written = Path(f"{target}-wal"), 0
    with suppress(OSError):  # there is no log
        written = log.stat().st_size
    if written:
        fail(f"{path} is a database that somebody is writing, or that a crash left: {log.name} lies beside it. "
             "Name another file.", WRONG, json)  # fmt: skip


def refuse_inputs(path: Path, inputs: Iterable[str | Path], json: bool) -> None:
    """Exit if the file is one that the command reads. `inputs` are words as in `files_named`."""
    target = Path(os.path.realpath(path))
    if target.is_file() and any(is_file_of(target, file) for word in inputs for file in files_named(word)):
        fail(f"{path} is read by this command, and would be lost. Name another file.", WRONG, json)


def files_named(word: str | Path) -> Iterator[Path]:
    """Yield the files that a word may mean: the word itself, the part before `::`, or a shipped list.

    The path of a folder means the data files in it.
    """
    from shoot_cli.armies.loading import find_list
    from shoot_cli.armies.tree import NotFound
    from shoot_cli.importing.data.sources import DATA

    with suppress(OSError, ValueError, RuntimeError):  # it cannot be the name of a file, or it names an unknown home
        if isinstance(word, Path):
            path = word.expanduser()
            yield from [file for file in path.iterdir() if file.suffix.casefold() in DATA] if path.is_dir() else [path]
            return
    for text in {str(word), str(word).partition("::")[0]} - {""}:
        with suppress(ValueError, RuntimeError):
            yield Path(text).expanduser()
        with suppress(NotFound):
            yield find_list(text)


def is_file_of(file: Path, other: Path) -> bool:
    """Return True if both exist and are the same file, even through links."""
    try:
        return os.path.samefile(file, other)
    except (OSError, ValueError):
        return False


def write_whole(path: Path, text: str, force: bool) -> None:
    """Write the text in UTF-8. :raises OSError: as `put_in_place`."""
    with (
        put_in_place(path, force) as beside,
        open(beside, "w", encoding="utf-8", errors="replace", newline="\n") as file,
    ):
        file.write(text)


def place_of(path: Path, force: bool) -> tuple[Path, int | None]:
    """Return the file that a path leads to, and its mode; None if it does not exist yet.

    :raises FileExistsError: it exists, and `force` is False. :raises OSError: it is no regular file.
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
    """Give an empty file to fill. It is then synced and moved to `path`, so that a crash never leaves half a file.

    A link stays a link, and its target is written. An existing file keeps its permissions.

    :param mode: permissions of a new file, before the umask
    :raises FileExistsError: the file exists, and `force` is False
    :raises OSError: it cannot be written, or is no regular file; an existing file is unchanged
    """
    target, before = place_of(path, force)
    beside = target.with_name(f".shoot-{token_hex(8)}.tmp")  # short: names have a greatest length
    claimed = False
    try:
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        if before is not None:
            copymode(target, beside)  # before there is anything to read
        yield beside
        _sync(beside)
        if before is None and not force:  # another process may have made it; hard links may not exist
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
    with suppress(OSError):  # Windows and some network drives cannot sync a folder; the file is in place anyway
        _sync(target.parent)


def _sync(path: Path) -> None:
    """Sync a file, or the names in a folder. :raises OSError: this is not possible."""
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
