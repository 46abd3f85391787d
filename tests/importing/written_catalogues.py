"""Small data files of list builders, written by us: dictionaries as in JSON, which ``as_xml`` writes as XML, too.

::

    wolves = catalogue("Test - Wolves", entry("Wolf Squad", model_entry("Wolf", statline("Wolf"))))
"""

from __future__ import annotations

import json
from itertools import count
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from tests.importing.written_rosters import TENTH, Node

SCHEMA = "http://www.battlescribe.net/schema/catalogueSchema"
ONE_OF = {
    "sharedSelectionEntries": "selectionEntry", "selectionEntries": "selectionEntry", "entryLinks": "entryLink",
    "sharedSelectionEntryGroups": "selectionEntryGroup", "selectionEntryGroups": "selectionEntryGroup",
    "sharedProfiles": "profile", "profiles": "profile", "sharedRules": "rule", "rules": "rule",
    "sharedInfoGroups": "infoGroup", "infoGroups": "infoGroup", "infoLinks": "infoLink", "costs": "cost",
    "categoryLinks": "categoryLink", "catalogueLinks": "catalogueLink", "characteristics": "characteristic",
    "constraints": "constraint", "modifiers": "modifier", "conditions": "condition", "modifierGroups": "modifierGroup",
    "conditionGroups": "conditionGroup", "repeats": "repeat", "categoryEntries": "categoryEntry",
    "forceEntries": "forceEntry",
}  # fmt: skip
GAME = "Test Game"
ids = count(1)


def catalogue(
    name: str, *shared: Node, takes: tuple[str, ...] = (), system: str = TENTH, roots: tuple[Node, ...] = ()
) -> Node:
    """``shared``: what stands in its shared lists. ``roots``: what may be chosen from it. ``takes``: names of files that
    it links to."""
    made: Node = {"id": of(name), "name": name, "gameSystemId": system, "revision": 3}
    for one in shared:
        made.setdefault(shared_place(one), []).append(one)
    for one in roots:
        made.setdefault("entryLinks" if "targetId" in one else "selectionEntries", []).append(one)
    if takes:
        made["catalogueLinks"] = [{"id": of("link"), "targetId": of(other), "name": other} for other in takes]
    return made


def game_system(*shared: Node) -> Node:
    found = catalogue(GAME, *shared) | {"id": TENTH}
    del found["gameSystemId"]
    return found


def shared_place(one: Node) -> str:
    if "typeName" in one:
        return "sharedProfiles"
    if "description" in one:
        return "sharedRules"
    return "sharedSelectionEntries" if one.get("type") in ("unit", "model", "upgrade") else one.pop("in")  # type: ignore[no-any-return]


def entry(name: str, *below: Node, kind: str = "unit", least: int = 0, **more: Any) -> Node:
    """``least``: how many there are of it at least."""
    made: Node = {"id": of(name), "name": name, "type": kind, "hidden": False} | more
    placed(made, below)
    if least:
        made["constraints"] = [{"type": "min", "value": least, "field": "selections", "scope": "parent", "id": of("x")}]
    return made


def group(name: str, *below: Node, shared: bool = False, **more: Any) -> Node:
    made: Node = {"id": of(name), "name": name, "hidden": False} | more
    placed(made, below)
    return made | ({"in": "sharedSelectionEntryGroups"} if shared else {})


def info_group(name: str, *below: Node) -> Node:
    made: Node = {"id": of(name), "name": name, "in": "sharedInfoGroups"}
    placed(made, below)
    return made


def link(to: str, kind: str = "selectionEntry", name: str | None = None, append: str = "", **more: Any) -> Node:
    """To what is called so: ids are made of names."""
    made: Node = {"id": of("link"), "name": to if name is None else name, "type": kind, "targetId": of(to)} | more
    if append:
        made["modifiers"] = [{"type": "append", "field": "name", "value": append}]
    return made


def profile(name: str, kind: str, **columns: object) -> Node:
    written = [{"$text": str(value), "name": column} for column, value in columns.items()]
    return {"id": of(name), "name": name, "typeName": kind, "hidden": False, "characteristics": written}


def statline(name: str, t: object = 4) -> Node:
    return profile(name, "Unit", M='6"', T=t, SV="3+", W=2, LD="6+", OC=1)


def gun(name: str, s: object = 4, least: int = 0) -> Node:
    weapon = profile(name, "Ranged Weapons", Range='24"', A=2, BS="3+", S=s, AP="-1", D=1, Keywords="-")
    return entry(name, weapon | {"id": of(f"profile of {name}")}, kind="upgrade", least=least)


def ability(name: str, text: str) -> Node:
    return profile(name, "Abilities", Description=text)


def rule(name: str, text: str = "left out") -> Node:
    return {"id": of(name), "name": name, "description": text}


def choice(kind: str, child: str, scope: str = "roster", value: object = 1, **more: Any) -> Node:
    """A condition: how many of `child` are chosen."""
    return {"type": kind, "value": value, "field": "selections", "scope": scope, "childId": of(child)} | more


def hiding(*conditions: Node, value: object = True, kind: str = "and", **more: Any) -> Node:
    """A modifier that hides (or shows) under these conditions."""
    found: Node = {"type": "set", "field": "hidden", "value": value} | more
    if kind == "and":
        return found | {"conditions": [*conditions]}
    return found | {"conditionGroups": [{"type": kind, "conditions": [*conditions]}]}


def of(name: str) -> str:
    """An id; of a link each another one."""
    return f"{name.casefold()}-{next(ids)}" if name in ("link", "x") else name.casefold().replace(" ", "-")


def placed(made: Node, below: tuple[Node, ...]) -> None:
    for one in below:
        made.setdefault(place_of(one), []).append(one)


def place_of(one: Node) -> str:
    if "targetId" in one:
        return "entryLinks" if one["type"].startswith("selectionEntry") else "infoLinks"
    if "typeName" in one:
        return "profiles"
    if "description" in one:
        return "rules"
    return "selectionEntries" if "type" in one else "selectionEntryGroups"


def as_json(made: Node, root: str = "catalogue") -> bytes:
    return json.dumps({root: made | {"xmlns": SCHEMA}}).encode()


def as_xml(made: Node, root: str = "catalogue") -> bytes:
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + written(root, made | {"xmlns": SCHEMA})).encode()


def written(tag: str, node: Node) -> str:
    attributes, inside = "", escape(str(node.get("$text", "")))
    for name, value in node.items():
        if name in ONE_OF:
            inside += f"<{name}>{''.join(written(ONE_OF[name], one) for one in value)}</{name}>"
        elif name == "description":
            inside += f"<description>{escape(value)}</description><comment>Nobody reads this.</comment>"
        elif name != "$text":
            attributes += f" {name}={quoteattr(str(value).lower() if isinstance(value, bool) else str(value))}"
    return f"<{tag}{attributes}>{inside}</{tag}>"
