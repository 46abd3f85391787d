"""Names as typed, plurals, percent, text made safe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.engine.name_keys import JOINERS, name_key
from shoot_cli.engine.reasons import BadAnswer, listed, shown

# Names for several: what many of a thing are called, and what a plural may be the plural of.

# Where the word that is counted ends: "Scout with launcher", "Sister of Battle", "Boy (rokkit launcha)", "Boy 2".
END = re.compile(r"(?: with | of | \(|: | \d+$).*", re.DOTALL)
SIBILANTS = ("s", "x", "ch", "sh")
# Names of several as they stand: "Fire Warriors", "Guardsmen", "Boyz". Of one are "Boss", "Dominus", "Brutalis".
OF_SEVERAL, OF_ONE = ("s", "z", "men"), ("ss", "us", "is", "specimen", "omen")
ALIKE = ("spawn", "kroot", "kin", "wraithguard", "cavalry", "infantry", "artillery", "aircraft", "crew", "eldar", "tau")
VOWELS = "aeiou"


def plural(name: str, own: str = "") -> str:
    """Several of these; a name that is of several stays as it is.

    ``own``: what the list says they are called; "" if it says nothing.

    >>> plural("Guardsman"), plural("Warbuggy"), plural("Carnifex"), plural("Flash Gitz")
    ('Guardsmen', 'Warbuggies', 'Carnifexes', 'Flash Gitz')
    >>> plural("Breacher Fire Warriors"), plural("Chaos Spawn"), plural("Warboss")
    ('Breacher Fire Warriors', 'Chaos Spawn', 'Warbosses')
    >>> plural("Battle Sister with Meltagun"), plural("missile launcher (krak)"), plural("Boy", "Boyz")
    ('Battle Sisters with Meltagun', 'missile launchers (krak)', 'Boyz')
    """
    if own:
        return own
    found = END.search(name)
    word, rest = (name[: found.start()], found[0]) if found else (name, "")
    low = word.casefold()
    if not low or not low[-1].isalnum() or low.split()[-1] in ALIKE:
        return name
    if low.endswith(OF_SEVERAL) and not low.endswith(OF_ONE):
        return name
    if low.endswith("man"):
        return f"{word[:-2]}en{rest}"
    if low.endswith(("wolf", "elf")):
        return f"{word[:-1]}ves{rest}"
    if low.endswith("y") and low[-2:-1] not in VOWELS:
        return f"{word[:-1]}ies{rest}"
    return f"{word}{'es' if low.endswith(SIBILANTS) else 's'}{rest}"


def counted(n: int, name: str, own: str = "") -> str:
    """``1 Boy``, ``6 Boyz``: so many of these. ``own``: as `plural` has it."""
    return f"{n} {name if n == 1 else plural(name, own)}"


def only_fire(n: int) -> str:
    """Of those who fire, where more were said to do something.

    >>> only_fire(0), only_fire(1), only_fire(3)
    ('nobody fires', 'only 1 fires', 'only 3 fire')
    """
    return f"only {n} {'fires' if n == 1 else 'fire'}" if n else "nobody fires"


def so_many(plus: int, dice: Mapping[int, int], name: str) -> str:
    """``51 attacks``, ``2D6+4 shots``: a number, and how many dice of so many sides that are still to be rolled.

    >>> so_many(1, {}, "shot"), so_many(4, {6: 2, 3: 1}, "attack")
    ('1 shot', '2D6+D3+4 attacks')
    """
    thrown = [f"{n if n > 1 else ''}D{sides}" for sides, n in dice.items() if n]
    if not thrown:
        return counted(plus, name)
    return f"{'+'.join([*thrown, *([str(plus)] if plus else [])])} {plural(name)}"


Plurals = tuple[tuple[str, str], ...]  # of models that have one of their own, by name


def own_plurals(*units: Any) -> Plurals:
    """The models of these units that have a plural of their own, by name."""
    return tuple({model.name: model.plural for unit in units for model, _ in unit.models if model.plural}.items())


def singulars(word: str) -> list[str]:
    """What this may be the plural of."""
    ends = (("s", ""), ("z", ""), ("es", ""), ("ies", "y"), ("men", "man"))
    return [word[: -len(end)] + one for end, one in ends if word.endswith(end) and len(word) > len(end) + 2]


def in_the_plural(names: Iterable[str], own: Iterable[tuple[str, str]] = ()) -> list[str]:
    """The plural of each of these names; ``own``: as `own_plurals` has them."""
    known = dict(own)
    return [plural(name, known.get(name, "")) for name in names]


# Names as people type them: whole, in part, in the plural; one of them, or all that are meant.


NOBODY = ("none", "nobody", "no one")


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


# Chances as people read them.


def percent(chance: float) -> str:
    """``12.3%``; what is neither impossible nor sure is never shown as if it were."""
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1 - 1e-12:
        return ">99.9%"
    return f"{chance:.1%}"


# What may be shown of words that others wrote: names in lists, answers, paths.


def visible(text: str) -> str:
    """Text from files and players as text: control characters are shown, never sent to the terminal.

    Joiners of letters and pictures are left out: terminals do not agree on how wide what they join is.
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else ("\N{REPLACEMENT CHARACTER}" if ord(c) > 255 else f"\\x{ord(c):02x}")
        for c in text
        if c not in JOINERS
    )
