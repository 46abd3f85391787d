"""The news on a screen: what happened since the last prompt, drawn around the next one until that is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.asked.scene import FIRST, AttackOver, Item, News, PhaseOver, Thrown, Told, WentBack
from shoot_cli.asked.sentences import came_to, ends, has_own_words, label_of, outcomes
from shoot_cli.asked.sentences import chart_rows as rows_on
from shoot_cli.asked.sentences import result_text as meant
from shoot_cli.battle.summaries import need_of
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Need, Roll, Total
from shoot_cli.engine.reasons import Elsewhere, Redo, Undo
from shoot_cli.engine.single_reroll import more_of, more_words, without
from shoot_cli.ui.block import context_of, funnel, funnel_text, past_line
from shoot_cli.ui.styles import (
    ROOMY,
    SIGNS,
    chart,
    dice,
    dice_in_order,
    gauge_lines,
    indented,
    kind_lines,
    shortened,
    styled_line,
)
from shoot_cli.ui.summaries import phase_lines

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.engine.table import Entry

LEAST = 12  # columns of a question that tell which it was
BESIDE_DICE, BESIDE = 24, 3  # columns that a label leaves free: for its dice, and on a narrow screen


class RowCounter:
    """A file that counts the rows that are printed, and is the file behind it in all else."""

    def __init__(self, file: IO[str]) -> None:
        self.file, self.rows = file, 0

    def write(self, text: str) -> int:
        self.rows += text.count("\n")
        return self.file.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


class PastLines(NamedTuple):
    """Lines that were printed when the question at index `place` was left, after `before` other rows."""

    place: int
    before: int
    rows: int
    columns: int
    texts: tuple[str, ...]


class NewsDisplay:
    """The news of one battle on a screen. What remains of it later is printed on the console.

    :ivar console: None for a plain screen, where all of it was printed as it happened
    """

    def __init__(self, news: News, console: Console | None) -> None:
        self.news, self.console = news, console
        self._gone = 0  # items that were printed before the prompt, because there was no room for them
        self._past: list[PastLines] = []  # what remains on the screen
        self._place = 0  # the index of the question that is asked now
        if console:
            self._file = RowCounter(console.file)
            console.file = cast("IO[str]", self._file)

    @contextmanager
    def asking(self, place: int = 0) -> Iterator[None]:
        """Wrap a prompt for the question at this index. After the answer all news is past, after undo dropped."""
        try:
            if self.console:
                self._place = place
                self._erase()
                self.make_room(self.console.width, self.console.height // 3)
            yield
            self.news.answered()
        except Undo:
            self.news.undone()
            raise
        except Redo:
            self.news.redone()
            raise
        except Elsewhere:
            self.news.answered()
            raise
        finally:
            self.over()

    def lines(self, items: Sequence[Item], width: int, most: int) -> list[Text]:
        """Return the newest of these items in at most `most` lines. Only the newest one may be cut."""
        shown: list[Text] = []
        for item in reversed(items[self._gone :]):
            more = lines_of(item, width)
            if not shown and isinstance(item, AttackOver) and len(more) > most:
                more = attack_lines(item, width, in_short=True)
            if len(shown) + len(more) > most:  # the end of dice is their result
                return shown or (more[len(more) - most :] if isinstance(item, Thrown) else first_lines(more, most))
            shown[:0] = more
        return shown

    def make_room(self, width: int, most: int) -> None:
        """Move the oldest items to the past until the rest fits in `most` lines. The newest one stays."""
        heights = [len(lines_of(item, width)) for item in self.news.items]
        while self._gone < len(heights) - 1 and sum(heights[self._gone :]) > most:
            self._print_lasting([self.news.items[self._gone]])
            self._gone += 1

    def over(self) -> None:
        """Move all items to the past."""
        items, self.news.items = self.news.items[self._gone :], []
        self._gone = 0
        self._print_lasting([item for item in items if not (isinstance(item, Told) and item.once)])

    def _print_lasting(self, items: Sequence[Item]) -> None:
        """Print the lines of these items that remain."""
        if self.console is None:
            return
        left = {text for past in self._past for text in past.texts}
        before, texts = self._file.rows, []
        for item in items:
            if isinstance(item, Told) and item.again and item.text in left:
                continue  # undo leaves it on the screen
            for line in past_of(item, self.console.width):
                dimmed = line.copy()
                dimmed.spans = []
                dimmed.stylize("past")
                dimmed.end = "\n"
                self.console.print(dimmed, soft_wrap=True)
            if isinstance(item, Told) and not item.passing:
                texts.append(item.text)
        if rows := self._file.rows - before:
            self._past.append(PastLines(self._place, before, rows, self.console.width, tuple(texts)))

    def _erase(self) -> None:
        """Erase the results of answers that are taken back now, as far as nothing else stands below them."""
        assert self.console
        rows, end = 0, self._file.rows
        while self._past and self._past[-1].place > self._place:
            past = self._past.pop()
            if past.before + past.rows == end and past.columns == self.console.width:
                rows, end = rows + past.rows, past.before
        if rows and self.console.is_terminal:
            self.console.file.write(f"\x1b[{rows}A\r\x1b[J")
            self.console.file.flush()
        self._file.rows = end


def lines_of(item: Item, width: int) -> list[Text]:
    """Return a piece of news as it is drawn around the next prompt."""
    match item:
        case Thrown():
            return thrown(item.entry, width, item.before, item.named)
        case Told():
            return indented(styled_line(item.text), width)
        case AttackOver():
            return attack_lines(item, width)
        case PhaseOver():
            return phase_lines(item.end, item.noun, item.slain, width)
        case WentBack():
            what = f"{item.head}: {item.answers} answers, the last: " if item.answers > 1 else f"{item.head}: "
            room, words = width - 3 - cell_len(what), item.words
            if item.short and cell_len(visible(words.rpartition(" (answered by ")[0] or words)) > room:
                words = item.short
                if width <= ROOMY and item.answers > 1 and cell_len(visible(words)) > room:
                    what = f"{item.head} ({item.answers}): "
                    room = width - 3 - cell_len(what)
            return indented(styled_line((what, "past"), in_one_line(words, room)), width)


def first_lines(lines: list[Text], most: int) -> list[Text]:
    """Return the first lines; the last of several says that there are more, so that no half row looks whole."""
    return [*lines[: most - 1], styled_line(("  …", "past"))] if most > 1 else lines[:most]


def in_one_line(words: str, room: int) -> str:
    """Shorten a question and its answer to `room` columns: the question is cut, then who answered is left out.

    >>> in_one_line("How many are under each marker: 3 2 2 (answered by Orks)", 24)
    'How many are und…: 3 2 2'
    """
    if cell_len(words := visible(words)) <= room:
        return words
    head, between, whose = words.rpartition(" (answered by ")
    asked, colon, answer = head.rpartition(": ")
    for end in (f"{colon}{answer}{between}{whose}", f"{colon}{answer}"):
        if asked and (left := room - cell_len(end)) >= LEAST:
            return f"{shortened(asked, left)}{end}"
    return shortened(head or words, room)


def past_of(item: Item, width: int) -> list[Text]:
    """Return the lines of it that remain on the screen."""
    if isinstance(item, AttackOver) and not item.stays:
        return past_line(item.title, item.came, width)
    passes = isinstance(item, Thrown | WentBack) or (isinstance(item, Told) and item.passing)
    return [] if passes else lines_of(item, width)


def attack_lines(over: AttackOver, width: int, in_short: bool = False) -> list[Text]:
    """Return a finished attack at length: for each target its pools, what was told of it, and its losses.

    Of several targets each has its pools in words, so that all of them fit. `in_short` leaves out how it came to that.
    """
    lines: list[Text] = []
    several = len(over.targets) > 1
    for target in over.targets:
        pools = () if in_short else target.scene.pools
        facts = () if in_short else (funnel_text(pools),) if several and pools else target.scene.facts
        lines += context_of(target.scene.but(facts=facts), width)
        lines += funnel(pools, None, FIRST, width) if pools and not several else []
        lines += [line for text in target.told for line in indented(emphasised(text), width)]
        lines += gauge_lines(over.gauges, width, len(over.gauges)) if over.gauges else kind_lines(target.losses, width)
    return [*lines, *kind_lines(over.besides, width)]


def emphasised(sentence: str) -> Text:
    """Return the sentence with the part before its colon in bold: `6 Boyz slain: Shoota Boyz 14 of 20 left`."""
    what, colon, left = sentence.partition(":")
    return styled_line((what + colon, "strong"), left)


def thrown(entry: Entry, width: int, before: Entry | None = None, named: bool = False) -> list[Text]:
    """Return the drawn dice, passed ones first, and re-rolled dice in a row below. `named` is as in `Thrown`."""
    question, answer = entry.question, entry.answer
    if isinstance(question, (Roll, Total)) and more_of(answer):
        plain = without(answer)
        lines = thrown(entry.but(answer=plain, value=question.read(plain)), width, before, named)
        end = f"{more_words(question, answer)}: {came_to(question, entry.value)}"
        return [*lines, *indented(styled_line((end, "strong")), width)]
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
    fits = cell_len(whole) <= width - (BESIDE_DICE if width > ROOMY else BESIDE)
    if about and fits and (named or question.dice == 1):
        label = whole  # several rolls look alike
    outcome = came_to(question, entry.value)
    faces: Mapping[str, Sequence[int]] = answer if isinstance(answer, Mapping) else {}
    if "first" not in faces:
        return indented(styled_line((f"{label}: ", "past"), (outcome, "strong")), width)
    if isinstance(question, Total):
        first, again = ([*map(str, faces[key])] if faces.get(key) else [] for key in ("first", "again"))
        if not again:
            end = "" if [outcome] == first else f"= {outcome}"  # one die is its own sum
            return dice(label, first, [], width, end=end)
        return [*dice(label, first, [], width), *dice("again", again, [], width, end=f"= {outcome}")]
    return rows_of(question, faces, label, outcome, width)


def side_before(before: Entry | None, about: str) -> str:
    """Return the side of a named die that was just rolled for the same thing, or ""."""
    question = before.question if before else None
    if before is None or not isinstance(question, Roll) or question.means or not has_own_words(question):
        return ""
    return meant(question, before.answer, before.value) if label_of(question)[0] == about else ""


def in_full(entry: Entry, question: Roll | Total, label: str, width: int) -> list[Text]:
    """Return dice with named results: the chart they were rolled on, or the dice and their result."""
    faces, words = ends(question, entry.answer), meant(question, entry.answer, entry.value)
    if rows := rows_on(question):
        if isinstance(question, Total):
            assert question.means
            return chart(rows, width, {question.means.outcome(entry.value).singular: 1}, [entry.value])
        results = outcomes(question, entry.answer, entry.value)
        return chart(rows, width, {outcome.singular: n for outcome, n in results}, faces)
    if not faces:
        return indented(styled_line((f"{label}: ", "past"), (words, "strong")), width)
    if isinstance(question, Total):
        passed, failed = [*map(str, faces)], list[str]()
    else:
        names = ["", *(question.faces or map(str, range(1, question.sides + 1)))]
        faces = faces if question.groups else sorted(faces, reverse=True)
        counts = question.means is None or question.need.target is None
        passed = [visible(names[face]) for face in faces if counts or question.need.met_by(face)]
        failed = [visible(names[face]) for face in faces if not (counts or question.need.met_by(face))]
    again = []
    if isinstance(question, Roll) and entry.answer.get("again"):
        again = [f"again: {' '.join(map(str, entry.answer['again']))}"]
    if question.means is None:
        return dice(label, passed, failed, width, end=words if words.casefold() in SIGNS else "")
    label = visible(question.means.against[0]) if question.means.against else label
    lines = dice(label, passed, failed, width, end=words if not again and len(words) + 24 < width else "")
    if lines[-1].plain.rstrip().endswith(words):
        return lines
    return [*lines, *indented(styled_line(("; ".join([*again, words]), "strong")), width)]


def rows_of(roll: Roll, faces: Mapping[str, Sequence[int]], label: str, came: str, width: int) -> list[Text]:
    if roll.groups:
        thrown = iter(faces["first"])
        sets = [[(str(face), roll.need.met_by(face)) for face in islice(thrown, n)] for n in roll.groups]
        return dice_in_order(label, sets, width, end=f"= {came}")
    names = [str(face) for face in range(roll.sides + 1)] if not roll.faces else ["", *map(visible, roll.faces)]
    counted = {names[face] for watch in roll.watch for face in watch.faces} if not roll.only_seen() else set()
    again = sorted(faces.get("again") or (), reverse=not roll.need.or_less)
    first = sorted(faces["first"], reverse=not roll.need.or_less)

    def row(title: str, values: list[int], need: Need, end: str) -> list[Text]:
        good = [
            names[face].isdigit() if roll.only_seen() else need.met_by(face) for face in values
        ]  # a named side counts nothing
        passed, failed = (
            [names[face] for face, met in zip(values, good, strict=True) if met is wanted] for wanted in (True, False)
        )
        return dice(title, passed, failed, width, counted=counted, end=end)

    end = "" if roll.only_seen() and (roll.faces or roll.adds) else f"= {came}"  # the result would repeat the faces
    if not again:
        return row(label, first, roll.need, end)
    return [*row(label, first, roll.need, ""), *row("again", again, roll.second(), end)]
