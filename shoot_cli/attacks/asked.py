"""What an attack asks: every question that can come up, its possible values, its default."""

from __future__ import annotations

from typing import Any

from shoot_cli.attacks.exact import too_much
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.task import Task


def questions_of(task: Task, seconds: float | None = SECONDS) -> list[Any]:
    """Every question that can come up with these answers, in the order of the attack, facts one by one.

    :raises InputError: they are not found within so many seconds of CPU
    """
    return [alike[0] for alike in asked_by_key(task, seconds).values()]


def asked_by_key(task: Task, seconds: float | None = SECONDS) -> dict[str, list[Any]]:
    """The same by key, each as it is asked of one weapon after another: others may move, or be in range.

    :raises InputError: they are not found within so many seconds of CPU
    """
    from shoot_cli.core.answerers import Preset, raise_missing
    from shoot_cli.core.odds import Budget, TooMany, odds
    from shoot_cli.core.questions import Facts

    settings, given = task.ruleset.defaults() | task.settings, Preset(task.answers, raise_missing)
    try:
        ends = odds(task.ruleset.attack, task.start(), given, settings=settings, budget=Budget(seconds))
    except (TooMany, MemoryError) as error:
        raise too_much(task, error) from None
    found: dict[str, list[Any]] = {}
    for question, _ in ends.asked.values():
        for part in given.with_defaults(question) if isinstance(question, Facts) else (question,):
            found.setdefault(part.key, []).append(part)
    return found


def rows_of(task: Task, seconds: float | None = SECONDS) -> list[dict[str, Any]]:
    """All that may be said of an attack, as JSON: who has joined, its questions, its settings.

    :raises InputError: as `questions_of`
    """
    rows = [as_row(question) for question in (*task.mustered, *questions_of(task, seconds))]
    return rows + [
        {"key": s.key, "text": s.text, "values": [*s.values], "default": s.values[0], "rules": [s.rule]}
        | {"setting": True}
        for s in task.ruleset.settings
    ]


def as_row(question: Any) -> dict[str, Any]:
    from shoot_cli.core.entry import say
    from shoot_cli.core.questions import Number, Numbers, Subset

    default = None if question.default is None else say(question, question.default)
    named: dict[str, Any] = {"names": list(question.names)} if isinstance(question, (Numbers, Subset)) else {}
    if isinstance(question, Number) and question.drawn:
        named["drawn"] = True
    if getattr(question, "computed", False):
        named["computed"] = True
    return {
        "key": question.key,
        "text": question.text,
        "values": values(question),
        "default": default,
        "rules": list(question.rules),
        **named,
    }


def values(question: Any) -> Any:
    from shoot_cli.core.draws import example
    from shoot_cli.core.questions import Arrange, Choose, HowMany, Number, Numbers, Phrases, Subset, number_text

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
    if isinstance(question, Phrases):
        return f"any number, as in {question.example}"
    if isinstance(question, Subset):
        n = question.exactly
        if not question.names:
            return "none"
        few = f"at least {question.at_least}" if question.at_least else "some, all or none"
        return f"{few if n is None else n} of {', '.join(question.open())}"
    return ""


def row_of(question: Any) -> str:
    """How numbers for one marker after the other may be written, with numbers that fit; the last goes on to hold."""
    high = int(min(question.high, 4))
    return ",".join(str(max(int(question.low), number)) for number in (high, high // 2, 0))
