"""Names for what a list describes once and takes by its name: weapons and statlines (IMP-35).

Which of several weapons of one name is called how hangs on who has them, so weapons are named when all units are read;
until then a ``token`` stands for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.armies.fields import LONGEST_NAME
from shoot_cli.armies.problems import plain_name
from shoot_cli.rules.datasheets.importing.armed import WeaponTable

_TOKEN = re.compile("\x00\\d+;")


class SharedWeapon:
    """A weapon of the list. ``owners``: models, and the units that they are of. ``lent``: its values are another's."""

    def __init__(self, token: str, gun: WeaponTable, lent: bool) -> None:
        self.token, self.gun, self.lent = token, gun, lent
        self.owners: dict[tuple[str, str], None] = {}
        self.notes: dict[str, None] = {}
        self.guessed: dict[tuple[str, str], None] = {}  # by unit and words


class Library:
    """What is under ``weapons:`` and ``profiles:`` of a list that is being written."""

    def __init__(self) -> None:
        self.profiles: dict[str, dict[str, Any]] = {}
        self._guns: dict[Any, SharedWeapon] = {}
        self._stats: dict[str, tuple[str, tuple[Any, ...]]] = {}  # by plain name: as written, values

    def weapon(self, gun: WeaponTable, model: str, unit: str, lent: bool = False) -> SharedWeapon:
        """``lent``: an entry of its own, so that whoever knows better may change it alone."""
        key = _simple(gun.name), tuple((mode, way.page) for mode, way in gun.modes), (model, unit) if lent else ()
        entry = self._guns.get(key)
        if entry is None:
            entry = self._guns[key] = SharedWeapon(f"\x00{len(self._guns)};", gun, lent)
        entry.owners[model, unit] = None
        return entry

    def weapons(self) -> tuple[dict[str, dict[str, Any]], dict[str, SharedWeapon]]:
        """The weapons of the list by name, as its pages and as they are here."""
        pages: dict[str, dict[str, Any]] = {}
        entries: dict[str, SharedWeapon] = {}
        taken: set[str] = set()
        for entry in sorted(self._guns.values(), key=lambda one: one.lent):  # what is lent has the longer name
            models, units = ({owner[at] for owner in entry.owners} for at in (0, 1))
            owners = [*(models if len(models) == 1 else ()), *(units if len(units) == 1 else ())]
            first = next(iter(entry.owners))
            name = next(one for one in names(entry.gun.name, *(owners or first[1:])) if _simple(one) not in taken)
            taken.add(_simple(name))
            entries[name] = entry
            pages[name] = page_of(entry.gun) | ({"note": "; ".join(entry.notes)} if entry.notes else {})
        order = {entry.token: place for place, entry in enumerate(self._guns.values())}
        placed = sorted(pages, key=lambda name: order[entries[name].token])
        return {name: pages[name] for name in placed}, {name: entries[name] for name in placed}

    def profile(self, stats: tuple[tuple[str, Any], ...], *owners: str) -> str:
        """The name of these values. ``owners``: what they may be called by, the statline's own name first."""
        for name in names(*owners):
            known = self._stats.get(plain_name(name))
            if known is None:
                self._stats[plain_name(name)] = name, stats
                self.profiles[name] = dict(stats)
                return name
            if known[1] == stats:
                return known[0]
        raise AssertionError("names never end")


def with_names(said: Iterable[str], entries: dict[str, SharedWeapon]) -> list[str]:
    """What models carry, with the names of weapons in the place of their tokens."""
    by_token = {entry.token: name for name, entry in entries.items()}
    return [_TOKEN.sub(lambda found: by_token[found[0]], one) for one in said]


def _simple(name: str) -> str:
    """A colon or brackets may stand between a weapon and its mode: they tell no two weapons apart."""
    return plain_name(re.sub(r"[:()]", " ", name))


def names(name: str, *owners: str) -> Iterator[str]:
    """The name, then with each of its owners in brackets, then with numbers."""
    yield fitting(name, "")
    for owner in owners:
        if plain_name(owner) != plain_name(name):
            yield fitting(name, f" ({owner})")
    number = 2
    while True:
        yield fitting(name, f" {number}")
        number += 1


def fitting(name: str, behind: str) -> str:
    """Both, as long as a name may be: what is too long of each is cut."""
    if len(behind) > LONGEST_NAME // 2:
        behind = behind[: LONGEST_NAME // 2 - 2] + "…)"
    room = LONGEST_NAME - len(behind)
    return (name if len(name) <= room else name[: room - 1].rstrip() + "…") + behind


def page_of(gun: WeaponTable) -> dict[str, Any]:
    """The weapon as a list has it: a range that all its modes share is said once."""
    pages = {mode: {key: _thawed(value) for key, value in way.page} for mode, way in gun.modes}
    if "" in pages:
        return pages[""]
    ranges = {page["range"] for page in pages.values()}
    if len(ranges) > 1:
        return {"modes": pages}
    return {
        "range": ranges.pop(),
        "modes": {mode: {key: one for key, one in page.items() if key != "range"} for mode, page in pages.items()},
    }


def _thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
