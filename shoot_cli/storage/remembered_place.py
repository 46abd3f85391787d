"""Stored battles played again from their log, or from a remembered place: their record some answers ago.

The place is data in a sealed file of the cache, and counts only if nothing is in doubt: the same battle, settings and
lists, the same answers before the place, the same sources of the rules. Otherwise all answers are played again, as
without it. What the log said before the place is made when somebody looks: the answers before it are then played
again, and must come to the same record.

Facts that players have changed at a prompt and not agreed yet are kept in such a file too (EVE-10).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shoot_cli.armies.cache import PACKAGE, PLAIN, TUPLE, digest_of_parts, keep_sealed, made, sealed
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Refusal
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.sequence import Attack, If, Nominate, Place, Stage, Walk, While, play
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.table import Entry, LateList, Table
from shoot_cli.input.answerers import Missing, raise_missing
from shoot_cli.replay.history import Amendment, History, Response
from shoot_cli.replay.journal import Journal, Mismatch
from shoot_cli.replay.rebase import OldQuestion, questions_of
from shoot_cli.rules import edition
from shoot_cli.storage.home import StorageError, cache, secret
from shoot_cli.storage.records import CLOCK, ODDS, kept_list

if TYPE_CHECKING:
    from shoot_cli.armies import Army
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.replay.journal import Journal
    from shoot_cli.storage.store import StoredBattle


class CannotReplay(Refusal):
    """Raised if the battle was played by other rules, or its lists cannot be read; the text says which."""

    exit_code = 3


def reloaded(stored: StoredBattle, memory: RememberedLists | None = None) -> tuple[Ruleset, Any, dict[str, str]]:
    """Return the ruleset, the first state of a stored battle, and its settings. :raises CannotReplay: in words.

    `memory` has lists that need not be read again. Without it both lists are read from their text.
    """
    known = edition(stored.ruleset)
    if known is None:
        raise CannotReplay(
            f"“{stored.name}” is of the ruleset {stored.ruleset}, which this version of shoot does not know."
        )
    ruleset = known.ruleset()
    first, second = lists_of(stored, memory)
    settings = dict(stored.settings)
    turns = settings.pop("turns", None)
    if turns and not re.fullmatch("[0-9]{1,3}", turns):
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: “{visible(turns[:20])}” turns.")
    settings.pop(CLOCK, None)
    settings.pop(ODDS, None)
    try:
        start = ruleset.begin_battle(first, second, int(turns) if turns else None)
    except Exception as error:  # lists of two rulesets, or a wrong number of turns, in a record that was tampered with
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: {error}") from None
    return ruleset, start, ruleset.defaults() | settings


def lists_of(stored: StoredBattle, memory: RememberedLists | None = None) -> tuple[Army, Army]:
    """Return both lists of a stored battle, mine first. :raises CannotReplay: one cannot be read; the text names it."""
    from shoot_cli import armies
    from shoot_cli.armies.army import proposal_kept

    lists = []
    for which, raw in zip(("first", "second"), stored.armies, strict=True):
        kept = kept_list(raw)
        called = f"The {which} list kept in “{stored.name}”" + (f", “{kept.name}”," if kept.name else "")
        if kept.text is None:
            raise CannotReplay(
                f"{called} cannot be read: its text is missing. The battle can be exported, not continued."
            )
        try:
            army = armies.load_text(kept.text, kept.path or kept.name or f"the {which} list", memory)
            lists.append(armies.with_proposals(army, map(proposal_kept, kept.proposals)))
        except armies.ListError as error:
            raise CannotReplay(f"{called} cannot be read: {error}") from None
        except ValueError as error:
            raise CannotReplay(f"{called} cannot be read: {error}.") from None
    return lists[0], lists[1]


def journal_of(stored: StoredBattle, memory: RememberedLists | None = None) -> Journal:
    """Return the journal with which a stored battle goes on. The questions of old amendments are found when needed."""
    return Journal(
        stored, stored.fold.history.copy(), lambda past: asked_before(stored, past, memory), stored.dice == "hand"
    )


def asked_before(
    stored: StoredBattle, past: Sequence[Amendment[Response]], memory: RememberedLists | None = None
) -> list[OldQuestion | None]:
    """Return the question of each answer that still waits after the last amendment. :raises CannotReplay:"""
    asked: list[OldQuestion | None] = []
    begun = next((index for index in range(len(past) - 1, 0, -1) if not past[index].carry), 0)
    for amended in past[begun:]:  # the first amendment of the group was made when no answers waited
        earlier = asked
        asked = [*questions_of(table_before(stored, amended, memory)[0].log)]  # the log may end before the last answer
        asked += [None] * (len(amended.before) - len(asked))
        asked += [earlier[place] if place < len(earlier) else None for place in amended.carry]
    return asked


def table_before(
    stored: StoredBattle, amended: Amendment[Response], memory: RememberedLists | None
) -> tuple[Table, Question | None]:
    """Return the table before this amendment was made, and the question asked then. :raises CannotReplay:"""
    ruleset, start, settings = reloaded(stored, memory)
    table = replaying(amended.before, settings)
    with suppress(Mismatch):
        try:
            play(ruleset.battle, start, table)
        except Missing as prompt:
            return table, prompt.question
    return table, None


def replaying(answers: Iterable[Response], settings: dict[str, str]) -> Table:
    """Return a table that has these answers and asks nobody. Its next question raises `Missing`."""

    def nobody(question: Question, place: int) -> Any:
        raise Missing(question)

    table = Journal(None, History(answers)).seat(nobody, lambda question: "", lambda question: None)
    table.settings = settings
    return table


class Replayed(NamedTuple):
    """A battle played again. `end` is the last state; `prompt` is the next question, or None if the battle is over."""

    table: Table
    end: Any
    prompt: Question | None
    ruleset: Ruleset


def replayed(stored: StoredBattle, answers: Sequence[Response], began: tuple[Ruleset, Any, dict[str, str]]) -> Replayed:
    """Play a battle again with these answers. `began` comes from `reloaded`. :raises CannotReplay: one does not fit."""
    ruleset, start, settings = began
    table = replaying(answers, settings)
    try:
        return Replayed(table, play(ruleset.battle, start, table), None, ruleset)
    except Missing as error:
        return Replayed(table, start if table.record is None else table.record, error.question, ruleset)
    except Mismatch as error:
        raise misfit(stored, ruleset, str(error)) from None
    except Exception as error:  # a wrong answer in a log that was tampered with
        place = table.asked
        key = answers[place - 1].key if 0 < place <= len(answers) else "?"
        raise CannotReplay(
            f"“{stored.name}” cannot be played again: after answer {place} of the log, for “{key}”, the rules come to"
            f" no end ({type(error).__name__})."
        ) from None


def misfit(stored: StoredBattle, ruleset: Ruleset, why: str) -> CannotReplay:
    """Return the refusal that names the first answer that does not fit, and by which version it was given."""
    older = ""
    if stored.version != ruleset.version:
        older = (
            f" It was begun with version {stored.version} of the {ruleset.name} rules; this is {ruleset.version}."
            " It can be shown and exported, not continued."
        )
    return CannotReplay(f"“{stored.name}” does not fit the rules any more: {why}.{older}")


def checked(stored: StoredBattle, answers: Sequence[Response], began: tuple[Ruleset, Any, dict[str, str]]) -> Replayed:
    """Return what `replayed` does, if the battle also ends where its log ends. :raises CannotReplay: it does not fit"""
    again = replayed(stored, answers, began)
    place = again.table.asked
    if again.prompt is None and place < len(answers):
        why = f"answer {place + 1} of the log is for “{answers[place].key}”, but the battle is over by then"
        raise misfit(stored, again.ruleset, why)
    if again.prompt is not None and stored.finished:
        why = f"the log says that the battle is over, but the rules now ask “{again.prompt.key}”"
        raise misfit(stored, again.ruleset, why)
    return again


def after_an_update(stored: StoredBattle, began: tuple[Ruleset, Any, dict[str, str]]) -> str:
    """Return what to tell of a battle that was begun with another version of the rules; else "".

    :raises CannotReplay: an answer does not fit the rules of today; the first one is named
    """
    version = began[0].version
    if stored.version == version:
        return ""
    checked(stored, stored.answers(), began)
    return (
        f"Begun with version {stored.version} of the rules, it goes on with {version}: all answers fit. "
        "Losses are what the rules of today make of them."
    )


def in_force(stored: StoredBattle) -> Replayed:
    """Play a battle again with the answers in force. :raises CannotReplay: as `reloaded` and `replayed`."""
    return replayed(stored, stored.answers(), reloaded(stored))


T = TypeVar("T")
MOST = 20  # battles; those not played for the longest time are forgotten
MOST_BYTES = 4 * 1024 * 1024
STEP = 25  # answers after which another place is remembered
DOUBTS = (OSError, ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError)


# Records as data ------------------------------------------------------------------------------------------------------


class Parts:
    """Values as parts, each after the parts that it uses. Equal values of one type are one part.

    A part is plain, or a list: the name of its class (`TUPLE` for a tuple), and the positions of its fields.
    """

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.values: list[Any] = []
        self.positions: dict[Any, int] = {}
        self.known: dict[int, int] = {}  # by the identity of a value; `kept` keeps them alive
        self.kept: list[Any] = []

    def add(self, value: Any) -> int:
        """Return the position of this value. :raises TypeError: something in it is no data"""
        old = self.known.get(id(value))
        if old is not None:
            return old
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
        position = self.positions.setdefault(same, len(self.parts))
        if position == len(self.parts):
            self.parts.append(part)
            self.values.append(value)
        self.known[id(value)] = position
        self.kept.append(value)
        return position


def hash_of(parts: Sequence[Any]) -> str:
    return digest_of_parts([dumps(parts, separators=(",", ":")).encode()]).hex()


def named(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def classes() -> dict[str, Callable[..., Any]]:
    """Return what makes the value of a part, by the name of its class. Only these are ever made."""
    makers: dict[str, Callable[..., Any]] = {TUPLE: lambda *inside: inside, named(Hashed): Hashed}
    waiting: list[type[Record]] = [Record]
    while waiting:
        kind = waiting.pop()
        makers[named(kind)] = lambda *inside, kind=kind: made(kind, inside)
        waiting += kind.__subclasses__()
    return makers


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
        name, *positions = part
        if positions and min(positions) < 0:
            raise ValueError("a position before the first")
        values.append(makers[name](*[values[position] for position in positions]))
    return values[-1]


# Where the walk stood -------------------------------------------------------------------------------------------------


class PlaceData(Record):
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


def place_data(place: Place, between: tuple[str, ...], lucky: bool) -> PlaceData:
    asked, log, (attacks, phases, over), (_, begun, attack, _, told_at, told), passed_on, rights = place.mark
    return PlaceData(
        tuple(frame[1] for frame in place.frames), tuple(frame[3] for frame in place.frames), place.record, asked,
        log, attacks, over, phases, passed_on, begun, attack, told_at, told, rights, between,
        lucky,
    )  # fmt: skip


def place_of(stand: PlaceData, sequence: Steps) -> Place:
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
    current = None, stand.begun, stand.attack, None, stand.told_at, stand.told
    ended = stand.attacks, stand.phases, stand.over
    mark = stand.asked, stand.log, ended, current, stand.passed_on, stand.rights
    return Place(tuple(frames), stand.record, stand.asked, mark)


def fitting(walk: Walk, table: Table) -> Place | None:
    """Return the last place to remember, or None. An attack must have ended after it, which the next prompt may tell.
    Players must have had another chance since to tell something, as its question cannot be kept."""
    for place in reversed(walk.nominations):
        _, _, (_, _, over), (going, _, _, open_line, *_), *_ = place.mark
        told_again = open_line is None or table.open_line is not open_line
        if going is None and over < table.over and told_again:
            result: Place = place
            return result
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

    def checked_by(self, given: Sequence[Response]) -> str:
        """Return a hash of all that decides how the battle stands after these answers. :raises OSError:"""
        rows = [(answer.key, answer.answer, answer.by) for answer in given]
        answers = dumps(rows, separators=(",", ":"), sort_keys=True)
        kept = (self.stored.hash, dumps(self.settings, sort_keys=True), answers)
        return digest_of_parts([*(part.encode() for part in kept), *sources(self.stored.ruleset)]).hex()

    def found(self, journal: Journal) -> Found | None:
        """Return the place if it fits this journal; None if there is none, or if anything is in doubt."""
        answers = journal.answers
        if journal.history.carry or len(answers) < STEP:
            return None
        with suppress(*DOUBTS, StorageError):
            content = sealed(self.path(), secret, MOST_BYTES)
            if content is None:
                return None
            asked, check, begun, parts = loads(content)
            if type(asked) is not int or not 0 < asked < len(answers) or check != self.checked_by(answers[:asked]):
                return None
            known = Parts()
            known.add(self.start)
            if begun != hash_of(known.parts):
                return None
            stand = value_of(parts, known.values)
            if type(stand) is not PlaceData or stand.asked != asked:
                return None
            place = place_of(stand, self.sequence)
            self.kept, self.lucky = asked, stand.lucky
            return Found(place, self.before(stand, answers[:asked]), stand.between)
        return None

    def before(self, stand: PlaceData, answers: Sequence[Response]) -> Table:
        """Return a table with what was logged before the place. It is made when somebody looks at it."""
        made_once: list[Table] = []

        def replayed() -> Table:
            if not made_once:
                made_once.append(self.replayed(stand, answers))
            return made_once[0]

        def first(n: int, part: Callable[[Table], Sequence[T]]) -> LateList[T]:
            return LateList(n, lambda: part(replayed())[:n])

        table = Table(raise_missing)
        table.log = first(stand.log, lambda played: played.log)
        table.attacks = first(stand.attacks, lambda played: played.attacks)
        table.phases = first(stand.phases, lambda played: played.phases)
        table.passed_on = first(stand.passed_on, lambda played: played.passed_on)
        return table

    def replayed(self, stand: PlaceData, answers: Sequence[Response]) -> Table:
        """Play the answers before the place again. :raises Mismatch: they come to something else; it is forgotten"""
        table, walk = replaying(answers, self.settings), Walk(self.sequence, self.start)
        with suppress(Missing):
            walk.play(walk.beginning, table)
        place = next((place for place in walk.nominations if place.asked == stand.asked), None)
        if place is None or place_data(place, stand.between, thrown(table.log[: stand.log])) != stand:
            self.forget()
            raise Mismatch("what was remembered of it does not fit its answers, and is forgotten: open it again")
        return table

    def keep(self, walk: Walk, table: Table, journal: Journal) -> None:
        """Remember a place if enough was answered since the last one. Nothing happens if the disk refuses."""
        if journal.history.carry or abs(table.asked - self.kept) < STEP or table.asked != len(journal.answers):
            return
        place = fitting(walk, table)
        if place is None or place.asked == self.kept or not place.asked:
            return
        self.kept = place.asked  # not tried again at each prompt if it cannot be kept
        with suppress(*DOUBTS, StorageError):
            known = Parts()
            known.add(self.start)
            first, begun = len(known.parts), hash_of(known.parts)
            stand = place_data(place, tuple(sorted(journal.between)), self.has_luck(table.log[: place.mark[1]]))
            if known.add(stand) != len(known.parts) - 1:
                return
            check = self.checked_by(journal.answers[: place.asked])
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


# Facts that are not agreed yet ----------------------------------------------------------------------------------------


def half_agreed_file(stored: StoredBattle) -> Path:
    """Return the file of a battle's facts. :raises StorageError: the folder of the cache is unknown"""
    return cache() / "agreeing" / f"{digest_of_parts([stored.hash.encode()]).hex()[:40]}.json"


