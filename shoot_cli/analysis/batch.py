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
said = {name: "1" for name in THREADS if name not in os.environ and "numpy" not in sys.modules}
os.environ.update(said)

try:
    import numpy as np
    import numpy.typing as npt
finally:  # it may not be installed: nothing else needs it
    for name in said:
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
    then: Any


class Laws:
    """The laws of tokens. :ivar laws: every different law; its kinds are tokens that meet the line"""

    def __init__(self, chains: Chains, table: Forking) -> None:
        self.chains, self.table = chains, table
        self.convert, self.allocate = chains.convert, chains.allocate
        self.order = {kind: place for place, kind in enumerate(self.convert.rules)}
        self.laws: list[Law] = []
        self.places: dict[Hashable, int] = {}
        self.of_token: dict[Any, tuple[int, int]] = {}
        self.of_one: dict[Any, Law] = {}
        self.met: dict[Hashable, UnsavedChance | None] = {}
        self.moved: dict[Hashable, Moves] = {}

    # To the line of models -------------------------------------------------------------------------------------------

    def factor(self, token: Any) -> tuple[int, int]:
        """Return the index of the law and its power for what meets the line. :raises NoChain:"""
        found = self.of_token.get(token)
        if found is None:
            n, now = 1, self.chains.narrowed(token)
            while (pool := self.sure(now)) is not None:
                ((then, m),) = pool
                n, now = n * m, self.chains.narrowed(then)
            found = self.of_token[token] = self.place(self.one(now, -1)), n
        return found

    def sure(self, token: Any) -> Any:
        """Return the equal tokens that it always becomes; None if dice decide, or if it stays."""
        if not self.waits(token, -1):
            return None
        pools = [*self.ends(token)[0]]
        return pools[0] if len(pools) == 1 == len(pools[0]) else None

    def place(self, law: Law) -> int:
        key = law.kinds, frozenset(law.ways.items()), law.all
        if key not in self.places:
            self.places[key] = len(self.laws)
            self.laws.append(law)
        return self.places[key]

    def waits(self, token: Any, after: int) -> bool:
        """Return True if a later rule takes the token."""
        return self.order.get(type(token), -1) > after

    def one(self, token: Any, after: int) -> Law:
        """Return the law of one token; its kinds are the tokens that meet the line."""
        if not self.waits(token, after):
            return Law((token,), {1: 1}, 1)
        found = self.of_one.get(token)
        if found is None:
            ends, whole = self.ends(token)
            kinds: dict[Any, int] = {}
            parts: list[tuple[Ways, int]] = []
            for pool, ways in ends.items():
                law, each = {0: ways}, whole
                for then, n in pool:
                    inner = self.one(self.chains.narrowed(then), self.order[type(token)])
                    for kind in inner.kinds:
                        kinds.setdefault(kind, len(kinds))
                    law, each = times(law, power(recoded(inner, kinds), n)), each * inner.all**n
                parts.append((law, each))
            found = self.of_one[token] = Law(tuple(kinds), *reduced(*added(parts)))
        return found

    def ends(self, token: Any) -> Ends:
        rule, alone = self.convert.rules[type(token)], not self.convert.one_at_a_time(token)
        return self.every(alone, rule, token, 1)

    def every(self, alone: bool, rule: Any, *given: Any) -> Ends:
        """Return every result of a rule with its outcomes. :raises NoChain: if it reads more than its token"""
        questions = self.table.questions
        try:
            found = self.table.all_ends(alone, rule, *given)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if self.table.questions != questions:
            raise NoChain("a rule asks something")
        return found

    def poly(self, law: int, chances: tuple[Fraction, ...]) -> Poly:
        """Return the number of tokens of a law that get through; `chances` has a chance for each of its kinds."""
        of = self.laws[law]
        ways, whole = substituted(of.ways, of.all, [(i, either(chance)) for i, chance in enumerate(chances)])
        return tuple(ways.get(k, 0) for k in range(max(ways) + 1)), whole

    # At the line of models -------------------------------------------------------------------------------------------

    def through(self, kind: Any, back: Hashable, guard: Hashable) -> UnsavedChance | None:
        """Return how such a token gets through at such a model; None if it never does. :raises NoChain:"""
        key = kind, back, guard
        if key not in self.met:
            token, node = self.chains.striking(kind, back), self.allocate
            if type(token) not in node.rules or node.faced(token, guard, 1) is not guard:
                raise NoChain("nothing becomes of it, or it matters at once how many wounds are left")
            ends, whole = self.every(not node.one_at_a_time(token), node.rules[type(token)], token, 1, guard)
            thens = {pool: ways for pool, ways in ends.items() if pool}
            if any(len(pool) > 1 or pool[0][1] > 1 or type(pool[0][0]) not in node.rules for pool in thens):
                raise NoChain("it becomes several, or strikes at once")
            if len(thens) > 1:
                raise NoChain("it goes on in several ways")
            self.met[key] = None
            for pool, ways in thens.items():
                self.met[key] = UnsavedChance(Fraction(ways, whole), self.chains.narrowed(pool[0][0]))
        return self.met[key]

    def moves(self, then: Any, body: Any, wounds: int) -> Moves:
        """Return the effect of a token that got through, by wounds already lost: 0, 1 ... :raises NoChain:"""
        key = then, body, wounds
        if key not in self.moved:
            lefts = lefts_that_matter(self.allocate, then, Rank(body, 1, wounds))
            laws = [self.points(then, body, left) for left in lefts]
            every = zip(laws if len(laws) == wounds else laws * wounds, range(wounds, 0, -1), strict=True)
            self.moved[key] = tuple(clipped(ways, whole, left) for (ways, whole), left in every)
        return self.moved[key]

    def points(self, then: Any, body: Any, left: int) -> tuple[Ways, int]:
        """Return outcomes by damage for a model with `left` wounds, and all outcomes. :raises NoChain:"""
        try:
            law, whole = blows(self.allocate, then, body, left, self.table)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if any(len(struck) > 1 for struck in law):
            raise NoChain("it strikes several times")
        return {struck[0] if struck else 0: ways for struck, ways in law.items()}, whole


