"""Units of a text with the near names that a player took for names which no data has (IMP-62).

Short: it is one step, between what reads texts and what looks names up.
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.importing.pasted.text_list import Item, TextUnit
from shoot_cli.importing.report import Options


def renamed(entry: TextUnit, options: Options) -> TextUnit:
    """Return the unit with the names that the player took. What was changed is among its doubts."""
    if not options.meant:
        return entry
    changed = dict[str, None]()

    def called(name: str) -> str:
        found = options.called(name)
        if found != name:
            changed[f"“{name}” is taken to be {found}, as you said"] = None
        return found

    entry = entry.but(
        name=called(entry.name),
        leads=called(entry.leads) if entry.leads else "",
        items=_items(entry.items, called),
        rows=tuple(row.but(name=called(row.name)) for row in entry.rows),
        groups=tuple(one.but(name=called(one.name), items=_items(one.items, called)) for one in entry.groups),
    )
    return entry.but(doubts=(*entry.doubts, *changed))


def _items(items: tuple[Item, ...], called: Callable[[str], str]) -> tuple[Item, ...]:
    return tuple(item.but(name=called(item.name)) for item in items)
