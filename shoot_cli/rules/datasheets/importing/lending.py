"""A unit of a list as a roster has it: so may a list lend its values to a pasted text (IMP-61)."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies.problems import plain_name
from shoot_cli.armies.reading import split_list
from shoot_cli.imports.roster import MODEL, UNIT, Profile, Selection
from shoot_cli.rules.datasheets.fields import joined
from shoot_cli.rules.datasheets.importing.told import NOTE

STATS = {"M": "M", "T": "T", "Sv": "SV", "W": "W", "Ld": "LD", "OC": "OC", "Inv": "InSv", "FNP": "FNP"}
FIGURES = {"range": "Range", "A": "A", "BS": "BS", "S": "S", "AP": "AP", "D": "D"}


def selection_of(unit: dict[str, Any], document: dict[str, Any]) -> Selection:
    """Numbers are totals over the models of each kind, as in a roster."""
    models = tuple(_model(one, document) for one in unit["models"])
    notes = tuple(Profile(key, NOTE, (("Text", str(unit[key])),)) for key in ("note", "faction") if unit.get(key))
    return Selection(
        str(unit.get("name", "")), UNIT, points=float(unit.get("points") or 0), profiles=notes, selections=models,
        categories=_several(unit.get("keywords")), ready=_words(unit),
    )  # fmt: skip


def _model(page: dict[str, Any], document: dict[str, Any]) -> Selection:
    count = int(page.get("count") or 1)
    profiles = {plain_name(name): stats for name, stats in (document.get("profiles") or {}).items()}
    stats = {**(profiles.get(plain_name(str(page.get("profile", "")))) or {}), **page}
    columns = tuple((column, str(stats[key])) for key, column in STATS.items() if stats.get(key) is not None)
    carried = [_weapon(said, count, document) for said in _several(page.get("weapons"))]
    categories = _several(page.get("keywords"))
    if str(page.get("character", "")).casefold() in ("true", "yes", "on", "y"):
        categories = (*categories, "Character")
    return Selection(
        str(page["name"]), MODEL, count, profiles=(Profile(str(page["name"]), "Unit", columns),),
        categories=categories, selections=tuple(one for one in carried if one), ready=_words(page),
    )  # fmt: skip


def _weapon(said: str, count: int, document: dict[str, Any]) -> Selection | None:
    """What a model has of a weapon, or of one mode of it; None if the list does not have it."""
    weapons = {plain_name(name): (name, page) for name, page in (document.get("weapons") or {}).items()}
    found = weapons.get(plain_name(said))
    times = 1
    if found is None and (several := re.fullmatch(r"(\d+)\s*[x×]\s*(.+)", said)):
        times, said = int(several[1]), several[2]
        found = weapons.get(plain_name(said))
    if found is None:
        return None
    name, page = found
    modes = page.get("modes")
    profiles = (
        tuple(
            _profile(f"➤ {name} - {mode}", {**page, **way}, _several(page.get("abilities")))
            for mode, way in modes.items()
        )
        if modes
        else (_profile(name, page, ()),)
    )
    return Selection(name, number=times * count, profiles=profiles)


def _profile(name: str, page: dict[str, Any], shared: tuple[str, ...]) -> Profile:
    columns = tuple((column, str(page[key])) for key, column in FIGURES.items() if page.get(key) is not None)
    words = dict.fromkeys((*shared, *_several(page.get("abilities"))))
    return Profile(name, "Ranged Weapons", (*columns, ("Keywords", ", ".join(words) or "-")))


def _words(page: dict[str, Any]) -> tuple[str, ...]:
    return (*_several(page.get("abilities")), *_several(page.get("effects")))


def _several(said: Any) -> tuple[str, ...]:
    if isinstance(said, str):
        return tuple(split_list(said))
    return tuple(str(joined(one)) for one in said or ())
