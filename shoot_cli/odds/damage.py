"""The effect of one token on one model, and the walk along the line that follows from it.

The state of a line is one number, the wounds lost. A token moves it to a higher number, or does nothing. *Thinning*: if
a token does nothing to anybody in at least `idle` of `all` outcomes, only the other tokens are counted. Kinds of tokens
that then have equal effects are merged into one kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial, reduce
from itertools import repeat
from math import gcd, lcm
from operator import add, mul
from typing import Any, NamedTuple

from shoot_cli.engine.budget import NUMBERS, over, room, weight
from shoot_cli.engine.pools import Blow, Rank
from shoot_cli.engine.sequence import Allocate
from shoot_cli.odds.forking_table import Forking, NeedsAllDice
from shoot_cli.odds.laws import BITS, Law, Ways, added, substituted

Points = tuple[int, ...]  # of each blow, in order
Sparse = list[tuple[int, Any]]  # places of the line and their chances
Walked = tuple[list[Any], dict[int, Any]]  # chances by wounds lost; by tokens left over


def blows(node: Allocate, token: Any, kind: Any, left: int, table: Forking) -> tuple[dict[Points, int], int]:
    """Return the outcomes of the blows of one token against a model with `left` wounds.
    :raises NeedsAllDice: the record must be played by brute force"""
    faced = node.faced(token, kind, left)
    ends, whole = table.known(not node.one_at_a_time(token), node.rules[type(token)], token, 1, faced)
    parts = []
    for pool, ways in over(ends.items(), 20):
        if all(type(result) is Blow for result, _ in pool):
            struck = tuple(result.points for result, n in pool for _ in range(n) if result.points > 0)
            parts.append(({struck: ways}, whole))
        elif len(pool) == 1 and pool[0][1] == 1:  # it becomes another token against the same model
            law, part_whole = blows(node, pool[0][0], kind, left, table)
            parts.append(({struck: ways * n for struck, n in law.items()}, whole * part_whole))
        else:
            raise NeedsAllDice("the second thing may meet another model than the first")
    return added(parts)


Unsaved = dict[Any, tuple[int, int]]  # by token: how many unsaved attacks come of it on average, as a fraction


def unsaved_of(node: Allocate, tokens: tuple[Any, ...], ranks: Sequence[Rank], table: Forking) -> Unsaved | None:
    """Return the average unsaved attacks of each token. None if the node knows none, or if it matters who is met."""
    if not node.unsaved:
        return None
    means: Unsaved = {}
    for token in tokens:
        kinds_met = frozenset((rank.kind, left) for rank in ranks for left in lefts_that_matter(node, token, rank))
        means[token] = table.cached((node, token, kinds_met), partial(common_mean, node, token, kinds_met, table))
        if means[token] == DEPENDS:
            return None
    return means


DEPENDS = (0, 0)  # in place of an average that depends on the model or on all dice


def common_mean(node: Allocate, token: Any, kinds_met: Iterable[tuple[Any, int]], table: Forking) -> tuple[int, int]:
    """Return the average that is the same against all these kinds of models and wounds left, or `DEPENDS`."""
    try:
        means = {mean_unsaved(node, token, kind, left, table) for kind, left in kinds_met}
    except NeedsAllDice:
        return DEPENDS
    return means.pop() if len(means) == 1 else DEPENDS


def mean_unsaved(node: Allocate, token: Any, kind: Any, left: int, table: Forking) -> tuple[int, int]:
    """Return how many unsaved attacks come of one token on average; a blow without such a type counts as one."""
    if type(token) in node.unsaved:
        return 1, 1
    faced, above, below = node.faced(token, kind, left), 0, 1
    ends, whole = table.known(not node.one_at_a_time(token), node.rules[type(token)], token, 1, faced)
    for pool, ways in over(ends.items(), 20):
        for result, n in pool:
            mean = (result.points > 0, 1) if type(result) is Blow else mean_unsaved(node, result, kind, left, table)
            above, below = above * whole * mean[1] + ways * n * mean[0] * below, below * whole * mean[1]
    return above // gcd(above, below), below // gcd(above, below)


WIDE = 3  # above this number of steps of a token, places are summed one by one
PLAYED_AS_A_WHOLE = 6  # up to this number of wounds, a model is played as a whole


class Diagonals(list[list[Any]]):
    """`[d][i]` is the chance that one token takes the line from `i - d` wounds lost to `i`."""

    __slots__ = ("by_place",)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return for every place the chances to come there, from the farthest place on."""
        try:
            return self.by_place
        except AttributeError:
            self.by_place: list[tuple[Any, ...]] = [*zip(*reversed(self), strict=True)]
            return self.by_place


