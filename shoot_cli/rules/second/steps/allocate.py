"""Who takes the hits: 2E-CAS-1 to 3, 2E-COV-4, 2E-SF-4; splashes, 2E-SPC-9."""

from __future__ import annotations

from itertools import chain

from shoot_cli.core.piles import Pile, models, pile
from shoot_cli.core.questions import ATTACKER
from shoot_cli.core.table import Table
from shoot_cli.rules.second import outcomes
from shoot_cli.rules.second.profiles import Dice
from shoot_cli.rules.second.records import COVERS, Attack, Blow, Burst, Hit, Splash, Struck
from shoot_cli.rules.second.steps.facts import WHO_UNDER

SPLASH = "Splash"  # the rule of hits that come of others
USUALLY_BESIDE = 3  # models proposed as within 2" of one that was hit


def hits_wait(s: Attack) -> bool:
    """Hits on models that are wounded."""
    return not s.target.value.datafax and any(type(thing) in (Hit, Burst) for thing, _ in s.pile)


def allot(s: Attack, table: Table) -> Attack:
    """All hits of the weapon are allotted before any wound is rolled, one to each model before any takes two."""
    assert s.weapon is not None
    hits = [(thing, n) for thing, n in s.pile if type(thing) in (Hit, Burst)]
    places = eligible(s, s.weapon.value.area or any(SPLASH in thing.blow.rules for thing, _ in hits))
    rest = [end for end in s.pile if type(end[0]) not in (Hit, Burst)]
    if not places:
        if hits:
            table.tell("Nobody can be hit there: the hits are lost", ("2E-COV-4",))
        return s.but(pile=pile(*rest))
    blow: Blow = hits[0][0].blow
    total = sum(n * (thing.size if type(thing) is Burst else 1) for thing, n in hits)
    taken = rounds_of_kinds(s, places, hits)
    struck: list[tuple[Struck, int]] = []
    for at in places:
        rank = s.ranks[at]
        for many, n in sorted(taken[at].items()):
            if many and n:
                struck.append((Struck(blow, many * blow.guns, rank.kind, rank.left), n))
    if "Deathspitter" in blow.rules:
        rest.append((Splash(splash_of(blow)), total))
    if table.speaks:
        tell_shares(struck, table)
        s = s.but(volley=total)
    return s.but(pile=pile(*rest, *struck), fear=s.fear or "Fear" in blow.rules)


def tell_shares(struck: list[tuple[Struck, int]], table: Table) -> None:
    """Who takes how many hits, where not everybody takes one: they are rolled for apart."""
    if all(thing.hits == thing.blow.guns for thing, _ in struck):
        return
    shares: dict[tuple[str, int], int] = {}
    for thing, n in struck:
        key = thing.kind.name, thing.hits
        shares[key] = shares.get(key, 0) + n
    words = ", ".join(f"{n} {name} take{'s' * (n == 1)} {hits}" for (name, hits), n in shares.items())
    table.tell("Of the hits {words}", ("2E-CAS-1",), words=words)


def eligible(s: Attack, area: bool = False) -> tuple[int, ...]:
    """Places of the ranks that ordinary hits may go to: in reach, and no harder to hit than declared (2E-COV-4).

    At the table an area reaches whoever lies under it, whom its bearer does not reach too (2E-BLA-2).
    """
    order = sorted(
        range(len(s.ranks)), key=lambda i: (s.ranks[i].left == s.ranks[i].kind.wounds, s.ranks[i].kind.place, i)
    )  # the wounded of squads with several wounds first (2E-CAS-2)
    return tuple(
        i
        for i in order
        if s.ranks[i].n
        and (not s.ranks[i].kind.out_of_reach or (area and s.battle is not None))
        and (area or COVERS.index(s.ranks[i].kind.cover or s.cover) <= COVERS.index(s.cover))
    )


def rounds_of_kinds(
    s: Attack, places: tuple[int, ...], hits: list[tuple[Hit | Burst, int]]
) -> dict[int, dict[int, int]]:
    """As ``rounds``; hits that touched one kind of model go round among those (2E-CAS-3)."""
    taken: dict[int, dict[int, int]] = {at: {} for at in places}
    for kind in dict.fromkeys(getattr(thing, "model", None) for thing, _ in hits):
        own = [end for end in hits if getattr(end[0], "model", None) == kind]
        taken |= rounds(s, tuple(at for at in places if kind in (None, s.ranks[at].kind.model)), own)
    return taken


