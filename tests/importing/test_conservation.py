"""Whatever a roster looks like, its list has as many models and as many of each weapon as the file (IMP-10, 12, 30)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.helpers.samples import seeds
from tests.importing.tenth_rosters import taken_from
from tests.importing.written_rosters import Node, blade, gun, model, roster, shooting, statline, unit, upgrade

NAMES = ("Rifle", "Pistol", "Cannon", "Twin-linked thrower")


def carried(chance: random.Random, number: int) -> Node:
    """Something with a weapon, or a bundle of some; each has a Strength of its own, by which it is known."""
    name, strength = chance.choice(NAMES), chance.randint(1, 50)
    kind = chance.randrange(5)
    if kind == 0:
        modes = (shooting(f"➤ {name} - {mode}", s=strength) for mode in ("standard", "supercharge"))
        return upgrade(name, *modes, number=number)
    if kind == 1:
        few = gun(name, s=strength, number=chance.randint(0, 2 * number))
        return upgrade("Kit", few, gun("Spare", s=strength, number=number), number=number)
    return gun(name, s=strength, number=number)


def squad(chance: random.Random, name: str) -> Node:
    below = [statline(name)]
    models = 0
    for place in range(chance.randint(1, 4)):
        count = chance.choice((1, 1, 2, 4, 5, 9, 10))
        numbers = (chance.choice((count, count, 2 * count, 1, chance.randint(1, 2 * count))) for _ in range(3))
        items = [blade("Knife", count), *(carried(chance, number) for number in numbers)]
        one = model(f"Model {place}", *items, *[statline(f"Model {place}", w=3)] * chance.randint(0, 1), number=count)
        below.append(upgrade("Group", one) if chance.random() < 0.2 else one)
        models += count
    if chance.random() < 0.5:
        below.append(carried(chance, chance.choice((1, 2, models, models + 1, 2 * models))))
    chance.shuffle(below)
    return unit(name, *below, points=50)


def everything(node: Node) -> Iterator[Node]:
    for one in node.get("selections", ()):
        if one["number"]:
            yield one
            yield from everything(one)


def in_file(node: Node) -> tuple[int, Counter[int]]:
    """Models, and weapons by their Strength."""
    found: Counter[int] = Counter()
    for one in everything(node):
        tables = [{c["name"]: c["$text"] for c in table["characteristics"]} for table in one.get("profiles", ())]
        found.update(dict.fromkeys({int(table["S"]) for table in tables if "BS" in table}, one["number"]))
    return sum(one["number"] for one in everything(node) if one["type"] == "model"), found


@pytest.mark.rule("IMP-10")
@pytest.mark.parametrize("seed", seeds(6, 50))
def test_nothing_is_lost_and_nothing_doubled(seed: int) -> None:
    chance = random.Random(seed)
    squads = [squad(chance, f"Squad {place}") for place in range(3)]
    came = taken_from(roster(*squads))
    assert came.left() == []
    for place, said in enumerate(squads):
        models, weapons = in_file(said)
        found: Counter[int] = Counter()
        for page in came.unit(place)["models"]:
            for words in page.get("weapons", ()):
                known = words in came.document["weapons"]
                name = words if known else re.sub(r"^\dx ", "", words)
                times = 1 if known else int(words[0])
                weapon = came.weapon(name)
                strength = next(iter(weapon.get("modes", {"": weapon}).values()))["S"]
                found[strength] += times * page["count"]
        assert sum(page["count"] for page in came.unit(place)["models"]) == models
        assert +found == +weapons
