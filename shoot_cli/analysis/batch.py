"""Thousands of attacks computed together, as numpy arrays.

numpy is limited to one thread here, and no other module imports it. The arrays are many and small: several threads
would wait for each other, and block the other processes of a batch.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from shoot_cli.analysis.attack_result import AttackResult, numbers_of
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import Chains, Ruleset, Target, UnreadFieldRead
from shoot_cli.input.answerers import Preset, answer_from, raise_missing
from shoot_cli.odds.damage import blows, lefts_that_matter
from shoot_cli.odds.forking_table import Ends, Forking, NeedsAllDice
from shoot_cli.odds.laws import Law, Ways, added, power, reduced, substituted, times
from shoot_cli.odds.lazy_pools import recoded

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")  # numpy reads them when it is imported
limits = {name: "1" for name in THREADS if name not in os.environ and "numpy" not in sys.modules}
os.environ.update(limits)

try:
    import numpy as np
    import numpy.typing as npt
finally:  # it may not be installed: nothing else needs it
    for name in limits:
        del os.environ[name]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]

# The law of one token: its rules are run once for each result of its dice.

Poly = tuple[tuple[int, ...], int]  # numbers of outcomes with 0, 1, 2 ... tokens that get through, and of all outcomes
Moves = tuple[tuple[tuple[int, float], ...], ...]  # by wounds lost so far: the chance of each number of further wounds


class NoChain(Exception):
    """Raised if tokens depend on each other; a batch cannot compute these pairs."""


class UnsavedChance(NamedTuple):
    """The chance that a token gets through at a model, and the token that it becomes."""

    chance: Fraction
    token: Any


class Laws:
    """The laws of tokens. :ivar laws: every different law; its kinds are tokens that meet the line"""

    def __init__(self, chains: Chains, table: Forking) -> None:
        self.chains, self.table = chains, table
        self.convert, self.allocate = chains.convert, chains.allocate
        self.order = {kind: index for index, kind in enumerate(self.convert.rules)}
        self.laws: list[Law] = []
        self.places: dict[Hashable, int] = {}
        self.factor_by_token: dict[Any, tuple[int, int]] = {}
        self.law_by_token: dict[Any, Law] = {}
        self.unsaved_by_key: dict[Hashable, UnsavedChance | None] = {}
        self.moves_by_key: dict[Hashable, Moves] = {}

    # To the line of models -------------------------------------------------------------------------------------------

    def factor(self, token: Any) -> tuple[int, int]:
        """Return the index of the law and its power for what meets the line. :raises NoChain:"""
        factor = self.factor_by_token.get(token)
        if factor is None:
            n, token_now = 1, self.chains.narrowed(token)
            while (pool := self.sure(token_now)) is not None:
                ((next_tokenore, m),) = pool
                n, token_now = n * m, self.chains.narrowed(next_tokenore)
            factor = self.factor_by_token[token] = self.index_of(self.law_of(token_now, -1)), n
        return factor

    def sure(self, token: Any) -> Any:
        """Return the equal tokens that it always becomes; None if dice decide, or if it stays."""
        if not self.waits(token, -1):
            return None
        pools = [*self.ends(token)[0]]
        return pools[0] if len(pools) == 1 == len(pools[0]) else None

    def index_of(self, law: Law) -> int:
        key = law.kinds, frozenset(law.ways.items()), law.all
        if key not in self.places:
            self.places[key] = len(self.laws)
            self.laws.append(law)
        return self.places[key]

    def waits(self, token: Any, after: int) -> bool:
        """Return True if a later rule takes the token."""
        return self.order.get(type(token), -1) > after

    def law_of(self, token: Any, after: int) -> Law:
        """Return the law of one token; its kinds are the tokens that meet the line."""
        if not self.waits(token, after):
            return Law((token,), {1: 1}, 1)
        law_found = self.law_by_token.get(token)
        if law_found is None:
            ends, whole = self.ends(token)
            kinds: dict[Any, int] = {}
            parts: list[tuple[Ways, int]] = []
            for pool, ways in ends.items():
                law, part_whole = {0: ways}, whole
                for made, n in pool:
                    inner = self.law_of(self.chains.narrowed(made), self.order[type(token)])
                    for kind in inner.kinds:
                        kinds.setdefault(kind, len(kinds))
                    law, part_whole = times(law, power(recoded(inner, kinds), n)), part_whole * inner.all**n
                parts.append((law, part_whole))
            law_found = self.law_by_token[token] = Law(tuple(kinds), *reduced(*added(parts)))
        return law_found

    def ends(self, token: Any) -> Ends:
        rule, one_of_several = self.convert.rules[type(token)], not self.convert.one_at_a_time(token)
        return self.all_ends(one_of_several, rule, token, 1)

    def all_ends(self, one_of_several: bool, rule: Any, *arguments: Any) -> Ends:
        """Return every result of a rule with its outcomes. :raises NoChain: if it reads more than its token"""
        questions = self.table.questions
        try:
            ends = self.table.all_ends(one_of_several, rule, *arguments)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if self.table.questions != questions:
            raise NoChain("a rule asks something")
        return ends

    def poly(self, law: int, chances: tuple[Fraction, ...]) -> Poly:
        """Return the number of tokens of a law that get through; `chances` has a chance for each of its kinds."""
        law_found = self.laws[law]
        ways, whole = substituted(
            law_found.ways, law_found.all, [(i, law_of_chance(chance)) for i, chance in enumerate(chances)]
        )
        return tuple(ways.get(number, 0) for number in range(max(ways) + 1)), whole

    # At the line of models -------------------------------------------------------------------------------------------

    def through(self, kind: Any, back: Hashable, guard: Hashable) -> UnsavedChance | None:
        """Return how such a token gets through at such a model; None if it never does. :raises NoChain:"""
        key = kind, back, guard
        if key not in self.unsaved_by_key:
            token, node = self.chains.striking(kind, back), self.allocate
            if type(token) not in node.rules or node.faced(token, guard, 1) is not guard:
                raise NoChain("nothing becomes of it, or it matters at once how many wounds are left")
            ends, whole = self.all_ends(not node.one_at_a_time(token), node.rules[type(token)], token, 1, guard)
            ways_by_pool = {pool: ways for pool, ways in ends.items() if pool}
            if any(len(pool) > 1 or pool[0][1] > 1 or type(pool[0][0]) not in node.rules for pool in ways_by_pool):
                raise NoChain("it becomes several, or strikes at once")
            if len(ways_by_pool) > 1:
                raise NoChain("it goes on in several ways")
            self.unsaved_by_key[key] = None
            for pool, ways in ways_by_pool.items():
                self.unsaved_by_key[key] = UnsavedChance(Fraction(ways, whole), self.chains.narrowed(pool[0][0]))
        return self.unsaved_by_key[key]

    def moves(self, token: Any, model: Any, wounds: int) -> Moves:
        """Return the effect of a token that got through, by wounds already lost: 0, 1 ... :raises NoChain:"""
        key = token, model, wounds
        if key not in self.moves_by_key:
            wounds_left = lefts_that_matter(self.allocate, token, Rank(model, 1, wounds))
            laws = [self.points(token, model, left) for left in wounds_left]
            laws_with_wounds = zip(laws if len(laws) == wounds else laws * wounds, range(wounds, 0, -1), strict=True)
            self.moves_by_key[key] = tuple(clipped(ways, whole, left) for (ways, whole), left in laws_with_wounds)
        return self.moves_by_key[key]

    def points(self, token: Any, model: Any, left: int) -> tuple[Ways, int]:
        """Return outcomes by damage for a model with `left` wounds, and all outcomes. :raises NoChain:"""
        try:
            law, whole = blows(self.allocate, token, model, left, self.table)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if any(len(struck) > 1 for struck in law):
            raise NoChain("it strikes several times")
        return {struck[0] if struck else 0: ways for struck, ways in law.items()}, whole


def law_of_chance(chance: Fraction) -> tuple[Ways, int]:
    """Return the law of one token that gets through or not."""
    ways, whole = chance.numerator, chance.denominator
    return {points: n for points, n in ((0, whole - ways), (1, ways)) if n}, whole


def clipped(ways: Ways, whole: int, left: int) -> tuple[tuple[int, float], ...]:
    """Return the chances of lost wounds, at most `left`."""
    ways_by_points: Ways = {}
    for points, n in ways.items():
        ways_by_points[min(points, left)] = ways_by_points.get(min(points, left), 0) + n
    return tuple((points, n / whole) for points, n in sorted(ways_by_points.items()))


# Lines of models as arrays, indexed by the number of wounds lost so far.


class WoundTrack:
    """Models in the order in which they fall. A place is a number of lost wounds, 0 to ``size``.

    :ivar commutes: True if the order of tokens makes no difference: there is one model, or every hurt model falls
    :ivar slain: for each place the number of slain models
    """

    def __init__(self, ranks: tuple[tuple[Any, int, int], ...]) -> None:
        self.ranks = ranks
        self.size = sum(n * wounds for _, n, wounds in ranks)
        self.commutes = sum(n for _, n, _ in ranks) == 1 or all(wounds == 1 for _, _, wounds in ranks)
        wounds_of_models = [wounds for _, n, wounds in ranks for _ in range(n)]
        self.slain: Places = np.searchsorted(np.cumsum(wounds_of_models), np.arange(self.size + 1), "right")

    def places(self) -> Floats:
        """Return one figure for each place, the chance of this place: ``[place, place]``."""
        return np.eye(self.size + 1)

    def figures(self) -> Floats:
        """Return for each place: all slain, models slain, wounds lost: ``[place, figure]``."""
        lost = np.arange(self.size + 1)
        return np.stack([lost == self.size, self.slain, lost], 1).astype(np.float64)

    def unmoved(self) -> tuple[Moves, ...]:
        """Return the effect of tokens that never get through."""
        return tuple((((0, 1.0),),) * wounds for _, _, wounds in self.ranks)

    def step(self, moves: tuple[Moves, ...]) -> Floats:
        """Return the chance that one token moves the line from one place to another: ``[from, to]``.

        :param moves: the effect on the models of each rank
        """
        chances = np.zeros((self.size + 1, self.size + 1))
        place = 0
        for (_, n, wounds), by_lost in zip(self.ranks, moves, strict=True):
            for lost, law in enumerate(by_lost):
                places = place + lost + wounds * np.arange(n)
                for points, chance in law:
                    chances[places, places + points] += chance
            place += n * wounds
        chances[self.size, self.size] = 1
        return chances


def chances_onward(steps: Floats, start: Floats, most: int) -> Floats:
    """Return the chances of places after 0 to ``most`` tokens of each kind, ``[kind, tokens, place]``, by doubling.

    :param steps: one for each kind of token
    """
    chances = np.broadcast_to(start, (len(steps), 1, len(start)))
    while chances.shape[1] <= most:
        chances = np.concatenate([chances, chances @ steps], 1)
        steps = steps @ steps
    return chances[:, : most + 1]


def figures_backward(steps: Floats, ends: Floats, most: int) -> Floats:
    """Return expected ``ends``, ``[place, figure]``, from each place with 0 to ``most`` tokens of each kind to come.
    The result is ``[kind, tokens, place, figure]``.
    """
    expected = np.broadcast_to(ends, (len(steps), 1, *ends.shape))
    while expected.shape[1] <= most:
        expected = np.concatenate([expected, steps[:, None] @ expected], 1)
        steps = steps @ steps
    return expected[:, : most + 1]


# Numbers of tokens that get through from all shots of a group, as arrays of chances.

NOTHING = 1e-18  # smaller sums of chances at the far end are dropped


class TokenChances:
    """Chances of 0, 1, 2 ... tokens for many groups; groups of similar length share an array.

    :ivar rows: arrays ``[group, tokens]``, padded with 0, the shortest first
    :ivar rank: for each group the index of its array; ``index_of`` is its index in that array
    :ivar longest: the length of the last array
    """

    def __init__(self, polys: Sequence[Poly], poly_of_group: Places, n: Places) -> None:
        """Compute the chances; for each group `poly_of_group` is the index of its poly, `n` its number of tokens."""
        groups_by_length: dict[int, list[tuple[int, Floats]]] = {}
        powers: dict[int, Powers] = {}
        for group, (poly, tokens) in enumerate(zip(poly_of_group.tolist(), n.tolist(), strict=True)):
            if poly not in powers:
                powers[poly] = Powers(*polys[poly])
            chances = powers[poly].power(tokens)
            groups_by_length.setdefault((len(chances) - 1).bit_length(), []).append((group, chances))
        self.rows: list[Floats] = []
        self.rank, self.place = np.zeros(len(poly_of_group), np.int32), np.zeros(len(poly_of_group), np.int32)
        for rank, bits in enumerate(sorted(groups_by_length)):
            rows = np.zeros((len(groups_by_length[bits]), 1 << bits))
            for index, (group, chances) in enumerate(groups_by_length[bits]):
                rows[index, : len(chances)] = chances
                self.rank[group], self.place[group] = rank, index
            self.rows.append(rows)
        self.longest = self.rows[-1].shape[1] if self.rows else 1


class Powers:
    """The powers of one poly."""

    def __init__(self, ways: tuple[int, ...], whole: int) -> None:
        self.squares = [np.array([x / whole for x in ways])]

    def power(self, n: int) -> Floats:
        chances = None
        for bit in range(n.bit_length()):
            if len(self.squares) == bit:
                self.squares.append(cut(np.convolve(self.squares[-1], self.squares[-1])))
            if n >> bit & 1:
                square = self.squares[bit]
                chances = square if chances is None else cut(np.convolve(chances, square))
        return np.ones(1) if chances is None else chances


def cut(chances: Floats) -> Floats:
    """Return the chances without almost impossible ones at the far end."""
    if chances[-1] > NOTHING:
        return chances
    return chances[: max(1, int(np.count_nonzero(np.cumsum(chances[::-1]) > NOTHING)))]


# Units as tables: what each fires at each sort of target, and how targets differ, without chances.

Thing = TypeVar("Thing", bound=Hashable)
NOBODY = -1


class Numbered(Generic[Thing]):
    """Different values, numbered in order of appearance."""

    def __init__(self) -> None:
        self.places: dict[Thing, int] = {}

    def __call__(self, thing: Thing) -> int:
        return self.places.setdefault(thing, len(self.places))

    def __len__(self) -> int:
        return len(self.places)

    def every(self) -> list[Thing]:
        return [*self.places]


class Sort(NamedTuple):
    """Equal targets, by numbers: what tokens meet, the guard, the ranks, and what each way of looking sees."""

    meets: int
    guard: int
    ranks: int
    shows: tuple[int, ...]


class Tables:
    """Shooters and targets as numbers.

    :ivar sorts: every different sort of target
    :ivar sort_of: for each target its sort; NOBODY if attacks on it are no chains
    :ivar looks: for each shooter the number of its way of looking at targets
    :ivar first: for each shooter its first *variant*, which it fires at a target that shows the first thing; the
        variant for the k-th thing is k places further
    :ivar fired: for each variant its links in order, padded with NOBODY: ``[variant, group]``
    :ivar groups: for each variant the number of links; 0 if it is no chain or fires nothing
    """

    def __init__(self, chains: Chains, shooters: Sequence[Any], targets: Sequence[Any]) -> None:
        self.chains = chains
        self.fronts, self.backs = Numbered[Hashable](), Numbered[Hashable]()
        self.meets, self.guards = Numbered[Hashable](), Numbered[Hashable]()
        self.ranks = Numbered[tuple[tuple[Any, int, int], ...]]()
        self.links, self.sorts = Numbered[tuple[int, int, int]](), Numbered[Sort]()
        looks = Numbered[Hashable]()
        self.looks: Ints = np.array([looks(chains.target_dependency(unit)) for unit in shooters], np.int32)
        self.shown: list[Numbered[Hashable]] = [Numbered() for _ in looks.places]
        self.one_of: list[list[Target]] = [[] for _ in looks.places]  # one target for each thing shown
        self.sort_of = [self.sort(unit, looks.every()) for unit in targets]
        self.shoot(shooters)

    def sort(self, unit: Any, looks: list[Hashable]) -> int:
        """Return the number of the target's sort; NOBODY if attacks on it are no chains."""
        target = self.chains.target(unit)
        if target is None:
            return NOBODY
        shows = []
        for look, looks_at in enumerate(looks):
            shows.append(self.shown[look](self.chains.shows(target, looks_at)))
            if len(self.shown[look]) > len(self.one_of[look]):
                self.one_of[look].append(target)
        sort = Sort(self.meets(target.meets), self.guards(target.guard), self.ranks(target.ranks), tuple(shows))
        return self.sorts(sort)

    def shoot(self, shooters: Sequence[Any]) -> None:
        """Collect the variants of all shooters."""
        first, variants = list[int](), list[tuple[int, ...]]()
        for unit, look in zip(shooters, self.looks.tolist(), strict=True):
            first.append(len(variants))
            variants += [self.fire(unit, target) for target in self.one_of[look]]
        self.first: Ints = np.array(first, np.int32)
        self.groups: Ints = np.array([len(variant) for variant in variants], np.int32)
        most = max(map(len, variants), default=0)
        rows = [(*variant, *(NOBODY,) * (most - len(variant))) for variant in variants]
        self.fired: Ints = np.array(rows, np.int32).reshape(len(variants), most)

    def fire(self, unit: Any, target: Target) -> tuple[int, ...]:
        """Return the numbers of the links that the unit fires at such a target."""
        links = self.chains.links(unit, target) or ()
        return tuple(self.links((self.fronts(front), n, self.backs(back))) for front, n, back in links)


