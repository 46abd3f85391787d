"""The comparison of names of lists, units, models, weapons, effects and answers.

Two names are equal if they look equal. Capitals, composed accents, kinds of apostrophes, quotation marks, dashes and
blanks, and invisible characters make no difference. Short: `reasons` needs it, and `names` needs `reasons`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

CUT = "…"
JOINERS = "\u200c\u200d\u2060"
_INVISIBLE = JOINERS + "\u200b\ufeff\u00ad\u200e\u200f\ufe0e\ufe0f"  # also marks of text direction and soft hyphens
_SAME_LOOK = str.maketrans(
    dict.fromkeys("’‘ʼʹʻʽ`´′‛＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys(_INVISIBLE)
)


def written(text: str) -> str:
    """Return the standard spelling of a name. Names that look equal have the same one. Capital letters stay.

    >>> written("The\u0301odric’s  Garde")
    "Théodric's Garde"
    """
    if text.isascii():
        return " ".join(text.replace("`", "'").split())
    # twice, because a composed character may be in the table again
    translated = _compatible(unicodedata.normalize("NFC", text).translate(_SAME_LOOK))
    return " ".join(_compatible(translated.translate(_SAME_LOOK)).split())


def _compatible(text: str) -> str:
    """Return the text in Unicode form NFKC. `…` stays, because a name that was cut ends with it."""
    return CUT.join(unicodedata.normalize("NFKC", part) for part in text.split(CUT))


@lru_cache(1 << 14)
def name_key(text: str) -> str:
    """Return the key that two names share if they look equal.

    >>> name_key("THÉODRIC’S garde") == name_key("The\u0301odric's Garde")
    True
    """
    folded = written(text).casefold().replace(CUT, "...")
    return folded if folded.isascii() else unicodedata.normalize("NFKC", folded)


def same_name(one: str, other: str) -> bool:
    """Return True if two names look equal."""
    return one == other or name_key(one) == name_key(other)
