"""Profiles from lists as frozen records, values as printed, and settings. `records.py` has their state in a battle."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from math import inf

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import INCH, NONE, split_list, whole_number
from shoot_cli.engine.names import dice_text
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import settings_of

ASSAULT, HEAVY, ORDNANCE, PISTOL, RAPID_FIRE, SALVO = "Assault", "Heavy", "Ordnance", "Pistol", "Rapid Fire", "Salvo"
TEMPLATE_RANGE = None  # a template has no range in inches
UNLIMITED = inf


class Shots(Record):
    """A number of shots: `dice` dice with `sides` sides, plus `plus`. `Shots(1, 3)` is D3, `Shots(plus=4)` is 4."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def text(self) -> str:
        return dice_text([(self.dice, self.sides)], self.plus)


class Weapon(Record):
    """A weapon name that can be fired: a weapon without modes, or one mode of a weapon."""

    name: str  # name to choose: "boltgun", "missile launcher (krak)"
    range: float | None  # inches; None: template
    strength: int | None  # None: no number (sniper weapons, graviton)
    ap: int | None  # None: "-", which beats no armour
    type: str  # ASSAULT ... SALVO
    shots: Shots = Shots(plus=1)
    moved_shots: Shots | None = None  # X of Salvo X/Y, for a bearer that moved
    rules: tuple[str, ...] = ()  # special rules by standard name, sorted: "Gets Hot", "Rending"
    poisoned: int | None = None  # N of Poisoned (N+)
    mode_of: str = ""  # the weapon that this mode belongs to; "" if it has no modes
    grenade: bool = False  # one model of a unit may throw one in a phase (7E-WPN-4)
    source: str = ""
    torrent: float | None = None  # inches to the narrow end of a Torrent template (7E-WPN-24)
    minimum: float | None = None  # inches: a Barrage cannot aim at unseen targets nearer than this (7E-WPN-15)
    # Changes by active effects (7E-EFF-1):
    skill_more: int = 0  # added to the firer's Ballistic Skill, except for Snap Shots
    skill_is: int | None = None  # Ballistic Skill set afterwards
    snap_more: int = 0  # added to the Ballistic Skill, Snap Shots included
    more_shots: int = 0
    near_shots: int = 0  # additional shots within half range
    # guided by markerlights: how many of the unit may fire, beyond its usual number of weapons (7E-EFF-5)
    guided: int | None = None
    effect_names: tuple[tuple[str, str], ...] = ()  # (head of a word, name of its effect), see `charts.py`

    def type_text(self) -> str:
        """Return such words as `Heavy 3`, `Rapid Fire` or `Salvo 2/3`."""
        if self.type in (RAPID_FIRE, PISTOL):
            return self.type
        moved = f"{self.moved_shots.text}/" if self.moved_shots else ""
        return f"{self.type} {moved}{self.shots.text}"

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def costs(self) -> tuple[str, ...]:
        """What firing it costs its bearer. Such a mode is proposed only if no other mode works."""
        return tuple(rule for rule in ("Gets Hot", "One Use Only") if rule in self.rules)

    @property
    def physical(self) -> str:
        """Return the name of the carried weapon, which is the same for all its modes."""
        return self.mode_of or self.name


