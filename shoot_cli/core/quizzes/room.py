"""The drill of an edition: its cards, and the functions that these name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import Any

from shoot_cli.core.quizzes.asking import Asking
from shoot_cli.core.quizzes.cards import Card, glance, key_of, read
from shoot_cli.core.quizzes.makers import customs_drills, estimate, in_order, mistaken, rolled
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Again, Custom, Drill, Maker, NothingToAsk, Source
from shoot_cli.core.quizzes.words import valued

PATIENCE = 100  # draws before a card is given up
MAKERS: Mapping[str, Callable[..., Maker]] = {"rolled": rolled, "mistaken": mistaken, "estimate": estimate}


def nothing_met(shooter: Any, target: Any) -> Iterable[tuple[Any, float]]:
    return ()


def nothing_had(name: str) -> Callable[[Any], bool]:
    raise KeyError(f"there is no “{name}”")


def holds(fields: Mapping[str, Any], met: Any) -> bool:
    """True if each field of it is the value, one of a list, at least ``from``; with true or false: there or not."""
    for field, wanted in fields.items():
        value = valued(f"met.{field}", {"met": met})
        if isinstance(wanted, bool):
            good = bool(value) is wanted
        elif isinstance(wanted, dict):
            good = value is not None and value >= wanted["from"]
        else:
            good = value in wanted if isinstance(wanted, list) else value == wanted
        if not good:
            return False
    return True


class Room:
    """The drill of an edition: ``files`` of its folder hold cards, ``modules`` the functions that these name.

    ``meetings``: as `Source.meeting` wants them. ``having``: what a name in ``met`` or ``meet`` that is no function
    asks of a meeting, a special rule of the weapon, say. ``scales``: by kind, every face that a need may come to, and
    last the words for none at all. ``of_meeting``: what values are of something that meets, by their names.
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
    ) -> None:
        self.package, self.files, self.meetings, self.having = package, files, meetings, having
        self.scales, self.of_meeting = scales or {}, of_meeting or {}
        self.modules = modules

    @cached_property
    def named(self) -> dict[str, Callable[..., Any]]:
        """The functions of the modules by their names."""
        modules = [import_module(f"{self.package}.{name}") for name in self.modules]
        every = [(name, function, module.__name__) for module in modules for name, function in vars(module).items()]
        return {name: one for name, one, module in every if callable(one) and getattr(one, "__module__", "") == module}

    def drills(self) -> tuple[Drill, ...]:
        """Which there are; their files are read when they are asked. :raises CardError: a file is not understood"""
        files = [f"{file}.toml" for file in self.files]
        return tuple(self.drill(file, *card) for file in files for card in enumerate(glance(self.package, file)))

    def drill(self, file: str, place: int, known: Mapping[str, str]) -> Drill:
        """Of the card at this place of the file."""

        def make(source: Source) -> Quiz:
            return self.maker(read(self.package, file)[place])(source)

        for key in ("kind", "rule"):
            if key not in known:
                raise read(self.package, file)[place].wrong(f"{key} is missing")
        return Drill(known["kind"], known["rule"], make, int(known.get("common", 1)))

    def maker(self, card: Card) -> Maker:
        if "steps" in card.parts:
            return in_order(card.parts["steps"], card.parts["of"])
        ways = card.every_way()

        def make(source: Source) -> Quiz:
            source.as_usual(*card.parts.get("usual", ()))
            if "met" in card.parts:
                source.must_meet(self.meetings, self.fits(card.parts["met"]))
            weighed = ((way, way.parts.get("weight", 1)) for way in ways)
            way = ways[0] if len(ways) == 1 else source.weighed(weighed)
            assert way is not None
            played = self.played(way) if "maker" in way.parts else None
            for _ in range(way.parts.get("patience", 1 if played else PATIENCE)):
                try:
                    return played(source) if played else Asking(self, way, source).quiz()
                except Again:
                    continue
                except NothingToAsk:
                    if not played:
                        raise
                except KeyError as error:
                    raise way.wrong(f"there is no {error.args[0]!r}") from error
            raise NothingToAsk

        return make

    def played(self, card: Card) -> Maker:
        """Of attacks played for it. In what is given to the maker, names stand for functions."""
        name, given = card.parts["maker"], card.parts.get("given", {})
        make = MAKERS.get(name) or self.function(card, "maker", name)
        found = {key: self.function(card, key, to) if isinstance(to, str) else to for key, to in given.items()}
        return make(**found)

    def fits(self, names: Iterable[Any]) -> Callable[[Any], bool]:
        every = [self.fit(name) for name in names]
        return lambda met: all(fit(met) for fit in every)

    def fit(self, name: str | Mapping[str, Any]) -> Callable[[Any], bool]:
        """A function of the modules, or what `having` knows, turned round by ``no``; or fields and what they hold."""
        if not isinstance(name, str):
            return partial(holds, name)
        if name.startswith("no ") and key_of(name) not in self.named:
            other = self.fit(name.removeprefix("no "))
            return lambda met: not other(met)
        return self.named.get(key_of(name)) or self.having(name)

    def function(self, card: Card, key: str, name: str) -> Callable[..., Any]:
        try:
            return self.named[key_of(name)]
        except KeyError:
            raise card.wrong(f"{key}: no module of the drill has “{name}”") from None


class Drills(Sequence[Drill]):
    """The drills of a room and those of the edition's customs, read when somebody asks for them.

    Other editions want its customs and charts alone, and no card of it.
    """

    def __init__(self, room: Room, customs: Mapping[str, Custom]) -> None:
        self.room, self.customs = room, customs

    @cached_property
    def every(self) -> tuple[Drill, ...]:
        return *self.room.drills(), *customs_drills(self.customs)

    def __len__(self) -> int:
        return len(self.every)

    def __getitem__(self, place: Any) -> Any:
        return self.every[place]

    def __iter__(self) -> Iterator[Drill]:
        return iter(self.every)
