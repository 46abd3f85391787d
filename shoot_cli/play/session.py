"""One battle at the table (`Session`): its journal, players and prompts; texts for undo and redo; its end screen."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from shlex import quote
from typing import TYPE_CHECKING, Any

from shoot_cli.battle.summaries import FinishedPhases, battle_end, phase_end
from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER
from shoot_cli.engine.signals import Amend, Leave, NoTerminal
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import dice
from shoot_cli.play.amendment import offer_text
from shoot_cli.play.clock import CUT_OFF, Timekeeper, broke_off, clock_of, time_text
from shoot_cli.play.views import AGREED, KeyViews, locked
from shoot_cli.replay.history import Response
from shoot_cli.replay.journal import Journal, Mismatch, run
from shoot_cli.ui.battle_display import LogPrinter, question_and_answer
from shoot_cli.ui.console import INTERRUPTED, UNREADABLE, USAGE, console, fail
from shoot_cli.ui.prompter import Players, Prompter, on_a_terminal, screen_on
from shoot_cli.ui.screen import IDLE, Key, PromptFrame, Screen
from shoot_cli.ui.styles import print_lines

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.battle.summaries import BattleEnd
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.play.clock import Clock
    from shoot_cli.play.display import BattleFrame
    from shoot_cli.play.teaching import Teacher
    from shoot_cli.storage.stored_battle import StoredBattle as Stored
    from shoot_cli.ui.prompter import Prompter
    from shoot_cli.ui.screen import View


# The texts of the command list: what undo and redo do now, and how long the log is.

Asked = Callable[[int, Response], Question | None]  # (index, answer) -> the question that was answered there


def steps(journal: Journal, asked: Asked, mark: Callable[[str], str]) -> dict[Key, str]:
    """Return the text of each key. `mark(name)` returns the mark of this player."""
    n = len(journal.said)
    found = {
        Key.LOG: f"{n} answer{'s' * (n != 1)}; all on disk",
        Key.LEAVE: "all is kept; shoot play --resume goes on here",
    }
    last = journal.last()
    if journal.undoes_amendment():
        found[Key.UNDO] = "takes back the change of an earlier answer"
    elif last is not None:
        rolls = n - 1 - last if journal.asks else 0  # if the app rolls all dice, its rolls are not counted
        found[Key.UNDO] = f"takes back: {undo_label(journal.said[last], asked(last, journal.said[last]), mark, rolls)}"
    back = next(journal.history.back(), None)
    if journal.history.can_restore():
        found[Key.REDO] = "brings back the change of an earlier answer"
    elif isinstance(back, Response):
        found[Key.REDO] = f"brings back: {undo_label(back, asked(len(journal.said), back), mark)}"
    return found


def undo_label(response: Response, question: Question | None, mark: Callable[[str], str], rolls: int = 0) -> str:
    """Describe one answer. `rolls` is the number of automatic rolls after it."""
    asked, answer = question_and_answer(response, question)
    answer += ", thrown by the app" if response.hand is False else ""
    answer += f", and {counted(rolls, 'roll')} after it" if rolls else ""
    return f"{answer} ({mark(response.by)}); {asked}"


def place_in_attack(table: Table | None, question: Question | None) -> tuple[Any, int]:
    """Return the shooting unit or None, and how often this question was answered in its attack."""
    answered = [entry for entry in table.log if entry.question] if table else []
    start = answered[-1].attack if answered else None
    keys = [entry.question.key for entry in answered[start or 0 :] if entry.question]
    return None if start is None else answered[start].answer, keys.count(question.key) if question else 0


def tell(
    found: BattleEnd,
    end: Any,
    luck: LuckReport,
    name: str,
    clock: Clock | None,
    show: LogPrinter,
    cursor: Screen | None,
) -> None:
    """Show the end of a battle. `end` is its last record, `name` its stored name. With a `cursor`, wait there."""
    from shoot_cli.ui.summaries import battle_lines

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
    print_lines(show.console, lines(show.console.width, 0))  # the end screen remains visible


def quoted(name: str) -> str:
    """Return a name as it is typed after `--battle`."""
    return quote(visible(name))


@dataclass
class Session:
    """A battle at the table, with its journal and players. `stored` is its log on disk, locked by us."""

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
    before: Any = None  # status of both armies before an amendment
    place_before: tuple[Any, int] = (None, 0)  # shooting unit and question number (`place_in_attack`) before it
    prompt: Question | None = None  # question on the screen before it; None if unknown
    amendments_before: int = 0  # amendments in force before it
    pending_told: bool = False  # True after players heard what happens to the later answers
    wish: str = ""  # army that asked for the amendment
    asked: Question | None = None  # question on the screen
    known: list[Question] = field(default_factory=list)  # questions by index, undone ones too
    wishes: list[Key] = field(default_factory=list)  # keys that wait for the next prompt
    teacher: Teacher | None = None  # asks a beginner before a roll
    rest: int | None = None  # index of the attack whose dice the app rolls; None if the players roll
    rolled_without_asking: bool = False  # True if the app just rolled because of `rest`
    just_resumed: bool = False  # True until the first prompt after resuming
    phases: FinishedPhases = field(default_factory=FinishedPhases)
    in_sight: BattleFrame | None = None  # drawn around the prompts; None if plain

    def __post_init__(self) -> None:
        from shoot_cli.storage.battle_replay import journal_of
        from shoot_cli.storage.home import remembered

        self.memory = remembered()
        self.journal = journal_of(self.stored, self.memory)
        self.screen = LogPrinter(console(self.plain), self.plain, self.ruleset)
        self.looks = KeyViews(self, self.change)
        if not self.plain:
            from shoot_cli.play.display import BattleFrame

            self.in_sight = BattleFrame(self.screen.console, self.ruleset, self.start, self.seated)
        self.clock = clock_of(self.stored, self.ruleset.sides(self.start))
        if self.clock:
            self.journal.keeper, self.clock.rest = Timekeeper(self.stored, self.clock), self.stored.flush

    def play(self) -> None:
        """Play to the end of the battle, or until the players leave. All answers are on disk then."""
        from shoot_cli.storage.home import StorageError

        name = self.stored.name
        self.say_clock()
        if self.clock and broke_off(self.stored):
            self.screen.say(CUT_OFF, style="dim")
        if locked(self.stored.settings):
            self.screen.say(AGREED)
        try:
            self.broken_off()
            end = run(self.ruleset.battle, self.start, self.journal, self.seat, self.wished)
            self.sum_up()
            self.phases_over()
            if not self.stored.finished:
                self.stored.append("finish", {})
        except Leave:
            self.screen.say(f"Left “{name}”. Go on with: shoot play --resume --battle {quoted(name)}")
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
            self.screen.say("", f"Interrupted. Nothing is lost: shoot play --resume --battle {quoted(name)}")
            raise SystemExit(INTERRUPTED) from None
        finally:
            if self.clock:
                self.clock.settle(self.stored)
            if self.teacher:
                self.teacher.close()
            self.stored.close()
        if self.in_sight:
            self.in_sight.attacks_over()
            self.in_sight.news.over()
        self.over(end)

    def over(self, end: Any) -> None:
        """Show the result of the battle. `end` is its last record. Everything is on disk before."""

        luck = self.looks.luck_of(end)
        found = battle_end(self.seated(), self.ruleset, self.start, end, luck)
        tell(found, end, luck, self.stored.name, self.clock, self.screen, None if self.plain else self.prompts)

    def seat(self) -> Table:
        """Make a table that first replays the log, then asks the players."""
        self.table = self.journal.seat(self.prompter(), self.who, self.hand_of, self.heard)
        self.table.settings = self.settings
        return self.table

    def seated(self) -> Table:
        assert self.table is not None
        return self.table

    def prompter(self) -> Any:
        """Return a function that asks the players. With a teacher, the teacher asks first."""
        asked = self.with_keys()

        def live(question: Question, place: int) -> Any:
            if not gc.isenabled():
                gc.freeze()  # exclude everything that was read and replayed from garbage collection
                gc.enable()
            self.sum_up(question)
            self.phases_over()
            if self.just_resumed:
                from shoot_cli.play.display import recap

                self.just_resumed = False
                self.screen.say(*recap(self.ruleset, self.seated()), style="dim")
            if self.in_sight:
                self.in_sight.attacks_over()
            if self.teacher and not self.rolls_rest():
                self.teacher.before(question, place)
            self.rolled_without_asking = self.rolls_rest() and isinstance(question, (Roll, Total))
            self.journal.asks = self.by_hand and not self.rolled_without_asking
            return (self.throw if self.rolled_without_asking else asked)(question, place)

        return self.clock.charging(live, self.who, self.screen.say) if self.clock else live

    def with_keys(self, **more: Any) -> Prompter:
        """Return a prompter with all keys. `more` are further fields of `Players`."""
        if self.by_hand or self.teacher:
            more = {"rest": self.roll_rest, **more}
        if self.ruleset.reroll_name:
            more = {"again": partial(offer_text, self), **more}
        return self.asker(
            why=self.screen.why,
            amend=self.amend,
            progress=lambda: self.screen.progress(self.table.stage if self.table else ""),
            can_undo=self.journal.can_undo,
            can_redo=self.journal.can_redo,
            **self.looks.keys(),
            told=lambda: steps(self.journal, self.question_at, self.in_sight.mark if self.in_sight else str),
            **more,
        )

    @cached_property
    def prompts(self) -> Screen:
        """The screen of all prompts. It keeps the keys that were pressed at the previous prompt."""

        return screen_on(self.screen.console, self.plain)

    def asker(self, **more: Any) -> Prompter:
        from shoot_cli.storage.records import file_names

        if self.in_sight:
            sight = self.in_sight
            more = {"scene": sight.scene, "news": sight.news, "effect_text": sight.comes_of, **more}
        players = Players(
            console=self.screen.console, plain=self.plain, screen=self.prompts, names=self.names, clock=self.clock,
            wishes=self.wishes, dice="hand" if self.by_hand else "app", throw=self.throw,
            nicknames=file_names(self.ruleset.sides(self.start), self.stored.armies),
        )  # fmt: skip
        return Prompter(players.but(**more))

    def amend(self) -> View | str | None:
        """Open the log to choose an earlier answer; a plain screen asks for its number. :raises Amend: if plain"""
        from shoot_cli.play.amendment import NOTHING_YET, ask

        log = self.looks.entries()
        if not any(entry.question for entry in log):
            return NOTHING_YET
        if not self.plain:
            return self.looks.log()
        self.changing(lambda asker: ask(log, self.journal.said, asker, self.ruleset.sides, self.screen.say))
        return None

    def change(self, place: int) -> None:
        """Ask for a new answer at this index. :raises Amend: if the players change it."""
        from shoot_cli.play.amendment import change

        entry = [entry for entry in self.looks.entries() if entry.question][place]
        said, sides = self.journal.said[place], self.ruleset.sides(entry.record)
        self.changing(lambda asker: change(entry, place, said, asker, sides, self.screen.say))

    def changing(self, ask: Callable[[Callable[..., Prompter]], None]) -> None:
        def asker(about: tuple[str, ...] = (), **instead: Any) -> Prompter:
            known: dict[str, Any] = {"can_undo": lambda: True, "can_redo": lambda: False, "why": self.screen.why}
            if self.in_sight:  # the question belongs to another attack than the one on the screen
                elsewhere = self.in_sight.elsewhere(instead.get("names", self.names), *about)
                known |= {"scene": elsewhere, "effect_text": lambda answer: "", "news": None}
            return self.asker(**(known | {"log": self.looks.only_log} | instead))

        try:
            ask(asker)
        except Amend as change:
            self.wish = change.by
            self.begin_change()
            raise

    def begin_change(self) -> None:
        """Remember the state before an amendment. During an unfinished amendment, keep the older state."""
        if self.before is None:
            self.before, self.prompt = self.ruleset.status(self.record()), self.asked
            self.place_before, self.pending_told = place_in_attack(self.table, self.asked), False
            self.amendments_before = len(self.journal.history.past)

    def sum_up(self, question: Question | None = None) -> None:
        """Tell an amendment's result after all later answers are derived. Until then, tell why a question is asked."""
        from shoot_cli.replay.change_summary import NOTHING_ELSE, asked_again, summary, waiting_words

        journal, self.asked = self.journal, question
        if self.before is None:
            return
        if question is not None and not self.caught_up(question):
            why = asked_again(journal.turns, question)
            self.screen.say(*(why or ([] if self.pending_told else waiting_words(journal.waiting_here()))))
            self.pending_told = True
            return
        now, models = self.ruleset.status(self.record()), self.ruleset.nouns[1]
        lines = summary(journal.turns, journal.given_up, self.before, now, models)
        back = not journal.turns and lines == [NOTHING_ELSE]  # an undone or redone change: its result was told before
        self.before, journal.turns, journal.given_up = None, [], []
        if back:
            return
        self.screen.say("What changes:", style="bold")
        self.screen.say(*(f"  {line}" for line in lines))

    def caught_up(self, question: Question) -> bool:
        """Return True once the battle is again at the place of the change, or between attacks.

        Some answers of the same attack may still wait there for questions that are not asked any more.
        """
        journal, prompt = self.journal, self.prompt
        same = prompt is not None and question[:2] == prompt[:2]
        if journal.history.waits():
            elsewhere = any(journal.attacks_waiting())  # an attack from before the change is not replayed yet
            return same and not elsewhere and place_in_attack(self.table, question) == self.place_before
        return prompt is None or same or bool(self.table and self.table.names_attacker)

    def broken_off(self) -> None:
        """Continue an amendment that was not finished when the battle was left: restore the state before it."""
        journal = self.journal
        if not (journal.history.waits() or journal.undoes_amendment()):
            return
        from shoot_cli.storage.battle_replay import table_before

        past = journal.history.past
        # If one change began during another, start with the first.
        self.amendments_before = next((at for at in range(len(past) - 1, 0, -1) if not past[at].carry), 0)
        table, self.prompt = table_before(self.stored, past[self.amendments_before], self.memory)
        self.before = self.ruleset.status(table.record)
        self.place_before = place_in_attack(table, self.prompt)
        self.screen.say("The last that was said is a change of an earlier answer; it goes on.")

    def say_clock(self) -> None:
        if self.clock:
            self.screen.say(f"Clock: {self.clock.words()}")

    def throw(self, question: Question, place: int) -> Any:
        """Roll with the app's dice."""
        self.app_threw = True
        return dice(self.seed)(question, place)

    def roll_rest(self) -> bool:
        """Let the app roll all dice of this attack, for both sides, until the attack ends or is undone."""
        if self.table and self.table.going:
            self.rest = self.table.attack
        return self.rolls_rest()

    def rolls_rest(self) -> bool:
        return bool(self.rest is not None and self.table and self.table.going and self.table.attack == self.rest)

    def hand_of(self, question: Question) -> bool | None:
        """Return True for dice rolled by hand, False for app dice, None for any other answer."""
        threw, self.app_threw = self.app_threw, False
        return not threw if isinstance(question, (Roll, Total)) else None

    def record(self) -> Any:
        return self.table.record if self.table else self.start

    def names(self) -> tuple[str, str]:
        return self.ruleset.sides(self.record() or self.start)

    def who(self, question: Question) -> str:
        """Return the army that must answer."""
        return self.names()[question.owner != ATTACKER]

    def heard(self, entry: Entry) -> None:
        """Show new log lines. Replayed lines stay hidden."""
        if not self.journal.fresh:
            return
        self.phases_over()
        if self.in_sight:
            self.in_sight.heard(entry)
        else:
            self.screen.show(entry, self.by_hand and not self.rolled_without_asking)

    def phases_over(self) -> None:
        """Show the result of each phase that just ended."""
        for phase in self.phases.since(self.seated()):
            found = phase_end(phase, self.ruleset)
            if self.in_sight:
                self.in_sight.phase_over(found)
            else:
                self.screen.phase(found)

    def wished(self, wish: str, answers: list[Response]) -> None:
        """Tell what an undo, redo or amendment did, or why it was refused. `answers` are those that it touched."""
        self.rest = None
        if wish == "refused":
            self.screen.say("", f"! {answers[0].answer}.", style="red")
            return
        if wish.endswith("amend"):
            self.changed(wish, *answers)
            return
        if not answers:
            self.screen.say(IDLE[Key.UNDO] if wish == "undo" else IDLE[Key.REDO])
            return
        first, head = answers[0], "Taken back" if wish == "undo" else "Said again"
        place = len(self.journal.said) if wish == "undo" else len(self.answered())
        words = self.screen.response_text(first, self.question_at(place, first))
        if self.in_sight:
            self.in_sight.went_back(head, words, wish == "undo")
        else:
            self.screen.say("", f"{head}: {words}")

    def answered(self) -> list[Question]:
        return [entry.question for entry in self.table.log if entry.question] if self.table else []

    def question_at(self, place: int, response: Response) -> Question | None:
        """Return the question of this answer at this index, or None if it is not known any more."""
        asked = self.answered()
        self.known = [*asked, *self.known[len(asked) :]]
        question = self.known[place] if place < len(self.known) else None
        if question is None or question.key != response.key:
            question = self.asked if self.asked and self.asked.key == response.key else None
        return question

    def changed(self, wish: str, old: Response, new: Response) -> None:
        """Tell about an amendment, or about one that was undone or redone."""
        from shoot_cli.play.amendment import changed_words

        at, asked = self.journal.changed_at, self.answered()
        question = asked[at] if at < len(asked) else None
        self.screen.say("", changed_words(wish, at, self.wish, question, old, new))
        if self.in_sight:
            self.in_sight.news.taken = 0
        if wish == "redo amend":
            self.begin_change()
        elif (
            wish == "undo amend"
            and self.before is not None
            and len(self.journal.history.past) <= self.amendments_before
        ):
            self.before = None
        elif wish == "undo amend" and self.before is None:
            self.begin_change()
            self.prompt = None  # the place of the change is unknown
