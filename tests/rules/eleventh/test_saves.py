"""One die for each wound, all at once, resolved from the lowest to the highest (11E-SAV-2, 11E-SAV-3)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.rules.datasheets.steps.attack import damage, slain
from tests.helpers.samples import many, seeds
from tests.rules.eleventh.helpers.bare_attacks import ends, law, rolled
from tests.rules.eleventh.helpers.every_fall import games
from tests.rules.eleventh.helpers.random_pools import document
from tests.rules.eleventh.helpers.small_documents import attack, gun, men, slain_by
from tests.rules.eleventh.oracles.attack import fight, row

F = Fraction
SERGEANT, TROOPERS = men("Sergeant", Sv="3+"), men("Trooper", 3, Sv="5+")
ALL_WOUND = "Anti-infantry 2+"


@pytest.mark.rule("11E-SAV-2")
def test_low_dice_meet_the_first_group() -> None:
    """Two wounds at AP-1: the Sergeant (4+) takes the lower die, the Troopers (6+) the other if he fell."""
    two = slain_by(attack([gun(n=2, AP=-1)], SERGEANT, TROOPERS))
    by_hand = [F(0)] * 3
    for wounds, p in ((0, F(1, 36)), (1, F(10, 36)), (2, F(25, 36))):
        for a in range(1, 7):
            for b in range(1, 7):
                dice = sorted((a, b))[:wounds] if wounds == 2 else [a][:wounds]
                fell = 0
                for die in dice:
                    fell += die < (4 if fell == 0 else 6)
                by_hand[fell] += p / 36
    assert two == by_hand


@pytest.mark.rule("11E-SAV-2")
def test_no_face_saves_by_itself() -> None:
    assert slain_by(attack([gun(AP=-2)], men("Trooper", 3, Sv="5+"))) == [F(1, 6), F(5, 6)]


@pytest.mark.rule("11E-SAV-3")
def test_the_better_of_both_saves_applies_to_the_same_die() -> None:
    for ap, need in ((-1, 3), (-3, 4)):
        failed = F(5, 6) * F(need - 1, 6)
        assert slain_by(attack([gun(AP=ap)], men("Guard", 2, Sv="2+", Inv="4+"))) == [1 - failed, failed]


@pytest.mark.rule("11E-SAV-2")
def test_one_throw_of_all_saves_is_asked_for() -> None:
    """At the table the dice are thrown once, and counted by what they come to for the groups."""
    for seed in map(str, range(20)):
        _, table = rolled(attack([gun(ALL_WOUND, n=6, AP=-1)], SERGEANT, TROOPERS), seed)
        saves = [one.question for one in table.log if isinstance(one.question, Roll) and "save" in one.question.key]
        assert len(saves) <= 1
        for roll in saves:
            assert (roll.owner, roll.need.target) == ("defender", 4)
            assert [watch.faces for watch in roll.watch] == [(6,)]
            assert roll.text == "Sergeant 4+, Trooper 6+: saves (resolved from the lowest to the highest)"
            assert roll.lessons
            assert roll.lessons()[0].right == "from the lowest to the highest"


@pytest.mark.rule("11E-SAV-2")
def test_it_is_told_what_became_of_the_dice() -> None:
    texts = set()
    for seed in map(str, range(12)):
        _, table = rolled(attack([gun(ALL_WOUND, n=6, AP=-1)], SERGEANT, TROOPERS), seed)
        texts |= {one.text for one in table.log if "failed" in one.text}
    assert any(text.endswith(" dice of 1 to 3: failed") for text in texts), texts
    assert any(text.endswith(" of 4 or 5 against the Trooper (6+): failed") for text in texts), texts


@pytest.mark.parametrize("seed", seeds(12, 40))
def test_random_pools_as_the_oracle_has_them(seed: int) -> None:
    one = document(Random(seed))
    ours, theirs = ends(one), fight(one)
    assert law(ours, slain, 30) == row(theirs, 0, 30)
    assert law(ours, damage, 30) == row(theirs, 1, 30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(3)))
def test_every_game_at_the_table_together_is_the_odds(seed: int) -> None:
    from tests.rules.eleventh.helpers.every_fall import TooLong
    from tests.rules.eleventh.helpers.random_pools import small

    one = small(Random(seed))
    try:
        every = games(one, 2_000)
    except TooLong:
        return
    ours = ends(one)
    for what in (slain, damage):
        found = [F(0)] * 30
        for end, p in every:
            found[what(end)] += p
        assert law(ours, what, 30) == found


@pytest.mark.slow
@pytest.mark.rule("11E-SAV-2")
def test_the_table_and_the_odds_agree() -> None:
    one = attack([gun("Anti-infantry 2+", n=2, AP=-1)], men("Nob", Sv="3+"), men("Boy", Sv="5+", FNP="5+"))
    every, ours = games(one), ends(one)
    found = [F(0)] * 30
    for end, p in every:
        found[damage(end)] += p
    assert law(ours, damage, 30) == found
