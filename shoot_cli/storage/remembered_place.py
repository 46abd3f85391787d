"""The remembered place of a battle: its record some answers ago, so that only the answers after it are played again.

It is data in a sealed file of the cache, and counts only if nothing is in doubt: the same battle, settings and lists,
the same answers before the place, the same sources of the rules. Otherwise all answers are played again, as without it.
What the log said before the place is made when somebody looks: the answers before it are then played again, and must
come to the same record.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shoot_cli.armies.cache import PACKAGE, PLAIN, TUPLE, digest_of_parts, keep_sealed, made, sealed
from shoot_cli.engine.late_list import LateList
from shoot_cli.engine.questions import Roll
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.sequence import Attack, If, Nominate, Place, Stage, Walk, While
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, raise_missing
from shoot_cli.replay.history import Response
from shoot_cli.replay.journal import Mismatch
from shoot_cli.rules import edition
from shoot_cli.storage.battle_replay import replaying
from shoot_cli.storage.home import StorageError, cache, secret

if TYPE_CHECKING:
    from shoot_cli.replay.journal import Journal
    from shoot_cli.storage.stored_battle import StoredBattle

T = TypeVar("T")
MOST = 20  # battles; those not played for the longest time are forgotten
MOST_BYTES = 4 * 1024 * 1024
STEP = 25  # answers after which another place is remembered
DOUBTS = (OSError, ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError)


# Records as data ------------------------------------------------------------------------------------------------------


class Parts:
    """Values as parts, each after the parts that it uses. Equal values of one type are one part.

    A part is plain, or a list of the name of its class (`TUPLE` for a tuple) and the positions of its fields.
    """

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.values: list[Any] = []
        self.places: dict[Any, int] = {}
        self.known: dict[int, int] = {}  # by the identity of a value; `kept` keeps them alive
        self.kept: list[Any] = []

    def add(self, value: Any) -> int:
        """Return the position of this value. :raises TypeError: something in it is no data"""
        found = self.known.get(id(value))
        if found is not None:
            return found
        kind = type(value)
        if issubclass(kind, Record):
            part: Any = [named(kind), *map(self.add, value[1:])]
        elif kind is tuple:
            part = [TUPLE, *map(self.add, value)]
        elif kind is Hashed:
            part = [named(kind), self.add(value.value)]
        elif kind in PLAIN:
            part = value
        else:
            raise TypeError(f"{kind.__name__} cannot be remembered")
        same = kind, tuple(part) if type(part) is list else (part, repr(part) if kind is float else "")
        place = self.places.setdefault(same, len(self.parts))
        if place == len(self.parts):
            self.parts.append(part)
            self.values.append(value)
        self.known[id(value)] = place
        self.kept.append(value)
        return place


def hash_of(parts: Sequence[Any]) -> str:
    return digest_of_parts([dumps(parts, separators=(",", ":")).encode()]).hex()


def named(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def classes() -> dict[str, Callable[..., Any]]:
    """Return what makes the value of a part, by the name of its class. Only these are ever made."""
    found: dict[str, Callable[..., Any]] = {TUPLE: lambda *inside: inside, named(Hashed): Hashed}
    waiting: list[type[Record]] = [Record]
    while waiting:
        kind = waiting.pop()
        found[named(kind)] = lambda *inside, kind=kind: made(kind, inside)
        waiting += kind.__subclasses__()
    return found


def value_of(parts: Sequence[Any], known: Sequence[Any]) -> Any:
    """Return the value of the last part. `known` are the values of the parts before the first of these.

    :raises ValueError, TypeError, KeyError, IndexError: the parts are wrong
    """
    values, makers = [*known], classes()
    for part in parts:
        if type(part) is not list:
            if type(part) not in PLAIN:
                raise ValueError(f"{type(part).__name__} is no part")
            values.append(part)
            continue
        name, *places = part
        if places and min(places) < 0:
            raise ValueError("a position before the first")
        values.append(makers[name](*[values[place] for place in places]))
    return values[-1]


# Where the walk stood -------------------------------------------------------------------------------------------------


class Stand(Record):
    """A place between two attacks as data. `at` and `entered` have one item for each nested sequence, outermost first.

    `log`, `attacks`, `over`, `phases` and `passed_on` count what the table had; `begun` and the rest are its state.
    `between` are keys of questions that were asked between attacks. `lucky`: dice were thrown before that luck counts.
    """

    at: tuple[int, ...]
    entered: tuple[Any, ...]
    record: Any
    asked: int
    log: int
    attacks: int
    over: int
    phases: int
    passed_on: int
    begun: tuple[Any, bool, int] | None
    attack: int | None
    told_at: tuple[int, ...]
    told: tuple[Any, ...]
    rights: Any
    between: tuple[str, ...]
    lucky: bool


def stand_of(place: Place, between: tuple[str, ...], lucky: bool) -> Stand:
    """Return this place as data."""
    asked, log, (attacks, phases, over), (_, begun, attack, _, told_at, told), passed_on, rights = place.mark
    return Stand(
        tuple(frame[1] for frame in place.frames), tuple(frame[3] for frame in place.frames), place.record, asked,
        log, attacks, over, phases, passed_on, begun, attack, told_at, told, rights, between,
        lucky,
    )  # fmt: skip


def place_of(stand: Stand, sequence: Steps) -> Place:
    """Return the place in the sequence. :raises ValueError, IndexError, TypeError: it has no such place"""
    nodes, owner, stage = sequence, None, ""
    frames: list[tuple[Any, ...]] = []
    for depth, (at, entered) in enumerate(zip(stand.at, stand.entered, strict=True)):
        if at < 0:
            raise ValueError("a position before the first")
        frames.append((nodes, at, owner, entered, stage))
        if depth + 1 < len(stand.at):
            owner = nodes[at - 1]
            if type(owner) not in (While, If, Stage, Attack) or not at:
                raise ValueError("no sequence is nested here")
            nodes, stage = owner.body, owner.name if type(owner) is Stage else stage
    if type(nodes[stand.at[-1]]) is not Nominate:
        raise ValueError("nobody is nominated here")
    now = None, stand.begun, stand.attack, None, stand.told_at, stand.told
    ended = stand.attacks, stand.phases, stand.over
    mark = stand.asked, stand.log, ended, now, stand.passed_on, stand.rights
    return Place(tuple(frames), stand.record, stand.asked, mark)


def fitting(walk: Walk, table: Table) -> Place | None:
    """Return the last place to remember, or None. An attack must have ended after it, which the next prompt may tell,
    and players must have had another chance since to tell something, as its question is no data."""
    for place in reversed(walk.nominations):
        _, _, (_, _, over), (going, _, _, open_line, *_), *_ = place.mark
        told_again = open_line is None or table.open_line is not open_line
        if going is None and over < table.over and told_again:
            found: Place = place
            return found
    return None


# One battle -----------------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A remembered place, and a table that has what was logged before it."""

    place: Place
    table: Table
    between: tuple[str, ...]


