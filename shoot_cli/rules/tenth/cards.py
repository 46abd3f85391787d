"""Lists as tables to read, and what a player should know about a list that is not wrong."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.armies.army import Card, CardTable, weapons_carried, without_empty
from shoot_cli.rules.tenth.profiles import Ability, Amount, Army, Model, Unit, Weapon
from shoot_cli.rules.tenth.reach import reaches


def card(army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about what does nothing when units shoot, or cannot be known of them, each once."""
    found: dict[str, None] = {}
    for unit in army.units:
        weapons = unit.weapons()
        if not weapons:
            found[f"{unit.name} carries no ranged weapon; it can be shot at, but not shoot"] = None
        if not unit.keywords:
            found[f"{unit.name} has no keywords; Anti abilities and “against VEHICLE” go by them"] = None
        for weapon in weapons:
            if weapon.has("Extra Attacks"):
                found[f"{weapon.name}: Extra Attacks counts in close combat only; it does nothing here"] = None
        owned = [ability for weapon in weapons for ability in weapon.abilities]
        owned += [ability for model, _ in unit.models for ability in model.abilities]
        if any(ability.name == "Lance" for ability in owned):
            found[f"{unit.name}: Lance counts in the turn in which a unit charged; it does nothing here"] = None
        found |= dict.fromkeys(_slips(unit))
        found |= dict.fromkeys(f"{unit.name}: {sentence}" for sentence in reaches(unit))
    return tuple(found)


def _slips(unit: Unit) -> Iterable[str]:
    """Equal words twice on one model or weapon: both count, which may not be meant (10E-EFF-31)."""
    bearers: list[tuple[str, tuple[Ability, ...]]] = []
    for model, _ in unit.models:
        bearers.append((f"{unit.name}, {model.name}", model.abilities))
        bearers += [(weapon.name, weapon.abilities) for weapon in model.weapons]
    for name, abilities in bearers:
        plain = [ability.but(text="") for ability in abilities]
        for ability in abilities:
            if (n := plain.count(ability.but(text=""))) > 1:
                times = "twice, and both" if n == 2 else f"{n} times, and all"
                yield f"{name}: “{ability.text}” stands {times} count (10E-EFF-31); is that a slip?"


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [f"{total} model{'s' if total != 1 else ''}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    if unit.attached:
        about.append("an Attached unit")
    weapons = list(dict.fromkeys(unit.weapons()))
    tables = [_models(unit)]
    if weapons:
        tables.append(_weapons(weapons))
    words = [_led(unit), *(f"{sentence}." for sentence in reaches(unit))] if unit.attached else []
    if shared := _shared(unit):
        words.append(f"Abilities: {', '.join(ability.text for ability in shared)}")
    words += [f"Keywords: {', '.join(unit.keywords)}"] if unit.keywords else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def _led(unit: Unit) -> str:
    leaders = dict.fromkeys(model.name for model, _ in unit.models if model.leader)
    return f"Led by {' and '.join(leaders)}; attacks go to the other models first."


def _shared(unit: Unit) -> list[Ability]:
    """The abilities that every model has."""
    first = unit.models[0][0].abilities
    return [ability for ability in first if all(ability in model.abilities for model, _ in unit.models)]


def _models(unit: Unit) -> CardTable:
    heads = ("M", "T", "Sv", "W", "Inv", "FNP", "Ld", "OC", "lost")
    shared = _shared(unit)
    rows = [(str(count), model.name, *_statline(model), _carried(model, shared)) for model, count in unit.models]
    return without_empty(CardTable("Models", ("n", "model", *heads, "carries"), tuple(rows)))


def _statline(model: Model) -> tuple[str, ...]:
    def value(number: int | None, behind: str = "") -> str:
        return "-" if number is None else f"{number}{behind}"

    pains = (
        value(model.feel_no_pain, "+"),
        f"{model.pain_mortal}+ against mortal wounds" if model.pain_mortal else "-",
        f"{model.pain_psychic}+ against Psychic Attacks" if model.pain_psychic else "-",
    )
    return (
        value(model.movement, '"'), value(model.toughness or None), value(model.save, "+"), value(model.wounds),
        value(model.invulnerable, "++"), ", ".join(pain for pain in pains if pain != "-") or "-",
        value(model.leadership, "+"), value(model.objective_control), value(model.lost or None),
    )  # fmt: skip


def _carried(model: Model, shared: list[Ability]) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["leader"] if model.leader else ["character"] if model.character else []
    return ", ".join(parts + [ability.text for ability in model.abilities if ability not in shared])


def _weapons(weapons: list[Weapon]) -> CardTable:
    rows = [
        (
            weapon.name,
            f'{weapon.range:g}"',
            weapon.attacks.text,
            "N/A" if weapon.skill is None else f"{weapon.skill}+",
            str(weapon.strength or "-"),
            str(weapon.ap) if weapon.strength else "-",
            _amount(weapon.damage),
            ", ".join(ability.text for ability in weapon.abilities),
        )
        for weapon in weapons
    ]
    return without_empty(CardTable("Weapons", ("weapon", "range", "A", "BS", "S", "AP", "D", "abilities"), tuple(rows)))


def _amount(amount: Amount) -> str:
    return amount.text if amount.most else "-"
