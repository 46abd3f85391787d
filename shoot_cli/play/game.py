"""What plays and what shows: one battle with its journal and its table (`Game`), and its screen (`Shown`).

`Dice` says whose dice are thrown. `Shown` has lines as they happen, what stands around the prompts, and the end
screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from shlex import quote
from typing import TYPE_CHECKING

from shoot_cli.asked.scene import Told
from shoot_cli.asked.sight import Sight, recap
from shoot_cli.battle.summaries import FinishedPhases, battle_end, phase_end
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, Undo
from shoot_cli.input.answerers import dice
from shoot_cli.play.clock import time_text
from shoot_cli.replay.history import Response
from shoot_cli.ui.console import console
from shoot_cli.ui.news import NewsDisplay
from shoot_cli.ui.prompter import on_a_terminal, screen_on
from shoot_cli.ui.screen import Key, PromptFrame, Screen
from shoot_cli.ui.styles import print_lines, with_theme
from shoot_cli.ui.summaries import LogPrinter

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.battle.summaries import BattleEnd
    from shoot_cli.engine.ruleset import Ruleset, Sides
    from shoot_cli.engine.table import Answerer, Entry, Table
    from shoot_cli.play.clock import Clock
    from shoot_cli.storage.store import StoredBattle


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

    def tell(self, lines: Sequence[str], once: bool = False) -> None:
        """Show lines at the next prompt, and keep them on the screen after it, unless `once`."""
        for line in lines:
            self.sight.news.add(Told(line, once=once))
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
            end = phase_end(phase, self.game.ruleset)
            self.sight.phase_over(end)
            if self.plain:
                self.printer.phase(end)

    def before_prompt(self, in_short: bool) -> None:
        """Show what ended since the last prompt. After resuming, say where the battle stands.

        :param in_short: an attack gets one line, so that what stands above it stays in sight
        """
        self.phases_over()
        if self._resumed:
            self._resumed = False
            self.say(*recap(self.game.ruleset, self.game.seated()), style="dim")
        self.sight.attacks_over(in_short=in_short)

    def went_back(self, head: str, words: str, undone: bool, short: str = "") -> None:
        """Show an undone or redone answer under `head`, `short` if that is too long for a line."""
        self.sight.news.went_back(head, words, undone, short)
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


def tell(result: BattleEnd, end: object, luck: LuckReport, name: str, shown: Shown, undo: bool = False) -> None:
    """Show the end of a battle. `end` is its last record, `name` its stored name. Wait there, if it can be drawn.

    :raises Undo: the players take back the last answer, where `undo` allows it
    """
    from shoot_cli.ui.summaries import battle_lines

    clock, show, cursor = shown.clock, shown.printer, shown.screen
    clocks = {name: time_text(clock.left(name)) for name in clock.names} if clock else {}

    def lines(columns: int, rows: int) -> list[Text]:
        return battle_lines(result, name, clocks, columns, f"As text: shoot battle export {quoted(name)}", rows)

    if shown.plain or not on_a_terminal():
        show.end(end, result, name, clocks)
        if luck.rows:
            show.luck(luck, f"shoot battle luck {quoted(name)}")
        show.say(*([f"Clock: {clock.words()}"] if clock else []))
        return
    keys = (*([Key.UNDO] if undo else []), *([Key.LUCK] if luck.rows else []), Key.LEAVE)
    frame = PromptFrame(hint="Enter: the armies", keys=keys, block=lines)
    try:
        while (wished := cursor.line("", frame, keys)) is not Key.LEAVE:
            if wished is Key.UNDO:
                raise Undo
            view = show.luck_view(luck, end) if wished is Key.LUCK else None if wished else show.stand(end)
            if view and not isinstance(view, str):
                cursor.view(view)
    except (EOFError, KeyboardInterrupt):
        pass
    print_lines(show.console, lines(show.console.width, 0))  # the end screen remains visible


class Dice:
    """The dice of a game. `seed` is that of the app's dice; `table()` returns the current table.

    :ivar by_hand: True if the players throw their own dice
    :ivar unasked: True if the app threw the last dice without asking anybody
    """

    def __init__(self, seed: int, by_hand: bool, table: Callable[[], Table | None]) -> None:
        self.seed, self.by_hand, self.table = seed, by_hand, table
        self.unasked = False
        self._threw = False  # the app threw, and nobody has asked yet whose dice they were
        self._rest: int | None = None  # index of the attack whose dice the app throws; None if the players do

    def throw(self, question: Question, place: int) -> Answer:
        """Throw the app's dice."""
        self._threw = True
        table = self.table()
        return dice(self.seed)(question, table.place_of_dice(place) if table else place)

    def takes(self, question: Question) -> bool:
        """Return True if the app throws these dice without asking, and remember it."""
        self.unasked = isinstance(question, (Roll, Total)) and (not self.by_hand or self.throws_rest())
        return self.unasked

    def throw_rest(self) -> bool:
        """Let the app throw all dice of this attack, for both sides, until the attack ends or is undone."""
        table = self.table()
        if table and table.going:
            self._rest = table.attack
        return self.throws_rest()

    def throws_rest(self) -> bool:
        table = self.table()
        return bool(self._rest is not None and table and table.going and table.attack == self._rest)

    def back_to_players(self) -> None:
        self._rest = None

    def hand_of(self, question: Question) -> bool | None:
        """Return True for dice thrown by hand, False for app dice, None for any other answer."""
        threw, self._threw = self._threw, False
        return not threw if isinstance(question, (Roll, Total)) else None

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Wrap a throw that is no answer of its own, such as a re-roll."""
        threw = self._threw
        try:
            yield
        finally:
            self._threw = threw


class Game:
    """A battle that is played. `stored` is its log on disk, locked by us. `settings` has every key of the ruleset.

    :ivar table: the current table; None before the first
    :ivar asked: the question that is asked now, or was asked last
    :ivar walk: the way through the battle so far
    """

    def __init__(
        self, ruleset: Ruleset, start: object, stored: StoredBattle, settings: dict[str, str], seed: int, by_hand: bool
    ) -> None:
        from shoot_cli.engine.sequence import Walk
        from shoot_cli.storage.home import remembered
        from shoot_cli.storage.remembered_place import RememberedPlace, journal_of

        self.ruleset, self.start, self.stored, self.settings = ruleset, start, stored, settings
        self.memory = remembered()
        self.journal = journal_of(stored, self.memory)
        self.walk = Walk(ruleset.battle, start)
        self.remembered = RememberedPlace(stored, ruleset.battle, start, settings)
        self.table: Table | None = None
        self.asked: Question | None = None
        self.dice = Dice(seed, by_hand, lambda: self.table)
        self._known: list[Question] = []  # questions by index, undone ones too

    def earlier(self) -> Table | None:
        """Begin the walk at the remembered place. Return a table as it stood there; None if there is no such place."""
        kept = self.remembered.found(self.journal)
        if kept is None:
            return None
        self.walk.places, self.walk.nominations = [kept.place], [kept.place]
        self.journal.between |= {*kept.between}
        return kept.table

    def remember(self) -> None:
        """Remember a place shortly before this prompt, now and then."""
        if self.table:
            self.remembered.keep(self.walk, self.table, self.journal)

    def seat(self, live: Answerer, heard: Callable[[Entry], None]) -> Table:
        """Make a table that first replays the log, then asks `live`. `heard` receives each line of its log."""
        self.table = self.journal.seat(live, self.who, self.dice.hand_of, heard)
        self.table.settings = self.settings
        return self.table

    def seated(self) -> Table:
        assert self.table is not None
        return self.table

    def record(self) -> object:
        return self.table.record if self.table else self.start

    def log(self) -> Sequence[Entry]:
        return self.table.log if self.table else []

    def answered(self) -> list[Question]:
        return [entry.question for entry in self.log() if entry.question]

    def status(self) -> Sides:
        """Return both armies as they stand now."""
        sides: Sides = self.ruleset.status(self.record())
        return sides

    def points(self) -> tuple[int, int] | None:
        """Return the command points of both armies now, or None if they are not counted."""
        from shoot_cli.battle.command_points import left_now

        return left_now(self.ruleset, self.table, self.record()) if self.table else None

    def names(self) -> tuple[str, str]:
        return self.ruleset.sides(self.record() or self.start)

    def who(self, question: Question) -> str:
        """Return the army that must answer."""
        return self.names()[question.owner != ATTACKER]

    def attack(self) -> tuple[int | None, str | None]:
        """Return what tells the current attack from others: the index of its first answer, and that answer."""
        start = self.table.attack if self.table else None
        return start, None if start is None else str(self.journal.answers[start].answer)

    def question_at(self, index: int, response: Response) -> Question | None:
        """Return the question of this answer at this index, or None if it is not known any more."""
        answered = self.answered()
        self._known = [*answered, *self._known[len(answered) :]]
        question = self._known[index] if index < len(self._known) else None
        if question is None or question.key != response.key:
            question = self.asked if self.asked and self.asked.key == response.key else None
        return question
