"""What cannot matter is not asked, so that whoever says it beforehand is told that it makes no difference."""

from __future__ import annotations

import pytest

from shoot_cli.analysis.single_attack import questions_of
from shoot_cli.input.answers import Task
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth import RULESET
from tests.rules.tenth.helpers.attacks import gun, shooters, targets

FLAMER, CRYSTAL = gun("Torrent", name="flamer"), gun("Mortal Wounds 2 on 6+", name="crystal", BS=None, S=0, D="-")


def asked(shooter: Unit, target: Unit | None = None) -> set[str]:
    return {question.key for question in questions_of(Task(RULESET, shooter, target or targets(), {}, {}))}


@pytest.mark.rule("10E-WPN-TORRENT-1", "10E-FX-HIT-1")
def test_hit_modifiers_are_not_asked_where_nothing_rolls_to_hit() -> None:
    assert "hit_modifier" in asked(shooters(gun()))
    assert "hit_modifier" not in asked(shooters(FLAMER))
    assert "wound_modifier" in asked(shooters(FLAMER))
    assert "hit_modifier" in asked(shooters(FLAMER, gun()))
    assert "hit_modifier" not in asked(shooters(gun(), abilities=("Torrent",)))
    assert "hit_modifier" in asked(shooters(gun("Torrent if lit")))


@pytest.mark.rule("10E-COV-5", "10E-SAVE-2")
def test_plunging_fire_is_not_asked_of_those_without_a_save() -> None:
    assert "plunging" in asked(shooters(gun()), targets(Sv="3+"))
    assert "plunging" not in asked(shooters(gun()), targets(Sv="-"))


@pytest.mark.rule("10E-FX-WND-1", "10E-COV-5")
def test_wound_modifiers_are_not_asked_of_what_does_mortal_wounds_only() -> None:
    assert not {"hit_modifier", "wound_modifier", "plunging"} & asked(shooters(CRYSTAL), targets(Sv="3+"))
    assert "wound_modifier" in asked(shooters(CRYSTAL, gun()))
