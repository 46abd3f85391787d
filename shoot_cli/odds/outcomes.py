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


class TokenOutcomes:
    """The outcomes of one token: powers of laws, and the average numbers of tokens on the way."""

    __slots__ = ("factors", "means")

    def __init__(self, factors: Factors, means: Means) -> None:
        self.factors, self.means = factors, means


class ConvertRules:
    """The rules of a `Convert`, or some consecutive ones.

    A token goes to the rule of its type, and its results to later rules; tokens without a later rule are left. Tokens
    that a rule takes are counted by type. Tokens that a rule makes count too, if no `Convert` of the sequence takes
    them; a token with a `size` counts as often.

    :ivar all_at_once: True for a single rule that must see all dice
    """

    def __init__(self, rules: dict[type, Rule], node: Convert, all_at_once: bool = False) -> None:
        self.rules, self.node, self.all_at_once = rules, node, all_at_once
        self.index_of = {kind: index for index, kind in enumerate(rules)}

    def outcomes(self, token: Any, table: Forking) -> TokenOutcomes:
        """Return what comes of one token, cached unless a rule asks a question."""
        result = cache.known.get((self, token))
        if result is None:
            before = table.questions
            factors = TokenPath(self, table).factors(token, 1, 0)
            result = TokenOutcomes(tuple(factors), TokenPath(self, table).means(token, 0))
            if table.questions == before:
                cache.keep((self, token), result)
        return result

    @remembered
    def split(self, kind: type) -> tuple[ConvertRules, ConvertRules, ConvertRules]:
        """Return the rules before the one that must see all dice, that rule, and the rules after it."""
        rules, index = list(self.rules.items()), self.index_of[kind]
        before, alone, after = dict(rules[:index]), dict(rules[index : index + 1]), dict(rules[index + 1 :])
        return ConvertRules(before, self.node), ConvertRules(alone, self.node, True), ConvertRules(after, self.node)

    def connected(self, factors: Factors) -> tuple[list[Factors], list[tuple[Law, int]]]:
        """Return groups of factors that share tokens for the rule, and all factors without such tokens."""
        (kind,) = self.rules
        groups: dict[Any, list[tuple[Law, int]]] = {}  # the group of each token
        others = []
        for factor in factors:
            tokens = [token for token in factor[0].kinds if type(token) is kind]
            if not tokens:
                others.append(factor)
                continue
            group = [factor]
            for other_group in {id(groups[token]): groups[token] for token in tokens if token in groups}.values():
                group += other_group
            groups |= dict.fromkeys([token for law, _ in group for token in law.kinds if type(token) is kind], group)
        return [*{id(group): tuple(group) for group in groups.values()}.values()], others

    def all_together(self, group: Factors, table: Forking) -> TokenOutcomes:
        """Return the outcomes of all tokens of these factors as one law; groups with equal outcomes share the law."""
        return table.cached(("together", self, group), lambda: AllTokens(self, group, table).outcomes())


class TokenPath:
    """One token on its way through the rules. Kinds of left tokens get their places when they first occur."""

    def __init__(self, convert: ConvertRules, table: Forking) -> None:
        self.convert, self.table = convert, table
        self.laws: dict[Any, list[tuple[Ways, int]]] = {}
        self.kinds: dict[Any, int] = {}
        self.counts: dict[Any, Means] = {}

    def has_rule(self, token: Any, after: int) -> bool:
        """Return True if a rule at this index or later takes the token."""
        return self.convert.index_of.get(type(token), -1) >= after

    def ends(self, token: Any) -> tuple[dict[Any, int], int]:
        """Return the pools that the rule makes of one token."""
        kind, convert = type(token), self.convert
        try:
            return self.table.known(not convert.node.one_at_a_time(token), convert.rules[kind], token, 1)
        except NeedsAllDice as needs:
            raise NeedsAll(kind, needs.few) from None

    def factors(self, token: Any, n: int, after: int) -> list[tuple[Law, int]]:
        """Return the law of `n` tokens as powers. A rule without dice (two shots for each gun) only changes the
        number."""
        if self.has_rule(token, after):
            (ends, _), index = self.ends(token), self.convert.index_of[type(token)]
            if len(ends) == 1:
                (pool,) = ends
                return [factor for made, m in pool if m for factor in self.factors(made, n * m, index + 1)]
        else:
            return [(unchanged_law(token), n)]
        self.laws, self.kinds = {}, {}
        ways, whole = reduced(*self.law_of(token, after))
        return [(Law(tuple(self.kinds), ways, whole), n)]

    def law_of(self, token: Any, after: int) -> tuple[Ways, int]:
        """Return the law of one token from the rule at index `after` on, packed by `kinds`."""
        if not self.has_rule(token, after):
            return {ONE ** self.kinds.setdefault(token, len(self.kinds)): 1}, 1
        next_rule, parts = self.convert.index_of[type(token)] + 1, []
        ends, whole = self.ends(token)
        for pool, ways in over(ends.items(), 20):
            law: Ways = {0: ways}
            part_whole = whole
            for made, n in pool:
                powers = self.laws.get((made, next_rule)) or self.laws.setdefault((made, next_rule), [({0: 1}, 1)])
                if len(powers) == 1:
                    powers.append(self.law_of(made, next_rule))
                while len(powers) <= n:
                    powers.append((times(powers[-1][0], powers[1][0]), powers[-1][1] * powers[1][1]))
                law, part_whole = times(law, powers[n][0]), part_whole * powers[n][1]
            parts.append((law, part_whole))
        return added(parts)

    def means(self, token: Any, after: int) -> Means:
        """Return the average number of tokens of each type that come of one token."""
        if not self.has_rule(token, after):
            left_by_rule = after and type(token) not in self.convert.node.rules
            return {type(token): (getattr(token, "size", 1), 1)} if left_by_rule else {}
        if token in self.counts:
            return self.counts[token]
        next_rule = self.convert.index_of[type(token)] + 1
        averages = {type(token): (1, 1), **self.convert.node.means(token)}
        ends, whole = self.ends(token)
        for pool, ways in over(ends.items(), 50):
            for made, n in pool:
                for kind, (number, part_whole) in self.means(made, next_rule).items():
                    above, below = averages.get(kind, (0, 1))
                    above, below = above * whole * part_whole + ways * n * number * below, below * whole * part_whole
                    averages[kind] = above // gcd(above, below), below // gcd(above, below)
        self.counts[token] = averages
        return averages


