"""Exit codes and streams of every command, as scripts rely on them; colours and widths as terminals do."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time

import pexpect
import pytest

from shoot_cli.cli.app import COMMANDS
from tests.helpers.each import each
from tests.helpers.samples import every_nth, first

GUNS, BOYZ = '10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+"
ATTACK = (GUNS, BOYZ, "-r", "7e")
LONG = ("24x A D3+3 BS3+ S9 AP-4 D D6 [lethal hits, devastating wounds]", "9x T7 W8 Sv3+ FNP4+", "-r", "10e")
SCRIPT = "import sys; sys.argv[0] = 'shoot'; from shoot_cli.cli.main import main; main()"


# Codes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["odds", *ATTACK], 0),
        (["resolve", *ATTACK], 0),
        (["rules", "7E-HIT-1"], 0),
        (["army", "check", "ultramarines"], 0),
        (["battle", "list", "--json"], 0),
        (["odds", GUNS, "10x T44", "-r", "7e"], 1),
        (["odds", *ATTACK, "--cover", "9+"], 1),
        (["resolve", "nowhere::Squad", "orks::shoota"], 1),
        (["army", "check", "nowhere.yaml"], 1),
        (["rules", "7E-HIT-99"], 1),
        (["battle", "show", "nothing"], 1),
        (["play", "--resume"], 1),
        (["play", "--demo", "nowhere", "orks"], 1),
        (["bogus"], 2),
        (["odds", "--bogus"], 2),
        (["odds"], 2),
        (["resolve", "ultramarines::tactical"], 2),
        (["resolve", *ATTACK, "--seed", "x"], 2),
        (["play", "--dice", "loaded"], 2),
        (["play", "ultramarines", "orks"], 2),
        (["play", "--resume", "ultramarines", "orks"], 2),
        (["drill"], 2),
        (["drill", "--questions", "0"], 2),
        (["battle", "show"], 2),
        (["battle", "frobnicate"], 2),
        (["drill", "--ruleset", "9e"], 2),
        *(([*words, "-r", "9e"], 2) for words in (["odds", GUNS, BOYZ], ["need", GUNS, BOYZ], ["rules", "cover"])),
    ],
)
def test_codes(shoot, arguments, code):
    done = shoot(*arguments)
    assert done.code == code, (done.out, done.err)
    if code:
        assert done.err.strip()
        assert "Traceback" not in done.err
    else:
        assert done.err == ""
        assert done.out


def test_nothing_at_all_shows_the_help(shoot):
    done = shoot()
    assert done.code in (0, 2)
    assert all(command in done.out + done.err for command in COMMANDS)


@pytest.mark.parametrize("command", [*COMMANDS, "battle show", "army check"])
def test_help_of_every_command(shoot, command):
    for option in ("--help", "-h"):
        done = shoot(*command.split(), option)
        assert (done.code, done.err) == (0, "")
        assert f"shoot {command}" in done.out


@pytest.mark.parametrize("command", ["play", "drill", "play --resume"])
def test_what_needs_a_terminal_says_so(shoot, command):
    done = shoot(*command.split())
    assert "terminal" in done.err or "no unfinished battle" in done.err
    assert done.code in (1, 2)


def test_a_battle_that_cannot_be_read_is_3(shoot, home):
    home.mkdir()
    (home / "shoot.db").write_bytes(b"no database" * 100)
    for arguments in (["battle", "list"], ["play", "--resume"]):
        done = shoot(*arguments)
        assert done.code == 3
        assert "damaged or no database" in done.err


@pytest.mark.slow
def test_ctrl_c_is_130(home):
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "resolve", *LONG, "--times", "1000000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, "Traceback" in err) == ("", False)


NO_FILES = [
    ("army", "check", "{}"), ("army", "show", "{}"), ("army", "import", "{}"), ("odds", "{}::Boyz", "orks::Shoota"),
    ("odds", "orks::Shoota", "{}::Boyz"), ("odds", "orks::Shoota", "{}"), ("resolve", "{}::Boyz", "orks::Shoota"),
    ("odds", "-r", "7e", "10x BS4 boltgun", "{}"), ("compare", "{}"), ("compare", "orks", "-a", "{}"), ("matrix", "{}"),
    ("matchup", "{}", "orks"), ("matchup", "orks", "{}"), ("need", "{}", "orks"), ("need", "orks::Trukk", "{}"),
    ("play", "--demo", "{}", "orks"), ("play", "--demo", "orks", "{}"), ("drill", "sheet", "--mine", "{}", "--theirs", "orks"),
]  # fmt: skip


@each("words", NO_FILES, ids=" ".join)
def test_a_file_that_is_not_there_is_no_shipped_list(shoot, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    for file in ("orks.json", "Orks.txt"):
        done = shoot(*(word.replace("{}", file) for word in words))
        assert (done.code, "Traceback" in done.err) == (1, False)
        assert "there is no" in done.err
        assert file in done.err


# Streams -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    every_nth(
        3,
        [
            ["odds", *ATTACK, "--json"],
            ["resolve", *ATTACK, "--json", "--seed", "1"],
            ["resolve", *ATTACK, "--json", "--seed", "1", "--times", "3"],
            ["odds", *ATTACK, "--questions", "--json"],
            ["battle", "list", "--json"],
            ["army", "check", "orks", "--json"],
            ["army", "show", "orks", "--json"],
            ["rules", "7E-HIT-1", "--json"],
            ["army", "schema", "7e"],
        ],
    ),
)
def test_json_is_one_document_and_nothing_else(process, arguments):
    done = process(*arguments, PYTHONWARNINGS="error")
    assert (done.code, done.err) == (0, "")
    json.loads(done.out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("odds", "--json", "--nope"), "No such option: --nope"),
        (("odds", "--json", "--cover"), "Option '--cover' requires an argument: Cover of the target"),
        (("resolve", "a", "b", "--json", "--seed", "x"), "Invalid value for '--seed': a whole number"),
        pytest.param(("army", "import", "--json"), "Missing argument 'FILE...'.", marks=pytest.mark.slow),
    ],
)
def test_a_wrong_option_is_json_for_programs(process, arguments, words):
    done = process(*arguments)
    assert done.code == 2
    assert words in done.error


@pytest.mark.slow
def test_a_closed_pipe_is_nobodys_fault(home):
    line = f'{sys.executable} -c "{SCRIPT}" odds --batch - | head -1'
    scenario = json.dumps({"ruleset": "7e", "attacker": GUNS, "target": BOYZ})
    done = subprocess.run(
        ["bash", "-c", line], input="\n".join([scenario] * 40), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", first(1, [["play", "--demo"], ["odds", "ultramarines::tactical", "orks::shoota", "--questions"]])
)
def test_a_closed_pipe_under_a_long_text(home, arguments):
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait(20)
    assert err == ""
    assert process.returncode in (0, 1, -13)


# What terminals show -------------------------------------------------------------------------------------------------

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def at_a_terminal(*arguments: str, columns: int = 80, **env: str) -> str:
    import os

    child = pexpect.spawn(
        sys.executable, ["-c", SCRIPT, *arguments], encoding="utf-8", timeout=60, dimensions=(30, columns),
        env={**{k: v for k, v in os.environ.items() if k != "COLUMNS"}, **env},
    )  # fmt: skip
    text = child.read()
    child.close()
    assert child.exitstatus == 0, text
    return text.replace("\r\n", "\n")


@pytest.mark.slow
def test_colours_at_a_terminal_and_none_where_none_are_wanted():
    call = ("resolve", *ATTACK, "--seed", "1")
    coloured = at_a_terminal(*call)
    assert "\x1b[3" in coloured  # green and red
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", at_a_terminal(*call, NO_COLOR="1"))
    plain = at_a_terminal(*call, "--plain")
    assert "\x1b" not in plain
    assert at_a_terminal(*call, TERM="dumb") == plain
    assert not re.search("[─-╿▀-▟]", plain)
    assert [line for line in ESCAPE.sub("", coloured).splitlines() if line.startswith("  +")] == [
        line for line in plain.splitlines() if line.startswith("  +")
    ]


@pytest.mark.parametrize(("columns", "plain"), first(2, [(40, []), (80, ["--plain"]), (40, ["--plain"]), (80, [])]))
@pytest.mark.parametrize(
    "arguments",
    every_nth(
        2,
        [
            ["odds", "ultramarines::tactical", "orks::shoota"],
            ["odds", "ultramarines::tactical", "orks::shoota", "--questions"],
            ["resolve", "ultramarines::tactical", "orks::shoota", "--seed", "3"],
            ["resolve", "ultramarines::tactical", "orks::shoota", "--seed", "3", "--times", "40"],
            pytest.param(["play", "--demo"], marks=pytest.mark.slow),
        ],
    ),
)
def test_every_line_fits(shoot, monkeypatch, columns, plain, arguments):
    monkeypatch.setenv("COLUMNS", str(columns))
    done = shoot(*arguments, *plain)
    assert done.code == 0
    assert [line for line in done.out.splitlines() if len(line) > columns] == []
    if plain:
        assert not re.search("[─-╿▀-▟]", done.out)


HOSTILE = "[red]Zap[/red] \x1b[31m\x07 *Gretchin*"


def test_names_are_text_and_never_markup_or_control(shoot, tmp_path):
    path = tmp_path / "hostile.yaml"
    name = json.dumps(HOSTILE)
    path.write_text(
        f"ruleset: 7e\nattacker: {{name: {name}, models: [{{name: {name}, BS: 4, weapons: [boltgun]}}]}}\n"
        f"target: {{name: {name}, models: [{{name: {name}, count: 3, T: 4, Sv: 6+}}, {{name: Nob, T: 4, W: 2, character: yes}}]}}\n"
        "answers: {distance: 12}\n",
        encoding="utf-8",
    )
    shown = r"[red]Zap[/red] \x1b[31m\x07 *Gretchin*"
    for arguments in (["odds"], ["resolve", "--seed", "1"], ["resolve", "--times", "5"], ["odds", "--questions"]):
        for plain in ([], ["--plain"]):
            done = shoot(arguments[0], str(path), *arguments[1:], *plain)
            assert done.code == 0, done.err
            assert "[red]Zap[/red]" in done.out.replace("\n", " ")
            assert shown in done.out.replace("\n", " ") or "--questions" in arguments
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.out)
    assert json.loads(shoot("resolve", str(path), "--seed", "1", "--json").out)["attacker"] == HOSTILE
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shoot("odds", str(path), "--set", f"{HOSTILE}=1").refused())


@pytest.mark.slow
def test_the_demo_is_of_any_two_lists(shoot):
    assert "Farsight Gunline" in shoot("play", "tau", "orks", "--demo", "--plain").out


@pytest.mark.slow
def test_the_demo_needs_no_terminal_and_repeats(shoot):
    done = shoot("play", "--demo", "--seed", "3", "--plain")
    assert (done.code, done.err) == (0, "")
    for words in (
        "Turn 1: Ultramarines Strike Force",
        "Turn 1: Waaagh! Grimgutz",
        "The battle is over.",
        "That was the demo, of Warhammer 40,000, 7th edition:",
    ):
        assert words in done.out
    assert re.search(r"How many models of \w+ \w+ are under (the marker|each of \d)", " ".join(done.out.split()))
    assert shoot("play", "--demo", "--seed", "3", "--plain").out == done.out
    assert "gtg_window" in shoot("play", "--demo", "--set", "gtg_window=x").err
