"""What a battle keeps over its turns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import army, battle, boyz, fire, gun, marines, squad, trooper

NO = ("go_to_ground", "no")
END = ("unit", "end the phase")
GO_ON = ("next turn", "go on")
SURE = gun("gun", AP="1")


def soft(n: int, name: str = "Guard", **stats: Any) -> Any:
    return squad(name, trooper("Guardsman", n, "lasgun", **({"Sv": "-"} | stats)))


def shot(unit: str, target: str, hits: int = 1, misses: int = 0) -> list[Any]:
    """One unit's shots with ``SURE``: so many wounds."""
    wounds = [("wound:gun", [6] * hits), NO] if hits else []
    return [("unit", unit), ("target", target), *fire("gun"), ("hit:gun", [6] * hits + [1] * misses), *wounds]


MARINES = army("Ultramarines", marines(1, SURE, name="A"), marines(1, SURE, name="B"))


@pytest.mark.rule("7E-ALC-4", "7E-SAV-14")
def test_casualties_and_wounds_are_carried_from_unit_to_unit_and_turn_to_turn() -> None:
    guard = army("Guard", soft(3, W=2))
    first = battle(MARINES, guard, shot("A", "Guard"), ("unit", "B"))
    assert [(rank.n, rank.left) for rank in first.unit_at("Guard").ranks] == [(1, 1), (2, 2)]
    second = battle(MARINES, guard, shot("A", "Guard"), shot("B", "Guard"), ("morale", 2), ("unit", "Guard"))
    assert [(rank.n, rank.left) for rank in second.unit_at("Guard").ranks] == [(2, 2)]
    later = battle(MARINES, guard, shot("A", "Guard"), END, END, GO_ON, shot("B", "Guard"), ("unit", "A"))
    assert [(rank.n, rank.left) for rank in later.unit_at("Guard").ranks] == [(2, 2)]


@pytest.mark.rule("7E-ALC-4")
def test_the_wounded_come_first_for_the_next_unit() -> None:
    mixed = army(
        "Guard", squad("Guard", trooper("Brute", 2, "lasgun", W=2, Sv="-"), trooper("Runt", 2, "lasgun", Sv="-"))
    )
    played = battle(MARINES, mixed, shot("A", "Guard"), shot("B", "Guard"), ("morale", 2), ("unit", "Guard"))
    assert [(rank.kind, rank.n, rank.left) for rank in played.unit_at("Guard").ranks] == [(0, 1, 2), (1, 2, 1)]


@pytest.mark.rule("7E-WPN-1")
def test_the_fallen_fire_no_more() -> None:
    played = battle(
        MARINES,
        army("Guard", soft(5)),
        shot("A", "Guard"),
        END,
        ("unit", "Guard"),
        ("target", "A"),
        *fire("lasgun"),
        ("hit:lasgun", [1] * 8),
    )
    assert played.question("hit:lasgun").dice == 8  # four of five


@pytest.mark.rule("7E-HIT-11", "7E-SAV-14")
def test_own_losses_are_carried() -> None:
    hot = gun("hot", type="Assault 1, Gets Hot")
    burners = army("Ultramarines", marines(2, hot, name="A", Sv="-", W=2), marines(1, SURE, name="B"))
    volley = [("unit", "A"), ("target", "Boyz"), *fire("hot"), ("hit:hot", [1]), ("hit:hot", [2])]
    played = battle(burners, army("Orks", boyz()), volley, ("unit", "B"))
    assert [(rank.n, rank.left) for rank in played.unit_at("A").ranks] == [(1, 1), (1, 2)]
    again = battle(burners, army("Orks", boyz()), volley, END, END, GO_ON, volley, ("unit", "B"))
    assert sum(rank.n for rank in again.unit_at("A").ranks) == 1  # the wounded one fires first, and falls


