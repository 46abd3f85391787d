"""The fields of army lists, and the formations built from them. ``fields.md`` is the table of fields; this module says
what its words mean. See also ``armies/fields.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import Any

from shoot_cli.armies.army import called
from shoot_cli.armies.fields import FieldType, ListOf, Whatever, became, dash, forms, kind
from shoot_cli.armies.tree import plain_name
from shoot_cli.armies.yaml_text import NONE
from shoot_cli.engine.names import name_key
from shoot_cli.rules.reikhammer import profiles

MOST_WEAPONS, MOST_RULES = 12, 12

MACRO_FIELD = FieldType(
    profiles.macro_of,
    "yes: every value makes macro hits; or those that do",
    {
        "anyOf": [
            {"type": ["boolean", "string"]},
            {"type": "array", "items": {"enum": list(profiles.VALUES)}, "minItems": 1},
        ]
    },
    raw=True,
)
KINDS: dict[str, FieldType | ListOf] = {
    "type": kind(profiles.type_of, f"write {', '.join(profiles.TYPES)}", type="string", examples=list(profiles.TYPES)),
    "value": kind(profiles.value_of, 'write 4 (to roll 4 or less), or "-" for none'),
    "armour": kind(profiles.armour_of, 'write 4 (to roll 4 or less), or "-" for none'),
    "invulnerable": kind(profiles.invulnerable_of, f"write 1 to {profiles.HIGHEST}"),
    "rating": kind(profiles.rating_of, f"write 1 to {profiles.HIGHEST}"),
    "range": kind(profiles.range_of, "write tiles, as in 12"),
    "speed": kind(profiles.speed_of, "write tiles, as in 5"),
    "BP": kind(profiles.barrage_of, "write barrage points, as in 3"),
    "ammo": kind(profiles.ammo_of, 'write 4, or "-" for without end'),
    "character": kind(profiles.character_of, "write a name, yes or no", type=["string", "boolean"], maxLength=60),
    "macro": MACRO_FIELD,
    "weapons": ListOf(Whatever(), MOST_WEAPONS, NONE),  # checked later, where the path is known
    **{
        f"{of} rules": ListOf(
            kind(read, "write a rule", type="string", examples=list(dict.fromkeys(known.values()))), MOST_RULES, NONE
        )
        for of, read, known in (
            ("unit", profiles.unit_rule, profiles.UNIT_RULES),
            ("weapon", profiles.weapon_rule, profiles.WEAPON_RULES),
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
        kind = "that has lost integrity" if page.lost else "with a character"
        return f"a unit {kind} stands alone; write it with count: 1, and the others without"
    return None


FORMS = forms(__file__, KINDS, CELLS, {"ModelPage": _alone_if_unlike})
TOP, LIST, SCENARIO, WEAPON, STATS, MODEL, UNIT = FORMS.values()


# Weapons, units and formations from values, with unique names.

USUAL: dict[str, Any] = {
    "type": profiles.INFANTRY,
    "armour": 3,
    "integrity": 1,
}  # the defaults of units in scenarios and lines
USUAL_RATING = 4
MOST_MODELS = 60  # units in one formation
# Weapons that units have just by the name of the rule.
FOR_ASSAULTS = {profiles.SMALL_ARMS: profiles.Weapon(profiles.SMALL_ARMS, 0, assault=profiles.SMALL_ARMS)} | {
    profiles.ASSAULT_WEAPON: profiles.Weapon(profiles.ASSAULT_WEAPON, 0, assault=profiles.ASSAULT_WEAPON)
}


def weapon_complaints(
    keys: Collection[str], macro: tuple[str, ...] | bool | None, rules: Collection[str | None]
) -> Iterator[tuple[str, str]]:
    """Yield for each mistake of a weapon with these keys: the key to blame ("" for the whole weapon) and a sentence.
    `macro` is the value of that key; None if it is missing.
    """
    values = [kind for kind in profiles.VALUES if kind in keys]
    assault = [rule for rule in FOR_ASSAULTS if rule in rules]
    if "BP" in keys:
        if values:
            words = f"a weapon with barrage points has no other value; leave out {' and '.join(values)}"
            yield "BP", f"{words}, or make two weapons of it"
        if macro or profiles.MACRO in rules:
            yield "macro" if macro else "rules", "barrages make no macro hits; leave out that it is a macro-weapon"
        if assault:
            yield "rules", f"{assault[0]} fires no barrage; leave out BP or the rule"
    elif not values and not assault:
        yield "", "the weapon has no value; write AP: 4, AT: 2, AA: 1 or BP: 3"
    if profiles.MACRO in rules and macro is not None and macro is not True:
        yield "macro", "the rule Macro-weapon makes macro hits of every value; keep macro, or the rule"
    if len(assault) > 1:
        yield "rules", f"a weapon is either {' or '.join(assault)}; keep one"
    if isinstance(macro, tuple) and "BP" not in keys and (lacking := [kind for kind in macro if kind not in keys]):
        yield "macro", f"the weapon has no {' and no '.join(lacking)}; write the value, or leave it out of macro"
    if "range" not in keys and not assault:
        yield "range", "“range” of the weapon is missing; write range: 12 (tiles)"


def make_weapon(
    name: str, values: dict[str, Any], macro: tuple[str, ...] | bool, rules: Collection[str]
) -> profiles.Weapon:
    """Return a weapon without mistakes. `values` has its known range, AP, AT, AA, BP."""
    kinds = tuple(kind for kind in profiles.VALUES if values.get(kind) is not None)
    macro = kinds if macro is True or profiles.MACRO in rules else macro or ()
    return profiles.Weapon(
        name,
        values.get("range") or 0,
        values.get("AP"),
        values.get("AT"),
        values.get("AA"),
        values.get("BP") or 0,
        macro,
        next((rule for rule in FOR_ASSAULTS if rule in rules), ""),
    )


def make_model(
    name: str,
    stats: dict[str, Any],
    rules: Collection[str],
    weapons: tuple[profiles.Weapon, ...] = (),
    character: str = "",
    lost: int = 0,
) -> profiles.Model:
    """Return a unit. `stats` has type, armour, integrity, ammo, invulnerable, speed, or defaults apply."""
    known = USUAL | {key: value for key, value in stats.items() if value is not None}
    carried = {weapon.assault for weapon in weapons}
    for_assaults = tuple(weapon for rule, weapon in FOR_ASSAULTS.items() if rule in rules and rule not in carried)
    return profiles.Model(
        name,
        **became(STATS.fields, known),
        weapons=weapons + for_assaults,
        reinforced=profiles.REINFORCED in rules,
        character=character,
        lost=lost,
    )


def finish_unit(
    name: str,
    models: list[tuple[profiles.Model, int]],
    rating: int = USUAL_RATING,
    points: int | None = None,
    note: str = "",
) -> profiles.Unit:
    """Return the formation, with unique names for units and for different weapons."""
    return profiles.Unit(name, _models_apart(_weapons_apart(models)), rating, points, note)


def _weapons_apart(models: list[tuple[profiles.Model, int]]) -> list[tuple[profiles.Model, int]]:
    """Rename different weapons of one name: "hull gun range 8", else "hull gun (Tank)"."""
    known: dict[str, profiles.Weapon] = {}
    renamed = []
    for model, number in models:
        weapons = []
        for weapon in model.weapons:
            wishes = (weapon.name, f"{weapon.name} range {weapon.range}", f"{weapon.name} ({model.name})")
            for wish in _and_numbered(wishes, weapon.name):
                if known.setdefault(plain_name(wish), weapon.but(name=wish)).but(name="") == weapon.but(name=""):
                    weapons.append(known[plain_name(wish)])
                    break
        renamed.append((model.but(weapons=tuple(weapons)), number))
    return renamed


def _models_apart(models: list[tuple[profiles.Model, int]]) -> tuple[tuple[profiles.Model, int], ...]:
    """Rename different kinds of one name: "Tank (howitzer)", else "Tank, other". Several units of a kind get numbers
    ("Tank 1"), so no kind may have such a name.
    """
    numbers: dict[profiles.Model, int] = {}
    for model, number in models:
        numbers[model] = numbers.get(model, 0) + number
    names: dict[profiles.Model, str] = {}
    taken: set[str] = set()
    first: dict[str, profiles.Model] = {}
    for model, number in numbers.items():
        like = first.setdefault(name_key(model.name), model)
        wishes = [model.name, *_differences(model, like)]
        for wish in _and_numbered(wishes, f"{model.name}, other"):
            new_names = {name_key(wish), *(name_key(f"{wish} {k}") for k in range(1, number + 1) if number > 1)}
            if not new_names & taken:
                names[model] = wish
                taken |= new_names
                break
    return tuple((called(model, names[model]), number) for model, number in models)


def _differences(model: profiles.Model, like: profiles.Model) -> Iterator[str]:
    """Yield names that say how the kind differs from the first of its name."""
    weapons = dict.fromkeys(weapon.name for weapon in model.weapons if weapon not in like.weapons)
    if weapons:
        yield f"{model.name} ({', '.join(weapons)})"
    if model.character:
        yield f"{model.name} ({model.character})"
    if model.lost:
        yield f"{model.name} ({model.lost} lost)"


def _and_numbered(wishes: Iterable[str], base: str) -> Iterator[str]:
    yield from wishes
    yield base
    yield from (f"{base} {number}" for number in count(2))
