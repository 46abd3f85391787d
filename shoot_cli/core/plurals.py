"""Names for several: what many of a thing are called, and what a plural may be the plural of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

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
