"""``shoot army new``, and pasted lists, with a package of datasheets that is there, or is not (IMP-65)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies import load_text
from shoot_cli.engine.extras import how_to_install
from shoot_cli.importing import published
from tests.importing.toy_package import installed

CREDIT = (
    "# Values: wh40kdc 9.9, data of Alpaca Software, https://github.com/wn-mitch/40kdc-data, under CC BY 4.0, "
    "https://creativecommons.org/licenses/by/4.0/; put into the form of such lists, melee left out\n"
)
PASTED = """Lamp patrol (180 points)

Lanterns
Incursion (1000 points)
Night Watch

CHARACTERS

Lamp Master (60 points)
  • 1x Hand lamp

OTHER DATASHEETS

Lamp Guard (120 points)
  • 1x Lamp Sergeant
    • 1x Hand lamp
      1x Lamp rifle
  • 4x Lamp Guard
    • 4x Hand lamp
      4x Lamp rifle

Exported with App Version: v2.1.0 (1), Data Version: v700
"""
Shoot = Callable[..., Any]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path / "packages", monkeypatch)


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "find_spec", lambda name: None)


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_a_list_of_units_by_name_is_written_with_credit_and_link(shoot: Shoot, tmp_path: Path) -> None:
    out = tmp_path / "lamps.yaml"
    done = shoot(
        "army", "new", "11e", "Lamp Guard*6", "Lamp Master", "--attach", "Lamp Master=Lamp Guard", "-o", str(out)
    )
    assert (done.code, done.out) == (0, "")
    text = out.read_text(encoding="utf-8")
    first, second, *_ = text.splitlines(keepends=True)
    assert first.startswith("# made by `shoot army new 11e 'Lamp Guard*6' 'Lamp Master'` (11th edition) on 2")
    assert second == CREDIT
    assert "the data names and does not describe: lost-lamp" in text
    assert "Hand lamp (Lamp Guard): {" in text or "Hand lamp (Lamp Master): {" in text
    army = load_text(text, "lamps")
    assert [unit.name for unit in army.units] == ["Lamp Guard with Lamp Master"]
    assert "army new  wh40kdc 9.9, 11th edition, Lanterns: 2 units, 7 models, 200 points" in done.err
    assert "Written: " in done.err
    again = shoot("army", "new", "11e", "Lamp Guard", "-o", str(out))
    assert "is there already; --force overwrites it" in again.refused()
    assert shoot("army", "new", "11e", "Lamp Guard", "-o", str(out), "--force").code == 0
    assert shoot("army", "check", str(out)).code == 0


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_standard_output_is_the_list_alone_and_json_has_the_report(shoot: Shoot) -> None:
    done = shoot("army", "new", "11e", "Lamp Guard", "--with", "Lamp Guard=arc lamp", "--name", "Mine", "--abilities")
    army = load_text(done.out, "it")
    assert (army.name, sum(count for _, count in army.units[0].models)) == ("Mine", 5)
    assert "+1 to hit against MONSTER or VEHICLE" in done.out
    found = json.loads(shoot("army", "new", "40k-11e", "Torch Archer*12", "--json").out)
    assert found["report"]["credits"] == [CREDIT[2:-1]]
    assert found["units"][0]["models"][0]["count"] == 12


@pytest.mark.rule("IMP-65")
def test_without_the_package_it_says_what_to_install(shoot: Shoot, gone: None) -> None:
    said = shoot("army", "new", "11e", "Lamp Guard").refused()
    assert said == (
        "datasheets of Warhammer 40,000, 11th edition are not installed; this does it: "
        f"{how_to_install('datasheets')}\n"
    )
    assert "pip install" in json.loads(shoot("army", "new", "11e", "Lamp Guard", "--json").err)["error"]


@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_of_other_editions_there_is_no_source(shoot: Shoot) -> None:
    for short, name in (("10e", "40k-10e"), ("7e", "40k-7e"), ("2e", "40k-2e"), ("rh", "reikhammer")):
        said = shoot("army", "new", short, "Lamp Guard").refused()
        assert said.startswith("there is no source of datasheets of ")
        assert f"(there is one for 11e); a shipped list is a beginning: copy one of armies/{name}" in said
    assert "There is no ruleset “12e”; did you mean" in shoot("army", "new", "12e", "Lamp Guard").refused(2)
    for option, form in (("--with", "UNIT=WEAPON"), ("--attach", "LEADER=UNIT")):
        assert f"{option} lamp: write {form}" in shoot("army", "new", "11e", "Lamp Guard", option, "lamp").refused(2)


@pytest.mark.rule("IMP-62")
@pytest.mark.usefixtures("there")
def test_what_cannot_be_is_an_error_without_a_list(shoot: Shoot, tmp_path: Path) -> None:
    out = tmp_path / "none.yaml"
    for words, told in (
        (["Lamp Gard"], "did you mean Lamp Guard"),
        (["Lamp Cart"], "say which with --faction"),
        (["Lamp Guard*50"], "has 5 to 10 models, not 50"),
        (["Lamp Guard*"], "Lamp Guard*: a name, * and a number of models, as in Lamp Guard*5, or Lamp Guard alone"),
        (["Lamp Guard *  "], "a name, * and a number of models, as in Lamp Guard*5"),
        (["Lamp Guard×"], "a name, * and a number of models"),
        (["*6"], "*6: a name, * and a number of models, as in Boyz*5"),
        (["*"], "a name, * and a number of models"),
        (["Lamp Guard**6"], "a name, * and a number of models"),
        (["Lamp Guard*6*6"], "a name, * and a number of models"),
        (["Lamp Guard*six"], "a name, * and a number of models"),
        (["Lamp Guard*6.5"], "a name, * and a number of models"),
        (["Lamp Guard*-6"], "a name, * and a number of models"),
        (["Lamp Guard*²"], "a name, * and a number of models"),
        ([f"Lamp Guard*{'9' * 5000}"], "a name, * and a number of models"),
        (["Lamp Guard*0"], "has 5 to 10 models, not 0"),
        (["Lamp Guard*６"], "write the number with the digits 0 to 9, 6 and not ６"),
        (["Lamp Guard*٦"], "write the number with the digits 0 to 9, 6 and not ٦"),
        (["Lamp Guard*1०"], "write the number with the digits 0 to 9, 0 and not ०"),
        (["Lamp Guard ٣"], "write the number with the digits 0 to 9, 3 and not ٣"),
        (["٣"], "write the number with the digits 0 to 9, 3 and not ٣"),
        (["Lamp Guard", "--with", "Lamp Guard=２x arc lamp"], "write the number with the digits 0 to 9, 2 and not ２"),
        (["Lamp Guard", "--with", "Lamp Guard=0x arc lamp"], "0x arc lamp is none: leave it out"),
        (["Lamp Guard", "--attach", "Lamp Guard=Hermit"], "--attach: there is no unit Hermit in the list"),
    ):
        assert told in shoot("army", "new", "11e", *words, "-o", str(out)).refused()
    assert not out.exists()


@pytest.mark.rule("IMP-61", "IMP-65")
@pytest.mark.usefixtures("there")
def test_a_pasted_list_has_its_values_from_the_package(shoot: Shoot, tmp_path: Path) -> None:
    file = tmp_path / "lamps.txt"
    file.write_text(PASTED, encoding="utf-8")
    done = shoot("army", "import", str(file))
    assert done.code == 0
    assert done.out.splitlines(keepends=True)[1] == CREDIT
    army = load_text(done.out, "it")
    assert [(unit.name, unit.points) for unit in army.units] == [("Lamp Master", 60), ("Lamp Guard", 120)]
    assert "180 points (adds up)" in done.err
    shown = shoot("army", "show", str(file), "Lamp Guard")  # and so wherever a list is wanted
    assert "Lamp rifle" in shown.out
    assert not list((tmp_path / "home").rglob("rosters/*"))  # another version may have other values


@pytest.mark.rule("IMP-63", "IMP-65")
@pytest.mark.usefixtures("there")
def test_a_pasted_list_that_does_not_tell_its_edition_is_told_how_to(shoot: Shoot, tmp_path: Path) -> None:
    file = tmp_path / "lamps.txt"
    file.write_text(PASTED.partition("Exported")[0], encoding="utf-8")
    done = shoot("army", "import", str(file))
    assert done.code == 1
    assert "Datasheets of 11th edition are there: if it is of that, say --as 11e" in " ".join(done.err.split())
    assert shoot("army", "import", str(file), "--as", "11e").out.splitlines(keepends=True)[1] == CREDIT


@pytest.mark.rule("IMP-63", "IMP-65")
def test_a_pasted_list_without_the_package_says_what_would_do(shoot: Shoot, tmp_path: Path, gone: None) -> None:
    file = tmp_path / "lamps.txt"
    file.write_text(PASTED, encoding="utf-8")
    done = shoot("army", "import", str(file))
    assert done.code == 1
    assert f"Datasheets of this edition can be installed: {how_to_install('datasheets')}" in " ".join(done.err.split())
    assert "  Lamp Guard: 5 models, 120 points" in done.err


@pytest.mark.slow
@pytest.mark.rule("IMP-65")
@pytest.mark.usefixtures("there")
def test_no_other_command_opens_the_package(shoot: Shoot, tmp_path: Path) -> None:
    """Nor does a roster that has its values, nor whatever was imported before this test."""
    package_of_ours = Path(published.__file__).parents[3]
    named = re.compile(r"^\s*(?:import|from) wh40kdc", re.MULTILINE)
    assert not [path for path in package_of_ours.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))]
    for words in (
        ("army", "check", "40k-10e/necrons"),
        ("army", "schema", "11e"),
        ("army", "import", "docs/rosters/river-watch.json"),
        ("army", "new", "10e", "Lamp Guard"),
        ("odds", "-r", "10e", "5x A2 BS3+ S4 AP-1 D1", "5x T4 Sv3+ W2"),
        ("rules", "11e"),
    ):
        shoot(*words)
        assert "wh40kdc" not in sys.modules, words
    shoot("army", "new", "11e", "Lamp Guard")
    assert "wh40kdc" in sys.modules
