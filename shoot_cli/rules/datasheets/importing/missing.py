"""Weapons that a file names and does not describe: where else in it they stand (IMP-32)."""

from __future__ import annotations

import re

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import MODEL, UNIT, Selection
from shoot_cli.imports.units import copied
from shoot_cli.rules.datasheets.importing.armed import grouped, is_armed, is_melee

_LIKE_ONE = re.compile(
    r"(?i)gun|rifle|pistol|cannon|launcher|blaster|flamer|bolter|melta|plasma|missile|carbine|beamer|lascannon|mortar"
    r"|shoota|rokkit|lance|destroyer|grenade|incinerator|stubber|rail|howitzer|shuriken|volley|battery|array|spitter"
)


class Elsewhere:
    """Selections that have weapons, by unit, datasheet and name. Of other datasheets none: they have other values."""

    def __init__(self) -> None:
        self._by_unit: dict[tuple[int, str], Selection] = {}
        self._by_sheet: dict[tuple[str, str], Selection] = {}

    def note(self, unit: Selection) -> None:
        """By the names of selections first, then by those of weapons, wherever they stand: in the unit itself, too."""
        every = [one for one in unit.every() if is_armed(one) or any(map(is_melee, one.profiles))]
        found = [(one.name, one) for one in every if one.kind not in (UNIT, MODEL)]
        for one in every:
            for weapon, modes in grouped(one):
                found.append((weapon, copied(one, profiles=tuple(profile for _, profile in modes))))
            found += [(table.name, copied(one, profiles=(table,))) for table in one.profiles if is_melee(table)]
        for called, one in found:
            name = plain_name(_without_suffix(called))
            self._by_unit.setdefault((id(unit), name), one)
            self._by_sheet.setdefault((plain_name(unit.name), name), one)

    def find(self, item: Selection, unit: Selection) -> Selection | None:
        """The item with the tables of the other one; None if there is no other."""
        name = plain_name(_without_suffix(item.name))
        found = self._by_unit.get((id(unit), name)) or self._by_sheet.get((plain_name(unit.name), name))
        return copied(item, profiles=found.profiles) if found else None


def is_bare(item: Selection) -> bool:
    """True of a selection that says nothing at all."""
    return not any(one.profiles for one in item.every())


def looks_armed(item: Selection) -> bool:
    """True if a selection that says nothing is likely to be a ranged weapon."""
    return bool(_LIKE_ONE.search(item.name)) or "ranged" in item.group.casefold()


def _without_suffix(name: str) -> str:
    return name.strip("* ")
