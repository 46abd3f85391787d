"""Whole games from a script: the real ``shoot play``, with lines of a file in place of fingers.

A script names the lists, the seed, and what the players say, one answer a line, in the words that they would type.
A list is a shipped one, or a file in this folder. ``as usual`` is Enter; ``undo``, ``why``, ``status`` are the keys;
``#`` begins a remark. What is meant to be refused stands after ``wrong:``; anything else that is refused stops the game,
so that no script drifts away from its questions.
The transcript is what ``shoot play --plain`` shows, without the lists of choices, which would bury the story.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

AS_USUAL = "as usual"
WRONG = "wrong:"
COLUMNS = "80"
FOLDER = Path(__file__).parent


class Script(NamedTuple):
    """``lists`` and ``options`` as on the command line; ``answers`` as they are typed."""

    lists: list[str]
    options: list[str]
    answers: list[str]


class Stuck(AssertionError):
    """The script and the game do not go together: which line, which question."""


class Screen(StringIO):
    """Stands for a terminal."""

    def isatty(self) -> bool:
        return True


class Lines:
    """What the players say. ``said`` counts the lines that were used."""

    def __init__(self, answers: Sequence[str], screen: Screen) -> None:
        self.answers, self.screen, self.said = answers, screen, 0
        self.before = 0  # where the screen ended when something was said last

    def next(self) -> str:
        if self.said:
            self.check(self.answers[self.said - 1])
        self.before = len(self.screen.getvalue())
        if self.said == len(self.answers):
            raise Stuck(f"the script is at its end, but the game goes on:\n{self.screen.getvalue()[-800:]}")
        self.said += 1
        return self.answers[self.said - 1].removeprefix(WRONG).strip()

    def check(self, answer: str) -> None:
        """What was said last was refused if it was to be refused, and only then."""
        refused = self.screen.getvalue()[self.before :].lstrip().startswith("! ")
        if refused != answer.startswith(WRONG):
            how = "was refused" if refused else "was not refused"
            raise Stuck(f"{answer!r} (answer {self.said} of the script) {how}:\n{self.screen.getvalue()[-800:]}")


class Reader:
    """The screen of a prompter that reads from a script (see ``ui/screen.py``)."""

    leaves = False

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def menu(self, rows: Sequence[Any], start: int | None, around: Any) -> Any:
        said = self.line("", around, ())
        if said == "":
            if start is None:
                raise Stuck("there is no usual answer here")
            return start
        return said

    def line(self, text: str, around: Any, at_once: Collection[Any]) -> Any:
        from shoot_cli.ui.screen import typed

        said = self.lines.next()
        key = typed(said, around.keys)
        if key:
            self.lines.screen.write(f"[{key.word}]\n")
        return key or ("" if said == AS_USUAL else said)

    def view(self, view: Any, until: float | None = None) -> None:
        from shoot_cli.ui.console import console
        from shoot_cli.ui.screen import printed

        printed(view, console(True))


@contextmanager
def at_the_table(lines: Lines, home: Path) -> Iterator[None]:
    """Terminal, width, database and prompts as the script has them."""
    environment = {"COLUMNS": COLUMNS, "TERM": "xterm", "SHOOT_HOME": str(home)}
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "stdout", lines.screen),
        patch.object(sys, "stdin", Screen()),
        patch("shoot_cli.ui.prompter.PlainScreen", lambda console: Reader(lines)),
        patch("shoot_cli.ui.quiz_prompt.PlainQuiz", lambda console: Reader(lines)),
    ):
        yield


def call(arguments: Sequence[str], lines: Lines, home: Path) -> None:
    """Run the command line. :raises Stuck: if the script does not fit."""
    from shoot_cli.cli.app import app

    with at_the_table(lines, home):
        try:
            app(list(arguments), standalone_mode=False)
        except SystemExit as exit:
            if exit.code:
                raise Stuck(f"shoot ended with {exit.code}:\n{lines.screen.getvalue()[-800:]}") from None


def played(script: Script, home: Path) -> str:
    """The transcript of the whole game."""
    lines = Lines(script.answers, Screen())
    lists = [str(FOLDER / name) if name.endswith(".yaml") else name for name in script.lists]
    call(["play", *lists, "--plain", "--battle", "golden", *script.options], lines, home)
    if lines.said < len(script.answers):
        raise Stuck(f"the game is over, but the script goes on with {script.answers[lines.said]!r}")
    return tidy(lines.screen.getvalue())


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip() + "\n"


# The files -----------------------------------------------------------------------------------------------------------

FENCE = "=" * 80


def parts(text: str) -> tuple[str, str]:
    """The script as written, and the transcript below it; none in a file that was not played yet."""
    head, _, transcript = text.partition(f"\n{FENCE}\n")
    return head.strip() + "\n", transcript.strip() + "\n"


def script_of(head: str) -> Script:
    """:raises Stuck: a line before ``players say`` that is no ``name: value``."""
    settings: dict[str, str] = {}
    answers: list[str] = []
    talking = False
    for line in head.splitlines():
        words = (
            line.partition("#")[0].strip()
            if not talking or line.lstrip().startswith("#")
            else line.partition("  #")[0].strip()
        )
        if not words:
            continue
        if talking:
            answers.append(words)
        elif words == "players say:":
            talking = True
        else:
            name, colon, value = words.partition(":")
            if not colon:
                raise Stuck(f"{line!r} is no 'name: value'")
            settings[name.strip()] = value.strip()
    lists = settings.pop("lists").split()
    return Script(lists, [word for name, value in settings.items() for word in (f"--{name}", value)], answers)


def file_text(head: str, transcript: str) -> str:
    return f"{head.strip()}\n\n{FENCE}\n\n{transcript.strip()}\n"
