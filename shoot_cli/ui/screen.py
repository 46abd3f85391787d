"""What a screen can show: menu, line, view; the screen with a clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from shoot_cli.engine.names import visible
from shoot_cli.ui.styles import ROOMY, dressed, key_row, left_right, shortened, styled_line, whole

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.styles import Style as PromptStyle
    from questionary import Question
    from rich.color import Color
    from rich.style import Style


# What a screen is asked to show, and what it gives back: a menu or a line, whoever draws it.


class MenuRow(NamedTuple):
    """One line of a menu; ``closed`` says in few words why it cannot be taken.

    ``also``: other names it is known by. ``note``: the end of the label, behind a comma, that is no part of its name.
    ``value``: the end of it behind a colon: what is said of it now; ``changed``: not what was proposed.
    ``seldom``: it is out of sight until somebody wants to see all. ``holds``: what it may become, by which it is found
    where no name is.
    """

    label: str
    closed: str = ""
    also: tuple[str, ...] = ()
    note: str = ""
    value: str = ""
    changed: bool = False
    rarely_chosen: bool = False
    holds: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        end = f": {self.value}" if self.value else f", {self.note}" if self.note else ""
        return self.label.removesuffix(end)


class Preview(NamedTuple):
    """What is typed, told while it is typed: words ``behind`` it, and lines of rich ``above`` it."""

    behind: str = ""
    above: Sequence[Any] = ()


class PromptFrame(NamedTuple):
    """What stands around a prompt: lines above it, and the keys that work. ``clock``: its line as it is now.

    Keys in ``quiet`` work, but are not shown. ``until``: when the prompt gives up by `TimeUp` (see ``typed_input.py``);
    None: it waits. ``pick``: where no row is proposed, none is pointed at, so that Enter alone takes nothing.
    ``throw``: how many dice are asked for, and their sides; a list of them with line ends is one answer.
    ``told``: what undo and redo would take back and bring back, in words.
    ``kind``: of the question, and ``anew``: what was typed to it was refused; see ``typed_input.py``.
    ``beside``: rows may stand in two columns, cut where they are long.
    ``block(columns, rows)``: what is drawn above, in lines of rich, where there is a cursor. ``refused``: what was
    wrong with the answer before. ``noun``: what the rows of a menu are. ``tell(typed, columns)``: what is being typed
    comes to.
    """

    progress: str = ""
    hint: str = ""
    keys: tuple[Key, ...] = ()
    clock: Callable[[], str] | None = None
    quiet: Collection[Key] = ()
    until: float | None = None
    pick: bool = False
    throw: tuple[int, int] | None = None
    told: Callable[[], Mapping[Key, str]] = dict
    kind: str = ""
    anew: bool = False
    beside: bool = True
    block: Callable[[int, int], list[Any]] | None = None
    refused: str = ""
    noun: str = "option"
    tell: Callable[[str, int], Preview] = lambda text, width: Preview()

    @property
    def shown(self) -> tuple[Key, ...]:
        return tuple(key for key in self.keys if key not in self.quiet)


class Screen(Protocol):
    """``leaves``: what is typed stays on it after Enter, and need not be said again."""

    @property
    def leaves(self) -> bool: ...
    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        """The place of a row, or what was typed instead. ``start``: the row that Enter takes. :raises EOFError:"""

    def line(self, text: str, around: PromptFrame, at_once: Collection[Key]) -> str | Key:
        """A typed line; keys ``at_once`` need no Enter while it is empty. :raises EOFError:

        ``text``: what was refused last; the Up key brings it back.
        """

    def view(self, view: View, until: float | None = None) -> int | None:
        """Show something; return the place that Enter took in it. ``until``: see `PromptFrame`. :raises EOFError:"""


class Key(Enum):
    """A wish that is no answer. The value is the letter; undo and redo differ by case."""

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
    PAUSE = "p"
    LEAVE = "q"

    @property
    def word(self) -> str:
        return self.name.lower()


# What comes after Space, as it is told there; what stands behind a semicolon only where there is room for it. Undo and
# redo stay open for more of them.
COMMANDS = {
    Key.UNDO: "the last answer",
    Key.REDO: "what was taken back",
    Key.ROLL: "the app rolls the rest; all other dice of this attack",
    Key.AGAIN: "one die that lies there; by whoever may, after all were seen",
    Key.CHANGE: "an earlier answer; dice are kept where the same are thrown",
    Key.STATUS: "both armies",
    Key.LOG: "what was said and rolled",
    Key.ODDS: "of this attack",
    Key.LUCK: "what came; and what was to be expected",
    Key.PAUSE: "both clocks stand",
    Key.LEAVE: "everything is kept",
}
LOOKS = {Key.WHY, Key.STATUS, Key.LOG, Key.ODDS, Key.LUCK, Key.PAUSE}  # after them the same question stands again
# Never taken for an answer, even where there is nothing to undo: no name is begun by a habit of the hand.
IDLE = {Key.UNDO: "There is nothing to take back.", Key.REDO: "There is nothing to bring back."}

IDLE_NOW = {Key.UNDO: "nothing to take back", Key.REDO: "nothing to bring back"}  # in the list of commands


def several(text: str) -> list[Key]:
    """``uu`` and ``u U``: undo and redo, two or more of them typed in one line; empty if it is anything else."""
    letters = {key.value: key for key in IDLE}
    said = "".join(text.split())
    return [letters[letter] for letter in said] if len(said) > 1 and all(one in letters for one in said) else []


def typed(text: str, keys: Collection[Key]) -> Key | None:
    """The key whose letter or word is the whole of this text; None if it is anything else."""
    said = text.strip()
    return next((key for key in keys if said == key.value or said.casefold() == key.word), None)


def progress_line(steps: Sequence[str], current: str, width: int = 80) -> str:
    """``Nominate > Target > [WEAPON] > Hit`` in a line that leaves a prompt four of its ``width`` columns.

    ``current`` is one of the steps, case ignored; if it is none of them, no step is marked.
    """
    here = next((place for place, step in enumerate(steps) if step.casefold() == current.casefold()), None)
    room = max(8, width - 4)
    for letters, between in ((None, " > "), (3, " > "), (3, " "), (1, " ")):
        words = [f"[{step.upper()}]" if place == here else step[:letters] for place, step in enumerate(steps)]
        line = visible(between.join(words))
        if len(line) <= room:
            return line
    return visible(f"{here + 1}/{len(steps)} {current.upper()}")[:room] if here is not None else ""


# Something to look at: status, log, odds, luck, why. It is data, and the screen of a prompt shows it.

AROUND = 2  # rows of a screen that are not the body: the title, the keys
NAMES = {"tab": "Tab"}  # of keys, where they are not their sign
Body = Callable[[int, int], Sequence[Text]]


class ViewPage(NamedTuple):
    """``body``: its lines for so many columns; how many rows they will be seen in, for what may be drawn larger or
    smaller. ``name``: what the key says that turns to it. ``picks``: the lines for so many columns that Enter takes,
    and the places that stand there; several lines in a row may be of one place.
    """

    body: Body
    name: str = ""
    picks: Callable[[int], Mapping[int, int]] = lambda width: {}


class View(NamedTuple):
    """``right``: words behind the title. ``spoken``: the same to be printed. ``turn``: the key that turns the pages.

    ``take``: what is done with the place that Enter took, told by the word ``taking``; None: Enter goes back.
    ``clock``: its line as it is now in so many columns, in place of the words.
    """

    title: str
    pages: Sequence[ViewPage]
    spoken: Callable[[], Iterable[RenderableType]]
    right: str = ""
    turn: str = "tab"
    take: Callable[[int], None] | None = None
    taking: str = "take it"
    clock: Callable[[int], str] | None = None


def printed(view: View, console: Console) -> None:
    """All of it, from top to bottom."""
    for part in view.spoken():
        console.print(part)


class Reader:
    """One view on the alternate screen.

    :ivar top: the first line of the body that is seen
    :ivar at: the place that Enter takes; None: nothing is pointed at
    :ivar word: what was looked for last
    :ivar typing: it is being typed
    """

    def __init__(self, view: View, console: Console) -> None:
        self.view, self.console = view, console
        self.page, self.top, self.word, self.typing = 0, 0, "", False
        self.at: int | None = None
        self.size = (0, 0)
        self.dressed = dressed(console)
        self.drawn: dict[tuple[int, int, int], Sequence[Text]] = {}

    def question(self, style: PromptStyle | None = None) -> Question:
        """What questionary asks: the place that was taken, or None. ``style``: that of its prompts."""
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
        application.ttimeoutlen = 0.05  # after which Escape is a key of its own
        size = application.output.get_size()
        self.lines(size.columns, size.rows)  # keys that were typed before it is drawn move about in it
        if self.view.clock:
            application.refresh_interval = 1
        return Question(application)

    # What is seen ----------------------------------------------------------------------------------------------------

    def screen(self) -> Any:
        """As it stands now, for the terminal as large as it is now."""
        from prompt_toolkit.application import get_app

        size = get_app().output.get_size()
        return fragments(self.lines(size.columns, size.rows), self.dressed)

    def lines(self, width: int, rows: int) -> list[Text]:
        """Title, as much of the body as fits, keys."""
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
        return whole(view.title, right, seen, self.foot(), width)

    def line(self, line: Text, n: int) -> Text:
        """One line of the body, lit if Enter takes it, with what was looked for marked."""
        width, here = self.size[0], self.at is not None and self.picks().get(n) == self.at
        if not here and not self.word:
            return line
        line = line.copy()
        if self.word:
            line.highlight_words([self.word], "bold underline", case_sensitive=False)
        if here:
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
        place = (self.page, *self.size)
        if place not in self.drawn:
            self.drawn[place] = self.view.pages[self.page].body(*self.size)
        return self.drawn[place]

    def picks(self) -> Mapping[int, int]:
        return self.view.pages[self.page].picks(self.size[0])

    # Moving ----------------------------------------------------------------------------------------------------------

    def scroll(self, step: int) -> None:
        self.top = max(0, min(self.top + step, len(self.body()) - self.size[1]))

    def move(self, step: int) -> None:
        """So many lines that Enter takes; of a page that has none so many lines."""
        places = sorted({*self.picks().values()})
        if not places or self.at is None:
            self.scroll(step)
            return
        was = self.at
        self.at = places[max(0, min(places.index(self.at) + step, len(places) - 1))]
        if self.at == was:
            self.scroll(step)  # what stands above the first and below the last
        else:
            self.follow()

    def leap(self, step: int) -> None:
        """So many lines of the screen."""
        self.scroll(step)
        if picks := self.picks():
            seen = [picks[n] for n in sorted(picks) if self.top <= n < self.top + self.size[1]]
            edge = self.top in (0, max(0, len(self.body()) - self.size[1]))
            self.at = self.at if self.at in seen and not edge else seen[-1 if step > 0 else 0] if seen else self.at

    def follow(self) -> None:
        """What is pointed at stands on the screen."""
        own = [n for n, place in self.picks().items() if place == self.at]
        if own:
            self.show(min(own), max(own))

    def show(self, first: int, last: int) -> None:
        high = self.size[1]
        if last >= self.top + high:
            self.top = last - high + 1
        self.top = min(self.top, first)

    def found(self) -> list[int]:
        """The lines in which what is looked for stands."""
        word = self.word.casefold()
        return [n for n, line in enumerate(self.body()) if word and word in line.plain.casefold()]

    def find(self, after: int | None = None) -> None:
        """Go to the first line below ``after`` that has it, else to the first of all; None: from what is seen on."""
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

    # What keys do ----------------------------------------------------------------------------------------------------

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
        bindings.add("/", filter=~typing, eager=True)(lambda event: self.look_for(""))
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

    def look_for(self, word: str) -> None:
        self.typing, self.word = True, word

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
            event.app.exit(result=None)
        elif event.data.isprintable():
            self.typed(self.word + event.data)


# Lines of ours as prompt_toolkit wants them.

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan")
ANSI = [f"ansi{name}" for name in (*COLOURS, "gray", *(f"bright{name}" for name in COLOURS), "white")]


def fragments(lines: Iterable[Text], console: Console) -> list[tuple[str, str]]:
    """(style, text) of each piece; a line end between lines. Styles are looked up in the theme of the console."""
    found: list[tuple[str, str]] = []
    for place, line in enumerate(lines):
        if place:
            found.append(("", "\n"))
        for segment in line.render(console):
            if segment.text:
                found.append((style_words(segment.style) if segment.style else "", segment.text))
    return found


def style_words(style: Style) -> str:
    words = [
        word
        for word, true in (
            ("bold", style.bold),
            ("class:dim", style.dim),
            ("reverse", style.reverse),
            ("underline", style.underline),
            ("italic", style.italic),
        )
        if true
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
    """What is not drawn by rich: the line that is typed in, and what lies over a menu."""
    from prompt_toolkit.styles import Attrs
    from prompt_toolkit.styles import Style as PromptStyle

    dim = "noinherit dim" if "dim" in Attrs._fields else "noinherit"  # prompt_toolkit learnt it late
    return PromptStyle([("dim", dim), ("more", dim), ("question", "bold"), ("refused", "fg:ansired bold")])


# A screen with a clock: the clock runs exactly while a prompt waits, and its line above the prompt ticks.


class Stopwatch(Protocol):
    """What a screen needs of a clock."""

    def line(self, width: int, plain: bool) -> str: ...
    def running(self) -> AbstractContextManager[None]: ...
    def paused(self) -> AbstractContextManager[None]: ...


class Timed:
    """Another screen, on the clock."""

    def __init__(self, screen: Screen, clock: Stopwatch, console: Console, plain: bool) -> None:
        self.screen, self.clock, self.console, self.plain = screen, clock, console, plain
        self.leaves = screen.leaves

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int | str | Key:
        around = self.around(around)
        with self.clock.running():
            return self.screen.menu(rows, start, around)

    def line(self, text: str, around: PromptFrame, at_once: Collection[Key]) -> str | Key:
        around = self.around(around)
        with self.clock.running():
            return self.screen.line(text, around, at_once)

    def view(self, view: View, until: float | None = None) -> int | None:
        with self.clock.running():
            return self.screen.view(view._replace(clock=lambda room: self.clock.line(room, self.plain)), until)

    def around(self, around: PromptFrame) -> PromptFrame:
        if not self.plain:
            import questionary  # noqa: F401  # what the first prompt loads is nobody's time
        return around._replace(clock=lambda: self.clock.line(self.console.width - 4, self.plain))


def to_the_minute(line: str) -> str:
    """What must have changed before a line is read out again: whose time runs, or a minute."""
    return re.sub(r":[0-9]{2}(?![0-9:])", "", line)
