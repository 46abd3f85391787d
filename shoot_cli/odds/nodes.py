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
from shoot_cli.odds.outcomes import ConvertRules, Means, NeedsAll, TokenOutcomes, composed, mean_numbers, unchanged_law
from shoot_cli.odds.shared_rights import EffectsWithRights, effects_with_rights, records_by_rights
from shoot_cli.odds.states import Counts, Engine, States

# Convert -------------------------------------------------------------------------------------------------------------


def convert_records(engine: Engine, node: ConvertRules, states: States) -> States:
    """Play the rules for one token of each kind; a rule that must see all dice gets all tokens of a kind. Parts of a
    pool that such tokens connect are played separately, because whole pools would be more numerous. If everything is
    connected, brute force plays whole pools."""
    if not node.rules or not states:
        return states
    if any(isinstance(record.pool, DependentValue) for record, _ in states):
        done, states = convert_dependent(engine, node, states)
        if done:
            return engine.merged([*done, *convert_records(engine, node, states)])
    try:
        return convert_by_law(engine, node, states)
    except NeedsAll as stopped:
        before, alone, after = node.split(stopped.kind)
        states = convert_records(engine, before, states)
        if stopped.few and (converted := by_first_few_if_all(engine, alone, states)) is not None:
            return convert_records(engine, after, converted)
        separable = any(
            len(alone.connected(factors)[0]) > 1
            for record, _ in states
            for _, factors in branches_of(engine, record.pool)
        )
        return convert_records(
            engine, after, (convert_by_law if separable else brute_force.convert)(engine, alone, states)
        )


def by_first_few_if_all(engine: Engine, node: ConvertRules, states: States) -> States | None:
    """Return what `by_first_few` does; None if the rule must see all dice of some other tokens of the type."""
    count_before = len(engine.counts)
    try:
        return by_first_few(engine, node, states)
    except NeedsAll:
        del engine.counts[count_before:]
        return None


def by_first_few(engine: Engine, node: ConvertRules, states: States) -> States:
    """Play a rule in which something happens to the first few dice: one record for each number of them."""
    after: States = []
    for record, p in over(states, RUN):
        if type(record.pool) is LazyPool and holds(record, record.pool) > 1:
            after += by_first_few(engine, node, each_pool(engine, record, p))
            continue
        branches = branches_of(engine, record.pool)
        kinds = record.pool.kinds if type(record.pool) is LazyPool else tuple([token for token, _ in record.pool])
        cases = cases_of(node, branches, kinds, engine.table, engine.ratio, 0 if engine.exact else NOISE)
        engine.counts.append(partial(mean_counts, engine, node, branches, cases, p))
        for case in cases:
            for _, factors in case:
                check_size(factors)
            total = sum(q for q, _ in case)
            after.append((record.but(pool=pool_of_branches([(q / total, factors) for q, factors in case])), p * total))
    return engine.merged(after)


def each_pool(engine: Engine, record: Any, p: Any) -> States:
    """Return one record for each pool that the lazy pool of this record can be."""
    queue: States = []
    engine.deal(queue, record, p, MustDealOut(record.pool, record.pool.all_values))
    return queue


def mean_counts(engine: Engine, node: ConvertRules, before: list[Branch], cases: list[list[Branch]], p: Any) -> Counts:
    """Return the average number of tokens of the type that the rule takes, and of the others that it makes."""
    (kind,) = node.rules
    averages = averages_in(engine, before)
    rows = [(kind, p * averages.get(kind, 0))]
    for case in cases:
        for made, mean in averages_in(engine, case).items():
            if made is not kind and made not in engine.taken_types:
                rows.append((made, p * mean))
    return [
        *rows,
        *[(made, -p * mean) for made, mean in averages.items() if made is not kind and made not in engine.taken_types],
    ]


def averages_in(engine: Engine, branches: list[Branch]) -> dict[type, Any]:
    """Return the average number of tokens of each type."""
    averages_by_type: dict[type, Any] = {}
    for q, factors in over(branches, RUN):
        for law, n in factors:
            for token_type, (number, whole) in mean_numbers(law.kinds, law.ways, law.all).items():
                averages_by_type[token_type] = averages_by_type.get(token_type, 0) + q * n * engine.ratio(number, whole)
    return averages_by_type


def convert_dependent(engine: Engine, node: ConvertRules, states: States) -> tuple[States, States]:
    """Return the records whose dependent pools were converted as they are, and all others with pools of their own."""
    done: States = []
    queue: States = []
    for record, p in states:
        if not isinstance(record.pool, DependentValue):
            queue.append((record, p))
        elif (after := record.pool.converted(engine, node, record, p)) is not None:
            done.append((after, p))
        else:
            engine.deal(queue, record, p, MustDealOut(record.pool, record.pool.all_values))
    return done, queue


