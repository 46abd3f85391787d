"""Texts of ListForge and of WarOrgan (13.4)."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.imports.text.amounts import priced
from shoot_cli.imports.text.app import preamble
from shoot_cli.imports.text.attaching import attached
from shoot_cli.imports.text.blocks import Style
from shoot_cli.imports.text.body import units_of, unread
from shoot_cli.imports.text.lines import TextLine
from shoot_cli.imports.text.lists import TextList


def list_forge(lines: Sequence[TextLine], style: Style) -> TextList:
    """``NAME - FACTION - DETACHMENT (N Points)`` stands first; a name may have a dash of its own."""
    title = priced(lines[0].text)
    assert title is not None
    parts = [part.strip() for part in title.name.split(" - ")]
    name, faction, detachment = " - ".join(parts[:-2]), parts[-2], parts[-1]
    blocks, others = units_of(lines[1:], style)
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return TextList(name, "ListForge", "", faction, detachment, title.points, entries, unread(others))


def war_organ(lines: Sequence[TextLine], style: Style) -> TextList:
    """What a unit has is told in sentences, behind bullets that tabs or spaces stand before."""
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style.but(prose=True, long=True))
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return TextList(head.name, "WarOrgan", "", head.faction, head.detachment, head.points, entries, unread(others))
