"""``battle export -o``: the whole file or what was there before, and a sentence wherever it cannot be written."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from shoot_cli.cli.output import write_whole
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.reliability.conftest import Program

LONGEST_NAME = 255  # bytes, on every file system that is in use


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "place"
    folder.mkdir()
    return folder


def left(place: Path) -> list[str]:
    return sorted(os.listdir(place))


IMPOSSIBLE = {
    "under a file": "file/x.md",
    "a long name": f"{'x' * 250}.markdown",
    "in no folder": "nowhere/x.md",
    "a folder": "folder",
    "a loop": "loop",
    "a device": "null",
    "a pipe": "pipe",
    "a link into no folder": "astray",
    "far too long": "x/" * 3000,
}


@pytest.fixture
def crowded(place: Path) -> Path:
    """The place with all that stands in the way."""
    (place / "file").write_text("kept")
    (place / "folder").mkdir()
    (place / "loop").symlink_to(place / "loop")
    (place / "null").symlink_to("/dev/null")
    (place / "astray").symlink_to(place / "nowhere" / "x.md")
    os.mkfifo(place / "pipe")
    return place


@pytest.mark.parametrize("more", first(1, [[], ["--json"], ["--force"]]))
@each("where", IMPOSSIBLE)
def test_where_nothing_can_be_written(here: Program, battle: str, crowded: Path, where: str, more: list[str]) -> None:
    cannot_be_written(here, crowded, where, more)


@pytest.mark.slow
def test_nor_by_the_installed_program(program: Program, battle: str, crowded: Path) -> None:
    cannot_be_written(program, crowded, "a loop", ["--json"])


def cannot_be_written(shoot: Program, crowded: Path, where: str, more: list[str]) -> None:
    before = left(crowded)
    done = shoot("battle", "export", "Démo", "--format", "json", "-o", crowded / IMPOSSIBLE[where], *more)
    assert (done.code, done.out) == (1, b"")
    said = json.loads(done.err)["error"] if "--json" in more else done.err.decode().strip()
    assert said.count("\n") == 0
    assert " cannot be written: " in said
    assert left(crowded) == before
    assert (crowded / "file").read_text() == "kept"


def as_nobody(*command: str | Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Root may write anywhere, unless it gives that up."""
    return subprocess.run(
        [
            "setpriv",
            "--bounding-set=-dac_override,-dac_read_search",
            "--inh-caps=-dac_override,-dac_read_search",
            *command,
        ],
        capture_output=True,
        env={**os.environ, **env},
        check=False,
    )


@pytest.mark.slow
def test_a_folder_that_is_read_only(home: Path, battle: str, place: Path) -> None:
    from tests.reliability.conftest import SHOOT

    place.chmod(0o500)
    command = [SHOOT, "battle", "export", "Démo", "-o", place / "x.md"]
    if os.geteuid() == 0:
        if not shutil.which("setpriv") or as_nobody("true").returncode:
            pytest.skip("root may write everywhere")
        done = as_nobody(*command, SHOOT_HOME=str(home))
    else:
        done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().endswith("x.md cannot be written: Permission denied.\n")
    assert left(place) == []


@pytest.mark.slow
def test_the_longest_name_there_can_be(here: Program, battle: str, place: Path) -> None:
    path = place / f"{'x' * (LONGEST_NAME - 3)}.md"
    assert here("battle", "export", "Démo", "-o", path).code == 0
    assert path.read_text(encoding="utf-8").startswith("# Démo “one”")
    assert left(place) == [path.name]


@pytest.mark.slow
def test_a_link_stays_a_link_and_its_target_keeps_its_permissions(here: Program, battle: str, place: Path) -> None:
    target, link = place / "target.md", place / "link.md"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("target.md")
    done = here("battle", "export", "Démo", "-o", link)
    assert (done.code, target.read_text()) == (1, "old")
    assert b"--force" in done.err
    assert here("battle", "export", "Démo", "-o", link, "--force").code == 0
    assert link.is_symlink()
    assert os.readlink(link) == "target.md"
    assert target.read_text(encoding="utf-8").startswith("# Démo")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert left(place) == ["link.md", "target.md"]


def test_a_link_to_nothing_yet_stays_a_link(place: Path) -> None:
    (place / "link").symlink_to("new")
    write_whole(place / "link", "text", force=False)
    assert (place / "link").is_symlink()
    assert (place / "new").read_text() == "text"


def test_a_new_file_has_the_permissions_that_new_files_have(place: Path) -> None:
    write_whole(place / "ours", "text", force=False)
    (place / "usual").touch()
    assert (place / "ours").stat().st_mode == (place / "usual").stat().st_mode


def test_in_which_order(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written, synced, moved, and the folder synced: whenever the power fails, a whole file is there."""
    steps: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        found = os.fstat(descriptor)
        steps.append("folder synced" if stat.S_ISDIR(found.st_mode) else f"{found.st_size} bytes synced")
        sync(descriptor)

    def moved(old: Path, new: Path) -> None:
        steps.append(f"moved to {new.name}")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", moved)
    write_whole(place / "file", "text", force=False)
    assert steps == ["4 bytes synced", "moved to file", "folder synced"]


def test_what_fails_in_the_middle_leaves_what_was_there(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "file").write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(place / "file", "new", force=True)
    assert (place / "file").read_text() == "old"
    assert left(place) == ["file"]


@pytest.mark.slow
@pytest.mark.parametrize("name", first(1, ["shoot.db", "secret", "shoot.db-wal"]))
def test_what_battles_are_kept_in_is_never_written_over(here: Program, battle: str, home: Path, name: str) -> None:
    before = (home / "shoot.db").read_bytes()
    (home / "twin").hardlink_to(home / "shoot.db")
    for place in (home / name, home / "twin"):
        for command in (["export", battle, "--json", "-o"], ["backup"]):
            done = here("battle", *command, place, "--force")
            assert done.code == 1, done.said
            assert b"Name another file." in done.err
    assert (home / "shoot.db").read_bytes() == before
