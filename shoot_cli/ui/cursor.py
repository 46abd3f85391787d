"""Prompts with a cursor: letters and digits answer, Space commands.

A menu and a typed line are one thing: rows to point at, a line in which what is typed stands, and the keys below it.
No letter that may begin a name is a command there: Space on an empty line opens the commands, each by its letter.
What is needed is imported when the first question is asked, so that the screen is not kept waiting for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from shoot_cli.core.visible import visible
from shoot_cli.ui.choices import Choices
from shoot_cli.ui.pasting import on_one_line, sift
from shoot_cli.ui.screen import COMMANDS, IDLE, LOOKS, Around, Key, Row, key_line

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.layout import Container
    from prompt_toolkit.styles import Style
    from questionary import Question
    from rich.console import Console

    from shoot_cli.ui.view import View

PAGE = 10  # rows
UNBOUND = 1000  # rows, for whoever wants to know how many there would be
LONGEST = 30  # letters of what is typed that are said again


class CursorScreen:
    """:ivar left: a menu left to look at something, as it stood
    :ivar again: an answer was taken back or brought back with the commands open: they stay open for the next"""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.left: Choices | None = None
        self.again = False

    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        choices = Choices(rows, start, around.pick)
        if self.left is not None and self.left.rows == rows:
            choices = self.left
        taken: int | str | Key = self._ask(Prompt(self.console, around, choices, opened=self.again), around)
        # The same menu comes back after a look at something, but not after undo.
        self.left = choices if taken in LOOKS else None
        return taken

    def line(self, text: str, around: Around, at_once: Collection[Key]) -> str | Key:
        said: str | Key = self._ask(Prompt(self.console, around, None, at_once, text, self.again), around)
        return said

    def view(self, view: View, until: float | None = None) -> int | None:
        from shoot_cli.ui.view import Reader

        load_keys_once()
        taken: int | None = self._wait(Reader(view, self.console).question(_style()), until)
        return taken

    def _ask(self, prompt: Prompt, around: Around) -> Any:
        asked = prompt.question()
        sift(asked.application.input, around.throw)
        taken = self._wait(asked, around.until)
        self.again = taken in IDLE and prompt.opened
        return taken

    def _wait(self, asked: Question, until: float | None) -> Any:
        self._begun(asked)
        if until is None:
            return asked.unsafe_ask()
        from shoot_cli.ui.time_cap import run_until

        return run_until(asked.application, until)

    def _begun(self, asked: Question) -> None:
        """Tests listen here."""


class Prompt:
    """One prompt. ``choices``: of a menu; None: a line is typed, and keys ``at_once`` need no Space while it is empty.

    :ivar opened: the commands are in sight, and their letters command
    :ivar only_back: they are open from the prompt before, for another step back or forth; no other letter commands
    """

    def __init__(
        self,
        console: Console,
        around: Around,
        choices: Choices | None,
        at_once: Collection[Key] = (),
        refused: str = "",
        opened: bool = False,
    ) -> None:
        from prompt_toolkit.buffer import Buffer
        from prompt_toolkit.document import Document

        self.console, self.around, self.choices = console, around, choices
        self.at_once = {*at_once} | {Key.WHY}
        self.refused, self.opened, self.only_back = refused, opened, opened
        self.lettered = choices is None and len({*at_once} & {*COMMANDS}) > 0
        self.buffer = Buffer(document=Document(choices.text if choices else ""), multiline=False)
        if choices:
            self.buffer.on_text_changed += lambda buffer: choices.type(buffer.text)

    def question(self) -> Question:
        """What questionary asks."""
        from prompt_toolkit.application import Application
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import BufferControl, Dimension, HSplit, Layout, Window
        from prompt_toolkit.layout.processors import AfterInput, BeforeInput, ConditionalProcessor
        from questionary import Question

        from shoot_cli.ui.streams import output_of_prompts

        load_keys_once()
        drawn = self.around.block is not None
        sign = " \u25ba " if drawn else "> "
        processors: list[Any] = [BeforeInput(sign, "class:question")]
        if drawn and self.around.hint:
            hint = AfterInput(f"  {visible(self.around.hint)}", "class:dim")
            processors.append(ConditionalProcessor(hint, Condition(lambda: not self.buffer.text)))
        line = Window(
            BufferControl(self.buffer, input_processors=processors),
            height=Dimension(min=1),
            wrap_lines=True,
            dont_extend_height=True,
        )
        above = self._block() if drawn else self._text(self._above)
        parts: list[Container] = [above, *self._list(), line, self._refused(), self._text(self._below)]
        application: Application[Any] = Application(
            layout=Layout(HSplit(parts), line),
            key_bindings=self._bindings(),
            style=_style(),
            erase_when_done=True,
            **output_of_prompts(self.console),
        )
        application.ttimeoutlen = 0.05  # after which Escape is a key of its own
        if self.around.clock:
            application.refresh_interval = 1
        return Question(application)

    # What is seen ----------------------------------------------------------------------------------------------------

    def _text(self, text: Any) -> Container:
        """Lines that are drawn anew each time; none at all where there are none."""
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, Window

        window = Window(FormattedTextControl(lambda: [("class:dim", "\n".join(text()))]), dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(text())))

    def _block(self) -> Container:
        """Where we are and what to do now, as large as the screen allows."""
        from prompt_toolkit.layout import FormattedTextControl, Window

        from shoot_cli.ui.drawn import fragments

        def draw() -> Any:
            assert self.around.block
            columns, rows = self.console.width, self.console.height
            clock = [*self._clock(columns - 1)]
            lines = self.around.block(columns, rows - self._rows_below(columns, rows) - len(clock) - 1)
            return [*(("class:dim", f"{line}\n") for line in clock), *fragments(lines, self.console)]

        return Window(FormattedTextControl(draw), dont_extend_height=True, wrap_lines=False)

    def _clock(self, width: int) -> list[str]:
        return [visible(self.around.clock())[:width]] if self.around.clock else []

    def _most_rows(self, rows: int) -> int:
        """Of the list: half of the screen, or less where what just happened needs the room; never less than six."""
        around = self.around
        if not around.block:
            return max(5, rows // 2)
        above = len(around.block(self.console.width, UNBOUND)) + len(self._clock(0))
        return max(6, min(rows // 2, rows - above - len(self._below()) - 3))

    def _rows_below(self, columns: int, rows: int) -> int:
        """Of the menu, the line that is typed in, and what stands under it."""
        listed = 0
        if self.choices:
            listed = sum(len(self._row(self.choices, place)) for place in self.choices.shown)
            listed = min(listed, self._most_rows(rows)) + 1
        typed = len(self.buffer.text) if self.buffer.text else len(self.around.hint)
        refused = len(self._wrapped(self.around.refused, columns - 1)) if self.around.refused else 0
        return listed + 1 + (typed + 5) // max(1, columns) + refused + len(self._below())

    def _refused(self) -> Container:
        """What was wrong with the answer before, until something else is typed."""
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, Window

        def text() -> Any:
            return [("class:refused", "\n".join(self._wrapped(self.around.refused, self.console.width - 1)))]

        window = Window(FormattedTextControl(text), dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(self.around.refused)))

    def _above(self) -> list[str]:
        around, width = self.around, self.console.width - 1
        hint = self._wrapped(around.hint, width) if around.hint else []
        return [line for line in (visible(around.progress)[:width], *self._clock(width), *hint) if line]

    def _below(self) -> list[str]:
        """What is closed, what is meant, what the commands do; and the keys."""
        width = self.console.width - 1
        if self.opened:
            shown = [key for key in COMMANDS if key in self.around.shown and (key in IDLE or not self.only_back)]
            more = [] if self.only_back else ["Space closes this"]
            return [*(f"{key.value}  {COMMANDS[key]}"[:width] for key in shown), *more]
        lines = self._of_closed() if self.choices else []
        keys = key_line(self.around.shown, width, spaced=not self.lettered)
        return [*(part for line in lines for part in self._wrapped(line, width)), keys]

    def _of_closed(self) -> list[str]:
        assert self.choices
        choices, rows = self.choices, self.choices.rows
        if choices.text:
            closed = [rows[place] for place in choices.meant if rows[place].closed]
            if closed and choices.at is None:
                return [f"closed: {closed[0].label} ({closed[0].closed})"]
            said = choices.text if len(choices.text) <= LONGEST else f"{choices.text[:LONGEST]}…"
            return [] if choices.meant else [f"nothing here is called “{said}”"]
        if choices.closed and choices.open:
            return [f"{len(choices.closed)} closed: - {'folds them' if choices.unfolded else 'shows why'}"]
        return []

    def _list(self) -> list[Container]:
        """The rows, at most half a screen of them."""
        choices = self.choices
        if choices is None:
            return []
        from prompt_toolkit.application import get_app
        from prompt_toolkit.data_structures import Point
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, Dimension, FormattedTextControl, Window

        from shoot_cli.ui.long_menus import with_more

        def pointed() -> int:
            return choices.shown.index(choices.at) if choices.at in choices.shown else 0

        def heights() -> list[int]:
            return [len(self._row(choices, place)) for place in choices.shown] or [1]

        window = Window(
            FormattedTextControl(
                lambda: self._rows(choices), get_cursor_position=lambda: Point(0, sum(heights()[: pointed()]))
            ),
            height=lambda: Dimension(max=self._most_rows(get_app().output.get_size().rows)),
            dont_extend_height=True,
            always_hide_cursor=True,
        )
        listed = with_more(window, heights, pointed)
        return [ConditionalContainer(listed, Condition(lambda: bool(choices.shown)))]

    def _rows(self, choices: Choices) -> StyleAndTextTuples:
        found: StyleAndTextTuples = []
        for place in choices.shown:
            style = "class:highlighted" if place == choices.at else ""
            style = "class:dim" if choices.rows[place].closed else style
            pointer = " > " if place == choices.at else "   "
            text = "\n".join(self._row(choices, place))
            found.append((style, f"{pointer}{text}\n"))
        if found:
            style, text = found[-1][:2]
            found[-1] = (style, text.removesuffix("\n"))
        return found

    def _row(self, choices: Choices, place: int) -> list[str]:
        """A row with its number and why it is closed, wrapped between words under its own beginning."""
        row, width = choices.rows[place], len(str(len(choices.rows)))
        number = f"{place + 1:>{width}}. " if choices.numbered else ""
        sign = "- " if row.closed else ""
        indent = len(" > ") + len(sign) + len(number)
        text = f"{row.label} ({row.closed})" if row.closed else row.label
        first, *others = self._wrapped(text, self.console.width - indent - 1) or [""]
        return [f"{sign}{number}{first}", *(" " * indent + line for line in others)]

    def _wrapped(self, text: str, width: int) -> list[str]:
        from rich.text import Text

        return [line.plain.rstrip() for line in Text(visible(text)).wrap(self.console, max(10, width))]

    # What keys do ----------------------------------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        bindings, buffer = KeyBindings(), self.buffer
        empty, opened = Condition(lambda: not buffer.text), Condition(lambda: self.opened)
        all_commands = Condition(lambda: self.opened and not self.only_back)

        def wished(key: Key) -> Any:
            return lambda event: event.app.exit(result=key)

        for key in self.around.keys:
            if key in COMMANDS:
                bindings.add(key.value, filter=opened if key in IDLE else all_commands, eager=True)(wished(key))
            if key in self.at_once:
                bindings.add(key.value, filter=empty & ~opened, eager=True)(wished(key))
        for key, name in ((Key.UNDO, "c-z"), (Key.REDO, "c-y")):
            if key in self.around.keys:
                bindings.add(name, eager=True)(wished(key))
        bindings.add(" ", filter=empty | opened, eager=True)(
            lambda event: self._open(self.only_back or not self.opened)
        )
        bindings.add("escape", eager=True)(self._escape)
        bindings.add("enter", eager=True)(self._enter)
        bindings.add("c-d", filter=empty, eager=True)(lambda event: event.app.exit(exception=EOFError))
        for name in ("c-c", "<sigint>"):
            bindings.add(name, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
        bindings.add("<bracketed-paste>", eager=True)(self._pasted)
        bindings.add("<any>", filter=opened)(self._other)
        if self.choices:
            self._moves(bindings, self.choices)
        else:
            bindings.add("up", filter=empty, eager=True)(lambda event: buffer.insert_text(self.refused))
        return bindings

    def _moves(self, bindings: KeyBindings, choices: Choices) -> None:
        from prompt_toolkit.filters import Condition

        all_ = len(choices.rows)
        steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -all_, "end": all_}
        for name, step in steps.items():
            bindings.add(name, eager=True)(lambda event, step=step: choices.move(step))
        folds = Condition(lambda: not self.buffer.text and not self.opened and bool(choices.closed and choices.open))
        bindings.add("-", filter=folds, eager=True)(lambda event: choices.fold())

    def _open(self, opened: bool) -> None:
        self.opened, self.only_back = opened, False

    def _escape(self, event: KeyPressEvent) -> None:
        if self.opened:
            self._open(False)
        else:
            self.buffer.reset()
            if self.choices:
                self.choices.type("")

    def _enter(self, event: KeyPressEvent) -> None:
        if self.opened and not self.only_back:
            self._open(False)
            return
        taken = self.choices.taken() if self.choices else self.buffer.text
        if taken is not None:
            event.app.exit(result=taken)

    def _other(self, event: KeyPressEvent) -> None:
        """A letter that is no command closes them; it is typed if they were open from before."""
        typed = self.only_back
        self._open(False)
        if typed and event.data.isprintable():
            self.buffer.insert_text(event.data)

    def _pasted(self, event: KeyPressEvent) -> None:
        self._open(False)
        self.buffer.insert_text(on_one_line(event.data))


@cache
def load_keys_once() -> None:
    """Those of every editing mode are made anew for every application; nobody turns vi on."""
    from prompt_toolkit.application import application
    from prompt_toolkit.key_binding import KeyBindings, defaults

    for vi in ("load_vi_bindings", "load_vi_search_bindings"):
        setattr(defaults, vi, KeyBindings)
    application.load_key_bindings = cache(application.load_key_bindings)  # type: ignore[attr-defined]


def _style() -> Style:
    from prompt_toolkit.styles import Attrs, Style

    dim = "noinherit dim" if "dim" in Attrs._fields else "noinherit"  # prompt_toolkit learnt it late
    return Style(
        [
            ("dim", dim),
            ("more", dim),
            ("question", "bold"),
            ("refused", "fg:ansired bold"),
            ("highlighted", "fg:ansicyan bold"),
        ]
    )
