"""Who may fire, and at whom, as pure functions: for each unit () or why not (2E-ELIG, 2E-ARC, 2E-TGT).

What a firer sees, how far off it is and what stands in cover is the players' word; nothing here asks or rolls.
"""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.names import name_key
from shoot_cli.core.plurals import plural
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Record
from shoot_cli.rules.second.charts import RAPID_FIRE_WEAPONS
from shoot_cli.rules.second.profiles import HUMAN_SIZED, MONSTROUS, SMALLER, VEHICLE, Model, Unit, Weapon

BIG, TROOPS = GROUPS = ("big", "troops")
NAMED = {  # one of a group or of a category
    BIG: "big target",
    TROOPS: "troop",
    SMALLER: "smaller unit",
    HUMAN_SIZED: "human-sized unit",
    VEHICLE: "vehicle",
    MONSTROUS: "monstrous creature",
}
INSIDE, EDGE, OUTSIDE = ARCS = ("inside", "edge", "outside")
SQUAD, HEAVY_OR_SPECIAL, HERO = SHOOTERS = ("squad", "heavy or special", "hero")
ARC = 45  # degrees to each side of the front
UNDERFOOT = 6  # inches within which smaller units must be shot at
SCANNED = 24  # inches within which scanners detect the hidden

# Marks of a unit or model that keep it from firing (2E-ELIG-1).
FORBIDDING = {
    "charged": "it charged, or tried to, this turn",
    "broken": "it is broken",
    "engaged": "it is engaged in hand-to-hand combat",
    "ran": "it ran",
    "blinded": "it is blinded",
    "webbed": "it is webbed",
    "in stasis": "it is in a stasis field",
    "held": "a graviton gun holds it",
}


class Seen(Record):
    """An enemy unit as one firer, or one firing unit, sees it."""

    unit: str
    distance: float  # inches from the nearest firer to the nearest model he sees, as judged
    category: str = HUMAN_SIZED
    in_cover: bool = False  # every model of it that is seen is in cover
    engaged: bool = False
    broken: bool = False
    hidden: bool = False
    objective: bool = False  # the mission names it
    building: bool = False  # no unit at all: in no group, and never in the way of another
    character: bool = False
    sight: bool = True
    arc: str = INSIDE
    judged: bool = True  # False: it was said who is nearer, not how far

    @property
    def named(self) -> str:
        return f'{self.unit} at {self.distance:g}"' if self.judged else self.unit


# Who may fire --------------------------------------------------------------------------------------------------------


def cannot_fire(marks: Iterable[str], *, overwatch: bool = False, own_turn: bool = True) -> tuple[Reason, ...]:
    """Why a unit or model with these marks, of FORBIDDING, cannot fire; () if it can (2E-ELIG-1, 2E-OW-1).

    ``overwatch``: it was put on overwatch. In the enemy's turn nobody else fires.
    """
    marks = tuple(marks)
    found = [Reason(words, "2E-ELIG-1") for mark, words in FORBIDDING.items() if mark in marks]
    if overwatch and own_turn:
        found.append(Reason("it is on overwatch: it fires in the enemy's turn", "2E-OW-1"))
    elif not overwatch and not own_turn:
        found.append(Reason("it is not on overwatch", "2E-OW-2"))
    return tuple(found)


def silent(
    weapon: Weapon,
    *,
    jammed: int = 0,
    recharging: int = 0,
    spent: bool = False,
    moved: bool = False,
    on_vehicle: bool = False,
) -> Reason | None:
    """Why this weapon cannot be fired now; None if it can (2E-ELIG-1, 2E-SF-3, 2E-SPC-4, 2E-SPC-5).

    ``jammed`` and ``recharging``: of its owner's turns, this one counted. A turn on the spot is no move.
    """
    if spent:
        return Reason(f"{weapon.name}: already used", "2E-ELIG-1")
    if jammed:
        return Reason(f"{weapon.name}: jammed{_turns(jammed)}", "2E-SF-3")
    if recharging:
        return Reason(f"{weapon.name}: recharging{_turns(recharging)}", "2E-SPC-4")
    if moved and weapon.move_or_fire and not on_vehicle:
        return Reason(f"{weapon.name}: its bearer moved, and it is move-or-fire", "2E-SPC-5")
    return None


