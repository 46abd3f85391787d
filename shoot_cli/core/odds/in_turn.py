"""Independent parts of pools going down a line kind after kind: what has come of a part is carried along to its turn.

All numbers of all kinds together would be a product over the parts; here only those are told apart whose kinds are
still to come. Places of the line for all of them stand one after the other in one long list, so that a step is one for
all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from operator import add, mul
from typing import Any, NamedTuple

from shoot_cli.core.budget import NUMBERS, over, room, weight
from shoot_cli.core.odds.damage import Effect
from shoot_cli.core.odds.law import BITS, ONE, TINY, Branch, times
from shoot_cli.core.odds.mixtures import Coded, several_kinds

Rows = dict[int, list[Any]]  # by packed numbers of tokens still to come: chances by wounds lost
Part = tuple[list[Branch], Coded]  # pools, and what packs their laws
Flow = tuple[Effect, list[Any], int, list[Any], int]  # of a kind: the line before and after it, and what each is out of
PART_PLACES = "chances of places in the line"


def independent(branches: list[Branch]) -> list[list[Branch]]:
    """The pools as parts that do not hang on each other; their product is what they stand for."""
    if len(branches) > 1:
        return [branches]
    ((one, factors),) = branches
    return [[(one, (factor,))] for factor in factors]


def in_turn(
    effects: list[Effect], parts: list[Part], kinds: int, start: list[Any], whole: int, exact: bool
) -> tuple[Rows, int, list[Flow]]:
    """The chances by wounds lost of every number of what is left, all over one whole number (1 for floats).

    :param parts: the first kinds of each are one for each effect, in order; others are left over
    :param start: chances by wounds lost, out of ``whole``
    """
    waiting: dict[int, list[Part]] = {}
    for part in over(parts, 100):
        waiting.setdefault(first_kind(part), []).append(part)
    rows: Rows = {0: start}
    flows: list[Flow] = []
    for place, effect in enumerate(effects):
        before, before_whole = marginal_of_part(rows, effect.size), whole
        new, carried = waiting.pop(place, []), any(numbered(code, place) for code in rows)
        apart = either_or(new[0], place) if len(new) == 1 and not carried else None
        if apart:
            rows, scale = met_by_either(effect, rows, apart, exact)
        else:
            joint, each = all_of(new, kinds, exact)
            whole *= each
            if carried:
                rows, scale = met_by_old(effect, spread_out(rows, joint), place, exact)
            else:
                rows, scale = met_by_new(effect, rows, joint, place, exact)
        whole *= scale
        flows.append((effect, before, before_whole, marginal_of_part(rows, effect.size), whole))
    joint, each = all_of([part for left in waiting.values() for part in left], kinds, exact)
    return spread_out(rows, joint), whole * each, flows


def first_kind(part: Part) -> int:
    """The first kind that may come of a part."""
    branches, coded = part
    codes = [code for _, factors in branches for law, _ in factors for code in coded(law)[0] if code]
    return min([((code & -code).bit_length() - 1) // BITS for code in codes], default=0)


def all_of(parts: list[Part], kinds: int, exact: bool) -> tuple[dict[int, Any], int]:
    """Chances of all that comes of these parts, over a whole number (1 for floats)."""
    found, whole = {0: 1}, 1
    for branches, coded in over(parts, 100):
        joint, each = several_kinds(branches, coded, kinds, exact)
        found, whole = times(found, joint) if len(parts) > 1 else joint, whole * each
    return found, whole


def numbered(code: int, place: int) -> int:
    """How many of one kind there are in a packed pool."""
    return code >> BITS * place & ONE - 1


def marginal_of_part(rows: Rows, size: int) -> list[Any]:
    """The chances by wounds lost, whatever is still to come."""
    if len(rows) == 1:
        return next(iter(rows.values()))
    return [sum(column) for column in zip(*over(rows.values(), size), strict=True)]


def spread_out(rows: Rows, joint: dict[int, Any]) -> Rows:
    """With more tokens still to come, whatever became of the line."""
    if joint == {0: 1}:
        return rows
    out: Rows = {}
    for code, row in over(rows.items(), 10 * len(joint)):
        for more, x in joint.items():
            gather(out, code + more, [x * y for y in row])
    return out


def gather(rows: Rows, code: int, row: list[Any]) -> None:
    found = rows.get(code)
    rows[code] = row if found is None else [*map(add, found, row)]


# One kind ------------------------------------------------------------------------------------------------------------


def met_by_new(effect: Effect, rows: Rows, joint: dict[int, Any], place: int, exact: bool) -> tuple[Rows, int]:
    """Tokens of this kind, of which it is drawn only now how many there are, and what else comes with them."""
    shares: dict[int, dict[int, Any]] = {}
    for code, x in joint.items():
        n = numbered(code, place)
        shares.setdefault(code - (n << BITS * place), {})[n] = x
    top = max(map(max, shares.values()))
    lines = Lined(effect.diagonals(exact), rows, top + 1 + len(shares), exact)
    after = [lines.long]
    for _ in over(range(top), lines.work):
        after.append(lines.advanced(after[-1]))
    each = effect.whole if exact else 1
    out: Rows = {}
    for more, numbers in over(shares.items(), lines.work * (top + 1)):
        mixed: list[Any] = [0] * len(lines.long)
        for n, x in numbers.items():
            factor = x * each ** (top - n)
            mixed = [*map(add, mixed, [factor * y for y in after[n]])]
        lines.lay_down(mixed, more, out)
    return out, each**top


class SplitTokens(NamedTuple):
    """``n`` tokens, each of which turns into one of the kind at hand, or others, or nothing: ways out of ``whole``."""

    n: int
    one: int
    nothing: int
    others: dict[int, int]
    whole: int


def either_or(part: Part, place: int) -> SplitTokens | None:
    """The part so, if it is like that."""
    branches, coded = part
    if len(branches) > 1 or len(branches[0][1]) != 1:
        return None
    ((law, n),) = branches[0][1]
    ways, whole = coded(law)
    others = {code: x for code, x in ways.items() if code}
    one = others.pop(1 << BITS * place, 0)
    if not one or not others or any(numbered(code, place) for code in others):
        return None
    return SplitTokens(n, one, ways.get(0, 0), others, whole)


def met_by_either(effect: Effect, rows: Rows, part: SplitTokens, exact: bool) -> tuple[Rows, int]:
    """Tokens of this kind, where what else comes of the part comes of other tokens.

    If it is so many that others come of, all but these are one of this kind or nothing, each by itself.
    """
    n, one, nothing, others, whole = part
    out_of, each = (1, effect.whole) if exact else (whole, 1)
    turn = [[one * x / out_of if out_of > 1 else one * x for x in diagonal] for diagonal in effect.diagonals(exact)]
    still = nothing * each if exact else nothing / out_of
    turn[0] = [x + still for x in turn[0]]
    powers: list[dict[int, Any]] = [{0: 1}]
    for _ in over(range(n), 20):
        powers.append(times(powers[-1], others if exact else {code: x / out_of for code, x in others.items()}))
    lines, out = Lined(turn, rows, n + 1, exact), Rows()
    long = lines.long
    for left in over(range(n, -1, -1), lines.work):
        for more, x in powers[left].items():
            factor = comb(n, left) * x * each**left
            if exact or factor > TINY:
                lines.lay_down([factor * y for y in long], more, out)
        if left:
            long = lines.advanced(long)
    return out, (whole * each) ** n if exact else 1


def met_by_old(effect: Effect, rows: Rows, place: int, exact: bool) -> tuple[Rows, int]:
    """Tokens of this kind that were drawn with others before: Horner's rule for each number of those still to come."""
    found: dict[int, Rows] = {}  # by number: by what is still to come
    for code, row in rows.items():
        n = numbered(code, place)
        found.setdefault(n, {})[code - (n << BITS * place)] = row
    top, each = max(found), effect.whole if exact else 1
    if not top:
        return rows, 1
    none: list[Any] = [0] * (effect.size + 1)
    rests = dict.fromkeys([rest for by_rest in found.values() for rest in by_rest], none)
    lines = Lined(effect.diagonals(exact), rests, 2, exact)
    long = lines.long
    for n in over(range(top, -1, -1), lines.work):
        if n < top:
            long = lines.advanced(long)
        if by_rest := found.get(n):
            factor = each ** (top - n)
            now = [x * factor for rest in rests for x in by_rest.get(rest, none)]
            long = [*map(add, long, now)]
    out: Rows = {}
    lines.lay_down(long, 0, out)
    return out, each**top


