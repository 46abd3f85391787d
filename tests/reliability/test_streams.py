"""Standard input, output and error that are closed, full or cut off: a sentence or silence, and the right exit code."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from time import sleep

import pytest

from tests.helpers.samples import first
from tests.reliability.conftest import SHOOT, Program
from tests.reliability.test_encodings import COMMANDS, SCENARIO, attack

__all__ = ["attack"]
FULL = Path("/dev/full")
# Each of them meets one of the three streams below that take nothing: what is said there is said for all of them.
PRINTING = ["odds attack.json", "play --demo --seed 4", "battle list", "--version", *COMMANDS]
needs_full = pytest.mark.skipif(not FULL.exists(), reason="a device that is always full")


# Standard input ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code"),
    first(
        2,
        [
            ("odds -", 1),
            ("play", 2),
            ("odds --batch -", 1),
            ("battle import -", 1),
            ("play ultramarines orks", 2),
            ("play --resume", 2),
            ("resolve -", 1),
            ("battle delete Démo", 2),
            ("drill --ruleset 7e", 2),
            ("drill --ruleset 7e --lesson", 2),
        ],
    ),
)
def test_standard_input_is_closed(program: Program, battle: str, command: str, code: int) -> None:
    done = program(*command.split(), closed=[0])
    assert done.code == code, done.said
    said = done.err.decode().strip()
    assert len(said.splitlines()) == 1, said
    assert "it is closed" in said if code == 1 else "terminal" in said


@pytest.mark.slow
@pytest.mark.parametrize("command", first(1, ["odds - --json", "battle import - --json"]))
def test_the_sentence_is_json_where_results_are(program: Program, command: str) -> None:
    done = program(*command.split(), closed=[0])
    assert (done.code, done.out) == (1, b"")
    assert "it is closed" in json.loads(done.err)["error"]


@pytest.mark.slow
@pytest.mark.parametrize("command", first(1, ["odds --batch -", "odds -", "battle import -"]))
def test_standard_input_that_cannot_be_read(program: Program, tmp_path: Path, command: str) -> None:
    with (tmp_path / "written").open("wb") as only_written:
        done = program(*command.split(), stdin=only_written)
    assert done.code == 1, done.said
    assert b"Bad file descriptor" in done.err
    assert len(done.err.splitlines()) == 1


# Standard output -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@needs_full
@pytest.mark.parametrize("command", first(1, PRINTING[::3]))
def test_standard_output_is_full(program: Program, attack: Path, battle: str, command: str) -> None:
    with FULL.open("wb") as full:
        done = program(*command.split(), stdout=full, cwd=attack.parent)
    assert done == (1, b"", b"Standard output cannot be written: No space left on device.\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", first(1, PRINTING[1::3]))
def test_standard_output_is_closed(program: Program, attack: Path, battle: str, command: str) -> None:
    done = program(*command.split(), closed=[1], cwd=attack.parent)
    assert done == (1, b"", b"Standard output cannot be written: it is closed.\n")


@pytest.mark.slow
@needs_full
def test_it_is_said_as_json_where_results_are_json(program: Program, attack: Path) -> None:
    with FULL.open("wb") as full:
        done = program("odds", attack, "--json", stdout=full)
    assert done.code == 1
    assert "No space left" in json.loads(done.err)["error"]


def through_head(command: list[str], home: Path, lines: int) -> tuple[int, bytes, bytes]:
    """The exit code of ``command | head -n lines``'s first part, what came out, and what was said."""
    writer = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "SHOOT_HOME": str(home)}
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    out = b"".join(writer.stdout.readline() for _ in range(lines))
    writer.stdout.close()
    said = writer.stderr.read()
    writer.stderr.close()
    return writer.wait(60), out, said


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    first(
        1,
        ["odds --batch many.jsonl", "army schema 10e", "rules", "army show ultramarines", "battle export Démo --json"],
    ),
)
def test_nobody_reads_on(program: Program, home: Path, battle: str, tmp_path: Path, command: str) -> None:
    """``| head -1``: silence, and exit code 0: whoever reads no further has what was wanted."""
    (tmp_path / "many.jsonl").write_text(f"{json.dumps(SCENARIO)}\n" * 200)
    code, out, said = through_head([str(SHOOT), *command.replace("many", f"{tmp_path}/many").split()], home, 1)
    assert (code, said) == (0, b"")
    assert out.endswith(b"\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", PRINTING[2::3])
def test_nobody_reads_at_all(program: Program, attack: Path, battle: str, command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = program(*command.split(), stdout=writing, cwd=attack.parent)
    os.close(writing)
    assert done == (0, b"", b"")


@pytest.mark.slow
def test_a_pipe_that_does_not_wait(program: Program, tmp_path: Path) -> None:
    """Somebody else made it non-blocking, and reads slowly: nothing is lost of what is written to it."""
    (tmp_path / "many.jsonl").write_text(f"{json.dumps(SCENARIO)}\n" * 100)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    child = subprocess.Popen(
        [SHOOT, "odds", "--batch", tmp_path / "many.jsonl"], stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    with open(reading, "rb") as pipe:
        sleep(1)  # until the pipe is full, and most of the lines are not in it
        whole = pipe.read()
    assert child.communicate(timeout=60)[1] == b""
    assert child.returncode == 0
    assert [next(iter(json.loads(line))) for line in whole.splitlines()] == ["ruleset"] * 100


# Standard error ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_standard_error_is_closed(program: Program, attack: Path) -> None:
    """What is said is lost, never taken for a result; the exit code stays."""
    assert program("odds", "nowhere::x", "y", closed=[2]) == (1, b"", b"")
    done = program("odds", attack, "--set", "night=no", "--json", closed=[2])
    assert done.code == 0
    json.loads(done.out)


@pytest.mark.slow
@needs_full
def test_standard_error_is_full(program: Program) -> None:
    with FULL.open("wb") as full:
        assert program("odds", "nowhere::x", "y", stderr=full) == (1, b"", b"")
        assert program("nonsense", stderr=full) == (2, b"", b"")
        assert program("odds", "nowhere::x", "y", stdout=full, stderr=full).code == 1


@pytest.mark.slow
def test_all_are_closed(program: Program, home: Path) -> None:
    """No file that is opened later takes the place of a stream."""
    assert program("battle", "list", closed=[0, 1, 2]).code in (0, 1)
    assert program("--version", closed=[0, 1, 2]).code == 1
