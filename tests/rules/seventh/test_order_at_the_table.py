"""What is played and asked before what at the table: explosions before the next weapon, a Barrage after its scatter."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.attack_result import result_of
from shoot_cli.asked.rows import fact_rows
from shoot_cli.asked.scene import current_facts
from shoot_cli.battle.current_attack import AlreadyAnswered, current_attack
from shoot_cli.engine.questions import Roll
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import ATTACK, BATTLE, RULESET
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.steps.turns import new_battle
from tests.rules.seventh.helpers.tabletop import (
    Played,
    army,
    attack,
    battle,
    boyz,
    fire,
    gun,
    marines,
    no_more,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicle_battles import (
    EXPLODES,
    LANCE,
    NO,
    army_of,
    hull_points,
    rhino,
    ride,
    riders,
    standing,
)
from tests.rules.seventh.helpers.vehicles import tank

# An explosion comes before the next weapon ---------------------------------------------------------------------------

MISSILE = gun("missile", "48", "8", "3")
TRUKKS = tank(10, 3, n=2, name="Trukk", type="Vehicle (Open-topped)").but(capacity=12)
TANK_HUNTERS = squad("Hunters", trooper("Lancer", 1, LANCE), trooper("Missile gunner", 2, MISSILE))
HUNT = army("Hunt", TANK_HUNTERS, marines(1, name="B"))


def blown(near: dict[str, int], *script: Any, theirs: Army | None = None, mine: Army = HUNT, **how: Any) -> Played:
    """A lance blows up the first Trukk 4" away from so many models."""
    named = [("near:Trukk", near)] if near else [("near:Trukk", 0)]
    return battle(
        mine, theirs or army_of(TRUKKS, boyz(8)), ("unit", "Hunters"), ("target", "Trukk"), *fire("lance"),
        ("hit:lance", [6]), ("penetrate:lance", [6]), ("damage table:Trukk", [EXPLODES]), ("explosion:Trukk", 4), *named,
        *script, **how,
    )  # fmt: skip


def harmed(unit: str, dice: list[int], **facts: Any) -> list[Any]:
    return [(f"harm:{unit}", facts), ("wound:explosion", dice)]


@pytest.mark.rule("7E-VEH-14", "7E-WPN-1")
def test_who_falls_in_the_explosion_does_not_fire() -> None:
    """The example: the blast fells the bearers of the missile launchers."""
    order = "2 Missile gunner, Lancer"
    dice = harmed("Hunters", [6, 6], order=order)
    played = blown({"Hunters (Hunt)": 2}, *dice, ("save:Missile gunner", [1, 1]), ("unit", "B"))
    assert "hit:missile" not in played.keys
    assert standing(played, "Hunters") == 1
    one = blown({"Hunters (Hunt)": 2}, *dice, ("save:Missile gunner", [1, 6]), *fire("missile"))
    assert one.question("hit:missile").dice == 1


@pytest.mark.rule("7E-VEH-14")
def test_the_next_weapon_meets_what_the_explosion_left_of_the_target() -> None:
    played = blown({"Trukk (Convoy)": 1}, ("harm:Trukk", {}), ("penetrate:explosion", [6]), *fire("missile"),
                   ("hit:missile", [6, 6]), ("penetrate:missile", [2, 2]), ("unit", "B"))  # fmt: skip
    assert hull_points(played, "Trukk") == []  # 3, less one from the explosion, less two glancing hits
    assert [text for text, _ in played.told].count("Trukk is wrecked") == 1


