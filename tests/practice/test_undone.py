"""What a battle teaches: the rules behind answers that were taken back or changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from json import dumps
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.engine.questions import Choose, Question, Roll, Total
from shoot_cli.engine.reasons import Amend, Leave, Redo, Undo
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.practice.mastery import PlayedAgain, mistakes, rules_of, rules_undone
from shoot_cli.replay.journal import run
from shoot_cli.rules.seventh import RULESET
from shoot_cli.storage.remembered_place import CannotReplay, journal_of, reloaded
from shoot_cli.storage.store import Store, StoredBattle
from tests.helpers.samples import first

ANOTHER = 5  # seed of other dice


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path / "shoot.db") as store:
        yield store


def begun(store: Store, version: str = RULESET.version) -> StoredBattle:
    loaded = [load(armies.find_list(words)) for words in ("ultramarines", "orks")]
    mine, theirs = (dumps({"name": one.army.name, "path": "", "text": one.text}) for one in loaded)
    return store.create(f"Lessons {version}", "40k-7e", version, 7, (mine, theirs), {}, "app")


class Players:
    """They answer what is usual. After a roll to hit they wish these things, one after the other; then no more."""

    def __init__(self, *wishes: Callable[[Roll, int], Exception]) -> None:
        self.wishes = [*wishes]
        self.roll: Roll | None = None
        self.place = 0

    def before(self, question: Question, place: int) -> None:
        """:raises Undo, Redo, Amend, Leave:"""
        if self.roll is not None and self.wishes:
            raise self.wishes.pop(0)(self.roll, self.place)
        if self.roll is None and isinstance(question, Roll) and question.key.startswith("hit"):
            self.roll, self.place = question, place

    @property
    def rules(self) -> tuple[str, ...]:
        assert self.roll is not None
        assert self.roll.need.because
        return rules_of(self.roll)


def undo(roll: Roll, place: int) -> Exception:
    return Undo()


def redo(roll: Roll, place: int) -> Exception:
    return Redo()


def leave(roll: Roll, place: int) -> Exception:
    return Leave()


def amend(roll: Roll, place: int) -> Exception:
    return Amend(place, dice(ANOTHER)(roll, place), "Ultramarines", True)


def play(battle: StoredBattle, players: Players, most: int = 40, first: int = 0) -> Players:
    """Up to so many answers. ``first``: which of the open options of the first question; 0: the usual one."""
    ruleset, start, settings = reloaded(battle)
    journal = journal_of(battle)
    journal.keeper = battle
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(7)

    def live(question: Question, place: int) -> Any:
        if place >= most:
            raise Leave
        players.before(question, place)
        if first and place == 0 and isinstance(question, Choose):
            return question.open()[first].value
        return (throw if isinstance(question, (Roll, Total)) else given)(question, place)

    def seat() -> Table:
        table = journal.seat(live, lambda question: question.owner, lambda question: None)
        table.settings = settings
        return table

    with suppress(Leave):
        run(ruleset.battle, start, journal, seat, lambda wish, said: None)
    return players


def test_where_nothing_was_wrong_there_is_nothing_to_learn(store):
    battle = begun(store)
    play(battle, Players())
    assert len(battle.answers()) == 40
    assert rules_undone(battle) == ()


@pytest.mark.parametrize(
    "wishes",
    first(2, map(pytest.param, [(amend, undo, redo), (undo, leave), (undo,), (amend,), (undo, redo, undo)])),
    ids=lambda wishes: " ".join(w.__name__ for w in wishes),
)
def test_the_rules_of_what_was_taken_back_or_changed(store, wishes):
    battle = begun(store)
    players = play(battle, Players(*wishes))
    assert "7E-HIT-1" in players.rules
    assert rules_undone(battle) == players.rules


@pytest.mark.parametrize(
    "wishes", [(undo, redo), (amend, undo)], ids=lambda wishes: " ".join(w.__name__ for w in wishes)
)
def test_what_was_right_after_all(store, wishes):
    battle = begun(store)
    assert play(battle, Players(*wishes)).rules
    assert rules_undone(battle) == ()


def test_a_deep_undo_is_about_every_answer_that_people_gave(store):
    battle = begun(store)
    players = play(battle, Players(undo, undo, undo))
    found = rules_undone(battle)
    assert {*players.rules} < {*found}
    assert battle.append("undo", {"count": len(battle.answers())}).number
    assert rules_undone(battle) != found


def test_what_was_asked_is_found_where_the_battle_went_another_way_since(store):
    battle = begun(store)
    players = play(battle, Players(undo, leave))
    battle.append("undo", {"count": len(battle.answers())})
    play(battle, Players(), first=-1)
    assert PlayedAgain(battle).logs[0][1][players.place].key != players.roll.key
    assert PlayedAgain(battle).question(*mistakes(battle)[0]).key == players.roll.key


def test_it_is_the_same_after_the_battle_was_read_again(store):
    battle = begun(store)
    play(battle, Players(amend, undo))
    play(battle, Players(undo))
    battle.close()
    assert rules_undone(store.load(battle.name)) == rules_undone(battle)


def test_an_older_battle_that_does_not_fit_the_rules_of_today_is_refused(store):
    battle = begun(store, "0")
    for key in ("nonsense", "more"):
        battle.append("answer", {"key": key, "answer": "x", "by": "Ultramarines", "hand": None})
    battle.append("undo", {"count": 1})
    with pytest.raises(CannotReplay, match="It was begun with version 0"):
        rules_undone(battle)


def test_a_log_that_does_not_fit_is_refused(store):
    battle = begun(store)
    for key in ("nonsense", "more"):
        battle.append("answer", {"key": key, "answer": "x", "by": "Ultramarines", "hand": None})
    battle.append("undo", {"count": 1})
    with pytest.raises(CannotReplay, match="does not fit the rules any more"):
        rules_undone(battle)
