"""Weapons that a list may name without describing them: what a name means, and what it gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar

from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.markdown import TableRow, tables
from shoot_cli.engine.record import Record

_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)
_MODE = re.compile(r"(.*\S)\s*\(([^()]+)\)")

Modes = Mapping[str, tuple[str, ...]]  # weapon by its plain name: plain names of its modes, none if it has none


class _Weapon(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def of(self) -> str: ...

    @property
    def rules(self) -> tuple[str, ...]: ...

    def but(self, **changed: Any) -> Self: ...


AnyWeapon = TypeVar("AnyWeapon", bound=_Weapon)


class Reference(Record):
    """What an entry like ``2x twin-linked missile launcher (krak)`` means."""

    name: str  # plain name of the weapon
    mode: str = ""  # plain name of the one mode that is meant; "" for all
    rules: tuple[str, ...] = ()  # that stood before the name
    times: int = 1


def by_name(weapons: Iterable[AnyWeapon]) -> dict[str, tuple[AnyWeapon, ...]]:
    """Weapons by their plain names: one profile, or one for each mode."""
    found: dict[str, list[AnyWeapon]] = {}
    for weapon in weapons:
        found.setdefault(plain_name(weapon.of or weapon.name), []).append(weapon)
    return {name: tuple(profiles) for name, profiles in found.items()}


def modes_by_name(weapons: Mapping[str, tuple[AnyWeapon, ...]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(mode_of(one) for one in profiles if one.of) for name, profiles in weapons.items()}


def mode_of(weapon: _Weapon) -> str:
    """ "krak" of "missile launcher (krak)", as a plain name; "" for a weapon without modes."""
    return plain_name(weapon.name[len(weapon.of) + 2 : -1]) if weapon.of else ""


def reference(text: str, known: Modes, also: Mapping[str, str], prefixes: Mapping[str, str]) -> Reference | None:
    """What the text names among the ``known`` weapons; None if that cannot be told.

    A whole name comes before anything that is made of parts, so ``twin-linked lascannon`` is a weapon if there is one.

    :param also: other names that players use, and what they stand for: plain names, "missile launcher (krak)"
    :param prefixes: what may stand before the name of any weapon, and the rule that it means
    """
    times = 1
    if found := _TIMES.match(text):
        times, text = int(found[1]), text[found.end() :]
    name = plain_name(text)
    rules: list[str] = []
    while True:
        if here := _one(name, known):
            return here.but(rules=tuple(rules), times=times)
        if name in also:
            name = also[name]  # which a list may describe anew
            continue
        split = _MODE.fullmatch(name)
        if split and (of := reference(split[1], known, also, prefixes)) and split[2] in known[of.name]:
            return of.but(mode=split[2], rules=tuple(sorted({*rules, *of.rules})), times=times)
        prefix = next((prefix for prefix in prefixes if name.startswith(prefix)), None)
        if prefix is None:
            return None
        rules = sorted({*rules, prefixes[prefix]})
        name = name.removeprefix(prefix)


def _one(name: str, known: Modes) -> Reference | None:
    spellings = (name, name.removesuffix("s"), name.replace(" ", ""))
    return next((Reference(spelt) for spelt in spellings if spelt in known), None)


def profiles_meant(reference: Reference, profiles: tuple[AnyWeapon, ...]) -> tuple[AnyWeapon, ...]:
    """The profiles that the reference means, out of those of its weapon."""
    picked = tuple(p for p in profiles if not reference.mode or mode_of(p) == reference.mode)
    if reference.rules:
        before = " ".join(rule.casefold() for rule in reference.rules) + " "
        picked = tuple(
            profile.but(
                name=before + profile.name,
                of=before + profile.of if profile.of else "",
                rules=tuple(sorted({*profile.rules, *reference.rules})),
            )
            for profile in picked
        )
    return picked * reference.times


class Armoury:
    """The weapons of ``armoury.md`` beside an edition's ``module``: read when somebody asks for one.

    :param weapon: what a row of its table is
    :param prefixes: what may stand before the name of any weapon, and the rule that it means
    :param plurals: its other names may be said in the plural
    """

    def __init__(
        self, module: str, weapon: Callable[[TableRow], Any], prefixes: Mapping[str, str], plurals: bool = False
    ) -> None:
        self.module, self.weapon, self.prefixes, self.plurals = module, weapon, prefixes, plurals

    @cached_property
    def weapons(self) -> dict[str, tuple[Any, ...]]:
        """By their plain names: one profile, or one for each mode."""
        return by_name(map(self.weapon, tables(self.module, "armoury.md")["Weapons"]))

    @cached_property
    def modes(self) -> dict[str, tuple[str, ...]]:
        return modes_by_name(self.weapons)

    @cached_property
    def also(self) -> dict[str, str]:
        """What players call weapons, plain, and the plain names of what they mean."""
        rows = tables(self.module, "armoury.md")["Other names"]
        names = {plain_name(row["called"]): plain_name(row["weapon"]) for row in rows}
        return ({f"{said}s": name for said, name in names.items()} if self.plurals else {}) | names

    def meant(self, text: str, known: Modes | None = None) -> Reference | None:
        """What the text names among the ``known`` weapons, if not its own; None if nothing."""
        return reference(text, self.modes if known is None else known, self.also, self.prefixes)
