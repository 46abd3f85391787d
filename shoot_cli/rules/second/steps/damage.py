"""What hits do: their allotment to models, splashes, rolls to wound, saves and damage.

Rules: 2E-CAS-1 to 3, 2E-COV-4, 2E-SF-4, 2E-SPC-6, 2E-SPC-9, 2E-WND, 2E-SAV, 2E-DMG.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import Any

from shoot_cli.battle.turns import tell_fallen
from shoot_cli.engine.names import counted as so_many
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.pools import Pool, Rank, merge_neighbours, models, pool
from shoot_cli.engine.questions import HowMany, Need
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.profiles import Dice, Unit
from shoot_cli.rules.second.records import AllottedHits, Blow, Burst, Firing, Hit, NotSaved, Splash, Wounded, WoundsLost
from shoot_cli.rules.second.steps.facts import WHO_UNDER, in_order

SPLASH = "Splash"  # the rule of hits caused by other hits
USUALLY_BESIDE = 3  # number of models proposed as within 2" of a model that was hit


Hits = list[tuple[Any, int]]  # Hit or Burst tokens with their count


def hits_apart(tokens: Pool) -> tuple[Hits, list[tuple[Any, int]]]:
    """Return the hits of a pool, and its other tokens."""
    hits = [end for end in tokens if type(end[0]) in (Hit, Burst)]
    return hits, [end for end in tokens if type(end[0]) not in (Hit, Burst)]


def how_many(hits: Hits) -> int:
    """Return how many hits are allotted one by one; each hit of a burst counts, those of twin-linked weapons as one."""
    return sum(n * token.apart for token, n in hits)


def hits_wait(state: Firing) -> bool:
    """Return True if hits on a unit without locations wait."""
    return not state.target.datafax and any(type(token) in (Hit, Burst) for token, _ in state.pool)


def allot(state: Firing, table: Table) -> Firing:
    """Allot all hits of the weapon before any wound is rolled; each model takes one before any takes two."""
    hits, rest = hits_apart(state.pool)
    indexes = eligible(state, state.weapon.area or any(SPLASH in token.blow.rules for token, _ in hits))
    if not indexes:
        table.tell("Nobody can be hit there: the hits are lost", ("2E-COV-4",))
        return state.but(pool=pool(*rest))
    blow: Blow = hits[0][0].blow
    taken = rounds_of_kinds(state, indexes, hits)
    struck = [
        (AllottedHits(blow, many * blow.guns, state.ranks[index].kind, state.ranks[index].left), n)
        for index in indexes
        for many, n in sorted(taken[index].items())
    ]
    if "Deathspitter" in blow.rules:
        rest.append((Splash(splash_of(blow)), how_many(hits)))
    table.explain(tell_shares, struck, state.target)
    state = state.booked(fear=True) if "Fear" in blow.rules else state
    return state.but(pool=pool(*rest, *struck), volley=table.detail(how_many(hits), 0))


def tell_shares(struck: list[tuple[AllottedHits, int]], target: Unit, table: Table) -> None:
    """Log who takes how many hits if some take several; those are rolled for separately."""
    if all(token.hits == token.blow.guns for token, _ in struck):
        return
    plurals = dict(own_plurals(target))
    shares = pool(*(((token.kind.name, token.hits), n) for token, n in struck))
    words = ", ".join(
        f"{so_many(n, name, plurals.get(name, ''))} take{'s' * (n == 1)} {hits}" for (name, hits), n in shares
    )
    table.tell("Of the hits {words}", ("2E-CAS-1",), words=words)


def eligible(state: Firing, area: bool = False) -> tuple[int, ...]:
    """Return the indexes of ranks that hits may go to, the wounded first (2E-COV-4, 2E-CAS-2).

    They must be in reach and not harder to hit than the declared class. In a battle an area hits everybody under it,
    also out of reach (2E-BLA-2).
    """
    cover, everywhere = state.attack.cover, area and state.attack.manner.as_they_stand
    entries = [
        (rank.left == rank.kind.wounds, rank.kind.place, i)
        for i, rank in enumerate(state.ranks)
        if rank.n
        and (everywhere or not rank.kind.out_of_reach)
        and (area or charts.within_cover(cover, rank.kind.cover or cover))
    ]
    return tuple(i for *_, i in sorted(entries))


def rounds_of_kinds(state: Firing, indexes: tuple[int, ...], hits: Hits) -> dict[int, dict[int, int]]:
    """Do the same as `rounds`; hits on one kind of model go round among models of that kind (2E-CAS-3)."""
    taken: dict[int, dict[int, int]] = {i: {} for i in indexes}
    for kind in dict.fromkeys(token.model for token, _ in hits):
        kind_hits = [end for end in hits if end[0].model == kind]
        taken |= rounds(state, tuple(i for i in indexes if kind in (None, state.ranks[i].kind.model)), kind_hits)
    return taken


def rounds(state: Firing, indexes: tuple[int, ...], hits: Hits, start: int = 0) -> dict[int, dict[int, int]]:
    """Return for each rank how many models take how many hits, 1 or more. Hits go round the models in their order. The
    extra hits of one shot stay in reach of the first (2E-SF-4).
    """
    queue = [index for index in indexes for _ in range(state.ranks[index].n)][: state.shared_by]
    taken = [0] * len(queue)
    next_model = start % len(queue)  # index in the queue
    if state.within_4 is None or state.within_4 >= len(queue):
        full, extra = divmod(how_many(hits), len(queue))
        taken = [full + ((i - next_model) % len(queue) < extra) for i in range(len(queue))]
    else:
        for token, n in sorted(hits, key=lambda end: -end[0].apart):
            for _ in range(n):
                for k in range(token.apart):
                    taken[(next_model + k % state.within_4) % len(queue)] += 1
                next_model = (next_model + min(token.apart, state.within_4)) % len(queue)
    shares: dict[int, dict[int, int]] = {index: {} for index in indexes}
    for index, n in zip(queue, taken, strict=True):
        if n:
            shares[index][n] = shares[index].get(n, 0) + 1
    return shares


# Hits of markers and templates stay on the kind of model that they touch (2E-CAS-3) ----------------------------------


def touched(
    state: Firing,
    blow: Blow,
    n: int,
    before: Pool,
    table: Table,
    owner: str = ATTACKER,
    markers: int = 1,
    asks: bool = True,
) -> list[tuple[Hit, int]]:
    """Return `n` hits of so many markers, each on different models. `before` has the hits of earlier markers of this
    weapon. If `asks` is True, or if a log of an earlier version has an answer, the player who placed them says which
    models are hit. Other hits go to the next models in order.
    """
    line = [state.ranks[index].kind.model for index in eligible(state, area=True) for _ in range(state.ranks[index].n)]
    limits = {kind: line.count(kind) * markers for kind in sorted({*line})}
    if not n or len(limits) < 2 or state.target.datafax:
        return [(Hit(blow), n)]
    first = sum(hits for _, hits in before) % len(line)
    following = (*line[first:], *line[:first]) * markers
    chosen = counted({}, following, n, limits)
    if n < len(following):
        kinds = enumerate(state.target.models)
        as_listed = not state.attack.manner.as_they_stand  # an answer given beforehand counts the fallen, too
        few = {kind: k if markers == 1 else min(n, k) for kind, k in limits.items()}
        groups = {kind: (model.name, many if as_listed else few.get(kind, 0)) for kind, (model, many) in kinds}
        asked = tuple(kind for kind, (_, most) in groups.items() if most)
        question = WHO_UNDER.but(
            key=f"who_under:{blow.name}", groups=tuple(groups[kind] for kind in asked),
            default=tuple(chosen.get(kind, 0) for kind in asked), owner=owner,
            text=f"Which {n} of {state.target.name} are hit?" if n > 1 else f"Which of {state.target.name} is hit?",
            plurals=own_plurals(state.target),
        )  # fmt: skip
        if not asks and table.needless(question.key):
            table.tell("Hit in their order: {who}", ("2E-CAS-3",), who=question.words(question.default))
            return [(Hit(blow, kind), k) for kind, k in chosen.items() if k]
        answers = zip(asked, table.how_many(question), strict=True)
        named = chain.from_iterable([kind] * k for kind, k in answers)
        chosen = counted(counted({}, tuple(named), n, limits), following, n, limits)
    return [(Hit(blow, kind), k) for kind, k in chosen.items() if k]


def counted(chosen: dict[int, int], kinds: tuple[int, ...], n: int, limits: dict[int, int]) -> dict[int, int]:
    """Return `n` models: those `chosen`, then the next of `kinds`, within the `limits` of each kind."""
    chosen = {kind: chosen.get(kind, 0) for kind in limits}
    for kind in kinds:
        if chosen.get(kind, 0) < limits.get(kind, 0) and sum(chosen.values()) < n:
            chosen[kind] += 1
    return chosen


# Splashes ------------------------------------------------------------------------------------------------------------


def splash_of(blow: Blow) -> Blow:
    """Return a hit of Strength 3 that does not modify saves (2E-SPC-9)."""
    return Blow(f"{blow.name} splash", 3, 0, Dice((), 1), Dice(((1, 6),), 3), rules=(SPLASH,))


def splash_waits(state: Firing) -> bool:
    return any(type(token) is Splash for token, _ in state.pool)


def splash(state: Firing, table: Table) -> Firing:
    """Roll for other models within 2" of each model hit: 4+, whatever their cover. Models that fell do not count."""
    name, left = state.weapon.name, models(state.ranks)
    splashes, rest = [end for end in state.pool if type(end[0]) is Splash], []
    beside = neighbours(state, sum(hits for _, hits in splashes) if left else 0, table)
    for token, hits in splashes:
        for _ in range(hits if left else 0):
            text = f"{name}: splashed"
            hit = table.roll(f"splashed:{name}", min(next(beside), left), charts.SPLASHED, text=text).passed
            rest.append((Hit(token.blow), hit))
    return state.but(pool=pool(*(end for end in state.pool if end not in splashes), *rest))


