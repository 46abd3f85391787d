"""Output that is not UTF-8: what an encoding lacks is written with the signs that it has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shoot_cli.ui.console import plainer
from shoot_cli.ui.tables import bar
from tests.helpers.samples import first
from tests.reliability.conftest import Program

UNIT = "Ünit “x” Ω █ \x9b31m \u202e…"
SCENARIO = {
    "ruleset": "40k-7e",
    "attacker": {"name": UNIT, "models": [{"name": "Márine", "count": 30, "profile": "p", "weapons": ["boltgun"]}]},
    "target": {"name": "Boyz", "models": [{"name": "Boy", "count": 35, "profile": "p"}]},
    "profiles": {"p": {"BS": 4, "S": 4, "T": 4, "W": 1, "Ld": 8, "Sv": "6+"}},
}
COMMANDS = [
    "odds attack.json",
    "resolve attack.json --seed 1 --times 20",
    "battle verify mo",
    "resolve attack.json --seed 1",
    "odds attack.json --questions",
    "army schema 7e",
    "battle list",
    "battle show mo",
    "battle watch mo --once",
    "battle luck mo",
    "battle export mo",
    "drill sheet --ruleset 7e --seed 1",
    "rules 7E-HIT-1",
    "play --demo --seed 4",
]
OLD = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "cp1252"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C"},
    {"PYTHONIOENCODING": "cp437"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "utf-16"},
]


# Each command in ASCII and at two or three more, each encoding at every third command and at the first.
MET = [
    (command, env)
    for at, command in enumerate(COMMANDS)
    for to, env in enumerate(OLD)
    if not at or not to or (at + to) % 3 == 0
]


def encoding(env: dict[str, str]) -> str:
    return env.get("PYTHONIOENCODING") or ("utf-8" if env.keys() == {"LC_ALL"} else "ascii")


@pytest.fixture
def attack(tmp_path: Path) -> Path:
    path = tmp_path / "attack.json"
    path.write_text(json.dumps(SCENARIO))
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "env"), first(1, MET), ids=lambda one: one if isinstance(one, str) else "-".join(one.values())
)
def test_no_sign_is_too_much(here: Program, attack: Path, battle: str, command: str, env: dict[str, str]) -> None:
    done = here(*command.split(), cwd=attack.parent, encoding=encoding(env))
    assert done.code == 0, done.said
    assert done.err.decode(encoding(env)) == ""
    assert done.out.decode(encoding(env)).strip()


@pytest.mark.slow
@pytest.mark.parametrize("env", OLD, ids=lambda env: "-".join(env.values()))
def test_the_installed_program_writes_as_it_does_here(
    program: Program, here: Program, attack: Path, env: dict[str, str]
) -> None:
    outside, inside = program("odds", attack, env=env), here("odds", attack, encoding=encoding(env))
    assert outside.out.decode(encoding(env)) == inside.out.decode(
        encoding(env)
    )  # one of UTF-16 says its order of bytes
    assert (outside.code, outside.err) == (inside.code, inside.err)


@pytest.mark.slow
def test_bars_quotation_marks_and_names_in_their_plainest_form(program: Program, attack: Path) -> None:
    done = program("odds", attack, env={"PYTHONIOENCODING": "ascii"})
    head, *_, nine_or_ten = done.out.decode("ascii").partition(" 9-10 ")[0].splitlines()[:1] + [
        line for line in done.out.decode("ascii").splitlines() if line.startswith(" 9-10")
    ]
    assert head.startswith('Unit "x" ? # \\x9b31m')
    assert nine_or_ten.endswith("#" * 40)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", first(1, ["odds attack.json --json", "resolve attack.json --seed 1 --times 20 --json"])
)
def test_json_is_ascii_in_every_encoding(program: Program, attack: Path, command: str) -> None:
    """So that no sign of a name does anything to a terminal either."""
    done = program(*command.split(), cwd=attack.parent, env={"PYTHONIOENCODING": "cp1252"})
    assert (done.code, done.err) == (0, b"")
    assert done.out.isascii()
    assert json.loads(done.out)["attacker"] == UNIT


@pytest.mark.parametrize(
    "command",
    [
        "odds attack.json --questions --json",
        "odds --batch attack.json",
        "resolve attack.json --seed 1 --json",
        "army show orks --json",
        "army check orks --json",
        "army schema 7e",
        "army check “nowhere” --json",
        "rules 7E-HIT-1 --json",
        "drill sheet --ruleset 7e --json",
        "drill stats --json",
        "battle list --json",
        "battle show mo --json",
        "battle luck mo --json",
        "battle verify mo --json",
        "battle export mo --json",
        "battle export mo --format jsonl",
    ],
)
@pytest.mark.slow
def test_every_json_is_ascii(here: Program, attack: Path, battle: str, command: str) -> None:
    done = here(*command.split(), cwd=attack.parent)
    assert (done.out + done.err).isascii()
    for line in [done.out or done.err] if "batch" not in command and "jsonl" not in command else done.out.splitlines():
        json.loads(line)


def test_errors_too(program: Program) -> None:
    done = program("odds", "“nówhere”::x", "y", env={"PYTHONIOENCODING": "ascii"})
    assert (done.code, done.out) == (1, b"")
    assert b'"nowhere"' in done.err


def test_a_terminal_in_utf8_takes_half_a_character_from_a_command_line(program: Program) -> None:
    done = program("odds", b"\xff::x".decode(errors="surrogateescape"), "y")
    assert (done.code, done.out) == (1, b"")
    assert "\\xdcff" in done.err.decode()


@pytest.mark.parametrize("signs", ["“”‘’„", "–—−‐‑‒", "█▉▊▋▌▍▎▏░", "×′″´"])
def test_signs_keep_their_width(signs: str) -> None:
    for sign in signs:
        text, end = plainer(UnicodeEncodeError("ascii", sign, 0, 1, ""))
        assert (len(text), end) == (1, 1), sign
        assert text.isascii()
        assert text != "?"


def test_bars_keep_their_length() -> None:
    for share in range(1, 81):
        drawn = bar(share / 80, 10)
        assert len(plainer(UnicodeEncodeError("ascii", drawn, 0, len(drawn), ""))[0]) == len(drawn)
