"""The command line as people and programs call it: in this process, or in one of its own where streams matter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli.cli.app import app

SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"


class Done:
    """What came of a call."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        assert self.code == 0, self.err
        found = json.loads(self.out)
        told = sum(len(found.get(part, ())) for part in ("unused", "overruled", "misspelt"))
        assert len(self.err.splitlines()) == told, self.err
        return found

    @property
    def error(self) -> str:
        """The JSON error on standard error; nothing is on standard output."""
        assert self.out == ""
        document = json.loads(self.err)
        assert list(document) == ["error"]
        return str(document["error"])

    def refused(self, code: int = 1) -> str:
        """Words on standard error: no traceback, nothing on standard output."""
        assert self.code == code, (self.code, self.out, self.err)
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.err.strip()
        return self.err


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where SHOOT_HOME points. Nothing of the tester's own terminal is left."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SHOOT_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture
def shoot() -> Callable[..., Done]:
    """Call the app in this process. An exception that is no exit is a failure of the test."""

    def call(*arguments: str, stdin: str | bytes | None = None) -> Done:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def process() -> Callable[..., Done]:
    """Call the app in a process of its own, with the environment changed as said."""

    def call(*arguments: str, stdin: str | bytes = b"", **env: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
            timeout=60,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


SCENARIO = """\
ruleset: 40k-7e
attacker: {name: Squad, models: [{name: Marine, count: 5, BS: 4, weapons: [boltgun]}]}
target:
  name: Mob
  models:
    - {name: Boy, count: 6, T: 4, Sv: 6+}
    - {name: Boss Nob, T: 4, W: 2, Sv: 4+, character: yes}
    - {name: Boy, count: 4, T: 4, Sv: 6+}
answers: {distance: 12%s}
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[[str], str]:
    """A scenario file with more answers than the distance."""

    def written(more: str = "") -> str:
        path = tmp_path / "scenario.yaml"
        path.write_text(SCENARIO % (f", {more}" if more else ""), encoding="utf-8")
        return str(path)

    return written