def either(chance: Fraction) -> tuple[Ways, int]:
    """Return the law of one token that gets through or not."""
    ways, whole = chance.numerator, chance.denominator
    return {points: n for points, n in ((0, whole - ways), (1, ways)) if n}, whole


def clipped(ways: Ways, whole: int, left: int) -> tuple[tuple[int, float], ...]:
    """Return the chances of lost wounds, at most `left`."""
    found: Ways = {}
    for points, n in ways.items():
        found[min(points, left)] = found.get(min(points, left), 0) + n
    return tuple((points, n / whole) for points, n in sorted(found.items()))


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
        lasts = [wounds for _, n, wounds in ranks for _ in range(n)]
        self.slain: Places = np.searchsorted(np.cumsum(lasts), np.arange(self.size + 1), "right")

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
        found = np.zeros((self.size + 1, self.size + 1))
        at = 0
        for (_, n, wounds), by_lost in zip(self.ranks, moves, strict=True):
            for lost, law in enumerate(by_lost):
                places = at + lost + wounds * np.arange(n)
                for points, chance in law:
                    found[places, places + points] += chance
            at += n * wounds
        found[self.size, self.size] = 1
        return found


def onward(steps: Floats, start: Floats, most: int) -> Floats:
    """Return the chances of places after 0 to ``most`` tokens of each kind, ``[kind, tokens, place]``, by doubling.

    :param steps: one for each kind of token
    """
    found = np.broadcast_to(start, (len(steps), 1, len(start)))
    while found.shape[1] <= most:
        found = np.concatenate([found, found @ steps], 1)
        steps = steps @ steps
    return found[:, : most + 1]


