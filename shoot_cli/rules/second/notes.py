"""What a player should know about a list that is not wrong: what looks misspelt, does nothing, or is read otherwise.

No word of a list is dropped in silence: what no shot hangs on is said to be for something else.
"""

from __future__ import annotations

from shoot_cli.rules.second.building import unarmed
from shoot_cli.rules.second.charts import RAPID_FIRE_WEAPONS
from shoot_cli.rules.second.profiles import HUMAN_SIZED, Army, Unit, Weapon
from shoot_cli.rules.second.settings import SETTINGS
from shoot_cli.rules.second.special_rules import UNIT, WEAPON, SpecialRule, near_misses, rule_named, trait_of
from shoot_cli.rules.second.values import category_by, usual_penetration

NOT_ROLLED = ("Seeking", "Hunter-killer", "Targeter", "Ignores Speed")  # rules of the roll to hit


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about what looks misspelt, does nothing, or is read otherwise here; each once."""
    settings = dict(army.settings)
    found = [
        f"it reads {one.key} as {settings[one.key]}: {one.text} ({one.rule})" for one in SETTINGS if one.key in settings
    ]
    for unit in army.units:
        found += [f"{unit.name}: {note}" for note in _unit_notes(unit)]
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


def _unit_notes(unit: Unit) -> list[str]:
    return [*_category_notes(unit), *_rule_notes(unit), *_shooting_notes(unit)]


def _category_notes(unit: Unit) -> list[str]:
    """Of units some of whom have another category by their name: the unit has one, and its list may say which."""
    found = {model.name: category_by([model.name]) for model, _ in unit.models}
    if unit.category != HUMAN_SIZED:
        return []
    return [
        f"a {unit.category} target, though {name} is the name of a {category} one; category: can say so (2E-TGT-1)"
        for name, category in found.items()
        if category
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
    if unit.has("Rapid Fire") and not any(w.name.casefold() in RAPID_FIRE_WEAPONS for w in unit.weapons()):
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
