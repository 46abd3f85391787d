"""The screens of a drill and of a learner's mastery. They only draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from shoot_cli.asked.scene import FIRST, MARKS, SECOND
from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Record
from shoot_cli.practice.mastery import Mastery, RuleMastery, StepMastery
from shoot_cli.practice.memory import ENOUGH, Level
from shoot_cli.practice.teaching import UNSURE, asks_whom, cell_of, deciding, reasons
from shoot_cli.quiz.quiz import Quiz
from shoot_cli.ui.block import bar_of_words
from shoot_cli.ui.styles import ROOMY, as_is, fill, indented, left_right, styled_line, wrapped

if TYPE_CHECKING:
    from rich.table import Table

ROLLED = {"hit", "wound", "save"}  # kinds of questions about rolled dice
RULE_AT_END = re.compile(r"^(.*?)( \([^()]*\))$", re.DOTALL)


class Sitting(Record):
    """The progress of a session. `marks` are the results so far, `left` is the remaining length, as in ` of 10`.

    `wanted` is the number of questions, or None if it is open. `about` is the edition. `plan` says what is known of the
    cards until a day, in place of the level; "" without such a day.
    """

    marks: tuple[bool, ...]
    left: str
    wanted: int | None = None
    about: str = ""
    plan: str = ""


def dots(sitting: Sitting, place: int, width: int) -> Text:
    """Return `3 of 10  ● ○ ► · · ·`: ● right, ○ wrong, ► now. Dots without room are left out."""
    line = styled_line("  ", (str(place + 1), "strong"), (f"{sitting.left}  ", "past"))
    room = max(1, (width - line.cell_len - 1) // 2)
    signs = [("● ", "good") if right else ("○ ", "bad") for right in sitting.marks]
    if place == len(signs):
        signs.append(("► ", "strong"))
    after = max(0, (sitting.wanted or 0) - len(signs))
    first = max(0, min(len(signs) + after - room, place - room // 2)) if len(signs) + after > room else 0
    shown = [*signs, *[("· ", "past")] * after][first : first + room]
    line.append_text(styled_line(*shown))
    about = styled_line((f"{sitting.about} ", "past"))
    return left_right(line, about, width) if width > ROOMY else line


def question(sitting: Sitting, quiz: Quiz, place: int, width: int) -> list[Text]:
    """Return the lines above the options."""
    blank = styled_line()
    before, asks = split(quiz)
    situation = [*(one for part in before for one in indented(styled_line(part), width)), blank] if before else []
    whose = asks_whom(quiz) if quiz.kind in ROLLED else ""
    return [blank, dots(sitting, place, width), blank, *situation, *bar(asks, asks_whom(quiz), whose, width), blank]


def bar(asks: str, owner: str, whose: str, width: int) -> list[Text]:
    """Return the question in the colour of the player. `whose` is the player in words, or "" for the learner."""
    side = SECOND if owner == DEFENDER else FIRST
    who = f"{MARKS[side]} {whose}" if whose else "you"
    return bar_of_words(side, asks, who if width > ROOMY else "", width)


def split(quiz: Quiz) -> tuple[list[str], str]:
    """Return the facts and the question, which is the last sentence if that ends with `?`."""
    facts, stop, asks = quiz.text.rpartition(". ")
    if not stop or not asks.endswith("?"):
        facts, asks = "", quiz.text
    return [part for part in (quiz.situation, f"{facts}." if facts else "") if part], asks


def verdict(
    sitting: Sitting, quiz: Quiz, said_: str, rule: Rule | None, standing: Level, back: str, width: int
) -> list[Text]:
    """Return the mark of an answer and the learner's level. `back` says when the question comes again."""
    answer = f"it is {quiz.right}" if quiz.right[:1].isdigit() and " " not in quiz.right else quiz.right
    lines = [styled_line(), dots(sitting, len(sitting.marks) - 1, width), *marked(quiz, said_, answer, rule, width)]
    known = past(sitting.plan, width) if sitting.plan else [level_bar(standing, width)]
    return [*lines, styled_line(), *known, *past(back, width)]


def marked(quiz: Quiz, said_: str, right: str, rule: Rule | None, width: int) -> list[Text]:
    """Return the dimmed question, a bar with the mark and the right answer, and the reasons (of `rule`)."""
    blank, was = styled_line(), said_ == quiz.right
    told = "" if was else quiz.situation  # what was right needs no more than its question
    whole = " ".join(part if part[-1] in ".:?!" else f"{part}." for part in (told, quiz.text) if part)
    lines = past(whole, width) + past(f"you: {said_}", width)
    word = "RIGHT." if was else "THE ANSWER:" if said_ == UNSURE else "NOT QUITE."
    answer = f"{right[:1].upper()}{right[1:]}".removesuffix(".")
    on = wrapped(styled_line(f"{word}  {answer}."), width - 2)
    lines += [blank, *(fill(styled_line((f" {one.plain}", "here")), width, "here") for one in on), blank]
    for reason in reasons(quiz):
        words = RULE_AT_END.match(reason)
        lines += indented(styled_line(words[1], (words[2], "past")) if words else styled_line(reason), width)
    cell = cell_of(rule, quiz)
    rows = () if rule is None else rule.chart if cell else () if was else deciding(rule, quiz)
    if not rows:
        return lines
    from shoot_cli.ui.views import chart

    return [*lines, blank, *chart(rows, cell, width)]


