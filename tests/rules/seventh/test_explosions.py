"""Vehicles that are destroyed: those near them, those inside, and other vehicles (7E-VEH-10)."""

from __future__ import annotations

import pytest

from shoot_cli.asked.sight import Sight
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.table import Table
from shoot_cli.input.answers import parse
from shoot_cli.rules.seventh import RULESET
from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import army, battle, boyz, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import (
    ALONE,
    END,
    EXPLODES,
    GO_ON,
    HUNTERS,
    LANCE,
    NO,
    army_of,
    caught,
    hull_points,
    hunters,
    rhino,
    ride,
    riders,
    shot,
    standing,
    state,
)
from tests.rules.seventh.helpers.vehicles import tank

BLOWN = shot(table=EXPLODES)


@pytest.mark.rule("7E-VEH-10")
def test_one_die_says_how_far_it_reaches() -> None:
    roll = battle(HUNTERS, army_of(rhino(), boyz()), BLOWN).left
    assert roll is not None
    assert (roll.key, roll.dice, roll.sides, roll.owner) == ("explosion:Rhino", 1, 6, "defender")
    assert "7E-VEH-10" in roll.rules


@pytest.mark.rule("7E-VEH-10")
def test_one_question_says_who_is_near_it_and_a_log_of_before_still_has_two(monkeypatch: pytest.MonkeyPatch) -> None:
    blown = HUNTERS, army_of(rhino(), boyz(8)), BLOWN, ("explosion:Rhino", 4)
    assert "near" not in battle(*blown, ALONE, ("unit", "More Hunters")).keys
    monkeypatch.setattr(Table, "needless", lambda self, key: False)
    assert "near:Rhino" not in battle(*blown, ("near", "no"), ("unit", "More Hunters")).keys


@pytest.mark.rule("7E-VEH-10")
def test_every_unit_near_it_takes_a_hit_for_each_model_friend_and_foe() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), boyz(8)), BLOWN, ("explosion:Rhino", 4),
        ("near:Rhino", {"Boyz (Convoy)": 5, "More Hunters (Hunt)": 1}),
        *caught("More Hunters", [1]), *caught("Boyz", [4, 4, 4, 3, 3]), ("save:Boy", [1, 1, 6]),
        ("unit", "More Hunters"),
    )  # fmt: skip
    assert (standing(played, "Boyz"), standing(played, "More Hunters")) == (6, 1)
    assert played.question("wound:explosion", 1).need.target == 4  # S4 against T4
    assert played.question("near:Rhino").names == ("Hunters (Hunt)", "More Hunters (Hunt)", "Boyz (Convoy)")
    assert played.said("Boyz, the explosion of Rhino: 5 hits", "7E-VEH-10")
    assert played.said("2 Boys slain: Boyz 6 of 8 left")


@pytest.mark.rule("7E-VEH-10", "7E-SAV-2")
def test_an_explosion_has_no_ap_and_cover_helps_against_it() -> None:
    guard = squad("Guard", trooper("Guardsman", 3, "lasgun", Sv="6+"))
    played = battle(
        HUNTERS, army_of(rhino(), guard), BLOWN, ("explosion:Rhino", 2), ("near:Rhino", {"Guard (Convoy)": 2}),
        *caught("Guard", [6, 6], cover="4+"), NO, ("save:Guardsman", [4, 3]), ("unit", "More Hunters"),
    )  # fmt: skip
    assert standing(played, "Guard") == 2


@pytest.mark.rule("7E-VEH-10")
def test_no_more_hits_than_models() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), boyz(8), boyz(3, name="Few")), BLOWN, ("explosion:Rhino", 6),
        ("near:Rhino", {"Few (Convoy)": 3}),
    )  # fmt: skip
    assert played.said("Few, the explosion of Rhino: 3 hits")
    asked = played.question("near:Rhino")
    with pytest.raises(BadAnswer, match=r"Few \(Convoy\): 0 to 3 models, not 7"):
        asked.read({"Few (Convoy)": 7})
    with pytest.raises(BadAnswer, match=r"^3 of whom\?"):
        parse(asked, "3")


