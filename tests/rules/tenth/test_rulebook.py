"""The 10th edition rulebook: complete, in form, agreeing with its formulas, and findable."""

from __future__ import annotations

import pytest

from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.rulebook import RULES
from tests.helpers.each import each

# Typed from the specification, so that a rule lost from the package is noticed.
IDS_TEXT = """
10E-ELIG-1 10E-ELIG-2 10E-ELIG-3 10E-ELIG-4 10E-ELIG-5 10E-ELIG-6 10E-ELIG-7 10E-ELIG-8 10E-ELIG-9
10E-TGT-1 10E-TGT-2 10E-TGT-3 10E-TGT-4 10E-TGT-5 10E-TGT-6 10E-TGT-7 10E-TGT-8 10E-TGT-9 10E-TGT-10 10E-TGT-11
10E-TGT-12 10E-TGT-13
10E-ORD-1 10E-ORD-2 10E-ORD-3 10E-ORD-4 10E-ORD-5 10E-ORD-6 10E-ORD-7
10E-ATK-1 10E-ATK-2 10E-ATK-3
10E-HIT-1 10E-HIT-2 10E-HIT-3 10E-HIT-4 10E-HIT-5 10E-HIT-6 10E-HIT-7
10E-WND-1 10E-WND-2 10E-WND-3 10E-WND-4 10E-WND-5
10E-ALL-1 10E-ALL-2 10E-ALL-3 10E-ALL-4 10E-ALL-5 10E-ALL-6
10E-SAV-1 10E-SAV-2 10E-SAV-3 10E-SAV-4 10E-SAV-5 10E-SAV-6
10E-COV-1 10E-COV-2 10E-COV-3 10E-COV-4 10E-COV-5
10E-DMG-1 10E-DMG-2 10E-DMG-3 10E-DMG-4 10E-DMG-5
10E-MOD-1 10E-MOD-2 10E-MOD-3 10E-MOD-5 10E-MOD-AP-1
10E-FNP-1 10E-FNP-2 10E-FNP-3 10E-FNP-4
10E-MW-1 10E-MW-2 10E-MW-3 10E-MW-4
10E-DEMISE-1 10E-DEMISE-2
10E-DEF-STEALTH-1 10E-DEF-SMOKE-1 10E-DEF-GTG-1
10E-WPN-ASSAULT-1 10E-WPN-RF-1 10E-WPN-PISTOL-1 10E-WPN-TORRENT-1 10E-WPN-TORRENT-2 10E-WPN-TORRENT-3
10E-WPN-INDIRECT-1 10E-WPN-INDIRECT-2 10E-WPN-INDIRECT-3 10E-WPN-BLAST-1 10E-WPN-BLAST-2 10E-WPN-BLAST-3
10E-WPN-HEAVY-1 10E-WPN-HAZ-1 10E-WPN-HAZ-2 10E-WPN-HAZ-3 10E-WPN-ONESHOT-1 10E-WPN-XATK-1 10E-WPN-PSYCHIC-1
10E-WPN-CONV-1 10E-WPN-LETHAL-1 10E-WPN-SUST-1 10E-WPN-SUST-2 10E-WPN-SUST-3 10E-WPN-ANTI-1 10E-WPN-ANTI-2
10E-WPN-ANTI-3 10E-WPN-TWIN-1 10E-WPN-LANCE-1 10E-WPN-DEV-1 10E-WPN-DEV-2 10E-WPN-DEV-3 10E-WPN-DEV-4 10E-WPN-DEV-5
10E-WPN-DEV-6 10E-WPN-PREC-1 10E-WPN-PREC-2 10E-WPN-MELTA-1 10E-WPN-IGNCOVER-1 10E-WPN-DUP-1
10E-FX-RR-1 10E-FX-RR-2 10E-FX-RR-3 10E-FX-RR-4 10E-FX-RR-5 10E-FX-RR-6 10E-FX-CRIT-1 10E-FX-CRIT-2 10E-FX-CRIT-3
10E-FX-HIT-1 10E-FX-WND-1 10E-FX-WND-2 10E-FX-AP-1 10E-FX-DMG-1 10E-FX-DMG-2 10E-FX-DMG-3 10E-FX-DMG-4 10E-FX-DMG-5
10E-FX-FNP-1 10E-FX-ATK-1 10E-FX-SAVE-1 10E-FX-DIE-1 10E-FX-RAND-1
10E-EFF-1 10E-EFF-2 10E-EFF-3 10E-EFF-4 10E-EFF-5 10E-EFF-6 10E-EFF-7 10E-EFF-8
10E-EFF-10 10E-EFF-11 10E-EFF-12 10E-EFF-13 10E-EFF-14 10E-EFF-15 10E-EFF-16 10E-EFF-17 10E-EFF-18 10E-EFF-19
10E-EFF-20 10E-EFF-21 10E-EFF-22 10E-EFF-30 10E-EFF-31 10E-EFF-32 10E-EFF-33 10E-EFF-34 10E-EFF-35
10E-EFF-40 10E-EFF-41 10E-EFF-42 10E-EFF-43 10E-EFF-44 10E-EFF-45 10E-EFF-46 10E-EFF-47 10E-EFF-48 10E-EFF-49
10E-EFF-50 10E-EFF-51 10E-EFF-52 10E-EFF-53 10E-EFF-54 10E-EFF-55 10E-EFF-56 10E-EFF-57 10E-EFF-58 10E-EFF-59
10E-EFF-60 10E-EFF-61 10E-EFF-62 10E-EFF-63 10E-EFF-64 10E-EFF-65 10E-EFF-66 10E-EFF-67 10E-EFF-68 10E-EFF-69
10E-EFF-70 10E-EFF-71 10E-EFF-72
10E-INT-1 10E-INT-2 10E-INT-3 10E-INT-4 10E-INT-5 10E-INT-6 10E-INT-7 10E-INT-8 10E-INT-9 10E-INT-10 10E-INT-11
10E-INT-12 10E-INT-13 10E-INT-14 10E-INT-15 10E-INT-16 10E-INT-17 10E-INT-18
10E-FAST-1 10E-FAST-2 10E-FAST-3 10E-FAST-4 10E-FAST-5
10E-RR-1 10E-RR-2 10E-RR-3 10E-RR-4 10E-RR-5 10E-RR-6
10E-OOP-1 10E-OOP-2 10E-OOP-3
10E-CP-1 10E-CP-2 10E-CP-3
"""
IDS = IDS_TEXT.split()

