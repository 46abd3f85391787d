"""Going on with a battle: quick, because lists are remembered; and checked, because they are not when it matters."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import Any

import pexpect
import pytest

from shoot_cli import armies
from shoot_cli.armies.cache import RememberedLists, packed, seal
from shoot_cli.importing.list_files import load
from shoot_cli.rules.seventh import RULESET
from shoot_cli.storage.home import cache, remembered, secret
from shoot_cli.storage.remembered_place import reloaded
from shoot_cli.storage.store import Store

NAME = "Evening"
HEAVY = "yaml pydantic"

# Runs the command line and says on the same terminal whenever a list is about to be read.
WATCH = """
import os, sys
heavy, sys.argv = sys.argv[1].split(), ["shoot", *sys.argv[2:]]
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name in heavy:
            os.write(1, f"<{name}>".encode())
sys.meta_path.insert(0, Watch())
from shoot_cli.cli.main import main
main()
"""


@pytest.fixture
def battle() -> str:
    """A battle of two shipped lists, nothing remembered yet."""
    loaded = [load(armies.find_list(words)) for words in ("ultramarines", "orks")]
    mine, theirs = (dumps({"name": one.army.name, "path": "", "text": one.text}) for one in loaded)
    with Store.open() as store:
        store.create(NAME, "40k-7e", RULESET.version, 7, (mine, theirs), {}, "app").close()
    return NAME


def shown(*arguments: str) -> str:
    """All that comes until the first prompt."""
    child = pexpect.spawn(
        sys.executable, ["-c", WATCH, HEAVY, *arguments], env=dict(os.environ), encoding="utf-8", timeout=60
    )
    try:
        child.expect("leave")
        return str(child.before)
    finally:
        child.close(force=True)


@pytest.mark.slow
def test_the_second_time_no_list_is_read(battle: str) -> None:
    assert "<yaml>" in shown("play", "--resume")
    assert "<" not in shown("play", "--resume")


@pytest.mark.slow
def test_who_begins_a_battle_goes_on_with_it_without_reading() -> None:
    assert "<pydantic>" in shown("play", "ultramarines", "orks", "--dice", "app", "--battle", NAME)
    assert "<" not in shown("play", "--resume")
    assert "<" not in shown("play", "ultramarines", "orks", "--dice", "app", "--battle", "another")


def forge(sealed: bool) -> None:
    """What is remembered of the first list is another army, by somebody who knows how files are written.

    ``sealed``: who knows the owner's secret, too.
    """
    memory = remembered()
    assert memory is not None
    with Store.open() as store:
        stored = store.load(NAME)
    _, start, _ = reloaded(stored, memory)
    text = load(armies.find_list("ultramarines")).text
    army: Any = memory.army(text)
    assert army.units[0] == start.sides[0].units[0].unit.value
    for path in memory.folder.iterdir():
        if b"Ultramarines" in (kept := path.read_bytes().partition(b"\n")[2]):
            name, sources, _, more = loads(kept)
            parts = dumps([name, sources, packed(army.but(units=army.units[:1])), more]).encode()
            key = secret(False) if sealed else None
            digest = seal(key, path, parts) if key else sha256(parts).hexdigest().encode()
            path.write_bytes(digest + b"\n" + parts)
    forged = memory.army(text)
    assert (forged is not None) == sealed
    assert forged is None or len(forged.units) == 1


def test_who_writes_into_the_cache_changes_no_battle(battle: str) -> None:
    forge(sealed=False)
    with Store.open() as store:
        stored = store.load(NAME)
    assert len(reloaded(stored, remembered())[1].sides[0].units) > 1


def test_whoever_checks_reads_the_text(battle: str, shoot: Callable[..., Any]) -> None:
    forge(sealed=True)
    with Store.open() as store:
        stored = store.load(NAME)
    assert len(reloaded(stored)[1].sides[0].units) > 1
    assert len(reloaded(stored, remembered())[1].sides[0].units) == 1
    assert shoot("battle", "verify", NAME).code == 0


def test_a_remembered_battle_begins_as_its_text_says(battle: str) -> None:
    with Store.open() as store:
        stored = store.load(NAME)
    expected = reloaded(stored)
    for _ in range(2):
        assert reloaded(stored, remembered()) == expected


def test_nobody_need_know_where_to_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOOT_HOME", "~nobody-of-this-name/shoot")
    assert remembered() is None


def test_what_is_remembered_is_no_part_of_the_data(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert cache() == home / "cache"
    monkeypatch.delenv("SHOOT_HOME")
    assert cache().name != "cache"
    assert isinstance(remembered(), RememberedLists)


@pytest.mark.slow
def test_garbage_is_collected_again_whatever_happens(shoot: Callable[..., Any]) -> None:
    assert shoot("play", "--demo", "--plain").code == 0
    assert gc.isenabled()
    assert shoot("play", "--resume").code != 0
    assert gc.isenabled()


def test_a_battle_that_is_open_elsewhere_is_passed_over(battle: str, shoot: Callable[..., Any]) -> None:
    with Store.open() as store:
        other = store.create("Later", "40k-7e", RULESET.version, 7, store.load(battle).armies, {}, "app")
        done = shoot("play", "--resume")
        assert "“Later”: open in another terminal." in done.out
        assert "“Evening” goes on at a terminal" in done.err
        mine = store.load(battle, write=True)
        assert "“Later” is open in another terminal" in shoot("play", "--resume").err  # there is no other one
        mine.close()
        other.close()
