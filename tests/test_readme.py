"""The README and the pages of ``docs/`` are true: their commands run and print what is shown, their files load.

    python tests/test_readme.py

writes what the commands print now into them. A ``…`` stands for anything, and stays; a command with nothing under it
may print what it likes (a line of ``?`` under it asks for its output). Commands that need a terminal get one: the
lines under them must come on it in this order, and then they are left with ``q``, or where they ask nothing with Ctrl-C.
What is said of a command that prints no result is its output: the report of a list that was written to a file.
Each page stands by itself: it has a folder of its own, with the files it shows and the battles it plays.

The plain test runs in this process what needs neither shell nor terminal, and leaves out what waits at a terminal and
shows nothing here. The slow one types every line of the README into a shell; of the other pages only what needs one.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from html import unescape
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pexpect
import pytest
from typer.testing import CliRunner

from tests.docs.tables import PAGES

HOUSE = Path(__file__).parent.parent
README = HOUSE / "README.md"
PICTURES = HOUSE / "tests" / "pictures"
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
TEXT = "".join(TEXTS.values())
ANYTHING = "…"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOR_A_SHELL = re.compile(r"(?!shoot )|.* [|<>] ")
FOR_A_TERMINAL = re.compile(r"shoot (play(?!.*--demo)|drill(?! sheet| stats)|battle watch)")


class Command(NamedTuple):
    line: str
    shown: list[str]  # of its output, on the page
    printed: list[str]  # in truth
    wrong: str = ""  # why it did not run to a good end

    def agrees(self) -> bool:
        """True if the output is what is shown; an ellipsis stands for anything."""
        parts = [re.escape(line).replace(ANYTHING, ".*") for line in self.shown]
        if self.wrong:
            return False
        return not self.shown or re.fullmatch(r"\n".join(parts), "\n".join(self.printed), re.DOTALL) is not None


def blocks(kind: str, text: str) -> list[str]:
    return [found[2] for found in BLOCK.finditer(text) if found[1] == kind]


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines under it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        yield line, [text.rstrip() for text in shown]


def prepared(folder: Path, text: str) -> dict[str, str]:
    """The files of a page, a ``shoot`` on the path, and the environment for it."""
    for block in blocks("yaml", text):
        (folder / block.splitlines()[0].removeprefix("# ")).write_text(block, encoding="utf-8")
    copytree(HOUSE / "docs" / "rosters", folder / "docs" / "rosters")
    script = folder / "bin" / "shoot"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m shoot_cli "$@"\n')
    script.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LINES")}
    return kept | {
        "PATH": f"{script.parent}{os.pathsep}{kept['PATH']}",
        "PYTHONPATH": str(HOUSE),
        "SHOOT_HOME": str(folder / "home"),
        "COLUMNS": "80",
        "TERM": "xterm-256color",
    }


def run(line: str, shown: list[str], folder: Path, env: dict[str, str]) -> list[str]:
    """What the command prints, without blanks at the ends of lines. :raises AssertionError: it fails."""
    if FOR_A_TERMINAL.match(line):
        return at_a_terminal(line, shown, folder, env)
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, f"{line}\n{done.stderr}"
    return lines_in(done.stdout or done.stderr)


def run_here(line: str, shown: list[str], folder: Path, env: dict[str, str]) -> list[str]:
    """The same, in this process where neither a shell nor a terminal is needed."""
    if FOR_A_SHELL.match(line) or FOR_A_TERMINAL.match(line):
        return run(line, shown, folder, env)
    from shoot_cli.cli.app import app

    with chdir(folder):
        done = CliRunner().invoke(app, shlex.split(line)[1:], env=env)
    assert done.exit_code == 0, f"{line}\n{done.exception!r}\n{done.stderr}"
    return lines_in(done.stdout or done.stderr)


def lines_in(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def at_a_terminal(line: str, shown: list[str], folder: Path, env: dict[str, str]) -> list[str]:
    """What is shown, if it came on the terminal; else what came. The command is left at its first prompt."""
    watches = "battle watch" in line
    kept = {key: value for key, value in env.items() if key != "COLUMNS"}
    child = pexpect.spawn(
        "/bin/sh", ["-c", f"exec {line}"], cwd=str(folder), env=kept, encoding="utf-8", timeout=60, dimensions=(50, 80)
    )
    try:
        child.expect_exact("Ctrl-C leaves." if watches else "leave")
        seen = [text.rstrip() for text in plain(f"{child.before}{child.after}").splitlines()]
        child.send("\x03" if watches else " q")
        child.expect(pexpect.EOF)
    finally:
        child.close()
    assert child.exitstatus == (130 if watches else 0), f"{line}: {child.exitstatus}"
    came = iter(seen)
    return shown if all(text == ANYTHING or text in came for text in shown) else seen


def plain(text: str) -> str:
    """Without colours and cursor movements."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def run_all(folder: Path, text: str, whole: bool = True, typed: Callable[..., list[str]] = run) -> list[Command]:
    """Every command of a page, in order, in one folder. Not ``whole``: as the plain test does."""
    env = prepared(folder, text)
    done = []
    for line, shown in lines_of(text):
        if not whole and FOR_A_TERMINAL.match(line) and not shown and "--battle" not in line:
            continue  # what comes after it finds nothing that it left
        try:
            done.append(Command(line, shown, typed(line, shown, folder, env)))
        except (AssertionError, pexpect.ExceptionPexpect) as error:
            done.append(Command(line, shown, [], f"{line}: {error}"))
    return done


