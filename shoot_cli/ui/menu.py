"""Menus: their rows, typed text that filters them, hints in long menus, and the line of keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.asked.rows import (
    MOST_TOGETHER,
    MenuRow,
    closed_rows_text,
    matching_rows,
    none_open_text,
    numbered,
    why_closed_text,
)
from shoot_cli.engine.names import AND, name_key, singulars, visible
from shoot_cli.ui.screen import COMMANDS, IDLE, IDLE_NOW, Key, PromptFrame
from shoot_cli.ui.styles import ROOMY, fill, key_row, shortened, styled_line

if TYPE_CHECKING:
    from prompt_toolkit.layout import Container, Float, Window


# Explanations of a long menu; the first that fits is shown. Any part of a name can be typed.
EXPLANATIONS = (" (arrow keys, or type part of a name)", " (arrow keys, or type a name)", " (arrows or a name)", "")


class HiddenRows(NamedTuple):
    """The numbers of menu rows that are hidden above and below the visible ones."""

    above: int
    below: int


def hidden_rows(heights: list[int], first: int, last: int, rows_per_entry: list[int] | None = None) -> HiddenRows:
    """Count the menu rows that are hidden if the lines `first` to `last` (from 0) are visible.

    Entries are drawn one below the other. `heights` has the lines of each entry, `rows_per_entry` its number of menu
    rows (None: one each). A hint covers the first or the last visible line, so a row there counts as hidden.

    >>> hidden_rows([1, 1, 1, 1, 1, 1], 0, 3)
    HiddenRows(above=0, below=3)
    >>> hidden_rows([1, 1, 1, 1, 1, 1], 2, 5)
    HiddenRows(above=3, below=0)
    """
    last_lines = [sum(heights[: index + 1]) - 1 for index in range(len(heights))]
    first_lines = [end - height + 1 for end, height in zip(last_lines, heights, strict=True)]
    top = first + 1 if first > 0 else 0
    bottom = last - 1 if last < sum(heights) - 1 else last
    rows = rows_per_entry or [1] * len(heights)
    return HiddenRows(
        sum(n for begin, n in zip(first_lines, rows, strict=True) if begin < top),
        sum(n for end, n in zip(last_lines, rows, strict=True) if end > bottom),
    )


def more_rows_text(n: int, way: str, width: int) -> str:
    """Return `… 12 more below (arrow keys, or type part of a name)` in at most `width` columns, or "" for no rows.

    `way` is "above" or "below". Only "below" has the explanation in brackets.
    """
    if not n:
        return ""
    hints = EXPLANATIONS if way == "below" else ("",)
    texts = [f" … {n} more {way}{how}" for how in hints]
    return next((text for text in texts if len(text) <= width), texts[-1][:width])


def with_row_hints(
    window: Window,
    heights: Callable[[], list[int]],
    pointed_at: Callable[[], int],
    rows_per_entry: Callable[[], list[int]],
) -> Container:
    """Return the window with hints about hidden rows at its edges.

    `heights` and `rows_per_entry` are as in `hidden_rows`. `pointed_at` is the index of the row that Enter takes. The
    hints never cover that row.
    """
    from prompt_toolkit.layout import FloatContainer, ScrollOffsets

    # The cursor is in the first line of its row. Keep room for the other lines of the row, and for the hint.
    window.scroll_offsets = ScrollOffsets(top=1, bottom=lambda: heights()[pointed_at()])
    return FloatContainer(window, [_edge_hint(window, heights, rows_per_entry, way) for way in ("above", "below")])


def _edge_hint(
    window: Window, heights: Callable[[], list[int]], rows_per_entry: Callable[[], list[int]], way: str
) -> Float:
    """Return the hint at one edge. It is a `Float`, drawn after the window, when the scroll position is known."""
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.layout import ConditionalContainer, Float, UIContent, UIControl, Window

    def hidden() -> int:
        info = window.render_info
        if info is None or not info.displayed_lines:
            return 0
        cut = hidden_rows(heights(), info.displayed_lines[0], info.displayed_lines[-1], rows_per_entry())
        return cut.above if way == "above" else cut.below

    class Line(UIControl):
        def create_content(self, width: int, height: int | None) -> UIContent:
            text = more_rows_text(hidden(), way, width)
            return UIContent(lambda _: [("class:more", text)], line_count=1)

    edge = ConditionalContainer(Window(Line(), height=1), Condition(lambda: hidden() > 0))
    is_above = way == "above"
    return Float(edge, height=1, left=0, right=0, top=0 if is_above else None, bottom=None if is_above else 0)


# The row that typed text means: a number, or any part of a name ------------------------------------------------------


class Choices:
    """A menu and the text typed into it.

    :ivar at: index of the row that Enter takes, or None
    :ivar start: index of the row that Enter takes before anything is typed; None: the first open one
    :ivar pick: if True, Enter takes nothing before something is typed, unless there is a `start`
    :ivar meant: indexes of the rows that the text means, closed ones too
    :ivar shown: indexes of the visible rows: all open ones, or those that fit the text
    :ivar beside: True if rows may stand in two columns, shortened
    :ivar behind: as in `PromptFrame`; `more` is what is typed behind the `text` that means a row
    :ivar reads: as in `PromptFrame`; a text that it reads means no row
    :ivar unfolded: True if closed and rarely chosen rows are visible too
    """

    def __init__(
        self,
        rows: Sequence[MenuRow],
        start: int | None,
        pick: bool,
        beside: bool = True,
        reads: Callable[[str], bool] | None = None,
        behind: Callable[[str], tuple[str, str]] | None = None,
    ) -> None:
        self.rows, self.start, self.pick, self.beside, self.reads = rows, start, pick, beside, reads
        self.behind, self.more = behind, ""
        self.numbered = numbered(rows)
        self.closed = [index for index, row in enumerate(rows) if row.closed]
        self.open = [index for index, row in enumerate(rows) if not row.closed]
        self.rarely_chosen = [index for index in self.open if rows[index].rarely_chosen]
        self.unfolded = not self.open
        self.enter = "tell it"  # what Enter does with a text that `reads` is True for
        self.tall = 0  # rows in the left column when last drawn; 0 if there was one column
        self.text = ""
        self.type("")

    def type(self, text: str) -> None:
        """Set the text and point at the row that it means."""
        typed, self.more = self.behind(text) if self.behind else (text, "")
        self.line = typed if self.more else text.strip()
        self.text = typed = typed.strip()
        self.meant: list[int] = []
        if not typed:
            self.shown = self.visible_rows()
            usual = self.start if self.start is not None else None if self.pick else next(iter(self.open), None)
            self.at = usual
            return
        if self.reads and self.reads(typed):
            self.shown, self.at = self.visible_rows(), None
            return
        if re.fullmatch("#[0-9]{1,6}", typed) or (self.numbered and re.fullmatch("[0-9]{1,6}", typed)):
            index = int(typed.removeprefix("#")) - 1
            self.meant = [index] if 0 <= index < len(self.rows) else []
            self.shown = self.visible_rows()
        else:
            self.meant = self.rows_with_number(typed) if typed.isdecimal() else matching_rows(typed, self.rows)
            self.shown = [index for index in self.meant if not self.rows[index].closed]
            self.shown = self.visible_rows() if self.reads and not self.meant else self.shown
        self.at = next((index for index in self.meant if not self.rows[index].closed), None)
        if self.meant and self.rows[self.meant[0]].closed and is_named(self.rows[self.meant[0]], typed):
            self.at = None  # the whole name of a closed row means no other row

    @property
    def typed(self) -> str:
        """The whole text in the line."""
        return f"{self.text} {self.more}".rstrip()

    def visible_rows(self) -> list[int]:
        """Return the visible rows while no name is typed."""
        return [*self.open, *self.closed] if self.unfolded else [n for n in self.open if n not in self.rarely_chosen]

    def rows_with_number(self, number: str) -> list[int]:
        """Return the indexes of rows that are this number with any sign after it, such as 4+."""
        return [index for index, row in enumerate(self.rows) if re.fullmatch(rf"{number}\D*", row.label)]

    def move(self, step: int) -> None:
        """Move by this many visible open rows. Single steps wrap around, longer ones stop at the ends."""
        open_rows = [index for index in self.shown if not self.rows[index].closed]
        if not open_rows:
            return
        current = open_rows.index(self.at) if self.at in open_rows else -1 if step > 0 else len(open_rows)
        last = len(open_rows) - 1
        self.at = open_rows[(current + step) % len(open_rows) if abs(step) == 1 else max(0, min(current + step, last))]

    def change_column(self, way: int) -> None:
        """Move to the other column: `way` is 1 for right, -1 for left."""
        open_rows = [index for index in self.shown if not self.rows[index].closed]
        if not open_rows:
            return
        current = open_rows.index(self.at) if self.at in open_rows else 0
        target = current + way * self.tall
        if current < 2 * self.tall and (current < self.tall) == (way > 0):
            self.at = open_rows[min(target, len(open_rows) - 1)]

    @property
    def can_fold(self) -> bool:
        """True if some rows can be hidden or shown with the key -."""
        return bool((self.closed and self.open) or self.rarely_chosen)

    def fold(self) -> None:
        """Show the closed and rarely chosen rows, or hide them again."""
        if self.can_fold:
            self.unfolded = not self.unfolded
            index = self.at
            self.type("")
            self.at = index if index in self.shown else self.at

    def only_inside(self) -> str:
        """Return the typed letter of a command if the row that it means has it only inside its name; else "".

        Return "" too if the arrows chose the row, because then the player means it.
        """
        typed_for = next((index for index in self.meant if not self.rows[index].closed), None)
        if self.at is None or self.at != typed_for or self.text not in {key.value for key in COMMANDS}:
            return ""
        names = (self.rows[self.at].name, *self.rows[self.at].also)
        return "" if any(re.match(rf"[\W\d]*{self.text}", name, re.IGNORECASE) for name in names) else self.text

    def doubted(self) -> MenuRow | None:
        """Return the row that Enter takes only at the second press, because its name was not typed in full; or None."""
        row = None if self.at is None else self.rows[self.at]
        return row if row and row.doubt and not is_named(row, self.text) else None

    def taken(self) -> int | str | None:
        """Return the index of the row that Enter takes, or the text if it means no row. None: Enter takes nothing.

        A text that is a value of the row is returned as text. The row may be closed if no open row fits. A number
        without a row becomes `#12`. What stands behind the text is kept: `#2 14`.
        """
        if self.more:
            return f"{self.text if self.at is None else f'#{self.at + 1}'} {self.more}"
        if self.at is not None:
            value = self.shown == [self.at] and self.rows[self.at].held(self.text)
            return self.text if value else self.at
        if self.meant:
            return self.meant[0]
        if self.numbered and self.text.isdecimal():
            return f"#{self.text}"
        return self.text or None


def choice_text(row: str) -> str:
    """Return what the choice of a row does: `ends the phase`, `takes Tactical Squad`."""
    verb, _, rest = row.partition(" ")
    return f"ends {rest}" if verb == "end" and rest else f"takes {row}"


def is_named(row: MenuRow, typed: str) -> bool:
    """Return True if the text is the whole name of the row, with or without those that joined it."""
    whole = (row.name, row.name.partition(AND)[0], row.label, *row.also)
    return name_key(typed) in map(name_key, whole)


# Menu rows, drawn in one or two columns -------------------------------------------------------------------------------

TWO_COLUMNS_WIDTH = 72  # screen width from which rows may stand in two columns
NAME_SHARE = 0.6  # the largest part of the width for the names, if values follow
Wrap = Callable[[str, int], list[str]]


class Band(NamedTuple):
    """Menu rows that stand side by side: their indexes, and the lines they are drawn in."""

    places: tuple[int, ...]
    lines: list[Text]


def bands(choices: Choices, width: int, most_rows: int, wrap: Wrap) -> list[Band]:
    """Return the visible rows as drawn. If more than `most_rows` are open, they may stand in two columns, the left one
    first. The first row that is too wide ends them. They are used only if most rows fit.

    Closed rows follow, each in its own band, with their reasons.
    """
    rows, open_rows = choices.rows, choices.shown
    closed = [index for index in open_rows if rows[index].closed]
    open_rows = open_rows[: len(open_rows) - len(closed)] if closed else open_rows
    half, widths = width // 2, [_width_of(choices, index) for index in open_rows]
    two_columns = choices.beside and width >= TWO_COLUMNS_WIDTH and len(open_rows) > most_rows
    fit = next((n for n, wide in enumerate(widths) if wide > half), len(open_rows)) if two_columns else 0
    tall = -(-fit // 2) if 2 * fit > len(open_rows) else 0  # a few pairs above a long column are harder to read
    choices.tall = tall if tall < fit else 0
    column, edge = values_at([rows[index] for index in open_rows], width), max([TWO_COLUMNS_WIDTH, *widths])
    drawn = []
    for row in range(choices.tall):
        pair = open_rows[:fit][row :: choices.tall]
        line = styled_line(*(_half_width_row(choices, i, half) for i in pair))
        drawn.append(Band(tuple(pair), [line]))
    for i in open_rows[fit if choices.tall else 0 :]:
        drawn.append(Band((i,), _full_width_row(choices, i, width, wrap, column, edge)))
    return [*drawn, *(Band((index,), _full_width_row(choices, index, width, wrap)) for index in closed)]


def _row_start(choices: Choices, index: int) -> Text:
    is_current = index == choices.at
    number = f"{index + 1:>{len(str(len(choices.rows)))}} " if choices.numbered else ""
    return styled_line((" ► " if is_current else "   ", "strong"), (number, "" if is_current else "past"))


def _half_width_row(choices: Choices, index: int, width: int) -> Text:
    """Return a row as one line of `width` columns, in which it fits whole: the name, and the note at the right."""
    row, line = choices.rows[index], _row_start(choices, index)
    line.append_text(_highlighted(row.label if row.value else row.name, choices.text))
    if row.note and not row.value:
        note = styled_line((visible(row.note), "" if index == choices.at else "past"))
        fill(line, width - 1 - note.cell_len).append_text(note)
    return _with_cursor(fill(line, width), choices, index)


def values_at(rows: Sequence[MenuRow], width: int) -> int:
    """Return the column in which values begin. A name that is longer has its value after a colon."""
    names = (cell_len(visible(row.name)) + 2 for row in rows if row.value)
    return max((wide for wide in names if wide <= width * NAME_SHARE), default=0)


def _width_of(choices: Choices, index: int) -> int:
    """Return the columns that a row needs to stand whole in one line, with its note."""
    row = choices.rows[index]
    words = visible(row.label if row.value else row.name)
    note = 2 + cell_len(visible(row.note)) if row.note and not row.value else 0
    return _row_start(choices, index).cell_len + cell_len(words) + note + 1


def _full_width_row(
    choices: Choices, index: int, width: int, wrap: Wrap, column: int = 0, edge: int = TWO_COLUMNS_WIDTH
) -> list[Text]:
    """Return a row over the full width, wrapped between words. A note ends in the column `edge`, if it fits."""
    row, begin = choices.rows[index], _row_start(choices, index)
    indent = begin.cell_len
    if row.value and cell_len(visible(row.name)) < column:
        name = fill(_highlighted(row.name, choices.text), column)
        first, *others = wrap(row.value, width - indent - column - 1) or [""]
        style = "strong" if row.changed else ""
        lines = [
            styled_line(begin, name, (first, style)),
            *(styled_line(" " * (indent + column), (line, style)) for line in others),
        ]
        return [_with_cursor(fill(line, width), choices, index) for line in lines]
    if row.note and not row.closed and _width_of(choices, index) <= width:
        return [_half_width_row(choices, index, min(width, edge))]
    text = f"{row.label} ({row.closed})" if row.closed else row.label
    first, *others = wrap(text, width - indent - 1) or [""]
    lines = [
        styled_line(begin, _highlighted(first, choices.text)),
        *(styled_line(" " * indent, line) for line in others),
    ]
    if row.changed:
        for line in lines:
            line.stylize("strong", indent)
    if row.closed:
        for line in lines:
            line.stylize("past")
        return lines
    return [_with_cursor(fill(line, width), choices, index) for line in lines]


def _with_cursor(line: Text, choices: Choices, index: int) -> Text:
    if index == choices.at:
        line.stylize("here", 3)
    return line


def _highlighted(name: str, typed: str) -> Text:
    text = Text(visible(name))
    for begin, end in matched(text.plain, typed):
        text.stylize("lit", begin, end)
    return text


def matched(name: str, typed: str) -> list[tuple[int, int]]:
    """Return (begin, end) of the places in the name where the typed text is, whole or word by word; [] if nowhere."""
    lowered = name.casefold()
    if len(lowered) != len(name):  # some letters change their length in lower case
        return []
    for wanted in (typed.casefold(), *singulars(typed.casefold())) if typed.strip() else ():
        match = re.search(rf"(?<!\w){re.escape(wanted)}", lowered) or re.search(re.escape(wanted), lowered)
        if match:
            return [match.span()]
    parts = [re.search(rf"(?<!\w){re.escape(word)}", lowered) for word in typed.casefold().split()]
    return [part.span() for part in parts if part] if all(parts) else []


def hidden_rows_text(choices: Choices, width: int, noun: str) -> str:
    """Return a line about the hidden rows, or about typed text that means closed rows; "" if there are none.

    `noun` says what the rows are, for example "unit".
    """
    rows = choices.rows
    if choices.text:
        closed = [rows[index] for index in choices.meant if rows[index].closed]
        if choices.at is None:
            return none_open_text(noun, choices.line, closed)
        return f"also: {why_closed_text(closed)}" if closed else ""
    if not choices.can_fold:
        return ""
    if choices.rarely_chosen:
        names = [rows[index].name for index in choices.rarely_chosen]
        return rarely_chosen_text(names, choices.unfolded, width, len(choices.closed))
    closed = [rows[index] for index in choices.closed]
    head = "closed: " if len(closed) == 1 else f"{len(closed)} closed: "  # "1 closed" would look like a row number
    end = f" (- {'folds' if choices.unfolded else 'shows why'})"
    if why := closed_rows_text(closed, width - len(head + end)):
        n = len(closed)  # one reason for all of them says the number itself
        return f"{'closed: ' if why.startswith(f'{n} ') else head}{why.removeprefix(f'{n}: ')}{end}"
    return f"{'one' if len(closed) == 1 else len(closed)} closed{end}"


def rarely_chosen_text(names: Sequence[str], unfolded: bool, width: int, closed: int = 0) -> str:
    """Return `7 that seldom matter (Cover of Boy, Cover of Boss Nob ...): - shows them`, with as many names as fit.

    `closed` is the number of closed rows, which the same key shows.
    """
    n, also = len(names), f" and {closed} closed" if closed else ""
    end = f"{also}: - {'folds' if unfolded else 'shows'} {'it' if n + closed == 1 else 'them'}"
    head = f"{n} that seldom matter{'s' * (n == 1)}"
    names = [name.removesuffix(" ...") for name in names]  # of a row that opens another question
    names_text = next(
        (
            f" ({', '.join(names[:named])}{' ...' if named < n else ''})"
            for named in range(min(n, MOST_TOGETHER), 0, -1)
            if len(head) + len(end) + len(", ".join(names[:named])) + 7 <= width
        ),
        "",
    )
    return f"{head}{names_text}{end}"


# The keys that work now: the line below a prompt, and the commands that Space opens ----------------------------------

MOST_USED = (
    Key.WHY, Key.UNDO, Key.REDO, Key.ROLL, Key.AGAIN, Key.CHANGE, Key.PAUSE, Key.STATUS, Key.LOG, Key.ODDS, Key.LUCK,
    Key.LEAVE, Key.EVENT, Key.ASIDE,
)  # fmt: skip
BEHIND_SPACE = (
    Key.UNDO,
    Key.STATUS,
    Key.ODDS,
    Key.LOG,
    Key.LEAVE,
)  # commands that the line of keys names, if there is room
MOST_COMMANDS = 3
LEAST_WIDTH = 18  # least columns for the name that Enter takes


def letter_keys(keys: Collection[Key], width: int) -> Text:
    """Return `? why  u undo  c change  s status  Space more`, for prompts where single letters are commands."""
    return key_row([*((key.value, key.word) for key in MOST_USED if key in keys), ("Space", "more")], width)


def name_keys_line(keys: Collection[Key], width: int, choices: Choices | None) -> Text:
    """Return `Enter take  ? why  - closed rows  Space undo, status, odds ...`, for prompts where names are typed."""
    pairs = []
    if choices and choices.at is not None:
        pairs.append(("Enter", "take"))
    if Key.WHY in keys:
        pairs.append((Key.WHY.value, Key.WHY.word))
    if choices and choices.can_fold:
        pairs.append(("-", "fold" if choices.unfolded else "all" if choices.rarely_chosen else "closed rows"))
    commands = [key for key in MOST_USED if key in keys and key in COMMANDS]
    if len(commands) == 1:
        return key_row([*pairs, (f"Space {commands[0].value}", commands[0].word)], width)
    words = [key.word for key in BEHIND_SPACE if key in commands][:MOST_COMMANDS]
    more = f"{', '.join(words)}{' ...' * (len(commands) > len(words))}" if width >= ROOMY else "more"
    return key_row([*pairs, ("Space", more)], width)


def filter_keys(choices: Choices, keys: Collection[Key], width: int) -> Text:
    """Return the keys while text is typed: what Enter takes, and how to see all rows again.

    If the text is the letter of a command, the keys for that command are shown.
    """
    if choices.reads and choices.at is None:
        return key_row([("Enter", choices.enter), ("Esc", "empty the line")], width)
    pairs = [("Esc", f"all {len(choices.open)}")]
    if len(choices.shown) > 1:
        pairs.insert(0, ("↑↓", "another"))
    command = next((key for key in keys if key in COMMANDS and key.value == choices.text), None)
    if command and width >= ROOMY:
        pairs[-1] = ("Esc, then Space " + command.value, command.word)  # Space after a letter belongs to the text
    if choices.at is not None:
        others = sum(len(key) + len(word) + 3 for key, word in pairs)
        taken, row = choices.taken(), choices.rows[choices.at]
        name = row.held(taken) if isinstance(taken, str) else None
        more = f", {choices.more}" if choices.more else ""
        room = max(LEAST_WIDTH, width - others - len("Enter   ")) - len(more)
        pairs.insert(0, ("Enter", shortened(name or row.name, room) + more))
    return key_row(pairs, width)


def commands(frame: PromptFrame, only_back: bool, width: int) -> list[Text]:
    """Return one line for each command that works now, then a line of keys. Undo and redo say what they would do.

    If one of undo and redo works, both are listed. If `only_back` is True, no other command is.
    """
    labels, lines = frame.labels(), []
    undo_or_redo = any(key in frame.shown for key in IDLE)
    for key, what in COMMANDS.items():
        is_idle = key in frame.quiet
        if key not in frame.keys or (key not in IDLE if only_back else is_idle and not (undo_or_redo and key in IDLE)):
            continue
        line = styled_line("  ", (f"{key.value}  {key.word:<8}", "past" if is_idle else "strong"))
        words = IDLE_NOW[key] if is_idle else labels.get(key, what)
        lines.append(styled_line(line, (_fitted(words, width - line.cell_len), "past")))
    keys = [("u u u", "three back")] if Key.UNDO in frame.shown and frame.thrice() else []
    return [*lines, key_row([*([] if only_back else [("a letter", "does it")]), *keys, ("Space Esc", "close")], width)]


def _fitted(words: str, room: int) -> str:
    """Return the words; without room, only those before the last semicolon. The player's mark in brackets stays."""
    if len(words) <= room:
        return words
    head, bracket, mark = (words.rpartition("; ")[0] or words).rpartition(" (")
    return f"{shortened(head, room - len(bracket + mark))}{bracket}{mark}" if bracket else shortened(mark, room)


def keys_text(keys: Collection[Key], width: int) -> str:
    """Return `? why, u undo, c change, q leave` as plain text, in lines of at most `width` columns."""
    lines = [""]
    pairs = [f"{key.value} {key.word}" for key in MOST_USED if key in keys]
    for index, pair in enumerate(pairs):
        pair += "," * (index + 1 < len(pairs))
        if lines[-1] and len(lines[-1]) + 1 + len(pair) > width:
            lines.append("")
        lines[-1] += f" {pair}" if lines[-1] else pair
    return "\n".join(lines)
