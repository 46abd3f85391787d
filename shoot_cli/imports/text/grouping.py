"""Which words of a unit are models, and which are what they carry: told by shape, or by whoever knows the names.

A model has lines deeper than its own. So has a bundle of weapons (``Autocannon and claws`` over an autocannon and
claws), and in a text that has lost its indents nothing stands deeper than anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from shoot_cli.imports.text.lists import CountedLine, Group, Item, TextUnit

# what a name is on a datasheet: a model of just this name, likely one, wargear, one or the other; "" of none of them
MODEL, LIKELY, GEAR, EITHER = "model", "likely", "gear", "either"
Kind = Callable[[str], str]
LOST_INDENTS = "the text has lost its indents"
APART = re.compile(r" and | & | w/ | with |, ?| \+ | / ")
WITH_ARMS = re.compile(r" w/ | with ", re.IGNORECASE)
SEVERAL = re.compile(r", and |, | and | & ")
GLUED = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
WORD = re.compile(r"[^\W_]+")
RANKS = frozenset({  # words of models that lead others, or are many
    "sergeant", "champion", "leader", "superior", "prime", "alpha", "princeps", "exarch", "nob", "boss", "captain",
    "master", "sergent", "chef", "guard", "trooper", "troopers", "veteran", "veterans", "warrior", "warriors",
    "marine", "marines", "swarm", "ui", "vre", "acolyte", "brother", "sister", "gunner", "marshal", "tempestor",
})  # fmt: skip
ARMS = frozenset({  # words of weapons and gear
    "weapon", "weapons", "pistol", "pistols", "rifle", "rifles", "gun", "guns", "cannon", "cannons", "blade", "blades",
    "sword", "swords", "claw", "claws", "fist", "fists", "launcher", "launchers", "missile", "missiles", "bolter",
    "boltgun", "carbine", "carbines", "axe", "hammer", "spear", "staff", "stave", "knife", "knives", "flamer",
    "flamers", "melta", "meltagun", "lascannon", "lasgun", "laspistol", "blaster", "blasters", "grenade", "grenades",
    "teeth", "tail", "tracks", "limbs", "hooves", "talons", "mutations", "chainsword", "chainblade", "chainblades",
    "shield", "icon", "banner", "vox", "relic", "lance", "whip", "bow", "drone", "drones", "beam", "array", "turret",
    "bite", "choppa", "shoota", "slugga", "klaw", "incinerator", "autocannon", "stubber", "mace", "helm", "charge",
    "bomb", "battery", "railgun", "plasma", "volley", "bulk", "hull", "feet", "horns", "jaws", "tentacles", "scythe",
    "beacon", "scythes", "glaive", "halberd", "eviscerator", "chainfist", "appendages", "wargear", "system",
    "generator",
})  # fmt: skip


def singular(word: str) -> str:
    """A crude one, good for comparing: ``berzerkers`` and ``berzerker``, ``boyz`` and ``boy``."""
    return word[:-1] if len(word) > 3 and word[-1] in "sz" and word[-2] != "s" else word


def stem(name: str) -> tuple[str, ...]:
    """The words of a name, for comparing: without numbers before it, marks and plurals."""
    words = [singular(word) for word in WORD.findall(name.casefold())]
    return tuple(words[1:] if len(words) > 1 and words[0].isdecimal() else words)


def is_bundle(name: str, carried: Iterable[str]) -> bool:
    """A name made of nothing but the ends of what stands below it: ``2 cannons and claws`` over ``Forge claws`` and
    ``Cannon``. A ``Boy with shoota`` is none: nothing below is called boy."""
    below = [stem(one) for one in carried]
    parts = [part for part in map(stem, APART.split(name.casefold())) if part]
    return bool(parts) and bool(below) and all(any(one[-len(part) :] == part for one in below) for part in parts)


def gathered(items: Iterable[Item]) -> tuple[Item, ...]:
    """Equal names together: some write a name again in place of a number."""
    found: dict[str, Item] = {}
    for item in items:
        before = found.get(item.name.casefold())
        found[item.name.casefold()] = item if before is None else before.but(n=before.n + item.n)
    return tuple(found.values())


def in_groups(unit: str, rows: Sequence[CountedLine], kind: Kind = lambda name: "") -> list[bool]:
    """Which rows without indents are models, told apart by their names; ``kind``: what the datasheet says of them.

    A row that has a model right behind it carries nothing, so it is an item, unless it is named as the unit is or the
    datasheet knows it. What is a model as much as wargear is a model if it stands there twice.
    """
    kinds = [kind(row.name) for row in rows]
    sure = [one in (MODEL, LIKELY) or _named_as(unit, row.name) for one, row in zip(kinds, rows, strict=True)]
    models = [
        one in (MODEL, LIKELY) or (one != GEAR and _likely(unit, row)) for one, row in zip(kinds, rows, strict=True)
    ]
    for place, one in enumerate(kinds):
        if one == EITHER and stem(rows[place].name) in (stem(other.name) for other in rows[place + 1 : place + 2]):
            models[place], models[place + 1], sure[place] = True, False, True
    first = next((place for place, is_model in enumerate(models) if is_model), None)
    if first is not None and first > 1 and not kinds[0] and not _armed(rows[0].name):
        models[0] = True  # somebody must carry what stands before the first that was known as a model
    for place in range(len(rows) - 1):
        if models[place] and models[place + 1] and not sure[place]:
            models[place] = False
    if rows and models and models[-1] and not sure[-1]:
        models[-1] = False
    return models


def with_bullets(bullets: Sequence[bool]) -> list[bool]:
    """Which rows are models where of several items the first alone has a bullet: of two bullets the first is a model.

    So it is in pairs; an odd one before them is the unit's own. Empty if bullets do not tell.
    """
    if all(bullets) or not bullets[0]:
        return []
    models, at = [False] * len(bullets), 0
    for bullet, run in groupby(bullets):
        many = len([*run])
        for place in range(at + many % 2, at + many, 2):
            models[place] = bullet
        at += many
    return models if any(models) else []


def split_at(rows: Sequence[CountedLine], models: Sequence[bool]) -> tuple[tuple[Item, ...], tuple[Group, ...]]:
    """Items before the first model, and each model with those behind it."""
    loose: list[Item] = []
    groups: list[tuple[CountedLine, list[Item]]] = []
    for row, is_model in zip(rows, models, strict=True):
        if is_model:
            groups.append((row, []))
        else:
            (groups[-1][1] if groups else loose).append(Item(row.name, row.n))
    return gathered(loose), tuple(Group(row.name, row.n, gathered(items), row.line) for row, items in groups)


def _armed(name: str) -> bool:
    """It has a word of weapons and gear; what a model of that name is told to have does not count."""
    name = WITH_ARMS.split(name)[0]
    return not ARMS.isdisjoint(WORD.findall(name.casefold()))


def _named_as(unit: str, name: str) -> bool:
    """The name of the unit, or its first or last words."""
    mine, its = stem(name), stem(unit)
    return mine in (its, its[: len(mine)], its[-len(mine) :])


def is_the_unit(unit: str, name: str) -> bool:
    """A name of its models beyond doubt, although nothing stands below it: ``3x Spore`` of ``Spores``."""
    return _named_as(unit, name) and not _armed(name)


def _likely(unit: str, row: CountedLine) -> bool:
    mine, its = stem(row.name), stem(unit)
    if _armed(row.name):
        return mine == its
    rank = not RANKS.isdisjoint(WORD.findall(row.name.casefold()))
    points = 3 * _named_as(unit, row.name) + len({*mine} & {*its}) + 2 * rank
    return points >= (1 if row.n > 1 else 2)


def readings(name: str) -> Iterator[tuple[str, ...]]:
    """What several names one may be: ``Laspistol and melta mine``, or two that were glued, ``Gun DronePulse rifle``.

    Nobody can tell without a datasheet: ``Lacerator and claw`` is one weapon.
    """
    for pattern in (SEVERAL, GLUED):
        parts = tuple(part for part in pattern.split(name) if part)
        if len(parts) > 1:
            yield parts


def regrouped(entry: TextUnit, kind: Kind) -> TextUnit:
    """The unit as whoever knows its datasheet tells. ``kind`` of a name: what it is there.

    What was taken for models and is gear becomes items, and the other way round; what nobody knows stays. A text
    without indents is told apart anew: its groups stand where its bullets show them, else the names decide.
    """
    if entry.flat:
        rows = entry.rows or _rows_of(entry)
        models = [_stays(row, kind(row.name)) for row in rows] if entry.headed else in_groups(entry.name, rows, kind)
        if not any(models):
            return entry
        loose, groups = split_at(rows, models)
        unread = [item for item in entry.items if entry.rows and all(item.name != row.name for row in rows)]
        known = all(kind(group.name) not in ("", EITHER) for group in groups)
        doubts = tuple(doubt for doubt in entry.doubts if not (known and doubt.startswith(LOST_INDENTS)))
        return entry.but(items=gathered([*unread, *loose]), groups=groups, doubts=doubts)
    items: list[Item] = []
    found: list[Group] = []
    for group in entry.groups:
        if kind(group.name) == GEAR:
            items += group.items or [Item(group.name, group.n)]
        else:
            found.append(group)
    for item in entry.items:
        if kind(item.name) == MODEL and not any(stem(item.name) == stem(group.name) for group in found):
            found.append(Group(item.name, item.n, (), entry.line))
        else:
            items.append(item)
    return entry.but(items=gathered(items), groups=tuple(found))


def _stays(row: CountedLine, kind: str) -> bool:
    """True of a model where bullets show them: the datasheet overrules them only where it knows the very name."""
    return kind == MODEL or (row.model and kind != GEAR)


def _rows_of(entry: TextUnit) -> list[CountedLine]:
    rows = [CountedLine(item.n, item.name) for item in entry.items]
    for group in entry.groups:
        rows += [
            CountedLine(group.n, group.name, group.line, True),
            *(CountedLine(item.n, item.name) for item in group.items),
        ]
    return rows
