"""A menu longer than the screen: a dim line at its edge says how much more there is, above and below.

The lines lie over the first and the last row in sight, so that a menu has the same height wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prompt_toolkit.layout import Container, Float, Window

# The longest one that fits is shown. "Name" is enough where there is little room: a part of it will do.
HOW = (" (arrow keys, or type part of a name)", " (arrow keys, or type a name)", " (arrows or a name)", "")


class Cut(NamedTuple):
    """Rows that are not in sight, or only in part."""

    above: int
    below: int


def out_of_sight(heights: list[int], first: int, last: int, beside: list[int] | None = None) -> Cut:
    """``heights``: lines of each row. ``first``, ``last``: the lines that are shown, counted from 0.

    ``beside``: how many rows each of them is, where some stand beside each other; None: one.

    What is said of the rest lies over the first or the last of these lines, and hides its row as well.

    >>> out_of_sight([1, 1, 1, 1, 1, 1], 0, 3)
    Cut(above=0, below=3)
    >>> out_of_sight([1, 1, 1, 1, 1, 1], 2, 5)
    Cut(above=3, below=0)
    """
    ends = [sum(heights[: place + 1]) - 1 for place in range(len(heights))]
    begins = [end - height + 1 for end, height in zip(ends, heights, strict=True)]
    top = first + 1 if first > 0 else 0
    bottom = last - 1 if last < sum(heights) - 1 else last
    rows = beside or [1] * len(heights)
    return Cut(
        sum(n for begin, n in zip(begins, rows, strict=True) if begin < top),
        sum(n for end, n in zip(ends, rows, strict=True) if end > bottom),
    )


def more_words(n: int, way: str, width: int) -> str:
    """``… 12 more below (arrow keys, or type part of a name)``, in at most ``width`` columns; "" if there are none.

    ``way``: "above" or "below". How to get there is said below, once.
    """
    if not n:
        return ""
    hints = HOW if way == "below" else ("",)
    texts = [f" … {n} more {way}{how}" for how in hints]
    return next((text for text in texts if len(text) <= width), texts[-1][:width])


def with_more(
    window: Window, heights: Callable[[], list[int]], pointed_at: Callable[[], int], beside: Callable[[], list[int]]
) -> Container:
    """The window of a menu, with what lies outside of it. ``heights``, ``beside``: as ``out_of_sight`` has them.

    ``pointed_at``: the place of the row that Enter takes. It is never under one of the two lines.
    """
    from prompt_toolkit.layout import FloatContainer, ScrollOffsets

    # The cursor stands in the first line of its row: below it must stay the rest of the row, and the line about more.
    window.scroll_offsets = ScrollOffsets(top=1, bottom=lambda: heights()[pointed_at()])
    return FloatContainer(window, [_edge(window, heights, beside, way) for way in ("above", "below")])


def _edge(window: Window, heights: Callable[[], list[int]], beside: Callable[[], list[int]], way: str) -> Float:
    """The line at one end, as the window stands in this very drawing: floats are drawn after what they lie on."""
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.layout import ConditionalContainer, Float, UIContent, UIControl, Window

    def hidden() -> int:
        info = window.render_info
        if info is None or not info.displayed_lines:
            return 0
        cut = out_of_sight(heights(), info.displayed_lines[0], info.displayed_lines[-1], beside())
        return cut.above if way == "above" else cut.below

    class Line(UIControl):
        def create_content(self, width: int, height: int | None) -> UIContent:
            text = more_words(hidden(), way, width)
            return UIContent(lambda place: [("class:more", text)], line_count=1)

    edge = ConditionalContainer(Window(Line(), height=1), Condition(lambda: hidden() > 0))
    above = way == "above"
    return Float(edge, height=1, left=0, right=0, top=0 if above else None, bottom=None if above else 0)
