"""Drills at the screen: multiple-choice questions for learners, and the screens of a drill and of mastery.

A letter is a place: `a` takes the first option, and so on, on every screen. A digit is a number: it takes the option
that is this number or begins with it, if there is only one, and never a place. An option that is a number shows
itself for a key, every other one its letter. There is no proposal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from shoot_cli.asked.rows import MenuRow, matching_rows
from shoot_cli.asked.scene import FIRST, MARKS, SECOND
from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.names import counted, name_key, visible
from shoot_cli.engine.reasons import DEFENDER, LayAside, Leave, Undo, series, shown
from shoot_cli.engine.record import Record
from shoot_cli.practice.mastery import Mastery, RuleMastery, StepMastery
from shoot_cli.practice.memory import ENOUGH, Level
from shoot_cli.practice.teaching import UNSURE, asks_whom, cell_of, deciding, reasons
from shoot_cli.quiz.quiz import Quiz
from shoot_cli.ui.block import bar_of_words
from shoot_cli.ui.cursor_screen import CursorScreen, Prompt
from shoot_cli.ui.menu import Choices
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import Key, PromptFrame, Screen, fragments, repeated_keys, typed
from shoot_cli.ui.styles import ROOMY, fill, indented, key_row, left_right, literal, styled_line, with_theme, wrapped

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.layout import Container
    from rich.console import Console
    from rich.table import Table

    from shoot_cli.engine.questions import Choose
    from shoot_cli.ui.screen import View


ROLLED = {"hit", "wound", "save"}  # kinds of questions about rolled dice
RULE_AT_END = re.compile(r"^(.*?)( \([^()]*\))$", re.DOTALL)


class Sitting(Record):
    """The progress of a session. `marks` are the results so far, `left` is the remaining length, as in ` of 10`.

    `wanted` is the number of questions, or None if it is open. `about` is the edition. `plan` says what is known of the
    cards until a day, in place of the level; "" without such a day.
    """

    marks: tuple[bool, ...]
    left: str
    wanted: int | None = None
    about: str = ""
    plan: str = ""


def dots(sitting: Sitting, index: int, width: int) -> Text:
    """Return `3 of 10  ● ○ ► · · ·`: ● right, ○ wrong, ► now. Dots without room are left out."""
    line = styled_line("  ", (str(index + 1), "strong"), (f"{sitting.left}  ", "past"))
    room = max(1, (width - line.cell_len - 1) // 2)
    signs = [("● ", "good") if right else ("○ ", "bad") for right in sitting.marks]
    if index == len(signs):
        signs.append(("► ", "strong"))
    after = max(0, (sitting.wanted or 0) - len(signs))
    first = max(0, min(len(signs) + after - room, index - room // 2)) if len(signs) + after > room else 0
    shown = [*signs, *[("· ", "past")] * after][first : first + room]
    line.append_text(styled_line(*shown))
    about = styled_line((f"{sitting.about} ", "past"))
    return left_right(line, about, width) if width > ROOMY else line


def question(sitting: Sitting, quiz: Quiz, index: int, width: int) -> list[Text]:
    """Return the lines above the options."""
    blank = styled_line()
    facts, asks = split(quiz)
    situation = [*(line for part in facts for line in indented(styled_line(part), width)), blank] if facts else []
    whose = asks_whom(quiz) if quiz.kind in ROLLED else ""
    return [blank, dots(sitting, index, width), blank, *situation, *bar(asks, asks_whom(quiz), whose, width), blank]


def bar(asks: str, owner: str, whose: str, width: int) -> list[Text]:
    """Return the question in the colour of the player. `whose` is the player in words, or "" for the learner."""
    side = SECOND if owner == DEFENDER else FIRST
    who = f"{MARKS[side]} {whose}" if whose else "you"
    return bar_of_words(side, asks, who if width > ROOMY else "", width)


def split(quiz: Quiz) -> tuple[list[str], str]:
    """Return the facts and the question, which is the last sentence if that ends with `?`."""
    facts, stop, asks = quiz.text.rpartition(". ")
    if not stop or not asks.endswith("?"):
        facts, asks = "", quiz.text
    return [part for part in (quiz.situation, f"{facts}." if facts else "") if part], asks


def verdict(
    sitting: Sitting, quiz: Quiz, given: str, rule: Rule | None, standing: Level, back: str, width: int
) -> list[Text]:
    """Return the mark of an answer and the learner's level. `back` says when the question comes again."""
    answer = f"it is {quiz.right}" if quiz.right[:1].isdigit() and " " not in quiz.right else quiz.right
    lines = [styled_line(), dots(sitting, len(sitting.marks) - 1, width), *marked(quiz, given, answer, rule, width)]
    known = past(sitting.plan, width) if sitting.plan else [level_bar(standing, width)]
    return [*lines, styled_line(), *known, *past(back, width)]


