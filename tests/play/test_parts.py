"""A session is a few parts, each by itself: none reaches into another, and what each knows is asked of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import shoot_cli
from shoot_cli.engine.questions import Choose, Decided, Facts, Need, Option, Roll
from shoot_cli.play.amendment import ChangeInProgress, changed_words
from shoot_cli.play.game import Dice, Game, Shown
from shoot_cli.play.session import Session
from shoot_cli.replay.history import Response
from shoot_cli.rules import RULESETS
from shoot_cli.ui.prompter import Keys
from tests.helpers.each import each

PACKAGE = Path(shoot_cli.__file__).parent
ROOMS = ("play", "asked")
OF_TUPLES = {"_replace", "_asdict", "_fields", "_make"}  # named tuples have these for everybody
MOST = 7  # parts of a session
ROLL, TARGET = Roll("hit", 3, Need(4)), Choose("target", (Option("boyz"),))


def reached(text: str) -> Iterator[str]:
    """Each private name of another object or module that these lines use."""
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            names = [] if own or node.attr in OF_TUPLES else [node.attr]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            names = [one.value for one in node.args[1:2] if isinstance(one, ast.Constant)]
        yield from (name for name in names if name.startswith("_") and not name.startswith("__"))


def test_nobody_reaches_the_private_state_of_another() -> None:
    files = [file for room in ROOMS for file in (PACKAGE / room).glob("*.py")]
    assert len(files) > 15
    assert {(file.name, name) for file in files for name in reached(file.read_text(encoding="utf-8"))} == set()


@each(
    "planted",
    ["self.change._before", "game.dice._rest = None", "battle()._known", "from x import _y", "getattr(game, '_known')"],
)
def test_a_private_state_that_is_reached_is_found(planted: str) -> None:
    assert len([*reached(planted)]) == 1
    assert [*reached("self._own, row._replace(closed=''), cls._own, self.__class__")] == []


def test_a_session_has_few_parts_and_no_state_of_its_own() -> None:
    """What plays, what shows, what the keys may do; and the change, the clock and the teacher, which may be none."""
    tree = ast.parse((PACKAGE / "play" / "session.py").read_text(encoding="utf-8"))
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    assert own == {"game", "shown", "keys", "change", "clock", "teacher"}
    assert len(own) < MOST
    assert Session.__doc__ is not None
    for name in own:
        assert f":ivar {name}:" in Session.__doc__


# Whose dice ----------------------------------------------------------------------------------------------------------


class Attack(SimpleNamespace):
    """A table at which this attack goes on; None between attacks."""

    def __init__(self, attack: int | None) -> None:
        super().__init__(attack=attack, going=None if attack is None else ("record", 0))


def test_the_app_throws_what_nobody_is_asked_for() -> None:
    table: Any = Attack(4)
    by_hand, app = Dice(7, True, lambda: table), Dice(7, False, lambda: table)
    assert [app.takes(one) for one in (ROLL, TARGET)] == [True, False]
    assert [by_hand.takes(one) for one in (ROLL, TARGET)] == [False, False]
    assert by_hand.throw_rest()
    assert [by_hand.takes(one) for one in (ROLL, TARGET)] == [True, False]
    assert by_hand.unasked is False  # of the last question
    table.attack = 9  # the next attack
    assert not by_hand.throws_rest()
    assert not by_hand.takes(ROLL)


@pytest.mark.parametrize("attack", [None, 4])
def test_the_rest_of_an_attack_is_given_back_or_was_never_taken(attack: int | None) -> None:
    table: Any = Attack(attack)
    dice = Dice(7, True, lambda: table)
    assert dice.throw_rest() is (attack is not None)
    dice.back_to_players()
    assert not dice.throws_rest()
    assert not Dice(7, True, lambda: None).throw_rest()


def test_whose_dice_they_were_is_asked_once_and_a_throw_apart_is_none_of_them() -> None:
    dice = Dice(7, True, lambda: None)
    assert dice.throw(ROLL, 3) == dice.throw(ROLL, 3)  # the same dice at the same place
    assert [dice.hand_of(ROLL), dice.hand_of(ROLL), dice.hand_of(TARGET)] == [False, True, None]
    dice.throw(ROLL, 3)
    with dice.apart():
        assert dice.hand_of(ROLL) is False
    assert dice.hand_of(ROLL) is False  # as it was before
    with dice.apart():
        dice.throw(ROLL, 4)
    assert dice.hand_of(ROLL) is True


# A change that goes on ------------------------------------------------------------------------------------------------

OLD, NEW = Response("distance", 9, "Reds"), Response("distance", 12, "Reds")


def changing() -> tuple[ChangeInProgress, Any, list[str]]:
    history = SimpleNamespace(past=[], waits=lambda: False)
    journal = SimpleNamespace(history=history, changed_at=0, turns=[], given_up=[], passed_over=list)
    ruleset = SimpleNamespace(nouns=("unit", "models"))
    game: Any = SimpleNamespace(
        points=lambda: None,
        journal=journal,
        ruleset=ruleset,
        asked=TARGET,
        table=None,
        status=tuple,
        answered=list[Any],
    )
    said: list[str] = []
    return ChangeInProgress(game, lambda *lines, style="": said.extend(lines)), game, said


def test_what_no_later_answer_can_follow_is_no_change_that_goes_on() -> None:
    """A re-roll of the last dice: nothing is summed up, but it is known who wished it."""
    change, _, said = changing()
    change.wished("Reds", derives=False)
    assert not change.going
    change.sum_up(TARGET)
    assert said == []
    change.made("amend", OLD, NEW)
    assert said == ["", "Changed at the wish of Reds: answer 1, Distance: now 12, before 9"]
    change.wished("Reds")
    assert change.going


def test_a_change_ends_with_its_summary_or_is_taken_back_before_it() -> None:
    change, game, said = changing()
    change.wished("Reds")
    game.journal.history.past = ["the change"]
    change.sum_up(TARGET)  # the prompt at which it was made
    assert (change.going, said) == (False, [])
    change.wished("Reds")
    game.journal.history.past = ["the change", "another"]
    change.made("undo amend", NEW, OLD)
    assert change.going  # the first stands still
    game.journal.history.past = []
    change.made("undo amend", NEW, OLD)
    assert not change.going
    change.made("undo amend", NEW, OLD)  # of one that was summed up before
    assert change.going


# What was asked ------------------------------------------------------------------------------------------------------


def test_an_undone_question_is_known_until_another_stands_in_its_place() -> None:
    game: Any = Game.__new__(Game)
    log = [SimpleNamespace(question=one) for one in (TARGET, ROLL)]
    game.asked, game._known, game.table = None, [], SimpleNamespace(log=log)
    assert game.question_at(1, Response("hit", {}, "Reds")) == ROLL
    game.table = SimpleNamespace(log=log[:1])  # undone
    assert game.question_at(1, Response("hit", {}, "Reds")) == ROLL
    assert game.question_at(1, Response("wound", {}, "Reds")) is None
    game.asked = ROLL.but(key="wound")
    assert game.question_at(1, Response("wound", {}, "Reds")) == game.asked


@pytest.mark.parametrize("plain", [True, False])
def test_what_is_in_sight_is_known_on_a_plain_screen_too(plain: bool) -> None:
    """Another surface draws it, whatever the terminal does."""
    ruleset = RULESETS[0].ruleset().but(sides=lambda record: ("Reds", "Greens"))
    game: Any = SimpleNamespace(ruleset=ruleset, start=None, seated=None, table=None)
    shown = Shown(game, plain, None, False)
    assert (shown.news.news, shown.news.console is None) == (shown.sight.news, plain)
    shown.went_back("Taken back", "to hit", True)
    assert [item.words for item in shown.sight.news.items] == ["to hit"]
    assert (shown.mark("Reds"), shown.mark("Greens")) == (("Reds", "Greens") if plain else ("▲", "●"))


def test_no_key_does_anything_that_nobody_gave_it() -> None:
    keys = Keys()
    assert [keys.why, keys.odds, keys.status, keys.log, keys.luck, keys.rest, keys.amend, keys.again] == [None] * 8
    assert len(keys.able()) == 2
    assert Keys(can_undo=lambda: False).able() == keys.able()[1:]


def test_a_change_of_a_roll_says_what_it_was_also_where_it_drops_a_die_thrown_again() -> None:
    roll = Roll("hit", 10, Need(3), text="gun: to hit", once=("hit",))
    again = {"by": "Command Re-roll", "first": [5]}
    plain, more, other = (
        Response("hit", answer, "Reds", True)
        for answer in ({"passed": 6}, {"passed": 6, "more": [again]}, {"passed": 4})
    )
    assert changed_words("amend", 7, "Reds", roll, plain, more) == "Reds: Command Re-roll: 5 (answer 8, gun: to hit)"
    said = changed_words("amend", 7, "Reds", roll, more, other)
    assert said == "Changed at the wish of Reds: answer 8, gun: to hit: now 4, before 6, Command Re-roll: 5"


def test_a_change_of_one_fact_says_nothing_of_those_that_stay() -> None:
    parts = (
        Choose("cover", (Option("no"), Option("yes")), "no", text="Target in cover"),
        Choose("mode", (Option("standard"), Option("supercharge")), "standard", text="Plasma"),
    )
    agreed = Facts("facts", parts, text="5 guns", words=lambda said: Decided(("5 guns",)))
    assert agreed.says_all()
    before, after = (Response("facts", {"mode": "supercharge", "cover": one}, "Reds", False) for one in ("yes", "no"))
    said = changed_words("amend", 21, "Reds", agreed, before, after)
    assert said == "Changed at the wish of Reds: answer 22, 5 guns: now Target in cover: no, before Target in cover"
    assert (
        changed_words("amend", 21, "Reds", agreed, before, Response("facts", {"mode": "supercharge"}, "Reds", False))
        == said
    )
