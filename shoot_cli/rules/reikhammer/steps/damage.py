"""What hits do: their allocation to units, evenly and nearest first, saves, losses, and the fate of characters.

Rules: RH-ALLOC-1 to 5, RH-MW-1, RH-SAVE-1 to 5, RH-DEST-1, RH-SHOCK-2, 3, RH-CHAR-1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heapify, heapreplace
from itertools import permutations
from typing import NamedTuple

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Arrange, Option
from shoot_cli.engine.reasons import DEFENDER, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import (
    AllocatedHit,
    Attack,
    Destroyed,
    Failed,
    FormationUnit,
    Hit,
    IntegrityLost,
    TargetUnit,
)
from shoot_cli.rules.reikhammer.profiles import VALUES
from shoot_cli.rules.reikhammer.steps import eligibility
from shoot_cli.rules.reikhammer.steps.eligibility import target_units, weight_of

Able = dict[Hit, list[int]]  # for each hit the indexes of units that may take it
MOST_SORTS = 4  # up to this many sorts of units (by the hits they may take) are tried in every order


def hits_left(state: Attack) -> bool:
    return bool(state.pool) or bool(state.waiting)


def hits_open(state: Attack) -> Pool:
    return state.pool or state.waiting


def shells_fall(state: Attack, table: Table) -> Attack:
    """Put barrage hits on the units where they fell (RH-BAR-5)."""
    return table.in_sight(lie_on_units, state)


def lie_on_units(state: Attack, table: Table) -> Attack:
    state = state.but(pool=(), hits_to_save=state.pool)
    say(state, sum(n for _, n in state.hits_to_save), table)
    return state


def allocate(state: Attack, table: Table) -> Attack:
    """Allocate all normal hits first, and macro hits after their saves (RH-MW-1)."""
    hits = hits_open(state)
    hits_now: Pool = tuple((hit, n) for hit, n in hits if not hit.macro) or hits
    macro = hits_now[0][0].macro
    counts = shared_out(state, hits_now, table.setting("even_count") == "per_kind", table)
    state = state.but(pool=(), waiting=tuple(end for end in hits if end not in hits_now))
    order = sorted(counts, key=lambda place: (eligibility.unit_distance(state, place), place))
    struck = tuple((hit_on(state, place, macro, table), counts[place]) for place in order)
    state = state.but(hits_to_save=struck)
    table.explain(say, state, sum(n for _, n in hits_now))
    return state


def say(state: Attack, n: int, table: Table) -> None:
    """Log where these `n` hits go."""
    if lost := n - sum(n for _, n in state.hits_to_save):
        words = "{n} hit{s} with nobody to go to: lost"
        table.tell(words, ("RH-ALLOC-3",), n=lost, s="s" * (lost != 1))
    if state.hits_to_save:
        listed = ", ".join(f"{n} on {struck.name}" for struck, n in state.hits_to_save)
        macro = state.hits_to_save[0][0].macro
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
    nearest_first = sorted(order, key=lambda place: eligibility.unit_distance(state, place))
    counts: dict[str, dict[int, int]] = {}  # by unit; for each kind of hit, if kinds are counted separately
    for hit, n in sorted(hits, key=lambda end: turn_of(end[0])):
        so_far = counts.setdefault(hit.kind if per_kind else "", {})
        queue = [(so_far.get(place, 0), nth, place) for nth, place in enumerate(nearest_first) if place in able[hit]]
        heapify(queue)
        for _ in range(n if queue else 0):
            fewest, nth, place = queue[0]
            heapreplace(queue, (fewest + 1, nth, place))
        so_far |= {place: taken for taken, _, place in queue if taken}
    return {
        place: sum(by_unit.get(place, 0) for by_unit in counts.values())
        for by_unit in counts.values()
        for place in by_unit
    }


def turn_of(hit: Hit) -> tuple[bool, int]:
    """Return the sort key: hits that cannot hit units in cover come first, then AP, AT, AA (RH-ALLOC-5)."""
    return not hit.open_only, VALUES.index(hit.kind)


def equally_near(
    state: Attack, hits: Pool, able: Able, per_kind: bool, counts: dict[int, int], table: Table
) -> list[int]:
    """Return equally near units whose order makes a difference; [] if there are none."""
    facts = NextSaves(
        hits[0][0].macro, any(hit.open_only for hit, _ in hits), bool(state.later) or len(hits) < len(hits_open(state)),
        state.manner.is_last, table.setting("macro_save"), table.setting("save_six_fails") == "true",
    )  # fmt: skip
    unlike = [
        group
        for places in able.values()
        for group in unlike_groups(state.target_units, state.pieces, tuple(places), facts)
    ]
    if not unlike:
        return []
    moved: set[int] = set()
    for order in other_orders(state, able):
        turned = spread(state, hits, able, per_kind, order)
        moved |= {place for place in eligibility.standing(state) if counts.get(place, 0) != turned.get(place, 0)}
    return sorted({place for group in unlike if group & moved for place in group})


class NextSaves(NamedTuple):
    """What decides beside the units whether it matters which of them takes a hit."""

    macro: bool
    open_only: bool  # some of the hits cannot hit units in cover
    more: bool  # other hits with other saves follow
    is_last: bool
    macro_save: str
    six_fails: bool


@lru_cache(256)  # asked for every number of hits
def unlike_groups(
    stands: Hashed[tuple[TargetUnit, ...]], pieces: tuple[FormationUnit, ...], places: tuple[int, ...], facts: NextSaves
) -> list[set[int]]:
    """Return the groups of equally near units in which it matters who takes a hit."""
    groups: dict[float, set[int]] = {}
    for place in places:
        groups.setdefault(eligibility.distance_of(stands.value[place]), set()).add(place)
    return [
        group
        for group in groups.values()
        if len({as_it_matters(stands.value[place], pieces[place], facts) for place in group}) > 1
    ]


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


def as_it_matters(stand: TargetUnit, piece: FormationUnit, facts: NextSaves) -> object:
    """Return a key that is equal for units if it does not matter which takes a hit; a battle also counts ammo."""
    piece = piece.but(ammo=0) if facts.is_last else piece
    if facts.more:
        return piece, stand.but(name="")
    need = charts.to_save(stand, facts.macro, facts.macro_save, facts.six_fails)
    return piece, stand.type, stand.integrity, bool(stand.cover) and facts.open_only, need.target


def ordered(state: Attack, tied: list[int], table: Table) -> list[int]:
    """Ask the defender for the order of equally near units (RH-ALLOC-2)."""
    names = state.target.value.names()
    kinds = tuple((names[place], 1) for place in tied)
    stands = eligibility.target_units(state)
    unsaid = any(stands[place].distance is None for place in tied)
    text = "Nearest to the shooters first: who takes hits?" if unsaid else "Equally near: who takes hits first?"
    arranged = table.arrange(
        Arrange(
            "order", kinds, (), tuple((1, name, "") for name, _ in kinds), DEFENDER, ("RH-ALLOC-2",), text,
            expired_values=tuple(name for place, name in enumerate(names) if place not in tied),
        )
    )  # fmt: skip
    first = [next(place for place in tied if names[place] == name) for _, name, _ in arranged]
    return [*first, *(place for place in eligibility.standing(state) if place not in first)]


LOST = "lost with the last unit"


def hit_on(state: Attack, place: int, macro: bool, table: Table) -> AllocatedHit:
    """Return a hit on this unit, with its save (RH-SAVE-2, RH-SAVE-3)."""
    return allocated_hit(
        state.target_units, place, state.pieces[place].left, macro,
        bool(state.waiting or state.later) or state.followed, table.setting("macro_save"),
        table.setting("save_six_fails") == "true", table.setting("we_suppression") == "integrity",
    )  # fmt: skip


@lru_cache(1024)  # asked for every number of hits
def allocated_hit(
    stands: Hashed[tuple[TargetUnit, ...]], place: int, left: int, macro: bool, more: bool, macro_save: str,
    six_fails: bool, engines: bool,
) -> AllocatedHit:  # fmt: skip
    stand = stands.value[place]
    need = charts.to_save(stand, macro, macro_save, six_fails)
    return AllocatedHit(place, stand.name, need, Hashed(stand), macro, left, weight_of(stand, engines), more)


def saves_left(state: Attack) -> bool:
    return bool(state.hits_to_save) or bool(state.pool)


def take_hits(state: Attack, table: Table) -> Attack:
    """Take the hits of all units: saves with an equal need are thrown together."""
    return state.but(pool=state.hits_to_save, hits_to_save=()) if state.hits_to_save else state


def saves(token: object) -> bool:
    return type(token) is AllocatedHit


def roll_to_save(struck: AllocatedHit, n: int, table: Table) -> Pool:
    """Roll a save for each hit, equal or under (RH-SAVE-1)."""
    roll = table.roll(
        f"save:{struck.name}",
        n,
        struck.need,
        owner=DEFENDER,
        text=f"{struck.name}: {struck.need.label}",
        lessons=lambda: lessons(struck),
        luck="saves",
    )
    return pool((Failed(struck.unit, struck.left, struck.weight, struck.more), roll.failed))


def lessons(struck: AllocatedHit) -> tuple[TeachingPoint, ...]:
    """Return a question about the save: the higher number, because all dice roll equal or under."""
    saves_it_has = charts.saves(struck.stand.value, struck.need.label == charts.NO_SAVE, "none")
    if len(saves_it_has) < 2 or struck.need.label == charts.NO_SAVE:
        return ()
    others = tuple(dict.fromkeys(label for _, label, _ in saves_it_has if label != struck.need.label)) or (
        charts.NO_SAVE,
    )
    wrong = (*others, "one after the other")
    return (
        TeachingPoint("save", f"Which save does {struck.name} take?", struck.need.label, wrong, struck.need.because),
    )  # fmt: skip


def lose_integrity(failed: Failed, n: int, table: Table) -> Pool:
    """Remove a point of integrity for each failed save; a unit with none left is destroyed (RH-SAVE-1, RH-DEST-1)."""
    table.needs_all_dice("a unit loses no more integrity than it has")
    unit = failed.unit if failed.more else table.detail(failed.unit, None)
    return pool((IntegrityLost(unit), min(n, failed.left)), (Destroyed(failed.weight), int(n >= failed.left)))


def suffer(state: Attack, table: Table) -> Attack:
    """Add up lost integrity, destroyed units and their Shock (RH-SHOCK-2, RH-SHOCK-3)."""
    lost = sum(n for loss, n in state.pool if type(loss) is IntegrityLost)
    dead = sum(n for loss, n in state.pool if type(loss) is Destroyed)
    weight = sum(n * loss.weight for loss, n in state.pool if type(loss) is Destroyed)
    shock = dead + (lost if table.setting("shock_per_failed_save") == "true" else 0)
    after = state.but(
        pool=(), damage=state.damage + lost, slain=state.slain + dead, target_shock=state.target_shock + shock,
        counted_left=state.counted_left - weight, pieces=pieces_after(state),
    )  # fmt: skip
    return table.in_sight(tell_hurt, after, state)


def tell_hurt(after: Attack, state: Attack, table: Table) -> Attack:
    """Log who was hurt, unit by unit, and note the destroyed units whose character's fate is not rolled yet."""
    hurt = [place for place, piece in enumerate(after.pieces) if piece.left < state.pieces[place].left]
    shock, each = state.target_shock, table.setting("shock_per_failed_save") == "true"
    for place in hurt:
        lost = state.pieces[place].left - after.pieces[place].left
        shock += (lost if each else 0) + (not after.pieces[place].left)
        tell(after, place, state.pieces[place].left, shock, table)
    fallen = [place for place in hurt if not after.pieces[place].left and state.pieces[place].character]
    return after.but(fallen=(*state.fallen, *fallen))


