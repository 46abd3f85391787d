"""The rows of a menu: of the options of a choice, and of facts that can be changed one by one."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.core.entry import AS_SAID, find
from shoot_cli.core.questions import Answer, BadAnswer, Facts, Option, Question, shown
from shoot_cli.ui.screen import Row
from shoot_cli.ui.words import answer_words, because, key_words


def row_of(option: Option, nickname: str | None = None) -> Row:
    closed = "; ".join(map(because, option.closed))
    why = "; ".join(reason.text for reason in option.closed)
    also = (option.value, nickname) if nickname else (option.value,)
    return Row(option.label or option.value, closed, also, note_of(option), why)


def note_of(option: Option) -> str:
    """What stands behind the name in a label, and a comma: ``20 models``; "" if it is none of the name."""
    _, name, rest = option.label.partition(option.value)
    return rest.removeprefix(", ") if name and rest.startswith(", ") else ""


def fact_row(part: Question, changed: Mapping[str, Answer]) -> Row:
    name = part.text.strip().rstrip("?:.") or key_words(part.key)
    return Row(f"{name}: {answer_words(part, changed.get(part.key, part.default))}", also=(part.key,))


def fact_named(text: str, question: Facts) -> int:
    """The place of the row that was typed by its name. :raises BadAnswer: none, or several."""
    labels = [AS_SAID, *(part.key for part in question.parts)]
    places = find(text, labels)
    if len(places) != 1:
        none = f"{shown(text)} is none of: {', '.join(labels)}"
        raise BadAnswer(f"there are {len(labels)} options, not {text[1:]}" if text.startswith("#") else none)
    return places[0]
