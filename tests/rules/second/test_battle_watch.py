"""Overwatch, and weapons that fall silent, in battles (2E-OW, 2E-SF-3, 2E-SPC-4, 2E-ELIG-1)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.second.profiles import Army
from shoot_cli.rules.second.records import Battle, Firing, Silence
from shoot_cli.rules.second.steps.happened import new_battle
from shoot_cli.rules.second.steps.summary import fires, headline_of, sides_of, status_of
from tests.rules.second.helpers.guns_and_men import RHINO, both, gun
from tests.rules.second.helpers.scripted_battles import Played, battle, squad

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
    assert played.closed("unit", "A") == [("on overwatch", "2E-OW-1")]
    assert [option.label for option in played.last("unit").options][:2] == ["A, 1 model", "B, 1 model"]  # said once
    assert played.closed("unit", "B") == []


@pytest.mark.rule("2E-OW-2", "2E-OW-5")
def test_it_fires_while_the_enemy_moves_and_is_used_up() -> None:
    played = on_overwatch(*watch("A", "Orks"), ("unit", "Orks"))
    assert played.marks("A") == []
    assert played.keys.count("overwatch fire") == 1  # nobody else is on overwatch
    assert on_overwatch(("overwatch", ()), ("overwatch fire", "A")).marks("A") == ["on overwatch"]


@pytest.mark.rule("2E-OW-5")
def test_unused_it_lasts_to_the_next_turn_of_its_owner() -> None:
    assert on_overwatch(("overwatch fire", "nobody"), END, ("overwatch", ())).marks("A") == []
    assert on_overwatch(("overwatch fire", "nobody")).marks("A") == ["on overwatch"]


@pytest.mark.rule("2E-OW-2")
def test_it_may_wait_for_a_better_target() -> None:
    assert on_overwatch(("overwatch fire", "A"), ("target", "hold fire"), *watch("A", "Others")).marks("A") == []


SOME = watch("A", "Orks", (1, 1), firing="2")
ASK = ("unit", "overwatch")


def four(*script: Any) -> Played:
    """A squad of four on overwatch, and the turn of the Orks begins."""
    return battle([squad("A", 4, GUN), squad("B", 1, GUN)], theirs(), ("overwatch", "A"), END, *script)


@pytest.mark.rule("2E-OW-5")
def test_those_who_did_not_fire_stay_on_overwatch() -> None:
    played = four(*SOME)
    assert played.marks("A") == ["on overwatch"]
    assert [option.label for option in played.last("overwatch fire").options][1] == "A, 4 models, 2 on overwatch"
    rows = {row.name: row.marks for _, rows in status_of(played.end) for row in rows}
    assert rows["A"] == ("on overwatch", "2 of them")
    later = four(*SOME, *watch("A", "Others", (1, 1)), ("unit", "Orks"))
    assert later.last("facts:gun").parts[1].groups == (("Man", 2),)
    assert later.marks("A") == []
    assert later.unit_at("A").waiting is None


@pytest.mark.rule("2E-OW-5", "2E-OW-6")
def test_a_test_that_fails_takes_it_from_the_rest() -> None:
    lost = four(*SOME, ("overwatch fire", "nobody"), *shoot("Orks", "A", dice=(1,) * 10), ("overwatch test", 12))
    assert (lost.marks("A"), lost.unit_at("A").waiting) == ([], None)


@pytest.mark.rule("2E-OW-5", "2E-RNG-1")
def test_shots_out_of_range_are_fired_all_the_same() -> None:
    assert four(*[("overwatch fire", "A"), ("target", "Orks"), ("distance", 30), ("unit", "Orks")]).marks("A") == []


@pytest.mark.rule("2E-OW-5")
def test_of_those_who_wait_only_who_stands_can_fire() -> None:
    shots = [
        ("unit", "Orks"),
        ("target", "A"),
        ("facts:gun", {}),
        ("hit:gun", [6, 6, 6] + [1] * 7),
        ("wound:gun", [6] * 3),
    ]
    script = [*SOME, ("overwatch fire", "nobody"), *shots, ("overwatch test", 2), ASK]
    assert four(*script).last("overwatch fire").options[1].label == "A, 1 model, 1 on overwatch"
    later = four(*script, ("overwatch fire", "A"), ("target", "Orks"), ("facts:gun", {}))
    assert later.last("facts:gun").text.startswith("1 gun")


@pytest.mark.rule("2E-OW-5")
def test_in_the_next_turn_of_its_owner_everybody_fires() -> None:
    played = four(
        *SOME,
        ("overwatch fire", "nobody"),
        END,
        ("overwatch", ()),
        ("unit", "A"),
        ("target", "Orks"),
        ("facts:gun", {}),
    )
    assert played.last("facts:gun").parts[1].groups == (("Man", 4),)


@pytest.mark.rule("2E-OW-5")
def test_who_has_nothing_to_fire_keeps_no_overwatch() -> None:
    squad_ = both(squad("A", 1, GUN), squad("A", 1, kind="Bearer"))
    played = battle(
        [squad_, squad("B", 1, GUN)], theirs(), ("overwatch", "A"), END, *watch("A", "Orks"), ("unit", "Orks")
    )
    assert (played.marks("A"), played.unit_at("A").waiting) == ([], None)


@pytest.mark.rule("2E-OW-2", "2E-TGT-3")
def test_who_did_not_fire_apart_after_all_took_nothing() -> None:
    heavy, other = gun(9, name="heavy", rules=("Heavy",)), gun(name="other")
    mine_ = both(squad("A", 1, GUN), squad("A", 1, heavy.but(mode_of="both"), other.but(mode_of="both"), kind="Gunner"))
    apart = [
        ("target", "a heavy or special weapon at another target"),
        ("apart target", "Rhino"),
        ("weapon", "no more"),
    ]
    foes = [squad("Orks", 10, GUN), RHINO.but(name="Rhino")]
    script = [("overwatch", "A"), END, ("overwatch fire", "A"), *apart, ("overwatch fire", "A")]
    played = battle([mine_, squad("B", 1, GUN)], foes, *script)
    assert played.unit_at("A").waiting is None
    assert played.closed("target", "Rhino") == []


@pytest.mark.rule("2E-OW-5", "2E-ARC-2", "2E-RNG-1")
def test_out_of_range_only_those_in_the_arc_lose_it() -> None:
    far = [
        ("overwatch fire", "A"),
        ("target", "Orks"),
        ("weapon", "edge of the arc"),
        ("arc:Man", [6, 6, 6, 1]),
        ("distance", 30),
    ]
    assert [firer.n for firer in four(*far).unit_at("A").waiting or ()] == [1]


@pytest.mark.rule("2E-OW-5", "2E-ARC-2")
def test_who_was_outside_his_arc_waits_on() -> None:
    edge = [("overwatch fire", "A"), ("target", "Orks"), ("weapon", "edge of the arc"), ("arc:Man", [6, 6, 6, 1])]
    played = four(*edge, ("facts:gun", {}), ("hit:gun", [1, 1, 1]))
    assert [firer.n for firer in played.unit_at("A").waiting or ()] == [1]


@pytest.mark.rule("2E-OW-2")
def test_between_two_units_that_shoot_overwatch_may_still_fire() -> None:
    there = [("overwatch fire", "nobody"), *shoot("Orks", "B", dice=(1,) * 10)]
    played = on_overwatch(*there, ASK, *watch("A", "Orks"))
    assert played.marks("A") == []
    assert played.left is not None
    assert played.left.key == "unit"
    assert played.closed("unit", "Orks") == [("has shot", "2E-SEQ-1")]
    assert played.closed("unit", "Others") == []


@pytest.mark.rule("2E-OW-2")
def test_after_the_last_shot_it_is_asked_once_more() -> None:
    there = [("overwatch fire", "nobody"), *shoot("Orks", "B", dice=(1,) * 10), *shoot("Others", "B", dice=(1,) * 10)]
    assert on_overwatch(*there).last("unit").default == "end the phase"
    assert on_overwatch(*there, ASK, *watch("A", "Orks"), ("overwatch", ())).marks("A") == []


@pytest.mark.rule("2E-OW-2")
def test_it_is_no_line_of_the_menu_where_nobody_can() -> None:
    none = battle(mine(), theirs(), ("overwatch", ()))
    assert ASK[1] not in [option.value for option in none.last("unit").options]
    there = [*watch("A", "Orks"), *shoot("Orks", "A", dice=(1,) * 10), *shoot("Others", "B", dice=(1,) * 10)]
    assert ASK[1] not in [option.value for option in on_overwatch(*there[:4]).last("unit").options]
    assert on_overwatch(*there, ("overwatch", ())).keys.count("unit") == 3  # nothing was asked after the last shot


@pytest.mark.rule("2E-OW-2", "2E-SEQ-1")
def test_it_is_asked_of_the_side_that_watches() -> None:
    assert sides_of(on_overwatch(("overwatch fire", "A")).table.record) == ("Mine", "Theirs")
    assert sides_of(on_overwatch().table.record) == ("Theirs", "Mine")
    assert sides_of(four(*SOME).table.record) == ("Theirs", "Mine")


@pytest.mark.rule("2E-OW-2")
def test_where_they_have_nobody_to_shoot_it_is_not_asked_twice() -> None:
    played = battle(mine(), [squad("Mob", 5)], ("overwatch", "A"), END, ("overwatch fire", "nobody"), ("overwatch", ()))
    assert played.keys.count("unit") == 1


@pytest.mark.rule("2E-OW-4")
@pytest.mark.parametrize(
    ("setting", "appearing", "need"),
    [("appearing_only", "no", 3), ("appearing_only", "yes", 4), ("always", None, 4), ("none", None, 3)],
)
def test_what_overwatch_takes_off(setting: str, appearing: str | None, need: int) -> None:
    facts = {} if appearing is None else {"appearing": appearing}
    played = on_overwatch(*watch("A", "Orks", **facts), settings={"overwatch_penalty": setting})
    assert played.last("hit:gun").need.target == need


@pytest.mark.rule("2E-OW-6")
@pytest.mark.parametrize(("total", "marks"), [(8, ["on overwatch"]), (9, [])])
def test_shot_at_it_must_pass_a_test(total: int, marks: list[str]) -> None:
    played = on_overwatch(("overwatch fire", "nobody"), *shoot("Orks", "A", dice=(1,) * 10), ("overwatch test", total))
    assert played.marks("A") == marks
    assert played.last("overwatch test").need.target == 8


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


@pytest.mark.rule("2E-OW-1", "2E-SF-3")
@pytest.mark.parametrize(("faces", "able"), [([6, 1], True), ([6, 6], False)])
def test_overwatch_may_be_declared_in_the_turn_of_a_jam(faces: list[int], able: bool) -> None:
    """The enemy's turn is none of its owner's: the weapon works in it, if its last silent turn is over."""
    heavy = gun(name="heavy bolter", sustained=2)
    fired = [*shoot("A", "Orks", "heavy bolter", (6,)), ("sustained dice:heavy bolter", faces)]
    fired += [("wound:heavy bolter", [1])] if able else []
    assert battle(mine(heavy), theirs(), *turn(*fired)).last("overwatch").names == (("A", "B") if able else ("B",))
    if able:
        watching = battle(mine(heavy), theirs(), *turn(*fired), ("overwatch", "A"), END, ("overwatch fire", "A"))
        assert watching.closed("overwatch fire", "A") == []


@pytest.mark.rule("2E-SPC-4")
def test_plasma_fired_in_turn_two_is_ready_in_four() -> None:
    fired = [*turn(), *turn(*shoot("A", "Orks", "plasma gun"))]
    third = battle(mine(PLASMA), theirs(), *fired, ("overwatch", ()))
    assert third.closed("unit", "A") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]
    assert battle(mine(PLASMA), theirs(), *fired, *turn(), ("overwatch", ())).closed("unit", "A") == []


@pytest.mark.rule("2E-ELIG-1")
def test_what_is_used_once_is_spent() -> None:
    played = battle(mine(ONCE), theirs(), *turn(*shoot("A", "Orks", "seeker")), *turn(), ("overwatch", ()))
    assert played.closed("unit", "A") == [("its weapons are jammed, recharging or spent", "2E-ELIG-1")]


@pytest.mark.rule("2E-OW-2")
def test_the_head_line_names_what_fires_but_not_how_many_have_shot_on_overwatch() -> None:
    """It counts the side whose turn it is; the head line names the side that fires."""
    watched = on_overwatch(*watch("A", "Orks"), ("unit", "Orks"))
    records = [entry.record for entry in watched.table.log if entry.record is not None]
    watching = [headline_of(one).shot for one in records if sides_of(one)[0] != "Orks" and not isinstance(one, Battle)]
    assert watching
    assert {*watching} == {(0, 0)}
    assert headline_of(records[-1]).shot == (0, 2)
    firing = [one for one in records if isinstance(one, Firing)]
    assert {(headline_of(one).fires, fires(one)) for one in firing} == {("gun", (firing[0].declared, (1, 0)))}
    others = [one for one in records if not isinstance(one, Firing)]
    assert {headline_of(one).fires for one in others} == {""}


def test_which_turn_a_gun_is_silent_in_is_told_of_each_of_two_alike_units() -> None:
    """Both armies are the same, and the same has happened to both: only one of them has its turn."""
    b = new_battle(*(Army("40k-2e", name, (squad("Squad", 3, GUN),)) for name in ("A", "B")))
    jammed = (Silence(0, "gun", 1, 1),)
    sides = tuple(side.but(units=tuple(one.but(silent=jammed) for one in side.units)) for side in b.sides)
    (_, (ours,)), (_, (theirs,)) = status_of(b.but(sides=sides))
    assert (ours.marks, theirs.marks) == (("gun silent this turn",), ("gun silent in its next turn",))
    two = (Silence(0, "gun", 2, 1),)
    sides = tuple(side.but(units=tuple(one.but(silent=two) for one in side.units)) for side in b.sides)
    assert status_of(b.but(sides=sides))[0][1][0].marks == ("2 guns silent this turn",)
