"""The laws of the house, as far as a program can see whether they are kept. CONTRIBUTING.md says them in words."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from shoot_cli.rules import RULESETS

HOUSE = Path(__file__).parent.parent
PACKAGE = HOUSE / "shoot_cli"
ARMIES = HOUSE / "armies"
TESTS = HOUSE / "tests"
FILES = sorted(PACKAGE.rglob("*.py"))
RULES = [file for file in FILES if PACKAGE / "rules" in file.parents]
# Rules are pure: the same input and answers, the same output. Chance, clocks, files and screens belong to others.
NEVER_IN_RULES = {"random", "secrets", "time", "datetime", "os", "sys", "io", "pathlib", "subprocess", "rich", "typer"}
LONGEST, SHORT = 900, 80  # lines of a file about one subject; a shorter one says why it is alone
# Local names that say nothing of what they hold. Within one line, as in a comprehension, each may stand.
VAGUE = {"one", "found", "said", "told", "own", "every", "each", "here", "thing", "lay", "around"}
LINES_FOR_A_VAGUE_NAME = 60  # of a file, for each that it may have; cards read the parameters of drills by their names


def name_of(file: Path) -> str:
    return file.relative_to(HOUSE).as_posix()


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


class Facts(NamedTuple):
    """What the laws ask of a file; its tree would fill the memory."""

    imported: frozenset[str]  # every module, wherever in it
    called: frozenset[str]  # functions by a plain name
    strings: tuple[tuple[int, str], ...]  # with their lines, but for docstrings and the help of options
    vague: tuple[str, ...]  # local names and parameters of `VAGUE` that live longer than a line
    described: tuple[Described, ...]  # functions and classes of which a docstring describes parts


class Described(NamedTuple):
    """A function or class, the names behind `:param` and `:ivar` in its docstring, and the names that it has."""

    name: str
    bases: tuple[str, ...]
    said: frozenset[str]
    names: frozenset[str]


PART = re.compile(r":(?:param|ivar) ([^:\n]+):")


def described(node: ast.ClassDef | ast.FunctionDef) -> Described:
    said = {name.strip("* `") for some in PART.findall(ast.get_docstring(node) or "") for name in some.split(",")}
    parts = [*ast.walk(node if isinstance(node, ast.ClassDef) else node.args)]
    names = {part.arg for part in parts if isinstance(part, ast.arg)}
    names |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
    names |= {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    names |= {part.name for part in parts if isinstance(part, ast.FunctionDef)}
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return Described(node.name, tuple(ast.unparse(base) for base in bases), frozenset(said), frozenset(names))


BRIEF = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


@cache
def facts_of(file: Path) -> Facts:
    imported, called, strings, words = set[str](), set[str](), list[ast.Constant](), set[int]()
    vague, short, texts_of_parts = list[str](), set[int](), list[Described]()
    for node in ast.walk(tree_of(file)):  # what is around comes before what is in it
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.add(node.func.id)
        elif isinstance(node, ast.keyword) and node.arg == "help":
            words.update(id(part) for part in ast.walk(node.value))
        elif isinstance(node, BRIEF) and node.lineno == node.end_lineno:
            short.update(id(part) for part in ast.walk(node))
        elif isinstance(node, (ast.Name, ast.arg)) and id(node) not in short:
            name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node.ctx, ast.Store) else ""
            vague += [name] * (name in VAGUE)
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            words.update(id(first.value) for first in node.body[:1] if isinstance(first, ast.Expr))
            if not isinstance(node, ast.Module) and (
                isinstance(node, ast.ClassDef) or ":param" in str(ast.get_docstring(node))
            ):
                texts_of_parts.append(described(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            strings.append(node)
    texts = tuple((node.lineno, node.value) for node in strings)
    return Facts(frozenset(imported), frozenset(called), texts, tuple(vague), tuple(texts_of_parts))


def test_the_house_was_found() -> None:
    assert len(FILES) > 50
    assert len(RULES) > 10


def test_rules_import_nothing_that_is_not_pure() -> None:
    found = [
        (name_of(file), name)
        for file in RULES
        for name in facts_of(file).imported
        if name.partition(".")[0] in NEVER_IN_RULES
    ]
    assert found == []


def test_rules_print_and_open_nothing() -> None:
    never = {"print", "input", "open", "exec", "eval"}
    assert [(name_of(file), name) for file in RULES for name in facts_of(file).called & never] == []


def may_name_editions(file: Path) -> bool:
    """Return True for what makes lists of one edition out of those of other programs, and for the table of them."""
    importing = PACKAGE / "importing"
    names = [name for one in RULESETS for name in (one.package, one.room) if name]
    return file == importing / "editions.py" or file.parent in {importing / name.rpartition(".")[2] for name in names}


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)
def test_no_edition_is_named_outside_its_folder(edition: object) -> None:
    """Words for people (docstrings, comments, help) may give one as an example; code may not."""
    name, package = edition.name, edition.package.rpartition(".")[2]  # type: ignore[attr-defined]
    named = re.compile(
        rf"{re.escape(name)}|\brules[./]{re.escape(package)}\b|\b{name.partition('-')[2].upper()}-[A-Z]{{3}}\b"
    )
    found = [
        f"{name_of(file)}:{line}: {text!r}"
        for file in FILES
        if PACKAGE / "rules" not in file.parents and not may_name_editions(file)
        if named.search(file.read_text(encoding="utf-8"))  # of all others nobody needs the tree
        for line, text in facts_of(file).strings
        if named.search(text)
    ]
    assert found == []


def test_all_odds_have_a_budget() -> None:
    """Whoever works odds out says how much they may take."""
    calls = [
        (name_of(file), node.lineno, {keyword.arg for keyword in node.keywords})
        for file in FILES
        if "shoot_cli.odds" in file.read_text(encoding="utf-8") and "shoot_cli.odds" in facts_of(file).imported
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("odds", "exact_odds")
    ]
    assert len(calls) >= 7
    assert [call for call in calls if "budget" not in call[2]] == []


def test_no_file_is_too_long() -> None:
    lengths = {name_of(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: n for name, n in lengths.items() if n > LONGEST} == {}, "two subjects?"


def test_a_short_file_says_why() -> None:
    """Whoever looks for something opens as few files as there are subjects. The front of a package needs no reason."""
    short = [
        file
        for file in FILES
        if file.name != "__init__.py" and len(file.read_text(encoding="utf-8").splitlines()) < SHORT
    ]
    assert len(short) > 3
    assert [name_of(file) for file in short if "Short: " not in (ast.get_docstring(tree_of(file)) or "")] == []


CLOCKS = {"time", "time_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "monotonic", "monotonic_ns"}  # fmt: skip


def test_locals_say_what_they_hold() -> None:
    """A reader who draws a file at random understands its names. (`found` of what? `one` of which?)"""
    many = {}
    for file in FILES:
        vague, lines = facts_of(file).vague, len(file.read_text(encoding="utf-8").splitlines())
        if "drill" not in file.parts and len(vague) > max(2, lines // LINES_FOR_A_VAGUE_NAME):
            many[name_of(file)] = Counter(vague)
    assert not many


def test_docstrings_describe_what_there_is() -> None:
    """The name that a parameter or a field had before tells a reader nothing."""
    every = [(file, part) for file in FILES for part in facts_of(file).described]
    of_class = {part.name: part for _, part in every}

    def names_of(part: Described) -> set[str]:
        return {*part.names, *(name for base in part.bases if base in of_class for name in names_of(of_class[base]))}

    gone = [
        f"{name_of(file)} {part.name}: {sorted(lost)}" for file, part in every if (lost := part.said - names_of(part))
    ]
    assert not gone


def test_no_test_asserts_a_time() -> None:
    """A clock tells of the machine. Count the work (``tests/helpers/work.py``), or measure it in ``tests/benchmarks``."""
    files = [file for file in TESTS.rglob("*.py") if TESTS / "benchmarks" not in file.parents]
    assert len(files) > 100
    clock = re.compile(rf"\b({'|'.join(CLOCKS - {'time'})}|time\.time|from time import)\b")
    some = [file for file in files if clock.search(file.read_text(encoding="utf-8"))]
    assert [f"{name_of(file)}:{line}" for file in some for line in asserted_times(tree_of(file))] == []


def asserted_times(tree: ast.Module) -> Iterator[int]:
    """The lines that assert something of a clock, or of a name that was set from one in the same function."""
    clocks = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "time"
        for name in node.names
        if name.name in CLOCKS
    } | {f"time.{name}" for name in CLOCKS}

    def names(node: ast.AST) -> set[str]:
        return {ast.unparse(part) for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute))}

    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        of_a_clock = set(clocks)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and names(node.value) & of_a_clock:
                of_a_clock |= {name for target in node.targets for name in names(target)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and names(node.test) & of_a_clock:
                yield node.lineno


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("assert perf_counter() - begun < 1", [3]),
        ("assert time.monotonic() < 1", [3]),
        ("took = perf_counter() - begun\n    assert took < 1", [4]),
        ("while time.monotonic() < 1:\n        assert begun", []),
    ],
)
def test_a_time_that_is_asserted_is_found(lines: str, found: list[int]) -> None:
    assert [*asserted_times(ast.parse(f"from time import perf_counter\ndef test():\n    {lines}\n"))] == found


def test_every_dependency_is_explained() -> None:
    """CONTRIBUTING.md has a line for each, with the reason for it."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = [re.split(r"[<>=~ ;\[]", line)[0] for line in wanted]
    words = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in names if f"- **{name}**" not in words] == []


