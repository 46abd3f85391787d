"""Shock on the target, and whether it breaks (RH-SHOCK, RH-BRK, RH-DEST)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.steps.eligibility import new_battle_unit
from shoot_cli.rules.reikhammer.steps.summary import row
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    Played,
    act,
    attack,
    battle,
    chances,
    formation,
    gun,
    mixed,
    mortar,
    shooters,
    targets,
    units,
)

F = Fraction


def killing(n: int, of: int, **said: Any) -> Played:
    """``n`` of so many units destroyed, each by one hit."""
    saves = [(f"save:Target {k}", [6]) for k in range(1, n + 1)]
    script = [("hit:gun", [1] * n)] if n else [("hit:gun", [6])]
    return attack(shooters(n=max(n, 1)), targets(of), *script, *saves, **said)


# Shock ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SHOCK-1", "RH-SHOCK-3")
def test_one_for_coming_under_fire_and_one_for_each_unit_destroyed() -> None:
    """RH-S06."""
    assert killing(0, 5).end.target_shock == 1
    assert killing(1, 5).end.target_shock == 2
    assert killing(3, 5, target_shock=1).end.target_shock == 5
    assert killing(1, 5).said("Targets under fire: +1 Shock, 1 in all", "RH-SHOCK-1")


@pytest.mark.rule("RH-SHOCK-1")
def test_shock_though_nothing_can_be_hurt() -> None:
    """RH-S07."""
    assert attack(shooters(), mixed("AV", "AV")).end.target_shock == 1


@pytest.mark.rule("RH-SHOCK-1")
def test_shock_of_every_unit_by_setting() -> None:
    played = killing(0, 4, settings={"shock_on_fire": "per_unit"})
    assert played.end.target_shock == 4
    assert played.end.broken
    assert killing(1, 4, settings={"shock_on_fire": "per_unit"}).end.target_shock == 5


@pytest.mark.rule("RH-SHOCK-2")
@pytest.mark.parametrize(("setting", "shock"), [("false", 2), ("true", 5)])
def test_shock_of_failed_saves_by_setting(setting: str, shock: int) -> None:
    """RH-S12: three failed saves, one unit destroyed; what is beyond its integrity does not count."""
    target = formation("Targets", units("Target", integrity=3), units("Far", 9))
    far = ", ".join(["Target: 1", "Gunner 1: 1", "Gunner 2: 1", "Gunner 3: 1"])
    hidden = {"hidden": "Far", "distance": far}
    three = [("hit:gun", [1] * 3), ("save:Target", [6] * 3)]
    settings = {"shock_per_failed_save": setting}
    assert attack(shooters(n=3), target, *three, settings=settings, **hidden).end.target_shock == shock
    far += ", Gunner 4: 1"
    four = [("hit:gun", [1] * 4), ("save:Target", [6] * 4)]
    hidden["distance"] = far
    assert attack(shooters(n=4), target, *four, settings=settings, **hidden).end.target_shock == shock


@pytest.mark.rule("RH-SHOCK-4")
@each(("bp", "shock"), [(6, 1), (7, 2), (13, 3), (21, 4), (26, 5)])
def test_barrages_add_shock(bp: int, shock: int) -> None:
    """RH-S08."""
    played = attack(shooters(mortar(bp)), targets(1, type="AC"))
    assert played.end.target_shock == shock
    assert played.said(f"+{shock} Shock", "RH-SHOCK-4")
    guns = attack(shooters(mortar(bp), gun()), targets(1), ("hit:gun", [6]), shooting="direct")
    assert guns.end.target_shock == 1  # no barrage, none of its Shock


# Breaking ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-BRK-1")
@each(
    ("units_", "before", "slain", "shock", "broken"),
    [
        (4, 3, 0, 4, True),  # RH-S09
        (5, 2, 2, 5, True),  # RH-S10
        (6, 1, 1, 3, False),  # RH-S11
        (4, 2, 0, 3, False),
        (3, 0, 1, 2, True),
    ],
)
def test_as_much_shock_as_units_left_breaks(units_: int, before: int, slain: int, shock: int, broken: bool) -> None:
    played = killing(slain, units_, target_shock=before)
    assert (played.end.target_shock, played.end.broken) == (shock, broken)
    assert played.said("Targets broken: ", "RH-BRK-1") == broken


@pytest.mark.rule("RH-BRK-1")
def test_how_far_it_is_from_breaking() -> None:
    assert killing(0, 5).said("No losses: Targets 5 of 5 units, 1 Shock, 4 more break it", "RH-BRK-1")


@pytest.mark.rule("RH-BRK-2")
def test_what_broken_means_is_told() -> None:
    words = "Targets broken: it withdraws, and must rally at -2"
    assert killing(0, 4, target_shock=3).said(words, "RH-BRK-2")


@pytest.mark.rule("RH-DEST-2")
def test_a_formation_that_is_gone_is_not_broken() -> None:
    played = killing(2, 2)
    assert (played.end.slain, played.end.broken) == (2, False)
    assert played.told_of("RH-DEST-2") == ["Targets destroyed"]
    assert played.told_of("RH-BRK-1") == []
    found = chances(shooters(gun(AP=5)), targets(1, armour=0), lambda end: (end.slain, end.broken))
    assert found == {(1, False): F(5, 6), (0, True): F(1, 6)}


@pytest.mark.rule("RH-BRK-1", "RH-SUP-3")
@pytest.mark.parametrize(
    ("setting", "shock", "broken"), [("one", 1, True), ("integrity", 1, False), ("integrity", 3, True)]
)
def test_war_engines_count_by_setting(setting: str, shock: int, broken: bool) -> None:
    """An engine that began with 3 integrity, and infantry: 2 units, or 4."""
    target = formation("Targets", units("Engine", type="WE", integrity=3, lost=2), units("Man"))
    played = attack(shooters(), target, ("hit:gun", [6]), target_shock=shock, settings={"we_suppression": setting})
    assert played.end.broken == broken


@pytest.mark.rule("RH-BRK-1", "RH-SUP-3")
def test_a_war_engine_that_falls_takes_its_weight_away() -> None:
    target = formation("Targets", units("Engine", type="WE", integrity=3, lost=2), units("Man", 3))
    played = attack(
        shooters(gun(AT=4)), target, ("hit:gun", [1]), ("save:Engine", [6]), settings={"we_suppression": "integrity"}
    )
    assert (played.end.target_shock, played.end.counted_left, played.end.broken) == (2, 3, False)


@pytest.mark.rule("RH-BRK-1", "RH-MW-1")
def test_odds_of_breaking_by_hand() -> None:
    """Three units, Shock 1 already: 2 of 3 after the fire; one loss more is 3 of 2."""
    assert chances(shooters(gun(AP=3)), targets(3, armour=2), "broken", target_shock=1)[1] == F(3, 6) * F(4, 6)


@pytest.mark.rule("RH-BRK-1")
@pytest.mark.parametrize(
    ("shock", "words"),
    [
        (0, "Shock 0, 3 more to break"),
        (2, "1 more to break"),
        (3, "breaks when an attack on it is over"),
        (5, "breaks"),
    ],
)
def test_the_status_says_how_far_a_formation_is_from_breaking(shock: int, words: str) -> None:
    """As much Shock as units breaks nobody before the next attack is over: the screen does not say 0 more."""
    marks = row(new_battle_unit(targets(3)).but(shock=shock)).marks
    assert words in marks[0]
    assert "0 more" not in marks[0]


def test_the_target_is_seen_unit_by_unit() -> None:
    """Hits that wait for a save, integrity lost, cover, and Shock as a row that fills up."""
    script = [("hit:gun", [1]), ("hit:lance", [1]), ("save:Target 1", [6])]
    mine = shooters(gun(), gun("lance", macro=("AP",), AP=4))
    played = battle(
        mine,
        targets(3, integrity=2),
        FIRST,
        act("Shooters", "advance", ("target", "Targets"), script),
        settings={"macro_save": "armour"},
    )
    record = played.table.record
    rows = [(one.name, one.left, one.lost, one.gone, one.note) for one in RULESET.gauges(record)]
    assert rows == [
        ("Target 1", 1, 1, 0, "1 hit now"),  # the macro hit, which goes to the nearest, too
        ("Target 2", 2, 0, 0, ""),
        ("Target 3", 2, 0, 0, ""),
        ("Shock", 1, 0, 2, "2 more break it"),
    ]
    assert RULESET.gauges(played.battle) == ()
