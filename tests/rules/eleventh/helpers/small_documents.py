"""Small scenario documents of the 11th edition in few words, for tests of how attacks are resolved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.rules.datasheets.steps.attack import damage, own_slain, slain
from tests.rules.eleventh.helpers.bare_attacks import ends, law

Document = dict[str, Any]
SURE = ["Torrent"]  # with S8 against T4 five of six attacks wound


def gun(*abilities: str, n: int = 1, **stats: Any) -> Document:
    """A weapon and how many fire it; it hits automatically if nothing is said."""
    usual = {"range": 24, "A": 1, "BS": "N/A", "S": 8, "AP": 0, "D": 1}
    more = [] if "BS" in stats else SURE
    return {"n": n, "weapon": {**usual, **stats, "abilities": [*more, *abilities]}}


def men(name: str, count: int = 1, **stats: Any) -> Document:
    return {"name": name, "count": count, "M": 6, "T": 4, "Sv": "4+", "W": 1, **stats}


def hero(name: str, **stats: Any) -> Document:
    return men(name, **{"leader": True, "keywords": ["Character"], **stats})


def attack(guns: list[Document], *models: Document, unit: Document | None = None, **answers: Any) -> Document:
    """``unit``: more of the unit that is shot at, such as abilities."""
    names = [f"gun {'ABCDEF'[at]}" for at in range(len(guns))]
    shooters = [
        {"name": f"Shooter {name[-1]}", "count": one["n"], "M": 6, "T": 4, "Sv": "3+", "W": 2, "weapons": [name]}
        for name, one in zip(names, guns, strict=True)
    ]
    return {
        "ruleset": "40k-11e",
        "weapons": {name: one["weapon"] for name, one in zip(names, guns, strict=True)},
        "attacker": {"name": "Shooters", "keywords": ["Infantry"], "models": shooters},
        "target": {"name": "Targets", "keywords": ["Infantry"], "models": list(models), **(unit or {})},
        "answers": {"shooting": "normal", "distance": 20, **answers},
    }


def slain_by(document: Document, **how: Any) -> list[Fraction]:
    """The chance that 0, 1, 2 ... models are slain."""
    return trimmed(law(ends(document, **how), slain, 0))


def damage_by(document: Document) -> list[Fraction]:
    return trimmed(law(ends(document), damage, 0))


def own_slain_by(document: Document) -> list[Fraction]:
    return trimmed(law(ends(document), own_slain, 0))


def trimmed(chances: list[Fraction]) -> list[Fraction]:
    while len(chances) > 1 and not chances[-1]:
        chances = chances[:-1]
    return chances
