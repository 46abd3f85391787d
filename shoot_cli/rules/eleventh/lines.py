"""Profile lines of this edition: ``datasheets/lines.py``, with ``InSv``, and ``[leader]`` or ``[support]``."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from shoot_cli.armies.profile_lines import Statistics
from shoot_cli.rules.datasheets import lines
from shoot_cli.rules.datasheets.building import SUPPORT
from shoot_cli.rules.datasheets.fields import FIGURES, STATS
from shoot_cli.rules.eleventh.abilities import ABILITIES

ALSO = {"insv": "Inv"}  # other names of characteristics, in lower case
EXAMPLES = {
    "attacker": '10x A2 BS3+ S4 AP-1 D1 24" [assault, heavy]',
    "target": "5x T4 Sv3+ W2 Inv5+ FNP6+ [stealth] (INFANTRY)",
}
FACTS = lines.FACTS | {"target": lines.FACTS["target"] | {"hidden": "hidden=yes"}}  # of itself a fact (11E-HID-1)


class LinePart(lines.LinePart):
    KNOWN = ABILITIES
    STATISTICS: ClassVar[Statistics] = Statistics((*STATS.fields, *FIGURES.fields), lines.VALUE, ALSO)
    LEADERS_LAST: ClassVar[bool] = False  # whom wounds meet first is told by who is a CHARACTER (11E-SAV-1)
    ATTACHED: ClassVar[tuple[str, ...]] = ("leader", SUPPORT)
    EXAMPLES: ClassVar[dict[str, str]] = EXAMPLES
    FACTS = FACTS


read_line = partial(lines.read_line, LinePart)
