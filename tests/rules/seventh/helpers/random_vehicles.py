"""Random attacks of the 7th edition at vehicles, and with markers at infantry: small, for ``vehicle_oracle.py``.

Each is (shooter, target, answers, settings). Two Ordnance weapons on one vehicle are left out: no rule settles them.
"""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli.rules.seventh.profiles import (
    ASSAULT,
    HEAVY,
    ORDNANCE,
    PISTOL,
    RAPID_FIRE,
    SALVO,
    Model,
    Shots,
    Unit,
    Weapon,
)
from tests.rules.seventh.oracles.who_fires import Battery

Case = tuple[Unit, Unit, dict[str, Any], dict[str, str]]

OF_WEAPONS = ("Twin-linked", "Gets Hot", "Ignores Cover", "Rending", "Gauss", "Fleshbane")
WITH_DICE = ("Master-crafted", "Tesla", "Skyfire")
AT_VEHICLES = ("Melta", "Melta", "Armourbane", "Lance", "Haywire", "Graviton", "Sniper", "Rending", "Gauss")
SETTINGS = {
    "random_shots": ("per_weapon", "per_name"),
    "snap_rerolls": ("yes", "no"),
    "mastercrafted_bs6": ("replaces", "adds"),
    "ordnance_declared_first": ("yes", "no"),
    "explode_after_wreck": ("yes", "no"),
    "melta_armourbane": ("3d6", "2d6"),
    "squadron_order": ("allocate_then_penetrate", "penetrate_then_allocate"),
    "vehicle_cover": ("per_firer_group", "any_firer"),
    "graviton_mixed": ("majority", "closest"),
    "template_reach": ("8", "6", "10"),
    "rending_extra_dice": ("each_six", "none"),
    "ordnance_armourbane": ("best_of_two_plus_one", "best_two_of_three"),
    "swarms_fnp": ("double_first", "fnp_first"),
    "swarms_overflow": ("lost", "next_model"),
}
COVERS = ("none", "6+", "5+", "4+", "3+")


