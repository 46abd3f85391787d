"""Effects that players tell in the line of what happened: `boyz: Prescience`, `boyz: bs +1 this phase` (7E-EFF-2).

They are marks of the unit, as those told under “a unit's state”; `states.py` has how long those last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.battle.happened import NO_LONGER, Happened
from shoot_cli.battle.tellings import ROUND, TURN, end_of
from shoot_cli.battle.turns import Mark, Place, replaced
from shoot_cli.battle.what_happened import Told, destroyed_before
from shoot_cli.engine.names import one_of
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.rules.seventh import effects
from shoot_cli.rules.seventh.records import Battle, BattleUnit, forces_of_mark
from shoot_cli.rules.seventh.steps import states

RULES = ("7E-EFF-2",)
SPANS = {  # EVE-24, in the words of this edition
    r"this (?:attack|shot)": effects.SHOT,
    r"this phase": effects.PHASE,
    r"this turn": TURN,
    r"this round": ROUND,
    r"until (?:my|our|its|their|its owner's|its owner’s|the) next turn": effects.NEXT_TURN,
    r"this (?:battle|game)|until said|until i say(?: so)?": effects.UNTIL_SAID,
}
NAMED = re.compile(r"(?i)(.*\S)\s+as\s+\S.*")


def parted(text: str) -> tuple[str, str]:
    """Return a text without its span, and the span; "" if there is none."""
    for pattern, span in SPANS.items():
        if found := re.fullmatch(rf"(?i)(.*\S)\s+(?:{pattern})", text.strip()):
            return found[1].strip(" ,"), span
    return text.strip(), ""


def no_names(text: str, bare: str) -> str:
    """Return why a name of the players' own is refused. `bare` is the effect without it."""
    return f"{shown(text)}: effects have no names of your own here; tell it as {bare}"


def read(battle: Battle, text: str) -> tuple[str, str, str]:
    """Return the effect in its standard spelling, what it is limited to, and its span; "" for what is not said.

    :raises BadAnswer: it is no effect
    """
    bare, span = parted(text)
    words, _, about = bare.partition(":")
    if re.search("[:,;]", about):
        raise BadAnswer(f"{shown(text)}: one effect each, limited to one weapon or model, as in bs +1:boltgun")
    if named := NAMED.fullmatch(bare):
        effects.canonical(named[1].partition(":")[0].strip())
        raise BadAnswer(no_names(text, named[1]))
    return effects.canonical(words.strip()), about.strip(), span


def after_effect(battle: Battle, place: Place | None, said: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle with an effect on a unit, or without it. :raises BadAnswer: it cannot be told of it"""
    if place is None:
        raise BadAnswer("effects on many units are told of each of them here, as in boyz: Prescience")
    unit = battle.unit_at(*place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise destroyed_before(name)
    if said.what == NO_LONGER:
        changed, what = without(unit, said.words)
        return replaced(battle, *place, changed), [Told(f"{name}: no longer {what}", rules=RULES)]
    changed, words = told(battle, place[0], unit, said)
    return replaced(battle, *place, changed), [Told(f"{name}: {words}", rules=RULES)]


def likely(battle: Battle, place: Place) -> Iterator[str]:
    """Yield effects that may be told of a unit, the likeliest first: the end of what is in force, what was told of
    others, what rules of either list do, and words (EVE-30)."""
    of = battle.unit_at(*place)
    has = [mark.name for mark in of.marks if forces_of_mark(mark, of.parts)]
    yield from (f"no longer {name}" for name in has)
    units = [(side, unit) for side, army in enumerate(battle.sides) for unit in army.units]
    told = (mark.name for _, unit in units for mark in unit.marks if forces_of_mark(mark, unit.parts))
    yield from (name for name in told if name not in has)
    for side, unit in units:
        for known in filter(None, map(effects.told_as, sorted(unit.unit.value.every_rule))):
            if known.hostile == (side != place[0]) and known.name not in has:
                yield known.name
    yield from (word for word in ("bs +1", *effects.PLAIN) if word not in has)


def without(unit: BattleUnit, text: str) -> tuple[BattleUnit, str]:
    """Return the unit without the effect that is meant, and its name. :raises BadAnswer: none is, or several are"""
    there = [mark.name for mark in unit.marks if forces_of_mark(mark, unit.parts)]
    if not there:
        raise BadAnswer(f"{shown(text)} is not in force: nothing was told of {unit.unit.value.name}")
    what = there[one_of(text, there)]
    return unit.but(marks=tuple(mark for mark in unit.marks if mark.name != what)), what


def told(battle: Battle, side: int, unit: BattleUnit, said: Happened) -> tuple[BattleUnit, str]:
    """Return the unit with the effect that was told of it, and the words for it. :raises BadAnswer: it is none"""
    words, about, span = read(battle, said.words)
    if words == states.BACK_IN_THE_FIGHT:
        return unit.without(states.GROUNDED, states.FALLING_BACK, states.REGROUPED), "back in the fight"
    known, _ = effects.known_as(words)
    hostile = said.theirs or (known is not None and known.hostile)
    by = 1 - side if hostile else side
    if about:
        every = limits_of(unit)
        words = f"{words}:{every[one_of(about, every)]}"
    if span in (TURN, ROUND):
        until = end_of(span, by, battle.turn, battle.active, battle.first)
        return unit.with_mark(Mark(words, until)), f"{words}, {span}"
    lasts = span or (known.lasts if known is not None else effects.PHASE)
    mark = Mark(words, states.end_of(battle, side, lasts, hostile), once=lasts == effects.SHOT)
    return unit.with_mark(mark), f"{words}, {states.how_long(battle, by, lasts)}"


def limits_of(unit: BattleUnit) -> list[str]:
    """Return what an effect on this unit can be limited to: its weapons, kinds of models, and parts."""
    of = unit.unit.value
    names = [weapon.name for weapon in of.weapons()] + [model.name for model, _ in of.models]
    return [*dict.fromkeys((*names, *(part.unit.value.name for part in unit.parts)))]
