"""After the shots: what one weapon leaves behind, pinning at the end of the attack (7E-END-1), and casualties."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.pools import models, wounds
from shoot_cli.core.questions import DEFENDER
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, BystanderHits, Firing
from shoot_cli.rules.seventh.steps.damage import IMMOBILISED, WEAPON_DESTROYED, newly
from shoot_cli.rules.seventh.steps.flight import strafing_pins
from shoot_cli.rules.seventh.steps.ground import FEARLESS, target_has
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED
from shoot_cli.rules.seventh.vehicle_charts import EXPLOSION

NEVER_TESTS = (*FEARLESS, "Never Pinned")
TRAKTOR = "Traktor"  # harder Grounding tests (7E-FMC-4)
AFTERWARDS = ("Concussive", "Blind", "Soul Blaze", TRAKTOR)


def pins(s: Attack, weapon: Weapon, table: Table) -> bool:
    """True if a Wound by it calls for a Pinning test (7E-END-1); setting barrage_pinning adds Barrages."""
    barrage = weapon.has("Barrage") and table.setting("barrage_pinning") == "yes"
    return weapon.has("Pinning") or barrage or strafing_pins(s, weapon)


def finish_weapon(now: Firing, table: Table) -> Attack:
    """What the weapon leaves behind where it cost wounds (7E-END-1, 7E-END-5).

    What those whom it slew itself shared with their unit is gone before the next one fires (7E-IC-5).
    """
    s = left_behind(now, table)
    return s.but(shooter=s.shooting_now()) if s.toll.burnt else s


def left_behind(now: Firing, table: Table) -> Attack:
    weapon, s = now.weapon.value, now.over().but(placed=now.attack.placed + now.placed)
    if now.before is None or wounds(s.standing()) >= now.before:
        return s
    aloft = s.zooming and not s.target.value.vehicle
    marks = tuple(
        rule for rule in AFTERWARDS if weapon.has(rule) and rule not in s.afterwards and (aloft or rule != TRAKTOR)
    )
    for mark in marks:
        rule, words = ("7E-FMC-4", "pulled by a traktor weapon") if mark == TRAKTOR else ("7E-END-5", mark)
        table.tell("{unit}: {mark}", (rule,), unit=s.target.value.name, mark=words)
    return s.but(pinning=s.pinning or pins(s, weapon, table), afterwards=(*s.afterwards, *marks))


def pinning_test(s: Attack, table: Table) -> Attack:
    """One test for a firing unit, after all its weapons; none for who is down already (7E-END-1, 7E-GTG-5)."""
    unit = s.target.value
    if not s.pinning or s.on_ground or unit.vehicle:
        return s
    standing = s.standing()
    if not standing:
        return s
    for rule in NEVER_TESTS:
        if target_has(unit, s, rule):
            table.tell("{unit}: {rule}, no Pinning test", ("7E-END-1",), unit=unit.name, rule=rule)
            return s.but(pinning=False)
    if s.no_ground:
        table.tell("{unit}: no Pinning test ({why})", ("7E-GTG-3",), unit=unit.name, why=s.no_ground)
        return s.but(pinning=False)
    alive = {rank.kind.model for rank in standing}
    if charts.never_to_ground(unit, alive):
        table.tell("{unit} cannot go to ground: no Pinning test", ("7E-GTG-3",), unit=unit.name)
        return s.but(pinning=False)
    highest = highest_leadership(unit, alive)
    need = charts.leadership_test(highest, "the highest in the unit", "7E-END-1")
    total = table.total("pinning", 2, need=need, owner=DEFENDER, rules=("7E-END-1",), text=f"{unit.name}: Pinning test")
    if need.met_by(total):
        table.tell("{unit}: not pinned", ("7E-END-1",), unit=unit.name)
        return s.but(pinning=False)
    table.tell("{unit} pinned: gone to ground", ("7E-GTG-5",), unit=unit.name)
    return s.but(pinning=False, pinned=True)


def highest_leadership(unit: Unit, alive: set[int]) -> int:
    return max(model.leadership for i, (model, _) in enumerate(unit.models) if i in alive)


def to_test(side: int, unit: int) -> BystanderHits:
    """No hits, only the Pinning test that hits of before call for."""
    return BystanderHits(side, unit, 0, EXPLOSION, "", tests=True)


# What an attack came to ----------------------------------------------------------------------------------------------


def slain(s: Attack) -> int:
    return s.strength[0] - s.line.remaining()[0] - (models(s.apart) if s.apart else 0)


def damage_done(s: Attack) -> int:
    """Wounds lost, or hull points; what a blow had beyond them is wasted."""
    if s.target.value.vehicle:
        return s.toll.hull_lost
    return s.strength[1] - s.line.remaining()[1] - (wounds(s.apart) if s.apart else 0)


def destroyed(s: Attack) -> int:
    return not s.apart and not s.line.anybody()


def own_slain(s: Attack) -> int:
    """Models of the firing unit that their own weapons slew (7E-HIT-11)."""
    return sum(n for _, left, lost, n in s.toll.burnt if lost >= left)


def pinned(s: Attack) -> int:
    """1 if it was pinned, by this attack or one before it, and somebody is left."""
    return int(s.pinned and not destroyed(s))


LASTING = ("pinned", "immobilised", "stunned", "shaken", "weapon_destroyed")  # measures of those who still stand
OF_VEHICLES: dict[str, Callable[[Attack], int]] = {
    "explodes": lambda s: s.toll.exploded > 0,
    "wrecked": lambda s: s.toll.wrecked > 0,
    "crashes": lambda s: s.toll.crashed > 0,
    "immobilised": lambda s: newly(s, IMMOBILISED),
    "stunned": lambda s: newly(s, STUNNED),
    "shaken": lambda s: newly(s, SHAKEN),
    "weapon_destroyed": lambda s: newly(s, WEAPON_DESTROYED),
}
