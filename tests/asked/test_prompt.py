"""What is asked is one value: the same for a terminal, for plain lines, and, as JSON, for any other surface."""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest
from rich.console import Console
from rich.text import Text

import shoot_cli.asked.prompt
from shoot_cli.asked.prompt import Asked, Form, asked, default, form_of
from shoot_cli.asked.rows import MenuRow
from shoot_cli.asked.scene import News, Scene, Thrown
from shoot_cli.engine.questions import (
    Arrange,
    Choose,
    Facts,
    HowMany,
    Need,
    Number,
    Numbers,
    Option,
    Phrases,
    Question,
    Roll,
    Subset,
    Tally,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.table import Entry
from shoot_cli.input.answerers import dice
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.ui.block import block
from shoot_cli.ui.prompter import Players, Prompter
from shoot_cli.ui.screen import Key, PromptFrame
from tests.asked.walks import met, parts_of
from tests.helpers.each import each
from tests.helpers.samples import QUICKEST, quick_ones

KINDS = {
    Roll: "roll",
    Total: "total",
    Choose: "choose",
    Number: "number",
    Numbers: "numbers",
    HowMany: "howmany",
    Subset: "several",
    Arrange: "arrange",
    Phrases: "phrases",
    Facts: "facts",
}
NAMES = "Reds", "Greens"
CLOSED = Option("grots", closed=(Reason("out of range", "X-TGT-5"),))
COVER = Choose("cover", (Option("no"), Option("yes")), "no", text="In cover")
QUESTIONS: tuple[Question, ...] = (
    Roll("hit", 3, Need(4), (Watch((6,)),), (1,), text="boltgun: to hit"),
    Total("charge", 2, need=Need(9, or_less=True), again=(12,)),
    Choose(
        "target", (Option("boyz", "Boyz, 10 models"), CLOSED, Option("nobz")), "nobz", text="Which unit is shot at?"
    ),
    Number("distance", 0, 48, 12, "inches", whole=False, otherwise="in range", text="How far?"),
    Numbers("far", ("Squad", "Tank"), 0, 48, 12, "tiles", otherwise="unseen", across=max),
    HowMany("firing", (("Marine", 8), ("Sergeant", 1)), (8, 1), text="Who fires?"),
    Subset("hides", ("Squad", "Tank"), (), closed=(("Tank", (Reason("too large", "X-HID-1"),)),)),
    Arrange("order", (("Boy", 2), ("Nob", 1)), (("hidden", "behind the wall"),), ((2, "Boy", ""), (1, "Nob", ""))),
    Phrases("effects", str, ("hit ones",), ("boltgun",), ("hit ones",), example="hit ones"),
    Facts("facts", (COVER, HowMany("firing", (("Marine", 8),), (8,)), Number("half", 0, 8, 0)), text="8 boltguns"),
)
every = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
each_kind = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: KINDS[type(question)])


def test_every_kind_of_question_has_its_form() -> None:
    assert KINDS.keys() == {*get_args(Question)} == {*map(type, QUESTIONS)}
    assert {*KINDS.values()} == {form.kind for form in get_args(Form)}


def as_sent(value: Asked) -> dict[str, Any]:
    """As another surface gets it."""
    sent: dict[str, Any] = json.loads(json.dumps(value.json(), allow_nan=False))
    assert json.loads(json.dumps(sent)) == sent
    return sent


def is_whole(value: Asked) -> None:
    """All of it fits into JSON, and what it offers can be answered."""
    sent, question = as_sent(value), value.question
    assert sent.keys() == {
        "place", "owner", "act", "scene", "options", "default", "start", "form", "hint", "news",
    }  # fmt: skip
    assert sent["form"]["kind"] == KINDS[type(question)]
    assert sent["act"]["told"] == value.act.told != ""
    offered(question, sent["form"], sent["options"], sent["default"])
    for part, shown in zip(parts_of(question), sent["form"].get("parts", ()), strict=True):
        assert (shown["key"], shown["form"]["kind"]) == (part.key, KINDS[type(part)])
        assert shown["name"] != ""
        offered(part, shown["form"], shown["options"], shown["default"])
    for item in sent["news"]:
        assert item["kind"] in {"thrown", "told", "attack over", "phase over", "went back"}


def offered(question: Question, form: dict[str, Any], options: Sequence[dict[str, Any]], usual: Any) -> None:
    if usual is not None and not (isinstance(question, Facts) and question.check):
        question.read(usual)
    if isinstance(question, Choose):
        assert [row["label"] for row in options] == [one.label or one.value for one in question.options]
        assert [bool(row.get("closed")) for row in options] == [bool(one.closed) for one in question.options]
        for value, row in zip(form["values"], options, strict=True):
            if not row.get("closed"):
                assert question.read(value) == value


