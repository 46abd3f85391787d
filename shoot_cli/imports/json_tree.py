"""JSON of New Recruit and ListForge, as a tree of what a roster is made of."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.tree import LISTS, TEXTS, Node
from shoot_cli.imports.words import cleaned, shortened

ENVELOPE = frozenset({"roster", "catalogue", "gameSystem", "rulebook", "snapshot", "history", "ruleset", "units"})
KEPT = TEXTS | set(LISTS) | ENVELOPE
TOO_MANY = f"it is JSON with more than {limits.ELEMENTS} things in it; no list has so many"
AGAIN = "export the list again"


def parse_json(text: str) -> Node:
    """The roster in it.

    :raises Refused: if it is broken, too much, or something else than a roster
    """
    # Before anything is made of it. Commas in sentences count too, of which no list has enough to matter.
    if sum(map(text.count, "{[,")) > 5 * limits.ELEMENTS:
        raise Refused(TOO_MANY)
    reader = _JsonReader()
    try:
        top = json.loads(
            text, object_pairs_hook=reader.node, parse_int=_whole, parse_float=_number, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise Refused(f"it is broken JSON ({where}), maybe half a file; {AGAIN}") from None
    except RecursionError:
        raise Refused("it is JSON in which things stand inside each other without end; no list is like that") from None
    except ValueError as error:  # numbers of a million digits, and whatever the next Python minds
        raise Refused(f"it is JSON that cannot be read ({cleaned(str(error))[:100]}); {AGAIN}") from None
    return _roster_of_json(top)


def _roster_of_json(top: Any) -> Node:
    """The node with the forces; what ListForge says of it stands around it."""
    if not isinstance(top, dict):
        raise Refused("it is JSON, but no roster: no object begins it")
    inner = top.get("roster")
    node = {**{key: top[key] for key in TEXTS & top.keys()}, **inner} if isinstance(inner, dict) else top
    if "forces" in node:
        return node
    if "catalogue" in top or "gameSystem" in top:
        raise Refused("this is a catalogue; give it with --data")
    if "rulebook" in top or "snapshot" in top:
        raise Refused("this is a .registry of Rosterizer, which is not supported; export the list as text")
    if "ruleset" in top and "units" in top:
        raise Refused("this is a list of ours already; save it as it is")
    raise Refused("it is JSON, but no roster: it has no forces; export the list from New Recruit as JSON")


class _JsonReader:
    """Makes the nodes of one file, and counts them."""

    def __init__(self) -> None:
        self.nodes = 0

    def node(self, pairs: list[tuple[str, Any]]) -> Node:
        self.nodes += 1
        if self.nodes > limits.ELEMENTS:
            raise Refused(TOO_MANY)
        found = dict(pairs)
        if len(found) != len(pairs):
            seen = set[str]()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            said = shortened(cleaned(twice))[0]
            raise Refused(f'it is JSON that says "{said}" twice of one thing, so that nobody knows which is meant')
        return {key: value for key, value in found.items() if key in KEPT}


def _whole(said: str) -> int:
    if len(said.lstrip("-")) > limits.DIGITS:
        raise Refused(f"it is JSON with the number {shortened(said)[0]}; it may have {limits.DIGITS} digits")
    return int(said)


def _number(said: str) -> float:
    number = float(said)
    if abs(number) >= 10**limits.DIGITS:
        raise Refused(f"it is JSON with the number {shortened(said)[0]}; it may have {limits.DIGITS} digits")
    return number


def _no_number(said: str) -> NoReturn:
    raise Refused(f"it is JSON with {said} for a number, which none is")
