"""The clock of a battle: who is charged and when, what a pause, an undo, a resume and the end of the time do."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.engine.questions import Choose, Need, Number, Option, Roll
from shoot_cli.engine.reasons import DEFENDER, Leave, Undo
from shoot_cli.play.clock import BadTime, Clock, Timekeeper, read_time, shortened, time_text
from shoot_cli.storage.store import Store
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.prompter import Players, Prompter
from shoot_cli.ui.screen import to_the_minute
from tests.end_to_end.terminal import Terminal
from tests.golden.playing import Lines, Reader, Screen, Stuck, call
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.ui.test_prompts import type_one_by_one

MINUTE = 60_000
SM, ORKS = "Ultramarines Strike Force", "Waaagh! Grimgutz"


# Times in words ------------------------------------------------------------------------------------------------------


@each(
    ("text", "minutes"),
    [
        ("60m", 60), ("1h30m", 90), ("90m", 90), ("45:00", 45), ("3600s", 60), ("1h", 60), ("1H 30M", 90), (" 60m ", 60),
        ("1:30:00", 90), ("90:00", 90), ("1m30s", 1.5), ("1:00", 1), ("60s", 1), ("24h", 1440), ("24:00:00", 1440),
    ],
)  # fmt: skip
def test_a_time_as_people_write_it(text: str, minutes: float) -> None:
    assert read_time(text) == minutes * MINUTE
    assert read_time(time_text(read_time(text))) == read_time(text)


@each(
    "text",
    ["", " ", "60", "m", "1x", "-60m", "60m60", "1:2", "1:60", "1:75:00", "m60", "1.5h", "٦٠m", "1::00", "9" * 99, "h1m", "6 0m"],
)  # fmt: skip
def test_what_is_no_time_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadTime, match="60m, 1h30m"):
        read_time(text)


@each("text", ["59s", "0m", "0:00", "24h1s", "1441m", "24:00:01", "999999h"])
def test_a_time_has_bounds(text: str) -> None:
    with pytest.raises(BadTime, match=r"1 minute .* 24 hours"):
        read_time(text)


@each(
    ("time", "text"),
    [(2530_000, "42:10"), (3600_000, "1:00:00"), (3599_001, "1:00:00"), (1, "0:01"), (0, "0:00"), (-80_000, "-1:20"), (-1, "-0:01")],
)  # fmt: skip
def test_a_time_on_the_screen(time: int, text: str) -> None:
    assert time_text(time) == text


@pytest.mark.parametrize("options", [["orks", "tau", "--clock", "60"], ["orks", "tau", "--clock", "25h"], ["--resume", "--clock", "60m"], ["--demo", "--clock", "60m"]])  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_begins(shoot: Any, options: list[str]) -> None:
    assert "--clock" in shoot("play", *options).refused(2)


# The ledger ----------------------------------------------------------------------------------------------------------


class Time:
    """A clock that goes when it is told."""

    def __init__(self) -> None:
        self.seconds = 5000.0

    def __call__(self) -> float:
        return self.seconds

    def go(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def time() -> Time:
    return Time()


def a_clock(time: Time, **changed: Any) -> Clock:
    known: dict[str, Any] = {"limit": 10 * MINUTE, "names": ("Reds", "Greens"), "now": time, "owing": "Reds"}
    return Clock(**(known | changed))


def test_it_runs_while_a_prompt_waits_and_for_who_owes(time: Time) -> None:
    clock = a_clock(time)
    time.go(100)
    with clock.running():
        time.go(30)
        assert clock.left("Reds") == 570_000  # it ticks
        with clock.running():  # a prompt inside a prompt is one prompt
            time.go(30)
    time.go(100)
    with clock.paused(), clock.running():
        time.go(100)
    clock.owing = ""
    with clock.running():
        time.go(100)
    clock.owing = "Greens"
    with suppress(KeyboardInterrupt), clock.running():
        time.go(1)
        raise KeyboardInterrupt
    assert clock.spent == clock.unkept == {"Reds": 60_000, "Greens": 1000}


def test_a_clock_that_goes_back_takes_no_time(time: Time) -> None:
    clock = a_clock(time)
    with clock.running():
        time.go(-1000)
    assert clock.left("Reds") == 10 * MINUTE


def test_time_is_kept_only_when_it_was_written(time: Time) -> None:
    """A disk that refuses loses no time: it goes with the next event."""
    kept: list[Any] = []

    class Disk:
        full = True

        def append(self, kind: str, payload: Any) -> None:
            if self.full:
                raise OSError("full")
            kept.append((kind, payload))

    disk, clock = Disk(), a_clock(time)
    keeper = Timekeeper(disk, clock)
    with clock.running():
        time.go(2)
    with pytest.raises(OSError, match="full"):
        keeper.append("answer", {"key": "x"})
    disk.full = False
    keeper.append("keep", {"runs": []})
    keeper.append("answer", {"key": "x"})
    keeper.append("answer", {"key": "y"})
    assert kept == [
        ("keep", {"runs": []}),
        ("answer", {"key": "x", "spent": {"Reds": 2000}}),
        ("answer", {"key": "y"}),
    ]


# Its line ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (76, "[Ultramarines Strike Force 42:10]  Waaagh! Grimgutz 51:33"),
        (36, "[Ultramarines 42:10]  Waaagh! 51:33"),
        (30, "[Ultrama 42:10]  Waaagh! 51:33"),
    ],
)
def test_the_line_fits_and_marks_whose_time_runs(time: Time, width: int, line: str) -> None:
    clock = a_clock(time, limit=3600_000, names=(SM, ORKS), owing=SM, spent={SM: 1070_000, ORKS: 507_000})
    assert clock.line(width, False) == line
    assert len(line) <= width
    assert clock.line(width, True) == f"Clock: {SM} 42:10 running, {ORKS} 51:33"
    with clock.paused():
        assert clock.line(76, False) == f"{SM} 42:10  {ORKS} 51:33  paused"
        assert len(clock.line(36, False)) <= 36
        assert clock.line(36, True) == f"Clock paused: {SM} 42:10, {ORKS} 51:33"


@each("room", range(14, 60))
def test_names_in_any_room_differ(room: int) -> None:
    for names in ((ORKS, f"{ORKS} (2)"), (SM, ORKS), ("A", "B" * 90), ("C" * 90, "D")):
        one, two = shortened(names, room)
        assert one != two
        assert min(len(one), len(two)) > 0
        assert len(one) + len(two) <= room


def test_a_line_is_read_out_again_each_minute_only() -> None:
    lines = [
        "A 42:10, B 1:02:33",
        "A 42:09, B 1:02:01",
        "A 41:59, B 1:02:01",
        "A 41:59, B 1:01:59",
        "A -0:01",
        "A -1:01",
    ]
    assert len({to_the_minute(line) for line in lines}) == 5


# At the table --------------------------------------------------------------------------------------------------------


class Slow(Reader):
    """Whoever answers ``30s words`` took 30 seconds; the app takes ten minutes for everything that it says."""

    time: Time
    seen: Callable[[Any], None] = staticmethod(lambda around: None)

    def line(self, text: str, around: Any, at_once: Any) -> Any:
        self.seen(around)
        said = self.lines.answers[self.lines.said] if self.lines.said < len(self.lines.answers) else ""
        seconds, space, _ = said.partition("s ")
        if space and seconds.isdigit():
            self.time.go(int(seconds))
            answers = self.lines.answers
            assert isinstance(answers, list)
            answers[self.lines.said] = said[len(seconds) + 2 :]
        return super().line(text, around, at_once)


@pytest.fixture
def play(home: Path, time: Time) -> Callable[..., str]:
    def show(*args: Any) -> None:
        time.go(600)

    def played(answers: list[str], *arguments: str, seen: Any = None) -> str:
        lines = Lines(list(answers), Screen())
        reader = Slow(lines)
        reader.time = time
        if seen:
            reader.seen = seen
        with (
            patch("shoot_cli.play.clock.monotonic", time),
            patch("shoot_cli.ui.summaries.LogPrinter.show", show),
            patch("tests.golden.playing.Reader", lambda lines: reader),
        ):
            call(["play", *arguments, "--plain"], lines, home)
        return " ".join(lines.screen.getvalue().split())

    return played


NEW = ["ultramarines", "orks", "--turns", "1", "--battle", "Friday"]
TIMED = [*NEW, "--dice", "app", "--clock", "10m"]


def facts(shoot: Any) -> Any:
    return json.loads(shoot("battle", "show", "friday", "--json").out)


def spent(shoot: Any) -> tuple[int, int]:
    """Seconds of both, as `shoot battle show` has them."""
    each = facts(shoot)["clock"]["spent"]
    return each[SM] // 1000, each[ORKS] // 1000


def events(name: str = "Friday") -> list[tuple[str, Any]]:
    with Store.open() as store:
        return [(event.kind, event.payload.get("spent")) for event in store.load(name).events]


def test_each_player_is_charged_for_their_own_answers(play: Any, shoot: Any) -> None:
    shown = play(["10s as usual", "20s end the phase", "15s as usual", "25s end the phase"], *TIMED)
    assert spent(shoot) == (30, 40)
    assert [pair for pair in events() if pair[0] == "answer"] == [
        ("answer", {SM: 10_000}),
        ("answer", {SM: 20_000}),
        ("answer", {ORKS: 15_000}),  # what happened since: whose turn it is
        ("answer", {ORKS: 25_000}),
    ]
    assert f"Clock: 10:00 each; {SM} 10:00 left, {ORKS} 10:00 left" in shown  # at the beginning
    assert shown.endswith(f"Clock: 10:00 each; {SM} 9:30 left, {ORKS} 9:20 left")  # and at the end
    assert f"Clock: 10:00 each; {SM} 9:30 left, {ORKS} 9:20 left" in shoot("battle", "show", "friday").out
    assert "9:20 left" in shoot("battle", "export", "friday").out
    assert shoot("battle", "verify", "friday").code == 0


ATTACK = ["as usual", "Tactical Squad", "Shoota Boyz", "12", "boltgun", "as usual"]


def test_dice_of_the_hand_are_charged_to_whose_they_are_and_dice_of_the_app_to_nobody(play: Any, shoot: Any) -> None:
    """The same attack twice: hands take 7 and 9 seconds, the app's dice, and all that it shows, none."""
    play([*(f"1s {said}" for said in ATTACK), "7s all", "9s all", "50s q"], *NEW, "--dice", "hand", "--clock", "10m")
    rolls = [one for one in facts(shoot)["answers"] if one["hand"] is not None]
    assert [one["by"] for one in rolls] == [SM, SM]
    with Store.open() as store:
        answers = [event.payload for event in store.load("Friday").events if event.kind == "answer"]
    assert all(list(said["spent"]) == [said["by"]] for said in answers)
    assert spent(shoot) == (6 + 7 + 9, 50)  # it is left where the mob is asked
    shoot("battle", "delete", "friday", "--yes")
    play([*(f"1s {said}" for said in ATTACK), "5s q"], *TIMED)
    assert sum(spent(shoot)) == 11


