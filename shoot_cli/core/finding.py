"""Names as people type them: whole, in part, in the plural; one of them, or all that are meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from shoot_cli.core.answers import BadAnswer, listed, shown
from shoot_cli.core.names import name_key
from shoot_cli.core.plurals import Plurals, in_the_plural, singulars


def find(said: str, names: Sequence[str], *, near: bool = True, plurals: Plurals = ()) -> list[int]:
    """The places of the names that ``said`` can mean: the same, else beginning so, else a word, else any part of it.

    Words may be beginnings ("tact squad"), a plural finds its singular ("Boyz", "troopers"). Not ``near``: only the
    same name.
    """
    wanted, known = name_key(said), [name_key(name) for name in names]
    if first := first_of_name(wanted, known):
        return first
    for part in (wanted, *singulars(wanted)) if near else (wanted,):
        for test in NEARER if near else NEARER[:1]:
            if part and (places := [place for place, name in enumerate(known) if test(name, part)]):
                return places
    many = [name_key(name) for name in in_the_plural(names, plurals)] if near and wanted else []
    return [place for place, name in enumerate(many) if name.startswith(wanted)]


# A folded name and what was said, nearest first: the same, its beginning, a word's, any part, beginnings of words.
NEARER: tuple[Callable[[str, str], bool], ...] = (
    str.__eq__,
    str.startswith,
    lambda name, part: f" {part}" in name,
    lambda name, part: part in name,
    lambda name, part: " " in part and _begun(part.split(), name.split()),
)
DEEP = 3  # any part of it


def first_of_name(wanted: str, known: Sequence[str]) -> list[int]:
    """The place of the unit that ``nobz 1`` means: the first of that name bears no number, whoever has joined it.

    Empty if no name is meant so, or if it may be several. Both are given as they are compared.

    >>> first_of_name("nobz 1", ("nobz with warboss", "nobz 2", "warboss 2"))
    [0]
    """
    base = wanted.removesuffix(" 1")
    if base == wanted or wanted in known:
        return []
    # one of those who stand in it together, behind whom another name may begin
    part = re.compile(rf"(?:^|(?<= with )|(?<= and )|(?<= \+ )){re.escape(base)}(?= with | and | \+ |$)")
    places = [place for place, name in enumerate(known) if part.search(name)]
    several = any(f" {base} 2 " in f" {name} " for name in known)
    return places if len(places) == 1 and (several or known[places[0]] != base) else []


def one_of(said: str, names: Sequence[str], plurals: Plurals = ()) -> int:
    """The place of the one name meant. :raises BadAnswer: none or several, with those that are near."""
    places = find(said, names, plurals=plurals)
    if len(places) == 1:
        return places[0]
    if places:
        raise BadAnswer(f"{shown(said)} can be {listed([names[place] for place in places])}: say more of it")
    raise not_here(said, names)


def not_here(said: str, names: Sequence[str]) -> BadAnswer:
    """What to raise for a name that is none of these, with the one that is near."""
    from difflib import get_close_matches  # only when nothing is meant

    close = get_close_matches(name_key(said), [name_key(name) for name in names], 1)
    meant = next((name for name in names if close and name_key(name) == close[0]), None)
    return BadAnswer(f"no {shown(said)} here, only {listed(names)}" + (f"; {meant} was meant?" if meant else ""))


def all_of(said: str, names: Sequence[str]) -> list[int]:
    """The places of all names meant: the same one alone, else those that hold these words, else as `find` does.

    A number is always the whole number of a name, so that "tank 1" is never "Main Tank 10".

    >>> all_of("tank 1", ("Main Tank 1", "Main Tank 10", "Grenadiers 1"))
    [0]
    >>> all_of("grenadier", ("Grenadiers 1", "Grenadiers 2", "Howitzer"))
    [0, 1]
    """
    if exact := find(said, names, near=False):
        return exact
    wanted, known = name_key(said), [name_key(name) for name in names]
    if not wanted:
        return []
    if whole := [place for place, name in enumerate(known) if f" {wanted} " in f" {name} "]:
        return whole
    near = [place for place in find(said, names) if _numbers(wanted) <= _numbers(known[place])]
    return near or [place for place, name in enumerate(known) if _begun(wanted.split(), name.split())]


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"[0-9]+", text))


def _begun(words: Sequence[str], name: Sequence[str]) -> bool:
    """True if every word begins a word of the name, in their order."""
    left = iter(name)
    return all(any(known.startswith(word) and _numbers(word) <= _numbers(known) for known in left) for word in words)


def pieces(text: str, names: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """What stands between commas; a comma inside a name does not part it: with it the piece ``fits``."""
    parts = re.split(r"[,;\n]", text)
    longest = 1 + max((len(re.findall(r"[,;\n]", name)) for name in names), default=0)
    found: list[str] = []
    place = 0
    while place < len(parts):
        for width in range(min(longest, len(parts) - place), 0, -1):
            # Commas of the text itself, so that a name that holds one is found again.
            piece = text[sum(map(len, parts[:place])) + place :][
                : sum(map(len, parts[place : place + width])) + width - 1
            ]
            if width == 1 or fits(piece):
                found.append(piece.strip())
                place += width
                break
    return [piece for piece in found if piece]
