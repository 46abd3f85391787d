"""What may be done to one die of all that a unit rolls, as its words say it: which rolls, and what (EFF-35, EFF-56)."""

from __future__ import annotations

from functools import cache

from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import SingleDieRight

HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS = "hit", "wound", "damage", "save", "attacks", "hazardous"
ROLLS = (HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS)
AGAIN, SIX, KEPT = "re-roll one ", "set one ", "kept dice"
WORDS = {"Re-roll one die": f"{AGAIN}{{}}", "Set one die": f"{SIX}{{}} to 6", "Kept dice": f"{KEPT}: {{}}"}
COMMAND = "Command Re-roll"


def words_of(ability: Ability) -> str:
    """``re-roll one hit roll or wound roll``, whatever its conditions."""
    rolls = " or ".join("save" if roll == SAVE else f"{roll} roll" for roll in ability.rolls)
    return WORDS[ability.name].format(rolls)


@cache
def single_of(words: str) -> SingleDieRight:
    """What these words allow; a kept die has no face yet."""
    does = next(does for does in (AGAIN, SIX, KEPT) if words.startswith(does))
    return SingleDieRight(words, does, tuple(roll for roll in ROLLS if roll in words))


def command_of(roll: str) -> SingleDieRight:
    return SingleDieRight(f"{COMMAND} of one {roll} roll", AGAIN, (roll,), False)
