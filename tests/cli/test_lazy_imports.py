"""Nothing heavy is imported before it is needed: a command line answers at once, or is not used at the table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pexpect
import pytest
import typer
from typer.main import get_command

from shoot_cli import __version__
from shoot_cli.cli.app import COMMANDS, app, load_command
from shoot_cli.importing.list_files import load
from shoot_cli.rules import RULESETS
from shoot_cli.storage.home import remembered
from tests.helpers.samples import every_nth, first
from tests.importing import sample_rosters

HEAVY = {
    "pydantic",
    "questionary",
    "prompt_toolkit",
    "yaml",
    "rich",
    "sqlite3",
    "fsrs",
    "numpy",
    "wh40kdc",
    *(one.package for one in RULESETS),
}
PROMPTS = {"questionary", "prompt_toolkit"}
TYPERS = {"typer", "shoot_cli.cli.app"}
DESCRIBING = {"inspect", "dataclasses", "difflib"}  # each takes as long as all the rules of an edition
BOLTGUNS, BOYZ = '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+"

OF_PHONES = {
    *("http", "http.server", "socketserver", "segno"),
    *("shoot_cli.phone", "shoot_cli.play.with_phones", "shoot_cli.ui.elsewhere"),
}

# Runs the command line and leaves behind what was imported.
RUN = """
import atexit, json, sys
path, sys.argv = sys.argv[1], ["shoot", *sys.argv[2:]]
atexit.register(lambda: open(path, "w").write(json.dumps(sorted(sys.modules))))
from shoot_cli.cli.main import main
main()
"""

# Runs the command line and says on the same terminal whenever something heavy is about to be imported.
WATCH = """
import os, sys
heavy, sys.argv = sys.argv[1].split(), ["shoot", *sys.argv[2:]]
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name in heavy:
            sys.stdout.flush()
            os.write(1, f"<{name}>".encode())
sys.meta_path.insert(0, Watch())
from shoot_cli.cli.main import main
main()
"""


def environment(tmp_path: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """As a user has it, with a folder of its own and nothing that asks for other behaviour."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    return {**kept, "SHOOT_HOME": str(tmp_path / "home"), "TERM": "xterm-256color", **(more or {})}


def imported(
    tmp_path: Path, *arguments: str, code: int = 0, env: Mapping[str, str] | None = None
) -> tuple[set[str], str]:
    """Every module that was there at the end, and what was printed."""
    modules = tmp_path / "modules.json"
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(modules), *arguments],
        capture_output=True,
        text=True,
        env=environment(tmp_path, env),
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return set(json.loads(modules.read_text())), done.stdout


def imported_by(code: str) -> set[str]:
    """The modules that these lines of Python import, which hang on the releases of others' packages."""
    code = f"import atexit, sys; atexit.register(lambda: print(*sys.modules)); {code}"
    return {*subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()}


@pytest.fixture(scope="module")
def heavy() -> set[str]:
    """What is heavy, without what Typer itself imports to read any command line."""
    return HEAVY - imported_by("import typer; typer.run(lambda: None)")


