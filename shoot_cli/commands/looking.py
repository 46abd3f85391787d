"""What the keys of a battle open: both armies, the log, luck, odds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from shoot_cli.commands.odds_at_prompt import AGREED, OddsAtPrompt, locked
from shoot_cli.core.budget import AT_PROMPT, SECONDS, Budget
from shoot_cli.core.questions import Question, Roll
from shoot_cli.ui.screen import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from shoot_cli.commands.clock import Clock
    from shoot_cli.core.journal import Journal
    from shoot_cli.core.luck_report import Report
    from shoot_cli.core.luck_slain import Known
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Entry, Table
    from shoot_cli.storage.battle import StoredBattle
    from shoot_cli.ui.showing import Show
    from shoot_cli.ui.view import View


class BattleSeen(Protocol):
    """What is to be known of a battle that is looked at."""

    stored: StoredBattle
    screen: Show

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def start(self) -> Any: ...
    @property
    def settings(self) -> dict[str, str]: ...
    @property
    def plain(self) -> bool: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def clock(self) -> Clock | None: ...
    def record(self) -> Any: ...
    def rolls_rest(self) -> bool: ...
    def seated(self) -> Table: ...


class Looks:
    """At one battle. ``change``: what Enter does with an answer of the log, by its place.

    What there is nothing of is said, and None given back.
    """

    def __init__(self, battle: BattleSeen, change: Callable[[int], None]) -> None:
        self.battle, self.change = battle, change
        self.laws: Known = {}  # of attacks that are over, once somebody asked for their luck

    def keys(self) -> dict[str, Any]:
        """As `Players` has them."""
        return {"status": self.status, "log": self.log, "luck": self.luck, "odds": self.odds, "quiet": self.quiet}

    def entries(self) -> list[Entry]:
        return self.battle.table.log if self.battle.table else []

    def quiet(self) -> set[Key]:
        """Keys that have nothing to show now, and so need not be listed."""
        answered = [entry.question for entry in self.entries() if entry.question]
        counted = any(isinstance(one, Roll) and one.luck for one in answered)
        no_odds = locked(self.battle.stored.settings)
        rolls = self.battle.rolls_rest() or not (self.battle.table and self.battle.table.going)
        idle = {Key.ODDS: no_odds, Key.CHANGE: not answered, Key.LOG: not self.entries(), Key.LUCK: not counted}
        return {key for key, nothing in (idle | {Key.ROLL: rolls}).items() if nothing}

    def status(self) -> View | None:
        clock = self.battle.clock
        return self.battle.screen.stand(self.battle.record(), f"Clock: {clock.words()}" if clock else "")

    def log(self, only_read: bool = False) -> View | None:
        if not self.entries():
            self.battle.screen.say("Nothing stands in the log yet.")
            return None
        return self.battle.screen.log(self.entries(), self.battle.start, None if only_read else self.change)

    @property
    def only_log(self) -> Callable[[], View | None]:
        """The log, in which nothing is taken."""
        return partial(self.log, only_read=True)

    def luck(self) -> View | None:
        """What came against what was to be expected, so far."""
        from shoot_cli.ui.chances import NO_DICE

        found = self.luck_of(self.battle.record(), AT_PROMPT)
        if not found.rows:
            self.battle.screen.say(NO_DICE)
            return None
        return self.battle.screen.luck_view(found, self.battle.start)

    def luck_of(self, record: Any, seconds: float = SECONDS) -> Report:
        """Of the battle until this record."""
        from shoot_cli.core.luck_report import report

        battle = self.battle
        hands = [said.hand for said in battle.journal.said]
        return report(battle.seated(), hands, battle.ruleset, record or battle.start, self.laws, Budget(seconds))

    def odds(self, question: Question) -> View | None:
        """Of what is about to be rolled, and of the attack going on; locked, that there are none."""
        battle = self.battle
        if locked(battle.stored.settings):
            battle.screen.say(AGREED)
            return None
        answers = [entry.answer for entry in self.entries() if entry.question]
        last = battle.table.attacks[-1] if battle.table and battle.table.attacks else None
        odds = OddsAtPrompt(battle.ruleset, battle.start, battle.settings, battle.plain)
        found = odds.view(question, answers, last)
        if found is None:
            battle.screen.console.print(*odds.show(question, answers), sep="\n")
        return found