def pieces_after(state: Attack) -> tuple[FormationUnit, ...]:
    """Return the target's units after the losses whose unit is known."""
    lost = {loss.unit: n for loss, n in state.pool if type(loss) is IntegrityLost}
    return tuple(
        piece.but(left=piece.left - lost[place]) if place in lost else piece for place, piece in enumerate(state.pieces)
    )


def tell(state: Attack, place: int, before: int, shock: int, table: Table) -> None:
    """Log the integrity that a unit lost and has left. `shock` is that of its formation then."""
    name, left = target_units(state)[place].name, state.pieces[place].left
    if left:
        words, in_all = "{unit} loses {lost} integrity, {left} of {of} left", target_units(state)[place].integrity
        table.tell(words, ("RH-SAVE-1",), unit=name, lost=before - left, left=left, of=in_all)
    else:
        words = "{unit} destroyed: {formation} now has {shock} Shock"
        rules = ("RH-DEST-1", "RH-SHOCK-3")
        table.tell(words, rules, unit=name, shock=shock, formation=state.target.value.name)


# Characters ----------------------------------------------------------------------------------------------------------


def fates_open(state: Attack) -> bool:
    return bool(state.fallen)


def roll_fate(state: Attack, table: Table) -> Attack:
    """Roll the fate of a character whose unit was removed (RH-CHAR-1)."""
    place, *rest = state.fallen
    pieces, lost = fate_of(state.pieces, state.target.value.names(), place, DEFENDER, table)
    return state.but(fallen=tuple(rest), pieces=pieces, lost=(*state.lost, *lost))