@pytest.mark.parametrize(
    ("arguments", "code"),
    every_nth(
        5,
        [
            (["--version"], 0),
            (["--help"], 0),
            (["play", "--help"], 0),
            (["odds", "-h"], 0),
            (["army", "--help"], 0),
            (["battle", "export", "--help"], 0),
            (["drill", "--help"], 0),
            (["drill", "stats", "--help"], 0),
            (["drill", "--minutes", "2", "--questions", "9"], 2),
            (["drill", "--seed", "2", "stats"], 2),
            (["--show-completion", "bash"], 0),
            (["odds", "--nope"], 2),
            (["nope"], 2),
            ([], 2),
        ],
    ),
    ids=str,
)
def test_help_and_usage_import_nothing_heavy(tmp_path: Path, heavy: set[str], arguments: list[str], code: int) -> None:
    # the shell is named, and not that from which the tests were started
    found, _ = imported(tmp_path, *arguments, code=code, env={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"})
    assert found & heavy == set()


def test_the_version_is_said_without_typer(tmp_path: Path) -> None:
    found, printed = imported(tmp_path, "--version")
    assert printed == f"shoot {__version__}\n"
    assert found & (HEAVY | TYPERS) == set()


@pytest.mark.slow
@pytest.mark.parametrize(("words", "expected"), [("shoot pl", "play"), ("shoot odds --dis", "--distance")])
def test_completion_imports_nothing_heavy(tmp_path: Path, heavy: set[str], words: str, expected: str) -> None:
    asked = {"_SHOOT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    found, printed = imported(tmp_path, env=asked)
    assert expected in printed.split()
    assert found & heavy == set()


@pytest.mark.slow
def test_a_command_imports_no_other(tmp_path: Path) -> None:
    found, _ = imported(tmp_path, "rules", "--help")
    others = {f"shoot_cli.commands.{name}" for name in COMMANDS} - {"shoot_cli.commands.rules"}
    assert found & others == set()


def test_a_rule_that_is_named_by_its_id_opens_one_edition(tmp_path: Path) -> None:
    found, printed = imported(tmp_path, "rules", "10E-HIT-4")
    assert printed.startswith("10E-HIT-4 ")
    others = {edition.package for edition in RULESETS} - {"shoot_cli.rules.tenth"}
    assert found & others == set()


def test_one_attack_imports_no_prompts_no_yaml_and_no_battles(tmp_path: Path) -> None:
    for command in ("resolve", "odds"):
        found, printed = imported(tmp_path, command, "--ruleset", "7e", BOLTGUNS, BOYZ, "--distance", "12")
        assert "slain" in printed
        assert found & {*PROMPTS, "yaml", "sqlite3", "shoot_cli.storage"} == set()


@pytest.mark.slow
@pytest.mark.parametrize("command", first(1, ["odds", "resolve"]))
def test_an_attack_that_is_said_plainly_imports_no_typer(tmp_path: Path, command: str) -> None:
    lines = [command, "-r", "7e", BOLTGUNS, BOYZ, "--distance", "12", "--json"]
    more = ["--times=20"] if command == "resolve" else ["--what-if"]
    for words in (lines, [*lines, "--set=cover=none"], [*lines, *more], [*lines, "--"]):
        found, printed = imported(tmp_path, *words)
        assert json.loads(printed)["ruleset"] == "40k-7e"
        assert bool(found & TYPERS) is (words[-1] == "--")  # that is for Typer to read
        assert words is not lines or not found & DESCRIBING


@pytest.mark.slow
def test_lists_that_were_read_before_are_not_read_again(tmp_path: Path) -> None:
    """Nothing that reads or checks lists is there the second time, and no database."""
    readers = {"yaml", "pydantic"}
    for command, heavy in (("resolve", readers), ("odds", set())):
        found, printed = imported(tmp_path, command, "ultramarines::Tactical", "orks::Shoota", "--json")
        assert json.loads(printed)["ruleset"] == "40k-7e"
        assert found & {*PROMPTS, *readers, "sqlite3"} == heavy
        others = {name for name in found if name.startswith("shoot_cli.importing.")}
        assert others == {"shoot_cli.importing.list_files"}  # nor what reads those of others


@pytest.mark.rule("IMP-3")
def test_a_roster_that_was_imported_before_is_not_taken_apart_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes files of other programs apart is not even there the second time."""
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "home"))
    mine, theirs = sample_rosters.written(tmp_path)
    for path in (mine, theirs):
        load(path, remembered())
    found, printed = imported(tmp_path, "resolve", f"{mine}::River Guard 1", f"{theirs}::Ash Hulk", "--json")
    assert json.loads(printed)["ruleset"] == "40k-10e"
    assert found & {"yaml", "pydantic", "zipfile", "sqlite3"} == set()
    others = {name.removeprefix("shoot_cli.importing.") for name in found if name.startswith("shoot_cli.importing.")}
    assert others == {"list_files", "report", "roster"}


@pytest.mark.parametrize(
    "words", first(0, [["drill", "sheet", "-r", "7e", "--seed", "1"], ["play", "--demo", "--seed", "1"]])
)
def test_a_drill_and_the_demo_know_lists_that_were_read_before(
    tmp_path: Path, heavy: set[str], words: list[str]
) -> None:
    readers = {"yaml", "pydantic"}
    assert imported(tmp_path, "drill", "sheet", "-r", "7e", "--seed", "1")[0] & readers == readers
    assert imported(tmp_path, *words)[0] & readers & heavy == set()


@pytest.mark.slow
def test_only_a_drill_asks_what_is_remembered(tmp_path: Path) -> None:
    found, _ = imported(tmp_path, "battle", "list")
    assert found & {"fsrs", "shoot_cli.practice"} == set()


def test_odds_as_json_import_no_screen_and_nothing_of_what_if(tmp_path: Path) -> None:
    found, printed = imported(tmp_path, "odds", "--ruleset", "7e", BOLTGUNS, BOYZ, "--json")
    assert json.loads(printed)["slain"]
    assert found & {*PROMPTS, "rich", "sqlite3"} == set()
    assert found & {"multiprocessing", "shoot_cli.analysis.what_if", "shoot_cli.cli.output"} == set()


COMPARISON = ("compare", "--ruleset", "7e", BOLTGUNS, "-a", BOYZ, "--no-facts")


@pytest.mark.slow
@pytest.mark.parametrize("way", first(1, [["--json"], ["--csv"], ["-o", "x.html"]]), ids=" ".join)
def test_a_comparison_for_a_program_or_a_file_imports_no_screen_and_no_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found, _ = imported(tmp_path, *COMPARISON, *way)
    assert found & {*PROMPTS, "rich.console", "rich.progress"} == set()
    assert way[0] != "--json" or "rich.cells" not in found  # how wide letters are


@pytest.mark.slow
def test_a_comparison_for_people_imports_a_screen_and_no_bar(tmp_path: Path) -> None:
    found, printed = imported(tmp_path, *COMPARISON)
    assert "best of its column" in printed
    assert "rich.console" in found
    assert "rich.progress" not in found


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", first(1, [["play", "ultramarines", "orks"], ["drill", "-r", "7e", "--seed", "1"]])
)
def test_the_first_line_comes_before_anything_heavy(tmp_path: Path, heavy: set[str], arguments: list[str]) -> None:
    watch = " ".join(sorted({*(HEAVY if arguments[0] == "play" else heavy), "rich.table"}))
    child = pexpect.spawn(
        sys.executable, ["-c", WATCH, watch, *arguments], env=environment(tmp_path), encoding="utf-8", timeout=60
    )
    try:
        child.expect("<")
        assert re.search("shoot[:,] ", child.before or "")
        child.expect("prompt_toolkit>|questionary>")
        if "rich.table" not in imported_by("import rich.console"):  # as releases before 15 do
            assert "<rich.table>" not in (child.before or "")  # nothing is shown yet that would need it
    finally:
        child.close(force=True)


@pytest.mark.slow
@pytest.mark.rule("PH-37")
def test_only_a_battle_with_phones_loads_anything_of_them(tmp_path: Path) -> None:
    watch, battle = " ".join(OF_PHONES), ("play", "blue_column", "red_host", "--dice", "hand")
    for more, wanted in (((), set()), (("--phone", "--phone-host", "127.0.0.1"), OF_PHONES)):
        child = pexpect.spawn(
            sys.executable,
            ["-c", WATCH, watch, *battle, *more],
            env=environment(tmp_path),
            encoding="utf-8",
            timeout=60,
        )
        try:
            child.expect("Enter goes on" if more else "strategy")
            assert {name for name in OF_PHONES if f"<{name}>" in (child.before or "")} == wanted
        finally:
            child.close(force=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    command = load_command(name)
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name]


def test_every_command_has_its_file() -> None:
    command = get_command(app)
    context = typer.Context(command)
    assert list(COMMANDS) == command.list_commands(context)  # type: ignore[attr-defined]
    assert all(command.get_command(context, name) for name in COMMANDS)  # type: ignore[attr-defined]
    assert command.get_command(context, "nope") is None  # type: ignore[attr-defined]
