"""Night, arrivals, Interceptor, Battle Focus, and units that split their fire (7E-NOM-3, 7E-TGT-1, 7E-TGT-8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import Played, army, battle, boyz, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import (
    DISARMED,
    END,
    GO_ON,
    HUNTERS,
    army_of,
    hunters,
    rhino,
    riders,
    shot,
    standing,
    state,
)
from tests.rules.seventh.helpers.vehicles import tank

ORKS = army("Orks", boyz(10))
TANK = tank(11, 3, "lascannon", "storm bolter", name="Tank")


def question(played: Played, key: str) -> Any:
    assert played.left is not None
    assert played.left.key == key
    return played.left


# Night, arrivals, what the enemy's turn cost -------------------------------------------------------------------------------


@pytest.mark.rule("7E-TGT-8")
def test_night_is_on_until_it_is_off() -> None:
    dark = [("unit", "a unit's state"), ("state of", "Night Fighting")]
    soft = army("Guard", squad("Guard", trooper("Guardsman", 9, "lasgun", Sv="-")))
    volley = [("unit", "Hunters"), ("target", "Guard"), *fire("lance"), ("hit:lance", [6]), ("wound:lance", [6])]
    played = battle(HUNTERS, soft, dark, volley, ("go_to_ground", "no"), ("save:Guardsman", [6]), dark, ("unit", "More Hunters"),
                    ("target", "Guard"), *fire("lance"), ("hit:lance", [6]), ("wound:lance", [6]), ("go_to_ground", "no"), ("unit", "Guard"))  # fmt: skip
    assert played.question("save:Guardsman").need.target == 6
    assert played.keys.count("save:Guardsman") == 1
    assert "night" not in played.keys
    owls = army(
        "Hunt",
        marines(1, gun("lance", "48", "9", "2"), name="Hunters", unit_rules=("Night Vision",)),
        marines(1, name="B"),
    )
    assert "save:Guardsman" not in battle(owls, soft, dark, volley, ("go_to_ground", "no"), ("unit", "B")).keys


@pytest.mark.rule("7E-NOM-3", "7E-WPN-10")
def test_who_arrived_by_deep_strike_moved() -> None:
    mine = army_of(marines(2, "lascannon", name="Gunners"), marines(1, name="B"))
    fires = [("unit", "Gunners"), ("target", "Boyz"), *fire("lascannon"), ("hit:lascannon", [1, 1])]
    played = battle(
        mine, ORKS, state("Gunners", "arrived by Deep Strike"), fires, END, END, GO_ON, fires, ("unit", "B")
    )
    assert [played.question("hit:lascannon", nth).need.target for nth in (0, 1)] == [6, 3]
    assert "moved" not in played.parts("facts:lascannon")
    assert "moved" in played.parts("facts:lascannon", 1)


@pytest.mark.rule("7E-NOM-3", "7E-WPN-11")
def test_a_salvo_weapon_that_arrived_fires_less() -> None:
    mine = army_of(marines(1, gun("salvo", "24", "4", "5", "Salvo 2/4"), name="Gunners"), marines(1, name="B"))
    fires = [("unit", "Gunners"), ("target", "Boyz"), *fire("salvo"), ("hit:salvo", [1, 1])]
    played = battle(mine, ORKS, state("Gunners", "arrived by Deep Strike"), fires, ("unit", "B"))
    assert played.question("hit:salvo").dice == 2


@pytest.mark.rule("7E-NOM-3", "7E-WPN-22")
@pytest.mark.parametrize(("setting", "needs"), [("combat", (3, 6)), ("cruising", (6, 6))])
def test_vehicles_arrive_at_the_speed_of_the_setting(setting: str, needs: tuple[int, int]) -> None:
    mine = army_of(TANK, marines(1, name="B"))
    played = battle(
        mine, ORKS, state("Tank", "arrived by Deep Strike"), ("unit", "Tank"), ("target", "Boyz"), *fire("lascannon"),
        ("hit:lascannon", [1]), *fire("storm bolter"), ("hit:storm bolter", [1, 1]), ("unit", "B"),
        settings={"deep_strike_vehicle": setting},
    )  # fmt: skip
    assert (played.question("hit:lascannon").need.target, played.question("hit:storm bolter").need.target) == needs
    assert "speed" not in played.keys


@pytest.mark.rule("7E-NOM-3", "7E-WPN-22")
def test_walkers_arrive_ready_to_fire() -> None:
    walker = tank(11, 3, "lascannon", "storm bolter", name="Tank", type="Vehicle (Walker)")
    played = battle(
        army_of(walker, marines(1, name="B")), ORKS, state("Tank", "arrived by Deep Strike"), ("unit", "Tank"), ("target", "Boyz"),
        *fire("lascannon"), ("hit:lascannon", [1]), *fire("storm bolter"), ("hit:storm bolter", [1, 1]), ("unit", "B"),
        settings={"deep_strike_vehicle": "cruising"},
    )  # fmt: skip
    assert (played.question("hit:lascannon").need.target, played.question("hit:storm bolter").need.target) == (3, 3)


@pytest.mark.rule("7E-NOM-3", "7E-WPN-11")
def test_who_regrouped_counts_as_moved() -> None:
    salvo = marines(1, gun("salvo", "24", "4", "5", "Salvo 2/4"), name="Gunners")
    fires = [("unit", "Gunners"), ("target", "Boyz"), *fire("salvo"), ("hit:salvo", [1, 1])]
    played = battle(army_of(salvo, marines(1, name="B")), ORKS, state("Gunners", "regrouped"), fires, ("unit", "B"))
    assert (played.question("hit:salvo").dice, played.question("hit:salvo").need.target) == (2, 6)


@pytest.mark.rule("7E-NOM-3")
def test_interceptor_weapons_fired_in_the_enemys_turn_are_silent_in_the_next() -> None:
    flak = gun("flak gun", "48", "7", "4", "Heavy 2, Interceptor")
    mine = army_of(marines(1, flak, "boltgun", name="Flak", type="Monstrous Creature"), marines(1, name="B"))
    said = [("first turn", "Orks"), *state("Flak", "Interceptor weapons fired"), END]
    played = battle(mine, ORKS, said, ("unit", "Flak"), ("target", "Boyz"))
    assert closed(question(played, "weapon"), "flak gun") == [("it fired in the enemy's turn", "7E-NOM-3")]
    assert closed(question(played, "weapon"), "boltgun") == []
    later = battle(mine, ORKS, said, END, GO_ON, END, ("unit", "Flak"), ("target", "Boyz"))
    assert closed(question(later, "weapon"), "flak gun") == []
    others = battle(mine, ORKS, ("unit", "a unit's state"), ("state of", "B"))
    assert "Interceptor weapons fired" not in [option.value for option in question(others, "state").options]


# Battle Focus ------------------------------------------------------------------------------------------------------------

ELDAR = squad("Eldar", trooper("Guardian", 2, "boltgun"), trooper("Heavy", 1, "lascannon"), rules=("Battle Focus",))


@pytest.mark.rule("7E-NOM-3", "7E-NOM-4")
def test_battle_focus_runs_and_then_shoots_without_heavy_weapons() -> None:
    mine = army_of(ELDAR, marines(1, name="B"))
    played = battle(mine, ORKS, ("unit", "Eldar"), ("target", "run"), ("run", 3), ("unit", "Eldar"), ("target", "Boyz"))
    assert closed(question(played, "weapon"), "lascannon") == [
        ("it ran: Battle Focus fires no Heavy weapon", "7E-NOM-3")
    ]
    assert closed(played.question("target", 1), "run") == [("has run", "7E-NOM-4")]
    shot_ = battle(
        mine, ORKS, ("unit", "Eldar"), ("target", "run"), ("run", 3), ("unit", "Eldar"), ("target", "Boyz"), *fire("boltgun"),
        ("hit:boltgun", [1] * 4), ("unit", "B"),
    )  # fmt: skip
    assert "battle_focus" not in shot_.keys  # has run


@pytest.mark.rule("7E-NOM-3", "7E-NOM-4")
def test_battle_focus_shoots_and_then_runs() -> None:
    mine = army_of(ELDAR, marines(1, name="B"))
    first = [
        ("unit", "Eldar"),
        ("target", "Boyz"),
        *fire("boltgun"),
        ("hit:boltgun", [1] * 4),
        *fire("lascannon"),
        ("hit:lascannon", [1]),
    ]
    played = battle(mine, ORKS, first, ("battle_focus", "yes"), ("run", 5), ("unit", "B"))
    assert closed(played.question("unit", 1), "Eldar")[0][1] == "7E-NOM-1"
    assert "ran" in played.marks("Eldar")
    assert "ran" not in battle(mine, ORKS, first, ("battle_focus", "no"), ("unit", "B")).marks("Eldar")


@pytest.mark.rule("7E-NOM-3", "7E-VEH-10")
def test_it_runs_after_the_explosion_that_it_brought_about() -> None:
    lance = squad("Eldar", trooper("Lancer", 1, gun("lance", "48", "9", "2")), rules=("Battle Focus",))
    steps = [
        ("unit", "Eldar"),
        ("target", "Rhino"),
        *fire("lance"),
        ("hit:lance", [6]),
        ("penetrate:lance", [6]),
        ("damage table:Rhino", [6]),
    ]
    played = battle(
        army_of(lance, marines(1, name="B")),
        army("Orks", rhino(), boyz()),
        steps,
        ("explosion:Rhino", 3),
        ("near:Rhino", 0),
    )
    assert question(played, "battle_focus")
    dead = battle(
        army_of(lance, marines(1, name="B")), army("Orks", rhino(), boyz()), steps, ("explosion:Rhino", 3),
        ("near:Rhino", {"Eldar (Convoy)": 1}), ("harm:Eldar", {}), ("wound:explosion", [6]), ("save:Lancer", [1]), ("unit", "B"),
    )  # fmt: skip
    assert "battle_focus" not in dead.keys


# Split Fire, Power of the Machine Spirit ---------------------------------------------------------------------------------

SPLIT = squad(
    "Wolves", trooper("Gunner", 2, gun("lance", "48", "9", "2")), trooper("Wolf", 3, "boltgun"), rules=("Split Fire",)
)
TWO = army("Orks", boyz(10), boyz(10, name="Others"))


def first_shot(target: str = "Boyz", who: str = "Gunner") -> list[Any]:
    """``who``: "" where there is only one kind of models."""
    said = [("split", who)] if who else []
    return [("unit", "Wolves"), ("target", "split fire"), *said, ("split_target", target)]


@pytest.mark.rule("7E-TGT-1")
def test_one_model_shoots_first_and_the_rest_at_another_unit() -> None:
    mine = army_of(SPLIT, marines(1, name="B"))
    played = battle(mine, TWO, first_shot(), *fire("lance"), ("hit:lance", [1]))
    assert played.question("hit:lance").dice == 1
    assert closed(question(played, "target"), "Boyz")[0][1] == "7E-TGT-1"
    assert "split fire" not in [option.value for option in question(played, "target").options]
    whole = battle(
        mine, TWO, first_shot(), *fire("lance"), ("hit:lance", [1]), ("target", "Others"), *fire("lance"), ("hit:lance", [1]),
        *fire("boltgun"), ("hit:boltgun", [1] * 6), ("unit", "B"),
    )  # fmt: skip
    assert whole.question("hit:lance", 1).dice == 1  # the other gunner
    assert closed(whole.question("unit", 1), "Wolves") == [("has shot", "7E-NOM-1")]


@pytest.mark.rule("7E-TGT-1")
def test_split_fire_needs_two_targets_and_two_models() -> None:
    for mine, theirs in ((army_of(SPLIT), ORKS), (army_of(hunters().but(rules=("Split Fire",), name="Wolves")), TWO)):
        played = battle(mine, theirs, ("unit", "Wolves"))
        assert "split fire" not in [option.value for option in question(played, "target").options]


@pytest.mark.rule("7E-TGT-1", "7E-HIT-11")
def test_the_rest_are_the_rest_even_if_the_first_falls() -> None:
    hot = gun("hot gun", "24", "7", "2", "Assault 1, Gets Hot")
    wolves = squad("Wolves", trooper("Gunner", 2, hot, Sv="-"), rules=("Split Fire",))
    played = battle(
        army_of(wolves, marines(1, name="B")), TWO, first_shot(who=""), *fire("hot gun"), ("hit:hot gun", [1]), ("target", "Others"),
        *fire("hot gun"), ("hit:hot gun", [2]), ("unit", "B"),
    )  # fmt: skip
    assert played.question("hit:hot gun", 1).dice == 1
    assert standing(played, "Wolves") == 1


@pytest.mark.rule("7E-TGT-1", "7E-VEH-10")
def test_the_rest_do_not_shoot_who_was_forced_out_by_the_first() -> None:
    orks = army("Orks", rhino(1), riders(5), boyz())
    steps = [("unit", "a unit's state"), ("state of", "Riders"), ("state", "embarked"), ("inside", "Rhino")]
    played = battle(
        army_of(SPLIT, marines(1, name="B")), orks, steps, first_shot(target="Rhino"), *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [2]), ("pinning", 2),
    )  # fmt: skip
    options = question(played, "target")
    assert closed(options, "Riders") == [("the first shot forced it out of its transport", "7E-TGT-1")]
    assert closed(options, "Boyz") == []
    another = battle(
        army_of(SPLIT, marines(1, name="B")), orks, steps, first_shot(target="Rhino"), *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [2]), ("pinning", 2), ("target", "hold fire"), ("unit", "B"),
    )  # fmt: skip
    assert closed(question(another, "target"), "Riders") == []


@pytest.mark.rule("7E-TGT-1", "7E-VEH-10")
def test_nobody_shoots_on_if_all_fell_in_the_explosion_of_the_first_shot() -> None:
    wolves = squad("Wolves", trooper("Gunner", 2, gun("lance", "48", "9", "2"), Sv="-"), rules=("Split Fire",))
    played = battle(
        army_of(wolves, marines(1, name="B")), army("Orks", rhino(), boyz()), first_shot("Rhino", ""), *fire("lance"), ("hit:lance", [6]),
        ("penetrate:lance", [6]), ("damage table:Rhino", [6]), ("explosion:Rhino", 6),
        ("near:Rhino", {"Wolves (Convoy)": 2}), ("harm:Wolves", {}), ("wound:explosion", [6, 6]), ("go_to_ground", "no"), ("unit", "B"),
    )  # fmt: skip
    assert standing(played, "Wolves") == 0
    assert question(played, "target")


RAIDER = tank(12, 4, gun("twin lance", "48", "9", "2", "Heavy 1"), gun("twin lance", "48", "9", "2", "Heavy 1"), "heavy bolter",
              name="Raider", rules=("Power of the Machine Spirit",))  # fmt: skip


@pytest.mark.rule("7E-TGT-1", "7E-WPN-22")
def test_one_weapon_of_a_machine_spirit_aims_elsewhere() -> None:
    mine = army_of(RAIDER, marines(1, name="B"))
    first = [
        ("unit", "Raider"),
        ("target", "split fire"),
        ("split", "twin lance"),
        ("split_target", "Boyz"),
        ("speed", "combat"),
        *fire("twin lance"),
        ("hit:twin lance", [1]),
    ]
    played = battle(
        mine,
        TWO,
        first,
        ("target", "Others"),
        *fire("twin lance"),
        ("hit:twin lance", [1]),
        *fire("heavy bolter"),
        ("hit:heavy bolter", [1] * 3),
        ("unit", "B"),
    )
    assert [played.question("hit:twin lance", nth).dice for nth in (0, 1)] == [1, 1]
    needs = [
        played.question(key, nth).need.target
        for key, nth in (("hit:twin lance", 0), ("hit:twin lance", 1), ("hit:heavy bolter", 0))
    ]
    assert needs == [3, 3, 6]  # two at full skill at Combat Speed, one for the spirit
    assert played.keys.count("speed") == 1
    assert [option.value for option in played.question("split").options] == ["twin lance", "heavy bolter"]


@pytest.mark.rule("7E-TGT-1")
def test_a_weapon_that_is_destroyed_is_not_offered_to_the_machine_spirit() -> None:
    wrecked = [*shot("Raider", DISARMED), ("weapon destroyed:Raider", 3), END]
    played = battle(
        army("Hunt", hunters(), hunters(name="More Hunters"), boyz()),
        army_of(RAIDER.but(models=((RAIDER.models[0][0].but(front=11), 1),))),
        wrecked,
        ("unit", "Raider"),
        ("target", "split fire"),
    )
    assert played.left is not None
    assert "heavy bolter" not in [option.value for option in played.left.options]
