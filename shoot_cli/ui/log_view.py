"""The log: every answer under the unit that shot, its dice in full, and what was told between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.dice_entry import say_faces
from shoot_cli.core.entry import say
from shoot_cli.core.flow import needed
from shoot_cli.core.once_more import more_of
from shoot_cli.core.questions import ATTACKER, Facts, Roll, Total
from shoot_cli.core.status import Headline
from shoot_cli.core.table import Entry
from shoot_cli.ui.looks import FIRST, MARKS, ROOMY, SECOND, indented, left_right, styled_line, wrapped
from shoot_cli.ui.meant import has_own_words
from shoot_cli.ui.spoken import decided_words
from shoot_cli.ui.words import dice_words, result, step_words

WHAT = 27  # columns for what was asked, where the screen is wide


class LogLines:
    """The lines of a log for any width; the places of their answers are counted from 0.

    ``sides``: attacker and defender of a record; ``first``: the player of the first list, who has the first mark.
    ``headline``: who shoots at whom in a record. ``came``: what became of attacks that are over, by their place.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        sides: Callable[[Any], tuple[str, str]],
        first: str,
        headline: Callable[[Any], Headline],
        came: Mapping[int, str] = {},
    ) -> None:
        self.entries, self.sides, self.first, self.headline, self.came = entries, sides, first, headline, came
        self.drawn = cache(self._drawn)

    def lines(self, width: int, high: int = 0) -> list[Text]:
        return [line for line, _ in self.drawn(width)]

    def picks(self, width: int) -> Mapping[int, int]:
        return {n: place for n, (_, place) in enumerate(self.drawn(width)) if place is not None}

    def _drawn(self, width: int) -> list[tuple[Text, int | None]]:
        """Each line with the answer that stands in it."""
        found: list[tuple[Text, int | None]] = []
        place = 0
        for attack, group in groupby(self.entries, key=lambda entry: entry.attack):
            own = list(group)
            if head := self.head(own) if attack is not None else "":
                found += [(styled_line(), None), *((line, None) for line in self.heading(head, attack, width))]
            for entry in own:
                if entry.question is None:
                    found += [(line, None) for line in told_lines(entry, width)]
                else:
                    found += [(line, place) for line in self.answer(entry, place + 1, width)]
                    place += 1
        return found

    def heading(self, head: str, attack: int, width: int) -> list[Text]:
        """``Tactical Squad → Shoota Boyz      4 slain, 6 of 10 left``: below each other where it is narrow."""
        words, came = styled_line((f" {head}", "strong")), styled_line((f"{self.came.get(attack, '')} ", "past"))
        if words.cell_len + came.cell_len < width:
            return [left_right(words, came, width)]
        return [*wrapped(words, width), *indented(came, width, 8)]

    def head(self, entries: Sequence[Entry]) -> str:
        """``Tactical Squad → Shoota Boyz``, as far as the attack came."""
        seen = [self.headline(entry.record) for entry in entries if entry.record is not None]
        last = next((one for one in reversed(seen) if one.whom), None) or next((one for one in seen if one.who), None)
        if last is None:
            begun = entries[0]
            return str(begun.answer) if begun.question is not None else ""
        return f"{last.who} → {last.whom}" if last.whom else last.who

    def answer(self, entry: Entry, number: int, width: int) -> Iterator[Text]:
        """``  16 ▲ boltgun: to wound   11 dice 4+   6 6 5 5 4 4 · 3 3 2 1 1   6 passed``; in more lines on a phone."""
        question = entry.question
        assert question is not None
        owner = self.sides(entry.record)[question.owner != ATTACKER]
        mark = MARKS[FIRST if owner == self.first else SECOND]
        what = step_words(entry.step, question.key)
        if question.text and not isinstance(question, Facts):  # the facts are the answer
            what = question.text.strip().rstrip("?:.")
        head = styled_line("  ", (f"{number:>3} ", "past"), f"{mark} ", what)
        parts = list(answer_parts(entry))
        column = 8 + WHAT if width > ROOMY else 8
        room = width - column - 1
        if width > ROOMY and head.cell_len < column:
            rows = flowing(parts, room)
            yield styled_line(head, " " * (column - head.cell_len), rows[0])
            rest = rows[1:]
        elif head.cell_len + cell_len("  ".join(words for words, _ in parts)) + 3 <= width:
            yield styled_line(head, "  ", *flowing(parts, width))
            rest = []
        else:
            first, *more = wrapped(head, width)
            yield first
            yield from (styled_line(" " * 8, line) for line in more)
            rest = flowing(parts, room)
        yield from (styled_line(" " * column, row) for row in rest)


def flowing(parts: Sequence[tuple[str, str]], room: int) -> list[Text]:
    """The parts one behind the other, each in a line of its own where it does not fit any more."""
    rows = [styled_line()]
    for words, style in parts:
        if rows[-1].cell_len and rows[-1].cell_len + cell_len(words) + 2 > room:
            rows.append(styled_line())
        gap = "  " if rows[-1].cell_len else ""
        first, *more = wrapped(styled_line((words, style)), room)
        rows[-1].append_text(styled_line(gap, first))
        rows += more
    return rows


def told_lines(entry: Entry, width: int) -> list[Text]:
    return [styled_line(" " * 8, line) for line in wrapped(styled_line((entry.text, "past")), width - 9)]


def answer_parts(entry: Entry) -> Iterator[tuple[str, str]]:
    """What was answered: of dice how many, what they needed, how they fell, and what that came to; with its style."""
    question = entry.question
    assert question is not None
    if not isinstance(question, (Roll, Total)):
        yield decided_words(question, entry.answer), "strong"
        return
    need = question.need
    wanted = f" {needed(question)}" if need and need.target is not None and not has_own_words(question) else ""
    yield dice_words(question.dice, question.sides) + wanted, ""
    if faces := thrown(entry):
        yield faces, "past"
    came = result(entry).replace(f" of {question.dice} passed", " passed")
    by_name = isinstance(question, Roll) and question.faces and question.dice == 1  # its side says it
    if came != faces and not by_name:
        yield came, "strong"


def thrown(entry: Entry) -> str:
    """``6 5 4 · 2 1``, those that passed first; "" where only their number was said."""
    question, answer = entry.question, entry.answer
    if not isinstance(answer, Mapping) or "first" not in answer:
        return ""
    if not isinstance(question, Roll) or answer.get("again") or question.only_seen() or more_of(answer):
        return say(question, answer) if question else ""
    first = sorted(answer["first"], reverse=True)
    groups = ([face for face in first if question.need.met_by(face) is met] for met in (True, False))
    return " · ".join(say_faces(group, question.faces, grouped=len(first) > 20) for group in groups if group)
