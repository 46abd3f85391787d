"""A unit as the data has it, and what whoever has units must offer (IMP-61)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shoot_cli.imports.data.names import factions, key
from shoot_cli.imports.roster import Roster, Selection

if TYPE_CHECKING:
    from shoot_cli.imports.text.lists import TextList


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

    @property
    def credit(self) -> str:
        """Whom a list with values from there must name, in a sentence; "" if nobody wants it."""

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        """Of the units at these places, which are all of one name; None if they turn out to be none."""

    def enhancement(self, name: str) -> Selection | None:
        """The upgrade of this name that can be bought for a character, of whichever unit."""

    def only_melee(self, name: str) -> bool:
        """True if all that it knows by this name is for melee."""


class Package(Protocol):
    """Datasheets of an edition that players may install: what ``PUBLISHED`` of its ``importing`` is."""

    @property
    def name(self) -> str:
        """With its version."""

    @property
    def remedy(self) -> str:
        """How it is installed."""

    def installed(self) -> bool: ...

    def source(self, apply: bool = False) -> Source:
        """``apply``: what is doubtful of abilities holds as it stands there. :raises Refused: it cannot be read."""

    def ordered(
        self, source: Source, units: Sequence[str], weapons: Iterable[tuple[str, str]], faction: str, name: str
    ) -> TextList:
        """Units by their names, each with what it has to begin with, as if they had been pasted.

        :param units: ``Boyz``, or ``Boyz*20``
        :param weapons: units, and what some in them have instead: ``2x big shoota``
        :param faction: whose units are meant, where several have one of a name; "" if that does not matter
        :param name: of the list; "": it gets one
        :raises Refused: a unit, a number or a weapon that is not there, in words
        """


class RosterSource:
    """A roster that has values. Units of one name that stand in it several times know different wargear."""

    told = credit = ""

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
