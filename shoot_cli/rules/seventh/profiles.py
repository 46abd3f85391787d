"""What the cards and army lists say, as frozen records. What happens to them in a battle is in ``records.py``."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from math import inf

from shoot_cli.core.record import Record

# Types of weapon, as the rulebook prints them.
ASSAULT, HEAVY, ORDNANCE, PISTOL, RAPID_FIRE, SALVO = "Assault", "Heavy", "Ordnance", "Pistol", "Rapid Fire", "Salvo"
TEMPLATE_RANGE = None  # a template has no range in inches
UNLIMITED = inf


class Shots(Record):
    """A number of shots: ``dice`` dice of ``sides`` and ``plus``. ``Shots(1, 3)`` is D3, ``Shots(plus=4)`` is 4."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def text(self) -> str:
        rolled = f"{self.dice if self.dice > 1 else ''}D{self.sides}" if self.dice else ""
        return "+".join(part for part in (rolled, str(self.plus) if self.plus or not self.dice else "") if part)


class Weapon(Record):
    """One name that can be picked to fire: a weapon without modes, or one mode of a weapon."""

    name: str  # what is picked: "boltgun", "missile launcher (krak)"
    range: float | None  # inches; None: template
    strength: int | None  # None: no number (sniper weapons, graviton)
    ap: int | None  # None: "-", which beats no armour
    type: str  # ASSAULT ... SALVO
    shots: Shots = Shots(plus=1)
    moved_shots: Shots | None = None  # of a Salvo weapon whose bearer moved (X of Salvo X/Y)
    rules: tuple[str, ...] = ()  # special rules by their canonical name, sorted: "Gets Hot", "Rending"
    poisoned: int | None = None  # of Poisoned (N+)
    of: str = ""  # the weapon whose mode this is; "" if it has no modes
    grenade: bool = False  # one model of a unit may throw one in a phase (7E-WPN-4)
    source: str = ""
    torrent: float | None = None  # inches that the narrow end of a Torrent template may be away (7E-WPN-24)
    minimum: float | None = None  # inches: a Barrage cannot be aimed at what nobody sees nearer than this (7E-WPN-15)
    # By effects in force (7E-EFF-1):
    skill_more: int = 0  # added to the Ballistic Skill of who fires it, not of Snap Shots
    skill_is: int | None = None  # what it is set to after that
    snap_more: int = 0  # added to that of Snap Shots too
    more_shots: int = 0
    near_shots: int = 0  # as many more within half range
    guided: int | None = None  # by markerlights: so many in all may fire, beside the weapons allowed (7E-EFF-5)
    told: tuple[tuple[str, str], ...] = ()  # (head of a word, name of its effect): see ``told.py``

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def physical(self) -> str:
        """The thing that is carried: a weapon with modes is one."""
        return self.of or self.name


class Model(Record):
    """One kind of model. Saves are the number needed, None where it has none."""

    name: str
    ballistic_skill: int  # 0: cannot shoot
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
    rules: tuple[str, ...] = ()  # of this model and of its whole unit, sorted
    weapon_skill: int | None = None
    strength: int | None = None
    initiative: int | None = None
    attacks: int | None = None
    front: int | None = None  # armour values of a vehicle; None: no vehicle
    side: int | None = None
    rear: int | None = None
    hull_points: int | None = None  # ``wounds`` is the same number for a vehicle
    plural: str = ""  # what several are called; "": by the rule of English
    type: str = ""  # in a joined unit, of the unit it came from; "": that of the whole unit
    part: str = ""  # in a joined unit, the name of the unit it came from; "": it is of no joined unit
    # By effects in force (7E-EFF-1):
    cover: int | None = None  # a cover save that it has wherever it stands
    cover_better: int = 0
    cover_worse: int = 0  # after everything that makes it better
    to_glance: int | None = None  # a penetrating hit is a glancing hit on this roll or more (7E-VEH-16)

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def vehicle(self) -> bool:
        return self.front is not None

    def working(self, lost: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Names of its weapons that can be destroyed, one for each, in the order of the list (7E-VEH-5)."""
        first_mode: dict[str, str] = {}
        names = [
            weapon.physical
            for weapon in self.weapons
            if not weapon.of or first_mode.setdefault(weapon.of, weapon.name) == weapon.name
        ]
        for name in lost:
            if name in names:
                names.remove(name)
        return tuple(names)


class Unit(Record):
    """A unit as its list has it: models nearest to the enemy first."""

    name: str
    type: str  # as printed: "Infantry", "Vehicle (Tank)"
    models: tuple[tuple[Model, int], ...]
    rules: tuple[str, ...] = ()  # of the unit, sorted, canonical where known
    points: int | None = None
    note: str = ""
    faction: str = ""
    capacity: int | None = None  # models that each vehicle carries; None: no transport
    fire_points: int = 0  # passengers who may shoot out of each vehicle; all of an open-topped one, whatever this says
    joined_to: str = ""  # the unit of its list that this character has joined from the beginning (7E-IC-6)

    def has(self, rule: str) -> bool:
        """True if the unit, or at least one of its models, has the rule."""
        return rule in self.every_rule

    def type_of(self, model: Model) -> str:
        """The type of one of its models: characters who have joined keep their own (7E-IC-3)."""
        return model.type or self.type

    def types(self) -> tuple[str, ...]:
        """Every type there is among its models, its own first."""
        return tuple(dict.fromkeys((self.type, *(self.type_of(model) for model, _ in self.models))))

    def model_of_type(self, model: Model, word: str) -> bool:
        """``of_type`` of one of its models."""
        return word.casefold() in self.type_of(model).casefold() or model.has(word) or word in self.rules

    def among(self, alive: Collection[int]) -> Unit:
        """As it is once others than these kinds have fallen: what they shared falls with them (7E-IC-3, 7E-IC-5)."""
        models = tuple(
            (model if i in alive or not model.rules else model.but(rules=()), n)
            for i, (model, n) in enumerate(self.models)
        )
        return self if models == self.models else self.but(models=models)

    def of_type(self, word: str) -> bool:
        """True if the word stands in its type, or is a rule of it: "Fast", "Open-topped", "Skimmer", "Walker"."""
        return word.casefold() in self.type.casefold() or self.has(word)

    @cached_property
    def every_rule(self) -> frozenset[str]:
        """Its rules, and those of its models."""
        return frozenset(self.rules).union(*(model.rules for model, _ in self.models))

    @cached_property
    def vehicle(self) -> bool:
        return any(model.vehicle for model, _ in self.models)

    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon that its models carry, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Unit names are unique in it (the loader adds numbers to those that are not)."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    faction: str = ""
    only_targets: bool = False  # no army: units that attacks are measured against
