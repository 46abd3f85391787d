"""Groups of the models that are shot at, and their order; whom mortal wounds pick: 11E-SAV-1, 11E-MW-1."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from shoot_cli.core.pools import Line, Rank, merge_neighbours
from shoot_cli.core.record import Hashed, Record
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import BattleUnit
from shoot_cli.rules.datasheets.records import Gun, TargetModel, Wound
from shoot_cli.rules.eleventh import charts
from shoot_cli.rules.eleventh.steps.save import Faces, again_in_all, facing, kinds_of

Profile = tuple[Any, ...]


class Ordering(Record):
    """How the models are met, whoever of them stands.

    ``first``: the CHARACTER that Precision found, if any; ``mortal``: as mortal wounds pick; else group by group, those
    of the kinds ``named`` as they are named, or, with ``best``, those most likely to save against that gun first.
    """

    first: str = ""
    mortal: bool = False
    named: tuple[str, ...] = ()
    best: Hashed[Gun] | None = None


AS_LISTED, BY_MORTAL_WOUNDS = Ordering(), Ordering(mortal=True)


def with_leader(company: BattleUnit, kind: TargetModel) -> TargetModel:
    """A model in the line: every CHARACTER comes after the others (11E-SAV-1)."""
    return kind.but(leader=company.unit.value.models[kind.model][0].character)


def profile(kind: TargetModel, gun: Gun | None = None) -> Profile:
    """What its group is known by: W, Sv and InSv; of a CHARACTER the model (11E-SAV-1)."""
    if kind.leader:
        return (kind.model,)
    return kind.wounds, kind.save, kind.invulnerable


def wounded(rank: Rank) -> bool:
    return bool(rank.left < rank.kind.wounds)


def groups(ranks: Iterable[Rank]) -> dict[Profile, list[Rank]]:
    """The groups of those who stand, by their first model in the list."""
    found: dict[Profile, list[Rank]] = {}
    for rank in sorted(ranks, key=lambda rank: rank.kind.model):
        found.setdefault(profile(rank.kind), []).append(rank)
    return found


def in_order(ranks: Iterable[Rank], ordering: Ordering) -> tuple[Rank, ...]:
    """These models as they are met."""
    ranks = tuple(ranks)
    found = by_mortal_wounds(ranks) if ordering.mortal else by_groups(ranks, ordering)
    if ordering.first:
        found = picked(found, ordering.first)
    return merge_neighbours(found)


def by_mortal_wounds(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """The wounded, then others, CHARACTERs after all of these; each as they are listed (11E-MW-1)."""
    return tuple(sorted(ranks, key=lambda rank: (rank.kind.leader, not wounded(rank), rank.kind.model, rank.left)))


def by_groups(ranks: Iterable[Rank], ordering: Ordering) -> tuple[Rank, ...]:
    """Groups in their order, in each the wounded first (11E-SAV-1, 11E-SAV-2)."""
    ranks = tuple(ranks)
    found = [*groups(ranks).values()]
    again = rolled_again_for_all(ranks, ordering.best.value) if ordering.best else ()
    found.sort(key=lambda group: place(group, ordering, again))
    ordered: list[Rank] = []
    for group in found:
        ordered += sorted(group, key=lambda rank: (not wounded(rank), rank.kind.model, rank.left))
    return tuple(ordered)


def rolled_again_for_all(ranks: Iterable[Rank], gun: Gun) -> Faces:
    """Faces of saves that are rolled again, whichever of these models the die will meet (11E-SAV-2)."""
    return again_in_all(facing(gun, kinds_of(ranks, gun), ()).saves)


def place(group: list[Rank], ordering: Ordering, again: Faces) -> tuple[bool, bool, int, int, int]:
    """CHARACTERs last, the wounded first among either; then as the defender has it, or as they are listed.

    ``again``: the faces of saves that are rolled again. Not what only some may roll again: all dice are thrown first.
    """
    names = [rank.kind.name for rank in group]
    named = next((at for at, name in enumerate(ordering.named) if name in names), len(ordering.named))
    first = group[0].kind
    likely = charts.chance_of(first, Wound(ordering.best), again=again) if ordering.best else 0
    return first.leader, not any(map(wounded, group)), named, -likely, first.model


def picked(ranks: tuple[Rank, ...], name: str) -> tuple[Rank, ...]:
    """One model of this name before all others."""
    at = next((i for i, rank in enumerate(ranks) if rank.kind.name == name), None)
    if at is None:
        return ranks
    one = ranks[at]
    rest = (one.but(n=one.n - 1),) if one.n > 1 else ()
    return one.but(n=1), *ranks[:at], *rest, *ranks[at + 1 :]


@lru_cache(512)
def lasts(ranks: tuple[Rank, ...], ordering: Ordering) -> bool:
    """True if the models stand in this order, however many wounds are lost from the front."""
    line = Line(ranks)
    return all((now := line.but(lost=lost).standing()) == in_order(now, ordering) for lost in range(line.wounds))


def arranged(line: Any, ordering: Ordering, table: Table) -> Any:
    """The line in this order. The odds tell its ways to stand apart only where they are not in order anyway."""
    if not table.is_live and line.reach is None and lasts(line.drawn_up(), ordering):
        return line
    return Line(in_order(line.standing(), ordering))


def listed(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """As they stand where nobody says anything."""
    return in_order(ranks, AS_LISTED)
