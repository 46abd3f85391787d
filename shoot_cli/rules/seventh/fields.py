"""The fields of lists (`fields.md`), profiles built from them, special rules that lists may name, and the armoury.

`special_rules.md` has the spelling of special rules; here is who may bear them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from shoot_cli.armies import fields
from shoot_cli.armies.army import with_distinct_names
from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.profile_lines import Armoury
from shoot_cli.armies.tree import did_you_mean, near, plain_name
from shoot_cli.armies.yaml_text import split_list
from shoot_cli.engine.markdown import TableRow, also_called, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.seventh import profiles
from shoot_cli.rules.seventh.charts import AREA

WEAPON, UNIT, BOTH = "weapon", "unit", "both"
VEHICLES, ON_FOOT = "vehicles", "models that are no vehicles"
# Values in brackets: a number to roll, words that are part of the name, inches, width of a marker.
SAVE, WHOM, INCHES, WIDTH = "3+", "whom", "inches", "width"
CARRIERS, VALUES, BEARERS = (WEAPON, UNIT, BOTH), (SAVE, WHOM, INCHES, WIDTH, ""), (VEHICLES, ON_FOOT, "")


class SpecialRule(Record):
    """A special rule. `rule` is its id in the rulebook, "" if it does nothing in the Shooting phase."""

    name: str
    where: str
    rule: str = ""
    value: str = ""  # SAVE, WHOM, INCHES or WIDTH; "" if it takes no value
    default: int | None = None  # the value if none is written
    bearers: str = ""  # VEHICLES or ON_FOOT: only these models benefit; "" for all
    note: str = ""  # the remark that `army check` shows
    acts: bool = False  # it acts in the Shooting phase but is not played


class ListedRule(Record):
    """A rule as a list names it. `text` is its standard name, with the value only if that is part of the name."""

    text: str
    known: SpecialRule | None
    value: int | None = None


@cache
def every_rule() -> tuple[SpecialRule, ...]:
    """Return all rules of `special_rules.md`: of weapons, of units, of other phases, and unplayed ones."""
    sections = tables(__file__, "special_rules.md")
    acting = (
        SpecialRule(
            row["rule"], row.among("of", CARRIERS), row["rulebook"], row.among("value", VALUES),
            int(row["left out"]) if row["left out"] else None, row.among("only on", BEARERS), row["note"],
        )
        for row in (*sections["Of weapons"], *sections["Of units"])
    )  # fmt: skip
    elsewhere = (SpecialRule(row["rule"], UNIT, note=row["note"]) for row in sections["Of other phases"])
    unplayed = (SpecialRule(row["rule"], UNIT, note=row["note"], acts=True) for row in sections["Not played"])
    return (*acting, *elsewhere, *unplayed)


@cache
def of_his_weapons() -> tuple[str, ...]:
    """Return the rules that a model may have for all its weapons (7E-IC-3)."""
    return tuple(row["rule"] for row in tables(__file__, "special_rules.md")["Of weapons"] if row["of"] == BOTH)


_VALUE = re.compile(r"(?P<name>.*?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[2-6]\+|\d+\"))", re.DOTALL)


@cache
def _by_name() -> dict[str, SpecialRule]:
    """Return the rules by plain name and by their other names."""
    names = {plain_name(rule.name): rule for rule in every_rule()}
    return names | {
        plain_name(alias): names[plain_name(row["rule"])]
        for rows in tables(__file__, "special_rules.md").values()
        for row in rows
        for alias in also_called(row)
    }


def rule_named(text: str) -> ListedRule:
    """Return the rule that a list means; case, hyphens and apostrophes do not matter.

    >>> rule_named("gets hot!").text, rule_named("poisoned 3+").value, rule_named("Preferred enemy (Orks)").text
    ('Gets Hot', 3, 'Preferred Enemy (Orks)')

    :raises ValueError: for a known rule with an impossible value
    """
    text = " ".join(text.split())
    if known := _by_name().get(plain_name(text)):
        return ListedRule(known.name, known, None if known.value == WIDTH else known.default)
    match = _VALUE.fullmatch(text)
    known = match and _by_name().get(plain_name(match["name"]))
    if not match or not known:
        return ListedRule(text, None)
    inside = (match["inside"] or match["bare"] or "").strip()
    if known.value == WHOM and inside:
        return ListedRule(f"{known.name} ({inside})", known)
    if known.value == SAVE:
        number = inside.removesuffix("+")
        if number not in ("2", "3", "4", "5", "6"):
            raise ValueError(f"{shown(text)}: {shown(inside)} is no roll; write {known.name} ({known.default}+)")
        return ListedRule(known.name, known, int(number))
    if known.value in (INCHES, WIDTH):
        inches = _inches_in(text, inside, known)
        return ListedRule(known.name, known, inches if known.value == INCHES else None)
    if known.rule and inside:  # a played rule takes no value, and dropping the value would hide a mistake
        raise ValueError(f"{shown(text)}: {known.name} has nothing in brackets; write {known.name}, or leave it out")
    return ListedRule(known.name if known.rule else text, known)


def _inches_in(text: str, inside: str, known: SpecialRule) -> int:
    """Return the number of inches. :raises ValueError: if it is none, or not the marker's width"""
    number = inside.removesuffix('"').strip()
    valid = (
        number.isascii()
        and number.isdigit()
        and (1 <= int(number) <= 60 if known.value == INCHES else int(number) == known.default)
    )
    if not valid:
        example = f'{known.name} ({known.default}")'
        raise ValueError(f"{shown(text)}: {shown(inside)} is no number of inches here; write {example}")
    return int(number)