class AllTokens:
    """All counts of tokens that some factors can have, in one rule."""

    def __init__(self, convert: ConvertRules, factors: Factors, table: Forking) -> None:
        (self.kind,), self.convert, self.table = convert.rules, convert, table
        self.before = tuple(dict.fromkeys(kind for law, _ in factors for kind in law.kinds))
        self.pools, self.all = LazyPool(self.before, [(1, factors)]).joint(self.before, True)
        self.kinds: dict[Any, int] = {}

    def outcomes(self) -> TokenOutcomes:
        """Return what comes of all pools, as one law."""
        parts, pools_held = [], 0
        for code, ways in over(self.pools.items(), 50):
            if ways:
                parts.append(self.law_of(code, ways))
                pools_held += len(parts[-1][0])
                room(pools_held)
        after = reduced(*added(parts))
        law = shared_law(tuple(self.kinds), *after)
        means_before, left = mean_numbers(self.before, self.pools, self.all), mean_numbers(law.kinds, *after)
        means = {self.kind: means_before.pop(self.kind)}
        for kind, (number, whole) in left.items():
            number_before, whole_before = means_before.get(kind, (0, 1))
            if kind is not self.kind:
                means[kind] = number * whole_before - number_before * whole, whole * whole_before
        return TokenOutcomes(((law, 1),), means)

    def law_of(self, code: int, ways: int) -> tuple[Ways, int]:
        """Return the outcomes of one pool."""
        law, whole = {0: ways}, self.all
        for token, n in unpacked(code, self.before):
            if type(token) is self.kind:
                ends, part_whole = self.ends(token, n)
                law, whole = times(law, ends), whole * part_whole
            else:
                law = times(law, {self.packed(((token, n),)): 1})
        return law, whole

    def ends(self, token: Any, n: int) -> tuple[Ways, int]:
        """Return the pools that the rule makes of `n` tokens."""
        one_by_one = self.convert.node.one_at_a_time(token)
        rule = self.convert.rules[self.kind]
        ends, whole = self.table.known(False, rule, token, 1 if one_by_one else n)
        law: Ways = {}
        for pool, ways in over(ends.items()):
            code = self.packed(pool)
            law[code] = law.get(code, 0) + ways
        return (power(law, n), whole**n) if one_by_one else (law, whole)

    def packed(self, pool: Any) -> int:
        return sum(n * ONE ** self.kinds.setdefault(token, len(self.kinds)) for token, n in pool)


def shared_law(kinds: tuple[Any, ...], ways: Ways, whole: int) -> Law:
    """Return the law with this content; equal content gives the same object."""
    key = shared_law, kinds, frozenset(ways.items()), whole
    law = cache.known.get(key)
    if law is None:
        law = Law(kinds, ways, whole)
        cache.keep(key, law)
    return law


def mean_numbers(kinds: tuple[Any, ...], ways: Ways, whole: int) -> Means:
    """Return the average number of tokens of each type, as unreduced fractions."""
    means: Means = {}
    for index, token in enumerate(kinds):
        n = sum((code >> BITS * index & ONE - 1) * x for code, x in over(ways.items()))
        means[type(token)] = means.get(type(token), (0, whole))[0] + n, whole
    return means


@remembered
def unchanged_law(token: Any) -> Law:
    """Return the law of a token that does not change."""
    return Law((token,), {1: 1}, 1)


known_nodes = Cache(1000)


def rules_of(node: Convert) -> ConvertRules:
    """Return the `ConvertRules` of a node, cached."""
    rules = known_nodes.known.get(node)
    if rules is None:
        rules = ConvertRules(node.rules, node)
        known_nodes.keep(node, rules)
    return rules


@remembered
def composed(law: Law, *turns: TokenOutcomes) -> Law:
    """Return the law in which each kind of token is replaced by its outcomes."""
    kinds: dict[Any, int] = {}
    indexed_laws = []
    for index, token_outcomes in enumerate(turns):
        ways, whole = {0: 1}, 1
        for inner, n in token_outcomes.factors:
            for kind in inner.kinds:
                kinds.setdefault(kind, len(kinds))
            moved = recoded(inner, kinds)
            for _ in range(n):
                ways, whole = times(ways, moved), whole * inner.all
        indexed_laws.append((index, (ways, whole)))
    ways, whole = substituted(law.ways, law.all, indexed_laws)
    return Law(tuple(kinds), ways, whole)
