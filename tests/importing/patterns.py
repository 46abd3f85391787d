"""Every pattern with which importers read files, found by walking their modules; each fed with long texts.

Run by itself it names a pattern before it is tried, and is killed by the system if one takes more than its share::

    python tests/importing/patterns.py
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import resource
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

ROOMS = (
    "shoot_cli.importing", "shoot_cli.importing.datasheets", "shoot_cli.importing.published",
    "shoot_cli.importing.seventh",
)  # fmt: skip
LONG = 30 * 1024
PIECES = (
    "(", "[", "has ", " ", "\n", "a ", "1 ", "1", "x", "+", "*", ", ", "- ", "(a) ", "has the ", "select one ",
    "contains a ", "the ", "0.", "1x ",
)  # fmt: skip
ENDS = ("!", "\n)x]")
SECONDS = 6  # of the processor, for one pattern; one that is not linear wants minutes
WAYS = ("search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn")
ANY = "any"
LOOKS_LIKE_ONE = re.compile(r"[\\(\[|?*+]")


class Found(NamedTuple):
    """``ways``: how it is used, as far as the code says it; ANY: of a compiled one; empty: of a text, nobody knows."""

    pattern: re.Pattern[str]
    where: str
    ways: frozenset[str]


def modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        module = importlib.import_module(room)
        yield module
        for one in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{room}."):
            yield importlib.import_module(one.name)


def every_pattern() -> list[Found]:
    """Those that modules keep, those that stand in calls, and those of the tables of phrases."""
    found: dict[tuple[str, int], Found] = {}
    for one in (one for module in modules() for one in (*_kept(module), *_called(module))):
        key = one.pattern.pattern, one.pattern.flags
        before = found.get(key)
        found[key] = one._replace(ways=(before.ways if before else frozenset()) | one.ways)
    return [*found.values(), *_of_phrases()]


def _kept(module: ModuleType) -> Iterator[Found]:
    for name, value in vars(module).items():
        if not name.startswith("__"):
            ways = frozenset([ANY] if isinstance(value, re.Pattern) else ())
            yield from (Found(one, f"{module.__name__}.{name}", ways) for one in _in(value, 3))


def _in(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    """Patterns in a value, and texts that can be read as one."""
    if isinstance(value, re.Pattern):
        yield _of_text(value)
    elif isinstance(value, str):
        if LOOKS_LIKE_ONE.search(value):
            try:
                yield re.compile(value)
            except re.error:
                return
    elif depth and isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _in(one, depth - 1)
    elif depth and isinstance(value, dict):
        yield from _in([*value.values()], depth)


def _of_text(pattern: re.Pattern[Any]) -> re.Pattern[str]:
    if isinstance(pattern.pattern, bytes):
        return re.compile(pattern.pattern.decode("latin-1"), pattern.flags)
    return pattern


def _called(module: ModuleType) -> Iterator[Found]:
    """Of ``re.sub(...)`` and the like; what is only known when it is called is left out."""
    with open(module.__file__ or "", encoding="utf-8") as source:
        tree = ast.parse(source.read())
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr in WAYS
        if of_re or node.func.attr == "_match":
            try:
                text = eval(compile(ast.Expression(node.args[0]), "pattern", "eval"), dict(vars(module)))
                pattern = _of_text(re.compile(text))
            except (NameError, re.error):
                continue
            yield Found(pattern, f"{module.__name__}:{node.lineno}", frozenset([node.func.attr.lstrip("_")]))


def _of_phrases() -> Iterator[Found]:
    from shoot_cli.engine.markdown import tables
    from shoot_cli.importing.datasheets import sentence_parser

    for heading, rows in tables(sentence_parser.__file__, "sentences.md").items():
        if rows and "written" in rows[0] and heading not in ("Who", "Names"):
            for one in sentence_parser.phrases(heading):
                yield Found(one.pattern, f"{heading}: {one.written}", frozenset(["match"]))


def fed(one: Found) -> None:
    """Reads all the long texts with it."""
    anchored = one.ways and one.ways <= {"match", "fullmatch"}
    ways = {"match", "fullmatch"} if not one.ways or ANY in one.ways else one.ways
    for text in ((piece * LONG)[:LONG] + end for piece in PIECES for end in ENDS):
        if not anchored:
            for _ in one.pattern.finditer(text):
                pass
        if "match" in ways:
            one.pattern.match(text)
        if "fullmatch" in ways:
            one.pattern.fullmatch(text)


if __name__ == "__main__":
    for each in every_pattern():
        spent = resource.getrusage(resource.RUSAGE_SELF)
        most = int(spent.ru_utime + spent.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        print(each.where, repr(each.pattern.pattern), flush=True)
        fed(each)
    print("all of them")
