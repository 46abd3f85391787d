"""One attack rolled many times. "A roll" is here one whole attack.

All rolls go through the sequence together. A step is played once for all rolls with equal records and equal dice. Start
to read with `Crowd.play_nodes`, which takes the rolls through the nodes. `Throws` is their table.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, count
from math import comb
from random import Random
from typing import Any

from shoot_cli.engine.distributions import Draw, tallies, totals, ways_of_one_die
from shoot_cli.engine.questions import Facts, Need, Question, Roll, Tally, Total, Watch
from shoot_cli.engine.sequence import Allocate, Convert, If, Sequence, Stage, TakeOut, While
from shoot_cli.engine.table import Entry
from shoot_cli.input.answerers import Preset, PresetTable, raise_missing

Counts = list[tuple[Any, int]]  # values, or records, and how many rolls have each
Throw = Callable[[int, Callable[[], float]], dict[Any, int]]  # (rolls, random number generator) -> rolls by value

ROLLS_TOGETHER = 20_000  # rolls that start together: enough to share steps, and few enough for the memory
MOST_ROWS = 500  # most results of dice in one `WeightedValues`
MOST_SUMMED_DICE = 50  # most dice in one `WeightedValues` of sums
MOST_KEPT = 200_000  # most results of steps and rules that are kept


# Dice ----------------------------------------------------------------------------------------------------------------


class WeightedValues:
    """A throw that picks one of the values by their weights, with one random number for each roll."""

    __slots__ = ("shares", "values")

    def __init__(self, rows: tuple[tuple[Any, int], ...], total_weight: int) -> None:
        self.values = [value for value, _ in rows]
        self.shares = [ways / total_weight for ways in accumulate(ways for _, ways in rows)]

    def __call__(self, n: int, random: Callable[[], float]) -> dict[Any, int]:
        values, shares = self.values, self.shares
        if n == 1:
            return {values[bisect(shares, random())]: 1}
        times_by_index: dict[int, int] = {}
        for _ in range(n):
            index = bisect(shares, random())
            times_by_index[index] = times_by_index.get(index, 0) + 1
        return {values[index]: times for index, times in times_by_index.items()}


class Handfuls:
    """A throw of many dice. They are thrown in groups, and the results of the groups are added up."""

    __slots__ = ("add", "parts")

    def __init__(self, parts: list[WeightedValues], add: Callable[[Any, Any], Any]) -> None:
        self.parts, self.add = parts, add

    def __call__(self, n: int, random: Callable[[], float]) -> dict[Any, int]:
        rolls_by_value: dict[Any, int] = {}
        for _ in range(n):
            value = None
            for part in self.parts:
                rolled = part.values[bisect(part.shares, random())]
                value = rolled if value is None else self.add(value, rolled)
            rolls_by_value[value] = rolls_by_value.get(value, 0) + 1
        return rolls_by_value


def added_tallies(tally: Tally, other_tally: Tally) -> Tally:
    watched = tuple(a + b for a, b in zip(tally.watched, other_tally.watched, strict=True))
    return Tally(tally.passed + other_tally.passed, tally.failed + other_tally.failed, watched)


@lru_cache(4096)
def need_throw(
    dice: int,
    target: int | None,
    or_less: bool,
    watch: tuple[Watch, ...],
    again: tuple[int, ...],
    second: tuple[int | None, bool] | None,
    sides: int | tuple[int, ...],
) -> Throw:
    """Return the throw of dice against a number, as in `Table.roll`. `second` is the number of re-rolled dice."""
    need = Need(target, (), or_less)
    kinds = len(ways_of_one_die(need, watch, again, second and Need(second[0], (), second[1]), sides)[0])

    def table(n: int) -> WeightedValues:
        if second is None:
            return WeightedValues(*tallies(n, target, or_less, watch, again, -1, sides))
        return WeightedValues(*tallies(n, target, or_less, watch, again, second[0], sides, second[1]))

    parts = [*map(table, split_into_groups(dice, most_dice_together(kinds)))]
    return parts[0] if len(parts) == 1 else Handfuls(parts, added_tallies)


@lru_cache(1024)
def sum_throw(dice: int, sides: int, again: tuple[int, ...]) -> Throw:
    """Return the throw of a sum of dice. Dice that may be re-rolled (`again`) are few."""
    if again or dice <= MOST_SUMMED_DICE:
        return WeightedValues(*totals(dice, sides, again))
    return Handfuls([WeightedValues(*totals(n, sides)) for n in split_into_groups(dice, MOST_SUMMED_DICE)], int.__add__)


@lru_cache(64)
def most_dice_together(kinds: int) -> int:
    """Return the largest number of dice with at most `MOST_ROWS` results, if each die has this many kinds of result."""
    return next(dice for dice in count(1) if comb(dice + kinds, max(1, kinds - 1)) > MOST_ROWS)


def split_into_groups(dice: int, size: int) -> Iterator[int]:
    """Yield the numbers of dice in groups of this size, and in the rest.

    >>> [*split_into_groups(7, 3)]
    [3, 3, 1]
    """
    for first in range(0, dice, size):
        yield min(size, dice - first)


# The table -----------------------------------------------------------------------------------------------------------


class Fork:
    """A throw within a step. `after` has what comes next for each result of the dice that was seen so far."""

    __slots__ = ("after", "throw")

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        self.after: dict[Any, Fork | BranchEnd] = {}


class BranchEnd:
    """The result of a step for certain results of its dice."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class StepBranches:
    """A step or rule with its input, and a tree of the results that its plays had.

    :ivar root: the first throw of the step, or its result if it throws no dice; None before the first play
    :ivar path: the results of dice for the current play, as far as known; ``place`` is the index of the next one
    :ivar where: the last `Fork` and the result of its dice, where the next node of the tree is put; None at the root
    :ivar rolls: how many rolls have the dice of the current play
    :ivar todo: plays that wait: (node, path, where, rolls)
    """

    __slots__ = ("given", "path", "place", "rolls", "root", "step", "todo", "where")

    def __init__(self, step: Callable[..., Any], given: tuple[Any, ...]) -> None:
        self.step, self.given = step, given
        self.root: Fork | BranchEnd | None = None
        self.todo: list[tuple[Fork | BranchEnd | None, list[Any], tuple[Fork, Any] | None, int]] = []

    def ends(self, rolls: int, table: Throws) -> Counts:
        """Return the results of the step for so many rolls, with counts."""
        if self.root is None:
            end = self.play([], None, rolls, table)
            if not self.todo:
                return [(end.value, self.rolls)]
            rolls_by_end = {end.value: self.rolls}
        else:
            self.todo, rolls_by_end = [(self.root, [], None, rolls)], {}
        waiting = self.todo
        while waiting:
            node, path, where, n = waiting.pop()
            while type(node) is Fork:
                node, path, where, n = self.throw(node, path, n, table.random)
            if node is None:
                node, n = self.play(path, where, n, table), self.rolls
            end = node.value  # type: ignore[union-attr]
            rolls_by_end[end] = rolls_by_end.get(end, 0) + n
        return [*rolls_by_end.items()]

    def play(self, path: list[Any], where: tuple[Fork, Any] | None, rolls: int, table: Throws) -> BranchEnd:
        """Play the step; its first dice have the results in `path`. Return the end."""
        self.path, self.place, self.where, self.rolls = path, 0, where, rolls
        outer, table.branches, table.kept = table.branches, self, table.kept + 1
        end = BranchEnd(self.step(*self.given, table))
        table.branches = outer
        self.link(end)
        return end

    def throw(self, fork: Fork, path: list[Any], n: int, random: Callable[[], float]) -> Any:
        """Throw the dice of a fork. Return (next node, path, where, rolls) of one result; the others wait in `todo`."""
        after = fork.after
        (value, times), *others = fork.throw(n, random).items()
        for other_value, other_times in others:
            self.todo.append((after.get(other_value), [*path, other_value], (fork, other_value), other_times))
        path.append(value)
        return after.get(value), path, (fork, value), times

    def link(self, node: Fork | BranchEnd) -> None:
        """Put the node into the tree: behind the last fork, or at the root."""
        if self.where is None:
            self.root = node
        else:
            fork, value = self.where
            fork.after[value] = node

    def fall(self, throw: Throw, random: Callable[[], float]) -> Any:
        """Return the next result of dice in this play: the one in `path`, or that of a new throw."""
        if self.place == len(self.path):
            fork = Fork(throw)
            self.link(fork)
            _, self.path, self.where, self.rolls = self.throw(fork, self.path, self.rolls, random)
        value = self.path[self.place]
        self.place += 1
        return value


