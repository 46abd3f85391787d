"""Names of battles: what may be one, what counts as the same one, and which are near."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence

from shoot_cli.core.names import JOINERS
from shoot_cli.storage.errors import BadName, UnknownBattle

LONGEST = 60  # characters; a name fits on one line of a small screen


def folded_name(name: str) -> str:
    """What two names share that count as the same: case, width of letters and runs of spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def checked(name: str) -> str:
    """``name`` as it will be kept, without spaces at its ends.

    :raises BadName: empty, too long, or with characters that cannot be printed.
    """
    if not name.isprintable():
        raise BadName(
            "A battle's name holds letters, digits, signs and spaces; this one has characters that cannot be printed."
        )
    name = unicodedata.normalize("NFC", name).strip()
    if not folded_name(name):
        raise BadName("A battle needs a name that is not empty.")
    if len(name) > LONGEST:
        raise BadName(f"A battle's name has at most {LONGEST} characters; this one has {len(name)}.")
    return name


def free(first: str, taken: Collection[str]) -> str:
    """A name that may be given, as near to ``first`` as can be: "A v B", then "A v B 2", "A v B 3", ...

    ``taken``: the folded names in use.
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in first)
    wanted = " ".join(unicodedata.normalize("NFC", printable).split()) or "Battle"
    number = 1
    while True:
        tail = f" {number}" if number > 1 else ""
        name = wanted[: LONGEST - len(tail)].strip() + tail
        if folded_name(name) not in taken:
            return name
        number += 1


def meant(words: str, there: Sequence[str]) -> str:
    """The name that is this, else the only one that contains these words; case is ignored.

    :raises UnknownBattle: none or several; the text lists the near ones.
    """
    wanted = folded_name(words)
    holding = [name for name in there if wanted and wanted in folded_name(name)]
    exact = [name for name in there if folded_name(name) == wanted]
    if exact or len(holding) == 1:
        return (exact or holding)[0]
    if holding:
        rest = f" and {len(holding) - 5} more" if len(holding) > 5 else ""
        raise UnknownBattle(
            f"“{printable(words)}” could be {len(holding)} battles: {listed(holding[:5])}{rest}. Say more of the name."
        )
    raise unknown(words, there)


def unknown(words: str, there: Sequence[str]) -> UnknownBattle:
    """That no battle goes by these words."""
    shown = printable(words)
    if not there:
        return UnknownBattle(f"There is no battle named “{shown}”: none has been kept yet.")
    close = near(shown, there)
    hint = f" Did you mean {listed(close)}?" if close else " `shoot battle list` shows what there is."
    return UnknownBattle(f"There is no battle named “{shown}”.{hint}")


def near(words: str, names: Iterable[str], most: int = 5) -> list[str]:
    """Up to ``most`` names that may have been meant, nearest first."""
    from difflib import get_close_matches

    by_folded = {folded_name(name): name for name in names}
    wanted = folded_name(words)
    close = get_close_matches(wanted, by_folded, n=most, cutoff=0.5)
    sharing = [name for name in by_folded if name not in close and set(wanted.split()) & set(name.split())]
    return [by_folded[name] for name in (close + sharing)[:most]]


def printable(text: str, most: int = 60) -> str:
    """At most ``most`` characters of ``text``, none of which a terminal would act on."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for letter in text[:most]
        if letter not in JOINERS
    )


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: “A”, “B”."""
    return ", ".join(f"“{printable(name)}”" for name in names)
