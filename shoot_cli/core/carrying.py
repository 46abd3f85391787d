"""Answers from before an amendment, used again wherever their question still stands; dice are matched to their pool.

An answer goes to the next question of the same key in the same attack. Faces are judged anew; of a smaller pool the
first ones count, of a larger one only the missing dice are asked for. What no longer fits is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.questions import Answer, BadAnswer, Choose, Facts, Question, Roll, Tally, Total, Watch
from shoot_cli.core.record import Record

ATTACK_BEGINS = "unit"  # the key of the question that every edition begins an attack with


class Fit(Record):
    """An old answer against the question that is asked now.

    ``answer``: as it stands; None if somebody must say it anew (``why`` says so in words). ``missing``: the dice that
    have to be thrown besides, as a roll of its own, ``with_missing`` puts them together.
    """

    answer: Answer | None
    why: str = ""
    missing: Roll | Total | None = None
    kept: tuple[int, ...] = ()  # faces used again
    again: tuple[int | None, ...] = ()  # second throws of those that are rolled again now; None: to be thrown


def fit(question: Question, old: Question | None, answer: Answer) -> Fit:
    """``old``: the question that this answered; None if nobody knows."""
    if isinstance(question, Roll):
        return fit_roll(question, old, answer)
    if isinstance(question, Total):
        return fit_total(question, answer)
    if isinstance(question, Facts) and isinstance(answer, Mapping):
        answer = facts_left(question, answer)
    try:
        question.read(answer)
    except BadAnswer as error:
        return Fit(None, str(error))
    return Fit(answer)


def facts_left(question: Facts, answer: Mapping[str, Answer]) -> dict[str, Answer]:
    """The facts that are still asked, where they still fit."""
    parts = {part.key: part for part in question.parts}
    found: dict[str, Answer] = {}
    for key, value in answer.items():
        part = parts.get(key)
        if part is not None and fit(part, None, value).answer is not None:
            found[key] = value
    return found


def fit_total(question: Total, answer: Answer) -> Fit:
    try:
        question.read(answer)
    except BadAnswer:
        first = answer.get("first") if isinstance(answer, Mapping) else None
        if first and len(first) < question.dice and not question.again:
            more = question.but(dice=question.dice - len(first), need=None)
            return Fit(None, missing=more, kept=tuple(first))
        if first and len(first) > question.dice:
            return fit_total(question, {"first": first[: question.dice]})
        return Fit(None, f"{question.dice} dice are added up now: the old sum does not tell them apart")
    return Fit(answer)


def fit_roll(question: Roll, old: Question | None, answer: Answer) -> Fit:
    if not isinstance(answer, Mapping) or "first" not in answer:
        return fit_counts(question, old, answer)
    first, second = list(answer["first"]), iter(answer.get("again", ()))
    before = old.again if isinstance(old, Roll) else question.again
    ends = [next(second, None) if face in before else None for face in first]
    kept = first[: question.dice]
    again = tuple(end for face, end in zip(kept, ends[: question.dice], strict=True) if face in question.again)
    missing = question.dice - len(kept)
    if any(not 1 <= face <= question.sides for face in kept):
        return Fit(None, f"these are dice with {question.sides} sides now")
    if missing and None in again:
        return Fit(None, "more dice are thrown now, and some of the old ones a second time")
    if missing or None in again:
        lone = missing or again.count(None)
        more = question.but(dice=lone, again=question.again if missing else (), lessons=None)
        if not missing:
            watch = tuple(Watch(watch.faces) for watch in question.watch)
            more = more.but(need=question.second(), again_need=None, watch=watch)
        return Fit(None, missing=more, kept=tuple(kept), again=again)
    whole = {"first": kept, "again": list(again)} if question.again else {"first": kept}
    return Fit(whole)


def fit_counts(question: Roll, old: Question | None, answer: Answer) -> Fit:
    """Counts say nothing of single dice: they hold for the same pool with the same need only."""
    same = isinstance(old, Roll) and (old.dice, old.need.target, old.watch, old.again, old.sides) == (
        question.dice, question.need.target, question.watch, question.again, question.sides,
    )  # fmt: skip
    if same:
        return Fit(answer)
    if isinstance(old, Roll) and old.dice == question.dice:
        return Fit(None, "only the number that passed was typed, and they need another face now")
    return Fit(None, "only the number that passed was typed, and the pool is another one now")


def with_missing(question: Roll | Total, fitted: Fit, thrown: Answer) -> Answer:
    """The whole answer, the missing dice thrown. :raises BadAnswer: counts where single dice are needed."""
    if isinstance(question, Total):
        if "first" in thrown:
            return {"first": [*fitted.kept, *thrown["first"]]}
        return {"sum": sum(fitted.kept) + thrown["sum"]}
    more = question.dice - len(fitted.kept)
    if "first" not in thrown:
        return counted(question, fitted, thrown, more)
    if more:
        answer = {"first": [*fitted.kept, *thrown["first"]], "again": [*fitted.again, *thrown.get("again", ())]}
        return answer if question.again else {"first": answer["first"]}
    new = iter(thrown["first"])
    return {"first": list(fitted.kept), "again": [next(new) if end is None else end for end in fitted.again]}


def counted(question: Roll, fitted: Fit, thrown: Answer, more: int) -> Answer:
    """Kept faces and counts of the others come together as counts."""
    if not more or None in fitted.again or not question.counts_will_do():
        raise BadAnswer("single dice are needed here: type the faces")
    known = question.but(dice=len(fitted.kept))
    held = {"first": list(fitted.kept), "again": list(fitted.again)} if question.again else {"first": list(fitted.kept)}
    tally: Tally = known.read(held)
    said = question.but(dice=more).read(thrown)
    answer: dict[str, Any] = {"passed": tally.passed + said.passed}
    if question.watch:
        answer["watched"] = [a + b for a, b in zip(tally.watched, said.watched, strict=True)]
    return answer


def places_for(question: Question, carry: Mapping[int, Any]) -> tuple[list[int], list[int]]:
    """Old places that may answer this question, in order, and those that are given up by asking it.

    ``carry``: what was said by its old place, with ``key``. Within an attack only its own answers are used.
    """
    places = sorted(carry)
    begins = [place for place in places if carry[place].key == ATTACK_BEGINS]
    if question.key == ATTACK_BEGINS:
        return begins[:1], [place for place in places if not begins or place < begins[0]]
    own = places[: places.index(begins[0])] if begins else places
    return [place for place in own if carry[place].key == question.key], []


def rest_of_attack(carry: Mapping[int, Any], at: int) -> list[int]:
    """The old places of an attack that is not made any more, from where it began."""
    places = [place for place in sorted(carry) if place >= at]
    ends = [place for place in places[1:] if carry[place].key == ATTACK_BEGINS]
    return [place for place in places if not ends or place < ends[0]]


def is_closed(question: Question, answer: Answer) -> bool:
    return isinstance(question, Choose) and not any(option.value == answer for option in question.open())
