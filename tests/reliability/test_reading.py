"""Battles are read where nothing can be written, and what cannot be a home is no empty one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shoot_cli.play.watch import fingerprint
from shoot_cli.storage.database import looked_at
from shoot_cli.storage.home import StorageError, secret
from shoot_cli.storage.store import Store
from tests.helpers.samples import first
from tests.reliability.conftest import Program
from tests.reliability.logs import answer, exported
from tests.reliability.places import bound, call, full, needs_rights, sealed

COMMANDS = {
    "list": ("--plain",),
    "show": ("odd",),
    "verify": ("odd",),
    "export": ("odd", "--json"),
    "luck": ("odd",),
    "watch": ("odd", "--once", "--plain"),
}


@pytest.fixture
def kept(home: Path, program: Program) -> Path:
    """A home with a battle in it, as it is left behind."""
    assert program("battle", "import", "-", typed=exported()).code == 0
    return home


@pytest.fixture
def going_on(home: Path) -> Iterator[Store]:
    """A home with a battle that another process plays."""
    with Store.open(home / "shoot.db") as store:
        store.create("Odd day", "40k-7e", "3", 7, ("{}", "{}"), {}, "app").append(*answer(1))
        assert (home / "shoot.db-wal").stat().st_size
        yield store


def shown(done: tuple[int, bytes, bytes]) -> list[int]:
    code, out, err = done
    assert (code, err) == (0, b"")
    return [given["answer"] for given in json.loads(out)["answers"]]


def found_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.slow
@needs_rights
def test_whatever_only_reads_works_in_a_folder_that_is_only_lent(kept: Path) -> None:
    expected = {command: call(kept, lambda: None, "battle", command, *options) for command, options in COMMANDS.items()}
    before = found_in(kept)
    with sealed(kept):
        for command, options in COMMANDS.items():
            assert call(kept, bound, "battle", command, *options) == expected[command], command
        done = call(kept, bound, "battle", "delete", "odd day", "--yes")
    assert (done.code, done.out) == (3, b"")
    assert done.err.decode().endswith("cannot be written to. Name another folder with SHOOT_HOME.\n")
    assert found_in(kept) == before


@pytest.mark.slow
def test_and_on_a_full_disk(kept: Path) -> None:
    for command, options in COMMANDS.items():
        done = call(kept, full, "battle", command, *options)
        assert (done.code, done.err) == (0, b""), command
        assert done.out
    done = call(kept, full, "battle", "delete", "odd day", "--yes")
    assert done.code == 3
    assert b"Traceback" not in done.err
    with Store.open(kept / "shoot.db") as store:
        assert store.verify("Odd day") == []


@pytest.mark.slow
@needs_rights
def test_a_battle_that_is_being_played_by_somebody_else_is_followed(going_on: Store) -> None:
    home = going_on.path.parent
    with sealed(home):
        assert shown(call(home, bound, "battle", "show", "odd", "--json")) == [1]
        going_on._writers[0].append(*answer(2))
        assert shown(call(home, bound, "battle", "show", "odd", "--json")) == [1, 2]


@pytest.mark.slow
@needs_rights
@pytest.mark.parametrize("temporary", [True, False])
def test_what_was_said_last_is_read_beside_the_database(going_on: Store, tmp_path: Path, temporary: bool) -> None:
    """A copy of what a killed process left: answers written ahead, and nothing that leads readers through them."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("shoot.db", "shoot.db-wal"):
        shutil.copy(going_on.path.with_name(name), copy)
    nowhere = {} if temporary else dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(copy))
    with sealed(copy):
        done = call(copy, bound if temporary else full, "battle", "show", "odd", "--json", **nowhere)
    if temporary:
        assert shown(done) == [1]
    elif done.code:  # some systems find room for what leads through it
        assert done.code == 3
        assert b"shoot.db-wal, and its folder cannot be written, as reading it needs. Copy it and" in done.err
        assert b"Traceback" not in done.err


