"""What the player gave with ``--data``, and what the units of a list are found as in it (IMP-61, 62)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from shoot_cli.imports.data.names import alike, factions, key, singular, without
from shoot_cli.imports.roster import MODEL, UNIT, Roster, Selection

NO_FACTION = frozenset[str]()


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

    file: str
    listed: Sequence[tuple[str, frozenset[str]]]

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        """Of the units at these places, which are all of one name; None if they turn out to be none."""

    def enhancement(self, name: str) -> Selection | None:
        """The upgrade of this name that can be bought for a character, of whichever unit."""

    def only_melee(self, name: str) -> bool:
        """True if all that it knows by this name is for melee."""


class Sources:
    """``parts``: in the order in which they are asked."""

    def __init__(self, parts: Iterable[Source] = ()) -> None:
        self.parts = tuple(parts)

    def datasheets(self, name: str, faction: str = "") -> tuple[Datasheet, ...]:
        """The unit of this name, once for each part that knows it. An exact name anywhere beats one that is nearly so.

        ``faction``: of the list, as it calls it. It decides where several have such a unit.
        """
        said = factions(faction)
        for places in (exact, nearly):
            found = ((part, places(name, part.listed, said)) for part in self.parts)
            if sheets := tuple(sheet for part, at in found if at and (sheet := part.sheet(at))):
                return sheets
        return ()

    def unit(self, name: str, faction: str = "") -> Selection | None:
        """The same as the first part has it that knows it; None if none does."""
        found = self.datasheets(name, faction)
        return found[0].copies[0] if found else None

    def near(self, name: str) -> tuple[str, ...]:
        """Names of units that look like this one: to be proposed, never to be taken."""
        ours = [(part, nearly(name, part.listed, NO_FACTION, every=True)) for part in self.parts]
        close = [part.listed[place][0] for part, places in ours for place in places]
        return tuple(dict.fromkeys((*close, *alike(name, (each for part in self.parts for each, _ in part.listed)))))

    def enhancement(self, name: str) -> Selection | None:
        return next((found for part in self.parts if (found := part.enhancement(name))), None)

    def only_melee(self, name: str) -> bool:
        return any(part.only_melee(name) for part in self.parts)

    @property
    def files(self) -> str:
        return ", ".join(part.file for part in self.parts)


Listed = Sequence[tuple[str, frozenset[str]]]


def exact(name: str, listed: Listed, said: frozenset[str]) -> list[int]:
    """Places of the units of this name; of the faction that was said, if there is one of that."""
    wanted = key(name)
    found = [place for place, (other, _) in enumerate(listed) if key(other) == wanted]
    return [place for place in found if listed[place][1] & said] or found


def nearly(name: str, listed: Listed, said: frozenset[str], every: bool = False) -> list[int]:
    """Places of units that bear this name but for a faction before it, and the plural. None if several names do, unless
    ``every`` is wanted."""
    wanted = key(name)
    found = []
    for place, (other, own) in enumerate(listed):
        theirs = key(other)
        ways = {singular(way) for way in (theirs, *(without(faction, theirs) for faction in own)) if way}
        if ways & {singular(way) for way in (wanted, *(without(faction, wanted) for faction in own | said)) if way}:
            found.append(place)
    ours = [place for place in found if listed[place][1] & said] or found
    return ours if every or len({key(listed[place][0]) for place in ours}) == 1 else []


class RosterSource:
    """A roster that has values. Units of one name that stand in it several times know different wargear."""

    def __init__(self, roster: Roster, file: str) -> None:
        tops = [(force, one) for force, one in roster.tops() if one.kind in (MODEL, UNIT)]
        self.file, self.units = file, [one for _, one in tops]
        self.listed = [
            (one.name, factions(force.faction, *(c for c in one.categories if c.casefold().startswith("faction"))))
            for force, one in tops
        ]

    def sheet(self, places: Sequence[int]) -> Datasheet:
        return Datasheet(self.units[places[0]].name, self.file, tuple(self.units[place] for place in places))

    def enhancement(self, name: str) -> Selection | None:
        wanted = key(name)
        every = (one for unit in self.units for one in unit.below())
        return next((one for one in every if is_enhancement(one) and key(one.name) == wanted), None)

    def only_melee(self, name: str) -> bool:
        wanted = key(name)
        same = [one for unit in self.units for one in unit.below() if key(one.name) == wanted and one.profiles]
        return bool(same) and all(is_melee(one) for one in same)


def is_enhancement(one: Selection) -> bool:
    return one.group.casefold().startswith("enhancement")


def is_melee(one: Selection) -> bool:
    """True if each of its profiles is a weapon's without a range."""
    return bool(one.profiles) and all((each.get("Range") or "").casefold() == "melee" for each in one.profiles)
