"""A quiz as a prompt, on paper and during a battle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from shoot_cli.engine.markdown import Rule, columns_around
from shoot_cli.engine.markdown import cell_of as cell_of_grounds
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Choose, Option, Roll
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.quiz.makers import kind_of, need_quiz, quizzes
from shoot_cli.quiz.quiz import BY_KEY, KINDS, Drill, Quiz, Source

# A quiz as a question for a prompt, and what is said to the answer.

SKIP = "skip"
UNSURE = "I don't know"  # the last row of a drill and of a lesson: wrong, and explained at once
UNSAID = "What a question does not say is not so."


def as_question(quiz: Quiz, key: str, owner: str = ATTACKER, *, skip: bool = False) -> Choose:
    """Return the quiz as a choice without a default, or with "skip" as its default.

    Its rules are those of its reasons, for the key that explains; the result is for the learner to say.
    """
    rules = tuple(dict.fromkeys(reason.rule for reason in quiz.because if reason.rule))
    options = tuple(Option(option) for option in quiz.options)
    if skip:
        return Choose(f"{key} {quiz.kind}", (*options, Option(SKIP)), SKIP, owner, rules, quiz.text)
    return Choose(f"{key} {quiz.kind}", options, None, owner, rules, quiz.text)


def asks_for_number(quiz: Quiz, roll: Roll) -> bool:
    kind = kind_of(roll)
    return bool(kind) and quiz == need_quiz(roll, kind)


def right_words(quiz: Quiz, number: bool) -> str:
    """Return `it needs 4+` for a number to roll, otherwise the right option."""
    return f"it needs {quiz.right}" if number and quiz.right[:1].isdigit() else quiz.right


def reasons(quiz: Quiz, given: str = "") -> list[str]:
    """Return the first reason, such as `Strength 4 against Toughness 4: 4+ (7E-WND-1)`, and the other reasons; then
    where the `given` wrong option would be right.

    A reason whose text is part of the first one only adds its rule to it.
    """
    first, *rest = [reason for reason in quiz.because if reason.text]
    inside = [reason for reason in rest if reason.text in first.text]
    rules = ", ".join(dict.fromkeys(reason.rule for reason in (first, *inside) if reason.rule))
    others = (f"{reason.text} ({reason.rule})" for reason in rest if reason not in inside)
    meant = [words for option, words in quiz.meant if option == given]
    return [f"{first.text} ({rules})", *dict.fromkeys(others), *meant]


def why_words(quiz: Quiz) -> str:
    """Return all reasons in one line, without repeats."""
    return "; ".join(reasons(quiz))


def asks_whom(quiz: Quiz) -> str:
    """Return whose dice it is about: saves are the defender's."""
    return DEFENDER if quiz.kind == "save" else ATTACKER


def cell_of(rule: Rule | None, quiz: Quiz) -> tuple[int, int] | None:
    """Return the cell of the answer in the rule's chart; None if it is unknown.

    Without `quiz.cell`, the numbers in the reasons name the row and the column, in this order.
    """
    return (quiz.cell or cell_by_numbers(rule.chart, quiz)) if rule else None


MOST_ROWS = 6  # rows of a chart that is shown whole


def deciding(rule: Rule, quiz: Quiz) -> Sequence[Sequence[str]]:
    """Return the heads and rows of the rule's chart that decide, if no cell does: all of few, else those named."""
    heads, *rows = rule.chart or ((),)
    if len(rows) > MOST_ROWS:
        text = " ".join((quiz.situation, quiz.text, *quiz.options, *reasons(quiz))).casefold()
        rows = [row for row in rows if len(row[0]) > 3 and row[0].casefold() in text]
    return (heads, *rows[:MOST_ROWS]) if rows else ()


NARROW = 36  # width of a chart's row as text


