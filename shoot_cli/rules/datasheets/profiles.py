"""Datasheets and army lists as frozen records, the reading of printed values, and differences between editions as data.

The parts of an Attached unit, and what remains when a part is destroyed, are at the end (ORD-6). What happens to units
in a battle is in ``records.py`` and ``tokens.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from shoot_cli.armies.army import ArmyBlock, ArmyEntry, has_keyword
from shoot_cli.armies.yaml_text import NONE, whole_number
from shoot_cli.engine.names import dice_text, name_key, written
from shoot_cli.engine.reasons import Reason, shown
from shoot_cli.engine.record import Hashed, Record


class EditionTerms(Record):
    """The ids of rules in an edition, and its numbers. The package names a rule as all editions call it (``HIT-4``);
    ``rule`` returns its id in this edition. If a rule differs in more than a number, the edition has its own function.
    """

    prefix: str  # "XE": HIT-4 is its XE-HIT-4
    renamed: tuple[tuple[str, str], ...] = ()  # rules with another id: ("OOP-1", "XE-SNAP-1")
    cap: int = 1  # the cap of all modifiers of a hit or wound roll (HIT-4, WND-3)
    best: int = 2  # BS and Sv are never better than this (MOD-2)
    worst: int = 99  # BS is never worse than this
    bounds: str = ""  # the rule that says so, if it is a rule of its own
    blast_per: int = 5  # models of the target per additional attack (WPN-BLAST-1)
    halve_first: bool = True  # damage is halved before anything is added (MOD-1)
    zero_stays: bool = False  # a value that is set to 0 takes no further modifiers (MOD-5)
    lone_together: bool = False  # Lone Operative works for an Attached unit if every model has it (TGT-6)
    pistols: str = "Pistols"  # the name of weapons for close quarters (TGT-9)
    rapid_beside: bool = False  # Rapid Fire dice are no part of A and nothing reduces them (WPN-RF-1)
    sixes_only: str = "Fire Overwatch"  # the shooting in which only unmodified 6s hit (OOP-1)
    overwatch_hits: int = 6
    overwatch_reach: int = 24  # inches (OOP-1)
    demise_need: int = 6  # (DEMISE-1)
    demise_reach: int = 6  # inches
    out_before_demise: bool = False  # passengers of the destroyed transport are out when it is rolled (DEMISE-1)
    toughness_when: str = "as it was when the target was selected"  # the Toughness that counts (WND-4)
    packets_wait: str = "after all other attacks"  # when Devastating Wounds are allocated (ORD-4)

    def rule(self, name: str) -> str:
        """Return the id of a rule in this edition.

        >>> EditionTerms("XE").rule("HIT-4")
        'XE-HIT-4'
        """
        if (rule_id := self.ids.get(name)) is None:
            rule_id = self.ids[name] = dict(self.renamed).get(name) or f"{self.prefix}-{name}"
        return rule_id

    @cached_property
    def ids(self) -> dict[str, str]:
        """Return the cache of rule ids. Every roll gives its reasons, so the same ids are needed often."""
        return {}

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return Reason(text, self.rule(rule), value)

    def rules(self, *names: str) -> tuple[str, ...]:
        """Return the ids without duplicates. One rule of an edition may replace several."""
        return tuple(dict.fromkeys(map(self.rule, names)))


class ThrownStratagem(NamedTuple):
    """A stratagem by which a unit throws something instead of shooting (OOP-3)."""

    name: str  # the value of `Nomination.doing`
    keyword: str  # the keyword of units that can use it
    source: str  # the stratagem
    singular: str  # "a grenade"
    plural: str  # "grenades"
    reach: int = 8  # inches
    dice: int = 6
    need: int = 4
    called: tuple[str, ...] = ()  # other words that players use


class Amount(Record):
    """A number as datasheets print it: ``dice`` dice of ``sides``, and ``plus``. ``Amount(1, 6, 3)`` is D6+3."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def text(self) -> str:
        return dice_text([(self.dice, self.sides)], self.plus)

    @property
    def most(self) -> int:
        return self.dice * self.sides + self.plus

    @property
    def average(self) -> float:
        return self.dice * (self.sides + 1) / 2 + self.plus


