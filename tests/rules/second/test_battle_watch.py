"""Overwatch, and weapons that fall silent, in battles (2E-OW, 2E-SF-3, 2E-SPC-4, 2E-ELIG-1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.second.guns_and_men import gun
from tests.rules.second.playing import Played, battle, squad

END = ("unit", "end the phase")
GUN = gun(hit_short=0)
STORM = gun(name="storm bolter", sustained=1)
PLASMA = gun(name="plasma gun", recharge=1, rules=("Plasma",))
ONCE = gun(name="seeker", rules=("One Use Only",))


def mine(*weapons: Any, **more: Any) -> list[Any]:
    return [squad("A", 1, *(weapons or (GUN,)), **more), squad("B", 1, GUN)]


def theirs(**more: Any) -> list[Any]:
    return [squad("Orks", 10, GUN, **more), squad("Others", 10, GUN)]


def shoot(who: str, at: str, name: str = "gun", dice: tuple[int, ...] = (1,), **facts: Any) -> list[tuple[str, Any]]:
    return [("unit", who), ("target", at), (f"facts:{name}", facts), (f"hit:{name}", [*dice])]


def watch(who: str, at: str, dice: tuple[int, ...] = (1,), **facts: Any) -> list[tuple[str, Any]]:
    return [("overwatch fire", who), ("target", at), ("facts:gun", facts), ("hit:gun", [*dice])]


def on_overwatch(*script: Any, settings: dict[str, str] | None = None, **more: Any) -> Played:
    """A was put on overwatch, and the turn of the Orks begins."""
    return battle(mine(**more), theirs(), ("overwatch", "A"), END, *script, settings=settings)


@pytest.mark.rule("2E-OW-1", "2E-ELIG-1")
def test_who_is_on_overwatch_does_not_shoot_in_his_own_turn() -> None:
    played = battle(mine(), theirs(), ("overwatch", "A"))
    assert played.left is not None
    assert played.left.key == "unit"
    assert played.closed("unit", "A") == [("on overwatch: it does not shoot in its own turn", "2E-OW-1")]
    assert played.closed("unit", "B") == []


@pytest.mark.rule("2E-OW-2", "2E-OW-5")
def test_it_fires_while_the_enemy_moves_and_is_used_up() -> None:
    played = on_overwatch(*watch("A", "Orks"), ("unit", "Orks"))
    assert played.marks("A") == []
    assert played.keys.count("overwatch fire") == 1  # nobody else is on overwatch
    before = on_overwatch(("overwatch", ()), ("overwatch fire", "A"))
    assert before.marks("A") == ["on overwatch"]


@pytest.mark.rule("2E-OW-5")
def test_unused_it_lasts_to_the_next_turn_of_its_owner() -> None:
    played = on_overwatch(("overwatch fire", "nobody"), END, ("overwatch", ()))
    assert played.marks("A") == []
    waiting = on_overwatch(("overwatch fire", "nobody"))
    assert waiting.marks("A") == ["on overwatch"]


@pytest.mark.rule("2E-OW-2")
def test_it_may_wait_for_a_better_target() -> None:
    played = on_overwatch(("overwatch fire", "A"), ("target", "hold fire"), *watch("A", "Others"))
    assert played.marks("A") == []


@pytest.mark.rule("2E-OW-4")
@pytest.mark.parametrize(
    ("setting", "appearing", "need"),
    [("appearing_only", "no", 3), ("appearing_only", "yes", 4), ("always", None, 4), ("none", None, 3)],
)
def test_what_overwatch_takes_off(setting: str, appearing: str | None, need: int) -> None:
    facts = {} if appearing is None else {"appearing": appearing}
    played = on_overwatch(*watch("A", "Orks", **facts), settings={"overwatch_penalty": setting})
    assert played.asked("hit:gun").need.target == need


@pytest.mark.rule("2E-OW-6")
@pytest.mark.parametrize(("total", "marks"), [(8, ["on overwatch"]), (9, [])])
def test_shot_at_it_must_pass_a_test(total: int, marks: list[str]) -> None:
    played = on_overwatch(("overwatch fire", "nobody"), *shoot("Orks", "A", dice=(1,) * 10), ("overwatch test", total))
    assert played.marks("A") == marks
    assert played.asked("overwatch test").need.target == 8


# Weapons that are silent ---------------------------------------------------------------------------------------------


def turn(*script: Any) -> list[Any]:
    """A turn of mine with these answers, and one of theirs in which nothing happens."""
    return [*script, END, END]


def jam(
    weapon: Any, faces: list[int], settings: dict[str, str] | None = None, rules: tuple[str, ...] = ()
) -> list[bool]:
    """Whether A may be nominated in its turns 2, 3 and 4, after these sustained fire dice in turn 1."""
    fired = [*shoot("A", "Orks", weapon.name, (6,)), (f"sustained dice:{weapon.name}", faces)]
    if sum(face < 6 for face in faces):
        fired.append((f"wound:{weapon.name}", [1] * hits_of(faces)))
    found = []
    for extra in range(1, 4):
        script = [*turn(*fired), *[answer for _ in range(extra - 1) for answer in turn()]]
        played = battle(mine(weapon, rules=rules), theirs(), *script, ("overwatch", ()), settings=settings)
        found.append(not played.closed("unit", "A"))
    return found


def hits_of(faces: list[int]) -> int:
    return sum((1, 1, 2, 2, 3, 0)[face - 1] for face in faces)


@pytest.mark.rule("2E-SF-3")
def test_a_jam_silences_the_next_turn() -> None:
    assert jam(STORM, [6]) == [False, True, True]
    assert jam(STORM, [1]) == [True, True, True]


@pytest.mark.rule("2E-SF-3")
def test_each_jammed_die_is_a_turn() -> None:
    heavy = gun(name="heavy bolter", sustained=2)
    assert jam(heavy, [6, 6]) == [False, False, True]
    assert jam(heavy, [6, 6], {"jam_turns": "one"}) == [False, True, True]


@pytest.mark.rule("2E-SF-3")
def test_some_ignore_the_first_jam() -> None:
    heavy = gun(name="heavy bolter", sustained=2)
    assert jam(heavy, [6, 1], rules=("Ignores First Jam",)) == [True, True, True]
    assert jam(heavy, [6, 6], rules=("Ignores First Jam",)) == [False, True, True]


@pytest.mark.rule("2E-SPC-4")
def test_plasma_fired_in_turn_two_is_ready_in_four() -> None:
    fired = [*turn(), *turn(*shoot("A", "Orks", "plasma gun"))]
    third = battle(mine(PLASMA), theirs(), *fired, ("overwatch", ()))
    assert third.closed("unit", "A") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]
    fourth = battle(mine(PLASMA), theirs(), *fired, *turn(), ("overwatch", ()))
    assert fourth.closed("unit", "A") == []


@pytest.mark.rule("2E-ELIG-1")
def test_what_is_used_once_is_spent() -> None:
    played = battle(mine(ONCE), theirs(), *turn(*shoot("A", "Orks", "seeker")), *turn(), ("overwatch", ()))
    assert played.closed("unit", "A") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]
