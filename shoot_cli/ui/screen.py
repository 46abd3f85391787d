"""The screen: what it can show (menu, line, view), the keys, and the screen with a clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from shoot_cli.asked.rows import MenuRow
from shoot_cli.engine.names import visible
from shoot_cli.ui.styles import ROOMY, full_screen, key_row, left_right, shortened, styled_line, with_theme

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.styles import Style as PromptStyle
    from questionary import Question
    from rich.color import Color
    from rich.style import Style


class Preview(NamedTuple):
    """The preview of typed text: words `behind` it, and drawn lines `above` it."""

    behind: str = ""
    above: Sequence[Any] = ()


class PromptFrame(NamedTuple):
    """Everything around a prompt: lines above it, and the keys that work.

    :ivar clock: returns the current line of the clock
    :ivar quiet: keys that work but are not shown
    :ivar until: moment at which the prompt raises `TimeUp` (see `typed_input.py`); None waits
    :ivar pick: True if Enter takes nothing from a menu without a proposal
    :ivar throw: number and sides of the dice; a pasted list of faces is one answer
    :ivar labels: returns what undo and redo would do, in words, by key
    :ivar thrice: True if there are three answers to take back
    :ivar kind, anew: the kind of the question; True if the last answer was refused (see `typed_input.py`)
    :ivar beside: True if rows may stand in two columns, shortened
    :ivar block: (columns, rows) -> lines drawn above, on a screen with a cursor
    :ivar refused: why the last answer was refused
    :ivar typed: the text that was refused in a menu that reads texts; the Up key brings it back
    :ivar noun: what the rows of a menu are
    :ivar tell: (text, columns) -> preview of the typed text
    :ivar reads: returns True if typed text is an answer beside the rows of a menu; None if only rows are answers
    :ivar behind: splits typed text into what means a row, and what is typed behind it; None if all of it means a row
    :ivar whole: returns True if pasted text is an answer with all its lines; None if each line is one
    :ivar escapes: True if Escape in an empty line does what undo does: the old answer of a change stays
    """

    progress: str = ""
    hint: str = ""
    keys: tuple[Key, ...] = ()
    clock: Callable[[], str] | None = None
    quiet: Collection[Key] = ()
    until: float | None = None
    pick: bool = False
    throw: tuple[int, int] | None = None
    labels: Callable[[], Mapping[Key, str]] = dict
    thrice: Callable[[], bool] = lambda: True
    kind: str = ""
    anew: bool = False
    beside: bool = True
    block: Callable[[int, int], list[Any]] | None = None
    refused: str = ""
    typed: str = ""
    noun: str = "option"
    tell: Callable[[str, int], Preview] = lambda text, width: Preview()
    reads: Callable[[str], bool] | None = None
    behind: Callable[[str], tuple[str, str]] | None = None
    whole: Callable[[str], bool] | None = None
    escapes: bool = False

    @property
    def shown(self) -> tuple[Key, ...]:
        return tuple(key for key in self.keys if key not in self.quiet)


class Screen(Protocol):
    """A screen that asks. `leaves` is True if typed text stays visible after Enter."""

    @property
    def leaves(self) -> bool: ...
    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        """Return the index of a row, or the typed text. `start` is the row that Enter takes. :raises EOFError:"""

    def line(self, text: str, frame: PromptFrame, at_once: Collection[Key]) -> str | Key:
        """Return a typed line. Keys `at_once` need no Enter in an empty line. :raises EOFError:

        `text` was refused before; the Up key brings it back.
        """

    def view(self, view: View, until: float | None = None) -> int | None:
        """Show a view and return the index that Enter took in it. `until` is as in `PromptFrame`. :raises EOFError:"""


class Closable(Protocol):
    """A prompt that stands, for whoever may answer elsewhere. Both methods may be called from any thread."""

    def close(self) -> None: ...
    def soon(self, work: Callable[[], None]) -> None: ...


class Others(Protocol):
    """Who may answer elsewhere what a screen asks. Until `deaf_until` no key is meant for the question that stands."""

    deaf_until: float

    def prompt_open(self, prompt: Closable) -> AbstractContextManager[None]: ...


class Key(Enum):
    """A key that is no answer. The value is its letter; undo and redo differ by case."""

    WHY = "?"
    UNDO = "u"
    REDO = "U"
    ROLL = "r"
    AGAIN = "m"
    CHANGE = "c"
    STATUS = "s"
    LOG = "l"
    ODDS = "o"
    LUCK = "k"
    EVENT = "e"
    PAUSE = "p"
    PHONES = "w"
    ASIDE = "z"
    LEAVE = "q"

    @property
    def word(self) -> str:
        return self.name.lower()


# The commands after Space and their explanations. The part after a semicolon needs a wide screen.
COMMANDS = {
    Key.UNDO: "the last answer",
    Key.REDO: "what was taken back",
    Key.ROLL: "the app rolls the rest; all other dice of this attack",
    Key.AGAIN: "one die that lies there; by whoever may, after all were seen",
    Key.EVENT: "losses, effects, notes; what happened without the app",
    Key.CHANGE: "an earlier answer; dice are kept where the same are thrown",
    Key.STATUS: "both armies",
    Key.LOG: "what was said and rolled",
    Key.ODDS: "of this attack",
    Key.LUCK: "what came; and what was to be expected",
    Key.PAUSE: "both clocks stand",
    Key.PHONES: "links and codes; who is there",
    Key.ASIDE: "this card; it is asked no more",
    Key.LEAVE: "everything is kept",
}
LOOKS = {
    Key.WHY,
    Key.STATUS,
    Key.LOG,
    Key.ODDS,
    Key.LUCK,
    Key.PAUSE,
    Key.PHONES,
}  # after these the same question is asked again
# Never an answer, even without anything to undo. Otherwise a habitual key would begin a name.
IDLE = {Key.UNDO: "There is nothing to take back.", Key.REDO: "There is nothing to bring back."}

IDLE_NOW = {Key.UNDO: "nothing to take back", Key.REDO: "nothing to bring back"}  # in the list of commands


def repeated_keys(text: str) -> list[Key]:
    """Return the keys of several undo or redo letters, as in `uu` or `u U`. Return [] for any other text."""
    letters = {key.value: key for key in IDLE}
    joined = "".join(text.split())
    return [letters[letter] for letter in joined] if len(joined) > 1 and all(sign in letters for sign in joined) else []


def typed(text: str, keys: Collection[Key]) -> Key | None:
    """Return the key whose letter or word is the whole text, or None."""
    word = text.strip()
    return next((key for key in keys if word == key.value or word.casefold() == key.word), None)


def progress_line(steps: Sequence[str], current: str, width: int = 80) -> str:
    """Return `Nominate > Target > [WEAPON] > Hit`, four columns shorter than `width`.

    `current` is one of the steps, ignoring case. If it is no step, none is marked.
    """
    active = next((index for index, step in enumerate(steps) if step.casefold() == current.casefold()), None)
    room = max(8, width - 4)
    for letters, between in ((None, " > "), (3, " > "), (3, " "), (1, " ")):
        words = [f"[{step.upper()}]" if index == active else step[:letters] for index, step in enumerate(steps)]
        line = visible(between.join(words))
        if len(line) <= room:
            return line
    return visible(f"{active + 1}/{len(steps)} {current.upper()}")[:room] if active is not None else ""


# The views: status, log, odds, luck, why. A view is data, and the screen of a prompt shows it.

AROUND = 2  # rows besides the body: title and keys
NAMES = {"tab": "Tab"}  # names of keys without a sign
Body = Callable[[int, int], Sequence[Text]]


class ViewPage(NamedTuple):
    """A page of a view.

    :ivar body: (columns, rows) -> lines; the rows are only a hint for the size of drawings
    :ivar name: what the key that turns to this page says
    :ivar picks: columns -> {line: index}, for the lines that Enter takes; several lines may have one index
    """

    body: Body
    name: str = ""
    picks: Callable[[int], Mapping[int, int]] = lambda width: {}


class View(NamedTuple):
    """A view of one or more pages.

    :ivar right: words after the title
    :ivar spoken: the same content to print
    :ivar turn: the key that turns the pages
    :ivar take: called with the index that Enter took, and may return a sentence; None if Enter goes back
    :ivar taking: the word for `take`
    :ivar clock: columns -> the current line of the clock, instead of `right`
    """

    title: str
    pages: Sequence[ViewPage]
    spoken: Callable[[], Iterable[RenderableType]]
    right: str = ""
    turn: str = "tab"
    take: Callable[[int], object] | None = None
    taking: str = "take it"
    clock: Callable[[int], str] | None = None


def printed(view: View, console: Console) -> None:
    """Print the whole view."""
    for part in view.spoken():
        console.print(part)


class Reader:
    """One view on the alternate screen.

    :ivar top: first visible line of the body
    :ivar at: the index that Enter takes, or None
    :ivar word: the last searched text
    :ivar typing: True while `word` is typed
    :ivar digit: the digit that closed the view, or ""; an answer begins with it
    """

    digit = ""

    def __init__(self, view: View, console: Console) -> None:
        self.view, self.console = view, console
        self.page, self.top, self.word, self.typing = 0, 0, "", False
        self.at: int | None = None
        self.size = (0, 0)
        self.dressed = with_theme(console)
        self.drawn: dict[tuple[int, int, int], Sequence[Text]] = {}

    def question(self, style: PromptStyle | None = None) -> Question:
        """Return a questionary question; its answer is the taken index, or None. `style` is the prompts' style."""
        from prompt_toolkit.application import Application
        from prompt_toolkit.layout import FormattedTextControl, Layout, Window
        from questionary import Question

        from shoot_cli.ui.console import output_of_prompts

        window = Window(FormattedTextControl(self.screen, focusable=True, show_cursor=False), wrap_lines=False)
        application: Application[Any] = Application(
            layout=Layout(window),
            key_bindings=self.bindings(),
            full_screen=True,
            style=style,
            **output_of_prompts(self.console),
        )
        application.ttimeoutlen = 0.05  # seconds after which Escape counts as a single key
        size = application.output.get_size()
        self.lines(size.columns, size.rows)  # keys typed before the first drawing already move in the view
        if self.view.clock:
            application.refresh_interval = 1
        return Question(application)

    def screen(self) -> Any:
        """Return the current content for the current size of the terminal."""
        from prompt_toolkit.application import get_app

        size = get_app().output.get_size()
        return fragments(self.lines(size.columns, size.rows), self.dressed)

    def lines(self, width: int, rows: int) -> list[Text]:
        """Return title, the visible part of the body, keys."""
        high = max(1, rows - AROUND)
        if self.size != (width, high):
            self.size = width, high
            if self.at is None and (picks := self.picks()):
                self.at = max(picks.values())
            self.follow()
        body = self.body()
        self.scroll(0)
        seen = [self.line(body[n], n) for n in range(self.top, min(len(body), self.top + high))]
        seen += [styled_line()] * (high - len(seen))
        view = self.view
        room = width - len(view.title) - 5
        right = shortened(view.clock(room) if view.clock else view.right, room)
        return full_screen(view.title, right, seen, self.foot(), width)

    def line(self, line: Text, n: int) -> Text:
        """Return a line of the body, highlighted if Enter takes it, with the searched text marked."""
        width, is_taken = self.size[0], self.at is not None and self.picks().get(n) == self.at
        if not is_taken and not self.word:
            return line
        line = line.copy()
        if self.word:
            line.highlight_words([self.word], "bold underline", case_sensitive=False)
        if is_taken:
            line.pad_right(max(0, width - line.cell_len))
            line.stylize("here")
            if self.picks().get(n - 1) != self.at and line.plain.startswith(" "):
                line.plain = f"►{line.plain[1:]}"
        return line

    def foot(self) -> Text:
        width, high = self.size
        if self.typing:
            return styled_line(
                (" find: ", "key"), self.word, ("▌", "hint"), ("  Enter, Esc", "hint") if width > ROOMY else ""
            )
        view, length = self.view, len(self.body())
        keys = []
        if self.picks():
            keys += [("↑↓", "line"), *([("Enter", view.taking)] if view.take else [])]
        elif length > high:
            keys.append(("↑↓", "scroll"))
        if len(view.pages) > 1:
            keys.append((NAMES.get(view.turn, view.turn), view.pages[(self.page + 1) % len(view.pages)].name))
        if length > high:
            keys.append(("/", "find"))
        if self.word:
            keys.insert(0, ("n", f"next “{self.word}”" if self.found() else f"no “{self.word}”"))
        keys.append(("Esc" if view.take else "any other key" if width > ROOMY else "else", "back"))
        where = f"{self.top + 1}-{min(length, self.top + high)} of {length} " if length > high else ""
        line = key_row(keys, width - (len(where) + 1 if width > ROOMY else 0))
        return left_right(line, styled_line((where, "hint")), width)

    def body(self) -> Sequence[Text]:
        key = (self.page, *self.size)
        if key not in self.drawn:
            self.drawn[key] = self.view.pages[self.page].body(*self.size)
        return self.drawn[key]

    def picks(self) -> Mapping[int, int]:
        return self.view.pages[self.page].picks(self.size[0])

    def scroll(self, step: int) -> None:
        self.top = max(0, min(self.top + step, len(self.body()) - self.size[1]))

    def move(self, step: int) -> None:
        """Move by this many rows that Enter takes, or scroll on a page without any."""
        rows = sorted({*self.picks().values()})
        if not rows or self.at is None:
            self.scroll(step)
            return
        before = self.at
        self.at = rows[max(0, min(rows.index(self.at) + step, len(rows) - 1))]
        if self.at == before:
            self.scroll(step)  # show the lines above the first or below the last row
        else:
            self.follow()

    def leap(self, step: int) -> None:
        """Scroll by this many lines."""
        self.scroll(step)
        if picks := self.picks():
            seen = [picks[n] for n in sorted(picks) if self.top <= n < self.top + self.size[1]]
            edge = self.top in (0, max(0, len(self.body()) - self.size[1]))
            self.at = self.at if self.at in seen and not edge else seen[-1 if step > 0 else 0] if seen else self.at

    def follow(self) -> None:
        """Scroll so that the row at `at` is visible."""
        lines = [n for n, index in self.picks().items() if index == self.at]
        if lines:
            self.show(min(lines), max(lines))

    def show(self, first: int, last: int) -> None:
        high = self.size[1]
        if last >= self.top + high:
            self.top = last - high + 1
        self.top = min(self.top, first)

    def found(self) -> list[int]:
        """Return the lines that contain the searched text."""
        word = self.word.casefold()
        return [n for n, line in enumerate(self.body()) if word and word in line.plain.casefold()]

    def find(self, after: int | None = None) -> None:
        """Go to the first match below `after`, or else to the first of all. None starts at the visible lines."""
        lines = self.found()
        if not lines:
            return
        start = self.top if after is None else after + 1
        line = next((n for n in lines if n >= start), lines[0])
        picks = self.picks()
        if line in picks:
            self.at = picks[line]
        self.line_found = line
        self.show(line, line)

    line_found = -1

    def bindings(self) -> KeyBindings:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        bindings, typing = KeyBindings(), Condition(lambda: self.typing)
        looked_for = Condition(lambda: bool(self.word)) & ~typing
        all_ = 10**6
        for name, step in (("up", -1), ("down", 1)):
            bindings.add(name, filter=~typing, eager=True)(lambda event, step=step: self.move(step))
        for name, sign in (("pageup", -1), ("pagedown", 1)):
            bindings.add(name, filter=~typing, eager=True)(lambda event, sign=sign: self.leap(sign * self.size[1]))
        for name, step in (("home", -all_), ("end", all_)):
            bindings.add(name, filter=~typing, eager=True)(lambda event, step=step: self.leap(step))
        bindings.add(self.view.turn, filter=~typing, eager=True)(self.turned)
        bindings.add("/", filter=~typing, eager=True)(lambda event: self.look_for())
        bindings.add("n", filter=looked_for, eager=True)(lambda event: self.find(self.line_found))
        bindings.add("enter", eager=True)(self.entered)
        bindings.add("escape", eager=True)(self.escaped)
        bindings.add("backspace", filter=typing, eager=True)(lambda event: self.typed(self.word[:-1]))
        bindings.add("<bracketed-paste>", filter=typing, eager=True)(
            lambda event: self.typed(self.word + visible(event.data))
        )
        bindings.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError))
        for name in ("c-c", "<sigint>"):
            bindings.add(name, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
        bindings.add("<any>")(self.other)
        return bindings

    def turned(self, event: KeyPressEvent) -> None:
        if len(self.view.pages) == 1:
            self.other(event)
            return
        self.page, self.top = (self.page + 1) % len(self.view.pages), 0

    def look_for(self) -> None:
        self.typing, self.word = True, ""

    def typed(self, word: str) -> None:
        self.word = word
        self.find()

    def entered(self, event: KeyPressEvent) -> None:
        if self.typing:
            self.typing = False
        else:
            event.app.exit(result=self.at if self.view.take else None)

    def escaped(self, event: KeyPressEvent) -> None:
        if self.typing:
            self.typing, self.word = False, ""
        else:
            event.app.exit(result=None)

    def other(self, event: KeyPressEvent) -> None:
        if not self.typing:
            self.digit = event.data if event.data.isdecimal() else ""
            event.app.exit(result=None)
        elif event.data.isprintable():
            self.typed(self.word + event.data)


# Conversion of rich lines for prompt_toolkit.

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan")
ANSI = [f"ansi{name}" for name in (*COLOURS, "gray", *(f"bright{name}" for name in COLOURS), "white")]


def fragments(lines: Iterable[Text], console: Console) -> list[tuple[str, str]]:
    """Return all lines as (style, text), with line ends between. The console's theme resolves the styles."""
    parts: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        if index:
            parts.append(("", "\n"))
        for segment in line.render(console):
            if segment.text:
                parts.append((style_words(segment.style) if segment.style else "", segment.text))
    return parts


def style_words(style: Style) -> str:
    words = [
        word
        for word, is_set in (
            ("bold", style.bold),
            ("class:dim", style.dim),
            ("reverse", style.reverse),
            ("underline", style.underline),
            ("italic", style.italic),
        )
        if is_set
    ]
    if style.color and not style.color.is_default:
        words.append(f"fg:{colour(style.color)}")
    if style.bgcolor and not style.bgcolor.is_default:
        words.append(f"bg:{colour(style.bgcolor)}")
    return " ".join(words)


def colour(color: Color) -> str:
    if color.number is not None and color.number < len(ANSI):
        return ANSI[color.number]
    return color.get_truecolor().hex


def of_prompts() -> PromptStyle:
    """Return the style of parts that rich does not draw: the typed line and the hints over a menu."""
    from prompt_toolkit.styles import Attrs
    from prompt_toolkit.styles import Style as PromptStyle

    dim = "noinherit dim" if "dim" in Attrs._fields else "noinherit"  # older versions of prompt_toolkit have no dim
    return PromptStyle([("dim", dim), ("more", dim), ("question", "bold"), ("refused", "fg:ansired bold")])


# A screen with a clock. The clock runs while a prompt waits, and its line is updated.


class Stopwatch(Protocol):
    """The parts of a clock that a screen needs."""

    def line(self, width: int, plain: bool) -> str: ...
    def running(self) -> AbstractContextManager[None]: ...
    def paused(self) -> AbstractContextManager[None]: ...


class Timed:
    """A screen that wraps another one and runs the chess clock while it waits."""

    def __init__(self, screen: Screen, clock: Stopwatch, console: Console, plain: bool) -> None:
        self.screen, self.clock, self.console, self.plain = screen, clock, console, plain
        self.leaves = screen.leaves

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        frame = self.around(frame)
        with self.clock.running():
            return self.screen.menu(rows, start, frame)

    def line(self, text: str, frame: PromptFrame, at_once: Collection[Key]) -> str | Key:
        frame = self.around(frame)
        with self.clock.running():
            return self.screen.line(text, frame, at_once)

    def view(self, view: View, until: float | None = None) -> int | None:
        with self.clock.running():
            return self.screen.view(view._replace(clock=lambda room: self.clock.line(room, self.plain)), until)

    def around(self, frame: PromptFrame) -> PromptFrame:
        if not self.plain:
            import questionary  # noqa: F401  # load it before the clock runs
        return frame._replace(clock=lambda: self.clock.line(self.console.width - 4, self.plain))


def to_the_minute(line: str) -> str:
    """Return the line without seconds. It is printed again only if this text changes."""
    return re.sub(r":[0-9]{2}(?![0-9:])", "", line)
