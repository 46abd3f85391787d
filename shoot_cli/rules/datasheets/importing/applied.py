"""What wargear and rules have changed in the file already: it is named behind what they changed (IMP-22)."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import Profile, Selection
from shoot_cli.rules.datasheets.importing import statlines
from shoot_cli.rules.datasheets.importing.armed import is_melee, is_ranged
from shoot_cli.rules.datasheets.importing.statlines import Statline, is_statline

_NO_WORDS = frozenset(("of", "the", "and", "a", "with", "x", "w"))
# A text with one of these says more than what stands in a table.
_MORE = r"(?i)\b(?:each time|once per|twice per|while|until|if|when|select|re-?rolls?|rolls?)\b"
_OF_TABLES = r"(?i)\bcharacteristics?\b|\bweapons?\b.*\babilit(?:y|ies)\b"


class Added(NamedTuple):
    """What wargear adds to one characteristic."""

    stat: str
    n: int

    def value(self, line: Statline) -> int | None:
        said = str(dict(line.stats).get(self.stat, "")).rstrip('+"')
        return int(said) if said.isdigit() else None

    def is_more(self, now: int | None, before: int | None) -> bool:
        """True if one is the other with what is added; of a save, that is less."""
        if now is None or before is None:
            return False
        return now == (before - self.n if self.stat in (*statlines.SAVE_STATS, "Ld") else before + self.n)


def named_behind(unit: Selection) -> frozenset[str]:
    """The names in brackets behind those of its statlines and weapons, as they are compared."""
    names = [
        profile.name
        for one in unit.every()
        for profile in one.profiles
        if is_statline(profile) or is_ranged(profile) or is_melee(profile)
    ]
    return frozenset(part for name in names for part in parts_behind(name))


def parts_behind(name: str) -> tuple[str, ...]:
    """What stands behind a name, in brackets or after "with", as it is compared: shield, gun drone."""
    said = [*re.findall(r"[(\[]([^()\[\]]+)[)\]]", name), *re.findall(r"(?i)\s(?:w/|with)\s([^()\[\]]+)", name)]
    inner = (part for one in said for part in re.split(r"[,&+/]", one))
    return tuple(filter(None, map(_bare, inner)))


def lines_of(units: Iterable[Selection]) -> dict[str, tuple[Profile, ...]]:
    """The statlines of units, each once, by their names without what stands behind those in brackets."""
    found: dict[str, dict[Profile, None]] = {}
    for profile in (profile for unit in units for one in unit.every() for profile in one.profiles):
        if is_statline(profile):
            found.setdefault(statlines.bare(profile.name), {})[profile] = None
    return {name: tuple(profiles) for name, profiles in found.items()}


def siblings_of(profile: Profile, lines: Mapping[str, tuple[Profile, ...]]) -> tuple[Statline, ...]:
    """Statlines of the same models with something else behind their name, or nothing."""
    found = []
    for one in lines.get(statlines.bare(profile.name), ()):
        if parts_behind(one.name) != parts_behind(profile.name):
            try:
                found.append(statlines.read(one))
            except ValueError:  # whose it is is told of that
                continue
    return tuple(found)


def has_in_it(line: Statline, source: str, carried: Iterable[str], siblings: Sequence[Statline], by: Added) -> bool:
    """True if a statline has in it what this wargear adds, and says so behind its name.

    It may say less than the wargear is called: ``(Shield)`` of a Tower Shield. Then a statline of the same models
    decides that has nothing behind its name, if there is one.

    :param carried: names of what else they have: it may be one of these that is said
    """
    parts, wanted = parts_behind(line.name), _bare(source)
    if plain_name(source) in plain_name(line.name) or any(wanted in part for part in parts):
        return True
    if not parts:
        return False
    now = by.value(line)
    if any(by.is_more(now, by.value(one)) for one in siblings if not _says(parts_behind(one.name), wanted, ())):
        return True
    if any(by.value(one) == now for one in siblings if not parts_behind(one.name)):
        return False
    return _says(parts, wanted, [_bare(one) for one in carried])


def _says(parts: Iterable[str], wanted: str, others: Iterable[str]) -> bool:
    """True if some words of a part are of this wargear, and no others have more of them."""
    for part in parts:
        words = {*part.split()} - _NO_WORDS
        most = max((len(words & {*one.split()}) for one in others if one != wanted), default=0)
        common = len(words & {*wanted.split()})
        if common and common >= most:
            return True
    return False


def is_applied(name: str, text: str, behind: Container[str]) -> bool:
    """True if it changes tables alone, as far as it has a text, and stands behind their names."""
    if _bare(name) not in behind:
        return False
    return not text.strip() or bool(re.search(_OF_TABLES, text) and not re.search(_MORE, text))


def _bare(name: str) -> str:
    """``2x Shield Drones`` is Shield Drone."""
    said = re.sub(r"^\s*\d+\s*[x×]\s+", "", name)
    return " ".join(word.removesuffix("s") for word in plain_name(said).split())
