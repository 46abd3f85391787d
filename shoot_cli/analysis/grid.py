"""Rows x columns of attacks; measures; worker processes."""

from __future__ import annotations

import errno
import multiprocessing
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from shoot_cli.analysis.single_attack import TooMuch, as_input_error, of_sides, overruled_in_words, worked_out
from shoot_cli.analysis.unused_answers import NotAsked
from shoot_cli.battle.turns import strength
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.name_keys import same_name
from shoot_cli.engine.names import percent
from shoot_cli.engine.record import Record
from shoot_cli.engine.signals import InputError, Refusal
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Ruleset


# Many attacks side by side: each row at each column, in numbers that can be compared.

BUNDLE = 8  # attacks that go to another process together
FEW = 16  # attacks for which no other process is started
MANY = 100  # from so many on it pays to work them out as arrays
Said = tuple[tuple[str, Any], ...]  # answers and settings by key, as somebody typed them


class AttackerRow(Record):
    """Who shoots: a unit, and what is said of it alone, such as the one weapon that it fires."""

    side: AttackSide
    said: Said = ()


class Chance(Record):
    """What comes of one attack.

    ``destroyed``: the chance that nothing is left. ``slain``, ``damage``: models, and wounds (hull points, integrity)
    that can be expected to be lost. ``assumed``: key and value of what nobody said. ``idle``: keys that were said and
    nobody used. ``not_asked``: of those that may matter otherwise. ``unknown``: keys that mean nothing in this attack.
    ``overruled``: keys with what is worked out, and what was said in its place. ``why_not``: why there are no numbers.
    """

    destroyed: float = 0.0
    slain: float = 0.0
    damage: float = 0.0
    assumed: tuple[tuple[str, str], ...] = ()
    idle: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()  # with a sentence each
    overruled: tuple[tuple[str, str, str], ...] = ()
    why_not: str = ""
    took_long: bool = False  # that is why
    quick: bool = False  # worked out together with others: nobody was asked anything, so that nothing is told of it


# Working out ---------------------------------------------------------------------------------------------------------


def chance_of(
    attacker: AttackSide,
    target: AttackSide,
    said: Mapping[str, Any],
    seconds: float | None,
    most: int | None = None,
    tells: bool = True,
) -> Chance:
    """One attack; what it refuses is told, not raised. ``seconds``, ``most`` and ``tells`` as for `worked_out`."""
    left, unknown = dict(said), dict[str, str]()
    while True:
        try:
            with as_input_error():
                task = of_sides(attacker, target, left)
                result, idle = worked_out(task, seconds=seconds, most=most, tells=tells)
        except NotAsked as error:  # others among the many may ask it
            key = next((key for key in left if same_name(key, error.key)), None)
            if key is None:
                return Chance(unknown=(*unknown.items(),), why_not=str(error))
            unknown[key] = str(error)
            del left[key]
            continue
        except Refusal as error:
            return Chance(unknown=(*unknown.items(),), why_not=str(error), took_long=isinstance(error, TooMuch))
        expected = result["expected"]
        return Chance(
            result["destroyed"], expected["slain"], expected["damage"], (*result["assumed"].items(),), (*idle,),
            (*result.get("not_asked", ()),), (*unknown.items(),),
            tuple((key, both["computed"], both["said"]) for key, both in result.get("overruled", {}).items()),
        )  # fmt: skip


class Overruled(Record):
    """What was said of several attacks in the place of what is worked out. ``times``: in so many ``of`` them."""

    key: str
    computed: str
    said: str
    times: int
    of: int

    @property
    def words(self) -> str:
        where = f" in {self.times} of these {self.of} attacks" if self.times < self.of else ""
        return overruled_in_words(self.key, {"computed": self.computed, "said": self.said}, where)