class Throws(PresetTable):
    """A table for many rolls together. Each question is answered once for all of them.

    :ivar met: every question that was asked, by key
    :ivar branches: the step or rule that is played now; dice that are thrown belong to it
    """

    narrates = False

    def __init__(self, given: Preset, seed: str | int, settings: Mapping[str, str]) -> None:
        super().__init__(given, seed)
        self.settings, self.random = settings, Random(str(seed)).random
        self.met: dict[str, Question] = {}
        self.answers_read: dict[Question, Any] = {}
        self.rules: dict[Any, StepBranches] = {}
        self.kept = 0  # results kept since `rules` was last cleared
        self.branches = StepBranches(raise_missing, ())

    def fall(self, throw: Throw) -> Any:
        return self.branches.fall(throw, self.random)

    # Calls by rules --------------------------------------------------------------------------------------------------

    def apply_rule(self, rule: Callable[..., Any], *arguments: Any) -> Any:
        """Apply a rule. Its results are kept, because they depend only on its input and dice."""
        key = rule, arguments
        branches = self.rules.get(key)
        if branches is None:
            if self.kept > MOST_KEPT:
                self.rules.clear()
                self.kept = 0
            branches = self.rules[key] = StepBranches(rule, arguments)
        return self.fall(lambda rolls, _: dict(branches.ends(rolls, self)))

    def ask(self, question: Question) -> Any:
        """Return an answer. Dice are thrown each time; other answers are read once and kept."""
        self.met.setdefault(question.key, question)
        if isinstance(question, Roll | Total) and question.key not in self.given.answers:
            return self.fall(throw_of(question))
        if isinstance(question, Roll | Total | Facts):  # these are not kept, because a look-up would be slower
            return question.read(self.given(question, 0))
        value = self.answers_read.get(question)
        if value is None:
            answer = self.given(question, 0)
            value = WeightedValues(answer.rows, answer.whole) if isinstance(answer, Draw) else question.read(answer)
            self.answers_read[question] = value
        return self.fall(value) if isinstance(value, WeightedValues) else value

    def enter_step(self, step: Any, record: Any) -> None:
        pass

    def append(self, entry: Entry) -> None:
        pass

    def log_line(self, text: str, rules: tuple[str, ...], value: Any = None) -> None:
        pass


