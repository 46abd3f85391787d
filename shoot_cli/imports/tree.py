"""The one tree of XML and JSON, made a roster (IMP-10, 13, 15).

A node is a dictionary as New Recruit's JSON has it; ``xml_tree.py`` makes the same of XML. Only what is read here is
kept of it: who owns a roster is nothing to us. Anything may be missing; what is there must be what it says it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.roster import MODEL, UNIT, UPGRADE, Force, Profile, Roster, Rule, Selection
from shoot_cli.imports.words import beginning, cleaned, plain, shortened

Node = dict[str, Any]
# What stands in lists below a node, and what XML calls one of them.
LISTS = {
    "forces": "force", "selections": "selection", "profiles": "profile", "rules": "rule", "categories": "category",
    "costs": "cost", "characteristics": "characteristic",
}  # fmt: skip
TEXTS = frozenset({
    "$text", "catalogueName", "customName", "description", "gameSystemId", "gameSystemName", "generatedBy", "group",
    "hidden", "name", "number", "profileTypeName", "type", "typeName", "value",
})  # fmt: skip
LINE = "line"  # in the file: only ``xml_tree.py`` knows it, no file can say it
POINTS = {"pts", "points"}
UNNAMED = "Unnamed"


def roster_of(node: Node, writer: str) -> Roster:
    """:raises Refused: if something is not what it says, or there is too much of it"""
    system, game = cleaned(_said(node, "gameSystemId")), cleaned(_said(node, "gameSystemName"))
    made = Roster(_name(node), writer, system, game, tuple(_forces(node, 1)), _points(node))
    limits.check(made)
    return made


def _forces(node: Node, depth: int) -> Iterator[Force]:
    for one in _list(node, "forces", depth):
        selections = tuple(_selection(below, 1, top=True) for below in _list(one, "selections"))
        yield Force(_name(one), cleaned(_said(one, "catalogueName")), selections, _rules(one))
        yield from _forces(one, depth + 1)


def _selection(node: Node, depth: int, top: bool = False) -> Selection:
    below = tuple(_selection(one, depth + 1) for one in _list(node, "selections", depth))
    kind = cleaned(_said(node, "type")).casefold()
    if not kind:  # the best that can be made of it: nobody would miss a unit that was taken for an option
        kind = UNIT if top and any(one.kind == MODEL for one in below) else UPGRADE
    return Selection(
        _name(node), kind, _number(node), custom=cleaned(_said(node, "customName")),
        group=cleaned(_said(node, "group")), points=_points(node) or 0, line=node.get(LINE, 0),
        profiles=_profiles(node), rules=_rules(node), categories=tuple(map(_name, _list(node, "categories"))),
        selections=below,
    )  # fmt: skip


def _profiles(node: Node) -> tuple[Profile, ...]:
    return tuple(
        Profile(_name(one), cleaned(_kind(one)), tuple(map(_value, _list(one, "characteristics")))).begun()
        for one in _list(node, "profiles")
        if not _hidden(one)
    )


def _kind(node: Node) -> str:
    """What a table is called; files of BattleScribe 2.00 say it in another word."""
    return _said(node, "typeName") or _said(node, "profileTypeName")


def _value(node: Node) -> tuple[str, str]:
    """A column and what stands there: as text, or as an attribute."""
    return cleaned(_said(node, "name")), plain(_said(node, "$text") or _said(node, "value")).strip()


def _rules(node: Node) -> tuple[Rule, ...]:
    rules = (one for one in _list(node, "rules") if not _hidden(one))
    return tuple(Rule(_name(one), beginning(plain(_said(one, "description")).strip())) for one in rules)


def _points(node: Node) -> float | None:
    for cost in _list(node, "costs"):
        if cleaned(_said(cost, "name")).casefold() in POINTS:
            said = _said(cost, "value") or "0"
            try:
                points = float(said)
            except ValueError:
                points = float("nan")
            if not abs(points) < 10**limits.DIGITS:  # nan is not below anything
                raise Refused(f"{_place(node)} costs {shortened(said)[0]!r} points, which is no number")
            return int(points) if points.is_integer() else points
    return None


def _number(node: Node) -> int:
    """How many in all; 1 where nothing is said. 0 and less occur, and are the edition's matter (IMP-10)."""
    said = _said(node, "number").strip() or "1"
    digits = said.removeprefix("-").removesuffix(".0")
    if not (digits.isascii() and digits.isdigit()):
        raise Refused(f"the number of {_place(node)} is {shortened(said)[0]!r}, which is no whole number")
    number = int(digits) if len(digits) <= limits.DIGITS else 10**limits.DIGITS
    if number > limits.NUMBER:
        # Experience and the like may be options in such numbers, of which nothing is counted.
        if _list(node, "profiles") or _said(node, "type") != UPGRADE or number == 10**limits.DIGITS:
            raise Refused(f"the number of {_place(node)} is {shortened(said)[0]}; it may be {limits.NUMBER} at most")
        number = limits.NUMBER
    return -number if said.startswith("-") else number


def _hidden(node: Node) -> bool:
    return _said(node, "hidden").strip().casefold() == "true"


def _name(node: Node) -> str:
    return cleaned(_said(node, "name")) or UNNAMED


def _list(node: Node, key: str, depth: int = 0) -> list[Node]:
    below = node.get(key)
    if below is None:
        return []
    if not isinstance(below, list) or not all(isinstance(one, dict) for one in below):
        raise Refused(f"the {key} of {_place(node)} are no list of {key}: the file is broken")
    if depth > limits.NESTED and below:
        raise Refused(f"its {key} stand more than {limits.NESTED} deep inside each other")
    return below


def _said(node: Node, key: str) -> str:
    if isinstance(value := node.get(key), dict):
        value = value.get("$text")
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        raise Refused(f"the {key} of {_place(node)} is no text: the file is broken")
    text = str(value)
    if len(text) > limits.STRING:
        raise Refused(f"the {key} of {_place(node)} has {len(text)} characters; it may have {limits.STRING}")
    return text


def _place(node: Node) -> str:
    name = node.get("name")
    called = f'"{shortened(cleaned(name))[0]}"' if isinstance(name, str) else "something without a name"
    return f"{called} in line {node[LINE]}" if LINE in node else called
