"""Units that nobody aimed at: which save they use, and Look Out, Sir, are asked as of a target (7E-SAV-8, 7E-ALC-6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.scripted_table import refused
from tests.rules.seventh.helpers.tabletop import army, attack, battle, boyz, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import EXPLODES, HUNTERS, army_of, rhino, shot

BLOWN = shot(table=EXPLODES)


def near(*units: Any, **n: int) -> Any:
    """A Rhino explodes, and so many of these units are near."""
    named = {f"{name} (Convoy)": count for name, count in n.items()}
    return (
        HUNTERS, army_of(rhino(), *units), BLOWN, ("explosion:Rhino", 4), ("near:Rhino", named),
    )  # fmt: skip


def guard(*others: Any, rules: tuple[str, ...] = ()) -> Any:
    return squad("Guard", trooper("Guardsman", 4, "lasgun", Sv="3+/5++"), *others, rules=rules)


SERGEANT = trooper("Sergeant", 1, "lasgun", Sv="3+", character=True)


@pytest.mark.rule("7E-SAV-8", "7E-VEH-10")
@pytest.mark.parametrize(
    ("said", "needed"), [({}, 3), ({"save": "cover", "cover": "4+"}, 4), ({"save": "invulnerable"}, 5)]
)
def test_who_is_near_an_explosion_chooses_his_save(said: dict[str, str], needed: int) -> None:
    played = battle(*near(guard(rules=("Fearless",)), Guard=2), ("harm:Guard", said), ("wound:explosion", [6, 6]))
    assert played.left.key == "save:Guardsman"
    assert played.left.need.target == needed


@pytest.mark.rule("7E-SAV-8")
def test_nobody_wants_a_cover_save_that_is_not_there() -> None:
    played = battle(*near(guard(rules=("Fearless",)), Guard=2))
    assert "none of them has a cover save (7E-SAV-8)" in refused(played.left, {"save": "cover"})
    assert played.left.read({"save": "cover", "cover": "4+"})["save"] == "cover"


@pytest.mark.rule("7E-SAV-8", "7E-GTG-2")
def test_who_wants_cover_near_an_explosion_may_drop_down_for_it() -> None:
    played = battle(
        *near(guard(), Guard=1), ("harm:Guard", {"save": "cover"}), ("wound:explosion", [6]), ("go_to_ground", "yes")
    )
    assert (played.left.key, played.left.need.target) == ("save:Guardsman", 6)
    stays = battle(
        *near(guard(), Guard=1), ("harm:Guard", {"save": "cover"}), ("wound:explosion", [6]), ("go_to_ground", "no")
    )
    assert stays.left.need.target == 3
    assert stays.said("none of them has a cover save", "7E-SAV-8")


@pytest.mark.rule("7E-ALC-6", "7E-VEH-10")
def test_look_out_sir_near_an_explosion() -> None:
    order = [[1, "Sergeant", ""], [4, "Guardsman", ""]]
    led = near(guard(SERGEANT, rules=("Fearless",)), Guard=1)
    hit = ("wound:explosion", [6])
    assert battle(*led, ("harm:Guard", {"order": order}), hit).left.key == "look out sir:Sergeant"
    for said in ({"within_6": "no"}, {"look_out_sir": "no"}):
        assert battle(*led, ("harm:Guard", {"order": order, **said}), hit).left.key == "save:Sergeant"


@pytest.mark.rule("7E-ALC-6", "7E-WPN-13", "7E-SAV-8")
def test_look_out_sir_and_saves_under_a_marker_that_was_aimed_at_others() -> None:
    mine = army("Guns", squad("Gunners", trooper("Gunner", 3, gun("shell", "48", "4", "6", "Heavy 1, Blast"))))
    played = battle(
        mine, army_of(boyz(4), guard(SERGEANT)), ("unit", "Gunners"), ("target", "Boyz"), *fire("shell", firing=[1]),
        ("scatter:shell", [1]), ("under:shell", "0+"), ("others under:shell", {"Guard (Convoy)": 2}),
    )  # fmt: skip
    assert played.left.key == "harm:Guard"
    assert {"save", "within_6", "look_out_sir"} <= {part.key for part in played.left.parts}


@pytest.mark.rule("7E-ALC-6")
def test_between_ranks_of_one_name_the_owner_says_who_steps_in() -> None:
    """A Sergeant between Guardsmen in the open and others behind a wall."""
    order = [[2, "Guardsman", ""], [1, "Sergeant", ""], [2, "Guardsman", "4+"]]
    men = squad("Guard", trooper("Guardsman", 4, "lasgun", Sv="5+"), SERGEANT, rules=("Fearless",))
    rifle = gun("gun", "48", "4", "4", "Heavy 1, Precision Shots")
    facts = {"order": order}
    for to, needed in (("Guardsman", 4), ("Guardsman, no cover", None)):
        played = attack(
            marines(1, rifle), men, *fire("gun", **facts), ("hit:gun", [6]), ("wound:gun", [6]), ("precision", "Sergeant"),
            ("look out sir:Sergeant", [4]), ("look_out_sir_to", to), *([("save:Guardsman", [1])] if needed else []),
        )  # fmt: skip
        options = [option.value for option in played.question("look_out_sir_to").options]
        assert sorted(options) == ["Guardsman", "Guardsman, no cover"]
        assert sum(len(left) for left in played.alive().values()) == 4


@pytest.mark.rule("7E-ALC-6")
def test_who_differs_in_nothing_but_his_place_is_not_asked_about() -> None:
    order = [[2, "Guardsman", ""], [1, "Sergeant", ""], [2, "Guardsman", ""]]
    men = squad("Guard", trooper("Guardsman", 4, "lasgun", Sv="5+"), SERGEANT, rules=("Fearless",))
    rifle = gun("gun", "48", "4", "4", "Heavy 1, Precision Shots")
    played = attack(
        marines(1, rifle), men, *fire("gun", order=order), ("hit:gun", [6]), ("wound:gun", [6]), ("precision", "Sergeant"),
        ("look out sir:Sergeant", [4]),
    )  # fmt: skip
    assert "look_out_sir_to" not in played.keys