def convert_by_law(engine: Engine, node: ConvertRules, states: States) -> States:
    """Convert token by token, by the law of each. :raises NeedsAll: a rule must see all dice"""
    queue: States = []
    for record, p in states:
        if (
            type(record.pool) is LazyPool and holds(record, record.pool) > 1
        ):  # the results in both fields would depend on each other
            engine.deal(queue, record, p, MustDealOut(record.pool, record.pool.all_values))
        else:
            queue.append((record, p))
    if len(queue) == 1:
        ((record, p),) = queue
        branches = pool_branches(engine, node, record.pool)
        engine.counts.append(lambda: averages(engine, node, average_tokens(engine, node, record.pool, p)))
        return [(record.but(pool=pool_of_branches(branches)), p)]
    known: dict[Any, list[Branch]] = {}
    new_pools: dict[Any, Any] = {}
    counts: list[tuple[Any, Means]] = []
    after: States = []
    held = 0
    for record, rows in over(alike_but_for_pools(queue), RUN):
        total, branches = sum(p for p, _ in rows), []
        for p, old_pool in rows:
            if old_pool not in known:
                known[old_pool] = pool_branches(engine, node, old_pool)
            share = p / total if len(rows) > 1 else engine.certain
            branches += [(share * q, factors) for q, factors in known[old_pool]] if share != 1 else known[old_pool]
            counts += average_tokens(engine, node, old_pool, p)
            held += len(known[old_pool])
            room(held)
        if len(rows) == 1:  # records with equal pools keep sharing one pool
            old_pool = rows[0][1]
            if old_pool not in new_pools:
                new_pools[old_pool] = pool_of_branches(branches)
            after.append((record.but(pool=new_pools[old_pool]), total))
        else:
            after.append((record.but(pool=pool_of_branches(branches)), total))
    if counts:
        engine.counts.append(lambda: averages(engine, node, counts))
    return engine.merged(after)


def alike_but_for_pools(states: States) -> list[tuple[Any, list[tuple[Any, Any]]]]:
    """Return records that differ only in their pools together, with chances and pools."""
    groups: dict[Any, tuple[Any, list[tuple[Any, Any]]]] = {}
    for record, p in states:
        groups.setdefault(record.key_but(pool=()), (record, []))[1].append((p, record.pool))
    return [*groups.values()]


def pool_branches(engine: Engine, node: ConvertRules, old_pool: Any) -> list[Branch]:
    """Return the branches that a pool becomes, lazy or not."""
    table = engine.table
    if node.all_at_once:
        return [(p, converted_groups(node, factors, table)) for p, factors in over(branches_of(engine, old_pool), RUN)]
    if type(old_pool) is not LazyPool:
        factors: list[tuple[Law, int]] = []
        for token, n in old_pool:
            factors += [(law, m * n) for law, m in node.outcomes(token, table).factors]
        check_size(factors)
        return [(engine.certain, tuple(factors))]
    branches = []
    for p, old_factors in over(old_pool.branches, RUN):
        new_factors = tuple(
            (composed(law, *[node.outcomes(kind, table) for kind in law.kinds]), n) for law, n in old_factors
        )
        check_size(new_factors)
        branches.append((p, new_factors))
    return branches


def converted_groups(node: ConvertRules, factors: Factors, table: Forking) -> Factors:
    """Return the factors after each group went through the rule; equal groups become a power."""
    groups, others = node.connected(factors)
    powers: dict[Law, int] = {}
    for law, n in (*others, *(factor for group in groups for factor in node.all_together(group, table).factors)):
        powers[law] = powers.get(law, 0) + n
    after = tuple(powers.items())
    check_size(after)
    return after


def check_size(factors: Any) -> None:
    """:raises TooMany: the pool of these factors can have too many tokens"""
    if sum([n * law.most for law, n in factors]) >= TOKENS:
        raise TooMany(f"more than {TOKENS:,} tokens in one pool")


def pool_of_branches(branches: list[Branch], never_empty: bool = False) -> Any:
    """Return the lazy pool of these branches, or an ordinary pool if there is only one."""
    if len(branches) == 1:
        ((_, factors),) = branches
        if len(factors) == 1 and len(factors[0][0].ways) > 1:
            return LazyPool(factors[0][0].kinds, branches, never_empty)
        if all(len(law.ways) == 1 for law, _ in factors):
            return pool(
                *((token, m * n) for law, n in factors for code in law.ways for token, m in unpacked(code, law.kinds))
            )
    kinds: dict[Any, None] = {}
    for _, factors in over(branches):
        for law, _ in factors:
            kinds.update(dict.fromkeys(law.kinds))
    return LazyPool(tuple(kinds), branches, never_empty)