class Overrulings:
    """Those of many attacks, each fact once; the attacks may come some at a time."""

    def __init__(self, chances: Iterable[Chance] = ()) -> None:
        self.of = 0
        self.times: dict[tuple[str, str, str], int] = {}
        self.add(chances)

    def add(self, chances: Iterable[Chance]) -> None:
        for chance in chances:
            self.of += not chance.why_not
            for one in chance.overruled:
                self.times[one] = self.times.get(one, 0) + 1

    def found(self) -> tuple[Overruled, ...]:
        return tuple(Overruled(*one, times, self.of) for one, times in self.times.items())


def as_document(overruled: Iterable[Overruled]) -> dict[str, Any]:
    """The part of a JSON document that tells of them; nothing where there are none."""
    found = {one.key: {"computed": one.computed, "said": one.said} for one in overruled}
    return {"overruled": found} if found else {}


def known_to(attacker: AttackSide, target: AttackSide, said: Mapping[str, Any]) -> dict[str, Any]:
    """Of what is said the keys that this attack knows."""
    unknown = {key for key, _ in chance_of(attacker, target, said, SECONDS).unknown} if said else set[str]()
    return {key: value for key, value in said.items() if key not in unknown}


class Worker:
    """Whoever works out some of the attacks: pairs of the number of a row and of a column."""

    def __init__(
        self,
        rows: Sequence[AttackerRow],
        columns: Sequence[AttackSide],
        said: Mapping[str, Any],
        seconds: float | None,
        most: int | None,
        tells: bool,
    ) -> None:
        self.rows, self.columns, self.said, self.seconds, self.most = rows, columns, said, seconds, most
        self.tells = tells

    def __call__(self, places: Sequence[Place]) -> list[Chance]:
        return [self.chance(self.rows[i], self.columns[j]) for i, j in places]

    def chance(self, row: AttackerRow, column: AttackSide) -> Chance:
        return chance_of(row.side, column, {**self.said, **dict(row.said)}, self.seconds, self.most, self.tells)


Place = tuple[int, int]  # the numbers of a row and of a column
Tell = Callable[[int], None]  # so many more attacks are worked out


def worked_out_together(
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    said: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    strict: bool = True,
) -> list[list[Chance]]:
    """For each row its attack at each column.

    :param said: answers and settings of all of them; a key that an attack does not know is left out there
    :param jobs: processes; 0: one for each core
    :param seconds: of CPU for each attack
    :param tell: called as they are worked out, for progress
    :param strict: else nobody minds a key that none of the attacks knows
    :raises NotAsked: a key that none of the attacks knows
    """
    places = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
    found = worked_out_at(places, rows, columns, said, jobs=jobs, seconds=seconds, tell=tell, tells=True)
    if strict:
        check_known(found.values())
    return [[found[i, j] for j in range(len(columns))] for i in range(len(rows))]


def worked_out_at(
    places: Iterable[Place],
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    said: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    most: int | None = None,
    tell: Tell = lambda n: None,
    wanted: Container[Place] | None = None,
    tells: bool = False,
) -> dict[Place, Chance]:
    """The attacks of some rows at some columns, by their places; the rest as for `worked_out_together`.

    :param wanted: the others are worked out only where they come along with them; None: all are wanted
    :param tells: somebody is told of answers that nobody used
    """
    first_row, first_column = firsts(rows), firsts(columns)
    alike: dict[Place, list[Place]] = {}
    for i, j in places:
        alike.setdefault((first_row[i], first_column[j]), []).append((i, j))
    found: dict[Place, Chance] = {}
    for place, chance in at_once([*alike], rows, columns, said).items():
        found.update(dict.fromkeys(alike[place], chance))
    tell(len(found) if wanted is None else sum(place in wanted for place in found))
    rest = [place for place in alike if place not in found]
    if wanted is not None:
        rest = [place for place in rest if any(one in wanted for one in alike[place])]
    for some, chances in in_bundles(partial(Worker, rows, columns, said, seconds, most, tells), rest, jobs):
        for place, chance in zip(some, chances, strict=True):
            found.update(dict.fromkeys(alike[place], chance))
        tell(sum(len(alike[place]) for place in some))
    return found


