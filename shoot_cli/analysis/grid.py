"""Many attacks side by side, rows against columns: their results, the compared measures, and worker processes.

Many attacks share the time: a slow one is stopped at first, so that every attack gets its turn, and tried again at the
end.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from threading import Thread
from time import monotonic, process_time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from shoot_cli.analysis.attack_result import AnswerUse, AttackResult, NotAsked, Overruled, averages, points, removed
from shoot_cli.analysis.single_attack import TooMuch, as_input_error, of_sides, worked_out
from shoot_cli.battle.turns import strength
from shoot_cli.engine.budget import SECONDS, seconds_had
from shoot_cli.engine.names import percent, same_name
from shoot_cli.engine.reasons import InputError, Refusal
from shoot_cli.engine.record import Record
from shoot_cli.input.answers import name_left
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Ruleset


Place = tuple[int, int]  # indexes of a row and of a column
PART = 4  # an attack may take 1/PART of the time that is left
NO_TIME = AttackResult(why_not="not worked out in time, --budget gives more", late=True)


class SharedTime:
    """Seconds for many attacks together: of CPU time, or on the clock for several processes.

    :param seconds: from now on; None means no limit
    """

    def __init__(self, seconds: float | None, jobs: int = 1) -> None:
        self.own_process = jobs == 1
        self.begun, self.seconds = self.now(), seconds

    def now(self) -> float:
        return process_time() if self.own_process else monotonic()

    def spent(self) -> float:
        return self.now() - self.begun

    def left(self) -> float | None:
        """Return the seconds that are left, at least 0; None if there is no limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent())

    def fraction(self, part: float) -> SharedTime:
        """Return this part of the time that is left, from now on."""
        left = self.left()
        return SharedTime(None if left is None else part * left, 1 if self.own_process else 2)

    def is_over(self) -> bool:
        return self.left() == 0

    def part(self, most: float | None, waiting: int) -> float | None:
        """Return the seconds that the next attack may take, at most ``most``, if so many are waiting."""
        left = self.left()
        own_part = None if left is None else left / min(PART, max(1, waiting))
        return smaller_limit(most, own_part)


def smaller_limit(seconds: float | None, other_seconds: float | None) -> float | None:
    """Return the smaller of two limits in seconds; None means no limit."""
    return other_seconds if seconds is None else seconds if other_seconds is None else min(seconds, other_seconds)


class AttackWorker(Protocol):
    """A worker that computes attacks; ``seconds`` is what each may take."""

    seconds: float | None

    def __call__(self, places: Sequence[Place]) -> list[AttackResult]: ...


class TimedWorker:
    """A worker of attacks that share their time. An attack for which none is left has no result but says so.

    :param attacks: how many there are
    """

    def __init__(self, make: Callable[[], AttackWorker], time: SharedTime, attacks: int) -> None:
        self.worker, self.time, self.waiting = make(), time, attacks
        self.most = self.worker.seconds

    def __call__(self, places: Sequence[Place]) -> list[AttackResult]:
        return [self.result(place) for place in places]

    def result(self, place: Place) -> AttackResult:
        if self.time.is_over():
            return NO_TIME
        self.worker.seconds = self.time.part(self.most, self.waiting)
        self.waiting -= 1
        return in_time(self.worker, place)


def in_time(worker: AttackWorker, place: Place) -> AttackResult:
    """Return the result; without one in time, its reason is the same as that of all others."""
    (result,) = worker([place])
    return NO_TIME if result.late and seconds_had(result.why_not) is not None else result


def late_ones_again(
    results: dict[Place, AttackResult], make: Callable[[], AttackWorker], time: SharedTime
) -> dict[Place, AttackResult]:
    """Return new results of the attacks that were late, as long as time is left: the same part for each."""
    late = [place for place, result in results.items() if result.late]
    worker = make()
    new_results: dict[Place, AttackResult] = {}
    most = worker.seconds
    for number, place in enumerate(late):
        left = time.left()
        if left == 0:
            break
        own_part = None if left is None else left / (len(late) - number)
        worker.seconds = smaller_limit(most, own_part)
        new_results[place] = in_time(worker, place)
    return new_results


