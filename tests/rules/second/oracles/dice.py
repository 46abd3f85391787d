"""Dice of the 2nd edition once more, face by face, from the rules in words alone: for ``oracle.py``.

Nothing here knows the steps, charts or odds of the program. A law is what may come about with its chance, as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from shoot_cli.rules.second.profiles import Dice, Model, Weapon
from tests.helpers.dice_laws import ONE, Law, T

Roll = Callable[[int], int]  # the sides of a die -> what it shows


class Another(Exception):
    """One more die is rolled than was laid out."""


def every(play: Callable[[Roll], T]) -> Law[T]:
    """The law of ``play(roll)`` over every face of every die that it rolls."""
    law: Law[T] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), ONE)]
    while waiting:
        faces, chance = waiting.pop()
        left, asked = list(faces), [0]

        def roll(sides: int, left: list[int] = left, asked: list[int] = asked) -> int:
            if left:
                return left.pop(0)
            asked[0] = sides
            raise Another

        try:
            result = play(roll)
        except Another:
            waiting += [((*faces, face), chance / asked[0]) for face in range(1, asked[0] + 1)]
            continue
        assert not left
        law[result] = law.get(result, Fraction(0)) + chance
    return law


def drawn(answer: Any) -> Law[int]:
    """A number, or numbers with their chances."""
    if isinstance(answer, Mapping):
        return {int(n): Fraction(p) for n, p in answer.items()}
    return {int(answer): ONE}


# To hit --------------------------------------------------------------------------------------------------------------


@cache
def to_hit(score: int | None) -> Law[bool]:
    """2E-HIT-1, 2E-HIT-3, 2E-HIT-5. None: no roll is needed."""

    def play(roll: Roll) -> bool:
        if score is None:
            return True
        if score >= 10:
            return False
        face = roll(6)
        if score >= 7:
            return face == 6 and roll(6) >= score - 3
        return face != 1 and face >= score

    return every(play)


HITS_OF_FACE = (1, 1, 2, 2, 3, 0)  # 0: a jam


@cache
def sustained(dice: int, jams_again: bool) -> Law[tuple[int, int]]:
    """(hits, jams) of so many sustained fire dice (2E-SF-2); ``jams_again``: jams are rolled once more."""

    def play(roll: Roll) -> tuple[int, int]:
        hits = jams = 0
        for _ in range(dice):
            found = HITS_OF_FACE[roll(6) - 1]
            if not found and jams_again:
                found = HITS_OF_FACE[roll(6) - 1]
            hits += found
            jams += not found
        return hits, jams

    return every(play)


def enemy_hit(enemies: int, friends: int, exact: bool) -> Fraction:
    """2E-HTH-1, 2E-HTH-2: the chance that a hit goes to the enemy."""
    if not friends:
        return ONE
    if exact:
        return Fraction(enemies, enemies + friends)
    return Fraction(min(5, max(1, int(Fraction(6 * enemies, enemies + friends) + Fraction(1, 2)))), 6)


# Wounds --------------------------------------------------------------------------------------------------------------


def total(dice: Dice, roll: Roll) -> int:
    return sum(roll(sides) for n, sides in dice.dice for _ in range(n)) + dice.plus


@cache
def wounds(weapon: Weapon, model: Model) -> Law[bool]:
    """2E-WND-1, 2E-SPC-6."""
    over = model.toughness - min(10, weapon.strength)

    def play(roll: Roll) -> bool:
        if weapon.has("Needle") and not (model.has("Tyranid") or model.has("Daemon")):
            return True
        return over < 4 and roll(6) >= max(2, min(6, 4 + over))

    return every(play)


@cache
def unsaved(weapon: Weapon, model: Model) -> Law[bool]:
    """2E-SAV-1 to 2E-SAV-5."""

    def play(roll: Roll) -> bool:
        if model.field and roll(6) >= model.field.target:
            return False
        if model.save is None:
            return True
        number = model.save.target
        if weapon.area and model.save.area is not None:
            number = model.save.area
        needed = number - weapon.save_modifier
        faces = [roll(6) for _ in range(model.save.dice)]
        return faces == [1] or sum(faces) < needed

    return every(play)


@cache
def loss(weapon: Weapon, model: Model) -> Law[int]:
    """Wounds that a model loses by one hit, at most as many as it has when it is whole (2E-DMG-1)."""
    through = wounds(weapon, model).get(True, Fraction(0)) * unsaved(weapon, model).get(True, Fraction(0))
    law: Law[int] = {0: 1 - through}
    for n, p in every(lambda roll: min(model.wounds, total(weapon.damage, roll))).items():
        law[n] = law.get(n, Fraction(0)) + through * p
    return law


# Armour of a datafax -------------------------------------------------------------------------------------------------

ARMOUR_PIERCING = {1: 3, 2: 3, 3: 3, 4: 6, 5: 6, 6: 12, 7: 12, 8: 20, 9: 20, 10: 20}


@cache
def penetrates(weapon: Weapon, model: Model, armour: int, equal_will_do: bool) -> Law[bool]:
    """2E-AP-1 to 2E-AP-3. Half of an odd number is rounded up, as of a D6."""

    def play(roll: Roll) -> bool:
        if weapon.has("Automatic Penetration"):
            return True
        shown = [roll(sides) for n, sides in weapon.penetration.dice for _ in range(n)]
        if weapon.has("Metal Flayer") and shown[0] == 6:
            shown.append(roll(6))
        if weapon.has("Armour-piercing"):
            shown.append(roll(ARMOUR_PIERCING[min(10, weapon.strength)]))
        found = sum(shown) + weapon.penetration.plus
        if weapon.has("Melta") and model.has("Ceramite"):
            found = (found + 1) // 2
        return found >= armour if equal_will_do else found > armour

    return every(play)
