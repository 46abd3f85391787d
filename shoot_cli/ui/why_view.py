"""Why: a number as a ladder of its grounds, the faces that will do, and the rules behind it in our words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.flow import needed
from shoot_cli.core.luck import chance_of
from shoot_cli.core.percent import percent
from shoot_cli.core.questions import NO_FACE, Choose, Need, Question, Reason, Roll, Total
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.rulebook import Rule, cell_of, columns_around
from shoot_cli.ui.faces import die
from shoot_cli.ui.looks import ROOMY, indented, styled_line, wrapped
from shoot_cli.ui.words import because, key_words, need_words, reasons

COLUMN = 6  # for the number of a ground
MOST_FACES = 12  # of a die that are drawn
NOTHING = "Nothing more is known about this."


def title_of(question: Question) -> tuple[str, str]:
    """``WHY 4+?``, and what it is about."""
    about = question.text.strip().rstrip("?:.") or key_words(question.key)
    number = number_of(question)
    if number and isinstance(question, Roll) and question.faces and question.dice == 1:
        return f"WHY the {about.rpartition(': ')[2]}?", about.rpartition(": ")[0]
    return f"WHY {number}?" if number else "WHY?", about


def number_of(question: Question) -> str:
    """What must be rolled, as it stands in a bar; "" where nothing must."""
    if isinstance(question, Roll) and question.need.target is not None and not question.only_seen():
        or_less = question.need.or_less and not question.faces
        return f"{question.need.target} or less" if or_less else question.need_text()
    if isinstance(question, Total) and question.need and question.need.target is not None:
        return needed(question)
    return ""


def grounds(question: Question, rules: Sequence[Rule], width: int, *, charts: bool = False) -> list[Text]:
    """``rules``: those behind the question. ``charts``: whole ones, without the cell where this number stands."""
    lines = [styled_line()]
    if isinstance(question, (Roll, Total)) and question.need:
        lines += ladder(question, question.need, width)
    else:
        lines += listed(question, width)
    for rule in rules:
        lines += [styled_line(), *rule_lines(rule, question, width, charts)]
    return lines


def right_answer(quiz: Quiz, rules: Sequence[Rule], width: int) -> list[Text]:
    """Why it is right: the grounds, and the rules behind it with the cell of the chart where it stands."""
    from shoot_cli.drills.teaching import cell_of as cell_of_answer

    lines = [styled_line(), *indented(styled_line((quiz.right, "strong")), width), styled_line()]
    for reason in quiz.because:
        lines += rung(reason.value, reason.words, reason.rule, width) if reason.text else []
    for rule in rules:
        lines += [styled_line(), *indented(styled_line((f"{rule.id}  {rule.title}. ", "strong"), rule.text), width)]
        cell = cell_of_answer(rule, quiz) if rule.id == quiz.rule else None
        lines += chart(rule.chart, cell, width) if cell else []
    return lines


# A number ------------------------------------------------------------------------------------------------------------


def ladder(question: Roll | Total, need: Need, width: int) -> Iterator[Text]:
    """The number in words, its faces, and each ground with what it adds or sets."""
    number = number_of(question)
    label = need_words(need, question if isinstance(question, Roll) else None)
    if number or not (isinstance(question, Roll) and question.only_seen()):
        yield from indented(styled_line((label or NO_FACE, "strong")), width)
        yield styled_line()
    if isinstance(question, Roll) and number and question.sides <= MOST_FACES:
        yield from faces(question, width)
        yield styled_line()
    rows = [*weighed(question), *need.because]
    for reason in rows:
        yield from rung(reason.value, reason.words, reason.rule, width)
    if number and len(rows) > 1:
        yield styled_line("  ", ("─" * min(46, width - 4), "past"))
        first, _, rest = number.partition(" ")  # "4", "or less"
        yield from rung(first, f"{rest} is needed".strip(), "", width, "strong")
    if isinstance(question, Roll) and question.again_need:
        yield styled_line()
        for reason in question.again_need.because:
            yield from rung(question.again_need.text, f"rolled again: {reason.text}", reason.rule, width)


def weighed(question: Roll | Total) -> list[Reason]:
    """What else was held against this number where it is one of several, such as a save: grounds of the others."""
    if not isinstance(question, Roll) or question.lessons is None or question.luck != "saves":
        return []
    own = {reason.text for reason in question.need.because}
    rules = {reason.rule for reason in question.need.because}
    found = [reason for point in question.lessons() if point.key == "save" for reason in point.because]
    return [one for one in found if one.text not in own and (one.value or one.rule not in rules)]


def faces(roll: Roll, width: int) -> list[Text]:
    """Every face of one die, those that will do bright, and how often that is."""
    names = roll.faces or tuple(str(face) for face in range(1, roll.sides + 1))
    met = [roll.need.met_by(face) for face in range(1, roll.sides + 1)]
    row = styled_line("  ")
    sides = Counter(zip(names, met, strict=True)) if roll.faces else dict.fromkeys(zip(names, met, strict=True), 1)
    for (name, good), n in sides.items():
        row.append_text(die(name, "passed" if good else "failed")).append(f"×{n}  " if n > 1 else " ")
    which = " or ".join(name for name, good in sides if good)
    named = f"{which} is {sum(met)} of {roll.sides} faces" if roll.faces else f"{sum(met)} of {roll.sides}"
    chance = f"{named}: {percent(sum(met) / roll.sides)}"
    if roll.again:
        chance += f", rolled again {percent(chance_of(roll))}"
    words = styled_line((f"  {chance}", "past"))
    return [styled_line(row, words)] if row.cell_len + words.cell_len <= width else [row, styled_line(words)]


def rung(value: str, words: str, rule: str, width: int, style: str = "") -> Iterator[Text]:
    room = width - COLUMN - 4 - (len(rule) + 3 if width > ROOMY else 0)
    for place, line in enumerate(wrapped(styled_line((words, style)), room)):
        head = f"{value:>{COLUMN - 2}}  " if place == 0 else " " * COLUMN
        shown = styled_line("  ", (head, "strong"), line)
        if place == 0 and rule and width > ROOMY:
            shown.append_text(styled_line(" " * max(1, width - shown.cell_len - len(rule) - 1), (rule, "past")))
        yield shown
    if rule and width <= ROOMY:
        yield styled_line("  ", " " * COLUMN, (rule, "past"))


# Anything else -------------------------------------------------------------------------------------------------------


def listed(question: Question, width: int) -> Iterator[Text]:
    """What is closed, and why; what each fact is."""
    if isinstance(question, Choose) and any(option.closed for option in question.options):
        for option in question.options:
            if option.closed:
                yield from indented(styled_line((option.label or option.value, "strong")), width)
                for reason in option.closed:
                    yield from indented(styled_line(because(reason)), width, 4)
        return
    lines = [line for line in reasons(question) if not re.match(r"Rules? ", line)]
    for line in lines or ([] if question.rules else [NOTHING]):
        yield from indented(styled_line(line), width)


# The rules behind it -------------------------------------------------------------------------------------------------


def rule_lines(rule: Rule, question: Question, width: int, charts: bool) -> Iterator[Text]:
    """Its words; of its chart the row in which the number stands, with the cell lit."""
    yield from indented(styled_line((f"{rule.id}  {rule.title}. ", "strong"), rule.at_the_table), width)
    if not rule.chart:
        return
    if charts:
        yield from chart(rule.chart, None, width)
        return
    need = question.need if isinstance(question, (Roll, Total)) else None
    if need:
        own = [reason.text for reason in need.because if reason.rule == rule.id]
        cell = cell_of(rule.chart, own, need.text) if own else None
        if cell:
            yield from chart(rule.chart, cell, width)


def chart(rows: Sequence[Sequence[str]], cell: tuple[int, int] | None, width: int) -> Iterator[Text]:
    """Its heads and the row of the cell, with the columns around it that fit; without a cell all rows. A chart of two
    columns is shown whole. What does not fit is told: of the cell its row alone, else row by row.
    """
    shown = (0, cell[0]) if cell and len(rows[0]) > 2 else range(len(rows))
    wide = [max(cell_len(rows[row][column]) for row in shown) + 2 for column in range(len(rows[0]))]
    columns = columns_around(cell[1], wide, width - 2) if cell else [*range(len(wide))]
    if sum(wide[column] for column in columns) > width - 2:
        for head, *others in rows[1:] if cell is None else [rows[cell[0]]]:
            cells = [f"{above} {one}" for above, one in zip(rows[0][1:], others, strict=True)]
            told = ", ".join(cells) if cell is None else (cells[cell[1] - 1], "here")
            yield from indented(styled_line((f"{rows[0][0]} {head}: ", "strong"), told), width, 4)
        return
    for row in shown:
        line = styled_line("  ")
        for column in columns:
            lit = cell is not None and (
                (row == cell[0] and column in (0, cell[1])) or (row == 0 and column == cell[1] and len(rows[0]) > 2)
            )
            words = f" {rows[row][column]} "
            style = "here" if lit else "" if row and column else "past"
            line.append_text(styled_line((words + " " * (wide[column] - cell_len(words)), style)))
        yield line
