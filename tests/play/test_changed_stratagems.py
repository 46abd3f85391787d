"""An answer in which a stratagem was taken is changed: its use and its points come back, later dice stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.playing import Lines, Screen, call, tidy
from tests.helpers.samples import first

NAME = "golden"
RIVER = """\
ruleset: {ruleset}
name: River Watch
army:
  command_points: 1
  stratagems: [{{name: Storm of Shells, for: INFANTRY, effect: Sustained Hits 1}}]
weapons:
  long gun: {{range: 36, A: 1, BS: 4+, S: 9, AP: -2, D: 1}}
units:
  - name: Gunners
    keywords: [Infantry]
    models: [{{name: Gunner, count: 5, M: 6, T: 3, Sv: 4+, W: 2, Ld: 7+, OC: 1, weapons: [long gun]}}]
  - name: Others
    keywords: [Infantry]
    models: [{{name: Other, count: 5, M: 6, T: 3, Sv: 4+, W: 2, Ld: 7+, OC: 1, weapons: [long gun]}}]
"""
MOB = """\
ruleset: {ruleset}
name: Red Mob
army:
  stratagems: [{{name: Contempt, when: targeted, effect: "incoming: worsen AP by 1"}}]
units:
  - name: Boyz
    keywords: [Infantry]
    models: [{{name: Boy, count: 20, plural: Boyz, M: 6, T: 5, Sv: 5+, W: 1, Ld: 7+, OC: 2}}]