def average_tokens(engine: Engine, node: ConvertRules, old_pool: Any, p: Any) -> list[tuple[Any, Means]]:
    """Return the average number of tokens of each type that rules take and leave, with the chance of this pool."""
    if node.all_at_once:
        return [
            (p * q, node.all_together(group, engine.table).means)
            for q, factors in branches_of(engine, old_pool)
            for group in node.connected(factors)[0]
        ]
    if type(old_pool) is not LazyPool:
        return [(p * n, node.outcomes(token, engine.table).means) for token, n in old_pool]
    return average_tokens_of_kinds(
        engine, old_pool, {kind: node.outcomes(kind, engine.table) for kind in old_pool.kinds}, p
    )


def average_tokens_of_kinds(
    engine: Engine, lazy_pool: LazyPool, outcomes: Mapping[Any, TokenOutcomes], p: Any
) -> list[tuple[Any, Means]]:
    """Return the same as `average_tokens` for the tokens of these kinds."""
    rows = []
    for q, factors in over(lazy_pool.branches, RUN):
        for law, n in factors:
            for index, kind in enumerate(law.kinds):
                if kind in outcomes:
                    mean = sum((code >> BITS * index & ONE - 1) * ways for code, ways in over(law.ways.items()))
                    rows.append((p * q * n * engine.ratio(mean, law.all), outcomes[kind].means))
    return rows


def averages(engine: Engine, node: ConvertRules, counts: list[tuple[Any, Means]]) -> Counts:
    """Return the average number of tokens of each type that is counted here."""
    return [
        (kind, n * engine.ratio(*mean))
        for n, means in counts
        for kind, mean in means.items()
        if kind in node.rules or kind not in engine.taken_types
    ]


# Allocate ------------------------------------------------------------------------------------------------------------


def allocate(engine: Engine, node: Allocate, states: States) -> States:
    """Allocate. Records that differ only in pools and wounds lost are played together."""
    after: States = []
    queue: States = []
    for record, p in states:
        if type(record.pool) is tuple and not record.pool:
            after.append((record, p))
            continue
        shared = [
            lazy for lazy in (record.pool, record.line) if type(lazy) in (LazyPool, Lines) and holds(record, lazy) > 1
        ]
        if shared:
            engine.deal(queue, record, p, MustDealOut(shared[0], shared[0].all_values))
        else:
            queue.append((record, p))
    if len(queue) == 1:
        after += allocate_group(engine, node, queue)
    else:
        for group in over(alike_but_for_losses(queue), RUN):
            after += allocate_group(engine, node, group)
    return merge_lines(engine, after)


def alike_but_for_losses(states: States) -> list[States]:
    """Return records together that differ only in pools and wounds lost. A front rank with fewer models lost some."""
    if len(states) == 1:
        return [states]
    groups: dict[Any, States] = {}
    for record, p in states:
        ranks, but_pool = record.line.ranks, {"pool": ()} if "pool" in record.places else {}
        line = (ranks[0].key_but(n=0), *ranks[1:], record.line.reach) if ranks else record.line.reach
        groups.setdefault(record.key_but(line=line, **but_pool), []).append((record, p))
    return [with_equal_ranks(group) if len(group) > 1 else group for group in groups.values()]


def with_equal_ranks(group: States) -> States:
    """Return the records with the most models that one of them has in the front rank; the others lost some."""
    ranks = max((record.line.ranks for record, _ in group), key=lambda ranks: ranks[0].n if ranks else 0)
    after: States = []
    for record, p in group:
        line = record.line
        if ranks and (lost := (ranks[0].n - line.ranks[0].n) * ranks[0].left):
            if type(line) is Lines:
                line = Lines(ranks, line.reach, [0] * lost + line.chances, line.whole)
            else:
                line = line.but(ranks=ranks, lost=line.lost + lost)
            record = record.but(line=line)
        after.append((record, p))
    return after


