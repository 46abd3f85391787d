"""How the rows of a menu look: in one column or two, a note at the right, the letters lit that somebody typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.plurals import singulars
from shoot_cli.core.visible import visible
from shoot_cli.ui.choices import Choices
from shoot_cli.ui.looks import fill, shortened, styled_line
from shoot_cli.ui.screen import MenuRow

WIDE = 72  # columns from which two stand beside each other
LEAST = 8  # columns of a note
NAMES = 0.6  # of the width, that names may have before what is said of them
LONGEST = 30  # letters of what is typed that are said again
VERBS = {"has": "have", "is": "are", "was": "were"}  # what one does, and what several do
FEW = 3  # reasons, or names, that are told in a line
Wrap = Callable[[str, int], list[str]]


class Band(NamedTuple):
    """Rows that stand beside each other, by their places, and the lines that they take."""

    places: tuple[int, ...]
    lines: list[Text]


def bands(choices: Choices, width: int, high: int, wrap: Wrap) -> list[Band]:
    """All rows in sight from top to bottom. In two columns, the left one first, if one has more than ``high`` rows.

    What is closed stands below, a row each, with the reason.
    """
    rows, across = choices.rows, choices.shown
    closed = [place for place in across if rows[place].closed]
    across = across[: len(across) - len(closed)] if closed else across
    two = choices.beside and width >= WIDE and len(across) > high
    tall = -(-len(across) // 2) if two else len(across)
    choices.tall = tall if tall < len(across) else 0
    column = values_at([rows[place] for place in across], width)
    found = []
    for place in range(tall):
        if not choices.tall:
            found.append(Band((across[place],), _alone(choices, across[place], width, wrap, column)))
            continue
        half = width // 2
        both = across[place::tall][:2]
        line = styled_line(*(_beside(choices, one, half) for one in both))
        found.append(Band(tuple(both), [line]))
    return [*found, *(Band((place,), _alone(choices, place, width, wrap)) for place in closed)]


def _begin(choices: Choices, place: int) -> Text:
    here = place == choices.at
    number = f"{place + 1:>{len(str(len(choices.rows)))}} " if choices.numbered else ""
    return styled_line((" ► " if here else "   ", "strong"), (number, "" if here else "past"))


def _beside(choices: Choices, place: int, width: int) -> Text:
    """A row in one line of ``width`` columns: its name first, of its note what there is room for."""
    row, line = choices.rows[place], _begin(choices, place)
    indent = line.cell_len
    room = width - indent - 1
    line.append_text(_lit(shortened(row.name, room), choices.text))
    left = width - line.cell_len - 2
    if row.note and left >= min(LEAST, len(row.note)):
        note = styled_line((shortened(row.note, left), "" if place == choices.at else "past"))
        fill(line, width - 1 - note.cell_len).append_text(note)
    return _pointed(fill(line, width), choices, place)


def values_at(rows: Sequence[MenuRow], width: int) -> int:
    """Columns behind the beginning of rows where their values stand; names that are longer have them behind a colon."""
    names = (cell_len(visible(row.name)) + 2 for row in rows if row.value)
    return max((wide for wide in names if wide <= width * NAMES), default=0)


def _alone(choices: Choices, place: int, width: int, wrap: Wrap, column: int = 0) -> list[Text]:
    """A row that has the width to itself: wrapped between words under its own beginning where it does not fit."""
    row, begin = choices.rows[place], _begin(choices, place)
    indent = begin.cell_len
    if row.value and cell_len(visible(row.name)) < column:
        name = fill(_lit(row.name, choices.text), column)
        first, *others = wrap(row.value, width - indent - column - 1) or [""]
        style = "strong" if row.changed else ""
        lines = [
            styled_line(begin, name, (first, style)),
            *(styled_line(" " * (indent + column), (line, style)) for line in others),
        ]
        return [_pointed(fill(line, width), choices, place) for line in lines]
    if row.note and not row.closed and indent + len(visible(row.name)) + len(visible(row.note)) + 3 <= width:
        return [_beside(choices, place, min(width, WIDE))]
    text = f"{row.label} ({row.closed})" if row.closed else row.label
    first, *others = wrap(text, width - indent - 1) or [""]
    lines = [styled_line(begin, _lit(first, choices.text)), *(styled_line(" " * indent, line) for line in others)]
    if row.changed:
        for line in lines:
            line.stylize("strong", indent)
    if row.closed:
        for line in lines:
            line.stylize("past")
        return lines
    return [_pointed(fill(line, width), choices, place) for line in lines]


def _pointed(line: Text, choices: Choices, place: int) -> Text:
    if place == choices.at:
        line.stylize("here", 3)
    return line


def _lit(name: str, typed: str) -> Text:
    """The name with the letters that were typed: all of them together, or each word where a word begins so."""
    text = Text(visible(name))
    for begin, end in matched(text.plain, typed):
        text.stylize("lit", begin, end)
    return text


def matched(name: str, typed: str) -> list[tuple[int, int]]:
    """Where in the name what was typed stands; nowhere, if only another name of the row holds it."""
    known = name.casefold()
    if len(known) != len(name):  # letters that have no small one of their own
        return []
    for said_ in (typed.casefold(), *singulars(typed.casefold())) if typed.strip() else ():
        found = re.search(rf"(?<!\w){re.escape(said_)}", known) or re.search(re.escape(said_), known)
        if found:
            return [found.span()]
    parts = [re.search(rf"(?<!\w){re.escape(word)}", known) for word in typed.casefold().split()]
    return [part.span() for part in parts if part] if all(parts) else []


# Below the rows ------------------------------------------------------------------------------------------------------


def of_folded(choices: Choices, width: int, noun: str) -> str:
    """What is out of sight, or what is typed and is nothing that can be taken; "" if there is nothing to say.

    ``noun``: what the rows are, such as a unit.
    """
    rows = choices.rows
    if choices.text:
        closed = [rows[place] for place in choices.meant if rows[place].closed]
        if choices.at is None:
            return none_open(noun, choices.text, closed)
        return f"also: {each_closed(closed)}" if closed else ""
    if not choices.folds:
        return ""
    if choices.seldom:
        return seldom_words([rows[place].name for place in choices.seldom], choices.unfolded, width)
    closed = [rows[place] for place in choices.closed]
    head = "closed: " if len(closed) == 1 else f"{len(closed)} closed: "  # a number behind it is no row's
    end = f" (- {'folds' if choices.unfolded else 'shows why'})"
    return f"{head}{shortened(closed_words(closed), width - len(head + end))}{end}"


def seldom_words(names: Sequence[str], unfolded: bool, width: int) -> str:
    """``7 that seldom matter (Cover of Boy, Cover of Boss Nob ...): - shows them``; the names as there is room."""
    n, end = len(names), f": - {'folds' if unfolded else 'shows'} {'it' if len(names) == 1 else 'them'}"
    said = f"{n} that seldom matter{'s' * (n == 1)}"
    few = next(
        (
            f" ({', '.join(names[:named])}{' ...' if named < n else ''})"
            for named in range(min(n, FEW), 0, -1)
            if len(said) + len(end) + len(", ".join(names[:named])) + 7 <= width
        ),
        "",
    )
    return f"{said}{few}{end}"


def none_open(noun: str, typed: str, closed: Sequence[MenuRow], near: str = "") -> str:
    """``no open unit “tac”; Tactical Squad has shot``. ``near``: a name that may be meant."""
    why = each_closed(closed) if closed else f"{near} was meant?" if near else ""
    return f"no open {noun} “{shortened(typed, LONGEST)}”{f'; {why}' if why else ''}"


def closed_words(rows: Sequence[MenuRow]) -> str:
    """``4 have shot, Trukk: destroyed``: how many for which reason, those of most rows first; one alone by its name."""
    alike: dict[str, list[MenuRow]] = {}
    for row in rows:
        alike.setdefault(row.closed, []).append(row)
    why = sorted(alike.values(), key=len, reverse=True)
    told = [of_many(n, of[0].closed) if (n := len(of)) > 1 else _why_closed(of[0]) for of in why]
    if len(why) > FEW:
        told[FEW - 1 :] = [f"{sum(map(len, why[FEW - 1 :]))} more"]
    return ", ".join(told)


def of_many(n: int, reason: str) -> str:
    """``has shot`` of so many: ``4 have shot``; what is no sentence stands behind a colon if it is long."""
    verb, *words = reason.removeprefix("it ").split(" ")
    if verb not in VERBS:
        return f"{n} {reason}" if len(words) < FEW + 1 else f"{n}: {reason}"
    words = ["their" if word == "its" else word for word in words]
    return f"{n} {' '.join([VERBS[verb], *words])}"


def each_closed(rows: Sequence[MenuRow]) -> str:
    """``Tactical Squad has shot, Trukk: destroyed``"""
    told = [_why_closed(row) for row in rows[:FEW]]
    return f"{', '.join(told)}{f' and {len(rows) - FEW} more' if len(rows) > FEW else ''}"


def _why_closed(row: MenuRow) -> str:
    reason = row.closed.removeprefix("it ")
    sentence = reason.split(" ")[0] in VERBS and ":" not in row.name  # what stands behind a colon has nothing itself
    return f"{row.name} {reason}" if sentence else f"{row.name}: {row.closed}"