def backward(steps: Floats, ends: Floats, most: int) -> Floats:
    """Return expected ``ends``, ``[place, figure]``, from each place with 0 to ``most`` tokens of each kind to come.
    The result is ``[kind, tokens, place, figure]``.
    """
    found = np.broadcast_to(ends, (len(steps), 1, *ends.shape))
    while found.shape[1] <= most:
        found = np.concatenate([found, steps[:, None] @ found], 1)
        steps = steps @ steps
    return found[:, : most + 1]


# Numbers of tokens that get through from all shots of a group, as arrays of chances.

NOTHING = 1e-18  # smaller sums of chances at the far end are dropped


class TokenChances:
    """Chances of 0, 1, 2 ... tokens for many groups; groups of similar length share an array.

    :ivar rows: arrays ``[group, tokens]``, padded with 0, the shortest first
    :ivar rank: for each group the index of its array; ``place`` is its index in that array
    :ivar longest: the length of the last array
    """

    def __init__(self, polys: Sequence[Poly], of: Places, n: Places) -> None:
        """Compute the chances; for each group `of` is the index of its poly, `n` its number of tokens."""
        found: dict[int, list[tuple[int, Floats]]] = {}
        powers: dict[int, Powers] = {}
        for group, (poly, tokens) in enumerate(zip(of.tolist(), n.tolist(), strict=True)):
            if poly not in powers:
                powers[poly] = Powers(*polys[poly])
            chances = powers[poly].of(tokens)
            found.setdefault((len(chances) - 1).bit_length(), []).append((group, chances))
        self.rows: list[Floats] = []
        self.rank, self.place = np.zeros(len(of), np.int32), np.zeros(len(of), np.int32)
        for rank, bits in enumerate(sorted(found)):
            rows = np.zeros((len(found[bits]), 1 << bits))
            for place, (group, chances) in enumerate(found[bits]):
                rows[place, : len(chances)] = chances
                self.rank[group], self.place[group] = rank, place
            self.rows.append(rows)
        self.longest = self.rows[-1].shape[1] if self.rows else 1


