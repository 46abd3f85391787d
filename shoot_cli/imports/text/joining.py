"""A pasted list with the values of its units from the data of the player: a roster like any other (IMP-61, 62).

Each unit of the text is looked for in the data, and made anew from copies of what it needs of the unit found there,
with the numbers of the text. Wargear is looked for on its own datasheet and nowhere else. What is not found is left
out and named, with what looks like it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shoot_cli.imports.data.names import any_order
from shoot_cli.imports.data.sheets import Sheet
from shoot_cli.imports.data.sources import Sources
from shoot_cli.imports.leading import called
from shoot_cli.imports.roster import Force, Roster, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.text.joined_unit import JoinedUnit
from shoot_cli.imports.text.lists import LEADER, SUPPORT, TextList, TextUnit

MOST_PROPOSED = 20  # units without data, for which near names are looked for: it takes long where there are many


def roster_of(text: TextList, sources: Sources, taking: ImportContext) -> Roster:
    """The list as a roster. Units, models and weapons that the data does not have are told to ``taking``."""
    units = {}
    for words in sources.told:
        taking.guess("", words)
    known = sources.has_faction(text.faction)
    if not known:
        words = f"none of the data is of {text.faction}: units are taken from whoever has one of their name"
        taking.guess("", words)
    unknown = 0
    for place, entry in enumerate(text.entries):
        sheets = sources.datasheets(entry.name, text.faction)
        if not sheets:
            unknown += 1
            near = sources.near(entry.name) if unknown <= MOST_PROPOSED else ()
            taking.left_out(entry.name, "none of the data has it", remedy_for(near))
        elif unit := JoinedUnit(entry, Sheet(sheets), sources, taking).made():
            units[place] = unit
            if known and (others := sources.of_others(entry.name, text.faction)):
                whose = ", ".join(one.upper() for one in others)
                taking.guess(unit.name, f"the data has it of {whose} alone, and the text is of {text.faction}")
    force = Force(text.name, text.faction, tuple(units.values()))
    note = f"Detachment: {text.detachment}" if text.detachment else ""
    return Roster(
        text.name, text.writer, "", text.game, (force,), text.points, note, tuple(attached(text.entries, units))
    )


def remedy_for(near: Sequence[str]) -> str:
    if near:
        return f"is it {' or '.join(near)}? Then write that in the text"
    return "say with --data where it is: a roster, a list of ours, a catalogue"


def attached(entries: Sequence[TextUnit], there: dict[int, Selection]) -> Iterator[tuple[str, str]]:
    """Leaders and whom they lead, as the text says it (IMP-51), by the names that the list gives them: the second unit
    of a name has “2” behind it. ``there``: the units that were taken, by their places in the text."""
    names = dict(zip(there, called(unit.name for unit in there.values()), strict=True))
    for place in names:
        led = led_by(place, entries)
        if led in names:
            yield names[place], names[led]


def led_by(place: int, entries: Sequence[TextUnit]) -> int | None:
    """The place of the unit that the one at this place leads; None if it leads none, or none that there is."""
    entry = entries[place]
    if entry.leads:
        same = [at for at, other in enumerate(entries) if any_order(other.name) == any_order(entry.leads)]
        which = max(entry.leads_place, 1)
        return same[which - 1] if len(same) >= which else None
    if entry.block and entry.role in (LEADER, SUPPORT):
        bodies = (at for at, other in enumerate(entries) if other.block == entry.block)
        return next((at for at in bodies if entries[at].role not in (LEADER, SUPPORT)), None)
    return None
