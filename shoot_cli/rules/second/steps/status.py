"""The status screen: both armies, with marks, silent weapons and damage."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.core.pools import Rank
from shoot_cli.core.status import AttackPools, Headline, Kinds, UnitRow
from shoot_cli.core.turns import headline, merged, replaced, unit_row
from shoot_cli.rules.second.profiles import Model
from shoot_cli.rules.second.records import (
    AllottedHits,
    Attack,
    Battle,
    BattleUnit,
    Begun,
    Burst,
    Firing,
    Hit,
    Marker,
    Penetrated,
    Pressed,
    Shot,
)
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
    return tuple(
        (side.name, tuple(_row(record, company, at == record.active) for company in side.companies))
        for at, side in enumerate(record.sides)
    )


def begun_of(record: Attack | Firing) -> Begun:
    return (record.attack if isinstance(record, Firing) else record).begun.value


def _row(b: Battle, company: BattleUnit, theirs: bool) -> UnitRow:
    """``theirs``: the turn that goes on is of its side."""
    some = on_overwatch(company)
    words = [f"{some} of them"] if some else []
    words += [f"{name} spent" for name in dict.fromkeys(name for _, name in company.spent)]
    for one in company.silent:
        n = f"{one.n} " if one.n > 1 else ""
        more = one.turns - theirs  # beyond the turn that goes on
        turns = f"for its next {more} turns" if more > 1 else "in its next turn" if more else "this turn"
        words.append(f"{n}{one.name} destroyed" if one.turns >= FOREVER else f"{n}{one.name} silent {turns}")
    row = unit_row(b, company, *words, *company.damage)
    models = company.unit.value.models
    kinds = (kind.but(about=armour_words(model)) for kind, (model, _) in zip(row.kinds, models, strict=True))
    return row.but(kinds=tuple(kinds))


def armour_words(model: Model) -> str:
    """``Track 15, Hull 20/18``: the armour of each location, from the front and from elsewhere; "" without any."""
    armour = (
        f"{place.name} {place.front}" + (f"/{place.side}" if place.side != place.front else "")
        for place in model.locations
        if not place.crew
    )
    return ", ".join(armour)


# Hits, and the models that they are allotted to; a marker is a shot, too.
POOLS: Mapping[str, Kinds] = {
    "shots": (Shot, Marker),
    "hits": ((Hit, Burst, AllottedHits, Pressed),),
    "wounds": (),
    "unsaved": (),
    "slain": (),
}
AT_DATAFAX = AttackPools(
    {"shots": POOLS["shots"], "hits": POOLS["hits"], "through the armour": (Penetrated,), "destroyed": ()},
    {"hits": "hits"},
    {"through the armour": "through"},
)


def attack_pools(record: Battle | Attack | Firing) -> AttackPools | None:
    """At vehicles: what goes through the armour of a location is looked up in its own table."""
    target = None if isinstance(record, Battle) else begun_of(record).target.value
    if (
        target is None
        or not target.datafax
        or any(place.crew for model, _ in target.models for place in model.locations)
    ):
        return None
    return AT_DATAFAX


def headline_of(record: Battle | Attack | Firing) -> Headline:
    if isinstance(record, Battle):
        found = headline(record, now=record.unit)
        return found.but(shot=(0, 0)) if record.watching and record.unit is not None else found
    begun = begun_of(record)
    assert begun.battle is not None
    found = headline(begun.battle, begun.shooter.value.name, begun.target.value.name)
    # how many have is said of the other side
    return found.but(shot=(0, 0), doing="Overwatch") if begun.battle.watching else found


def fires(record: Attack | Firing) -> object:
    """The weapon, and whom it hits: others under its marker, and friends, have pools of their own."""
    return (record.said, begun_of(record).at) if isinstance(record, Firing) else None


def sides_of(record: Battle | Attack | Firing) -> tuple[str, str]:
    """Whose question it is: while a unit on overwatch picks its target, its side is the attacker's."""
    if not isinstance(record, Battle):
        return begun_of(record).sides
    first = record.active if record.unit is None else record.shooting_side
    return record.sides[first].name, record.sides[1 - first].name
