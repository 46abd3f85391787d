"""What the package knows, as a source of values like those of ``--data`` (``imports/data/datasheets.py``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shoot_cli.imports.data.datasheets import Datasheet
from shoot_cli.imports.data.names import factions, key
from shoot_cli.imports.roster import Profile, Selection
from shoot_cli.imports.words import cleaned
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.published.gear import ABILITY, Arms
from shoot_cli.rules.datasheets.published.units import Library, Raw, faction_of, line_of
from shoot_cli.rules.datasheets.published.weapons import CARRIED_OVER, MELEE_TYPE, dated

Whole = Mapping[str, Sequence[Raw]]  # what the package says of itself


class PublishedSource:
    """``file``: what it is called. ``edition``: whose units count. ``known``: what its lists may say.

    ``apply``: abilities hold as the data describes them, which drops conditions. ``arms``: which weapons gear is.
    """

    told = ""

    def __init__(
        self, file: str, credit: str, edition: str, raw: Whole, known: Abilities, apply: bool = False,
        arms: Arms | None = None,
    ) -> None:  # fmt: skip
        self.file, self.credit, self.apply = file, credit, apply
        self.library = Library(raw, known, arms or {})
        self.units = [one for one in raw["units"] if one.get("name") and edition_of(one) == edition]
        own = {
            str(one.get("id")): (str(one.get("name", "")), *map(str, one.get("aliases") or ()))
            for one in raw["factions"]
        }
        self.factions = {name: names[0] for name, names in own.items()}
        self.listed = [
            (cleaned(str(one["name"])), factions(*own.get(faction_of(one), ()), *words(one, "faction_keywords")))
            for one in self.units
        ]
        self.bought = {key(str(one.get("name", ""))): one for one in raw.get("enhancements") or ()}
        self.all_weapons = raw["weapons"]

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        if not places:
            return None
        unit = self.units[places[0]]
        return Datasheet(
            self.listed[places[0]][0], self.file, (self.library.selection(unit, self.apply),), tuple(self.doubts(unit))
        )

    def doubts(self, unit: Raw) -> list[str]:
        """What is missing or odd of a unit in the data."""
        found: list[str] = []
        lost = [own for own in self.library.choices(unit) if self.library.thing(own, unit) is None]
        if lost:
            found.append(f"the data names and does not describe: {', '.join(lost)}")
        if not self.library.has_rows(unit):
            found.append("the data does not say of which models it is, and who carries what")
        elif not unit.get("weapon_ids"):
            found.append("the data has no weapons for it")
        for row in self.library.rows(unit):
            if line_of(row, unit) is None:
                found.append(f"the data does not say which statline is that of {cleaned(str(row.get('name', '')))}")
        if not unit.get("points"):
            found.append("the data has no points for it")
        elif unit.get("points_provisional"):
            found.append("its points are marked as provisional")
        if dated(unit):
            found.append(f"its statline: {CARRIED_OVER}")
        if modes := unit.get("game_modes"):
            found.append(f"it is of {', '.join(map(str, modes))} alone")
        return found

    def enhancement(self, name: str) -> Selection | None:
        found = self.bought.get(key(name))
        if found is None:
            return None
        about = Profile(cleaned(str(found["name"])), ABILITY, (("Description", ""),))
        return Selection(about.name, points=float(found.get("cost") or 0), group="Enhancements", profiles=(about,))

    def only_melee(self, name: str) -> bool:
        wanted = key(name)
        same = [one for one in self.all_weapons if key(str(one.get("name", ""))) == wanted]
        return bool(same) and all(way.get("range") == MELEE_TYPE for one in same for way in one.get("profiles") or ())


def edition_of(record: Raw) -> str:
    return str((record.get("game_version") or {}).get("edition", ""))


def words(record: Raw, key: str) -> Iterator[str]:
    return map(str, record.get(key) or ())