def at_once(
    places: Sequence[Place], rows: Sequence[AttackerRow], columns: Sequence[AttackSide], said: Mapping[str, Any]
) -> dict[Place, Chance]:
    """Of many attacks those that are plain enough to be worked out as arrays (``batched``); of the others nothing.

    The first row and column are left out: whoever is asked there tells what was taken for granted.
    """
    found: dict[Place, Chance] = {}
    many = [(i, j) for i, j in places if i and j]
    if len(many) < MANY or any(side.settings for side in (*columns, *(row.side for row in rows))):
        return found
    ruleset = ruleset_of(columns[0])
    if ruleset.chains is None:
        return found
    from shoot_cli.analysis.batch import figures

    known = {setting.key for setting in ruleset.settings}
    targets = [side.as_one for side in with_joined_units(columns, "target")]
    for more in dict.fromkeys(row.said for row in rows):
        here = {i: at for at, i in enumerate(i for i, row in enumerate(rows) if row.said == more)}
        own = {**said, **dict(more)}
        settings = {key: str(value) for key, value in own.items() if key in known}
        answers = {key: value for key, value in own.items() if key not in known}
        shooters = [side.as_one for side in with_joined_units((rows[i].side for i in here), "attacker")]
        every = figures(ruleset, shooters, targets, answers, settings)
        taken, destroyed, slain, damage = every.taken.tolist(), *(part.tolist() for part in every[:3])
        for i, j in many:
            at = here.get(i)
            if at is not None and taken[at][j]:
                found[i, j] = Chance(destroyed[at][j], slain[at][j], damage[at][j], quick=True)
    return found


def with_joined_units(
    sides: Iterable[AttackSide], role: str, said: Mapping[str, Any] | None = None
) -> list[AttackSide]:
    """The sides, each with its unit as it stands: with those of its list who have joined it, as ``said`` or as listed.

    :raises InputError: somebody is said to have joined who cannot
    """
    found = []
    for side in sides:
        joint = ruleset_of(side).joined_unit(role, side.unit, side.units, said or {})
        found.append(side.but(joint=joint.unit if joint and joint.unit != side.unit else None))
    return found


def ruleset_of(side: AttackSide) -> Ruleset:
    found = edition(side.ruleset)
    assert found is not None  # lists of unknown rulesets do not load
    return found.ruleset()


def firsts(things: Sequence[Any]) -> list[int]:
    """For each of them the place of the first that is equal."""
    found: dict[Any, int] = {}
    return [found.setdefault(thing, place) for place, thing in enumerate(things)]


def in_bundles(
    make: Callable[[], Worker], places: Sequence[Place], jobs: int
) -> Iterable[tuple[Sequence[Place], list[Chance]]]:

    jobs = jobs or cores()
    if jobs == 1 or len(places) <= FEW:
        worker = make()
        return (([place], worker([place])) for place in places)
    bundles = [places[at : at + BUNDLE] for at in range(0, len(places), BUNDLE)]
    return zip(bundles, in_order(make, bundles, jobs), strict=True)


def check_known(chances: Iterable[Chance]) -> None:
    """:raises NotAsked: a key that none of these attacks knows"""
    common: dict[str, str] | None = None
    for chance in chances:
        if chance.quick or (chance.why_not and not chance.unknown):
            continue  # nobody could tell
        mine = dict(chance.unknown)
        common = mine if common is None else {key: words for key, words in common.items() if key in mine}
        if not common:
            return
    for key, words in (common or {}).items():
        raise NotAsked(key, words)


# What is compared of attacks: the chance to destroy, what is lost on average, the points that are removed.

