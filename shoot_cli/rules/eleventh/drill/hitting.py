"""What to hit: the answers of ``hit.toml`` that are this edition's own, and of hit rolls in ``six.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.effects import read, unit_with
from shoot_cli.rules.datasheets.drill.hitting import may_ignore
from shoot_cli.rules.datasheets.drill.meet import Drilled, Met, gun_at, one_gun
from shoot_cli.rules.datasheets.drill.sixes import comes_of, hit_roll
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.eleventh.edition import INDIRECT, NORMAL


def to_hit_where(
    one: Met,
    still: str = "no",
    shooting: str = NORMAL,
    cover: bool = False,
    plunging: bool = False,
    engaged: bool = False,
    together: bool = False,
    target_engaged: bool = False,
    spotted: bool = False,
    hit_modifier: int = 0,
    wounded: int = 0,
) -> Need:
    """What an attack needs where this is true and nothing else. ``still``: as the fact ``stationary``."""
    true = {
        "shooting": shooting, "stationary": still == "yes", "within_3": still == "within_3", "cover": cover,
        "plunging": plunging, "engaged": engaged, "together": together, "target_engaged": target_engaged,
        "spotted": spotted, "hit_modifier": hit_modifier, "wounded": wounded,
    }  # fmt: skip
    return charts.to_hit(Hashed(gun_at(one, **true))).need


def nothing_else_modifies(one: Met) -> bool:
    """True if nothing of the two units modifies the hit roll or the BS, nor ignores what does."""
    if not one.weapon.skill or may_ignore(one) or one.weapon.has("Psychic") or one.weapon.has("Ignores Cover"):
        return False
    gun = gun_at(one)
    return not gun.to_hit and not gun.skill_changes and gun.skill == one.weapon.skill


# Of a weapon that is made up -----------------------------------------------------------------------------------------


def to_hit_with_a_limited_skill(drilled: Drilled, skill: int, covered: bool, high: bool) -> Need:
    shot = drilled.shot_of(one_gun(skill=skill))
    return charts.to_hit(Hashed(gun_at(shot, cover=covered, plunging=high))).need


def to_hit_with_psychic(drilled: Drilled, skill: int, covered: bool, change: int) -> Need:
    shot = drilled.shot_of(one_gun(*read(drilled, "Psychic"), skill=skill))
    return charts.to_hit(Hashed(gun_at(shot, cover=covered, hit_modifier=change))).need


def to_hit_what_is_stealthy(drilled: Drilled, skill: int, every: bool, covered: bool, ignored: bool) -> Need:
    stealthy, other = unit_with(drilled, "Stealth").models[0], unit_with(drilled).models[0]
    target = unit_with(drilled).but(models=(stealthy,) if every else (stealthy, other))
    weapon = one_gun(*read(drilled, *["Ignores Cover"] * ignored), skill=skill)
    return charts.to_hit(Hashed(gun_at(drilled.shot_of(weapon, target), cover=covered))).need


def to_hit_with_cover_by_an_ability(drilled: Drilled, skill: int, ignored: bool) -> Need:
    weapon = one_gun(*read(drilled, *["Ignores Cover"] * ignored), skill=skill)
    return charts.to_hit(Hashed(gun_at(drilled.shot_of(weapon, unit_with(drilled, "has cover"))))).need


def indirect_roll(drilled: Drilled, die: int, skill: int, still: bool, spotted: bool) -> dict[str, Any]:
    shot = drilled.shot_of(one_gun(*read(drilled, "Indirect Fire"), skill=skill))
    gun = gun_at(shot, shooting=INDIRECT, stationary=still, spotted=spotted)
    return {**comes_of(drilled, Hashed(gun), die), "misses": gun.misses[0]}


def limited_roll(drilled: Drilled, die: int, skill: int, keyword: str, limit: str) -> dict[str, Any]:
    """Of a weapon whose Lethal Hits are limited to a keyword."""
    shot = drilled.shot_of(
        one_gun(*read(drilled, f"Lethal Hits: {limit}"), skill=skill), unit_with(drilled, keywords=(keyword,))
    )
    return comes_of(drilled, Hashed(gun_at(shot)), die)


def to_hit_when_damaged(drilled: Drilled, skill: int, x: int, off: int) -> dict[str, Any]:
    model = Model("model", 9, 3, 2 * x, abilities=read(drilled, f"Damaged {x}"))
    one = drilled.shot_of(one_gun(skill=skill))._replace(unit=Unit("unit", ((model, 1),)), model=model)
    return {"need": charts.to_hit(Hashed(gun_at(one, wounded=x + off))).need, "left": x + off}


def lethal_by_choice(drilled: Drilled, die: int, skill: int) -> str:
    used, refused = (hit_roll(drilled, die, skill, lethal=lethal)["answer"] for lethal in (True, False))
    return str(used) if used == refused else "a wound without a wound roll, or a hit, as the attacker likes"
