"""Saves as the books of several editions print them alike, and what a list writes of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from shoot_cli.armies.fields import kind
from shoot_cli.armies.reading import NONE
from shoot_cli.core.questions import shown

NEVER = 7  # what no die shows
_SAVE = re.compile(r"([2-7])\+{0,2}", re.ASCII)


def save_of(text: str) -> int:
    """The number before the plus, 2 to 6; 0 for none ("-" or 7). :raises ValueError: no save."""
    if text.casefold() in NONE:
        return 0
    if not (found := _SAVE.fullmatch(text)):
        raise ValueError(f'{shown(text)} is no save; write 2+ to 6+, or "-" for none')
    return int(found[1]) % NEVER


def armour_of(text: str) -> int:
    """The number before the plus, 2 to 7; 0 for none. A 7+ is one that no die shows by itself, but cover may improve.

    :raises ValueError: no save.
    """
    return save_of(text) or (NEVER if _SAVE.fullmatch(text) else 0)


def saves_of(text: str, armour_save: Callable[[str], int] = save_of) -> tuple[int, int | None]:
    """Armour and, where it is written behind a stroke, invulnerable save: ``2+/5++`` is (2, 5), ``3+`` is (3, None).

    ``armour_save``: how an edition reads the first of them.

    :raises ValueError: no saves.
    """
    armour, stroke, invulnerable = text.partition("/")
    if stroke and not invulnerable.strip().rstrip("+"):
        raise ValueError(f"{shown(text)} is no pair of saves; write 3+ or 3+/5++")
    return armour_save(armour.strip()), save_of(invulnerable.strip()) if stroke else None


def two_invulnerable_saves(saves: tuple[int, int | None] | None, beside: int | None) -> str | None:
    """Why these of Sv and Inv cannot both stand; None if they can."""
    if saves and saves[1] is not None and beside is not None:
        return "the invulnerable save stands twice, behind Sv and as Inv; keep one"
    return None


SAVE = kind(save_of, 'write 2+ to 6+, or "-" for none')
SAVES = kind(saves_of, 'write 3+, 3+/5++ with an invulnerable save, or "-" for none')