def marked(quiz: Quiz, given: str, right: str, rule: Rule | None, width: int) -> list[Text]:
    """Return the dimmed question, a bar with the mark and the right answer, and the reasons (of `rule`)."""
    blank, is_right = styled_line(), given == quiz.right
    situation = "" if is_right else quiz.situation  # what was right needs no more than its question
    whole = " ".join(part if part[-1] in ".:?!" else f"{part}." for part in (situation, quiz.text) if part)
    lines = past(whole, width) + past(f"you: {given}", width)
    word = "RIGHT." if is_right else "THE ANSWER:" if given == UNSURE else "NOT QUITE."
    answer = f"{right[:1].upper()}{right[1:]}".removesuffix(".")
    bar_lines = wrapped(styled_line(f"{word}  {answer}."), width - 2)
    lines += [blank, *(fill(styled_line((f" {line.plain}", "here")), width, "here") for line in bar_lines), blank]
    for reason in reasons(quiz, given):
        words = RULE_AT_END.match(reason)
        lines += indented(styled_line(words[1], (words[2], "past")) if words else styled_line(reason), width)
    cell = cell_of(rule, quiz)
    rows = () if rule is None else rule.chart if cell else () if is_right else deciding(rule, quiz)
    if not rows:
        return lines
    from shoot_cli.ui.views import chart

    return [*lines, blank, *chart(rows, cell, width)]


def leave_behind(console: Console) -> None:
    """Push all that is on the screen out of sight, above an empty one. Nothing of it is lost."""
    if console.is_terminal:
        console.file.write("\n" * console.height + "\x1b[H")
        console.file.flush()


def past(words: str, width: int) -> list[Text]:
    return indented(styled_line((words, "past")), width) if words else []


def level_bar(standing: Level, width: int) -> Text:
    """Return `level 1  ■■■■■■□□  6 right, 9 of 31 met; 8 right open level 2`."""
    cells = 2 * ENOUGH if width > ROOMY else ENOUGH
    full = round(cells * min(standing.right / ENOUGH, 1))
    line = styled_line(f"  level {standing.level}  ", ("■" * full, "good"), ("□" * (cells - full), "past"))
    words = level_words(standing)
    short = f"{standing.met} of {standing.cards} met"
    return styled_line(line, f"  {words if line.cell_len + len(words) + 2 <= width else short}")


def level_words(standing: Level) -> str:
    """Return `6 right, 9 of 31 met; 8 right open level 2`."""
    met = f"{standing.right} right, {standing.met} of {standing.cards} met"
    return f"{met}; {ENOUGH} right open level {standing.opens}" if standing.opens else met


# Mastery: bars by step and rule, as a table if there is room, otherwise as sentences for 40 columns.

WIDE = 72  # columns that the table needs
BAR = 10  # columns
HEADS = (("step", "left"), ("", "left"), ("known", "right"), ("right", "right"), ("begun", "right"))
LEAST, FEWEST = 6, 3  # steps and rules of a short text
NOTHING = "Nothing has been answered yet: shoot drill"


