"""What every call must keep, however hostile: an exit code of the contract, words for people, results for programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from shoot_cli.ui.console import DONE, INTERRUPTED, UNREADABLE, USAGE, WRONG
from tests.reliability.cases import Case
from tests.reliability.conftest import Done

INSIDES = re.compile(
    r"Traceback|Unhandled exception|\b(NoneType|\w+Error\b(?!:)|object at 0x|<class|<function)|^[\w.]+Error: ",
    re.MULTILINE,
)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
CODES = {DONE, WRONG, USAGE}


def proper(case: Case, done: Done, codes: set[int] = CODES) -> None:
    """:raises AssertionError: the call broke a promise."""
    out, err = done.out.decode(), done.err.decode()
    assert done.code in codes, (done.code, err[-500:])
    assert not CONTROL.search(out + err), "a control character reaches the terminal"
    if done.code not in (DONE, UNREADABLE):
        sentence(reason(err) if case.json and done.code != USAGE else err)
        assert out == "" or (case.json and case.arguments[:2] == ("army", "check")), out[-500:]
    elif case.json and done.code == DONE:
        document(out)
    if err:
        sentence(err)


def sentence(text: str) -> None:
    """Words about something, and none of the program's own insides."""
    assert len(text.split()) > 1, text
    found = INSIDES.search(text)
    assert found is None, (found and found[0], text[-500:])


def reason(err: str) -> str:
    """The one JSON document that says what is wrong."""
    found = document(err)
    assert isinstance(found["error"], str), err
    return str(found["error"])


def document(text: str) -> Any:
    """One JSON document, without numbers that JSON does not have."""
    return json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def of_screen(text: str) -> None:
    """What a prompt shows is words, and nothing that the terminal would obey."""
    assert not CONTROL.search(text), text
    if text.strip():
        sentence(text)


def of_session(done: Done) -> None:
    """Left or interrupted, with a word about how to go on."""
    assert done.code in (DONE, INTERRUPTED), (done.code, done.said[-500:])
    sentence(done.said)


def of_batch(case: Case, done: Done) -> None:
    """A result in each place, those around the bad line as ever."""
    rows = [document(row) for row in done.out.decode().removesuffix("\n").split("\n")]
    assert done.code == DONE
    assert len(rows) == 3 - (not (case.file or case.typed).split(b"\n")[1].strip()), rows
    assert rows[0] == rows[-1]
    assert sum(rows[0]["slain"]) == pytest.approx(1)
    if "error" in rows[1]:
        assert list(rows[1]) == ["error"]
        sentence(rows[1]["error"])
    else:
        assert sum(rows[1]["slain"]) == pytest.approx(1)
        assert sum(rows[1]["damage"]) == pytest.approx(1)


def of_lists(case: Case, done: Done) -> None:
    """``check --json`` says in its document what the exit code says."""
    if case.json and case.arguments[:2] == ("army", "check"):
        (found,) = document(done.out.decode())["files"]
        assert found["fine"] is (done.code == DONE)
        assert found["fine"] or found["problems"]


MORE = {"lists": of_lists, "batch lines": of_batch}
