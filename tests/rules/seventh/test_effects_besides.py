"""Effects and markers in a battle: whom they fall on besides their target, and whether they scatter again (7E-EFF)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.seventh.helpers.tabletop import Played, army, battle, fire, gun, marines
from tests.rules.seventh.helpers.vehicle_battles import NO, riders, standing, state
from tests.rules.seventh.helpers.vehicles import tank

SHELL = gun("shell", "48", "5", "4", "Heavy 1, Large Blast")
MINE = army("Guns", marines(1, SHELL, name="Gunners"), marines(1, name="B"))
THEIRS = army("Mob", riders(8, name="Crowd"), riders(6, name="Others"), tank(10, 3))
HIT, ARROW = [("scatter:shell", [1])], [("scatter:shell", [6]), ("scatter distance:shell", 9)]


def fired(*script: Any, under: int = 0, others: dict[str, int] | None = None, **settings: Any) -> Played:
    """What is told, then a shell at the Crowd."""
    told = [step for step in script if step[0] in ("unit", "state of", "state")]
    after = [step for step in script if step not in told]
    besides = [("others under:shell", {f"{name} (Mob)": n for name, n in (others or {}).items()})]
    where = [step for step in after if step[0].startswith(("scatter", "blast"))] or HIT
    rest = [step for step in after if step not in where]
    return battle(
        MINE, THEIRS, *told, ("unit", "Gunners"), ("target", "Crowd"), *fire("shell"), *where,
        *([("under:shell", f"{under}+"), *besides] if others else [("under:shell", under)]), *rest, ("unit", "B"),
        settings=settings,
    )  # fmt: skip


@pytest.mark.rule("7E-EFF-4", "7E-WPN-13")
def test_what_is_on_the_target_is_not_on_others_under_the_marker() -> None:
    doomed = state("Crowd", "Doom")
    fired(*doomed, ("wound:shell", [1, ">", 1]), under=1)
    fired(*doomed, ("harm:Others", {}), ("wound:shell", [1]), others={"Others": 1})


@pytest.mark.rule("7E-EFF-4", "7E-WPN-13")
def test_who_lies_under_it_besides_has_what_is_on_him() -> None:
    doomed = fired(*state("Others", "Doom"), ("harm:Others", {}), ("wound:shell", [1, ">", 1]), others={"Others": 1})
    because = doomed.question("wound:shell").need.because
    assert "Doom: failed dice are rolled again" in [reason.text for reason in because]
    saved = fired(
        *state("Others", "Forewarning"), ("harm:Others", {}), ("wound:shell", [6]), ("save:Rider", [4]),
        others={"Others": 1},
    )  # fmt: skip
    assert standing(saved, "Others") == 6
    hidden = fired(
        *state("Others", "Invisibility"), ("harm:Others", {}), ("wound:shell", [6]), NO, others={"Others": 1}
    )
    assert standing(hidden, "Others") == 5  # a marker that scatters onto it hits
    vehicle = fired(
        *state("Tank", "Doom"), ("harm:Tank", {}), ("penetrate:shell", [1, ">", 5]), others={"Tank": 1},
    )  # fmt: skip
    assert vehicle.said("1 hull point")


@pytest.mark.rule("7E-EFF-1", "7E-WPN-13")
def test_a_blast_scatters_again_by_hit_failed_and_not_by_hit_ones() -> None:
    end = [("wound:shell", [1])]
    again = [*ARROW, ("blast_again", "yes"), *HIT]
    fired(*state("Gunners", "Prescience"), *again, *end, under=1)
    fired(*state("Gunners", "Target Priority"), *ARROW, *end, under=1)
    fired(*state("Gunners", "Target Priority"), *again, *end, under=1, blast_reroll_ones="yes")
