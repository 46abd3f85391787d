"""Lessons for beginners: `--teach` in a battle, and the first lesson (`drill --lesson`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from shoot_cli.armies.loading import edition_name
from shoot_cli.asked.sentences import result
from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.questions import Choose, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer, Leave
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, Preset, dice, raise_missing
from shoot_cli.practice import teaching
from shoot_cli.practice.teaching import Remembers, as_question, asks_for_number, chart_row, right_words, why_words
from shoot_cli.quiz.makers import quizzes
from shoot_cli.quiz.quiz import FirstLesson, Quiz
from shoot_cli.rules import edition
from shoot_cli.ui.console import INTERRUPTED, USAGE, console, fail
from shoot_cli.ui.results import title
from shoot_cli.ui.summaries import LogPrinter, look_up

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.asked.scene import Scene
    from shoot_cli.play.amendment import ChangeInProgress
    from shoot_cli.play.game import Game, Shown
    from shoot_cli.play.keys import KeysAtTable
    from shoot_cli.rules import Edition
    from shoot_cli.storage.store import Store


# `shoot play --teach` asks a beginner before each roll. The clock stops meanwhile, and the log does not record it.


class NotNow(Exception):
    """Raised when the app rolls the rest of the attack, so that no quiz is asked."""


class Teacher:
    """A teacher for a running battle. `whom` is "mine" (the first list), "theirs" or "both". A question waits so many
    `seconds`.

    :raises StorageError: if learned answers cannot be stored.
    """

    def __init__(
        self, game: Game, shown: Shown, keys: KeysAtTable, change: ChangeInProgress, whom: str, seconds: float
    ) -> None:
        from shoot_cli.practice.memory import Memory
        from shoot_cli.storage.store import Store
        from shoot_cli.ui.quiz_prompt import PlainQuiz, QuizScreen

        self.game, self.shown, self.keys, self.change, self.seconds = game, shown, keys, change, seconds
        mine, theirs = game.ruleset.sides(game.start)
        self.pupils = {"mine": {mine}, "theirs": {theirs}, "both": {mine, theirs}}[whom]
        self.store: Store = Store.open()
        self.teaching = teaching.Teaching(game.ruleset, game.dice.seed, Memory(self.store, game.ruleset.name))
        self.screen = PlainQuiz(shown.console) if shown.plain else QuizScreen(shown.console)

    def before(self, question: Question, place: int) -> None:
        """Ask a quiz about this question, if there is one, and mark the answer.

        :raises Undo, Redo, Amend, Leave: if the players press these keys. :raises StorageError: if it cannot be stored.
        """
        game, shown = self.game, self.shown
        if not isinstance(question, Roll) or self.change.going or game.who(question) not in self.pupils:
            return
        record, attack = game.record(), game.attack()
        lesson_quiz = self.teaching.about(question, record, place, attack)
        if lesson_quiz is None:
            return
        situation = game.ruleset.situation(record)
        if situation and shown.plain:
            shown.say("", situation)
        begun = monotonic()
        asked = as_question(lesson_quiz.quiz, "teach", question.owner, skip=True)
        answer = self.ask(asked, place, begun + self.seconds, situation)
        if words := self.teaching.heard(lesson_quiz, attack, answer, monotonic() - begun):
            shown.say(words)

    def ask(self, question: Choose, place: int, until: float, situation: str) -> str | None:
        """Return the chosen option, or None when the time is up. The situation leaves the screen with the question."""
        from shoot_cli.ui.prompter import Prompter
        from shoot_cli.ui.typed_input import Capped, TimeUp

        def scene(asked: Question) -> Scene:
            view = self.shown.sight.scene(asked)
            return view.but(facts=(*view.facts, situation)) if situation else view

        players = self.keys.players(self.rest).but(clock=None, screen=Capped(self.screen, until), scene=scene)
        try:
            return str(Prompter(players)(question, place))
        except TimeUp:
            return None
        except NotNow:
            return teaching.SKIP

    def rest(self) -> bool:
        """Let the app roll the rest of the attack. :raises NotNow: if there is an attack"""
        if self.game.dice.throw_rest():
            raise NotNow
        return False

    def close(self) -> None:
        self.store.close()


# `shoot drill --lesson` explains one whole attack to people who have never played.

MOST = 12  # questions in a lesson
A_ROLL = 2  # questions before one roll
A_STAGE = 4  # questions in one stage, so that later stages get some
IN_SHORT = 3  # rolls per stage in the final summary
NOT_THIS_TIME = "(it did not come to that this time)"
HOW = (
    "The app throws, and asks you first what each roll needs. What players are asked at a table stands here with the "
    "army that answers and, behind the “>”, the usual answer. ? shows the rule, Space q ends the lesson."
)


def run(name: str | None, plain: bool) -> None:
    """Run the first lesson of this ruleset (name or short form). None means the usual one.

    :raises Wrong: if there is no such ruleset.
    """
    from shoot_cli.play.drill_session import usual_edition
    from shoot_cli.storage.store import Store

    known = edition_name(name)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("The lesson asks a learner, and there is no terminal here.", USAGE)
    with Store.open() as store:
        game = edition(known or usual_edition(store, plain))
        assert game is not None
        taught(game, store, plain)


def taught(game: Edition, store: Store, plain: bool) -> None:
    from shoot_cli.asked.scene import FIRST, SECOND, Scene
    from shoot_cli.practice.memory import Memory
    from shoot_cli.ui.prompter import Players, Prompter
    from shoot_cli.ui.quiz_prompt import PlainQuiz, QuizScreen, bar, choose, pause
    from shoot_cli.ui.styles import styled_line

    first: FirstLesson = game.drill().LESSON
    ruleset = game.ruleset()
    start, settings = beginning(game, first)
    show = LogPrinter(console(plain), plain, ruleset)
    you = ("You", "You")
    looks = Players.alone(
        show.console, plain, you, require_choice=True, why=lambda asked: look_up(show, asked),
        scene=lambda asked: Scene(asked=FIRST if asked.owner == ATTACKER else SECOND),
    )  # fmt: skip
    learner = Prompter(looks)
    screen = (PlainQuiz if plain else QuizScreen)(show.console)

    def quizzed(asked: Choose) -> str:
        def draw(columns: int, rows: int) -> list[Text]:
            return [styled_line(), *bar(asked.text, asked.owner, asked.owner, columns), styled_line()]

        return choose(screen, asked, show.say, lambda: look_up(show, asked), None if plain else draw, unsure=True)

    def read() -> None:
        """Wait for Enter; `?` explains the answer to the last question."""
        last = lesson.last
        pause(screen, show.say, (lambda: show.explained(last)) if last else None)

    lesson = Lesson(ruleset, first, game.rulebook(), Memory(store, game.name), show, learner, quizzed, read)
    learner.players = looks.but(names=lesson.names, progress=lambda: show.progress(lesson.table.stage))
    try:
        lesson.walk(start, settings)
        show.say("", "And now:", *next_commands(game.short, game.name))
    except (Leave, KeyboardInterrupt) as signal:
        again = f"shoot drill --lesson --ruleset {game.short}"
        show.say("", f"Left the lesson. {lesson.score()} From the beginning again: {again}")
        if isinstance(signal, KeyboardInterrupt):
            raise SystemExit(INTERRUPTED) from None


def beginning(game: Edition, first: FirstLesson) -> tuple[object, dict[str, str]]:
    """Return the first record of the lesson's attack, and the settings of its two lists."""
    from shoot_cli import armies
    from shoot_cli.importing.list_files import load
    from shoot_cli.practice.session import readings, shipped
    from shoot_cli.storage.home import remembered

    ruleset = game.ruleset()
    sides = (first.attacker, first.target)
    by_name = {army.name: army for army in shipped(game.name)}
    memory = remembered()
    lists = [by_name.get(name) or load(armies.find_list(name, game.name), memory).army for name, _ in sides]
    attacker, target = (armies.find_unit(army, unit) for army, (_, unit) in zip(lists, sides, strict=True))
    return ruleset.begin_attack(attacker, target), ruleset.defaults() | readings(lists)


