"""Of all weapons as usual the facts are said once; what was said of a target holds for the turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.second.guns_and_men import gun
from tests.rules.second.playing import Played, battle, squad
from tests.rules.second.test_order_said import GUN, LASER, ORKS, SHOTS, mixed

MINE = [mixed(("Man", 3, GUN), ("Laser", 1, LASER)), squad("B", 1, gun())]
MISSES = [("hit:gun", [1, 1, 1]), ("hit:lascannon", [1])]


def play(*script: Any) -> Played:
    return battle(MINE, [ORKS], *SHOTS, *script)


@pytest.mark.rule("2E-SEQ-1", "2E-COV-1", "2E-HIT-4")
def test_the_facts_of_the_first_weapon_hold_for_all() -> None:
    played = play(("facts:gun", {"cover": "hard", "modifier": -1}), *MISSES, ("unit", "B"))
    assert played.keys.count("facts:gun") == 1
    assert "facts:lascannon" not in played.keys
    assert played.asked("hit:gun").need.target == 6  # 3+, then -2 and -1
    assert played.asked("hit:lascannon").need.target == 6


@pytest.mark.rule("2E-COV-1", "2E-HIT-4")
def test_cover_and_speed_are_proposed_to_the_next_unit() -> None:
    first = ("facts:gun", {"cover": "hard", "speed": "fast", "modifier": -1})
    played = play(
        first, *MISSES, ("unit", "B"), ("target", "Orks"), ("distance", 10), ("facts:gun", {}), ("hit:gun", [1])
    )
    assert played.asked("facts:gun").text == '1 gun at 10", short range, target in hard cover, it is fast'
