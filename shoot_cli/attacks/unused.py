"""Answers that made no difference to an attack, and those that never could be answers to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task

if TYPE_CHECKING:
    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.questions import Question


class NotAsked(InputError):
    """An answer to what nobody can ask in this attack; of another it may be one. ``key``: of the answer."""

    def __init__(self, key: str, words: str) -> None:
        super().__init__(words)
        self.key = key


def check_unused(task: Task, given: Preset, asked: Mapping[str, Question]) -> dict[str, Any]:
    """Answers that made no difference, by key: nobody asked, or nothing else was possible; of lists what was left.

    :raises InputError: an unknown key, or a value that could never be.
    """
    unused, spare = given.unused(), {key: values for key, values in given.spare.items() if values}
    if not unused and not spare:
        return {}
    from difflib import get_close_matches

    from shoot_cli.core.questions import Facts

    known = {question.key: question for question in task.known()} | dict(asked)
    parts = {part.key: part for question in asked.values() if isinstance(question, Facts) for part in question.parts}
    about = {key.partition(":")[2] for key, question in asked.items() if isinstance(question, Facts)}
    idle = {}
    for key in dict.fromkeys((*unused, *spare)):
        base, colon, of = key.partition(":")
        question = known.get(key) or parts.get(key) or known.get(base)
        single = None if key in {*known, *parts} else of_one(key, [*known.values(), *parts.values()])
        # "cover:Boy" where nobody was asked about Boyz by name would be silently another attack than the one meant.
        if single is not None:
            question = single
        elif colon and f"{base}:KIND" in known and of in models(task):
            question = known[f"{base}:KIND"].but(
                key=key
            )  # asked of each kind of model: possible, and no difference here
        elif question is None or (colon and key not in {*known, *parts} and of not in about | weapons(task)):
            names = [name.replace("KIND", of) for name in known for of in (models(task) if ":KIND" in name else ("",))]
            near = get_close_matches(key, [*names, *parts], 1)
            near = near or [name for name in (*names, *parts) if colon and name.partition(":")[0] == base][:1]
            meant = f"; did you mean {near[0]}?" if near else ""
            raise NotAsked(key, f"{key} is not asked in this attack{meant} (--questions lists what is)")
        elif colon and key not in {*known, *parts} and asked_once(key, task, known, asked):
            others = [name for name in (*known, *asked) if name.startswith(f"{base}:")]
            meant = f"did you mean {others[0]}?" if others else f"{base} holds for all of it; say {base}"
            raise NotAsked(key, f"{key} is not asked in this attack; {meant} (--questions lists what is)")
        try:
            left = idle_values(question, given.answers[key] if key in unused else spare[key])
        except InputError as error:
            if key in unused and base not in given.met and closed_here(question, given.answers[key]):
                raise NotAsked(key, str(error)) from None  # these units cannot; others may
            raise
        if key in unused and key in given.misfits and key not in given.fits:
            raise InputError(given.misfits[key])
        if left != []:
            idle[key] = left
    return idle


def asked_once(key: str, task: Task, known: Mapping[str, Question], asked: Mapping[str, Question]) -> bool:
    """True of ``cover:boltgun`` where nobody is ever asked about cover of one weapon: it would be silently dropped.

    Some editions ask for facts of one weapon after the other; what they did not come to may be said all the same.
    """
    from shoot_cli.core.questions import Facts

    base, _, of = key.partition(":")
    guns, facts = weapons(task), [question for question in asked.values() if isinstance(question, Facts)]
    by_weapon = [one for one in facts if one.key.partition(":")[2] in guns]
    here = [one for one in facts if any(part.key == base for part in one.parts)]
    if any(one in by_weapon for one in here) or (by_weapon and not here and base not in asked):
        return False
    names = {one.partition(":")[2] for one in (*known, *asked) if one.startswith(f"{base}:")}
    return of not in names if names else base in known or base in asked or bool(here)


def closed_here(question: Question, value: Any) -> bool:
    """True of an option that there is, and that these units cannot take."""
    from shoot_cli.core.answers import yes_or_no

    said = yes_or_no(value)
    options = getattr(question, "options", ())
    return isinstance(said, str) and any(said == option.value and option.closed for option in options)


def idle_values(question: Question, value: Any) -> Any:
    """The value, or those of a list that say something. :raises InputError: one that could never be an answer."""
    from shoot_cli.core.answerers import Preset, answer_from, is_one_answer
    from shoot_cli.core.questions import BadAnswer

    several = isinstance(value, list) and not is_one_answer(question, value)
    values = value if several else Preset.split(question, value)
    try:
        for one in values:
            answer_from(question, one)
    except BadAnswer as error:
        raise InputError(str(error)) from None
    return [one for one in value if str(one) != getattr(question, "spent", None)] if several else value


def of_one(key: str, questions: Iterable[Question]) -> Question | None:
    """What ``distance:Howitzer`` asks, where a number is asked of each of several things; None where none is.

    :raises InputError: no such thing is there; the sentence names those that are.
    """
    from shoot_cli.core.finding import all_of, not_here
    from shoot_cli.core.questions import Numbers

    base, _, of = key.partition(":")
    fit = [q for q in questions if isinstance(q, Numbers) and q.names and q.key.partition(":")[0] == base]
    if not of or not fit:
        return None
    names = [name for question in fit for name in question.names]
    if not all_of(of, names):
        raise NotAsked(key, f"{key}: {not_here(of, list(dict.fromkeys(names)))}")
    return fit[0].but(key=key, names=(of,), default=None)


def weapons(task: Task) -> set[str]:
    """Names that may stand behind a key for "only when this fires", whether it came to that or not."""
    return {weapon.name for model, _ in task.attacker.models for weapon in getattr(model, "weapons", ())}


def models(task: Task) -> set[str]:
    """Names of the target's models: what may stand behind a key that is asked of each kind of them."""
    return {model.name for model, _ in getattr(task.target, "models", ())}
