"""Lazy pools that meet a line of models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from math import comb, gcd, lcm
from operator import add, mul
from typing import Any, NamedTuple

from shoot_cli.engine.budget import NUMBERS, over, room, weight
from shoot_cli.odds.damage import Effect, Effects, Sparse, advanced, model_by_model, walked
from shoot_cli.odds.laws import (
    BITS,
    ONE,
    TINY,
    TOKENS,
    Branch,
    Coded,
    Law,
    Ways,
    convolved,
    numbers_and_shares,
    one_kind,
    raised,
    several_kinds,
    times,
)
from shoot_cli.odds.lazy_pools import LazyPool, Lines
from shoot_cli.odds.shared_kinds import (
    PART_PLACES,
    Part,
    Rows,
    RunEffects,
    add_row,
    bunch_of,
    laws_in,
    numbered,
    only_bunches,
    only_totals,
    run_met_by_new,
    run_met_by_old,
    runs_of,
    unbunched,
)

# All tokens meet the line: first the counts of each kind, then kind after kind. For a single model: sums of wounds.

Block = tuple[LazyPool, Sparse]  # a pool, and the places in the line that go with it
# one kind: the line before and after it, each with its denominator
Flow = tuple[Effect, list[Any], int, list[Any], int]
PLACES = "chances of places in the line"
Spread = dict[int, dict[int, Any]]  # by packed counts of tokens, by wounds lost


class Allocated:
    """The line after the allocation.

    :ivar vector: the chances by wounds lost, with no token left
    :ivar remain: the chances of each packed pool that is left, with nobody left in reach
    :ivar whole: the denominator of all these chances (1 for floats)
    :ivar flows: returns for each kind of token the line before and after it, and their denominators
    """

    __slots__ = ("flows", "remain", "vector", "whole")

    def __init__(self, vector: list[Any], remain: dict[int, Any], whole: int, flows: Callable[[], list[Flow]]) -> None:
        self.vector, self.remain, self.whole, self.flows = vector, remain, whole, flows


def whole_numbers(sparse: Sparse) -> tuple[Sparse, int]:
    """Return fractions as whole numbers, and their common denominator."""
    whole = lcm(*[x.denominator for _, x in sparse])
    return [(i, x.numerator * (whole // x.denominator)) for i, x in sparse], whole


def meet(pools: Effects, blocks: list[Block], stop: bool, exact: bool) -> Allocated:
    """Allocate all tokens. With `stop`, tokens that find nobody are left over; otherwise they are lost."""
    effects = pools.effects
    if len(blocks) == 1 and pools.sums and (len(effects) > 1 or effects[0].next_place is None):
        return summed_up(pools, blocks, exact)
    return down_the_line(pools, blocks, stop, exact)


def summed_up(pools: Effects, blocks: list[Block], exact: bool) -> Allocated:
    """Allocate to a single model: it loses the sum of all blows, in any order."""
    ((pool, start),), scale, size = blocks, 1, pools.effects[0].size
    if exact:
        start, scale = whole_numbers(start)
    lost_before, share = start[0]
    lost, whole = one_kind(pool.branches, pools.points, size - lost_before, exact)
    places = dense(start, start[-1][0])[lost_before:]
    lost = convolved(lost, places, size - lost_before) if len(places) > 1 else [x * share for x in lost]
    vector = [*[0] * lost_before, *lost, *[0] * (size + 1 - lost_before - len(lost))]
    return Allocated(vector, {}, whole * scale, lambda: down_the_line(pools, blocks, False, exact).flows())


def down_the_line(pools: Effects, blocks: list[Block], stop: bool, exact: bool) -> Allocated:
    """Allocate the tokens one after the other, kind by kind."""
    effects = pools.effects
    if len(blocks) == 1:
        (pool, start), scale = blocks[0], 1
        if exact:
            start, scale = whole_numbers(start)
        if len(effects) == 1:
            effect = effects[0]
            # this many tokens surely kill everybody
            cap = effect.size - start[0][0] if effect.always_moves and not stop else ONE
            numbers, whole = one_kind(pool.branches, pools.thinned_law, cap, exact)
            return one_by_one(effect, numbers, start, whole * scale, stop, exact)
        if len(effects) == 2 and not (stop or exact) and (alone := one_at_most(pool.branches, pools.thinned_law)):
            return one_or_the_other(effects[0], effects[1], *alone, dense(start, effects[0].size))
        if not stop:
            parts: list[Part] = [(branches, pools.thinned_law) for branches in independent(pool.branches)]
            rows, whole, flows = in_turn(effects, parts, len(effects), dense(start, effects[0].size), scale, exact)
            return Allocated(rows[0], {}, whole if exact else 1, lambda: flows)
        joint, whole = several_kinds(pool.branches, pools.thinned_law, len(effects), exact)
        room(len(joint) * len(start), what=PLACES)
        wide = {code: {i: x * p for i, x in start} for code, p in over(joint.items(), len(start)) if p}
        return kind_after_kind(effects, wide, start, whole * scale, scale, stop, exact)
    return joined(pools, blocks, stop, exact)


def one_by_one(effect: Effect, numbers: list[Any], start: Sparse, whole: int, stop: bool, exact: bool) -> Allocated:
    """Allocate tokens of one kind. `numbers` has the chances of 0, 1, 2 ... of them."""
    top = len(numbers) - 1
    if exact:
        room(top * weight(whole * effect.whole**top), 3 * NUMBERS)
    remain: dict[int, Any] = {}
    if effect.next_place is not None and len(start) == 1 and not stop:
        vector = effect.reached(start[0], numbers, exact)
    elif effect.fates and start[0][0] == 0 and len(start) == 1 and not (stop or exact):
        vector = model_by_model(effect.fates, numbers, start[0][1])
    else:
        vector, remain = walked(effect, entered(numbers, start), top, exact, stop)
    whole_after = whole * effect.whole**top if exact else 1

    def flows() -> list[Flow]:
        total = sum(numbers)
        before = dense([(i, p * total) for i, p in start], effect.size)
        return [(effect, before, whole, [*vector[:-1], vector[-1] + sum(remain.values())], whole_after)]

    return Allocated(vector, remain, whole_after, flows)


def entered(numbers: list[Any], start: Sparse) -> dict[int, Sparse]:
    """Return the places in the line by the number of tokens that meet it."""
    if len(start) == 1:
        ((place, p),) = start
        return {tokens: [(place, x * p)] for tokens, x in enumerate(numbers) if x}
    room(len(numbers) * len(start), what=PLACES)
    return {tokens: [(place_before, x * p) for place_before, p in start] for tokens, x in enumerate(numbers) if x}


def dense(places: Iterable[tuple[int, Any]], size: int) -> list[Any]:
    chances: list[Any] = [0] * (size + 1)
    for place, x in places:
        chances[place] += x
    return chances


def one_at_most(branches: list[Branch], coded: Coded) -> tuple[float, float, int] | None:
    """Return the chance of the first kind, the chance of the second if it is not the first, and `n`. Return None unless
    each of `n` alike tokens becomes one of these kinds, or nothing."""
    if len(branches) == 1 and len(branches[0][1]) == 1:
        ((law, n),) = branches[0][1]
        ways, whole = coded(law)
        if len(ways) == 2 + (0 in ways) and 1 in ways and ONE in ways:
            return ways[1] / whole, ways[ONE] / (whole - ways[1]), n
    return None


def one_or_the_other(first: Effect, second: Effect, p: float, q: float, n: int, start: list[float]) -> Allocated:
    """Allocate the tokens of the first kind, then the others, which become one of the second kind or nothing. The two
    counts depend on each other, but the other tokens are independent: Horner's rule over the count of the first."""
    numbers, diagonals = raised([1 - p, p], n, n), first.diagonals(False)
    room(len(numbers) * first.size, 3 * NUMBERS, PLACES)
    turn = [[q * x for x in diagonal] for diagonal in second.diagonals(False)]
    turn[0] = [x + (1 - q) for x in turn[0]]
    chances, lines_after = [x * numbers[0] for x in start], [start]
    for share in over(numbers[1:], 4 * first.size):
        lines_after.append(advanced(diagonals, lines_after[-1]))
        chances = [x + share * y for x, y in zip(advanced(turn, chances), lines_after[-1], strict=True)]
    for _ in over(range(n + 1 - len(numbers)), 2 * first.size):  # counts of the first kind with almost no chance
        chances = advanced(turn, chances)
    drift = sum(chances) / sum(start)  # the rounding error of the sum
    chances = [x / drift for x in chances]

    def flows() -> list[Flow]:
        between = [sum(map(mul, place, numbers)) for place in zip(*lines_after, strict=True)]
        return [(first, start, 1, between, 1), (second, between, 1, chances, 1)]

    return Allocated(chances, {}, 1, flows)


