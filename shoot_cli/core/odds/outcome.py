"""What one token turns into by the rules of a `Convert`: every rule runs once for each way its dice can fall."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any

from shoot_cli.core.budget import over
from shoot_cli.core.odds.forking import Cache, Forking, NeedsAllDice, cache
from shoot_cli.core.odds.law import ONE, Factors, Law, Ways, added, reduced, substituted, times
from shoot_cli.core.odds.lazy import recoded
from shoot_cli.core.sequence import Convert

Rule = Callable[..., Any]
Means = dict[type, tuple[int, int]]  # how many of each class of tokens on average, as a fraction


class NeedsAll(Exception):
    """The rule for this class of tokens wants all its dice."""

    def __init__(self, kind: type) -> None:
        super().__init__(kind)
        self.kind = kind


class Turns:
    """What one token turns into: powers of laws, and how many tokens were counted on the way."""

    __slots__ = ("factors", "means")

    def __init__(self, factors: Factors, means: Means) -> None:
        self.factors, self.means = factors, means


class Outcomes:
    """The rules of a `Convert`, or some of them that follow each other.

    A token goes to the rule of its class, what comes of it to a later rule; tokens for which no later rule waits are
    left. Counted by class are tokens that a rule takes, and tokens a rule makes for which the node has no rule (the
    latter do not count if another `Convert` of the sequence takes them).
    """

    def __init__(self, rules: dict[type, Rule], node: Convert) -> None:
        self.rules, self.node = rules, node
        self.places = {kind: place for place, kind in enumerate(rules)}

    def turns(self, token: Any, table: Forking) -> Turns:
        found = cache.known.get((self, token))
        if found is None:
            before = table.questions
            factors = Going(self, table).factors(token, 1, 0)
            found = Turns(tuple(factors), Going(self, table).means(token, 0))
            if table.questions == before:
                cache.keep((self, token), found)
        return found

    def split(self, kind: type) -> tuple[Outcomes, Outcomes, Outcomes]:
        """The rules before the one that wants all its dice, that one, and the rules after it."""
        key = "split", self, kind
        found = cache.known.get(key)
        if found is None:
            rules, at = list(self.rules.items()), self.places[kind]
            found = tuple(Outcomes(dict(part), self.node) for part in (rules[:at], rules[at : at + 1], rules[at + 1 :]))
            cache.keep(key, found)
        return found


class Going:
    """One token going through the rules; kinds of tokens that are left get their places as they come."""

    def __init__(self, rules: Outcomes, table: Forking) -> None:
        self.outcomes_of, self.table = rules, table
        self.laws: dict[Any, list[tuple[Ways, int]]] = {}
        self.kinds: dict[Any, int] = {}
        self.counts: dict[Any, Means] = {}

    def waits(self, token: Any, after: int) -> bool:
        """True if a rule at this place or later takes the token."""
        return self.outcomes_of.places.get(type(token), -1) >= after

    def ends(self, token: Any) -> tuple[dict[Any, int], int]:
        """The pools that its own rule makes of one token."""
        kind, outcomes_of = type(token), self.outcomes_of
        try:
            return self.table.known(not outcomes_of.node.one_at_a_time(token), outcomes_of.rules[kind], token, 1)
        except NeedsAllDice:
            raise NeedsAll(kind) from None

    def factors(self, token: Any, n: int, after: int) -> list[tuple[Law, int]]:
        """The law of ``n`` as powers; a rule that leaves nothing to chance (two shots a gun) changes the number."""
        if self.waits(token, after):
            (ends, _), place = self.ends(token), self.outcomes_of.places[type(token)]
            if len(ends) == 1:
                (pool,) = ends
                return [factor for then, m in pool if m for factor in self.factors(then, n * m, place + 1)]
        else:
            return [(itself(token), n)]
        self.laws, self.kinds = {}, {}
        ways, whole = reduced(*self.one(token, after))
        return [(Law(tuple(self.kinds), ways, whole), n)]

    def one(self, token: Any, after: int) -> tuple[Ways, int]:
        if not self.waits(token, after):
            return {ONE ** self.kinds.setdefault(token, len(self.kinds)): 1}, 1
        place, parts = self.outcomes_of.places[type(token)] + 1, []
        ends, whole = self.ends(token)
        for pool, ways in over(ends.items(), 20):
            law: Ways = {0: ways}
            each = whole
            for then, n in pool:
                powers = self.laws.get((then, place)) or self.laws.setdefault((then, place), [({0: 1}, 1)])
                if len(powers) == 1:
                    powers.append(self.one(then, place))
                while len(powers) <= n:
                    powers.append((times(powers[-1][0], powers[1][0]), powers[-1][1] * powers[1][1]))
                law, each = times(law, powers[n][0]), each * powers[n][1]
            parts.append((law, each))
        return added(parts)

    def means(self, token: Any, after: int) -> Means:
        if not self.waits(token, after):
            made = after and type(token) not in self.outcomes_of.node.rules
            return {type(token): (1, 1)} if made else {}
        if token in self.counts:
            return self.counts[token]
        place, out = self.outcomes_of.places[type(token)] + 1, {type(token): (1, 1)}
        ends, whole = self.ends(token)
        for pool, ways in over(ends.items(), 50):
            for then, n in pool:
                for kind, (x, each) in self.means(then, place).items():
                    a, b = out.get(kind, (0, 1))
                    a, b = a * whole * each + ways * n * x * b, b * whole * each
                    out[kind] = a // gcd(a, b), b // gcd(a, b)
        self.counts[token] = out
        return out


def itself(token: Any) -> Law:
    """The law of a token that is left as it is."""
    found = cache.known.get((itself, token))
    if found is None:
        found = Law((token,), {1: 1}, 1)
        cache.keep((itself, token), found)
    return found


nodes = Cache(1000)


def outcomes_of(node: Convert) -> Outcomes:
    """The rules of a node, made ready once."""
    found = nodes.known.get(node)
    if found is None:
        found = Outcomes(node.rules, node)
        nodes.keep(node, found)
    return found


def composed(law: Law, turns: list[Turns]) -> Law:
    """The law of one token, each kind that it can turn into having turned into other tokens."""
    key = "composed", law, tuple(turns)
    found = cache.known.get(key)
    if found is None:
        kinds: dict[Any, int] = {}
        places = []
        for place, turn in enumerate(turns):
            ways, whole = {0: 1}, 1
            for inner, n in turn.factors:
                for kind in inner.kinds:
                    kinds.setdefault(kind, len(kinds))
                moved = recoded(inner, kinds)
                for _ in range(n):
                    ways, whole = times(ways, moved), whole * inner.all
            places.append((place, (ways, whole)))
        ways, whole = substituted(law.ways, law.all, places)
        found = Law(tuple(kinds), ways, whole)
        cache.keep(key, found)
    return found