WHAT = ("kill", "mean", "points", "share")
TITLES = {
    "kill": "chance to destroy",
    "mean": "models slain on average, or wounds lost where models have many",
    "points": "points removed for each 100 points",
    "share": "share of the target that is lost on average",
}
MANY_WOUNDS = 3  # wounds a model on average: from there on wounds tell more than models do


def points(unit: Any) -> int | None:
    """What a unit costs; None: its list does not say."""
    found: int | None = getattr(unit, "points", None)
    return found


def weapon_of(weapon: Any) -> str:
    """What a weapon is called whose modes are several names; others by their own."""
    return getattr(weapon, "of", "") or str(weapon.name)


def in_wounds(ruleset: Ruleset, unit: Any) -> bool:
    """True if what a unit loses is told in wounds (hull points, integrity), not in models."""
    models, whole = strength(unit), ruleset.total_wounds(unit)
    return models == 1 or not whole or whole >= MANY_WOUNDS * models


def mean(ruleset: Ruleset, target: Any, slain: float, damage: float) -> float:
    """What is lost on average: models, or wounds where that tells more."""
    return damage if in_wounds(ruleset, target) else slain


def share_lost(ruleset: Ruleset, target: Any, destroyed: float, damage: float) -> float | None:
    """The share of all its wounds that a unit loses on average; None: its damage has no end.

    At least its chance to be destroyed: what explodes may have hull points left, and is gone all the same.
    """
    whole = ruleset.total_wounds(target)
    return max(destroyed, damage / whole) if whole else None


def removed(target: Any, slain: float) -> float | None:
    """Points that are removed on average: of the target's, the share of its models slain. None: it has no points."""
    cost = points(target)
    return None if cost is None else cost * slain / strength(target)


def per_100(attacker: Any, target: Any, slain: float) -> float | None:
    """Points removed for each 100 points of the attacker; None: one of them has no points."""
    cost, gone = points(attacker), removed(target, slain)
    return None if not cost or gone is None else 100 * gone / cost


def is_percent(what: str, ruleset: Ruleset, target: Any) -> bool:
    """True if the figure is a part of 1; a share of damage without end is none, it is the damage itself."""
    return what == "kill" or (what == "share" and bool(ruleset.total_wounds(target)))


def said(what: str, value: float) -> str:
    """A figure inside a sentence."""
    return percent(value) if what in ("kill", "share") else f"{value:.1f}" if what == "points" else f"{value:.2f}"


# Work shared out among several processes, its results in the order of what there was to do.

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4  # items for each process that are read before the results of earlier ones are waited for
NO_MORE = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # what the system says when it gives no more
DONE, RAISED, LACKS = "done", "raised", "lacks"  # what a process sends: a result, an error, what it was not given
NO_THREAD = "can't start new thread"


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """What comes of each item, worked out in so many processes; no more in memory than a few items for each.

    ``make()`` is called once in each process; what it gives does the work there. Where the items end in a refusal, that
    is raised once everybody has had the results before it.

    :raises InputError: the system gives no more; a process was ended from outside, as where there is no memory left
    """
    crew = Crew(make, jobs)
    slots: deque[Slot] = deque()
    refused: Refusal | None = None
    coming = iter(items)
    more = True
    try:
        crew.start()
        while more or slots:
            if more and crew.idle and len(slots) <= AHEAD * jobs:
                try:
                    item = next(coming)
                except StopIteration:
                    more = False
                except Refusal as error:
                    refused, more = error, False
                else:
                    slots.append(Slot())
                    crew.hand(item, slots[-1])
            crew.collect(patient=not (more and crew.idle and len(slots) <= AHEAD * jobs))
            while slots and slots[0].is_done:
                yield slots.popleft().taken()
    finally:
        crew.end()
    if refused is not None:
        raise refused


