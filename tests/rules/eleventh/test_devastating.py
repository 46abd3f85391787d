"""Devastating Wounds and mortal wounds in addition, with their pool (11E-DEV-1, 11E-DEV-2, 11E-MW-1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.eleventh.helpers.small_documents import attack, damage_by, gun, hero, men

F = Fraction
PACKET = "Devastating Wounds", "Anti-infantry 2+"  # with Torrent: five of six are packets, and the sixth fails
P = F(5, 6)


@pytest.mark.rule("11E-DEV-1")
def test_a_packet_hurts_one_model_at_most() -> None:
    assert damage_by(attack([gun(*PACKET, D=3)], men("Boy", 3))) == [F(1, 6), P]


@pytest.mark.rule("11E-DEV-1")
def test_what_feel_no_pain_stops_moves_to_nobody() -> None:
    """D2 at a model of W1 with 4+: both points at him, and he ignores both or is dead."""
    assert damage_by(attack([gun(*PACKET, D=2)], men("Boy", 3, FNP="4+"))) == [F(1, 6) + P * F(1, 4), P * F(3, 4)]


@pytest.mark.rule("11E-DEV-1")
def test_packets_come_with_their_pool_not_after_all_pools() -> None:
    """The packet of D1 wounds the W2 model before the D2 shot comes, which then fells it and no other."""
    guns = [gun(*PACKET, D=1), gun("Anti-infantry 2+", D=2, AP=-4)]
    assert damage_by(attack(guns, men("Nob", 2, W=2)))[2] == P * P + F(1, 6) * P


@pytest.mark.rule("11E-DEV-1")
def test_normal_damage_of_the_pool_comes_first() -> None:
    """A wound and a packet of D2 on W1 then W2 models: the wound takes the first group, the packet what is left."""
    two = gun("Devastating Wounds", D=2, AP=-4, n=2)
    first, later = men("Boy", Sv="7+"), men("Nob", W=2, Sv="7+")
    found = damage_by(attack([two], first, later))
    wound = F(4, 6)
    assert found[3] == (wound + F(1, 6)) ** 2  # whichever they are, both get through: 1 of the Boy and 2 of the Nob


@pytest.mark.rule("11E-DEV-2")
@pytest.mark.parametrize(("said", "lost"), [("apply", 2), ("ignore", 3)])
def test_less_damage_counts_or_not(said: str, lost: int) -> None:
    tank = men("Tank", W=12, Sv="2+")
    found = damage_by(
        attack([gun(*PACKET, D=3)], tank, unit={"abilities": ["incoming: -1 damage"]}, dev_damage_modifiers=said)
    )
    assert found == [F(1, 6), *[F(0)] * (lost - 1), P]


@pytest.mark.rule("11E-MW-1")
def test_mortal_wounds_pick_the_wounded_then_others_then_characters() -> None:
    """Two packets of D2: the wounded Veteran first, who has 1 left, then the Boy as listed, however saves are ordered."""
    unit = hero("Captain", W=3, lost=1), men("Boy"), men("Nob", W=2), men("Veteran", W=3, lost=2)
    found = damage_by(attack([gun(*PACKET, n=3, D=2)], *unit, allocate="Veteran, Nob, Boy"))
    assert found == [F(1, 6) ** 3, 3 * P * F(1, 6) ** 2, 3 * P * P * F(1, 6), F(0), P**3]
    four = damage_by(attack([gun(*PACKET, n=4, D=2)], *unit))
    assert four[6] == P**4  # 1, 1 and 2 of the others, and 2 of the wounded CHARACTER


@pytest.mark.rule("11E-MW-1")
def test_mortal_wounds_in_addition_spill() -> None:
    """D3+... in addition to a Critical Wound: each goes on to the next model."""
    more = gun("3 mortal wounds in addition on critical wounds", "Anti-infantry 2+", AP=0)
    assert damage_by(attack([more], men("Boy", 5, Sv="2+")))[3:] == [P * F(5, 6), P * F(1, 6)]
