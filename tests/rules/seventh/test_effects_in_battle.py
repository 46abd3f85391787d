"""Effects told in a battle: offered, kept as long as they last, seen, and felt in attacks (7E-EFF-2, 5, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import ATTACK
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.tokens import Hit
from tests.rules.seventh.helpers.tabletop import (
    Played,
    army,
    battle,
    boyz,
    fire,
    gun,
    marines,
    squad,
    trooper,
    work_out,
)
from tests.rules.seventh.helpers.vehicles import tank

ONE = gun("rifle", S="4", AP="5", type="Assault 1")
END = ("unit", "end the phase")


def told(unit: str, *what: str) -> list[tuple[str, Any]]:
    """What is the case of a unit, from the menu of units on."""
    return [step for one in what for step in (("unit", "a unit's state"), ("state of", unit), ("state", one))]


BLUE = army("Blue", marines(3, ONE, name="Squad"), marines(3, ONE, name="Others"))
RED = army("Red", boyz(6), boyz(3, name="Grots"))


def two(*script: Any, mine: Army = BLUE, theirs: Army = RED, **settings: Any) -> Played:
    return battle(mine, theirs, *script, **settings)


def shot(dice: Sequence[Any], unit: str = "Squad") -> list[tuple[str, Any]]:
    return [("unit", unit), ("target", "Boyz"), *fire("rifle"), ("hit:rifle", [*dice])]


def options(played: Played) -> dict[str, str]:
    """What can be answered, with its words; what is out of sight at first too."""
    return {option.value: option.label for option in played.left.options}  # type: ignore[union-attr]


@pytest.mark.rule("7E-EFF-2", "7E-EFF-4")
def test_what_is_told_of_a_unit_is_felt_in_its_attack() -> None:
    played = two(*told("Squad", "Prescience"), *shot([1, 2, 6, ">", 3, 1]), ("wound:rifle", [1, 1]), ("unit", "Others"))
    assert played.marks("Squad")[:1] == ["Prescience"]


@pytest.mark.rule("7E-EFF-2", "7E-EFF-4")
def test_what_is_told_of_the_enemy_is_felt_in_attacks_at_it() -> None:
    two(*told("Boyz", "Doom"), *shot([6, 6, 1]), ("wound:rifle", [1, 2, ">", 3, 3]), ("unit", "Others"))
    two(*told("Boyz", "Invisibility"), *shot([5, 5, 5]), ("unit", "Others"))  # Snap Shots: fives miss
    two(
        *told("Boyz", "Forewarning"), *shot([6, 6, 6]), ("wound:rifle", [6, 6, 6]), ("save:Boy", [4, 4, 3]),
        ("unit", "Others"),
    )  # fmt: skip


@pytest.mark.rule("7E-EFF-2")
def test_it_lasts_until_the_next_turn_of_who_cast_it() -> None:
    script = [*told("Squad", "Prescience"), *told("Boyz", "Doom", "Bolter Drill"), *told("Squad", "Take Aim!")]
    assert two(*script, ("unit", "a unit's state")).marks("Squad") == ["Prescience", "Take Aim!"]
    theirs = two(*script, END, ("unit", "a unit's state"))
    assert (theirs.marks("Squad"), theirs.marks("Boyz")) == (["Prescience"], ["Doom", "Bolter Drill"])
    mine = two(*script, END, END, ("next turn", "go on"), ("unit", "a unit's state"))
    assert (mine.marks("Squad"), mine.marks("Boyz")) == ([], ["Bolter Drill"])


@pytest.mark.rule("7E-EFF-2")
def test_it_can_be_over_sooner() -> None:
    played = two(*told("Squad", "Prescience"), ("unit", "a unit's state"), ("state of", "Squad"))
    assert options(played)["Prescience"] == "no longer Prescience"
    assert two(*told("Squad", "Prescience", "Prescience"), ("unit", "a unit's state")).marks("Squad") == []


@pytest.mark.rule("7E-EFF-2", "7E-EFF-8")
@pytest.mark.parametrize(
    ("lasts", "after", "later"),
    [("this shot", [], []), ("this phase", ["bs +1"], []), ("until its owner's next turn", ["bs +1"], ["bs +1"]),
     ("until said", ["bs +1"], ["bs +1"])],
)  # fmt: skip
def test_words_of_ones_own_are_told_with_how_long(lasts: str, after: list[str], later: list[str]) -> None:
    script = [*told("Squad", "something else"), ("effects", "bs +1"), ("lasts", lasts), *shot([2, 2, 1])]
    script += [("wound:rifle", [1, 1]), ("unit", "a unit's state")]
    assert [name for name in two(*script).marks("Squad") if name == "bs +1"] == after
    turned = two(*script, ("state of", "back"), END, ("unit", "a unit's state"))
    assert [name for name in turned.marks("Squad") if name == "bs +1"] == later


@pytest.mark.rule("7E-EFF-2")
def test_what_these_armies_can_have_comes_first_and_the_rest_is_out_of_sight() -> None:
    asked = ("unit", "a unit's state"), ("state of", "Squad")
    plain = two(*asked)
    sight = [option.value for option in plain.left.options if not option.rarely_chosen]  # type: ignore[union-attr]
    assert "Prescience" in options(plain)
    assert "Prescience" not in sight
    psyker = BLUE.but(units=(*BLUE.units, marines(1, ONE, name="Librarian", unit_rules=("Psyker (Mastery Level 2)",))))
    able = two(*asked, mine=psyker.but(faction="Astra Militarum"))
    sight = [option.value for option in able.left.options if not option.rarely_chosen]  # type: ignore[union-attr]
    assert {"Prescience", "Take Aim!"} <= {*sight}
    assert "Guide" not in sight
    assert options(able)["Prescience"] == "Prescience: failed rolls To Hit again; until Blue's next turn"


@pytest.mark.rule("7E-EFF-2")
def test_it_is_said_whose_next_turn_ends_it() -> None:
    doomed = two(*told("Boyz", "Doom"), *told("Squad", "Prescience"), *told("Boyz", "Protect"))
    assert doomed.said("Boyz: Doom, until Blue's next turn", "7E-EFF-2")
    assert doomed.said("Squad: Prescience, until Blue's next turn", "7E-EFF-2")
    assert doomed.said("Boyz: Protect, until Red's next turn", "7E-EFF-2")
    asked = two(*told("Boyz", "something else"), ("effects", "bs +1"))
    assert options(asked)["until its owner's next turn"] == "until Blue's next turn"
    own = two(*told("Boyz", "something else"), ("effects", "bs +1"), ("lasts", "until its owner's next turn"))
    assert own.said("Boyz: bs +1, until Blue's next turn", "7E-EFF-2")


def in_sight(unit: str, mine: Army, theirs: Army = RED) -> set[str]:
    played = two(("unit", "a unit's state"), ("state of", unit), mine=mine, theirs=theirs)
    return {option.value for option in played.left.options if not option.rarely_chosen}  # type: ignore[union-attr]


@pytest.mark.rule("7E-EFF-2")
def test_what_the_enemy_or_one_unit_brings_is_in_sight() -> None:
    ethereal = BLUE.but(units=(*BLUE.units, marines(1, ONE, name="Ethereal")))
    assert {"Storm of Fire", "Sense of Stone", "Zephyr's Grace"} <= in_sight("Squad", ethereal)
    assert "Sense of Stone" not in in_sight("Squad", BLUE)
    psykers = RED.but(units=(*RED.units, boyz(1, name="Weirdboy", unit_rules=("Psyker",))))
    assert {"Misfortune", "Banishment", "Null Zone"} <= in_sight("Squad", BLUE, psykers)  # theirs, on an enemy
    assert in_sight("Squad", BLUE, psykers).isdisjoint({"Prescience", "Iron Arm", "Invisibility"})
    able = BLUE.but(units=(*BLUE.units, tank(name="Tank"), marines(1, ONE, name="Seer", unit_rules=("Psyker",))))
    assert {"Prescience", "Iron Arm"} <= in_sight("Squad", able)
    assert "Iron Arm" not in in_sight("Tank", able)  # of one model, and no vehicle has it
    assert "Prescience" in in_sight("Tank", able)


@pytest.mark.rule("7E-EFF-6")
def test_orders_about_going_to_ground_running_and_splitting_fire() -> None:
    back = two(
        *shot([6, 6, 6]), ("wound:rifle", [6, 6, 6]), ("go_to_ground", "yes"), ("save:Boy", [6, 6, 6]), END,
        *told("Boyz", "Get Back in the Fight!"), ("unit", "a unit's state"),
    )  # fmt: skip
    assert back.marks("Boyz") == []
    runs = two(*told("Squad", "Forwards!"), *shot([1, 1, 1]), ("battle_focus", "yes"), ("run", 4), ("unit", "Others"))
    assert "ran" in runs.marks("Squad")
    splits = two(*told("Squad", "Smite at Will!"), ("unit", "Squad"))
    assert splits.left is not None
    assert splits.left.key == "target"
    unordered = two(("unit", "Squad"))
    assert "split fire" in options(two(*told("Squad", "Smite at Will!"), ("unit", "Squad")))
    assert "split fire" not in options(unordered)


# Markerlights --------------------------------------------------------------------------------------------------------

LIGHTS = squad("Pathfinders", trooper("Pathfinder", 4, "markerlight", BS=3))
TAU = army("Blue", LIGHTS, marines(2, ONE, name="Squad", BS=3), marines(2, ONE, name="Others", BS=3))
LIT = [("unit", "Pathfinders"), ("target", "Boyz"), *fire("markerlight"), ("hit:markerlight", [4, 5, 6, 1])]


@pytest.mark.rule("7E-EFF-5")
def test_hits_of_markerlights_are_counters_and_are_gone_with_the_phase() -> None:
    played = two(*LIT, ("unit", "a unit's state"), mine=TAU)
    weapon = next(option for option in played.question("weapon").options if option.value == "markerlight")
    assert weapon.label == '4 markerlights, 36" Heavy'  # no Strength, no AP: it hurts nobody
    assert played.marks("Boyz") == ["3 markerlight counters"]
    assert sum(rank.n for rank in played.unit_at("Boyz").ranks) == 6
    assert two(*LIT, END, ("unit", "a unit's state"), mine=TAU).marks("Boyz") == []


@pytest.mark.rule("7E-EFF-5")
def test_who_shoots_at_the_unit_spends_them() -> None:
    at = [("unit", "Squad"), ("target", "Boyz")]
    spent = two(*LIT, *at, ("markerlights", "pinpoint 2"), *fire("rifle"), ("hit:rifle", [2, 1]), ("wound:rifle", [1]),
                ("unit", "a unit's state"), mine=TAU)  # fmt: skip
    assert spent.marks("Boyz") == ["1 markerlight counter"]
    asked = two(*LIT, *at, mine=TAU)
    assert [*options(asked)] == ["none", "pinpoint 1", "pinpoint 2", "scour", "pinpoint 3", "pinpoint 1, scour"]
    scoured = two(*LIT, *at, ("markerlights", "pinpoint 1, scour"), *fire("rifle"), ("hit:rifle", [3, 2]),
                  ("wound:rifle", [6]), mine=TAU)  # fmt: skip
    assert scoured.left is not None
    assert scoured.left.key != "go_to_ground"  # it would help nobody


@pytest.mark.rule("7E-EFF-5")
def test_who_is_no_tau_cannot_spend_them() -> None:
    mine = TAU.but(units=(LIGHTS, TAU.units[1].but(faction="Astra Militarum"), TAU.units[2].but(faction="Tau Empire")))
    unasked = two(*LIT, *[("unit", "Squad"), ("target", "Boyz")], mine=mine)
    assert unasked.left is not None
    assert unasked.left.key == "weapon"
    asked = two(*LIT, ("unit", "Others"), ("target", "Boyz"), mine=mine)
    assert asked.left is not None
    assert asked.left.key == "markerlights"


@pytest.mark.rule("7E-EFF-6")
@pytest.mark.parametrize("state", ["gone to ground", "falling back", "regrouped"])
def test_back_in_the_fight_counts_in_an_attack_on_its_own(state: str) -> None:
    said = {"attacker_state": state}
    snaps = work_out(ATTACK, new_attack(marines(1, ONE), boyz(1)), said).expected[Hit]
    ordered = work_out(ATTACK, new_attack(marines(1, ONE), boyz(1)), said | {"effects": "Get Back in the Fight!"})
    assert (snaps, ordered.expected[Hit]) == (Fraction(1, 6), Fraction(2, 3))


@pytest.mark.rule("7E-EFF-4", "7E-HIT-5")
def test_who_has_only_markers_cannot_choose_an_invisible_target() -> None:
    mortars = army("Blue", marines(3, "mortar", name="Mortars"), marines(3, ONE, name="Squad"))
    at = two(*told("Boyz", "Invisibility"), ("unit", "Mortars"), mine=mortars)
    shut = {option.value: [reason.text for reason in option.closed] for option in at.left.options}  # type: ignore[union-attr]
    assert shut["Boyz"] == ["only Snap Shots may be fired at it, and it has no weapon for these"]
    assert not shut["Grots"]
    other = two(*told("Boyz", "Invisibility"), ("unit", "Squad"), mine=mortars)
    assert all(not option.closed for option in other.left.options if option.value == "Boyz")  # type: ignore[union-attr]
