"""Profile lines of 11th edition."""

from __future__ import annotations

import pytest

from shoot_cli.armies.tree import ArmyErrors
from shoot_cli.rules.eleventh.unit_text import read_line


@pytest.mark.rule("11E-SAV-1", "11E-SAV-3", "11E-ALL-1")
def test_a_target_with_a_leader_and_a_support() -> None:
    line = (
        '4x T4 Sv3+ W2 + 1x "Captain" T4 Sv3+ Inv4+ W5 (CHARACTER) [leader] + 1x "Ancient" T4 Sv3+ InSv 5+ W4 [Support]'
    )
    unit = read_line(line, "target")
    found = [(m.name, m.leader, m.support, m.character, m.invulnerable) for m, _ in unit.models]
    assert found == [
        ("model", False, False, False, None), ("Captain", True, False, True, 4), ("Ancient", True, True, True, 5)
    ]  # fmt: skip
    assert unit.attached


@pytest.mark.rule("11E-SAV-1")
def test_a_character_need_not_be_attached() -> None:
    unit = read_line('4x T4 Sv3+ W2 + 1x "Boss" T4 Sv3+ W5 (CHARACTER)', "target")
    assert ([model.character for model, _ in unit.models], unit.attached) == ([False, True], False)


@pytest.mark.rule("11E-DUP-1", "11E-CQ-1", "11E-TGT-3")
def test_an_attacker_with_the_words_of_this_edition() -> None:
    (weapon,) = read_line(
        "5x A2 BS3+ S4 AP-1 D1 [assault, lethal hits: VEHICLE, close-quarters, hunter: MONSTER]", "attacker"
    ).weapons()
    assert [ability.name for ability in weapon.abilities] == ["Assault", "Pistol", "Hunter", "Lethal Hits"]


def test_a_line_that_is_wrong_is_shown_one_of_this_edition() -> None:
    with pytest.raises(ArmyErrors, match=r"\[assault, heavy\]"):
        read_line("5x A2 S4 AP-1 D1", "attacker")


def test_the_invulnerable_save_stands_once() -> None:
    with pytest.raises(ArmyErrors, match="Inv stands twice"):
        read_line("5x T4 Sv3+ Inv5+ InSv4+", "target")


@pytest.mark.rule("11E-HID-1")
def test_hidden_is_a_fact_of_its_own() -> None:
    """It is not that nobody sees the target: from near it is seen."""
    with pytest.raises(ArmyErrors, match="--set hidden=yes"):
        read_line("5x T4 W1 hidden", "target")
