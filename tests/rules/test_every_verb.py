"""The five verbs of the table keep their laws in every edition: the odds are the same with what only players have.

The odds by brute force are computed as usual, and once with one verb doing what it does at the table. All measures
must agree jointly. See `Table.explain`, `moot`, `detail`, `in_sight` and `blindly`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoot_cli import rules
from shoot_cli.rules import Edition
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.helpers.table_verbs import held_to_laws
from tests.rules.test_every_ruleset import Case, quickest, some

HELD = ("moot", "detail", "blindly", "in_sight", "explain")
ROOMS = Path(rules.__file__).parent
FLAGS = {"is_live", "has_dice", "narrates"}  # of the table
KEPT_LAZY = {"tuple", "Line"}  # the types of pools and lines that are not lazy
OF_ODDS = {"LazyPool", "LazyValue", "Count", "Forking"}


def check(edition: Edition, seed: int) -> Counter[str]:
    """Check one random attack with each verb by itself, and with all together; return how often each was used."""
    case = Case(edition, seed)
    return held_to_laws(lambda: some(case.odds(exact=True, brute_force=True).measure(case.measure)), HELD)


@quickest
@pytest.mark.parametrize("part", seeds(1, 2))
def test_odds_are_the_same_with_what_players_have(edition: Edition, part: int) -> None:
    for seed in range(1000 + 5 * part, 1005 + 5 * part):
        check(edition, seed)


def lazy(node: ast.expr) -> bool:
    return getattr(node, "id", "") in KEPT_LAZY


def who_listens(source: str) -> Iterator[str]:
    """Yield what a source reads of who sits at the table, and of how the odds keep pools and lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in FLAGS:
            yield ast.unparse(node)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot) and lazy(node.comparators[0]):
            yield ast.unparse(node)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance" and lazy(node.args[1]):
            yield from (read for read in [ast.unparse(node.args[0])] if read.endswith((".line", ".pool")))
        if isinstance(node, ast.ImportFrom):
            yield from sorted({alias.name for alias in node.names} & OF_ODDS)


def test_no_rule_asks_who_listens() -> None:
    """Rules use the five verbs, each of which has a law."""
    found = {str(file): [*who_listens(file.read_text("utf-8"))] for file in ROOMS.rglob("*.py")}
    assert len(found) > 150
    assert {file: read for file, read in found.items() if read} == {}


@each(
    "source", ["table.is_live", "if not table.has_dice: pass", "x = type(s.pool) is tuple", "isinstance(s.line, Line)",
               "from shoot_cli.odds.lazy_pools import LazyPool", "t.narrates and 1"],
)  # fmt: skip
def test_one_that_asks_is_found(source: str) -> None:
    assert [*who_listens(source)]
