"""The drawings of the views that keys open: status, log, luck, odds, why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby, zip_longest
from statistics import NormalDist
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.asked import sentences
from shoot_cli.asked.scene import FIRST, MARKS, SECOND
from shoot_cli.battle.luck import ALL, EXPECTED, MORE, SLAIN, LuckReport, LuckRow, chance_of
from shoot_cli.battle.summaries import need_of
from shoot_cli.engine.distributions import at_least, mean
from shoot_cli.engine.markdown import Rule, cell_of, columns_around
from shoot_cli.engine.names import percent, visible
from shoot_cli.engine.questions import NO_FACE, Choose, Facts, Need, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Reason
from shoot_cli.engine.ruleset import Headline, Sides, UnitRow, in_force_once, with_number
from shoot_cli.engine.single_reroll import more_of, more_words
from shoot_cli.engine.table import Entry
from shoot_cli.input.answers import say
from shoot_cli.input.dice import say_faces
from shoot_cli.quiz.quiz import Quiz
from shoot_cli.ui import styles
from shoot_cli.ui.results import (
    destroyed_words,
    further_words,
    got_text,
    law_of_total,
    losses_of,
    notes_of,
    tally_law,
    title,
    token_words,
)
from shoot_cli.ui.tables import fold, outcomes

# Both armies on one screen: hurt or marked units with a bar, untouched units in one paragraph.

CELLS = 10  # columns of a bar
BETWEEN = 2  # columns between the armies


def armies(
    sides: Sides,
    width: int,
    high: int,
    whole: bool,
    points: tuple[int, int] | None = None,
    detachments: tuple[str, str] = ("", ""),
) -> list[Text]:
    """Return both armies, side by side if there is room, the first list first.

    `whole` gives every unit a row. Names and notes stand whole, however many rows that takes. `points` are their
    command points. `detachments` are those of their lists, "" for none.
    """
    players = list(zip((FIRST, SECOND), sides, strict=False))
    beside = width > styles.ROOMY
    wide = (width - BETWEEN) // 2 if beside else width
    columns = []
    for number, (side, (name, all_units)) in enumerate(players):
        units, of_several = in_force_once(all_units)
        cp = f"CP {points[number]}" if points else ""
        shown = [unit for unit in units if whole or not untouched(unit)]
        rows = [line for unit in shown for line in unit_lines(unit, wide)]
        notes = [*of_several, *(words for unit in units[:1] for words in unit.of_army)]
        rows += [line for words in notes for line in noted([words], wide)]
        columns.append(
            (
                [*army_head(side, name, units, wide, cp, detachments[number]), *rows],
                [unit for unit in units if unit not in shown],
            )
        )
    taken = [len(lines) for lines, _ in columns]
    spare = [high - 1 - n if beside else (high - sum(taken) - len(taken)) // len(taken) for n in taken]
    drawn = [
        [styles.fill(line, wide) for line in (*lines, *(folded(rest, wide, max(1, room)) if rest else ()))]
        for (lines, rest), room in zip(columns, spare, strict=True)
    ]
    if not beside:
        return [line for lines in drawn for line in (styles.styled_line(), *lines)]
    empty = styles.styled_line(" " * wide)
    return [
        styles.styled_line(),
        *(styles.styled_line(left, " " * BETWEEN, right) for left, right in zip_longest(*drawn, fillvalue=empty)),
    ]


def army_head(side: str, name: str, units: Sequence[UnitRow], width: int, points: str, detachment: str) -> list[Text]:
    """Return ` ▲ Ultramarines   CP 2   104 of 105 ` in the player's colour: models left and at the start.

    The detachment stands in it, or below it where there is no room.
    """
    left, start = sum(unit.models_left for unit in units), sum(unit.models_start for unit in units)
    total = f"{points}   {left} of {start} " if points else f"{left} of {start} "
    beside = f"{detachment}   {total}"
    fits = bool(detachment) and cell_len(name) + cell_len(beside) + 5 <= width
    head = styles.left_right(
        styles.styled_line(styles.player_mark(side), (styles.shortened(name, width - len(total) - 5), side)),
        styles.styled_line((beside if fits else total, side)),
        width,
        side,
    )
    below = styles.styled_line((f"   {styles.shortened(detachment, width - 4)}", "past"))
    return [head, below] if detachment and not fits else [head]


def untouched(unit: UnitRow) -> bool:
    return unit.models_left == unit.models_start and not (unit.wounds_note or unit.marks or unit.in_force)


def folded(units: Sequence[UnitRow], width: int, room: int) -> list[Text]:
    """Return `22 untouched: Melta Squad 10, Rhino, …` in at most `room` rows."""
    names = [with_number(unit.name, str(n)) if (n := unit.models_left) > 1 else unit.name for unit in units]
    lines: list[Text] = []
    for kept in range(len(names), -1, -1):
        end = "" if kept == len(names) else f", and {len(names) - kept} more" if kept else ""
        words = f"{len(names)} untouched" + (": " if kept else "") + ", ".join(names[:kept]) + end
        lines = styles.wrapped(styles.styled_line((words, "past")), width - 2)
        if len(lines) <= room:
            break
    return [styles.styled_line(" ", line) for line in lines]


def unit_lines(unit: UnitRow, width: int) -> list[Text]:
    """Return `Shoota Boyz  13 of 20 ■■■■■■□□□□` and the notes. A single model has its wounds instead of a bar."""
    gone = "past" if not unit.models_left else ""
    notes = [note for note in (*unit.in_force, *unit.marks, unit.hurt) if note]
    name = styles.styled_line((visible(unit.name), gone))
    if unit.models_start == 1:
        notes = notes if unit.models_left else ["destroyed", *notes]
        right = ", ".join(notes)
        if name.cell_len + cell_len(right) + 4 <= width:
            end = styles.styled_line((f"{right} ", "past"))
            return [styles.left_right(styles.styled_line(" ", name), end, width)]
        return [*styles.indented(name, width, 1), *noted([right], width)]
    digits = f"{unit.models_left:>3} ", f"of {unit.models_start:<4}"
    room = width - CELLS - 12
    own_line = name.cell_len > room  # a long name, such as of a joined unit
    cells = min(unit.models_start, CELLS)
    standing = max(int(unit.models_left > 0), round(cells * unit.models_left / unit.models_start))
    line = styles.fill(styles.styled_line(" ", *([] if own_line else [name])), room + 1)
    line.append_text(styles.styled_line((digits[0], gone or "strong"), (digits[1], gone)))
    line.append_text(styles.model_signs(standing, 0, cells - standing))
    return [*(styles.indented(name, width, 1) if own_line else []), line, *noted(notes, width)]


def noted(notes: Sequence[str], width: int) -> list[Text]:
    """Return the notes of a unit."""
    words = ", ".join(notes)
    return styles.indented(styles.styled_line((words, "past")), width, 3) if words else []


# The log: every answer under its attack, with its dice and the lines that followed.

WHAT = 27  # columns for the question on a wide screen
WITHOUT_THE_APP = "What happened without the app"


class LogLines:
    """The lines of a log for any width. Answers are numbered from 0.

    :ivar sides: record -> attacker and defender
    :ivar first: the player of the first list, who has the first mark
    :ivar headline: record -> shooter and target
    :ivar came: results of finished attacks by their index
    :ivar notes: what is to be said of answers by their indexes, such as that a phone gave it
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        sides: Callable[[Any], tuple[str, str]],
        first: str,
        headline: Callable[[Any], Headline],
        came: Mapping[int, str] = {},
        notes: Mapping[int, Sequence[str]] = {},
    ) -> None:
        self.entries, self.sides, self.first, self.headline, self.came = entries, sides, first, headline, came
        self.notes = notes
        self.drawn = cache(self._drawn)

    def lines(self, width: int, high: int = 0) -> list[Text]:
        return [line for line, _ in self.drawn(width)]

    def picks(self, width: int) -> Mapping[int, int]:
        return {n: index for n, (_, index) in enumerate(self.drawn(width)) if index is not None}

    def _drawn(self, width: int) -> list[tuple[Text, int | None]]:
        """Return each line with the index of its answer, or None."""
        lines: list[tuple[Text, int | None]] = []
        index = 0
        for attack, group in groupby(self.entries, key=lambda entry: entry.attack):
            entries = list(group)
            if head := self.head(entries) if attack is not None else "":
                lines += [(styles.styled_line(), None), *((line, None) for line in self.heading(head, attack, width))]
            for entry in entries:
                if entry.question is None:
                    lines += [(line, None) for line in told_lines(entry, width)]
                else:
                    lines += [(line, index) for line in self.answer(entry, index + 1, width)]
                    index += 1
        return lines

    def heading(self, head: str, attack: int, width: int) -> list[Text]:
        """Return `Tactical Squad → Shoota Boyz      4 slain, 6 of 10 left`, in two lines if it is narrow."""
        words, came = (
            styles.styled_line((f" {head}", "strong")),
            styles.styled_line((f"{self.came.get(attack, '')} ", "past")),
        )
        if words.cell_len + came.cell_len < width:
            return [styles.left_right(words, came, width)]
        return [*styles.wrapped(words, width), *styles.indented(came, width, 8)]

    def head(self, entries: Sequence[Entry]) -> str:
        """Return `Tactical Squad → Shoota Boyz`, or only what is known so far."""
        seen = [self.headline(entry.record) for entry in entries if entry.record is not None]
        first = next((line for line in seen if line.who), None)  # what an explosion strikes is no attack of its own
        last = next((line for line in reversed(seen) if first and line.whom and line.who == first.who), first)
        if last is None:
            begun = entries[0]
            if isinstance(begun.question, Phrases):
                return WITHOUT_THE_APP
            return str(begun.answer) if begun.question is not None else ""
        return f"{last.who} → {last.whom}" if last.whom else last.who

    def answer(self, entry: Entry, number: int, width: int) -> Iterator[Text]:
        """Yield `  16 ▲ boltgun: to wound   11 dice 4+   6 6 5 5 4 4 · 3 3 2 1 1   6 passed` in one or more lines."""
        question = entry.question
        assert question is not None
        owner = self.sides(entry.record)[question.owner != ATTACKER]
        mark = MARKS[FIRST if owner == self.first else SECOND]
        what = sentences.step_words(entry.step, question.key)
        if question.text and not isinstance(question, Facts):  # the answer lists the facts
            what = question.text.strip().rstrip("?:.")
        head = styles.styled_line("  ", (f"{number:>3} ", "past"), f"{mark} ", what)
        parts = [*answer_parts(entry), *((note, "past") for note in self.notes.get(number - 1, ()))]
        column = 8 + WHAT if width > styles.ROOMY else 8
        room = width - column - 1
        if width > styles.ROOMY and head.cell_len < column:
            rows = flowing(parts, room)
            yield styles.styled_line(head, " " * (column - head.cell_len), rows[0])
            rest = rows[1:]
        elif head.cell_len + cell_len("  ".join(words for words, _ in parts)) + 3 <= width:
            yield styles.styled_line(head, "  ", *flowing(parts, width))
            rest = []
        else:
            first, *more = styles.wrapped(head, width)
            yield first
            yield from (styles.styled_line(" " * 8, line) for line in more)
            rest = flowing(parts, room)
        yield from (styles.styled_line(" " * column, row) for row in rest)