@pytest.mark.rule("7E-VEH-10")
def test_a_wreck_hurts_nobody() -> None:
    played = battle(HUNTERS, army_of(rhino(1), boyz(8)), shot(), ("unit", "More Hunters"))
    assert played.said("Rhino is wrecked", "7E-VEH-4")
    assert standing(played, "Rhino") == 0


@pytest.mark.rule("7E-VEH-10")
def test_the_firing_unit_may_stand_in_it_and_own_units_too() -> None:
    mine = army("Hunt", hunters(3), hunters(name="More Hunters"))
    first = [
        ("unit", "Hunters"),
        ("target", "Rhino"),
        *fire("lance"),
        ("hit:lance", [6, 1, 1]),
        ("penetrate:lance", [6]),
    ]
    played = battle(
        mine, army_of(rhino()), first, ("damage table:Rhino", [EXPLODES]), ("explosion:Rhino", 6),
        ("near:Rhino", {"Hunters (Hunt)": 3}), *caught("Hunters", [6, 6, 6]), ("save:Marine", [1, 1, 1]),
    )  # fmt: skip
    assert standing(played, "Hunters") == 0
    assert played.said("Hunters destroyed")
    assert [why for why, _ in closed(played.left, "Hunters")] == ["destroyed"]


@pytest.mark.rule("7E-VEH-10", "7E-END-2")
def test_casualties_of_somebody_elses_explosion_count_for_morale() -> None:
    mine = army("Hunt", hunters(), boyz(4, name="Mates"))
    played = battle(
        mine, army_of(rhino(), boyz(8)), BLOWN, ("explosion:Rhino", 6),
        ("near:Rhino", {"Mates (Hunt)": 2}), *caught("Mates", [6, 1]), ("save:Boy", [1]), END,
    )  # fmt: skip
    assert played.left is not None
    assert (played.left.key, played.left.owner) == ("morale", "attacker")
    assert played.said("Mates lost 1 of 4 this phase")


@pytest.mark.rule("7E-VEH-10")
def test_a_unit_destroyed_in_an_explosion_is_gone() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(1, name="Lone"), boyz()), BLOWN, ("explosion:Rhino", 1),
        ("near:Rhino", {"Lone (Convoy)": 1}), *caught("Lone", [6], NO), ("unit", "More Hunters"),
    )  # fmt: skip
    assert played.said("Lone destroyed")
    assert "Lone" not in [option.value for option in played.left.options if not option.closed]  # type: ignore[union-attr]


@pytest.mark.rule("7E-VEH-10", "7E-GTG-3")
@pytest.mark.parametrize("mark", ["locked in combat", "falling back"])
def test_who_is_locked_or_falling_back_cannot_go_to_ground_before_it(mark: str) -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(2), boyz()), state("Riders", mark), BLOWN, ("explosion:Rhino", 3),
        ("near:Rhino", {"Riders (Convoy)": 1}), *caught("Riders", [6]), ("unit", "More Hunters"),
    )  # fmt: skip
    assert standing(played, "Riders") == 1
    assert "go_to_ground" not in played.keys


@pytest.mark.rule("7E-VEH-10")
def test_units_off_the_table_or_in_another_vehicle_are_not_near() -> None:
    other = tank((11, 11, 10), 3, name="Other").but(capacity=10)
    convoy = army_of(rhino(), other, riders(), boyz(), marines(1, name="Reserve"))
    played = battle(
        HUNTERS, convoy, ride(transport="Other"), state("Reserve", "off the table"), BLOWN, ("explosion:Rhino", 6),
    )  # fmt: skip
    names = played.left.names  # type: ignore[union-attr]
    assert names == ("Hunters (Hunt)", "More Hunters (Hunt)", "Other (Convoy)", "Boyz (Convoy)")


