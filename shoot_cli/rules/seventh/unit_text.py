"""Profile lines (a unit in one line of text), and lists shown as tables."""

from __future__ import annotations

import re
from functools import partial

from shoot_cli.armies import fields as field_types
from shoot_cli.armies import profile_lines
from shoot_cli.armies.army import Card, weapons_carried
from shoot_cli.armies.fields import Field, profile_table
from shoot_cli.armies.profile_lines import BadLine, Statistics, Word, kinds_of_models, unit_name, value_or_bad_line
from shoot_cli.armies.tree import did_you_mean, near, plain_name
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.seventh import fields, profiles
from shoot_cli.rules.seventh.effects import effect_text, told_as
from shoot_cli.rules.seventh.joined_units import as_joined, parts_of

# Profile lines: `10x BS4 S4 AP5 Rapid Fire 24"` for an attacker, `10x T4 Sv6+` for a target

EXAMPLES = {
    "attacker": '10x BS4 S4 AP5 Rapid Fire 24" [twin-linked]',
    "target": '6x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]',
}
_FACTS_OF_BOTH = {
    "cover": "cover=5+", "in cover": "cover=5+", "obscured": "cover=5+", "in the open": "cover=none",
    "ruin": "cover=ruin", "ruins": "cover=ruin", "in ruins": "cover=ruin", "in a ruin": "cover=ruin",
    "wood": "cover=wood", "woods": "cover=wood", "in woods": "cover=wood",
    "moved": "moved=all", "stationary": "moved=none", "did not move": "moved=none", "stood still": "moved=none",
    "half range": "half_range=all", "at half range": "half_range=all", "within half range": "half_range=all",
    "night": "night=yes", "at night": "night=yes", "night fighting": "night=yes",
}  # fmt: skip
FACTS = {
    "attacker": _FACTS_OF_BOTH | {
        "gone to ground": "attacker_state='gone to ground'", "falling back": "attacker_state='falling back'",
        "regrouped": "attacker_state=regrouped", "jinked": "attacker_state=jinked", "shaken": "attacker_state=shaken",
    },
    "target": _FACTS_OF_BOTH | {
        "gone to ground": "go_to_ground=yes", "go to ground": "go_to_ground=yes", "going to ground": "go_to_ground=yes",
        "goes to ground": "go_to_ground=yes", "pinned": "target_state='gone to ground'",
        "falling back": "target_state='falling back'", "jinked": "jink=yes", "jinking": "jink=yes", "jinks": "jink=yes",
        "side armour": "facing=side", "rear armour": "facing=rear",
    },
}  # fmt: skip
VEHICLE_FIELDS = ("front", "side", "rear", "HP")

AV = Field("AV", field_types.kind(str, "write 13/11/10"))
# The characteristics that a line may have. S is the Strength of a weapon for attackers, so the model's is left out.
STATISTICS = Statistics(
    (*(field for field in fields.STATS.fields if field.name != "S"), *fields.MODE.only("S", "AP"), AV),
    r"[0-9][0-9+/\-]*|[xX*\-–—]",
)
_INCHES = re.compile(
    r"(?:\d+(?:\"|''|”|″|in)?[-–—])?\d+(?:\.\d)?(?:\"|''|”|″|in|inch|inches)", re.IGNORECASE | re.ASCII
)
_SHOTS = re.compile(r"[0-9]*D?[0-9]+(?:[+/][0-9]+)?", re.IGNORECASE | re.ASCII)


