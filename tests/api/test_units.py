"""Lists and units for programs: what they are, and that they go anywhere."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

from shoot_cli import api
from shoot_cli.armies import samples
from tests.helpers.each import each
from tests.importing import sample_rosters
from tests.importing.written_rosters import as_json

MARINES = (
    "ruleset: 7e\nname: {}\nunits:\n"
    "- {{name: Squad, models: [{{name: Marine, BS: 4, T: 4, Ld: 8, Sv: 3+, count: {}, weapons: [boltgun]}}]}}\n"
)


@each("sample", samples(), ids=lambda sample: sample.name)
def test_every_shipped_list_is_loaded(sample) -> None:
    army = api.load(f"{sample.ruleset}/{sample.name}")
    assert (army.ruleset, len(army), [*army]) == (sample.ruleset, len(army.units), [*army.units])
    assert army == api.load(sample.path)
    assert hash(army) == hash(api.load(sample.path))
    assert army.report is None
    for unit in army:
        assert army[unit.name] == unit == api.unit(army, unit.name) == api.unit(f"{sample.path}::{unit.name}")
        assert (unit.ruleset, unit.army, str(unit)) == (army.ruleset, army.name, unit.name)
        assert unit.models == sum(unit.kinds.values()) > 0
        assert unit.points is None or unit.points > 0
    assert len({*army}) == len(army)


def test_a_list_is_named_in_any_way_and_its_ruleset_is_held_to() -> None:
    assert api.load("ultramarines").name == api.load("ultramarines", "7e").name
    assert api.load("targets", "7e").ruleset != api.load("targets", "rh").ruleset
    with pytest.raises(api.ShootError, match="no ruleset 'nope'"):
        api.load("ultramarines", "nope")


def test_a_joined_unit_is_found_by_the_name_that_results_have() -> None:
    shown = api.odds("ultramarines::Tactical", "orks::'Ard Boyz", distance=12).target
    assert shown == "'Ard Boyz + Warboss"
    assert api.unit(f"orks::{shown}") == api.load("orks")["'Ard Boyz + Warboss"] == api.unit("orks::'Ard Boyz")
    assert api.odds("ultramarines::Tactical", f"orks::{shown}", distance=12).target == shown


def test_a_list_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MARINES.format("Mine", 5))
    first = api.load(file)
    assert (first.name, first["Squad"].models) == ("Mine", 5)
    file.write_text(MARINES.format("Ours", 10))
    assert (api.load(file).name, api.unit(f"{file}::Squad").models) == ("Ours", 10)
    assert first["Squad"].models == 5
    with pytest.raises(api.ShootError, match=r"mine\.yaml is a list of 40k-7e, not of 40k-10e"):
        api.load(file, "10e")


def test_all_that_is_wrong_with_a_list_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MARINES.format("Mine", "lots").replace("boltgun", "bolgun"))
    with pytest.raises(api.ShootError) as error:
        api.load(file)
    assert len(str(error.value).splitlines()) == 2
    assert f"{file}:4:" in str(error.value)
    assert "did you mean boltgun" in str(error.value)


def test_what_a_line_is_depends_on_what_it_says() -> None:
    gun, body = api.unit("10x BS4 boltgun", ruleset="7e"), api.unit("6x T4 Sv6+ + 2x T5", ruleset="7e")
    assert (gun.models, body.models, gun.points, gun.army) == (10, 8, None, "")
    assert (repr(gun), str(body)) == ("<10x BS4 boltgun: 10 models, 40k-7e>", "6x T4 Sv6+ + 2x T5")
    assert gun == api.unit("10x BS4 boltgun", ruleset="40k-7e") != body
    assert api.odds(gun, body) == api.odds(str(gun), str(body), ruleset="7e") == api.odds(str(gun), body)
    with pytest.raises(api.ShootError, match="target line:1:1: T missing"):
        api.odds(gun, gun)
    with pytest.raises(api.ShootError, match="attacker line:1:1: BS missing"):
        api.odds(body, body)
    with pytest.raises(api.ShootError, match=r"(?s)attacker line.*target line"):
        api.unit("10x", ruleset="7e")


def test_a_roster_says_what_became_of_it(tmp_path: Path) -> None:
    sample_rosters.written(tmp_path)
    (tmp_path / "gap.json").write_bytes(as_json(sample_rosters.ash(sample_rosters.nameless())))
    whole = api.load(tmp_path / "river-watch.json")
    assert whole.report is not None
    assert (whole.report["units"], whole.report["left_out"]) == (len(whole), [])
    assert json.loads(json.dumps(whole.report)) == whole.report
    for call in (lambda: api.load(tmp_path / "gap.json"), lambda: api.compare(f"{tmp_path / 'gap.json'}", whole)):
        with pytest.raises(api.ShootError, match=r"gap.json was not taken whole: Nameless Thing") as error:
            call()
        assert "accept_gaps=True" in str(error.value)
        assert "--" not in str(error.value).splitlines()[-1]
    taken = api.load(tmp_path / "gap.json", accept_gaps=True)
    assert taken.report is not None
    assert taken.report["left_out"][0]["unit"] == "Nameless Thing"
    assert api.odds(whole["River Guard"], taken["Hulk"], distance=20).destroyed >= 0
    assert pickle.loads(pickle.dumps(taken)) == taken != whole


def test_values_do_not_change() -> None:
    army = api.load("ultramarines")
    for value in (army, army["Tactical"]):
        with pytest.raises(AttributeError, match="does not change"):
            value.name = "mine"  # type: ignore[misc]
        with pytest.raises(AttributeError, match="does not change"):
            del value.name  # type: ignore[misc]


def test_nothing_is_written_and_no_folder_of_the_user_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOOT_HOME", "~nobody-of-that-name/home")
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))
    monkeypatch.chdir(tmp_path)
    os.chmod(tmp_path, 0o500)
    try:
        assert api.odds("ultramarines::Melta", "orks::Slugga", distance=6).slain
        assert [*tmp_path.iterdir()] == []
    finally:
        os.chmod(tmp_path, 0o700)


@each(
    ("call", "words"),
    [
        (lambda: api.load("nope"), "there is no file and no shipped list “nope”; known are"),
        (lambda: api.load(None), "a list is named by a path"),
        (lambda: api.load(b"ultramarines"), "a list is named by a path"),
        (lambda: api.load("."), "is a folder"),
        (lambda: api.load("x\0y"), "there is no file"),
        (lambda: api.unit("ultramarines"), "name a unit behind the list"),
        (lambda: api.unit("ultramarines::nobody"), "has no unit “nobody”"),
        (lambda: api.unit("10x BS4 boltgun"), "add ruleset="),
        (lambda: api.unit(3), "is named by words"),
        (lambda: api.unit(api.load("orks")), "name a unit of"),
        (lambda: api.load("orks")[3], "is named by words, not by 3"),
        (lambda: api.load("orks")["o"], "may be several units"),
    ],
)
def test_what_will_not_do_is_a_sentence(call, words) -> None:
    with pytest.raises(api.ShootError) as error:
        call()
    assert words in str(error.value)
    assert "--" not in str(error.value)
