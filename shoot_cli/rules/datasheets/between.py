"""What a battle keeps of units between their attacks: what happened to them, and what is still to come."""

from __future__ import annotations

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.profiles import Ability, Amount


class ModelHistory(Record):
    """One model of a unit, and what happened to it this phase."""

    kind: int
    left: int  # wounds
    allocated: bool  # attacks were allocated to it (ALL-3)
    unshielded: int  # attacks of which it changed the damage to 0 (FX-DMG-5)


class AppliedEffect(Record):
    """What another unit did to this one: it marked it, or lent it something (EFF-5, EFF-6).

    ``side``, ``by``: whose unit, and its name. ``until``: (turn, side whose turn it is) at whose end it goes; None: it
    goes with the phase.
    """

    side: int
    by: str
    ability: Ability  # of the unit that does it: it holds the abilities that are given
    until: tuple[int, int] | None = None


class UsedAbility(Record):
    """What a unit has used that it may use once (EFF-20).

    ``span``: "battle", "battle round", "turn" or "phase"; ``now``: it was in this phase.
    """

    key: str
    span: str
    now: bool = True


class PendingMortalWounds(Record):
    """A unit that mortal wounds fall on, and how many: ``times`` the amount."""

    side: int
    unit: int
    amount: Amount
    times: int = 1
    why: str = "Deadly Demise"
    rule: str = "DEMISE-1"  # as all editions call it


class MortalWoundRoll(Record):
    """Mortal wounds that one unit of the side whose turn it is may roll for (EFF-44)."""

    unit: int
    ability: Ability


class OutOfTurnShooting(Record):
    """A unit that may shoot out of turn (EFF-58). ``kind``, ``n``: the models that died; ``at``: the one unit that
    it may shoot at, None for any.
    """

    side: int
    unit: int
    doing: str
    ability: Ability
    kind: int = -1
    n: int = 1
    at: int | None = None


class Deed(Record):
    """One unit has shot at another: places of both, and the turn and whose it was."""

    by: tuple[int, int]
    at: tuple[int, int]
    turn: tuple[int, int]
    slew: bool  # at least one model
    destroyed: bool  # the whole unit
    hit: bool = False  # at least once; noted where something hangs on it


class Handed(Record):
    """What earlier attackers hand on to those who attack the same target after them.

    ``marks``: whatever they mark with, and whether the target is marked. ``loans``: what they may lend to others.
    ``true``: keys of what players said of the target, or of a whole army. ``logged``: something hangs on who shot at
    the target, ``hits_logged``: or on who hit it; ``deeds``: that somebody did.
    """

    marks: tuple[tuple[Ability, bool], ...] = ()
    loans: tuple[Ability, ...] = ()
    true: tuple[str, ...] = ()
    logged: bool = False
    hits_logged: bool = False
    deeds: tuple[Deed, ...] = ()


NOTHING_HANDED = Handed()
