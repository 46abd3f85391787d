"""A small package of datasheets in the shape of the public one, written by us: its names and numbers are in no book.

``installed`` puts it where Python finds packages, in front of the real one, if that is there. Everything that the data of
the real one was seen to have is in it somewhere: two units of one name, a weapon that nobody describes, a unit that
nobody says the models of, values carried over, abilities that lack conditions.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

VERSION = "9.9"
NOW, BEFORE = {"edition": "11th", "dataslate": "launch"}, {"edition": "11th", "dataslate": "pre-launch-provisional"}
MODULE = """import json
from pathlib import Path

def raw_data():
    return json.loads((Path(__file__).parent / "data.json").read_text(encoding="utf-8"))
"""


def word(name: str, **parameters: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"keyword_id": name.lower().replace(" ", "-")}
    return found | ({"parameters": parameters} if parameters else {})


def way(name: str, reach: Any, a: Any, skill: int | None, s: int, ap: int, d: Any, *words: Any) -> dict[str, Any]:
    stats = {"A": a, ("WS" if reach == "Melee" else "BS"): skill, "S": s, "AP": ap, "D": d}
    stats = {key: value for key, value in stats.items() if value is not None}
    return {"name": name, "range": reach, "stats": stats, "keywords": list(words)}


def weapon(own: str, *ways: dict[str, Any], version: Any = NOW, faction: str = "lanterns") -> dict[str, Any]:
    kind = "melee" if all(one["range"] == "Melee" for one in ways) else "ranged"
    name = own.split("--")[0].replace("-", " ").capitalize()
    return {
        "id": own,
        "name": name,
        "faction_id": faction,
        "game_version": version,
        "type": kind,
        "profiles": list(ways),
    }


def unit(name: str, stats: tuple[int, ...], size: tuple[int, int], *weapons: str, **more: Any) -> dict[str, Any]:
    """``stats``: M, T, Sv, W, Ld, OC, and the invulnerable save if there is one."""
    keys = ("M", "T", "Sv", "W", "Ld", "OC", "invuln_sv")
    line = {"name": name, "invuln_sv": None} | dict(zip(keys, stats, strict=False))
    return {
        "id": name.lower().replace(" ", "-"), "name": name, "faction_id": "lanterns", "game_version": NOW,
        "faction_keywords": ["Lanterns"], "keywords": ["Infantry"], "model_count": {"min": size[0], "max": size[1]},
        "profiles": [line], "weapon_ids": list(weapons), "points": [{"cost": 50, "models": size[0]}],
        "points_provisional": False, "ability_ids": [],
    } | more  # fmt: skip


def row(name: str, low: int, high: int, *weapons: str, leads: bool = False) -> dict[str, Any]:
    return {"name": name, "min": low, "max": high, "default_weapon_ids": list(weapons), "is_leader_model": leads}


def body(of: str, *rows: dict[str, Any], faction: str = "lanterns") -> dict[str, Any]:
    return {"unit_id": of, "faction_id": faction, "game_version": NOW, "models": list(rows)}


def option(of: str, takes: list[str], instead: list[str], **limit: Any) -> dict[str, Any]:
    found = {"unit_id": of, "faction_id": "lanterns", "game_version": NOW, "replacement": takes, "replaces": instead}
    return found | ({"model_constraint": limit} if limit else {})


def ability(name: str, effect: Any, kind: str = "unit", reach: str = "unit", **more: Any) -> dict[str, Any]:
    return {
        "ability_id": name.lower().replace(" ", "-").replace("+", ""), "name": name, "ability_type": kind,
        "behavior": "passive", "effect": effect, "scope": {"range": reach, "duration": "permanent"},
        "faction_id": "lanterns", "game_version": NOW,
    } | more  # fmt: skip


def effect(kind: str, target: str = "unit", **modifier: Any) -> dict[str, Any]:
    return {"type": kind, "target": target, "modifier": modifier}


def when(condition: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    return {"type": "conditional", "condition": condition, "effect": then}


HITS_ON_MORE = effect("roll-modifier", operation="add", roll="hit", value=1)
AT_BIG_ONES = {
    "operator": "or",
    "operands": [{"type": "target-has-keyword", "parameters": {"keyword": one}} for one in ("MONSTER", "VEHICLE")],
}
LED = {"type": "is-attached"}
FIGHT = {"type": "phase-is", "parameters": {"phase": "fight"}}

PLAIN = unit(
    "Lamp Guard", (6, 4, 3, 2, 6, 2), (5, 10), "lamp-rifle", "hand-lamp", "club", "arc-lamp", "storm-lamp",
    keywords=["Infantry", "Battleline", "Explosives"],
    ability_ids=["keen-eyes", "long-stride", "stealth", "lights-out"],
    points=[
        {"cost": 80, "models": 5, "unit_count_min": 1, "unit_count_max": 1},
        {"cost": 150, "models": 6, "models_max": 10, "unit_count_min": 1, "unit_count_max": 1},
        {"cost": 90, "models": 5, "unit_count_min": 2, "unit_count_max": None},
        {"cost": 170, "models": 6, "models_max": 10, "unit_count_min": 2, "unit_count_max": None},
    ],
    wargear_costs=[{"item_id": "arc-lamp", "cost": 5}],
)  # fmt: skip
CHIEF = unit(
    "Lamp Master", (6, 4, 3, 5, 6, 1, 4), (1, 1), "hand-lamp--lamp-master", "lost-lamp", attachment_role="leader",
    keywords=["Infantry", "Character"], ability_ids=["leader", "bright-words", "feel-no-pain-5"],
)  # fmt: skip
CART = unit(
    "Lamp Cart", (10, 9, 3, 10, 7, 3, 5), (1, 1), "lamp-cannon", keywords=["Vehicle"], transport_capacity={"capacity": 12},
    ability_ids=["deadly-demise-d3"], game_version=BEFORE,
)  # fmt: skip
HERMIT = unit("Hermit", (6, 4, 4, 4, 7, 1), (1, 1), "hand-lamp", points=None, game_modes=["combat-patrol"])
OTHER_CART = CART | {"faction_id": "torches", "faction_keywords": ["Torches"], "points": [{"cost": 99, "models": 1}]}
AIDE = unit(
    "Lamp Aide", (6, 4, 3, 3, 6, 1), (1, 1), "hand-lamp", attachment_role="support", keywords=["Infantry", "Character"]
)
SHY = unit("Shy Guard", (6, 4, 3, 2, 6, 2), (3, 3), "lamp-rifle", "arc-lamp", "club")
ARCHER = unit(
    "Torch Archer", (6, 3, 5, 1, 7, 2), (10, 20), "fire-bow", faction_id="torches", faction_keywords=["Torches"]
)
RELIC = unit("Old Relic", (0, 9, 2, 9, 6, 0), (1, 1), game_version={"edition": "10th", "dataslate": "old"})

DATA: dict[str, Any] = {
    "factions": [
        {"id": "lanterns", "name": "Lanterns", "aliases": ["Lamp Bearers"], "keywords": ["Lanterns"]},
        {"id": "torches", "name": "Torches", "aliases": [], "keywords": ["Torches"]},
    ],
    "units": [PLAIN, CHIEF, CART, HERMIT, SHY, AIDE, OTHER_CART, ARCHER, RELIC],
    "unit_compositions": [
        body(
            "lamp-guard", row("Lamp Sergeant", 1, 1, "hand-lamp", "lamp-rifle", "club", leads=True),
            row("Lamp Guard", 4, 9, "hand-lamp", "lamp-rifle", "club"),
        ),
        body("lamp-master", row("Lamp Master", 1, 1, "hand-lamp--lamp-master", "lost-lamp")),
        body("lamp-aide", row("Lamp Aide", 1, 1, "hand-lamp")),
        body("shy-guard", row("Shy Guard", 3, 3, "club")),
        body("lamp-cart", row("Lamp Cart", 1, 1, "lamp-cannon")),
        body("lamp-cart", row("Lamp Cart", 1, 1, "lamp-cannon"), faction="torches"),
        body("torch-archer", row("Torch Archer", 10, 20, "fire-bow"), faction="torches"),
    ],
    "weapons": [
        weapon("lamp-rifle", way("Broad", 24, 2, 3, 4, -1, 1, word("Assault"), word("Rapid Fire", value=1)),
               way("Narrow", 24, 1, 3, 5, -1, 2, word("Heavy"))),
        weapon("hand-lamp", way("Hand lamp", 12, 1, 3, 4, 0, 1, word("Close-quarters")), version=BEFORE),
        weapon("hand-lamp--lamp-master", way("Hand lamp", 12, 2, 2, 4, 0, 1, word("Pistol"))),
        weapon("club", way("Club", "Melee", 3, 3, 4, 0, 1)),
        weapon("arc-lamp", way("Arc lamp", 36, "D6+1", 3, 9, -2, "D3", word("Blast", value=2),
               word("Lethal Hits", required_target_keywords_any=["Monster", "Vehicle"]))),
        weapon("storm-lamp", way("Storm lamp", 12, "D6", None, 4, 0, 1, word("Torrent"))),
        weapon("lamp-cannon", way("Lamp cannon - far", 48, 2, 3, 12, -3, "D6+1", word("Twin-linked")),
               way("Hunter", 48, 1, 2, 14, -4, "D6+2", word("Hunter", target_keyword="Monster"),
                   word("Hunter", target_keyword="Vehicle"), word("Dazzling"))),
        weapon("fire-bow", way("Fire bow", 18, 1, 4, 3, 0, 1,
               word("Anti", target_keyword="Infantry", threshold=4)), faction="torches"),
        weapon("lamp-cannon", way("Lamp cannon", 48, 3, 4, 10, -3, 3, word("Twin-linked")), faction="torches"),
    ],
    "abilities": [
        ability("Keen Eyes", when(AT_BIG_ONES, HITS_ON_MORE)),
        ability("Long Stride", effect("movement-modifier", distance=3)),
        ability("Stealth", effect("roll-modifier", "attacker", operation="subtract", roll="hit", value=1), "core"),
        ability("Lights Out", effect("ability-grant", ability_id="something-else")),
        ability("Leader", effect("ability-grant", ability_id="leader"), "core"),
        ability("Bright Words", when(LED, effect("re-roll", roll="hit", subset="ones"))),
        ability("Feel No Pain 5+", effect("feel-no-pain", threshold=5), "core"),
        ability("Deadly Demise D3", effect("mortal-wounds", "enemy-within-aura", count="D3"), "core"),
    ],
    "leader_attachments": [
        {"leader_id": own, "eligible_bodyguard_ids": ["lamp-guard"]} for own in ("lamp-master", "lamp-aide")
    ],
    "wargear_options": [
        option("lamp-guard", ["arc-lamp"], ["lamp-rifle"], per_n_models=5),
        option("shy-guard", ["arc-lamp"], ["lamp-rifle"], max_count=1),
        option("lamp-guard", ["storm-lamp"], ["hand-lamp"], any_number=True, model_name="Lamp Sergeant"),
    ],
    "weapon_keywords": [
        {"id": "close-quarters", "name": "Close-quarters"}, {"id": "rapid-fire", "name": "Rapid Fire"},
    ],
    "enhancements": [{"id": "bright-oil", "name": "Bright Oil", "cost": 15}],
}  # fmt: skip


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, module: str = "wh40kdc", data: Any = DATA) -> None:
    """The package is there until the test ends, and nothing of it is afterwards."""
    for name in (module, f"{module}.data"):
        if name not in sys.modules:
            monkeypatch.setitem(sys.modules, name, sys)  # taken out again at the end, whatever stands there then
    monkeypatch.syspath_prepend(str(written(folder, module, data)))
    for name in [one for one in sys.modules if one.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)


def written(folder: Path, module: str = "wh40kdc", data: Any = DATA) -> Path:
    """The folder, with the package in it: for the path of another process."""
    package, about = folder / module / "data", folder / f"{module}-{VERSION}.dist-info"
    package.mkdir(parents=True)
    about.mkdir()
    (folder / module / "__init__.py").write_text("")
    (package / "__init__.py").write_text(MODULE)
    (package / "data.json").write_text(json.dumps(data), encoding="utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: {VERSION}\n")
    return folder