BUNDLE = 8  # attacks that go to a process at a time
TOO_FEW_TO_SHARE = 16  # fewer attacks start no other process
MANY = 100  # from this number on, arrays are faster
AnswerPairs = tuple[tuple[str, Any], ...]  # answers and settings by key, as they were typed


class AttackerRow(Record):
    """An attacker with its own answers, for example the one weapon that it fires."""

    side: AttackSide
    given: AnswerPairs = ()


# Computing -----------------------------------------------------------------------------------------------------------


def result_at(
    attacker: AttackSide,
    target: AttackSide,
    answers: Mapping[str, Any],
    seconds: float | None,
    most: int | None = None,
    tells: bool = True,
    facts: bool = False,
) -> AttackResult:
    """Return the losses of one attack; refusals become `why_not`. The other parameters are those of `worked_out`.

    :param facts: True if facts are looked for that come to the same as their default
    """
    answers_left, unknown, partly = dict(answers), dict[str, str](), dict[str, Sequence[str]]()
    while True:
        try:
            with as_input_error():
                task = of_sides(attacker, target, answers_left)
                result = worked_out(task, seconds=seconds, most=most, explain=tells, tokens=False, facts=facts)
        except NotAsked as error:  # other attacks may ask it
            key = next((key for key in answers_left if same_name(key, error.key)), None)
            if key is not None:
                unknown |= {} if error.left else {key: str(error)}
                partly |= {key: error.lacks} if error.left else {}
                answers_left = error.without(answers_left)
                continue
            result = AttackResult(why_not=str(error))
        except Refusal as error:
            result = AttackResult(why_not=str(error), late=isinstance(error, TooMuch))
        use = result.answers
        use = use.but(unknown=unknown, unused={**use.unused, **partly}, partly=(*use.partly, *partly))
        return result.but(answers=use) if unknown or partly else result


class SharedUse:
    """What became of the answers of many attacks; the attacks may come in parts.

    :ivar idle: the keys that no attack used so far, each with its value, or with the phrases that none used; None
        before the first attack that can tell
    """

    def __init__(self, results: Iterable[AttackResult] = ()) -> None:
        self.of = 0
        self.times: dict[Overruled, int] = {}
        self.idle: dict[str, Any] | None = None
        self.partly: set[str] = set()
        self.not_asked: dict[str, dict[str, None]] = {}
        self.add(results)

    def add(self, results: Iterable[AttackResult]) -> None:
        for result in results:
            self.of += not result.why_not
            for overruled in result.answers.overruled:
                self.times[overruled] = self.times.get(overruled, 0) + 1
            if not (result.why_not or result.of_many or self.idle == {}):
                self.narrow(result.answers)

    def narrow(self, answers: AnswerUse) -> None:
        """Drop the keys and phrases that this attack used. A key without a meaning in it has no value here."""
        idle_here: dict[str, Any] = {**dict.fromkeys(answers.unknown), **answers.unused}
        before = idle_here if self.idle is None else self.idle
        self.idle = {}
        for key in [key for key in before if key in idle_here]:
            value = before[key] if before[key] is not None else idle_here[key]
            if key in answers.partly:
                value = [phrase for phrase in idle_here[key] if key not in self.partly or phrase in before[key]]
                self.partly.add(key)
            if value != [] or key not in self.partly:
                self.idle[key] = value
        for key, why in answers.not_asked.items():
            self.not_asked.setdefault(key, {})[why] = None

    def narrow_down(self, attacks: Iterable[tuple[AttackerRow, AttackSide]], given: Mapping[str, Any]) -> None:
        """Drop what attacks use in which no mode is chosen: a mode that was said chose among those that were tried."""
        begin = process_time()
        for row, target in attacks:
            if not self.idle or process_time() - begin > SECONDS_OF_FACTS:
                return
            result = result_at(row.side, target, {**given, **dict(row.given)}, SECONDS)
            if not result.why_not:
                self.narrow(result.answers)

    def found(self, given: Mapping[str, Any] = MappingProxyType({})) -> AnswerUse:
        """Return what no attack used, and what was overruled; this names how many of the attacks, if not all.

        :param given: the answers by key, for the values of those that no attack knows
        """
        where = {n: f" in {n} of these {self.of} attacks" for n in {*self.times.values()} if n < self.of}
        unused = {key: given.get(key, "") if value is None else value for key, value in (self.idle or {}).items()}
        return AnswerUse(
            unused={key: unused[key] for key in sorted(unused)},
            not_asked={
                key: "".join(whys) if len(whys) == 1 else "" for key, whys in self.not_asked.items() if key in unused
            },
            partly=tuple(sorted(self.partly & unused.keys())),
            overruled=tuple(overruled.but(where=where.get(n, "")) for overruled, n in self.times.items()),
        )