def neighbours(state: Firing, hits: int, table: Table) -> Iterator[int]:
    """Yield how many models are beside each model that was hit.

    At the table one answer is for all hits of a weapon; logs of earlier versions have one for each.
    """
    name, most, n = state.weapon.name, state.attack.strength[0] - 1, models(state.ranks)
    key, beside, together = f"splash:{name}", 'within 2" of the one that was hit', False
    if state.attack.manner.as_they_stand:
        most = table.detail(min(most, n), most)
        together = hits > 1 and most > 0 and table.needless(key)
    if together:
        groups = tuple((f"hit {number}", most) for number in range(1, hits + 1))
        yield from table.how_many(
            HowMany(
                f"splash each:{name}", groups, (min(most, USUALLY_BESIDE),) * hits, rules=("2E-SPC-9",), apiece=True,
                text=f"How many other models of {state.target.name} are {beside}?",
            )
        )  # fmt: skip
        return
    for done in range(hits):
        yield table.drawn_number(
            key, 0, most, default=min(most, USUALLY_BESIDE), unit="models", rules=("2E-SPC-9",),
            text=f"Other models of the unit {beside}", nth=done,
        )  # fmt: skip


# Saves ---------------------------------------------------------------------------------------------------------------


def saves(struck: AllottedHits, wounds: int, table: Table) -> int:
    """Return how many wounds are not saved: a field first, then armour (2E-SAV-1 to 5)."""
    blow, kind = struck.blow, struck.kind
    field = charts.field_need(kind.field)
    if field is not None and wounds:
        text = f"{kind.name}: {field.label}"
        roll = table.roll(f"field:{kind.name}", wounds, field, owner=DEFENDER, text=text, luck="saves")
        if roll.passed and kind.field and (effect := charts.after_field(kind.field, blow.strength)):
            table.tell("{name}: {effect}", (effect.rule,), name=kind.name, effect=effect.text)
        wounds = roll.failed
    need = charts.armour_need(kind.save, blow.save_modifier, blow.area)
    dice = kind.save.dice if kind.save else 1
    text = f"{kind.name}: armour save" + (f" on {dice}D6" if dice > 1 else "")
    two = dice > 1
    return table.roll(
        f"save:{kind.name}", wounds, need, owner=DEFENDER, rules=("2E-SAV-3",) if two else (), text=text, luck="saves",
        lessons=None if two else lambda: (lesson_save(struck),), adds=(6,) * dice if two else (),
    ).failed  # fmt: skip


