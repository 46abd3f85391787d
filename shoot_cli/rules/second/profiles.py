"""What the lists of 2nd edition say, as frozen records. What happens to them in a battle is in ``records.py``."""

from __future__ import annotations

from shoot_cli.core.record import Record

SMALLER, HUMAN_SIZED, VEHICLE, MONSTROUS = CATEGORIES = ("smaller", "human-sized", "vehicle", "monstrous")
AUTOMATIC = None  # in place of a to-hit modifier: no roll is needed at that band
USUAL_LEADERSHIP = 7


class Dice(Record):
    """A sum of dice and a number: ``Dice(((1, 6), (2, 12)), 8)`` is D6+2D12+8, ``Dice((), 1)`` is 1."""

    dice: tuple[tuple[int, int], ...] = ()  # (how many, sides), in the order printed
    plus: int = 0

    @property
    def text(self) -> str:
        parts = [f"{n if n > 1 else ''}D{sides}" for n, sides in self.dice]
        return "+".join([*parts, *([str(self.plus)] if self.plus or not parts else [])])

    @property
    def least(self) -> int:
        return sum(n for n, _ in self.dice) + self.plus

    @property
    def most(self) -> int:
        return sum(n * sides for n, sides in self.dice) + self.plus


class Weapon(Record):
    """One name that can be picked to fire: a weapon without modes, or one mode of a weapon."""

    name: str  # "boltgun", "missile launcher (krak)"
    short: float | None  # inches; None: a template
    long: float | None  # inches; None: a template, or nothing beyond short range
    hit_short: int | None = 0  # added to the die; AUTOMATIC: no roll is needed
    hit_long: int | None = 0
    strength: int = 3
    damage: Dice = Dice((), 1)  # of each unsaved wound
    save_modifier: int = 0  # zero or less, added to the save roll
    penetration: Dice = Dice()
    sustained: int = 0  # sustained fire dice
    move_or_fire: bool = False
    blast: float | None = None  # radius in inches
    template: bool = False
    thrown: bool = False  # a grenade: the players say how far it reaches
    rules: tuple[str, ...] = ()  # canonical, sorted
    of: str = ""  # the weapon whose mode this is
    explodes: int | None = None  # so many jams in one roll destroy it and slay the bearer (2E-SF-5)
    recharge: int = 0  # of the owner's turns in which it is silent after it fired (2E-SPC-4)
    source: str = ""

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def area(self) -> bool:
        return self.template or self.blast is not None or self.has("Venom Cannon")


class Save(Record):
    """``3+`` is Save(3), ``3+ on 2D6`` is Save(3, 2), flak (6+, 5+ against areas) is Save(6, 1, 5)."""

    target: int
    dice: int = 1
    area: int | None = None  # the number against blasts and templates; None: the same


class Field(Record):
    """A save that no modifier worsens, taken before armour (2E-SAV-5)."""

    name: str  # "refractor field"
    target: int


class Location(Record):
    """A part of a vehicle, walker or support weapon (2E-VEH-1)."""

    name: str
    faces: tuple[int, ...]  # of the location die
    front: int = 0
    side: int = 0  # side and rear
    crew: bool = False  # wounded and saved like an infantryman, by the model's own values
    rows: tuple[str, ...] = ()  # the six rows of its damage table, where the list has them


class Model(Record):
    """One kind of model."""

    name: str
    ballistic_skill: int  # 0: cannot shoot
    toughness: int = 0  # 0: a vehicle without crew that can be hit
    wounds: int = 1
    leadership: int = USUAL_LEADERSHIP
    save: Save | None = None
    field: Field | None = None
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[str, ...] = ()  # of the model and of its whole unit, sorted
    character: bool = False
    locations: tuple[Location, ...] = ()  # () of models that are wounded
    movement: int | None = None
    weapon_skill: int | None = None
    strength: int | None = None
    initiative: int | None = None
    attacks: int | None = None
    plural: str = ""  # what several are called; "": by the rule of English

    def has(self, rule: str) -> bool:
        return rule in self.rules


class Unit(Record):
    """A unit as its list has it: models nearest to the enemy first."""

    name: str
    type: str  # "Infantry", "Vehicle", "Walker", "Support weapon", "Character"
    category: str  # one of CATEGORIES (2E-TGT-1)
    models: tuple[tuple[Model, int], ...]
    rules: tuple[str, ...] = ()
    points: int | None = None
    note: str = ""
    faction: str = ""

    def has(self, rule: str) -> bool:
        """True if the unit, or at least one of its models, has the rule."""
        return rule in self.rules or any(model.has(rule) for model, _ in self.models)

    @property
    def datafax(self) -> bool:
        """True if it is hit location by location."""
        return any(model.locations for model, _ in self.models)

    @property
    def machine(self) -> bool:
        """True of vehicles and walkers: they fire every weapon that somebody mans, moving or not."""
        return self.type in ("Vehicle", "Walker") or any(model.locations for model, _ in self.models)

    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon that its models carry, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Unit names are unique in it (the loader adds numbers to those that are not)."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    faction: str = ""
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how this group reads the rules
    only_targets: bool = False  # no army: units that attacks are measured against
