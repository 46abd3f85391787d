"""Attacks of a battle from one pool to the next, and what comes when they are over, as players meet it."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.questions import Choose
from tests.rules.eleventh.helpers.tabletop import army, battle, gun, kind, led, shooters, squad, targets
from tests.rules.tenth.helpers.tabletop import Played

FOES = army("Theirs", targets(5, "Foes", Sv="4+"), targets(3, "Friends", W=2))
BOMB = squad("Bomb", kind("Bomb", 1, W=1, has=("Deadly Demise 1",)))
BOSS = squad("Boss", kind("Boss", 1, W=4, character=True, leader=True, keywords=("INFANTRY", "CHARACTER")))
LED = army("Theirs", led(targets(3, "Guards"), BOSS), targets(3, "Friends"))


def shot(target: str, *script: tuple[str, Any], mine: Any, theirs: Any = FOES, **settings: str) -> Played:
    """The squad shoots at it."""
    return battle(mine, theirs, ("unit", "Squad"), ("target", target), *script, settings=settings)


def armed(*weapons: Any) -> Any:
    """One model for each of these weapons, and another unit."""
    models = [kind(f"Model {at}", 1, weapon) for at, weapon in enumerate(weapons)]
    return army("Mine", squad("Squad", *models), shooters(1, gun("spare"), name="Others"))


def dice(played: Played) -> list[str]:
    rolls = ("hit:", "wound:", "save:", "demise:", "hazard")
    return [key for key in dict.fromkeys(played.every_key) if key.startswith(rolls)]


# Pools and piles -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-SAV-2", "10E-FNP-1")
@pytest.mark.parametrize(("boyz", "throws"), [(4, [3]), (3, [3]), (2, [2, 1])])
def test_what_may_be_ignored_is_one_throw_for_all_dice_that_surely_meet_the_same_models(boyz: int, throws: Any) -> None:
    """Two dice fail against all, one against Boyz alone; with two Boyz, that one may find the Nob."""
    mob = squad("Mob", kind("Boy", boyz, Sv="6+", FNP=6), kind("Nob", 1, W=2, Sv="4+", FNP=6))
    mine = army("Mine", shooters(3, gun("gun"), name="Squad"), shooters(1, gun("spare"), name="Others"))
    dice = ("hit:gun", [6] * 3), ("wound:gun", [6] * 3), ("allocate", "listed"), ("save:gun", [1, 1, 5])
    ignored = [("feel no pain:Boy", [6] * n) for n in throws]
    played = shot("Mob", *dice, *ignored, mine=mine, theirs=army("Theirs", mob, targets(3, "Friends")))
    assert [played.question("feel no pain:Boy", at).dice for at in range(len(throws))] == throws
    assert played.wounds("Mob") == {"Boy": [1] * boyz, "Nob": [2]}


@pytest.mark.rule("11E-ATK-1")
def test_identical_attacks_are_one_throw_whatever_their_weapons_are_called() -> None:
    mine = armed(gun("rifle"), gun("carbine"), gun("laser", S=8))
    played = shot("Foes", ("hit:rifle + carbine", [6, 5]), ("wound:rifle + carbine", [6, 1]), ("save:rifle + carbine", [1]), mine=mine)  # fmt: skip
    assert dice(played)[-1] == "hit:laser"
    assert played.said("1 rifle + 1 carbine at Foes", "11E-ATK-1")


@pytest.mark.rule("11E-ATK-1")
@pytest.mark.parametrize(("pooling", "first"), [("by_effect", "hit:plain + dear"), ("by_ability", "hit:plain")])
def test_what_bears_on_no_die_parts_nothing_by_default(pooling: str, first: str) -> None:
    """A hazard roll comes after all attacks."""
    assert dice(shot("Foes", mine=armed(gun("plain"), gun("dear", "Hazardous")), pooling=pooling)) == [first]


@pytest.mark.rule("11E-POOL-2")
@pytest.mark.parametrize(
    ("said", "setting", "needs"),
    [("changed", "first", [5, 4]), ("unchanged", "first", [4, 5]), ("", "first", [5, 4]), ("", "last", [4, 5])],
)
def test_attacks_changed_by_their_rolls_are_a_pile_and_the_attacker_says_which_comes_first(
    said: str, setting: str, needs: list[int]
) -> None:
    mine = army("Mine", shooters(3, gun("blade", "improve AP by 1 on critical wounds"), name="Squad"))
    order = [("pile_order:blade", said)] if said else []
    saves = [("save:blade", [6] * (1 if need == 5 else 2)) for need in needs]
    played = shot("Foes", ("hit:blade", [6, 5, 4]), ("wound:blade", [6, 5, 4]), *order, *saves, mine=mine, changed_attacks=setting)  # fmt: skip
    asked = [played.question("save:blade", nth) for nth in (0, 1)]
    assert [one.need.target for one in asked] == needs
    (choice,) = {one for one in played.questions if one.key == "pile_order:blade"}
    assert isinstance(choice, Choose)
    assert "11E-POOL-2" in choice.rules


@pytest.mark.rule("11E-POOL-2")
def test_without_a_changed_attack_nobody_is_asked() -> None:
    mine = army("Mine", shooters(3, gun("blade", "improve AP by 1 on critical wounds"), name="Squad"))
    played = shot("Foes", ("hit:blade", [5, 5, 4]), ("wound:blade", [5, 5, 4]), ("save:blade", [6, 6, 6]), mine=mine)
    assert "pile_order:blade" not in played.every_key


# Choices -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11E-LETHAL-1")
@pytest.mark.parametrize(("by_themselves", "rolled"), [(0, 3), (1, 2), (2, 1)])
def test_critical_hits_wound_by_themselves_only_as_the_attacker_likes(by_themselves: int, rolled: int) -> None:
    mine = army("Mine", shooters(3, gun("sting", "Lethal Hits", "Devastating Wounds"), name="Squad"))
    played = shot("Foes", ("hit:sting", [6, 6, 4]), ("lethal", by_themselves), ("wound:sting", [1] * rolled), mine=mine)
    assert played.question("lethal").default == 2
    assert played.question("wound:sting").dice == rolled


@pytest.mark.rule("11E-PREC-1")
@pytest.mark.parametrize(("chosen", "left"), [("Boss", {"Target": [1, 1, 1], "Boss": [2]}), ("no", {"Target": [1], "Boss": [4]})])  # fmt: skip
def test_precision_takes_the_whole_pool_to_one_character(chosen: str, left: dict[str, list[int]]) -> None:
    mine = army("Mine", shooters(2, gun("sniper", "Precision"), name="Squad"), shooters(1, gun("spare"), name="Others"))
    played = shot("Guards with Boss", ("hit:sniper", [6, 6]), ("wound:sniper", [6, 6]), ("precision:sniper", chosen), mine=mine, theirs=LED)  # fmt: skip
    assert played.wounds("Guards with Boss") == left


@pytest.mark.rule("11E-DEV-1")
def test_devastating_wounds_come_before_the_next_pool() -> None:
    """Two of its damage on models of one wound: one model."""
    mine = armed(gun("curse", "Devastating Wounds", D=2), gun("after", S=8))
    played = shot("Foes", ("hit:curse", [6]), ("wound:curse", [6]), mine=mine)
    assert played.left is not None
    assert played.left.key == "hit:after"
    assert played.said("1 Target slain: Foes 4 of 5 left", "10E-DMG-1")


# When the attacks are over -------------------------------------------------------------------------------------------

FELLED = (("hit:gun", [6]), ("wound:gun", [6]))
SPLIT = (("facts:Bomb", {"firing": "1 gun, 0 other"}), ("target", "Friends"), *FELLED)


@pytest.mark.rule("11E-DEMISE-1")
@pytest.mark.parametrize(("timing", "order"), [
    ("on_removal", ["hit:gun", "wound:gun", "hit:other", "demise:Bomb"]),
    ("at_once", ["hit:gun", "wound:gun", "demise:Bomb", "hit:other"]),
])  # fmt: skip
def test_deadly_demise_waits_for_the_rest_of_the_attacks(timing: str, order: list[str]) -> None:
    later = {"hit:other": ("hit:other", [1]), "demise:Bomb": ("demise:Bomb", [1])}
    theirs = army("Theirs", BOMB, targets(3, "Friends"))
    played = shot("Bomb", *SPLIT, *(later[key] for key in order[2:]), mine=armed(gun("gun"), gun("other", S=5)), theirs=theirs, demise_timing=timing)  # fmt: skip
    assert dice(played)[:4] == order
    assert "11E-DEMISE-1" in played.question("demise:Bomb").rules


@pytest.mark.rule("11E-DEMISE-1", "11E-MW-1")
def test_deadly_demise_harms_who_is_near_by_the_order_of_mortal_wounds() -> None:
    """A character who is not hurt is spared while others live."""
    theirs = army("Theirs", BOMB, led(targets(1, "Guards"), BOSS), targets(3, "Friends"))
    felled = shot("Bomb", *FELLED, ("demise:Bomb", [6]), ("within reach of Bomb", {"Theirs: Guards with Boss": "yes"}),
                  mine=armed(gun("gun")), theirs=theirs)  # fmt: skip
    assert felled.wounds("Boss") == {"Boss": [4]}
    assert felled.wounds("Friends") == {"Target": [1, 1, 1]}


@pytest.mark.rule("11E-DES-1")
def test_who_shoots_on_death_does_so_when_the_attacker_has_finished() -> None:
    last = squad("Last", kind("Last", 1, gun("revenge"), W=1, has=("shoots on death", "Deadly Demise 1")))
    theirs = army("Theirs", last, targets(3, "Friends"))
    split = (("facts:Last", {"firing": "1 gun, 0 other"}), ("target", "Friends"), *FELLED, ("hit:other", [1]))
    mine = armed(gun("gun"), gun("other", S=5))
    played = shot("Last", *split, ("shoots on death:Last", "yes"), ("target", "Others"), ("hit:revenge", [1]), ("demise:Last", [1]), mine=mine, theirs=theirs)  # fmt: skip
    assert dice(played)[:5] == ["hit:gun", "wound:gun", "hit:other", "hit:revenge", "demise:Last"]
    assert played.said("Last destroyed", "11E-DES-1")


@pytest.mark.rule("11E-HAZ-1", "11E-MW-1", "11E-DES-1")
@pytest.mark.parametrize("left", [0, 1])
def test_hazard_rolls_of_who_shoots_on_death_hurt_those_who_are_left(left: int) -> None:
    """Without anybody left nothing is thrown, and that is said."""
    last = kind("Last", 1, gun("revenge", "Hazardous"), W=1, has=("shoots on death",))
    theirs = army("Theirs", squad("Last", last, *([kind("Mate", 1, W=2)] if left else [])), targets(3, "Friends"))
    roll = [("hazardous", [1])] if left else []
    script = ("shoots on death:Last", "yes"), ("target", "Others"), ("hit:revenge", [1]), *roll
    played = shot("Last", *FELLED, *script, mine=armed(gun("gun")), theirs=theirs)
    assert played.every_key.count("hazardous") == left
    assert played.said("No hazard roll: nobody of the unit is left.", "11E-HAZ-1") != bool(left)
    assert played.wounds("Last") == ({"Mate": [1]} if left else {})


@pytest.mark.rule("11E-HAZ-1", "11E-MW-1")
def test_hazard_rolls_of_all_weapons_come_last_and_hurt_the_unit() -> None:
    """Two of two fail: a model falls, whoever bore the weapons."""
    carrier = kind("Carrier", 2, gun("plasma", "Hazardous"), W=2)
    mine = army("Mine", squad("Squad", kind("Plain", 1, W=1), carrier), shooters(1, gun("spare"), name="Others"))
    assert shot("Foes", ("hit:plasma", [1, 1]), ("hazardous", [1, 2]), mine=mine).wounds("Squad") == {"Carrier": [1, 2]}
