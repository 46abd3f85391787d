"""``joined_oracle.py`` where nobody joined and nothing is in force: what ``oracle.py`` says, which is older."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.helpers.samples import seeds
from tests.rules.seventh.helpers.attack_words import Attack, Group, Gun, Kind, Run, Side
from tests.rules.seventh.oracles.attack import Fight, by_brute_force
from tests.rules.seventh.oracles.joined import by_enumeration
from tests.rules.seventh.test_brute_force import random_fight

COVERS = {(None, 1): "none", (None, 2): "none", (6, 2): "crater", (4, 2): "defence line", (5, 1): "5+", (4, 1): "4+"}
RECOVERS: dict[int | None, tuple[str, ...]] = {None: (), 5: ("Reanimation Protocols",)}
STEALTH = {0: (), 1: ("Stealth",), 2: ("Shrouded",), 3: ("Shrouded", "Stealth")}


def attacker_of(fight: Fight) -> Side:
    kinds = []
    for place, soldier in enumerate(dict.fromkeys(fight.soldiers)):
        type_ = "Assault" if len(soldier.guns) < 2 else "Pistol"  # who has two pistols fires both
        guns = tuple(
            Gun(gun.name, type_, gun.shots, 0, 24, gun.strength, gun.ap, gun.rules, gun.poisoned)
            for gun in soldier.guns
        )
        rules = frozenset(["Precision Shots"] * soldier.precise + ["Preferred Enemy"] * fight.prefers)
        kind = Kind(
            f"soldier {place}", fight.soldiers.count(soldier), soldier.skill, 4, soldier.wounds, 8, soldier.armour,
            soldier.invulnerable, soldier.pain, False, guns, rules,
        )  # fmt: skip
        kinds.append(kind)
    return Side((Group("Soldiers", tuple(kinds)),), state="falling back" if fight.snap else "ready")


def target_of(fight: Fight) -> Side:
    groups = []
    for man in dict.fromkeys(run.man for run in fight.runs):
        n = sum(run.n for run in fight.runs if run.man == man)
        rules = frozenset((*STEALTH[fight.stealth], *["Eternal Warrior"] * man.eternal, *RECOVERS[man.reanimation]))
        kind = Kind(
            man.name, n, 4, man.toughness, man.wounds, 8, man.armour, man.invulnerable, man.pain, man.character, (), rules
        )  # fmt: skip
        groups.append(Group(man.name, (kind,), independent=man.independent))
    return Side(tuple(groups), state="gone to ground" if fight.down else "ready")


def attack_of(fight: Fight) -> Attack:
    order = tuple(Run(run.n, run.man.name, COVERS[run.cover, run.ground], run.hidden) for run in fight.runs)
    settings = (
        ("mastercrafted_bs6", "adds" if fight.crafted_adds else "replaces"),
        ("open_cover_stacks", "yes" if fight.stacks else "no"),
        ("eternal_warrior_fnp", "yes" if fight.pain_of_eternal else "no"),
    )
    return Attack(
        attacker_of(fight), target_of(fight), order, lies_down=fight.drops, within_6=fight.within_6, looks_out=fight.looks_out,
        aim=fight.aim, settings=settings,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 3))
def test_what_the_older_oracle_says(part: int) -> None:
    for seed in range(30 * part, 30 * part + 30):
        fight = random_fight(Random(seed))
        if any(run.man.reanimation not in RECOVERS for run in fight.runs):
            continue  # the newer one knows 5+ alone
        found: dict[tuple[int, ...], Fraction] = {}
        for end, p in by_enumeration(attack_of(fight)).items():
            found[end[:3]] = found.get(end[:3], Fraction(0)) + p
        assert found == by_brute_force(fight), fight