class Lined:
    """One kind of token against several lines that stand one after the other in one list.

    :ivar work: to go once through all of it
    """

    def __init__(self, diagonals: list[list[Any]], rows: Rows, lists: int, exact: bool) -> None:
        """:param lists: so many as long as that are kept"""
        self.codes, self.size = [*rows], len(diagonals[0])
        self.long: list[Any] = [x for row in rows.values() for x in row]
        heavy = weight(max(self.long)) if exact else 1
        room(len(self.long) * lists * heavy, 8 * NUMBERS, PART_PLACES)
        self.work = 4 * len(self.long) * heavy
        self.diagonals = [(d, diagonal * len(rows)) for d, diagonal in enumerate(diagonals) if any(diagonal)]

    def advanced(self, long: list[Any]) -> list[Any]:
        """The chances of every place of every line after one more token."""
        products: Iterable[Any] = ()
        for d, diagonal in self.diagonals:
            product = map(mul, diagonal, [*[0] * d, *long]) if d else map(mul, diagonal, long)
            products = map(add, products, product) if products else product
        return [*products]

    def lay_down(self, long: list[Any], more: int, rows: Rows) -> None:
        """Each line in its row, where ``more`` is still to come."""
        for at, code in enumerate(self.codes):
            gather(rows, code + more, long[at * self.size : (at + 1) * self.size])
