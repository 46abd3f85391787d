"""What players tell between attacks: once between two player turns, and by a key whenever they like (EVE-6).

Every edition plays two steps that call these functions with its `what_happened.Edition`. `ask_between_turns` follows
the step that begins a phase of one player. `tell_unasked` comes after it, and again after each unit has shot, before it
is known who is next. The record of the battle has `turn`, `active`, `first`, `sides`, and `asks_between: bool = True`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from shoot_cli.battle.turns import STATE
from shoot_cli.battle.what_happened import Edition, names_of, places_of, question, take
from shoot_cli.engine.pools import models, wounds
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table

Battle = TypeVar("Battle")
SINCE, OF_UNIT = "since", "happened to"  # keys of questions
NEVER = "nothing, and do not ask again this battle"
NOT_ASKED = "Nobody is asked between turns what happened any more; it can be told at every prompt"


def tell_unasked(edition: Edition, battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked. From now on a key can tell it, until the next such place."""
    while (phrases := table.told_unasked(question(edition, Hashed(battle)), battle)) is not None:
        battle = take(edition, battle, phrases, table)
    return battle


def ask_between_turns(
    edition: Edition, record: Battle, table: Table, report_state: Callable[[Battle, Table], Battle]
) -> Battle:
    """Ask what happened since the last shots, until it is nothing. Nobody is asked in the first player turn.

    `report_state` is the menu of a unit's state.
    """
    battle: Any = record
    if battle.turn == 1 and battle.active == battle.first:
        return record
    more = False
    while battle.asks_between and (phrases := table.ask_between(since(edition, battle), battle, more)):
        more = True
        if phrases == (NEVER,):
            table.tell(NOT_ASKED)
            battle = battle.but(asks_between=False)
        elif phrases == (STATE,):
            battle = report_state(battle, table)
        else:
            picked = [row.value for row in unit_rows(edition, battle)]
            phrases = table.tell_more(of_unit(edition, battle, phrases[0])) if phrases[0] in picked else phrases
            battle = take(edition, battle, phrases, table)
    return battle  # type: ignore[no-any-return]


def since(edition: Edition, battle: Any) -> Phrases:
    """Return the question between two player turns, with its rows."""
    rows = (Option(NOTHING), Option(STATE, f"{STATE} ..."), Option(NEVER, NEVER.removesuffix(" this battle")))
    text = f"Turn {battle.turn}: what happened since the last shots?"
    return question(edition, Hashed(battle)).but(key=SINCE, text=text, rows=(*rows, *unit_rows(edition, battle)))


def of_unit(edition: Edition, battle: Any, name: str) -> Phrases:
    """Return the question about one unit, whose name may then be left out."""
    at = [unit.whole_name for unit in names_of(edition, battle)].index(name)
    return question(edition, Hashed(battle), places_of(edition, battle)[at]).but(key=OF_UNIT)


def unit_rows(edition: Edition, battle: Any) -> tuple[Option, ...]:
    """Return a row for each unit that stands: hurt ones first, and first those that were shot at in the last turn."""
    found = []
    for (side, at), name in zip(places_of(edition, battle), names_of(edition, battle), strict=True):
        unit = battle.sides[side].units[at]
        if unit.ranks:
            left, hurt = what_is_left(edition, unit)
            found.append((not hurt, side != battle.active, Option(name.whole_name, f"{name.whole_name}, {left}")))
    return tuple(row for *_, row in sorted(found, key=lambda one: one[:2]))


def what_is_left(edition: Edition, unit: Any) -> tuple[str, bool]:
    """Return what is left of a unit, `6 of 11` or `5 of 5 wounds`, and True if it is hurt."""
    kinds = unit.unit.value.models
    whole = sum(n * getattr(kind, edition.points, 1) for kind, n in kinds)
    left, start = wounds(unit.ranks), sum(n for _, n in kinds)
    points = edition.points_of(unit.unit.value) or edition.points
    words = f"{models(unit.ranks)} of {start}" if start > 1 else f"{left} of {whole} {points}"
    return words, left < whole
