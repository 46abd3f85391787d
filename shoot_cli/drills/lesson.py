"""The first lesson: one whole attack with somebody who explains it. Start reading at ``Lesson.walk``.

The learner is asked what each roll needs, before the app throws it; what players decide is told with who decides it,
and what is usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from shoot_cli.core.drivers import Given, Missing, dice, nobody
from shoot_cli.core.lessons import quizzes
from shoot_cli.core.questions import ATTACKER, Answer, BadAnswer, Choose, Question, Roll, Total
from shoot_cli.core.quizzes.first_lesson import FirstLesson
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.rulebook import Rule
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry, Table
from shoot_cli.drills.asking import as_question, asks_for_number, right_words, why_words
from shoot_cli.drills.teaching import Remembers
from shoot_cli.ui.results import title
from shoot_cli.ui.showing import Show
from shoot_cli.ui.words import result

MOST = 12  # questions
A_ROLL = 2  # of them before one roll
A_STAGE = 4  # of them in one stage, so that those after it get some
IN_SHORT = 3  # rolls of a stage that are named at the end
NOT_THIS_TIME = "(it did not come to that this time)"
HOW = (
    "The app throws, and asks you first what each roll needs. What players are asked at a table stands here with the "
    "army that answers and, behind the “>”, the usual answer. ? shows the rule, q ends the lesson."
)


class Lesson:
    """``ask``: the learner. ``pause``: until they have read what stands there. ``rulebook``: of the edition.

    :raises Leave: of ``walk``, whenever the learner wishes; what was answered by then is kept in ``memory``.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        first: FirstLesson,
        rulebook: Sequence[Rule],
        memory: Remembers,
        show: Show,
        ask: Callable[[Question, int], Answer],
        pause: Callable[[], None],
    ) -> None:
        self.ruleset, self.first, self.memory, self.show = ruleset, first, memory, show
        self.rules = {rule.id: rule for rule in rulebook}
        self.ask_learner, self.pause = ask, pause
        self.given = Given(dict(first.answers), nobody)
        self.throw = dice(first.seed)
        self.words = dict(first.stages)
        self.to_read = False  # something was shown that nobody had time to read
        self.stage, self.in_stage = "", 0  # the one that was explained last, and questions asked since
        self.chosen: set[str] = set()  # decisions that were the learner's, by key
        self.typed = False  # the answer that comes next was theirs
        self.seen: set[tuple[str, str, str]] = set()  # what was asked
        self.situation = ""  # as it was shown last
        self.last: Choose | None = None  # what was asked last
        self.asked = self.right = 0
        self.came: dict[str, list[tuple[bool, str]]] = {}  # by stage: whether dice were rolled, and what came of it
        self.table = Table(self.answer, self.heard)

    def walk(self, start: Any, settings: Mapping[str, str]) -> None:
        """The whole attack, from the record that it begins with; ``settings``: every key of the ruleset."""
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

    # Behind the table ------------------------------------------------------------------------------------------------

    def answer(self, question: Question, place: int) -> Answer:
        self.reach(self.table.step)
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
        """As the lesson has it, else what is proposed; what fits neither, because they chose otherwise, they answer."""
        try:
            return self.given(question, place)
        except (BadAnswer, Missing):
            if question.default is not None:
                return question.default
            self.typed = True
            return self.ask_learner(question, place)

    def is_theirs(self, question: Choose) -> bool:
        """True of what the attacker picks one after the other, such as weapons, the first time: a sensible choice."""
        if question.spent is None or question.owner != ATTACKER or question.key in self.chosen:
            return False
        return sum(option.value != question.spent for option in question.open()) > 1

    def heard(self, entry: Entry) -> None:
        """One line of the log, right away. An answer that the learner typed stands there already."""
        self.reach(self.table.step)
        question = entry.question
        rolled = isinstance(question, (Roll, Total))
        if rolled or question is None:
            self.show.show(entry, self.names(), False)
        elif not self.typed:
            self.show.show_answer(entry, self.names())
        self.to_read, self.typed = True, False
        if rolled or question is None:
            about = (question.text or question.key).strip().rstrip(".:?") if question else ""
            line = f"{about}: {result(entry)}" if about else result(entry)
            self.came.setdefault(self.stage, []).append((rolled, line))

    def names(self) -> tuple[str, str]:
        return self.ruleset.sides(self.table.record)

    # The stages ------------------------------------------------------------------------------------------------------

    def reach(self, step: str) -> None:
        """Say what a newcomer must know of the stage that begins, and of those before it that went by unseen."""
        stage = self.ruleset.stage_of.get(step, "")
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

    # The questions ---------------------------------------------------------------------------------------------------

    def before(self, roll: Roll) -> None:
        """Its number, which stands first among its quizzes, then one thing more; nothing that was asked before."""
        record, ruleset = self.table.record, self.ruleset
        found = [(one, asks_for_number(one, roll, ruleset)) for one in quizzes(roll, record, ruleset)]
        fresh = {(one.rule, one.kind, one.right): (one, number) for one, number in reversed(found)}
        room = max(0, min(A_ROLL, MOST - self.asked, A_STAGE - self.in_stage))
        wanted = [one for same, one in reversed(fresh.items()) if same not in self.seen][:room]
        situation = ruleset.situation(record)
        if wanted and situation != self.situation:
            self.situation = situation
            self.show.say("", situation)
        for quiz, number in wanted:
            self.quiz(quiz, number)

    def quiz(self, quiz: Quiz, number: bool) -> None:
        """Asked, marked, explained; once more where the answer was wrong. The first answer is the one that counts."""
        self.seen.add((quiz.rule, quiz.kind, quiz.right))
        self.to_read = False
        self.last = question = as_question(quiz, "lesson")
        begun = monotonic()
        right = self.ask_learner(question, self.table.asked) == quiz.right
        self.memory.answered(quiz.rule, quiz.kind, right, monotonic() - begun)
        self.asked += 1
        self.in_stage += 1
        self.right += right
        words = right_words(quiz, number)
        self.show.say(f"Right: {why_words(quiz)}." if right else f"No, {words}: {why_words(quiz)}.")
        self.show.say(*chart_row(self.rules.get(quiz.rule), quiz))
        if not right:
            self.show.say("Once more:")
            again = self.ask_learner(question, self.table.asked) == quiz.right
            self.show.say("Right." if again else f"No, {words}. It will come again in a drill.")

    # The end ---------------------------------------------------------------------------------------------------------

    def sum_up(self, start: Any, end: Any) -> None:
        """What the attack did, stage by stage in one line each, and what to do next."""
        titles = {**self.ruleset.titles, **self.ruleset.called(start)}
        measures = [name for name in ("slain", "damage") if name in self.ruleset.measures]
        losses = ", ".join(f"{title(name, titles)}: {self.ruleset.measures[name](end)}" for name in measures)
        self.show.say("", "What happened", style="bold")
        for stage in self.ruleset.stages:
            came = self.came.get(stage, [])
            lines = [line for rolled, line in came if rolled] or [line for _, line in came]
            if lines:
                more = f"; and {len(lines) - IN_SHORT} more" if len(lines) > IN_SHORT else ""
                self.show.say(f"  {stage}: {'; '.join(lines[:IN_SHORT])}{more}")
        self.show.say(losses, self.score())

    def score(self) -> str:
        return f"{self.right} of {self.asked} answers were right." if self.asked else "Nothing was asked."


