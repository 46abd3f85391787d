"""Battles of this edition by a script: ``(key of the question, answer)`` in order; what is not named goes as proposed.

``distance`` is 12 unless it is said. Dice that no line of the script names must not be asked. What is said of a weapon
when it is declared may stand in its line of facts, which are asked later.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answers import parse
from shoot_cli.rules.second import BATTLE, RULESET
from shoot_cli.rules.second.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.steps.summary import begun_of
from shoot_cli.rules.second.steps.turns import new_battle

WAYS = {"firing", "moved", "sustained", "rapid_fire", "both_barrels", "shots"}  # said when a weapon is declared
IDS = {rule.id for rule in RULES}


class Enough(Exception):
    """The script is used up."""


def squad(name: str, n: int, *weapons: Weapon, **more: Any) -> Unit:
    """``n`` models T4 without armour, BS 4, Leadership 8."""
    unit = {key: more.pop(key) for key in ("category", "type", "rules") if key in more}
    values: dict[str, Any] = {"ballistic_skill": 4, "toughness": 4, "leadership": 8, "weapons": weapons}
    model = Model(more.pop("kind", "Man"), **(values | more))
    return Unit(
        name, unit.get("type", "Infantry"), unit.get("category", "human-sized"), ((model, n),), unit.get("rules", ())
    )


class Played:
    """``end``: the battle as it stood when the script was used up; ``left``: the question then asked."""

    def __init__(self, table: Table, left: Question | None) -> None:
        self.table, self.left = table, left
        record: Any = table.record
        self.end: Battle = record if isinstance(record, Battle) else begun_of(record).battle

    def unit_at(self, name: str) -> BattleUnit:
        found: BattleUnit = next(c for side in self.end.sides for c in side.units if c.unit.value.name == name)
        return found

    def marks(self, name: str) -> list[str]:
        return [mark.name for mark in self.unit_at(name).marks]

    def alive(self, name: str) -> int:
        return sum(rank.n for rank in self.unit_at(name).ranks)

    def said(self, words: str) -> bool:
        return any(words in entry.text for entry in self.table.log if entry.question is None)

    @property
    def keys(self) -> list[str]:
        return [entry.question.key for entry in self.table.log if entry.question is not None]

    def asked(self, key: str) -> Any:
        """The last question of this key."""
        every = [entry.question for entry in self.table.log if entry.question is not None]
        return [q for q in (*every, self.left) if q is not None and q.key == key][-1]

    def closed(self, key: str, value: str) -> list[tuple[str, str]]:
        option = next(option for option in self.asked(key).options if option.value == value)
        return [(reason.text, reason.rule) for reason in option.closed]


def battle(
    mine: list[Unit],
    theirs: list[Unit],
    *script: tuple[str, Any],
    distance: float = 12,
    settings: Mapping[str, str] | None = None,
    turns: int | None = 9,
) -> Played:
    """Mine begin."""
    steps = [*script]
    left: list[Question] = []

    def answer(question: Question, place: int) -> Any:
        assert set(question.rules) <= IDS, question.key
        if steps and steps[0][0] == question.key:
            read = reading(question, steps.pop(0)[1])
            question.read(read)
            return read
        if question.key == "weapon" and (name := in_detail(question, steps)):
            return name
        if (said := declared(question, steps)) is not None:
            question.read(said)
            return said
        if not steps:
            left.append(question)
            raise Enough
        if question.key == "distance":
            return distance
        assert not isinstance(question, (Roll, Total)), f"{question.key} is rolled, but the script has {steps[0]}"
        assert question.key not in ("unit", "target"), f"{question.key} is asked, but the script has {steps[0]}"
        return question.default

    table = Table(answer)
    table.settings = RULESET.defaults() | dict(settings or {})
    start = new_battle(Army("40k-2e", "Mine", tuple(mine)), Army("40k-2e", "Theirs", tuple(theirs)), turns)
    with contextlib.suppress(Enough):
        play(BATTLE, start, table)
    assert not steps, f"never asked: {steps}"
    return Played(table, left[0] if left else None)


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


def reading(question: Question, answer: Any) -> Any:
    if isinstance(question, Roll) and isinstance(answer, list):
        return {"first": answer, "again": []}
    if isinstance(question, Total):
        return {"sum": answer}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        return {key: parse(parts[key], value) if isinstance(value, str) else value for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer
