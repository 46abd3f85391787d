"""The rulebook of 2nd edition: complete, in form, agreeing with the charts that the program plays by, and findable."""

from __future__ import annotations

import re

import pytest

from shoot_cli.engine.markdown import Rule, find, nearest
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import group_of
from shoot_cli.rules.second.profiles import CATEGORIES, Save
from shoot_cli.rules.second.profiles import SETTINGS as READINGS
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.steps import morale
from tests.helpers.each import each

# Typed from the specification, so that a rule lost from the package is noticed.
IDS_TEXT = """
2E-SEQ-1 2E-ELIG-1 2E-ELIG-2 2E-ARC-1 2E-ARC-2 2E-LOS-1 2E-LOS-2 2E-COV-1 2E-COV-2 2E-COV-3 2E-COV-4
2E-TGT-1 2E-TGT-2 2E-TGT-3 2E-TGT-4 2E-TGT-5 2E-TGT-6 2E-RNG-1
2E-HIT-1 2E-HIT-2 2E-HIT-3 2E-HIT-4 2E-HIT-5
2E-SF-1 2E-SF-2 2E-SF-3 2E-SF-4 2E-SF-5 2E-BLA-1 2E-BLA-2 2E-TMP-1 2E-TMP-2 2E-GRN-1
2E-SPC-1 2E-SPC-2 2E-SPC-3 2E-SPC-4 2E-SPC-5 2E-SPC-6 2E-SPC-7 2E-SPC-8 2E-SPC-9
2E-WND-1 2E-SAV-1 2E-SAV-2 2E-SAV-3 2E-SAV-4 2E-SAV-5 2E-DMG-1 2E-DMG-2 2E-DMG-3 2E-CAS-1 2E-CAS-2 2E-CAS-3
2E-VEH-1 2E-VEH-2 2E-VEH-3 2E-VEH-4 2E-AP-1 2E-AP-2 2E-AP-3
2E-OW-1 2E-OW-2 2E-OW-3 2E-OW-4 2E-OW-5 2E-OW-6 2E-HTH-1 2E-HTH-2 2E-BRK-1 2E-BRK-2 2E-BRK-3 2E-BRK-4
"""
IDS = IDS_TEXT.split()

# The settings, and the rule to which the specification gives each.
SETTINGS_TEXT = """
overwatch_penalty 2E-OW-4
fast_target 2E-HIT-4
jam_turns 2E-SF-3
penetrate_on 2E-AP-2
casualty_choice 2E-CAS-1
character_targeting 2E-TGT-4
misfire 2E-BLA-2
hth_allocation 2E-HTH-2
break_timing 2E-BRK-1
sustained_same_unit 2E-SF-4
measure_before_declare 2E-TGT-2
second_rank_los 2E-LOS-1
heavy_special_target 2E-TGT-3
hit_spread 2E-CAS-1
sustained_min_dice 2E-SF-1
rapid_fire_jam 2E-SF-3
scatter_hit_face 2E-BLA-2
scatter_cap 2E-BLA-2
blast_partial 2E-TMP-2
vehicle_blast 2E-VEH-4
"""
SETTINGS = [tuple(line.split()) for line in SETTINGS_TEXT.strip().splitlines()]

# What no program can see: the rule says that the app asks, or leaves it to the players.
ASKED_TEXT = """
2E-ELIG-1 2E-ARC-1 2E-LOS-1 2E-LOS-2 2E-COV-4 2E-TGT-3 2E-TGT-6 2E-HIT-4 2E-SF-4 2E-BLA-1 2E-BLA-2 2E-TMP-2 2E-GRN-1 2E-SPC-1
2E-SPC-5 2E-SPC-9 2E-SAV-5 2E-VEH-1 2E-VEH-3 2E-OW-2 2E-OW-4 2E-OW-6 2E-BRK-4
"""
ASKED = ASKED_TEXT.split()

BY_ID = {rule.id: rule for rule in RULES}


# ---- completeness


def test_every_rule_of_the_specification_exists_once_and_in_order() -> None:
    assert [rule.id for rule in RULES] == IDS
    assert len(BY_ID) == len(RULES) == 73


