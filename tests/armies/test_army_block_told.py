"""What `shoot army check`, `show` and `schema` say of the `army:` block of a list, and what changed in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli.armies import detachments_told, load_text
from shoot_cli.commands.army import app
from shoot_cli.play.battle_text import facts_of, header_of
from shoot_cli.rules import edition
from shoot_cli.storage.store import Store
from tests.helpers.command_line import home as home
from tests.helpers.each import each
from tests.importing.test_changed import LIST, changes_since, taken, yaml_of

HEAD = """ruleset: 40k-10e
name: Test Column
weapons:
  rifle: {range: 24, A: 2, BS: 4+, S: 4, AP: 0, D: 1}
  flamer: {range: 12, A: D6, BS: N/A, S: 4, AP: 0, D: 1, abilities: [Torrent]}
units:
- {name: Guard, keywords: [Infantry], models: [{name: Guard, count: 5, T: 3, Sv: 5+, W: 1, weapons: [rifle]}]}
- {name: Tank, keywords: [Vehicle], models: [{name: Tank, T: 9, Sv: 3+, W: 10, weapons: [rifle, flamer]}]}
army:
"""
BLOCK = """  detachment: Iron Column
  command_points: yes
  rules:
  - {name: Heavy Treads, for: VEHICLE, effect: +1 to hit against INFANTRY}
  - {name: Old Grudge, when: turn, on: enemy, effect: re-roll hit rolls}
  - {name: Doctrine, when: turn, effect: "one of: Shoots after Advancing, Shoots after Falling Back", once: battle}
  - {name: Steady Aim, when: told, for: INFANTRY, lasts: my next turn, effect: improve BS by 1}
  - {name: Old Song}
  stratagems:
  - {name: Storm of Shells, cost: 1, for: INFANTRY or MOUNTED, effect: Sustained Hits 1}
  - {name: Burn, effect: Devastating Wounds with Torrent}
  - {name: Contempt, when: targeted, for: not VEHICLE, effect: "incoming: worsen AP by 1"}
  - {name: Answering Fire, cost: 2, when: after, effect: Shoots back, once: turn}
  - {name: Smoke Out, on: enemy, lasts: battle, effect: [no cover, +1 to hit], once: no}
  - {name: Ruse, when: told}
"""
TOLD = """
  army: detachment Iron Column, command points from 0
  Heavy Treads (rule): to hit +1 against INFANTRY; for VEHICLE (1 unit); always in force, and never offered
  Old Grudge (rule): attacks at one enemy unit, hit rolls are rolled again, until your next turn; for any unit;
  asked once as each of your turns begins
  Doctrine (rule): one of these: shoots after Advancing; shoots after Falling Back, until your next turn; for any unit;
  asked once as each of your turns begins, each once a battle; asked: which one
  Steady Aim (rule): BS better by 1, until your next turn; for INFANTRY (1 unit); never offered; told by its name
  Old Song (rule): a reminder: its effect is not said here; for any unit; yours to play
  Storm of Shells (stratagem, 1 CP): Sustained Hits 1, this phase; for INFANTRY or MOUNTED (1 unit);
  offered when one of them shoots, once a phase
  Burn (stratagem, 1 CP): Devastating Wounds with Torrent, this phase; for any unit;
  offered when one of them shoots, once a phase
  Contempt (stratagem, 1 CP): AP worse by 1, for attacks at it, this phase; for not VEHICLE (1 unit);
  offered when one of them is shot at, once a phase
  Answering Fire (stratagem, 2 CP): shoots back, this phase; for any unit; offered when one of them was shot at,
  once a turn; asked: whether it does, default no
  Smoke Out (stratagem, 1 CP): on one enemy unit, no cover; attacks at one enemy unit, to hit +1; for any unit;
  offered when one of them shoots
  Ruse (stratagem, 1 CP): a reminder: the words of its effect are asked at its first use, this phase; for any unit;
  never offered; told by its name, once a phase