class LinePart(profile_lines.LinePart):
    """A part of a profile line. `written`: the characteristics, and the `type` and `range` of a weapon, as written."""

    HINTS = (
        *profiles.TYPES.values(),
        "Rapid",
        "Fire",
        "Template",
        "unlimited",
        "BS4",
        "S4",
        "AP5",
        "T4",
        "W2",
        "Sv3+",
        "Inv5+",
        "FNP5+",
        "Ld8",
        "HP3",
    )
    PLUS = "“+”"
    FACTS = FACTS

    def __init__(self, column: int, role: str) -> None:
        super().__init__(column, role)
        self.unit_type: str | None = None

    def describes_weapon(self) -> bool:
        return not self.written.keys().isdisjoint(("type", "range", "AP"))

    def read_value(self, words: list[Word], index: int) -> int:
        """Keep the value that begins at `index`. Return how many words it takes; 0 if no value begins there.

        Names of weapons are tried first, because `bolt pistol` is no weapon type Pistol.
        """
        return (
            self.read_weapon_name(words, index, fields.ARMOURY)
            or self.read_count(words, index)
            or self.read_type(words, index)
            or self.read_range(words, index)
            or self.read_statistic(words, index)
        )

    def read_type(self, words: list[Word], index: int) -> int:
        """Keep the weapon type at `index` with its shots: `Heavy 3`. Return how many words it takes; 0 without one."""
        name, used, shots = _type_name([word.text for word in words[index : index + 2] if word.kind == "word"])
        if not name:
            return 0
        column = words[index].column
        if "type" in self.written:
            raise BadLine(column, "a second type of weapon; put “+” between weapons")
        next_word = words[index + used].text if index + used < len(words) else ""
        if name not in (profiles.RAPID_FIRE, profiles.PISTOL) and not shots and _SHOTS.fullmatch(next_word):
            shots, used = next_word, used + 1
        text = f"{name} {shots}".strip()
        value_or_bad_line(column, lambda: profiles.fire_of(text))
        self.written["type"] = (text, column)
        return used

    def read_range(self, words: list[Word], index: int) -> int:
        """Keep the range at `index`: `24"` or `range 24`. Return how many words it takes; 0 without one."""
        word, used = words[index], 1
        if word.text.casefold() == "range" and index + 1 < len(words) and words[index + 1].kind == "word":
            word, used = words[index + 1], 2
            if word.text.isascii() and word.text.isdecimal():
                word = word._replace(text=f'{word.text}"')
        if not _INCHES.fullmatch(word.text) and word.text.casefold() not in ("template", "unlimited"):
            return 0
        if "range" in self.written:
            raise BadLine(word.column, "a second range; put “+” between weapons")
        value_or_bad_line(word.column, lambda: profiles.range_of(word.text))
        self.written["range"] = (word.text, word.column)
        return used

    def read_statistic(self, words: list[Word], index: int) -> int:
        """Keep the characteristic at `index`; `AV13/11/10` is three, `5++` is Inv5+.

        Return how many words it takes; 0 without one.
        """
        if words[index].text in ("2++", "3++", "4++", "5++", "6++"):
            self.keep_value("Inv", words[index].text[:2], words[index].column)
            return 1
        if not (statistic := STATISTICS.at(words, index)):
            return 0
        name, value_text, used = statistic
        column, sides = words[index].column, value_text.split("/")
        if name == "AV" and len(sides) != 3:
            text = shown(words[index].text)
            raise BadLine(column, f"{text} lacks a side; write front/side/rear as in AV13/11/10")
        for field, value in zip(VEHICLE_FIELDS, sides, strict=False) if name == "AV" else ((name, value_text),):
            self.keep_value(field, value, column)
            STATISTICS.read(field, value, column)
        return used

    def read_rule_or_type(self, text: str, column: int) -> bool:
        """Keep these words as a unit type or a special rule. Return False if they are neither."""
        known_words, unknown_words = profiles.odd_words_of(text)
        if known_words and not unknown_words and not any(char.isdigit() for char in text):
            self.keep_unit_type(text, column)
        elif value_or_bad_line(column, lambda: fields.rule_named(text)).known:
            self.rules.append((text, column))
        else:
            return False
        return True

    def keep_unit_type(self, type_text: str, column: int) -> None:
        """Keep the unit type. The line was split at commas, so put those in its brackets back.

        `character` is said of these models, not of all models of the line.
        """
        outside, inside = (profiles.types_in(text) for text in profiles.type_of(type_text).partition("(")[::2])
        kinds = {word.removesuffix("s") for word in (*outside, *inside)}
        if "Character" in kinds:
            self.rules.append(("Character", column))
            if len(kinds) == 1:
                return
        if self.unit_type:
            first = f"{shown(self.unit_type)} is the first"
            raise BadLine(column, f"{shown(type_text)} is a second type of unit, {first}; keep one")
        conditions = ", ".join(inside)
        self.unit_type = (
            f"{' '.join(outside)} ({conditions})" if outside and inside else " ".join(outside) or conditions
        )

    def keep_name(self, name: str, column: int) -> None:
        if name.casefold().startswith("vehicle (") and not profiles.odd_words_of(name)[1]:
            self.keep_unit_type(name, column)  # a type written in quotes because of its brackets
        else:
            super().keep_name(name, column)

    def allowed_rules(self) -> list[str]:
        return (
            fields.names_for(fields.UNIT)
            if self.role == "target"
            else [*fields.names_for(fields.WEAPON), *fields.names_for(fields.UNIT)]
        )

    def similar_words(self, word: str, text: str) -> list[str]:
        return super().similar_words(word, text) or (
            near(text, fields.ARMOURY.modes) if self.role == "attacker" else []
        )


