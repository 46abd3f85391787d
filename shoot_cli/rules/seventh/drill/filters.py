"""Meetings that a card is about: what stands in ``meet`` and ``met`` of the cards is a function here, or a rule."""

from __future__ import annotations

from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.drill.meeting import Meet, has

# Weapons and who fires them -------------------------------------------------------------------------------------------


def rolls_to_hit(meet: Meet) -> bool:
    return not vehicle_charts.area_of(meet.weapon)


def plain_gun(meet: Meet) -> bool:
    """A gun that fires alike whether or not its bearer moved, and rolls to hit."""
    return rolls_to_hit(meet) and meet.weapon.type in ("Rapid Fire", "Assault") and not meet.bearer.vehicle


def plain_shots(meet: Meet) -> bool:
    """As many shots as its profile says."""
    plain = rolls_to_hit(meet) and not meet.weapon.shots.dice and not meet.bearer.vehicle
    return plain and not meet.weapon.grenade and not meet.weapon.has("Skyfire")


def several_weapons(meet: Meet) -> bool:
    return len(meet.bearer.weapons) > 1


def strafes(meet: Meet) -> bool:
    return meet.unit.has("Strafing Run")


def relentless_bearer(meet: Meet) -> bool:
    return charts.relentless(meet.unit, [model for model, _ in meet.unit.models].index(meet.bearer))


def ordnance_and_another_gun(meet: Meet) -> bool:
    """A vehicle whose other gun rolls to hit."""
    heavy = any(gun.type == "Heavy" and not vehicle_charts.area_of(gun) for gun in meet.bearer.weapons)
    return meet.bearer.vehicle and heavy and any(gun.type == "Ordnance" for gun in meet.bearer.weapons)


def blast(meet: Meet) -> bool:
    return "Blast" in vehicle_charts.area_of(meet.weapon)


def fears(meet: Meet) -> bool:
    return not meet.unit.has("And They Shall Know No Fear")


def precise(meet: Meet) -> bool:
    return meet.weapon.has("Sniper") or meet.bearer.has("Precision Shots")


def no_machine_spirit(meet: Meet) -> bool:
    return meet.bearer.vehicle and not meet.unit.has("Power of the Machine Spirit")


def preferred_enemy(meet: Meet) -> bool:
    return charts.preferred(meet.unit, meet.target) is not None


# Rolling to wound -----------------------------------------------------------------------------------------------------


def at_models(meet: Meet) -> bool:
    return not meet.model.vehicle


def of_one_toughness(meet: Meet) -> bool:
    return len({model.toughness for model, _ in meet.target.models}) == 1


def of_one_armour(meet: Meet) -> bool:
    return len({model.armour for model, _ in meet.target.models}) == 1


def by_the_chart(meet: Meet) -> bool:
    replaced = has("Sniper", "Graviton", "Fleshbane", "Rending", "Bladestorm", "Gauss")
    return at_models(meet) and meet.weapon.strength is not None and not replaced(meet)


def of_mixed_toughness(meet: Meet) -> bool:
    return by_the_chart(meet) and not of_one_toughness(meet)


def wounds_on_sixes(meet: Meet) -> bool:
    return has("Rending", "Bladestorm", "Gauss")(meet)


def shreds(meet: Meet) -> bool:
    return meet.weapon.has("Shred") or meet.unit.has("Monster Hunter")


def several_pools(meet: Meet) -> bool:
    return has("Rending", "Bladestorm", "Sniper")(meet) and at_models(meet)


# Saves, and who is shot at --------------------------------------------------------------------------------------------


def armoured(meet: Meet) -> bool:
    return at_models(meet) and meet.model.armour is not None and meet.model.armour <= 6


def cover_ignored(meet: Meet) -> bool:
    return bool(charts.ignores_cover(meet.weapon))


def on_foot(meet: Meet) -> bool:
    """Infantry that can go to ground."""
    return at_models(meet) and charts.never_to_ground(meet.target) is None and not meet.target.has("Fearless")


def in_good_cover(meet: Meet) -> bool:
    return charts.stealth_of(meet.target, 0) > 0


def jinks(meet: Meet) -> bool:
    return vehicle_charts.jinks(meet.target, meet.model)


def infantry(meet: Meet) -> bool:
    return at_models(meet) and meet.target.type.startswith("Infantry")


def several(meet: Meet) -> bool:
    return sum(n for _, n in meet.target.models) > 2


def leads(meet: Meet) -> bool:
    """A character beside whom others stand."""
    others = sum(n for _, n in meet.target.models) > 1 or meet.model.independent
    return at_models(meet) and meet.model.character and others


def a_character(meet: Meet) -> bool:
    return at_models(meet) and meet.model.character


def tough(meet: Meet) -> bool:
    hurt = at_models(meet) and meet.weapon.strength is not None and meet.model.feel_no_pain is None
    return hurt and meet.model.wounds > 1 and "Swarm" not in meet.target.type


def swarms(meet: Meet) -> bool:
    return meet.target.has("Swarms") or "Swarm" in meet.target.type


# Vehicles -------------------------------------------------------------------------------------------------------------


def at_vehicles(meet: Meet) -> bool:
    return meet.model.vehicle


def one_plain_die(meet: Meet) -> bool:
    special = has("Melta", "Armourbane", "Lance", "Rending", "Gauss", "Haywire", "Graviton", "Sniper")(meet)
    return at_vehicles(meet) and meet.weapon.strength is not None and not special and meet.weapon.type != "Ordnance"


def penetrates_better(meet: Meet) -> bool:
    return at_vehicles(meet) and has("Melta", "Armourbane", "Lance")(meet)


def ramshackle_target(meet: Meet) -> bool:
    return at_vehicles(meet) and meet.target.has("Ramshackle")


# Characters, effects, things that fly ---------------------------------------------------------------------------------


def can_join(meet: Meet) -> bool:
    """There is a character who could join one of these units."""
    return any(model.independent for unit in (meet.unit, meet.target) for model, _ in unit.models)


def a_psyker(meet: Meet) -> bool:
    """Somebody there may put powers on units."""
    return any(rule.startswith("Psyker") for rule in meet.unit.every_rule | meet.target.every_rule)


def a_psyker_or_blind(meet: Meet) -> bool:
    return a_psyker(meet) or meet.weapon.has("Blind")


def something_flies(meet: Meet) -> bool:
    """One of the two can fly, or fires at what does."""
    return vehicle_charts.flies(meet.unit) or vehicle_charts.flies(meet.target) or meet.weapon.has("Skyfire")


def a_flyer_fires(meet: Meet) -> bool:
    return vehicle_charts.flies(meet.unit)
