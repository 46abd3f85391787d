"""What lists say, frozen; printed values; settings."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from math import inf

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import INCH, NONE, split_list, whole_number
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import settings_of

# What the cards and army lists say, as frozen records. What happens to them in a battle is in ``records.py``.

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
    told: tuple[tuple[str, str], ...] = ()  # (head of a word, name of its effect): see ``charts.py``

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


# Values as the books print them: ``3+``, ``-``, ``24"``, ``Heavy D3``, ``2+/5++``.

PRIMARY = "Primary Weapon"
TYPES = {plain_name(name): name for name in (ASSAULT, HEAVY, ORDNANCE, PISTOL, PRIMARY, RAPID_FIRE, SALVO)}
LONGEST_RANGE = 960  # inches: Apocalypse tables have been longer than one would think
MOST_SHOTS = 100

# Unit types as the rulebook prints them. A type may be made of several, as in "Vehicle (Fast, Skimmer)".
UNIT_TYPES = (
    "Infantry", "Jump Infantry", "Jet Pack Infantry", "Monstrous Creature", "Flying Monstrous Creature",
    "Jump Monstrous Creature", "Jet Pack Monstrous Creature", "Gargantuan Creature", "Flying Gargantuan Creature",
    "Bike", "Jetbike", "Beast", "Cavalry", "Artillery", "Swarm", "Vehicle", "Walker", "Tank", "Skimmer", "Flyer",
    "Hover", "Chariot", "Fast", "Heavy", "Open-topped", "Transport", "Super-heavy", "Character",
)  # fmt: skip
# Words that no other unit has in its type.
OF_VEHICLES = ("Vehicle", "Walker", "Tank", "Skimmer", "Flyer", "Hover", "Chariot")

_INCHES = re.compile(rf"(?:(\d{{1,3}})\s*{INCH}\s*[-–—]\s*)?(\d{{1,4}}(?:\.\d)?)\s*{INCH}", re.ASCII | re.IGNORECASE)
_DICE = re.compile(r"(\d{0,2})D([36])(?:\+(\d{1,2}))?", re.ASCII | re.IGNORECASE)
_TYPE = re.compile(r"(?P<name>[a-z][a-z \-]*?)\s*(?P<shots>[0-9]*d?[0-9][0-9+/d ]*)?", re.IGNORECASE)

_TYPE_WORDS = {word.casefold(): word for kind in UNIT_TYPES for word in kind.split()}
_TYPE_WORD = re.compile(r"open[ -]topped|super[ -]heavy|jet[ -]?packs?|[^\W\d_]+(?:-[^\W\d_]+)*", re.IGNORECASE)


class Fire(Record):
    """What the type of a weapon says: how it fires, how often, and special rules that were written behind it."""

    type: str
    shots: Shots
    moved_shots: Shots | None
    rules: tuple[str, ...]


def range_of(text: str) -> float | None:
    """Inches; None for a template. A minimum may stand before them: ``12"-48"`` is 48."""
    return reach_of(text)[1]


def reach_of(text: str) -> tuple[float | None, float | None]:
    """The minimum range in inches, None without one, and the range as of ``range_of``: ``12"-48"`` is (12, 48)."""
    said = text.casefold()
    if said in ("template", "t"):
        return None, TEMPLATE_RANGE
    if said in ("unlimited", "infinite"):
        return None, UNLIMITED
    found = _INCHES.fullmatch(said)
    if not found or not int(found[1] or 0) < float(found[2]) <= LONGEST_RANGE:
        raise ValueError(f'{shown(text)} is no range; write inches as 24 or 24" or 12-48, Template or unlimited')
    inches = float(found[2])
    return (int(found[1]) if found[1] else None), (int(inches) if inches == int(inches) else inches)


def strength_of(text: str) -> int | None:
    """1 to 10; None where the book prints no number (X of snipers, * of graviton)."""
    if text.casefold() in ("x", "*", *NONE):
        return None
    if text.casefold() == "d":
        raise ValueError("Destroyer weapons (S D) are not played here; leave the weapon out")
    return whole_number(text, 1, 10, ", X or *")


def ap_of(text: str) -> int | None:
    """1 to 6; None for "-"."""
    return None if text.casefold() in NONE else whole_number(text, 1, 6, ' or "-"')


def skill_of(text: str) -> int:
    """0 to 10; "-" is 0."""
    return 0 if text in NONE else whole_number(text, 0, 10, ' or "-"')


def shots_of(text: str) -> Shots:
    """``3``, ``D3``, ``2D6`` or ``D6+1``."""
    said = text.strip()
    if found := _DICE.fullmatch(said):
        shots = Shots(int(found[1] or 1), int(found[2]), int(found[3] or 0))
        if shots.dice >= 1 and shots.dice * shots.sides + shots.plus <= MOST_SHOTS:
            return shots
    elif said.isascii() and said.isdigit() and len(said) <= 3 and 1 <= int(said) <= MOST_SHOTS:
        return Shots(plus=int(said))
    raise ValueError(f"{shown(text)} is no number of shots; write 3, D3, 2D6 or D6+1, at most {MOST_SHOTS}")


def fire_of(text: str) -> Fire:
    """``Rapid Fire``, ``Heavy 3``, ``Salvo 2/3``; special rules may follow after commas, as the books print them."""
    first, *rules = split_list(text) or [""]
    found = _TYPE.fullmatch(first)
    name = TYPES.get(plain_name(found["name"])) if found else None
    if not found or not name:
        letters = re.sub(r"[^a-zA-Z ]", "", first).strip()
        raise ValueError(f"{shown(first)} is no type of weapon; {did_you_mean(letters or first, TYPES.values())}")
    shots = found["shots"]
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
    """The type of a unit, spelt as the rulebook does where its words are known: ``vehicle (open topped, fast)``."""
    return _TYPE_WORD.sub(lambda found: _type_word(found[0]) or found[0], " ".join(text.split()))


def odd_words_of(text: str) -> tuple[list[str], list[str]]:
    """The words of a type that are known and those that are not, as they are written."""
    words = _TYPE_WORD.findall(text)
    return [word for word in words if _type_word(word)], [word for word in words if not _type_word(word)]


def _type_word(said: str) -> str | None:
    """The word as the rulebook spells it, a plural kept; None if it belongs to no type."""
    word = "-".join(said.casefold().split()) if said.casefold().startswith(("open", "super")) else said.casefold()
    if word.startswith("jet") and word.rstrip("s").endswith("pack"):
        return "Jet Pack"
    one = word.removesuffix("s")
    return _TYPE_WORDS.get(word) or (f"{_TYPE_WORDS[one]}s" if one in _TYPE_WORDS else None)


# Lines of the rules that groups read differently, of ``settings.md``; the first value of each is ours.

SETTINGS = settings_of(__file__)
