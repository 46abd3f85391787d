"""Odds of much sustained fire: how the work grows with the guns, and that nothing drifts."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Ends, forget, odds
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.profiles import Location, Save, Unit
from tests.helpers.work import lines_run
from tests.rules.second.helpers.guns_and_men import both, car, dice, firer, gun, men

HULLS = car(Location("track", (1,), 12, 12), Location("hull", (2, 3, 4, 5), 10, 10), Location("turret", (6,), 13, 13))


def guns(n: int) -> Unit:
    """As many of two weapons."""
    many = gun(6, -2, "D4", sustained=3).but(penetration=dice("D6+D4+6"))
    one = gun(6, -3, "D6", name="other", sustained=1).but(penetration=dice("2D6+6"))
    return both(firer(many, n=n), firer(one, n=n))


def ends_of(shooter: Unit, target: Unit, exact: bool = False) -> Ends:
    start, answers = RULESET.begin_attack(shooter, target), Preset({"distance": 6}, raise_missing)
    return odds(RULESET.attack, start, answers, settings=RULESET.defaults(), exact=exact)


@pytest.mark.parametrize("target", [HULLS, men(6, wounds=2, save=Save(4))], ids=("vehicle", "men"))
def test_floats_do_not_drift(target: Unit) -> None:
    near, right = (ends_of(guns(2), target, exact) for exact in (False, True))
    for measure in RULESET.measures.values():
        want = right.distribution(measure)
        assert sum(want) == 1
        assert near.distribution(measure) == pytest.approx([float(x) for x in want], abs=1e-14)


def test_where_a_hull_is_hit_keeps_no_ways_apart() -> None:
    """Twice the guns, twice the holes there can be: records are told apart by their number and by whether any jams."""

    few, many = ends_of(guns(1), HULLS), ends_of(guns(2), HULLS)
    assert len(few.records) <= 2 * (12 + 1)
    assert len(many.records) <= 2 * (24 + 1)
    assert many.engine.widest < 5 * few.engine.widest


@pytest.mark.parametrize(("target", "growth"), [(HULLS, 4), (men(20, wounds=2, save=Save(4)), 2.5)])
def test_work_grows_with_the_hits(target: Unit, growth: float) -> None:
    """Of a vehicle with the square of the guns: with their hits, for each number of holes before. Of men with the hits."""

    def work(n: int) -> int:
        shooter: Any = guns(n) if target is HULLS else firer(gun(5, -2, "D4", sustained=3), n=n)
        forget()
        ends_of(shooter, target)
        forget()
        return lines_run(lambda: ends_of(shooter, target))

    few, many = (1, 2) if target is HULLS else (4, 8)
    assert work(many) < growth * work(few)
