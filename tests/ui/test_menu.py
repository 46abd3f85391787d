"""How rows of a menu are drawn: in two columns where there is room, with notes, lit letters and closed ones in words."""

from __future__ import annotations

import textwrap

import pytest

from shoot_cli.core.questions import Option
from shoot_cli.ui.choices import Choices
from shoot_cli.ui.menu import also_words, bands, closed_words, matched
from shoot_cli.ui.rows import note_of
from shoot_cli.ui.screen import Row

SHOT = "it has shot"
UNITS = tuple(Row(f"Squad {n}, {n} models", note=f"{n} models") for n in range(1, 13))
SOME_SHOT = (*(row._replace(closed=SHOT) for row in UNITS[:2]), *UNITS[2:])


def drawn(choices: Choices, width: int, high: int) -> list[str]:
    return [line.plain for band in bands(choices, width, high, textwrap.wrap) for line in band.lines]


def test_two_columns_where_one_does_not_hold_them() -> None:
    choices = Choices(UNITS, 0, False)
    lines = drawn(choices, 80, 8)
    assert len(lines) == 6
    assert lines[0].split() == ["►", "1", "Squad", "1", "1", "models", "7", "Squad", "7", "7", "models"]
    assert len(drawn(choices, 80, 12)) == 12  # they fit one
    assert len(drawn(choices, 71, 8)) == 12  # there is no room for two
    assert all(len(line) <= 80 for line in lines)


def test_arrows_go_from_one_column_to_the_other() -> None:
    choices = Choices((*UNITS, Row("nobody")), 1, False)
    drawn(choices, 80, 8)  # seven and six
    for way, at in ((1, 8), (1, 8), (-1, 1), (-1, 1)):
        choices.aside(way)
        assert choices.at == at
    choices.at = 6
    choices.aside(1)
    assert choices.at == 12  # the last one of the shorter column


def test_names_are_whole_before_notes_are() -> None:
    long = (Row("Gretchin with Runtherd and his friends, 11 models, gone to ground", note="11 models, gone to ground"),)
    rows = (*long, *UNITS)
    line = drawn(Choices(rows, None, False), 80, 8)[0][:40]
    assert "Gretchin with Runtherd and his" in line
    assert "gone" not in line
    alone = drawn(Choices(rows, None, False), 40, 8)
    assert (
        " ".join(" ".join(alone[:3]).split()) == "► 1 Gretchin with Runtherd and his friends, 11 models, gone to ground"
    )


def test_the_row_that_enter_takes_is_reversed_and_its_letters_are_lit() -> None:
    choices = Choices(UNITS, 0, False)
    choices.type("quad 3")
    (line,) = bands(choices, 80, 8, textwrap.wrap)[0].lines
    assert line.plain.startswith(" ►  3 Squad 3")
    assert [(line.plain[s.start : s.end], s.style) for s in line.spans if s.style == "lit"] == [("quad 3", "lit")]
    assert any(span.style == "here" and span.start == 3 for span in line.spans)


@pytest.mark.parametrize(
    ("name", "typed", "lit"),
    [
        ("Tactical Squad", "squ", ["Squ"]), ("Tactical Squad", "tact squ", ["Tact", "Squ"]), ("Lootas", "oot", ["oot"]),
        ("heavy bolter", "bolters", ["bolter"]), ("Boyz Mob", "m", ["M"]), ("Boyz", "", []), ("Boyz", "trukk", []),
        ("İstanbul", "ist", []),
    ],
)  # fmt: skip
def test_lit_letters(name: str, typed: str, lit: list[str]) -> None:
    assert [name[begin:end] for begin, end in matched(name, typed)] == lit


def test_what_is_closed_is_one_line_by_its_reasons() -> None:
    gone = Row("Trukk", "destroyed")
    stuck = Row("Nobz", "nobody left in it can see the target")
    his = Row("Boss", "it is at its end")
    assert closed_words([*SOME_SHOT[:2], gone]) == "2 have shot, 1 destroyed"
    assert closed_words([his, his]) == "2 are at their end"
    assert closed_words([stuck, gone, gone]) == "2 destroyed, 1: nobody left in it can see the target"
    assert closed_words([gone, gone, stuck, his, SOME_SHOT[0]]) == (
        "2 destroyed, 1: nobody left in it can see the target, 2 more closed"
    )
    assert also_words([SOME_SHOT[0], gone]) == "also: Squad 1 has shot, Trukk: destroyed"
    assert also_words([gone] * 5) == "also: Trukk: destroyed, Trukk: destroyed, Trukk: destroyed and 2 more"


def test_closed_rows_stand_below_with_their_reasons() -> None:
    choices = Choices(SOME_SHOT, None, False)
    choices.fold()
    lines = drawn(choices, 80, 8)
    assert len(lines) == 5 + 2
    assert lines[-1].strip() == "2 Squad 2, 2 models (it has shot)"


def test_a_note_stands_behind_the_name_and_a_comma() -> None:
    assert note_of(Option("Boyz", "Boyz, 20 models, gone to ground")) == "20 models, gone to ground"
    assert note_of(Option("boltgun", '5 x boltgun, 24" S4')) == '24" S4'
    assert note_of(Option("yes", "yes: it passes")) == ""
    assert note_of(Option("run", "move instead")) == ""
