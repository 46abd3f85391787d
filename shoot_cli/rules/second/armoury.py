"""The weapons that lists may name without describing them: ``armoury.md``. A list's own go before them."""

from __future__ import annotations

from shoot_cli.armies.armoury import Armoury
from shoot_cli.armies.reading import split_list
from shoot_cli.core.tables import TableRow
from shoot_cli.rules.second.building import make_weapon
from shoot_cli.rules.second.profiles import Weapon
from shoot_cli.rules.second.special_rules import traits_of


def _weapon(row: TableRow) -> Weapon:
    said = {head: cell for head, cell in row.items() if cell}
    return make_weapon(said.pop("weapon"), said, traits_of(split_list(row["rules"])), said.pop("source"))


ARMOURY = Armoury(__file__, _weapon, {"twin linked ": "Twin-linked"}, plurals=True)


def armoury() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon of the table by its plain name: one profile, or one for each mode."""
    return ARMOURY.weapons
