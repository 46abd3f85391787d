"""An earlier answer changed at the table: which one, to what, who asked for it, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.questions import ATTACKER, Choose, Facts, Number, Option, Question, Roll, Total
from shoot_cli.core.signals import Amend, Undo
from shoot_cli.core.table import Entry
from shoot_cli.ui.words import answer_words, instruction, result

if TYPE_CHECKING:
    from shoot_cli.core.journal import Said
    from shoot_cli.ui.prompts import Prompter

SHOWN = 20  # of the last answers, before one is picked by its number
NOTHING = "nothing"


def ask(
    log: Sequence[Entry],
    said: Sequence[Said],
    prompter: Callable[..., Prompter],
    names: Callable[[Any], tuple[str, str]],
    say: Callable[..., None],
) -> None:
    """Let the players pick an answer and give another one.

    ``prompter(**instead)``: one to ask with. ``names(record)``: the attacker's and the defender's army.

    :raises Amend: with what they want; nothing is raised if they leave it as it is.
    """
    answered = [entry for entry in log if entry.question is not None]
    if not answered:
        say("Nothing has been answered yet.")
        return
    first = max(0, len(answered) - SHOWN)
    for number, entry in enumerate(answered[first:], first + 1):
        say(f"{number:>4}. {line_of(entry, names(entry.record))}")
    more = " (a smaller number for earlier ones: l shows more)" if first else ""
    which = Number(
        "amend", 1, len(answered), NOTHING, otherwise=NOTHING, text=f"Which answer was wrong?{more} Its number"
    )  # fmt: skip
    plain = prompter()
    try:
        picked = which.read(plain.ask(which, 0))
    except Undo:
        return
    if picked is None:
        return
    place = int(picked) - 1
    entry = answered[place]
    change(entry, place, said[place], prompter, names(entry.record), say)


def change(
    entry: Entry,
    place: int,
    before: Said,
    prompter: Callable[..., Prompter],
    sides: tuple[str, str],
    say: Callable[..., None],
) -> None:
    """Ask one question again, what was said being proposed. :raises Amend:"""
    question = entry.question
    assert question is not None
    dice = isinstance(question, (Roll, Total))
    kept = "Left as it was."
    again = prompter(throw=lambda asked, at: before.answer, rolls=kept, names=lambda: sides, by_hand=True)
    try:
        answer = again.ask(question if dice else proposing(question, before.answer), place)
    except Undo:
        return
    if answer == before.answer:
        say("Nothing changes.")
        return
    question.read(answer)
    options = tuple(map(Option, dict.fromkeys(sides)))
    owner = sides[question.owner != ATTACKER]
    who = Choose("asked by", options, owner, text="Who asked for this change?")
    try:
        by = str(again.ask(who, place)) if len(options) > 1 else owner
    except Undo:
        return
    raise Amend(place, answer, by, True if dice else None)


def proposing(question: Question, answer: Any) -> Question:
    """The question with what was said as its proposal."""
    if isinstance(question, Facts):
        return question.but(default=answer if isinstance(answer, Mapping) else {})
    if isinstance(question, Choose):
        taken = next((option for option in question.open() if option.value == answer), None)
        return question.but(default=taken.value) if taken else question
    default = tuple(map(tuple_of, answer)) if isinstance(answer, list) else answer
    return question.but(default=default)


def tuple_of(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def line_of(entry: Entry, names: tuple[str, str]) -> str:
    """An answer of the log in one line."""
    question = entry.question
    assert question is not None
    asked = instruction(question, names)
    if isinstance(question, (Roll, Total)):
        return f"{asked}: {result(entry)}"
    return f"{asked} > {answer_words(question, entry.answer)}"