@pytest.mark.rule("7E-VEH-14", "7E-VEH-5")
def test_what_the_explosion_does_to_a_vehicle_counts_for_the_next_weapon() -> None:
    thin = tank((10, 10, 9), 3, n=2, name="Trukk", type="Vehicle (Open-topped)")
    played = blown(
        {"Trukk (Convoy)": 1}, ("harm:Trukk", {"facing": "rear"}), ("penetrate:explosion", [6]), ("damage table:Trukk", [5]),
        *fire("missile"), ("hit:missile", [1, 6]), ("penetrate:missile", [2]), theirs=army_of(thin, boyz()),
    )  # fmt: skip
    assert played.question("penetrate:missile").dice == 1
    assert hull_points(played, "Trukk") == [1]
    assert played.unit_at("Trukk").wear[0].immobilised


@pytest.mark.rule("7E-VEH-14")
def test_a_setting_plays_it_after_the_attack() -> None:
    assert blown({}, mine=army("Hunt", marines(1, LANCE, name="Hunters"))).left is not None
    late = battle(
        HUNT, army_of(TRUKKS, boyz(8)), ("unit", "Hunters"), ("target", "Trukk"), *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [6]), ("damage table:Trukk", [EXPLODES]), *fire("missile"), ("hit:missile", [1, 1]),
        ("explosion:Trukk", 4), ("near:Trukk", 0), ("unit", "B"), settings={"explosion_timing": "after_attack"},
    )  # fmt: skip
    assert late.keys[-3:] == ["explosion:Trukk", "near:Trukk", "unit"]


@pytest.mark.rule("7E-VEH-14", "7E-VEH-10")
def test_passengers_suffer_and_test_before_the_next_weapon() -> None:
    carrier = rhino(name="Trukk")
    played = battle(
        HUNT, army_of(carrier, riders(3), boyz()), ride(transport="Trukk"), ("unit", "Hunters"), ("target", "Trukk"),
        *fire("lance"), ("hit:lance", [6]), ("penetrate:lance", [6]), ("damage table:Trukk", [EXPLODES]),
        ("explosion:Trukk", 4), ("near:Trukk", 0), *harmed("Riders", [6, 1, 1]), NO, ("pinning", 12), ("unit", "B"),
    )  # fmt: skip
    assert standing(played, "Riders") == 2
    assert "gone to ground" in played.marks("Riders")


@pytest.mark.rule("7E-VEH-14", "7E-GTG-4", "7E-HIT-4")
def test_who_drops_to_the_ground_before_the_explosion_fires_snap_shots_on() -> None:
    played = blown(
        {"Hunters (Hunt)": 1}, *harmed("Hunters", [6], cover="3+"), ("go_to_ground", "yes"), ("save:Lancer", [6]),
        *fire("missile"), ("hit:missile", [6, 5]),
    )  # fmt: skip
    assert played.question("hit:missile").need.target == 6


@pytest.mark.rule("7E-VEH-14")
def test_nobody_is_left_to_fire() -> None:
    played = blown({"Hunters (Hunt)": 3}, *harmed("Hunters", [6, 6, 6]), ("save:Lancer", [1, 1, 1]), ("unit", "B"))
    assert standing(played, "Hunters") == 0
    assert played.said("Hunters destroyed")


@pytest.mark.rule("7E-VEH-14")
@pytest.mark.parametrize(("fell", "shots"), [(0, 1), (1, 0)])
def test_where_it_matters_it_is_asked_whether_who_fell_had_fired(fell: int, shots: int) -> None:
    """Two men with both guns, of whom one has fired the lance: one falls."""
    both = army("Hunt", squad("Hunters", trooper("Man", 2, LANCE, MISSILE)), marines(1, name="B"))
    script = [
        ("unit", "Hunters"), ("target", "Trukk"), *fire("lance", firing="1"), ("hit:lance", [6]), ("penetrate:lance", [6]),
        ("damage table:Trukk", [EXPLODES]), ("explosion:Trukk", 4), ("near:Trukk", {"Hunters (Hunt)": 1}),
        *harmed("Hunters", [6]), ("save:Man", [1]), ("fallen firers:Man", fell),
    ]  # fmt: skip
    after = [*fire("missile"), ("hit:missile", [1])] if shots else []
    played = battle(both, army_of(TRUKKS, boyz()), *script, *after, ("unit", "B"))
    question = played.question("fallen firers:Man")
    assert (question.low, question.high, question.default) == (0, 1, 0)
    assert standing(played, "Hunters") == 1


