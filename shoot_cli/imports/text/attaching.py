"""Who leads whom, as far as a text says it (IMP-51): in blocks of attached units, by "Leading" and by "Attached to"."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.core.names import same_name
from shoot_cli.imports.text.lists import BODYGUARD, LEADER, TextUnit
from shoot_cli.imports.text.marks import PLACE


def attached(entries: Sequence[TextUnit], led_by: Sequence[Sequence[str]]) -> tuple[TextUnit, ...]:
    """The units with ``leads`` and ``leads_place``. ``led_by``: for each unit by whom it says that it is led."""
    found = [*entries]
    for place, entry in enumerate(found):
        if entry.leads:
            found[place] = _leading(found, place, *_place_of(entry.leads))
    for place, names in enumerate(led_by):
        for words in names:
            name, which = _place_of(words)
            leaders = [one for one in _named(found, name) if one != place]
            if which:
                leaders = leaders[which - 1 : which]
            free = [one for one in leaders if not found[one].leads_place]
            said = any(_led(found, one) == place for one in leaders)  # the other side has said so already
            if not said and free:
                found[free[0]] = _of(found, free[0], place)
            elif not said:
                found[place] = found[place].but(
                    doubts=(*found[place].doubts, f"attached to {words}, and nobody of that name is free")
                )
    for number in sorted({entry.block for entry in found if entry.block}):
        members = [place for place, entry in enumerate(found) if entry.block == number]
        guards = [place for place in members if found[place].role == BODYGUARD]
        for place in members:
            if len(guards) == 1 and place not in guards and not found[place].leads_place:
                found[place] = _of(found, place, guards[0])
            elif len(guards) != 1 and place not in guards:
                found[place] = found[place].but(
                    doubts=(*found[place].doubts, f"attached unit {number} does not say whom it leads")
                )
    return tuple(found)


def _place_of(words: str) -> tuple[str, int]:
    """``Boyz[2]`` is the second unit of that name; 0 if it does not say."""
    found = PLACE.search(words)
    return (words[: found.start()], int(found[1])) if found else (words, 0)


def _named(entries: Sequence[TextUnit], name: str) -> list[int]:
    return [place for place, entry in enumerate(entries) if same_name(entry.name, name)]


def _led(entries: Sequence[TextUnit], leader: int) -> int | None:
    """Which unit it leads."""
    entry = entries[leader]
    led = _named(entries, entry.leads)
    return led[entry.leads_place - 1] if 0 < entry.leads_place <= len(led) else None


def _of(entries: Sequence[TextUnit], leader: int, unit: int) -> TextUnit:
    """The leader, leading that unit."""
    name = entries[unit].name
    place = _named(entries, name).index(unit) + 1
    return entries[leader].but(leads=name, leads_place=place, role=entries[leader].role or LEADER)


def _leading(entries: Sequence[TextUnit], leader: int, name: str, which: int) -> TextUnit:
    entry = entries[leader]
    led = [place for place in _named(entries, name) if place != leader]
    if which and which <= len(led):
        return _of(entries, leader, led[which - 1])
    if len(led) == 1 and not which:
        return _of(entries, leader, led[0])
    why = "there are several" if led and not which else "there is none in the list"
    return entry.but(leads="", leads_place=0, doubts=(*entry.doubts, f"leads {entry.leads}: {why}"))