"""
BOTH = pytest.mark.parametrize("ruleset", first(1, ["40k-10e", "40k-11e"]))  # they share the room
GUNNERS, OTHERS = ("gunners", "boyz", "20"), ("others", "boyz", "20")
AGREED, REACTION = "5", "6"  # their numbers in the log


def run(home: Path, arguments: list[str], said: list[str]) -> str:
    lines = Lines([*said], Screen())
    call(arguments, lines, home)
    assert lines.said == len(said)
    return " ".join(tidy(lines.screen.getvalue()).split())


def played(home: Path, ruleset: str, *said: str, mob: str = MOB) -> tuple[str, dict[str, Any]]:
    """What is shown, in one line, and the battle as it is exported."""
    for name, text in (("river", RIVER), ("mob", mob)):
        (home / f"{name}.yaml").write_text(text.format(ruleset=ruleset))
    lists = [str(home / "river.yaml"), str(home / "mob.yaml")]
    more = ["--plain", "--battle", NAME, "--seed", "5", "--dice", "hand", "--turns", "1"]
    shown = run(home, ["play", *lists, *more], ["as usual", *said, "q"])
    return shown, json.loads(run(home, ["battle", "export", NAME, "--format", "json"], []))


def left(whole: dict[str, Any]) -> list[int]:
    return [one["left"] for one in whole["command_points"].values()]


def dice(whole: dict[str, Any]) -> list[list[int]]:
    answers = [one["answer"] for one in whole["answers"]]
    return [one["first"] for one in answers if isinstance(one, dict) and "first" in one]


@BOTH
@pytest.mark.rule("EVE-34", "EVE-53", "EVE-57")
def test_taken_out_it_is_there_again_with_its_point(tmp_path: Path, ruleset: str) -> None:
    attack = (*GUNNERS, "storm", "as usual", "as usual", "5 5 6 1 1", "6 6 1 6")
    change = ("change", AGREED, "storm", "as usual", "as usual")
    shown, whole = played(tmp_path, ruleset, *attack, *change, *OTHERS, "storm")
    changes = shown.partition("What changes:")[2]
    assert changes.strip().startswith("long gun: to wound: 3 dice instead of 4, 1 fewer passes")
    assert (
        "Gunners: no longer Sustained Hits 1 (Storm of Shells), this phase Boyz: 1 Boy stands up again, 18 of 20"
        in changes
    )
    assert shown.count("· 1CP of 2") > 1  # the row of the Others is open, and two points are there
    assert left(whole) == [2, 1]
    assert dice(whole) == [[5, 5, 6, 1, 1], [6, 6, 1]]
    told = shown.partition("Changed at the wish of River Watch: ")[2].partition(" What changes")[0]
    assert told.endswith("1CP of 2: no, before Storm of Shells: Sustained Hits 1, this phase · 1CP of 2")


@BOTH
@pytest.mark.rule("EVE-34", "EVE-53", "EVE-57")
def test_added_afterwards_it_is_paid_and_only_what_is_missing_is_thrown(tmp_path: Path, ruleset: str) -> None:
    attack = (*GUNNERS, "as usual", "as usual", "5 5 6 1 1", "6 6 1")
    change = ("change", AGREED, "storm", "as usual", "as usual", "6")
    shown, whole = played(tmp_path, ruleset, *attack, *change, *OTHERS)
    assert "ROLL 1 DIE, 3+ to wound, 3 dice stay" in shown
    assert "Boyz: 1 Boy falls as well, 17 of 20 models left" in shown
    assert left(whole) == [1, 1]
    assert dice(whole) == [[5, 5, 6, 1, 1], [6, 6, 1, 6]]


@BOTH
@pytest.mark.rule("EVE-32", "EVE-34", "EVE-57")
def test_a_reaction_is_added_and_taken_out_afterwards(tmp_path: Path, ruleset: str) -> None:
    attack = (*GUNNERS, "as usual", "as usual", "5 5 6 1 1", "6 6 1")
    added = ("change", REACTION, "contempt", "as usual", "6 1")
    shown, whole = played(tmp_path, ruleset, *attack, *added)
    assert "Contempt: worsen AP by 1" in shown
    assert left(whole) == [2, 0]
    assert dice(whole) == [[5, 5, 6, 1, 1], [6, 6, 1], [6, 1]]
    (tmp_path / "again").mkdir()
    out = ("change", REACTION, "no reaction" if ruleset == "40k-10e" else "none", "as usual")
    _, whole = played(tmp_path / "again", ruleset, *attack, *added, *out)
    assert left(whole) == [2, 1]
    assert dice(whole) == [[5, 5, 6, 1, 1], [6, 6, 1]]


@BOTH
@pytest.mark.rule("EVE-34", "EVE-53")
def test_a_later_use_that_is_one_too_many_then_is_asked_again_in_words(tmp_path: Path, ruleset: str) -> None:
    attack = (*GUNNERS, "as usual", "as usual", "5 5 6 1 1", "6 6 1")
    later = (*OTHERS, "storm", "as usual", "as usual", "5 1 1 1 1", "6")
    change = ("change", AGREED, "storm", "as usual", "as usual", "6", "as usual")
    shown, whole = played(tmp_path, ruleset, *attack, *later, *change)
    assert "Asked again: Storm of Shells: “yes” is closed: used this phase" in shown
    assert left(whole) == [2, 2]  # all have shot: both gained one since
    assert dice(whole) == [[5, 5, 6, 1, 1], [6, 6, 1, 6], [5, 1, 1, 1, 1], [6]]


@pytest.mark.rule("EVE-10", "EVE-34", "EVE-53")
def test_a_stratagem_that_no_points_are_left_for_is_told_to_be_dropped(tmp_path: Path) -> None:
    """The attack that it allowed goes with it, and its losses; told once, though the attack still waits."""
    fury = "{{name: Fury, cost: 2, when: after, effect: Shoots back}}"
    back = MOB.replace('[{{name: Contempt, when: targeted, effect: "incoming: worsen AP by 1"}}]', f"[{fury}]")
    back = back.replace("units:", "weapons: {{slug: {{range: 36, A: 1, BS: 5+, S: 9, AP: -2, D: 2}}}}\nunits:")
    back = back.replace("OC: 2", "OC: 2, weapons: [slug]")
    told = ("event", "theirs cp +1")
    attack = (*GUNNERS, "as usual", "as usual", "5 5 5 1 1", "6 6 1")
    reply = ("fury", "gunners", "20", "as usual", "5 5" + 16 * " 1", "6 1", "1")
    change = ("change", "2", "note x", "River Watch")
    again = ("change", "2", "note y", "River Watch")
    shown, whole = played(tmp_path, "40k-10e", *told, *attack, *reply, "others", *change, *again, mob=back)
    changes = shown.split("What changes:")
    assert (len(changes), shown.count("Dropped")) == (3, 1)
    assert "Dropped, with what came of it: Boyz: Fury Gunners: 1 Gunner stands up again" in changes[1]
    assert left(whole) == [2, 1]


@BOTH
@pytest.mark.rule("EVE-56", "EVE-34")
def test_points_that_are_read_off_while_dice_lie_are_those_left_now(tmp_path: Path, ruleset: str) -> None:
    """What this attack has spent before stays spent; the points stand in what the change came to."""
    attack = (*GUNNERS, "storm", "as usual", "as usual", "5 5 6 1 1")
    shown, whole = played(tmp_path, ruleset, *attack, "event", "cp = 3, theirs cp = 0")
    assert left(whole)[0] == 3
    assert dice(whole) == [[5, 5, 6, 1, 1]]
    assert "River Watch: 3 CP instead of 1" in shown.partition("What changes:")[2]
    assert whole["answers"][1]["answer"] == ["cp = 4", "theirs cp = 0"]


MODES = """\
  long gun:
    range: 36
    modes:
      standard: {{A: 1, BS: 4+, S: 9, AP: -2, D: 1}}
      supercharge: {{A: 1, BS: 4+, S: 10, AP: -2, D: 1, abilities: [Hazardous]}}
"""


@BOTH
def test_a_value_stands_behind_the_number_of_its_row(
    tmp_path: Path, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`2 supercharge` takes it, and dice stay when it is taken back; two numbers are no value."""
    gun = RIVER.partition("  long gun")[2].partition("units:")[0]
    monkeypatch.setitem(globals(), "RIVER", RIVER.replace(f"  long gun{gun}", MODES))
    wrong = ("wrong: 2 hypercharge", "wrong: 99 supercharge", "wrong: 2 3")
    agreed = (*wrong, "2 supercharge", "as usual", "as usual", "5 5 6 1 1", "6 6 1")
    _, whole = played(tmp_path, ruleset, *GUNNERS, *agreed, "change", AGREED, "2 standard", "as usual", "as usual")
    given = {one["key"]: one["answer"] for one in whole["answers"]}
    assert given["hit:long gun (standard)"] == {"first": [5, 5, 6, 1, 1]}
    assert given["wound:long gun (standard)"] == {"first": [6, 6, 1]}