def rounds(
    s: Attack, places: tuple[int, ...], hits: list[tuple[Hit | Burst, int]], start: int = 0
) -> dict[int, dict[int, int]]:
    """For each rank, how many of its models take how many hits.

    Hits go round the models in their order; the extra hits of one shot stay within reach of the first (2E-SF-4).
    """
    each = [at for at in places for _ in range(s.ranks[at].n)][: s.shared_by]
    got = [0] * len(each)
    place = start % len(each)  # where the rounds stand
    if s.within_4 is None or s.within_4 >= len(each):
        total = sum(n * (thing.size if type(thing) is Burst else 1) for thing, n in hits)
        whole, more = divmod(total, len(each))
        got = [whole + ((i - place) % len(each) < more) for i in range(len(each))]
    else:
        for thing, n in sorted(hits, key=lambda end: -getattr(end[0], "size", 1)):
            for _ in range(n):
                size = thing.size if type(thing) is Burst else 1
                width = min(s.within_4, len(each))
                for k in range(size):
                    got[(place + k % width) % len(each)] += 1
                place = (place + min(size, width)) % len(each)
    found: dict[int, dict[int, int]] = {at: {} for at in places}
    for at, n in zip(each, got, strict=True):
        found[at][n] = found[at].get(n, 0) + 1
    return found


# Under a marker or template, where models are not all alike: their hits stay on them (2E-CAS-3) ----------------------


def touched(s: Attack, blow: Blow, n: int, before: Pile, table: Table, owner: str = ATTACKER) -> list[tuple[Hit, int]]:
    """``n`` different models with a hit each. ``before``: hits of earlier markers of the weapon.

    Whoever placed it says which; of those that nobody names, it is the next in the order of the line.
    """
    line = [s.ranks[at].kind.model for at in eligible(s, area=True) for _ in range(s.ranks[at].n)]
    there = {kind: line.count(kind) for kind in sorted({*line})}
    if not n or len(there) < 2 or s.target.value.datafax:
        return [(Hit(blow), n)]
    first = sum(hits for _, hits in before) % len(line)
    following = (*line[first:], *line[:first])
    found = counted({}, following, n, there)
    if n < len(line):
        every = enumerate(s.target.value.models)
        whole = s.battle is None  # what is said beforehand of an attack on its own holds whoever has fallen
        groups = {kind: (model.name, many if whole else there.get(kind, 0)) for kind, (model, many) in every}
        asked = tuple(kind for kind, (_, most) in groups.items() if most)
        question = WHO_UNDER.but(
            key=f"who_under:{blow.name}", groups=tuple(groups[kind] for kind in asked),
            default=tuple(found.get(kind, 0) for kind in asked), owner=owner,
            text=f"Which of {s.target.value.name} are hit ({n} in all)",
        )  # fmt: skip
        said = zip(asked, table.how_many(question), strict=True)
        named = chain.from_iterable([kind] * k for kind, k in said)
        found = counted(counted({}, tuple(named), n, there), following, n, there)
    return [(Hit(blow, kind), k) for kind, k in found.items() if k]


def counted(found: dict[int, int], kinds: tuple[int, ...], n: int, there: dict[int, int]) -> dict[int, int]:
    """``n`` models in all: those found, and the next of ``kinds`` as long as there are more of that kind."""
    found = {kind: found.get(kind, 0) for kind in there}
    for kind in kinds:
        if found.get(kind, 0) < there.get(kind, 0) and sum(found.values()) < n:
            found[kind] += 1
    return found


# Splashes ------------------------------------------------------------------------------------------------------------


def splash_of(blow: Blow) -> Blow:
    """A hit of Strength 3 that does not modify saves (2E-SPC-9)."""
    return Blow(f"{blow.name} splash", 3, 0, Dice((), 1), Dice(((1, 6),), 3), rules=(SPLASH,))


def splash_waits(s: Attack) -> bool:
    return any(type(thing) is Splash for thing, _ in s.pile)


def splash(s: Attack, table: Table) -> Attack:
    """Every other model within 2" of a model hit is hit on 4+, whatever its cover; who fell already is not."""
    assert s.weapon is not None
    name, most, left = s.weapon.value.name, s.strength[0] - 1, models(s.ranks)
    if s.battle is not None and table.speaks:
        most = min(most, left)
    rest: list[tuple[object, int]] = []
    done = 0
    for thing, hits in s.pile:
        if type(thing) is not Splash:
            rest.append((thing, hits))
            continue
        for _ in range(hits if left else 0):
            beside = table.drawn(
                f"splash:{name}", 0, most, default=min(most, USUALLY_BESIDE), unit="models", rules=("2E-SPC-9",),
                text='Other models of the unit within 2" of the one that was hit', nth=done,
            )  # fmt: skip
            done += 1
            need = outcomes.SPLASHED
            hit = table.roll(f"splashed:{name}", min(beside, left), need, text=f"{name}: splashed").passed
            rest.append((Hit(thing.blow), hit))
    return s.but(pile=pile(*rest))