ONE_TARGET = "the whole squad shoots at one unit"  # a condition that is known once targets are selected


class Condition(Record):
    """A condition of an ability. ``kind`` is a row of the conditions of ``abilities.md``.

    ``words`` are keywords (upper case, sorted), the span of "once", a question to players, or a property of the attack
    ("AP -1", "psychic"). A state of the target begins with "target ". ``number`` is in inches.
    """

    kind: str
    words: tuple[str, ...] = ()
    number: int = 0


class Reach(Record):
    """The models that an ability works for: a row of the reaches of ``abilities.md``. ``kind`` "" is its owner."""

    kind: str = ""
    keywords: tuple[str, ...] = ()  # all are required; upper case
    inches: int = 0
    without: bool = False  # the unit's models with these keywords are left out, instead of meant


BEARER = Reach()
CHARACTER = "CHARACTER"


class Ability(Record):
    """A weapon ability, core ability or datasheet effect by its canonical name (listed in ``abilities.md``)."""

    name: str
    amount: Amount | None = None  # the X of Rapid Fire X, +N or "-1"; always positive, the name has the sign
    need: int | None = None  # the N of N+
    keyword: str = ""  # the keyword of abilities such as Anti-KEYWORD, upper case
    rolls: tuple[str, ...] = ()  # the rolls of "re-roll one hit roll or save"
    conditions: tuple[Condition, ...] = ()  # all must hold (EFF-8)
    reach: Reach = BEARER
    incoming: bool = False  # it works on attacks at its owner
    called: str = ""  # the NAME after "as"; abilities with equal names work once (EFF-31)
    span: str = ""  # when a mark or roll happens: "after shooting", "after shooting for a turn"; "": start of the phase
    dice: int = 1  # number of dice for mortal wounds by a roll; 0: one per model
    gives: tuple[Ability, ...] = ()  # the abilities that "one of", "mark" or "lend" holds
    text: str = ""  # as shown to players

    @property
    def number(self) -> int:
        """Return the amount as a plain number; 1 if none is written."""
        return self.amount.plus if self.amount is not None else 1

    @property
    def conditional(self) -> bool:
        """Return True if the ability does not always count."""
        return bool(self.conditions or self.reach.kind not in ("", "led", "unit"))


class Weapon(Record):
    """A name that can be picked to fire: a weapon, or one profile of a weapon that has several."""

    name: str  # as picked: "bolt rifle", "plasma incinerator: supercharge"
    range: float  # inches
    attacks: Amount
    skill: int | None  # the number before the plus; None: it hits automatically (N/A)
    strength: int  # 0: none, its abilities say what it does
    ap: int  # 0 or less
    damage: Amount
    abilities: tuple[Ability, ...] = ()  # sorted by text
    mode_of: str = ""  # the weapon that this is a profile of; "" if it has one profile
    strength_roll: Amount = Amount()  # if Strength is rolled; `strength` is then the lowest result
    source: str = ""

    @property
    def costs(self) -> tuple[str, ...]:
        """What firing it costs its bearer, as the list has it. Such a profile is not proposed if another will do."""
        return tuple(ability.name for ability in self.abilities if ability.name in ("Hazardous", "One Shot"))

    def has(self, name: str) -> bool:
        # this runs at every prompt
        return bool(self.abilities) and name in [ability.name for ability in self.abilities]

    def get(self, name: str) -> Ability | None:
        return next((ability for ability in self.abilities if ability.name == name), None)