@each("rule", RULES, ids=lambda rule: rule.id)
def test_settings_are_named_in_brackets_only(rule: Rule) -> None:
    """Whoever asks why at the table is told in words; the name of a setting is by the way."""
    assert "`" not in re.sub(r"\([^()]*\)", "", rule.text)


@each("rule", RULES, ids=lambda rule: rule.id)
def test_every_source_says_how_sure_it_is(rule: Rule) -> None:
    grades = ("certain", "likely", "thin: agree on it beforehand")
    assert rule.source.endswith(tuple(f": {grade}" for grade in grades))


def test_titles_and_examples_are_each_their_own() -> None:
    assert len({rule.title for rule in RULES}) == len(RULES)
    assert len({rule.example for rule in RULES}) == len(RULES)


@each(("setting", "rule"), SETTINGS)
def test_every_setting_stands_at_its_rule(setting: str, rule: str) -> None:
    assert f"`{setting}`" in BY_ID[rule].source or f"`{setting}`" in BY_ID[rule].text


def test_the_program_has_these_settings_and_no_others() -> None:
    assert [(setting.key, setting.rule) for setting in READINGS] == SETTINGS


def test_what_is_only_asked_says_so() -> None:
    said = [
        rule.id
        for rule in RULES
        if re.search(r"app (only )?asks|app rolls or asks|players (judge|to say)|left to the players", rule.text)
    ]
    assert said == ASKED


# ---- charts: what is printed is what is played


@pytest.mark.rule("2E-HIT-1")
def test_score_chart() -> None:
    skills, scores = BY_ID["2E-HIT-1"].chart
    assert skills[1:] == tuple(str(skill) for skill in range(1, 11))
    assert scores[1:] == tuple(str(charts.score(int(skill)).number) for skill in skills[1:])


@pytest.mark.rule("2E-HIT-4", "2E-COV-1", "2E-COV-2")
def test_modifier_chart() -> None:
    rows = {when: added for added, when in BY_ID["2E-HIT-4"].chart[1:]}
    assert rows["soft cover"] == f"{charts.COVER['soft'][0]}"
    assert rows["hard cover"] == f"{charts.COVER['hard'][0]}"
    fast, very_fast = charts.FAST_TARGET
    assert rows[f"fast target: more than {fast[0]} inches in its last move"] == str(fast[1])
    assert rows[f"very fast target: more than {very_fast[0]} inches"] == str(very_fast[1])
    assert [added for added, _ in BY_ID["2E-HIT-4"].chart[1:]] == [
        "+1", "-1", "-2", "-1", "-2", "-1", "+1", "-1", "-1", "-2", "asked",
    ]  # fmt: skip


@pytest.mark.rule("2E-HIT-5")
def test_second_die_chart() -> None:
    scores, second, chance = BY_ID["2E-HIT-5"].chart
    assert scores[1:] == ("7", "8", "9", "10")
    for score, need, ways in zip(scores[1:], second[1:], chance[1:], strict=True):
        first, after = charts.needs(int(score))
        assert need == (after.text if after else "no")
        hits, of = charts.Score(int(score), first, after).ways
        assert ways == (f"1/{of // hits}" if hits else "0")


@pytest.mark.rule("2E-SF-2")
def test_sustained_fire_chart() -> None:
    assert BY_ID["2E-SF-2"].chart[1][1:] == charts.SUSTAINED_FACES


@pytest.mark.rule("2E-BLA-2")
def test_scatter_chart() -> None:
    _, scatter, artillery = BY_ID["2E-BLA-2"].chart
    assert scatter[1:] == charts.SCATTER_FACES
    assert artillery[1:] == charts.ARTILLERY_FACES


@pytest.mark.rule("2E-WND-1")
def test_to_wound_chart() -> None:
    heading, *rows = BY_ID["2E-WND-1"].chart
    assert heading[1:] == tuple(str(toughness) for toughness in range(1, 11))
    assert [row[0] for row in rows] == [str(strength) for strength in range(1, 11)]
    for strength, row in enumerate(rows, start=1):
        for toughness, cell in enumerate(row[1:], start=1):
            assert cell == str(charts.to_wound(strength, toughness).target or "-")


