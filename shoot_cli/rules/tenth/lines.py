"""Profile lines of this edition: ``datasheets/lines.py``."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import lines
from shoot_cli.rules.tenth.abilities import ABILITIES


class LinePart(lines.LinePart):
    KNOWN = ABILITIES


EXAMPLES, read_line = lines.EXAMPLES, partial(lines.read_line, LinePart)
