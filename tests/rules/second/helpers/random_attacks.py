"""Random attacks of the 2nd edition: for ``test_every_ruleset.py``, small enough to be forked and merged by brute force, and
for ``oracle.py``. What the rules leave open is kept out of them (``settled``, and no fights where areas are covered)."""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli.rules.second.profiles import (
    HUMAN_SIZED,
    MONSTROUS,
    VEHICLE,
    Dice,
    Field,
    Location,
    Model,
    Save,
    Unit,
    Weapon,
)
from tests.rules.second.oracles.who_fires import HARD_TO_SEE, RAPID, Battery

Attack = tuple[Unit, Unit, dict[str, Any], dict[str, str]]

SETTINGS = {
    "overwatch_penalty": ("appearing_only", "always", "none"),
    "fast_target": ("10:-1 20:-2", "10:-1 20:-2", "none"),
    "penetrate_on": (">", ">="),
    "hth_allocation": ("exact", "d6_rounded"),
    "sustained_min_dice": ("0", "1"),
    "rapid_fire_jam": ("both_shots", "second_lost", "second_lost"),
    "jam_turns": ("per_jam_die", "one"),
    "casualty_choice": ("target_owner", "nearest_first"),
    "hit_spread": ("one_each_first", "free"),
}
ONE_WOUND = Dice((), 1)
DAMAGE = tuple(Dice(((n, sides),)) for n, sides in ((1, 3), (1, 4), (1, 6), (1, 10), (2, 6)))
PENETRATION = (((1, 6),), ((1, 6), (1, 4)), ((2, 6),), ((1, 6), (1, 12)), ((3, 6),))
FIGURES = (-1, 0, 0, 1, 1, 2)
MARKS = ("", "", "", "soft", "hard", "out of reach")


