"""Who is asked at a prompt: what a `Prompter` needs to know of them, and what they can have shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal

from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.core.questions import Answer, Question
    from shoot_cli.ui.block import BlockContent
    from shoot_cli.ui.clock import Stopwatch
    from shoot_cli.ui.news import News
    from shoot_cli.ui.screen import Key, Screen
    from shoot_cli.ui.view import View
    from shoot_cli.ui.words import Names

Shown = Callable[[], "View | str | None"]  # words where there is nothing to look at; None: it has been said


def on_a_terminal() -> bool:
    """True if somebody can be asked: standard input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Players(Record):
    """Of a battle, or one who is asked alone. What shows something is None where there is no such key."""

    console: Console
    plain: bool
    names: Callable[[], Names]  # the armies of attacker and defender as they are now

    # Dice: who throws unless told otherwise, the app without a word or the players' hands. By hand an empty answer
    # lets the app throw.
    dice: Literal["app", "hand"]
    throw: Callable[[Question, int], Answer]  # the app's dice for a roll at its place in the log
    wishes: list[Key]  # typed at once, as in ``uu``, waiting for the next prompt

    rolls: str = "The app rolls."  # said when it does
    empty: str = "the app rolls"  # and before

    terminal: Callable[[], bool] = on_a_terminal
    nicknames: Mapping[str, str] = {}  # of options, such as an army by the name of its list
    screen: Screen | None = None  # another one than the console and ``plain`` make
    clock: Stopwatch | None = None  # runs while somebody is asked, and brings a key to pause it
    progress: Callable[[], str] = str  # the line above a prompt
    scene: Callable[[Question], BlockContent] | None = None  # what is drawn around a prompt; None: it is told in lines
    news: News | None = None  # what happened since somebody was asked last, drawn with it
    foretell: Callable[[Answer], str] = lambda answer: ""  # what comes of an answer at once
    pick: bool = False  # Enter takes nothing from a menu without a proposal until a row was gone to

    # Keys
    why: Callable[[Question], View | str | None] | None = None
    odds: Callable[[Question], View | str | None] | None = None
    status: Shown | None = None
    log: Shown | None = None
    luck: Shown | None = None
    rest: Callable[[], bool] | None = None  # from now on the app throws all dice of this attack; False: there is none
    amend: Shown | None = None  # may raise `Amend`
    again: Shown | None = None  # and so may this: a die that lies there is thrown again
    undoes: bool = True  # there is a log to go back in; else neither key is one
    can_undo: Callable[[], bool] = lambda: True  # whether the key does anything now
    can_redo: Callable[[], bool] = lambda: True
    told: Callable[[], Mapping[Key, str]] = dict  # of undo and redo, in words, what they would do
    quiet: Callable[[], Collection[Key]] = tuple  # those with nothing to show now: not listed, and say so if pressed

    @classmethod
    def alone(cls, console: Console, plain: bool, names: Names, **more: Any) -> Players:
        """Somebody who is asked outside of a battle, where there is nothing to take back, and the app throws."""
        from shoot_cli.core.answerers import dice

        more = {"undoes": False, "can_undo": lambda: False, "can_redo": lambda: False, **more}
        return cls(console=console, plain=plain, dice="app", throw=dice(0), names=lambda: names, wishes=[], **more)
