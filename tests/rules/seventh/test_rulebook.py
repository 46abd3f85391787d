"""The 7th edition rulebook: complete, agreeing with its formulas, findable, and shown by ``shoot rules``."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from typer.testing import CliRunner, Result

from shoot_cli.cli.app import app
from shoot_cli.engine.markdown import Rule, find
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.effects import KNOWN, NUMBERED, PLAIN, SAVES
from shoot_cli.rules.seventh.rulebook import RULES
from tests.helpers.toy_books import section

# Typed from the specification, so that a rule lost from the package is noticed.
IDS_TEXT = """
7E-NOM-1 7E-NOM-2 7E-NOM-3 7E-NOM-4 7E-NOM-5
7E-TGT-1 7E-TGT-2 7E-TGT-3 7E-TGT-4 7E-TGT-5 7E-TGT-6 7E-TGT-7 7E-TGT-8
7E-WPN-1 7E-WPN-2 7E-WPN-3 7E-WPN-4 7E-WPN-5 7E-WPN-6 7E-WPN-7 7E-WPN-8 7E-WPN-9 7E-WPN-10 7E-WPN-11 7E-WPN-12
7E-WPN-13 7E-WPN-14 7E-WPN-15 7E-WPN-16 7E-WPN-17 7E-WPN-18 7E-WPN-19 7E-WPN-20 7E-WPN-21 7E-WPN-22 7E-WPN-23
7E-WPN-24
7E-HIT-1 7E-HIT-2 7E-HIT-3 7E-HIT-4 7E-HIT-5 7E-HIT-6 7E-HIT-7 7E-HIT-8 7E-HIT-9 7E-HIT-10 7E-HIT-11 7E-HIT-12
7E-HIT-13
7E-WND-1 7E-WND-2 7E-WND-3 7E-WND-4 7E-WND-5 7E-WND-6 7E-WND-7 7E-WND-8 7E-WND-9 7E-WND-10 7E-WND-11
7E-GTG-1 7E-GTG-2 7E-GTG-3 7E-GTG-4 7E-GTG-5 7E-GTG-6 7E-GTG-7 7E-GTG-8
7E-ALC-1 7E-ALC-2 7E-ALC-3 7E-ALC-4 7E-ALC-5 7E-ALC-6 7E-ALC-7 7E-ALC-8 7E-ALC-9 7E-ALC-10 7E-ALC-11 7E-ALC-12
7E-ALC-13
7E-SAV-1 7E-SAV-2 7E-SAV-3 7E-SAV-4 7E-SAV-5 7E-SAV-6 7E-SAV-7 7E-SAV-8 7E-SAV-9 7E-SAV-10 7E-SAV-11 7E-SAV-12
7E-SAV-13 7E-SAV-14 7E-SAV-15 7E-SAV-16 7E-SAV-17
7E-VEH-1 7E-VEH-2 7E-VEH-3 7E-VEH-4 7E-VEH-5 7E-VEH-6 7E-VEH-7 7E-VEH-8 7E-VEH-9 7E-VEH-10 7E-VEH-11 7E-VEH-12
7E-VEH-13 7E-VEH-14 7E-VEH-15 7E-VEH-16
7E-END-1 7E-END-2 7E-END-3 7E-END-4 7E-END-5 7E-END-6 7E-END-7
7E-FLY-1 7E-FLY-2 7E-FLY-3 7E-FLY-4 7E-FLY-5 7E-FLY-6 7E-FLY-7 7E-FLY-8 7E-FLY-9 7E-FLY-10 7E-FLY-11
7E-FMC-1 7E-FMC-2 7E-FMC-3 7E-FMC-4 7E-FMC-5
7E-IC-1 7E-IC-2 7E-IC-3 7E-IC-4 7E-IC-5 7E-IC-6
7E-EFF-1 7E-EFF-2 7E-EFF-3 7E-EFF-4 7E-EFF-5 7E-EFF-6 7E-EFF-7 7E-EFF-8
"""
IDS = IDS_TEXT.split()

SETTINGS_TEXT = """
gtg_window los_receiver alc2_same_firer template_allocation random_shots mode_uses_weapon ordnance_declared_first
snap_rerolls mastercrafted_bs6 graviton_mixed open_cover_stacks eternal_warrior_fnp intervening_mc_25 barrage_pinning
explode_after_wreck melta_armourbane squadron_order vehicle_cover explosion_passengers explosion_timing passengers_shaken
deep_strike_vehicle template_reach swarms_fnp swarms_overflow rending_extra_dice ordnance_armourbane
flyer_rules skyfire_markers crash_passengers grounding grounded_saves blast_reroll_ones
"""
SETTINGS = SETTINGS_TEXT.split()

BY_ID = {rule.id: rule for rule in RULES}


def shown(needed: int) -> str:
    return "6" if needed == 6 else f"{needed}+"


# ---- completeness


def test_every_rule_of_the_specification_exists_once_and_in_order() -> None:
    assert [rule.id for rule in RULES] == IDS


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("7E-WPN-19", "Super-heavy vehicles"),
        ("7E-WPN-19", "Destroyer weapons are not played"),
        ("7E-TGT-5", "Artillery, buildings and super-heavies are not played"),
    ],
)
def test_what_is_left_out_of_a_rule_is_said_in_it(name: str, words: str) -> None:
    assert words in BY_ID[name].text


def test_the_program_has_these_settings_and_no_others() -> None:
    assert {setting.key for setting in RULESET.settings} == set(SETTINGS)


# ---- charts


@pytest.mark.rule("7E-HIT-1")
def test_to_hit_chart() -> None:
    heading, needed = BY_ID["7E-HIT-1"].chart
    assert heading[1:] == tuple(str(skill) for skill in range(1, 11))
    assert needed[1:] == tuple(shown(max(2, 7 - skill)) for skill in range(1, 11))


@pytest.mark.rule("7E-HIT-3")
def test_second_to_hit_chart() -> None:
    heading, needed = BY_ID["7E-HIT-3"].chart
    assert heading[1:] == tuple(str(skill) for skill in range(6, 11))
    assert needed[1:] == tuple(shown(12 - skill) for skill in range(6, 11))


@pytest.mark.rule("7E-WND-1")
def test_to_wound_chart() -> None:
    heading, *rows = BY_ID["7E-WND-1"].chart
    assert heading[1:] == tuple(str(toughness) for toughness in range(1, 11))
    assert [row[0] for row in rows] == [str(strength) for strength in range(1, 11)]
    for strength, row in enumerate(rows, start=1):
        for toughness, cell in enumerate(row[1:], start=1):
            above = toughness - strength
            assert cell == ("-" if above >= 4 else shown(min(6, max(2, 4 + above))))


@pytest.mark.rule("7E-SAV-2")
def test_armour_chart() -> None:
    heading, *rows = BY_ID["7E-SAV-2"].chart
    assert heading[2:] == tuple(f"Sv {save}+" for save in range(2, 7))
    assert [row[0] for row in rows] == ["-", "6", "5", "4", "3", "2", "1"]
    for row in rows:
        for save, cell in enumerate(row[2:], start=2):
            assert cell == ("no" if row[0] != "-" and int(row[0]) <= save else f"{save}+")


@pytest.mark.rule("7E-SAV-5")
def test_cover_chart() -> None:
    saves = {row[0]: row[1] for row in BY_ID["7E-SAV-5"].chart[1:]}
    assert saves == {
        "terrain of no special kind": "5+",
        "standing in a ruin": "4+",
        "behind a ruin": "4+",
        "on the base of a Citadel Wood": "5+",
        "in a crater": "6+",
        "barricade or wall": "4+",
        "defence line (Aegis, Imperial)": "4+",
        "tank traps, fuel pipes, wreckage and rubble, gun emplacement": "4+",
        "fuel drum, ammunition dump, comms relay": "5+",
        "tanglewire": "6+",
        "Imperial statuary": "3+",
        "intervening models": "5+",
        "smoke launchers": "5+",
        "Jink": "4+",
        "gone to ground in the open": "6+",
    }


@pytest.mark.rule("7E-VEH-5")
def test_vehicle_damage_table() -> None:
    assert [row[:2] for row in BY_ID["7E-VEH-5"].chart[1:]] == [
        ("1-3", "Crew Shaken"),
        ("4", "Crew Stunned"),
        ("5", "Weapon Destroyed"),
        ("6", "Immobilised"),
        ("7+", "Explodes!"),
    ]


@pytest.mark.rule("7E-VEH-6")
def test_the_chances_of_special_penetration_rules() -> None:
    """Counted over the dice: each rule's row says a glance and a penetration."""
    two = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    both = [one + other for one, other in two]
    highest = [max(pair) for pair in two]
    ones = list(range(1, 7))
    rending = [die + extra for die in range(1, 7) for extra in ((1, 1, 2, 2, 3, 3) if die == 6 else (0,) * 6)]
    again = [first if first > 3 else second for first, second in two]  # Tank Hunters: what fails is rolled again
    glances_too = [first if first > 4 else second for first, second in two]
    rows = {row[0].split(",")[0].split(" (")[0]: row[2] for row in BY_ID["7E-VEH-6"].chart[1:]}
    for name, dice, needed in (
        ("Melta", both, 6), ("Armourbane", both, 5), ("Lance", ones, 4), ("Ordnance", highest, 5),
        ("Rending", rending, 7), ("Tank Hunters", again, 4), ("Tank Hunters", glances_too, 4),
    ):  # fmt: skip
        glance = Fraction(sum(die == needed for die in dice), len(dice))
        through = Fraction(sum(die > needed for die in dice), len(dice))
        assert str(glance) in rows[name]
        assert str(through) in rows[name]
    assert {rows[name].rpartition(" ")[2] for name in ("Gauss", "Haywire", "Graviton", "Sniper")} == {"1/6"}


