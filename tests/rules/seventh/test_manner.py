"""An attack on its own differs from one in a battle by the rows of `Manner` alone, and rules know no listener.

Short: laws about the code of the room; what each row does is tested where its rule is.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TypeVar

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.records import AT_THE_TABLE, BEFOREHAND, Manner
from shoot_cli.rules.seventh.steps.aftermath import as_battle
from shoot_cli.rules.seventh.steps.markers import back_alone
from shoot_cli.rules.seventh.tokens import Burn
from tests.rules.seventh.helpers.looked_up import room
from tests.rules.seventh.helpers.tabletop import boyz, marines

Node = TypeVar("Node", bound=ast.AST)


def nodes(kind: type[Node]) -> list[Node]:
    return [node for source in room() for node in source.over if isinstance(node, kind)]


def last(node: ast.expr) -> str:
    """The last part of a dotted name; "" for anything else."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def test_no_rule_asks_if_there_is_a_battle() -> None:
    assert [ast.unparse(node) for node in nodes(ast.Compare) if last(node.left) == "battle"] == []


def test_every_row_is_read_and_only_by_its_name() -> None:
    assert {*Counter(node.attr for node in nodes(ast.Attribute) if last(node.value) == "manner")} == {*Manner.fields}
    compared = [part for node in nodes(ast.Compare) for part in (node.left, *node.comparators)]
    assert {"manner", "AT_THE_TABLE", "BEFOREHAND"}.isdisjoint(map(last, compared))


def test_every_row_says_what_it_does_and_by_which_rule() -> None:
    assert Manner.__doc__
    rows = [row.split(":", 1) for row in Manner.__doc__.split(":ivar ")[1:]]
    assert [name for name, _ in rows] == [*Manner.fields]
    assert [name for name, text in rows if "Otherwise" not in text or "7E-" not in text] == []
    assert all(one is not other for one, other in zip(AT_THE_TABLE[1:], BEFOREHAND[1:], strict=True))


def test_nobody_else_is_in_the_battle_around_an_attack_on_its_own() -> None:
    start = RULESET.begin_attack(marines(3), boyz(5))
    b = start.battle_around()
    assert start.manner == b.manner == BEFOREHAND
    assert [[unit.unit for unit in side.units] for side in b.sides] == [[start.shooter], [start.target]]
    assert (start.marked("ran"), start.harm, start.target_at()) == (False, None, (1, 0))
    assert RULESET.sides(start) == ("Attacker", "Target")
    assert RULESET.status(start) == ()


@pytest.mark.rule("7E-VEH-14")
def test_an_explosion_leaves_the_battle_as_it_was_with_the_losses_in_the_toll() -> None:
    start = RULESET.begin_attack(marines(3), boyz(5))
    b = as_battle(start.but(models_near=2).with_toll(exploded=1))
    assert b.manner == BEFOREHAND
    assert [harm.hits for harm in b.harms] == [2]
    (rank,) = b.unit_at(0, 0).ranks
    side = b.sides[0].but(units=(b.unit_at(0, 0).but(ranks=(rank.but(n=1),)),))
    after = back_alone(b.but(sides=(side, b.sides[1])), b.halted.value)
    assert after.battle_around() == start.battle_around()
    assert after.toll.burnt == ((Burn(0, 1, 1), 2),)
