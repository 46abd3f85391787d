"""What may import what. Each room of ``shoot_cli`` may know rooms below it, and none above or beside it::

    __main__                      python -m shoot_cli
     |
    commands                      one file per command: options in, one call, words out
     |
    play                          the session at the table
     |
    cli                           the command line: what the script runs, shared options, output
     |
    ui        phone               screens, prompts, views, reports: draws and reads keys; the page on a phone
     |         |
    practice   asked              what a learner is asked next; what is asked at a prompt, as one value for all to draw
     |
    storage      api              battles on disk; what programs and notebooks may rely on
     |            |
     |           analysis         attacks on their own, one or many side by side: exact odds, compared
     |            |
    importing ----+               lists of other programs made into ours: one folder per edition
     |
    rules/<edition>               its steps, charts, records, rulebook, army lists, drill; no edition knows another
     |
    rules/datasheets              what editions of one game share; knows none of them
     |
    armies                        our lists found, read, remembered: what the readers of all editions share
     |
    rules                         which editions there are, opened by their names
     |
    quiz  battle  replay          questions for learners; turns, summaries, luck; the log of answers
     |
    odds  input                   exact odds of any sequence; typed text and answers
     |
    engine                        records, pools, questions, tables, sequences: knows no edition

Arrows may skip a floor; `MAY` has each of them. Commands and editions are opened by name, when somebody wants them
(`BY_NAME`). Inside an edition the list of steps (``__init__``), its ``game`` and the drill know the steps. The steps know
the charts, records and pages beside them; nothing else in an edition knows a step, and only its drill knows ``input``.

What is asked is drawn by others, on a terminal or on a page: nothing that ``asked`` needs loads a terminal (``DRAWS``).

Within and between rooms no modules import each other in a circle. All imports count, also those in functions and for
types: they say what must be understood, and changed, together. One thing is not counted: before a module in a package
Python imports the front of the package by itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

import pytest

from shoot_cli.rules import RULESETS

PACKAGE = Path(__file__).parent.parent / "shoot_cli"
EDITION, ROOM = "rules.<edition>", "rules.<room>"
# The rooms that editions take, each edition by its own.
TAKEN = {edition.package.removeprefix("shoot_cli."): edition.room.removeprefix("shoot_cli.") for edition in RULESETS}
_ENGINE = {"engine", "input", "odds"}
_LISTS = {"rules", "armies"}
_BELOW_UI = {*_ENGINE, *_LISTS, "battle", "quiz", "replay", "importing", "storage", "practice", "analysis", "asked"}
MAY = {
    "engine": set[str](),
    "input": {"engine"},
    "odds": {"engine"},
    "battle": _ENGINE,
    "quiz": _ENGINE,
    "replay": {"engine", "input"},
    "rules": {"engine"},
    "armies": {"engine", "rules"},
    EDITION: {"engine", "input", "battle", "quiz", "armies"},  # input: the drill alone
    ROOM: {"engine", "input", "battle", "quiz", "armies"},
    "importing": {"engine", *_LISTS, "rules.datasheets", "rules.seventh", "rules.tenth", "rules.eleventh"},
    "analysis": {*_ENGINE, *_LISTS, "battle"},
    "api": {*_ENGINE, *_LISTS, "battle", "importing", "analysis"},
    "storage": {"engine", "input", "replay", *_LISTS},
    "practice": {"engine", "input", "quiz", "replay", *_LISTS, "importing", "storage"},
    "asked": {"engine", "input", "battle", "replay"},
    "phone": {"engine", "input", "asked"},
    "ui": {*_ENGINE, "battle", "quiz", "replay", "rules", "analysis", "importing", "practice", "asked"},
    "cli": {"engine", "input", *_LISTS, "importing", "analysis", "storage", "ui"},
    "play": {*_BELOW_UI, "ui", "cli", "phone"},
    "commands": {*_BELOW_UI, "ui", "cli", "play", "phone"},
    "__main__": {"cli"},
}
BY_NAME = {
    "shoot_cli.cli.main",
    "shoot_cli.cli.app",
    "shoot_cli.rules",
    "shoot_cli.armies.cache",
    "shoot_cli.importing.published",  # datasheets that somebody may have installed, which are none of ours
    "shoot_cli.quiz.cards",  # modules of a drill, which it names itself
}  # who opens others by their names
DRAWS = {"rich", "prompt_toolkit", "questionary"}
IMPORT = re.compile(r"^[ \t]*(?:from[ \t][^\n]+?[ \t]import[ \t]*(?:\([^)]*\)|[^\n]*)|import[ \t][^\n]*)", re.MULTILINE)
Modules = Mapping[str, frozenset[str]]  # by name, with all that each imports of the others


class Source(NamedTuple):
    """A module's text, and the package that its relative imports begin at."""

    text: str
    package: str


