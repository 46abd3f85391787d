"""How much work something is, counted. A clock would tell of the machine, and of who else is at it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import SequenceMatcher
from types import FrameType
from typing import Any

import pytest


def lines_run(call: Callable[[], object]) -> int:
    """How many lines of Python are run by it, each turn of a loop counted. What is written in C does not show."""
    count = 0

    def trace(frame: FrameType, event: str, of: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def names_held(call: Callable[[], object]) -> int:
    """How many names are held against what was said, to find those that were perhaps meant."""
    count = 0
    held = SequenceMatcher.set_seq1

    def counting(self: SequenceMatcher[str], name: str) -> None:
        nonlocal count
        count += 1
        held(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SequenceMatcher, "set_seq1", counting)
        call()
    return count
