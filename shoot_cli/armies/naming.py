"""Names that tell models and units apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self, TypeVar

from shoot_cli.core.names import name_key


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
