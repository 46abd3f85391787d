"""A window that is made narrower while a prompt stands."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.layout.screen import Char, Screen

from shoot_cli.ui.cursor_screen import erased_whole
from tests.helpers.each import each


def drawn(*lines: str, style: str = "") -> Screen:
    screen = Screen()
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            screen.data_buffer[y][x] = Char(letter, style)
    return screen


@each(("columns", "up"), [(100, 3), (80, 3), (50, 4), (40, 4), (39, 5), (20, 7)])
def test_lines_that_the_terminal_has_broken_are_erased_as_well(columns: int, up: int) -> None:
    """From the line that is typed in as many upwards as the rows take by now."""
    app: Any = SimpleNamespace(
        renderer=SimpleNamespace(
            _last_screen=drawn("x" * 70, "y" * 20, "z" * 40 + " " * 39, "> "), _cursor_pos=Point(2, 3)
        ),
        output=SimpleNamespace(get_size=lambda: Size(30, columns)),
        _on_resize=lambda: seen.append(app.renderer._cursor_pos),
    )
    seen: list[Point] = []
    erased_whole(app)
    app._on_resize()
    assert seen == [Point(2, up)]


def test_what_has_a_background_is_part_of_a_line() -> None:
    app: Any = SimpleNamespace(
        renderer=SimpleNamespace(_last_screen=drawn(" " * 60, style="bg:ansiblue"), _cursor_pos=Point(0, 1)),
        output=SimpleNamespace(get_size=lambda: Size(30, 40)),
        _on_resize=lambda: None,
    )
    erased_whole(app)
    app._on_resize()
    assert app.renderer._cursor_pos == Point(0, 2)


def test_prompt_toolkit_still_has_what_is_replaced() -> None:
    redraw: Callable[[], None] = Application._on_resize  # type: ignore[assignment]
    assert callable(redraw)