class Model(Record):
    """A kind of model. Saves are the number before the plus or None; ``save`` may be 7. Its abilities and keywords
    include those of the unit that it came with.
    """

    name: str
    toughness: int
    save: int | None
    wounds: int = 1
    invulnerable: int | None = None
    feel_no_pain: int | None = None  # the characteristic; Feel No Pain with conditions is in `abilities`
    character: bool = False
    leader: bool = False  # it leads, or is attached to, a unit that it did not come with
    weapons: tuple[Weapon, ...] = ()  # in list order; a name stands twice if two are carried
    abilities: tuple[Ability, ...] = ()
    keywords: tuple[str, ...] = ()  # upper case, sorted
    lost: int = 0  # wounds already lost
    movement: int | None = None
    leadership: int | None = None
    objective_control: int | None = None
    from_unit: str = ""  # in an Attached unit: the name of the unit that it came with
    unit_abilities: tuple[Ability, ...] = ()  # if it leads others of its own unit: those of that unit as a whole
    plural: str = ""  # its plural; "": by the rule of English
    support: bool = False  # attached as a support; `leader` is True too
    switches: tuple[ArmyEntry, ...] = ()  # of the unit that it came with

    def has(self, name: str) -> bool:
        return any(ability.name == name for ability in self.abilities)

    def count(self, name: str) -> int:
        return sum(ability.name == name for ability in self.abilities)

    def get(self, name: str) -> Ability | None:
        """Return the best ability with this name (WPN-DUP-1)."""
        same = [ability for ability in self.abilities if ability.name == name]
        return max(same, key=lambda ability: ability.amount.average if ability.amount else 0, default=None)


class Unit(Record):
    """A unit as its list has it. An Attached unit is one unit with its bodyguards and its leaders."""

    name: str
    models: tuple[tuple[Model, int], ...]
    keywords: tuple[str, ...] = ()  # of all models, upper case, sorted
    points: int | None = None
    note: str = ""
    faction: str = ""

    def is_a(self, *keywords: str) -> bool:
        """Return True if the unit has one of the keywords (upper case). ``ORKS INFANTRY`` needs both."""
        return any(has_keyword(self.keywords, keyword) for keyword in keywords)

    @property
    def switches(self) -> tuple[ArmyEntry, ...]:
        """Return the abilities that players say in their own words, each once, in list order."""
        return tuple(dict.fromkeys(switch for model, _ in self.models for switch in model.switches))

    @property
    def changes_one_die(self) -> bool:
        """True if one die of all its attacks may be re-rolled (EFF-35)."""
        return any(model.has("Re-roll one die") for model, _ in self.models)

    @property
    def attached(self) -> bool:
        return any(model.leader for model, _ in self.models) and not all(model.leader for model, _ in self.models)

    def weapons(self) -> tuple[Weapon, ...]:
        """Return every weapon that its models carry, in list order."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """The list of one side. Its unit names are unique; the loader adds numbers if necessary."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    faction: str = ""
    only_targets: bool = False  # not an army, but targets to measure attacks against
    block: ArmyBlock | None = None  # the `army:` block of the list; None if it has none


# Printed values: ``3+``, ``-``, ``24"``, ``D6+1``, ``N/A``, ``-2``, ``2+/4++``

AUTOMATIC = ("n/a", "na", *NONE)
LONGEST_RANGE = 960  # inches; tables for Apocalypse can be very long
MOST_DICE = 100  # the maximum of an amount
MOST_STRENGTH = 50
STRONGEST_AP = -10
LONGEST_KEYWORD = 60
PAIN = "Feel No Pain"  # an ability that is also a characteristic

# These are texts and not compiled patterns, because a resumed battle reads no values.
_INCHES = r"(?ai)(\d{1,4}(?:\.\d)?)\s*(?:\"|''|”|″|in|inch|inches)?"
_DICE = r"(?ai)(\d{0,2})\s*D([36])(?:\s*\+\s*(\d{1,2}))?"
_SKILL = r"(?a)([2-6])\+?"
_LEADERSHIP = r"(?a)(\d{1,2})\+?"
_AP = r"(?a)[-‐‑–—−]\s*(\d{1,2})"
_MELEE = ("melee", "close combat", "m")


def range_of(text: str) -> float:
    """Return inches, more than 0."""
    words = text.casefold()
    if words in _MELEE:
        raise ValueError("close combat weapons do not shoot; leave it out")
    match = re.fullmatch(_INCHES, words)
    if not match or not 0 < float(match[1]) <= LONGEST_RANGE:
        raise ValueError(f'{shown(text)} is no range; write inches as 24 or 24"')
    inches = float(match[1])
    return int(inches) if inches == int(inches) else inches


