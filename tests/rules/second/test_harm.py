"""Wounds, saves, damage, and who takes them: 2E-WND-1, 2E-SAV-1 to 5, 2E-DMG-1 to 3, 2E-CAS-1 to 3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.rules.second.profiles import Field, Save, Unit
from tests.helpers.each import each
from tests.rules.second.helpers.guns_and_men import TERMINATOR, both, firer, flamer, men, sure
from tests.rules.second.helpers.tabletop import attack, chances, fire, printed

F = Fraction


REFRACTOR = Field("refractor field", 5)


def one(strength: int = 4, save: int = 0, damage: str = "1", **more: object) -> Unit:
    return firer(sure(strength, save, damage, **more))


# To wound and saves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-WND-1")
@each(
    ("strength", "toughness", "needs"), [(4, 4, 4), (3, 6, 6), (4, 7, 6), (10, 1, 2), (5, 3, 2), (3, 4, 5), (12, 13, 6)]
)
def test_to_wound(strength: int, toughness: int, needs: int) -> None:
    played = attack(one(strength), men(toughness=toughness), fire("gun"), ("wound", [1]))
    assert played.question("wound").need.target == needs


@pytest.mark.rule("2E-WND-1")
def test_four_above_cannot_be_wounded() -> None:
    assert chances(one(3), men(toughness=7)) == {0: 1}
    assert "wound" not in attack(one(3), men(toughness=7), fire("gun")).keys


@pytest.mark.rule("2E-SAV-1", "2E-SAV-2")
@pytest.mark.parametrize(("armour", "modifier", "needs"), [(3, 0, 3), (3, -1, 4), (3, -3, 6), (2, 0, 2)])
def test_armour(armour: int, modifier: int, needs: int) -> None:
    played = attack(one(4, modifier), men(save=Save(armour)), fire("gun"), ("wound", [6]), ("save", [needs]))
    assert played.question("save").need.target == needs
    assert played.question("save").owner == "defender"
    assert played.alive() == {"Man": [1]}


@pytest.mark.rule("2E-SAV-1", "2E-SAV-2")
def test_a_1_fails_and_too_much_leaves_none() -> None:
    assert chances(one(10), men(toughness=1, save=Save(1)))[1] == F(5, 6) * F(1, 6)
    assert chances(one(10, -4), men(toughness=1, save=Save(3)))[1] == F(5, 6)
    assert "save" not in attack(one(10, -4), men(save=Save(3)), fire("gun"), ("wound", [6])).keys


@pytest.mark.rule("2E-SAV-3")
@pytest.mark.parametrize(("modifier", "fails"), [(0, F(1, 36)), (-1, F(3, 36)), (-6, F(26, 36)), (-10, F(1))])
def test_saves_on_two_dice(modifier: int, fails: F) -> None:
    assert chances(one(10, modifier), TERMINATOR)[1] == F(5, 6) * fails
    if modifier == -6:
        played = attack(one(10, -6), TERMINATOR, fire("gun"), ("wound", [6]), ("save", 9))
        assert played.question("save").adds == (6, 6)
        assert played.alive() == {"Man": [1]}


@pytest.mark.rule("2E-SAV-4")
def test_flak_takes_the_better_number_before_the_modifier() -> None:
    flak = men(toughness=1, save=Save(6, 1, 5))
    assert chances(firer(flamer(10, -1)), flak, distance=6)[1] == F(5, 6) * F(5, 6)
    assert chances(one(10, -1), flak)[1] == F(5, 6)
    assert chances(one(10, 0), flak)[1] == F(5, 6) * F(5, 6)


@pytest.mark.rule("2E-SAV-5")
def test_one_field_first_whatever_the_modifier_and_then_armour() -> None:
    wearer = men(toughness=1, save=Save(3), field=REFRACTOR)
    assert chances(one(10, -1), wearer)[1] == F(5, 6) * F(1, 3)
    played = attack(one(10, -9), wearer, fire("gun"), ("wound", [6]), ("field", [5]))
    assert played.alive() == {"Man": [1]}
    played = attack(one(10, -1), wearer, fire("gun"), ("wound", [6]), ("field", [4]), ("save", [4]))
    assert played.keys[-2:] == ["field", "save"]


@pytest.mark.rule("2E-SAV-5")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("displacer field", 'moves D6"'),
        ("conversion field", 'others within 10" are blinded'),
        ("rosarius", 'others within 10" are blinded'),
    ],
)
def test_what_a_field_does_besides_is_told(name: str, words: str) -> None:
    wearer = men(field=Field(name, 4))
    assert attack(one(10), wearer, fire("gun"), ("wound", [6]), ("field", [6])).said(words, "2E-SAV-5")
    assert not attack(one(10), wearer, fire("gun"), ("wound", [6]), ("field", [1])).said(words)


# Damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-DMG-1", "2E-DMG-2")
@each(
    ("damage", "wounds", "slain"),
    [
        ("D6", 2, F(5, 6)),
        ("D4", 2, F(3, 4)),
        ("2D6", 10, F(1, 6)),
        ("D10", 10, F(1, 10)),
        ("D3", 2, F(2, 3)),
        ("1", 2, F(0)),
    ],
)
def test_damage_dice(damage: str, wounds: int, slain: F) -> None:
    assert chances(one(10, 0, damage), men(toughness=1, wounds=wounds)).get(1, 0) == F(5, 6) * slain


@pytest.mark.rule("2E-DMG-1")
def test_each_unsaved_wound_rolls_its_own_damage() -> None:
    played = attack(
        firer(sure(10, 0, "D6", rules=("Twin-linked",))), men(wounds=10), fire("gun"), ("wound", [6, 6]), ("damage", 7)
    )
    assert (played.question("damage").dice, played.question("damage").sides) == (2, 6)
    assert played.alive() == {"Man": [3]}


@pytest.mark.rule("2E-DMG-2")
def test_surplus_damage_never_carries_to_another() -> None:
    played = attack(one(10, 0, "2D6"), men(5, wounds=3), fire("gun"), ("wound", [6]), ("damage", 12))
    assert played.alive() == {"Man": [3] * 4}
    assert max(chances(one(10, 0, "2D6"), men(5, wounds=3), "damage")) == 3


@pytest.mark.rule("2E-DMG-3")
def test_one_save_for_a_wound_not_for_its_points() -> None:
    played = attack(
        one(10, 0, "D6"), men(wounds=6, save=Save(3)), fire("gun"), ("wound", [6]), ("save", [1]), ("damage", 5)
    )
    assert played.question("save").dice == 1
    assert played.keys.index("save") < played.keys.index("damage")
    assert played.alive() == {"Man": [1]}


# Who takes them -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-CAS-1")
def test_three_hits_on_five_marines_strike_three_of_them() -> None:
    squad = both(men(4, name="Marine"), men(name="Launcher"))
    played = attack(firer(sure(10), n=3), squad, fire("gun"), ("wound", [6] * 3))
    assert played.alive() == {"Marine": [1], "Launcher": [1]}
    assert played.question("order").owner == "defender"


@pytest.mark.rule("2E-CAS-1")
def test_nobody_takes_two_before_all_took_one_and_a_fallen_one_wastes_the_rest() -> None:
    assert len(attack(firer(sure(10), n=3), men(2), fire("gun"), ("wound", [6]), ("wound", [1, 1])).alive()["Man"]) == 1
    law = chances(firer(sure(10), n=3), men(2))
    assert law[2] == F(5, 6) * F(35, 36)
    assert law[0] == F(1, 6) ** 3


@pytest.mark.rule("2E-CAS-1")
def test_all_hits_are_allotted_before_any_wound_is_rolled() -> None:
    """Two hits on two men: each rolls one, although the first might have fallen and left the second to the other."""
    assert chances(firer(sure(10), n=2), men(2))[2] == F(25, 36)
    assert attack(firer(sure(10), n=2), men(2), fire("gun"), ("wound", [6, 6])).question("wound").dice == 2


@pytest.mark.rule("2E-CAS-1")
@pytest.mark.parametrize(("value", "owner"), [("target_owner", "defender"), ("nearest_first", "attacker")])
def test_setting_casualty_choice(value: str, owner: str) -> None:
    """Whoever is said to be first is hit first; by the other reading he is the nearest."""
    squad = both(men(name="Far"), men(name="Near"))
    played = attack(
        one(10), squad, fire("gun", order="1 Near, 1 Far"), ("wound", [6]), settings={"casualty_choice": value}
    )
    assert played.alive() == {"Far": [1]}
    assert played.question("order").owner == owner
    assert ("nearest" in played.question("order").text) == (value == "nearest_first")


@pytest.mark.rule("2E-CAS-1")
@pytest.mark.parametrize("value", ["one_each_first", "free"])
def test_setting_hit_spread(value: str) -> None:
    guns, facts = firer(sure(10), n=3), {"shared_by": 1} if value == "free" else {}
    played = attack(guns, men(5), fire("gun", **facts), ("wound", [6] * 3), settings={"hit_spread": value})
    assert ("shared_by" in played.parts()) == (value == "free")
    assert len(played.alive()["Man"]) == (4 if value == "free" else 2)
    assert max(chances(guns, men(5), "slain", {"hit_spread": value})) == 3  # as proposed, it is the same


@pytest.mark.rule("2E-CAS-2")
def test_the_wounded_are_finished_first() -> None:
    ogryns = men(3, wounds=3)
    guns = both(firer(sure(10, 0, name="first")), firer(sure(10, 0, name="second"), n=2))
    played = attack(guns, ogryns, fire("first"), ("wound", [6]), fire("second"), ("wound", [6]), ("wound", [6]))
    assert sorted(played.alive()["Man"]) == [1, 2, 3]


@pytest.mark.rule("2E-CAS-2")
def test_the_wounded_of_another_kind_come_before_those_first_in_the_order() -> None:
    squad = both(men(name="Boy"), men(name="Nob", wounds=3))
    guns = both(firer(sure(10, 0, name="first"), n=2), firer(sure(10, 0, name="second")))
    played = attack(
        guns, squad, fire("first", order="1 Boy, 1 Nob"), ("wound", [1]), ("wound", [6]), fire("second"), ("wound", [6])
    )
    assert played.alive() == {"Boy": [1], "Nob": [1]}


@pytest.mark.rule("2E-DMG-1", "2E-DMG-2")
def test_dice_that_cannot_matter_are_not_rolled() -> None:
    played = attack(firer(sure(10, 0, "D6", rules=("Twin-linked",))), men(wounds=2), fire("gun"), ("wound", [6, 6]))
    assert played.alive() == {}
    assert "damage" not in played.keys


@pytest.mark.rule("2E-CAS-3")
def test_the_flamer_covered_the_sergeant() -> None:
    squad = both(men(4, name="Marine"), men(name="Sergeant"))
    played = attack(
        firer(flamer(10, -9)), squad, fire("flamer"), ("whole", 1), ("partial", 0), ("who_under", "1 Sergeant"),
        ("wound", [6]), distance=6,
    )  # fmt: skip
    assert played.alive() == {"Marine": [1] * 4}


@pytest.mark.rule("2E-SEQ-1", "2E-SAV-3")
def test_whole_attacks_of_the_vectors() -> None:
    assert chances(firer(printed("boltgun")), men(save=Save(3)))[1] == F(5, 24)
    assert chances(firer(printed("lasgun"), skill=3), men(save=Save(6, 1, 5)))[1] == F(2, 9)
    assert chances(firer(printed("lascannon")), TERMINATOR, distance=40)[1] == F(65, 162)


@pytest.mark.rule("2E-CAS-1")
def test_who_takes_more_hits_than_others_is_said_and_rolled_for_on_his_own() -> None:
    gun10 = sure(10, -9, sustained=3)
    dice = [("sustained dice", [5, 1, 1]), ("wound", [6]), ("wound", [6, 6]), ("wound", [6, 1])]
    played = attack(firer(gun10), men(3), fire("gun"), *dice)
    assert played.said("Of the hits 1 Man takes 1, 2 Men take 2", "2E-CAS-1")
    assert (played.question("wound").groups, played.question("wound").text) == ((1, 2, 2), "gun: to wound Man")
    assert played.said("3 Men slain: ")


@pytest.mark.rule("2E-CAS-1")
def test_one_hit_each_needs_no_words_about_it() -> None:
    played = attack(firer(sure(10, -9)), men(3), fire("gun"), ("wound", [6]))
    assert not played.said("Of the hits")
    assert played.said("1 Man slain: ")
