"""The Reikhammer rulebook: complete, in form, agreeing with the tables of the specification, and findable."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from shoot_cli.engine.markdown import Rule, find
from shoot_cli.rules.reikhammer.profiles import SETTINGS
from shoot_cli.rules.reikhammer.rulebook import RULES
from tests.helpers.each import each

# Typed from the specification, so that a rule lost from the package is noticed.
IDS_TEXT = """
RH-SEQ RH-TURN-1 RH-ACT-1 RH-ACT-2 RH-RALLY-1
RH-TGT-1 RH-ELIG-1 RH-ELIG-2 RH-ELIG-3 RH-ELIG-4
RH-SUP-1 RH-SUP-2 RH-SUP-3 RH-AMMO-1
RH-SHOCK-1 RH-SHOCK-2 RH-SHOCK-3 RH-SHOCK-4 RH-SHOCK-5
RH-HIT-1 RH-HIT-2 RH-HIT-3 RH-HIT-4 RH-COV-1 RH-COV-2
RH-ALLOC-1 RH-ALLOC-2 RH-ALLOC-3 RH-ALLOC-4 RH-ALLOC-5
RH-SAVE-1 RH-SAVE-2 RH-SAVE-3 RH-SAVE-4 RH-SAVE-5
RH-DEST-1 RH-DEST-2 RH-CHAR-1 RH-MW-1 RH-MW-2 RH-BRK-1 RH-BRK-2
RH-BAR-1 RH-BAR-2 RH-BAR-3 RH-BAR-4 RH-BAR-5 RH-BAR-6 RH-BAR-7
RH-OW-1 RH-OW-2 RH-OW-3 RH-OW-4 RH-OW-5 RH-OW-6
RH-XF-1 RH-XF-2 RH-XF-3
RH-TER-1 RH-TER-2 RH-TER-3 RH-TER-4
"""
IDS = IDS_TEXT.split()

# Key, values with the default first, and the rule to which the specification gives the setting.
OPEN_LINES = [
    ("shock_per_failed_save", "false, true", "RH-SHOCK-2"),
    ("shock_on_fire", "per_formation, per_unit", "RH-SHOCK-1"),
    ("save_six_fails", "true, false", "RH-SAVE-1"),
    ("macro_save", "none, armour, cover", "RH-MW-2"),
    ("barrage_hits", "roll_per_integrity, automatic", "RH-BAR-5"),
    ("barrage_modifiers", "all, action_only, none", "RH-BAR-6"),
    ("barrage_low_at", "none, 1", "RH-BAR-4"),
    ("bp_over_30", "last_row, refuse", "RH-BAR-4"),
    ("empty_units_soak", "true, false", "RH-SUP-1"),
    ("we_suppression", "one, integrity", "RH-SUP-3"),
    ("metric", "chebyshev, manhattan, euclidean", "RH-ELIG-4"),
    ("cr_six_passes", "true, false", "RH-ACT-1"),
    ("los_and_range", "separate, same_unit", "RH-ELIG-2"),
    ("even_count", "all_kinds, per_kind", "RH-ALLOC-5"),
    ("barrage_integrity", "current, starting", "RH-BAR-5"),
    ("barrage_with_guns", "no, yes", "RH-BAR-7"),
]

BY_ID = {rule.id: rule for rule in RULES}


def words_of(rule: Rule) -> list[str]:
    return [rule.title, rule.text, rule.example, rule.source, *(cell for row in rule.chart for cell in row)]


# ---- completeness


def test_every_rule_of_the_specification_exists_once_and_in_order() -> None:
    assert [rule.id for rule in RULES] == IDS
    assert len(BY_ID) == len(RULES) == 62


@each("rule", RULES, ids=lambda rule: rule.id)
def test_every_source_says_how_sure_it_is(rule: Rule) -> None:
    assert re.search(r"reikhammer\.wikidot\.com, pages? |parent game, by analogy|our reading", rule.source)
    assert re.search(r"\bcertain\b|\blikely\b|\bour reading\b", rule.source)


@each("rule", RULES, ids=lambda rule: rule.id)
def test_dice_are_never_needed_as_so_much_or_more(rule: Rule) -> None:
    """Of all the habits of other games this one turns everything round."""
    for words in words_of(rule):
        assert not re.search(r"\d\+|[<>]=?|\bwith \d or more\b|\bon \d or more\b", words)


def test_every_example_has_a_number() -> None:
    numbers = r"\d|\b(one|two|three|half|first|last|second)\b"
    assert [rule.id for rule in RULES if not re.search(numbers, rule.example)] == []


def test_what_is_not_played_says_so() -> None:
    assert all("not played; the rule stands here for reference" in rule.text for rule in RULES if not rule.supported)


# ---- settings


def test_the_settings_are_those_of_the_specification() -> None:
    assert [(setting.key, ", ".join(setting.values), setting.rule) for setting in SETTINGS] == OPEN_LINES


@each(("key", "values", "rule"), OPEN_LINES, ids=lambda value: value)
def test_a_setting_is_named_with_its_values_by_its_rule_and_no_other(key: str, values: str, rule: str) -> None:
    assert f"etting `{key}` ({values})" in BY_ID[rule].text
    assert [other.id for other in RULES if any(f"`{key}`" in words for words in words_of(other))] == [rule]


# ---- charts


def rows(rule: str) -> list[tuple[str, ...]]:
    return list(BY_ID[rule].chart[1:])


def test_which_rules_have_charts() -> None:
    with_charts = "RH-SEQ RH-ACT-2 RH-HIT-2 RH-HIT-4 RH-ALLOC-3 RH-SAVE-4 RH-CHAR-1 RH-BAR-4 RH-TER-4"
    assert [rule.id for rule in RULES if rule.chart] == with_charts.split()


@pytest.mark.rule("RH-SEQ")
def test_steps() -> None:
    assert [number for number, *_ in rows("RH-SEQ")] == [str(n) for n in range(1, 15)]
    assert "".join(who[0] for _, who, _ in rows("RH-SEQ")) == "aa-a-a-aadd-d-"


@pytest.mark.rule("RH-ACT-2")
def test_actions_chart() -> None:
    # Name, single moves, whether it can shoot as its action, modifier.
    printed = """
    Advance         1        yes   0
    Double          2        yes  -1
    March           3        no    -
    Marshal         1,       if   -1
    Sustained_Fire  0        yes  +1
    Overwatch       0        later, 0
    Engage          charges  no:   -
    Hold            1,       if    0
    """
    expected = [line.split() for line in printed.strip().splitlines()]
    shown = [
        [name.replace(" ", "_"), moves.split()[0], shoots.split()[0], change]
        for name, moves, shoots, change in rows("RH-ACT-2")
    ]
    assert shown == expected


@pytest.mark.rule("RH-HIT-2")
def test_modifiers_agree_with_the_actions() -> None:
    changes = {row[0]: row[1] for row in rows("RH-HIT-2")}
    actions = {name: change for name, _, _, change in rows("RH-ACT-2") if change not in ("0", "-")}
    assert changes == {
        "target in cover": "-1",
        **{f"attacker took {'a ' if name == 'Double' else ''}{name}": change for name, change in actions.items()},
    }


@pytest.mark.rule("RH-HIT-4")
@pytest.mark.parametrize(("value", "second", "chance"), [(0, 3, "1/12"), (-1, 2, "1/18"), (-2, 1, "1/36")])
def test_second_rolls(value: int, second: int, chance: str) -> None:
    row = {row[0]: row[1:] for row in rows("RH-HIT-4")}[str(value)]
    assert row == ("1", f"{second} or less" if second > 1 else "1", chance)
    hits = sum(first == 1 and then <= second for first, then in product(range(1, 7), repeat=2))
    assert Fraction(hits, 36) == Fraction(chance)


@pytest.mark.rule("RH-HIT-4")
def test_below_the_second_rolls_nothing_hits() -> None:
    assert rows("RH-HIT-4")[3:] == [("-3 or less", "none", "none", "0")]


@pytest.mark.rule("RH-ALLOC-3", "RH-TER-4")
def test_which_hit_hits_whom() -> None:
    whom = {"AP": ["INF", "LV"], "AT": ["LV", "AV", "WE"], "AA": ["AC"]}
    assert {kind: re.findall(r"\(([A-Z]+)\)", types) for kind, types in rows("RH-ALLOC-3")} == whom
    turned = {kind: [name for name, _, by in rows("RH-TER-4") if kind in by.split(", ")] for kind in ("AP", "AT", "AA")}
    assert turned == whom


@pytest.mark.rule("RH-SAVE-4")
def test_cover_saves() -> None:
    saves = {kind: int(save) for kinds, save in rows("RH-SAVE-4") for kind in kinds.split(", ")}
    assert saves == {
        "fortification": 4,
        "building": 3,
        "ruin": 3,
        "jungle": 3,
        "wood": 2,
        "scrub": 1,
        "marsh": 1,
        "river": 1,
    }


@pytest.mark.rule("RH-CHAR-1")
def test_fates_of_a_character() -> None:
    fates = [(faces, fate.partition(" ")[0].strip(":"), chance) for faces, fate, chance in rows("RH-CHAR-1")]
    assert fates == [("1", "escapes", "1/6"), ("2-3", "incapacitated", "1/3"), ("4-6", "killed", "1/2")]


@pytest.mark.rule("RH-BAR-4")
def test_barrage_chart() -> None:
    printed = """
    1-2    0 0 1 -
    3-4    1 0 1 1
    5-6    1 0 2 1
    7-9    1 1 3 2
    10-12  2 1 3 2
    13-15  2 2 3 2
    16-20  2 2 3 2
    21-25  3 3 3 2
    26-30  3 4 3 2
    """
    assert BY_ID["RH-BAR-4"].chart[0] == ("BP", "radius", "extra Shock", "AP", "AT")
    assert [list(row) for row in rows("RH-BAR-4")] == [line.split() for line in printed.strip().splitlines()]
    points = [range(int(low), int(high) + 1) for low, high in (row[0].split("-") for row in rows("RH-BAR-4"))]
    assert [n for row in points for n in row] == list(range(1, 31))


# ---- finding


def ids(*words: str) -> list[str]:
    return [rule.id for rule in find(RULES, words)]


def test_the_beginning_of_an_id_finds_its_section() -> None:
    assert ids("RH-BAR") == [f"RH-BAR-{number}" for number in range(1, 8)]
    assert ids("rh-ow-") == [f"RH-OW-{number}" for number in range(1, 7)]
    assert ids("RH") == IDS


@pytest.mark.parametrize(
    ("words", "some"), [("suppressed", "RH-SUP-1"), ("shock", "RH-SHOCK-1"), ("cover", "RH-COV-1")]
)
def test_a_common_word_finds_the_rule_among_others(words: str, some: str) -> None:
    assert some in ids(words)
