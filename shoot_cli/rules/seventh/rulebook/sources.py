"""Where the rules were learnt, in words. They gave facts and numbers; the sentences are our own."""

from __future__ import annotations

from typing import Final

EXTRACT: Final = "rulebook extract"
FAQ: Final = "rulebook FAQ extract"
DATA: Final = "BSData wh40k-7th-edition data"
SCRIPT: Final = "public 7th edition army-list script"
DAMAGE_SCRIPT: Final = "public script with the Vehicle Damage table"
HOUSE_RULES: Final = "public house rules built on the 7th edition"
SITE: Final = "public rules site, excerpts"
TRANSLATION: Final = "public translation of rulebook page 82"
NOTES: Final = "a reader's public notes on 7th edition vehicles"
DIGEST: Final = "public rules digest"
EASY_LIST: Final = "public easyList script"
WIKI: Final = "public wiki, 6th edition passages that did not change"
QUICK_REFERENCE: Final = "public quick reference of the 7th edition"
PLAYER: Final = "a player's public digest of flying monsters"
CHANGES: Final = "public list of changes from the 6th to the 7th edition"
SIXTH: Final = "public 6th edition text"
SUPPLEMENT_NOTES: Final = "a reader's public notes on the flyer supplement of 2016"
RELATED: Final = "BSData of the older Horus Heresy game, which runs on these rules"
PRACTICE: Final = "established practice, no public text"


def sources(*parts: str) -> str:
    """Several sources as one phrase."""
    return "; ".join(parts)


def reading(setting: str = "", about: str = "") -> str:
    """The source of a choice the texts leave open: a reading, and the setting that changes it where there is one."""
    start = f"a reading ({about})" if about else "a reading"
    return f"{start}: see the setting `{setting}`" if setting else start
