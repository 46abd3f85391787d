"""Marks, loans, auras and what was said survive undo, a change of earlier answers, and being broken off."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoot_cli.engine.questions import Facts, Question
from shoot_cli.engine.reasons import Amend, Answer, BadAnswer
from shoot_cli.rules import RULESETS
from tests.rules import test_every_amendment as amendments
from tests.rules.test_every_ruleset import Game, Killed

LISTS = Path(__file__).parents[2] / "golden" / "40k-10e"


@cache
def game() -> Game:
    edition = next(edition for edition in RULESETS if edition.short == "10e")
    return Game(edition, 1, LISTS / "vanguard.yaml", LISTS / "horde.yaml")


class Eager(amendments.Walk):
    """Players who say something else than what is proposed, wherever there is a list of facts."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.usual = self.given
        self.given = self.eager  # type: ignore[assignment]

    def eager(self, question: Question, place: int) -> Answer:
        if not isinstance(question, Facts):
            return self.usual(question, place)
        calm = self.at - [*self.wishes[: self.at]].count(Killed)
        random = Random(f"{self.seed}/{calm}/{question.key}/eager")
        parts = [part for part in question.parts if random.random() < 0.7 and part.key not in ("firing", "blind")]
        answer: dict[str, Any] = {part.key: amendments.some_answer(part, random) for part in parts}
        try:
            question.read(answer)
        except BadAnswer:
            return {}
        return answer


def walked(wishes: list[Any], seed: int, app_dice: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amendments, "Walk", Eager)
    amendments.walked(game(), wishes, seed, app_dice)


@pytest.mark.slow
@given(app_dice=st.booleans(), quiet=st.integers(0, 30), wishes=amendments.WISHES, seed=st.integers(0, 999))
@settings(derandomize=True, max_examples=40, database=None)
def test_random_walks_of_a_battle_end_like_a_fresh_game(
    app_dice: bool, quiet: int, wishes: list[Any], seed: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        walked([None] * quiet + wishes, seed, app_dice, monkeypatch)


@pytest.mark.slow
def test_they_are_walked_through() -> None:
    """The walks meet what they are for."""
    keys: set[str] = set()
    for seed in range(10):
        walk = Eager(game(), (), seed, True)
        end, _ = walk.end()
        keys |= {entry.question.key for entry in walk.table.log if entry.question}
        keys |= {key for entry in walk.table.log if isinstance(entry.question, Facts) for key in entry.answer or ()}
        assert end.over
    assert 'near Friendly INFANTRY within 6": re-roll hit rolls of 1' in keys
    assert {"mark:Captain", "lend:Painboy", "mark:Infiltrators", "use Fury", "one of Doctrine", "if Waaagh!"} <= keys


class Corrects(amendments.Walk):
    """The Orks say too late that it is their Waaagh!: when both of their units have shot."""

    def change(self, random: Random) -> None:
        asked = [entry for entry in self.table.log if entry.question is not None]
        at, entry = next(
            (at, entry)
            for at, entry in enumerate(asked)
            if isinstance(entry.question, Facts) and WAAAGH in {part.key for part in entry.question.parts}
        )
        self.changes += 1
        raise Amend(at, {**entry.answer, WAAAGH: "yes"}, "Horde", None)


WAAAGH = "if Waaagh!"


@pytest.mark.rule("10E-EFF-21")
def test_what_is_remembered_can_be_corrected_where_it_was_said():
    calm = Corrects(game(), (), 0, True)
    calm.end()
    assert strengths(calm) == [4, 4]
    corrected = Corrects(game(), [None] * (len(calm.prompts) - 1) + [amendments.CHANGE], 0, True)
    corrected.end()
    assert corrected.changes == 1
    assert strengths(corrected) == [5, 5]  # the second was not asked, and has it as well


def strengths(walk: amendments.Walk) -> list[int]:
    """Of the shootas, attack by attack."""
    rolls = [e.question for e in walk.table.log if e.question is not None and e.question.key == "wound:shoota"]
    return [int(roll.need.because[0].text.split()[1]) for roll in rolls]
