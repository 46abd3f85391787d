"""Who hits what flies, and what it fires: the answers of ``flying.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.seventh.drill.meeting import TARGET, a_unit, arm, at_table, fired, shot_in
from shoot_cli.rules.seventh.drill.shooting import sort_of
from shoot_cli.rules.seventh.drill.to_hit import as_fired
from shoot_cli.rules.seventh.drill.vehicles import strike_at
from shoot_cli.rules.seventh.flying import GLIDING, HOVERING, SWOOPING, ZOOMING
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.flight import choose_skyfire, full_skill, strike
from shoot_cli.rules.seventh.tokens import PENETRATION, Dent
from shoot_cli.rules.seventh.vehicle_charts import COMBAT, FLAT_OUT, dodge, flies, hull_save


def a_flyer(type: str = "Vehicle (Flyer, Hover)", *rules: str, bs: int = 4, gun: str = "boltgun") -> Unit:
    model = Model("Flyer", bs, 0, 3, weapons=(arm(gun),), rules=rules, front=12, side=12, rear=10, hull_points=3)
    return Unit("Flyer", type, ((model, 1),), rules)


MONSTER = a_unit(arm("boltgun"), 1, "Flying Monstrous Creature", toughness=6, wounds=4)
THINGS: Mapping[str, Unit] = {  # as cards call them
    "flyer": a_flyer(),
    "monster": MONSTER,
    "skimmer": a_flyer("Vehicle (Fast, Skimmer)"),
    "tank": a_flyer("Vehicle (Tank)"),
    "infantry": a_unit(arm("boltgun"), 5),
    "jetbikes": a_unit(arm("boltgun"), 3, "Jetbike"),
    "beast": a_unit(arm("boltgun"), 1, "Monstrous Creature"),
}


def with_skyfire(gun: Weapon, skyfire: bool) -> Weapon:
    return gun.but(rules=("Skyfire", *gun.rules)) if skyfire else gun


def fired_at_the_air(thing: str, high: bool | None, bs: int, skyfire: bool) -> Mapping[str, Any]:
    """Skyfire looks at the type of the target, Hard to Hit at how it flies."""
    told = {} if high is None else {"zooming": "yes" if high else "no"}
    unit = a_unit(with_skyfire(arm("autocannon"), skyfire), ballistic_skill=bs)
    return as_fired(unit, THINGS[thing], distance=12, **told) | {"column": 1 if skyfire else 2}


# What flies and shoots ------------------------------------------------------------------------------------------------


def in_flight(unit: Unit, mode: str, speed: str = COMBAT, struck: bool = False) -> Attack:
    """The unit that flies so, about to shoot."""
    s = new_attack(unit, TARGET)
    return s.but(sky=s.sky.but(mode=mode, struck=struck), speed=speed)


COUNTS = {None: "all six", 0: "none", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def weapons_in_flight(speed: str, spirit: bool) -> Mapping[str, Any]:
    """Four at either speed, which is not that of a tank."""
    unit = a_flyer("Vehicle (Flyer)", *["Power of the Machine Spirit"] * spirit)
    return {"answer": COUNTS[full_skill(in_flight(unit, ZOOMING, speed))], "flat": speed == FLAT_OUT}


def weapons_after_a_strike(monster: bool, struck: bool) -> str:
    """A Vector Strike counts as a weapon fired."""
    if monster:
        s = in_flight(MONSTER, SWOOPING, "")
        after = strike(s.but(sky=s.sky.but(struck=None)), at_table(vector_strike="yes" if struck else "no"))
        return COUNTS[after.firers[0].weapons]
    return COUNTS[full_skill(in_flight(a_flyer("Vehicle (Flyer)", "Vector Strike"), ZOOMING, struck=struck))]


CHOOSERS = (
    ("flyer", ZOOMING, "a Zooming Flyer"),
    ("monster", SWOOPING, "a Swooping Flying Monstrous Creature"),
    ("flyer", HOVERING, "a Hovering Flyer"),
    ("monster", GLIDING, "a Gliding Flying Monstrous Creature"),
    ("skimmer", "", "a Skimmer"),
    ("jetbikes", "", "a unit of Jetbikes"),
)


def who_chooses(source: Source, may: bool) -> Mapping[str, Any]:
    """Of those that may choose Skyfire one, and others that may not; or the other way round."""
    table = at_table(skyfire="yes")
    chosen = {
        words: choose_skyfire(in_flight(THINGS[thing], mode), table).sky.skyfire is not None
        for thing, mode, words in CHOOSERS
    }
    right = source.one(words for words in chosen if chosen[words] == may)
    others = [words for words in chosen if chosen[words] != may]
    few = source.random.sample(others, min(3, len(others)))
    return {"answer": right, "others": few, "of": (right, *few)}


def what_may_hit_it(name: str, skyfire: bool, mode: str) -> Mapping[str, Any]:
    """Without a roll To Hit there is no hit, with Skyfire either."""
    gun = with_skyfire(arm(name), skyfire)
    tank = Model("Tank", 4, 0, 3, weapons=(gun,), front=12, side=12, rear=10)
    unit = Unit("Tank", "Vehicle (Tank)", ((tank, 1),)) if gun.type == "Ordnance" else a_unit(gun)
    pool = fired(unit, a_flyer(), distance=6, target_flight=mode)
    right = "cannot" if not pool else "snap" if shot_in(pool).snap else "usual"
    return {"answer": right, "sort": sort_of(gun, *["Skyfire"] * skyfire)}


def jink_of_a_flyer(agile: bool, ignores: bool, night: bool) -> Mapping[str, Any]:
    unit = a_flyer("Vehicle (Flyer)", *["Agile"] * agile)
    hit = strike_at(8, 12, *["Ignores Cover"] * ignores)
    kind = hit.model.but(dodge=dodge(unit, unit.models[0][0]), stealth=int(night))
    return {"need": hull_save(Dent(PENETRATION, hit.impact, kind))}


def strafing_run(thing: str, bs: int, jinked: bool) -> Mapping[str, Any]:
    """At what is on the ground, not with Ordnance, not on Snap Shots."""
    unit, target = a_flyer("Vehicle (Flyer)", "Strafing Run", bs=bs, gun="heavy bolter"), THINGS[thing]
    told = {"attacker_state": "jinked"} if jinked else {}
    low = {"target_flight": HOVERING} if flies(target) else {}
    found = as_fired(unit, target, distance=12, attacker_flight=ZOOMING, skyfire="no", **told, **low)
    return found | {"need": found["need"], "better": found["shot"].ballistic_skill > bs}
