"""What a screen is asked to show, and what it gives back: a menu or a line, whoever draws it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from shoot_cli.ui.keys import Key


class Row(NamedTuple):
    """One line of a menu; ``closed`` says why it cannot be taken."""

    label: str
    closed: str = ""


class Around(NamedTuple):
    """What stands around a prompt: lines above it, and the keys that work. ``clock``: its line as it is now.

    Keys in ``quiet`` work, but are not shown. ``until``: when the prompt gives up by `TimeUp` (see ``time_cap.py``);
    None: it waits. ``pick``: where no row is proposed, none is pointed at, so that Enter alone takes nothing.
    ``throw``: how many dice are asked for, and their sides; a list of them with line ends is one answer.
    """

    progress: str = ""
    hint: str = ""
    keys: tuple[Key, ...] = ()
    clock: Callable[[], str] | None = None
    quiet: Collection[Key] = ()
    until: float | None = None
    pick: bool = False
    throw: tuple[int, int] | None = None

    @property
    def shown(self) -> tuple[Key, ...]:
        return tuple(key for key in self.keys if key not in self.quiet)


class Screen(Protocol):
    def menu(self, rows: Sequence[Row], start: int | None, around: Around) -> int | str | Key:
        """The place of a row, or what was typed instead. ``start``: the row that Enter takes. :raises EOFError:"""

    def line(self, text: str, around: Around, at_once: Collection[Key]) -> str | Key:
        """A typed line; keys ``at_once`` need no Enter while it is empty. :raises EOFError:

        ``text``: what was refused last; the Up key brings it back.
        """