@pytest.mark.rule("7E-VEH-14", "7E-VEH-5")
@pytest.mark.parametrize(
    ("face", "more", "need"),
    [(1, [], 6), (5, [("weapon destroyed:Gunship", 1)], 3), (5, [("weapon destroyed:Gunship", 2)], None), (6, [], 3)],
)
def test_a_firing_vehicle_fires_on_with_what_works(face: int, more: list[Any], need: int | None) -> None:
    """Shaken: Snap Shots; the gun that has fired is lost: the other fires; that one is lost: nothing does."""
    gunship = tank((12, 12, 9), 3, LANCE, MISSILE, name="Gunship")
    start = [
        ("unit", "Gunship"), ("target", "Trukk"), ("speed", "stationary"), *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [6]), ("damage table:Trukk", [EXPLODES]), ("explosion:Trukk", 4),
        ("near:Trukk", {"Gunship (Hunt)": 1}), ("harm:Gunship", {"facing": "rear"}), ("penetrate:explosion", [6]),
        ("damage table:Gunship", [face]), *more,
    ]  # fmt: skip
    after = [*fire("missile"), ("hit:missile", [1])] if need else [("unit", "B")]
    played = battle(army("Hunt", gunship, marines(1, name="B")), army_of(TRUKKS, boyz()), *start, *after)
    assert hull_points(played, "Gunship") == [2]
    if need:
        assert played.question("hit:missile").need.target == need


@pytest.mark.rule("7E-VEH-14", "7E-END-2")
def test_a_unit_that_halted_says_what_its_own_shots_did() -> None:
    """The eight Boyz lose two to the explosion; nobody says that these were shot."""
    played = blown({"Boyz (Convoy)": 2}, *harmed("Boyz", [6, 6]), ("save:Boy", [1, 1]), *no_more(), ("unit", "B"))
    told = [text for text, _ in played.told]
    assert told.count("2 Boys slain: Boyz 6 of 8 left") == 1
    assert not any("slain" in text for text in told if "Boyz 6 of 8" not in text)


@pytest.mark.rule("7E-VEH-14", "7E-WPN-13")
def test_what_an_explosion_beside_the_target_slew_was_not_shot() -> None:
    bomb = gun("bomb", "48", "10", "1", "Heavy 1, Large Blast")
    mine = army("Guns", marines(1, bomb, name="Gunners"), marines(1, name="B"))
    trukk = tank(10, 3, name="Trukk", type="Vehicle (Open-topped)")
    played = battle(
        mine, army_of(riders(8, name="Crowd"), trukk), ("unit", "Gunners"), ("target", "Crowd"), *fire("bomb"),
        ("scatter:bomb", [1]), ("under:bomb", "1+"), ("others under:bomb", {"Trukk (Convoy)": 1}),
        ("wound:bomb", [6]), NO, ("harm:Trukk", {}), ("damage table:Trukk", [6]), ("explosion:Trukk", 3),
        ("near:Trukk", {"Crowd (Convoy)": 2}), *harmed("Crowd", [6, 6]), NO, ("unit", "B"),
    )  # fmt: skip
    told = [text for text, _ in played.told]
    assert [text for text in told if "slain" in text] == [
        "1 Rider slain: Crowd 7 of 8 left",
        "2 Riders slain: Crowd 5 of 8 left",
    ]


