"""The special rules that lists name, from ``special_rules.md``: how they are spelt and who may have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from shoot_cli.armies.tree import near, plain_name
from shoot_cli.armies.yaml_text import whole_number
from shoot_cli.engine.markdown import TableRow, also_called, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
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
    here = [row for row in _rows() if row["of"] in (where, BOTH)]
    own = {plain_name(row["rule"]) for row in here}
    spoken = {plain_name(said): names[plain_name(row["rule"])] for row in here for said in also_called(row)}
    return names | {said: rule for said, rule in spoken.items() if said not in own}


def rule_named(text: str, where: str) -> ListedRule:
    """Return the rule that a list means on a weapon or unit (``where``), in any case and with any hyphens.

    >>> rule_named("sniper toxin", WEAPON).text, rule_named("fear", UNIT).text, rule_named('hive mind (12")', UNIT).text
    ('Needle', 'Causes Fear', 'Hive Mind')
    """
    text = " ".join(text.split())
    found = _BRACKETS.fullmatch(text)
    for said in (text, found["name"] if found else text):
        if known := _by_name(where).get(plain_name(said)):
            return ListedRule(known.name, known)
    return ListedRule(text, None)


def names_for(where: str) -> list[str]:
    """Return the name of every rule with an effect that a weapon or unit may have."""
    return [rule.name for rule in every_rule() if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def near_misses(text: str) -> list[str]:
    """Return unit rules with an effect whose names are similar to this unknown rule."""
    return near(text.split("(")[0], [rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule], 1, 0.82)


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
    said = text.strip()
    plain = plain_name(said)
    if plain in ("move or fire", "template", "thrown"):
        return plain.replace(" ", "_"), True
    if found := _SUSTAINED.fullmatch(said):
        return "sustained", whole_number(found[1] or found[2], 0, MOST_SUSTAINED, " sustained fire dice")
    if plain in ("sustained fire", "blast"):
        raise ValueError(f"{shown(said)} lacks its number; write {plain} 2")
    if found := _RADIUS.fullmatch(said):
        return "blast", radius_of((found["after"] or found["before"] or "").strip())
    if found := _EXPLODES.fullmatch(said):
        return "explodes", whole_number(found[1] or "3", 1, MOST_JAMS, " jams")
    if found := _RECHARGE.fullmatch(said):
        return "recharge", whole_number(found[1] or "1", 0, MOST_RECHARGE, " turns")
    return None


def traits_of(texts: Iterable[str]) -> Traits:
    """Return the traits and rules of all these texts. Plasma recharges for one turn, unless they say otherwise.

    :raises ValueError: if a trait has a bad number, or two values.
    """
    found: dict[str, Any] = {}
    rules = set[str]()
    for text in texts:
        if not (trait := trait_of(text)):
            named = rule_named(text, WEAPON)
            rules.add(named.text)
        elif found.setdefault(*trait) != trait[1]:
            words = trait[0].replace("_", " ").replace("sustained", "sustained fire")
            raise ValueError(f"{words} stands twice, as {found[trait[0]]} and as {trait[1]}; keep one")
    if "Plasma" in rules:
        found.setdefault("recharge", 1)
    return Traits(rules=tuple(sorted(rules)), **found)
