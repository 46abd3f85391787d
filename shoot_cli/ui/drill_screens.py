"""A drill on the screen: the question with the row of those before it, and what an answer was worth. Pure drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from shoot_cli.core.questions import DEFENDER
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.record import Record
from shoot_cli.drills.memory import ENOUGH, LATEST, Standing
from shoot_cli.drills.teaching import asks_whom, windowed
from shoot_cli.ui.banner import asked
from shoot_cli.ui.looks import FIRST, MARKS, ROOMY, SECOND, both, fill, indented, said, wrapped

ROLLED = {"hit", "wound", "save"}  # kinds of questions about dice that somebody throws
RULE_AT_END = re.compile(r"^(.*?)( \([^()]*\))$", re.DOTALL)


class Sitting(Record):
    """Where a session stands. ``marks``: of the answers so far; ``left``: how long it goes on, `` of 10``;
    ``wanted``: questions in all, None: nobody knows; ``about``: the edition and the level.
    """

    marks: tuple[bool, ...]
    left: str
    wanted: int | None = None
    about: str = ""


def dots(sitting: Sitting, place: int, width: int) -> Text:
    """``3 of 10  ● ○ ► · · ·``: ● right, ○ wrong, ► now; those that do not fit are left out."""
    line = said("  ", (str(place + 1), "strong"), (f"{sitting.left}  ", "past"))
    room = max(1, (width - line.cell_len - 1) // 2)
    signs = [("● ", "good") if right else ("○ ", "bad") for right in sitting.marks]
    if place == len(signs):
        signs.append(("► ", "strong"))
    after = max(0, (sitting.wanted or 0) - len(signs))
    first = max(0, min(len(signs) + after - room, place - room // 2)) if len(signs) + after > room else 0
    shown = [*signs, *[("· ", "past")] * after][first : first + room]
    line.append_text(said(*shown))
    about = said((f"{sitting.about} ", "past"))
    return both(line, about, width) if width > ROOMY else line


def question(sitting: Sitting, quiz: Quiz, place: int, width: int) -> list[Text]:
    """What stands above the options."""
    blank = said()
    before, asks = split(quiz)
    situation = [*(one for part in before for one in indented(said(part), width)), blank] if before else []
    side = SECOND if asks_whom(quiz) == DEFENDER else FIRST
    who = f"{MARKS[side]} {'attacker' if side == FIRST else 'defender'}" if quiz.kind in ROLLED else "you"
    whose = who if width > ROOMY else ""
    return [blank, dots(sitting, place, width), blank, *situation, *asked(side, asks, whose, width), blank]


def split(quiz: Quiz) -> tuple[list[str], str]:
    """What is so, and what is asked: the last sentence, if that is the question."""
    facts, stop, asks = quiz.text.rpartition(". ")
    if not stop or not asks.endswith("?"):
        facts, asks = "", quiz.text
    return [part for part in (quiz.situation, f"{facts}." if facts else "") if part], asks


def verdict(
    sitting: Sitting,
    quiz: Quiz,
    said_: str,
    right: str,
    reasons: Sequence[str],
    chart: Sequence[Text],
    standing: Standing,
    back: str,
    width: int,
) -> list[Text]:
    """What the answer was worth. ``right``: the right one in words; ``back``: when it is asked again, in a sentence."""
    blank, was = said(), said_ == quiz.right
    asked_ = " ".join(part for part in (quiz.situation, quiz.text) if part)
    lines = [dots(sitting, len(sitting.marks) - 1, width), *past(asked_, width)]
    lines += past(f"you: {said_}", width)
    word = "RIGHT." if was else "NOT QUITE."
    bar = wrapped(said(f"{word}  {right}"), width - 2)
    lines += [blank, *(fill(said((f" {one.plain}", "here")), width, "here") for one in bar), blank]
    for reason in reasons:
        words = RULE_AT_END.match(reason)
        lines += indented(said(words[1], (words[2], "past")) if words else said(reason), width)
    if chart:
        lines += [blank, *chart]
    return [*lines, blank, level_bar(standing, width), *past(back, width)]


def past(words: str, width: int) -> list[Text]:
    return indented(said((words, "past")), width) if words else []


def level_bar(standing: Standing, width: int) -> Text:
    """``level 1  ■■■■■■□□□□  6 of your last 10; 8 open level 2``."""
    cells = 20 if width > ROOMY else 10
    full = round(cells * standing.right / LATEST)
    line = said(f"  level {standing.level}  ", ("■" * full, "good"), ("□" * (cells - full), "past"))
    words = level_words(standing)
    short = f"{standing.right} of {standing.latest}"
    return said(line, f"  {words if line.cell_len + len(words) + 2 <= width else short}")


def level_words(standing: Standing) -> str:
    """``6 of your last 10; 8 open level 2``."""
    if standing.latest < LATEST:
        so_far = f"{standing.right} of {standing.latest} so far"
        return f"{so_far}; {ENOUGH} of {LATEST} open level {standing.opens}" if standing.opens else so_far
    latest = f"{standing.right} of your last {LATEST}"
    return f"{latest}; {ENOUGH} open level {standing.opens}" if standing.opens else latest


def chart_row(chart: Sequence[Sequence[str]], cell: tuple[int, int], width: int) -> list[Text]:
    """The heads, and the row of the chart in which the answer stands, its cell lit."""
    heads, row, at = windowed(chart, cell, width - 4)
    wide = [max(len(head), len(value)) + 2 for head, value in zip(heads, row, strict=True)]
    lines = []
    for cells, lit in ((heads, "past"), (row, "")):
        line = said("  ")
        for place, (text, room) in enumerate(zip(cells, wide, strict=True)):
            line.append_text(said((f" {text}".ljust(room), "here" if place == at else lit)))
        lines.append(line)
    return lines