@pytest.mark.rule("7E-WPN-13", "7E-END-1")
def test_who_lay_under_a_marker_tests_once_after_all_weapons() -> None:
    pins = gun("shell", "48", "5", "4", "Heavy 1, Large Blast, Pinning")
    more = gun("bomb", "48", "5", "4", "Heavy 1, Large Blast, Pinning")
    mine = army("Guns", squad("Gunners", trooper("A", 1, pins), trooper("B", 1, more)), marines(1, name="B"))
    theirs = army_of(riders(8, name="Crowd"), riders(6, name="Others"))

    def shelled(name: str) -> list[Any]:
        return [
            *fire(name), (f"scatter:{name}", [1]), (f"under:{name}", "0+"),             (f"others under:{name}", {"Others (Convoy)": 1}), ("harm:Others", {}), (f"wound:{name}", [6]), NO,
        ]  # fmt: skip

    played = battle(
        mine, theirs, ("unit", "Gunners"), ("target", "Crowd"), shelled("shell"), shelled("bomb"), ("pinning", 2), ("unit", "B"),
    )  # fmt: skip
    assert played.keys.count("pinning") == 1
    assert played.marks("Others") == []


def test_the_odds_can_be_seen_at_every_prompt_of_an_explosion() -> None:
    mine, theirs = HUNT, army_of(TRUKKS, boyz(8))
    played = blown(
        {"Trukk (Convoy)": 1, "Hunters (Hunt)": 1, "Boyz (Convoy)": 2}, *harmed("Hunters", [6]), ("save:Lancer", [1]),
        ("harm:Trukk", {}), ("penetrate:explosion", [6]), *harmed("Boyz", [6, 6]), ("save:Boy", [1, 1]), *fire("missile"),
        ("hit:missile", [6, 6]), ("penetrate:missile", [2, 1]), ("unit", "B"),
    )  # fmt: skip
    answers = [entry.answer for entry in played.asked]
    settings = RULESET.defaults()
    seen = 0
    for n in range(len(answers)):
        in_progress = current_attack(BATTLE, new_battle(mine, theirs), answers[:n], settings)
        if in_progress is None or not in_progress.answers:
            continue
        ends = odds(in_progress.rest, in_progress.record, AlreadyAnswered(in_progress.answers), settings=settings)
        assert sum(ends.measure(RULESET.measures["slain"]).values()) == pytest.approx(1)
        seen += 1
    assert seen > 12


@pytest.mark.rule("7E-WPN-13", "7E-HIT-11")
@pytest.mark.parametrize(("n", "kind"), [(1, "Heavy 1, Blast"), (3, "Heavy 1, Blast"), (1, "Heavy 1, Blast, Gets Hot")])
def test_the_odds_at_a_prompt_count_markers_as_shots(n: int, kind: str) -> None:
    mine, theirs = army("Guns", marines(n, gun("shell", "48", "5", "4", kind))), army("Green", boyz(8))
    played = battle(mine, theirs, ("unit", mine.units[0].name), ("target", theirs.units[0].name), *fire("shell"))
    answers = [entry.answer for entry in played.asked]
    begun = current_attack(BATTLE, new_battle(mine, theirs), answers, RULESET.defaults())
    assert begun
    ends = odds(ATTACK, begun.start, AlreadyAnswered(begun.answers), settings=RULESET.defaults())
    assert result_of(RULESET, ends).expected["shots"] == pytest.approx(n)


# A Barrage is judged from its marker ---------------------------------------------------------------------------------

MORTAR = gun("mortar", "48", "6", "4", "Heavy 1, Blast, Barrage")
BATTERY = army("Guns", marines(1, MORTAR, name="Battery"), marines(1, name="B"))
QUEUE = squad("Queue", trooper("Front", 3, "lasgun", Sv="-"), trooper("Rear", 3, "lasgun", Sv="-"))
LANDED = [("scatter:mortar", [6]), ("scatter distance:mortar", 9)]


def shelled(under: int, *script: Any, before: Any = (), theirs: Any = None, mine: Army = BATTERY) -> Played:
    return battle(
        mine, theirs or army_of(QUEUE, boyz()), ("unit", "Battery"), ("target", (theirs or army_of(QUEUE)).units[0].name),
        *before, *fire("mortar"), *LANDED, ("under:mortar", under), *script,
    )  # fmt: skip


