"""What a Leader ability says besides whom it may lead: the rest is read as that of any other (IMP-42)."""

from __future__ import annotations

import re

from shoot_cli.rules.datasheets.importing.touching import of_no_account

LEADER = r"(?i)\A\W*(?:leader|support)\W*"  # what the ability is called
_LIST_BULLET = r"\A\s*(?:[■•▪◦●]|[-–*](?=\s))"
_NAME = r"[^.]{1,60}"  # a line that is one, of those that are listed
_SAYS = r"(?i)\b(?:has|have|adds?|subtract|re-?roll|gains?|loses?|improves?|worsens?|each time|while|until|ignores?)\b"
# Who may be attached to whom, and what else is to be done about that.
_ATTACHES = r"(?i)\b(?:can|may|must|cannot)(?: also)?(?: be)? attach|\battached to (?:it|them|one of)\b"
# What says more of them, whatever else stands in the sentence.
_MORE = (
    r"(?i)\b(?:each time|until|hits?|wound\w*|sav(?:e|es|ing)|damage|rolls?|characteristics?|feel no pain|invulnerable"
    r"|attacks?|toughness|keywords?|abilit(?:y|ies)|enhancements?)\b"
)


def beside_leading(text: str) -> str:
    """What a Leader ability says besides whom it may lead, and that others may lead them, too; "" if nothing."""
    lines = [one.strip() for one in text.splitlines() if not _lists(one.strip())]
    said = [one for line in lines for one in re.split(r"(?<=[.!])\s+", line) if re.search(r"\w", one)]
    return "\n".join(one for one in said if re.search(_MORE, one) or not _only_leads(one))


def _lists(line: str) -> bool:
    """True of a line with a name of those whom it may lead."""
    return bool(re.match(_LIST_BULLET, line) or re.fullmatch(_NAME, line)) and not re.search(_SAYS, line)


def _only_leads(sentence: str) -> bool:
    return bool(re.search(_ATTACHES, sentence)) or of_no_account(sentence)
