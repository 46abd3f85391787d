"""What several units of a list share: its weapons and statlines, each under one name (IMP-35)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shoot_cli.armies.naming import free_name
from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.armoury import ARMOURY
from shoot_cli.rules.seventh.importing.weapons import Arm

LONGEST = 60
_TIMES = re.compile(r"^(?:\d\s?[x×]\s?)+", re.IGNORECASE)  # which a list would take for a number


class Library:
    """Weapons and statlines by the names that the list has for them; the armoury's are not written out."""

    def __init__(self) -> None:
        self.weapons: dict[str, dict[str, Any]] = {}
        self.profiles: dict[str, dict[str, Any]] = {}
        self._meant: dict[str, object] = {}  # plain names that are taken, and what they mean

    def weapon(self, arm: Arm, model: str, unit: str) -> str:
        """What the list calls the weapon, which it has from now on."""
        if (known := arm.known()) and self._is_free(known):
            return known
        page = arm.page()
        if note := arm.note():
            page["note"] = note
        for name in _names(_fit(arm.name), model, unit):
            plain = plain_name(name)
            if self._meant.get(plain, page) == page:
                self._meant[plain] = page
                self.weapons.setdefault(name, page)
                return next(one for one in self.weapons if plain_name(one) == plain)
        raise AssertionError("numbers never end")

    def _is_free(self, known: str) -> bool:
        """True if the name means the armoury's weapon, and from now on nothing else; one before which "twin-linked"
        stands is meant by its own name."""
        meant = ARMOURY.meant(known)
        if meant is None or (plain_name(known) in self._meant and self._meant[plain_name(known)] is not ARMOURY):
            return False
        return self._meant.setdefault(meant.name, ARMOURY) is ARMOURY

    def profile(self, name: str, values: dict[str, Any], unit: str) -> str:
        """What the list calls the statline."""
        names = {plain_name(known): known for known in self.profiles}
        for said in _names(_fit(name).casefold(), unit.casefold()):
            known = names.get(plain_name(said))
            if known is None:
                self.profiles[said] = values
                return said
            if self.profiles[known] == values:
                return known
        raise AssertionError("numbers never end")


def _names(base: str, *behind: str) -> Iterable[str]:
    """The name, with what stands behind it in brackets, and with numbers."""
    tried = [base]
    yield base
    for one in behind:
        words = f"{base} ({one})"
        if len(words) <= LONGEST:
            tried.append(words)
            yield words
    while True:
        tried.append(free_name(base, base, tried))
        yield tried[-1]


def _fit(name: str) -> str:
    """A name that a list may have, with room for a number behind it."""
    return shortened(_TIMES.sub("", name.strip()))[0][: LONGEST - 4].strip() or "weapon"