def merge_lines(engine: Engine, states: States, read: bool = False) -> States:
    """Merge records with empty pools that differ only in wounds lost.

    :param read: a step may have read the lines, as the next may: those that are known stay so, if all of them are
    """
    if len(states) < 2 or engine.brute_force:
        return engine.merged(states)
    after: States = []
    emptied: States = []
    for record, p in states:
        record_pool, line = getattr(record, "pool", ()), getattr(record, "line", None)
        empty = (
            type(record_pool) is tuple and not record_pool and type(line) in (Line, Lines) and holds(record, line) == 1
        )
        (emptied if empty else after).append((record, p))
    for group in alike_but_for_losses(emptied):
        (record, total), *others = group
        if read and all(type(other.line) is Line for other, _ in group):
            after += group
            continue
        if others:
            total = sum(p for _, p in group)
            chances: list[Any] = [0] * (1 + record.line.wounds)
            heavy = weight(group[-1][1]) + weight(places_of(engine, record.line)[0][1]) if engine.exact else 1
            for other, p in over(group, record.line.wounds, heavy=heavy):
                for lost, q in places_of(engine, other.line):
                    chances[lost] += p / total * q
            whole = 1
            if engine.exact:
                sparse, whole = whole_numbers([*enumerate(chances)])
                chances = [x for _, x in sparse]
            record = record.but(line=Lines(record.line.ranks, record.line.reach, chances, whole))
        after.append((record, total))
    return engine.merged(after)


def allocate_group(engine: Engine, node: Allocate, group: States) -> States:
    """Allocate for records that differ only in pool and wounds lost."""
    first, pools = group[0][0], [(record.pool, p) for record, p in group]
    stop, ranks = has_hidden_models(first.line), first.line.reachable()
    size = wounds(ranks)
    try:
        tokens = ordered(engine, node, group, bool(size or stop))
        if not size and stop:  # nobody is in reach
            return [(record.but(pool=with_only(record.pool, tokens)), p) for record, p in group]
        engine.learn_unsaved(node, tokens, first)
        if not size or not tokens:
            return [(record.but(pool=()), p) for record, p in group]
        if stop and len(group) == 1 and (met_alone := allocate_single(engine, node, *group[0])):
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
        return [(record.but(pool=()), p) for record, p in group]
    allocated = meet(against, blocks, stop, engine.exact)
    if node.counted:
        engine.counts.append(lambda: expected_unsaved(engine, tokens, pools, allocated, total))
    if isinstance(against, EffectsWithRights):
        return records_by_rights(node, against, first, allocated, total, engine.exact)
    return records_after(engine, first, tokens, allocated, total)


def allocate_single(engine: Engine, node: Allocate, record: Any, p: Any) -> States:
    """Allocate the only token to the front model of a line that a later step reads.

    Return [] if there are several tokens, or if one token can strike several blows.
    """
    line, front = record.line, None
    if (
        type(record.pool) is tuple
        and len(record.pool) == 1 == record.pool[0][1]
        and type(line) is Line
        and not node.rights(record)
    ):
        front = line.front()
    if not front:
        return []
    kind, _, left = front
    token = record.pool[0][0]
    key = "blows", node, token, kind, left
    law, whole = engine.table.cached(key, lambda: blows(node, token, kind, left, engine.table))
    if max(map(len, law)) > 1:
        return []
    chances: dict[int, int] = {}
    for struck, ways in law.items():
        points = min(sum(struck), left)
        chances[points] = chances.get(points, 0) + ways
    if node.counted:
        engine.counts.append(lambda: [(Blow, p * engine.ratio(whole - law.get((), 0), whole))])
    return [
        (
            record.but(pool=(), line=line.after_blow(Blow(points), left) if points else line),
            p * engine.ratio(ways, whole),
        )
        for points, ways in sorted(chances.items())
    ]


def with_only(old_pool: Any, tokens: tuple[Any, ...]) -> Any:
    """Return the pool with only these tokens, in this order."""
    if type(old_pool) is LazyPool:
        return LazyPool(tokens, old_pool.branches, old_pool.never_empty and len(tokens) == len(old_pool.kinds))
    return tuple(sorted((end for end in old_pool if end[0] in tokens), key=lambda end: tokens.index(end[0])))


def ordered(engine: Engine, node: Allocate, group: States, anybody: bool) -> tuple[Any, ...]:
    """Return all kinds of tokens that may meet the line, in order."""
    kinds: dict[Any, None] = {}
    for record, _ in group:
        kinds_of_pool = record.pool.kinds if type(record.pool) is LazyPool else [token for token, _ in record.pool]
        kinds.update(dict.fromkeys([token for token in kinds_of_pool if type(token) in node.rules]))
    if len(kinds) < 2 or not anybody:
        return tuple(kinds)
    common_record = group[0][0]
    if len(group) > 1:  # the order must not depend on what differs between the records
        line = Lines(common_record.line.ranks, common_record.line.reach, [], 1)
        common_record = common_record.but(pool=LazyPool(tuple(kinds), []), line=line)
    end = engine.table.first_end(False, node.order, common_record, tuple(kinds))
    if engine.table.path:
        raise NeedsAllDice("the order hangs on dice")
    return tuple(end)


