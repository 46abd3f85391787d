"""The terminal at which every test here sits. Short: other fixtures are about the lists of an edition, and stand with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import Terminal


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