class Gapped(list[list[Any]]):
    """Diagonals most of which are empty."""

    @cached_property
    def filled(self) -> list[tuple[int, list[Any]]]:
        """The others, each with its number of steps."""
        return [(step, diagonal) for step, diagonal in enumerate(self) if any(diagonal)]


class Effect:
    """One kind of token against the ranks: the outcomes of its blows in each rank, out of `whole`.

    :ivar laws: one law for each rank; or one for each number of wounds left, if that matters, full models first
    :ivar moves: for every place of the line, the steps from there as (wounds, blows that strike, outcomes)
    :ivar fates: one for each rank, if every token hurts exactly one model; otherwise None
    """

    def __init__(self, laws: list[tuple[dict[Points, int], ...]], whole: int, ranks: Sequence[Rank]) -> None:
        self.laws: Any = laws
        self.whole = whole
        wounds = [left - lost for _, n, left in (rank[1:] for rank in ranks) for _ in range(n) for lost in range(left)]
        self.size = size = len(wounds)
        self.moves: list[tuple[tuple[int, int, int], ...]] = []
        place, all_simple = 0, True
        for rank, by_left in zip(ranks, laws, strict=True):
            simple = all(len(struck) < 2 for law in by_left for struck in law)
            by_loss = by_left if len(by_left) > 1 else by_left * rank.left
            all_simple = all_simple and simple
            if simple:
                self.moves += [steps_from(law, wounds, place + lost) for lost, law in enumerate(by_loss)] * rank.n
            else:
                self.moves += [
                    steps_from(by_loss[lost % rank.left], wounds, place + lost) for lost in range(rank.n * rank.left)
                ]
            place += rank.n * rank.left
        self.always_moves = all(moves[0][0] for moves in self.moves)
        self.next_place: list[int] | None = None  # the next place, if it is certain for every place
        if all(len(moves) == 1 for moves in self.moves):
            self.next_place = [i + moves[0][0] for i, moves in enumerate(self.moves)] + [size]
        self.fates: list[ModelFate] | None = None
        if (
            all_simple
            and self.always_moves
            and self.next_place is None
            and max(rank.left for rank in ranks) <= PLAYED_AS_A_WHOLE
        ):
            self.fates, place = [], 0
            for rank in ranks:
                self.fates.append(fate_of_model(self.moves[place : place + rank.left], whole, rank.n))
                place += rank.n * rank.left
        self.paths: dict[int, list[int]] = {}
        self.tables: dict[bool, list[list[Any]]] = {}

    def diagonals(self, exact: bool) -> list[list[Any]]:
        """Return `[d][i]`: the chance (or the outcomes) that a token takes the line from `i - d` wounds lost to `i`."""
        if exact not in self.tables:
            band = 1 + max((step for moves in self.moves for step, _, _ in moves), default=0)
            room(band * self.size, 3 * NUMBERS)
            table: list[list[Any]] = [[0 if exact else 0.0] * (self.size + 1) for _ in range(band)]
            for i, moves in enumerate(self.moves):
                for step, _, ways in moves:
                    table[step][i + step] += ways if exact else ways / self.whole
            table[0][self.size] += self.whole if exact else 1.0
            self.tables[exact] = Diagonals(table)
        return self.tables[exact]

    def path(self, place: int) -> list[int]:
        """Return all places from `place` on, if each next place is certain."""
        assert self.next_place is not None
        places = self.paths.get(place)
        if places is None:
            places = [place]
            while self.next_place[places[-1]] != places[-1]:
                places.append(self.next_place[places[-1]])
            self.paths[place] = places
        return places

    def reached(self, start: tuple[int, Any], numbers: list[Any], exact: bool) -> list[Any]:
        """Return the chances of every place after the tokens, if each next place is certain. The scale is that of
        `walked`."""
        place, p = start
        if exact:
            p *= self.whole ** (len(numbers) - 1)
        path = self.path(place)
        chances: list[Any] = [0] * (self.size + 1)
        for next_place, chance in zip(path, numbers, strict=False):
            chances[next_place] = chance * p
        if len(numbers) > len(path):
            chances[path[-1]] += p * sum(numbers[len(path) :])
        return chances

    def struck(self, start: list[Any], final: list[Any]) -> Any:
        """Return the expected number of blows that struck, from the chances of every place before and after. A place is
        left at most once: the chance to leave it is the start and inflow minus the final chance."""
        inflow, blows_struck = [*start, *[0] * (self.size + 1 - len(start))], start[0] * 0
        for i, moves in enumerate(over(self.moves, 10)):
            leaves = inflow[i] - final[i]
            going = sum(ways for step, _, ways in moves if step)
            if leaves and going:
                for step, n, ways in moves:
                    if step:
                        inflow[i + step] += leaves * ways / going
                        blows_struck += leaves * n * ways / going
        return blows_struck


