"""The odds, and the luck of the dice, as players read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table

from shoot_cli.core.dice import tallies, totals
from shoot_cli.core.luck import ALL, EXPECTED, FEW_ATTACKS, FEW_DICE, HAND, MORE, SLAIN, LuckRow
from shoot_cli.core.luck_report import LuckReport
from shoot_cli.core.percent import percent
from shoot_cli.core.questions import Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.visible import visible
from shoot_cli.ui.results import losses_of, title
from shoot_cli.ui.tables import DistributionTable, as_is, grid
from shoot_cli.ui.words import dice_words, need_words

ROWS = 8  # of a distribution between two prompts
NOTHING = "There is nothing to roll yet."
LOCKED = "Odds are locked in this battle."


# What is about to be rolled ------------------------------------------------------------------------------------------


def of_roll(roll: Roll, plain: bool) -> list[RenderableType]:
    """How many pass, and how many show what is counted on its own."""
    rows = tally_law(roll)
    passed = [0.0] * (roll.dice + 1)
    for tally, p in rows:
        passed[tally.passed] += p
    need = need_words(roll.need, roll)
    head = f"This roll, {dice_words(roll.dice, roll.sides)}{f', {need}' if need else ''}"
    if roll.again:
        head += ", with what is rolled again"
    shown: list[RenderableType] = []
    if roll.dice == 1:
        shown.append(as_is(f"{head}: {percent(passed[1])} to pass", "bold"))
    else:
        shown.append(as_is(f"{head}: {mean(passed):.2f} pass on average", "bold"))
        shown.append(DistributionTable("How many pass", passed, plain, ROWS))
    for place, watch in enumerate(roll.watch):
        names = visible(roll.faces_text(watch.faces))
        counted = sum(tally.watched[place] * p for tally, p in rows)
        shown.append(as_is(f"Counted on its own, each {names}: {counted:.2f} on average"))
    return shown


def tally_law(roll: Roll) -> list[tuple[Any, float]]:
    """Every tally of the roll with its chance."""
    need, second = roll.need, roll.again_need
    again = (second.target, roll.sides, second.or_less) if second else (-1, roll.sides)
    rows, whole = tallies(roll.dice, need.target, need.or_less, roll.watch, roll.again, *again)
    return [(tally, ways / whole) for tally, ways in rows]


def law_of_total(total: Total) -> dict[int, float]:
    """Every sum with its chance."""
    rows, whole = totals(total.dice, total.sides, total.again)
    return {n: ways / whole for n, ways in rows}


def of_total(total: Total, plain: bool) -> list[RenderableType]:
    """The chance to pass, where a number is needed; else every sum."""
    law = law_of_total(total)
    average = sum(n * p for n, p in law.items())
    head = f"This roll, {total.dice}D{total.sides}"
    if total.again:
        head += ", with what is rolled again"
    need = total.need
    if need is not None:
        passes = sum(p for n, p in law.items() if need.met_by(n))
        return [as_is(f"{head}, {need_words(need)}: {percent(passes)} to pass, {average:.2f} on average", "bold")]
    sums = [law.get(n, 0.0) for n in range(max(law) + 1)]
    return [
        as_is(f"{head}: {average:.2f} on average", "bold"),
        DistributionTable("The sum", sums, plain, max(ROWS, 12)),
    ]


def about_to_be_rolled(question: Question, plain: bool) -> list[RenderableType]:
    if isinstance(question, Roll):
        return of_roll(question, plain)
    if isinstance(question, Total):
        return of_total(question, plain)
    return []


# An attack -----------------------------------------------------------------------------------------------------------


def of_attack(head: str, found: Mapping[str, Any], titles: Mapping[str, str], plain: bool) -> list[RenderableType]:
    """``found``: as ``commands.odds.numbers`` has it; with "units", if several formations are hurt."""
    shown: list[RenderableType] = [as_is(head, "bold")]
    if units := found.get("units"):
        table = grid(("Unit", "left"), ("lost", "right"), ("destroyed", "right"), plain=plain)
        for name, lost, gone in units:
            table.add_row(as_is(name), f"{lost:.2f}", percent(gone))
        return [*shown, table]
    words = (
        f"{value:.2f} {titles.get(name, name)}"
        for name, value in found["expected"].items()
        if name not in ("damage", "slain")
    )
    if found.get("expects", True):
        shown.append(as_is("Expected: " + ", ".join(words)))
    for name in losses_of(titles):
        law = found[name]
        about = f"{title(name, titles)}: {mean(law):.2f} on average"
        if name == "damage" and law == found["slain"] and len(losses_of(titles)) > 1:
            continue
        shown.append(DistributionTable(about, law, plain, ROWS) if len(law) > 1 else as_is(about, "bold"))
    shown.append(as_is(f"Destroyed: {percent(found['destroyed'])}"))
    for name, value in found.items():
        if isinstance(value, float) and name != "destroyed":
            shown.append(as_is(f"{title(name, titles)}: {percent(value)}"))
        elif isinstance(value, list) and name not in ("slain", "damage"):
            shown.append(as_is(f"{title(name, titles)}: {mean(value):.2f} on average"))
    return shown


def mean(law: Iterable[float]) -> float:
    return sum(k * p for k, p in enumerate(law))


WIDE = 80  # columns from which it is a table
HEADS = (("", "left"), ("came", "left"), ("expected", "right"), ("chance", "left"))
NO_DICE = "No dice that count have been thrown yet."
FEW = f"Few: under {FEW_DICE} dice or {FEW_ATTACKS} attacks. They say little about luck."
IN_FORCE = "Answers taken back or changed do not count: only what is in force does."


class Luck(Record):
    """What came against what was expected.

    ``titles``: the edition's own. ``more``: the command that shows all of it; then this is short: what there are few
    dice of is said without its chance.
    """

    found: LuckReport
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

    def table(self, own: Sequence[LuckRow]) -> Table:
        """The rows of one side, in columns as wide as those of the other."""
        table = grid(*HEADS, plain=self.plain)
        every = [tuple(head for head, _ in HEADS), *map(self.cells, self.found.rows)]
        for column, texts in zip(table.columns[:-1], zip(*every, strict=True), strict=False):
            column.min_width = max(map(len, texts))
        for row in own:
            table.add_row(*map(as_is, self.cells(row)))
        return table

    def name(self, row: LuckRow) -> str:
        if row.by != ALL:
            return "by hand" if row.by == HAND else "by the app"
        return self.titles.get(SLAIN, "Models slain") if row.kind == SLAIN else row.kind.capitalize()

    def sentence(self, row: LuckRow) -> str:
        """``Hits: 34 of 60, 40.0 expected; so few or fewer in 6.8% of games``"""
        return f"{self.name(row)}: {came(row)}, {row.expected:.1f} expected; {chance_words(row)}{few_words(row)}"

    def short(self, row: LuckRow) -> str:
        return f"{self.name(row).lower()} {came(row)} ({row.expected:.1f} expected)"

    def cells(self, row: LuckRow) -> tuple[str, str, str, str]:
        indent = "" if row.by == ALL else "  "
        return indent + self.name(row), came(row), f"{row.expected:.1f}", chance_words(row) + "; few" * row.small

    def notes(self) -> Iterator[str]:
        if self.more:
            yield f"All about it: {self.more}"
        else:
            yield from notes_of(self.found)


def notes_of(found: LuckReport) -> Iterator[str]:
    """What is to be said below the rows."""
    if not found.rows:
        yield NO_DICE
    if any(row.small for row in found.rows):
        yield FEW
    for one in found.left_out:
        yield f"{one.side}: the slain of {one.attacks} attack{'s' * (one.attacks != 1)} left out ({one.why})."
    if found.rows:
        yield IN_FORCE


def came(row: LuckRow) -> str:
    return str(row.got) if row.kind == SLAIN else f"{row.got} of {row.size}"


def chance_words(row: LuckRow) -> str:
    if row.direction == EXPECTED:
        return "just as expected"
    return f"so {'many or more' if row.direction == MORE else 'few or fewer'} in {percent(row.chance)} of games"


def few_words(row: LuckRow) -> str:
    if not row.small:
        return ""
    return "; few attacks" if row.kind == SLAIN else "; few dice"
