"""What is shown between the questions, as strings 40 and 80 columns wide."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType

from shoot_cli.asked.sentences import (
    answer_words,
    facts_line,
    instruction,
    pool_words,
    reasons,
    result,
    tally_words,
    typed_words,
)
from shoot_cli.engine.names import percent
from shoot_cli.engine.questions import (
    Choose,
    Facts,
    HowMany,
    Need,
    Number,
    Numbers,
    Option,
    Question,
    Roll,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.ruleset import UnitRow, ValueRange
from shoot_cli.engine.table import Entry
from shoot_cli.ui.screen import progress_line
from shoot_cli.ui.tables import DistributionTable, LogTable, StatusTable, bar, dice_pool, fold, reasons_panel, summary
from tests.helpers.each import each

ODD = "[bold]Mob[/] of \x1b[31mBoyz 戦士, a name far too long for one line"
NEED = Need(3, (Reason("skill 4", "X-HIT-1"), Reason("they did not move, and so on and on to the end", "X-HIT-2")))
STAGES = ("Nominate", "Target", "Weapon", "Hit", "Wound", "Allocate", "Save")
ROLL = Roll("hit:gun", 8, NEED, (Watch((6,)),), (1,))
PICK = Choose(
    "target", (Option(ODD), Option("grots", "Grots", (Reason("out of range", "X-TGT-5"),))), text=f"Who? {ODD}"
)
SIDES = (
    (f"Marines {ODD}", (UnitRow(ODD, 8, 10, "", ("gone to ground until its next turn", "moved")),)),
    ("Orks", (UnitRow("Boyz", 0, 20), UnitRow("Trukk", 1, 1, "2 of 3 hull points"))),
)


def entry(question: Question, answer: Any, step: str = "Roll to hit") -> Entry:
    return Entry(step, question, answer, question.read(answer))


THROWN = entry(ROLL, {"first": [6, 6, 3, 1, 2, 5, 1, 4], "again": [6, 1]})
ENTRIES = (
    THROWN,
    entry(Roll("hit", 8, NEED), {"passed": 5}),
    entry(Total("leadership", 2, need=Need(9, or_less=True)), {"first": [3, 4]}, "Morale"),
    entry(PICK, ODD, "Target"),
    entry(Number("distance", 0, 48, unit="inches"), 7, "Target"),
    Entry("Go to ground", None, text=f"{ODD} goes to ground"),
)


def drawn(what: RenderableType, width: int) -> str:
    screen = StringIO()
    Console(width=width, color_system=None, file=screen, markup=True, highlight=True).print(what)
    return screen.getvalue()


def every(plain: bool) -> list[RenderableType]:
    return [
        *(dice_pool(one) for one in ENTRIES),
        LogTable(ENTRIES, lambda record: ("Marines", ODD), plain=plain),
        reasons_panel(ROLL, plain),
        reasons_panel(PICK, plain),
        DistributionTable("slain", [0.5, 0.25, 0.125, 0.125], plain=plain),
        DistributionTable(ODD, [1 / 200] * 200, plain=plain),
        summary([ValueRange(ODD, 3.456, 0, 3, 12), ValueRange("damage", 10, 0, 9.5, 22)], plain=plain),
        StatusTable(SIDES, plain=plain),
    ]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("plain", [False, True])
def test_everything_fits_and_names_are_text(width: int, plain: bool) -> None:
    for what in every(plain):
        text = drawn(what, width)
        assert max(map(cell_len, text.splitlines())) <= width
        assert "\x1b" not in text
        if plain:
            assert text.replace("戦士", "").isascii()
    assert "[bold]Mob[/] of \\x1b[31mBoyz" in drawn(LogTable(ENTRIES, lambda record: ("attacker", "defender")), 200)


def test_dice_are_grouped_and_say_in_words_what_passed() -> None:
    assert drawn(dice_pool(THROWN), 80).splitlines() == [
        "Roll to hit: 8 dice, 3+: 6 of 8 passed, 3 showed 6",
        "    again   2x1",
        "  + passed  3x6 1x5 1x4 1x3",
        "  - failed  1x2 1x1",
        f"{'  3+: skill 4 (X-HIT-1); they did not move, and so on and on to the end':80}",
        f"{'  (X-HIT-2)':80}",
    ]


def test_a_second_throw_is_held_against_its_own_need() -> None:
    roll = Roll("wound", 2, Need(4), again=(1,), again_need=Need(6))
    text = drawn(dice_pool(entry(roll, {"first": [1, 4], "again": [5]})), 80)
    assert "+ passed  1x4\n" in text
    assert "- failed  1x5\n" in text


def test_both_throws_of_a_sum_are_shown() -> None:
    damage = Total("damage", 1, again=(1, 2, 3))
    thrown = entry(damage, {"first": [2], "again": [5]}, "Roll damage")
    assert drawn(dice_pool(thrown), 80).splitlines() == ["Roll damage: 1 die: 5", "    again   2", "            5"]
    assert "2 > 5" in drawn(LogTable([thrown], lambda record: ("attacker", "defender")), 80)
    assert drawn(dice_pool(entry(damage, {"first": [4]}, "Roll damage")), 80) == "Roll damage: 1 die: 4\n"


def test_the_log_on_a_wide_and_a_narrow_screen() -> None:
    wide, narrow = (
        drawn(LogTable(ENTRIES[:2], lambda record: ("Marines", "Orks"), first=7), 80),
        drawn(LogTable(ENTRIES[:2], lambda record: ("attacker", "defender")), 40),
    )
    assert "By" in wide
    assert "7  Roll to hit: gun  Marines  6 6 3 1 2 5 1 4 > 6 1  6 of 8 passed, 3 showed 6" in wide
    assert "By" not in narrow
    assert "1  Roll to hit: gun (attacker)" in narrow


def test_a_distribution_has_chance_at_least_and_bar() -> None:
    rows = [line.split() for line in drawn(DistributionTable("slain", [0.5, 0.25, 0.25], plain=True), 40).splitlines()]
    assert rows[0] == ["slain"]
    assert [row[:3] for row in rows[2:]] == [["0", "50.0%", "100.0%"], ["1", "25.0%", "50.0%"], ["2", "25.0%", "25.0%"]]
    assert [len(row[3]) for row in rows[2:]] == [15, 8, 8]


def test_long_tails_share_a_row() -> None:
    text = drawn(DistributionTable("slain", [0.999, 0.0005, 0.0004, 0.0001], plain=True), 40)
    assert "1+" in text
    assert "99.9%" in text


@given(st.lists(st.floats(0, 1), min_size=1, max_size=120), st.integers(4, 30))
def test_folding_keeps_every_outcome_once(weights: list[float], rows: int) -> None:
    total = sum(weights) or 1.0
    law = [weight / total for weight in weights]
    found = fold(law, rows)
    assert [k for low, high, _ in found for k in range(low, high + 1)] == list(range(len(law)))
    assert sum(chance for _, _, chance in found) == pytest.approx(sum(law))
    assert len(found) <= rows


@each(("chance", "text"), [(0, "0.0%"), (1, "100.0%"), (1e-9, "<0.1%"), (0.99999, ">99.9%"), (0.123, "12.3%")])
def test_what_is_possible_is_never_called_impossible(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_bars() -> None:
    assert (bar(1, 4), bar(0.5, 4), bar(0, 4), bar(1e-9, 4)) == ("████", "██", "", "▏")
    assert (bar(1, 4, True), bar(0.5, 4, True), bar(0, 4, True), bar(1e-9, 4, True)) == ("####", "##", "", "#")


def test_progress_is_shortened_where_it_must_be() -> None:
    assert progress_line(STAGES, "hit") == "Nominate > Target > Weapon > [HIT] > Wound > Allocate > Save"
    assert progress_line(STAGES, "Hit", 40) == "Nom Tar Wea [HIT] Wou All Sav"
    assert progress_line(STAGES, "Allocate", 24) == "6/7 ALLOCATE"
    for width in range(12, 90):
        for stage in STAGES:
            assert len(progress_line(STAGES, stage, width)) <= width - 4


def test_reasons_carry_their_rules() -> None:
    assert (
        drawn(reasons_panel(PICK.but(text="Who?"), True), 80) == "Why: Who?\nGrots is closed: out of range (X-TGT-5)\n"
    )
    assert "3+: skill 4 (X-HIT-1)" in drawn(reasons_panel(ROLL), 80)


def test_status_shows_both_armies() -> None:
    text = drawn(StatusTable(SIDES, plain=True), 120)
    assert "8/10" in text
    assert "gone to ground until its next turn, moved" in text
    assert "Boyz" in text
    assert "destroyed" in text
    assert "2 of 3 hull points" in drawn(StatusTable(SIDES), 40)


# Words -----------------------------------------------------------------------------------------------------------------

EIGHT = Roll("hit", 8, NEED)
FACTS = Facts(
    "facts",
    (
        Number("distance", 0, 48, 12, "inches"),
        Choose("cover", (Option("none", "no cover"), Option("5+")), "none"),
        HowMany("firing", (("Marine", 8), ("Sergeant", 1)), (8, 1)),
    ),
    text="As usual?",
)


@each(
    ("question", "words"),
    [
        (EIGHT, "Marines: roll 8 dice, 3 or more (3+)"),
        (EIGHT.but(text="Boltguns to hit."), "Marines: Boltguns to hit: roll 8 dice, 3 or more (3+)"),
        (Roll("save", 1, Need(5, label="cover save"), owner=DEFENDER), "Orks: roll 1 die, 5 or more (5+ cover save)"),
        (Roll("hit", 2, Need(6)), "Marines: roll 2 dice, 6 (6+)"),
        (Roll("hit", 2, Need(4, or_less=True)), "Marines: roll 2 dice, 4 or less (4-)"),
        (Roll("hit", 2, NEED, again=(1,)), "Marines: roll 2 dice, 3 or more (3+); roll each 1 again once"),
        (Roll("hit", 2, NEED, again=(1, 2)), "Marines: roll 2 dice, 3 or more (3+); roll every failure again once"),
        (Roll("x", 2, Need(None), (Watch((6,)),)), "Marines: roll 2 dice and type what they show"),
        (
            Roll("x", 2, Need(None), (Watch((6,)),), faces=("1", "1", "2", "2", "3", "JAM")),
            "Marines: roll 2 dice and type what they show (1, 2, 3 or JAM), as in 3 JAM",
        ),
        (Roll("x", 1, Need(5), faces=("arrow",) * 4 + ("hit",) * 2), "Marines: roll 1 die (arrow or hit)"),
        (Roll("x", 2, Need(5), faces=("arrow",) * 4 + ("hit",) * 2), "Marines: roll 2 dice, hit"),
        (Total("shots", 1, 3), "Marines: roll 1 D3 (a D3 is half a D6, rounded up)"),
        (Total("ld", 2, need=Need(9, or_less=True)), "Marines: roll 2 dice and add them up, 9 or less (9-)"),
        (
            Total("ld", 2, need=Need(7, or_less=True, label="break test"), text="Orks: break test"),
            "Marines: Orks: break test: roll 2 dice and add them up, 7 or less (7-)",
        ),
        (Total("damage", 1, again=(1, 2, 3)), "Marines: roll 1 die; roll a 1, 2 or 3 again once"),
        (
            Total("ld", 2, need=Need(7), again=(2, 3, 4, 5, 6)),
            "Marines: roll 2 dice and add them up, 7 or more (7+); roll a failure again once",
        ),
        (Total("charge", 2, again=(1, 8)), "Marines: roll 2 dice and add them up; roll an 8 again once"),
        (Number("distance", 0, 48, unit="inches", text="How far?"), "Marines: How far? (0 to 48 inches)"),
        (Number("under", 0, 1, unit="models", text="Under it?"), "Marines: Under it? (0 to 1 model)"),
        (
            Numbers("under", ("A", "B"), 0, 9, 0, "models", text="Of which?", most=(9, 4), by_name=True),
            "Marines: Of which? (at most: A 9, B 4; 0 for those not named)",
        ),
        (Choose("cover", (), owner=DEFENDER), "Orks: Cover?"),
    ],
)
def test_the_one_line_to_do_now(question: Question, words: str) -> None:
    assert instruction(question, ("Marines", "Orks")) == words


def test_of_those_who_are_named_nobody_else_is_counted() -> None:
    under = Numbers("under", ("A", "B", "C", "D"), 0, 9, 0, "models", text="Of which?", most=(9,) * 4, by_name=True)
    assert answer_words(under, {"A": 1, "C": 2}) == "A: 1 model, C: 2"
    assert answer_words(under, 0) == "0 models"
    assert answer_words(under.but(by_name=False), {"A": 1, "C": 2}) == "0 models, A: 1, C: 2"


SEEN = Roll(
    "dice", 3, Need(None, (Reason("the sum", "T-1"),)), (Watch((1, 2)), Watch((3, 4)), Watch((5,)), Watch((6,))),
    faces=("1", "1", "2", "2", "3", "JAM"),
)  # fmt: skip


def test_dice_that_are_only_looked_at() -> None:
    assert tally_words(SEEN, SEEN.read({"first": [6, 1, 5]})) == "1, 3, JAM"
    many = SEEN.but(dice=8)
    assert tally_words(many, many.read({"first": [6, 6, 5, 5, 5, 5, 1, 3]})) == "1, 2, 4x3, 2xJAM"
    places = Roll("where", 7, Need(None), (Watch((1,)), Watch((2, 3, 4, 5)), Watch((6,))))
    assert tally_words(places, places.read({"first": [1, 2, 3, 4, 5, 5, 5]})) == "1 showed 1, 6 showed 2 to 5"
    assert typed_words(SEEN, {"first": [6, 1, 5]}) == "JAM 1 3"
    assert typed_words(places, {"first": [1, 2, 3, 4, 5, 5, 5]}) == "1 2 3 4 5 5 5: 1 showed 1, 6 showed 2 to 5"
    assert reasons(SEEN) == ["sides 1, 1, 2, 2, 3, JAM: the sum (T-1)"]


def test_one_of_a_unit_is_one() -> None:
    shots = Number("shots", 0, 6, unit="dice")
    assert [answer_words(shots, n) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]


def test_what_it_led_to() -> None:
    assert result(ENTRIES[1]) == "5 of 8 passed"
    assert result(ENTRIES[2]) == "7, passed"
    assert (
        result(Entry("Save", Roll("save", 1, NEED), {"passed": 0}, Roll("save", 1, NEED).read({"passed": 0})))
        == "failed"
    )
    assert pool_words(EIGHT, EIGHT.read({"passed": 5})) == "5 of 8 passed"
    assert pool_words(EIGHT, EIGHT.read({"passed": 8})) == "all 8 passed"
    assert pool_words(EIGHT.but(dice=2), EIGHT.but(dice=2).read({"passed": 2})) == "both passed"
    assert pool_words(EIGHT, EIGHT.read({"passed": 0})) == "none passed"
    saves = EIGHT.but(owner=DEFENDER)
    assert pool_words(saves, saves.read({"passed": 5})) == "5 of 8 passed"


def test_facts_in_one_line() -> None:
    assert facts_line(FACTS.but(text=""), {}) == "Distance: 12 inches; no cover; Firing: all"
    assert (
        facts_line(FACTS.but(text=""), {"cover": "5+", "firing": [3, 1]})
        == "Distance: 12 inches; Cover: 5+; Firing: 3 Marines, 1 Sergeant"
    )


def test_only_what_differs_is_said_where_the_question_says_the_rest() -> None:
    assert facts_line(FACTS, {}) == ""
    assert facts_line(FACTS, {"cover": "5+"}) == "Cover: 5+"


def test_rules_are_named_once() -> None:
    assert reasons(EIGHT.but(rules=("X-HIT-1", "X-HIT-9")))[-1] == "Rule X-HIT-9"
    assert reasons(Number("distance", 0, 48, rules=("X-1", "X-2"))) == ["Rules X-1, X-2"]
