"""Models of imported units: their names as people say them aloud, and those that a file has as upgrades (IMP-12).

A file may have whole squads as upgrades, or one kind of model beside others. Such models have no profile, as the unit
has the statline. An upgrade with guns under a unit is wargear or a model. Its name shows which. If not, it is a model
if it has as many guns inside as its own number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from shoot_cli.engine.names import END, name_key, plural, singular
from shoot_cli.importing.data.names import any_order, key, unarmed
from shoot_cli.importing.pasted.unit_block import ARMS, is_bundle
from shoot_cli.importing.roster import CREW, MODEL, UNIT, Profile, Selection, copied

WITH_ARMS = " w/"  # how list builders write `with`
WITHOUT = re.compile(r"(?i)o(?:ut)?\s")  # what stands at once behind it in `w/o` and `w/out`
OF_MANY = "z"  # the plural of some names, as in `Boyz`


def spoken_names(models: Iterable[tuple[str, int]]) -> dict[str, str]:
    """Return the name to say for each name of the models of one unit. `models` are pairs of a name and a number.

    Names without their arms are enough, unless two kinds of the unit would have the same one. A plural becomes the
    name of one of them, if several models have the name.

    >>> spoken_names([("Pathfinders w/ carbine", 9), ("Chief", 1)])
    {'Pathfinders w/ carbine': 'Pathfinder', 'Chief': 'Chief'}
    >>> spoken_names([("Boy", 8), ("Boy w/ rokkit", 1)])
    {'Boy': 'Boy', 'Boy w/ rokkit': 'Boy with rokkit'}
    """
    numbers = Counter[str]()
    for name, n in models:
        numbers[name] += n
    parted = {name: _parted(name) for name in numbers}
    several = Counter[str]()
    for name, n in numbers.items():
        several[name_key(parted[name][0])] += n
    single = {name: singular(bare) if several[name_key(bare)] > 1 else bare for name, (bare, _) in parted.items()}
    kinds = Counter(map(name_key, single.values()))
    spoken = {name: short if kinds[name_key(short)] == 1 else short + parted[name][1] for name, short in single.items()}
    same = Counter(map(name_key, spoken.values()))
    return {name: full if same[name_key(full)] == 1 else name for name, full in spoken.items()}


def _parted(name: str) -> tuple[str, str]:
    """Return the name without its arms, and the arms in words: `("Boy", " with rokkit")`."""
    start = name.casefold().find(WITH_ARMS)
    bare, behind = (name[:start].rstrip(), name[start + len(WITH_ARMS) :]) if start > 0 else ("", "")
    if not bare or not behind.strip():
        return name, ""
    none = WITHOUT.match(behind)
    return bare, f" without {behind[none.end() :].strip()}" if none else f" with {behind.strip()}"


def own_plural(name: str, unit: str) -> str:
    """Return the plural of a model that the name of its unit tells; "" if it is regular.

    >>> own_plural("Boy", "Boyz"), own_plural("Boss Nob", "Boss Nobz"), own_plural("Guard", "Guards")
    ('Boyz', 'Boss Nobz', '')
    """
    end = END.search(name)
    word, rest = (name[: end.start()], end[0]) if end else (name, "")
    last, of_unit = word.split()[-1:], [name_key(word) for word in unit.split()]
    if last and name_key(last[0]) + OF_MANY in of_unit and plural(name) != f"{word}{OF_MANY}{rest}":
        return f"{word}{OF_MANY}{rest}"
    return ""


def with_plural(page: Mapping[str, Any], unit: str) -> dict[str, Any]:
    """Return the page of some models, with their plural behind the name if the name of their unit tells it."""
    several = own_plural(str(page["name"]), unit) if page.get("count", 1) > 1 else ""
    return {"name": page["name"], **({"plural": several} if several else {}), **page}


# Wargear: whether a name is that of a ranged weapon, one for melee, or no weapon at all -------------------------------

# Words with which names of ranged weapons end, or which stand anywhere in them.
_SHOOTS = re.compile(
    r"(?i)(?:gun|rifle|pistol|cannon|launcher|blaster|flamer|bolter|missile|carbine|beamer|shoota|rokkit|incinerator"
    r"|stubber|howitzer|spitter|combi-weapon)(?:s|z)?\b|melta|plasma|shuriken|grenades?\b|\bdark ?lance"
    r"|\b(?:lance|mortar|destroyer|volley|battery|array|rail)s?\b"
)
# Names of these are choices, signs and keywords, whatever else stands in them.
_SIGN = re.compile(
    r"(?i)\A(?:marks?|icons?|banners?|standards?|sigils?|totems?|pennants?|instruments?|blessings?|gifts?) of\b"
    r"|\bkeywords?\b|\b(?:icons?|banners?|tools?|standard bearer|musician|pennants?)\Z"
)
# What is worn, read or carried beside weapons.
_GEAR = re.compile(
    r"(?i)\b(?:icon|banner|standard|tool|simulacrum|vox|vox-caster|medi-?pack|medi-?kit|narthecium|servo-skull|sigil"
    r"|totem|trophy|scanner|beacon|homer|shield|cloak|mantle|helm|halo|armour|jump pack|steed|wing|talisman|relic"
    r"|instrument|musician|drum|horn|skull|book|tome|censer|auspex|augur)(?:s|es)?\b"
)
_PROTECTS = re.compile(r"(?i)\b(?:shield|armour|buckler|force field|refractor field)s?\b")
_FIGHTS = re.compile(
    r"(?i)(?:axe|sword|blade|fist|claw|hammer|maul|knife|knives|dagger|mace|flail|scythe|glaive|halberd|talon|whip"
    r"|eviscerator|cleaver|sabre|gauntlet|scourge|club|choppa|klaw)(?:s|z)?\b"
    r"|\b(?:force|power|close combat|accursed|melee|chain) ?weapons?\b"
)
_PRICED = re.compile(r"(?i)\d ?(?:points|pts)\b")  # units have points; wargear has none


def looks_ranged(name: str) -> bool:
    """Return True if the name is one of a ranged weapon.

    >>> looks_ranged("Twin storm bolter"), looks_ranged("Cloak of vigilance"), looks_ranged("Banner of the gun")
    (True, False, False)
    """
    return bool(_SHOOTS.search(name)) and not is_sign(name)


def is_sign(name: str) -> bool:
    """Return True for a choice or sign: ``Mark of Chaos: Nurgle``, ``Runtherd tools``, ``Icon of Flame``."""
    head, colon, _ = name.partition(":")
    return bool(_SIGN.search(head)) or (bool(colon) and not _SHOOTS.search(head))


def looks_harmless(name: str) -> bool:
    """Return True if the name tells that it is no ranged weapon.

    >>> looks_harmless("Mark of Reeds: Green"), looks_harmless("Fire axe"), looks_harmless("Lamp")
    (True, True, False)
    """
    if _PRICED.search(name):
        return False
    return is_sign(name) or (not _SHOOTS.search(name) and bool(_GEAR.search(name) or _FIGHTS.search(name)))


def looks_protective(name: str) -> bool:
    """Return True if the name is one of gear that may change saves or wounds.

    >>> looks_protective("Storm shield"), looks_protective("Armoured feet")
    (True, False)
    """
    return bool(_PROTECTS.search(name)) and not is_sign(name)


# the last words of the names of squad leaders
LEADERS = frozenset({
    "sergeant", "sarge", "champion", "leader", "superior", "prime", "alpha", "princeps", "exarch", "nob", "captain",
    "master", "corporal", "commander", "lieutenant", "boss", "veteran", "chief", "shas'ui", "shas'vre",
})  # fmt: skip
MANY = 5  # equal weapons of one model that look wrong
GEAR = ARMS | {
    "armament", "equipment", "loadout", "option", "options", "upgrade", "upgrades", "weaponry", "gear", "kit",
}  # fmt: skip


def upgrades_as_models(unit: Selection) -> Selection:
    """Return the unit with models in place of upgrades that are models. Those that only may be models are reported."""
    if unit.kind != UNIT:
        return unit
    maybe = [part for part in outside_models(unit) if part.number > 0 and may_be_model(part)]
    bare_models = [part for part in unit.below() if part.kind == MODEL and not has_weapons(part)]
    all_men = models_by_id(maybe, names_in(unit), by_number=not bare_models)  # else these carry the items
    # A squad inside a squad only groups its models; whatever is inside a model belongs to it.
    holders = {i for i, man in all_men.items() if any(id(inner) in all_men for inner in man.below() if man.number == 1)}
    men = {i: man for i, man in all_men.items() if i not in holders}
    within = {id(inner) for man in men.values() for inner in man.below()}
    men = {i: man for i, man in men.items() if i not in within}
    if sum(part.number for part in unit.below() if id(part) in men or part.kind == MODEL) < 2:
        men, within = {}, set()
    rest = (item for item in maybe if not {id(item), *map(id, item.below())} & men.keys() and id(item) not in within)
    guesses = tuple(
        dict.fromkeys(f"{item.number}x {item.name}: no model in the file, read as wargear" for item in rest)
    )
    return copied(_as_models(unit, men.keys()), guessed=(*unit.guessed, *guesses)) if men or guesses else unit


def data_upgrades_as_models(unit: Selection) -> Selection:
    """Return a datasheet with models in place of upgrades that are models. Only names tell: its numbers are minima."""
    if unit.kind != UNIT:
        return unit
    men = models_by_id(filter(may_be_model, outside_models(unit)), names_in(unit), by_number=False)
    return copied(_as_models(unit, men.keys()), guessed=unit.guessed) if men else unit


def names_in(unit: Selection) -> set[str]:
    """Return possible names of its models: the name of the unit, and those of its known models."""
    return {any_order(unit.name), *(bare(model) for model in unit.below() if model.kind == MODEL)}


def models_by_id(maybe: Iterable[Selection], names: set[str], by_number: bool) -> dict[int, Selection]:
    """Return the selections that are models, by their ids. `names` are names of models, and grow with each match.

    `by_number` also accepts selections with one weapon each.
    """
    men: dict[int, Selection] = {}
    left = [*maybe]
    while new := [part for part in left if is_called(part, names) or (by_number and has_one_each(part))]:
        men |= {id(part): part for part in new}
        left = [part for part in left if id(part) not in men]
        names = names | {bare(part) for part in new}
    return men


def _as_models(selection: Selection, men: Container[int]) -> Selection:
    if id(selection) in men:
        guess = "an upgrade in the file, with what a model carries: taken as a model"
        return copied(selection, kind=MODEL, guessed=(*selection.guessed, guess))
    return copied(selection, selections=tuple(_as_models(inner, men) for inner in selection.selections))


def outside_models(selection: Selection) -> Iterator[Selection]:
    """Yield the selections that are no model and in no model."""
    for inner in selection.selections:
        if inner.kind not in (MODEL, CREW, UNIT):
            yield inner
            yield from outside_models(inner)


def may_be_model(item: Selection) -> bool:
    """Return True if it has no profile of its own, holds weapons, and is not named after them."""
    if any(not is_statline(profile) for profile in item.profiles) or not has_weapons(item):
        return False
    if not words_of(unarmed(item.name)).isdisjoint(GEAR):
        return False
    return not is_bundle(item.name, (inner.name for inner in item.below()))


def is_called(item: Selection, names: Container[str]) -> bool:
    """Return True if its name is one of these, or that of a squad leader."""
    last = unarmed(item.name).replace("’", "'").casefold().split()[-1:]
    return bare(item) in names or not LEADERS.isdisjoint(last)


def has_one_each(item: Selection) -> bool:
    return item.number > 1 and any(armed(inner) and inner.number == item.number for inner in item.below())


def bare(item: Selection) -> str:
    return any_order(unarmed(item.name))


def words_of(name: str) -> frozenset[str]:
    return frozenset(key(name).split())


def armed(item: Selection) -> bool:
    return any(profile.has("Range") for profile in item.profiles)


def has_weapons(item: Selection) -> bool:
    return any(map(armed, item.below()))


def is_statline(profile: Profile) -> bool:
    return profile.has("T", "W")


def doubts(unit: Selection, models: int, carried: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield sentences if models may be missing. `carried` are the weapons of the only model, with their numbers."""
    if unit.kind != UNIT or models > 1:
        return
    alone = not any(part.kind == MODEL for part in unit.below())
    for name, n in carried:
        if n >= (2 if alone else MANY):
            yield f"one model has {n}x {name}: look whether it has more models"
    if any(re.fullmatch("(?i)battleline", category) for category in unit.categories):
        yield "a Battleline unit of one model: look whether it has more"
