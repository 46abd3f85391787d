"""Texts of the official app: both renderings, without their indents, in French; and what else looks like them (13.1).

Best Coast Pairings shows the second rendering; texts that it puts its own summary before are read behind that.
"""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.core.record import Record
from shoot_cli.imports.text import marks
from shoot_cli.imports.text.amounts import Priced, counted, priced
from shoot_cli.imports.text.attaching import attached
from shoot_cli.imports.text.blocks import Style
from shoot_cli.imports.text.body import head_of, units_of, unread
from shoot_cli.imports.text.lines import TextLine
from shoot_cli.imports.text.lists import TextList


class Preamble(Record):
    """What stands before the units. ``rest``: the other lines."""

    name: str
    points: float | None
    faction: str
    detachment: str
    rest: tuple[TextLine, ...]


def title_at(lines: Sequence[TextLine], style: Style) -> int | None:
    """Where the line stands that names the list and what it comes to: the first with points, if it is no unit.

    A unit has lines of its own, and costs less than the rest together.
    """
    heads = [(at, head) for at, line in enumerate(lines) if (head := _head(line, style)) is not None]
    if len(heads) < 2:
        return None
    at, head = heads[0]
    if any(marks.is_section(line.text) or marks.BLOCK.match(line.text) for line in lines[:at] if not line.bullet):
        return None
    others = [other.points for place, other in heads[1:] if not marks.SIZES.match(lines[place].text)]
    if not others:
        return None
    after = lines[at + 1]
    own = not after.opens and (after.bullet != "" or after.text[0].isdecimal() or after.column > lines[at].column)
    unit = bool(head.rest) or counted(head.name.rpartition(": ")[2])[0] is not None
    sized = marks.SIZES.match(lines[heads[1][0]].text) is not None  # the size of the battle stands below the title
    return None if own or unit or (head.points < max(others) and not sized) else at


def _head(line: TextLine, style: Style) -> Priced | None:
    if marks.SIZES.match(line.text) and not line.bullet:
        return priced(line.text, style.bare)
    return head_of(line.but(heading=0), style)


def preamble(lines: Sequence[TextLine], style: Style) -> Preamble:
    at = title_at(lines, style)
    title = priced(lines[at].text, style.bare) if at is not None else None
    begin = 0 if at is None else at + 1
    end = next((place for place in range(begin, len(lines)) if _begins(lines[place], style)), len(lines))
    told = [line for line in lines[begin:end] if not line.bullet]
    sizes = [place for place, line in enumerate(told) if marks.SIZES.match(line.text)]
    factions, detachments = list[str](), list[str]()
    labelled = False
    for place, line in enumerate(told):
        words = line.text
        if place in sizes or marks.DISPOSITION.match(words) or words.casefold().rstrip(",") in marks.DISPOSITIONS:
            continue
        if marks.FOOTERS.match(words) or not words.strip("+-=_*#~ "):
            continue
        if found := marks.DETACHMENT.match(words):
            detachments.append(words[found.end() :].strip())
            labelled = True
        elif labelled and not line.opens:  # that line was broken
            detachments[-1] += f" {words}"
        elif marks.DETACHMENT_POINTS.search(words) or (sizes and place > sizes[0]):
            detachments.append(marks.DETACHMENT_POINTS.sub("", words))
        else:
            factions.append(words)
    if sizes and not detachments and len(factions) > 1:  # the size of the battle stands behind the detachment
        detachments.append(factions.pop())
    return Preamble(
        title.name.strip(" -") if title else "", title.points if title else None, " - ".join(factions[:3]),
        ", ".join(one for one in detachments if one), (*lines[: at or 0], *lines[end:]) if end else tuple(lines),
    )  # fmt: skip


def _begins(line: TextLine, style: Style) -> bool:
    """The units begin here."""
    if line.bullet:
        return False
    words = line.text.rstrip(" :").casefold()
    known = words in marks.SECTIONS or (line.heading > 0 and marks.is_section(line.text))
    return known or marks.BLOCK.match(line.text) is not None or head_of(line, style) is not None


def read_app(lines: Sequence[TextLine], style: Style) -> TextList:
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style)
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return TextList(
        head.name, "the official app", "", head.faction, head.detachment, head.points, entries, unread(others)
    )
