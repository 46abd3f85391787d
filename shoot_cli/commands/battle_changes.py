"""What was taken back, said again and changed in a battle, in the order in which it happened: who, what, and before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.commands.battle_text import local
from shoot_cli.core.questions import Question
from shoot_cli.ui.spoken import spoken

if TYPE_CHECKING:
    from shoot_cli.battles import Answer, Battle
    from shoot_cli.battles.folding import Fold


def changed_words(battle: Battle) -> str:
    """``6 (Green Mob)``: the answers in force that somebody asked to change; "" if there are none."""
    return ", ".join(f"{number} ({one.wish})" for number, one in enumerate(battle.answers(), 1) if one.wish)


def changes_of(battle: Battle, questions: Sequence[Question] = ()) -> list[str]:
    """One line for each event that is no answer. ``questions``: of the answers in force, as far as they are known."""
    from shoot_cli.battles.folding import Fold

    fold, lines = Fold(), []
    for event in battle.events:
        before, past = fold.history.whole(), fold.history.past
        last = past[-1].at if past else None  # the place of the last amendment before this event
        fold.add(event)
        words = change_words(event.kind, event.payload, before, fold, last, questions)
        if words:
            lines.append(f"{local(event.at)} {words}")
    return lines


def change_words(
    kind: str,
    payload: dict[str, Any],
    before: Sequence[Answer],
    fold: Fold,
    last: int | None,
    questions: Sequence[Question],
) -> str:
    now = fold.history.whole()
    if kind == "amend":
        at = payload["at"]
        wish = payload.get("wish") or "Somebody"
        return f"{wish} asked for a change: {named(now[at], at, questions)}, not {said(before[at], at, questions)}"
    if kind in ("undo", "redo") and payload.get("amend"):
        at = fold.history.past[-1].at if last is None or kind == "redo" else last
        words = "The change is taken back" if kind == "undo" else "The change is made again"
        return f"{words}: {named(now[at], at, questions)}, not {said(before[at], at, questions)}"
    if kind not in ("undo", "redo"):
        return ""
    longer, at = (before, len(now)) if kind == "undo" else (now, len(before))
    words = "Taken back" if kind == "undo" else "Said again"
    n = abs(len(before) - len(now))
    more = f" and {n - 1} more" if n > 1 else ""
    return f"{words}: {named(longer[at], at, questions)}{more}"


def named(answer: Answer, at: int, questions: Sequence[Question]) -> str:
    """``6. 5 fire boltgun, target in the open: cover 5+``."""
    from shoot_cli.core.carrying import about
    from shoot_cli.ui.words import key_words

    question = question_of(answer, at, questions)
    what = (about(question) if question is not None else "") or key_words(answer.key)
    return f"{at + 1}. {what}: {said(answer, at, questions)}"


def said(answer: Answer, at: int, questions: Sequence[Question]) -> str:
    return spoken(answer.answer, question_of(answer, at, questions))


def question_of(answer: Answer, at: int, questions: Sequence[Question]) -> Question | None:
    return questions[at] if at < len(questions) and questions[at].key == answer.key else None


def with_questions(battle: Battle) -> list[str]:
    """``changes_of``, with the words of the questions where today's rules still ask them."""
    from shoot_cli.battles.replay import CannotReplay, log_of

    if all(event.kind in ("answer", "finish", "note") for event in battle.events):
        return []
    try:
        log, _, _ = log_of(battle)
    except CannotReplay:
        log = []
    return changes_of(battle, [entry.question for entry in log if entry.question is not None])
