"""What other hands may write into a file for ``shoot battle import``: it is taken in or refused, in words, at once."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.storage.battle_import import NotABattle, read
from shoot_cli.storage.records import Event, KeptList, LogState, canonical, kept_list, read_payload
from shoot_cli.storage.remembered_place import CannotReplay, reloaded
from tests.helpers.each import each
from tests.helpers.work import lines_run
from tests.reliability.conftest import Program
from tests.reliability.logs import Row, amend, answer, exported, lists

FAR = 10**13


@each("runs", [[[0, FAR], [FAR, 0]], [[1, FAR]], [[FAR, 0]], [[2, 1]], [[1, 2], [1, 2]], [[-1, 1]]])
@each("name", ["runs", "drop"])
def test_runs_are_of_what_waits(runs: list[list[int]], name: str) -> None:
    rows = [answer(1), answer(2), answer(3), amend(0), ("keep", {"runs": [], name: runs})]
    with pytest.raises(NotABattle, match=r"Line 6: Event 5 cannot be applied: "):
        read(exported(rows).decode())


@pytest.mark.slow
def test_no_run_swells_the_program(program: Program) -> None:
    rows = [answer(1), answer(2), amend(0), ("keep", {"runs": [[0, FAR], [FAR, 0]]})]
    done = program("battle", "import", "-", typed=exported(rows))
    words = "Standard input cannot be taken in. Line 5: Event 4 cannot be applied: keep, no earlier answer 1"
    assert (done.code, done.out) == (3, b"")
    assert done.err.decode().startswith(words)


@pytest.mark.slow
def test_a_battle_changed_without_end_is_shown_at_once(program: Program) -> None:
    rows: list[Row] = [*map(answer, range(2000))]
    for at in range(2000):
        rows += [amend(at), ("keep", {"runs": [[at + 1, 2000]]})] if at < 1999 else [amend(at)]
    done = program("battle", "import", "-", typed=exported(rows))
    assert (done.code, done.out) == (0, b"")
    shown = program("battle", "show", "odd", "--json")
    assert (shown.code, shown.err) == (0, b"")
    given = json.loads(shown.out)["answers"]
    assert [(one["answer"], one["was"]) for one in given] == [("new", at) for at in range(2000)]


def test_a_place_changed_often_remembers_the_last_change_only() -> None:
    def fold(n: int) -> LogState:
        fold = LogState()
        for number, (kind, payload) in enumerate([answer(1), *[amend(0)] * n], 1):
            fold.add(Event(number, kind, dict(payload), "", ""))
        return fold

    (last,) = fold(3000).answers
    assert last.previous is not None
    assert (last.previous.answer, last.previous.previous) == ("new", None)
    assert fold(3000).answers == fold(3000).answers  # a chain of them is deeper than Python can compare
    assert lines_run(lambda: fold(800)) < 5 * lines_run(lambda: fold(200))


def test_an_event_without_a_number_is_named_by_its_place() -> None:
    header, first, *_ = map(json.loads, exported([answer(1)]).decode().splitlines())
    with pytest.raises(NotABattle, match=r"Event 2: an event is expected here"):
        read(json.dumps({**header["battle"], "events": [first, 7]}, indent=1))


def test_what_is_nested_deeper_than_any_answer_is_refused() -> None:
    deep: list[object] = []
    for _ in range(400):
        deep = [deep]
    with pytest.raises(NotABattle, match=r"Line 2: event 1 is nested deeper than any answer"):
        read(exported([answer(deep)]).decode())
    with pytest.raises(ValueError, match="nested deeper"):
        read_payload(canonical({"answer": deep}))
    many = {"answer": [[number, {"a": "[" * 99}] for number in range(99)]}
    assert read_payload(canonical(many)) == many


def test_a_list_from_a_file_of_an_odd_name_can_be_kept() -> None:
    kept = KeptList("Mob", "/tmp/caf\udce9.yaml", "ruleset: 7e")
    assert kept.raw().isascii()
    assert kept_list(kept.raw()) == kept
    assert kept_list(KeptList("Zoë", "", "").raw()).name == "Zoë"


def test_answers_in_force_that_are_none_are_refused() -> None:
    for junk in ([3], ["x"], [None], [[]], {}, 3, None, [{}]):
        with pytest.raises(NotABattle, match="Line 1: the answers in force are not those"):
            read(exported([answer(1)], answers=junk).decode())


HALF = "\ud800"


@pytest.mark.parametrize(
    "facts", [{"dice": HALF}, {"version": "1" + HALF}, {"ruleset": HALF}, {"armies": [HALF, "{}"]}], ids=str
)
def test_what_no_database_can_hold_is_the_fault_of_the_file(facts: dict[str, object]) -> None:
    (name,) = facts
    with pytest.raises(NotABattle, match=f"Line 1: “{name}” has half a letter in it"):
        read(exported(**facts).decode())


@pytest.mark.slow
def test_the_file_is_named_not_the_database(program: Program) -> None:
    done = program("battle", "import", "-", typed=exported(dice=HALF))
    assert (done.code, done.out) == (3, b"")
    assert done.err.decode().startswith("Standard input cannot be taken in. Line 1: “dice” has half a letter in it")


@each(
    ("bad", "sentence"),
    [
        ("{}", "The second list kept in “Odd day” cannot be read: its text is missing"),
        ("[]", "The second list kept in “Odd day” cannot be read: its text is missing"),
        ("7", "The second list kept in “Odd day” cannot be read: its text is missing"),
        ("{", "The second list kept in “Odd day” cannot be read: its text is missing"),
        (
            '{"name": "Green Mob"}',
            "The second list kept in “Odd day”, “Green Mob”, cannot be read: its text is missing",
        ),
        ('{"name": "Green Mob", "text": []}', "“Green Mob”, cannot be read: its text is missing"),
        (
            '{"name": 7, "path": [], "text": "a: ["}',
            "The second list kept in “Odd day” cannot be read: the second list:1",
        ),
        ('{"name": "Green Mob", "text": "name: x"}', "“Green Mob”, cannot be read: Green Mob"),
    ],
)
def test_a_stored_list_that_is_none_is_told_by_name(bad: str, sentence: str) -> None:
    header = read(exported(armies=[lists()[0], bad]).decode()).header
    stored: Any = SimpleNamespace(
        name=header.name, ruleset=header.ruleset, version=header.version, armies=header.armies, settings={}
    )
    with pytest.raises(CannotReplay) as error:
        reloaded(stored)
    assert sentence in str(error.value)


@pytest.mark.slow
def test_verify_tells_of_it(program: Program) -> None:
    assert program("battle", "import", "-", typed=exported(armies=[lists()[0], '{"name": "Green Mob"}'])).code == 0
    done = program("battle", "verify", "odd")
    assert (done.code, done.err) == (3, b"")
    assert "The second list kept in “Odd day”, “Green Mob”," in " ".join(done.out.decode().split())
