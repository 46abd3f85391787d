"""Who may lead whom, by the names that ``leader:`` and ``--attach`` take (IMP-50)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.armies.naming import numbered
from shoot_cli.core.names import name_key
from shoot_cli.imports.report import Leads


def called(names: Iterable[str]) -> list[str]:
    """Units as somebody must call them: of several with one name each has its number, the first as well.

    >>> called(["Boyz", "Nobz", "Boyz"])
    ['Boyz 1', 'Nobz', 'Boyz 2']
    """
    every = [*names]
    several, nth = Counter(map(name_key, every)), Counter[str]()
    found = []
    for name in every:
        nth[name_key(name)] += 1
        found.append(f"{name} {nth[name_key(name)]}" if several[name_key(name)] > 1 else name)
    return found


def still_to_lead(document: Mapping[str, Any], keys: Sequence[str], told: Iterable[Leads]) -> tuple[Leads, ...]:
    """What editions told of leaders, without those that lead somebody already, or are not in the list any more.

    ``keys``: of a unit that leads. Editions have a number for the second of a name, and none for the first.
    """
    own = numbered(unit["name"] for unit in document["units"])
    names = dict(zip(own, called(unit["name"] for unit in document["units"]), strict=True))
    leading = {name for name, unit in zip(own, document["units"], strict=True) if leads(unit, keys)}
    found = (
        one.but(
            leader=names[one.leader],
            units=tuple(names[unit] for unit in one.units if unit in names and unit not in leading),
        )
        for one in told
        if one.leader in names and one.leader not in leading
    )
    return tuple(one for one in found if one.units)


def attached(document: Mapping[str, Any], keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Leaders, and whom they lead."""
    units = document["units"]
    names = called(unit["name"] for unit in units)
    return tuple((name, led) for name, unit in zip(names, units, strict=True) if (led := leads(unit, keys)))


def leads(unit: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Whom it leads, by whichever of these keys; "" nobody."""
    return next((str(unit[key]) for key in keys if unit.get(key)), "")