MOST_WITH_FACTS, SECONDS_OF_FACTS = 400, 2.0  # attacks in which facts are tried; of CPU time, for all of them


def with_shared_facts(
    use: AnswerUse, attacks: Sequence[tuple[AttackerRow, AttackSide]], given: Mapping[str, Any]
) -> AnswerUse:
    """Return what became of the answers, with the facts that come to the same as their default in all these attacks.

    It ends at the first attack in which every fact matters. What would take too long is not tried.

    :param given: the answers by key, beside those of the rows
    """
    facts, begin = SharedUse(), process_time()
    for row, target in attacks if given and len(attacks) <= MOST_WITH_FACTS else ():
        result = result_at(row.side, target, {**given, **dict(row.given)}, SECONDS, facts=True)
        keys_of_row = {key for key, _ in row.given} - given.keys()
        own_unused = {key: value for key, value in result.answers.unused.items() if key not in keys_of_row}
        facts.add([result.but(answers=result.answers.but(unused=own_unused))])
        time_over = process_time() - begin > SECONDS_OF_FACTS
        if time_over or (facts.idle is not None and facts.idle.keys() <= use.unused.keys()):
            return use
    facts_use = facts.found(given)
    more_partly = tuple(key for key in facts_use.partly if key not in use.unused)
    return use.but(unused={**facts_use.unused, **use.unused}, partly=(*use.partly, *more_partly))


