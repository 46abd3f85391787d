"""The units of a roster of this edition, and the statlines of their models.

What a roster calls a unit may be several: a platoon holds squads, a squad the vehicle that carries it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.imports.roster import MODEL, UNIT, UPGRADE, Profile, Selection
from shoot_cli.imports.units import EqualModels, copied
from shoot_cli.rules.seventh.importing.statlines import is_statline, is_vehicle


class RosterUnit(NamedTuple):
    """A unit, and what it stood in if that was another unit; ``shell``: what held it and other units, and is none."""

    selection: Selection
    stood_in: str = ""
    shell: Selection | None = None


def parts_of(top: Selection) -> Iterator[RosterUnit]:
    """The units that a topmost selection is: itself if it has models, and those that stand in it."""
    own: list[RosterUnit] = []
    rest = _without(top, top, own)
    shell = None
    if has_statline(rest) or (rest.kind in (UNIT, MODEL) and not own):
        yield RosterUnit(rest)
    else:
        shell = rest
    for part in own:
        for inner in parts_of(part.selection):
            yield inner._replace(stood_in=inner.stood_in or part.stood_in, shell=inner.shell or shell)
            shell = None  # what it costs is told with its first unit


def is_unit(top: Selection) -> bool:
    """True of a topmost selection that may be a unit: no choice of the list builder, no formation of units."""
    return top.kind in (UNIT, MODEL) and not any("formation" in one.casefold() for one in top.categories)


def has_statline(selection: Selection) -> bool:
    return any(is_statline(profile) for one in selection.every() for profile in one.profiles)


def _without(one: Selection, top: Selection, own: list[RosterUnit]) -> Selection:
    """The selection without the units that stand in it, which are put to ``own``."""
    kept = []
    for inner in one.selections:
        if _is_own(inner, top):
            own.append(RosterUnit(inner, top.name))
        else:
            kept.append(_without(inner, top, own))
    return copied(one, selections=tuple(kept))


def _is_own(one: Selection, top: Selection) -> bool:
    """True of what stands in a selection and is a unit of its own."""
    if one.kind == UNIT or not is_unit(top):
        return one.kind in (UNIT, MODEL) and has_statline(one)
    if not any(is_vehicle(profile) for profile in one.profiles):
        return False
    others = [profile for other in top.every() if other is not one for profile in other.profiles]
    if any(is_statline(profile) and not is_vehicle(profile) for profile in others):
        return True  # infantry, and what it rides in
    if one.kind != UPGRADE:
        return False
    holders = [top, *(other for other in top.below() if other.kind == MODEL)]
    return any(is_vehicle(profile) for holder in holders for profile in holder.profiles)


def with_models(unit: Selection) -> tuple[Selection, tuple[str, ...]]:
    """The unit with all who stand in it as models, and the names of those that stood among the upgrades.

    An upgrade with a statline is somebody, unless it is what a model became: that shares a word with its name.
    """
    found: list[Selection] = []
    lone = not any(one.kind == MODEL for one in unit.below()) and any(map(is_statline, unit.profiles))
    if lone or unit.kind == MODEL:
        rest = _alone(unit, _words(unit), found)
        if not found:
            return unit, ()
        first = copied(rest, kind=MODEL, rules=(), points=0, custom="")
        made = copied(unit, kind=UNIT, number=1, profiles=(), selections=(first, *found))
        return made, tuple(dict.fromkeys(one.name for one in found))
    names: list[str] = []
    rest = _turned(unit, found, names)
    leader = _own_model(rest)
    names += [one.name for one in (*leader, *found)]
    return copied(rest, selections=(*leader, *rest.selections, *found)), tuple(dict.fromkeys(names))


def _own_model(unit: Selection) -> tuple[Selection, ...]:
    """The model that the unit itself is beside those that stand in it: of its name, and none of them has its table."""
    others = {profile.name for one in unit.below() for profile in one.profiles if is_statline(profile)}
    own = [one for one in unit.profiles if is_statline(one) and plain_name(one.name) == plain_name(unit.name)]
    taken = [one for one in unit.below() if one.kind == MODEL and not has_statline(one)]
    if unit.kind != UNIT or taken or not own or not others or own[0].name in others:
        return ()
    return (Selection(unit.name, MODEL, profiles=(own[0],)),)


def _turned(one: Selection, found: list[Selection], names: list[str]) -> Selection:
    """The selection with upgrades that have a statline as models; those that stand in models are put to ``found``."""
    if one.kind == MODEL:
        return _alone(one, _words(one), found)
    if one.kind == UPGRADE and any(map(is_statline, one.profiles)):
        names.append(one.name)
        return copied(one, kind=MODEL)
    return copied(one, selections=tuple(_turned(inner, found, names) for inner in one.selections))


def _alone(one: Selection, words: frozenset[str], found: list[Selection]) -> Selection:
    """A model without those who stand in it and are somebody else."""
    kept = []
    for inner in one.selections:
        tables = [profile for profile in inner.profiles if is_statline(profile)]
        another = words and not any(words & _of_name(table.name) for table in tables)
        if tables and (inner.kind == MODEL or (inner.kind == UPGRADE and another)):
            found.append(copied(inner, kind=MODEL))
        else:
            kept.append(_alone(inner, words, found))
    return copied(one, selections=tuple(kept))


def _words(model: Selection) -> frozenset[str]:
    """Words of its names; none if it has no statline of its own, so that it takes one from what stands in it."""
    names = [profile.name for profile in model.profiles if is_statline(profile)]
    return frozenset().union(*map(_of_name, (model.name, *names))) if names else frozenset()


def _of_name(name: str) -> frozenset[str]:
    return frozenset(word for word in plain_name(name).split() if len(word) > 2 and word not in ("the", "and", "with"))


def statline_for(row: EqualModels, unit: Selection) -> tuple[Profile | None, str]:
    """The table of a model, None without one; and what is to be said of the choice (IMP-20)."""
    own = [profile for profile in row.model.profiles if is_statline(profile)]
    below = [profile for one in _worn(row) for profile in one.profiles if is_statline(profile)]
    name = row.model.name
    if own and below:
        words = set(plain_name(name).split())
        alike = [profile for profile in below if words & set(plain_name(profile.name).split())]
        taken = _nearest_statline(name, alike or own)
        return taken, f"{taken.name} is taken of {len(own) + len(below)} statlines"
    found = own or below or [profile for profile in unit.profiles if is_statline(profile)]
    found = found or [
        profile for one in unit.below() if one.kind == UPGRADE for profile in one.profiles if is_statline(profile)
    ]
    if not found:
        return None, ""
    taken = _nearest_statline(name, found)
    several = len({(profile.name, profile.values) for profile in found}) > 1
    return taken, f"{taken.name} is taken of {len(found)} statlines" if several else ""


def _worn(row: EqualModels) -> Iterator[Selection]:
    """What stands in the model and in no model below it, all levels of it."""

    def below(one: Selection) -> Iterator[Selection]:
        for inner in one.selections:
            if inner.kind not in (MODEL, UNIT):
                yield inner
                yield from below(inner)

    return below(row.model)


def _nearest_statline(name: str, profiles: list[Profile]) -> Profile:
    found = near(name, [profile.name for profile in profiles], most=1, cutoff=0.3)
    return next((profile for profile in profiles if found and profile.name == found[0]), profiles[0])
