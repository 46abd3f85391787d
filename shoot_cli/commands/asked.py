"""``--questions``: every key that an attack asks, what it can be, and its default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.commands.attacking import too_much
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.draws import example
from shoot_cli.core.questions import Arrange, Choose, Facts, HowMany, Number, Numbers, Several, number_text

if TYPE_CHECKING:
    from shoot_cli.core.task import Task


def show_questions(task: Task, json: bool, plain: bool, seconds: float = SECONDS) -> None:
    """:raises Wrong: as `questions_of`"""
    rows = [row(question) for question in questions_of(task, seconds)]
    rows += [
        {
            "key": s.key,
            "text": s.text,
            "values": list(s.values),
            "default": s.values[0],
            "rules": [s.rule],
            "setting": True,
        }
        for s in task.ruleset.settings
    ]
    if json:
        from shoot_cli.ui.console import print_json

        print_json({"ruleset": task.ruleset.name, "questions": rows})
        return
    from shoot_cli.ui.results import show_asked

    show_asked(rows, plain)


def questions_of(task: Task, seconds: float = SECONDS) -> list[Any]:
    """Every question that can come up with these answers, in the order of the attack, facts one by one.

    :raises Wrong: they are not found within so many seconds of CPU
    """
    from shoot_cli.core.drivers import Given, nobody
    from shoot_cli.core.odds import Budget, TooMany, odds

    settings, given = task.ruleset.defaults() | task.settings, Given(task.answers, nobody)
    try:
        ends = odds(task.ruleset.attack, task.start(), given, settings=settings, budget=Budget(seconds))
    except (TooMany, MemoryError) as error:
        raise too_much(task, error) from None
    found: dict[str, Any] = {}
    for question, _ in ends.asked.values():
        for part in question.parts if isinstance(question, Facts) else (question,):
            found.setdefault(part.key, part)
    return list(found.values())


def row(question: Any) -> dict[str, Any]:
    from shoot_cli.core.entry import say

    default = None if question.default is None else say(question, question.default)
    named: dict[str, Any] = {"names": list(question.names)} if isinstance(question, (Numbers, Several)) else {}
    if isinstance(question, Number) and question.drawn:
        named["drawn"] = True
    return {
        "key": question.key,
        "text": question.text,
        "values": values(question),
        "default": default,
        "rules": list(question.rules),
        **named,
    }


def values(question: Any) -> Any:
    if isinstance(question, Choose):
        return [option.value for option in question.options if not option.closed]
    if isinstance(question, Number):
        one = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        forms = [f"chances as in {example(question)}"] if question.drawn else []
        forms += [f"one for each {question.each} as in {row_of(question)}"] if question.each else []
        return ", or ".join([one, *forms])
    if isinstance(question, HowMany):
        return f"of {question.names()}"
    if isinstance(question, Arrange):
        return f"in any order: {question.example()}"
    if isinstance(question, Numbers):
        each = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        each += f", or {question.otherwise}" if question.otherwise else ""
        each += ", or an offset as in 5x3" if question.across else ""
        return f"{each}: for each of {', '.join(question.names)}"
    if isinstance(question, Several):
        n = question.exactly
        few = f"at least {question.at_least}" if question.at_least else "some, all or none"
        return f"{few if n is None else n} of {', '.join(question.open())}"
    return ""


def row_of(question: Any) -> str:
    """How numbers for one marker after the other may be written, with numbers that fit; the last goes on to hold."""
    high = int(min(question.high, 4))
    return ",".join(str(max(int(question.low), number)) for number in (high, high // 2, 0))
