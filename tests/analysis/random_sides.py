"""Sides of attacks for tests: random units of each edition, and units of the shipped lists."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from shoot_cli.armies import AttackSide
from shoot_cli.importing.list_files import units_from
from shoot_cli.rules import Edition


def random_sides(edition: Edition, seed: int) -> tuple[AttackSide, AttackSide]:
    """Attacker and target of a random attack of the edition."""
    folder = edition.package.rpartition(".")[2]
    drawn: Any = import_module(f"tests.rules.{folder}.helpers.random_attacks").random_attack(Random(seed))
    return AttackSide("Attackers", drawn[0], edition.name), AttackSide("Targets", drawn[1], edition.name)


@cache
def units(*words: str) -> tuple[AttackSide, ...]:
    return units_from(words, None, "attacker")
