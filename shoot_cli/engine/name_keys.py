"""How names are compared: of lists, units, models, weapons, effects, answers. The one key of all of them.

Names that are equal to the eye are equal: however letters are put together, wide or narrow, capital or small; whichever
apostrophe, quotation mark, dash or blank somebody's keyboard or program writes; with or without what nobody sees.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

CUT = "…"
JOINERS = "\u200c\u200d\u2060"
_UNSEEN = JOINERS + "\u200b\ufeff\u00ad\u200e\u200f\ufe0e\ufe0f"  # marks of direction, soft hyphens
_ALIKE = str.maketrans(
    dict.fromkeys("’‘ʼʹʻʽ`´′‛＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys(_UNSEEN)
)


def written(text: str) -> str:
    """A name in the one way in which all that look like it are written; capital letters stay.

    >>> written("The\u0301odric’s  Garde")
    "Théodric's Garde"
    """
    if text.isascii():
        return " ".join(text.replace("`", "'").split())
    # twice: what is put together, or was kept apart by what nobody sees, may be another sign
    said = _compatible(unicodedata.normalize("NFC", text).translate(_ALIKE))
    return " ".join(_compatible(said.translate(_ALIKE)).split())


def _compatible(text: str) -> str:
    """But for three dots in one sign, which stand where a name was cut: it would be longer than it may be."""
    return CUT.join(unicodedata.normalize("NFKC", part) for part in text.split(CUT))


@lru_cache(1 << 14)
def name_key(text: str) -> str:
    """What two names share that are equal to the eye.

    >>> name_key("THÉODRIC’S garde") == name_key("The\u0301odric's Garde")
    True
    """
    said = written(text).casefold().replace(CUT, "...")
    return said if said.isascii() else unicodedata.normalize("NFKC", said)


def same_name(one: str, other: str) -> bool:
    """True if two names are equal to the eye."""
    return one == other or name_key(one) == name_key(other)
