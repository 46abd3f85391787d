"""Where markers and templates lie, and whom they touch: 2E-CAS-3, 2E-TGT-5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Budget, odds
from shoot_cli.rules.second import ATTACK, RULESET
from shoot_cli.rules.second.profiles import Save, Weapon
from shoot_cli.rules.second.records import Hit
from shoot_cli.rules.second.steps.attack import new_attack
from tests.helpers.scripted_table import DEFAULT
from tests.rules.second.helpers.guns_and_men import both, engine, firer, flamer, gun, men, sure
from tests.rules.second.helpers.tabletop import Played, army, attack, battle, chances, fire, printed

F = Fraction


BIG = sure(10, -9, blast=2)
ARROW = 1  # a side of the scatter die
SIX_INCHES = 3  # a side of the artillery die


@pytest.mark.rule("2E-CAS-3", "2E-COV-4")
def test_who_lies_under_a_marker_is_hit_whatever_his_cover() -> None:
    crowd = both(men(name="Hidden"), men(name="Open"))
    played = attack(
        engine(sure(name="first"), BIG), crowd, fire("first", order="1 Hidden hard, 1 Open"), ("wound", [1]),
        fire("gun"), ("under", 1), ("partial", 0), ("who_under", DEFAULT), ("wound", [6]),
    )  # fmt: skip
    assert played.alive() == {"Open": [1]}


@pytest.mark.rule("2E-CAS-3")
def test_who_placed_the_marker_says_whom_it_touches() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob"))
    played = attack(
        firer(BIG), crowd, fire("gun"), ("under", 2), ("partial", 0), ("who_under", "1 Boy, 1 Nob"), ("wound", [6]),
        ("wound", [6]),
    )  # fmt: skip
    question = played.question("who_under")
    assert (question.owner, question.default) == ("attacker", (2, 0))
    assert "order" not in played.parts()
    assert played.alive() == {"Boy": [1, 1]}


@pytest.mark.rule("2E-CAS-3")
def test_whom_it_touches_is_not_asked_where_they_are_alike_or_all_are_hit() -> None:
    crowd = both(men(name="Boy"), men(name="Nob"))
    everybody = attack(firer(BIG), crowd, fire("gun"), ("under", 2), ("wound", [6]), ("wound", [6]))
    assert everybody.alive() == {}
    alike = attack(firer(BIG), men(2), fire("gun"), ("under", 1), ("partial", 0), ("wound", [6]))
    assert alike.alive() == {"Man": [1]}


@pytest.mark.rule("2E-CAS-1", "2E-CAS-3")
def test_the_order_said_beforehand_is_for_the_first_weapon_that_asks_for_it() -> None:
    """The marker, which fires first, does not; then the one shot finds the Nob."""
    crowd = both(men(name="Boy"), men(name="Nob", toughness=14))
    order = [[[1, "Nob", ""], [1, "Boy", ""]]]
    assert chances(engine(BIG.but(name="first"), sure(10, -9)), crowd, under=0, order=order) == {0: 1}


@pytest.mark.rule("2E-CAS-3")
def test_the_next_marker_is_proposed_to_touch_the_next_in_line() -> None:
    crowd = both(men(name="Boy"), men(2, name="Nob"))
    under = [("under", 1), ("partial", 0), ("who_under", DEFAULT)]
    played = attack(firer(BIG, n=2), crowd, fire("gun"), *under, *under, ("wound", [6]), ("wound", [6]))
    assert [played.question("who_under", i).default for i in range(2)] == [(1, 0), (0, 1)]
    assert played.alive() == {"Nob": [1]}


@pytest.mark.rule("2E-CAS-3")
def test_markers_may_all_touch_the_same_model() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob", wounds=2))
    under = [("under", 1), ("partial", 0), ("who_under", "1 Nob")]
    played = attack(firer(BIG, n=2), crowd, fire("gun"), *under, *under, ("wound", [6, 6]))
    assert played.alive() == {"Boy": [1] * 3}


@pytest.mark.rule("2E-CAS-3")
def test_of_those_that_nobody_names_the_next_of_the_line_are_hit() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob"))
    named = {"under": 2, "who_under": "1 Nob"}
    law = chances(firer(sure(10, -9, blast=2)), crowd, "slain", **named)
    assert law[2] == F(25, 36)
    played = attack(
        firer(BIG),
        crowd,
        fire("gun"),
        ("under", 2),
        ("partial", 0),
        ("who_under", "1 Nob"),
        ("wound", [6]),
        ("wound", [6]),
    )
    assert played.alive() == {"Boy": [1, 1]}


@pytest.mark.rule("2E-CAS-3")
@pytest.mark.parametrize(("under", "owner"), [({"More": 1}, "attacker"), ({"Friends": 1}, "defender")])
def test_of_others_under_it_who_shot_says_whom_it_touches(under: dict[str, int], owner: str) -> None:
    """A friend's unit is the shooter's own, although it is the one that suffers."""
    crowd = both(men(2, name="Boy"), men(name="Nob"))
    mine, theirs = army("A", firer(BIG), crowd.but(name="Friends")), army("B", men(4), crowd.but(name="More"))
    played = battle(
        mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("under", 2), ("partial", 0), ("others", "yes"),
        ("others under", under), ("wound", [1, 1]), ("who_under", "1 Nob"), ("wound", [6]),
    )  # fmt: skip
    assert played.question("who_under").owner == owner
    name = next(iter(under))
    assert [(rank.kind, rank.n) for rank in played.unit_at(name).ranks] == [(0, 2)]


def lying(*script: tuple[str, object], weapon: Weapon = BIG) -> Played:
    mine, theirs = army("A", firer(weapon), men(name="Idle")), army("B", men(8, toughness=14), men(6).but(name="More"))
    return battle(mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire(weapon.name), *script, distance=6)


@pytest.mark.rule("2E-TGT-5")
def test_a_marker_placed_with_too_few_of_the_target_is_placed_again() -> None:
    """Two of the target and one partly, against three of others; then four and a half of eight."""
    played = lying(
        ("under", 2), ("partial", 1), ("others", "yes"), ("others under", {"More": 3}),
        ("under", 3), ("partial", 1), ("others", "yes"), ("others under", {"More": 3}), ("partly", [1]),
    )  # fmt: skip
    assert played.said("3 of the 6 models under it are the target's", "2E-TGT-5")
    assert played.said("More, under the marker or template: 3 hits")


@pytest.mark.rule("2E-TGT-5")
def test_who_insists_is_believed() -> None:
    again = [("under", 2), ("partial", 0), ("others", "yes"), ("others under", {"More": 3})]
    played = lying(*again * 3, ("wound", [1] * 3))
    assert played.said("It stays where the players have it", "2E-TGT-5")
    assert played.said("More, under the marker or template: 3 hits")


@pytest.mark.rule("2E-TGT-5")
def test_a_template_is_placed_again_too_but_a_scattered_marker_lies_where_it_ended() -> None:
    again = lying(
        ("whole", 2), ("partial", 0), ("others", "yes"), ("others under", {"More": 2}), ("whole", 2), weapon=flamer()
    )
    assert again.said("It cannot lie so", "2E-TGT-5")
    scattered = lying(
        ("hit", [1]), ("scatter", [ARROW]), ("artillery", [SIX_INCHES]), ("under_missed", 0), ("partial", 0),
        ("others", "yes"), ("others under", {"More": 3}), ("wound", [1, 1, 1]), weapon=gun(10, -9, blast=2),
    )  # fmt: skip
    assert not scattered.said("It cannot lie so")


@pytest.mark.rule("2E-BLA-1")
def test_many_markers_are_no_more_work_than_many_shots() -> None:
    """Twenty frag grenades: the odds go through them abreast."""
    given = Preset({"distance": 6}, raise_missing)
    start = new_attack(firer(printed("frag grenade"), n=20), men(10, save=Save(3)))
    ends = odds(ATTACK, start, given, settings=RULESET.defaults(), budget=Budget(most=20_000))
    assert ends.measure(RULESET.measures["slain"])


@pytest.mark.rule("2E-TMP-1", "2E-BLA-1")
@pytest.mark.parametrize(("weapon", "hits"), [(flamer(), 3), (sure(blast=2), 3), (gun(blast=2), 2)])
def test_the_odds_count_the_hits_of_areas(weapon: Weapon, hits: int) -> None:
    given = Preset({"distance": 6, "whole": 3, "under": 3}, raise_missing)
    ends = odds(ATTACK, new_attack(firer(weapon), men(9)), given, exact=True, settings=RULESET.defaults())
    assert ends.expected[Hit] == hits


# How many can lie there -----------------------------------------------------------------------------------------------


def after_a_bolter(*script: tuple[str, object], weapon: Weapon = BIG) -> Played:
    """Two of eight fall, then the marker comes."""
    mine = army("A", engine(sure(10, -9, name="bolter", sustained=2), weapon), men(name="Idle"))
    killed = [("unit", DEFAULT), ("target", "Men"), *fire("bolter"), ("sustained dice", [1, 1]), ("wound", [6, 6])]
    return battle(mine, army("B", men(8), men(6).but(name="More")), *killed, *fire(weapon.name), *script)


@pytest.mark.rule("2E-BLA-1", "2E-TMP-2")
def test_no_more_lie_under_a_marker_than_live() -> None:
    played = after_a_bolter(("under", 4), ("partial", 0))
    assert (played.question("under").high, played.question("partial").high) == (6, 2)


@pytest.mark.rule("2E-TGT-5")
def test_no_more_of_others_lie_under_it_than_live_and_each_is_named() -> None:
    under = [("under", 4), ("partial", 0), ("others", "yes"), ("others under", {"More": 3}), ("wound", [1] * 3)]
    question = lying(*under).question("others under")
    assert dict(zip(question.names, question.most, strict=True)) == {"Firers": 1, "Men": 1, "More": 6}
    assert question.by_name


@pytest.mark.rule("2E-BLA-1")
def test_what_is_said_beforehand_holds_however_many_have_fallen() -> None:
    unit = engine(sure(10, -9, name="bolter"), BIG)
    assert max(chances(unit, men(3), under=3)) == 3


@pytest.mark.rule("2E-TGT-5")
@pytest.mark.parametrize(("wholly", "asked"), [(0, False), (1, False), (2, True)])
def test_who_else_lies_under_it_is_asked_where_anybody_may(wholly: int, asked: bool) -> None:
    """More than half must be the target's: of one, or of none, that leaves room for nobody."""
    placed = lying(("whole", wholly), ("partial", 0), weapon=flamer())
    assert placed.left is not None
    assert ("others" in [*placed.keys, placed.left.key]) == asked
