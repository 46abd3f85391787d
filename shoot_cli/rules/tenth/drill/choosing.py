"""Who may fire, and at whom: the answers of ``eligible.toml`` and ``targets.toml``. What is this edition's own."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.datasheets.drill.choosing import battle, marked, unit_of
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, size_of
from shoot_cli.rules.datasheets.guns import BIG
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps import nominate as nom
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.may import AFTER_ADVANCING, AFTER_FALLING_BACK

ALL, ASSAULT, PISTOLS, NO = (
    "yes, with any of its weapons",
    "yes, with Assault weapons only",
    "yes, with Pistols only",
    "no",
)


# Who may fire --------------------------------------------------------------------------------------------------------


def unit_in_state(source: Source, drilled: Drilled, state: str, carrying: str = "") -> Unit:
    def fits(unit: Unit) -> bool:
        carries = not carrying or any(weapon.has(carrying) for weapon in unit.weapons())
        return carries and not all_the_same(drilled, unit, state)

    return unit_of(source, fits)


def all_the_same(drilled: Drilled, unit: Unit, state: str) -> bool:
    """True if two of the options, the right one among them, let the same weapons fire."""
    weapons = [*unit.weapons()]
    assault, pistols = ([weapon.has(name) for weapon in weapons] for name in ("Assault", "Pistol"))
    right, _ = verdict(drilled, unit, state)
    fires = {ALL: [True for _ in weapons], ASSAULT: assault, PISTOLS: pistols}
    return right != NO and [*fires.values()].count(fires[right]) > 1


def verdict(drilled: Drilled, unit: Unit, state: str) -> tuple[str, str]:
    """Whether it may shoot with what, and why."""
    begun = battle(drilled, unit, *([state] if state != "moved" else []))
    if barred := nom.why_barred(begun.sides[0].companies[0]):
        return NO, barred[0].text
    s = drilled.attack_of(unit, PLAIN).but(
        advanced=state == states.ADVANCED, fell_back=state == states.FELL_BACK, engaged=state == states.LOCKED
    )
    silent = [
        why
        for model, _ in unit.models
        for weapon in model.weapons
        if (why := drilled.game.why_silent(s, model, weapon))
    ]
    if not silent:
        big = f"a {size_of(unit)} fires in combat too" if state == states.LOCKED and unit.is_a(*BIG) else ""
        return ALL, big or "nothing keeps it from shooting"
    if state == states.ADVANCED:
        return ASSAULT, "only what is Assault may be fired then"
    return PISTOLS, silent[0].text


def may_shoot(drilled: Drilled, unit: Unit, state: str) -> dict[str, Any]:
    right, why = verdict(drilled, unit, state)
    told = [marked(drilled, weapon, "Assault", "Pistol") for weapon in dict.fromkeys(unit.weapons())]
    big = [word for word in BIG if unit.is_a(word)]
    freed = {name: all(model.has(name) for model, _ in unit.models) for name in (AFTER_FALLING_BACK, AFTER_ADVANCING)}
    kind = ", ".join(big) if big else "neither MONSTER nor VEHICLE"
    line = f"{unit.name} ({kind}): {', '.join(dict.fromkeys(told))}"
    return {
        "answer": right,
        "grounds": why,
        "weapons_line": "; ".join([line, *(name.lower() for name, free in freed.items() if free)]),
        "big": bool(big),
        "weapons": tuple((weapon.has("Assault"), weapon.has("Pistol")) for weapon in unit.weapons()),
        "freed": tuple(freed.values()),
    }
