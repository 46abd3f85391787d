"""Devastating Wounds as first printed: mortal wounds in place of a wound (10E-WPN-DEV-1)."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.records import Curse, Mortal
from shoot_cli.rules.datasheets.steps.hit import amount_of


def count_mortal_wounds(curse: Curse, n: int, table: Table) -> Pool:
    """Devastating Wounds as first printed: the weapon's damage in mortal wounds (10E-WPN-DEV-1)."""
    gun = curse.gun.value
    more = sum(change.value for change in gun.more_damage)
    text = f"{gun.name}: damage of Devastating Wounds"
    key = f"devastating:{gun.name}"
    if again := charts.rolled_again(gun.damage, gun.damage_again):  # then they come one at a time
        dice, sides = gun.damage.dice, gun.damage.sides
        wounds = gun.damage.plus + table.total(key, dice, sides, again=again, rules=("10E-WPN-DEV-1",), text=text)
    else:
        wounds = amount_of(gun.damage, n, key, text, "10E-WPN-DEV-1", table)
    return pool((Mortal(curse.gun), wounds + n * more))
