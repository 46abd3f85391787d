"""Two ways to be asked: a cursor menu and a line that reacts to keys, or plain numbered lists and typed lines.

Neither knows what is asked. Both take rows or a line, and give back a row, a text, or a ``Key``. What they need is
imported when the first question is asked, so that the screen is not kept waiting for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from shoot_cli.core.visible import visible
from shoot_cli.ui.pasting import on_one_line, sift
from shoot_cli.ui.screen import LOOKS, Around, Key, Row, key_line, typed

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from questionary import Style
    from rich.console import Console

NOWHERE = -1  # no row is pointed at; the arrow down goes to the first


def numbered(rows: Sequence[Row]) -> bool:
    """True if rows can carry numbers: not where they are numbers themselves, as in 4+, 5+, 6+."""
    return not any(re.fullmatch(r"[0-9]+\W*", row.label) for row in rows)


class CursorScreen:
    """Arrows, Enter, digits that jump to a row, and keys that work at once."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.left: tuple[Sequence[Row], int] | None = None  # a menu left to look at something, and its row

    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        import questionary

        load_keys_once()
        from prompt_toolkit.filters import to_filter
        from prompt_toolkit.key_binding import merge_key_bindings
        from prompt_toolkit.layout import ConditionalContainer, Dimension
        from questionary.prompts.common import InquirerControl

        choices = [questionary.Choice(self._row(rows, place), place) for place in range(len(rows))]
        for choice, row in zip(choices, rows, strict=True):
            choice.disabled = bool(row.closed)  # type: ignore[assignment]  # with no text: the row has it already
        from shoot_cli.ui.long_menus import with_more

        heights = [str(choice.title).count("\n") + 1 for choice in choices]
        asked = questionary.select(
            "",
            choices,
            qmark=self._above(around, 4).removesuffix("\n"),
            instruction=" ",
            pointer=">",
            style=_style(),
            erase_when_done=True,
            **self._output(),
        )
        application = asked.application
        window = next(w for w in application.layout.find_all_windows() if isinstance(w.content, InquirerControl))
        window.wrap_lines = to_filter(True)
        # A list that is longer than the screen must not push the question off its top.
        window.height = lambda: Dimension(max=max(5, application.output.get_size().rows - 9 - bool(around.clock)))
        control: Any = window.content
        for holder in application.layout.walk():
            if isinstance(holder, ConditionalContainer) and holder.content is window:
                holder.content = with_more(window, heights, lambda: control.pointed_at)
        if self.left is not None and self.left[0] == rows:
            control.pointed_at = self.left[1]
        elif start is not None:
            control.pointed_at = start
        elif around.pick:
            control.pointed_at = NOWHERE
        own = _menu_bindings(rows, control, around.keys)
        application.key_bindings = merge_key_bindings(
            [application.key_bindings, own] if application.key_bindings else [own]
        )
        taken: int | str | Key = self._ask(asked, around)
        if isinstance(taken, str) and not taken.startswith("#"):  # a name begun: the rest of it is typed in a line
            hint = around._replace(hint="Type a part of the name, or its number with #.")
            return self._line(hint, (), begun=taken, names=[row.label for row in rows if not row.closed])
        # The same menu comes back after a look at something, but not after undo.
        self.left = (rows, control.pointed_at) if taken in LOOKS else None
        return taken

    def _row(self, rows: Sequence[Row], place: int) -> str:
        """A row with its number and why it is closed, wrapped between words under its own beginning."""
        row, width = rows[place], len(str(len(rows)))
        number = f"{place + 1:>{width}}. " if numbered(rows) else ""
        indent = len(" > ") + len("- ") * bool(row.closed) + len(number)
        text = f"{row.label} ({row.closed})" if row.closed else row.label
        return number + ("\n" + " " * indent).join(self._wrapped(text, self.console.width - indent - 1))

    def _wrapped(self, text: str, width: int) -> list[str]:
        from rich.text import Text

        return [line.plain.rstrip() for line in Text(visible(text)).wrap(self.console, max(10, width))]

    def line(self, text: str, around: Around, at_once: Collection[Key]) -> str | Key:
        return self._line(around, at_once, refused=text)

    def _line(
        self, around: Around, at_once: Collection[Key], begun: str = "", refused: str = "", names: Sequence[str] = ()
    ) -> str | Key:
        """``names``: of the menu that was on the screen; those that what is typed can mean are shown under the line."""
        import questionary

        from shoot_cli.ui.long_menus import meant_so_far

        load_keys_once()

        below: dict[str, Any] = {"bottom_toolbar": lambda: meant_so_far(names, self.console.width)} if names else {}
        asked = questionary.text(
            ">",
            default=begun,
            qmark=self._above(around),
            style=_style(),
            key_bindings=_line_bindings(at_once, refused),
            erase_when_done=True,
            **below,
            **self._output(),
        )
        said = self._ask(asked, around)
        return said if isinstance(said, Key) else typed(said, around.keys) or said

    def _above(self, around: Around, room: int = 1) -> str:
        width = self.console.width - room
        hint = self._wrapped(around.hint, width) if around.hint else []
        clock = visible(around.clock())[:width] if around.clock else ""
        lines = (visible(around.progress)[:width], clock, *hint, key_line(around.shown, width))
        return "".join(line + "\n" for line in lines if line)

    def _tick(self, asked: Any, around: Around) -> None:
        if clock := around.clock:
            from shoot_cli.ui.clock import tick

            tick(asked.application, lambda: visible(clock()))

    def _ask(self, asked: Any, around: Around) -> Any:
        sift(asked.application.input, around.throw)
        self._tick(asked, around)
        if around.until is None:
            return asked.unsafe_ask()
        from shoot_cli.ui.time_cap import run_until

        return run_until(asked.application, around.until)

    def _output(self) -> dict[str, Any]:
        from shoot_cli.ui.streams import output_of_prompts

        settings = output_of_prompts()
        if self.console.no_color or self.console.color_system is None:
            from prompt_toolkit.output import ColorDepth

            settings["color_depth"] = ColorDepth.DEPTH_1_BIT
        return settings


