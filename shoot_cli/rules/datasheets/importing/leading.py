"""Whom a leader may lead: what its ability lists, as far as the list has such units (IMP-50)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import Selection
from shoot_cli.rules.datasheets.importing.attaching import LEADER
from shoot_cli.rules.datasheets.importing.told import text_of

_PARTED = re.compile(r"[\n■•▪◦●]|(?:^|\s)[-–*]\s|[,;:]|\bor\b|\band\b|\ban?\b(?=\s[A-Z])")


def led_by(unit: Selection) -> tuple[str, ...]:
    """The names of units that its Leader ability lists, as they are compared."""
    found: list[str] = []
    for one in unit.every():
        for profile in one.profiles:
            if re.fullmatch(LEADER, profile.name):
                found += map(_plain, (*_PARTED.split(text_of(profile)), *re.split(r"[\n■•▪◦●]", text_of(profile))))
    return tuple(dict.fromkeys(filter(None, found)))


def role_of(unit: Selection) -> str:
    """How it leads them, as its ability is called, if that is not Leader: "support"; "" else."""
    called = [profile.name for one in unit.every() for profile in one.profiles if re.fullmatch(LEADER, profile.name)]
    found = [re.sub(r"\W+", "", one).casefold() for one in called]
    return found[0] if found and "leader" not in found else ""


def may_lead(units: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, list[str]]]:
    """Each leader, and which units of the list it may lead. ``units``: names, and whom each may lead."""
    every = list(units)
    for place, (leader, listed) in enumerate(every):
        others = enumerate(every) if listed else ()
        found = [name for at, (name, _) in others if at != place and may_be_led(name, listed)]
        if found:
            yield leader, found


def may_be_led(name: str, listed: tuple[str, ...]) -> bool:
    """``Rubric Marines 2`` is one of those that are listed as Rubric Marines; so is one with a name of its own."""
    if not listed:
        return False
    return _plain(name) in listed or _plain(re.sub(r"\s\d{1,2}$", "", name)) in listed


def _plain(name: str) -> str:
    said = re.sub(r"[*^.]|\([^()]*\)|\[[^\[\]]*\]", " ", name)
    return " ".join(word.removesuffix("s") for word in plain_name(said).split())
