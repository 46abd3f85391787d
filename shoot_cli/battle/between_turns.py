"""What players tell between attacks: once between two player turns, and by a key whenever they like (EVE-6).

Every edition plays two steps that call these functions with its `what_happened.LineRules`. `ask_between_turns` follows
the step that begins a phase of one player. `tell_unasked` comes after it, and again after each unit has shot, before it
is known who is next. The record of the battle has `turn`, `active`, `first`, `sides`, and `asks_between: bool = True`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import STATE
from shoot_cli.battle.what_happened import HAPPENED, LineRules, names_of, places_of, question, take
from shoot_cli.engine.pools import models, wounds
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table

Battle = TypeVar("Battle")
SINCE, OF_UNIT = "since", "happened to"  # keys of questions
KEYS = (HAPPENED, SINCE, OF_UNIT)  # of all questions that take the line of what happened
MANY = 8  # units; of more, only the hurt ones are in sight
NEVER = "nothing, and do not ask again this battle"
NOT_ASKED = "Nobody is asked between turns what happened any more; it can be told at every prompt"


def tell_unasked(line: LineRules, battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked. From now on a key can tell it, until the next such place."""
    while (phrases := table.told_unasked(question(line, Hashed(battle)), battle)) is not None:
        battle = take(line, battle, phrases, table)
    return battle


def ask_between_turns(
    line: LineRules, record: Battle, table: Table, report_state: Callable[[Battle, Table], Battle]
) -> Battle:
    """Ask what happened since the last shots, until it is nothing. Nobody is asked in the first player turn.

    `report_state` is the menu of a unit's state.
    """
    battle: Any = record
    rows = order_of_rows(line, battle)  # it stays while more is told, so that the numbers mean the same units
    if battle.turn == 1 and battle.active == battle.first:
        return record
    more = False
    while battle.asks_between and (phrases := table.ask_between(since(line, battle, rows), battle, more)):
        more = True
        if phrases == (NEVER,):
            table.tell(NOT_ASKED)
            battle = battle.but(asks_between=False)
        elif phrases == (STATE,):
            battle = report_state(battle, table)
        else:
            picked = [row.value for row in unit_rows(line, battle, rows)]
            phrases = table.tell_more(of_unit(line, battle, phrases[0])) if phrases[0] in picked else phrases
            battle = take(line, battle, phrases, table)
    return battle  # type: ignore[no-any-return]


def since(line: LineRules, battle: Any, order: Sequence[int] | None = None) -> Phrases:
    """Return the question between two player turns, with its rows. ``order`` is that of its units, if it is known."""
    rows = (Option(NOTHING), Option(STATE, f"{STATE} ..."), Option(NEVER, NEVER.removesuffix(" this battle")))
    text = f"Turn {battle.turn}: what happened since the last shots?"
    return question(line, Hashed(battle)).but(key=SINCE, text=text, rows=(*rows, *unit_rows(line, battle, order)))


def of_unit(line: LineRules, battle: Any, name: str) -> Phrases:
    """Return the question about one unit, whose name may then be left out."""
    at = [unit.whole_name for unit in names_of(line, battle)].index(name)
    return question(line, Hashed(battle), places_of(line, battle)[at]).but(key=OF_UNIT)


def order_of_rows(line: LineRules, battle: Any) -> tuple[int, ...]:
    """Return the units that stand, as indexes of `names_of`: hurt ones first, and first those of the side that was
    shot at in the last turn."""
    found = []
    for n, (side, at) in enumerate(places_of(line, battle)):
        unit = battle.sides[side].units[at]
        if unit.ranks:
            _, hurt = what_is_left(line, unit)
            found.append((not hurt, side != battle.active, n))
    return tuple(n for *_, n in sorted(found))


def unit_rows(line: LineRules, battle: Any, order: Sequence[int] | None = None) -> tuple[Option, ...]:
    """Return a row for each unit that stands, or stood as it was asked first. Where there are many, those that nothing
    happened to are out of sight.

    ``order`` is that of `order_of_rows` at first; those that came since stand behind.
    """
    standing = order_of_rows(line, battle)
    known = standing if order is None else (*order, *(n for n in standing if n not in order))
    names, places, rows = names_of(line, battle), places_of(line, battle), []
    for n in known:
        side, at = places[n]
        left, hurt = what_is_left(line, battle.sides[side].units[at])
        label = f"{MARKS[side]} {names[n].whole_name}, {left}"
        rows.append(Option(names[n].whole_name, label, rarely_chosen=len(known) > MANY and not hurt))
    return tuple(rows)


def what_is_left(line: LineRules, unit: Any) -> tuple[str, bool]:
    """Return what is left of a unit, `6 of 11` or `5 of 5 wounds`, and True if it is hurt.

    Of a vehicle that loses no points, this is its damage.
    """
    kinds = unit.unit.value.models
    whole = sum(n * getattr(kind, line.points, 1) for kind, n in kinds)
    left, start = wounds(unit.ranks), sum(n for _, n in kinds)
    points = line.points_of(unit.unit.value) or line.points
    damage = line.damage_of(unit)
    words = f"{left} of {whole} {points}" if start == 1 and whole > 1 else f"{models(unit.ranks)} of {start}"
    if not left:
        return "destroyed", True
    if damage is not None and start == 1:
        words = ", ".join(damage) or "undamaged"
    return words, left < whole or bool(damage)