@pytest.mark.rule("7E-VEH-10", "7E-VEH-3", "7E-WND-1")
def test_who_is_near_is_asked_only_where_the_explosion_can_hurt_somebody() -> None:
    """S4 cannot glance armour 11, nor wound Toughness 8: nobody rolls for its size then."""
    golem = squad("Golem", trooper("Golem", 1, LANCE, T=8, W=3))
    hard = army_of(rhino(), rhino(name="Other"))
    played = battle(army("Hunt", golem), hard, shot(unit="Golem", table=EXPLODES))
    assert played.said("The explosion of Rhino: no need to roll, it can hurt nobody", "7E-VEH-10")
    assert not {"explosion:Rhino", "near"} & {*played.keys}
    soft = army_of(rhino(), tank((11, 10, 10), 3, name="Other"), rhino(name="Third"))
    played = battle(army("Hunt", golem), soft, shot(unit="Golem", table=EXPLODES), ("explosion:Rhino", 6))
    assert played.left.names == ("Other (Convoy)",)  # type: ignore[union-attr]


# Other vehicles ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-10", "7E-VEH-3")
def test_a_vehicle_near_it_is_penetrated_on_the_facing_that_is_said() -> None:
    bait = tank((12, 11, 10), 3, name="Bait")
    played = battle(
        HUNTERS, army_of(rhino(), bait), BLOWN, ("explosion:Rhino", 6), ("near:Rhino", {"Bait (Convoy)": 1}),
        ("harm:Bait", {"facing": "rear"}), ("penetrate:explosion", [6]), ("unit", "More Hunters"),
    )  # fmt: skip
    assert hull_points(played, "Bait") == [2]  # S4 and a 6 against 10
    assert played.said("loses 1 hull point, 2 of 3 left")


@pytest.mark.rule("7E-VEH-10")
def test_explosions_chain() -> None:
    trukk = tank(9, 3, name="Trukk", type="Vehicle (Open-topped)")
    played = battle(
        HUNTERS, army_of(rhino(), trukk, boyz(8)), BLOWN, ("explosion:Rhino", 6),
        ("near:Rhino", {"Trukk (Convoy)": 1, "Boyz (Convoy)": 1}),
        ("harm:Trukk", {}), ("penetrate:explosion", [6]), ("damage table:Trukk", [6]),
        ("explosion:Trukk", 3), ("near:Trukk", {"Boyz (Convoy)": 2}),
        *caught("Boyz", [1]), *caught("Boyz", [1, 1]), ("unit", "More Hunters"),
    )  # fmt: skip
    assert standing(played, "Trukk") == 0
    assert played.said("Boyz, the explosion of Trukk: 2 hits")


@pytest.mark.rule("7E-VEH-10")
def test_a_chain_reaches_who_rides_in_the_second() -> None:
    trukk = tank(9, 3, name="Trukk", type="Vehicle (Open-topped)").but(capacity=10)
    played = battle(
        HUNTERS, army_of(rhino(), trukk, riders(2), boyz(8)), ride(transport="Trukk"), BLOWN, ("explosion:Rhino", 6),
        ("near:Rhino", {"Trukk (Convoy)": 1}), ("harm:Trukk", {}), ("penetrate:explosion", [6]),
        ("damage table:Trukk", [6]), ("explosion:Trukk", 3), ("near:Trukk", 0), *caught("Riders", [6, 1], NO), ("pinning", 2),
        ("unit", "More Hunters"),
    )  # fmt: skip
    assert (standing(played, "Trukk"), standing(played, "Riders")) == (0, 1)
    assert played.marks("Riders") == []


@pytest.mark.rule("7E-VEH-7", "7E-VEH-10")
def test_the_rest_of_a_squadron_stands_near_the_one_that_explodes() -> None:
    squadron = tank(10, 2, n=2, name="Speeders")
    played = battle(
        HUNTERS, army_of(squadron, boyz()), shot("Speeders", EXPLODES), ("explosion:Speeders", 5),
        ("near:Speeders", {"Speeders (Convoy)": 1}), ("harm:Speeders", {}), ("penetrate:explosion", [6]),
        ("unit", "More Hunters"),
    )  # fmt: skip
    assert hull_points(played, "Speeders") == [1]
    (row,) = (row for _, rows in RULESET.status(played.battle) for row in rows if row.name == "Speeders")
    assert [kind.note for kind in row.kinds] == ["1 of 2 hull points left"]
    assert played.said("Speeders, the explosion of Speeders: 1 hit")


