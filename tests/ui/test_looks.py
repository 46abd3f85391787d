"""The pieces that screens are put together from, as text; colours are looked at where they say something."""

from __future__ import annotations

import pytest
from rich.console import Console

from shoot_cli.asked.scene import FIRST, SECOND, ModelBar
from shoot_cli.battle.summaries import PoolSummary
from shoot_cli.engine.ruleset import Gauge
from shoot_cli.ui.block import banner, bar_of_words, funnel, funnel_text, is_large, large
from shoot_cli.ui.styles import (
    COLOURS,
    colours,
    dice,
    dice_in_order,
    gauge_lines,
    key_row,
    kind_lines,
    model_signs,
    shortened,
    styled_line,
    title_line,
    with_theme,
    wrapped,
)

WIDTHS = (40, 60, 80, 120)
POOLS = (
    PoolSummary("shots", 16),
    PoolSummary("hits", 11, "3+"),
    PoolSummary("wounds", None, "4+"),
    PoolSummary("unsaved", None, "cover 5+"),
)


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(width):
    name = "漢字 of the Very Long Name of an Army that Nobody Reads Aloud"
    lines = [
        title_line(FIRST, name, "3 of 25 have shot", width),
        *banner(FIRST, ["ROLL", "112", "DICE", "4+", "to wound"], [name, "", name], width),
        *bar_of_words(SECOND, f"WHO shoots at {name} in the ruin?", name, width),
        *funnel(POOLS, 2, FIRST, width),
        *dice("to hit", ["6"] * 40, ["1", "JAM"] * 15, width, counted="6", end="45 hits"),
        *kind_lines([ModelBar(name, 190, 9, 1, "a note about all of it that is rather long")], width),
        key_row([("?", "why"), ("u", "undo"), ("c", "change"), ("s", "status"), ("Space", "more")], width),
    ]
    assert [line.plain for line in lines if line.cell_len > width] == []


def test_large_digits_have_three_rows_and_air_below():
    assert large("4+") == ["█ █  ▄ ", "▀▀█ ▀█▀", "  ▀    "]
    assert is_large("11")
    assert is_large("3+")
    assert not is_large("2D6")
    assert not is_large("")


def test_the_bar_says_the_act_and_its_numbers_between_its_edges():
    edge, top, middle, bottom = (line.plain for line in banner(FIRST, ["ROLL", "4", "DICE"], ["A", "", "gun"], 40))
    assert edge == "▄" * 40
    assert middle.startswith(" ROLL ▀▀█ DICE")
    assert top.endswith(" A ")
    assert bottom.endswith(" gun ")


def test_the_pool_that_is_asked_for_stands_out_and_later_ones_are_not_known():
    needs, numbers, names = (line.plain.split() for line in funnel(POOLS, 2, FIRST, 80))
    assert needs == ["3+", "4+", "cover", "5+"]
    assert [part for part in numbers if "►" not in part] == ["16", "11", "?", "·"]
    assert names == ["shots", "hits", "wounds", "unsaved"]
    question = funnel(POOLS, 2, SECOND, 80)[1]
    assert [span.style for span in question.spans if question.plain[span.start : span.end] == " ? "] == [SECOND]


def test_a_sixth_pool_pushes_the_first_out():
    six = tuple(PoolSummary(name, place) for place, name in enumerate("abcdef"))
    assert funnel(six, 5, FIRST, 80)[2].plain.split() == list("bcdef")
    assert funnel_text(POOLS) == "16 shots, 11 hits (3+)"
    ones = [PoolSummary(name, 1) for name in ("shots", "hits", "mortal wounds", "hull points lost", "slain")]
    assert funnel_text(ones) == "1 shot, 1 hit, 1 mortal wound, 1 hull point lost, 1 slain"


def test_passed_dice_stand_first_and_what_is_counted_has_a_sign():
    (row,) = dice("to hit", ["6", "4"], ["2"], 80, counted="6", end="2 hits")
    assert row.plain.split() == ["to", "hit", "6!", "4", "2", "2", "hits"]


def test_many_dice_are_told_face_by_face():
    rows = dice("", ["6"] * 30 + ["5"] * 20, ["1"] * 30, 40)
    assert "".join(row.plain for row in rows).split() == ["6", "×30", "5", "×20", "1", "×30"]


