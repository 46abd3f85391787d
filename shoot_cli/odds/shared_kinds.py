"""Kinds of tokens that come in the same shares wherever they come, as the dice of one roll of saves do: a run of kinds.

Of such kinds only the total is kept. Given the total, each token is independently of one kind or another; all tokens of
the first kind meet the line first. So a kind needs no numbers of its own: `pE + q` stands for one token that is of this
kind, and meets the line, or of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, gcd, lcm
from operator import add, mul
from typing import Any, NamedTuple

from shoot_cli.engine.budget import NUMBERS, in_force, over, room, weight
from shoot_cli.odds.damage import Effect
from shoot_cli.odds.laws import BITS, ONE, TINY, Branch, Coded, Law, Ways, power, times

Rows = dict[int, list[Any]]  # by packed counts of later tokens: chances by wounds lost
Part = tuple[list[Branch], Coded]  # pools, and a function that packs their laws
PART_PLACES = "chances of places in the line"
MANY_AT_ONCE = 12  # more tokens that come of one are not looked into


def numbered(code: int, place: int) -> int:
    """Return the count of one kind in a packed pool."""
    return code >> BITS * place & ONE - 1


def gather(rows: Rows, code: int, row: list[Any]) -> None:
    found = rows.get(code)
    rows[code] = row if found is None else [*map(add, found, row)]


# Which kinds ----------------------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """Kinds that follow one another, from the index `first` on, and the share of each."""

    first: int
    shares: tuple[int, ...]


def laws_in(parts: list[Part]) -> list[Ways]:
    """Return every law of these parts once, packed."""
    return [coded(law)[0] for branches, coded in parts for law in {law for _, powers in branches for law, _ in powers}]


def runs_of(laws: Iterable[Ways], kinds: int) -> list[Run]:
    """Split the kinds into runs, as long as they can be."""
    laws = [ways for ways in laws if any(ways)]
    out: list[Run] = []
    for place in range(kinds):
        pair = shares_of_two(laws, place - 1) if out else None
        if pair is None:
            out.append(Run(place, (1,)))
        else:
            first, shares = out[-1]
            found = [share * pair[0] for share in shares] + [shares[-1] * pair[1]]
            out[-1] = Run(first, tuple([share // gcd(*found) for share in found]))
    return out


def shares_of_two(laws: list[Ways], place: int) -> tuple[int, int] | None:
    """Return the shares of the kind in this place and the next one; None if they do not always come in the same."""
    found: set[tuple[int, int]] = set()
    for ways in over(laws, 100):
        counts = [(numbered(code, place), numbered(code, place + 1), n) for code, n in ways.items()]
        one, other = sum(a * n for a, _, n in counts), sum(b * n for _, b, n in counts)
        if one or other:
            common = gcd(one, other)
            found.add((one // common, other // common))
    if len(found) != 1:
        return None
    ((one, other),) = found
    if not (one and other and all(split_evenly(ways, place, one, other) for ways in laws)):
        return None
    return one, other


def split_evenly(ways: Ways, place: int, one: int, other: int) -> bool:
    """Return True if each token of two kinds is of one or the other independently of all others."""
    step = 1 << BITS * place
    totals: dict[int, int] = {}  # by code, if all were of the first kind
    for code, n in over(ways.items(), 10):
        first = code - numbered(code, place + 1) * (step << BITS) + numbered(code, place + 1) * step
        totals[first] = totals.get(first, 0) + n
    for first, total in over(totals.items(), 30):
        m = numbered(first, place)
        if m > MANY_AT_ONCE:
            return False
        for k in range(m + 1 if m else 0):
            code = first - k * step + k * (step << BITS)
            if ways.get(code, 0) * (one + other) ** m != total * comb(m, k) * one ** (m - k) * other**k:
                return False
    return True


def only_totals(coded: Coded, runs: list[Run]) -> Coded:
    """Return a function that packs laws with all tokens of a run in the place of its first kind."""
    moved = [(run.first, place) for run in runs for place in range(run.first + 1, run.first + len(run.shares))]
    known: dict[Law, tuple[Ways, int]] = {}

    def packed(law: Law) -> tuple[Ways, int]:
        if law not in known:
            ways, whole = coded(law)
            out: Ways = {}
            for code, n in over(ways.items(), 20):
                for first, place in moved:
                    m = numbered(code, place)
                    code += (m << BITS * first) - (m << BITS * place)
                out[code] = out.get(code, 0) + n
            common = gcd(whole, *out.values())
            known[law] = {code: n // common for code, n in out.items()}, whole // common
        return known[law]

    return packed


# Tokens that come in bunches ------------------------------------------------------------------------------------------


def bunch_of(laws: Iterable[Ways], place: int) -> Ways | None:
    """Return the ways of each number of this kind in a bunch, if they always come in so many alike bunches: D3 wounds
    for each critical hit. Return None if they do not, or if each bunch is a single token."""
    groups = [group for ways in laws for group in by_others(ways, place).values() if any(group)]
    if not groups:
        return None
    least = {n: x for n, x in min(groups, key=max).items() if n}
    bunch = {n: x // gcd(*least.values()) for n, x in least.items()}
    return bunch if len(bunch) > 1 and all(in_bunches(group, bunch) for group in groups) else None


def by_others(ways: Ways, place: int) -> dict[int, Ways]:
    """Return the ways of each number of this kind, by packed counts of all others."""
    found: dict[int, Ways] = {}
    for code, x in over(ways.items(), 10):
        n = numbered(code, place)
        found.setdefault(code - (n << BITS * place), {})[n] = x
    return found


def in_bunches(group: Ways, bunch: Ways) -> Ways | None:
    """Return the ways of each number of bunches, in which the tokens of a bunch count once. Return None if these
    numbers do not come in bunches."""
    left, out = dict(group), Ways()
    while left:
        most = max(left)
        k = most // max(bunch)
        whole = power(bunch, k) if k <= MANY_AT_ONCE else {}
        factor = left[most] // whole.get(most, left[most] + 1)
        for n, x in whole.items():
            left[n] = left.get(n, 0) - x * factor
        if not factor or min(left.values()) < 0 or left[most]:
            return None
        out[k], left = factor, {n: x for n, x in left.items() if x}
    return out


def only_bunches(coded: Coded, place: int, bunch: Ways) -> Coded:
    """Return a function that packs laws with the number of bunches in place of the number of tokens."""
    each, known = sum(bunch.values()), dict[Law, tuple[Ways, int]]()

    def packed(law: Law) -> tuple[Ways, int]:
        if law not in known:
            ways, whole = coded(law)
            out: Ways = {}
            for code, group in by_others(ways, place).items():
                for k, x in (in_bunches(group, bunch) or {}).items():
                    out[code + (k << BITS * place)] = x * each**k
            known[law] = out, whole
        return known[law]

    return packed


def unbunched(rows: Rows, place: int, bunch: Ways, exact: bool) -> tuple[Rows, int]:
    """Return the rows by the number of tokens again, and their further denominator."""
    each, out = sum(bunch.values()), Rows()
    top = max([numbered(code, place) for code in rows], default=0)
    one: dict[int, Any] = dict(bunch) if exact else {n: x / each for n, x in bunch.items()}
    powers: list[dict[int, Any]] = [{0: 1}]
    for code, row in over(sorted(rows.items()), len(rows)):
        k = numbered(code, place)
        while len(powers) <= k:
            powers.append(times(powers[-1], one))
        left = code - (k << BITS * place)
        for n, x in powers[k].items():
            factor = x * each ** (top - k) if exact else x
            gather(out, left + (n << BITS * place), [factor * y for y in row])
    return out, each**top if exact else 1


# They meet the line ---------------------------------------------------------------------------------------------------


class Turns:
    """The effects of a run as numbers for all its tokens.

    :ivar each: all outcomes of one token (1 for floats)
    """

    def __init__(self, effects: list[Effect], shares: tuple[int, ...], exact: bool) -> None:
        self.effects, self.shares, self.exact = effects, shares, exact
        self.size, self.together = effects[0].size + 1, sum(shares)
        self.common = lcm(*[effect.whole for effect in effects]) if exact else 1
        self.each = self.common * self.together if exact else 1

    def diagonals(self, at: int, share: Any) -> list[tuple[int, list[Any]]]:
        """Return the outcomes of a token of this kind, times its share."""
        effect = self.effects[at]
        factor = share * (self.common // effect.whole) if self.exact else share
        found = [(d, [x * factor for x in diagonal]) for d, diagonal in enumerate(effect.diagonals(self.exact))]
        return [(d, diagonal) for d, diagonal in found if any(diagonal)]


def advanced(diagonals: list[tuple[int, list[Any]]], long: list[Any]) -> Iterable[Any]:
    """Yield the chances of every place of several lines after one more token. Diagonals are long enough for all."""
    products: Iterable[Any] = ()
    for d, diagonal in diagonals:
        product = map(mul, diagonal, [*[0] * d, *long]) if d else map(mul, diagonal, long)
        products = map(add, products, product) if products else product
    return products


def run_met_by_new(turns: Turns, rows: Rows, joint: dict[int, Any], place: int) -> tuple[Rows, int, list[list[Any]]]:
    """Let the tokens of a run meet the line, whose total is drawn only now, together with later tokens. Return the
    rows, their further denominator, and the line after each kind.

    The line after each total is known once, whatever comes with it.
    """
    exact, each = turns.exact, turns.each
    numbers: dict[int, dict[int, Any]] = {}  # by later tokens
    for code, x in joint.items():
        if exact or x > TINY:
            n = numbered(code, place)
            numbers.setdefault(code - (n << BITS * place), {})[n] = x
    top = max([n for row in numbers.values() for n in row], default=0)
    totals: list[Any] = [0] * (top + 1)
    for row in over(numbers.values(), top):
        for n, x in row.items():
            totals[n] += x
    start = [x for row in rows.values() for x in row]
    width, size = len(start), turns.size
    heavy = weight(max(start) * each**top) if exact else 1
    room(width * (top + 1 + len(numbers)) * heavy, 8 * NUMBERS, PART_PLACES)
    long, so_far = start, 0
    between: list[list[Any]] = []
    for at, share in enumerate(turns.shares):
        before, so_far = so_far, so_far + share
        long = after_each_total(turns, at, long, width, top, before, so_far, heavy)
        shares = thinned(totals, turns, so_far, top)
        line: list[Any] = [0] * size
        for n, x in enumerate(over(shares, 2 * width, heavy=heavy)):
            if x:
                for begin in range(n * width, (n + 1) * width, size):
                    line = [*map(add, line, [x * y for y in long[begin : begin + size]])]
        between.append(line)
    out: Rows = {}
    for more, row in over(numbers.items(), 2 * width * (top + 1), heavy=heavy):
        mixed: list[Any] = [0] * width
        for n, x in row.items():
            factor = x * each ** (top - n) if exact else x
            mixed = [*map(add, mixed, [factor * y for y in long[n * width : (n + 1) * width]])]
        for index, code in enumerate(rows):
            gather(out, code + more, mixed[index * size : (index + 1) * size])
    return out, each**top, between


def after_each_total(
    turns: Turns, at: int, long: list[Any], width: int, top: int, before: int, so_far: int, heavy: int
) -> list[Any]:
    """Return the lines after each total of tokens up to this kind, from those up to the kind before: the first of
    `(pE + q)^n` applied to all."""
    others: Any = (1 if before else 0) if turns.exact else before / so_far
    share = turns.shares[at] if turns.exact else turns.shares[at] / so_far
    diagonals = [(d, x * (len(long) // turns.size)) for d, x in turns.diagonals(at, share)]
    out, budget, work = long[:width], in_force(), (2 * len(diagonals) + 2) * heavy
    if not before:
        long = out
    for left in range(top, 0, -1):
        if before:
            own = advanced(diagonals, long[: left * width])
            long = [*map(add, own, [others * x for x in long[width:]])]
        else:
            long = [*advanced(diagonals, long)]
        out += long[:width]
        budget.spend(len(long) * work)
    return out


def thinned(totals: list[Any], turns: Turns, so_far: int, top: int) -> list[Any]:
    """Return the chances of the number of tokens of the kinds up to now."""
    rest = turns.together - so_far
    still: Any
    own: Any
    if turns.exact:
        still, own = rest * turns.common, 1
        scaled = [x * turns.each ** (top - n) for n, x in enumerate(totals)]
    else:
        still, own = rest / turns.together, so_far / turns.together
        scaled = totals
    if not rest:
        return scaled
    out: list[Any] = [scaled[-1]]
    for x in over(scaled[-2::-1], 2 * top):  # Horner's rule for `own * n + still`
        out = [*map(add, [still * y for y in out] + [0], [0] + [own * y for y in out])]
        out[0] += x
    return out


def run_met_by_old(turns: Turns, rows: Rows, place: int) -> tuple[Rows, int, list[list[Any]]]:
    """Let the tokens of a run meet the line, whose total was drawn earlier. Return the same as `run_met_by_new`.

    Kind after kind the total becomes that of the kinds that are left: Horner's rule for `pE + q` in place of a token.
    """
    exact, each, size = turns.exact, turns.each, turns.size
    found: dict[int, dict[int, list[Any]]] = {}  # by later tokens, by the total
    for code, row in rows.items():
        n = numbered(code, place)
        if exact or not n or sum(row) > TINY:
            found.setdefault(code - (n << BITS * place), {})[n] = row
    top = max([n for row in found.values() for n in row], default=0)
    if exact:
        found = {rest: {n: [x * each ** (top - n) for x in row] for n, row in by.items()} for rest, by in found.items()}
    heavy = weight(max([max(row) for by in found.values() for row in by.values()]) * each**top) if exact else 1
    room(sum([max(by) + 1 for by in found.values()]) * size * heavy, 8 * NUMBERS, PART_PLACES)
    left, between = turns.together, list[list[Any]]()
    for at, share in enumerate(turns.shares):
        last = at == len(turns.shares) - 1
        p, q = (share, 0 if last else 1) if exact else (share / left, 0 if last else (left - share) / left)
        diagonals = [(d, x * (top + 1)) for d, x in turns.diagonals(at, p)]
        left -= share
        line: list[Any] = [0] * size
        for rest, by_total in over(found.items(), 100):
            long = horner(diagonals, by_total, q, size, heavy)
            found[rest] = {n: long[n * size : (n + 1) * size] for n in range(len(long) // size)}
            for n, row in found[rest].items():
                factor = (left * turns.common) ** n if exact else 1
                line = [*map(add, line, row if factor == 1 else [factor * x for x in row])]
        between.append(line)
    return {rest: by[0] for rest, by in found.items()}, each**top, between


def horner(
    diagonals: list[tuple[int, list[Any]]], by_total: dict[int, list[Any]], q: Any, size: int, heavy: int
) -> list[Any]:
    """Return the lines by the total of tokens that are left, one after the other."""
    top = max(by_total)
    long, budget, work = by_total[top], in_force(), (2 * len(diagonals) + 2) * heavy
    for n in range(top - 1, -1, -1):
        budget.spend(len(long) * work)
        if q:
            own = [*advanced(diagonals, long), *[0] * size]
            long = [*own[:size], *map(add, own[size:], [q * x for x in long])]
        else:
            long = [*advanced(diagonals, long)]
        if row := by_total.get(n):
            long[:size] = map(add, long[:size], row)
    return long