@pytest.mark.rule("7E-ALC-13", "7E-WPN-15", "7E-ALC-8")
def test_a_barrage_asks_for_cover_and_the_nearest_after_the_scatter() -> None:
    played = shelled(2, ("marker:mortar", {"order": "3 Rear, 3 Front"}), ("wound:mortar", [6, 6]), NO, ("unit", "B"))
    asked = played.keys
    assert asked.index("scatter distance:mortar") < asked.index("under:mortar") < asked.index("marker:mortar")
    assert not {"cover", "order", "cover:Front", "cover:Rear"} & set(played.parts("facts:mortar"))
    assert played.parts("marker:mortar") == ["cover", "order", "cover:Front", "cover:Rear"]
    assert {rank.kind: rank.n for rank in played.unit_at("Queue").ranks} == {0: 3, 1: 1}
    covered = shelled(
        1, ("marker:mortar", {"cover": "4+"}), ("wound:mortar", [6]), NO, ("save:Front", [4]), ("unit", "B")
    )
    assert standing(covered, "Queue") == 6


@pytest.mark.rule("7E-ALC-13", "7E-SAV-8")
def test_a_fact_that_is_folded_stands_last_so_that_the_numbers_of_rows_have_no_gap() -> None:
    mob = squad("Queue", trooper("Front", 3, "lasgun", Sv="5+"), trooper("Rear", 3, "lasgun", Sv="5+"))
    soft = army(
        "Guns", marines(1, gun("mortar", "48", "6", "6", "Heavy 1, Blast, Barrage"), name="Battery"), BATTERY.units[1]
    )
    script = ("marker:mortar", {}), ("wound:mortar", [6, 6]), ("save:Front", [1, 1]), ("unit", "B")
    facts = shelled(2, *script, theirs=army_of(mob, boyz()), mine=soft).question("marker:mortar")
    assert [part.key for part in facts.parts] == ["cover", "order", "cover:Front", "cover:Rear", "save"]
    assert [row.rarely_chosen for row in fact_rows(facts, {}, current_facts(facts, {}))] == [False] * 5 + [True]


@pytest.mark.rule("7E-ALC-13", "7E-SAV-8")
def test_which_save_they_want_is_asked_with_the_cover_that_the_marker_leaves_them() -> None:
    shielded = army_of(squad("Queue", trooper("Guard", 6, "lasgun", Sv="3+/5++")), boyz())
    where = {"cover": "4+", "save": "cover"}
    played = shelled(
        1, ("marker:mortar", where), ("wound:mortar", [6]), NO, ("save:Guard", [3]), ("unit", "B"), theirs=shielded
    )
    assert "save" not in played.parts("facts:mortar")
    assert played.parts("marker:mortar") == ["cover", "order", "save"]
    assert standing(played, "Queue") == 5


@pytest.mark.rule("7E-ALC-13")
def test_nobody_is_asked_where_a_marker_lies_that_hit_nobody() -> None:
    assert "marker:mortar" not in shelled(0, ("unit", "B")).keys


@pytest.mark.rule("7E-ALC-13", "7E-VEH-8", "7E-VEH-2")
def test_a_vehicle_under_a_barrage_is_covered_from_the_marker() -> None:
    target = army_of(tank((13, 10, 10), 3, name="Bait"), boyz())
    played = shelled(
        1,
        ("marker:mortar", {"cover": "4+"}),
        ("penetrate:mortar", [6]),
        ("save:Bait", [4]),
        ("unit", "B"),
        theirs=target,
    )
    assert hull_points(played, "Bait") == [3]
    assert not {"cover", "obscured", "facing", "facing_hidden"} & set(played.parts("facts:mortar"))


