"""Weapons that a list may name without describing them: which weapon a name means, and its profiles."""

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

Modes = Mapping[str, tuple[str, ...]]  # plain names of modes by plain name of the weapon; () for one without modes


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
    """The meaning of an entry such as ``2x twin-linked missile launcher (krak)``."""

    name: str  # the weapon's plain name
    mode: str = ""  # the plain name of the mode; "" for all modes
    rules: tuple[str, ...] = ()  # the rules that stood before the name
    times: int = 1


def by_name(weapons: Iterable[AnyWeapon]) -> dict[str, tuple[AnyWeapon, ...]]:
    """Return the weapons by plain name; a weapon has one profile, or one per mode."""
    found: dict[str, list[AnyWeapon]] = {}
    for weapon in weapons:
        found.setdefault(plain_name(weapon.of or weapon.name), []).append(weapon)
    return {name: tuple(profiles) for name, profiles in found.items()}


def modes_by_name(weapons: Mapping[str, tuple[AnyWeapon, ...]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(mode_of(one) for one in profiles if one.of) for name, profiles in weapons.items()}


def mode_of(weapon: _Weapon) -> str:
    """Return the plain name of the mode, such as "krak"; "" for a weapon without modes."""
    return plain_name(weapon.name[len(weapon.of) + 2 : -1]) if weapon.of else ""


def reference(text: str, known: Modes, also: Mapping[str, str], prefixes: Mapping[str, str]) -> Reference | None:
    """Return which of the `known` weapons the text names; None if none.

    A whole name comes first: `twin-linked lascannon` is a weapon of its own if there is one.

    :param also: other names that players use, as plain names, each with its meaning such as "missile launcher (krak)"
    :param prefixes: texts that may stand before any weapon, each with its rule
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
            name = also[name]  # a list may describe this weapon anew
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
    """Return the profiles that the reference means, out of all profiles of its weapon."""
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
    """The weapons of `armoury.md` in the folder of `module`. The file is read at the first use.

    :param weapon: makes a weapon of a row of the table
    :param prefixes: texts that may stand before any weapon, each with its rule
    :param plurals: True if the other names may be in the plural
    """

    def __init__(
        self, module: str, weapon: Callable[[TableRow], Any], prefixes: Mapping[str, str], plurals: bool = False
    ) -> None:
        self.module, self.weapon, self.prefixes, self.plurals = module, weapon, prefixes, plurals

    @cached_property
    def weapons(self) -> dict[str, tuple[Any, ...]]:
        """The weapons by plain name; a weapon has one profile, or one per mode."""
        return by_name(map(self.weapon, tables(self.module, "armoury.md")["Weapons"]))

    @cached_property
    def modes(self) -> dict[str, tuple[str, ...]]:
        return modes_by_name(self.weapons)

    @cached_property
    def also(self) -> dict[str, str]:
        """Other names that players use, as plain names, each with the plain name of its weapon."""
        rows = tables(self.module, "armoury.md")["Other names"]
        names = {plain_name(row["called"]): plain_name(row["weapon"]) for row in rows}
        return ({f"{said}s": name for said, name in names.items()} if self.plurals else {}) | names

    def meant(self, text: str, known: Modes | None = None) -> Reference | None:
        """Return which weapon the text names, among `known` or the armoury's own; None if none."""
        return reference(text, self.modes if known is None else known, self.also, self.prefixes)