@quickest
def test_the_value_of_each_question_of_a_battle(edition: Edition) -> None:
    found = met(edition)
    assert len(found) >= 8
    assert {type(one.asked.question) for one in found} >= {Roll, Choose, Facts}
    for one in found:
        is_whole(one.asked)
        assert one.asked.owner in one.names
    assert any(one.asked.scene.pools for one in found)
    kinds = {item.kind for one in found for item in one.news}
    assert kinds >= {"thrown", "told"} | (
        {"attack over"} if edition.short in QUICKEST else set()
    )  # one attack is enough


@each_kind
def test_the_value_of_each_kind(question: Question) -> None:
    is_whole(asked(question, 3, NAMES))


def test_a_form_has_what_a_page_needs() -> None:
    sent = [as_sent(asked(question, 0, NAMES)) for question in QUESTIONS]
    forms = {one["form"]["kind"]: one["form"] for one in sent}
    assert forms["roll"] == {
        "kind": "roll", "dice": 3, "sides": 6, "names": [], "need": "4+", "counts": True, "watch": ["6", "1"], "again": [1],
        "groups": [], "lives": False, "adds": [], "among": ["passed", "failed"],
    }  # fmt: skip
    assert forms["several"]["closed"] == ["", "too large"]
    assert forms["numbers"]["high"] == [48, 48]
    assert [part["key"] for part in forms["facts"]["parts"]] == ["cover", "firing", "half"]
    choice = sent[2]
    assert (choice["start"], choice["default"], choice["form"]["values"]) == (2, "nobz", ["boyz", "grots", "nobz"])
    assert [row.get("closed", "") for row in choice["options"]] == ["", "out of range", ""]
    roll = sent[0]["act"]
    assert (roll["pieces"], roll["about"]) == (["ROLL", "3", "DICE", "4+", "to hit"], "boltgun")


def test_one_die_is_told_by_its_face_and_what_passed_says_nothing_twice() -> None:
    """Of one die 0 or 1 could be a face; of dice that pass on a 6 alone the sixes are those that passed."""
    roll = Roll("hit", 9, Need(6), (Watch((6,)), Watch((1,)), Watch((6, 1))))
    form: Any = form_of(roll)
    assert (form.counts, form.watch, form.among) == (True, ("6", "1", "6 or 1"), ("every", "failed", ""))
    alone: Any = form_of(roll.but(dice=1))
    assert not alone.counts
    of_one: Any = form_of(roll.but(dice=1, watch=(), groups=(1,), lives=True))
    assert (of_one.counts, of_one.lives) == (False, False)


@each(
    ("question", "usual"),
    [(COVER.but(default=None), None), (QUESTIONS[2].but(default="grots"), None), (QUESTIONS[6], []),
     (QUESTIONS[5].but(default=()), None), (QUESTIONS[7], [[2, "Boy", ""], [1, "Nob", ""]]), (QUESTIONS[9], {})],
)  # fmt: skip
def test_what_enter_gives(question: Question, usual: Any) -> None:
    """Nothing if somebody must answer, or if the default is closed now."""
    assert default(question) == usual
    assert asked(question, 0, NAMES).default == usual


def test_dice_that_passed_are_told_from_those_that_failed() -> None:
    news, roll = News(), QUESTIONS[0]
    news.heard(Entry("Hit", roll, {"first": [6, 1, 3], "again": [5]}, Tally(2, 1, (1,))), passing=True)
    assert isinstance(news.items[0], Thrown)
    (item,) = as_sent(asked(COVER, 4, NAMES, news=news.items))["news"]
    assert item["first"] == [{"face": 6, "passed": True}, {"face": 1, "passed": False}, {"face": 3, "passed": False}]
    assert item["again"] == [{"face": 5, "passed": True}]
    assert (item["about"], item["label"]) == ("boltgun", "to hit")
    assert item["came"].startswith("2 of 3 passed")


# The same value on every surface -------------------------------------------------------------------------------------


class Seen:
    """A screen that takes what is proposed and keeps what it was given."""

    leaves = False

    def __init__(self, said: str) -> None:
        self.said = said
        self.rows: Sequence[MenuRow] = ()
        self.frames: list[PromptFrame] = []

    def menu(self, rows: Sequence[MenuRow], start: int | None, around: PromptFrame) -> int:
        self.rows = rows
        self.frames.append(around)
        return start if start is not None else next(at for at, row in enumerate(rows) if not row.closed)

    def line(self, text: str, around: PromptFrame, at_once: Collection[Key]) -> str:
        self.frames.append(around)
        assert len(self.frames) < 9, around.refused
        return self.said

    def view(self, view: object, until: float | None = None) -> None:
        raise AssertionError