class Slot:
    """The place of one result among all of them."""

    def __init__(self) -> None:
        self.is_done, self.result, self.error = False, None, None

    def fill(self, result: Any = None, error: Any = None) -> None:
        self.is_done, self.result, self.error = True, result, error

    def taken(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class Crew:
    """The processes, each with a pipe of its own. Who is at work has one item."""

    def __init__(self, make: Callable[[], Callable[[Any], Any]], jobs: int) -> None:
        self.make, self.jobs = make, jobs
        self.forks = sys.platform == "linux"  # a fork has what is loaded here; elsewhere it is not safe
        self.processes: list[BaseProcess] = []
        self.pipes: list[Connection] = []
        self.idle: list[Connection] = []
        self.at_work: dict[Connection, Slot] = {}

    def start(self) -> None:
        """:raises InputError: the system gives no more processes or files"""
        context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")
        try:
            for _ in range(self.jobs):
                mine, theirs = context.Pipe()
                self.pipes.append(mine)
                ours = tuple(self.pipes) if self.forks else ()
                try:
                    process = context.Process(target=serve, args=(self.make, theirs, ours), daemon=True)
                    process.start()
                    self.processes.append(process)
                finally:
                    theirs.close()
        except OSError as error:
            if error.errno not in NO_MORE:
                raise
            self.lacks(error.strerror or str(error))
        self.idle = [*self.pipes]

    def lacks(self, what: str) -> NoReturn:
        raise InputError(
            f"the system does not give {self.jobs} processes what they need ({what}); fewer --jobs need less"
        ) from None

    def hand(self, item: Any, slot: Slot) -> None:
        pipe = self.idle.pop()
        self.at_work[pipe] = slot
        try:
            pipe.send(item)
        except (BrokenPipeError, ConnectionResetError):
            self.hear(pipe)  # it may have said why it is gone

    def collect(self, patient: bool) -> None:
        """The results that are there; if ``patient``, at least one, where somebody is at work."""
        if self.at_work:
            there = wait([*self.at_work], None if patient else 0)
            for pipe in [one for one in self.at_work if one in there]:
                self.hear(pipe)

    def hear(self, pipe: Connection) -> None:
        try:
            kind, what = pipe.recv()
        except (EOFError, OSError):
            raise InputError("a process that was at work was ended; fewer --jobs need less memory") from None
        if kind == LACKS:
            self.lacks(what)
        self.at_work.pop(pipe).fill(**{"result" if kind == DONE else "error": what})
        self.idle.append(pipe)

    def end(self) -> None:
        """Nobody is left: who still is at work is not wanted any more."""
        for process in self.processes:
            process.terminate()
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join()


# In each process -----------------------------------------------------------------------------------------------------


def serve(make: Callable[[], Callable[[Any], Any]], pipe: Connection, others: Iterable[Connection]) -> None:
    """Work until nobody sends any more.

    :param others: ends of pipes that are the starting process's own, and were copied into this one
    """
    for other in others:
        other.close()
    try:
        set_out()
        work = make()
        while True:
            item = pipe.recv()
            pipe.send(answer(work, item))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (OSError, RuntimeError) as error:
        if (what := lacking(error)) is None:
            raise
        pipe.send((LACKS, what))


def set_out() -> None:
    """First of all: Ctrl-C is for the process that started this one, which this one does not outlive."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # a fork would leave in order, and there is nothing to put in order here
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=follow, daemon=True).start()


def answer(work: Callable[[Any], Any], item: Any) -> tuple[str, Any]:
    try:
        return DONE, work(item)
    except Exception as error:
        if (what := lacking(error)) is not None:
            return LACKS, what
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return RAISED, RuntimeError(f"{type(error).__name__}: {error}")
        return RAISED, error


def lacking(error: BaseException) -> str | None:
    """What the system did not give, in its words; None if the error is another."""
    if isinstance(error, OSError) and error.errno in NO_MORE:
        return error.strerror or str(error)
    return "no more threads" if isinstance(error, RuntimeError) and NO_THREAD in str(error) else None


def follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