def last_said(stored: StoredBattle) -> str:
    """Return the hash of the last event that answers or changes something; notes of the clock do not."""
    return next((event.hash for event in reversed(stored.events) if event.kind != "note"), stored.hash)


def keep_half_agreed(stored: StoredBattle, key: str, changed: Mapping[str, Any]) -> None:
    """Keep the facts that were changed at the question `key`, behind the last answer. Nothing happens if the disk
    refuses, as nothing depends on them."""
    with suppress(*DOUBTS, StorageError):
        text = dumps([last_said(stored), key, dict(changed)], separators=(",", ":")).encode()
        keep_sealed(half_agreed_file(stored), text, secret, MOST, MOST_BYTES)


def half_agreed_before(stored: StoredBattle, key: str) -> dict[str, Any]:
    """Return the facts that were changed at this question when the battle was left; {} if anything was answered since.

    Raises nothing: what cannot be read is forgotten.
    """
    with suppress(*DOUBTS, StorageError):
        content = sealed(half_agreed_file(stored), secret, MOST_BYTES)
        last, question, changed = loads(content) if content is not None else ("", "", {})
        if (last, question) == (last_said(stored), key) and type(changed) is dict:
            return changed
    return {}


def thrown(log: Sequence[Entry]) -> bool:
    """Return True if dice of this log are of those that luck counts."""
    return any(isinstance(entry.question, (Roll, Total)) and entry.question.luck for entry in reversed(log))


def sources(ruleset: str) -> Iterator[bytes]:
    """Yield the names of all sources that decide how a battle of this ruleset continues, with their sizes and times. By
    these Python knows whether its compiled files are of them. :raises OSError: one is gone"""
    known = edition(ruleset)
    packages = [known.package, known.room] if known else []
    for package in ("shoot_cli.engine", "shoot_cli.battle", "shoot_cli.replay", "shoot_cli.storage", *packages):
        waiting = [PACKAGE.joinpath(*package.split(".")[1:])] if package else []
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in sorted(entries, key=lambda item: item.name):
                    if entry.is_dir():
                        waiting.append(Path(entry.path))
                    elif entry.name.endswith(".py"):
                        facts = entry.stat()
                        yield f"{entry.path}\n{facts.st_size}\n{facts.st_mtime_ns}".encode()
