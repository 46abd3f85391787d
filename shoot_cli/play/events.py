"""What happened without the app, told by a key: where the answer goes, and what can be told there (EVE-6).

It is an answer that nobody asked for. It stands before the attack that goes on, so its later answers are used again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.battle.between_turns import OF_UNIT, SINCE
from shoot_cli.battle.what_happened import HAPPENED
from shoot_cli.engine.questions import Facts, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Ruleset, UnitRow
    from shoot_cli.engine.table import Table

NOT_YET = "Nothing can be told yet: first say who has the first turn."
TOLD_HERE = "It can be told in this line."
BEFORE, NOW = "before this attack", "now"
Row = tuple[str, str]  # the names of an army and of a unit
Change = tuple[Row, "UnitRow | None", "UnitRow | None"]


class EventLine(NamedTuple):
    """The line that a key opens: the index of its answer, its question, who tells it, and when it happened.

    :ivar on_attack: phrases -> True if they put an effect on a unit whose dice lie there
    """

    place: int
    question: Phrases
    by: str
    when: str
    on_attack: Callable[[tuple[str, ...]], bool]


def event_line(ruleset: Ruleset, table: Table, asked: Question | None) -> EventLine | None:
    """Return the line that can be told at the prompt of the question `asked`; None if there is no place for it yet."""
    line = table.open_line
    if line is None or not isinstance(line.question, Phrases):
        return None
    question, when = line.question, NOW if line.place == table.asked else BEFORE
    by = ruleset.sides(line.record)[0]
    units = shooting(ruleset, table, line.place) if dice_lie(table, asked, line.place) else frozenset()
    if not units:
        return EventLine(line.place, question, by, when, lambda phrases: False)
    allowed = partial(check, ruleset, line.record, question, units)
    on_attack = partial(is_effect, ruleset, line.record, question, units)
    guarded = question.but(check_all=allowed, tells=partial(foretold, question, allowed))
    return EventLine(line.place, guarded, by, when, on_attack)


def is_line(asked: Question | None) -> bool:
    """Return True if the prompt itself asks what happened."""
    return isinstance(asked, Phrases) and asked.key in (HAPPENED, SINCE, OF_UNIT)


def dice_lie(table: Table, asked: Question | None, place: int) -> bool:
    """Return True if dice were rolled since the answer at index `place`, or are asked for."""
    questions = [entry.question for entry in table.log if entry.question is not None]
    return any(isinstance(question, (Roll, Total)) for question in (asked, *questions[place:]))


def shooting(ruleset: Ruleset, table: Table, place: int) -> frozenset[Row]:
    """Return the two units in the attack that goes on, or that ended since the answer at index `place`."""
    record = table.record
    if table.going is None:
        if not table.attacks or answers_before(table, table.attacks[-1].line) < place:
            return frozenset()
        record = table.attacks[-1].end
    now = ruleset.headline(record)
    return frozenset(zip(ruleset.sides(record), (now.who, now.whom), strict=True))


def answers_before(table: Table, line: int) -> int:
    """Return how many answers stand in the log before this line."""
    return sum(entry.question is not None for entry in table.log[:line])


def changed(ruleset: Ruleset, before: object, after: object) -> list[Change]:
    """Return the units whose state is not the same, as it was and as it is."""
    old, new = (
        {(army, row.name): row.but(of_army=()) for army, rows in ruleset.status(record) for row in rows}
        for record in (before, after)
    )
    both = (((key, old.get(key), new.get(key))) for key in dict.fromkeys((*old, *new)))
    return [(key, was, now) for key, was, now in both if was != now]


def check(
    ruleset: Ruleset, before: object, question: Phrases, units: frozenset[Row], phrases: tuple[str, ...]
) -> object:
    """Return the battle after these phrases. :raises BadAnswer: they change a unit whose dice lie there"""
    assert question.check_all
    after = question.check_all(phrases)
    if is_effect(ruleset, before, question, units, phrases):
        return after
    for (_, name), _, _ in (one for one in changed(ruleset, before, after) if one[0] in units):
        raise BadAnswer(
            f"the dice of {name} lie here: tell it after this attack, or take the dice back and tell it before them"
        )
    return after


def is_effect(
    ruleset: Ruleset, before: object, question: Phrases, units: frozenset[Row], phrases: tuple[str, ...]
) -> bool:
    """Return True if these phrases put effects on units in the attack and change nothing else of them."""
    assert question.check_all
    found = False
    for phrase in phrases:
        own = [one for one in changed(ruleset, before, question.check_all((phrase,))) if one[0] in units]
        if any(was is None or now is None or was.kinds != now.kinds for _, was, now in own):
            return False
        if own and ":" not in phrase:
            return False
        found = found or bool(own)
    return found


def foretold(question: Phrases, allowed: Callable[[tuple[str, ...]], object], phrases: tuple[str, ...]) -> str:
    allowed(phrases)
    return question.tells(phrases) if question.tells else ""


def agreed_at(table: Table) -> int | None:
    """Return the index of the last answer that agreed on the facts of the attack that goes on, or None."""
    if table.going is None:
        return None
    first = answers_before(table, table.going[1])
    since = table.asked_since(table.going[1])
    return next((first + at for at in range(len(since) - 1, -1, -1) if isinstance(since[at][0], Facts)), None)