class Maker:
    """Draws what an attack is made of."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.said: dict[str, Any] = {}

    def chance(self, chance: float) -> bool:
        return self.random.random() < chance

    def some(self, chance: float, *values: Any) -> Any:
        return self.random.choice(values) if self.chance(chance) else None

    def rules(self, chance: float, names: tuple[str, ...]) -> set[str]:
        return {name for name in names if self.chance(chance)}

    def maybe(self, chance: float, key: str, *values: Any) -> None:
        if self.chance(chance):
            self.said[key] = self.random.choice(values)

    def settings(self) -> dict[str, str]:
        return {key: self.random.choice(values) for key, values in SETTINGS.items()}

    # Weapons ---------------------------------------------------------------------------------------------------------

    def weapon(self, name: str, kind: str, special: str = "") -> Weapon:
        """``kind`` is "shots", "blast" or "template"."""
        type_ = self.random.choice(
            (ASSAULT, ASSAULT, HEAVY, RAPID_FIRE, SALVO, PISTOL) if kind == "shots" else (ASSAULT, HEAVY)
        )
        own = self.rules(0.08, OF_WEAPONS) | ({special} if special else set())
        shots = Shots(plus=self.random.choice((1, 1, 2)) if kind == "shots" else 1)
        if kind == "shots":
            own |= self.rules(0.07, WITH_DICE)
            if type_ in (ASSAULT, HEAVY) and self.chance(0.12):
                shots = Shots(1, 3)
        elif kind == "blast":
            own |= {self.random.choice(("Blast", "Large Blast")), *self.rules(0.15, ("Barrage",))}
        else:
            own = (own | {"Template"}) - {"Gets Hot"}
        if {"Haywire", "Graviton"} <= own:
            own -= {"Haywire", "Graviton"}
        if own & {"Gets Hot", "Master-crafted", "Tesla"} and shots.dice:
            shots = Shots(plus=1)
        if own & {"Sniper", "Graviton"}:
            own -= {"Fleshbane", "Rending", "Gauss", "Tesla"}
        strength = None if own & {"Sniper", "Graviton"} else self.random.randint(4, 10)
        if own & {"Melta", "Armourbane", "Primary Weapon"}:
            own |= self.rules(0.3, ("Rending",))
        poisoned = self.some(0.05, 2, 4) if strength and "Fleshbane" not in own else None
        if poisoned:
            own.add("Poisoned")
        return Weapon(
            name,
            None if kind == "template" else 24,
            strength,
            self.some(0.8, 1, 1, 2, 2, 3, 4, 6),
            type_,
            shots,
            Shots(plus=1) if type_ == SALVO else None,
            tuple(sorted(own)),
            poisoned,
            torrent=12 if kind == "template" and self.chance(0.3) else None,
        )

    def ordnance(self, name: str) -> Weapon:
        blast = self.rules(0.4, ("Large Blast",))
        own = blast | self.rules(0.1, ("Melta", "Armourbane", "Rending", "Gauss", "Twin-linked"))
        return Weapon(
            name,
            24,
            self.random.randint(6, 10),
            self.some(0.8, 1, 2, 3),
            ORDNANCE,
            Shots(plus=1),
            rules=tuple(sorted(own)),
        )

    # Shooters --------------------------------------------------------------------------------------------------------

    def infantry(self, guns: list[Weapon], unit_rules: tuple[str, ...]) -> Unit:
        models = []
        for name in ("alpha", "beta")[: self.random.choice((1, 1, 2))]:
            model = Model(
                name,
                self.random.choice((1, 2, 3, 4, 4, 5, 6, 8)),
                4,
                self.random.choice((1, 1, 2)),
                armour=self.some(0.7, 3, 4, 6),
                invulnerable=self.some(0.2, 5),
                feel_no_pain=self.some(0.2, 5),
                weapons=(self.random.choice(guns),),
                rules=unit_rules,
            )
            models.append((model, self.random.choice((1, 1, 2))))
        kind = self.random.choice(("Infantry", "Infantry", "Infantry", "Bike"))
        self.maybe(0.2, "moved", "all")
        self.maybe(0.1, "attacker_state", "gone to ground") if kind == "Infantry" else None
        return Unit("Shooters", kind, tuple(models), unit_rules)

    def vehicle(self, guns: list[Weapon], unit_rules: tuple[str, ...]) -> Unit:
        """One vehicle, rarely two, with one to three weapons."""
        type_ = self.random.choice(("Tank", "Tank", "Tank, Fast", "Tank, Heavy", "Walker"))
        machine = self.rules(0.2, ("Power of the Machine Spirit",)) if type_ == "Tank" else set()
        guns = [gun if gun.type not in (PISTOL, SALVO) else gun.but(type=HEAVY, moved_shots=None) for gun in guns]
        if self.chance(0.35):
            guns[self.random.randrange(len(guns))] = self.ordnance("cannon")
        carried = list(guns)
        if len(carried) < 3 and self.chance(0.3) and guns[0].type != ORDNANCE:
            carried.append(guns[0])
        rules = tuple(sorted({*unit_rules, *machine}))
        model = Model(
            "Engine", self.random.choice((2, 3, 4, 4, 6)), 0, self.random.choice((1, 1, 2, 3)),
            invulnerable=self.some(0.2, 4, 5), weapons=tuple(carried), rules=rules, front=12, side=11, rear=10,
        )  # fmt: skip
        unit = Unit(
            "Engines", f"Vehicle ({type_})", ((model.but(hull_points=model.wounds), 1 + self.chance(0.15)),), rules
        )
        speeds = ("stationary", "combat", "combat") + (() if type_ in ("Walker", "Tank, Heavy") else ("cruising",))
        self.maybe(0.8, "speed", *speeds)
        self.maybe(0.3, "ordnance", "no", "yes")
        limited = type_ == "Tank" and self.said.get("speed") == "combat"
        if limited and guns[0].type != ORDNANCE:
            self.maybe(0.3, f"full_bs:{guns[0].name}", 0, 1)
        return unit

    # Targets ---------------------------------------------------------------------------------------------------------

    def weapon_of_target(self, place: int) -> tuple[Weapon, ...]:
        plain = Weapon(f"bolter {place}", 24, 4, 5, ASSAULT)
        modes = (
            Weapon("launcher (frag)", 48, 4, 6, HEAVY, mode_of="launcher"),
            Weapon("launcher (krak)", 48, 8, 3, HEAVY, mode_of="launcher"),
        )
        return modes if place == 0 and self.chance(0.3) else (plain,)

    def hull(self, name: str, unit_rules: tuple[str, ...]) -> Model:
        side = self.random.randint(10, 12)
        front = self.random.randint(side, 14)
        points = self.random.choice((1, 2, 3, 3, 4))
        weapons = [weapon for place in range(self.random.randint(0, 3)) for weapon in self.weapon_of_target(place)]
        return Model(
            name, 4, 0, points, invulnerable=self.some(0.2, 4, 5), weapons=tuple(weapons), rules=unit_rules, front=front, side=side,
            rear=10, hull_points=points,
        )  # fmt: skip

    def target(self) -> Unit:
        """One vehicle or a squadron."""
        type_ = self.random.choice(("Tank", "Tank", "Skimmer", "Tank, Open-topped", "Walker"))
        own = self.rules(0.12, ("Stealth", "Shrouded", "Camo Netting", "Skilled Rider")) | self.rules(
            0.2, ("Extra Armour", "Venerable")
        )
        rules = tuple(sorted(own | ({"Jink"} if type_ == "Skimmer" else set())))
        hulls = [(self.hull("Car", rules), self.random.choice((1, 1, 1, 2, 3)))]
        if self.chance(0.2):
            hulls = [(hulls[0][0], 1), (self.hull("Cart", rules), self.random.choice((1, 2)))]
        self.maybe(0.5, "cover", *COVERS)
        self.maybe(0.5, "facing", "front", "side", "rear")
        self.maybe(0.15, "facing_hidden", "yes", "no")
        self.maybe(0.15, "night", "yes", "no")
        self.maybe(0.5, "venerable", "yes", "no")
        if "Venerable" not in rules:  # nobody may say so of others
            self.said.pop("venerable", None)
        if type_ == "Skimmer":
            self.maybe(0.5, "jink", "yes", "no")
        return Unit("Targets", f"Vehicle ({type_})", tuple(hulls), rules)

    def part_firers(self, shooter: Unit) -> None:
        """Firers that stand elsewhere or see otherwise; some of a kind only if there is one, and none of them may fall."""
        (_, n), *others = shooter.models
        guns = {weapon.name: weapon for weapon in shooter.weapons()}
        falls = len(guns) > 1 and any(gun.has("Gets Hot") for gun in guns.values())
        some = n > 1 and not others and not falls
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            key = self.random.choice(("in_front", "in_side", "in_rear", "obscured", "half_range"))
            if key.startswith("in_") and any(said.startswith("in_") for said in self.said):
                continue  # nobody stands in two places
            self.said[key] = "1" if some else self.random.choice(("all", "none"))

    def reverse(self, shooter: Unit, target: Unit, settings: dict[str, str]) -> None:
        """The last weapon first, if then all of them can fire: a weapon that is named must."""
        names = list(dict.fromkeys(weapon.name for weapon in shooter.weapons()))
        if len(names) > 1 and self.chance(0.3) and not any(key.startswith("full_bs") for key in self.said):
            said = self.said | {"weapon": ", ".join(reversed(names))}
            battery = Battery(shooter, target, said, settings)
            if all(battery.barrels(name) for name in battery.names):
                self.said = said


# Cases ---------------------------------------------------------------------------------------------------------------


def guns_at_vehicles(make: Maker) -> list[Weapon]:
    guns = []
    for name in ("gun", "piece")[: make.random.choice((1, 1, 2))]:
        kind = make.random.choice(("shots",) * 6 + ("blast", "blast", "template"))
        special = make.some(0.6, *AT_VEHICLES) or ""
        if special == "Sniper" and kind != "shots":
            special = ""
        guns.append(make.weapon(name, kind, special))
    return guns


def random_at_vehicles(random: Random) -> Case:
    make = Maker(random)
    make.said["distance"] = random.choice((7, 9, 20))
    unit_rules = tuple(sorted(make.rules(0.12, ("Night Vision", "Preferred Enemy", "Tank Hunters"))))
    guns = guns_at_vehicles(make)
    shooter = make.vehicle(guns, unit_rules) if make.chance(0.35) else make.infantry(guns, unit_rules)
    target = make.target()
    make.part_firers(shooter)
    if "Tank Hunters" in unit_rules:
        make.maybe(0.6, "tank_hunters", "again", "keep")
    settings = make.settings()
    make.reverse(shooter, target, settings)
    return shooter, target, make.said, settings


def man(make: Maker, name: str, unit_rules: tuple[str, ...]) -> Model:
    return Model(
        name, 3, make.random.choice((3, 4, 4, 5)), make.random.choice((1, 1, 2, 3)), armour=make.some(0.7, 2, 3, 4, 5, 6),
        invulnerable=make.some(0.2, 4, 5), feel_no_pain=make.some(0.2, 5), rules=unit_rules,
    )  # fmt: skip


def random_at_infantry(random: Random) -> Case:
    make = Maker(random)
    make.said["distance"] = random.choice((7, 9, 20))
    unit_rules = tuple(sorted(make.rules(0.12, ("Night Vision", "Preferred Enemy", "Monster Hunter"))))
    first = random.choice(("blast", "blast", "template", "graviton"))
    guns = [make.weapon("gun", "shots", "Graviton") if first == "graviton" else make.weapon("gun", first)]
    if make.chance(0.3):
        guns.append(make.weapon("piece", random.choice(("shots", "blast", "template"))))
    guns = [gun.but(rules=tuple(rule for rule in gun.rules if rule != "Tesla")) for gun in guns]
    shooter = make.vehicle(guns, unit_rules) if make.chance(0.25) else make.infantry(guns, unit_rules)
    of_target = make.rules(0.12, ("Camo Cloak", "Eternal Warrior", "Fearless", "Shrouded", "Stealth", "Swarms"))
    kind = random.choice(("Infantry", "Infantry", "Infantry", "Bike"))
    rules = tuple(sorted(of_target | ({"Jink"} if kind == "Bike" else set())))
    models = [(man(make, name, rules), random.choice((1, 2, 3))) for name in ("Boy", "Nob")[: random.choice((1, 2))]]
    target = Unit("Targets", kind, tuple(models), rules)
    make.maybe(0.5, "cover", *COVERS)
    make.maybe(0.2, "night", "yes", "no")
    if kind == "Bike":
        make.maybe(0.5, "jink", "yes", "no")
    standing = sum(n for _, n in models)
    fires_first = next(weapon.name for weapon in shooter.weapons())
    if make.chance(0.6):
        make.said[f"under:{fires_first}"] = random.choice(
            (0, 1, min(2, standing), standing, {1: 0.5, standing: 0.5}, {0: 0.25, 1: 0.75}) if standing > 1 else (0, 1)
        )
    return shooter, target, make.said, make.settings()


def random_case(random: Random) -> Case:
    return random_at_vehicles(random) if random.random() < 0.7 else random_at_infantry(random)
