"""What a terminal sends that nobody typed never becomes an answer, and a list that is pasted becomes one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from shoot_cli.ui.typed_input import MOST, MOST_PASTED, Sieve, sift
from tests.helpers.samples import first, seeds

PASTED = Keys.BracketedPaste


@pytest.fixture
def terminal() -> Iterator[PipeInput]:
    with create_pipe_input() as keys:
        sift(keys, None)
        yield keys


def read(terminal: PipeInput, *sent: str, end: bool = True) -> list[tuple[str, str]]:
    found = []
    for text in sent:
        terminal.send_text(text)
        found += terminal.read_keys()
    return [(key.key, key.data) for key in [*found, *(terminal.flush_keys() if end else ())]]


NOBODYS = [
    "\x1b[31m",
    "\x1b[0m",
    "\x1b[1;31m",
    "\x1b[1;31;40m",
    "\x1b[38;5;196m",
    "\x1b[2J",
    "\x1b[?25l",
    "\x1b[?1;2c",
    "\x1b[>0;276;0c",
    "\x1b[<0;10;10M",
    "\x1b[I",
    "\x1b]0;a title\x07",
    "\x1b]8;;http://example.org\x1b\\",
    "\x1bP1$r0m\x1b\\",
    "\x9b31m",
    "\x1b[201~",
]


@pytest.mark.parametrize("sequence", NOBODYS)
def test_sequences_are_swallowed_wherever_they_are_cut(terminal: PipeInput, sequence: str) -> None:
    typed = [("3", "3"), ("4", "4")]
    assert read(terminal, f"3{sequence}4") == typed
    for place in range(1, len(sequence)):
        assert read(terminal, "3" + sequence[:place], sequence[place:] + "4", end=False) == typed


@pytest.mark.parametrize("sequence", first(20, sorted(ANSI_SEQUENCES.keys() - {"\x1b[200~"})))
def test_keys_stay_keys(terminal: PipeInput, sequence: str) -> None:
    with create_pipe_input() as bare:
        bare.send_text(sequence)
        unsifted = [(key.key, key.data) for key in [*bare.read_keys(), *bare.flush_keys()]]
    assert read(terminal, sequence) == unsifted


def test_the_key_escape_is_still_one(terminal: PipeInput) -> None:
    assert read(terminal, "\x1b") == [(Keys.Escape, "\x1b")]
    assert [key for key, _ in read(terminal, "\x1b[")] == [Keys.Escape, "["]


def test_where_the_cursor_is(terminal: PipeInput) -> None:
    assert [key for key, _ in read(terminal, "\x1b[12;40R")] == [Keys.CPRResponse]


def test_within_what_is_pasted_nothing_is_a_key(terminal: PipeInput) -> None:
    assert read(terminal, "\x1b[200~3 \x1b[31m4\x1b[A\x1b[200~ 5\x1b[201~6") == [(PASTED, "3 4 5"), ("6", "6")]
    assert read(terminal, "\x1b[200~3", "\n4\x1b[2", "01~") == [(PASTED, "3\n4")]


@pytest.mark.parametrize(
    ("dice", "sent", "found"),
    [
        (3, "3\r4\r5\r", [(PASTED, "3 4 5"), (Keys.ControlM, "\r")]),
        (3, "3\n4\n5", [(PASTED, "3 4 5")]),
        (6, "3 4 5\r\n6 6 1\r\n", [(PASTED, "3 4 5 6 6 1"), (Keys.ControlJ, "\n")]),
        (20, "3\r4\r5\r", [(PASTED, "3 4 5"), (Keys.ControlM, "\r")]),  # too few, as will be said
        (6, "3x6\r2x5\r1x1\r", [(PASTED, "3x6 2x5 1x1"), (Keys.ControlM, "\r")]),
        (4, "6 1 1 3\r6 4\r", None),  # a throw, and those thrown again
        (2, "3\r8\r", None),  # two sums
        (1, "2\r5\r", None),
        (2, "9" * 5000 + "\r1\r", None),
        (3, "3 4 5\r", None),
        (3, "3\r\r", None),
        (3, "y\r3\r4\r5\r", None),
    ],
)
def test_a_list_of_dice_with_line_ends_is_one_answer(
    terminal: PipeInput, dice: int, sent: str, found: list[tuple[str, str]] | None
) -> None:
    letter_by_letter = read(terminal, sent)
    sift(terminal, (dice, 6))
    assert read(terminal, sent) == (letter_by_letter if found is None else found)
    sift(terminal, None)
    assert read(terminal, sent) == letter_by_letter


@pytest.mark.parametrize("seed", seeds(3, 20))
def test_junk_is_read_to_its_end(terminal: PipeInput, seed: int) -> None:
    chance = random.Random(seed)
    signs = [
        "\x1b",
        "[",
        "]",
        "P",
        "\\",
        "\x07",
        "\x9b",
        "~",
        "m",
        "M",
        "R",
        "3",
        ";",
        "?",
        " ",
        "\r",
        "\n",
        "x",
        "200",
    ]
    sift(terminal, (2, 6))
    for _ in range(100):
        read(terminal, "".join(chance.choices(signs, k=chance.randrange(1, 12))), end=chance.random() < 0.5)
    read(terminal, "\x07\x1b[201~")
    assert read(terminal, "y") == [("y", "y")]


def whole(terminal: PipeInput, text: str) -> list[tuple[str, str]]:
    """What comes of a text that is longer than what is read at once."""
    terminal.send_text(text)
    found = [key for _ in range(len(text.encode()) // 1024 + 1) for key in terminal.read_keys()]
    return [(key.key, key.data) for key in [*found, *terminal.flush_keys()]]


def test_more_keys_than_anybody_types_without_a_pause_are_dropped_and_told(terminal: PipeInput) -> None:
    told: list[str] = []
    sift(terminal, None, lambda: told.append("dropped"))
    assert len(read(terminal, "x" * MOST)) == MOST
    assert told == []
    assert len(read(terminal, *["x" * 100] * 50)) == MOST  # as it comes, a piece after the other
    assert set(told) == {"dropped"}
    assert read(terminal, "y") == [("y", "y")]  # there was a pause
    assert len(whole(terminal, "\x1b[A" * MOST)) == MOST  # the key up is one


def test_who_types_or_holds_a_key_down_is_never_too_fast(terminal: PipeInput) -> None:
    assert len(read(terminal, *["x"] * 2 * MOST)) == 2 * MOST
    assert len(read(terminal, *["Storm Squad\r"] * 200)) == 200 * 12


def test_what_is_marked_as_pasted_and_the_key_that_stops_get_through(terminal: PipeInput) -> None:
    assert whole(terminal, "x" * 2 * MOST + "\x03")[-1] == (Keys.ControlC, "\x03")
    text = "x" * 5 * MOST
    assert whole(terminal, f"\x1b[200~{text}\x1b[201~y") == [(PASTED, text), ("y", "y")]


# A whole text, such as a list, at a prompt that takes one

LINES = "River Watch (500 points)\r" + "\r".join(f"  • {n}x River Guard with a tide rifle" for n in range(60))
PARTS = [LINES[at : at + 700] for at in range(0, len(LINES), 700)]
TEXT = LINES.replace("\r", "\n")
ENTERED = (Keys.ControlM, "\r")


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (PARTS, [(PASTED, TEXT)]),
        ([*PARTS, "\r"], [(PASTED, TEXT + "\n")]),
        ([*PARTS, "\r\r\r"], [(PASTED, TEXT + "\n\n\n"), ENTERED]),  # Enter was pressed twice, or more often
        ([*PARTS, "\x04"], [(PASTED, TEXT), ENTERED]),  # Ctrl-D
        ([*(part.replace("\r", "\r\n") for part in PARTS)], [(PASTED, TEXT)]),
        (["https://listforge.example/" + "a" * 500], [(PASTED, "https://listforge.example/" + "a" * 500)]),
        ([f"{'x' * 40}\r"], None),  # what people type
        (["2\r3\ryes\r"], None),
    ],
)
def test_a_text_that_is_pasted_without_marks_is_gathered(
    terminal: PipeInput, sent: list[str], found: list[tuple[str, str]] | None
) -> None:
    letter_by_letter = read(terminal, *sent)
    sift(terminal, None, whole=True)
    assert read(terminal, *sent) == (letter_by_letter if found is None else found)
    assert read(terminal, "4") == [("4", "4")]


def test_ctrl_c_ends_a_text_that_is_pasted(terminal: PipeInput) -> None:
    sift(terminal, None, whole=True)
    assert read(terminal, PARTS[0], PARTS[1] + "\x03") == [(Keys.ControlC, "\x03")]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("size", [7, 640, 976, 1000])
def test_a_text_that_is_pasted_with_marks_comes_whole_however_it_is_cut(
    terminal: PipeInput, size: int, whole: bool
) -> None:
    """It was cut where its last part stood beside a thousand keys before, and then the paste had no end."""
    sift(terminal, None, whole=whole)
    sent = f"\x1b[2;1R\x1b[200~{LINES}\x1b[201~"
    found = read(terminal, *(sent[at : at + size] for at in range(0, len(sent), size)))
    assert [one for one in found if one[0] != Keys.CPRResponse] == [(PASTED, LINES)]


@pytest.mark.parametrize("marks", [("", ""), ("\x1b[200~", "\x1b[201~")])
def test_a_text_without_end_is_cut_and_said(marks: tuple[str, str]) -> None:
    told, found = list[str](), list[KeyPress]()
    sieve = Sieve(Vt100Parser(found.append))
    sieve.whole, sieve.tell = True, lambda: told.append("too much")
    part = "x" * 99_998 + "y\n"
    for text in (marks[0] + part, *[part] * (MOST_PASTED // len(part) + 5), marks[1]):
        sieve.feed(text)
    sieve.flush()
    ((key, text),) = [(one.key, one.data) for one in found]
    assert (key, 0 < len(text) <= MOST_PASTED) == (PASTED, True)
    assert told
    sieve.feed("4")
    assert found[-1].key == "4"
