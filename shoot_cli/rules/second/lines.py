"""Profile lines: a unit in one line, as people write them: ``10x BS4 boltgun``, ``5x T4 Sv3+ on 2D6``.

A line is cut into words with their columns; ``+`` between blanks ends a kind of model (or, for an attacker, a weapon).
The order of the words is free. Weapons of the armoury are named, others described: ``S4 12/24 +1/0 Sv-1 D4 SF2``.
What of a described weapon is left out is as plain as can be: no modifiers, damage 1, penetration by 2E-AP-1.
"""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies import profile_lines
from shoot_cli.armies.naming import free_name
from shoot_cli.armies.problems import did_you_mean, near
from shoot_cli.armies.profile_lines import BadLine, Statistics, Word, kinds_of_models, unit_name, valued
from shoot_cli.armies.reading import split_list
from shoot_cli.core.questions import shown
from shoot_cli.rules.second.armoury import ARMOURY
from shoot_cli.rules.second.building import (
    finish_unit,
    make_model,
    make_weapon,
    weapon_complaints,
    why_no_unit,
    why_not_alike,
)
from shoot_cli.rules.second.cards import traits_texts
from shoot_cli.rules.second.fields import STATS, why_no_locations
from shoot_cli.rules.second.line_words import FACTS, HINTS, location_at, value_at
from shoot_cli.rules.second.profiles import Location, Model, Unit, Weapon
from shoot_cli.rules.second.special_rules import (
    TRAITS,
    UNIT,
    WEAPON,
    Traits,
    names_for,
    rule_named,
    trait_of,
    traits_of,
)
from shoot_cli.rules.second.values import OF_LOCATIONS, category_of, is_category, is_type, strength_of, type_of

