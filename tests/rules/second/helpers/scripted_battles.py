"""Battles of this edition by a script: ``(key of the question, answer)`` in order; what is not named goes as proposed.

``distance`` is 12 unless it is said. Dice that no line of the script names must not be asked. What is said of a weapon
when it is declared may stand in its line of facts, which are asked later.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from shoot_cli.engine.questions import Facts, Question
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.profiles import Army, Model, Unit, Weapon
from tests.helpers.scripted_table import ScriptedTable, Settings, closed, reading
from tests.rules.second.helpers import tabletop

WAYS = {"firing", "moved", "sustained", "rapid_fire", "both_barrels", "shots"}  # said when a weapon is declared


def squad(name: str, n: int, *weapons: Weapon, **more: Any) -> Unit:
    """``n`` models T4 without armour, BS 4, Leadership 8."""
    unit = {key: more.pop(key) for key in ("category", "type", "rules") if key in more}
    values: dict[str, Any] = {"ballistic_skill": 4, "toughness": 4, "leadership": 8, "weapons": weapons}
    model = Model(more.pop("kind", "Man"), **(values | more))
    return Unit(
        name, unit.get("type", "Infantry"), unit.get("category", "human-sized"), ((model, n),), unit.get("rules", ())
    )


class Played(tabletop.Played):
    """``end``: the battle as it stood when the script was used up; ``left``: the question then asked."""

    @staticmethod
    def short(key: str) -> str:
        return key

    def __init__(self, table: Table, end: Any, left: Question | None = None) -> None:
        super().__init__(table, end, left)
        self.end = self.battle

    def alive(self, name: str) -> int:  # type: ignore[override]
        return sum(rank.n for rank in self.unit_at(name).ranks)

    def last(self, key: str) -> Any:
        """The last question of this key."""
        return [one for one in self.questions if one.key == key][-1]

    def closed(self, key: str, value: str) -> list[tuple[str, str]]:
        return closed(self.last(key), value)


class Battles(ScriptedTable):
    RULESET, IDS, PLAYED, NAMED, ENDS_AT_ONCE = RULESET, tabletop.Second.IDS, Played, ("unit", "target"), True

    def said_further_on(self, question: Any, key: str) -> Any:
        if key == "weapon" and (name := in_detail(question, self.steps)):
            return name
        if (said := declared(question, self.steps)) is not None:
            return said
        return super().said_further_on(question, key)


def battle(
    mine: list[Unit],
    theirs: list[Unit],
    *script: tuple[str, Any],
    distance: float = 12,
    settings: Settings = None,
    turns: int | None = 9,
) -> Played:
    """Mine begin."""
    armies = Army("40k-2e", "Mine", tuple(mine)), Army("40k-2e", "Theirs", tuple(theirs))
    return Battles(script, assumed={"distance": distance}).battle(*armies, settings, turns)  # type: ignore[no-any-return]


def in_detail(question: Question, steps: list[tuple[str, Any]]) -> str:
    """The weapon to declare by itself, where the script of this attack says how any of them fires; "" for all at once.

    One after the other, as their shots are played.
    """
    attack = list(takewhile(lambda step: step[0] not in ("unit", "target"), steps))
    if not any(key == "weapon" or key.startswith("declare:") or WAYS & {*says(answer)} for key, answer in attack):
        return ""
    there = {option.value for option in getattr(question, "options", ())}
    return next((name for key, _ in attack if (name := key.partition(":")[2]) in there), "")


def says(answer: Any) -> Any:
    return answer if isinstance(answer, dict) else ()


def declared(question: Question, steps: list[tuple[str, Any]]) -> Any:
    """What the facts of the next attack say of the weapon that is declared now; they say it no more. None: nothing."""
    about, _, weapon = question.key.partition(":")
    if about != "declare" or not isinstance(question, Facts):
        return None
    for place, (key, answer) in enumerate(steps):
        if key in ("unit", "target"):
            break
        if key == f"facts:{weapon}":
            asked = {part.key for part in question.parts}
            steps[place] = key, {name: value for name, value in answer.items() if name not in asked}
            return reading(question, {name: value for name, value in answer.items() if name in asked})
    return None