class MasteryScreen(Record):
    """Mastery on the screen. `rules` adds a line per rule. `more` names the full command of a short text. `short` is
    for the steps that are least known of those begun, so that it fits a screen."""

    title: str
    found: Mastery
    plain: bool = False
    rules: bool = False
    more: str = ""
    short: bool = False

    @property
    def steps(self) -> tuple[StepMastery, ...]:
        if not self.short:
            return self.found.steps
        begun = sorted((step for step in self.found.steps if step.begun), key=lambda step: step.mastery)[:LEAST]
        return tuple(step for step in self.found.steps if step in begun)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mastery = self.found
        yield literal(self.title, "bold")
        if not mastery.asked:
            yield literal(NOTHING)
            return
        for line in self.summary():
            yield literal(line)
        if self.more:
            yield literal(self.more, "dim")
            return
        yield literal("")
        if not self.plain and options.max_width >= WIDE:
            yield self.table()
        else:
            yield from self.lines()
        if left := len(self.found.steps) - len(self.steps):
            yield literal(f"And {counted(left, 'other step')}: shoot drill stats --steps", "dim")
        yield from self.weakest()

    def summary(self) -> Iterator[str]:
        mastery = self.found
        begun, cards = sum(step.begun for step in mastery.steps), sum(step.cards for step in mastery.steps)
        level = f"Level {mastery.level} of {mastery.levels}"
        yield f"{of(mastery.right, mastery.asked)} right. {level}. Begun: {begun} of {cards} cards."
        later = (f"{mastery.today + timedelta(days=ahead):%A}" for ahead in range(2, len(mastery.due)))
        due = [f"{count} {day}" for count, day in zip(mastery.due, ("today", "tomorrow", *later), strict=True) if count]
        yield f"Due: {', '.join(due) or 'nothing'}."
        weeks = ", ".join(of(right, asked) for right, asked in mastery.weeks)
        yield f"Right by week, this one last: {weeks}."
        if mastery.aside:
            yield f"Laid aside: {', '.join(mastery.aside)}. Asked again after: shoot drill --rule {mastery.aside[0]}"
        if mastery.seconds is not None:
            yield f"Speed: {mastery.seconds:.1f} s for a right answer."

    def table(self) -> Table:
        from shoot_cli.ui.tables import grid

        table = grid(*HEADS, plain=self.plain)
        for step in self.steps:
            table.add_row(*map(literal, self.cells(step)), style="bold" if self.rules else "")
            for rule in step.rules if self.rules else ():
                table.add_row(*map(literal, self.rule_cells(rule)))
        return table

    def cells(self, step: StepMastery) -> tuple[str, ...]:
        begun = f"{step.begun} of {step.cards}"
        return step.title, self.bar(step.mastery), percent(step.mastery), of(step.right, step.asked), begun

    def rule_cells(self, rule: RuleMastery) -> tuple[str, ...]:
        name = f"  {rule.rule} {rule.title}"
        return name, self.bar(rule.mastery), percent(rule.mastery), of(rule.right, rule.asked), ""

    def lines(self) -> RenderResult:
        for step in self.steps:
            right = f", {of(step.right, step.asked)} right" if step.asked else ""
            yield literal(f"{self.bar(step.mastery)} {percent(step.mastery)} {step.title}{right}")
            for rule in step.rules if self.rules else ():
                words = f"{self.bar(rule.mastery)} {percent(rule.mastery)} {rule.rule} {rule.title}"
                yield Padding(literal(words), (0, 0, 0, 2), expand=False)

    def weakest(self) -> RenderResult:
        if not self.found.weakest:
            return
        yield literal("")
        yield literal("Weakest rules", "bold")
        for rule in self.found.weakest[: FEWEST if self.short else None]:
            kinds = ", ".join(rule.kinds)
            yield literal(
                f"{rule.rule} {rule.title}: {of(rule.right, rule.asked)} right{'' if self.short else f' ({kinds})'}"
            )
        yield literal(f"Read again: shoot rules {self.found.weakest[0].rule}", "dim")

    def bar(self, share: float) -> str:
        full = round(share * BAR)
        if share > 0:
            full = max(full, 1)
        on, off = ("#", ".") if self.plain else ("█", "░")
        return on * full + off * (BAR - full)


def percent(share: float) -> str:
    return f"{round(share * 100)}%"


def of(right: int, asked: int) -> str:
    return f"{right} of {asked}" if asked else "-"


ANSWER_FIRST = "! Answer first: then ? shows why."
Block = Callable[[int, int], list[Text]]  # columns, rows

