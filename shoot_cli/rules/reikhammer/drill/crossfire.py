"""When there is a crossfire: nobody but the players sees the line, so these rules stand in no function."""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source

REACH_OF_CROSSFIRE = 12  # tiles


def crossfire_line(source: Source) -> Quiz:
    n = source.one((8, 11, 12, 12, 13, 13, 14, 16))
    text = (
        f"A line of {n} tiles runs from a suppressed tank of the attacker through the target to a friendly formation, "
    )
    text += "which sees the target and is neither broken nor marching. Is the target in a crossfire?"
    options = (
        "yes",
        "no, the line is too long",
        "no, a suppressed unit makes none",
        "no, unless the friend fires as well",
    )
    right = options[n > REACH_OF_CROSSFIRE]
    compared = "at most" if n <= REACH_OF_CROSSFIRE else "more than"
    reasons = f"{n} tiles, {compared} {REACH_OF_CROSSFIRE}; who is suppressed does not matter"
    return source.quiz(text, right, options, reasons, {"tiles": n})


FRIENDS = {
    "sees the target from 10 tiles, and its guns reach 6": True,
    "sees the target, and has no ammo left": True,
    "is broken, and sees the target": False,
    "is marching this turn, and sees the target": False,
    "has the target in range behind two tiles of wood, out of its sight": False,
}


def crossfire_friend(source: Source) -> Quiz:
    state = source.one(FRIENDS)
    text = f"The line is short enough. The friendly formation at its other end {state}. Is there a crossfire?"
    options = ("yes", "no", "yes, but only one save is worse", "yes, at -2 to saves")
    right = options[not FRIENDS[state]]
    reasons = f"the friend {state}: {right}"
    return source.quiz(text, right, options, reasons, {"friend": state})


DRILLS = (
    Drill("eligible", "RH-XF-1", crossfire_line, 2),
    Drill("eligible", "RH-XF-2", crossfire_friend, 1),
)
