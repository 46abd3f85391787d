"""Who can fire: line of fire, range, ammo, and weapons that never shoot (RH-TGT, RH-ELIG, RH-AMMO)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.questions import Choose
from shoot_cli.rules.reikhammer.steps.attack import why_they_cannot_meet
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import (
    BLADES,
    PISTOLS,
    attack,
    formation,
    gun,
    mean,
    mixed,
    mortar,
    refusal,
    shooters,
    targets,
    units,
)

F = Fraction


def misses(n: int, name: str = "gun") -> tuple[str, Any]:
    return f"hit:{name}", [6] * n


# One formation at one formation --------------------------------------------------------------------------------------


@pytest.mark.rule("RH-TGT-1")
def test_those_who_cannot_shoot_at_the_target_do_not_shoot() -> None:
    played = attack(
        shooters(n=6), targets(), misses(4), firing="Gunner 1, Gunner 2, Gunner 3, Gunner 4"
    )  # fmt: skip
    assert played.fired == [f"Gunner {n}" for n in (1, 2, 3, 4)]
    assert played.told_of("RH-TGT-1") == ["Gunner 5, 6 cannot fire: as you said"]
    assert played.rolled() == 4


@pytest.mark.rule("RH-TGT-1")
def test_nobody_may_fire() -> None:
    played = attack(shooters(), targets(), firing="nobody")
    assert played.dice == []
    assert played.end.target_shock == 0


# Line of fire --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ELIG-1")
@each(("tiles", "fires"), [(0, True), (1, True), (2, False), (5, False), ("war engine", False)])
def test_two_tiles_of_obstruction_block(tiles: int | str, fires: bool) -> None:
    played = attack(shooters(), targets(), *([misses(1)] if fires else []), obstruction=tiles)
    assert played.fired == (["Gunner"] if fires else [])
    assert bool(played.told_of("RH-ELIG-1")) != fires


@pytest.mark.rule("RH-ELIG-1")
def test_each_unit_has_its_own_line_of_fire() -> None:
    played = attack(shooters(n=3), targets(), misses(1), obstruction="Gunner 1: 2, Gunner 2: 1, Gunner 3: war engine")
    assert played.fired == ["Gunner 2"]
    assert played.told_of("RH-ELIG-1") == [
        "Gunner 1 cannot fire: no line of fire: 2 tiles of obstruction",
        "Gunner 3 cannot fire: no line of fire: a war engine is in the way",
    ]


# Range ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ELIG-2")
@each(("distance", "fires"), [(0, True), (12, True), (12.5, False), (13, False), ("in range", True)])
def test_range(distance: float | str, fires: bool) -> None:
    played = attack(shooters(gun(range=12)), targets(), *([misses(1)] if fires else []), distance=distance)
    assert played.fired == (["Gunner"] if fires else [])
    if not fires:
        assert played.told_of("RH-ELIG-2") == [f"Gunner cannot fire: out of range: {distance} tiles, it reaches 12"]


@pytest.mark.rule("RH-ELIG-2")
def test_what_is_far_from_all_who_shoot_is_out_of_their_range() -> None:
    """Said of all of the target, it holds for those who shoot too; said of one it leaves the others in range."""
    far = attack(shooters(gun(range=12)), targets(2), distance="Target: 13")
    assert far.told_of("RH-ELIG-2") == ["Gunner cannot fire: out of range: 13 tiles, it reaches 12"]
    assert attack(shooters(gun(range=12)), targets(2), misses(1), distance="Target 1: 13").fired == ["Gunner"]


@pytest.mark.rule("RH-ELIG-2")
def test_range_is_of_each_weapon() -> None:
    both = shooters(gun("short", 8), gun("long", 20), n=2)
    played = attack(both, targets(), misses(1, "short"), misses(2, "long"), distance="Gunner 1: 8, Gunner 2: 9")
    assert (played.rolled("hit:short"), played.rolled("hit:long")) == (1, 2)
    assert attack(both, targets(), distance=21).told_of("RH-ELIG-2")[0].endswith("it reaches 20")


@pytest.mark.rule("RH-ELIG-2", "RH-HIT-1")
@pytest.mark.parametrize("weapon", [PISTOLS, BLADES])
def test_weapons_of_assaults_never_shoot(weapon: Any) -> None:
    alone = shooters(weapon)
    assert [reason.rule for reason in why_they_cannot_meet(alone, targets())] == ["RH-ELIG-2"]
    beside = formation("S", units("A", 1, weapon), units("B", 1, gun(), weapon))
    played = attack(beside, targets(), misses(1), distance=1, shock=0)
    assert played.fired == ["B"]
    assert played.told_of("RH-ELIG-2") == ["A cannot fire: no weapon that fires at a formation outside assaults"]
    soaked = attack(beside, targets(), distance="A: 2, B: 1", shock=1)
    assert soaked.suppressed == ["B"]  # A is never in range, and soaks nothing


@pytest.mark.rule("RH-ELIG-2", "RH-BAR-1")
def test_barrage_weapons_do_not_fire_directly() -> None:
    assert attack(shooters(gun(), mortar(3)), targets(), misses(1), shooting="direct").dice == ["hit:gun"]
    assert "shooting" not in attack(shooters(), targets(), misses(1)).keys  # nothing to choose
    assert attack(shooters(mortar(3)), targets(1), ("hit:Target", [6])).end.shooting == "barrage"


@pytest.mark.rule("RH-DEST-2")
def test_nobody_shoots_at_those_who_are_gone() -> None:
    gone = formation("Gone", units("Target", integrity=2, lost=2))
    assert [reason.rule for reason in why_they_cannot_meet(shooters(), gone)] == ["RH-DEST-2"]
    assert why_they_cannot_meet(shooters(), targets()) == ()


# How tiles are counted -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ELIG-4")
@each(
    ("metric", "offset", "fires"),
    [
        ("chebyshev", "12x12", True),
        ("chebyshev", "13x0", False),
        ("manhattan", "6x6", True),
        ("manhattan", "7x6", False),
        ("euclidean", "8x8", True),  # 11.3
        ("euclidean", "9x8", False),  # 12.04
    ],
)
def test_offsets_are_counted_by_the_metric(metric: str, offset: str, fires: bool) -> None:
    script = [misses(1)] if fires else []
    played = attack(shooters(gun(range=12)), targets(), *script, distance=offset, settings={"metric": metric})
    assert bool(played.fired) == fires


@pytest.mark.rule("RH-ELIG-4", "RH-ACT-2")
def test_only_actions_that_shoot_are_offered() -> None:
    played = attack(shooters(), targets(), misses(1))
    options = [option.value for option in played.question("action").options]
    assert options == ["advance", "double", "sustained_fire", "marshal", "overwatch", "hold"]


# Ammo ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ELIG-3")
def test_no_ammo_no_shot() -> None:
    both = formation("S", units("Empty", 1, gun(), ammo=0), units("Full", 1, gun(), ammo=2))
    played = attack(both, targets(), misses(1))
    assert played.fired == ["Full"]
    assert played.told_of("RH-ELIG-3") == ["Empty cannot fire: no ammo"]
    nobody = attack(shooters(ammo=0), targets())
    assert nobody.said("no Shock for the target, no ammo spent", "RH-SUP-2")
    assert nobody.end.target_shock == 0


@pytest.mark.rule("RH-AMMO-1")
def test_one_ammo_however_many_weapons() -> None:
    played = attack(
        shooters(gun("one"), gun("two"), ammo=2), targets(), misses(1, "one"), misses(1, "two")
    )  # fmt: skip
    assert [gunner.ammo for gunner in played.end.gunners] == [1]
    last = attack(shooters(ammo=1), targets(), misses(1))
    assert last.told_of("RH-AMMO-1") == ["Gunner: that was the last ammo"]
    assert last.fired == ["Gunner"]
    assert attack(shooters(), targets(), misses(1)).end.gunners[0].ammo is None


@pytest.mark.rule("RH-AMMO-1", "RH-SUP-2")
def test_who_does_not_fire_keeps_ammo() -> None:
    far = "Gunner 1: 4, Gunner 2: 6, Gunner 3: 40"
    played = attack(shooters(n=3, ammo=3), targets(), misses(1), distance=far, shock=1)
    assert [gunner.ammo for gunner in played.end.gunners] == [2, 3, 3]  # fired, suppressed, out of range
    assert [g.ammo for g in attack(shooters(n=2, ammo=3), targets(), shock=2).end.gunners] == [3, 3]


@pytest.mark.rule("RH-AMMO-1", "RH-BAR-2")
def test_barrages_spend_ammo() -> None:
    played = attack(shooters(mortar(3), n=2, ammo=3), targets(1), ("hit:Target", [6]), shock=1)
    assert [gunner.ammo for gunner in played.end.gunners] == [2, 3]
    assert played.end.points == 3


# What is asked -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ELIG-1", "RH-ELIG-2", "RH-COV-1")
def test_what_nobody_can_see_is_one_question() -> None:
    played = attack(shooters(n=2), targets(2), misses(2))
    assert played.keys == ["facts", "hit:gun"]
    parts = [part.key for part in played.question("facts").parts]
    assert parts == [
        "distance", "obstruction", "firing", "action", "shock", "cover", "crossfire", "hidden", "target_shock",
    ]  # fmt: skip
    assert all(part.default is not None for part in played.question("facts").parts)
    shelled = attack(shooters(mortar(1)), targets(1), ("hit:Target", [6]))
    parts = [part.key for part in shelled.question("facts").parts]
    assert "under" in parts
    assert "hidden" not in parts
    assert shelled.question("distance").names == ("Gunner",)


@pytest.mark.rule("RH-ELIG-2")
def test_units_of_one_name_on_both_sides_are_told_apart() -> None:
    same = formation("Same", units("Tank", 1, gun(range=12)))
    played = attack(same, same, misses(1), distance="Tank: 3, target Tank: 3")
    assert played.question("distance").names == ("Tank", "target Tank")
    assert played.question("cover").names == (
        "Tank",
    )  # as the log calls it, where nobody of the other side stands beside
    assert "no" in refusal(same, same, distance="Nobody: 3")


@pytest.mark.rule("RH-SEQ", "RH-HIT-1")
def test_the_sequence_in_its_order() -> None:
    both = formation("S", units("A", 1, gun("bolt"), gun("melta", macro=("AP",))))
    script = [("hit:bolt", [1]), ("hit:melta", [1]), ("save:Target 1", [6])]
    played = attack(both, targets(3, integrity=2), *script)
    steps = list(dict.fromkeys(entry.step for entry in played.table.log))
    assert steps == [
        "Declare", "Come under fire", "Roll to hit", "Allocate", "Roll to save", "Suffer", "Check break",
    ]  # fmt: skip
    assert mean(shooters(), targets()) == F(1, 3)  # 4/6 and 3/6
    assert isinstance(played.question("crossfire"), Choose)


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-3")
def test_shots_that_hurt_nobody_are_still_fired() -> None:
    played = attack(shooters(gun(AP=4)), mixed("AV", "AV"))
    assert played.end.target_shock == 1
    assert played.fired == ["Gunner"]
    assert played.said("AP can hurt nobody within reach", "RH-ALLOC-3")


@pytest.mark.rule("RH-ELIG-1", "RH-SUP-2")
def test_a_formation_that_nobody_sees_is_not_fired_at() -> None:
    """No line of fire to any unit of it: no Shock, no ammo."""
    played = attack(shooters(n=2), targets(), hidden="all")
    assert played.told_of("RH-ELIG-1") == ["Gunner 1, 2 cannot fire: no line of fire: no unit of the target is seen"]
    assert played.end.target_shock == 0
    assert played.fired == []