def movement_of(text: str) -> int | None:
    """Return whole inches; None for "-". The ``20+"`` of aircraft becomes 20."""
    if text in NONE:
        return None
    inches = re.sub(r"\+?\s*(?:\"|''|”|″|in|inch|inches)?$", "", text.casefold())
    try:
        return whole_number(inches, 0, 100)
    except ValueError:
        raise ValueError(f'{shown(text)} is no Movement; write inches as 6 or 6"') from None


def amount_of(text: str) -> Amount:
    """Return the amount, at least 1: ``3``, ``D3``, ``2D6`` or ``D6+1``."""
    if match := re.fullmatch(_DICE, text.strip()):
        amount = Amount(int(match[1] or 1), int(match[2]), int(match[3] or 0))
        if amount.dice >= 1 and amount.most <= MOST_DICE:
            return amount
    elif re.fullmatch(r"[0-9]{1,3}", text.strip()) and 1 <= int(text) <= MOST_DICE:
        return Amount(plus=int(text))
    raise ValueError(f"{shown(text)} is no number; write 3, D3, 2D6 or D6+1, at most {MOST_DICE}")


def damage_of(text: str) -> Amount:
    """Return the amount; 0 for "-", which is printed if a weapon inflicts only mortal wounds."""
    return Amount() if text.casefold() in NONE else amount_of(text)


def strength_of(text: str) -> int | Amount:
    """Return 1 to 50, or dice (EFF-67); 0 for "-", which is printed if a weapon inflicts only mortal wounds."""
    if "d" in text.casefold():
        return amount_of(text)
    return 0 if text.casefold() in NONE else whole_number(text, 1, MOST_STRENGTH)


def ap_of(text: str) -> int:
    """Return AP, 0 or less."""
    if text in NONE or text in ("0", "+0"):
        return 0
    if (match := re.fullmatch(_AP, text)) and int(match[1]) <= -STRONGEST_AP:
        return -int(match[1])
    if re.fullmatch(r"\+?\d{1,2}", text, re.ASCII) and int(text) <= -STRONGEST_AP:
        raise ValueError(f"AP is 0 or less; write {-int(text)} for {shown(text)}")
    raise ValueError(f"{shown(text)} is no AP; write 0 to {STRONGEST_AP}, as in -2")


def skill_of(text: str) -> int | None:
    """Return the number before the plus; None for a weapon that hits automatically (``N/A``, ``-``)."""
    if text.casefold() in AUTOMATIC:
        return None
    if not (match := re.fullmatch(_SKILL, text)):
        raise ValueError(f"{shown(text)} is no BS; write 2+ to 6+, or N/A for a Torrent weapon")
    return int(match[1])


def leadership_of(text: str) -> int:
    """Return the number before the plus."""
    match = re.fullmatch(_LEADERSHIP, text)
    if not match or not 2 <= int(match[1]) <= 12:
        raise ValueError(f"{shown(text)} is no Leadership; write 6+")
    return int(match[1])


def keyword_of(text: str) -> str:
    """Return the keyword in upper case and normal spelling."""
    words = written(text).upper()
    if len(words) > LONGEST_KEYWORD:
        raise ValueError(f"{len(words)} characters are too long for a keyword; at most {LONGEST_KEYWORD}")
    return words


WITH, AND = " with ", " and "  # words that join the names of the parts


class JoinedPart(Record):
    """One unit of an Attached unit.

    `kinds` has the indexes of its models in the list of the whole unit. `leads` is True if it leads the other part.
    """

    name: str
    kinds: tuple[int, ...]
    leads: bool


Group = tuple[JoinedPart, ...]  # parts that form one unit


@lru_cache(1024)
def parts_of(unit: Hashed[Unit]) -> Group:
    """Return the units that form an Attached unit, in the order of its models; () for any other unit."""
    if not unit.value.attached:
        return ()
    by_name: dict[str, list[int]] = {}
    for kind, (model, _) in enumerate(unit.value.models):
        by_name.setdefault(model.from_unit, []).append(kind)
    models = unit.value.models
    return tuple(
        JoinedPart(name, tuple(kinds), any(models[kind][0].leader for kind in kinds)) for name, kinds in by_name.items()
    )