@pytest.mark.rule("7E-WPN-22")
def test_weapons_of_vehicles_by_speed() -> None:
    rows = {row[0]: row[1:] for row in BY_ID["7E-WPN-22"].chart[1:]}
    assert [row[:3] for row in (rows["ordinary"], rows["Fast"])] == [("all", "1", "0"), ("all", "all", "2")]
    assert set(rows["Power of the Machine Spirit"][:3]) == {"1 more"}


@pytest.mark.rule("7E-NOM-3")
def test_the_list_of_what_limits_shooting_is_whole() -> None:
    assert "".join(row[0] for row in BY_ID["7E-NOM-3"].chart) == "abcdefghijklmnopqrstuvw"


@pytest.mark.rule("7E-EFF-4", "7E-EFF-6")
def test_the_charts_have_every_effect_that_is_known_by_name() -> None:
    listed = " / ".join(row[0] for name in ("7E-EFF-4", "7E-EFF-6") for row in BY_ID[name].chart[1:])
    assert [known.name for known in KNOWN if known.name.casefold() not in listed.casefold()] == []
    named = [part for row in BY_ID["7E-EFF-4"].chart[1:] for part in row[0].split(", ")]
    assert [name for name in named if not any(known.name.casefold() == name.casefold() for known in KNOWN)] == []


