"""The drills that an edition's cards make, each of them read when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from shoot_cli.core.quizzes.asking import Asking
from shoot_cli.core.quizzes.cards import Card, NoSuchName
from shoot_cli.core.quizzes.makers import customs_drills, estimate, in_order, mistaken, rolled
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.room import DrillModules
from shoot_cli.core.quizzes.source import Custom, Drill, Maker, NothingToAsk, Redraw, Source

PATIENCE = 100  # draws before a card is given up
MAKERS: Mapping[str, Callable[..., Maker]] = {"rolled": rolled, "mistaken": mistaken, "estimate": estimate}


class Drills(Sequence[Drill]):
    """The drills of a room and those of the edition's customs, read when somebody asks for them.

    Other editions want its customs and charts alone, and no card of it.
    """

    def __init__(self, room: DrillModules, customs: Mapping[str, Custom]) -> None:
        self.room, self.customs = room, customs

    @cached_property
    def every(self) -> tuple[Drill, ...]:
        return *drills(self.room), *customs_drills(self.customs)

    def __len__(self) -> int:
        return len(self.every)

    def __getitem__(self, place: Any) -> Any:
        return self.every[place]

    def __iter__(self) -> Iterator[Drill]:
        return iter(self.every)


def drills(room: DrillModules) -> tuple[Drill, ...]:
    """Which there are; their files are read when they are asked. :raises CardError: a file is not understood"""
    return tuple(drill(room, file, *card) for file in room.files for card in enumerate(room.glance(file)))


def drill(room: DrillModules, file: str, place: int, known: Mapping[str, str]) -> Drill:
    """Of the card at this place of the file."""

    def make(source: Source) -> Quiz:
        return maker(room, room.card(file, place))(source)

    for key in ("kind", "rule"):
        if key not in known:
            raise room.card(file, place).wrong(f"{key} is missing")
    return Drill(known["kind"], known["rule"], make, int(known.get("common", 1)))


def maker(room: DrillModules, card: Card) -> Maker:
    if "steps" in card.parts:
        return in_order(card.parts["steps"], card.parts["of"])
    ways = card.every_way()

    def make(source: Source) -> Quiz:
        try:
            return one(source)
        except NoSuchName as error:
            raise card.wrong(str(error)) from error

    def one(source: Source) -> Quiz:
        source.as_usual(*card.parts.get("usual", ()))
        if "met" in card.parts:
            source.must_meet(room.meetings, room.fits(card.parts["met"]))
        weighed = ((way, way.parts.get("weight", 1)) for way in ways)
        way = ways[0] if len(ways) == 1 else source.weighed(weighed)
        assert way is not None
        played = made_of(room, way) if "maker" in way.parts else None
        for _ in range(way.parts.get("patience", 1 if played else PATIENCE)):
            try:
                return played(source) if played else Asking(room, way, source).quiz()
            except Redraw:
                continue
            except NothingToAsk:
                if not played:
                    raise
        raise NothingToAsk

    return make


def made_of(room: DrillModules, card: Card) -> Maker:
    """Of attacks played for it. In what is given to the maker, names stand for functions."""
    name, given = card.parts["maker"], card.parts.get("given", {})
    make = MAKERS.get(name) or room.function(card, "maker", name)
    found = {key: room.function(card, key, to) if isinstance(to, str) else to for key, to in given.items()}
    return make(**found)
