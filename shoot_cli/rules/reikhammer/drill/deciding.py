"""When something must be said, by whom, and the order of what happens."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER, Reason
from shoot_cli.core.quizzes.drill import Drill, Maker
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.core.quizzes.tables import in_order
from shoot_cli.rules.reikhammer.steps.facts import KNOWN

STEPS = (
    "the formation and its action are named and tested",
    "the enemy formation or the tile is named",
    "those without line of fire, range or ammo are left out",
    "Shock suppresses units of the shooters",
    "the target gains 1 Shock",
    "the cover penalty is taken or refused",
    "the dice to hit are rolled",
    "a crossfire is claimed",
    "the normal hits are allocated",
    "the normal hits are saved",
    "the macro hits are allocated",
    "it is seen whether the target is broken",
)
MACRO_STEPS = (
    "normal hits are allocated",
    "normal hits are saved",
    "units without integrity are removed",
    "macro hits are allocated",
    "macro hits are saved, where a unit can",
    "the formation is seen to be broken or not",
)
PHASES = (
    "both sides roll for strategy",
    "the winner says who goes first",
    "formations act in turn",
    "formations with Shock try to rally",
)
KINDS_OF_HITS = (
    "AP hits that gave up the units in cover",
    "AT hits that gave up the units in cover",
    "other AP hits",
    "other AT hits",
    "other AA hits",
    "macro hits",
)


def asked(rule: str, text: str, right: str, wrong: tuple[str, ...], why: str, key: str) -> Maker:
    """A question about when something is decided; its answer is one sentence."""

    def make(source: Source) -> Quiz:
        return source.quiz("decision", text, right, wrong, (Reason(why, rule),), facts={"ask": key})

    return make


OWNERS = {ATTACKER: "the attacker", DEFENDER: "the defender"}


def owner(key: str) -> str:
    """Whose question this is."""
    return next(OWNERS[question.owner] for question in KNOWN if question.key == key)


def who_says(rule: str, key: str, text: str, other: tuple[str, ...], why: str) -> Maker:
    def make(source: Source) -> Quiz:
        right = owner(key)
        wrong = [name for name in (*OWNERS.values(), *other) if name != right]
        return source.quiz("decision", text, right, wrong, (Reason(f"{why}: {right}", rule),), facts={"ask": key})

    return make


DRILLS = (
    Drill("order", "RH-SEQ", in_order("RH-SEQ", STEPS, "an attack"), 3),
    Drill("order", "RH-MW-1", in_order("RH-MW-1", MACRO_STEPS, "an attack with macro-weapons"), 1),
    Drill("order", "RH-TURN-1", in_order("RH-TURN-1", PHASES, "a turn"), 2),
    Drill("order", "RH-ALLOC-5", in_order("RH-ALLOC-5", KINDS_OF_HITS, "the hits that are allocated"), 1),
    Drill(
        "decision",
        "RH-COV-1",
        asked(
            "RH-COV-1",
            "Some units of the target are in cover. When does the attacker say whether he ignores it?",
            "before each roll to hit",
            (
                "when he sees how many of the dice have hit",
                "when the hits are allocated",
                "once, when the formation is nominated",
            ),
            "the value to hit hangs on it, so before the roll, group by group",
            "cover",
        ),
        2,
    ),
    Drill(
        "decision",
        "RH-ACT-1",
        asked(
            "RH-ACT-1",
            "When must the action of a formation be named?",
            "before its action test is rolled",
            (
                "when its action test has passed",
                "when it has moved",
                "in the strategy phase, for all formations",
            ),
            "formation and action first, then the die; a die thrown too early has failed",
            "action",
        ),
        2,
    ),
    Drill(
        "decision",
        "RH-OW-2",
        asked(
            "RH-OW-2",
            "An enemy formation Doubles and then shoots. When may one on overwatch fire at it?",
            "after either move, before it shoots",
            (
                "only after its second move",
                "when it has shot",
                "at any moment of its action, but only once",
            ),
            "each completed move sets overwatch off, and so does unloading; nothing else",
            "overwatch",
        ),
        3,
    ),
    Drill(
        "decision",
        "RH-OW-1",
        asked(
            "RH-OW-1",
            "A formation takes the action Overwatch. When does it shoot?",
            "later, out of the order of actions",
            (
                "at once, but with -1 to its values",
                "at once, or after one move",
                "in the end phase of this same turn",
            ),
            "it neither moves nor shoots now, and may shoot later in answer to an enemy",
            "on overwatch",
        ),
        2,
    ),
    Drill(
        "decision",
        "RH-BRK-1",
        asked(
            "RH-BRK-1",
            "When is it seen whether the target is broken?",
            "once, when the whole attack is over",
            (
                "after each weapon",
                "whenever it gains Shock",
                "between the normal hits and the macro hits",
            ),
            "once, after normal hits and macro hits",
            "broken",
        ),
        3,
    ),
    Drill(
        "decision",
        "RH-SHOCK-1",
        asked(
            "RH-SHOCK-1",
            "When does the target gain the Shock for coming under fire?",
            "before any die to hit is rolled",
            (
                "when the first die has hit",
                "when the first save has failed",
                "at the end of the attack, if it lost a unit",
            ),
            "one unit able to fire is enough, whatever the dice do afterwards",
            "shock",
        ),
        2,
    ),
    Drill(
        "decision",
        "RH-RALLY-1",
        asked(
            "RH-RALLY-1",
            "When do formations try to rally, and which?",
            "in the end phase, each with any Shock",
            (
                "in the end phase, the broken ones only",
                "at the start of their own action",
                "after each attack on them",
            ),
            "the end phase, every formation with Shock, broken or not",
            "rally",
        ),
        2,
    ),
    Drill(
        "decision",
        "RH-ALLOC-2",
        who_says(
            "RH-ALLOC-2",
            "order",
            "Two units of the target are equally near to the shooters. Who says which of them takes the odd hit?",
            ("a die", "nobody: it is lost"),
            "equally near",
        ),
        1,
    ),
    Drill(
        "decision",
        "RH-SUP-1",
        who_says(
            "RH-SUP-1",
            "suppressed",
            "A formation with Shock 1 shoots, and two of its units are equally far. Who says which is suppressed?",
            ("a die", "nobody: both are"),
            "equally far",
        ),
        1,
    ),
    Drill(
        "decision",
        "RH-HIT-1",
        who_says(
            "RH-HIT-1",
            "value",
            "A weapon with AP and AT fires at infantry and tanks together. Who says which value it uses?",
            ("a die", "nobody: it uses both"),
            "one of its values",
        ),
        2,
    ),
)
