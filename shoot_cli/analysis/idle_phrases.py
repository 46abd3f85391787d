"""Phrases that were told and work for nothing, such as an effect on saves of those who fire.

Short: it is read where phrases were told, which few attacks have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shoot_cli.analysis.attack_result import AnswerUse
    from shoot_cli.input.task import Task

Told = dict[str, tuple[str, ...]]  # phrases by the key under which they were told


def with_phrases(answers: Mapping[str, Any], told: Told) -> dict[str, Any]:
    """Return the answers with these phrases; a key without phrases is left out."""
    found = {key: value for key, value in answers.items() if told.get(key) != ()}
    return found | {key: [*phrases] for key, phrases in told.items() if phrases}


def without(told: Told, key: str, place: int) -> Told:
    return told | {key: (*told[key][:place], *told[key][place + 1 :])}


def idle_phrases(told: Told, same: Callable[[Told, Told], bool]) -> dict[str, list[str]]:
    """Return the phrases without which nothing changes, beside the others and alone; by key.

    :param same: returns True if the attack comes to the same with either
    """
    found: dict[str, list[str]] = {}
    nothing: Told = dict.fromkeys(told, ())
    for key, phrases in told.items():
        for place, phrase in enumerate(phrases):
            if same(told, without(told, key, place)) and same(nothing, nothing | {key: (phrase,)}):
                found.setdefault(key, []).append(phrase)
    return found


def idle_in(task: Task, told: Told) -> dict[str, list[str]]:
    """Return the idle phrases of one attack, by key; none if that takes too long."""
    from shoot_cli.analysis.unused_answers import Attempts, have_same_numbers
    from shoot_cli.engine.budget import TooMany

    attempts = Attempts(task)

    def same(one: Told, other: Told) -> bool:
        first, second = (attempts.attempt(with_phrases(attempts.answers, each)) for each in (one, other))
        return first is not None and second is not None and have_same_numbers(first.numbers, second.numbers)

    try:
        return idle_phrases(told, same)
    except (TooMany, MemoryError):
        return {}


def with_idle(answers: AnswerUse, idle: Mapping[str, list[str]], told: Told) -> AnswerUse:
    """Return the unused answers with these phrases."""
    part = tuple(key for key, phrases in idle.items() if len(phrases) < len(told[key]))
    return answers.but(unused={**answers.unused, **idle}, partly=(*answers.partly, *part))