def _turns(turns: int) -> str:
    return f" for {turns} turns" if turns > 1 else " this turn"


# Arc and sight -------------------------------------------------------------------------------------------------------


def arc_of(degrees: float) -> str:
    """Where a target stands that is so many degrees off the axis, to either side (2E-ARC-1)."""
    off = abs(degrees)
    return INSIDE if off < ARC else EDGE if off == ARC else OUTSIDE


def spotted(distance: float, *, initiative: int, scanner: bool = False) -> Reason | None:
    """Why a hidden model is hidden no more from an enemy who moves to so many inches; None: it still is (2E-TGT-6)."""
    if distance <= initiative:
        return Reason(f'spotted within {initiative}", the Initiative of who moves there', "2E-TGT-6")
    if scanner and distance <= SCANNED:
        return Reason(f'detected by a scanner within {SCANNED}"', "2E-TGT-6")
    return None


def out_of_sight(seen: Seen) -> tuple[Reason, ...]:
    """Why it cannot be shot at wherever else it stands: () if it is seen and in the arc, or on its edge."""
    found = []
    if seen.hidden:
        found.append(Reason(f"{seen.unit} is hidden", "2E-TGT-6"))
    if not seen.sight:
        found.append(Reason(f"{seen.unit} is out of sight", "2E-LOS-1"))
    if seen.arc == OUTSIDE:
        found.append(Reason(f"{seen.unit} is outside the arc of 90 degrees", "2E-ARC-1"))
    return tuple(found)


# At whom -------------------------------------------------------------------------------------------------------------


def group_of(category: str) -> str:
    """BIG for vehicles and monstrous creatures, TROOPS for the rest (2E-TGT-1)."""
    return BIG if category in (VEHICLE, MONSTROUS) else TROOPS


def can_be_ignored(nearer: Seen, target: Seen) -> bool:
    """True if the nearer unit does not protect the target behind it (2E-TGT-2)."""
    small = nearer.category == SMALLER and nearer.distance > UNDERFOOT
    return small or nearer.broken or nearer.engaged or (nearer.in_cover and not target.in_cover)


def legal_targets(
    seen: tuple[Seen, ...],
    *,
    shooter: str = SQUAD,
    squad_target: str | None = None,
    heavy_special_target: str = "other_group",
    character_targeting: str = "closest_only",
) -> tuple[tuple[Reason, ...], ...]:
    """For each unit, in the order given: () if this firer may shoot at it, else why not (2E-TGT-2 to 4).

    ``shooter`` is one of SHOOTERS. ``squad_target``: the unit that his squad shoots at, None as long as it has none; a
    model that does not see it is as free as a squad of his own. The last two are settings. What is only on the edge of
    the arc may be shot at, but stands in nobody's way: it may turn out to be outside.
    """
    view = tuple(one for one in seen if not out_of_sight(one))
    followed = next((one for one in view if one.unit == squad_target), None)
    if shooter == HERO:
        followed = None
    return tuple(
        out_of_sight(one) or _why_not(one, view, shooter, followed, heavy_special_target, character_targeting)
        for one in seen
    )


