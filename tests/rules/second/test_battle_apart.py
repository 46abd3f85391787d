"""Some of a squad at a target of their own: heavy weapons, heroes, and who does not see (2E-TGT-3, 2E-ARC-2)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.second.profiles import VEHICLE, Unit
from shoot_cli.rules.second.steps.target import NEARER
from tests.rules.second.helpers.guns_and_men import RHINO, both, gun
from tests.rules.second.helpers.scripted_battles import Played, battle, squad

GUN = gun()
ORKS, GROTS = squad("Orks", 10, GUN), squad("Grots", 10, GUN)
CAR, TRUCK = RHINO.but(name="Rhino"), RHINO.but(name="Truck")
LASER = gun(9, -6, "2D6", "lascannon", penetration="3D6+9", short=20, long=60, hit_long=-1, rules=("Heavy",))
BOLTER = gun(5, -2, name="heavy bolter", penetration="D6+D4+5", rules=("Heavy",))
B = squad("B", 1, GUN)

HEAVY, HERO = ("target", "a heavy or special weapon at another target"), ("target", "a hero at another target")
CHECK, CHECKS = ("target", NEARER), ("apart target", NEARER)


def a(*parts: tuple[str, int, Any]) -> Unit:
    """A squad of so many of each kind with one weapon each."""
    first, *others = (squad("A", n, weapon, kind=kind) for kind, n, weapon in parts)
    for other in others:
        first = both(first, other)
    return first


MIXED = a(("Man", 3, GUN), ("Gunner", 2, LASER), ("Bolter", 1, BOLTER))


def fire(weapon: str, *dice: int, **facts: Any) -> list[tuple[str, Any]]:
    return [(f"facts:{weapon}", facts), (f"hit:{weapon}", [*dice])]


def play(*script: Any, mine: Unit = MIXED, enemies: tuple[Unit, ...] = (ORKS, CAR, TRUCK), **more: Any) -> Played:
    return battle([mine, B], [*enemies], ("unit", "A"), *script, **more)


ONE_LASER = [HEAVY, ("apart", [1, 0]), ("apart target", "Rhino"), *fire("lascannon", 1)]
OTHER_LASER = [HEAVY, ("apart", [1, 0]), ("apart target", "Truck"), *fire("lascannon", 1)]


@pytest.mark.rule("2E-TGT-3")
def test_each_heavy_weapon_has_a_target_of_its_own() -> None:
    played = play(
        *ONE_LASER, *OTHER_LASER, ("target", "Orks"), *fire("gun", 1, 1, 1), ("hit:heavy bolter", [1]), ("unit", "B")
    )
    assert played.closed("unit", "A") == [("has shot", "2E-SEQ-1")]
    assert played.unit_at("A").waiting is None


@pytest.mark.rule("2E-TGT-3")
def test_the_other_group_is_proposed() -> None:
    assert play(HEAVY, ("apart", [1, 0])).last("apart target").default == "Rhino"
    assert play(HEAVY, ("apart", [1, 0]), enemies=(CAR, TRUCK, ORKS)).last("apart target").default == "Orks"


@pytest.mark.rule("2E-TGT-3")
def test_weapons_of_several_names_may_share_a_target() -> None:
    both_kinds = [HEAVY, ("apart", [1, 1]), ("apart target", "Rhino")]
    played = play(*both_kinds, *fire("lascannon", 1), ("hit:heavy bolter", [1]), ("target", "Orks"), ("facts:gun", {}))
    assert played.last("facts:gun").parts[1].groups == (("Man", 3),)
    assert played.left is not None
    assert played.left.key == "hit:gun"


@pytest.mark.rule("2E-TGT-3")
def test_those_who_are_not_named_shoot_with_the_squad() -> None:
    named = [("weapon", "gun"), ("weapon", "lascannon")]
    played = play(*ONE_LASER, ("target", "Orks"), *named, *fire("gun", 1, 1, 1), ("facts:lascannon", {}))
    assert played.last("facts:lascannon").parts[1].groups == (("Gunner", 1),)


@pytest.mark.rule("2E-TGT-3")
def test_the_second_weapon_apart_leaves_the_squad_a_group() -> None:
    played = play(*ONE_LASER, HEAVY, ("apart", [1, 0]))
    assert played.left is not None
    assert played.left.key == "apart target"
    assert played.closed("apart target", "Orks") == [("that leaves its squad nobody of another group", "2E-TGT-3")]
    assert played.closed("apart target", "Truck") == []


@pytest.mark.rule("2E-TGT-3")
def test_another_category_of_the_same_group() -> None:
    beast = squad("Beast", 1, GUN, category="monstrous")
    other = squad("Brute", 1, GUN, category="monstrous")
    said = {"settings": {"heavy_special_target": "other_category"}, "enemies": (CAR, beast, other)}
    played = play(*[HEAVY, ("apart", [1, 0]), ("apart target", "Beast"), *fire("lascannon", 1)], **said)
    assert played.closed("target", "Rhino") == []
    assert played.closed("target", "Brute") == [("its lascannon shot at that group", "2E-TGT-3")]


@pytest.mark.rule("2E-TGT-3", "2E-SF-3")
def test_the_jam_of_one_who_fired_apart_is_his_own() -> None:
    cannon = gun(9, name="cannon", sustained=1, rules=("Heavy",))
    jammed = [HEAVY, ("apart", [1]), ("apart target", "Rhino"), *fire("cannon", 6), ("sustained dice:cannon", [6])]
    played = play(*jammed, ("target", "Orks"), ("facts:cannon", {}), mine=a(("Gunner", 3, cannon)), enemies=(ORKS, CAR))
    assert played.last("facts:cannon").parts[1].groups == (("Gunner", 2),)


@pytest.mark.rule("2E-TGT-3", "2E-TGT-6")
def test_a_hidden_unit_is_nobody_for_the_squad() -> None:
    said = [("unit", "a unit's state"), ("state of", "Orks"), ("state", "hidden"), ("unit", "A")]
    options = battle([MIXED, B], [ORKS, CAR], *said).last("target").options
    assert HEAVY[1] not in [option.value for option in options]


@pytest.mark.rule("2E-TGT-3")
def test_nobody_apart_after_all() -> None:
    played = play(HEAVY, ("apart", [0, 0]))
    assert played.end.split_fire is None
    assert played.left is not None
    assert played.left.key == "target"


@pytest.mark.rule("2E-TGT-3")
def test_a_weapon_refused_its_target_may_still_shoot() -> None:
    refused = [
        HEAVY,
        ("apart", [1, 0]),
        CHECKS,
        ("apart target", "Rhino"),
        ("nearer", ["Truck"]),
        ("nearer_in_cover", ()),
    ]
    played = play(*refused, *ONE_LASER, *refused)
    assert played.left is not None
    assert played.left.key == "target"
    assert played.end.split_fire is not None
    assert [weapon for weapon, _ in played.end.split_fire.taken] == ["lascannon"]


@pytest.mark.rule("2E-TGT-3", "2E-ELIG-2")
def test_who_shoots_apart_has_no_other_weapon_to_fire() -> None:
    mine = both(a(("Man", 3, GUN)), squad("A", 1, LASER, GUN, kind="Gunner"))
    played = play(HEAVY, ("apart target", "Rhino"), ("facts:lascannon", {}), mine=mine, enemies=(ORKS, CAR))
    assert [option.value for option in played.last("weapon").options] == ["lascannon", "edge of the arc", "no more"]
    assert [firer.silent for firer in played.table.record.attack.firers] == [("gun",)]


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
@pytest.mark.parametrize(("close", "refused"), [(["Rippers"], True), ([], False)])
def test_vermin_underfoot_is_in_the_way_of_a_weapon_apart(close: list[str], refused: bool) -> None:
    """It is one of the group that the weapon takes, and cannot be passed over within 6"."""
    enemies = (ORKS, squad("Rippers", 9, category="smaller"), CAR)
    script = [HEAVY, ("apart", [1, 0]), CHECKS, ("apart target", "Orks"), ("nearer", ["Rippers"]), ("within_6", close)]
    assert play(*script, enemies=enemies).said("Orks may not be shot at") == refused
    assert play(HEAVY, ("apart", [1, 0]), ("apart target", "Rhino"), enemies=enemies).left.key == "weapon"