@pytest.mark.rule("7E-ALC-13")
def test_cover_that_was_said_for_another_weapon_is_not_reused() -> None:
    both = army("Guns", squad("Battery", trooper("Gun", 1, "lasgun"), trooper("Crew", 1, MORTAR)), marines(1, name="B"))
    lasgun = [*fire("lasgun", cover="4+"), ("hit:lasgun", [1, 1])]
    played = shelled(1, ("marker:mortar", {}), ("wound:mortar", [6]), NO, ("unit", "B"), before=lasgun, mine=both)
    assert played.question("cover", 1).default == "none"
    assert standing(played, "Queue") == 5


@pytest.mark.rule("7E-WPN-13", "7E-WPN-15")
def test_what_a_marker_that_drifted_hit_is_not_proposed() -> None:
    shell = gun("shell", "48", "5", "4", "Heavy 1, Large Blast")
    mine = army("Guns", marines(1, shell, name="Battery"), marines(1, name="B"))

    def under(*scatter: Any) -> Any:
        start = [("unit", "Battery"), ("target", "Queue"), *fire("shell"), *scatter]
        return battle(mine, army_of(QUEUE, boyz()), *start).left

    assert under(("scatter:shell", [1])).default > 0
    assert under(("scatter:shell", [6]), ("scatter distance:shell", 4)).default > 0  # less BS 4: it stays
    drifted = under(("scatter:shell", [6]), ("scatter distance:shell", 9))
    assert (drifted.default, drifted.text) == (0, "How many models of Queue are under the marker now?")


@pytest.mark.rule("7E-WPN-15")
@pytest.mark.parametrize(("first", "second", "proposed"), [(1, 1, True), (1, 6, False), (6, 1, False)])
def test_nor_of_the_markers_that_touch_it(first: int, second: int, proposed: bool) -> None:
    pair = army("Guns", marines(2, MORTAR, name="Battery"), marines(1, name="B"))
    drift = [("scatter distance:mortar", 11)] if first == 6 else []
    left = battle(
        pair, army_of(QUEUE, boyz()), ("unit", "Battery"), ("target", "Queue"), *fire("mortar"), ("scatter:mortar", [first]),
        *drift, ("scatter:mortar", [second]),
    ).left  # fmt: skip
    assert left is not None
    assert (left.default[1] > 0) is proposed


@pytest.mark.rule("7E-ALC-13")
def test_an_attack_on_its_own_is_asked_as_before() -> None:
    played = attack(
        marines(1, MORTAR), QUEUE, *fire("mortar", order="3 Rear, 3 Front"), ("under:mortar", 1), ("wound:mortar", [1])
    )
    assert {"cover", "order"} <= set(played.parts("facts:mortar"))


# Not asked, because it cannot matter ---------------------------------------------------------------------------------


def facts(mine: Any, theirs: Any, weapon: str, *before: Any, distance: float = 12) -> list[str]:
    """The facts of a weapon that are asked at the table."""
    mine, theirs = army("Mine", mine, marines(1, name="B")), army_of(theirs, boyz(name="Other Boyz"))
    shot = [("unit", mine.units[0].name), ("target", theirs.units[0].name), *before, ("weapon", weapon)]
    played = battle(mine, theirs, *shot, distance=distance)
    assert played.left is not None
    return [part.key for part in played.left.parts]  # type: ignore[attr-defined]


@pytest.mark.rule("7E-HIT-12", "7E-HIT-4")
def test_no_change_of_skill_where_all_are_snap_shots() -> None:
    predator = tank(11, 3, "autocannon", "heavy bolter", name="Predator")
    assert "bs_modifier" in facts(predator, boyz(), "heavy bolter", ("speed", "stationary"))
    assert "bs_modifier" not in facts(predator, boyz(), "heavy bolter", ("speed", "cruising"))
    flyer = tank(11, 3, name="Flyer", type="Vehicle (Flyer)")
    assert "bs_modifier" not in facts(marines(3), flyer, "boltgun", ("jink", "no"))


