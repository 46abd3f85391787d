"""Processes that die or meet: what was said to be saved is saved, and there is one writer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shoot_cli.storage.home import Locked
from shoot_cli.storage.store import Store

WRITER = """
import sys
from shoot_cli.storage.store import Store
store = Store.open()
name = sys.argv[1]
exists = any(summary.name == name for summary in store.battles())
battle = store.load(name, write=True) if exists else store.create(name, "40k-7e", "1", 7, ("{}", "{}"), {}, "app")
print("open", flush=True)
number = len(battle.events)
while True:
    event = battle.append("answer", {"key": f"q{number}", "answer": number, "by": "me", "hand": False})
    print(event.number, event.hash, flush=True)
    number += 1
    if len(sys.argv) > 2:
        sys.stdin.readline()
"""


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"SHOOT_HOME": str(folder)},
        cwd=Path(__file__).parents[2],
    )


def kill(process: subprocess.Popen[str]) -> str:
    """Kill without a word; returns what it had still said."""
    assert process.stdout is not None
    assert process.stdin is not None
    process.kill()
    rest = process.stdout.read()  # communicate() would forget what readline() has read ahead
    process.stdin.close()
    process.stdout.close()
    process.wait()
    if os.name != "nt":
        assert process.returncode == -signal.SIGKILL
    return rest


def killed_in_the_middle(folder: Path, rounds: int) -> None:
    said: list[tuple[int, str]] = []
    for turn in range(rounds):
        process = start(folder, "the battle")
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        lines = [process.stdout.readline() for _ in range(5)]
        time.sleep(0.003 * turn)
        lines += kill(process).splitlines(keepends=True)
        said += [(int(line.split()[0]), line.split()[1]) for line in lines if line.endswith("\n")]
        with Store.open() as store:
            assert store.verify("the battle") == []
            battle = store.load("the battle", write=True)  # the lock died with its process
            there = [(event.number, event.hash) for event in battle.events]
            assert set(said) <= set(there)
            assert len(there) - len(said) <= turn + 1  # at most one a round was written and not yet said


def test_every_answer_that_was_saved_is_there_after_kill_9(folder):
    killed_in_the_middle(folder, 3)


@pytest.mark.slow
def test_every_answer_is_there_after_many_kills(folder):
    killed_in_the_middle(folder, 40)


def test_a_second_terminal_may_watch_but_not_write(folder):
    process = start(folder, "the battle", "wait")
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        process.stdout.readline()
        process.stdout.readline()
        with Store.open() as store:
            with pytest.raises(Locked) as refused:
                store.load("the battle", write=True)
            assert str(refused.value).startswith(
                f"“the battle” is open in another terminal (process {process.pid} since "
            )
            assert str(refused.value).endswith(
                "). Close it there first, or follow it here: shoot battle watch 'the battle'"
            )
            watching = store.load("The Battle")
            assert len(watching.events) == 1
            process.stdin.write("\n")
            process.stdin.flush()
            process.stdout.readline()
            assert [event.number for event in watching.refresh()] == [2]
            store.create("another", "40k-7e", "1", 7, ("{}", "{}"), {}, "app").append("note", {})
            kill(process)
            store.load("the battle", write=True).append("undo", {"count": 2})
    finally:
        if process.poll() is None:
            kill(process)
