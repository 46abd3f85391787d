"""What players tell between attacks: once between two player turns, and by a key whenever they like (EVE-6).

Every edition plays two steps that call these functions with its `what_happened.LineRules`. `ask_between_turns` follows
the step that begins a phase of one player. `tell_unasked` comes after it, and again after each unit has shot, before it
is known who is next. The record of the battle has `turn`, `active`, `first`, `sides`, and `asks_between: bool = True`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import STATE, Place
from shoot_cli.battle.what_happened import HAPPENED, LineRules, called, question, take
from shoot_cli.engine.pools import models, wounds
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table

Battle = TypeVar("Battle")
SINCE, OF_UNIT = "since", "happened to"  # keys of questions
KEYS = (HAPPENED, SINCE, OF_UNIT)  # of all questions that take the line of what happened
MANY = 8  # units; of more, only the hurt ones are in sight
LINE = Phrases(HAPPENED, str)  # what is told is looked for by it; its examples take work, and few ask for them
NEVER = "nothing, and do not ask again this battle"
NOT_ASKED = "Nobody is asked between turns what happened any more; it can be told at every prompt"


def tell_unasked(line: LineRules, battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked. From now on a key can tell it, until the next such place."""

    def told() -> tuple[str, ...] | None:
        return table.told_unasked(LINE, battle, partial(question, line, Hashed(battle)))

    while (phrases := told()) is not None:
        battle = take(line, battle, phrases, table)
    return battle


def ask_between_turns(
    line: LineRules, record: Battle, table: Table, report_state: Callable[[Battle, Table], Battle]
) -> Battle:
    """Ask what happened since the last shots, until it is nothing. Nobody is asked in the first player turn.

    `report_state` is the menu of a unit's state.
    """
    battle: Any = record
    rows = order_of_rows(line, battle)
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
        rows = order_after(line, battle, rows)
    return battle  # type: ignore[no-any-return]


def since(line: LineRules, battle: Any, order: RowOrder | None = None) -> Phrases:
    """Return the question between two player turns, with its rows. `order` is the order of its units, if known."""
    rows = (Option(NOTHING), Option(STATE, f"{STATE} ..."), Option(NEVER, NEVER.removesuffix(" this battle")))
    text = f"Turn {battle.turn}: what happened since the last shots?"
    return question(line, Hashed(battle)).but(key=SINCE, text=text, rows=(*rows, *unit_rows(line, battle, order)))


def of_unit(line: LineRules, battle: Any, name: str) -> Phrases:
    """Return the question about one unit, whose name may then be left out."""
    return question(line, Hashed(battle), by_name(line, battle)[name]).but(key=OF_UNIT)


class RowOrder(NamedTuple):
    """The names of units in the order of their rows: those to which something happened, then the others."""

    hurt: tuple[str, ...]
    others: tuple[str, ...]


def order_of_rows(line: LineRules, battle: Any) -> RowOrder:
    """Return the units that stand. First come those of the side that was shot at in the last turn."""
    hurt, others = list[str](), list[str]()
    for name, (side, at) in sorted(by_name(line, battle).items(), key=lambda one: one[1][0] != battle.active):
        unit = battle.sides[side].units[at]
        if unit.ranks:
            (hurt if what_is_left(line, unit)[1] else others).append(name)
    return RowOrder(tuple(hurt), tuple(others))


def by_name(line: LineRules, battle: Any) -> dict[str, Place]:
    return {name: place for place, name in called(line, battle)}


def order_after(line: LineRules, battle: Any, before: RowOrder) -> RowOrder:
    """Return the order after more was told. Numbers in sight mean the same units as before.

    Where all units are in sight, nothing moves and new ones come last. Where there are many, hurt ones come into sight
    below those that are there.
    """
    now, known = order_of_rows(line, battle), by_name(line, battle)
    hurt, others = ([name for name in each if name in known] for each in before)
    new = [name for name in (*now.hurt, *now.others) if name not in (*hurt, *others)]
    if len(hurt) + len(others) + len(new) > MANY:
        worse = [name for name in (*others, *new) if name not in now.others]
        hurt, others, new = [*hurt, *worse], [name for name in (*others, *new) if name not in worse], []
    return RowOrder(tuple(hurt), (*others, *new))


def unit_rows(line: LineRules, battle: Any, order: RowOrder | None = None) -> tuple[Option, ...]:
    """Return a row for each unit that stands, or stood as it was asked first. Where there are many, those that nothing
    happened to are out of sight."""
    hurt, others = order or order_of_rows(line, battle)
    places, many, rows = by_name(line, battle), len(hurt) + len(others) > MANY, []
    for name in (*hurt, *others):
        side, at = places[name]
        left, _ = what_is_left(line, battle.sides[side].units[at])
        rows.append(Option(name, f"{MARKS[side]} {name}, {left}", rarely_chosen=many and name in others))
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
