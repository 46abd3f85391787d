"""A quiz on paper: questions drawn once, as Markdown with the answers at the end, or as JSON for other programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from shoot_cli.core.quizzes.quiz import BY_KEY, KINDS, Quiz
from shoot_cli.core.quizzes.source import Drill, Source
from shoot_cli.core.visible import visible
from shoot_cli.drills.teaching import why_words

LETTERS = "abcdefgh"
MARKED = re.compile(r"([\\`*_\[\]<>#|~$])")  # what Markdown would obey inside a line
AT_THE_START = re.compile(r"^(\s*)([-+=]|\d+[.)])")


def drawn(drills: Iterable[Drill], source: Source, questions: int, level: int) -> list[Quiz]:
    """Questions of the levels up to ``level``, easy ones first, no two alike; fewer if there are no more.

    Of each kind about as many as of the others, so that a short sheet is about everything.
    """
    left = [drill for drill in drills if drill.level <= level]
    found: list[tuple[int, Quiz]] = []
    asked: Counter[str] = Counter()
    texts: set[tuple[str, str, str]] = set()
    fruitless = 0
    while left and len(found) < questions and fruitless < 200:
        fewest = min(asked[drill.kind] for drill in left)
        drill = source.weighed((one, one.common) for one in left if asked[one.kind] == fewest)
        assert drill is not None
        quiz = drill.make(source)
        if quiz is None:
            left.remove(drill)
        elif (told := (quiz.situation, quiz.text, quiz.right)) in texts:
            fruitless += 1  # a rule about which only one thing can be asked
        else:
            texts.add(told)
            asked[drill.kind] += 1
            found.append((drill.level, quiz))
    places = {kind.key: place for place, kind in enumerate(KINDS)}
    found.sort(key=lambda one: (one[0], places[one[1].kind]))
    return [quiz for _, quiz in found]


def markdown(title: str, quizzes: list[Quiz], about: str, again: str) -> str:
    """The sheet. ``about``: whose match-up it is, "" for none; ``again``: the command that prints the same sheet."""
    lines = [f"# {safe(title)}: {len(quizzes)} question{'s' * (len(quizzes) != 1)}", ""]
    if about:
        lines += [safe(about), ""]
    lines += ["Name: ______________________    Right: ____ of " + str(len(quizzes)), ""]
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
    """Text from lists as it is: nothing in it is obeyed by a Markdown reader or a terminal."""
    text = MARKED.sub(r"\\\1", visible(" ".join(text.split())))
    return AT_THE_START.sub(r"\1\\\2", text)


def as_json(ruleset: str, title: str, seed: int, quizzes: Iterable[Quiz]) -> dict[str, Any]:
    """The same for programs: everything that is known of each question."""
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
