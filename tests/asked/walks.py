"""Questions of each kind, as they are asked in a battle of each edition that plays itself, with what is in sight then."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.asked.prompt import Asked, asked
from shoot_cli.asked.scene import Scene
from shoot_cli.asked.sight import Sight
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.rules import Edition

MOST = 90  # questions of one walk


class Enough(Exception):
    """The walk is long enough."""


class Met(NamedTuple):
    """A question, its value, and what the value was made of."""

    asked: Asked
    names: tuple[str, str]
    scene: Scene
    news: tuple[Any, ...]


@cache
def met(edition: Edition) -> tuple[Met, ...]:
    """Return the first question of each kind and key, with the news since the one before it in this list."""
    ruleset = edition.ruleset()
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(3)
    lists = [load(sample.path).army for sample in armies.samples() if sample.ruleset == edition.name]
    start = ruleset.begin_battle(lists[0], lists[-1], 1)
    found: dict[tuple[type, str], Met] = {}

    def answer(question: Question, place: int) -> Any:
        if place > MOST:
            raise Enough
        sight.attacks_over()
        kind = type(question), question.key.partition(":")[0]
        if kind not in found:
            names, scene, news = ruleset.sides(table.record), sight.scene(question), tuple(sight.news.items)
            found[kind] = Met(asked(question, place, names, scene, news), names, scene, news)
            sight.news.items.clear()
            sight.news.answered()
        return (throw if isinstance(question, (Roll, Total)) else given)(question, place)

    def heard(entry: Entry) -> None:
        sight.heard(entry)

    table = Table(answer, heard)
    table.settings = ruleset.defaults()
    sight = Sight(ruleset, start, lambda: table)
    with suppress(Enough):
        play(ruleset.battle, start, table)
    return tuple(found.values())


def parts_of(question: Question) -> tuple[Question, ...]:
    return question.parts if isinstance(question, Facts) else ()
