"""Prompts with the keys that players press, through a real prompt_toolkit input; and the plain ones, line by line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from questionary import Question as Asked
from rich.console import Console

from shoot_cli.asked.rows import Said, fact_named, fact_rows, facts_said, proposing
from shoot_cli.asked.scene import News
from shoot_cli.asked.sentences import answer_words, hint, instruction
from shoot_cli.engine.questions import (
    Arrange,
    Choose,
    Decided,
    Facts,
    HowMany,
    Need,
    Number,
    Numbers,
    Option,
    Question,
    Roll,
    Subset,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, Leave, NoTerminal, Reason, Redo, Undo
from shoot_cli.input.answers import parse
from shoot_cli.input.lists import example_numbers
from shoot_cli.ui.menu import Choices
from shoot_cli.ui.news import NewsDisplay
from shoot_cli.ui.prompter import Keys, Players, Prompter
from shoot_cli.ui.screen import Key, View, ViewPage
from shoot_cli.ui.styles import styled_line
from tests.helpers.samples import every_nth

ENTER, DOWN, UP, HOME, END, PAGE_DOWN = "\r", "\x1b[B", "\x1b[A", "\x1b[H", "\x1b[F", "\x1b[6~"
BACKSPACE, CTRL_C, CTRL_D, CTRL_Z, CTRL_Y, ESCAPE = "\x7f", "\x03", "\x04", "\x1a", "\x19", "\x1b"

NEED = Need(3, (Reason("skill 4", "X-HIT-1"),))
EIGHT = Roll("hit:gun", 8, NEED)
DAMAGE = Total("damage", 1, again=(1, 2, 3))
CHARGE = Total("charge", 2, again=(2, 3, 4))
AGAIN = Roll("hit:gun", 4, NEED, (Watch((6,)),), (1,))
TARGET = Choose(
    "target",
    (Option("boyz"), Option("grots", closed=(Reason("out of range", "X-TGT-5"),)), Option("nobz"), Option("trukk")),
    "nobz",
    text="Whom do they shoot at?",
)
COVER = Choose("cover", (Option("none", "no cover"), Option("6+"), Option("5+"), Option("4+")), "none", DEFENDER)
LONG = Choose("unit", tuple(Option(f"unit {n}") for n in range(1, 31)))
DISTANCE = Number("distance", 0, 48, 12, "inches", whole=False, text="How far away are they?")
FIRING = HowMany("firing", (("Marine", 8), ("Sergeant", 1)), (8, 1), text="Who fires?")
ORDER = Arrange("order", (("Boy", 10), ("Nob", 1)), default=((10, "Boy", ""), (1, "Nob", "")), owner=DEFENDER)
UNITS = ("Squad 1", "Squad 2", "Tank")
FAR = Numbers("distance", UNITS, 0, 48, 12, "tiles", text="How far is each?", otherwise="unseen", across=max)
HIDDEN = Subset("hidden", UNITS, (), text="Who hides?", closed=(("Tank", (Reason("too large", "X-HID-1"),)),))
EACH = Facts("each", (FAR, HIDDEN))
FACTS = Facts(
    "facts", (DISTANCE, COVER, FIRING), check=lambda said: "That is behind them" if said["distance"] < 1 else None
)

MODES = (Option("krak", 'krak, 48" S9'), Option("frag", 'frag, 48" S4'))
PROFILE = Facts("facts", (Choose("mode:missile launcher", MODES, "krak", text="missile launcher, krak or frag"), COVER))


def type_one_by_one(screen: Any, keys: Any, *pressed: str) -> None:
    """Each of these once a prompt stands there and what was pressed before has been heard: nothing is typed ahead."""
    waiting = [*pressed]

    def next_one(application: Application[Any]) -> None:
        if waiting and not application.is_done:
            keys.send_text(waiting.pop(0))

    def stands(asked: Asked) -> None:
        asked.application.after_render += next_one

    screen._begun = stands


class Table:
    """A prompter with pressed keys, and what it called and printed."""

    def __init__(self, keys: Any, **changed: Any) -> None:
        self.keys, self.screen = keys, StringIO()
        self.called: list[str] = []
        options: dict[str, Any] = {
            "console": Console(width=80, color_system=None, file=self.screen, markup=True, highlight=True),
            "plain": False,
            "dice": "hand",
            "throw": self.throw,
            "names": lambda: ("Marines", "Orks"),
            "why": lambda question: self.called.append(f"why {question.key}"),
            "status": lambda: self.called.append("status"),
            "log": lambda: self.called.append("log"),
            "odds": lambda question: self.called.append("odds"),
            "wishes": [],
            "terminal": lambda: True,
        }
        said = options | changed
        keys = Keys(**{name: said.pop(name) for name in Keys.fields if name in said})
        self.prompter = Prompter(Players(**said, keys=keys))

    def throw(self, question: Question, place: int) -> Any:
        assert isinstance(question, (Roll, Total))
        self.called.append(f"throw {question.dice} at {place}")
        return {"first": [6] * question.dice}

    def press(self, question: Question, *pressed: str) -> Any:
        self.type(*pressed)
        return self.prompter(question, 3)

    def type(self, *pressed: str) -> None:
        if self.keys:
            type_one_by_one(self.prompter.screen, self.keys, *pressed)

    @property
    def shown(self) -> str:
        return self.screen.getvalue()


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield lambda **changed: Table(keys, **changed)


REACHES = DISTANCE.but(high=200, reach=24.0, decides='reach: boltguns 24" (half 12")')


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        (["63", ENTER, "6.3", ENTER], 6.3),  # a slip
        (["63", ENTER, "63", ENTER], 63.0),  # it is so far
        (["63", ENTER, "64", ENTER, "24", ENTER], 24.0),  # two slips: only the same number twice is meant
        (["63", ENTER, ENTER], 12),
        (["24", ENTER], 24.0),
        (["24,5", ENTER, "24.5", ENTER], 24.5),
    ],
)
def test_a_distance_beyond_all_weapons_is_asked_once_more(table, pressed, answer):
    assert table().press(REACHES, *pressed) == answer


def test_the_doubt_says_how_far_the_unit_reaches_and_how_to_insist(table):
    assert REACHES.doubt(63.0) == (
        "63 inches: nothing of this unit reaches further than 24. Type the distance anew, or 63 again if it is so far"
    )
    near = REACHES.but(near=(1, "so near it has no Pistols"))
    assert near.doubt(1) == ("1 inch: so near it has no Pistols. Type the distance anew, or 1 again if it is so near")
    assert near.doubt(0.5).startswith("0.5 inches: so near")
    assert near.doubt(1.5) == near.but(near=None).doubt(1) == ""
    assert REACHES.doubt(24) == DISTANCE.doubt(47) == REACHES.but(reach=None).doubt(199) == ""
    assert hint(REACHES) == 'reach: boltguns 24" (half 12"); Enter: 12 inches'
    assert hint(REACHES.but(default=None)) == 'reach: boltguns 24" (half 12")'


@pytest.mark.parametrize("question", [REACHES, TARGET, FACTS, EIGHT])
def test_escape_in_an_empty_line_leaves_a_change(table, question):
    with pytest.raises(Undo):
        table(escapes=True).press(question, ESCAPE)


def test_escape_empties_the_line_first(table):
    with pytest.raises(Undo):
        table(escapes=True).press(REACHES, "1", ESCAPE, ESCAPE)
    assert table(escapes=True).press(REACHES, "1", ESCAPE, "2", ENTER) == 2


def test_escape_never_takes_anything_back_of_the_battle(table):
    assert table().press(EIGHT, ESCAPE, "7", ENTER) == {"passed": 7}


@pytest.mark.parametrize(
    ("question", "pressed", "answer"),
    every_nth(
        2,
        [
            (TARGET, [ENTER], "nobz"),
            (TARGET, [DOWN, ENTER], "trukk"),
            (TARGET, [UP, ENTER], "boyz"),
            (TARGET, ["4", ENTER], "trukk"),
            (TARGET, ["2", ENTER, UP, ENTER], "boyz"),  # a closed row is refused, not taken for the one proposed
            (TARGET, ["9", ENTER, ENTER], "nobz"),
            (TARGET, ["trukk", ENTER], "trukk"),
            (TARGET, ["9", ESCAPE, ENTER], "nobz"),
            (TARGET, ["BOY", ENTER], "boyz"),
            (TARGET, ["z", DOWN, ENTER], "nobz"),
            (TARGET, ["tr", ENTER], "trukk"),
            (COVER.but(options=COVER.options[1:], default="6+"), ["4+", ENTER], "4+"),  # as it stands there
            (COVER.but(options=COVER.options[1:], default="6+"), ["5", ENTER], "5+"),
            (TARGET, [HOME, ENTER], "boyz"),
            (LONG, ["12", ENTER], "unit 12"),
            (LONG, ["31", ENTER, "7", ENTER], "unit 7"),  # there are thirty: not taken for the first
            (LONG, ["45", ENTER, "5", ENTER], "unit 5"),
            (LONG, [END, ENTER], "unit 30"),
            (LONG, [PAGE_DOWN, PAGE_DOWN, DOWN, ENTER], "unit 22"),
            (COVER, ["5", ENTER], "5+"),
            (DISTANCE, [ENTER], 12),
            (DISTANCE, ['7,5"', ENTER], 7.5),
            (DISTANCE, ["99", ENTER, "9", ENTER], 9),
            (FIRING, [ENTER], [8, 1]),
            (FIRING, ["sergeant", ENTER], [0, 1]),
            (ORDER, [ENTER], [[10, "Boy", ""], [1, "Nob", ""]]),
            (ORDER, ["nob, 10 boyz", ENTER], [[1, "Nob", ""], [10, "Boy", ""]]),
            (FAR, [ENTER], 12),
            (FAR, ["unse", ENTER], "unseen"),
            (FAR, ["squad 9, tank: 5x3", ENTER], {"Squad 1": 9, "Squad 2": 9, "Tank": [5, 3]}),
            (FAR, ["squad 1", ENTER, "squad 1: 4", ENTER], {"Squad 1": 4}),
            (FAR.but(default=None), [ENTER, "3 4 5", ENTER], {"Squad 1": 3, "Squad 2": 4, "Tank": 5}),
            (HIDDEN, [ENTER], []),
            (HIDDEN, ["squad", ENTER], ["Squad 1", "Squad 2"]),
            (HIDDEN, ["tank", ENTER, "all but squad 1", ENTER], ["Squad 2"]),
            (HIDDEN.but(default=("Squad 2",)), [ENTER], ["Squad 2"]),
            (HIDDEN.but(default=None), [ENTER, "none", ENTER], []),
            (EACH, [ENTER], {}),
            (
                EACH,
                ["2", ENTER, "tank 3", ENTER, "3", ENTER, "squad", ENTER, ENTER],
                {
                    "distance": {"Tank": 3},
                    "hidden": ["Squad 1", "Squad 2"],
                },
            ),
            (EACH, ["2", ENTER, "12", ENTER, "3", ENTER, "none", ENTER, ENTER], {}),
            (EIGHT, ["7", ENTER], {"passed": 7}),
            (EIGHT, ["9", ENTER, BACKSPACE, "8", ENTER], {"passed": 8}),
            (Total("sum", 2), ["3 4", ENTER], {"first": [3, 4]}),
            (DAMAGE, ["4", ENTER], {"first": [4]}),
            (DAMAGE, ["2", ENTER, "5", ENTER], {"first": [2], "again": [5]}),
            (DAMAGE, ["2", ENTER, "1", ENTER], {"first": [2], "again": [1]}),
            (DAMAGE, ["2", ENTER, ENTER], {"first": [2], "again": [6]}),
            (DAMAGE, ["2 > 5", ENTER], {"first": [2], "again": [5]}),
            (DAMAGE, ["2", ENTER, "u", "4", ENTER], {"first": [4]}),
            (CHARGE, ["1 2", ENTER, "4 4", ENTER], {"first": [1, 2], "again": [4, 4]}),
            (CHARGE, ["3", ENTER, "8", ENTER], {"sum": 8}),
            (CHARGE, ["8", ENTER], {"sum": 8}),
            (AGAIN, ["6 1 1 3", ENTER, "6 4", ENTER], {"first": [6, 1, 1, 3], "again": [6, 4]}),
            (AGAIN, ["6 1 1 3", ENTER, "2/1", ENTER], {"passed": 4, "watched": [2]}),
            (AGAIN, ["6 1 1 3 > 6 4", ENTER], {"first": [6, 1, 1, 3], "again": [6, 4]}),
            (AGAIN, ["6 1 1 3", ENTER, "u", "4/1", ENTER], {"passed": 4, "watched": [1]}),
            (FACTS, [ENTER], {}),
            (FACTS, ["2", ENTER, "7", ENTER, ENTER], {"distance": 7}),
            (FACTS, [DOWN, DOWN, ENTER, "5", ENTER, DOWN, ENTER, "7", ENTER, ENTER], {"cover": "5+", "distance": 7}),
            (FACTS, ["2", ENTER, "7", ENTER, "2", ENTER, "12", ENTER, ENTER], {}),
            (FACTS, ["2", ENTER, "0", ENTER, ENTER, "2", ENTER, "7", ENTER, ENTER], {"distance": 7}),
            (FACTS, ["2", ENTER, "u", ENTER, ENTER], {}),  # the first Enter behind u was meant for it
            (FACTS, ["firing", ENTER, "sergeant", ENTER, ENTER], {"firing": [0, 1]}),
            (PROFILE, ["frag", ENTER, ENTER], {"mode:missile launcher": "frag"}),
            (PROFILE, ["frag", ENTER, "kra", ENTER, ENTER], {}),
            (PROFILE, ["missile", ENTER, "frag", ENTER, ENTER], {"mode:missile launcher": "frag"}),
            (PROFILE, ["5+", ENTER, ENTER], {"cover": "5+"}),
        ],
    ),
)
def test_keys_make_the_answer(table: Callable[..., Table], question: Question, pressed: list[str], answer: Any) -> None:
    assert table().press(question, *pressed) == answer
    question.read(answer)


SELDOM = Facts("facts", (COVER, Choose("moved", (Option("yes"), Option("no")), "no", seldom=True)))


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        (["-", ENTER, "3", ENTER, ENTER], {"moved": "yes"}),  # that Enter was meant for the -
        (["-", "-", ENTER, "3", ENTER, ENTER], {"moved": "yes"}),
        (["-", ENTER, ENTER], {}),
        (["-", DOWN, UP, ENTER], {}),
        (["-", "3", ENTER, ENTER], {"moved": "yes"}),
    ],
)
def test_enter_behind_the_key_that_shows_rows_agrees_nothing(
    table: Callable[..., Table], pressed: list[str], answer: Any
) -> None:
    assert table().press(SELDOM, *pressed) == answer


YES_NO = (Option("yes"), Option("no"))
MOVED = Facts("facts", (Choose("advanced", YES_NO, "no"), Choose("stationary", YES_NO, "yes"), COVER))


@pytest.mark.rule("EVE-73")
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        (["2", ENTER, ENTER], {"advanced": "yes"}),
        (["3", ENTER, ENTER], {"stationary": "no"}),
        (["2", ENTER, "2", ENTER, ENTER], {}),  # and back
        ([DOWN, ENTER, ENTER], {"advanced": "yes"}),
        (["2", ENTER, "3", ENTER, "4", ENTER, "5+", ENTER, ENTER],
         {"advanced": "yes", "stationary": "no", "cover": "5+"}),  # what is more than yes or no has its menu
    ],
)  # fmt: skip
def test_a_yes_or_no_is_turned_round_by_its_number(
    table: Callable[..., Table], width: int, pressed: list[str], answer: Any
) -> None:
    assert table(console=Console(width=width, color_system=None, file=StringIO())).press(MOVED, *pressed) == answer
    assert MOVED.read(answer) is not None


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        (["4", ENTER, "5+", ENTER, "4", ENTER, ENTER, ENTER], {"cover": "5+"}),  # what was said is pointed at
        (["4", ENTER, "5+", ENTER, "4", ENTER, "none", ENTER, ENTER], {}),
        (["4", ENTER, ENTER, ENTER], {}),
    ],
)
def test_enter_at_a_fact_that_was_changed_leaves_it(
    table: Callable[..., Table], pressed: list[str], answer: Any
) -> None:
    assert table().press(MOVED, *pressed) == answer


def test_what_was_said_of_each_of_several_stays_when_another_is_said(table: Callable[..., Table]) -> None:
    near = Facts("facts", (FAR, COVER))
    pressed = ["2", ENTER, "Squad 1 5", ENTER, "2", ENTER, "Tank 9", ENTER, "2", ENTER, ENTER, ENTER]
    assert table().press(near, *pressed) == {"distance": {"Squad 1": 5, "Squad 2": 12, "Tank": 9}}


def test_a_fact_that_follows_from_another_stands_there_as_it_follows(table: Callable[..., Table]) -> None:
    """Where it is said to be otherwise, that is kept although it is what is usual."""
    hides = MOVED.but(follow=lambda values: {"cover": "5+"} if values["advanced"] == "yes" else {})
    assert fact_rows(hides, {"advanced": "yes"}, Decided(()))[3].value == "5+"
    assert table().press(hides, "2", ENTER, "4", ENTER, ENTER, ENTER) == {"advanced": "yes"}
    assert table().press(hides, "2", ENTER, "no cover", ENTER, ENTER) == {"advanced": "yes", "cover": "none"}


def test_a_value_alone_is_one_of_several_facts_in_a_line() -> None:
    """As it is when it is typed alone (docs/table.md)."""
    modes = (Option("standard"), Option("supercharge"))
    fires = Facts(
        "facts", (Choose("mode:plasma", modes, "standard", text="plasma, standard or supercharge"), *MOVED.parts)
    )
    both = [Said(1, "supercharge", "#2 supercharge"), Said(3, "yes", "#4 yes")]
    for words in ("supercharge, stationary", "stationary and supercharge", "2 supercharge, stationary"):
        assert sorted(facts_said(words, fires)) == both, words
    assert [one[:2] for one in facts_said("supercharge, cover 5+", fires)] == [(1, "supercharge"), (4, "5+")]
    assert [one[:2] for one in facts_said("super, 5+", fires)] == [(1, "supercharge"), (4, "5+")]
    assert [one[:2] for one in facts_said("super, plasma supercharge", fires)] == [(1, "supercharge")] * 2
    for words in ("supercharge, standard", "stationary yes, stationary no"):
        with pytest.raises(BadAnswer, match="is said twice, and not the same"):
            facts_said(words, fires)


WEAPONS = HowMany("firing", (("bolter", 3), ("plasma", 1)), (3, 1), text="What fires", by_name=True)
WORDS = ("split", "split fire", "targets", "second target")
SPLITS = Facts("facts", (*MOVED.parts, WEAPONS.but(called=WORDS)))


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        (["2 3", ENTER, ENTER], {"advanced": "yes", "stationary": "no"}),
        (["3, 2", ENTER, "2 3", ENTER, ENTER], {}),  # and back
        (
            ["4 3 2", ENTER, "5+", ENTER, ENTER],
            {"advanced": "yes", "stationary": "no", "cover": "5+"},
        ),  # cover is asked
        (["4 3", ENTER, "3", ENTER, ENTER], {"stationary": "no"}),  # that may be its value: nothing is taken
        (["2 9", ENTER, "3", ENTER, ENTER], {"stationary": "no"}),
        (["1 2", ENTER, "3", ENTER, ENTER], {"stationary": "no"}),  # nothing is agreed
        (["split", ENTER, "2 bolter", ENTER, ENTER], {"firing": [2, 0]}),
        (["Second target", ENTER, "2 bolter", ENTER, ENTER], {"firing": [2, 0]}),
    ],
)
def test_several_rows_and_other_words_for_a_row(table: Callable[..., Table], pressed: list[str], answer: Any) -> None:
    assert table().press(SPLITS, *pressed) == answer


COVERED = Facts("facts", (
    Choose("cover", (Option("no"), Option("yes")), "no", text="Target in cover"),
    Choose("flare", (Option("no"), Option("yes")), "no", text="Flare: No cover, this turn"),
), default={})  # fmt: skip


@pytest.mark.slow
def test_who_says_yes_or_no_with_a_fact_means_that(table: Callable[..., Table]) -> None:
    """A text lights the row that it is a part of, and the row holds the present value: `cover no` made it yes."""
    for words in ("no cover", "not in cover", "without cover", "cover no", "cover: none", "2 no", "2 no 3 no"):
        assert table().press(COVERED, words, ENTER, ENTER) == {}, words
    for words in ("cover yes", "cover=yes", "2 yes", "cover"):
        assert table().press(COVERED, words, ENTER, ENTER) == {"cover": "yes"}, words
    for words in ("2 yes 3 yes", "2 3 yes", "cover and flare", "flare yes, cover: yes"):
        assert table().press(COVERED, words, ENTER, words, ENTER, ENTER) == {"cover": "yes", "flare": "yes"}, words
    assert facts_said("not in cover", COVERED) == [Said(1, "no", "#2 no")]
    for words in ("cover", "no night", "no", "look out", "stood still"):
        assert facts_said(words, COVERED) == [], words
    near = HowMany("half_range", (("Trooper", 5),), (0,), text="Within half range")
    still = Choose("stationary", (Option("no"), Option("yes")), "no", text="Remained Stationary")
    known = Facts("facts", (COVERED.parts[0], near, still))
    for words, answers in {
        "in the open": {1: "no"}, "in half range": {2: [5]}, "half range": {}, "did not move": {3: "yes"},
        "in cover and half range": {1: "yes", 2: [5]}, "stood still, in the open": {3: "yes", 1: "no"},
    }.items():  # fmt: skip
        assert {said.row: said.answer for said in facts_said(words, known)} == answers, words
    dark = Choose(
        "night", (Option("1"), Option("2"), Option("3", "", (Reason("dawn", "X-1"),))), "1", text="No cover by night"
    )
    night = Facts("facts", (*COVERED.parts, dark))
    assert [facts_said(words, night) for words in ("no cover by night", "4 2", "night 2")] == [
        [], [], [Said(3, "2", "#4 2")],
    ]  # fmt: skip
    for words, why in {
        "1 no": "1 must be typed alone", "9 no": "no row 9: the last one is 4", "night 3": "dawn",
        "not night": "No cover by night: “no” is not one of: 1, 2", "cover, flares and banana": "no fact “banana” here",
    }.items():  # fmt: skip
        with pytest.raises(BadAnswer, match=why):
            facts_said(words, night)
    named = Facts("facts", (COVERED.parts[0], Choose("flare", (Option("no"), Option("yes")), "no", text="No cover")))
    assert facts_said("no cover", named) == []
    assert table().press(COVERED, "cover", ENTER, "no cover", ENTER, ENTER) == {}
    assert table().press(COVERED, "flare", ENTER, ENTER) == {"flare": "yes"}


@pytest.mark.parametrize("words", ["cover 5+", "5+ cover", "cover: 5+", "cover = 5+", "4 5+"])
def test_a_value_that_is_typed_with_its_fact_is_its_answer(table: Callable[..., Table], words: str) -> None:
    assert table().press(MOVED, words, ENTER, ENTER) == {"cover": "5+"}
    assert table().press(MOVED, words, ENTER, "no cover", ENTER, ENTER) == {}
    assert [one[:2] for one in facts_said(words, MOVED)] == [(3, "5+")]


def test_numbers_and_counts_are_said_and_denied_with_their_fact() -> None:
    tiles = Numbers("cover", ("Rifles", "Guns"), 1, 5, "none", otherwise="none", text="Cover save: wood 2, ruin 3")
    moved = HowMany("moved", (("Boy", 10),), (0,), text="Who moved")
    away = Number("distance", 0, 48, 12, "inches", text="Distance now")
    asked = Facts("facts", (tiles, moved, away, WEAPONS.but(text="What fires at it")))
    for words, row, answer in (
        ("no cover", 1, "none"), ("not in cover", 1, "none"), ("cover 2", 1, 2), ("cover rifles 2", 1, {"Rifles": 2}), ("not moved", 2, [0]),
        ("moved yes", 2, [10]), ("nobody moved", 2, [0]), ("5 3 bolter", 4, [3, 0]), ("fires 2 bolter", 4, [2, 0]),
    ):  # fmt: skip
        assert [one[:2] for one in facts_said(words, asked)] == [(row, answer)], words
    assert facts_said("in cover", asked) == [Said(1, None, "#2")]  # it is asked
    for words, why in {
        "no distance": "it takes a number, not “no”", "cover 9": "Cover save: 1 to 5, not 9", "cover yes": "“yes”",
        "5 bolter": "how many bolters[?] 0 to 3, as in 3 bolters",
    }.items():  # fmt: skip
        with pytest.raises(BadAnswer, match=why):
            facts_said(words, asked)


@pytest.mark.parametrize("words", ["no", "none", "nobody", "No one", "nothing"])
def test_any_word_for_none_takes_the_row_that_takes_nothing(table: Callable[..., Table], words: str) -> None:
    rows = (Option("none", "no reaction"), Option("smoke"), Option("no more", "none, and do not ask again"))
    assert table().press(Choose("reaction", rows, "smoke"), words, ENTER) == "none"
    assert table().press(Choose("leads", (Option("nobody"), Option("Boyz")), "Boyz"), words, ENTER) == "nobody"


@pytest.mark.parametrize("words", ["ok", "Agreed", "y", "yes", "1"])
def test_who_agrees_in_a_word_has_agreed(table: Callable[..., Table], words: str) -> None:
    assert table().press(MOVED, "2", ENTER, words, ENTER) == {"advanced": "yes"}
    assert words == "1" or fact_named(words, MOVED) == 0


def test_a_bare_no_means_none_of_the_facts(table: Callable[..., Table]) -> None:
    here = table()
    assert here.press(COVERED, "no", ENTER, "\x15", "none", ENTER, "\x15", ENTER) == {}
    assert "as in no cover" in here.shown


def test_what_was_taken_back_is_gone_once_a_fact_is_changed(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    display = NewsDisplay(News(), Console(width=80, file=StringIO()))
    display.news.went_back("Taken back", "AGREED at Orks", undone=True)
    players, stood = table(news=display), list[int]()
    menu = players.prompter.menu
    monkeypatch.setattr(players.prompter, "menu", lambda of, *how: (stood.append(len(of.news)), menu(of, *how))[1])
    assert players.press(PROFILE, "frag", ENTER, ENTER) == {"mode:missile launcher": "frag"}
    assert stood == [1, 0]


@pytest.mark.parametrize("words", WORDS)
def test_fire_is_split_by_the_row_that_is_there(words: str) -> None:
    another = Choose("split", YES_NO, "no", text="Another target for what is left", called=WORDS)
    more = SPLITS.but(parts=(*MOVED.parts, WEAPONS, another))
    assert fact_named(words, SPLITS) == 4
    assert fact_named(words, more) == 5
    for question, at in ((SPLITS, 4), (more, 5)):
        choices = Choices(fact_rows(question, {}, Decided(())), 0, False, beside=False)
        choices.type(words)
        assert choices.at == at
        choices.type("spl")
        assert choices.at in (None, 5)
    with pytest.raises(BadAnswer, match="no fact “split” here"):
        fact_named("split", FACTS)


@pytest.mark.parametrize("question", [TARGET, DISTANCE, EIGHT, FACTS])
@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (" u", Undo), (" U", Redo), (" q", Leave), (CTRL_Z, Undo), (CTRL_Y, Redo), (CTRL_D, Leave),
        (CTRL_C, KeyboardInterrupt),
    ],
)  # fmt: skip
def test_one_key_says_what_is_wished(
    table: Callable[..., Table], question: Question, key: str, signal: type[BaseException]
) -> None:
    with pytest.raises(signal):
        table().press(question, key)


@pytest.mark.parametrize("question", [DISTANCE, EIGHT])
@pytest.mark.parametrize(("key", "signal"), [("u", Undo), ("U", Redo), ("q", Leave)])
def test_where_no_name_can_be_typed_the_letter_alone_will_do(
    table: Callable[..., Table], question: Question, key: str, signal: type[BaseException]
) -> None:
    with pytest.raises(signal):
        table().press(question, key)


@pytest.mark.parametrize("question", [TARGET, FIRING, FACTS])
@pytest.mark.parametrize("letter", "uUcslokpq")
def test_where_names_are_typed_no_letter_commands(table: Callable[..., Table], question: Question, letter: str) -> None:
    here = table()
    assert here.press(question, letter, letter, BACKSPACE, BACKSPACE, ENTER) is not None
    assert here.called == []


def test_keys_show_things_and_the_question_stands_again(table: Callable[..., Table]) -> None:
    here = table()
    assert here.press(TARGET, " ?", " s", " l", " o", DOWN, "?", ENTER) == "trukk"  # the list has why as well
    assert here.called == ["why target", "status", "log", "odds", "why target"]


LOOK = View("STATUS", [ViewPage(lambda width, high: [styled_line("all is well")])], lambda: [])


def test_the_question_is_said_once_where_something_was_looked_at(table: Callable[..., Table]) -> None:
    """The view stands on the other screen; what was pointed at is pointed at again."""
    here = table(status=lambda: LOOK)
    assert here.press(TARGET, DOWN, " s", "x", ENTER) == "trukk"
    assert here.shown.count("Marines: Whom do they shoot at?") == 1


def test_what_was_asked_stands_again_where_something_else_was_asked_meanwhile(table: Callable[..., Table]) -> None:
    taken: list[int] = []
    page = ViewPage(lambda width, high: [styled_line("one"), styled_line("two")], picks=lambda width: {0: 0, 1: 1})
    here = table(log=lambda: LOOK._replace(pages=[page], take=taken.append))
    assert here.press(TARGET, " l", UP, ENTER, ENTER) == "nobz"
    assert taken == [0]
    assert here.shown.count("Marines: Whom do they shoot at?") == 2


def test_after_undo_enter_takes_the_default_again(table: Callable[..., Table]) -> None:
    here = table()
    with pytest.raises(Undo):
        here.press(TARGET, DOWN, " u")
    assert here.press(TARGET, ENTER) == "nobz"


def test_a_key_does_nothing_inside_a_text(table: Callable[..., Table]) -> None:
    here = table()
    with pytest.raises(Leave):
        here.press(DISTANCE, "7s", ENTER, "8u?", BACKSPACE * 3, "q")
    assert here.called == []


def test_commands_are_closed_by_what_is_none(table: Callable[..., Table]) -> None:
    """A second Space, Escape, Enter, a letter that commands nothing, or what is pasted."""
    here = table()
    assert here.press(FIRING, "  ", " " + ESCAPE, " ", ENTER, " z", " 7", " s", "?", ENTER) == [8, 1]
    assert here.called == ["status", "why firing"]


def test_undo_may_be_pressed_again_at_once(table: Callable[..., Table]) -> None:
    """The commands stay open after it, for undo and redo alone: a name that is typed then is a name."""
    here = table()
    with pytest.raises(Undo):
        here.press(TARGET, " u")
    with pytest.raises(Undo):
        here.press(TARGET, "u")
    assert here.press(TARGET, "boyz", ENTER) == "boyz"
    with pytest.raises(Undo):
        here.press(LONG, " u")
    assert here.press(TARGET, ENTER) == "nobz"
    with pytest.raises(Undo):
        here.press(LONG, " u")
    assert here.press(TARGET, "s", BACKSPACE, ENTER) == "nobz"
    assert here.called == []


def test_a_die_that_lies_there_is_thrown_again_by_its_key(table: Callable[..., Table]) -> None:
    """At dice the letter alone; where something else is typed after Space; and only in games that have it."""
    here = table(again=lambda: here.called.append("again"))
    assert here.press(EIGHT, "m", "7", ENTER) == {"passed": 7}
    assert here.press(DAMAGE, "m", "4", ENTER) == {"first": [4]}
    assert here.press(DISTANCE, " m", "9", ENTER) == 9
    assert here.press(TARGET, " m", ENTER, "nobz", ENTER) == "nobz"  # an Enter right behind it was meant for it
    assert here.called == ["again"] * 4
    assert here.press(DISTANCE, "m", ENTER, BACKSPACE, "9", ENTER) == 9  # a letter of what is typed
    assert here.called == ["again"] * 4
    none = table()
    assert Key.AGAIN not in none.prompter.taken()
    assert none.press(EIGHT, "m", BACKSPACE, "7", ENTER) == {"passed": 7}


def test_enter_takes_the_name_that_was_meant_by_one_near_it(table: Callable[..., Table]) -> None:
    """Any other answer may be typed as before; without a near name, Enter takes what is proposed."""
    here = table()
    assert here.press(TARGET, "trukc", ENTER, ENTER) == "trukk"
    assert here.press(TARGET, "trukc", ENTER, "boyz", ENTER) == "boyz"
    assert here.press(TARGET, "trukc", ENTER, "zebra", ENTER, ENTER) == "nobz"


LEFT = "2 units can still shoot"
UNITS = Choose("unit", (Option("boyz"), Option("nobz"), Option("end the phase", doubt=LEFT)), "boyz")


def test_what_ends_more_than_was_meant_is_asked_once_unless_it_was_typed_in_full(table: Callable[..., Table]) -> None:
    here = table()
    for pressed in (("end",), ("3",), (UP,)):
        assert here.press(UNITS, *pressed, ENTER, ENTER) == "end the phase"
        assert here.press(UNITS, *pressed, ENTER, "\x15", "nobz", ENTER) == "nobz"
    assert here.press(UNITS, "end the phase", ENTER) == "end the phase"
    none = UNITS.but(options=(*UNITS.options[:2], Option("end the phase")))
    assert here.press(none, "end", ENTER) == "end the phase", "nothing is left to forget"


def test_a_word_that_is_typed_fast_is_one_line_at_dice_and_no_key(table: Callable[..., Table]) -> None:
    """The keys come at once, as of fast fingers: no letter of it opens a view that takes the rest."""
    here = table(event=lambda: here.called.append("event"))
    assert here.press(EIGHT, f"end the phase{ENTER}", "7", ENTER) == {"passed": 7}
    assert here.press(EIGHT, f"sorry{ENTER}", "7", ENTER) == {"passed": 7}
    assert here.press(DISTANCE, f"eight{ENTER}", "8", ENTER) == 8
    assert here.called == []
    assert here.press(EIGHT, "s", "7", ENTER) == {"passed": 7}
    with pytest.raises(Undo):
        here.press(EIGHT, "uu")
    assert here.called == ["status"]


@pytest.mark.parametrize("question", [EIGHT, DAMAGE, DISTANCE], ids=lambda question: question.key)
def test_the_key_that_opens_a_line_waits_for_enter_where_dice_or_numbers_are_typed(table, question) -> None:
    here = table(event=lambda: here.called.append("event"))
    here.press(question, "e", BACKSPACE, "4", ENTER)
    assert here.called == []
    here.press(question, "e", ENTER, "4", ENTER)
    here.press(question, "event", ENTER, "4", ENTER)
    here.press(question, " e", "4", ENTER)
    assert here.called == ["event"] * 3


def test_what_cannot_be_thrown_again_is_said_and_the_question_stands(table: Callable[..., Table]) -> None:
    here = table(again=lambda: "No die lies there.")
    assert here.press(EIGHT, "m", "7", ENTER) == {"passed": 7}
    assert "No die lies there." in here.shown


def test_keys_that_do_nothing_are_not_there(table: Callable[..., Table]) -> None:
    here = table(odds=None, can_undo=lambda: False, can_redo=lambda: False)
    assert here.prompter.keys() == (Key.WHY, Key.STATUS, Key.LOG, Key.LEAVE)
    assert here.press(TARGET, " u", "U", ENTER) == "nobz"


def test_the_app_throws_without_a_word(table: Callable[..., Table]) -> None:
    here = table(dice="app", terminal=lambda: False)
    assert here.press(EIGHT) == {"first": [6] * 8}
    assert here.called == ["throw 8 at 3"]
    assert here.shown == ""


def test_an_empty_answer_lets_the_app_throw(table: Callable[..., Table]) -> None:
    here = table()
    assert here.press(EIGHT, ENTER) == {"first": [6] * 8}
    assert "The app rolls.\n> 6 6 6 6 6 6 6 6: all 8 passed" in here.shown


def test_the_app_may_throw_the_second_throw_alone(table: Callable[..., Table]) -> None:
    here = table()
    assert here.press(AGAIN, "6 1 1 3", ENTER, ENTER) == {"first": [6, 1, 1, 3], "again": [6, 6]}
    assert here.called == ["throw 2 at 3"]


def test_a_typed_count_is_of_the_first_throw_where_dice_are_rolled_again(table: Callable[..., Table]) -> None:
    here, failures = table(), EIGHT.but(again=(1, 2))
    assert here.press(failures, "6", ENTER, "1", ENTER) == {"passed": 7}
    assert "ROLL 2 DICE AGAIN, 3+. Marines.\nfirst throw: 6 passed\n" in here.shown
    assert "of the first throw type how many passed, or the faces" in hint(failures)
    assert here.press(failures, "6", ENTER, ENTER) == {"passed": 8}
    assert here.called == ["throw 2 at 3"]
    assert here.press(EIGHT.but(again=(1,)), "6", ENTER, "6/1", ENTER, "4", ENTER) == {"passed": 7}
    assert "! Say also how many showed 1, as in 6/1, or type the dice." in here.shown


def test_a_throw_by_hand_reads_aloud(table: Callable[..., Table]) -> None:
    here = table()
    here.press(AGAIN, "6 1 1 3", ENTER, "6 4", ENTER)
    assert "ROLL 4 DICE, 3+. Marines.\nroll each 1 again once; count how many show 6\n3+: skill 4\n" in here.shown
    assert "ROLL 2 DICE AGAIN, 3+. Marines.\nfirst throw: 6 1 1 3\n" in here.shown
    assert "> 6 1 1 3 > 6 4: all 4 passed, 2 showed 6" in here.shown


def test_a_sum_that_is_rolled_again_reads_aloud(table: Callable[..., Table]) -> None:
    here = table()
    here.press(DAMAGE, "2", ENTER, "5", ENTER)
    assert "ROLL 1 DIE. Marines.\nroll a 1, 2 or 3 again once\n> 2\n\nROLL 1 DIE AGAIN. Marines." in here.shown
    assert "first throw: 2\n> 2 > 5: 5" in here.shown
    here.press(CHARGE, "3", ENTER, "8", ENTER)
    assert "> 3\n\nROLL 2 DICE AGAIN. Marines.\nfirst throw: 3\n> 8" in here.shown


def test_a_mistake_is_one_sentence(table: Callable[..., Table]) -> None:
    here = table()
    here.press(Roll("hit", 9, NEED), "10", ENTER, BACKSPACE, BACKSPACE, "9", ENTER)
    assert "! 9 dice were rolled, you typed 10.\n" in here.shown


def test_facts_that_cannot_go_together_say_so(table: Callable[..., Table]) -> None:
    here = table()
    here.press(FACTS, "2", ENTER, "0", ENTER, ENTER, "2", ENTER, "7", ENTER, ENTER)
    assert "! That is behind them.\n" in here.shown
    assert "How far away are they: 7 inches; no cover; Who fires: all" in here.shown


def test_a_number_that_is_no_line_of_the_facts_is_told_as_in_any_menu(table: Callable[..., Table]) -> None:
    here = table()
    here.press(FACTS, "7", ENTER, "1", ENTER)
    assert "! There is no row 7: the last one is 4.\n" in here.shown
    assert "#" not in here.shown


def test_named_things_read_aloud(table: Callable[..., Table]) -> None:
    here = table()
    here.press(FAR, "squad 9, tank: unseen", ENTER)
    assert (
        "Marines: How far is each? (0 to 48 tiles, or as 5x3, or unseen: Squad 1, Squad 2, Tank)\n"
        "> 9 tiles, Tank: unseen\n"
    ) in here.shown.replace("Squad \n2", "Squad 2").replace("\nTank)", " Tank)").replace(",\n", ", ")
    here.press(HIDDEN, "tank", ENTER, "squad 1", ENTER)
    assert "Marines: Who hides? (Squad 1, Squad 2)\n! “Tank” is closed: too large.\n> Squad 1\n" in here.shown
    here.press(EACH, "2", ENTER, "unseen", ENTER, "3", ENTER, "squad", ENTER, ENTER)
    assert "How far is each: unseen; Who hides: all" in here.shown


def test_nothing_open_can_still_be_left(table: Callable[..., Table]) -> None:
    shut = TARGET.but(options=TARGET.options[1:2], default=None)
    with pytest.raises(Undo):
        table().press(shut, "grots", ENTER, " u")


def test_names_are_text_and_never_markup(table: Callable[..., Table]) -> None:
    here = table(names=lambda: ("[bold]Marines[/]\x1b[31m", "<b>Orks</b>"))
    odd = Choose("target", (Option("[red]x[/] <b>&</b> \x1b[2J"), Option("plain")), text="[blink]Who?[/]")
    assert here.press(odd, ENTER) == "[red]x[/] <b>&</b> \x1b[2J"
    assert "[bold]Marines[/]\\x1b[31m: [blink]Who?[/]" in here.shown
    assert "> [red]x[/] <b>&</b> \\x1b[2J" in here.shown
    assert "\x1b" not in here.shown


@pytest.mark.parametrize("question", [TARGET, DISTANCE, EIGHT, FIRING, ORDER, FACTS])
def test_no_terminal_names_the_question(table: Callable[..., Table], question: Question) -> None:
    with pytest.raises(NoTerminal) as missing:
        table(terminal=lambda: False).press(question)
    assert missing.value.question is question


# Plain -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """A table where lines are typed at plain prompts; the end of the lines is the end of input."""

    def made(*lines: str, **changed: Any) -> Table:
        left = iter(lines)

        def read(prompt: str = "") -> str:
            here.screen.write(prompt + "\n")
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        here = Table(None, plain=True, **changed)
        return here

    return made


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        (TARGET, [""], "nobz"),
        (TARGET, ["4"], "trukk"),
        (TARGET, ["tru"], "trukk"),
        (TARGET, ["2", "7", "1"], "boyz"),
        (COVER, ["5"], "5+"),
        (COVER, ["#2"], "6+"),
        (LONG, ["", "30"], "unit 30"),
        (DISTANCE, ["99", "9"], 9),
        (EIGHT, ["7"], {"passed": 7}),
        (FACTS, ["", ""], {}),
        (FACTS, ["distance", "7", "as said"], {"distance": 7}),
        (FACTS, ["3", "4+", ""], {"cover": "4+"}),
        (MOVED, ["2", ""], {"advanced": "yes"}),
        (MOVED, ["stationary", "2", "2", ""], {"stationary": "no"}),
        (MOVED, ["cover 5+", "4", "6+", ""], {"cover": "6+"}),
    ],
)
def test_plain_lines_make_the_answer(
    plain: Callable[..., Table], question: Question, lines: list[str], answer: Any
) -> None:
    assert plain(*lines).press(question) == answer


@pytest.mark.parametrize("typed", ["end", "3"])
def test_plain_lines_end_a_phase_that_way_only_when_typed_again(plain: Callable[..., Table], typed: str) -> None:
    here = plain(typed, typed)
    assert here.press(UNITS) == "end the phase"
    assert "2 units can still shoot; type it again, and it ends the phase." in " ".join(here.shown.split())
    assert plain(typed, "nobz").press(UNITS) == "nobz"
    assert plain("end the phase").press(UNITS) == "end the phase"


def test_plain_lists_are_numbered_and_read_once(plain: Callable[..., Table]) -> None:
    here = plain("2", "9", "4")
    here.press(TARGET)
    assert here.shown.count(" 1. boyz\n -- grots (closed: out of range)\n 3. nobz\n 4. trukk\n") == 1
    assert "! Grots: out of range.\n" in here.shown
    assert here.shown.isascii() or "“" in here.shown


def test_a_list_that_was_answered_is_read_again_for_the_next_question(plain: Callable[..., Table]) -> None:
    here = plain("tru", "tru")
    here.press(TARGET)
    here.press(TARGET)
    assert here.shown.count(" 1. boyz\n") == 2


def test_plain_the_key_is_a_line_of_its_own(plain: Callable[..., Table]) -> None:
    here = plain("m", "again", "7", again=lambda: here.called.append("again"))
    assert here.press(EIGHT) == {"passed": 7}
    assert here.called == ["again"] * 2


def test_plain_keys_need_enter_and_end_of_input_leaves(plain: Callable[..., Table]) -> None:
    here = plain("?", "status", "4")
    assert here.press(TARGET) == "trukk"
    assert here.called == ["why target", "status"]
    assert here.shown.count("Marines: Whom do they shoot at?") == 3
    with pytest.raises(Undo):
        plain("u").press(TARGET)
    with pytest.raises(Leave):
        plain().press(EIGHT)


@pytest.mark.parametrize("by_name", [False, True])
def test_several_numbers_that_are_changed_are_proposed_as_they_were(by_name: bool) -> None:
    """A crash: what was said of each by name became what is usual for all."""
    near = Numbers("near", ("Boyz", "Guns", "Truck"), 0, 8, 0, "models", text="Models within 4 inches", by_name=by_name)
    again = proposing(near, {"Guns": 5, "Truck": 1})
    assert again.default == {"Boyz": 0, "Guns": 5, "Truck": 1}
    for words in (
        hint(again),
        instruction(again, ("A", "B")),
        example_numbers(again),
        answer_words(again, again.default),
    ):
        assert "{" not in words
    assert "Guns: 5" in hint(again)
    assert again.read(parse(again, "Guns=2")) == (0, 2, 1)
    assert "Truck: 1" in answer_words(again, {"Guns": 2})


KEYS = """
from prompt_toolkit.application import application
from shoot_cli.ui.cursor_screen import load_keys_once
load_keys_once()
from prompt_toolkit.key_binding import defaults
assert application.load_key_bindings() is application.load_key_bindings()
assert application.load_key_bindings().bindings
assert not defaults.load_vi_bindings().bindings
assert not defaults.load_vi_search_bindings().bindings
"""


def test_keys_are_loaded_once_and_none_of_vi() -> None:
    """In a process of its own: the tests load them once in any case."""
    subprocess.run([sys.executable, "-c", KEYS], check=True)
