"""``shoot battle``: what it prints, where, and how it exits."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest
from typer.testing import CliRunner

from shoot_cli.asked.sentences import answer_text
from shoot_cli.commands.battle import app
from shoot_cli.storage.store import Store
from tests.helpers.each import each

HOSTILE = "Zoë's [red]*Orks*"


@pytest.fixture
def battle(store, begin):
    with begin(store, HOSTILE) as begun:
        begun.append("answer", {"key": "distance", "answer": 12, "by": "Ultramarines", "hand": True})
        begun.append(
            "answer",
            {"key": "hit:\x1b[2Jgun", "answer": {"first": [6, 3], "again": [1]}, "by": "Or\x9bks", "hand": False},
        )
        begun.append("answer", {"key": "wrong", "answer": "no", "by": "", "hand": None})
        begun.append("undo", {"count": 1})
    return begun


def run(*arguments: str):
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert all(letter.isprintable() or letter == "\n" for letter in result.stdout + result.stderr)
    return result


def break_it(store) -> None:
    store._connection.execute("DROP TRIGGER events_stay")
    store._connection.execute("UPDATE events SET payload = '{}' WHERE number = 2")


def test_list(battle):
    for arguments in (["list"], ["list", "--plain"]):
        result = run(*arguments)
        assert result.exit_code == 0
        assert HOSTILE in result.stdout
        assert "going on" in result.stdout
    assert max(map(len, run("list", "--plain").stdout.splitlines())) <= 40
    (only,) = json.loads(run("list", "--json").stdout)
    assert only == {
        "name": HOSTILE,
        "ruleset": "40k-7e",
        "created": battle.created,
        "changed": battle.changed,
        "answers": 2,
        "finished": False,
    }


def test_list_of_nothing():
    result = run("list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No battles yet" in result.stderr
    assert json.loads(run("list", "--json").stdout) == []


def test_show(battle):
    result = run("show", "zoë")
    assert result.exit_code == 0
    assert "Armies: Ultramarines against Waaagh! Grótsnik" in result.stdout
    assert result.stdout.endswith(
        "1. Ultramarines: distance = 12 (by hand)\n2. Or\\x9bks: hit:\\x1b[2Jgun = 6 3, again 1 (by the app)\n"
    )
    shown = json.loads(run("show", "zoë", "--json").stdout)
    assert [answer["event"] for answer in shown["answers"]] == [1, 2]


def test_export(battle, tmp_path):
    markdown = run("export", "zoë").stdout
    assert markdown.startswith("# Zoë's \\[red\\]\\*Orks\\*\n\n- Armies: Ultramarines against ")
    assert "\n1. Ultramarines: distance = 12 (by hand)\n" in markdown
    whole = json.loads(run("export", "zoë", "--format", "json").stdout)
    assert whole == json.loads(run("export", "zoë", "--json").stdout)
    assert whole["armies"] == list(battle.armies)
    lines = [json.loads(line) for line in run("export", "zoë", "--format", "jsonl").stdout.splitlines()]
    header = lines.pop(0)["battle"]
    assert lines == whole["events"]
    assert header | {"events": lines, "answers": whole["answers"]} == whole
    assert [line["kind"] for line in lines] == ["answer", "answer", "answer", "undo"]
    for ending, begins in (("md", "# Zo"), ("json", "{\n"), ("jsonl", '{"battle": {')):
        path = tmp_path / f"out.{ending}"
        assert run("export", "zoë", "--output", str(path)).exit_code == 0
        assert path.read_text(encoding="utf-8").startswith(begins)


def test_export_overwrites_only_when_told_and_leaves_nothing_half_done(battle, tmp_path):
    path = tmp_path / "out" / "battle.md"
    assert run("export", "zoë", "--output", str(path)).exit_code == 1
    path.parent.mkdir()
    path.write_text("mine")
    result = run("export", "zoë", "--output", str(path))
    assert (result.exit_code, path.read_text()) == (1, "mine")
    assert "--force" in result.stderr
    assert run("export", "zoë", "--output", str(path), "--force").exit_code == 0
    assert path.read_text(encoding="utf-8") == run("export", "zoë").stdout
    assert run("export", "zoë", "--output", str(path.parent), "--force").exit_code == 1
    assert [child.name for child in path.parent.iterdir()] == ["battle.md"]


def test_verify(battle, store):
    result = run("verify", "zoë")
    assert result.exit_code == 3  # these two lists are no lists: whole, but nothing that rules could be held against
    assert result.stdout.splitlines() == [
        f"“{HOSTILE}” is whole: 4 events, the last with hash {battle.last_hash[:16]}.",
        f"The first list kept in “{HOSTILE}”, “Ultramarines”, cannot be read: its text is missing. The battle can be"
        " exported, not continued.",
    ]
    assert json.loads(run("verify", "zoë", "--json").stdout)["whole"] is True
    break_it(store)
    result = run("verify", "zoë")
    assert result.exit_code == 3
    assert "Event 2 (answer) is not as it was written." in result.stdout
    assert len(json.loads(run("verify", "zoë", "--json").stdout)["breaks"]) == 2


def test_a_broken_battle_shows_what_is_whole_and_exits_with_3(battle, store):
    break_it(store)
    for command in ("show", "export"):
        result = run(command, "zoë")
        assert result.exit_code == 3
        assert "1. Ultramarines: distance = 12" in result.stdout
        assert "\n2. " not in result.stdout
        assert "Event 2 (answer) is not as it was written." in result.stderr
    assert json.loads(run("export", "zoë", "--json").stdout)["breaks"] == ["Event 2 (answer) is not as it was written."]


def test_delete_needs_a_yes(battle):
    result = run("delete", "zoë")
    assert result.exit_code == 2
    assert "--yes" in result.stderr
    part = run("delete", "zoë", "--yes")  # a part of the name would take the next battle when it is said again
    assert (part.exit_code, HOSTILE in part.stderr) == (1, True)
    assert run("delete", HOSTILE, "--yes").exit_code == 0
    assert json.loads(run("list", "--json").stdout) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal")
@pytest.mark.parametrize(("typed", "code", "left"), [("n", 1, 1), ("y", 0, 0)])
def test_delete_asks_at_a_terminal(battle, store, typed, code, left):
    call = "from shoot_cli.commands.battle import app; app(['delete', 'zoë'])"
    child = pexpect.spawn(
        sys.executable, ["-c", call], cwd=str(Path(__file__).parents[2]), encoding="utf-8", timeout=60
    )
    child.expect_exact(f"Delete “{HOSTILE}” (2 answers, going on) for good?")
    child.sendline(typed)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, len(store.battles())) == (code, left)


def test_delete_of_a_battle_that_is_being_played(battle):
    with Store.open() as other, other.load(HOSTILE, write=True):
        result = run("delete", HOSTILE, "--yes")
    assert result.exit_code == 1
    assert "open in another terminal" in result.stderr


@pytest.mark.parametrize("command", ["show", "export", "verify", "delete"])
def test_an_unknown_name_is_1_and_a_database_that_cannot_be_read_is_3(battle, folder, command):
    result = run(command, "zoo's Orks", "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert HOSTILE in json.loads(result.stderr)["error"]
    assert run(command).exit_code == (0 if command == "show" else 2)  # the only battle is meant
    for extra in folder.glob("shoot.db-*"):
        extra.unlink()
    (folder / "shoot.db").write_bytes(b"nothing to see here")
    result = run(command, "zoë")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "damaged or no database" in result.stderr


@each(
    ("answer", "text"),
    [
        ("krak", "krak"),
        (True, "yes"),
        (None, "as usual"),
        ({"first": [6, 6, 1]}, "6 6 1"),
        ({"first": [6, 6, 1], "again": [4]}, "6 6 1, again 4"),
        ({"passed": 7}, "7 passed"),
        ({"passed": 7, "watched": [2]}, "7/2 passed"),
        ({"sum": 7}, "7 in all"),
        ([5, 1], "5 1"),
        ([], "none"),
        ([[3, "Boy", ""], [1, "Nob", "cover"]], "3 Boy, 1 Nob cover"),
        ({"distance": 12, "cover": "5+"}, "distance 12, cover 5+"),
        ({}, "as proposed"),
    ],
)
def test_answers_as_players_say_them(answer, text):
    assert answer_text(answer) == text
