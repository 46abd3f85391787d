"""Laws: the outcomes of one token as a polynomial, and the algebra of many tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from heapq import heappop, heappush
from itertools import accumulate, repeat
from math import comb, factorial, fsum, gcd, lcm, prod
from operator import add, mul
from typing import Any

from shoot_cli.engine.budget import LITTLE, NUMBERS, RUN, in_force, over, room, weight

# Packed pools: the count of each kind takes `BITS` bits of a whole number. A hash is the rest of a number by 2**61 - 1,
# where the counts then stand six bits apart. With fewer bits, most pools of four kinds would be in each other's way.

BITS = 67
ONE = 1 << BITS
TOKENS = 1 << 19  # the most tokens of a kind
AT_ONCE = 1 << 20  # bytes of the largest whole number that is computed in one step
LONG = 6_000  # up to this number of bits, whole numbers are faster than floats
SHORT = 20  # up to this number of bytes per wanted place, the whole power is computed
FEW = 8  # up to this many chances, numbers are added chance by chance
TINY = 1e-40  # smaller chances at the end of a list are dropped

Ways = dict[int, int]
Factors = tuple[tuple["Law", int], ...]  # powers of laws
Branch = tuple[Any, Factors]  # a chance, and the pool in this case


class Law:
    """The outcomes of one token: the `ways` of each packed pool of `kinds`, out of `all`. `most` is the highest count.
    Laws are compared by identity, so that results can be cached under the law itself."""

    __slots__ = ("all", "kinds", "most", "ways")

    def __init__(self, kinds: tuple[Any, ...], ways: Ways, whole: int) -> None:
        self.kinds, self.ways, self.all = kinds, ways, whole
        self.most = max((n for code in ways for n in digits(code, len(kinds))), default=0)


def digits(code: int, kinds: int) -> tuple[int, ...]:
    """Return the count of each kind in a packed pool.

    >>> digits(3 + 5 * ONE, 2)
    (3, 5)
    """
    return tuple([code >> BITS * index & ONE - 1 for index in range(kinds)])


def unpacked(code: int, kinds: tuple[Any, ...]) -> tuple[tuple[Any, int], ...]:
    return tuple([(kind, n) for index, kind in enumerate(kinds) if (n := code >> BITS * index & ONE - 1)])


def added(parts: list[tuple[dict[Any, int], int]]) -> tuple[dict[Any, int], int]:
    """Return the sum of the parts over a common denominator. Each part contains its own share in its ways."""
    if len(parts) == 1:
        return parts[0]
    whole = lcm(*[part_whole for _, part_whole in parts])
    summed: dict[Any, int] = {}
    for law, part_whole in over(parts, 10):
        factor = whole // part_whole
        for end, ways in law.items():
            summed[end] = summed.get(end, 0) + ways * factor
    return summed, whole


def times(a: dict[int, Any], b: dict[int, Any]) -> dict[int, Any]:
    """Return the product of two polynomials."""
    product: dict[int, Any] = {}
    get = product.get
    rows: Iterable[tuple[int, Any]] = a.items()
    if len(a) * len(b) >= LITTLE:
        rows = over(a.items(), len(b), product, weight(next(iter(a.values()))) + weight(next(iter(b.values()))) - 1)
    for i, ways in rows:
        for j, other_ways in b.items():
            product[i + j] = get(i + j, 0) + ways * other_ways
    return product


def power(ways: dict[int, Any], n: int) -> dict[int, Any]:
    """Return the n-th power of a polynomial by repeated products, which is fast for few terms."""
    product: dict[int, Any] = {0: 1}
    for _ in range(n):
        product = times(product, ways)
    return product


def substituted(ways: Ways, whole: int, indexed_laws: Iterable[tuple[int, tuple[Ways, int]]]) -> tuple[Ways, int]:
    """Return the law with the kind in each place replaced by a law; kinds without a law are dropped."""
    parts = []
    powers_by_shift = [(BITS * index, [({0: 1}, 1), law]) for index, law in indexed_laws]
    for code, ways_of_pool in over(ways.items(), 20):
        part, part_whole = {0: ways_of_pool}, whole
        for shift, powers in powers_by_shift:
            if n := code >> shift & ONE - 1:
                while len(powers) <= n:
                    powers.append((times(powers[-1][0], powers[1][0]), powers[-1][1] * powers[1][1]))
                part, part_whole = times(part, powers[n][0]), part_whole * powers[n][1]
        parts.append((part, part_whole))
    return reduced(*added(parts))


def reduced(ways: dict[Any, int], whole: int) -> tuple[dict[Any, int], int]:
    common = gcd(whole, *ways.values())
    return ({end: n // common for end, n in ways.items()}, whole // common) if common > 1 else (ways, whole)


# Counts of one kind: lists --------------------------------------------------------------------------------------------


@lru_cache(512)
def binomials(n: int) -> tuple[int, ...]:
    """Return `comb(n, k)` for every k."""
    return tuple(comb(n, k) for k in range(n + 1))


def convolved(a: list[Any], b: list[Any], cap: int) -> list[Any]:
    """Return the chances of the sum; all sums from `cap` on share the last place."""
    if len(a) < len(b):
        a, b = b, a
    size, full = len(b), len(a) + len(b) - 1
    rows: Iterable[int] = range(min(full, cap + 1))
    weight_of_product = 1
    if size * full >= LITTLE:
        weight_of_product = weight(a[len(a) // 2]) + weight(b[size // 2]) - 1
        rows = over(range(min(full, cap + 1)), size, (), weight_of_product)
    if size <= FEW and full <= cap + 1 and type(rows) is range:  # few long sums are faster than many short ones
        pad: list[Any] = [0] * (size - 1)
        padded = [*pad, *a, *pad]
        products = [map(mul, padded[i : i + full], repeat(b[-1 - i])) for i in range(size)]
        return [*reduce(lambda x, y: map(add, x, y), products)]
    reversed_b = b[::-1]
    sums = [sum(map(mul, a[max(0, k - size + 1) : k + 1], reversed_b[max(0, size - 1 - k) :])) for k in rows]
    if full > cap + 1:
        last = over(range(max(0, cap - size + 1), len(a)), size, (), weight_of_product)
        sums[cap] = sum(a[i] * sum(b[max(0, cap - i) :]) for i in last)
    return sums


def raised(base: list[Any], n: int, cap: int) -> list[Any]:
    """Return the chances of the sum of `n` independent numbers; all sums from `cap` on share the last place.

    >>> raised([0.5, 0.5], 3, 2)
    [0.125, 0.375, 0.5]
    >>> raised([1, 1, 1], 2, 9)
    [1, 2, 3, 2, 1]
    """
    if n == 1:
        sums = base
    elif n == 0 or len(base) == 1:
        sums = [base[0] ** n]
    elif type(base[-1]) is int:
        sums = raised_whole(base, n)
    elif len(base) == 2:
        sums = binomial(base[0], base[1], n)
    else:
        sums = [1.0]
        for bit in bin(n)[2:] if n else "":
            sums = convolved(sums, sums, cap)
            if bit == "1":
                sums = convolved(sums, base, cap)
            while sums[-1] < TINY:
                sums.pop()
    return sums if len(sums) <= cap + 1 else [*sums[:cap], sum(sums[cap:])]


def chances(base: list[int], whole: int, n: int, cap: int) -> list[float]:
    """Return the same as `raised`, from ways out of `whole`. It computes in whole numbers if these are not too long.

    A short power is computed directly. For others the derivative gives each coefficient from earlier ones, so that none
    beyond `cap` is needed: `k one[0] p[k]` is the sum of `(i (n + 1) - k) one[i] p[k - i]` over all `i` from 1.

    >>> chances([1, 1, 1], 3, 2, 3)
    [0.1111111111111111, 0.2222222222222222, 0.3333333333333333, 0.3333333333333333]
    """
    degree = len(base) - 1
    if n < 2 or degree < 2 or cap < 1 or not base[0] or n * whole.bit_length() > LONG:
        return raised([x / whole for x in base], n, cap)
    all_ways, first, places = whole**n, base[0], min(cap, degree * n)
    if all_ways.bit_length() // 8 * degree * n < SHORT * places:
        ways = raised_whole(base, n)[:places]
    else:
        down = base[:0:-1]
        up = [*map(mul, down, range(degree * (n + 1), 0, -n - 1))]
        ways = [0] * (degree - 1) + [first**n]
        for k in over(range(1, places), 2 * degree):
            last = ways[-degree:]
            ways.append((sum(map(mul, up, last)) - k * sum(map(mul, down, last))) // (k * first))
        del ways[: degree - 1]
    return [*[x / all_ways for x in ways], (all_ways - sum(ways)) / all_ways]


def binomial(fail: float, succeed: float, n: int) -> list[float]:
    """Return the chances of 0 to `n` successes."""
    if n <= 64:
        return [*map(mul, map(mul, binomials(n), powers(succeed, n)), powers(fail, n)[::-1])]
    if not fail:
        return [0.0] * n + [1.0]
    middle = min(n, int((n + 1) * succeed))  # from the likeliest number to both sides, which avoids underflow
    ratio, up, down = succeed / fail, [1.0], [1.0]
    for k in range(middle, n):
        up.append(up[-1] * ratio * (n - k) / (k + 1))
        if up[-1] < TINY:
            break
    for k in range(middle, 0, -1):
        down.append(down[-1] * k / (ratio * (n - k + 1)))
    whole = fsum(down) + fsum(up) - 1
    return [x / whole for x in down[:0:-1] + up]


def powers(x: Any, n: int) -> list[Any]:
    return [*accumulate(repeat(x, n), mul, initial=1)]


def raised_whole(base: list[int], n: int) -> list[int]:
    """Return the power of a polynomial as one power of a very large number. Larger ones are split, as nothing can stop
    them."""
    size = ((sum(base) ** n).bit_length() + 8) // 8
    if size * len(base) * n > AT_ONCE:
        half = raised_whole(base, n // 2)
        twice = convolved(half, half, TOKENS)
        return convolved(twice, base, TOKENS) if n % 2 else twice
    packed = int.from_bytes(b"".join(x.to_bytes(size, "little") for x in base), "little") ** n
    data = packed.to_bytes(size * ((len(base) - 1) * n + 1), "little")
    return [int.from_bytes(data[start : start + size], "little") for start in range(0, len(data), size)]


# Counts of several kinds ----------------------------------------------------------------------------------------------


def numbers_and_shares(ways: Ways, kinds: int) -> tuple[list[int], list[int]] | None:
    """Return the ways of each number of tokens, and the share of each kind; None if tokens do not take kinds
    independently.

    >>> numbers_and_shares({0: 3, 1: 2, ONE: 1}, 2)
    ([3, 3], [2, 1])
    >>> numbers_and_shares({0: 1, 1 + ONE: 1}, 2) is None  # they come in pairs
    True
    """
    shares = [ways.get(ONE**index, 0) for index in range(kinds)]
    together = sum(shares)
    if not together:
        return None
    counts = [(digits(code, kinds), ways_of_pool) for code, ways_of_pool in over(ways.items(), 5)]
    numbers = [0] * (1 + max(sum(count) for count, _ in counts))
    for count, ways_of_pool in counts:
        numbers[sum(count)] += ways_of_pool
    for count, ways_of_pool in over(counts, 20):
        total = sum(count)
        if total > 1:
            expected = factorial(total) // prod(map(factorial, count)) * prod(map(pow, shares, count))
            if ways_of_pool * together**total != numbers[total] * expected:
                return None
    return numbers, shares


def pools_by_shares(numbers: list[Any], shares: list[int]) -> dict[int, Any]:
    """Return the chances of each packed pool if tokens take their kinds independently; whole numbers stay whole."""
    whole = type(numbers[-1]) is int
    top, rest = len(numbers) - 1, sum(shares)
    partial: list[tuple[int, int, Any]] = [
        (0, n, x * (rest ** (top - n) if whole else 1)) for n, x in enumerate(numbers) if x
    ]
    for index, share in enumerate(shares[:-1]):
        if not share:
            continue
        rest -= share
        single: list[Any] = [1, share] if whole else [rest / (rest + share), share / (rest + share)]
        rows: dict[int, list[Any]] = {}
        after: list[tuple[int, int, Any]] = []
        heavy = weight(partial[len(partial) // 2][2]) + share.bit_length() * top // 128 if whole else 1
        for code, left, x in over(partial, top, after, heavy):
            if left not in rows:
                rows[left] = raised(single, left, left)
            least = 0 if whole else TINY / x  # nearly impossible terms are dropped before they become many
            after += [(code + (k << BITS * index), left - k, x * y) for k, y in enumerate(rows[left]) if y > least]
        partial = after
    last, share = BITS * (len(shares) - 1), shares[-1]
    return {code + (left << last): x * share**left if whole else x for code, left, x in partial if share or not left}


def powered(ways: Ways, whole: int, n: int, kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Return the chances of each packed pool of `n` independent tokens, over a whole number (1 for floats)."""
    if n > 1 and (split := numbers_and_shares(ways, kinds)):
        numbers, shares = split
        if not exact:
            return pools_by_shares(raised([x / whole for x in numbers], n, TOKENS), shares), 1
        counts = raised(numbers, n, TOKENS)
        return pools_by_shares(counts, shares), whole**n * sum(shares) ** (len(counts) - 1)
    product = power_of_two_kinds(ways, n, kinds) if n >= FEW_TOKENS else None
    if product is None and n >= MORE_TOKENS:
        product = power_of_kinds(ways, n, kinds)
    if exact:
        return power(ways, n) if product is None else product, whole**n
    if product is not None:
        all_ways, least = whole**n, int(whole**n * TINY)  # nearly impossible terms are dropped
        return {code: x / all_ways for code, x in product.items() if x > least}, 1
    return power({code: x / whole for code, x in ways.items()}, n), 1


