"""A unit as the data has it, and what whoever has units must offer (IMP-61)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from shoot_cli.imports.data.names import factions, key
from shoot_cli.imports.roster import Roster, Selection


class Datasheet(NamedTuple):
    """A unit as one source knows it.

    ``copies``: each with other choices, if it stands there several times. ``told``: what the player should know of
    values from there.
    """

    name: str
    file: str
    copies: tuple[Selection, ...]
    told: tuple[str, ...] = ()


class Source(Protocol):
    """One of the things that were given. ``listed``: its units by name, each with the factions that it is of."""

    @property
    def file(self) -> str: ...

    @property
    def listed(self) -> Sequence[tuple[str, frozenset[str]]]: ...

    @property
    def told(self) -> str:
        """What holds for all values from there, and the player should know; "" if nothing does."""

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        """Of the units at these places, which are all of one name; None if they turn out to be none."""

    def enhancement(self, name: str) -> Selection | None:
        """The upgrade of this name that can be bought for a character, of whichever unit."""

    def only_melee(self, name: str) -> bool:
        """True if all that it knows by this name is for melee."""


class RosterSource:
    """A roster that has values. Units of one name that stand in it several times know different wargear."""

    told = ""

    def __init__(self, roster: Roster, file: str) -> None:
        tops = list(roster.units())
        self.file, self.units = file, [one for _, one in tops]
        self.listed = [
            (one.name, factions(force.faction, *(c for c in one.categories if c.casefold().startswith("faction"))))
            for force, one in tops
        ]

    def sheet(self, places: Sequence[int]) -> Datasheet:
        return Datasheet(self.units[places[0]].name, self.file, tuple(self.units[place] for place in places))

    def enhancement(self, name: str) -> Selection | None:
        wanted = key(name)
        same = [one for unit in self.units for one in unit.below() if key(one.name) == wanted and one.profiles]
        bought = (one for one in same if is_enhancement(one))
        # In some files nobody says what it was chosen from: then it is what costs points and is no weapon.
        dear = (one for one in same if one.points > 0 and not any(profile.has("Range") for profile in one.profiles))
        return next(bought, None) or next(dear, None)

    def only_melee(self, name: str) -> bool:
        wanted = key(name)
        same = [one for unit in self.units for one in unit.below() if key(one.name) == wanted and one.profiles]
        return bool(same) and all(is_melee(one) for one in same)


def is_enhancement(one: Selection) -> bool:
    return "enhancement" in one.group.casefold()


def is_melee(one: Selection) -> bool:
    """True if each of its profiles is a weapon's without a range."""
    return bool(one.profiles) and all((each.get("Range") or "").casefold() == "melee" for each in one.profiles)
