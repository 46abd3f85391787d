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
from pathlib import Path
from random import Random

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from shoot_cli.practice import session  # noqa: E402
from shoot_cli.practice.choosing import DAYS_TO_MEET, MOST_NEEDED, of_lists, of_lists_first, plan  # noqa: E402
from shoot_cli.practice.memory import Memory  # noqa: E402
from shoot_cli.practice.session import Deck, DrillSession  # noqa: E402
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


def of_two_lists(edition: Edition, days: int, folder: Path, until: bool, seed: int = 1) -> str:
    """Return how many of the cards that two lists of the program need were met, with and without the day of a game."""
    armies = session.shipped(edition.name)
    clock = Clock()
    pupil = Pupil(clock, lambda rule: RIGHT, seed=seed)
    with Store.open(folder / f"{until}.db") as store:
        memory = Memory(store, edition.name, clock)
        drawn = session.source(edition.name, Random(seed), armies[0], armies[1])
        every = edition.drill().DRILLS
        needed = of_lists(every, drawn, memory)
        cards = {one.card for one in needed}
        drills = [toy(*one.card, one.common) for one in (needed if until else of_lists_first(every, drawn, memory)[0])]
        for day in range(days):
            new, questions = MOST_NEEDED // DAYS_TO_MEET, QUESTIONS
            if until:
                _, _, new, questions = plan(drills, memory, days - day, QUESTIONS)
            deck = Deck(drills, memory, source(seed), LEVELS if until else 1, new)
            DrillSession(deck, memory, pupil, lambda asked, most=questions: asked < most, clock.seconds).run()
            clock.wait(hours=24, seconds=-(clock.seconds() - day * 86400))
    return f"{len(cards & {*pupil.asked})} of {len(cards)}"


def main(days: int = 10) -> None:
    print(
        f"{'':5} {'all steps met':14} {'levels open':32} {'cards met':10} {'due after a week':17} {'two lists':10} --until"
    )
    for edition in RULESETS:
        with tempfile.TemporaryDirectory() as folder:
            row, _ = course(edition, days, Path(folder))
            lists = [of_two_lists(edition, days, Path(folder), until) for until in (False, True)]
        print("{:5} {:14} {:32} {:10} {:17} {:10} {}".format(*map(str, row), *lists))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
