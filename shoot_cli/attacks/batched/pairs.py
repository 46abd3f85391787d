"""Every shooter at every target, sort by sort of targets: chances that tokens carry along a line, many pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shoot_cli.attacks.batched.laws import Laws, Moves, NoChain, Through
from shoot_cli.attacks.batched.lines import Floats, Row, backward, onward
from shoot_cli.attacks.batched.numbers import Numbers
from shoot_cli.attacks.batched.tables import NOBODY, Ints, Numbered, Sort, Tables

Bools = npt.NDArray[np.bool_]
SINGLE, FIRST, MIDDLE, LAST = range(4)  # where among the groups of a unit a link may stand
AT_ONCE = 1 << 20  # numbers that are gathered at one go


class Part(NamedTuple):
    """What came of the sorts of targets with one kind of line. ``values``: ``[sort, shooter, figure]``."""

    row: Row
    sorts: list[int]
    taken: Bools
    values: Floats


class Pairs:
    def __init__(self, tables: Tables, laws: Laws) -> None:
        self.tables, self.laws = tables, laws
        self.sorts = tables.sorts.every()
        links = np.array(tables.links.every(), np.int32).reshape(-1, 3)
        self.front, self.n, self.back = links.T
        self.kinds: list[dict[Any, None]] = [{} for _ in tables.fronts.places]  # of tokens that a front comes to
        self.factors()
        self.strikes()
        self.amounts()
        self.places_of_links()

    # What comes to the line ------------------------------------------------------------------------------------------

    def factors(self) -> None:
        """For each front and what it meets: its law, and to which power."""
        fronts, meets = self.tables.fronts.every(), self.tables.meets.every()
        self.law: Ints = np.full((len(fronts), len(meets)), NOBODY, np.int32)
        self.power: Ints = np.zeros((len(fronts), len(meets)), np.int32)
        for i, front in enumerate(fronts):
            for j, met in enumerate(meets):
                try:
                    place, n = self.laws.factor(self.tables.chains.token(front, met))
                except NoChain:
                    continue
                self.law[i, j], self.power[i, j] = place, n
                self.kinds[i].update(dict.fromkeys(self.laws.laws[place].kinds))

    def strikes(self) -> None:
        """For each link and guard: the chances to get through, of each kind of tokens, and what goes on.

        A link is told from others here by its back and the kinds of tokens that it comes to: a *strike*.
        """
        numbered = Numbered[tuple[int, tuple[Any, ...]]]()
        kinds = [tuple(found) for found in self.kinds]
        self.strike: Ints = np.array(
            [numbered((back, kinds[front])) for front, back in zip(self.front.tolist(), self.back.tolist(), strict=True)],
            np.int32,
        )
        backs, guards = self.tables.backs.every(), self.tables.guards.every()
        self.chances, self.thens = Numbered[tuple[tuple[Any, Fraction], ...]](), Numbered[tuple[Any, ...]]()
        self.chance: Ints = np.full((len(numbered), len(guards)), NOBODY, np.int32)
        self.then: Ints = np.full((len(numbered), len(guards)), NOBODY, np.int32)
        for i, (back, of) in enumerate(numbered.places):
            for j, guard in enumerate(guards):
                try:
                    found = [self.laws.through(kind, backs[back], guard) for kind in of]
                except NoChain:
                    continue
                chances = (through.chance if through else Fraction(0) for through in found)
                self.chance[i, j] = self.chances(tuple(zip(of, chances, strict=True)))
                self.then[i, j] = self.thens(tuple(dict.fromkeys(through.then for through in found if through)))
        late = [any(type(kind) in self.tables.chains.late for kind in of) for _, of in numbered.places]
        self.late: Bools = np.array(late, np.bool_)[self.strike] if len(links_of(self)) else np.zeros(0, np.bool_)

    def amounts(self) -> None:
        """For each link, what it meets and the guard: the place of the chances of how many get through."""
        hits = Numbered[tuple[int, int]]()  # what it meets, and the guard
        self.hit_of = [hits((sort.meets, sort.guard)) for sort in self.sorts]
        meets, guards = np.array(hits.every(), np.int32).reshape(-1, 2).T
        law = self.law[self.front][:, meets]
        chance = self.chance[self.strike][:, guards]
        good = (law >= 0) & (chance >= 0)
        n = np.where(good, self.n[:, None] * self.power[self.front][:, meets], 0)
        polys: dict[Any, int] = {}
        number = np.full((len(self.laws.laws), max(1, len(self.chances))), NOBODY, np.int32)
        known = self.chances.every()
        for i, j in np.argwhere(used(number.shape, law[good], chance[good])).tolist():
            by_kind = dict(known[j])
            poly = self.laws.poly(i, tuple(by_kind[kind] for kind in self.laws.laws[i].kinds))
            number[i, j] = polys.setdefault(poly, len(polys))
        poly_of = np.where(good, number[law, chance], 0)
        sizes = np.unique(n)
        nth = np.searchsorted(sizes, n)
        flags = used((max(1, len(polys)), len(sizes)), poly_of[good], nth[good])
        of, size = np.nonzero(flags)
        places = np.full(flags.shape, NOBODY, np.int32)
        places[of, size] = np.arange(len(of))
        self.amount: Ints = np.where(good, places[poly_of, nth], NOBODY).astype(np.int32)
        self.numbers = Numbers([*polys], of.astype(np.int32), sizes[size].astype(np.int32))

    def places_of_links(self) -> None:
        """Where among the groups of some unit each link stands."""
        self.stands = np.zeros((4, len(self.front)), np.bool_)
        groups, fired = self.tables.groups, self.tables.fired
        for place in range(fired.shape[1]):
            here = fired[:, place]
            for where, which in (
                (SINGLE, groups == 1),
                (FIRST, (groups > 1) & (place == 0)),
                (MIDDLE, (place > 0) & (place < groups - 1)),
                (LAST, (groups > 1) & (place == groups - 1)),
            ):
                self.stands[where, here[which]] = True

    # Line by line ----------------------------------------------------------------------------------------------------

    def parts(self, wanted: Callable[[Row], Floats]) -> Iterator[Part]:
        """``wanted``: for each place of a line what is to be summed up, by its chance: ``[place, figure]``."""
        by_ranks: dict[int, list[int]] = {}
        for place, sort in enumerate(self.sorts):
            by_ranks.setdefault(sort.ranks, []).append(place)
        every = self.tables.ranks.every()
        for ranks, sorts in by_ranks.items():
            row = Row(every[ranks])  # type: ignore[arg-type]
            yield self.part(row, sorts, wanted(row))

    def part(self, row: Row, sorts: list[int], wanted: Floats) -> Part:
        tables = self.tables
        shown = np.array([self.sorts[sort].shows for sort in sorts], np.int32).reshape(len(sorts), -1)
        variant = tables.first + shown[:, tables.looks]
        effect, steps = self.effects(row, sorts)
        amount = self.amount[:, [self.hit_of[sort] for sort in sorts]]
        good = (effect >= 0) & (amount >= 0)
        values = np.full((*variant.shape, wanted.shape[1]), np.nan)
        taken = np.zeros(variant.shape, np.bool_)
        line = Line(self.numbers, steps, wanted, amount, effect)
        groups = tables.groups[variant]
        for n in range(1, tables.fired.shape[1] + 1):
            sort, shooter = np.nonzero(groups == n)
            if not len(sort):
                continue
            links = tables.fired[variant[sort, shooter], :n].T
            fine = good[links, sort].all(0)
            if n > 1 and not row.commutes:
                same = (effect[links, sort] == effect[links[0], sort]).all(0)
                fine &= same | ~self.late[links].any(0)
            sort, shooter, links = sort[fine], shooter[fine], links[:, fine]
            taken[sort, shooter] = True
            values[sort, shooter] = line.values(links, sort, [self.stands[where] for where in range(4)], good)
        return Part(row, sorts, taken, values)

    def effects(self, row: Row, sorts: list[int]) -> tuple[Ints, Floats]:
        """For each link and sort which effect its tokens have on the line; and of each effect a step of the line."""
        thens, found = self.thens.every(), Numbered[tuple[Moves, ...]]()
        number = np.full(len(thens) + 1, NOBODY, np.int32)  # the last one for NOBODY
        then = self.then[:, [self.sorts[sort].guard for sort in sorts]]
        for place in np.unique(then):
            if place != NOBODY:
                try:
                    every = {tuple(self.laws.moves(one, body, wounds) for body, _, wounds in row.ranks) for one in thens[place]}
                except NoChain:
                    continue
                if len(every) < 2:
                    number[place] = found(every.pop() if every else unmoved(row))
        return number[then][self.strike], np.stack([row.step(moves) for moves in found.places] or [np.eye(row.size + 1)])


def links_of(pairs: Pairs) -> Ints:
    return pairs.front


def unmoved(row: Row) -> tuple[Moves, ...]:
    return tuple((((0, Fraction(1)),),) * wounds for _, _, wounds in row.ranks)


def used(shape: tuple[int, ...], *places: Any) -> Bools:
    flags = np.zeros(shape, np.bool_)
    flags[places] = True
    return flags


class Line:
    """One line of models: what a number of tokens with one effect does to it, each worked out once.

    ``amount``, ``effect``: for each link and sort the places of its chances of numbers, and of its effect.
    """

    def __init__(self, numbers: Numbers, steps: Floats, wanted: Floats, amount: Ints, effect: Ints) -> None:
        self.numbers, self.steps, self.wanted = numbers, steps, wanted
        self.amount, self.effect = amount, effect
        self.start = np.zeros(len(wanted))
        self.start[0] = 1
        self.known: dict[int, tuple[Ints, Floats]] = {}

    def values(self, links: Ints, sort: npt.NDArray[np.intp], stands: list[Bools], good: Bools) -> Floats:
        """``[pair, figure]``. ``links``: of each pair, one after the other; ``sort``: of each pair that of its target."""
        if len(links) == 1:
            places, found = self.at(SINGLE, stands, good)
            return found[places[links[0], sort]]
        (first, begun), (last, ended) = self.at(FIRST, stands, good), self.at(LAST, stands, good)
        out = np.empty((len(sort), self.wanted.shape[1]))
        size = len(self.start)
        for at in range(0, len(sort), each := max(1, AT_ONCE // (size * (1 + self.wanted.shape[1])))):
            now, here = slice(at, at + each), sort[at : at + each]
            chances = begun[first[links[0, now], here]]
            for middle in links[1:-1, now]:
                chances = self.further(chances, middle, here)
            out[now] = np.einsum("ps,pfs->pf", chances, ended[last[links[-1, now], here]])
        return out

    def at(self, where: int, stands: list[Bools], good: Bools) -> tuple[Ints, Floats]:
        """What the links that stand there come to, each different one once; and for each link and sort which it is."""
        found = self.known.get(where)
        if found is None:
            rows = stands[where][:, None] & good
            flags = used((len(self.steps), len(self.numbers.rank)), self.effect[rows], self.amount[rows])
            effect, amount = np.nonzero(flags)
            number = np.full(flags.shape, NOBODY, np.int32)
            number[effect, amount] = np.arange(len(effect))
            places = np.where(rows, number[self.effect, self.amount], NOBODY)
            found = self.known[where] = places, self.summed(where, effect, amount)
        return found

    def summed(self, where: int, effect: npt.NDArray[np.intp], amount: npt.NDArray[np.intp]) -> Floats:
        """Over all numbers of tokens, by their chances: the places of the line, or what is wanted of them."""
        numbers, size = self.numbers, len(self.start)
        shape = {SINGLE: self.wanted.shape[1:], FIRST: (size,), LAST: (self.wanted.shape[1], size)}[where]
        out = np.empty((len(effect), *shape))
        ranks = numbers.rank[amount]
        most = max((numbers.rows[rank].shape[1] for rank in np.unique(ranks)), default=1) - 1
        if where == FIRST:
            every = onward(self.steps, self.start, most)
        elif where == SINGLE:
            every = onward(self.steps, self.start, most) @ self.wanted
        else:
            every = np.ascontiguousarray(backward(self.steps, self.wanted, most).swapaxes(2, 3))
        flat = every.reshape(len(self.steps), most + 1, -1)
        key = effect * len(numbers.rows) + ranks
        order = np.argsort(key, kind="stable")
        for chunk in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(order) else ():
            rows = numbers.rows[ranks[chunk[0]]]
            some = rows[numbers.place[amount[chunk]]] @ flat[effect[chunk[0]], : rows.shape[1]]
            out[chunk] = some.reshape(len(chunk), *shape)
        return out

    def further(self, chances: Floats, links: Ints, sort: npt.NDArray[np.intp]) -> Floats:
        """The places of the line after the tokens of one link more."""
        numbers = self.numbers
        effect, amount = self.effect[links, sort], self.amount[links, sort]
        out = np.empty_like(chances)
        key = effect * len(numbers.rows) + numbers.rank[amount]
        order = np.argsort(key, kind="stable")
        for chunk in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(order) else ():
            step = self.steps[effect[chunk[0]]]
            rows = numbers.rows[numbers.rank[amount[chunk[0]]]][numbers.place[amount[chunk]]]
            before = chances[chunk]
            now = before * rows[:, -1:]
            for k in range(rows.shape[1] - 2, -1, -1):
                now = now @ step + before * rows[:, k : k + 1]
            out[chunk] = now
        return out
