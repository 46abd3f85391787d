"""The special rules that lists name, ``special_rules.md``: how they are spelt, what carries them."""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.armies.tree import near, plain_name
from shoot_cli.engine.markdown import also_called, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record

WEAPON, UNIT, BOTH = "weapon", "unit", "both"
VEHICLES, ON_FOOT = "vehicles", "models that are no vehicles"
# Values in brackets: a number to roll, words that belong to the name, inches, how wide a marker is.
SAVE, WHOM, INCHES, WIDTH = "3+", "whom", "inches", "width"
CARRIERS, VALUES, BEARERS = (WEAPON, UNIT, BOTH), (SAVE, WHOM, INCHES, WIDTH, ""), (VEHICLES, ON_FOOT, "")


class SpecialRule(Record):
    """``rule`` is its id in the rulebook, "" if it does nothing in the Shooting phase."""

    name: str
    where: str
    rule: str = ""
    value: str = ""  # SAVE, WHOM, INCHES, or "" if it takes none
    default: int | None = None  # of a value that was left out
    bearers: str = ""  # VEHICLES or ON_FOOT; on others it does nothing
    note: str = ""  # what ``army check`` says of it
    acts: bool = False  # in the Shooting phase, and it is not played


class ListedRule(Record):
    """A rule as a list names it: ``text`` is canonical, with the value only where it belongs to the name."""

    text: str
    known: SpecialRule | None
    value: int | None = None


@cache
def every_rule() -> tuple[SpecialRule, ...]:
    """Those of ``special_rules.md``: of weapons, of units, and what changes nothing in what is played here."""
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
    """Rules that a model may have for all its weapons (7E-IC-3)."""
    return tuple(row["rule"] for row in tables(__file__, "special_rules.md")["Of weapons"] if row["of"] == BOTH)


_VALUE = re.compile(r"(?P<name>.*?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[2-6]\+|\d+\"))", re.DOTALL)


@cache
def _by_name() -> dict[str, SpecialRule]:
    """Rules by their plain names, and by what else they are called."""
    names = {plain_name(rule.name): rule for rule in every_rule()}
    return names | {
        plain_name(said): names[plain_name(row["rule"])]
        for rows in tables(__file__, "special_rules.md").values()
        for row in rows
        for said in also_called(row)
    }


def rule_named(text: str) -> ListedRule:
    """The rule that a list means: case, hyphens and apostrophes do not matter.

    >>> rule_named("gets hot!").text, rule_named("poisoned 3+").value, rule_named("Preferred enemy (Orks)").text
    ('Gets Hot', 3, 'Preferred Enemy (Orks)')

    :raises ValueError: a known rule with a value that cannot be.
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
    if known.rule and inside:  # played, but not so: whoever wrote it wants something that would be lost
        raise ValueError(f"{shown(text)}: {known.name} has nothing in brackets; write {known.name}, or leave it out")
    return ListedRule(known.name if known.rule else text, known)


def _inches(text: str, inside: str, known: SpecialRule) -> int:
    """:raises ValueError: no number of inches, or another than the marker is wide."""
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
    """Every name that a weapon or unit may carry and that does something."""
    return [rule.name for rule in every_rule() if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def idle_on(rule: SpecialRule, vehicle: bool) -> str:
    """Why the rule does nothing on such a unit, in words; "" if it does something."""
    wrong = rule.bearers == (ON_FOOT if vehicle else VEHICLES)
    return f"{rule.name} is a rule of {rule.bearers} and does nothing here" if wrong else ""


def near_misses(text: str) -> list[str]:
    """Rules with an effect that an unknown rule of a unit was perhaps meant to be."""
    name = text.split("(")[0]
    return near(name, [rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule], most=1, cutoff=0.82)
