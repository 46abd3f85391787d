"""The terminal at which every test here sits. Short: other fixtures are about the lists of an edition, and stand with them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import Terminal

# Windows has no pseudo-terminals. Names are typed without one, but for one test.
ALL = [path.name for path in Path(__file__).parent.glob("test_*.py")]
collect_ignore = [name for name in ALL if name != "test_names.py"] if sys.platform == "win32" else []


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Run ``shoot`` at a terminal; it is closed at the end."""
    opened: list[Terminal] = []

    def run(*arguments: str, home: str = "home", **more: Any) -> Terminal:
        opened.append(Terminal(tmp_path / home, *arguments, **more))
        return opened[-1]

    yield run
    for terminal in opened:
        terminal.close()
