"""Every shooter at every sort of target: chances that tokens carry along a line of models, many pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from shoot_cli.attacks.batched.arrays import Bools, Floats, Ints, Places, np
from shoot_cli.attacks.batched.laws import Laws, Moves, NoChain
from shoot_cli.attacks.batched.lines import WoundTrack, backward, onward
from shoot_cli.attacks.batched.links import FIRST, LAST, SINGLE, Links, numbered
from shoot_cli.attacks.batched.tables import NOBODY, Numbered, Tables

AT_ONCE = 1 << 20  # numbers that are gathered at one go
LONGEST = 400  # wounds of a line; the engine has a budget for more
KEPT = 1 << 25  # numbers of one array that is kept


class TargetFigures(NamedTuple):
    """What came of some sorts of targets, all with one kind of line. ``values``: ``[sort, shooter, figure]``."""

    row: WoundTrack
    sorts: list[int]
    taken: Bools
    values: Floats


class Pairs:
    def __init__(self, tables: Tables, laws: Laws) -> None:
        self.tables, self.laws = tables, laws
        self.links = Links(tables, laws)
        self.sorts = tables.sorts.every()

    def parts(self, wanted: Callable[[WoundTrack], Floats]) -> Iterator[TargetFigures]:
        """``wanted``: for each place of a line what is to be summed up, by its chance: ``[place, figure]``."""
        by_ranks: dict[int, list[int]] = {}
        for place, sort in enumerate(self.sorts):
            by_ranks.setdefault(sort.ranks, []).append(place)
        every = self.tables.ranks.every()
        for ranks, sorts in by_ranks.items():
            row = WoundTrack(every[ranks])
            if row.size > LONGEST:
                continue
            figures = wanted(row)
            if self.links.numbers.longest * figures.size > KEPT:
                continue
            few = max(1, 2 * AT_ONCE // max(1, len(self.tables.first) * figures.shape[1]))
            for at in range(0, len(sorts), few):
                yield self.part(row, sorts[at : at + few], figures)

    def part(self, row: WoundTrack, sorts: list[int], wanted: Floats) -> TargetFigures:
        tables, links = self.tables, self.links
        shown = np.array([self.sorts[sort].shows for sort in sorts], np.int32).reshape(len(sorts), -1)
        variant = tables.first + shown[:, tables.looks]
        effect, steps = self.effects(row, sorts)
        amount = links.amount[:, links.hit_of[sorts]]
        line = ModelLine(links, steps, wanted, amount, effect)
        values, taken = np.full((*variant.shape, wanted.shape[1]), np.nan), np.zeros(variant.shape, np.bool_)
        groups = tables.groups[variant]
        for n in range(1, tables.fired.shape[1] + 1):
            sort, shooter = np.nonzero(groups == n)
            fired = tables.fired[variant[sort, shooter], :n].T
            fine = line.good[fired, sort].all(0)
            if n > 1 and not row.commutes:  # what comes late may not be taken for what comes in its turn
                same = (effect[fired, sort] == effect[fired[0], sort]).all(0)
                fine &= same | ~links.late[fired].any(0)
            sort, shooter, fired = sort[fine], shooter[fine], fired[:, fine]
            if len(sort):
                taken[sort, shooter] = True
                values[sort, shooter] = line.values(fired, sort)
        return TargetFigures(row, sorts, taken, values)

    def effects(self, row: WoundTrack, sorts: list[int]) -> tuple[Ints, Floats]:
        """For each link and sort which effect its tokens have on the line; and of each effect one step along it."""
        thens, found = self.links.thens, Numbered[tuple[Moves, ...]]()
        then = self.links.then[:, [self.sorts[sort].guard for sort in sorts]]
        number = np.full(len(thens) + 1, NOBODY, np.int32)  # the last one for NOBODY
        for place in np.unique(then[then != NOBODY]).tolist():
            try:
                every = {tuple(self.laws.moves(one, body, left) for body, _, left in row.ranks) for one in thens[place]}
            except NoChain:
                continue
            if len(every) < 2:
                number[place] = found(every.pop() if every else row.unmoved())
        return number[then], np.stack([row.step(moves) for moves in found.places] or [np.eye(row.size + 1)])


class ModelLine:
    """One line of models, and what each number of tokens does to it, each worked out once for all who fire so many.

    :ivar amount, effect: ``[link, sort]``: the numbers of the chances of how many get through, and of what each does
    :ivar good: ``[link, sort]``: whether both are known
    """

    def __init__(self, links: Links, steps: Floats, wanted: Floats, amount: Ints, effect: Ints) -> None:
        self.numbers, self.stands = links.numbers, links.stands
        self.steps, self.wanted, self.amount, self.effect = steps, wanted, amount, effect
        self.good = (amount >= 0) & (effect >= 0)
        self.start = np.zeros(len(wanted))
        self.start[0] = 1
        self.known: dict[int, tuple[Ints, Floats]] = {}

    def values(self, fired: Ints, sort: Places) -> Floats:
        """What is wanted of each pair, ``[pair, figure]``.

        :param fired: its links, ``[group, pair]``
        :param sort: that of its target
        """
        if len(fired) == 1:
            place, found = self.at(SINGLE)
            single: Floats = found[place[fired[0], sort]]
            return single
        (first, begun), (last, ended) = self.at(FIRST), self.at(LAST)
        figures, size = self.wanted.shape[1], len(self.start)
        out = np.empty((len(sort), figures))
        few = max(1, AT_ONCE // (size * (1 + figures)))
        for at in range(0, len(sort), few):
            now, here = slice(at, at + few), sort[at : at + few]
            chances = begun[first[fired[0, now], here]]
            for middle in fired[1:-1, now]:
                chances = self.further(chances, middle, here)
            out[now] = np.einsum("ps,pfs->pf", chances, ended[last[fired[-1, now], here]])
        return out

    def at(self, where: int) -> tuple[Ints, Floats]:
        """What the links that stand there come to, each different one once; and ``[link, sort]``: which it is."""
        found = self.known.get(where)
        if found is None:
            here = np.flatnonzero(self.stands[where])
            shape = len(self.steps), len(self.numbers.rank)
            (effect, amount), place = numbered(self.effect[here], self.amount[here], shape)
            places = np.empty_like(self.effect)
            places[here] = place
            found = self.known[where] = places, self.summed(where, effect, amount)
        return found

    def summed(self, where: int, effect: Places, amount: Places) -> Floats:
        """Over all numbers of tokens by their chances: the places of the line then, or what is wanted of them.

        The first link begins at the start of the line, ``[place]``; of the last one it is said for each place where it
        may find the line what becomes of it, ``[figure, place]``; of a single one, ``[figure]``.
        """
        figures, size = self.wanted.shape[1], len(self.start)
        shape = {SINGLE: (figures,), FIRST: (size,), LAST: (figures, size)}[where]
        out = np.empty((len(effect), *shape))
        longest = self.numbers.longest
        few = max(1, AT_ONCE // (longest * size * figures))  # effects
        block, every = NOBODY, out
        for rows, chunk in self.alike(effect, amount):
            its, place = divmod(int(effect[chunk[0]]), few)
            if its != block:
                block, every = its, self.after(where, self.steps[its * few :][:few], longest - 1)
            out[chunk] = (rows @ every[place, : rows.shape[1]]).reshape(len(chunk), *shape)
        return out

    def after(self, where: int, steps: Floats, most: int) -> Floats:
        """``[effect, tokens]``: what is to be summed up, flat, for 0 to ``most`` tokens."""
        if where == LAST:
            return backward(steps, self.wanted, most).swapaxes(2, 3).reshape(len(steps), most + 1, -1)
        found = onward(steps, self.start, most)
        return found @ self.wanted if where == SINGLE else found

    def further(self, chances: Floats, links: Ints, sort: Places) -> Floats:
        """The chances of the places of the line, ``[pair, place]``, after one link more: by Horner's rule."""
        effect, amount = self.effect[links, sort], self.amount[links, sort]
        out = np.empty_like(chances)
        for rows, chunk in self.alike(effect, amount):
            step, before = self.steps[effect[chunk[0]]], chances[chunk]
            now = before * rows[:, -1:]
            for k in range(rows.shape[1] - 2, -1, -1):
                now = now @ step
                now += before * rows[:, k : k + 1]
            out[chunk] = now
        return out

    def alike(self, effect: Ints | Places, amount: Ints | Places) -> Iterator[tuple[Floats, Places]]:
        """Those with one effect and numbers of like length together: the chances of these, and their places."""
        numbers = self.numbers
        key = effect * len(numbers.rows) + numbers.rank[amount]
        order = np.argsort(key, kind="stable")
        for chunk in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(order) else ():
            yield numbers.rows[numbers.rank[amount[chunk[0]]]][numbers.place[amount[chunk]]], chunk
