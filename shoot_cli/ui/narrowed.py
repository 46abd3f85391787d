"""A window made narrower while a prompt stands: the terminal breaks the lines that do not fit, so there are more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prompt_toolkit.application import Application


def erased_whole(application: Application[Any]) -> None:
    """See to it that what was drawn is erased as it stands now, and no half lines of it stay above.

    Nearly every terminal breaks lines so; where one cuts them off, a few lines more are erased.
    """
    redraw = application._on_resize

    def resized() -> None:
        from prompt_toolkit.data_structures import Point

        renderer, columns = application.renderer, application.output.get_size().columns
        drawn, at = renderer._last_screen, renderer._cursor_pos
        if drawn is not None and columns > 0:
            more = sum(max(0, _length(drawn.data_buffer[line]) - 1) // columns for line in range(at.y))
            renderer._cursor_pos = Point(at.x % columns, at.y + more + at.x // columns)
        redraw()

    application._on_resize = resized  # type: ignore[method-assign]


def _length(cells: Any) -> int:
    """Of a line, in columns, without the empty ones at its end."""
    return 1 + max((x for x, one in cells.items() if one.char != " " or "bg:" in one.style or "reverse" in one.style),
                   default=-1)  # fmt: skip
