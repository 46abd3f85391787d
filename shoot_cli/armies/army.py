"""Protocols and records that the armies of every edition share, and names that tell models and units apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self, TypeVar

from shoot_cli.engine.names import name_key
from shoot_cli.engine.record import Record

# Armies, units and scenarios, and the cards that show them ------------------------------------------------------------


class Unit(Protocol):
    """The attributes that the units of every edition have."""

    @property
    def name(self) -> str: ...

    @property
    def models(self) -> tuple[tuple[Any, int], ...]:
        """Kinds of models with their numbers, nearest to the enemy first."""


class Army(Protocol):
    """The attributes that the armies of every edition have.

    Some also have `settings`, pairs of key and value (`settings_of`), and `only_targets` (`is_no_army`).
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def units(self) -> tuple[Any, ...]: ...


class Scenario(Record):
    """One attack in one document. `answers` are pairs of key and text; a key may appear several times.

    :ivar read_at: where the answers stand in a file, by key, as problems without a text; () without a file
    """

    ruleset: str
    attacker: Any
    target: Any
    answers: tuple[tuple[str, str], ...] = ()
    attackers: tuple[Any, ...] = ()  # all units of the side, if there are several; the first one shoots or is shot at
    targets: tuple[Any, ...] = ()
    read_at: tuple[tuple[str, Any], ...] = ()


class CardTable(Record):
    """A table with a title, headings and rows of text."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(Record):
    """A unit as it is shown: a line about it, tables, and sentences below them."""

    name: str
    about: str
    tables: tuple[CardTable, ...]
    words: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # the list's units that make up this one, if there are several


class Explained(Record):
    """The explanation of one ability of a list.

    `does` says what it does; "" if its name says it. `asked` lists what players must answer.
    """

    text: str  # the ability as written
    does: str = ""
    asked: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # the units that have it

    @property
    def words(self) -> str:
        """The explanation as text, as in ``“+1 to hit against MONSTER”: to hit +1 against MONSTER; asked: no``."""
        return f"“{self.text}”: {self.does}; asked: {', '.join(self.asked) or 'no'}"


def weapons_carried(weapons: tuple[Any, ...]) -> list[str]:
    """Return each weapon once, as in `2x bolt pistol`. The modes of a weapon count as one weapon."""
    named: dict[str, int] = {}
    for weapon in dict.fromkeys(weapons):
        name = weapon.of or weapon.name
        named[name] = max(named.get(name, 0), weapons.count(weapon))
    return [f"{times}x {name}" if times > 1 else name for name, times in named.items()]


def without_empty(table: CardTable) -> CardTable:
    """Return the table without empty columns; the first two columns always stay."""
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


# Names that tell models and units apart -------------------------------------------------------------------------------


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
    """Give different models with one name names of their own: "Boy (rokkit launcha)", else "Boy 2"."""
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
    """Return the model with a longer name, and with its plural changed in the same way."""
    return model.but(name=name, plural=model.plural and model.plural + name[len(model.name) :])


def named_once(units: Iterable[AnyUnit]) -> tuple[AnyUnit, ...]:
    """Return the units with numbers behind repeated names: "Boyz", "Boyz 2"."""
    every = [*units]
    return tuple(unit.but(name=name) for unit, name in zip(every, numbered(unit.name for unit in every), strict=True))


def numbered(names: Iterable[str]) -> list[str]:
    """Return the names, with the first free number behind each repeated one.

    >>> numbered(["Boyz", "Nobz", "boyz"])
    ['Boyz', 'Nobz', 'boyz 2']
    """
    taken: set[str] = set()
    next_: dict[str, int] = {}  # the last number that was tried, by name
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
    """Return `wish`, or `base` with the first number that makes a name which is not `taken`."""
    used = set(map(name_key, taken))
    if name_key(wish) not in used:
        return wish
    number = 2
    while name_key(f"{base} {number}") in used:
        number += 1
    return f"{base} {number}"
