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
from shoot_cli.odds.damage import Effect, Effects, Gapped, Points, clipped, steps_from, without_idle
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
    one_of_several = bearing is token and not node.one_at_a_time(token)
    ends, whole = table.known(one_of_several, node.rules[type(bearing)], bearing, 1, node.faced(bearing, kind, left))
    parts = []
    for pool, ways in over(ends.items(), 20):
        struck: list[int] = []
        rights_left, further_tokens = rights, []
        for made, n in pool:
            if type(made) is shared.used:
                rights_left = shared.left(rights_left, made)
            elif type(made) is Blow:
                struck += [made.points] * n if made.points > 0 else []
            else:
                further_tokens += [made] * n
        if not further_tokens:
            parts.append(({(tuple(struck), rights_left): ways}, whole))
        elif len(further_tokens) == 1 and not struck:  # it becomes another token against the same model
            law, part_whole = law_of(node, further_tokens[0], kind, left, rights_left, table)
            parts.append(({end: ways * n for end, n in law.items()}, whole * part_whole))
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

    def __init__(self, laws: list[list[list[ByRights]]], whole: int, ranks: tuple[Rank, ...], selections: list[Rights]):
        self.laws, self.whole = laws, whole
        wounds = [left - lost for _, n, left in (rank[1:] for rank in ranks) for _ in range(n) for lost in range(left)]
        places = len(wounds) + 1
        self.size = places * len(selections) - 1
        self.moves, unchanged = [], ((0, 0, whole),)
        for index, of_ranks in enumerate(laws):
            further = [(places * (other - index), rights) for other, rights in enumerate(selections)]
            place = 0
            for rank, by_left in zip(ranks, of_ranks, strict=True):
                simple = all(len(struck) < 2 for law in by_left for part in law.values() for struck in part)
                for model in range(rank.n):
                    if model and simple:  # as for the model before it
                        self.moves += self.moves[-rank.left :]
                    else:
                        self.moves += [
                            long_steps_from(law, further, wounds, place + lost) for lost, law in enumerate(by_left)
                        ]
                    place += rank.left
            self.moves.append(unchanged)  # nobody is left
        self.moves.pop()  # the last place is known to keep its tokens
        self.always_moves = all(d for moves in self.moves if moves is not unchanged for d, _, _ in moves)
        self.next_place, self.fates = None, None
        self.paths, self.tables = {}, {}

    def diagonals(self, exact: bool) -> list[list[Any]]:
        """Return the same as that of an `Effect`, which remembers that most of the diagonals are empty."""
        if exact not in self.tables:
            self.tables[exact] = Gapped(super().diagonals(exact))
        return self.tables[exact]


def long_steps_from(
    law: ByRights, further: list[tuple[int, Rights]], wounds: list[int], place: int
) -> tuple[tuple[int, int, int], ...]:
    """Return the steps from one place. Selections of rights lie so many places `further`."""
    return tuple(
        [
            (on + step, n, ways)
            for on, rights in further
            for step, n, ways in steps_from(law.get(rights, {}), wounds, place)
        ]
    )


class EffectsWithRights(Effects):
    """Kinds of tokens with shared rights, in order, against the ranks that they can meet.

    :ivar selections: all selections of rights that may be left, most rights first
    """

    def __init__(
        self, node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], rights: Rights, table: Forking
    ) -> None:
        ranks = tuple(rank for rank in ranks if rank.n * rank.left)
        most = max(rank.left for rank in ranks)
        self.effects, self.effect_of, self.sums = [], {}, None
        self.thinned, self.summed = {}, {}
        self.selections = [rights]
        laws_by_token: dict[Any, list[list[list[Law]]]] = {token: [] for token in tokens}
        for rights_now in self.selections:  # it grows
            for token in over(tokens, 1000):
                laws = [
                    [law_of(node, token, rank.kind, left, rights_now, table) for left in range(rank.left, 0, -1)]
                    for rank in ranks
                ]
                laws_by_token[token].append(laws)
                for rights_after in [rights_after for of_rank in laws for law, _ in of_rank for _, rights_after in law]:
                    if rights_after not in self.selections:
                        self.selections.append(rights_after)
        order = sorted(range(len(self.selections)), key=lambda index: -len(self.selections[index]))
        self.selections = [self.selections[index] for index in order]
        for token in over(tokens, 1000):
            self.add(token, [laws_by_token[token][index] for index in order], ranks, most)

    def add(self, token: Any, by_rights: list[list[list[Law]]], ranks: tuple[Rank, ...], most: int) -> None:
        whole = lcm(*[part_whole for laws in by_rights for of_rank in laws for _, part_whole in of_rank])
        laws = [
            [
                [parted(law, part_whole, whole, rank.left, most) for law, part_whole in of_rank]
                for rank, of_rank in zip(ranks, of_ranks, strict=True)
            ]
            for of_ranks in by_rights
        ]
        all_laws = [
            (rights, law)
            for rights, of_ranks in zip(self.selections, laws, strict=True)
            for of_rank in of_ranks
            for law in of_rank
        ]
        idle = min(law.get(rights, {}).get((), 0) for rights, law in all_laws)
        if idle == whole:
            self.effect_of[token] = None, 0, 1
            return
        common = gcd(
            whole - idle,
            *[
                ways
                for rights, law in all_laws
                for rights_after, part in law.items()
                for struck, ways in part.items()
                if struck or rights_after != rights
            ],
        )
        thinned_laws = [
            [
                [
                    {
                        rights_after: without_idle(part, idle if rights_after == rights else 0, common)
                        for rights_after, part in law.items()
                    }
                    for law in of_rank
                ]
                for of_rank in of_ranks
            ]
            for rights, of_ranks in zip(self.selections, laws, strict=True)
        ]
        if not (self.effects and self.effects[-1].laws == thinned_laws):
            self.effects.append(LongEffect(thinned_laws, (whole - idle) // common, ranks, self.selections))
        self.effect_of[token] = len(self.effects) - 1, whole - idle, whole


def parted(law: dict[tuple[Points, Rights], int], whole_before: int, whole: int, left: int, most: int) -> ByRights:
    """Return the outcomes by the rights that are left, out of `whole`; no blow costs more than a model has."""
    parts: ByRights = {}
    for (struck, rights), ways in law.items():
        parts.setdefault(rights, {})[struck] = ways
    return {rights: clipped(blows_law, whole_before, whole, left, most) for rights, blows_law in parts.items()}


def effects_with_rights(
    node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], rights: Rights, table: Forking
) -> EffectsWithRights:
    """Return the effects, cached unless a rule asks a question. :raises NeedsAllDice: the record needs brute force"""
    return table.cached((node, tokens, ranks, rights), lambda: EffectsWithRights(node, tokens, ranks, rights, table))


def records_by_rights(
    node: Allocate, against: EffectsWithRights, record: Any, allocated: Allocated, total: Any, exact: bool
) -> States:
    """Return one record for each selection of rights that may be left, with its line."""
    number_of_places, states = len(allocated.vector) // len(against.selections), []
    for index, rights in enumerate(against.selections):
        chances = allocated.vector[index * number_of_places : (index + 1) * number_of_places]
        if share := sum(chances):
            line = Lines(
                record.line.ranks,
                record.line.reach,
                chances if exact else [x / share for x in chances],
                share if exact else 1,
            )
            p = chance(share, allocated.whole, True) if exact else share
            states.append((record.but(pool=(), line=line, **{shared_of(node).field: rights}), total * p))
    return states
