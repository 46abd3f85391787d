"""Who of a unit of the 7th edition fires what, how often and from where, from the rules in words alone.

For ``firing_oracle.py``. Nothing here knows the steps, charts or odds of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Model, Unit, Weapon

Answers = Mapping[str, Any]
ALL = 99  # weapons that a vehicle may fire at full Ballistic Skill where nothing limits it


# Answers -------------------------------------------------------------------------------------------------------------


def said(answers: Answers, key: str, weapon: str, otherwise: Any) -> Any:
    """What was answered for this weapon, or for all of them."""
    return answers.get(f"{key}:{weapon}", answers.get(key, otherwise))


def how_many(answer: Any, n: int, kind: str) -> int:
    """How many of ``n`` models of a kind "all", "none", a number or {kind: number} are."""
    if isinstance(answer, Mapping):
        answer = answer.get(kind, 0)
    if answer in ("all", "none"):
        return n if answer == "all" else 0
    return min(n, int(answer))


def names_in_order(shooter: Unit, answers: Answers) -> list[str]:
    every_name = list(dict.fromkeys(weapon.name for weapon in shooter.weapons()))
    if "weapon" not in answers:
        return every_name
    return [name.strip() for name in str(answers["weapon"]).split(",")]


def preferred(shooter: Unit) -> bool:
    return shooter.has("Preferred Enemy")


def is_blast(weapon: Weapon) -> bool:
    return any(rule.endswith("Blast") for rule in weapon.rules)


def is_template(weapon: Weapon) -> bool:
    return weapon.range is None or weapon.has("Template")


def rolls_to_hit(weapon: Weapon) -> bool:
    return not is_blast(weapon) and not is_template(weapon)


def never_snaps(weapon: Weapon) -> bool:
    """HIT-5."""
    return not rolls_to_hit(weapon) or weapon.type == ORDNANCE


# Who fires how -------------------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Where a firer stands: the facing that it shoots at, whether that is obscured from it, within half range or not."""

    facing: str = "front"
    obscured: bool = True
    half: bool = False


class Barrel(NamedTuple):
    """One weapon of one model, that fires."""

    who: int  # place of the model among all models of the unit
    model: Model
    weapon: Weapon
    snap: bool
    shots: tuple[int, int, int]  # dice, sides and plus
    group: Group


def allowance(shooter: Unit, speed: str) -> int:
    """Weapons at full Ballistic Skill of each vehicle (WPN-22)."""
    more = shooter.has("Power of the Machine Spirit")
    if speed == "stationary" or shooter.of_type("Heavy") or shooter.of_type("Walker"):
        return ALL
    if shooter.of_type("Fast"):
        return ALL if speed == "combat" else 2 + more
    return (1 if speed == "combat" else 0) + more


def stands_still(shooter: Unit, model: Model) -> bool:
    """WPN-21."""
    kinds = ("Monstrous Creature", "Bike", "Jetbike", "Jet Pack")
    by_type = any(kind.casefold() in shooter.type.casefold() for kind in kinds)
    return shooter.vehicle or by_type or model.has("Relentless") or shooter.has("Slow and Purposeful")


