"""What the keys of a battle open: both armies, the log, luck, odds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from shoot_cli.commands.odds_at_prompt import AGREED, NO_ATTACK, OddsAtPrompt, locked
from shoot_cli.commands.once_more import lying
from shoot_cli.core.budget import AT_PROMPT, SECONDS, Budget
from shoot_cli.core.questions import Question, Roll
from shoot_cli.ui.screen import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from shoot_cli.commands.clock import Clock
    from shoot_cli.core.journal import Journal
    from shoot_cli.core.luck_report import LuckReport
    from shoot_cli.core.luck_slain import Known
    from shoot_cli.core.over import FinishedAttack
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Entry, Table
    from shoot_cli.storage.battle import StoredBattle
    from shoot_cli.ui.showing import LogPrinter
    from shoot_cli.ui.view import View


class BattleSeen(Protocol):
    """What is to be known of a battle that is looked at."""

    stored: StoredBattle
    screen: LogPrinter

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


class KeyViews:
    """At one battle. ``change``: what Enter does with an answer of the log, by its place.

    What there is nothing of is said in words instead.
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
        idle = {
            Key.AGAIN: not lying(self.battle.table, self.battle.journal),
            Key.ODDS: no_odds,
            Key.CHANGE: not answered,
            Key.LOG: not self.entries(),
            Key.LUCK: not counted,
        }
        return {key for key, nothing in (idle | {Key.ROLL: rolls}).items() if nothing}

    def status(self) -> View | str:
        clock = self.battle.clock
        return self.battle.screen.stand(self.battle.record(), f"Clock: {clock.words()}" if clock else "")

    def log(self, only_read: bool = False) -> View | str:
        if not self.entries():
            return "Nothing stands in the log yet."
        take = None if only_read else self.change
        return self.battle.screen.log(self.entries(), self.battle.start, take, self.came())

    def came(self) -> dict[int, str]:
        """What became of the attacks that are over, by their place in the log: ``4 slain, 6 of 10 left``."""
        from shoot_cli.commands.came import came_of

        table, ruleset = self.battle.seated(), self.battle.ruleset
        found: dict[int, list[FinishedAttack]] = {}
        for attack in table.attacks:
            place = table.log[attack.line].attack
            if place is not None and attack.rolled:
                found.setdefault(place, []).append(attack)
        return {place: came_of(ruleset, *attacks) for place, attacks in found.items()}

    @property
    def only_log(self) -> Callable[[], View | str]:
        """The log, in which nothing is taken."""
        return partial(self.log, only_read=True)

    def luck(self) -> View | str:
        """What came against what was to be expected, so far."""
        from shoot_cli.ui.chances import NO_DICE

        found = self.luck_of(self.battle.record(), AT_PROMPT)
        if not found.rows:
            return NO_DICE
        return self.battle.screen.luck_view(found, self.battle.start)

    def luck_of(self, record: Any, seconds: float = SECONDS) -> LuckReport:
        """Of the battle until this record."""
        from shoot_cli.core.luck_report import report

        battle = self.battle
        hands = [said.hand for said in battle.journal.said]
        return report(battle.seated(), hands, battle.ruleset, record or battle.start, self.laws, Budget(seconds))

    def odds(self, question: Question) -> View | str:
        """Of what is about to be rolled, and of the attack going on; locked, that there are none."""

        battle = self.battle
        if locked(battle.stored.settings):
            return AGREED
        answers = [entry.answer for entry in self.entries() if entry.question]
        last = battle.table.attacks[-1] if battle.table and battle.table.attacks else None
        odds = OddsAtPrompt(battle.ruleset, battle.start, battle.settings, battle.plain)
        return odds.view(question, answers, last) or NO_ATTACK