FEW_TOKENS, MORE_TOKENS = 5, 10  # of fewer tokens of two kinds, or of more, repeated products are as quick


def power_of_two_kinds(ways: Ways, n: int, kinds: int) -> Ways | None:
    """Return the n-th power of a polynomial, each term from earlier ones as in `chances`. Both kinds become one, whose
    counts are `a + b * wide`. Return None if a token never becomes nothing, if there are not two kinds, or if the
    numbers are too many.

    >>> power_of_two_kinds({0: 2, 1: 1, ONE: 3}, 5, 2) == power({0: 2, 1: 1, ONE: 3}, 5)
    True
    """
    ways_of_nothing, counts = ways.get(0), [(digits(code, kinds), x) for code, x in ways.items() if code]
    indexes = [index for index in range(kinds) if any(count[index] for count, _ in counts)]
    if not ways_of_nothing or len(indexes) != 2:
        return None
    first, second = indexes
    wide, high = (1 + n * max(count[index] for count, _ in counts) for index in indexes)
    terms = sorted([(count[first] + count[second] * wide, x) for count, x in counts])
    if wide * high * (1 + n * sum(ways.values()).bit_length() // 128) > 3 * NUMBERS:
        return None
    steps = [-step for step, _ in terms]
    down = [x for _, x in terms]
    up = [(n + 1) * step * x for step, x in terms]
    least = terms[-1][0]
    coefficients = [0] * least + [ways_of_nothing**n]  # zeros ahead of the first
    for k in over(range(1, wide * high), 4 * len(terms), heavy=1 + n * ways_of_nothing.bit_length() // 128):
        last = [coefficients[step] for step in steps]
        coefficients.append((sum(map(mul, up, last)) - k * sum(map(mul, down, last))) // (k * ways_of_nothing))
    del coefficients[:least]
    return {(k % wide << BITS * first) + (k // wide << BITS * second): x for k, x in enumerate(coefficients) if x}


def power_of_kinds(ways: Ways, n: int, kinds: int) -> Ways | None:
    """Return the n-th power of a polynomial as `power_of_two_kinds` does, of any number of kinds: only the terms that
    can be, lowest first. Return None if a token never becomes nothing.

    >>> power_of_kinds({0: 2, 1: 1, ONE: 3, ONE**2: 1}, 5, 3) == power({0: 2, 1: 1, ONE: 3, ONE**2: 1}, 5)
    True
    """
    ways_of_nothing, counts = ways.get(0), [(digits(code, kinds), x) for code, x in ways.items() if code]
    if not ways_of_nothing or not counts:
        return None
    strides = [
        *accumulate([1 + (n + 1) * max(count[index] for count, _ in counts) for index in range(kinds)], mul, initial=1)
    ]
    terms = [
        (sum(map(mul, count, strides)), code, x) for (count, x), code in zip(counts, filter(None, ways), strict=True)
    ]
    pools, waiting = dict[int, int](), [(0, 0)]  # by packed pool; counts times strides with their packed pools
    sums = {0: 0}  # by counts times strides
    heavy = 1 + n * sum(ways.values()).bit_length() // 128
    budget, work = in_force(), 4 * len(terms) * heavy
    while waiting:
        k, code = heappop(waiting)
        ways_here = sums.pop(k) // (k * ways_of_nothing) if k else ways_of_nothing**n
        if not ways_here:  # more tokens than there can be
            continue
        pools[code] = ways_here
        budget.spend(work)
        room(len(pools) * heavy, 3 * NUMBERS)
        for step, more, x in terms:
            if k + step not in sums:
                heappush(waiting, (k + step, code + more))
                sums[k + step] = 0
            sums[k + step] += (n * step - k) * x * ways_here
    return pools


# Counts in pools: sums of products of powers of laws.

Coded = Callable[[Law], tuple[Ways, int]]
LAWS = 50  # above this number of laws, Horner's rule does not help


def one_kind(branches: list[Branch], coded: Coded, cap: int, exact: bool) -> tuple[list[Any], int]:
    """Return the chances of 0, 1, 2 ... of the only kind, over a whole number (1 for floats)."""
    if len(branches) == 1 == len(branches[0][1]):  # the usual case: only alike tokens
        ((only_law, n),) = branches[0][1]
        return CountChances(coded, cap, exact).power(only_law, n)
    if len(branches) > 1:
        laws = {factors[0][0] if len(factors) == 1 else None for _, factors in branches if factors}
        if len(laws) == 1 and (law := laws.pop()):
            return sum_of_powers(branches, *coded(law), cap, exact)
    return sum_of_branches(branches, CountChances(coded, cap, exact))


def several_kinds(branches: list[Branch], coded: Coded, kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Return the chances of each packed pool, over a whole number (1 for floats)."""
    return sum_of_branches(branches, Packed(coded, kinds, exact))


def sum_of_powers(branches: list[Branch], ways: Ways, whole: int, cap: int, exact: bool) -> tuple[list[Any], int]:
    """Return the mix of powers of one law, by Horner's rule."""
    shares: dict[int, Any] = {}
    for p, factors in branches:
        n = factors[0][1] if factors else 0
        shares[n] = shares.get(n, 0) + p
    top, common = max(shares), 1
    if exact:
        common = lcm(*[p.denominator for p in shares.values()])
        shares = {n: int(p * common) * whole ** (top - n) for n, p in shares.items()}
        base: list[Any] = [ways.get(k, 0) for k in range(1 + max(ways))]
    else:
        base = [ways.get(k, 0) / whole for k in range(1 + max(ways))]
    sums: list[Any] = [shares[top]]
    for n in over(range(top - 1, -1, -1), 10):
        sums = convolved(sums, base, cap)
        sums[0] += shares.get(n, 0)
    sums[0] = max(sums[0], 0)
    return sums, common * whole**top if exact else 1


class CountChances:
    """Chances of one kind as a list; all counts from `cap` on share one place."""

    def __init__(self, coded: Coded, cap: int, exact: bool) -> None:
        self.coded, self.cap, self.exact = coded, cap, exact

    def power(self, law: Law, n: int) -> tuple[list[Any], int]:
        ways, whole = self.coded(law)
        base = [ways.get(k, 0) for k in range(1 + max(ways))]
        return (raised(base, n, self.cap), whole**n) if self.exact else (chances(base, whole, n, self.cap), 1)

    def times(self, a: list[Any], b: list[Any]) -> list[Any]:
        return convolved(a, b, self.cap)

    def sum(self, parts: list[tuple[Any, list[Any]]]) -> list[Any]:
        summed: list[Any] = [0] * max(len(part) for _, part in parts)
        for share, part in over(parts, 100):
            summed[: len(part)] = map(add, summed, part if share == 1 else [x * share for x in part])
        return summed

    def products(self, branches: list[Branch]) -> tuple[list[Any], int]:
        """Return the sum of all branches, branch by branch."""
        parts: list[tuple[Any, list[Any], int]] = []
        numbers_held = 0
        for p, factors in over(branches, 100):
            numbers, scale = [1 if self.exact else 1.0], 1
            for law, n in factors:
                part, whole = self.power(law, n)
                numbers = self.times(part, numbers) if len(numbers) > 1 or numbers[0] != 1 else part
                scale *= whole
            parts.append((p, numbers, scale))
            numbers_held += len(numbers)
            if len(parts) > 1:
                room(numbers_held)
        if len(parts) == 1 and parts[0][0] == 1:
            return parts[0][1:]
        if not self.exact:
            return self.sum([(p, numbers) for p, numbers, _ in parts]), 1
        whole = lcm(*[p.denominator * scale for p, _, scale in parts])
        return self.sum([(p.numerator * (whole // (p.denominator * scale)), n) for p, n, scale in parts]), whole

    def positive(self, numbers: list[Any]) -> list[Any]:
        return [max(x, 0) for x in numbers]


class Packed:
    """Chances of several kinds, by packed pool."""

    def __init__(self, coded: Coded, kinds: int, exact: bool) -> None:
        self.coded, self.kinds, self.exact = coded, kinds, exact

    def power(self, law: Law, n: int) -> tuple[dict[int, Any], int]:
        return powered(*self.coded(law), n, self.kinds, self.exact)

    def times(self, a: dict[int, Any], b: dict[int, Any]) -> dict[int, Any]:
        return times(a, b)

    def sum(self, parts: list[tuple[Any, dict[int, Any]]]) -> dict[int, Any]:
        (first, part), *others = parts
        summed = dict(part) if first == 1 else {code: x * first for code, x in part.items()}
        for share, part in over(others, 100):
            for code, x in over(part.items()):
                summed[code] = summed.get(code, 0) + x * share
        return summed

    def products(self, branches: list[Branch]) -> tuple[dict[int, Any], int]:
        """Return the sum of all branches by Horner's rule, beginning with the last factor. Branches that differ only in
        the last factor become one branch."""
        powers: dict[tuple[Law, int], tuple[dict[int, Any], int]] = {}
        # by the number of factors left, by these factors
        waiting: dict[int, dict[Factors, list[tuple[dict[int, Any], int]]]] = {}
        for p, factors in over(branches, RUN):
            start = ({0: p.numerator}, p.denominator) if self.exact else ({0: p}, 1)
            waiting.setdefault(len(factors), {}).setdefault(factors, []).append(start)
        for left in range(max(waiting), 0, -1):
            numbers_held = 0
            for factors, parts in over(waiting.pop(left, {}).items(), RUN):
                last_factor = factors[-1]
                if last_factor not in powers:
                    powers[last_factor] = self.power(*last_factor)
                (product, whole), (part, scale) = added(parts), powers[last_factor]
                product = (
                    {code: x * product[0] for code, x in part.items()} if [*product] == [0] else times(product, part)
                )
                waiting.setdefault(left - 1, {}).setdefault(factors[:-1], []).append((product, whole * scale))
                numbers_held += len(product)
                room(numbers_held)
        return added(waiting[0][()])

    def positive(self, chances: dict[int, Any]) -> dict[int, Any]:
        return {code: x for code, x in chances.items() if x > 0}


def sum_of_branches(branches: list[Branch], algebra: Any) -> tuple[Any, int]:
    """Return the sum of all branches. Branches may be negative, but the result never is.

    :param algebra: `CountChances` or `Packed`
    """
    if len(branches) > 1 and not algebra.exact:
        summed, whole = Horner(algebra).sum(branches), 1
    else:
        summed, whole = algebra.products(branches)
    return (algebra.positive(summed) if any(p < 0 for p, _ in branches) else summed), whole


class Horner:
    """Sums of floats, law by law: `p A^5 B^35 + q A^6 B^34 + ...`. Neighbours share nearly all factors. Each power of A
    and B is computed once, from the previous one, and multiplied once."""

    def __init__(self, algebra: Any) -> None:
        self.kinds = algebra
        self.last: dict[Law, tuple[int, Any]] = {}  # the latest power of each law
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
        power, *lower = sorted(by_power, reverse=True)
        total = self.sum(by_power[power])
        for n in over(lower, RUN):
            total = self.kinds.sum(
                [(1, self.kinds.times(total, self.power(law, power - n))), (1, self.sum(by_power[n]))]
            )
            power = n
        return self.kinds.times(total, self.power(law, power)) if power else total

    def product(self, factors: Factors) -> Any:
        (law, n), *others = factors
        product = self.power(law, n)
        for law, n in others:
            product = self.kinds.times(product, self.power(law, n))
        return product

    def power(self, law: Law, n: int) -> Any:
        latest, result = self.last.get(law, (0, None))
        if n == 1:
            result = self.first[law] = self.first.get(law) or self.kinds.power(law, 1)[0]
        elif latest == n - 1:
            result = self.kinds.times(result, self.first.get(law) or self.kinds.power(law, 1)[0])
        elif latest != n:
            result = self.kinds.power(law, n)[0]
        self.last[law] = n, result
        return result


def with_most_powers(branches: list[Branch]) -> Law | None:
    """Return the law with the most different powers, of which none at all is one; None if no law has several powers, or
    if there are too many laws."""
    powers: dict[Law, set[int]] = {}
    branches_with: dict[Law, int] = {}  # in how many branches
    for _, factors in branches:
        for law, n in factors:
            powers.setdefault(law, set()).add(n)
            branches_with[law] = branches_with.get(law, 0) + 1
    several = {law: len(numbers) + (branches_with[law] < len(branches)) for law, numbers in powers.items()}
    most = max(several, key=several.__getitem__, default=None)
    return most if most is not None and several[most] > 1 and len(powers) <= LAWS else None
