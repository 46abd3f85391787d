"""Where the rules were learnt, and how sure they are. They gave facts and numbers; the sentences are our own."""

from __future__ import annotations

from typing import Final

SHOOTING: Final = "2ed1993.com, shooting"
WEAPONS: Final = "2ed1993.com, weapon rules"
MOVEMENT: Final = "2ed1993.com, movement"
DATA: Final = "BSData wh40k-2nd-edition data"
ANSWERS: Final = "a copy of the publisher's questions and answers"
OVERWATCH_PAGE: Final = "a public page on overwatch"
SUMMARY: Final = "a players' revision sheet"
MORALE_BLOG: Final = "a blog that reads the rulebook anew"
COVER_BLOG: Final = "a blog of battle reports"
DICE_BLOG: Final = "a blog on special dice"
ARTILLERY_SITE: Final = "6th.whfb.app, the artillery die"
WIKI: Final = "2d4chan, 2nd edition"
DAMAGE_SHEET: Final = "a fan's damage sheet"
MEMORY: Final = "general knowledge of the 1993 rules, no public text"

CERTAIN: Final = "certain"
LIKELY: Final = "likely"
THIN: Final = "thin: agree on it beforehand"


def sources(*parts: str, sure: str = CERTAIN) -> str:
    """Several sources as one phrase, and how sure they make the rule."""
    return f"{'; '.join(parts)}: {sure}"


def reading(setting: str = "", about: str = "") -> str:
    """The source of a choice the texts leave open, and the setting that changes it where there is one."""
    start = f"our reading ({about})" if about else "our reading"
    return f"{start}, see the setting `{setting}`" if setting else start