@pytest.mark.rule("7E-VEH-2")
def test_nobody_is_asked_who_stands_in_front_when_all_do() -> None:
    keys = facts(marines(3, LANCE, name="Hunters"), tank((11, 11, 10), 3, name="Rhino"), "lance")
    assert "facing" in keys
    assert "in_front" not in keys
    assert {"in_side", "in_rear"} <= set(keys)


@pytest.mark.rule("7E-VEH-2")
def test_no_facing_is_asked_of_a_vehicle_that_is_the_same_all_round() -> None:
    assert not {"facing", "in_side"} & set(
        facts(marines(3, LANCE, name="Hunters"), tank(14, 4, name="Raider"), "lance")
    )
    assert "facing" in facts(marines(3, LANCE, name="Hunters"), tank((14, 13, 10), 3, name="Raider"), "lance")


@pytest.mark.rule("7E-WPN-10")
def test_nobody_is_asked_who_moved_when_all_shots_are_snap_shots() -> None:
    flyer = tank(11, 3, name="Flyer", type="Vehicle (Flyer)")
    heavy = gun("gun", "48", "7", "4", "Heavy 2")
    assert "moved" not in facts(marines(3, heavy), flyer, "gun", ("jink", "no"))
    skimmer = tank(11, 3, name="Skimmer", type="Vehicle (Skimmer)")
    assert "moved" in facts(marines(3, heavy), skimmer, "gun", ("jink", "no"))


@pytest.mark.rule("7E-ALC-1")
def test_one_model_stands_in_no_order() -> None:
    tyrant = marines(1, name="Tyrant", type="Monstrous Creature", W=4, T=6)
    assert "order" not in facts(marines(5), tyrant, "boltgun")
    assert "order" in facts(marines(5), marines(2, name="Pair"), "boltgun")


@pytest.mark.rule("7E-WPN-22", "7E-HIT-5")
def test_no_full_skill_is_shared_out_to_what_cannot_snap() -> None:
    razor = tank(11, 3, "heavy flamer", "autocannon", name="Tank")
    moved = ("speed", "combat")
    assert "full_bs" not in facts(razor, boyz(), "heavy flamer", moved, distance=6)
    assert "full_bs" in facts(razor, boyz(), "autocannon", moved)


@pytest.mark.rule("7E-WPN-22", "7E-HIT-5")
def test_what_cannot_snap_uses_up_the_full_skill_all_the_same() -> None:
    tank_ = tank(11, 3, gun("shell", "48", "5", "4", "Heavy 1, Blast"), "autocannon", name="Tank")
    played = battle(
        army("Mine", tank_, marines(1, name="B")), army_of(boyz(), boyz(name="More")), ("unit", "Tank"), ("target", "Boyz"),
        ("speed", "combat"), *fire("shell"), ("scatter:shell", [1]), ("under:shell", 0), *fire("autocannon"),
        ("hit:autocannon", [1, 1]),
    )  # fmt: skip
    assert played.question("hit:autocannon").need.target == 6


# Equal saves are rolled together -------------------------------------------------------------------------------------


def saves(played: Played) -> list[int]:
    return [
        entry.question.dice
        for entry in played.asked
        if isinstance(entry.question, Roll) and entry.question.key.startswith("save:")
    ]


def volley(n: int, target: Any, *script: Any, AP: str = "5", **how: Any) -> Played:  # noqa: N803
    rifle = gun("rifle", "24", "4", AP, f"Assault {n}")
    return attack(
        marines(1, rifle), target, *fire("rifle", **how), ("hit:rifle", [6] * n), ("wound:rifle", [6] * n), *script
    )


TACTICAL = squad(
    "Tactical", trooper("Marine", 7, "boltgun"), trooper("Sergeant", 1, "boltgun", character=True),
    trooper("Gunner", 2, "plasma gun"),
)  # fmt: skip


