"""Units of a battle that become one, and part again (7E-IC-1, 4, 5): what each brings, keeps and takes along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from shoot_cli.core.pools import Rank, models
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark, merged, replaced
from shoot_cli.rules.seventh.joining import is_character, joined
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit, JoinedPart, of_part

Places = Mapping[int, int]  # kinds of models: their places in one unit's list -> those in another's


def join(b: Battle, side: int, host: int, character: int) -> Battle:
    """The character and the unit are one; what either suffered before stays its own (7E-IC-4)."""
    unit, other = b.company(side, host), b.company(side, character)
    parts = (*(unit.parts or (JoinedPart(host, unit.unit),)), JoinedPart(character, other.unit))
    after = len(unit.unit.value.models)
    ranks = (*unit.ranks, *(rank.but(kind=rank.kind + after) for rank in other.ranks))
    spent = (*unit.spent, *((kind + after, name) for kind, name in other.spent))
    both = unit.but(
        unit=united(parts), parts=parts, ranks=merged(ranks), start=unit.start + other.start,
        spent=tuple(sorted(spent)), marks=marks_together(unit, other),
    )  # fmt: skip
    b = replaced(b, side, host, both)
    away = other.but(ranks=(), marks=(), spent=(), start=0, inside=None, joined=host)
    return replaced(b, side, character, away)


def united(parts: Sequence[JoinedPart]) -> Hashed[Unit]:
    """The unit that they are, the first being who was joined."""
    host, *others = (part.unit for part in parts)
    return Hashed(joined(host.value, [unit.value for unit in others])) if others else host


def marks_together(unit: BattleUnit, other: BattleUnit) -> tuple[Mark, ...]:
    """What both bear is borne by all; else it stands with the names of those who had it before."""
    names = [part.unit.value.name for part in unit.parts] or [unit.unit.value.name]
    common = [mark for mark in unit.marks if mark in other.marks]
    found = [*common]
    for marks, whose in ((unit.marks, names), (other.marks, [other.unit.value.name])):
        for mark in marks:
            if mark not in common:
                already = any(mark.name.endswith(of_part("", name)) for name in names)
                found += [mark] if already else [mark.but(name=of_part(mark.name, name)) for name in whose]
    return tuple(found)


def leave(b: Battle, side: int, at: int, name: str) -> Battle:
    """This part goes its own way."""
    parts = b.company(side, at).parts
    gone = tuple(part for part in parts if part.unit.value.name == name)
    return split(b, side, at, [tuple(part for part in parts if part not in gone), gone])


def without_the_dead(b: Battle, side: int, at: int) -> Battle:
    """A phase begins: parts of which nobody lives are units of their own again, and destroyed (7E-IC-5)."""
    company = b.company(side, at)
    alive = company.by_kind().keys()
    standing = tuple(part for part, kinds in company.spans() if not alive.isdisjoint(kinds))
    if not standing or standing == company.parts:
        return b
    return split(b, side, at, [standing, *((part,) for part in company.parts if part not in standing)])


def split(b: Battle, side: int, at: int, groups: Sequence[tuple[JoinedPart, ...]]) -> Battle:
    """Each group of its parts as a unit of its own, at the place of its first part."""
    before = b.company(side, at)
    spans = dict(before.spans())
    for group in groups:
        kinds = {old: new for new, old in enumerate(chain.from_iterable(spans[part] for part in group))}
        ranks = ranks_of(before, kinds)
        after = before.but(
            unit=united(group), parts=group if len(group) > 1 else (), joined=None,
            ranks=ranks, start=start_of(before, group, ranks),
            spent=tuple((kinds[kind], name) for kind, name in before.spent if kind in kinds),
            marks=marks_of(before, group) if ranks else (), inside=before.inside if ranks else None,
        )  # fmt: skip
        b = replaced(b, side, group[0].at, after)
        for part in group[1:]:
            b = replaced(b, side, part.at, b.company(side, part.at).but(joined=group[0].at))
    return b


def split_parts(company: BattleUnit) -> list[BattleUnit]:
    """What is left of each part of a joint unit; [] of one that is none."""
    return [
        company.but(unit=part.unit, parts=(), ranks=ranks_of(company, {kind: at for at, kind in enumerate(kinds)}))
        for part, kinds in company.spans()
    ]


def ranks_of(company: BattleUnit, kinds: Places) -> tuple[Rank, ...]:
    """Those of these kinds, as they stand in another unit's list."""
    return tuple(rank.but(kind=kinds[rank.kind]) for rank in company.ranks if rank.kind in kinds)


def start_of(before: BattleUnit, group: Sequence[JoinedPart], ranks: tuple[Rank, ...]) -> int:
    """Models at the start of the phase (7E-END-2): those who have fallen since are of the unit that was joined."""
    if before.parts[0] not in group:
        return models(ranks)
    return before.start - models(before.ranks) + models(ranks)


def marks_of(before: BattleUnit, group: Sequence[JoinedPart]) -> tuple[Mark, ...]:
    """What all bore stays with each (7E-IC-4); what one part bore goes with it."""
    names = [part.unit.value.name for part in before.parts]
    own = [part.unit.value.name for part in group]
    found: dict[str, Mark] = {}
    for mark in before.marks:
        whose = next((name for name in names if mark.name.endswith(of_part("", name))), None)
        if whose is None or (whose in own and len(own) > 1):
            found.setdefault(mark.name, mark)
        elif whose in own:
            name = mark.name.removesuffix(of_part("", whose))
            found.setdefault(name, mark.but(name=name))
    return tuple(found.values())


def who_may_leave(company: BattleUnit) -> tuple[str, ...]:
    """The parts that can go, by name: characters; of two that make a unit, the one who joined (7E-IC-5)."""
    those = company.parts if len(company.parts) > 2 else company.parts[1:]
    return tuple(part.unit.value.name for part in those if is_character(part.unit.value))