def next_commands(short: str, ruleset: str) -> list[str]:
    from shoot_cli.armies import samples

    mine, theirs, *_ = (sample.name for sample in samples() if sample.ruleset == ruleset)
    return [
        f"More questions, until it sits: shoot drill --ruleset {short}",
        f"A phase of each side, to watch: shoot play --demo {mine} {theirs}",
        "A battle in which you are asked before your rolls: shoot play --teach mine",
        "Everything to look up: shoot rules",
    ]


class Lesson:
    """A lesson. `ask` asks for the learner's decisions, `quizzed` for knowledge. `pause` waits until they have read.

    :raises Leave: from `walk` when the learner leaves. `memory` keeps the answers given so far.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        first: FirstLesson,
        rulebook: Sequence[Rule],
        memory: Remembers,
        show: LogPrinter,
        ask: Callable[[Question, int], Answer],
        quizzed: Callable[[Choose], str],
        pause: Callable[[], None],
    ) -> None:
        self.ruleset, self.first, self.memory, self.show = ruleset, first, memory, show
        self.rules = {rule.id: rule for rule in rulebook}
        self.ask_learner, self.ask_quiz, self.pause = ask, quizzed, pause
        self.given = Preset(dict(first.answers), raise_missing)
        self.throw = dice(first.seed)
        self.words = dict(first.stages)
        self.to_read = False  # True if there is new text that the learner had no time to read
        self.stage, self.in_stage = "", 0  # last explained stage; questions asked in it
        self.chosen: set[str] = set()  # keys of the decisions that the learner made
        self.typed = False  # True if the learner typed the next answer
        self.seen: set[tuple[str, str, str]] = set()  # quizzes that were asked
        self.situation = ""  # the situation as last shown
        self.last: Quiz | None = None  # the last quiz
        self.asked = self.right = 0
        self.results: dict[str, list[tuple[bool, str]]] = {}  # by stage: whether dice were rolled, and the result
        self.table = Table(self.answer, self.heard)

    def walk(self, start: object, settings: Mapping[str, str]) -> None:
        """Play the whole attack from this record. `settings` has every key of the ruleset."""
        self.table.settings = settings
        self.show.say("", self.first.opening, "", HOW)
        self.pause()
        end = play(self.ruleset.attack, start, self.table)
        self.pause_if_needed()
        for name, words in self.words.items():
            self.show.say("", f"{name} {NOT_THIS_TIME}", style="bold")
            self.show.say(words)
        self.show.say("", self.first.closing)
        self.sum_up(start, end)

    def answer(self, question: Question, place: int) -> Answer:
        self.reach(self.table.stage)
        if isinstance(question, Roll):
            self.before(question)
        if isinstance(question, (Roll, Total)):
            return self.throw(question, place)
        usual = self.usual(question, place)
        if not isinstance(question, Choose) or not self.is_theirs(question):
            return usual
        self.chosen.add(question.key)
        self.to_read, self.typed = False, True
        return self.ask_learner(question.but(default=question.read(usual)), place)

    def usual(self, question: Question, place: int) -> Answer:
        """Return the lesson's answer, or else the proposed one. If neither fits, ask the learner."""
        try:
            return self.given(question, place)
        except (BadAnswer, Missing):
            if question.default is not None:
                return question.default
            self.typed = True
            return self.ask_learner(question, place)

    def is_theirs(self, question: Choose) -> bool:
        """Return True for the attacker's first choice among several, for example of weapons."""
        if question.spent is None or question.owner != ATTACKER or question.key in self.chosen:
            return False
        return sum(option.value != question.spent for option in question.open()) > 1

    def heard(self, entry: Entry) -> None:
        """Show one log line at once. An answer typed at a plain prompt is already visible."""
        self.reach(self.table.stage)
        question = entry.question
        rolled = isinstance(question, (Roll, Total))
        if rolled or question is None or not (self.typed and self.show.plain):
            self.show.show_all(entry)
        self.to_read, self.typed = True, False
        if rolled or question is None:
            about = (question.text or question.key).strip().rstrip(".:?") if question else ""
            line = f"{about}: {result(entry)}" if about else result(entry)
            self.results.setdefault(self.stage, []).append((rolled, line))

    def names(self) -> tuple[str, str]:
        return self.ruleset.sides(self.table.record)

    def reach(self, stage: str) -> None:
        """Explain the stage that begins, and earlier stages that were skipped."""
        if not stage or stage == self.stage:
            return
        self.stage, self.in_stage = stage, 0
        if stage not in self.words:
            return
        before = self.ruleset.stages[: self.ruleset.stages.index(stage) + 1]
        for name in [name for name in self.words if name in before]:
            self.pause_if_needed()
            self.show.say("", name, style="bold")
            self.show.say(self.words.pop(name))

    def pause_if_needed(self) -> None:
        if self.to_read:
            self.to_read = False
            self.pause()

    def before(self, roll: Roll) -> None:
        """Ask quizzes about this roll: first the number to roll, then one more. Quizzes asked before are left out."""
        record, ruleset = self.table.record, self.ruleset
        pairs = [(item, asks_for_number(item, roll)) for item in quizzes(roll, record, ruleset)]
        fresh = {(item.rule, item.kind, item.right): (item, number) for item, number in reversed(pairs)}
        room = max(0, min(A_ROLL, MOST - self.asked, A_STAGE - self.in_stage))
        wanted = [item for key, item in reversed(fresh.items()) if key not in self.seen][:room]
        situation = ruleset.situation(record)
        if wanted and situation != self.situation:
            self.situation = situation
            self.show.say("", situation)
        for quiz, number in wanted:
            self.quiz(quiz, number, roll.owner)

    def quiz(self, quiz: Quiz, number: bool, owner: str = ATTACKER) -> None:
        """Ask, mark and explain a quiz, and repeat it after a wrong answer. Only the first answer counts."""
        self.seen.add((quiz.rule, quiz.kind, quiz.right))
        self.to_read, self.last = False, quiz
        question = as_question(quiz, "lesson", owner)
        begun = monotonic()
        answer = self.ask_quiz(question)
        right = answer == quiz.right
        self.memory.answered(quiz.rule, quiz.kind, right, monotonic() - begun)
        self.asked += 1
        self.in_stage += 1
        self.right += right
        self.mark(quiz, answer, right_words(quiz, number))
        if not right:
            self.show.say("", "Once more:")
            answer = self.ask_quiz(question)
            no = f"No, {right_words(quiz, number)}. It will come again in a drill."
            self.show.say("Right." if answer == quiz.right else no)

    def mark(self, quiz: Quiz, given: str, right: str) -> None:
        """Show the mark. `given` is what the learner chose, `right` the right answer in words."""
        from shoot_cli.ui.quiz_prompt import marked
        from shoot_cli.ui.styles import print_lines

        rule, show = self.rules.get(quiz.rule), self.show
        if show.plain:
            mark = "Right" if given == quiz.right else right if given == teaching.UNSURE else f"No, {right}"
            show.say(f"{mark}: {why_words(quiz)}.", *chart_row(rule, quiz, given == quiz.right))
        else:
            show.say("")
            print_lines(show.console, marked(quiz, given, right, rule, show.console.width))

    def sum_up(self, start: object, end: object) -> None:
        """Summarise the attack with one line per stage, then the score."""
        titles = {**self.ruleset.titles, **self.ruleset.measure_titles(start)}
        measures = [name for name in ("slain", "damage") if name in self.ruleset.measures]
        losses = ", ".join(f"{title(name, titles)}: {self.ruleset.measures[name](end)}" for name in measures)
        self.show.say("", "What happened", style="bold")
        for stage in self.ruleset.stages:
            results = self.results.get(stage, [])
            lines = [line for rolled, line in results if rolled] or [line for _, line in results]
            if lines:
                more = f"; and {len(lines) - IN_SHORT} more" if len(lines) > IN_SHORT else ""
                self.show.say(f"  {stage}: {'; '.join(lines[:IN_SHORT])}{more}")
        self.show.say(losses, self.score())

    def score(self) -> str:
        return f"{self.right} of {self.asked} answers were right." if self.asked else "Nothing was asked."