def saves_against(struck: AllottedHits) -> list[tuple[Need, int]]:
    """Return the saves against a wound, each with its number of dice."""
    blow, save, field = struck.blow, struck.kind.save, charts.field_need(struck.kind.field)
    armour = charts.armour_need(save, blow.save_modifier, blow.area), save.dice if save else 1
    return [armour] if field is None else [(field, 1), armour]


def lesson_save(struck: AllottedHits) -> TeachingPoint:
    need = charts.armour_need(struck.kind.save, struck.blow.save_modifier, struck.blow.area)
    right = need.text if need.target else "no save is left"
    printed = charts.armour_need(struck.kind.save, 0, struck.blow.area).text
    wrong = [text for text in (printed, "no save is left", "5+", "6+") if text != right]
    changed = (Reason("the modifier raises what is needed", "2E-SAV-2"),) if struck.blow.save_modifier else ()
    text = f"What does the {struck.kind.name} need to save?"
    return TeachingPoint("save", text, right, tuple(wrong[:3]), (*need.because, *changed))


# Losses --------------------------------------------------------------------------------------------------------------


def losses_wait(state: Firing) -> bool:
    return any(type(token) is WoundsLost for token, _ in state.pool)


def remove(state: Firing, table: Table) -> Firing:
    """Remove models that fall and wounds that are lost (2E-DMG-2, 2E-SEQ-1)."""
    ranks, rest = [*state.ranks], []
    for end in merged_losses(state):
        token, n = end
        if type(token) is not WoundsLost:
            rest.append(end)
            continue
        at = next(i for i, rank in enumerate(ranks) if rank.n and rank.left == token.left and rank.kind == token.kind)
        rank = ranks[at]
        ranks[at] = rank.but(n=rank.n - n)
        if token.points < token.left:
            ranks.append(Rank(rank.kind, n, rank.left - token.points))
    after = merge_neighbours(in_order(ranks))
    table.explain(explain_fallen, state, after)
    return state.but(ranks=after, pool=tuple(rest))


