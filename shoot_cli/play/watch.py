"""`shoot battle watch`: a second terminal that follows a battle and changes nothing.

It plays the rules with the log as answers, and waits at the end of the log. After an undo or amendment it replays
from the start, and shows only new lines.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shoot_cli.asked.sentences import spoken
from shoot_cli.battle.luck import report
from shoot_cli.battle.summaries import FinishedPhases, battle_end, phase_end
from shoot_cli.engine.questions import Question
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.replay.change_summary import standing_words
from shoot_cli.replay.journal import Mismatch, replayed
from shoot_cli.storage.database import besides
from shoot_cli.storage.remembered_place import misfit, reloaded
from shoot_cli.ui.console import console
from shoot_cli.ui.summaries import LogPrinter

if TYPE_CHECKING:
    from shoot_cli.replay.history import KeptAnswer
    from shoot_cli.storage.records import Event
    from shoot_cli.storage.store import Store, StoredBattle

SECONDS_BETWEEN_CHECKS = 0.2  # seconds between two checks of the database
LINES_AT_START = 40  # log lines that are shown at the start


class LogChanged(Exception):
    """Raised when answers that were already played are not in force any more."""


class WatchFinished(Exception):
    """Raised with `--once` when the log ends."""


class WatcherTable(Table):
    """A table that calls `rested(record)` after each attack."""

    def __init__(self, answer: Any, heard: Callable[[Entry], None], rested: Callable[[Any], None]) -> None:
        super().__init__(answer, heard)
        self.rested = rested

    def attack_is_over(self, record: Any) -> None:
        super().attack_is_over(record)
        self.rested(record)


class Watcher:
    """One followed battle. :raises CannotReplay: if its rules differ or its lists are unreadable."""

    def __init__(self, store: Store, battle: StoredBattle, plain: bool, once: bool) -> None:
        self.store, self.battle, self.once = store, battle, once
        self.ruleset, self.start, self.settings = reloaded(battle)
        self.screen = LogPrinter(console(plain), plain, self.ruleset)
        self.given: list[KeptAnswer] = []  # answers in force that the replay may use
        self.table: WatcherTable | None = None
        self.seen = 0  # number of the last event that was shown
        self.loud = True
        self.held: list[Entry] | None = [] if sys.stdout.isatty() and not once else None
        self.before: Any = None  # status of both armies before an amendment
        self.questions: list[Question] = []  # questions by index, undone ones too
        self.phases = FinishedPhases()
        self.told_state = battle.fold.copy()  # log state up to the last told event
        self.file = fingerprint(store)

    def follow(self) -> None:
        """Follow to the end of the battle. With `once`, stop at the end of the log.

        :raises StorageError: if the battle is gone or damaged. :raises Mismatch: if an answer does not fit.
        """
        while True:
            self.given = self.battle.answers()
            self.table = WatcherTable(self.answer, self.heard, self.status_after_attack)
            self.table.settings, self.table.goes_on_without = self.settings, self.goes_on_without
            try:
                end = play(self.ruleset.battle, self.start, self.table)
                self.rest(end)
                while not self.battle.finished:
                    self.wait()
                self.phases_over()
                luck = report(self.table, (), self.ruleset, end)
                result = battle_end(self.table, self.ruleset, self.start, end, luck)
                self.screen.end(end, result, self.battle.name)
                return
            except LogChanged:
                asked = [entry.question for entry in self.table.log if entry.question is not None]
                self.questions = [*asked, *self.questions[len(asked) :]]
            except WatchFinished:
                record = self.table.record
                self.screen.say("")
                self.screen.status(record if record is not None else self.start)
                return

    def goes_on_without(self, question: Question, index: int, asks: bool) -> bool:
        """Return True if the log has no answer to this question. At its end it may still come (see `answer`)."""
        return self.given[index].key != question.key if index < len(self.given) else not asks

    def answer(self, question: Question, index: int) -> Any:
        """Return the logged answer at this index; wait for it at the end of the log.

        :raises LogChanged: if the players first told something that nobody asked for
        """
        while index >= len(self.given):
            self.rest(self.table.record if self.table else None)
            self.wait()
        given = self.given[index]
        line = self.table.open_line if self.table else None
        if line and line.place == index and given.key != question.key and given.key == line.question.key:
            raise LogChanged
        self.loud = given.number > self.seen
        self.seen = max(self.seen, given.number) if index == len(self.given) - 1 else self.seen
        return replayed(given, question, index)

    def rest(self, record: Any) -> None:
        """Show the lines that were held back and the result of a change, after the whole log was played."""
        self.loud = True
        if self.held is not None:
            if len(self.held) > LINES_AT_START:
                self.screen.say(f"... {len(self.held) - LINES_AT_START} earlier lines: shoot battle show")
            for entry in self.held[-LINES_AT_START:]:
                self.screen.show_all(entry)
            self.held = None
            self.screen.say("")
            self.screen.status(record if record is not None else self.start)
        if self.before is not None:
            status = self.ruleset.status(record if record is not None else self.start)
            lines = standing_words(self.before, status, self.ruleset.nouns[1])
            self.before = None
            self.screen.say("What changes:", *(f"  {line}" for line in lines or ["Nobody stands up, nobody falls."]))

    def wait(self) -> None:
        """Wait for new events. :raises LogChanged: if played answers changed. :raises WatchFinished: with `once`."""
        if self.once:
            raise WatchFinished
        while not self.news():
            time.sleep(SECONDS_BETWEEN_CHECKS)
        for event in self.battle.refresh():
            self.tell(event)
        answers = self.battle.answers()
        if answers[: len(self.given)] != self.given:
            raise LogChanged
        self.given = answers

    def news(self) -> bool:
        """Return True if there are new events. :raises StorageError: if the battle is gone or unreadable."""
        from shoot_cli.storage.home import StorageError, UnknownBattle

        current = fingerprint(self.store)
        if current != self.file:  # the file was rewritten or replaced: read it from disk and check it
            self.file = current
            self.store.look_again()
            try:
                reloaded = self.store.load(self.battle.name)
            except UnknownBattle:
                raise StorageError(f"“{self.battle.name}” is gone: it was deleted.") from None
            again_hashes = [event.hash for event in reloaded.events[: len(self.battle.events)]]
            if reloaded.hash != self.battle.hash or again_hashes != [event.hash for event in self.battle.events]:
                raise StorageError(f"“{self.battle.name}” does not go on from here: it is another battle now.")
            self.battle.identity, self.battle.connection = reloaded.identity, reloaded.connection
        return self.battle.moved()

    def phases_over(self) -> None:
        """Show the result of each phase that just ended."""
        assert self.table
        for phase in self.phases.since(self.table, skip=not self.loud or self.held is not None):
            self.screen.phase(phase_end(phase, self.ruleset))

    def heard(self, entry: Entry) -> None:
        self.phases_over()
        if self.loud and self.held is None:
            self.screen.show_all(entry)
        elif self.loud and self.held is not None:
            self.held.append(entry)

    def status_after_attack(self, record: Any) -> None:
        if self.loud and self.held is None and not self.once:
            self.screen.say("")
            self.screen.status(record)
            self.screen.say("")

    def tell(self, event: Event) -> None:
        """Show an event that is no answer."""
        kind, payload = event.kind, event.payload
        if kind not in ("undo", "redo", "amend", "insert"):
            self.told_state.add(event)
            return
        if self.before is None and (kind in ("amend", "insert") or payload.get("amend")):
            record = self.table.record if self.table else None
            self.before = self.ruleset.status(record if record is not None else self.start)
        self.screen.say("", self.sentence(event))
        self.seen = max(self.seen, event.number)

    def sentence(self, event: Event) -> str:
        """Describe an undo, redo or amendment."""
        from shoot_cli.play.amendment import changed_words, told_words

        kind, payload = event.kind, event.payload
        history = self.told_state.history
        before, last = history.whole(), history.past[-1] if history.past else None
        self.told_state.add(event)
        answers = history.whole()
        if kind in ("amend", "insert") or payload.get("amend"):
            last = history.past[-1] if last is None or kind != "undo" else last
            if last.inserted:
                response = (before if kind == "undo" else answers)[last.at]
                return told_words(kind if kind == "insert" else f"{kind} insert", spoken(response.answer, None))
            index, old, new = last.at, before[last.at], answers[last.at]
            wish, what = payload.get("wish") or new.by, kind if kind == "amend" else f"{kind} amend"
            return changed_words(what, index, wish, self.question(index, new.key), old, new)
        longer, position = (before, len(answers)) if kind == "undo" else (answers, len(before))
        words, n = "Taken back" if kind == "undo" else "Brought back", len(longer) - position
        shown = LogPrinter.response_text(longer[position], self.question(position, longer[position].key))
        return f"{words}: {shown}" + (f", and what followed from it ({n - 1} more)" if n > 1 else "")

    def question(self, index: int, key: str = "") -> Question | None:
        """Return the question at this index, or None if it is not known any more."""
        asked = [entry.question for entry in self.table.log if entry.question is not None] if self.table else []
        for questions in (asked, self.questions):
            if index < len(questions) and (not key or questions[index].key == key):
                return questions[index]
        return None


def fingerprint(store: Store) -> object:
    """Return a value that changes if the file is replaced or rewritten, or if its write-ahead log comes or goes."""
    try:
        stat, ahead = os.stat(store.path), besides(store.path)[0]
        return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, ahead.exists() and ahead.stat().st_size > 0
    except OSError:
        return None


def follow_battle(name: str, plain: bool, once: bool) -> None:
    """Follow the battle with this name.

    :raises StorageError: if it is unknown, gone or damaged. :raises CannotReplay: if it does not fit the rules.
    """
    from shoot_cli.storage.store import Store

    with Store.open() as store:
        battle = store.load(store.find(name).name)
        watcher = Watcher(store, battle, plain, once)
        how = "as far as it has come" if once else "Ctrl-C leaves"
        watcher.screen.say(f"Watching “{battle.name}”, {watcher.ruleset.title}: {how}.")
        try:
            watcher.follow()
        except Mismatch as error:
            raise misfit(battle, watcher.ruleset, str(error)) from None