def known_to(attacker: AttackSide, target: AttackSide, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers whose keys this attack knows."""
    unknown = result_at(attacker, target, answers, SECONDS).answers.unknown if answers else {}
    return {key: value for key, value in answers.items() if key not in unknown}


class Worker:
    """A worker that computes attacks, given as pairs of row index and column index."""

    def __init__(
        self,
        rows: Sequence[AttackerRow],
        columns: Sequence[AttackSide],
        answers: Mapping[str, Any],
        seconds: float | None,
        most: int | None,
        tells: bool,
    ) -> None:
        self.rows, self.columns, self.given, self.seconds, self.most = rows, columns, answers, seconds, most
        self.tells = tells

    def __call__(self, places: Sequence[Place]) -> list[AttackResult]:
        return [self.result(self.rows[i], self.columns[j]) for i, j in places]

    def result(self, row: AttackerRow, column: AttackSide) -> AttackResult:
        return result_at(row.side, column, {**self.given, **dict(row.given)}, self.seconds, self.most, self.tells)


Tell = Callable[[int], None]  # called with the number of attacks since the last call


def worked_out_at(
    places: Iterable[Place],
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    answers: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    most: int | None = None,
    tell: Tell = lambda n: None,
    wanted: Container[Place] | None = None,
    tells: bool = False,
    enough: Callable[[], bool] = lambda: False,
    time: SharedTime | None = None,
    laws: bool = False,
) -> dict[Place, AttackResult]:
    """Return the attacks at these places: of a row and a column.

    :param answers: answers and settings for all; an attack ignores keys that it does not know
    :param jobs: number of processes; 0 means one for each core
    :param seconds: of CPU time for each attack
    :param tell: called for progress
    :param time: for all attacks together; None means that they share none
    :param enough: returns True if no more are wanted: the rest of the places, in order, has no result
    :param wanted: other places are only computed if they need no extra work; None means all
    :param tells: True if unused answers are reported
    :param laws: True if every result needs its laws; else many attacks together have only averages
    """
    first_row, first_column = firsts(rows), firsts(columns)
    alike: dict[Place, list[Place]] = {}
    for i, j in places:
        alike.setdefault((first_row[i], first_column[j]), []).append((i, j))
    results_at: dict[Place, AttackResult] = {}
    for place, result in at_once([*alike], rows, columns, answers, laws).items():
        results_at.update(dict.fromkeys(alike[place], result))
    tell(len(results_at) if wanted is None else sum(place in wanted for place in results_at))
    rest = [place for place in alike if place not in results_at]
    if wanted is not None:
        rest = [place for place in rest if any(place_alike in wanted for place_alike in alike[place])]
    make: Callable[[], Callable[[Sequence[Place]], list[AttackResult]]]
    make = alone = partial(Worker, rows, columns, answers, seconds, most, tells)
    if time is not None:
        make = partial(TimedWorker, alone, time, len(rest))
    for bundle, results in in_bundles(make, rest, jobs):
        for place, result in zip(bundle, results, strict=True):
            results_at.update(dict.fromkeys(alike[place], result))
        tell(sum(len(alike[place]) for place in bundle))
        if enough():
            break
    if time is not None:
        for place, result in late_ones_again({place: results_at[place] for place in rest}, alone, time).items():
            results_at.update(dict.fromkeys(alike[place], result))
    return results_at


def at_once(
    places: Sequence[Place],
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    given: Mapping[str, Any],
    laws: bool,
) -> dict[Place, AttackResult]:
    """Return the attacks that are plain enough to be computed as arrays (``batch``). The first row and column are left
    out, because their questions show which defaults were taken.
    """
    results_by_place: dict[Place, AttackResult] = {}
    inside = [(i, j) for i, j in places if i and j]
    if len(inside) < MANY or any(side.settings for side in (*columns, *(row.side for row in rows))):
        return results_by_place
    ruleset = ruleset_of(columns[0])
    if ruleset.chains is None:
        return results_by_place
    if not has_arrays():
        return results_by_place
    from shoot_cli.analysis.batch import distributions, figures

    known = {setting.key for setting in ruleset.settings}
    targets = [side.as_one for side in with_joined_units(columns, "target")]
    for row_answers in dict.fromkeys(row.given for row in rows):
        row_indexes = {
            i: row_index for row_index, i in enumerate(i for i, row in enumerate(rows) if row.given == row_answers)
        }
        own_answers = {**given, **dict(row_answers)}
        settings = {key: str(value) for key, value in own_answers.items() if key in known}
        answers = {key: value for key, value in own_answers.items() if key not in known}
        shooters = [side.as_one for side in with_joined_units((rows[i].side for i in row_indexes), "attacker")]
        if laws:
            results = distributions(ruleset, shooters, targets, answers, settings)
            for i, j in inside:
                result = results[row_indexes[i]][j] if i in row_indexes else None
                if result is not None:
                    results_by_place[i, j] = result.but(of_many=True)
            continue
        all_figures = figures(ruleset, shooters, targets, answers, settings)
        taken, destroyed, slain, damage = all_figures.taken.tolist(), *(part.tolist() for part in all_figures[:3])
        for i, j in inside:
            row_index = row_indexes.get(i)
            if row_index is not None and taken[row_index][j]:
                results_by_place[i, j] = averages(
                    destroyed[row_index][j], slain[row_index][j], damage[row_index][j], targets[j]
                ).but(of_many=True)
    return results_by_place


def has_arrays() -> bool:
    """Return True if numpy is installed. Without it each pair is computed on its own, with the same results."""
    try:
        import shoot_cli.analysis.batch  # noqa: F401
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        return False
    return True


def with_joined_units(
    sides: Iterable[AttackSide], role: str, given: Mapping[str, Any] | None = None
) -> list[AttackSide]:
    """Return the sides with the joined form of each unit: with characters that joined, as given or as listed.

    It has the name of what is left of it, where losses are told.

    :raises InputError: if somebody is named who cannot join
    """
    joined_sides = []
    for side in sides:
        joint = ruleset_of(side).joined_unit(role, side.unit, side.units, given or {})
        unit: Any = joint.unit if joint else side.unit
        unit = unit.but(name=name_left(ruleset_of(side), role, unit, given or {}))
        joined_sides.append(side.but(joint=unit if unit != side.unit else None))
    return joined_sides


def ruleset_of(side: AttackSide) -> Ruleset:
    edition_of_side = edition(side.ruleset)
    assert edition_of_side is not None  # lists of unknown rulesets do not load
    return edition_of_side.ruleset()


def firsts(items: Sequence[Any]) -> list[int]:
    """Return for each item the index of the first equal one."""
    first_index: dict[Any, int] = {}
    return [first_index.setdefault(item, index) for index, item in enumerate(items)]


def in_bundles(
    make: Callable[[], Callable[[Sequence[Place]], list[AttackResult]]], places: Sequence[Place], jobs: int
) -> Iterable[tuple[Sequence[Place], list[AttackResult]]]:
    """Return places with their results; many places are divided among several processes."""
    jobs = jobs or cores()
    if jobs == 1 or len(places) <= TOO_FEW_TO_SHARE:
        worker = make()
        return (([place], worker([place])) for place in places)
    bundles = [places[start : start + BUNDLE] for start in range(0, len(places), BUNDLE)]
    return zip(bundles, in_order(make, bundles, jobs), strict=True)


def check_known(results: Iterable[AttackResult]) -> None:
    """Check the keys. :raises NotAsked: if no attack knows a key"""
    common: dict[str, str] | None = None
    for result in results:
        unknown = dict(result.answers.unknown)
        if result.of_many or (result.why_not and not unknown):
            continue  # it cannot tell
        common = unknown if common is None else {key: words for key, words in common.items() if key in unknown}
        if not common:
            return
    for key, words in (common or {}).items():
        raise NotAsked(key, words)


# The compared measures: chance to destroy, average losses, points removed --------------------------------------------

WHAT = ("kill", "mean", "points", "share")
TITLES = {
    "kill": "chance to destroy",
    "mean": "models slain on average, or wounds lost where models have many",
    "points": "points removed for each 100 points",
    "share": "share of the target that is lost on average",
}
MANY_WOUNDS = 3  # from this number of wounds per model on, wounds are reported instead of models


def in_wounds(ruleset: Ruleset, unit: Any) -> bool:
    """Return True if losses of the unit are reported in wounds (hull points, integrity), not in models."""
    models, whole = strength(unit), ruleset.total_wounds(unit)
    hurt = ruleset.spreads_hits and whole > models
    return hurt or models == 1 or not whole or whole >= MANY_WOUNDS * models


def loss_of(ruleset: Ruleset, target: Any) -> str:
    """Return the name of the measure in which losses of the unit are reported."""
    return "damage" if in_wounds(ruleset, target) else "slain"


def mean(ruleset: Ruleset, target: Any, result: AttackResult) -> float:
    """Return the average loss in models, or in wounds if these are reported."""
    return result.average(loss_of(ruleset, target))


def share_lost(ruleset: Ruleset, target: Any, result: AttackResult) -> float | None:
    """Return the average share of its wounds that a unit loses; None if its damage has no limit. The share is at least
    its chance to be destroyed, because a unit that explodes may have hull points left.
    """
    whole = ruleset.total_wounds(target)
    return max(result.destroyed, result.average("damage") / whole) if whole else None


def per_100(attacker: Any, target: Any, slain: float) -> float | None:
    """Return the points removed per 100 points of the attacker; None if one of them has no points."""
    cost, gone = points(attacker), removed(target, slain)
    return None if not cost or gone is None else 100 * gone / cost


def is_percent(what: str, ruleset: Ruleset, target: Any) -> bool:
    """Return True if the figure is a share of 1; damage without a limit is not."""
    return what == "kill" or (what == "share" and bool(ruleset.total_wounds(target)))


def figure_text(what: str, value: float) -> str:
    """Return a figure as text inside a sentence."""
    return percent(value) if what in ("kill", "share") else f"{value:.1f}" if what == "points" else f"{value:.2f}"


# Work in several processes, with results in the order of the items ---------------------------------------------------

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4  # items for each process that are read ahead of the results
NO_MORE = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # errors of a system without resources
DONE, RAISED, LACKS = "done", "raised", "lacks"  # messages of a process: a result, an error, a missing resource
NO_THREAD = "can't start new thread"


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield the result of each item, computed in `jobs` processes; few items are kept in memory.

    ``make()`` is called once in each process and returns the function that does the work. If the items end with a
    refusal, it is raised after all earlier results.

    :raises InputError: if the system has no more resources, or ended a process
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
    """The place of one result in the order of all."""

    def __init__(self) -> None:
        self.is_done, self.result, self.error = False, None, None

    def fill(self, result: Any = None, error: Any = None) -> None:
        self.is_done, self.result, self.error = True, result, error

    def taken(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class Crew:
    """The worker processes, each with its own pipe and at most one item."""

    def __init__(self, make: Callable[[], Callable[[Any], Any]], jobs: int) -> None:
        self.make, self.jobs = make, jobs
        self.forks = sys.platform == "linux"  # a fork keeps the loaded modules, but is only safe on Linux
        self.processes: list[BaseProcess] = []
        self.pipes: list[Connection] = []
        self.idle: list[Connection] = []
        self.at_work: dict[Connection, Slot] = {}

    def start(self) -> None:
        """Start the processes. :raises InputError: if the system has no more processes or files"""
        import multiprocessing

        context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")
        try:
            for _ in range(self.jobs):
                own_end, process_end = context.Pipe()
                self.pipes.append(own_end)
                copied_ends = tuple(self.pipes) if self.forks else ()
                try:
                    process = context.Process(target=serve, args=(self.make, process_end, copied_ends), daemon=True)
                    process.start()
                    self.processes.append(process)
                finally:
                    process_end.close()
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
        """Send an item to an idle process; the slot waits for its result."""
        pipe = self.idle.pop()
        self.at_work[pipe] = slot
        try:
            pipe.send(item)
        except (BrokenPipeError, ConnectionResetError):
            self.hear(pipe)  # it may have sent the reason

    def collect(self, patient: bool) -> None:
        """Take the available results; if ``patient``, wait for at least one."""
        from multiprocessing.connection import wait

        if self.at_work:
            ready = wait([*self.at_work], None if patient else 0)
            for pipe in [pipe_at_work for pipe_at_work in self.at_work if pipe_at_work in ready]:
                self.hear(pipe)

    def hear(self, pipe: Connection) -> None:
        """Read a message, fill its slot, and mark the process as idle."""
        try:
            kind, what = pipe.recv()
        except (EOFError, OSError):
            raise InputError("a process that was at work was ended; fewer --jobs need less memory") from None
        if kind == LACKS:
            self.lacks(what)
        self.at_work.pop(pipe).fill(**{"result" if kind == DONE else "error": what})
        self.idle.append(pipe)

    def end(self) -> None:
        """End all processes, also those still at work.

        They are killed: a process that has just been forked has the handlers of this one, and would tell of them.
        """
        for process in self.processes:
            process.kill()
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join()


# In each process -----------------------------------------------------------------------------------------------------


def serve(make: Callable[[], Callable[[Any], Any]], pipe: Connection, others: Iterable[Connection]) -> None:
    """Work until the pipe is closed.

    :param others: pipe ends of the starting process that a fork copied
    """
    for other in others:
        other.close()
    try:
        prepare_process()
        work = make()
        while True:
            pipe.send(answer(work, pipe.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (OSError, RuntimeError) as error:
        if (what := lacking_resource(error)) is None:
            raise
        pipe.send((LACKS, what))


def prepare_process() -> None:
    """Ignore Ctrl-C, which is for the starting process, and end together with that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # a fork would run clean-up that is not its own
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=end_with_parent, daemon=True).start()


def answer(work: Callable[[Any], Any], item: Any) -> tuple[str, Any]:
    """Return the message about one item; an error that cannot be pickled becomes a RuntimeError."""
    try:
        return DONE, work(item)
    except Exception as error:
        if (what := lacking_resource(error)) is not None:
            return LACKS, what
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return RAISED, RuntimeError(f"{type(error).__name__}: {error}")
        return RAISED, error


def lacking_resource(error: BaseException) -> str | None:
    """Return what the system lacks, in its words; None for another error."""
    if isinstance(error, OSError) and error.errno in NO_MORE:
        return error.strerror or str(error)
    return "no more threads" if isinstance(error, RuntimeError) and NO_THREAD in str(error) else None


def end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
