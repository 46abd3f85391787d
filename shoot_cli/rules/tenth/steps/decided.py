"""What was said of an attack, in the words of its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import HowMany, Question
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.scenes import IF, ONE, USE
from shoot_cli.rules.datasheets.steps import effects, states
from shoot_cli.rules.datasheets.steps.scene import inches, living
from shoot_cli.rules.tenth.steps.facts import (
    AS_UNIT,
    COMMAND,
    COVER,
    ENGAGED,
    HALF,
    HIT_MODIFIER,
    OF_ONE,
    PLUNGING,
    SPLIT,
    STILL,
    TARGET_ENGAGED,
    TOGETHER,
    VISIBLE,
    WOUND_MODIFIER,
)  # fmt: skip


def words_of(s: Attack, parts: list[Question], told: Mapping[str, Any]) -> list[str]:
    """Of what was asked everything that decides most, then all that is not as usual. ``s``: as it is settled."""
    aim = s.aims[-1]
    words = [inches(aim.distance)] if aim.distance is not None and s.alone else []  # in a battle it was asked before
    if COVER.key in told:
        words.append("in cover" if told[COVER.key] == "yes" else "in the open")
        own = {key.partition(":")[2]: value for key, value in told.items() if key.startswith("cover:")}
        words += [f"{name} {'in cover' if value == 'yes' else 'in the open'}" for name, value in own.items()
                  if value not in (AS_UNIT, told[COVER.key])]  # fmt: skip
    half = next((part for part in parts if part.key == HALF.key), None)
    if isinstance(half, HowMany):
        near = {name: n for (name, _), n in zip(half.groups, told[HALF.key], strict=True) if n}
        everybody = tuple(near.values()) == tuple(most for _, most in half.groups)
        some = ", ".join(counted(n, name) for name, n in near.items())
        words.append("beyond half range" if not near else f"{'all' if everybody else some} at half range")
    if STILL.key in told:
        words.append("Remained Stationary" if s.stationary else "moved")
    words += [key.removeprefix(IF).removeprefix(USE).removeprefix(ONE) for key in aim.true if key not in OF_ONE]
    words += effects.words(aim)
    words += [YES[key] for key in YES if told.get(key) == "yes"]
    words += ["nobody sees it"] if told.get(VISIBLE.key) == "no" else []
    if any(s.blind):
        who = ((model.name, n) for (_, model), n in zip(living(s), s.blind, strict=True) if n)
        words.append(", ".join(f"{n} {name}" for name, n in who) + " without sight of it")
    words += [f"{what} {told[key]:+d}" for key, what in CHANGES.items() if told.get(key)]
    if told.get(COMMAND.key, "no") != "no":
        words.append(f"Command Re-roll of a {told[COMMAND.key]} roll")
    return words


YES = {
    ENGAGED.key: "locked in combat", TARGET_ENGAGED.key: "target locked in combat", TOGETHER.key: "with each other",
    PLUNGING.key: "plunging fire", SPLIT.key: "then another target",
    "set_up": states.ARRIVED, "disembarked": states.DISEMBARKED,
}  # fmt: skip
CHANGES = {HIT_MODIFIER.key: "to hit", WOUND_MODIFIER.key: "to wound"}
