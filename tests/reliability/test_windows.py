"""What the program does on Windows, as far as a fake of that system's calls can tell.

Nobody has run it there. What is only believed stands in `docs/reliability.md`.
"""

from __future__ import annotations

import errno
import importlib.util
import io
import os
import select
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from shoot_cli import armies
from shoot_cli.armies.cache import GivenData
from shoot_cli.cli import output
from shoot_cli.importing.list_files import load
from shoot_cli.phone import links, server
from shoot_cli.play import before
from shoot_cli.storage import database, home
from shoot_cli.ui import typed_input


class Locking:
    """What `msvcrt` does with locks: one file handle holds a byte at a place, and another is refused."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}
        self.places: set[int] = set()

    def locking(self, file: int, mode: int, length: int) -> None:
        assert (mode, length) == (self.LK_NBLCK, 1)
        place = os.lseek(file, 0, os.SEEK_CUR)
        self.places.add(place)
        key = (os.fstat(file).st_ino, place)
        if self.held.setdefault(key, file) != file:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, Locking]:
    """The module of the database as Windows imports it."""
    fake = Locking()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("database_on_windows", database.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module, fake


def test_one_window_plays_a_battle_and_another_is_told_who(locks: tuple[ModuleType, Locking], tmp_path: Path) -> None:
    module, fake = locks
    module.Lock.take(tmp_path, "Saturday")
    with pytest.raises(home.Locked, match=f"“saturday” is open in another terminal .process {os.getpid()} since"):
        module.Lock.take(tmp_path, "saturday")
    module.Lock.take(tmp_path, "Sunday")
    note = max(path.stat().st_size for path in tmp_path.iterdir())
    assert min(fake.places) > note  # a locked byte cannot be read there, and others read the note


def test_the_note_is_written_from_the_beginning_of_the_file(locks: tuple[ModuleType, Locking], tmp_path: Path) -> None:
    module, _ = locks
    module.Lock.take(tmp_path, "Saturday")
    (path,) = tmp_path.iterdir()
    assert path.read_bytes().startswith(b'{"process"')


def test_files_have_no_permissions_there_so_a_secret_is_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    made = home.secret(True)
    (tmp_path / "secret").chmod(0o666)  # what Windows says of every file
    assert home.secret(False) is None
    fake = SimpleNamespace(**{name: getattr(os, name) for name in dir(os)})
    fake.name = "nt"
    monkeypatch.setattr(home, "os", fake)
    assert home.secret(False) == home.secret(True) == made


def test_no_terminal_settings_are_known_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no `termios`: keys are neither hidden nor dropped, and nothing ends."""
    monkeypatch.setitem(sys.modules, "termios", None)
    with typed_input.unechoed(), typed_input.echoed():
        typed_input.flush_lines()


def test_a_line_is_waited_for_where_only_sockets_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise OSError(10038, "An operation was attempted on something that is not a socket")

    monkeypatch.setattr(select, "select", refuses)
    assert typed_input.comes_until(0.0)


def test_the_terminal_has_another_name_there(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def opened(name: str, flags: int) -> int:
        tried.append(name)
        raise OSError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(before, "os", SimpleNamespace(name="nt", open=opened, O_RDWR=os.O_RDWR))
    with pytest.raises(SystemExit):
        before.use_terminal()
    assert tried == ["CONIN$"]


def test_no_second_program_can_listen_at_the_port_of_the_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, an address that is used again would be shared: it is taken for us alone."""
    asked: list[tuple[int, int, int]] = []
    taken = SimpleNamespace(setsockopt=lambda *words: asked.append(words), bind=lambda _: None)
    taken.getsockname = lambda: ("127.0.0.1", 7467)
    monkeypatch.setattr(server, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    one = server.Server.__new__(server.Server)
    one.socket, one.server_address = taken, ("127.0.0.1", 7467)  # type: ignore[assignment]
    monkeypatch.setattr(server.Server, "allow_reuse_address", False)
    one.server_bind()
    assert asked == [(socket.SOL_SOCKET, -5, 1)]


# Nothing can be moved onto a file that somebody has open ------------------------------------------------------------


@pytest.fixture
def held_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Access is denied")

    monkeypatch.setattr(os, "replace", refuses)


def a_sheet(folder: Path) -> None:
    with output.put_in_place(folder / "kept", True) as beside:
        beside.write_text("new", encoding="utf-8")


def places_of_data(folder: Path) -> None:
    GivenData(folder / "kept").keep({"40k-10e": ["/data"]})


def links_of_phones(folder: Path) -> None:
    links.keep(folder / "kept", "Saturday", links.Kept("00" * 8))


@pytest.mark.usefixtures("held_open")
@pytest.mark.parametrize(("write", "told"), [(a_sheet, True), (places_of_data, True), (links_of_phones, False)])
def test_what_is_open_elsewhere_stays_as_it_was(write: Callable[[Path], None], told: bool, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("old", encoding="utf-8")
    if told:
        with pytest.raises(PermissionError):
            write(tmp_path)
    else:
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "old"


@pytest.mark.usefixtures("held_open")
def test_a_list_is_read_though_nothing_can_be_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    assert load(armies.samples()[0].path, home.remembered()).army.units
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_letters_that_the_code_page_of_a_pipe_lacks_are_written_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    from shoot_cli.cli import main

    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp850", newline="\r\n")
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "argv", ["shoot", "odds", "-r", "10e", "4x A1 BS3+ S4 AP0 D1", "5x T4 Sv4+"])
    with pytest.raises(SystemExit) as end:
        main.main()
    stream.flush()
    assert not end.value.code
    assert "Models slain" in raw.getvalue().decode("cp850")
