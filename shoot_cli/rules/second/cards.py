"""Lists as tables to read, and what a player should know about a list that is not wrong.

No word of a list is dropped in silence: what no shot hangs on is said to be for something else.
"""

from __future__ import annotations

from shoot_cli.armies.army import Card, CardTable, weapons_carried, without_empty
from shoot_cli.armies.fields import profile_table
from shoot_cli.core.names import name_key
from shoot_cli.rules.second.building import unarmed
from shoot_cli.rules.second.charts import RAPID_FIRE_WEAPONS
from shoot_cli.rules.second.fields import MODE, STATS, faces_text
from shoot_cli.rules.second.profiles import HUMAN_SIZED, Army, Location, Model, Unit, Weapon
from shoot_cli.rules.second.settings import SETTINGS
from shoot_cli.rules.second.special_rules import UNIT, WEAPON, SpecialRule, near_misses, rule_named, trait_of
from shoot_cli.rules.second.values import category_by, usual_penetration

SHOWN = ("short", "long", "hit", "S", "damage", "save", "penetration")  # of a weapon


def card(army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [unit.type, f"{total} model{'s' if total != 1 else ''}", f"a {unit.category} target"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = list(dict.fromkeys(unit.weapons()))
    models = (((str(count), model.name), model, _carried(model, unit)) for model, count in unit.models)
    columns = (field for field in STATS.fields if field.name != "locations")
    tables = [profile_table("Models", ("n", "model"), columns, "carries", models)]
    for locations, of in _locations_of(unit).items():
        tables.append(_locations(locations, "Locations" if len(unit.models) == 1 else f"Locations of {of}"))
    if weapons:
        rows = (((weapon.name,), weapon, ", ".join((*traits_texts(weapon), *weapon.rules))) for weapon in weapons)
        tables.append(profile_table("Weapons", ("weapon",), MODE.only(*SHOWN), "rules", rows))
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def _carried(model: Model, unit: Unit) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["character"] if model.character else []
    return ", ".join([*parts, *(rule for rule in model.rules if rule not in unit.rules)])


def _locations_of(unit: Unit) -> dict[tuple[Location, ...], str]:
    """The locations of its models, each once, with the name of the first model that has them."""
    found: dict[tuple[Location, ...], str] = {}
    for model, _ in unit.models:
        if model.locations:
            found.setdefault(model.locations, model.name)
    return found


def _locations(locations: tuple[Location, ...], title: str) -> CardTable:
    rows = []
    for one in locations:
        armour = ("crew", "crew") if one.crew else (str(one.front), str(one.side))
        rows.append((faces_text(one.faces), one.name, *armour, "yes" if one.rows else "-"))
    return without_empty(CardTable(title, ("D6", "location", "front", "side and rear", "damage table"), tuple(rows)))


def traits_texts(weapon: Weapon) -> list[str]:
    """What its fields say in words that a list may use: ``sustained fire 2``."""
    found = [f"sustained fire {weapon.sustained}"] if weapon.sustained else []
    found += ["move or fire"] if weapon.move_or_fire else []
    found += [f'blast {weapon.blast:g}"'] if weapon.blast is not None else []
    found += [f"explodes on {weapon.explodes} jams"] if weapon.explodes else []
    found += [f"recharge {weapon.recharge}"] if weapon.recharge else []
    return found


# What is not wrong: what looks misspelt, does nothing, or is read otherwise ------------------------------------------

NOT_ROLLED = ("Seeking", "Hunter-killer", "Targeter", "Ignores Speed")  # rules of the roll to hit


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about what looks misspelt, does nothing, or is read otherwise here; each once."""
    settings = dict(army.settings)
    found = [
        f"it reads {one.key} as {settings[one.key]}: {one.text} ({one.rule})" for one in SETTINGS if one.key in settings
    ]
    for unit in army.units:
        found += [f"{unit.name}: {note}" for note in _unit_notes(unit, army.only_targets)]
    weapons = dict.fromkeys(weapon for unit in army.units for weapon in unit.weapons())
    found += [note for weapon in weapons for note in _weapon_notes(weapon)]
    return tuple(dict.fromkeys([*found, *_notes_of_use(army)]))


def _notes_of_use(army: Army) -> list[str]:
    """Rules of other phases in one sentence, each once, with what they are for."""
    uses: dict[SpecialRule, None] = {}
    for unit in army.units:
        said = [(rule, UNIT) for rule in _rules_of(unit)]
        said += [(rule, WEAPON) for weapon in unit.weapons() for rule in weapon.rules]
        known = (rule_named(*one).known for one in said)
        uses |= {rule: None for rule in known if rule is not None and rule.use}
    words = ", ".join(f"{rule.name} ({rule.use})" for rule in uses)
    return [f"no shot hangs on {words}"] if uses else []


def _rules_of(unit: Unit) -> list[str]:
    """Those of the unit and of its models, each once."""
    return list(dict.fromkeys([*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)]))


def _unit_notes(unit: Unit, only_target: bool) -> list[str]:
    return [*_category_notes(unit), *_rule_notes(unit), *([] if only_target else _shooting_notes(unit))]


def _category_notes(unit: Unit) -> list[str]:
    """Of units some of whom have another category by their name: the unit has one, and its list may say which."""
    names = dict.fromkeys(model.name for model, _ in unit.models) if unit.category == HUMAN_SIZED else ()
    return [
        f"a {unit.category} target, though {name} is the name of a {category} one; category: can say so (2E-TGT-1)"
        for name in names
        if (category := category_by([name]))
    ]


def _rule_notes(unit: Unit) -> list[str]:
    found, unknown = list[str](), list[str]()
    for rule in _rules_of(unit):
        known = rule_named(rule, UNIT).known
        if known is not None:
            if known.where == WEAPON:
                found.append(f"{known.name} is a rule of weapons and does nothing here; write it with the weapon")
        elif _is_trait(rule):
            found.append(f"{rule} is a trait of weapons and does nothing here; write it with the weapon")
        elif meant := near_misses(rule):
            found.append(f"the rule {rule} is not known and does nothing here; did you mean {meant[0]}?")
        else:
            unknown.append(rule)
    if unknown:
        found.append(f"not known, and without effect here: {', '.join(unknown)}")
    if unit.has("Ceramite") and not unit.datafax:
        found.append("Ceramite is armour of what is hit location by location, and does nothing here (2E-AP-3)")
    return found


def _is_trait(rule: str) -> bool:
    """True of what only weapons have, such as ``sustained fire 2``."""
    try:
        return trait_of(rule) is not None
    except ValueError:
        return True


def _shooting_notes(unit: Unit) -> list[str]:
    idle = [model for model, _ in unit.models if unarmed(model)]
    if len(idle) == len(unit.models):
        return ["nobody in it can shoot; it can be shot at"]
    found = [
        f"{model.name} carries weapons but has BS 0; it never shoots (2E-ELIG-1)" for model in idle if model.weapons
    ]
    if unit.has("Scout") and unit.has("Rapid Fire"):
        found.append("scouts do not use Rapid Fire; leave out one of the two rules (2E-SPC-1)")
    if unit.has("Rapid Fire") and not any(name_key(w.name) in RAPID_FIRE_WEAPONS for w in unit.weapons()):
        found.append(f"Rapid Fire is for a {', '.join(RAPID_FIRE_WEAPONS)}, and nobody in it has one (2E-SPC-1)")
    return found


def _weapon_notes(weapon: Weapon) -> list[str]:
    """Its rules that cannot act, for what it is; and a penetration that is not usual."""
    found = [note] if (note := _penetration_note(weapon)) else []
    if weapon.template:
        idle = [rule for rule in NOT_ROLLED if weapon.has(rule)]
        found += [f"{weapon.name}: a template is not rolled to hit, so {rule} does nothing (2E-TMP-1)" for rule in idle]
    if weapon.has("Auxiliary") and not weapon.sustained:
        found.append(f"{weapon.name}: it has no sustained fire dice, so Auxiliary rolls no jam again (2E-SF-3)")
    return found


def _penetration_note(weapon: Weapon) -> str:
    """That its penetration is not what 2E-AP-1 makes of it: a slip of the list, or of its source."""
    usual = usual_penetration(weapon.strength, weapon.damage)
    told = weapon.penetration
    if (sorted(told.dice), told.plus) == (sorted(usual.dice), usual.plus) or weapon.has("Automatic Penetration"):
        return ""
    words = f"penetration {told.text} is taken as written, although S and damage give {usual.text}"
    return f"{weapon.name}: {words} (2E-AP-1)"
