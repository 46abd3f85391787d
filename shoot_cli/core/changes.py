"""What an amendment changed, in words: which dice mean something else now, who stands up again, who falls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shoot_cli.core.journal import Said, Turn
from shoot_cli.core.questions import BadAnswer, Question, Roll, Tally
from shoot_cli.core.status import Sides, UnitRow


def summary(turns: Sequence[Turn], given_up: Iterable[Said], before: Sides, after: Sides) -> list[str]:
    """One line for each thing that changed; never empty."""
    lines = [line for turn in turns if (line := turn_words(turn))]
    lines += given_up_words(given_up)
    lines += standing_words(before, after)
    return lines or ["Nothing else changes."]


def turn_words(turn: Turn) -> str:
    """What became of one answer; "" if it means the same as before."""
    question, old = turn.question, turn.before
    about = (question.text or question.key).rstrip("?:.")
    if turn.answer is None:
        return f"{about}: asked again, {turn.why}" if turn.why else f"{about}: asked again"
    if not isinstance(question, Roll) or not isinstance(old, Roll):
        return f"{about}: {dice_words(turn.thrown)} thrown anew" if turn.thrown else ""
    words = []
    if question.dice != old.dice:
        words.append(f"{dice_words(question.dice)} instead of {old.dice}")
    if question.need.text != old.need.text:
        words.append(f"{question.need.text} instead of {old.need.text}")
    if turn.thrown:
        words.append(f"{dice_words(turn.thrown)} thrown anew")
    was, now = tally(old, turn.old), tally(question, turn.answer)
    if was and now and was.passed != now.passed:
        n = abs(now.passed - was.passed)
        words.append(f"{n} {'more' if now.passed > was.passed else 'fewer'} pass{'es' if n == 1 else ''}")
    elif words:
        words.append("as many pass")
    return f"{about}: {', '.join(words)}" if words else ""


def tally(question: Question, answer: object) -> Tally | None:
    try:
        value = question.read(answer)
    except BadAnswer:
        return None
    return value if isinstance(value, Tally) else None


def dice_words(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def given_up_words(given_up: Iterable[Said]) -> list[str]:
    """Answers that nothing asks for any more."""
    keys: dict[str, int] = {}
    for said in given_up:
        keys[said.key] = keys.get(said.key, 0) + 1
    if not keys:
        return []
    names = ", ".join(f"{key} ({n} times)" if n > 1 else key for key, n in keys.items())
    return [f"Not asked any more: {names}"]


def standing_words(before: Sides, after: Sides) -> list[str]:
    """Who stands up again and who falls, unit by unit."""
    lines = []
    for (_, old_rows), (side, rows) in zip(before, after, strict=False):
        for old, new in zip(old_rows, rows, strict=False):
            lines += unit_words(side, old, new)
    return lines


def unit_words(side: str, old: UnitRow, new: UnitRow) -> list[str]:
    lines, n = [], new.models_left - old.models_left
    if n > 0:
        lines.append(f"{new.name}: {n} stand{'s' if n == 1 else ''} up again, {new.models_left} left")
    elif n < 0:
        lines.append(f"{new.name}: {-n} more fall{'s' if n == -1 else ''}, {new.models_left} left")
    if new.wounds_note != old.wounds_note:
        lines.append(f"{new.name}: {new.wounds_note or 'nobody is hurt'}")
    gone = [mark for mark in old.marks if mark not in new.marks]
    come = [mark for mark in new.marks if mark not in old.marks]
    if gone and not come:
        lines.append(f"{new.name}: no longer {', '.join(gone)}")
    elif come:
        lines.append(f"{new.name}: {', '.join(come)}")
    return lines