class Powers:
    """The powers of one poly."""

    def __init__(self, ways: tuple[int, ...], whole: int) -> None:
        self.squares = [np.array([x / whole for x in ways])]

    def of(self, n: int) -> Floats:
        found = None
        for bit in range(n.bit_length()):
            if len(self.squares) == bit:
                self.squares.append(cut(np.convolve(self.squares[-1], self.squares[-1])))
            if n >> bit & 1:
                square = self.squares[bit]
                found = square if found is None else cut(np.convolve(found, square))
        return np.ones(1) if found is None else found


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
        ways = Numbered[Hashable]()
        self.looks: Ints = np.array([ways(chains.looks_at(unit)) for unit in shooters], np.int32)
        self.shown: list[Numbered[Hashable]] = [Numbered() for _ in ways.places]
        self.one_of: list[list[Target]] = [[] for _ in ways.places]  # one target for each thing shown
        self.sort_of = [self.sort(unit, ways.every()) for unit in targets]
        self.shoot(shooters)

    def sort(self, unit: Any, ways: list[Hashable]) -> int:
        """Return the number of the target's sort; NOBODY if attacks on it are no chains."""
        found = self.chains.target(unit)
        if found is None:
            return NOBODY
        shows = []
        for way, looks_at in enumerate(ways):
            shows.append(self.shown[way](self.chains.shows(found, looks_at)))
            if len(self.shown[way]) > len(self.one_of[way]):
                self.one_of[way].append(found)
        sort = Sort(self.meets(found.meets), self.guards(found.guard), self.ranks(found.ranks), tuple(shows))
        return self.sorts(sort)

    def shoot(self, shooters: Sequence[Any]) -> None:
        """Collect the variants of all shooters."""
        first, variants = list[int](), list[tuple[int, ...]]()
        for unit, way in zip(shooters, self.looks.tolist(), strict=True):
            first.append(len(variants))
            variants += [self.fire(unit, target) for target in self.one_of[way]]
        self.first: Ints = np.array(first, np.int32)
        self.groups: Ints = np.array([len(variant) for variant in variants], np.int32)
        most = max(map(len, variants), default=0)
        rows = [(*variant, *(NOBODY,) * (most - len(variant))) for variant in variants]
        self.fired: Ints = np.array(rows, np.int32).reshape(len(variants), most)

    def fire(self, unit: Any, target: Target) -> tuple[int, ...]:
        """Return the numbers of the links that the unit fires at such a target."""
        found = self.chains.links(unit, target) or ()
        return tuple(self.links((self.fronts(front), n, self.backs(back))) for front, n, back in found)


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
        links = np.array(tables.links.every(), np.int32).reshape(-1, 3)
        self.front, self.n, self.back = links.T
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
            for j, met in enumerate(meets):
                try:
                    place, n = self.laws.factor(self.tables.chains.token(front, met))
                except NoChain:
                    continue
                self.law[i, j], self.power[i, j] = place, n
                self.kinds[i].update(dict.fromkeys(self.laws.laws[place].kinds))

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
                    found = [self.laws.through(kind, backs[back], guard) for kind in kinds]
                except NoChain:
                    continue
                each = (through.chance if through else Fraction(0) for through in found)
                chance[i, j] = chances(tuple(zip(kinds, each, strict=True)))
                then[i, j] = thens(tuple(dict.fromkeys(through.then for through in found if through)))
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
        found = Numbered[Poly]()
        each = zip(law.tolist(), chance.tolist(), strict=True)
        number = np.array([found(self.poly(*pair)) for pair in each] + [NOBODY], np.int32)
        (of, tokens), self.amount = numbered(number[poly], n, (len(found), int(n.max(initial=0)) + 1))
        self.numbers = TokenChances(found.every(), of, tokens)

    def poly(self, law: int, chance: int) -> Poly:
        by_kind = dict(self.chances[chance])
        return self.laws.poly(law, tuple(by_kind[kind] for kind in self.laws.laws[law].kinds))

    def standing(self) -> Bools:
        """Find the positions of every link among the groups of all units."""
        found = np.zeros((4, len(self.front)), np.bool_)
        groups, fired = self.tables.groups, self.tables.fired
        for place in range(fired.shape[1]):
            here = fired[:, place]
            found[SINGLE, here[groups == 1]] = True
            found[FIRST, here[(groups > 1) & (place == 0)]] = True
            found[MIDDLE, here[(place > 0) & (place < groups - 1)]] = True
            found[LAST, here[(groups > 1) & (place == groups - 1)]] = True
        return found


