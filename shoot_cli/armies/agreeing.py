"""What two lists and the command line must agree on: the ruleset, and how its lines are read."""

from __future__ import annotations

from collections.abc import Container, Iterable

from shoot_cli.core.task import Wrong
from shoot_cli.rules import RULESETS, edition


def agreed(lists: Iterable[tuple[str, Iterable[tuple[str, str]]]], said: Container[str] = ()) -> dict[str, str]:
    """The settings of two lists, given as name and settings; those that are ``said`` besides are left to whoever says.

    :raises Wrong: the lists want the same line of the rules read differently.
    """
    found: dict[str, tuple[str, str]] = {}
    for name, settings in lists:
        for key, value in settings:
            other, before = found.setdefault(key, (name, value))
            if before != value and key not in said:
                words = f"{other} reads {key} as {before}, {name} as {value}"
                raise Wrong(f"{words}; agree on one: --set {key}={before} or --set {key}={value}")
    return {key: value for key, (_, value) in found.items() if key not in said}


def edition_name(ruleset: str | None) -> str | None:
    """Of the ruleset with this name or short form; None if none was said. :raises Wrong: there is no such ruleset."""
    if ruleset is None:
        return None
    found = edition(ruleset)
    if found is None:
        names = ", ".join(f"{e.name} (or {e.short})" for e in RULESETS)
        raise Wrong(f"no ruleset {ruleset!r}; there is {names}")
    return found.name
