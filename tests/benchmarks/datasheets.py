"""Plain datasheets of the 10th edition, drawn at random: what shoots, and what is shot at, in a realistic spread.

``attackers(3000)`` and ``targets(1500)`` are units as a list has them. Of a seed they are always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from shoot_cli.armies.yaml_text import tree_of
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth import lists

Made = dict[str, Any]
AT_ONCE = 100  # units of one list

# A weapon: attacks, Strength, AP, damage; abilities that such weapons nearly always have, and those that some have.
WEAPONS: dict[str, tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "rifle": (("1", "2", "2", "3"), (3, 4, 4, 5), (0, 0, -1), ("1",), (), ("Rapid Fire 1", "Assault", "Heavy", "Lethal Hits")),
    "heavy rifle": (("2", "3", "4"), (5, 5, 6), (-1, -1, -2), ("1", "2", "2"), (), ("Sustained Hits 1", "Heavy", "Lethal Hits")),
    "plasma": (("1", "2"), (7, 8), (-2, -3), ("1", "2", "3"), (), ("Rapid Fire 1", "Hazardous", "Pistol")),
    "melta": (("1", "2"), (8, 9, 10), (-3, -4), ("D6", "D6", "D3"), (), ("Melta 2", "Twin-linked")),
    "lance": (("1", "2", "3"), (10, 12, 14), (-2, -3, -4), ("D6+1", "D6", "D3+3", "6"), (), ("Heavy", "Twin-linked", "Anti-VEHICLE 4+")),
    "autocannon": (("2", "3", "4"), (7, 8, 9), (-1, -2), ("2", "3"), (), ("Twin-linked", "Sustained Hits 1", "Anti-FLY 4+")),
    "flamer": (("D6", "D6", "D6+2"), (3, 4, 5, 6), (0, 0, -1), ("1",), ("Torrent", "Ignores Cover"), ("Pistol", "Twin-linked")),
    "cannon": (("D6", "D6+3", "2D6"), (6, 8, 10, 12), (-1, -1, -2), ("1", "2", "3"), ("Blast",), ("Heavy", "Indirect Fire")),
    "missile": (("1", "2", "D3"), (8, 9, 10), (-2, -3), ("D6", "D6+1", "D3"), (), ("Blast", "Lethal Hits")),
    "gatling": (("6", "8", "12"), (5, 6, 7), (0, -1), ("1", "1", "2"), (), ("Devastating Wounds", "Twin-linked", "Sustained Hits 1")),
    "sniper": (("1", "1", "2"), (4, 5, 7), (-1, -2, -3), ("2", "3", "D3"), ("Heavy",), ("Devastating Wounds", "Anti-INFANTRY 4+", "Precision")),
}  # fmt: skip


def weapon(random: Random, kind: str) -> Made:
    attacks, strength, ap, damage, always, some = WEAPONS[kind]
    abilities = [*always, *(one for one in some if random.random() < 0.25)]
    made = {
        "range": random.choice((12, 18, 24, 24, 36, 48)),
        "A": random.choice(attacks),
        "S": random.choice(strength),
        "AP": random.choice(ap),
        "D": random.choice(damage),
        "abilities": abilities,
    }
    return made if "Torrent" in abilities else {**made, "BS": f"{random.choice((2, 3, 3, 3, 4, 4, 5))}+"}


def attacker(random: Random, name: str) -> tuple[Made, dict[str, Made]]:
    """A squad with a sergeant and heavy weapons, a few heavy infantry, or a vehicle."""
    sort = random.choices(("squad", "elite", "vehicle"), (5, 2, 3))[0]
    kinds = {
        "squad": ["rifle", *random.choices(("plasma", "melta", "flamer", "missile", "heavy rifle"), k=random.choice((0, 1, 1, 2)))],
        "elite": random.choices(("heavy rifle", "plasma", "melta", "autocannon", "sniper"), k=random.choice((1, 1, 2))),
        "vehicle": random.choices(("lance", "cannon", "autocannon", "gatling", "melta", "missile", "flamer"), k=random.choice((1, 2, 2, 3))),
    }[sort]  # fmt: skip
    weapons = {f"{kind} {place} of {name}": weapon(random, kind) for place, kind in enumerate(kinds)}
    first, *others = weapons
    if sort == "vehicle":
        return unit(name, random, [model("Tank", 1, random, weapons=[*weapons], T=10, W=11)], ["VEHICLE"]), weapons
    n = random.choice((5, 10, 10, 20) if sort == "squad" else (3, 5, 6))
    models = [model("Trooper", n - len(others) - (n > 3), random, weapons=[first])]
    if n > 3:
        models.append(model("Sergeant", 1, random, weapons=[first]))
    models += [model(f"Gunner {place}", 1, random, weapons=[one]) for place, one in enumerate(others)]
    return unit(name, random, models, ["INFANTRY"]), weapons


def target(random: Random, name: str) -> tuple[Made, dict[str, Made]]:
    """Infantry light and heavy, monsters and vehicles: Toughness 3 to 13, every save, 1 to 20 models, 1 to 24 wounds."""
    sort = random.choices(("horde", "infantry", "heavy", "beast", "vehicle", "knight"), (3, 5, 4, 2, 5, 1))[0]
    n, toughness, wounds, saves = {
        "horde": ((10, 15, 20), (3, 4, 5), (1,), (4, 5, 6, 7)),
        "infantry": ((5, 5, 10, 10), (3, 4, 4), (1, 2, 2), (2, 3, 3, 4)),
        "heavy": ((2, 3, 3, 5, 6), (5, 6, 7), (2, 3, 3, 4), (2, 2, 3)),
        "beast": ((1, 1, 2, 3), (5, 6, 7, 8), (4, 5, 6, 8), (3, 4, 5)),
        "vehicle": ((1, 1, 1, 2), (8, 9, 10, 11, 12), (9, 10, 11, 12, 13, 14, 16), (2, 3, 3, 4)),
        "knight": ((1,), (11, 12, 13), (18, 22, 24), (2, 3)),
    }[sort]
    big = sort in ("beast", "vehicle", "knight")
    values: Made = {"T": random.choice(toughness), "W": random.choice(wounds), "Sv": save(random.choice(saves))}
    if random.random() < (0.4 if big else 0.25):
        values["Inv"] = f"{random.choice((4, 4, 5, 5, 6))}+"
    if random.random() < 0.15:
        values["FNP"] = f"{random.choice((4, 5, 5, 6))}+"
    models = random.choice(n)
    parts = [model("Model", models, random, **values)]
    if models >= 5:
        parts = [model("Model", models - 1, random, **values), model("Sergeant", 1, random, **values)]
    keywords = {"beast": ["MONSTER"], "vehicle": ["VEHICLE"], "knight": ["VEHICLE"]}.get(sort, ["INFANTRY"])
    return unit(name, random, parts, keywords + ["FLY"] * (random.random() < 0.1)), {}


def save(need: int) -> str:
    return f"{need}+" if need < 7 else "-"


def model(name: str, count: int, random: Random, **values: Any) -> Made:
    return {"name": name, "count": count, "T": 4, "W": 2, "Sv": "3+", "weapons": [], **values}


def unit(name: str, random: Random, models: list[Made], keywords: list[str]) -> Made:
    return {"name": name, "points": random.randrange(50, 400, 5), "keywords": keywords, "models": models}


def drawn(make: Callable[[Random, str], tuple[Made, dict[str, Made]]], n: int, seed: int) -> Iterator[Unit]:
    random = Random(f"{make.__name__} {seed}")
    for first in range(0, n, AT_ONCE):
        units, weapons = list[Made](), dict[str, Made]()
        for place in range(first, min(n, first + AT_ONCE)):
            one, own = make(random, f"{make.__name__} {place}")
            units.append(one)
            weapons |= own
        document = {"ruleset": "40k-10e", "name": "Drawn", "weapons": weapons, "units": units}
        yield from lists.read(tree_of(document), "").units


def attackers(n: int, seed: int = 1) -> list[Unit]:
    return [*drawn(attacker, n, seed)]


def targets(n: int, seed: int = 1) -> list[Unit]:
    return [*drawn(target, n, seed)]
