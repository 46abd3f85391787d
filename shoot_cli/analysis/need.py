"""The smallest sets of units that destroy a target with a given chance, and the report.

A set is found quickly first: begun greedily, then units are dropped and exchanged as long as that makes it smaller.
Whether it is the smallest is proven afterwards, as far as the time allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import inf, prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AnswerUse, above_all, points
from shoot_cli.analysis.compared_lines import FiredRow, guns_of, mode_lines, one_die_lines
from shoot_cli.analysis.grid import SharedTime
from shoot_cli.analysis.report import Cell, Column, Report, Sheet, assumed_note, chance_cell, number_cell, words_cell
from shoot_cli.analysis.several_attackers import (
    MOST,
    AttackerDistances,
    attacker_distances,
    attacker_tasks,
    best_ways,
    called,
    with_idle_phrases,
    with_notes,
)
from shoot_cli.analysis.single_attack import of_sides, ruleset_named, weapon_of, with_facts_told, with_modes, worked_out
from shoot_cli.analysis.succession import (
    ALIKE,
    UNTOUCHED,
    WHOLE,
    AttackerOrder,
    Attacks,
    Bounds,
    Counts,
    OrderSearch,
    OrderValue,
    idle_answers,
)
from shoot_cli.analysis.ways_to_fire import DISTANCE, ProposedDistances, RowDistances, as_answer, distance_words
from shoot_cli.engine.budget import TooMany, in_force
from shoot_cli.engine.names import all_of, counted, not_here, percent
from shoot_cli.engine.reasons import InputError
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.input.answers import Task


CLEAR = 0.02  # below this chance to destroy, damage says more of a set than the chance


class SetSearch(Protocol):
    """What is known of a search over sets: the wanted chance, the number of attackers of each kind, and costs."""

    wanted: float
    all: Counts
    orders: OrderSearch
    bounds: Bounds

    def cost(self, counts: Counts) -> tuple[int, int]: ...


class GoodSet:
    """The smallest set that was found so far: `counts` of each kind, or None. Costs are those of the search."""

    def __init__(self, search: SetSearch) -> None:
        self.search = search
        self.counts: Counts | None = None
        self.cost: tuple[int, int] | None = None
        self.known: dict[Counts, OrderValue] = {}
        self.together: float | None = None  # what all do in a plain order; None before it is known

    def seek(self) -> None:
        """Look for sets until none is better, or the time is up."""
        try:
            self.together = self.value_of_all()
            for counts in self.begun():
                self.improve(self.pruned(counts))
        except (TooMany, MemoryError):
            pass  # what was found is enough

    def value_of_all(self) -> float:
        """Return what all do in the order with which `Search.all_of_them` begins, so that it costs little."""
        all_counts = self.search.all
        if sets_within(all_counts) <= SMALL:
            kinds = [kind for kind, n in enumerate(all_counts) for _ in range(n)]
            return self.search.orders.through(kinds).worth.destroyed
        self.enough(all_counts)
        return self.worth(all_counts).destroyed

    def worth(self, counts: Counts) -> OrderValue:
        """Return the value of a good order: the attackers that do the least go first."""
        value = self.known.get(counts)
        if value is None:
            orders = self.search.orders
            kinds = [kind for kind, n in enumerate(counts) for _ in range(n)]
            order = sorted(kinds, key=lambda kind: orders.move(kind, UNTOUCHED).damage)
            value = self.known[counts] = orders.through(order).worth
        return value

    def enough(self, counts: Counts) -> bool:
        """Return True if the set destroys the target often enough, and remember it if it is the smallest."""
        if self.worth(counts).destroyed < self.search.wanted:
            return False
        cost = self.search.cost(counts)
        if self.cost is None or cost < self.cost:
            self.counts, self.cost = counts, cost
        return True

    # Where to begin --------------------------------------------------------------------------------------------------

    def begun(self) -> Iterator[Counts]:
        """Yield sets that are enough: of those that do most for their cost, that do most, and that add most."""
        search = self.search
        effects = search.bounds.does
        prices = [search.cost(one_of(kind, len(effects)))[0] or 1 for kind in range(len(effects))]
        for weight in (lambda kind: -effects[kind] / prices[kind], lambda kind: -effects[kind]):
            yield from self.filled(sorted(range(len(effects)), key=weight))
        counts = (0,) * len(effects)
        while not self.enough(counts):
            value_now = self.worth(counts)
            more = [kind for kind, n in enumerate(counts) if n < search.all[kind]]
            if not more:
                return
            gains = {kind: self.gain(value_now, self.worth(changed(counts, kind, 1))) / prices[kind] for kind in more}
            counts = changed(counts, max(more, key=gains.__getitem__), 1)
        yield counts

    def gain(self, before: OrderValue, after: OrderValue) -> float:
        clear = after.destroyed >= CLEAR
        return 1 + after.destroyed - before.destroyed if clear else (after.damage - before.damage) / (1 + after.damage)

    def filled(self, kinds: Iterable[int]) -> Iterator[Counts]:
        """Yield the set with attackers of these kinds, in this order, as soon as it is enough."""
        counts = (0,) * len(self.search.all)
        for kind in kinds:
            for _ in range(self.search.all[kind]):
                counts = changed(counts, kind, 1)
                if self.enough(counts):
                    yield counts
                    return

    # How to make it smaller ------------------------------------------------------------------------------------------

    def pruned(self, counts: Counts) -> Counts:
        """Return the set without attackers that it does not need, the dearest first."""
        while True:
            for smaller in sorted(self.without_one(counts), key=self.search.cost):
                if self.enough(smaller):
                    counts = smaller
                    break
            else:
                return counts

    def improve(self, counts: Counts) -> None:
        """Exchange one or two attackers for one or two others, as long as that makes the set smaller."""
        better: Counts | None = counts
        while better is not None:
            counts, better = better, None
            cost = self.search.cost(counts)
            for other in self.exchanged(counts):
                if self.search.cost(other) < cost and self.enough(other):
                    better = self.pruned(other)
                    break

    def without_one(self, counts: Counts) -> list[Counts]:
        return [changed(counts, kind, -1) for kind, n in enumerate(counts) if n]

    def with_one(self, counts: Counts) -> list[Counts]:
        return [changed(counts, kind, 1) for kind, n in enumerate(counts) if n < self.search.all[kind]]

    def exchanged(self, counts: Counts) -> Iterator[Counts]:
        one_less = self.without_one(counts)
        two_less = list(dict.fromkeys(smaller for counts_left in one_less for smaller in self.without_one(counts_left)))
        for counts_left in (*one_less, *two_less):
            yield from self.with_one(counts_left)
        for counts_left in (*one_less, *two_less):
            for more in self.with_one(counts_left):
                yield from self.with_one(more)


def one_of(kind: int, kinds: int) -> Counts:
    return changed((0,) * kinds, kind, 1)


def changed(counts: Counts, kind: int, by: int) -> Counts:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


GivenAnswers = Mapping[str, Any]
Tell = Callable[[int], None]
BY = ("points", "units")
SHOWN = 5  # number of sets to show; more only if they cost least
ALL_OF_LEAST = 20  # most sets with the lowest cost
DEARER = 2.0  # search up to this multiple of the lowest cost
OF_MODES = 0.15  # the share of the time in which modes of weapons are tried
OF_GOOD = 0.15  # the share of the time that is kept for a good set, if the smallest is not found
ALMOST_CERTAIN = 0.9999  # the chance of all attackers with which no better order is looked for
SMALL, LARGE = 512, 4_096  # sizes (in subsets) up to which the result of all, and the best order of a set, are exact


class AttackerSet(Record):
    """Attackers in order, by index. ``points`` is None if one of them has none."""

    order: tuple[int, ...]
    destroyed: float
    points: int | None
    least: bool = False  # no cheaper set is enough
    best: bool = True  # no order is better; large sets only get a good order


class AllAttackers(Record):
    """The result of all attackers together: ``destroyed`` is reached, ``at_most`` is an upper bound."""

    destroyed: float
    at_most: float


class NeedResult(Record):
    """The result of `need`. ``cannot`` has the names of units that cannot shoot at the target, and why. ``proven`` is
    False if the time was up: then a smaller set may do, or others of the same cost.
    """

    target: Any
    ruleset: str
    chance: float
    by: str
    names: tuple[str, ...]
    points: tuple[int | None, ...]
    sets: tuple[AttackerSet, ...]
    together: AllAttackers
    cannot: tuple[tuple[str, str], ...]
    answers: AnswerUse
    proven: bool = True
    standing: str = ""  # where the attackers stand, as a sentence; "" if each attack proposes its distance
    guns: tuple[str, ...] = ()  # the strongest guns of each
    modes: tuple[str, ...] = ()  # lines about the modes in which weapons fire
    one_die: tuple[str, ...] = ()  # a line about units that may re-roll one die

    @property
    def without_points(self) -> list[str]:
        return [name for name, points in zip(self.names, self.points, strict=True) if points is None]


class AbleAttackers(NamedTuple):
    """The units that can shoot at the target; ``cannot`` has the others by name, with reasons."""

    attacks: Attacks
    names: list[str]
    cannot: list[tuple[str, str]]


def need(
    shooters: Sequence[AttackSide],
    victim: AttackSide,
    given_answers: GivenAnswers,
    chance: float,
    by: str = "points",
    *,
    seconds: float | None = None,
    tell: Tell = lambda sets: None,
) -> NeedResult:
    """Return the smallest sets of these units that destroy the target with at least this chance.

    The sets with the lowest cost come first, then some that cost more. No set contains another one.

    :param chance: more than 0, at most 1
    :param by: the cost of a set: "points" (then units) or "units" (then points); if a unit has no points, only units
    If the time is up, the result is the best set that was found, which is not proven to be the smallest.
    Each unit fires in the modes that do most to the whole target alone (`ways_to_fire.py`), or all fire as proposed,
    whatever needs the smaller set, if there is time for both. Exact for these modes, not for every mixture of them.

    :param seconds: of CPU time in all; None means no limit
    :param tell: called with the number of sets since the last call
    :raises InputError: if nobody can shoot at it, no attack asks a key, or no set was found in time
    """
    if len(shooters) > MOST:
        raise InputError(f"{len(shooters)} units are too many; at most {MOST}. Name some of them: LIST::UNIT")
    (victim,) = grid.with_joined_units([victim], "target", given_answers)
    distances = attacker_distances(shooters, victim, given_answers)
    given = given_answers if distances.half else distances.answers
    cells = best_ways(shooters, victim, given, None if seconds is None else OF_MODES * seconds)
    if not grid.ruleset_of(victim).total_wounds(victim.as_one):
        raise InputError(f"{victim.as_one.name}: only its own damage tables say what destroys it, so odds cannot")
    if not any(cell.fired for cell in cells):
        found = smallest_sets(shooters, victim, given_answers, distances, chance, by, seconds=seconds, tell=tell)
        several = any(cell.ways for cell in cells)
        return found.but(modes=("Fired in the modes that are proposed: others do no more.",) if several else ())
    best = [with_modes(side, cell.fired) for side, cell in zip(shooters, cells, strict=True)]
    names = [row.title for row in distances.row_distances]
    fired = [FiredRow(name, side.as_one, [cell]) for name, side, cell in zip(names, shooters, cells, strict=True)]
    time = SharedTime(None if seconds is None else (1 - OF_MODES) * seconds)
    results, errors, before = list[NeedResult](), list[InputError](), list[Attacks]()
    for sides, words in (
        (best, mode_lines(fired, [victim.as_one.name])),
        (shooters, ["Fired in the modes that are proposed: others need no smaller set."]),
    ):
        if (results or errors) and time.is_over():
            break
        try:
            measured = attacker_distances(sides, victim, given_answers) if distances.half else distances
            row = smallest_sets(
                sides, victim, given_answers, measured, chance, by, seconds=time.left(), tell=tell, before=before
            )
            results.append(row.but(modes=(*words,)))
        except InputError as error:
            errors.append(error)
    if not results:
        raise errors[0]
    return max(results, key=smallness)


def smallness(result: NeedResult) -> tuple[float, ...]:
    """Return the sort key of a result: the greater, the smaller is its first set, and the likelier."""
    if not result.sets:
        return (-inf, 0.0, result.together.destroyed)
    first = result.sets[0]
    in_points = result.by == "points" and first.points is not None
    cost = (first.points or 0, len(first.order)) if in_points else (len(first.order), first.points or 0)
    return (-cost[0], -cost[1], first.destroyed)


def smallest_sets(
    shooters: Sequence[AttackSide],
    victim: AttackSide,
    given: GivenAnswers,
    distances: AttackerDistances,
    chance: float,
    by: str,
    *,
    seconds: float | None,
    tell: Tell,
    before: list[Attacks] | None = None,
) -> NeedResult:
    """Return the smallest sets of units that fire as proposed. The parameters and errors are those of `need`.

    :param before: the attacks of an earlier search of the same target, used again; those of this one are added
    """
    from shoot_cli.odds import Budget, TooMany

    tasks, own_keys = attacker_tasks(shooters, victim, distances.answers)
    together: AllAttackers | None = None
    sets = list[AttackerSet]()
    search: Search | None = None
    proven = True
    try:
        with Budget(None if seconds is None else (1 - OF_GOOD) * seconds):
            able = who_can(tasks, own_keys, tell, before or ())
            attacks = able.attacks
            if before is not None:
                before.append(attacks)
            idle_answers(attacks)  # mistakes are reported before the search
            search = Search(attacks, chance, by)
            together = search.all_of_them()
            if together.at_most >= chance - ALIKE:
                for attacker_set in search.sets(tell):
                    sets.append(attacker_set)  # kept if the time is up
    except (TooMany, MemoryError) as error:
        proven = False
        if not sets:
            good = good_set(search, seconds) if search else None
            if search is None or good is None or good.together is None:
                raise too_long(error) from None
            sets = [search.unproven(good.counts)] if good.counts is not None else []
            together = together or AllAttackers(good.together, 1.0)
        together = together or AllAttackers(max(attacker_set.destroyed for attacker_set in sets), 1.0)
    assert search is not None
    unused_answers = with_idle_phrases(idle_answers(attacks), attacks, each_alone=True)
    # also for what only later attackers are asked
    answers = distances.without_proposed(with_notes(unused_answers, attacks))
    return NeedResult(
        victim.as_one, attacks.ruleset.name, chance, by, tuple(able.names), search.points, in_order(sets), together,
        tuple(able.cannot), answers, proven, distances.words(victim, given, able.names),
        tuple(guns_of(task.attacker, whole=False) for task in attacks.tasks),
        one_die=(*one_die_lines((name, task.attacker) for name, task in zip(able.names, attacks.tasks, strict=True)),),
    )  # fmt: skip


def good_set(search: Search, seconds: float | None) -> GoodSet:
    """Return what can be found quickly: a set that is enough, if there is one, and what all do together."""
    from shoot_cli.odds import Budget

    good = GoodSet(search)
    with Budget(None if seconds is None else OF_GOOD * seconds):
        good.seek()
    return good


def in_order(sets: Sequence[AttackerSet]) -> tuple[AttackerSet, ...]:
    """Return sets of the same cost with the most certain first; the costs keep their order."""
    costs = [(units.points, len(units.order)) for units in sets]
    rank = {cost: index for index, cost in reversed([*enumerate(costs)])}
    return tuple(sorted(sets, key=lambda units: (rank[units.points, len(units.order)], -units.destroyed, units.order)))


HELPS = "fewer units to choose from (name them: LIST::UNIT), or more time (--budget)"


def too_long(error: Exception) -> InputError:
    """Return an error that not even all together were worked out, and what helps."""
    return InputError(f"{error}. So far nothing is known, not even what all together do. What helps: {HELPS}.")


def who_can(
    tasks: Sequence[Task], own_keys: Sequence[frozenset[str]], tell: Tell, before: Sequence[Attacks]
) -> AbleAttackers:
    """Return the units that can shoot at the target. :raises InputError: if none can, with the first reason"""
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import Missing

    names, all_attacks = called([task.named()["attacker"] for task in tasks]), Attacks(tasks, own_keys)
    for known in before:
        all_attacks.use_known(known)
    able, cannot = list[int](), list[tuple[str, str]]()
    for index, task in enumerate(tasks):
        try:
            step = all_attacks.step(index, WHOLE)
        except (InputError, BadAnswer, Missing) as error:
            cannot.append((names[index], str(error)))
            continue
        if step.damage or any(step.tokens.values()):
            able.append(index)
        else:
            closed = "; ".join(dict.fromkeys(all_attacks.given[all_attacks.kinds[index]].closed.values()))
            cannot.append((names[index], closed or f"nothing of it can be fired at {task.named()['target']}"))
    if not able:
        raise InputError(f"{cannot[0][0]}: {cannot[0][1]}")
    numbers = [index + 1 for index in able]
    attacks = Attacks([tasks[index] for index in able], [own_keys[index] for index in able], numbers=numbers)
    attacks.use_known(all_attacks)
    attacks.tell = lambda: tell(1)
    return AbleAttackers(attacks, [names[index] for index in able], cannot)


class Search:
    """A search over sets of attackers; a set is given by its counts of each kind."""

    def __init__(self, attacks: Attacks, chance: float, by: str) -> None:
        self.attacks, self.wanted, self.orders = attacks, chance - ALIKE, OrderSearch(attacks)
        self.points = tuple(points(task.attacker) for task in attacks.tasks)
        self.by_points = by == "points" and None not in self.points
        self.in_points = None not in self.points
        self.members: list[list[int]] = [[] for _ in self.orders.kinds]  # indexes of the attackers of each kind
        for index, kind in enumerate(attacks.kinds):
            self.members[self.orders.place[kind]].append(index)
        self.all = tuple(map(len, self.members))
        self.bounds = Bounds(self.orders, self.all)

    def cost(self, counts: Counts) -> tuple[int, int]:
        units, points = sum(counts), self.points_of(counts) or 0
        return (points, units) if self.by_points else (units, points)

    def points_of(self, counts: Counts) -> int | None:
        if not self.in_points:
            return None
        return sum(n * (self.points[members[0]] or 0) for n, members in zip(counts, self.members, strict=True))

    # Bounds ----------------------------------------------------------------------------------------------------------

    def all_of_them(self) -> AllAttackers:
        """Return the result of all attackers: exact for few kinds, otherwise a lower and an upper bound.

        No better order is looked for once one is almost certain.
        """
        everybody = [*range(len(self.attacks.tasks))]
        if sets_within(self.all) <= SMALL:
            destroyed = self.orders.order_of(everybody).worth.destroyed
            return AllAttackers(destroyed, destroyed)
        destroyed = self.orders.good_order_of(everybody, max(self.wanted, ALMOST_CERTAIN)).worth.destroyed
        return AllAttackers(destroyed, min(1.0, max(destroyed, self.bounds.at_most(self.all))))

    # Sets ------------------------------------------------------------------------------------------------------------

    def unproven(self, counts: Counts) -> AttackerSet:
        """Return a set that is enough, with the order in which it was found."""
        order = sorted(self.first_of(counts), key=lambda index: self.damage_of(self.attacks.kinds[index]))
        worth = self.orders.through([self.orders.place[self.attacks.kinds[index]] for index in order]).worth
        return AttackerSet(tuple(order), worth.destroyed, self.points_of(counts), best=False)

    def damage_of(self, kind: int) -> float:
        return self.orders.move(self.orders.place[kind], UNTOUCHED).damage

    def sets(self, tell: Tell) -> Iterator[AttackerSet]:
        """Yield the smallest sets, the cheapest first."""
        sets_found: list[Counts] = []
        least: int | None = None
        fewest = self.bounds.fewest(self.wanted)
        if fewest > sum(self.all):
            return
        for counts in self.by_cost():
            tell(0)  # attacks are counted, which take the time
            cost = self.cost(counts)[0]
            if least is not None and (cost > DEARER * least or (cost > least and len(sets_found) >= SHOWN)):
                return
            if len(sets_found) >= ALL_OF_LEAST:
                return
            if sum(counts) < fewest or any(is_subset(counts, smaller_set) for smaller_set in sets_found):
                continue
            if self.bounds.at_most(counts, self.wanted) < self.wanted:
                continue
            (order, worth), best = self.ordered(counts)
            if worth.destroyed < self.wanted:
                continue
            least = cost if least is None else least
            sets_found.append(counts)
            yield AttackerSet(tuple(order), worth.destroyed, self.points_of(counts), cost == least, best)

    def ordered(self, counts: Counts) -> tuple[AttackerOrder, bool]:
        """Return the best or a sufficient order of a set, and whether it is the best; any order if none is enough."""
        members = self.first_of(counts)
        if sets_within(counts) > LARGE:
            good_order = self.orders.good_order_of(members)
            if good_order.worth.destroyed >= self.wanted:
                return good_order, False
        if self.orders.destroyed(counts, UNTOUCHED) < self.wanted:
            return AttackerOrder(members, OrderValue(0.0, 0.0)), False
        return self.orders.order_of(members), True

    def first_of(self, counts: Counts) -> list[int]:
        """Return the first attackers of each kind, in list order."""
        return sorted(index for n, members in zip(counts, self.members, strict=True) for index in members[:n])

    def by_cost(self) -> Iterator[Counts]:
        """Yield every set except the empty one, the smallest first."""
        waiting: list[tuple[tuple[int, int], Counts, int]] = []
        nobody = (0,) * len(self.all)

        def add(counts: Counts, first: int) -> None:
            for kind in range(first, len(self.all)):
                if counts[kind] < self.all[kind]:
                    more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                    heappush(waiting, (self.cost(more), more, kind))

        add(nobody, 0)
        while waiting:
            _, counts, kind = heappop(waiting)
            in_force().spend(50)
            yield counts
            add(counts, kind)


def sets_within(counts: Counts) -> int:
    """Return the number of subsets, with the empty and the whole set."""
    return prod(n + 1 for n in counts)


def is_subset(counts: Counts, other: Counts) -> bool:
    """Return True if `counts` contains all of `other`."""
    return all(n >= m for n, m in zip(counts, other, strict=True))


# The report ----------------------------------------------------------------------------------------------------------

MANY = 4  # names in one sentence
ROWS = 12  # sets in the table
IN_TIME = "No set that does was found in time, and it is not proven that there is none."
UNPROVEN = "This is the smallest set that was found in time; a smaller one may do, and --budget gives it more time."


def document(result: NeedResult) -> dict[str, Any]:
    """Return the result as JSON."""
    json_result: dict[str, Any] = {
        "ruleset": result.ruleset,
        "target": result.target.name,
        "chance": result.chance,
        "by": result.by,
        "assumed": dict(result.answers.assumed),
        **result.answers.document(),
    }
    if not result.proven:
        json_result["proven"] = False
    json_result["sets"] = [
        {
            "units": [result.names[index] for index in attacker_set.order],
            "points": attacker_set.points,
            "destroyed": attacker_set.destroyed,
            "least": attacker_set.least,
            **({} if attacker_set.best else {"best_order": False}),
        }
        for attacker_set in result.sets
    ]
    together = result.together
    json_result["all"] = {"units": list(result.names), "destroyed": together.destroyed, "at_most": together.at_most}
    if result.cannot:
        json_result["cannot"] = dict(result.cannot)
    if result.without_points:
        json_result["without_points"] = result.without_points
    if result.standing:
        json_result["standing"] = result.standing
    return json_result


def report(result: NeedResult, in_rows: bool = False) -> Report:
    """Return a row for each set: order, cost, chance. ``in_rows`` is True if a table without rows is wanted."""
    in_points = not result.without_points
    columns = [Column("units", "These, in this order"), Column("number", "Units", True)]
    columns += [Column("points", "Points", True)] if in_points else []
    columns += [Column("destroyed", "Destroyed", True)]
    sheet = Sheet(
        "", tuple(columns), tuple(row(result, units, in_points) for units in result.sets[:ROWS]), tuple(notes(result))
    )
    title = f"What destroys {result.target.name} in {wanted_words(result.chance)}"
    head = tuple(filter(None, [result.standing, *above_all(result.answers)]))
    if result.sets or in_rows:
        return Report(
            title, (sheet,), tuple(notes_below(result)), head=head, page_notes=tuple(notes_below(result, page=True))
        )
    first = nothing(result)
    return Report(
        title, (), (first, *notes_below(result)), head=head, page_notes=(first, *notes_below(result, page=True))
    )


def wanted_words(chance: float) -> str:
    """Return the chance as it was asked for: `90.0% or more`, and `99.99% or more`, which `percent` would round."""
    if chance > 1 - ALIKE:
        return "100% (less than one failure in a trillion)"  # what `ALIKE` leaves: no sum of fractions is nearer
    words = percent(chance) if abs(round(chance, 3) - chance) < ALIKE else f"{100 * chance:.10g}%"
    return f"{words} or more"


def row(result: NeedResult, units: AttackerSet, in_points: bool) -> tuple[Any, ...]:
    name = ", then ".join(result.names[index] for index in units.order)
    below = "; then ".join(cost_and_guns(result, index) for index in units.order)
    cells = [
        words_cell(name).but(below=below),
        number_cell(len(units.order), 0),
        *([number_cell(units.points, 0)] if in_points else []),
    ]
    return (*cells, chance_cell(units.destroyed))


def cost_and_guns(result: NeedResult, index: int) -> str:
    """Return what an attacker costs, and its strongest guns."""
    cost, guns = result.points[index], result.guns[index] if result.guns else ""
    return ", ".join(filter(None, [f"{cost} points" if cost is not None else "", guns]))


def notes(result: NeedResult) -> list[str]:
    """Return the notes of the table: how small its sets are."""
    if not result.sets:
        return []
    cheapest = [attacker_set for attacker_set in result.sets if attacker_set.least]
    if not cheapest:
        alone = (result.by == "units" or result.without_points) and len(result.sets[0].order) == 1
        return ["No fewer will do. The time was up before all others were tried." if alone else UNPROVEN]
    first = "The first is" if len(cheapest) == 1 else f"The first {len(cheapest)} are"
    if len(cheapest) == len(result.sets) > 1:
        first = "All of them are"
    if result.by == "units" or result.without_points:
        lines = [f"{first} as small as can be: {counted(len(cheapest[0].order), 'unit')}, and no fewer will do."]
    else:
        lines = [f"{first} as cheap as can be: {cheapest[0].points:,} points, and nothing that costs less will do."]
    if len(result.sets) > 1:
        lines.append("In none of them is anybody too many.")
    if not result.proven:
        lines.append("The time was up before all others were tried; --budget gives it more.")
    if not all(attacker_set.best for attacker_set in result.sets):
        lines.append("The order is a good one; of so many attackers it is not known to be the best.")
    if len(result.sets) > ROWS:
        lines.append(f"And {len(result.sets) - ROWS} more, as small as these (--json has them).")
    return lines


def notes_below(result: NeedResult, page: bool = False) -> list[str]:
    """Return the notes of the report: units left out, and assumed values. No ``page`` names a key."""
    lines = []
    if result.without_points and result.by == "points":
        lines.append(f"Counted in units, not in points: {named_units(result.without_points)} have none.")
    names_by_reason: dict[str, list[str]] = {}
    for name, reason in result.cannot:
        names_by_reason.setdefault(reason.rstrip("."), []).append(name)
    lines += [f"Left out: {named_units(names)} ({reason})." for reason, names in names_by_reason.items()]
    lines += [*result.modes, *result.one_die]
    assumed = {key: value for key, value in result.answers.assumed.items() if value and "@" not in key}
    first = ruleset_named(result.ruleset).asked_first
    note = assumed_note(assumed.items(), result.answers.names, first, page)
    lines += filter(None, [note])
    return lines


def nothing(result: NeedResult) -> str:
    """Return a sentence that no set is enough, with the result of all attackers together."""
    who = counted(len(result.names), "unit")
    together = result.together
    known = together.at_most - together.destroyed <= 1e-12
    verb_end = "" if len(result.names) > 1 else "s"
    order = "" if known else ", in the best order that was found"
    first, more = ("Nothing does.", "") if result.proven else (IN_TIME, f" What helps: {HELPS}.")
    return (
        f"{first} All that can shoot at it ({who}) destroy{verb_end} it in {percent(together.destroyed)}{order}.{more}"
    )


def named_units(names: list[str]) -> str:
    more = len(names) - MANY
    return ", ".join(names[:MANY]) + (f" and {more} more" if more > 0 else "")


# How many models with one weapon: the report -------------------------------------------------------------------------


def document_of_guns(guns: Guns) -> dict[str, Any]:
    """Return the result as JSON."""
    return {
        "ruleset": guns.ruleset,
        "target": guns.target.name,
        "weapon": guns.weapon,
        "bearer": guns.bearer,
        "chance": guns.chance,
        "assumed": dict(guns.answers.assumed),
        **guns.answers.document(),
        "number": guns.number,
        "destroyed": list(guns.destroyed),
        **({"standing": guns.standing} if guns.standing else {}),
    }


def report_of_guns(guns: Guns) -> Report:
    """Return a row for each number of models, up to the first that is enough."""
    columns = (Column("number", "Models", True), Column("destroyed", "Destroyed", True))
    never = next((n for n, p in enumerate(guns.destroyed) if p), len(guns.destroyed))  # so few models can never do it
    rows = [(Cell(str(never) if never == 1 else f"1 to {never}", never), chance_cell(0.0))] if never else []
    rows += [(number_cell(n, 0), chance_cell(p)) for n, p in enumerate(guns.destroyed, 1) if n > never]
    weapon_words = f"{guns.weapon} of {guns.bearer}" if guns.bearer else guns.weapon
    title = f"How many models with {weapon_words} destroy {guns.target.name} in {wanted_words(guns.chance)}"
    number, most = guns.number, len(guns.destroyed)
    do = f"{number} of them {'does' if number == 1 else 'do'}." if number else f"{most} of them do not."
    assumed = [(key, value) for key, value in guns.answers.assumed.items() if key != "weapon"]
    first = ruleset_named(guns.ruleset).asked_first
    sheet = Sheet("", columns, tuple(rows), (do,))
    head = tuple(filter(None, [guns.standing, *above_all(guns.answers)]))
    names = guns.answers.names
    lines, page_notes = (tuple(filter(None, [assumed_note(assumed, names, first, page)])) for page in (False, True))
    return Report(title, (sheet,), lines, head=head, page_notes=page_notes)


# How many models with one weapon destroy a target --------------------------------------------------------------------

MOST_MODELS = 60  # most models that are tried
Progress = Callable[[int], None]


class Guns(Record):
    """The chance ``destroyed`` with 1, 2, 3 ... models, up to ``number``; that is None if no tried number is enough."""

    target: Any
    ruleset: str
    chance: float
    weapon: str
    bearer: str  # the model and unit that carry it; "" for a profile line
    number: int | None
    destroyed: tuple[float, ...]
    answers: AnswerUse
    standing: str = ""  # where the models stand, as a sentence


def how_many(
    gun: AttackSide,
    weapon: str,
    bearer: str,
    victim: AttackSide,
    given: GivenAnswers,
    chance: float,
    *,
    seconds: float | None = None,
    tell: Progress = lambda n: None,
) -> Guns:
    """Return how many models with this weapon, as one unit, destroy the target with at least this chance.

    :param gun: a unit of one such model, see `one_gun`
    :param seconds: of CPU time in all; None means no limit
    :raises InputError: as for a single attack, or if the weapon cannot hurt the target
    """
    from time import process_time

    end = None if seconds is None else process_time() + seconds
    chances = list[float]()
    answers = AnswerUse()
    proposed = ProposedDistances(grid.ruleset_of(victim), given)
    (victim,) = grid.with_joined_units([victim], "target", given)
    distance = proposed.distance_of(gun, victim)
    placed = given if distance is None else {**proposed.given, **dict([as_answer(distance)])}
    rows, names = [RowDistances(weapon, (distance,))], [victim.as_one.name]
    standing = distance_words(grid.ruleset_of(victim), rows, names, given.get(DISTANCE), proposed.half)
    for n in range(1, MOST_MODELS + 1):
        unit: Any = gun.unit
        unit_of_n = gun.but(unit=unit.but(models=((unit.models[0][0], n),)))
        seconds_left = None if end is None else max(0.001, end - process_time())
        result = worked_out(of_sides(unit_of_n, victim, placed), seconds=seconds_left, explain=n == 1)
        if n == 1:
            answers = AttackerDistances({} if distance is None else {DISTANCE: ""}, []).without_proposed(
                result.answers.but(closed={})
            )
            if not any(result.expected.values()):
                why = "; ".join(dict.fromkeys(result.answers.closed.values()))
                raise InputError(f"{weapon} cannot hurt {victim.as_one.name}{f': {why}' if why else ''}")
        chances.append(result.destroyed)
        tell(1)
        if chances[-1] >= chance - ALIKE:
            break
    number = len(chances) if chances[-1] >= chance - ALIKE else None
    answers = with_facts_told(of_sides(unit_of_n, victim, placed), answers)
    return Guns(victim.as_one, gun.ruleset, chance, weapon, bearer, number, tuple(chances), answers, standing)


def one_gun(sides: Sequence[AttackSide], name: str) -> tuple[AttackSide, str, str]:
    """Return the unit of one model with only this weapon, the weapon's name, and who carries it.

    :raises InputError: if nobody has such a weapon, or the name is ambiguous
    """
    bearers: dict[str, tuple[AttackSide, Any]] = {}  # by the name of a weapon or of one of its modes
    modes: dict[str, str] = {}
    for side in sides:
        for model, _ in side.unit.models:
            for weapon in model.weapons:
                bearers.setdefault(weapon_of(weapon), (side, model))
                bearers.setdefault(weapon.name, (side, model))
                modes.setdefault(weapon.name, weapon_of(weapon))
    names = [*bearers]
    meant = [names[index] for index in all_of(name, names)]
    if not meant:
        raise InputError(f"--attacks: {not_here(name, names)}")
    guns = dict.fromkeys(modes.get(name_meant, name_meant) for name_meant in meant)
    if len(guns) > 1:
        raise InputError(f"--attacks {name}: that can be {', '.join(guns)}; say more of it")
    title = meant[0] if len(meant) == 1 else next(iter(guns))
    side, model = bearers[title]
    own_weapons = [weapon for weapon in model.weapons if title in (weapon.name, weapon_of(weapon))]
    unit: Any = side.unit
    single_model = unit.but(models=((model.but(weapons=tuple(dict.fromkeys(own_weapons))), 1),))
    return (
        side.but(unit=single_model, units=()),
        title,
        unit.name if model.name in unit.name else f"{model.name}, {unit.name}",
    )  # without joined characters


def only_gun(side: AttackSide) -> str:
    """Return the weapon of a profile line. :raises InputError: if it has several, or several kinds of models"""
    models = [model for model, _ in side.unit.models]
    names = {weapon_of(weapon) for model in models for weapon in model.weapons}
    if len(models) != 1 or len(names) != 1:
        raise InputError("--attacks: a profile line of one kind of model with one gun is wanted")
    return str(names.pop())
