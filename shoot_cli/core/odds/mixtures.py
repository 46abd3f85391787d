"""What lies in pools, counted: products of powers of laws, each with its share, summed."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from operator import add
from typing import Any

from shoot_cli.core.budget import RUN, over, room
from shoot_cli.core.odds.law import Branch, Factors, Law, Ways, added, chances, convolved, powered, raised, times

Coded = Callable[[Law], tuple[Ways, int]]
LAWS = 50  # more of them than these have too little in common


def one_kind(branches: list[Branch], coded: Coded, cap: int, exact: bool) -> tuple[list[Any], int]:
    """Chances of 0, 1, 2 ... of the one kind there is, over a whole number (1 for floats)."""
    if len(branches) == 1 == len(branches[0][1]):  # the usual case: tokens that are alike, and nothing else
        ((alone, n),) = branches[0][1]
        return CountChances(coded, cap, exact).power(alone, n)
    if len(branches) > 1:
        laws = {factors[0][0] if len(factors) == 1 else None for _, factors in branches if factors}
        if len(laws) == 1 and (law := laws.pop()):
            return mixed_powers(branches, *coded(law), cap, exact)
    return mixed(branches, CountChances(coded, cap, exact))


def several_kinds(branches: list[Branch], coded: Coded, kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Chances of each packed pool, over a whole number (1 for floats)."""
    return mixed(branches, Packed(coded, kinds, exact))


def mixed_powers(branches: list[Branch], ways: Ways, whole: int, cap: int, exact: bool) -> tuple[list[Any], int]:
    """Powers of one law, mixed: Horner's rule."""
    shares: dict[int, Any] = {}
    for p, factors in branches:
        n = factors[0][1] if factors else 0
        shares[n] = shares.get(n, 0) + p
    top, common = max(shares), 1
    if exact:
        common = lcm(*[p.denominator for p in shares.values()])
        shares = {n: int(p * common) * whole ** (top - n) for n, p in shares.items()}
        one: list[Any] = [ways.get(k, 0) for k in range(1 + max(ways))]
    else:
        one = [ways.get(k, 0) / whole for k in range(1 + max(ways))]
    out: list[Any] = [shares[top]]
    for n in over(range(top - 1, -1, -1), 10):
        out = convolved(out, one, cap)
        out[0] += shares.get(n, 0)
    out[0] = max(out[0], 0)
    return out, common * whole**top if exact else 1