class Battery:
    """A unit that fires: for every weapon name the weapons that fire it, as the answers have it."""

    def __init__(self, shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str]) -> None:
        self.shooter, self.target, self.answers, self.settings = shooter, target, answers, settings
        self.models = [(kind, model) for kind, (model, n) in enumerate(shooter.models) for _ in range(n)]
        self.left = [allowance(shooter, answers.get("speed", "stationary"))] * len(self.models)
        self.names = names_in_order(shooter, answers)
        self.declared = self.declares()
        self.fired_full = self.fired_ordnance = False
        self.used: set[int] = set()  # models on foot that have fired

    def declares(self) -> bool | None:
        """Whether Ordnance was declared; None if that is left open until it is reached, or goes without saying (WPN-18)."""
        types = {weapon.type for weapon in self.shooter.weapons()}
        asked = ORDNANCE in types and len(types) > 1 and self.ordnance_can()
        if not self.shooter.vehicle or not asked or self.settings["ordnance_declared_first"] == "no":
            return None
        return bool(self.answers.get("ordnance", "yes") == "yes")

    def ordnance_can(self, who: int = 0) -> bool:
        return self.left[who] > 0

    def barrels(self, name: str) -> list[Barrel]:
        """Those of the weapon that fires next."""
        weapon = next(weapon for weapon in self.shooter.weapons() if weapon.name == name)
        if self.beyond(weapon):
            return []
        found: list[Barrel] = []
        places: dict[int, int] = {}  # of each kind, how many that carry the weapon came before
        full_before = self.fired_full
        for who, (kind, model) in enumerate(self.models):
            n = sum(own.name == name for own in model.weapons)
            if not n or (not self.shooter.vehicle and who in self.used):
                continue
            place = places.get(kind, 0)
            places[kind] = place + 1
            full = self.full(who, weapon, n, full_before)
            for own in range(n):
                if barrel := self.barrel(who, place, weapon, own >= full):
                    found.append(barrel)
            if not self.shooter.vehicle and found and found[-1].who == who:
                self.used.add(who)
        if weapon.type == ORDNANCE and found:
            self.fired_ordnance = True
        return found

    def beyond(self, weapon: Weapon) -> bool:
        """True of a template that does not reach them, where it was said how far they are (WPN-24)."""
        reach = float(self.settings.get("template_reach", 8)) + (weapon.torrent or 0)
        return weapon.range is None and float(said(self.answers, "distance", weapon.name, 0)) > reach

    def full(self, who: int, weapon: Weapon, n: int, full_before: bool) -> int:
        """How many of a model's ``n`` weapons of this name fire at full Ballistic Skill; Snap Shots use up none."""
        if not self.shooter.vehicle:
            return n
        if self.whole_unit_snaps(weapon):
            return 0
        if weapon.type == ORDNANCE:
            closed = self.declared is False or (self.declared is None and full_before) or not self.ordnance_can(who)
            full = 0 if closed else n
        elif self.declared or self.fired_ordnance:
            return 0
        else:
            full = n
        full = min(full, self.left[who])
        if self.left[who] < 50:
            full = min(full, int(said(self.answers, "full_bs", weapon.name, full)))
            self.left[who] -= full
        self.fired_full = self.fired_full or full > 0
        return full

    def barrel(self, who: int, place: int, weapon: Weapon, snap: bool) -> Barrel | None:
        """One weapon of one model; None if it cannot fire."""
        kind, model = self.models[who]
        n = self.shooter.models[kind][1]
        moved = place < how_many(said(self.answers, "moved", weapon.name, "none"), n, model.name)
        moved = moved and not stands_still(self.shooter, model)
        snap = snap or (moved and weapon.type == HEAVY) or self.whole_unit_snaps(weapon)
        if (snap and never_snaps(weapon)) or (moved and weapon.type == ORDNANCE):
            return None
        group = self.group(place, n, model, weapon)
        shots = weapon.shots
        if weapon.type == RAPID_FIRE:
            return Barrel(who, model, weapon, snap, (0, 6, 2 if group.half else 1), group)
        if weapon.type == SALVO and moved:
            if not group.half or weapon.moved_shots is None:
                return None
            shots = weapon.moved_shots
        return Barrel(who, model, weapon, snap, (shots.dice, shots.sides, shots.plus), group)

    def whole_unit_snaps(self, weapon: Weapon) -> bool:
        """NOM-3: h, s."""
        state = str(self.answers.get("attacker_state", "ready"))
        flies = any(self.target.of_type(word) for word in ("Flyer", "Flying Monstrous Creature", "Skimmer"))
        return state != "ready" or (weapon.has("Skyfire") and not flies)

    def group(self, place: int, n: int, model: Model, weapon: Weapon) -> Group:
        if weapon.range is None:
            at_half = weapon.has("Melta")  # templates have none, so it is asked (WPN-24)
        else:
            at_half = 2 * float(self.answers.get("distance", 24)) <= weapon.range
        near = how_many(said(self.answers, "half_range", weapon.name, "all"), n, model.name)
        facing = str(said(self.answers, "facing", weapon.name, "front"))
        elsewhere = []  # behind all those who stand where most do
        for where in ("front", "side", "rear"):
            elsewhere += [where] * how_many(said(self.answers, f"in_{where}", weapon.name, "none"), n, model.name)
        if place >= n - len(elsewhere):
            facing = elsewhere[place - n]
        if weapon.has("Barrage"):
            facing = "side"
        obscured = place < how_many(said(self.answers, "obscured", weapon.name, "all"), n, model.name)
        if self.settings["vehicle_cover"] == "any_firer":
            obscured = True
        return Group(facing, obscured, at_half and place < near)