def one_of_several(
    branches: list[Branch], coded: Coded, kinds: int, exact: bool
) -> tuple[list[Any], int, list[int]] | None:
    """Return the chances of the number of tokens, their denominator (1 for floats), and the share of each kind. Return
    None unless every token takes its kind independently with the same shares."""
    shares: list[int] = []
    law_of_numbers: dict[Law, tuple[Ways, int]] = {}
    for law in {law for _, factors in branches for law, _ in factors}:
        ways, whole = coded(law)
        if not any(ways):
            law_of_numbers[law] = {0: whole}, whole
            continue
        split = numbers_and_shares(ways, kinds)
        if split is None:
            return None
        law_shares = [share // gcd(*split[1]) for share in split[1]]
        if shares and law_shares != shares:
            return None
        shares, law_of_numbers[law] = law_shares, ({n: x for n, x in enumerate(split[0]) if x}, whole)
    if not shares:
        return None
    return *one_kind(branches, law_of_numbers.__getitem__, TOKENS, exact), shares


def kind_after_kind(
    effects: list[Effect], spread: Spread, start: Sparse, whole: int, scale: int, stop: bool, exact: bool
) -> Allocated:
    """Allocate kind after kind, by Horner's rule for each count of later kinds."""
    size = effects[0].size
    flows: list[Flow] = []
    before, before_whole = dense(start, size), scale
    remain: dict[int, Any] = {}
    for index, effect in enumerate(effects):
        rows = dict[int, dict[int, Sparse]]()
        for code, lines in over(spread.items(), 20):
            count = code >> BITS * index & ONE - 1
            rows.setdefault(code - (count << BITS * index), {})[count] = list(lines.items())
        top = max((count for row in rows.values() for count in row), default=0)
        factor = effect.whole**top if exact else 1
        whole *= factor
        heavy = weight(whole) if exact else 1
        room(len(rows) * size * heavy, 3 * NUMBERS, PLACES)
        remain = {code: x * factor for code, x in remain.items()}
        spread = {}
        for later, row in over(rows.items(), size, heavy=heavy):
            chances, left_over = walked(effect, row, top, exact, stop)
            if stop and later and chances[size]:
                left_over[0], chances[size] = chances[size], 0
            for count, x in left_over.items():
                code = later + (count << BITS * index)
                remain[code] = remain.get(code, 0) + x
            spread[later] = dict(compress(enumerate(chances), chances))
        line_now = dense(((i, x) for lines in spread.values() for i, x in lines.items()), size)
        line_now[size] += sum(remain.values())
        flows.append((effect, before, before_whole, line_now, whole))
        before, before_whole = line_now, whole
    return Allocated(dense(spread.get(0, {}).items(), size), remain, whole if exact else 1, lambda: flows)


def joined(pools: Effects, blocks: list[Block], stop: bool, exact: bool) -> Allocated:
    """Allocate pools and lines that depend on each other: list the counts for each block, then play all blocks
    together."""
    if len(pools.effects) > 1 and not stop and (allocated := by_totals(pools, blocks, exact)):
        return allocated
    parts: list[tuple[Sparse, Iterable[tuple[int, Any]], int]] = []
    for pool, start in over(blocks, 100):
        scale = 1
        if exact:
            start, scale = whole_numbers(start)
        if len(pools.effects) == 1:
            numbers, whole = one_kind(pool.branches, pools.thinned_law, ONE, exact)
            parts.append((start, enumerate(numbers), whole * scale))
        else:
            joint, whole = several_kinds(pool.branches, pools.thinned_law, len(pools.effects), exact)
            parts.append((start, joint.items(), whole * scale))
    whole = lcm(*[part_whole for _, _, part_whole in parts])
    spread: Spread = {}
    sums: dict[int, Any] = {}
    places_held, heavy = 0, weight(whole)
    for start, codes, part_whole in over(parts, 100):
        factor = whole // part_whole
        for code, p in over([*codes], len(start), heavy=heavy):
            if p:
                places_held += len(start)
                line = spread.setdefault(code, {})
                for i, x in start:
                    line[i] = line.get(i, 0) + (x * p * factor if exact else x * p)
        room(places_held * heavy, 3 * NUMBERS, PLACES)
    for line in over(spread.values(), 20):
        for i, x in line.items():
            sums[i] = sums.get(i, 0) + x
    return kind_after_kind(pools.effects, spread, [*sums.items()], whole, whole, stop, exact)


def by_totals(pools: Effects, blocks: list[Block], exact: bool) -> Allocated | None:
    """Allocate pools and lines that depend on each other, if all tokens take their kinds in the same shares: list only
    their totals. Return None if they do not."""
    kind_shares: list[int] = []
    parts: list[tuple[Sparse, list[Any], int]] = []
    for pool, start in over(blocks, 100):
        result = one_of_several(pool.branches, pools.thinned_law, len(pools.effects), exact)
        if result is None:
            if any(any(pools.thinned_law(law)[0]) for _, factors in pool.branches for law, _ in factors):
                return None
            result = [1 if exact else 1.0], 1, kind_shares
        numbers, part_whole, shares = result
        if kind_shares and shares != kind_shares:
            return None
        scale, kind_shares = 1, shares
        if exact:
            start, scale = whole_numbers(start)
        parts.append((start, numbers, part_whole * scale))
    if not kind_shares:
        return None
    size, whole = pools.effects[0].size, lcm(*[part_whole for _, _, part_whole in parts])
    rows: Rows = {}
    heavy = weight(whole)
    for start, numbers, part_whole in over(parts, 100):
        for n, x in enumerate(over(numbers, size, heavy=heavy)):
            if x > (0 if exact else TINY):
                add_row(
                    rows, n, dense([(i, y * x * (whole // part_whole) if exact else y * x) for i, y in start], size)
                )
        room(len(rows) * size * heavy, 3 * NUMBERS, PLACES)
    kept = [index for index, share in enumerate(kind_shares) if share]
    turns = RunEffects([pools.effects[index] for index in kept], tuple([kind_shares[index] for index in kept]), exact)
    before, before_whole = marginal_of_part(rows, size), whole
    rows, scale, between = run_met_by_old(turns, rows, 0)
    after = whole * scale

    def flows() -> list[Flow]:
        lines = [(before, before_whole), *[(line, after) for line in between]]
        return [(effect, *lines[index], *lines[index + 1]) for index, effect in enumerate(turns.effects)]

    return Allocated(rows[0], {}, after if exact else 1, flows)


def lines(ranks: Any, reach: int | None, allocated: Allocated, exact: bool) -> tuple[Lines | None, Any]:
    """Return the line after all tokens of the pool met it, and the chance that no token is left."""
    if not allocated.remain and not exact:
        return Lines(ranks, reach, allocated.vector, 1), 1.0
    total = sum(allocated.vector)
    if not total:
        return None, 0
    if exact:
        return Lines(ranks, reach, allocated.vector, total), total
    return Lines(ranks, reach, [x / total for x in allocated.vector], 1), total


# Independent parts of pools meet a line kind after kind. Later kinds of a part wait for their turn.


def independent(branches: list[Branch]) -> list[list[Branch]]:
    """Split the pools into independent parts, whose product they are."""
    if len(branches) > 1:
        return [branches]
    ((share, factors),) = branches
    return [[(share, (factor,))] for factor in factors]


def in_turn(
    effects: list[Effect], parts: list[Part], kinds: int, start: list[Any], whole: int, exact: bool
) -> tuple[Rows, int, list[Flow]]:
    """Return the chances by wounds lost for every count of left-over tokens, over one whole number (1 for floats).

    :param parts: the first kinds of each part belong to the effects, in order; further kinds are left over
    :param start: the chances by wounds lost, out of `whole`
    """
    runs = runs_of(laws_in(parts), len(effects))
    if len(runs) < len(effects):
        parts = [(branches, only_totals(coded, runs)) for branches, coded in parts]
    bunches: dict[int, Ways] = {}
    for index in range(len(effects), kinds):
        if bunch := bunch_of(laws_in(parts), index):
            parts = [(branches, only_bunches(coded, index, bunch)) for branches, coded in parts]
            bunches[index] = bunch
    waiting: dict[int, list[Part]] = {}
    for part in over(parts, 100):
        waiting.setdefault(first_kind(part), []).append(part)
    rows: Rows = {0: start}
    flows: list[Flow] = []
    for index, shares in runs:
        effect = effects[index]
        line_before, whole_before = marginal_of_part(rows, effect.size), whole
        new, carried = waiting.pop(index, []), any(numbered(code, index) for code in rows)
        alternatives = either_or(new[0], index) if len(new) == 1 == len(shares) and not carried else None
        if alternatives:
            rows, scale = met_by_either(effect, rows, alternatives, exact)
        else:
            joint, part_whole = joint_chances(new, kinds, exact)
            whole *= part_whole
            if len(shares) > 1:
                run = RunEffects(effects[index : index + len(shares)], shares, exact)
                if carried:
                    rows, scale, between = run_met_by_old(run, spread_out(rows, joint), index)
                else:
                    rows, scale, between = run_met_by_new(run, rows, joint, index)
                whole *= scale
                for kind_effect, line in zip(run.effects, between, strict=True):
                    flows.append((kind_effect, line_before, whole_before, line, whole))
                    line_before, whole_before = line, whole
                continue
            if carried:
                rows, scale = met_by_old(effect, spread_out(rows, joint), index, exact)
            else:
                rows, scale = met_by_new(effect, rows, joint, index, exact)
        whole *= scale
        flows.append((effect, line_before, whole_before, marginal_of_part(rows, effect.size), whole))
    joint, part_whole = joint_chances([part for left in waiting.values() for part in left], kinds, exact)
    rows, whole = spread_out(rows, joint), whole * part_whole
    for index, bunch in bunches.items():
        rows, scale = unbunched(rows, index, bunch, exact)
        whole *= scale
    return rows, whole, flows


def first_kind(part: Part) -> int:
    """Return the index of the first kind that a part can become."""
    branches, coded = part
    codes = [code for _, factors in branches for law, _ in factors for code in coded(law)[0] if code]
    return min([((code & -code).bit_length() - 1) // BITS for code in codes], default=0)


def joint_chances(parts: list[Part], kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Return the chances of all results of these parts, over a whole number (1 for floats)."""
    product, whole = {0: 1}, 1
    for branches, coded in over(parts, 100):
        joint, part_whole = several_kinds(branches, coded, kinds, exact)
        product, whole = times(product, joint) if len(parts) > 1 else joint, whole * part_whole
    return product, whole


def marginal_of_part(rows: Rows, size: int) -> list[Any]:
    """Return the chances by wounds lost, summed over all later tokens."""
    if len(rows) == 1:
        return next(iter(rows.values()))
    return [sum(column) for column in zip(*over(rows.values(), size), strict=True)]


def spread_out(rows: Rows, joint: dict[int, Any]) -> Rows:
    """Return the rows with further later tokens, which are independent of the line."""
    if joint == {0: 1}:
        return rows
    rows_after: Rows = {}
    for code, row in over(rows.items(), 10 * len(joint)):
        for more, x in joint.items():
            add_row(rows_after, code + more, [x * y for y in row])
    return rows_after


# One kind -------------------------------------------------------------------------------------------------------------


def met_by_new(effect: Effect, rows: Rows, joint: dict[int, Any], index: int, exact: bool) -> tuple[Rows, int]:
    """Allocate tokens of this kind whose count is drawn only now, together with later tokens."""
    shares: dict[int, dict[int, Any]] = {}
    for code, x in joint.items():
        n = numbered(code, index)
        shares.setdefault(code - (n << BITS * index), {})[n] = x
    top = max(map(max, shares.values()))
    lines = JoinedLines(effect.diagonals(exact), rows, top + 1 + len(shares), exact)
    lines_after = [lines.long]
    for _ in over(range(top), lines.work):
        lines_after.append(lines.advanced(lines_after[-1]))
    effect_whole = effect.whole if exact else 1
    rows_after: Rows = {}
    for more, numbers in over(shares.items(), lines.work * (top + 1)):
        summed: list[Any] = [0] * len(lines.long)
        for n, x in numbers.items():
            factor = x * effect_whole ** (top - n)
            summed = [*map(add, summed, [factor * y for y in lines_after[n]])]
        lines.add_lines(summed, more, rows_after)
    return rows_after, effect_whole**top


class SplitTokens(NamedTuple):
    """`n` tokens. Each becomes the current kind, another kind, or nothing; the numbers count outcomes out of
    `whole`."""

    n: int
    one: int
    nothing: int
    others: dict[int, int]
    whole: int


def either_or(part: Part, index: int) -> SplitTokens | None:
    """Return the part as `SplitTokens`; None if it has another form."""
    branches, coded = part
    if len(branches) > 1 or len(branches[0][1]) != 1:
        return None
    ((law, n),) = branches[0][1]
    ways, whole = coded(law)
    others = {code: x for code, x in ways.items() if code}
    ways_of_kind = others.pop(1 << BITS * index, 0)
    if not ways_of_kind or not others or any(numbered(code, index) for code in others):
        return None
    return SplitTokens(n, ways_of_kind, ways.get(0, 0), others, whole)


def met_by_either(effect: Effect, rows: Rows, part: SplitTokens, exact: bool) -> tuple[Rows, int]:
    """Allocate tokens of this kind, if a token of the part becomes either this kind or a later one. For a given number
    of tokens of later kinds, each other token is independently one of this kind or nothing."""
    n, own_ways, nothing, others, whole = part
    out_of, effect_whole = (1, effect.whole) if exact else (whole, 1)
    diagonals = [
        [own_ways * x / out_of if out_of > 1 else own_ways * x for x in diagonal]
        for diagonal in effect.diagonals(exact)
    ]
    unchanged = nothing * effect_whole if exact else nothing / out_of
    diagonals[0] = [x + unchanged for x in diagonals[0]]
    powers: list[dict[int, Any]] = [{0: 1}]
    for _ in over(range(n), 20):
        powers.append(times(powers[-1], others if exact else {code: x / out_of for code, x in others.items()}))
    lines, rows_after = JoinedLines(diagonals, rows, n + 1, exact), Rows()
    chances = lines.long
    for tokens_left in over(range(n, -1, -1), lines.work):
        for more, x in powers[tokens_left].items():
            factor = comb(n, tokens_left) * x * effect_whole**tokens_left
            if exact or factor > TINY:
                lines.add_lines([factor * y for y in chances], more, rows_after)
        if tokens_left:
            chances = lines.advanced(chances)
    return rows_after, (whole * effect_whole) ** n if exact else 1


def met_by_old(effect: Effect, rows: Rows, index: int, exact: bool) -> tuple[Rows, int]:
    """Allocate tokens of this kind whose count was drawn earlier: Horner's rule for each count of later tokens."""
    by_count: dict[int, Rows] = {}  # by count of this kind: by later tokens
    for code, row in rows.items():
        n = numbered(code, index)
        by_count.setdefault(n, {})[code - (n << BITS * index)] = row
    top, effect_whole = max(by_count), effect.whole if exact else 1
    if not top:
        return rows, 1
    no_line: list[Any] = [0] * (effect.size + 1)
    rests = dict.fromkeys([rest for by_rest in by_count.values() for rest in by_rest], no_line)
    lines = JoinedLines(effect.diagonals(exact), rests, 2, exact)
    chances = lines.long
    for n in over(range(top, -1, -1), lines.work):
        if n < top:
            chances = lines.advanced(chances)
        if by_rest := by_count.get(n):
            factor = effect_whole ** (top - n)
            line = [x * factor for rest in rests for x in by_rest.get(rest, no_line)]
            chances = [*map(add, chances, line)]
    rows_after: Rows = {}
    lines.add_lines(chances, 0, rows_after)
    return rows_after, effect_whole**top


class JoinedLines:
    """One kind of token against several lines, which stand one after the other in one list.

    :ivar work: the work of one pass through the list
    """

    def __init__(self, diagonals: list[list[Any]], rows: Rows, lists: int, exact: bool) -> None:
        """:param lists: the number of lists of this length that are kept"""
        self.codes, self.size = [*rows], len(diagonals[0])
        self.long: list[Any] = [x for row in rows.values() for x in row]
        heavy = weight(max(self.long)) if exact else 1
        room(len(self.long) * lists * heavy, 8 * NUMBERS, PART_PLACES)
        self.work = 4 * len(self.long) * heavy
        self.diagonals = [(step, diagonal * len(rows)) for step, diagonal in enumerate(diagonals) if any(diagonal)]

    def advanced(self, chances: list[Any]) -> list[Any]:
        """Return the chances of every place in every line after one more token."""
        products: Iterable[Any] = ()
        for step, diagonal in self.diagonals:
            product = map(mul, diagonal, [*[0] * step, *chances]) if step else map(mul, diagonal, chances)
            products = map(add, products, product) if products else product
        return [*products]

    def add_lines(self, chances: list[Any], more: int, rows: Rows) -> None:
        """Add each line to its row, with `more` later tokens."""
        for index, code in enumerate(self.codes):
            add_row(rows, code + more, chances[index * self.size : (index + 1) * self.size])
