"""What armies of every edition share; names told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self, TypeVar

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.record import Record

# What the armies, units and scenarios of every edition have in common, and what each hands out to show them as.


class Unit(Protocol):
    """What every edition's units have."""

    @property
    def name(self) -> str: ...

    @property
    def models(self) -> tuple[tuple[Any, int], ...]:
        """Kinds of models and how many of each, nearest to the enemy first."""


class Army(Protocol):
    """What every edition's armies have.

    Some have ``settings`` too, pairs of key and value (``settings_of``), and ``only_targets`` (``is_no_army``).
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def units(self) -> tuple[Any, ...]: ...


class Scenario(Record):
    """One attack in one document; ``answers`` are keys and texts, a key may stand several times."""

    ruleset: str
    attacker: Any
    target: Any
    answers: tuple[tuple[str, str], ...] = ()
    attackers: tuple[Any, ...] = ()  # the units of a side that is several, the first of which shoots or is shot at
    targets: tuple[Any, ...] = ()


class CardTable(Record):
    """Rows of text under headings."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(Record):
    """One unit: a line about it, tables, and sentences below them."""

    name: str
    about: str
    tables: tuple[CardTable, ...]
    words: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # the units of the list that are this one, if they are several


class Explained(Record):
    """What an ability of a list was understood as.

    ``does``: what it will do, in words; "" for what everybody knows by its name. ``asked``: what players must say.
    """

    text: str  # as it is written
    does: str = ""
    asked: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # that have it

    @property
    def words(self) -> str:
        """``“+1 to hit against MONSTER”: to hit +1 against MONSTER; asked: no``"""
        return f"“{self.text}”: {self.does}; asked: {', '.join(self.asked) or 'no'}"


def weapons_carried(weapons: tuple[Any, ...]) -> list[str]:
    """``2x bolt pistol``: each weapon once, its modes as one."""
    named: dict[str, int] = {}
    for weapon in dict.fromkeys(weapons):
        name = weapon.of or weapon.name
        named[name] = max(named.get(name, 0), weapons.count(weapon))
    return [f"{times}x {name}" if times > 1 else name for name, times in named.items()]


def without_empty(table: CardTable) -> CardTable:
    """Without the columns in which nobody has anything; the first two stay."""
    keep = [
        place
        for place, head in enumerate(table.heads)
        if place < 2 or any(row[place] not in ("", "-") for row in table.rows)
    ]
    return CardTable(
        table.title,
        tuple(table.heads[place] for place in keep),
        tuple(tuple(row[place] for place in keep) for row in table.rows),
    )


# Names that tell models and units apart.


class _Named(Protocol):
    @property
    def name(self) -> str: ...

    def but(self, **changed: Any) -> Self: ...


class _Armed(_Named, Protocol):
    @property
    def plural(self) -> str: ...

    @property
    def weapons(self) -> tuple[Any, ...]: ...


AnyUnit = TypeVar("AnyUnit", bound=_Named)
AnyModel = TypeVar("AnyModel", bound=_Armed)


def told_apart(models: list[tuple[AnyModel, int]]) -> tuple[tuple[AnyModel, int], ...]:
    """Models of one name that are not alike get names of their own: "Boy (rokkit launcha)", else "Boy 2"."""
    taken: dict[str, AnyModel] = {}
    names: dict[AnyModel, str] = {}
    first: dict[str, AnyModel] = {}
    for model, _ in models:
        if model in names:
            continue
        like = first.setdefault(name_key(model.name), model)
        name = model.name
        if like is not model:
            own = dict.fromkeys(w.of or w.name for w in model.weapons if w not in like.weapons)
            name = f"{model.name} ({', '.join(own)})" if own else model.name
        name = free_name(name, model.name, taken)
        names[model], taken[name] = name, model
    return tuple((called(model, names[model]), count) for model, count in models)


def called(model: AnyModel, name: str) -> AnyModel:
    """The model by another name, which begins with its own; so does its plural, if it has one."""
    return model.but(name=name, plural=model.plural and model.plural + name[len(model.name) :])


def named_once(units: Iterable[AnyUnit]) -> tuple[AnyUnit, ...]:
    """The units, with numbers behind names that stand twice: "Boyz", "Boyz 2"."""
    every = [*units]
    return tuple(unit.but(name=name) for unit, name in zip(every, numbered(unit.name for unit in every), strict=True))


def numbered(names: Iterable[str]) -> list[str]:
    """The names, with the first free numbers behind those that stand there already.

    >>> numbered(["Boyz", "Nobz", "boyz"])
    ['Boyz', 'Nobz', 'boyz 2']
    """
    taken: set[str] = set()
    next_: dict[str, int] = {}  # the number to begin with, by the name
    found = []
    for base in names:
        name, key, number = base, name_key(base), next_.get(name_key(base), 1)
        while name_key(name) in taken:
            number += 1
            name = f"{base} {number}"
        next_[key] = number
        taken.add(name_key(name))
        found.append(name)
    return found


def free_name(wish: str, base: str, taken: Iterable[str]) -> str:
    """``wish``, or ``base`` with the first number that makes a name which is not ``taken``."""
    used = set(map(name_key, taken))
    if name_key(wish) not in used:
        return wish
    number = 2
    while name_key(f"{base} {number}") in used:
        number += 1
    return f"{base} {number}"