@pytest.mark.rule("2E-TGT-3")
def test_a_model_with_two_heavy_weapons_is_named_once() -> None:
    mine = both(a(("Man", 3, GUN)), squad("A", 1, LASER, BOLTER, kind="Gunner"))
    named = [HEAVY, ("apart", [1, 1]), ("apart target", "Rhino")]
    played = play(*named, ("facts:lascannon", {}), mine=mine, enemies=(ORKS, CAR))
    assert sum(firer.n for firer in played.table.record.attack.firers) == 1


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
def test_what_the_mission_names_may_be_shot_at_apart() -> None:
    said = [("unit", "a unit's state"), ("state of", "Grots"), ("state", "mission objective"), ("unit", "A")]
    mine = [a(("Man", 3, GUN), ("Gunner", 1, LASER)), B]
    script = [*said, HEAVY, *fire("lascannon", 1)]  # the Orks are no other group than the Orks
    assert battle(mine, [ORKS, GROTS], *script).closed("target", "Orks") == []


@pytest.mark.rule("2E-TGT-3")
def test_only_its_own_category_is_in_the_way() -> None:
    beast = squad("Beast", 1, GUN, category="monstrous")
    said = {"settings": {"heavy_special_target": "other_category"}, "enemies": (CAR, TRUCK, beast)}
    played = play(HEAVY, ("apart", [1, 0]), CHECKS, ("apart target", "Rhino"), ("nearer", ()), **said)
    assert played.last("nearer").names == ("Truck",)


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
def test_the_row_for_a_nearer_enemy_is_there_for_weapons_apart_that_have_a_choice() -> None:
    free = play(HEAVY, ("apart", [1, 0]))
    assert [option.value for option in free.last("apart target").options] == ["Orks", "Rhino", "Truck", NEARER]
    boss = [HEAVY, ("apart", [1, 0]), ("apart target", "Boss"), *fire("lascannon", 1), HEAVY, ("apart", [1, 0])]
    single = play(*boss, enemies=(CAR, squad("Boss", 1, GUN, character=True)))
    assert single.keys.count("apart target") == 1
    assert single.left is not None
    assert (single.left.key, single.left.names) == ("nearer", ("Rhino",))