@cache
def imports_of(source: Source) -> tuple[tuple[str, str], ...]:
    """Modules, each with a name wanted of it, which may be a module in it; "" if the module itself is wanted."""
    found = []
    for node in statements(source.text):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = "." * node.level + (node.module or "")
            base = resolve_name(named, source.package) if node.level else named
            found += [(base, alias.name) for alias in node.names]
    return tuple(found)


def statements(text: str) -> Iterator[ast.stmt]:
    """Yield the imports of a text. Nothing else is parsed, which would take ten times as long.

    Each begins a line (ruff sees to it). A line of prose that looks like one is none, as it cannot be parsed.
    """
    for said in IMPORT.findall(text):
        with suppress(SyntaxError):
            yield from ast.parse(said.lstrip()).body


@cache
def sources() -> dict[str, Source]:
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        package = ".".join(parts[:-1])
        name = package if parts[-1] == "__init__" else ".".join(parts)
        found[name] = Source(file.read_text(encoding="utf-8"), package)
    return found


def modules(of: Mapping[str, Source]) -> Modules:
    found = {}
    for name, source in of.items():
        wanted = {f"{base}.{part}" if f"{base}.{part}" in of else base for base, part in imports_of(source)}
        found[name] = frozenset(wanted & of.keys() - {name})
    return found


@cache
def ours() -> Modules:
    return modules(sources())


def with_planted(name: str, text: str) -> Modules:
    """The house with a module more, or with more at the end of one."""
    before = sources().get(name, Source("", name.rpartition(".")[0]))
    return modules({**sources(), name: before._replace(text=f"{before.text}\n{text}\n")})


def room_of(module: str) -> str:
    """ "" for the package itself, which has no more than the version."""
    _, room, *inside = [*module.split("."), "", ""]
    return ".".join((room, *[part for part in inside[:1] if part and room == "rules"]))


def may(room: str) -> set[str]:
    """The rooms that this one may know."""
    if not room.startswith("rules."):
        return MAY[room]
    return MAY[ROOM] if room in TAKEN.values() else MAY[EDITION] | {TAKEN.get(room, "")}


def against_the_layers(of: Modules) -> list[str]:
    """Each arrow that goes up or across, in words."""
    return [
        f"{module} imports {other}"
        for module, others in of.items()
        for other in sorted(others)
        if (mine := room_of(module)) != (theirs := room_of(other)) and theirs
        if theirs not in may(mine)
    ]


def against_the_order_of_an_edition(of: Modules) -> list[str]:
    """Return in words each module of an edition that knows a step, or typed text, and should not."""
    return [
        f"{module} imports {other}"
        for module, others in of.items()
        for other in sorted(others)
        if (part_of(other) == "steps" and part_of(module) not in ("", "game", "steps", "drill"))
        or (other.startswith("shoot_cli.input.") and part_of(module) not in ("", "drill"))
    ]


def part_of(module: str) -> str:
    """Of an edition; "" for its list of steps."""
    _, room, _, part, *_ = [*module.split("."), "", "", ""]
    return part if room == "rules" else ""


