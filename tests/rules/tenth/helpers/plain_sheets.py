"""Units as people write them: plain values and lines of words, for ``oracle.py``, and the list that the program reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth import lists


class Gun(NamedTuple):
    """A weapon; amounts as printed. ``skill`` is None where it hits automatically."""

    name: str
    range: int
    attacks: str
    skill: int | None
    strength: str
    ap: int
    damage: str
    lines: tuple[str, ...] = ()


class Man(NamedTuple):
    """A kind of model; saves are the number before the plus, None for none."""

    name: str
    toughness: int
    save: int | None
    wounds: int = 1
    invulnerable: int | None = None
    guns: tuple[Gun, ...] = ()
    lines: tuple[str, ...] = ()
    character: bool = False
    leader: bool = False  # leader: yes, in a unit whose other models it leads
    lost: int = 0
    of: str = ""  # the unit of the list it came with


class Part(NamedTuple):
    """A unit of the list."""

    name: str
    men: tuple[tuple[Man, int], ...]
    lines: tuple[str, ...] = ()
    leads: bool = False  # leader: NAME of the first


class Troop(NamedTuple):
    """One unit on the table: bodyguards first, then who leads them from a unit of their own."""

    name: str
    parts: tuple[Part, ...]
    keywords: tuple[str, ...] = ()  # of all its models

    @property
    def men(self) -> list[tuple[Man, int, Part]]:
        """In the order of the list, leaders last."""
        every = [(man, n, part) for part in self.parts for man, n in part.men]
        return sorted(every, key=lambda row: leads(row[0], row[2]))

    @property
    def attached(self) -> bool:
        leading = [leads(man, part) for man, _, part in self.men]
        return any(leading) and not all(leading)

    @property
    def all_keywords(self) -> set[str]:
        return {*self.keywords, *(["CHARACTER"] if any(is_character(man, part) for man, _, part in self.men) else [])}

    def guns(self) -> Iterator[Gun]:
        for man, _, _ in self.men:
            yield from man.guns

    def lines(self) -> Iterator[str]:
        """Every line of words in it."""
        for part in self.parts:
            yield from part.lines
        for man, _, _ in self.men:
            yield from man.lines
        for gun in self.guns():
            yield from gun.lines


def leads(man: Man, part: Part) -> bool:
    return man.leader or (part.leads and man.character)


def is_character(man: Man, part: Part) -> bool:
    return man.character or man.leader


# The list of the program ---------------------------------------------------------------------------------------------


def units(*troops: Troop) -> list[Unit]:
    """What the program makes of them."""
    return list(lists.read(read_text(json.dumps(document(*troops)), "list.yaml"), "list.yaml").units)


def document(*troops: Troop) -> dict[str, Any]:
    weapons = {gun.name: gun for troop in troops for gun in troop.guns()}
    return {
        "ruleset": "40k-10e",
        "name": "Drawn",
        "weapons": {name: weapon_of(gun) for name, gun in weapons.items()},
        "units": [unit_of(troop, part) for troop in troops for part in troop.parts],
    }


def weapon_of(gun: Gun) -> dict[str, Any]:
    if any(line.startswith("Mortal Wounds") for line in gun.lines):
        return {"range": gun.range, "A": gun.attacks, "abilities": list(gun.lines)}
    said = {"range": gun.range, "A": gun.attacks, "S": gun.strength, "AP": gun.ap, "D": gun.damage}
    skill = {} if gun.skill is None else {"BS": f"{gun.skill}+"}
    return {**said, **skill, "abilities": list(gun.lines)}


def unit_of(troop: Troop, part: Part) -> dict[str, Any]:
    keywords = [*troop.keywords, *(["CHARACTER"] if part.leads else [])]
    said = {"leader": troop.parts[0].name} if part.leads else {}
    effects = {"effects": list(part.lines)} if part.lines else {}
    return {"name": part.name, **said, "keywords": keywords, "models": [man_of(*row) for row in part.men], **effects}


def man_of(man: Man, n: int) -> dict[str, Any]:
    said: dict[str, Any] = {"name": man.name, "count": n, "T": man.toughness, "W": man.wounds}
    said["Sv"] = "-" if man.save is None else f"{man.save}+"
    if man.invulnerable:
        said["Inv"] = f"{man.invulnerable}+"
    if man.lost:
        said["lost"] = man.lost
    if man.leader:
        said["leader"] = True
    if man.character and not man.leader:
        said["keywords"] = ["CHARACTER"]
    said["weapons"] = [gun.name for gun in man.guns]
    return {**said, **({"abilities": list(man.lines)} if man.lines else {})}
