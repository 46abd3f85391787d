"""Precision: one CHARACTER is the current group for these attacks (11E-PREC-1), and takes their packets (11E-MW-1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.engine.questions import Choose
from tests.rules.eleventh.helpers.bare_attacks import rolled
from tests.rules.eleventh.helpers.small_documents import attack, damage_by, gun, hero, men, slain_by
from tests.rules.eleventh.oracles.attack import fight, row

F = Fraction
SQUAD = men("Trooper", 2, Sv="7+"), hero("Captain", W=2, Sv="4+")
SNIPER = gun("Precision", BS="2+", AP=-1, D=2)


@pytest.mark.rule("11E-PREC-1")
def test_the_character_meets_the_lowest_dice() -> None:
    """Without Precision a wound fells a Trooper (no save); with it the Captain saves on 5+, and D2 fells him."""
    wounds = F(5, 6) * F(5, 6)
    assert slain_by(attack([SNIPER], *SQUAD, precision="always")) == [1 - wounds * F(4, 6), wounds * F(4, 6)]
    assert slain_by(attack([SNIPER], *SQUAD, precision="never")) == [1 - wounds, wounds]
    assert damage_by(attack([SNIPER], *SQUAD, precision="always"))[2] == wounds * F(4, 6)


@pytest.mark.rule("11E-PREC-1")
def test_the_attacker_names_one() -> None:
    unit = *SQUAD, hero("Ancient", W=1, Sv="7+")
    _, table = rolled(
        attack([gun("Precision", "Anti-infantry 2+", BS="2+", n=9)], *unit, **{"precision:gun A": "Ancient"}), "1"
    )
    (asked,) = [one.question for one in table.log if one.question and one.question.key.startswith("precision")]
    assert isinstance(asked, Choose)
    assert [one.value for one in asked.options] == ["no", "Captain", "Ancient"]
    assert (asked.key, asked.owner, asked.default) == ("precision:gun A", "attacker", "no")


@pytest.mark.rule("11E-PREC-1")
def test_it_binds_its_own_pool_alone() -> None:
    guns = [gun("Precision", BS="2+", AP=-4), gun(BS="2+", AP=-4, D=2)]
    assert slain_by(attack(guns, *SQUAD, precision="always")) == row(
        fight(attack(guns, *SQUAD, precision="always")), 0, 2
    )


@pytest.mark.rule("11E-MW-1")
def test_its_packets_go_to_the_character_while_he_lives() -> None:
    """One packet of D3: with Precision it fells the Captain, else a Trooper."""
    packet = gun("Precision", "Devastating Wounds", "Anti-infantry 2+", BS="2+", D=3)
    for said, most in (("always", 2), ("never", 1)):
        assert damage_by(attack([packet], *SQUAD, precision=said)) == [1 - F(25, 36), *[F(0)] * (most - 1), F(25, 36)]


@pytest.mark.rule("11E-MW-1")
def test_when_he_is_dead_they_pick_as_mortal_wounds_do() -> None:
    packets = gun("Precision", "Devastating Wounds", "Anti-infantry 2+", BS="2+", D=3, n=2)
    one = attack([packets], *SQUAD, precision="always")
    assert slain_by(one)[2] == F(25, 36) ** 2
    assert damage_by(one)[3] == F(25, 36) ** 2  # the Captain's 2 wounds, and a Trooper's
