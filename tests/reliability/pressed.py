"""Keys that a cat, a clipboard or a broken terminal sends, and the prompts that they come to."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from io import StringIO
from select import select
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch

from hypothesis import strategies as st
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli import armies
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import Leave, Redo, Undo
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.rules import Edition
from shoot_cli.ui.prompter import Keys, Players, Prompter
from tests.end_to_end.terminal import ESCAPE, READY
from tests.reliability.cases import editions
from tests.reliability.conftest import Done, Program
from tests.reliability.here import call, limits
from tests.reliability.strange import TEXTS

ENTER = "\r"
KEYS = (
    ENTER, ENTER, ENTER, "\n", "\t", " ", "\x7f", "\b", "\x1b", "\x1b\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F",
    "\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1bOP", "\x1b[Z", "\x1b[31m", "\x1b[38;5;196m", "\x1b[", "\x1bO", "\x1b]0;title\x07", "\x1b[1;1R",
    "\x1b[<0;3;4M", "\x1b[M !!", "\x1b[I", "\x1b[?1;2c", "\x1b[200~6 6\r\n3 1\r\n\x1b[201~", "\x1b[200~\x1b[31m\x1b[201~", "\x1bb", "\x1bd",
    "\x00", "\x01", "\x04", "\x05", "\x0b", "\x0c", "\x11", "\x12", "\x14", "\x15", "\x16", "\x17", "\x18", "\x19", "\x1a", "\x1c", "\x1f",
    "?", "u", "U", "c", "s", "l", "o", "k", "p", "uu", "1", "2", "7", "12", "99", "#1", "#99", "6 6 3 1", "3x6", "7/2", "6 1 > 3",
    "all", "none", "yes", "as said", "undo", "é", "戦", "🎲", "\x9b31m",
)  # fmt: skip
OUT = "\x03" * 4  # out of a search, of a literal key, and of the prompt
LEAVE = b"\x07\x15\x04"  # where lines are read: no search, nothing typed, and the end
PATIENCE = 30  # seconds


TERMINAL = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}


class Press(NamedTuple):
    """The keys at a prompt: the question with this place among those of an edition."""

    edition: Edition
    place: int
    keys: tuple[str, ...]


@cache
def questions(edition: Edition) -> list[Question]:
    """What is asked in a battle that plays itself, one of each kind."""
    ruleset = edition.ruleset()
    given, throw = Preset(ruleset.demo_facts, raise_missing), dice(3)
    table = Table(lambda question, place: (throw if isinstance(question, (Roll, Total)) else given)(question, place))
    table.settings = ruleset.defaults()
    lists = [load(sample.path).army for sample in armies.samples() if sample.ruleset == edition.name]
    play(ruleset.battle, ruleset.begin_battle(lists[0], lists[-1], 1), table)
    asked = [entry.question for entry in table.log if entry.question is not None]
    asked += [part for question in asked if isinstance(question, Facts) for part in question.parts]
    return list({(type(one), one.key.partition(":")[0]): one for one in asked}.values())


def pressed(keys: tuple[str, ...]) -> bytes:
    """As they come; a paste that is begun has an end."""
    text = "".join(keys)
    return (text + "\x1b[201~" * (text.count("\x1b[200~") > text.count("\x1b[201~")) + OUT).encode()


def typed(edition: Edition) -> st.SearchStrategy[tuple[str, ...]]:
    names = {one.key: None for one in questions(edition)}
    labels = [option.label or option.value for one in questions(edition) for option in getattr(one, "options", ())]
    texts = [text for text in TEXTS if text.isprintable() and len(text) < 400]
    key = st.one_of(st.sampled_from(KEYS), st.sampled_from(KEYS), st.sampled_from([*names, *labels, *texts]))
    return st.lists(key, max_size=6).map(tuple)


@st.composite
def presses(draw: st.DrawFn) -> Press:
    edition = draw(editions)
    return Press(edition, draw(st.integers(0, len(questions(edition)) - 1)), draw(typed(edition)))


@contextmanager
def keyboard(keys: tuple[str, ...]) -> Iterator[None]:
    """These keys, then those that lead out of any prompt. What is raised among the bindings ends the prompt.

    prompt_toolkit would print it and wait for Enter.
    """
    broke: list[BaseException] = []

    def ends(application: Application[Any], loop: object, context: dict[str, Any]) -> None:
        broke.append(context.get("exception") or AssertionError(context["message"]))
        with suppress(Exception):  # it has an end already
            application.exit(exception=KeyboardInterrupt)

    with (
        create_pipe_input() as pipe,
        create_app_session(input=pipe, output=DummyOutput()),
        patch.object(Application, "_handle_exception", ends),
    ):
        pipe.send_bytes(pressed(keys))
        yield
    if broke:
        raise broke[0]


def press(case: Press) -> str:
    """What stood on the screen; the answer, if it came to one, is one that the question reads."""
    question, shown = questions(case.edition)[case.place], StringIO()
    with keyboard(case.keys), limits():
        prompter = Prompter(Players(
            console=Console(width=80, color_system=None, file=shown), plain=False, dice="hand", throw=dice(1),
            names=lambda: ("Marines", "Orks"), wishes=[], terminal=lambda: True,
            keys=Keys(why=lambda about: None, status=lambda: None, log=lambda: None),
        ))  # fmt: skip
        with suppress(Leave, Undo, Redo, KeyboardInterrupt):
            question.read(prompter(question, 0))
    return shown.getvalue()


# Whole sessions ------------------------------------------------------------------------------------------------------


class Session(NamedTuple):
    """``shoot play`` with these options, and what is typed until it is interrupted."""

    edition: Edition
    options: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def plain(self) -> bool:
        return "--plain" in self.options


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    edition = draw(editions)
    options = draw(st.sampled_from([(), (), ("--plain",), ("--clock", "5m"), ("--no-odds",)]))
    begun = draw(st.sampled_from([(), (ENTER,) * 2, (ENTER,) * 5, (ENTER,) * 9]))
    return Session(edition, (*options, "--dice", draw(st.sampled_from(["app", "hand"]))), begun + draw(typed(edition)))


def arguments(case: Session) -> list[str]:
    names = [sample.name for sample in armies.samples() if sample.ruleset == case.edition.name]
    return ["play", names[0], names[-1], "--turns", "1", "--seed", "1", "--battle", "Cat", *case.options]


def sat_at(case: Session) -> Done:
    """What ``shoot play`` comes to, in this process, with somebody at the keys."""
    if case.plain:
        return call(*arguments(case), typed=lines(case), terminal=True)
    with keyboard(case.keys):
        return call(*arguments(case), terminal=True)


def lines(case: Session) -> bytes:
    """What is typed where whole lines are read."""
    return "".join(case.keys).replace(ENTER, "\n").replace("\x03", "").encode()


def sat_outside(case: Session, program: Program) -> Done:
    """The same of the installed program, at a terminal of its own. ``out``: what came on it."""
    ours, theirs = os.openpty()
    over, heard = threading.Event(), bytearray()
    keys, away = (lines(case) + b"\n", LEAVE) if case.plain else (pressed(case.keys), OUT.encode())
    listens = re.compile(rb"Enter for|> " if case.plain else re.escape(READY.encode()))

    def at_the_keys() -> None:
        """Reads all that comes. Once it is listened to, the keys are pressed, and then the way out, again and again."""
        begun = 0.0
        while not over.is_set():
            if select([ours], [], [], 0.05)[0]:
                heard.extend(os.read(ours, 1 << 16))
            elif begun:
                late = monotonic() > begun + PATIENCE
                os.write(ours, b"\r" if late else away)  # Enter is no way out, and fails: see `of_session`
            elif listens.search(heard):
                begun = monotonic()
                os.write(ours, keys)
        if begun and monotonic() > begun + PATIENCE:
            heard.extend(b"Traceback: no key leads out of here")

    fingers = threading.Thread(target=at_the_keys, daemon=True)
    fingers.start()
    try:
        done: Done = program(*arguments(case), stdin=theirs, stdout=theirs, env=TERMINAL)
    finally:
        over.set()
        fingers.join()
        os.close(ours)
        os.close(theirs)
    return done._replace(out=ESCAPE.sub(" ", heard.decode(errors="replace")).encode())
