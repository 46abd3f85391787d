"""Lists remembered as records: what is read from memory is what the text says, or the text is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b, sha256
from pathlib import Path

import pytest

from shoot_cli import armies
from shoot_cli.armies import cache
from shoot_cli.armies.cache import RememberedLists, seal
from shoot_cli.importing.list_files import load
from shoot_cli.rules import RULESETS
from tests.helpers.samples import every_nth
from tests.reliability.places import full_disk

SAMPLES = armies.samples()
SECRET = b"only the owner knows"


@pytest.fixture
def memory(tmp_path: Path) -> RememberedLists:
    return remembering(tmp_path / "cache" / "lists")


def remembering(folder: Path) -> RememberedLists:
    return RememberedLists(folder, lambda make: SECRET)


def only_file(memory: RememberedLists) -> Path:
    (path,) = memory.folder.iterdir()
    return path


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.ruleset}/{sample.name}")
def test_every_shipped_list_comes_back_as_it_was_read(sample: armies.Sample, memory: RememberedLists) -> None:
    read = load(sample.path, memory)
    again = remembering(memory.folder).army(read.text)
    assert again == read.army
    assert repr(again) == repr(read.army)
    assert load(sample.path, memory).army == read.army


def test_what_is_remembered_is_not_read_again(memory: RememberedLists, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(SAMPLES[0].path, memory)
    monkeypatch.setattr("shoot_cli.armies.loading._read", lambda *_: pytest.fail("the text was read"))
    assert load(SAMPLES[0].path, memory).army == first.army


def test_another_text_is_another_list(memory: RememberedLists) -> None:
    assert memory.army(load(SAMPLES[0].path, memory).text + "\n") is None


@pytest.mark.parametrize("with_a_right_seal", [False, True])
@pytest.mark.parametrize(
    "parts", every_nth(3, [b"", b"[]", b"[1]", b"{", b'[["Army"]]', b'["os", ["system", 0]]', b"[" * 10**5, b"\xff"])
)
def test_a_file_that_is_not_as_it_was_written_is_passed_over(
    memory: RememberedLists, parts: bytes, with_a_right_seal: bool
) -> None:
    read = load(SAMPLES[0].path, memory)
    path = only_file(memory)
    path.write_bytes((seal(SECRET, path, parts) if with_a_right_seal else b"0" * 128) + b"\n" + parts)
    assert memory.army(read.text) is None
    assert load(SAMPLES[0].path, memory).army == read.army
    assert memory.army(read.text) == read.army  # and is written anew


def test_a_changed_byte_shows(memory: RememberedLists) -> None:
    read = load(SAMPLES[0].path, memory)
    path = only_file(memory)
    path.write_bytes(path.read_bytes().replace(b"3", b"2", 1))
    assert memory.army(read.text) is None


def better(parts: bytes) -> bytes:
    """The same list with what its owner would like."""
    assert b"bolt rifle" in parts
    return parts.replace(b"bolt rifle", b"mega rifle")


@pytest.mark.parametrize(
    "digest",
    [
        lambda path, parts: sha256(parts).hexdigest(),  # anybody can make one of these
        lambda path, parts: blake2b(parts).hexdigest(),
        lambda path, parts: seal(b"guessed", path, parts).decode(),
    ],
)
def test_who_does_not_know_the_secret_changes_nothing(
    memory: RememberedLists, digest: Callable[[Path, bytes], str]
) -> None:
    read = load(SAMPLES[0].path, memory)
    path = only_file(memory)
    parts = better(path.read_bytes().partition(b"\n")[2])
    path.write_bytes(digest(path, parts).encode() + b"\n" + parts)
    assert memory.army(read.text) is None
    assert load(SAMPLES[0].path, memory).army == read.army


def test_no_list_stands_for_another(memory: RememberedLists) -> None:
    """Both were written by the program: only their names changed places."""
    first = load(SAMPLES[0].path, memory)
    one = only_file(memory)
    load(SAMPLES[1].path, memory)
    (other,) = {*memory.folder.iterdir()} - {one}
    one.write_bytes(other.read_bytes())
    assert memory.army(first.text) is None


def test_without_a_secret_nothing_is_remembered_and_nothing_believed(memory: RememberedLists) -> None:
    read = load(SAMPLES[0].path, memory)
    nobody = RememberedLists(memory.folder, lambda make: None)
    assert nobody.army(read.text) is None
    load(SAMPLES[1].path, nobody)
    assert only_file(memory)


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
def test_a_pipe_in_its_place_stops_nobody(memory: RememberedLists) -> None:
    read = load(SAMPLES[0].path, memory)
    path = only_file(memory)
    path.unlink()
    os.mkfifo(path)
    assert memory.army(read.text) is None


def test_another_version_of_the_program_reads_for_itself(
    memory: RememberedLists, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = load(SAMPLES[0].path, memory)
    monkeypatch.setattr(cache, "digest_of_files", lambda files: b"newer")
    assert remembering(memory.folder).army(read.text) is None


def test_tables_that_lists_are_read_with_are_sources_too() -> None:
    """A weapon of an armoury that is mended is another version of the program."""
    for edition in RULESETS:
        folder = cache.PACKAGE.joinpath(*edition.package.split(".")[1:])
        assert {*folder.glob("*.md")} <= {*cache.sources(edition)}, edition.name


def test_sources_that_are_no_files_and_a_folder_that_cannot_be_made_only_cost_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = remembering(tmp_path / "file" / "lists")
    assert load(SAMPLES[0].path, nowhere).army == load(SAMPLES[0].path).army


def test_a_wrong_list_is_wrong_every_time(memory: RememberedLists) -> None:
    for _ in range(2):
        with pytest.raises(armies.ArmyErrors):
            armies.load_text("ruleset: 7e\nname: x\n", "list.yaml", memory)
    assert not memory.folder.exists()


def test_a_full_disk_leaves_no_half_of_a_list(memory: RememberedLists) -> None:
    with full_disk():
        assert load(SAMPLES[0].path, memory).army == load(SAMPLES[0].path).army
    assert [*memory.folder.iterdir()] == []


def test_the_lists_used_last_stay(memory: RememberedLists, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 2)
    texts = []
    for day, sample in enumerate(SAMPLES[:3]):
        before = {*memory.folder.iterdir()} if day else set()
        texts.append(load(sample.path, memory).text)
        for path in {*memory.folder.iterdir()} - before:
            os.utime(path, (day, day))
        if day == 1:
            assert memory.army(texts[0])  # used again, so it is not the oldest any more
    assert [memory.army(text) is not None for text in texts] == [True, False, True]