def lines_of(text: str) -> list[tuple[str, list[str]]]:
    return [command for block in blocks("console", text) for command in commands(block)]


LINES = lines_of(TEXT)
WITH_COMMANDS = [name for name, text in TEXTS.items() if lines_of(text)]


QUICK = ("README.md", "odds.md", "effects.md")  # the others are typed into a shell alone, slowly


@pytest.mark.parametrize(
    ("whole", "page"),
    [
        *((False, name) for name in WITH_COMMANDS if name in QUICK),
        *(pytest.param(True, name, marks=pytest.mark.slow) for name in WITH_COMMANDS),
    ],
)
def test_commands_print_what_is_shown(tmp_path: Path, page: str, whole: bool) -> None:
    text = TEXTS[page]
    done = run_all(tmp_path, text, whole, run if whole and page == README.name else run_here)
    assert done
    assert [command.wrong for command in done if command.wrong] == []
    untrue = [command for command in done if not command.agrees()]
    for command in untrue[:1]:
        assert command.printed == command.shown, "python tests/test_readme.py writes what is true"
    assert [command.line for command in untrue] == []
    as_json = [command for command in done if command.line.endswith("--json")]
    for shown, command in zip(blocks("json", text), as_json, strict=True):
        assert json.loads(shown) == json.loads("\n".join(command.printed))


def test_the_commands_were_found() -> None:
    assert {"README.md", "table.md", "odds.md", "practice.md", "army-lists.md", "profile-lines.md"} < {*WITH_COMMANDS}
    assert len(LINES) > 50


def test_every_command_is_shown() -> None:
    from shoot_cli.cli.app import COMMANDS

    assert [name for name in COMMANDS if not any(line.startswith(f"shoot {name}") for line, _ in LINES)] == []


