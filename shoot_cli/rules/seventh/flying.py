"""The charts of what flies as pure functions: Flyers, and Flying Monstrous Creatures (7E-FLY, 7E-FMC)."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh.profiles import ASSAULT, HEAVY, RAPID_FIRE, SALVO, Unit, Weapon
from shoot_cli.rules.seventh.vehicle_charts import COMBAT, CRUISING, STATIONARY, skyfire_target

ZOOMING, HOVERING, SWOOPING, GLIDING = "zooming", "hovering", "swooping", "gliding"
HARD_TO_HIT = (ZOOMING, SWOOPING)
MODES = {
    ZOOMING: "zooming: hard to hit",
    HOVERING: "hovering: as a Fast Skimmer",
    SWOOPING: "swooping: hard to hit",
    GLIDING: "gliding: as a Monstrous Creature",
}
INSTEAD = {HOVERING: ZOOMING, SWOOPING: GLIDING}  # what it does when no mark says so
FLYER_SPEEDS = {
    STATIONARY: "did not move",
    COMBAT: 'Combat Speed, 18"',
    CRUISING: 'Cruising Speed, up to 36"',
}
NO_HOVER = Reason("it has no Hover: it always zooms", "7E-FLY-1")
NEVER_STILL = Reason("who zooms cannot stand still", "7E-FLY-2")
AT_FULL_SKILL = 4  # weapons of who zooms, at every speed (7E-FLY-2)

STRAFING = (ASSAULT, HEAVY, RAPID_FIRE, SALVO)  # types of weapons
STRAFED = ("Artillery", "Beast", "Bike", "Cavalry", "Infantry", "Monstrous Creature")  # "Bike" is in "Jetbike"

CRASH = Hashed(Weapon("crash", 6, 6, None, ASSAULT))  # S6 AP-, under a Large Blast marker (7E-FLY-10)
CRASH_INSIDE = Hashed(Weapon("crash", 6, 10, None, ASSAULT, rules=("Ignores Cover",)))
FALL = Hashed(Weapon("fall", 6, 9, None, ASSAULT, rules=("Ignores Cover",)))  # 7E-FMC-4
TRAKTOR = -3  # on the Grounding test after a Wound by such a weapon


def is_flyer(unit: Unit) -> bool:
    return unit.of_type("Flyer")


def is_monster(unit: Unit) -> bool:
    return unit.of_type("Flying Monstrous Creature")


def flight_modes(unit: Unit) -> tuple[str, ...]:
    """How it can fly, the usual way first; () if it does not fly (7E-FLY-1, 7E-FMC-1)."""
    if is_flyer(unit):
        return (ZOOMING, HOVERING) if unit.of_type("Hover") else (ZOOMING,)
    return (SWOOPING, GLIDING) if is_monster(unit) else ()


def low(unit: Unit) -> str:
    """What it does when it is not hard to hit."""
    return HOVERING if is_flyer(unit) else GLIDING


# Shooting ------------------------------------------------------------------------------------------------------------


def is_air_target(unit: Unit, jetbikes: bool = False) -> bool:
    """True if Skyfire weapons shoot at it with their full skill; ``jetbikes``: at these too (7E-FLY-4, 7E-FLY-3)."""
    return skyfire_target(unit) or (jetbikes and unit.of_type("Jetbike"))


def strafes(unit: Unit, weapon: Weapon) -> bool:
    """True of the weapons that a Strafing Run is about (7E-FLY-7)."""
    return unit.has("Strafing Run") and weapon.type in STRAFING


def strafed(unit: Unit, zooming: bool) -> bool:
    """True of the targets on the ground that it helps against (7E-FLY-7). Gliding is Monstrous (7E-FMC-3)."""
    if unit.vehicle:
        return not skyfire_target(unit)
    return not zooming and any(unit.of_type(word) for word in STRAFED)


def elysian(unit: Unit) -> bool:
    """True of aircraft of the Elysian regiments, whose Strafing Run pins as well (7E-FLY-7)."""
    return "elysia" in f"{unit.faction} {unit.name}".casefold()


# Falling -------------------------------------------------------------------------------------------------------------


def grounding(traktor: bool) -> Need:
    """The Grounding test: 3 or more, and a traktor weapon takes 3 off (7E-FMC-4)."""
    because: tuple[Reason, ...] = (Reason("a Swooping creature falls on 1 or 2", "7E-FMC-4", "3+"),)
    if traktor:
        because = (*because, Reason(f"a traktor weapon hurt it: {TRAKTOR} on the die", "7E-FMC-4", str(TRAKTOR)))
    return Need(3 - TRAKTOR * traktor, because)
