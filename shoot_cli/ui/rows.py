"""The rows of a menu: of the options of a choice, and of facts that can be changed one by one."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.core.entry import AS_SAID, find
from shoot_cli.core.questions import Answer, BadAnswer, Facts, Option, Question, shown
from shoot_cli.ui.screen import Row
from shoot_cli.ui.words import answer_words, key_words


def row_of(option: Option, nickname: str | None = None) -> Row:
    closed = "; ".join(reason.text for reason in option.closed)
    also = (option.value, nickname) if nickname else (option.value,)
    return Row(option.label or option.value, closed, also, note_of(option))


def note_of(option: Option) -> str:
    """What stands behind the name in a label, and a comma: ``20 models``; "" if it is none of the name."""
    _, name, rest = option.label.partition(option.value)
    if name and rest.startswith(", "):
        return rest.removeprefix(", ")
    if not option.label[:1].isdecimal():
        return ""
    parts = option.label.split(", ")  # “8 boltguns, 24" S4”: the name stands there in the plural, with all its commas
    return ", ".join(parts[option.value.count(", ") + 1 :])


def fact_row(part: Question, changed: Mapping[str, Answer]) -> Row:
    name = part.text.strip().rstrip("?:.") or key_words(part.key)
    return Row(f"{name}: {answer_words(part, changed.get(part.key, part.default))}", also=(part.key,))


def fact_named(text: str, question: Facts) -> int:
    """The place of the row that was typed by its name. :raises BadAnswer: none, or several."""
    labels = [AS_SAID, *(part.key for part in question.parts)]
    named = [AS_SAID, *(part.text.strip().rstrip("?:.") or key_words(part.key) for part in question.parts)]
    places = find(text, labels) or find(text, named)
    if len(places) != 1:
        none = f"{shown(text)} is none of: {', '.join(named)}"
        raise BadAnswer(f"there are {len(labels)} options, not {text[1:]}" if text.startswith("#") else none)
    return places[0]
