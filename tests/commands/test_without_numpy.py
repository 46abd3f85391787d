"""Nothing needs numpy: without it every pair is worked out on its own, with the same numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.analysis import grid
from shoot_cli.cli.app import COMMANDS
from shoot_cli.commands import matrix as of_matrix
from shoot_cli.engine.extras import how_to_install

UNITS = ("adeptus-astartes::Hellblaster Squad,Aggressor Squad", "waaagh::Lootas,Flash Gitz,Freebootaz")
TARGETS = "40k-10e/targets::Cadian,Hearthkyn,Intercessor"
SCENARIO = {"ruleset": "7e", "attacker": "5x BS4 boltgun", "target": "5x T4 Sv6+", "answers": {"distance": 12}}


@contextmanager
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """numpy cannot be imported, and who imported it before does so anew."""
    with monkeypatch.context() as here:
        for name in ("numpy", "numpy.typing"):
            here.setitem(sys.modules, name, None)
        here.delitem(sys.modules, "shoot_cli.analysis.batch", raising=False)
        yield


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many attacks were worked out as arrays each time; two are enough for it."""
    monkeypatch.setattr(grid, "MANY", 1)
    found: list[int] = []
    whole = grid.at_once

    def noted(*given: Any, **more: Any) -> Any:
        result = whole(*given, **more)
        found.append(len(result))
        return result

    monkeypatch.setattr(grid, "at_once", noted)
    return found


def near(one: Any, other: Any) -> bool:
    """The same document, but for rounding."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other))
    return bool(one == pytest.approx(other, abs=1e-9)) if isinstance(one, float) else bool(one == other)


@pytest.mark.parametrize("words", [
    ("compare", UNITS[0], "--against", TARGETS, "--no-facts", "--json"),
    ("matchup", *UNITS, "--json"),
    ("matrix", *UNITS, "--against", TARGETS),
], ids=lambda words: words[0])  # fmt: skip
def test_it_comes_to_the_same(
    words: tuple[str, ...], shoot: Callable[..., Any], at_once: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    together = shoot(*words).out.splitlines()
    assert any(at_once)
    at_once.clear()
    with blocked(monkeypatch):
        alone = shoot(*words).out.splitlines()
    assert at_once
    assert not any(at_once)
    assert len(together) == len(alone)
    assert all(near(json.loads(one), json.loads(other)) for one, other in zip(together, alone, strict=True))


def test_many_pairs_are_told_what_would_be_quicker(shoot: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_matrix, "LONG", 6)
    words = ("matrix", UNITS[0], "--against", TARGETS)
    assert "pip install" not in shoot(*words).err
    with blocked(monkeypatch):
        told = shoot(*words).err
        assert f"6 pairs, one after the other; all at once: {how_to_install('matrix')}" in told
        monkeypatch.setattr(of_matrix, "LONG", 7)
        assert "pip install" not in shoot(*words).err
    assert how_to_install("matrix") in told


def test_another_package_that_lacks_is_an_error_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shoot_cli.analysis.batch", None)
    with pytest.raises(ModuleNotFoundError):
        grid.has_arrays()


WITHOUT = """
import os, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError(f"no {name}", name=name)
sys.meta_path.insert(0, Blocked())
sys.argv[0] = "shoot"
from shoot_cli.cli.main import main
main()
"""
FEW = ("vanguard::Intercessor", "deffskulls::Gretchin")
COMMANDS_OF_NUMBERS: dict[str, tuple[str, ...]] = {
    "odds": ("10x BS4 boltgun", "10x T4 Sv6+", "-r", "7e", "--distance", "12"),
    "what_if": ("odds", "ultramarines::Tank Killers", "targets::Rhino", "--what-if"),
    "batch": ("odds", "--batch", "-"),
    "compare": ("ultramarines::Tactical", "--against", "targets::Rhino", "--no-facts"),
    "matchup": FEW,
    "matrix": FEW,
    "need": ("targets::Rhino", "ultramarines::Tactical", "ultramarines::Vindicator"),
    "resolve": ("10x BS4 boltgun", "10x T4 Sv6+", "-r", "7e", "--distance", "12", "--times", "100", "--seed", "1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS_OF_NUMBERS)
def test_a_process_without_it(name: str, tmp_path: Path) -> None:
    words = COMMANDS_OF_NUMBERS[name]
    command = words if words[0] in COMMANDS else (name, *words)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *command], input=json.dumps(SCENARIO), text=True, capture_output=True,
        env={"SHOOT_HOME": str(tmp_path), "PATH": ""}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip()