# Heroes --------------------------------------------------------------------------------------------------------------


LED = both(a(("Man", 3, GUN)), squad("A", 1, GUN.but(hit_long=-1), kind="Captain", rules=("Hero",))).but(rules=())
LED = LED.but(models=(LED.models[0], (LED.models[1][0].but(rules=("Hero",)), 1)))


@pytest.mark.rule("2E-TGT-3")
def test_a_hero_in_a_squad_takes_whom_he_sees() -> None:
    played = play(HERO, ("apart target", "Grots"), ("facts:gun", {}), mine=LED, enemies=(ORKS, GROTS))
    assert "nearer" not in played.keys
    assert played.last("facts:gun").parts[1].groups == (("Captain", 1),)


@pytest.mark.rule("2E-TGT-3")
def test_his_squad_takes_the_nearest() -> None:
    hero = [HERO, ("apart target", "Grots"), *fire("gun", 1)]
    played = play(
        *hero,
        CHECK,
        ("target", "Grots"),
        ("nearer", ["Orks"]),
        ("nearer_in_cover", ()),
        mine=LED,
        enemies=(ORKS, GROTS),
    )
    assert played.said("Grots may not be shot at because an enemy that is nearer cannot be passed over: Orks")
    assert play(*hero, mine=LED, enemies=(ORKS, GROTS)).closed("target", "Grots") == []


@pytest.mark.rule("2E-TGT-3")
def test_with_his_squad_he_takes_what_it_takes() -> None:
    assert play(CHECK, ("target", "Grots"), ("nearer", ()), mine=LED, enemies=(ORKS, GROTS)).last("nearer")
    options = play(mine=squad("A", 2, GUN, rules=("Hero",)), enemies=(ORKS, GROTS)).last("target").options
    assert HERO[1] not in [option.value for option in options]


# Who does not see ----------------------------------------------------------------------------------------------------

SOME = [CHECK, ("target", "Orks"), ("nearer", ()), ("facts:gun", {"firing": "2"}), ("hit:gun", [1, 1])]
FOUR = squad("A", 4, GUN)


@pytest.mark.rule("2E-TGT-3")
def test_who_did_not_see_the_target_takes_another() -> None:
    other = [("target", "Grots"), ("facts:gun", {})]
    played = play(*SOME, *other, ("hit:gun", [1, 1]), ("unit", "B"), mine=FOUR, enemies=(ORKS, GROTS))
    assert played.last("facts:gun").parts[1].groups == (("Man", 2),)
    assert played.keys.count("nearer") == 1  # what they do not see is in nobody's way
    asked = play(*SOME, mine=FOUR, enemies=(ORKS, GROTS))
    assert asked.left == asked.last("target")
    assert asked.last("target").text == "2 of them did not fire. What do those who cannot see Orks shoot at?"
    assert asked.last("target").default == "hold fire"
    assert asked.closed("target", "Orks") == [("its squad shot at it", "2E-TGT-3")]


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
def test_from_their_own_view_the_nearest_comes_first() -> None:
    enemies = (ORKS, GROTS, squad("Nobz", 3, GUN))
    played = play(
        *SOME, CHECK, ("target", "Grots"), ("nearer", ["Nobz"]), ("nearer_in_cover", ()), mine=FOUR, enemies=enemies
    )
    assert played.said("Grots may not be shot at because an enemy that is nearer cannot be passed over: Nobz")
    assert played.left is not None
    assert (played.left.key, played.end.unit) == ("target", 0)


