"""Multiple-choice questions for learners. Every option has its key, and there is no proposal.

A letter is a place: `a` takes the first option, and so on, on every screen. A digit is a number: it takes the option
that is this number or begins with it, if there is only one, and never a place. An option that is a number shows itself
for a key, every other one its letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from shoot_cli.asked.options import MenuRow, matching_rows
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import visible
from shoot_cli.engine.reasons import DEFENDER, LayAside, Leave, Undo, shown
from shoot_cli.practice.teaching import UNSURE
from shoot_cli.ui.cursor_screen import CursorScreen, Prompt
from shoot_cli.ui.menu import Choices
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import Key, PromptFrame, Screen, fragments, several, typed
from shoot_cli.ui.styles import key_row, styled_line, with_theme, wrapped

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.layout import Container
    from rich.console import Console

    from shoot_cli.engine.questions import Choose
    from shoot_cli.ui.screen import View

ANSWER_FIRST = "! Answer first: then ? shows why."
Block = Callable[[int, int], list[Text]]  # columns, rows

NUMBER = re.compile(r"(?:about )?([+\-−]?)([0-9]+(?:\.[0-9]+)?)(\+| or more| or less)?")
TYPED = re.compile(r"([+\-]?)([0-9]+(?:\.[0-9]+)?)([+\-]?)")  # a number as it is typed
SIGNS = {"−": "-", " or more": "+", " or less": "-"}
LETTERS = "abcdefghijklmnop"  # without q, which leaves
AT_ONCE = (Key.UNDO, Key.ASIDE)  # work without Space
UNSURE_KEY = "x"
WISHES = {Key.LEAVE: Leave, Key.UNDO: Undo, Key.ASIDE: LayAside}
SHORT = 24  # most columns of an option that stands beside others


def keys_of(options: Sequence[str]) -> list[str]:
    """Return the key of each option, as it is shown.

    >>> keys_of(["4+", "5+", "no save"]), keys_of(["armour save", "no save"]), keys_of(["3+", "3 or less"])
    (['4', '5', 'c'], ['a', 'b'], ['3+', '3-'])
    >>> keys_of(["6+", "6 and then 4+"])
    ['a', 'b']
    """
    found = [NUMBER.fullmatch(option.removesuffix('"')) for option in options]
    bare = [one and one[2] for one in found]
    signed = [one and "".join(SIGNS.get(part, part) for part in one.groups("")) for one in found]
    if all(whole or not NUMBER.match(option) for option, whole in zip(options, found, strict=True)):
        for own in (bare, signed):
            used = [key for key in own if key]
            if len({*used}) == len(used):
                return [key or letter for key, letter in zip(own, LETTERS, strict=False)]
    return [*LETTERS[: len(options)]]


def rows_of(text: str, rows: Sequence[MenuRow], start: int | None = None) -> list[int]:
    """Return the indexes of the rows that a text means: by letter, by number, by words. `start` is proposed."""
    wanted = text.strip().casefold().replace("−", "-")
    others = [place for place, row in enumerate(rows) if place != start and row.label != UNSURE]
    if wanted == UNSURE_KEY and rows[-1].label == UNSURE:
        return [len(rows) - 1]
    if len(wanted) == 1 and wanted.isalpha():  # a place, and never a word
        return [place for letter, place in zip(LETTERS, others, strict=False) if letter == wanted]
    if same := [place for place, row in enumerate(rows) if name_key(row.label) == name_key(wanted) != ""]:
        return same
    if number := TYPED.fullmatch(wanted):
        return [place for place in others if begins(rows[place].label, *number.groups(""))]
    return matching_rows(text, rows) if wanted else []


def begins(option: str, before: str, number: str, behind: str) -> bool:
    """Return True if the option begins with this number, and has its signs `before` and `behind` it, if it has any."""
    found = NUMBER.match(option)
    own = [SIGNS.get(part, part) for part in found.groups("")] if found else []
    return bool(own) and own[1] == number and before in ("", own[0]) and behind in ("", own[2])


def pick_words(keys: Sequence[str]) -> str:
    """Return the keys as `4, 5 or n`. An empty key is left out."""
    keys = [key for key in keys if key]
    return f"{', '.join(keys[:-1])} or {keys[-1]}" if len(keys) > 1 else "".join(keys)


def refusal(text: str, keys: Sequence[str], rows: Sequence[MenuRow]) -> str:
    """Say why the typed text is no option, or of which options it is the beginning, and list the keys."""
    if not text:
        return f"! Choose first: {pick_words(keys)}, then Enter."
    found = [place for place in rows_of(text, rows) if rows[place].label != UNSURE]
    if several := [f"{rows[place].label} ({LETTERS[place]})" for place in found]:
        return f"! {shown(text)} could be {pick_words(several)}: type the letter."
    return f"! {shown(text)} is none of them: {pick_words(keys)}."


class Keyed(Choices):
    """A menu whose rows are chosen by their `keys` ("" for none) or by their words. All rows stay visible."""

    def __init__(self, rows: Sequence[MenuRow], start: int | None, keys: Sequence[str]) -> None:
        self.keys = keys
        super().__init__(rows, start, True)
        self.numbered = False

    def type(self, text: str) -> None:
        self.text = wanted = text.strip()
        self.shown = [*range(len(self.rows))]
        self.meant = rows_of(wanted, self.rows, self.start)
        self.at = picked_row(wanted, self.rows, self.start) if wanted else self.start


def chips(options: Sequence[str], keys: Sequence[str], at: int | None, width: int) -> list[Text]:
    """Return the options, side by side if all are short. ► marks the one that Enter takes."""
    rows = []
    for place, (option, key) in enumerate(zip(options, keys, strict=True)):
        here = place == at
        pointer = styled_line(("► ", "strong") if here else "  ")
        own = is_own(option, key)
        chip = styled_line(
            (f" {visible(option if own or not key else key)} ", "first" if here else "passed" if key else "")
        )
        words = styled_line(pointer, chip) if own or not key else styled_line(pointer, chip, f" {visible(option)}")
        rows.append(words)
    if max(row.cell_len for row in rows) <= SHORT:
        return _flowing(rows, width)
    lines = []
    for row in rows:
        first, *rest = wrapped(row, width)
        lines += [first, *(styled_line(" " * 6, one) for more in rest for one in wrapped(more, width - 6))]
    return lines


def _flowing(rows: Sequence[Text], width: int) -> list[Text]:
    lines = [styled_line()]
    for row in rows:
        if lines[-1].cell_len and lines[-1].cell_len + row.cell_len + 1 > width:
            lines.append(styled_line())
        lines[-1].append_text(row).append(" ")
    return lines


class QuizPrompt(Prompt):
    """A prompt that shows options as chips."""

    def _list(self) -> list[Container]:
        from prompt_toolkit.layout import FormattedTextControl, Window

        def drawn() -> Any:
            return fragments(self._chips(), self.console)

        return [Window(FormattedTextControl(drawn), dont_extend_height=True, always_hide_cursor=True)]

    def _chips(self) -> list[Text]:
        choices = self.choices
        assert isinstance(choices, Keyed)
        return chips([row.label for row in choices.rows], choices.keys, choices.at, self.console.width - 1)

    def _below(self) -> list[Text]:
        if self.opened:
            return super()._below()
        choices, width = self.choices, self.console.width - 1
        assert isinstance(choices, Keyed)
        wrong = choices.text and choices.at is None
        words = refusal(choices.text, choices.keys, choices.rows).removeprefix("! ") if wrong else ""
        usual = None if choices.text else choices.start
        taking = "answer" if usual is None else choices.rows[usual].label
        pairs = [(" ".join(key for key in choices.keys if key), "pick")]
        pairs += [("Esc", "clear")] if choices.text else [("?", "rule")] if Key.WHY in self.around.shown else []
        pairs += [(key.value, key.word) for key in AT_ONCE if key in self.around.shown and not choices.text]
        if choices.at is not None:
            pairs.append(("Enter", taking))
        commands = [key for key in self.around.shown if key not in (Key.WHY, *AT_ONCE)]
        more = ("Space q", "leave") if commands == [Key.LEAVE] else ("Space", "more")
        lines = self._wrapped(words, width) if words else []
        return [*(styled_line((part, "hint")) for part in lines), key_row([*pairs, more], width)]

    def _enter(self, event: KeyPressEvent) -> None:
        choices = self.choices
        assert isinstance(choices, Keyed)
        if self.opened or choices.at is not None:
            super()._enter(event)
            return
        self.around = self.around._replace(refused=refusal(choices.text, choices.keys, choices.rows))
        self.buffer.reset()
        choices.type("")


class QuizScreen(CursorScreen):
    """A screen that shows options with their keys side by side."""

    def __init__(self, console: Console) -> None:
        super().__init__(with_theme(console))

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        choices = Keyed(rows, start, keys_for(rows, start))
        taken: int | str | Key = self._ask(QuizPrompt(self.console, around, choices, AT_ONCE), around)
        return taken


class PlainQuiz(PlainScreen):
    """A quiz screen without a cursor. An option is chosen by its key or by part of its words."""

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        keys = keys_for(rows, start)
        for key, row in zip(keys, rows, strict=True):
            self._print(f"  {row.label}" if is_own(row.label, key) else f"  {key + '.' if key else '-'} {row.label}")
        self._around(around)
        enter = f", Enter for {rows[start].label}" if start is not None else ""
        while True:
            text = self._read(f"{pick_words(keys)}{enter}: ", around).strip()
            if not text and start is not None:
                return start
            place, wish = picked_row(text, rows, start), typed(text, around.keys)
            if place is not None and (wish is None or text in keys):
                return place
            if wish or several(text):
                return wish or text
            self._print(refusal(text, keys, rows))


def choose(
    screen: Screen,
    question: Choose,
    say: Callable[..., None],
    why: Callable[[], View] | None,
    block: Block | None = None,
    unsure: bool = False,
    more: Sequence[Key] = (),
) -> str:
    """Return the chosen option. `why` is opened by `?` (None for no view). `block` draws the question (None prints it).
    `unsure` offers `UNSURE` besides. `more` are keys that work too: to take back the answer before, to lay this aside.

    :raises Leave, Undo, LayAside:
    """
    rows = [MenuRow(option.value) for option in question.options] + [MenuRow(UNSURE)] * unsure
    around = PromptFrame(keys=(Key.WHY, *more, Key.LEAVE), quiet=() if why else (Key.WHY,), pick=True, block=block)
    whose = "Defender: " if question.owner == DEFENDER else ""
    asks = True
    while True:
        if asks and not block:
            say("", f"{whose}{question.text}")
        try:
            got = screen.menu(rows, None, around)
        except EOFError:
            raise Leave from None
        if isinstance(got, Key) and got in WISHES:
            raise WISHES[got]
        refused = "" if why else ANSWER_FIRST
        if isinstance(got, str):
            keys = keys_for(rows, None)
            place = picked_row(got, rows)
            refused = refusal(got, keys, rows) if place is None else ""
            got = got if place is None else place
        if isinstance(got, int):
            return str(rows[got].label)
        asks = not refused
        if refused and not block:
            say(refused)
        elif not refused and why:
            screen.view(why())
        around = around._replace(refused=refused)


def pause(
    screen: Screen, say: Callable[[str], None], why: Callable[[], View | None] | None = None, back: bool = False
) -> None:
    """Wait for Enter in an empty line. `why` returns the view for `?`, or is None. `u` may take the answer `back`.
    :raises Leave, Undo:"""
    hint = "Enter goes on, ? shows why." if why else "Enter goes on."
    hint += " u: a slip, ask again." * back
    keys = (*((Key.WHY,) if why else ()), *((Key.UNDO,) if back else ()), Key.LEAVE)
    block: Block | None = None if screen.leaves else lambda columns, rows: [styled_line()]
    around = PromptFrame(hint=hint, keys=keys, quiet=(Key.WHY,), block=block)
    try:
        while typed_ := screen.line("", around, keys):
            around = around._replace(refused="")
            if isinstance(typed_, Key) and typed_ in WISHES:
                raise WISHES[typed_]
            if typed_ is Key.WHY and why:
                if view := why():
                    screen.view(view)
                continue
            refused = f"! {shown(str(typed_))} means nothing here."
            if screen.leaves:
                say(refused)
            around = around._replace(refused=refused)
    except EOFError:
        raise Leave from None


def picked_row(text: str, rows: Sequence[MenuRow], start: int | None = None) -> int | None:
    """Return the only row that the text means; None for no row or several."""
    found = rows_of(text, rows, start)
    return found[0] if len(found) == 1 else None


def is_own(option: str, key: str) -> bool:
    """Return True if the option is only its key: `4+`."""
    return key in (option, option.rstrip('+"'))


def keys_for(rows: Sequence[MenuRow], start: int | None) -> list[str]:
    """Return the keys of the rows. The proposed row has none, and `UNSURE` has its own."""
    keys = keys_of([row.label for place, row in enumerate(rows) if place != start and row.label != UNSURE])
    keys += [UNSURE_KEY] * (rows[-1].label == UNSURE)
    if start is not None:
        keys.insert(start, "")
    return keys
