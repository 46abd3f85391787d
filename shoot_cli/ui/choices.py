"""What is pointed at in a menu while somebody types: a number, or any part of a name. Draws nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shoot_cli.core.finding import DEEP, NEARER
from shoot_cli.core.names import name_key
from shoot_cli.core.plurals import singulars
from shoot_cli.ui.screen import MenuRow


def numbered(rows: Sequence[MenuRow]) -> bool:
    """True if rows can carry numbers: not where they are numbers themselves, as in 4+, 5+, 6+."""
    return not any(re.fullmatch(r"[0-9]+\W*", row.label) for row in rows)


def ranked(said: str, rows: Sequence[MenuRow]) -> list[int]:
    """The places of the rows whose name holds this: the same name first, then those that begin so, those of which a
    word does, and all others; in each the rows as they stand. A plural finds its singular if it finds nothing; then the
    only row that can become this."""
    names = [[name_key(name) for name in (row.label, *row.also)] for row in rows]
    wanted = name_key(said)
    for part in (wanted, *singulars(wanted)):
        ranks = [
            min((rank for rank, test in enumerate(NEARER) for name in of_row if test(name, part)), default=None)
            for of_row in names
        ]
        found = sorted((rank, place) for place, rank in enumerate(ranks) if rank is not None)
        if len(part) == 1 and any(rank < DEEP for rank, _ in found):  # nearly every name has it somewhere
            found = [(rank, place) for rank, place in found if rank < DEEP]
        if found:
            return [place for _, place in found]
    begun = [n for n, row in enumerate(rows) if any(name_key(one).startswith(wanted) for one in row.holds)]
    return begun if len(begun) == 1 and len(wanted) > 1 else []


class Choices:
    """A menu as it is typed in.

    :ivar at: the row that Enter takes; None: none
    :ivar shown: the rows in sight, as they stand there: all that are open, or those that what is typed can mean
    :ivar beside: rows may stand beside each other, cut where they are long
    :ivar unfolded: closed rows, and those that seldom matter, are in sight as well
    """

    def __init__(self, rows: Sequence[MenuRow], start: int | None, pick: bool, beside: bool = True) -> None:
        self.rows, self.start, self.pick, self.beside = rows, start, pick, beside
        self.numbered = numbered(rows)
        self.closed = [place for place, row in enumerate(rows) if row.closed]
        self.open = [place for place, row in enumerate(rows) if not row.closed]
        self.seldom = [place for place in self.open if rows[place].seldom]
        self.unfolded = not self.open
        self.tall = 0  # rows of the left of two columns, as they were drawn last; 0: there is one
        self.text = ""
        self.type("")

    def type(self, text: str) -> None:
        """Point at what this can mean, now that it is what stands in the line."""
        self.text = said = text.strip()
        self.meant: list[int] = []
        if not said:
            self.shown = self.in_sight()
            usual = self.start if self.start is not None else None if self.pick else next(iter(self.open), None)
            self.at = usual
            return
        if re.fullmatch("#[0-9]{1,6}", said) or (self.numbered and re.fullmatch("[0-9]{1,6}", said)):
            place = int(said.removeprefix("#")) - 1
            self.meant = [place] if 0 <= place < len(self.rows) else []
            self.shown = self.in_sight()
        else:
            self.meant = self.numbers(said) if said.isdecimal() else ranked(said, self.rows)
            self.shown = [place for place in self.meant if not self.rows[place].closed]
        self.at = next((place for place in self.meant if not self.rows[place].closed), None)

    def in_sight(self) -> list[int]:
        """The rows while no name is typed."""
        return [*self.open, *self.closed] if self.unfolded else [n for n in self.open if n not in self.seldom]

    def numbers(self, said: str) -> list[int]:
        """Where rows are numbers themselves: the one that is this number, whatever sign follows it."""
        return [place for place, row in enumerate(self.rows) if re.fullmatch(rf"{said}\D*", row.label)]

    def move(self, step: int) -> None:
        """So many rows in sight further on, closed ones stepped over. One step goes round, more stop at the ends."""
        way = [place for place in self.shown if not self.rows[place].closed]
        if not way:
            return
        here = way.index(self.at) if self.at in way else -1 if step > 0 else len(way)
        last = len(way) - 1
        self.at = way[(here + step) % len(way) if abs(step) == 1 else max(0, min(here + step, last))]

    def aside(self, way: int) -> None:
        """To the row beside this one: ``way`` 1 to the right, -1 to the left."""
        across = [place for place in self.shown if not self.rows[place].closed]
        if not across:
            return
        here = across.index(self.at) if self.at in across else 0
        beside = here + way * self.tall
        if (here < self.tall) == (way > 0):
            self.at = across[min(beside, len(across) - 1)]

    @property
    def folds(self) -> bool:
        return bool((self.closed and self.open) or self.seldom)

    def fold(self) -> None:
        """What is out of sight is shown, or no longer."""
        if self.folds:
            self.unfolded = not self.unfolded
            at = self.at
            self.type("")
            self.at = at if at in self.shown else self.at

    def taken(self) -> int | str | None:
        """What Enter takes: the place of a row, which may be closed if nothing else is meant; else what was typed, a
        number as ``#12``; None: nothing."""
        if self.at is not None:
            return self.at
        if self.meant:
            return self.meant[0]
        if self.numbered and self.text.isdecimal():
            return f"#{self.text}"
        return self.text or None
