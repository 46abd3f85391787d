"""`Session`: journal, players and prompts of one battle; undo and redo labels; the last screen."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from shlex import quote
from typing import TYPE_CHECKING, Any

from shoot_cli.battle.summaries import PhasesOver, phase_end
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
from shoot_cli.ui.prompter import on_a_terminal
from shoot_cli.ui.screen import IDLE, Key, PromptFrame, Screen
from shoot_cli.ui.styles import printed

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


# What undo and redo would do now, in words, and how far the battle is, for the list of commands.

Asked = Callable[[int, Response], Question | None]  # what was answered by this, at this place


def steps(journal: Journal, asked: Asked, mark: Callable[[str], str]) -> dict[Key, str]:
    """Of each key the answer and whose it was, then the question. ``mark``: of the player of this name."""
    n = len(journal.said)
    found = {
        Key.LOG: f"{n} answer{'s' * (n != 1)}; all on disk",
        Key.LEAVE: "all is kept; shoot play --resume goes on here",
    }
    last = journal.last()
    if journal.undoes_amendment():
        found[Key.UNDO] = "takes back the change of an earlier answer"
    elif last is not None:
        rolls = n - 1 - last if journal.asks else 0  # where the app throws all dice it goes without saying
        found[Key.UNDO] = f"takes back: {undo_label(journal.said[last], asked(last, journal.said[last]), mark, rolls)}"
    back = next(journal.history.back(), None)
    if journal.history.can_restore():
        found[Key.REDO] = "brings back the change of an earlier answer"
    elif isinstance(back, Response):
        found[Key.REDO] = f"brings back: {undo_label(back, asked(len(journal.said), back), mark)}"
    return found


def undo_label(said: Response, question: Question | None, mark: Callable[[str], str], rolls: int = 0) -> str:
    """``rolls``: of the app that nobody was asked for, after it."""
    asked, answer = question_and_answer(said, question)
    answer += ", thrown by the app" if said.hand is False else ""
    answer += f", and {counted(rolls, 'roll')} after it" if rolls else ""
    return f"{answer} ({mark(said.by)}); {asked}"


def place_in_attack(table: Table | None, question: Question | None) -> tuple[Any, int]:
    """Which unit shoots as a question is asked, and how often the same was answered in its attack; no unit: None."""
    answered = [entry for entry in table.log if entry.question] if table else []
    start = answered[-1].attack if answered else None
    keys = [entry.question.key for entry in answered[start or 0 :] if entry.question]
    return None if start is None else answered[start].answer, keys.count(question.key) if question else 0


# The end of a battle that was played: told, or on a screen that waits for those who want to see more.


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
    printed(show.console, lines(show.console.width, 0))  # what stood there stays


def quoted(name: str) -> str:
    """A name as it is typed behind ``--battle``."""
    return quote(visible(name))


# A battle at the table while it is played: the journal and the players behind it, and what the keys do.


@dataclass
class Session:
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
    place_before: tuple[Any, int] = (None, 0)  # where in the game that was, as ``place_in_attack`` has it
    prompt: Question | None = None  # at which prompt; None: nobody knows
    amendments_before: int = 0  # how many amendments were in force then
    pending_told: bool = False  # what becomes of the answers after it was said
    wish: str = ""  # whose it was
    asked: Question | None = None  # the prompt that stands on the screen
    known: list[Question] = field(default_factory=list)  # by place, what was taken back among them
    wishes: list[Key] = field(default_factory=list)  # keys typed at once that wait for the next prompt
    teacher: Teacher | None = None  # who asks a beginner before a roll
    rest: int | None = None  # the attack whose other dice the app throws, by its place
    rolled_without_asking: bool = False  # it just did
    just_resumed: bool = False  # again, and nobody was asked yet
    phases: PhasesOver = field(default_factory=PhasesOver)
    in_sight: BattleFrame | None = None  # what is drawn around the prompts; None: it is told in lines

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

    # Behind the table ------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """To the end of the battle, or until the players leave; everything answered is on disk by then."""
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
        """What the battle came to, whose record is ``end``. Everything is on disk by now."""
        from shoot_cli.battle.summaries import battle_end

        luck = self.looks.luck_of(end)
        found = battle_end(self.seated(), self.ruleset, self.start, end, luck)
        tell(found, end, luck, self.stored.name, self.clock, self.screen, None if self.plain else self.prompts)

    def seat(self) -> Table:
        """A table with the log, then the players, behind it."""
        self.table = self.journal.seat(self.prompter(), self.who, self.hand_of, self.heard)
        self.table.settings = self.settings
        return self.table

    def seated(self) -> Table:
        assert self.table is not None
        return self.table

    def prompter(self) -> Any:
        """The players; where one of them is to be taught, with the teacher in front of the dice."""
        asked = self.with_keys()

        def live(question: Question, place: int) -> Any:
            if not gc.isenabled():
                gc.freeze()  # what was read and played again until here stays
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
        """The players, with what stands behind the keys; ``more``: see `Players`."""
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
        """One for all prompts, which knows what was pressed at the one before."""
        from shoot_cli.ui.prompter import screen_on

        return screen_on(self.screen.console, self.plain)

    def asker(self, **more: Any) -> Prompter:
        from shoot_cli.storage.records import file_names
        from shoot_cli.ui.prompter import Players, Prompter

        if self.in_sight:
            sight = self.in_sight
            more = {"scene": sight.scene, "news": sight.news, "effect_text": sight.comes_of, **more}
        players = Players(
            console=self.screen.console, plain=self.plain, screen=self.prompts, names=self.names, clock=self.clock,
            wishes=self.wishes, dice="hand" if self.by_hand else "app", throw=self.throw,
            nicknames=file_names(self.ruleset.sides(self.start), self.stored.armies),
        )  # fmt: skip
        return Prompter(players.but(**more))

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self) -> View | str | None:
        """An earlier answer is chosen in the log; on a plain screen by its number. :raises Amend: of a plain screen"""
        from shoot_cli.play.amendment import NOTHING_YET, ask

        log = self.looks.entries()
        if not any(entry.question for entry in log):
            return NOTHING_YET
        if not self.plain:
            return self.looks.log()
        self.changing(lambda asker: ask(log, self.journal.said, asker, self.ruleset.sides, self.screen.say))
        return None

    def change(self, place: int) -> None:
        """One answer is given anew. :raises Amend: unless they leave it as it is."""
        from shoot_cli.play.amendment import change

        entry = [entry for entry in self.looks.entries() if entry.question][place]
        said, sides = self.journal.said[place], self.ruleset.sides(entry.record)
        self.changing(lambda asker: change(entry, place, said, asker, sides, self.screen.say))

    def changing(self, ask: Callable[[Callable[..., Prompter]], None]) -> None:
        def asker(about: tuple[str, ...] = (), **instead: Any) -> Prompter:
            known: dict[str, Any] = {"can_undo": lambda: True, "can_redo": lambda: False, "why": self.screen.why}
            if self.in_sight:  # what is asked is of another attack than the one that stands on the screen
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
        """Remember how things stand; of a change that is not through, what was before it."""
        if self.before is None:
            self.before, self.prompt = self.ruleset.status(self.record()), self.asked
            self.place_before, self.pending_told = place_in_attack(self.table, self.asked), False
            self.amendments_before = len(self.journal.history.past)

    def sum_up(self, question: Question | None = None) -> None:
        """After an amendment, once all that followed is derived again: what it changed. Until then, why it is asked."""
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
        back = not journal.turns and lines == [NOTHING_ELSE]  # a change taken back or said again: the dice were told
        self.before, journal.turns, journal.given_up = None, [], []
        if back:
            return
        self.screen.say("What changes:", style="bold")
        self.screen.say(*(f"  {line}" for line in lines))

    def caught_up(self, question: Question) -> bool:
        """True once the game stands again where the change was made, or between attacks.

        Where it stands again answers may wait still: those of the same attack, for questions that do not come any more.
        """
        journal, prompt = self.journal, self.prompt
        same = prompt is not None and question[:2] == prompt[:2]
        if journal.history.waits():
            elsewhere = any(journal.attacks_waiting())  # an attack that was made by then is not played again yet
            return same and not elsewhere and place_in_attack(self.table, question) == self.place_before
        return prompt is None or same or bool(self.table and self.table.names_attacker)

    def broken_off(self) -> None:
        """An amendment was the last thing said: what stood before it, so that its summary can come yet."""
        journal = self.journal
        if not (journal.history.waits() or journal.undoes_amendment()):
            return
        from shoot_cli.storage.battle_replay import table_before

        past = journal.history.past
        # Of changes made in the middle of others, the first.
        self.amendments_before = next((at for at in range(len(past) - 1, 0, -1) if not past[at].carry), 0)
        table, self.prompt = table_before(self.stored, past[self.amendments_before], self.memory)
        self.before = self.ruleset.status(table.record)
        self.place_before = place_in_attack(table, self.prompt)
        self.screen.say("The last that was said is a change of an earlier answer; it goes on.")

    def say_clock(self) -> None:
        if self.clock:
            self.screen.say(f"Clock: {self.clock.words()}")

    def throw(self, question: Question, place: int) -> Any:
        self.app_threw = True
        return dice(self.seed)(question, place)

    def roll_rest(self) -> bool:
        """From now on the app throws the dice of this attack, of either side, until it is over or undone."""
        if self.table and self.table.going:
            self.rest = self.table.attack
        return self.rolls_rest()

    def rolls_rest(self) -> bool:
        return bool(self.rest is not None and self.table and self.table.going and self.table.attack == self.rest)

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
        if not self.journal.fresh:
            return
        self.phases_over()
        if self.in_sight:
            self.in_sight.heard(entry)
        else:
            self.screen.show(entry, self.by_hand and not self.rolled_without_asking)

    def phases_over(self) -> None:
        """What a phase came to, as soon as it is over."""
        for phase in self.phases.since(self.seated()):
            found = phase_end(phase, self.ruleset)
            if self.in_sight:
                self.in_sight.phase_over(found)
            else:
                self.screen.phase(found)

    def wished(self, wish: str, answers: list[Response]) -> None:
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
        words = self.screen.said(first, self.question_at(place, first))
        if self.in_sight:
            self.in_sight.went_back(head, words, wish == "undo")
        else:
            self.screen.say("", f"{head}: {words}")

    def answered(self) -> list[Question]:
        return [entry.question for entry in self.table.log if entry.question] if self.table else []

    def question_at(self, place: int, said: Response) -> Question | None:
        """What this answers or answered, as the question of this place; None: it is not at hand any more."""
        asked = self.answered()
        self.known = [*asked, *self.known[len(asked) :]]
        question = self.known[place] if place < len(self.known) else None
        if question is None or question.key != said.key:
            question = self.asked if self.asked and self.asked.key == said.key else None
        return question

    def changed(self, wish: str, old: Response, new: Response) -> None:
        """An amendment, or one that is taken back or said again."""
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
            self.prompt = None  # whatever is asked next
