"""The fields of army lists, the profiles built from them, the special rules that lists name, and the armoury.

``fields.md`` is the table of fields; this module says what its words mean. See also ``armies/fields.py``.
``special_rules.md`` has how special rules are spelt; here is who may have them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from shoot_cli.armies.army import with_distinct_names
from shoot_cli.armies.fields import NOTE, FieldType, ListOf, as_written, became, dash, forms, kind
from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.profile_lines import Armoury
from shoot_cli.armies.tree import did_you_mean, near, plain_name
from shoot_cli.armies.yaml_text import split_list, whole_number
from shoot_cli.engine.markdown import TableRow, also_called, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.second import profiles
from shoot_cli.rules.second.profiles import MOST_SUSTAINED, radius_of

CARRIERS = WEAPON, UNIT, BOTH = "weapon", "unit", "both"
MOST_JAMS, MOST_RECHARGE = 6, 3


class SpecialRule(Record):
    """A special rule. `rule` is its id in the rulebook, or "" if it does nothing in the Shooting phase. `use` says in
    words what the rule is for, if it changes no dice and no question of this program.
    """

    name: str
    where: str
    rule: str = ""
    use: str = ""


class ListedRule(Record):
    """A rule as a list names it. `text` is the canonical name; `known` is None for an unknown rule."""

    text: str
    known: SpecialRule | None


class Traits(Record):
    """The last column of the weapon tables: numbers and flags with their own fields, and special rules."""

    sustained: int = 0
    move_or_fire: bool = False
    blast: float | None = None
    template: bool = False
    thrown: bool = False
    explodes: int | None = None
    recharge: int = 0
    rules: tuple[str, ...] = ()  # canonical, sorted


@cache
def every_rule() -> tuple[SpecialRule, ...]:
    """Return all rules of ``special_rules.md``: of weapons, of units, and those without effect in this phase."""
    return tuple(SpecialRule(row["rule"], row.among("of", CARRIERS), row["rulebook"], row["for"]) for row in _rows())


def _rows() -> Iterable[TableRow]:
    return chain.from_iterable(tables(__file__, "special_rules.md").values())


_BRACKETS = re.compile(r"(?P<name>[^()]*?)\s*\([^()]*\)")  # Hive Mind (12")


@cache
def _by_name(where: str) -> dict[str, SpecialRule]:
    """Return rules by all their names. Rules for `where` win over rules for the other kind."""
    names = {plain_name(rule.name): rule for rule in sorted(every_rule(), key=lambda rule: rule.where in (where, BOTH))}
    rows = [row for row in _rows() if row["of"] in (where, BOTH)]
    printed = {plain_name(row["rule"]) for row in rows}
    spoken = {plain_name(spelling): names[plain_name(row["rule"])] for row in rows for spelling in also_called(row)}
    return names | {spelling: rule for spelling, rule in spoken.items() if spelling not in printed}


def rule_named(text: str, where: str) -> ListedRule:
    """Return the rule that a list means on a weapon or unit (``where``), in any case and with any hyphens.

    >>> rule_named("sniper toxin", WEAPON).text, rule_named("fear", UNIT).text, rule_named('hive mind (12")', UNIT).text
    ('Needle', 'Causes Fear', 'Hive Mind')
    """
    text = " ".join(text.split())
    match = _BRACKETS.fullmatch(text)
    for spelling in (text, match["name"] if match else text):
        if known := _by_name(where).get(plain_name(spelling)):
            return ListedRule(known.name, known)
    return ListedRule(text, None)


def names_for(where: str) -> list[str]:
    """Return the name of every rule with an effect that a weapon or unit may have."""
    return [rule.name for rule in every_rule() if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


@lru_cache(1000)
def near_misses(text: str) -> tuple[str, ...]:
    """Return unit rules with an effect whose names are similar to this unknown rule."""
    names = [rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule]
    return tuple(near(text.split("(")[0], names, most=1, cutoff=0.82))


# Traits ---------------------------------------------------------------------------------------------------------------

_BARE = r"\s*[-–—:(]?\s*"
_SUSTAINED = re.compile(
    rf"sustained[ -]fire{_BARE}(\d{{1,2}})\s*(?:dice|die|d6)?\)?|(\d{{1,2}})\s*sustained[ -]fire\s*(?:dice|die)?",
    re.I | re.A,
)
_RADIUS = re.compile(
    rf"(?:blast|radius){_BARE}(?P<after>[^()]*?)(?:\s*radius)?\)?"
    r"|(?P<before>\d[^()a-z]*)\s*(?:blast|(?:blast )?radius)",
    re.I | re.A,
)
_EXPLODES = re.compile(rf"explodes?(?:{_BARE}(?:on\s*)?(\d{{1,2}})\s*(?:jams?)?\)?)?", re.I | re.A)
_RECHARGE = re.compile(rf"recharges?(?:{_BARE}(\d{{1,2}})\s*(?:turns?)?\)?)?", re.I | re.A)
TRAITS = ("sustained fire 2", "move or fire", "blast 2", "template", "thrown", "explodes 3", "recharge 1")


def trait_of(text: str) -> tuple[str, Any] | None:
    """Return the field of `Traits` and its value: ``sustained fire 2``, ``move or fire``, ``2" radius``. Return None if
    the text is no trait. :raises ValueError: if a number is impossible.
    """
    written = text.strip()
    plain = plain_name(written)
    if plain in ("move or fire", "template", "thrown"):
        return plain.replace(" ", "_"), True
    if match := _SUSTAINED.fullmatch(written):
        return "sustained", whole_number(match[1] or match[2], 0, MOST_SUSTAINED, " sustained fire dice")
    if plain in ("sustained fire", "blast"):
        raise ValueError(f"{shown(written)} lacks its number; write {plain} 2")
    if match := _RADIUS.fullmatch(written):
        return "blast", radius_of((match["after"] or match["before"] or "").strip())
    if match := _EXPLODES.fullmatch(written):
        return "explodes", whole_number(match[1] or "3", 1, MOST_JAMS, " jams")
    if match := _RECHARGE.fullmatch(written):
        return "recharge", whole_number(match[1] or "1", 0, MOST_RECHARGE, " turns")
    return None


def traits_of(texts: Iterable[str]) -> Traits:
    """Return the traits and rules of all these texts. Plasma recharges for one turn, unless they say otherwise.

    :raises ValueError: if a trait has a bad number, or two values.
    """
    values: dict[str, Any] = {}
    rules = set[str]()
    for text in texts:
        if not (trait := trait_of(text)):
            rules.add(rule_named(text, WEAPON).text)
        elif values.setdefault(*trait) != trait[1]:
            words = trait[0].replace("_", " ").replace("sustained", "sustained fire")
            raise ValueError(f"{words} stands twice, as {values[trait[0]]} and as {trait[1]}; keep one")
    if "Plasma" in rules:
        values.setdefault("recharge", 1)
    return Traits(rules=tuple(sorted(rules)), **values)


def weapon_rule(text: str) -> str:
    """Return the rule or trait as written. :raises ValueError: if no weapon can have it."""
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
    """Return the rule as written; a unit may have unknown rules. :raises ValueError: if it is too long."""
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def why_no_locations(locations: Sequence[profiles.Location]) -> str:
    """Return why these cannot be the locations of one model, or "". Each face of the die belongs to one location."""
    faces = [face for location in locations for face in location.faces]
    wrong = [f"{face} stands twice" for face in range(1, 7) if faces.count(face) > 1]
    wrong += [f"{face} is missing" for face in range(1, 7) if face not in faces]
    return f"the location die shows 1 to 6, each once: {', '.join(wrong)}" if wrong else ""


def _each_face_once(pages: list[Any]) -> str:
    return why_no_locations([location_of(page) for page in pages])


def _joined(value: Any) -> Any:
    """Join a list of texts with commas; return any other value unchanged."""
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


def location_of(page: Any) -> profiles.Location:
    """Convert a page of the form LOCATION."""
    return profiles.Location(page.name, page.D6, page.front or 0, page.side or 0, page.crew, tuple(page.damage))


# How values are shown -------------------------------------------------------------------------------------------------


def save_text(save: profiles.Save | None) -> str:
    """Return the save as printed: ``3+ on 2D6``, ``6+/5+ v area``."""
    if save is None:
        return "-"
    return f"{save.target}+{' on 2D6' if save.dice == 2 else ''}" + (f"/{save.area}+ v area" if save.area else "")


def _of_flesh(attribute: str) -> Any:
    """Return the cell of a characteristic that only models with T, or without locations, have."""
    return lambda model: dash(getattr(model, attribute) if model.toughness or not model.locations else None)


def _leadership(model: profiles.Model) -> str:
    counts = model.toughness or not model.locations or model.leadership != profiles.USUAL_LEADERSHIP
    return str(model.leadership) if counts else "-"  # a vehicle without its own Leadership


def faces_text(faces: tuple[int, ...]) -> str:
    """Return consecutive faces as one run: ``2-5`` or ``1, 3``."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _short(weapon: profiles.Weapon) -> str:
    return "template" if weapon.template else "thrown" if weapon.thrown else f'{weapon.short:g}"'


