"""Questions with options, for learners: every option has its key, and nothing counts until somebody chose.

An option that is a number is its own key; the others are numbered, or have a letter where a digit could be taken for
one of those numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from shoot_cli.core.visible import visible
from shoot_cli.ui.choices import Choices, ranked
from shoot_cli.ui.cursor import CursorScreen, Prompt
from shoot_cli.ui.looks import dressed, said, wrapped
from shoot_cli.ui.plain import PlainScreen
from shoot_cli.ui.screen import Around, Key, Row, typed

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.layout import Container
    from rich.console import Console

NUMBER = re.compile(r"(?:about )?[+\-−]?([0-9]+(?:\.[0-9]+)?)")
SHORT = 24  # columns of an option that stands beside others


def keys_of(options: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """What points at each option. ``taken``: letters that mean something else.

    >>> keys_of(["4+", "5+", "no save"]), keys_of(["armour save", "no save"]), keys_of(["0", "-1", "+1"])
    (['4', '5', 'n'], ['1', '2'], ['a', 'b', 'c'])
    """
    found = [NUMBER.match(option) for option in options]
    if not any(found):
        return [str(place) for place, _ in enumerate(options, 1)]
    numbers = [one[1] for one in found if one]
    used = {*taken}
    if len({*numbers}) < len(numbers):
        return [_letter("", used) for _ in options]
    return [one[1] if one else _letter(option, used) for one, option in zip(found, options, strict=True)]


def _letter(option: str, used: set[str]) -> str:
    """The first of its letters that is free, else of the alphabet."""
    letters = [sign for sign in option.casefold() + "abcdefghijklmnopqrstuvwxyz" if "a" <= sign <= "z"]
    letter = next(sign for sign in letters if sign not in used)
    used.add(letter)
    return letter


def pick_words(keys: Sequence[str]) -> str:
    """``4, 5 or n``."""
    return f"{', '.join(keys[:-1])} or {keys[-1]}"


class Keyed(Choices):
    """Rows by their keys, or by any part of their words; all of them stay in sight. ``keys``: of the rows, "" none."""

    def __init__(self, rows: Sequence[Row], start: int | None, keys: Sequence[str]) -> None:
        self.keys = keys
        super().__init__(rows, start, True)
        self.numbered = False

    def type(self, text: str) -> None:
        self.text = wanted = text.strip()
        self.shown = [*range(len(self.rows))]
        same = [place for place, key in enumerate(self.keys) if key and key == wanted.casefold()]
        same = same or [place for place, row in enumerate(self.rows) if row.label == wanted]
        self.meant = same or ([] if not wanted or wanted.isdecimal() else ranked(wanted, self.rows))
        self.at = self.meant[0] if self.meant else None if wanted else self.start


def chips(options: Sequence[str], keys: Sequence[str], at: int | None, width: int) -> list[Text]:
    """The options beside each other if they are short, else below each other; ► before the one that Enter takes."""
    rows = []
    for place, (option, key) in enumerate(zip(options, keys, strict=True)):
        here = place == at
        pointer = said(("► ", "strong") if here else "  ")
        own = is_own(option, key)
        chip = said((f" {visible(option if own or not key else key)} ", "first" if here else "passed" if key else ""))
        words = said(pointer, chip) if own or not key else said(pointer, chip, f" {visible(option)}")
        rows.append(words)
    if max(row.cell_len for row in rows) <= SHORT:
        return _flowing(rows, width)
    lines = []
    for row in rows:
        first, *rest = wrapped(row, width)
        lines += [first, *(said(" " * 6, one) for more in rest for one in wrapped(more, width - 6))]
    return lines


def _flowing(rows: Sequence[Text], width: int) -> list[Text]:
    lines = [said()]
    for row in rows:
        if lines[-1].cell_len and lines[-1].cell_len + row.cell_len + 1 > width:
            lines.append(said())
        lines[-1].append_text(row).append(" ")
    return lines


class QuizPrompt(Prompt):
    """:ivar nothing: Enter was pressed, and no option was chosen"""

    nothing = False

    def _list(self) -> list[Container]:
        from prompt_toolkit.layout import FormattedTextControl, Window

        from shoot_cli.ui.drawn import fragments

        def drawn() -> Any:
            return fragments(self._chips(), self.console)

        return [Window(FormattedTextControl(drawn), dont_extend_height=True, always_hide_cursor=True)]

    def _chips(self) -> list[Text]:
        choices = self.choices
        assert isinstance(choices, Keyed)
        return chips([row.label for row in choices.rows], choices.keys, choices.at, self.console.width - 1)

    def _below(self) -> list[Text]:
        lines, wrong = super()._below(), self._wrong()
        if self.opened or not wrong:
            return lines
        return [*(said((part, "hint")) for part in self._wrapped(wrong, self.console.width - 1)), lines[-1]]

    def _wrong(self) -> str:
        choices = self.choices
        assert isinstance(choices, Keyed)
        wanted = pick_words([key for key in choices.keys if key])
        if choices.text and choices.at is None:
            return f"“{choices.text}” is none of them: {wanted}"
        return f"Choose first: {wanted}, then Enter." if self.nothing and choices.at is None else ""

    def _enter(self, event: KeyPressEvent) -> None:
        self.nothing = not self.opened
        if self.opened or self.choices is None or self.choices.at is not None:
            super()._enter(event)


class QuizScreen(CursorScreen):
    """Options beside each other, with their keys."""

    def __init__(self, console: Console) -> None:
        super().__init__(dressed(console))

    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        choices = Keyed(rows, start, keys_for(rows, start, around))
        taken: int | str | Key = self._ask(QuizPrompt(self.console, around, choices), around)
        return taken


class PlainQuiz(PlainScreen):
    """The same without a cursor: a key, or enough of an option's words to tell it."""

    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        keys = keys_for(rows, start, around)
        for key, row in zip(keys, rows, strict=True) if self.typed_at is not rows else ():
            self._print(f"  {row.label}" if is_own(row.label, key) else f"  {key + '.' if key else '-'} {row.label}")
        self._around(around)
        wanted = pick_words([key for key in keys if key])
        enter = f", Enter for {rows[start].label}" if start is not None else ""
        text = self._read(f"{wanted}{enter}: ", around).strip()
        self.typed_at = None
        if not text and start is not None:
            return start
        place, wish = meant(text, rows, keys), typed(text, around.keys)
        if place is not None and (wish is None or text in keys):
            return place
        if wish:
            return wish
        self.typed_at = rows
        return text


def meant(text: str, rows: Sequence[Row], keys: Sequence[str]) -> int | None:
    """The row of this key, place as ``#2``, or name, or the only one whose name holds it; None: none, or several."""
    if text.casefold() in keys:
        return keys.index(text.casefold()) if text else None
    if place := re.fullmatch(r"#([0-9]{1,3})", text):
        return int(place[1]) - 1 if 0 < int(place[1]) <= len(rows) else None
    names = [row.label.casefold() for row in rows]
    if text.casefold() in names:
        return names.index(text.casefold())
    found = [] if not text or text.isdecimal() else ranked(text, rows)
    return found[0] if len(found) == 1 else None


def is_own(option: str, key: str) -> bool:
    """True if the key is all there is to it: ``4+``."""
    return option.rstrip('+"') == key


def keys_for(rows: Sequence[Row], start: int | None, around: Around) -> list[str]:
    """Of these rows; the one that is proposed anyway has none."""
    letters = {key.value.casefold() for key in around.keys}
    keys = keys_of([row.label for place, row in enumerate(rows) if place != start], letters)
    if start is not None:
        keys.insert(start, "")
    return keys