def chart_row(rule: Rule | None, quiz: Quiz) -> list[str]:
    """The row of the rule's chart in which the answer stands, marked; nothing if it cannot be told which one that is.

    Where the question does not say it, the numbers of its reasons do: they head the row and the column, in this order,
    and the answer stands where these meet.
    """
    cell = quiz.cell or (cell_by_numbers(rule.chart, quiz) if rule else None)
    if rule is None or cell is None:
        return []
    heads, row, column = rule.chart[0], rule.chart[cell[0]], cell[1]
    if len(heads) == 2:
        return [f"Chart {rule.id}: {heads[0]} {row[0]}, {heads[1]} {row[1]}"]
    if len(rule.chart) == 2:
        return [f"Chart {rule.id}: {heads[0]} {heads[column]}, {row[0]} {row[column]}"]
    values = [f"[{value}]" if place == column else value for place, value in enumerate(row)]
    return [f"Chart {rule.id}, {heads[0]}: row {row[0]}, column {heads[column]}", f"  {' '.join(values[1:])}"]


def cell_by_numbers(chart: tuple[tuple[str, ...], ...], quiz: Quiz) -> tuple[int, int] | None:
    """Row and column; None if no cell fits, or several."""
    numbers = re.findall(r"-?[0-9]+", " ".join(one.text for one in quiz.because if one.rule == quiz.rule))
    wanted = quiz.right.rstrip("+")
    found = []
    for row in range(1, len(chart)):
        for column in range(1, len(chart[row])):
            heads = [head for head in (chart[row][0], chart[0][column]) if head.lstrip("-").isdigit()]
            if heads and heads == numbers[: len(heads)] and chart[row][column].rstrip("+") == wanted:
                found.append((row, column))
    return found[0] if len(found) == 1 else None
