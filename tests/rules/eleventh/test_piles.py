"""Attacks that their own wound roll has changed are a pile of their own, in the attacker's order (11E-POOL-2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.engine.questions import Choose
from shoot_cli.rules.datasheets.steps.attack import slain
from tests.rules.eleventh.helpers.bare_attacks import ends, rolled
from tests.rules.eleventh.helpers.small_documents import attack, damage_by, gun, hero, men, slain_by
from tests.rules.eleventh.oracles.attack import fight, row

F = Fraction
AP_BETTER, AP_WORSE = "improve AP by 1 on critical wounds", "incoming: worsen AP by 1"
CHANGED = "+1 damage on critical wounds"
UNIT = men("Nob", W=2, Sv="7+"), men("Boy", 3, Sv="7+")


@pytest.mark.rule("11E-POOL-2")
def test_the_order_of_piles_changes_what_is_left() -> None:
    """One wound of D1 and one of D2 at a Nob of W2: D2 first fells him and a Boy, D1 first wastes a point."""
    both = 2 * F(4, 6) * F(1, 6)
    neither = F(1, 6)
    found = {}
    for said in ("first", "last"):
        one = damage_by(attack([gun(CHANGED, n=2)], *UNIT, changed_attacks=said))
        found[said] = one
        assert sum(one) == 1
    assert found["first"][3] - found["last"][3] == both
    assert found["first"][0] == neither**2


@pytest.mark.rule("11E-POOL-2")
def test_the_attacker_says_it_for_a_weapon() -> None:
    usual = slain_by(attack([gun(CHANGED, n=3)], *UNIT))
    last = slain_by(attack([gun(CHANGED, n=3)], *UNIT, changed_attacks="last"))
    assert slain_by(attack([gun(CHANGED, n=3)], *UNIT, **{"pile_order:gun A": "unchanged"})) == last != usual


@pytest.mark.rule("11E-POOL-2")
def test_it_is_asked_only_if_there_are_two_piles() -> None:
    asked = set()
    for seed in map(str, range(30)):
        _, table = rolled(attack([gun(CHANGED, n=3)], *UNIT), seed, alone=False)
        dice = [one.question.dice for one in table.log if one.question and one.question.key == "save:gun A"]
        told = [one.question for one in table.log if isinstance(one.question, Choose) and "pile" in one.question.key]
        wounds = next(one.value for one in table.log if one.question and one.question.key == "wound:gun A")
        two = 0 < wounds.watched[0] < wounds.passed
        assert (len(told) == 1) is two
        assert len(dice) <= 2
        asked.add(two)
    assert asked == {True, False}


@pytest.mark.rule("11E-POOL-2", "11E-SAV-1")
def test_a_changed_attack_meets_the_best_save_against_itself() -> None:
    """At AP0 the Vet saves better, at AP-2 the Trooper, even if each die is resolved by itself."""
    unit = men("Vet", W=3, Sv="3+"), men("Trooper", W=3, Sv="5+", Inv="4+")
    spared = {"abilities": ["incoming: no damage once"]}
    one = attack([gun("improve AP by 2 on critical wounds")], *unit, unit=spared, allocate="best_save", no_damage="no")
    met = set()
    for seed in map(str, range(1, 13)):
        _, table = rolled(one, seed)
        criticals = next(
            entry.value.watched[0] for entry in table.log if "wound:" in getattr(entry.question, "key", "")
        )
        thrown = [entry for entry in table.log if "save:" in getattr(entry.question, "key", "")]
        met |= {(criticals, entry.question.text.partition(":")[0]) for entry in thrown}
    assert met == {(0, "Vet"), (1, "Trooper")}


@pytest.mark.rule("11E-POOL-2")
def test_groups_are_made_anew_for_the_second_pile() -> None:
    """The listed Boys are wounded by nothing of the first pile but a Nob may be: then he is met first."""
    unit = men("Boy", Sv="4+"), men("Nob", 2, W=3, Sv="7+")
    one = attack([gun(CHANGED, n=3, AP=-1)], *unit, allocate="Nob, Boy")
    assert slain_by(one) == slain_by(one, brute_force=True)


def test_many_shots_with_two_piles_are_worked_out() -> None:
    """Numbers of both piles and of every face of their dice would be millions."""
    unit = men("Vet", 3, W=2, Sv="3+"), men("Trooper", 6, Sv="5+"), hero("Captain", W=5, Sv="2+", Inv="4+")
    guns = [gun("improve AP by 1 on critical wounds", n=60, BS="3+", S=4, AP=-1)]
    assert sum(ends(attack(guns, *unit), exact=False).distribution(slain)) == pytest.approx(1)


@pytest.mark.rule("11E-POOL-2")
def test_an_attack_that_is_as_it_was_makes_no_pile() -> None:
    """AP-3 that becomes -3, and AP0 that is worsened and improved by 1, are what they were before."""
    unit = men("Trooper", W=2, T=5, Sv="3+"), men("Ancient", T=3)
    for words, ap, more in (("AP becomes -3 on critical wounds", -3, {}), (AP_BETTER, 0, {"abilities": [AP_WORSE]})):
        changed = attack([gun(words, n=2, AP=ap, D=3)], *unit, unit=more)
        plain = attack([gun(n=2, AP=ap, D=3)], *unit, unit=more)
        assert slain_by(changed) == slain_by(plain)
        assert slain_by(attack([gun(words, n=2, AP=ap, D=3)], *unit, unit=more, changed_attacks="last")) == slain_by(
            plain
        )


@pytest.mark.rule("11E-POOL-2")
def test_saves_that_only_some_roll_again_are_those_of_the_living() -> None:
    """The Trooper, a CHARACTER, fails on more faces than the Sergeant: what all roll again hangs on who stands."""
    unit = men("Trooper", Sv="6+", keywords=["Character"]), men("Sergeant", Sv="6+", Inv="4+")
    one = attack(
        [gun("improve AP by 2 on critical wounds", n=2, BS="3+")], *unit, unit={"abilities": ["re-roll saves"]}
    )
    assert slain_by(one) == slain_by(one, brute_force=True) == row(fight(one), 0, 3)


@pytest.mark.slow
def test_piles_of_attacks_that_bring_more_hits_are_worked_out() -> None:
    """Two of the attacks that were too many at once: Sustained Hits, two piles, four groups."""
    guns = [gun("Sustained Hits D3", "improve AP by 2 on critical wounds", n=2, A=2, BS="5+", S=10, AP=-1, D=2)]
    unit = (
        men("Trooper", Sv="2+"),
        men("Sergeant", 3, W=2, Sv="3+", Inv="4+"),
        hero("Nob", Sv="6+"),
        men("Ancient", Sv="6+"),
    )
    one = attack(guns, *unit, sustained_random="per_weapon")
    found = slain_by(one)
    assert found == row(fight(one), 0, len(found))
