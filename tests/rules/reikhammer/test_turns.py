"""Turns: the strategy roll, actions and their tests, retaining the initiative, rally, and what a battle keeps."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.rules.reikhammer.steps.summary import status_of
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    BLADES,
    FIRST,
    PASS,
    RETAIN,
    act,
    army,
    attack,
    battle,
    formation,
    gun,
    shooters,
    state,
    targets,
    units,
)

GO_ON = ("next turn", "go on")
END = ("next turn", "end the battle")
MINE = army("Mine", shooters(name="A", ammo=3), shooters(name="B", ammo=3))
THEIRS = army("Theirs", targets(3, "X"), targets(3, "Y"))
MISS = ("hit:gun", [6])


def strategy(mine: int, theirs: int) -> list[tuple[str, list[int]]]:
    return [("strategy:1", [mine]), ("strategy:2", [theirs])]


def fire(unit: str, target: str = "X", *dice: Any, **said: Any) -> list[Any]:
    return act(unit, "advance", ("target", target), *(dice or (MISS,)), **said)


# The strategy roll ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-TURN-1")
def test_the_higher_strategy_roll_chooses() -> None:
    """4 + 3 is 7, 5 + 1 is 6."""
    mine, theirs = army("Mine", shooters(), strategy=3), army("Theirs", targets())
    played = battle(mine, theirs, strategy(4, 5))
    assert played.said("Strategy roll: Mine chooses, 4 + 3 = 7 against 5 + 1 = 6", "RH-TURN-1")
    assert (played.question("goes first").owner, played.battle.first) == (ATTACKER, 0)
    assert battle(mine, theirs, strategy(4, 5), ("goes first", "Theirs")).left.options[0].value == "Targets"
    lost = battle(mine, theirs, strategy(1, 6))
    assert (lost.question("goes first").owner, lost.left.options[0].value) == (DEFENDER, "Targets")


@pytest.mark.rule("RH-TURN-1")
def test_a_tie_in_the_first_turn_is_rolled_again() -> None:
    played = battle(MINE, THEIRS, strategy(3, 3), strategy(2, 5))
    assert played.dice == ["strategy:1", "strategy:2"] * 2
    assert played.said("both have 4: again", "RH-TURN-1")
    assert played.battle.first == 1


@pytest.mark.rule("RH-TURN-1")
@pytest.mark.parametrize(("first", "winner"), [((6, 1), "Theirs"), ((1, 6), "Mine")])
def test_a_later_tie_goes_to_who_did_not_win_last_turn(first: tuple[int, int], winner: str) -> None:
    played = battle(MINE, THEIRS, strategy(*first), PASS, PASS, GO_ON, strategy(3, 3))
    assert played.battle.sides[played.battle.first].name == winner


@pytest.mark.rule("RH-TURN-1")
def test_sides_alternate_and_a_turn_ends_when_all_have_acted() -> None:
    script = [fire("A"), act("X", "march"), fire("B"), act("Y", "march")]
    played = battle(MINE, THEIRS, FIRST, *script, *[("rally", [6])])
    assert [entry.answer for entry in played.asked if entry.question and entry.question.key == "unit"] == [*"AXBY"]
    assert played.left.key == "next turn"
    assert closed_by(battle(MINE, THEIRS, FIRST, *script, ("rally", [6]), GO_ON, strategy(6, 1)).left, "A") == []
    assert closed_by(battle(MINE, THEIRS, FIRST, fire("A"), PASS).left, "A") == ["RH-ACT-1"]


@pytest.mark.rule("RH-TURN-1")
def test_a_battle_of_so_many_turns() -> None:
    played = battle(MINE, THEIRS, FIRST, PASS, PASS, strategy(6, 1), PASS, PASS, turns=2)
    assert (played.left, played.end.over, played.end.turn) == (None, True, 2)
    assert battle(MINE, THEIRS, FIRST, PASS, PASS, END).end.over


# The action test -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ACT-1")
@pytest.mark.parametrize(("die", "passes"), [(1, True), (4, True), (5, False), (6, False)])
def test_the_action_test(die: int, passes: bool) -> None:
    two = army("Mine", shooters(name="A", n=2))  # Shock suppresses but one of them
    played = battle(two, THEIRS, FIRST, act("A", "double", test=die))
    assert played.need("action test") == 4
    assert played.unit_at("A").shock == (0 if passes else 1)
    assert played.said("A: test failed, it Holds and has 1 Shock", "RH-ACT-1") != passes
    assert played.left.key == "target"  # a Hold can shoot as well
    assert [key for key in played.keys if key in ("action", "action test")] == ["action", "action test"]  # named first


@pytest.mark.rule("RH-ACT-1", "RH-SHOCK-5")
@pytest.mark.parametrize(("shock", "need"), [(0, 4), (1, 3), (3, 3)])
def test_any_shock_is_minus_1(shock: int, need: int) -> None:
    played = battle(shooters(name="A", n=9), THEIRS, FIRST, state("A", "shock", ("shock", shock)), act("A", "march"))
    assert played.need("action test") == need


@pytest.mark.rule("RH-ACT-1")
def test_retaining_the_initiative() -> None:
    played = battle(MINE, THEIRS, FIRST, fire("A"), RETAIN, fire("B"))
    assert [played.need("action test", nth) for nth in (0, 1)] == [4, 3]
    assert played.why("action test", 1)["RH-ACT-1"] == "-1 retaining the initiative"
    assert played.battle.active == 1
    three = army("Mine", *MINE.units, shooters(name="C"))
    twice = battle(three, THEIRS, FIRST, fire("A"), RETAIN, fire("B"))
    assert closed_by(twice.left, "retain the initiative") == ["RH-ACT-1"]  # not twice running
    assert closed_by(battle(three, THEIRS, FIRST, fire("A")).left, "retain the initiative") == []
    third = battle(MINE, THEIRS, FIRST, fire("A"), RETAIN, fire("B"), act("X", "march"), act("Y", "march"))
    assert [third.need("action test", nth) for nth in (2, 3)] == [3, 4]  # X has Shock


@pytest.mark.rule("RH-ACT-1")
def test_who_can_retain_the_initiative() -> None:
    assert closed_by(battle(MINE, THEIRS, FIRST).left, "retain the initiative") == ["RH-ACT-1"]  # nobody has acted
    assert closed_by(battle(shooters(name="A"), THEIRS, FIRST, fire("A")).left, "retain the initiative") == ["RH-ACT-1"]
    assert closed_by(battle(MINE, THEIRS, FIRST, fire("A")).left, "retain the initiative") == []
    kept = battle(MINE, THEIRS, FIRST, fire("A"), RETAIN)
    assert [option.value for option in kept.left.options][:2] == ["A", "B"]
    assert "retain the initiative" not in [option.value for option in kept.left.options]
    reported = battle(MINE, THEIRS, FIRST, fire("A"), RETAIN, state("B", "ammo", ("ammo", "as it is")), fire("B"))
    assert reported.need("action test", 1) == 3  # a report changes nothing of it


@pytest.mark.rule("RH-ACT-1")
def test_a_side_that_is_done_lets_the_other_act_without_penalty() -> None:
    played = battle(MINE, THEIRS, FIRST, fire("A"), PASS, fire("B"))
    assert [played.need("action test", nth) for nth in (0, 1)] == [4, 4]


@pytest.mark.rule("RH-ACT-1")
@pytest.mark.parametrize(("rating", "setting", "need"), [(6, "true", None), (6, "false", 5), (9, "false", 5)])
def test_a_6_against_cr_6(rating: int, setting: str, need: int | None) -> None:
    unit = shooters(name="A", rating=rating)
    script = act("A", "advance", test=None if need is None else 6)
    played = battle(unit, THEIRS, FIRST, script, settings={"cr_six_passes": setting})
    assert played.unit_at("A").shock == (0 if need is None else 1)
    if need:
        assert played.need("action test") == need


# What actions do -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ACT-2", "RH-HIT-2")
@pytest.mark.parametrize(("action", "need"), [("advance", 4), ("double", 3), ("marshal", 3), ("sustained_fire", 5)])
def test_actions_that_shoot(action: str, need: int) -> None:
    assert battle(MINE, THEIRS, FIRST, act("A", action, ("target", "X"), MISS)).need() == need


@pytest.mark.rule("RH-ACT-2", "RH-ELIG-4", "RH-OW-1")
@pytest.mark.parametrize("action", ["march", "engage", "overwatch"])
def test_actions_that_do_not_shoot(action: str) -> None:
    played = battle(MINE, THEIRS, FIRST, act("A", action))
    assert played.left.key == "unit"
    assert "target" not in played.keys


@pytest.mark.rule("RH-ACT-2")
@pytest.mark.parametrize(("does", "left"), [("shoot", "target"), ("move", "unit")])
def test_marshal_shoots_or_moves_then_regroups(does: str, left: str) -> None:
    shocked = [*state("A", "shock", ("shock", 2))]
    mine = army("Mine", shooters(name="A", n=4))
    script = [("does", does)] + ([("target", "X"), ("hit:gun", [6] * 2)] if does == "shoot" else [])
    played = battle(mine, THEIRS, FIRST, shocked, act("A", "marshal", *script, ("shock left", 1)))
    assert ("target" in played.keys) == (left == "target")
    assert [option.value for option in played.question("does").options] == ["shoot", "move", "regroup"]
    assert played.unit_at("A").shock == 1
    calm = battle(mine, THEIRS, FIRST, act("A", "marshal", ("does", "move")))
    assert "shock left" not in calm.keys  # nothing to take off


@pytest.mark.rule("RH-ACT-2")
@pytest.mark.parametrize(("does", "asked"), [("shoot", ["target"]), ("move", []), ("regroup", ["shock left"])])
def test_hold_is_one_of_three(does: str, asked: list[str]) -> None:
    every: dict[str, list[Any]] = {"shoot": [("target", "X"), MISS], "move": [], "regroup": [("shock left", 0)]}
    mine = army("Mine", shooters(name="A", n=2))
    played = battle(mine, THEIRS, FIRST, act("A", "double", ("does", does), *every[does], test=6))
    assert [option.value for option in played.question("does").options] == ["shoot", "move", "regroup"]
    assert [key for key in played.keys if key in ("target", "shock left")] == asked
    if does == "shoot":
        assert played.need() == 4  # no modifier of the Double that was not done
        assert played.rolled() == 1  # one is suppressed by the point for the failed test


@pytest.mark.rule("RH-BRK-2", "RH-ELIG-4", "RH-DEST-2")
def test_broken_formations_do_nothing() -> None:
    broken = state("A", "broken")
    played = battle(MINE, THEIRS, FIRST, broken)
    assert closed_by(played.left, "A") == ["RH-BRK-2"]
    assert "broken" in next(option.label for option in played.left.options if option.value == "A")
    assert closed_by(battle(MINE, THEIRS, FIRST, broken, broken).left, "A") == []
    nobody = battle(shooters(name="A"), THEIRS, FIRST, broken)
    assert [option.value for option in nobody.left.options][:2] == ["X", "Y"]  # it is the other side's turn to act
    gone = battle(MINE, THEIRS, FIRST, state("A", "integrity", ("integrity", "Gunner: 0")))
    assert closed_by(gone.left, "A") == ["RH-DEST-2"]


@pytest.mark.rule("RH-ELIG-2", "RH-ELIG-3")
def test_formations_that_have_nothing_to_fire_are_not_asked_for_a_target() -> None:
    assert battle(army("Mine", shooters(BLADES, name="A")), THEIRS, FIRST, act("A", "advance")).left.key == "unit"
    empty = battle(army("Mine", shooters(name="A", ammo=0)), THEIRS, FIRST, act("A", "sustained_fire"))
    assert empty.left.key == "unit"


# What a battle keeps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-AMMO-1", "RH-SHOCK-1", "RH-DEST-1")
def test_losses_shock_and_ammo_are_kept() -> None:
    script = fire("A", "X", ("hit:gun", [1]), ("save:Target 1", [6]))
    played = battle(MINE, THEIRS, FIRST, script, PASS, PASS, ("near:X", "no"), ("rally", [6]), GO_ON, strategy(6, 1))
    assert [piece.left for piece in played.unit_at("X").pieces] == [0, 1, 1]
    assert (played.unit_at("X").shock, played.unit_at("X").broken) == (2, True)
    assert played.unit_at("A").pieces[0].ammo == 2
    assert [piece.ammo for piece in played.unit_at("B").pieces] == [3]
    again = battle(MINE, THEIRS, FIRST, script, PASS, fire("B", "X", ("hit:gun", [1]), ("save:Target 2", [6])))
    assert again.question("cover", 1).names == ("Target 2", "Target 3")  # of those who are left
    assert again.unit_at("X").shock == 4
    assert again.said("broken before", "RH-BRK-1")


@pytest.mark.rule("RH-SUP-1", "RH-SUP-2")
def test_shock_suppresses_in_a_battle() -> None:
    shocked = state("A", "shock", ("shock", 1))
    two = army("Mine", shooters(name="A", n=2, ammo=3))
    away = ("facts", {"distance": "Gunner 2: 99"})  # Gunner 1 alone could fire
    played = battle(two, THEIRS, FIRST, shocked, act("A", "advance", ("target", "X"), away))
    assert played.said("A: nobody fires", "RH-SUP-2")
    assert played.unit_at("X").shock == 0
    assert played.unit_at("A").pieces[0].ammo == 3
    assert played.unit_at("A").acted


@pytest.mark.rule("RH-CHAR-1")
def test_characters_who_are_lost_stay_lost() -> None:
    led = army("Theirs", formation("X", units("Lord", character="Vance"), units("Guard", 3)))
    script = fire("A", "X", ("hit:gun", [1]), ("order", "Lord, Guard 1, Guard 2, Guard 3"), ("save:Lord", [6]))
    played = battle(MINE, led, FIRST, script, ("character:Vance", [3]))
    assert played.unit_at("X").lost == (("Vance", "incapacitated"),)
    assert "Vance incapacitated" in status_of(played.battle)[1][1][0].marks
    escaped = battle(MINE, led, FIRST, script, ("character:Vance", [1]), ("joins:Vance", "Guard 2"))
    assert [piece.character for piece in escaped.unit_at("X").pieces] == ["", "", "Vance", ""]


@pytest.mark.rule("RH-DEST-2")
def test_a_battle_ends_with_the_last_formation() -> None:
    one = army("Theirs", targets(1, "X"))
    played = battle(MINE, one, FIRST, fire("A", "X", ("hit:gun", [1]), ("save:Target", [6])), PASS)
    assert played.end.over
    assert played.said("Theirs has nobody left", "RH-DEST-2")
    alone = battle(MINE, one, FIRST, fire("A", "X", ("hit:gun", [1]), ("save:Target", [6])), act("B", "advance"))
    assert alone.end.over
    assert alone.keys.count("target") == 1  # nobody is left to shoot at


# Rally ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-RALLY-1")
@pytest.mark.parametrize(("shock", "left"), [(1, 0), (2, 1), (3, 1), (5, 2)])
def test_rallying_takes_half_off(shock: int, left: int) -> None:
    script = [*state("A", "shock", ("shock", shock)), PASS, PASS, ("rally", [4])]
    played = battle(MINE, THEIRS, FIRST, *script)
    assert played.need("rally") == 4
    assert played.unit_at("A").shock == left
    assert battle(MINE, THEIRS, FIRST, *script[:-1], ("rally", [5])).unit_at("A").shock == shock


@pytest.mark.rule("RH-RALLY-1", "RH-BRK-2")
@pytest.mark.parametrize(("near", "need"), [("no", 2), ("yes", 1)])
def test_a_broken_formation_rallies_at_minus_2(near: str, need: int) -> None:
    script = [*state("X", "broken"), *state("X", "shock", ("shock", 4)), PASS, PASS, ("near:X", near)]
    played = battle(MINE, THEIRS, FIRST, *script, ("rally", [need]))
    assert played.need("rally") == need
    assert (played.unit_at("X").broken, played.unit_at("X").shock) == (False, 1)  # half of three units
    failed = battle(MINE, THEIRS, FIRST, *script, ("rally", [need + 1]))
    assert (failed.unit_at("X").broken, failed.unit_at("X").shock) == (True, 4)


@pytest.mark.rule("RH-RALLY-1")
def test_only_those_with_shock_test() -> None:
    played = battle(MINE, THEIRS, FIRST, state("Y", "shock", ("shock", 1)), PASS, PASS, ("rally", [6]))
    assert [key for key in played.keys if key.startswith("near:")] == ["near:Y"]
    assert played.keys.count("rally") == 1


@pytest.mark.rule("RH-RALLY-1")
@pytest.mark.parametrize(
    ("rating", "broken", "rolls"), [(2, True, False), (1, True, False), (7, False, False), (3, True, True)]
)
def test_enemies_near_are_asked_about_only_if_it_matters(rating: int, broken: bool, rolls: bool) -> None:
    """CR 2 broken fails either way; CR 7 passes either way."""
    unit = shooters(name="A", rating=rating)
    script = [*state("A", "shock", ("shock", 1)), *(state("A", "broken") if broken else [])]
    turn = [PASS] if broken else [PASS, PASS]
    played = battle(unit, THEIRS, FIRST, *script, *turn, *([("rally", [6])] if rolls else []))
    assert ("near:A" in played.keys) == rolls
    assert played.unit_at("A").broken == broken


# Reports -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SHOCK-3", "RH-AMMO-1", "RH-DEST-1")
def test_what_players_report() -> None:
    mine = army("Mine", shooters(name="A", n=2, integrity=3, ammo=3))
    script = [
        *state("A", "integrity", ("integrity", "Gunner 1: 1")), *state("A", "ammo", ("ammo", "Gunner 2: 0")),
        *state("A", "shock", ("shock", 1)),
    ]  # fmt: skip
    played = battle(mine, THEIRS, FIRST, *script)
    assert [(piece.left, piece.ammo) for piece in played.unit_at("A").pieces] == [(1, 3), (3, 0)]
    marks = status_of(played.battle)[0][1][0]
    assert (marks.wounds_note, marks.marks) == (
        "Gunner 1: 1 of 3 integrity", ("Shock 1: 1 of 2 suppressed, 1 more to break", "ammo left: Gunner 2: 0"),
    )  # fmt: skip
    most = battle(mine, THEIRS, FIRST, state("A", "integrity", ("integrity", 3)))
    assert [piece.left for piece in most.unit_at("A").pieces] == [3, 3]
    back = battle(mine, THEIRS, FIRST, state("A", "back"), ("unit", "a formation's state"), ("state of", "back"))
    assert back.left.key == "unit"


@pytest.mark.rule("RH-SHOCK-3")
def test_formations_of_one_name_on_both_sides_are_told_apart() -> None:
    b = battle(MINE, army("Theirs", shooters(name="A")), FIRST, state("A of Theirs", "shock", ("shock", 2))).battle
    assert [side.units[0].shock for side in b.sides] == [0, 2]
    mine = battle(MINE, army("Theirs", shooters(name="A")), FIRST, state("A", "shock", ("shock", 2)))
    assert [side.units[0].shock for side in mine.battle.sides] == [2, 0]


@pytest.mark.rule("RH-TER-2", "RH-SHOCK-3")
def test_dangerous_terrain() -> None:
    mine = army("Mine", shooters(name="A", n=3, integrity=3))
    script = state("A", "dangerous terrain", ("crossing", "Gunner 1, Gunner 3"))
    played = battle(mine, THEIRS, FIRST, script, *[("terrain:Gunner 1", [6, 1, 5]), ("terrain:Gunner 3", [6, 6, 6])])
    assert played.need("terrain:Gunner 1") == 5
    assert [piece.left for piece in played.unit_at("A").pieces] == [2, 3, 0]
    assert played.unit_at("A").shock == 1  # for the unit destroyed
    hurt = state("A", "integrity", ("integrity", "Gunner 1: 1"))
    again = battle(mine, THEIRS, FIRST, hurt, script, ("terrain:Gunner 1", [1]), ("terrain:Gunner 3", [1] * 3))
    assert again.rolled("terrain:Gunner 1") == 1  # one die for each point that is left


@pytest.mark.rule("RH-CHAR-1", "RH-TER-2")
def test_characters_of_units_removed_otherwise() -> None:
    led = army("Mine", formation("A", units("Lord", 1, gun(), character="Vance"), units("Guard", 2, gun())))
    assault = state("A", "integrity", ("integrity", "Lord: 0"), ("character:Vance", [5]))
    assert battle(led, THEIRS, FIRST, assault).unit_at("A").lost == (("Vance", "killed"),)
    terrain = state("A", "dangerous terrain", ("crossing", "Lord"), ("terrain:Lord", [6]), ("character:Vance", [1]))
    escaped = battle(led, THEIRS, FIRST, terrain, ("joins:Vance", "Guard 2"))
    assert [piece.character for piece in escaped.unit_at("A").pieces] == ["", "", "Vance"]
    assert escaped.question("character:Vance").owner == ATTACKER


@pytest.mark.rule("RH-TER-4")
def test_types_as_units_have_them() -> None:
    assert attack(shooters(), targets(1, type="LV"), ("hit:gun", [1]), ("save:Target", [1])).struck == {"Target": 1}


@pytest.mark.rule("RH-ACT-2")
def test_who_may_move_now_is_told() -> None:
    assert battle(MINE, THEIRS, *FIRST, *fire("A")).said("A may move now, then it shoots", "RH-ACT-2")
    assert not battle(MINE, THEIRS, *FIRST, *act("A", "sustained_fire", ("target", "X"), MISS)).said("may move")


@pytest.mark.rule("RH-ALLOC-3")
def test_whom_nothing_that_is_fired_can_hurt_is_told_before_it_is_picked() -> None:
    mine = army("Mine", shooters(gun(AT=4), name="A"))
    theirs = army("Theirs", targets(3, "X"), targets(3, "Y", type="LV"))
    foot, cars = battle(mine, theirs, *FIRST, *act("A", "advance", ("target", "X"))).question("target").options[:2]
    assert foot.label.endswith("AT can hurt nobody here: Shock only")
    assert "Shock only" not in cars.label