def check_wheel(folder: Path) -> None:
    (wheel,) = folder.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    lists = [file.relative_to(ARMIES).as_posix() for file in ARMIES.rglob("*.yaml")]
    assert lists
    assert {f"shoot_cli/sample_armies/{name}" for name in lists} <= names
    assert {name_of(file) for file in FILES} <= names
    for kind in ("md", "toml"):
        pages = {name_of(file) for file in PACKAGE.rglob(f"*.{kind}")}
        assert pages
        assert pages <= names
    assert "shoot_cli/py.typed" in names
    assert not [name for name in names if name.startswith(("tests/", "armies/"))]


@pytest.mark.skipif(find_spec("hatchling") is None, reason="the slow test builds it with a hatchling of its own")
def test_the_wheel_carries_the_sample_armies(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_wheel(tmp_path)


@pytest.mark.slow
def test_the_wheel_as_pip_builds_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(HOUSE)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_wheel(tmp_path)


def test_everything_is_written_through_our_own_streams() -> None:
    """``typer.echo`` and JSON that is not ASCII go around what ``ui/console.py`` and ``as_json`` promise."""
    found = [
        f"{name_of(file)}: {words}"
        for file in FILES
        for words in ("typer.echo(", "print(dumps(", "sys.stdout.buffer")
        if words in file.read_text(encoding="utf-8")
    ]
    assert found == []


def late_names(function: ast.FunctionDef) -> list[str]:
    """Return the names that a question's own functions read and that get another value after the question is asked."""
    kept = [
        keyword.value
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for keyword in call.keywords
        if keyword.arg in ("check", "words", "follow") and isinstance(keyword.value, ast.Lambda)
    ]
    given: dict[str, int] = {}
    for node in ast.walk(function) if kept else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given[node.id] = max(node.lineno, given.get(node.id, 0))
    return [
        f"{function.name}, line {one.lineno}: {node.id}"
        for one in kept
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and given.get(node.id, 0) > (one.end_lineno or 0)
    ]


def test_what_a_question_reads_is_not_changed_by_its_answer() -> None:
    """A question of the log is read again, for example when its answer is changed."""
    found = [
        f"{path.parent.parent.name}/{path.name}: {late}"
        for path in RULES
        if re.search(r"\b(check|words|follow)=\(?\s*lambda", text := path.read_text(encoding="utf-8"))
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        for late in late_names(function)
    ]
    assert found == []
