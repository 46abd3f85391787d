"""Profile lines read; lists shown as tables."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import unit_text
from shoot_cli.rules.tenth.edition import ABILITIES

# Profile lines of this edition: ``rules/datasheets/unit_text.py``.


class LinePart(unit_text.LinePart):
    KNOWN = ABILITIES


EXAMPLES, read_line = unit_text.EXAMPLES, partial(unit_text.read_line, LinePart)


# Lists as tables to read, and notes about them: ``rules/datasheets/unit_text.py``.

card, notes = partial(unit_text.card, ABILITIES), partial(unit_text.notes, ABILITIES)
explained = partial(unit_text.explained_abilities, ABILITIES)
