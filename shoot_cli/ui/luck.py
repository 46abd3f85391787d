"""Luck on a screen: sentences that fit 40 columns, a table where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table

from shoot_cli.core.luck import ALL, EXPECTED, FEW_ATTACKS, FEW_DICE, HAND, MORE, SLAIN, Row
from shoot_cli.core.luck_report import Report
from shoot_cli.ui.tables import as_is, grid, percent

WIDE = 80  # columns from which it is a table
HEADS = (("", "left"), ("came", "left"), ("expected", "right"), ("chance", "left"))
NO_DICE = "No dice that count have been thrown yet."
FEW = f"Few: under {FEW_DICE} dice or {FEW_ATTACKS} attacks. They say little about luck."
IN_FORCE = "Answers taken back or changed do not count: only what is in force does."


@dataclass(frozen=True)
class Luck:
    """What came against what was expected.

    ``titles``: the edition's own. ``more``: the command that shows all of it; then this is short: what there are few
    dice of is said without its chance.
    """

    found: Report
    titles: Mapping[str, str]
    plain: bool = False
    more: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield as_is("Luck", "bold")
        in_rows = not self.plain and options.max_width >= WIDE
        few = []  # of each side, where they are said in short
        for side in dict.fromkeys(row.side for row in self.found.rows):
            own = [row for row in self.found.rows if row.side == side]
            if self.more and (small := [row for row in own if row.small and row.by == ALL]):
                own = [row for row in own if row.kind not in {one.kind for one in small}]
                few.append(f"{side}, too few to say: {', '.join(map(self.short, small))}.")
            if own:
                yield as_is(side, "bold")  # a line of its own: as a cell it would widen the names
            if own and in_rows:
                yield self.table(own)
                continue
            for row in own:
                yield Padding(as_is(self.sentence(row)), (0, 0, 0, 2 if row.by == ALL else 4), expand=False)
        for line in few:
            yield as_is(line)
        for note in self.notes():
            yield as_is(note, "dim")

    def table(self, own: Sequence[Row]) -> Table:
        """The rows of one side, in columns as wide as those of the other."""
        table = grid(*HEADS, plain=self.plain)
        every = [tuple(head for head, _ in HEADS), *map(self.cells, self.found.rows)]
        for column, texts in zip(table.columns[:-1], zip(*every, strict=True), strict=False):
            column.min_width = max(map(len, texts))
        for row in own:
            table.add_row(*map(as_is, self.cells(row)))
        return table

    def name(self, row: Row) -> str:
        if row.by != ALL:
            return "by hand" if row.by == HAND else "by the app"
        return self.titles.get(SLAIN, "Models slain") if row.kind == SLAIN else row.kind.capitalize()

    def sentence(self, row: Row) -> str:
        """``Hits: 34 of 60, 40.0 expected; so few or fewer in 6.8% of games``"""
        return f"{self.name(row)}: {came(row)}, {row.expected:.1f} expected; {chance_words(row)}{few_words(row)}"

    def short(self, row: Row) -> str:
        return f"{self.name(row).lower()} {came(row)} ({row.expected:.1f} expected)"

    def cells(self, row: Row) -> tuple[str, str, str, str]:
        indent = "" if row.by == ALL else "  "
        return indent + self.name(row), came(row), f"{row.expected:.1f}", chance_words(row) + "; few" * row.small

    def notes(self) -> Iterator[str]:
        if self.more:
            yield f"All about it: {self.more}"
            return
        if not self.found.rows:
            yield NO_DICE
        if any(row.small for row in self.found.rows):
            yield FEW
        for one in self.found.left_out:
            yield f"{one.side}: the slain of {one.attacks} attack{'s' * (one.attacks != 1)} left out ({one.why})."
        if self.found.rows:
            yield IN_FORCE


def came(row: Row) -> str:
    return str(row.got) if row.kind == SLAIN else f"{row.got} of {row.size}"


def chance_words(row: Row) -> str:
    if row.direction == EXPECTED:
        return "just as expected"
    return f"so {'many or more' if row.direction == MORE else 'few or fewer'} in {percent(row.chance)} of games"


def few_words(row: Row) -> str:
    if not row.small:
        return ""
    return "; few attacks" if row.kind == SLAIN else "; few dice"
