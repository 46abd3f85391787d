"""Shock on the shooters keeps the farthest of them from firing (RH-SUP)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    PISTOLS,
    act,
    attack,
    battle,
    formation,
    gun,
    mortar,
    shooters,
    state,
    targets,
    units,
)


def misses(n: int, name: str = "gun") -> tuple[str, list[int]]:
    return f"hit:{name}", [6] * n


AB = formation("S", units("A", 1, gun("a")), units("B", 1, gun("b")))


@pytest.mark.rule("RH-SUP-1")
def test_farthest_first() -> None:
    """RH-S01: five of six could fire, at 3 to 7 tiles; Shock 2."""
    six = formation("S", *(units(f"u{n}", 1, gun(range=12)) for n in range(1, 7)))
    far = "u1: 3, u2: 4, u3: 5, u4: 6, u5: 7, u6: 20"
    played = attack(six, targets(), misses(3), distance=far, shock=2)
    assert (played.fired, played.suppressed) == (["u1", "u2", "u3"], ["u4", "u5"])
    assert played.told_of("RH-SUP-1") == ["Shock 2: u4, u5 suppressed, farthest from the target first"]


@pytest.mark.rule("RH-SUP-1")
@pytest.mark.parametrize("why", ["obstruction", "firing", "distance"])
def test_those_who_could_not_fire_soak_nothing(why: str) -> None:
    facts: dict[str, Any] = {"distance": "Gunner 1: 5, Gunner 2: 9", "shock": 1}
    facts[why] = {"obstruction": "Gunner 2: 2", "firing": "Gunner 1", "distance": "Gunner 1: 5, Gunner 2: 25"}[why]
    played = attack(shooters(n=2), targets(), **facts)
    assert played.suppressed == ["Gunner 1"]
    assert played.fired == []


@pytest.mark.rule("RH-SUP-1", "RH-ELIG-2")
def test_units_with_nothing_but_small_arms_soak_nothing() -> None:
    both = formation("S", units("A", 1, gun()), units("B", 1, PISTOLS))
    assert attack(both, targets(), distance="A: 1, B: 2", shock=1).suppressed == ["A"]


@pytest.mark.rule("RH-SUP-1")
def test_a_distance_that_was_not_said_is_the_nearest() -> None:
    played = attack(shooters(n=2), targets(), misses(1), distance="Gunner 1: 9, Gunner 2: in range", shock=1)
    assert played.suppressed == ["Gunner 1"]


# Who of those equally far --------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SUP-1")
def test_of_alike_units_equally_far_nobody_is_asked() -> None:
    played = attack(shooters(n=3), targets(), misses(2), shock=1)
    assert "suppressed" not in played.keys
    assert played.suppressed == ["Gunner 3"]  # the last listed


@pytest.mark.rule("RH-SUP-1")
def test_the_attacker_chooses_among_those_equally_far() -> None:
    asked = attack(AB, targets(), misses(1, "a"), shock=1).question("suppressed")
    assert (asked.names, asked.default, asked.exactly, asked.owner) == (("A", "B"), ("B",), 1, "attacker")
    assert attack(AB, targets(), misses(1, "b"), shock=1, suppressed="A").fired == ["B"]


@pytest.mark.rule("RH-SUP-1")
def test_only_the_group_on_the_edge_is_asked_about() -> None:
    unit = formation("S", units("Far", 1, gun("far")), *AB.models)
    far = "Far: 9, A: 5, B: 5"
    played = attack(unit, targets(), misses(1, "a"), distance=far, shock=2)
    assert played.question("suppressed").names == ("A", "B")
    assert played.suppressed == ["Far", "B"]
    assert "suppressed" not in attack(unit, targets(), misses(1, "a"), misses(1, "b"), distance=far, shock=1).keys


@pytest.mark.rule("RH-SUP-1", "RH-ELIG-1")
def test_obstruction_that_does_not_block_is_no_difference() -> None:
    assert "suppressed" not in attack(shooters(n=2), targets(), misses(1), shock=1, obstruction="Gunner 1: 1").keys
    kinds = formation("S", units("A", 1, gun(), ammo=2), units("B", 1, gun(), type="AV"))
    assert "suppressed" not in attack(kinds, targets(), misses(1), shock=1).keys


@pytest.mark.rule("RH-SUP-1", "RH-ELIG-1")
def test_obstruction_that_does_not_block_is_no_difference_in_a_battle_either() -> None:
    script = [*state("S", "shock", ("shock", 1)), *act("S", "advance", ("target", "Targets"))]
    fought = battle(
        shooters(n=2, name="S"), targets(), FIRST, script, ("facts", {"obstruction": "Gunner 1: 1"}), misses(1)
    )
    assert "suppressed" not in fought.keys


@pytest.mark.rule("RH-SUP-1", "RH-AMMO-1")
def test_ammo_left_is_a_difference_in_a_battle_only() -> None:
    said = [*state("S", "ammo", ("ammo", "Gunner 1: 1")), *state("S", "shock", ("shock", 1))]
    unit = shooters(n=2, ammo=3, name="S")
    fought = battle(unit, targets(), FIRST, said, act("S", "advance", ("target", "Targets"), misses(1)))
    assert "suppressed" in fought.keys
    assert [piece.ammo for piece in fought.unit_at("S").pieces] == [0, 3]


# Ammo, everybody suppressed, war engines -----------------------------------------------------------------------------


@pytest.mark.rule("RH-SUP-1")
@pytest.mark.parametrize(("setting", "fired"), [("true", ["Near"]), ("false", [])])
def test_units_without_ammo_soak_by_setting(setting: str, fired: list[str]) -> None:
    unit = formation("S", units("Near", 1, gun(), ammo=1), units("Empty", 1, gun(), ammo=0))
    script = [misses(1)] if fired else []
    played = attack(
        unit, targets(), *script, distance="Near: 4, Empty: 8", shock=1, settings={"empty_units_soak": setting}
    )
    assert played.fired == fired


@pytest.mark.rule("RH-SUP-2")
def test_if_all_are_suppressed_nothing_happens() -> None:
    """RH-S02."""
    played = attack(shooters(n=3, ammo=2), targets(), shock=3, target_shock=1)
    assert played.end.target_shock == 1
    assert [gunner.ammo for gunner in played.end.gunners] == [2, 2, 2]
    assert played.said("Shooters: nobody fires, no Shock for the target, no ammo spent", "RH-SUP-2")
    assert attack(shooters(n=3), targets(), shock=99).suppressed == ["Gunner 1", "Gunner 2", "Gunner 3"]


@pytest.mark.rule("RH-SUP-3")
@each(
    ("setting", "shock", "suppressed", "fired"),
    [
        ("one", 1, ["Engine"], ["Near"]),
        ("one", 2, ["Near", "Engine"], []),
        ("integrity", 1, [], ["Near", "Engine"]),
        ("integrity", 2, [], ["Near", "Engine"]),  # too few points: spent on it, and it still fires
        ("integrity", 3, ["Engine"], ["Near"]),
        ("integrity", 4, ["Near", "Engine"], []),
    ],
)
def test_war_engines(setting: str, shock: int, suppressed: list[str], fired: list[str]) -> None:
    unit = formation("S", units("Near", 1, gun()), units("Engine", 1, gun(), type="WE", integrity=3, lost=1))
    script = [misses(len(fired))] if fired else []
    played = attack(
        unit, targets(), *script, distance="Near: 4, Engine: 8", shock=shock, settings={"we_suppression": setting}
    )
    assert (played.suppressed, played.fired) == (suppressed, fired)


# Barrages ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-BAR-2")
def test_a_suppressed_gun_adds_no_points() -> None:
    guns = formation("S", units("Near", 1, mortar(3, "light")), units("Far", 1, mortar(6, "heavy")))
    played = attack(guns, targets(1), ("hit:Target", [6]), distance="Near: 5, Far: 9", shock=1)
    assert (played.end.points, played.suppressed) == (3, ["Far"])
    assert attack(guns, targets(1), shock=2).end.target_shock == 0  # no gun left, no Shock


@pytest.mark.rule("RH-BAR-2", "RH-BAR-7")
def test_guns_that_do_not_fire_beside_a_barrage_soak_nothing() -> None:
    both = formation("S", units("Mortar", 1, mortar(3)), units("Gun", 1, gun()))
    assert attack(both, targets(1), distance="Mortar: 5, Gun: 9", shock=1, shooting="barrage").suppressed == ["Mortar"]
    beside = attack(
        both, targets(1), ("hit:Target", [6]), distance="Mortar: 5, Gun: 9", shock=1, shooting="barrage",
        settings={"barrage_with_guns": "yes"},
    )  # fmt: skip
    assert (beside.suppressed, beside.fired) == (["Gun"], ["Mortar"])
