"""The names of imported models as people say them aloud, and what the names of wargear tell, for all editions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import END, plural, singular

ARMS = " w/"  # how list builders write `with`
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
    ones = {name: singular(bare) if several[name_key(bare)] > 1 else bare for name, (bare, _) in parted.items()}
    kinds = Counter(map(name_key, ones.values()))
    found = {name: one if kinds[name_key(one)] == 1 else one + parted[name][1] for name, one in ones.items()}
    same = Counter(map(name_key, found.values()))
    return {name: said if same[name_key(said)] == 1 else name for name, said in found.items()}


def _parted(name: str) -> tuple[str, str]:
    """Return the name without its arms, and the arms in words: `("Boy", " with rokkit")`."""
    at = name.casefold().find(ARMS)
    bare, behind = (name[:at].rstrip(), name[at + len(ARMS) :]) if at > 0 else ("", "")
    if not bare or not behind.strip():
        return name, ""
    none = WITHOUT.match(behind)
    return bare, f" without {behind[none.end() :].strip()}" if none else f" with {behind.strip()}"


def own_plural(name: str, unit: str) -> str:
    """Return the plural of a model that the name of its unit tells; "" if it is regular.

    >>> own_plural("Boy", "Boyz"), own_plural("Boss Nob", "Boss Nobz"), own_plural("Guard", "Guards")
    ('Boyz', 'Boss Nobz', '')
    """
    found = END.search(name)
    word, rest = (name[: found.start()], found[0]) if found else (name, "")
    last, of_unit = word.split()[-1:], [name_key(one) for one in unit.split()]
    if last and name_key(last[0]) + OF_MANY in of_unit and plural(name) != f"{word}{OF_MANY}{rest}":
        return f"{word}{OF_MANY}{rest}"
    return ""


def with_plural(page: Mapping[str, Any], unit: str) -> dict[str, Any]:
    """Return the page of some models, with their plural behind the name if the name of their unit tells it."""
    own = own_plural(str(page["name"]), unit) if page.get("count", 1) > 1 else ""
    return {"name": page["name"], **({"plural": own} if own else {}), **page}


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