def read_line(text: str, role: str) -> profiles.Unit:
    """Return the unit of a line; `role` is "attacker" or "target".

    >>> read_line('10x T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]', "target").models[1][0].armour
    4

    :raises ArmyErrors: with the column in the line, and a correct example
    """
    return profile_lines.read_line(text, role, LinePart, _make_unit, EXAMPLES)


def _type_name(words: list[str]) -> tuple[str, int, str]:
    """Return the weapon type at the beginning of `words`, its number of words, and its shots if attached: `Heavy3`.

    Return ("", 0, "") if the words begin with no weapon type.
    """
    short = {"rf": profiles.RAPID_FIRE, "rapidfire": profiles.RAPID_FIRE}
    for used in (2, 1):
        name = plain_name(" ".join(words[:used]))
        if len(words) >= used and (name in profiles.TYPES or name in short):
            return profiles.TYPES.get(name) or short[name], used, ""
    for name, printed in profiles.TYPES.items():
        if words and words[0].casefold().startswith(name) and _SHOTS.fullmatch(words[0][len(name) :]):
            return printed, 1, words[0][len(name) :]
    return "", 0, ""


def _make_unit(parts: list[LinePart], role: str) -> profiles.Unit:
    """Return the unit that these parts of a line describe. :raises BadLine: they are no unit together"""
    models: list[tuple[profiles.Model, int]] = []
    kind = next((part.unit_type for part in parts if part.unit_type), None)
    vehicle_type = kind is not None and any(word in kind for word in profiles.OF_VEHICLES)
    for row in kinds_of_models(parts):
        models.append(_make_model(row, role, vehicle_type))
    if why := fields.why_no_unit(kind, [model.vehicle for model, _ in models]):
        raise BadLine(parts[0].column, why)
    return fields.finish_unit(unit_name(parts, models, role), kind, models, ())


def _make_model(row: list[LinePart], role: str, of_vehicles: bool) -> tuple[profiles.Model, int]:
    """Return one kind of model and its number. `row`: the part that begins it, then parts with more weapons."""
    first_part = row[0]
    stats = {
        name: profiles.strength_of(value) if name == "S" else STATISTICS.read(name, value, column)
        for part in row
        for name, (value, column) in part.written.items()
        if name not in ("AP", "type", "range") and not (name == "S" and role == "attacker")
    }
    vehicle = (of_vehicles and "T" not in stats) or any(name in stats for name in VEHICLE_FIELDS)
    needed = ("BS",) if role == "attacker" else () if vehicle else ("T",)
    if missing := [name for name in (*needed, *(VEHICLE_FIELDS if vehicle else ())) if name not in stats]:
        example = {"BS": "BS4", "T": "T4", "HP": "HP3"}.get(missing[0], "AV13/11/10 HP3")
        raise BadLine(first_part.column, f"{' and '.join(missing)} missing here; write {example}")
    if vehicle and (forbidden := [name for name in ("T", "W", "Sv", "FNP") if name in stats]):
        column = next(part.written[forbidden[0]][1] for part in row if forbidden[0] in part.written)
        raise BadLine(
            column, f"a vehicle has no {' or '.join(forbidden)}; leave it out, or leave out {', '.join(VEHICLE_FIELDS)}"
        )
    weapons: list[profiles.Weapon] = []
    rules: list[str] = []
    for part in row:
        part.refuse_weapons()
        weapon_rules = [] if role == "target" else [r for r in part.rules if _owner_of_rule(*r, role) != fields.UNIT]
        rules += [
            rule
            for rule, column in part.rules
            if (rule, column) not in weapon_rules and _owner_of_rule(rule, column, role)
        ]
        for rule, column in part.rules:
            known = value_or_bad_line(column, partial(fields.rule_named, rule)).known
            if known is not None and (idle := fields.idle_on(known, vehicle)):
                raise BadLine(column, f"{idle}; leave it out")
        weapons += part.weapons
        if role == "attacker" and (part.describes_weapon() or not part.weapons):
            weapons.append(_make_weapon(part, [rule for rule, _ in weapon_rules], weapons))
        elif weapon_rules:
            raise BadLine(
                weapon_rules[0][1],
                "special rules of weapons belong to a weapon that is described by S, AP, type and range",
            )
        elif role == "target" and part.describes_weapon():
            raise BadLine(part.column, "a target has no weapon here; leave out AP, type and range")
    return fields.make_model(
        first_part.names[0] if first_part.names else "model", stats, rules, tuple(weapons)
    ), first_part.count or 1


