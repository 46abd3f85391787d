"""Code asks for abilities and changes by name: each of these names stands in the tables of abilities."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoot_cli import rules
from shoot_cli.rules.datasheets.effects import ActiveEffects
from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
from shoot_cli.rules.tenth.edition import ABILITIES as TENTH
from tests.helpers.each import each

ROOMS = [Path(rules.__file__).parent / name for name in ("datasheets", "tenth", "eleventh")]
METHODS = {"has", "get", "count", "all", "number", "best", "lowest"}
HOLDERS = {"has", "force", "one", "model", "weapon", "here", "forces", "whole"}  # what abilities are looked up in


def text_of(node: ast.expr, constants: dict[str, str]) -> str | None:
    """Return the text of a literal, or of a constant of the module."""
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def holder(node: ast.expr) -> str:
    """Return the last name of what is asked: `weapon` for `one.weapon`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def asked_names(source: str) -> Iterator[tuple[str, int]]:
    """Yield every name of an ability that the source asks for, with its line."""
    tree = ast.parse(source)
    constants: dict[str, str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant | ast.Tuple):
            targets, value = statement.targets[0], statement.value
            names = targets.elts if isinstance(targets, ast.Tuple) else [targets]
            values = value.elts if isinstance(value, ast.Tuple) and isinstance(targets, ast.Tuple) else [value]
            for name, one in zip(names, values, strict=True):
                if isinstance(name, ast.Name) and isinstance(one, ast.Constant) and isinstance(one.value, str):
                    constants[name.id] = one.value
    for node in ast.walk(tree):
        found: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            if node.args and holder(node.func.value) in HOLDERS:
                found = node.args[0]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            where = node.comparators[0]
            found = node.left if isinstance(where, ast.Name) and where.id in HOLDERS - {"one"} else None
        if found is not None and (text := text_of(found, constants)) is not None:
            yield text, node.lineno


@pytest.mark.slow
def test_abilities_are_asked_for_by_names_of_the_tables() -> None:
    names = {*TENTH.forms, *ELEVENTH.forms}
    asked = [(name, path, line) for room in ROOMS for path in room.rglob("*.py")
             for name, line in asked_names(path.read_text("utf-8"))]  # fmt: skip
    assert len(asked) > 100
    assert [f"{path.name}:{line}: {name}" for name, path, line in asked if name not in names] == []


@each(
    "source",
    [
        'weapon.has("Asault")',
        'NAME = "Asault"\nmodel.get(NAME)',
        'ONE, TWO = "Assault", "Asault"\none.weapon.has(TWO)',
        'force.best("Asault")',
        '"Asault" in has',
        'x = [y for y in z if "Asault" not in force]',
    ],
)
def test_a_misspelt_name_is_found(source: str) -> None:
    assert "Asault" in [name for name, _ in asked_names(source)]


@pytest.mark.parametrize("known", [TENTH, ELEVENTH], ids=["10e", "11e"])
def test_a_misspelt_name_is_an_error_when_it_is_looked_up(known: object) -> None:
    force = ActiveEffects(known, ())  # type: ignore[arg-type]
    assert (force.all("Melta"), "Melta" in force, force.best("Melta")) == ([], False, None)
    assert (force.changes("S"), force.total("AP"), force.changing("T", "set")) == ([], 0, [])
    for ask in (force.all, force.number, force.best, force.lowest, force.__contains__):
        with pytest.raises(KeyError, match="no ability is called 'Meltta'"):
            ask("Meltta")
    for what in (force.changes, force.total, force.changing):
        with pytest.raises(KeyError, match="no ability changes 'Strength'"):
            what("Strength")
    with pytest.raises(KeyError, match="no ability changes 'T' by 'sett'"):
        force.changing("T", "sett")
    with pytest.raises(KeyError, match="by 'again six kept'"):
        force.changing("one die", "again six kept")
