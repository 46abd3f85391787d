"""Random plain fights of the 7th edition, in the words of ``attack_words.py``: no effects, no markers, nobody moves.

What is drawn is who stands where, in which cover, seen or not, who looks out for whom, and who fires two pistols.
"""

from __future__ import annotations

from random import Random

from tests.rules.seventh.helpers.attack_words import Attack, Group, Gun, Kind, Run, Side
from tests.rules.seventh.helpers.random_joined import chance, picked, some

RULES = (
    "Twin-linked", "Master-crafted", "Gets Hot", "Rending", "Bladestorm", "Gauss", "Shred", "Sniper", "Fleshbane",
    "Ignores Cover", "Instant Death", "Tesla",
)  # fmt: skip
SETTINGS = {
    "mastercrafted_bs6": ("replaces", "adds"),
    "open_cover_stacks": ("yes", "yes", "no"),
    "eternal_warrior_fnp": ("no", "no", "yes"),
}
NAMES = "Boy", "Nob", "Boss"


def gun(random: Random, name: str, pistol: bool) -> Gun:
    rules = picked(random, 0.12, RULES)
    if "Sniper" in rules:  # whether what Tesla adds to a Precision Shot is precise, no rule says
        rules -= {"Tesla"}
    strength = None if "Sniper" in rules else random.choice((3, 4, 4, 5, 6, 7, 8))
    poisoned = random.choice((2, 3, 4)) if not rules & {"Sniper", "Fleshbane"} and chance(random, 0.12) else None
    shots = 1 if pistol else random.randint(1, 3)
    ap = random.choice((None, None, 1, 2, 3, 4, 5, 6))
    return Gun(name, "Pistol" if pistol else "Assault", shots, strength=strength, ap=ap, rules=rules, poisoned=poisoned)


def soldier(random: Random, name: str, guns: tuple[Gun, ...]) -> Kind:
    precise = chance(random, 0.2) and not any("Tesla" in gun.rules for gun in guns)
    few = sum(gun.shots for gun in guns) < 3
    return Kind(
        name, random.choice((1, 1, 2)) if few else 1, random.choice((1, 2, 3, 4, 4, 5, 6, 7, 9)),
        wounds=random.choice((1, 1, 2)), armour=random.choice((None, 3, 4, 6)), invulnerable=some(random, 0.33, 5),
        pain=some(random, 0.33, 5), guns=guns, rules=frozenset({"Precision Shots"} if precise else ()),
    )  # fmt: skip


def man(random: Random, name: str, n: int) -> Group:
    kind = Kind(
        name, n, 3, random.choice((3, 4, 4, 4, 5, 8)), random.choice((1, 1, 1, 2, 3)), 8,
        some(random, 0.8, 2, 3, 4, 5, 6), some(random, 0.25, 3, 4, 5, 6), some(random, 0.25, 4, 5, 6), chance(random, 0.3),
        rules=picked(random, 0.12, ("Eternal Warrior", "Reanimation Protocols")),
    )  # fmt: skip
    return Group(name, (kind,), independent=kind.character and n == 1 and chance(random, 0.4))


def random_fight(random: Random) -> Attack:
    pair = chance(random, 0.3)
    guns = [gun(random, name, pair) for name in ("gun", "piece")[: 1 + (pair or chance(random, 0.3))]]
    soldiers = tuple(
        soldier(random, f"soldier {place}", tuple(guns) if pair else (random.choice(guns),))
        for place in range(random.randint(1, 2))
    )
    line: list[Run] = []
    for _ in range(random.randint(1, 3)):
        hidden = chance(random, 0.15)
        cover = "" if hidden else random.choice(("", "", "5+", "4+", "crater", "defence line"))
        run = Run(random.randint(1, 2), random.choice(NAMES), cover, hidden)
        if not line or line[-1][1:] != run[1:]:
            line.append(run)
    men = [man(random, name, sum(run.n for run in line if run.name == name)) for name in NAMES]
    men = [group for group in men if group.kinds[0].n]
    squad = Group("Mob", tuple(group.kinds[0] for group in men if not group.independent), rules=stealth(random))
    joined = tuple(group._replace(rules=squad.rules) for group in men if group.independent)
    if not squad.kinds:  # he leads nobody
        (first, *joined_) = joined
        squad, joined = first._replace(independent=False), tuple(joined_)
    first_gun = soldiers[0].guns[0]
    aims = [run.name for run in line if not run.hidden] if any(
        soldier.rules or "Sniper" in first_gun.rules for soldier in soldiers if soldier.guns[0] == first_gun
    ) else []  # fmt: skip
    return Attack(
        Side((Group("Soldiers", soldiers, rules=picked(random, 0.2, ("Preferred Enemy",))),), state=random.choice(("ready",) * 5 + ("falling back",))),
        Side((squad, *joined), state=random.choice(("ready",) * 5 + ("gone to ground",))),
        tuple(line), lies_down=chance(random, 0.15), within_6=chance(random, 0.8), looks_out=chance(random, 0.8),
        aim=random.choice(aims) if aims and chance(random, 0.3) else "",
        settings=tuple((key, random.choice(values)) for key, values in SETTINGS.items()),
    )  # fmt: skip


def stealth(random: Random) -> frozenset[str]:
    return frozenset(random.choice(((), (), (), ("Stealth",), ("Shrouded",), ("Shrouded", "Stealth"))))
