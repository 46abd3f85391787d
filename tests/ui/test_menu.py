"""How rows of a menu are drawn: in two columns where there is room, with notes, lit letters and closed ones in words."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from shoot_cli import armies
from shoot_cli.asked.rows import MenuRow, closed_rows_text, note_of, noun_of, row_of, row_typed, why_closed_text
from shoot_cli.battle.turns import HAPPENED
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.importing import list_files
from shoot_cli.ui.menu import Choices, bands, hidden_rows_text, matched
from tests.helpers.each import each

SHOT = "it has shot"
UNITS = tuple(MenuRow(f"Squad {n}, {n} models", note=f"{n} models") for n in range(1, 13))
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
    choices = Choices((*UNITS, MenuRow("nobody")), 1, False)
    drawn(choices, 80, 8)  # seven and six
    for way, at in ((1, 8), (1, 8), (-1, 1), (-1, 1)):
        choices.change_column(way)
        assert choices.at == at
    choices.at = 6
    choices.change_column(1)
    assert choices.at == 12  # the last one of the shorter column


def test_arrows_go_nowhere_where_no_row_is_open() -> None:
    choices = Choices(SOME_SHOT[:2], None, False)
    before = choices.at
    for way in (1, -1):
        choices.change_column(way)
        assert choices.at == before


def test_rows_that_need_more_than_half_the_width_stand_alone() -> None:
    long = (
        MenuRow("Gretchin with Runtherd and his friends, 11 models, gone to ground", note="11 models, gone to ground"),
    )
    rows = (*long, *UNITS)
    lines = drawn(Choices(rows, None, False), 80, 8)
    assert len(lines) == len(rows)
    assert " ".join(lines[0].split()).removeprefix("► ") == f"1 {rows[0].label.replace(',', '', 1)}"
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


@each(
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
    gone = MenuRow("Trukk", "destroyed")
    stuck = MenuRow("Nobz", "nobody left in it can see the target")
    his = MenuRow("Boss", "it is at its end")
    assert closed_rows_text([*SOME_SHOT[:2], gone], 80) == "2 have shot, Trukk: destroyed"
    assert closed_rows_text([his, his], 80) == "2 are at their end"
    assert closed_rows_text([stuck, gone, gone], 80) == "2 destroyed, Nobz: nobody left in it can see the target"
    assert closed_rows_text([gone, gone, stuck, his, SOME_SHOT[0]], 80) == (
        "2 destroyed, Nobz: nobody left in it can see the target, 2 more"
    )
    assert {closed_rows_text([stuck, gone, gone], width) for width in range(19, 55)} == {
        "2 destroyed, 1 more"
    }  # never cut
    assert closed_rows_text([stuck, gone, gone], 18) == ""
    assert why_closed_text([SOME_SHOT[0], gone]) == "Squad 1 has shot, Trukk: destroyed"
    assert why_closed_text([gone] * 5) == "Trukk: destroyed, Trukk: destroyed, Trukk: destroyed and 2 more"


def test_closed_rows_stand_below_with_their_reasons() -> None:
    choices = Choices(SOME_SHOT, None, False)
    choices.fold()
    lines = drawn(choices, 80, 8)
    assert len(lines) == 5 + 2
    assert lines[-1].strip() == "2 Squad 2, 2 models (it has shot)"


def test_a_note_stands_behind_the_name_and_a_comma() -> None:
    assert note_of(Option("Boyz", "Boyz, 20 models, gone to ground")) == "20 models, gone to ground"
    assert note_of(Option("boltgun", '5 x boltgun, 24" S4')) == '24" S4'
    assert note_of(Option("boltgun", '8 boltguns, 24" S4, one use')) == '24" S4, one use'
    assert note_of(Option("yes", "yes: it passes")) == ""
    assert note_of(Option("tank traps", "behind tank traps, fuel pipes or a wall")) == ""  # the comma is its own
    assert note_of(Option("run", "move instead")) == ""


UNIT = Choose(
    "shooter",
    (Option("Tactical Squad", "Tactical Squad, 10 models", closed=(Reason("has shot", "X-1"),)), Option("Scout Squad"),
     Option("Scout Bikes"), Option("listed", "end the phase")),
    text="Which unit shoots?",
)  # fmt: skip
ROWS = [row_of(option) for option in UNIT.options]


@each(
    ("typed", "words"),
    [
        ("Tac", "no open unit “Tac”; Tactical Squad has shot"), ("tactical squad", "Tactical Squad has shot"),
        ("zebra", "no open unit “zebra”"), ("scuot squad", "no open unit “scuot squad”; Scout Squad was meant? Enter takes it"),
        ("scout", "“scout” can be Scout Squad, Scout Bikes: say more of it"), ("#9", "there is no row 9: the last one is 4"),
        ("#262552153416", "there is no row 262552153416: the last one is 4"),
    ],
)  # fmt: skip
def test_a_refused_row_is_said_in_the_words_of_the_menu(typed: str, words: str) -> None:
    with pytest.raises(BadAnswer) as wrong:
        row_typed(typed, UNIT, ROWS)
    assert str(wrong.value) == words
    assert "listed" not in words


def test_what_happened_typed_where_a_unit_is_asked_for_is_shown_its_row() -> None:
    told = UNIT.but(options=(*UNIT.options, Option(HAPPENED, "something happened ...")))
    for typed in ("boyz -2", "boyz dead", "captain 3 wounds", "cp = 3"):
        with pytest.raises(BadAnswer, match="what happened is told under “something happened”"):
            row_typed(typed, told, [*ROWS, row_of(told.options[-1])])
        with pytest.raises(BadAnswer, match=f"no open unit “{typed}”$"):
            row_typed(typed, UNIT, ROWS)  # there is no such row


def test_rows_that_are_typed() -> None:
    assert [row_typed(typed, UNIT, ROWS) for typed in ("listed", "end the", "#2", "scout s", "squads", "bikes")] == [
        3,
        3,
        1,
        1,
        1,
        2,
    ]


@each(
    ("text", "noun"), [("One will fire. Which other weapon fires?", "weapon"), ("Which unit shoots?", "unit"), ("Which target for Boyz?", "target"), ("Which of them?", "option"), ("Which models fall?", "option"),
                       ("", "option"), ("Boyz: a reaction?", "option")],
)  # fmt: skip
def test_what_the_rows_are(text: str, noun: str) -> None:
    assert noun_of(UNIT.but(text=text)) == noun


def test_while_it_is_typed_it_is_said_as_well() -> None:
    choices = Choices(ROWS, None, False)
    choices.type("tac")
    assert hidden_rows_text(choices, 80, "unit") == "no open unit “tac”; Tactical Squad has shot"
    choices.type("squad")
    assert hidden_rows_text(choices, 80, "unit") == "also: Tactical Squad has shot"
    choices.type("zu")
    assert hidden_rows_text(choices, 80, "unit") == "no open unit “zu”"
    choices.type("")
    assert hidden_rows_text(choices, 80, "unit") == "closed: Tactical Squad has shot (- shows why)"
    rows = [MenuRow("Tank"), *(MenuRow(name, closed="Shock 1 suppresses all that could shoot") for name in ("A", "B"))]
    line = hidden_rows_text(Choices(rows, None, False), 80, "unit")
    assert line == "2 closed: Shock 1 suppresses all that could shoot (- shows why)"


@pytest.mark.parametrize("width", [80, 40])
def test_no_number_of_what_is_closed_reads_as_a_row(width: int) -> None:
    far = [MenuRow(f"gun {n}", f'out of range ({n % 2 * 16 + 8}")') for n in range(5)]
    line = hidden_rows_text(Choices([*far, MenuRow("boltgun")], None, False), width, "weapon")
    assert len(line) <= width
    assert line.endswith(" (- shows why)")
    whole = '5 closed: 3 out of range (8"), 2 out of range (24") (- shows why)'
    assert line == (whole if width == 80 else "5 closed (- shows why)")


def test_the_line_about_hidden_rows_counts_closed_ones_too() -> None:
    rows = [MenuRow("Squad"), MenuRow("Tank", rarely_chosen=True), MenuRow("Bikers", "has shot")]
    line = hidden_rows_text(Choices(rows, 0, False), 80, "unit")
    assert line == "1 that seldom matters (Tank) and 1 closed: - shows them"
    assert hidden_rows_text(Choices(rows[:2], 0, False), 80, "unit") == "1 that seldom matters (Tank): - shows it"


LONG = "Black Templars 1000: Sword Brethren with Castellan and Execrator"


def rows_of_long_names(path: Path) -> list[MenuRow]:
    """The units of a list as rows, each also with a name as long as those of imported lists, and its number."""
    units = list_files.load(path).army.units
    rows = [MenuRow(f"{unit.name}, 10 models", also=(unit.name,), note="10 models") for unit in units]
    return [*rows, *(MenuRow(f"{LONG} {unit.name}, 5 models", note="5 models") for unit in units)]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_row_of_any_list_is_cut(width: int) -> None:
    for path in (sample.path for sample in armies.samples()):
        rows = rows_of_long_names(path)
        for some in (rows, rows[: len(rows) // 2]):
            choices = Choices(some, 0, False)
            shown = [line.plain for band in bands(choices, width, 4, textwrap.wrap) for line in band.lines]
            assert not [line for line in shown if "…" in line or len(line) > width], path
            halves = [line[at : at + width // 2] for line in shown for at in (0, width // 2)] if choices.tall else shown
            words = "".join("".join(halves).split())  # a long name is wrapped at a blank or a hyphen
            assert not [row.label for row in some if row.name.replace(" ", "") not in words], (path, width)


def test_a_long_row_at_the_end_leaves_the_others_their_two_columns() -> None:
    long = MenuRow("fires Overwatch at a unit that moved or charges")
    choices = Choices([*(MenuRow(f"Squad {n}") for n in range(9)), long, MenuRow("end")], 9, False)
    places = [band.places for band in bands(choices, 80, 4, textwrap.wrap)]
    assert places == [(0, 5), (1, 6), (2, 7), (3, 8), (4,), (9,), (10,)]
    for at, way, to in ((9, 1, 9), (10, -1, 10), (0, 1, 5), (8, -1, 3)):
        choices.at = at
        choices.change_column(way)
        assert choices.at == to, at


def test_a_few_short_rows_above_a_long_one_stay_in_one_column() -> None:
    rows = [MenuRow("Squad 0"), MenuRow("Squad 1"), MenuRow("a unit whose name is long " * 2), *UNITS[:4]]
    choices = Choices(rows, 0, False)
    assert [band.places for band in bands(choices, 80, 4, textwrap.wrap)] == [(n,) for n in range(len(rows))]
    choices.change_column(1)
    assert choices.at == 0


def test_short_rows_stand_in_two_columns_and_long_ones_use_the_whole_width() -> None:
    short, long = (
        [MenuRow(f"Squad {n}") for n in range(9)],
        [MenuRow(f"{'wide ' * 14}{n}, 10 models", note="10 models") for n in range(9)],
    )
    assert [len(bands(Choices(rows, 0, False), 100, 4, textwrap.wrap)) for rows in (short, long)] == [5, 9]
    (line,) = bands(Choices(long, 0, False), 100, 4, textwrap.wrap)[0].lines
    assert line.plain.rstrip().endswith("0  10 models")
