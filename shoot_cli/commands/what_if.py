"""``shoot odds --what-if``: what hangs on each fact of an attack."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from shoot_cli.attacks.what_if import what_if
from shoot_cli.attacks.what_if_told import document, report
from shoot_cli.commands import attacking
from shoot_cli.ui.console import console, print_json

if TYPE_CHECKING:
    from shoot_cli.attacks.sheet import Report, What
    from shoot_cli.attacks.tasks import Pairing
    from shoot_cli.attacks.what_if import Tell

PATIENCE = 1.0  # seconds before a bar is shown


def show(pairing: Pairing, what: What, pairs: bool, seconds: float, jobs: int, json: bool, plain: bool) -> None:
    """:raises InputError: as `what_if`"""
    with bar(plain) as tell:
        found = what_if(pairing, what, pairs, seconds=seconds, jobs=jobs, tell=tell)
    if json:
        print_json(document(found))
    else:
        draw(report(found), plain)
    attacking.say_unused(found.result)


def draw(told: Report, plain: bool) -> None:
    from shoot_cli.ui.tables import as_is, grid

    out = console(plain)
    out.print(as_is(told.title, "bold"))
    for sheet in told.sheets:
        table = grid(*((c.title, "right" if c.number else "left") for c in sheet.columns), plain=plain)
        for row in sheet.rows:
            table.add_row(*(as_is(cell.text) for cell in row))
        out.print(table)
        for note in sheet.notes:
            out.print(as_is(note, "dim"))


@contextmanager
def bar(plain: bool) -> Iterator[Tell]:
    """Tells how far it is, once that takes longer than people like to wait, where somebody waits at a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from contextlib import ExitStack

    begun, shown = monotonic(), ExitStack()
    with shown:
        progress = None

        def tell(done: int, of: int) -> None:
            nonlocal progress
            if progress is None and monotonic() - begun > PATIENCE:
                from rich.progress import Progress

                progress = shown.enter_context(Progress(console=console(plain, stderr=True), transient=True))
                progress.add_task("Working out", total=of)
            if progress is not None:
                progress.update(progress.task_ids[0], completed=done, total=of)

        yield tell
