"""Odds of the 7th edition against icepool, where it can say the attack: pools of dice at one kind of model."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import icepool
from icepool import d6

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import HEAVY, Model, Shots, Unit, Weapon
from tests.helpers.each import each


def passes(need: int, again: tuple[int, ...] = (), then: int | None = None) -> Any:
    """A die that is 1 if it passes; faces in ``again`` are rolled once more, against ``then`` if that is said."""
    return icepool.map(lambda a, battle: int(battle >= (then or need)) if a in again else int(a >= need), d6, d6)


def below(need: int) -> tuple[int, ...]:
    return tuple(range(1, need))


def random_case(random: Random) -> tuple[dict[str, Any], Any]:
    """An attack in numbers, and the die of what one of its shots costs: 0 or 1 wounds, or slain."""
    skill, strength, toughness = random.randint(1, 10), random.randint(3, 9), random.randint(3, 6)
    case = {
        "skill": skill, "strength": strength, "toughness": toughness, "shots": random.randint(1, 12), "models": random.randint(1, 8),
        "wounds": random.choice((1, 1, 2, 3)), "ap": random.choice((None, 1, 2, 3, 4, 5, 6)), "armour": random.choice((None, 2, 3, 4, 5, 6)),
        "cover": random.choice((None, None, 4, 5)), "pain": random.choice((None, None, 4, 5, 6)), "again": random.choice(("", "twin", "prefers")),
        "shred": random.random() < 0.3, "poisoned": random.choice((None, None, 3, 4)), "snap": random.random() < 0.2,
    }  # fmt: skip
    need = 6 if case["snap"] else max(2, 7 - skill)
    if case["again"]:
        hit = passes(need, below(need) if case["again"] == "twin" else (1,))
    else:
        hit = passes(need, (1,), 12 - skill) if skill > 5 and not case["snap"] else passes(need)
    apart = toughness - strength
    needed = 7 if apart > 3 else min(6, max(2, 4 + apart))
    needed = min(needed, case["poisoned"] or 7)
    again = below(needed) if case["shred"] else (1,) if case["again"] == "prefers" else ()
    saves = [case["cover"]] if case["cover"] else []
    if case["armour"] and (case["ap"] is None or case["ap"] > case["armour"]):
        saves.append(case["armour"])
    chain = [hit, passes(needed, again), passes(min(saves, default=7)).map({0: 1, 1: 0})]
    if case["pain"] and strength < 2 * toughness:
        chain.append(passes(case["pain"]).map({0: 1, 1: 0}))
    return case, icepool.map(lambda *all_: int(all(all_)), *chain)


def units(case: dict[str, Any]) -> tuple[Unit, Unit]:
    rules = ("Twin-linked",) * (case["again"] == "twin") + ("Shred",) * case["shred"]
    gun = Weapon(
        "gun",
        36,
        case["strength"],
        case["ap"],
        HEAVY,
        Shots(plus=case["shots"]),
        rules=tuple(sorted(rules)),
        poisoned=case["poisoned"],
    )
    own = ("Preferred Enemy",) * (case["again"] == "prefers")
    shooter = Model("shooter", case["skill"], 4, weapons=(gun,), rules=own)
    man = Model("man", 4, case["toughness"], case["wounds"], armour=case["armour"], feel_no_pain=case["pain"])
    return Unit("A", "Infantry", ((shooter, 1),), own), Unit("B", "Infantry", ((man, case["models"]),))


@each("seed", range(60))
def test_one_kind_of_model(seed: int) -> None:
    case, one = random_case(Random(seed))
    models, wounds = case["models"], case["wounds"]
    unsaved = case["shots"] @ one
    if case["strength"] >= 2 * case["toughness"]:
        end = unsaved.map(lambda n: (min(n, models), min(n, models) * wounds))
    else:
        end = unsaved.map(lambda n: (min(n, models * wounds) // wounds, min(n, models * wounds)))
    want = {(slain, lost): Fraction(end.quantity((slain, lost)), end.denominator()) for slain, lost in end}
    answers: dict[str, Any] = {"distance": 12}
    if case["cover"]:
        answers["cover"] = f"{case['cover']}+"
    if case["snap"]:
        answers["moved"] = "all"
    given = Preset(answers, raise_missing)
    ends = odds(RULESET.attack, RULESET.begin_attack(*units(case)), given, settings=RULESET.defaults(), exact=True)
    slain, damage = RULESET.measures["slain"], RULESET.measures["damage"]
    got = ends.measure(lambda state: (slain(state), damage(state)))
    assert {end: p for end, p in got.items() if p} == {end: p for end, p in want.items() if p}, case
