"""Naming a target at the table: who is nearer, characters, what is underfoot, the heavy weapon apart (2E-TGT)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.rules.second.profiles import SMALLER, Unit
from shoot_cli.rules.second.steps.eligibility import new_battle_unit, why_nobody_can_fire
from shoot_cli.rules.second.steps.target import NEARER
from tests.helpers.each import each
from tests.rules.second.helpers.guns_and_men import RHINO, both, gun
from tests.rules.second.helpers.scripted_battles import Played, battle, squad

GUN = gun()
ORKS, GROTS = squad("Orks", 10, GUN), squad("Grots", 10, GUN)
BOSS = squad("Boss", 1, GUN, character=True)
RIPPERS = squad("Rippers", 5, GUN, category=SMALLER)
CAR = RHINO.but(name="Rhino")
LASER = gun(9, -6, "2D6", "lascannon", penetration="3D6+9", short=20, long=60, rules=("Heavy",))
HELD = ("target", "hold fire")  # who is refused a target is asked for another one
MIXED = both(squad("A", 3, GUN), squad("A", 1, LASER, kind="Gunner"))


def name(target: str, *script: Any, enemies: list[Unit], mine: Unit = MIXED, **more: Any) -> Played:
    return battle([mine, squad("B", 1, GUN)], enemies, ("unit", "A"), ("target", target), *script, **more)


def checked(target: str, *script: Any, **more: Any) -> Played:
    """With the question who is nearer, which only those get who wish it."""
    return name(NEARER, ("target", target), *script, **more)


def rows(played: Played) -> list[str]:
    return [option.value for option in played.last("target").options]


def refusal(played: Played) -> str:
    return next((e.text for e in played.table.log if e.question is None and "may not be shot at" in e.text), "")


@pytest.mark.rule("2E-TGT-2")
def test_the_nearest_of_its_group() -> None:
    played = checked("Grots", ("nearer", ["Orks"]), HELD, enemies=[ORKS, GROTS])
    assert (
        refusal(played)
        == "Grots may not be shot at because an enemy that is nearer cannot be passed over: Orks (human-sized)"
    )
    assert played.said("A: no shots")
    assert not refusal(checked("Grots", ("nearer", ()), ("distance", 12), enemies=[ORKS, GROTS]))


@pytest.mark.rule("2E-TGT-2")
def test_who_is_nearer_is_asked_only_of_those_who_wish_it() -> None:
    """Its row stands above the last one, and only where a nearer enemy could be in the way."""
    played = name("Grots", ("distance", 12), enemies=[ORKS, GROTS])
    assert "nearer" not in played.keys
    assert rows(played)[-2:] == [NEARER, "hold fire"]
    assert played.closed("target", NEARER) == []
    asked = checked("Grots", enemies=[ORKS, GROTS, CAR])
    assert asked.left.key == "nearer"
    assert rows(asked) == ["Orks", "Grots", "Rhino", "hold fire"]
    assert asked.last("target").text == "Which target for A? Who is nearer is asked if it matters."
    assert asked.last("target").default == "Orks"
    assert NEARER not in rows(name("Rhino", enemies=[ORKS, CAR]))
    assert NEARER not in rows(measured("Orks", {"Orks": 8, "Grots": 14}, enemies=[ORKS, GROTS]))


@pytest.mark.rule("2E-TGT-2", "2E-COV-3")
def test_cover_may_be_ignored_for_a_target_in_the_open() -> None:
    asked = [("nearer", ["Orks"]), ("nearer_in_cover", ["Orks"])]
    assert not refusal(checked("Grots", *asked, ("target_in_cover", "no"), ("distance", 9), enemies=[ORKS, GROTS]))
    assert refusal(checked("Grots", *asked, ("target_in_cover", "yes"), HELD, enemies=[ORKS, GROTS]))


@pytest.mark.rule("2E-TGT-1", "2E-TGT-2")
def test_only_those_who_can_matter_are_asked_about() -> None:
    played = name("Rhino", ("distance", 12), enemies=[ORKS, CAR])
    assert NEARER not in rows(played)
    played = checked("Grots", ("nearer", ()), ("distance", 12), enemies=[ORKS, CAR, GROTS])
    assert played.last("nearer").names == ("Orks",)


@pytest.mark.rule("2E-TGT-2")
@pytest.mark.parametrize("state", ["in hand-to-hand combat", "broken"])
def test_engaged_and_broken_units_are_not_in_the_way(state: str) -> None:
    said = [("unit", "a unit's state"), ("state of", "Orks"), ("state", state), ("unit", "A")]
    wished = [("target", NEARER), ("target", "Grots"), ("distance", 12)]
    assert "nearer" not in battle([MIXED, squad("B", 1, GUN)], [ORKS, GROTS], *said, *wished).keys


@pytest.mark.rule("2E-TGT-4")
def test_a_character_behind_anybody() -> None:
    played = checked("Boss", ("nearer", ["Rhino"]), HELD, enemies=[CAR, BOSS])
    assert refusal(played) == "Boss may not be shot at because an enemy that is nearer protects a character: Rhino"
    assert "nearer_in_cover" not in played.keys
    free = name("Boss", ("distance", 12), enemies=[CAR, BOSS], settings={"character_targeting": "free"})
    assert NEARER not in rows(free)


@pytest.mark.rule("2E-TGT-4")
def test_a_leader_of_a_squad_is_no_such_character() -> None:
    led = both(squad("Led", 5, GUN), squad("Led", 1, GUN, kind="Boss", character=True))
    assert NEARER not in rows(name("Led", ("distance", 12), enemies=[CAR, led]))


@pytest.mark.rule("2E-TGT-2")
def test_smaller_units_underfoot_must_be_shot_at() -> None:
    played = checked("Rhino", ("within_6", ["Rippers"]), HELD, enemies=[RIPPERS, CAR])
    assert refusal(played) == 'Rhino may not be shot at because a smaller unit within 6" must be shot at: Rippers'
    played = checked("Orks", ("nearer", ["Rippers"]), ("within_6", ()), ("distance", 12), enemies=[RIPPERS, ORKS])
    assert not refusal(played)
    assert not refusal(checked("Rippers", ("nearer", ()), ("distance", 3), enemies=[RIPPERS, ORKS]))


@pytest.mark.rule("2E-TGT-3")
def test_a_hero_takes_whom_he_sees() -> None:
    hero = squad("A", 1, GUN, character=True, rules=("Hero",))
    assert NEARER not in rows(name("Grots", ("distance", 12), enemies=[ORKS, GROTS], mine=hero))
    assert refusal(checked("Boss", ("nearer", ["Orks"]), HELD, enemies=[ORKS, BOSS], mine=hero))
    assert "within_6" not in name("Boss", ("distance", 12), enemies=[RIPPERS, BOSS], mine=hero).keys


# Measured before (measure_before_declare) ----------------------------------------------------------------------------


def measured(target: str, inches: dict[str, float], *then: Any, enemies: list[Unit], **more: Any) -> Played:
    said = [("unit", "A"), ("distances", inches), ("target", target), *then]
    settings = {"measure_before_declare": "true", **more}
    return battle([squad("A", 1, GUN.but(hit_long=-1)), squad("B", 1, GUN)], enemies, *said, settings=settings)


@pytest.mark.rule("2E-TGT-2", "2E-RNG-1")
def test_distances_measured_before_decide_who_is_nearer() -> None:
    far = measured("Grots", {"Orks": 8, "Grots": 14}, ("nearer_in_cover", ()), enemies=[ORKS, GROTS])
    assert refusal(far) == (
        'Grots may not be shot at because an enemy that is nearer cannot be passed over: Orks at 8" (human-sized)'
    )
    near = measured("Orks", {"Orks": 8, "Grots": 14}, ("facts:gun", {}), enemies=[ORKS, GROTS])
    assert not {"nearer", "distance"} & {*near.keys}
    assert near.last("facts:gun").text == '1 gun, 8", in the open, short range'
    assert near.table.record.attack.distance == 8


@pytest.mark.rule("2E-TGT-2")
@pytest.mark.parametrize(("inches", "refused"), [(6, True), (6.5, False)])
def test_smaller_units_measured_to_be_underfoot(inches: float, refused: bool) -> None:
    played = measured("Orks", {"Rippers": inches, "Orks": 12}, enemies=[RIPPERS, ORKS])
    assert bool(refusal(played)) == refused
    assert "within_6" not in played.keys


@pytest.mark.rule("2E-LOS-1", "2E-ARC-1")
def test_what_is_not_seen_cannot_be_named_and_hides_nobody() -> None:
    played = measured("Grots", {"Orks": "not seen", "Grots": 14}, enemies=[ORKS, GROTS])
    assert played.closed("target", "Orks") == [("out of arc or sight", "2E-LOS-1")]
    assert not refusal(played)


@pytest.mark.rule("2E-TGT-2")
def test_the_nearest_is_proposed() -> None:
    assert measured("Orks", {"Orks": 14, "Grots": 8}, enemies=[ORKS, GROTS]).last("target").default == "Grots"


@pytest.mark.rule("2E-TGT-2")
def test_as_far_off_is_not_nearer() -> None:
    played = measured("Grots", {"Orks": 8, "Grots": 8}, ("facts:gun", {}), enemies=[ORKS, GROTS])
    assert "nearer_in_cover" not in played.keys


@pytest.mark.rule("2E-TGT-2")
def test_the_next_unit_measures_for_itself() -> None:
    shot = [("facts:gun", {}), ("hit:gun", [1]), ("unit", "B")]
    assert measured("Orks", {"Orks": 8, "Grots": 14}, *shot, enemies=[ORKS, GROTS]).left.key == "distances"


@pytest.mark.rule("2E-LOS-1")
@pytest.mark.parametrize(("setting", "said"), [("true", True), ("false", False)])
def test_the_front_rank_is_spoken_of_where_sight_is_asked(setting: str, said: bool) -> None:
    words = "The front rank of their own unit hides nobody."
    played = checked("Grots", ("nearer", ()), enemies=[ORKS, GROTS], settings={"second_rank_los": setting})
    assert (words in played.last("nearer").text) == said
    first = measured("Orks", {"Orks": 8, "Grots": 14}, enemies=[ORKS, GROTS], second_rank_los=setting)
    assert (words in first.last("distances").text) == said


APART = [("target", "a heavy or special weapon at another target")]
MISSION = [("unit", "a unit's state"), ("state of", "Grots"), ("state", "mission objective")]


@pytest.mark.rule("2E-TGT-2", "2E-TGT-4")
@pytest.mark.parametrize("target", [GROTS, BOSS.but(name="Grots")])
def test_what_the_mission_names_may_always_be_shot_at(target: Unit) -> None:
    foes = [ORKS, RIPPERS, target]
    wished = [("target", NEARER), ("target", "Grots"), ("distance", 12)]
    played = battle([MIXED], foes, *MISSION, ("unit", "A"), *wished)
    assert "nearer" not in played.keys
    assert [entry.rules for entry in played.table.log if entry.text == "Grots: mission objective"] == [("2E-TGT-2",)]
    assert refusal(checked("Grots", ("nearer", ["Orks"]), HELD, enemies=foes))


@pytest.mark.rule("2E-TGT-2", "2E-TGT-4")
def test_who_is_underfoot_is_asked_only_where_nothing_nearer_protects_a_character() -> None:
    foes = [ORKS, RIPPERS, BOSS]
    assert "within_6" not in checked("Boss", ("nearer", ["Orks"]), HELD, enemies=foes).keys
    assert refusal(checked("Boss", ("nearer", ()), ("within_6", ["Rippers"]), HELD, enemies=foes))
    assert "within_6" in checked("Grots", ("nearer", ["Orks"]), HELD, enemies=[ORKS, RIPPERS, GROTS]).keys


@pytest.mark.rule("2E-TGT-2", "2E-TGT-3")
def test_the_rest_of_a_squad_may_take_what_the_mission_names() -> None:
    lascannon = [*APART, ("apart target", "Rhino"), ("facts:lascannon", {}), ("hit:lascannon", [1])]
    said = [("unit", "a unit's state"), ("state of", "Truck"), ("state", "mission objective"), ("unit", "A")]
    played = battle([MIXED], [ORKS, CAR, CAR.but(name="Truck"), CAR.but(name="Buggy")], *said, *lascannon)
    assert played.closed("target", "Buggy")
    assert played.closed("target", "Truck") == []


@pytest.mark.rule("2E-TGT-3")
def test_the_lascannon_shoots_at_the_other_group_first() -> None:
    script = [("unit", "A"), *APART, ("apart target", "Rhino"), ("facts:lascannon", {}), ("hit:lascannon", [1])]
    alone = battle([MIXED, squad("B", 1, GUN)], [ORKS, CAR], *script)
    assert alone.left is not None
    assert alone.left.key == "target"
    foes = [ORKS, CAR, CAR.but(name="Truck")]
    played = battle([MIXED, squad("B", 1, GUN)], foes, *script)
    assert played.closed("target", "Truck") == [("its lascannon shot at that group", "2E-TGT-3")]
    rest = battle(
        [MIXED, squad("B", 1, GUN)], [ORKS, CAR], *script, ("target", "Orks"), ("facts:gun", {}),
        ("hit:gun", [1, 1, 1]), ("unit", "B"),
    )  # fmt: skip
    assert rest.end.split_fire is None
    assert rest.closed("unit", "A") == [("has shot", "2E-SEQ-1")]


@pytest.mark.rule("2E-TGT-3", "2E-OW-5")
def test_on_overwatch_the_rest_follows_too() -> None:
    script = [
        ("overwatch", ["A"]), ("unit", "end the phase"), ("overwatch fire", "A"), *APART, ("apart target", "Rhino"),
        ("facts:lascannon", {}), ("hit:lascannon", [1]),
    ]  # fmt: skip
    played = battle([MIXED, squad("B", 1, GUN)], [ORKS, CAR], *script)
    assert played.left is not None
    assert played.left.key == "target"
    rest = battle(
        [MIXED, squad("B", 1, GUN)], [ORKS, CAR], *script, ("target", "Orks"), ("facts:gun", {}), ("hit:gun", [1, 1, 1])
    )
    assert rest.marks("A") == []


@pytest.mark.rule("2E-TGT-6")
def test_hidden_units_are_closed() -> None:
    said = [("unit", "a unit's state"), ("state of", "Orks"), ("state", "hidden")]
    played = battle([MIXED], [ORKS, GROTS], *said, ("unit", "A"))
    assert played.closed("target", "Orks") == [("hidden, and not spotted", "2E-TGT-6")]
    with pytest.raises(BadAnswer):
        battle([MIXED], [ORKS, GROTS], *said, ("unit", "A"), ("target", "Orks"))


@pytest.mark.rule("2E-ELIG-1")
@each(
    ("state", "why"),
    [
        ("charged", ("it charged or tried to", "2E-ELIG-1")),
        ("ran", ("it ran", "2E-ELIG-1")),
        ("broken", ("broken", "2E-BRK-2")),
        ("in hand-to-hand combat", ("in hand-to-hand combat", "2E-ELIG-1")),
        ("off the table", ("not on the table", "2E-ELIG-1")),
        ("blinded, webbed or held", ("blinded, webbed, in stasis or held", "2E-ELIG-1")),
        ("moved", None),
        ("hidden", None),
    ],
)
def test_who_may_not_fire(state: str, why: tuple[str, str] | None) -> None:
    said = [("unit", "a unit's state"), ("state of", "A"), ("state", state)]
    assert battle([MIXED, squad("B", 1, GUN)], [ORKS], *said).closed("unit", "A") == ([why] if why else [])


@pytest.mark.rule("2E-ELIG-1")
def test_who_has_no_ballistic_skill_is_told_so() -> None:
    """It has its weapons; what it lacks is the skill."""
    blind = new_battle_unit(squad("Blind", 3, GUN, ballistic_skill=0))
    assert why_nobody_can_fire(blind) == (Reason("Ballistic Skill 0 cannot shoot", "2E-ELIG-1"),)
    assert why_nobody_can_fire(new_battle_unit(squad("Bare", 3))) == (Reason("no ranged weapon", "2E-ELIG-1"),)


@pytest.mark.rule("2E-AP-2")
def test_a_vehicle_that_nothing_can_penetrate_says_so_and_is_proposed_last() -> None:
    asked = name("Rhino", enemies=[CAR, ORKS], mine=squad("A", 3, GUN)).last("target")
    assert asked.options[0].label == "Rhino, 1 model, nothing here can penetrate it"
    assert asked.default == "Orks"
    for armed in (MIXED, squad("A", 3, gun(penetration="D6+4", rules=("Armour-piercing",)))):
        able = name("Rhino", enemies=[CAR, ORKS], mine=armed).last("target")
        assert (able.options[0].label, able.default) == ("Rhino, 1 model", "Rhino")
