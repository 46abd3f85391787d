"""From what a list says to profiles: saves, special rules that set characteristics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.armies.fields import became
from shoot_cli.armies.naming import told_apart
from shoot_cli.rules.seventh.fields import STATS
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.special_rules import ListedRule, of_his_weapons, rule_named
from shoot_cli.rules.seventh.values import OF_VEHICLES, type_of

NOT_SAID = 0  # a Toughness or Ballistic Skill that a scenario or vehicle does not have


def make_model(
    name: str,
    stats: dict[str, Any],
    rules: Iterable[str],
    weapons: tuple[Weapon, ...],
    character: bool = False,
    independent: bool = False,
) -> Model:
    """A model with its saves and what its rules give it. Saves are 2 to 6, 0 for none; Sv is (armour, invulnerable)."""
    named = [rule_named(rule) for rule in rules]
    if any(weapon.of.endswith("cyclone missile launcher") for weapon in weapons):
        named.append(rule_named("Cyclone"))  # such a launcher always may be fired with the storm bolter
    texts = {rule.text for rule in named}
    independent = independent or "Independent Character" in texts
    if independent:
        texts.add("Independent Character")
    armour, beside = stats.get("Sv") or (0, None)
    own = texts.intersection(of_his_weapons())
    if own:
        weapons = tuple(weapon.but(rules=tuple(sorted(own.union(weapon.rules)))) for weapon in weapons)
    needed: dict[str, Any] = {"ballistic_skill": NOT_SAID, "toughness": NOT_SAID, "wounds": stats.get("HP") or 1}
    return Model(
        name,
        **needed | became(STATS.fields, stats),
        armour=armour or None,
        invulnerable=(beside if beside is not None else stats.get("Inv")) or None,
        feel_no_pain=(stats["FNP"] if "FNP" in stats else _value(named, "Feel No Pain")) or None,
        reanimation=_value(named, "Reanimation Protocols"),
        character=character or independent or "Character" in texts,
        independent=independent,
        weapons=weapons,
        rules=tuple(sorted(texts)),
    )


def _value(named: list[ListedRule], rule: str) -> int | None:
    """The best value of the rule; None without it."""
    return min((found.value for found in named if found.text == rule and found.value), default=None)


def finish_unit(
    name: str,
    kind: str | None,
    models: list[tuple[Model, int]],
    rules: Sequence[str],
    points: int | None = None,
    note: str = "",
    faction: str = "",
    capacity: int | None = None,
    fire_points: int = 0,
) -> Unit:
    """The unit; ``kind`` is its type as printed, None if that was left out. "(Character)" makes a lone model one."""
    vehicle = any(model.vehicle for model, _ in models)
    kind = type_of(kind or ("Vehicle" if vehicle else "Infantry"))
    if vehicle and "vehicle" not in kind.casefold():
        kind = f"Vehicle ({kind})"
    if "character" in kind.casefold() and len(models) == 1 and models[0][1] == 1:
        models = [(models[0][0].but(character=True), 1)]
    canonical = tuple(sorted({rule_named(rule).text for rule in rules}))
    return Unit(name, kind, told_apart(models), canonical, points, note, faction, capacity, fire_points)


def why_no_unit(kind: str | None, vehicles: Sequence[bool]) -> str:
    """Why these models are no unit of this type, in words; "" if they are. ``vehicles``: which of them are some."""
    if any(vehicles) and not all(vehicles):
        return "vehicles and other models are no unit together; make them two units"
    named = next((word for word in OF_VEHICLES if word.casefold() in (kind or "").casefold()), None)
    if named and vehicles and not any(vehicles):
        return f"the type says {named}, but the models have no armour values; write front, side, rear and HP"
    return ""
