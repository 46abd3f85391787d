"""Lists as tables to read, and what a player should know about a list that is not wrong."""

from __future__ import annotations

from shoot_cli.armies.cards import Card, Table, without_empty
from shoot_cli.rules.seventh.profiles import UNLIMITED, Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.special_rules import WEAPON, cannot_fire, near_misses, rule_named


def card(army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about rules that look misspelt and weapons that cannot be fired yet, each once."""
    found: dict[str, None] = {}
    for unit in army.units:
        found |= dict.fromkeys(f"{unit.name}: {note}" for note in _rule_notes(unit))
    for unit in army.units:
        for model, _ in unit.models:
            for weapon in model.weapons:
                if missing := cannot_fire(weapon):
                    found[f"{weapon.name} cannot be fired yet ({', '.join(missing)})"] = None
    return tuple(found)


def _rule_notes(unit: Unit) -> list[str]:
    rules = dict.fromkeys([*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)])
    found = []
    for rule in rules:
        known = rule_named(rule).known
        if known is None and (near := near_misses(rule)):
            found.append(f"the rule {rule} is not known and does nothing here; did you mean {near[0]}?")
        elif known is not None and known.where == WEAPON:
            found.append(f"{known.name} is a rule of weapons and does nothing here; write it with the weapon")
    return found


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [unit.type, f"{total} model{'s' if total != 1 else ''}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = dict.fromkeys(weapon for model, _ in unit.models for weapon in model.weapons)
    tables = [_models(unit)]
    if weapons:
        tables.append(_weapons(list(weapons)))
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def _models(unit: Unit) -> Table:
    heads = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "Inv", "FNP", "front", "side", "rear", "HP")
    rows = [(str(count), model.name, *_statline(model), _carried(model, unit)) for model, count in unit.models]
    return without_empty(Table("Models", ("n", "model", *heads, "carries"), tuple(rows)))


def _statline(model: Model) -> tuple[str, ...]:
    def number(value: int | None) -> str:
        return "-" if value is None else str(value)

    def save(value: int | None, plus: str = "+") -> str:
        return "-" if value is None else f"{value}{plus}"

    walking = (
        ("-", "-", "-") if model.vehicle else (number(model.toughness), number(model.wounds), number(model.initiative))
    )
    last = ("-", "-") if model.vehicle else (number(model.leadership), save(model.armour))
    return (
        number(model.weapon_skill), number(model.ballistic_skill), number(model.strength), *walking,
        number(model.attacks), *last, save(model.invulnerable, "++"), save(model.feel_no_pain),
        number(model.front), number(model.side), number(model.rear), number(model.hull_points),
    )  # fmt: skip


def _carried(model: Model, unit: Unit) -> str:
    own = [rule for rule in model.rules if rule not in unit.rules]
    named: dict[str, int] = {}
    for weapon in dict.fromkeys(model.weapons):
        name = weapon.of or weapon.name
        named[name] = max(named.get(name, 0), model.weapons.count(weapon))
    parts = [f"{times}x {name}" if times > 1 else name for name, times in named.items()]
    parts += ["character"] if model.character and not model.independent else []
    return ", ".join(parts + own)


def _weapons(weapons: list[Weapon]) -> Table:
    rows = []
    for weapon in weapons:
        strength = "-" if weapon.strength is None else str(weapon.strength)
        shots = _type(weapon)
        named = (f"{rule} ({weapon.poisoned}+)" if rule == "Poisoned" else rule for rule in weapon.rules)
        words = ", ".join(named) + (" (cannot be fired yet)" if cannot_fire(weapon) else "")
        rows.append(
            (
                weapon.name,
                _range(weapon),
                strength,
                "-" if weapon.ap is None else str(weapon.ap),
                shots,
                words.strip(),
            )
        )
    return without_empty(Table("Weapons", ("weapon", "range", "S", "AP", "type", "rules"), tuple(rows)))


def _range(weapon: Weapon) -> str:
    if weapon.range is None:
        return "Template"
    return "unlimited" if weapon.range == UNLIMITED else f'{weapon.range:g}"'


def _type(weapon: Weapon) -> str:
    if weapon.type in ("Rapid Fire", "Pistol"):
        return weapon.type
    moved = f"{weapon.moved_shots.text}/" if weapon.moved_shots else ""
    return f"{weapon.type} {moved}{weapon.shots.text}"
