"""A list of units that somebody named, with the values of a package that is installed (``PUBLISHED`` of an edition)."""

from __future__ import annotations

from datetime import date

from shoot_cli.imports.data.datasheets import Source
from shoot_cli.imports.data.sources import Sources
from shoot_cli.imports.editions import importer
from shoot_cli.imports.making import attach, in_short, readable, report_of
from shoot_cli.imports.taking import ImportContext, ImportedList, Options
from shoot_cli.imports.text.joining import roster_of
from shoot_cli.imports.text.lists import TextList
from shoot_cli.rules import Edition

COMMAND = "army new"


def made_of(
    text: TextList, of: Edition, source: Source, options: Options, said: str, today: date | None = None
) -> ImportedList:
    """The list. ``said``: what it was asked for by; ``today``: for the header, None: as the clock says.

    :raises Refused: nothing of it can be taken, or somebody may not lead whom he should
    """
    taking, sources = ImportContext(options), Sources((source,))
    roster = roster_of(text, sources, taking)
    taking.credits = sources.credits
    document = readable(of, importer(of).take(roster, taking), COMMAND, taking)
    attach(of, document, COMMAND, roster.attached, taking)
    report = report_of(of, document, roster, COMMAND, "", taking)
    day = (today or date.today()).isoformat()
    return ImportedList(document, report, (f"made by `{said}` ({in_short(of)}) on {day}", *report.credits))
