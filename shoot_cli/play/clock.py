"""The clock of a battle: so much time for each player, charged to whoever owes the answer while a prompt waits.

What was spent is written into the event that ended the prompt (an answer, an undo, an amendment), as
``"spent": {army: milliseconds}``; what is left when players leave, into a note. Undo erases no event, so it gives no
time back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.record import Record
from shoot_cli.engine.signals import Refusal

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Question
    from shoot_cli.engine.table import Answerer
    from shoot_cli.replay.journal import EventSink
    from shoot_cli.storage.stored_battle import StoredBattle as Stored

SPENT = "spent"
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000  # in milliseconds
LEAST, MOST = MINUTE, 24 * HOUR
CUT_OFF = "The clock goes on from the last answer: what was thought after it is charged to nobody."
WITH_TIME = {"answer", "undo", "redo", "amend"}  # events that end a prompt


class BadTime(Refusal):
    """No time for a clock; the text says what would do."""

    exit_code = 2


def read_time(text: str) -> int:
    """``60m``, ``1h30m``, ``3600s``, ``45:00`` (minutes) or ``1:30:00`` (hours) in milliseconds. :raises BadTime:"""
    said = re.sub(r"(?<=[hm]) +", "", text.strip().lower())
    digits = r"([0-9]{1,6})"
    with_letters = re.fullmatch(rf"(?:{digits}h)?(?:{digits}m)?(?:{digits}s)?", said)
    with_colons = re.fullmatch(rf"(?:{digits}:(?=..:))?{digits}:([0-5][0-9])", said)
    match = with_letters or with_colons
    shown = text.strip()[:20]
    if not said or not match or (with_colons and match[1] and int(match[2]) > 59):
        raise BadTime(f"--clock {shown}: a time is written as 60m, 1h30m, 3600s, 45:00 (minutes) or 1:30:00 (hours).")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    time = hours * HOUR + minutes * MINUTE + seconds * SECOND
    if not LEAST <= time <= MOST:
        raise BadTime(f"--clock {shown}: each player can have from 1 minute (1m) to 24 hours (24h).")
    return time


def time_text(time: int) -> str:
    """Milliseconds as ``42:10``, ``1:02:10`` or, where time is out, ``-1:20``. A second begun counts."""
    seconds = -(-abs(time) // SECOND)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return f"-{text}" if time < 0 else text


@dataclass
class Clock:
    """``limit``: milliseconds for each of ``names``. ``now``: seconds from any beginning, never less than before.

    ``spent`` is all that was charged, ``unkept`` the part of it that is in no event yet.
    """

    limit: int
    names: tuple[str, str]
    now: Callable[[], float]
    spent: dict[str, int] = field(default_factory=dict)
    unkept: dict[str, int] = field(default_factory=dict)
    owing: str = ""  # who is to answer
    since: float | None = None  # when it began to run; None: it stands
    halted: bool = False
    rest: Callable[[], object] = lambda: None  # called when a pause begins

    def __post_init__(self) -> None:
        self.told = {name for name in self.names if self.left(name) <= 0}  # heard that their time is out

    def left(self, name: str) -> int:
        """Milliseconds, to this moment; less than 0 in overtime."""
        going = self.passed() if name == self.owing else 0
        return self.limit - self.spent.get(name, 0) - going

    def passed(self) -> int:
        return 0 if self.since is None else max(0, int((self.now() - self.since) * SECOND))

    # Running ---------------------------------------------------------------------------------------------------------

    @contextmanager
    def running(self) -> Iterator[None]:
        """While a prompt waits. What happens between prompts is the app's own time."""
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
    def paused(self) -> Iterator[None]:
        """Nobody is charged."""
        self.rest()
        self.halted = True
        try:
            yield
        finally:
            self.halted = False

    def charging(self, asked: Answerer, who: Callable[[Question], str], say: Callable[..., None]) -> Answerer:
        """The same players, on the clock."""

        def live(question: Question, place: int) -> Any:
            self.owing = who(question)
            try:
                return asked(question, place)
            finally:
                self.tell(say)
                self.owing = ""

        return live

    def tell(self, say: Callable[..., None]) -> None:
        """Once for each player: the time is out."""
        for name in self.names:
            if self.left(name) <= 0 and name not in self.told:
                self.told.add(name)
                say(f"{name}: your time is out. The game goes on; overtime is counted.", style="bold")

    # On disk ---------------------------------------------------------------------------------------------------------

    def settle(self, stored: Stored) -> None:
        """What was spent without an answer, when players leave. A disk that refuses has been told of already."""
        from shoot_cli.storage.home import StorageError

        with suppress(StorageError):
            if any(self.unkept.values()):
                stored.append("note", {SPENT: self.unkept})
                self.unkept = {}

    # In words --------------------------------------------------------------------------------------------------------

    def line(self, width: int, plain: bool) -> str:
        """Both times in one line; whose time runs stands in brackets, or is said in words if ``plain``."""
        times = [time_text(self.left(name)) for name in self.names]
        runs = [name == self.owing and not self.halted for name in self.names]
        if plain:
            each = [
                f"{name} {time}{' running' if on else ''}"
                for name, time, on in zip(self.names, times, runs, strict=True)
            ]
            return f"Clock{' paused' if self.halted else ''}: {', '.join(each)}"
        end = "  paused" if self.halted else ""
        names = shortened(self.names, width - len("".join(times)) - len("[ ]   ") - len(end))
        shown = [f"{name} {time}" for name, time in zip(names, times, strict=True)]
        return "  ".join(f"[{text}]" if on else text for text, on in zip(shown, runs, strict=True)) + end

    def words(self) -> str:
        """Both times in a sentence."""
        left = [(name, self.left(name)) for name in self.names]
        parts = [f"{name} {time_text(abs(time))} {'left' if time >= 0 else 'over'}" for name, time in left]
        return f"{time_text(self.limit)} each; {', '.join(parts)}"


class Timekeeper(Record):
    """A keeper whose events say what the prompt before them took."""

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
    """Both names in so many columns: whole words of them, if one fits."""
    first, second = names
    half = room // 2
    one = cut(first, room - len(cut(second, half)))
    two = cut(second, room - len(one))
    if one == two:  # what tells them apart was cut away
        two = cut(second, half - 4) + " (2)"
        one = cut(first, half)
    return one, two


def cut(name: str, room: int) -> str:
    words = name.split(" ")
    for count in range(len(words), 0, -1):
        text = " ".join(words[:count])
        if len(text) <= room:
            return text
    return name[: max(1, room)]


def broke_off(stored: Stored) -> bool:
    """True if the battle was ended without leaving, as by a kill: what was spent since its last event is not known."""
    last = stored.events[-1] if stored.events else None
    return last is not None and not (last.kind == "note" and SPENT in last.payload)


def clock_of(stored: Stored, names: tuple[str, str]) -> Clock | None:
    """The clock of a kept battle, with what its events say was spent; None if it is played without one.

    ``names``: both armies; of two with one name the second is told apart as at the table.
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
        said = event.payload.get(SPENT)
        for name, time in said.items() if isinstance(said, dict) else ():
            if isinstance(time, int) and not isinstance(time, bool) and time >= 0:
                spent[name] = spent.get(name, 0) + time
    return Clock(limit, (first, second), monotonic, spent)
