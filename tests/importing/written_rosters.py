"""Small rosters, written by us, in the formats that list builders write.

What builds them gives dictionaries in the shape of New Recruit's JSON, so that a test may change anything in them by
hand; ``as_json``, ``as_xml`` and ``as_zip`` make the bytes of a file of one::

    squad = unit(
        "Line Squad", statline("Trooper"),
        model("Trooper", gun("Rifle", number=9), number=9),
        model("Sergeant", gun("Pistol")),
        points=90, categories=("Infantry", "Faction: Test Legion"),
    )
    read(as_xml(roster(squad)), "squad.ros")

The order of what is in a selection is free: what is a profile, a rule or a selection is told by what made it. Names,
numbers and sentences are ours: no book has them.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Node = dict[str, Any]
TENTH, TENTH_NAME = "sys-352e-adc2-7639-d6a9", "Warhammer 40,000 10th Edition"
ELEVENTH, ELEVENTH_NAME = "sys-352e-adc2-7639-d610", "Warhammer 40,000 11th Edition"
SEVENTH, SEVENTH_NAME = "e1ebd931-a209-3ce4-87b4-d9918d25530b", "Warhammer 40,000 7th Edition"
HERESY, HERESY_NAME = "ca571888-56a9-c58e-ddaf-54f4713538bc", "Warhammer 30,000 - The Horus Heresy"
NINTH, NINTH_NAME = "28ec-711c-d87f-3aeb", "Warhammer 40,000 9th Edition"
SCHEMA = "http://www.battlescribe.net/schema/rosterSchema"
LINK = "https://listforge.example/#/listforge/"
NEW_RECRUIT = "https://newrecruit.eu"
# What stands in lists of its own below a node, and how XML calls one of them.
ONE_OF = {
    "costs": "cost", "forces": "force", "selections": "selection", "profiles": "profile", "rules": "rule",
    "categories": "category", "characteristics": "characteristic",
}  # fmt: skip
PLACES = {"typeName": "profiles", "number": "selections", "catalogueName": "forces", "description": "rules"}


def roster(
    *below: Node, name: str = "Test Legion 500", points: float | None = None, system: str = TENTH,
    game: str = TENTH_NAME, writer: str = NEW_RECRUIT, faction: str = "Test - Legion",
) -> Node:  # fmt: skip
    """Forces, or units of the one force there is. ``points``: what it says it comes to; None: what they add up to."""
    given = [one for one in below if "catalogueName" in one]
    rest = [one for one in below if "catalogueName" not in one]
    forces = given + ([force(*rest, faction=faction)] if rest or not given else [])
    made: Node = {"costs": costs(sum(map(points_of, forces)) if points is None else points), "forces": forces}
    made |= {"id": "r-1", "name": name, "battleScribeVersion": "2.03"}
    if writer:
        made["generatedBy"] = writer
    return made | {"gameSystemId": system, "gameSystemName": game, "gameSystemRevision": "1"}


def force(*below: Node, name: str = "Army Roster", faction: str = "Test - Legion") -> Node:
    """Units and whatever else stands in it; a force stands in it as a nested one."""
    return {"name": name, "catalogueName": faction} | placed(below)


def selection(
    name: str, *below: Node, kind: str = "upgrade", number: int = 1, points: float = 0,
    categories: tuple[str, ...] = (), group: str = "", custom: str = "",
) -> Node:  # fmt: skip
    """``below``: profiles, rules and selections, in any order."""
    made: Node = {"name": name, "number": number, "type": kind} | placed(below)
    if categories:
        made["categories"] = [{"name": one, "primary": not at} for at, one in enumerate(categories)]
    if points:
        made["costs"] = costs(points)
    if group:
        made |= {"group": group, "from": "group"}
    if custom:
        made["customName"] = custom
    return made


def unit(name: str, *below: Node, **more: Any) -> Node:
    return selection(name, *below, **{"kind": "unit"} | more)


def model(name: str, *below: Node, **more: Any) -> Node:
    return selection(name, *below, **{"kind": "model"} | more)


def upgrade(name: str, *below: Node, **more: Any) -> Node:
    return selection(name, *below, **more)


def profile(name: str, kind: str, hidden: bool = False, **columns: object) -> Node:
    """Columns that are no names in Python: ``**{"Unit Type": "Infantry"}``."""
    written = [{"$text": str(value), "name": column} for column, value in columns.items()]
    return {"name": name, "typeName": kind, "hidden": hidden, "characteristics": written}


def rule(name: str, text: str = "left out") -> Node:
    return {"description": text, "name": name, "hidden": False}


def ability(name: str, text: str) -> Node:
    return profile(name, "Abilities", Description=text)


def configuration(name: str, chosen: str, group: str = "") -> Node:
    """What stands beside units and is none: ``configuration("Detachment", "First Wave")``."""
    return upgrade(name, upgrade(chosen, group=group or name), categories=("Configuration",))


# ---- 10th edition


def statline(name: str, m: str = '6"', t: object = 4, sv: str = "3+", w: object = 2, **more: object) -> Node:
    return profile(name, "Unit", **{"M": m, "T": t, "SV": sv, "W": w, "LD": "6+", "OC": 1} | more)


def shooting(
    name: str, range_: str = '24"', a: object = 2, bs: str = "3+", s: object = 4, ap: object = "-1", d: object = 1,
    keywords: str = "-",
) -> Node:  # fmt: skip
    """A ranged profile."""
    columns = {"Range": range_, "A": a, "BS": bs, "S": s, "AP": ap, "D": d, "Keywords": keywords}
    return profile(name, "Ranged Weapons", **columns)


def fighting(name: str, a: object = 3, ws: str = "3+", s: object = 4, ap: object = "0", d: object = 1) -> Node:
    """A melee profile."""
    columns = {"Range": "Melee", "A": a, "WS": ws, "S": s, "AP": ap, "D": d, "Keywords": "-"}
    return profile(name, "Melee Weapons", **columns)


def gun(name: str, number: int = 1, group: str = "", **values: Any) -> Node:
    """A selection with one ranged profile of its own name."""
    return upgrade(name, shooting(name, **values), number=number, group=group)


def blade(name: str, number: int = 1, **values: Any) -> Node:
    return upgrade(name, fighting(name, **values), number=number)


# ---- 7th edition


def old_statline(
    name: str, kind: str = "Infantry", ws: object = 4, bs: object = 4, s: object = 4, t: object = 4, w: object = 1,
    save: str = "3+", **more: object,
) -> Node:  # fmt: skip
    columns = {"Unit Type": kind, "WS": ws, "BS": bs, "S": s, "T": t, "W": w, "I": 4, "A": 1, "LD": 8, "Save": save}
    return profile(name, "Unit", **columns | more)


def old_vehicle(
    name: str, bs: object = 4, front: object = 11, side: object = 11, rear: object = 10, hp: object = 3,
    kind: str = "Vehicle (Tank, Transport)",
) -> Node:  # fmt: skip
    return profile(name, "Vehicle", **{"BS": bs, "Front": front, "Side": side, "Rear": rear, "HP": hp, "Type": kind})


def old_shooting(name: str, range_: str = '24"', s: object = 4, ap: object = "5", kind: str = "Rapid Fire") -> Node:
    return profile(name, "Weapon", **{"Range": range_, "Strength": s, "AP": ap, "Type": kind})


def old_gun(name: str, number: int = 1, group: str = "", **values: Any) -> Node:
    return upgrade(name, old_shooting(name, **values), number=number, group=group)


def old_roster(*below: Node, **more: Any) -> Node:
    return roster(*below, **{"system": SEVENTH, "game": SEVENTH_NAME, "writer": ""} | more)


# ---- files


def as_json(made: Node, wrapped: bool = True, bom: bool = False, encoding: str = "utf-8") -> bytes:
    """As New Recruit writes it: ``{"roster": {...}}``; ``wrapped=False``: forces at the top."""
    text = json.dumps({"roster": made} if wrapped else made, ensure_ascii=False)
    return (b"\xef\xbb\xbf" if bom else b"") + text.encode(encoding)


def as_xml(made: Node, spelling: str = "text", encoding: str = "UTF-8") -> bytes:
    """As BattleScribe 2.03 writes it. ``spelling``: ``text`` or ``value`` (an attribute) of characteristics."""
    lines = [f'<?xml version="1.0" encoding="{encoding}" standalone="yes"?>']
    write(lines, "roster", made | {"xmlns": SCHEMA}, spelling)
    return "\n".join(lines).encode(encoding)


def as_listforge(made: Node) -> bytes:
    """As ListForge writes it: what it says of the list stands around it."""
    around = {key: made[key] for key in ("id", "name", "gameSystemId", "gameSystemName") if key in made}
    inner = {key: value for key, value in made.items() if key not in {"generatedBy", "gameSystemId", "gameSystemName"}}
    return json.dumps(around | {"generatedBy": "List Forge", "roster": inner}).encode()


def as_link(content: bytes) -> str:
    """A link of ListForge with such JSON in it."""
    return LINK + base64.b64encode(gzip.compress(content, mtime=0)).decode()


def as_zip(content: bytes, name: str = "Test Legion.ros") -> bytes:
    return zipped({name: content})


def zipped(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file.getvalue()


# ---- how it is done


def costs(points: float) -> list[Node]:
    return [{"name": "pts", "typeId": "51b2-306e-1021-d207", "value": points}]


def points_of(node: Node) -> float:
    own = sum(one["value"] for one in node.get("costs", ()))
    return float(own + sum(map(points_of, [*node.get("selections", ()), *node.get("forces", ())])))


def placed(below: tuple[Node, ...]) -> Node:
    """Each in the list that it belongs to."""
    made: Node = {}
    for one in below:
        place = next(place for sign, place in PLACES.items() if sign in one)
        made.setdefault(place, []).append(one)
    return made


def write(lines: list[str], tag: str, node: Node, spelling: str) -> None:
    attributes, inside, text = "", list[tuple[str, Any]](), ""
    for key, value in node.items():
        if key in ONE_OF or key == "description":
            inside.append((key, value))
        elif key == "$text" and spelling == "text":
            text = str(value)
        else:
            said = str(value).lower() if isinstance(value, bool) else str(value)
            attributes += f" {'value' if key == '$text' else key}={quoteattr(said)}"
    lines.append(f"<{tag}{attributes}>{escape(text)}" + ("" if inside else f"</{tag}>"))
    for key, value in inside:
        if key == "description":
            lines.append(f"<description>{escape(value)}</description>")
            continue
        lines.append(f"<{key}>")
        for one in value:
            write(lines, ONE_OF[key], one, spelling)
        lines.append(f"</{key}>")
    if inside:
        lines.append(f"</{tag}>")