def chart_row(rule: Rule | None, quiz: Quiz, right: bool = False) -> list[str]:
    """Return the chart's row with the answer marked, below its heads, or unless it was right the rows that decide."""
    cell = cell_of(rule, quiz)
    if rule is None or cell is None:
        heads, *rows = (rule and not right and deciding(rule, quiz)) or ((),)
        return [f"Chart {rule.id}: {in_words(heads, row, '-')}" for row in rows] if rule else []
    heads, row, column = rule.chart[0], rule.chart[cell[0]], cell[1]
    if len(rule.chart) == 2:
        return [f"Chart {rule.id}: {heads[0]} {heads[column]}, {row[0]} {row[column]}"]
    wide = [max(len(head), len(value)) + 2 for head, value in zip(heads, row, strict=True)]
    columns = columns_around(column, wide, NARROW, heads)
    if len(heads) == 2 or sum(wide[index] for index in columns) > NARROW:
        return [f"Chart {rule.id}: {in_words(heads, row)}"]
    values = {index: f"[{row[index]}]" if index == column else row[index] for index in columns}
    wide = [max(len(heads[index]), len(value)) for index, value in values.items()]
    shown = ([heads[index] for index in columns], [*values.values()])
    lines = (" ".join(text.ljust(room) for text, room in zip(cells, wide, strict=True)) for cells in shown)
    return [f"Chart {rule.id}, {heads[0]}:", *(f"  {line.rstrip()}" for line in lines)]


def in_words(heads: Sequence[str], row: Sequence[str], empty: str = "") -> str:
    """Return the row in one line, without the cells behind the first that are `empty`."""
    cells = zip(heads, row, strict=True)
    return ", ".join(f"{head} {cell}".lstrip() for nth, (head, cell) in enumerate(cells) if not nth or cell != empty)


def cell_by_numbers(chart: tuple[tuple[str, ...], ...], quiz: Quiz) -> tuple[int, int] | None:
    """Return row and column; None if no cell fits or several do."""
    return cell_of_grounds(chart, [reason.text for reason in quiz.because if reason.rule == quiz.rule], quiz.right)


ANSWER_SECONDS = 15.0  # the longest time that an opponent waits for an answer, unless told
OTHER_QUESTION = 1 / 4  # how often another question about a roll replaces the one about its number
FADING = ((6, 1 / 12), (3, 1 / 4), (0, 1.0))  # (right answers in a row, chance to be asked)


class Remembers(Protocol):
    """A memory of what a learner knew, by rule and kind of question."""

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> object: ...
    def streak(self, rule: str, kind: str) -> int: ...


class RollQuiz(NamedTuple):
    """A question about a roll. `number` is True if it asks what the roll needs."""

    quiz: Quiz
    number: bool

    @property
    def same(self) -> tuple[str, str, str]:
        """Return a key that is equal for questions with different words but the same content."""
        return self.quiz.rule, self.quiz.kind, self.quiz.right


class Teaching:
    """The questions asked during one battle. The same `seed` gives the same questions.

    Attacks are told apart by any hashable value, and what was asked in them is kept.
    """

    def __init__(self, ruleset: Ruleset, seed: int, memory: Remembers) -> None:
        self.ruleset, self.seed, self.memory = ruleset, seed, memory
        self.asked: dict[Hashable, set[tuple[str, str, str]]] = {}

    def about(self, roll: Roll, record: Any, place: int, attack: Hashable) -> RollQuiz | None:
        """Return what to ask before this roll; None for nothing.

        `record` is the record of the rolling step, and `place` is the roll's line in the log.
        """
        choices = [RollQuiz(item, asks_for_number(item, roll)) for item in quizzes(roll, record, self.ruleset)]
        if not choices:
            return None
        random = Random(f"{self.seed}/teach/{place}")
        numbers, others = [item for item in choices if item.number], [item for item in choices if not item.number]
        rather, chance = random.random(), random.random()
        if rather < OTHER_QUESTION and others:
            numbers = []
        asked = random.choice(numbers or others)
        quiz = asked.quiz
        if asked.same in self.asked.get(attack, ()) or chance >= how_often(self.memory.streak(quiz.rule, quiz.kind)):
            return None
        return asked

    def heard(self, asked: RollQuiz, attack: Hashable, answer: str | None, seconds: float) -> str:
        """Return the reply to an answer; "" if it was skipped. `answer` is None if time ran out.

        Only real answers are stored in the memory. The question is not asked again in this attack.
        """
        self.asked.setdefault(attack, set()).add(asked.same)
        quiz, right = asked.quiz, right_words(asked.quiz, asked.number)
        if answer is None:
            return f"Time is up: {right}."
        if answer == SKIP:
            return ""
        self.memory.answered(quiz.rule, quiz.kind, answer == quiz.right, seconds)
        return f"Right: {why_words(quiz)}." if answer == quiz.right else f"No, {right}: {why_words(quiz)}."


