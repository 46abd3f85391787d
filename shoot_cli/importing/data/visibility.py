"""What data files show only with some choice: rules that are hidden until a detachment or upgrade is chosen (IMP-64).

A condition is kept as a list: ``["and", [...]]``, ``["or", [...]]``, or its type, value, field, scope and child. What
the list cannot tell is neither true nor false, and such a rule is named instead of taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from shoot_cli.importing.data.names import factions, key, singular
from shoot_cli.importing.roster import MODEL, UNIT, UPGRADE, cleaned

Condition = list[Any]
DEEPEST = 20  # groups of conditions in each other
GROUPED = {"and": False, "or": True}  # the answer of one part that decides a group
KINDS = (UNIT, MODEL, UPGRADE)
OF_ARMY = ("force", "roster", "primary-category")  # scopes around the unit
OF_BEARER = ("self", "parent")
_BRACKETS = re.compile(r"\([^()]*\)")


# What a data file says about hiding, reduced while it is read ---------------------------------------------------------


def hides_of(node: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield what a node's modifiers do to its visibility, in their order: hidden or not, and the condition."""
    for modifier in node.get("modifiers", ()):
        if modifier.get("field") == "hidden":
            value = str(modifier.get("value", "")).casefold()
            sets = modifier.get("type", "set") == "set" and value in ("true", "false")
            yield [value == "true", condition_of(modifier) if sets else []]
    for group in node.get("modifierGroups", ()):
        for hidden, condition in group.get("hides", ()):
            yield [hidden, ["and", [condition_of(group, group.get("type", "and")), condition]]]


def condition_of(node: dict[str, Any], kind: str = "and", depth: int = 0) -> Condition:
    """Return the condition of a modifier or group; [] for one that we cannot read."""
    if kind not in GROUPED or node.get("repeats") or depth > DEEPEST:
        return []
    parts = [_single(one) for one in node.get("conditions", ())]
    groups = node.get("conditionGroups", ())
    parts += [condition_of(one, str(one.get("type", "")), depth + 1) for one in groups]
    return [kind, parts] if parts else ["and", []]


def _single(one: dict[str, Any]) -> Condition:
    if str(one.get("percentValue", "")).casefold() == "true":
        return []
    try:
        value = float(str(one.get("value", "")))
    except ValueError:
        return []
    return [cleaned(str(one.get(part, ""))) if part != "value" else value for part in PARTS]


PARTS = ("type", "value", "field", "scope", "childId")


# What the list tells --------------------------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """The choices that a list tells. `army` and `unit` are names of everything that it has, and that one unit has.

    All are keys of names. Without detachments nothing is known about them.
    """

    detachments: frozenset[str]
    factions: frozenset[str]
    army: frozenset[str]
    unit: frozenset[str] = frozenset()

    @classmethod
    def told(cls, detachments: Iterable[str], faction: str, army: Iterable[str]) -> Chosen:
        named = frozenset(each for one in detachments for each in keys_of(one))
        return cls(named, factions(faction), frozenset(map(singular, army)))

    def of_unit(self, names: Iterable[str]) -> Chosen:
        return self._replace(unit=frozenset(map(singular, names)))


def keys_of(detachment: str) -> tuple[str, ...]:
    """Return the key of a detachment's name, and the one without its rule in brackets."""
    return tuple(dict.fromkeys(filter(None, (key(detachment), key(_BRACKETS.sub("", detachment))))))


class Known(NamedTuple):
    """An entry of the data by its id: its name, and True if whoever may have it always has it."""

    name: str
    always: bool


class Index(Protocol):
    """What a source knows by ids, as seen from one of its files."""

    def entry(self, wanted: str) -> Known | None:
        """Return the entry, group or link of this id."""

    def detachment(self, wanted: str) -> tuple[str, ...]:
        """Return the keys of the detachment of this id; () if it is none."""

    def category(self, wanted: str) -> str | None:
        """Return the name of the category of this id."""

    def force(self, wanted: str) -> bool | None:
        """Return True for the usual kind of army, False for another one, None if it is no kind of army."""

    def catalogue(self, wanted: str) -> str | None:
        """Return the name of the data file of this id."""


