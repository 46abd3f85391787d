"""Lists as tables to read, and what a player should know about a list that is not wrong."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.armies.army import Card, weapons_carried
from shoot_cli.armies.fields import profile_table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.explained import explained_abilities as explained_abilities
from shoot_cli.rules.datasheets.explained import explained_of, harms
from shoot_cli.rules.datasheets.fields import FIGURES, LOST, STATS
from shoot_cli.rules.datasheets.grammar import MARK
from shoot_cli.rules.datasheets.profiles import Ability, Army, Model, Unit


def card(known: Abilities, army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(known, unit) for unit in army.units)


def notes(known: Abilities, army: Army) -> tuple[str, ...]:
    """Sentences about what does nothing when units shoot, or cannot be known of them, each once."""
    found: dict[str, None] = {}
    for unit in army.units:
        weapons = unit.weapons()
        if not (weapons or army.only_targets):
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
        found |= dict.fromkeys(_slips(known, unit))
        found |= dict.fromkeys(_turned_round(known, unit))
    return tuple(found)


def _slips(known: Abilities, unit: Unit) -> Iterable[str]:
    """Equal words twice on one model or weapon: both count, which may not be meant (EFF-31)."""
    bearers: list[tuple[str, tuple[Ability, ...]]] = []
    for model, _ in unit.models:
        bearers.append((f"{unit.name}, {model.name}", model.abilities))
        bearers += [(weapon.name, weapon.abilities) for weapon in model.weapons]
    for name, abilities in bearers:
        plain = [ability.but(text="") for ability in abilities]
        for ability in abilities:
            if (n := plain.count(ability.but(text=""))) > 1:
                times = "twice, and both" if n == 2 else f"{n} times, and all"
                yield f"{name}: “{ability.text}” stands {times} count ({known.book.rule('EFF-31')}); is that a slip?"


def _turned_round(known: Abilities, unit: Unit) -> Iterable[str]:
    """What makes the attacks worse of a unit or model that has it, where those at it may be meant."""
    for model, _ in unit.models:
        for ability in model.abilities:
            worse = [one for one in ability.gives or (ability,) if harms(known.form_of(one), one)]
            if worse and ability.name != MARK:  # a mark is on others
                yield f"{unit.name}: “{ability.text}” makes its own attacks worse; is incoming: meant?"


def _unit_card(known: Abilities, unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [f"{total} model{'s' if total != 1 else ''}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    if unit.attached:
        about.append("an Attached unit")
    weapons = list(dict.fromkeys(unit.weapons()))
    shared = _shared(unit)
    models = (((str(count), model.name), model, _carried(model, shared)) for model, count in unit.models)
    tables = [profile_table("Models", ("n", "model"), (*STATS.fields, LOST), "carries", models)]
    if weapons:
        rows = (((one.name,), one, ", ".join(ability.text for ability in one.abilities)) for one in weapons)
        tables.append(profile_table("Weapons", ("weapon",), FIGURES.fields, "abilities", rows))
    words = [_led(unit)] if unit.attached else []
    if shared:
        words.append(f"Abilities: {', '.join(ability.text for ability in shared)}")
    words += [one.words for one in explained_of(known, unit) if one.does]
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


def _carried(model: Model, shared: list[Ability]) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["support"] if model.support else ["leader"] if model.leader else ["character"] if model.character else []
    return ", ".join(parts + [ability.text for ability in model.abilities if ability not in shared])
