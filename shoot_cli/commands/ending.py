"""The end of a battle that was played: told, or on a screen that waits for those who want to see more."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Any

from shoot_cli.commands.clock import time_text
from shoot_cli.core.visible import visible
from shoot_cli.ui.looks import printed
from shoot_cli.ui.players import on_a_terminal
from shoot_cli.ui.screen import Key, PromptFrame

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.commands.clock import Clock
    from shoot_cli.core.endings import BattleEnd
    from shoot_cli.core.luck_report import LuckReport
    from shoot_cli.ui.screen import Screen
    from shoot_cli.ui.showing import LogPrinter


def tell(
    found: BattleEnd,
    end: Any,
    luck: LuckReport,
    name: str,
    clock: Clock | None,
    show: LogPrinter,
    cursor: Screen | None,
) -> None:
    """``end``: the record of the battle; ``name``: what it is kept as. With a ``cursor`` the screen waits."""
    from shoot_cli.ui.endings import battle_lines

    clocks = {name: time_text(clock.left(name)) for name in clock.names} if clock else {}

    def lines(columns: int, rows: int) -> list[Text]:
        return battle_lines(found, name, clocks, columns, f"As text: shoot battle export {quoted(name)}", rows)

    if cursor is None or not on_a_terminal():
        show.end(end, found, name, clocks)
        if luck.rows:
            show.luck(luck, f"shoot battle luck {quoted(name)}")
        show.say(*([f"Clock: {clock.words()}"] if clock else []))
        return
    keys = (*([Key.LUCK] if luck.rows else []), Key.LEAVE)
    around = PromptFrame(hint="Enter: the armies", keys=keys, block=lines)
    try:
        while (wished := cursor.line("", around, keys)) is not Key.LEAVE:
            view = show.luck_view(luck, end) if wished is Key.LUCK else None if wished else show.stand(end)
            if view and not isinstance(view, str):
                cursor.view(view)
    except (EOFError, KeyboardInterrupt):
        pass
    printed(show.console, lines(show.console.width, 0))  # what stood there stays


def quoted(name: str) -> str:
    """A name as it is typed behind ``--battle``."""
    return quote(visible(name))
