"""Answers that were given before, in words: those of a log, and those that took the place of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from shoot_cli.core.once_more import only_more
from shoot_cli.core.questions import BadAnswer, Facts, Question
from shoot_cli.core.visible import visible
from shoot_cli.ui.words import answer_words

if TYPE_CHECKING:
    from shoot_cli.core.response import KeptAnswer


def answer_text(answer: Any) -> str:
    """An answer as players say it: dice "6 6 3 1", counts "7 passed", lists, words and numbers."""
    match answer:
        case {"more": [*more], **before}:
            thrown = (f"{one['by']}: {answer_text(without_by(one))}" for one in more)
            return f"{answer_text(before)}, {', '.join(thrown)}"
        case None:
            return "as usual"
        case bool():
            return "yes" if answer else "no"
        case str() | int() | float():
            return str(answer)
        case {"first": list(first), **rest} if rest.keys() <= {"again"}:
            again = f", again {answer_text(rest['again'])}" if rest.get("again") else ""
            return answer_text(first) + again
        case {"passed": passed, **rest} if rest.keys() <= {"watched"}:
            watched = f"/{answer_text(rest['watched'])}" if rest.get("watched") else ""
            return f"{answer_text(passed)}{watched} passed"
        case {"sum": total, **rest} if not rest:
            return f"{answer_text(total)} in all"
        case Mapping():
            return ", ".join(f"{key} {answer_text(value)}" for key, value in answer.items()) or "as proposed"
        case list() | tuple():
            named = len(answer) > 1 and all(isinstance(part, str) and part for part in answer)
            between = ", " if named or any(isinstance(part, list | tuple | Mapping) for part in answer) else " "
            return between.join(answer_text(part) for part in answer if part != "") or "none"
        case _:
            return str(answer)


def decided_words(question: Question, answer: KeptAnswer) -> str:
    """An answer as it stands in a log: of facts everything that they decide, for who does not see what was proposed."""
    return (visible(question.in_words(answer)) if isinstance(question, Facts) else "") or answer_words(question, answer)


def as_decided(question: Question, answer: KeptAnswer) -> Question:
    """The question as it stands in a log: of facts what was decided, not what was proposed."""
    if isinstance(question, Facts) and question.says_all():
        return question.but(text=question.in_words(answer))
    return question


def spoken(answer: Any, question: Question | None, in_words: Callable[[Question, Any], str] = answer_words) -> str:
    """An answer in words; one that does not fit its question any more as it was written."""
    if question is None:
        return answer_text(answer)
    try:
        question.read(answer)
    except BadAnswer:
        return answer_text(answer)
    return in_words(question, answer)


def side_by_side(question: Question | None, old: Any, new: Any) -> tuple[Any, Any]:
    """Both answers; of facts with what either of them says, so that nothing is compared with what was proposed."""
    if not isinstance(question, Facts) or not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old, new
    usual = {part.key: part.default for part in question.parts if part.key in old or part.key in new}
    return usual | dict(old), usual | dict(new)


def remark(answer: KeptAnswer, question: Question | None) -> str:
    """Of an answer that is not the first one given there; "" if it is."""
    if answer.was is None:
        return ""
    if only_more(answer.was.answer, answer.answer):  # that was no change: it was done there
        return remark(answer.was, question)
    before = spoken(answer.was.answer, question, decided_words)
    was = f"before: {before}"
    return f"changed at the wish of {answer.wish}, {was}" if answer.wish else f"after a change; {was}"


def without_by(one: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in one.items() if key != "by"}
