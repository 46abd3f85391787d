"""The chess clock of a battle. While a prompt waits, its time counts against the player who must answer.

The event that ends a prompt stores the used time as `"spent": {army: milliseconds}`. A note stores the rest when the
players leave. Undo erases no event, so it returns no time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.reasons import Refusal
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Question
    from shoot_cli.engine.reasons import Answer
    from shoot_cli.engine.table import Answerer
    from shoot_cli.replay.journal import EventSink
    from shoot_cli.storage.store import StoredBattle as Stored

SPENT = "spent"
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000  # milliseconds
LEAST, MOST = MINUTE, 24 * HOUR
CUT_OFF = "The clock goes on from the last answer: what was thought after it is charged to nobody."
WITH_TIME = {"answer", "undo", "redo", "amend", "insert"}  # events that end a prompt


class BadTime(Refusal):
    """A refused clock time. The text gives the allowed forms."""

    exit_code = 2


def read_time(text: str) -> int:
    """Return the milliseconds of `60m`, `1h30m`, `3600s`, `45:00` (minutes) or `1:30:00` (hours). :raises BadTime:"""
    words = re.sub(r"(?<=[hm]) +", "", text.strip().lower())
    digits = r"([0-9]{1,6})"
    with_letters = re.fullmatch(rf"(?:{digits}h)?(?:{digits}m)?(?:{digits}s)?", words)
    with_colons = re.fullmatch(rf"(?:{digits}:(?=..:))?{digits}:([0-5][0-9])", words)
    match = with_letters or with_colons
    shown = text.strip()[:20]
    if not words or not match or (with_colons and match[1] and int(match[2]) > 59):
        raise BadTime(f"--clock {shown}: a time is written as 60m, 1h30m, 3600s, 45:00 (minutes) or 1:30:00 (hours).")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    time = hours * HOUR + minutes * MINUTE + seconds * SECOND
    if not LEAST <= time <= MOST:
        raise BadTime(f"--clock {shown}: each player can have from 1 minute (1m) to 24 hours (24h).")
    return time


def time_text(time: int) -> str:
    """Return milliseconds as `42:10`, `1:02:10` or, in overtime, `-1:20`. Parts of a second count as a whole one."""
    seconds = -(-abs(time) // SECOND)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return f"-{text}" if time < 0 else text


@dataclass
class Clock:
    """A chess clock with `limit` milliseconds for each of `names`. `now()` returns seconds and never runs backwards.

    `spent` is all the time used so far. `unkept` is the part that no event stores yet.
    """

    limit: int
    names: tuple[str, str]
    now: Callable[[], float]
    spent: dict[str, int] = field(default_factory=dict)
    unkept: dict[str, int] = field(default_factory=dict)
    owing: str = ""  # the army that must answer
    since: float | None = None  # the start time of the running prompt; None while the clock is stopped
    halted: bool = False
    rest: Callable[[], object] = lambda: None  # called when a pause begins
    while_paused: Callable[[], AbstractContextManager[None]] = nullcontext  # wraps a pause

    def __post_init__(self) -> None:
        self.told = {name for name in self.names if self.left(name) <= 0}  # who heard that their time is out

    def left(self, name: str) -> int:
        """Return the milliseconds that are left now. The number is negative in overtime."""
        going = self.passed() if name == self.owing else 0
        return self.limit - self.spent.get(name, 0) - going

    def passed(self) -> int:
        return 0 if self.since is None else max(0, int((self.now() - self.since) * SECOND))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Charge the army that must answer while a prompt waits. The time between prompts is free."""
        if self.halted or self.since is not None or not self.owing:
            yield
            return
        self.since = self.now()
        try:
            yield
        finally:
            time, self.since = self.passed(), None
            for ledger in (self.spent, self.unkept):
                ledger[self.owing] = ledger.get(self.owing, 0) + time

    @contextmanager
    def charged_to(self, name: str) -> Iterator[None]:
        """Charge this army instead, while it tells something at the prompt of the other one."""
        before, self.owing = self.owing, name
        try:
            yield
        finally:
            self.owing = before

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock for both players."""
        self.rest()
        self.halted = True
        try:
            with self.while_paused():
                try:
                    yield
                finally:
                    self.halted = False  # before others hear that the pause is over
        finally:
            self.halted = False

    def charging(self, asked: Answerer, who: Callable[[Question], str], say: Callable[..., None]) -> Answerer:
        """Return the same players with their answers timed."""

        def live(question: Question, place: int) -> Answer:
            self.owing = who(question)
            try:
                return asked(question, place)
            finally:
                self.tell(say)
                self.owing = ""

        return live

    def tell(self, say: Callable[..., None]) -> None:
        """Tell each player once that their time is out."""
        for name in self.names:
            if self.left(name) <= 0 and name not in self.told:
                self.told.add(name)
                say(f"{name}: your time is out. The game goes on; overtime is counted.", style="bold")

    def settle(self, stored: Stored) -> None:
        """Store the time since the last answer when the players leave. A storage error was shown before: ignore it."""
        from shoot_cli.storage.home import StorageError

        with suppress(StorageError):
            if any(self.unkept.values()):
                stored.append("note", {SPENT: self.unkept})
                self.unkept = {}

    def line(self, width: int, plain: bool) -> str:
        """Return both times in one line. The running clock stands in brackets, or is named in words if `plain`."""
        times = [time_text(self.left(name)) for name in self.names]
        runs = [name == self.owing and not self.halted for name in self.names]
        if plain:
            texts = [
                f"{name} {time}{' running' if on else ''}"
                for name, time, on in zip(self.names, times, runs, strict=True)
            ]
            return f"Clock{' paused' if self.halted else ''}: {', '.join(texts)}"
        end = "  paused" if self.halted else ""
        names = shortened(self.names, width - len("".join(times)) - len("[ ]   ") - len(end))
        shown = [f"{name} {time}" for name, time in zip(names, times, strict=True)]
        return "  ".join(f"[{text}]" if on else text for text, on in zip(shown, runs, strict=True)) + end

    def words(self) -> str:
        """Return both times as a sentence."""
        left = [(name, self.left(name)) for name in self.names]
        parts = [f"{name} {time_text(abs(time))} {'left' if time >= 0 else 'over'}" for name, time in left]
        return f"{time_text(self.limit)} each; {', '.join(parts)}"


class Timekeeper(Record):
    """An event sink that adds the used time to each event that ends a prompt."""

    keeper: EventSink
    clock: Clock

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any:
        spent = {name: time for name, time in self.clock.unkept.items() if time}
        if kind not in WITH_TIME or not spent:
            return self.keeper.append(kind, payload)
        kept = self.keeper.append(kind, {**payload, SPENT: spent})
        self.clock.unkept = {}
        return kept


def shortened(names: tuple[str, str], room: int) -> tuple[str, str]:
    """Shorten both names to `room` columns together. Whole words are kept where one fits."""
    first, second = names
    half = room // 2
    left = cut(first, room - len(cut(second, half)))
    right = cut(second, room - len(left))
    if left == right:  # the part that differs was cut off
        right = cut(second, half - 4) + " (2)"
        left = cut(first, half)
    return left, right


def cut(name: str, room: int) -> str:
    words = name.split(" ")
    for count in range(len(words), 0, -1):
        text = " ".join(words[:count])
        if len(text) <= room:
            return text
    return name[: max(1, room)]


def broke_off(stored: Stored) -> bool:
    """Return True if the battle ended without leaving, for example by a kill. Time since its last event is lost."""
    last = stored.events[-1] if stored.events else None
    return last is not None and not (last.kind == "note" and SPENT in last.payload)


def clock_of(stored: Stored, names: tuple[str, str]) -> Clock | None:
    """Return the clock of a stored battle with the times from its events. Return None if it has no clock.

    `names` are both armies. Two equal names become different, as in the battle.
    """
    from shoot_cli.storage.records import CLOCK

    try:
        limit = read_time(stored.settings[CLOCK])
    except (KeyError, BadTime):
        return None
    first, second = names
    if first == second:
        second += " (2)"
    spent: dict[str, int] = {}
    for event in stored.events:
        times = event.payload.get(SPENT)
        for name, time in times.items() if isinstance(times, dict) else ():
            if isinstance(time, int) and not isinstance(time, bool) and time >= 0:
                spent[name] = spent.get(name, 0) + time
    return Clock(limit, (first, second), monotonic, spent)