def flowing(parts: Sequence[tuple[str, str]], room: int) -> list[Text]:
    """Return the parts one after another; a part that does not fit begins a new line."""
    rows = [styles.styled_line()]
    for words, style in parts:
        if rows[-1].cell_len and rows[-1].cell_len + cell_len(words) + 2 > room:
            rows.append(styles.styled_line())
        gap = "  " if rows[-1].cell_len else ""
        first, *more = styles.wrapped(styles.styled_line((words, style)), room)
        rows[-1].append_text(styles.styled_line(gap, first))
        rows += more
    return rows


def told_lines(entry: Entry, width: int) -> list[Text]:
    return [
        styles.styled_line(" " * 8, line)
        for line in styles.wrapped(styles.styled_line((entry.text, "past")), width - 9)
    ]


def answer_parts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the parts of an answer with their styles: number of dice, need, faces, result."""
    question = entry.question
    assert question is not None
    if not isinstance(question, (Roll, Total)):
        yield sentences.decided_words(question, entry.answer), "strong"
        return
    need = question.need
    wanted = (
        f" {need_of(question)}" if need and need.target is not None and not sentences.has_own_words(question) else ""
    )
    yield sentences.pile_words(question) + wanted, ""
    if faces := thrown(entry):
        yield faces, "past"
    elif more_of(entry.answer):
        yield more_words(question, entry.answer), ""
    came = sentences.result(entry).replace(f" of {question.dice} passed", " passed")
    by_name = isinstance(question, Roll) and question.faces and question.dice == 1  # the side is the result
    if came != faces and not by_name:
        yield came, "strong"


def thrown(entry: Entry) -> str:
    """Return `6 5 4 · 2 1`, passed ones first, or "" if only the number of passed dice is known."""
    question, answer = entry.question, entry.answer
    if not isinstance(answer, Mapping) or "first" not in answer:
        return ""
    ordered = not isinstance(question, Roll) or question.groups or question.only_seen()
    if not isinstance(question, Roll) or ordered or answer.get("again") or more_of(answer):
        return say(question, answer) if question else ""
    first = sorted(answer["first"], reverse=True)
    groups = ([face for face in first if question.need.met_by(face) is met] for met in (True, False))
    return " · ".join(say_faces(group, question.faces, grouped=len(first) > 20) for group in groups if group)


# Luck as a needle: at the right is better for the player who rolled, and further out is rarer.

MOST = 1.7  # standard deviations at the end of the dial, about one game in twenty


def needles(report: LuckReport, first: str, apart: bool, width: int) -> list[Text]:
    """Return a bar for each player and a line for each kind of dice. `first` is the player with the first mark.

    `apart` shows dice by hand and by the app in separate lines.
    """
    lines = [styles.styled_line()]
    half = 10 if width > styles.ROOMY else 5
    for name in dict.fromkeys(row.side for row in report.rows):
        rows = [row for row in report.rows if row.side == name and (apart or row.thrown_by == ALL)]
        side = FIRST if name == first else SECOND
        lines.append(
            styles.fill(
                styles.styled_line(styles.player_mark(side), (f"{styles.shortened(name, width - 4)} ", side)),
                width,
                side,
            )
        )
        lines.append(heads(half, width))
        lines += [needle(row, half, width) for row in rows]
        lines.append(styles.styled_line())
    lines += [
        styles.styled_line("  ", line)
        for note in notes_of(report)
        for line in styles.wrapped(styles.styled_line((note, "past")), width - 3)
    ]
    return lines


def heads(half: int, width: int) -> Text:
    if width > styles.ROOMY:
        gauge = "worse  ◄   ►  better".center(2 * half + 1)
        return styles.styled_line((f"  {'':<12}{'came':<12}{'expected':>9}   {gauge}   so far off", "past"))
    return styles.styled_line((f"  {'':<7}{'':<11}{'bad ◄ ► good'.center(2 * half + 1)}", "past"))


def needle(row: LuckRow, half: int, width: int) -> Text:
    """Return `hits     107 of 165    114.2   ────■────│──────────   12.5%`, or `few dice` instead of the chance."""
    gauge = dial(needle_column(row, half), half)
    chance = ("few attacks" if row.kind == SLAIN else "few dice") if row.small else percent(row.chance)
    if width > styles.ROOMY:
        name = styles.shortened(name_of(row), 12)
        return styles.styled_line(
            f"  {name:<12}",
            (f"{got_text(row):<12}", "strong"),
            f"{row.expected:>9.1f}   ",
            gauge,
            f"   {chance:>10}",
        )
    name = styles.shortened(name_of(row), 6)
    chance = "few" if row.small else chance
    return styles.styled_line(
        f"  {name:<7}", (f"{styles.shortened(got_text(row), 10):<10}", "strong"), " ", gauge, f" {chance:>6}"
    )


def name_of(row: LuckRow) -> str:
    return row.kind.removesuffix(" rolls") if row.thrown_by == ALL else f" {row.thrown_by}"


def needle_column(row: LuckRow, half: int) -> int:
    """Return columns from the middle, positive if more came than expected. Any difference is at least one column."""
    if row.direction == EXPECTED or row.chance >= 0.5:
        return 0
    off = -NormalDist().inv_cdf(max(row.chance, 1e-9))
    steps = min(half, max(1, round(off / MOST * half)))
    return steps if row.direction == MORE else -steps


def dial(offset: int, half: int) -> Text:
    """Return the dial with its needle `offset` columns from the middle."""
    cells = ["─"] * (2 * half + 1)
    cells[half], cells[half + offset] = "│", "■"
    low, high = sorted((half, half + offset))
    parts: Sequence[tuple[str, str]] = [
        ("".join(cells[:low]), "past"),
        ("".join(cells[low : high + 1]), "strong"),
        ("".join(cells[high + 1 :]), "past"),
    ]
    return styles.styled_line(*parts)


# Odds: a sentence, then a chart; ► marks the actual result.

NEAR = 0.9  # share of the best chance from which a number is called likeliest too
LEAST = 4  # fewest rows of a chart


def picture(law: Sequence[float], width: int, rows: int, came: int | None = None) -> list[Text]:
    """Return a row for each number: its chance, the chance of at least this, a bar. `rows` includes the heading."""
    shown = [row for row in fold(law, max(LEAST, rows - 1)) if row[2] > 0]
    labels = [outcomes(low, high, len(law) - 1) for low, high, _ in shown]
    wide = max([4, *map(len, labels)])
    most = max((chance for *_, chance in shown), default=1.0)
    room = width - wide - 25
    chances = at_least(law)
    lines = [styles.styled_line((f"   {'':>{wide}}  chance  at least", "past"))]
    for label, (low, high, chance) in zip(labels, shown, strict=True):
        is_result = came is not None and low <= came <= high
        style = "strong" if is_result else ""
        line = styles.styled_line((" ► " if is_result else "   ", "strong"), (f"{label:>{wide}}", style))
        line.append_text(styles.styled_line((f"{percent(chance):>8}", style), f"{percent(chances[low]):>10}  "))
        line.append_text(styles.styled_line(("█" * round(chance / most * room) or "▌", style)))
        lines.append(line)
    return lines


def likeliest(law: Sequence[float]) -> str:
    """Return `3`, or `3 to 4` if their chances are similar."""
    best = max(range(len(law)), key=lambda k: law[k])
    low = high = best
    while low > 0 and law[low - 1] >= NEAR * law[best]:
        low -= 1
    while high + 1 < len(law) and law[high + 1] >= NEAR * law[best]:
        high += 1
    return str(best) if low == high else f"{low} to {high}"


def sentence(what: str, law: Sequence[float], width: int) -> list[Text]:
    """Return `Models slain: 3 to 4 is likeliest; 3.50 on average.`"""
    words = styles.styled_line(f"{what}: ", (likeliest(law), "strong"), f" is likeliest; {mean(law):.2f} on average.")
    return styles.indented(words, width)


def roll_lines(question: Roll | Total, width: int, high: int) -> list[Text]:
    lines = [
        styles.styled_line(),
        *styles.indented(styles.styled_line((odds_head(question), "strong")), width),
        styles.styled_line(),
    ]
    if isinstance(question, Total):
        law = law_of_total(question)
        if question.need is not None:
            passes = sum(p for n, p in law.items() if question.need.met_by(n))
            return [
                *lines,
                *styles.indented(styles.styled_line((percent(passes), "strong"), f" to pass; {average(law)}."), width),
            ]
        row = [law.get(n, 0.0) for n in range(max(law) + 1)]
        return [
            *lines,
            *styles.indented(styles.styled_line(average(law)), width),
            styles.styled_line(),
            *picture(row, width, high - 6),
        ]
    rows = tally_law(question)
    passed = [0.0] * (question.dice + 1)
    for tally, p in rows:
        passed[tally.passed] += p
    counted = []
    for index, watch in enumerate(question.watch):
        n = sum(tally.watched[index] * p for tally, p in rows)
        counted += styles.indented(
            styles.styled_line(f"each {visible(question.faces_text(watch.faces))}: {n:.2f} on average"), width
        )
    if question.only_seen():
        return [*lines, *counted]
    if question.dice == 1:
        return [
            *lines,
            *styles.indented(styles.styled_line((percent(passed[1]), "strong"), " to pass."), width),
            *counted,
        ]
    lines += [*sentence("They pass", passed, width), *counted, styles.styled_line()]
    return [*lines, *picture(passed, width, high - len(lines))]


def odds_head(question: Roll | Total) -> str:
    """Return `This roll, 10 dice, 3 or more (3+)`."""
    if isinstance(question, Total):
        words, need = f"{question.dice}D{question.sides}", sentences.need_words(question.need) if question.need else ""
    else:
        words, need = sentences.pile_words(question), sentences.need_words(question.need, question)
    again = ", with what is rolled again" if question.again else ""
    return f"This roll, {words}{f', {need}' if need else ''}{again}"


def average(law: Mapping[int, float]) -> str:
    return f"{sum(n * p for n, p in law.items()):.2f} on average"


def attack_lines(
    who: str, about: str, result: AttackResult, titles: Mapping[str, str], width: int, high: int
) -> list[Text]:
    """Return the odds of an attack, or of the units that it may hurt if these are several.

    Wounds are shown only if they differ from models. The chart shows wounds if only one model can be lost.
    """
    lines = [
        styles.styled_line(),
        *styles.indented(styles.styled_line((who, "strong"), "   " if who else "", about), width),
        styles.styled_line(),
    ]
    if result.units:
        return [*lines, *units_lines(result.units, width)]
    laws = {name: result.laws[name] for name in losses_of(titles)}
    if len(laws) > 1 and laws["damage"] == laws["slain"]:
        laws.pop("damage")
    for name, law in laws.items():
        lines += sentence(title(name, titles), law, width)
    below = []
    if words := token_words(result, titles):
        below += styles.indented(styles.styled_line((f"Expected: {words}", "past")), width)
    for words in (destroyed_words(result.destroyed, titles), *further_words(result, titles)):
        below += styles.indented(styles.styled_line(words), width)
    law = next(law for name, law in laws.items() if len(law) > 2 or name == "damage" or len(laws) == 1)
    if len(law) > 1:
        lines += [styles.styled_line(), *picture(law, width, high - len(lines) - len(below) - 2)]
    return [*lines, styles.styled_line(), *below]


def units_lines(units: Sequence[tuple[str, float, float]], width: int) -> list[Text]:
    """Return for each unit its average loss and the chance that it is destroyed."""
    room = width - (30 if width > styles.ROOMY else 22)
    heads = f"{'lost':>8}{'destroyed':>12}"
    lines = [styles.styled_line((f"  {'':<{room}}{heads}", "past"))]
    for name, lost, gone in units:
        lines.append(
            styles.styled_line(
                f"  {styles.shortened(name, room):<{room}}", (f"{lost:>8.2f}", "strong"), f"{percent(gone):>12}"
            )
        )
    return lines


def came_lines(about: str, what: str, law: Sequence[float], came: int, width: int, high: int) -> list[Text]:
    """Return the odds of a finished attack with its result."""
    lines = [
        styles.styled_line(),
        *styles.indented(styles.styled_line((about, "strong")), width),
        styles.styled_line(),
        *sentence(what, law, width),
        styles.styled_line(),
    ]
    is_many = came >= mean(law)
    chance = sum(law[came:]) if is_many else sum(law[: came + 1])
    words = styles.styled_line(
        ("► ", "strong"), (str(came), "strong"), f" came: so {'many or more' if is_many else 'few or fewer'} in "
    )
    below = styles.indented(styles.styled_line(words, (percent(chance), "strong"), " of such attacks."), width)
    return [*lines, *picture(law, width, high - len(lines) - len(below) - 1, came), styles.styled_line(), *below]


# Why: a number as a ladder of its reasons, the faces that pass, and the rules.

COLUMN = 6  # columns for the number of a reason
MOST_FACES = 12  # most faces of a drawn die


def title_of(question: Question) -> tuple[str, str]:
    """Return the title, as in `WHY 4+?`, and the subject."""
    about = question.text.strip().rstrip("?:.") or sentences.key_words(question.key)
    number = number_of(question)
    if number and isinstance(question, Roll) and question.faces and question.dice == 1:
        return f"WHY the {about.rpartition(': ')[2]}?", about.rpartition(": ")[0]
    return f"WHY {number}?" if number else "WHY?", about


def number_of(question: Question) -> str:
    """Return the needed number as in a bar, or "" if none is needed."""
    if isinstance(question, Roll) and question.need.target is not None and not question.only_seen():
        or_less = question.need.or_less and not question.faces
        return f"{question.need.target} or less" if or_less else question.need_text()
    if isinstance(question, Total) and question.need and question.need.target is not None:
        return need_of(question)
    return ""


def grounds(
    question: Question, rules: Sequence[Rule], width: int, high: int = 0, *, charts: bool = False
) -> list[Text]:
    """Return the reasons and then the `rules`. `charts` shows whole charts without a marked cell.

    Behind facts there are many rules: of those without room on `high` rows only the ids are shown."""
    lines = [styles.styled_line()]
    if isinstance(question, (Roll, Total)) and question.need:
        lines += ladder(question, question.need, width)
    else:
        lines += listed(question, width)
    texts = [[styles.styled_line(), *rule_lines(rule, question, width, charts)] for rule in rules]
    if not (isinstance(question, Facts) and high and len(lines) + sum(map(len, texts)) > high):
        return [*lines, *chain.from_iterable(texts)]
    ids = [*styles.indented(styles.styled_line((f"also: {', '.join(rule.id for rule in rules)}", "past")), width)]
    shown = 0
    while shown < len(texts) and len(lines) + len(texts[shown]) + 1 + len(ids) <= high:
        lines += texts[shown]
        shown += 1
    words = f"also: {', '.join(rule.id for rule in rules[shown:])}"
    return [*lines, styles.styled_line(), *styles.indented(styles.styled_line((words, "past")), width)]


def right_answer(quiz: Quiz, rules: Sequence[Rule], width: int) -> list[Text]:
    """Return the reasons for the right answer, and the rules with the marked cell of their charts."""
    from shoot_cli.practice.teaching import cell_of as cell_of_answer

    lines = [
        styles.styled_line(),
        *styles.indented(styles.styled_line((quiz.right, "strong")), width),
        styles.styled_line(),
    ]
    for reason in quiz.because:
        lines += rung(reason.value, reason.words, reason.rule, width) if reason.text else []
    for rule in rules:
        lines += [
            styles.styled_line(),
            *styles.indented(styles.styled_line((f"{rule.id}  {rule.title}. ", "strong"), rule.text), width),
        ]
        if rule.id == quiz.rule and rule.chart:
            lines += chart(rule.chart, cell_of_answer(rule, quiz), width)
    return lines


def ladder(question: Roll | Total, need: Need, width: int) -> Iterator[Text]:
    """Yield the number in words, its faces, and each reason with what it adds or sets."""
    number = number_of(question)
    label = sentences.need_words(need, question if isinstance(question, Roll) else None)
    if number or not (isinstance(question, Roll) and question.only_seen()):
        yield from styles.indented(styles.styled_line((label or NO_FACE, "strong")), width)
        yield styles.styled_line()
    if isinstance(question, Roll) and number and question.sides <= MOST_FACES:
        yield from faces(question, width)
        yield styles.styled_line()
    rows = [*weighed(question), *need.because]
    for reason in rows:
        yield from rung(reason.value, reason.words, reason.rule, width)
    if number and len(rows) > 1:
        yield styles.styled_line("  ", ("─" * min(46, width - 4), "past"))
        first, _, rest = number.partition(" ")  # "4", "or less"
        yield from rung(first, f"{rest} is needed".strip(), "", width, "strong")
    if isinstance(question, Roll) and question.again_need:
        yield styles.styled_line()
        for reason in question.again_need.because:
            yield from rung(question.again_need.text, f"rolled again: {reason.text}", reason.rule, width)


def weighed(question: Roll | Total) -> list[Reason]:
    """Return the reasons of other numbers that were compared with this one, for example of other saves."""
    if not isinstance(question, Roll) or question.lessons is None or question.luck != "saves":
        return []
    texts = {reason.text for reason in question.need.because}
    rules = {reason.rule for reason in question.need.because}
    compared = [reason for point in question.lessons() if point.key == "save" for reason in point.because]
    return [other for other in compared if other.text not in texts and (other.value or other.rule not in rules)]


def faces(roll: Roll, width: int) -> list[Text]:
    """Return the faces of one die, passing ones bright, and the chance to pass."""
    names = roll.faces or tuple(str(face) for face in range(1, roll.sides + 1))
    met = [roll.need.met_by(face) for face in range(1, roll.sides + 1)]
    row = styles.styled_line("  ")
    sides = Counter(zip(names, met, strict=True)) if roll.faces else dict.fromkeys(zip(names, met, strict=True), 1)
    for (name, good), n in sides.items():
        row.append_text(styles.die(name, "passed" if good else "failed")).append(f"×{n}  " if n > 1 else " ")
    which = " or ".join(name for name, good in sides if good)
    named = f"{which} is {sum(met)} of {roll.sides} faces" if roll.faces else f"{sum(met)} of {roll.sides}"
    chance = percent(chance_of(roll)) if roll.adds else f"{named}: {percent(sum(met) / roll.sides)}"
    if roll.again:
        chance += f", rolled again {percent(chance_of(roll))}"
    words = styles.styled_line((f"  {chance}", "past"))
    return (
        [styles.styled_line(row, words)] if row.cell_len + words.cell_len <= width else [row, styles.styled_line(words)]
    )


def rung(value: str, words: str, rule: str, width: int, style: str = "") -> Iterator[Text]:
    """Yield one reason: its value, its words, its rule."""
    room = width - COLUMN - 4 - (len(rule) + 3 if width > styles.ROOMY else 0)
    for index, line in enumerate(styles.wrapped(styles.styled_line((words, style)), room)):
        head = f"{value:>{COLUMN - 2}}  " if index == 0 else " " * COLUMN
        shown = styles.styled_line("  ", (head, "strong"), line)
        if index == 0 and rule and width > styles.ROOMY:
            shown.append_text(styles.styled_line(" " * max(1, width - shown.cell_len - len(rule) - 1), (rule, "past")))
        yield shown
    if rule and width <= styles.ROOMY:
        yield styles.styled_line("  ", " " * COLUMN, (rule, "past"))


def listed(question: Question, width: int) -> Iterator[Text]:
    """Yield closed options with their reasons, or the reasons of any other question."""
    if isinstance(question, Choose) and any(option.closed for option in question.options):
        for option in question.options:
            if option.closed:
                yield from styles.indented(styles.styled_line((option.label or option.value, "strong")), width)
                for reason in option.closed:
                    yield from styles.indented(styles.styled_line(sentences.because(reason)), width, 4)
        return
    lines = [line for line in sentences.reasons(question) if not re.match(r"Rules? ", line)]
    for line in lines or ([] if question.rules else [sentences.NOTHING_KNOWN]):
        yield from styles.indented(styles.styled_line(line), width)


def rule_lines(rule: Rule, question: Question, width: int, charts: bool) -> Iterator[Text]:
    """Yield a rule's text and the row of its chart with the needed number."""
    yield from styles.indented(styles.styled_line((f"{rule.id}  {rule.title}. ", "strong"), rule.at_the_table), width)
    if not rule.chart:
        return
    if charts:
        yield from chart(rule.chart, None, width)
        return
    need = question.need if isinstance(question, (Roll, Total)) else None
    if need:
        reasons = [reason.text for reason in need.because if reason.rule == rule.id]
        cell = cell_of(rule.chart, reasons, need.text) if reasons else None
        if cell:
            yield from chart(rule.chart, cell, width)


