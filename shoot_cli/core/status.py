"""The state of both armies as every edition can tell it: what one screen shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shoot_cli.core.record import Record


class KindRow(Record):
    """Models of one kind in a unit: those still there of those it started with. ``note``: wounds left of the hurt.

    ``worn``: what they are worn down by, such as "hull points", ``each`` of an unhurt one, and ``points`` of all of
    them; "": models fall. ``about``: what is to be known of them when they are shot at: "armour 13/11/10".
    ``plural``: what several are called; "": by the rule of English.
    """

    name: str
    left: int
    start: int
    note: str = ""
    plural: str = ""
    worn: str = ""
    points: int = 0
    each: int = 0
    about: str = ""


def with_number(name: str, words: str) -> str:
    """``Boss Nob 1 of 2``; ``Main Tank 1: 1 of 2`` of a name that ends with a number of its own."""
    return f"{name}{':' * name[-1:].isdecimal()} {words}"


class UnitRow(Record):
    """One unit: models still there of those it started with, and what else is to be remembered of it.

    ``wounds_note``: wounds, hull points or integrity in words ("Boss Nob 1 of 2"), empty if nothing is to be said.
    ``marks``: states with their end, such as "gone to ground until its next turn". ``kinds``: its models one by one
    kind, in the order of its list. ``parts``: of several units of the list that are one now, each by itself.
    """

    name: str
    models_left: int
    models_start: int
    wounds_note: str = ""
    marks: tuple[str, ...] = ()
    kinds: tuple[KindRow, ...] = ()
    parts: tuple[UnitRow, ...] = ()

    @property
    def hurt(self) -> str:
        """The note behind the name of the unit: what is of this name itself does not say it again."""
        return self.wounds_note.removeprefix(f"{self.name} ")


def paired(before: Iterable[UnitRow], now: Iterable[UnitRow]) -> list[tuple[UnitRow, UnitRow]]:
    """The units of an army as they stood and as they stand, in the order of the list.

    Units that are not one any more, or are since then, are told apart: those of the list one by one.
    """
    old, new = tuple(before), tuple(now)
    whole = {(row.name, tuple(part.name for part in row.parts)): row for row in new}
    by_name = {part.name: part for row in new for part in row.parts or (row,)}
    found = []
    for row in old:
        same = whole.get((row.name, tuple(part.name for part in row.parts)))
        pairs = [(part, by_name[part.name]) for part in row.parts or (row,) if part.name in by_name]
        found += pairs if same is None else [(row, same)]
    return found


class Gauge(Record):
    """What a target has left, as it is shot at: integrity of a unit; or, if it ``fills``, what it has of so much.

    ``left``, ``lost``: now and by this attack; ``gone``: before it. Of what fills: what it has, none, what is missing.
    ``note``: what else counts, such as its cover.
    """

    name: str
    left: int
    lost: int = 0
    gone: int = 0
    note: str = ""
    fills: bool = False


Kinds = tuple[type | tuple[type, ...], ...]
FILLS = {"hits": "hits", "wounds": "wounds", "penetration rolls": "wounds", "saves": "unsaved"}


class AttackPools(Record):
    """The pools of an attack, from the shots to what was lost.

    :ivar pools: by name the tokens that lie in each, those that are the same under another name put together; a pool
        without tokens is counted by the dice that fill it
    :ivar fills: the pool that rolls fill, by what they count as where luck is told
    :ivar short: names for a narrow screen
    :ivar points: the last pool counts points such as hull points, not models
    """

    pools: Mapping[str, Kinds]
    fills: Mapping[str, str] = FILLS
    short: Mapping[str, str] = {}
    points: bool = False


class Headline(Record):
    """Where a battle stands: its turn, and who shoots at whom; "" for both between attacks.

    ``shot``: how many units of the active army have had their turn, of those that still stand. ``doing``: what it is,
    if it is no attack like any other: "Overwatch".
    """

    turn: int = 0
    shot: tuple[int, int] = (0, 0)
    who: str = ""
    whom: str = ""
    doing: str = ""


Side = tuple[str, tuple[UnitRow, ...]]  # army name, its units
Sides = tuple[Side, ...]


class ValueRange(Record):
    """One number of many repetitions: its average, the lowest, the middle one, and the highest."""

    name: str
    mean: float
    low: float
    middle: float
    high: float
