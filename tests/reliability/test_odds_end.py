"""Odds of the worst attacks that people have thought of end: with numbers or with a sentence, within time and memory."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.conftest import SHOOT, Program, limited

BUDGET = 1  # seconds of CPU
WORST = {
    "2nd: sustained fire, damage dice": (
        ["-r", "2e", "20x BS4 S5 20/40 0/0 D4 Sv-2 SF3", '20x "A" T4 W3 Sv3+ + 20x "B" T5 W4 Sv5+/4+'],
        ["--distance", "18"],
    ),
    "2nd: sustained fire at a vehicle": (
        ["macragge_column::Terminator", "macragge_column::Predator"],
        ["--distance", "12"],
    ),
    "7th: a squadron": (["-r", "7e", '50x BS4 S6 AP4 Heavy 4 48" [rending]', "20x AV10/10/10 HP10"], []),
    "7th: guns that burn, at many kinds": (
        [
            "-r",
            "7e",
            '100x "A" BS4 S8 AP2 Heavy 4 48" [rending, gets hot] + 100x "B" BS3 S6 AP3 Heavy 4 48" [gets hot]',
            " + ".join(f'19x "{name}" T{4 + i % 3} W{1 + i % 3} Sv{2 + i % 5}+' for i, name in enumerate("ABCDEFGH")),
        ],
        [],
    ),
    "10th: everything at once": (
        [
            "-r",
            "10e",
            " + ".join(
                f'20x "{name}" A D6+{i} BS3+ S{3 + i} AP-{i} D D6 [sustained hits D3, lethal hits, devastating wounds]'
                for i, name in enumerate("ABCDEF")
            ),
            " + ".join(
                f'20x "{name}" T{4 + i} Sv{2 + i % 5}+ W{1 + i} FNP{4 + i % 3}+' for i, name in enumerate("ABCD")
            ),
        ],
        [],
    ),
    "10th: exact fractions": (
        ["-r", "10e", "100x A D6 BS3+ S5 AP-1 D D6 [blast]", "100x T4 Sv3+ W100"],
        ["--fractions"],
    ),
    "Reikhammer: a barrage": (["-r", "rh", "20x BP 3 range 40", "10x INF A2 I1 + 10x INF A3 I2 + 10x INF A4 I3"], []),
    "Reikhammer: formations": (
        ["-r", "rh", "60x AP4 AT3 range 20", "20x AV A4 I9 [reinforced] + 20x INF A2 I5 + 10x INF A3 I2"],
        [],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("which", WORST)
def test_the_worst_attacks_end(program: Program, which: str) -> None:
    """The limits of the process, 60 s of CPU and 1 GiB, would end one that does not with a signal or a traceback."""
    units, more = WORST[which]
    more = more if "--distance" in more else [*more, "--distance", "12"]
    done = program("odds", *units, *more, "--budget", BUDGET, "--json")
    assert b"Traceback" not in done.err
    if done.code:
        assert done.code == 1, done.said
        assert json.loads(done.err)["error"].startswith("the odds would ")
    else:
        assert sum(json.loads(done.out)["slain"]) == pytest.approx(1)


LONG = ("-r", "2e", "40x BS4 assault cannon + 2x BS4 storm bolter", "40x T5 W3 Sv6+")  # minutes


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("batch", [False, True])
def test_interrupted_it_ends_without_a_traceback(batch: bool, tmp_path: Path) -> None:
    _, ruleset, attacker, target = LONG
    line = json.dumps({"ruleset": ruleset, "attacker": attacker, "target": target, "answers": {"distance": 12}})
    file = tmp_path / "attacks.jsonl"
    file.write_text(line)
    arguments: list[Any] = ["--batch", file] if batch else [*LONG, "--distance", "12"]
    call = [SHOOT, "odds", *arguments, "--budget", "50"]
    child = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limited)
    while cpu(child.pid) < 1.5 and child.poll() is None:  # by then it is at work
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert (child.returncode, out) == (130, b"")
    assert b"Traceback" not in err


def cpu(process: int) -> float:
    """Seconds of CPU that a process has used."""
    found = subprocess.run(["ps", "-o", "cputimes=", "-p", str(process)], capture_output=True, check=False).stdout
    return float(found or 0)
