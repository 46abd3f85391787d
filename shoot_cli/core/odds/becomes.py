"""What one thing turns into by the rules of an `Each`: every rule runs once for each way its dice can fall."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any

from shoot_cli.core.budget import over
from shoot_cli.core.odds.forking import Forking, Memory, Whole, memory
from shoot_cli.core.odds.law import ONE, Factors, Law, Ways, added, reduced, substituted, times
from shoot_cli.core.odds.many import recoded
from shoot_cli.core.sequence import Each

Rule = Callable[..., Any]
Means = dict[type, tuple[int, int]]  # how many of each class of things on average, as a fraction


class NeedsAll(Exception):
    """The rule for this class of things wants all its dice."""

    def __init__(self, kind: type) -> None:
        super().__init__(kind)
        self.kind = kind


class Turns:
    """What one thing turns into: powers of laws, and how many things were counted on the way."""

    __slots__ = ("factors", "means")

    def __init__(self, factors: Factors, means: Means) -> None:
        self.factors, self.means = factors, means


class Becoming:
    """The rules of an `Each`, or some of them that follow each other.

    A thing goes to the rule of its class, what comes of it to a later rule; things for which no later rule waits are
    left. Counted by class are things that a rule takes, and things a rule makes for which the node has no rule (the
    latter do not count if another `Each` of the sequence takes them).
    """

    def __init__(self, rules: dict[type, Rule], node: Each) -> None:
        self.rules, self.node = rules, node
        self.places = {kind: place for place, kind in enumerate(rules)}

    def turns(self, thing: Any, table: Forking) -> Turns:
        found = memory.known.get((self, thing))
        if found is None:
            before = table.questions
            factors = Going(self, table).factors(thing, 1, 0)
            found = Turns(tuple(factors), Going(self, table).means(thing, 0))
            if table.questions == before:
                memory.keep((self, thing), found)
        return found

    def split(self, kind: type) -> tuple[Becoming, Becoming, Becoming]:
        """The rules before the one that wants all its dice, that one, and the rules after it."""
        key = "split", self, kind
        found = memory.known.get(key)
        if found is None:
            rules, at = list(self.rules.items()), self.places[kind]
            found = tuple(Becoming(dict(part), self.node) for part in (rules[:at], rules[at : at + 1], rules[at + 1 :]))
            memory.keep(key, found)
        return found


class Going:
    """One thing going through the rules; kinds of things that are left get their places as they come."""

    def __init__(self, rules: Becoming, table: Forking) -> None:
        self.becoming, self.table = rules, table
        self.laws: dict[Any, list[tuple[Ways, int]]] = {}
        self.kinds: dict[Any, int] = {}
        self.counts: dict[Any, Means] = {}

    def waits(self, thing: Any, after: int) -> bool:
        """True if a rule at this place or later takes the thing."""
        return self.becoming.places.get(type(thing), -1) >= after

    def ends(self, thing: Any) -> tuple[dict[Any, int], int]:
        """The piles that its own rule makes of one thing."""
        kind, becoming = type(thing), self.becoming
        try:
            return self.table.known(not becoming.node.singly(thing), becoming.rules[kind], thing, 1)
        except Whole:
            raise NeedsAll(kind) from None

    def factors(self, thing: Any, n: int, after: int) -> list[tuple[Law, int]]:
        """The law of ``n`` as powers; a rule that leaves nothing to chance (two shots a gun) changes the number."""
        if self.waits(thing, after):
            (ends, _), place = self.ends(thing), self.becoming.places[type(thing)]
            if len(ends) == 1:
                (pile,) = ends
                return [factor for then, m in pile if m for factor in self.factors(then, n * m, place + 1)]
        else:
            return [(itself(thing), n)]
        self.laws, self.kinds = {}, {}
        ways, whole = reduced(*self.one(thing, after))
        return [(Law(tuple(self.kinds), ways, whole), n)]

    def one(self, thing: Any, after: int) -> tuple[Ways, int]:
        if not self.waits(thing, after):
            return {ONE ** self.kinds.setdefault(thing, len(self.kinds)): 1}, 1
        place, parts = self.becoming.places[type(thing)] + 1, []
        ends, whole = self.ends(thing)
        for pile, ways in over(ends.items(), 20):
            law: Ways = {0: ways}
            each = whole
            for then, n in pile:
                powers = self.laws.get((then, place)) or self.laws.setdefault((then, place), [({0: 1}, 1)])
                if len(powers) == 1:
                    powers.append(self.one(then, place))
                while len(powers) <= n:
                    powers.append((times(powers[-1][0], powers[1][0]), powers[-1][1] * powers[1][1]))
                law, each = times(law, powers[n][0]), each * powers[n][1]
            parts.append((law, each))
        return added(parts)

    def means(self, thing: Any, after: int) -> Means:
        if not self.waits(thing, after):
            made = after and type(thing) not in self.becoming.node.rules
            return {type(thing): (1, 1)} if made else {}
        if thing in self.counts:
            return self.counts[thing]
        place, out = self.becoming.places[type(thing)] + 1, {type(thing): (1, 1)}
        ends, whole = self.ends(thing)
        for pile, ways in over(ends.items(), 50):
            for then, n in pile:
                for kind, (x, each) in self.means(then, place).items():
                    a, b = out.get(kind, (0, 1))
                    a, b = a * whole * each + ways * n * x * b, b * whole * each
                    out[kind] = a // gcd(a, b), b // gcd(a, b)
        self.counts[thing] = out
        return out


def itself(thing: Any) -> Law:
    """The law of a thing that is left as it is."""
    found = memory.known.get((itself, thing))
    if found is None:
        found = Law((thing,), {1: 1}, 1)
        memory.keep((itself, thing), found)
    return found


nodes = Memory(1000)


def becoming(node: Each) -> Becoming:
    """The rules of a node, made ready once."""
    found = nodes.known.get(node)
    if found is None:
        found = Becoming(node.rules, node)
        nodes.keep(node, found)
    return found


def composed(law: Law, turns: list[Turns]) -> Law:
    """The law of one thing, each kind that it can turn into having turned into other things."""
    key = "composed", law, tuple(turns)
    found = memory.known.get(key)
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
        memory.keep(key, found)
    return found