def how_often(streak: int) -> float:
    """Return the chance to ask something that was right so often in a row."""
    return next(chance for row, chance in FADING if streak >= row)


# A quiz on paper, as Markdown with the answers at the end, or as JSON.

LETTERS = "abcdefgh"
MARKED = re.compile(r"([\\`*_\[\]<>#|~$])")  # characters with a meaning in Markdown
AT_THE_START = re.compile(r"^(\s*)([-+=]|\d+[.)])")


def drawn(drills: Iterable[Drill], source: Source, questions: int, level: int) -> list[Quiz]:
    """Return different questions of levels up to `level`, easy ones first; fewer if there are no more.

    All kinds appear about equally often, so that a short sheet covers everything.
    """
    left = [drill for drill in drills if drill.level <= level]
    picked: list[tuple[int, Quiz]] = []
    asked: Counter[str] = Counter()
    texts: set[tuple[str, str, str]] = set()
    fruitless = 0
    while left and len(picked) < questions and fruitless < 200:
        fewest = min(asked[drill.kind] for drill in left)
        drill = source.weighed((item, item.common) for item in left if asked[item.kind] == fewest)
        assert drill is not None
        quiz = drill.make(source)
        if quiz is None:
            left.remove(drill)
        elif (words := (quiz.situation, quiz.text, quiz.right)) in texts:
            fruitless += 1  # only one question can be asked about this rule
        else:
            texts.add(words)
            asked[drill.kind] += 1
            picked.append((drill.level, quiz))
    ranks = {kind.key: index for index, kind in enumerate(KINDS)}
    picked.sort(key=lambda pair: (pair[0], ranks[pair[1].kind]))
    return [quiz for _, quiz in picked]


def markdown(title: str, quizzes: list[Quiz], about: str, again: str) -> str:
    """Return the sheet. `about` names the match-up, "" for none. `again` is the command that prints the same sheet."""
    lines = [f"# {safe(title)}: {len(quizzes)} question{'s' * (len(quizzes) != 1)}", ""]
    if about:
        lines += [safe(about), ""]
    lines += ["Name: ______________________    Right: ____ of " + str(len(quizzes)), "", UNSAID, ""]
    for number, quiz in enumerate(quizzes, 1):
        lines += [f"## {number}. {BY_KEY[quiz.kind].title[:1].upper()}{BY_KEY[quiz.kind].title[1:]}", ""]
        if quiz.situation:
            lines += [safe(quiz.situation), ""]
        lines += [f"**{safe(quiz.text)}**", ""]
        lines += [f"- [ ] {letter}) {safe(option)}" for letter, option in zip(LETTERS, quiz.options, strict=False)]
        lines += [""]
    lines += ["## Answers", ""]
    for number, quiz in enumerate(quizzes, 1):
        letter = LETTERS[quiz.options.index(quiz.right)]
        lines += [f"{number}. {letter}) {safe(quiz.right)} – {safe(why_words(quiz))}"]
    lines += ["", f"The same sheet again: `{visible(again).replace('`', '')}`. Any rule: `shoot rules ID`.", ""]
    return "\n".join(lines)


def safe(text: str) -> str:
    """Escape text from lists, so that neither Markdown nor a terminal interprets it."""
    text = MARKED.sub(r"\\\1", visible(" ".join(text.split())))
    return AT_THE_START.sub(r"\1\\\2", text)


def as_json(ruleset: str, title: str, seed: int, quizzes: Iterable[Quiz]) -> dict[str, Any]:
    """Return the sheet as JSON, with all that is known of each question."""
    return {
        "ruleset": ruleset,
        "title": title,
        "seed": seed,
        "questions": [question(number, quiz) for number, quiz in enumerate(quizzes, 1)],
    }


def question(number: int, quiz: Quiz) -> dict[str, Any]:
    return {
        "number": number,
        "kind": quiz.kind,
        "level": BY_KEY[quiz.kind].level,
        "rule": quiz.rule,
        "situation": quiz.situation,
        "text": quiz.text,
        "options": list(quiz.options),
        "right": quiz.options.index(quiz.right),
        "because": [{"text": reason.text, "rule": reason.rule} for reason in quiz.because],
        "cell": list(quiz.cell) if quiz.cell else None,
        "facts": dict(quiz.facts),
    }
