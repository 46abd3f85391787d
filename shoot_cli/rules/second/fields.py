"""The fields of lists: ``fields.md`` is the table, here is what its words mean. See ``armies/fields.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoot_cli.armies.fields import NOTE, FieldType, ListOf, as_written, dash, forms, kind
from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.problems import did_you_mean
from shoot_cli.core.questions import shown
from shoot_cli.rules.second import profiles, values
from shoot_cli.rules.second.profiles import AUTOMATIC, USUAL_LEADERSHIP, Location, Model, Save, Weapon
from shoot_cli.rules.second.special_rules import (
    TRAITS,
    UNIT,
    WEAPON,
    names_for,
    rule_named,
    trait_of,
)


def weapon_rule(text: str) -> str:
    """The rule or trait as it was written. :raises ValueError: nothing that a weapon can have."""
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    if trait_of(text):
        return text
    named = rule_named(text, WEAPON)
    if named.known is None:
        near = did_you_mean(text.split("(")[0], [*names_for(WEAPON), *TRAITS])
        raise ValueError(f"no special rule {shown(text)} of weapons is known; {near} (leave out what changes no shots)")
    if named.known.where == UNIT:
        raise ValueError(f"{named.known.name} is a rule of units and models; write it under their rules:")
    return text


def unit_rule(text: str) -> str:
    """The rule as it was written; units may have rules that are not known. :raises ValueError: too long."""
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def why_no_locations(locations: Sequence[Location]) -> str:
    """Why these are no locations of one model, in words; "" if they are: each face of the die belongs to one."""
    faces = [face for location in locations for face in location.faces]
    wrong = [f"{face} stands twice" for face in range(1, 7) if faces.count(face) > 1]
    wrong += [f"{face} is missing" for face in range(1, 7) if face not in faces]
    return f"the location die shows 1 to 6, each once: {', '.join(wrong)}" if wrong else ""


def _each_face_once(pages: list[Any]) -> str:
    return why_no_locations([location_of(page) for page in pages])


def _joined(value: Any) -> Any:
    """A list of texts as one text with commas; anything else as it is."""
    texts = isinstance(value, list) and value and all(isinstance(item, str) for item in value)
    return ",".join(value) if texts else value


def _armour_or_crew(page: Any) -> str | None:
    armour = {"front": page.front, "side": page.side}
    if page.crew and (odd := [key for key, value in armour.items() if value is not None]):
        return f"the crew is wounded and saved by the model's T and Sv; leave out {' and '.join(odd)}"
    if not page.crew and (lacking := [key for key, value in armour.items() if value is None]):
        words = f"the location has no {' and no '.join(lacking)}; write front: 20, side: 18 (side and rear)"
        return f"{words}, or crew: yes"
    if page.damage and len(page.damage) != 6:
        return f"damage has {len(page.damage)} rows; write six, for 1 to 6, or leave it out"
    return None


def location_of(page: Any) -> Location:
    """What a page of LOCATION says."""
    return Location(page.name, page.D6, page.front or 0, page.side or 0, page.crew, tuple(page.damage))


# How it is shown ------------------------------------------------------------------------------------------------------


def save_text(save: Save | None) -> str:
    """As it is printed: ``3+ on 2D6``, ``6+/5+ v area``."""
    if save is None:
        return "-"
    return f"{save.target}+{' on 2D6' if save.dice == 2 else ''}" + (f"/{save.area}+ v area" if save.area else "")


def _of_flesh(attribute: str) -> Any:
    """How a characteristic is shown that nothing has without a crew that can be hit."""
    return lambda model: dash(getattr(model, attribute) if model.toughness or not model.locations else None)


def _leadership(model: Model) -> str:
    said = model.toughness or not model.locations or model.leadership != USUAL_LEADERSHIP
    return str(model.leadership) if said else "-"  # a vehicle that says nothing of it


def faces_text(faces: tuple[int, ...]) -> str:
    """``2-5`` or ``1, 3``."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _short(weapon: Weapon) -> str:
    return "template" if weapon.template else "thrown" if weapon.thrown else f'{weapon.short:g}"'


def _signed(modifier: int | None) -> str:
    return "auto" if modifier is AUTOMATIC else f"{modifier:+d}" if modifier else "0"


def _hits(weapon: Weapon) -> str:
    return "-" if weapon.template else f"{_signed(weapon.hit_short)}/{_signed(weapon.hit_long)}"


def _penetration(weapon: Weapon) -> str:
    return "automatic" if weapon.has("Automatic Penetration") else weapon.penetration.text


# What the words of fields.md mean ------------------------------------------------------------------------------------

KINDS: dict[str, FieldType | ListOf] = {
    "skill": kind(values.skill_of, "write 0 to 10"),
    "movement": kind(values.movement_of, "write inches, as 4"),
    "save": kind(values.save_of, 'write 3+, 3+ on 2D6, 6+/5+ v area, or "-" for none'),
    "field": kind(
        values.field_of, "write refractor 5+, or the name of a field", type="string", examples=[*values.FIELDS]
    ),
    "faces": kind(values.faces_of, "write 1, 2-5 or 1, 4-6", _joined),
    "rows of damage": ListOf(NOTE, 6, commas=False),
    "type": kind(values.type_of, "write Infantry, Vehicle …", type="string", examples=[*values.TYPES]),
    "category": kind(values.category_of, "write human-sized, vehicle …", type="string", enum=[*profiles.CATEGORIES]),
    "inches": as_written(values.inches_of, "write inches as 12"),
    "long range": as_written(values.long_of, 'write inches as 24, or "-" for none'),
    "modifiers": as_written(values.hits_of, "write +1/0: at short, at long range"),
    "modifier": as_written(values.hit_of, "write +1, 0, -1 or auto"),
    "strength": as_written(values.strength_of, "write 1 to 10"),
    "damage": as_written(values.damage_of, "write 1, D4 or 2D6"),
    "save modifier": as_written(values.save_modifier_of, "write -2, or 0 for none"),
    "penetration": as_written(values.penetration_of, "write D6+D4+5, or automatic"),
    "radius": kind(values.radius_of, "write inches as 2 or 1.5", type=["string", "number"]),
    "weapons": ListOf(WEAPON_NAME, 20),
    "unit rules": ListOf(kind(unit_rule, "write a special rule", type="string", examples=names_for(UNIT)), 40),
    "weapon rules": ListOf(
        kind(weapon_rule, "write a special rule of weapons", type="string", examples=[*names_for(WEAPON), *TRAITS]), 40
    ),
}
CELLS: dict[str, Any] = {
    "T": _of_flesh("toughness"),
    "W": _of_flesh("wounds"),
    "Ld": _leadership,
    "Sv": lambda model: save_text(model.save),
    "field": lambda model: f"{model.field.name} {model.field.target}+" if model.field else "-",
    "short": _short,
    "hit": _hits,
    "damage": lambda weapon: weapon.damage.text,
    "save": lambda weapon: _signed(weapon.save_modifier),
    "penetration": _penetration,
}
FORMS = forms(__file__, KINDS, CELLS, {"LocationPage": _armour_or_crew, "locations": _each_face_once})
LIST, LOCATION, STATS, MODEL, UNIT_FORM, MODE, WEAPON_FORM = FORMS.values()
