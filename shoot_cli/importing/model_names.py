"""The names of imported models as people say them aloud: `Pathfinder`, not `Pathfinders w/ pulse carbine`.

Short: it is one rule, which the importers of all editions share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import END, plural, singular

ARMS = " w/"  # how list builders write `with`
WITHOUT = re.compile(r"(?i)o(?:ut)?\s")  # what stands at once behind it in `w/o` and `w/out`
OF_MANY = "z"  # the plural of some names, as in `Boyz`


def spoken_names(models: Iterable[tuple[str, int]]) -> dict[str, str]:
    """Return the name to say for each name of the models of one unit. `models` are pairs of a name and a number.

    Names without their arms are enough, unless two kinds of the unit would have the same one. A plural becomes the
    name of one of them, if several models have the name.

    >>> spoken_names([("Pathfinders w/ carbine", 9), ("Chief", 1)])
    {'Pathfinders w/ carbine': 'Pathfinder', 'Chief': 'Chief'}
    >>> spoken_names([("Boy", 8), ("Boy w/ rokkit", 1)])
    {'Boy': 'Boy', 'Boy w/ rokkit': 'Boy with rokkit'}
    """
    numbers = Counter[str]()
    for name, n in models:
        numbers[name] += n
    parted = {name: _parted(name) for name in numbers}
    several = Counter[str]()
    for name, n in numbers.items():
        several[name_key(parted[name][0])] += n
    ones = {name: singular(bare) if several[name_key(bare)] > 1 else bare for name, (bare, _) in parted.items()}
    kinds = Counter(map(name_key, ones.values()))
    found = {name: one if kinds[name_key(one)] == 1 else one + parted[name][1] for name, one in ones.items()}
    same = Counter(map(name_key, found.values()))
    return {name: said if same[name_key(said)] == 1 else name for name, said in found.items()}


def _parted(name: str) -> tuple[str, str]:
    """Return the name without its arms, and the arms in words: `("Boy", " with rokkit")`."""
    at = name.casefold().find(ARMS)
    bare, behind = (name[:at].rstrip(), name[at + len(ARMS) :]) if at > 0 else ("", "")
    if not bare or not behind.strip():
        return name, ""
    none = WITHOUT.match(behind)
    return bare, f" without {behind[none.end() :].strip()}" if none else f" with {behind.strip()}"


def own_plural(name: str, unit: str) -> str:
    """Return the plural of a model that the name of its unit tells; "" if it is regular.

    >>> own_plural("Boy", "Boyz"), own_plural("Boss Nob", "Boss Nobz"), own_plural("Guard", "Guards")
    ('Boyz', 'Boss Nobz', '')
    """
    found = END.search(name)
    word, rest = (name[: found.start()], found[0]) if found else (name, "")
    last, of_unit = word.split()[-1:], [name_key(one) for one in unit.split()]
    if last and name_key(last[0]) + OF_MANY in of_unit and plural(name) != f"{word}{OF_MANY}{rest}":
        return f"{word}{OF_MANY}{rest}"
    return ""


def with_plural(page: Mapping[str, Any], unit: str) -> dict[str, Any]:
    """Return the page of some models, with their plural behind the name if the name of their unit tells it."""
    own = own_plural(str(page["name"]), unit) if page.get("count", 1) > 1 else ""
    return {"name": page["name"], **({"plural": own} if own else {}), **page}
