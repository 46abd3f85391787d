"""Hits go to units, evenly, nearest first: RH-ALLOC-1 to 5, RH-MW-1."""

from __future__ import annotations

from shoot_cli.core.piles import Pile
from shoot_cli.core.questions import DEFENDER, Arrange
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer.profiles import VALUES
from shoot_cli.rules.reikhammer.records import Attack, Hit
from shoot_cli.rules.reikhammer.steps.aim import recipients
from shoot_cli.rules.reikhammer.steps.formation import all_target_names, standing, stands_of

LAST = 1_000_000.0  # tiles: a distance that was not said is farther than all that were


def hits_left(s: Attack) -> bool:
    return bool(s.pile) or bool(s.waiting)


def allocate(s: Attack, table: Table) -> Attack:
    """Normal hits first, all of them; macro hits when these are saved (RH-MW-1)."""
    hits = s.pile or s.waiting
    now: Pile = tuple((hit, n) for hit, n in hits if not hit.macro) or hits
    macro = now[0][0].macro
    counts = shared_out(s, now, table.setting("even_count") == "per_kind", table)
    s = s.but(pile=(), waiting=tuple(end for end in hits if end not in now))
    order = sorted(counts, key=lambda place: (away(s, place), place))
    if table.speaks:
        say(s, counts, order, sum(n for _, n in now), macro, table)
    return s.but(struck=tuple((place, counts[place], macro) for place in order))


def say(s: Attack, counts: dict[int, int], order: list[int], n: int, macro: bool, table: Table) -> None:
    stands = stands_of(s)
    if lost := n - sum(counts.values()):
        words = "{n} hit{s} with nobody to go to: lost"
        table.tell(words, ("RH-ALLOC-3",), n=lost, s="s" * (lost != 1))
    if counts:
        listed = ", ".join(f"{counts[place]} on {stands[place].name}" for place in order)
        words = "macro hits: {listed}" if macro else "hits: {listed}"
        table.tell(words, ("RH-MW-1",) if macro else ("RH-ALLOC-2",), listed=listed)


def shared_out(s: Attack, hits: Pile, per_kind: bool, table: Table) -> dict[int, int]:
    """How many hits each unit takes."""
    counts = spread(s, hits, per_kind, standing(s))
    tied = equally_near(s, hits, per_kind, counts)
    if tied:
        counts = spread(s, hits, per_kind, ordered(s, tied, table))
    return counts


def spread(s: Attack, hits: Pile, per_kind: bool, order: list[int]) -> dict[int, int]:
    """Each hit to the unit with the fewest so far, nearest first; ``order`` settles who of equally near is first."""
    near = sorted(order, key=lambda place: away(s, place))
    counts: dict[int, int] = {}
    kinds: dict[tuple[str, int], int] = {}  # hits of one kind on one unit
    for hit, n in sorted(hits, key=lambda end: turn_of(end[0])):
        if hit.unit is not None:
            counts[hit.unit] = counts.get(hit.unit, 0) + n  # of a barrage: they stay where they fell (RH-BAR-5)
            continue
        able = recipients(s, hit)
        legal = [place for place in near if place in able]
        for _ in range(n if legal else 0):
            if per_kind:
                place = min(legal, key=lambda place: kinds.get((hit.kind, place), 0))
                kinds[hit.kind, place] = kinds.get((hit.kind, place), 0) + 1
            else:
                place = min(legal, key=lambda place: counts.get(place, 0))
            counts[place] = counts.get(place, 0) + 1
    return counts


def turn_of(hit: Hit) -> tuple[bool, int]:
    """Hits that gave up the units in cover come first, then AP, AT, AA (RH-ALLOC-5)."""
    return not hit.open_only, VALUES.index(hit.kind)


def away(s: Attack, place: int) -> float:
    distance = stands_of(s)[place].distance
    return LAST if distance is None else distance


def equally_near(s: Attack, hits: Pile, per_kind: bool, counts: dict[int, int]) -> list[int]:
    """Units equally near among whom it makes a difference who is first; () if there are none."""
    turned = spread(s, hits, per_kind, standing(s)[::-1])
    moved = [place for place in standing(s) if counts.get(place, 0) != turned.get(place, 0)]
    if not moved:
        return []
    able = {place for hit, _ in hits if hit.unit is None for place in recipients(s, hit)}
    near = {away(s, place) for place in moved}
    tied = [place for place in standing(s) if place in able and away(s, place) in near]
    stands = stands_of(s)
    kinds = {(away(s, place), s.pieces[place].but(ammo=0), stands[place].but(name="")) for place in tied}
    return tied if len(kinds) > len(near) else []


def ordered(s: Attack, tied: list[int], table: Table) -> list[int]:
    """The defender says who of those equally near comes first (RH-ALLOC-2)."""
    names = all_target_names(s)
    kinds = tuple((names[place], 1) for place in tied)
    stands = stands_of(s)
    unsaid = any(stands[place].distance is None for place in tied)
    text = "Nearest to the shooters first: who takes hits?" if unsaid else "Equally near: who takes hits first?"
    said = table.arrange(
        Arrange(
            "order", kinds, (), tuple((1, name, "") for name, _ in kinds), DEFENDER, ("RH-ALLOC-2",), text,
            lapsed=tuple(name for place, name in enumerate(names) if place not in tied),
        )
    )  # fmt: skip
    first = [next(place for place in tied if names[place] == name) for _, name, _ in said]
    return [*first, *(place for place in standing(s) if place not in first)]