class CountChances:
    """Of one kind: chances in a list, from ``cap`` on in one place."""

    def __init__(self, coded: Coded, cap: int, exact: bool) -> None:
        self.coded, self.cap, self.exact = coded, cap, exact

    def power(self, law: Law, n: int) -> tuple[list[Any], int]:
        ways, whole = self.coded(law)
        one = [ways.get(k, 0) for k in range(1 + max(ways))]
        return (raised(one, n, self.cap), whole**n) if self.exact else (chances(one, whole, n, self.cap), 1)

    def times(self, a: list[Any], b: list[Any]) -> list[Any]:
        return convolved(a, b, self.cap)

    def sum(self, parts: list[tuple[Any, list[Any]]]) -> list[Any]:
        out: list[Any] = [0] * max(len(part) for _, part in parts)
        for share, part in over(parts, 100):
            out[: len(part)] = map(add, out, part if share == 1 else [x * share for x in part])
        return out

    def products(self, branches: list[Branch]) -> tuple[list[Any], int]:
        """The sum of them all, branch by branch."""
        parts: list[tuple[Any, list[Any], int]] = []
        held = 0
        for p, factors in over(branches, 100):
            numbers, each = [1 if self.exact else 1.0], 1
            for law, n in factors:
                part, whole = self.power(law, n)
                numbers = self.times(part, numbers) if len(numbers) > 1 or numbers[0] != 1 else part
                each *= whole
            parts.append((p, numbers, each))
            held += len(numbers)
            if len(parts) > 1:
                room(held)
        if len(parts) == 1 and parts[0][0] == 1:
            return parts[0][1:]
        if not self.exact:
            return self.sum([(p, numbers) for p, numbers, _ in parts]), 1
        whole = lcm(*[p.denominator * each for p, _, each in parts])
        return self.sum([(p.numerator * (whole // (p.denominator * each)), n) for p, n, each in parts]), whole

    def positive(self, found: list[Any]) -> list[Any]:
        return [max(x, 0) for x in found]


class Packed:
    """Of several kinds: chances by packed pools."""

    def __init__(self, coded: Coded, kinds: int, exact: bool) -> None:
        self.coded, self.kinds, self.exact = coded, kinds, exact

    def power(self, law: Law, n: int) -> tuple[dict[int, Any], int]:
        return powered(*self.coded(law), n, self.kinds, self.exact)

    def times(self, a: dict[int, Any], b: dict[int, Any]) -> dict[int, Any]:
        return times(a, b)

    def sum(self, parts: list[tuple[Any, dict[int, Any]]]) -> dict[int, Any]:
        (first, part), *others = parts
        out = dict(part) if first == 1 else {code: x * first for code, x in part.items()}
        for share, part in over(others, 100):
            for code, x in over(part.items()):
                out[code] = out.get(code, 0) + x * share
        return out

    def products(self, branches: list[Branch]) -> tuple[dict[int, Any], int]:
        """The sum of them all, by Horner's rule, factor by factor from the last one: branches that are alike but for it
        are one branch from then on."""
        known: dict[tuple[Law, int], tuple[dict[int, Any], int]] = {}
        rest: dict[int, dict[Factors, list[tuple[dict[int, Any], int]]]] = {}  # by the number of factors left, by these
        for p, factors in over(branches, RUN):
            one = ({0: p.numerator}, p.denominator) if self.exact else ({0: p}, 1)
            rest.setdefault(len(factors), {}).setdefault(factors, []).append(one)
        for left in range(max(rest), 0, -1):
            held = 0
            for factors, parts in over(rest.pop(left, {}).items(), RUN):
                last = factors[-1]
                if last not in known:
                    known[last] = self.power(*last)
                (joint, whole), (part, each) = added(parts), known[last]
                joint = {code: x * joint[0] for code, x in part.items()} if [*joint] == [0] else times(joint, part)
                rest.setdefault(left - 1, {}).setdefault(factors[:-1], []).append((joint, whole * each))
                held += len(joint)
                room(held)
        return added(rest[0][()])

    def positive(self, found: dict[int, Any]) -> dict[int, Any]:
        return {code: x for code, x in found.items() if x > 0}


def mixed(branches: list[Branch], kinds: Any) -> tuple[Any, int]:
    """The sum of all branches. Some may be taken away from the others; what is left is never less than nothing.

    :param kinds: `CountChances` or `Packed`
    """
    if len(branches) > 1 and not kinds.exact:
        found, whole = Horner(kinds).sum(branches), 1
    else:
        found, whole = kinds.products(branches)
    return (kinds.positive(found) if any(p < 0 for p, _ in branches) else found), whole


class Horner:
    """Sums in floats, law by law: ``p A^5 B^35 + q A^6 B^34 + ...``.

    Neighbours have nearly all factors in common, so that each power of A and of B is worked out once, from the one
    before, and multiplied in once.
    """

    def __init__(self, kinds: Any) -> None:
        self.kinds = kinds
        self.last: dict[Law, tuple[int, Any]] = {}  # of each law the power that was asked for last
        self.first: dict[Law, Any] = {}

    def sum(self, branches: list[Branch]) -> Any:
        if len(branches) == 1 and (factors := branches[0][1]):
            return self.kinds.sum([(branches[0][0], self.product(factors))])
        law = with_most_powers(branches)
        if law is None:
            return self.kinds.products(branches)[0]
        by_power: dict[int, list[Branch]] = {}
        for p, factors in over(branches):
            n = sum([n for other, n in factors if other is law])
            by_power.setdefault(n, []).append((p, tuple([end for end in factors if end[0] is not law])))
        at, *lower = sorted(by_power, reverse=True)
        out = self.sum(by_power[at])
        for n in over(lower, RUN):
            out = self.kinds.sum([(1, self.kinds.times(out, self.power(law, at - n))), (1, self.sum(by_power[n]))])
            at = n
        return self.kinds.times(out, self.power(law, at)) if at else out

    def product(self, factors: Factors) -> Any:
        (law, n), *others = factors
        out = self.power(law, n)
        for law, n in others:
            out = self.kinds.times(out, self.power(law, n))
        return out

    def power(self, law: Law, n: int) -> Any:
        at, found = self.last.get(law, (0, None))
        if n == 1:
            found = self.first[law] = self.first.get(law) or self.kinds.power(law, 1)[0]
        elif at == n - 1:
            found = self.kinds.times(found, self.first.get(law) or self.kinds.power(law, 1)[0])
        elif at != n:
            found = self.kinds.power(law, n)[0]
        self.last[law] = n, found
        return found


def with_most_powers(branches: list[Branch]) -> Law | None:
    """None if no law occurs in different powers, or so many do that they have too little in common."""
    powers: dict[Law, set[int]] = {}
    for _, factors in branches:
        for law, n in factors:
            powers.setdefault(law, set()).add(n)
    most = max(powers, key=lambda law: len(powers[law]), default=None)
    return most if most is not None and len(powers[most]) > 1 and len(powers) <= LAWS else None
