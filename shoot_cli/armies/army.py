"""What the armies, units and scenarios of every edition have in common, and what each hands out to show them as."""

from __future__ import annotations

from typing import Any, Protocol

from shoot_cli.core.record import Record


class Unit(Protocol):
    """What every edition's units have."""

    @property
    def name(self) -> str: ...

    @property
    def models(self) -> tuple[tuple[Any, int], ...]:
        """Kinds of models and how many of each, nearest to the enemy first."""


class Army(Protocol):
    """What every edition's armies have.

    Some have ``settings`` too, pairs of key and value (``settings_of``), and ``only_targets`` (``is_no_army``).
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def units(self) -> tuple[Any, ...]: ...


class Scenario(Record):
    """One attack in one document; ``answers`` are keys and texts, a key may stand several times."""

    ruleset: str
    attacker: Any
    target: Any
    answers: tuple[tuple[str, str], ...] = ()
    attackers: tuple[Any, ...] = ()  # the units of a side that is several, the first of which shoots or is shot at
    targets: tuple[Any, ...] = ()


class CardTable(Record):
    """Rows of text under headings."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(Record):
    """One unit: a line about it, tables, and sentences below them."""

    name: str
    about: str
    tables: tuple[CardTable, ...]
    words: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # the units of the list that are this one, if they are several


class Explained(Record):
    """What an ability of a list was understood as.

    ``does``: what it will do, in words; "" for what everybody knows by its name. ``asked``: what players must say.
    """

    text: str  # as it is written
    does: str = ""
    asked: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # that have it

    @property
    def words(self) -> str:
        """``“+1 to hit against MONSTER”: to hit +1 against MONSTER; asked: no``"""
        return f"“{self.text}”: {self.does}; asked: {', '.join(self.asked) or 'no'}"


def weapons_carried(weapons: tuple[Any, ...]) -> list[str]:
    """``2x bolt pistol``: each weapon once, its modes as one."""
    named: dict[str, int] = {}
    for weapon in dict.fromkeys(weapons):
        name = weapon.of or weapon.name
        named[name] = max(named.get(name, 0), weapons.count(weapon))
    return [f"{times}x {name}" if times > 1 else name for name, times in named.items()]


def without_empty(table: CardTable) -> CardTable:
    """Without the columns in which nobody has anything; the first two stay."""
    keep = [
        place
        for place, head in enumerate(table.heads)
        if place < 2 or any(row[place] not in ("", "-") for row in table.rows)
    ]
    return CardTable(
        table.title,
        tuple(table.heads[place] for place in keep),
        tuple(tuple(row[place] for place in keep) for row in table.rows),
    )
