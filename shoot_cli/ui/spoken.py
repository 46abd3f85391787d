"""Answers that were given before, in words: those of a log, and those that took the place of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shoot_cli.core.questions import BadAnswer, Question
from shoot_cli.ui.words import answer_words

if TYPE_CHECKING:
    from shoot_cli.storage.records import Answer


def answer_text(answer: Any) -> str:
    """An answer as players say it: dice "6 6 3 1", counts "7 passed", lists, words and numbers."""
    match answer:
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


def spoken(answer: Any, question: Question | None) -> str:
    """An answer in words; one that does not fit its question any more as it was written."""
    if question is None:
        return answer_text(answer)
    try:
        question.read(answer)
    except BadAnswer:
        return answer_text(answer)
    return answer_words(question, answer)


def remark(answer: Answer, question: Question | None) -> str:
    """Of an answer that is not the first one given there; "" if it is."""
    if answer.was is None:
        return ""
    before = spoken(answer.was.answer, question)
    was = f"before: {before}"
    return f"changed at the wish of {answer.wish}, {was}" if answer.wish else f"after a change; {was}"