@pytest.mark.rule("7E-EFF-1")
def test_the_chart_of_words_has_every_word_that_is_understood() -> None:
    listed = ", ".join(row[0] for row in BY_ID["7E-EFF-1"].chart[1:])
    assert [word for word in (*PLAIN, *NUMBERED, *SAVES) if word not in listed] == []


@pytest.mark.rule("7E-FLY-4", "7E-FLY-5")
def test_the_chart_of_skyfire() -> None:
    rows = {row[0]: row[1:] for row in BY_ID["7E-FLY-4"].chart[1:]}
    assert rows["Zooming Flyer, Swooping creature"] == ("normal", "Snap Shot")
    assert rows["Hovering Flyer, Gliding creature, Skimmer"] == ("normal", "normal")
    assert rows["anything else, Jetbikes too"] == ("Snap Shot", "normal")


@pytest.mark.rule("7E-IC-3")
def test_the_chart_of_whose_rules() -> None:
    one, own, every = (row[1] for row in BY_ID["7E-IC-3"].chart[1:])
    assert "Slow and Purposeful" in one
    assert "Stealth" in one
    assert "Relentless" in own
    assert "camo cloak" in own
    assert "Battle Focus" in every


F = Fraction
SIX, HALF, THIRD = F(1, 6), F(1, 2), F(1, 3)
CHANCES = [  # rule, what its example says in figures, what it comes to
    pytest.param("7E-FLY-6", "11/108", (1 - F(5, 6) ** 2) * F(4, 6) * HALF, marks=pytest.mark.rule("7E-FLY-6")),
    pytest.param("7E-FLY-9", "2/9", SIX + SIX * THIRD, marks=pytest.mark.rule("7E-FLY-9")),
    pytest.param("7E-FLY-10", "5/18", F(5, 6) * THIRD, marks=pytest.mark.rule("7E-FLY-10")),
    pytest.param("7E-FLY-10", "5/9", F(5, 6) * F(4, 6), marks=pytest.mark.rule("7E-FLY-10")),
    pytest.param("7E-FMC-3", "5/36", SIX * F(5, 6), marks=pytest.mark.rule("7E-FMC-3")),
    pytest.param("7E-FMC-3", "5/72", SIX * F(5, 6) * HALF, marks=pytest.mark.rule("7E-FMC-3")),
    pytest.param("7E-FMC-4", "5/18", THIRD * F(5, 6), marks=pytest.mark.rule("7E-FMC-4")),
    pytest.param("7E-FMC-4", "5/27", THIRD * F(5, 6) * F(2, 3), marks=pytest.mark.rule("7E-FMC-4")),
    pytest.param("7E-IC-2", "5/6", F(5, 6), marks=pytest.mark.rule("7E-IC-2")),
    pytest.param("7E-IC-2", "1/12", SIX * HALF, marks=pytest.mark.rule("7E-IC-2")),
    pytest.param("7E-IC-5", "5/12", F(5, 6) * HALF, marks=pytest.mark.rule("7E-IC-5")),
    pytest.param("7E-EFF-4", "1/6", THIRD * SIX + SIX * F(4, 6), marks=pytest.mark.rule("7E-EFF-4")),
    pytest.param("7E-EFF-4", "1/12", HALF * SIX, marks=pytest.mark.rule("7E-EFF-4")),
    pytest.param("7E-EFF-7", "11/36", 1 - F(5, 6) ** 2, marks=pytest.mark.rule("7E-EFF-7")),
    pytest.param("7E-VEH-16", "5/18", SIX + F(4, 6) * SIX, marks=pytest.mark.rule("7E-VEH-16")),
    pytest.param("7E-VEH-16", "5/9", F(4, 6) * F(5, 6), marks=pytest.mark.rule("7E-VEH-16")),
]