class RememberedPlace:
    """The remembered place of one battle.

    :ivar kept: the number of answers before it; 0 if there is none
    :ivar lucky: dice were thrown before the place that was found that luck counts
    """

    def __init__(self, stored: StoredBattle, sequence: Steps, start: Any, settings: Mapping[str, str]) -> None:
        self.stored, self.sequence, self.start, self.settings = stored, sequence, start, dict(settings)
        self.kept, self.lucky = 0, False

    def path(self) -> Path:
        """Return its file. :raises StorageError: the folder of the cache is unknown"""
        return cache() / "places" / f"{digest_of_parts([self.stored.hash.encode()]).hex()[:40]}.json"

    def checked_by(self, said: Sequence[Response]) -> str:
        """Return a hash of all that decides how the battle stands after these answers. :raises OSError:"""
        answers = dumps([(one.key, one.answer, one.by) for one in said], separators=(",", ":"), sort_keys=True)
        kept = (self.stored.hash, dumps(self.settings, sort_keys=True), answers)
        return digest_of_parts([*(part.encode() for part in kept), *sources(self.stored.ruleset)]).hex()

    def found(self, journal: Journal) -> Found | None:
        """Return the place if it fits this journal; None if there is none, or if anything is in doubt."""
        said = journal.said
        if journal.history.carry or len(said) < STEP:
            return None
        with suppress(*DOUBTS, StorageError):
            content = sealed(self.path(), secret, MOST_BYTES)
            if content is None:
                return None
            asked, check, begun, parts = loads(content)
            if type(asked) is not int or not 0 < asked < len(said) or check != self.checked_by(said[:asked]):
                return None
            known = Parts()
            known.add(self.start)
            if begun != hash_of(known.parts):
                return None
            stand = value_of(parts, known.values)
            if type(stand) is not Stand or stand.asked != asked:
                return None
            place = place_of(stand, self.sequence)
            self.kept, self.lucky = asked, stand.lucky
            return Found(place, self.before(stand, said[:asked]), stand.between)
        return None

    def before(self, stand: Stand, said: Sequence[Response]) -> Table:
        """Return a table with what was logged before the place. It is made when somebody looks at it."""
        again: list[Table] = []

        def replayed() -> Table:
            if not again:
                again.append(self.replayed(stand, said))
            return again[0]

        def first(n: int, of: Callable[[Table], Sequence[T]]) -> LateList[T]:
            return LateList(n, lambda: of(replayed())[:n])

        table = Table(raise_missing)
        table.log = first(stand.log, lambda made: made.log)
        table.attacks = first(stand.attacks, lambda made: made.attacks)
        table.phases = first(stand.phases, lambda made: made.phases)
        table.passed_on = first(stand.passed_on, lambda made: made.passed_on)
        return table

    def replayed(self, stand: Stand, said: Sequence[Response]) -> Table:
        """Play the answers before the place again. :raises Mismatch: they come to something else; it is forgotten"""
        table, walk = replaying(said, self.settings), Walk(self.sequence, self.start)
        with suppress(Missing):
            walk.play(walk.beginning, table)
        here = next((place for place in walk.nominations if place.asked == stand.asked), None)
        if here is None or stand_of(here, stand.between, thrown(table.log[: stand.log])) != stand:
            self.forget()
            raise Mismatch("what was remembered of it does not fit its answers, and is forgotten: open it again")
        return table

    def keep(self, walk: Walk, table: Table, journal: Journal) -> None:
        """Remember a place if enough was answered since the last one. Nothing happens if the disk refuses."""
        if journal.history.carry or abs(table.asked - self.kept) < STEP or table.asked != len(journal.said):
            return
        place = fitting(walk, table)
        if place is None or place.asked == self.kept or not place.asked:
            return
        self.kept = place.asked  # not tried again at each prompt if it cannot be kept
        with suppress(*DOUBTS, StorageError):
            known = Parts()
            known.add(self.start)
            first, begun = len(known.parts), hash_of(known.parts)
            stand = stand_of(place, tuple(sorted(journal.between)), self.has_luck(table.log[: place.mark[1]]))
            if known.add(stand) != len(known.parts) - 1:
                return
            check = self.checked_by(journal.said[: place.asked])
            content = [place.asked, check, begun, known.parts[first:]]
            text = dumps(content, separators=(",", ":")).encode()
            if value_of(loads(text)[3], known.values[:first]) == stand:
                keep_sealed(self.path(), text, secret, MOST, MOST_BYTES)

    def has_luck(self, log: Sequence[Entry]) -> bool:
        """Return True if this log, or its beginning, has dice that luck counts. What is late in it is not made."""
        late = log.late if isinstance(log, LateList) else 0
        return bool(late and self.lucky) or thrown(log[late:])

    def forget(self) -> None:
        with suppress(OSError, StorageError):
            self.path().unlink(missing_ok=True)


def thrown(log: Sequence[Entry]) -> bool:
    """Return True if dice of this log are of those that luck counts."""
    return any(isinstance(entry.question, Roll) and entry.question.luck for entry in reversed(log))


def sources(ruleset: str) -> Iterator[bytes]:
    """Yield the names of all sources that decide how a battle of this ruleset goes on, with their sizes and times, by
    which Python knows that its compiled files are of them. :raises OSError: one is gone"""
    found = edition(ruleset)
    packages = [found.package, found.room] if found else []
    for package in ("shoot_cli.engine", "shoot_cli.battle", "shoot_cli.replay", "shoot_cli.storage", *packages):
        waiting = [PACKAGE.joinpath(*package.split(".")[1:])] if package else []
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in sorted(entries, key=lambda one: one.name):
                    if entry.is_dir():
                        waiting.append(Path(entry.path))
                    elif entry.name.endswith(".py"):
                        facts = entry.stat()
                        yield f"{entry.path}\n{facts.st_size}\n{facts.st_mtime_ns}".encode()
