"""What is noted after the shots: Wounds that are left, tests, charges: the answers of ``after.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.core.pools import Line, Rank
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.meeting import a_unit, arm, at_table, shots_text, shown
from shoot_cli.rules.seventh.drill.saving import BARE, a_wound
from shoot_cli.rules.seventh.profiles import Army, Weapon
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps.attack import begin_attack, end_attack, new_attack
from shoot_cli.rules.seventh.steps.end import pinning_test
from shoot_cli.rules.seventh.steps.save import roll_to_save
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.tokens import Unsaved


def models_for_morale(n: int) -> Mapping[str, Any]:
    return {"answer": charts.casualties_for_morale(n), "down": n // 4, "more": n // 4 + 1, "half": -(-n // 2)}


def a_gun_it_carries(source: Source, type: str, of: Iterable[str]) -> Weapon:
    """No Monstrous Creature carries a pistol."""
    return arm("heavy bolter" if type == "Monstrous Creature" else source.one(of))


def whom_it_may_charge(type: str, rules: tuple[str, ...], gun: Weapon) -> Mapping[str, Any]:
    foes = a_unit(arm("boltgun"), 5).but(name="Foes")
    mine = Army("", "Mine", (a_unit(gun, 5, type, rules),))
    b = new_battle(mine, Army("", "Theirs", (foes,))).but(unit=0, target=0)
    after = end_attack(begin_attack(b, at_table()).but(fired=(gun.name,)), at_table())
    names = {mark.name for mark in after.sides[0].companies[0].marks}
    right = "not" if marks.NO_CHARGE in names else "may" if marks.ONLY_CHARGE + "Foes" in names else "any"
    return {"answer": right, "type_and_rules": ", ".join((type, *rules)), "shots_text": shots_text(gun)}


def a_wound_on_a_tough_one(source: Source) -> tuple[int, int, int, bool]:
    """Toughness, Wounds, Strength, whether it is an Eternal Warrior."""
    t, w = source.one((3, 4, 5, 6)), source.one((2, 3, 4))
    s = source.one((2 * t - 1, 2 * t, 2 * t, t + 1, 10))
    return t, w, min(10, s), source.random.random() < 0.15


def wounds_left(s: int, t: int, w: int, eternal: bool) -> Mapping[str, Any]:
    """Instant Death or a Wound, by the Toughness of the very model."""
    kind, wound = BARE.but(toughness=t, wounds=w, eternal_warrior=eternal, armour=None), a_wound(1, strength=s)
    ((blow, _),) = roll_to_save(wound, 1, kind, at_table())
    assert isinstance(blow, Unsaved)
    deadly = charts.instant_death(kind.but(eternal_warrior=False), wound) is not None
    numbers = {"one": 1, "none": 0, "most": 3 if t != 3 else 4}
    return {"answer": max(0, w - blow.points), "deadly": deadly, **numbers}


def two_toughnesses(source: Source) -> tuple[int, int]:
    own, most = source.random.sample(range(2, 6), 2)
    return own, most


def deadly_strength(own_toughness: int, most: int) -> Mapping[str, Any]:
    """Whose Toughness is doubled."""
    kind = BARE.but(toughness=own_toughness)
    right = next(s for s in range(1, 20) if charts.instant_death(kind, a_wound(1, strength=s)))
    return {"answer": right, "twice": 2 * most, "more": own_toughness + 4}


def pinned_by(ld: int, down: bool, fearless: bool, thrown: tuple[int, ...]) -> Mapping[str, Any]:
    target = a_unit(arm("boltgun"), 8, "Infantry", ("Fearless",) * fearless, leadership=ld)
    s = new_attack(a_unit(arm("boltgun")), target).but(pinning=True, on_ground=down)
    after = pinning_test(s, at_table(pinning=shown(*thrown)))
    return {"answer": after.pinned and not down, "total": sum(thrown)}


def left_of_a_swarm(unsaved: int, wounds: int, blast: bool) -> int:
    kind = BARE.but(swarm=True, wounds=wounds, toughness=3, armour=None)
    wound = a_wound(5, *(("Blast", "Ignores Cover") if blast else ()))
    pool = roll_to_save(wound, unsaved, kind, at_table())
    line = Line((Rank(kind, 1, wounds),), sum(blow.points * n for blow, n in pool if isinstance(blow, Unsaved)))
    return line.standing()[0].left if line.standing() else 0
