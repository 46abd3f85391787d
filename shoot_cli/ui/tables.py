"""Rich tables shown between questions: dice, the log, reasons, both armies. They fit 40 columns and more.

Words or signs carry the meaning, so nothing is lost without colour; `plain` draws ASCII only. Text from files goes
through `visible` and is never markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shoot_cli.asked import sentences
from shoot_cli.battle.command_points import spoken
from shoot_cli.engine.distributions import at_least
from shoot_cli.engine.names import percent, visible
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import number_text
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Sides, ValueRange, in_force_once
from shoot_cli.engine.single_reroll import more_of, more_words
from shoot_cli.engine.table import Entry
from shoot_cli.input.answers import say
from shoot_cli.input.dice import say_faces, say_groups
from shoot_cli.replay.history import BY_PHONE
from shoot_cli.ui.styles import literal

NamesOf = Callable[[Any], sentences.Names]  # record of a log line -> both armies
NARROW = 60  # narrower screens put small columns into lines


class Grid(Table):
    """A table without space at its edges. (rich before 15 adds space after the last column.)"""

    def _get_padding_width(self, column_index: int) -> int:
        return 0 if column_index == len(self.columns) - 1 else 1


def grid(*columns: tuple[str, str], plain: bool) -> Table:
    """Return a table with headings only. A column is its heading and how it is justified."""
    table = Grid(box=None if plain else box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for heading, justify in columns:
        table.add_column(heading, justify="right" if justify == "right" else "left", overflow="fold")
    return table


def dice_pool(entry: Entry) -> RenderableType:
    """Return the dice of a roll: passed and failed faces, the needed number and its reasons.

    Any other entry is shown in one line.
    """
    question = entry.question
    if not isinstance(question, (Roll, Total)):
        return literal(sentences.result(entry))
    need = question.need
    named_sides = isinstance(question, Roll) and bool(question.faces)
    needed = question.need_text() if isinstance(question, Roll) else need.text if need else ""
    about = question.text.strip().rstrip(".:?") or entry.step or sentences.key_words(question.key)
    head = f"{about}: {sentences.pile_words(question)}"
    if sentences.has_own_words(question):
        head = head if question.means else about
    elif need and need.target is not None:
        named = need.label and need.label.casefold() not in about.casefold()
        number = needed if not need.or_less or named_sides else f"{need.target} or less" if need.target != 1 else "1"
        head += f", {number}" + (f" {need.label}" if named else "")
    lines: list[RenderableType] = [literal(f"{head}: {sentences.result(entry)}", "bold")]
    answer: Mapping[str, Any] = entry.answer if isinstance(entry.answer, Mapping) else {}
    if isinstance(question, Total):
        if answer.get("again"):
            lines.append(literal(f"    again   {say_faces(answer['first'], ())}", "yellow"))
            lines.append(literal(f"            {say_faces(answer['again'], ())}"))
        elif "first" in answer and question.dice > 1 and not question.means:
            lines.append(literal(f"  {say(question, answer)}"))
    elif "first" in answer and not (
        sentences.has_own_words(question) and question.dice == 1 and not sentences.chart_rows(question)
    ):
        lines += [
            literal(line, style) for line, style in _dice_lines(question, answer["first"], answer.get("again", ()))
        ]
    if more_of(answer):
        lines.append(literal(f"  {more_words(question, answer)}", "yellow"))
    if need:
        reasons = "; ".join(sentences.because(reason) for reason in need.because)
        if reasons:
            seen = bool(question.means) or (isinstance(question, Roll) and question.only_seen())
            lines.append(
                Padding(literal(reasons if seen else f"{needed}: {reasons}", "dim"), (0, 0, 0, 2), expand=False)
            )
    return Group(*lines)


def _dice_lines(roll: Roll, first: Sequence[int], again: Sequence[int]) -> list[tuple[str, str]]:
    """Return lines of (dice, style): re-rolled dice first, then passed and failed dice; several groups in order."""
    if roll.groups:
        return [(f"  {say_groups(roll, {'first': first})}", "")]
    back = [face for face in first if face in roll.again]
    ends = [(face, roll.need) for face in first if face not in roll.again] + [(face, roll.second()) for face in again]
    if roll.only_seen() or roll.means:
        groups = [("       ", "", [face for face, _ in ends])]
    else:
        passed = [face for face, need in ends if need.met_by(face)]
        failed = [face for face, need in ends if not need.met_by(face)]
        groups = [("+ passed", "green", passed), ("- failed", "red", failed)]
    groups.insert(0, ("  again ", "yellow", back))
    return [
        (f"  {sign}  {say_faces(faces, roll.faces, grouped=True)}", style) for sign, style, faces in groups if faces
    ]


def told_line(entry: Entry, style: str = "", plain: bool = False) -> RenderableType:
    """Return a log line without a question, indented as a whole."""
    return Padding(literal(spoken(entry) if plain else entry.text, style), (0, 0, 0, 2), expand=False)


def reasons_panel(question: Question, plain: bool = False) -> RenderableType:
    """Return every reason with its rule, one per line."""
    lines = sentences.reasons(question) or [sentences.NOTHING_KNOWN]
    body = Group(*(literal(line) for line in lines))
    title = visible(question.text).strip() or sentences.key_words(question.key)
    if plain:
        return Group(literal(f"Why: {title}", "bold"), body)
    return Panel(body, title=Text(f"Why: {title}"), title_align="left", box=box.ROUNDED)


class LogTable(Record):
    """The log, oldest entry first. Answers are numbered from `first`. Narrow screens get fewer columns.

    `notes` are what is to be said of answers by their index, from 0.
    """

    entries: Sequence[Entry]
    names: NamesOf
    first: int = 1
    plain: bool = False
    notes: Mapping[int, Sequence[str]] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        narrow, numbers = options.max_width < NARROW, count(self.first)
        heads = [("", "right"), ("What", "left"), ("By", "left"), ("Answer", "left"), ("Led to", "left")]
        table = grid(*(heads[:2] if narrow else heads), plain=self.plain)
        for entry in self.entries:
            number = next(numbers) if entry.question else ""  # as in `shoot battle show`: only answers have numbers
            what, by, answer, led = self.cells(entry)
            notes = self.notes.get(number - self.first, ()) if isinstance(number, int) else ()
            by = ", ".join([by, *(note for note in notes if note == BY_PHONE)])
            led = led if led != answer else ""
            answer += "".join(f" ({note})" for note in notes if note != BY_PHONE)
            if narrow:
                lines = [
                    f"{what} ({by})" if by else what,
                    "; ".join(dict.fromkeys(text for text in (answer, led) if text)),
                ]
                table.add_row(str(number), Group(*(literal(line) for line in lines if line)))
            else:
                table.add_row(str(number), literal(what), literal(by), literal(answer), literal(led))
        yield table

    def cells(self, entry: Entry) -> tuple[str, str, str, str]:
        """Return the question or step, its owner, the answer, and the result."""
        question = entry.question
        if question is None:
            return entry.step or "Note", "", "", spoken(entry) if self.plain else entry.text
        return (
            sentences.step_words(entry.step, question.key),
            sentences.owner(question, self.names(entry.record)),
            answer := sentences.decided_words(question, entry.answer),
            answer if isinstance(question, Facts) else sentences.result(entry),
        )


class DistributionTable(Record):
    """A distribution, where `probabilities[k]` is the chance of exactly k: chance, "at least" and a bar in each row.

    Rare outcomes at both ends share a row. With more than `rows` outcomes, neighbours share a row. Bars fill the width.
    """

    name: str
    probabilities: Sequence[float]
    plain: bool = False
    rows: int = 16

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield literal(self.name, "bold")
        table = grid(("", "right"), ("chance", "right"), ("at least", "right"), ("", "left"), plain=self.plain)
        rows = [row for row in fold(self.probabilities, self.rows) if row[2] > 0]  # impossible outcomes need no row
        labels = [outcomes(low, high, len(self.probabilities) - 1) for low, high, _ in rows]
        width = max(4, options.max_width - max(map(len, labels), default=0) - len("at least") * 2 - 8)
        most = max((chance for _, _, chance in rows), default=1.0)
        chances = at_least(self.probabilities)
        for label, (low, _, chance) in zip(labels, rows, strict=True):
            length = Text(bar(chance / most, width, self.plain), style="cyan")
            table.add_row(label, percent(chance), percent(chances[low]), length)
        yield table


def fold(probabilities: Sequence[float], rows: int, rare: float = 0.002) -> list[tuple[int, int, float]]:
    """Return (lowest, highest, chance) of each row. Ends with a total chance below `rare` become one row."""
    low, high = 0, len(probabilities) - 1
    head = tail = 0.0
    while low < high and head + probabilities[low] < rare:
        head += probabilities[low]
        low += 1
    while high > low and tail + probabilities[high] < rare:
        tail += probabilities[high]
        high -= 1
    result = [(0, low - 1, head)] if low else []
    step = -(-(high - low + 1) // max(1, rows - 2))
    for k in range(low, high + 1, step):
        end = min(k + step - 1, high)
        result.append((k, end, sum(probabilities[k : end + 1])))
    if high < len(probabilities) - 1:
        result.append((high + 1, len(probabilities) - 1, tail))
    return result


def outcomes(low: int, high: int, last: int) -> str:
    """Return `3`, `3-5`, or `3+` for the highest row."""
    if low == high:
        return str(low)
    return f"{low}+" if high == last else f"{low}-{high}"


def bar(share: float, width: int, plain: bool = False) -> str:
    """Return a bar of this share of the width, in eighths of a block or in whole `#`. Only a share of 0 is empty."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if plain:
        return "#" * max(round(eighths / 8), int(share > 0))
    eighths = max(eighths, int(share > 0))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def summary(rows: Iterable[ValueRange], *, plain: bool = False) -> Table:
    """Return average, lowest, median and highest value of many repetitions."""
    table = grid(
        ("", "left"), ("average", "right"), ("low", "right"), ("middle", "right"), ("high", "right"), plain=plain
    )
    for row in rows:
        table.add_row(literal(row.name), f"{row.mean:.2f}", *map(number_text, (row.low, row.middle, row.high)))
    return table


