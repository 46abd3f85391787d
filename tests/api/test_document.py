"""What ``docs/programs.md`` shows of the interface is so: its sessions say what is shown, its scripts run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.test_readme import TEXTS, blocks

PAGE = TEXTS["programs.md"]
SESSIONS, SCRIPTS = blocks("pycon", PAGE), blocks("python", PAGE)
ATTACKS = "450 attacks\n"


def test_the_blocks_were_found() -> None:
    assert len(SESSIONS) >= 5
    assert [sum(name in script for script in SCRIPTS) for name in ("ProcessPoolExecutor()", "LocalCluster(")] == [1, 1]


@pytest.mark.slow
def test_sessions_say_what_is_shown() -> None:
    """One after the other, as in a notebook. What wants pandas is left out where there is none."""
    here = [block for block in SESSIONS if find_spec("pandas") or "import pandas" not in block]
    assert len(here) >= len(SESSIONS) - 1
    test = doctest.DocTestParser().get_doctest("\n".join(here), {}, "programs.md", None, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    found = runner.run(test, out=told.append)
    assert found.failed == 0, "".join(told)
    assert found.attempted > 10


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda text: text.split()[1])
def test_scripts_run(script: str, tmp_path: Path) -> None:
    """What the processes of a cluster work out, which speak to this machine alone, is what one would."""
    checks = (
        "assert cluster.scheduler_address.startswith('tcp://127.0.0.1:')",
        "import os; assert os.getpid() not in client.run(os.getpid).values()",
        "some = [row for one in work[:4] for row in swept(*one)]; assert rows[: len(some)] == some",
        "assert any(row['why_not'] for row in rows)",
    )
    within = "".join(f"        {check}\n" for check in checks if "LocalCluster" in script)
    file = tmp_path / "script.py"
    file.write_text(script.replace("    print(", f"{within}    print("), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", str(file)], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ATTACKS), done.stderr
