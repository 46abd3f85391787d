"""`shoot doctor` says what is there, and what would not work, in words and as JSON."""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli import __version__
from shoot_cli.commands import doctor
from shoot_cli.engine.extras import how_to_install
from shoot_cli.storage.store import Store
from shoot_cli.ui.console import is_plain
from tests.helpers.each import each

WELL = {"input": True, "output": True, "columns": 80, "rows": 24, "encoding": "utf-8", "plain": False}
HOME = {"folder": "/here", "error": None, "writable": True, "free_bytes": 10**9}


def said(shoot: Any, code: int = 0) -> dict[str, Any]:
    done = shoot("doctor", "--json")
    assert done.code == code, done.err
    found = json.loads(done.out)
    assert isinstance(found, dict)
    return found


def test_it_names_the_versions_and_where_battles_are(shoot: Any, home: Path) -> None:
    with Store.open() as store:
        assert store.battles() == []
    found = said(shoot)
    assert found["shoot"]["version"] == __version__
    assert found["shoot"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"typer", "rich", "questionary", "pydantic"} <= found["packages"].keys()
    assert found["packages"]["typer"] == metadata.version("typer")
    assert (found["home"]["folder"], found["home"]["battles"]) == (str(home), 0)
    words = shoot("doctor")
    assert words.code == 0
    assert f"shoot {__version__}, Python" in words.out
    assert str(home) in "".join(words.out.split("\n  "))


def test_a_home_that_is_no_folder_stops_it(shoot: Any, home: Path) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(home, ignore_errors=True)
    home.write_text("a file")
    found = said(shoot, 1)
    assert [finding["stops"] for finding in found["findings"]].count(True) == 1
    assert "! Battles cannot be kept or read" in " ".join(shoot("doctor").out.split())


def test_a_database_that_is_none_stops_it(shoot: Any, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "shoot.db").write_bytes(b"no database at all")
    assert said(shoot, 1)["home"]["error"]


@each(
    ("other", "words"),
    [
        ({}, ""),
        ({"input": False}, "nobody can be asked"),
        ({"output": False, "columns": None, "rows": None}, "nobody can be asked"),
        ({"columns": 39}, "The window has 39x24"),
        ({"rows": 23}, "The window has 80x23"),
        ({"encoding": "cp437"}, "The encoding is cp437"),
        ({"plain": True}, "This terminal is plain"),
    ],
)
def test_what_a_terminal_lacks(other: dict[str, Any], words: str) -> None:
    found = doctor.of_terminal(WELL | other)
    assert words in " ".join(finding.words for finding in found)
    assert len(found) == bool(words)
    assert not any(finding.stops for finding in found)


@pytest.mark.parametrize(
    ("other", "stops", "words"),
    [
        ({}, False, ""),
        ({"error": "it is broken."}, True, "it is broken."),
        ({"writable": False}, True, "/here cannot be written to"),
        ({"free_bytes": 2048}, False, "The disk of /here has 2 KiB left"),
    ],
)
def test_what_a_home_lacks(other: dict[str, Any], stops: bool, words: str) -> None:
    found = doctor.of_home(HOME | other)
    assert words in " ".join(finding.words for finding in found)
    assert [finding.stops for finding in found] == [stops] * bool(words)


def test_an_extra_that_is_not_there_has_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "release", lambda package: None)
    found = doctor.of_extras(dict.fromkeys(doctor.EXTRAS))
    assert [how_to_install(name) in finding.words for name, finding in zip(doctor.EXTRAS, found, strict=True)] == [
        True
    ] * len(doctor.EXTRAS)
    assert doctor.of_extras(dict.fromkeys(doctor.EXTRAS, "1.0")) == []


def test_every_extra_for_players_is_known() -> None:
    assert {*doctor.EXTRAS} | {"test", "gate", "site"} == {*metadata.metadata("shoot-cli").get_all("Provides-Extra")}


@pytest.mark.parametrize(("value", "plain"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_accessible_is_plain(monkeypatch: pytest.MonkeyPatch, value: str, plain: bool) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("ACCESSIBLE", value)
    assert is_plain() is plain


def test_a_terminal_that_has_a_size_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True, fileno=lambda: 1, encoding="UTF-8"))
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: (100, 40))
    found = doctor.about_terminal(False)
    assert (found["columns"], found["rows"], found["encoding"]) == (100, 40, "utf-8")
