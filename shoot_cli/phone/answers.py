"""The JSON of a phone as an answer to what is asked, in the form that a typed one is kept in."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.asked.prompt import Json
from shoot_cli.engine.questions import Arrange, Choose, Facts, HowMany, Numbers, Phrases, Question, Roll, Subset, Total
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.input.answers import completed

LONGEST = 500  # characters of a typed answer
NO_ANSWER = "that is no answer to this question"
OF_DICE = ({"first"}, {"first", "again"}, {"passed"}, {"passed", "watched"}, {"live"}, {"each"}, {"sum"})


def read_json(question: Question, said: Json, raw: Mapping[str, str]) -> tuple[Answer, bool]:
    """Return the answer, and True instead if the app throws these dice. Nothing is kept as a phone has spelled it.

    `raw` has the real spelling of texts that were made safe to show.

    :raises RollAgain: some of these dice are thrown again. :raises BadAnswer: it does not fit, in words
    """
    if said == {"throw": True} and isinstance(question, (Roll, Total)):
        return None, True
    try:
        answer = as_kept(question, _spelled(said, raw))
        question.read(answer)
    except BadAnswer:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError) as wrong:
        raise BadAnswer(NO_ANSWER) from wrong
    return answer, False


def _spelled(said: Json, raw: Mapping[str, str]) -> Json:
    if not raw:
        return said
    if isinstance(said, str):
        return raw.get(said, said)
    if isinstance(said, list):
        return [_spelled(one, raw) for one in said]
    if isinstance(said, dict):
        return {raw.get(name, name): _spelled(one, raw) for name, one in said.items()}
    return said


def as_kept(question: Question, said: Json) -> Answer:
    """Return an answer in the words of the question: names and values as it spells them. :raises BadAnswer:"""
    if isinstance(said, dict) and set(said) == {"typed"}:
        typed = said["typed"]
        if not isinstance(typed, str) or len(typed) > LONGEST:
            raise BadAnswer(NO_ANSWER)
        return completed(question, typed)
    match question:
        case Roll() | Total():
            if not isinstance(said, dict) or set(said) not in OF_DICE:
                raise BadAnswer(NO_ANSWER)
            return said
        case Choose():
            if not isinstance(said, str):
                raise BadAnswer(NO_ANSWER)
            return question.read(said)
        case Subset():
            return [question.names[place] for place in question.read(said)]
        case HowMany():
            return list(question.read(said))
        case Phrases():
            return list(question.read(said))
        case Arrange():
            return [list(run) for run in question.read(said)]
        case Numbers() if isinstance(said, dict):
            return {question.name(name): value for name, value in said.items()}
        case Facts():
            if not isinstance(said, dict):
                raise BadAnswer(NO_ANSWER)
            parts = {part.key: part for part in question.parts}
            if unknown := [name for name in said if name not in parts]:
                raise BadAnswer(f"{unknown[0]} is not asked here")
            kept = {name: as_kept(parts[name], value) for name, value in said.items()}
            return {
                name: value
                for name, value in kept.items()
                if parts[name].read(value) != parts[name].read(parts[name].default)
            }
        case _:
            return said
