"""No die is rolled and nothing is asked that cannot matter; nothing that was said is dropped without a word."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import questions_of
from shoot_cli.engine.questions import Choose
from shoot_cli.input.answers import Task
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.profiles import AP
from tests.helpers.each import each
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    PISTOLS,
    act,
    army,
    attack,
    battle,
    formation,
    gun,
    mean,
    mixed,
    mortar,
    refusal,
    shooters,
    state,
    targets,
    units,
)

F = Fraction
MISS = ("hit:gun", [6])


def facts_of(played: Any, key: str = "facts") -> list[str]:
    """What is asked among the facts."""
    return [part.key for part in played.question(key).parts]


# Dice ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ALLOC-3", "RH-SHOCK-1", "RH-AMMO-1")
def test_shots_whose_hits_nobody_can_take_are_not_rolled() -> None:
    """AP at tanks: Shock and ammo as always, no dice."""
    played = attack(shooters(gun(AP=4), n=3, ammo=2), targets(2, type="AV"))
    assert played.dice == []
    assert played.end.target_shock == 1
    assert [gunner.ammo for gunner in played.end.gunners] == [1, 1, 1]
    assert played.said(
        "gun: to hit, AP: no need to roll, no hit can do anything: AP can hurt nobody within reach", "RH-ALLOC-3"
    )
    assert attack(shooters(gun(AP=4, range=10)), mixed("INF", "AV"), distance="Gunner: 8, AV: 8, INF: 12").dice == []


@pytest.mark.rule("RH-SAVE-1")
def test_shots_that_every_save_turns_aside_are_not_rolled() -> None:
    sure, some = {"save_six_fails": "false"}, formation("Some", units("A", armour=6), units("B", armour=5))
    assert attack(shooters(), targets(2, armour=6), settings=sure).dice == []
    assert attack(shooters(), some, MISS, settings=sure).dice == ["hit:gun"]
    assert attack(shooters(), targets(2, armour=6), MISS, settings=sure, crossfire="yes").dice == ["hit:gun"]
    assert mean(shooters(gun(macro=(AP,), AP=4)), targets(2, armour=6), settings=sure) == F(4, 6)


@pytest.mark.rule("RH-TURN-1")
@each(("mine", "theirs", "thrown"), [(9, 3, 0), (3, 9, 0), (6, 1, 2), (9, 4, 2), (2, 2, 2)])
def test_a_strategy_roll_that_is_won_beforehand_is_not_rolled(mine: int, theirs: int, thrown: int) -> None:
    one, other = army("Mine", shooters(name="A"), strategy=mine), army("Theirs", shooters(name="X"), strategy=theirs)
    dice = [("strategy:1", [3]), ("strategy:2", [1])] if thrown else []
    played = battle(one, other, *dice)
    assert sum(key.startswith("strategy") for key in played.keys) == thrown
    winner = "Mine" if mine + 2 * bool(thrown) > theirs else "Theirs"
    assert played.said(f"Strategy roll: {winner} chooses", "RH-TURN-1")


@pytest.mark.rule("RH-TURN-1")
def test_a_tie_that_would_be_won_is_no_reason_to_roll() -> None:
    """5 more: at worst a tie, which goes to who lost the last roll."""
    one, other = army("Mine", shooters(name="A"), strategy=6), army("Theirs", shooters(name="X"), strategy=1)
    night = [("unit", "nothing more this turn")] * 2 + [("next turn", "go on")]
    again = [("strategy:1", [1]), ("strategy:2", [6])]
    first = battle(one, other, *FIRST, *night, *again)  # Mine won: a tie would be theirs
    assert first.said("Strategy roll: 6 + 1 = 7 and 1 + 6 = 7, Theirs chooses")
    third = battle(one, other, *FIRST, *night, *again, *night)
    assert third.said("Strategy roll: Mine chooses, 5 ahead")
    assert third.left.key == "unit"


# Facts -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-XF-3", "RH-MW-2")
def test_crossfire_is_asked_only_where_a_save_could_be_worse() -> None:
    melta = gun("gun", macro=(AP,), AP=4)
    assert "crossfire" not in facts_of(attack(shooters(melta), targets(), MISS))
    assert "crossfire" in facts_of(attack(shooters(melta), targets(), MISS, settings={"macro_save": "cover"}))
    assert "crossfire" in facts_of(attack(shooters(melta), targets(reinforced=True), MISS))
    assert "crossfire" in facts_of(attack(shooters(melta, gun("rifle")), targets(), MISS, ("hit:rifle", [6])))
    assert "crossfire" in facts_of(attack(shooters(), targets(), MISS))
    assert "crossfire" not in facts_of(attack(shooters(), targets(armour=7), MISS))  # 6 or 7: saved on 5 or less


@pytest.mark.rule("RH-ALLOC-3", "RH-HIT-2")
def test_neither_cover_nor_crossfire_is_asked_of_those_whom_nobody_can_hurt() -> None:
    played = attack(shooters(gun(AP=4)), targets(2, type="AC"))
    assert facts_of(played) == ["distance", "obstruction", "firing", "action", "shock", "hidden", "target_shock"]
    shelled = attack(shooters(mortar(9)), targets(2, type="AC"))
    assert facts_of(shelled) == ["distance", "obstruction", "firing", "action", "shock", "target_shock"]
    assert shelled.end.target_shock == 2


@pytest.mark.rule("RH-BAR-5", "RH-BAR-6", "RH-SAVE-3")
def test_cover_and_action_are_not_asked_of_a_barrage_that_they_do_not_change() -> None:
    shot, good = shooters(mortar(9), gun()), targets(1, armour=5)

    def asked(theirs: Any, **settings: str) -> set[str]:
        task = Task(RULESET, shot, theirs, {"shooting": "barrage"}, settings)
        return {"cover", "action", "crossfire"} & {question.key for question in questions_of(task)}

    by_action = {"barrage_modifiers": "action_only"}
    assert asked(good) == {"cover", "action", "crossfire"}
    assert asked(good, **by_action) == {"action", "crossfire"}  # no cover is better than armour 5
    assert asked(targets(1, armour=4), **by_action) == {"cover", "action", "crossfire"}
    assert asked(good, barrage_modifiers="none") == {"crossfire"}
    assert asked(good, barrage_hits="automatic") == {"crossfire"}
    assert asked(good, **{"barrage_hits": "automatic", "barrage_with_guns": "yes"}) == {"cover", "action", "crossfire"}


@pytest.mark.rule("RH-XF-1", "RH-XF-2")
def test_crossfire_needs_another_formation_that_is_not_broken() -> None:
    theirs = army("Theirs", targets(5, "X", armour=5))
    shot = act("A", "sustained_fire", ("target", "X"), MISS)
    assert "crossfire" not in facts_of(battle(army("Mine", shooters(name="A")), theirs, *FIRST, *shot))
    two = army("Mine", shooters(name="A"), shooters(name="B"))
    assert "crossfire" in facts_of(battle(two, theirs, *FIRST, *shot))
    assert "crossfire" not in facts_of(battle(two, theirs, *FIRST, *state("B", "broken"), *shot))


@pytest.mark.rule("RH-BAR-2")
def test_a_barrage_asks_how_far_its_tile_is_and_nothing_of_the_targets() -> None:
    assert attack(shooters(mortar(3)), targets(1), ("hit:Target", [6])).question("distance").names == ("Gunner",)


@pytest.mark.rule("RH-ELIG-2", "RH-ALLOC-1")
def test_distances_that_cannot_both_be_are_refused() -> None:
    """The nearest units are as near from either side."""
    far = refusal(shooters(), targets(2), distance="Gunner: 5, Target 1: 10, Target 2: 11")
    assert "Target 1 is 10 tiles from the nearest who shoots, but Gunner 5 tiles from the nearest target" in far
    near = refusal(shooters(n=2), targets(1), distance="Gunner 1: 8, Gunner 2: 9, Target: 4")
    assert "Target is 4 tiles from the nearest who shoots, but Gunner 1 8 tiles from the nearest target" in near
    attack(shooters(n=2), targets(1), ("hit:gun", [6, 6]), distance="Gunner 1: 8, Gunner 2: 9, Target: 8")
    attack(shooters(n=2), targets(1), MISS, distance="Gunner 1: 8, Gunner 2: 9, Target: 9", firing="Gunner 2")
    attack(shooters(n=2), targets(2), ("hit:gun", [6, 6]), distance="Gunner 1: 8, Target 1: 4")  # not all are said
    sees = {"los_and_range": "same_unit"}  # of those that it sees: one that is hidden may be nearer
    attack(
        shooters(), targets(2), MISS, distance="Gunner: 8, Target 1: 4, Target 2: 8", hidden="Target 1", settings=sees
    )


# Suppression -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SUP-1", "RH-AMMO-1")
def test_who_of_equally_armed_units_is_suppressed_is_not_asked_without_ammo_to_count() -> None:
    theirs = army("Theirs", targets(9, "X", armour=5))

    def asked(first: dict[str, Any], second: dict[str, Any]) -> bool:
        one = formation("A", units("Tank", 1, gun(), type="AV", **first), units("Car", 1, gun(), type="LV", **second))
        shot = act("A", "sustained_fire", ("target", "X"), MISS)
        return "suppressed" in battle(army("Mine", one), theirs, *FIRST, *state("A", "shock", ("shock", 1)), *shot).keys

    assert not asked({}, {})
    assert asked({"ammo": 3}, {"ammo": 3})  # one of them has 2 left
    assert asked({"ammo": 3}, {})


# Actions -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ACT-2", "RH-ELIG-2", "RH-ELIG-3")
@pytest.mark.parametrize(("script", "action"), [({"test": 1}, "marshal"), ({"test": 6}, "advance")])
def test_who_has_nothing_to_shoot_with_cannot_choose_to_shoot(script: dict[str, Any], action: str) -> None:
    empty = army("Mine", shooters(name="A", ammo=0))
    played = battle(empty, army("Theirs", targets(3, "X")), *FIRST, act("A", action, ("does", "regroup"), **script))
    asked = played.question("does")
    assert isinstance(asked, Choose)
    assert closed_by(asked, "shoot") == ["RH-ELIG-3"]
    assert [option.value for option in asked.open()] == ["move", "regroup"]
    words = {"marshal": "Marshal: shoot, move or only regroup?", "advance": "Hold: shoot, move or regroup?"}
    assert asked.text == words[action]
    armed = battle(
        army("Mine", shooters(name="A", n=2)), army("Theirs", targets(3, "X")), *FIRST, act("A", action, **script)
    )
    assert closed_by(armed.question("does"), "shoot") == []


@pytest.mark.rule("RH-ELIG-2", "RH-ELIG-3")
@pytest.mark.parametrize("action", ["advance", "sustained_fire", "double", "overwatch"])
def test_it_is_said_that_nobody_has_anything_to_shoot_with(action: str) -> None:
    theirs = army("Theirs", targets(3, "X"))
    for weapons, ammo, words in (((gun(),), 0, "no ammo left"), ((PISTOLS,), None, "outside assaults")):
        played = battle(army("Mine", shooters(*weapons, name="A", ammo=ammo)), theirs, *FIRST, *act("A", action))
        assert played.said(words)
    assert not battle(army("Mine", shooters(name="A")), theirs, *FIRST, *act("A", action)).said("nothing")


# The area of a barrage on overwatch, states --------------------------------------------------------------------------------


@pytest.mark.rule("RH-OW-3", "RH-BAR-3")
def test_who_moved_is_in_the_area_without_a_question() -> None:
    guns = army("Mine", shooters(mortar(9), name="A"))
    theirs = army("Theirs", targets(1, "X"), targets(1, "Y"))
    move = [*FIRST, *act("A", "overwatch"), *act("X", "march", ("overwatch", "A"))]
    others = battle(guns, theirs, *move, ("touched", "Y"), ("hit:Target", [6]), ("hit:Target", [6]))
    assert others.question("touched").names == ("Y", "A")
    assert others.question("touched").default == ()
    assert [others.unit_at(name).shock for name in "XY"] == [2, 2]


@pytest.mark.rule("RH-DEST-1", "RH-AMMO-1")
def test_more_than_a_unit_can_have_is_not_cut_down_in_silence() -> None:
    two = army("Mine", formation("A", units("Big", integrity=4, ammo=2), units("Small", integrity=2)))
    theirs = army("Theirs", targets(1, "X"))
    played = battle(two, theirs, *FIRST, *state("A", "integrity", ("integrity", "Big: 3, Small: 4")))
    assert played.question("integrity").high == 4
    assert [piece.left for piece in played.unit_at("A").pieces] == [3, 2]
    assert played.said("Small has 2 integrity, and no more")
    ammo = battle(two, theirs, *FIRST, *state("A", "ammo", ("ammo", "Big: 1")))
    assert ammo.question("ammo").names == ("Big",)  # the other one shoots without end
    none = battle(two, theirs, *FIRST, ("unit", "a formation's state"), ("state of", "X"))
    assert closed_by(none.question("state"), "ammo") == ["RH-AMMO-1"]


# Found by hostile reading --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SUP-2", "RH-OW-2")
def test_whom_shock_suppresses_wholly_is_not_asked_to_fire() -> None:
    """Shock 2 on two that could fire: neither a target nor an answer to a move is asked for."""
    mine, theirs = army("Mine", shooters(name="A", n=2)), army("Theirs", targets(9, "X", armour=5))
    shocked = state("A", "shock", ("shock", 2))
    own = battle(mine, theirs, *FIRST, *shocked, *act("A", "sustained_fire"))
    assert "target" not in own.keys
    assert own.said("A will not shoot: Shock 2 suppresses all that could shoot", "RH-SUP-2")
    assert "overwatch" not in battle(mine, theirs, *FIRST, *act("A", "overwatch"), *shocked, *act("X", "march")).keys
    one_left = state("A", "shock", ("shock", 1))
    assert battle(mine, theirs, *FIRST, *one_left, *act("A", "sustained_fire", ("target", "X"), MISS)).rolled() == 1


@pytest.mark.rule("RH-SUP-3", "RH-SUP-2")
def test_a_war_engine_may_take_more_shock_than_one() -> None:
    engine = army("Mine", formation("A", units("Engine", 1, gun(), type="WE", integrity=3)))
    theirs = army("Theirs", targets(9, "X", armour=5))
    shot = [*FIRST, *state("A", "shock", ("shock", 2)), *act("A", "sustained_fire", ("target", "X"), MISS)]
    assert battle(engine, theirs, *shot, settings={"we_suppression": "integrity"}).rolled() == 1
    gone = battle(engine, theirs, *FIRST, *state("A", "shock", ("shock", 3)), *act("A", "sustained_fire"))
    assert "target" not in gone.keys


@pytest.mark.rule("RH-CHAR-1", "RH-DEST-2")
def test_the_fate_of_a_character_is_not_rolled_where_nobody_is_left() -> None:
    """Nobody to escape to, nobody with whom to recover: whatever the die showed, he would be lost."""
    lord = formation("C", units("Lord", 1, character="Lord"))
    script = [("hit:gun", [1]), ("save:Lord", [6])]
    alone = attack(shooters(gun(AP=5)), lord, *script)
    assert alone.dice == ["hit:gun", "save:Lord"]
    assert alone.said("Lord is lost with the last unit", "RH-CHAR-1")
    two = formation("C", units("Lord", 1, character="Lord"), units("Guard"))
    rolled = attack(shooters(gun(AP=5)), two, *script, ("character:Lord", [2]), order="Lord, Guard")
    assert rolled.said("Lord is incapacitated", "RH-CHAR-1")


@pytest.mark.rule("RH-BAR-5", "RH-SAVE-1")
def test_a_barrage_on_those_who_save_everything_is_not_rolled() -> None:
    sure = {"save_six_fails": "false"}
    assert attack(shooters(mortar(9)), targets(1, armour=6), settings=sure).dice == []
    automatic = attack(shooters(mortar(9)), targets(1, armour=6), settings=sure | {"barrage_hits": "automatic"})
    assert automatic.dice == []
    assert automatic.end.damage == 0
