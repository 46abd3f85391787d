"""The file of ``shoot matrix``: what is there is gone on with record by record, and nothing else is ever touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from shoot_cli.analysis import matchup
from shoot_cli.analysis.matchup import KEYS
from shoot_cli.commands import matrix as matrix_file
from shoot_cli.engine.budget import seconds_had
from shoot_cli.engine.reasons import InputError

LISTS = ("deffskulls::Gretchin,Flash Gitz", "vanguard::Hellblaster Squad,Eradicator Squad")
LONG = "the odds would take more than 5 s of CPU: at “roll to wound”. What helps: more."
FINISHED: dict[str, bytes] = {}  # what a run writes, worked out once for all tests
COUNTED = ("destroyed", "slain", "damage", "share", "points_removed", "points_per_100")

pytestmark = pytest.mark.usefixtures("few_at_once")


@pytest.fixture
def few_at_once(monkeypatch):
    monkeypatch.setattr(matchup, "ONE_BY_ONE", 6)


@pytest.fixture(params=[".jsonl", ".csv"])
def whole(request, shoot, tmp_path):
    """A finished run: its file."""
    path = tmp_path / f"all{request.param}"
    if request.param not in FINISHED:
        assert shoot("matrix", *LISTS, "-o", path).code == 0
        FINISHED[request.param] = path.read_bytes()
    path.write_bytes(FINISHED[request.param])
    return path


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def too_long(path: Path, *places: int) -> None:
    """The file as if there had been no time for these records, counted from its first."""
    found = lines(path)
    for place in places:
        if path.suffix == ".csv":
            place += 1
            kept = found[place].decode().split(",")[: KEYS.index("destroyed")]
            found[place] = (",".join(kept) + "," * (len(COUNTED) + 2) + LONG + "\n").encode()
        else:
            record = json.loads(found[place])
            found[place] = json.dumps(record | dict.fromkeys(COUNTED) | {"mode": "", "error": LONG}).encode() + b"\n"
    path.write_bytes(b"".join(found))


def untouched(shoot, path: Path, *more: object) -> str:
    """The words with which a run leaves the file as it is."""
    before = path.read_bytes()
    words = shoot("matrix", *(more or (*LISTS, "-o", path))).refused()
    assert path.read_bytes() == before
    return words


# Going on ------------------------------------------------------------------------------------------------------------


def test_records_that_are_missing_anywhere_are_worked_out(shoot, whole):
    before = lines(whole)
    head = whole.suffix == ".csv"
    for gone in ([3], [0, 1, 2, 9], range(1, 16, 2), range(16)):
        whole.write_bytes(b"".join(line for at, line in enumerate(before) if at - head not in gone))
        done = shoot("matrix", *LISTS, "-o", whole)
        assert lines(whole) == before
        assert "16 lines\n" in done.err


def test_those_that_took_too_long_are_tried_again_when_there_is_more_time(shoot, whole):
    before = whole.read_bytes()
    too_long(whole, 2, 7, 8)
    late = whole.read_bytes()
    done = shoot("matrix", *LISTS, "-o", whole, "--budget", "5")
    assert whole.read_bytes() == late
    assert done.err.endswith("16 lines; 3 of them with an error in place of numbers\n")
    done = shoot("matrix", *LISTS, "-o", whole, "--budget", "6")
    assert whole.read_bytes() == before
    assert done.err.endswith("16 lines\n")


def test_errors_that_were_taken_out_come_once(shoot, whole):
    before = lines(whole)
    too_long(whole, *range(8))
    head = whole.suffix == ".csv"
    whole.write_bytes(b"".join(lines(whole)[:head] + lines(whole)[8 + head :]))
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    assert lines(whole) == before


@pytest.mark.parametrize("change", ["number", "name", "half", "deep"])
def test_a_line_that_was_changed_is_worked_out_anew(shoot, whole, change):
    before = lines(whole)
    changed = {
        "number": before[5].replace(b"0.", b"1.", 1),
        "name": before[5].replace(b"Gretchin", b"Grots").replace(b"Squad", b"Squat").replace(b"Flash", b"Trash"),
        "half": before[5][:60] + b"\n",
        "deep": before[5][:30] + b"[" * 100_000 + b"\n",
    }[change]
    assert changed != before[5]
    whole.write_bytes(b"".join([*before[:5], changed, *before[6:]]))
    done = shoot("matrix", *LISTS, "-o", whole)
    assert lines(whole) == before
    assert "1 line changed or damaged, worked out anew" in done.err


def test_a_record_that_stands_there_twice_stands_there_once(shoot, whole):
    before = lines(whole)
    whole.write_bytes(b"".join([*before, *before[4:8]]))
    assert "4 records more than once, now once" in shoot("matrix", *LISTS, "-o", whole).err
    assert lines(whole) == before


def test_a_last_line_that_was_cut_off_is_told(shoot, whole):
    before = whole.read_bytes()
    whole.write_bytes(before[:-7])
    assert "the last line was cut off, worked out anew" in shoot("matrix", *LISTS, "-o", whole).err
    assert whole.read_bytes() == before


@pytest.mark.parametrize("more", [b"my own note\n", b"my own note", b'{"run": "another", "x": 1}\n', b"[" * 100_000])
def test_a_line_of_somebody_else_is_never_lost(shoot, whole, more):
    before = lines(whole)
    whole.write_bytes(b"".join([*before, more]))
    assert f"line {len(before) + 1} is no record of this run" in untouched(shoot, whole)


def test_what_is_left_while_it_is_put_in_order_goes_on(shoot, whole, monkeypatch):
    """The run ends before the records stand in their order: the next one finds them all."""
    before = lines(whole)
    whole.write_bytes(b"".join([*before[:3], *before[6:]]))
    with monkeypatch.context() as patched:
        patched.setattr(matrix_file.MatrixFile, "finish", lambda self: None)
        shoot("matrix", *LISTS, "-o", whole)
    assert lines(whole) != before
    assert sorted(lines(whole)) == sorted(before)
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    assert lines(whole) == before


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        (LONG, 5),
        (LONG.replace("5 s", "0.01 s"), 0.01),
        ("take more than 5 s", None),
        (LONG.replace("5 s", "x s"), None),
    ],
)
def test_how_long_it_was_tried_stands_in_the_error(words, seconds):
    assert seconds_had(words) == seconds


# What is not ours ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "Dear diary",
        '{"roster": {}}',
        '{"roster": {}}\n',
        "[" * 100_000,
        "\n",
        '{"run": "x"}',
        '"run"',
        "a" * 3_000_000,
    ],
)
@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_a_file_that_is_no_matrix_is_not_touched(shoot, tmp_path, text, ending):
    path = tmp_path / f"mine{ending}"
    path.write_text(text, encoding="utf-8")
    assert "not of this run" in untouched(shoot, path)


def test_no_list_that_is_read_is_written(shoot, tmp_path):
    """Not even with --force, and not through a link."""
    list_ = tmp_path / "mine.json"
    list_.write_bytes(Path("docs/rosters/river-watch.json").read_bytes().rstrip())
    soft, hard = tmp_path / "soft.jsonl", tmp_path / "hard.jsonl"
    soft.symlink_to(list_)
    os.link(list_, hard)
    for path in (list_, soft, hard):
        for named in (f"{list_}::River Guard", list_):
            for more in ([], ["--force"]):
                words = untouched(shoot, list_, named, "--accept-gaps", "-a", "targets", "-o", path, *more)
                assert "is read by this command, and would be lost" in words
    assert soft.is_symlink()


@pytest.mark.parametrize("name", ["shoot.db", "secret"])
def test_what_shoot_keeps_is_not_written(shoot, tmp_path, home, name):
    home.mkdir()
    (home / name).write_bytes(b"x" * 32)
    (home / name).chmod(0o600)
    path = tmp_path / "mine.jsonl"
    for link in (path.symlink_to, path.hardlink_to):
        link(home / name)
        untouched(shoot, home / name, *LISTS, "-o", path, "--force")
        path.unlink()


def test_what_is_no_file_is_refused(shoot, tmp_path):
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert "is not a file" in shoot("matrix", *LISTS, "-o", pipe).refused()
    (tmp_path / "folder.jsonl").mkdir()
    assert "is not a file" in shoot("matrix", *LISTS, "-o", tmp_path / "folder.jsonl").refused()


def test_nothing_is_taken_away_before_there_are_records(shoot, tmp_path):
    path = tmp_path / "mine.jsonl"
    wrong = (*LISTS, "--set", "kover=1", "-o", path)
    assert "kover" in shoot("matrix", *wrong).refused()
    assert not path.exists()
    path.write_text("mine", encoding="utf-8")
    assert "kover" in untouched(shoot, path, *wrong, "--force")


def test_force_writes_it_anew_and_a_link_stays_one(shoot, whole, tmp_path):
    other = tmp_path / f"other{whole.suffix}"
    other.write_text("mine", encoding="utf-8")
    link = tmp_path / f"link{whole.suffix}"
    link.symlink_to(other)
    assert shoot("matrix", *LISTS, "-o", link, "--force").code == 0
    assert link.is_symlink()
    assert other.read_bytes() == whole.read_bytes()
    other.write_bytes(b"".join(lines(whole)[:3] + lines(whole)[5:]))
    assert shoot("matrix", *LISTS, "-o", link).code == 0
    assert link.is_symlink()
    assert other.read_bytes() == whole.read_bytes()


# Two runs ------------------------------------------------------------------------------------------------------------


def test_a_second_run_is_told_that_there_is_one(shoot, whole):
    for more in ([], ["--force"]):
        with matrix_file.opened(whole):
            assert "is being written by another run" in untouched(shoot, whole, *LISTS, "-o", whole, *more)
    assert shoot("matrix", *LISTS, "-o", whole).code == 0


def test_a_file_is_held_while_it_is_put_in_order(shoot, whole, monkeypatch):
    before = lines(whole)
    whole.write_bytes(b"".join([*before[:3], *before[6:]]))
    refused = []
    write = matrix_file.MatrixFile.write

    def meanwhile(self, places, records):
        with pytest.raises(InputError, match="another run"):
            matrix_file.opened(whole)
        refused.append(1)
        write(self, places, records)

    monkeypatch.setattr(matrix_file.MatrixFile, "write", meanwhile)
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    assert refused
    assert lines(whole) == before


def test_where_there_are_no_locks_it_is_written_all_the_same(shoot, whole, monkeypatch):
    def none(file: int) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("shoot_cli.storage.database.locked", none)
    before = whole.read_bytes()
    whole.write_bytes(before[:-100])
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    assert whole.read_bytes() == before
