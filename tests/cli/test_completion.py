"""Completion of lists, units, rules, rulesets, settings and battles: what is proposed, and how shells put it in place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from shoot_cli.cli import completion
from tests.helpers.each import each

SHOOT = Path(sys.executable).parent / "shoot"


# What is proposed -----------------------------------------------------------------------------------------------------


def test_lists_of_ours_and_files_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ultimate.yaml").write_text("x")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.yml").write_text("x")
    assert completion.lists("ult") == ["ultramarines", "ultimate.yaml"]
    assert completion.lists("ULT") == ["ULTramarines", "ULTimate.yaml"]
    assert completion.lists("sub/") == ["sub/two.yml"]
    assert completion.lists("nothing like it") == completion.lists("no/such/folder/") == []


def test_units_when_the_list_is_certain() -> None:
    assert {"tau::", "targets::", "tau-empire::", "tyranids::"} <= {*completion.units("t")}
    assert all(one.endswith("::") for one in completion.units("t"))
    assert completion.units("ultramarines::ta") == ["ultramarines::tactical Squad", "ultramarines::tank Killers"]
    assert set(completion.units("ultramar")) == set(completion.units("ultramarines::"))
    assert "targets::Rhino" in completion.units("targets::Rh")
    assert completion.units("no such list::x") == []


def test_a_file_of_ones_own_has_units_and_a_broken_one_none(tmp_path: Path) -> None:
    text = Path(completion.__file__).parents[2].joinpath("armies", "40k-7e", "orks.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    (tmp_path / "broken.yaml").write_text("ruleset: [", "utf-8")
    assert f"{tmp_path}/mine.yaml::Warboss" in completion.units(f"{tmp_path}/mine.yaml::War")
    assert completion.units(f"{tmp_path}/broken.yaml::War") == []


def test_rules_rulesets_and_settings() -> None:
    assert completion.rules("7E-HIT-1") == ["7E-HIT-1", "7E-HIT-10", "7E-HIT-11", "7E-HIT-12", "7E-HIT-13"]
    assert "7e-hit-12" in completion.rules("7e-hit")
    assert completion.rulesets("1") == ["10e", "11e"]
    assert completion.rulesets("40k-2") == ["40k-2e"]
    assert completion.settings("") == [one for one in completion.settings("") if one.endswith("=")] != []
    key = completion.settings("")[0]
    values = completion.settings(key)
    assert len(values) > 1
    assert all(one.startswith(key) and one != key for one in values)


def test_battles_by_their_names(home: Path) -> None:
    assert completion.battles("") == []


# How shells put it in place -------------------------------------------------------------------------------------------


@each(
    ("words", "at", "wanted", "place"),
    [
        (["shoot", "odds", "orks", "::", "War"], 4, ["shoot", "odds", "orks::War"], 2),
        (["shoot", "odds", "orks", "::"], 3, ["shoot", "odds", "orks::"], 2),
        (["shoot", "odds", "orks", "::", "War"], 5, ["shoot", "odds", "orks::War"], 3),
        (["shoot", "odds", "--set", "cover", "=", "n"], 5, ["shoot", "odds", "--set", "cover=n"], 3),
        (["shoot", "odds", "a", "::", "b", "c", "::", "d"], 4, ["shoot", "odds", "a::b", "c::d"], 2),
        (["shoot", "pl"], 1, ["shoot", "pl"], 1),
        ([], 0, [], 0),
    ],
)
def test_what_bash_broke_is_one_word_again(words: list[str], at: int, wanted: list[str], place: int) -> None:
    assert completion.joined(words, at) == (wanted, place)


@each(
    ("value", "typed", "wanted"),
    [
        ("orks::Big Mob (2)", "orks::B", r"Big\ Mob\ \(2\)"),
        ("orks::Big Mob (2)", r"orks::Big\ M", r"Big\ Mob\ \(2\)"),
        ("orks::Big Mob", '"orks::B', "orks::Big Mob"),
        ("orks::", "or", "orks::"),
        ("O'Rell", "O", r"O\'Rell"),
        ("10e", "--ruleset=1", "10e"),
        ("Élan $HOME `x`", "É", r"Élan\ \$HOME\ \`x\`"),
    ],
)
def test_bash_gets_what_follows_the_last_break_with_backslashes(value: str, typed: str, wanted: str) -> None:
    assert completion.of_bash(value, typed) == wanted


def test_powershell_gets_quotation_marks() -> None:
    assert completion.of_powershell("orks::Big O'Mob::: ", "orks::B") == "'orks::Big O''Mob'::: "
    assert completion.of_powershell("orks::" + "::: ", "or") == "'orks::'::: "
    assert completion.of_powershell("--json:::One document.", "--j") == "--json:::One document."


def asked(shell: str, home: Path, **more: str) -> list[str]:
    """Return the lines that `shoot` gives the script of a shell."""
    given = {**os.environ, "SHOOT_HOME": str(home), "_SHOOT_COMPLETE": f"complete_{shell}", **more}
    done = subprocess.run([SHOOT], env=given, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.slow
def test_each_script_is_answered(tmp_path: Path) -> None:
    line = "shoot odds ultramarines::Tac"
    assert asked("bash", tmp_path, COMP_WORDS="shoot odds ultramarines :: Tac", COMP_CWORD="4") == [r"Tactical\ Squad"]
    assert asked("fish", tmp_path, _TYPER_COMPLETE_FISH_ACTION="get-args", _TYPER_COMPLETE_ARGS=line) == [
        "ultramarines::Tactical Squad"
    ]
    powershell = asked("pwsh", tmp_path, _TYPER_COMPLETE_ARGS=line, _TYPER_COMPLETE_WORD_TO_COMPLETE=line.split()[-1])
    assert powershell == ["'ultramarines::Tactical Squad'::: "]


LINES = [
    ("shoot odds ultramarines::Tac\t", r"shoot odds ultramarines::Tactical\ Squad "),
    ("shoot odds ultramar\t", "ines::"),
    ('shoot odds "ultramarines::Devas\t', 'shoot odds "ultramarines::Devastator Squad" '),
    (
        "shoot odds ultramarines::Melta\\ Squad orks::Tankb\t",
        r"shoot odds ultramarines::Melta\ Squad orks::Tankbustas ",
    ),
    ("shoot army show tau-\t", "shoot army show tau-empire "),
    ("shoot rules 7e-hit-1\t\t", "7e-hit-13"),
    ("shoot pl\t", "shoot play "),
]
BEGUN = {
    "bash": ["--norc", "-i"],
    "zsh": ["-f", "-i"],
}


@pytest.mark.slow
@pytest.mark.parametrize(("line", "wanted"), LINES)
@pytest.mark.parametrize("shell", [pytest.param(one, marks=() if one == "bash" else pytest.mark.slow) for one in BEGUN])
def test_in_a_terminal(shell: str, line: str, wanted: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    home = {"HOME": str(tmp_path), "SHOOT_HOME": str(tmp_path / "shoot"), "INPUTRC": "/dev/null"}
    path = f"{SHOOT.parent}{os.pathsep}{os.environ['PATH']}"
    child = pexpect.spawn(
        shell, BEGUN[shell], env={**os.environ, **home, "PATH": path, "TERM": "dumb", "PS1": "$ "}, encoding="utf-8",
        timeout=60, dimensions=(24, 160),
    )  # fmt: skip
    try:
        if shell == "zsh":
            child.sendline(f"autoload -U compinit; compinit -u -d {tmp_path}/dump")
        child.sendline(f'eval "$(shoot --show-completion {shell})"; echo rea"dy"')
        child.expect_exact("ready")
        child.expect_exact("$ ")
        child.send(line)
        child.expect_exact(wanted)
    finally:
        child.close(force=True)
