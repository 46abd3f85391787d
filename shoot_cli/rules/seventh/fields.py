"""The fields of lists: ``fields.md`` is the table, here is what its words mean. See ``armies/fields.py``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.fields import FieldType, ListOf, as_written, dash, forms, kind
from shoot_cli.armies.printed import SAVE, SAVES, two_invulnerable_saves
from shoot_cli.armies.problems import did_you_mean
from shoot_cli.armies.reading import split_list
from shoot_cli.core.questions import shown
from shoot_cli.rules.seventh import values
from shoot_cli.rules.seventh.profiles import UNLIMITED, Weapon
from shoot_cli.rules.seventh.special_rules import UNIT, WEAPON, names_for, rule_named

MOST_RULES = 40


def weapon_rule(text: str) -> str:
    """The rule as it was written. :raises ValueError: no rule that a weapon can have."""
    named = rule_named(text[:300])
    if named.known is None:
        near = did_you_mean(text.split("(")[0], names_for(WEAPON))
        raise ValueError(f"no special rule {shown(text)} of weapons is known; {near} (leave out what changes no shots)")
    if named.known.where == UNIT:
        raise ValueError(f"{named.known.name} is a rule of units and models; write it under their rules:")
    return text


def unit_rule(text: str) -> str:
    """The rule as it was written; units may have rules that are not known. :raises ValueError: an impossible value."""
    rule_named(text[:300])
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def _weapon_type(text: str) -> str:
    """The type as it was written. :raises ValueError: what is wrong with it and with each rule behind it."""
    first, *rules = split_list(text) or [""]
    wrong = []
    for check, part in ((values.fire_of, first), *((weapon_rule, rule) for rule in rules)):
        try:
            check(part)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ValueError(" / ".join(wrong))
    return text


def _one_invulnerable_save(page: Any) -> str | None:
    return two_invulnerable_saves(page.Sv, page.Inv)


def _range(weapon: Weapon) -> str:
    if weapon.range is None:
        return "Template"
    if weapon.range == UNLIMITED:
        return "unlimited"
    return (f'{weapon.minimum:g}"-' if weapon.minimum else "") + f'{weapon.range:g}"'


def _type(weapon: Weapon) -> str:
    if weapon.type in ("Rapid Fire", "Pistol"):
        return weapon.type
    moved = f"{weapon.moved_shots.text}/" if weapon.moved_shots else ""
    return f"{weapon.type} {moved}{weapon.shots.text}"


def _unless_vehicle(attribute: str, behind: str = "") -> Any:
    """How a characteristic is shown that vehicles do not have."""
    return lambda model: "-" if model.vehicle else dash(getattr(model, attribute), behind)


KINDS: dict[str, FieldType | ListOf] = {
    "skill": kind(values.skill_of, "write 0 to 10"),
    "save": SAVE,
    "saves": SAVES,
    "range": as_written(values.range_of, "write 24, 12-48, Template or unlimited"),
    "strength": as_written(values.strength_of, "write 1 to 10, X or *"),
    "AP": as_written(values.ap_of, 'write 1 to 6, or "-"'),
    "type": kind(_weapon_type, "write Rapid Fire, Heavy 3, Assault 2D6, Salvo 2/3 …", type="string"),
    "weapons": ListOf(WEAPON_NAME, 20),
    "unit rules": ListOf(kind(unit_rule, "write a special rule", type="string"), MOST_RULES),
    "weapon rules": ListOf(
        kind(weapon_rule, "write a special rule of weapons", type="string", examples=names_for(WEAPON)), MOST_RULES
    ),
}
CELLS: dict[str, Any] = {
    "T": _unless_vehicle("toughness"),
    "W": _unless_vehicle("wounds"),
    "I": _unless_vehicle("initiative"),
    "Ld": _unless_vehicle("leadership"),
    "Sv": _unless_vehicle("armour", "+"),
    "Inv": lambda model: dash(model.invulnerable, "++"),
    "FNP": lambda model: dash(model.feel_no_pain, "+"),
    "range": _range,
    "type": _type,
}
FORMS = forms(__file__, KINDS, CELLS, dict.fromkeys(("StatsPage", "ModelPage"), _one_invulnerable_save))
STATS, MODE, WEAPON_FORM, MODEL, TRANSPORT, UNIT_FORM = FORMS.values()
