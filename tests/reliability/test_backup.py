"""A copy of the database is whole: made by hand of the file alone, or by ``shoot battle backup``."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pexpect
import pytest

from shoot_cli.play.clock import clock_of
from shoot_cli.storage.store import Store, StoredBattle
from tests.end_to_end.driver import drive, open_battle
from tests.reliability.conftest import SHOOT, Program
from tests.reliability.logs import answer, exported
from tests.reliability.places import bound, call, full, needs_rights, sealed


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store.open(home / "shoot.db") as opened:
        yield opened


def begun(store: Store, settings: dict[str, str] | None = None) -> StoredBattle:
    return store.create("Odd day", "40k-7e", "3", 7, ("{}", "{}"), settings or {}, "app")


@pytest.fixture
def copied(store: Store, tmp_path: Path) -> Iterator[Callable[[], dict[str, int]]]:
    """What is in a copy of the file alone: the battles, and how many answers each has. Somebody reads all the while."""
    with Store.open(store.path) as other:

        def copied() -> dict[str, int]:
            other.battles()
            copy = tmp_path / "copy.db"
            shutil.copyfile(store.path, copy)
            with Store.open(copy) as twin:
                assert [line for battle in twin.battles() for line in twin.verify(battle.name)] == []
                return {battle.name: battle.answers for battle in twin.battles()}

        yield copied


def test_a_new_battle_is_in_the_file_itself(store: Store, copied: Callable[[], dict[str, int]]) -> None:
    begun(store)
    assert copied() == {"Odd day": 0}


@pytest.mark.slow
def test_one_that_was_taken_in_too(home: Path, program: Program, copied: Callable[[], dict[str, int]]) -> None:
    assert program("battle", "import", "-", typed=exported([answer(1)])).code == 0
    assert copied() == {"Odd day": 1}


def test_and_all_of_it_whenever_players_leave(store: Store, copied: Callable[[], dict[str, int]]) -> None:
    with begun(store) as battle:
        battle.append(*answer(1))
    assert copied() == {"Odd day": 1}
    with store.load("Odd day", write=True) as battle:
        battle.append_all([answer(2), ("finish", {})])
    assert copied() == {"Odd day": 2}


def test_and_while_the_clock_stands(store: Store, copied: Callable[[], dict[str, int]]) -> None:
    battle = begun(store, {"clock": "1:00:00"})
    clock = clock_of(battle, ("A", "B"))
    assert clock is not None
    clock.rest = battle.flush
    battle.append(*answer(1))
    with clock.paused():
        assert copied() == {"Odd day": 1}


@pytest.mark.slow
def test_a_backup_goes_into_a_file_alone(program: Program) -> None:
    done = program("battle", "backup", "-")
    assert (done.code, done.out) == (2, b"")
    assert "name a file" in done.err.decode()
    assert not Path("-").exists()


@pytest.mark.slow
def test_a_backup_is_whole_by_itself_and_private(store: Store, program: Program, tmp_path: Path) -> None:
    """Made in the middle of a battle; put into another home, also into one that is only lent, it goes on from there."""
    begun(store).append(*answer(1))
    home = tmp_path / "other"
    home.mkdir()
    file = home / "shoot.db"
    done = program("battle", "backup", file)
    assert (done.code, done.out) == (0, b"")
    assert " ".join(done.err.decode().split()) == f"1 battle and your drill scores are copied to {file}."
    assert [path.name for path in home.iterdir()] == ["shoot.db"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with closing(sqlite3.connect(file)) as copy, copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    store._writers[0].append(*answer(2))
    with Store.open(file) as twin, twin.load("Odd day", write=True) as battle:
        assert [given.answer for given in battle.answers()] == [1]
        battle.append(*answer(3))
        assert twin.verify("Odd day") == []


@pytest.mark.slow
def test_a_database_with_more_beside_it_is_not_replaced(store: Store, program: Program, tmp_path: Path) -> None:
    """Its log would be taken for that of the copy."""
    begun(store)
    other = tmp_path / "shoot.db"
    with Store.open(other) as used:
        begun(used).append(*answer(1))
        done = program("battle", "backup", other, "--force")
    assert done.code == 1
    assert b"shoot.db-wal lies beside it" in done.err
    with Store.open(other) as used:
        assert used.verify("Odd day") == []


@pytest.mark.slow
@needs_rights
def test_a_backup_is_made_of_a_home_that_is_only_lent(home: Path, program: Program, tmp_path: Path) -> None:
    assert program("battle", "import", "-", typed=exported([answer(1)])).code == 0
    file = tmp_path / "backup.db"
    with sealed(home):
        done = call(home, bound, "battle", "backup", str(file), "--json")
    assert (done.code, json.loads(done.out)) == (0, {"backup": str(file), "battles": 1})
    with Store.open(file) as twin:
        assert twin.verify("Odd day") == []


@pytest.mark.slow
def test_it_overwrites_only_when_told_and_keeps_links(store: Store, program: Program, tmp_path: Path) -> None:
    begun(store)
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("mine")
    link.symlink_to(there)
    done = program("battle", "backup", link)
    assert (done.code, done.err.decode()) == (1, f"{link} is there already; --force overwrites it.\n")
    assert there.read_text() == "mine"
    assert program("battle", "backup", link, "--force").code == 0
    assert link.is_symlink()
    with Store.open(there) as twin:
        assert len(twin.battles()) == 1


@pytest.mark.slow
def test_what_cannot_be_written_is_said_and_leaves_nothing(store: Store, program: Program, tmp_path: Path) -> None:
    begun(store)
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for place, words in [
        (store.path, "is the database itself. Name another file."),
        (tmp_path, "cannot be written: it is not a file."),
        (tmp_path / "file" / "backup", "cannot be written: Not a directory."),
        (Path("/"), "cannot be written: it is not a file."),
        (tmp_path / "loop", "cannot be written: Too many levels of symbolic links."),
        (tmp_path / ("x" * 300), "cannot be written: File name too long."),
        (tmp_path / "nowhere" / "backup", "cannot be written: No such file or directory."),
    ]:
        done = program("battle", "backup", place, "--force", "--json")
        assert (done.code, done.out) == (1, b""), place
        assert json.loads(done.err) == {"error": f"{place} {words}"}
    before = {*tmp_path.iterdir()}
    done = call(store.path.parent, full, "battle", "backup", str(tmp_path / "backup"))
    assert done.code == 1
    assert done.err.decode().startswith(f"{tmp_path / 'backup'} cannot be written: ")
    assert {*tmp_path.iterdir()} == before


@pytest.mark.slow
def test_where_nothing_was_kept_there_is_nothing_to_copy(program: Program, tmp_path: Path) -> None:
    done = program("battle", "backup", tmp_path / "backup")
    assert (done.code, done.err.decode()) == (1, "There is nothing to copy: nothing was kept yet.\n")
    assert not (tmp_path / "backup").exists()


@pytest.mark.slow
def test_a_battle_goes_on_at_a_terminal_from_a_backup(
    home: Path, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(home))
    with Store.open() as store:
        drive(open_battle(store, "Odd day"), 30, lambda line: None)
        other = tmp_path / "other"
        other.mkdir()
        assert program("battle", "backup", other / "shoot.db").code == 0
        answers = len(store.load("Odd day").answers())
    monkeypatch.setenv("SHOOT_HOME", str(other))
    with pexpect.spawn(str(SHOOT), ["play", "--resume", "--plain"], encoding="utf-8", timeout=60) as child:
        child.expect(f"Going on with “Odd day”: {answers} answers so far.")
        child.expect("q leave")
        child.send("q\n")
        child.expect("Left “Odd day”")
        child.expect(pexpect.EOF)
    with Store.open() as store:
        assert store.verify("Odd day") == []
