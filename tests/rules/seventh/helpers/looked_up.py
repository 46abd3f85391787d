"""The names that the code of 7th edition looks up: of special rules, words of effects, unit types, and settings.

Short: it follows names through loops, constants and parameters, and no further. What it cannot follow it says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

ROOM = Path("shoot_cli/rules/seventh")
RULE, TYPE, HEAD, SETTING, READING = "special rule", "unit type", "word of an effect", "setting", "reading"
# Functions that look a name up, and the position of the name (of methods: without ``self``).
LOOK_UPS = {
    ("has", 0): RULE, ("of_type", 0): TYPE, ("model_of_type", 1): TYPE, ("setting", 0): SETTING, ("by", 0): HEAD,
}  # fmt: skip
HOLD_RULES, HOLD_TYPES = ("rules", "every_rule"), ("type_of", "type")
LOOPS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


class Name(NamedTuple):
    """A name that is looked up; ``said`` is None if nobody can tell which."""

    kind: str
    said: str | None
    where: str
    setting: str = ""  # for one of its values


class Unknown(Exception):
    """An expression of which nobody can tell the value before it runs."""


class Parameter(Unknown):
    """An expression that is whatever a function is called with."""

    def __init__(self, function: str, place: int) -> None:
        self.function, self.place = function, place


class Source:
    """One module: its tree, what is around what, its calls by name, and its values at run time."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.tree = ast.parse(text or path.read_text())
        self.over: dict[ast.AST, ast.AST] = {}
        self.calls: dict[str, list[ast.Call]] = {}
        self.tests: list[ast.Compare | ast.BinOp] = []
        nodes: list[ast.AST] = [self.tree]
        for node in nodes:  # it grows
            for inner in ast.iter_child_nodes(node):
                self.over[inner] = node
                nodes.append(inner)
            if isinstance(node, ast.Call):
                self.calls.setdefault(name_of(node), []).append(node)
            elif isinstance(node, (ast.Compare, ast.BinOp)):
                self.tests.append(node)
        self.known = vars(import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__")))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.over:
            node = self.over[node]
            yield node

    def value(self, node: ast.expr) -> Any:
        """The value of an expression of constants. :raises Unknown: it has others"""
        try:
            return eval(compile(ast.Expression(node), "name", "eval"), dict(self.known))
        except Exception as error:
            raise Unknown from error

    def names(self, node: ast.expr) -> Iterator[str]:
        """All strings that an expression can be. :raises Unknown: nobody can tell"""
        if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
            for part in node.elts:
                yield from self.names(part.value if isinstance(part, ast.Starred) else part)
        elif isinstance(node, ast.Call) and name_of(node) == "next" and isinstance(node.args[0], ast.GeneratorExp):
            for part in (node.args[0].elt, *node.args[1:]):
                yield from self.names(part)
        elif isinstance(node, ast.Name) and (bound := self.bound(node)) is not None:
            each, path = bound
            yield from self.names(each) if not path else (one for row in self.value(each) for one in strings(row, path))
        else:
            yield from strings(self.value(node))

    def bound(self, name: ast.Name) -> tuple[ast.expr, tuple[int, ...]] | None:
        """What a local name goes through, and its place in each of these; None for a name of the module.

        :raises Parameter: it is a parameter
        """
        for outer in self.around(name):
            loops: list[Any] = [*outer.generators] if isinstance(outer, LOOPS) else []
            if isinstance(outer, (ast.FunctionDef, ast.Lambda)):
                loops = [one for one in ast.walk(outer) if isinstance(one, (ast.For, ast.Assign))]
            for loop in loops:
                assigned = isinstance(loop, ast.Assign)
                path = place_of(loop.targets[0] if assigned else loop.target, name.id)
                if path is not None:
                    return (loop.value if assigned else loop.iter), path
            if isinstance(outer, (ast.FunctionDef, ast.Lambda)):
                parameters = [one.arg for one in (*outer.args.args, outer.args.vararg) if one]
                if name.id in parameters:
                    called = outer.name if isinstance(outer, ast.FunctionDef) else ""
                    raise Parameter(called, parameters.index(name.id) - (parameters[0] == "self"))
        return None


def strings(value: Any, path: tuple[int, ...] = ()) -> Iterator[str]:
    """All strings in a value, of a mapping its keys; ``path`` says in which part."""
    for place in path:
        value = value[place]
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset, dict)):
        for part in value:
            yield from strings(part)