def _owner_of_rule(rule: str, column: int, role: str) -> str:
    """Return whether a rule belongs to weapons or units. A rule of both belongs to the weapon here.

    :raises BadLine: if the rule is unknown, is not played, or is one of weapons in the line of a target
    """
    named = value_or_bad_line(column, lambda: fields.rule_named(rule))
    of_weapon = named.known is not None and (
        named.known.where == fields.WEAPON or named.known.name in fields.of_his_weapons()
    )
    if role == "target" and of_weapon:
        words = f"no special rule {shown(rule)} of units is known"
        raise BadLine(column, f"{words}: it belongs to weapons, and a target has none; leave it out")
    if named.known is None:
        names = (
            fields.names_for(fields.UNIT)
            if role == "target"
            else [*fields.names_for(fields.WEAPON), *fields.names_for(fields.UNIT)]
        )
        hint, owners = did_you_mean(rule.split("(")[0], names), "units" if role == "target" else "weapons or units"
        raise BadLine(column, f"no special rule {shown(rule)} of {owners} is known; {hint}")
    if named.known.note and not named.known.rule:  # an army list gets a note instead, but a profile line has no notes
        raise BadLine(column, f"{named.known.name} is not played here ({named.known.note}); leave it out")
    return fields.WEAPON if named.known.where == fields.BOTH else str(named.known.where)


def _make_weapon(part: LinePart, rules: list[str], earlier: list[profiles.Weapon]) -> profiles.Weapon:
    """Return the weapon that this part describes. :raises BadLine: a value is missing, or rules exclude each other"""
    if missing := [name for name in ("S", "AP", "type", "range") if name not in part.written]:
        example = {"S": "S4", "AP": "AP5 or AP-", "type": "Rapid Fire or Heavy 3", "range": '24"'}[missing[0]]
        raise BadLine(part.column, f"the weapon lacks {' and '.join(missing)}; write {example}")
    strength, ap, kind, inches = (part.written[name][0] for name in ("S", "AP", "type", "range"))
    name = f"S{strength} AP{ap} {kind}"
    if any(name == other.name for other in earlier):
        name = f"{name} {inches}"
    for rule in rules:
        value_or_bad_line(part.column, partial(fields.rule_named, rule))
    weapon = fields.weapon_of_row(name, inches, strength, ap, kind, "the profile line", tuple(rules))
    if why := fields.why_no_weapon(weapon):
        raise BadLine(part.column, why)
    return weapon


# Army lists as tables, and notes on army lists


def card(army: profiles.Army) -> tuple[Card, ...]:
    """Return the tables and texts of each unit, in list order, as `shoot army show` prints them."""
    return tuple(_unit_card(unit) for unit in as_joined(army.units))


def notes(army: profiles.Army) -> tuple[str, ...]:
    """Return a sentence for each type and rule that looks misspelt or is not played, each sentence once."""
    sentences = [f"{unit.name}: {note}" for unit in army.units for note in (*misspelt(unit), *_rule_notes(unit))]
    return tuple(dict.fromkeys((*sentences, *_unplayed_rules(army))))


def _rules_of(unit: profiles.Unit) -> list[str]:
    return list(dict.fromkeys([*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)]))


def _unplayed_rules(army: profiles.Army) -> list[str]:
    """Return sentences about rules that players must tell as effects, that are not or partly played, or are unknown."""
    sentences, unknown = set[str](), list[str]()
    for rule in dict.fromkeys(rule for unit in army.units for rule in _rules_of(unit)):
        played, effect = fields.rule_named(rule).known, told_as(rule)
        if effect is not None:
            does = f" ({effect_text(effect)})" if effect.words or effect.numbers else ""
            sentences.add(
                f"{effect.name} is told as an effect in force: effects={effect.name}{' N' * bool(effect.numbers)}{does}"
            )
        elif played is None:
            unknown += [] if fields.near_misses(rule) else [rule]
        elif played.acts:
            sentences.add(f"{played.name} acts in the Shooting phase and is not played: {played.note}")
        elif played.note and played.rule:
            sentences.add(f"{played.name}: {played.note}")
    lines = sorted(sentences)
    if unknown:
        lines.append(f"not known here, and nothing of it is played: {', '.join(sorted(unknown))}")
    return lines


