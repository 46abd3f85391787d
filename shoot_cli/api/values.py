"""What all values of the interface have in common, its one error, and whose turn it is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Generic, NoReturn, TypeVar

from shoot_cli.core.signals import Refusal

Held = TypeVar("Held")


class ShootError(Refusal):
    """Something that was given will not do. The text is a sentence for people: what is wrong, what would do."""


class Value(Generic[Held]):
    """Frozen, compared by class and content, picklable.

    No `Record`, which is a tuple: numpy and pandas take tuples apart, and ``for unit in army`` would not give units.
    """

    __slots__ = ("_held",)
    _held: Held

    def __init__(self, held: Held) -> None:
        object.__setattr__(self, "_held", held)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._held == other._held)

    def __hash__(self) -> int:
        return hash((type(self), self._held))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._held,)


# One at a time: reading and working out remember what they found, in caches that two threads must not fill at once.
# Pure Python would not be faster for it.
turns = [RLock()]
if hasattr(os, "register_at_fork"):  # a thread that had its turn is not there in a fork, and would never end it
    os.register_at_fork(after_in_child=lambda: turns.__setitem__(0, RLock()))


@contextmanager
def in_turn() -> Iterator[None]:
    """Nobody else reads or works anything out meanwhile. :raises ShootError: in the place of every other refusal"""
    from shoot_cli.attacks.tasks import as_input_error

    try:
        with turns[0], as_input_error():
            yield
    except ShootError:
        raise
    except Refusal as error:
        raise ShootError(for_programs(str(error))) from None


def for_programs(sentence: str) -> str:
    """With arguments of functions in the place of options of the command line.

    >>> for_programs("distance is needed: Distance in inches? Say it with --distance or --set distance=...")
    'distance is needed: Distance in inches? Say it with distance=...'
    """
    for option, argument in ARGUMENTS:
        sentence = option.sub(argument, sentence)
    return sentence


ARGUMENTS = tuple(
    (re.compile(option), argument)
    for option, argument in (
        (r"--(\w+) or (?=--set \1=)", ""),
        (r"--set (\w+:[^=]+)=\.\.\.", r'answers={"\1": ...}'),
        (r"--set (?=[\w:]+=)", ""),
        (r"--ruleset (?=[\w-]+,)", "ruleset="),
        (r"--(ruleset|budget)\b", r"\1="),
        (r"--questions\b", "questions(...)"),
        (r"--accept-gaps\b", "accept_gaps=True"),
    )
)
