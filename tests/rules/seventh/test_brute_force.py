"""Odds of the 7th edition against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import ASSAULT, PISTOL, Model, Shots, Unit, Weapon
from tests.helpers.samples import seeds
from tests.rules.seventh.oracles.attack import Fight, Gun, Man, Run, Soldier, by_brute_force

# The same fight for the program --------------------------------------------------------------------------------------


def weapon_of(gun: Gun, kind: str) -> Weapon:
    return Weapon(
        gun.name,
        24,
        gun.strength,
        gun.ap,
        kind,
        Shots(plus=gun.shots),
        rules=tuple(sorted(gun.rules)),
        poisoned=gun.poisoned,
    )


def attacker_of(fight: Fight) -> Unit:
    kinds: dict[Soldier, int] = {}
    for soldier in fight.soldiers:
        kinds[soldier] = kinds.get(soldier, 0) + 1
    models = []
    for place, (soldier, n) in enumerate(kinds.items()):
        kind = ASSAULT if len(soldier.guns) < 2 else PISTOL  # who has two pistols fires both
        rules = ("Precision Shots",) * soldier.precise + ("Preferred Enemy",) * fight.prefers
        weapons = tuple(weapon_of(gun, kind) for gun in soldier.guns)
        model = Model(
            f"soldier {place}", soldier.skill, 4, soldier.wounds, armour=soldier.armour, invulnerable=soldier.invulnerable,
            feel_no_pain=soldier.pain, weapons=weapons, rules=rules,
        )  # fmt: skip
        models.append((model, n))
    return Unit("Soldiers", "Infantry", tuple(models), ("Preferred Enemy",) * fight.prefers)


def target_of(fight: Fight) -> Unit:
    kinds: dict[Man, int] = {}
    for run in fight.runs:
        kinds[run.man] = kinds.get(run.man, 0) + run.n
    rules = {0: (), 1: ("Stealth",), 2: ("Shrouded",), 3: ("Shrouded", "Stealth")}[fight.stealth]
    models = []
    for man, n in kinds.items():
        model = Model(
            man.name, 3, man.toughness, man.wounds, armour=man.armour, invulnerable=man.invulnerable, feel_no_pain=man.pain,
            reanimation=man.reanimation, character=man.character, independent=man.independent,
            rules=("Eternal Warrior",) * man.eternal + rules,
        )  # fmt: skip
        models.append((model, n))
    return Unit("Men", "Infantry", tuple(models), rules)


COVERS = {(None, 1): "", (None, 2): "", (6, 2): "crater", (4, 2): "defence line"}


def answers_of(fight: Fight) -> dict[str, Any]:
    marks = ["hidden" if run.hidden else COVERS.get((run.cover, run.ground), f"{run.cover}+") for run in fight.runs]
    said: dict[str, Any] = {
        "distance": 10,
        "order": [[[run.n, run.man.name, mark] for run, mark in zip(fight.runs, marks, strict=True)]],
        "within_6": "yes" if fight.within_6 else "no",
    }
    if not fight.looks_out:
        said["look_out_sir"] = "no"
    if fight.snap:
        said["attacker_state"] = "falling back"
    if fight.down:
        said["target_state"] = "gone to ground"
    if fight.drops:
        said["go_to_ground"] = "yes"
    if fight.aim:
        said["precision"] = fight.aim
    return said


def settings_of(fight: Fight) -> dict[str, str]:
    return {
        "mastercrafted_bs6": "adds" if fight.crafted_adds else "replaces",
        "open_cover_stacks": "yes" if fight.stacks else "no",
        "eternal_warrior_fnp": "yes" if fight.pain_of_eternal else "no",
    }


def by_odds(fight: Fight, **how: bool) -> dict[tuple[int, ...], Fraction]:
    measures = RULESET.measures
    ends = odds(
        RULESET.attack,
        RULESET.begin_attack(attacker_of(fight), target_of(fight)),
        Preset(answers_of(fight), raise_missing),
        settings=RULESET.defaults() | settings_of(fight),
        exact=True,
        **how,
    )
    found = ends.measure(lambda state: tuple(measures[name](state) for name in ("slain", "damage", "own_slain")))
    return {end: p for end, p in found.items() if p}


# Random fights -------------------------------------------------------------------------------------------------------

RULES = (
    "Twin-linked", "Master-crafted", "Gets Hot", "Rending", "Bladestorm", "Gauss", "Shred", "Sniper", "Fleshbane",
    "Ignores Cover", "Instant Death", "Tesla",
)  # fmt: skip


def random_gun(random: Random, name: str, most: int) -> Gun:
    rules = {rule for rule in RULES if random.random() < 0.12}
    if "Sniper" in rules:  # whether what Tesla adds to a Precision Shot is precise, no rule says
        rules.discard("Tesla")
    strength = None if "Sniper" in rules else random.choice((3, 4, 4, 5, 6, 7, 8))
    poisoned = random.choice((2, 3, 4)) if not rules & {"Sniper", "Fleshbane"} and random.random() < 0.12 else None
    return Gun(
        name,
        random.randint(1, most),
        strength,
        random.choice((None, None, 1, 2, 3, 4, 5, 6)),
        frozenset(rules),
        poisoned,
    )


def random_man(random: Random, name: str) -> Man:
    some = lambda chance, *values: random.choice(values) if random.random() < chance else None  # noqa: E731
    character = random.random() < 0.3
    return Man(
        name, random.choice((3, 4, 4, 4, 5, 8)), random.choice((1, 1, 1, 2, 3)), some(0.8, 2, 3, 4, 5, 6), some(0.25, 3, 4, 5, 6),
        some(0.25, 4, 5, 6), some(0.1, 4, 5), character, character and random.random() < 0.4, random.random() < 0.15,
    )  # fmt: skip


def random_fight(random: Random) -> Fight:
    pair = random.random() < 0.3
    guns = [
        random_gun(random, name, 2 if pair else 3) for name in ("gun", "piece")[: 1 + (pair or random.random() < 0.3)]
    ]
    soldiers = []
    for _ in range(random.randint(1, 2)):
        own = tuple(guns) if pair else (random.choice(guns),)
        soldier = Soldier(
            random.choice((1, 2, 3, 4, 4, 5, 6, 7, 9)), random.choice((1, 1, 2)), random.choice((None, 3, 4, 6)), random.choice((None, None, 5)),
            random.choice((None, None, 5)), own, random.random() < 0.2 and not any("Tesla" in gun.rules for gun in own),
        )  # fmt: skip
        soldiers += [soldier] * random.choice((1, 1, 2) if sum(gun.shots for gun in own) < 3 else (1,))
    men = [random_man(random, name) for name in ("Boy", "Nob", "Boss")[: random.randint(1, 3)]]
    runs = []
    for _ in range(random.randint(1, 3)):
        cover, ground = random.choice(((None, 1), (None, 1), (5, 1), (4, 1), (6, 2), (4, 2)))
        hidden = random.random() < 0.15
        run = Run(random.randint(1, 2), random.choice(men), None if hidden else cover, 1 if hidden else ground, hidden)
        if not runs or runs[-1][1:] != run[1:]:
            runs.append(run)
    aim = random.choice([run.man.name for run in runs]) if random.random() < 0.3 else ""
    if aim and all(run.hidden for run in runs if run.man.name == aim):
        aim = ""
    if not any(
        soldier.precise or "Sniper" in soldier.guns[0].rules
        for soldier in soldiers
        if soldier.guns[0] == soldiers[0].guns[0]
    ):
        aim = ""
    return Fight(
        tuple(soldiers), tuple(runs), random.choice((0, 0, 0, 1, 2, 3)), random.random() < 0.15, random.random() < 0.15,
        random.random() < 0.15, random.random() < 0.2, random.random() < 0.8, random.random() < 0.8, aim,
        random.random() < 0.5, random.random() < 0.7, random.random() < 0.3,
    )  # fmt: skip


def equal(fight: Fight) -> None:
    want, got = by_brute_force(fight), by_odds(fight)
    assert sum(want.values()) == 1
    assert got == want, fight


@pytest.mark.parametrize("part", seeds(2, 23))
def test_random_fights(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        equal(random_fight(Random(seed)))


# Fights that once came out wrong -------------------------------------------------------------------------------------


def one(*guns: Gun, skill: int = 4, wounds: int = 1) -> tuple[Soldier, ...]:
    return (Soldier(skill, wounds, 4, None, None, guns),)


def of(*rules: str) -> frozenset[str]:
    return frozenset(rules)


BOY, NOB = Man("Boy", 4, 1, 6), Man("Nob", 5, 2, 4)
CHIEF = Man("Chief", 3, 1, None, 5, character=True)
FOUND = {
    "mixed Toughness, two weapons": Fight(one(Gun("a", 2, 4, 5), Gun("b", 2, 4, 5)), (Run(1, BOY), Run(1, NOB))),
    "master-crafted, not hot: its bearer is safe": Fight(one(Gun("a", 2, 4, 5, of("Master-crafted"))), (Run(1, BOY),)),
    "master-crafted, hot, Preferred Enemy: a miss rolled into a 1 takes no 1 away": Fight(
        one(Gun("a", 3, 4, 5, of("Master-crafted", "Gets Hot")), skill=2), (Run(1, BOY),), prefers=True
    ),
    "four kinds of wounds at characters": Fight(one(Gun("a", 2, None, 5, of("Sniper"))), (Run(2, CHIEF),)),
    "going to ground helps the hidden friend who steps in": Fight(
        one(Gun("a", 1, 6, 1)), (Run(1, Man("Boy", 8, 1, 3), hidden=True), Run(2, CHIEF)), stealth=1, drops=True
    ),
}


@pytest.mark.parametrize("fight", FOUND.values(), ids=FOUND)
def test_fights_that_once_came_out_wrong(fight: Fight) -> None:
    equal(fight)


def test_two_pinning_weapons_have_odds() -> None:
    fight = Fight(one(Gun("a", 1, 4, 5, of("Pinning")), Gun("b", 1, 4, 5, of("Pinning"))), (Run(2, BOY), Run(1, NOB)))
    assert by_odds(fight) == by_odds(fight, brute_force=True) == by_brute_force(fight)


@pytest.mark.parametrize("again", [[], [[[1, "Nob", ""], [2, "Boy", ""]]]], ids=("as they stood", "said again"))
def test_a_model_chosen_at_random_stays_the_closest(again: list[Any]) -> None:
    """7E-ALC-10: until it dies, or the players say anew who stands where."""
    fight = Fight(one(Gun("a", 1, 4, 5), Gun("b", 1, 4, 5)), (Run(2, Man("Boy", 4, 3)), Run(1, Man("Nob", 4, 3))))
    answers = answers_of(fight) | {"allocation:a": "random", "allocation:b": "closest"}
    answers["order"] += again
    ends = odds(
        RULESET.attack, RULESET.begin_attack(attacker_of(fight), target_of(fight)), Preset(answers, raise_missing), settings=RULESET.defaults(), exact=True
    )  # fmt: skip
    wounds = ends.measure(
        lambda state: tuple(sorted(rank.left for rank in state.line.standing() for _ in range(rank.n)))
    )
    both = Fraction(1, 3) ** 2  # each weapon hits and wounds with 1/3
    assert wounds.get((2, 2, 3), 0) == (both * Fraction(2, 3) if again else 0)