@pytest.mark.rule("7E-GTG-4")
def test_marks_end_with_their_turn_and_no_other() -> None:
    down = [
        ("unit", "A"),
        ("target", "Guard"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        ("go_to_ground", "yes"),
        ("save:Guardsman", [6]),
    ]
    guard = army("Guard", soft(10))
    assert battle(MARINES, guard, down, ("unit", "B")).marks("Guard") == ["gone to ground"]
    assert battle(MARINES, guard, down, END, ("unit", "Guard")).marks("Guard") == ["gone to ground"]
    assert battle(MARINES, guard, down, END, END, GO_ON, ("unit", "A")).marks("Guard") == []


@pytest.mark.rule("7E-NOM-3")
def test_falling_back_lasts_until_it_is_taken_back() -> None:
    fled = [*shot("A", "Guard"), END, ("morale", 12)]
    guard = army("Guard", soft(4))
    assert battle(MARINES, guard, fled, END, GO_ON, END, ("unit", "Guard")).marks("Guard") == ["falling back"]
    rallied = [("unit", "a unit's state"), ("state of", "Guard"), ("state", "falling back")]
    assert battle(MARINES, guard, fled, rallied, ("unit", "Guard")).marks("Guard") == []


@pytest.mark.rule("7E-NOM-3")
def test_regrouping_is_forgotten_with_the_turn() -> None:
    said = [("unit", "a unit's state"), ("state of", "A"), ("state", "regrouped")]
    assert battle(MARINES, army("Guard", soft(4)), said, END, ("unit", "Guard")).marks("A") == []


@pytest.mark.rule("7E-NOM-5")
def test_no_charge_until_the_end_of_the_turn() -> None:
    bolters = army("Ultramarines", marines(1, name="A"), marines(1, name="B"))
    volley = [("unit", "A"), ("target", "Guard"), *fire("boltgun"), ("hit:boltgun", [1, 1])]
    assert battle(bolters, army("Guard", soft(4)), volley, ("unit", "B")).marks("A") == ["no charge this turn"]
    assert battle(bolters, army("Guard", soft(4)), volley, END, ("unit", "Guard")).marks("A") == []


@pytest.mark.rule("7E-END-2")
def test_morale_counts_from_the_start_of_each_phase() -> None:
    guard = army("Guard", soft(8))
    played = battle(
        MARINES,
        guard,
        shot("A", "Guard"),
        END,
        END,
        GO_ON,
        shot("A", "Guard"),
        shot("B", "Guard"),
        ("morale", 2),
        ("unit", "Guard"),
    )
    assert played.said("lost 2 of 7 this phase")


@pytest.mark.rule("7E-NOM-1")
def test_who_begins_and_how_turns_follow() -> None:
    played = battle(MARINES, army("Guard", soft(4)), ("first turn", "Guard"), END, END, GO_ON, END, ("unit", "A"))
    assert [text for text, _ in played.told if text.startswith("Turn")] == [
        "Turn 1: Guard", "Turn 1: Ultramarines", "Turn 2: Guard", "Turn 2: Ultramarines",
    ]  # fmt: skip


@pytest.mark.rule("7E-NOM-1")
def test_everybody_may_shoot_again_next_turn() -> None:
    played = battle(MARINES, army("Guard", soft(10)), shot("A", "Guard"), END, END, GO_ON, ("unit", "A"))
    assert played.left is not None
    assert played.left.key == "target"


def test_a_battle_ends_with_its_turns_or_its_last_model() -> None:
    ended = battle(MARINES, army("Guard", soft(4)), END, END, turns=1)
    assert ended.end.over
    assert ended.left is None
    assert battle(army("Ultramarines", marines(1, SURE, name="A")), army("Guard", soft(1)), shot("A", "Guard")).end.over
    assert battle(MARINES, army("Guard", soft(4)), END, END, ("next turn", "end the battle")).end.over


@pytest.mark.rule("7E-ALC-11", "7E-TGT-3")
def test_the_destroyed_are_neither_named_nor_targets() -> None:
    guard = army("Guard", soft(1), soft(3, "Others"))
    played = battle(MARINES, guard, shot("A", "Guard"), ("unit", "B"), ("target", "hold fire"), ("unit", "Others"))
    assert closed(played.question("unit", 2), "Guard") == [("destroyed", "7E-ALC-11")]


def test_units_that_cannot_shoot_are_told_at_the_start_of_the_phase() -> None:
    played = battle(army("Orks", squad("Choppas", trooper("Boy", 5)), boyz()), army("Guard", soft(4)), ("unit", "Boyz"))
    assert played.said("Choppas cannot shoot: nobody in it has a ranged weapon", "7E-NOM-2")


def test_nobody_can_shoot_so_nobody_is_asked() -> None:
    played = battle(army("Orks", squad("Choppas", trooper("Boy", 5))), army("Guard", soft(4)), ("unit", "Guard"))
    assert [text for text, _ in played.told if text.startswith("Turn")] == ["Turn 1: Orks", "Turn 1: Guard"]
