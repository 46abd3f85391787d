"""A pasted list: its units as the text names them, with how many models and what they carry. No values (section 13).

Whatever a text counts by, for each model or in all, stands here in one way: items are totals over what they stand in.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.core.record import Record

LEADER, SUPPORT, BODYGUARD = "leader", "support", "bodyguard"  # what a unit is within an attached unit (IMP-51)


class Item(Record):
    """Something carried: a weapon, an icon, a drone; the text does not tell which. ``n``: over all models of its group,
    or over the unit if it stands in none."""

    name: str
    n: int = 1


class Enhancement(Record):
    """``points``: those that it costs; None if the text does not say."""

    name: str
    points: float | None = None


class Group(Record):
    """So many models of one name, in the order of the text. What each of them carries is told only if all carry the
    same: an item that there are ``n`` of, or a multiple of it."""

    name: str
    n: int
    items: tuple[Item, ...] = ()
    line: int = 0


class CountedLine(Record):
    """A counted line of a text without indents. ``model``: the text itself shows that models are counted there."""

    n: int
    name: str
    line: int = 0
    model: bool = False


class TextUnit(Record):
    """A unit of a text.

    ``groups``: empty if the text names no models: then the unit is one model, or ``told`` of them, with ``items``.
    ``items``: what stands under the unit itself, of nobody in particular.
    ``told``: how many models the unit has by its own line (``10x Cultist Mob``); None if it does not say.
    ``block``: the number of the attached unit that it is a part of, from 1; 0 if of none. ``role``: what it is there.
    ``leads``: the name of the unit that it leads, and ``leads_place``: the how-manieth of that name, from 1, 0 if it
    does not say. ``doubts``: what could not be told from the text alone, in words for the player.
    ``flat``: the text has lost its indents, so that models and what they carry stand in one row.
    ``rows``: the lines of such a unit. ``headed``: its bullets tell which of them are models.
    """

    name: str
    points: float | None = None
    groups: tuple[Group, ...] = ()
    items: tuple[Item, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    role: str = ""
    block: int = 0
    leads: str = ""
    leads_place: int = 0
    warlord: bool = False
    told: int | None = None
    doubts: tuple[str, ...] = ()
    flat: bool = False
    line: int = 0
    rows: tuple[CountedLine, ...] = ()
    headed: bool = False

    @property
    def models(self) -> int:
        """How many models it has, as far as the text tells."""
        return sum(group.n for group in self.groups) or self.told or 1


class TextList(Record):
    """``game``: the edition if the text shows it, as ``Roster.game`` has it; "" if it could be several.

    ``points``: what the text says that it comes to; None if it does not say.
    """

    name: str
    writer: str
    game: str = ""
    faction: str = ""
    detachment: str = ""
    points: float | None = None
    entries: tuple[TextUnit, ...] = ()
    unread: tuple[str, ...] = ()  # lines between units that say nothing we know

    @property
    def sum_of_points(self) -> float:
        return sum(entry.points or 0 for entry in self.entries)

    def document(self) -> dict[str, Any]:
        """The list without values, as far as a text has it: units with their points and models (IMP-63)."""
        units = []
        for entry in self.entries:
            models: dict[str, int] = {}
            for group in entry.groups or (Group(entry.name, entry.models),):
                models[group.name] = models.get(group.name, 0) + group.n
            unit: dict[str, Any] = {"name": entry.name, "points": entry.points}
            units.append(unit | {"models": [{"name": name, "count": n} for name, n in models.items()]})
        return {"name": self.name, "faction": self.faction, "points": self.points, "units": units}
