"""How many attacks, hits and tests: the answers of ``shots.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Total
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.arming import copies
from shoot_cli.rules.datasheets.drill.meet import Drilled, Met, amount, gun_at
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Attacks, Gun, Shot, Volley
from shoot_cli.rules.datasheets.steps.hit import count_attacks, hits_of_roll


def made(drilled: Drilled, gun: Gun, n: int, *faces: int) -> int:
    """Attacks of so many of these weapons; ``faces`` of the dice, where their number is rolled."""
    return sum(shots for _, shots in count_attacks(Volley(Hashed(gun)), n, drilled.thrown(*faces)))


# What fits -----------------------------------------------------------------------------------------------------------


def steady(one: Met) -> bool:
    """True if its number of attacks is a number, and nothing changes it but Rapid Fire and Blast."""
    if one.weapon.attacks.dice:
        return False
    attacks = gun_at(one).attacks
    return attacks.base == one.weapon.attacks and attacks.times == 1 and not attacks.more and not attacks.less


def steady_rapid_fire(one: Met) -> bool:
    made_more = gun_at(one, near=True).attacks
    return not (*made_more.more, *made_more.beside)[0].dice


# What is drawn -------------------------------------------------------------------------------------------------------


def weapons_fired(one: Met) -> int:
    return one.n * copies(one.model, one.weapon)


def a_few_weapons_fired(one: Met) -> int:
    return min(weapons_fired(one), 6)


def some_weapons_fired(source: Source, one: Met) -> int:
    return source.random.randint(1, max(2, weapons_fired(one)))


def distance_around_half(source: Source, one: Met) -> tuple[float, float, bool]:
    reach = float(one.weapon.range)
    distance = source.one((reach / 2, reach / 2, reach / 2 - 2, reach / 2 + 1, reach / 2 + 3, reach))
    return reach, distance, 2 * distance <= reach


def dice_of_attacks(source: Source, one: Met, weapons: int) -> tuple[int, ...]:
    base = one.weapon.attacks
    return tuple(source.random.randint(1, base.sides) for _ in range(weapons * base.dice))


# Answers -------------------------------------------------------------------------------------------------------------


def attacks_made(one: Met, weapons: int, near: bool = False) -> dict[str, int]:
    ability = one.weapon.get("Rapid Fire")
    return {"answer": made(one.drilled, gun_at(one, near=near), weapons), "more": ability.number if ability else 0}


def dice_for_attacks(one: Met, weapons: int) -> dict[str, Any]:
    base, n = one.weapon.attacks, weapons
    table = one.drilled.thrown(*[1] * (n * base.dice))
    count_attacks(Volley(Hashed(gun_at(one).but(attacks=Attacks(base)))), n, table)
    question = table.log[0].question
    errors = [
        f"{base.dice}D{base.sides}, times {n}" if n > 1 else f"{base.dice + 2}D{base.sides}",
        f"{(n + 1) * base.dice}D{base.sides}",
        f"{n * base.dice}D{3 if base.sides == 6 else 6}",
        f"{(n + 2) * base.dice}D{base.sides}",
    ]
    plus = f", and {n * base.plus} on top" if base.plus else ""
    right = f"{question.dice}D{base.sides}" if isinstance(question, Total) else ""
    told = {"letters": amount("A", base), "plus": plus, "dice": base.dice, "sides": base.sides}
    return {"answer": right, "errors": errors, **told}


def attacks_with_less(drilled: Drilled, attacks: int, less: int, more: int, models: int) -> dict[str, int]:
    each = Attacks(Amount(plus=attacks), 1, (Amount(plus=more),) if more else (), less, models // 5)
    return {"answer": made(drilled, drilled.plain_gun(attacks=each).value, 1), "five": models // 5}


def attacks_of_blast(one: Met, weapons: int, faces: tuple[int, ...]) -> dict[str, Any]:
    base = one.weapon.attacks
    shows = "die shows" if len(faces) == 1 else "dice show"
    dice = f"; the {shows} {', '.join(map(str, faces))}" if faces else ""
    plain, each = sum(faces) + weapons * base.plus, one.models // 5
    told = {"plain": plain, "each": each, "models": one.models, "dice": dice, "letters": amount("A", base)}
    return {"answer": made(one.drilled, gun_at(one), weapons, *faces), **told}


def hits_of_torrent(one: Met, attacks: int) -> int:
    return sum(hits for _, hits in hits_of_roll(Shot(Hashed(gun_at(one))), attacks, one.drilled.thrown()))


def hazardous_tests(one: Met, weapons: int) -> dict[str, Any]:
    """One for each weapon that fires such a profile, if it is one."""
    return {"answer": weapons if gun_at(one).hazardous else 0, "letters": amount("A", one.weapon.attacks)}


# Mistakes ------------------------------------------------------------------------------------------------------------


def guesses_at_hits(source: Source, attacks: int) -> list[int]:
    guesses = [-(-attacks * 2 // 3), attacks // 2, -(-attacks * 5 // 6), attacks + 1, attacks + 2]
    return source.random.sample(guesses, len(guesses))


def a_test_for_each_attack(one: Met, weapons: int) -> list[int]:
    base = one.weapon.attacks
    each = 3 if base.dice else base.plus
    return [weapons * each if each > 1 else weapons * 2, 1]
