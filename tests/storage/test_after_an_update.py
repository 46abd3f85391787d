"""Battles that were begun before an update: they go on if all answers fit, else the first one that does not is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.engine.table import Table
from shoot_cli.rules import Edition
from tests.golden.playing import Stuck, tidy
from tests.helpers.samples import every_nth
from tests.storage.before import FOLDER, KEPT, NAME, STORED, opened, run, story
from tests.storage.test_before import another_first, renamed

OLDER = FOLDER / "older"  # real battles of earlier versions, never made again
RESUME = ("play", "--resume", "--plain", "--battle", NAME)


@pytest.fixture
def updated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every edition is of another version than the battles that are kept."""
    now = Edition.ruleset
    monkeypatch.setattr(Edition, "ruleset", lambda self: now(self).but(version="next"))


def refusal(home: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said when the battle is asked to go on, and does not."""
    with pytest.raises(Stuck, match="shoot ended with 3:"):
        run(home, *RESUME)
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.usefixtures("updated")
@pytest.mark.parametrize("edition", every_nth(2, STORED))
def test_it_goes_on_where_all_answers_fit(edition: str, tmp_path: Path) -> None:
    opened(edition, tmp_path)
    shown = " ".join(tidy(run(tmp_path, *RESUME, said=story(edition).then)).split())
    assert "it goes on with next: all answers fit. Losses are what the rules of today make of them." in shown
    assert shown.index("all answers fit") < shown.index("Going on with")
    assert "answers fit the rules" in run(tmp_path, "battle", "verify", NAME)


@pytest.mark.parametrize("edition", every_nth(4, STORED))
def test_of_the_same_version_nothing_is_said(edition: str, tmp_path: Path) -> None:
    opened(edition, tmp_path)
    assert "all answers fit" not in run(tmp_path, *RESUME, said=story(edition).then)


@pytest.mark.usefixtures("updated")
@pytest.mark.parametrize("change", [renamed, another_first])
@pytest.mark.parametrize("edition", STORED[:2])
def test_the_first_answer_that_does_not_fit_is_named(
    edition: str, change: Callable[[Any], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    opened(edition, tmp_path)
    monkeypatch.setattr(Table, "ask", change(Table.ask))
    said = refusal(tmp_path, capsys)
    assert "of the log is for “hit:" in said
    assert "rules; this is next. It can be shown and exported, not continued." in said


def test_a_battle_in_which_another_profile_was_proposed_names_the_first_throw(tmp_path: Path, capsys: Any) -> None:
    """Version 1 of 11th edition proposed the first profile of a weapon; today it is the one that does most."""
    shutil.copy(OLDER / "40k-11e-1.db", tmp_path / KEPT)
    said = refusal(tmp_path, capsys)
    assert "answer 6 of the log is for “hit:bolt rifle (focused fire)”, but the rules now ask" in said
    assert "It was begun with version 1 of the 40k-11e rules" in said


@pytest.mark.parametrize("version", ["6", "7"])
def test_a_battle_that_used_nothing_of_what_changed_goes_on(version: str, tmp_path: Path) -> None:
    """Version 6 of 2nd edition asked for each marker by itself; this battle has none.

    Version 7 added up the dice of each hit by itself; here one hit throws three dice."""
    shutil.copy(OLDER / f"40k-2e-{version}.db", tmp_path / KEPT)
    found = run(tmp_path, "battle", "verify", NAME)
    assert "All 21 answers fit the rules" in found
    assert "models lost: Strike Force 0, Raiders 8" in found


@pytest.mark.parametrize(("edition", "version", "answers"), [("10e", 9, 15), ("11e", 7, 11)])
def test_a_battle_whose_lists_have_none_of_the_new_spellings_goes_on(
    edition: str, version: int, answers: int, tmp_path: Path
) -> None:
    """Version 9 of 10th and 7 of 11th edition asked `closest eligible` and `did not move` in these very words."""
    shutil.copy(OLDER / f"40k-{edition}-{version}.db", tmp_path / KEPT)
    assert f"All {answers} answers fit the rules" in run(tmp_path, "battle", "verify", NAME)


@pytest.mark.parametrize(
    ("battle", "answers", "lost", "asked"),
    [
        ("40k-2e-8", 20, "Craftworld Host 0, Goff Mob 5", ["nearer", "others under", "others under each", "who_under"]),
        ("40k-2e-9", 16, "Behemoth Brood 0, Cadian Line 1", ["splash", "splashed"]),  # one for each model that was hit
        ("40k-7e-12", 22, "Ultramarines Strike Force 0, Cadian 91st 6", ["others", "others under"]),
    ],
)
def test_what_was_asked_of_everybody_then_holds_though_only_who_wishes_is_asked_now(
    battle: str, answers: int, lost: str, asked: list[str], tmp_path: Path
) -> None:
    shutil.copy(OLDER / f"{battle}.db", tmp_path / KEPT)
    found = run(tmp_path, "battle", "verify", NAME)
    assert f"All {answers} answers fit the rules" in found
    assert f"lost: {lost}" in found
    log = json.loads(run(tmp_path, "battle", "show", "--json", NAME))["answers"]
    assert {*asked} <= {entry["key"].partition(":")[0] for entry in log}
