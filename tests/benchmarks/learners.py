"""Somebody who is right in four of five answers and drills ten questions a day: what he has met, and when.

    python tests/benchmarks/learners.py [DAYS]

prints for each ruleset the day on which the last step of the phase was met, the day on which each level opened, how many
different cards were met, how many were due after a week off, and how many of the cards were met that two lists need
most, with and without the day of their game. Cards are asked with made-up questions, so that only
the order of the cards is measured.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from shoot_cli.practice import session  # noqa: E402
from shoot_cli.practice.memory import Memory  # noqa: E402
from shoot_cli.practice.session import (  # noqa: E402  # noqa: E402
    DAYS_TO_MEET,
    MOST_NEEDED,
    Deck,
    DrillSession,
    Plan,
    of_lists,
    of_lists_first,
    plan,
)
from shoot_cli.quiz.quiz import LEVELS  # noqa: E402
from shoot_cli.rules import RULESETS, Edition  # noqa: E402
from shoot_cli.storage.store import Store  # noqa: E402
from tests.helpers.toy_drills import Clock, Pupil, source, toy  # noqa: E402

STEPS = ("eligible", "targets", "shots", "hit", "wound", "allocate", "save", "bookkeeping", "order")
RIGHT, QUESTIONS, WEEK = 0.8, 10, 7


def course(edition: Edition, days: int, folder: Path, seed: int = 1) -> tuple[list[object], set[tuple[str, str]]]:
    """Return a row of the table, and the cards that were met."""
    drills = [toy(drill.rule, drill.kind, drill.common) for drill in edition.drill().DRILLS]
    clock = Clock()
    pupil = Pupil(clock, lambda rule: RIGHT, seed=seed)
    opened: dict[int, int] = {}
    steps: dict[str, int] = {}
    with Store.open(folder / "shoot.db") as store:
        memory = Memory(store, edition.name, clock)
        for day in range(1, days + 1):
            deck = Deck(drills, memory, source(seed))
            DrillSession(deck, memory, pupil, lambda asked: asked < QUESTIONS, clock.seconds).run()
            for _, kind in pupil.asked:
                steps.setdefault(kind, day)
            opened.setdefault(memory.level(), day)
            clock.wait(hours=24, seconds=-(clock.seconds() - (day - 1) * 86400))
        met = {*pupil.asked}
        clock.wait(days=WEEK)
        due = sum(known.due <= clock() for known in memory.cards().values())
    last = max(steps.get(step, days + 1) for step in STEPS)
    levels = ", ".join(f"{level} on day {day}" for level, day in opened.items() if level > 1)
    return [edition.short, last if last <= days else "never", levels, f"{len(met)} of {len(drills)}", due], met


class Day(NamedTuple):
    """A day before a game: what its plan has, what is left of it, and the cards that were asked, with the marks."""

    told: Plan
    left: Plan
    asked: tuple[tuple[tuple[str, str], bool], ...]


def days_until(edition: Edition, days: int, folder: Path, seed: int = 1, armies: Any = None) -> list[Day]:
    """Return the days of somebody who does what `--until` plans."""
    clock, found = Clock(), list[Day]()
    pupil = Pupil(clock, lambda rule: RIGHT, seed=seed)
    with Store.open(folder / "until.db") as store:
        memory = Memory(store, edition.name, clock)
        drawn = session.source(edition.name, Random(seed), *(armies or session.shipped(edition.name)[:2]))
        needed = of_lists(edition.drill().DRILLS, drawn, memory)
        drills, until = [toy(*one.card, one.common) for one in needed], clock().date() + timedelta(days=days)
        for day in range(days):
            told, before = plan(drills, memory, until), len(memory.answers())
            deck = Deck(drills, memory, source(seed), LEVELS, told.new, (*told.wrong, *told.due))
            DrillSession(deck, memory, pupil, lambda asked, deck=deck: deck.left() > 0, clock.seconds).run()
            asked = tuple(((one.rule, one.kind), one.right) for one in memory.answers()[before:])
            found.append(Day(told, plan(drills, memory, until), asked))
            clock.wait(hours=24, seconds=-(clock.seconds() - day * 86400))
    return found


def of_two_lists(edition: Edition, days: int, folder: Path, seed: int = 1) -> str:
    """Return how many of the cards that two lists of the program need were met in so many days."""
    armies = session.shipped(edition.name)
    clock = Clock()
    pupil = Pupil(clock, lambda rule: RIGHT, seed=seed)
    with Store.open(folder / "two.db") as store:
        memory = Memory(store, edition.name, clock)
        drawn = session.source(edition.name, Random(seed), armies[0], armies[1])
        every = edition.drill().DRILLS
        cards = {one.card for one in of_lists(every, drawn, memory)}
        drills = [toy(*one.card, one.common) for one in of_lists_first(every, drawn, memory)[0]]
        for day in range(days):
            deck = Deck(drills, memory, source(seed), 1, MOST_NEEDED // DAYS_TO_MEET)
            DrillSession(deck, memory, pupil, lambda asked: asked < QUESTIONS, clock.seconds).run()
            clock.wait(hours=24, seconds=-(clock.seconds() - day * 86400))
    return f"{len(cards & {*pupil.asked})} of {len(cards)}"


def main(days: int = 10) -> None:
    print(
        f"{'':5} {'all steps met':14} {'levels open':32} {'cards met':10} {'due after a week':17} {'two lists':10} --until, 4 days"
    )
    for edition in RULESETS:
        with tempfile.TemporaryDirectory() as folder:
            row, _ = course(edition, days, Path(folder))
            lists = of_two_lists(edition, days, Path(folder))
            four = days_until(edition, 4, Path(folder))
        last = four[-1].left
        until = f"{last.met} of {last.cards}, {last.right} right; {[len(day.asked) for day in four]} questions"
        print("{:5} {:14} {:32} {:10} {:17} {:10} {}".format(*map(str, row), lists, until))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
