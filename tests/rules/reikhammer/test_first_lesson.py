"""The first lesson plays out as it is told."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.questions import Roll
from shoot_cli.engine.sequence import stages_of
from shoot_cli.input.answerers import resolve
from shoot_cli.practice.session import shipped
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.drill import LESSON

CARS = ("Scout Car 1", "Scout Car 2", "Scout Car 3")


def played() -> tuple[Any, list[Any]]:
    units = {(army.name, unit.name): unit for army in shipped(RULESET.name) for unit in army.units}
    start = RULESET.begin_attack(units[LESSON.attacker], units[LESSON.target])
    end, table = resolve(RULESET, start, dict(LESSON.answers), LESSON.seed)
    return end, table.log


def test_three_hits_two_saves_and_one_car_lost() -> None:
    end, log = played()
    saves = next(entry for entry in log if isinstance(entry.question, Roll) and entry.question.key.startswith("save"))
    assert (saves.question.whose, [part.passed for part in saves.value.parts]) == (CARS, [1, 1, 0])
    rolls = [(entry.question.key, entry.value.passed) for entry in log if isinstance(entry.question, Roll)]
    assert rolls == [("hit:handguns", 3), ("save:Scout Car 1", 2)]
    assert (end.slain, end.target_shock, end.broken) == (1, 2, False)
    assert {gunner.ammo for gunner in end.gunners} == {4, 1}


def test_every_stage_that_comes_about_is_explained() -> None:
    steps = {name.replace("_", " ").capitalize(): stage for name, stage in stages_of(RULESET.attack).items()}
    met = dict.fromkeys(steps[entry.step] for entry in played()[1] if entry.step in steps)
    assert [stage for stage, _ in LESSON.stages] == [*met]
