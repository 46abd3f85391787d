"""Mastery on a screen: bars by step and rule; sentences that fit 40 columns, a table where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table

from shoot_cli.core.record import Record
from shoot_cli.drills.mastery import Mastery, OfRule, OfStep
from shoot_cli.ui.tables import as_is, grid

WIDE = 72  # columns from which it is a table
BAR = 10  # characters
HEADS = (("step", "left"), ("", "left"), ("known", "right"), ("right", "right"), ("begun", "right"))
NOTHING = "Nothing has been answered yet: shoot drill"


class MasteryScreen(Record):
    """``rules``: a line for every rule, not only for the steps. ``more``: where all of it is; then this is short."""

    title: str
    found: Mastery
    plain: bool = False
    rules: bool = False
    more: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = self.found
        yield as_is(self.title, "bold")
        if not found.asked:
            yield as_is(NOTHING)
            return
        for line in self.summary():
            yield as_is(line)
        if self.more:
            yield as_is(self.more, "dim")
            return
        yield as_is("")
        if not self.plain and options.max_width >= WIDE:
            yield self.table()
        else:
            yield from self.lines()
        yield from self.weakest()

    def summary(self) -> Iterator[str]:
        found = self.found
        yield f"{found.right} of {found.asked} right. Level {found.level} of {found.levels}. Due now: {found.due}."
        days = (
            f"{found.days_in_a_row} day{'s' * (found.days_in_a_row != 1)} in a row"
            if found.days_in_a_row
            else "No day in a row yet"
        )
        yield f"{days}; {found.right_in_a_row} right in a row now, {found.longest_row} at best."
        if found.seconds is not None:
            yield f"Speed: {found.seconds:.1f} s for a right answer."

    def table(self) -> Table:
        table = grid(*HEADS, plain=self.plain)
        for step in self.found.steps:
            table.add_row(*map(as_is, self.cells(step)), style="bold" if self.rules else "")
            for rule in step.rules if self.rules else ():
                table.add_row(*map(as_is, self.rule_cells(rule)))
        return table

    def cells(self, step: OfStep) -> tuple[str, ...]:
        begun = f"{step.begun} of {step.cards}"
        return step.title, self.bar(step.mastery), percent(step.mastery), of(step.right, step.asked), begun

    def rule_cells(self, rule: OfRule) -> tuple[str, ...]:
        name = f"  {rule.rule} {rule.title}"
        return name, self.bar(rule.mastery), percent(rule.mastery), of(rule.right, rule.asked), ""

    def lines(self) -> RenderResult:
        for step in self.found.steps:
            right = f", {of(step.right, step.asked)} right" if step.asked else ""
            yield as_is(f"{self.bar(step.mastery)} {percent(step.mastery)} {step.title}{right}")
            for rule in step.rules if self.rules else ():
                words = f"{self.bar(rule.mastery)} {percent(rule.mastery)} {rule.rule} {rule.title}"
                yield Padding(as_is(words), (0, 0, 0, 2), expand=False)

    def weakest(self) -> RenderResult:
        if not self.found.weakest:
            return
        yield as_is("")
        yield as_is("Weakest rules", "bold")
        for rule in self.found.weakest:
            kinds = ", ".join(rule.kinds)
            yield as_is(f"{rule.rule} {rule.title}: {of(rule.right, rule.asked)} right ({kinds})")
        yield as_is(f"Read again: shoot rules {self.found.weakest[0].rule}", "dim")

    def bar(self, share: float) -> str:
        full = round(share * BAR)
        if share > 0:
            full = max(full, 1)
        on, off = ("#", ".") if self.plain else ("█", "░")
        return on * full + off * (BAR - full)


def percent(share: float) -> str:
    return f"{round(share * 100)}%"


def of(right: int, asked: int) -> str:
    return f"{right} of {asked}" if asked else "-"
