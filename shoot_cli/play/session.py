"""One battle at the table (`Session`): what plays, what shows, and what the keys may do, each by itself."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Amend, Answer, Insert, Leave, NoTerminal, Redo, Undo
from shoot_cli.play.amendment import ChangeInProgress
from shoot_cli.play.clock import CUT_OFF, Timekeeper, broke_off, clock_of
from shoot_cli.play.game import Game, Shown, quoted
from shoot_cli.play.keys import KeysAtTable
from shoot_cli.play.views import AGREED, locked
from shoot_cli.replay.journal import Mismatch, run
from shoot_cli.ui.console import INTERRUPTED, UNREADABLE, USAGE, fail
from shoot_cli.ui.prompter import ROLLS_REST, Prompter
from shoot_cli.ui.screen import IDLE, Key

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.engine.table import Answerer, Table
    from shoot_cli.play.teaching import Teacher
    from shoot_cli.replay.history import Response
    from shoot_cli.storage.store import StoredBattle


class Session:
    """A battle at the table. Each part knows its own state; here stands only what one part tells another.

    :ivar game: what plays
    :ivar shown: what shows
    :ivar keys: what the keys may do
    :ivar change: the change of an earlier answer that goes on
    :ivar clock: None without a chess clock
    :ivar teacher: asks a beginner before a roll; None without one
    """

    def __init__(
        self,
        ruleset: Ruleset,
        start: object,
        stored: StoredBattle,
        seed: int,
        settings: dict[str, str],
        by_hand: bool,
        plain: bool,
        resumed: bool = False,
    ) -> None:
        self.game = Game(ruleset, start, stored, settings, seed, by_hand)
        self.clock = clock_of(stored, ruleset.sides(start))
        if self.clock:
            self.game.journal.keeper, self.clock.rest = Timekeeper(stored, self.clock), stored.flush
        self.shown = Shown(self.game, plain, self.clock, resumed)
        self.change = ChangeInProgress(self.game, self.shown.say)
        self.keys = KeysAtTable(self.game, self.shown, self.change, self.clock)
        self.teacher: Teacher | None = None

    def with_phones(self, host: str | None, port: int | None, anew: bool) -> None:
        """Serve the page to phones, if this machine has an address for it, and show where."""

        from shoot_cli.play.with_phones import Phones

        try:
            self.keys.phones = Phones.begun(self.game, self.shown, self.clock, host, port, anew)
        except BaseException:
            self.game.stored.close()
            raise

    def teach(self, whom: str, seconds: float) -> None:
        """Let a teacher ask beginners, so many seconds each: "mine" (the first list), "theirs" or "both".

        :raises StorageError: if answers cannot be stored
        """
        from shoot_cli.play.teaching import Teacher

        try:
            self.teacher = Teacher(self.game, self.shown, self.keys, self.change, whom, seconds)
        except BaseException:
            self.game.stored.close()
            raise

    def play(self) -> None:
        """Play to the end of the battle, or until the players leave. All answers are on disk then."""
        from shoot_cli.storage.home import StorageError

        game, stored, say = self.game, self.game.stored, self.shown.say
        name, end = stored.name, None
        if self.clock:
            say(f"Clock: {self.clock.words()}")
            if broke_off(stored):
                say(CUT_OFF, style="dim")
        if locked(stored.settings):
            say(AGREED)
        try:
            self.change.resume()
            parts = game.start, game.journal, self.seat, self.wished, game.walk, game.earlier()
            end = run(game.ruleset.battle, *parts, self.over)
        except Leave:
            say(f"Left “{name}”. Go on with: shoot play --resume --battle {quoted(name)}")
            return
        except Mismatch as error:
            fail(f"“{name}” cannot go on: {error}. Look at it with: shoot battle show {quoted(name)}", UNREADABLE)
        except NoTerminal as error:
            fail(
                f"somebody must answer “{getattr(error.question, 'key', '?')}”, and there is no terminal. "
                f"Go on: shoot play --resume --battle {quoted(name)}",
                USAGE,
            )
        except StorageError as error:
            fail(str(error), UNREADABLE)
        except KeyboardInterrupt:
            say("", f"Interrupted. Nothing is lost: shoot play --resume --battle {quoted(name)}")
            raise SystemExit(INTERRUPTED) from None
        finally:
            if self.clock:
                self.clock.settle(stored)
            if self.keys.phones:
                self.keys.phones.stop(end)
            if self.teacher:
                self.teacher.close()
            stored.close()
        if self.keys.phones:
            self.shown.end(end, self.keys.views.luck_of)

    def over(self, end: object) -> None:
        """Finish the battle, and show its end. With phones, that waits until they were told.

        :raises Undo: the players take back the last answer instead
        """
        self.game.asked = None
        self.shown.say(*self.change.sum_up())
        self.shown.phases_over()
        if not self.game.stored.finished:
            self.game.stored.append("finish", {})
        if not self.keys.phones:
            self.shown.end(end, self.keys.views.luck_of, self.game.journal.can_undo())

    def seat(self) -> Table:
        """Make a table that first replays the log, then asks the players."""
        live = self.live()
        if self.clock:
            live = self.clock.charging(live, self.game.who, self.shown.say)
        return self.game.seat(live, self.shown.heard)

    def live(self) -> Answerer:
        """Return a function that asks the players. With a teacher, the teacher asks first.

        What is asked is one value, made once. Whoever draws it draws the same.
        """
        game, dice = self.game, self.game.dice
        prompter = Prompter(self.keys.players(dice.throw_rest if dice.by_hand or self.teacher else None))

        def asking(question: Question, place: int) -> Answer:
            if not gc.isenabled():
                gc.freeze()  # exclude everything that was read and replayed from garbage collection
                gc.enable()
            game.asked = question
            game.remember()
            changes = self.change.sum_up(question)
            dropped = self.keys.ahead.dropped(question)
            self.shown.before_prompt(in_short=bool(changes))
            self.shown.tell(changes, once=True)  # not above the next attack: the log keeps what was changed
            self.shown.tell([dropped] if dropped else [])
            if self.teacher and not dice.throws_rest():
                if self.keys.phones:
                    self.keys.phones.teaching()
                self.teacher.before(question, place)
            takes = dice.takes(question)
            game.journal.asks = dice.by_hand and not takes
            if takes:
                return dice.throw(question, place)
            asked = prompter.asked(self.change.half_agreed(question), place)
            if (inches := self.keys.ahead.answer_to(question)) is not None:
                return prompter.given(asked, inches)
            rests = dice.throws_rest()
            try:
                answer = self.keys.phones.answer(prompter, asked) if self.keys.phones else prompter.answer(asked)
                if isinstance(question, (Roll, Total)) and dice.throws_rest() and not rests:
                    self.shown.tell([ROLLS_REST])
                return answer
            except (Amend, Insert, Undo, Redo) as wish:
                self.change.leave_half_agreed(question, prompter.agreeing, wish)
                self.keys.ahead.forget()
                raise

        return asking

    def wished(self, wish: str, answers: list[Response]) -> None:
        """Tell what an undo, redo or amendment did, or why it was refused. `answers` are those that it touched."""
        game, shown = self.game, self.shown
        game.dice.back_to_players()
        if wish == "refused":
            shown.say("", f"! {answers[0].answer}.", style="red")
        elif wish.endswith("insert"):
            shown.sight.news.taken = 0
            self.change.inserted(wish, answers[0])
        elif wish.endswith("amend"):
            shown.sight.news.taken = 0
            self.change.made(wish, *answers)
        elif not answers:
            shown.say(IDLE[Key.UNDO] if wish == "undo" else IDLE[Key.REDO])
        else:
            index = len(game.journal.answers) if wish == "undo" else len(game.answered())
            printer, question = shown.printer, game.question_at(index, answers[0])
            if wish == "undo":
                self.change.taken_back(question, answers[0].answer)
            words, short = printer.response_text(answers[0], question), printer.short_response(answers[0], question)
            shown.went_back("Taken back" if wish == "undo" else "Brought back", words, wish == "undo", short)
