"""What a learner can be asked about a roll that is about to be thrown, right by construction."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.piles import Line
from shoot_cli.core.questions import DEFENDER, NO_FACE, Need, Reason, Roll, face_list
from shoot_cli.core.record import Record

NONE = NO_FACE


class Quiz(Record):
    """``options`` hold the right one once, in an order that does not give it away."""

    kind: str
    text: str
    options: tuple[str, ...]
    right: str
    because: tuple[Reason, ...]


def quizzes(roll: Roll, record: Any, allocation: str = "") -> list[Quiz]:
    """Every question there is about this roll; none if the roll gives no reasons. ``allocation``: id of that rule."""
    cannot_fail = roll.need.target == 1 and not roll.need.or_less
    told = roll.faces or cannot_fail or roll.only_seen()  # named sides; dice that pass all, or neither pass nor fail
    found = [need_quiz(roll)] if roll.need.because and not told else []
    for lesson in roll.lessons() if roll.lessons else ():
        options = tuple(sorted({lesson.right, *lesson.wrong}))
        if len(options) > 1:
            found.append(Quiz(lesson.key, lesson.text, options, lesson.right, lesson.because))
    if roll.owner == DEFENDER and (model := model_quiz(record, allocation)):
        found.append(model)
    return found


def need_quiz(roll: Roll) -> Quiz:
    """The number itself, out of every number the die has."""
    need = roll.need
    numbers = range(1, roll.sides) if need.or_less else range(2, roll.sides + 1)
    options = (*(in_words(Need(n, (), need.or_less)) for n in numbers), NONE)
    right = in_words(need)
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    again = ""
    if roll.again:  # which faces fail would give the answer away
        which = "failed dice" if roll.again == need.failures(roll.sides) else f"dice that show {face_list(roll.again)}"
        again = f" ({which} are rolled again)"
    about = roll.text or roll.key
    if need.label:  # "no save" or "cover save" would give it away
        about = about.replace(need.label, need.label.split()[-1])
    text = f"{about}: {dice}{again}. What does each need?"
    return Quiz("need", text, options, right, need.because)


def in_words(need: Need) -> str:
    """``3+``; but ``4 or less``, as ``4-`` looks like the beginning of something."""
    if need.target is None:
        return NONE
    return f"{need.target} or less" if need.or_less and need.target > 1 else "1" if need.or_less else need.text


def model_quiz(record: Any, rule: str) -> Quiz | None:
    """Who takes the next wound, where the models differ; ``rule`` is the id of the ruleset's rule about it."""
    line = getattr(record, "line", None)
    if type(line) is not Line or (front := line.front()) is None:
        return None
    names = tuple(dict.fromkeys(rank.kind.name for rank in line.standing()))
    if len(names) < 2:
        return None
    ranks = ", ".join(f"{rank.n} {rank.kind.name}" for rank in line.standing())
    right = front[0].name
    because = (Reason("the closest model takes it, and goes on taking them until it is removed", rule),)
    return Quiz(
        "model", f"Nearest first stand {ranks}. Who takes the next wound?", tuple(sorted(names)), right, because
    )
