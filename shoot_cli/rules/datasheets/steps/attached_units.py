"""The split of an Attached unit after the attacks in which a part was destroyed, and parts that come back (ORD-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from shoot_cli.battle.turns import Memory, Place, merged
from shoot_cli.engine.names import USE
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import use_name
from shoot_cli.rules.datasheets.profiles import Group, Unit, kinds_of, parts_of, remaining_groups, unit_of
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.marks_and_auras import borne_by
from shoot_cli.rules.datasheets.steps.permissions import BACK_AGAIN, ability_of
from shoot_cli.rules.datasheets.steps.tellings import plain_unit, with_tellings, without_own


class Split(Record):
    """The result of a split. ``standing`` are the living units and ``gone`` the destroyed parts. ``kinds`` has for each
    of them, in this order, the indexes of its models in the whole unit's list.
    """

    standing: tuple[records.BattleUnit, ...]
    gone: tuple[records.BattleUnit, ...]
    kinds: tuple[tuple[int, ...], ...]


def split_of(unit: records.BattleUnit) -> Split | None:
    """Return the split of a unit with a destroyed part; None if it stays one unit."""
    if not unit.ranks or not parts_of(unit.unit):
        return None
    groups = remaining_groups(unit.unit, frozenset(rank.kind for rank in unit.ranks))
    return split(unit, groups) if groups else None


@lru_cache(256)
def split(unit: records.BattleUnit, groups: tuple[Group, ...]) -> Split:
    left = {part for group in groups for part in group}
    lost = tuple((part,) for part in parts_of(unit.unit) if part not in left)
    uses = {use: [group for group in groups if may_use(unit.unit, group, use)] for use in unit.uses}
    standing = []
    for group in groups:
        its_uses = tuple(use for use in unit.uses if group in (uses[use] or groups))
        standing.append(part_as_unit(unit, group).but(uses=its_uses))
    gone = (without_own(part_as_unit(unit, group)).but(marks=(), given=(), uses=()) for group in lost)
    return Split(tuple(standing), tuple(gone), tuple(map(kinds_of, (*groups, *lost))))


def part_as_unit(before: records.BattleUnit, group: Group) -> records.BattleUnit:
    """Return these parts as they stand, with the notes, marks and told effects of the whole unit (EVE-36)."""
    new_kinds = {old: new for new, old in enumerate(kinds_of(group))}
    whole = whole_of(before)
    part = before.but(
        unit=unit_of(plain_unit(before), group),
        part_of=whole.but(kinds=tuple(whole.kinds[old] for old in new_kinds)),
        listed=None,
        tellings=(),
        ranks=tuple(rank.but(kind=new_kinds[rank.kind]) for rank in before.ranks if rank.kind in new_kinds),
        histories=tuple(told.but(kind=new_kinds[told.kind]) for told in before.histories if told.kind in new_kinds),
        used=tuple((new_kinds[kind], name) for kind, name in before.used if kind in new_kinds),
    )
    return with_tellings(part, before.tellings)


def whole_of(unit: records.BattleUnit) -> records.PartOf:
    """Return the Attached unit of the list that this unit is a part of, or itself."""
    plain = plain_unit(unit)
    return unit.part_of or records.PartOf(plain, tuple(range(len(plain.value.models))))


def may_use(unit: Hashed[Unit], group: Group, use: records.UsedAbility) -> bool:
    """Return True if one of its models has the used ability."""
    name = use.key.removeprefix(USE)
    owned = (listed for kind in kinds_of(group) for listed in borne_by(unit.value.models[kind][0]))
    return any(name == use_name(ability) for listed in owned for ability in (listed, *listed.gives))


def name_of(unit: records.BattleUnit) -> str:
    return unit.unit.value.name


def names_used(used: tuple[str, ...], before: records.BattleUnit, now: Iterable[records.BattleUnit]) -> tuple[str, ...]:
    """Return the entries of used things with the names of the parts added: they count as used by each part."""
    name = name_of(before)
    added = [entry.removesuffix(name) + name_of(part) for entry in used if entry.endswith(f" {name}") for part in now]
    return tuple(dict.fromkeys((*used, *added))) if added else used


# In a battle ---------------------------------------------------------------------------------------------------------


def part_units(battle: records.Battle, table: Table) -> records.Battle:
    """Split all units with a destroyed part between attacks, and log each split."""
    for side in (0, 1):
        for at, unit in enumerate(battle.sides[side].units):
            split = split_of(unit)
            if split is not None:
                battle = apart(battle, (side, at), split)
                table.tell("{units}", battle.game.rules("ORD-6"), units=words_of(split))
    return battle


def words_of(split: Split) -> str:
    """Return the text: ``Squad destroyed: Captain is a unit of its own now``."""
    left = " and ".join(map(name_of, split.standing))
    several = len(split.standing) > 1
    alone = all(not parts_of(unit.unit) for unit in split.standing)
    on = f"{'are units of their' if several else 'is a unit of its'} own now" if alone else "goes on"
    return f"{' and '.join(map(name_of, split.gone))} destroyed: {left} {on}"


def apart(battle: records.Battle, at: Place, split: Split) -> records.Battle:
    """Return the battle after the split. The first living unit keeps the index of the whole, the others come last."""
    side, place = at
    before: records.BattleUnit = battle.sides[side].units[place]
    origin = place if before.origin is None else before.origin
    first, *others = (one.but(origin=origin) for one in (*split.standing, *split.gone))
    battle_units = list(battle.sides[side].units)
    all_places = (place, *range(len(battle_units), len(battle_units) + len(others)))
    places = all_places[: len(split.standing)]
    battle_units[place] = first
    sides = [*battle.sides]
    sides[side] = sides[side].but(units=(*battle_units, *others))
    new_places = {
        kind: (home, new) for home, kinds in zip(all_places, split.kinds, strict=True) for new, kind in enumerate(kinds)
    }
    of_side = side == battle.active
    return battle.but(
        sides=tuple(one.but(units=by_new_names(one.units, side, before, split.standing)) for one in sides),
        done=also(battle.done, place, places) if of_side else battle.done,
        held_fire=also(battle.held_fire, place, places) if of_side else battle.held_fire,
        untargeted=also(battle.untargeted, place, places) if of_side else battle.untargeted,
        once_more=also(battle.once_more, place, places) if of_side else battle.once_more,
        stratagems=names_used(battle.stratagems, before, split.standing),
        demises=tuple(
            (side, *new_places[kind]) if (of, unit) == at else (of, unit, kind) for of, unit, kind in battle.demises
        ),
        replies=tuple(new for one in battle.replies for new in replies(one, at, new_places, split.standing, places)),
        suffering=tuple(new for one in battle.suffering for new in suffering(one, at, places)),
        mortal_wounds_due=tuple(
            new for one in battle.mortal_wounds_due for new in due(one, at if of_side else None, split.standing, places)
        ),
        remembered=of_each(battle.remembered, at, places),
        of_turn=of_each(battle.of_turn, at, places),
        of_phase=of_each(battle.of_phase, at, places),
        until_own_turn=of_each(battle.until_own_turn, at, places),
        locked=fights(battle.locked, at, places),
        deeds=tuple(new for deed in battle.deeds for new in deeds(deed, at, places)),
    )


Places = Sequence[int]  # indexes of the living units


def also(those: tuple[int, ...], place: int, places: Places) -> tuple[int, ...]:
    return tuple(sorted({*those, *places})) if place in those else those


def replies(
    reply: records.OutOfTurnShooting,
    at: Place,
    new_places: Mapping[int, Place],
    standing: Iterable[records.BattleUnit],
    places: Places,
) -> Iterator[records.OutOfTurnShooting]:
    """Yield the out-of-turn shooting of the parts: fallen models, or units that may still shoot back."""
    if (reply.side, reply.unit) != at:
        yield reply
    elif reply.kind >= 0:
        place, kind = new_places[reply.kind]
        yield reply.but(unit=place, kind=kind)
    else:
        for battle_unit, place in zip(standing, places, strict=True):
            if ability_of(battle_unit, BACK_AGAIN) is not None:
                yield reply.but(unit=place)


def suffering(waiting: records.PendingMortalWounds, at: Place, places: Places) -> Iterator[records.PendingMortalWounds]:
    """Yield the pending mortal wounds for each living unit."""
    yield from (waiting.but(unit=place) for place in places) if (waiting.side, waiting.unit) == at else (waiting,)


def due(
    waiting: records.MortalWoundRoll, at: Place | None, standing: Iterable[records.BattleUnit], places: Places
) -> Iterator[records.MortalWoundRoll]:
    """Yield the roll for the part that has the ability."""
    if at is None or waiting.unit != at[1]:
        yield waiting
        return
    for battle_unit, place in zip(standing, places, strict=True):
        if any(waiting.ability in model.abilities for model, _ in battle_unit.unit.value.models):
            yield waiting.but(unit=place)


def of_each(memory: Memory, at: Place, places: Places) -> Memory:
    """Return the memory with the answers about the whole copied to each living unit."""
    copies = [
        fact.but(about=tuple(sorted((at[0], place) if one == at else one for one in fact.about)))
        for fact in memory
        if at in fact.about
        for place in places
        if place != at[1]
    ]
    return (*memory, *copies)


def fights(locked: Iterable[tuple[Place, Place]], at: Place, places: Places) -> tuple[tuple[Place, Place], ...]:
    """Return the combats, in which each living unit replaces the whole."""
    pairs = {pair for pair in locked if at not in pair}
    for first, other in (pair for pair in locked if at in pair):
        enemy = other if first == at else first
        pairs |= {(min(enemy, ours), max(enemy, ours)) for ours in ((at[0], place) for place in places)}
    return tuple(sorted(pairs))


def deeds(deed: records.Deed, at: Place, places: Places) -> Iterator[records.Deed]:
    """Yield the deed for each living unit in place of the whole."""
    if deed.shooter == at:
        yield from (deed.but(shooter=(at[0], place)) for place in places)
    elif deed.target == at:
        yield from (deed.but(target=(at[0], place)) for place in places)
    else:
        yield deed


def by_new_names(
    units: Iterable[records.BattleUnit], side: int, before: records.BattleUnit, standing: Sequence[records.BattleUnit]
) -> tuple[records.BattleUnit, ...]:
    """Return the units with new names in marks and loans from the whole unit, and in transports.

    :param side: the side of the split unit
    """
    old, renamed = name_of(before), []
    inside = states.EMBARKED + old
    for unit in units:
        given = tuple(
            one.but(giver=who_gave(one, standing)) if (one.side, one.giver) == (side, old) else one
            for one in unit.given
        )
        marks = tuple(
            mark.but(name=states.EMBARKED + name_of(standing[0])) if mark.name == inside else mark
            for mark in unit.marks
        )
        same = (given, marks) == (unit.given, unit.marks)
        renamed.append(unit if same else unit.but(given=given, marks=marks))
    return tuple(renamed)


def who_gave(given: records.AppliedEffect, standing: Sequence[records.BattleUnit]) -> str:
    """Return the name of the part that has the ability; the first part if none has it."""
    owners = (one for one in standing for model, _ in one.unit.value.models if given.ability in tuple(borne_by(model)))
    return name_of(next(owners, standing[0]))


# A part that comes back -----------------------------------------------------------------------------------------------


def rejoined(battle: records.Battle, at: Place) -> tuple[records.Battle, str]:
    """Return the battle in which a part that was set up again is one unit with the parts that stand, and its name.

    A leader joins the unit that it led, and that unit its leaders. If none of them stands, the battle stays as it is
    and the name is "".
    """
    side, back = at
    units = battle.sides[side].units
    others = [
        place for place, unit in enumerate(units) if unit.ranks and place != back and are_parts(unit, units[back])
    ]
    whole = whole_of(units[back])
    present = {kind for place in (back, *others) for kind in whole_of(units[place]).kinds}
    group = tuple(part for part in parts_of(whole.unit) if present.issuperset(part.kinds))
    if not others or len({part.leads for part in group}) < 2:
        return battle, ""
    led = {kind for part in group if not part.leads for kind in part.kinds}
    base = next((place for place in others if led & {*whole_of(units[place]).kinds}), others[0])
    joined = together(units[base], [units[place] for place in (back, *others)], group)
    kept = min(back, *others)
    gone = sorted({back, *others} - {kept})
    new_indexes = {i: kept if i in gone else i - sum(one < i for one in gone) for i in range(len(units))}
    all_units = [joined if place == kept else unit for place, unit in enumerate(units) if place not in gone]
    sides, stratagems = [*battle.sides], battle.stratagems
    sides[side] = sides[side].but(units=tuple(all_units))
    for place in (back, *others):
        sides = [one.but(units=by_new_names(one.units, side, units[place], [joined])) for one in sides]
        stratagems = names_used(stratagems, units[place], [joined])
    battle = battle.but(sides=(sides[0], sides[1]), stratagems=stratagems)
    return moved_to(battle, side, new_indexes), joined.unit.value.name


def are_parts(unit: records.BattleUnit, other: records.BattleUnit) -> bool:
    """Return True if both were parts of one Attached unit."""
    first, second = unit.part_of, other.part_of
    return first is not None and second is not None and (first.unit, unit.origin) == (second.unit, other.origin)


def together(base: records.BattleUnit, members: Sequence[records.BattleUnit], group: Group) -> records.BattleUnit:
    """Return one unit of these parts, with the marks and told effects of `base`."""
    whole = whole_of(base).unit
    kinds = kinds_of(group)
    new = {kind: at for at, kind in enumerate(kinds)}

    def of(member: records.BattleUnit, kind: int) -> int:
        return new[whole_of(member).kinds[kind]]

    complete = group == parts_of(whole)
    joined = base.but(
        unit=whole if complete else unit_of(whole, group),
        listed=None,
        tellings=(),
        part_of=None if complete else records.PartOf(whole, kinds),
        ranks=merged(rank.but(kind=of(member, rank.kind)) for member in members for rank in member.ranks),
        histories=tuple(told.but(kind=of(member, told.kind)) for member in members for told in member.histories),
        used=tuple(dict.fromkeys((of(member, kind), name) for member in members for kind, name in member.used)),
        uses=tuple(dict.fromkeys(use for member in members for use in member.uses)),
    )
    return with_tellings(joined, base.tellings)


def moved_to(battle: records.Battle, side: int, new_indexes: Mapping[int, int]) -> records.Battle:
    """Return the battle in which all that it remembers speaks of the units of a side at their new indexes."""

    def place(one: Place) -> Place:
        return (side, new_indexes[one[1]]) if one[0] == side and one[1] in new_indexes else one

    def memory(facts: Memory) -> Memory:
        renewed = {
            (one.key, about): one.but(about=about)
            for one in reversed(facts)
            for about in [tuple(sorted(map(place, one.about)))]
        }
        return tuple(reversed(renewed.values()))

    def renumbered(those: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({new_indexes[at] for at in those})) if side == battle.active else tuple(those)

    return battle.but(
        done=renumbered(battle.done),
        held_fire=renumbered(battle.held_fire),
        untargeted=renumbered(battle.untargeted),
        once_more=renumbered(battle.once_more),
        demises=tuple((*place((of, at)), kind) for of, at, kind in battle.demises),
        suffering=tuple(one.but(unit=place((one.side, one.unit))[1]) for one in battle.suffering),
        mortal_wounds_due=tuple(one.but(unit=place((battle.active, one.unit))[1]) for one in battle.mortal_wounds_due),
        replies=tuple(
            one.but(
                unit=place((one.side, one.unit))[1],
                at=None if one.at is None else place((1 - one.side, one.at))[1],
            )
            for one in battle.replies
        ),
        remembered=memory(battle.remembered),
        of_turn=memory(battle.of_turn),
        of_phase=memory(battle.of_phase),
        until_own_turn=memory(battle.until_own_turn),
        locked=tuple(sorted({(min(pair), max(pair)) for one, other in battle.locked
                             for pair in [(place(one), place(other))]})),
        deeds=tuple(deed.but(shooter=place(deed.shooter), target=place(deed.target)) for deed in battle.deeds),
        recent=tuple(one.but(place=one.place and place(one.place)) for one in battle.recent),
    )  # fmt: skip
