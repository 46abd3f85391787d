"""``shoot army`` with lists of this edition. Where the program does not know it yet, the tests tell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shoot_cli import rules
from shoot_cli.armies import find_list, scenario_from
from shoot_cli.commands.army import app
from shoot_cli.importing.list_files import attack_side, load
from tests.helpers.each import each
from tests.rules.second.helpers.reader import NAMES


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    if rules.edition("40k-2e") is None:
        own = rules.Edition("40k-2e", "2e", "Warhammer 40,000, 2nd edition", "shoot_cli.rules.second")
        monkeypatch.setattr(rules, "RULESETS", (own, *rules.RULESETS))


def run(*words: str, width: int = 80) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": str(width), "TERM": "xterm", "NO_COLOR": "1"})


def test_lists_are_found_by_their_bare_names_and_fine() -> None:
    done = run("check", *NAMES)
    assert done.exit_code == 0, done.stderr
    assert "macragge_column: fine, 10 units, 49 models" in done.stdout
    for name in NAMES:
        assert find_list(name).parent.name == "40k-2e"


@pytest.mark.slow
@each("width", [40, 80])
@each("name", NAMES)
def test_lists_fit_the_screen(name: str, width: int) -> None:
    done = run("show", name, width=width)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= width


def test_a_unit_as_json() -> None:
    found = json.loads(run("show", "macragge_column", "terminator", "--json").stdout)
    assert found["models"][0][0]["save"] == {"target": 3, "dice": 2, "area": None}
    (note,) = json.loads(run("show", "macragge_column", "--json").stdout)["notes"]
    assert note.startswith("no shot hangs on Close Combat (hand-to-hand combat), ")


def test_the_schema() -> None:
    assert json.loads(run("schema", "2e").stdout)["required"] == ["ruleset", "name", "units"]


def test_mistakes_end_with_exit_code_1(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("ruleset: 2e\nname: Wrong\nunits: [{name: U, models: [{name: M, T: 4}]}]\n", encoding="utf-8")
    done = run("check", str(path))
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{path}:3:28: the model has no BS, Ld and Sv; write BS: 4, Ld: 8, Sv: 3+")


def test_sides_of_an_attack(tmp_path: Path) -> None:
    assert attack_side("macragge_column::terminator", None, "attacker").unit.name == "Terminator Squad"
    assert attack_side("10x BS4 boltgun", "2e", "attacker").ruleset == "40k-2e"
    path = tmp_path / "mine.yaml"
    text = load(find_list("goff_mob")).text.replace("faction: Orks", "settings: {jam_turns: one}")
    path.write_text(text, encoding="utf-8")
    assert attack_side(f"{path}::goff boyz", None, "attacker").settings == (("jam_turns", "one"),)


def test_a_scenario_from_data() -> None:
    told = {
        "ruleset": "40k-2e",
        "attacker": "10x BS4 boltgun",
        "target": {"models": [{"name": "Boy", "count": 5, "T": 4, "Sv": "6+"}]},
    }
    assert scenario_from(told).target.models[0][1] == 5