def _signed(modifier: int | None) -> str:
    return "auto" if modifier is profiles.AUTOMATIC else f"{modifier:+d}" if modifier else "0"


def _hits(weapon: profiles.Weapon) -> str:
    return "-" if weapon.template else f"{_signed(weapon.hit_short)}/{_signed(weapon.hit_long)}"


def _penetration(weapon: profiles.Weapon) -> str:
    return "automatic" if weapon.has("Automatic Penetration") else weapon.penetration.text


# The types of fields.md -----------------------------------------------------------------------------------------------

KINDS: dict[str, FieldType | ListOf] = {
    "skill": kind(profiles.skill_of, "write 0 to 10"),
    "movement": kind(profiles.movement_of, "write inches, as 4"),
    "save": kind(profiles.save_of, 'write 3+, 3+ on 2D6, 6+/5+ v area, or "-" for none'),
    "field": kind(
        profiles.field_of, "write refractor 5+, or the name of a field", type="string", examples=[*profiles.FIELDS]
    ),
    "faces": kind(profiles.faces_of, "write 1, 2-5 or 1, 4-6", _joined),
    "rows of damage": ListOf(NOTE, 6, commas=False),
    "type": kind(profiles.type_of, "write Infantry, Vehicle …", type="string", examples=[*profiles.TYPES]),
    "category": kind(profiles.category_of, "write human-sized, vehicle …", type="string", enum=[*profiles.CATEGORIES]),
    "inches": as_written(profiles.inches_of, "write inches as 12"),
    "long range": as_written(profiles.long_of, 'write inches as 24, or "-" for none'),
    "modifiers": as_written(profiles.hits_of, "write +1/0: at short, at long range"),
    "modifier": as_written(profiles.hit_of, "write +1, 0, -1 or auto"),
    "strength": as_written(profiles.strength_of, "write 1 to 10"),
    "damage": as_written(profiles.damage_of, "write 1, D4 or 2D6"),
    "save modifier": as_written(profiles.save_modifier_of, "write -2, or 0 for none"),
    "penetration": as_written(profiles.penetration_of, "write D6+D4+5, or automatic"),
    "radius": kind(profiles.radius_of, "write inches as 2 or 1.5", type=["string", "number"]),
    "weapons": ListOf(WEAPON_NAME, 20),
    "unit rules": ListOf(kind(unit_rule, "write a special rule", type="string", examples=names_for(UNIT)), 40),
    "weapon rules": ListOf(
        kind(
            weapon_rule,
            "write a special rule of weapons",
            type="string",
            examples=[*names_for(WEAPON), *TRAITS],
        ),
        40,
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


# Weapons, models and units from printed values, and the checks of values that contradict each other.

NOT_SAID = 0  # a vehicle as a target has no Toughness, as an attacker without crew no Ballistic Skill
RANGES, HITS = ("short", "long"), ("hit", "short_hit", "long_hit")
SUPPORT = "Support weapon"


# Weapons --------------------------------------------------------------------------------------------------------------


def weapon_complaints(keys: Collection[str], traits: Traits, in_a_list: bool) -> Iterator[tuple[str, str]]:
    """Yield for each mistake of a weapon with these keys: the key to blame ("" for the whole weapon) and a sentence.
    `in_a_list` is True if modifiers must be written, because a list gets no guessed values.
    """
    yield from range_complaints(keys, traits)
    areas = {
        "template": traits.template,
        "blast": traits.blast is not None,
        "Venom Cannon": "Venom Cannon" in traits.rules,  # its salvo has its own template (2E-SPC-9)
    }
    placed = [name for name, has in areas.items() if has]
    if len(placed) > 1:
        yield placed[1], f"a weapon has one of {' and '.join(placed)}; keep one"
    elif placed and traits.sustained and not traits.template:
        yield "sustained fire", f"the {placed[0]} is placed once, so no sustained fire dice follow; leave them out"
    if traits.template and traits.thrown:
        yield "thrown", "a template touches who fires it; leave out thrown, or the template"
    if "hit" in keys and (odd := [key for key in HITS[1:] if key in keys]):
        yield odd[0], f"the modifiers stand twice, as hit and as {odd[0]}; keep one"
    for key in missing_keys(keys, traits, in_a_list):
        yield "", f"“{key}” of the weapon is missing; write {key}: {MODE[key].like}"
    if traits.explodes and traits.explodes > traits.sustained:
        yield (
            "explodes",
            f"it cannot jam {traits.explodes} times with {traits.sustained} sustained fire dice; write more",
        )


def range_complaints(keys: Collection[str], traits: Traits) -> Iterator[tuple[str, str]]:
    """Yield mistakes of templates and of what is thrown, which have no ranges; as `weapon_complaints`."""
    needless = (*RANGES, *HITS) if traits.template else RANGES if traits.thrown else ()
    if odd := [key for key in needless if key in keys]:
        why = "a template has no ranges and is not rolled to hit"
        why = why if traits.template else "what is thrown reaches as far as the players say"
        yield odd[0], f"{why}; leave out {' and '.join(odd)}"
    if traits.template and traits.sustained:
        yield "sustained fire", "a template is not rolled to hit, so no sustained fire dice follow; leave them out"


def missing_keys(keys: Collection[str], traits: Traits, in_a_list: bool) -> list[str]:
    """Return the keys that a weapon must have and that are not there. `in_a_list` is as in `weapon_complaints`."""
    wanted = ["S", *(() if traits.template or traits.thrown else RANGES)]
    if in_a_list:
        wanted += ["save"]
        if not traits.template and not {*HITS[1:]} <= {*keys}:
            wanted += ["hit"]
    return [key for key in wanted if key not in keys]


def make_weapon(name: str, answers: Mapping[str, str], traits: Traits, source: str) -> profiles.Weapon:
    """Return a weapon without mistakes from printed values. Its name may be "weapon: mode".

    `answers` has the written ones of: short, long, hit (or short_hit and long_hit), S, damage, save, penetration.

    :raises ValueError: if a value is impossible.
    """
    weapon_name, _, mode = name.partition(": ")
    placed = traits.template or traits.thrown
    short, long = (None, None) if placed else (profiles.inches_of(answers["short"]), profiles.long_of(answers["long"]))
    if short is not None and long is not None and long <= short:
        raise ValueError(f'a long range of {long:g}" ends before the short one of {short:g}"; write short before long')
    hit_short, hit_long = profiles.hits_of(answers.get("hit", "0/0"))
    if "short_hit" in answers or "long_hit" in answers:
        hit_short, hit_long = (profiles.hit_of(answers.get(key, "0")) for key in HITS[1:])
    if traits.template:
        hit_short, hit_long = profiles.AUTOMATIC, profiles.AUTOMATIC
    strength, damage = profiles.strength_of(answers["S"]), profiles.damage_of(answers.get("damage", "1"))
    penetration: profiles.Dice | None = profiles.usual_penetration(strength, damage)
    if "penetration" in answers:
        penetration = profiles.penetration_of(answers["penetration"])
    rules = {*traits.rules, *(("Automatic Penetration",) if penetration is None else ())}
    return profiles.Weapon(
        f"{weapon_name} ({mode})" if mode else weapon_name,
        short,
        long,
        hit_short,
        hit_long,
        strength,
        damage,
        profiles.save_modifier_of(answers.get("save", "0")),
        penetration or profiles.Dice(),
        traits.sustained,
        traits.move_or_fire,
        traits.blast,
        traits.template,
        traits.thrown,
        tuple(sorted(rules)),
        weapon_name if mode else "",
        traits.explodes,
        traits.recharge,
        source,
    )


# Models ---------------------------------------------------------------------------------------------------------------


def make_model(
    name: str,
    stats: Mapping[str, Any],
    rules: Iterable[str],
    weapons: tuple[profiles.Weapon, ...],
    character: bool = False,
) -> profiles.Model:
    """Return a model. `stats` has its known characteristics by printed name, already converted, and `locations`."""
    needed: dict[str, Any] = {"ballistic_skill": NOT_SAID}
    return profiles.Model(
        name,
        **needed | became(STATS.fields, stats),
        weapons=weapons,
        rules=tuple(sorted({rule_named(rule, UNIT).text for rule in rules})),
        character=character,
        locations=tuple(stats.get("locations") or ()),
    )


def finish_unit(
    name: str,
    kind: str | None,
    category: str | None,
    models: list[tuple[profiles.Model, int]],
    rules: Sequence[str],
    points: int | None = None,
    note: str = "",
    faction: str = "",
) -> profiles.Unit:
    """Return the unit. `kind` is one of TYPES and `category` one of CATEGORIES; None if it was left out. If a unit of
    type Character is a single model, the model becomes a character.
    """
    kind = kind or ("Vehicle" if any(model.locations for model, _ in models) else "Infantry")
    if kind == "Character" and len(models) == 1 and models[0][1] == 1:
        models = [(models[0][0].but(character=True), 1)]
    canonical = tuple(sorted({rule_named(rule, UNIT).text for rule in rules}))
    named = profiles.category_by([name]) or profiles.category_by([model.name for model, _ in models])
    category = category or named or profiles.TYPES.get(kind, profiles.HUMAN_SIZED)
    return profiles.Unit(name, kind, category, with_distinct_names(models), canonical, points, note, faction)


def why_no_unit(kind: str | None, located: Sequence[bool]) -> str:
    """Return why these models cannot form a unit of this type, or "". `located` says which models have locations."""
    if kind in profiles.OF_LOCATIONS and located and not any(located):
        example = "{name: Hull, D6: 1-6, front: 20, side: 18}"
        return f"the type says {kind}, but no model has locations; write locations: [{example}]"
    if kind not in (None, *profiles.OF_LOCATIONS) and any(located):
        return (
            f"the type says {kind}, but models have locations; write "
            f"{', '.join(profiles.OF_LOCATIONS[:-1])} or {SUPPORT}"
        )
    if any(located) and not all(located):
        words = "models with locations and others are no unit together; make them two units"
        return f"{words}, or the others its crew: {{name: Crew, D6: 4-6, crew: yes}}"
    return ""


def why_not_alike(models: Sequence[tuple[profiles.Model, int]]) -> str:
    """Return why one location die cannot hit all these models, or "" if it can."""
    if len({model.locations for model, _ in models}) > 1:
        return "the models of one unit have the same locations; make units of those that have others"
    return ""


def unarmed(model: profiles.Model) -> bool:
    """Return True if the model never shoots."""
    return not model.weapons or not model.ballistic_skill


# The weapons of ``armoury.md``, which lists may name without a description. A list's own weapons come first.


def _weapon(row: TableRow) -> profiles.Weapon:
    cells = {head: cell for head, cell in row.items() if cell}
    return make_weapon(cells.pop("weapon"), cells, traits_of(split_list(row["rules"])), cells.pop("source"))


ARMOURY = Armoury(__file__, _weapon, {"twin linked ": "Twin-linked"}, plurals=True)


def armoury() -> dict[str, tuple[profiles.Weapon, ...]]:
    """Return every weapon of the armoury by plain name: one profile, or one for each mode."""
    return ARMOURY.weapons
