"""When things are decided, and in which order they go: 2E-SEQ-1, 2E-OW, 2E-SF-1, 2E-BRK-1."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.questions import DEFENDER
from shoot_cli.core.quizzes import Drill, Maker, Quiz, Source
from shoot_cli.core.quizzes.makers import in_order
from shoot_cli.rules.second import morale
from shoot_cli.rules.second.drill.meeting import (
    as_usual,
    meetings,
    numbers_near,
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


IN_TURN = (  # what is said of a squad's fire, in its order, and by whom: 2E-SEQ-1
    "which enemy unit is the target",
    "how many sustained fire dice a weapon uses",
    "which class of cover is shot at",
    "which models take the extra hits of sustained fire",
    "which models take plain hits",
)


def said_first(source: Source, own: str) -> Quiz:
    """Which of a few is said before, or after, all the others; ``own`` is one of them."""
    last = source.one((True, False))
    easy = IN_TURN[-1 if last else 0]  # what would nearly always be the answer
    rest = [what for what in IN_TURN if what != own and (what != easy or source.one((True, False, False)))]
    few = sorted([own, *source.random.sample(rest, 3)], key=IN_TURN.index)
    right = few[-1] if last else few[0]
    because = f"in order: {'; '.join(few)}"
    text = (
        f"A squad with sustained fire shoots at another, partly in cover. What is said {'last' if last else 'first'}?"
    )
    facts = {"ask": "last" if last else "first", "of": tuple(few), "own": own}
    return source.quiz(text, right, few, because, facts)


def due(ask: str, text: str, right: str, wrong: tuple[str, ...], why: str,
    case: Callable[[Source], Quiz], of: str = "",
) -> Maker:  # fmt: skip
    """A decision that the sequence puts in one place. ``of``: the rule of weapons without which it never comes up.

    ``case``: the same about something that happens at a table, with other answers.
    """

    def make(source: Source) -> Quiz:
        if of:
            source.must_meet(meetings, lambda meeting: meeting.weapon.has(of))
        if source.one((True, True, False)):
            return case(source)
        return source.quiz(text, right, wrong, why, {"ask": ask})

    return make


WATCH, LATE, WHOLE = "yes, it may", "no, it is too late", "no, the whole squad or nobody"
WATCH_CASES = (
    ("before it does anything in its own turn", WATCH),
    ("after another squad of its side has gone on overwatch", WATCH),
    ("after it walked, in its own Shooting phase", LATE),
    ("after it fired at something else", LATE),
    ("in the enemy's turn, as he comes into sight", LATE),
    ("at the start of its own turn, the heavy weapon alone, as the others walk on", WHOLE),
    ("at the start of its own turn, but only half of its models", WHOLE),
)


def going_on_watch(source: Source) -> Quiz:
    moment, right = source.one(WATCH_CASES)
    text = f"May a squad go on overwatch {moment}?"
    wrong = (WATCH, LATE, WHOLE, "yes, but then at -1")
    because = f"at the start of its own turn, and the whole squad: {right}"
    return source.quiz(text, right, wrong, because, {"ask": "watch", "moment": moment})


AT_ONCE, FINISHED = "at once, in the middle of it", "as soon as that is finished"
ACTIONS = {
    "walks round a corner": AT_ONCE, "runs across a street": AT_ONCE, "rolls to hit": FINISHED,
    "takes a break test": FINISHED, "uses a psychic power": FINISHED, "throws a grenade": FINISHED,
}  # fmt: skip


def breaking_in(source: Source) -> Quiz:
    action = source.one(ACTIONS)
    right = ACTIONS[action]
    text = f"In his turn an enemy squad {action}. When may your squad on overwatch fire at it?"
    wrong = (AT_ONCE, FINISHED, "at the end of his turn", "in your own turn")
    why = "a move may be interrupted" if right == AT_ONCE else "moves alone can be interrupted"
    because = f"{why}: {right}"
    return source.quiz(text, right, wrong, because, {"ask": "action", "action": action})


LASER_REACH = 6  # inches from the first target


def laser_targets(source: Source) -> Quiz:
    """2E-SPC-7: of some models, how many may be named besides the first."""
    away = sorted(source.random.sample((1, 2, 3, 4, 5, 6, 7, 8, 10, 12), 5))
    right = sum(far <= LASER_REACH for far in away)
    listed_away = ", ".join(f'{far}"' for far in away)
    text = (
        f"A scatter laser with six shots aims the first at one model. Others stand {listed_away} from it. "
        "Before any roll, how many of them may be named for the other shots?"
    )
    because = f'within {LASER_REACH}" of the first: {right}'
    wrong = numbers_near(source, right, len(away), 0)
    return source.quiz(text, right, wrong, because, {"ask": "reach", "away": tuple(away)})


def whose(key: str, ask: str, text: str, own: str) -> Maker:
    """Whose decision it is: that of who is asked the question called ``key`` in an attack."""
    words = {True: "the owner of the target", False: "the player who shoots"}

    def make(source: Source) -> Quiz:
        if source.one((True, True, False)):
            return said_first(source, own)
        question = next(one for one in source.ruleset.known if one.key == key)
        right = words[question.owner == DEFENDER]
        wrong = [*(other for other in words.values() if other != right), "nobody: the nearest", "nobody: a die decides"]
        because = f"{right} does"
        return source.quiz(text, right, wrong, because, {"ask": ask})

    return make


def how_many_tests(source: Source) -> Quiz:
    """2E-BRK-1: the losses of a turn, and one test in it."""
    start, first_, second = source.one((5, 8, 10, 12, 20)), source.random.randint(1, 3), source.random.randint(1, 3)
    tested = source.one((True, False, False))
    lost = first_ + second
    right = int(morale.break_test_due(start, lost) is not None and not tested)
    before = " It has taken a break test in this turn already." if tested else ""
    text = (
        f"A squad that began the turn with {start} models loses {first_} to one unit and {second} to another.{before} "
        "How many break tests does it take for that?"
    )
    why = "once in a turn" if tested else f"4 x {lost} against {start}, and one test for all"
    wrong = numbers_near(source, right, 1 - right, 2)
    facts = {"ask": "tests", "start": start, "lost": lost, "tested": tested}
    return source.quiz(text, right, wrong, f"{why}: {right}", facts)


def when_tests(source: Source) -> Quiz:
    """When break tests are taken, as these armies read it, and how many."""
    if source.one((True, True, False)):
        return how_many_tests(source)
    at = {"end_of_phase": "at the end of the phase", "end_of_turn": "at the end of the turn"}
    right = at[source.settings["break_timing"]]
    wrong = [*(words for words in at.values() if words != right), "at once, before the next unit shoots"]
    text = "A squad lost a third of its models to one unit's fire. When does it take its break test?"
    because = f"{right}, once in a turn"
    return source.quiz(text, right, [*wrong, "at the start of its next turn"], because, {"ask": "test"})


TARGET = due("target", "When does a squad name its target?", "before anything is measured",
    ("after the range is measured", "after the rolls to hit", "when hits are given out"),
    "the target is named, then it is measured: who is out of range has fired for nothing",
    lambda source: said_first(source, IN_TURN[0]),
)  # fmt: skip
DICE = due("dice", "When does a player say how many sustained fire dice a weapon will use?",
    "with the weapon, before rolling to hit",
    ("after a hit, before these dice", "die by die, until one jams", "at the start of the turn"),
    "weapons and their dice are chosen first, and then it is rolled to hit",
    lambda source: said_first(source, IN_TURN[1]),
)  # fmt: skip
OVERWATCH = due("overwatch", "When is a squad put on overwatch?", "at the start of its own turn",
    ("at the end of its own turn", "in its Shooting phase", "when an enemy comes in sight"),
    "at the start of the turn: it then neither moves nor shoots", going_on_watch,
)  # fmt: skip
INTERRUPTED = due("interrupt", "Into which action of the enemy's may overwatch fire break?", "a move",
    ("a roll to hit", "a break test", "a psychic power"), "moves alone; anything else is finished first",
    breaking_in,
)  # fmt: skip
SCATTER_LASER = due("laser", "A scatter laser fires several shots. When are all their targets named?",
    "before any of them is rolled", ("each after the last one", "after the rolls to hit", "as each model falls"),
    "all shots are named first", laser_targets, "Scatter Laser",
)  # fmt: skip
HITS = whose("order", "hits", "Plain hits fall on a squad of like models. Who says which of them are hit?",
    IN_TURN[4],
)  # fmt: skip
CLASS = whose("cover", "class", "Part of a squad is in cover. Who says which class of cover is shot at?", IN_TURN[2])

DRILLS = (
    Drill("decision", "2E-SEQ-1", as_usual(TARGET, "measure_before_declare"), 3),
    Drill("decision", "2E-SF-1", DICE, 2),
    Drill("decision", "2E-OW-1", OVERWATCH, 3),
    Drill("decision", "2E-OW-2", INTERRUPTED),
    Drill("decision", "2E-SPC-7", SCATTER_LASER),
    Drill("decision", "2E-CAS-1", as_usual(HITS, "casualty_choice"), 3),
    Drill("decision", "2E-COV-4", CLASS, 2),
    Drill("decision", "2E-BRK-1", when_tests, 2),
    Drill("order", "2E-SEQ-1", in_order(ATTACK, "the Shooting phase"), 3),
    Drill("order", "2E-DMG-3", in_order(WOUND, "a hit that goes all the way"), 2),
    Drill("order", "2E-BLA-1", in_order(MARKER, "a blast weapon that misses")),
    Drill("order", "2E-VEH-3", in_order(VEHICLE, "a shot that goes through armour"), 2),
)
