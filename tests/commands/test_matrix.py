"""``shoot matrix``: a record for each pair of different units, and a run that goes on where it was ended."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from shoot_cli.analysis import matchup
from shoot_cli.analysis.matchup import KEYS
from tests.helpers.command_line import SCRIPT
from tests.helpers.samples import first

LISTS = ("deffskulls::Gretchin,Flash Gitz,Mek Gunz", "vanguard::Hellblaster Squad,Eradicator Squad")


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch):
    """So that there is something to go on with."""
    monkeypatch.setattr(matchup, "ONE_BY_ONE", 7)


@pytest.fixture
def whole(shoot, tmp_path):
    """A finished run: its file."""
    path = tmp_path / "all.jsonl"
    assert shoot("matrix", *LISTS, "-o", path).code == 0
    return path


def records(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_record_is_what_odds_say(shoot):
    found = [
        json.loads(line)
        for line in shoot(
            "matrix", "ultramarines::Rhino", "ultramarines::Tactical Squad", "-a", "orks::Trukk"
        ).out.splitlines()
    ]
    assert [(one["attacker"], one["target"]) for one in found] == [("Rhino", "Trukk"), ("Tactical Squad", "Trukk")]
    for one in found:
        assert list(one) == list(KEYS)
        odds = shoot("odds", f"ultramarines::{one['attacker']}", "orks::Trukk", "--json").json
        assert one["destroyed"] == odds["destroyed"]
        assert one["slain"] == odds["expected"]["slain"]
        assert one["share"] == max(one["destroyed"], one["damage"] / 3)


def test_units_that_are_the_same_stand_once_with_their_number(shoot, tmp_path):
    text = (
        "ruleset: 40k-7e\nname: {}\nunits:\n"
        "  - {{name: Boyz, points: 60, models: [{{name: Boy, count: 10, T: 4, Sv: 6+, BS: 2, Ld: 7, weapons: [shoota]}}]}}\n"
    )
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text(text.format("One"), encoding="utf-8")
    two.write_text(text.format("Two"), encoding="utf-8")
    (line,) = shoot("matrix", one, two).out.splitlines()
    found = json.loads(line)
    assert (found["attacker_list"], found["target_list"], found["pairs"]) == ("One", "One", 4)


@pytest.mark.parametrize(
    ("left", "ending"),
    first(
        4, [(17, ".csv"), (300, ".jsonl"), (0, ".csv"), (5000, ".jsonl"), (1, ".csv"), (1, ".jsonl"), (5000, ".csv")]
    ),
)
def test_what_a_killed_run_left_goes_on_to_the_same_file(shoot, tmp_path, ending, left):
    whole, part = tmp_path / f"whole{ending}", tmp_path / f"part{ending}"
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    raw = whole.read_bytes()
    part.write_bytes(raw[:left])
    assert shoot("matrix", *LISTS, "-o", part).code == 0
    assert part.read_bytes() == raw


def test_a_finished_run_stays_as_it_is(shoot, whole):
    before = whole.read_bytes()
    assert shoot("matrix", *LISTS, "-o", whole).code == 0
    assert whole.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("more", [["--distance", "12"], ["-a", "vanguard::Terminator Squad"]])
def test_the_file_of_another_run_is_not_touched(shoot, whole, more):
    before = whole.read_bytes()
    assert "not of this run" in shoot("matrix", *LISTS, *more, "-o", whole).refused()
    assert whole.read_bytes() == before
    assert shoot("matrix", *LISTS, *more, "-o", whole, "--force").code == 0
    assert whole.read_bytes() != before


def test_a_file_of_something_else_is_not_touched(shoot, tmp_path):
    mine = tmp_path / "diary.csv"
    mine.write_text("Dear diary\nit rained\n", encoding="utf-8")
    assert "not of this run" in shoot("matrix", *LISTS, "-o", mine).refused()
    assert mine.read_text(encoding="utf-8") == "Dear diary\nit rained\n"


def test_csv_is_the_same_in_columns(shoot, whole, tmp_path):
    path = tmp_path / "all.csv"
    assert shoot("matrix", *LISTS, "-o", path).code == 0
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    for row, record in zip(rows, records(whole), strict=True):
        assert row["attacker"] == record["attacker"]
        assert row["destroyed"] == ("" if record["destroyed"] is None else str(record["destroyed"]))


@pytest.mark.slow
def test_one_json_document_has_the_same_records(shoot, whole):
    assert json.loads(shoot("matrix", *LISTS, "--json").out) == records(whole)
    for more, words in ((("--csv",), "leave out --csv"), (("-o", "x.jsonl"), "leave out --output")):
        refused = shoot("matrix", *LISTS, "--json", *more)
        assert (refused.code, refused.out) == (2, "")
        assert words in json.loads(refused.err)["error"]


@pytest.mark.slow
def test_the_mark_of_a_run_is_the_same_in_every_process(process):
    marks = {
        json.loads(process("matrix", "deffskulls::Gretchin", PYTHONHASHSEED=seed).out.splitlines()[0])["run"]
        for seed in ("1", "2")
    }
    assert len(marks) == 1


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["-o", "all.txt"], 2, "it ends in .jsonl or .csv"),
        (["--force"], 2, "--force is for --output"),
        (["--csv", "-o", "all.jsonl"], 2, "JSON lines"),
        (["--set", "kover=1"], 1, "kover is not asked"),
    ],
)
def test_what_is_refused_is_told(shoot, more, code, words):
    assert words in shoot("matrix", *LISTS, *more).refused(code)


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on(shoot, home, tmp_path, monkeypatch):
    """``kill -9`` at some moment or other; the next run ends with the same file."""
    monkeypatch.setattr(matchup, "ONE_BY_ONE", 200)
    path, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    lists = ("deffskulls", "vanguard")
    command = [sys.executable, "-c", SCRIPT, "matrix", *lists, "-o", str(path)]
    for wait in (0.3, 0.6, 1.0):
        running = subprocess.Popen(command, env={**os.environ, "SHOOT_HOME": str(home)}, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        running.send_signal(signal.SIGKILL)
        running.wait()
    subprocess.run(command, env={**os.environ, "SHOOT_HOME": str(home)}, check=True, stderr=subprocess.DEVNULL)
    assert shoot("matrix", *lists, "-o", whole).code == 0
    assert path.read_bytes() == whole.read_bytes()
