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


def numbered(code: int, index: int) -> int:
    """Return the count of one kind in a packed pool."""
    return code >> BITS * index & ONE - 1


def add_row(rows: Rows, code: int, row: list[Any]) -> None:
    row_before = rows.get(code)
    rows[code] = row if row_before is None else [*map(add, row_before, row)]


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
    runs: list[Run] = []
    for index in range(kinds):
        shares_of_pair = shares_of_two(laws, index - 1) if runs else None
        if shares_of_pair is None:
            runs.append(Run(index, (1,)))
        else:
            first, shares = runs[-1]
            new_shares = [share * shares_of_pair[0] for share in shares] + [shares[-1] * shares_of_pair[1]]
            runs[-1] = Run(first, tuple([share // gcd(*new_shares) for share in new_shares]))
    return runs


def shares_of_two(laws: list[Ways], index: int) -> tuple[int, int] | None:
    """Return the shares of the kind in this place and the next one; None if they do not always come in the same."""
    pairs: set[tuple[int, int]] = set()
    for ways in over(laws, 100):
        counts = [(numbered(code, index), numbered(code, index + 1), n) for code, n in ways.items()]
        first, second = sum(a * n for a, _, n in counts), sum(b * n for _, b, n in counts)
        if first or second:
            common = gcd(first, second)
            pairs.add((first // common, second // common))
    if len(pairs) != 1:
        return None
    ((first, second),) = pairs
    if not (first and second and all(split_evenly(ways, index, first, second) for ways in laws)):
        return None
    return first, second


def split_evenly(ways: Ways, index: int, one: int, other: int) -> bool:
    """Return True if each token of two kinds is of one or the other independently of all others."""
    step = 1 << BITS * index
    totals: dict[int, int] = {}  # by code, if all were of the first kind
    for code, n in over(ways.items(), 10):
        first = code - numbered(code, index + 1) * (step << BITS) + numbered(code, index + 1) * step
        totals[first] = totals.get(first, 0) + n
    for first, total in over(totals.items(), 30):
        number = numbered(first, index)
        if number > MANY_AT_ONCE:
            return False
        for k in range(number + 1 if number else 0):
            code = first - k * step + k * (step << BITS)
            if ways.get(code, 0) * (one + other) ** number != total * comb(number, k) * one ** (number - k) * other**k:
                return False
    return True


def only_totals(coded: Coded, runs: list[Run]) -> Coded:
    """Return a function that packs laws with all tokens of a run in the place of its first kind."""
    moved = [(run.first, index) for run in runs for index in range(run.first + 1, run.first + len(run.shares))]
    known: dict[Law, tuple[Ways, int]] = {}

    def packed(law: Law) -> tuple[Ways, int]:
        if law not in known:
            ways, whole = coded(law)
            totals: Ways = {}
            for code, n in over(ways.items(), 20):
                for first, index in moved:
                    number = numbered(code, index)
                    code += (number << BITS * first) - (number << BITS * index)
                totals[code] = totals.get(code, 0) + n
            common = gcd(whole, *totals.values())
            known[law] = {code: n // common for code, n in totals.items()}, whole // common
        return known[law]

    return packed


# Tokens that come in bunches ------------------------------------------------------------------------------------------


def bunch_of(laws: Iterable[Ways], index: int) -> Ways | None:
    """Return the ways of each number of this kind in a bunch, if they always come in so many alike bunches: D3 wounds
    for each critical hit. Return None if they do not, or if each bunch is a single token."""
    groups = [group for ways in laws for group in by_others(ways, index).values() if any(group)]
    if not groups:
        return None
    least = {n: factor_of for n, factor_of in min(groups, key=max).items() if n}
    bunch = {n: factor_of // gcd(*least.values()) for n, factor_of in least.items()}
    return bunch if len(bunch) > 1 and all(in_bunches(group, bunch) for group in groups) else None


def by_others(ways: Ways, index: int) -> dict[int, Ways]:
    """Return the ways of each number of this kind, by packed counts of all others."""
    groups: dict[int, Ways] = {}
    for code, factor_of in over(ways.items(), 10):
        n = numbered(code, index)
        groups.setdefault(code - (n << BITS * index), {})[n] = factor_of
    return groups


def in_bunches(group: Ways, bunch: Ways) -> Ways | None:
    """Return the ways of each number of bunches, in which the tokens of a bunch count once. Return None if these
    numbers do not come in bunches."""
    ways_left, ways_by_bunches = dict(group), Ways()
    while ways_left:
        largest = max(ways_left)
        bunches = largest // max(bunch)
        ways_of_bunches = power(bunch, bunches) if bunches <= MANY_AT_ONCE else {}
        factor = ways_left[largest] // ways_of_bunches.get(largest, ways_left[largest] + 1)
        for n, factor_of in ways_of_bunches.items():
            ways_left[n] = ways_left.get(n, 0) - factor_of * factor
        if not factor or min(ways_left.values()) < 0 or ways_left[largest]:
            return None
        ways_by_bunches[bunches], ways_left = factor, {n: factor_of for n, factor_of in ways_left.items() if factor_of}
    return ways_by_bunches


def only_bunches(coded: Coded, index: int, bunch: Ways) -> Coded:
    """Return a function that packs laws with the number of bunches in place of the number of tokens."""
    bunch_ways, known = sum(bunch.values()), dict[Law, tuple[Ways, int]]()

    def packed(law: Law) -> tuple[Ways, int]:
        if law not in known:
            ways, whole = coded(law)
            packed_ways: Ways = {}
            for code, group in by_others(ways, index).items():
                for bunches, factor_of in (in_bunches(group, bunch) or {}).items():
                    packed_ways[code + (bunches << BITS * index)] = factor_of * bunch_ways**bunches
            known[law] = packed_ways, whole
        return known[law]

    return packed


def unbunched(rows: Rows, index: int, bunch: Ways, exact: bool) -> tuple[Rows, int]:
    """Return the rows by the number of tokens again, and their further denominator."""
    bunch_ways, rows_after = sum(bunch.values()), Rows()
    top = max([numbered(code, index) for code in rows], default=0)
    bunch_law: dict[int, Any] = dict(bunch) if exact else {n: x / bunch_ways for n, x in bunch.items()}
    powers: list[dict[int, Any]] = [{0: 1}]
    for code, row in over(sorted(rows.items()), len(rows)):
        bunches = numbered(code, index)
        while len(powers) <= bunches:
            powers.append(times(powers[-1], bunch_law))
        others = code - (bunches << BITS * index)
        for n, x in powers[bunches].items():
            factor = x * bunch_ways ** (top - bunches) if exact else x
            add_row(rows_after, others + (n << BITS * index), [factor * y for y in row])
    return rows_after, bunch_ways**top if exact else 1


# They meet the line ---------------------------------------------------------------------------------------------------


class RunEffects:
    """The effects of a run as numbers for all its tokens.

    :ivar each: all outcomes of one token (1 for floats)
    """

    def __init__(self, effects: list[Effect], shares: tuple[int, ...], exact: bool) -> None:
        self.effects, self.shares, self.exact = effects, shares, exact
        self.size, self.together = effects[0].size + 1, sum(shares)
        self.common = lcm(*[effect.whole for effect in effects]) if exact else 1
        self.each = self.common * self.together if exact else 1

    def diagonals(self, index: int, share: Any) -> list[tuple[int, list[Any]]]:
        """Return the outcomes of a token of this kind, times its share."""
        effect = self.effects[index]
        factor = share * (self.common // effect.whole) if self.exact else share
        scaled = [(step, [x * factor for x in diagonal]) for step, diagonal in enumerate(effect.diagonals(self.exact))]
        return [(step, diagonal) for step, diagonal in scaled if any(diagonal)]


def advanced(diagonals: list[tuple[int, list[Any]]], chances: list[Any]) -> Iterable[Any]:
    """Yield the chances of every place of several lines after one more token. Diagonals are long enough for all."""
    products: Iterable[Any] = ()
    for step, diagonal in diagonals:
        product = map(mul, diagonal, [*[0] * step, *chances]) if step else map(mul, diagonal, chances)
        products = map(add, products, product) if products else product
    return products


def run_met_by_new(run: RunEffects, rows: Rows, joint: dict[int, Any], index: int) -> tuple[Rows, int, list[list[Any]]]:
    """Let the tokens of a run meet the line, whose total is drawn only now, together with later tokens. Return the
    rows, their further denominator, and the line after each kind.

    The line after each total is known once, whatever comes with it.
    """
    exact, token_ways = run.exact, run.each
    numbers: dict[int, dict[int, Any]] = {}  # by later tokens
    for code, x in joint.items():
        if exact or x > TINY:
            n = numbered(code, index)
            numbers.setdefault(code - (n << BITS * index), {})[n] = x
    top = max([n for row in numbers.values() for n in row], default=0)
    totals: list[Any] = [0] * (top + 1)
    for row in over(numbers.values(), top):
        for n, x in row.items():
            totals[n] += x
    start = [x for row in rows.values() for x in row]
    width, size = len(start), run.size
    heavy = weight(max(start) * token_ways**top) if exact else 1
    room(width * (top + 1 + len(numbers)) * heavy, 8 * NUMBERS, PART_PLACES)
    lines, so_far = start, 0
    between: list[list[Any]] = []
    for kind, share in enumerate(run.shares):
        before, so_far = so_far, so_far + share
        lines = after_each_total(run, kind, lines, width, top, before, so_far, heavy)
        shares = number_chances(totals, run, so_far, top)
        line: list[Any] = [0] * size
        for n, x in enumerate(over(shares, 2 * width, heavy=heavy)):
            if x:
                for start_of_line in range(n * width, (n + 1) * width, size):
                    line = [*map(add, line, [x * y for y in lines[start_of_line : start_of_line + size]])]
        between.append(line)
    rows_after: Rows = {}
    for more, row in over(numbers.items(), 2 * width * (top + 1), heavy=heavy):
        summed: list[Any] = [0] * width
        for n, x in row.items():
            factor = x * token_ways ** (top - n) if exact else x
            summed = [*map(add, summed, [factor * y for y in lines[n * width : (n + 1) * width]])]
        for row_index, code in enumerate(rows):
            add_row(rows_after, code + more, summed[row_index * size : (row_index + 1) * size])
    return rows_after, token_ways**top, between


def after_each_total(
    run: RunEffects, kind: int, lines: list[Any], width: int, top: int, before: int, so_far: int, heavy: int
) -> list[Any]:
    """Return the lines after each total of tokens up to this kind, from those up to the kind before: the first of
    `(pE + q)^n` applied to all."""
    others: Any = (1 if before else 0) if run.exact else before / so_far
    share = run.shares[kind] if run.exact else run.shares[kind] / so_far
    diagonals = [(step, x * (len(lines) // run.size)) for step, x in run.diagonals(kind, share)]
    lines_after, budget, work = lines[:width], in_force(), (2 * len(diagonals) + 2) * heavy
    if not before:
        lines = lines_after
    for tokens_left in range(top, 0, -1):
        if before:
            met = advanced(diagonals, lines[: tokens_left * width])
            lines = [*map(add, met, [others * x for x in lines[width:]])]
        else:
            lines = [*advanced(diagonals, lines)]
        lines_after += lines[:width]
        budget.spend(len(lines) * work)
    return lines_after


def number_chances(totals: list[Any], run: RunEffects, so_far: int, top: int) -> list[Any]:
    """Return the chances of the number of tokens of the kinds up to now."""
    other_shares = run.together - so_far
    unchanged: Any
    own_share: Any
    if run.exact:
        unchanged, own_share = other_shares * run.common, 1
        scaled = [x * run.each ** (top - n) for n, x in enumerate(totals)]
    else:
        unchanged, own_share = other_shares / run.together, so_far / run.together
        scaled = totals
    if not other_shares:
        return scaled
    chances: list[Any] = [scaled[-1]]
    for x in over(scaled[-2::-1], 2 * top):  # Horner's rule for `own * n + still`
        chances = [*map(add, [unchanged * y for y in chances] + [0], [0] + [own_share * y for y in chances])]
        chances[0] += x
    return chances


def run_met_by_old(run: RunEffects, rows: Rows, index: int) -> tuple[Rows, int, list[list[Any]]]:
    """Let the tokens of a run meet the line, whose total was drawn earlier. Return the same as `run_met_by_new`.

    Kind after kind the total becomes that of the kinds that are left: Horner's rule for `pE + q` in place of a token.
    """
    exact, each, size = run.exact, run.each, run.size
    by_later: dict[int, dict[int, list[Any]]] = {}  # by later tokens, by the total
    for code, row in rows.items():
        n = numbered(code, index)
        if exact or not n or sum(row) > TINY:
            by_later.setdefault(code - (n << BITS * index), {})[n] = row
    top = max([n for row in by_later.values() for n in row], default=0)
    if exact:
        by_later = {
            rest: {n: [x * each ** (top - n) for x in row] for n, row in by_total.items()}
            for rest, by_total in by_later.items()
        }
    heavy = (
        weight(max([max(row) for by_total in by_later.values() for row in by_total.values()]) * each**top)
        if exact
        else 1
    )
    room(sum([max(by_total) + 1 for by_total in by_later.values()]) * size * heavy, 8 * NUMBERS, PART_PLACES)
    left, between = run.together, list[list[Any]]()
    for kind, share in enumerate(run.shares):
        last = kind == len(run.shares) - 1
        p, q = (share, 0 if last else 1) if exact else (share / left, 0 if last else (left - share) / left)
        diagonals = [(step, x * (top + 1)) for step, x in run.diagonals(kind, p)]
        left -= share
        line: list[Any] = [0] * size
        for rest, by_total in over(by_later.items(), 100):
            lines = horner(diagonals, by_total, q, size, heavy)
            by_later[rest] = {n: lines[n * size : (n + 1) * size] for n in range(len(lines) // size)}
            for n, row in by_later[rest].items():
                factor = (left * run.common) ** n if exact else 1
                line = [*map(add, line, row if factor == 1 else [factor * x for x in row])]
        between.append(line)
    return {rest: by_total[0] for rest, by_total in by_later.items()}, each**top, between


def horner(
    diagonals: list[tuple[int, list[Any]]], by_total: dict[int, list[Any]], q: Any, size: int, heavy: int
) -> list[Any]:
    """Return the lines by the total of tokens that are left, one after the other."""
    top = max(by_total)
    lines, budget, work = by_total[top], in_force(), (2 * len(diagonals) + 2) * heavy
    for n in range(top - 1, -1, -1):
        budget.spend(len(lines) * work)
        if q:
            met = [*advanced(diagonals, lines), *[0] * size]
            lines = [*met[:size], *map(add, met[size:], [q * x for x in lines])]
        else:
            lines = [*advanced(diagonals, lines)]
        if row := by_total.get(n):
            lines[:size] = map(add, lines[:size], row)
    return lines