# The result of each link at each sort of target, for any line: a law, its power, the chance to get through.

MOST = 4096  # most tokens of one group; larger attacks go to the solver, which has a budget
SINGLE, FIRST, MIDDLE, LAST = range(4)  # positions of a link among the groups of a unit


class Links:
    """The links of all units.

    :ivar hit_of: for each sort of target the number of what it meets and its guard, together
    :ivar amount: ``[link, hit]``: the index in ``numbers`` of how many get through; NOBODY if it is no chain
    :ivar then: ``[link, guard]``: the index in ``thens`` of what those become; NOBODY if it is no chain
    :ivar late: for each link, True if some of its tokens meet the line after those of all other groups
    :ivar stands: ``[where, link]``: True if some unit has the link at this position
    """

    def __init__(self, tables: Tables, laws: Laws) -> None:
        self.tables, self.laws = tables, laws
        self.front, self.n, self.back = np.array(tables.links.every(), np.int32).reshape(-1, 3).T
        self.kinds: list[dict[Any, None]] = [{} for _ in tables.fronts.places]  # of tokens that a front becomes
        self.of_fronts()
        self.of_backs()
        self.together()
        self.stands = self.standing()

    def of_fronts(self) -> None:
        """Compute the law and its power for each front and each thing that it meets."""
        fronts, meets = self.tables.fronts.every(), self.tables.meets.every()
        self.law = np.full((len(fronts), len(meets)), NOBODY, np.int32)
        self.power = np.zeros((len(fronts), len(meets)), np.int32)
        for i, front in enumerate(fronts):
            for j, thing_met in enumerate(meets):
                try:
                    index, n = self.laws.factor(self.tables.chains.token(front, thing_met))
                except NoChain:
                    continue
                self.law[i, j], self.power[i, j] = index, n
                self.kinds[i].update(dict.fromkeys(self.laws.laws[index].kinds))

    def of_backs(self) -> None:
        """Compute for each link and guard the chances to get through by kind of token, and what they become."""
        strikes = Numbered[tuple[int, tuple[Any, ...]]]()  # backs with the kinds of tokens that meet the line
        pairs = zip(self.front.tolist(), self.back.tolist(), strict=True)
        strike = np.array([strikes((back, tuple(self.kinds[front]))) for front, back in pairs], np.int32)
        backs, guards = self.tables.backs.every(), self.tables.guards.every()
        chances, thens = Numbered[tuple[tuple[Any, Fraction], ...]](), Numbered[tuple[Any, ...]]()
        chance = np.full((len(strikes), len(guards)), NOBODY, np.int32)
        then = np.full((len(strikes), len(guards)), NOBODY, np.int32)
        for i, (back, kinds) in enumerate(strikes.places):
            for j, guard in enumerate(guards):
                try:
                    ways_through = [self.laws.through(kind, backs[back], guard) for kind in kinds]
                except NoChain:
                    continue
                chances_of_kinds = (through.chance if through else Fraction(0) for through in ways_through)
                chance[i, j] = chances(tuple(zip(kinds, chances_of_kinds, strict=True)))
                then[i, j] = thens(tuple(dict.fromkeys(through.token for through in ways_through if through)))
        self.chance, self.then = chance[strike], then[strike]
        self.chances, self.thens = chances.every(), thens.every()
        late = self.tables.chains.late
        self.late = np.array([any(type(kind) in late for kind in kinds) for _, kinds in strikes.places], np.bool_)[
            strike
        ]

    def together(self) -> None:
        """Compute for each link and hit the index of the chances of how many get through."""
        hits = Numbered[tuple[int, int]]()
        self.hit_of = np.array([hits((sort.meets, sort.guard)) for sort in self.tables.sorts.places], np.intp)
        meets, guards = np.array(hits.every(), np.intp).reshape(-1, 2).T
        laws = self.law[self.front][:, meets]
        n = self.n[:, None] * self.power[self.front][:, meets]
        longest = np.array([max(1, law.most * len(law.kinds)) for law in self.laws.laws] + [1], np.int64)
        laws[longest[laws] * n > MOST] = NOBODY
        n[laws == NOBODY] = 0
        (law, chance), poly = numbered(laws, self.chance[:, guards], (len(self.laws.laws), len(self.chances)))
        polys = Numbered[Poly]()
        pairs = zip(law.tolist(), chance.tolist(), strict=True)
        number = np.array([polys(self.poly(*pair)) for pair in pairs] + [NOBODY], np.int32)
        (poly_of_group, tokens), self.amount = numbered(number[poly], n, (len(polys), int(n.max(initial=0)) + 1))
        self.numbers = TokenChances(polys.every(), poly_of_group, tokens)

    def poly(self, law: int, chance: int) -> Poly:
        by_kind = dict(self.chances[chance])
        return self.laws.poly(law, tuple(by_kind[kind] for kind in self.laws.laws[law].kinds))

    def standing(self) -> Bools:
        """Find the positions of every link among the groups of all units."""
        positions = np.zeros((4, len(self.front)), np.bool_)
        groups, fired = self.tables.groups, self.tables.fired
        for group in range(fired.shape[1]):
            links_here = fired[:, group]
            positions[SINGLE, links_here[groups == 1]] = True
            positions[FIRST, links_here[(groups > 1) & (group == 0)]] = True
            positions[MIDDLE, links_here[(group > 0) & (group < groups - 1)]] = True
            positions[LAST, links_here[(groups > 1) & (group == groups - 1)]] = True
        return positions


