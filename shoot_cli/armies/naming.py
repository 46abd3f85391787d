"""Names that tell models and units apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self, TypeVar


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
        like = first.setdefault(model.name.casefold(), model)
        name = model.name
        if like is not model:
            own = dict.fromkeys(w.of or w.name for w in model.weapons if w not in like.weapons)
            name = f"{model.name} ({', '.join(own)})" if own else model.name
        name = free_name(name, model.name, (known.casefold() for known in taken))
        names[model], taken[name] = name, model
    return tuple((called(model, names[model]), count) for model, count in models)


def called(model: AnyModel, name: str) -> AnyModel:
    """The model by another name, which begins with its own; so does its plural, if it has one."""
    return model.but(name=name, plural=model.plural and model.plural + name[len(model.name) :])


def named_once(units: Iterable[AnyUnit]) -> tuple[AnyUnit, ...]:
    """The units, with numbers behind names that stand twice: "Boyz", "Boyz 2"."""
    taken: list[str] = []
    found = []
    for unit in units:
        name = free_name(unit.name, unit.name, taken)
        taken.append(name.casefold())
        found.append(unit.but(name=name))
    return tuple(found)


def free_name(wish: str, base: str, taken: Iterable[str]) -> str:
    """``wish``, or ``base`` with the first number that makes a name which is not ``taken`` (given in lower case)."""
    used = set(taken)
    if wish.casefold() not in used:
        return wish
    number = 2
    while f"{base} {number}".casefold() in used:
        number += 1
    return f"{base} {number}"
