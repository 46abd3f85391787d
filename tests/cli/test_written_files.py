"""Every file that a command writes with ``-o``: whole or not at all, and never over what somebody needs.

The commands are found by their options: a new one with ``-o`` fails here until ``CALLS`` says how it is called.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from shoot_cli.cli import output
from shoot_cli.cli.app import app
from shoot_cli.cli.output import write_file, write_whole
from shoot_cli.storage.store import Store
from tests.helpers.command_line import Done
from tests.helpers.each import each
from tests.helpers.samples import every_nth
from tests.importing.test_import_command import patrol
from tests.importing.toy_package import installed
from tests.importing.written_rosters import as_json
from tests.reliability.places import full_disk

Shoot = Callable[..., Done]
KEPT = "what was there, with no line end"
LIST = (
    "ruleset: 7e\nname: Mine\nunits:\n"
    "- {name: Squad, points: 50, models: [{name: Marine, BS: 4, T: 4, Ld: 8, Sv: 3+, count: 2, weapons: [boltgun]}]}\n"
)


class Call(NamedTuple):
    """How a command with ``-o`` is called: its words, where ``{}`` is the file that it reads, and what it writes."""

    words: tuple[str, ...]
    ending: str


CALLS = {
    "odds": Call(("odds", "{}::Squad", "{}::Squad", "--distance", "12"), ".md"),
    "odds --what-if": Call(("odds", "{}::Squad", "{}::Squad", "--what-if"), ".csv"),
    "odds of several": Call(("odds", "5x BS4 boltgun", "{}::Squad", "5x T4 Sv3+", "-r", "7e"), ".svg"),
    "compare": Call(("compare", "5x BS4 boltgun", "-r", "7e", "-a", "{}", "--no-facts"), ".html"),
    "matchup": Call(("matchup", "{}", "{}"), ".csv"),
    "need": Call(("need", "5x T4 Sv3+", "{}", "-r", "7e"), ".md"),
    "matrix": Call(("matrix", "{}"), ".jsonl"),
    "army import": Call(("army", "import", "{}"), ".ros"),
    "army import with --data": Call(("army", "import", "-", "--data", "{}"), ".ros"),
    "army new": Call(("army", "new", "11e", "Lamp Guard"), ".yaml"),
    "battle export": Call(("battle", "export", "Odd day", "--json"), ".json"),
}  # fmt: skip
BACKUP = ("battle", "backup")  # the file is its argument
NO_INPUT = {"army new", "battle export"}

# `matrix` goes on with a file that an earlier run left: what is no such file it refuses in words of its own.
GOES_ON = {"matrix"}


def paths_of(command: Any, before: tuple[str, ...] = ()) -> Iterator[str]:
    """The names of the commands below this one that have ``-o``."""
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from paths_of(command.get_command(None, name), (*before, name))
    elif any("--output" in option.opts for option in command.params):
        yield " ".join(before)


def test_every_command_that_writes_is_called() -> None:
    assert {*paths_of(get_command(app))} == {" ".join(call.words[:2]) if call.words[0] in ("army", "battle") else call.words[0] for call in CALLS.values()}  # fmt: skip


class Place(NamedTuple):
    """A folder with what a command reads, and the home of the user."""

    folder: Path
    home: Path
    shoot: Shoot

    def input_of(self, name: str) -> Path:
        return self.folder / f"input{CALLS[name].ending}"

    def call(self, name: str, out: Path, *more: str, force: bool = False) -> Done:
        words = [word.replace("{}", str(self.input_of(name))) for word in CALLS[name].words]
        typed = as_json(patrol()) if "-" in words else None
        return self.shoot(*words, "-o", out, *more, *(["--force"] if force else []), stdin=typed)

    def out(self, name: str, stem: str = "out") -> Path:
        return self.folder / f"{stem}{CALLS[name].ending}"

    def left(self) -> dict[str, Any]:
        """All that lies there, links as where they lead, files with what is in them."""
        return {
            one.name: os.readlink(one) if one.is_symlink() else one.read_bytes() if one.is_file() else "folder"
            for one in self.folder.iterdir()
        }


@pytest.fixture
def place(tmp_path: Path, home: Path, shoot: Shoot, monkeypatch: pytest.MonkeyPatch) -> Place:
    installed(tmp_path / "packages", monkeypatch)
    folder = tmp_path / "place"
    folder.mkdir()
    for name, call in CALLS.items():
        text = as_json(patrol()) if "import" in call.words else LIST.encode()
        Place(folder, home, shoot).input_of(name).write_bytes(text)
    with Store.open() as store:
        store.create("Odd day", "40k-7e", "3", 7, ("{}", "{}"), {}, "app")
    (home / "secret").write_bytes(b"s" * 32)
    (home / "secret").chmod(0o600)
    return Place(folder, home, shoot)


names = pytest.mark.parametrize("name", every_nth(3, CALLS))  # all of them write by the same code


def untouched(place: Place, name: str, out: Path, words: str = "") -> None:
    """Called with and without ``--force`` it is refused in words, and everything is as it was."""
    before, ours = place.left(), {one.name: one.read_bytes() for one in place.home.glob("s*")}
    for force in (False, True):
        done = place.call(name, out, force=force)
        assert done.code in (1, 2), (out, force, done.err)
        assert "Traceback" not in done.err
        assert words in " ".join(done.err.split()), (out, force, done.err)
        assert place.left() == before, (out, force)
        assert {one.name: one.read_bytes() for one in place.home.glob("s*")} == ours


@names
def test_what_the_app_keeps_is_never_written_over(place: Place, name: str) -> None:
    link, hard = place.out(name, "link"), place.out(name, "hard")
    for ours in ("shoot.db", "secret", "shoot.db-wal", "shoot.db-journal"):
        untouched(place, name, place.home / ours)
        link.symlink_to(place.home / ours)
        untouched(place, name, link, "Name another file.")
        link.unlink()
        if (place.home / ours).exists():
            hard.hardlink_to(place.home / ours)
            untouched(place, name, hard, "Name another file.")
            hard.unlink()


@names
def test_no_input_of_the_same_command_is_written_over(place: Place, name: str) -> None:
    if name in NO_INPUT:
        return
    link, hard = place.out(name, "link"), place.out(name, "hard")
    link.symlink_to(place.input_of(name))
    hard.hardlink_to(place.input_of(name))
    for out in (place.input_of(name), link, hard, place.folder / ".." / "place" / place.input_of(name).name):
        untouched(place, name, out, "is read by this command, and would be lost. Name another file.")


@names
def test_a_file_that_is_there_stays_until_it_is_given_up(place: Place, name: str) -> None:
    out, link = place.out(name), place.out(name, "link")
    link.symlink_to(out.name)
    out.write_text(KEPT)
    for there in (out, link):
        done = place.call(name, there)
        assert (done.code, done.out) == (1, "")
        said = f"{there} is there already; --force overwrites it."
        assert name in GOES_ON or said in " ".join(done.err.split())
        assert out.read_text() == KEPT
    out.chmod(0o640)
    assert place.call(name, link, force=True).code == 0
    written = out.read_bytes()
    assert KEPT.encode() not in written
    assert (os.readlink(link), stat.S_IMODE(out.stat().st_mode)) == (out.name, 0o640)
    out.unlink()  # now the link leads to nothing yet
    assert place.call(name, link).code == 0
    assert link.is_symlink()
    assert same(out.read_bytes(), written)
    assert {one for one in place.left() if not one.startswith("input")} == {out.name, link.name}


def same(one: bytes, other: bytes) -> bool:
    return len(one) == len(other) > 0


@names
def test_a_name_is_as_long_as_names_can_be(place: Place, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without hard links, too, of which there are none on many a card and phone."""
    monkeypatch.setattr(os, "link", no_link)
    for letters in (245, 255):
        out = place.out(name, "n" * (letters - len(CALLS[name].ending)))
        assert place.call(name, out).code == 0
        assert out.stat().st_size
        out.unlink()
    untouched(place, name, place.out(name, "n" * 300), "cannot be written: File name too long.")


