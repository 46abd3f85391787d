"""``shoot play --teach``: a beginner at the table is asked before a roll, on nobody's clock and in no log."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from shoot_cli.core.questions import Choose, Question, Roll
from shoot_cli.drills import teaching
from shoot_cli.drills.teaching import as_question

if TYPE_CHECKING:
    from collections.abc import Hashable

    from shoot_cli.core.journal import Journal
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Table
    from shoot_cli.storage.store import Store
    from shoot_cli.ui.showing import LogPrinter


class NotNow(Exception):
    """The app throws the rest of the attack: nobody is taught."""


class BattlePlayed(Protocol):
    """What a teacher needs of a battle that is played. ``before``: None, unless an earlier answer is being changed."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def start(self) -> Any: ...
    @property
    def seed(self) -> int: ...
    @property
    def plain(self) -> bool: ...
    @property
    def before(self) -> Any: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def table(self) -> Table | None: ...

    screen: LogPrinter

    def record(self) -> Any: ...
    def who(self, question: Question) -> str: ...
    def with_keys(self, **more: Any) -> Any: ...
    def roll_rest(self) -> bool: ...
    def rolls_rest(self) -> bool: ...


class Teacher:
    """Stands by while ``battle`` is played. ``whom``: mine (the first list), theirs, or both.

    :raises StorageError: there is no place for what is learned.
    """

    def __init__(self, battle: BattlePlayed, whom: str) -> None:
        from shoot_cli.drills.memory import Memory
        from shoot_cli.storage.store import Store
        from shoot_cli.ui.quizzing import PlainQuiz, QuizScreen

        self.battle = battle
        mine, theirs = battle.ruleset.sides(battle.start)
        self.pupils = {"mine": {mine}, "theirs": {theirs}, "both": {mine, theirs}}[whom]
        self.store: Store = Store.open()
        self.teaching = teaching.Teaching(battle.ruleset, battle.seed, Memory(self.store, battle.ruleset.name))
        console = battle.screen.console
        self.screen = PlainQuiz(console) if battle.plain else QuizScreen(console)

    def before(self, question: Question, place: int) -> None:
        """Ask, where there is something to ask about this question, and say what the answer was worth.

        :raises Undo, Redo, Amend, Leave: what the players wish meanwhile. :raises StorageError: it cannot be kept.
        """
        battle = self.battle
        if not isinstance(question, Roll) or battle.before is not None:
            return
        record, attack = battle.record(), self.attack()
        if battle.who(question) not in self.pupils:
            return
        lesson = self.teaching.about(question, record, place, attack)
        if lesson is None:
            return
        if situation := teaching.hiding(battle.ruleset.situation(record), lesson.quiz):
            battle.screen.say("", situation, style="" if battle.plain else "dim")
        begun = monotonic()
        answer = self.ask(as_question(lesson.quiz, "teach", question.owner, skip=True), place, begun)
        if words := self.teaching.heard(lesson, attack, answer, monotonic() - begun):
            battle.screen.say(words)

    def ask(self, question: Choose, place: int, begun: float) -> str | None:
        """The option taken; None: the time is up."""
        from shoot_cli.ui.time_cap import Capped, TimeUp

        screen = Capped(self.screen, begun + teaching.SECONDS)
        ask = self.battle.with_keys(clock=None, screen=screen, rest=self.rest)
        try:
            return str(ask(question, place))
        except TimeUp:
            return None
        except NotNow:
            return teaching.SKIP

    def rest(self) -> bool:
        """:raises NotNow:"""
        if self.battle.roll_rest():
            raise NotNow
        return False

    def attack(self) -> Hashable:
        """Which one is going on."""
        start = self.battle.table.attack if self.battle.table else None
        return start, None if start is None else str(self.battle.journal.said[start].answer)

    def close(self) -> None:
        self.store.close()
