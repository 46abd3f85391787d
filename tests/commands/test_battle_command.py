"""``shoot battle`` of a battle that was really played: casualties and reasons come out of its record again."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.golden.playing import Lines, Screen, call
from tests.helpers.each import each

ANSWERS = """\
as usual
Flamer Squad
Gretchin with Runtherd
10
boltgun
as usual
no
undo
yes
no more
end the phase
as usual
end the phase
""".splitlines()


@pytest.fixture
def battle(home: Path) -> str:
    """One phase of each side: bolters at Gretchin who go to ground on second thoughts. Its transcript."""
    lines = Lines(ANSWERS, Screen())
    options = ["--plain", "--seed", "27", "--turns", "1", "--dice", "hand", "--battle", "Grot day"]
    call(["play", "ultramarines", "orks", *options], Thrown(lines), home)
    return lines.screen.getvalue()


class Thrown(Lines):
    """Dice are left to the app wherever they are asked for."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(lines.answers, lines.screen)

    def next(self) -> str:
        last = self.screen.getvalue().rstrip().rpartition("\n\n")[2]
        return "as usual" if re.search(r"ROLL \d+ DI[CE]", last.replace("\n", " ")) else super().next()


def test_show_tells_what_came_of_every_answer_and_why(battle, shoot):
    shown = shoot("battle", "show", "grot", "--plain")
    alone = shoot("battle", "show", "--plain")
    assert (alone.out, alone.err) == (shown.out, "")  # the only one needs no name
    assert (shown.code, shown.err) == (0, "")
    assert "Armies: Ultramarines Strike Force against Waaagh! Grimgutz" in shown.out
    assert "State: " in shown.out
    assert "finished" in shown.out
    for reason in (
        "3+: Ballistic Skill 4 hits on 3+ (7E-HIT-1)",
        "2+: Strength 4 against Toughness 2 (7E-WND-1)",
        "6+ cover save: gone to ground: 1 better (7E-GTG-2)",
    ):
        assert reason in shown.out
    assert "Gretchin with Runtherd: gone to ground" in shown.out
    assert "stay up" not in shown.out  # it was taken back
    assert "8 Gretchin slain: " in battle
    assert "8 Gretchin slain" not in shown.out
    assert "    - 6 Gretchin slain: Gretchin with Runtherd 5 of 11 left" in shown.out.splitlines()
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", shown.out, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "(by the app): " in shown.out


def test_markdown_has_all_of_that(battle, shoot, tmp_path):
    markdown = shoot("battle", "export", "grot").out
    shown = shoot("battle", "show", "grot", "--plain").out
    log, _, changes = markdown.partition("## Log\n\n")[2].replace("\\", "").partition("\n## Changes\n\n")
    assert "Taken back: " in changes
    assert log.splitlines() == shown.partition("\n\n")[2].splitlines()
    path = tmp_path / "grot.md"
    assert shoot("battle", "export", "grot", "-o", str(path)).code == 0
    assert path.read_text(encoding="utf-8") == markdown


def test_json_has_every_event_and_the_answers_in_force(battle, shoot):
    whole = json.loads(shoot("battle", "export", "grot", "--json").out)
    kinds = [event["kind"] for event in whole["events"]]
    assert kinds.count("undo") == 1
    assert kinds[-1] == "finish"
    assert whole["finished"] is True
    answers = {answer["key"]: answer for answer in whole["answers"]}
    assert answers["go_to_ground"]["answer"] == "yes"
    assert answers["go_to_ground"]["by"] == "Waaagh! Grimgutz"
    assert answers["hit:boltgun"]["hand"] is False
    assert len(answers["hit:boltgun"]["answer"]["first"]) == 8
    for text in whole["armies"]:
        assert {"name", "path", "text"} <= set(json.loads(text))
    hashes = [event["hash"] for event in whole["events"]]
    assert len(set(hashes)) == len(hashes)
    assert whole["last_hash"] == hashes[-1]


def test_the_same_battle_is_verified_and_listed(battle, shoot):
    assert "is whole" in shoot("battle", "verify", "Grot day").out
    (row,) = json.loads(shoot("battle", "list", "--json").out)
    assert row["name"] == "Grot day"
    assert row["finished"] is True
    for plain in ([], ["--plain"]):
        listed = shoot("battle", "list", *plain).out
        assert "Grot day" in listed
        assert "finished" in listed


def test_a_die_that_was_changed_afterwards_is_found_out(battle, shoot, home):
    with closing(sqlite3.connect(home / "shoot.db")) as database, database:
        for (trigger,) in list(database.execute("select name from sqlite_master where type = 'trigger'")):
            database.execute(f"drop trigger {trigger}")
        database.execute("update events set payload = replace(payload, 'boltgun', 'bolt pistol')")
    done = shoot("battle", "verify", "grot")
    assert done.code == 3
    assert "is not as it was written" in done.out
    shown = shoot("battle", "show", "grot")
    assert shown.code == 3
    assert "goes to ground" not in shown.out


def test_rules_that_changed_refuse_by_the_name_of_the_question(battle, shoot, monkeypatch):
    """A battle whose answers do not fit is not guessed at: its answers are shown, it is not continued."""
    from shoot_cli.engine.table import Table
    from shoot_cli.rules import RULESETS, Edition

    changed = RULESETS[0].ruleset().but(version="none of ours")
    monkeypatch.setattr(Edition, "ruleset", lambda self: changed)
    ask = Table.ask
    renamed = {"hit:boltgun": "to hit:boltgun"}
    monkeypatch.setattr(Table, "ask", lambda self, one: ask(self, one.but(key=renamed.get(one.key, one.key))))
    shown = shoot("battle", "show", "grot")
    assert shown.code == 0
    assert "It was begun with version" in shown.err
    assert "distance = 10" in shown.out
    assert "slain" not in shown.out
    resumed = shoot("play", "--resume", "--battle", "grot")
    assert resumed.code == 3
    assert "is for “hit:boltgun”, but the rules now ask “to hit:boltgun”" in resumed.err
    assert "not continued" in resumed.err


@pytest.mark.parametrize("ending", ["xyz", "txt", "yaml", "json5"])
def test_an_ending_that_nothing_is_written_as_is_refused(shoot, tmp_path, ending):
    path = tmp_path / f"k.{ending}"
    words = shoot("battle", "export", "grot", "-o", str(path)).refused(2)
    assert f"k.{ending}" in words
    assert all(known in words for known in (".md", ".json", ".jsonl", "--format"))
    assert not path.exists()


@pytest.mark.slow
@each(
    ("name", "options", "begins"),
    [
        ("k.xyz", ["--format", "markdown"], "# "),
        ("k.xyz", ["--format", "jsonl"], "{"),
        ("k.xyz", ["--json"], "{\n"),
        ("k.md", ["--format", "jsonl"], "{"),
        ("k.MD", [], "# "),
        ("k.JSONL", [], "{"),
        ("k", [], "# "),  # no ending at all: the default
        (".k", [], "# "),
    ],
)
def test_a_format_that_is_named_wins_over_the_ending(battle, shoot, tmp_path, name, options, begins):
    path = tmp_path / name
    assert shoot("battle", "export", "grot", "-o", str(path), *options).code == 0
    assert path.read_text(encoding="utf-8").startswith(begins)
    path.unlink()