NUMBER = re.compile(r"(?:about )?([+\-−]?)([0-9]+(?:\.[0-9]+)?)(\+| or more| or less)?")
TYPED = re.compile(r"([+\-]?)([0-9]+(?:\.[0-9]+)?)([+\-]?)")  # a number as it is typed
SIGNS = {"−": "-", " or more": "+", " or less": "-"}
LETTERS = "abcdefghijklmnop"  # without q, which leaves
AT_ONCE = (Key.UNDO, Key.ASIDE)  # work without Space
UNSURE_KEY = "x"
WISHES = {Key.LEAVE: Leave, Key.UNDO: Undo, Key.ASIDE: LayAside}
SHORT = 24  # most columns of an option that stands beside others


def keys_of(options: Sequence[str]) -> list[str]:
    """Return the key of each option, as it is shown.

    >>> keys_of(["4+", "5+", "no save"]), keys_of(["armour save", "no save"]), keys_of(["3+", "3 or less"])
    (['4', '5', 'c'], ['a', 'b'], ['3+', '3-'])
    >>> keys_of(["6+", "6 and then 4+"])
    ['a', 'b']
    """
    matches = [NUMBER.fullmatch(option.removesuffix('"')) for option in options]
    bare = [match and match[2] for match in matches]
    signed = [match and "".join(SIGNS.get(part, part) for part in match.groups("")) for match in matches]
    if all(whole or not NUMBER.match(option) for option, whole in zip(options, matches, strict=True)):
        for keys in (bare, signed):
            used = [key for key in keys if key]
            if len({*used}) == len(used):
                return [key or letter for key, letter in zip(keys, LETTERS, strict=False)]
    return [*LETTERS[: len(options)]]


def rows_of(text: str, rows: Sequence[MenuRow], start: int | None = None) -> list[int]:
    """Return the indexes of the rows that a text means: by letter, by number, by words. `start` is proposed."""
    wanted = text.strip().casefold().replace("−", "-")
    others = [index for index, row in enumerate(rows) if index != start and row.label != UNSURE]
    if wanted == UNSURE_KEY and rows[-1].label == UNSURE:
        return [len(rows) - 1]
    if len(wanted) == 1 and wanted.isalpha():  # a place, and never a word
        return [index for letter, index in zip(LETTERS, others, strict=False) if letter == wanted]
    if same := [index for index, row in enumerate(rows) if name_key(row.label) == name_key(wanted) != ""]:
        return same
    if number := TYPED.fullmatch(wanted):
        return [index for index in others if begins(rows[index].label, *number.groups(""))]
    return matching_rows(text, rows) if wanted else []


def begins(option: str, before: str, number: str, behind: str) -> bool:
    """Return True if the option begins with this number, and has its signs `before` and `behind` it, if it has any."""
    match = NUMBER.match(option)
    parts = [SIGNS.get(part, part) for part in match.groups("")] if match else []
    return bool(parts) and parts[1] == number and before in ("", parts[0]) and behind in ("", parts[2])


def pick_words(keys: Sequence[str]) -> str:
    """Return the keys as `4, 5 or n`. An empty key is left out."""
    return series(filter(None, keys), "or")


def refusal(text: str, keys: Sequence[str], rows: Sequence[MenuRow]) -> str:
    """Say why the typed text is no option, or of which options it is the beginning, and list the keys."""
    if not text:
        return f"! Choose first: {pick_words(keys)}, then Enter."
    indexes = [index for index in rows_of(text, rows) if rows[index].label != UNSURE]
    if several := [f"{rows[index].label} ({LETTERS[index]})" for index in indexes]:
        return f"! {shown(text)} could be {pick_words(several)}: type the letter."
    return f"! {shown(text)} is none of them: {pick_words(keys)}."


class Keyed(Choices):
    """A menu whose rows are chosen by their `keys` ("" for none) or by their words. All rows stay visible."""

    def __init__(self, rows: Sequence[MenuRow], start: int | None, keys: Sequence[str]) -> None:
        self.keys = keys
        super().__init__(rows, start, True)
        self.numbered = False

    def type(self, text: str) -> None:
        self.text = wanted = text.strip()
        self.shown = [*range(len(self.rows))]
        self.meant = rows_of(wanted, self.rows, self.start)
        self.at = picked_row(wanted, self.rows, self.start) if wanted else self.start

    def only_inside(self) -> str:
        """Return the letter of a command that was typed, unless it is shown as the key of an answer; or ""."""
        return "" if self.text.casefold() in self.keys else super().only_inside()