def merged_losses(state: Firing) -> Pool:
    """Return the pool with what a lone model loses as one token: several parts of it may have been hit (2E-VEH-4)."""
    lost = [end for end in state.pool if type(end[0]) is WoundsLost]
    if state.attack.strength[0] > 1 or not lost:
        return state.pool
    (token, _), points = lost[0], sum(token.points * n for token, n in lost)
    total = token.but(points=points)
    return pool(*(end for end in state.pool if end not in lost), (total, 1))


def explain_fallen(before: Firing, after: tuple[Rank, ...], table: Table) -> None:
    tell_fallen(table, ("2E-DMG-1",), before.attack.target, before.ranks, after)


# Wounds --------------------------------------------------------------------------------------------------------------


def is_one_by_one(token: object) -> bool:
    """Return True for models resolved one by one: several hits, or damage dice that the model may survive."""
    return type(token) is AllottedHits and (token.hits > 1 or sure_damage(token) is None)


def is_hit(token: object) -> bool:
    """Return True: whoever is hit, dice with equal needs are thrown together."""
    return type(token) is AllottedHits


def sure_damage(struck: AllottedHits) -> int | None:
    """Return the wounds that an unsaved wound certainly takes; None if the damage dice decide (2E-DMG-1)."""
    damage = struck.blow.damage
    if damage.dice and damage.least < struck.left:
        return None
    return min(struck.left, damage.least)


