"""The 2nd edition's answers to cases that are counted or told at length, typed from the specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.quiz.expected.second_printed import SILENT

Facts = Mapping[str, Any]


# Dice that the words tell --------------------------------------------------------------------------------------------


def told(facts: Facts, quiz: Any) -> tuple[int, ...]:
    """The dice, once the text has been found to show them."""
    dice: tuple[int, ...] = facts["dice"]
    assert ", ".join(map(str, dice)) in quiz.text, quiz
    return dice


def on_the_edge(facts: Facts, quiz: Any) -> str:
    """2E-ARC-2."""
    return str(sum(die >= 4 for die in told(facts, quiz))) if "dice" in facts else "4+"


def under_template(facts: Facts, quiz: Any) -> str:
    """2E-TMP-1: no roll, no cover."""
    return str(facts["whole"]) if "whole" in facts else "hits without a roll"


def partly_under(facts: Facts, quiz: Any) -> str:
    """2E-TMP-2."""
    return str(facts["whole"] + sum(die >= 4 for die in told(facts, quiz))) if "dice" in facts else "4+"


def splashed(facts: Facts, quiz: Any) -> str:
    """2E-SPC-9: within 2 inches, on 4+."""
    pairs = [*zip(facts["away"], facts["dice"], strict=True)]
    assert ", ".join(f'{far}" (a {die})' for far, die in pairs) in quiz.text, quiz
    return str(sum(far <= 2 and die >= 4 for far, die in pairs))


# Squads --------------------------------------------------------------------------------------------------------------


def after_testing(facts: Facts, quiz: Any) -> str:
    """2E-BRK-1 to 2E-BRK-3."""
    assert f"best Leadership {facts['leadership']}," in quiz.text
    if sum(told(facts, quiz)) <= facts["leadership"]:
        return "nothing, it goes on as before"
    marines = "marines" in facts["faction"].casefold() and not facts["scouts"]
    return "it is shaken and may shoot" if marines else "it is broken and may not shoot"


def on_watch(facts: Facts, quiz: Any) -> str:
    """2E-OW-1 and what keeps anybody from firing: 2E-ELIG-1."""
    if facts["own"]:
        return "no, it waits for the enemy's turn"
    held = {
        "blinded": "is blinded", "webbed": "is webbed", "held": "is held by a graviton gun",
        "engaged": "fights hand to hand",
    }  # fmt: skip
    return f"no, it {held[facts['mark']]}" if facts["mark"] in SILENT else "yes, with everything it has"


def watcher(facts: Facts, quiz: Any) -> str:
    """2E-OW-2 and 2E-OW-6: the words themselves say who is on overwatch."""
    found = []
    for words, watching, mark in facts["states"]:
        assert watching == (words.startswith("one on overwatch") and "failed" not in words), words
        if watching and mark not in SILENT:
            found.append(words)
    (right,) = found
    return str(right)


def wounded(facts: Facts, quiz: Any) -> str:
    """2E-CAS-2."""
    assert ", ".join(f"{letter} has {left}" for letter, left in facts["left"]) in quiz.text, quiz
    fewest = min(left for _, left in facts["left"])
    (right,) = (letter for letter, left in facts["left"] if left == fewest)
    return str(right)


def out_of_range(facts: Facts, quiz: Any) -> str:
    """2E-SEQ-1, and 2E-SPC-4 of a shot that was lost."""
    assert facts["far"] > facts["long"]
    if "turn" not in facts:
        return "the unit has fired"
    return f"turn {facts['turn'] + (2 if facts['weapon'].startswith('plasma') else 1)}"


# Decisions -----------------------------------------------------------------------------------------------------------

SAID = (  # section 1: steps 2, 3, 5 and 8, where A comes before D
    "which enemy unit is the target",
    "how many sustained fire dice a weapon uses",
    "which class of cover is shot at",
    "which models take the extra hits of sustained fire",
    "which models take plain hits",
)
OVERWATCH = {  # 2E-OW-1
    "before it does anything in its own turn": "yes, it may",
    "after another squad of its side has gone on overwatch": "yes, it may",
    "after it walked, in its own Shooting phase": "no, it is too late",
    "after it fired at something else": "no, it is too late",
    "in the enemy's turn, as he comes into sight": "no, it is too late",
    "at the start of its own turn, the heavy weapon alone, as the others walk on": "no, the whole squad or nobody",
    "at the start of its own turn, but only half of its models": "no, the whole squad or nobody",
}
MOVES = {"walks round a corner", "runs across a street"}
PLAIN = {
    "target": "before anything is measured",
    "dice": "with the weapon, before rolling to hit",
    "overwatch": "at the start of its own turn",
    "interrupt": "a move",
    "laser": "before any of them is rolled",
    "hits": "the owner of the target",
    "class": "the player who shoots",
    "test": "at the end of the phase",
}


def decided(facts: Facts, quiz: Any) -> str:
    ask = facts["ask"]
    if ask in ("first", "last"):
        assert {*quiz.options} == {*facts["of"]}, quiz
        assert facts["own"] in facts["of"], quiz
        return (max if ask == "last" else min)(facts["of"], key=SAID.index)
    if ask == "watch":
        assert facts["moment"] in quiz.text, quiz
        return OVERWATCH[facts["moment"]]
    if ask == "action":
        assert facts["action"] in quiz.text, quiz
        return "at once, in the middle of it" if facts["action"] in MOVES else "as soon as that is finished"
    if ask == "reach":
        return str(sum(far <= 6 for far in facts["away"]))
    if ask == "tests":
        assert ("already" in quiz.text) == facts["tested"], quiz
        return str(int(4 * facts["lost"] >= facts["start"] and not facts["tested"]))
    return PLAIN[ask]
