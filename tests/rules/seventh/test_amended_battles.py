"""Battles full of vehicles and markers, with answers changed, taken back and broken off: as if played at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shoot_cli.engine.reasons import Redo, Undo
from shoot_cli.rules.seventh import BATTLE, RULESET
from shoot_cli.rules.seventh.steps.turns import new_battle
from tests.helpers.samples import seeds
from tests.rules.seventh.helpers.tabletop import army, gun, marines
from tests.rules.seventh.helpers.vehicle_battles import army_of, rhino, riders
from tests.rules.seventh.helpers.vehicles import tank
from tests.rules.seventh.test_random_battles import some_army
from tests.rules.test_every_amendment import CHANGE, walked
from tests.rules.test_every_ruleset import Killed

SHELL = gun("shell", "48", "10", "1", "Heavy 1, Large Blast")
WISHES = (None, None, None, CHANGE, CHANGE, Undo, Redo, Killed)


class Skirmish:
    """A battle whose questions are answered with these answers, or as proposed. Quacks like ``Game``."""

    def __init__(self, mine: Any, theirs: Any, **answers: Any) -> None:
        self.ruleset, self.sequence, self.seed = RULESET, BATTLE, 5
        self.answers: Any = {"distance": 12} | answers
        self.settings = RULESET.defaults()
        self.start = new_battle(mine, theirs, 1)


def wishes_of(random: Random) -> list[Any]:
    return [None] * random.randint(0, 40) + [random.choice(WISHES) for _ in range(random.randint(5, 30))]


def any_skirmish(seed: int) -> None:
    random = Random(seed)
    answers = {"under": "1+", "jink": "yes", "battle_focus": "yes"} if random.random() < 0.6 else {}
    case: Any = Skirmish(some_army(random, "One"), some_army(random, "Two"), **answers)
    walked(case, wishes_of(random), seed, random.random() < 0.5)


@pytest.mark.parametrize("seed", seeds(2, 18))
def test_battles_with_vehicles_end_like_a_fresh_game(seed: int) -> None:
    any_skirmish(seed)


@pytest.mark.parametrize("seed", range(4))
def test_explosions_with_passengers_inside_end_like_a_fresh_game(seed: int) -> None:
    """Every Rhino that is hit is blown up, so that aftermaths are gone back into and broken off."""
    mine = army("Guns", marines(2, SHELL, name="Gunners"), marines(2, SHELL, name="More"))
    theirs = army_of(rhino(), riders(4), tank(10, 2, n=2, name="Speeders"))
    case: Any = Skirmish(mine, theirs, under="1+")
    walked(case, wishes_of(Random(seed)), seed, True)


@pytest.mark.rule("7E-FLY-10")
@pytest.mark.parametrize("seed", range(4))
def test_flyers_shot_down_over_others_end_like_a_fresh_game(seed: int) -> None:
    """Each crash falls on friend and foe, with somebody inside, while the firing unit has a weapon left."""
    flak = gun("flak", "48", "10", "1", "Heavy 4, Skyfire, Twin-linked")
    mine = army("Guns", marines(2, flak, "boltgun", name="Gunners"), marines(3, flak, name="More"))
    jets = [tank(10, 1, name=name, type="Vehicle (Flyer, Hover)").but(capacity=6) for name in ("Raven", "Hawk")]
    theirs = army_of(*jets, riders(4), riders(3, name="Others"))
    case: Any = Skirmish(mine, theirs, crash="yes", under=1)
    walked(case, wishes_of(Random(seed)), seed, True)