def _rules_of_other_phases(unit: profiles.Unit) -> list[str]:
    """Return one sentence with all rules that do nothing in the Shooting phase; [] if there are none."""
    by_note: dict[str, list[str]] = {}
    for rule in dict.fromkeys([*_rules_of(unit), *(rule for weapon in unit.weapons() for rule in weapon.rules)]):
        known = fields.rule_named(rule).known
        if known is not None and known.note and not known.acts and not known.rule:
            by_note.setdefault(known.note, []).append(known.name)
    parts = (f"{', '.join(names)} ({note})" for note, names in by_note.items())
    return [f"No part of the Shooting phase: {'; '.join(parts)}"] if by_note else []


def _type_notes(unit: profiles.Unit) -> list[str]:
    """Return notes on words of the unit type that do nothing. `Vehicle (` may come from `finish_unit`, so skip it."""
    type_text = unit.type.removeprefix("Vehicle (").removesuffix(")") if unit.vehicle else unit.type
    known_words, unknown_words = profiles.odd_words_of(type_text)
    names = dict.fromkeys((*profiles.UNIT_TYPES, *(word for kind in profiles.UNIT_TYPES for word in kind.split())))
    similar = [(word, near(word, names, most=1, cutoff=0.75)) for word in unknown_words]
    if unknown_words and not known_words:
        meant = "a vehicle" if unit.vehicle else "infantry"
        hint = next((f"; did you mean {guesses[0]}?" for _, guesses in similar if guesses), "")
        return [f"the type {type_text} is not known and is played as {meant}{hint}"]
    return [
        f"{word} in its type is not known and does nothing here{f'; did you mean {guesses[0]}?' if guesses else ''}"
        for word, guesses in similar
    ]


def misspelt(unit: profiles.Unit) -> list[str]:
    """Return notes on the type and the rules of the unit that are not known, and look like others."""
    rules = (rule for rule in _rules_of(unit) if fields.rule_named(rule).known is None)
    near = ((rule, fields.near_misses(rule)) for rule in rules)
    said = (
        f"the rule {rule} is not known and does nothing here; did you mean {meant[0]}?" for rule, meant in near if meant
    )
    return [*_type_notes(unit), *said]


def _rule_notes(unit: profiles.Unit) -> list[str]:
    """Return notes on rules that do nothing on this unit."""
    sentences = []
    for rule in _rules_of(unit):
        known = fields.rule_named(rule).known
        if known is not None and known.where == fields.WEAPON:
            sentences.append(f"{known.name} is a rule of weapons and does nothing here; write it with the weapon")
        elif known is not None and (idle := fields.idle_on(known, unit.vehicle)):
            sentences.append(idle)
    return sentences


def _unit_card(unit: profiles.Unit) -> Card:
    """Return the tables and texts of one unit."""
    total = sum(count for _, count in unit.models)
    about = [" and ".join(unit.types()), f"{total} model{'s' if total != 1 else ''}"]
    if unit.capacity is not None:
        about.append(f"carries {unit.capacity}{_fire_points_text(unit)}")
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = dict.fromkeys(weapon for model, _ in unit.models for weapon in model.weapons)
    models = (((str(count), model.name), model, _carried_text(model, unit)) for model, count in unit.models)
    tables = [profile_table("Models", ("n", "model"), fields.STATS.fields, "carries", models)]
    if weapons:
        rows = (((weapon.name,), weapon, _weapon_rules_text(weapon)) for weapon in weapons)
        tables.append(
            profile_table("Weapons", ("weapon",), fields.MODE.only("range", "S", "AP", "type"), "rules", rows)
        )
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += _rules_of_other_phases(unit)
    words += [f"Begins a battle inside {unit.rides_in}."] if unit.rides_in else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words), parts_of(unit))


def _fire_points_text(unit: profiles.Unit) -> str:
    if unit.of_type("Open-topped"):
        return ", who may all shoot"
    return f", {unit.fire_points} of them may shoot" if unit.fire_points else ""


def _carried_text(model: profiles.Model, unit: profiles.Unit) -> str:
    own_rules = [rule for rule in model.rules if rule not in unit.rules]
    parts = weapons_carried(model.weapons)
    parts += ["character"] if model.character and not model.independent else []
    return ", ".join(parts + own_rules)


def _weapon_rules_text(weapon: profiles.Weapon) -> str:
    return ", ".join(f"{rule} ({weapon.poisoned}+)" if rule == "Poisoned" else rule for rule in weapon.rules)
