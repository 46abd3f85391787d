"""Attacks of the 7th edition in plain words, for ``joined_oracle.py`` and ``flying_oracle.py``; and what is told of them.

An ``Attack`` has two sides, each a squad and the characters that joined it, with the effects in force on them (7E-IC-1
to 6, 7E-EFF-1 to 8). Nothing here knows the program: no profile, chart or step of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from tests.rules.seventh.helpers.named_effects import AUSPEXES, NAMED


class Gun(NamedTuple):
    name: str
    kind: str = "Assault"  # or Heavy, Rapid Fire, Salvo, Pistol, Ordnance
    shots: int = 1  # Y of Salvo X/Y
    moved_shots: int = 0  # X of Salvo X/Y
    range: float | None = 24  # inches; None: a template
    strength: int | None = 4  # None: no number (Sniper)
    ap: int | None = None
    rules: frozenset[str] = frozenset()
    poisoned: int | None = None

    @property
    def blast(self) -> bool:
        return any(rule.endswith("Blast") for rule in self.rules)

    @property
    def template(self) -> bool:
        return self.range is None

    @property
    def rolls_to_hit(self) -> bool:
        return not self.blast and not self.template


class Kind(NamedTuple):
    """Alike models. No two kinds of a side have one name."""

    name: str
    n: int = 1
    skill: int = 4
    toughness: int = 4
    wounds: int = 1  # or hull points
    leadership: int = 8
    armour: int | None = None
    invulnerable: int | None = None
    pain: int | None = None  # Feel No Pain
    character: bool = False
    guns: tuple[Gun, ...] = ()
    rules: frozenset[str] = frozenset()
    moved: bool = False  # those that fire
    values: tuple[int, int, int] | None = None  # front, side, rear of a vehicle


class Group(NamedTuple):
    """The squad, or one character: what effects are kept for (IC-4)."""

    name: str
    kinds: tuple[Kind, ...]
    type: str = "Infantry"
    rules: frozenset[str] = frozenset()  # of all its models
    independent: bool = False

    @property
    def vehicle(self) -> bool:
        return self.type.startswith("Vehicle")

    def of_type(self, word: str) -> bool:
        return word.casefold() in self.type.casefold()


class Effect(NamedTuple):
    word: str  # of EFF-1, or a name of EFF-4
    of: str = ""  # a weapon or a kind of model; "": all


class Side(NamedTuple):
    groups: tuple[Group, ...]  # the squad, then who joined it
    effects: tuple[Effect, ...] = ()
    state: str = "ready"  # or gone to ground, falling back, jinked, shaken
    flight: str = ""  # zooming, hovering, swooping, gliding; "": it has none
    markerlights: tuple[str, ...] = ()  # spent before it shoots (EFF-5): "pinpoint 2", "scour"

    @property
    def squad(self) -> Group:
        return self.groups[0]

    @property
    def kinds(self) -> tuple[tuple[Group, Kind], ...]:
        return tuple((group, kind) for group in self.groups for kind in group.kinds)

    def find(self, name: str) -> tuple[Group, Kind]:
        return next((group, kind) for group, kind in self.kinds if kind.name == name)


class Run(NamedTuple):
    """So many of a kind side by side."""

    n: int
    name: str
    cover: str = ""  # "": as all; "none", "5+", "crater", "defence line"
    hidden: bool = False


class Attack(NamedTuple):
    attacker: Side
    target: Side
    order: tuple[Run, ...] = ()  # of the target, nearest first; (): as its side has them
    distance: float = 10
    cover: str = "none"
    jink: bool = False
    lies_down: bool = False  # goes to ground as soon as that could help (GTG-1, GTG-7)
    within_6: bool = True
    looks_out: bool = True
    aim: str = ""  # whom Precision Shots pick; "": the closest
    under: int = 1  # models under each marker and template
    skyfire: bool | None = None  # chosen by who zooms or swoops; None: as FLY-3 proposes
    speed: str = "stationary"  # of a vehicle that fires; who zooms has combat or cruising
    vector_strike: bool = False
    full: tuple[tuple[str, int], ...] = ()  # how many of which weapon at full skill; (): as proposed
    facing: str = "front"
    obscured: bool = True  # from all firers
    glances_again: bool = False  # Tank Hunters
    night: bool = False
    near: int = 0  # models of the firing unit that an explosion reaches, or a crash (VEH-14, FLY-10)
    venerable: str = "no"  # or yes: always rolled again
    hovered_passengers: bool = False
    settings: tuple[tuple[str, str], ...] = ()

    def set(self, key: str, default: str) -> str:
        return dict(self.settings).get(key, default)

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.order or tuple(Run(kind.n, kind.name) for _, kind in self.target.kinds)


class Readings(NamedTuple):
    """Where the specification leaves two ways open; each test may take both."""

    shared_ends_at_once: bool = False  # IC-3 "the moment its bearer dies"; False: IC-5 "before the next weapon"
    cover_capped_last: bool = True  # EFF-1, SAV-9: 2+ is the limit after ``-N``; False: before it
    characters_step_in: bool = False  # ALC-6: the closest model, character or not; False: never a character
    armour_of_none: bool = True  # EFF-1: ``armour +N`` gives 6+ to a model without
    cover_of_none: bool = True  # EFF-1: ``cover +N`` gives 6+ in the open
    improved_armour_meets_ap: bool = True  # SAV-2: AP is held against the save after ``armour +N``
    graviton_meets_armour_in_force: bool = True  # WND-8: the save after ``armour +N``; False: the printed one


DEFAULT = Readings()

# The words of EFF-1 --------------------------------------------------------------------------------------------------

NUMBERS = "snap bs", "bs", "shots", "s", "t", "cover", "armour", "invulnerable", "fnp", "pen to glance", "av"
PLAIN = frozenset((
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "pen ones", "pen failed", "pen failed+glances", "stationary",
    "no sight", "snap only", "no cover", "save ones", "save failed",
))  # fmt: skip
NUMBERED = re.compile(rf"({'|'.join(NUMBERS)}) ([+=-]?)(\d+)(\+?)")
RULES_OF_SHOTS = frozenset(("Twin-linked", "Rending", "Ignores Cover", "Shred", "Pinning", "Precision Shots"))

BOLTERS = ("bolt pistol", "boltgun", "storm bolter", "heavy bolter")
LASGUNS = ("lasgun", "hot-shot lasgun")


def reaches(name: str, side: Side, gun: Gun | None) -> bool:
    """Whether a named effect reaches this unit, or its shots with this weapon."""
    if name == "Siege Masters":
        return "Devastator" in side.squad.name
    if name == "Bolter Drill":
        return gun is not None and gun.name in BOLTERS
    if name.startswith("First Rank"):
        return gun is not None and gun.name in LASGUNS
    return True


def tactical(side: Side, kind: Kind) -> tuple[str, ...]:
    """Tactical Squads, and Independent Characters with them (EFF-4)."""
    return ("hit failed",) if "Tactical" in side.squad.name else ("hit ones",)


def devastator(side: Side, kind: Kind) -> tuple[str, ...]:
    """Devastators; of Independent Characters with them it says nothing."""
    mine = "Devastator" in side.squad.name and any(own.name == kind.name for own in side.squad.kinds)
    return ("hit failed",) if mine else ("hit ones",)


DOCTRINES = {"Tactical Doctrine": tactical, "Devastator Doctrine": devastator}


@lru_cache(None)
def words(side: Side, kind: Kind, gun: Gun | None = None) -> tuple[str, ...]:
    """All words of EFF-1 in force on these models, or on their shots with this weapon."""
    found: list[str] = []
    told = [effect for effect in side.effects if effect.word in AUSPEXES]
    for name, of in [effect for effect in side.effects if effect not in told[1:]]:
        if of in ("", kind.name) or (gun is not None and of == gun.name):
            named = DOCTRINES[name](side, kind) if name in DOCTRINES else NAMED.get(name)
            found += (named if reaches(name, side, gun) else ()) if named is not None else (name,)
    for spent in side.markerlights:
        name, _, n = spent.partition(" ")
        found.append({"pinpoint": f"snap bs +{n}", "scour": "gains Ignores Cover"}[name])
    assert all(known(word) for word in found), found
    return tuple(found)


@lru_cache(None)
def known(word: str) -> bool:
    """EFF-8: any other is refused."""
    match = NUMBERED.fullmatch(word)
    return word in PLAIN or word.startswith(("gains ", "loses ")) or bool(match and (match[2] or match[4]))


class Sum(NamedTuple):
    """What all words of one head come to (EFF-3)."""

    better: int = 0  # ``+N``, all together
    worse: int = 0  # ``-N``
    equal: int | None = None  # ``=N``: last
    needs: int | None = None  # ``N+``: the best


@lru_cache(None)
def total(told: tuple[str, ...], head: str) -> Sum:
    out = Sum()
    for word in told:
        match = NUMBERED.fullmatch(word)
        if not match or match[1] != head:
            continue
        n = int(match[3])
        if match[4]:
            out = out._replace(needs=min(n, out.needs or 7))
        elif match[2] == "=":
            out = out._replace(equal=n)
        elif match[2] == "-":
            out = out._replace(worse=out.worse + n)
        else:
            out = out._replace(better=out.better + n)
    return out


def clamp(n: int, least: int, most: int) -> int:
    return max(least, min(most, n))


# Whose rules (IC-3) --------------------------------------------------------------------------------------------------


def on_target(attack: Attack) -> tuple[str, ...]:
    """Words on the target that change every attack at it (EFF-4: Misfortune, Doom)."""
    told = [word for name, of in attack.target.effects if not of for word in NAMED.get(name, (name,))]
    changes = ("hit ", "wound ", "pen ones", "pen failed")
    rules = tuple(f"gains {rule}" for rule in RULES_OF_SHOTS)
    return tuple(word for word in told if word.startswith(changes) or word in rules)


@lru_cache(None)
def has(side: Side, group: Group, kind: Kind, rule: str, gun: Gun | None = None) -> bool:
    """A rule of these models themselves, or of their shots."""
    told = words(side, kind, gun)
    if f"loses {rule}" in told:
        return False
    own = rule in kind.rules or rule in group.rules or (gun is not None and rule in gun.rules)
    return own or f"gains {rule}" in told


def shared(side: Side, rule: str, alive: Collection[str]) -> bool:
    """A rule that all have as long as one model with it lives: Stealth, Preferred Enemy, Slow and Purposeful ..."""
    return any(has(side, group, kind, rule) for group, kind in side.kinds if kind.name in alive)


def dark(attack: Attack, friends: Collection[str]) -> bool:
    """The target has Stealth for the night (TGT-8). ``friends``: of the firing unit, who live."""
    return attack.night and not shared(attack.attacker, "Night Vision", friends)


def shot_rule(attack: Attack, group: Group, kind: Kind, gun: Gun, rule: str) -> bool:
    """A rule of these shots, from whatever source: the weapon, the model, what is told of either side."""
    return has(attack.attacker, group, kind, rule, gun) or f"gains {rule}" in on_target(attack)


def shot_words(attack: Attack, kind: Kind, gun: Gun) -> tuple[str, ...]:
    return words(attack.attacker, kind, gun) + on_target(attack)


RELENTLESS_TYPES = "Monstrous Creature", "Bike", "Jetbike", "Jet Pack"


def stands_still(attack: Attack, group: Group, kind: Kind, alive: Collection[str]) -> bool:
    """Counts as stationary, though it moved (WPN-21): Relentless is the model's own, Slow and Purposeful shared."""
    side = attack.attacker
    return (
        group.vehicle
        or any(group.of_type(word) for word in RELENTLESS_TYPES)
        or has(side, group, kind, "Relentless")
        or shared(side, "Slow and Purposeful", alive)
        or "stationary" in words(side, kind)
    )


# What flies (FLY-1, FMC-1) -------------------------------------------------------------------------------------------


def in_the_air(side: Side) -> bool:
    """Hard to Hit."""
    return side.flight in ("zooming", "swooping")


def of_the_skies(attack: Attack) -> bool:
    """Setting ``flyer_rules``."""
    return attack.set("flyer_rules", "rulebook") == "death_from_the_skies"


def air_target(attack: Attack) -> bool:
    """Types that Skyfire is for, whatever their mode (FLY-4)."""
    squad = attack.target.squad
    if of_the_skies(attack) and squad.of_type("Jetbike"):
        return True
    return squad.of_type("Flyer") or squad.of_type("Flying Monstrous Creature") or squad.of_type("Skimmer")


def chosen_skyfire(attack: Attack) -> bool:
    """FLY-3, FMC-2: all weapons of who zooms or swoops, if its owner says so."""
    squad = attack.attacker.squad
    if not in_the_air(attack.attacker) or (of_the_skies(attack) and "Fighter" not in squad.rules):
        return False
    return air_target(attack) if attack.skyfire is None else attack.skyfire