@pytest.mark.rule("7E-VEH-10")
def test_an_explosion_is_no_hit_of_the_attack_that_made_it() -> None:
    """Its hits stand in rows of their own; the attack has the units that it shot at."""
    squadron = tank(10, 2, n=2, name="Speeders")
    played = battle(
        HUNTERS, army_of(squadron, boyz()), shot("Speeders", EXPLODES), ("explosion:Speeders", 5),
        ("near:Speeders", {"Speeders (Convoy)": 1, "Boyz (Convoy)": 2}), ("harm:Speeders", {}),
        ("penetrate:explosion", [6]), *caught("Boyz", [4, 1]), ("save:Boy", [1]), ("unit", "More Hunters"),
    )  # fmt: skip
    (attack,) = played.table.attacks
    over = Sight(RULESET, attack.start, lambda: played.table).attack_over(attack)
    assert over is not None
    assert over.title.startswith("Hunters → Speeders")
    assert "Boyz" not in over.title
    rows = [(one.scene.who, one.scene.whom, [(p.name, p.number) for p in one.scene.pools][:2]) for one in over.targets]
    assert rows == [
        ("Hunters", "Speeders", [("shots", 1), ("hits", 1)]),
        ("The explosion of Speeders", "Speeders", [("hits", 1), ("glance or penetrate", 1)]),
        ("The explosion of Speeders", "Boyz", [("hits", 2), ("wounds", 1)]),
    ]


# Passengers ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-10", "7E-END-1")
def test_passengers_of_an_explosion_take_a_hit_each_get_out_and_test() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(5), boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [4, 4, 3, 3, 3]), NO, ("pinning", 9), ("unit", "More Hunters"),
    )  # fmt: skip
    assert standing(played, "Riders") == 3
    assert played.marks("Riders") == ["gone to ground"]
    assert played.unit_at("Riders").inside is None
    test = played.question("pinning")
    assert (test.owner, test.need.target) == ("defender", 8)
    assert played.said("Riders caught inside: 5 hits", "7E-VEH-10")


@pytest.mark.rule("7E-VEH-10", "7E-END-1")
def test_passengers_who_keep_their_nerve_stand_where_it_was_and_can_be_shot() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(5), boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [1] * 5), ("pinning", 8), ("unit", "More Hunters"), ("target", "Riders"),
    )  # fmt: skip
    assert played.marks("Riders") == []
    assert played.left is not None
    assert played.left.key == "weapon"


@pytest.mark.rule("7E-TGT-7")
def test_the_same_unit_does_not_shoot_the_passengers_now() -> None:
    """A meltagun wrecks it; the boltguns picked next have no target."""
    squad_ = squad("Hunters", trooper("Gunner", 1, gun("lance", "48", "9", "2")), trooper("Marine", 4, "boltgun"))
    played = battle(
        army("Hunt", squad_, marines(1, name="B")), army_of(rhino(), riders(5)), ride(), BLOWN,
        ("explosion:Rhino", 4), ALONE, *caught("Riders", [1] * 5), ("pinning", 8), ("unit", "B"),
    )  # fmt: skip
    assert "hit:boltgun" not in played.keys


@pytest.mark.rule("7E-VEH-10")
def test_passengers_of_a_wreck_get_out_and_test() -> None:
    played = battle(
        HUNTERS, army_of(rhino(1), riders(5), boyz()), ride(), shot(), ("pinning", 12), ("unit", "More Hunters")
    )
    assert played.said("Riders must get out of the wreck", "7E-VEH-10")
    assert standing(played, "Riders") == 5
    assert played.marks("Riders") == ["gone to ground"]
    assert "harm:Riders" not in played.keys


