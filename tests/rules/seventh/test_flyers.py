"""Zooming Flyers, Swooping creatures, and Skyfire (7E-NOM-3 r, s)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.profiles import Unit
from tests.rules.seventh.garage import shooter, tank
from tests.rules.seventh.scenes import chance, need_of
from tests.rules.seventh.tabletop import DEFAULT, attack, boyz, closed, fire, gun, hits, marines, squad, trooper

F = Fraction
PLAIN, FLAK = gun("gun", S="7"), gun("gun", S="7", type="Heavy 1, Skyfire")
STAY = ("jink", "no")


def flyer(**more: Any) -> Unit:
    return tank(10, 3, type="Vehicle (Flyer)", **more)


def tyrant() -> Unit:
    return squad("Tyrant", trooper("Tyrant", 1, "devourer", T=6, W=4), type="Flying Monstrous Creature")


def needed(target: Unit, weapon: Any, *before: Any) -> int | None:
    played = attack(shooter(weapon), target, *before, *fire("gun"), ("hit:gun", [1]))
    return need_of(played, "hit:gun")


@pytest.mark.rule("7E-NOM-3", "7E-HIT-4")
@pytest.mark.parametrize("target", [flyer(), tyrant()], ids=("flyer", "creature"))
@pytest.mark.parametrize(
    ("zooming", "weapon", "need"), [("yes", PLAIN, 6), ("no", PLAIN, 3), ("yes", FLAK, 3), ("no", FLAK, 3)]
)
def test_who_zooms_is_hit_by_snap_shots_or_skyfire(target: Unit, zooming: str, weapon: Any, need: int) -> None:
    assert needed(target, weapon, ("zooming", zooming), STAY) == need


@pytest.mark.rule("7E-NOM-3")
def test_it_is_asked_of_the_owner_and_usual() -> None:
    played = attack(shooter(PLAIN), flyer(), ("zooming", DEFAULT), STAY, *fire("gun"), ("hit:gun", [5]))
    question = played.question("zooming")
    assert (question.default, question.owner, question.rules) == ("yes", "defender", ("7E-NOM-3",))
    for target in (tank(10), boyz(), squad("T", trooper("T", 1, T=6), type="Monstrous Creature")):
        walks = attack(shooter(gun("gun", S="5")), target, *fire("gun"), ("hit:gun", [1]))
        assert "zooming" not in walks.asked_keys


@pytest.mark.rule("7E-NOM-3")
@pytest.mark.parametrize(
    ("target", "before", "need"),
    [
        (boyz(), (), 6),
        (tank(10), (), 6),
        (tank(10, type="Vehicle (Skimmer)"), (STAY,), 3),
        (tank(10, type="Vehicle (Fast, Skimmer)"), (STAY,), 3),
        (squad("Bikes", trooper("Biker", 2), type="Jetbike"), (STAY,), 6),
    ],
)
def test_skyfire_at_the_ground(target: Unit, before: Any, need: int) -> None:
    assert needed(target, FLAK, *before) == need


@pytest.mark.rule("7E-NOM-3")
@pytest.mark.parametrize("type", ["Heavy 1, Blast", "Heavy 1, Template", "Heavy 1, Blast, Skyfire"])
def test_markers_cannot_hit_who_zooms(type: str) -> None:
    weapon = gun("gun", "T" if "Template" in type else "24", "7", "4", type)
    played = attack(shooter(weapon), flyer(), ("zooming", "yes"), STAY)
    assert played.said("cannot hit who zooms or swoops", "7E-NOM-3")
    assert chance(shooter(weapon), flyer(), "slain") == 0
    landed = attack(shooter(weapon), flyer(), ("zooming", "no"), STAY, *fire("gun"), ("under:gun", 0))
    assert landed.asked_keys[-1] == "under:gun"


@pytest.mark.rule("7E-NOM-3", "7E-HIT-5")
def test_skyfire_that_cannot_snap_is_silent_at_the_ground() -> None:
    played = attack(shooter(gun("gun", type="Heavy 1, Blast, Skyfire")), boyz())
    assert played.said("Skyfire", "7E-HIT-5")
    ordnance = attack(shooter(gun("gun", type="Ordnance 1")), flyer(), ("zooming", "yes"), STAY)
    assert ordnance.said("zooms or swoops", "7E-HIT-5")


@pytest.mark.rule("7E-NOM-3")
def test_by_odds() -> None:
    assert chance(shooter(gun("gun", S="10")), tank(10, 1, type="Vehicle (Flyer)"), "slain") == F(1, 6)
    assert chance(shooter(gun("gun", S="10")), tank(10, 1, type="Vehicle (Flyer)"), "slain", zooming="no") == F(2, 3)
    assert chance(shooter(gun("gun", S="10", type="Heavy 1, Skyfire")), tank(10, 1, type="Vehicle (Flyer)"), "slain") == F(2, 3)  # fmt: skip
    assert hits(marines(1, FLAK), boyz())[1] == F(1, 6)


@pytest.mark.rule("7E-NOM-3", "7E-WPN-2")
def test_flakk_is_a_mode_of_its_own() -> None:
    played = attack(
        marines(1, "missile launcher"), flyer(), ("zooming", "yes"), STAY, *fire("missile launcher (flakk)"),
        ("hit:missile launcher (flakk)", [1]),
    )  # fmt: skip
    assert need_of(played, "hit:missile launcher (flakk)") == 3
    assert closed(played.question("weapon"), "missile launcher (frag)")[0][1] == "7E-NOM-3"
    assert closed(played.question("weapon"), "missile launcher (krak)") == []


@pytest.mark.rule("7E-HIT-9", "7E-NOM-3", "7E-HIT-4")
def test_no_precision_shots_at_who_swoops() -> None:
    """They are Snap Shots."""
    sniper = gun("gun", S="X", AP="6", type="Heavy 1, Sniper")
    pair = squad("Pair", trooper("A", 1, T=6), trooper("B", 1, T=6), type="Flying Monstrous Creature")
    played = attack(
        shooter(sniper), pair, ("zooming", "yes"), STAY, *fire("gun"), ("hit:gun", [6]), ("wound:gun", [4]), ("save:A", [1])
    )  # fmt: skip
    assert "precision" not in played.asked_keys
