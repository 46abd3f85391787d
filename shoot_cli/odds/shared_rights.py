"""Tokens that share rights, such as the re-roll of one die, against a line of models.

The state of such a line is the number of wounds lost and the rights that are left. All places stand in one long line:
those with all rights first, then those with fewer. So a token never goes back, and all walks along a line stay as they
are: only the steps from each place differ (`LongEffect`).
"""

from __future__ import annotations

from math import gcd, lcm
from typing import Any

from shoot_cli.engine.budget import over
from shoot_cli.engine.pools import Blow, Rank
from shoot_cli.engine.sequence import Allocate, SharedRights
from shoot_cli.odds.allocation import Allocated
from shoot_cli.odds.damage import Effect, Effects, Gapped, Points, acting, clipped, walks
from shoot_cli.odds.forking_table import Forking, NeedsAllDice
from shoot_cli.odds.laws import added
from shoot_cli.odds.lazy_pools import Lines, chance
from shoot_cli.odds.states import States

Rights = tuple[Any, ...]
# The outcomes of one token: by its blows and the rights that are left after it, and the number of all ways.
Law = tuple[dict[tuple[Points, Rights], int], int]
ByRights = dict[Rights, dict[Points, int]]


def law_of(node: Allocate, token: Any, kind: Any, left: int, rights: Rights, table: Forking) -> Law:
    """Return the outcomes of one token against a model with `left` wounds.
    :raises NeedsAllDice: the record must be played by brute force"""
    shared = shared_of(node)
    bearing = shared.borne(rights, token)
    alone = bearing is token and not node.one_at_a_time(token)
    ends, whole = table.known(alone, node.rules[type(bearing)], bearing, 1, node.faced(bearing, kind, left))
    parts = []
    for pool, ways in over(ends.items(), 20):
        struck: list[int] = []
        now, then = rights, []
        for one, n in pool:
            if type(one) is shared.used:
                now = shared.left(now, one)
            elif type(one) is Blow:
                struck += [one.points] * n if one.points > 0 else []
            else:
                then += [one] * n
        if not then:
            parts.append(({(tuple(struck), now): ways}, whole))
        elif len(then) == 1 and not struck:  # it becomes another token against the same model
            law, each = law_of(node, then[0], kind, left, now, table)
            parts.append(({end: ways * n for end, n in law.items()}, whole * each))
        else:
            raise NeedsAllDice("the second thing may meet another model than the first")
    return added(parts)


def shared_of(node: Allocate) -> SharedRights:
    assert node.shared is not None
    return node.shared


class LongEffect(Effect):
    """One kind of token against the ranks, with every selection of rights.

    :ivar laws: for each selection of rights, each rank, and each number of wounds left, full first: the outcomes
    """

    def __init__(self, laws: list[list[list[ByRights]]], whole: int, ranks: tuple[Rank, ...], every: list[Rights]):
        self.laws, self.whole = laws, whole
        lefts = [left - o for _, n, left in (rank[1:] for rank in ranks) for _ in range(n) for o in range(left)]
        places = len(lefts) + 1
        self.size = places * len(every) - 1
        self.moves, still = [], ((0, 0, whole),)
        for now, of_ranks in enumerate(laws):
            further = [(places * (at - now), rights) for at, rights in enumerate(every)]
            here = 0
            for rank, by_left in zip(ranks, of_ranks, strict=True):
                simple = all(len(struck) < 2 for law in by_left for part in law.values() for struck in part)
                for model in range(rank.n):
                    if model and simple:  # as for the model before it
                        self.moves += self.moves[-rank.left :]
                    else:
                        self.moves += [long_walks(law, further, lefts, here + o) for o, law in enumerate(by_left)]
                    here += rank.left
            self.moves.append(still)  # nobody is left
        self.moves.pop()  # the last place is known to keep its tokens
        self.tireless = all(d for moves in self.moves if moves is not still for d, _, _ in moves)
        self.ahead, self.ends = None, None
        self.paths, self.tables = {}, {}

    def diagonals(self, exact: bool) -> list[list[Any]]:
        """Return the same as that of an `Effect`, which remembers that most of the diagonals are empty."""
        if exact not in self.tables:
            self.tables[exact] = Gapped(super().diagonals(exact))
        return self.tables[exact]


