"""When things are decided, and by whom: the answers of ``deciding.toml``."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.questions import DEFENDER
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.second import morale
from shoot_cli.rules.second.drill.meeting import Names

IN_TURN: Final = (  # what is said of a squad's fire, in its order (2E-SEQ-1)
    "which enemy unit is the target",
    "how many sustained fire dice a weapon uses",
    "which class of cover is shot at",
    "which models take the extra hits of sustained fire",
    "which models take plain hits",
)
LASER_REACH: Final = 6  # inches from the first target


def said_in_turn(source: Source, what: str) -> Names:
    """Which of a few is said before, or after, all the others; ``what`` is one of them."""
    last = source.one((True, False))
    easy = IN_TURN[-1 if last else 0]  # what would nearly always be the answer
    rest = [other for other in IN_TURN if other != what and (other != easy or source.one((True, False, False)))]
    few = sorted([what, *source.random.sample(rest, 3)], key=IN_TURN.index)
    ask, right = ("last", few[-1]) if last else ("first", few[0])
    facts = {"ask": ask, "of": tuple(few), "own": what}
    return {"ask": ask, "answer": right, "others": few, "in_order": "; ".join(few), "facts": facts}


def within_reach_of_the_first(some: tuple[int, ...]) -> Names:
    away = sorted(some)
    told = ", ".join(f'{far}"' for far in away)
    return {"answer": sum(far <= LASER_REACH for far in away), "away": away, "told": told}


def owner_of(source: Source, question: str) -> str:
    """Whose decision it is: that of who is asked this question in an attack, by its key."""
    asked = next(one for one in source.ruleset.known if one.key == question)
    return "the owner of the target" if asked.owner == DEFENDER else "the player who shoots"


def when_tests_are_taken(source: Source) -> str:
    return source.settings["break_timing"]


def tests_for_losses(start: int, one: int, other: int, tested: bool) -> Names:
    lost = one + other
    return {"answer": int(morale.break_test_due(start, lost) is not None and not tested), "lost": lost}
