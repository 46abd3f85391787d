"""What happened since somebody was asked last: in sight around the next prompt, and past when it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from shoot_cli.core.flow import FILLS, filled_by
from shoot_cli.core.questions import Roll, Total
from shoot_cli.core.visible import visible
from shoot_cli.ui.faces import dice
from shoot_cli.ui.looks import indented, said
from shoot_cli.ui.words import pool_words, tally_words

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.core.table import Entry

Lines = Callable[[int], list[Text]]  # for a width


class News:
    """:ivar console: where lines go that are past"""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.items: list[tuple[Lines, Lines | None]] = []

    def add(self, lines: Lines, past: Lines | None = None) -> None:
        """``past``: what is left of it on the screen for good; None: nothing, it stands in the log."""
        self.items.append((lines, past))

    def heard(self, entry: Entry, passing: bool) -> None:
        """A line of the log: dice, or what was told. ``passing``: told of an attack, which gets a line of its own."""
        if isinstance(entry.question, (Roll, Total)):
            self.add(lambda width: thrown(entry, width))
        elif entry.question is None:
            told = said(entry.text)
            self.add(lambda width: indented(told, width), None if passing else lambda width: indented(told, width))

    def lines(self, width: int, most: int) -> list[Text]:
        """The newest, at most so many lines; never a part of something."""
        shown: list[Text] = []
        for lines, _ in reversed(self.items):
            more = lines(width)
            if len(shown) + len(more) > most:
                break
            shown[:0] = more
        return shown

    def make_room(self, width: int, most: int) -> None:
        """What does not fit into so many lines is past now, all of it: oldest first."""
        while self.items and sum(len(lines(width)) for lines, _ in self.items) > most:
            lines, _ = self.items.pop(0)
            self.put(lines(width))

    def over(self) -> None:
        """Somebody has answered: all of it is past."""
        items, self.items = self.items, []
        for _, past in items:
            if past:
                self.put(past(self.console.width))

    def put(self, lines: list[Text]) -> None:
        for line in lines:
            dimmed = line.copy()
            dimmed.spans = []
            dimmed.stylize("past")
            dimmed.end = "\n"
            self.console.print(dimmed, soft_wrap=True)


def thrown(entry: Entry, width: int) -> list[Text]:
    """Dice that were thrown, what passed first; those picked up again in a row of their own, the first throw before."""
    question, answer = entry.question, entry.answer
    assert isinstance(question, (Roll, Total))
    label = visible(question.text).partition(" (")[0].strip().rstrip(".:?").rpartition(": ")[2]
    if question.need and (question.dice == 1 or isinstance(question, Total)):
        label = f"{label} {question.need_text() if isinstance(question, Roll) else question.need.text}"
    came = came_to(question, entry.value)
    faces: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
    if "first" not in faces:
        return indented(said((f"{label}: ", "past"), (came, "strong")), width)
    if isinstance(question, Total):
        first, again = ([*map(str, faces[key])] if faces.get(key) else [] for key in ("first", "again"))
        if not again:
            return dice(label, first, [], width, end=f"= {came}")
        return [*dice(label, first, [], width), *dice("again", again, [], width, end=f"= {came}")]
    return rows_of(question, faces, label, came, width)


def came_to(question: Roll | Total, value: Any) -> str:
    """``11 hits``, ``2 saved``; of other dice as they are told everywhere."""
    pool = filled_by(question)
    if not isinstance(question, Roll) or not pool or question.dice == 1:
        return pool_words(question, value)
    seen = tally_words(question, value).partition(" passed")[2]
    word = "saved" if pool == FILLS["saves"] else pool.removesuffix("s") if value.passed == 1 else pool
    return f"{value.passed} {word}{seen}"


def rows_of(roll: Roll, faces: Mapping[str, Any], label: str, came: str, width: int) -> list[Text]:
    names = [str(face) for face in range(roll.sides + 1)] if not roll.faces else ["", *map(visible, roll.faces)]
    counted = {names[face] for watch in roll.watch for face in watch.faces} if not roll.only_seen() else set()
    again = sorted(faces.get("again") or (), reverse=not roll.need.or_less)
    first = sorted(faces["first"], reverse=not roll.need.or_less)

    def row(title: str, these: list[int], need: Any, end: str) -> list[Text]:
        seen = roll.only_seen()
        passed = [names[face] for face in these if seen or need.met_by(face)]
        failed = [names[face] for face in these if not seen and not need.met_by(face)]
        return dice(title, passed, failed, width, counted=counted, end=end)

    if not again:
        return row(label, first, roll.need, f"= {came}")
    return [*row(label, first, roll.need, ""), *row("again", again, roll.second(), f"= {came}")]
