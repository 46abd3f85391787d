"""What a sentence that was not read is about: shooting, combat, or something else (IMP-41)."""

from __future__ import annotations

import re

# Texts and not yet patterns: each is compiled when the first sentence comes.
# A sentence with one of these does something to shooting, or may do so.
_TOUCHES = (
    r"(?i)\b(?:hits?|wound\w*|sav(?:e|es|ing)|damage\w*|attack\w*|toughness|invulnerable|pain|armour penetration|ap"
    r"|critical|mortal|re-roll\w*|shoot\w*|shot|ranged|range characteristic|ballistic|cover|stealth|lone operative"
    r"|overwatch|targeted|weapons?|equipped|hazardous|lethal|sustained|devastating|precision|anti-\w+|dice|unmodified"
    r"|visible|line of sight|keyword|fly|that ability|strength)\b"
)
# Words with one of those in them that shooting does not touch.
_TOUCHES_NOT = (
    r"(?i)re-roll (?:an?|the|any|that)? ?(?:charge|advance|battle-shock|leadership|desperate escape)|half-strength"
    r"|starting strengths?|targeted (?:with|by) an? stratagem|already been targeted (?:with|by) that stratagem"
)
# One of these must stand in a sentence that is of no account; what has none is kept (IMP-42).
_OTHER = (
    r"(?i)\b(?:charges?|charging|melee|fight|fights|fought|battle-shock\w*|leadership|\d ?cp|command points?"
    r"|stratagems?|objective control|level of control|under your control|reserves?|reinforcements|deep strike"
    r"|infiltrators|scouts|moves?|advances?|advanced|fell back|fall back|embark\w*|disembark\w*|transport|warlord"
    r"|attach\w*|set up|deploy\w*|synapse|return \w+ destroyed|bodyguard unit|take part in the battle)\b"
)
_MELEE = r"(?i)\bmelee\b|\bfight phase\b|\bfought\b"
_BEYOND_MELEE = (
    r"(?i)\b(?:ranged|shoot\w*|shot|mortal|pain|invulnerable|saving|save|toughness|cover|stealth|overwatch|visible"
    r"|lone operative|hazardous|ballistic)\b|\buntil (?!the end of (?:the|that|this) (?:fight )?(?:phase|turn)\b)"
)
_OF_MELEE = (
    r"(?i)melee (?:attacks?|weapons?)|weapon skill|attacks characteristic"
    r"|(?:that|those|these|its) (?:attacks?|weapons?)"
)
# What looks back or ahead at the rest of an ability: then one part alone is not what it says.
_HANGS = (
    r"(?i)\b(?:this ability|this enhancement|this rule|doing so|does so|do so|in this way|such|those|these|instead"
    r"|that attack|that roll|if it does|if you do|if so|in that case|in either case|excluding|except|only|cannot"
    r"|select\w*|choose\w*|below|following|listed|active|effects?|protocols?|unless)\b|^[^a-z]+$|:$"
)


def of_melee(text: str) -> bool:
    """True of what is about combat and about nothing else."""
    if not re.search(_MELEE, text) or re.search(_BEYOND_MELEE, text):
        return False
    return not re.search(r"(?i)\b(?:attacks?|weapons?)\b", re.sub(_OF_MELEE, " ", text))


def of_no_account(text: str) -> bool:
    """True of a sentence that shooting does not touch, which says so itself."""
    return bool(re.search(_OTHER, text)) and not re.search(_TOUCHES, re.sub(_TOUCHES_NOT, " ", text))


def hangs(text: str) -> bool:
    """True if it may say more of the sentences around it, or less."""
    return bool(re.search(_HANGS, text))
