"""The drill of an edition: its cards, and the functions that these name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from importlib import import_module
from operator import attrgetter
from typing import Any

from shoot_cli.core.quizzes.cards import Card, NoSuchName, key_of, unknown


def nothing_met(shooter: Any, target: Any) -> Iterable[tuple[Any, float]]:
    return ()


def nothing_had(name: str) -> Callable[[Any], bool]:
    raise NoSuchName(name, ())


def holds(field: str, wanted: Any) -> Callable[[Any], bool]:
    """True of what meets if its field is the value, one of a list, at least ``from``; true or false: there or not."""
    value_of = attrgetter(field)  # armies are looked through for it, thousands of meetings
    if isinstance(wanted, bool):
        return lambda met: bool(value_of(met)) is wanted
    if isinstance(wanted, dict):
        return lambda met: (value_of(met) or 0) >= wanted["from"]
    choice = wanted if isinstance(wanted, list) else [wanted]
    return lambda met: value_of(met) in choice


def every_of(fits: Sequence[Callable[[Any], bool]]) -> Callable[[Any], bool]:
    """True of what fits all of them: asked of thousands of meetings, so one alone stays as it is."""
    return reduce(both, fits) if fits else lambda met: True


def both(one: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda met: one(met) and other(met)


class Room:
    """The drill of an edition: ``files`` of its folder hold cards, ``modules`` the functions that these name.

    ``meetings``: as `Source.meeting` wants them. ``having``: what a name in ``met`` or ``meet`` that is no function
    asks of a meeting, a special rule of the weapon, say; ``known``: every such name. ``scales``: by kind, every face
    that a need may come to, and last the words for none at all. ``of_meeting``: what values are of something that
    meets, by their names.
    """

    def __init__(
        self,
        package: str,
        files: Sequence[str],
        modules: Sequence[str],
        meetings: Callable[[Any, Any], Iterable[tuple[Any, float]]] = nothing_met,
        having: Callable[[str], Callable[[Any], bool]] = nothing_had,
        scales: Mapping[str, tuple[str, ...]] | None = None,
        of_meeting: Mapping[str, Callable[[Any], Any]] | None = None,
        known: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.package, self.files, self.meetings, self.having = package, files, meetings, having
        self.scales, self.of_meeting = scales or {}, of_meeting or {}
        self.modules, self.names_known = modules, known

    @cached_property
    def named(self) -> dict[str, Callable[..., Any]]:
        """The functions of the modules by their names."""
        modules = [import_module(f"{self.package}.{name}") for name in self.modules]
        every = [(name, function, module.__name__) for module in modules for name, function in vars(module).items()]
        return {name: one for name, one, module in every if callable(one) and getattr(one, "__module__", "") == module}

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.names_known())

    def fits(self, names: Iterable[Any]) -> Callable[[Any], bool]:
        return every_of([self.fit(name) for name in names])

    def fit(self, name: str | Mapping[str, Any]) -> Callable[[Any], bool]:
        """A function of the modules, or what `having` knows, turned round by ``no``; or fields and what they hold.

        :raises NoSuchName: nothing is called so
        """
        if not isinstance(name, str):
            return every_of([holds(field, wanted) for field, wanted in name.items()])
        if name.startswith("no ") and key_of(name) not in self.named:
            other = self.fit(name.removeprefix("no "))
            return lambda met: not other(met)
        if key_of(name) in self.named:
            return self.named[key_of(name)]
        if name not in self.known:
            raise NoSuchName(name, [*self.known, *(one.replace("_", " ") for one in self.named)])
        return self.having(name)

    def function(self, card: Card, key: str, name: str) -> Callable[..., Any]:
        try:
            return self.named[key_of(name)]
        except KeyError:
            raise card.wrong(f"{key}: {unknown(name, (one.replace('_', ' ') for one in self.named))}") from None