def circle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """A circle of them, in the order in which each is imported by the next; none: []."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return [*error.args[1]]
    return []


def rooms(of: Modules) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for module, others in of.items():
        mine = room_of(module)
        found.setdefault(mine, set()).update(theirs for other in others if (theirs := room_of(other)) != mine)
    return found


def test_the_house_was_found() -> None:
    assert len(ours()) > 200
    assert sum(map(len, ours().values())) > 1000
    assert {room_of(module).partition(".")[0] for module in ours()} == {"", *MAY} - {EDITION, ROOM}


def test_no_arrow_goes_up() -> None:
    assert against_the_layers(ours()) == []


def test_steps_are_known_to_the_list_of_steps_to_the_game_and_to_the_drill() -> None:
    assert against_the_order_of_an_edition(ours()) == []


def test_no_circle_of_modules() -> None:
    assert circle(ours()) == []


def test_no_circle_of_rooms() -> None:
    assert circle(rooms(ours())) == []
    assert circle(MAY) == []


def test_others_are_opened_by_name_in_few_places() -> None:
    """An import by name is seen by nothing above."""
    assert {name for name, source in sources().items() if "import_module" in source.text or "__import__" in source.text} == BY_NAME  # fmt: skip


# At the top, in a function, for types.
WHERE = ("{}", "def seen():\n    {}", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {}")


@pytest.mark.parametrize(
    ("module", "planted", "other"),
    [
        ("engine.planted", "from shoot_cli.armies.army import Army", "armies.army"),
        ("odds.planted", "from .. import ui", "ui"),
        ("input.dice", "from shoot_cli.replay.journal import Journal", "replay.journal"),
        ("rules", "import shoot_cli.rules.{edition}", "rules.{edition}"),
        ("rules.{edition}.charts", "from shoot_cli.rules.{other}.charts import to_hit", "rules.{other}.charts"),
        ("rules.{edition}.planted", "from shoot_cli.rules import edition", "rules"),
        ("rules.{edition}.lists", "from shoot_cli.importing.importer import imported", "importing.importer"),
        ("rules.{room}.planted", "from shoot_cli.rules.{edition}.charts import to_hit", "rules.{edition}.charts"),
        ("rules.{other}.planted", "from shoot_cli.rules.{room}.charts import to_hit", "rules.{room}.charts"),
        ("armies.loading", "from shoot_cli.importing.list_files import load", "importing.list_files"),
        ("armies.loading", "from shoot_cli.storage.store import Store", "storage.store"),
        ("storage.battle_replay", "from shoot_cli.practice import memory", "practice.memory"),
        ("practice.memory", "from ..ui.console import console", "ui.console"),
        ("analysis.grid", "from shoot_cli.api.units import Unit", "api.units"),
        ("asked.sentences", "from shoot_cli.ui.styles import styled_line", "ui.styles"),
        ("asked.scene", "from shoot_cli.play.game import Game", "play.game"),
        ("phone.hub", "from shoot_cli.ui.screen import Key", "ui.screen"),
        ("ui.elsewhere", "from shoot_cli.phone.hub import Hub", "phone.hub"),
        ("ui.block", "from shoot_cli.play.clock import Clock", "play.clock"),
        ("commands.odds", "from shoot_cli.api.units import Unit", "api.units"),
        ("commands.odds", "from shoot_cli.rules.{edition} import RULESET", "rules.{edition}"),
    ],
)
def test_an_arrow_that_goes_up_is_found(module: str, planted: str, other: str) -> None:
    alone = sorted(edition.partition(".")[2] for edition, room in TAKEN.items() if not room)
    room = next(room.partition(".")[2] for room in TAKEN.values() if room)
    module, planted, other = (
        words.format(edition=alone[0], other=alone[1], room=room) for words in (module, planted, other)
    )
    for where in WHERE:
        found = against_the_layers(with_planted(f"shoot_cli.{module}", where.format(planted)))
        assert found == [f"shoot_cli.{module} imports shoot_cli.{other}"], where


def what_draws(of: Mapping[str, Source], room: str) -> list[str]:
    """Return in words each import of a terminal in this room, or in a module that it needs, however far."""
    known = modules(of)
    needed, new = set[str](), {name for name in known if room_of(name) == room}
    while new:
        needed |= new
        new = {other for name in new for other in known[name]} - needed
    return [
        f"{name} imports {base}"
        for name in sorted(needed)
        for base, _ in imports_of(of[name])
        if base.partition(".")[0] in DRAWS
    ]


@pytest.mark.rule("PH-38")
def test_what_is_asked_loads_no_terminal() -> None:
    assert what_draws(sources(), "asked") == []
    assert what_draws(sources(), "phone") == []
    assert what_draws(sources(), "ui") != []


@pytest.mark.parametrize("module", ["asked.prompt", "battle.summaries", "replay.history"])
def test_a_terminal_below_what_is_asked_is_found(module: str) -> None:
    for where in WHERE:
        before = sources()[f"shoot_cli.{module}"]
        planted = before._replace(text=f"{before.text}\n{where.format('from rich.text import Text')}\n")
        found = what_draws({**sources(), f"shoot_cli.{module}": planted}, "asked")
        assert found == [f"shoot_cli.{module} imports rich.text"], where


def test_typed_text_in_an_edition_is_found() -> None:
    edition = min(TAKEN)
    planted = f"shoot_cli.{edition}.planted"
    found = against_the_order_of_an_edition(with_planted(planted, "from shoot_cli.input.dice import parsed"))
    assert found == [f"{planted} imports shoot_cli.input.dice"]


def test_a_circle_in_one_room_is_found() -> None:
    for where in WHERE:
        planted = with_planted("shoot_cli.engine.record", where.format("from shoot_cli.engine.table import Table"))
        assert against_the_layers(planted) == []
        assert {"shoot_cli.engine.record", "shoot_cli.engine.table"} <= {*circle(planted)}, where


def test_a_circle_of_rooms_is_found() -> None:
    """Of modules it is none."""
    planted = with_planted("shoot_cli.ui.planted", "from shoot_cli.cli.output import written")
    assert circle(planted) == []
    assert {"ui", "cli"} <= {*circle(rooms(planted))}


def test_a_circle_through_the_front_of_a_package_is_found() -> None:
    assert circle(with_planted("shoot_cli.armies.tree", "from shoot_cli.armies import find_list")) != []


def test_a_chart_that_knows_a_step_is_found() -> None:
    module, step = next((f"{name.rpartition('.steps')[0]}.planted", name) for name in ours() if ".steps." in name)
    assert against_the_order_of_an_edition(with_planted(module, f"import {step}")) == [f"{module} imports {step}"]
