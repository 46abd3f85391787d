"""A report to look at beside a prompt: a page for each of its printed pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from shoot_cli.attacks.sheet import Report
from shoot_cli.ui.sheets import ReportView
from shoot_cli.ui.view import View, ViewPage


def view_of(report: Report, title: str, names: Sequence[str], plain: bool) -> View:
    """``names``: of its pages, as the key says that turns to them. What holds of all tables ends each page."""
    pages = [ViewPage(Lines(part, plain), name) for part, name in zip(parts(report), names, strict=True)]
    return View(title, pages, lambda: [ReportView(report, plain)])


def parts(report: Report) -> Iterator[Report]:
    """The report page by page."""
    at = 0
    for size in report.pages or (len(report.sheets),):
        yield report.but(title="", sheets=report.sheets[at : at + size], pages=())
        at += size


class Lines:
    """The lines of a report for so many columns: drawn once for each width."""

    def __init__(self, report: Report, plain: bool) -> None:
        self.report, self.plain = report, plain

    def __call__(self, width: int, high: int) -> list[Text]:
        console = Console(width=width, color_system="truecolor", force_terminal=True, highlight=False, emoji=False)
        lines = console.render_lines(
            ReportView(self.report, self.plain), console.options.update(width=width), pad=False
        )
        found = [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]
        return found[next((n for n, line in enumerate(found) if line.plain.strip()), 0) :]