@cache
def load_keys_once() -> None:
    """All keys are made anew for every application, of which questionary needs three for a menu; nobody turns vi on."""
    from prompt_toolkit.application import application
    from prompt_toolkit.key_binding import KeyBindings, defaults

    for vi in ("load_vi_bindings", "load_vi_search_bindings"):
        setattr(defaults, vi, KeyBindings)
    application.load_key_bindings = cache(application.load_key_bindings)  # type: ignore[attr-defined]


def _menu_bindings(rows: Sequence[Row], control: Any, keys: Collection[Key]) -> KeyBindings:
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()
    digits, at_digits = "", -1  # the number typed, and where the pointer was then

    def jump(place: int) -> None:
        if 0 <= place < len(rows) and not rows[place].closed:
            control.pointed_at = place

    def move(step: int, start: int | None = None) -> None:
        """The next open row this way, else the last one that was open."""
        place = control.pointed_at + step if start is None else start
        place = max(0, min(place, len(rows) - 1))
        way = 1 if step > 0 else -1
        for here in (
            *range(place, len(rows) if way > 0 else -1, way),
            *range(place, -1 if way > 0 else len(rows), -way),
        ):
            if not rows[here].closed:
                control.pointed_at = here
                return

    def digit(event: KeyPressEvent) -> None:
        nonlocal digits, at_digits
        both = digits + event.data  # 1, then 2: the twelfth, if there are so many; 1, then 9: none of twelve
        goes_on = int(digits) * 10 <= len(rows) if digits and numbered(rows) else _row_of(rows, both) is not None
        digits = both if goes_on and at_digits in (-1, control.pointed_at) else event.data
        if (place := _row_of(rows, digits)) is not None:
            jump(place)
        elif not numbered(rows):  # none begins so: it is no row's number either
            event.app.exit(result=both)
        at_digits = control.pointed_at

    def enter(event: KeyPressEvent) -> None:
        """The row pointed at; a number that is no row, or a closed one, is never taken for another."""
        if control.pointed_at == NOWHERE and not digits:
            return
        place = _row_of(rows, digits) if digits and at_digits == control.pointed_at else control.pointed_at
        event.app.exit(result=f"#{digits}" if place is None else place)

    def begun(event: KeyPressEvent) -> None:
        nonlocal digits
        said = digits + event.data
        if digits and not numbered(rows) and rows[control.pointed_at].label.startswith(said):
            digits = said  # "5+", typed to its end where the 5 was enough
        elif event.data.isprintable():
            event.app.exit(result=event.data)

    def pasted(event: KeyPressEvent) -> None:
        if text := on_one_line(event.data):
            event.app.exit(result=text)

    def end(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError)

    def interrupted(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    for key in "0123456789":
        bindings.add(key, eager=True)(digit)
    for name, step, start in (
        ("pagedown", 10, None),
        ("pageup", -10, None),
        ("home", 1, 0),
        ("end", -1, len(rows) - 1),
    ):
        bindings.add(name, eager=True)(lambda event, step=step, start=start: move(step, start))
    nowhere = Condition(lambda: control.pointed_at == NOWHERE)
    bindings.add("up", filter=nowhere, eager=True)(lambda event: move(-1, len(rows) - 1))
    bindings.add("c-d", eager=True)(end)
    bindings.add("<sigint>")(interrupted)
    bindings.add("<bracketed-paste>", eager=True)(pasted)
    bindings.add("enter", eager=True)(enter)
    bindings.add("<any>")(begun)
    for wish in keys:
        bindings.add(wish.value, eager=True)(lambda event, wish=wish: event.app.exit(result=wish))
    return bindings


def _row_of(rows: Sequence[Row], digits: str) -> int | None:
    """The row with this number; where rows are numbers themselves, the first that begins so."""
    if numbered(rows):
        return int(digits) - 1 if 1 <= int(digits) <= len(rows) else None
    return next((place for place, row in enumerate(rows) if row.label.startswith(digits)), None)


def _line_bindings(at_once: Collection[Key], refused: str) -> KeyBindings:
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()
    empty = Condition(lambda: not get_app().current_buffer.text)
    for wish in at_once:
        bindings.add(wish.value, filter=empty, eager=True)(lambda event, wish=wish: event.app.exit(result=wish))
    bindings.add("up", filter=empty, eager=True)(lambda event: event.current_buffer.insert_text(refused))
    bindings.add("<bracketed-paste>", eager=True)(
        lambda event: event.current_buffer.insert_text(on_one_line(event.data))
    )
    return bindings


def _style() -> Style:
    from prompt_toolkit.styles import Attrs
    from questionary import Style

    dim = "noinherit dim" if "dim" in Attrs._fields else "noinherit"  # prompt_toolkit learnt it late
    return Style(
        [
            ("qmark", dim),
            ("instruction", dim),
            ("disabled", dim),
            ("more", dim),
            ("bottom-toolbar", "noreverse"),
            ("question", "bold"),
            ("pointer", "fg:ansicyan bold"),
            ("highlighted", "fg:ansicyan bold"),
            ("answer", "noinherit bold"),
        ]
    )


class PlainScreen:
    """Lines only, nothing redrawn: for screen readers, dumb terminals and whoever asked for plain text.

    Lines around the prompt are said again only when they have changed.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.said: dict[str, str] = {}
        self.typed_at: Sequence[Row] | None = (
            None  # the list that was just answered with text: no need to read it again
        )

    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        count = numbered(rows)
        for place, row in enumerate(() if self.typed_at is rows else rows):
            sign = "--" if row.closed else f"{place + 1}." if count else "*"
            self._print(f"{sign:>3} {row.label}" + (f" (closed: {row.closed})" if row.closed else ""))
        enter = "" if start is None else f", Enter for {start + 1 if count else visible(rows[start].label)}"
        self._around(around)
        text = self._read(f"{'Number' if count else 'Which'}{enter}: ", around.until)
        self.typed_at = None
        if not text.strip() and start is not None:
            return start
        if count and re.fullmatch(r"[0-9]{1,4}", text.strip()):
            place = int(text) - 1
            self.typed_at = rows if not 0 <= place < len(rows) or rows[place].closed else None
            return place if 0 <= place < len(rows) else f"#{text.strip()}"
        key = typed(text, around.keys)
        self.typed_at = None if key else rows
        return key or text

    def line(self, text: str, around: Around, at_once: Collection[Key]) -> str | Key:
        self._around(around._replace(hint="") if text else around)  # heard already before the text was refused
        said = self._read("> ", around.until)
        return typed(said, around.keys) or said

    def _around(self, around: Around) -> None:
        if around.hint:
            self._print(around.hint)
        for name, text in (("progress", around.progress), ("keys", key_line(around.shown, self.console.width))):
            if text and self.said.get(name) != text:
                self.said[name] = text
                self._print(text)
        if around.clock:
            from shoot_cli.ui.clock import to_the_minute

            line = around.clock()
            if self.said.get("clock") != to_the_minute(line):
                self.said["clock"] = to_the_minute(line)
                self._print(line)

    def _print(self, text: str) -> None:
        from rich.text import Text

        self.console.print(Text(visible(text)))

    def _read(self, prompt: str, until: float | None) -> str:
        """One line of standard input, which the Up key brings back later where the platform can do that."""
        if until is not None:
            from shoot_cli.ui.time_cap import read_line_until

            return read_line_until(prompt, until)
        with suppress(ImportError):  # Windows
            import readline  # noqa: F401
        return input(prompt)
