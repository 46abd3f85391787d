"""What becomes of one token, by the rules that are played: run once for each way that its dice can fall.

As the engine does it (``core/odds/outcome.py``, ``damage.py``), with what is known shared among all units of a batch.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from shoot_cli.core.chains import Chains
from shoot_cli.core.odds.damage import blows, lefts_that_matter
from shoot_cli.core.odds.forking import Forking, NeedsAllDice
from shoot_cli.core.odds.law import ONE, Law, Ways, added, reduced, substituted, times
from shoot_cli.core.odds.lazy import recoded
from shoot_cli.core.pools import Rank

Poly = tuple[tuple[int, ...], int]  # ways of 0, 1, 2 ... that get through, and all ways
Moves = tuple[tuple[tuple[int, float], ...], ...]  # by wounds lost: the chance of each number of wounds further


class NoChain(Exception):
    """The tokens do not go their way alone: such pairs are not for a batch."""


class Through(NamedTuple):
    """Of one token that meets a model: the chance that it gets through, and what it goes on as."""

    chance: Fraction
    then: Any


class Laws:
    """:ivar laws: every different law, each with the kinds of tokens that meet the line; none is there twice"""

    def __init__(self, chains: Chains, table: Forking) -> None:
        self.chains, self.table = chains, table
        self.convert, self.allocate = chains.convert, chains.allocate
        self.places = {kind: place for place, kind in enumerate(self.convert.rules)}
        self.laws: list[Law] = []
        self.known: dict[Hashable, int] = {}
        self.of_token: dict[Any, tuple[int, int]] = {}
        self.each: dict[Any, Law] = {}
        self.met: dict[tuple[Any, Hashable, Hashable], Through | None] = {}
        self.moved: dict[tuple[Any, Any, int], Moves] = {}
        self.polys: dict[tuple[int, tuple[Fraction, ...]], Poly] = {}

    # To the line -----------------------------------------------------------------------------------------------------

    def factor(self, token: Any) -> tuple[int, int]:
        """The place of a law, and its power, that say what of one token comes to meet the line.

        :raises NoChain:
        """
        found = self.of_token.get(token)
        if found is None:
            n, now = 1, self.chains.narrowed(token)
            while self.waits(now, -1):
                ends, _ = self.ends(now)
                pool = next(iter(ends))
                if len(ends) > 1 or len(pool) != 1:
                    break
                ((then, m),) = pool
                n, now = n * m, self.chains.narrowed(then)
            found = self.of_token[token] = self.place(self.one(now, -1)), n
        return found

    def place(self, law: Law) -> int:
        key = law.kinds, frozenset(law.ways.items()), law.all
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.laws)
            self.laws.append(law)
        return found

    def waits(self, token: Any, after: int) -> bool:
        return self.places.get(type(token), -1) > after

    def ends(self, token: Any) -> tuple[dict[Any, int], int]:
        rule, alone = self.convert.rules[type(token)], not self.convert.one_at_a_time(token)
        return self.all_ends(alone, rule, token)

    def all_ends(self, alone: bool, rule: Any, token: Any, *model: Any) -> tuple[dict[Any, int], int]:
        questions = self.table.questions
        try:
            found = self.table.every(alone, rule, token, 1, *model)
        except NeedsAllDice as error:
            raise NoChain(str(error)) from None
        if self.table.questions != questions:
            raise NoChain("a rule asks something")
        return found

    def one(self, token: Any, after: int) -> Law:
        """What one token turns into; those that meet the line are the kinds of the law."""
        if not self.waits(token, after):
            return Law((token,), {1: 1}, 1)
        found = self.each.get(token)
        if found is None:
            ends, whole = self.ends(token)
            kinds: dict[Any, int] = {}
            parts: list[tuple[Ways, int]] = []
            for pool, ways in ends.items():
                law, all_ways = {0: ways}, whole
                for then, n in pool:
                    inner = self.one(self.chains.narrowed(then), self.places[type(token)])
                    for kind in inner.kinds:
                        kinds.setdefault(kind, len(kinds))
                    moved = recoded(inner, kinds)
                    for _ in range(n):
                        law, all_ways = times(law, moved), all_ways * inner.all
                parts.append((law, all_ways))
            found = self.each[token] = Law(tuple(kinds), *reduced(*added(parts)))
        return found

    # Past the first thing that stops it ------------------------------------------------------------------------------

    def through(self, kind: Any, back: Hashable, guard: Hashable) -> Through | None:
        """Of such a token that meets such a model; None if it never gets through. :raises NoChain:"""
        key = kind, back, guard
        if key in self.met:
            return self.met[key]
        token, node = self.chains.striking(kind, back), self.allocate
        if type(token) not in node.rules:
            raise NoChain("nothing becomes of it")
        seen = node.faced(token, guard, 1)
        if seen is not guard:
            raise NoChain("it matters how many wounds are left")
        ends, whole = self.all_ends(not node.one_at_a_time(token), node.rules[type(token)], token, guard)
        ways, thens = 0, set[Any]()
        for pool, n in ends.items():
            if not pool:
                continue
            if len(pool) > 1 or pool[0][1] > 1 or type(pool[0][0]) not in node.rules:
                raise NoChain("it becomes several")
            ways += n
            thens.add(self.chains.narrowed(pool[0][0]))
        if len(thens) > 1:
            raise NoChain("it goes on in several ways")
        found = self.met[key] = Through(Fraction(ways, whole), thens.pop()) if thens else None
        return found

    def moves(self, then: Any, body: Any, wounds: int) -> Moves:
        """What one token that got through does to a model, by the wounds it has lost: none, one ... :raises NoChain:"""
        key = then, body, wounds
        found = self.moved.get(key)
        if found is None:
            laws = [self.blow(then, body, left) for left in lefts_that_matter(self.allocate, then, Rank(body, 1, wounds))]
            rows = zip(laws if len(laws) > 1 else laws * wounds, range(wounds, 0, -1), strict=True)
            found = self.moved[key] = tuple(clipped(law, left) for law, left in rows)
        return found

    def blow(self, then: Any, body: Any, left: int) -> tuple[Ways, int]:
        """Ways of the points that it costs a model that has so many left, and all ways."""
        try:
            law, whole = blows(self.allocate, then, body, left, self.table)
        except NeedsAllDice as error:
            raise NoChain(str(error)) from None
        if any(len(struck) > 1 for struck in law):
            raise NoChain("it strikes several times")
        return {struck[0] if struck else 0: ways for struck, ways in law.items()}, whole

    def poly(self, law: int, chances: tuple[Fraction, ...]) -> Poly:
        """How many get through of one token of a law; ``chances``: of each of its kinds."""
        key = law, chances
        found = self.polys.get(key)
        if found is None:
            of, places = self.laws[law], list[tuple[int, tuple[Ways, int]]]()
            for place, chance in enumerate(chances):
                ways, whole = chance.numerator, chance.denominator
                places.append((place, ({0: whole - ways, 1: ways} if ways < whole else {1: 1}, whole if ways < whole else 1)))
            ways, whole = substituted(of.ways, of.all, places)
            found = self.polys[key] = tuple(ways.get(k, 0) for k in range(max(ways) + 1)), whole
        return found


def clipped(law: tuple[Ways, int], left: int) -> tuple[tuple[int, float], ...]:
    """No more than a model has left."""
    found: Ways = {}
    for points, ways in law[0].items():
        found[min(points, left)] = found.get(min(points, left), 0) + ways
    return tuple((points, ways / law[1]) for points, ways in sorted(found.items()))
