"""``odds --batch``: one bad line spoils its own place and nothing else, whatever is handed over for a file."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.commands import odds
from shoot_cli.commands.odds import LONGEST, bounded
from shoot_cli.engine.reasons import InputError
from tests.reliability.conftest import Program
from tests.reliability.test_encodings import SCENARIO

GOOD = json.dumps({**SCENARIO, "attacker": {**SCENARIO["attacker"], "name": "Squad"}}).encode()  # type: ignore[dict-item]
PADDED = b"%s%s" % (GOOD, b" " * (LONGEST - len(GOOD)))  # as long as a line may be


def error_or_result(line: bytes) -> str:
    return str(next(iter(json.loads(line))))


BAD = {
    "digits": b'{"a": %s}' % (b"9" * 5000),
    "digits of an answer": GOOD[:-1] + b', "answers": {"distance": %s}}' % (b"9" * 4000),
    "half a character in a name": GOOD.replace(b"Squad", b"\\ud800"),
    "half a character in a key": GOOD[:-1] + b', "answers": {"\\udfff": 1}}',
    "half a character as an answer": GOOD[:-1] + b', "answers": {"weapon": "\\udfff"}}',
    "zero bytes": b"\0" * 10,
    "a zero byte": GOOD + b"\0",
    "depth": b"[" * 100_000,
    "depth of objects": b'{"a":' * 100_000,
    "depth of an answer": GOOD[:-1] + b', "answers": ' + b'{"a":' * 30 + b"1" + b"}" * 31,
    "not UTF-8": GOOD.replace(b"Squad", b"\xff"),
    "UTF-16": GOOD.decode().encode("utf-16-le"),
    "a key that is there twice": GOOD[:-1] + b', "ruleset": "10e"}',
    "an answer that is there twice": GOOD[:-1] + b', "answers": {"distance": 12, "distance": 30}}',
    "an empty answer": GOOD[:-1] + b', "answers": {"distance": []}}',
    "cut off": GOOD[:50],
    "too long": PADDED + b" ",
    "far too long": b" " * 5 * LONGEST,
    "no number": GOOD.replace(b"30", b"NaN"),
    "no end of a number": GOOD.replace(b"30", b"1e999"),
}


def test_every_bad_line_has_an_error_in_its_place(program: Program) -> None:
    done = program("odds", "--batch", "-", typed=b"".join(line + b"\n" + GOOD + b"\n" for line in BAD.values()))
    assert (done.code, done.err) == (0, b"")
    found = [error_or_result(line) for line in done.out.splitlines()]
    assert dict(zip(BAD, found[::2], strict=True)) == dict.fromkeys(BAD, "error")
    assert found[1::2] == ["ruleset"] * len(BAD)


@pytest.mark.slow
def test_lines_as_all_editors_write_them(program: Program, tmp_path: Path) -> None:
    """Of Windows, with empty lines, as long as a line may be, and without an end at the end of the file."""
    path = tmp_path / "batch.jsonl"
    path.write_bytes(b"\xef\xbb\xbf%s\r\n\r\n  \n%s\r\n%s\n%s" % (GOOD, PADDED, PADDED, GOOD))
    done = program("odds", "--batch", path)
    assert (done.code, done.err) == (0, b"")
    assert [error_or_result(line) for line in done.out.splitlines()] == ["ruleset"] * 4


@pytest.mark.slow
def test_a_line_that_is_too_long_at_the_end_of_the_file(program: Program) -> None:
    done = program("odds", "--batch", "-", typed=GOOD + b"\n" + b"x" * (LONGEST + 1))
    assert (done.code, done.err) == (0, b"")
    assert [error_or_result(line) for line in done.out.splitlines()] == ["ruleset", "error"]


def test_no_more_than_the_longest_line_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "LONGEST", 10)
    monkeypatch.setattr(odds, "ENDLESS", 100)

    class File(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= 12
            return super().readline(size)

    lines = [b"x" * 10, b"x" * 11, b"x" * 12, b"x" * 13, b"x" * 24, b"", b"x" * 90]
    kept = [line if len(line) <= 10 else None for line in lines]
    for end in (b"\n", b"\r\n"):
        assert list(bounded(File(end.join(lines)))) == kept
        assert list(bounded(File(end.join(lines) + end))) == kept
    endless = bounded(File(b"a\n" + b"\0" * 1000))
    assert [next(endless), next(endless)] == [b"a", None]
    with pytest.raises(InputError, match="line 2 does not end"):
        next(endless)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["by name", "as standard input"])
def test_a_file_without_end(program: Program, how: str) -> None:
    with open("/dev/zero", "rb") as zero:
        done = program("odds", "--batch", "/dev/zero" if how == "by name" else "-", stdin=zero)
    assert done.code == 1
    assert [error_or_result(line) for line in done.out.splitlines()] == ["error"]
    assert b"line 1 does not end within 1 GiB" in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("pure", [True, False])
def test_half_a_character_in_a_list(pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML's parser in C refuses it by itself, the one in Python does not."""
    if pure:
        import yaml

        monkeypatch.setattr("shoot_cli.armies.yaml_parser.LOADER", yaml.SafeLoader)
    with pytest.raises(ArmyErrors) as raised:
        read_text('ruleset: 7e\nname: "\\ud800"', "list.yaml")
    assert str(raised.value).startswith("list.yaml:2:")
    assert read_text('name: "\\ud83d\\ude00"', "list.yaml")
