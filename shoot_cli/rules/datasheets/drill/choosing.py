"""Who may fire, and at whom: the answers of ``eligible.toml`` and ``targets.toml``. The rules' own functions say no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark
from shoot_cli.rules.datasheets.battle import Battle
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, Met
from shoot_cli.rules.datasheets.guns import BIG
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import WeaponDeclaration
from shoot_cli.rules.datasheets.steps import nominate as nom
from shoot_cli.rules.datasheets.steps import states

HAND_FLAMER = Weapon("hand flamer", 12, Amount(1), None, 3, 0, Amount(plus=1), (Ability("Pistol", text="Pistol"),))
AUTOCANNON = Weapon("autocannon", 48, Amount(plus=2), 4, 9, -1, Amount(plus=3))
WALKER = Unit("Walker", ((Model("Walker", 8, 3, 10, weapons=(HAND_FLAMER, AUTOCANNON)), 1),), ("VEHICLE", "WALKER"))


def unit_of(source: Source, fits: Callable[[Unit], bool]) -> Unit:
    """A unit with ranged weapons."""

    def armed(unit: Unit) -> bool:
        return any(weapon.strength for weapon in unit.weapons()) and fits(unit)

    found: Unit = source.meeting(lambda shooter, target: ((shooter, 1.0),), armed)
    return found


def battle(drilled: Drilled, unit: Unit, *marks: str) -> Battle:
    begun = drilled.battle_of(drilled.army(unit), drilled.army(PLAIN))
    company = begun.sides[0].companies[0]
    for mark in marks:
        company = company.with_mark(Mark(mark))
    mine = begun.sides[0].but(companies=(company,))
    return begun.but(sides=(mine, begun.sides[1]))


def marked(drilled: Drilled, weapon: Weapon, *names: str) -> str:
    forms = drilled.game.known.forms
    marks = [forms[name].example or name for name in names if weapon.has(name)]
    return weapon.name + (f" [{', '.join(marks)}]" if marks else "")


def carrier_of_both(source: Source) -> tuple[Unit, int]:
    """A unit, and which of its models has Pistols and other weapons."""

    def both(shooter: Unit, target: Unit) -> list[tuple[tuple[Unit, int], float]]:
        every = enumerate(shooter.models)
        return [((shooter, at), 1.0) for at, (model, _) in every if len({w.has("Pistol") for w in model.weapons}) == 2]

    found = source.found(both)
    if not source.own and source.one((True, False, False)):  # few lists have a walker with a Pistol
        found = WALKER, 0
    if found is None:
        raise NothingToAsk
    return found


def pistols_or_the_rest(drilled: Drilled, unit: Unit, place: int) -> dict[str, Any]:
    either = drilled.game.arming.bearers(drilled.attack_of(unit, PLAIN))[place].either
    model = unit.models[place][0]
    carried = ", ".join(marked(drilled, weapon, "Pistol") for weapon in dict.fromkeys(model.weapons))
    right = f"its {drilled.book.pistols} or its other weapons" if either else "all of them"
    return {"answer": right, "name": model.name, "carried": carried, "big": unit.is_a(*BIG)}


# Once more, out of turn, with a grenade ------------------------------------------------------------------------------


def unit_with_several_weapons(source: Source) -> Unit:
    return unit_of(source, lambda unit: len({*unit.weapons()}) > 1)


def may_be_selected(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    done, held = ((), ()) if state == "waiting" else ((0,), (0,) if state == "held" else ())
    closed = nom.why_not_nominated(battle(drilled, unit).but(done=done, held=held), 0)
    right = "no, not in this phase" if closed else "yes"
    return {"answer": right, "grounds": closed[0].text if closed else "each unit once a phase"}


def may_throw_a_grenade(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    begun = battle(drilled, unit, *([state] if state not in ("free", "shot") else []))
    if state == "shot":
        begun = begun.but(done=(0,))
    closed, after = nom.why_no_thrower(begun, 0), nom.why_not_nominated(begun, 0)
    right = "no" if closed else "yes, and it may still shoot" if not after else "yes, instead of shooting"
    return {"answer": right, "grounds": closed[0].text if closed else ""}


def may_fire_overwatch(drilled: Drilled, unit: Unit, locked: bool, used: bool) -> dict[str, Any]:
    begun = battle(drilled, unit, *[states.LOCKED] * locked)
    theirs = begun.but(active=1, stratagems=(nom.OVERWATCH,) if used else ())
    closed = nom.why_not_watching(theirs.sides[0].companies[0], ()) or nom.why_no_overwatch(theirs)
    right = "no" if closed else "yes, hitting on unmodified 6s only"
    grounds = closed[0].text if closed else "nothing bars it"
    return {"answer": right, "grounds": grounds, "titanic": unit.is_a("TITANIC")}


# Targets -------------------------------------------------------------------------------------------------------------


def lone_operative(one: Met) -> bool:
    ignoring = one.model.has("Ignores Lone Operative") or one.weapon.has("Ignores Lone Operative")
    return one.victim.has("Lone Operative") and one.weapon.range >= 18 and not ignoring


def modifies_nothing(one: Met) -> bool:
    return not any("odifiers" in ability.name for ability in one.model.abilities)


def distance_to_target(one: Met, off: float) -> float:
    return one.weapon.range + off


def may_be_fired(
    one: Met,
    in_combat: bool = False,
    distance: float | None = None,
    engaged: bool | None = None,
    together: bool | None = None,
    visible: bool | None = None,
) -> dict[str, str]:
    """Whether the weapon may be fired at the target, and why; "" where nothing bars it."""
    told = {"distance": distance, "engaged": engaged, "together": together, "visible": visible}
    game, table = one.drilled.game, one.drilled.thrown()
    s = one.drilled.attack_of(one.unit, one.target).but(engaged=in_combat)
    at = s.aims[0].but(**{key: value for key, value in told.items() if value is not None})
    s = s.but(aims=(at,))
    right, why = "yes", ""
    if closed := game.why_no_target(s, at) or game.why_closed(s, at, one.model, one.weapon):
        right, why = "no", closed.text
    else:
        place = [model for model, _ in one.unit.models].index(one.model)
        order = WeaponDeclaration(0, place, Hashed(one.weapon), 1)
        gun = game.gun(s, order, one.model, False, table)
        penalties = game.rules("ELIG-5", "TGT-7", "WPN-INDIRECT-2")
        why = next((change.why.text for change in gun.to_hit if change.why.rule in penalties), "")
        if why and gun.skill is not None:
            right = "yes, at -1 to hit"
        elif why or (engaged and not in_combat):
            rolled = gun.skill is not None and one.weapon.has("Pistol")
            why = "Pistols do not have the -1" if rolled else "no roll, no -1"
    marks = [a.text for a in one.weapon.abilities if a.name in ("Blast", "Pistol", "Torrent", "Indirect Fire")]
    gun_words = f'{one.weapon.name} (range {one.weapon.range:g}"{"".join(f", {mark}" for mark in marks)})'
    return {"answer": right, "grounds": why, "gun": gun_words}
