"""The fields of lists: ``fields.md`` is the table, here is what its words mean. See ``armies/fields.py``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.fields import Field, FieldType, Form, ListOf, Whatever, dash, forms, kind
from shoot_cli.armies.printed import SAVE, armour_of, saves_of, two_invulnerable_saves
from shoot_cli.armies.reading import NONE
from shoot_cli.rules.datasheets import values
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.profiles import BEARER, Model
from shoot_cli.rules.datasheets.values import PAIN

MOST_ABILITIES = 40
SAVES_EXPECTED = 'write 3+, 3+/5++ with an invulnerable save, 7+ as printed, or "-" for none'


def joined(value: Any) -> Any:
    """YAML takes ``incoming: -1 damage`` in a list for a mapping; here it is one text.

    So is what stands below it: ``led: {incoming: -1 to hit}``, ``mark after shooting: [+1 to hit, no cover]``.
    """
    if isinstance(value, dict) and len(value) == 1:
        ((key, said),) = value.items()
        parts = [joined(part) for part in said] if isinstance(said, list) else [joined(said)]
        return f"{key}: {', '.join(parts)}" if parts and all(isinstance(part, str) for part in parts) else value
    return value


def _pains(model: Model) -> str:
    """Every Feel No Pain that it has."""
    found = [f"{model.feel_no_pain}+"] if model.feel_no_pain else []
    found += [one.text.removeprefix(f"{PAIN} ") for one in model.abilities if one.name == PAIN and one.reach == BEARER]
    return ", ".join(found) or "-"


def _one_invulnerable_save(page: Any) -> str | None:
    return two_invulnerable_saves(page.Sv, page.Inv)


def _one_model_has_lost_wounds(page: Any) -> str | None:
    if page.lost and page.count > 1:
        return "a model that has lost wounds stands alone; write it with count: 1, the others without lost"
    return _one_invulnerable_save(page)


KINDS: dict[str, FieldType | ListOf] = {
    "movement": kind(values.movement_of, 'write 6 or 6"'),
    "save": SAVE,
    "saves": kind(partial(saves_of, armour_save=armour_of), SAVES_EXPECTED),
    "leadership": kind(values.leadership_of, "write 6+"),
    "range": kind(values.range_of, 'write 24 or 24"'),
    "amount": kind(values.amount_of, "write 2, D6 or D6+1"),
    "skill": kind(values.skill_of, "write 2+ to 6+, or N/A for a Torrent weapon"),
    "strength": kind(values.strength_of, "write 4"),
    "AP": kind(values.ap_of, "write 0 or -1"),
    "damage": kind(values.damage_of, "write 2, D6 or D6+1"),
    "keywords": ListOf(kind(values.keyword_of, "write a keyword, as in Infantry", type="string"), 60, NONE),
    "weapons": ListOf(WEAPON_NAME._replace(gather=joined), 20, NONE),
}
CELLS: dict[str, Any] = {
    "T": lambda model: dash(model.toughness or None),
    "Sv": lambda model: dash(model.save, "+"),
    "Inv": lambda model: dash(model.invulnerable, "++"),
    "FNP": _pains,
    "lost": lambda model: dash(model.lost or None),
    "range": lambda weapon: f'{weapon.range:g}"',
    "A": lambda weapon: weapon.attacks.text,
    "BS": lambda weapon: "N/A" if weapon.skill is None else f"{weapon.skill}+",
    "S": lambda weapon: weapon.strength_roll.text if weapon.strength_roll.dice else dash(weapon.strength or None),
    "AP": lambda weapon: dash(weapon.ap if weapon.strength else None),
    "D": lambda weapon: weapon.damage.text if weapon.damage.most else "-",
}
WHY_NOT: dict[str, Any] = {"StatsPage": _one_invulnerable_save, "ModelPage": _one_model_has_lost_wounds}
STATS, FIGURES = forms(__file__, KINDS, CELLS, WHY_NOT, ("StatsPage", "FiguresPage")).values()
LOST = Field("lost", Whatever(), cell=CELLS["lost"])  # as it is shown


class Forms(NamedTuple):
    """What the lists of an edition may say."""

    unit: Form
    weapon: Form


def forms_of(known: Abilities, more: Mapping[str, tuple[Field, ...]] | None = None) -> Forms:
    """Of an edition with these abilities. ``more``: what its forms have besides, by their names."""
    said: dict[str, Any] = {"type": ["string", "object"]}
    unit = kind(known.of_unit, "write an ability, as in Stealth", joined, **said)
    weapon = kind(known.of_weapon, "write an ability of weapons, as in Lethal Hits", joined, **said)
    abilities = {"abilities": unit, "weapon abilities": weapon}
    kinds = KINDS | {name: ListOf(one, MOST_ABILITIES, NONE) for name, one in abilities.items()}
    found = forms(__file__, kinds, CELLS, WHY_NOT, more=more)
    return Forms(found["UnitPage"], found["WeaponPage"])
