"""Random attacks of units that characters have joined, with effects in force, in the words of ``attack_words.py``.

Small enough to be gone through die by die.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.rules.seventh.helpers.attack_words import Attack, Effect, Group, Gun, Kind, Run, Side, shared
from tests.rules.seventh.helpers.random_words import (
    OF_ONE_KIND,
    OF_ONE_MODEL,
    OF_ONE_WEAPON,
    OF_WEAPONS,
    ON_FIRERS,
    ON_TARGETS,
    OWN_OF_FIRERS,
    OWN_OF_TARGETS,
    SHARED_OF_FIRERS,
    SHARED_OF_TARGETS,
)
from tests.rules.seventh.oracles.barrels import alive, barrels, names, whole

COVERS = ("none", "none", "6+", "5+", "4+", "3+", "ruin", "crater", "defence line")
SETTINGS = {
    "snap_rerolls": ("yes", "yes", "no"),
    "mastercrafted_bs6": ("replaces", "adds"),
    "open_cover_stacks": ("yes", "yes", "no"),
    "eternal_warrior_fnp": ("no", "yes"),
    "barrage_pinning": ("no", "yes"),
    "swarms_fnp": ("double_first", "fnp_first"),
    "swarms_overflow": ("lost", "next_model"),
    "graviton_mixed": ("majority", "closest"),
}
MOST_DICE = 8  # to hit
MOST_MODELS = 7  # of the target
BOLTGUN_NAMES = ("boltgun", "lasgun", "gun")


def chance(random: Random, p: float) -> bool:
    return random.random() < p


def some(random: Random, p: float, *values: Any) -> Any:
    return random.choice(values) if chance(random, p) else None


def picked(random: Random, p: float, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for name in names if chance(random, p))


# Who shoots ----------------------------------------------------------------------------------------------------------


def gun(random: Random, name: str) -> Gun:
    kind = random.choice(("Assault", "Assault", "Rapid Fire", "Heavy", "Heavy", "Salvo", "Pistol"))
    rules = set(picked(random, 0.08, OF_WEAPONS) | picked(random, 0.08, ("Gets Hot",)))
    blast = kind in ("Assault", "Heavy") and chance(random, 0.2)
    template = kind == "Assault" and not blast and chance(random, 0.08)
    if blast or template:
        rules -= {"Master-crafted", "Tesla", "Sniper"}
        rules |= {random.choice(("Blast", "Large Blast"))} if blast else {"Template"}
        rules |= picked(random, 0.25, ("Barrage",)) if blast else set()
    if template:
        rules -= {"Gets Hot"}
    if "Sniper" in rules:
        rules -= {"Tesla", "Fleshbane"}  # whether what Tesla adds to a Precision Shot is precise, no rule says
    graviton = "Sniper" not in rules and chance(random, 0.05)
    if graviton:
        rules = (rules - {"Fleshbane", "Gauss", "Bladestorm"}) | {"Graviton"}
    shots = 1 if blast or template or kind in ("Rapid Fire", "Pistol") else random.choice((1, 1, 2))
    if kind == "Salvo":
        shots = 2
    strength = None if graviton or "Sniper" in rules else random.choice((3, 4, 4, 5, 6, 7, 8, 9))
    poisoned = random.choice((2, 4)) if strength and "Fleshbane" not in rules and chance(random, 0.06) else None
    return Gun(
        name, kind, shots, 1 if kind == "Salvo" else 0, None if template else 24, strength, some(random, 0.75, 1, 2, 3, 4, 5, 6),
        frozenset(rules), poisoned,
    )  # fmt: skip


def firer(random: Random, name: str, n: int, weapon: Gun, **more: Any) -> Kind:
    own = picked(random, 0.08, OWN_OF_FIRERS)
    if "Tesla" in weapon.rules:
        own -= {"Precision Shots"}
    return Kind(
        name, n, random.choice((2, 3, 3, 4, 4, 5, 6)), 4, random.choice((1, 1, 2)), 8, some(random, 0.7, 3, 4, 6),
        some(random, 0.2, 5), some(random, 0.2, 5), False, (weapon,), own, chance(random, 0.35),
    )._replace(**more)  # fmt: skip


def attacker(random: Random) -> Side:
    guns = [gun(random, random.choice(BOLTGUN_NAMES)), gun(random, "piece")]
    kinds = [firer(random, "Trooper", random.choice((1, 1, 2, 3)), guns[0])]
    if chance(random, 0.35):
        kinds.append(firer(random, "Gunner", 1, random.choice(guns)))
    name = random.choice(("Squad", "Tactical Squad", "Devastator Squad"))
    groups = [Group(name, tuple(kinds), rules=picked(random, 0.06, SHARED_OF_FIRERS))]
    if chance(random, 0.65):
        guns_of_his = random.choice((guns[0], guns[1], gun(random, "relic")))
        type_ = random.choice(("Infantry", "Infantry", "Infantry", "Jet Pack Infantry"))
        rules = picked(random, 0.18, SHARED_OF_FIRERS)
        him = firer(random, "Captain", 1, guns_of_his, wounds=random.choice((1, 2, 3)), character=True)
        groups.append(Group("Captain", (him,), type_, rules, True))
    state = random.choice(("gone to ground", "falling back")) if chance(random, 0.1) else "ready"
    side = Side(tuple(groups), (), state)
    side = side._replace(effects=effects_on_firers(random, side), markerlights=markerlights(random))
    if {"stationary", "Fire and Advance!"} & {word for word, _ in side.effects}:  # of those who have moved
        groups = [g._replace(kinds=tuple(kind._replace(moved=True) for kind in g.kinds)) for g in side.groups]
        side = side._replace(groups=tuple(groups), state="ready")
    return side


def markerlights(random: Random) -> tuple[str, ...]:
    """EFF-5."""
    if not chance(random, 0.1):
        return ()
    found = [f"pinpoint {random.choice((1, 2, 3))}"] * chance(random, 0.7) + ["scour"] * chance(random, 0.4)
    return tuple(found)


def effects_on_firers(random: Random, side: Side) -> tuple[Effect, ...]:
    found = [Effect(random.choice(ON_FIRERS)) for _ in range(random.choice((0, 0, 1, 1, 2, 3)))]
    names = sorted({gun.name for _, kind in side.kinds for gun in kind.guns})
    if chance(random, 0.25):
        found.append(Effect(random.choice(OF_ONE_WEAPON), random.choice(names)))
    if chance(random, 0.3):
        found.append(Effect(random.choice(OF_ONE_KIND), random.choice([kind.name for _, kind in side.kinds])))
    tesla = any("Tesla" in gun.rules for _, kind in side.kinds for gun in kind.guns)
    if tesla:
        found = [told for told in found if told.word not in ("gains Precision Shots", "Take Aim!")]
    return tuple(dict.fromkeys(found))


# Who is shot at ------------------------------------------------------------------------------------------------------


def man(random: Random, name: str, n: int, **more: Any) -> Kind:
    return Kind(
        name, n, 4, random.choice((3, 3, 4, 4, 5)), random.choice((1, 1, 1, 2)), random.choice((6, 7, 8)),
        some(random, 0.8, 2, 3, 3, 4, 5, 6), some(random, 0.15, 4, 5), some(random, 0.15, 5, 6), False, (),
        picked(random, 0.06, OWN_OF_TARGETS),
    )._replace(**more)  # fmt: skip


def monster(random: Random) -> Side:
    """Nobody joins it (IC-1); for Monster Hunter, and effects on one model."""
    beast = man(random, "Beast", 1, toughness=random.choice((5, 6, 7)), wounds=random.choice((3, 4)))
    told = {Effect(random.choice(ON_TARGETS)): None for _ in range(random.choice((0, 1, 2)))}
    return Side((Group("Beast", (beast,), "Monstrous Creature"),), tuple(told))


def swarms(random: Random) -> Side:
    """Bases that Blasts and Templates hurt twice, with effects on them (ALC-12)."""
    base = man(random, "Base", random.choice((1, 2, 3)), wounds=3, toughness=3, pain=some(random, 0.5, 5))
    told = {Effect(random.choice(ON_TARGETS)): None for _ in range(random.choice((0, 1, 2)))}
    return Side((Group("Swarms", (base,), "Infantry", frozenset(("Swarms",))),), tuple(told))


def target(random: Random) -> Side:
    if chance(random, 0.12):
        return monster(random)
    if chance(random, 0.06):
        return swarms(random)
    type_ = random.choice(("Infantry",) * 8 + ("Bike", "Jetbike"))
    kinds = [man(random, "Boy", random.choice((1, 2, 3)))]
    if chance(random, 0.4):
        kinds.append(man(random, "Nob", 1, character=chance(random, 0.7)))
    groups = [Group("Mob", tuple(kinds), type_, picked(random, 0.06, SHARED_OF_TARGETS))]
    joined = random.choice((0, 1, 1, 1, 2))
    for name in ("Boss", "Doc")[:joined]:
        his = type_ if type_ != "Infantry" and chance(random, 0.6) else "Infantry"
        rules = picked(random, 0.12, (*SHARED_OF_TARGETS, "Skilled Rider"))
        more = {"wounds": random.choice((1, 2, 3)), "leadership": random.choice((8, 9, 10)), "character": True}
        him = man(random, name, 1, toughness=random.choice((3, 4, 5)), invulnerable=some(random, 0.6, 3, 4, 5), **more)
        groups.append(Group(name, (him,), his, rules, True))
    side = Side(tuple(groups))
    if type_ == "Infantry" and chance(random, 0.08):
        side = side._replace(state="gone to ground")
    told = [Effect(random.choice(ON_TARGETS)) for _ in range(random.choice((0, 0, 1, 1, 2, 3)))]
    if chance(random, 0.3):
        told.append(Effect(random.choice(OF_ONE_MODEL), random.choice([kind.name for _, kind in side.kinds])))
    lost = {word.removeprefix("loses ") for word, _ in told if word.startswith("loses ")} & {"Stealth", "Shrouded"}
    if lost or Effect("Reveal") in told:  # of those who have it
        squad = side.squad._replace(rules=side.squad.rules | (lost or {"Stealth"}))
        side = side._replace(groups=(squad, *side.groups[1:]))
    return side._replace(effects=tuple(dict.fromkeys(told)))


def order(random: Random, side: Side, hides: float = 0.1) -> tuple[Run, ...]:
    """Somebody in front, at the back or in the middle; runs of one kind stand together."""
    names = [kind.name for _, kind in side.kinds for _ in range(kind.n)]
    random.shuffle(names)
    runs: list[Run] = []
    for name in names:
        hidden = chance(random, hides)
        run = Run(1, name, "" if hidden else random.choice(("", "", "", "4+", "crater")), hidden)
        if runs and runs[-1].name == name and chance(random, 0.7):
            runs[-1] = runs[-1]._replace(n=runs[-1].n + 1)
        elif not runs or runs[-1][1:] != run[1:]:
            runs.append(run)
        else:
            runs[-1] = runs[-1]._replace(n=runs[-1].n + 1)
    if all(run.hidden for run in runs):
        runs[0] = runs[0]._replace(hidden=False)
    return tuple(runs)


# Attacks -------------------------------------------------------------------------------------------------------------


def drawn(random: Random) -> Attack:
    mine = attacker(random)
    told = {word for word, _ in mine.effects}
    hunted = bool({"gains Monster Hunter", "Bring it Down!"} & told) and chance(random, 0.5)
    theirs = monster(random) if hunted else target(random)
    bikes = theirs.squad.type in ("Bike", "Jetbike")
    line = order(random, theirs, 0.4 if "no sight" in told else 0.1) if chance(random, 0.7) else ()
    aims = [run.name for run in line if not run.hidden] if line else [kind.name for _, kind in theirs.kinds]
    return Attack(
        mine,
        theirs,
        line,
        random.choice((6, 10, 12, 20)),
        random.choice(COVERS),
        jink=bikes and chance(random, 0.6),
        lies_down=theirs.squad.type == "Infantry" and chance(random, 0.2),
        within_6=chance(random, 0.9),
        looks_out=chance(random, 0.9),
        aim=random.choice(aims) if chance(random, 0.4) else "",
        under=random.choice((1, 2)),
        night=chance(random, 0.12),
        settings=tuple((key, random.choice(values)) for key, values in SETTINGS.items()),
    )


def dice(attack: Attack) -> int:
    living = alive(attack.attacker, whole(attack.attacker))
    found = 0
    for _, fires in barrels(attack, living):
        found += sum(b.shots if b.gun.rolls_to_hit else b.shots * attack.under for b in fires)
    return found


def sensible(attack: Attack) -> bool:
    """Somebody fires, it is not too much, and nothing is told that contradicts itself or is nowhere ruled."""
    told = [word for word, _ in attack.attacker.effects]
    words = " ".join(told)
    if attack.attacker.state == "gone to ground" and any(kind.moved for _, kind in attack.attacker.kinds):
        return False
    if {"gains Preferred Enemy", "Preferred Enemy"} & set(told) and "loses Preferred Enemy" in told:
        return False
    if {"gains Twin-linked", "Twin-linked"} & set(told) and "loses Twin-linked" in told:
        return False
    gained = {word.removeprefix("gains ") for word in told if word.startswith("gains ")}
    if gained & {word.removeprefix("loses ") for word in told if word.startswith("loses ")}:
        return False  # nor which of the two counts
    if (attack.lies_down or attack.target.state == "gone to ground") and not may_lie_down(attack):
        return False
    sets = "=" in words or "Blind" in told or "Instructor" in words
    if sets and (
        "snap bs" in words or attack.attacker.markerlights or len({word for word in told if set_to(word)}) > 1
    ):
        return False  # what a set value leaves of what is added to Snap Shots, no rule says
    on = [word for word, _ in attack.target.effects]
    special = {"crater", "defence line"} & {attack.cover, *(run.cover for run in attack.runs)}
    if special and {"cover 4+", "cover 5+", "Fire Shield"} & set(on):
        return False  # whether it adds 2 to that to go to ground, no rule says
    if theirs_saddle(attack, on) or contradict(on) or (attack.night and {"loses Stealth", "Reveal"} & set(on)):
        return False
    guns = [gun for _, kind in attack.attacker.kinds for gun in kind.guns]
    if any(gun.template for gun in guns) and any(word.startswith("shots") for word in told):
        return False  # nor what a second template is
    if "cover +1" in on and dict(attack.settings)["open_cover_stacks"] == "no":
        return False
    models = sum(kind.n for _, kind in attack.target.kinds)
    if attack.aim and not may_aim(attack):
        return False
    later = {gun for _, kind in attack.attacker.kinds for gun in kind.guns if gun.name != names(attack)[0]}
    if any(run.hidden for run in attack.order) and not sight_matters(attack):
        return False
    if attack.under > 1 and (models == 1 or not all(gun.rolls_to_hit for gun in later)):
        return False  # no more than stand can be under a marker
    return 0 < dice(attack) <= MOST_DICE and models <= MOST_MODELS and not split_pools(attack)


def set_to(word: str) -> bool:
    return word.startswith("bs =") or word in ("Blind", "Expert Instructor 5")


def theirs_saddle(attack: Attack, on: list[str]) -> bool:
    """Whether Jetbikes are bikes to 7E-EFF-4, it does not say."""
    return "Born in the Saddle" in on and any(group.type == "Jetbike" for group in attack.target.groups)


def contradict(on: list[str]) -> bool:
    """Told of the target at once: which of the two counts, or where they meet, no rule says."""
    both = (
        ({"gains Stealth", "Shroudpsalm 1"}, {"loses Stealth", "Reveal"}),
        ({"Shroudpsalm 9"}, {"loses Stealth", "loses Shrouded", "Reveal"}),
        (
            {"gains Shrouded", "Conceal", "Shrouding", "Storm Caller", "Strike from the Shadows", "Shroudpsalm 7"},
            {"loses Shrouded", "Reveal"},
        ),
        ({"armour +1", "Protect"}, {"armour -1", "Jinx"}),
        ({"invulnerable +1", "Sanctuary", "Cursed Earth"}, {"invulnerable -1", "Banishment", "Null Zone"}),
        ({"invulnerable -1"}, {"Banishment", "Null Zone"}),  # whether it stops at 6+ where no text says so
        ({"gains Eternal Warrior", "Endurance"}, {"loses Eternal Warrior"}),
    )
    return any(set(on) & one and set(on) & other for one, other in both)


def may_lie_down(attack: Attack) -> bool:
    side = attack.target
    everybody = [kind.name for _, kind in side.kinds]
    return not any(shared(side, rule, everybody) for rule in ("Fearless", "Zealot"))


def sight_matters(attack: Attack) -> bool:
    """Nobody asks who is hidden of a marker; where no sight is needed, it means out of range."""
    told = [word for word, _ in attack.attacker.effects]
    guns = [gun for _, kind in attack.attacker.kinds for gun in kind.guns]
    return all(gun.rolls_to_hit for gun in guns) and not {"no sight", "Phase Form"} & set(told)


def may_aim(attack: Attack) -> bool:
    living = alive(attack.attacker, whole(attack.attacker))
    precise = ("Precision Shots", "Sniper")
    told = [word for word, _ in attack.attacker.effects]
    return any(
        not barrel.snap
        and barrel.gun.rolls_to_hit
        and (
            any(rule in barrel.gun.rules or rule in barrel.kind.rules for rule in precise)
            or "gains Precision Shots" in told
            or "Take Aim!" in told
        )
        for _, fires in barrels(attack, living)
        for barrel in fires
    )


def split_pools(attack: Attack) -> bool:
    """Shots of one weapon name that some models fire with rules of their own: no rule orders those pools."""
    carriers: dict[str, set[str]] = {}
    for _, kind in attack.attacker.kinds:
        for gun in kind.guns:
            carriers.setdefault(gun.name, set()).add(kind.name)
    shared = {name for names in carriers.values() if len(names) > 1 for name in names}
    own = {kind.name for _, kind in attack.attacker.kinds if {"Ignores Cover", "Pinning"} & kind.rules}
    told = {of for word, of in attack.attacker.effects if word in ("gains Ignores Cover", "gains Pinning") and of}
    return bool(shared & (own | told))


def random_attack(
    random: Random, drawn: Callable[[Random], Attack] = drawn, sensible: Callable[[Attack], bool] = sensible
) -> Attack:
    while True:
        attack = drawn(random)
        if sensible(attack):
            return attack
