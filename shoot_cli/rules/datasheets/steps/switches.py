"""Switches of units at the table: abilities that no words of lists say whole, as rows of the attack that they touch.

A row is in sight at the moment of its switch, and out of sight before. Whoever takes it says once in the battle what
the ability does; it then works as if players had told it (EVE-20 to 30). Nobody is asked by a prompt of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shoot_cli.armies.army_block import AFTER, ENEMY, OWN, SHOOTS, TARGETED, TOLD, ArmyEntry
from shoot_cli.battle.tellings import ATTACK, PHASE, TURN
from shoot_cli.battle.turns import Place
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets.records import Attack, Battle
from shoot_cli.rules.datasheets.steps import entries, states, tellings

SWITCH = "switch:"  # before the name, in the key of a row
AT_IT = "at the target:"  # behind it, if a unit of the side that is shot at has the switch
COUNTS = "counts now?"
MOST_IN_SIGHT = 3
IN_ATTACK = (SHOOTS, AFTER, TOLD), (TARGETED, AFTER, TOLD)  # moments of the side that shoots, and of the other side
SOON = (ATTACK, PHASE, TURN)  # spans that end before the other side shoots
# This row takes the answer to one that is there no more, because something was changed before it.
ROW_OF_BEFORE = Choose(SWITCH, (Option(entries.NO), Option(entries.YES)), entries.NO)


class Switch(Record):
    """A switch that may count in an attack.

    :ivar side: the side of its unit
    :ivar unit: the unit that has it; of several units with it the one that shoots or is shot at, else the first
    :ivar place: the unit of which it is told
    :ivar now: True at its moment
    """

    side: int
    entry: ArmyEntry
    unit: Place
    place: Place
    shoots: bool
    now: bool

    @property
    def key(self) -> str:
        return f"{SWITCH}{'' if self.shoots else AT_IT}{self.entry.name}"

    @property
    def at_target(self) -> bool:
        """True if it is told of the unit that is shot at."""
        return self.shoots == (self.entry.on == ENEMY)


def is_row(key: str) -> bool:
    return key.startswith(SWITCH)


def every_switch(state: Attack) -> list[Switch]:
    """Return each switch that may count in the attack at the last target, each name of a side once."""
    b, found = state.battle.value, dict[str, Switch]()
    shooter, target = entries.shooter_at(state), entries.target_at(state, -1)
    for own, other in ((shooter, target), (target, shooter)):
        shoots = own == shooter
        for unit in (own, *(one for one in entries.own_units(b, own[0]) if one != own)):
            for entry in entries.switches_of(b.unit_at(unit)):
                if entry.when not in IN_ATTACK[not shoots] or (entry.on == OWN and unit != own):
                    continue
                if entry.when == AFTER and not shoots and entry.lasts in SOON:
                    continue  # it ended with the turn of its side
                place = other if entry.on == ENEMY else own
                one = Switch(own[0], entry, unit, place, shoots, is_moment(b, entry, unit, own, shoots))
                if unit == own or not b.unit_at(unit).marked(states.OFF):
                    found.setdefault(name_key(one.key), one)
    return [one for one in found.values() if not in_force(b, one)]


def is_moment(battle: Battle, entry: ArmyEntry, unit: Place, own: Place, shoots: bool) -> bool:
    """Return True at the moment that a switch names: its unit shoots, is shot at, or has shot in this phase."""
    if entry.when == AFTER:
        return shoots and unit[0] == battle.active and unit[1] in battle.done and unit[1] not in battle.held
    return entry.when != TOLD and unit == own


def in_force(battle: Battle, one: Switch) -> bool:
    """Return True if it was told before and has not ended."""
    unit = battle.unit_at(one.place)
    there = (*tellings.in_force(unit), *tellings.in_force(unit, as_target=True))
    return any(name_key(each.name) == name_key(one.entry.name) and each.by == one.side for each in there)


def rows(state: Attack) -> list[Choose]:
    """Return a row for each switch. Those at their moment are in sight, at most three."""
    if state.doing:
        return []
    every = sorted(every_switch(state), key=lambda one: not one.now)
    return [row(state, one).but(seldom=at >= MOST_IN_SIGHT or not one.now) for at, one in enumerate(every)]


def row(state: Attack, one: Switch) -> Choose:
    """Return the row: `Grim Resolve: counts now?`, or with what was said before that it does."""
    b = state.battle.value
    several = entries.options_of(b, one.side, one.entry)
    options = (Option(entries.NO), *map(Option, several or (entries.YES,)))
    names = b.unit_at(one.unit).unit.value.name
    whose = "" if one.shoots and one.unit == one.place and one.now else f"{names}, "
    does = f"{words_of(b, one)}, " if entries.lines_of(b, one.side, one.entry) else ""
    return Choose(one.key, options, entries.NO, rules=b.game.rules("EFF-8"), offers=True,
                  text=f"{whose}{one.entry.name}: {does}{COUNTS}")  # fmt: skip


def words_of(battle: Battle, one: Switch) -> str:
    """Return what a switch does and how long, as was said: `re-roll hit rolls of 1, this attack`."""
    found = entries.effects_of(battle, one.side, one.entry)
    ends = dict.fromkeys(each.span or entries.span_of(one.entry) for each in found)
    return f"{entries.words_of(battle, one.side, one.entry)}, {', '.join(ends)}"


def taken(state: Attack, values: Mapping[str, Any]) -> Iterator[tuple[Switch, str]]:
    """Yield the switches that were taken in these answers, each with the option that was picked, or ""."""
    if any(map(is_row, values)):
        for one in every_switch(state):
            said = values.get(one.key, entries.NO)
            if said != entries.NO:
                yield one, "" if said == entries.YES else said