def no_link(*where: object, **how: object) -> None:
    raise OSError(1, "Operation not permitted")


@names
def test_nothing_is_written_where_no_file_can_be(place: Place, name: str) -> None:
    (place.out(name, "folder")).mkdir()
    (place.out(name, "null")).symlink_to("/dev/null")
    (place.out(name, "full")).symlink_to("/dev/full")
    (place.out(name, "loop")).symlink_to(place.out(name, "loop"))
    os.mkfifo(place.out(name, "pipe"))
    nowhere = place.folder / "none" / f"out{CALLS[name].ending}"
    for out in (
        place.out(name, "null"),
        place.out(name, "full"),
        place.out(name, "loop"),
        place.out(name, "pipe"),
        nowhere,
    ):
        untouched(place, name, out, "" if name in GOES_ON else " cannot be written: ")
    if not name.startswith("army import"):  # into a folder it writes a file of its own
        untouched(place, name, place.out(name, "folder"))


@names
def test_a_full_disk_is_told_and_leaves_what_was_there(place: Place, name: str) -> None:
    out = place.out(name)
    for there in (None, KEPT):
        if there:
            out.write_text(there)
        before = place.left()
        with full_disk():
            done = place.call(name, out, force=there is not None)
        assert (done.code, done.out) == (1, "")
        assert f"{out} cannot be written: File too large." in " ".join(done.err.split())
        assert place.left() == before or (there and name in GOES_ON)  # begun anew: what was there is given up


# What is one command's alone ------------------------------------------------------------------------------------------


