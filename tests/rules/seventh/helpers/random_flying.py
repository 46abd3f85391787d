"""Random attacks at and by what flies in the 7th edition, and at vehicles with effects in force, in plain words.

In the words of ``attack_words.py``, small enough to be gone through die by die. ``law`` is what the oracles say of each.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.rules.seventh.helpers.attack_words import (
    DEFAULT,
    Attack,
    Effect,
    Group,
    Gun,
    Kind,
    Readings,
    Side,
    of_the_skies,
    shared,
)
from tests.rules.seventh.helpers.random_joined import (
    chance,
    contradict,
    markerlights,
    picked,
    random_attack,
    set_to,
    some,
)
from tests.rules.seventh.oracles.barrels import alive, barrels, full_allowance, models, whole
from tests.rules.seventh.oracles.falling import at_creature
from tests.rules.seventh.oracles.flying import at_vehicle
from tests.rules.seventh.oracles.joined import by_enumeration

OF_WEAPONS = ("Twin-linked", "Gets Hot", "Ignores Cover", "Rending", "Gauss", "Skyfire", "Skyfire", "Master-crafted")
AT_VEHICLES = ("Melta", "Armourbane", "Lance", "Haywire", "Sniper", "Rending", "Gauss", "Graviton")
OF_FIRERS = ("Preferred Enemy", "Tank Hunters", "Monster Hunter", "Night Vision")
ON_FIRERS = (
    "hit ones", "hit failed", "bs +1", "bs +2", "bs -1", "bs =1", "bs =5", "snap bs +1", "snap bs +2", "snap bs +3", "wound failed",
    "wound ones", "pen ones", "pen failed", "pen failed+glances", "gains Twin-linked", "gains Skyfire", "gains Tank Hunters",
    "gains Monster Hunter", "gains Ignores Cover", "gains Rending", "gains Preferred Enemy", "stationary", "snap only",
    "shots +1", "Prescience", "Guide", "Blind", "Perfect Timing", "Siege Masters", "Target Priority", "Bring it Down!",
    "Fire on my Target!", "Extermination Protocols", "Aversion", "Tempest's Wrath", "loses Skyfire", "loses Twin-linked",
)  # fmt: skip
ON_VEHICLES = (
    "av +1", "pen to glance 6+", "pen to glance 5+", "cover 4+", "cover +1", "cover -1", "cover -2", "no cover", "invulnerable 5+",
    "invulnerable 4+", "invulnerable +1", "save failed", "save ones", "gains Stealth", "gains Shrouded", "pen failed",
    "pen ones", "gains Rending", "snap only", "Doom", "Misfortune", "Fortune", "Conceal", "Reveal", "Warpmetal Armour",
    "Ramshackle", "Kustom Force Field", "Sanctuary", "Auspex", "Fire Shield", "Shrouding", "Invisibility", "Telekine Dome",
)  # fmt: skip
ON_CREATURES = (
    "t +1", "t -1", "cover 4+", "cover -1", "no cover", "invulnerable 5+", "invulnerable +1", "fnp 5+", "save failed", "save ones",
    "gains Stealth", "gains Shrouded", "gains Eternal Warrior", "wound failed", "gains Rending", "snap only", "armour -1",
    "Forewarning", "Misfortune", "Doom", "Fortune", "Jinx", "Enfeeble", "Iron Arm", "Endurance", "Invisibility", "Auspex",
)  # fmt: skip
COVERS = ("none", "none", "none", "6+", "5+", "4+")
SETTINGS = {
    "snap_rerolls": ("yes", "yes", "no"),
    "explode_after_wreck": ("yes", "no"),
    "rending_extra_dice": ("each_six", "none"),
    "skyfire_markers": ("no", "no", "yes"),
    "grounding": ("end_of_phase", "end_of_phase", "each_unit_that_hit"),
    "grounded_saves": ("invulnerable", "invulnerable", "none"),
    "flyer_rules": ("rulebook", "rulebook", "death_from_the_skies"),
}
MOST_DICE = 8

# Weapons -------------------------------------------------------------------------------------------------------------


def gun(random: Random, name: str, of_vehicle: bool = False) -> Gun:
    kind = random.choice(
        ("Assault", "Heavy", "Heavy", "Rapid Fire", "Salvo") if not of_vehicle else ("Assault", "Heavy")
    )
    rules = set(picked(random, 0.1, OF_WEAPONS))
    if chance(random, 0.35):
        rules.add(random.choice(AT_VEHICLES))
    shots = 1 if kind == "Rapid Fire" else 2 if kind == "Salvo" else random.choice((1, 1, 2))
    if kind in ("Assault", "Heavy") and chance(random, 0.12):
        rules = (rules - {"Master-crafted", "Sniper"}) | {random.choice(("Blast", "Large Blast"))}
        rules |= picked(random, 0.2, ("Barrage",))
        shots = 1
    if of_vehicle and chance(random, 0.05):
        kind, shots = "Ordnance", 1
        rules -= {"Gets Hot"}
    if "Sniper" in rules:
        rules -= {"Rending", "Gauss"}
    if {"Haywire", "Graviton"} & rules:
        rules -= {"Melta", "Armourbane", "Rending", "Gauss"}
    strength = None if {"Sniper", "Graviton"} & rules else random.randint(5, 10)
    return Gun(
        name, kind, shots, int(kind == "Salvo"), random.choice((24, 36, 48)), strength, some(random, 0.85, 1, 2, 2, 3, 4, 6),
        frozenset(rules),
    )  # fmt: skip


# Sides ---------------------------------------------------------------------------------------------------------------


def told(random: Random, words: tuple[str, ...], most: int = 3) -> tuple[Effect, ...]:
    return tuple({Effect(random.choice(words)): None for _ in range(random.choice((0, 0, 1, 1, 2, most)))})


def infantry(random: Random) -> Side:
    """Perhaps with a character whose rules they share."""
    guns = [gun(random, name) for name in ("gun", "piece")]
    kind = Kind(
        "Trooper", random.choice((1, 2, 3)), random.choice((2, 3, 4, 4, 5, 6)), 4, random.choice((1, 1, 2)), 8,
        some(random, 0.7, 3, 4), None, some(random, 0.15, 5), False, (guns[0],), moved=chance(random, 0.3),
    )  # fmt: skip
    name = random.choice(("Squad", "Devastator Squad"))
    groups = [Group(name, (kind,), "Infantry", picked(random, 0.1, OF_FIRERS))]
    if chance(random, 0.35):
        him = kind._replace(
            name="Captain", n=1, skill=random.choice((3, 5, 6)), wounds=3, guns=(random.choice(guns),), character=True
        )
        rules = picked(random, 0.2, (*OF_FIRERS, "Slow and Purposeful", "Relentless"))
        groups.append(Group("Captain", (him,), "Infantry", rules, True))
    state = "falling back" if chance(random, 0.05) else "ready"
    effects = told(random, ON_FIRERS)
    if Effect("stationary") in effects:  # of those who have moved
        groups = [g._replace(kinds=tuple(kind._replace(moved=True) for kind in g.kinds)) for g in groups]
    return Side(tuple(groups), effects, state, markerlights=markerlights(random))


def hull(random: Random, guns: tuple[Gun, ...]) -> Kind:
    side = random.randint(10, 12)
    return Kind(
        "Engine", 1, random.choice((2, 3, 4, 4, 5)), 0, random.choice((1, 2, 3, 3)), invulnerable=some(random, 0.15, 4, 5),
        guns=guns, values=(random.randint(side, 14), side, 10),
    )  # fmt: skip


def flyer(random: Random, shoots: bool) -> Side:
    n = random.choice((2, 3, 5, 6)) if shoots else random.choice((0, 1, 2))
    guns = tuple(gun(random, f"{'own' if shoots else 'their'} gun {place}", True) for place in range(n))
    if shoots:  # a die or two each, so many are they; often of as many Strengths
        guns = tuple(weapon._replace(shots=1) for weapon in guns)
        if chance(random, 0.5):
            strong = random.sample(range(4, 11), n)
            guns = tuple(
                weapon._replace(strength=weapon.strength and s, rules=weapon.rules - {"Skyfire"})
                for weapon, s in zip(guns, strong, strict=True)
            )
    hovers = chance(random, 0.35)
    rules = picked(random, 0.2, ("Strafing Run", "Power of the Machine Spirit", "Fighter")) if shoots else frozenset()
    rules |= picked(random, 0.25, ("Agile",)) | picked(
        random, 0.08, ("Stealth", "Tank Hunters", "Venerable", "Venerable")
    )
    group = Group("Flyer", (hull(random, guns),), "Vehicle (Flyer, Hover)" if hovers else "Vehicle (Flyer)", rules)
    flight = "hovering" if hovers and chance(random, 0.6) else "zooming"
    state = random.choice(("jinked", "shaken")) if shoots and chance(random, 0.12) else "ready"
    return Side((group,), told(random, ON_FIRERS if shoots else ON_VEHICLES), state, flight)


def tank(random: Random) -> Side:
    type_ = random.choice(
        ("Vehicle (Tank)", "Vehicle (Skimmer)", "Vehicle (Fast, Skimmer)", "Vehicle (Tank, Open-topped)")
    )
    guns = tuple(gun(random, f"their gun {place}", True) for place in range(random.choice((0, 1, 2))))
    rules = picked(random, 0.1, ("Stealth", "Camo Netting", "Extra Armour", "Venerable"))
    return Side((Group("Tank", (hull(random, guns),), type_, rules),), told(random, ON_VEHICLES))


def creature(random: Random, shoots: bool) -> Side:
    guns = tuple(gun(random, f"own gun {place}") for place in range(2)) if shoots else ()
    guns = tuple(weapon._replace(kind="Assault", moved_shots=0) for weapon in guns)
    kind = Kind(
        "Tyrant", 1, random.choice((3, 4, 5)), random.choice((4, 5, 6, 6)), random.choice((2, 3, 4)), 10, some(random, 0.9, 2, 3, 4),
        some(random, 0.35, 4, 5), some(random, 0.15, 5, 6), False, guns, picked(random, 0.1, ("Eternal Warrior",)),
    )  # fmt: skip
    flight = random.choice(("swooping", "swooping", "gliding"))
    rules = picked(random, 0.08, ("Stealth", "Shrouded", *OF_FIRERS))
    effects = told(random, ON_FIRERS if shoots else ON_CREATURES)
    state = "jinked" if shoots and chance(random, 0.1) else "ready"
    return Side((Group("Tyrant", (kind,), "Flying Monstrous Creature", rules),), effects, state, flight)


def mob(random: Random) -> Side:
    type_ = random.choice(("Infantry", "Infantry", "Bike", "Jetbike", "Monstrous Creature", "Beasts"))
    n = 1 if type_ == "Monstrous Creature" else random.choice((2, 3))
    kind = Kind(
        "Boy",
        n,
        4,
        random.choice((3, 4, 5, 6)),
        random.choice((1, 1, 2)),
        7,
        some(random, 0.8, 3, 4, 6),
        some(random, 0.2, 5),
    )
    return Side((Group("Mob", (kind,), type_),))


# Attacks -------------------------------------------------------------------------------------------------------------


def drawn(random: Random) -> Attack:
    shooting = random.choice((infantry, infantry, infantry, flyer, flyer, creature))
    mine = infantry(random) if shooting is infantry else shooting(random, True)  # type: ignore[call-arg]
    theirs = random.choice((flyer, flyer, creature, creature, tank, mob))
    if mine.flight:
        theirs = random.choice((flyer, creature, tank, mob, mob))
    target = theirs(random) if theirs in (tank, mob) else theirs(random, False)  # type: ignore[call-arg]
    agile = target.squad.of_type("Skimmer") or bool(target.flight)
    jinks = agile or target.squad.type in ("Bike", "Jetbike")
    fast = ("combat", "cruising") if mine.flight == "zooming" else ("stationary", "combat", "cruising")
    attack = Attack(
        mine,
        target,
        distance=random.choice((6, 10, 18, 24)),
        cover=random.choice(COVERS),
        jink=jinks and chance(random, 0.45),
        skyfire=random.choice((None, None, True, False)) if mine.flight in ("zooming", "swooping") else None,
        speed=random.choice(fast) if mine.squad.vehicle else "stationary",
        vector_strike=mine.flight != "" and chance(random, 0.35),
        facing=random.choice(("front", "side", "rear")),
        obscured=chance(random, 0.7),
        glances_again=chance(random, 0.3),
        night=chance(random, 0.1),
        venerable=random.choice(("yes", "no")),
        near=random.choice((0, 1, 2, 3)) if mine.squad.name == "Squad" and target.squad.vehicle else 0,
        settings=tuple((key, random.choice(values)) for key, values in SETTINGS.items()),
    )
    return full_skill(random, attack) if mine.squad.vehicle else attack


def full_skill(random: Random, attack: Attack) -> Attack:
    """Sometimes it is said which weapons fire at full skill."""
    group, kind = models(attack.attacker)[0]
    n = full_allowance(attack, group, kind)
    if n >= len(kind.guns) or n < 1 or any(gun.kind == "Ordnance" for gun in kind.guns) or chance(random, 0.5):
        return attack
    first = {gun.name for gun in random.sample(kind.guns, n)}
    return attack._replace(full=tuple((gun.name, int(gun.name in first)) for gun in kind.guns))


def dice(attack: Attack) -> int:
    living = alive(attack.attacker, whole(attack.attacker))
    found = 0
    for _, fires in barrels(attack, living):
        for barrel in fires:
            wide = {"Melta", "Armourbane"} & barrel.gun.rules
            found += barrel.shots * (2 if wide and attack.target.squad.vehicle else 1)
    return found


def sensible(attack: Attack) -> bool:
    """Somebody fires, it is not too much, and nothing that is nowhere ruled."""
    mine, on = ([word for word, _ in side.effects] for side in (attack.attacker, attack.target))
    sets = {word for word in mine if set_to(word)}
    if len(sets) > 1:
        return False  # which of them counts
    if sets and attack.attacker.markerlights:
        return False
    if sets and any(word.startswith(("bs +", "bs -", "snap bs", "Tempest")) for word in mine):
        return False
    if attack.night and {"loses Stealth", "Reveal"} & set(on):
        return False
    guns = [gun for _, kind in attack.attacker.kinds for gun in kind.guns]
    several = any({"Melta", "Armourbane"} & gun.rules or gun.kind == "Ordnance" for gun in guns)
    if several and "pen ones" in mine + on:
        return False
    if "Extra Armour" in attack.target.squad.rules and attack.target.flight == "zooming":
        return False
    if strafes_a_glider(attack) or mixed_full_skill(attack) or (attack.obscured is False and attack.cover == "none"):
        return False
    side = attack.attacker
    n = sum(kind.n for _, kind in side.kinds)
    hot = any("Gets Hot" in gun.rules for gun in guns)
    if attack.near > n or (attack.near and (len(side.groups) > 1 or hot)):
        return False
    if side.flight == "zooming" and {"stationary", "Fire and Advance!"} & set(mine):
        return False
    if unclear_skies(attack) or contradict(on):
        return False
    if attack.glances_again and not hunts(attack):
        return False
    return 0 < dice(attack) <= MOST_DICE


def unclear_skies(attack: Attack) -> bool:
    """FLY-3: whether Swooping creatures choose then, and Skyfire of others reaches Jetbikes, it does not say."""
    if not of_the_skies(attack):
        return False
    side = attack.attacker
    sky = any("Skyfire" in gun.rules for _, kind in side.kinds for gun in kind.guns) or bool(side.effects)
    fighter = "Fighter" in side.squad.rules
    return (
        side.flight in ("swooping", "gliding", "hovering")
        or (not fighter and sky)
        or (not fighter and attack.skyfire is not None)
        or (attack.target.squad.of_type("Jetbike") and attack.skyfire is None)
    )


def hunts(attack: Attack) -> bool:
    living = alive(attack.attacker, whole(attack.attacker))
    return attack.target.squad.vehicle and shared(attack.attacker, "Tank Hunters", living)


def strafes_a_glider(attack: Attack) -> bool:
    """FLY-7 names Monstrous Creatures: whether those that fly are meant, it does not say."""
    return "Strafing Run" in attack.attacker.squad.rules and attack.target.squad.of_type("Flying Monstrous Creature")


def mixed_full_skill(attack: Attack) -> bool:
    """Some of more weapons than it may fire are Snap Shots anyway: FLY-2 does not say if they are proposed as well.

    Nor does anything say which are proposed of who does not zoom.
    """
    side = attack.attacker
    if not side.squad.vehicle or attack.full:
        return False
    group, kind = models(side)[0]
    if full_allowance(attack, group, kind) >= len(kind.guns):
        return False
    if side.flight != "zooming":
        return True
    snap = {("Skyfire" in gun.rules, gun.rolls_to_hit) for gun in kind.guns}
    return len(snap) > 1 or len({gun.strength for gun in kind.guns}) < len(kind.guns)


def random_flight(random: Random) -> Attack:
    return random_attack(random, drawn, sensible)


def law(attack: Attack, readings: Readings = DEFAULT) -> dict[Any, Fraction]:
    """The chance of every end, of the oracle for such a target."""
    squad = attack.target.squad
    if squad.vehicle:
        return dict(at_vehicle(attack, readings))
    if squad.of_type("Flying Monstrous Creature"):
        return dict(at_creature(attack, readings))
    return dict(by_enumeration(attack, readings))