def numbered(one: Ints, other: Ints, shape: tuple[int, int]) -> tuple[tuple[Places, Places], Ints]:
    """Return every different pair of numbers, and the index of each pair; NOBODY if one of them is NOBODY.

    :param shape: the number of values of either
    """
    place = np.full((shape[0] + 1, shape[1] + 1), NOBODY, np.int32)  # the last row and column, index -1, are for NOBODY
    place[one, other] = 0
    place[-1], place[:, -1] = NOBODY, NOBODY
    which = np.nonzero(place == 0)
    place[which] = np.arange(len(which[0]))
    return (which[0], which[1]), place[one, other]


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
        """Compute these sorts of targets, which have the same line of models."""
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
            if n > 1 and not row.commutes:  # late tokens must have the same effect as the others
                same = (effect[fired, sort] == effect[fired[0], sort]).all(0)
                fine &= same | ~links.late[fired].any(0)
            sort, shooter, fired = sort[fine], shooter[fine], fired[:, fine]
            if len(sort):
                taken[sort, shooter] = True
                values[sort, shooter] = line.values(fired, sort)
        return TargetFigures(row, sorts, taken, values)

    def effects(self, row: WoundTrack, sorts: list[int]) -> tuple[Ints, Floats]:
        """Return the number of the effect for each link and sort, and one step along the line for each effect."""
        thens, found = self.links.thens, Numbered[tuple[Moves, ...]]()
        then = self.links.then[:, [self.sorts[sort].guard for sort in sorts]]
        number = np.full(len(thens) + 1, NOBODY, np.int32)  # the last one is for NOBODY
        for place in np.unique(then[then != NOBODY]).tolist():
            try:
                every = {tuple(self.laws.moves(one, body, left) for body, _, left in row.ranks) for one in thens[place]}
            except NoChain:
                continue
            if len(every) < 2:
                number[place] = found(every.pop() if every else row.unmoved())
        return number[then], np.stack([row.step(moves) for moves in found.places] or [np.eye(row.size + 1)])


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
        """Return ``[link, sort]``: the index of the result, and the results of links at this position, each once."""
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
        """Return sums over all numbers of tokens, weighted by chance.

        For the first link these are chances of places, ``[place]``. For the last one these are figures for each place
        where the line may be, ``[figure, place]``, and for a single one ``[figure]``.
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
        """Return the values to add up for 0 to ``most`` tokens: ``[effect, tokens]``, flat."""
        if where == LAST:
            return backward(steps, self.wanted, most).swapaxes(2, 3).reshape(len(steps), most + 1, -1)
        found = onward(steps, self.start, most)
        return found @ self.wanted if where == SINGLE else found

    def further(self, chances: Floats, links: Ints, sort: Places) -> Floats:
        """Return the chances of places after one more link, ``[pair, place]``, by Horner's rule."""
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
    for part, here, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.figures):
        taken[here] = part.taken[sort]
        for place, figure in enumerate((destroyed, slain, damage)):
            figure[here] = part.values[sort, :, place]
    return Figures(destroyed.T, slain.T, damage.T, taken.T)


def distributions(
    ruleset: Ruleset,
    attackers: Sequence[Any],
    targets: Sequence[Any],
    answers: Mapping[str, Any] = NONE,
    settings: Mapping[str, str] = NONE,
) -> list[list[AttackResult | None]]:
    """Return all chances, ``[attacker][target]``; None for a pair that is not taken. Use it for few pairs."""
    found: list[list[AttackResult | None]] = [[None] * len(targets) for _ in attackers]
    for part, here, sort in parts(ruleset, attackers, targets, answers, settings, WoundTrack.places):
        for target, place in zip(here.tolist(), sort.tolist(), strict=True):
            for attacker in np.flatnonzero(part.taken[place]).tolist():
                lost = part.values[place, attacker]
                slain = np.bincount(part.row.slain, lost)
                laws = {"slain": slain.tolist(), "damage": lost.tolist(), "destroyed": [0.0, float(lost[-1])]}
                found[attacker][target] = numbers_of(ruleset, laws, {}, targets[target])
    return found


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
    defaults, told = ruleset.defaults(), told_of(ruleset, answers)
    if ruleset.chains is None or told is None or any(defaults.get(key) != given for key, given in settings.items()):
        return
    table = Forking(Preset({}, raise_missing), defaults)
    chains = ruleset.chains(told, table)
    if not told.keys() <= chains.answers:
        return
    tables = Tables(chains, attackers, targets)
    sort_of = np.array(tables.sort_of, np.intp)
    for part in Pairs(tables, Laws(chains, table)).parts(wanted):
        place = np.full(len(tables.sorts) + 1, -1, np.intp)  # the last one is for targets without a sort
        place[part.sorts] = np.arange(len(part.sorts))
        here = np.flatnonzero(place[sort_of] >= 0)
        yield part, here, place[sort_of[here]]


def told_of(ruleset: Ruleset, answers: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answers as rules read them; None if one is impossible or not a plain value."""
    known = {question.key: question for question in ruleset.possible_questions}
    told = {}
    for key, value in answers.items():
        if key not in known or isinstance(value, list):
            return None
        try:
            told[key] = known[key].read(answer_from(known[key], value))
        except BadAnswer:
            return None
    return told
