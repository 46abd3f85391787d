"""One data file of list builders, XML or JSON, cut down to what values are looked up in (IMP-64).

Such a file is a hundred times as large as a roster: most of it are conditions, limits and modifiers, which say what may
be chosen. They are dropped while it is read, so that a large file becomes a small tree. Both formats have the same
tree: lists below a node are called in JSON what the element around them is called in XML.

A node that is kept has: ``id``, ``name``, ``type`` of an entry or a link, ``targetId`` of a link, ``hidden``, and

``append``
    What is written behind its name in any case: ``Feel No Pain`` is linked to, ``6+`` appended.
``min``, ``none``
    How many there are of it at least; true if there may be none.
``default``
    The id of what a group begins with.
``categories``, ``points``, ``values``, ``description``, ``kind``
    Names; points it costs; columns of a profile; text of a rule; the kind of table that a profile is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from shoot_cli.imports import limits
from shoot_cli.imports.bounded_xml import BoundedXml
from shoot_cli.imports.data.names import factions, key
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.roster import MODEL, UNIT
from shoot_cli.imports.words import cleaned, plain, shortened

Node = dict[str, Any]
ELEMENTS = 2_000_000  # of a file
ROOTS = ("catalogue", "gameSystem")
SHARED = ("sharedSelectionEntries", "sharedSelectionEntryGroups", "sharedProfiles", "sharedRules", "sharedInfoGroups")
BELOW = ("selectionEntries", "selectionEntryGroups", "entryLinks", "profiles", "rules", "infoLinks", "infoGroups")
CUT_DOWN = ("modifiers", "constraints", "characteristics", "costs", "categoryLinks")
CONDITIONS = ("conditions", "conditionGroups", "repeats")
LISTS = frozenset({*SHARED, *BELOW, *CUT_DOWN, *CONDITIONS, "catalogueLinks"})
TEXTS = frozenset({
    "$text", "battleScribeVersion", "defaultSelectionEntryId", "description", "field", "gameSystemId", "hidden", "id",
    "name", "profileTypeName", "scope", "targetId", "type", "typeName", "value",
})  # fmt: skip
ENHANCEMENTS = "enhancement"  # groups of them begin so
POINTS = ("pts", "points")
CHUNK = 64 * 1024


class CatalogueEntry(NamedTuple):
    """A unit that a file has. ``rank``: 0 if it may be chosen from it, 1 for a unit that it shares with other files, 2
    for a model that it shares. ``target``: the id of the unit itself."""

    name: str
    id: str
    rank: int
    factions: tuple[str, ...]
    target: str


class Catalogue(NamedTuple):
    """``links``: ids of other files that it takes from. ``nodes``: what may be linked to or chosen, by id.

    ``enhancements``: nodes of what can be bought for characters, by the key of its name; ``bought``: those keys.
    """

    id: str
    name: str
    system: str
    links: tuple[str, ...]
    units: tuple[CatalogueEntry, ...]
    bought: tuple[str, ...]
    nodes: dict[str, Node]
    enhancements: dict[str, Node]


def catalogue(raw: bytes, name: str) -> Catalogue:
    """:raises Refused: it is broken, too much, or no data file. The sentence begins with the ``name`` of the file."""
    try:
        body = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
        top = _Xml().read(body) if body.startswith(b"<") else _Json().read(body)
        return made(top, top.get("gameSystemId") or top.get("id", ""))  # a game system is its own game
    except Refused as refused:
        raise Refused(f"{name}: {refused}") from None
    except RecursionError:
        raise Refused(f"{name}: things stand inside each other without end in it; no catalogue is like that") from None


def made(top: Node, system: str) -> Catalogue:
    if _said(top, "battleScribeVersion").startswith("1."):
        raise Refused("it is data of BattleScribe 1, which has another shape; give one of BattleScribe 2")
    own, shared = BELOW[:3], {one["id"]: one for part in SHARED for one in top.get(part, ()) if "id" in one}
    roots = {one["id"]: one for part in own for one in top.get(part, ()) if "id" in one}
    # In old files what is shared stands beside what may be chosen.
    loose = {one["id"]: one for part in ("profiles", "rules", "infoGroups") for one in top.get(part, ()) if "id" in one}
    name = top.get("name", "")
    links = tuple(link["targetId"] for link in top.get("catalogueLinks", ()) if "targetId" in link)
    units = (*_listed(roots, shared, name, 0), *_listed(shared, {}, name, 1))
    bought = {key(one["name"]): one for group in _groups([*shared.values(), *roots.values()]) for one in _inside(group)}
    return Catalogue(top.get("id", ""), name, system, links, units, tuple(bought), loose | shared | roots, bought)


def _listed(nodes: dict[str, Node], targets: dict[str, Node], of: str, rank: int) -> Iterator[CatalogueEntry]:
    """Units among the nodes: those that are, and links to something that may be one."""
    for node in nodes.values():
        target = targets.get(node.get("targetId", ""), {})
        kind = target.get("type") or node.get("type", "")
        if kind not in (UNIT, MODEL) and not (kind == "selectionEntry" and rank == 0):
            continue
        own = (*node.get("categories", ()), *target.get("categories", ()))
        known = factions(of, *(one for one in own if one.casefold().startswith("faction")))
        for name in dict.fromkeys(filter(None, (node.get("name"), target.get("name")))):
            own_id = node.get("targetId") or node["id"]
            yield CatalogueEntry(name, node["id"], rank + (rank == 1 and kind == MODEL), tuple(sorted(known)), own_id)


def _groups(nodes: Iterable[Node]) -> Iterator[Node]:
    """Groups of enhancements, wherever they stand."""
    for node in nodes:
        if node.get("name", "").casefold().startswith(ENHANCEMENTS) and _inside(node):
            yield node
        for part in BELOW[:2]:
            yield from _groups(node.get(part, ()))


def _inside(group: Node) -> list[Node]:
    """What can be chosen in a group, and in those that stand in it."""
    own = [one for part in ("selectionEntries", "entryLinks") for one in group.get(part, ()) if one.get("name")]
    return own + [one for inner in group.get("selectionEntryGroups", ()) for one in _inside(inner)]


# ---- cutting down


def slim(node: Node) -> Node:
    """A node without what only says what may be chosen. What stands below it was cut down before."""
    if characteristics := node.pop("characteristics", None):
        columns = ((cleaned(_said(one, "name")), _said(one, "$text") or _said(one, "value")) for one in characteristics)
        node["values"] = [[column, plain(value).strip()] for column, value in columns]
    if words := [_said(one, "value") for one in node.pop("modifiers", ()) if _appends(one)]:
        node["append"] = cleaned(" ".join(words))
    for constraint in node.pop("constraints", ()):
        if _said(constraint, "field") == "selections" and (value := _whole(_said(constraint, "value"))) is not None:
            if _said(constraint, "type") == "min" and _said(constraint, "scope") == "parent":
                node["min"] = max(value, node.get("min", 0))
            elif _said(constraint, "type") == "max" and value == 0:
                node["none"] = True
    if costs := node.pop("costs", None):
        points = (_whole(_said(one, "value")) for one in costs if _said(one, "name").casefold().strip() in POINTS)
        node["points"] = next(points, None) or 0
    if categories := node.pop("categoryLinks", None):
        node["categories"] = [cleaned(_said(one, "name")) for one in categories if _said(one, "name")]
    for name in ("id", "type", "targetId", "gameSystemId"):
        if name in node:
            node[name] = _said(node, name)
    for old, new in (("defaultSelectionEntryId", "default"), ("typeName", "kind"), ("profileTypeName", "kind")):
        if old in node:
            node[new] = _said(node, old)
            del node[old]
    if "hidden" in node:
        hidden = _said(node, "hidden").casefold() == "true"
        node.pop("hidden")
        node |= {"hidden": True} if hidden else {}
    if "name" in node:
        node["name"] = cleaned(_said(node, "name"))
    if "description" in node:
        node["description"] = plain(_said(node, "description")).strip()
    return node


def _appends(modifier: Node) -> bool:
    """True if it puts something behind the name whatever was chosen."""
    conditional = any(modifier.get(part) for part in CONDITIONS)
    return not conditional and _said(modifier, "type") == "append" and _said(modifier, "field") == "name"


def _said(node: Node, name: str) -> str:
    value = node.get(name)
    if isinstance(value, dict):
        value = value.get("$text")
    if isinstance(value, (dict, list)) or value is None:
        return ""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > limits.STRING:
        raise Refused(f"the {name} of something has {len(text)} characters; it may have {limits.STRING}")
    return text


def _whole(said: str) -> int | None:
    """A number of things or points as a whole one; None if it is none, or a silly one."""
    try:
        number = float(said)
    except ValueError:
        return None
    return int(number) if abs(number) <= 10**limits.DIGITS else None  # nan is not below anything


# ---- reading


class _Json:
    """Cuts down each object as soon as it is read."""

    def __init__(self) -> None:
        self.nodes = 0

    def read(self, raw: bytes) -> Node:
        try:
            top = json.loads(
                raw.decode(), object_pairs_hook=self.node, parse_constant=self.no_number, parse_int=str, parse_float=str
            )
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise Refused(f"it is broken JSON ({shortened(cleaned(str(error)))[0]}), maybe half a file") from None
        found = next((top[root] for root in ROOTS if isinstance(top, dict) and isinstance(top.get(root), dict)), None)
        if found is None:
            raise Refused("it is JSON, but no catalogue")
        return found  # type: ignore[no-any-return]

    def node(self, pairs: list[tuple[str, Any]]) -> Node:
        self.nodes += 1
        if self.nodes > ELEMENTS:
            raise Refused(f"it is JSON with more than {ELEMENTS} things in it; no catalogue has so many")
        found = {}
        for name, value in pairs:
            if name in ROOTS:
                found[name] = value
            elif name in TEXTS:
                if name in found:
                    raise Refused(f'it is JSON that says "{name}" twice of one thing')
                found[name] = value
            elif name in LISTS and isinstance(value, list):
                found[name] = [one for one in value if isinstance(one, dict)]
        return slim(found) if not any(root in found for root in ROOTS) else found

    @staticmethod
    def no_number(said: str) -> NoReturn:
        raise Refused(f"it is JSON with {said} for a number, which none is")


class _Xml(BoundedXml):
    """``open``: for each open element its node, and which list of it is being filled; no node where nothing is kept."""

    ELEMENTS, TEXTS, WHAT = ELEMENTS, TEXTS, "catalogue"

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[Node | None, str]] = []

    def began(self, namespace: str, tag: str, attributes: dict[str, str]) -> None:
        if not self.open:
            if tag not in ROOTS:
                raise Refused("it is XML, but no catalogue")
            self.root = self.node(attributes)
            self.open.append((self.root, ""))
            return
        node, part = self.open[-1]
        if node is None:
            self.open.append((None, ""))
        elif part:  # one of a list
            inner = self.node(attributes)
            node.setdefault(part, []).append(inner)
            self.open.append((inner, ""))
        else:
            self.open.append((node, tag) if tag in LISTS else (None, ""))

    def ended(self, tag: str) -> None:
        node, part = self.open.pop()
        if tag in ("characteristic", "description"):
            bearer, place = (node, "$text") if tag == "characteristic" else (self.open[-1][0], "description")
            if bearer is not None:
                bearer[place] = "".join(self.text)
        if node is not None and not part and tag != "description":
            slim(node)
