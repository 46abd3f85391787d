"""Places where nothing can be written, for root too."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.reliability.conftest import SHOOT, Done, limited

DROP, RIGHTS = 24, (1, 2, 3)  # prctl: PR_CAPBSET_DROP; CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER

needs_rights = pytest.mark.skipif(
    not hasattr(os, "geteuid") or (os.geteuid() == 0 and sys.platform != "linux"),
    reason="permissions bind nobody here",
)


def bound() -> None:
    """In the child: permissions of files bind it, even if it is root's."""
    if os.geteuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for right in RIGHTS:
            if library.prctl(DROP, right, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")


def full() -> None:
    """In the child: no file can grow, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@contextmanager
def full_disk() -> Iterator[None]:
    """The same in this process, for as long as it lasts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def call(home: Path, hindrance: Callable[[], None], *arguments: str, **env: str) -> Done:
    """``shoot`` with these arguments, run to its end."""

    def before() -> None:
        limited()
        hindrance()

    done = subprocess.run(
        [SHOOT, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "SHOOT_HOME": str(home), "COLUMNS": "80", **env},
        preexec_fn=before,
        timeout=300,
    )
    return Done(done.returncode, done.stdout, done.stderr)


@contextmanager
def sealed(folder: Path) -> Iterator[None]:
    """Nobody who is bound by permissions writes anything in it meanwhile."""
    inside = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in inside}
    for path in inside:
        path.chmod(modes[path] & ~0o222)
    try:
        yield
    finally:
        for path in inside:
            path.chmod(modes[path])
