"""The news: what happened since the last prompt. It is visible around the next prompt until that is answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.battle.summaries import filled_by, need_of
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Roll, Total
from shoot_cli.engine.ruleset import FILLS
from shoot_cli.engine.signals import Redo, Undo
from shoot_cli.engine.single_reroll import more_of, more_words, without
from shoot_cli.ui.sentences import came as meant
from shoot_cli.ui.sentences import chart_rows as rows_on
from shoot_cli.ui.sentences import ends, has_own_words, outcomes, pool_words, tally_words
from shoot_cli.ui.styles import ROOMY, SIGNS, chart, dice, indented, styled_line

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.engine.table import Entry

BESIDE_DICE, BESIDE = 24, 3  # columns that a label leaves free: for its dice, and on a narrow screen
Lines = Callable[[int], list[Text]]  # width -> lines


class Item(NamedTuple):
    """One piece of news. `past` draws what remains on the screen later, or is None. `text` is the log line.

    `dice` is True for dice; their result is at the end, and the end is kept if there is little room.
    """

    lines: Lines
    past: Lines | None = None
    text: str = ""
    dice: bool = False


class News:
    """The news of one battle.

    :ivar console: receives the lines that remain
    :ivar taken: number of answers undone in a row, not counting undone amendments
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.items: list[Item] = []
        self.taken = 0
        self.again = False  # True after undo or redo: the lines were shown before
        self.left: set[str] = set()  # lines that remain on the screen

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Wrap a prompt. After the answer all news is past. After undo it is dropped."""
        try:
            self.make_room(self.console.width, self.console.height // 3)
            yield
            self.taken, self.again = 0, False
        except Undo:
            self.items.clear()
            self.again = True
            raise
        except Redo:
            self.taken, self.again = 0, True
            raise
        finally:
            self.over()

    def add(self, lines: Lines, past: Lines | None = None, text: str = "") -> None:
        self.items.append(Item(lines, past, text))

    def heard(self, entry: Entry, passing: bool, before: Entry | None = None) -> None:
        """Add a log line. `passing` is True during an attack, which gets a summary line later.

        `before` is the answer before it; a scatter die is drawn next to its distance dice.
        """
        if isinstance(entry.question, (Roll, Total)):
            self.items.append(Item(lambda width: thrown(entry, width, before), dice=True))
        elif entry.question is None:
            told = styled_line(entry.text)

            def lines(width: int) -> list[Text]:
                return indented(told, width)

            past = passing or (self.again and entry.text in self.left)
            self.add(lines, None if past else lines, entry.text)

    def forget(self, texts: Collection[str]) -> None:
        """Drop the items with these texts, because they are shown elsewhere."""
        self.items = [item for item in self.items if not item.text or item.text not in texts]

    def lines(self, width: int, most: int) -> list[Text]:
        """Return the newest items in at most `most` lines. Only the newest one may be cut."""
        shown: list[Text] = []
        for item in reversed(self.items):
            more = item.lines(width)
            if len(shown) + len(more) > most:
                return shown or more[(len(more) - most) * item.dice :][:most]
            shown[:0] = more
        return shown

    def make_room(self, width: int, most: int) -> None:
        """Move the oldest items to the past until the rest fits in `most` lines. The newest one stays."""
        while len(self.items) > 1 and sum(len(item.lines(width)) for item in self.items) > most:
            self.gone([self.items.pop(0)])

    def over(self) -> None:
        """Move all items to the past."""
        items, self.items = self.items, []
        self.gone(items)

    def gone(self, items: Sequence[Item]) -> None:
        """Print the lines of these items that remain."""
        for item in items:
            if item.past:
                self.left |= {item.text}
                self.put(item.past(self.console.width))

    def put(self, lines: list[Text]) -> None:
        for line in lines:
            dimmed = line.copy()
            dimmed.spans = []
            dimmed.stylize("past")
            dimmed.end = "\n"
            self.console.print(dimmed, soft_wrap=True)


def label_of(question: Roll | Total) -> tuple[str, str]:
    """Return the source and the purpose of the dice: ("frag", "scatter die")."""
    about, _, label = visible(question.text).strip().rstrip(".:?").rpartition(": ")
    return about, label.partition(" (")[0].rstrip(".:?")


def thrown(entry: Entry, width: int, before: Entry | None = None) -> list[Text]:
    """Return the drawn dice, passed ones first. Re-rolled dice follow in a row of their own."""
    question, answer = entry.question, entry.answer
    if isinstance(question, (Roll, Total)) and more_of(answer):
        plain = without(answer)
        lay = thrown(entry.but(answer=plain, value=question.read(plain)), width, before)
        end = f"{more_words(question, answer)}: {came_to(question, entry.value)}"
        return [*lay, *indented(styled_line((end, "strong")), width)]
    assert isinstance(question, (Roll, Total))
    about, label = label_of(question)
    if (side := side_before(before, about)) and not has_own_words(question):
        names = ["", *question.faces] if isinstance(question, Roll) else [*map(str, range(question.sides + 1))]
        sides = [side, *(visible(names[face]) for face in ends(question, answer))]
        return dice("scatter", sides, [], width, end=f"= {came_to(question, entry.value)}")
    if has_own_words(question):
        return in_full(entry, question, label, width)
    if question.need and (question.dice == 1 or isinstance(question, Total)):
        label = f"{label} {need_of(question)}"
    whole = f"{about}: {label}"
    if question.dice == 1 and about and cell_len(whole) <= width - (BESIDE_DICE if width > ROOMY else BESIDE):
        label = whole  # several rolls look alike
    came = came_to(question, entry.value)
    faces: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
    if "first" not in faces:
        return indented(styled_line((f"{label}: ", "past"), (came, "strong")), width)
    if isinstance(question, Total):
        first, again = ([*map(str, faces[key])] if faces.get(key) else [] for key in ("first", "again"))
        if not again:
            end = "" if [came] == first else f"= {came}"  # one die is its own sum
            return dice(label, first, [], width, end=end)
        return [*dice(label, first, [], width), *dice("again", again, [], width, end=f"= {came}")]
    return rows_of(question, faces, label, came, width)


def side_before(before: Entry | None, about: str) -> str:
    """Return the side of a named die that was just rolled for the same thing, or ""."""
    question = before.question if before else None
    if before is None or not isinstance(question, Roll) or question.means or not has_own_words(question):
        return ""
    return meant(question, before.answer, before.value) if label_of(question)[0] == about else ""


def in_full(entry: Entry, question: Roll | Total, label: str, width: int) -> list[Text]:
    """Return dice with named results: the chart they were rolled on, or the dice and their result."""
    faces, came = ends(question, entry.answer), meant(question, entry.answer, entry.value)
    if rows := rows_on(question):
        if isinstance(question, Total):
            assert question.means
            return chart(rows, width, {question.means.of(entry.value).one: 1}, [entry.value])
        found = outcomes(question, entry.answer, entry.value)
        return chart(rows, width, {outcome.one: n for outcome, n in found}, faces)
    if not faces:
        return indented(styled_line((f"{label}: ", "past"), (came, "strong")), width)
    if isinstance(question, Total):
        passed, failed = [*map(str, faces)], list[str]()
    else:
        names = ["", *(question.faces or map(str, range(1, question.sides + 1)))]
        faces = sorted(faces, reverse=True)
        counts = question.means is None or question.need.target is None
        passed = [visible(names[face]) for face in faces if counts or question.need.met_by(face)]
        failed = [visible(names[face]) for face in faces if not (counts or question.need.met_by(face))]
    again = []
    if isinstance(question, Roll) and entry.answer.get("again"):
        again = [f"again: {' '.join(map(str, entry.answer['again']))}"]
    if question.means is None:
        return dice(label, passed, failed, width, end=came if came.casefold() in SIGNS else "")
    label = visible(question.means.against[0]) if question.means.against else label
    lines = dice(label, passed, failed, width, end=came if not again and len(came) + 24 < width else "")
    if lines[-1].plain.rstrip().endswith(came):
        return lines
    return [*lines, *indented(styled_line(("; ".join([*again, came]), "strong")), width)]


def came_to(question: Roll | Total, value: Any) -> str:
    """Return `11 hits`, `2 saved`, or the usual words for other dice."""
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
        good = [
            names[face].isdigit() if roll.only_seen() else need.met_by(face) for face in these
        ]  # a named side counts nothing
        passed, failed = (
            [names[face] for face, met in zip(these, good, strict=True) if met is it] for it in (True, False)
        )
        return dice(title, passed, failed, width, counted=counted, end=end)

    end = "" if roll.only_seen() and roll.faces else f"= {came}"  # the result would repeat the faces
    if not again:
        return row(label, first, roll.need, end)
    return [*row(label, first, roll.need, ""), *row("again", again, roll.second(), end)]