def numbered(first: Ints, second: Ints, shape: tuple[int, int]) -> tuple[tuple[Places, Places], Ints]:
    """Return every different pair of numbers, and the index of each pair; NOBODY if one of them is NOBODY.

    :param shape: the number of values of either
    """
    index_of_pair = np.full(
        (shape[0] + 1, shape[1] + 1), NOBODY, np.int32
    )  # the last row and column, index -1, are for NOBODY
    index_of_pair[first, second] = 0
    index_of_pair[-1], index_of_pair[:, -1] = NOBODY, NOBODY
    different = np.nonzero(index_of_pair == 0)
    index_of_pair[different] = np.arange(len(different[0]))
    return (different[0], different[1]), index_of_pair[first, second]


# Every shooter at every sort of target: chances move along a line of models, many pairs at a time.

AT_ONCE = 1 << 20  # numbers that are computed at a time
LONGEST = 400  # most wounds of a line; larger attacks go to the solver, which has a budget
KEPT = 1 << 25  # most numbers of an array that is kept


class TargetFigures(NamedTuple):
    """The results for sorts of targets with the same line. ``values`` is ``[sort, shooter, figure]``."""

    row: WoundTrack
    sorts: list[int]
    taken: Bools
    values: Floats


class Pairs:
    """The results of every shooter at every sort of target."""

    def __init__(self, tables: Tables, laws: Laws) -> None:
        self.tables, self.laws = tables, laws
        self.links = Links(tables, laws)
        self.sorts = tables.sorts.every()

    def parts(self, wanted: Callable[[WoundTrack], Floats]) -> Iterator[TargetFigures]:
        """Yield all results. ``wanted`` has the figures of each place, which are added up by chance."""
        by_ranks: dict[int, list[int]] = {}
        for index, sort in enumerate(self.sorts):
            by_ranks.setdefault(sort.ranks, []).append(index)
        all_ranks = self.tables.ranks.every()
        for ranks, sorts in by_ranks.items():
            row = WoundTrack(all_ranks[ranks])
            if row.size > LONGEST:
                continue
            figures = wanted(row)
            if self.links.numbers.longest * figures.size > KEPT:
                continue
            at_a_time = max(1, 2 * AT_ONCE // max(1, len(self.tables.first) * figures.shape[1]))
            for start in range(0, len(sorts), at_a_time):
                yield self.part(row, sorts[start : start + at_a_time], figures)

    def part(self, row: WoundTrack, sorts: list[int], wanted: Floats) -> TargetFigures:
        """Compute these sorts of targets, which have the same line of models."""
        tables, links = self.tables, self.links
        shown = np.array([self.sorts[sort].shows for sort in sorts], np.int32).reshape(len(sorts), -1)
        variant = tables.first + shown[:, tables.looks]
        effect, steps = self.effects(row, sorts)
        line = ModelLine(links, steps, wanted, links.amount[:, links.hit_of[sorts]], effect)
        values, taken = np.full((*variant.shape, wanted.shape[1]), np.nan), np.zeros(variant.shape, np.bool_)
        groups = tables.groups[variant]
        for n in range(1, tables.fired.shape[1] + 1):
            sort, shooter = np.nonzero(groups == n)
            fired = tables.fired[variant[sort, shooter], :n].T
            possible = line.good[fired, sort].all(0)
            if n > 1 and not row.commutes:  # late tokens must have the same effect as the others
                same_effect = (effect[fired, sort] == effect[fired[0], sort]).all(0)
                possible &= same_effect | ~links.late[fired].any(0)
            sort, shooter, fired = sort[possible], shooter[possible], fired[:, possible]
            if len(sort):
                taken[sort, shooter] = True
                values[sort, shooter] = line.values(fired, sort)
        return TargetFigures(row, sorts, taken, values)

    def effects(self, row: WoundTrack, sorts: list[int]) -> tuple[Ints, Floats]:
        """Return the number of the effect for each link and sort, and one step along the line for each effect."""
        thens, effect_numbers = self.links.thens, Numbered[tuple[Moves, ...]]()
        then = self.links.then[:, [self.sorts[sort].guard for sort in sorts]]
        number = np.full(len(thens) + 1, NOBODY, np.int32)  # the last one is for NOBODY
        for index in np.unique(then[then != NOBODY]).tolist():
            try:
                all_moves = {
                    tuple(self.laws.moves(token, body, left) for body, _, left in row.ranks) for token in thens[index]
                }
            except NoChain:
                continue
            if len(all_moves) < 2:
                number[index] = effect_numbers(all_moves.pop() if all_moves else row.unmoved())
        return number[then], np.stack([row.step(moves) for moves in effect_numbers.places] or [np.eye(row.size + 1)])


class ModelLine:
    """One line of models. The effect of each number of tokens is computed once for all shooters.

    :ivar amount, effect: ``[link, sort]``: indexes of the chances of how many get through, and of the effect of each
    :ivar good: ``[link, sort]``: True if both are known
    """

    def __init__(self, links: Links, steps: Floats, wanted: Floats, amount: Ints, effect: Ints) -> None:
        self.numbers, self.stands = links.numbers, links.stands
        self.steps, self.wanted, self.amount, self.effect = steps, wanted, amount, effect
        self.good = (amount >= 0) & (effect >= 0)
        self.start = np.zeros(len(wanted))
        self.start[0] = 1
        self.known: dict[int, tuple[Ints, Floats]] = {}

    def values(self, fired: Ints, sort: Places) -> Floats:
        """Return the wanted figures of each pair, ``[pair, figure]``.

        :param fired: the links of each pair, ``[group, pair]``
        :param sort: the sort of its target
        """
        if len(fired) == 1:
            index, results = self.at(SINGLE)
            single: Floats = results[index[fired[0], sort]]
            return single
        (first, begun), (last, ended) = self.at(FIRST), self.at(LAST)
        figures, size = self.wanted.shape[1], len(self.start)
        values = np.empty((len(sort), figures))
        at_a_time = max(1, AT_ONCE // (size * (1 + figures)))
        for start in range(0, len(sort), at_a_time):
            pairs_now, sorts_now = slice(start, start + at_a_time), sort[start : start + at_a_time]
            chances = begun[first[fired[0, pairs_now], sorts_now]]
            for middle in fired[1:-1, pairs_now]:
                chances = self.further(chances, middle, sorts_now)
            values[pairs_now] = np.einsum("ps,pfs->pf", chances, ended[last[fired[-1, pairs_now], sorts_now]])
        return values

    def at(self, position: int) -> tuple[Ints, Floats]:
        """Return ``[link, sort]``: the index of the result, and the results of links at this position, each once."""
        known_results = self.known.get(position)
        if known_results is None:
            links_here = np.flatnonzero(self.stands[position])
            shape = len(self.steps), len(self.numbers.rank)
            (effect, amount), index = numbered(self.effect[links_here], self.amount[links_here], shape)
            indexes = np.empty_like(self.effect)
            indexes[links_here] = index
            known_results = self.known[position] = indexes, self.summed(position, effect, amount)
        return known_results

    def summed(self, position: int, effect: Places, amount: Places) -> Floats:
        """Return sums over all numbers of tokens, weighted by chance.

        For the first link these are chances of places, ``[place]``. For the last one these are figures for each place
        where the line may be, ``[figure, place]``, and for a single one ``[figure]``.
        """
        figures, size = self.wanted.shape[1], len(self.start)
        shape = {SINGLE: (figures,), FIRST: (size,), LAST: (figures, size)}[position]
        sums = np.empty((len(effect), *shape))
        longest = self.numbers.longest
        at_a_time = max(1, AT_ONCE // (longest * size * figures))  # effects
        block, values = NOBODY, sums
        for rows, chunk in self.alike(effect, amount):
            block_of_chunk, index = divmod(int(effect[chunk[0]]), at_a_time)
            if block_of_chunk != block:
                block, values = (
                    block_of_chunk,
                    self.after(position, self.steps[block_of_chunk * at_a_time :][:at_a_time], longest - 1),
                )
            sums[chunk] = (rows @ values[index, : rows.shape[1]]).reshape(len(chunk), *shape)
        return sums

    def after(self, position: int, steps: Floats, most: int) -> Floats:
        """Return the values to add up for 0 to ``most`` tokens: ``[effect, tokens]``, flat."""
        if position == LAST:
            return figures_backward(steps, self.wanted, most).swapaxes(2, 3).reshape(len(steps), most + 1, -1)
        chances = chances_onward(steps, self.start, most)
        return chances @ self.wanted if position == SINGLE else chances

    def further(self, chances: Floats, links: Ints, sort: Places) -> Floats:
        """Return the chances of places after one more link, ``[pair, place]``, by Horner's rule."""
        effect, amount = self.effect[links, sort], self.amount[links, sort]
        chances_after = np.empty_like(chances)
        for rows, chunk in self.alike(effect, amount):
            step, before = self.steps[effect[chunk[0]]], chances[chunk]
            summed = before * rows[:, -1:]
            for number in range(rows.shape[1] - 2, -1, -1):
                summed = summed @ step
                summed += before * rows[:, number : number + 1]
            chances_after[chunk] = summed
        return chances_after

    def alike(self, effect: Ints | Places, amount: Ints | Places) -> Iterator[tuple[Floats, Places]]:
        """Yield groups with one effect and similar length: their chances, and their indexes."""
        numbers = self.numbers
        key = effect * len(numbers.rows) + numbers.rank[amount]
        order = np.argsort(key, kind="stable")
        for chunk in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(order) else ():
            yield numbers.rows[numbers.rank[amount[chunk[0]]]][numbers.place[amount[chunk]]], chunk


# The interface: each unit of one list at each unit of another, exact.

NONE: Mapping[str, Any] = {}


class Figures(NamedTuple):
    """Arrays ``[attacker, target]``; NaN for pairs that were not ``taken``.

    :ivar destroyed: the chance that nothing is left
    :ivar slain: expected number of slain models; ``damage``: expected wounds lost
    """

    destroyed: Floats
    slain: Floats
    damage: Floats
    taken: Bools


def figures(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> Figures:
    """Return the result of every pair. ``answers`` and ``settings`` are those of a `Task`, the same for all pairs."""
    shape = len(targets), len(attackers)  # so that a target's row is contiguous; the arrays are transposed at the end
    destroyed, slain, damage = (np.full(shape, np.nan) for _ in range(3))
    taken = np.zeros(shape, np.bool_)
    for part, indexes, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.figures):
        taken[indexes] = part.taken[sort]
        for index, figure in enumerate((destroyed, slain, damage)):
            figure[indexes] = part.values[sort, :, index]
    return Figures(destroyed.T, slain.T, damage.T, taken.T)


def distributions(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> list[list[AttackResult | None]]:
    """Return all chances, ``[attacker][target]``; None for a pair that is not taken. Use it for few pairs."""
    results: list[list[AttackResult | None]] = [[None] * len(targets) for _ in attackers]
    for part, indexes, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.places):
        for target, row in zip(indexes.tolist(), sort.tolist(), strict=True):
            for attacker in np.flatnonzero(part.taken[row]).tolist():
                lost = part.values[row, attacker]
                slain = np.bincount(part.row.slain, lost)
                laws = {"slain": slain.tolist(), "damage": lost.tolist(), "destroyed": [0.0, float(lost[-1])]}
                results[attacker][target] = numbers_of(ruleset, laws, {}, targets[target])
    return results


def parts(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any],
    settings: Mapping[str, str],
    wanted: Callable[[WoundTrack], Floats],
) -> Iterator[tuple[TargetFigures, Places, Places]]:
    """Yield results for some sorts of targets, the indexes of these targets, and the index of each one's sort. Yield
    nothing if a batch cannot compute this edition, or these answers and settings.
    """
    defaults, answers_read = ruleset.defaults(), read_answers(ruleset, answers)
    if (
        ruleset.chains is None
        or answers_read is None
        or any(defaults.get(key) != value for key, value in settings.items())
    ):
        return
    table = Forking(Preset({}, raise_missing), defaults)
    chains = ruleset.chains(answers_read, table)
    if not answers_read.keys() <= chains.answers:
        return
    tables = Tables(chains, attackers, targets)
    sort_of = np.array(tables.sort_of, np.intp)
    for part in Pairs(tables, Laws(chains, table)).parts(wanted):
        row_of_sort = np.full(len(tables.sorts) + 1, -1, np.intp)  # the last one is for targets without a sort
        row_of_sort[part.sorts] = np.arange(len(part.sorts))
        indexes = np.flatnonzero(row_of_sort[sort_of] >= 0)
        yield part, indexes, row_of_sort[sort_of[indexes]]


def read_answers(ruleset: Ruleset, answers: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answers as rules read them; None if one is impossible or not a plain value."""
    known = {question.key: question for question in ruleset.possible_questions}
    answers_read = {}
    for key, value in answers.items():
        if key not in known or isinstance(value, list):
            return None
        try:
            answers_read[key] = known[key].read(answer_from(known[key], value))
        except BadAnswer:
            return None
    return answers_read