class ModelFate(NamedTuple):
    """The fate of each of `n` models with `wounds`. `fell[t]` is the chance that token `t` kills it. `stands[t]` holds
    the chances, by wounds lost, that it is alive after `t` tokens."""

    n: int
    wounds: int
    fell: list[float]
    stands: list[list[tuple[int, float]]]


def fate_of_model(moves: Sequence[tuple[tuple[int, int, int], ...]], whole: int, n: int) -> ModelFate:
    """Return the fate of a model. `moves` holds the steps for each number of wounds lost; each step is one blow."""
    wounds = len(moves)
    fell, stands, chances = [0.0], list[list[tuple[int, float]]](), {0: 1.0}
    while chances:
        stands.append([*chances.items()])
        after = dict.fromkeys(range(min(chances) + 1, wounds + 1), 0.0)
        for lost, p in chances.items():
            for step, _, ways in moves[lost]:
                after[lost + step] += p * ways / whole
        fell.append(after.pop(wounds))
        chances = {lost: p for lost, p in after.items() if p}
    return ModelFate(n, wounds, fell, stands)


def model_by_model(fates: list[ModelFate], numbers: list[float], p: float) -> list[float]:
    """Return the chances of every place as `walked` does, but model by model, for a line without losses. For every
    model it knows the chances of the number of tokens that are left when its turn comes."""
    places: list[float] = []
    left = [x * p for x in numbers]
    for n, wounds, fell, stands in fates:
        for _ in over(range(n), 2 * wounds * len(left)):
            chances = [0.0] * wounds
            for x, row in zip(left, stands, strict=False):
                for lost, q in row:
                    chances[lost] += x * q
            places += chances
            padded = [*left, *[0.0] * wounds]
            products = [
                map(mul, repeat(q), padded[tokens : tokens + len(left) - 1]) for tokens, q in enumerate(fell) if q
            ]
            left = [*reduce(lambda a, b: map(add, a, b), products)]
    return [*places, sum(left)]


def steps_from(law: dict[Points, int], wounds: list[int], place: int) -> tuple[tuple[int, int, int], ...]:
    """Return the steps from one place of the line, shortest first."""
    steps: dict[tuple[int, int], int] = {}
    for struck, ways in law.items():
        there = place
        n = 0
        for points in struck:
            if there < len(wounds):
                there, n = there + min(points, wounds[there]), n + 1
        steps[there - place, n] = steps.get((there - place, n), 0) + ways
    return tuple((step, n, ways) for (step, n), ways in sorted(steps.items()))


