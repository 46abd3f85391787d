"""Of all weapons as usual the facts are said once; what was said of a target holds for the turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.second.helpers.guns_and_men import RHINO, gun
from tests.rules.second.helpers.scripted_battles import Played, battle, squad
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
    assert played.last("hit:gun").need.target == 6  # 3+, then -2 and -1
    assert played.last("hit:lascannon").need.target == 6


@pytest.mark.rule("2E-SEQ-1", "2E-RNG-1", "2E-COV-1")
def test_they_are_asked_of_the_first_weapon_that_reaches() -> None:
    """At 30 inches the guns of 24 are lost, and nobody has said yet whether the target is in cover."""
    facts = ("facts:lascannon", {"cover": "hard", "modifier": -1})
    played = play(("distance", 30), facts, ("hit:lascannon", [1]), ("unit", "B"))
    assert played.said('gun: 30" is beyond its 24"; the shots are lost', "2E-RNG-1")
    assert "facts:gun" not in played.keys
    assert played.last("hit:lascannon").need.target == 6


KRAK = gun(6, -3, "D6", "krak grenade", short=None, long=None, thrown=True)


@pytest.mark.rule("2E-SEQ-1", "2E-VEH-1", "2E-GRN-1")
@pytest.mark.parametrize(("far", "first"), [(15, "lascannon"), (6, "krak grenade")])
def test_the_facing_is_asked_with_the_first_weapon_for_which_it_matters(far: int, first: str) -> None:
    """Grenades that are too far away to be thrown come last, and promise nothing."""
    krak = [("facts:krak grenade", {"cover": "soft"}), ("hit:krak grenade", [1, 1, 1])] if far < 9 else []
    shots = [("unit", "A"), ("target", "Car"), ("distance", far), *krak, ("facts:lascannon", {"facing": "side"})]
    squad_ = mixed(("Man", 3, KRAK), ("Laser", 1, LASER))
    played = battle([squad_, squad("B", 1, gun())], [RHINO], *shots, ("hit:lascannon", [1]), ("unit", "B"))
    assert [key for key in played.keys if key.startswith("facts:")] == list(
        dict.fromkeys([f"facts:{first}", "facts:lascannon"])
    )
    assert {part.key: part.default for part in played.last("facts:lascannon").parts}["cover"] == (
        "soft" if krak else "none"
    )
    assert "then" not in str(played.last("facts:lascannon").sentence({}))
    assert ("scatters" in str(played.told)) == bool(krak)


@pytest.mark.rule("2E-COV-1", "2E-HIT-4")
def test_cover_and_speed_are_proposed_to_the_next_unit() -> None:
    first = ("facts:gun", {"cover": "hard", "speed": "fast", "modifier": -1})
    played = play(
        first, *MISSES, ("unit", "B"), ("target", "Orks"), ("distance", 10), ("facts:gun", {}), ("hit:gun", [1])
    )
    assert played.last("facts:gun").text == "1 gun, in hard cover, short range, it is fast"


@pytest.mark.rule("2E-RNG-1")
def test_how_far_it_was_is_proposed_again_between_the_same_two_units() -> None:
    """Those on overwatch fire at Orks who then shoot back: nobody measures twice. Another unit is measured anew."""
    mine = [squad("A", 1, gun()), squad("B", 1, gun())]
    fires = [("overwatch fire", "A"), ("target", "Orks"), ("distance", 10), ("facts:gun", {}), ("hit:gun", [1])]
    watched = [("overwatch", "A"), ("unit", "end the phase"), *fires, ("unit", "Orks")]
    assert battle(mine, [ORKS], *watched, ("target", "A"), ("facts:gun", {})).last("distance").default == 10
    other = battle(mine, [ORKS], *watched, ("target", "B"), ("distance", 8), ("facts:gun", {}))
    assert other.last("distance").default is None