def long_walks(
    law: ByRights, further: list[tuple[int, Rights]], lefts: list[int], at: int
) -> tuple[tuple[int, int, int], ...]:
    """Return the steps from one place. Selections of rights lie so many places `further`."""
    return tuple([(on + d, n, ways) for on, rights in further for d, n, ways in walks(law.get(rights, {}), lefts, at)])


class EffectsWithRights(Effects):
    """Kinds of tokens with shared rights, in order, against the ranks that they can meet.

    :ivar every: all selections of rights that may be left, most rights first
    """

    def __init__(
        self, node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], rights: Rights, table: Forking
    ) -> None:
        ranks = tuple(rank for rank in ranks if rank.n * rank.left)
        most = max(rank.left for rank in ranks)
        self.effects, self.places, self.sums = [], {}, None
        self.thinned, self.summed = {}, {}
        self.every = [rights]
        found: dict[Any, list[list[list[Law]]]] = {token: [] for token in tokens}
        for now in self.every:  # it grows
            for token in over(tokens, 1000):
                laws = [
                    [law_of(node, token, rank.kind, left, now, table) for left in range(rank.left, 0, -1)]
                    for rank in ranks
                ]
                found[token].append(laws)
                for end in [end for of_rank in laws for law, _ in of_rank for _, end in law]:
                    if end not in self.every:
                        self.every.append(end)
        order = sorted(range(len(self.every)), key=lambda at: -len(self.every[at]))
        self.every = [self.every[at] for at in order]
        for token in over(tokens, 1000):
            by_rights = [found[token][at] for at in order]
            self.add(token, by_rights, ranks, most)

    def add(self, token: Any, by_rights: list[list[list[Law]]], ranks: tuple[Rank, ...], most: int) -> None:
        """Add the effect of one kind of token."""
        whole = lcm(*[each for laws in by_rights for of_rank in laws for _, each in of_rank])
        laws = [
            [
                [parted(law, each, whole, rank.left, most) for law, each in of_rank]
                for rank, of_rank in zip(ranks, here, strict=True)
            ]
            for here in by_rights
        ]
        every = [
            (rights, law) for rights, here in zip(self.every, laws, strict=True) for of_rank in here for law in of_rank
        ]
        idle = min(law.get(rights, {}).get((), 0) for rights, law in every)
        if idle == whole:
            self.places[token] = None, 0, 1
            return
        common = gcd(
            whole - idle,
            *[
                ways
                for rights, law in every
                for end, part in law.items()
                for struck, ways in part.items()
                if struck or end != rights
            ],
        )
        rest = [
            [
                [
                    {end: acting(part, idle if end == rights else 0, common) for end, part in law.items()}
                    for law in of_rank
                ]
                for of_rank in here
            ]
            for rights, here in zip(self.every, laws, strict=True)
        ]
        if not (self.effects and self.effects[-1].laws == rest):
            self.effects.append(LongEffect(rest, (whole - idle) // common, ranks, self.every))
        self.places[token] = len(self.effects) - 1, whole - idle, whole


def parted(law: dict[tuple[Points, Rights], int], each: int, whole: int, left: int, most: int) -> ByRights:
    """Return the outcomes by the rights that are left, out of `whole`; no blow costs more than a model has."""
    parts: ByRights = {}
    for (struck, rights), ways in law.items():
        parts.setdefault(rights, {})[struck] = ways
    return {rights: clipped(part, each, whole, left, most) for rights, part in parts.items()}


def effects_with_rights(
    node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], rights: Rights, table: Forking
) -> EffectsWithRights:
    """Return the effects, cached unless a rule asks a question. :raises NeedsAllDice: the record needs brute force"""
    return table.kept((node, tokens, ranks, rights), lambda: EffectsWithRights(node, tokens, ranks, rights, table))


def records_by_rights(
    node: Allocate, against: EffectsWithRights, record: Any, met: Allocated, total: Any, exact: bool
) -> States:
    """Return one record for each selection of rights that may be left, with its line."""
    places, out = len(met.vector) // len(against.every), []
    for at, rights in enumerate(against.every):
        row = met.vector[at * places : (at + 1) * places]
        if share := sum(row):
            line = Lines(
                record.line.ranks, record.line.reach, row if exact else [x / share for x in row], share if exact else 1
            )
            p = chance(share, met.whole, True) if exact else share
            out.append((record.but(pool=(), line=line, **{shared_of(node).field: rights}), total * p))
    return out