class UnitWords(NamedTuple):
    """A unit of a status in words: its models, as `7/10`, what it lost of them or "destroyed", and all else."""

    name: str
    models: str
    hurt: str
    marks: tuple[str, ...]


def status_words(
    sides: Sides, points: tuple[int, int] | None, detachments: tuple[str, str]
) -> list[tuple[str, list[UnitWords], list[str]]]:
    """Return for each army its heading, its units, and what is in force on several of them.

    `points` are the command points of both armies, and `detachments` what their lists name, or "".
    """
    result = []
    for number, (army, all_units) in enumerate(sides):
        units, of_several = in_force_once(all_units)
        head = ", ".join(filter(None, (army, f"CP {points[number]}" if points else "", detachments[number])))
        rows = [
            UnitWords(
                unit.name, f"{unit.models_left}/{unit.models_start}",
                unit.wounds_note if unit.models_left else "destroyed", (*unit.in_force, *unit.marks),
            )
            for unit in units
        ]  # fmt: skip
        result.append((head, rows, [*of_several, *(units[0].of_army if units else ())]))
    return result


class StatusTable(Record):
    """Both armies: models left and at the start, wounds, and marks with their end.

    `names` are the edition's words for unit, models, wounds. `points` are the command points of both armies, and
    `detachments` what their lists name, or "".
    """

    sides: Sides
    plain: bool = False
    names: tuple[str, str, str] = ("unit", "models", "wounds")
    points: tuple[int, int] | None = None
    detachments: tuple[str, str] = ("", "")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        narrow = options.max_width < NARROW
        for number, (army, units, below) in enumerate(status_words(self.sides, self.points, self.detachments)):
            if number:
                yield Text("")
            yield literal(army, "bold")
            unit, models, wounds = self.names
            heads = [(unit, "left"), (models, "right"), (wounds, "left"), ("marks", "left")]
            table = grid(*(heads[:2] if narrow else heads), plain=self.plain)
            for row in units:
                table.add_row(*self.cells(row, narrow))
            if units:
                yield table
                yield from map(literal, below)

    def cells(self, unit: UnitWords, narrow: bool) -> list[RenderableType]:
        gone = "dim" if unit.models.startswith("0/") else ""
        name, models = literal(unit.name, gone), Text(unit.models, style=gone)
        if narrow:
            notes = [note for note in (unit.hurt, *unit.marks) if note]
            return [Group(name, *(literal(f"  {note}", gone) for note in notes)), models]
        return [name, models, literal(unit.hurt, gone), literal(", ".join(unit.marks), gone)]
