"""A drill with the keys of a learner at a terminal, wide and narrow; and when somebody pulls the plug."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from shoot_cli.practice.memory import Memory
from shoot_cli.storage.store import Store
from tests.end_to_end.terminal import CTRL_C, CTRL_D, DOWN, ENTER, Terminal, words
from tests.helpers.samples import first

FIRST = DOWN + ENTER  # Enter alone takes nothing
GO_ON = "Enter goes on, ? shows why."
RIGHT, WRONG = (re.compile(words, re.IGNORECASE) for words in (r"\bright\. ", r"\b(not quite|the answer)[.:]"))
NEXT = re.compile(r"\d+ of \d+(?:\.|[ ●○]*►)|of \d+ right, in")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def terminal(open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    return partial(open_, "drill", "--ruleset", "7e")


def learned(home: Path) -> list[bool]:
    """The marks on disk; every answer has its card, and each of them can be read."""
    with Store.open(home / "shoot.db") as store:
        memory = Memory(store, "40k-7e")
        answers, cards = memory.answers(), memory.cards()
        assert not memory.damaged
        assert cards.keys() == {(answer.rule, answer.kind) for answer in answers}
        return [answer.right for answer in answers]


def until(here: Terminal, fits: Callable[[str], object]) -> str:
    """What was said since the last keys, once it fits and nothing more comes."""
    end = time.monotonic() + here.patience
    while not fits(words(here.heard)):
        assert here.read(), here.shown()
        if time.monotonic() > end:
            pytest.fail(here.shown())
    here.settle(0.1)
    return words(here.heard)


def answer(here: Terminal, keys: str = FIRST) -> bool:
    """Say this to the question on the screen; whether it was right. A mistake is left standing."""
    here.press(keys)
    said = until(
        here, lambda heard: (WRONG.search(heard) and GO_ON in heard) or (RIGHT.search(heard) and NEXT.search(heard))
    )
    return bool(RIGHT.search(said))


def go_on(here: Terminal) -> None:
    here.press(ENTER)
    until(here, NEXT.search)


def session(here: Terminal, questions: int, keys: str = FIRST) -> list[bool]:
    """The marks of so many answers."""
    marks = []
    for _ in range(questions):
        marks.append(answer(here, keys))
        if not marks[-1]:
            go_on(here)
    return marks


@pytest.mark.parametrize("columns", first(1, [80, 40]))
@pytest.mark.parametrize(
    ("plain", "keys"),
    first(1, [((), FIRST), (("--plain",), "a" + ENTER)]),
    ids=["rich", "plain"],
)
def test_a_session(terminal, home, columns, plain, keys):
    here = terminal("-n", "6", "--seed", "7", *plain, columns=columns)
    until(here, lambda heard: "1 of 6" in heard)
    marks = session(here, 6, keys)
    here.end()
    assert 0 < sum(marks) < 6
    assert f"{sum(marks)} of 6 right, in" in words(here.all)
    assert "Read again: shoot rules 7E-" in words(here.all)
    assert learned(home) == marks
    if plain:
        assert "\x1b[" not in here.all
        # Where a line is typed after a prompt the terminal itself breaks it.
        assert all(len(line) <= columns for line in here.all.replace("\r", "").split("\n") if not line.endswith(": a"))


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_one_key_takes_a_slip_back_and_one_lays_a_card_aside(terminal, home, columns):
    here = terminal("-n", "6", columns=columns)
    until(here, lambda heard: "1 of 6" in heard)
    assert answer(here, "x" + ENTER) is False
    assert learned(home) == [False]
    here.press("u")
    until(here, lambda heard: re.search(r"1 of 6[ ●○]*►", heard))
    assert learned(home) == []
    here.press("z")
    said = until(here, lambda heard: "is laid aside." in heard and re.search(r"1 of 6[ ●○]*►", heard))
    (card,) = re.findall(r"(\S+/\w+) is laid aside", said)
    with Store.open(home / "shoot.db") as store:
        assert ["/".join(one) for one in Memory(store, "40k-7e").laid_aside()] == [card]
    here.press("x" + ENTER)
    until(here, lambda heard: GO_ON in heard)
    here.press(ENTER)
    until(here, lambda heard: "2 of 6" in heard)
    assert learned(home) == [False]
    here.press("u")  # at the next question too
    until(here, lambda heard: re.search(r"1 of 6[ ●○]*►", heard))
    assert learned(home) == []


@pytest.mark.slow
def test_a_mistake_waits_for_the_learner_and_tells_more(terminal):
    here = terminal("-n", "9", "--seed", "5", rows=50)
    until(here, lambda heard: "1 of 9" in heard)
    while answer(here):
        pass
    assert not re.search(r"\d of 9 [●○ ]*►", words(here.heard))
    here.look("?", "WHY")
    assert re.search(r"7E-[A-Z]+-\d+ ", here.all)
    here.press("banana" + ENTER)
    assert not re.search(r"\d of 9 [●○ ]*►", until(here, lambda heard: "“banana” means nothing here." in heard))
    go_on(here)
    assert "NOT QUITE" not in words(here.shown())  # what is over leaves the screen
    here.press(" q")
    here.end()


@pytest.mark.slow
def test_enter_alone_answers_nothing(terminal, home):
    here = terminal("-n", "9", "--seed", "5", doubled=True)
    until(here, lambda heard: "1 of 9" in heard)
    here.press(ENTER + ENTER)
    here.settle(0.3)
    assert learned(home) == []
    assert "Choose first: " in here.shown()
    answer(here)
    assert len(learned(home)) == 1


@pytest.mark.slow
def test_a_wrong_answer_comes_back_after_three_others(terminal, home):
    here = terminal("-n", "30")
    until(here, lambda heard: "1 of 30" in heard)
    marks: list[bool] = []
    while False not in marks[:-4]:
        marks += session(here, 1)
    here.press(" q")
    here.end()
    with Store.open(home / "shoot.db") as store:
        cards = [(one.rule, one.kind) for one in store.answers("40k-7e")]
    missed = marks.index(False)
    assert cards[missed + 4] == cards[missed]
    assert cards[missed] not in cards[missed + 1 : missed + 4]


@pytest.mark.parametrize(
    ("keys", "code"), first(1, [(" q", 0), (CTRL_D, 0), (CTRL_C, 130)]), ids=["q", "end", "interrupt"]
)
@pytest.mark.parametrize("in_a_pause", first(1, [False, True]), ids=["question", "pause"])
@pytest.mark.slow
def test_leaving_keeps_and_tells_the_score(terminal, home, keys, code, in_a_pause):
    here = terminal("-n", "20", "--seed", "5")
    until(here, lambda heard: "1 of 20" in heard)
    marks = session(here, 2)
    while in_a_pause and (not marks or marks[-1] or len(marks) == 2):
        marks.append(answer(here))
    here.press(keys)
    assert f"{sum(marks)} of {len(marks)} right, in" in here.end(code)
    assert learned(home) == marks


@pytest.mark.slow
def test_a_kill_loses_no_answer(terminal, home):
    marks: list[bool] = []
    for kill in range(4):
        here = terminal("-n", "20")
        until(here, lambda heard: "1 of 20" in heard)
        marks += session(here, kill)
        marks.append(answer(here))  # killed as soon as it is marked: it is on disk by then
        here.kill()
        assert learned(home) == marks


@pytest.mark.slow
def test_minutes_end_a_session(terminal, home):
    here = terminal("--minutes", "0.1", "--seed", "5")
    until(here, lambda heard: re.search(r"1 ?, [56] s left", heard))
    time.sleep(6.1)
    here.press(FIRST)
    said = until(here, lambda heard: GO_ON in heard or "1 of 1 right" in heard)
    if GO_ON in said:
        here.press(ENTER)
    here.end()
    assert re.search(r"of 1 right, in ([6-9]|1\d) s\.", words(here.all))
    assert len(learned(home)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_the_edition_is_asked_once_and_kept(home, columns):
    here = Terminal(home, "drill", "-n", "1", columns=columns)
    until(here, lambda heard: "Which edition do you play?" in heard)
    here.press("10th" + ENTER)
    until(here, lambda heard: "1 of 1" in heard)
    answer(here, "x" + ENTER)
    go_on_to_the_end(here)
    again = Terminal(home, "drill", "-n", "1", columns=columns)
    until(again, lambda heard: "10th edition, as last time." in heard and "1 of 1" in heard)
    assert "Which edition do you play?" not in words(again.all)
    again.close()


def go_on_to_the_end(here: Terminal) -> None:
    here.press(ENTER)
    here.end()