class Effects:
    """Kinds of tokens, in order, against the ranks that they can meet.

    :ivar effects: the different effects
    :ivar effect_of: for each token the index of its effect (None: it never does anything), and in how many outcomes of
        all it does something
    :ivar sums: for a single model with nobody behind it, the law of the points that each token costs it; otherwise None
    """

    def __init__(
        self, node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], thin: bool, table: Forking
    ) -> None:
        ranks = tuple(rank for rank in ranks if rank.n * rank.left)
        most = max(rank.left for rank in ranks)
        self.effects: list[Effect] = []
        self.effect_of: dict[Any, tuple[int | None, int, int]] = {}
        self.sums: dict[Any, tuple[Ways, int]] | None = {} if thin and len(ranks) == 1 == ranks[0].n else None
        self.thinned: dict[Law, tuple[Ways, int]] = {}
        self.summed: dict[Law, tuple[Ways, int]] = {}
        for token in over(tokens, 1000):
            # The key has the wounds left too, because a later token may ask for them.
            known: dict[tuple[Any, int], tuple[dict[Points, int], int]] = {}
            faced = [
                [(node.faced(token, rank.kind, left), left) for left in lefts_that_matter(node, token, rank)]
                for rank in ranks
            ]
            for rank, kinds in zip(ranks, faced, strict=True):
                for kind in kinds:
                    known[kind] = known.get(kind) or blows(node, token, rank.kind, kind[1], table)
            whole = lcm(*[whole_of_law for _, whole_of_law in known.values()])
            laws = [
                tuple([clipped(*known[kind], whole, rank.left, most) for kind in kinds])
                for rank, kinds in zip(ranks, faced, strict=True)
            ]
            if len(laws[0]) > 1:
                self.sums = None
            if self.sums is not None:
                self.sums[token] = (
                    added_up((min(sum(struck), most), ways) for struck, ways in laws[0][0].items()),
                    whole,
                )
            all_laws = [law for of_rank in laws for law in of_rank]
            idle = min(law.get((), 0) for law in all_laws) if thin else 0
            if idle == whole:
                self.effect_of[token] = None, 0, 1
                continue
            common = (
                gcd(whole - idle, *[ways for law in all_laws for struck, ways in law.items() if struck]) if thin else 1
            )
            rest = [tuple([without_idle(law, idle, common) for law in of_rank]) for of_rank in laws]
            if not (thin and self.effects and self.effects[-1].laws == rest):
                self.effects.append(Effect(rest, (whole - idle) // common, ranks))
            self.effect_of[token] = len(self.effects) - 1, whole - idle, whole

    def thinned_law(self, law: Law) -> tuple[Ways, int]:
        """Return a law with every token replaced by its effect; tokens that never do anything are dropped."""
        thinned = self.thinned.get(law)
        if thinned is None:
            laws: list[tuple[int, tuple[Ways, int]]] = []
            for index, token in enumerate(law.kinds):
                if own_law := self.effect_law(token):
                    laws.append((index, own_law))
            if len(self.thinned) > 1000:
                self.thinned.clear()
            thinned = self.thinned[law] = substituted(law.ways, law.all, laws)
        return thinned

    def effect_law(self, token: Any) -> tuple[Ways, int] | None:
        """Return the law of one token that has its effect or does nothing; None if it never does anything."""
        index, active, whole = self.effect_of.get(token, (None, 0, 1))
        if index is None:
            return None
        return (
            ({0: whole - active, 1 << BITS * index: active}, whole) if active < whole else ({1 << BITS * index: 1}, 1)
        )

    def points(self, law: Law) -> tuple[Ways, int]:
        """Return the law of the points that one token costs the only model, at most its wounds."""
        summed = self.summed.get(law)
        if summed is None:
            assert self.sums is not None
            laws = [(index, self.sums[token]) for index, token in enumerate(law.kinds) if token in self.sums]
            ways, whole = substituted(law.ways, law.all, laws)
            if len(self.summed) > 1000:
                self.summed.clear()
            size = self.effects[0].size
            summed = self.summed[law] = added_up((min(points, size), n) for points, n in ways.items()), whole
        return summed


def lefts_that_matter(node: Allocate, token: Any, rank: Rank) -> Sequence[int]:
    """Return the numbers of wounds that a model of this rank may have left, full first; only the full one if no rule
    asks."""
    reads_wounds = node.faced(token, rank.kind, rank.left) != rank.kind
    return range(rank.left, 0, -1) if reads_wounds else (rank.left,)


def without_idle(law: dict[Points, int], idle: int, common: int) -> dict[Points, int]:
    """Return the law without `idle` of the outcomes in which nothing happens, divided by `common`."""
    rest = {struck: ways - (idle if not struck else 0) for struck, ways in law.items()}
    return {struck: ways // common for struck, ways in rest.items() if ways}


def added_up(rows: Iterable[tuple[int, int]]) -> Ways:
    """Return the ways of each number, with equal numbers added up."""
    ways_of: Ways = {}
    for number, ways in rows:
        ways_of[number] = ways_of.get(number, 0) + ways
    return ways_of


def clipped(law: dict[Points, int], whole_before: int, whole: int, left: int, most: int) -> dict[Points, int]:
    """Return the same blows out of `whole`; no blow costs more than a model has."""
    clipped_law: dict[Points, int] = {}
    for struck, ways in law.items():
        if len(struck) == 1:
            struck = (min(struck[0], left),)
        elif struck:
            struck = tuple(min(points, most) for points in struck)
        clipped_law[struck] = clipped_law.get(struck, 0) + ways * (whole // whole_before)
    return clipped_law


def effects_of(node: Allocate, tokens: tuple[Any, ...], ranks: tuple[Rank, ...], thin: bool, table: Forking) -> Effects:
    """Return the `Effects`, cached unless a rule asks a question. :raises NeedsAllDice: the record needs brute force"""
    return table.cached((node, tokens, ranks, thin), lambda: Effects(node, tokens, ranks, thin, table))


def walked(effect: Effect, enter: dict[int, Sparse], top: int, exact: bool, stop: bool) -> Walked:
    """Return the final places of the line; the places in `enter[k]` have `k` tokens before them. With `stop`, tokens
    that find nobody are not lost: their chances are returned by the number of tokens left. Exact results are over
    `effect.whole ** top`, with `top` at least the largest `k`."""
    if effect.next_place is not None:
        return looked_up(effect, enter, top, exact, stop)
    size, diagonals = effect.size, effect.diagonals(exact)
    scale = effect.whole if exact else 1
    heavy = weight(scale**top) if exact else 1
    chances: list[Any] = []
    remain: dict[int, Any] = {}
    for k in over(range(max(enter, default=0), -1, -1), size * len(diagonals), heavy=heavy):
        if chances:
            chances = advanced(diagonals, chances)
        times = scale ** (top - k) if exact else 1
        for place, x in enter.get(k, ()):
            if place >= len(chances):
                chances += [0] * (place + 1 - len(chances))
            chances[place] += x * times
        if stop and k and len(chances) > size and chances[size]:
            remain[k], chances[size] = chances[size] * scale**k if exact else chances[size], 0
    return chances + [0] * (size + 1 - len(chances)), remain


def advanced(diagonals: list[list[Any]], chances: list[Any]) -> list[Any]:
    """Return the chances of every place after one more token."""
    if len(diagonals) == 2:
        unchanged, one = diagonals
        return [*map(add, map(mul, unchanged, [*chances, 0]), map(mul, one, [0, *chances]))]
    band = len(diagonals) - 1
    pad: list[Any] = [0] * band
    padded = [*pad, *chances, *pad]
    if band > WIDE and type(diagonals) is Diagonals:  # many short sums are faster than few long ones
        return [
            sum(map(mul, row, padded[i : i + band + 1]))
            for i, row in enumerate(diagonals.rows()[: len(chances) + band])
        ]
    filled = diagonals.filled if type(diagonals) is Gapped else enumerate(diagonals)
    products = [map(mul, diagonal, padded[band - step :]) for step, diagonal in filled]
    return [*reduce(lambda a, b: map(add, a, b), products)]


def looked_up(effect: Effect, enter: dict[int, Sparse], top: int, exact: bool, stop: bool) -> Walked:
    """Return the same as `walked`, if each token does one fixed thing."""
    scale = effect.whole**top if exact else 1
    chances: list[Any] = [0] * (effect.size + 1)
    remain: dict[int, Any] = {}
    for tokens, places in over(enter.items(), 10):
        for place, x in places:
            path = effect.path(place)
            if stop and tokens >= len(path) and path[-1] == effect.size:
                remain[tokens + 1 - len(path)] = remain.get(tokens + 1 - len(path), 0) + x * scale
            else:
                chances[path[min(tokens, len(path) - 1)]] += x * scale
    return chances, remain
