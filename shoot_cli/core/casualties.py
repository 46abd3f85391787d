"""What an attack cost a unit, in the same few sentences in every edition: who fell, and one number of those left.

A unit is one of a list: ``name``, and ``models`` with how many of each; a kind of model in a line has ``name``,
``wounds``, and ``model``, its place among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.core.plurals import counted, own_plurals
from shoot_cli.core.pools import Rank, models, wounds
from shoot_cli.core.record import Record
from shoot_cli.core.table import Table

Hurt = tuple[int, tuple[int, ...]]  # models standing; wounds left of those that have lost some
SLAIN, DESTROYED = "slain", "destroyed"


class CasualtyReport(Record):
    """What such a sentence says. ``unit``: its name; ``n``: models; ``left``: how the unit stood then, in words."""

    unit: str
    n: int
    left: str


def tell_fallen(
    table: Table,
    rules: tuple[str, ...],
    unit: Any,
    before: Iterable[Rank],
    after: Iterable[Rank],
    apart: int = 0,
    cause: str = "",
) -> None:
    """Says who fell and who is hurt. ``apart``: models of the unit that stand, but in none of these ranks.

    ``cause``: "Gets Hot", where it was not the enemy.
    """
    after = tuple(after)
    old, new, plurals = by_name(before), by_name(after), dict(own_plurals(unit))
    fell = {name: n - new.get(name, (0, ()))[0] for name, (n, _) in old.items()}
    if any(fell.values()):
        who = ", ".join(counted(n, name, plurals.get(name, "")) for name, n in fell.items() if n)
        left = left_words(unit, models(after) + apart)
        alone = strength(unit) == 1 and not cause
        told = CasualtyReport(unit.name, sum(fell.values()), left)
        table.says(left if alone else sentence(f"{who} {SLAIN}", left, cause), rules, told)
    whole = {rank.kind.name: rank.kind.wounds for rank in after}
    for name, (_, hurt) in new.items():
        if hurt and hurt != old[name][1]:
            left = f"{name}: {', '.join(map(str, hurt))} of {whole[name]} wounds left"
            table.says(f"{cause}, {left}" if cause else left, rules)


def by_name(ranks: Iterable[Rank]) -> Mapping[str, Hurt]:
    found: dict[str, Hurt] = {}
    for rank in ranks:
        n, hurt = found.get(rank.kind.name, (0, ()))
        more = (rank.left,) * rank.n if rank.left < rank.kind.wounds else ()
        found[rank.kind.name] = n + rank.n, hurt + more
    return found


def sentence(what: str, left: str, cause: str = "") -> str:
    """``6 Boyz slain: Shoota Boyz 14 of 20 left``, ``Gets Hot: 1 Gunner slain, Infantry Squad 9 of 10 left``."""
    return f"{cause}: {what}, {left}" if cause else f"{what}: {left}"


def left_words(unit: Any, left: int) -> str:
    """``Shoota Boyz 14 of 20 left``, ``Shoota Boyz destroyed``"""
    return f"{unit.name} {left} of {strength(unit)} left" if left else f"{unit.name} {DESTROYED}"


def strength(unit: Any) -> int:
    """Models that the list has in it."""
    return sum(n for _, n in unit.models)


def tell_losses(
    table: Table, rules: tuple[str, ...], unit: Any, before: tuple[int, int], after: Iterable[Rank]
) -> None:
    """Says at its end what an attack came to, unless the last thing told of this unit said all of it.

    ``before``: models and wounds.
    """
    after = tuple(after)
    left = models(after)
    lost, hurt = before[0] - left, before[1] > wounds(after)
    if not hurt:
        table.says(f"No losses: {unit.name} {left} of {strength(unit)}", rules)
    elif lost:
        told, end = fallen_so_far(table, unit), left_words(unit, left)
        if told and told[-1].left == end and (len(told) == 1 or not left or sum(one.n for one in told) != lost):
            return  # the last thing said all of it, or a sum would count what others did
        in_all = sentence(f"{lost} {SLAIN} in all" if len(told) > 1 else f"{lost} {SLAIN}", end)
        table.says(in_all if strength(unit) > 1 else end, rules)
    elif strength(unit) > 1:
        table.says(f"Nobody slain: {unit.name} {left} of {strength(unit)}", rules)


def fallen_so_far(table: Table, unit: Any) -> list[CasualtyReport]:
    """What was told of the unit in this attack, the first thing first."""
    found: list[CasualtyReport] = []
    for entry in reversed(table.log):
        if entry.attack != table.attack:
            break
        if isinstance(entry.value, CasualtyReport) and entry.value.unit == unit.name:
            found.append(entry.value)
    return found[::-1]


def points(n: int, what: str) -> str:
    """``1 wound``, ``2 hull points``: what one model loses."""
    return f"{n} {what}{'s' * (n != 1)}"
