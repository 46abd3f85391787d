"""Profile lines read, and lists shown as tables. Short: ``datasheets/unit_text.py`` does the work."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import unit_text
from shoot_cli.rules.tenth.edition import ABILITIES


class LinePart(unit_text.LinePart):
    KNOWN = ABILITIES


EXAMPLES, read_line = unit_text.EXAMPLES, partial(unit_text.read_line, LinePart)


card, notes = partial(unit_text.card, ABILITIES), partial(unit_text.notes, ABILITIES)
explained = partial(unit_text.explained_abilities, ABILITIES)
entries, heading = partial(unit_text.entries, ABILITIES), unit_text.heading
switches = partial(unit_text.switches, ABILITIES)