@pytest.mark.rule("7E-VEH-10")
@pytest.mark.parametrize("rules", [("Fearless",), ()])
def test_fearless_passengers_do_not_test(rules: tuple[str, ...]) -> None:
    convoy = army_of(rhino(1), riders(5, unit_rules=rules), boyz())
    played = battle(HUNTERS, convoy, ride(), shot(), *([] if rules else [("pinning", 2)]), ("unit", "More Hunters"))
    assert played.said("Riders: Fearless, no Pinning test") == bool(rules)


@pytest.mark.rule("7E-VEH-10")
def test_the_owner_says_who_inside_is_hurt_first() -> None:
    mixed = squad("Riders", trooper("Sergeant", 1, "boltgun", Sv="-"), trooper("Rider", 3, "boltgun", Sv="-"))
    played = battle(
        HUNTERS, army_of(rhino(), mixed, boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [6, 6, 1, 1], order="3 Rider, Sergeant"), NO, ("pinning", 2), ("unit", "More Hunters"),
    )  # fmt: skip
    assert [(rank.kind, rank.n) for rank in played.unit_at("Riders").ranks] == [(0, 1), (1, 1)]
    assert played.parts("harm:Riders") == ["order", "allocation"]  # nothing covers those inside
    assert played.question("order").text == "Who is hurt first"


@pytest.mark.rule("7E-VEH-10", "7E-ALC-10")
def test_at_random_where_the_setting_says_so() -> None:
    mixed = squad("Riders", trooper("Sergeant", 1, "boltgun", Sv="-"), trooper("Rider", 3, "boltgun", Sv="-"))
    played = battle(
        HUNTERS, army_of(rhino(), mixed, boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [6, 1, 1, 1]), NO, ("random model", 1), ("pinning", 2), ("unit", "More Hunters"),
        settings={"explosion_passengers": "random"},
    )  # fmt: skip
    assert [(rank.kind, rank.n) for rank in played.unit_at("Riders").ranks] == [(1, 3)]


@pytest.mark.rule("7E-VEH-10")
def test_passengers_who_all_die_do_not_test() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(2), boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [6, 6], NO), ("unit", "More Hunters"),
    )  # fmt: skip
    assert standing(played, "Riders") == 0
    assert "pinning" not in played.keys


@pytest.mark.rule("7E-VEH-10", "7E-END-2")
def test_those_burnt_inside_count_for_morale() -> None:
    played = battle(
        HUNTERS, army_of(rhino(), riders(4), boyz()), ride(), BLOWN, ("explosion:Rhino", 4), ALONE,
        *caught("Riders", [6, 1, 1, 1], NO), ("pinning", 2), END,
    )  # fmt: skip
    assert played.left is not None
    assert played.left.key == "morale"


@pytest.mark.rule("7E-VEH-10")
def test_two_units_inside_are_both_caught() -> None:
    convoy = army_of(rhino(), riders(2), riders(2, name="Others"), boyz())
    played = battle(
        HUNTERS, convoy, ride(), ride("Others"), BLOWN, ("explosion:Rhino", 4), ALONE, *caught("Riders", [1, 1]), ("pinning", 2),
        *caught("Others", [6, 1], NO), ("pinning", 2), ("unit", "More Hunters"),
    )  # fmt: skip
    assert (standing(played, "Riders"), standing(played, "Others")) == (2, 1)


@pytest.mark.rule("7E-VEH-7", "7E-VEH-10")
def test_a_squadron_carries_its_passengers_while_one_stands() -> None:
    convoy = army_of(rhino(1, n=2, name="Rhino"), riders(2), boyz())
    assert battle(HUNTERS, convoy, ride(), shot(), ("unit", "More Hunters")).marks("Riders") == ["embarked"]
    both = battle(HUNTERS, convoy, ride(), shot(), shot(unit="More Hunters"), ("pinning", 2), ("unit", "Riders"))
    assert both.marks("Riders") == []


# Own weapons ---------------------------------------------------------------------------------------------------------

