"""The log of a run as JSON: every question, answer and die, whose it was, and what was told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoot_cli.core.entry import say
from shoot_cli.core.once_more import more_of
from shoot_cli.core.questions import ATTACKER, Facts, Need, Roll, Total
from shoot_cli.core.table import Entry


def log_json(log: Iterable[Entry], sides: Any) -> list[dict[str, Any]]:
    """``sides(record)`` gives the attacker's and the defender's name of any record."""
    return [entry_json(entry, sides(entry.record)) for entry in log]


def entry_json(entry: Entry, names: tuple[str, str]) -> dict[str, Any]:
    question = entry.question
    if question is None:
        return {"step": entry.step, "text": entry.text, "rules": list(entry.rules)}
    line: dict[str, Any] = {
        "step": entry.step,
        "key": question.key,
        "by": names[0] if question.owner == ATTACKER else names[1],
    }
    if isinstance(question, (Roll, Total)):
        line |= dice_json(question, entry)
    elif isinstance(question, Facts):
        line["answer"] = {part.key: say(part, entry.answer.get(part.key, part.default)) for part in question.parts}
        line["rules"] = list(question.rules)
    else:
        line["answer"] = say(question, entry.answer)
        line["rules"] = list(question.rules)
    return line


def dice_json(question: Roll | Total, entry: Entry) -> dict[str, Any]:
    line: dict[str, Any] = {}
    answer = entry.answer
    if "first" in answer:
        line["dice"] = list(answer["first"])
        if answer.get("again"):
            line["again"] = list(answer["again"])
    else:
        line["dice_rolled"] = question.dice
    if more := more_of(answer):
        line["more"] = [dict(one) for one in more]
    need = question.need
    if need is not None:
        line["need"] = question.need_text() if isinstance(question, Roll) else need.text
    if isinstance(question, Roll):
        if question.faces:
            line["faces"] = list(question.faces)  # names of the sides, from 1 on
        line["passed"] = entry.value.passed
        if entry.value.watched:
            line["watched"] = list(entry.value.watched)
        if question.again_need is not None:
            line["again_need"] = question.but(need=question.again_need).need_text()
    else:
        line["total"] = entry.value
        if need is not None:
            line["passed"] = need.met_by(entry.value)
    line["because"] = because_json(need, question.rules)
    return line


def because_json(need: Need | None, rules: tuple[str, ...]) -> list[dict[str, str]]:
    if need is not None and need.because:
        return [{"text": reason.text, "rule": reason.rule} for reason in need.because]
    return [{"text": "", "rule": rule} for rule in rules]