class Maker:
    """Draws what an attack is made of."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.said: dict[str, Any] = {}

    def chance(self, chance: float) -> bool:
        return self.random.random() < chance

    def some(self, chance: float, *values: Any) -> Any:
        return self.random.choice(values) if self.chance(chance) else None

    def rules(self, chance: float, *names: str) -> set[str]:
        return {name for name in names if self.chance(chance)}

    def maybe(self, chance: float, key: str, *values: Any) -> None:
        if self.chance(chance):
            self.said[key] = self.random.choice(values)

    # Weapons ---------------------------------------------------------------------------------------------------------

    def weapon(self, name: str, kind: str, most: int) -> Weapon:
        """``kind`` is "shots", "blast" or "template"; ``most`` sustained fire dice."""
        choice = self.random.choice
        strength = choice((3, 4, 4, 5, 6, 8, 9))
        rules = self.rules(0.08, "Targeter", "Ignores Speed", "Needle", "Armour-piercing")
        rules |= self.rules(0.03, "Seeking", "Hunter-killer", "Automatic Penetration") | self.rules(0.1, "Melta")
        sustained = explodes = None
        hit: tuple[int | None, int] = choice(FIGURES), choice((-1, 0, 0))
        if kind == "shots":
            sustained = self.some(0.8 if name in RAPID else 0.5, *range(1, most + 1))
            explodes = self.random.randint(2, sustained) if (sustained or 0) > 1 and self.chance(0.5) else None
            if name not in RAPID:
                rules |= {self.some(0.3, "Twin-linked", "Combi") or "Close Combat"} - {"Close Combat"}
            if sustained == most and sustained > 1:
                rules -= {"Twin-linked"}
            if sustained and not explodes:
                rules |= self.rules(0.15, "Auxiliary")
            hit = (None, hit[1]) if self.chance(0.06) else hit
        penetration = Dice(choice(PENETRATION), strength)
        if penetration.dice == ((1, 6),) and self.chance(0.15):
            penetration, rules = Dice(((1, 6),), 4), (rules | {"Metal Flayer"}) - {"Armour-piercing"}
        template = kind == "template"
        return Weapon(
            name,
            None if template else 12,
            None if template else self.random.choice((24, 24, 24, None)),
            *(hit if not template else (0, 0)),
            strength,
            choice((ONE_WOUND, ONE_WOUND, *DAMAGE)),
            choice((0, -1, -1, -2, -3, -4)),
            penetration,
            sustained or 0,
            self.chance(0.3),
            choice((1, 1.5, 2)) if kind == "blast" else None,
            template,
            rules=tuple(sorted(rules)),
            explodes=explodes,
        )

    # Shooters --------------------------------------------------------------------------------------------------------

    def guns(self, names: tuple[str, ...]) -> list[Weapon]:
        kinds = ("shots",) * 7 + ("blast", "blast", "template")
        return [self.weapon(name, self.random.choice(kinds), 3 if len(names) == 1 else 2) for name in names]

    def infantry(self) -> Unit:
        own = self.rules(0.35, "Rapid Fire") | self.rules(0.07, "Bionic Eye", "Ignores Speed")
        own |= self.rules(0.1, "Ignores First Jam") if "Rapid Fire" not in own else set()
        own |= self.rules(0.1, "Scout") if "Rapid Fire" in own else set()
        rules = tuple(sorted(own))
        if "Rapid Fire" in own:
            first = self.weapon(self.random.choice(RAPID), "shots", 1)
            guns = [first, *(self.guns(("piece",)) if self.chance(0.3) else [])]
        else:
            guns = self.guns(("gun", "piece")[: self.random.choice((1, 1, 2))])
        models = []
        for name in ("alpha", "beta")[: self.random.choice((1, 1, 2))]:
            carried = tuple(guns) if self.chance(0.15) else (self.random.choice(guns),)
            models.append((self.shooter(name, carried, rules), self.random.choice((1, 1, 2, 2, 3))))
        return Unit("Shooters", "Infantry", HUMAN_SIZED, tuple(models), rules)

    def shooter(self, name: str, carried: tuple[Weapon, ...], rules: tuple[str, ...]) -> Model:
        return Model(name, self.random.choice((1, 2, 3, 4, 4, 5, 6, 8)), 4, save=Save(3), weapons=carried, rules=rules)

    def engine(self) -> Unit:
        """A vehicle or walker that fires all it has."""
        guns = self.guns(("gun", "piece", "cannon")[: self.random.choice((1, 2, 2, 3))])
        if len(guns) < 3 and self.chance(0.2):
            guns.append(guns[0])
        walks = self.chance(0.5)
        rules = tuple(sorted(self.rules(0.5, "Ignores First Jam"))) if walks else ()
        hull = (Location("Hull", (1, 2, 3, 4, 5, 6), 20, 18),)
        model = self.shooter("Engine", tuple(guns), rules).but(toughness=0, save=None, locations=hull)
        return Unit("Engine", "Walker" if walks else "Vehicle", MONSTROUS if walks else VEHICLE, ((model, 1),), rules)

    # Targets ---------------------------------------------------------------------------------------------------------

    def troops(self) -> Unit:
        rules = tuple(sorted(self.rules(0.07, "Large Target", "Tyranid", "Daemon", *HARD_TO_SEE)))
        models = []
        for name in ("Boy", "Nob", "Boss")[: self.random.choice((1, 1, 2, 2, 3))]:
            save = self.some(0.85, Save(3), Save(4), Save(6, 1, 5), Save(3, 2), Save(2), Save(5), Save(2, 2))
            model = Model(
                name,
                3,
                self.random.choice((3, 4, 4, 5, 6, 7)),
                self.random.choice((1, 1, 1, 2, 3)),
                save=save,
                field=self.some(0.2, Field("refractor field", 5), Field("power field", 2)),
                rules=rules,
            )
            models.append((model, self.random.choice((1, 2, 2, 3))))
        if len(models) == 3:
            models = [(model, 1) for model, _ in models]
        return Unit("Targets", "Infantry", HUMAN_SIZED, tuple(models), rules)

    def locations(self, crew: bool) -> tuple[Location, ...]:
        armours = [(self.random.randint(9, 16), self.random.randint(8, 14)) for _ in range(3)]
        if crew:
            return (Location("crew", (1, 2), crew=True), Location("bike", (3, 4, 5, 6), *armours[0]))
        if self.chance(0.3):
            return (Location("hull", (1, 2, 3, 4, 5, 6), *armours[0]),)
        bands = (((1,), (2, 3, 4, 5), (6,)), ((1, 2), (3,), (4, 5, 6)))
        names = ("track", "hull", "turret")
        rows = zip(names, self.random.choice(bands), armours, strict=True)
        return tuple(Location(name, faces, *armour) for name, faces, armour in rows)

    def vehicles(self) -> Unit:
        """A vehicle, walker or bikes."""
        kind = self.random.choice(("Vehicle", "Vehicle", "Walker", "Bike"))
        rules = tuple(sorted(self.rules(0.1, "Large Target", "Tyranid") | self.rules(0.25, "Ceramite")))
        crew = kind == "Bike"
        n = self.random.choice((1, 2, 3)) if crew else 1
        model = Model(
            "Car",
            3,
            4 if crew else 0,
            self.random.choice((1, 1, 2)) if n == 1 and crew else 1,
            save=Save(3) if crew else None,
            rules=rules,
            locations=self.locations(crew),
        )
        self.maybe(0.5, "facing", "front", "side")
        category = MONSTROUS if kind == "Walker" else VEHICLE
        return Unit("Cars", "Walker" if kind == "Walker" else "Vehicle", category, ((model, n),), rules)

    def support_weapons(self) -> Unit:
        at = Location("gun", (4, 5, 6), 10, 10), Location("crew", (1, 2, 3), crew=True)
        model = Model("Rapier", 3, 4, 1, save=self.some(0.7, Save(3), Save(5)), locations=at)
        self.maybe(0.6, "aim", "gun", "crew")
        return Unit("Rapiers", "Support weapon", HUMAN_SIZED, ((model, self.random.choice((1, 2, 3))),))

    def target(self) -> Unit:
        kind = self.random.choice(("troops",) * 6 + ("vehicles", "vehicles", "vehicles", "support"))
        return {"troops": self.troops, "vehicles": self.vehicles, "support": self.support_weapons}[kind]()

    # Facts -----------------------------------------------------------------------------------------------------------

    def circumstances(self, shooter: Unit, target: Unit) -> None:
        guns = {weapon.name: weapon for weapon in shooter.weapons()}
        far = 20 if all(gun.long is not None for gun in guns.values()) else 6
        self.said["distance"] = self.random.choice((6, far))
        if self.chance(0.1):
            self.said["in_arc"] = "edge"
            if sum(n for _, n in shooter.models) > 1 and self.chance(0.6):
                self.said["on_edge"] = [[self.random.randint(0, n) for _, n in shooter.models]]
        self.maybe(0.3, "cover", "soft", "hard")
        self.maybe(0.3, "speed", "fast", "very fast", "slow")
        self.maybe(0.1, "large", "yes", "no")
        self.maybe(0.08, "stasis", "yes")
        self.maybe(0.25, "modifier", -4, -2, -1, 1, 2)
        if any(target.has(rule) for rule in HARD_TO_SEE):
            self.said["hidden_by"] = self.random.choice(("yes", "no"))
        ignores = any(one.has("Ignores Speed") for model, _ in shooter.models for one in (model, *model.weapons))
        if target.has("Cameleoline") and (ignores or self.said.get("hidden_by") == "yes"):
            self.said.pop("speed", None)  # it hides only who stands still
        if self.chance(0.15):
            self.said["attacker_state"] = "overwatch"
            self.maybe(0.6, "appearing", "yes", "no")

    def firing(self, shooter: Unit, fewest: int) -> None:
        """Who of them fires, how and from where; ``fewest``: sustained fire dice of one shot."""
        for weapon in dict.fromkeys(shooter.weapons()):
            bearers = [n for model, n in shooter.models if weapon in model.weapons]
            n = bearers[0] if len(bearers) == 1 and shooter.type == "Infantry" else 1
            other = len({own.name for own in shooter.weapons()}) > 1
            if weapon.move_or_fire and shooter.type == "Infantry":
                self.maybe(0.3, f"moved:{weapon.name}", *(["1"] if n > 1 else ["all", "none"] if other else ["none"]))
            elif n > 1:
                self.maybe(0.35, f"firing:{weapon.name}", "1")
            moved = self.said.get(f"moved:{weapon.name}") == "1"  # whether those are at short range, nobody could say
            if not (weapon.template or moved) and weapon.long is not None and self.said["distance"] == 6:
                self.maybe(0.25, f"short:{weapon.name}", *(["1"] if n > 1 else ["none", "all"]))
            if weapon.sustained and not weapon.has("Twin-linked"):
                self.maybe(0.35, f"sustained:{weapon.name}", *range(fewest, weapon.sustained + 1))
            if weapon.has("Combi"):
                self.maybe(0.7, f"both_barrels:{weapon.name}", "yes", "no")
            if shooter.has("Rapid Fire"):
                self.maybe(0.3, f"rapid_fire:{weapon.name}", "yes", "no")

    def covered(self, shooter: Unit, target: Unit) -> None:
        """What markers and templates cover, and whom extra hits reach."""
        standing = sum(n for _, n in target.models)
        numbers = range(min(3, standing) + 1)
        for weapon in dict.fromkeys(shooter.weapons()):
            if weapon.blast is not None:
                self.maybe(0.5, f"under:{weapon.name}", *numbers, {1: 0.5, 0: 0.5})
                self.maybe(0.5, f"under_missed:{weapon.name}", *numbers, {0: 0.75, 1: 0.25})
                self.maybe(0.2, f"partial:{weapon.name}", *numbers[1:3])
                self.maybe(0.2, f"partial_missed:{weapon.name}", *numbers[1:3])
            elif weapon.template:
                whole = self.random.choice(numbers)
                self.said[f"whole:{weapon.name}"] = whole
                self.maybe(0.6, f"partial:{weapon.name}", *range(standing - whole + 1))
                if 0 < whole < standing and self.chance(0.3):
                    self.said[f"whole:{weapon.name}"] = {whole: 0.5, 0: 0.5}
            elif weapon.sustained and standing > 1:
                self.maybe(0.4, f"within_4:{weapon.name}", *range(1, standing + 1))

    def fight(self, shooter: Unit, target: Unit) -> None:
        pairs = any(weapon.has("Twin-linked") for weapon in shooter.weapons())
        if not pairs and not any(weapon.area for weapon in shooter.weapons()) and self.chance(0.4):
            self.said["enemy_engaged"] = self.random.randint(1, sum(n for _, n in target.models))
            self.said["friends_engaged"] = self.random.choice((1, 1, 2, 3))

    def order(self, shooter: Unit, target: Unit) -> None:
        """The line of the target, models alike in runs."""
        if target.datafax or sum(n for _, n in target.models) < 2 or not self.chance(0.35):
            return
        if any(weapon.area for weapon in shooter.weapons()):  # which asks for no order; from where, nobody could say
            if len(target.models) > 1:
                self.said["who_under"] = [[self.random.randint(0, n) for _, n in target.models]]
                for gun in [weapon.name for weapon in shooter.weapons() if weapon.blast is not None]:
                    for key in ("partial", "partial_missed"):  # then it matters which of several markers counts first
                        self.said.pop(f"{key}:{gun}", None)
            return
        line = [[1, model.name, self.random.choice(MARKS)] for model, n in target.models for _ in range(n)]
        self.random.shuffle(line)
        runs: list[list[Any]] = []
        for n, name, mark in line:
            if runs and runs[-1][1:] == [name, mark]:
                runs[-1][0] += n
            else:
                runs.append([n, name, mark])
        if not all(mark == "out of reach" for _, _, mark in runs):
            self.said["order"] = [runs]
            there = sorted({mark for _, _, mark in runs} - {"out of reach"})
            if "" not in there:  # each has a class of its own: one of these is shot at
                self.said["cover"] = self.random.choice(there)
            else:  # what is said holds for later weapons, too; unsaid it is the easiest class that is left by then
                self.said.setdefault("cover", "none")


def battery_of(shooter: Unit, target: Unit, said: dict[str, Any], settings: dict[str, str]) -> list[tuple[Weapon, int]]:
    """Each shot that can be fired: its weapon, and its sustained fire dice, 0 where there are none."""
    defaults = {key: values[0] for key, values in SETTINGS.items()}
    battery = Battery(shooter, target, said, defaults | settings, frozenset())
    return [(shot.weapon, battery.dice(shot.weapon)) for name in battery.names for shot in battery.shots(name)]


def settled(shooter: Unit, target: Unit, said: dict[str, Any], settings: dict[str, str]) -> bool:
    """True if somebody fires, and the rules leave nothing open: from where support weapons are hit."""
    support = target.type == "Support weapon" and any(key.startswith("short") for key in said)
    return bool(battery_of(shooter, target, said, settings)) and not support


def small(shooter: Unit, target: Unit, said: dict[str, Any], settings: dict[str, str]) -> bool:
    """True if not many dice are rolled."""
    shots = battery_of(shooter, target, said, settings)
    hits = [3 if weapon.area else 3 * dice or 1 + weapon.has("Twin-linked") for weapon, dice in shots]
    if target.datafax:
        by_penetration = [sum(n for n, _ in w.penetration.dice) + w.has("Armour-piercing") for w, _ in shots]
        return sum(n * dice for n, dice in zip(hits, by_penetration, strict=True)) <= 6
    most = 2 if "friends_engaged" in said or any(key.startswith("within_4") for key in said) else 3
    wounded = any(model.wounds > 1 for model, _ in target.models) and any(weapon.damage.dice for weapon, _ in shots)
    return len(shots) <= 4 and sum(dice for _, dice in shots) <= most and (sum(hits) <= 4 or not wounded)


def is_drawn(key: str) -> bool:
    return key.partition(":")[0] in ("under", "under_missed", "whole", "partial", "partial_missed")


def random_attack(random: Random, chances: bool = False) -> Attack:
    """Attacker's unit, target's unit, answers given beforehand, settings.

    ``chances``: some numbers of models under markers are chances by number, which nobody can say at the table.
    """
    while True:
        make = Maker(random)
        shooter = make.engine() if make.chance(0.25) else make.infantry()
        target = make.target()
        make.circumstances(shooter, target)
        settings = {key: random.choice((values[0], *values)) for key, values in SETTINGS.items()}
        make.firing(shooter, int(settings["sustained_min_dice"]))
        make.covered(shooter, target)
        make.fight(shooter, target)
        make.order(shooter, target)
        names = list(dict.fromkeys(weapon.name for weapon in shooter.weapons()))
        if len(names) > 1 and make.chance(0.2) and shooter.type != "Infantry":
            make.said["weapon"] = ", ".join(reversed(names))
        if not chances:
            make.said = {
                key: max(said) if isinstance(said, dict) and is_drawn(key) else said for key, said in make.said.items()
            }
        attack = shooter, target, make.said, settings
        if settled(*attack) and small(*attack):
            return attack
