"""What a learner can be asked about a roll that is about to be thrown, right by construction."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.core.answers import Reason
from shoot_cli.core.pools import Line
from shoot_cli.core.questions import DEFENDER, NO_FACE, Need, Roll, face_list
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.ruleset import Ruleset

NONE = NO_FACE
NUMBERS = re.compile(r" \([^()]*[0-9][^()]*\)")  # "(2 glances, 3+ penetrates)"

# The kind of question that asks for the number of a roll, by what the roll counts as where luck is told.
KIND_OF = {"hits": "hit", "wounds": "wound", "penetration rolls": "wound", "saves": "save"}


def quizzes(roll: Roll, record: Any, ruleset: Ruleset) -> list[Quiz]:
    """Every question there is about this roll; none if the roll gives no reasons."""
    cannot_fail = roll.need.target == 1 and not roll.need.or_less
    told = roll.faces or cannot_fail or roll.only_seen()  # named sides; dice that pass all, or neither pass nor fail
    kind = kind_of(roll)
    found = [need_quiz(roll, kind)] if roll.need.because and kind and not told else []
    for lesson in roll.lessons() if roll.lessons else ():
        options = tuple(sorted({lesson.right, *lesson.wrong}))
        if len(options) > 1 and lesson.because:
            found.append(Quiz(lesson.key, lesson.text, options, lesson.right, lesson.because, lesson.because[0].rule))
    if roll.owner == DEFENDER and (model := model_quiz(record, ruleset.allocation)):
        found.append(model)
    return found


def kind_of(roll: Roll) -> str:
    """The kind of question that asks for its number; "" if that is of no kind, such as a scatter die."""
    return KIND_OF.get(roll.luck, "")


def need_quiz(roll: Roll, kind: str) -> Quiz:
    """The number itself, out of every number the die has."""
    need = roll.need
    numbers = range(1, roll.sides) if need.or_less else range(2, roll.sides + 1)
    options = (*(need_text(Need(n, (), need.or_less)) for n in numbers), NONE)
    right = need_text(need)
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    again = ""
    if roll.again:  # which faces fail would give the answer away
        which = "failed dice" if roll.again == need.failures(roll.sides) else f"dice that show {face_list(roll.again)}"
        again = f" ({which} are rolled again)"
    text = f"{about(roll)}: {dice}{again}. What does each need?"
    return Quiz(kind, text, options, right, need.because, need.because[0].rule)


def about(roll: Roll) -> str:
    """What the roll is, in its own words, without those that would give its number away."""
    words, label = roll.text or roll.key, roll.need.label
    if label.endswith(" save"):  # which one it is: "no save", "cover save"
        words = words.replace(label, "save")
    return NUMBERS.sub("", words)


def need_text(need: Need) -> str:
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
    text = f"Nearest first stand {ranks}. Who takes the next wound?"
    return Quiz("allocate", text, tuple(sorted(names)), right, because, rule)
