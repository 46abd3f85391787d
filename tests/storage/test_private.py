"""What is kept belongs to its owner: nobody else reads the battles, or knows what seals remembered lists."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoot_cli import armies
from shoot_cli.importing.list_files import load
from shoot_cli.storage.home import remembered, secret
from shoot_cli.storage.store import Store
from tests.reliability.places import full_disk

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    paths = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in paths}


def test_files_are_their_owners_and_so_are_folders(store: Store, folder: Path, begin) -> None:
    begin(store).append("answer", {"key": "q", "answer": 1})
    load(armies.samples()[0].path, remembered())
    found = modes(folder)
    assert {"shoot.db", "shoot.db-wal", "shoot.db-shm", "secret", "locks", "cache"} < {*found}
    assert {name: mode for name, mode in found.items() if mode != (0o700 if (folder / name).is_dir() else 0o600)} == {}


def test_files_of_earlier_days_are_closed_when_they_are_opened_to_write(folder: Path, begin) -> None:
    with Store.open() as store:
        begin(store)
    (folder / "shoot.db").chmod(0o664)
    folder.chmod(0o755)
    with Store.open():
        assert modes(folder)["shoot.db"] == 0o600
    assert modes(folder)["."] == 0o755  # it may be the owner's own folder, with other things in it


def test_a_secret_stays_one_and_is_not_made_to_look(folder: Path) -> None:
    assert secret(False) is None
    assert not folder.exists()
    made = secret(True)
    assert made is not None
    assert len(made) == 32
    assert secret(False) == secret(True) == made


@pytest.mark.parametrize("spoil", [lambda path: path.chmod(0o644), lambda path: path.write_bytes(b"")])
def test_a_secret_that_others_could_read_or_that_is_none_is_made_anew(folder: Path, spoil) -> None:
    first = secret(True)
    spoil(folder / "secret")
    assert secret(False) is None
    assert secret(True) not in (first, b"", None)
    assert modes(folder)["secret"] == 0o600


def test_many_make_one_secret_at_once(folder: Path) -> None:
    call = [sys.executable, "-c", "from shoot_cli.storage.home import secret; print(secret(True).hex())"]
    running = [subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    assert [one.communicate()[1] for one in running] == [b""] * 4
    assert secret(False) is not None
    assert [*folder.iterdir()] == [folder / "secret"]


def test_a_full_disk_leaves_no_half_of_a_secret(folder: Path) -> None:
    with full_disk(), pytest.raises(OSError, match="File too large"):
        secret(True)
    assert [*folder.iterdir()] == []