HOT = gun("hot gun", "24", "7", "2", "Heavy 1, Gets Hot")
SELF = [
    ("unit", "Rhino"), ("target", "Boyz"), ("speed", "stationary"), *fire("hot gun"), ("hit:hot gun", [1]),
    ("gets hot, vehicle:hot gun", [1]),
]  # fmt: skip


@pytest.mark.rule("7E-HIT-11", "7E-VEH-10")
def test_a_vehicle_wrecked_by_its_own_weapon_puts_its_passengers_out() -> None:
    mine = army("Hunt", rhino(1, HOT), riders(5))
    played = battle(mine, army("Orks", boyz()), ride(), SELF, ("pinning", 9), END, ("unit", "Boyz"))
    assert played.said("Gets hot: Rhino is wrecked", "7E-HIT-11")
    assert played.said("Riders must get out of the wreck")
    assert standing(played, "Rhino") == 0
    assert played.marks("Riders") == ["gone to ground"]
    assert played.unit_at("Riders").inside is None
    pinned = next(mark for mark in played.unit_at("Riders").marks if mark.name == "gone to ground")
    assert pinned.until == (2, 0)  # the end of its own next turn: this one is going on


@pytest.mark.rule("7E-HIT-11")
@pytest.mark.parametrize("points", [2, 3])
def test_a_vehicle_hurt_by_two_of_its_weapons_loses_a_hull_point_to_each(points: int) -> None:
    second = gun("second gun", "24", "7", "2", "Heavy 1, Gets Hot")
    hit_again = [*fire("second gun"), ("hit:second gun", [1]), ("gets hot, vehicle:second gun", [1])]
    mine = army("Hunt", rhino(points, HOT, second), riders(5))
    out = [("pinning", 2)] * (points == 2)
    played = battle(mine, army("Orks", boyz()), ride(), SELF, hit_again, out, END, ("unit", "Boyz"))
    assert hull_points(played, "Rhino") == [1] * (points == 3)


@pytest.mark.rule("7E-HIT-11", "7E-WPN-4")
def test_a_creature_hurt_by_two_of_its_weapons_loses_a_wound_to_each() -> None:
    guns = [gun(name, type="Heavy 1, Gets Hot") for name in ("left", "right")]
    beast = army("Hunt", marines(1, *guns, name="Beast", type="Monstrous Creature", W=3, Sv="-"), riders(5))
    shots = [step for name in ("left", "right") for step in (*fire(name), (f"hit:{name}", [1]))]
    played = battle(beast, army("Orks", boyz()), ("unit", "Beast"), ("target", "Boyz"), shots, END, ("unit", "Boyz"))
    assert [rank.left for rank in played.unit_at("Beast").ranks] == [1]


@pytest.mark.rule("7E-HIT-11")
def test_a_vehicle_that_its_own_weapon_only_dents_goes_on() -> None:
    played = battle(army("Hunt", rhino(2, HOT), riders(5)), army("Orks", boyz()), ride(), SELF, END, ("unit", "Boyz"))
    assert hull_points(played, "Rhino") == [1]
    assert played.marks("Riders") == ["embarked"]


@pytest.mark.rule("7E-VEH-5")
def test_own_vehicles_shaken_in_their_own_turn_recover_with_their_next() -> None:
    """They suffer through the next turn of their owner, not through what is left of this one."""
    mine = army("Hunt", hunters(), tank(9, 3, name="Mate", type="Vehicle (Open-topped)"))
    blown = [
        BLOWN, ("explosion:Rhino", 6), ("near:Rhino", {"Mate (Hunt)": 1}), ("harm:Mate", {}),
        ("penetrate:explosion", [6]), ("damage table:Mate", [1]),
    ]  # fmt: skip
    steps = [step for part in blown for step in (part if isinstance(part, list) else [part])]
    played = battle(mine, army_of(rhino(), boyz()), steps, END, END, GO_ON, ("unit", "Mate"))
    assert played.unit_at("Mate").wear[0].until == (2, 0)
    assert played.unit_at("Mate").wear[0].crew == "Crew Shaken"
