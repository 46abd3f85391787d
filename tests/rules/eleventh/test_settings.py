"""Which lines of the rules may be read otherwise, and the numbers of the edition."""

from __future__ import annotations

import pytest

from shoot_cli.rules.eleventh.edition import NUMBERS, RENAMED, SETTINGS

OURS = {
    "allocation": "listed", "rerolls": "failures", "damage_rerolls": "lower_half", "precision": "never",
    "dev_damage_modifiers": "apply", "pooling": "by_effect", "changed_attacks": "first", "snap_torrent": "hits",
    "sight_and_range": "any_models", "hidden_after": "two_turns", "save_modifiers": "armour_only",
    "after_shooting": "hazardous_first", "demise_timing": "on_removal", "abilities_used": "never",
    "random_strength": "per_weapon", "sustained_random": "per_critical_hit", "wound_fail_vs_anti": "anti_wins",
    "command_points_gain": "1", "one_stratagem": "yes",
}  # fmt: skip


def test_the_first_value_of_each_is_ours() -> None:
    assert {setting.key: setting.values[0] for setting in SETTINGS} == OURS
    assert all(len(setting.values) == 2 for setting in SETTINGS if setting.key != "command_points_gain")


@pytest.mark.rule("11E-MOD-1", "11E-COV-3", "11E-HAZ-1", "11E-ENG-1")
def test_the_numbers_that_are_not_those_of_the_edition_before() -> None:
    found = (NUMBERS.worst, NUMBERS.halve_first, NUMBERS.hazard_fails, NUMBERS.hazard_wounds, NUMBERS.engagement)
    assert found == (6, False, 2, 1, 2)


def test_each_rule_is_renamed_once_and_to_a_new_one() -> None:
    assert len({old for old, _ in RENAMED}) == len(RENAMED)
    assert all(new.startswith("11E-") and not old.startswith("1") for old, new in RENAMED)
    assert NUMBERS.rules("WPN-LETHAL-1", "HIT-4", "OOP-1") == ("11E-LETHAL-1", "10E-HIT-4", "11E-SNAP-1")