def test_every_option_exists() -> None:
    """What is written as an option anywhere in the text is one of some command, or of the program itself."""
    from typer.core import TyperGroup
    from typer.main import get_command

    from shoot_cli.cli.app import COMMANDS, app, load_command

    known = {"--install-completion", "--from", "--depth"}  # the last is of git
    every = [load_command(name) for name in COMMANDS]
    every += [command for group in every if isinstance(group, TyperGroup) for command in group.commands.values()]
    every.append(get_command(app))
    known |= {name for command in every for option in command.params for name in option.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", TEXT)) - known == set()


def test_yaml_examples_load(tmp_path: Path) -> None:
    from shoot_cli import armies
    from shoot_cli.importing.list_files import load

    prepared(tmp_path, TEXT)
    assert len(blocks("yaml", TEXT)) == 9
    found = load(tmp_path / "my_list.yaml").army
    assert [unit.name for unit in found.units] == ["Tactical Squad", "Terminators"]
    found = load(tmp_path / "my_10e_list.yaml").army
    assert [unit.name for unit in found.units] == ["Intercessor Squad with Captain"]
    found = load(tmp_path / "my_11e_list.yaml").army
    assert [unit.name for unit in found.units] == ["Line Squad with Captain and Adjutant"]
    found = load(tmp_path / "my_rh_list.yaml").army
    assert [unit.name for unit in found.units] == ["First Company", "Battery"]
    (unit,) = load(tmp_path / "my_switches.yaml").army.units
    assert [one.name for one in unit.switches] == ["Sworn to the Machine", "Grim Resolve", "Marked Prey", "Old Relic"]
    assert set(dict(armies.scenario(str(tmp_path / "scenario.yaml")).answers)) == {"distance", "cover", "go_to_ground"}


def test_the_commands_for_a_fresh_machine_are_those_of_the_gate() -> None:
    """``.ci/run`` takes them from the README word for word and runs them; here it is seen that it finds both."""
    one_line_each = [block.strip() for block in blocks("sh", TEXTS["README.md"])]
    assert one_line_each == [
        "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/shoot play --demo",
        "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest",
    ]
    wanted = re.findall(r"from_readme '(.*)'", (HOUSE / ".ci" / "run").read_text(encoding="utf-8"))
    found = [
        [line for line in TEXTS["README.md"].splitlines() if re.match(rf"python3 -m venv .*{end}", line)]
        for end in wanted
    ]
    assert sorted(found) == sorted([line] for line in one_line_each)


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"!\[[^]]+\]\((?:\.\./)?tests/pictures/([^)]+)\)", TEXT))
    pages = {f"pages/{picture.name}" for picture in (PICTURES / "pages").glob("*.png")}
    assert pages
    assert pages <= shown
    shown -= pages
    assert shown == {picture.name for picture in PICTURES.glob("*.svg")}
    names = (
        "attack",
        "roll",
        "change",
        "luck",
        "drill",
        "stats",
        "why",
        "status",
        "log",
        "odds",
        "import",
        "stratagem",
        "between",
    )
    assert shown == {f"{name}-{width}.svg" for name in names for width in (80, 40)}


@pytest.mark.slow
def test_the_pictures_are_true(tmp_path: Path) -> None:
    """``python tests/pictures/make_pictures.py`` makes them; the words on them are what the screen shows today."""
    subprocess.run([sys.executable, str(PICTURES / "make_pictures.py"), str(tmp_path)], check=True)
    made = {picture.name: words_on(picture) for picture in tmp_path.iterdir()}
    assert made == {picture.name: words_on(picture) for picture in PICTURES.glob("*.svg")}


def words_on(picture: Path) -> list[str]:
    rows = re.findall(r"<text[^>]*>(.*?)</text>", picture.read_text(encoding="utf-8"))
    return [unescape(row).replace("\N{NO-BREAK SPACE}", " ").rstrip() for row in rows]


def rewritten(text: str) -> str:
    """A page with the output of its commands as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        done = iter(run_all(Path(folder), text))

    document = ""

    def block(found: re.Match[str]) -> str:
        nonlocal document
        if found[1] == "json":
            return f"```json\n{document}\n```"
        if found[1] != "console":
            return found[0]
        lines = []
        for _ in commands(found[2]):
            command = next(done)
            if command.wrong:
                sys.exit(command.wrong)
            true = FOR_A_TERMINAL.match(command.line) or command.agrees()
            if command.line.endswith("--json"):
                rows = [
                    f"{json.dumps(key)}: {json.dumps(value)}" for key, value in json.loads(command.printed[0]).items()
                ]
                document = "{" + ",\n ".join(rows) + "}"
            lines += [f"$ {command.line}", *(command.shown if true else command.printed)]
        return "```console\n" + "".join(line + "\n" for line in lines) + "```"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(rewritten(page.read_text(encoding="utf-8")), encoding="utf-8")
