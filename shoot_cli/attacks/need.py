"""What it takes to destroy a target: the smallest sets of units that do so with a given chance, exactly.

A larger set never does worse: whoever is added may attack last. Sets are gone through from the cheapest on
(`by_cost`). Those that cannot reach the chance whatever their order are told by bounds, the quick ones first
(``bounds.py``), then what choosing the next attacker after each attack could reach (`OrderSearch.destroyed`). Of the
others the best order is looked for. What holds a set that will do is no smallest one, and is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.attacks import figures
from shoot_cli.attacks.bounds import Bounds
from shoot_cli.attacks.idle import idle_answers
from shoot_cli.attacks.one_by_one import MOST, assumed
from shoot_cli.attacks.orders import ALIKE, UNTOUCHED, AttackerOrder, Counts, OrderSearch, OrderValue
from shoot_cli.attacks.several import called, of_several
from shoot_cli.attacks.succession import WHOLE, Attacks
from shoot_cli.core.budget import in_force
from shoot_cli.core.percent import percent
from shoot_cli.core.record import Record
from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.task import Task

Said = Mapping[str, Any]
Tell = Callable[[int], None]
BY = ("points", "units")
SHOWN = 5  # sets, more only of those that cost least
ALL_OF_LEAST = 20  # of these
DEARER = 2.0  # times what the least cost: so far others are looked for
SMALL, LARGE = 512, 4_096  # sets in a set: to know exactly what all come to; to know which order is the best one


class AttackerSet(Record):
    """Attackers in their order, by their places; ``points``: None, where somebody of them has none."""

    order: tuple[int, ...]
    destroyed: float
    points: int | None
    least: bool = False  # nothing that costs less will do
    best: bool = True  # no other order is better; of large sets the order is a good one


class AllAttackers(Record):
    """What all attackers together come to: ``destroyed`` at least, and ``at_most``."""

    destroyed: float
    at_most: float


class NeedResult(Record):
    """``cannot``: by name, who cannot shoot at the target, and why."""

    target: Any
    ruleset: str
    chance: float
    by: str
    names: tuple[str, ...]
    points: tuple[int | None, ...]
    sets: tuple[AttackerSet, ...]
    together: AllAttackers
    cannot: tuple[tuple[str, str], ...]
    assumed: tuple[tuple[str, str], ...]
    unused: tuple[tuple[str, Any], ...] = ()
    not_asked: tuple[tuple[str, str], ...] = ()
    overruled: tuple[tuple[str, Mapping[str, str]], ...] = ()

    @property
    def without_points(self) -> list[str]:
        return [name for name, points in zip(self.names, self.points, strict=True) if points is None]


class AbleAttackers(NamedTuple):
    """Who can shoot at the target, and by name who cannot and why."""

    attacks: Attacks
    names: list[str]
    cannot: list[tuple[str, str]]


def need(
    shooters: Sequence[AttackSide],
    victim: AttackSide,
    said: Said,
    chance: float,
    by: str = "points",
    *,
    seconds: float | None = None,
    tell: Tell = lambda sets: None,
) -> NeedResult:
    """The smallest sets of these units that destroy the target with at least this chance.

    All that cost least stand first, then others that cost more, until some are found. No set holds another one.

    :param chance: more than 0, at most 1
    :param by: what makes a set small, "points" (then the number of units) or "units" (then points); where a unit has no
        points it is their number alone
    :param seconds: of CPU, for all of it; None: as many as it takes
    :param tell: called with the number of sets that were looked at since it was called last
    :raises InputError: nobody can shoot at it, and why; a key that no attack asks; it would take too long
    """
    from shoot_cli.attacks.exact import overruled
    from shoot_cli.core.odds import Budget, TooMany

    if len(shooters) > MOST:
        raise InputError(f"{len(shooters)} units are too many; at most {MOST}. Name some of them: LIST::UNIT")
    tasks, own = of_several(shooters, victim, said)
    together: AllAttackers | None = None
    try:
        with Budget(seconds):
            able = who_can(tasks, own, tell)
            attacks = able.attacks
            idle_answers(attacks)  # what is wrong is told before the search
            search = Search(attacks, chance, by)
            together = search.all_of_them()
            sets = search.smallest(tell) if together.at_most >= chance - ALIKE else []
            idle = idle_answers(attacks)  # what only later attackers are asked, such as whether the target is marked
            return NeedResult(
                victim.unit, attacks.ruleset.name, chance, by, tuple(able.names), search.points, tuple(sets), together,
                tuple(able.cannot), tuple(assumed(attacks).items()), tuple(idle.unused.items()),
                tuple(idle.not_asked.items()), tuple(overruled(*attacks.given.values()).items()),
            )  # fmt: skip
    except (TooMany, MemoryError) as error:
        raise too_long(error, victim.unit.name, together) from None


def too_long(error: Exception, target: str, together: AllAttackers | None) -> InputError:
    """What is known of it, and what would help."""
    known = f" All together destroy {target} in {percent(together.destroyed)} or more." if together else ""
    helps = "fewer units to choose from (name them: LIST::UNIT), or more time (--budget)"
    return InputError(f"{error}.{known} What helps: {helps}.")


def who_can(tasks: Sequence[Task], own: Sequence[frozenset[str]], tell: Tell) -> AbleAttackers:
    """Those who can shoot at the target at all. :raises InputError: nobody can, and why the first of them cannot"""
    from shoot_cli.core.answerers import Missing
    from shoot_cli.core.questions import BadAnswer

    names, every = called([task.attacker.name for task in tasks]), Attacks(tasks, own)
    there, cannot = list[int](), list[tuple[str, str]]()
    for who, task in enumerate(tasks):
        try:
            step = every.step(who, WHOLE)
        except (InputError, BadAnswer, Missing) as error:
            cannot.append((names[who], str(error)))
            continue
        if step.damage or any(step.counted.values()):
            there.append(who)
        else:
            closed = "; ".join(dict.fromkeys(every.given[every.kinds[who]].closed.values()))
            cannot.append((names[who], closed or f"nothing of it can be fired at {task.target.name}"))
    if not there:
        raise InputError(f"{cannot[0][0]}: {cannot[0][1]}")
    numbers = [who + 1 for who in there]
    attacks = Attacks([tasks[who] for who in there], [own[who] for who in there], numbers=numbers)
    attacks.tell = lambda: tell(0)
    return AbleAttackers(attacks, [names[who] for who in there], cannot)


class Search:
    """Sets of attackers by their counts, kind by kind."""

    def __init__(self, attacks: Attacks, chance: float, by: str) -> None:
        self.attacks, self.wanted, self.best = attacks, chance - ALIKE, OrderSearch(attacks)
        self.points = tuple(figures.points(task.attacker) for task in attacks.tasks)
        self.by_points = by == "points" and None not in self.points
        self.in_points = None not in self.points
        self.members: list[list[int]] = [[] for _ in self.best.kinds]  # attackers of each kind, by their places
        for who, kind in enumerate(attacks.kinds):
            self.members[self.best.place[kind]].append(who)
        self.all = tuple(map(len, self.members))
        self.bounds = Bounds(self.best, self.all)

    def cost(self, counts: Counts) -> tuple[int, int]:
        """What makes a set small, the first of it first."""
        units, points = sum(counts), self.points_of(counts) or 0
        return (points, units) if self.by_points else (units, points)

    def points_of(self, counts: Counts) -> int | None:
        if not self.in_points:
            return None
        return sum(n * (self.points[own[0]] or 0) for n, own in zip(counts, self.members, strict=True))

    # Bounds ----------------------------------------------------------------------------------------------------------

    def all_of_them(self) -> AllAttackers:
        """What everybody comes to: exactly, if there are few kinds; else what one order does, and what none exceeds."""
        every = [*range(len(self.attacks.tasks))]
        if sets_within(self.all) <= SMALL:
            destroyed = self.best.order_of(every).worth.destroyed
            return AllAttackers(destroyed, destroyed)
        destroyed = self.best.good_order_of(every).worth.destroyed
        return AllAttackers(destroyed, min(1.0, max(destroyed, self.bounds.at_most(self.all))))

    # Sets ------------------------------------------------------------------------------------------------------------

    def smallest(self, tell: Tell) -> list[AttackerSet]:
        """The smallest sets, see `need`: of those that cost the same the most certain ones first."""
        found = [*self.sets(tell)]
        return [one for _, one in sorted(found, key=lambda row: (row[0], -row[1].destroyed, row[1].order))]

    def sets(self, tell: Tell) -> Iterator[tuple[tuple[int, int], AttackerSet]]:
        """The same from the cheapest on, each with its cost."""
        found: list[Counts] = []
        least: int | None = None
        fewest = self.bounds.fewest(self.wanted)
        if fewest > sum(self.all):
            return
        for counts in self.by_cost():
            tell(1)
            cost = self.cost(counts)[0]
            if least is not None and (cost > DEARER * least or (cost > least and len(found) >= SHOWN)):
                return
            if len(found) >= ALL_OF_LEAST:
                return
            if sum(counts) < fewest or any(is_subset(counts, other) for other in found):
                continue
            if self.bounds.at_most(counts, self.wanted) < self.wanted:
                continue
            (order, worth), best = self.ordered(counts)
            if worth.destroyed < self.wanted:
                continue
            least = cost if least is None else least
            found.append(counts)
            yield (
                self.cost(counts),
                AttackerSet(tuple(order), worth.destroyed, self.points_of(counts), cost == least, best),
            )

    def ordered(self, counts: Counts) -> tuple[AttackerOrder, bool]:
        """The best order of a set, or one that will do; and whether it is the best. It may be any if none will do."""
        who = self.first_of(counts)
        if sets_within(counts) > LARGE:
            found = self.best.good_order_of(who)
            if found.worth.destroyed >= self.wanted:
                return found, False
        if self.best.destroyed(counts, UNTOUCHED) < self.wanted:
            return AttackerOrder(who, OrderValue(0.0, 0.0)), False
        return self.best.order_of(who), True

    def first_of(self, counts: Counts) -> list[int]:
        """So many of each kind, the first of them, in the order in which they stand."""
        return sorted(who for n, own in zip(counts, self.members, strict=True) for who in own[:n])

    def by_cost(self) -> Iterator[Counts]:
        """Every set but the empty one, from the smallest on; each once."""
        waiting: list[tuple[tuple[int, int], Counts, int]] = []
        nobody = (0,) * len(self.all)

        def add(counts: Counts, first: int) -> None:
            for place in range(first, len(self.all)):
                if counts[place] < self.all[place]:
                    more = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                    heappush(waiting, (self.cost(more), more, place))

        add(nobody, 0)
        while waiting:
            _, counts, place = heappop(waiting)
            in_force().spend(50)
            yield counts
            add(counts, place)


def sets_within(counts: Counts) -> int:
    """How many sets such a set holds, itself and the empty one among them."""
    return prod(n + 1 for n in counts)


def is_subset(counts: Counts, other: Counts) -> bool:
    """True if all of the other set are in this one."""
    return all(n >= m for n, m in zip(counts, other, strict=True))