"""


@pytest.fixture
def column(tmp_path: Path) -> Path:
    path = tmp_path / "column.yaml"
    path.write_text(HEAD + BLOCK, encoding="utf-8")
    return path


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1"})
    assert done.exit_code == 0, done.stderr
    return done.stdout


def one_line(text: str) -> str:
    return " ".join(text.split())


def notes_of(block: str) -> tuple[str, ...]:
    army = load_text(HEAD + block, "list.yaml")
    found: tuple[str, ...] = edition("10e").unit_text().notes(army)  # type: ignore[union-attr]
    return found


@pytest.mark.rule("EVE-40")
def test_the_check_says_what_each_entry_does_for_whom_when_at_what_cost_and_how_often(column: Path) -> None:
    said = run("check", str(column))
    assert one_line(said.partition("asked: no")[2]) == one_line(TOLD)
    assert max(map(len, said.splitlines()[1:])) <= 80


@pytest.mark.rule("EVE-40", "EVE-41")
def test_show_has_the_block_and_says_which_rules_of_the_army_a_unit_has(column: Path) -> None:
    said = run("show", str(column), "--plain")
    assert one_line(TOLD) in one_line(said)
    assert said.count("Rules of the army: Heavy Treads") == 1
    assert "Abilities: +1 to hit against INFANTRY as Heavy Treads" in said
    assert "Rules of the army: Heavy Treads" in run("show", str(column), "Tank")
    assert "Iron Column" not in run("show", str(column), "Guard")


@pytest.mark.rule("EVE-45")
@each(
    "entry, said",
    [
        ("effect: +1 to hit", "in force by itself as each of your turns begins"),
        ("effect: +1 to hit, cost: 1", "asked once as each of your turns begins"),
        ("effect: +1 to hit, once: battle", "asked once as each of your turns begins, once a battle"),
        ("effect: 'one of: +1 to hit, Stealth'", "asked once as each of your turns begins"),
        ("effect: +1 to hit, on: enemy", "asked once as each of your turns begins"),
        ("once: turn", "asked once as each of your turns begins, once a turn"),
    ],
)
def test_what_leaves_nothing_to_choose_is_not_asked(entry: str, said: str) -> None:
    army = load_text(f"{HEAD}  rules:\n  - {{name: A, when: turn, {entry}}}\n", "list.yaml")
    (told,) = edition("10e").unit_text().entries(army)  # type: ignore[union-attr]
    assert told.offered == said


def test_programs_get_the_same(column: Path) -> None:
    (found,) = json.loads(run("check", str(column), "--json"))["files"]
    army = found["army"]
    assert (army["detachments"], army["command_points"]) == (["Iron Column"], 0)
    storm = army["entries"][5]
    assert (storm["name"], storm["cost"], storm["units"]) == ("Storm of Shells", 1, ["Guard"])
    assert json.loads(run("show", str(column), "--json"))["block"]["stratagems"][0]["effects"] == ["Sustained Hits 1"]


@pytest.mark.rule("EVE-47")
def test_a_list_without_the_block_has_no_line_more(column: Path) -> None:
    column.write_text(HEAD.removesuffix("army:\n"), encoding="utf-8")
    assert run("check", str(column)).splitlines()[1:] == ["  1 ability does what its name says"]
    assert "army" not in run("show", str(column))


@pytest.mark.rule("EVE-62")
def test_a_detachment_without_stratagems_is_told_once_that_no_import_has_any() -> None:
    (note,) = notes_of("  detachment: Iron Column\n")
    assert note.startswith("Iron Column: stratagems are in no import; write those that you use under army: stratagems:")
    assert notes_of("  detachment: Iron Column\n  stratagems:\n  - {name: A, effect: Lethal Hits}\n") == ()
    assert notes_of("  rules:\n  - {name: A}\n") == ()


SLIPS = [  # an entry under stratagems or rules; words of the note, "" for none
    ("name: A, for: MONSTER, effect: Lethal Hits", "A: no unit of the army is MONSTER; known are"),
    ("name: A, for: INFANTRI, effect: Lethal Hits", "did you mean INFANTRY?"),
    ("name: A, effect: Lethal Hits with mortar", "A: “Lethal Hits with mortar” names weapons that no unit of these has"),
    ("name: A, effect: Lethal Hits with rifle", ""),
    ("name: A, for: INFANTRY, effect: Lethal Hits with flamer", "names weapons that no unit of these has"),
    ("name: A, on: enemy, effect: Lethal Hits with rifle", ""),
    ("name: A, effect: Shoots back", "is for a unit that was shot at; write when: after"),
    ("name: A, when: targeted, effect: Shoots back", "write when: after"),
    ("name: A, when: after, effect: Shoots back", ""),
    ("name: A, effect: Shoots again", ""),
    ("name: A, effect: Shoots after Falling Back", "comes too late; write when: told"),
    ("name: A, effect: '+6\" range'", "comes too late; write when: told"),
    ("name: A, when: told, effect: Shoots after Falling Back", ""),
    ("name: A, when: targeted, effect: Lone Operative", "comes too late"),
    ("name: A, when: targeted, effect: +1 to hit", "works for its own shots, and is used when it is shot at"),
    ("name: A, when: targeted, lasts: my next turn, effect: +1 to hit", ""),
    ("name: A, when: targeted, effect: Feel No Pain 5+", ""),
    ("name: A, effect: 'incoming: -1 to hit'", "works when it is shot at, and is over by then"),
    ("name: A, effect: Stealth", "works when it is shot at, and is over by then"),
    ("name: A, lasts: my next turn, effect: 'incoming: -1 to hit'", ""),
    ("name: A, effect: Feel No Pain 5+", ""),  # it works against what its own weapons do
    ("name: A, on: enemy, effect: no cover", ""),
    ("name: A, on: enemy, for: INFANTRY, effect: no cover", ""),
    ("name: A, on: enemy, effect: -1 to hit", "theirs UNIT: -1 to hit until my next turn"),
    ("name: A, on: enemy, effect: worsen AP by 1", "makes your own attacks at that enemy unit worse"),
    ("name: A, on: enemy, effect: Stealth", "makes your own attacks at that enemy unit worse"),
    ("name: A, on: enemy, effect: -1 toughness", ""),
    ("name: A, on: enemy, effect: +1 to hit", ""),
    ("name: A, on: enemy, when: told, for: INFANTRY, effect: +1 to hit", ""),
    ("name: A, on: enemy, when: told, for: INFANTRY, effect: no cover", "not only INFANTRY; leave for: out"),
]  # fmt: skip


@pytest.mark.rule("EVE-40", "EVE-28", "EVE-43")
@each("entry, words", SLIPS)
def test_what_may_be_a_slip_is_told(entry: str, words: str) -> None:
    found = notes_of(f"  stratagems:\n  - {{{entry}}}\n")
    assert (words in found[0] and len(found) == 1) if words else found == ()


@pytest.mark.parametrize("ruleset", ["10e", "11e"])
def test_editors_complete_the_block(ruleset: str) -> None:
    schema = edition(ruleset).lists().json_schema()  # type: ignore[union-attr]
    assert schema["properties"]["army"]["$ref"] == "#/$defs/ArmyPage"
    pages = {name: schema["$defs"][name]["properties"] for name in ("ArmyPage", "RulePage", "StratagemPage")}
    assert [*pages["ArmyPage"]] == ["detachment", "command_points", "rules", "stratagems"]
    assert pages["RulePage"]["when"]["enum"] == ["always", "turn", "told"]
    assert pages["StratagemPage"]["when"]["enum"] == ["shoots", "targeted", "after", "told"]
    for page in pages.values():
        for key, said in page.items():
            assert said.get("description") or "$ref" in said["items"], key
    of_rules, of_stratagems = (pages[name]["effect"]["anyOf"][0]["examples"] for name in ("RulePage", "StratagemPage"))
    assert "led: re-roll hit rolls of 1" in of_rules
    assert "led: re-roll hit rolls of 1" not in of_stratagems
    assert {"Lethal Hits", "incoming: -1 to hit"} <= {*of_stratagems} < {*of_rules}


@pytest.mark.rule("EVE-40", "EVE-47")
@pytest.mark.parametrize(
    ("blocks", "told", "at_play"),
    [
        (("detachment: A", "detachment: [B, C]"), "A against B, C", "A (Test Column) · B, C (Test Column)"),
        (("command_points: yes", "detachment: B"), "none against B", "B (Test Column)"),
        (("command_points: yes", "command_points: no"), "", ""),
    ],
)
def test_the_head_of_play_and_the_export_have_the_detachments(
    home: Path, blocks: tuple[str, str], told: str, at_play: str
) -> None:
    assert not [*home.glob("*.db")]
    texts = [f"{HEAD}  {block}\n" for block in blocks]
    assert detachments_told(load_text(text, "list.yaml") for text in texts) == at_play
    mine, theirs = (json.dumps({"name": "", "path": "", "text": text}) for text in texts)
    with Store.open() as store:
        facts = ("40k-10e", "1", 7, (mine, theirs), {}, "app")
        with store.create("Evening", *facts) as battle:
            assert dict(header_of(battle)).get("Detachments", "") == told
            assert facts_of(battle).get("detachments", ["", ""]) == [
                "" if one == "none" else one for one in (told or "none against none").split(" against ")
            ]


OLD: dict[str, Any] = {
    "detachment": "Iron Column",
    "rules": [{"name": "Old Song"}],
    "stratagems": [{"name": "Ruse", "effect": "Lethal Hits"}, {"name": "Burn"}],
}


@each(
    "change, words",
    [
        ({}, ()),
        ({"detachment": ["Iron Column", "Reserve"]}, ("detachment Iron Column → Iron Column, Reserve",)),
        ({"command_points": True}, ("command points none → yes",)),
        ({"rules": []}, ("Old Song: gone",)),
        ({"rules": [{"name": "Old Song"}, {"name": "New Song"}]}, ("New Song: new",)),
        ({"stratagems": [{"name": "Ruse", "effect": "Stealth"}, {"name": "Burn"}]}, ("Ruse: changed",)),
    ],
)
def test_what_changed_in_the_block_is_said_when_a_file_is_imported_again(
    change: dict[str, Any], words: tuple[str, ...]
) -> None:
    assert changes_since(yaml_of(taken({**LIST, "army": OLD})), taken({**LIST, "army": OLD | change})) == words
