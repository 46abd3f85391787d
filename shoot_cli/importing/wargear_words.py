"""What the name of wargear tells, if no data has its values: a ranged weapon, one for melee, or no weapon at all.

Short: it is one list of words, which texts and rosters share.
"""

from __future__ import annotations

import re

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