def wound(struck: AllottedHits, n: int, table: Table) -> Pool:
    """Roll to wound, saves and damage for `n` models hit once, or for one model hit several times."""
    blow, kind = struck.blow, struck.kind
    unsaved = hurt(struck, n * struck.hits, table)
    if not unsaved:
        return ()
    sure = sure_damage(struck)
    if struck.hits == 1 and sure is not None:
        return pool((WoundsLost(kind, struck.left, sure), unsaved))
    least = unsaved * blow.damage.least
    points = least if struck.left <= least else damage_of(struck, unsaved, table)
    return pool((WoundsLost(kind, struck.left, min(struck.left, points)), 1))


def hurt(struck: AllottedHits, hits: int, table: Table) -> int:
    """Return how many hits wound and are not saved. The odds use one die for all (`hurting_ways`)."""
    blow, kind = struck.blow, struck.kind
    if table.blindly(one_die_does, struck):
        ways, outcomes = hurting_ways(struck)
        need = Need(ways, or_less=True) if ways else Need(None)
        return table.roll(f"wound:{blow.name}", hits, need, sides=outcomes).passed
    if blow.needle and kind.living:
        table.tell("{name}: no roll to wound the living", ("2E-SPC-6",), name=blow.name)
        return saves(struck, hits, table)
    need, text = charts.to_wound(blow.strength, kind.toughness), f"{blow.name}: to wound {kind.name}{share(struck)}"
    roll = table.roll(
        f"wound:{blow.name}", hits, need, text=text, lessons=lambda: (lesson_wound(struck),), luck="wounds"
    )
    return saves(struck, roll.passed, table)


def one_die_does(struck: AllottedHits, table: Table) -> bool:
    """Return True if one die can stand for the rolls to wound and to save (`hurting_ways`)."""
    return struck.kind.save is None or struck.kind.save.dice <= 2


@lru_cache(512)
def hurting_ways(struck: AllottedHits) -> tuple[int, int]:
    """Return how many outcomes of one hit's dice wound without a save, and the number of all outcomes."""
    ways, outcomes = wounding_ways(struck)
    for need, dice in saves_against(struck):
        saved, all_ways = charts.ways_to_meet(need, dice)
        ways, outcomes = ways * (all_ways - saved), outcomes * all_ways
    return ways // gcd(ways, outcomes), outcomes // gcd(ways, outcomes)


def wounding_ways(struck: AllottedHits) -> tuple[int, int]:
    """Return how many outcomes of one hit's die wound before saves, and the number of all outcomes."""
    if struck.blow.needle and struck.kind.living:
        return 1, 1
    return charts.ways_to_meet(charts.to_wound(struck.blow.strength, struck.kind.toughness))


@lru_cache(512)
def average_wounds(struck: AllottedHits) -> dict[type, tuple[int, int]]:
    """Return how many wounds all hits on a model make on average, before and after saves, as fractions."""
    (wounding, outcomes), (hurting, all_outcomes) = wounding_ways(struck), hurting_ways(struck)
    return {Wounded: (struck.hits * wounding, outcomes), NotSaved: (struck.hits * hurting, all_outcomes)}


def share(struck: AllottedHits) -> str:
    """Return a note for a model with several hits, which is rolled for separately."""
    return f" (one model, {struck.hits} hits)" if struck.hits > 1 else ""


def damage_of(struck: AllottedHits, unsaved: int, table: Table) -> int:
    """Roll the damage dice of each unsaved wound (2E-DMG-1); excess damage is lost (2E-DMG-2)."""
    damage = struck.blow.damage
    total = damage.plus * unsaved
    for n, sides in damage.dice:
        total += table.total(
            f"damage:{struck.blow.name}", n * unsaved, sides, rules=("2E-DMG-1",),
            text=f"{struck.blow.name}: damage to {struck.kind.name}",
        )  # fmt: skip
    return total


def lesson_wound(struck: AllottedHits) -> TeachingPoint:
    need = charts.to_wound(struck.blow.strength, struck.kind.toughness)
    right = need.text if need.target else "it cannot wound"
    wrong = [text for text in ("3+", "4+", "5+", "6+", "it cannot wound") if text != right]
    return TeachingPoint("wound", f"What wounds the {struck.kind.name}?", right, tuple(wrong[:3]), need.because)
