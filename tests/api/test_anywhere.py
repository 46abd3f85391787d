"""The interface in threads, in other processes, under mypy, and what it costs to import."""

from __future__ import annotations

import doctest
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import Event, Thread

import pytest

from shoot_cli import api
from shoot_cli.analysis import single_attack
from shoot_cli.api.units import in_turn
from tests.cli.test_lazy_imports import HEAVY

HOUSE = Path(__file__).parent.parent.parent
SCRIPT = Path(__file__).with_name("a_script.py")
MODULES = [api.__name__, *(f"{api.__name__}.{module.name}" for module in iter_modules(api.__path__))]
NEVER = {*HEAVY, "typer", "click", "numpy", "pandas", "dask", "multiprocessing", "inspect", "dataclasses", "difflib", "importlib.metadata"}  # fmt: skip
PAIR = "ultramarines::Melta", "orks::Slugga Boyz"


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"import json, sys\n{code}\nprint(json.dumps([*sys.modules]))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {*json.loads(done.stdout)}


def test_an_import_brings_nothing_heavy() -> None:
    found = modules_after("import shoot_cli.api")
    assert found & NEVER == set()
    assert not any(name.startswith(("shoot_cli.ui", "shoot_cli.commands", "shoot_cli.storage")) for name in found)


@pytest.mark.slow
def test_an_attack_brings_no_terminal_no_battles_and_no_numpy() -> None:
    found = modules_after("from shoot_cli import api; api.odds('5x BS4 boltgun', '5x T4', ruleset='7e')")
    assert found & {"typer", "rich", "questionary", "prompt_toolkit", "sqlite3", "yaml", "pydantic", "numpy"} == set()
    found = modules_after(f"from shoot_cli import api; api.odds{PAIR}")
    assert not any(name.startswith(("shoot_cli.ui", "shoot_cli.commands", "shoot_cli.storage")) for name in found)


def test_all_that_is_promised_is_documented() -> None:
    assert [name for name in api.__all__ if not (getattr(api, name).__doc__ or "").strip()] == []


@pytest.mark.slow
def test_examples_are_true() -> None:
    found = [doctest.testmod(import_module(module)) for module in MODULES]
    assert [module for module, one in zip(MODULES, found, strict=True) if one.failed] == []
    assert sum(one.attempted for one in found) > 8


@pytest.mark.slow
def test_a_script_has_types(tmp_path: Path) -> None:
    """What a user writes against it passes the strictest check; what is wrong there is found."""

    wrong = tmp_path / "script.py"
    more = "army.units.append(3)", "x: int = found.slain", "api.odds(3, squad)"
    wrong.write_text("\n".join([SCRIPT.read_text(encoding="utf-8"), *more]), encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(SCRIPT), str(wrong)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "Found 3 errors in 1 file (checked 2 source files)" in done


@pytest.mark.slow
def test_a_script_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from runpy import run_path

    monkeypatch.chdir(HOUSE)
    run_path(str(SCRIPT))
    assert "has no unit “nobody”" in capsys.readouterr().out


# Threads and processes ------------------------------------------------------------------------------------------------


def test_threads_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one works out its odds another does not begin: caches are filled by one at a time."""
    inside, most, worked_out = [0], [0], single_attack.worked_out
    others = Event()

    def counted(*given, **options):
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        others.wait(0.2)
        try:
            return worked_out(*given, **options)
        finally:
            inside[0] -= 1

    monkeypatch.setattr(single_attack, "worked_out", counted)
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(lambda inches: api.odds(*PAIR, distance=inches), (3, 6, 9, 12))]
    assert most == [1]
    monkeypatch.undo()
    assert found == [api.odds(*PAIR, distance=inches) for inches in (3, 6, 9, 12)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_has_its_turn_though_a_thread_had_it() -> None:
    """Nobody else would give the turn back in there."""
    taken, done = Event(), Event()

    def hold() -> None:
        with in_turn():
            taken.set()
            done.wait(60)

    thread = Thread(target=hold)
    thread.start()
    assert taken.wait(60)
    try:
        child = multiprocessing.get_context("fork").Process(target=api.odds, args=PAIR)
        child.start()
        child.join(60)
        assert child.exitcode == 0
    finally:
        child.kill()
        done.set()
        thread.join()


def destroyed(bundle: list[tuple[api.Unit, api.Unit]]) -> list[api.Odds]:
    return [api.odds(attacker, target, distance=6) for attacker, target in bundle]


def said(words: str) -> api.Unit:
    return api.unit(words)


@pytest.mark.slow
def test_all_values_go_to_a_process_that_begins_anew() -> None:
    """Spawned, it has another seed for the hashes of texts: what is equal here must be equal there."""
    army, orks = api.load("ultramarines"), api.load("orks")
    pairs = [(army["Melta"], orks["Slugga"]), (api.unit("5x BS4 boltgun", ruleset="7e"), orks["Lootas"])]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(destroyed, pairs).result(120) == destroyed(pairs)
        assert pool.submit(said, "ultramarines::Melta").result(120) == army["Melta"]
        assert {pool.submit(said, "ultramarines::Melta").result(120)} == {army["Melta"]}
        with pytest.raises(api.ShootError, match="has no unit “nobody”"):
            pool.submit(said, "ultramarines::nobody").result(120)
    for value in (army, orks["Slugga"], *destroyed(pairs), api.compare(army["Melta"], orks["Slugga"])):
        assert pickle.loads(pickle.dumps(value)) == value
