"""Who may fire in which shooting type, and at whom: the rules' own functions say no."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.datasheets.battle import Attack, UnitMovement
from shoot_cli.rules.datasheets.drill.choosing import marked, unit_of
from shoot_cli.rules.datasheets.drill.effects import unit_with, weapon_of
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, size_of
from shoot_cli.rules.datasheets.guns import BIG
from shoot_cli.rules.datasheets.profiles import Model, Unit, Weapon
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.may import AFTER_ADVANCING, AFTER_FALLING_BACK
from shoot_cli.rules.datasheets.steps.scene import scene_before
from shoot_cli.rules.eleventh.edition import CLOSE, INDIRECT, NORMAL, NUMBERS
from shoot_cli.rules.eleventh.steps.types import open_types, why_not_selected

NONE, ALL, CLOSE_ONES = "none of them", "any of its weapons", "Close-Quarters weapons only"
SHOWN = ("Assault", "Pistol", "Indirect Fire")  # what types hang on


# Who may fire --------------------------------------------------------------------------------------------------------


def unit_in_state(source: Source, carrying: str = "") -> Unit:
    return unit_of(source, lambda unit: not carrying or any(weapon.has(carrying) for weapon in unit.weapons()))


def moved_as(state: str) -> UnitMovement:
    return UnitMovement(state == states.FELL_BACK, state == states.ADVANCED, state == states.LOCKED)


def shooting_types(drilled: Drilled, unit: Unit, state: str) -> dict[str, Any]:
    scene, moved = scene_before(drilled.attack_of(unit, PLAIN)), moved_as(state)
    barred = why_not_selected(scene, moved)
    found = [] if barred else open_types(scene, moved)
    right = " or ".join(found) or NONE
    if "normal" not in found or len(found) < 2:
        errors = [NORMAL, NONE, CLOSE, "assault", "normal or indirect"]
    else:
        errors = [NORMAL, NONE, "normal, assault or indirect", INDIRECT]
    return {"answer": right, "errors": errors, "grounds": barred.text if barred else "", **described(drilled, unit)}


def described(drilled: Drilled, unit: Unit) -> dict[str, Any]:
    freed = {name: all(model.has(name) for model, _ in unit.models) for name in (AFTER_FALLING_BACK, AFTER_ADVANCING)}
    told = [marked(drilled, weapon, *SHOWN) for weapon in dict.fromkeys(unit.weapons())]
    line = f"{unit.name} ({size_of(unit)}): {', '.join(dict.fromkeys(told))}"
    return {
        "weapons_line": "; ".join([line, *(name.lower() for name, free in freed.items() if free)]),
        "big": unit.is_a(*BIG),
        "weapons": tuple(tuple(weapon.has(name) for name in SHOWN) for weapon in unit.weapons()),
        "freed": tuple(freed.values()),
    }


def weapons_in_close_quarters(drilled: Drilled, unit: Unit) -> dict[str, Any]:
    s = drilled.attack_of(unit, PLAIN).but(engaged=True, shooting=CLOSE)
    carried = [(model, weapon) for model, _ in unit.models for weapon in model.weapons]
    silent = [drilled.game.why_silent(s, model, weapon) is not None for model, weapon in carried]
    right = NONE if drilled.game.why_not_eligible(s) or all(silent) else CLOSE_ONES if any(silent) else ALL
    return {"answer": right, **described(drilled, unit)}


def is_engaged(distance: float) -> dict[str, Any]:
    return {"answer": "yes" if distance <= NUMBERS.engagement else "no", "reach": NUMBERS.engagement}


def barred_by_the_deck(drilled: Drilled, places: tuple[int, ...]) -> str:
    """Places of the units inside; the first of them lends a weapon."""
    barred = drilled.game.of_deck(drilled.battle_of(drilled.army(PLAIN), drilled.army(PLAIN)), 0, places[:1], places)
    return "all units inside, until the end of the turn" if barred == places else "those who lent a weapon"


# At whom -------------------------------------------------------------------------------------------------------------


def may_fire_at(s: Attack, weapon: Weapon) -> tuple[bool, str]:
    """Whether the first model may fire this weapon at the target, and why not; "" where nothing bars it."""
    model, aim = s.shooter.value.models[0][0], s.aims[0]
    game = s.game
    closed = game.why_not_eligible(s) or game.why_no_target(s, aim) or game.why_closed(s, aim, model, weapon)
    return closed is None, closed.text if closed else ""


def said(s: Attack, weapon: Weapon) -> dict[str, str]:
    may, why = may_fire_at(s, weapon)
    return {"answer": "yes" if may else "no", "grounds": why}


def at_target(drilled: Drilled, weapon: Weapon, target: Unit, shooter: tuple[str, ...] = (), **told: Any) -> Attack:
    """``told``: of the attack ``shooting`` and ``engaged``, of the target all else."""
    unit = Unit("shooter", ((Model("shooter", 4, 4, weapons=(weapon,), keywords=shooter), 1),), shooter)
    s = drilled.attack_of(unit, target.but(name="the target"))
    own = {key: told.pop(key) for key in ("shooting", "own") if key in told}
    s = s.but(shooting=own.get("shooting", NORMAL), engaged=own.get("own", False))
    return s.but(aims=(s.aims[0].but(told=True, **told),))


def at_a_lone_operative(drilled: Drilled, x: int, distance: float, indirect: bool) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Indirect Fire"] * indirect).but(range=48)
    target = unit_with(drilled, f'Lone Operative {x}"')
    s = at_target(drilled, weapon, target, shooting=INDIRECT if indirect else NORMAL, distance=distance)
    return said(s, weapon)


def at_the_hidden(drilled: Drilled, distance: float, hidden: bool) -> dict[str, str]:
    weapon = weapon_of(drilled).but(range=36)
    return said(at_target(drilled, weapon, unit_with(drilled), distance=distance, hidden=hidden), weapon)


def at_an_engaged_unit(drilled: Drilled, keyword: str, ability: str) -> dict[str, str]:
    weapon = weapon_of(drilled, *[ability] * bool(ability))
    s = at_target(drilled, weapon, unit_with(drilled, keywords=(keyword,)), engaged=True)
    found = said(s, weapon)
    penalty = found["answer"] == "yes"
    return {**found, "answer": "yes, at -1 to hit" if penalty else "no"}


def in_close_quarters(drilled: Drilled, keyword: str, pistol: bool, same: bool) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Close-Quarters"] * pistol)
    s = at_target(drilled, weapon, unit_with(drilled), (keyword,), shooting=CLOSE, own=True, together=same)
    return said(s, weapon)


def by_a_hunter(drilled: Drilled, hunted: str, keyword: str) -> dict[str, str]:
    weapon = weapon_of(drilled, f"Hunter: {hunted}")
    return said(at_target(drilled, weapon, unit_with(drilled, keywords=(keyword,))), weapon)


def at_the_unseen(drilled: Drilled, indirect: bool, torrent: bool, shooting: str) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Indirect Fire"] * indirect, *["Torrent"] * torrent)
    s = at_target(
        drilled, weapon.but(skill=None if torrent else 3), unit_with(drilled), shooting=shooting, visible=False
    )
    return said(s, s.shooter.value.models[0][0].weapons[0])


def within_a_stratagem(distance: float) -> dict[str, Any]:
    return {"answer": "yes" if distance <= NUMBERS.stratagem_reach else "no", "reach": NUMBERS.stratagem_reach}


def places_of_passengers(n: int) -> tuple[int, ...]:
    return tuple(range(n))
