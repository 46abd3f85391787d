"""Prompts with a cursor (prompt_toolkit): letters and digits answer, Space opens the commands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.asked.rows import MenuRow
from shoot_cli.engine.names import visible
from shoot_cli.engine.reasons import shown
from shoot_cli.ui.menu import Choices, choice_text
from shoot_cli.ui.screen import COMMANDS, IDLE, LOOKS, Key, Preview, PromptFrame, Reader, fragments, of_prompts, typed
from shoot_cli.ui.typed_input import (
    TOO_MUCH,
    answered,
    forget_unwanted,
    is_doubled,
    is_pasted,
    on_one_line,
    pasted_words,
    run_until,
    sift,
    soon_after,
    type_ahead,
)

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.layout import Container
    from questionary import Question
    from rich.console import Console
    from rich.text import Text

    from shoot_cli.ui.menu import Band
    from shoot_cli.ui.screen import Others, View


def erased_whole(application: Application[Any]) -> None:
    """Erase the whole prompt after the window became narrower, although the terminal wrapped its lines.

    On a terminal that cuts lines instead, a few lines too many are erased.
    """
    redraw = application._on_resize

    def resized() -> None:
        from prompt_toolkit.data_structures import Point

        renderer, columns = application.renderer, application.output.get_size().columns
        drawn, cursor = renderer._last_screen, renderer._cursor_pos
        if drawn is not None and columns > 0:
            more = sum(max(0, _line_length(drawn.data_buffer[line]) - 1) // columns for line in range(cursor.y))
            renderer._cursor_pos = Point(cursor.x % columns, cursor.y + more + cursor.x // columns)
        redraw()

    application._on_resize = resized  # type: ignore[method-assign]


def _line_length(cells: Any) -> int:
    """Return the columns of a line without empty ones at its end."""
    return 1 + max((x for x, c in cells.items() if c.char != " " or "bg:" in c.style or "reverse" in c.style),
                   default=-1)  # fmt: skip


@cache
def load_keys_once() -> None:
    """Cache the key bindings of prompt_toolkit and leave out those of vi. By default each application rebuilds them."""
    from prompt_toolkit.application import application
    from prompt_toolkit.key_binding import KeyBindings, defaults

    for vi in ("load_vi_bindings", "load_vi_search_bindings"):
        setattr(defaults, vi, KeyBindings)
    application.load_key_bindings = cache(application.load_key_bindings)  # type: ignore[attr-defined]


def either(*reads: Callable[[str], bool] | None) -> Callable[[str], bool]:
    """Return a function that is True if one of these is; None is never."""
    return lambda text: any(read(text) for read in reads if read)


SPACE_U = "Space u takes back. Here u alone does it too, if it is the first key you press."
PAGE = 10  # rows
FEW_ROWS = 16  # more than half of a small screen
UNBOUND = 1000  # rows, to measure the full height


class CursorScreen:
    """A screen with a cursor.

    :ivar left: the state of a menu that was left to open a view
    :ivar again: True after undo or redo with open commands; the commands stay open
    :ivar back: True after an undo by its letter alone; the same letter, pressed next, takes back once more
    :ivar alone: the letter just pressed that needs no Enter, as `r`; an Enter that follows soon was meant for it
    :ivar others: who may answer elsewhere; None for nobody
    """

    others: Others | None = None

    def __init__(self, console: Console) -> None:
        self.console, self.leaves = console, False
        self.left: Choices | None = None
        self.again = self.back = False
        self.alone = ""

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        reads = frame.reads
        if frame.whole:  # what stands in the line for a pasted text means no row either
            reads = either(reads, is_pasted)
        choices = Choices(rows, start, frame.pick, frame.beside, reads, frame.behind)
        choices.enter = "take it" if frame.whole else choices.enter
        if self.left is not None and self.left.rows == rows:
            choices = self.left
        prompt = Prompt(self.console, frame, choices, opened=self.again)
        taken: int | str | Key = self._ask(prompt, frame)
        # Keep the menu after a view, but not after undo.
        self.left = prompt.choices if taken in LOOKS else None
        return taken

    def line(self, text: str, frame: PromptFrame, letter_keys: Collection[Key]) -> str | Key:
        reply: str | Key = self._ask(Prompt(self.console, frame, None, letter_keys, text, self.again), frame)
        return reply

    def view(self, view: View, until: float | None = None) -> int | None:
        """Show the view. A digit that closed it stands in the line of the next prompt."""
        load_keys_once()
        self.alone = ""  # an Enter was meant for the view
        reader = Reader(view, self.console)
        asked = reader.question(of_prompts())
        taken: int | None = self._wait(asked, until)
        type_ahead(asked.application.input, reader.digit)
        return taken

    def _ask(self, prompt: Prompt, frame: PromptFrame) -> Any:
        prompt.back, prompt.alone = self.back and Key.UNDO not in prompt.at_once, self.alone
        asked = prompt.question()
        keys = asked.application.input
        sift(keys, frame.throw, prompt.too_much, frame.whole is not None)
        if early := forget_unwanted(keys, frame):
            words = f"! {shown(early)} was typed before this was asked, and is not taken."
            prompt.around = frame._replace(refused=f"{frame.refused} {words}".strip())
        taken = self._wait(asked, frame.until)
        answered(keys, None if isinstance(taken, Key) else frame.kind)
        self.again = taken in IDLE and prompt.opened
        self.back = taken is Key.UNDO and prompt.by_letter
        acts = self.back or (taken in (Key.ROLL, Key.AGAIN) and not prompt.by_enter)
        self.alone = taken.value if acts else ""
        return taken

    def _wait(self, asked: Question, until: float | None) -> Any:
        self._begun(asked)
        if until is not None:
            return run_until(asked.application, until)
        if self.others is None:
            return asked.unsafe_ask()
        from shoot_cli.ui.elsewhere import run_closable

        return run_closable(asked.application, self.others)

    def _begun(self, asked: Question) -> None:
        """Do nothing; tests override this."""


class Prompt:
    """One prompt. `choices` is a menu, or None for a typed line. Keys `at_once` work in an empty line without Space.

    :ivar opened: True while the commands are visible and letters are commands
    :ivar only_back: True if they stay open after undo or redo; only these two work then
    """

    def __init__(
        self,
        console: Console,
        frame: PromptFrame,
        choices: Choices | None,
        letter_keys: Collection[Key] = (),
        refused: str = "",
        opened: bool = False,
    ) -> None:
        from prompt_toolkit.buffer import Buffer
        from prompt_toolkit.document import Document

        self.console, self.around, self._menu = console, frame, choices
        self.unread = False  # True if letters came that the menu has not read yet
        self.at_once = {*letter_keys} | {Key.WHY}
        self.refused, self.opened, self.only_back = refused, opened, opened
        self.dropped = ""  # said if keys were dropped
        self.doubted: tuple[str, int | None] | None = None  # why a row was not taken yet, and its index
        self.folded = -1  # the number of the key press that showed or hid rows last
        self.back = self.by_letter = False  # as in `CursorScreen`; and whether undo was pressed in this way
        self.alone, self.by_enter = "", False  # as in `CursorScreen`; and whether Enter took what was typed
        self.begun, self.pressed = monotonic(), 0  # when it began; keys at this prompt
        self.drawn: tuple[Any, list[Band]] | None = None  # a state of the menu and its drawn rows
        self.lettered = choices is None and len({*letter_keys} & {*COMMANDS}) > 0
        self.lit = choices.at if choices else None  # the first row pointed at
        self.pasted = ""  # a text that was pasted with all its lines; the line shows how many they are
        self.buffer = Buffer(document=Document(choices.typed if choices else ""), multiline=False)
        self.buffer.on_text_changed += self._mark_unread

    @property
    def choices(self) -> Choices | None:
        """The menu after all that was typed. Letters that came at once are read once, since reading may take long."""
        if self._menu and self.unread:
            self.unread = False
            self._menu.type(self.buffer.text)
        return self._menu

    def _this_menu(self) -> Choices:
        assert self.choices
        return self.choices

    def _mark_unread(self, buffer: Buffer) -> None:
        self.unread = True

    def too_much(self) -> None:
        """Show that typed keys were dropped."""
        self.dropped = TOO_MUCH

    def key_pressed(self) -> None:
        """Take away why the last answer was refused: the next one begins."""
        self.around = self.around._replace(refused="")
        self.pressed += 1

    def _why_refused(self) -> str:
        return self.dropped or self.around.refused or (SPACE_U if self.back and not self.pressed else "")

    def question(self) -> Question:
        from prompt_toolkit.application import Application
        from prompt_toolkit.layout import BufferControl, Dimension, HSplit, Layout, Window
        from prompt_toolkit.layout.processors import AfterInput, BeforeInput
        from questionary import Question

        from shoot_cli.ui.console import output_of_prompts

        load_keys_once()
        drawn = self.around.block is not None
        sign = " \u25ba " if drawn else "> "
        processors: list[Any] = [BeforeInput(sign, "class:question")]
        if drawn:
            processors.append(AfterInput(lambda: f"  {self._aside()}".rstrip(), "class:dim"))
        line = Window(
            BufferControl(self.buffer, input_processors=processors),
            height=Dimension(min=1),
            wrap_lines=True,
            dont_extend_height=True,
        )
        above = self._window(self._block) if drawn else self._dim_lines(self._above)
        row = self._window(lambda: self._preview().above)
        parts: list[Container] = [above, *self._list(), row, line, self._refusal(), self._window(self._below)]
        application: Application[Any] = Application(
            layout=Layout(HSplit(parts), line),
            key_bindings=self._bindings(),
            style=of_prompts(),
            erase_when_done=True,
            **output_of_prompts(self.console),
        )
        erased_whole(application)
        application.key_processor.before_key_press += lambda keys: self.key_pressed()
        # Seconds after which Escape counts as a single key, and after which a text that is pasted has come whole.
        application.ttimeoutlen = 0.3 if self.around.whole else 0.05
        if self.around.clock:
            application.refresh_interval = 1
        return Question(application)

    def _dim_lines(self, text: Any) -> Container:
        """Return a window of lines that is hidden while empty."""
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, Window

        window = Window(FormattedTextControl(lambda: [("class:dim", "\n".join(text()))]), dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(text())))

    def _window(self, lines: Callable[[], Sequence[Text]]) -> Container:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, Window

        def draw() -> Any:
            return fragments(lines(), self.console)

        window = Window(FormattedTextControl(draw), dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(lines())))

    def _block(self) -> list[Text]:
        """Return the block around the prompt, as large as the screen allows."""
        from shoot_cli.ui.styles import styled_line

        assert self.around.block
        columns, rows = self.console.width, self.console.height
        clock = [styled_line((line, "past")) for line in self._clock(columns - 1)]
        return [*clock, *self.around.block(columns, rows - self._rows_below(columns, rows) - len(clock) - 1)]

    def _preview(self) -> Preview:
        return self.around.tell(self.buffer.text, self.console.width - 1)

    def _aside(self, below: bool = False) -> str:
        """Return the hint, or the preview of typed text. It stands behind the text if it fits, otherwise below."""
        if not self.around.block:
            return ""
        if self.choices and self.buffer.text:
            return ""
        words = visible(self._preview().behind if self.buffer.text else self.around.hint)
        fits = len(self.buffer.text) + len(words) + 6 <= self.console.width
        return words if words and fits != below else ""

    def _clock(self, width: int) -> list[str]:
        return [visible(self.around.clock())[:width]] if self.around.clock else []

    def _most_rows(self, rows: int) -> int:
        """Return the most rows for the list: half the screen or `FEW_ROWS`, less if the block needs room, but 6."""
        frame = self.around
        if not frame.block:
            return max(5, rows // 2)
        above = len(frame.block(self.console.width, UNBOUND)) + len(self._clock(0))
        return max(6, min(max(FEW_ROWS, rows // 2), rows - above - len(self._below()) - 3))

    def _rows_below(self, columns: int, rows: int) -> int:
        """Return the rows of the menu, the typed line and the lines under it."""
        listed = 0
        if self.choices and self._listed(self.choices):
            listed = sum(len(band.lines) for band in self._drawn_rows(self.choices))
            listed = min(listed, self._most_rows(rows)) + 1
        listed += len(self._preview().above)
        refused = len(self._wrapped(why, columns - 1)) if (why := self._why_refused()) else 0
        return listed + 1 + (len(self.buffer.text) + 5) // max(1, columns) + refused + len(self._below())

    def _refusal(self) -> Container:
        """Return the reason why the last answer was refused."""
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, Window

        def text() -> Any:
            return [("class:refused", "\n".join(self._wrapped(self._why_refused(), self.console.width - 1)))]

        window = Window(FormattedTextControl(text), dont_extend_height=True)
        return ConditionalContainer(window, Condition(lambda: bool(self._why_refused())))

    def _above(self) -> list[str]:
        frame, width = self.around, self.console.width - 1
        hint = self._wrapped(frame.hint, width) if frame.hint else []
        return [line for line in (visible(frame.progress)[:width], *self._clock(width), *hint) if line]

    def _below(self) -> list[Text]:
        """Return the lines below the prompt: closed rows, an example, or the preview, then keys; or the commands."""
        from shoot_cli.ui.menu import commands, filter_keys, hidden_rows_text, letter_keys, name_keys_line
        from shoot_cli.ui.styles import styled_line

        width, shown = self.console.width - 1, self.around.shown
        if self.opened:
            return commands(self.around, self.only_back, width)
        lines = [self._aside(below=True)]
        if self.choices:
            preview = self._preview().behind if self.choices.reads and self.choices.at is None else ""
            example = lines if self.choices.reads else []
            lines = [preview] if preview else [*example, hidden_rows_text(self.choices, width, self.around.noun)]
        if self.choices and self.choices.text:
            keys = filter_keys(self.choices, shown, width)
        else:
            letters = [key for key in shown if key in self.at_once]
            keys = letter_keys(letters, width) if self.lettered else name_keys_line(shown, width, self.choices)
        parts = (part for line in lines if line for part in self._wrapped(line, width))
        return [*(styled_line((part, "hint")) for part in parts), keys]

    def _list(self) -> list[Container]:
        """Return the menu's rows in a window of at most half a screen."""
        if self._menu is None:
            return []
        from prompt_toolkit.application import get_app
        from prompt_toolkit.data_structures import Point
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.layout import ConditionalContainer, Dimension, FormattedTextControl, Window

        from shoot_cli.ui.menu import with_row_hints

        def drawn() -> list[Band]:
            return self._drawn_rows(self._this_menu())

        def heights() -> list[int]:
            return [len(band.lines) for band in drawn()] or [1]

        def pointed() -> int:
            return next((n for n, band in enumerate(drawn()) if self._this_menu().at in band.places), 0)

        def text() -> Any:
            return fragments([line for band in drawn() for line in band.lines], self.console)

        window = Window(
            FormattedTextControl(text, get_cursor_position=lambda: Point(0, sum(heights()[: pointed()]))),
            height=lambda: Dimension(max=self._most_rows(get_app().output.get_size().rows)),
            dont_extend_height=True,
            always_hide_cursor=True,
        )
        listed = with_row_hints(window, heights, pointed, lambda: [len(band.places) for band in drawn()] or [1])
        return [ConditionalContainer(listed, Condition(lambda: self._listed(self._this_menu())))]

    def _listed(self, choices: Choices) -> bool:
        """Return True if rows are visible. Open commands replace them."""
        return bool(choices.shown) and (self.only_back or not self.opened)

    def _drawn_rows(self, choices: Choices) -> list[Band]:
        """Return the drawn rows. They are drawn once for each state of the menu."""
        from shoot_cli.ui.menu import bands

        width, rows = self.console.width, self.console.height
        state = choices.at, choices.text, choices.unfolded, width, rows
        if self.drawn is None or self.drawn[0] != state:
            self.drawn = state, bands(choices, width - 1, self._most_rows(rows), self._wrapped)
        return self.drawn[1]

    def _wrapped(self, text: str, width: int) -> list[str]:
        from rich.text import Text

        return [line.plain.rstrip() for line in Text(visible(text)).wrap(self.console, max(10, width))]

    def _bindings(self) -> KeyBindings:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        bindings, buffer = KeyBindings(), self.buffer
        empty, opened = Condition(lambda: not buffer.text), Condition(lambda: self.opened)
        all_commands = Condition(lambda: self.opened and not self.only_back)
        alone = Condition(lambda: not self._begins_word())

        def wished(key: Key) -> Any:
            return lambda event: event.app.exit(result=key)

        def back_by_letter(event: KeyPressEvent) -> None:
            self.by_letter = True
            event.app.exit(result=Key.UNDO)

        for key in self.around.keys:
            if key in COMMANDS or key is Key.WHY:  # it works above the list as well
                bindings.add(key.value, filter=opened if key in IDLE else all_commands, eager=True)(wished(key))
            if key in self.at_once:
                press = back_by_letter if key is Key.UNDO else wished(key)
                bindings.add(key.value, filter=empty & ~opened & alone, eager=True)(press)
        if self.back and Key.UNDO in self.around.keys:
            at_first = Condition(lambda: self.pressed == 1)
            bindings.add(Key.UNDO.value, filter=empty & ~opened & at_first, eager=True)(back_by_letter)
        for key, name in ((Key.UNDO, "c-z"), (Key.REDO, "c-y")):
            if key in self.around.keys:
                bindings.add(name, eager=True)(wished(key))
        bindings.add(" ", filter=empty | opened, eager=True)(
            lambda event: self._open(self.only_back or not self.opened)
        )
        bindings.add("escape", eager=True)(self._escape)
        for name in ("enter", "c-j"):  # the terminal makes a line feed of an Enter typed between two prompts
            bindings.add(name, eager=True)(self._enter)
        bindings.add("c-d", filter=empty, eager=True)(lambda event: event.app.exit(exception=EOFError))
        bindings.add("c-d", filter=~empty & Condition(self._holds_text), eager=True)(self._enter)
        for name in ("c-c", "<sigint>"):
            bindings.add(name, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
        bindings.add("<bracketed-paste>", eager=True)(self._pasted)
        bindings.add("<any>", filter=opened)(self._close_commands)
        if self._menu:
            self._bind_moves(bindings)
        else:
            bindings.add("up", filter=empty, eager=True)(lambda event: buffer.insert_text(self.refused))
        return bindings

    def _bind_moves(self, bindings: KeyBindings) -> None:
        from prompt_toolkit.filters import Condition

        all_ = len(self._this_menu().rows)
        steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -all_, "end": all_}
        for name, step in steps.items():
            bindings.add(name, eager=True)(lambda event, step=step: self._this_menu().move(step))
        if self.around.typed and self.around.reads:
            untouched = Condition(lambda: not self.buffer.text and self._this_menu().at == self.lit)
            bindings.add("up", filter=untouched, eager=True)(lambda event: self.buffer.insert_text(self.around.typed))
        across = Condition(lambda: self._this_menu().tall > 0)
        for name, way in (("left", -1), ("right", 1)):
            bindings.add(name, filter=across, eager=True)(lambda event, way=way: self._this_menu().change_column(way))
        folds = Condition(lambda: not self.buffer.text and not self.opened and self._this_menu().can_fold)
        bindings.add("-", filter=folds, eager=True)(lambda event: self._fold(self._this_menu()))

    def _begins_word(self) -> bool:
        """Return True if a letter was already typed behind this one: both are text. Several undos are none."""
        from prompt_toolkit.application import get_app

        queue = get_app().key_processor.input_queue
        follows = queue[0].data if queue else ""
        return follows.isalpha() and follows not in {key.value for key in IDLE}

    def _fold(self, choices: Choices) -> None:
        """Show or hide rows at once. An Enter that follows directly was meant for this key, so it takes nothing."""
        choices.fold()
        self.folded = self.pressed

    def _open(self, opened: bool) -> None:
        self.opened, self.only_back = opened, False

    def _escape(self, event: KeyPressEvent) -> None:
        if self.opened:
            self._open(False)
        elif self.around.escapes and not self.buffer.text:
            event.app.exit(result=Key.UNDO)
        else:
            self.buffer.reset()
            if self.choices:
                self.choices.type("")

    def _enter(self, event: KeyPressEvent) -> None:
        if self.opened and not self.only_back:
            self._open(False)
            return
        untouched = not self.buffer.text and (not self.choices or self.choices.at == self.lit)
        if self.alone and self.pressed == 1 and soon_after(self.begun):
            self._doubt(f"{self.alone} needs no Enter")
            return
        if is_doubled(event.app.input, self.begun) and untouched:
            return
        if self.choices and (letter := self.choices.only_inside()) and self.doubted != (letter, self.choices.at):
            self.doubted = letter, self.choices.at
            self._doubt(f"“{letter}” is a key of dice")
            return
        if self.choices and (row := self.choices.doubted()) and self.doubted != (row.doubt, self.choices.at):
            self.doubted = row.doubt, self.choices.at
            self._doubt(row.doubt)
            return
        if self.choices and self.choices.at is not None and self.folded == self.pressed - 1:
            self._doubt("- needs no Enter")
            return
        taken: Any = self.choices.taken() if self.choices else self.buffer.text
        if self.lettered:  # a letter that does not work at once, or a word typed fast
            taken = typed(taken, {*self.at_once, Key.EVENT}.intersection(self.around.keys)) or taken
        if self._holds_text():
            taken = self.pasted
        if taken is not None:
            self.by_enter = True
            event.app.exit(result=taken)

    def _doubt(self, why: str) -> None:
        """Show why this Enter takes nothing yet, and what the next one takes."""
        choices = self.choices
        row = visible(choices.rows[choices.at].label) if choices and choices.at is not None else ""
        self.around = self.around._replace(refused=f"! {why}; Enter again {choice_text(row) if row else 'answers'}.")

    def _close_commands(self, event: KeyPressEvent) -> None:
        """Close the commands after any other letter. If they were open from the last prompt, type the letter."""
        typed = self.only_back
        self._open(False)
        if typed and event.data.isprintable():
            self.buffer.insert_text(event.data)

    def _pasted(self, event: KeyPressEvent) -> None:
        self._open(False)
        text = (self.pasted if self._holds_text() else "") + event.data.replace("\r\n", "\n").replace("\r", "\n")
        if self.around.whole and self.around.whole(text):
            self.pasted = text
            self.buffer.text = pasted_words(text)
            self.buffer.cursor_position = len(self.buffer.text)
            return
        self.buffer.insert_text(on_one_line(event.data))

    def _holds_text(self) -> bool:
        """Return True if the line stands for a pasted text, and nothing was typed since."""
        return bool(self.pasted) and self.buffer.text == pasted_words(self.pasted)
