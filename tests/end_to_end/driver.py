"""A battle played by a script in a process of its own, which says of every event on standard output that it is kept.

    python tests/end_to_end/driver.py NAME

What is done next depends on how many events there are and on nothing else, so that a battle that was killed and taken
up again is the same as one that was left in peace. Most of it answers; now and then something is taken back, brought
back, or amended.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from json import dumps
from random import Random
from typing import Any

from shoot_cli import armies
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Amend, Leave, Redo, Undo
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.replay.journal import run
from shoot_cli.rules.seventh import RULESET
from shoot_cli.storage.records import Event
from shoot_cli.storage.remembered_place import journal_of, reloaded
from shoot_cli.storage.store import Store, StoredBattle

LISTS = ("ultramarines", "orks")


class Confirming:
    """A keeper that says what is kept, after it is."""

    def __init__(self, stored: StoredBattle, say: Callable[[str], None]) -> None:
        self.stored, self.say = stored, say

    def append(self, kind: str, payload: Mapping[str, Any]) -> Event:
        event = self.stored.append(kind, payload)
        self.say(f"kept {event.number} {event.hash}")
        return event


def open_battle(store: Store, name: str) -> StoredBattle:
    if any(summary.name == name for summary in store.battles()):
        return store.load(name, write=True)
    loaded = [load(armies.find_list(words)) for words in LISTS]
    mine, theirs = (dumps({"name": one.army.name, "path": "", "text": one.text}) for one in loaded)
    return store.create(name, "40k-7e", RULESET.version, 7, (mine, theirs), {}, "app")


def drive(stored: StoredBattle, most: int, say: Callable[[str], None]) -> None:
    """Until there are so many events, or the battle is over. Says "asks EVENTS PLACE KEY" of every prompt."""
    ruleset, start, settings = reloaded(stored)
    journal = journal_of(stored)
    journal.keeper = Confirming(stored, say)
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(7)

    def live(question: Question, place: int) -> Any:
        events = len(stored.events)
        say(f"asks {events} {place} {question.key}")
        if events >= most:
            raise Leave
        what = Random(events).random()
        if what < 0.05 and journal.can_undo():
            raise Undo
        if what < 0.08 and journal.can_redo():
            raise Redo
        if what < 0.13:
            amend(events)
        if isinstance(question, (Roll, Total)):
            return throw(question, place)
        return given(question, place)

    def amend(events: int) -> None:
        """Other dice, somewhere among the last answers."""
        asked = [entry for entry in table.log if entry.question is not None]
        rolls = [at for at, entry in enumerate(asked) if isinstance(entry.question, Roll)][-6:]
        if rolls:
            at = rolls[events % len(rolls)]
            question = asked[at].question
            assert question is not None
            raise Amend(at, dice(events)(question, at), "Ultramarines", True)

    def hand(question: Question) -> bool | None:
        return len(stored.events) % 3 > 0 if isinstance(question, (Roll, Total)) else None

    def seat() -> Table:
        nonlocal table
        table = journal.seat(live, lambda question: question.owner, hand)
        table.settings = settings
        return table

    table = Table(live)
    try:
        run(ruleset.battle, start, journal, seat, lambda wish, said: None)
    except Leave:
        return
    if not stored.finished:
        stored.append("finish", {})


def main() -> None:
    with Store.open() as store:
        drive(open_battle(store, sys.argv[1]), 100_000, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
