"""What powers, orders, doctrines and markerlights change, and what they do not: the answers of ``in_force.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.joined import captain
from shoot_cli.rules.seventh.drill.meeting import a_unit, arm, fired, shot_in, shots_in
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.drill.to_hit import as_fired, need_of, which_dice
from shoot_cli.rules.seventh.drill.wounding import wounds_of
from shoot_cli.rules.seventh.effects import in_force, read
from shoot_cli.rules.seventh.effects_known import KNOWN
from shoot_cli.rules.seventh.joining import joined
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.rolled_again import hits_again
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.line import target_model
from shoot_cli.rules.seventh.tokens import Hit

DOWN: Mapping[str, Any] = {"attacker_state": "gone to ground"}


def with_effects(unit: Unit, *told: str) -> Unit:
    return in_force(unit, read(", ".join(told))) if told else unit


def fired_under(bs: int, snap: bool, words: str) -> Mapping[str, Any]:
    """Markerlights raise the skill of Snap Shots too, nothing else does."""
    told: dict[str, Any] = {"effects": [words]} if words else {}
    unit = a_unit(arm("pulse rifle"), 6, ballistic_skill=bs)
    return {"need": as_fired(unit, distance=6, **told, **(DOWN if snap else {}))["need"]}


def again_under(bs: int, twin: bool, told: tuple[str, ...]) -> Mapping[str, Any]:
    """The widest right to roll again, once for each die."""
    gun = arm("heavy bolter").but(rules=("Twin-linked",) * twin)
    shot = as_fired(a_unit(gun, ballistic_skill=bs), distance=6, effects=[*told])["shot"]
    again = which_dice(hits_again(shot, need_of(shot))[0])
    return {"answer": again, "twice": f"{again}, twice"}


def seen_in_snap_shots(*told: str) -> tuple[object, ...]:
    pool = fired(a_unit(arm("boltgun"), 5), distance=6, effects=[*told], **DOWN)
    shot = shot_in(pool)
    need = need_of(shot)
    return need.target, hits_again(shot, need)[0], shot.precise, shot.gun.value.rules, shots_in(pool)


def does_nothing_in_snap_shots(word: str) -> bool:
    return seen_in_snap_shots(word) == seen_in_snap_shots()


def fired_in_that_state(state: str, name: str) -> bool:
    """Blind sets a Ballistic Skill of 1; that makes no Snap Shots."""
    told: Mapping[str, Any] = DOWN if state == "down" else {"effects": [state]}
    return bool(fired(a_unit(arm(name), 5), distance=6, **told))


def blinded_squad(bs: int, early: bool, his: bool) -> Mapping[str, Any]:
    """An effect belongs to the models it was put on (7E-IC-4)."""
    squad, him = a_unit(arm("boltgun"), 5, ballistic_skill=bs), captain(weapons=(arm("bolt pistol"),))
    unit = joined(with_effects(squad, "Blind"), [him]) if early else with_effects(joined(squad, [him]), "Blind")
    fires = "bolt pistol" if his else "boltgun"
    return as_fired(unit, weapon=fires, distance=6) | {"skill": 5 if his else bs}


# Wounds and saves -----------------------------------------------------------------------------------------------------


def wounds_under_misfortune(gun_name: str, t: int, under: bool, dice: tuple[int, ...]) -> Mapping[str, Any]:
    gun, target = arm(gun_name), a_unit(arm("boltgun"), 5, toughness=t)
    hit = hit_of(shot_in(fired(a_unit(gun, 5), target, distance=6, target_effects=["Misfortune"] * under)))
    assert isinstance(hit, Hit)
    made = wounds_of(hit, dice)
    right = sum(n for wound, n in made if wound.ap == 2)
    beside = {"sixes": 0 if right else dice.count(6), "wounds": sum(n for _, n in made)}
    return {"answer": right, "ap": gun.ap, **beside}


def save_under(armour: int, ward: int | None, ap: int, name: str) -> Mapping[str, Any]:
    unit = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward)
    need = charts.to_save(target_model(with_effects(unit, *([name] if name else [])), 0, 0), a_wound(ap))
    return {"need": need, "first_reason": need.because[0].text}


def cover_under(cover: int | None, told: tuple[str, ...], rules: tuple[str, ...]) -> Mapping[str, Any]:
    """The best source, what improves it, then what makes it worse."""
    unit = with_effects(a_unit(arm("boltgun"), 5, "Infantry", rules), *told)
    need = charts.cover_save(target_model(unit, 0, 0).but(cover=cover))
    return {"need": need, "with": f" with {rules[0]}" if rules else ""}


# Shots, and how long --------------------------------------------------------------------------------------------------


def shots_in_order(n: int, near: bool, order: bool) -> Mapping[str, Any]:
    effects = ["First Rank, Fire! Second Rank, Fire!"] * order
    right = shots_in(fired(a_unit(arm("lasgun"), n), distance=12 if near else 13, effects=effects))
    return {"answer": right, "apiece": right // n, "twice": n * 2 * (1 + near)}


def how_long_it_lasts(name: str) -> str:
    return next(known.lasts for known in KNOWN if known.name == name)
