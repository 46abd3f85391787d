"""The laws of the house, as far as a program can see whether they are kept. CONTRIBUTING.md says them in words."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import shoot_cli
from shoot_cli.rules import RULESETS

HOUSE = Path(__file__).parent.parent
PACKAGE = HOUSE / "shoot_cli"
ARMIES = HOUSE / "armies"
FILES = sorted(PACKAGE.rglob("*.py"))
RULES = [file for file in FILES if PACKAGE / "rules" in file.parents]
# Rules are pure: the same input and answers, the same output. Chance, clocks, files and screens belong to others.
NEVER_IN_RULES = {"random", "secrets", "time", "datetime", "os", "sys", "io", "pathlib", "subprocess", "rich", "typer"}
LONGEST = 400


def name_of(file: Path) -> str:
    return file.relative_to(HOUSE).as_posix()


def imported(file: Path) -> Iterator[str]:
    """Every module that the file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_house_was_found() -> None:
    assert len(FILES) > 50
    assert len(RULES) > 10


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_rules_import_nothing_that_is_not_pure(file: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(file)} & NEVER_IN_RULES


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_rules_print_and_open_nothing(file: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"print", "input", "open", "exec", "eval"}


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_rules_know_nothing_of_commands_and_screens(file: Path) -> None:
    above = ("shoot_cli.commands", "shoot_cli.ui", "shoot_cli.battles", "shoot_cli.app")
    assert not [name for name in imported(file) if name.startswith(above)]


@pytest.mark.parametrize("file", [file for file in FILES if PACKAGE / "core" in file.parents], ids=name_of)
def test_the_core_knows_no_edition_no_command_and_no_screen(file: Path) -> None:
    above = ("shoot_cli.commands", "shoot_cli.ui", "shoot_cli.battles", "shoot_cli.rules", "shoot_cli.armies")
    assert not [name for name in imported(file) if name.startswith(above)]


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)
def test_no_edition_is_named_outside_its_folder(edition: object) -> None:
    """Words for people (docstrings, comments, help) may give one as an example; code may not."""
    name, package = edition.name, edition.package.rpartition(".")[2]  # type: ignore[attr-defined]
    named = re.compile(
        rf"{re.escape(name)}|\brules[./]{re.escape(package)}\b|\b{name.partition('-')[2].upper()}-[A-Z]{{3}}\b"
    )
    found = [
        f"{name_of(file)}:{node.lineno}: {node.value!r}"
        for file in FILES
        if PACKAGE / "rules" not in file.parents
        for node in strings(ast.parse(file.read_text(encoding="utf-8")))
        if named.search(str(node.value))
    ]
    assert found == []


def strings(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings of a module, but for docstrings and the help of options."""
    words = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr):
                words.add(id(first.value))
        elif isinstance(node, ast.keyword) and node.arg == "help":
            words.update(id(part) for part in ast.walk(node.value))
    yield from (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words
    )


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_file_is_too_long(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST, "split it by meaning"


def test_one_version() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == shoot_cli.__version__


def test_every_dependency_is_explained() -> None:
    """CONTRIBUTING.md has a line for each, with the reason for it."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
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