def place_of(target: ast.expr, name: str) -> tuple[int, ...] | None:
    """Where a name stands in the target of a loop: (1, 0) for the ``b`` of ``a, (b, c)``; None if it does not."""
    if isinstance(target, ast.Name):
        return () if target.id == name else None
    for place, part in enumerate(target.elts if isinstance(target, ast.Tuple) else []):
        if (inner := place_of(part, name)) is not None:
            return (place, *inner)
    return None


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def holds(node: ast.expr, attributes: tuple[str, ...]) -> bool:
    """True for ``weapon.rules``, ``rules`` and ``set(weapon.rules)``, or ``unit.type_of(model)``."""
    if isinstance(node, ast.Call) and name_of(node) in ("set", *attributes):
        return name_of(node) != "set" or holds(node.args[0], attributes)
    return getattr(node, "attr", getattr(node, "id", "")) in attributes


def tested(source: Source) -> Iterator[tuple[str, ast.expr, str]]:
    """Names that are looked up without a function: kind, expression, and the setting of which it is a value."""

    def of_a_profile(node: ast.expr) -> bool:
        try:
            bound = source.bound(node) if isinstance(node, ast.Name) else None
        except Parameter:
            return False
        return bound is not None and holds(bound[0], HOLD_RULES)

    for node in source.tests:
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.left, node.comparators[0])
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.BitAnd) and (holds(left, HOLD_RULES) or holds(right, HOLD_RULES)):
                yield RULE, right if holds(left, HOLD_RULES) else left, ""
        elif isinstance(node.ops[0], (ast.In, ast.NotIn)):
            if holds(right, HOLD_RULES):
                if not of_a_profile(left):  # else it compares two profiles
                    yield RULE, left, ""
            elif holds(right, ("readings",)):
                yield READING, left, ""
            elif holds(right, HOLD_TYPES):
                yield TYPE, left, ""
            elif of_a_profile(left):
                yield RULE, right, ""
        elif isinstance(left, ast.Call) and name_of(left) == "_bare":
            yield RULE, right, ""
        elif isinstance(left, ast.Call) and name_of(left) == "setting" and isinstance(left.args[0], ast.Constant):
            yield SETTING, right, str(left.args[0].value)
        if isinstance(node, ast.Compare) and isinstance(left, ast.Attribute) and left.attr == "head":
            yield HEAD, right, ""
    for call in source.calls.get("map", []):
        if isinstance(call.args[0], ast.Attribute) and call.args[0].attr == "has":
            yield RULE, call.args[1], ""
    for call in source.calls.get("isdisjoint", []):
        if isinstance(call.func, ast.Attribute):
            pair = call.func.value, call.args[0]
            yield from ((RULE, one, "") for one, other in (pair, pair[::-1]) if holds(other, HOLD_RULES))
    for call in source.calls.get("startswith", []):
        if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "rule":
            yield RULE, call.args[0], ""


def called(source: Source, function: str, place: int) -> Iterator[ast.expr]:
    """What a function is called with at this place. If all of it are names, all are looked up."""
    for call in source.calls.get(function, []):
        if all(isinstance(one, ast.Constant) for one in call.args):
            yield from call.args if place == 0 else ()
        elif len(call.args) > place and not (place == 0 and len(call.args) > 1):
            yield call.args[place]


def looked_up(*sources: Source) -> list[Name]:
    """All names that are looked up. A function that looks up what it is called with is a look-up itself."""
    found: list[Name] = []
    look_ups = dict(LOOK_UPS)
    waiting = [(source, *one) for source in sources for one in tested(source)]
    left = [*look_ups]
    while waiting or left:
        if not waiting:
            function, place = left.pop()
            kind = look_ups[function, place]
            waiting = [(source, kind, node, "") for source in sources for node in called(source, function, place)]
            continue
        source, kind, node, setting = waiting.pop()
        where = f"{source.path}:{node.lineno}"
        try:
            found += [Name(kind, said, where, setting) for said in source.names(node) if said]
        except Parameter as of:
            if of.function and (of.function, of.place) not in look_ups:
                look_ups[of.function, of.place] = kind
                left.append((of.function, of.place))
        except Unknown:
            found.append(Name(kind, None, f"{source.path}: {ast.unparse(node)}", setting))
    return found


@cache
def room() -> tuple[Source, ...]:
    return tuple(Source(path) for path in sorted(ROOM.rglob("*.py")))
