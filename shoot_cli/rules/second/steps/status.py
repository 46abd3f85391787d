"""The status screen: both armies, with marks, silent weapons and damage."""

from __future__ import annotations

from shoot_cli.core.pools import Rank
from shoot_cli.core.status import Headline, UnitRow
from shoot_cli.core.turns import headline, merged, replaced, unit_row
from shoot_cli.rules.second.records import Attack, Battle, Begun, Company, Firing
from shoot_cli.rules.second.steps.companies import FOREVER, on_overwatch


def status_of(record: Battle | Attack | Firing) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack the target is shown as it stands now."""
    if not isinstance(record, Battle):
        begun = begun_of(record)
        b, (side, at) = begun.battle, begun.at
        if b is None:
            return ()
        ranks = merged([Rank(rank.kind.model, rank.n, rank.left) for rank in record.ranks if rank.n])
        return status_of(replaced(b, side, at, b.sides[side].companies[at].but(ranks=ranks)))
    return tuple((side.name, tuple(_row(record, company) for company in side.companies)) for side in record.sides)


def begun_of(record: Attack | Firing) -> Begun:
    return (record.attack if isinstance(record, Firing) else record).begun.value


def _row(b: Battle, company: Company) -> UnitRow:
    some = on_overwatch(company)
    words = [f"{some} of them"] if some else []
    words += [f"{name} spent" for name in dict.fromkeys(name for _, name in company.spent)]
    for one in company.silent:
        n = f"{one.n} " if one.n > 1 else ""
        turns = f"{one.turns} turn{'s' * (one.turns != 1)}"
        words.append(f"{n}{one.name} destroyed" if one.turns >= FOREVER else f"{n}{one.name} silent, {turns}")
    return unit_row(b, company, *words, *company.damage)


def headline_of(record: Battle | Attack | Firing) -> Headline:
    if isinstance(record, Battle):
        return headline(record, now=record.unit)
    begun = begun_of(record)
    assert begun.battle is not None
    return headline(begun.battle, begun.shooter.value.name, begun.target.value.name)


def fires(record: Attack | Firing) -> object:
    return record.said if isinstance(record, Firing) else None


def sides_of(record: Battle | Attack | Firing) -> tuple[str, str]:
    """Whose question it is: while a unit on overwatch picks its target, its side is the attacker's."""
    if not isinstance(record, Battle):
        return begun_of(record).sides
    first = record.active if record.unit is None else record.shooting_side
    return record.sides[first].name, record.sides[1 - first].name