def leave_behind(console: Console) -> None:
    """Push all that is on the screen out of sight, above an empty one. Nothing of it is lost."""
    if console.is_terminal:
        console.file.write("\n" * console.height + "\x1b[H")
        console.file.flush()


def past(words: str, width: int) -> list[Text]:
    return indented(styled_line((words, "past")), width) if words else []


def level_bar(standing: Level, width: int) -> Text:
    """Return `level 1  ■■■■■■□□  6 right, 9 of 31 met; 8 right open level 2`."""
    cells = 2 * ENOUGH if width > ROOMY else ENOUGH
    full = round(cells * min(standing.right / ENOUGH, 1))
    line = styled_line(f"  level {standing.level}  ", ("■" * full, "good"), ("□" * (cells - full), "past"))
    words = level_words(standing)
    short = f"{standing.met} of {standing.cards} met"
    return styled_line(line, f"  {words if line.cell_len + len(words) + 2 <= width else short}")


def level_words(standing: Level) -> str:
    """Return `6 right, 9 of 31 met; 8 right open level 2`."""
    met = f"{standing.right} right, {standing.met} of {standing.cards} met"
    return f"{met}; {ENOUGH} right open level {standing.opens}" if standing.opens else met


# Mastery: bars by step and rule, as a table if there is room, otherwise as sentences for 40 columns.

WIDE = 72  # columns that the table needs
BAR = 10  # columns
HEADS = (("step", "left"), ("", "left"), ("known", "right"), ("right", "right"), ("begun", "right"))
LEAST, FEWEST = 6, 3  # steps and rules of a short text
NOTHING = "Nothing has been answered yet: shoot drill"


class MasteryScreen(Record):
    """Mastery on the screen. `rules` adds a line per rule. `more` names the full command of a short text. `short` is
    for the steps that are least known of those begun, so that it fits a screen."""

    title: str
    found: Mastery
    plain: bool = False
    rules: bool = False
    more: str = ""
    short: bool = False

    @property
    def steps(self) -> tuple[StepMastery, ...]:
        if not self.short:
            return self.found.steps
        begun = sorted((step for step in self.found.steps if step.begun), key=lambda step: step.mastery)[:LEAST]
        return tuple(step for step in self.found.steps if step in begun)

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
        if left := len(self.found.steps) - len(self.steps):
            yield as_is(f"And {counted(left, 'other step')}: shoot drill stats --steps", "dim")
        yield from self.weakest()

    def summary(self) -> Iterator[str]:
        found = self.found
        begun, cards = sum(step.begun for step in found.steps), sum(step.cards for step in found.steps)
        level = f"Level {found.level} of {found.levels}"
        yield f"{of(found.right, found.asked)} right. {level}. Begun: {begun} of {cards} cards."
        later = (f"{found.today + timedelta(days=ahead):%A}" for ahead in range(2, len(found.due)))
        due = [f"{count} {day}" for count, day in zip(found.due, ("today", "tomorrow", *later), strict=True) if count]
        yield f"Due: {', '.join(due) or 'nothing'}."
        weeks = ", ".join(of(right, asked) for right, asked in found.weeks)
        yield f"Right by week, this one last: {weeks}."
        if found.aside:
            yield f"Laid aside: {', '.join(found.aside)}. Asked again after: shoot drill --rule {found.aside[0]}"
        if found.seconds is not None:
            yield f"Speed: {found.seconds:.1f} s for a right answer."

    def table(self) -> Table:
        from shoot_cli.ui.tables import grid

        table = grid(*HEADS, plain=self.plain)
        for step in self.steps:
            table.add_row(*map(as_is, self.cells(step)), style="bold" if self.rules else "")
            for rule in step.rules if self.rules else ():
                table.add_row(*map(as_is, self.rule_cells(rule)))
        return table

    def cells(self, step: StepMastery) -> tuple[str, ...]:
        begun = f"{step.begun} of {step.cards}"
        return step.title, self.bar(step.mastery), percent(step.mastery), of(step.right, step.asked), begun

    def rule_cells(self, rule: RuleMastery) -> tuple[str, ...]:
        name = f"  {rule.rule} {rule.title}"
        return name, self.bar(rule.mastery), percent(rule.mastery), of(rule.right, rule.asked), ""

    def lines(self) -> RenderResult:
        for step in self.steps:
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
        for rule in self.found.weakest[: FEWEST if self.short else None]:
            kinds = ", ".join(rule.kinds)
            yield as_is(
                f"{rule.rule} {rule.title}: {of(rule.right, rule.asked)} right{'' if self.short else f' ({kinds})'}"
            )
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
