"""Profile lines with ``InSv``, ``[leader]`` and ``[support]``; lists as tables. Short: the rest is shared."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from shoot_cli.armies.profile_lines import Statistics
from shoot_cli.rules.datasheets import unit_text
from shoot_cli.rules.datasheets.fields import FIGURES, STATS, SUPPORT
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.eleventh.edition import ABILITIES, old_words

ALSO = {"insv": "Inv"}  # other names of characteristics, in lower case
EXAMPLES = {
    "attacker": '10x A2 BS3+ S4 AP-1 D1 24" [assault, heavy]',
    "target": "5x T4 Sv3+ W2 Inv5+ FNP6+ [stealth] (INFANTRY)",
}
FACTS = unit_text.FACTS | {
    "target": unit_text.FACTS["target"] | {"hidden": "hidden=yes"}
}  # "hidden" is a fact (11E-HID-1)


class LinePart(unit_text.LinePart):
    KNOWN = ABILITIES
    STATISTICS: ClassVar[Statistics] = Statistics((*STATS.fields, *FIGURES.fields), unit_text.VALUE, ALSO)
    LEADERS_LAST: ClassVar[bool] = False  # CHARACTERs decide the order of wounds (11E-SAV-1)
    ATTACHED: ClassVar[tuple[str, ...]] = ("leader", SUPPORT)
    EXAMPLES: ClassVar[dict[str, str]] = EXAMPLES
    FACTS = FACTS


read_line = partial(unit_text.read_line, LinePart)


card = partial(unit_text.card, ABILITIES)
explained = partial(unit_text.explained_abilities, ABILITIES)
entries, heading = partial(unit_text.entries, ABILITIES), unit_text.heading
switches = partial(unit_text.switches, ABILITIES)


def notes(army: Army) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*unit_text.notes(ABILITIES, army), *old_words(army))))