def chart(rows: Sequence[Sequence[str]], cell: tuple[int, int] | None, width: int) -> Iterator[Text]:
    """Yield the headings and the row of the cell with the columns that fit. Without a cell yield all rows.

    A chart of two columns is shown whole. A chart that does not fit becomes text.
    """
    shown = (0, cell[0]) if cell and len(rows[0]) > 2 else range(len(rows))
    wide = [max(cell_len(rows[row][column]) for row in shown) + 2 for column in range(len(rows[0]))]
    columns = columns_around(cell[1], wide, width - 2, rows[0]) if cell else [*range(len(wide))]
    if sum(wide[column] for column in columns) > width - 2:
        for head, *others in rows[1:] if cell is None else [rows[cell[0]]]:
            cells = [f"{above} {text}" for above, text in zip(rows[0][1:], others, strict=True)]
            parts = [(text, "here" if cell and index == cell[1] else "") for index, text in enumerate(cells, 1)]
            joined = [part for pair in parts for part in (", ", pair)][1:]
            yield from styles.indented(
                styles.styled_line((f"{rows[0][0]} {head}: ".lstrip(), "strong"), *joined), width, 4
            )
        return
    for row in shown:
        line = styles.styled_line("  ")
        for column in columns:
            lit = cell is not None and (
                (row == cell[0] and column in (0, cell[1])) or (row == 0 and column == cell[1] and len(rows[0]) > 2)
            )
            words = f" {rows[row][column]} "
            style = "here" if lit else "" if row and column else "past"
            line.append_text(styles.styled_line((words + " " * (wide[column] - cell_len(words)), style)))
        yield line
