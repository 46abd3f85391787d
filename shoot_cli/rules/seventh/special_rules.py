"""The special rules that lists may name, from `special_rules.md`: their spelling and their bearers."""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.armies.tree import near, plain_name
from shoot_cli.engine.markdown import also_called, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record

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
    found = tables(__file__, "special_rules.md")
    acting = (
        SpecialRule(
            row["rule"], row.among("of", CARRIERS), row["rulebook"], row.among("value", VALUES),
            int(row["left out"]) if row["left out"] else None, row.among("only on", BEARERS), row["note"],
        )
        for row in (*found["Of weapons"], *found["Of units"])
    )  # fmt: skip
    elsewhere = (SpecialRule(row["rule"], UNIT, note=row["note"]) for row in found["Of other phases"])
    unplayed = (SpecialRule(row["rule"], UNIT, note=row["note"], acts=True) for row in found["Not played"])
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
        plain_name(said): names[plain_name(row["rule"])]
        for rows in tables(__file__, "special_rules.md").values()
        for row in rows
        for said in also_called(row)
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
    found = _VALUE.fullmatch(text)
    known = found and _by_name().get(plain_name(found["name"]))
    if not found or not known:
        return ListedRule(text, None)
    inside = (found["inside"] or found["bare"] or "").strip()
    if known.value == WHOM and inside:
        return ListedRule(f"{known.name} ({inside})", known)
    if known.value == SAVE:
        number = inside.removesuffix("+")
        if number not in ("2", "3", "4", "5", "6"):
            raise ValueError(f"{shown(text)}: {shown(inside)} is no roll; write {known.name} ({known.default}+)")
        return ListedRule(known.name, known, int(number))
    if known.value in (INCHES, WIDTH):
        inches = _inches(text, inside, known)
        return ListedRule(known.name, known, inches if known.value == INCHES else None)
    if known.rule and inside:  # a played rule takes no value, and dropping the value would hide a mistake
        raise ValueError(f"{shown(text)}: {known.name} has nothing in brackets; write {known.name}, or leave it out")
    return ListedRule(known.name if known.rule else text, known)


def _inches(text: str, inside: str, known: SpecialRule) -> int:
    """Return the number of inches. :raises ValueError: if it is none, or not the marker's width"""
    number = inside.removesuffix('"').strip()
    right = (
        number.isascii()
        and number.isdigit()
        and (1 <= int(number) <= 60 if known.value == INCHES else int(number) == known.default)
    )
    if not right:
        like = f'{known.name} ({known.default}")'
        raise ValueError(f"{shown(text)}: {shown(inside)} is no number of inches here; write {like}")
    return int(number)


def names_for(where: str) -> list[str]:
    """Return all rules that a weapon or unit may have and that have an effect."""
    return [rule.name for rule in every_rule() if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def idle_on(rule: SpecialRule, vehicle: bool) -> str:
    """Return why the rule does nothing on this kind of unit, in words; "" if it does something."""
    wrong = rule.bearers == (ON_FOOT if vehicle else VEHICLES)
    return f"{rule.name} is a rule of {rule.bearers} and does nothing here" if wrong else ""


def near_misses(text: str) -> list[str]:
    """Return rules with an effect that a misspelt rule of a unit may mean."""
    name = text.split("(")[0]
    return near(name, [rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule], most=1, cutoff=0.82)
