"""The table of fields: what a list may say, what it becomes, how it is shown. See ``armies/fields.py``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies import fields as of_lists
from shoot_cli.armies.fields import NAME, NOTE, YES_NO, Field, Form, Kind, Rows, Several, Whatever, dash, kind, whole
from shoot_cli.armies.printed import NONE
from shoot_cli.rules.reikhammer import values
from shoot_cli.rules.reikhammer.profiles import TYPES, VALUES
from shoot_cli.rules.reikhammer.values import HIGHEST, MOST_INTEGRITY

MOST_COUNT, MOST_KINDS, MOST_WEAPONS, MOST_RULES = 30, 30, 12, 12

VALUE = kind(values.value_of, 'write 4 (to roll 4 or less), or "-" for none')
MACRO = Kind(
    values.macro_of,
    "yes: every value makes macro hits; or those that do",
    {
        "anyOf": [
            {"type": ["boolean", "string"]},
            {"type": "array", "items": {"enum": list(VALUES)}, "minItems": 1},
        ]
    },
    raw=True,
)
UNIT_RULES, WEAPON_RULES = (
    Several(kind(read, "write a rule", type="string", examples=list(dict.fromkeys(known.values()))), MOST_RULES, NONE)
    for read, known in ((values.unit_rule, values.UNIT_RULES), (values.weapon_rule, values.WEAPON_RULES))
)


def _alone_if_unlike(page: Any) -> str | None:
    if page.count > 1 and (page.lost or page.character):
        what = "that has lost integrity" if page.lost else "with a character"
        return f"a unit {what} stands alone; write it with count: 1, and the others without"
    return None


WEAPON = Form(
    "WeaponPage",
    "A weapon. ``name`` is written where it is described among what a unit carries.",
    Field("name", NAME, ""),
    Field(
        "range",
        kind(values.range_of, "write tiles, as in 12"),
        cell=lambda weapon: dash(weapon.range or None if weapon.assault else weapon.range),
    ),
    Field("AP", VALUE, becomes="ap"),
    Field("AT", VALUE, becomes="at"),
    Field("AA", VALUE, becomes="aa"),
    Field(
        "BP", kind(values.barrage_of, "write barrage points, as in 3"), 0, cell=lambda weapon: dash(weapon.bp or None)
    ),
    Field(
        "macro",
        MACRO,
        False,
        cell=lambda weapon: "yes" if weapon.macro and weapon.macro == weapon.values else ", ".join(weapon.macro),
    ),
    Field("rules", WEAPON_RULES, becomes="assault"),
    Field("note", NOTE, ""),
)
STATS = Form(
    "StatsPage",
    "What is printed of a unit. What is left out comes from the profile, if the unit has one.",
    Field(
        "type",
        kind(values.type_of, f"write {', '.join(TYPES)}", type="string", examples=list(TYPES)),
        like="INF",
        becomes="type",
    ),
    Field("speed", kind(values.speed_of, "write tiles, as in 5"), becomes="speed"),
    Field(
        "armour",
        kind(values.armour_of, 'write 4 (to roll 4 or less), or "-" for none'),
        like="3",
        cell=lambda model: dash(model.armour or None),
    ),
    Field("integrity", whole(1, MOST_INTEGRITY), like="2", becomes="integrity"),
    Field("ammo", kind(values.ammo_of, 'write 4, or "-" for without end'), becomes="ammo"),
    Field("invulnerable", kind(values.invulnerable_of, f"write 1 to {HIGHEST}")),
    Field("weapons", Several(Whatever(), MOST_WEAPONS, NONE)),  # looked at where their places are known
    Field("rules", UNIT_RULES),
    Field("note", NOTE, ""),
)
MODEL = Form(
    "ModelPage",
    "``count`` units of one kind. ``character``: who is with it.",
    *STATS.fields,
    Field("name", NAME, needed=True, examples=("Grenadiers",)),
    Field("plural", NAME, ""),
    Field("count", whole(1, MOST_COUNT), 1),
    Field("profile", of_lists.PROFILE),
    Field(
        "character",
        kind(values.character_of, "write a name, yes or no", type=["string", "boolean"], maxLength=60),
        False,
    ),
    Field("lost", whole(0, MOST_INTEGRITY), 0, cell=lambda model: dash(model.lost or None)),
    why_not=_alone_if_unlike,
)
RATING = kind(values.rating_of, f"write 1 to {HIGHEST}")
UNIT = Form(
    "UnitPage",
    "One formation, its units nearest to the enemy first. They may also stand under ``models``.",
    Field("name", NAME, ""),
    Field("CR", RATING),
    Field("points", of_lists.POINTS),
    Field("rules", UNIT_RULES),
    Field("units", Rows(MODEL, MOST_KINDS)),
    Field("models", Rows(MODEL, MOST_KINDS)),
    Field("note", NOTE, ""),
)
TOP = Form(
    "TopPage",
    "The outermost keys.",
    Field("ruleset", NAME, needed=True),
    Field("name", NAME, ""),
    Field("note", NOTE, ""),
    Field("invented", YES_NO, False),
    Field("synthetic", YES_NO, False),
    Field("profiles", Whatever()),
    Field("weapons", Whatever()),
)
LIST = Form(
    "ListPage",
    "An army list.",
    *TOP.fields,
    Field("strategy", whole(0, HIGHEST), 1),
    *(Field(name, Whatever()) for name in ("settings", "formations", "units")),
)
SCENARIO = Form("ScenarioPage", "One attack.", *TOP.fields, *of_lists.SIDES)