@pytest.mark.rule("7E-SAV-15", "7E-ALC-6")
def test_nine_saves_of_3_are_nine_dice() -> None:
    played = volley(9, TACTICAL, ("save:Marine", [1, 1, 3, 3, 3, 3, 3, 3, 3]))
    assert saves(played) == [9]
    assert played.alive() == {"Marine": [1] * 5, "Sergeant": [1], "Gunner": [1, 1]}


@pytest.mark.rule("7E-SAV-15", "7E-ALC-6")
def test_a_character_is_still_helped_by_his_friends() -> None:
    fails = ("save:Marine", [1] * 8 + [6])
    played = volley(9, TACTICAL, fails, ("look out sir:Sergeant", [4]))
    assert saves(played) == [9]
    assert played.alive() == {"Sergeant": [1], "Gunner": [1]}
    assert volley(9, TACTICAL, fails, ("look out sir:Sergeant", [3])).alive() == {"Gunner": [1, 1]}


@pytest.mark.rule("7E-SAV-15")
@pytest.mark.parametrize(
    ("stats", "how"), [({"Sv": "2+"}, {}), ({"FNP": 5}, {}), ({"T": 2, "W": 2}, {}), ({}, {"look_out_sir": "ask"})]
)
def test_they_are_not_where_the_outcome_can_tell_them_apart(stats: dict[str, Any], how: dict[str, Any]) -> None:
    boss = trooper("Boss", 1, "boltgun", character=True, **stats)
    target = squad("Mob", trooper("Man", 2, "boltgun"), boss, trooper("Last", 1, "boltgun"))
    assert saves(volley(4, target, ("save:Man", [1, 1]), *left(stats, how), **how))[0] == 2


def left(stats: dict[str, Any], how: dict[str, Any]) -> list[Any]:
    """What comes after the two in front: the Boss stays put and saves."""
    ask = [("look_out_sir_now", "no")] if how else []
    alone = [*ask] if how else [("look out sir:Boss", [1])]
    return [*alone, ("save:Boss", [6]), *alone, ("save:Boss", [6])]


@pytest.mark.rule("7E-SAV-15", "7E-SAV-17")
def test_of_one_wound_the_character_is_helped_before_the_save() -> None:
    led = squad("Led", trooper("Sergeant", 1, "boltgun", character=True), trooper("Marine", 3, "boltgun"))
    assert saves(volley(1, led, ("look out sir:Sergeant", [1]), ("save:Sergeant", [3]))) == [1]
    many = volley(4, led, ("save:Sergeant", [1, 1, 6, 6]), *[("look out sir:Sergeant", [4])] * 2)
    assert many.alive() == {"Sergeant": [1], "Marine": [1]}


@pytest.mark.rule("7E-SAV-15", "7E-ALC-6")
@pytest.mark.parametrize("stats", [{}, {"W": 2}, {"FNP": 5}])
def test_the_odds_are_the_same_together_and_one_by_one(stats: dict[str, Any]) -> None:
    """Whole pools are rolled together, as at the table; the short way of the odds still goes wound by wound."""
    target = squad(
        "Mob", trooper("Man", 1, "boltgun", **stats), trooper("Boss", 1, "boltgun", character=True, **stats),
        trooper("Last", 2, "boltgun", **stats),
    )  # fmt: skip
    start = RULESET.begin_attack(marines(1, gun("rifle", "24", "4", "5", "Assault 4")), target)
    ends = [
        odds(
            ATTACK,
            start,
            Preset({"distance": 12}, raise_missing),
            settings=RULESET.defaults(),
            exact=True,
            brute_force=plain,
        ).measure(lambda state: tuple((rank.kind.name, rank.n, rank.left) for rank in state.line.standing()))
        for plain in (True, False)
    ]
    assert ends[0] == ends[1]
    assert len(ends[0]) > 5