def chips(options: Sequence[str], keys: Sequence[str], taken: int | None, width: int) -> list[Text]:
    """Return the options, side by side if all are short. ► marks the one that Enter takes."""
    rows = []
    for index, (option, key) in enumerate(zip(options, keys, strict=True)):
        is_taken = index == taken
        pointer = styled_line(("► ", "strong") if is_taken else "  ")
        is_key = is_own(option, key)
        chip = styled_line(
            (f" {visible(option if is_key or not key else key)} ", "first" if is_taken else "passed" if key else "")
        )
        words = styled_line(pointer, chip) if is_key or not key else styled_line(pointer, chip, f" {visible(option)}")
        rows.append(words)
    if max(row.cell_len for row in rows) <= SHORT:
        return _side_by_side(rows, width)
    lines = []
    for row in rows:
        first, *rest = wrapped(row, width)
        lines += [first, *(styled_line(" " * 6, line) for more in rest for line in wrapped(more, width - 6))]
    return lines


def _side_by_side(rows: Sequence[Text], width: int) -> list[Text]:
    lines = [styled_line()]
    for row in rows:
        if lines[-1].cell_len and lines[-1].cell_len + row.cell_len + 1 > width:
            lines.append(styled_line())
        lines[-1].append_text(row).append(" ")
    return lines


class QuizPrompt(Prompt):
    """A prompt that shows options as chips."""

    def _list(self) -> list[Container]:
        from prompt_toolkit.layout import FormattedTextControl, Window

        def drawn() -> Any:
            return fragments(self._chips(), self.console)

        return [Window(FormattedTextControl(drawn), dont_extend_height=True, always_hide_cursor=True)]

    def _chips(self) -> list[Text]:
        choices = self.choices
        assert isinstance(choices, Keyed)
        return chips([row.label for row in choices.rows], choices.keys, choices.at, self.console.width - 1)

    def _below(self) -> list[Text]:
        if self.opened:
            return super()._below()
        choices, width = self.choices, self.console.width - 1
        assert isinstance(choices, Keyed)
        wrong = choices.text and choices.at is None
        words = refusal(choices.text, choices.keys, choices.rows).removeprefix("! ") if wrong else ""
        usual = None if choices.text else choices.start
        taking = "answer" if usual is None else choices.rows[usual].label
        pairs = [(" ".join(key for key in choices.keys if key), "pick")]
        pairs += [("Esc", "clear")] if choices.text else [("?", "rule")] if Key.WHY in self.around.shown else []
        pairs += [(key.value, key.word) for key in AT_ONCE if key in self.around.shown and not choices.text]
        if choices.at is not None:
            pairs.append(("Enter", taking))
        commands = [key for key in self.around.shown if key not in (Key.WHY, *AT_ONCE)]
        more = ("Space q", "leave") if commands == [Key.LEAVE] else ("Space", "more")
        lines = self._wrapped(words, width) if words else []
        return [*(styled_line((part, "hint")) for part in lines), key_row([*pairs, more], width)]

    def _enter(self, event: KeyPressEvent) -> None:
        choices = self.choices
        assert isinstance(choices, Keyed)
        if self.opened or choices.at is not None:
            super()._enter(event)
            return
        self.around = self.around._replace(refused=refusal(choices.text, choices.keys, choices.rows))
        self.buffer.reset()
        choices.type("")


class QuizScreen(CursorScreen):
    """A screen that shows options with their keys side by side."""

    def __init__(self, console: Console) -> None:
        super().__init__(with_theme(console))

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        choices = Keyed(rows, start, keys_for(rows, start))
        taken: int | str | Key = self._ask(QuizPrompt(self.console, frame, choices, AT_ONCE), frame)
        return taken


