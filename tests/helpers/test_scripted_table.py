"""The scripted table: what it takes from a script, and which scripts it refuses."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from shoot_cli.engine.reasons import BadAnswer
from tests.helpers.each import each
from tests.helpers.scripted_table import closed_by
from tests.rules.tenth.helpers.attacks import Tenth, army, attack, battle, shooters, targets

HIT, WOUND = ("hit:gun", [6]), ("wound:gun", [6])


class Silent(Tenth):
    """Every question must be in the script, and a battle ends as soon as it is used up."""

    ALL_NAMED = ENDS_AT_ONCE = True


def test_what_is_not_in_the_script_takes_its_default_and_steps_may_stand_in_lists() -> None:
    assert attack(shooters(), targets(), [HIT, WOUND], distance=12).dice == ["hit:gun", "wound:gun"]


@each(
    ("script", "facts", "words"),
    [
        ((), {"distance": 12}, r"question \d+, hit:gun, is asked, but the script is used up"),
        ((WOUND, HIT), {"distance": 12}, r"question \d+, hit:gun, is asked, but the script has \[\('wound:gun'"),
        ((HIT, WOUND, HIT), {"distance": 12}, r"never asked: \[\('hit:gun', \[6\]\)\]"),
        ((HIT, WOUND), {"distance": 12, "nonsense": 1}, r"never asked: \['nonsense'\]"),
        ((("facts", {"nonsense": 1}),), {"distance": 12}, "facts.*: nonsense is not asked, only"),
    ],
)
def test_a_script_that_does_not_fit_fails(script: Any, facts: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        attack(shooters(), targets(), *script, **facts)


def test_an_answer_is_read_by_the_question() -> None:
    with pytest.raises(BadAnswer):
        attack(shooters(), targets(), ("hit:gun", [6, 6]), distance=12)


def test_a_battle_ends_at_what_must_be_named() -> None:
    mine, theirs = army("Mine", shooters()), army("Theirs", targets())
    played = battle(mine, theirs, ("unit", "Shooters"), ("target", "Targets"))
    assert (played.left.key, played.keys[-1] != "hit:gun") == ("hit:gun", True)
    assert closed_by(battle(mine, theirs).left, "Shooters") == []
    with pytest.raises(AssertionError, match=r"never asked|is asked, but the script has"):
        battle(mine, theirs, ("unit", "Shooters"), HIT)


def test_where_all_must_be_named_nothing_is_taken_for_granted() -> None:
    mine, theirs = army("Mine", shooters()), army("Theirs", targets())
    assert Silent(()).battle(mine, theirs).keys == []
    with pytest.raises(AssertionError, match=r"question 0, .*, is asked, but the script has"):
        Silent((HIT,)).battle(mine, theirs)


def test_what_is_cited_must_be_in_the_rulebook() -> None:
    class Bookless(Tenth):
        IDS: ClassVar[set[str]] = {"10E-HIT-1"}

    with pytest.raises(AssertionError, match="cites"):
        Bookless((HIT, WOUND), {"distance": 12}).attack(shooters(), targets())
