"""When things are decided, and in which order they go: 2E-SEQ-1, 2E-OW, 2E-SF-1, 2E-BRK-1."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER
from shoot_cli.core.quizzes.drill import Drill, Maker
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.core.quizzes.tables import in_order
from shoot_cli.rules.second.drill.meeting import (
    as_usual,
    meet,
    reasons,
    setting,
)

ATTACK = (  # 2E-SEQ-1, and what it leads to
    "a unit is picked", "its target is named", "weapons and sustained fire dice are chosen", "the range is measured",
    "the rolls to hit", "the sustained fire dice", "hits are given to models", "the rolls to wound", "the saves",
    "the damage dice", "casualties are removed", "break tests",
)  # fmt: skip
WOUND = ("the roll to wound", "the save of a field", "the armour save", "the damage dice", "surplus damage is lost")
MARKER = (
    "a model is aimed at",
    "the roll to hit",
    "the scatter and artillery dice",
    "who lies under the marker",
    "the rolls to wound",
)
VEHICLE = ("the roll to hit", "the location die", "the penetration dice", "the die on the damage table")


# When it is due ------------------------------------------------------------------------------------------------------


def due(rule: str, ask: str, text: str, right: str, wrong: tuple[str, ...], why: str, of: str = "") -> Maker:
    """A decision that the sequence puts in one place. ``of``: the rule of weapons without which it never comes up."""

    def make(source: Source) -> Quiz | None:
        if of and source.own and meet(source, lambda meeting: meeting.weapon.has(of)) is None:
            return None
        return source.quiz("decision", text, right, wrong, reasons(why, rule), facts={"ask": ask})

    return make


def whose(rule: str, key: str, ask: str, text: str) -> Maker:
    """Whose decision it is: that of who is asked the question called ``key`` in an attack."""
    words = {True: "the owner of the target", False: "the player who shoots"}

    def make(source: Source) -> Quiz:
        question = next(one for one in source.ruleset.known if one.key == key)
        right = words[question.owner == DEFENDER]
        wrong = [*(other for other in words.values() if other != right), "nobody: the nearest", "nobody: a die decides"]
        because = reasons(f"{right} does", rule)
        return source.quiz("decision", text, right, wrong, because, facts={"ask": ask})

    return make


def when_tests(source: Source) -> Quiz:
    """When break tests are taken, as these armies read it."""
    at = {"end_of_phase": "at the end of the phase", "end_of_turn": "at the end of the turn"}
    right = at[setting(source, "break_timing")]
    wrong = [*(words for words in at.values() if words != right), "at once, before the next unit shoots"]
    text = "A squad lost a third of its models to one unit's fire. When does it take its break test?"
    because = reasons(f"{right}, once in a turn", "2E-BRK-1")
    return source.quiz(
        "decision", text, right, [*wrong, "at the start of its next turn"], because, facts={"ask": "test"}
    )


TARGET = due(
    "2E-SEQ-1", "target", "When does a squad name its target?", "before anything is measured",
    ("after the range is measured", "after the rolls to hit", "when hits are given out"),
    "the target is named, then it is measured: who is out of range has fired for nothing",
)  # fmt: skip
DICE = due(
    "2E-SF-1", "dice", "When does a player say how many sustained fire dice a weapon will use?",
    "with the weapon, before rolling to hit",
    ("after a hit, before these dice", "die by die, until one jams", "at the start of the turn"),
    "weapons and their dice are chosen first, and then it is rolled to hit",
)  # fmt: skip
OVERWATCH = due(
    "2E-OW-1", "overwatch", "When is a squad put on overwatch?", "at the start of its own turn",
    ("at the end of its own turn", "in its Shooting phase", "when an enemy comes in sight"),
    "at the start of the turn: it then neither moves nor shoots",
)  # fmt: skip
INTERRUPTED = due(
    "2E-OW-2", "interrupt", "Into which action of the enemy's may overwatch fire break?", "a move",
    ("a roll to hit", "a break test", "a psychic power"), "moves alone; anything else is finished first",
)  # fmt: skip
SCATTER_LASER = due(
    "2E-SPC-7", "laser", "A scatter laser fires several shots. When are all their targets named?",
    "before any of them is rolled", ("each after the last one", "after the rolls to hit", "as each model falls"),
    "all shots are named first", "Scatter Laser",
)  # fmt: skip
HITS = whose("2E-CAS-1", "order", "hits", "Plain hits fall on a squad of like models. Who says which of them are hit?")
CLASS = whose("2E-COV-4", "cover", "class", "Part of a squad is in cover. Who says which class of cover is shot at?")

DRILLS = (
    Drill("decision", "2E-SEQ-1", as_usual(TARGET, "measure_before_declare"), 3),
    Drill("decision", "2E-SF-1", DICE, 2),
    Drill("decision", "2E-OW-1", OVERWATCH, 3),
    Drill("decision", "2E-OW-2", INTERRUPTED),
    Drill("decision", "2E-SPC-7", SCATTER_LASER),
    Drill("decision", "2E-CAS-1", as_usual(HITS, "casualty_choice"), 3),
    Drill("decision", "2E-COV-4", CLASS, 2),
    Drill("decision", "2E-BRK-1", when_tests, 2),
    Drill("order", "2E-SEQ-1", in_order("2E-SEQ-1", ATTACK, "the Shooting phase"), 3),
    Drill("order", "2E-DMG-3", in_order("2E-DMG-3", WOUND, "a hit that goes all the way"), 2),
    Drill("order", "2E-BLA-1", in_order("2E-BLA-1", MARKER, "a blast weapon that misses")),
    Drill("order", "2E-VEH-3", in_order("2E-VEH-3", VEHICLE, "a shot that goes through armour"), 2),
)
