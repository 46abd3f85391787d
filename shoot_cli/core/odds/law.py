"""Laws: what one token turns into, as a polynomial with whole numbers; and the algebra of many of them.

A pool is packed into one number, ``BITS`` bits for the count of each kind, so that a product of monomials is one
addition: ``{0: 3, 1: 2, ONE: 1}`` over 6 says: in 3 of 6 ways nothing, in 2 one of the first kind, in 1 one of the
second. Numbers of one kind alone are plain lists: ``[1/2, 1/3, 1/6]`` for none, one, two.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, repeat
from math import comb, factorial, fsum, gcd, lcm, prod
from operator import mul
from typing import Any

from shoot_cli.core.budget import LITTLE, over, weight

BITS = 20
ONE = 1 << BITS
TOKENS = ONE >> 1  # so many tokens of a kind at most: their counts must not run into each other
AT_ONCE = 1 << 20  # bytes of a whole number that may be worked out at one go
LONG = 6_000  # bits of a whole number up to which it is quicker than floats
SHORT = 20  # bytes of a power for each place that is wanted, up to which it is quicker to work out all places at once
TINY = 1e-40  # chances below this at the far end of a list are not worth going on for

Ways = dict[int, int]
Factors = tuple[tuple["Law", int], ...]  # powers of laws of one
Branch = tuple[Any, Factors]  # a chance, and what is in the pool then


class Law:
    """What may come of one token: ``ways`` of each packed pool of ``kinds``, out of ``all``; ``most`` of one kind.

    Laws are compared by identity: what was worked out for one of them is remembered under the law itself.
    """

    __slots__ = ("all", "kinds", "most", "ways")

    def __init__(self, kinds: tuple[Any, ...], ways: Ways, whole: int) -> None:
        self.kinds, self.ways, self.all = kinds, ways, whole
        self.most = max((n for code in ways for n in digits(code, len(kinds))), default=0)


def digits(code: int, kinds: int) -> tuple[int, ...]:
    """The count of each kind in a packed pool.

    >>> digits(3 + 5 * ONE, 2)
    (3, 5)
    """
    return tuple([code >> BITS * place & ONE - 1 for place in range(kinds)])


def unpacked(code: int, kinds: tuple[Any, ...]) -> tuple[tuple[Any, int], ...]:
    return tuple([(kind, n) for place, kind in enumerate(kinds) if (n := code >> BITS * place & ONE - 1)])


def added(parts: list[tuple[dict[Any, int], int]]) -> tuple[dict[Any, int], int]:
    """One law of which each part is a share that its own ways name: they are put over a common number."""
    if len(parts) == 1:
        return parts[0]
    whole = lcm(*[each for _, each in parts])
    out: dict[Any, int] = {}
    for law, each in over(parts, 10):
        times = whole // each
        for end, ways in law.items():
            out[end] = out.get(end, 0) + ways * times
    return out, whole


def times(a: dict[int, Any], b: dict[int, Any]) -> dict[int, Any]:
    """The product of two polynomials."""
    out: dict[int, Any] = {}
    get = out.get
    rows: Iterable[tuple[int, Any]] = a.items()
    if len(a) * len(b) >= LITTLE:
        rows = over(a.items(), len(b), out, weight(next(iter(a.values()))) + weight(next(iter(b.values()))) - 1)
    for i, x in rows:
        for j, y in b.items():
            out[i + j] = get(i + j, 0) + x * y
    return out


def power(ways: dict[int, Any], n: int) -> dict[int, Any]:
    """A polynomial to the n-th: one factor after the other, which is what few terms want."""
    out: dict[int, Any] = {0: 1}
    for _ in range(n):
        out = times(out, ways)
    return out


def substituted(ways: Ways, whole: int, places: Iterable[tuple[int, tuple[Ways, int]]]) -> tuple[Ways, int]:
    """The law with the kind in each place replaced by a law of its own; kinds without one are forgotten."""
    parts = []
    known = [(BITS * place, [({0: 1}, 1), law]) for place, law in places]
    for code, n in over(ways.items(), 20):
        part, each = {0: n}, whole
        for shift, powers in known:
            if m := code >> shift & ONE - 1:
                while len(powers) <= m:
                    powers.append((times(powers[-1][0], powers[1][0]), powers[-1][1] * powers[1][1]))
                part, each = times(part, powers[m][0]), each * powers[m][1]
        parts.append((part, each))
    return reduced(*added(parts))


def reduced(ways: dict[Any, int], whole: int) -> tuple[dict[Any, int], int]:
    common = gcd(whole, *ways.values())
    return ({end: n // common for end, n in ways.items()}, whole // common) if common > 1 else (ways, whole)


# Numbers of one kind: lists ------------------------------------------------------------------------------------------


@lru_cache(512)
def row(n: int) -> tuple[int, ...]:
    """``comb(n, k)`` for every k."""
    return tuple(comb(n, k) for k in range(n + 1))


def convolved(a: list[Any], b: list[Any], cap: int) -> list[Any]:
    """Chances of the sum; from ``cap`` on they share the last place."""
    if len(a) < len(b):
        a, b = b, a
    size, back, full = len(b), b[::-1], len(a) + len(b) - 1
    rows: Iterable[int] = range(min(full, cap + 1))
    heavy = 1
    if size * full >= LITTLE:
        heavy = weight(a[len(a) // 2]) + weight(b[size // 2]) - 1
        rows = over(range(min(full, cap + 1)), size, (), heavy)
    out = [sum(map(mul, a[max(0, k - size + 1) : k + 1], back[max(0, size - 1 - k) :])) for k in rows]
    if full > cap + 1:
        last = over(range(max(0, cap - size + 1), len(a)), size, (), heavy)
        out[cap] = sum(a[i] * sum(b[max(0, cap - i) :]) for i in last)
    return out


def raised(one: list[Any], n: int, cap: int) -> list[Any]:
    """Chances of so many in all from ``n`` independent ones; from ``cap`` on they share the last place.

    >>> raised([0.5, 0.5], 3, 2)
    [0.125, 0.375, 0.5]
    >>> raised([1, 1, 1], 2, 9)
    [1, 2, 3, 2, 1]
    """
    if n == 1:
        out = one
    elif n == 0 or len(one) == 1:
        out = [one[0] ** n]
    elif type(one[-1]) is int:
        out = raised_whole(one, n)
    elif len(one) == 2:
        out = binomial(one[0], one[1], n)
    else:
        out = [1.0]
        for bit in bin(n)[2:] if n else "":
            out = convolved(out, out, cap)
            if bit == "1":
                out = convolved(out, one, cap)
            while out[-1] < TINY:
                out.pop()
    return out if len(out) <= cap + 1 else [*out[:cap], sum(out[cap:])]


def chances(one: list[int], whole: int, n: int, cap: int) -> list[float]:
    """As `raised`, from ways out of ``whole``: worked out in whole numbers where these are not too long.

    A short power is worked out as it is. Of others the derivative tells each coefficient from those before it, so that
    none beyond ``cap`` is needed: ``k one[0] p[k]`` is the sum of ``(i (n + 1) - k) one[i] p[k - i]`` over all ``i``
    from 1.

    >>> chances([1, 1, 1], 3, 2, 3)
    [0.1111111111111111, 0.2222222222222222, 0.3333333333333333, 0.3333333333333333]
    """
    degree = len(one) - 1
    if n < 2 or degree < 2 or cap < 1 or not one[0] or n * whole.bit_length() > LONG:
        return raised([x / whole for x in one], n, cap)
    all_ways, first, places = whole**n, one[0], min(cap, degree * n)
    if all_ways.bit_length() // 8 * degree * n < SHORT * places:
        ways = raised_whole(one, n)[:places]
    else:
        down = one[:0:-1]
        up = [*map(mul, down, range(degree * (n + 1), 0, -n - 1))]
        ways = [0] * (degree - 1) + [first**n]
        for k in over(range(1, places), 2 * degree):
            last = ways[-degree:]
            ways.append((sum(map(mul, up, last)) - k * sum(map(mul, down, last))) // (k * first))
        del ways[: degree - 1]
    return [*[x / all_ways for x in ways], (all_ways - sum(ways)) / all_ways]


def binomial(fail: float, succeed: float, n: int) -> list[float]:
    if n <= 64:
        return [*map(mul, map(mul, row(n), powers(succeed, n)), powers(fail, n)[::-1])]
    if not fail:
        return [0.0] * n + [1.0]
    middle = min(n, int((n + 1) * succeed))  # from the likeliest number to both sides: nothing runs out of range
    odd, up, down = succeed / fail, [1.0], [1.0]
    for k in range(middle, n):
        up.append(up[-1] * odd * (n - k) / (k + 1))
        if up[-1] < TINY:
            break
    for k in range(middle, 0, -1):
        down.append(down[-1] * k / (odd * (n - k + 1)))
    whole = fsum(down) + fsum(up) - 1
    return [x / whole for x in down[:0:-1] + up]


def powers(x: Any, n: int) -> list[Any]:
    return [*accumulate(repeat(x, n), mul, initial=1)]


def raised_whole(one: list[int], n: int) -> list[int]:
    """The power of a polynomial in whole numbers, as one power of one very large number; not too large a one: nothing
    stops it once it is begun."""
    size = ((sum(one) ** n).bit_length() + 8) // 8
    if size * len(one) * n > AT_ONCE:
        half = raised_whole(one, n // 2)
        twice = convolved(half, half, TOKENS)
        return convolved(twice, one, TOKENS) if n % 2 else twice
    packed = int.from_bytes(b"".join(x.to_bytes(size, "little") for x in one), "little") ** n
    data = packed.to_bytes(size * ((len(one) - 1) * n + 1), "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


# Numbers of several kinds --------------------------------------------------------------------------------------------


def coloured(ways: Ways, kinds: int) -> tuple[list[int], list[int]] | None:
    """Ways of each number of tokens of any kind, and the share of each kind, if every token takes its kind by itself.

    >>> coloured({0: 3, 1: 2, ONE: 1}, 2)
    ([3, 3], [2, 1])
    >>> coloured({0: 1, 1 + ONE: 1}, 2) is None  # they come in pairs
    True
    """
    shares = [ways.get(ONE**place, 0) for place in range(kinds)]
    together = sum(shares)
    if not together:
        return None
    counts = [(digits(code, kinds), n) for code, n in over(ways.items(), 5)]
    numbers = [0] * (1 + max(sum(count) for count, _ in counts))
    for count, n in counts:
        numbers[sum(count)] += n
    for count, n in over(counts, 20):
        m = sum(count)
        if m > 1:
            each = factorial(m) // prod(map(factorial, count)) * prod(map(pow, shares, count))
            if n * together**m != numbers[m] * each:
                return None
    return numbers, shares


def painted(numbers: list[Any], shares: list[int]) -> dict[int, Any]:
    """Chances of each packed pool, if so many tokens take their kinds by themselves; whole numbers stay whole."""
    whole = type(numbers[-1]) is int
    top, rest = len(numbers) - 1, sum(shares)
    found: list[tuple[int, int, Any]] = [
        (0, n, x * (rest ** (top - n) if whole else 1)) for n, x in enumerate(numbers) if x
    ]
    for place, share in enumerate(shares[:-1]):
        if not share:
            continue
        rest -= share
        one: list[Any] = [1, share] if whole else [rest / (rest + share), share / (rest + share)]
        rows: dict[int, list[Any]] = {}
        after: list[tuple[int, int, Any]] = []
        heavy = weight(found[len(found) // 2][2]) + share.bit_length() * top // 128 if whole else 1
        for code, left, x in over(found, top, after, heavy):
            if left not in rows:
                rows[left] = raised(one, left, left)
            least = 0 if whole else TINY / x  # what is next to impossible is left out before it is many
            after += [(code + (k << BITS * place), left - k, x * y) for k, y in enumerate(rows[left]) if y > least]
        found = after
    last, share = BITS * (len(shares) - 1), shares[-1]
    return {code + (left << last): x * share**left if whole else x for code, left, x in found if share or not left}


def powered(ways: Ways, whole: int, n: int, kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Chances of each packed pool of ``n`` independent tokens, over a whole number (1 for floats)."""
    if n > 1 and (split := coloured(ways, kinds)):
        numbers, shares = split
        if not exact:
            return painted(raised([x / whole for x in numbers], n, TOKENS), shares), 1
        counts = raised(numbers, n, TOKENS)
        return painted(counts, shares), whole**n * sum(shares) ** (len(counts) - 1)
    if exact:
        return power(ways, n), whole**n
    return power({code: x / whole for code, x in ways.items()}, n), 1
