"""Random attacks of the 7th edition for ``test_every_ruleset.py``: small enough to be forked and merged by brute force.

Half of them have vehicles, markers or templates, from ``random_vehicles.py``.
"""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli.rules.seventh.profiles import (
    ASSAULT,
    HEAVY,
    PISTOL,
    RAPID_FIRE,
    SALVO,
    SETTINGS,
    Model,
    Shots,
    Unit,
    Weapon,
)
from tests.rules.seventh.helpers.random_vehicles import Case, random_case

OF_WEAPONS = (
    "Twin-linked", "Master-crafted", "Gets Hot", "Rending", "Bladestorm", "Gauss", "Shred", "Sniper", "Fleshbane", "Tesla",
    "Ignores Cover", "Instant Death", "Pinning", "Concussive", "One Use Only", "Skyfire", "Precision Shots",
)  # fmt: skip
OF_SHOOTERS = ("Preferred Enemy", "Precision Shots", "Relentless", "Monster Hunter")
OF_TARGETS = ("Stealth", "Shrouded", "Camo Cloak", "Eternal Warrior", "Fearless")
TWO_DICE = ("Melta", "Armourbane")  # against armour
OF_VEHICLES = 0.35  # of the cases have vehicles or markers
LARGEST = 10  # of them, see ``size``
COVERS = ("none", "5+", "4+", "3+", "ruin", "crater", "defence line")


def some(random: Random, chance: float, *values: Any) -> Any:
    return random.choice(values) if random.random() < chance else None


def rules(random: Random, chance: float, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if random.random() < chance))


def weapon(random: Random, name: str) -> Weapon:
    kind = random.choice((ASSAULT, ASSAULT, RAPID_FIRE, HEAVY, SALVO, PISTOL))
    shots = Shots(1, 3) if kind in (ASSAULT, HEAVY) and random.random() < 0.2 else Shots(plus=random.choice((1, 1, 2)))
    own = rules(random, 0.09, OF_WEAPONS)
    return Weapon(
        name,
        24,
        None if "Sniper" in own else random.randint(3, 9),
        some(random, 0.75, 1, 2, 3, 4, 5, 6),
        kind,
        shots,
        Shots(plus=1) if kind == SALVO else None,
        own,
        some(random, 0.1, 2, 4),
        mode_of="twin gun" if name != "gun" and random.random() < 0.1 else "",
    )


def shooters(random: Random) -> Unit:
    guns = [weapon(random, name) for name in ("gun", "piece")[: random.choice((1, 1, 2))]]
    unit_rules = rules(random, 0.12, OF_SHOOTERS)
    counts = [random.choice((1, 1, 2)) for _ in range(random.choice((1, 1, 2)))]
    if sum(counts) > 1:  # several weapons each with numbers and 1s of its own are too much for the plain way
        guns = [
            gun if not (gun.has("Gets Hot") or gun.has("Master-crafted")) else gun.but(shots=Shots(plus=1))
            for gun in guns
        ]
    models = []
    for place, n in enumerate(counts):
        both = random.random() < 0.4
        model = Model(
            f"shooter {place}",
            random.choice((1, 2, 3, 4, 4, 5, 6, 7, 10)),
            4,
            random.choice((1, 1, 2)),
            armour=some(random, 0.7, 3, 4, 6),
            invulnerable=some(random, 0.2, 5),
            feel_no_pain=some(random, 0.2, 5),
            weapons=tuple(guns) if both else (random.choice(guns),),
            rules=tuple(sorted({*unit_rules, *(["Gunslinger"] if both and random.random() < 0.5 else [])})),
        )
        models.append((model, n))
    return Unit("Shooters", "Infantry", tuple(models), unit_rules)


def targets(random: Random) -> Unit:
    unit_rules = rules(random, 0.12, OF_TARGETS)
    models = []
    for name in ("Boy", "Nob", "Boss")[: random.choice((1, 2, 2, 3))]:
        character = random.random() < 0.3
        model = Model(
            name,
            2,
            random.choice((3, 4, 4, 4, 5)),
            random.choice((1, 1, 2, 3)),
            random.choice((6, 8)),
            some(random, 0.8, 2, 3, 4, 5, 6),
            some(random, 0.2, 4, 5),
            some(random, 0.2, 5, 6),
            some(random, 0.1, 5),
            character,
            character and random.random() < 0.4,
            rules=unit_rules,
        )
        models.append((model, random.choice((1, 1, 2, 3)) if not character else 1))
    kind = "Monstrous Creature" if random.random() < 0.1 else "Infantry"
    return Unit("Targets", kind, tuple(models), unit_rules)


