"""New Recruit's "simple" texts: points in square brackets, everything of a model behind its colon (13.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shoot_cli.imports.text import marks
from shoot_cli.imports.text.amounts import priced
from shoot_cli.imports.text.attaching import attached
from shoot_cli.imports.text.blocks import Style
from shoot_cli.imports.text.body import units_of, unread
from shoot_cli.imports.text.lines import TextLine
from shoot_cli.imports.text.lists import TextList

TOTAL = re.compile(r"(?:\+\+ ?)?(?:army roster|total)", re.IGNORECASE)
SLOT = re.compile(r"[^:\[\]()]{2,40} \d{1,2} : (?=\S)")  # French ones of old: "Véhicules 1 : Réanimateur [105pts]"


def read_simple(lines: Sequence[TextLine], style: Style) -> TextList:
    body = [line.but(text=SLOT.sub("", line.text, count=1)) if SLOT.match(line.text) else line for line in lines]
    name = faction = detachment = ""
    points = None
    rest: list[TextLine] = []
    setting = False  # under the heading of what was set up: no units
    for line in body:
        cost = priced(line.text)
        words = line.text.strip("+# ")
        if line.heading or (marks.is_section(words) and not line.bullet):
            setting = words.casefold().startswith("configuration")
        if cost and not name and not rest and " - " in cost.name and not cost.rest:
            *crumbs, name = [part.strip() for part in cost.name.rstrip(" -").split(" - ")]
            begin = next((at for at, crumb in enumerate(crumbs) if crumb.casefold() in marks.ALLIANCES), 0)
            faction, points = " - ".join(crumbs[begin:]), cost.points  # before it stands who plays it
        elif cost and (TOTAL.match(words) or line.text.startswith("++")):
            points = cost.points if points is None else points
        elif (found := marks.DETACHMENT.match(words)) and not cost:
            detachment = detachment or words[found.end() :].strip()
        elif not marks.SIZES.match(words) and (not setting or cost):
            rest.append(line)
    blocks, others = units_of(rest, style.but(each=True, long=True))
    if not name and others and not others[0].bullet:
        name = others.pop(0).text
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return TextList(name, "New Recruit", "", faction, detachment, points, entries, unread(others))
