"""Leaders of rosters in one attack and in comparisons: attached by `--attach`, or told to stand alone (IMP-50)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shoot_cli import api
from tests.helpers.command_line import home, shoot  # noqa: F401  fixtures
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.importing import sample_rosters, test_eleventh_rosters, test_seventh_rosters
from tests.importing.written_rosters import (
    ELEVENTH,
    ELEVENTH_NAME,
    as_json,
    old_roster,
    old_statline,
    roster,
    rule,
    unit,
)

MINE, THEIRS, HULK = "river-watch.json", "ash-raiders.json", "ash-raiders.json::Ash Hulk"
CAPTAIN = f"{MINE}::River Captain"
ALONE = {"River Captain": ["River Guard 1", "River Guard 2"]}
LINE = 'though it may join a unit: River Captain. To join it: --attach "River Captain=River Guard 1"'
LED = "River Guard with River Captain"
COMMANDS = [
    ("odds", CAPTAIN, HULK),
    ("odds", CAPTAIN, f"{MINE}::River Guard 2", HULK),
    ("odds", CAPTAIN, HULK, "--what-if"),
    ("need", HULK, MINE, "--chance", "1%"),
    ("compare", MINE, "--against", THEIRS, "--no-facts"),
    ("compare", CAPTAIN, "--against", "grid"),
    ("matchup", THEIRS, MINE),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    sample_rosters.written(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document(done: Any) -> dict[str, Any]:
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.mark.slow
@pytest.mark.rule("IMP-50")
@pytest.mark.parametrize("words", first(3, [pytest.param(one, id=" ".join(one[:1] + one[3:])) for one in COMMANDS]))
def test_who_stands_alone_is_told_until_he_is_attached(shoot, folder, words) -> None:  # noqa: F811
    assert document(shoot(*words, "--json"))["stand_alone"] == ALONE
    assert LINE in " ".join(shoot(*words, "--plain").out.split())
    for name in ("sheet.html", "sheet.svg", "sheet.md"):
        assert shoot(*words, "-o", name).code == 0
        text = " ".join((folder / name).read_text(encoding="utf-8").split())
        assert "though it may join a unit: River Captain." in text.replace("&#160;", " ")
    led = shoot(*words, "--attach", "river captain = River Guard 1", "--json")
    assert "stand_alone" not in document(led)
    assert LED in led.out


@pytest.mark.rule("IMP-50")
def test_a_list_that_an_import_wrote_tells_it_too(shoot, folder) -> None:  # noqa: F811
    for name in (MINE, THEIRS):
        assert shoot("army", "import", name, "-o", name.replace(".json", ".yaml")).code == 0
    for words in (COMMANDS[0], COMMANDS[3], COMMANDS[4], COMMANDS[6]):
        words = [word.replace(".json", ".yaml") for word in words]
        assert document(shoot(*words, "--json"))["stand_alone"] == ALONE
        led = shoot(*words, "--attach", "River Captain=River Guard 1", "--json")
        assert "stand_alone" not in document(led)
        assert LED in led.out
    army = api.load(folder / "river-watch.yaml")
    assert api.odds(army.unit("River Captain"), army.unit("River Engine")).stand_alone == {
        "River Captain": ("River Guard 1", "River Guard 2")
    }


@pytest.mark.rule("IMP-50")
@pytest.mark.parametrize("words", [("resolve", CAPTAIN, HULK, "--seed", "1"), ("matrix", MINE, "--against", THEIRS)])
def test_so_do_commands_without_a_sheet(shoot, words) -> None:  # noqa: F811
    alone = shoot(*words)
    assert LINE in " ".join((alone.out + alone.err).split())
    led = shoot(*words, "--attach", "River Captain=River Guard 1")
    assert "may join a unit" not in led.out + led.err
    assert LED in led.out


@pytest.mark.rule("IMP-50")
def test_several_who_stand_alone_are_one_line(shoot, folder) -> None:  # noqa: F811
    """Two lists of one name are two lists; a leader is attached in that which has him and his unit."""
    captains = [sample_rosters.river_captain() for _ in range(2)]
    twin = roster(sample_rosters.river_guard(), *captains, name="Ash Raid", faction="Test - River Watch")
    (folder / "twin.json").write_bytes(as_json(twin))
    found = document(shoot("matchup", "twin.json", THEIRS, "--json"))
    assert found["stand_alone"] == {"River Captain 1": ["River Guard"], "River Captain 2": ["River Guard"]}
    words = " ".join(shoot("matchup", THEIRS, "twin.json", "--plain").out.split())
    assert (
        'Stand alone, though they may join a unit: River Captain 1, River Captain 2. To join them: --attach "' in words
    )
    led = document(shoot("matchup", "twin.json", THEIRS, "--attach", "River Captain 2=River Guard", "--json"))
    assert [row["attacker"] for row in led["ours"]["rows"]] == ["River Guard with River Captain 2", "River Captain"]
    assert [*led["stand_alone"]] == ["River Captain 1"]
    both = ("--attach", "River Captain 2=River Guard", "--attach", "River Captain 1=River Guard")
    assert "stand_alone" not in document(shoot("matchup", THEIRS, "twin.json", *both, "--json"))


@pytest.mark.rule("IMP-50")
def test_other_editions_attach_in_their_own_way(shoot, folder) -> None:  # noqa: F811
    new = test_eleventh_rosters
    squad, hero = new.squad(), new.hero("Healer", "Support")
    (folder / "new.json").write_bytes(as_json(roster(hero, squad, system=ELEVENTH, game=ELEVENTH_NAME)))
    old_hero = unit("Hero", old_statline("Hero", kind="Infantry (Character)"), rule("Independent Character"))
    (folder / "old.json").write_bytes(as_json(old_roster(old_hero, test_seventh_rosters.squad())))
    for name, leader, gun in (("new.json", "Healer", "vanguard::Intercessor"), ("old.json", "Hero", "orks::Slugga")):
        words = ("compare", gun, "--against", name, "--no-facts", "--json")
        assert document(shoot(*words))["stand_alone"] == {leader: ["Line Squad"]}
        found = document(shoot(*words, "--attach", f"{leader}=Line Squad"))
        assert "stand_alone" not in found
        (target,) = found["targets"]
        assert leader in target
        assert "Line Squad" in target


@pytest.mark.rule("IMP-50")
@each(
    ("words", "attach", "wrong"),
    [
        (("matchup", MINE, THEIRS), "Captain", "--attach Captain: write LEADER=UNIT, as in"),
        (("matchup", MINE, THEIRS), "=River Guard", "write LEADER=UNIT"),
        (("matchup", MINE, THEIRS), "River Captin=River Guard 1",
         "no unit River Captin in River Watch at the Ford or Ash Raid; did you mean River Captain"),
        (("need", HULK, MINE), "River Captain=River Gard 1",
         "no unit River Gard 1 in River Watch at the Ford; did you mean River Guard"),
        (("matchup", MINE, THEIRS), "River Captain=Ash Hulk", "River Captain is in River Watch at the Ford, and Ash Hulk is not"),
        (("odds", CAPTAIN, HULK), "River Captain=River Guard", "2 units are called “River Guard”"),
        (("compare", "orks::Slugga", "--against", "orks::Trukk"), "Warboss=Slugga Boyz", "is a list in our own form; write there whom it leads (joined_to:"),
        (("matchup", "blue_column", "red_host"), "A=B", "in Reikhammer no unit joins another"),
        (("odds", "5x BS4 boltgun", "5x T4 Sv3+", "-r", "7e"), "A=B", "no list is named here"),
        (("odds", "attack.yaml"), "A=B", "--attach and --as are for units; a scenario says"),
    ],
)  # fmt: skip
def test_who_cannot_be_attached_is_a_sentence(shoot, words, attach, wrong) -> None:  # noqa: F811
    said = shoot(*words, "--attach", attach)
    assert said.code in (1, 2)
    assert wrong in " ".join(said.err.split())
    assert "Traceback" not in said.err
