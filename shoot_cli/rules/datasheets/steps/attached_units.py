"""A part of an Attached unit is destroyed: the others are units of their own once the attacks are over (ORD-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from shoot_cli.battle.turns import Memory, Place
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.attached_units import Group, kinds_of, parted, parts_of, unit_of
from shoot_cli.rules.datasheets.conditions import USE, use_name
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.marks_and_auras import borne_by
from shoot_cli.rules.datasheets.steps.permissions import BACK_AGAIN, ability_of


class Split(Record):
    """What an Attached unit is now. ``standing``: units that live, one at least; ``gone``: parts that are destroyed.

    ``kinds``: of each of these, in this order, what places its models had in the list of the whole.
    """

    standing: tuple[records.BattleUnit, ...]
    gone: tuple[records.BattleUnit, ...]
    kinds: tuple[tuple[int, ...], ...]


def split_of(unit: records.BattleUnit) -> Split | None:
    """Return the units that are left of one, if a part of it is destroyed; None: it is one as before."""
    if not unit.ranks or not parts_of(unit.unit):
        return None
    alive = frozenset(rank.kind for rank in unit.ranks)
    groups = parted(unit.unit, alive)
    return split(unit, groups) if groups else None


@lru_cache(256)
def split(unit: records.BattleUnit, groups: tuple[Group, ...]) -> Split:
    left = {part for group in groups for part in group}
    lost = tuple((part,) for part in parts_of(unit.unit) if part not in left)
    uses = {use: [group for group in groups if may_use(unit.unit, group, use)] for use in unit.uses}
    standing = []
    for group in groups:
        own = tuple(use for use in unit.uses if group in (uses[use] or groups))
        standing.append(part_as_unit(unit, group).but(uses=own))
    gone = (part_as_unit(unit, group).but(marks=(), given=(), uses=()) for group in lost)
    return Split(tuple(standing), tuple(gone), tuple(map(kinds_of, (*groups, *lost))))


def part_as_unit(before: records.BattleUnit, group: Group) -> records.BattleUnit:
    """These parts as they stand, with what was told of their models, and every mark of the whole unit."""
    now = {old: new for new, old in enumerate(kinds_of(group))}
    return before.but(
        unit=unit_of(before.unit, group),
        ranks=tuple(rank.but(kind=now[rank.kind]) for rank in before.ranks if rank.kind in now),
        told=tuple(told.but(kind=now[told.kind]) for told in before.told if told.kind in now),
        used=tuple((now[kind], name) for kind, name in before.used if kind in now),
    )


def may_use(unit: Hashed[Unit], group: Group, use: records.UsedAbility) -> bool:
    """Return True if one of its models has what was used."""
    name = use.key.removeprefix(USE)
    owned = (one for kind in kinds_of(group) for one in borne_by(unit.value.models[kind][0]))
    return any(name == use_name(each) for one in owned for each in (one, *one.gives))


def name_of(unit: records.BattleUnit) -> str:
    return unit.unit.value.name


def names_used(used: tuple[str, ...], before: records.BattleUnit, now: Iterable[records.BattleUnit]) -> tuple[str, ...]:
    """What was used this phase: what the whole unit did, its parts have done."""
    name = name_of(before)
    more = [one.removesuffix(name) + name_of(own) for one in used if one.endswith(f" {name}") for own in now]
    return tuple(dict.fromkeys((*used, *more))) if more else used


# In a battle ---------------------------------------------------------------------------------------------------------


def part_units(battle: records.Battle, table: Table) -> records.Battle:
    """Between attacks: of units of which a part is destroyed the others go on by themselves, and it is told."""
    for side in (0, 1):
        for at, unit in enumerate(battle.sides[side].units):
            found = split_of(unit)
            if found is not None:
                battle = apart(battle, (side, at), found)
                table.tell("{units}", battle.game.rules("ORD-6"), units=words_of(found))
    return battle


def words_of(found: Split) -> str:
    """``Squad destroyed: Captain is a unit of its own now``"""
    left = " and ".join(map(name_of, found.standing))
    several = len(found.standing) > 1
    alone = all(not parts_of(one.unit) for one in found.standing)
    on = f"{'are units of their' if several else 'is a unit of its'} own now" if alone else "goes on"
    return f"{' and '.join(map(name_of, found.gone))} destroyed: {left} {on}"


def apart(battle: records.Battle, at: Place, found: Split) -> records.Battle:
    """Return the battle with these units. The first that stands has the place of the whole, the others stand behind
    all.
    """
    side, place = at
    before: records.BattleUnit = battle.sides[side].units[place]
    origin = place if before.origin is None else before.origin
    first, *others = (one.but(origin=origin) for one in (*found.standing, *found.gone))
    battle_units = list(battle.sides[side].units)
    every = (place, *range(len(battle_units), len(battle_units) + len(others)))
    places = every[: len(found.standing)]
    battle_units[place] = first
    sides = [*battle.sides]
    sides[side] = sides[side].but(units=(*battle_units, *others))
    now = {
        kind: (there, new) for there, kinds in zip(every, found.kinds, strict=True) for new, kind in enumerate(kinds)
    }
    of_side = side == battle.active
    return battle.but(
        sides=tuple(one.but(units=by_new_names(one.units, side, before, found.standing)) for one in sides),
        done=also(battle.done, place, places) if of_side else battle.done,
        held=also(battle.held, place, places) if of_side else battle.held,
        untargeted=also(battle.untargeted, place, places) if of_side else battle.untargeted,
        again=also(battle.again, place, places) if of_side else battle.again,
        stratagems=names_used(battle.stratagems, before, found.standing),
        demises=tuple(
            (side, *now[kind]) if (of, unit) == at else (of, unit, kind) for of, unit, kind in battle.demises
        ),
        replies=tuple(new for one in battle.replies for new in replies(one, at, now, found.standing, places)),
        suffering=tuple(new for one in battle.suffering for new in suffering(one, at, places)),
        due=tuple(new for one in battle.due for new in due(one, at if of_side else None, found.standing, places)),
        said=of_each(battle.said, at, places),
        of_turn=of_each(battle.of_turn, at, places),
        of_phase=of_each(battle.of_phase, at, places),
        until_own_turn=of_each(battle.until_own_turn, at, places),
        locked=fights(battle.locked, at, places),
        deeds=tuple(new for deed in battle.deeds for new in deeds(deed, at, places)),
    )


Places = Sequence[int]  # of the units that stand


def also(those: tuple[int, ...], place: int, places: Places) -> tuple[int, ...]:
    return tuple(sorted({*those, *places})) if place in those else those


def replies(
    reply: records.OutOfTurnShooting,
    at: Place,
    now: Mapping[int, Place],
    standing: Iterable[records.BattleUnit],
    places: Places,
) -> Iterator[records.OutOfTurnShooting]:
    """Models that fell shoot as those of their own part; of units that shoot back those that still may do so."""
    if (reply.side, reply.unit) != at:
        yield reply
    elif reply.kind >= 0:
        place, kind = now[reply.kind]
        yield reply.but(unit=place, kind=kind)
    else:
        for battle_unit, place in zip(standing, places, strict=True):
            if ability_of(battle_unit, BACK_AGAIN) is not None:
                yield reply.but(unit=place)


def suffering(waiting: records.PendingMortalWounds, at: Place, places: Places) -> Iterator[records.PendingMortalWounds]:
    """What falls on the whole falls on each unit that is left."""
    yield from (waiting.but(unit=place) for place in places) if (waiting.side, waiting.unit) == at else (waiting,)


def due(
    waiting: records.MortalWoundRoll, at: Place | None, standing: Iterable[records.BattleUnit], places: Places
) -> Iterator[records.MortalWoundRoll]:
    """Mortal wounds are rolled for by the part that has the ability."""
    if at is None or waiting.unit != at[1]:
        yield waiting
        return
    for battle_unit, place in zip(standing, places, strict=True):
        if any(waiting.ability in model.abilities for model, _ in battle_unit.unit.value.models):
            yield waiting.but(unit=place)


def of_each(memory: Memory, at: Place, places: Places) -> Memory:
    """What was said of the whole is said of each."""
    more = [
        said.but(about=tuple(sorted((at[0], place) if one == at else one for one in said.about)))
        for said in memory
        if at in said.about
        for place in places
        if place != at[1]
    ]
    return (*memory, *more)


def fights(locked: Iterable[tuple[Place, Place]], at: Place, places: Places) -> tuple[tuple[Place, Place], ...]:
    """Whoever fought the whole fights each unit that is left."""
    found = {pair for pair in locked if at not in pair}
    for one, other in (pair for pair in locked if at in pair):
        enemy = other if one == at else one
        found |= {(min(enemy, own), max(enemy, own)) for own in ((at[0], place) for place in places)}
    return tuple(sorted(found))


def deeds(deed: records.Deed, at: Place, places: Places) -> Iterator[records.Deed]:
    """What the whole has done, or what was done to it, each unit that is left has done or suffered."""
    if deed.by == at:
        yield from (deed.but(by=(at[0], place)) for place in places)
    elif deed.at == at:
        yield from (deed.but(at=(at[0], place)) for place in places)
    else:
        yield deed


def by_new_names(
    units: Iterable[records.BattleUnit], side: int, before: records.BattleUnit, standing: Sequence[records.BattleUnit]
) -> tuple[records.BattleUnit, ...]:
    """What the whole has done to these units, the part has done that can: marks and loans, and who is in it.

    :param side: of the unit that has parted
    """
    old, found = name_of(before), []
    inside = states.EMBARKED + old
    for unit in units:
        given = tuple(
            one.but(by=who_gave(one, standing)) if (one.side, one.by) == (side, old) else one for one in unit.given
        )
        marks = tuple(
            mark.but(name=states.EMBARKED + name_of(standing[0])) if mark.name == inside else mark
            for mark in unit.marks
        )
        same = (given, marks) == (unit.given, unit.marks)
        found.append(unit if same else unit.but(given=given, marks=marks))
    return tuple(found)


def who_gave(given: records.AppliedEffect, standing: Sequence[records.BattleUnit]) -> str:
    """Return the name of the unit that has what was given, of these; the first where nobody has."""
    owners = (one for one in standing for model, _ in one.unit.value.models if given.ability in tuple(borne_by(model)))
    return name_of(next(owners, standing[0]))
