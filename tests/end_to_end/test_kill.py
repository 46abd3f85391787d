"""``kill -9`` at random moments of a battle, while it writes too: what was confirmed is kept, the same prompt returns."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shoot_cli.storage.store import Store
from tests.end_to_end import driver
from tests.helpers.samples import many

NAME = "The last stand"
ROOT = Path(__file__).parents[2]
FEW, MANY, EACH = 3, many(25), 25  # kills; EACH in one battle, which would be over before 100


def start(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(Path(driver.__file__)), NAME],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"SHOOT_HOME": str(home), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
    )


def left_in_peace(home: Path, most: int) -> tuple[dict[int, str], dict[int, str]]:
    """The hash of every event of the same battle played undisturbed, and what is asked when there are so many."""
    hashes, asked = {}, {}

    def heard(line: str) -> None:
        what, number, rest = line.split(" ", 2)
        (hashes if what == "kept" else asked)[int(number)] = rest

    with Store.open(home / "peace" / "shoot.db") as store:
        driver.drive(driver.open_battle(store, NAME), most, heard)
    return hashes, asked


def killed(home: Path, confirmed: int, chance: random.Random) -> list[str]:
    """Everything it said. It is killed so many confirmed events after its first prompt, and a random moment later."""
    process = start(home)
    assert process.stdout is not None
    heard = [process.stdout.readline()]
    while not heard[-1].startswith("asks ") or sum(line.startswith("kept") for line in heard) < confirmed:
        assert heard[-1], "it ended by itself"
        heard.append(process.stdout.readline())
    end = time.perf_counter() + chance.random() * chance.choice([0.0001, 0.0005, 0.002, 0.005])
    while time.perf_counter() < end:  # sleeping is too coarse to strike a write
        pass
    process.kill()
    rest, _ = process.communicate()
    return heard + rest.splitlines(keepends=True)


def game(home: Path, kills: int, chance: random.Random) -> int:
    """So many kills in one battle; how often an event was on disk that nobody had confirmed yet."""
    confirmed: dict[int, str] = {}
    prompts: dict[int, str] = {}
    between = 0
    for _ in range(kills):
        for line in killed(home, chance.randrange(4), chance):
            if line.endswith("\n"):  # else it was struck while it spoke
                what, number, rest = line.rstrip("\n").split(" ", 2)
                before = (confirmed if what == "kept" else prompts).setdefault(int(number), rest)
                assert before == rest, "another event, or another prompt, than before the kill"
        with Store.open(home / "shoot.db") as store:
            assert store.verify(NAME) == []
            kept = {event.number: event.hash for event in store.load(NAME).events}
        assert confirmed.items() <= kept.items(), "confirmed, and not there"
        between += max(kept, default=0) > max(confirmed, default=0)
    hashes, asked = left_in_peace(home, len(kept) + 1)
    assert kept.items() <= hashes.items()
    assert prompts.items() <= asked.items()
    said = subprocess.run(
        [sys.executable, "-m", "shoot_cli", "battle", "verify", NAME, "--json"],
        capture_output=True,
        text=True,
        env=os.environ | {"SHOOT_HOME": str(home)},
        cwd=ROOT,
    )
    assert said.returncode == 0, said
    found = json.loads(said.stdout)
    assert found["whole"] is True
    assert found["fits"] is True
    assert re.fullmatch("[0-9a-f]{64}", found["hash"])

    return between


def test_some_kills_lose_nothing(tmp_path):
    game(tmp_path, FEW, random.Random(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(MANY // EACH))
def test_many_kills_lose_nothing(tmp_path, number):
    assert game(tmp_path, EACH, random.Random(f"{MANY}/{number}")), (
        "no kill struck between a write and its confirmation"
    )