def in_blocks(engine: Engine, group: States, size: int, stop: bool) -> tuple[Any, list[Block]]:
    """Return the total chance, and pools with their places in the line; one block if pools and places are
    independent."""
    if len(group) == 1:
        ((record, total),) = group
        places = places_of(engine, record.line)
        if places[-1][0] <= size:
            return total, [
                (
                    record.pool if type(record.pool) is LazyPool else LazyPool((), branches_of(engine, record.pool)),
                    places,
                )
            ]
    total = sum(p for _, p in group)
    pools: dict[Any, dict[int, Any]] = {}
    by_line: dict[Any, list[tuple[Any, Any]]] = {}
    for record, p in over(group, 20):
        share = p / total
        row = pools.setdefault(record.pool, {})
        for lost, q in places_of(engine, record.line):
            if lost > size:
                if stop:
                    raise NeedsAllDice("some of them stand where nobody can be met")
                lost = size
            row[lost] = row.get(lost, 0) + share * q
        by_line.setdefault(record.line, []).append((share, record.pool))
    if len(by_line) == 1 and len(pools) > 1:
        (line, shares), branches = next(iter(by_line.items())), []
        for share, old_pool in shares:
            branches += [(share * q, factors) for q, factors in branches_of(engine, old_pool)]
        return total, [(LazyPool((), branches), places_of(engine, line))]
    return total, [
        (LazyPool((), branches_of(engine, old_pool)), sorted(row.items())) for old_pool, row in pools.items()
    ]


def places_of(engine: Engine, line: Any) -> list[tuple[int, Any]]:
    """Return (wounds lost, chance) for every place that the line can be at."""
    if type(line) is Lines:
        if engine.exact:
            return [(lost, engine.ratio(share, line.whole)) for lost, share in enumerate(line.chances) if share]
        return [(lost, share) for lost, share in enumerate(line.chances) if share]
    return [(line.lost, engine.certain)]


def branches_of(engine: Engine, tokens: Any) -> list[Branch]:
    """Return the branches of a pool; an ordinary pool is one branch with chance 1."""
    if type(tokens) is LazyPool:
        return tokens.branches
    check_size([(unchanged_law(token), n) for token, n in tokens])
    return [(engine.certain, tuple((unchanged_law(token), n) for token, n in tokens))]


def records_after(engine: Engine, first: Any, tokens: tuple[Any, ...], allocated: Allocated, total: Any) -> States:
    """Return the records after the allocation: without tokens, and with those that found nobody."""
    ranks, reach = first.line.ranks, first.line.reach
    line, share = lines(ranks, reach, allocated, engine.exact)
    states: States = []
    if line is not None:
        p = total * (engine.ratio(share, allocated.whole) if engine.exact else share) if allocated.remain else total
        states.append((first.but(pool=(), line=line), p))
    if allocated.remain:
        dead_line = Line(ranks, wounds(first.line.reachable()), reach)
        for code, ways in allocated.remain.items():
            if ways:
                q = engine.ratio(ways, allocated.whole) if engine.exact else ways
                states.append((first.but(pool=unpacked(code, tokens), line=dead_line), total * q))
    return states


def expected_unsaved(
    engine: Engine, tokens: Iterable[Any], pools: list[tuple[Any, Any]], allocated: Allocated, total: Any
) -> Counts:
    """Return the expected number of unsaved attacks, see `Allocate`. `pools` are those that meet the line, with their
    chances; of a lazy pool only these tokens count."""
    if engine.unsaved is None:
        return expected_blows(engine, allocated, total)
    outcomes = {token: TokenOutcomes((), {Blow: engine.unsaved[token]}) for token in tokens if token in engine.unsaved}
    rows: list[tuple[Any, Means]] = []
    for tokens_met, p in pools:
        if type(tokens_met) is LazyPool:
            rows += average_tokens_of_kinds(engine, tokens_met, outcomes, p)
        else:
            rows += [(p * n, outcomes[token].means) for token, n in tokens_met if token in outcomes]
    return [(Blow, n * engine.ratio(*means[Blow])) for n, means in rows]


def expected_blows(engine: Engine, allocated: Allocated, total: Any) -> Counts:
    """Return the expected number of blows of a point or more that strike a model."""
    rows = []
    for effect, before, whole_before, after, whole_after in allocated.flows():
        if engine.exact:
            before = [engine.ratio(x, whole_before) for x in before]
            after = [engine.ratio(x, whole_after) for x in after]
        rows.append((Blow, total * effect.struck(before, after)))
    return rows
