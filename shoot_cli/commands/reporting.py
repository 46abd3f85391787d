"""How commands that compare hand over what they found: shown, as JSON or CSV, or as a file. And how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.commands.attacking import Usage
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import console, is_plain, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from shoot_cli.attacks.sheet import Report

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
    from shoot_cli.ui.pages import ENDINGS

    if json and csv:
        raise Usage("--json and --csv contradict each other: standard output takes one of them")
    if force and out is None:
        raise Usage("--force is for --output: it overwrites that file")
    if out is None:
        return
    if out.suffix.lower() not in ENDINGS:
        *kinds, last = ENDINGS
        raise Usage(f"{out}: the name of the file says what is written; it ends in {', '.join(kinds)} or {last}")
    from shoot_cli.commands.writing import check_place

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
        from shoot_cli.commands.writing import write_file
        from shoot_cli.ui.pages import written

        text = written(report, out.suffix.lower())
        write_file(out, text, force=force, json=json, inputs=inputs)
        print(f"Written: {visible(str(out))}", file=sys.stderr)
    if json:
        print_json(document)
    elif csv:
        from shoot_cli.ui.pages import written

        print(written(report, ".csv").replace("\r\n", "\n"), end="", flush=True)  # the stream has line ends of its own
    elif out is None:
        from shoot_cli.ui.sheets import show_report

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
