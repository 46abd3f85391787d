"""The table of fields: what a list may say, what it becomes, how it is shown. See ``armies/fields.py``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies import fields as of_lists
from shoot_cli.armies.fields import (
    NAME,
    NOTE,
    POINTS,
    YES_NO,
    ByName,
    Field,
    Form,
    One,
    Rows,
    Several,
    as_written,
    dash,
    kind,
    whole,
)
from shoot_cli.armies.printed import SAVE, SAVES, two_invulnerable_saves
from shoot_cli.armies.problems import did_you_mean
from shoot_cli.armies.reading import split_list
from shoot_cli.core.questions import shown
from shoot_cli.rules.seventh import values
from shoot_cli.rules.seventh.profiles import UNLIMITED, Weapon
from shoot_cli.rules.seventh.special_rules import UNIT, WEAPON, names_for, rule_named

MOST_MODELS, MOST_KINDS, MOST_WEAPONS, MOST_RULES = 200, 60, 20, 40


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


SKILL = kind(values.skill_of, "write 0 to 10")
ARMOUR = whole(5, 15)
UNIT_RULES = Several(kind(unit_rule, "write a special rule", type="string"), MOST_RULES)
WEAPON_RULES = Several(
    kind(weapon_rule, "write a special rule of weapons", type="string", examples=names_for(WEAPON)), MOST_RULES
)

STATS = Form(
    "StatsPage",
    "Characteristics as printed. What is left out comes from the profile, if the model has one.",
    Field("WS", SKILL, becomes="weapon_skill"),
    Field("BS", SKILL, like="4", becomes="ballistic_skill"),
    Field("S", SKILL, becomes="strength"),
    Field("T", whole(1, 10), like="4", becomes="toughness", cell=_unless_vehicle("toughness")),
    Field("W", whole(1, 20), becomes="wounds", cell=_unless_vehicle("wounds")),
    Field("I", SKILL, becomes="initiative", cell=_unless_vehicle("initiative")),
    Field("A", SKILL, becomes="attacks"),
    Field("Ld", whole(1, 10), like="8", becomes="leadership", cell=_unless_vehicle("leadership")),
    Field("Sv", SAVES, like="3+", cell=_unless_vehicle("armour", "+")),
    Field("Inv", SAVE, cell=lambda model: dash(model.invulnerable, "++")),
    Field("FNP", SAVE, cell=lambda model: dash(model.feel_no_pain, "+")),
    Field("front", ARMOUR, like="12", becomes="front"),
    Field("side", ARMOUR, like="11", becomes="side"),
    Field("rear", ARMOUR, like="10", becomes="rear"),
    Field("HP", whole(1, 20), like="3", becomes="hull_points"),
    why_not=_one_invulnerable_save,
)
MODE = Form(
    "ModePage",
    "How one weapon, or one mode of it, fires.",
    Field("range", as_written(values.range_of, "write 24, 12-48, Template or unlimited"), like="24", cell=_range),
    Field("S", as_written(values.strength_of, "write 1 to 10, X or *"), like="4", becomes="strength"),
    Field("AP", as_written(values.ap_of, 'write 1 to 6, or "-"'), like="5", becomes="ap"),
    Field(
        "type",
        kind(_weapon_type, "write Rapid Fire, Heavy 3, Assault 2D6, Salvo 2/3 …", type="string"),
        like="Rapid Fire",
        cell=_type,
    ),
    Field("rules", WEAPON_RULES),
)
WEAPON_FORM = Form(
    "WeaponPage",
    "A weapon, or what all its modes share.",
    *MODE.fields,
    Field("modes", ByName(MODE)),
    Field("grenade", YES_NO),
    Field("source", NOTE, ""),
    Field("note", NOTE, ""),
)
MODEL = Form(
    "ModelPage",
    "``count`` models of one kind with the same weapons.",
    *STATS.fields,
    Field("name", NAME, needed=True, examples=("Space Marine",)),
    Field("plural", NAME, ""),
    Field("count", whole(1, MOST_MODELS), 1),
    Field("profile", of_lists.PROFILE),
    Field("weapons", Several(of_lists.WEAPON, MOST_WEAPONS)),
    Field("rules", UNIT_RULES),
    Field("character", YES_NO, False),
    Field("independent", YES_NO, False),
    Field("type", NAME),
    Field("note", NOTE, ""),
    why_not=_one_invulnerable_save,
)
TRANSPORT = Form(
    "TransportPage",
    "What a vehicle carries.",
    Field("capacity", whole(1, MOST_MODELS), needed=True, examples=(10,)),
    Field("fire points", whole(0, MOST_MODELS), 0, examples=(2,)),
)
UNIT_FORM = Form(
    "UnitPage",
    "One unit, its models nearest to the enemy first.",
    Field("name", NAME, ""),
    Field("type", NAME),
    Field("points", POINTS),
    Field("faction", NAME, ""),
    Field("rules", UNIT_RULES),
    Field(
        "models",
        Rows(MODEL, MOST_KINDS),
        needed=True,
        examples=("[{name: Boy, count: 10, profile: boy, weapons: [shoota]}]",),
    ),
    Field("transport", One(TRANSPORT)),
    Field("joined_to", NAME, ""),
    Field("note", NOTE, ""),
)
