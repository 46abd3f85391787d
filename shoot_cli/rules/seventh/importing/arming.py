"""Who of a unit carries what: under models as their numbers say, under the unit by what it is (section 8).

What a file has once under several models is given to all of them or to one (``how_many``), and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import MODEL, Profile, Selection
from shoot_cli.imports.units import EqualModels, copied
from shoot_cli.rules.seventh.importing.special import rule_of_unit, text_of
from shoot_cli.rules.seventh.importing.statlines import is_statline
from shoot_cli.rules.seventh.importing.weapons import is_melee, is_weapon, way_of
from shoot_cli.rules.seventh.profiles import PISTOL, RAPID_FIRE
from shoot_cli.rules.seventh.values import fire_of

STANDARD = "Standard"  # how sets and groups begin that everybody has
Items = list[tuple[Selection, int]]  # each without what stands in it, and how many of it one model carries


class Group:
    """Models that carry the same. ``leads``: they are characters. ``special``: one of them was picked for something."""

    def __init__(self, row: EqualModels, count: int, items: Items, leads: bool, special: bool = False) -> None:
        self.row, self.count, self.items, self.leads, self.special = row, count, items, leads, special

    def split(self, count: int) -> Group:
        """So many of them as a group of their own."""
        self.count -= count
        return Group(self.row, count, [*self.items], self.leads, True)

    @property
    def shoots(self) -> bool:
        return any(map(is_gun, self.row.model.profiles)) or any(map(is_gun, tables_of(self.items)))


def tables_of(items: Items) -> Iterable[Profile]:
    return (profile for item, _ in items for profile in item.profiles)


def is_gun(profile: Profile) -> bool:
    return is_weapon(profile) and not is_melee(profile)


def shoots(item: Selection) -> bool:
    return any(is_gun(profile) for one in item.every() for profile in one.profiles)


def times(item: Selection, number: int) -> Selection:
    """So many of it as there are models, with what stands in it; what is as many already stays so."""
    below = tuple(times(one, number) for one in item.selections)
    return copied(item, number=item.number if item.number >= number else item.number * number, selections=below)


def unfolded(items: Iterable[Selection]) -> Iterator[Selection]:
    """Each of them, of what only holds others those: of a standard set each is standard."""
    for item in items:
        if item.profiles or item.rules or not item.selections:
            yield item
        else:
            standard = _is_standard(item)
            yield from unfolded(copied(one, group=STANDARD) if standard else one for one in item.selections)


def multiplied(unit: Selection) -> tuple[Selection, tuple[str, ...]]:
    """The unit with what its models have once and all carry as often as there are models, and what was guessed."""
    said: list[str] = []

    def of_model(one: Selection) -> Selection:
        if one.kind != MODEL or one.number < 2:
            return copied(one, selections=tuple(map(of_model, one.selections)))
        below = []
        items = [*unfolded(one.selections)]
        for item in items:
            others = [other for other in items if other is not item]
            lacking = not any(map(shoots, others)) and not any(map(is_gun, one.profiles))
            number, why = how_many(item, one.number, lacking)
            if why and matters(item):
                said.append(f"{one.name}: {why}")
            below.append(times(item, number) if number > item.number == 1 else item)
        return copied(one, selections=tuple(below))

    return of_model(unit), tuple(dict.fromkeys(said))


def matters(item: Selection) -> bool:
    """True if it makes a difference who carries it: it shoots, or a text gives something to its bearer."""
    return any(is_gun(profile) or _gives(profile) for profile in _tables(item))


def _gives(profile: Profile) -> bool:
    if is_weapon(profile) or is_statline(profile):
        return False
    told = rule_of_unit(profile.name, text_of(profile))
    given = told.given
    return bool(told.word or given.armour or given.invulnerable or given.pain or given.rules)


def _tables(item: Selection) -> list[Profile]:
    return [profile for one in item.every() for profile in one.profiles]


def hand_out(groups: list[Group], shared: Iterable[Selection]) -> tuple[list[Group], list[str]]:
    """The groups with what stands under their unit, and what was guessed."""
    said: list[str] = []
    models = sum(group.count for group in groups)
    left: list[tuple[Selection, int]] = []
    for item in unfolded(shared):
        number, why = how_many(item, models, False)
        if number >= models:
            said += [why] * bool(why and matters(item))
            _give_all(groups, times(item, models) if item.number == 1 else item, max(1, number // models))
            left += [(item, number % models)] * bool(number % models and item.number > 1)
        else:
            left.append((item, number))
    for item, number in left:
        empty = [group for group in groups if not group.shoots]
        count = sum(group.count for group in empty)
        if number == 1 and count > 1 and shoots(item) and item.all_points == 0:
            who = " and ".join(dict.fromkeys(group.row.model.name for group in empty))
            said.append(f"{item.name} stands there once: {who} have nothing else to shoot with, given to all {count}")
            _give_all(empty, item, 1)
        else:
            groups = _give_some(groups, item, number, said)
    return groups, said


def _give_all(groups: Iterable[Group], item: Selection, number: int) -> None:
    for group in groups:
        group.items += flat(item, number)


def _give_some(groups: list[Group], item: Selection, number: int, said: list[str]) -> list[Group]:
    """A group of just so many, else those of the largest: with weapons those who do not lead, and have none yet."""
    gun = shoots(item)
    exact = [group for group in groups if group.count == number > 1]

    def fit(group: Group) -> tuple[bool, bool, int]:
        return (group.leads == gun, group.special and gun, -group.count if gun else group.count)

    found, given = [*groups], list[Group]()
    for group in exact[:1] or sorted(groups, key=fit):
        some = min(number, group.count)
        if not some:
            break
        number -= some
        having = group if some == group.count else group.split(some)
        if having is not group:
            last = max(place for place, one in enumerate(found) if one.row is group.row)
            found.insert(last + 1, having)
        having.items += flat(item, 1)
        having.special = True
        given.append(having)
    if matters(item):
        who = " and ".join(f"{group.count}x {group.row.model.name}" for group in given)
        said.append(f"{item.name} is the unit's: given to {who}")
    return found


def flat(item: Selection, number: int) -> Items:
    """It and what stands in it, for ``number`` of it."""
    found: Items = [(copied(item, selections=()), number)]
    for one in item.selections:
        many = max(1, number * one.number // item.number) if one.number > 0 < item.number else 0
        found += flat(one, many) if many else []
    return found


# ---- all of them, or one


def how_many(item: Selection, models: int, lacking: bool) -> tuple[int, str]:
    """How many of so many models carry what the file has once, and why; "" if its number says it.

    :param lacking: these models would have nothing else to shoot with
    """
    if item.number != 1 or models == 1:
        return item.number, ""
    if why := _why_all(item, lacking):
        return models, f"{item.name} stands there once: {why}, given to all {models}"
    return 1, f"{item.name} stands there once: given to one of {models}"


def _why_all(item: Selection, lacking: bool) -> str:
    guns = [profile for profile in _tables(item) if is_gun(profile)]
    name = plain_name(item.name)
    if _is_standard(item):
        return "it is standard"
    if guns and all(map(_is_sidearm, guns)):
        return "grenades and pistols are everybody's"
    if name.endswith("s") and not name.endswith("ss"):
        return "its name is a plural"
    if guns and all(map(_is_common, guns)):
        return "whole squads carry such weapons"
    if item.all_points == 0 and (lacking or not guns):
        return "there is nothing else to shoot with" if guns else "it costs nothing"
    return ""


def _is_standard(item: Selection) -> bool:
    return any(plain_name(said).startswith(plain_name(STANDARD)) for said in (item.group, item.name))


def _is_sidearm(profile: Profile) -> bool:
    if "grenade" in profile.name.casefold():
        return True
    way = way_of(profile, None)
    return not isinstance(way, str) and fire_of(dict(way.values)["type"]).type == PISTOL


def _is_common(profile: Profile) -> bool:
    """True of what is neither heavy nor special: Rapid Fire, weak, and no match for good armour."""
    way = way_of(profile, None)
    if isinstance(way, str) or _is_sidearm(profile):
        return _is_sidearm(profile)
    values = dict(way.values)
    weak = values["S"].isdecimal() and int(values["S"]) <= 5 and values["AP"] in ("5", "6", "-")
    return fire_of(values["type"]).type == RAPID_FIRE and weak
