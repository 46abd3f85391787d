"""The fields of lists: ``fields.md`` is the table, here is what its words mean. See ``armies/fields.py``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.fields import FieldType, ListOf, Whatever, dash, forms, kind
from shoot_cli.armies.reading import NONE
from shoot_cli.rules.reikhammer import values
from shoot_cli.rules.reikhammer.profiles import TYPES, VALUES
from shoot_cli.rules.reikhammer.values import HIGHEST

MOST_WEAPONS, MOST_RULES = 12, 12

MACRO_FIELD = FieldType(
    values.macro_of,
    "yes: every value makes macro hits; or those that do",
    {"anyOf": [{"type": ["boolean", "string"]}, {"type": "array", "items": {"enum": list(VALUES)}, "minItems": 1}]},
    raw=True,
)
KINDS: dict[str, FieldType | ListOf] = {
    "type": kind(values.type_of, f"write {', '.join(TYPES)}", type="string", examples=list(TYPES)),
    "value": kind(values.value_of, 'write 4 (to roll 4 or less), or "-" for none'),
    "armour": kind(values.armour_of, 'write 4 (to roll 4 or less), or "-" for none'),
    "invulnerable": kind(values.invulnerable_of, f"write 1 to {HIGHEST}"),
    "rating": kind(values.rating_of, f"write 1 to {HIGHEST}"),
    "range": kind(values.range_of, "write tiles, as in 12"),
    "speed": kind(values.speed_of, "write tiles, as in 5"),
    "BP": kind(values.barrage_of, "write barrage points, as in 3"),
    "ammo": kind(values.ammo_of, 'write 4, or "-" for without end'),
    "character": kind(values.character_of, "write a name, yes or no", type=["string", "boolean"], maxLength=60),
    "macro": MACRO_FIELD,
    "weapons": ListOf(Whatever(), MOST_WEAPONS, NONE),  # looked at where their places are known
    **{
        f"{of} rules": ListOf(
            kind(read, "write a rule", type="string", examples=list(dict.fromkeys(known.values()))), MOST_RULES, NONE
        )
        for of, read, known in (
            ("unit", values.unit_rule, values.UNIT_RULES),
            ("weapon", values.weapon_rule, values.WEAPON_RULES),
        )
    },
}
CELLS: dict[str, Any] = {
    "range": lambda weapon: dash(weapon.range or None if weapon.assault else weapon.range),
    "BP": lambda weapon: dash(weapon.bp or None),
    "macro": lambda weapon: "yes" if weapon.macro and weapon.macro == weapon.values else ", ".join(weapon.macro),
    "armour": lambda model: dash(model.armour or None),
    "lost": lambda model: dash(model.lost or None),
}


def _alone_if_unlike(page: Any) -> str | None:
    if page.count > 1 and (page.lost or page.character):
        what = "that has lost integrity" if page.lost else "with a character"
        return f"a unit {what} stands alone; write it with count: 1, and the others without"
    return None


FORMS = forms(__file__, KINDS, CELLS, {"ModelPage": _alone_if_unlike})
TOP, LIST, SCENARIO, WEAPON, STATS, MODEL, UNIT = FORMS.values()
