"""What a screen is asked to show, and what it gives back: a menu or a line, whoever draws it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shoot_cli.core.visible import visible

if TYPE_CHECKING:
    from shoot_cli.ui.view import View


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
    seldom: bool = False
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

    Keys in ``quiet`` work, but are not shown. ``until``: when the prompt gives up by `TimeUp` (see ``time_cap.py``);
    None: it waits. ``pick``: where no row is proposed, none is pointed at, so that Enter alone takes nothing.
    ``throw``: how many dice are asked for, and their sides; a list of them with line ends is one answer.
    ``told``: what undo and redo would take back and bring back, in words.
    ``kind``: of the question, and ``anew``: what was typed to it was refused; see ``ahead.py``.
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
