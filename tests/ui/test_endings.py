"""The end of a phase and of a battle: what is worked out, and what is drawn and said of it, wide and narrow."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.battle.luck import report
from shoot_cli.battle.summaries import (
    ArmyEnd,
    BattleEnd,
    FinishedPhases,
    Highlight,
    Loss,
    PhaseEnd,
    against_odds,
    battle_end,
    last_stand,
    losses,
    phase_end,
    rare_throws,
)
from shoot_cli.engine.questions import Need, Roll, Tally, Total
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.ruleset import Headline, UnitRow
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, FinishedPhase, Table
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.practice.session import shipped
from shoot_cli.rules import RULESETS
from shoot_cli.ui.styles import print_lines
from shoot_cli.ui.summaries import battle_lines, battle_words, luck_words, phase_lines, phase_words
from tests.helpers.each import each
from tests.helpers.samples import quick_ones

BOYZ = UnitRow("Shoota Boyz", 13, 20, "", ("gone to ground (to the end of turn 2)", "a very long mark about nothing"))
TRUKK = UnitRow("Trukk", 0, 1, "destroyed")


def lost(now: UnitRow, fell: int, marks: tuple[str, ...] = ()) -> Loss:
    return Loss(1, now, now.but(models_left=now.models_left + fell), marks)


PHASE = PhaseEnd(
    1, ("Ultramarines", "Waaagh! Grimgutz"), 0, (0, 8), (lost(BOYZ, 7, ("gone to ground",)), lost(TRUKK, 1))
)
BATTLE = BattleEnd(
    5,
    (
        ArmyEnd("Ultramarines", 87, 94, 105, 354, 1.83, (30, 30)),
        ArmyEnd("Waaagh! Grimgutz", 11, 106, 193, 142, -0.7, (9, 11)),
    ),
    (
        Highlight("best attack", 0, "14 slain: Grav Cannons at Slugga Boyz"),
        Highlight("against the odds", 1, "1 in 56: Lootas, 5 hits of 6 at 5+"),
        Highlight("last stand", 1, "1 of 20: Shoota Boyz"),
    ),
    "models",
    "slain",
)
CLOCKS = {"Ultramarines": "48:40", "Waaagh! Grimgutz": "-1:20"}


def shown(lines: Any, width: int) -> str:
    screen = StringIO()
    print_lines(Console(width=width, file=screen, color_system=None), lines)
    text = screen.getvalue()
    assert all(len(line) <= width for line in text.splitlines()), text
    return " ".join(text.split())


# A phase -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80])
def test_a_phase_has_the_slain_and_a_line_for_each_unit(width):
    text = shown(phase_lines(PHASE, "models", "slain", width), width)
    assert "TURN 1: 8 models slain ▲ Ultramarines" in text
    assert "13 of 20 ■■■■■■■■" in text
    assert "gone to ground" in text
    assert "Trukk 0 of 1 ×" in text.replace("  ", " ")


def test_a_phase_in_words():
    assert phase_words(PHASE, "models", "slain") == [
        "Turn 1, Ultramarines: 8 models slain.",
        "  Shoota Boyz: 7 slain, 13 of 20 left; gone to ground",
        "  Trukk: 1 slain, 0 of 1 left; destroyed",
    ]


@pytest.mark.parametrize(
    ("changed", "title"),
    [
        ({"fell": (0, 1)}, "Ultramarines: 1 model slain."),
        ({"fell": (0, 0)}, "Ultramarines: nobody slain."),
        ({"fell": (2, 0)}, "Ultramarines: no enemy slain, 2 of their own lost."),
        ({"fell": (2, 3), "army": None}, "both sides: 5 models slain."),
    ],
)
def test_who_fell_is_told_apart(changed, title):
    assert phase_words(PHASE.but(losses=(), **changed), "models", "slain") == [f"Turn 1, {title}"]
    shown(phase_lines(PHASE.but(**changed), "models", "slain", 40), 40)


def test_many_units_are_not_all_shown():
    many = tuple(lost(BOYZ.but(name=f"Mob {n}"), n) for n in range(30))
    text = shown(phase_lines(PHASE.but(losses=many), "models", "slain", 80), 80)
    assert "Mob 29" in text  # who lost most
    assert "Mob 2 " not in text
    assert "and 20 units more" in text


def test_marks_that_everybody_got_and_long_ones_are_no_news():
    acted, old = ("has acted",), ("pinned",)
    before = (("A", (UnitRow("x", 5, 5, "", old), UnitRow("y", 5, 5), UnitRow("z", 5, 5))),)
    now = (
        (
            "A",
            (
                UnitRow("x", 4, 5, "", (*old, *acted, "broken (to the end)", "may do nothing but this one long thing")),
                UnitRow("y", 5, 5, "", acted),
                UnitRow("z", 5, 5, "Boss 1 of 2"),
            ),
        ),
    )
    assert [(loss.row.name, loss.fell, loss.marks) for loss in losses(before, now)] == [
        ("x", 1, ("broken",)),
        ("z", 0, ()),
    ]


def test_a_phase_is_told_once_and_again_if_it_comes_again():
    table, over = Table(raise_missing), FinishedPhases()
    assert over.since(table) == []  # nobody looked before, such as after --resume
    table.phases = [FinishedPhase(1, 2)]
    assert over.since(table) == [FinishedPhase(1, 2)]
    assert over.since(table) == []
    table.phases = []  # taken back
    assert over.since(table) == []
    table.phases = [FinishedPhase(1, 3)]
    assert over.since(table) == [FinishedPhase(1, 3)]


# A battle ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80])
def test_a_battle_fits_one_photo(width):
    armies = BATTLE.armies[0].but(own=3), BATTLE.armies[1]
    foot = "As text: shoot battle export 'Ultramarines Strike Force v Waaagh! Grimgutz'"
    lines = battle_lines(BATTLE.but(armies=armies), "Friday night", CLOCKS, width, foot, 22)
    assert len(lines) <= 22  # and the line and the keys of the prompt
    text = shown(lines, width)
    assert "LAST STAND" in text
    assert "3 lost in their own attacks" in text or "3 in own attacks" in text
    assert "The battle is over." in text
    assert "94 of 105 left 106 of 193 left" in text
    dice = "354 dice, 48:40 on the clock 142 dice, -1:20 on the clock" if width == 80 else "354 dice, 48:40 142 dice,"
    assert dice in text  # beside each other, though one army has a row more above
    for moment in BATTLE.highlights:
        assert moment.title.upper() in text
        assert f"{'▲●'[moment.army]} {moment.text[:20]}" in text
    assert "48:40" in text
    assert ("1.8 slain more than expected" in text) == (width == 80)
    assert "1.8" in text


def test_a_battle_in_words():
    first, second, *moments = battle_words(BATTLE, CLOCKS)
    assert first == (
        "Ultramarines: 87 enemy models slain, 94 of 105 left, 354 dice, 48:40 on the clock, "
        "1.8 slain more than expected."
    )
    assert second.endswith(
        "142 dice, -1:20 on the clock, 0.7 slain fewer than expected, in the 9 of 11 attacks with odds."
    )
    assert moments[0] == "Best attack: Ultramarines, 14 slain: Grav Cannons at Slugga Boyz."


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (None, ""),
        (0.01, "slain just as expected"),
        (2, "2.0 slain more than expected"),
        (-0.06, "0.1 slain fewer than expected"),
    ],
)
def test_luck_in_words(luck, words):
    assert luck_words(BATTLE.armies[0].but(luck=luck), "slain") == words


RULESET: Any = SimpleNamespace(
    headline=lambda record: Headline(1, (0, 0), "Lootas", "Tactical Squad"), sides=lambda record: ("Orks", "Marines")
)


def entry(dice_: int, passed: int, **more: Any) -> Entry:
    roll = Roll("hit", dice_, Need(5), luck="hits").but(**more)
    return Entry("Roll", roll, passed, Tally(passed, dice_ - passed, ()))


def test_the_rarest_throw_is_told_and_only_a_rare_one():
    usual, lucky, luckier = entry(6, 2), entry(6, 5), entry(8, 7)
    assert against_odds([usual], RULESET, ["Marines", "Orks"]) is None
    assert against_odds([usual, lucky], RULESET, ["Marines", "Orks"]) == Highlight(
        "against the odds", 1, "1 in 56: Lootas, 5 hits of 6 at 5+"
    )
    assert against_odds([lucky, luckier, usual], RULESET, ["Marines", "Orks"]).text.endswith("7 hits of 8 at 5+")
    saved = entry(4, 4, owner=DEFENDER, luck="saves")
    assert against_odds([saved], RULESET, ["Marines", "Orks"]) == Highlight(
        "against the odds", 0, "1 in 81: Tactical Squad, 4 saves of 4 at 5+"
    )
    assert not [*rare_throws([entry(6, 6, luck=""), entry(6, 6, need=Need(1))])]


@each(
    ("left", "start", "told"),
    [(1, 20, True), (5, 20, True), (6, 20, False), (0, 20, False), (1, 4, False), (20, 20, False)],
)
def test_a_last_stand_is_one_of_few_that_are_left(left, start, told):
    found = last_stand((("A", (UnitRow("others", 10, 10),)), ("B", (UnitRow("they", left, start),))))
    assert found == (Highlight("last stand", 1, f"{left} of {start}: they") if told else None)


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda one: one.short)
def test_a_turn_of_every_edition_comes_to_what_its_status_says(edition):
    ruleset = edition.ruleset()
    a, b = shipped(edition.name)[:2]
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(5)
    table = Table(lambda asked, place: (throw if isinstance(asked, (Roll, Total)) else given)(asked, place))
    table.settings = ruleset.defaults()
    start = ruleset.begin_battle(a, b, 1)
    end = play(ruleset.battle, start, table)
    phases = [phase_end(phase, ruleset) for phase in table.phases]
    assert {phase.army for phase in phases} in ({0, 1}, {None})
    assert {phase.turn for phase in phases} == {1}
    found = battle_end(table, ruleset, start, end, report(table, (), ruleset, end))
    assert found.turns == 1
    for place, (army, (name, rows)) in enumerate(zip(found.armies, ruleset.status(end), strict=True)):
        assert army.name == name
        assert army.left == sum(row.models_left for row in rows)
        assert army.start - army.left == army.own + found.armies[1 - place].enemies_killed
        assert army.start - army.left == sum(phase.fell[place] for phase in phases)
        assert army.dice > 0
    assert found.highlights[0].title == "best attack"
    for width in (40, 80):
        for phase in phases:
            shown(phase_lines(phase, found.models, found.slain, width), width)
        assert len(battle_lines(found, "Friday", {}, width)) <= 22
        shown(battle_lines(found, "Friday", {}, width), width)


@pytest.mark.parametrize("width", [40, 80, 100])
def test_what_is_told_of_luck_is_whole(width: int) -> None:
    """How many of its attacks it counts stands below it, and nothing is cut."""
    armies = tuple(army.but(luck=-0.7, counted=(7, 8)) for army in BATTLE.armies)
    lines = [line.plain for line in battle_lines(BATTLE.but(armies=armies), "", {}, width)]
    (at,) = (at for at, line in enumerate(lines) if "0.7" in line)
    assert "…" not in lines[at] + lines[at + 1]
    assert lines[at].count("0.7 slain fewer than expected" if width > 60 else "luck: 0.7 fewer") == 2
    assert lines[at + 1].count(" 7 of 8 attacks" + " with odds" * (width > 60)) == 2


@pytest.mark.parametrize("width", [40, 80])
def test_who_was_lost_otherwise_is_told_with_the_number(width: int) -> None:
    armies = tuple(army.but(left=10, start=149, otherwise=36) for army in BATTLE.armies)
    text = "\n".join(line.plain for line in battle_lines(BATTLE.but(armies=armies), "", {}, width))
    assert text.count("103 slain by shooting, 36 otherwise" if width > 60 else "otherwise lost 36") == 2