def fate_of(
    pieces: tuple[FormationUnit, ...], names: tuple[str, ...], place: int, owner: str, table: Table
) -> tuple[tuple[FormationUnit, ...], tuple[tuple[str, str], ...]]:
    """Roll a fate: 1 escapes, 2 or 3 incapacitated, 4 to 6 killed. Return the units, and the lost character's fate.
    Without a remaining unit the character is lost without a roll.
    """
    name = pieces[place].character
    if not any(piece.left for piece in pieces):
        table.tell("{name} is lost with the last unit", ("RH-CHAR-1",), name=name)
        return (*pieces[:place], pieces[place].but(character=""), *pieces[place + 1 :]), ((name, LOST),)
    face = table.total(f"character:{name}", 1, owner=owner, rules=("RH-CHAR-1",), text=f"{name}: fate")
    fate = charts.character_fate[face - 1]
    after = [*pieces]
    after[place] = after[place].but(character="")
    others = {names[other]: other for other, piece in enumerate(after) if piece.left and not piece.character}
    if fate == charts.ESCAPES and others:
        options = tuple(map(Option, others))
        text = f"{name} escapes: to which unit?"
        chosen = table.choose(
            f"joins:{name}", options, default=options[0].value, owner=owner, rules=("RH-CHAR-1",), text=text
        )
        after[others[chosen]] = after[others[chosen]].but(character=name)
        table.tell("{name} joins {unit}", ("RH-CHAR-1",), name=name, unit=chosen)
        return tuple(after), ()
    if fate == charts.ESCAPES:
        fate = "left without a unit to escape to"
    table.tell("{name} is {fate}", ("RH-CHAR-1",), name=name, fate=fate)
    return tuple(after), ((name, fate),)
