"""``shoot army check|show|schema`` as people and scripts use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shoot_cli.commands.army import app
from tests.helpers.samples import first

WRONG = "ruleset: 7e\nname: Wrong\nunit: []\n"


def run(*words: str, width: int = 80) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": str(width), "TERM": "xterm", "NO_COLOR": "1"})


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    return path


def test_a_fine_list_is_said_to_be_fine() -> None:
    done = run("check", "orks")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "orks: fine, 17 units, 193 models",
        "  one unit: 'Ard Boyz + Warboss, Infantry, 16 models",
    ]
    assert done.stderr == ""


UNDERSTOOD = """
ruleset: 10e
name: Mine
weapons: {rifle: {range: 24, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Assault]}}
units:
  - name: Guards
    keywords: [Infantry]
    abilities: [+1 to hit against MONSTER if Waaagh!]
    models: [{name: Guard, count: 5, T: 4, Sv: 3+, W: 1, weapons: [rifle]}]
  - name: Captain
    leader: Guards
    keywords: [Infantry, Character]
    abilities: [led: incoming: -1 to hit]
    models: [{name: Captain, T: 4, Sv: 3+, W: 5, weapons: [rifle]}]
  - name: Other Captain
    keywords: [Infantry, Character]
    abilities: [led: incoming: -1 to hit]
    models: [{name: Captain, T: 4, Sv: 3+, W: 5, weapons: [rifle]}]
"""


def test_the_check_says_what_each_ability_will_do(tmp_path: Path) -> None:
    """So that who brings a list sees what was understood; where the same words do not do the same, of which unit."""
    (tmp_path / "mine.yaml").write_text(UNDERSTOOD)
    wide, narrow = (run("check", str(tmp_path / "mine.yaml"), width=width).stdout.splitlines() for width in (80, 40))
    assert [line.strip() for line in wide[1:]] == [
        "1 ability does what its name says",
        "“+1 to hit against MONSTER if Waaagh!”: to hit +1 against MONSTER and if",
        "Waaagh!; asked: “if Waaagh!”, default no",
        "“Led: incoming: -1 to hit”: to hit -1, for attacks at every model of the unit",
        "it leads, and itself, while a model that it leads is alive; asked: no",
        "(Guards with Captain)",
        "“Led: incoming: -1 to hit”: to hit -1, for nobody, as long as it leads no",
        "unit; asked: no (Other Captain)",
    ]
    assert all(len(line) <= 40 for line in narrow[1:])
    assert " ".join(" ".join(narrow[1:]).split()) == " ".join(" ".join(wide[1:]).split())
    (found,) = json.loads(run("check", str(tmp_path / "mine.yaml"), "--json").stdout)["files"]
    assert next(one for one in found["abilities"] if one["does"]) == {
        "text": "+1 to hit against MONSTER if Waaagh!",
        "does": "to hit +1 against MONSTER and if Waaagh!",
        "asked": ["“if Waaagh!”, default no"],
        "units": ["Guards with Captain"],
    }
    shown = run("show", str(tmp_path / "mine.yaml"), "Other", width=200).stdout
    assert "“Led: incoming: -1 to hit”: to hit -1, for nobody, as long as it leads no unit; asked: no" in shown


def test_mistakes_go_to_standard_error_with_exit_code_1(wrong: Path) -> None:
    done = run("check", str(wrong), "orks", "nowhere.yaml")
    assert done.exit_code == 1
    assert done.stdout.startswith("orks: fine")
    *of_file, of_none = done.stderr.splitlines()
    assert of_file == [
        f"{wrong}:1:1: “units” is missing; write units: and each unit below with “- name: …”",
        f"{wrong}:3:1: “unit” is not known here; did you mean units?",
    ]
    assert of_none.startswith("there is no file and no shipped list “nowhere.yaml”; known are adeptus-astartes, ")


def test_a_list_without_units_says_how_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("name: Mine\nruleset: 40k-7e\nunits: []\n")
    done = run("check", str(tmp_path / "mine.yaml"))
    assert done.exit_code == 1
    assert "there is no unit in it; write each with “- name: …”" in done.stderr


def test_check_as_json(wrong: Path) -> None:
    done = run("check", str(wrong), "orks", "--json")
    assert done.exit_code == 1
    first, second = json.loads(done.stdout)["files"]
    assert (first["fine"], first["problems"][1]["line"], first["problems"][1]["column"]) == (False, 3, 1)
    assert (second["fine"], second["units"], second["models"], second["ruleset"]) == (True, 17, 193, "40k-7e")
    assert json.loads(done.stderr)["problems"] == first["problems"]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("name", first(2, ["ultramarines", "orks", "astra_militarum", "tau", "eldar"]))
def test_lists_fit_the_screen(name: str, plain: bool, width: int) -> None:
    done = run("show", name, *(["--plain"] if plain else []), width=width)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= width
    if plain:
        assert done.stdout.isascii()


def test_one_unit_is_shown() -> None:
    done = run("show", "ultramarines", "termin")
    assert done.exit_code == 0
    assert done.stdout.startswith("Terminator Squad\nInfantry, 10 models\n")
    assert "Blast" in done.stdout
    assert "Scout" not in done.stdout


def test_a_unit_that_is_not_there() -> None:
    done = run("show", "orks", "Tactical")
    assert done.exit_code == 1
    assert done.stderr.startswith("Waaagh! Grimgutz has no unit “Tactical”")


def test_show_as_json() -> None:
    unit = json.loads(run("show", "ultramarines", "Rhino", "--json").stdout)
    assert unit["name"] == "Rhino"
    assert unit["models"][0][0]["weapons"][1]["range"] == "unlimited"
    whole = json.loads(run("show", "orks", "--json").stdout)
    assert len(whole["units"]) == 17
    assert whole["notes"] == []
    failed = run("show", "orks", "Tactical", "--json")
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert "has no unit" in json.loads(failed.stderr)["error"]


@pytest.mark.parametrize("width", [40, 80])
def test_names_are_text_and_nothing_else(tmp_path: Path, width: int) -> None:
    path = tmp_path / "list.yaml"
    model = r'{name: "[red]B[/red]\e[31m", BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: ["[b]gun[/b]"]}'
    weapons = 'weapons: {"[b]gun[/b]": {range: 12, S: 4, AP: 6, type: Pistol}}'
    path.write_text(
        f"ruleset: 7e\nname: \"[bold]x[/]\\a\"\n{weapons}\nunits: [{{name: ':smile:[/]', models: [{model}]}}]\n",
        encoding="utf-8",
    )
    done = run("show", str(path), width=width)
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
    for text in ("[bold]x[/]\\x07", ":smile:[/]", "[red]B[/red]\\x1b[31m", "[b]gun[/b]"):
        assert text in done.stdout


def test_the_schema_is_json() -> None:
    done = run("schema", "7e")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["$schema"].startswith("https://json-schema.org/")
    assert json.loads(run("schema", "40k-7e").stdout) == json.loads(done.stdout)
    assert run("schema", "9e").exit_code == 2


def test_a_folder_is_told_as_one(tmp_path: Path) -> None:
    done = run("check", str(tmp_path))
    assert done.exit_code == 1
    assert "is a folder" in done.stderr
