"""Reikhammer's answers to cases: when something is said, and by whom. Typed from its specification."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]


def cover(f: Facts, quiz: Any) -> str:
    """RH-COV-1, RH-COV-2: per group of rolls, before they are rolled; all in cover: no choice."""
    return "before each roll to hit" if f["covered"] < f["units"] else "never: he cannot ignore it"


def naming(f: Facts, quiz: Any) -> str:
    """RH-ACT-1: the die after the action, and at most CR."""
    return "it Advances" if f["named"] and f["face"] <= f["rating"] else "it Holds, with 1 Shock more"


EVENTS = {  # RH-OW-2: completes a move or unloads, before it shoots
    "has completed the first move of its Double": "yes",
    "has completed the second move of its March": "yes",
    "has completed the move of its Advance, and is about to shoot": "yes",
    "has unloaded troops": "yes",
    "has failed its action test, and Holds where it stands": "no",
    "takes Sustained Fire, and has not moved": "no",
    "has shot after its Advance": "no",
    "has rallied in the end phase": "no",
}
SHOOTS = {
    "overwatch": "later, out of the order of actions",
    "sustained_fire": "in this action, without a move",
    "advance": "in this action, after one move",
    "double": "in this action, after two moves",
}


def broken(f: Facts, quiz: Any) -> str:
    """RH-BRK-1: after the whole attack, never between weapons or before macro hits."""
    if f["moment"] != "All hits are saved, macro hits too":
        return "that is seen later"
    return "yes" if f["shock"] >= f["left"] else "no"


SHOCK = {  # RH-SHOCK-1, RH-SUP-2, RH-SHOCK-2, and the sequence
    "nobody has worked out yet which attackers are suppressed": 0,
    "all attackers in range turn out to be suppressed": 0,
    "the first die to hit is about to be rolled": 1,
    "all dice to hit have missed": 1,
    "two of its units have failed a save, but none is destroyed": 1,
}


def rally(f: Facts, quiz: Any) -> str:
    """RH-RALLY-1: the end phase, every formation with Shock; -2 broken, -1 an enemy within 8 tiles."""
    if not f["ending"] or not f["shock"]:
        return "no"
    worse = 2 * f["broken"] + f["near"]
    return f"yes, at -{worse} to its CR" if worse else "yes, at its CR"


def odd_hit(f: Facts, quiz: Any) -> str:
    """RH-ALLOC-2: evenly, from the nearest (4 tiles); equally near: the defender."""
    if f["hits"] % 2 == 0:
        return "nobody: both take as many"
    return "the defender" if f["far"] == 4 else "nobody: the nearer one does"


def suppressed(f: Facts, quiz: Any) -> str:
    """RH-SUP-1: one for each point of Shock, the farthest first (the other stands at 5 tiles); ties: the attacker."""
    if f["shock"] >= 2:
        return "nobody: both are"
    return "the attacker" if f["far"] == 5 else "nobody: the farther one is"


CASES = {
    ("RH-COV-1", "decision"): cover,
    ("RH-ACT-1", "decision"): naming,
    ("RH-OW-1", "decision"): lambda f, q: SHOOTS[f["action"]],
    ("RH-OW-2", "decision"): lambda f, q: EVENTS[f["event"]],
    ("RH-BRK-1", "decision"): broken,
    ("RH-SHOCK-1", "decision"): lambda f, q: f["before"] + SHOCK[f["moment"]],
    ("RH-RALLY-1", "decision"): rally,
    ("RH-ALLOC-2", "decision"): odd_hit,
    ("RH-SUP-1", "decision"): suppressed,
    ("RH-HIT-1", "decision"): lambda f, q: "the attacker" if f["both"] else "nobody: it is AP",
}