EXAMPLES = {
    "attacker": "8x BS4 boltgun + 2x BS4 S5 20/40 0/0 D4 Sv-2 SF2 [move or fire]",
    "target": '9x "Boy" T4 Sv6+/5+ v area + 1x "Nob" T4 W2 Sv4+',
}
MODEL_STATS = ("M", "WS", "BS", "T", "W", "I", "A", "Ld", "Sv", "field")
STATISTICS = Statistics(STATS.only("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), r"\d{1,9}\"?|[-–—−]")
OF_WEAPONS = ("ranges", "hit", "save", "damage", "penetration")  # what describes a weapon, beside S and its traits


class LinePart(profile_lines.LinePart):
    """``said``: characteristics and what describes a weapon, by their printed names."""

    HINTS, FACTS = HINTS, FACTS

    def __init__(self, column: int, role: str) -> None:
        super().__init__(column, role)
        self.traits: list[str] = []
        self.locations: list[Location] = []
        self.type: str | None = None
        self.category: str | None = None

    @property
    def describes_weapon(self) -> bool:
        return bool(self.traits) or not self.said.keys().isdisjoint(OF_WEAPONS)

    def value(self, words: list[Word], place: int) -> int:
        """Weapons before all else."""
        word = words[place]
        if used := self.armed(words, place, ARMOURY) or self.counted(words, place):
            return used
        if used := self.kind(words, place):
            return used
        if word.kind == "round":
            self.locations.append(self.location(word))
            return 1
        said = valued(word.column, lambda: value_at([other.text for other in words[place : place + 6]], self.role))
        if said is None:
            return self.statistic(words, place)
        if said.name == "armour":
            self.locations.append(said.value)
        elif said.name == "trait":
            self.traits.append(said.value)
        else:
            between = "weapons" if said.name in OF_WEAPONS else "kinds of models"
            self.keep(said.name, said.value, word.column, between)
        return said.used

    def statistic(self, words: list[Word], place: int) -> int:
        """How many words a characteristic takes; 0 if there is none here. S is that of the weapon for an attacker."""
        if not (found := STATISTICS.at(words, place)):
            return 0
        (name, said, used), column = found, words[place].column
        if name == "S" and self.role == "attacker":
            valued(column, lambda: strength_of(said))
            value: Any = said
        else:
            value = STATISTICS.read(name, said, column)
        self.keep(name, value, column, "weapons" if name == "S" else "kinds of models")
        return used

    def location(self, word: Word) -> Location:
        if found := valued(word.column, lambda: location_at(word.text[1:-1])):
            return found
        raise BadLine(word.column, f"{shown(word.text)} is no location; write (hull 2-5 20/18) or (crew 1-2)")

    def kind(self, words: list[Word], place: int) -> int:
        """How many words a type or category takes (``Walker``, ``human sized``); 0 if there is none here."""
        if words[place].kind != "word":  # of (hull 1-6 20/18) Walker the second is one
            return 0
        texts = [word.text for word in words[place : place + 2] if word.kind == "word"]
        for used in range(len(texts), 0, -1):
            said = " ".join(texts[:used])
            if is_type(said) and (self.type is None or not is_category(said)):
                if self.type:
                    first = f"{self.type} is the first"
                    raise BadLine(words[place].column, f"{shown(said)} is a second type, {first}; keep one")
                self.type = type_of(said)
                return used
            if is_category(said):
                self.category = category_of(said)
                return used
        return 0

    def bracketed(self, word: Word) -> bool:
        for said in split_list(word.text[1:-1]) if word.kind == "brackets" else ():
            self.rule(said, word.column)
        return word.kind == "brackets"

    def rule(self, said: str, column: int) -> None:
        if self.role == "attacker" and valued(column, lambda: trait_of(said)):
            self.traits.append(said)
        else:
            self.rules.append((said, column))

    def understood(self, said: str, column: int) -> bool:
        trait = self.role == "attacker" and valued(column, lambda: trait_of(said))
        known = bool(trait) or rule_named(said, WEAPON).known is not None
        if known:
            self.rule(said, column)
        return known

    def rules_here(self) -> list[str]:
        return names_for(UNIT) if self.role == "target" else [*names_for(WEAPON), *names_for(UNIT), *TRAITS]

    def hint(self, word: str, alike: list[str]) -> str:
        if re.fullmatch(r'\d+(?:\.\d)?"', word):
            return "write both ranges, the short one first, as 12/24"
        return super().hint(word, alike)

    def alike(self, word: str, said: str) -> list[str]:
        found = super().alike(word, said)
        return found or (near(said, ARMOURY.modes, cutoff=0.7) if self.role == "attacker" else [])


def read_line(text: str, role: str) -> Unit:
    """The unit of a line; ``role`` is "attacker" or "target".

    >>> read_line("5x T4 Sv3+ on 2D6", "target").models[0][0].save
    Save(target=3, dice=2, area=None)

    :raises ArmyErrors: with the column in the line, and a line that would do.
    """
    return profile_lines.read_line(text, role, LinePart, _unit, EXAMPLES, round_brackets=True)


# Units ----------------------------------------------------------------------------------------------------------------


def _unit(parts: list[LinePart], role: str) -> Unit:
    kind = next((part.type for part in parts if part.type), None)
    category = next((part.category for part in parts if part.category), None)
    models: list[tuple[Model, int]] = []
    weapons: dict[str, Weapon] = {}
    for row in kinds_of_models(parts):
        models.append(_model(row, role, weapons))
    located = [bool(model.locations) for model, _ in models]
    if (role == "target" or any(located) or kind not in OF_LOCATIONS) and (why := why_no_unit(kind, located)):
        words = why.replace("locations: [{name: Hull, D6: 1-6, front: 20, side: 18}]", "(hull 1-6 20/18)")
        words = words.replace("{name: Crew, D6: 4-6, crew: yes}", "(crew 4-6)")
        raise BadLine(parts[0].column, words)
    if why := why_not_alike(models):
        raise BadLine(parts[0].column, why)
    return finish_unit(unit_name(parts, models, role), kind, category, models, ())


def _model(row: list[LinePart], role: str, known: dict[str, Weapon]) -> tuple[Model, int]:
    first = row[0]
    stats = {name: value for part in row for name, (value, _) in part.said.items() if name in MODEL_STATS}
    locations = [location for part in row for location in part.locations]
    if locations and (why := why_no_locations(locations)):
        raise BadLine(first.column, why)
    stats["locations"] = tuple(locations)
    crew = any(location.crew for location in locations)
    wanted = "BS" if role == "attacker" else "T" if crew or not locations else None
    if wanted and wanted not in stats:
        like = "BS4" if wanted == "BS" else "T4, or (hull 1-6 20/18) for what is hit location by location"
        raise BadLine(first.column, f"{wanted} missing here; write {like}")
    if locations and not crew and (odd := [name for name in ("T", "W", "Sv", "field") if name in stats]):
        column = next(part.said[odd[0]][1] for part in row if odd[0] in part.said)
        raise BadLine(column, f"what is hit location by location has no {odd[0]}; leave it out, or add (crew 1-2)")
    rules: list[str] = []
    weapons: list[Weapon] = []
    for part in row:
        of_weapon = [(rule, column) for rule, column in part.rules if _where(rule, column, part, role) == WEAPON]
        rules += [rule for rule, column in part.rules if (rule, column) not in of_weapon]
        weapons += part.weapons
        if role == "target":
            _no_weapon(part)
        elif part.describes_weapon or not part.weapons:
            weapons.append(_weapon(part, [rule for rule, _ in of_weapon], known))
        elif of_weapon:
            words = "rules of weapons belong to a weapon that is described, as by S4 12/24 +1/0"
            raise BadLine(of_weapon[0][1], f"{words}; in a list, a weapon of the armoury can be written anew")
    return make_model(first.names[0] if first.names else "model", stats, rules, tuple(weapons)), first.count or 1


def _where(rule: str, column: int, part: LinePart, role: str) -> str:
    """Whether a rule belongs to the weapon or to the models. What both may have is the models'."""
    named = rule_named(rule, WEAPON if role == "attacker" and part.describes_weapon else UNIT)
    if named.known is None or (role == "target" and named.known.where == WEAPON):
        names = names_for(UNIT) if role == "target" else [*names_for(WEAPON), *names_for(UNIT)]
        of = "units" if role == "target" else "weapons or units"
        hint = did_you_mean(rule.split("(")[0], names)
        raise BadLine(column, f"no special rule {shown(rule)} of {of} is known; {hint}")
    return WEAPON if named.known.where == WEAPON else UNIT


def _no_weapon(part: LinePart) -> None:
    """:raises BadLine: a target has a weapon, described or by its name."""
    part.unarmed()
    if part.describes_weapon:
        column = next((part.said[key][1] for key in OF_WEAPONS if key in part.said), part.column)
        raise BadLine(column, "a target has no weapon here; leave out ranges, modifiers, damage and penetration")


def _weapon(part: LinePart, rules: list[str], known: dict[str, Weapon]) -> Weapon:
    """The weapon that the part describes. ``known``: those of the line so far by name, to which it is added."""
    if not part.describes_weapon and "S" not in part.said:
        raise BadLine(part.column, "no weapon stands here; name one, as boltgun, or describe it, as S4 12/24 +1/0 Sv-1")
    said: dict[str, str] = {key: value for key, (value, _) in part.said.items() if key in ("S", *OF_WEAPONS)}
    if ranges := said.pop("ranges", ""):
        short, _, long = ranges.partition("/")
        said |= {"short": short, "long": long}
    traits = valued(part.column, lambda: traits_of([*part.traits, *rules]))
    for _, words in weapon_complaints(said, traits, in_a_list=False):
        told = (
            "the weapon has no ranges; write 12/24, or template" if "“short”" in words or "“long”" in words else words
        )
        raise BadLine(part.column, told.replace("write S: 4", "write S4, or the name of a weapon"))
    made = valued(part.column, lambda: make_weapon("weapon", said, traits, "the profile line"))
    return _named(made, said, traits, known)


def _named(weapon: Weapon, said: dict[str, str], traits: Traits, known: dict[str, Weapon]) -> Weapon:
    """With a name made of its figures; one of the same name that is not alike gets its traits too, else a number."""
    ranges = [f"{said['short']}/{said['long']}"] if "short" in said else ["template" if traits.template else "thrown"]
    name = " ".join([f"S{weapon.strength}", *ranges, *([said["hit"]] if "hit" in said else [])])
    longer = ", ".join([name, *traits_texts(weapon), *weapon.rules])[:60]
    for wish in (name, longer, free_name(longer, longer, known)):
        named = weapon.but(name=wish)
        if known.setdefault(wish, named) == named:
            return named
    raise AssertionError(name)  # the last name is free