class Around(NamedTuple):
    """An entry around a rule. `inside` are the categories of it and of all around it."""

    kind: str
    categories: frozenset[str]
    inside: frozenset[str]


# The answer -----------------------------------------------------------------------------------------------------------

Span = tuple[float, float]  # the least and the greatest possible number
NONE, SOME = (0.0, 0.0), (1.0, float("inf"))


def hidden(node: dict[str, Any], index: Index, chosen: Chosen | None, around: Sequence[Around]) -> bool | None:
    """Return True if a rule is hidden, False if it is shown, None if the list does not tell."""
    found: bool | None = bool(node.get("hidden"))
    for value, condition in node.get("hides", ()):
        holds = _holds(condition, index, chosen, around)
        if holds:
            found = value
        elif holds is None and found is not value:
            found = None
    return found


def _holds(condition: Condition, index: Index, chosen: Chosen | None, around: Sequence[Around]) -> bool | None:
    if not condition:
        return None
    if condition[0] in GROUPED:
        decides = GROUPED[condition[0]]
        parts = [_holds(one, index, chosen, around) for one in condition[1]]
        return decides if decides in parts else None if None in parts else not decides
    kind, value, field, scope, child = condition
    span = _number(field, scope, child, index, chosen, around)
    return None if span is None else _compared(kind, value, span)


def _compared(kind: str, value: float, span: Span) -> bool | None:
    """Return the answer of a comparison that is the same for every number of the span; else None."""
    least, greatest = span
    if kind in ("lessThan", "atMost", "notEqualTo", "notInstanceOf"):
        opposite = {"lessThan": "atLeast", "atMost": "greaterThan", "notEqualTo": "equalTo"}.get(kind, "instanceOf")
        answer = _compared(opposite, value, span)
        return None if answer is None else not answer
    if kind == "equalTo":
        return True if least == greatest == value else None if least <= value <= greatest else False
    if kind == "greaterThan":
        return True if least > value else False if greatest <= value else None
    if kind in ("atLeast", "instanceOf"):
        wanted = value if kind == "atLeast" else 1
        return True if least >= wanted else False if greatest < wanted else None
    return None


def _number(
    field: str, scope: str, child: str, index: Index, chosen: Chosen | None, around: Sequence[Around]
) -> Span | None:
    """Return how many of something there are in a scope; None if that cannot be told.

    Texts are of the usual kind of army, and name everything that can be chosen.
    """
    if (usual := index.force(child)) is not None:
        return (1.0, 1.0) if usual else NONE
    if field != "selections":
        return None
    if child in KINDS:
        return _of_kind(scope, child, around)
    if (category := index.category(child)) is not None:
        return _of_category(scope, category, around)
    if (catalogue := index.catalogue(child)) is not None:
        if scope != "primary-catalogue" or not chosen or not chosen.factions:
            return None
        return (1.0, 1.0) if key(catalogue.rpartition(" - ")[2]) in chosen.factions else NONE
    if detachment := index.detachment(child):
        if not chosen or not chosen.detachments:
            return None
        return (1.0, 1.0) if chosen.detachments & {*detachment} else NONE
    known = index.entry(child)
    if known is None or not chosen or scope == "ancestor":
        return None
    names = chosen.army if scope in OF_ARMY else chosen.unit
    return SOME if known.always or singular(known.name) in names else NONE


def _of_kind(scope: str, kind: str, around: Sequence[Around]) -> Span | None:
    """Return whether the unit, or the bearer of the rule, is of a kind such as `model`."""
    if not around or scope not in (*OF_BEARER, "root-entry"):
        return None
    return (1.0, 1.0) if around[0 if scope == "root-entry" else -1].kind == kind else NONE


def _of_category(scope: str, category: str, around: Sequence[Around]) -> Span | None:
    """Return whether the bearer of the rule, or something around it, is of a category."""
    if not around or scope not in (*OF_BEARER, "ancestor", "root-entry", "unit", "model", "model-or-unit"):
        return None
    one = around[0 if scope == "root-entry" else -1]
    return (1.0, 1.0) if category in (one.categories if scope in OF_BEARER else one.inside) else NONE
