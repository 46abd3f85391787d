"""The display of a running battle (`LogPrinter`), and the end of a phase and of a battle. Nothing is asked here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.asked.scene import FIRST, MARKS, SECOND, ModelBar
from shoot_cli.battle.command_points import since_words, spent_words
from shoot_cli.battle.summaries import AGAINST_ODDS, ArmyEnd, BattleEnd, Highlight, Loss, PhaseEnd, slain_word
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.table import Entry
from shoot_cli.ui import styles
from shoot_cli.ui.block import bar_of_words, large, whose
from shoot_cli.ui.screen import View, ViewPage, progress_line
from shoot_cli.ui.styles import literal, print_lines

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from shoot_cli.battle.luck import LuckReport
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
            yield from map(literal, rule_words(rules))
            for rule in rules if charts else ():
                if rule.chart and rule.id in question.rules:
                    heads, *rows = rule.chart
                    table = grid(*((heading, "left") for heading in heads), plain=self.plain)
                    for row in rows:
                        table.add_row(*map(literal, row))
                    yield from (literal(f"Chart {rule.id}"), table)

        title, about = title_of(question)
        return View(
            title, [ViewPage(lambda width, high: grounds(question, rules, width, high, charts=charts))], spoken, about
        )

    def rules_behind(self, question: Question) -> list[Rule]:
        """Return the rules of a question and of its reasons; of facts the first rule of each important one."""
        from shoot_cli.asked.sentences import facts_in_sight, reasons

        if isinstance(question, Choose) and question.about:
            return []  # it is decided outside of these rules
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
            yield literal(f"Why: {quiz.right.removesuffix('.')}.")
            yield from map(literal, reasons(quiz))
            for rule in rules:
                yield literal(f"{rule.id} {rule.title}: {rule.text}")
                yield from map(literal, chart_row(rule, quiz) if rule.id == quiz.rule else ())

        def body(width: int, high: int) -> Sequence[Text]:
            return right_answer(quiz, rules, width)

        return View(f"WHY {quiz.right}?" if quiz.right[:1].isdigit() else "WHY?", [ViewPage(body)], spoken, quiz.text)

    def rulebook(self) -> tuple[Rule, ...]:
        from shoot_cli.rules import edition

        game = edition(self.ruleset.name)
        return game.rulebook() if game else ()

    def status(self, record: Any) -> None:
        from shoot_cli.ui.tables import StatusTable

        rows, headline = self.ruleset.status(record), self.ruleset.headline(record)
        if rows:
            self.console.print(StatusTable(rows, self.plain, self.ruleset.nouns, headline.points, headline.detachments))
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
        none = self.ruleset.reroll_name and points is None
        uncounted = [styles.styled_line(), styles.styled_line((f" {UNCOUNTED}", "past"))] if none else []

        def drawn(whole: bool) -> Callable[[int, int], list[Text]]:
            return lambda width, high: [
                *armies(sides, width, high - len(uncounted), whole, points, now.detachments), *uncounted
            ]  # fmt: skip

        pages = [ViewPage(drawn(False), "folded"), ViewPage(drawn(True), "every unit")]
        done, all_ = now.shot
        right = (
            f"turn {now.turn}" + (f" · {done} of {all_} {self.ruleset.acted_text}" if all_ else "") if now.turn else ""
        )

        def spoken() -> Iterator[RenderableType]:
            yield StatusTable(sides, self.plain, self.ruleset.nouns, points, now.detachments)
            if clock:
                yield literal(clock)

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

    def luck(self, report: LuckReport, more: str = "") -> None:
        """Show the luck. `more` is the command that shows all details."""
        from shoot_cli.ui.results import Luck

        self.say("")
        self.console.print(Luck(report, self.ruleset.titles, self.plain, more))

    def luck_view(self, report: LuckReport, start: Any) -> View:
        from shoot_cli.battle.luck import ALL
        from shoot_cli.ui.results import Luck
        from shoot_cli.ui.views import needles

        first = self.first(start)
        pages = [ViewPage(lambda width, high: needles(report, first, False, width), "all together")]
        if any(row.thrown_by != ALL for row in report.rows):
            pages.append(ViewPage(lambda width, high: needles(report, first, True, width), "hand and app apart"))
        spoken: list[RenderableType] = ["", Luck(report, self.ruleset.titles, self.plain)]
        return View("LUCK", pages, lambda: spoken, "what stands, not what was undone")

    def phase(self, end: PhaseEnd) -> None:
        """Show the result of a finished phase."""

        noun, slain = self.ruleset.nouns[1], slain_word(self.ruleset)
        if self.plain:
            self.say("", *phase_words(end, noun, slain))
        else:
            print_lines(self.console, phase_lines(end, noun, slain, self.console.width))

    def end(self, record: Any, result: BattleEnd, title: str = "", clocks: Mapping[str, str] | None = None) -> None:
        """Show the result of the battle and both armies. `clocks` is the time left for each player."""

        if self.plain:
            self.say("", "The battle is over.", style="bold")
            self.say(*battle_words(result, clocks or {}), "")
        else:
            self.say("")
            print_lines(self.console, battle_lines(result, title, clocks or {}, self.console.width))
            self.say("")
        self.status(record)

    @staticmethod
    def response_text(response: Response, question: Question | None) -> str:
        """Return an answer in short form for undo. `question` is None if it is not known any more."""
        if isinstance(question, Facts) and (words := decided(question, response.answer)):
            return f"{words} (answered by {response.whose})"
        asked, answer = question_and_answer(response, question)
        return f"{asked}: {answer} (answered by {response.whose})"

    @staticmethod
    def short_response(response: Response, question: Question | None) -> str:
        """Return an answer in few words: `AGREED at Shoota Boyz`, `Which target: Boyz`, what dice are for; or ""."""
        from shoot_cli.asked.rows import answer_text

        if isinstance(question, Facts):
            return f"AGREED at {target}" if (target := response.key.partition(":")[2]) else "AGREED"
        if isinstance(question, (Roll, Total)):
            from shoot_cli.asked.sentences import label_of

            about, label = label_of(question)
            return f"{about}: {label}" if about else label
        if not isinstance(question, Choose):
            return ""
        return f"{question_and_answer(response, question)[0]}: {answer_text(question, response.answer)}"


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


SIDES = (FIRST, SECOND)
MOST = 10  # units shown for a phase


def models(n: int, noun: str) -> str:
    """Return `1 model`, `7 models`. `noun` is the plural."""
    return f"{n} {noun.removesuffix('s') if n == 1 else noun}"


def phase_title(end: PhaseEnd, noun: str, slain: str) -> str:
    """Return the losses of the other army. In a phase of both armies, return all losses."""
    n, lost = (sum(end.fell), 0) if end.army is None else (end.fell[1 - end.army], end.fell[end.army])
    if not n:
        return f"no enemy {slain}, {lost} of their own lost" if lost else f"nobody {slain}"
    return f"{models(n, noun)} {slain}" + (f", {lost} of their own lost" if lost else "")


def phase_lines(end: PhaseEnd, noun: str, slain: str, width: int) -> list[Text]:
    """Return the bar of the army that shot, and a line for each unit with losses."""
    side = "" if end.army is None else SIDES[end.army]
    who = "" if end.army is None else whose(side, end.armies[end.army])
    words = f"TURN {end.turn}: {phase_title(end, noun, slain)}"
    lines = [styles.styled_line(), *bar_of_words(side or "here", words, who, width)]
    shown = sorted(end.losses, key=lambda loss: -loss.fell)[:MOST]
    several = len({loss.army for loss in shown}) > 1
    lines += styles.kind_lines([row_of(loss, several) for loss in shown], width)
    more = len(end.losses) - len(shown)
    return [
        *lines,
        *([styles.styled_line((f"  and {models(more, 'units')} more", "past"))] if more else []),
        styles.styled_line(),
    ]


def row_of(loss: Loss, marked: bool) -> ModelBar:
    row = loss.row
    name = f"{MARKS[SIDES[loss.army]]} {row.name}" if marked else row.name
    notes = [part for part in (row.hurt, *loss.marks) if part]
    return ModelBar(name, row.models_left, loss.fell, row.models_start - row.models_left - loss.fell, "; ".join(notes))


def phase_words(end: PhaseEnd, noun: str, slain: str) -> list[str]:
    """Return the phase in words to read aloud."""
    who = "both sides" if end.army is None else end.armies[end.army]
    lines = [f"Turn {end.turn}, {who}: {phase_title(end, noun, slain)}."]
    for loss in end.losses:
        lines.append(f"  {loss_words(loss, slain)}")
    return lines


def loss_words(loss: Loss, slain: str) -> str:
    """Return `Shoota Boyz: 7 slain, 13 of 20 left`."""
    row = loss.row
    fell = f"{loss.fell} {slain}, " if loss.fell else ""
    notes = "".join(f"; {part}" for part in (row.wounds_note, *loss.marks) if part)
    return f"{row.name}: {fell}{row.models_left} of {row.models_start} left{notes}"


def battle_lines(
    end: BattleEnd, title: str, clocks: Mapping[str, str], width: int, foot: str = "", rows: int = 0
) -> list[Text]:
    """Return the numbers of slain models in large digits, the rest of both armies, and highlights.

    `clocks` are times by army. `foot` is a dim line at the end. If `rows` is given, empty lines and then `foot` are
    left out until it fits.
    """
    wide = width > styles.ROOMY
    body = [*score_lines(end, width), *rest_lines(end, clocks, width), styles.styled_line()]
    body += [line for moment in end.highlights for line in highlight_lines(moment, width)]
    body += points_lines(end, width)
    if end.notes:
        body.append(notes_line(end.notes, width))
    turns = f"{end.turns} turn{'s' * (end.turns != 1)}"
    right = f"{styles.shortened(title, 30)} · {turns}" if wide and title else turns
    feet = styles.indented(styles.styled_line((foot, "past")), width) if foot else [styles.styled_line()]
    over = 1 + len(body) + len(feet) - rows if rows else 0
    if over > 0:
        empty = [i for i, line in enumerate(body) if not line.plain.strip()]
        gone = set(empty[::-1][:over])
        body, feet = [line for i, line in enumerate(body) if i not in gone], feet if len(gone) == over else []
    *more, below = feet or [styles.styled_line()]
    return styles.full_screen("The battle is over.", right, [*body, *more], below, width)


def halves(width: int) -> tuple[int, int]:
    """Return the columns of both armies, which stand side by side."""
    return width // 2, width - width // 2


def score_lines(end: BattleEnd, width: int) -> list[Text]:
    """Return the names of both armies, and how many enemies each has slain, in large digits."""
    wide = width > styles.ROOMY

    def row(*words: str) -> Text:
        cells = [
            centred(styles.shortened(text, room - 2), room) for text, room in zip(words, halves(width), strict=True)
        ]
        return styles.styled_line(*((cell, side) for cell, side in zip(cells, SIDES, strict=True)))

    mine, yours = end.armies
    air = [row("", "")] if wide else []
    noun = f"enemy {end.models}" if wide else end.models
    return [
        *air,
        row(*(whose(side, army.name) for side, army in zip(SIDES, end.armies, strict=True))),
        row("", ""),
        *(row(*pair) for pair in zip(large(str(mine.enemies_killed)), large(str(yours.enemies_killed)), strict=True)),
        row(*(f"{models(army.enemies_killed, noun).partition(' ')[2]} {end.slain}" for army in end.armies)),
        *air,
    ]


def rest_lines(end: BattleEnd, clocks: Mapping[str, str], width: int) -> list[Text]:
    """Return what is left of both armies as bars and in numbers, what they lost, and what they threw."""
    wide, rooms = width > styles.ROOMY, halves(width)
    cells = rooms[0] - 8 if wide else rooms[0] - 4
    bars = [styles.model_signs(army.left, 0, army.start - army.left, cells) for army in end.armies]
    lines = [
        styles.styled_line(),
        styles.styled_line(*(part for bar, room in zip(bars, rooms, strict=True) for part in beside(bar, room))),
    ]
    left = [[f"{army.left} of {army.start} left", *lost_of(army, end, wide)] for army in end.armies]
    thrown = [[*thrown_of(army, clocks, end, wide)] for army in end.armies]
    for index, words in enumerate(chain(zip_longest(*left, fillvalue=""), zip_longest(*thrown, fillvalue=""))):
        fits = [
            text if cell_len(text) < room else text.removesuffix(" attacks")
            for text, room in zip(words, rooms, strict=True)
        ]
        shown = [centred(styles.shortened(text, room - 1), room) for text, room in zip(fits, rooms, strict=True)]
        lines.append(styles.styled_line(*((cell, "strong" if not index else "") for cell in shown)))
    return lines


def highlight_lines(moment: Highlight, width: int) -> list[Text]:
    """Return the title of a highlight and its sentence: beside it on a wide screen, else below it."""
    wide = width > styles.ROOMY
    text = f"{MARKS[SIDES[moment.army]]} {moment.text}"
    head = f"{moment.title.upper():<18}" if wide else moment.title.upper()
    indent = len(head) + 2 if wide else 2
    first, *more = styles.wrapped(styles.styled_line(text), width - indent - 1)
    below = more if wide else [first, *more]
    return [
        styles.styled_line("  ", (head, "past"), first if wide else ""),
        *(styles.styled_line(" " * indent, line) for line in below),
    ]


SPENT = "command points spent"
UNCOUNTED = "command points: cp = 3 counts them"  # in the line of what happened


def points_lines(end: BattleEnd, width: int) -> list[Text]:
    """Return what both armies spent command points on, in as many words as fit; [] if they were not counted."""
    spent = [army.spent for army in end.armies if army.spent is not None]
    if not spent:
        return []
    wide = width > styles.ROOMY
    title = f"{SPENT}{since_words(end.since)}"
    head = ("  ", (f"{title.upper()}  ", "past"))
    for most in range(max(map(len, spent)), -1, -1):
        texts = [f"{MARKS[side]} {spent_words(items, most)}" for side, items in zip(SIDES, spent, strict=True)]
        if wide and cell_len("   ".join(texts)) + len(title) + 5 <= width:
            return [styles.styled_line(*head, "   ".join(texts))]
        if not wide and max(map(cell_len, texts)) + 3 <= width:
            return [styles.styled_line(*head), *(styles.styled_line("  ", words) for words in texts)]
    return []


def notes_line(notes: Sequence[str], width: int) -> Text:
    """Return the notes in one line, the last ones if there is no room for all (EVE-80)."""
    head = f"{'NOTED':<18}" if width > styles.ROOMY else "NOTED"
    words = ""
    for note in reversed(notes):
        longer = f"{visible(note)} · {words}" if words else visible(note)
        if words and cell_len(longer) + len(head) + 5 > width:
            break
        words = longer
    return styles.styled_line("  ", (head, "past"), "  ", styles.shortened(words, width - len(head) - 5))


def centred(words: str, room: int) -> str:
    """Return the words in the middle of `room` columns."""
    left = max(0, room - cell_len(words)) // 2
    return " " * left + words + " " * max(0, room - left - cell_len(words))


def beside(bar: Text, room: int) -> tuple[str | Text, ...]:
    left = max(0, room - bar.cell_len) // 2
    return " " * left, bar, " " * max(0, room - left - bar.cell_len)


def facts_of(army: ArmyEnd, clocks: Mapping[str, str], end: BattleEnd, wide: bool) -> Iterator[str]:
    """Yield losses without an enemy attack, dice and clock, luck."""
    yield from lost_of(army, end, wide)
    yield from thrown_of(army, clocks, end, wide)


def lost_of(army: ArmyEnd, end: BattleEnd, wide: bool) -> Iterator[str]:
    """Yield losses without an enemy attack, and who came back."""
    if army.otherwise:
        by_shooting = army.start - army.left - army.otherwise - army.own + army.back
        by = f"{by_shooting} {end.slain} by shooting, {army.otherwise} otherwise"
        yield by if wide else f"otherwise lost {army.otherwise}"
    if army.back:
        yield f"{army.back} came back"
    if army.own:
        yield f"{army.own} lost in their own attacks" if wide else f"{army.own} in own attacks"


def thrown_of(army: ArmyEnd, clocks: Mapping[str, str], end: BattleEnd, wide: bool) -> Iterator[str]:
    """Yield dice and clock, and luck."""
    dice = "1 die" if army.dice == 1 else f"{army.dice} dice"
    clock = clocks.get(army.name, "")
    yield f"{dice}{f', {clock} on the clock' if clock and wide else f', {clock}' if clock else ''}"
    if luck := luck_words(army, end.slain if wide else ""):
        yield luck
        counted, total = army.counted
        if counted < total:  # some attacks could not be computed
            yield f"in the {counted} of {total} attacks with odds" if wide else f"in {counted} of {total} attacks"


def luck_words(army: ArmyEnd, slain: str) -> str:
    """Return `1.8 slain more than expected`, or "" if it is unknown. Without `slain`, `luck: 1.8 more`."""
    if army.luck is None:
        return ""
    as_expected = abs(army.luck) < 0.05
    than = "as expected" if as_expected else "more" if army.luck > 0 else "fewer"
    if not slain:
        return f"luck: {than}" if as_expected else f"luck: {abs(army.luck):.1f} {than}"
    return f"{slain} just {than}" if as_expected else f"{abs(army.luck):.1f} {slain} {than} than expected"


def killed_words(army: ArmyEnd, end: BattleEnd) -> str:
    """Return what stands behind the number of slain enemies: `enemy models slain`."""
    return f"{models(army.enemies_killed, f'enemy {end.models}').partition(' ')[2]} {end.slain}"


def told_moments(end: BattleEnd, army: int) -> list[str]:
    """Return the highlights of an army that tell no chance: `Best attack: 7 slain: Squad at Mob`."""
    moments = [moment for moment in end.highlights if moment.army == army and moment.title != AGAINST_ODDS]
    return [f"{moment.title.capitalize()}: {moment.text}" for moment in moments]


def battle_words(end: BattleEnd, clocks: Mapping[str, str]) -> list[str]:
    """Return the battle in words to read aloud."""
    lines = []
    for army in end.armies:
        facts = ", ".join(facts_of(army, clocks, end, True))
        enemy = f"{army.enemies_killed} {killed_words(army, end)}"
        lines.append(f"{visible(army.name)}: {enemy}, {army.left} of {army.start} left, {facts}.")
    names = [visible(army.name) for army in end.armies]
    for army in end.armies:
        if army.spent is not None:
            lines.append(f"{visible(army.name)}: {SPENT}{since_words(end.since)}: {spent_words(army.spent)}.")
    lines += [f"{moment.title.capitalize()}: {names[moment.army]}, {moment.text}." for moment in end.highlights]
    return [*lines, f"Noted: {' · '.join(map(visible, end.notes))}."] if end.notes else lines
