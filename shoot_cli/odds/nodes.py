"""`Convert` and `Allocate` for many records together: the fast ways, and when brute force is used instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from shoot_cli.engine.budget import RUN, TooMany, over, room, weight
from shoot_cli.engine.pools import Blow, Line, pool, wounds
from shoot_cli.engine.sequence import Allocate, has_hidden_models
from shoot_cli.odds import brute_force
from shoot_cli.odds.allocation import Allocated, Block, lines, meet, whole_numbers
from shoot_cli.odds.damage import Effects, blows, effects_of
from shoot_cli.odds.first_few import NOISE, cases_of
from shoot_cli.odds.forking_table import Forking, NeedsAllDice
from shoot_cli.odds.laws import BITS, ONE, TOKENS, Branch, Factors, Law, unpacked
from shoot_cli.odds.lazy_pools import DependentValue, LazyPool, Lines, MustDealOut, holds
from shoot_cli.odds.outcomes import Means, NeedsAll, Outcomes, Turns, composed, itself, mean_numbers
from shoot_cli.odds.shared_rights import EffectsWithRights, effects_with_rights, records_by_rights
from shoot_cli.odds.states import Counts, States, Working

# Convert -------------------------------------------------------------------------------------------------------------


def convert_records(engine: Working, node: Outcomes, states: States) -> States:
    """Play the rules for one token of each kind; a rule that must see all dice gets all tokens of a kind. Parts of a
    pool that such tokens connect are played separately, because whole pools would be more numerous. If everything is
    connected, brute force plays whole pools."""
    if not node.rules or not states:
        return states
    if any(isinstance(s.pool, DependentValue) for s, _ in states):
        done, states = untangled(engine, node, states)
        if done:
            return engine.merged([*done, *convert_records(engine, node, states)])
    try:
        return by_law(engine, node, states)
    except NeedsAll as needs:
        before, one, after = node.split(needs.kind)
        states = convert_records(engine, before, states)
        if needs.few and (made := by_first_few_if_all(engine, one, states)) is not None:
            return convert_records(engine, after, made)
        apart = any(len(one.hanging(factors)[0]) > 1 for s, _ in states for _, factors in branches_of(engine, s.pool))
        return convert_records(engine, after, (by_law if apart else brute_force.convert)(engine, one, states))


def by_first_few_if_all(engine: Working, node: Outcomes, states: States) -> States | None:
    """Return what `by_first_few` does; None if the rule must see all dice of some other tokens of the type."""
    count_before = len(engine.counts)
    try:
        return by_first_few(engine, node, states)
    except NeedsAll:
        del engine.counts[count_before:]
        return None


def by_first_few(engine: Working, node: Outcomes, states: States) -> States:
    """Play a rule in which something happens to the first few dice: one record for each number of them."""
    after: States = []
    for s, p in over(states, RUN):
        if type(s.pool) is LazyPool and holds(s, s.pool) > 1:
            after += by_first_few(engine, node, each_pool(engine, s, p))
            continue
        before = branches_of(engine, s.pool)
        kinds = s.pool.kinds if type(s.pool) is LazyPool else tuple([token for token, _ in s.pool])
        cases = cases_of(node, before, kinds, engine.table, engine.ratio, 0 if engine.exact else NOISE)
        engine.counts.append(partial(taken_and_made, engine, node, before, cases, p))
        for case in cases:
            for _, factors in case:
                check_size(factors)
            total = sum(q for q, _ in case)
            after.append((s.but(pool=pool_of_branches([(q / total, factors) for q, factors in case])), p * total))
    return engine.merged(after)


def each_pool(engine: Working, s: Any, p: Any) -> States:
    """Return one record for each pool that the lazy pool of this record can be."""
    todo: States = []
    engine.deal(todo, s, p, MustDealOut(s.pool, s.pool.each))
    return todo


def taken_and_made(engine: Working, node: Outcomes, before: list[Branch], cases: list[list[Branch]], p: Any) -> Counts:
    """Return the average number of tokens of the type that the rule takes, and of the others that it makes."""
    (kind,) = node.rules
    found = averages_in(engine, before)
    out = [(kind, p * found.get(kind, 0))]
    for case in cases:
        for made, x in averages_in(engine, case).items():
            if made is not kind and made not in engine.taken:
                out.append((made, p * x))
    return [*out, *[(made, -p * x) for made, x in found.items() if made is not kind and made not in engine.taken]]


def averages_in(engine: Working, branches: list[Branch]) -> dict[type, Any]:
    """Return the average number of tokens of each type."""
    out: dict[type, Any] = {}
    for q, factors in over(branches, RUN):
        for law, n in factors:
            for made, (x, whole) in mean_numbers(law.kinds, law.ways, law.all).items():
                out[made] = out.get(made, 0) + q * n * engine.ratio(x, whole)
    return out


def untangled(engine: Working, node: Outcomes, states: States) -> tuple[States, States]:
    """Return the records whose dependent pools were converted as they are, and all others with pools of their own."""
    done: States = []
    todo: States = []
    for s, p in states:
        if not isinstance(s.pool, DependentValue):
            todo.append((s, p))
        elif (after := s.pool.converted(engine, node, s, p)) is not None:
            done.append((after, p))
        else:
            engine.deal(todo, s, p, MustDealOut(s.pool, s.pool.each))
    return done, todo


def by_law(engine: Working, node: Outcomes, states: States) -> States:
    todo: States = []
    for s, p in states:
        if type(s.pool) is LazyPool and holds(s, s.pool) > 1:  # the results in both fields would depend on each other
            engine.deal(todo, s, p, MustDealOut(s.pool, s.pool.each))
        else:
            todo.append((s, p))
    if len(todo) == 1:
        ((s, p),) = todo
        branches = pool_branches(engine, node, s.pool)
        engine.counts.append(lambda: averages(engine, node, average_tokens(engine, node, s.pool, p)))
        return [(s.but(pool=pool_of_branches(branches)), p)]
    made: dict[Any, list[Branch]] = {}
    same: dict[Any, Any] = {}
    counts: list[tuple[Any, Means]] = []
    after: States = []
    held = 0
    for s, rows in over(alike_but_for_pools(todo), RUN):
        total, branches = sum(p for p, _ in rows), []
        for p, before in rows:
            if before not in made:
                made[before] = pool_branches(engine, node, before)
            share = p / total if len(rows) > 1 else engine.one
            branches += [(share * q, factors) for q, factors in made[before]] if share != 1 else made[before]
            counts += average_tokens(engine, node, before, p)
            held += len(made[before])
            room(held)
        if len(rows) == 1:  # records with equal pools keep sharing one pool
            before = rows[0][1]
            if before not in same:
                same[before] = pool_of_branches(branches)
            after.append((s.but(pool=same[before]), total))
        else:
            after.append((s.but(pool=pool_of_branches(branches)), total))
    if counts:
        engine.counts.append(lambda: averages(engine, node, counts))
    return engine.merged(after)


def alike_but_for_pools(states: States) -> list[tuple[Any, list[tuple[Any, Any]]]]:
    """Return records that differ only in their pools together, with chances and pools."""
    out: dict[Any, tuple[Any, list[tuple[Any, Any]]]] = {}
    for s, p in states:
        out.setdefault(s.key_but(pool=()), (s, []))[1].append((p, s.pool))
    return [*out.values()]


def pool_branches(engine: Working, node: Outcomes, before: Any) -> list[Branch]:
    """Return the branches that a pool becomes, lazy or not."""
    table = engine.table
    if node.all_at_once:
        return [(p, converted_groups(node, factors, table)) for p, factors in over(branches_of(engine, before), RUN)]
    if type(before) is not LazyPool:
        factors: list[tuple[Law, int]] = []
        for token, n in before:
            factors += [(law, m * n) for law, m in node.turns(token, table).factors]
        check_size(factors)
        return [(engine.one, tuple(factors))]
    out = []
    for p, parts in over(before.branches, RUN):
        new = tuple((composed(law, *[node.turns(kind, table) for kind in law.kinds]), n) for law, n in parts)
        check_size(new)
        out.append((p, new))
    return out


def converted_groups(node: Outcomes, factors: Factors, table: Forking) -> Factors:
    """Return the factors after each group went through the rule; equal groups become a power."""
    groups, others = node.hanging(factors)
    powers: dict[Law, int] = {}
    for law, n in (*others, *(factor for group in groups for factor in node.together(group, table).factors)):
        powers[law] = powers.get(law, 0) + n
    after = tuple(powers.items())
    check_size(after)
    return after


def check_size(factors: Any) -> None:
    """:raises TooMany: the pool of these factors can have too many tokens"""
    if sum([n * law.most for law, n in factors]) >= TOKENS:
        raise TooMany(f"more than {TOKENS:,} tokens in one pool")


def pool_of_branches(branches: list[Branch], some: bool = False) -> Any:
    """Return the lazy pool of these branches, or an ordinary pool if there is only one."""
    if len(branches) == 1:
        ((_, factors),) = branches
        if len(factors) == 1 and len(factors[0][0].ways) > 1:
            return LazyPool(factors[0][0].kinds, branches, some)
        if all(len(law.ways) == 1 for law, _ in factors):
            return pool(
                *((token, m * n) for law, n in factors for code in law.ways for token, m in unpacked(code, law.kinds))
            )
    kinds: dict[Any, None] = {}
    for _, factors in over(branches):
        for law, _ in factors:
            kinds.update(dict.fromkeys(law.kinds))
    return LazyPool(tuple(kinds), branches, some)


def average_tokens(engine: Working, node: Outcomes, before: Any, p: Any) -> list[tuple[Any, Means]]:
    """Return the average number of tokens of each type that rules take and leave, with the chance of this pool."""
    if node.all_at_once:
        return [
            (p * q, node.together(group, engine.table).means)
            for q, factors in branches_of(engine, before)
            for group in node.hanging(factors)[0]
        ]
    if type(before) is not LazyPool:
        return [(p * n, node.turns(token, engine.table).means) for token, n in before]
    return average_tokens_of_kinds(engine, before, {kind: node.turns(kind, engine.table) for kind in before.kinds}, p)


def average_tokens_of_kinds(
    engine: Working, before: LazyPool, turns: Mapping[Any, Turns], p: Any
) -> list[tuple[Any, Means]]:
    """Return the same as `average_tokens` for the tokens of these kinds."""
    out = []
    for q, factors in over(before.branches, RUN):
        for law, n in factors:
            for place, kind in enumerate(law.kinds):
                if kind in turns:
                    mean = sum((code >> BITS * place & ONE - 1) * ways for code, ways in over(law.ways.items()))
                    out.append((p * q * n * engine.ratio(mean, law.all), turns[kind].means))
    return out


def averages(engine: Working, node: Outcomes, counts: list[tuple[Any, Means]]) -> Counts:
    return [
        (kind, n * engine.ratio(*mean))
        for n, means in counts
        for kind, mean in means.items()
        if kind in node.rules or kind not in engine.taken
    ]


# Allocate ------------------------------------------------------------------------------------------------------------


def allocate(engine: Working, node: Allocate, states: States) -> States:
    """Allocate. Records that differ only in pools and wounds lost are played together."""
    after: States = []
    todo: States = []
    for s, p in states:
        if type(s.pool) is tuple and not s.pool:
            after.append((s, p))
            continue
        twice = [many for many in (s.pool, s.line) if type(many) in (LazyPool, Lines) and holds(s, many) > 1]
        if twice:
            engine.deal(todo, s, p, MustDealOut(twice[0], twice[0].each))
        else:
            todo.append((s, p))
    if len(todo) == 1:
        after += together(engine, node, todo)
    else:
        for group in over(alike_but_for_losses(todo), RUN):
            after += together(engine, node, group)
    return gathered(engine, after)


def alike_but_for_losses(states: States) -> list[States]:
    """Return records together that differ only in pools and wounds lost. A front rank with fewer models lost some."""
    if len(states) == 1:
        return [states]
    groups: dict[Any, States] = {}
    for s, p in states:
        ranks, but_pool = s.line.ranks, {"pool": ()} if "pool" in s.places else {}
        line = (ranks[0].key_but(n=0), *ranks[1:], s.line.reach) if ranks else s.line.reach
        groups.setdefault(s.key_but(line=line, **but_pool), []).append((s, p))
    return [with_equal_ranks(group) if len(group) > 1 else group for group in groups.values()]


def with_equal_ranks(group: States) -> States:
    """Return the records with the most models that one of them has in the front rank; the others lost some."""
    ranks = max((s.line.ranks for s, _ in group), key=lambda ranks: ranks[0].n if ranks else 0)
    after: States = []
    for s, p in group:
        line = s.line
        if ranks and (lost := (ranks[0].n - line.ranks[0].n) * ranks[0].left):
            if type(line) is Lines:
                line = Lines(ranks, line.reach, [0] * lost + line.chances, line.whole)
            else:
                line = line.but(ranks=ranks, lost=line.lost + lost)
            s = s.but(line=line)
        after.append((s, p))
    return after


def gathered(engine: Working, states: States, read: bool = False) -> States:
    """Merge records with empty pools that differ only in wounds lost.

    :param read: a step may have read the lines, as the next may: those that are known stay so, if all of them are
    """
    if len(states) < 2 or engine.brute_force:
        return engine.merged(states)
    after: States = []
    todo: States = []
    for s, p in states:
        before, line = getattr(s, "pool", ()), getattr(s, "line", None)
        empty = type(before) is tuple and not before and type(line) in (Line, Lines) and holds(s, line) == 1
        (todo if empty else after).append((s, p))
    for group in alike_but_for_losses(todo):
        (s, total), *others = group
        if read and all(type(t.line) is Line for t, _ in group):
            after += group
            continue
        if others:
            total = sum(p for _, p in group)
            chances: list[Any] = [0] * (1 + s.line.wounds)
            heavy = weight(group[-1][1]) + weight(places_of(engine, s.line)[0][1]) if engine.exact else 1
            for t, p in over(group, s.line.wounds, heavy=heavy):
                for lost, q in places_of(engine, t.line):
                    chances[lost] += p / total * q
            whole = 1
            if engine.exact:
                sparse, whole = whole_numbers([*enumerate(chances)])
                chances = [x for _, x in sparse]
            s = s.but(line=Lines(s.line.ranks, s.line.reach, chances, whole))
        after.append((s, total))
    return engine.merged(after)


def together(engine: Working, node: Allocate, group: States) -> States:
    """Allocate for records that differ only in pool and wounds lost."""
    first, pools = group[0][0], [(s.pool, p) for s, p in group]
    stop, ranks = has_hidden_models(first.line), first.line.reachable()
    size = wounds(ranks)
    try:
        tokens = ordered(engine, node, group, bool(size or stop))
        if not size and stop:  # nobody is in reach
            return [(s.but(pool=with_only(s.pool, tokens)), p) for s, p in group]
        engine.learn_unsaved(node, tokens, first)
        if not size or not tokens:
            return [(s.but(pool=()), p) for s, p in group]
        if stop and len(group) == 1 and (met_alone := single(engine, node, *group[0])):
            return met_alone
        total, blocks = in_blocks(engine, group, size, stop)
        if rights := node.rights(first):
            if stop:
                raise NeedsAllDice("models that wait may meet tokens with other rights")
            against: Effects = effects_with_rights(node, tokens, ranks, rights, engine.table)
        else:
            against = effects_of(node, tokens, ranks, not stop, engine.table)
    except (NeedsAllDice, MustDealOut):
        return brute_force.allocate(engine, node, group)
    if not against.effects:
        return [(s.but(pool=()), p) for s, p in group]
    met = meet(against, blocks, stop, engine.exact)
    if node.counted:
        engine.counts.append(lambda: expected_unsaved(engine, tokens, pools, met, total))
    if isinstance(against, EffectsWithRights):
        return records_by_rights(node, against, first, met, total, engine.exact)
    return results(engine, first, tokens, met, total)


def single(engine: Working, node: Allocate, s: Any, p: Any) -> States:
    """Allocate the only token to the front model of a line that a later step reads.

    Return [] if there are several tokens, or if one token can strike several blows.
    """
    line, front = s.line, None
    if type(s.pool) is tuple and len(s.pool) == 1 == s.pool[0][1] and type(line) is Line and not node.rights(s):
        front = line.front()
    if not front:
        return []
    kind, _, left = front
    token = s.pool[0][0]
    key = "blows", node, token, kind, left
    law, whole = engine.table.kept(key, lambda: blows(node, token, kind, left, engine.table))
    if max(map(len, law)) > 1:
        return []
    chances: dict[int, int] = {}
    for struck, ways in law.items():
        points = min(sum(struck), left)
        chances[points] = chances.get(points, 0) + ways
    if node.counted:
        engine.counts.append(lambda: [(Blow, p * engine.ratio(whole - law.get((), 0), whole))])
    return [
        (s.but(pool=(), line=line.after_blow(Blow(points), left) if points else line), p * engine.ratio(ways, whole))
        for points, ways in sorted(chances.items())
    ]


def with_only(before: Any, tokens: tuple[Any, ...]) -> Any:
    """Return the pool with only these tokens, in this order."""
    if type(before) is LazyPool:
        return LazyPool(tokens, before.branches, before.some and len(tokens) == len(before.kinds))
    return tuple(sorted((end for end in before if end[0] in tokens), key=lambda end: tokens.index(end[0])))


def ordered(engine: Working, node: Allocate, group: States, anybody: bool) -> tuple[Any, ...]:
    """Return all kinds of tokens that may meet the line, in order."""
    kinds: dict[Any, None] = {}
    for s, _ in group:
        here = s.pool.kinds if type(s.pool) is LazyPool else [token for token, _ in s.pool]
        kinds.update(dict.fromkeys([token for token in here if type(token) in node.rules]))
    if len(kinds) < 2 or not anybody:
        return tuple(kinds)
    record = group[0][0]
    if len(group) > 1:  # the order must not depend on what differs between the records
        line = Lines(record.line.ranks, record.line.reach, [], 1)
        record = record.but(pool=LazyPool(tuple(kinds), []), line=line)
    end = engine.table.first(False, node.order, record, tuple(kinds))
    if engine.table.path:
        raise NeedsAllDice("the order hangs on dice")
    return tuple(end)


def in_blocks(engine: Working, group: States, size: int, stop: bool) -> tuple[Any, list[Block]]:
    """Return the total chance, and pools with their places in the line; one block if pools and places are
    independent."""
    if len(group) == 1:
        ((s, total),) = group
        places = places_of(engine, s.line)
        if places[-1][0] <= size:
            return total, [(s.pool if type(s.pool) is LazyPool else LazyPool((), branches_of(engine, s.pool)), places)]
    total = sum(p for _, p in group)
    pools: dict[Any, dict[int, Any]] = {}
    spots: dict[Any, list[tuple[Any, Any]]] = {}
    for s, p in over(group, 20):
        share = p / total
        row = pools.setdefault(s.pool, {})
        for lost, q in places_of(engine, s.line):
            if lost > size:
                if stop:
                    raise NeedsAllDice("some of them stand where nobody can be met")
                lost = size
            row[lost] = row.get(lost, 0) + share * q
        spots.setdefault(s.line, []).append((share, s.pool))
    if len(spots) == 1 and len(pools) > 1:
        (line, shares), branches = next(iter(spots.items())), []
        for share, before in shares:
            branches += [(share * q, factors) for q, factors in branches_of(engine, before)]
        return total, [(LazyPool((), branches), places_of(engine, line))]
    return total, [(LazyPool((), branches_of(engine, before)), sorted(row.items())) for before, row in pools.items()]


def places_of(engine: Working, line: Any) -> list[tuple[int, Any]]:
    """Return (wounds lost, chance) for every place that the line can be at."""
    if type(line) is Lines:
        if engine.exact:
            return [(lost, engine.ratio(x, line.whole)) for lost, x in enumerate(line.chances) if x]
        return [(lost, x) for lost, x in enumerate(line.chances) if x]
    return [(line.lost, engine.one)]


def branches_of(engine: Working, before: Any) -> list[Branch]:
    """Return the branches of a pool; an ordinary pool is one branch with chance 1."""
    if type(before) is LazyPool:
        return before.branches
    check_size([(itself(token), n) for token, n in before])
    return [(engine.one, tuple((itself(token), n) for token, n in before))]


def results(engine: Working, first: Any, tokens: tuple[Any, ...], met: Allocated, total: Any) -> States:
    ranks, reach = first.line.ranks, first.line.reach
    line, share = lines(ranks, reach, met, engine.exact)
    out: States = []
    if line is not None:
        p = total * (engine.ratio(share, met.whole) if engine.exact else share) if met.remain else total
        out.append((first.but(pool=(), line=line), p))
    if met.remain:
        size = wounds(first.line.reachable())
        there = Line(ranks, size, reach)
        for code, x in met.remain.items():
            if x:
                q = engine.ratio(x, met.whole) if engine.exact else x
                out.append((first.but(pool=unpacked(code, tokens), line=there), total * q))
    return out


def expected_unsaved(
    engine: Working, tokens: Iterable[Any], pools: list[tuple[Any, Any]], met: Allocated, total: Any
) -> Counts:
    """Return the expected number of unsaved attacks, see `Allocate`. `pools` are those that meet the line, with their
    chances; of a lazy pool only these tokens count."""
    if engine.unsaved is None:
        return expected_blows(engine, met, total)
    turns = {token: Turns((), {Blow: engine.unsaved[token]}) for token in tokens if token in engine.unsaved}
    rows: list[tuple[Any, Means]] = []
    for one, p in pools:
        if type(one) is LazyPool:
            rows += average_tokens_of_kinds(engine, one, turns, p)
        else:
            rows += [(p * n, turns[token].means) for token, n in one if token in turns]
    return [(Blow, n * engine.ratio(*found[Blow])) for n, found in rows]


def expected_blows(engine: Working, met: Allocated, total: Any) -> Counts:
    """Return the expected number of blows of a point or more that strike a model."""
    out = []
    for effect, before, whole_before, after, whole_after in met.flows():
        if engine.exact:
            before = [engine.ratio(x, whole_before) for x in before]
            after = [engine.ratio(x, whole_after) for x in after]
        out.append((Blow, total * effect.struck(before, after)))
    return out