@pytest.mark.parametrize(("name", "said", "comes_to"), CHANCES)
def test_the_chances_of_examples(name: str, said: str, comes_to: Fraction) -> None:
    assert str(comes_to) == said
    assert said in BY_ID[name].example


# ---- finding


def ids(*words: str) -> list[str]:
    return [rule.id for rule in find(RULES, words)]


def test_words_in_the_title_come_first_and_equal_rules_keep_their_order() -> None:
    a = Rule("9E-AAA-1", "Cover", "Nothing hides here.", "", "test")
    b = Rule("9E-AAA-2", "Walls", "They give cover.", "", "test")
    book = section("Test", b, Rule("9E-AAA-3", "Woods", "They give Cover.", "A wall.", "test"), a)
    assert [rule.id for rule in find(book, ["COVER"])] == ["9E-AAA-1", "9E-AAA-2", "9E-AAA-3"]
    assert [rule.id for rule in find(book, ["cover", "wall"])] == ["9E-AAA-2", "9E-AAA-3"]
    assert find(book, ["cover", "tank"]) == ()


def test_words_of_the_real_book() -> None:
    assert ids("gets", "hot")[0] == ids("gets hot")[0] == "7E-HIT-11"
    assert ids("look out sir") == ids("look", "out", "sir")
    assert ids("rapid fire")[0] == "7E-WPN-9"
    assert ids("statuary") == ["7E-SAV-5"]
    assert ids("blast")[:2] == ["7E-WPN-13", "7E-WPN-14"]
    assert ids("jink")[0] == "7E-GTG-6"
    assert {name.rpartition("-")[0] for name in ids("vehicle")[:5]} >= {"7E-VEH"}
    assert "7E-VEH-5" in ids("vehicle")
    assert ids("barrage")[0] == "7E-WPN-15"
    assert ids("template")[0] == "7E-WPN-16"
    assert set(ids("7")) != set(IDS)


# ---- the command


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ("rules", *words), env={"COLUMNS": "100", "TERM": "dumb"})


def test_the_command_lists_all_rules_by_section() -> None:
    result = run("--plain")
    assert result.exit_code == 0
    assert re.findall(r"^7E-[A-Z]+-\d+", result.stdout, re.M) == IDS
    assert "7E-GTG  Going to ground and Jink" in result.stdout
    assert result.stdout.isascii()


def test_the_command_shows_one_rule_whole() -> None:
    result = run("7e-veh-5", "--plain")
    rule = BY_ID["7E-VEH-5"]
    said = " ".join(result.stdout.split())
    assert result.exit_code == 0
    for words in (rule.id, rule.title, rule.text, rule.example, rule.source, "Crew Stunned", "Played"):
        assert words in said
    assert "Not played" not in said


def test_the_command_shows_several_rules() -> None:
    result = run("fleshbane", "--plain")
    assert result.exit_code == 0
    assert result.stdout.index("7E-WND-4") < result.stdout.index("7E-VEH-6")
    assert BY_ID["7E-WND-4"].text in " ".join(result.stdout.split())


def test_the_command_prints_json() -> None:
    result = run("7e-hit-1", "--json")
    rule = BY_ID["7E-HIT-1"]
    assert json.loads(result.stdout) == {
        "rules": [
            {
                "id": rule.id,
                "title": rule.title,
                "text": rule.text,
                "example": rule.example,
                "source": rule.source,
                "supported": True,
                "chart": [list(row) for row in rule.chart],
                "also": [*rule.also],
                "replaces": [],
            }
        ]
    }
    assert [rule["id"] for rule in json.loads(run("--ruleset", "7E", "--json").stdout)["rules"]] == IDS


def test_the_command_names_what_comes_close() -> None:
    result = run("7e-hit-99")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert 'No rule matches "7e-hit-99". Close to it: 7E-HIT-9' in result.stderr


def test_the_command_refuses_an_unknown_ruleset() -> None:
    result = run("--ruleset", "9e")
    assert result.exit_code == 2
    assert "40k-7e (7e)" in result.stderr
