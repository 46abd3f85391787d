"""What shows of a game: lines as they happen, what stands around the prompts, and the end screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from shlex import quote
from typing import TYPE_CHECKING

from shoot_cli.asked.scene import Told
from shoot_cli.asked.sight import Sight, recap
from shoot_cli.battle.summaries import FinishedPhases, battle_end, phase_end
from shoot_cli.engine.names import visible
from shoot_cli.engine.signals import Undo
from shoot_cli.play.clock import time_text
from shoot_cli.ui.battle_display import LogPrinter
from shoot_cli.ui.console import console
from shoot_cli.ui.news import NewsDisplay
from shoot_cli.ui.prompter import on_a_terminal, screen_on
from shoot_cli.ui.screen import Key, PromptFrame, Screen
from shoot_cli.ui.styles import print_lines, with_theme

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.battle.summaries import BattleEnd
    from shoot_cli.engine.table import Entry
    from shoot_cli.play.clock import Clock
    from shoot_cli.play.game import Game


def quoted(name: str) -> str:
    """Return a name as it is typed after `--battle`."""
    return quote(visible(name))


class Shown:
    """What shows of one game. A plain screen prints all of it at once, any other draws the news around the prompts.

    :ivar sight: what every surface can draw around a question
    :ivar news: the news on this screen
    """

    def __init__(self, game: Game, plain: bool, clock: Clock | None, resumed: bool) -> None:
        self.game, self.plain, self.clock = game, plain, clock
        self.printer = LogPrinter(console(plain), plain, game.ruleset)
        self.console = self.printer.console if plain else with_theme(self.printer.console)
        self.sight = Sight(game.ruleset, game.start, game.seated)
        self.news = NewsDisplay(self.sight.news, None if plain else self.console)
        self._phases = FinishedPhases()
        self._resumed = resumed  # True until the first prompt after resuming

    @cached_property
    def screen(self) -> Screen:
        """The screen of all prompts. It keeps the keys that were pressed at the previous prompt."""
        return screen_on(self.console, self.plain)

    def say(self, *lines: str, style: str = "") -> None:
        self.printer.say(*lines, style=style)

    def tell(self, lines: Sequence[str]) -> None:
        """Show lines at the next prompt, and keep them on the screen after it."""
        for line in lines:
            self.sight.news.add(Told(line))
        if self.plain:
            self.say(*lines)

    def mark(self, army: str) -> str:
        """Return what stands for an army in few words."""
        return army if self.plain else self.sight.mark(army)

    def progress(self) -> str:
        return self.printer.progress(self.game.table.stage if self.game.table else "")

    def heard(self, entry: Entry) -> None:
        """Show new log lines. Replayed lines stay hidden."""
        game = self.game
        if not game.journal.fresh:
            return
        self.phases_over()
        self.sight.heard(entry)
        if self.plain:
            self.printer.show(entry, game.dice.by_hand and not game.dice.unasked)

    def phases_over(self) -> None:
        """Show the result of each phase that just ended."""
        for phase in self._phases.since(self.game.seated()):
            found = phase_end(phase, self.game.ruleset)
            self.sight.phase_over(found)
            if self.plain:
                self.printer.phase(found)

    def before_prompt(self, in_short: bool = False) -> None:
        """Show what ended since the last prompt. After resuming, say where the battle stands.

        :param in_short: an attack gets one line, so that what stands above it stays in sight
        """
        self.phases_over()
        if self._resumed:
            self._resumed = False
            self.say(*recap(self.game.ruleset, self.game.seated()), style="dim")
        self.sight.attacks_over(in_short=in_short)

    def went_back(self, head: str, words: str, undone: bool) -> None:
        """Show an undone or redone answer under `head`."""
        self.sight.news.went_back(head, words, undone)
        if self.plain:
            self.say("", f"{head}: {words}")

    def end(self, end: object, luck_of: Callable[[object], LuckReport], undo: bool = False) -> None:
        """Show the result of the battle. `end` is its last record. With `undo` the last answer can be taken back.

        :raises Undo: the players take it back
        """
        self.sight.attacks_over()
        self.news.over()
        game, luck = self.game, luck_of(end)
        tell(battle_end(game.seated(), game.ruleset, game.start, end, luck), end, luck, game.stored.name, self, undo)


def tell(found: BattleEnd, end: object, luck: LuckReport, name: str, shown: Shown, undo: bool = False) -> None:
    """Show the end of a battle. `end` is its last record, `name` its stored name. Wait there, if it can be drawn.

    :raises Undo: the players take back the last answer, where `undo` allows it
    """
    from shoot_cli.ui.summaries import battle_lines

    clock, show, cursor = shown.clock, shown.printer, shown.screen
    clocks = {name: time_text(clock.left(name)) for name in clock.names} if clock else {}

    def lines(columns: int, rows: int) -> list[Text]:
        return battle_lines(found, name, clocks, columns, f"As text: shoot battle export {quoted(name)}", rows)

    if shown.plain or not on_a_terminal():
        show.end(end, found, name, clocks)
        if luck.rows:
            show.luck(luck, f"shoot battle luck {quoted(name)}")
        show.say(*([f"Clock: {clock.words()}"] if clock else []))
        return
    keys = (*([Key.UNDO] if undo else []), *([Key.LUCK] if luck.rows else []), Key.LEAVE)
    around = PromptFrame(hint="Enter: the armies", keys=keys, block=lines)
    try:
        while (wished := cursor.line("", around, keys)) is not Key.LEAVE:
            if wished is Key.UNDO:
                raise Undo
            view = show.luck_view(luck, end) if wished is Key.LUCK else None if wished else show.stand(end)
            if view and not isinstance(view, str):
                cursor.view(view)
    except (EOFError, KeyboardInterrupt):
        pass
    print_lines(show.console, lines(show.console.width, 0))  # the end screen remains visible
