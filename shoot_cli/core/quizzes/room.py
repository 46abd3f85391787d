"""The drill of an edition: its cards, and the functions that these name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple

from shoot_cli.core.quizzes.cards import Card, NoSuchName, glance, key_of, merged, read_card, unknown


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


class SharedCards(NamedTuple):
    """What drills of several editions share: cards and functions in a package that names none of the editions.

    A card of the edition takes one by ``shared``, the rule as the package calls it, out of the file of the same name
    there; what it says itself goes before. Words of that file, and what its cards may be like, are known to it too.
    """

    package: str
    files: Sequence[str]
    modules: Sequence[str]
    rule: Callable[[str], str]  # the edition's own id of a rule that those cards name
    given: Mapping[str, Any]  # what the functions may ask for by name, besides what is drawn


class DrillModules:
    """The drill of an edition: ``files`` of its folder hold cards, ``modules`` the functions that these name.

    ``meetings``: as `Source.meeting` wants them. ``having``: what a name in ``met`` or ``meet`` that is no function
    asks of a meeting, a special rule of the weapon, say; ``known``: every such name. ``scales``: by kind, every face
    that a need may come to, and last the words for none at all. ``of_meeting``: what values are of something that
    meets, by their names. ``shared``: what it takes from elsewhere.
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
        shared: SharedCards | None = None,
    ) -> None:
        self.package, self.files, self.meetings, self.having = package, files, meetings, having
        self.scales, self.of_meeting = scales or {}, of_meeting or {}
        self.modules, self.names_known, self.shared = modules, known, shared

    @property
    def given(self) -> Mapping[str, Any]:
        """What functions may ask for by name, besides what is drawn."""
        return self.shared.given if self.shared else {}

    # Cards -----------------------------------------------------------------------------------------------------------

    def page(self, file: str) -> tuple[str, str, str]:
        """The package of its cards, the file, and the package that lends to it: "" for none."""
        name = f"{file}.toml"
        lent = self.shared.package if self.shared and file in self.shared.files else ""
        return self.package, name, lent

    def glance(self, file: str) -> list[dict[str, str]]:
        """``kind``, ``rule`` and ``common`` of each card in a file, of which no more is read."""
        return [self.seen(file, place, known) for place, known in enumerate(glance(*self.page(file)))]

    def seen(self, file: str, place: int, known: Mapping[str, str]) -> dict[str, str]:
        if self.shared is None or "shared" not in known:
            return {**known}
        one = self.lent(file, place, known)
        return {**glance(self.shared.package, f"{file}.toml")[one], "rule": self.shared.rule(known["shared"]), **known}

    def lent(self, file: str, place: int, known: Mapping[str, Any]) -> int:
        """The place of the shared card in its own file. :raises CardError: there is none"""
        package, name, lent = self.page(file)
        for there, one in enumerate(glance(lent, name)):
            if one["rule"] == known["shared"] and known.get("kind", one["kind"]) == one["kind"]:
                return there
        raise read_card(package, name, place, lent).wrong(f"shared: there is no card of {known['shared']}")

    def card(self, file: str, place: int) -> Card:
        """One of them, whole. :raises CardError: something in it is not understood"""
        package, name, lent = self.page(file)
        card = read_card(package, name, place, lent)
        if self.shared is None or "shared" not in card.parts:
            return card
        parts = {**read_card(lent, name, self.lent(file, place, card.parts)).parts}
        if "more" in parts:
            parts["more"] = [[text, self.shared.rule(rule)] for text, rule in parts["more"]]
        parts["rule"] = self.shared.rule(parts["rule"])
        return card.but(parts=merged(parts, card.parts))

    # Functions -------------------------------------------------------------------------------------------------------

    @property
    def opened(self) -> list[ModuleType]:
        """The modules of the functions: its own, and those that it shares."""
        of_others = (f"{self.shared.package}.{name}" for name in self.shared.modules) if self.shared else ()
        return [import_module(name) for name in (*(f"{self.package}.{name}" for name in self.modules), *of_others)]

    @cached_property
    def named(self) -> dict[str, Callable[..., Any]]:
        """The functions of the modules by their names."""
        every = [(name, function, module.__name__) for module in self.opened for name, function in vars(module).items()]
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