def surface(plain: bool, scene: Scene, names: tuple[str, str], said: str = "") -> tuple[Prompter, Seen, StringIO]:
    out, seen = StringIO(), Seen(said)
    players = Players(
        console=Console(width=80, color_system=None, file=out), plain=plain, names=lambda: names, dice="hand",
        throw=dice(1), wishes=[], terminal=lambda: True, screen=seen,
        scene=lambda question: scene,
    )  # fmt: skip
    return Prompter(players), seen, out


def letters(text: str) -> str:
    return "".join(text.split())


def drawn_the_same(of: Asked, names: tuple[str, str]) -> None:
    """A terminal draws this value, plain lines say it, and nothing else is made for either."""
    answers = []
    for plain in (False, True):
        prompter, seen, out = surface(plain, of.scene, names)
        value = prompter.asked(of.question, of.place)
        assert value == of.but(news=())
        answers.append(prompter.put(value))
        frame, said = seen.frames[0], letters(out.getvalue())
        assert seen.rows == value.options
        if plain:
            assert letters(value.act.told) in said
            assert frame.block is None
        else:
            assert said == ""
            assert frame.block is not None
            no_news: Any = lambda width, most: []  # noqa: E731
            assert frame.block(80, 24) == block(of.scene, of.act, no_news, 80, 24, False)
            assert all(isinstance(line, Text) for line in frame.block(80, 24))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_a_terminal_and_plain_lines_draw_the_same_value(edition: Edition) -> None:
    for one in met(edition):
        if one.asked.options or one.asked.default is not None or isinstance(one.asked.question, (Roll, Total)):
            drawn_the_same(one.asked, one.names)


@each_kind
def test_each_kind_is_drawn_from_the_same_value(question: Question) -> None:
    drawn_the_same(asked(question, 3, NAMES, Scene()), NAMES)


@each_kind
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_the_value_is_made_once(question: Question, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No surface makes an act, a form or a hint of its own."""
    made: list[str] = []

    def counted(name: str) -> None:
        make = getattr(shoot_cli.asked.prompt, name)
        monkeypatch.setattr(
            shoot_cli.asked.prompt,
            name,  # the parts of facts are questions within it
            lambda *given, **more: (given[0] is question and made.append(name)) or make(*given, **more),
        )

    for name in ("act", "form_of", "hint", "options_of"):
        counted(name)
    prompter, _, _ = surface(plain, Scene(), NAMES)
    prompter(question, 3)
    assert made.count("form_of") == 1
    assert made.count("act") == 1
    assert made.count("options_of") == isinstance(question, Choose)


def test_a_second_throw_is_a_value_of_its_own() -> None:
    """The surface gets its dice, not those of the first throw."""
    prompter, seen, out = surface(True, Scene(), NAMES, "6 1 1 > 6 5")
    roll = QUESTIONS[0]
    assert prompter(roll, 3) == {"first": [6, 1, 1], "again": [6, 5]}
    values: list[Asked] = []
    typed = prompter.typed
    prompter.typed = lambda of, *more: values.append(of) or typed(of, *more)  # type: ignore[method-assign]
    seen.said = "6 1 1"
    seen.line = lambda text, around, at_once: "6 1 1" if len(values) == 1 else "2/1"  # type: ignore[method-assign]
    prompter(roll, 3)
    first, second = values
    assert form_of(roll) == first.form
    assert (as_sent(second)["form"]["dice"], second.act.pieces[:3]) == (2, ("ROLL", "2", "DICE AGAIN"))
    assert second.act.below == ("first throw: 6 1 1",)
    assert "AGAIN" in out.getvalue()


NEVER = {"hint", "fact_rows", "row_of", "options_of", "act", "again", "facts_act", "form_of", "default"}


def makers(text: str) -> list[str]:
    """Return what these lines take to make a sentence about a question, or a row, by themselves."""
    taken = [
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("shoot_cli.asked.")
        for alias in node.names
    ]
    return [name for name in taken if name in NEVER]


def test_no_surface_makes_a_sentence_about_a_question_of_its_own() -> None:
    package = Path(shoot_cli.asked.prompt.__file__).parent.parent
    files = [file for file in package.rglob("*.py") if file.parent.name != "asked"]
    assert len(files) > 200
    texts = {file.name: text for file in files if "shoot_cli.asked" in (text := file.read_text(encoding="utf-8"))}
    assert len(texts) > 20
    assert {name: found for name, text in texts.items() if (found := makers(text))} == {}
    assert makers("from shoot_cli.asked.scene import Act, act") == ["act"]
    assert makers("def draw():\n    from shoot_cli.asked.sentences import hint, came") == ["hint"]
