"""Statlines: which one is a model's, and what stands in it (IMP-20, 21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any, TypeVar

from shoot_cli.armies.printed import NEVER, armour_of, save_of
from shoot_cli.armies.problems import plain_name
from shoot_cli.armies.reading import NONE, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import CREW, MODEL, UNIT, Profile, Selection
from shoot_cli.imports.units import copied
from shoot_cli.rules.datasheets.values import leadership_of, movement_of

T = TypeVar("T")
COLUMNS = ("T", "W", "Sv")  # what has all of these is a statline, whatever it is called
SAVE_STATS = ("Sv", "Inv", "FNP")
INVULNERABLE = ("InSv", "Inv", "Invuln", "Invulnerable Save")  # columns of later data


class Statline(Record):
    """``name``: of the profile; it tells which wargear its values have in them already (IMP-22)."""

    name: str
    stats: tuple[tuple[str, Any], ...]  # in the order of a list; as a list has them
    told: tuple[str, ...] = ()  # what was read otherwise than it is written


def is_statline(profile: Profile) -> bool:
    return profile.has(*COLUMNS)


def profile_of(model: Selection, unit: Selection) -> Profile | None:
    """The statline of a model (IMP-20): its own, else one below it, else the nearest around it: at last the unit's.

    None if there is none.
    """
    around = [one.profiles for one in reversed(_around(model, unit))]
    return own(model) or _first(model, *around, [*_below(unit)])


def own(model: Selection) -> Profile | None:
    """That of itself or of what stands in it; None without."""
    return _first(model, model.profiles, [*_below(model)])


def _first(model: Selection, *places: Iterable[Profile]) -> Profile | None:
    for found in places:
        if lines := list(filter(is_statline, found)):
            return nearest(lines, model.name, lambda one: one.name)
    return None


def with_models(unit: Selection) -> Selection:
    """The unit, with models for what else in it has a statline, where it has neither models nor a statline itself.

    Some data has every kind of model as an upgrade. One alone is as good as the unit.
    """
    bodies = [one for one in unit.below() if any(map(is_statline, one.profiles))]
    own = unit.kind != UNIT or any(map(is_statline, unit.profiles)) or any(one.kind == MODEL for one in unit.below())
    if own or sum(one.number for one in bodies) < 2:
        return unit
    return _as_models(unit, {id(one) for one in bodies})


def _as_models(one: Selection, bodies: set[int]) -> Selection:
    inner = tuple(_as_models(each, bodies) for each in one.selections)
    told = f"{one.name} is an upgrade in the file, with a statline: taken as a model"
    if id(one) in bodies:
        return copied(one, kind=MODEL, selections=inner, guessed=(*one.guessed, told))
    return copied(one, selections=inner)


def parts_of(model: Selection) -> list[str]:
    """The names of models that stand in it and have a statline of their own."""
    found = model.below() if model.kind == MODEL else ()
    return [one.name for one in found if one.kind == MODEL and one.number > 0 and any(map(is_statline, one.profiles))]


def _around(model: Selection, unit: Selection) -> list[Selection]:
    """The unit, and what of it the model stands in, from the outside in; empty if it does not stand in it."""
    for one in unit.selections:
        if one is model:
            return [unit]
        if found := _around(model, one):
            return [unit, *found]
    return [unit] if model is unit else []


def _below(selection: Selection) -> Iterator[Profile]:
    """Profiles of all that stands in it, but for other models and what is in them."""
    for one in selection.selections:
        if one.kind not in (MODEL, CREW) and one.number:
            yield from one.profiles
            yield from _below(one)


def nearest(found: Iterable[T], name: str, named: Callable[[T], str]) -> T:
    """Of several the one whose name is nearest to this; the first of those that are as near."""
    wanted = bare(name)

    def likeness(one: T) -> tuple[bool, int, int, float]:
        said = bare(named(one))
        words, of = {*said.split()}, {*wanted.split()}
        return said == wanted, len(words & of), -len(words ^ of), SequenceMatcher(a=said, b=wanted).ratio()

    return max(found, key=likeness)


def bare(name: str) -> str:
    """Without what a model carries, and without an s of several."""
    said = plain_name(re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", name))
    said = re.sub(r"\s(?:w/|with|mit|avec)\s.*", "", said)
    return " ".join(word.removesuffix("s") for word in said.split())


def read(profile: Profile) -> Statline:
    """:raises ValueError: a value that is none, in words"""
    stats: dict[str, Any] = {}
    told: list[str] = []
    for key, columns, reader in READERS:
        said = profile.get(*columns)
        if said is None or said in ("", *NONE):
            if key in ("T", "W"):
                raise ValueError(f"{key} is {shown(said or '')} in the file")
            continue
        try:
            value, words = reader(said)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if value is not None:
            stats[key] = value
        if words:
            told.append(f"{key} {words}")
    stats.setdefault("Sv", "-")
    return Statline(profile.name, tuple((key, stats[key]) for key in ORDER if key in stats), tuple(told))


def _unmarked(text: str) -> str:
    """Without the stars that point to a footnote."""
    return text.strip().rstrip("*").strip() or text.strip()


def _inches(text: str) -> tuple[Any, str]:
    """Of no account to shooting: what is none is left out, and said."""
    try:
        return movement_of(re.sub(r"\"\+$", '"', _unmarked(text))), ""
    except ValueError:
        return None, f"{text} is no Movement: left out"


def _armour(text: str) -> tuple[Any, str]:
    """A 7+ as printed: cover may improve it. :raises ValueError: no save"""
    return _save(text, armour_of)


def _save(text: str, read: Callable[[str], int] = save_of) -> tuple[Any, str]:
    """:raises ValueError: no save"""
    said = _unmarked(text)
    need = read(said)
    return f"{need}+" if need else "-", f"{said} is taken as {said}+" if said.isdigit() else ""


def _leadership(text: str) -> tuple[Any, str]:
    """Of no account to shooting: what is none is left out."""
    try:
        return f"{leadership_of(_unmarked(text))}+", ""
    except ValueError:
        return None, ""


def _whole(low: int, high: int) -> Callable[[str], tuple[Any, str]]:
    def number(text: str) -> tuple[Any, str]:
        return whole_number(_unmarked(text), low, high), ""

    return number


def _control(text: str) -> tuple[Any, str]:
    """Of no account to shooting: what is none is left out."""
    said = _unmarked(text)
    return (int(said), "") if re.fullmatch(r"(?a)\d{1,2}", said) else (None, "")


ORDER = ("M", "T", "Sv", "W", "Ld", "OC", "Inv", "FNP")
READERS: tuple[tuple[str, tuple[str, ...], Callable[[str], tuple[Any, str]]], ...] = (
    ("M", ("M",), _inches), ("T", ("T",), _whole(1, 30)), ("Sv", ("Sv",), _armour), ("W", ("W",), _whole(1, 999)),
    ("Ld", ("Ld",), _leadership), ("OC", ("OC",), _control), ("Inv", INVULNERABLE, _save), ("FNP", ("FNP",), _save),
)  # fmt: skip


def better(old: Any, new: int) -> str:
    """A save as a list has it: the lower of both numbers."""
    before = str(old or "-")
    number = int(before.rstrip("+")) if before != "-" else NEVER
    return f"{new}+" if new < number else before
