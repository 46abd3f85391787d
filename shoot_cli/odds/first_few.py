"""Rules in which something happens to the first few dice of a roll, as when one failed die is re-rolled.

All other dice are still independent of each other. So the pools are split by the number of such dice, up to `few`. Each
case has a law for a die, in which a mark counts such dice, and a law for what is made of the first few. The cases with
fewer dice take a coefficient of the power of the law. The last case takes all the rest: everything minus the others.

A rule may take tokens of the first few dice back, as when a failed save is rolled again: their number is negative when
it has these dice alone. Then the last case is split by the die that is the last of the few.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

from shoot_cli.engine.budget import RUN, over, room
from shoot_cli.odds.damage import added_up
from shoot_cli.odds.forking_table import Forking, cache, remembered
from shoot_cli.odds.laws import BITS, ONE, Branch, Factors, Law, Ways, reduced
from shoot_cli.odds.outcomes import ConvertRules, NeedsAll, TokenOutcomes, composed, shared_law, unchanged_law

MARK = "one of the first few"  # a kind of token that counts such dice in a law
Branches = list[tuple[Any, Factors]]
NOISE = 1e-13  # a smaller chance, as the difference of floats, is a rounding error


def cases_of(
    rules: ConvertRules, branches: list[Branch], kinds: tuple[Any, ...], table: Forking, ratio: Any, noise: float
) -> list[Branches]:
    """Return the branches of every case after the rule; the chances of all cases sum to 1.

    :param kinds: all kinds of tokens in the branches
    :param ratio: returns a chance from ways and all ways
    """
    (kind,) = rules.rules
    cases = [branches]
    for token in kinds:
        if type(token) is kind:
            few = few_of(rules, token, table)
            cases = [
                case for old_case in cases for case in split_by_few(rules, token, few, old_case, table, ratio, noise)
            ]
    return cases


def few_of(rules: ConvertRules, token: Any, table: Forking) -> int:
    """Return how many dice of these tokens change something for all; 0 if each token is on its own.
    :raises NeedsAll: the rule must see all dice of these tokens"""
    try:
        rules.outcomes(token, table)
    except NeedsAll as stopped:
        if not stopped.few:
            raise
        return stopped.few
    return 0


def split_by_few(
    rules: ConvertRules, token: Any, few: int, branches: Branches, table: Forking, ratio: Any, noise: float
) -> Iterator[Branches]:
    """Yield the branches with this kind of token replaced, for each number of dice to which something happens."""
    if not few:
        yield [(p, replaced(factors, token, rules.outcomes(token, table))) for p, factors in over(branches, RUN)]
        return
    for n in range(few + 1):
        other_tokens = supposed_outcomes(rules, token, n, False, table)
        first = supposed_outcomes(rules, token, n, True, table).factors if n else ()
        lost_kind = taken_back(rules, first, n)
        first = tuple((law, m) for law, m in first if m > 0)
        case: Branches = []
        for p, factors in over(branches, RUN):
            marked = replaced(factors, token, other_tokens)
            if lost_kind is not None and n == few:
                case += [(p * q, others + first) for q, others in without_first(rules, marked, few, lost_kind, ratio)]
            elif lost_kind is not None:
                case += [(p * q, others + first) for q, others in with_marks(marked, n, ratio, rules, lost_kind)]
            elif n < few:
                case += [(p * q, others + first) for q, others in with_marks(marked, n, ratio)]
            else:
                case.append((p, tuple((unmarked(law), m) for law, m in marked) + first))
                case += [(-p * q, others + first) for k in range(few) for q, others in with_marks(marked, k, ratio)]
            room(len(case))
        merge_lines: dict[Factors, Any] = {}
        for p, factors in case:
            merge_lines[factors] = merge_lines.get(factors, 0) + p
        if sum(merge_lines.values()) > (noise if n == few else 0):
            yield [(p, factors) for factors, p in merge_lines.items() if p]


def replaced(factors: Factors, token: Any, turns: TokenOutcomes) -> Factors:
    """Return the factors with this kind of token replaced by its outcomes."""
    return tuple(
        (composed(law, *[turns if kind == token else unchanged(kind) for kind in law.kinds]), n)
        if token in law.kinds
        else (law, n)
        for law, n in factors
    )


@remembered
def unchanged(token: Any) -> TokenOutcomes:
    """Return the outcomes of a token that no rule takes."""
    return TokenOutcomes(((unchanged_law(token), 1),), {})


def supposed_outcomes(rules: ConvertRules, token: Any, few: int, only_these: bool, table: Forking) -> TokenOutcomes:
    """Return what comes of the first few dice alone (`only_these`), or of one token that is none of them.

    Of the first few dice, tokens that always come are factors of their own. The other token has a mark if it could be
    one of them.
    """
    key = supposed_outcomes, rules, token, few, only_these
    result = cache.known.get(key)
    if result is None:
        before = table.questions
        ends, whole = table.supposing(few, only_these, rules.rules[type(token)], token)
        pools = [({**dict(pool), MARK: 0 if only_these else seen}, ways) for (pool, seen), ways in ends.items()]
        all_kinds = dict.fromkeys(kind for pool, _ in pools for kind in pool)
        always = {kind: min(pool.get(kind, 0) for pool, _ in pools) if only_these else 0 for kind in all_kinds}
        kinds: dict[Any, int] = {}
        law: Ways = {}
        for pool, ways in pools:
            code = 0
            for kind in all_kinds:
                if n := pool.get(kind, 0) - always[kind]:
                    code += n * ONE ** kinds.setdefault(kind, len(kinds))
            law[code] = law.get(code, 0) + ways
        factors = [(unchanged_law(kind), n) for kind, n in always.items() if n]
        if any(law):
            factors.append((shared_law(tuple(kinds), *reduced(law, whole)), 1))
        elif not only_these:
            factors.append((shared_law((), {0: 1}, 1), 1))
        result = TokenOutcomes(tuple(factors), {})
        if table.questions == before:
            cache.keep(key, result)
    return result


# Tokens that are taken back -------------------------------------------------------------------------------------------


def taken_back(rules: ConvertRules, first: Factors, few: int) -> Any:
    """Return the kind of token of which each of the first few dice loses one; None if they lose nothing.
    :raises NeedsAll: they lose something else"""
    lost = [(law.kinds[0], n) for law, n in first if n < 0]
    if not lost:
        return None
    if len(lost) > 1 or lost[0][1] != -few:
        raise NeedsAll(next(iter(rules.rules)))
    return lost[0][0]


@remembered
def fewer(rules: ConvertRules, law: Law, kind: Any, n: int) -> Law:
    """Return the law with `n` tokens of a kind less. :raises NeedsAll: not all of its pools have so many"""
    if not n or not law.ways:
        return law
    index = law.kinds.index(kind) if kind in law.kinds else 0
    if kind not in law.kinds or any((code >> BITS * index & ONE - 1) < n for code in law.ways):
        raise NeedsAll(next(iter(rules.rules)))
    return Law(law.kinds, {code - (n << BITS * index): ways for code, ways in law.ways.items()}, law.all)


def without_first(rules: ConvertRules, factors: Factors, few: int, kind: Any, ratio: Any) -> Branches:
    """Return the branches with at least so many marks, in which each of the first few lost a token of this kind. Each
    branch says which token has the last of these marks."""
    rows: list[tuple[int, Any, Factors]] = [(few, 1, ())]  # marks that are still to come, chance, what came
    done: Branches = []
    for law, n in factors:
        if MARK not in law.kinds:
            rows = [(left, p, (*before, (law, n))) for left, p, before in rows]
            done = [(p, (*before, (law, n))) for p, before in done]
            continue
        parts, plain = parts_by_marks(law), unmarked(law)
        less = [fewer(rules, part, kind, marks) for marks, part in enumerate(parts)]
        done = [(p, (*before, *as_factors(plain, n))) for p, before in done]
        for left, p, before in rows:
            for index in over(range(n), RUN):
                for used in range(left):
                    for q, came in power_with(less, 1, index, used, law.all, ratio):
                        for last in (fewer(rules, part, kind, left - used) for part in parts[left - used :]):
                            later = *as_factors(last, 1), *as_factors(plain, n - 1 - index)
                            done.append((p * q * ratio(last.all, law.all), (*before, *came, *later)))
            room(len(done))
        rows = [
            (left - used, p * q, (*before, *came))
            for left, p, before in rows
            for used in range(left)
            for q, came in power_with(less, 1, n, used, law.all, ratio)
        ]
    return [(p, factors) for p, factors in done if p]


def as_factors(law: Law, n: int) -> Factors:
    """Return the power of a law; () if nothing comes of it."""
    return ((law, n),) if n and any(law.ways) else ()


# Marks in laws --------------------------------------------------------------------------------------------------------


@remembered
def parts_by_marks(law: Law) -> list[Law]:
    """Return the law for 0, 1, 2 ... marks, without them. `all` of each part is the number of its ways."""
    index = law.kinds.index(MARK)
    lower_bits = (1 << BITS * index) - 1
    parts: list[Ways] = []
    for code, ways in law.ways.items():
        marks = code >> BITS * index & ONE - 1
        parts += [{} for _ in range(marks + 1 - len(parts))]
        unmarked_code = code & lower_bits | code >> BITS * (index + 1) << BITS * index
        parts[marks][unmarked_code] = parts[marks].get(unmarked_code, 0) + ways
    kinds = law.kinds[:index] + law.kinds[index + 1 :]
    return [Law(kinds, part, sum(part.values())) for part in parts]


@remembered
def unmarked(law: Law) -> Law:
    """Return the law without its marks."""
    if MARK not in law.kinds:
        return law
    parts = parts_by_marks(law)
    return Law(parts[0].kinds, added_up(item for part in parts for item in part.ways.items()), law.all)


def with_marks(
    factors: Factors, marks: int, ratio: Any, rules: ConvertRules | None = None, lost_kind: Any = None
) -> Branches:
    """Return the branches in which all factors together have this number of marks; their chances do not sum to 1.

    :param rules, lost_kind: by these rules each mark takes one token of this kind; None if it takes nothing
    """
    rows: list[tuple[int, Any, Factors]] = [(marks, 1, ())]
    for law, n in factors:
        if MARK not in law.kinds:
            rows = [(left, p, (*before, (law, n))) for left, p, before in rows]
            continue
        parts = parts_by_marks(law)
        if rules is not None:
            parts = [fewer(rules, part, lost_kind, number) for number, part in enumerate(parts)]
        rows = [
            (left - used, p * q, (*before, *after))
            for left, p, before in rows
            for used in range(left + 1)
            for q, after in power_with(parts, 1, n, used, law.all, ratio)
        ]
    return [(p, all_factors) for left, p, all_factors in rows if not left]


def power_with(parts: list[Law], least: int, n: int, marks: int, whole: int, ratio: Any) -> Branches:
    """Return the branches of a power of a law with this number of marks. A token has 0 of them, or at least `least`."""
    if not marks:
        unmarked_part = parts[0]
        if n and not unmarked_part.all:
            return []
        return [(ratio(unmarked_part.all, whole) ** n, ((unmarked_part, n),) if n and any(unmarked_part.ways) else ())]
    if least > marks or least >= len(parts) or not n:
        return []
    branches: Branches = []
    part, p = parts[least], ratio(parts[least].all, whole)
    for k in range(min(n, marks // least) + 1):
        if k and not part.all:
            break
        own_factors: Factors = ((part, k),) if k and any(part.ways) else ()
        for q, rest in power_with(parts, least + 1, n - k, marks - k * least, whole, ratio):
            branches.append((comb(n, k) * p**k * q, (*own_factors, *rest)))
    return branches
