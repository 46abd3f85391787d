"""The display of a running battle (`LogPrinter`): log lines as they happen, and the views behind keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.battle.summaries import slain_word
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.table import Entry
from shoot_cli.ui.screen import View, ViewPage, progress_line
from shoot_cli.ui.styles import as_is, print_lines

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.battle.summaries import BattleEnd, PhaseEnd
    from shoot_cli.engine.markdown import Rule
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.quiz.quiz import Quiz
    from shoot_cli.replay.history import Response

RULE_ID = r"[0-9A-Z]+(?:-[A-Z]+)+-\d+"


class LogPrinter:
    """A printer for one console. Tables are imported when the first one is shown."""

    def __init__(self, console: Console, plain: bool, ruleset: Ruleset) -> None:
        self.console, self.plain, self.ruleset = console, plain, ruleset

    def say(self, *lines: str, style: str = "") -> None:
        from rich.text import Text

        for line in lines:
            self.console.print(Text(visible(line), style=style, overflow="fold"))

    def show(self, entry: Entry, by_hand: bool) -> None:
        """Show one log line as it happens. Answers typed at a prompt are already visible and left out."""
        from shoot_cli.ui.tables import dice_pool, told_line

        question = entry.question
        if question is None:
            self.console.print(told_line(entry, "" if self.plain else "italic", self.plain))
        elif isinstance(question, (Roll, Total)) and not by_hand:
            self.console.print(dice_pool(entry))

    def show_all(self, entry: Entry) -> None:
        """Show one log line, even an answer that no player typed, as in the demo."""
        from shoot_cli.asked.sentences import answer_words, as_decided, instruction

        question = entry.question
        if question is None or isinstance(question, (Roll, Total)):
            self.show(entry, False)
        else:
            names = self.ruleset.sides(entry.record)
            asked = instruction(as_decided(question, entry.answer), names)
            self.say(f"{asked} > {answer_words(question, entry.answer)}")

    def why(self, question: Question, charts: bool = False) -> View:
        """Return the reasons behind a question. `charts` shows the whole charts of its rules, without a marked cell."""
        from shoot_cli.ui.tables import grid, reasons_panel
        from shoot_cli.ui.views import grounds, title_of

        rules = self.rules_behind(question)

        def spoken() -> Iterator[RenderableType]:
            yield reasons_panel(question, self.plain)
            yield from map(as_is, rule_words(rules))
            for rule in rules if charts else ():
                if rule.chart and rule.id in question.rules:
                    heads, *rows = rule.chart
                    table = grid(*((heading, "left") for heading in heads), plain=self.plain)
                    for row in rows:
                        table.add_row(*map(as_is, row))
                    yield from (as_is(f"Chart {rule.id}"), table)

        title, about = title_of(question)
        return View(
            title, [ViewPage(lambda width, high: grounds(question, rules, width, high, charts=charts))], spoken, about
        )

    def rules_behind(self, question: Question) -> list[Rule]:
        """Return the rules of a question and of its reasons; of facts the first rule of each important one."""
        from shoot_cli.asked.sentences import facts_in_sight, reasons

        named = {*question.rules, *re.findall(RULE_ID, " ".join(reasons(question)))}
        if isinstance(question, Facts):
            named = {rule for part in facts_in_sight(question) for rule in part.rules[:1]} or {*question.rules}
        return [rule for rule in self.rulebook() if rule.id in named]

    def why_words(self, question: Question) -> tuple[str, list[str]]:
        """Return the title of `why`, and its reasons and rules in words."""
        from shoot_cli.asked.sentences import NOTHING_KNOWN, reasons
        from shoot_cli.ui.views import title_of

        words = reasons(question) or [NOTHING_KNOWN]
        return title_of(question)[0], [*words, *rule_words(self.rules_behind(question))]

    def explained(self, quiz: Quiz) -> View:
        """Explain the right answer of an answered quiz."""
        from shoot_cli.practice.teaching import chart_row, reasons
        from shoot_cli.ui.views import right_answer

        named = {reason.rule for reason in quiz.because}
        rules = [rule for rule in self.rulebook() if rule.id in named]

        def spoken() -> Iterator[RenderableType]:
            yield as_is(f"Why: {quiz.right.removesuffix('.')}.")
            yield from map(as_is, reasons(quiz))
            for rule in rules:
                yield as_is(f"{rule.id} {rule.title}: {rule.text}")
                yield from map(as_is, chart_row(rule, quiz) if rule.id == quiz.rule else ())

        def body(width: int, high: int) -> Sequence[Text]:
            return right_answer(quiz, rules, width)

        return View(f"WHY {quiz.right}?" if quiz.right[:1].isdigit() else "WHY?", [ViewPage(body)], spoken, quiz.text)

    def rulebook(self) -> tuple[Rule, ...]:
        from shoot_cli.rules import edition

        found = edition(self.ruleset.name)
        return found.rulebook() if found else ()

    def status(self, record: Any) -> None:
        from shoot_cli.ui.tables import StatusTable

        rows, now = self.ruleset.status(record), self.ruleset.headline(record)
        if rows:
            self.console.print(StatusTable(rows, self.plain, self.ruleset.nouns, now.points, now.detachments))
        else:
            self.say("The battle has not begun.")

    def stand(self, record: Any, clock: str = "", points: tuple[int, int] | None = None) -> View | str:
        """Return both armies and the clock, or a sentence if the battle has not begun.

        `points` are the command points, if they are not those of the record: an attack may have used some.
        """
        from shoot_cli.ui.tables import StatusTable
        from shoot_cli.ui.views import armies

        sides, now = self.ruleset.status(record), self.ruleset.headline(record)
        if not sides:
            return "The battle has not begun."
        points = now.points if points is None else points
        pages = [
            ViewPage(lambda width, high: armies(sides, width, high, False, points, now.detachments), "folded"),
            ViewPage(lambda width, high: armies(sides, width, high, True, points, now.detachments), "every unit"),
        ]
        done, all_ = now.shot
        right = (
            f"turn {now.turn}" + (f" · {done} of {all_} {self.ruleset.acted_text}" if all_ else "") if now.turn else ""
        )

        def spoken() -> Iterator[RenderableType]:
            yield StatusTable(sides, self.plain, self.ruleset.nouns, points, now.detachments)
            if clock:
                yield as_is(clock)

        return View("STATUS", pages, spoken, right, turn="-")

    def log(
        self,
        entries: Sequence[Entry],
        start: Any,
        take: Callable[[int], object] | None = None,
        came: Mapping[int, str] = {},
        notes: Mapping[int, Sequence[str]] = {},
    ) -> View:
        """Return the whole log. `start` is the first record of the battle. `take(index)` changes an answer.

        `came` are the results of attacks by their log index, `notes` what is to be said of answers by their index.
        """
        from shoot_cli.ui.tables import LogTable
        from shoot_cli.ui.views import LogLines

        sides = self.ruleset.sides
        lines = LogLines(entries, sides, self.first(start), self.ruleset.headline, came, notes)
        answers = sum(entry.question is not None for entry in entries)
        right = f"{answers} answer{'s' * (answers != 1)} · all on disk"
        spoken = [LogTable(entries, sides, 1, self.plain, notes)]
        return View(
            "LOG", [ViewPage(lines.lines, "", lines.picks)], lambda: spoken, right, take=take, taking="change it"
        )

    def first(self, record: Any) -> str:
        """Return the name of the first list's army."""
        return next((str(name) for name, _ in self.ruleset.status(record)), "")

    def progress(self, stage: str) -> str:
        return progress_line(self.ruleset.stages, stage, self.console.width)

    def luck(self, found: LuckReport, more: str = "") -> None:
        """Show the luck. `more` is the command that shows all details."""
        from shoot_cli.ui.results import Luck

        self.say("")
        self.console.print(Luck(found, self.ruleset.titles, self.plain, more))

    def luck_view(self, found: LuckReport, start: Any) -> View:
        from shoot_cli.battle.luck import ALL
        from shoot_cli.ui.results import Luck
        from shoot_cli.ui.views import needles

        first = self.first(start)
        pages = [ViewPage(lambda width, high: needles(found, first, False, width), "all together")]
        if any(row.by != ALL for row in found.rows):
            pages.append(ViewPage(lambda width, high: needles(found, first, True, width), "hand and app apart"))
        spoken: list[RenderableType] = ["", Luck(found, self.ruleset.titles, self.plain)]
        return View("LUCK", pages, lambda: spoken, "what stands, not what was undone")

    def phase(self, end: PhaseEnd) -> None:
        """Show the result of a finished phase."""
        from shoot_cli.ui.summaries import phase_lines, phase_words

        noun, slain = self.ruleset.nouns[1], slain_word(self.ruleset)
        if self.plain:
            self.say("", *phase_words(end, noun, slain))
        else:
            print_lines(self.console, phase_lines(end, noun, slain, self.console.width))

    def end(self, record: Any, found: BattleEnd, title: str = "", clocks: Mapping[str, str] | None = None) -> None:
        """Show the result of the battle and both armies. `clocks` is the time left for each player."""
        from shoot_cli.ui.summaries import battle_lines, battle_words

        if self.plain:
            self.say("", "The battle is over.", style="bold")
            self.say(*battle_words(found, clocks or {}), "")
        else:
            self.say("")
            print_lines(self.console, battle_lines(found, title, clocks or {}, self.console.width))
            self.say("")
        self.status(record)

    @staticmethod
    def response_text(response: Response, question: Question | None) -> str:
        """Return an answer in short form for undo. `question` is None if it is not known any more."""
        if isinstance(question, Facts) and (words := decided(question, response.answer)):
            return f"{words} (answered by {response.whose})"
        asked, answer = question_and_answer(response, question)
        return f"{asked}: {answer} (answered by {response.whose})"


def rule_words(rules: Iterable[Rule]) -> list[str]:
    return [f"{rule.id} {rule.title}: {rule.at_the_table}" for rule in rules]


def question_and_answer(response: Response, question: Question | None) -> tuple[str, str]:
    """Return a question and its answer as text. `question` is None if it is not known any more."""
    from shoot_cli.asked.sentences import answer_text, answer_words, key_words

    asked = question.text if question and question.text else key_words(response.key)
    worded = not isinstance(question, (Roll, Total)) or (isinstance(question, Roll) and bool(question.faces))
    answer = answer_words(question, response.answer) if question and worded else answer_text(response.answer)
    return asked.rstrip("?:."), answer


def decided(question: Facts, answer: Any) -> str:
    """Return the sentence of an answer. Return "" if the answer does not fit any more or has no sentence."""
    try:
        return visible(question.sentence(answer))
    except BadAnswer:
        return ""


def look_up(show: LogPrinter, question: Question) -> View:
    """Return the rules behind a question with whole charts. The result for this question is not given away."""
    return show.why(question, charts=True)._replace(title="THE RULE")
