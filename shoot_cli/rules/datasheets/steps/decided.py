"""What was said of an attack, in the words of its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import HowMany, Question
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.rows import HALF, SPLIT
from shoot_cli.rules.datasheets.scenes import IF, ONE, USE
from shoot_cli.rules.datasheets.steps import effects, states
from shoot_cli.rules.datasheets.steps.facts import OF_ONE
from shoot_cli.rules.datasheets.steps.scene import inches, living


def words_of(s: Attack, parts: list[Question], told: Mapping[str, Any]) -> list[str]:
    """Of what was asked everything that decides most, then all that is not as usual. ``s``: as it is settled."""
    aim = s.aims[-1]
    words = [inches(aim.distance)] if aim.distance is not None and s.alone else []  # in a battle it was asked before
    words += s.game.cover_words(s, told)
    half = next((part for part in parts if part.key == HALF), None)
    if isinstance(half, HowMany):
        near = {name: n for (name, _), n in zip(half.groups, told[HALF], strict=True) if n}
        everybody = tuple(near.values()) == tuple(most for _, most in half.groups)
        some = ", ".join(counted(n, name) for name, n in near.items())
        words.append("beyond half range" if not near else f"{'all' if everybody else some} at half range")
    words += s.game.movement_words(s, told)
    words += [key.removeprefix(IF).removeprefix(USE).removeprefix(ONE) for key in aim.true if key not in OF_ONE]
    words += effects.words(aim)
    yes = {**LOCKED, **s.game.yes_words, **HOW}
    words += [yes[key] for key in yes if told.get(key) == "yes"]
    words += ["nobody sees it"] if told.get("visible") == "no" else []
    if any(s.blind):
        who = ((model.name, n) for (_, model), n in zip(living(s), s.blind, strict=True) if n)
        words.append(", ".join(f"{n} {name}" for name, n in who) + " without sight of it")
    words += [f"{what} {told[key]:+d}" for key, what in CHANGES.items() if told.get(key)]
    if told.get("command_reroll", "no") != "no":
        words.append(f"Command Re-roll of a {told['command_reroll']} roll")
    return words


LOCKED = {"engaged": "locked in combat", "target_engaged": "target locked in combat"}
HOW = {SPLIT: "then another target", "set_up": states.ARRIVED, "disembarked": states.DISEMBARKED}
CHANGES = {"hit_modifier": "to hit", "wound_modifier": "to wound"}