@pytest.fixture(params=["file", "in a file", "loop", "to nowhere", "in one to nowhere", "database to nowhere"])
def no_home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    match request.param:
        case "file" | "in a file":
            (tmp_path / "place").write_text("")
        case "loop":
            (tmp_path / "place").symlink_to(tmp_path / "place")
        case "to nowhere" | "in one to nowhere":
            (tmp_path / "place").symlink_to(tmp_path / "nowhere")
        case _:
            (tmp_path / "place").mkdir()
            (tmp_path / "place" / "shoot.db").symlink_to(tmp_path / "nowhere")
    return tmp_path / "place" / ("inside" if request.param.startswith("in ") else "")


@pytest.mark.slow
@needs_rights
def test_a_database_behind_a_link_is_read_with_what_lies_beside_it(going_on: Store, tmp_path: Path) -> None:
    far, home = tmp_path / "far", tmp_path / "linked"
    far.mkdir()
    home.mkdir()
    for name in ("shoot.db", "shoot.db-wal"):
        shutil.copy(going_on.path.with_name(name), far)
    (home / "shoot.db").symlink_to(far / "shoot.db")
    with sealed(far), sealed(home):
        assert shown(call(home, bound, "battle", "show", "odd", "--json")) == [1]


def test_what_can_be_no_home_is_an_error_for_whoever_reads_or_writes(no_home: Path) -> None:
    with pytest.raises(StorageError, match=r"place.*Name another folder with SHOOT_HOME"):
        Store.open(no_home / "shoot.db")


@pytest.mark.slow
def test_and_the_program_says_so(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = program("battle", "list", env={"SHOOT_HOME": str(tmp_path / "file")})
    words = f"{tmp_path / 'file'} is a file, and should be a folder. Name another folder with SHOOT_HOME.\n"
    assert done == (3, b"", words.encode())


@pytest.mark.slow
def test_a_home_that_is_not_there_is_an_empty_one(program: Program, tmp_path: Path) -> None:
    assert program("battle", "list", env={"SHOOT_HOME": str(tmp_path / "a" / "b")}).code == 0
    assert not (tmp_path / "a").exists()


def test_a_battle_read_there_is_followed_as_it_grows(going_on: Store) -> None:
    looked_at(going_on.path).close()
    battle = going_on.load("Odd day")
    with Store(going_on.path) as reader:
        reader._use(looked_at(going_on.path), False)
        read: Callable[[], list[object]] = lambda: [one.answer for one in watched.answers()]  # noqa: E731
        watched = reader.load("Odd day")
        assert read() == [1]
        going_on._writers[0].append(*answer(2))
        assert watched.moved()
        watched.refresh()
        assert read() == [1, 2]
    assert len(battle.events) == 1


@pytest.mark.slow
def test_whoever_watches_hears_that_somebody_begins_to_write(kept: Path) -> None:
    """A database read as it lies there, because nothing is written ahead of it yet, says nothing of what comes."""
    path = kept / "shoot.db"
    with Store.open(path) as reader:
        before = fingerprint(reader)
        with Store.open(path) as writer, writer.load("Odd day", write=True) as battle:
            battle.append(*answer(1))
            going_on = fingerprint(reader)
        assert len({before, going_on, fingerprint(reader)}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("command", first(1, ["verify", "list", "import"]))
def test_a_pipe_in_the_place_of_the_database_keeps_nobody_waiting(home: Path, program: Program, command: str) -> None:
    home.mkdir()
    os.mkfifo(home / "shoot.db")
    more = {"list": [], "verify": ["odd"], "import": ["-"]}[command]
    done = program("battle", command, *more, typed=exported([answer(1)]))
    assert (done.code, done.out) == (3, b"")
    assert b"is a pipe or a device, and should be a file." in done.err


def test_a_pipe_in_the_place_of_the_secret_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    os.mkfifo(tmp_path / "secret")
    assert secret(False) is None
    made = secret(True)
    assert made is not None
    assert secret(False) == made
