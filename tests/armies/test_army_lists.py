"""The shipped lists, and which list or unit somebody means."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli import api, armies
from shoot_cli.armies import ArmyErrors, NotFound, find_list, find_unit, scenario, scenario_from
from shoot_cli.importing.list_files import attack_side, load, load_army, units_from
from shoot_cli.rules import edition
from tests.helpers.each import each
from tests.helpers.work import lines_run

SAMPLES = armies.samples()
# What may be said of a shipped list: nothing that its author should have written otherwise.
EXPECTED_NOTES = (
    "cannot be fired yet",
    "its units are invented",
    "nobody in it can shoot",
    "in assaults only",
    "no shot hangs on",
    "for assaults, which are not played",
    "second save roll of the parent game",
    "acts in the Shooting phase and is not played",
    "Instinctive Behaviour: a failed Morale check is announced",
)
SMALL = """\
ruleset: 7e
name: Small
units:
  - name: Boyz
    models: [{name: Boy, count: 10, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}]
  - name: Boyz
    models: [{name: Boy, count: 5, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}]
  - name: Big Gunz
    models: [{name: Kannon, BS: 3, T: 7, Ld: 7, Sv: 3+, weapons: [lascannon]}]
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "Small.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


@each("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_shipped_list_is_fine(sample: armies.Sample) -> None:
    army = load(sample.path).army
    assert army.ruleset == sample.ruleset
    assert len(army.units) >= 5
    assert len({unit.name for unit in army.units}) == len(army.units)
    for unit in army.units:
        armed = any(model.weapons for model, _ in unit.models)
        assert armed or f"{unit.name}: nobody in it can shoot" in " ".join(
            edition(army.ruleset).unit_text().notes(army)
        )
        weapons = [weapon for model, _ in unit.models for weapon in model.weapons]
        assert all(weapon.source for weapon in weapons if "source" in weapon.fields)
    said = edition(army.ruleset)
    assert said is not None
    said_of_it = said.unit_text().notes(army)
    assert all(any(words in note for words in EXPECTED_NOTES) for note in said_of_it), said_of_it


def test_there_are_four_shipped_lists() -> None:
    assert {sample.name for sample in SAMPLES} >= {"ultramarines", "orks", "astra_militarum", "tau"}
    assert armies.sample_folder().is_dir()


@pytest.mark.parametrize("names", ["alike", "different"])
def test_a_list_of_twice_the_length_is_hardly_more_than_twice_the_work(names: str) -> None:
    unit = "  - name: Boyz{}\n    models: [{{name: Boy, count: 10, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}}]\n"

    def work(n: int) -> int:
        units = (unit.format("" if names == "alike" else f" of {place}") for place in range(n))
        text = "ruleset: 7e\nname: Long\nunits:\n" + "".join(units)
        return lines_run(lambda: armies.load_text(text, "long.yaml"))

    work(1)  # what is only imported or worked out once
    assert work(100) < 2.2 * work(50)


def test_nothing_heavy_is_imported_before_a_list_is_read() -> None:
    script = "import sys, shoot_cli.armies, shoot_cli.commands.army; print(*{'yaml', 'pydantic'} & set(sys.modules))"
    environment = os.environ | {"PYTHONPATH": str(Path(armies.__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    "words",
    ["orks", "ORKS", "Orks", "ork", "40k-7e/orks", "7e/orks", "7e/or"],
)
def test_shipped_lists_are_found_by_name(words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_list(words).name == "orks.yaml"
    (tmp_path / "orks").mkdir(exist_ok=True)  # a folder of that name hides no list
    assert find_list(words).name == "orks.yaml"


@each(
    "words",
    [
        "orks.yaml",
        "Orks.YML",
        "orks.json",
        "ORKS.ros",
        "orks.rosz",
        "orks.txt ",
        "7e/orks.yaml",
        "armies/40k-7e/orks.json",
    ],
)
def test_no_shipped_list_stands_for_a_file_that_is_not_there(words: str) -> None:
    for ruleset in (None, "7e"):
        with pytest.raises(NotFound, match=r"there is no file.*; without its ending it is a shipped list: 40k-7e/orks"):
            find_list(words, ruleset)
        with pytest.raises(NotFound, match="there is no file"):
            load_army(words)
        for role in ("attacker", "target"):
            with pytest.raises(NotFound, match="there is no file"):
                units_from([words], ruleset, role)
            with pytest.raises(NotFound, match="there is no file"):
                attack_side(words, ruleset, role)
            with pytest.raises(NotFound, match="there is no file"):
                attack_side(f"{words}::Shoota", ruleset, role)
        with pytest.raises(api.ShootError, match="there is no file"):
            api.load(words, ruleset)
        with pytest.raises(api.ShootError, match="there is no file"):
            api.unit(f"{words}::Shoota", ruleset=ruleset)
        with pytest.raises(api.ShootError, match="there is no file"):
            api.compare(words, "orks", ruleset=ruleset)


def test_targets_of_an_edition_are_no_file_either() -> None:
    with pytest.raises(NotFound, match="there is no file"):
        find_list("targets.yaml", "7e")
    with pytest.raises(NotFound, match="there is no file"):
        load_army("targets.yaml")


def test_files_that_are_there_are_the_near_ones(small: Path) -> None:
    with pytest.raises(NotFound, match=r"did you mean Small\.yaml\?"):
        find_list(str(small.parent / "Smal.yaml"))


def test_a_link_that_leads_to_no_file_says_where_it_leads(tmp_path: Path) -> None:
    for name, aim, said in [
        ("loop.yaml", "loop.yaml", "itself"),
        ("round.yaml", str(tmp_path / "round.yaml"), "itself"),
        ("gone.yaml", "Boyz.yaml", "“Boyz.yaml”, which is no file"),
    ]:
        (tmp_path / name).symlink_to(aim)
        with pytest.raises(NotFound) as caught:
            find_list(str(tmp_path / name))
        assert str(caught.value).endswith(f" is a link to {said}")
    with pytest.raises(NotFound, match="there is no file"):
        find_list("x" * 5000 + ".yaml")


def test_underscores_and_blanks_are_alike() -> None:
    assert find_list("astra militarum") == find_list("Astra_Militarum") == find_list("astra")


def test_a_path_comes_before_a_shipped_list(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_list(str(small)) == small
    (small.parent / "orks").write_text(SMALL, encoding="utf-8")
    monkeypatch.chdir(small.parent)
    assert load(find_list("orks")).army.name == "Small"


@each(
    ("words", "said"),
    [
        ("ultramarine s", "did you mean ultramarines?"),
        ("zzz", "known are adeptus-astartes, "),
        ("r", "may be several lists"),
        ("", "there is no file and no shipped list"),
        ("nowhere/orks.yaml", "there is no file"),
        ("a\x00b", "there is no file"),
        ("x" * 5000, "there is no file"),
    ],
)
def test_lists_that_are_not_there(words: str, said: str) -> None:
    with pytest.raises(NotFound) as caught:
        find_list(words)
    assert said in str(caught.value)


def test_a_folder_is_no_list(small: Path) -> None:
    with pytest.raises(NotFound, match="is a folder") as caught:
        find_list(str(small.parent))
    assert "Small.yaml" in str(caught.value)
    with pytest.raises(ArmyErrors, match="is a folder"):
        load(small.parent)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ArmyErrors, match="there is no such file"):
        load(tmp_path / "none.yaml")
    if hasattr(os, "getuid") and os.getuid() != 0:
        locked = tmp_path / "locked.yaml"
        locked.write_text(SMALL)
        locked.chmod(0)
        with pytest.raises(ArmyErrors, match="may not read"):
            load(locked)
    with pytest.raises(ArmyErrors, match="cannot be read"):
        load(Path("a\x00b"))


def test_the_text_is_kept_as_it_was(small: Path) -> None:
    loaded = load(small)
    assert loaded.text == SMALL
    assert armies.load_text(loaded.text, "again") == loaded.army


def test_units_of_one_name_get_numbers(small: Path) -> None:
    assert [unit.name for unit in load(small).army.units] == ["Boyz", "Boyz 2", "Big Gunz"]


def test_a_whole_word_comes_before_a_part() -> None:
    names = ("Longstrike", "Strike Team", "Pathfinders")
    army: Any = SimpleNamespace(name="Cadre", units=[SimpleNamespace(name=name) for name in names])
    assert find_unit(army, "strike").name == "Strike Team"
    assert find_unit(army, "longs").name == "Longstrike"


def test_units_are_found_by_any_part(small: Path) -> None:
    army = load(small).army
    assert find_unit(army, "boyz").name == "Boyz"
    assert find_unit(army, "gunz").name == "Big Gunz"
    assert find_unit(army, "gunz big").name == "Big Gunz"
    assert find_unit(army, "Boyz 1").name == "Boyz"  # the first of two
    with pytest.raises(NotFound, match="no unit “Big Gunz 1”"):
        find_unit(army, "Big Gunz 1")
    with pytest.raises(NotFound, match="may be several units of Small: Boyz, Boyz 2"):
        find_unit(army, "boy")
    with pytest.raises(NotFound, match="did you mean Big Gunz"):
        find_unit(army, "Bgi Gunz")
    with pytest.raises(NotFound, match="only Boyz, Boyz 2, Big Gunz"):
        find_unit(army, "tactical")
    with pytest.raises(NotFound, match="name a unit"):
        find_unit(army, " ")


def test_the_sides_of_the_contract() -> None:
    for text in ("ultramarines::Tactical", "armies/40k-7e/ultramarines.yaml::tactical squad"):
        side = attack_side(text, None, "attacker")
        assert (side.army_name, side.unit.name, side.ruleset) == (
            "Ultramarines Strike Force", "Tactical Squad", "40k-7e",
        )  # fmt: skip
    line = attack_side("10x T4 Sv6+", "7e", "target")
    assert (line.army_name, line.ruleset, line.unit.models[0][1]) == ("Target", "40k-7e", 10)
    assert attack_side("orks::Lootas", "40k-7e", "target").unit.name == "Lootas"


@each(
    ("text", "ruleset", "said"),
    [
        ("10x T4 Sv6+", None, "add --ruleset (7e, 10e, "),
        ("orks", None, "name a unit behind the list, as in orks::Shoota Boyz"),
        ("orks::", None, "name a unit of Waaagh! Grimgutz"),
        ("orks::Kommandos", None, "has no unit"),
        ("nolist::Boyz", None, "no shipped list"),
        ("orks::Lootas", "9e", "no ruleset “9e”"),
    ],
)
def test_sides_that_are_not_there(text: str, ruleset: str | None, said: str) -> None:
    with pytest.raises(NotFound) as caught:
        attack_side(text, ruleset, "target")
    assert said in str(caught.value)


SCENARIO = """\
ruleset: 40k-7e
weapons:
  zapp gun: {range: 36, S: 8, AP: 2, type: Heavy 1}
attacker: {name: Mek, models: [{name: Mek, BS: 3, weapons: [zapp gun]}]}
target: {models: [{name: Marine, count: 5, T: 4, Sv: 3+}]}
answers: {distance: 12, cover: 5+, weapon: [zapp gun, no more], order: {a: 1, b: 2}, empty: }
"""


def test_a_scenario_is_read_from_a_file_and_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO)
    found = scenario(path)
    assert (found.ruleset, found.attacker.name, found.target.name) == ("40k-7e", "Mek", "Target")
    assert found.attacker.models[0][0].weapons[0].name == "zapp gun"
    assert found.answers == (
        ("distance", "12"), ("cover", "5+"), ("weapon", "zapp gun"), ("weapon", "no more"), ("order", "a: 1, b: 2"),
    )  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SCENARIO.encode())))
    assert scenario("-").but(read_at=()) == found.but(read_at=())
    assert [place.line for _, place in found.read_at] == [6] * 5


