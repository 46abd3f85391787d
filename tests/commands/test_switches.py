"""What the commands say of switches: lists checked and shown, and attacks on their own that do not count them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli import api
from shoot_cli.cli.app import app
from shoot_cli.rules import edition
from tests.helpers.command_line import home as home
from tests.helpers.each import each

HEAD = """ruleset: 40k-{0}
name: {1}
weapons:
  rifle: {{range: 24, A: 2, BS: 4+, S: 4, AP: 0, D: 1}}
units:
- name: {2}
  keywords: [Infantry]
  models: [{{name: Trooper, count: 5, T: 3, Sv: 5+, W: 1, weapons: [rifle]}}]
  switches:
"""
SWITCHES = """  - {name: Old Oath, when: shoots}
  - {name: Grim Resolve, when: targeted, on: army, lasts: my next turn, effect: "incoming: -1 to wound"}
  - {name: Prey, when: after, on: enemy, lasts: phase}
  - {name: Relic, note: see the back of the card}
"""
SAID = """
  Old Oath (switch of Guard): players say what it does when it first counts; in sight as the unit shoots;
  for its own unit, this attack
  Grim Resolve (switch of Guard): to wound -1, for attacks at its unit; in sight as the unit is shot at;
  for any unit of its army that shoots or is shot at, until your next turn
  Prey (switch of Guard): players say what it does when it first counts;
  in sight as others of its army shoot, after the unit has shot; put on the enemy unit of the attack, this phase
  Relic (switch of Guard): players say what it does when it first counts;
  out of sight in each attack by the unit and at it; told by its name as well; for its own unit, this attack
"""
BOTH = pytest.mark.parametrize("of", ["10e", "11e"])


@pytest.fixture
def lists(tmp_path: Path, of: str) -> tuple[str, str]:
    """A list of the Guard, and one of the Mob with the same switches."""
    names = {"Mine": "Guard", "Theirs": "Mob"}
    for name, unit in names.items():
        (tmp_path / f"{name}.yaml").write_text(HEAD.format(of, name, unit) + SWITCHES)
    return str(tmp_path / "Mine.yaml"), str(tmp_path / "Theirs.yaml")


def said(*words: str) -> Any:
    done = CliRunner().invoke(app, [*words], env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    return done


def plain(text: str) -> str:
    return " ".join(text.split())


@BOTH
@pytest.mark.usefixtures("home")
def test_a_check_says_what_each_switch_is_for_and_when_it_is_in_sight(lists: tuple[str, str]) -> None:
    assert plain(SAID) in plain(said("army", "check", lists[0]).stdout)
    (found,) = json.loads(said("army", "check", lists[0], "--json").stdout)["files"]
    assert [(one["name"], one["when"], one["on"], one["units"]) for one in found["switches"]] == [
        ("Old Oath", "shoots", "own", ["Guard"]), ("Grim Resolve", "targeted", "army", ["Guard"]),
        ("Prey", "after", "enemy", ["Guard"]), ("Relic", "told", "own", ["Guard"]),
    ]  # fmt: skip
    assert "Switches: Old Oath, Grim Resolve, Prey, Relic" in said("army", "show", lists[0], "Guard").stdout


@BOTH
@pytest.mark.usefixtures("home")
def test_an_attack_on_its_own_names_those_of_its_moment_that_it_does_not_count(lists: tuple[str, str]) -> None:
    mine, theirs = f"{lists[0]}::Guard", f"{lists[1]}::Mob"
    left = ["Guard: Old Oath", "Guard: Relic", "Mob: Grim Resolve", "Mob: Relic"]
    assert api.odds(mine, theirs, distance=12).not_counted == tuple(left)
    line = f"Not counted: {'; '.join(left)}."
    for words in (("odds",), ("resolve", "--seed", "1"), ("resolve", "--seed", "1", "--times", "3")):
        assert line in plain(said(*words, mine, theirs, "--distance", "12").stdout), words
        assert json.loads(said(*words, mine, theirs, "--distance", "12", "--json").stdout)["not_counted"] == left
    assert json.loads(said("odds", mine, mine, theirs, "--distance", "12", "--json").stdout)["not_counted"] == left


@BOTH
@pytest.mark.usefixtures("home")
def test_one_that_is_told_with_its_name_is_counted(lists: tuple[str, str]) -> None:
    mine, theirs = f"{lists[0]}::Guard", f"{lists[1]}::Mob"
    told = api.odds(mine, theirs, distance=12, effects=["+1 to hit as Old Oath"])
    plain_one = api.odds(mine, theirs, distance=12)
    assert "Guard: Old Oath" not in told.not_counted
    assert told.expected["hits"] > plain_one.expected["hits"]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("of", ["10e"])
def test_switches_change_no_number(lists: tuple[str, str], tmp_path: Path) -> None:
    bare = tmp_path / "bare.yaml"
    bare.write_text(HEAD.format("10e", "Bare", "Guard").removesuffix("  switches:\n"))
    mine, theirs = f"{lists[0]}::Guard", f"{lists[1]}::Mob"
    one, other = api.odds(mine, theirs, distance=12), api.odds(f"{bare}::Guard", theirs, distance=12)
    assert (one.slain, one.expected) == (other.slain, other.expected)
    assert api.odds(f"{bare}::Guard", f"{bare}::Guard", distance=12).not_counted == ()


@each(
    "line, why",
    [
        (
            "{name: Old Oath, when: always}",
            "“always” is no moment of a switch; known are after, shoots, targeted, told",
        ),
        ("{name: Old Oath, when: turn}", "“turn” is no moment of a switch"),
        ("{name: Old Oath, on: friends}", "“friends” is no side of a switch; known are army, enemy, own"),
        ("{name: 'Old: Oath'}", "“Old: Oath” cannot be said as a name; write letters, without a colon"),
        (
            "{name: Old Oath, lasts: long}",
            "“long” is no span; known are attack, battle, my next turn, phase, round, turn",
        ),
        ("{name: Old Oath, effect: glory}", "“glory” is no ability that is known"),
        ("{name: Old Oath, effect: +1 to hit this phase}", "how long it lasts is a key of its own; write lasts: phase"),
        ("{name: Old Oath, effect: 'friendly within 6: +1 to hit'}", "tell it of the units that have it"),
        ("{name: Old Oath}\n  - {name: old  OATH}", "“old OATH” is the same name as “Old Oath”; keep one"),
        ("{when: shoots}", "“name” is missing; write name: Grim Resolve"),
        ("{name: Old Oath, cost: 1}", "“cost”"),
    ],
)
def test_a_wrong_switch_is_refused_where_it_stands(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(HEAD.format("10e", "Wrong", "Guard") + f"  - {line}\n")
    done = CliRunner().invoke(app, ["army", "check", str(path)], env={"COLUMNS": "300"})
    assert done.exit_code == 1
    assert why in done.output
    assert ":10:" in done.output or ":11:" in done.output


@BOTH
def test_editors_know_the_keys(of: str) -> None:
    found = edition(of)
    assert found is not None
    page = found.lists().json_schema()["$defs"]["SwitchPage"]["properties"]
    assert [*page] == ["name", "when", "on", "lasts", "effect", "note"]
    assert page["when"]["enum"] == ["shoots", "targeted", "after", "told"]
    assert "+1 to hit" in page["effect"]["anyOf"][0]["examples"]