def names_for(where: str) -> list[str]:
    """Return all rules that a weapon or unit may have and that have an effect."""
    return [rule.name for rule in every_rule() if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def idle_on(rule: SpecialRule, vehicle: bool) -> str:
    """Return why the rule does nothing on this kind of unit, in words; "" if it does something."""
    wrong = rule.bearers == (ON_FOOT if vehicle else VEHICLES)
    return f"{rule.name} is a rule of {rule.bearers} and does nothing here" if wrong else ""


@lru_cache(1000)
def near_misses(text: str) -> tuple[str, ...]:
    """Return rules with an effect that a misspelt rule of a unit may mean."""
    name = text.split("(")[0]
    names = [rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule]
    return tuple(near(name, names, most=1, cutoff=0.82))


# The field types that `fields.md` names; see `armies/fields.py`.

MOST_RULES = 40


def weapon_rule(text: str) -> str:
    """Return the rule as written. :raises ValueError: for a rule that weapons cannot have"""
    named = rule_named(text[:300])
    if named.known is None:
        hint = did_you_mean(text.split("(")[0], names_for(WEAPON))
        raise ValueError(f"no special rule {shown(text)} of weapons is known; {hint} (leave out what changes no shots)")
    if named.known.where == UNIT:
        raise ValueError(f"{named.known.name} is a rule of units and models; write it under their rules:")
    return text


def unit_rule(text: str) -> str:
    """Return the rule as written; units may have unknown rules. :raises ValueError: for an impossible value"""
    rule_named(text[:300])
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def _weapon_type(text: str) -> str:
    """Return the type as written. :raises ValueError: with all mistakes in it and in the rules after it"""
    first, *rules = split_list(text) or [""]
    wrong = []
    for check, part in ((profiles.fire_of, first), *((weapon_rule, rule) for rule in rules)):
        try:
            check(part)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ValueError(" / ".join(wrong))
    return text


def _one_invulnerable_save(page: Any) -> str | None:
    return fields.two_invulnerable_saves(page.Sv, page.Inv)


def _range_text(weapon: profiles.Weapon) -> str:
    if weapon.range is None:
        return "Template"
    if weapon.range == profiles.UNLIMITED:
        return "unlimited"
    return (f'{weapon.minimum:g}"-' if weapon.minimum else "") + f'{weapon.range:g}"'


def _unless_vehicle(attribute: str, behind: str = "") -> Any:
    """Return a function that shows a characteristic, or "-" for vehicles."""
    return lambda model: "-" if model.vehicle else fields.dash(getattr(model, attribute), behind)


KINDS: dict[str, fields.FieldType | fields.ListOf] = {
    "skill": fields.kind(profiles.skill_of, "write 0 to 10"),
    "save": fields.SAVE,
    "saves": fields.SAVES,
    "range": fields.as_written(profiles.range_of, "write 24, 12-48, Template or unlimited"),
    "strength": fields.as_written(profiles.strength_of, "write 1 to 10, X or *"),
    "AP": fields.as_written(profiles.ap_of, 'write 1 to 6, or "-"'),
    "type": fields.kind(_weapon_type, "write Rapid Fire, Heavy 3, Assault 2D6, Salvo 2/3 …", type="string"),
    "weapons": fields.ListOf(WEAPON_NAME, 20),
    "unit rules": fields.ListOf(fields.kind(unit_rule, "write a special rule", type="string"), MOST_RULES),
    "weapon rules": fields.ListOf(
        fields.kind(weapon_rule, "write a special rule of weapons", type="string", examples=names_for(WEAPON)),
        MOST_RULES,
    ),
}
CELLS: dict[str, Any] = {
    "T": _unless_vehicle("toughness"),
    "W": _unless_vehicle("wounds"),
    "I": _unless_vehicle("initiative"),
    "Ld": _unless_vehicle("leadership"),
    "Sv": _unless_vehicle("armour", "+"),
    "Inv": lambda model: fields.dash(model.invulnerable, "++"),
    "FNP": lambda model: fields.dash(model.feel_no_pain, "+"),
    "range": _range_text,
    "type": profiles.Weapon.type_text,
}
FORMS = fields.forms(__file__, KINDS, CELLS, dict.fromkeys(("StatsPage", "ModelPage"), _one_invulnerable_save))
STATS, MODE, WEAPON_FORM, MODEL, TRANSPORT, UNIT_FORM = FORMS.values()


# From the values of a list to profiles.

NOT_SAID = 0  # Toughness or Ballistic Skill that a scenario or vehicle leaves out


def make_model(
    name: str,
    stats: dict[str, Any],
    rules: Iterable[str],
    weapons: tuple[profiles.Weapon, ...],
    character: bool = False,
    independent: bool = False,
) -> profiles.Model:
    """Return a model with its saves and rules. Saves are 2 to 6, 0 for none; `Sv` is (armour, invulnerable)."""
    named = [rule_named(rule) for rule in rules]
    if any(weapon.mode_of.endswith("cyclone missile launcher") for weapon in weapons):
        named.append(rule_named("Cyclone"))  # this launcher may always fire with the storm bolter
    texts = {rule.text for rule in named}
    independent = independent or "Independent Character" in texts
    if independent:
        texts.add("Independent Character")
    armour, beside = stats.get("Sv") or (0, None)
    for_weapons = texts.intersection(of_his_weapons())
    if for_weapons:
        weapons = tuple(weapon.but(rules=tuple(sorted(for_weapons.union(weapon.rules)))) for weapon in weapons)
    needed: dict[str, Any] = {"ballistic_skill": NOT_SAID, "toughness": NOT_SAID, "wounds": stats.get("HP") or 1}
    return profiles.Model(
        name,
        **needed | fields.became(STATS.fields, stats),
        armour=armour or None,
        invulnerable=(beside if beside is not None else stats.get("Inv")) or None,
        feel_no_pain=(stats["FNP"] if "FNP" in stats else _best_value(named, "Feel No Pain")) or None,
        reanimation=_best_value(named, "Reanimation Protocols"),
        character=character or independent or "Character" in texts,
        independent=independent,
        weapons=weapons,
        rules=tuple(sorted(texts)),
    )


def _best_value(named: list[ListedRule], rule: str) -> int | None:
    """Return the best value of the rule; None without it."""
    return min((listed.value for listed in named if listed.text == rule and listed.value), default=None)


def finish_unit(
    name: str,
    kind: str | None,
    models: list[tuple[profiles.Model, int]],
    rules: Sequence[str],
    points: int | None = None,
    note: str = "",
    faction: str = "",
    capacity: int | None = None,
    fire_points: int = 0,
) -> profiles.Unit:
    """Return the unit. `kind` is its printed type, None if left out. "(Character)" makes a single model a character."""
    vehicle = any(model.vehicle for model, _ in models)
    kind = profiles.type_of(kind or ("Vehicle" if vehicle else "Infantry"))
    if vehicle and "vehicle" not in kind.casefold():
        kind = f"Vehicle ({kind})"
    if "character" in kind.casefold() and len(models) == 1 and models[0][1] == 1:
        models = [(models[0][0].but(character=True), 1)]
    canonical = tuple(sorted({rule_named(rule).text for rule in rules}))
    return profiles.Unit(
        name, kind, with_distinct_names(models), canonical, points, note, faction, capacity, fire_points
    )


def why_no_unit(kind: str | None, vehicles: Sequence[bool]) -> str:
    """Return why these models are no unit of this type, in words; "" if they are. `vehicles`: True for each vehicle."""
    if any(vehicles) and not all(vehicles):
        return "vehicles and other models are no unit together; make them two units"
    named = next((word for word in profiles.OF_VEHICLES if word.casefold() in (kind or "").casefold()), None)
    if named and vehicles and not any(vehicles):
        return f"the type says {named}, but the models have no armour values; write front, side, rear and HP"
    return ""


# Weapons that lists may name without describing them (`armoury.md`). A list's own weapons come first.


def weapon_of_row(
    name: str, range: str, strength: str, ap: str, type: str, source: str, rules: tuple[str, ...] = ()
) -> profiles.Weapon:
    """Return a weapon from printed values. Its name may be "weapon: mode".

    :raises ValueError: for an impossible value
    """
    base, _, mode = name.partition(": ")
    fire, (minimum, inches) = profiles.fire_of(type), profiles.reach_of(range)
    named = [rule_named(rule) for rule in (*fire.rules, *rules, *(("Template",) if inches is None else ()))]
    return profiles.Weapon(
        f"{base} ({mode})" if mode else base,
        inches,
        profiles.strength_of(strength),
        profiles.ap_of(ap),
        fire.type,
        fire.shots,
        fire.moved_shots,
        tuple(sorted({rule.text for rule in named})),
        _value_of(named, "Poisoned"),
        base if mode else "",
        plain_name(base).removesuffix("s").endswith((" grenade", "stikkbomb")),
        source,
        _value_of(named, "Torrent"),
        minimum,
    )


def why_no_weapon(weapon: profiles.Weapon) -> str:
    """Return why the weapon's special rules exclude each other, in words; "" if they do not."""
    areas = [rule for rule in AREA if weapon.has(rule)]
    if len(areas) > 1:
        return f"{' and '.join(areas)}: a weapon has one marker or template; keep one"
    if weapon.has("Torrent") and areas != ["Template"]:
        return "Torrent is a rule of Templates; write the range Template, or leave Torrent out"
    return ""


def _value_of(named: list[ListedRule], rule: str) -> int | None:
    return next((listed.value for listed in named if listed.text == rule), None)


def _of_row(row: TableRow) -> profiles.Weapon:
    return weapon_of_row(row["weapon"], row["range"], row["S"], row["AP"], row["type"], row["source"])


PREFIXES = {"twin linked ": "Twin-linked", "master crafted ": "Master-crafted"}
ARMOURY = Armoury(__file__, _of_row, PREFIXES, plurals=True)


def armoury() -> dict[str, tuple[profiles.Weapon, ...]]:
    """Return all weapons of the table by plain name: one profile, or one for each mode."""
    return ARMOURY.weapons
