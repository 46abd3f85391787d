"""Allotment of hits to models (2E-CAS-1 to 3, 2E-COV-4, 2E-SF-4) and splashes (2E-SPC-9)."""

from __future__ import annotations

from itertools import chain
from typing import Any

from shoot_cli.engine.names import counted as so_many
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.pools import Pool, models, pool
from shoot_cli.engine.reasons import ATTACKER
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.profiles import Dice, Unit
from shoot_cli.rules.second.records import AllottedHits, Blow, Burst, Firing, Hit, Splash
from shoot_cli.rules.second.steps.facts import WHO_UNDER

SPLASH = "Splash"  # the rule of hits caused by other hits
USUALLY_BESIDE = 3  # number of models proposed as within 2" of a model that was hit


Hits = list[tuple[Any, int]]  # Hit or Burst tokens with their count


def hits_apart(tokens: Pool) -> tuple[Hits, list[tuple[Any, int]]]:
    """Return the hits of a pool, and its other tokens."""
    hits = [end for end in tokens if type(end[0]) in (Hit, Burst)]
    return hits, [end for end in tokens if type(end[0]) not in (Hit, Burst)]


def how_many(hits: Hits) -> int:
    return sum(n * token.size for token, n in hits)


def hits_wait(state: Firing) -> bool:
    """Return True if hits on a unit without locations wait."""
    return not state.target.datafax and any(type(token) in (Hit, Burst) for token, _ in state.pool)