def test_a_backup_is_no_other_file_either(place: Place) -> None:
    out = place.folder / "copy.db"
    for ours in ("shoot.db", "secret"):
        assert "Name another file." in place.shoot(*BACKUP, place.home / ours, "--force").refused()
    out.write_text(KEPT)
    assert "--force overwrites it" in place.shoot(*BACKUP, out).refused()
    with full_disk():
        assert "cannot be written" in place.shoot(*BACKUP, out, "--force").refused()
    assert out.read_text() == KEPT
    assert place.shoot(*BACKUP, out, "--force").code == 0


@each("other", ["patrol.json", "PATROL.ros"])
def test_two_rosters_of_one_stem_are_not_one_file(other: str, place: Place) -> None:
    """Of neither is anything written, and nothing is called written that is lost."""
    into = place.folder / f"into {len(place.left())}"
    for folder in ("a", "b", into.name):
        (place.folder / folder).mkdir(exist_ok=True)
    one, two = place.folder / "a" / "patrol.json", place.folder / "b" / other
    for file in (one, two):
        file.write_bytes(as_json(patrol()))
    for force in ([], ["--force"]):
        said = place.shoot("army", "import", one, two, "-o", into, *force).refused(2)
        assert f"{one} and {two} would both be written to" in " ".join(said.split())
        assert "Written" not in said
        assert [*into.iterdir()] == []


def test_of_several_rosters_none_is_written_if_one_cannot_be(place: Place) -> None:
    (place.folder / "into").mkdir()
    for stem in ("a", "b"):
        (place.folder / f"{stem}.json").write_bytes(as_json(patrol()))
    (place.folder / "into" / "b.yaml").write_text(KEPT)
    words = ("army", "import", place.folder / "a.json", place.folder / "b.json", "-o", place.folder / "into")
    assert "b.yaml is there already" in " ".join(place.shoot(*words).refused().split())
    assert [one.name for one in (place.folder / "into").iterdir()] == ["b.yaml"]
    assert place.shoot(*words, "--force").code == 0
    assert {one.name for one in (place.folder / "into").iterdir()} == {"a.yaml", "b.yaml"}


def test_a_roster_of_a_folder_of_data_is_an_input(place: Place) -> None:
    """What is beside it in the folder, and no data, is none."""
    text, data = place.folder / "text.json", place.folder / "data"
    data.mkdir()
    (data / "one.json").write_bytes(as_json(patrol()))
    (data / "mine.yaml").write_text("mine")
    text.write_bytes(as_json(patrol()))
    said = place.shoot("army", "import", text, "--data", data, "-o", data / "one.json", "--force").refused()
    assert "is read by this command" in " ".join(said.split())
    said = place.shoot("army", "import", text, "--data", data, "-o", data / "mine.yaml").refused()
    assert "--force overwrites it" in " ".join(said.split())


def test_a_list_is_written_to_a_file_and_printed_as_json(place: Place) -> None:
    for words in (("army", "import", str(place.input_of("army import"))), ("army", "new", "11e", "Lamp Guard")):
        done = place.shoot(*words, "--json", "-o", place.folder / f"{words[1]}.yaml")
        assert done.code == 0
        assert done.out.startswith("{")
        assert (place.folder / f"{words[1]}.yaml").read_text(encoding="utf-8").startswith("# ")


def test_a_file_that_somebody_makes_meanwhile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, sync = tmp_path / "out", output._sync

    def somebody(path: Path) -> None:
        sync(path)
        if not out.exists():
            out.write_text(KEPT)

    monkeypatch.setattr(output, "_sync", somebody)
    with pytest.raises(FileExistsError):
        write_whole(out, "new", force=False)
    assert (out.read_text(), [one.name for one in tmp_path.iterdir() if one.name != "home"]) == (KEPT, ["out"])


def test_a_file_that_cannot_be_moved_there_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*where: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="Input/output"):
        write_whole(tmp_path / "out", "new", force=False)
    assert [one.name for one in tmp_path.iterdir() if one.name != "home"] == []


def test_a_name_that_no_file_can_have_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        write_file(Path("x\0y"), "text", force=True, json=False, inputs=())
    assert "cannot be written: no file has such a name." in capsys.readouterr().err


@pytest.mark.parametrize(
    "call",
    [
        ["odds", "-r", "7e", "5x BS4 boltgun", "5x T4", "-o"],
        ["compare", "-r", "7e", "5x BS4 boltgun", "-o"],
        ["need", "-r", "7e", "5x T4", "5x BS4 boltgun", "-o"],
        ["matchup", "orks", "tau", "-o"],
        ["matrix", "orks", "-o"],
        ["army", "new", "11e", "Captain", "-o"],
        ["army", "import", "list.ros", "-o"],
        ["battle", "export", "Sunday", "-o"],
        ["battle", "import"],
        ["battle", "backup"],
    ],
    ids=lambda call: " ".join(call[:2]),
)
@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_of_a_file_is_told(shoot, call, name):
    assert "the name of the file is empty; write one" in " ".join(shoot(*call, name).refused(2).split())
