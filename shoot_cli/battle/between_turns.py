"""What players tell between attacks: once between two player turns, and by a key whenever they like (EVE-6).

Every edition plays the same two steps with its own questions. Add them like this, `happened` being a module of the
edition with `question(battle)`, `one_unit(battle, at)`, `take(battle, phrases, table)` and `units(battle)`:

    LINE = OpenedLine(question, one_unit, take, units, report_state)
    ask_between_turns = LINE.ask_between_turns   # after the step that begins a phase of one player
    tell_unasked = LINE.tell_unasked             # before what is asked in a phase, and after each unit has shot

The record of the battle has `turn`, `active`, `first`, `sides`, and a field `asks_between: bool = True`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from shoot_cli.battle.happened import NamedUnit
from shoot_cli.battle.turns import STATE, Place
from shoot_cli.engine.pools import models, wounds
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.table import Table

SINCE, OF_UNIT = "since", "happened to"
NEVER = "nothing, and do not ask again this battle"
NOT_ASKED = "Nobody is asked any more between turns what happened; it can be told at every prompt"


class OpenedLine(NamedTuple):
    """The line of what happened in the battles of one edition.

    :ivar question: battle -> the question `happened`, which refuses against the battle as it stands
    :ivar one_unit: (battle, index of a unit in `units`) -> the same question, of this unit if no other is named
    :ivar take: (battle, phrases, table) -> the battle after these phrases, each told
    :ivar units: battle -> what the units of both armies are called, those of the first army first
    :ivar report_state: (battle, table) -> the battle after the menu of a unit's state
    """

    question: Callable[[Any], Phrases]
    one_unit: Callable[[Any, int], Phrases]
    take: Callable[[Any, tuple[str, ...], Table], Any]
    units: Callable[[Any], Sequence[NamedUnit]]
    report_state: Callable[[Any, Table], Any]

    def tell_unasked(self, battle: Any, table: Table) -> Any:
        """Take what players told here without being asked. They may tell it here later too, by a key."""
        while (phrases := table.told(self.question(battle))) is not None:
            battle = self.take(battle, phrases, table)
        return battle

    def ask_between_turns(self, battle: Any, table: Table) -> Any:
        """Ask what happened since the last shots, until it is nothing. Nobody is asked in the first player turn."""
        first = battle.turn == 1 and battle.active == battle.first
        if first or not battle.asks_between:
            return battle
        while phrases := table.ask_between(self.since(battle)):
            names = [unit.whole_name for unit in self.units(battle)]
            if phrases == (NEVER,):
                table.tell(NOT_ASKED)
                return battle.but(asks_between=False)
            if phrases == (STATE,):
                battle = self.report_state(battle, table)
                continue
            if phrases[0] in names and len(phrases) == 1:
                phrases = table.ask(self.one_unit(battle, names.index(phrases[0])))
            battle = self.take(battle, phrases, table)
        return battle

    def since(self, battle: Any) -> Phrases:
        """Return the question between two player turns, with its rows."""
        side = battle.sides[battle.active].name
        rows = (Option(NOTHING), Option(STATE, f"{STATE} ..."), Option(NEVER, short(NEVER)))
        return self.question(battle).but(
            key=SINCE, text=f"Turn {battle.turn} · {side}: what happened since?",
            rows=(*rows, *unit_rows(battle, self.units(battle))),
        )  # fmt: skip


def short(row: str) -> str:
    return row.removesuffix(" this battle")


def unit_rows(battle: Any, names: Sequence[NamedUnit]) -> tuple[Option, ...]:
    """Return a row for each unit that stands: hurt ones first, and first those that were shot at in the last turn."""
    found = []
    for (side, at), name in zip(places(battle), names, strict=True):
        unit = battle.sides[side].units[at]
        if unit.ranks:
            left, hurt = left_of(unit)
            words = f"{name.whole_name}, {left}"
            found.append((not hurt, side != battle.active, Option(name.whole_name, words)))
    return tuple(row for _, _, row in sorted(found, key=lambda one: one[:2]))


def places(battle: Any) -> list[Place]:
    """Return the places of the units, those of the first army first."""
    return [(side, at) for side in (0, 1) for at in range(len(battle.sides[side].units))]


def left_of(unit: Any) -> tuple[str, bool]:
    """Return what is left of a unit, `6 of 11` or `5 wounds`, and whether it is hurt."""
    kinds = unit.unit.value.models
    start, left = sum(n for _, n in kinds), models(unit.ranks)
    whole = sum(n * getattr(kind, "wounds", 1) for kind, n in kinds)
    hurt = wounds(unit.ranks) < whole
    if start == 1:
        return f"{wounds(unit.ranks)} wound{'s' * (wounds(unit.ranks) != 1)}", hurt
    return f"{left} of {start}", hurt
