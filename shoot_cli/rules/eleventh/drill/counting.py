"""How many attacks, what saves need, which value counts: the answers that are this edition's own."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.battle import Shooting
from shoot_cli.rules.datasheets.drill.effects import read, unit_with, weapon_of
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, gun_at, one_gun
from shoot_cli.rules.datasheets.drill.saving import compared
from shoot_cli.rules.datasheets.drill.shots import made
from shoot_cli.rules.datasheets.drill.wounding import toughness_that_counts
from shoot_cli.rules.datasheets.profiles import Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Defence, Modifier, TargetModel, Unsaved, Wound
from shoot_cli.rules.datasheets.steps.damage import lose_wounds
from shoot_cli.rules.eleventh.drill.resolving import declared
from shoot_cli.rules.eleventh.records import AttackPool
from shoot_cli.rules.eleventh.steps.pools import form_pools

# Attacks -------------------------------------------------------------------------------------------------------------


def attacks_of_blast_x(drilled: Drilled, x: int, attacks: int, models: int, weapons: int) -> dict[str, int]:
    gun = gun_at(drilled.shot_of(weapon_of(drilled, f"Blast {x}", attacks=attacks)), models=models)
    return {"answer": made(drilled, gun, weapons), "plain": weapons * attacks, "fives": models // 5}


def attacks_with_dice_beside(drilled: Drilled, attacks: int, less: int, more: int, models: int) -> dict[str, Any]:
    texts = [f"Rapid Fire {more}"] * bool(more) + ["Blast"] * bool(models)
    hinders = read(drilled, *[f"incoming: -{less} attacks"] * bool(less))
    target = PLAIN.but(models=((PLAIN.models[0][0].but(abilities=hinders), 1),))
    gun = gun_at(drilled.shot_of(weapon_of(drilled, *texts, attacks=attacks), target), near=True, models=models or 1)
    beside = more + models // 5
    return {
        "answer": made(drilled, gun, 1),
        "beside": beside,
        "part": [max(1, attacks + beside - less), attacks + beside],
    }


def dice_in_the_first_throw(drilled: Drilled, n: int, attacks: int, other: str | None) -> dict[str, Any]:
    """``other``: what else is said of the pistol: an ability, or the value that is another one."""
    rifle = weapon_of(drilled, attacks=attacks)
    values = {"AP": {"ap": -1}, "BS": {"skill": 4}}.get(other or "", {})
    pistol = weapon_of(drilled, *([other] if other and not values else []), **values)
    shooter = Unit("unit", ((Model("rifle", 4, 3, weapons=(called(rifle, "rifle"),)), n),
                            (Model("pistol", 4, 3, weapons=(called(pistol, "pistol"),)), 1)))  # fmt: skip
    s = form_pools(declared(drilled, shooter, PLAIN, (0, 1)), drilled.thrown())
    dice = sum(part.n * part.weapon.value.attacks.plus for part in pools_of(s)[0].parts)
    return {"answer": dice, "pools": len(s.groups), "others": [n * attacks, n * attacks + 1, n + 1, n]}


def pools_of(s: Shooting) -> list[AttackPool]:
    return [group for group in s.groups if isinstance(group, AttackPool)]


def dice_against_cover(drilled: Drilled, n: int, m: int, attacks: int) -> dict[str, Any]:
    """``m`` of the firing models have the target in cover, ``n`` have not."""
    gun = called(weapon_of(drilled, attacks=attacks), "gun")
    shooter = Unit("unit", tuple((Model(name, 4, 3, weapons=(gun,)), of) for name, of in (("open", n), ("hid", m))))
    pools = pools_of(form_pools(declared(drilled, shooter, PLAIN, (1,)), drilled.thrown()))
    worse = [part.n * attacks for pool in pools for part in pool.parts if (pool.gun.value.skill or 0) > 3]
    return {"answer": sum(worse), "pools": len(pools), "others": [(n + m) * attacks, 0, n * attacks]}


def called(weapon: Weapon, name: str) -> Weapon:
    return weapon.but(name=name)


# Saves ---------------------------------------------------------------------------------------------------------------


def to_save_with_changes(drilled: Drilled, save: int, ap: int, change: int = 0, plus: int = 0) -> Need:
    """``change``: of the AP. ``plus``: so many abilities of +1 to saves."""
    game = drilled.game
    changes = (Modifier(change, game.reason(f"AP {'improved' if change < 0 else 'worsened'} by 1", "MOD-AP-1")),)
    better = tuple(Modifier(1, game.reason("+1 to its saves", "FX-SAVE-1")) for _ in range(plus))
    gun = drilled.plain_gun(ap=ap, ap_changes=changes * bool(change), defences=(Defence(saves=better),))
    return compared(drilled, TargetModel("model", 0, save), Wound(gun))


# Damage --------------------------------------------------------------------------------------------------------------


def damage_set_to_nothing(drilled: Drilled, rolled: int, more: int, nothing: bool) -> int:
    changes = (Modifier(more, drilled.game.reason(f"Melta {more}", "WPN-MELTA-1")),) if more else ()
    return charts.damage_of(drilled.plain_gun(more_damage=changes), TargetModel("model", 0, 4), rolled, nothing)


def damage_of_a_packet(drilled: Drilled, damage: int, does: str) -> int:
    weapon = weapon_of(drilled, "Devastating Wounds").but(damage=Amount(plus=damage))
    gun = gun_at(drilled.shot_of(weapon, unit_with(drilled, f"incoming: {does}")))
    critical = gun.critical or Hashed(gun)
    blows = lose_wounds(Unsaved(critical, mortal=True), 1, TargetModel("model", 0, 4, wounds=12), drilled.thrown())
    return sum(blow.points * n for blow, n in blows)


# Toughness -----------------------------------------------------------------------------------------------------------


def toughness_of_the_living(drilled: Drilled, unit: Unit, fallen: bool) -> dict[str, Any]:
    """``fallen``: all models of the first kind, in an Attached unit of those who lead nobody."""
    first = next(i for i, (model, _) in enumerate(unit.models) if not model.leader)
    living = tuple((i, n) for i, (_, n) in enumerate(unit.models) if not fallen or i != first)
    gun = gun_at(drilled.shot_of(one_gun(), unit), living=living)
    told = toughness_that_counts(unit)
    stood = [(model.toughness, model.leader, i == first) for i, (model, _) in enumerate(unit.models)]
    return {**told, "answer": gun.toughness, "models": tuple(stood), "gone": unit.models[first][0].name}