def leaders_of(unit: Unit) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the units that lead an Attached unit, each with the names of its models."""
    leading = (part for part in parts_of(Hashed(unit)) if part.leads)
    return tuple((part.name, tuple(unit.models[kind][0].name for kind in part.kinds)) for part in leading)


@lru_cache(1024)
def remaining_groups(unit: Hashed[Unit], alive: frozenset[int]) -> tuple[Group, ...]:
    """Return the parts of an Attached unit that remain, grouped by unit; () if no part is destroyed.

    A leader and the unit that it leads stay one unit. Otherwise each remaining part becomes a unit.

    :param alive: indexes of the models, or kinds of models, that are not destroyed
    """
    parts = parts_of(unit)
    living = tuple(part for part in parts if not alive.isdisjoint(part.kinds))
    if not living or living == parts:
        return ()
    return (living,) if len({part.leads for part in living}) == 2 else tuple((part,) for part in living)


@lru_cache(1024)
def unit_of(unit: Hashed[Unit], group: Group) -> Hashed[Unit]:
    """Return a unit of these parts only, with its own name and keywords. A single part is no Attached unit."""
    attached_unit = unit.value
    models = [attached_unit.models[kind] for kind in kinds_of(group)]
    if len(group) == 1:
        models = [(model.but(leader=False, support=False, from_unit="", unit_abilities=()), n) for model, n in models]
    keywords = tuple(sorted({word for model, _ in models for word in model.keywords}))
    points = attached_unit.points if group == parts_of(unit) else None
    return Hashed(
        Unit(
            name_of(attached_unit.name, group),
            tuple(models),
            keywords,
            points,
            attached_unit.note,
            attached_unit.faction,
        )
    )


def kinds_of(group: Group) -> tuple[int, ...]:
    """Return the indexes of the models in the list of the whole unit. The position in this tuple is the new index."""
    return tuple(sorted(kind for part in group for kind in part.kinds))


def name_of(whole_name: str, group: Group) -> str:
    """Return the name, such as ``Squad with Captain``. A unit with leaders among its own models keeps its name."""
    led_units = [part.name for part in group if not part.leads]
    if len(group) > 1 and whole_name in led_units:
        return whole_name
    leaders = [part.name for part in group if part.leads]
    return WITH.join(filter(None, (AND.join(led_units), AND.join(leaders))))


def renamed(unit: Unit, name: str) -> Unit:
    """Return the unit with another name; its models refer to the new name."""
    return unit if unit.name == name else with_names(unit, {unit.name: name}).but(name=name)


def with_unique_part_names(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units with unique names of their parts: `Captain of Red Squad` if two Captains lead two squads."""
    used_keys = {name_key(unit.name) for unit in units}
    unique = []
    for unit in units:
        part_names = dict.fromkeys(name for model, _ in unit.models if (name := model.from_unit) not in ("", unit.name))
        new_names = {part: f"{part} of {unit.name}" for part in part_names if name_key(part) in used_keys}
        used_keys |= {name_key(new_names.get(part, part)) for part in part_names}
        unique.append(with_names(unit, new_names))
    return tuple(unique)


def with_names(unit: Unit, new_names: Mapping[str, str]) -> Unit:
    """Return the unit with the names of its parts replaced."""
    if not any(model.from_unit in new_names for model, _ in unit.models):
        return unit
    models = ((model.but(from_unit=new_names.get(model.from_unit, model.from_unit)), n) for model, n in unit.models)
    return unit.but(models=tuple(models))


def with_keywords_left(unit: Hashed[Unit], standing: tuple[int, ...]) -> Hashed[Unit]:
    """Return the unit with the keywords of the kinds of models that stand, if all leaders or bodyguards are gone."""
    if not unit.value.attached:
        return unit
    living = [unit.value.models[kind][0] for kind in standing]
    if len({model.leader for model in living}) == 2:
        return unit
    keywords = {word for model in living for word in model.keywords}
    return Hashed(unit.value.but(keywords=tuple(sorted(keywords))))