@pytest.mark.rule("2E-TGT-3")
def test_nobody_is_asked_if_all_fired_or_there_is_nobody_else() -> None:
    play(*[("target", "Orks"), *fire("gun", 1, 1, 1, 1), ("unit", "B")], mine=FOUR, enemies=(ORKS, GROTS))
    some = [("target", "Orks"), ("facts:gun", {"firing": "2"}), ("hit:gun", [1, 1]), ("unit", "B")]
    assert not play(*some, mine=FOUR, enemies=(ORKS,)).said("no shots")
    hidden = [("unit", "a unit's state"), ("state of", "Grots"), ("state", "hidden"), ("unit", "A")]
    assert not battle([FOUR, B], [ORKS, GROTS], *hidden, *some).said("no shots")


@pytest.mark.rule("2E-RNG-1", "2E-SPC-5", "2E-TGT-3")
def test_out_of_range_or_walking_with_a_heavy_weapon_is_no_excuse() -> None:
    near = gun(name="pistol", short=6, long=None)
    mine = a(("Man", 2, GUN), ("Pistol", 1, near), ("Gunner", 1, gun(name="heavy", move_or_fire=True)))
    walked = ("declare:heavy", {"moved": "1"})
    play(*[("target", "Orks"), walked, *fire("gun", 1, 1), ("unit", "B")], mine=mine, enemies=(ORKS, GROTS))


@pytest.mark.rule("2E-TGT-3")
def test_they_measure_from_where_they_stand() -> None:
    near = ("distances", {"Orks": 8, "Grots": 9})
    shots = [near, ("target", "Orks"), ("facts:gun", {"firing": "2"}), ("hit:gun", [1, 1]), near, ("target", "Grots")]
    settings = {"measure_before_declare": "true"}
    assert play(*shots, mine=FOUR, enemies=(ORKS, GROTS), settings=settings).keys.count("distances") == 2


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
def test_the_rest_of_a_squad_measures_no_second_time() -> None:
    laser = [("distances", {"Orks": 8, "Rhino": 9, "Truck": 10}), *ONE_LASER]
    assert play(*laser, ("target", "Orks"), settings={"measure_before_declare": "true"}).keys.count("distances") == 1


@pytest.mark.rule("2E-TGT-3")
def test_of_those_who_do_not_see_nobody_goes_apart() -> None:
    heavy = gun(rules=("Heavy",))
    played = play(SOME[1], *SOME[3:], mine=squad("A", 4, heavy), enemies=(ORKS, CAR, TRUCK))
    assert [option.value for option in played.last("target").options] == ["Orks", "Rhino", "Truck", NEARER, "hold fire"]


@pytest.mark.rule("2E-ARC-2", "2E-RNG-1")
def test_out_of_range_only_those_outside_their_arc_look_elsewhere() -> None:
    edge = [
        ("target", "Orks"),
        ("weapon", "edge of the arc"),
        ("arc:Man", [6, 6, 6, 1]),
        ("distance", 30),
    ]
    assert play(*edge, mine=FOUR, enemies=(ORKS, GROTS)).last("target").text.startswith("1 of them did not fire.")


@pytest.mark.rule("2E-ARC-2")
def test_outside_their_arc_they_look_for_another_target() -> None:
    edge = [("target", "Orks"), ("weapon", "edge of the arc"), ("arc:Man", [1, 1, 1, 1])]
    played = play(*edge, ("target", "Grots"), ("distance", 9), mine=FOUR, enemies=(ORKS, GROTS))
    assert played.closed("target", "Orks") == [("outside their arc", "2E-ARC-2")]
    assert NEARER not in [option.value for option in played.last("target").options]
    some = [*edge[:2], ("arc:Man", [6, 6, 1, 1]), *fire("gun", 1, 1)]
    assert play(*some, mine=FOUR, enemies=(ORKS, GROTS)).last("target").text.startswith("2 of them did not fire.")


@pytest.mark.rule("2E-TGT-3")
def test_a_vehicle_on_its_own_has_no_squad() -> None:
    options = play(mine=squad("A", 1, GUN, LASER, category=VEHICLE, type="Vehicle")).last("target").options
    assert HEAVY[1] not in [option.value for option in options]