@pytest.mark.parametrize("width", WIDTHS)
def test_dice_in_order_stay_in_their_pairs(width: int) -> None:
    """They are not sorted, no pair is parted at the end of a line, and each die has the colour of its own."""
    pairs = [[("1", False), ("6", True)], [("5", True), ("2", False)], *[[("3", False), ("4", False)]] * 12]
    rows = dice_in_order("Feel No Pain", pairs, width, end="= 0 of 14 live")
    assert all(row.cell_len <= width for row in rows)
    text = [row.plain.replace("Feel No Pain", "").partition("=")[0].split() for row in rows]
    assert [face for row in text for face in row] == ["1", "6", "5", "2", *["3", "4"] * 12]
    assert all(len(row) % 2 == 0 for row in text)
    assert " ".join(" ".join(row.plain.split()) for row in rows).endswith("= 0 of 14 live")
    shown = [(row.plain[span.start : span.end].strip(), span.style) for row in rows for span in row.spans]
    dice_ = [(face, style) for face, style in shown if face.isdigit()][:4]
    assert dice_ == [("1", "failed"), ("6", "passed"), ("5", "passed"), ("2", "failed")]


def test_few_pairs_have_one_line_and_single_dice_are_no_pairs() -> None:
    (row,) = dice_in_order("pain", [[("6", True)], [("2", False)]], 80, end="= 1 of 2")
    assert row.plain.split() == ["pain", "6", "2", "=", "1", "of", "2"]


def test_a_bar_of_models_is_scaled_and_hides_nobody():
    assert model_signs(3, 2, 1).plain == "■■■××□"
    scaled = model_signs(180, 1, 19, 20).plain
    assert scaled.count("×") == 1
    assert scaled.count("□") == 2
    assert len(scaled) <= 22


def test_text_of_files_is_text():
    assert styled_line("[bold]\x1b[31m", ("a\nb", "strong")).plain.count("\x1b") == 0
    assert shortened("Ultramarines", 6) == "Ultra…"
    assert shortened("Ultra", 5) == "Ultra"
    assert [line.plain for line in wrapped(styled_line("one two three"), 8)] == ["one two ", "three"]


@pytest.mark.parametrize(
    ("said_", "taken"),
    [
        ("cyan,yellow", ("cyan", "yellow")),
        ("cyan", ("blue", "yellow")),
        ("x,y", ("blue", "yellow")),
        ("red,red", ("blue", "yellow")),
    ],
)
def test_other_colours_can_be_picked(monkeypatch, said_, taken):
    monkeypatch.setenv(COLOURS, said_)
    assert colours() == taken


@pytest.mark.parametrize("colour", [True, False])
def test_without_colour_a_bar_is_reversed(colour):
    console = with_theme(Console(width=20, force_terminal=True, color_system="standard", no_color=not colour))
    with console.capture() as held:
        console.print(styled_line(("bar", FIRST)))
    assert ("44m" in held.get()) is colour
    assert ("\x1b[1;7m" in held.get()) is not colour


UNITS = (
    Gauge("Main Tank 1", 2),
    Gauge("Main Tank 2", 1, lost=1, note="1 hit now"),
    Gauge("Main Tank 3", 2),
    Gauge("Scout Car", 0, lost=0, gone=1, note="cover 2"),
    Gauge("Shock", 1, gone=4, note="4 more break it", fills=True),
)


def test_a_target_is_seen_unit_by_unit_as_far_as_there_is_room():
    def lines(most: int) -> list[str]:
        return [" ".join(line.plain.split()) for line in gauge_lines(UNITS, 60, most)]

    assert lines(5) == [
        "Main Tank 1 ■■",
        "Main Tank 2 ■× 1 hit now",
        "Main Tank 3 ■■",
        "Scout Car □ cover 2",
        "Shock ●○○○○ 4 more break it",
    ]
    assert lines(4) == [lines(5)[1], *lines(5)[3:], "2 more untouched"]
    assert lines(3) == [lines(5)[1], *lines(5)[3:]]
    assert lines(2) == lines(1) == ["Shock ●○○○○ 4 more break it"]
    assert lines(0) == []


@pytest.mark.parametrize("width", [40, 80])
def test_no_gauge_is_wider_than_the_screen(width):
    long = [one.but(name=one.name * 4, note=one.note * 9) for one in UNITS]
    assert all(line.cell_len <= width for line in gauge_lines(long, width, 9))


def test_a_note_beside_a_gauge_is_whole_or_stands_below_it_while_there_is_room():
    rows = (UNITS[0].but(name="Rifle Platoon 1"), UNITS[-1].but(gone=5, note="5 more break it"))
    assert gauge_lines(rows, 43, 2)[-1].plain == "  Shock            ●○○○○○  5 more break it"
    assert [line.plain for line in gauge_lines(rows, 42, 3)[1:]] == ["  Shock            ●○○○○○", "    5 more break it"]
    assert gauge_lines(rows, 42, 2)[-1].plain.endswith("…")


def test_a_long_name_makes_room_for_the_turn() -> None:
    line = title_line(FIRST, "March of the Night Watch and Friends · turn 1", "3 of 25 have shot", 40).plain
    assert line.startswith("─ ▲  March of the Nig")
    assert line.rstrip("─ ").endswith("… · turn 1")
    assert len(line) == 40