def allot(state: Firing, table: Table) -> Firing:
    """Allot all hits of the weapon before any wound is rolled; each model takes one before any takes two."""
    hits, rest = hits_apart(state.pool)
    places = eligible(state, state.weapon.area or any(SPLASH in token.blow.rules for token, _ in hits))
    if not places:
        table.tell("Nobody can be hit there: the hits are lost", ("2E-COV-4",))
        return state.but(pool=pool(*rest))
    blow: Blow = hits[0][0].blow
    taken = rounds_of_kinds(state, places, hits)
    struck = [
        (AllottedHits(blow, many * blow.guns, state.ranks[at].kind, state.ranks[at].left), n)
        for at in places
        for many, n in sorted(taken[at].items())
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
    found = [
        (rank.left == rank.kind.wounds, rank.kind.place, i)
        for i, rank in enumerate(state.ranks)
        if rank.n
        and (everywhere or not rank.kind.out_of_reach)
        and (area or charts.within_cover(cover, rank.kind.cover or cover))
    ]
    return tuple(i for *_, i in sorted(found))


def rounds_of_kinds(state: Firing, places: tuple[int, ...], hits: Hits) -> dict[int, dict[int, int]]:
    """Do the same as `rounds`; hits on one kind of model go round among models of that kind (2E-CAS-3)."""
    taken: dict[int, dict[int, int]] = {at: {} for at in places}
    for kind in dict.fromkeys(token.model for token, _ in hits):
        own = [end for end in hits if end[0].model == kind]
        taken |= rounds(state, tuple(at for at in places if kind in (None, state.ranks[at].kind.model)), own)
    return taken


def rounds(state: Firing, places: tuple[int, ...], hits: Hits, start: int = 0) -> dict[int, dict[int, int]]:
    """Return for each rank how many models take how many hits, 1 or more. Hits go round the models in their order. The
    extra hits of one shot stay in reach of the first (2E-SF-4).
    """
    each = [at for at in places for _ in range(state.ranks[at].n)][: state.shared_by]
    got = [0] * len(each)
    place = start % len(each)  # index of the next model to be hit
    if state.within_4 is None or state.within_4 >= len(each):
        whole, more = divmod(how_many(hits), len(each))
        got = [whole + ((i - place) % len(each) < more) for i in range(len(each))]
    else:
        for token, n in sorted(hits, key=lambda end: -end[0].size):
            for _ in range(n):
                for k in range(token.size):
                    got[(place + k % state.within_4) % len(each)] += 1
                place = (place + min(token.size, state.within_4)) % len(each)
    found: dict[int, dict[int, int]] = {at: {} for at in places}
    for at, n in zip(each, got, strict=True):
        if n:
            found[at][n] = found[at].get(n, 0) + 1
    return found


# Hits of markers and templates stay on the kind of model that they touch (2E-CAS-3) ----------------------------------


def touched(
    state: Firing, blow: Blow, n: int, before: Pool, table: Table, owner: str = ATTACKER, markers: int = 1
) -> list[tuple[Hit, int]]:
    """Return `n` hits of so many markers, each on different models. `before` has the hits of earlier markers of this
    weapon. The player who placed them says which models; unnamed hits go to the next models in order.
    """
    line = [state.ranks[at].kind.model for at in eligible(state, area=True) for _ in range(state.ranks[at].n)]
    there = {kind: line.count(kind) * markers for kind in sorted({*line})}
    if not n or len(there) < 2 or state.target.datafax:
        return [(Hit(blow), n)]
    first = sum(hits for _, hits in before) % len(line)
    following = (*line[first:], *line[:first]) * markers
    found = counted({}, following, n, there)
    if n < len(following):
        every = enumerate(state.target.models)
        whole = not state.attack.manner.as_they_stand  # an answer given beforehand counts models that have fallen, too
        few = {kind: k if markers == 1 else min(n, k) for kind, k in there.items()}
        groups = {kind: (model.name, many if whole else few.get(kind, 0)) for kind, (model, many) in every}
        asked = tuple(kind for kind, (_, most) in groups.items() if most)
        question = WHO_UNDER.but(
            key=f"who_under:{blow.name}", groups=tuple(groups[kind] for kind in asked),
            default=tuple(found.get(kind, 0) for kind in asked), owner=owner,
            text=f"Which {n} of {state.target.name} are hit?" if n > 1 else f"Which of {state.target.name} is hit?",
            plurals=own_plurals(state.target),
        )  # fmt: skip
        said = zip(asked, table.how_many(question), strict=True)
        named = chain.from_iterable([kind] * k for kind, k in said)
        found = counted(counted({}, tuple(named), n, there), following, n, there)
    return [(Hit(blow, kind), k) for kind, k in found.items() if k]


def counted(found: dict[int, int], kinds: tuple[int, ...], n: int, there: dict[int, int]) -> dict[int, int]:
    """Return `n` models: those of `found`, then the next of `kinds`, no more of a kind than `there` has."""
    found = {kind: found.get(kind, 0) for kind in there}
    for kind in kinds:
        if found.get(kind, 0) < there.get(kind, 0) and sum(found.values()) < n:
            found[kind] += 1
    return found


# Splashes ------------------------------------------------------------------------------------------------------------


def splash_of(blow: Blow) -> Blow:
    """Return a hit of Strength 3 that does not modify saves (2E-SPC-9)."""
    return Blow(f"{blow.name} splash", 3, 0, Dice((), 1), Dice(((1, 6),), 3), rules=(SPLASH,))


def splash_waits(state: Firing) -> bool:
    return any(type(token) is Splash for token, _ in state.pool)


def splash(state: Firing, table: Table) -> Firing:
    """Roll for other models within 2" of each model hit: 4+, whatever their cover. Models that fell do not count."""
    name, most, left = state.weapon.name, state.attack.strength[0] - 1, models(state.ranks)
    if state.attack.manner.as_they_stand:
        most = table.detail(min(most, left), most)
    rest: list[tuple[object, int]] = []
    done = 0
    for token, hits in state.pool:
        if type(token) is not Splash:
            rest.append((token, hits))
            continue
        for _ in range(hits if left else 0):
            beside = table.drawn_number(
                f"splash:{name}", 0, most, default=min(most, USUALLY_BESIDE), unit="models", rules=("2E-SPC-9",),
                text='Other models of the unit within 2" of the one that was hit', nth=done,
            )  # fmt: skip
            done += 1
            need = charts.SPLASHED
            hit = table.roll(f"splashed:{name}", min(beside, left), need, text=f"{name}: splashed").passed
            rest.append((Hit(token.blow), hit))
    return state.but(pool=pool(*rest))
