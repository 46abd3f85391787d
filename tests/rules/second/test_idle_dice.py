"""No die and no fact is asked that cannot matter: whatever it is, the game goes on as it would."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.single_attack import questions_of
from shoot_cli.input.answers import Task
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.profiles import Location, Save, Unit
from tests.rules.second.helpers.guns_and_men import RHINO, car, firer, gun, men, rapiers, sure
from tests.rules.second.helpers.scripted_battles import battle, squad
from tests.rules.second.helpers.tabletop import attack, chances, fire


def keys(*args: Any, **more: Any) -> list[str]:
    return attack(*args, **more).keys


@pytest.mark.rule("2E-DMG-1")
@pytest.mark.parametrize(("damage", "wounds"), [("D6", 1), ("2D6", 2), ("D4+1", 2), ("2D12", 1)])
def test_no_damage_is_rolled_where_the_least_of_it_slays(damage: str, wounds: int) -> None:
    shooter = firer(sure(9, -9, damage))
    assert attack(shooter, men(wounds=wounds), fire("gun"), ("wound", [6])).alive() == {}
    assert chances(shooter, men(wounds=wounds))[1] == chances(firer(sure(9, -9)), men())[1]


@pytest.mark.rule("2E-DMG-1")
def test_damage_is_rolled_where_it_may_not_slay() -> None:
    played = attack(firer(sure(9, -9, "2D6")), men(wounds=3), fire("gun"), ("wound", [6]), ("damage", 2))
    assert played.alive() == {"Man": [1]}
    twice = attack(firer(sure(9, -9, "2D6"), n=2), men(wounds=4), fire("gun"), ("wound", [6, 6]))
    assert twice.alive() == {}  # two wounds of at least two points each


@pytest.mark.rule("2E-DMG-1")
def test_several_who_are_slain_by_the_least_of_it_are_rolled_for_together() -> None:
    shooter = firer(sure(9, -9, "2D6"), n=3)
    assert attack(shooter, men(5, wounds=2), fire("gun"), ("wound", [6, 6, 1])).alive() == {"Man": [2, 2, 2]}


@pytest.mark.rule("2E-SAV-3")
def test_a_save_on_two_dice_that_cannot_fail_is_not_rolled() -> None:
    suit = men(save=Save(2, 2))
    assert attack(firer(sure(9, 0)), suit, fire("gun"), ("wound", [6])).alive() == {"Man": [1]}
    assert "save" in keys(firer(sure(9, -1)), suit, fire("gun"), ("wound", [6]), ("save", 4))


@pytest.mark.rule("2E-VEH-1", "2E-AP-2")
def test_no_location_is_rolled_of_what_cannot_be_penetrated() -> None:
    played = attack(firer(sure(4)), RHINO, fire("gun"))  # at most 10 against 12
    assert "location" not in played.keys
    assert played.said(
        "gun: no need to roll, no hit can do anything: it cannot penetrate Car anywhere, its most is 10", "2E-AP-2"
    )
    assert "location" in keys(firer(sure(7)), RHINO, fire("gun"), ("location", [1]))  # the weapons, not the track


@pytest.mark.rule("2E-VEH-1")
def test_a_crew_that_can_be_wounded_is_a_place_to_be_hit() -> None:
    crewed = car(Location("hull", (1, 2, 3), 20, 20), Location("crew", (4, 5, 6), crew=True), toughness=4)
    assert "location" in keys(firer(sure(4)), crewed, fire("gun"), ("location", [4]), ("wound", [1]))
    tough = car(Location("hull", (1, 2, 3), 20, 20), Location("crew", (4, 5, 6), crew=True), toughness=8)
    assert "location" not in keys(firer(sure(4)), tough, fire("gun"))
    assert "location" in keys(firer(sure(4, rules=("Needle",))), tough, fire("gun"), ("location", [4]))


@pytest.mark.rule("2E-VEH-2")
def test_gun_or_crew_is_not_rolled_if_neither_can_be_hurt() -> None:
    weak, far = firer(sure(1)), {"distance": 20.0}
    attack(weak, rapiers(), fire("gun"), ("gun or crew", [1]), ("wound", [1]), **far)
    tough = rapiers().but(models=((rapiers().models[0][0].but(toughness=8), 1),))
    assert "gun or crew" not in keys(weak, tough, fire("gun"), **far)


@pytest.mark.rule("2E-AP-1")
def test_penetration_that_is_decided_is_not_rolled() -> None:
    thin, thick = (car(Location("hull", (1, 2, 3, 4, 5, 6), armour, armour)) for armour in (9, 24))
    krak = firer(sure(8, penetration="D6+D10+8"))
    assert attack(krak, thin, fire("gun")).end.penetrations == ((0, 1),)
    assert attack(krak, thick, fire("gun")).end.penetrations == ()  # 24 at most


@pytest.mark.rule("2E-AP-3")
def test_the_flayer_rolls_on_only_if_it_is_needed() -> None:
    flayer = firer(sure(4, rules=("Metal Flayer",)))
    thin, thick = (car(Location("hull", (1, 2, 3, 4, 5, 6), armour, armour)) for armour in (9, 12))
    assert attack(flayer, thin, fire("gun"), ("penetration", 6)).end.penetrations == ((0, 1),)
    assert attack(flayer, thick, fire("gun"), ("penetration", 6), ("flayer", 3)).end.penetrations == ((0, 1),)


@pytest.mark.rule("2E-BRK-1")
def test_a_break_test_that_cannot_be_passed_is_failed_without_dice() -> None:
    sheep = squad("Orks", 4, gun(), leadership=1)
    script = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [6]), ("unit", "B")]
    played = battle([squad("A", 1, sure(9, -9)), squad("B", 1, gun())], [sheep], *script, ("target", "hold fire"))
    assert "broken" in played.marks("Orks")
    assert "break test" not in played.keys


@pytest.mark.rule("2E-VEH-4", "2E-AP-2")
def test_parts_that_cannot_be_hurt_are_not_asked_for_under_a_marker() -> None:
    """The thick part matters only while nothing else is hit: then a location is rolled, and may be the thin one."""
    hull = car(Location("Thin", (1, 2, 3), 10, 10), Location("Thick", (4, 5, 6), 30, 30))
    shell = firer(sure(8, penetration="D6+8", blast=2))
    assert attack(shell, hull, fire("gun"), ("covered", ["Thin"]), ("penetration", 3)).end.penetrations == ((0, 1),)
    assert attack(shell, hull, fire("gun"), ("covered", []), ("touched", ["Thick"]), ("part", [6])).keys
    feeble = firer(sure(2, penetration="D6", blast=2))
    assert not {"covered", "touched", "location"} & {*keys(feeble, hull, fire("gun"))}


# Facts ---------------------------------------------------------------------------------------------------------------


def asked(shooter: Unit, target: Unit, **settings: str) -> set[str]:
    return {q.key.partition(":")[0] for q in questions_of(Task(RULESET, shooter, target, {"distance": 6.0}, settings))}


TO_HIT = {"speed", "large", "stasis", "modifier"}


@pytest.mark.rule("2E-HIT-4")
def test_what_changes_no_score_is_not_asked() -> None:
    """Speed of who ignores it; anything of a weapon that hits on a fixed score, or without a roll."""
    assert asked(firer(gun()), men(3)) >= TO_HIT
    assert asked(firer(gun(rules=("Ignores Speed",))), men(3)) & TO_HIT == TO_HIT - {"speed"}
    assert asked(firer(gun(rules=("Hunter-killer",))), men(3)) & TO_HIT == set()
    assert asked(firer(gun(hit_short=None, hit_long=0)), men(3)) >= TO_HIT
    assert asked(firer(gun(hit_short=None, hit_long=None)), men(3)) & TO_HIT == set()


@pytest.mark.rule("2E-RNG-1", "2E-VEH-2")
def test_who_is_at_short_range_is_asked_where_it_changes_something() -> None:
    assert "short" in asked(firer(gun(hit_short=1, hit_long=0)), men(3))
    assert "short" not in asked(firer(gun(hit_short=1, hit_long=1)), men(3))
    assert "short" in asked(firer(gun(hit_short=1, hit_long=1)), rapiers())  # gun or crew


@pytest.mark.rule("2E-VEH-1", "2E-AP-2")
@pytest.mark.parametrize(
    ("front", "side", "penetration", "differs"),
    [(20, 18, "D6+13", True), (20, 18, "D6+11", False), (20, 18, "D6+20", False), (20, 18, "D6+19", True)],
)
def test_the_facing_is_asked_where_one_armour_is_easier_to_go_through(
    front: int, side: int, penetration: str, differs: bool
) -> None:
    """D6+11 is 17 at most; D6+20 is 21 at least, but D6+19 may be 20."""
    hull = car(Location("hull", (1, 2, 3, 4, 5, 6), front, side))
    assert ("facing" in asked(firer(sure(8, penetration=penetration)), hull)) == differs
    assert "facing" not in asked(firer(sure(8, penetration=penetration, rules=("Automatic Penetration",))), hull)