def test_every_charge_is_on_disk_before_the_next_prompt(play: Any, home: Path) -> None:
    """So that a killed process costs nobody more than the answer that was not given."""
    seen: list[int] = []

    def look(around: Any) -> None:
        seen.append(sum(sum(one.values()) for _, one in events() if one) // 1000)

    wanted = ["10s as usual", "20s Tactical Squad", "u", "5s end the phase", "7s as usual", "40s end the phase"]
    play(wanted, *TIMED, seen=look)
    assert seen == [0, 10, 30, 30, 35, 42]


def test_undo_gives_the_answer_back_but_not_the_time(play: Any, shoot: Any) -> None:
    play(["10s as usual", "20s Tactical Squad", "3s u", "4s U", "5s u", "6s end the phase", "q"], *TIMED)
    assert spent(shoot) == (48, 0)
    assert ("undo", {SM: 3000}) in events()
    assert ("redo", {SM: 4000}) in events()


def test_amending_is_on_the_clock_of_whose_question_waits(play: Any, shoot: Any) -> None:
    play(["10s as usual", "20s end the phase", "1s c", "2s 1", "3s " + ORKS, "4s " + SM, "9s q"], *TIMED)
    assert ("amend", {ORKS: 10_000}) in events()  # one side's phase was over: the other was asked
    assert sum(spent(shoot)) == 49


def test_a_pause_charges_nobody(play: Any, shoot: Any) -> None:
    shown = play(
        ["10s as usual", "2s p", "500s as usual", "3s pause", "9s Boyz", "500s as usual", "5s end the phase", "q"],
        *TIMED,
    )
    assert spent(shoot) == (20, 0)
    assert shown.count("Still paused. Enter goes on.") == 1
    assert "Paused. Enter goes on." in shown
    assert "The clock runs again. " in shown


def test_one_can_leave_from_a_pause(play: Any, shoot: Any) -> None:
    assert "Left “Friday”" in play(["10s as usual", "2s p", "500s q"], *TIMED)
    assert spent(shoot) == (12, 0)


def test_the_time_between_leaving_and_going_on_is_nobodys(play: Any, shoot: Any, time: Time) -> None:
    play(["10s as usual", "20s q"], *TIMED)
    assert events()[-1] == ("note", {SM: 20_000})
    time.go(9999)
    assert spent(shoot) == (30, 0)
    shown = play(["5s end the phase", "0s as usual", "6s s", "7s end the phase"], "--resume")
    assert f"{SM} 9:30 left" in shown  # where it goes on
    assert shown.count(f"{SM} 9:25 left, {ORKS} 9:54 left") == 1  # on the screen of the status
    assert spent(shoot) == (35, 13)
    assert facts(shoot)["finished"]


def test_interrupting_is_no_way_to_think_for_free(play: Any, shoot: Any) -> None:
    def stop(around: Any) -> None:
        if len(events()) == 1:
            raise KeyboardInterrupt

    with pytest.raises(Stuck, match="130"):
        play(["10s as usual", "20s q"], *TIMED, seen=stop)
    assert spent(shoot) == (10, 0)


OUT = f"{SM}: your time is out. The game goes on; overtime is counted."


def test_when_the_time_is_out_it_is_said_once_and_play_goes_on(play: Any, shoot: Any) -> None:
    lines: list[str] = []
    answers = ["599s as usual", "1s Tactical Squad", "50s u", "30s end the phase", "1s q"]
    shown = play(answers, *TIMED, seen=lambda around: lines.append(around.clock()))
    assert shown.count(OUT) == 1
    assert lines[0] == f"Clock: {SM} 10:00 running, {ORKS} 10:00"
    assert lines[-1] == f"Clock: {SM} -1:20, {ORKS} 10:00 running"
    shown = play(["1s as usual", "1s end the phase"], "--resume")
    assert OUT not in shown
    assert f"{SM} 1:20 over, {ORKS} 9:57 left" in shown


def test_a_battle_without_a_clock_has_none(play: Any, shoot: Any) -> None:
    def look(around: Any) -> None:
        assert around.clock is None
        assert "PAUSE" not in {key.name for key in around.keys}

    shown = play(["as usual", "end the phase", "as usual", "end the phase"], *NEW, "--dice", "app", seen=look)
    assert "Clock" not in shown
    assert facts(shoot)["clock"] is None
    assert {one for _, one in events()} == {None}


@pytest.mark.parametrize("lists", [("adeptus-astartes", "waaagh"), ("blue_column", "red_host")])
def test_every_edition_can_be_on_the_clock(play: Any, shoot: Any, lists: tuple[str, str]) -> None:
    shown = play(["5s as usual", "6s q"], *lists, *TIMED[2:])
    each = facts(shoot)["clock"]["spent"]
    assert sum(each.values()) == 11_000
    assert all(f"{name} " in shown for name in each)


def test_two_armies_of_one_name_have_two_clocks(play: Any, shoot: Any) -> None:
    play(["1s as usual", "2s end the phase", "0s as usual", "4s end the phase"], "orks", "orks", *TIMED[2:])
    assert facts(shoot)["clock"]["spent"] == {ORKS: 3000, f"{ORKS} (2)": 4000}


@pytest.mark.parametrize("said", first(2, [5, {"A": "x"}, "x", [], {"A": -5}, {"A": True}, {"A": 1.5}, {"A": None}]))
def test_what_is_no_time_in_a_record_is_passed_over(play: Any, shoot: Any, said: Any) -> None:
    play(["10s as usual", "q"], *TIMED)
    with Store.open() as store, store.load("Friday", write=True) as battle:
        battle.append("note", {"spent": said})
    assert spent(shoot) == (10, 0)


# Prompts with keys ---------------------------------------------------------------------------------------------------

TARGET = Choose("target", (Option("boyz"), Option("grots"), Option("power klaw")), "boyz", text="Whom?")
ONE = Roll("save:nob", 1, Need(4), owner=DEFENDER)
FAR = Number("distance", 0, 48, 12, "inches", text="How far?")


class Asked:
    def __init__(self, keys: Any, time: Time, width: int = 80) -> None:
        self.keys, self.time, self.out = keys, time, StringIO()
        self.clock = a_clock(time)
        self.prompter = Prompter(
            Players(
                console=Console(width=width, color_system=None, file=self.out),
                plain=False,
                dice="hand",
                throw=lambda question, place: {"passed": 1},
                names=lambda: ("Reds", "Greens"),
                wishes=[],
                terminal=lambda: True,
                clock=self.clock,
            )
        )

    def press(self, question: Any, *keys: str) -> Any:
        type_one_by_one(self.prompter.screen.screen, self.keys, *keys)
        return self.prompter(question, 0)


@pytest.fixture
def asked(time: Time) -> Iterator[Callable[..., Asked]]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield lambda **more: Asked(keys, time, **more)


@pytest.mark.parametrize("width", [80, 40])
def test_p_pauses_at_a_menu_and_its_row_is_kept(asked: Callable[..., Asked], width: int) -> None:
    here = asked(width=width)
    assert here.press(TARGET, "\x1b[B", " p", "\r", "\r") == "grots"
    assert here.out.getvalue().count("Paused. Enter goes on.") == 1
    assert here.out.getvalue().count("Whom?") == 2


def test_p_pauses_where_numbers_are_typed(asked: Callable[..., Asked]) -> None:
    here = asked()
    assert here.press(FAR, "p", "\r", "7", "\r") == 7
    assert "Paused" in here.out.getvalue()


def test_what_is_typed_in_a_pause_is_no_answer_and_throws_nothing(asked: Callable[..., Asked]) -> None:
    here = asked()
    assert here.press(ONE, " p", "failed", "\r", "4", "\r", "\r", "2", "\r") == {"first": [2]}
    assert here.out.getvalue().count("Still paused. Enter goes on.") == 2
    assert "The app rolls." not in here.out.getvalue()


def test_passed_is_typed_as_ever_and_p_alone_pauses(asked: Callable[..., Asked]) -> None:
    here = asked()
    assert here.press(ONE, "passed", "\r") == {"passed": 1}
    assert "Paused" not in here.out.getvalue()
    assert here.press(ONE, " p", "\r", "passed", "\r") == {"passed": 1}
    assert "Paused" in here.out.getvalue()


def test_q_and_the_end_of_input_leave_a_pause(asked: Callable[..., Asked]) -> None:
    for last in ("q", "\x04"):
        here = asked()
        with pytest.raises(Leave):
            here.press(TARGET, " p", last)
        assert not here.clock.halted
    with pytest.raises(Undo):
        here.press(TARGET, " p", "\r", " u")


@pytest.mark.parametrize("question", [TARGET, FAR])
def test_the_line_above_a_prompt_ticks(asked: Callable[..., Asked], time: Time, question: Any) -> None:
    """What is drawn a minute later says so; the prompt itself is the same."""
    drawn: list[list[str]] = []
    here = asked()

    def begun(asked: Any) -> None:
        assert asked.application.refresh_interval == 1
        for _ in range(2):
            texts = [getattr(window.content, "text", None) for window in asked.application.layout.find_all_windows()]
            drawn.append(["".join(part[1] for part in text()) for text in texts if callable(text)])
            time.go(60)

    with patch.object(CursorScreen, "_begun", lambda screen, asked: begun(asked)):
        here.keys.send_text("\r")
        here.prompter(question, 0)
    first, later = drawn
    assert "[Reds 10:00]  Greens 10:00" in first[0]
    assert later == [text.replace("[Reds 10:00]", "[Reds 9:00]") for text in first]


# Plain lines ---------------------------------------------------------------------------------------------------------


def test_plain_lines_say_the_time_when_a_minute_has_gone(time: Time) -> None:
    out, clock = StringIO(), a_clock(time)
    prompter = Prompter(Players(
        console=Console(width=40, color_system=None, file=out), plain=True, dice="app", throw=lambda *args: None,
        names=lambda: ("Reds", "Greens"), wishes=[], terminal=lambda: True, clock=clock,
    ))  # fmt: skip

    def read(prompt: str) -> str:
        time.go(25)
        return ""

    with patch("builtins.input", read):
        for _ in range(6):
            prompter(FAR, 0)
    said = [line for line in out.getvalue().splitlines() if line.startswith("Clock")]
    assert said == [f"Clock: Reds {left} running, Greens 10:00" for left in ("10:00", "9:35", "8:45", "7:55")]
    assert clock.spent == {"Reds": 150_000}
    assert max(map(len, out.getvalue().splitlines())) <= 40


# A terminal ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("columns", first(1, [80, 40]))
def test_at_a_terminal_it_ticks_pauses_and_goes_on_after_a_kill(tmp_path: Path, columns: int) -> None:
    rows = 30
    table = Terminal(
        tmp_path, "play", "ultramarines", "orks", "--dice", "hand", "--clock", "1h", "--turns", "1", columns=columns, rows=rows
    )  # fmt: skip
    try:
        table.wait("Who has the first turn?")
        assert "[Ultramar" in table.shown()
        while "59:5" not in table.shown():  # it ticks by itself
            assert table.read(5)
            assert "59:4" not in table.shown()
        table.press(" p")
        table.wait("Paused. Enter goes on.")
        assert " paused" in table.shown()
        table.press("\r")
        table.wait("The clock runs again.")
        table.wait("Who has the first turn?")
        table.say("", "Which unit shoots?")
        assert all(len(line) <= columns for line in table.shown().splitlines())
    finally:
        table.kill()
    again = Terminal(tmp_path, "play", "--resume", columns=columns, rows=rows)
    try:
        again.wait("Which unit shoots?")
        assert "59:5" in " ".join(again.shown().split())
        again.press(" q")
        again.end()
    finally:
        again.close()
