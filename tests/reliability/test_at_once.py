"""Several terminals at one new database, and a clock that is set back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.play.start import created
from shoot_cli.storage.store import Store
from tests.reliability.conftest import SHOOT, limited
from tests.reliability.logs import answer, exported

FACTS: tuple[Any, ...] = ("40k-7e", "3", 7, ("{}", "{}"), {}, "app")


@pytest.mark.slow
def test_of_eight_that_want_one_name_at_a_new_database_one_gets_it(home: Path) -> None:
    call = [SHOOT, "battle", "import", "-"]
    env = {**os.environ, "SHOOT_HOME": str(home)}
    running = [
        subprocess.Popen(call, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=env, preexec_fn=limited)
        for _ in range(8)
    ]
    typed = exported([answer(1)])
    for one in running:  # all are waiting for this by now, or soon
        assert one.stdin is not None
        one.stdin.write(typed)
        one.stdin.close()
    said = []
    for one in running:
        assert one.stderr is not None
        with one.stderr:
            said.append((one.stderr.read().decode(), one.wait()))
    first = "“Odd day” is taken in, whole: 1 answer, going on. `shoot battle verify` plays it again with its rules.\n"
    other = "There is a battle named “Odd day” already. Give this one another name.\n"
    assert sorted(said, key=lambda one: one[1]) == [(first, 0), *[(other, 1)] * 7]
    with Store.open(home / "shoot.db") as store:
        assert [(battle.name, battle.answers) for battle in store.battles()] == [("Odd day", 1)]
        assert store.verify("Odd day") == []


def test_whoever_is_given_a_name_gets_another_when_that_is_taken_meanwhile(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two terminals begin a battle of the same lists at once; neither said how to call it."""
    with Store.open(home / "shoot.db") as ours, Store.open(home / "shoot.db") as theirs:
        looked = Store.new_name

        def late(store: Store, first: str) -> str:
            name = looked(store, first)
            monkeypatch.setattr(Store, "new_name", looked)
            theirs.create(name, *FACTS)  # between our look and our write
            return name

        monkeypatch.setattr(Store, "new_name", late)
        assert created(ours, None, "A v B", FACTS).name == "A v B 2"


def test_a_battle_of_a_clock_that_was_ahead_is_not_the_latest(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(home / "shoot.db") as store:
        monkeypatch.setattr("shoot_cli.storage.store.now", lambda: "2099-01-01T00:00:00.000Z")
        with store.create("Ahead", *FACTS) as ahead:
            ahead.append(*answer(1))
        monkeypatch.undo()
        store.create("Right", *FACTS).close()
        assert [battle.name for battle in store.battles()] == ["Right", "Ahead"]
        assert store.latest().name == "Right"  # type: ignore[union-attr]
        with store.load("Ahead", write=True) as ahead:
            ahead.append(*answer(2))
            assert store.verify("Ahead") == []  # times that go back are no break
        assert [battle.name for battle in store.battles()] == ["Ahead", "Right"]