class Model(Record):
    """A kind of model. A save is the number needed; None without this save."""

    name: str
    ballistic_skill: int  # 0 means that it fires only Templates
    toughness: int
    wounds: int = 1
    leadership: int = 7
    armour: int | None = None
    invulnerable: int | None = None
    feel_no_pain: int | None = None
    reanimation: int | None = None  # Reanimation Protocols
    character: bool = False
    independent: bool = False  # Independent Character
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[str, ...] = ()  # rules of this model and of its whole unit, sorted
    weapon_skill: int | None = None
    strength: int | None = None
    initiative: int | None = None
    attacks: int | None = None
    front: int | None = None  # armour values of a vehicle; None for other models
    side: int | None = None
    rear: int | None = None
    hull_points: int | None = None  # equal to `wounds` for a vehicle
    plural: str = ""  # plural of the name; "": by the rules of English
    type: str = ""  # in a joined unit, the type of the unit it came from; "": the whole unit's type
    part: str = ""  # in a joined unit, the name of the unit it came from; "" in other units
    # Changes by active effects (7E-EFF-1):
    cover: int | None = None  # a cover save that it has anywhere
    cover_better: int = 0
    cover_worse: int = 0  # applied after all bonuses
    to_glance: int | None = None  # on this roll or more, a penetrating hit becomes a glancing hit (7E-VEH-16)

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def vehicle(self) -> bool:
        return self.front is not None

    def skilled_for(self, weapon: Weapon) -> bool:
        """Return True if it can aim this weapon: with Ballistic Skill 0 only a Template (7E-NOM-3 g)."""
        return self.ballistic_skill > 0 or weapon.has("Template")

    def working(self, lost: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the weapons that can be destroyed, one name for each, in list order (7E-VEH-5)."""
        first_mode: dict[str, str] = {}
        names = [
            weapon.physical
            for weapon in self.weapons
            if not weapon.mode_of or first_mode.setdefault(weapon.mode_of, weapon.name) == weapon.name
        ]
        for name in lost:
            if name in names:
                names.remove(name)
        return tuple(names)


class Unit(Record):
    """A unit of a list; the models nearest to the enemy come first."""

    name: str
    type: str  # as printed: "Infantry", "Vehicle (Tank)"
    models: tuple[tuple[Model, int], ...]
    rules: tuple[str, ...] = ()  # rules of the whole unit, sorted, with standard names where known
    points: int | None = None
    note: str = ""
    faction: str = ""
    capacity: int | None = None  # models that each vehicle carries; None if it is no transport
    fire_points: int = 0  # passengers who may shoot from each vehicle; open-topped vehicles ignore it
    joined_to: str = ""  # name of the unit that this character has joined from the start (7E-IC-6)
    rides_in: str = ""  # name of the transport in which the unit begins the battle (7E-WPN-23)

    def room(self, vehicles: int) -> int:
        """Return how many models so many of its vehicles carry (7E-WPN-23)."""
        return (self.capacity or 0) * vehicles

    def has(self, rule: str) -> bool:
        """Return True if the unit or one of its models has the rule."""
        return rule in self.every_rule

    def type_of(self, model: Model) -> str:
        """Return the type of one of its models; joined characters keep their own (7E-IC-3)."""
        return model.type or self.type

    def types(self) -> tuple[str, ...]:
        """Return all types among its models, the unit's own first."""
        return tuple(dict.fromkeys((self.type, *(self.type_of(model) for model, _ in self.models))))

    def model_of_type(self, model: Model, word: str) -> bool:
        return word.casefold() in self.type_of(model).casefold() or model.has(word) or word in self.rules

    def among(self, alive: Collection[int]) -> Unit:
        """Return the unit when only these kinds are left: rules of fallen models are removed (7E-IC-3, 7E-IC-5)."""
        models = tuple(
            (model if i in alive or not model.rules else model.but(rules=()), n)
            for i, (model, n) in enumerate(self.models)
        )
        return self if models == self.models else self.but(models=models)

    def of_type(self, word: str) -> bool:
        """Return True if the word is in its type or rules: "Fast", "Open-topped", "Skimmer", "Walker"."""
        return word.casefold() in self.type.casefold() or self.has(word)

    @cached_property
    def every_rule(self) -> frozenset[str]:
        return frozenset(self.rules).union(*(model.rules for model, _ in self.models))

    @cached_property
    def vehicle(self) -> bool:
        return any(model.vehicle for model, _ in self.models)

    def weapons(self) -> tuple[Weapon, ...]:
        """Return all weapons of its models, in list order."""
        return self.every_weapon

    @cached_property
    def every_weapon(self) -> tuple[Weapon, ...]:
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. The loader numbers units with equal names, so names are unique."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    faction: str = ""
    only_targets: bool = False  # no army, but typical targets for attacks


# Values as the books print them: `3+`, `-`, `24"`, `Heavy D3`, `2+/5++`.

PRIMARY = "Primary Weapon"
TYPES = {plain_name(name): name for name in (ASSAULT, HEAVY, ORDNANCE, PISTOL, PRIMARY, RAPID_FIRE, SALVO)}
LONGEST_RANGE = 960  # inches, because Apocalypse tables are long
MOST_SHOTS = 100

# Unit types as printed. A type may have several words, as in "Vehicle (Fast, Skimmer)".
UNIT_TYPES = (
    "Infantry", "Jump Infantry", "Jet Pack Infantry", "Monstrous Creature", "Flying Monstrous Creature",
    "Jump Monstrous Creature", "Jet Pack Monstrous Creature", "Gargantuan Creature", "Flying Gargantuan Creature",
    "Bike", "Jetbike", "Beast", "Cavalry", "Artillery", "Swarm", "Vehicle", "Walker", "Tank", "Skimmer", "Flyer",
    "Hover", "Chariot", "Fast", "Heavy", "Open-topped", "Transport", "Super-heavy", "Character",
    "Fighter",
)  # fmt: skip
# Words that only vehicles have in their type.
OF_VEHICLES = ("Vehicle", "Walker", "Tank", "Skimmer", "Flyer", "Hover", "Chariot")

_INCHES = rf"(?ai)(?:(\d{{1,3}})\s*{INCH}\s*[-–—]\s*)?(\d{{1,4}}(?:\.\d)?)\s*{INCH}"
_DICE = r"(?ai)(\d{0,2})D([36])(?:\+(\d{1,2}))?"
_TYPE = r"(?i)(?P<name>[a-z][a-z \-]*?)\s*(?P<shots>[0-9]*d?[0-9][0-9+/d ]*)?"

_TYPE_WORDS = {word.casefold(): word for kind in UNIT_TYPES for word in kind.split()}
_GROUND_CREATURE = r"(?<!Flying )\b(?:Monstrous|Gargantuan) Creature"
_TYPE_WORD = r"(?i)open[ -]topped|super[ -]heavy|jet[ -]?packs?|[^\W\d_]+(?:-[^\W\d_]+)*"


class Fire(Record):
    """A weapon's type as read: how it fires, number of shots, and the special rules written after it."""

    type: str
    shots: Shots
    moved_shots: Shots | None
    rules: tuple[str, ...]


def range_of(text: str) -> float | None:
    """Return the range in inches; None for a template. A minimum may come first: `12"-48"` is 48."""
    return reach_of(text)[1]


def reach_of(text: str) -> tuple[float | None, float | None]:
    """Return the minimum range, None without one, and the range as in `range_of`: `12"-48"` is (12, 48)."""
    lowered = text.casefold()
    if lowered in ("template", "t"):
        return None, TEMPLATE_RANGE
    if lowered in ("unlimited", "infinite"):
        return None, UNLIMITED
    match = re.fullmatch(_INCHES, lowered)
    if not match or not int(match[1] or 0) < float(match[2]) <= LONGEST_RANGE:
        raise ValueError(f'{shown(text)} is no range; write inches as 24 or 24" or 12-48, Template or unlimited')
    inches = float(match[2])
    return (int(match[1]) if match[1] else None), (int(inches) if inches == int(inches) else inches)


def strength_of(text: str) -> int | None:
    """Return 1 to 10; None if no number is printed (X of snipers, * of graviton)."""
    if text.casefold() in ("x", "*", *NONE):
        return None
    if text.casefold() == "d":
        raise ValueError("Destroyer weapons (S D) are not played here; leave the weapon out")
    return whole_number(text, 1, 10, ", X or *")


def ap_of(text: str) -> int | None:
    """Return 1 to 6; None for "-"."""
    return None if text.casefold() in NONE else whole_number(text, 1, 6, ' or "-"')


def skill_of(text: str) -> int:
    """Return 0 to 10; "-" is 0."""
    return 0 if text in NONE else whole_number(text, 0, 10, ' or "-"')


def shots_of(text: str) -> Shots:
    """Return the shots of `3`, `D3`, `2D6` or `D6+1`."""
    typed = text.strip()
    if match := re.fullmatch(_DICE, typed):
        shots = Shots(int(match[1] or 1), int(match[2]), int(match[3] or 0))
        if shots.dice >= 1 and shots.dice * shots.sides + shots.plus <= MOST_SHOTS:
            return shots
    elif typed.isascii() and typed.isdigit() and len(typed) <= 3 and 1 <= int(typed) <= MOST_SHOTS:
        return Shots(plus=int(typed))
    raise ValueError(f"{shown(text)} is no number of shots; write 3, D3, 2D6 or D6+1, at most {MOST_SHOTS}")


def fire_of(text: str) -> Fire:
    """Read a type such as `Rapid Fire`, `Heavy 3` or `Salvo 2/3`; special rules may follow after commas."""
    first, *rules = split_list(text) or [""]
    match = re.fullmatch(_TYPE, first)
    name = TYPES.get(plain_name(match["name"])) if match else None
    if not match or not name:
        letters = re.sub(r"[^a-zA-Z ]", "", first).strip()
        raise ValueError(f"{shown(first)} is no type of weapon; {did_you_mean(letters or first, TYPES.values())}")
    shots = match["shots"]
    if name in (PISTOL, RAPID_FIRE):
        if shots and shots.strip() != "1":
            raise ValueError(f"{shown(first)}: {name} has no number of shots; write {name}")
        return Fire(name, Shots(plus=1), None, tuple(rules))
    if not shots:
        raise ValueError(f"{shown(first)} lacks the number of shots; write {name} {'2/3' if name == SALVO else '1'}")
    if name != SALVO:
        return Fire(name, shots_of(shots), None, tuple(rules))
    moved, stroke, still = shots.partition("/")
    if not stroke:
        raise ValueError(f"{shown(first)} lacks the shots of a bearer that stood still; write Salvo 2/3")
    return Fire(name, shots_of(still), shots_of(moved), tuple(rules))


def type_of(text: str) -> str:
    """Return a unit's type in the rulebook's spelling, where its words are known: `vehicle (open topped, fast)`.

    >>> type_of("monstrous creature (character, flying)")
    'Flying Monstrous Creature (Character)'
    """
    spelt = re.sub(_TYPE_WORD, lambda match: _type_word(match[0]) or match[0], " ".join(text.split()))
    if "Flying" not in spelt or not re.search(_GROUND_CREATURE, spelt):
        return spelt
    rest = re.sub(r",? *\bFlying\b", "", spelt).replace("(, ", "(").replace(" ()", "").replace("()", "")
    return re.sub(_GROUND_CREATURE, r"Flying \g<0>", rest)


def types_in(text: str) -> list[str]:
    """Return the types that stand in these words, with commas or without, and a bracket behind them or not.

    >>> types_in("Open-topped Fast, Flying Monstrous Creature")
    ['Open-topped', 'Fast', 'Flying Monstrous Creature']
    """
    words, types = text.replace(",", " ").replace(")", " ").split(), list[str]()
    while words:
        longest = next((n for n in (3, 2) if " ".join(words[:n]).removesuffix("s") in UNIT_TYPES), 1)
        types.append(" ".join(words[:longest]))
        words = words[longest:]
    return types


def odd_words_of(text: str) -> tuple[list[str], list[str]]:
    """Return the known and the unknown words of a type, as they are written."""
    words = re.findall(_TYPE_WORD, text)
    return [word for word in words if _type_word(word)], [word for word in words if not _type_word(word)]


def _type_word(text: str) -> str | None:
    """Return the word in the rulebook's spelling, plural kept; None if it is in no type."""
    word = "-".join(text.casefold().split()) if text.casefold().startswith(("open", "super")) else text.casefold()
    if word.startswith("jet") and word.rstrip("s").endswith("pack"):
        return "Jet Pack"
    if word == "fmc":
        return "Flying Monstrous Creature"
    singular = word.removesuffix("s")
    return _TYPE_WORDS.get(word) or (f"{_TYPE_WORDS[singular]}s" if singular in _TYPE_WORDS else None)


# Rules that groups read differently, from `settings.md`; the first value is the default.

SETTINGS = settings_of(__file__)
