"""What is proposed to fire, what is refused, and answers for pools that did not come about."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.cli import units
from shoot_cli.input.answerers import resolve
from shoot_cli.input.task import Task


def work(attacker: str, target: str, *said: str) -> Task:
    return units.pairing(attacker, target, "7e", units.shared_answers(list(said), {})).task()


def test_each_model_is_proposed_its_first_weapon_that_can_fire() -> None:
    result = worked_out(work("ultramarines::Mixed", "orks::Green", "distance=10")).document()
    assert result["assumed"]["weapon"].split(", ") == ["boltgun", "plasma cannon", "heavy bolter", "lascannon"]
    assert result["expected"]["shots"] == pytest.approx(4 * 2 + 1 + 3 + 2)
    assert "out of range" in result["closed"]["krak grenade"]


def test_what_is_never_a_snap_shot_is_closed_then() -> None:
    result = worked_out(work("1x BS4 flamer", "T4", "attacker_state=gone to ground")).document()
    assert result["closed"] == {"flamer": "never fired as Snap Shots, and it has gone to ground (7E-HIT-5)"}


def test_what_is_out_of_range_is_said() -> None:
    result = worked_out(work("1x BS4 boltgun", "1x T4 Sv4+", "distance=30")).document()
    assert result["closed"] == {"boltgun": 'out of range (24") (7E-WPN-5)'}


def test_an_order_of_pools_holds_for_those_that_came_about() -> None:
    said = "pools=1 S6 AP4 precision, 1 S6 AP4, 1 S6 AP2, 1 S6 AP2 precision"
    rules = "[rending, precision shots]"
    task = work(f'2x BS4 S6 AP4 Assault 3 24" {rules}', '3x "A" T4 Sv2+ + 3x "B" T4 Sv4+', said)
    orders: list[Any] = []
    for seed in range(40):
        _, table = resolve(task.ruleset, task.start(), task.answers, seed)
        orders += [entry.value for entry in table.log if entry.question and entry.question.key.startswith("pools")]
    assert any(len(order) == 2 for order in orders)
    place = {"S6 AP4 precision": 0, "S6 AP4": 1, "S6 AP2": 2, "S6 AP2 precision": 3}
    for order in orders:
        names = [place[name] for _, name, _ in order]
        assert names == sorted(names)
