"""What has changed since a file was imported: the list that was written then, against what is made of it now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from shoot_cli.armies.problems import ArmyErrors
from shoot_cli.armies.reading import read_text, tree_of
from shoot_cli.armies.tree import plain
from shoot_cli.imports.taking import ImportedList

_HEADER = re.compile(r"# imported from .* on (\d{4}-\d\d-\d\d); sha256 ([0-9a-f]{64})")
_TIMES = re.compile(r"(?:([1-9]\d?)x )?(.*)", re.DOTALL)  # 2x boltgun
OF_MODELS = ("name", "count", "profile", "weapons")  # what else a model says are its own values
OF_UNITS = ("abilities", "keywords", "leader", "note", "faction", "type")  # told by name alone when they differ

Said = Mapping[str, Any]


def day_of(text: str) -> tuple[str, str] | None:
    """When a list was imported, and the SHA-256 of the file; None for one that was not."""
    found = _HEADER.match(text)
    return (found[1], found[2]) if found else None


def since(text: str, taken: ImportedList) -> tuple[str, ...]:
    """What differs from the list of this text, a sentence each, unit by unit; () if nothing does.

    A list that nobody can read any more differs in all.
    """
    try:
        before = plain(read_text(text, ""))
    except ArmyErrors:
        before = None
    if not isinstance(before, dict) or not isinstance(before.get("units"), list):
        return ("the list that was written then cannot be read any more",)
    return tuple(_changes(before, plain(tree_of(taken.document))))


def _changes(before: Said, now: Said) -> Iterator[str]:
    old, new = ([one for one in _list(side.get("units")) if isinstance(one, dict)] for side in (before, now))
    for one in [*old]:  # what is as it was is nobody's partner
        if one in new and _stats(before, one) == _stats(now, one):
            old.remove(one)
            new.remove(one)
    for unit in new:
        was = next((one for one in old if one.get("name") == unit.get("name")), None)
        if was is None:
            yield f"{_name(unit)}: new" + (f", {unit['points']} points" if unit.get("points") else "")
        else:
            old.remove(was)
            yield from (
                f"{_name(unit)}: {words}" for words in _of_unit(was, unit, _stats(before, was), _stats(now, unit))
            )
    for unit in old:
        yield f"{_name(unit)}: gone"
    guns = [_map(side.get("weapons")) for side in (before, now)]
    for name, weapon in guns[1].items():
        was = guns[0].get(name)
        if was is not None and was != weapon:
            yield f"{name}: {', '.join(_values(_map(was), _map(weapon)))}"


def _of_unit(was: Said, unit: Said, before: Said, now: Said) -> Iterator[str]:
    if was.get("points") != unit.get("points"):
        yield f"{was.get('points', 'no')} → {unit.get('points', 'no')} points"
    yield from _counts(_models(was), _models(unit))
    yield from _counts(_weapons(was), _weapons(unit))
    for name in now:
        if name in before and now[name] != before[name]:
            yield f"{name}: {', '.join(_values(before[name], now[name]))}"
    if other := [key for key in OF_UNITS if was.get(key) != unit.get(key)]:
        yield f"other {', '.join(other)}"


def _counts(was: Counter[str], now: Counter[str]) -> Iterator[str]:
    for name in dict.fromkeys((*now, *was)):
        if was[name] != now[name]:
            yield f"{name} {was[name]} → {now[name]}"


def _models(unit: Said) -> Counter[str]:
    found: Counter[str] = Counter()
    for model in _list(unit.get("models")):
        found[_name(model)] += _count(model)
    return found


def _weapons(unit: Said) -> Counter[str]:
    """Of all its models together."""
    found: Counter[str] = Counter()
    for model in _list(unit.get("models")):
        for said in _list(_map(model).get("weapons")):
            times, name = _TIMES.fullmatch(str(said)).groups("1")  # type: ignore[union-attr]  # it fits every text
            found[name] += int(times) * _count(model)
    return found


def _stats(side: Said, unit: Said) -> dict[str, Said]:
    """The values of its models, by their names."""
    profiles = _map(side.get("profiles"))
    found: dict[str, Said] = {}
    for model in map(_map, _list(unit.get("models"))):
        own = {key: value for key, value in model.items() if key not in OF_MODELS}
        found[_name(model)] = {**_map(profiles.get(str(model.get("profile")))), **own}
    return found


def _values(was: Said, now: Said) -> Iterator[str]:
    for key in dict.fromkeys((*now, *was)):
        if was.get(key) != now.get(key):
            simple = isinstance(was.get(key, ""), str) and isinstance(now.get(key, ""), str)
            yield f"{key} {was.get(key, 'none')} → {now.get(key, 'none')}" if simple else f"other {key}"


def _name(one: Any) -> str:
    return str(_map(one).get("name", "?"))


def _count(model: Any) -> int:
    said = str(_map(model).get("count", 1))
    return int(said) if said.isdecimal() and len(said) < 6 else 1


def _map(value: Any) -> Said:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