def order(random: Random, target: Unit) -> list[list[Any]]:
    """The models in some order, runs of them hidden or in cover of their own."""
    names = [model.name for model, n in target.models for _ in range(n)]
    random.shuffle(names)
    runs: list[list[Any]] = []
    for name in names:
        mark = random.choice(("", "", "", "hidden", "4+", "crater"))
        if runs and runs[-1][1] == name and random.random() < 0.7:
            runs[-1][0] += 1
        else:
            runs.append([1, name, mark])
    if all(mark == "hidden" for _, _, mark in runs):
        runs[0][2] = ""
    return runs


def pools(random: Random, gun: Weapon, precise: bool) -> list[list[Any]]:
    """The pools of the first weapon in some order."""
    aps = {gun.ap}
    if any(map(gun.has, ("Rending", "Bladestorm", "Sniper"))) and (gun.ap is None or gun.ap > 2):
        aps.add(2)
    marks = [rule for rule in gun.rules if rule in ("Ignores Cover", "Instant Death")]
    names = [
        " ".join([f"S{gun.strength or '-'} AP{ap or '-'}", *marks, *(["precision"] if mark else [])])
        for ap in aps
        for mark in ((False, True) if precise else (False,))
    ]
    random.shuffle(names)
    return [[1, name, ""] for name in names]


def small_case(random: Random) -> Case:
    """A case of vehicles or markers that the plain way of going through the odds gets to the end of."""
    while True:
        case = random_case(random)
        if size(case) <= LARGEST:
            return case


def size(case: Case) -> int:
    """How much there is to go through: shots, twice if two dice penetrate or at Venerable vehicles, by the models hit."""

    def of(gun: Weapon) -> int:
        return (gun.shots.dice * gun.shots.sides + gun.shots.plus) * (1 + any(map(gun.has, TWO_DICE)))

    shooter, target, *_ = case
    shots = sum(n * sum(map(of, model.weapons)) for model, n in shooter.models)
    return shots * (1 + target.has("Venerable")) * sum(n for _, n in target.models)


def random_attack(random: Random) -> tuple[Unit, Unit, dict[str, Any], dict[str, str]]:
    """Attacker's unit, target's unit, answers given beforehand, settings."""
    if random.random() < OF_VEHICLES:
        return small_case(random)
    shooter, target = shooters(random), targets(random)
    first = next(gun for model, _ in shooter.models for gun in model.weapons)
    said: dict[str, Any] = {"distance": random.choice((9, 9, 20))}

    def maybe(chance: float, key: str, *values: Any) -> None:
        if random.random() < chance:
            said[key] = random.choice(values)

    maybe(0.15, "attacker_state", "gone to ground", "falling back")
    lies_down = target.type == "Infantry" and not target.has("Fearless")
    maybe(0.2, "target_state", "falling back", *["gone to ground"] * lies_down)
    maybe(0.4, "cover", *COVERS)
    maybe(0.2, "cover:Nob", *COVERS)
    maybe(0.3, "moved", "all", "none")
    maybe(0.3, "half_range", "none")
    maybe(0.2, "bs_modifier", 1, -1)
    maybe(0.2, "within_6", "no")
    maybe(0.3, "look_out_sir:gun", "no", "ask")
    maybe(0.15, "look_out_sir:piece", "no", "ask")
    maybe(0.15, "allocation", "random")
    there = ["armour"] * any(model.armour for model, _ in target.models)
    there += ["invulnerable"] * any(model.invulnerable for model, _ in target.models)
    covered = said.get("cover", "none") != "none" and not any(gun.has("Ignores Cover") for gun in shooter.weapons())
    maybe(0.2, "save", *there, *["cover"] * covered, *["best"] * (not there))
    maybe(0.2, "preferred_enemy", "yes", "no")
    maybe(0.3, "order", [order(random, target)])
    snaps = "attacker_state" in said
    precise = not snaps and (
        "Sniper" in first.rules or "Precision Shots" in first.rules or shooter.has("Precision Shots")
    )
    maybe(0.5, f"pools:{first.name}", [pools(random, first, precise)])
    seen = {name for _, name, mark in said.get("order", [[]])[0] if mark != "hidden"} or {
        model.name for model, _ in target.models
    }
    if precise and len(seen) > 1:
        maybe(0.5, "precision", *sorted(seen))
    if lies_down and said.get("target_state") != "falling back":
        maybe(0.3, "go_to_ground", "yes")
    return shooter, target, said, {setting.key: random.choice(setting.values) for setting in SETTINGS}