class PlainQuiz(PlainScreen):
    """A quiz screen without a cursor. An option is chosen by its key or by part of its words."""

    def menu(self, rows: Sequence[MenuRow], start: int | None, frame: PromptFrame) -> int | str | Key:
        keys = keys_for(rows, start)
        for key, row in zip(keys, rows, strict=True):
            self._print(f"  {row.label}" if is_own(row.label, key) else f"  {key + '.' if key else '-'} {row.label}")
        self._around(frame)
        enter = f", Enter for {rows[start].label}" if start is not None else ""
        while True:
            text = self._read(f"{pick_words(keys)}{enter}: ", frame).strip()
            if not text and start is not None:
                return start
            index, wish = picked_row(text, rows, start), typed(text, frame.keys)
            if index is not None and (wish is None or text in keys):
                return index
            if wish or repeated_keys(text):
                return wish or text
            self._print(refusal(text, keys, rows))


def choose(
    screen: Screen,
    question: Choose,
    say: Callable[..., None],
    why: Callable[[], View] | None,
    block: Block | None = None,
    unsure: bool = False,
    more: Sequence[Key] = (),
) -> str:
    """Return the chosen option. `why` is opened by `?` (None for no view). `block` draws the question (None prints it).
    `unsure` offers `UNSURE` besides. `more` are keys that work too: to take back the answer before, to lay this aside.

    :raises Leave, Undo, LayAside:
    """
    rows = [MenuRow(option.value) for option in question.options] + [MenuRow(UNSURE)] * unsure
    frame = PromptFrame(keys=(Key.WHY, *more, Key.LEAVE), quiet=() if why else (Key.WHY,), pick=True, block=block)
    whose = "Defender: " if question.owner == DEFENDER else ""
    asks = True
    while True:
        if asks and not block:
            say("", f"{whose}{question.text}")
        try:
            reply = screen.menu(rows, None, frame)
        except EOFError:
            raise Leave from None
        if isinstance(reply, Key) and reply in WISHES:
            raise WISHES[reply]
        refused = "" if why else ANSWER_FIRST
        if isinstance(reply, str):
            keys = keys_for(rows, None)
            index = picked_row(reply, rows)
            refused = refusal(reply, keys, rows) if index is None else ""
            reply = reply if index is None else index
        if isinstance(reply, int):
            return str(rows[reply].label)
        asks = not refused
        if refused and not block:
            say(refused)
        elif not refused and why:
            screen.view(why())
        frame = frame._replace(refused=refused)


def pause(
    screen: Screen, say: Callable[[str], None], why: Callable[[], View | None] | None = None, back: bool = False
) -> None:
    """Wait for Enter in an empty line. `why` returns the view for `?`, or is None. `u` may take the answer `back`.
    :raises Leave, Undo:"""
    hint = "Enter goes on, ? shows why." if why else "Enter goes on."
    hint += " u: a slip, ask again." * back
    keys = (*((Key.WHY,) if why else ()), *((Key.UNDO,) if back else ()), Key.LEAVE)
    block: Block | None = None if screen.leaves else lambda columns, rows: [styled_line()]
    frame = PromptFrame(hint=hint, keys=keys, quiet=(Key.WHY,), block=block)
    try:
        while reply := screen.line("", frame, keys):
            frame = frame._replace(refused="")
            if isinstance(reply, Key) and reply in WISHES:
                raise WISHES[reply]
            if reply is Key.WHY and why:
                if view := why():
                    screen.view(view)
                continue
            refused = f"! {shown(str(reply))} means nothing here."
            if screen.leaves:
                say(refused)
            frame = frame._replace(refused=refused)
    except EOFError:
        raise Leave from None


def picked_row(text: str, rows: Sequence[MenuRow], start: int | None = None) -> int | None:
    """Return the only row that the text means; None for no row or several."""
    indexes = rows_of(text, rows, start)
    return indexes[0] if len(indexes) == 1 else None


def is_own(option: str, key: str) -> bool:
    """Return True if the option is only its key: `4+`."""
    return key in (option, option.rstrip('+"'))


def keys_for(rows: Sequence[MenuRow], start: int | None) -> list[str]:
    """Return the keys of the rows. The proposed row has none, and `UNSURE` has its own."""
    keys = keys_of([row.label for index, row in enumerate(rows) if index != start and row.label != UNSURE])
    keys += [UNSURE_KEY] * (rows[-1].label == UNSURE)
    if start is not None:
        keys.insert(start, "")
    return keys