@pytest.mark.rule("2E-TGT-1")
def test_category_chart() -> None:
    rows = BY_ID["2E-TGT-1"].chart[1:]
    assert tuple(category for category, _, _ in rows) == CATEGORIES
    assert [group for _, group, _ in rows] == [group_of(category) for category in CATEGORIES]


@pytest.mark.rule("2E-SAV-5")
def test_field_chart() -> None:
    assert {row[0]: row[1] for row in BY_ID["2E-SAV-5"].chart[1:]} == {
        "conversion field": "4+",
        "refractor field": "5+",
        "displacer field": "3+",
        "power field": "2+",
        "storm shield": "4+",
        "rosarius": "4+",
        "rune armour": "4+",
        "daemonic aura": "4+",
        "lictor exoskeleton": "5+",
    }


@pytest.mark.rule("2E-AP-3")
def test_ammunition_chart() -> None:
    strengths, adds = BY_ID["2E-AP-3"].chart
    for band, die in zip(strengths[1:], adds[1:], strict=True):
        low, high = (int(end) for end in band.split("-"))
        assert {f"D{charts.ammunition_die(strength)}" for strength in range(low, high + 1)} == {die}


@pytest.mark.rule("2E-VEH-1")
def test_location_chart() -> None:
    """Typed from the specification once more, as bands."""
    rows = {row[0]: row[1:] for row in BY_ID["2E-VEH-1"].chart[1:]}
    assert {
        name: [cell.rpartition(" ")[2] if "/" in cell else "same" for cell in row] for name, row in rows.items()
    } == {
        "Rhino": ["15/15", "20/18", "same", "same", "same", "12/12"],
        "Land Raider": ["17/17", "same", "22/20", "same", "same", "18/18"],
        "Predator": ["15/15", "20/18", "same", "17/15", "22/22", "same"],
        "Leman Russ": ["16/16", "22/18", "same", "17/17", "25/22", "same"],
        "Falcon": ["18/18", "18/18", "same", "same", "18/18", "same"],
        "SM Dreadnought": ["20/18", "19/17", "19/17", "21/19", "same", "same"],
        "Land Speeder": ["same", "same", "10/12", "same", "same", "same"],
        "SM bike": ["same", "same", "10/10", "same", "same", "same"],
    }


# ---- examples that are sums


def ways(dice: int, least: int) -> int:
    """In how many of 36 two dice come to at least so much; of one die in six."""
    return charts.ways_to_meet(charts.armour_need(Save(least, dice)), dice)[0]


@pytest.mark.rule("2E-SAV-2", "2E-SAV-3", "2E-HIT-1", "2E-COV-1", "2E-HTH-1", "2E-HTH-2", "2E-BRK-1")
def test_numbers_in_examples() -> None:
    assert ways(2, 7) == 21
    assert "21 throws in 36" in BY_ID["2E-SAV-3"].example
    assert charts.armour_need(Save(3), -2).text == "5+"
    assert charts.armour_need(Save(3), -5).target is None
    fight = charts.fight_need(2, 4)
    assert (fight.sides, fight.need.target) == (6, 2)
    drawn, rounded = charts.fight_need(4, 3), charts.fight_need(4, 3, "d6_rounded")
    assert (drawn.need.target, drawn.sides, rounded.need.target) == (4, 7, 3)
    assert morale.break_test_due(8, 2) is not None
    assert morale.break_test_due(8, 1) is None


# ---- finding


def ids(*words: str) -> list[str]:
    return [rule.id for rule in find(RULES, words)]


def test_words_of_the_real_book() -> None:
    assert ids("2e-brk") == [f"2E-BRK-{number}" for number in range(1, 5)]
    assert ids("rapid fire")[0] == "2E-SPC-1"
    assert ids("hidden")[0] == "2E-TGT-6"
    assert ids("flak") == ["2E-SAV-4"]
    assert ids("rosarius") == ["2E-SAV-5"]
    assert ids("xyzzy") == []
    assert "Twin-linked" in nearest(RULES, ["twin-linkd"])