def throw_of(question: Roll | Total) -> Throw:
    if isinstance(question, Total):
        return sum_throw(question.dice, question.sides, question.again)
    need, second = question.need, question.again_need
    again_need = None if second is None else (second.target, second.or_less)
    sides = question.adds or question.sides
    return need_throw(question.dice, need.target, need.or_less, question.watch, question.again, again_need, sides)


# The walk ------------------------------------------------------------------------------------------------------------


class Crowd:
    """Many rolls of one attack.

    :param given: answers given beforehand
    :param settings: every setting of the ruleset
    :ivar together: how many rolls should go together next; it grows while there are few different records
    :ivar widest: the most different records after a step so far
    """

    def __init__(
        self, sequence: Sequence, start: Any, given: Preset, seed: str | int, settings: Mapping[str, str]
    ) -> None:
        self.sequence, self.start = sequence, start
        self.table = Throws(given, seed, settings)
        self.together, self.widest = ROLLS_TOGETHER, 1

    @property
    def asked(self) -> dict[str, Question]:
        """Every question that was asked so far, by key."""
        return self.table.met

    def ends(self, rolls: int) -> Counts:
        """Roll the attack so many times more. Return the final records with counts.

        :raises BadAnswer, Missing: if a given answer is wrong or missing
        """
        ends = self.play_nodes(self.sequence, [(self.start, rolls)])
        if 4 * self.widest < self.together:
            self.together *= 2
        return ends

    def play_nodes(self, nodes: Sequence, crowd: Counts) -> Counts:
        """Return the records after these nodes, with equal ones merged."""
        for node in nodes:
            kind = type(node)
            if kind is While:
                crowd = self.play_loop(node, crowd)
            elif kind is If:
                crowd = self.play_if(node, crowd)
            elif kind is Stage:
                crowd = self.play_nodes(node.body, crowd)
            elif kind is Convert or kind is Allocate:
                crowd = self.play_nodes(node.steps(), crowd)
            else:
                crowd = self.play_step(node.play if kind is TakeOut else node, crowd)
        return crowd

    def play_step(self, step: Callable[..., Any], crowd: Counts) -> Counts:
        """Return the records after this step, with equal ones merged."""
        results: Counts = []
        changed, table = False, self.table
        for record, n in crowd:
            ends = StepBranches(step, (record,)).ends(n, table)
            changed = changed or len(ends) > 1 or ends[0][0] is not record
            results += ends
        if changed:
            crowd = merged(results)
            self.widest = max(self.widest, len(crowd))
        return crowd

    def play_if(self, node: If, crowd: Counts) -> Counts:
        inside, outside = split_by_condition(node, crowd)
        if not inside:
            return crowd
        after = self.play_nodes(node.body, inside)
        return merged(after + outside) if outside else after

    def play_loop(self, node: While, crowd: Counts) -> Counts:
        """Return the records after a loop. Those with the most tokens go first: they may become equal to others."""
        crowd, done = split_by_condition(node, crowd)
        waiting: dict[int, Counts] = {}
        while crowd or waiting:
            for entry in crowd:
                waiting.setdefault(token_count(entry[0]), []).append(entry)
            crowd, finished = split_by_condition(node, self.play_nodes(node.body, merged(waiting.pop(max(waiting)))))
            done += finished
        return merged(done)


def split_by_condition(node: While | If, crowd: Counts) -> tuple[Counts, Counts]:
    """Return the records that meet the condition, and the others."""
    fulfilled: Counts = []
    others: Counts = []
    for entry in crowd:
        (fulfilled if node.pending(entry[0]) else others).append(entry)
    return fulfilled, others


def merged(crowd: Counts) -> Counts:
    """Return the records with equal ones merged, and their counts added."""
    if len(crowd) < 2:
        return crowd
    indexes: dict[Any, int] = {}
    merged_counts: Counts = []
    for entry in crowd:
        record, n = entry
        index = indexes.setdefault(record, len(merged_counts))
        if index == len(merged_counts):
            merged_counts.append(entry)
        else:
            merged_counts[index] = merged_counts[index][0], merged_counts[index][1] + n
    return merged_counts


def token_count(record: Any) -> int:
    """Return the number of tokens in the pool of a record."""
    return sum([n for _, n in getattr(record, "pool", ())])
