"""What one token turns into by the rules of a `Convert`: every rule runs once for each way its dice can fall."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any

from shoot_cli.engine.budget import over, room
from shoot_cli.engine.sequence import Convert
from shoot_cli.odds.forking_table import Cache, Forking, NeedsAllDice, cache
from shoot_cli.odds.laws import BITS, ONE, Factors, Law, Ways, added, power, reduced, substituted, times, unpacked
from shoot_cli.odds.lazy_pools import LazyPool, recoded

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

    :ivar all_at_once: it is one rule, and wants all its dice
    """

    def __init__(self, rules: dict[type, Rule], node: Convert, all_at_once: bool = False) -> None:
        self.rules, self.node, self.all_at_once = rules, node, all_at_once
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
            parts = (rules[:at], False), (rules[at : at + 1], True), (rules[at + 1 :], False)
            found = tuple(Outcomes(dict(part), self.node, whole) for part, whole in parts)
            cache.keep(key, found)
        return found

    # A rule that wants all its dice

    def hanging(self, factors: Factors) -> tuple[list[Factors], list[tuple[Law, int]]]:
        """Factors with tokens for the rule, those together that share such a token; and all other factors."""
        (kind,) = self.rules
        found: dict[Any, list[tuple[Law, int]]] = {}  # the group that each token lies in
        others = []
        for factor in factors:
            tokens = [token for token in factor[0].kinds if type(token) is kind]
            if not tokens:
                others.append(factor)
                continue
            group = [factor]
            for near in {id(found[token]): found[token] for token in tokens if token in found}.values():
                group += near
            found |= dict.fromkeys([token for law, _ in group for token in law.kinds if type(token) is kind], group)
        return [*{id(group): tuple(group) for group in found.values()}.values()], others

    def together(self, group: Factors, table: Forking) -> Turns:
        """What all tokens of these factors turn into: a law of its own, the same one for groups that do the same."""
        key = "together", self, group
        found = cache.known.get(key)
        if found is None:
            before = table.questions
            found = All(self, group, table).turns()
            if table.questions == before:
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


class All:
    """Every number of tokens that there may be in some factors, through one rule."""

    def __init__(self, rules: Outcomes, factors: Factors, table: Forking) -> None:
        (self.kind,), self.outcomes_of, self.table = rules.rules, rules, table
        self.before = tuple(dict.fromkeys(kind for law, _ in factors for kind in law.kinds))
        self.pools, self.all = LazyPool(self.before, [(1, factors)]).joint(self.before, True)
        self.kinds: dict[Any, int] = {}

    def turns(self) -> Turns:
        parts, held = [], 0
        for code, ways in over(self.pools.items(), 50):
            if ways:
                parts.append(self.one(code, ways))
                held += len(parts[-1][0])
                room(held)
        after = reduced(*added(parts))
        law = the_law(tuple(self.kinds), *after)
        taken, left = mean_numbers(self.before, self.pools, self.all), mean_numbers(law.kinds, *after)
        means = {self.kind: taken.pop(self.kind)}
        for kind, (x, whole) in left.items():
            y, each = taken.get(kind, (0, 1))
            if kind is not self.kind:
                means[kind] = x * each - y * whole, whole * each
        return Turns(((law, 1),), means)

    def one(self, code: int, ways: int) -> tuple[Ways, int]:
        """What becomes of one pool."""
        law, whole = {0: ways}, self.all
        for token, n in unpacked(code, self.before):
            if type(token) is self.kind:
                ends, each = self.ends(token, n)
                law, whole = times(law, ends), whole * each
            else:
                law = times(law, {self.packed(((token, n),)): 1})
        return law, whole

    def ends(self, token: Any, n: int) -> tuple[Ways, int]:
        """The pools that the rule makes of so many."""
        one_by_one = self.outcomes_of.node.one_at_a_time(token)
        rule = self.outcomes_of.rules[self.kind]
        ends, whole = self.table.known(False, rule, token, 1 if one_by_one else n)
        law: Ways = {}
        for pool, ways in over(ends.items()):
            code = self.packed(pool)
            law[code] = law.get(code, 0) + ways
        return (power(law, n), whole**n) if one_by_one else (law, whole)

    def packed(self, pool: Any) -> int:
        return sum(n * ONE ** self.kinds.setdefault(token, len(self.kinds)) for token, n in pool)


def the_law(kinds: tuple[Any, ...], ways: Ways, whole: int) -> Law:
    """The law of this content: one object, whoever asks for it."""
    key = the_law, kinds, frozenset(ways.items()), whole
    found = cache.known.get(key)
    if found is None:
        found = Law(kinds, ways, whole)
        cache.keep(key, found)
    return found


def mean_numbers(kinds: tuple[Any, ...], ways: Ways, whole: int) -> Means:
    """How many of each class there are on average, none of them shortened."""
    out: Means = {}
    for place, token in enumerate(kinds):
        n = sum((code >> BITS * place & ONE - 1) * x for code, x in over(ways.items()))
        out[type(token)] = out.get(type(token), (0, whole))[0] + n, whole
    return out


def itself(token: Any) -> Law:
    """The law of a token that is left as it is."""
    found = cache.known.get((itself, token))
    if found is None:
        found = Law((token,), {1: 1}, 1)
        cache.keep((itself, token), found)
    return found


known_nodes = Cache(1000)


def outcomes_of(node: Convert) -> Outcomes:
    """The rules of a node, made ready once."""
    found = known_nodes.known.get(node)
    if found is None:
        found = Outcomes(node.rules, node)
        known_nodes.keep(node, found)
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
