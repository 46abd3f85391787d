"""The report about an imported list: section by section, missing parts last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.text import Text

from shoot_cli.engine.names import counted, visible
from shoot_cli.importing.report import Report, remark_lines
from shoot_cli.ui.console import in_lines

NARROW = 60  # with fewer columns, each line has one item


def report_lines(report: Report, width: int) -> Iterator[Text]:
    """Return the whole report. Missing parts are bold and stand at the end."""
    yield from head_lines(report, width)
    for line in _counts(report, width):
        yield from _wrapped(line, width, 2)
    yield from looked_at(report, width)
    if report.leads:
        yield Text("May lead:")
        for lead in report.leads:
            yield from _wrapped(f"{lead.leader} → {' | '.join(lead.units)}", width, 2)
        first = report.leads[0]
        yield from _wrapped(f'attach with --attach "{first.leader}={first.units[0]}"', width, 2)
    for leader, unit in report.attached:
        yield from _wrapped(f"{leader} leads {unit}", width)
    yield from to_play(report, width)
    yield from _section("Nothing to shooting:", remark_lines(report.nothing_to_shooting), width)
    yield from left_out(report, width)


def head_lines(report: Report, width: int) -> Iterator[Text]:
    yield from _wrapped(head_of(report), width)


def changed_lines(told: tuple[str, ...], width: int) -> Iterator[Text]:
    """Return the differences from the list that was written before: a heading, and one line each."""
    if told:
        yield from _wrapped(told[0], width)
    for line in Counter(told[1:]):
        yield from _wrapped(line, width, 2)


def looked_at(report: Report, width: int) -> Iterator[Text]:
    """Return the guesses."""
    yield from _section("Look at these, they are guesses:", remark_lines(report.guesses), width)


def to_play(report: Report, width: int) -> Iterator[Text]:
    """Return the rules of the army that are played, and those that the players must apply themselves."""
    yield from _section("Played, of the rules of the army:", remark_lines(report.rules_played), width)
    yield from _section("Yours to play:", remark_lines(report.yours_to_play), width)
    if n := len(report.other_phases):
        yield from _wrapped(f"Yours to play in other phases: {counted(n, 'ability', 'abilities')}", width)


def left_out(report: Report, width: int) -> Iterator[Text]:
    if report.left_out:
        yield from _section("LEFT OUT:", remark_lines(report.left_out), width, "bold")
    else:
        yield Text("Left out: nothing")


def head_of(report: Report) -> str:
    """Return one line: the file, its program, edition and faction, and what was imported."""
    of = ", ".join(filter(None, (report.writer, report.edition, report.faction)))
    found = [counted(report.units, "unit"), counted(report.models, "model")]
    if report.points is not None:
        found.append(f"{report.points:g} points")
    if report.told_points is not None:
        found[-1] += " (adds up)" if report.adds_up else f", but the file says {report.told_points:g}"
    return f"{report.file}  {of}: {', '.join(found)}"


def _counts(report: Report, width: int) -> list[str]:
    profiles = "1 ranged profile" if report.weapons == 1 else f"{report.weapons} ranged profiles"
    weapons = f"weapons    {profiles} taken, {report.melee} melee left out"
    saves = f"saves      {report.invulnerable} invulnerable, {report.pain} Feel No Pain"
    said = (f"{report.played} played", f"{report.yours} yours to play", f"{report.nothing} nothing to shooting")
    if width < NARROW:
        return [weapons, saves, "abilities  " + said[0], *(f"{'':11}{one}" for one in said[1:])]
    return [weapons, saves, f"abilities  {' · '.join(said)}"]


def _section(title: str, lines: Iterable[str], width: int, style: str = "") -> Iterator[Text]:
    found = list(lines)
    if found:
        yield Text(title, style)
        for line in found:
            yield from _wrapped(line, width, 2, style)


def _wrapped(line: str, width: int, indent: int = 0, style: str = "") -> Iterator[Text]:
    before = " " * indent
    for part in in_lines(visible(line), width, before, before + "  ") or [""]:
        yield Text(part, style)
