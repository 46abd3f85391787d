"""What a project has beside its code: workflows, forms, the scripts of the gate, the version in one place."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import shoot_cli

HOUSE = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((HOUSE / ".github/workflows").glob("*.yml"))
FORMS = sorted((HOUSE / ".github/ISSUE_TEMPLATE").glob("[a-z]*-*.yml"))
CHANGELOG = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
WANTED = [
    *PROJECT["project"]["dependencies"],
    *(one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra),
]


def read(path: Path) -> dict[str, Any]:
    """The file, with `on` as the word that it is."""
    found = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    assert isinstance(found, dict)
    return found


def script(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, HOUSE / ".ci" / name, *words], capture_output=True, text=True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_what_it_needs_and_calls_scripts_that_are_there(path: Path) -> None:
    workflow = read(path)
    assert {"name", "on", "permissions", "jobs"} <= workflow.keys()
    for name, job in workflow["jobs"].items():
        assert job["runs-on"], name
        assert {*[job.get("needs", name)]} <= {*workflow["jobs"]}
        for step in job["steps"]:
            assert len({"uses", "run"} & step.keys()) == 1, step
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@[\w./-]+", step.get("uses", "a/b@c")), step
            for called in re.findall(r"(?<![\w/])\.ci/\w+", step.get("run", "")):
                assert (HOUSE / called).stat().st_mode & 0o111, called


def test_the_plain_tests_run_with_every_python_that_is_promised() -> None:
    (test,) = (read(path) for path in WORKFLOWS if path.stem == "test")
    matrix = test["jobs"]["plain"]["strategy"]["matrix"]
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    assert matrix["python"] == promised
    assert PROJECT["project"]["requires-python"] == f">={promised[0]}"
    assert {one["os"].partition("-")[0] for one in matrix["include"]} == {"macos", "windows"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_something(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    names = [field["id"] for field in form["body"]]
    assert len({*names}) == len(names) >= 3
    assert all(field["type"] in ("textarea", "input") and field["attributes"]["label"] for field in form["body"])


def test_one_version() -> None:
    """It stands in `shoot_cli/__init__.py`; what is built takes it from there."""
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "shoot_cli/__init__.py"
    assert f"\n## [{shoot_cli.__version__}]" in CHANGELOG


def test_the_text_of_a_release_is_its_section_and_one_screen() -> None:
    done = script("changes", f"v{shoot_cli.__version__}")
    assert done.returncode == 0, done.stderr
    text = done.stdout.splitlines()
    assert 5 <= len(text) <= 30
    assert not [line for line in text if line.startswith("## ")]
    assert script("changes", "99.0.0").returncode != 0


def test_every_lower_limit_is_a_constraint_of_the_gate() -> None:
    found = dict(line.split("==") for line in script("oldest").stdout.splitlines())
    for line in WANTED:
        name, _, limit = line.partition(">=")
        if limit:
            assert found[name.partition("[")[0]] == limit.partition(",")[0], line
        else:
            assert name.startswith("types-"), line  # stubs: the newest describe what is installed
    assert ".ci/oldest" in (HOUSE / ".ci/run").read_text(encoding="utf-8")


def test_an_upper_limit_has_its_reason() -> None:
    """Only data that change their shape with each great version have one."""
    assert [line for line in WANTED if "<" in line or "==" in line] == ["wh40kdc>=1.4,<2"]