def _why_not(
    target: Seen,
    view: tuple[Seen, ...],
    shooter: str,
    followed: Seen | None,
    heavy_special_target: str,
    character_targeting: str,
) -> tuple[Reason, ...]:
    """Of a unit that is seen. ``followed``: what the squad shoots at, and this firer sees."""
    if followed is not None:
        if target == followed:
            return ()  # the squad was allowed to
        if shooter == SQUAD:
            return (Reason(f"its squad shoots at {followed.unit}", "2E-TGT-3"),)
    if target.objective or target.building:
        return ()
    whole_group = heavy_special_target == "other_group" or followed is None
    if followed is not None and not followed.building and _kind(target, whole_group) == _kind(followed, whole_group):
        kind = _kind(followed, whole_group)
        words = f"its squad shoots at {followed.unit}, one of the {plural(NAMED[kind])}: only others are open to it"
        return (Reason(words, "2E-TGT-3"),)
    in_the_way = tuple(one for one in view if one.arc == INSIDE and not one.building and one != target)
    found = []
    if target.character and character_targeting == "closest_only":
        found += _nearer_than_character(target, in_the_way)
    if shooter != HERO and not found:
        rivals = tuple(one for one in in_the_way if _kind(one, whole_group) == _kind(target, whole_group))
        # Who takes another group than his squad's is bound only by what stands in it.
        found += _underfoot(target, in_the_way if followed is None else rivals) or _nearest(target, rivals)
    return tuple(found)


def _kind(seen: Seen, whole_group: bool) -> str:
    return group_of(seen.category) if whole_group else seen.category


def _closest(units: Iterable[Seen]) -> Seen | None:
    return min(units, key=lambda one: one.distance, default=None)


def _nearer_than_character(target: Seen, others: tuple[Seen, ...]) -> list[Reason]:
    """2E-TGT-4: any enemy model at all, whatever may else be ignored."""
    nearer = _closest(one for one in others if one.distance < target.distance)
    if nearer is None:
        return []
    return [Reason(f"an enemy that is nearer protects a character: {nearer.named}", "2E-TGT-4")]


def _underfoot(target: Seen, others: tuple[Seen, ...]) -> list[Reason]:
    """2E-TGT-2: the nearest smaller unit within 6" must be shot at, unless it is engaged or broken."""
    both = (target, *others)
    small = _closest(one for one in both if _forces(one))
    if small is None or (_forces(target) and target.distance <= small.distance):
        return []
    return [Reason(f'a smaller unit within {UNDERFOOT}" must be shot at: {small.named}', "2E-TGT-2")]


def _forces(seen: Seen) -> bool:
    return seen.category == SMALLER and seen.distance <= UNDERFOOT and not seen.engaged and not seen.broken


def _nearest(target: Seen, rivals: tuple[Seen, ...]) -> list[Reason]:
    """2E-TGT-2: every closer unit of the group must be one that can be ignored."""
    if _forces(target):
        return []
    nearer = _closest(one for one in rivals if one.distance < target.distance and not can_be_ignored(one, target))
    return (
        []
        if nearer is None
        else [Reason(f"an enemy that is nearer cannot be passed over: {nearer.named} ({nearer.category})", "2E-TGT-2")]
    )


def marker_legal(target: int, others: int) -> Reason | None:
    """Why a marker or template cannot lie so; None if it can (2E-TGT-5). Models under it, friends among the others."""
    if target > others:
        return None
    return Reason(f"{target} of the {target + others} models under it are the target's: not more than half", "2E-TGT-5")


def may_rapid_fire(unit: Unit, model: Model, weapon: Weapon) -> bool:
    """Space Marines who stood still, with bolt pistol, boltgun or storm bolter (2E-SPC-1)."""
    rules = (*model.rules, *unit.rules)  # his own affair, whatever his comrades may do
    return "Rapid Fire" in rules and "Scout" not in rules and name_key(weapon.name) in RAPID_FIRE_WEAPONS


def fires_twice(unit: Unit, model: Model, weapon: Weapon, *, moved: bool, fighting: bool) -> Reason | None:
    """Why this model may fire twice; None if it may not (2E-SPC-1)."""
    if moved or fighting or not may_rapid_fire(unit, model, weapon):
        return None
    return Reason(f"stood still: fires its {weapon.name} twice", "2E-SPC-1")
