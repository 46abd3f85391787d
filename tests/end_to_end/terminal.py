"""A terminal with somebody at it: a real pseudo-terminal, a real process, and the screen as people see it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import pexpect
import pyte
from typer.testing import CliRunner

from shoot_cli.ui.block import DIGITS, large
from shoot_cli.ui.typed_input import DOUBLED

SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"
QUICK = "from shoot_cli.ui import typed_input; typed_input.DOUBLED = typed_input.HABIT = 0; "  # before it: fingers need no rest
BACK = "\x1b"  # from a view: any key that is none of its own
ENTER, DOWN, UP, CTRL_C, CTRL_D = "\r", "\x1b[B", "\x1b[A", "\x03", "\x04"
CLEAR = "\x15"  # empties the line that is being typed
READY = "\x1b[?2004h"  # what a prompt sends when it begins to listen
OVER = "The battle is over."
THE_END = "Enter: the armies"  # of the screen that waits then
STILL = 20  # seconds without a sign or any work: the process waits for somebody, and nothing more will come
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_])")


ALTERNATE = 1049  # the mode in which a terminal shows its other screen


class Screen(pyte.Screen):
    """Answers the process when it asks where its cursor is, as terminals do, and has a second screen.

    :ivar below: the first screen, while the other one is shown
    """

    child: pexpect.spawn
    below: Any = None

    def set_mode(self, *modes: int, **how: Any) -> None:
        super().set_mode(*modes, **how)
        if ALTERNATE in modes and how.get("private"):
            self.below = deepcopy(self.buffer), copy(self.cursor)

    def reset_mode(self, *modes: int, **how: Any) -> None:
        super().reset_mode(*modes, **how)
        if ALTERNATE in modes and self.below:
            self.buffer, self.cursor = self.below
            self.below = None

    def write_process_input(self, data: str) -> None:
        self.child.send(data)


LARGE = {tuple(large(sign)): sign for sign in DIGITS}
BLOCKS = frozenset("▄█▀")  # what they are made of


def words(text: str) -> str:
    """Text without colours, movements and line ends."""
    return " ".join(ESCAPE.sub(" ", text).split())


def said(wanted: str, text: str) -> bool:
    """True if the text says so, loud or not. Of ``Red Company: Which unit shoots?`` the name stands behind, in a bar."""
    heard = words(text).casefold().replace(", ", " ")
    wanted = wanted.casefold().replace(", ", " ")
    whose, _, asked = wanted.partition(": ")
    return wanted in heard or bool(asked and whose in heard and asked in heard)


def work_of(pid: int) -> object:
    """Return what changes while a process, or one that it started, works or wants to. None: this system cannot tell."""
    found, waiting = [], [str(pid)]
    try:
        while waiting:
            for task in Path("/proc", waiting.pop(), "task").iterdir():
                state, *numbers = (task / "stat").read_text().rpartition(")")[2].split()
                if state != "S":
                    return object()  # it may wait for a processor
                found.append((task, numbers[10], numbers[11]))
                waiting += (task / "children").read_text().split()
    except OSError:
        return None
    return found


def heeding_all() -> None:
    """Tests that were started by ``nohup`` hand on that a closed window is not heard of."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def printed(home: Path, *arguments: str) -> str:
    """What a call that needs no terminal prints, made in this process. :raises AssertionError: it ends badly."""
    from shoot_cli.cli.app import app

    done = CliRunner().invoke(app, arguments, env={"SHOOT_HOME": str(home), "COLUMNS": "80"})
    assert done.exit_code == 0, (arguments, done.exception, done.stderr)
    return done.stdout


