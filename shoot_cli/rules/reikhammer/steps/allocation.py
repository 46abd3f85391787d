"""Allocation of hits to units, evenly and nearest first: RH-ALLOC-1 to 5, RH-MW-1."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heapreplace
from itertools import permutations

from shoot_cli.engine.pools import Pool
from shoot_cli.engine.questions import Arrange
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import VALUES
from shoot_cli.rules.reikhammer.records import Attack, Hit
from shoot_cli.rules.reikhammer.steps import eligibility
from shoot_cli.rules.reikhammer.steps.damage import hit_on

Able = dict[Hit, list[int]]  # for each hit the indexes of units that may take it
MOST_SORTS = 4  # up to this many sorts of units (by the hits they may take) are tried in every order


def hits_left(state: Attack) -> bool:
    return bool(state.pool) or bool(state.waiting)


def shells_fall(state: Attack, table: Table) -> Attack:
    """Put barrage hits on the units where they fell (RH-BAR-5)."""
    return table.in_sight(lie_on_units, state)


def lie_on_units(state: Attack, table: Table) -> Attack:
    state = state.but(pool=(), struck=state.pool)
    say(state, sum(n for _, n in state.struck), table)
    return state


def allocate(state: Attack, table: Table) -> Attack:
    """Allocate all normal hits first, and macro hits after their saves (RH-MW-1)."""
    hits = state.pool or state.waiting
    now: Pool = tuple((hit, n) for hit, n in hits if not hit.macro) or hits
    macro = now[0][0].macro
    counts = shared_out(state, now, table.setting("even_count") == "per_kind", table)
    state = state.but(pool=(), waiting=tuple(end for end in hits if end not in now))
    order = sorted(counts, key=lambda place: (eligibility.unit_distance(state, place), place))
    state = state.but(struck=tuple((hit_on(state, place, macro, table), counts[place]) for place in order))
    table.explain(say, state, sum(n for _, n in now))
    return state


def say(state: Attack, n: int, table: Table) -> None:
    """Log where these `n` hits go."""
    if lost := n - sum(n for _, n in state.struck):
        words = "{n} hit{s} with nobody to go to: lost"
        table.tell(words, ("RH-ALLOC-3",), n=lost, s="s" * (lost != 1))
    if state.struck:
        listed = ", ".join(f"{n} on {struck.name}" for struck, n in state.struck)
        macro = state.struck[0][0].macro
        words = "macro hits: {listed}" if macro else "hits: {listed}"
        table.tell(words, ("RH-MW-1",) if macro else ("RH-ALLOC-2",), listed=listed)


def shared_out(state: Attack, hits: Pool, per_kind: bool, table: Table) -> dict[int, int]:
    """Return the number of hits for each unit; equally near units may need a question."""
    able = {hit: eligibility.recipients(state, hit) for hit, _ in hits}
    counts = spread(state, hits, able, per_kind, eligibility.standing(state))
    tied = equally_near(state, hits, able, per_kind, counts, table)
    if tied:
        counts = spread(state, hits, able, per_kind, ordered(state, tied, table))
    return counts


def spread(state: Attack, hits: Pool, able: Able, per_kind: bool, order: list[int]) -> dict[int, int]:
    """Give each hit to the unit with the fewest hits, nearest first; `order` decides between equally near units."""
    near = sorted(order, key=lambda place: eligibility.unit_distance(state, place))
    counts: dict[str, dict[int, int]] = {}  # by unit; for each kind of hit, if kinds are counted separately
    for hit, n in sorted(hits, key=lambda end: turn_of(end[0])):
        so_far = counts.setdefault(hit.kind if per_kind else "", {})
        queue = [(so_far.get(place, 0), nth, place) for nth, place in enumerate(near) if place in able[hit]]
        heapify(queue)
        for _ in range(n if queue else 0):
            fewest, nth, place = queue[0]
            heapreplace(queue, (fewest + 1, nth, place))
        so_far |= {place: had for had, _, place in queue if had}
    return {place: sum(of.get(place, 0) for of in counts.values()) for of in counts.values() for place in of}


def turn_of(hit: Hit) -> tuple[bool, int]:
    """Return the sort key: hits that cannot hit units in cover come first, then AP, AT, AA (RH-ALLOC-5)."""
    return not hit.open_only, VALUES.index(hit.kind)


def equally_near(
    state: Attack, hits: Pool, able: Able, per_kind: bool, counts: dict[int, int], table: Table
) -> list[int]:
    """Return equally near units whose order makes a difference; [] if there are none."""
    unlike = [
        group
        for places in able.values()
        for group in by_distance(state, places)
        if len(group) > 1 and len({as_it_matters(state, hits, place, table) for place in group}) > 1
    ]
    if not unlike:
        return []
    moved: set[int] = set()
    for order in other_orders(state, able):
        turned = spread(state, hits, able, per_kind, order)
        moved |= {place for place in eligibility.standing(state) if counts.get(place, 0) != turned.get(place, 0)}
    return sorted({place for group in unlike if group & moved for place in group})


def by_distance(state: Attack, places: list[int]) -> list[set[int]]:
    """Return the units in groups of equal distance."""
    found: dict[float, set[int]] = {}
    for place in places:
        found.setdefault(eligibility.unit_distance(state, place), set()).add(place)
    return [*found.values()]


def other_orders(state: Attack, able: Able) -> Iterator[list[int]]:
    """Yield orders that show which units the order affects: reversed, and sorted by the hits they may take. With one
    kind of hits the reversed order is enough.
    """
    places = eligibility.standing(state)
    yield places[::-1]
    takes = {place: tuple(place in group for group in able.values()) for place in places}
    sorts = [taken for taken in dict.fromkeys(takes.values()) if any(taken)]
    if len(able) < 2 or len(sorts) < 2:
        return
    sortings = permutations(sorts) if len(sorts) <= MOST_SORTS else (sorts[n:] + sorts[:n] for n in range(len(sorts)))
    for sorting in sortings:
        yield [place for taken in sorting for place in places if takes[place] == taken]


def as_it_matters(state: Attack, hits: Pool, place: int, table: Table) -> object:
    """Return a key that is equal for units if it does not matter which takes a hit; a battle also counts ammo."""
    stand, piece = eligibility.stands_of(state)[place], state.pieces[place]
    piece = piece.but(ammo=0) if state.manner.is_last else piece
    if state.later or len(hits) < len(state.pool or state.waiting):
        return piece, stand.but(name="")  # other hits with other saves follow
    six_fails = table.setting("save_six_fails") == "true"
    need = charts.to_save(stand, hits[0][0].macro, table.setting("macro_save"), six_fails)
    covered = bool(stand.cover) and any(hit.open_only for hit, _ in hits)
    return piece, stand.type, stand.integrity, covered, need.target


def ordered(state: Attack, tied: list[int], table: Table) -> list[int]:
    """Ask the defender for the order of equally near units (RH-ALLOC-2)."""
    names = eligibility.all_target_names(state)
    kinds = tuple((names[place], 1) for place in tied)
    stands = eligibility.stands_of(state)
    unsaid = any(stands[place].distance is None for place in tied)
    text = "Nearest to the shooters first: who takes hits?" if unsaid else "Equally near: who takes hits first?"
    said = table.arrange(
        Arrange(
            "order", kinds, (), tuple((1, name, "") for name, _ in kinds), DEFENDER, ("RH-ALLOC-2",), text,
            expired_values=tuple(name for place, name in enumerate(names) if place not in tied),
        )
    )  # fmt: skip
    first = [next(place for place in tied if names[place] == name) for _, name, _ in said]
    return [*first, *(place for place in eligibility.standing(state) if place not in first)]
