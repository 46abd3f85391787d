"""The pools of an attack from left to right: how many shots, hits, wounds came of each other, and what each needed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from shoot_cli.core.flow import PoolSummary
from shoot_cli.ui.looks import styled_line

MOST = 5  # pools beside each other


def funnel(pools: Sequence[PoolSummary], now: int | None, side: str, width: int) -> list[Text]:
    """Needs above the arrows, numbers, names: three lines. ``now``: the pool that is rolled for, a ``?`` in the
    player's colour; None: it is over, and the last number stands out.
    """
    if len(pools) > MOST:
        first = len(pools) - MOST
        pools, now = pools[first:], None if now is None else max(0, now - first)
    pitch = (width - 8) // (len(pools) - 1) if len(pools) > 1 else width
    centre = [4 + pitch * place for place in range(len(pools))]
    rows: list[list[str]] = [[" "] * width for _ in range(3)]
    spans: list[list[tuple[int, int, str]]] = [[], [], []]

    def put(row: int, where: int, words: str, style: str) -> None:
        start = max(0, min(width - len(words), where - len(words) // 2))
        rows[row][start : start + len(words)] = words
        spans[row].append((start, start + len(words), style))

    reach = [3] * len(pools)  # columns that a number takes up, to either side
    for place, one in enumerate(pools):
        is_now, is_last = place == now, now is None and place == len(pools) - 1 and one.number is not None
        done = one.number is not None and not is_now
        between = " of " if pitch > 12 else "/"
        count = f"{one.number}" if one.of is None else f"{one.number}{between}{one.of}"
        shown = " ? " if is_now else "·" if one.number is None else f" {count} " if is_last else count
        reach[place] = max(3, len(shown) // 2 + 2)
        put(1, centre[place], shown, side if is_now else "passed" if is_last else "strong" if done else "past")
        name = one.name if len(one.name) < pitch else one.short or one.name
        put(2, centre[place], name, "strong" if is_now else "" if done else "past")
        if place:
            left, right = centre[place - 1] + reach[place - 1], centre[place] - reach[place]
            late = one.number is None and not is_now
            put(1, (left + right + 1) // 2, "─" * max(0, right - left) + "►", "past" if late else "")
            if one.need:
                need = one.need if len(one.need) <= pitch - 2 else one.need.split()[-1]
                put(0, (left + right + 1) // 2, need, "past" if late else "strong")
    lines = []
    for cells, marks in zip(rows, spans, strict=True):
        line = styled_line("".join(cells))
        for start, end, style in marks:
            if style:
                line.stylize(style, start, end)
        lines.append(line)
    return lines


def funnel_text(pools: Sequence[PoolSummary]) -> str:
    """``16 shots, 11 hits (3+).``"""
    return ", ".join(
        f"{one.number} {one.name}" + (f" ({one.need})" if one.need else "") for one in pools if one.number is not None
    )
