"""Which lines of the rules may be read otherwise, and the numbers of the edition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.rules.eleventh.edition import NUMBERS, RENAMED, SETTINGS
from shoot_cli.rules.eleventh.unit_text import read_line

F = Fraction
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


ONCE = "1 mortal wounds on 4+ after shooting"


def average(attacker: str, target: str, **said: str) -> Any:
    """The damage that one attack of two profile lines does on average."""
    sides = read_line(attacker, "attacker"), read_line(target, "target")
    return worked_out(of_units("40k-11e", *sides, said)).document()["expected"]["damage"]


@pytest.mark.rule(
    "10E-FX-RR-4", "10E-FX-RR-5", "11E-SAV-3", "11E-SNAP-1", "10E-EFF-20", "10E-EFF-67", "10E-WPN-SUST-3", "10E-FX-WND-2",
    "11E-DEV-2", "11E-HAZ-1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("setting", "attacker", "target", "said", "averages"),
    [
        # W3 at 2+: 1/4 and 1/6 of 1/2 of them, or 11/36 and 1/6 of 5/18
        ("rerolls", "A1 S4 AP0 D3 [torrent, twin-linked, devastating wounds]", "T4 Sv2+ W3",
         {}, (1, 3 * (F(11, 36) + F(5, 108)))),
        # D6 at W2: of 1 to 3 again 11/12 fell it, of 1 alone 35/36; the rest does 1
        ("damage_rerolls", "A1 S8 AP0 D D6 [torrent, re-roll damage rolls]", "T4 Sv7+ W2",
         {}, (F(5, 6) * F(23, 12), F(5, 6) * F(71, 36))),
        ("save_modifiers", "A1 S8 AP-5 D1 [torrent]", "T4 Sv6+ Inv5+",
         {"target_effects": "+1 to saves"}, (F(5, 9), F(5, 12))),
        ("snap_torrent", "A1 S8 AP0 D1 [torrent]", "T4 Sv7+", {"overwatch": "yes"}, (F(5, 6), F(5, 36))),
        ("abilities_used", "A1 BS4+ S8 AP0 D1 [+1 attacks once per battle]", "T4 Sv7+ W2", {}, (F(5, 12), F(5, 6))),
        # two attacks at W1, each wounds on 6, 6, 5, 4, 3, 3: one S for both, or one for each
        ("random_strength", "A2 S D6 AP0 D1 [torrent]", "T4 Sv7+", {}, (F(133, 216), 1 - F(7, 12) ** 2)),
        ("wound_fail_vs_anti", "A1 S4 AP0 D1 [torrent, anti-infantry 2+]", "T4 Sv7+ (INFANTRY) [incoming: wound rolls of 1-3 fail]",
         {}, (F(5, 6), F(1, 2))),
        ("dev_damage_modifiers", "A1 S4 AP0 D3 [torrent, devastating wounds]", "T4 Sv2+ W9 [incoming: -1 damage]",
         {}, (F(1, 3) + F(1, 3) * F(1, 6) * 2, F(1, 2) + F(1, 3) * F(1, 6) * 2)),
        ("after_shooting", f"A1 S1 AP0 D1 T4 W1 [torrent, hazardous, {ONCE}]", "T20 Sv2+ W9",
         {f"use {ONCE}": "yes"}, (F(1, 36) + F(4, 6) / 2, F(1, 36) + F(1, 2))),
    ],
)  # fmt: skip
def test_both_readings_by_hand(
    setting: str, attacker: str, target: str, said: dict[str, str], averages: tuple[F, F]
) -> None:
    (values,) = (one.values for one in SETTINGS if one.key == setting)
    for value, expected in zip(values, averages, strict=True):
        found = average(f"1x {attacker}", f"1x {target}", **said | {setting: value})
        assert found == pytest.approx(float(expected)), value