def test_a_scenario_from_data_is_the_same() -> None:
    data = {
        "ruleset": "7e",
        "attacker": '2x BS4 S4 AP5 Rapid Fire 24"',
        "target": {"name": "Boyz", "models": [{"name": "Boy", "count": 10, "T": 4, "Sv": "6+"}]},
        "answers": {"distance": 12},
    }
    found = scenario_from(json.loads(json.dumps(data)))
    assert found.target.models[0][1] == 10
    assert found.answers == (("distance", "12"),)
    assert found.attacker.models[0][0].ballistic_skill == 4


@each(
    ("data", "said"),
    [
        ([], "is no scenario"),
        (None, "is no scenario"),
        ({}, "ruleset: “ruleset” is missing"),
        ({"ruleset": "9e"}, "no ruleset “9e”"),
        ({"ruleset": ["7e"]}, "no ruleset"),
        ({"ruleset": "7e", "attacker": "1x BS4 boltgun"}, "“target” is missing"),
        ({"ruleset": "7e", "attacker": "1x boltgun", "target": "1x T4"}, "attacker: in “1x boltgun”, character 1: BS"),
        (
            {"ruleset": "7e", "attacker": "1x BS4 boltgun", "target": {"models": [{"name": "x", "T": 4, "Sv": 33}]}},
            "target.models[0].Sv: “33” is no save",
        ),
        ({"ruleset": "7e", "target": "T4", "attacker": "1x BS4 boltgun", "answers": [1]}, "answers: answers stand by"),
        ({"ruleset": "7e", "target": "T4", "attacker": "1x BS4 boltgun", "answer": {}}, "did you mean answers?"),
        ({"ruleset": "7e", "target": "T4", "attacker": {"models": []}}, "attacker"),
    ],
)
def test_wrong_scenarios_are_told_by_path(data: object, said: str) -> None:
    with pytest.raises(ArmyErrors) as caught:
        scenario_from(data)
    assert said in str(caught.value)
