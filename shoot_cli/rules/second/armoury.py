"""The weapons that lists may name without describing them: ``armoury.md``. A list's own go before them."""

from __future__ import annotations

from functools import cache

from shoot_cli.armies.armoury import Modes, Reference, by_name, modes_by_name, other_names, reference
from shoot_cli.armies.reading import split_list
from shoot_cli.core.tables import Row, tables
from shoot_cli.rules.second.building import make_weapon
from shoot_cli.rules.second.profiles import Weapon
from shoot_cli.rules.second.special_rules import traits_of

PREFIXES = {"twin linked ": "Twin-linked"}  # what may stand before the name of any weapon


def _weapon(row: Row) -> Weapon:
    said = {head: cell for head, cell in row.items() if cell}
    return make_weapon(said.pop("weapon"), said, traits_of(split_list(row["rules"])), said.pop("source"))


@cache
def armoury() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon of the table by its plain name: one profile, or one for each mode."""
    return by_name(map(_weapon, tables(__file__, "armoury.md")["Weapons"]))


@cache
def armoury_modes() -> dict[str, tuple[str, ...]]:
    return modes_by_name(armoury())


def meant(text: str, known: Modes) -> Reference | None:
    """What the text names among the ``known`` weapons; None if nothing."""
    return reference(text, known, other_names(__file__, plurals=True), PREFIXES)
