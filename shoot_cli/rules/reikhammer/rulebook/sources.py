"""Where the rules were learnt and how sure they are. The wiki (CC BY-SA 3.0) gave facts; the sentences are our own."""

from __future__ import annotations

from typing import Final

SITE: Final = "reikhammer.wikidot.com"
LICENCE: Final = "the pages are licensed CC BY-SA 3.0; the sentences here are our own"

SHOOTING: Final = "Shooting"
WARFARE: Final = "Warfare"
PHASES: Final = "Battle phases"
MOVEMENT: Final = "Movement and terrain"
ASSAULTS: Final = "Assaults"
SPECIALISTS: Final = "Specialists"
UNITS: Final = "Units and formations"

CERTAIN: Final = "certain"  # a page says it
LIKELY: Final = "likely"  # a page says something that needs reading
OURS: Final = "our reading"  # no page says it


def wiki(*pages: str, sure: str = CERTAIN) -> str:
    """Pages of the wiki, and how sure it is that they say this."""
    named = [f'"{page}"' for page in pages]
    return f"{SITE}, {'page' if len(pages) == 1 else 'pages'} {' and '.join(named)}: {sure}"


def analogy(about: str = "", sure: str = OURS) -> str:
    """What is taken over from the game that this one descends from, because no page says it."""
    return f"parent game, by analogy{f' ({about})' if about else ''}: {sure}"


def reading(about: str = "") -> str:
    """What the pages leave open, all of the rule or the part of it that is named."""
    return f"{OURS} ({about})" if about else OURS


def sources(*parts: str) -> str:
    """Several sources as one phrase."""
    return "; ".join(parts)