def outside(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Another call of ``shoot``, without a terminal."""
    env = {**os.environ, "SHOOT_HOME": str(home), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, env=env, timeout=60
    )


def answers(home: Path) -> list[tuple[Any, ...]]:
    """Answers in force, as the exported battle has them."""
    name = json.loads(printed(home, "battle", "list", "--json"))[0]["name"]
    printed(home, "battle", "verify", name)
    whole = json.loads(printed(home, "battle", "export", name, "--format", "json"))
    return [(one["key"], one["answer"], one["by"], one["hand"]) for one in whole["answers"]]


def final(text: str) -> str:
    """What stands on the screen from the end of the battle on."""
    return text[text.index(OVER) :]


class Terminal:
    """One call of ``shoot``.

    :param doubled: False: a second Enter is an answer, however soon it comes. True: as it is, and ``press`` waits.
    :param patience: seconds that something awaited may take, with others at the machine
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 30,
        patience: float = 60,
        doubled: bool = False,
        **env: str,
    ) -> None:
        kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", SCRIPT if doubled else QUICK + SCRIPT, *arguments],
            env={**kept, "TERM": "xterm-256color", "SHOOT_HOME": str(home), **env},
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=patience,
            preexec_fn=heeding_all,
        )
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = 0
        self.doubled = doubled
        self.screen = Screen(columns, rows)
        self.screen.child = self.child
        self.stream = pyte.Stream(self.screen)
        self.patience = patience
        self.heard = ""  # since the last keys were sent
        self.left_end = False
        self.listens = 0.0  # since when a prompt does
        self.last: object = None  # what it had said and done
        self.since = 0.0  # when that changed
        self.idle = False
        self.all = ""

    # Hearing ---------------------------------------------------------------------------------------------------------

    def read(self, seconds: float = 0.05) -> bool:
        """What has come by now. False: the process has ended."""
        try:
            text = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        if READY in text:
            self.listens = time.monotonic()
        self.heard += text
        self.all += text
        self.stream.feed(text)
        return True

    def hopes(self, end: float) -> bool:
        """False: the time is up, or the process has waited itself for so long that nothing more will come."""
        now, work = time.monotonic(), work_of(self.child.pid)
        if (len(self.all), work) != self.last:
            self.last, self.since = (len(self.all), work), now
        self.idle = work is not None and now - self.since >= STILL
        return now < end and not self.idle

    def wait(self, sentence: str, prompt: bool = True) -> None:
        """Until the sentence was shown since the last keys, and a prompt listens after it."""
        wanted, end = words(sentence), time.monotonic() + self.patience
        while self.hopes(end):
            alive = self.read()
            shown = READY in self.heard and said(wanted, self.aloud())
            if shown or (self.listens_after(wanted) if prompt else said(wanted, self.heard)):
                self.settle()
                return
            if not alive:
                break
        raise AssertionError(
            f"{sentence!r} did not come. Heard:\n{words(self.heard)[-1500:]}\nThe screen:\n{self.shown()}"
        )

    def settle(self, quiet: float = 0.015) -> None:
        """Until nothing more comes: the rest of a screen, or of plain lines, which send no sign that they listen."""
        size, since = len(self.all), time.monotonic()
        while time.monotonic() - since < quiet:
            self.read(quiet / 3)
            if len(self.all) != size:
                size, since = len(self.all), time.monotonic()

    def listens_after(self, wanted: str) -> bool:
        """True if a prompt began to listen after these words (movements of the cursor may stand between them)."""
        last = self.heard.rfind(READY)
        return last >= 0 and said(wanted, self.heard[:last])

    def end(self, code: int = 0) -> str:
        """The process ends by itself with this code; what it said since the last keys."""
        stop = time.monotonic() + self.patience
        while self.read() and self.hopes(stop):
            if not self.left_end and READY in self.heard and THE_END in words(self.heard):
                self.left_end = True
                self.child.send("q")
        while self.child.isalive() and self.hopes(stop):
            time.sleep(0.005)  # it has closed the terminal, and ends
        self.child.close()
        assert "Traceback" not in self.all
        assert self.child.exitstatus == code, (self.child.exitstatus, self.child.signalstatus, self.shown())
        return words(self.heard)

    def shown(self) -> str:
        """The screen, without the empty lines at its end."""
        return "\n".join(self.lines()).rstrip()

    def lines(self) -> list[str]:
        """Every row of the screen, without the blanks at its end."""
        found = []
        for y in range(self.screen.lines):
            signs = [" "] * self.screen.columns
            for x, cell in self.screen.buffer[y].items():
                if x < len(signs):  # a wide sign at the edge has its second half beyond it
                    signs[x] = cell.data
            found.append("".join(signs).rstrip())
        return found

    def aloud(self) -> str:
        """The screen as it is read aloud: large digits are digits."""
        rows = [list(line.ljust(self.screen.columns)) for line in self.lines()]
        for top in range(len(rows) - 2):
            if BLOCKS.isdisjoint(rows[top + 1]):
                continue  # every large sign has some in the middle
            column = 0
            while column < len(rows[top]):
                seen = tuple("".join(row[column : column + 3]) for row in rows[top : top + 3])
                if seen in LARGE:
                    rows[top + 1][column : column + 3] = [LARGE[seen], "", ""]
                    beside = tuple("".join(row[column + 4 : column + 7]) for row in rows[top : top + 3])
                    if beside in LARGE:
                        rows[top + 1][column + 3] = ""
                    for row in (rows[top], rows[top + 2]):
                        row[column : column + 3] = [" ", " ", " "]
                column += 1
        return "\n".join("".join(row).rstrip() for row in rows).rstrip()

    # Doing -----------------------------------------------------------------------------------------------------------

    def press(self, keys: str, at_once: bool = False) -> None:
        """As people do: after an Enter nobody presses another one ``at_once``, or it is not heard."""
        self.heard, self.last = "", None
        since = time.monotonic() - self.listens
        if self.doubled and keys.lstrip(CLEAR).startswith(ENTER) and since < DOUBLED and not at_once:
            time.sleep(DOUBLED - since)
        self.child.send(keys)

    def say(self, keys: str, then: str) -> None:
        """Type, press Enter, and wait for the next question."""
        self.press(keys + ENTER)
        self.wait(then)

    def look(self, keys: str, *sentences: str, then: Sequence[tuple[str, str]] = ()) -> str:
        """Press the keys that open a view, wait for the sentences, and go back to the prompt; what stood there.

        ``then``: keys to press in it, each with what is to be seen then.
        """
        seen = []
        for pressed, wanted in ((keys, sentences), *((key, (sentence,)) for key, sentence in then)):
            self.press(pressed)
            self.wait_for_a_view()
            for sentence in wanted:
                self.wait_to_see(sentence)
            seen.append(self.shown())
        self.press(BACK)
        self.wait("")
        assert self.screen.below is None
        return "\n".join(seen)

    def wait_for_a_view(self) -> None:
        """What stands on the screen below it may say the same."""
        end = time.monotonic() + self.patience
        while not self.screen.below:
            if not self.read() or not self.hopes(end):
                raise AssertionError(f"no view was opened:\n{self.shown()}")

    def wait_to_see(self, sentence: str) -> None:
        """Until it stands on the screen: what has not changed there is not sent again."""
        end = time.monotonic() + self.patience
        while words(sentence) not in words(self.shown()):
            if not self.read() or not self.hopes(end):
                raise AssertionError(f"{sentence!r} is not to be seen:\n{self.shown()}")
        self.settle()

    def wish(self, key: str, then: str) -> None:
        """Press Space and the letter of a command, and wait for the words."""
        self.press(" " + key)
        self.wait(then)

    def kill(self) -> None:
        """Pull the plug."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()
        self.child.close()

    def close(self) -> None:
        if self.child.isalive():
            self.kill()
        self.child.close()


def play(terminal: Terminal, steps: list[tuple[str, str]]) -> None:
    for keys, then in steps:
        if then == OVER:
            terminal.press(keys + ENTER)
            terminal.wait(then, prompt=False)
        else:
            terminal.say(keys, then)
