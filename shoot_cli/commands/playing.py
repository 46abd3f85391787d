"""A battle at the table while it is played: the journal and the players behind it, and what the keys do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shoot_cli.commands.refusals import no_terminal, quoted
from shoot_cli.commands.replay import journal_of
from shoot_cli.core.drivers import dice
from shoot_cli.core.journal import Journal, Mismatch, Said, walk
from shoot_cli.core.questions import ATTACKER, Question, Roll, Total
from shoot_cli.core.signals import Leave, NoTerminal
from shoot_cli.core.table import Entry, Table
from shoot_cli.ui.console import INTERRUPTED, UNREADABLE, console, fail
from shoot_cli.ui.showing import Show

if TYPE_CHECKING:
    from shoot_cli.battles import Battle as Stored
    from shoot_cli.core.ruleset import Ruleset


@dataclass
class Battle:
    """One battle being played. ``stored`` is its log on disk, locked by us."""

    ruleset: Ruleset
    start: Any
    stored: Stored
    seed: int
    settings: dict[str, str]
    by_hand: bool
    plain: bool
    journal: Journal = field(init=False)
    table: Table | None = None
    app_threw: bool = False
    before: Any = None  # both armies as they stood when an amendment was asked for

    def __post_init__(self) -> None:
        self.journal = journal_of(self.stored)
        self.screen = Show(console(self.plain), self.plain, self.ruleset)

    # Behind the table ------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """To the end of the battle, or until the players leave; everything answered is on disk by then."""
        from shoot_cli.battles import StorageError

        name = self.stored.name
        try:
            end = walk(self.ruleset.battle, self.start, self.journal, self.seat, self.wished)
            if not self.stored.finished:
                self.stored.append("finish", {})
        except Leave:
            self.screen.say(f"Left “{name}”. Go on with: shoot play --resume --battle {quoted(name)}")
            return
        except Mismatch as error:
            fail(f"“{name}” cannot go on: {error}. Look at it with: shoot battle show {quoted(name)}", UNREADABLE)
        except NoTerminal as error:
            no_terminal(error, name)
        except StorageError as error:
            fail(str(error), UNREADABLE)
        except KeyboardInterrupt:
            self.screen.say("", f"Interrupted. Nothing is lost: shoot play --resume --battle {quoted(name)}")
            raise SystemExit(INTERRUPTED) from None
        finally:
            self.stored.close()
        self.screen.end(end)

    def seat(self) -> Table:
        """A table with the log, then the players, behind it."""
        answer = self.journal.then(self.prompter(), self.who, self.hand_of)
        self.table = Table(answer, self.heard)
        self.table.settings = self.settings
        return self.table

    def prompter(self) -> Any:
        """The players, with what stands behind the keys."""
        asked = self.asker(
            why=self.screen.why,
            status=lambda: self.screen.status(self.record()),
            log=lambda: self.screen.log(self.table.log if self.table else [], self.ruleset.sides),
            amend=self.amend,
            progress=lambda: self.screen.progress(self.table.step if self.table else ""),
            can_undo=self.journal.can_undo,
            can_redo=self.journal.can_redo,
        )

        def live(question: Question, place: int) -> Any:
            self.sum_up()
            return asked(question, place)

        return live

    def asker(self, by_hand: bool | None = None, **more: Any) -> Any:
        from shoot_cli.ui.prompts import Prompter

        known = {"throw": self.throw, "names": self.names} | more
        hand = self.by_hand if by_hand is None else by_hand
        return Prompter(console=self.screen.console, plain=self.plain, dice="hand" if hand else "app", **known)

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self) -> None:
        """An earlier answer, chosen and given anew. :raises Amend: unless they leave it as it is."""
        from shoot_cli.commands.amendment import ask

        def asker(**instead: Any) -> Any:
            return self.asker(**({"can_undo": lambda: True, "can_redo": lambda: False} | instead))

        self.before = self.ruleset.status(self.record())
        ask(self.table.log if self.table else [], self.journal.said, asker, self.ruleset.sides, self.screen.say)

    def sum_up(self) -> None:
        """After an amendment, when the next question comes: what it changed."""
        if self.before is None or not self.journal.turns:
            return
        from shoot_cli.core.changes import summary

        lines = summary(
            self.journal.turns, self.journal.given_up.values(), self.before, self.ruleset.status(self.record())
        )
        self.before, self.journal.turns = None, []
        self.screen.say("What changes:", style="bold")
        self.screen.say(*(f"  {line}" for line in lines))

    def throw(self, question: Question, place: int) -> Any:
        self.app_threw = True
        return dice(self.seed)(question, place)

    def hand_of(self, question: Question) -> bool | None:
        threw, self.app_threw = self.app_threw, False
        return not threw if isinstance(question, (Roll, Total)) else None

    def record(self) -> Any:
        return self.table.record if self.table else self.start

    def names(self) -> tuple[str, str]:
        return self.ruleset.sides(self.record() or self.start)

    def who(self, question: Question) -> str:
        return self.names()[question.owner != ATTACKER]

    def heard(self, entry: Entry) -> None:
        """What happens now is shown; what is replayed is not."""
        if not self.journal.replaying and self.journal.place >= len(self.journal.said):
            self.screen.show(entry, self.names(), self.by_hand)

    def wished(self, wish: str, answers: list[Said]) -> None:
        if wish == "amend":
            new = answers[1]
            self.screen.say("", f"Changed at the wish of {new.by}: {self.screen.said(new, None)}")
            return
        if wish == "undo amend":
            self.screen.say("", "Taken back: the change of an earlier answer. All is as it was before.")
            return
        if wish == "redo amend":
            self.screen.say("", "Said again: the change of an earlier answer.")
            return
        if not answers:
            self.screen.say("There is nothing to take back." if wish == "undo" else "There is nothing to bring back.")
            return
        first = answers[0]
        words = "Taken back" if wish == "undo" else "Said again"
        asked = [entry.question for entry in self.table.log if entry.question] if self.table else []
        place = len(self.journal.said) if wish == "undo" else len(asked)
        self.screen.say("", f"{words}: {self.screen.said(first, asked[place] if place < len(asked) else None)}")
