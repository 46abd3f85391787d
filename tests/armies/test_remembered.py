"""Lists remembered as records: what is read from memory is what the text says, or the text is read."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from shoot_cli import armies
from shoot_cli.armies import remembered
from shoot_cli.armies.remembered import Memory

SAMPLES = armies.samples()


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "cache" / "lists")


def only_file(memory: Memory) -> Path:
    (path,) = memory.folder.iterdir()
    return path


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.ruleset}/{sample.name}")
def test_every_shipped_list_comes_back_as_it_was_read(sample: armies.Sample, memory: Memory) -> None:
    read = armies.load(sample.path, memory)
    again = Memory(memory.folder).army(read.text)
    assert again == read.army
    assert repr(again) == repr(read.army)
    assert armies.load(sample.path, memory).army == read.army


def test_what_is_remembered_is_not_read_again(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    first = armies.load(SAMPLES[0].path, memory)
    monkeypatch.setattr("shoot_cli.armies.loading._read", lambda *_: pytest.fail("the text was read"))
    assert armies.load(SAMPLES[0].path, memory).army == first.army


def test_another_text_is_another_list(memory: Memory) -> None:
    text = armies.load(SAMPLES[0].path, memory).text
    assert memory.army(text + "\n") is None


@pytest.mark.parametrize("with_a_right_digest", [False, True])
@pytest.mark.parametrize(
    "parts", [b"", b"[]", b"[1]", b"{", b'[["Army"]]', b'["os", ["system", 0]]', b"\xff", b"[" * 10**5]
)
def test_a_file_that_is_not_as_it_was_written_is_passed_over(
    memory: Memory, parts: bytes, with_a_right_digest: bool
) -> None:
    read = armies.load(SAMPLES[0].path, memory)
    digest = sha256(parts).hexdigest().encode() if with_a_right_digest else b"0" * 64
    only_file(memory).write_bytes(digest + b"\n" + parts)
    assert memory.army(read.text) is None
    assert armies.load(SAMPLES[0].path, memory).army == read.army
    assert memory.army(read.text) == read.army  # and is written anew


def test_a_changed_byte_shows(memory: Memory) -> None:
    read = armies.load(SAMPLES[0].path, memory)
    path = only_file(memory)
    path.write_bytes(path.read_bytes().replace(b"3", b"2", 1))
    assert memory.army(read.text) is None


def test_another_version_of_the_program_reads_for_itself(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    read = armies.load(SAMPLES[0].path, memory)
    monkeypatch.setattr(remembered, "digest_of", lambda edition: b"newer")
    assert Memory(memory.folder).army(read.text) is None


def test_sources_that_are_no_files_and_a_folder_that_cannot_be_made_only_cost_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = Memory(tmp_path / "file" / "lists")
    assert armies.load(SAMPLES[0].path, nowhere).army == armies.load(SAMPLES[0].path).army


def test_a_wrong_list_is_wrong_every_time(memory: Memory) -> None:
    for _ in range(2):
        with pytest.raises(armies.ArmyErrors):
            armies.load_text("ruleset: 7e\nname: x\n", "list.yaml", memory)
    assert not memory.folder.exists()


def test_the_lists_used_last_stay(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    texts = []
    for day, sample in enumerate(SAMPLES[:3]):
        before = {*memory.folder.iterdir()} if day else set()
        texts.append(armies.load(sample.path, memory).text)
        for path in {*memory.folder.iterdir()} - before:
            os.utime(path, (day, day))
        if day == 1:
            assert memory.army(texts[0])  # used again, so it is not the oldest any more
    assert [memory.army(text) is not None for text in texts] == [True, False, True]
