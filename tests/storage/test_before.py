"""Battles that the version before kept: what their players said still fits, tells the same, and goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.table import Table
from shoot_cli.rules import RULESETS
from tests.helpers.samples import every_nth
from tests.storage.before import FOLDER, NAME, STORED, opened, run, story, told

Ask = Callable[[Table, Question], Any]


def test_every_edition_has_one() -> None:
    assert {one.name for one in RULESETS} == {*STORED}


@pytest.mark.slow
@pytest.mark.parametrize("edition", every_nth(2, STORED))
def test_it_opens_fits_tells_the_same_and_goes_on(edition: str, tmp_path: Path) -> None:
    kept = story(edition)
    opened(edition, tmp_path)
    now = told(tmp_path, kept.then)
    assert now.splitlines() == kept.told.splitlines(), (
        "if only words are meant to change: tests/storage/before.py words"
    )


@pytest.mark.parametrize("edition", STORED)
def test_it_has_what_can_go_wrong_in_it(edition: str, tmp_path: Path) -> None:
    """Taken back, changed, dice of both hands; and its players left in the middle of an attack."""
    opened(edition, tmp_path)
    kept = json.loads(run(tmp_path, "battle", "export", NAME, "--format", "json"))
    assert {"answer", "undo", "amend", "keep"} <= {event["kind"] for event in kept["events"]}
    assert {event["payload"].get("hand") for event in kept["events"]} >= {True, False}
    last = [event["payload"]["key"] for event in kept["events"] if event["kind"] == "answer"][-1]
    assert last != "unit"  # with which an attack begins


def renamed(ask: Ask) -> Ask:
    """The dice to hit go by another name than they did."""
    return lambda table, question: ask(
        table,
        question.but(key=question.key.replace("hit:", "to hit:")) if question.key.startswith("hit:") else question,
    )


def another_first(ask: Ask) -> Ask:
    """Something is asked before the dice to hit that was not."""
    other = Choose("another", (Option("yes"), Option("no")), "no")

    def more(table: Table, question: Question) -> Any:
        if question.key.startswith("hit:"):
            ask(table, other)
        return ask(table, question)

    return more


@pytest.mark.parametrize("change", [renamed, another_first])
@pytest.mark.parametrize("edition", STORED)
def test_a_rule_that_asks_otherwise_is_found_out(
    edition: str, change: Callable[[Ask], Ask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were it not, the first test would say nothing about the questions and their order."""
    opened(edition, tmp_path)
    monkeypatch.setattr(Table, "ask", change(Table.ask))
    wrong = r"does not fit the rules any more: answer \d+ of the log is for “hit:"
    assert re.search(wrong, run(tmp_path, "battle", "verify", NAME))


@pytest.mark.parametrize("kept", sorted(FOLDER.rglob("*.db")), ids=lambda kept: kept.stem)
def test_a_kept_battle_names_no_folder_of_whoever_kept_it(kept: Path) -> None:
    """Its lists are shipped ones, or copies in the folder that `before.py` uses."""
    found = re.findall(rb'"path": "([^"]*)"', kept.read_bytes())
    assert found
    assert [path for path in found if path.startswith(b"/") and not path.startswith(b"/tmp/shoot/")] == []
