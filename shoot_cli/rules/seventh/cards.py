"""Lists as tables to read, and what a player should know about a list that is not wrong."""

from __future__ import annotations

from shoot_cli.armies.army import Card, weapons_carried
from shoot_cli.armies.fields import profile_table
from shoot_cli.armies.problems import near
from shoot_cli.rules.seventh.effects_told import effect_text, told_as
from shoot_cli.rules.seventh.fields import MODE, STATS
from shoot_cli.rules.seventh.joining import as_joined, parts_of
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.special_rules import WEAPON, idle_on, near_misses, rule_named
from shoot_cli.rules.seventh.values import UNIT_TYPES, odd_words_of


def card(army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in as_joined(army.units))


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about types and rules that look misspelt, or are not played, each once."""
    found = [f"{unit.name}: {note}" for unit in army.units for note in (*_type_notes(unit), *_rule_notes(unit))]
    return tuple(dict.fromkeys((*found, *_unplayed(army))))


def _rules_of(unit: Unit) -> list[str]:
    return list(dict.fromkeys([*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)]))


def _unplayed(army: Army) -> list[str]:
    """What of its rules acts in this phase and is not played, and what is not known: a sentence for each."""
    said, unknown = set[str](), list[str]()
    for rule in dict.fromkeys(rule for unit in army.units for rule in _rules_of(unit)):
        known, effect = rule_named(rule).known, told_as(rule)
        if effect is not None:
            does = f" ({effect_text(effect)})" if effect.words or effect.numbers else ""
            said.add(
                f"{effect.name} is told as an effect in force: effects={effect.name}{' N' * bool(effect.numbers)}{does}"
            )
        elif known is None:
            unknown += [] if near_misses(rule) else [rule]
        elif known.acts:
            said.add(f"{known.name} acts in the Shooting phase and is not played: {known.note}")
        elif known.note and known.rule:
            said.add(f"{known.name}: {known.note}")
    lines = sorted(said)
    if unknown:
        lines.append(f"not known here, and nothing of it is played: {', '.join(sorted(unknown))}")
    return lines


def _elsewhere(unit: Unit) -> list[str]:
    """Its rules that belong to other phases, in a sentence."""
    found: dict[str, list[str]] = {}
    for rule in dict.fromkeys([*_rules_of(unit), *(rule for weapon in unit.weapons() for rule in weapon.rules)]):
        known = rule_named(rule).known
        if known is not None and known.note and not known.acts and not known.rule:
            found.setdefault(known.note, []).append(known.name)
    parts = (f"{', '.join(names)} ({what})" for what, names in found.items())
    return [f"No part of the Shooting phase: {'; '.join(parts)}"] if found else []


def _type_notes(unit: Unit) -> list[str]:
    """What of its type says nothing here. "Vehicle" is put before the type of a vehicle that lacks it."""
    said = unit.type.removeprefix("Vehicle (").removesuffix(")") if unit.vehicle else unit.type
    known, odd = odd_words_of(said)
    alike = [(word, near(word, UNIT_TYPES, most=1, cutoff=0.75)) for word in odd]
    if odd and not known:
        meant = "a vehicle" if unit.vehicle else "infantry"
        hint = next((f"; did you mean {found[0]}?" for _, found in alike if found), "")
        return [f"the type {said} is not known and is played as {meant}{hint}"]
    return [f"{word} in its type does nothing here; did you mean {found[0]}?" for word, found in alike if found]


def _rule_notes(unit: Unit) -> list[str]:
    found = []
    for rule in _rules_of(unit):
        known = rule_named(rule).known
        if known is None and (meant := near_misses(rule)):
            found.append(f"the rule {rule} is not known and does nothing here; did you mean {meant[0]}?")
        elif known is not None and known.where == WEAPON:
            found.append(f"{known.name} is a rule of weapons and does nothing here; write it with the weapon")
        elif known is not None and (idle := idle_on(known, unit.vehicle)):
            found.append(idle)
    return found


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [" and ".join(unit.types()), f"{total} model{'s' if total != 1 else ''}"]
    if unit.capacity is not None:
        about.append(f"carries {unit.capacity}{_fire_points(unit)}")
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = dict.fromkeys(weapon for model, _ in unit.models for weapon in model.weapons)
    models = (((str(count), model.name), model, _carried(model, unit)) for model, count in unit.models)
    tables = [profile_table("Models", ("n", "model"), STATS.fields, "carries", models)]
    if weapons:
        rows = (((weapon.name,), weapon, _rules(weapon)) for weapon in weapons)
        tables.append(profile_table("Weapons", ("weapon",), MODE.only("range", "S", "AP", "type"), "rules", rows))
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += _elsewhere(unit)
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words), parts_of(unit))


def _fire_points(unit: Unit) -> str:
    if unit.of_type("Open-topped"):
        return ", who may all shoot"
    return f", {unit.fire_points} of them may shoot" if unit.fire_points else ""


def _carried(model: Model, unit: Unit) -> str:
    own = [rule for rule in model.rules if rule not in unit.rules]
    parts = weapons_carried(model.weapons)
    parts += ["character"] if model.character and not model.independent else []
    return ", ".join(parts + own)


def _rules(weapon: Weapon) -> str:
    return ", ".join(f"{rule} ({weapon.poisoned}+)" if rule == "Poisoned" else rule for rule in weapon.rules)
