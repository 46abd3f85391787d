"""Units that shoot when it is not their turn: back, on death, once more (10E-EFF-58); Overwatch again (10E-EFF-59)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import OutOfTurnShooting
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.permissions import why_not
from shoot_cli.rules.tenth import RULESET
from tests.helpers.each import each
from tests.helpers.scripted_table import closed
from tests.rules.tenth.helpers.tabletop import army, battle, gun, kind, shooters, squad, state, targets

RIFLE, CANNON = gun("rifle"), gun("cannon", range=48)


def unit(name: str, *has: str, n: int = 1, weapon: Any = RIFLE, **stats: Any) -> Unit:
    return shooters(n, weapon, name=name, has=has, **({"W": 1} | stats))


MINE = army("Mine", unit("Squad", n=2), unit("Others"))


def shot(at: str, *dice: tuple[str, Any], by: str = "Squad") -> tuple[tuple[str, Any], ...]:
    return ("unit", by), ("target", at), *dice


BACK, DIES = ("shoots back:Foes", "yes"), ("shoots on death:Shooter", "yes")
MISSED = (("hit:rifle", [1, 1]),)
ONE_FALLS = (("hit:rifle", [6, 1]), ("wound:rifle", [6]), ("save:Shooter", [1]))


def fought(theirs: tuple[Unit, ...], *script: tuple[str, Any], mine: Any = MINE, **more: Any) -> Any:
    return battle(mine, army("Theirs", *theirs), *script, **more)


# Back ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-58")
def test_who_was_shot_at_shoots_back() -> None:
    theirs = (unit("Foes", "shoots back", n=2, weapon=CANNON), targets(3, "Bystanders"))
    played = fought(theirs, *shot("Foes", *MISSED), BACK, ("target", "Squad"), ("hit:cannon", [1, 1]))
    asked = played.question("shoots back:Foes")
    assert (asked.owner, asked.default) == ("defender", "no")
    assert played.question("hit:cannon").dice == 2
    assert played.left.key == "unit"
    assert closed(played.left, "Squad") == [("has shot", "10E-ELIG-9")]
    assert closed(played.left, "Others") == []


@pytest.mark.rule("10E-EFF-58")
def test_at_the_unit_that_shot_it_alone() -> None:
    played = fought((unit("Foes", "shoots back", weapon=CANNON),), *shot("Foes", *MISSED), ("shoots back:Foes", "yes"))
    assert closed(played.left, "Squad") == []
    assert closed(played.left, "Others") == [("it shoots back at the unit that shot it", "10E-EFF-58")]


@pytest.mark.rule("10E-EFF-58")
def test_it_may_leave_it() -> None:
    assert fought((unit("Foes", "shoots back"),), *shot("Foes", *MISSED), ("shoots back:Foes", "no")).left.key == "unit"


@pytest.mark.rule("10E-EFF-58", "10E-DMG-4")
def test_who_is_gone_does_not() -> None:
    theirs = unit("Foes", "shoots back"), targets(3, "Bystanders")
    assert "shoots back:Foes" not in fought(theirs, *shot("Foes", *ONE_FALLS)).every_key
    theirs = unit("Foes", "shoots back", n=2), targets(3, "Bystanders")
    assert "shoots back:Foes" in fought(theirs, *shot("Foes", *ONE_FALLS), ("shoots back:Foes", "no")).every_key


@pytest.mark.rule("10E-EFF-58", "10E-OOP-2")
def test_not_while_it_is_locked() -> None:
    theirs = (unit("Foes", "shoots back", keywords=("VEHICLE",), W=3),)
    played = fought(theirs, *state("Foes", "locked in combat"), ("locked with", "Others"), *shot("Foes", *MISSED))
    assert "shoots back:Foes" not in played.every_key


@pytest.mark.rule("10E-EFF-58", "10E-OOP-2", "10E-ELIG-1")
@each(
    "mark, why",
    [
        (states.LOCKED, "locked in combat"),
        (states.OFF, "not on the battlefield"),
        (f"{states.EMBARKED}Truck", "not on the battlefield"),
        (states.ADVANCED, None),
    ],
)
def test_not_from_elsewhere(mark: str, why: str | None) -> None:
    foes = unit("Foes", "shoots back")
    began = RULESET.begin_battle(MINE, army("Theirs", foes), None)
    began = replaced(began, 1, 0, began.sides[1].units[0].with_mark(Mark(mark)))
    reason = why_not(began, OutOfTurnShooting(1, 0, "shoots back", foes.models[0][0].abilities[0], at=0))
    assert (reason and reason.text) == why


@pytest.mark.rule("10E-EFF-58", "10E-OOP-2")
def test_who_shoots_back_is_not_shot_back_at() -> None:
    mine = army("Mine", unit("Squad", "shoots back", n=2), unit("Others"))
    played = fought(
        (unit("Foes", "shoots back", weapon=CANNON),), *shot("Foes", *MISSED), BACK, ("target", "Squad"), ("hit:cannon", [1]),
        mine=mine,
    )  # fmt: skip
    assert "shoots back:Squad" not in played.every_key


@pytest.mark.rule("10E-EFF-58", "10E-OOP-2", "10E-EFF-44")
def test_what_comes_after_shooting_is_for_ones_own_phase() -> None:
    has = "shoots back", "1 mortal wounds on 2+ after shooting"
    played = fought((unit("Foes", *has, weapon=CANNON),), *shot("Foes", *MISSED), BACK, ("target", "Squad"), ("hit:cannon", [6]),
                    ("wound:cannon", [1]))  # fmt: skip
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-58", "10E-EFF-10")
def test_back_at_some_alone() -> None:
    theirs = (unit("Foes", "shoots back against VEHICLE"),)
    assert "shoots back:Foes" not in fought(theirs, *shot("Foes", *MISSED)).every_key


@pytest.mark.rule("10E-EFF-58", "10E-EFF-20", "10E-EFF-21")
def test_back_on_conditions() -> None:
    theirs = (unit("Foes", "shoots back if lit"),)
    played = fought(theirs, *shot("Foes", *MISSED), BACK, ("if lit:Foes", "no"))
    assert played.said("No shots by Foes: Shoots back if lit", "10E-EFF-58")
    once = (unit("Foes", "shoots back once per battle"),)
    others = shot("Foes", ("hit:rifle", [1]), by="Others")
    played = fought(once, *shot("Foes", *MISSED), BACK, ("target", "Squad"), ("hit:rifle", [1]), *others)
    assert played.every_key.count("shoots back:Foes") == 1


# On death ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-58", "10E-DMG-4")
def test_a_model_that_falls_shoots_before_it_is_removed() -> None:
    theirs = (unit("Foes", "shoots on death", n=2, weapon=CANNON), targets(3, "Bystanders"))
    played = fought(theirs, *shot("Foes", *ONE_FALLS), DIES, ("target", "Others"), ("hit:cannon", [6]), ("wound:cannon", [6]),
                    ("save:Shooter", [1]))  # fmt: skip
    assert played.question("shoots on death:Shooter").owner == "defender"
    assert played.question("hit:cannon").dice == 1  # the one that fell, not the other
    assert played.wounds("Others") == {}
    assert played.wounds("Foes") == {"Shooter": [1]}
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-58")
def test_the_last_one_too_after_all_attacks() -> None:
    theirs = (unit("Foes", "shoots on death", n=2, weapon=CANNON), targets(3, "Bystanders"))
    both = (("hit:rifle", [6, 6]), ("wound:rifle", [6, 6]), ("save:Shooter", [1, 1]))
    played = fought(theirs, *shot("Foes", *both), DIES, ("target", "Squad"), ("hit:cannon", [1, 1]))
    assert played.question("hit:cannon").dice == 2
    assert not played.unit_at("Foes").ranks


@pytest.mark.rule("10E-EFF-58", "10E-ELIG-3", "10E-OOP-2")
def test_who_dies_in_combat_does_not_shoot_and_then_lets_go() -> None:
    foes = unit("Foes", "shoots on death", keywords=("VEHICLE",))
    held = (*state("Others", "locked in combat"), ("locked with", "Foes"))
    falls = (("hit:rifle", [6, 6]), ("wound:rifle", [6, 6]), ("save:Shooter", [1, 1]))
    played = fought((foes,), *held, *shot("Foes", *falls))
    assert "shoots on death:Shooter" not in played.every_key
    assert not played.battle.unit_at((0, 1)).marked("locked in combat")


@pytest.mark.rule("10E-EFF-58", "10E-WPN-HAZ-2")
def test_its_hazardous_weapon_is_not_tested() -> None:
    """The mortal wounds would come on it and not spill, and it is slain already: nothing is thrown, and that is said."""
    foes = unit("Foes", "shoots on death", n=2, weapon=gun("cannon", "Hazardous", range=48))
    played = fought((foes,), *shot("Foes", *ONE_FALLS), DIES, ("target", "Others"), ("hit:cannon", [1]))
    assert "hazardous" not in played.every_key
    assert played.said("No Hazardous test: who shot is slain already.", "10E-WPN-HAZ-2")
    assert played.wounds("Foes") == {"Shooter": [1]}
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-58")
def test_on_a_roll() -> None:
    theirs = (unit("Foes", "shoots on death on 4+", n=2, weapon=CANNON), targets(3, "Bystanders"))
    played = fought(
        theirs, *shot("Foes", *ONE_FALLS), ("shoots on death:Shooter", "yes"), ("shoots on death:Shooter", [3])
    )
    assert played.left.key == "unit"
    assert played.because("shoots on death:Shooter", 1) == [("Shoots on death on 4+", "10E-EFF-58")]
    assert played.question("shoots on death:Shooter", 1).owner == "defender", "his die, in the other's phase"
    played = fought(
        theirs, *shot("Foes", *ONE_FALLS), ("shoots on death:Shooter", "yes"), ("shoots on death:Shooter", [4])
    )
    assert played.left.key == "target"


@pytest.mark.rule("10E-EFF-58")
def test_as_many_shoot_as_dice_show_enough() -> None:
    theirs = (unit("Foes", "shoots on death on 4+", n=3, weapon=CANNON), targets(3, "Bystanders"))
    both = (("hit:rifle", [6, 6]), ("wound:rifle", [6, 6]), ("save:Shooter", [1, 1]))
    played = fought(theirs, *shot("Foes", *both), DIES, ("shoots on death:Shooter", [3, 4]), ("target", "Others"))
    assert played.left.dice == 1


@pytest.mark.rule("10E-EFF-58", "10E-EFF-6")
def test_what_lets_it_shoot_may_be_lent() -> None:
    mine = army("Mine", unit("Squad", n=2), unit("Lender", 'lend INFANTRY within 6": shoots after Advancing'))
    foes, lent = (targets(9, "Foes"),), ("marks and loans", {"lend:Lender": "Squad"})
    assert fought(foes, lent, *state("Squad", "advanced"), *shot("Foes", *MISSED), mine=mine).left.key == "unit"
    without = fought(foes, *state("Squad", "advanced"), mine=mine)
    assert [rule for _, rule in closed(without.left, "Squad")] == ["10E-ELIG-1"]


@pytest.mark.rule("10E-EFF-58", "10E-DMG-4", "10E-DEMISE-1")
@pytest.mark.parametrize("timing", ["on_removal", "at_once"])
def test_its_deadly_demise_comes_after_that(timing: str) -> None:
    bomb = squad("Bomb", kind("Bomb", 1, CANNON, W=1, has=("shoots on death", "Deadly Demise 1")))
    theirs = (bomb, targets(3, "Bystanders"))
    falls = (("hit:rifle", [6, 1]), ("wound:rifle", [6]), ("save:Bomb", [1]))
    played = fought(
        theirs, *shot("Bomb", *falls), ("shoots on death:Bomb", "yes"), ("target", "Squad"), ("hit:cannon", [1]), ("demise:Bomb", [1]),
        settings={"demise_timing": timing},
    )  # fmt: skip
    assert played.left.key == "unit"
    declined = fought(theirs, *shot("Bomb", *falls), ("shoots on death:Bomb", "no"), ("demise:Bomb", [1]))
    assert declined.left.key == "unit"


@pytest.mark.rule("10E-EFF-58", "10E-WPN-ONESHOT-1", "10E-ELIG-6")
def test_with_a_spent_weapon_nobody_shoots_on_death() -> None:
    """He falls by the weapon that he fired."""
    missile = gun("missile", "One Shot", "Hazardous")
    mine = army("Mine", unit("Squad", "shoots on death", weapon=missile), unit("Others"))
    played = fought((unit("Foes"), targets(3)), *shot("Foes", ("hit:missile", [1]), ("hazardous", [1])), mine=mine)
    assert played.left.key == "unit"
    assert "shoots on death:Shooter" not in played.every_key


@pytest.mark.rule("10E-EFF-58", "10E-DMG-5")
def test_it_shoots_as_with_one_wound_left() -> None:
    walker = squad("Walker", kind("Walker", 1, CANNON, W=4, has=("shoots on death", "Damaged: 1-2")))
    mine = army("Mine", shooters(1, gun("laser", D=6), name="Squad"), unit("Others"))
    played = fought((walker, targets(3)), ("unit", "Squad"), ("target", "Walker"), ("hit:laser", [6]), ("wound:laser", [6]),
                    ("save:Walker", [1]), ("shoots on death:Walker", "yes"), ("target", "Others"), ("hit:cannon", [1]), mine=mine)  # fmt: skip
    assert ("Damaged: 1 wounds left", "10E-DMG-5") in played.because("hit:cannon")


# Once more -----------------------------------------------------------------------------------------------------------

AGAIN = army("Mine", unit("Squad", "shoots again", n=2), unit("Others"))


@pytest.mark.rule("10E-EFF-58")
def test_who_shoots_again_may_be_selected_once_more() -> None:
    foes = (targets(9, "Foes"),)
    once = fought(foes, *shot("Foes", *MISSED), mine=AGAIN)
    assert once.said("Squad may shoot again", "10E-EFF-58")
    assert closed(once.left, "Squad") == []
    twice = fought(foes, *shot("Foes", *MISSED), *shot("Foes", *MISSED), mine=AGAIN)
    assert closed(twice.left, "Squad") == [("has shot", "10E-ELIG-9")]
    nobody = fought(foes, *shot("Foes", ("hit:rifle", [1]), by="Others"), mine=AGAIN)
    assert closed(nobody.left, "Others") == [("has shot", "10E-ELIG-9")]


@pytest.mark.rule("10E-EFF-58", "10E-EFF-20")
def test_again_once_a_battle() -> None:
    mine = army("Mine", unit("Squad", "shoots again once per battle", n=2), unit("Others"))
    use = ("shoots again:Squad", "yes")
    first = (*shot("Foes", *MISSED), use, *shot("Foes", *MISSED), ("unit", "end the phase"), ("next turn", "go on"))
    played = fought((targets(9, "Foes"),), *first, *shot("Foes", *MISSED), mine=mine)
    assert closed(played.left, "Squad") == [("has shot", "10E-ELIG-9")]


@pytest.mark.rule("10E-EFF-58", "10E-EFF-21")
def test_again_on_a_condition() -> None:
    mine = army("Mine", unit("Squad", "shoots again if lit", n=2), unit("Others"))
    foes = (targets(9, "Foes"),)
    assert closed(fought(foes, *shot("Foes", *MISSED), mine=mine).left, "Squad") == [("has shot", "10E-ELIG-9")]
    assert closed(fought(foes, *shot("Foes", *MISSED), ("if lit:Squad", "yes"), mine=mine).left, "Squad") == []


# Overwatch (10E-EFF-59) ----------------------------------------------------------------------------------------------

WATCHED = (("unit", "overwatch"), ("overwatch", "A"), ("target", "Squad"), ("hit:rifle", [1]))


@pytest.mark.rule("10E-EFF-59", "10E-OOP-1")
def test_overwatch_again_though_it_was_used() -> None:
    plain = fought((unit("A"), unit("B")), *WATCHED)
    assert closed(plain.left, "overwatch") == [("Overwatch was fired this turn", "10E-OOP-1")]
    theirs = unit("A"), unit("B", "again though used"), unit("C")
    asked = fought(theirs, *WATCHED, ("unit", "overwatch"), ("overwatch", "B")).question("overwatch", 1)
    assert closed(asked, "A") == closed(asked, "C") == [("Overwatch was fired this turn", "10E-OOP-1")]
    assert closed(asked, "B") == []
    twice = fought(theirs, *WATCHED, ("unit", "overwatch"), ("overwatch", "B"), ("target", "Squad"), ("hit:rifle", [1]))
    assert closed(twice.left, "overwatch") == [("Overwatch was fired this turn", "10E-OOP-1")]


@pytest.mark.rule("10E-EFF-59", "10E-EFF-21")
def test_again_if_it_holds() -> None:
    theirs = unit("A"), unit("B", "again though used if lit")
    played = fought(theirs, *WATCHED, ("unit", "overwatch"), ("overwatch", "B"), ("if lit:B", "no"))
    assert played.said("No Overwatch by B: Again though used if lit", "10E-EFF-59")
    played = fought(theirs, *WATCHED, ("unit", "overwatch"), ("overwatch", "B"), ("if lit:B", "yes"))
    assert played.left.key == "target"


@pytest.mark.rule("10E-EFF-59")
def test_free_overwatch_is_told() -> None:
    theirs = unit("A", "free Overwatch"), unit("B")
    played = fought(theirs, *WATCHED)
    assert played.said("A: its Overwatch costs no CP", "10E-EFF-59")
    asked = played.question("overwatch")
    assert [option.label for option in asked.options[:2]] == ["A, 1 model; Free Overwatch", "B, 1 model"]
    assert not fought((unit("B"), unit("A")), *WATCHED).said("costs no CP", "10E-EFF-59")


@pytest.mark.rule("10E-EFF-59", "10E-EFF-20")
def test_free_once_a_battle_if_one_wishes() -> None:
    theirs = unit("A", "free Overwatch once per battle"), unit("B")
    watched = (*WATCHED[:2], ("free overwatch:A", "yes"), *WATCHED[2:])
    turns = (("unit", "end the phase"), ("unit", "end the phase"), ("next turn", "go on"))
    used = fought(theirs, *watched, *turns, *WATCHED)
    assert used.said("A: its Overwatch costs no CP", "10E-EFF-59")
    assert used.every_key.count("free overwatch:A") == 1
    kept = fought(theirs, *WATCHED, *turns, *WATCHED)
    assert not kept.said("costs no CP", "10E-EFF-59")
    assert kept.every_key.count("free overwatch:A") == 2


@pytest.mark.rule("10E-EFF-54", "10E-OOP-1")
def test_no_overwatch_in_a_battle() -> None:
    mine = army("Mine", unit("Squad", "no Overwatch against if disembarked this turn"), unit("Others"))
    out = state("Squad", "disembarked this turn")
    played = fought((unit("A"),), *out, *WATCHED[:3], mine=mine)
    assert played.said("Squad: No Overwatch against if disembarked this turn", "10E-EFF-54")
    assert closed(played.left, "Squad") == [("nothing of the unit can fire at it", "10E-TGT-2")]
    assert closed(played.left, "Others") == []
    assert fought((unit("A"),), *WATCHED, mine=mine).left.key == "unit"


@pytest.mark.rule("10E-EFF-57", "10E-OOP-1")
def test_overwatch_on_better_dice_in_a_battle() -> None:
    played = fought((unit("A", "Overwatch hits on 5+"),), *WATCHED)
    assert played.because("hit:rifle") == [("Fire Overwatch: unmodified 5+ hits", "10E-EFF-57")]
    assert played.question("hit:rifle").need.target == 5


@pytest.mark.rule("10E-EFF-49")
def test_in_a_battle_an_action_bars_unless_it_is_eligible() -> None:
    foes = (targets(9, "Foes"),)
    mine = army("Mine", unit("Squad", "eligible to shoot after an action"), unit("Others"))
    played = fought(foes, *state("Squad", "performing an action"), *shot("Foes", ("hit:rifle", [1])), mine=mine)
    assert played.left.key == "unit"
    ended = fought(foes, *state("Others", "performing an action"), ("unit", "end the phase"), ("next turn", "go on"))
    assert closed(ended.left, "Others") == []
