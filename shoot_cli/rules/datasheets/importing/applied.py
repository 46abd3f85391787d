"""What wargear and rules have changed in the file already: it is named behind what they changed (IMP-22)."""

from __future__ import annotations

import re
from collections.abc import Container

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import Selection
from shoot_cli.rules.datasheets.importing.armed import is_melee, is_ranged
from shoot_cli.rules.datasheets.importing.statlines import is_statline

# A text with one of these says more than what stands in a table.
_MORE = r"(?i)\b(?:each time|once per|twice per|while|until|if|when|select|re-?rolls?|rolls?)\b"
_OF_TABLES = r"(?i)\bcharacteristics?\b|\bweapons?\b.*\babilit(?:y|ies)\b"


def named_behind(unit: Selection) -> frozenset[str]:
    """The names in brackets behind those of its statlines and weapons, as they are compared."""
    names = [
        profile.name
        for one in unit.every()
        for profile in one.profiles
        if is_statline(profile) or is_ranged(profile) or is_melee(profile)
    ]
    inner = (part for name in names for said in re.findall(r"[(\[]([^()\[\]]+)[)\]]", name) for part in said.split(","))
    return frozenset(filter(None, map(_bare, inner)))


def is_applied(name: str, text: str, behind: Container[str]) -> bool:
    """True if it changes tables alone, as far as it has a text, and stands behind their names."""
    if _bare(name) not in behind:
        return False
    return not text.strip() or bool(re.search(_OF_TABLES, text) and not re.search(_MORE, text))


def _bare(name: str) -> str:
    """``2x Shield Drones`` is Shield Drone."""
    said = re.sub(r"^\s*\d+\s*[x×]\s+", "", name)
    return " ".join(word.removesuffix("s") for word in plain_name(said).split())
