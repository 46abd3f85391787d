"""What is typed before it is asked for: an answer in full to a question of the same kind is one, all else is nothing.

A question is of a kind by what is typed to it (``kind_of``). After an answer whatever was typed ahead is forgotten
where the next question is of another kind, or where the answer was refused; of the same kind Enter by itself is, so
that one pressed twice never answers what nobody has read. After a command, such as undo, all of it stays.

What is computed fast is asked before a finger that presses twice is up again: where nothing was typed, an Enter so soon
after the one before is not heard (``is_doubled``).
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from shoot_cli.core.questions import Choose, Facts, Number, Question, Roll, Total
from shoot_cli.ui.echo import flush_lines

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

    from shoot_cli.ui.screen import PromptFrame

DOUBLED = 0.2  # seconds in which nobody reads a question and answers it

_answered: WeakKeyDictionary[object, str] = WeakKeyDictionary()  # by where keys come from: what was asked last
_entered: WeakKeyDictionary[object, float] = WeakKeyDictionary()  # and when Enter was pressed last


def kind_of(question: Question) -> str:
    """What is typed to it: dice, a choice, a number, or names with numbers."""
    if isinstance(question, (Roll, Total)):
        return "dice"
    if isinstance(question, (Choose, Facts)):
        return "choice"
    return "number" if isinstance(question, Number) else "names"


def answered(source: object, kind: str | None) -> None:
    """What was asked has been answered; None: by a command, which is no answer."""
    if kind is None:
        _answered.pop(source, None)
    else:
        _answered[source] = kind


def is_doubled(keys: Input) -> bool:
    """True of an Enter that comes too soon after the last one; so are those of a key that is held down."""
    last, now = _entered.get(keys), time.monotonic()
    _entered[keys] = now
    return last is not None and now - last < DOUBLED and pressed_by_fingers(keys)


def pressed_by_fingers(keys: Input) -> bool:
    """False if they come out of a pipe."""
    try:
        return os.isatty(keys.fileno())
    except (NotImplementedError, OSError):  # Windows
        return True


def unwanted(source: object, around: PromptFrame) -> bool | None:
    """Whether what was typed ahead of this prompt is to be forgotten; None: nothing was answered before."""
    last = _answered.get(source)
    return None if last is None else around.anew or last != around.kind


def forget_unwanted(keys: Input, around: PromptFrame) -> None:
    """Before a prompt with a cursor, of what was typed ahead. Ctrl-C is never forgotten."""
    from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
    from prompt_toolkit.keys import Keys

    forget = unwanted(keys, around)
    if forget is None:
        return
    with keys.raw_mode():  # what came while the app was busy waits for a whole line else
        typed = [*get_typeahead(keys), *keys.read_keys()]
    if forget:
        typed = [one for one in typed if one.key is Keys.ControlC]
    while typed and typed[0].key in (Keys.ControlM, Keys.ControlJ):
        typed.pop(0)
    store_typeahead(keys, typed)


def forget_unwanted_lines(around: PromptFrame) -> None:
    """Before a plain line: all that was typed ahead, or nothing."""
    if unwanted(sys.stdin, around):
        flush_lines()
