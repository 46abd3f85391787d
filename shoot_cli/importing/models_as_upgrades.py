"""Models that a file has as upgrades: whole squads in some data, or one kind of model beside others (IMP-12).

Such models have no profile, as the unit has the statline. An upgrade with guns under a unit is wargear or a model. Its
name shows which. If not, it is a model if it has as many guns inside as its own number.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from shoot_cli.importing.data.names import any_order, key, unarmed
from shoot_cli.importing.pasted.unit_block import ARMS, is_bundle
from shoot_cli.importing.roster import CREW, MODEL, UNIT, Profile, Selection, copied

# the last words of the names of squad leaders
LEADERS = frozenset({
    "sergeant", "sarge", "champion", "leader", "superior", "prime", "alpha", "princeps", "exarch", "nob", "captain",
    "master", "corporal", "commander", "lieutenant", "boss", "veteran", "chief", "shas'ui", "shas'vre",
})  # fmt: skip
MANY = 5  # equal weapons of one model that look wrong
GEAR = ARMS | {
    "armament", "equipment", "loadout", "option", "options", "upgrade", "upgrades", "weaponry", "gear", "kit",
}  # fmt: skip


def with_men(unit: Selection) -> Selection:
    """Return the unit with models instead of such upgrades. Upgrades that may be models but stay are reported."""
    if unit.kind != UNIT:
        return unit
    maybe = [one for one in outside_models(unit) if one.number > 0 and may_be(one)]
    bare_models = [one for one in unit.below() if one.kind == MODEL and not has_weapons(one)]
    found = men_of(maybe, names_in(unit), by_number=not bare_models)  # else these carry the items
    # A squad inside a squad only groups its models; whatever is inside a model belongs to it.
    holders = {own for own, one in found.items() if any(id(in_it) in found for in_it in one.below() if one.number == 1)}
    men = {own: one for own, one in found.items() if own not in holders}
    within = {id(in_it) for one in men.values() for in_it in one.below()}
    men = {own: one for own, one in men.items() if own not in within}
    if sum(one.number for one in unit.below() if id(one) in men or one.kind == MODEL) < 2:
        men, within = {}, set()
    others = (one for one in maybe if not {id(one), *map(id, one.below())} & men.keys() and id(one) not in within)
    told = tuple(dict.fromkeys(f"{one.number}x {one.name}: no model in the file, read as wargear" for one in others))
    return copied(_as_models(unit, men.keys()), guessed=(*unit.guessed, *told)) if men or told else unit


def with_men_of_data(unit: Selection) -> Selection:
    """Return a datasheet with models instead of such upgrades. Only names tell, as its numbers are the least ones."""
    if unit.kind != UNIT:
        return unit
    men = men_of(filter(may_be, outside_models(unit)), names_in(unit), by_number=False)
    return copied(_as_models(unit, men.keys()), guessed=unit.guessed) if men else unit


def names_in(unit: Selection) -> set[str]:
    """Return possible names of its models: the name of the unit, and those of its known models."""
    return {any_order(unit.name), *(bare(one) for one in unit.below() if one.kind == MODEL)}


def men_of(maybe: Iterable[Selection], names: set[str], by_number: bool) -> dict[int, Selection]:
    """Return the selections that are models, by their ids. `names` are names of models, and grow with each match.

    `by_number` also accepts selections with one weapon each.
    """
    found: dict[int, Selection] = {}
    left = [*maybe]
    while new := [one for one in left if is_called(one, names) or (by_number and has_one_each(one))]:
        found |= {id(one): one for one in new}
        left = [one for one in left if id(one) not in found]
        names = names | {bare(one) for one in new}
    return found


def _as_models(one: Selection, men: Container[int]) -> Selection:
    if id(one) in men:
        told = "an upgrade in the file, with what a model carries: taken as a model"
        return copied(one, kind=MODEL, guessed=(*one.guessed, told))
    return copied(one, selections=tuple(_as_models(each, men) for each in one.selections))


def outside_models(one: Selection) -> Iterator[Selection]:
    """Yield the selections that are no model and in no model."""
    for each in one.selections:
        if each.kind not in (MODEL, CREW, UNIT):
            yield each
            yield from outside_models(each)


def may_be(one: Selection) -> bool:
    """Return True if it has no profile of its own, holds weapons, and is not named after them."""
    if any(not is_statline(profile) for profile in one.profiles) or not has_weapons(one):
        return False
    if not words_of(unarmed(one.name)).isdisjoint(GEAR):
        return False
    return not is_bundle(one.name, (each.name for each in one.below()))


def is_called(one: Selection, names: Container[str]) -> bool:
    """Return True if its name is one of these, or that of a squad leader."""
    last = unarmed(one.name).replace("’", "'").casefold().split()[-1:]
    return bare(one) in names or not LEADERS.isdisjoint(last)


def has_one_each(one: Selection) -> bool:
    return one.number > 1 and any(armed(each) and each.number == one.number for each in one.below())


def bare(one: Selection) -> str:
    return any_order(unarmed(one.name))


def words_of(name: str) -> frozenset[str]:
    return frozenset(key(name).split())


def armed(one: Selection) -> bool:
    return any(profile.has("Range") for profile in one.profiles)


def has_weapons(one: Selection) -> bool:
    return any(map(armed, one.below()))


def is_statline(profile: Profile) -> bool:
    return profile.has("T", "W")


def doubts(unit: Selection, models: int, carried: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield sentences if models may be missing. `carried` are the weapons of the only model, with their numbers."""
    if unit.kind != UNIT or models > 1:
        return
    alone = not any(one.kind == MODEL for one in unit.below())
    for name, n in carried:
        if n >= (2 if alone else MANY):
            yield f"one model has {n}x {name}: look whether it has more models"
    if any(re.fullmatch("(?i)battleline", one) for one in unit.categories):
        yield "a Battleline unit of one model: look whether it has more"
