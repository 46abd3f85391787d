"""Luck and the odds at a prompt where vehicles are shot at: penetration rolls are no wounds."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.battle.luck import report
from shoot_cli.engine.questions import Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import BATTLE, RULESET
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.ui.results import Luck, of_attack
from tests.rules.seventh.helpers.tabletop import army, gun
from tests.rules.seventh.helpers.vehicle_battles import hunters
from tests.rules.seventh.helpers.vehicles import shooter, tank


def played() -> Any:
    """Three lances at a tank, a hull each: all hit, two penetrate, one does nothing; it survives."""

    def answer(question: Any, place: int) -> Any:
        if isinstance(question, Roll):
            if question.key == "penetrate:lance":
                return {"first": [6, 6, 1]}
            return {"first": [6 if question.key == "hit:lance" else 1] * question.dice}
        if isinstance(question, Total):
            return {"first": [1] * question.dice}
        return 12 if question.key == "distance" else question.default

    table = Table(answer)
    table.settings = RULESET.defaults()
    mine, theirs = army("Hunt", hunters(3)), army("Convoy", tank(11, 4, "lascannon", name="Tank"))
    return table, play(BATTLE, new_battle(mine, theirs, 1), table)


@pytest.mark.rule("7E-VEH-3")
def test_penetration_rolls_have_a_row_of_their_own() -> None:
    table, end = played()
    found = report(table, [False] * table.asked, RULESET, end)
    row = next(row for row in found.rows if row.kind == "penetration rolls")
    assert (row.side, row.size, row.actual) == ("Hunt", 3, 2)
    assert row.expected == pytest.approx(3 * 5 / 6)  # glancing on a 2
    assert not [row for row in found.rows if row.kind == "wounds" and row.side == "Hunt"]
    slain = next(row for row in found.rows if row.kind == "slain" and row.side == "Hunt")
    assert slain.actual == 0
    assert 0 < slain.expected < 1
    assert not found.left_out


def test_luck_says_so_on_the_screen() -> None:
    table, end = played()
    out = StringIO()
    Console(file=out, width=100).print(
        Luck(report(table, [False] * table.asked, RULESET, end), RULESET.titles, plain=True)
    )
    assert "Penetration rolls: 2 of 3, 2.5 expected" in out.getvalue()


def test_the_odds_at_a_prompt_speak_of_hull_points() -> None:
    table, _ = played()
    start = table.attacks[0].start
    found = AttackResult(expected={"hits": 2.0, "wounds": 1.0}, slain=(0.9, 0.1), damage=(0.5, 0.3, 0.2), destroyed=0.1)
    out = StringIO()
    Console(file=out, width=100).print(
        *of_attack("Odds", found, {**RULESET.titles, **RULESET.measure_titles(start)}, True)
    )
    words = out.getvalue()
    assert "Hull Points lost: 0.70 on average" in words
    assert "Vehicles destroyed: 0.10 on average" in words
    assert "1.00 glances and penetrations" in words
    assert "Wounds" not in words


@pytest.mark.rule("7E-VEH-6")
def test_the_dice_of_melta_and_of_ordnance_are_one_roll() -> None:
    for weapon, near in (
        (gun("melta", "12", "8", "1", "Heavy 1, Melta"), 6),
        (gun("shell", "24", "8", "3", "Ordnance 1"), 12),
    ):
        mine = army("Hunt", shooter(weapon, 1))
        table = Table(lambda question, place, near=near: highest(question, near))
        table.settings = RULESET.defaults()
        end = play(BATTLE, new_battle(mine, army("Convoy", tank(12, 4, "lascannon", name="Tank")), 1), table)
        rows = report(table, [False] * table.asked, RULESET, end).rows
        (row,) = (row for row in rows if row.kind == "penetration rolls" and row.side == "Hunt")
        assert (row.size, row.actual) == (1, 1)


def highest(question: Any, near: int) -> Any:
    """Dice at their best for the shooter."""
    if isinstance(question, (Roll, Total)):
        return {"first": [question.sides if question.owner == "attacker" else 1] * question.dice}
    return near if question.key == "distance" else question.default
