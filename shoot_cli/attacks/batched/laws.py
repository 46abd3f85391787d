"""What becomes of one token, by the rules that are played: run once for each way that its dice can fall.

As the engine does it (``core/odds/outcome.py``, ``damage.py``), what is known being shared among all units of a batch.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from shoot_cli.core.chains import Chains, UnreadFieldRead
from shoot_cli.core.odds.damage import blows, lefts_that_matter
from shoot_cli.core.odds.forking import Ends, Forking, NeedsAllDice
from shoot_cli.core.odds.law import Law, Ways, added, power, reduced, substituted, times
from shoot_cli.core.odds.lazy import recoded
from shoot_cli.core.pools import Rank

Poly = tuple[tuple[int, ...], int]  # ways that 0, 1, 2 ... get through, and all ways
Moves = tuple[tuple[tuple[int, float], ...], ...]  # by wounds lost: the chance of each number of wounds further


class NoChain(Exception):
    """The tokens do not go their way alone: such pairs are not for a batch."""


class UnsavedChance(NamedTuple):
    """Of one token that meets a model: the chance that it gets through, and what it goes on as."""

    chance: Fraction
    then: Any


class Laws:
    """:ivar laws: every different law; the kinds of each are those of tokens that meet the line"""

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

    # To the line -----------------------------------------------------------------------------------------------------

    def factor(self, token: Any) -> tuple[int, int]:
        """Of what comes to meet the line of one token the place of a law, and to which power. :raises NoChain:"""
        found = self.of_token.get(token)
        if found is None:
            n, now = 1, self.chains.narrowed(token)
            while (pool := self.sure(now)) is not None:
                ((then, m),) = pool
                n, now = n * m, self.chains.narrowed(then)
            found = self.of_token[token] = self.place(self.one(now, -1)), n
        return found

    def sure(self, token: Any) -> Any:
        """The tokens, all alike, that it becomes however dice fall; None if it is not so, or it becomes no others."""
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
        """True if a rule behind this place takes the token."""
        return self.order.get(type(token), -1) > after

    def one(self, token: Any, after: int) -> Law:
        """What one token turns into; those that meet the line are the kinds of the law."""
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
        """Every end of a rule with its ways. :raises NoChain: it looks at more than its token"""
        questions = self.table.questions
        try:
            found = self.table.every(alone, rule, *given)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if self.table.questions != questions:
            raise NoChain("a rule asks something")
        return found

    def poly(self, law: int, chances: tuple[Fraction, ...]) -> Poly:
        """How many get through of what a law says; ``chances``: of each of its kinds."""
        of = self.laws[law]
        ways, whole = substituted(of.ways, of.all, [(i, either(chance)) for i, chance in enumerate(chances)])
        return tuple(ways.get(k, 0) for k in range(max(ways) + 1)), whole

    # At the line -----------------------------------------------------------------------------------------------------

    def through(self, kind: Any, back: Hashable, guard: Hashable) -> UnsavedChance | None:
        """Of such a token that meets such a model; None if it never gets through. :raises NoChain:"""
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
        """What one that got through does to a model, by the wounds it has lost: none, one ... :raises NoChain:"""
        key = then, body, wounds
        if key not in self.moved:
            lefts = lefts_that_matter(self.allocate, then, Rank(body, 1, wounds))
            laws = [self.points(then, body, left) for left in lefts]
            every = zip(laws if len(laws) == wounds else laws * wounds, range(wounds, 0, -1), strict=True)
            self.moved[key] = tuple(clipped(ways, whole, left) for (ways, whole), left in every)
        return self.moved[key]

    def points(self, then: Any, body: Any, left: int) -> tuple[Ways, int]:
        """Ways of the points that it costs a model that has so many wounds left, and all ways. :raises NoChain:"""
        try:
            law, whole = blows(self.allocate, then, body, left, self.table)
        except (NeedsAllDice, UnreadFieldRead) as error:
            raise NoChain(str(error)) from None
        if any(len(struck) > 1 for struck in law):
            raise NoChain("it strikes several times")
        return {struck[0] if struck else 0: ways for struck, ways in law.items()}, whole


def either(chance: Fraction) -> tuple[Ways, int]:
    """The law of one that gets through, or does not."""
    ways, whole = chance.numerator, chance.denominator
    return {points: n for points, n in ((0, whole - ways), (1, ways)) if n}, whole


def clipped(ways: Ways, whole: int, left: int) -> tuple[tuple[int, float], ...]:
    """The chances of wounds that a model loses, no more than it has left."""
    found: Ways = {}
    for points, n in ways.items():
        found[min(points, left)] = found.get(min(points, left), 0) + n
    return tuple((points, n / whole) for points, n in sorted(found.items()))
