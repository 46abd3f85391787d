"""The installed program in a process of its own, as strangers' scripts, full disks and odd terminals meet it."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from shoot_cli.storage.store import Store
from tests.end_to_end.driver import drive, open_battle

SHOOT = Path(sys.executable).parent / "shoot"  # beside the Python of this environment
CPU = 60  # seconds, and
MEMORY = 2**30  # bytes: what hangs or swells is stopped, and fails its test


class Done(NamedTuple):
    """What came of one call. ``code`` is negative if a signal ended it."""

    code: int
    out: bytes
    err: bytes

    @property
    def said(self) -> str:
        """Both streams as text, whatever bytes they were."""
        return (self.out + b"\n" + self.err).decode(errors="backslashreplace")


Program = Callable[..., Done]


def limited(closed: Collection[int] = ()) -> None:
    """In the child: what it may use; streams that a shell would have ``closed``, as in ``>&-``."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number in closed:
        os.close(number)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A ``SHOOT_HOME`` that does not exist yet."""
    return tmp_path / "home"


@pytest.fixture
def program(home: Path) -> Program:
    """``program("odds", ..., typed=b"...", env={...})``: runs ``shoot`` to its end and gives what came of it."""

    def run(
        *arguments: str | Path,
        typed: bytes = b"",
        stdin: IO[bytes] | int | None = None,
        stdout: IO[bytes] | int = subprocess.PIPE,
        stderr: IO[bytes] | int = subprocess.PIPE,
        closed: Collection[int] = (),
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done:
        whole = {**os.environ, "SHOOT_HOME": str(home), "COLUMNS": "80", **(env or {})}
        child = subprocess.Popen(
            [SHOOT, *map(str, arguments)],
            stdin=subprocess.PIPE if stdin is None else stdin,
            stdout=stdout,
            stderr=stderr,
            env=whole,
            cwd=cwd,
            preexec_fn=lambda: limited(closed),
        )
        out, err = child.communicate(typed if stdin is None else None, timeout=300)
        return Done(child.returncode, out or b"", err or b"")

    return run


@pytest.fixture
def here(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    """The same in this process, for what hangs on no process; ``encoding`` is that of what it prints."""
    from tests.reliability.here import call

    monkeypatch.setenv("SHOOT_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str | Path, cwd: Path | None = None, encoding: str = "utf-8") -> Done:
        with chdir(cwd or Path.cwd()):
            return call(*map(str, arguments), encoding=encoding)

    yield run
    gc.enable()  # `play` leaves garbage alone, for it is the last thing that its process does


@pytest.fixture
def battle(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a battle kept in ``home``, of signs that few encodings have."""
    name = "Démo “one” Ω █"
    monkeypatch.setenv("SHOOT_HOME", str(home))
    with Store.open() as store:
        drive(open_battle(store, name), 30, lambda line: None)
    return name