SETTINGS_TEXT = """
allocation group_order rerolls precision precision_lethal save_cap sight_and_range pistol_targets late_packets
after_shooting demise_timing damage_rerolls random_strength abilities_used sustained_random wound_fail_vs_anti devastating hazardous indirect command_points_gain
"""
SETTINGS = SETTINGS_TEXT.split()

BY_ID = {rule.id: rule for rule in RULES}


# ---- completeness


def test_every_rule_of_the_specification_exists_once_and_in_order() -> None:
    assert [rule.id for rule in RULES] == IDS
    assert len(BY_ID) == len(RULES) == 242


def test_the_program_has_these_settings_and_no_others() -> None:
    assert {setting.key for setting in RULESET.settings} | {"group_order"} == set(SETTINGS)


# ---- charts


@each(
    ("strength", "toughness", "row"),
    [(8, 4, 1), (9, 4, 1), (7, 4, 2), (4, 4, 3), (4, 5, 4), (5, 9, 4), (4, 8, 5), (4, 9, 5), (1, 2, 5)],
)
@pytest.mark.rule("10E-WND-1")
def test_wound_chart(strength: int, toughness: int, row: int) -> None:
    comparisons = {
        "twice T or more": strength >= 2 * toughness,
        "half of T or less": 2 * strength <= toughness,
        "more than T": strength > toughness,
        "equal to T": strength == toughness,
        "less than T": strength < toughness,
    }
    chart = BY_ID["10E-WND-1"].chart
    assert {words for words, _ in chart[1:]} == set(comparisons)
    assert [needed for _, needed in chart[1:]] == ["2+", "3+", "4+", "5+", "6+"]
    assert next(words for words, true in comparisons.items() if true) == chart[row][0]


@pytest.mark.rule("10E-COV-1")
def test_cover_chart() -> None:
    terrain = [kind for row in BY_ID["10E-COV-1"].chart[1:] for kind in row[0].split(", ")]
    assert terrain == ["crater", "rubble", "barricade", "debris", "hill", "container", "wood", "ruin"]
