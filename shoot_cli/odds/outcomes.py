"""The outcomes of one token in the rules of a `Convert`: each rule runs once for every result of its dice."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any

from shoot_cli.engine.budget import over, room
from shoot_cli.engine.sequence import Convert
from shoot_cli.odds.forking_table import Cache, Forking, NeedsAllDice, cache, remembered
from shoot_cli.odds.laws import BITS, ONE, Factors, Law, Ways, added, power, reduced, substituted, times, unpacked
from shoot_cli.odds.lazy_pools import LazyPool, recoded

Rule = Callable[..., Any]
Means = dict[type, tuple[int, int]]  # the average number of tokens of each type, as a fraction


class NeedsAll(Exception):
    """Raised if the rule for this token type must see all dice together, or the first `few` of them."""

    def __init__(self, kind: type, few: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.few = kind, few


class Turns:
    """The outcomes of one token: powers of laws, and the average numbers of tokens on the way."""

    __slots__ = ("factors", "means")

    def __init__(self, factors: Factors, means: Means) -> None:
        self.factors, self.means = factors, means


class Outcomes:
    """The rules of a `Convert`, or some consecutive ones.

    A token goes to the rule of its type, and its results to later rules; tokens without a later rule are left. Tokens
    that a rule takes are counted by type. Tokens that a rule makes count too, if no `Convert` of the sequence takes
    them; a token with a `size` counts as often.

    :ivar all_at_once: True for a single rule that must see all dice
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

    @remembered
    def split(self, kind: type) -> tuple[Outcomes, Outcomes, Outcomes]:
        """Return the rules before the one that must see all dice, that rule, and the rules after it."""
        rules, at = list(self.rules.items()), self.places[kind]
        before, this, after = dict(rules[:at]), dict(rules[at : at + 1]), dict(rules[at + 1 :])
        return Outcomes(before, self.node), Outcomes(this, self.node, True), Outcomes(after, self.node)

    def hanging(self, factors: Factors) -> tuple[list[Factors], list[tuple[Law, int]]]:
        """Return groups of factors that share tokens for the rule, and all factors without such tokens."""
        (kind,) = self.rules
        found: dict[Any, list[tuple[Law, int]]] = {}  # the group of each token
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
        """Return the outcomes of all tokens of these factors as one law; groups with equal outcomes share the law."""
        return table.kept(("together", self, group), lambda: All(self, group, table).turns())


class Going:
    """One token on its way through the rules. Kinds of left tokens get their places when they first occur."""

    def __init__(self, rules: Outcomes, table: Forking) -> None:
        self.outcomes_of, self.table = rules, table
        self.laws: dict[Any, list[tuple[Ways, int]]] = {}
        self.kinds: dict[Any, int] = {}
        self.counts: dict[Any, Means] = {}

    def waits(self, token: Any, after: int) -> bool:
        """Return True if a rule at this index or later takes the token."""
        return self.outcomes_of.places.get(type(token), -1) >= after

    def ends(self, token: Any) -> tuple[dict[Any, int], int]:
        """Return the pools that the rule makes of one token."""
        kind, outcomes_of = type(token), self.outcomes_of
        try:
            return self.table.known(not outcomes_of.node.one_at_a_time(token), outcomes_of.rules[kind], token, 1)
        except NeedsAllDice as needs:
            raise NeedsAll(kind, needs.few) from None

    def factors(self, token: Any, n: int, after: int) -> list[tuple[Law, int]]:
        """Return the law of `n` tokens as powers. A rule without dice (two shots for each gun) only changes the
        number."""
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
            return {type(token): (getattr(token, "size", 1), 1)} if made else {}
        if token in self.counts:
            return self.counts[token]
        place = self.outcomes_of.places[type(token)] + 1
        out = {type(token): (1, 1), **self.outcomes_of.node.means(token)}
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
    """All counts of tokens that some factors can have, in one rule."""

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
        """Return the outcomes of one pool."""
        law, whole = {0: ways}, self.all
        for token, n in unpacked(code, self.before):
            if type(token) is self.kind:
                ends, each = self.ends(token, n)
                law, whole = times(law, ends), whole * each
            else:
                law = times(law, {self.packed(((token, n),)): 1})
        return law, whole

    def ends(self, token: Any, n: int) -> tuple[Ways, int]:
        """Return the pools that the rule makes of `n` tokens."""
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
    """Return the law with this content; equal content gives the same object."""
    key = the_law, kinds, frozenset(ways.items()), whole
    found = cache.known.get(key)
    if found is None:
        found = Law(kinds, ways, whole)
        cache.keep(key, found)
    return found


def mean_numbers(kinds: tuple[Any, ...], ways: Ways, whole: int) -> Means:
    """Return the average number of tokens of each type, as unreduced fractions."""
    out: Means = {}
    for place, token in enumerate(kinds):
        n = sum((code >> BITS * place & ONE - 1) * x for code, x in over(ways.items()))
        out[type(token)] = out.get(type(token), (0, whole))[0] + n, whole
    return out


@remembered
def itself(token: Any) -> Law:
    """Return the law of a token that does not change."""
    return Law((token,), {1: 1}, 1)


known_nodes = Cache(1000)


def outcomes_of(node: Convert) -> Outcomes:
    """Return the `Outcomes` of a node, cached."""
    found = known_nodes.known.get(node)
    if found is None:
        found = Outcomes(node.rules, node)
        known_nodes.keep(node, found)
    return found


@remembered
def composed(law: Law, *turns: Turns) -> Law:
    """Return the law in which each kind of token is replaced by its outcomes."""
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
    return Law(tuple(kinds), ways, whole)
