"""How the rows of a menu look: in one column or two, a note at the right, the letters lit that somebody typed.

And the commands that stand in their place after Space.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.text import Text

from shoot_cli.core.plurals import singulars
from shoot_cli.core.visible import visible
from shoot_cli.ui.choices import Choices
from shoot_cli.ui.looks import ROOMY, fill, key_row, said, shortened
from shoot_cli.ui.screen import COMMANDS, IDLE, IDLE_NOW, Around, Row

WIDE = 72  # columns from which two stand beside each other
LEAST = 8  # columns of a note
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
    found = []
    for place in range(tall):
        if not choices.tall:
            found.append(Band((across[place],), _alone(choices, across[place], width, wrap)))
            continue
        half = width // 2
        both = across[place::tall][:2]
        line = said(*(_beside(choices, one, half) for one in both))
        found.append(Band(tuple(both), [line]))
    return [*found, *(Band((place,), _alone(choices, place, width, wrap)) for place in closed)]


def _begin(choices: Choices, place: int) -> Text:
    here = place == choices.at
    number = f"{place + 1:>{len(str(len(choices.rows)))}} " if choices.numbered else ""
    return said((" ► " if here else "   ", "strong"), (number, "" if here else "past"))


def _beside(choices: Choices, place: int, width: int) -> Text:
    """A row in one line of ``width`` columns: its name first, of its note what there is room for."""
    row, line = choices.rows[place], _begin(choices, place)
    indent = line.cell_len
    room = width - indent - 1
    line.append_text(_lit(shortened(row.name, room), choices.text))
    left = width - line.cell_len - 2
    if row.note and left >= min(LEAST, len(row.note)):
        note = said((shortened(row.note, left), "" if place == choices.at else "past"))
        fill(line, width - 1 - note.cell_len).append_text(note)
    return _pointed(fill(line, width), choices, place)


def _alone(choices: Choices, place: int, width: int, wrap: Wrap) -> list[Text]:
    """A row that has the width to itself: wrapped between words under its own beginning where it does not fit."""
    row, begin = choices.rows[place], _begin(choices, place)
    indent = begin.cell_len
    if row.note and not row.closed and indent + len(visible(row.name)) + len(visible(row.note)) + 3 <= width:
        return [_beside(choices, place, min(width, WIDE))]
    text = f"{row.label} ({row.closed})" if row.closed else row.label
    first, *others = wrap(text, width - indent - 1) or [""]
    lines = [said(begin, _lit(first, choices.text)), *(said(" " * indent, line) for line in others)]
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


def of_closed(choices: Choices) -> str:
    """What is closed, or what is typed and is nothing that can be taken; "" if there is nothing to say."""
    rows = choices.rows
    if choices.text:
        closed = [rows[place] for place in choices.meant if rows[place].closed]
        if closed and choices.at is None:
            return f"closed: {closed[0].label} ({closed[0].closed})"
        if not choices.meant:
            return f"nothing here is called “{shortened(choices.text, LONGEST)}”"
        return also_words(closed) if closed else ""
    if not (choices.closed and choices.open):
        return ""
    words = closed_words([rows[place] for place in choices.closed])
    return f"closed: {words} (- {'folds them' if choices.unfolded else 'shows why'})"


def filter_keys(choices: Choices, width: int) -> Text:
    """The keys while something stands in the line: what Enter takes, and the way back to all rows."""
    pairs = [("Esc", f"all {len(choices.open)}")]
    if choices.at is not None:
        pairs.insert(0, ("Enter", choices.rows[choices.at].name))
    if len(choices.shown) > 1:
        pairs.insert(-1, ("↑↓", "another"))
    return key_row(pairs, width)


def closed_words(rows: Sequence[Row]) -> str:
    """``4 have shot, 2 destroyed``: how many for which reason, those of most rows first."""
    why = Counter(row.closed for row in rows).most_common()
    told = [of_many(n, reason) for reason, n in (why if len(why) <= FEW else why[: FEW - 1])]
    if len(why) > FEW:
        told.append(f"{sum(n for _, n in why[FEW - 1 :])} more closed")
    return ", ".join(told)


def of_many(n: int, reason: str) -> str:
    """``has shot`` of so many: ``4 have shot``; what is no sentence about one stands behind a colon if it is long."""
    verb, *words = reason.removeprefix("it ").split(" ")
    if verb not in VERBS:
        return f"{n} {reason}" if len(words) < FEW else f"{n}: {reason}"
    if n > 1:
        verb, words = VERBS[verb], ["their" if word == "its" else word for word in words]
    return f"{n} {' '.join([verb, *words])}"


def also_words(rows: Sequence[Row]) -> str:
    """``also: Tactical Squad has shot``, of closed rows that what is typed can mean as well."""
    reasons = [row.closed.removeprefix("it ") for row in rows[:FEW]]
    told = [
        f"{row.name} {reason}" if reason.split(" ")[0] in VERBS else f"{row.name}: {reason}"
        for row, reason in zip(rows, reasons, strict=False)
    ]
    more = f" and {len(rows) - FEW} more" if len(rows) > FEW else ""
    return f"also: {', '.join(told)}{more}"


# The commands --------------------------------------------------------------------------------------------------------


def commands(around: Around, only_back: bool, width: int) -> list[Text]:
    """One line for each, dim if it does nothing now, and the keys. Undo and redo say what they would do.

    ``only_back``: these two alone.
    """
    told, lines = around.told(), []
    for key, what in COMMANDS.items():
        if key not in around.keys or (only_back and key not in IDLE):
            continue
        idle = key in around.quiet
        words = IDLE_NOW.get(key, what) if idle else told.get(key, what)
        name = f"{key.word:<8}" if width >= ROOMY else ""
        line = said("  ", (f"{key.value}  {name}", "past" if idle else "strong"))
        lines.append(said(line, (shortened(words, width - line.cell_len), "past")))
    keys = [("u u u", "three back"), ("Space Esc", "close")]
    return [*lines, key_row(keys if only_back else [("a letter", "does it"), *keys], width)]
